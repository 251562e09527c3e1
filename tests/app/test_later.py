"""Tests of the later part: it is fetched when needed, and the player then gets the requested screen."""

from dataclasses import replace

import pytest

from app import messages as m
from app.arrival.page_load import Parts
from app.effects import FetchPart, ReloadPage
from app.page.notice import Notice
from app.page.parts import LATER
from app.screens.about.screen import About
from app.screens.fetching.screen import Fetching
from app.visit import Visit
from support import playing as p
from support.elements import text
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

HOME = arrive(p.CHANCE, parts=NO_PARTS)


def after_effects(visit: Visit, message: m.Message) -> tuple[Visit, list[FetchPart]]:
    """Return the visit after a message, and the effects that fetch a part."""
    after = updated(visit, message)
    return after, [effect for effect in effects_of(visit, message) if isinstance(effect, FetchPart)]


@pytest.mark.parametrize("start", [HOME, updated(changed(p.begun(), parts=NO_PARTS), m.Open("menu"))])
def test_progress_screen_is_shown_during_a_fetch(start: Visit) -> None:
    """While a screen is fetched, a progress screen is shown instead; Back then returns to the previous screen."""
    waiting, fetched = after_effects(start, m.Go("about"))
    assert waiting.screen == Fetching(m.Go("about"), "later")
    assert fetched == [FetchPart("later")]
    assert "Loading this page" in text(waiting)
    there, fetched = after_effects(waiting, m.PartFetched("later", arrived=True))
    assert there.screen == About()
    assert not fetched
    assert updated(there, m.Back()).screen == start.screen.covered()
    assert LATER in updated(there, m.Back()).page.parts.arrived


def test_failed_fetch_is_retried_on_request() -> None:
    """After a failure, the later part is fetched on request, but isn't shown to a player who has gone back."""
    visit, _ = after_effects(HOME, m.Go("about"))
    assert updated(visit, m.Back()) == HOME
    assert updated(HOME, m.PartFetched("later", arrived=False)) == HOME
    assert updated(HOME, m.PartFetched("later", arrived=True)) == changed(HOME, parts=Parts(frozenset({LATER})))
    assert updated(arrive(p.CHANCE), m.Go("about")).screen == About()
    for _ in range(3):
        visit, fetched = after_effects(visit, m.PartFetched("later", arrived=False))
        assert not fetched
        assert "couldn't be loaded" in text(visit)
        assert "go about" in p.buttons(p.shown(visit))
        visit, fetched = after_effects(visit, m.Go("about"))
        assert fetched == [FetchPart("later")]
        assert "couldn't be loaded" not in text(visit)
    assert updated(visit, m.PartFetched("later", arrived=True)).screen == About()


def test_reload_after_an_update_opens_the_requested_screen() -> None:
    """After an update, the page and its notices offer a reload, which returns to the requested screen or the game."""
    game = p.begun()
    for start, begins in ((HOME, ()), (changed(game, parts=NO_PARTS), ("continue",))):
        waiting, _ = after_effects(start, m.Go("rules", "deepwood"))
        gone = p.after(waiting, m.NewerVersionReady(), m.PartFetched("later", arrived=False))
        assert "has been updated" in text(gone)
        assert {"reload", "go rules deepwood"} & p.buttons(p.shown(gone)).keys() == {"reload"}
        *_, effect = effects_of(gone, m.Reload())
        assert effect == ReloadPage((*begins, "go rules deepwood"))
    for visit in (game, updated(game, m.Open("menu"))):
        assert effects_of(visit, m.Reload()) == [ReloadPage(("continue",))]
    assert effects_of(HOME, m.Reload()) == [ReloadPage(())]
    for notice in (Notice.LANGUAGE, Notice.ROOM):
        visit = replace(HOME, notice=notice)
        for one, is_newer in ((visit, False), (changed(visit, newer_version=True), True)):
            assert ("has been updated" in text(one)) == ("reload" in p.buttons(p.shown(one))) == is_newer
