"""Tests of the edicts that a new game shows before its first choice."""

from dataclasses import replace

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.effects import AnimateArrival
from app.game.game import Game, blank_moment
from app.game.seating import LOCAL_PERSON, Bot
from app.game.setup import Cartographer, setup_of
from app.game.shelf import shelf_of
from app.screens.play.scenes.edicts import EdictsScene
from app.shell.view import title, view
from app.visit import Visit
from cartographers import Box, GameId, legal_moves
from cartographers.scoring import CARD_BY_ID, Family, cards_of, stars
from cartographers.seasons import EDICTS
from support import playing as p
from support.elements import texts
from support.visits import arrive, changed, effects_of, updated
from words import LANGUAGES, Words
from words.files import catalog

FLIGHT = AnimateArrival(".edicts-list > li", ".edict-box")


def dealt(visit: Visit, count: int = len(EDICTS)) -> Visit:
    """Return a new game's visit after ``count`` edicts have been dealt."""
    return p.after(visit, *(m.Step(),) * count)


def flights(visit: Visit, message: m.Message) -> list[AnimateArrival]:
    """Return the flights of the edicts to their tiles after a message."""
    return [effect for effect in effects_of(visit, message) if isinstance(effect, AnimateArrival)]


def label_of_proceed(visit: Visit) -> str:
    """Return the label of the button that leads on."""
    return text_of(p.buttons(p.shown(visit))["proceed"])


def edicts_on_map(visit: Visit) -> list[str]:
    """Return the letters of the edicts on the map."""
    [edicts] = p.with_class(p.shown(visit), "edicts-list")
    return texts(p.with_class(edicts, "letter"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_game_shows_its_edicts(language: str) -> None:
    """A new game shows the name and the gist of each edict, and screen readers announce them; no card is revealed."""
    words, visit = Words(catalog(language)), dealt(p.entered(p.HEROES))
    page, moment = view(words, visit), p.screen_of(visit).moment
    for text in (p.part(page, "edicts-list"), p.part(page, "said")):
        for card in p.game_of(visit).state.deal.edicts:
            assert words(f"name.{card.id}") in text
            assert words(f"gist.{card.id}") in text
    assert words("season.spring") in title(words, visit)
    assert (moment.cards, moment.time, moment.sheets) == ((), 0, blank_moment(p.HEROES).sheets)
    gists = texts(p.with_class(view(words, p.choosing(visit)), "gist"))
    assert gists == [words(f"gist.{card.id}") for card in p.game_of(visit).state.deal.edicts]


def test_edicts_are_dealt_one_by_one_and_fly_to_their_tiles() -> None:
    """The edicts are dealt one by one, stay for a while, and fly to their tiles; then the first choice begins."""
    visit, shown_at, flown = p.entered(p.BASE_A), list[int](), list[AnimateArrival]()
    assert 2000 <= sum(p.screen_of(visit).pauses) <= 3000
    while p.scene_of(visit):
        shown_at.append(len(edicts_on_map(visit)))
        flown += flights(visit, m.Step())
        visit = updated(visit, m.Step())
    assert (shown_at, flown) == ([0, 1, 2, 3, 4, 4], [FLIGHT])
    assert p.screen_of(visit).task
    assert p.game_of(visit).plies == ()


@pytest.mark.parametrize("count", range(6))
def test_leaving_the_edicts(count: int) -> None:
    """Enter, Escape, the button, and a tap anywhere lead to the first choice at once."""
    visit = dealt(p.entered(p.BASE_A), count)
    assert isinstance(p.scene_of(visit), EdictsScene)
    for message in (visit.message_of("Enter"), visit.message_of("Escape"), m.Proceed(), m.SkipAnimation(), m.Tap(0)):
        assert message
        assert p.screen_of(updated(visit, message)).task
    assert "proceed" in p.buttons(p.shown(visit))
    assert updated(visit, m.Confirm()).screen == visit.screen


def test_edicts_wait_for_the_player() -> None:
    """In a first game, without motion, or once touched, all edicts stay until the player continues."""
    visit = updated(arrive(p.CHANCE), m.Begin("first"))
    waiting = dealt(visit)
    assert (label_of_proceed(visit), label_of_proceed(waiting)) == (p.WORDS("skip"), p.WORDS("proceed"))
    assert (edicts_on_map(waiting), waiting.needs.pause) == (list(EDICTS), 0)
    assert updated(waiting, m.Step()) == waiting
    for message in (waiting.message_of("Enter"), waiting.message_of("Escape"), m.Proceed(), m.Tap(0)):
        assert message
        assert flights(waiting, message) == [FLIGHT]
        flying = updated(waiting, message)
        assert flying.needs.pause > 0
        assert p.screen_of(updated(flying, m.Step())).task
        assert p.screen_of(updated(flying, message)).task
    second = p.after(visit, m.Go("start"), m.Begin("set-up", sure=True))
    reloaded = updated(arrive(p.CHANCE, explained=visit.memory.explained), m.Begin("first"))
    for later in (second, reloaded):
        assert dealt(later).needs.pause > 0
    visit = changed(p.entered(p.BASE_A), reduced_motion=True)
    still = p.after(visit, m.Go("start"), m.Begin("set-up", sure=True))
    assert (edicts_on_map(still), still.needs.pause, label_of_proceed(still)) == (list(EDICTS), 0, p.WORDS("proceed"))
    assert updated(still, m.Step()) == still
    assert p.screen_of(updated(still, m.Proceed())).task
    assert flights(still, m.Proceed()) == []
    visit = dealt(p.entered(p.BASE_A), 2)
    lit = updated(visit, m.HighlightTopic(m.Topic.EDICT_C))
    assert p.scene_of(lit) == p.scene_of(visit)
    assert (edicts_on_map(lit), lit.needs.pause) == (list(EDICTS), 0)
    [marked] = [edict for edict in p.with_class(p.shown(lit), "lit") if edict.tag == "li"]
    assert text_of(marked).startswith("C")
    assert p.screen_of(updated(lit, m.Proceed())).task


def test_every_edict_has_a_small_example() -> None:
    """Every scoring card has a small example on the map whose stars the engine awards."""
    for edicts in zip(*(cards_of(family, Box.BOTH) for family in Family), strict=True):
        visit = dealt(p.entered(GameId("x", edicts=edicts, scoring=Box.BOTH)))
        [onto_map] = p.with_class(p.shown(visit), "edicts-list")
        found = [label for label in p.labels(onto_map) if label.startswith("Example")]
        for label, card in zip(found, edicts, strict=True):
            assert label in [p.WORDS.plural("edicts.example", earned) for earned, _ in card.examples]
        assert len(p.with_class(onto_map, "excerpt")) == len(EDICTS)


@pytest.mark.parametrize(("side", "earned"), [("A", 3), ("B", 6)])
def test_stars_of_an_empty_map_are_explained(side: str, earned: int) -> None:
    """The explanation says why an empty map earns stars for Lost Barony, until the player's shapes earn more."""
    edicts = tuple(CARD_BY_ID[card] for card in ("treetower", "wildholds", "canal-lake", "lost-barony"))
    visit = p.choosing(p.entered(GameId("x", side, edicts=edicts)))
    why = p.WORDS("tip.printed", stars=earned)
    lit = updated(visit, m.HighlightTopic(m.Topic.EDICT_D))
    assert why in p.heard(lit, "lit")
    assert why in p.part(p.shown(lit), "tip")
    assert why not in p.part(p.shown(updated(visit, m.HighlightTopic(m.Topic.EDICT_A))), "tip")

    def value(game: Game) -> int:
        return stars(edicts[3](game.state.sheets[0]))

    assert value(p.game_of(visit)) == earned
    while value(p.game_of(visit)) == earned:
        ply = max(legal_moves(p.game_of(visit).state), key=lambda ply: value(p.game_of(visit).after(ply)))
        visit = p.choosing(replace(visit, screen=p.screen_of(visit).confirmed(ply)))
    assert p.task_of(visit)
    assert why not in p.part(p.shown(updated(visit, m.HighlightTopic(m.Topic.EDICT_D))), "tip")


def test_edicts_appear_only_in_a_new_deal() -> None:
    """The edicts appear in a new deal before a bot draws, but not after a reload or when a deal is played again."""
    visit = p.entered(p.BASE_A)
    text = visit.memory.shelf.text
    assert updated(visit, m.Proceed()).memory.shelf.text == text
    assert p.screen_of(updated(arrive(p.CHANCE, shelf_of(text)), m.Continue())).task
    assert p.screen_of(updated(visit, m.PlayAgain())).task
    assert isinstance(p.scene_of(p.after(visit, m.Go("start"), m.Begin("daily"))), EdictsScene)
    setup = setup_of("x", p.PAIR, (Cartographer(),) * 2, (Bot("master"), LOCAL_PERSON))
    visit = updated(replace(arrive(p.CHANCE), setup=setup), m.Begin("set-up"))
    assert visit.screen.needs(visit).job is None
    assert updated(visit, m.Proceed()).needs.job
