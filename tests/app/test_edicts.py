"""Tests of the edicts that a new game shows before its first choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.drawing.element import text_of
from app.game.game import blank_moment
from app.game.seating import LOCAL_PERSON, Bot
from app.game.setup import Cartographer, setup_of
from app.game.shelf import shelf_of
from app.messages import Begin, Continue, Go, HighlightTopic, PlayAgain, Proceed, Tap, Topic
from app.playing import BASE_A, CHANCE, HEROES, PAIR, after, entered, game_of, scene_of, screen_of, shown, with_class
from app.screens.play.scenes.edicts import EdictsScene
from app.view import title, view
from updates import updated
from visits import arrive
from words import LANGUAGES, Words
from words.files import catalog


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_game_shows_its_edicts(language: str) -> None:
    """A new game shows the name and the rule of each edict once, and screen readers announce the names."""
    words, visit = Words(catalog(language)), entered(HEROES)
    edicts = game_of(visit).state.deal.edicts
    page = text_of(view(words, visit))
    assert [card.id for card in edicts if words(f"rule.{card.id}") not in page] == []
    names = words.list(words(f"name.{card.id}") for card in edicts)
    assert words("edicts.said", names=names) in page
    assert words("season.spring") in title(words, visit)


def test_leaving_the_edicts() -> None:
    """Enter, the button, and a tap lead to the first choice; the shortcut of an edict only highlights it."""
    visit = entered(BASE_A)
    assert isinstance(scene_of(visit), EdictsScene)
    for message in (visit.message_of("Enter"), Proceed(), Tap(0)):
        assert message
        assert screen_of(updated(visit, message)).task
    lit = updated(visit, HighlightTopic(Topic.EDICT_C))
    assert scene_of(lit) == scene_of(visit)
    [marked] = with_class(shown(lit), "lit")
    assert text_of(marked).startswith("C")


def test_the_edicts_are_shown_before_the_first_card() -> None:
    """No card is revealed while the edicts are shown, and no ambush has landed."""
    moment = screen_of(entered(HEROES)).moment
    assert moment.cards == ()
    assert moment.time == 0
    assert moment.sheets == blank_moment(HEROES).sheets


def test_edicts_appear_only_in_a_new_deal() -> None:
    """The edicts appear only in a new deal, not after a reload or when the same deal is played again."""
    visit = entered(BASE_A)
    text = visit.memory.shelf.text
    assert updated(visit, Proceed()).memory.shelf.text == text
    assert screen_of(updated(arrive(CHANCE, shelf_of(text)), Continue())).task
    assert screen_of(updated(visit, PlayAgain())).task
    assert isinstance(scene_of(after(visit, Go("start"), Begin("daily"))), EdictsScene)


def test_bots_begin_after_the_edicts() -> None:
    """A bot that draws first waits until the player has seen the edicts."""
    setup = setup_of("x", PAIR, (Cartographer(),) * 2, (Bot("master"), LOCAL_PERSON))
    visit = updated(replace(arrive(CHANCE), setup=setup), Begin("set-up"))
    assert visit.screen.job(visit) is None
    assert updated(visit, Proceed()).screen.job(updated(visit, Proceed()))
