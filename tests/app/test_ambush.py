"""Tests of the sentence about a solo ambush against the engine, over simulated games."""

from functools import cache
from itertools import pairwise

import pytest

from app.game.game import moment_of
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.program import scenes_between
from cartographers import Box, Sheet, pure_game
from cartographers.region import adjacent_to, region_of, spaces
from cartographers.scoring import monsters, split_awards
from support.simulated import played
from words import LANGUAGES, Words
from words.files import catalog

_GAMES = 60


@cache
def ambushes() -> tuple[AmbushScene, ...]:
    """Return the ambushes of simulated games of both boxes."""
    games = [played(pure_game(f"b{number}", box))[1] for box in (Box.BASE, Box.HEROES) for number in range(_GAMES)]
    plies = [scenes_between(moment_of(before), state) for states in games for before, state in pairwise(states)]
    return tuple(scene for scenes in plies for scene in scenes if isinstance(scene, AmbushScene))


def costing(sheet: Sheet) -> set[int]:
    """Return the spaces that cost a star when monsters are scored, as the engine counts them."""
    return {space for award in split_awards(monsters(sheet)) for space in spaces(award.spaces)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentence_counts_newly_costly_spaces(language: str) -> None:
    """The sentence counts the empty spaces that newly cost a star, and is worded differently if there are none."""
    words = Words(catalog(language))
    for scene in ambushes():
        event = scene.event
        more = costing(event.after) - costing(scene.moment.sheets[event.sheet])
        expected = words.plural("ambush.cost", len(more)) if more else words("ambush.free")
        assert scene.describe_cost(words) == (expected if event.region else words("ambush.nowhere"))


def test_some_adjacent_spaces_already_cost_a_star() -> None:
    """Some empty spaces beside an ambush cost a star already, so counting all of them would be wrong."""
    landed = [scene for scene in ambushes() if scene.event.region]
    beside = [adjacent_to(scene.event.region) & scene.event.after.empty for scene in landed]
    others = [
        scene
        for scene, region in zip(landed, beside, strict=True)
        if scene.costly != region and scene.event.region & ~scene.event.after.monster == 0
    ]
    assert len(landed) > 4 * _GAMES
    assert len(others) > len(landed) // 20
    assert any(region and not scene.costly for scene, region in zip(landed, beside, strict=True))
    assert all(region_of(costing(scene.event.after)) & scene.costly == scene.costly for scene in landed)


def test_english_ambush_sentences() -> None:
    """The English sentences mention additional spaces, not all spaces beside the ambush."""
    words = Words(catalog("en"))
    assert words.plural("ambush.cost", 1) == "This adds 1 empty space that costs a star every season."
    assert words.plural("ambush.cost", 3) == "This adds 3 empty spaces that each cost a star every season."
    assert words("ambush.free") == "It costs you no extra stars."
    for key in ("note.ruins", "cards.ruins"):
        assert "if it can" in words(key)
