"""Laws hold for every map, every shape, and every game."""

from collections import defaultdict
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers import GameId, State, apply, new_game, read_game_id
from cartographers.attack import Attack
from cartographers.cards import RuinsCard
from cartographers.deal import deal
from cartographers.diagram import diagram, read_diagram, read_marked_diagram
from cartographers.errors import IllegalMove, Sentence
from cartographers.polyomino import Polyomino, has_shape, placements
from cartographers.region import Region, adjacent_to, cluster_with, clusters, position, region_of, space_at, spaces
from cartographers.rules import count_plies, is_legal, legal_moves, nth_ply, objection, ply_bundles
from cartographers.scoring import CARD_BY_ID, CARDS, Awards, Family, ScoringCard, monsters, stars
from support import strategies
from support.scenes import PRINTED
from support.strategies import Game, Grid, any_of, games, grids, regions, rows_of

T = TypeVar("T")

patient = settings(deadline=None)

PRINTED_SHAPES = [option.shape for card in PRINTED if not isinstance(card, RuinsCard) for option in card.options]


@given(regions)
def test_clusters_partition_their_region(region: Region) -> None:
    """Each space of a region is in exactly one cluster, and clusters are connected and not adjacent to each other."""
    parts = clusters(region)
    assert sum(parts) == region
    for part in parts:
        assert part & region == part
        assert cluster_with(part & -part, part) == part
        assert not adjacent_to(part) & region & ~part


@given(strategies.polyominoes)
def test_a_shape_has_1_2_4_or_8_orientations(shape: Polyomino) -> None:
    """A shape has 1, 2, 4, or 8 distinct orientations, the printed one first, including all rotations and flips."""
    ways = [orientation.cells for orientation in shape.orientations]
    assert len(ways) == len(set(ways))
    assert len(ways) in {1, 2, 4, 8}
    assert ways[0] == shape.cells
    for cells in ways:
        assert {orientation.cells for orientation in Polyomino(cells).orientations} == set(ways)


@patient
@given(st.one_of(strategies.polyominoes, st.sampled_from(PRINTED_SHAPES)), regions, regions)
def test_placements_put_the_shape_on_empty_spaces(shape: Polyomino, free: Region, ruins: Region) -> None:
    """Placements are distinct regions of free spaces with the given shape, and can be restricted to ruins."""
    anywhere = placements(shape, free)
    assert len(anywhere) == len(set(anywhere))
    for region in anywhere:
        assert region & ~free == 0
        assert has_shape(region, shape)
    assert placements(shape, free, ruins) == [region for region in anywhere if region & ruins]


@given(strategies.attacks, st.integers(0, 10), st.integers(0, 10))
def test_an_attack_has_1_2_4_or_8_orientations(attack: Attack, row: int, column: int) -> None:
    """An attack has 1, 2, 4, or 8 orientations, and those with the same part on the map are one choice."""
    hero = 1 << space_at(row, column)
    for strike in attack.orientations:
        places = {(row + down, column + right) for down, right in strike.offsets}
        on_the_map = {(r, c) for r, c in places if r in range(11) and c in range(11)}
        assert {position(space) for space in spaces(strike.struck_from(hero))} == on_the_map
    struck = [strike.struck_from(hero) for strike in attack.orientations if strike.room & hero]
    assert len(struck) == len(set(struck))
    assert set(struck) == {strike.struck_from(hero) for strike in attack.orientations}
    ways = [strike.offsets for strike in attack.orientations]
    assert len(ways) == len(set(ways))
    assert len(ways) in {1, 2, 4, 8}
    assert ways[0] == attack.offsets
    assert {tuple(sorted((right, -down) for down, right in way)) for way in ways} == set(ways)
    assert {tuple(sorted((down, -right) for down, right in way)) for way in ways} == set(ways)


@given(grids(), regions)
def test_diagrams_round_trip(grid: Grid, marked: Region) -> None:
    """A diagram is the same after reading and writing it, and a map with its marks after writing and reading it."""
    sheet = read_diagram(rows_of(grid))
    assert diagram(sheet) == rows_of(grid)
    assert read_diagram("\n".join(rows_of(grid))) == sheet
    marked &= sheet.land
    assert read_marked_diagram(diagram(sheet, marked)) == (sheet, marked)


#: The symmetries of a map as sequences of steps: ``m`` flips it left to right, and ``t`` swaps rows and columns.
SYMMETRIES = ("", "m", "t", "mt", "tm", "mtm", "tmt", "mtmt")
#: The symmetries that don't swap rows and columns.
NOT_SWAPPED = ("", "m", "tmt", "mtmt")
#: The cards that depend on rows, columns, or a direction, with all symmetries that don't change their scores.
DIRECTED = {
    "broken-road": ("", "mtm"),  # diagonals from the left edge to the bottom edge
    "faunlost-thicket": NOT_SWAPPED,  # runs along a column
    "sleepy-valley": NOT_SWAPPED,  # rows
    "jorekburg": NOT_SWAPPED,  # columns
    "banded-hills": NOT_SWAPPED,  # rows
    "silos": ("", "tmt"),  # every other column from the left
}
#: The cards that find the best cluster, run, or square. If several tie, the direction may affect which one is marked.
WITH_TIES = {"great-city", "shieldgate", "lost-barony", "faunlost-thicket", "outer-enclave", "caravansary"}


def unnoticed(name: str, width: int) -> tuple[str, ...]:
    """Return the symmetries of a map with a given width that don't change a card's score."""
    if name == "silos" and width % 2:
        return NOT_SWAPPED  # with an odd width, every other column from the right is the same, as on the printed maps
    return DIRECTED.get(name, SYMMETRIES)


def carried(grid: list[list[T]], symmetry: str) -> list[list[T]]:
    """Return the grid after applying a symmetry."""
    for step in symmetry:
        grid = [row[::-1] for row in grid] if step == "m" else [list(column) for column in zip(*grid, strict=True)]
    return grid


def carried_back(awards: Awards, grid: Grid, symmetry: str) -> list[tuple[int, Region]]:
    """Return the awards of a transformed map on the corresponding spaces of the original map."""
    places = [[space_at(row, column) for column in range(len(symbols))] for row, symbols in enumerate(grid)]
    there = carried(places, symmetry)
    came_from = {space_at(row, column): place for row, line in enumerate(there) for column, place in enumerate(line)}
    return sorted((award.stars, region_of(came_from[space] for space in spaces(award.spaces))) for award in awards)


@pytest.mark.parametrize("card", [*CARDS, monsters], ids=lambda card: getattr(card, "id", "monsters"))
@patient
@given(grid=grids(), data=st.data())
def test_rotating_or_flipping_a_map_changes_no_score(card: ScoringCard, grid: Grid, data: st.DataObject) -> None:
    """Rotating or flipping a map changes neither the score nor the marks of a card that knows no direction."""
    name = getattr(card, "id", "monsters")
    symmetry = data.draw(st.sampled_from(unnoticed(name, len(grid[0]))))
    rows, other_rows = rows_of(grid), rows_of(carried(grid, symmetry))
    here, there = card(read_diagram(rows)), card(read_diagram(other_rows))
    shown = "\n".join(["", *rows, "", *other_rows])
    assert stars(here) == stars(there), shown
    if name not in WITH_TIES:
        assert carried_back(here, grid, "") == carried_back(there, grid, symmetry), shown


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=repr)
@pytest.mark.parametrize(
    ("name", "drawn", "expected"),
    [
        *(("broken-road", ". . / f .", 3), ("faunlost-thicket", "f . / f v", 4), ("jorekburg", "a . / w .", 4)),
        *(("sleepy-valley", ". . . / f f f", 4), ("banded-hills", "f v a w m / . . . . .", 4)),
        *(("silos", "f . / f .", 10), ("silos", "f . . / f . .", 10)),
    ],
)
def test_unlisted_symmetries_change_directed_scores(name: str, drawn: str, expected: int, symmetry: str) -> None:
    """A card that depends on the direction has a different score after any symmetry not listed in ``DIRECTED``."""
    grid = [row.split() for row in drawn.split("/")]
    earned = stars(CARD_BY_ID[name](read_diagram(rows_of(carried(grid, symmetry)))))
    assert (earned == expected) == (symmetry in unnoticed(name, len(grid[0])))


@patient
@given(strategies.game_ids)
def test_game_ids_round_trip_and_their_deals(game_id: GameId) -> None:
    """A game id can be read in any case, and its deal is the same on any map side and for any number of players."""
    assert read_game_id(str(game_id)) == game_id
    assert read_game_id(str(game_id).upper()) == game_id
    first = deal(game_id)
    deal.cache_clear()
    deal(GameId("another"))
    assert deal(game_id) == first
    other_side = dict(zip("ABCD", "BADC", strict=True)).get(game_id.side, "X3UGU2OPOB8QGTHR")
    others = deal(replace(game_id, side=other_side, players=7))
    assert (others.edicts, others.seasons) == (first.edicts, first.seasons)
    assert {card.family for card in first.edicts} == set(Family)


def by_kind(game: Game) -> list[list[State]]:
    """Return all states of a game, then the states with each kind of card, and those with a pick."""
    kinds = defaultdict[str, list[State]](list)
    for state in game.states:
        if state.task:
            kinds["pick" if state.task.is_pick else state.task.card.kind].append(state)
    return [game.states, *kinds.values()]


@settings(patient, max_examples=300)
@given(game=games(), data=st.data())
def test_is_legal_agrees_with_legal_moves(game: Game, data: st.DataObject) -> None:
    """A ply is legal if and only if it is one of the legal moves, and ``apply`` refuses all others with the reason."""
    state = data.draw(any_of(data.draw(any_of(by_kind(game)))))
    legal, found = legal_moves(state), list(ply_bundles(state))
    assert len(legal) == len(set(legal))
    assert count_plies(found) == len(legal)
    if legal:
        number = data.draw(st.integers(0, len(legal) - 1))
        assert nth_ply(found, number) == legal[number]
    ply = data.draw(strategies.plies_near(legal or game.plies))
    assert is_legal(state, ply) == (ply in legal)
    if is_legal(state, ply):
        apply(state, ply)
    else:
        reason = objection(state, ply)
        assert reason
        with pytest.raises(IllegalMove) as raised:
            apply(state, ply)
        assert raised.value.sentence.values["why"] == Sentence(f"error.reason.{reason.reason.value}", {})


@patient
@given(strategies.game_ids, st.integers(0, 100))
def test_games_end(game_id: GameId, choice: int) -> None:
    """Games end: a player draws each card at most once, and picks at most once for a gorgon and 3 times for a troll."""
    plies = []
    state = new_game(game_id)
    while not state.is_over:
        found = list(ply_bundles(state))
        assert found
        plies.append(nth_ply(found, choice % count_plies(found)))
        state = apply(state, plies[-1])
    picks = [ply for ply in plies if ply.terrain is None]
    assert len(plies) - len(picks) <= sum(season.reveal_count for season in state.deal.seasons) * game_id.players
    assert len(picks) <= (1 + 3) * game_id.players
    assert not legal_moves(state)
    assert [len(scores) for scores in state.scores] == [game_id.players] * 4
