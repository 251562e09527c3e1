"""The base game's explore deck: two ruins cards and eleven explore cards."""

from __future__ import annotations

from cartographers.cards import ExploreCard, Option, RuinsCard
from cartographers.polyomino import MONOMINO, Polyomino, polyomino
from cartographers.terrain import Terrain

FOREST, VILLAGE, FARM, WATER, MONSTER = Terrain


def _one_terrain(card_id: str, terrain: Terrain, small: Polyomino, large: Polyomino) -> ExploreCard:
    """Return a card of one terrain and two shapes, the smaller of which pays a coin."""
    return ExploreCard(card_id, 1, (Option(terrain, small, coin=True), Option(terrain, large)))


def _one_shape(card_id: str, first: Terrain, second: Terrain, shape: Polyomino) -> ExploreCard:
    """Return a card of two terrains and one shape."""
    return ExploreCard(card_id, 2, (Option(first, shape), Option(second, shape)))


RUINS = (RuinsCard("temple-ruins"), RuinsCard("outpost-ruins"))

EXPLORE = (
    _one_terrain("great-river", WATER, polyomino("X", "X", "X"), polyomino("..X", ".XX", "XX.")),
    _one_terrain("farmland", FARM, polyomino("X", "X"), polyomino(".X.", "XXX", ".X.")),
    _one_terrain("hamlet", VILLAGE, polyomino("X.", "XX"), polyomino("XXX", "XX.")),
    _one_terrain("forgotten-forest", FOREST, polyomino("X.", ".X"), polyomino("X.", "XX", ".X")),
    _one_shape("hinterland-stream", FARM, WATER, polyomino("XXX", "X..", "X..")),
    _one_shape("homestead", VILLAGE, FARM, polyomino("X.", "XX", "X.")),
    _one_shape("orchard", FOREST, FARM, polyomino("XXX", "..X")),
    _one_shape("treetop-village", FOREST, VILLAGE, polyomino("..XX", "XXX.")),
    _one_shape("marshlands", FOREST, WATER, polyomino("X..", "XXX", "X..")),
    _one_shape("fishing-village", VILLAGE, WATER, polyomino("XXXX")),
    ExploreCard("rift-lands", 0, tuple(Option(terrain, MONOMINO) for terrain in Terrain)),
)
