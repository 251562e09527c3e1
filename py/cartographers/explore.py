"""The explore cards of both boxes, and the two ruins cards."""

from __future__ import annotations

from cartographers.boxes import Box
from cartographers.cards import ExploreCard, Option, RuinsCard
from cartographers.polyomino import MONOMINO, Polyomino, polyomino
from cartographers.terrain import ANY_TERRAIN, Terrain

FOREST, VILLAGE, FARM, WATER, _ = ANY_TERRAIN


def _one_terrain(card_id: str, terrain: Terrain, small: Polyomino, large: Polyomino) -> ExploreCard:
    """Return a card with one terrain and two shapes. The smaller shape earns a coin."""
    return ExploreCard(card_id, 1, (Option(terrain, small, coin=True), Option(terrain, large)))


def _one_shape(card_id: str, first: Terrain, second: Terrain, shape: Polyomino) -> ExploreCard:
    """Return a card with two terrains and one shape."""
    return ExploreCard(card_id, 2, (Option(first, shape), Option(second, shape)))


def _any_terrain(card_id: str) -> ExploreCard:
    """Return a card with a single space of any terrain. It takes no time."""
    return ExploreCard(card_id, 0, tuple(Option(terrain, MONOMINO) for terrain in ANY_TERRAIN))


RUINS = (RuinsCard("temple-ruins"), RuinsCard("outpost-ruins"))

EXPLORE = {
    Box.BASE: (
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
        _any_terrain("rift-lands"),
    ),
    Box.HEROES: (
        _one_terrain("lagoon", WATER, polyomino(".X", "X."), polyomino("XXX", ".X.")),
        _one_terrain("pasture", FARM, polyomino("X.X"), polyomino(".XX", "XX.")),
        _one_terrain("settlement", VILLAGE, polyomino("X", "X"), polyomino("..X", ".XX", "XX.")),
        _one_terrain("timber-grove", FOREST, polyomino("X.", "XX"), polyomino("X.X", "X.X")),
        _one_shape("hillside-terrace", FARM, WATER, polyomino("XX", "XX")),
        _one_shape("frontier-dwelling", VILLAGE, FARM, polyomino("XXX", ".X.", ".X.")),
        _one_shape("wildwood-garden", FOREST, FARM, polyomino(".XX", "X..")),
        _one_shape("woodland-crossroads", FOREST, VILLAGE, polyomino(".X.", "XXX", ".X.")),
        _one_shape("mangrove-swamp", FOREST, WATER, polyomino("XXX", "X.X")),
        _one_shape("coastal-encampment", VILLAGE, WATER, polyomino("XXX", "X..")),
        _any_terrain("kethras-gates"),
    ),
}
