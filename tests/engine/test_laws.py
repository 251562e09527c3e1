"""Laws: what holds for every map, every shape and every game."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers.ambush import AMBUSH
from cartographers.deal import deal
from cartographers.diagram import diagram, read_diagram, read_marked_diagram
from cartographers.errors import IllegalMove
from cartographers.explore import EXPLORE
from cartographers.game import Ply, State, apply, is_legal, legal_moves, new_game, objection
from cartographers.game_id import GameId, read_game_id
from cartographers.polyomino import Polyomino, is_shape, placements
from cartographers.record import read_record, write_record
from cartographers.region import Region, beside, cluster_with, clusters, region_of, space_at, spaces
from cartographers.scoring import CARDS, Awards, Family, ScoringCard, monsters, stars
from engine.strategies import Game, Grid, game_ids, games, grids, plies_near, polyominoes, regions

T = TypeVar("T")

patient = settings(deadline=None)

PRINTED_SHAPES = dict.fromkeys([option.shape for card in (*EXPLORE, *AMBUSH) for option in card.options])

# --- regions and shapes -------------------------------------------------------------------------------------------


@given(regions)
def test_clusters_partition_their_region(region: Region) -> None:
    """Every space lies in exactly one cluster; clusters are connected and touch no other one."""
    parts = clusters(region)
    assert sum(parts) == region
    for part in parts:
        assert part & region == part
        assert cluster_with(part & -part, part) == part
        assert not beside(part) & region & ~part


@given(polyominoes)
def test_a_shape_has_1_2_4_or_8_orientations(shape: Polyomino) -> None:
    """They are all different, the printed one comes first, and turning any of them finds no others."""
    ways = [orientation.cells for orientation in shape.orientations]
    assert len(ways) == len(set(ways))
    assert len(ways) in {1, 2, 4, 8}
    assert ways[0] == shape.cells
    for cells in ways:
        assert {orientation.cells for orientation in Polyomino(cells).orientations} == set(ways)


@patient
@given(st.one_of(polyominoes, st.sampled_from(list(PRINTED_SHAPES))), regions, regions)
def test_placements_are_the_shape_on_free_spaces(shape: Polyomino, free: Region, ruins: Region) -> None:
    """Each once; covering ruins is only a choice among them."""
    anywhere = placements(shape, free)
    assert len(anywhere) == len(set(anywhere))
    for region in anywhere:
        assert region & ~free == 0
        assert is_shape(region, shape)
    assert placements(shape, free, ruins) == [region for region in anywhere if region & ruins]


# --- diagrams -----------------------------------------------------------------------------------------------------


@given(grids(), regions)
def test_diagrams_round_trip(grid: Grid, marked: Region) -> None:
    """A map that is read and drawn again is the same text, with marks or without; read once more, the same map."""
    rows = [" ".join(signs) for signs in grid]
    sheet = read_diagram(rows)
    assert diagram(sheet) == rows
    marked &= sheet.land
    assert read_marked_diagram(diagram(sheet, marked)) == (sheet, marked)


# --- turned and mirrored maps -------------------------------------------------------------------------------------

#: Ways to carry a map over, read from left to right: ``m`` mirrors left and right, ``t`` swaps rows and columns.
SYMMETRIES = ("", "m", "t", "mt", "tm", "mtm", "tmt", "mtmt")
#: The only direction among the cards: the Broken Road runs from the left to the bottom edge, and only the reflection
#: that swaps these two edges leaves it alone.
ROAD_SYMMETRIES = ("", "mtm")
#: Cards that look for one best cluster or square; which of several equal ones is marked may depend on the direction.
WITH_TIES = {"great-city", "shieldgate", "lost-barony"}


def carried(grid: list[list[T]], symmetry: str) -> list[list[T]]:
    """Return the grid turned and mirrored."""
    for step in symmetry:
        grid = [row[::-1] for row in grid] if step == "m" else [list(column) for column in zip(*grid, strict=True)]
    return grid


def rows_of(grid: Grid) -> list[str]:
    """Return the grid as rows of a diagram."""
    return [" ".join(signs) for signs in grid]


def carried_back(awards: Awards, grid: Grid, symmetry: str) -> list[tuple[int, Region]]:
    """Return the awards of a carried map, on the spaces where the first map had them."""
    places = [[space_at(row, column) for column in range(len(signs))] for row, signs in enumerate(grid)]
    came_from = {
        space_at(row, column): place
        for row, line in enumerate(carried(places, symmetry))
        for column, place in enumerate(line)
    }
    return sorted((award.stars, region_of(came_from[space] for space in spaces(award.spaces))) for award in awards)


@pytest.mark.parametrize("card", [*CARDS, monsters], ids=lambda card: getattr(card, "id", "monsters"))
@patient
@given(grid=grids(), symmetry=st.sampled_from(SYMMETRIES))
def test_turning_or_mirroring_a_map_changes_no_score(card: ScoringCard, grid: Grid, symmetry: str) -> None:
    """Rows count like columns and left like right, for all cards but the Broken Road; the marks turn along."""
    name = getattr(card, "id", "monsters")
    if name == "broken-road" and symmetry not in ROAD_SYMMETRIES:
        symmetry = "mtm"
    here, there = card(read_diagram(rows_of(grid))), card(read_diagram(rows_of(carried(grid, symmetry))))
    shown = "\n".join(["", *rows_of(grid), "", *rows_of(carried(grid, symmetry))])
    assert stars(here) == stars(there), shown
    if name not in WITH_TIES:
        assert carried_back(here, grid, "") == carried_back(there, grid, symmetry), shown


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_broken_road_has_a_direction(symmetry: str) -> None:
    """A filled corner at the bottom left is a road; carried to another corner it is none."""
    grid = [[".", "."], ["f", "."]]
    road = next(card for card in CARDS if card.id == "broken-road")
    assert stars(road(read_diagram(rows_of(carried(grid, symmetry))))) == (3 if symmetry in ROAD_SYMMETRIES else 0)


# --- games --------------------------------------------------------------------------------------------------------


@patient
@given(game_ids)
def test_game_ids_round_trip(game_id: GameId) -> None:
    """A game id that is written and read, in small or in capital letters, is the same."""
    assert read_game_id(str(game_id)) == game_id
    assert read_game_id(str(game_id).upper()) == game_id


@patient
@given(game_ids)
def test_a_deal_depends_on_its_game_id_alone(game_id: GameId) -> None:
    """Dealt again, from nothing and after other games, it is the same; it is the same for any number of players."""
    first = deal(game_id)
    deal.cache_clear()
    deal(GameId("another"))
    assert deal(game_id) == first
    others = deal(GameId(game_id.seed, "A", 7, game_id.edicts))
    assert (others.edicts, others.seasons) == (first.edicts, first.seasons)
    assert {card.family for card in first.edicts} == set(Family)


@patient
@given(game=games(), data=st.data())
def test_is_legal_agrees_with_legal_moves(game: Game, data: st.DataObject) -> None:
    """For any ply near the legal ones; and ``apply`` refuses exactly the others."""
    state = game.states[-1]
    legal = legal_moves(state)
    assert len(legal) == len(set(legal))
    ply = data.draw(plies_near(legal or game.plies))
    assert is_legal(state, ply) == (ply in legal)
    if is_legal(state, ply):
        apply(state, ply)
    else:
        reason = objection(state, ply)
        assert reason
        with pytest.raises(IllegalMove, match=reason.reason.value):
            apply(state, ply)


@patient
@given(games())
def test_records_replay(game: Game) -> None:
    """A record, whole or up to any ply, brings back the same plies and states."""
    record = write_record(game.id, game.plies)
    assert record.isascii()
    assert "\n" not in record
    assert read_record(record) == (game.id, tuple(game.plies), tuple(game.states))


@patient
@given(games())
def test_undo_is_the_previous_state(game: Game) -> None:
    """Playing all plies but the last again is the state before it, untouched by the ply that followed."""
    last = reduce(apply, game.plies[:-1], new_game(game.id))
    assert last == game.states[max(0, len(game.plies) - 1)]


@patient
@given(game_ids, st.integers(0, 100))
def test_games_end(game_id: GameId, choice: int) -> None:
    """Whatever is drawn, every player draws at most once for every card of the four decks."""
    most = sum(season.reveals for season in deal(game_id).seasons) * game_id.players
    played = 0
    state = new_game(game_id)
    while not state.over:
        legal = legal_moves(state)
        assert legal
        state = apply(state, legal[choice % len(legal)])
        played += 1
    assert played <= most
    assert not legal_moves(state)
    assert [len(scores) for scores in state.scores] == [game_id.players] * 4


@patient
@given(games())
def test_a_ply_draws_itself_and_nothing_is_ever_erased(game: Game) -> None:
    """After a ply its spaces have its terrain; what was filled keeps its terrain; coins never go away."""
    for ply, (before, after) in zip(game.plies, pairwise(game.states), strict=True):
        assert drawn(before, after, ply)
        for sheet, later in zip(before.sheets, after.sheets, strict=True):
            assert sheet.empty & later.empty == later.empty
            assert sheet.coins <= later.coins <= 14
            for terrain in ("forest", "village", "farm", "water", "monster"):
                assert getattr(sheet, terrain) & ~getattr(later, terrain) == 0


def drawn(before: State, after: State, ply: Ply) -> bool:
    """Say whether the sheet of the task shows the ply."""
    assert before.task
    return after.sheets[before.task.sheet].spaces_of(ply.terrain) & ply.region == ply.region
