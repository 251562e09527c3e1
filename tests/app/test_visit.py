"""Visits: the ways between screens, the values that outlive them, and seeds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import Link
from app.arrival.page_load import Edition
from app.game.shelf import shelf_of
from app.page.notice import Notice
from app.screens.about.screen import About
from app.screens.embed.screen import Embed
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching
from app.visit import Dialog, Screen, Visit
from cartographers.game_id import check_seed
from support import playing as p
from support.visits import arrive, updated

HOME = arrive(p.CHANCE)
EMBEDDED = arrive(p.CHANCE, link=Link(embedded=True))
OVER = p.FINALS["trio"]
#: A replay without the game's own screen below it.
REPLAY = HOME.opening_screen(Watching(p.game_of(p.choosing(p.begun()))))
#: A visit on each screen, with and without a scene, and with and without something over it.
EVERYWHERE = [
    *(HOME, EMBEDDED, updated(HOME, m.Go("set-up"))),
    *p.VISITS[::150],
    *(updated(OVER, m.Watch()), p.after(OVER, m.Watch(), m.Seek(5), m.PlayOrPause()), REPLAY),
]


def uncovered(visit: Visit) -> tuple[Screen, tuple[Screen, ...], Dialog | None, bool]:
    """Return the screen, and everything below and over it."""
    return visit.screen, visit.screens_below, visit.dialog, visit.is_continued_elsewhere


@pytest.mark.parametrize("visit", EVERYWHERE)
def test_ways_from_every_screen(visit: Visit) -> None:
    """From every screen, doors open and return, panels close without a trace, and the start can be reached."""
    about = updated(visit, m.Go("about"))
    assert about.screen == About()
    assert p.unheard(updated(about, m.Back())) == p.unheard(visit)
    assert updated(p.after(visit, m.Open("menu"), m.Go("about")), m.Back()).screen == visit.screen.covered()
    assert p.unheard(p.after(visit, m.Go("about"), m.Back(), m.Go("about"), m.Back())) == p.unheard(visit)
    for once in (about, updated(visit, m.Go("set-up"))):
        assert updated(once, m.Go("about" if once is about else "set-up")) == once
    assert p.unheard(p.after(visit, m.Go("about"), m.Go("about"), m.Back())) == p.unheard(visit)
    expected = Embed() if visit.page.link.embedded else Start()
    taken = m.ContinuedElsewhere()
    for way in ([], [m.Open("menu")], [m.Go("about")], [taken], [m.Go("about"), taken]):
        home = p.after(visit, *way, m.Go("start"))
        assert uncovered(home) == (expected, (), None, False)
        assert home.memory.shelf == visit.memory.shelf
        assert updated(home, m.Back()) == home
    for panel in ("menu", "keys", "preferences"):
        opened = updated(visit, m.Open(panel))
        assert opened.dialog is not None
        assert updated(opened, m.Close()) == replace(visit, screen=visit.screen.covered())


def test_each_back_leads_to_the_screen_below() -> None:
    """From About over a replay over an end, each Back leads to the screen below; an unknown screen raises an error."""
    visit = p.after(OVER, m.Watch(), m.Seek(9), m.Go("about"))
    assert [type(screen) for screen in visit.screens_below] == [Playing, Watching]
    watching = updated(visit, m.Back())
    assert isinstance(watching.screen, Watching)
    assert watching.screen.place == 9
    assert updated(watching, m.Back()) == OVER
    assert p.after(visit, m.Back(), m.Back(), m.Back()) == OVER
    with pytest.raises(ValueError, match="there is no screen 'nowhere' to go to"):
        updated(HOME, m.Go("nowhere"))


def test_new_game_has_no_screens_under_it() -> None:
    """A new game has no screens under it, so nothing leads from it into another one."""
    ways: list[tuple[Visit, m.Message]] = [
        (updated(HOME, m.Go("set-up")), m.Begin("set-up")),
        (arrive(p.CHANCE, shelf_of(p.begun().memory.shelf.text)), m.Continue()),
        (p.begun(), m.Begin("c1-c-2p-x", sure=True)),
        *((EMBEDDED, m.Enter()), (OVER, m.PlayAgain()), (REPLAY, m.TakeOver())),
        (p.after(p.begun(), m.Go("about"), m.ContinuedElsewhere()), m.PlayHere()),
    ]
    for visit, message in ways:
        entered = updated(visit, message)
        assert isinstance(entered.screen, Playing)
        assert uncovered(entered) == (entered.screen, (), None, False)
        assert updated(entered, m.Back()) == entered


LASTING: list[m.Message] = [
    *(m.Prefer("theme", "night"), m.NewerVersionReady(), m.ReducedMotionChanged(on=True), m.SaveFailed(Notice.FULL)),
    *(m.Go("set-up"), m.Back(), m.Begin("first"), m.Begin("c1-c-1p-x", sure=True)),
    *(m.Confirm(), m.Undo(sure=True), m.PlayAgain(), m.Go("about"), m.Back(), m.Open("menu"), m.Go("start")),
    *(m.Continue(), m.ContinuedElsewhere(), m.PlayHere(), m.Go("start")),
    *(m.Begin("daily", sure=True), m.Reload(), m.Go("start")),
]


def test_visit_state_outlives_all_screens_and_games() -> None:
    """Preferences, link, newer version, reduced motion, edition, and storage problems outlive all screens and games."""
    edition = Edition("1", "3.14", "Browser", "https://example.org")
    link = Link(p.game_of(p.begun(p.HEROES)).id, "x")
    visit = arrive(p.CHANCE, link=link, edition=edition)
    for place, message in enumerate(LASTING):
        visit = updated(visit, message)
        page, memory = visit.page, visit.memory
        assert (page.link, page.edition, memory.preferences.theme) == (link, edition, "night")
        assert (page.newer_version, page.reduced_motion) == (place >= 1, place >= 2)
        assert memory.save_notice is (Notice.FULL if place >= 3 else None)


def seeds(visit: Visit, count: int = 12) -> list[str]:
    """Return the seeds that a visit proposes, one after the other."""
    found = [visit.setup.seed]
    for number in range(count):
        visit = p.after(visit, m.Go("set-up"), m.Go("start") if number % 2 else "reroll")
        found.append(visit.setup.seed)
    return found


@given(chance=st.text())
def test_seeds_are_valid_and_differ(chance: str) -> None:
    """The seeds of a visit are valid and differ, and the same first chance leads to the same seeds."""
    found = seeds(arrive(chance))
    for seed in found:
        check_seed(seed)
        assert len(seed) == 8
    assert len(set(found)) == len(found)
    assert seeds(arrive(chance)) == found


def test_seeds_of_visits() -> None:
    """Each visit has its own seeds, a fresh seed clears the last one's error, and looking around changes no seed."""
    found = {seed for number in range(60) for seed in seeds(arrive(str(number)))}
    assert len(found) == 60 * 13
    assert set("".join(found)) == set("abcdefghjkmnpqrstuvwxyz23456789")
    typed = m.TypeText("name 0", "Ana"), m.TypeText("seed", "no seed!")
    wrong = p.after(HOME, m.Go("set-up"), *typed, m.Begin("set-up"))
    assert wrong.setup.seed_error
    fresh = updated(wrong, "reroll")
    assert fresh.setup == replace(wrong.setup, seed=fresh.setup.seed, seed_error=None)
    check_seed(fresh.setup.seed)
    for way in ((), (m.Go("about"), m.Back()), (m.Open("keys"), m.Close()), (m.Go("set-up"), m.Back())):
        assert p.game_of(p.after(HOME, *way, m.Begin("set-up"))).id.seed == HOME.setup.seed
