"""Laws: what holds for every map, every shape and every game."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers.ambush import AMBUSH
from cartographers.attack import Attack
from cartographers.deal import deal
from cartographers.diagram import diagram, read_diagram, read_marked_diagram
from cartographers.errors import IllegalMove
from cartographers.explore import EXPLORE
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.polyomino import Polyomino, is_shape, placements
from cartographers.record import read_record, write_record
from cartographers.region import BOARD, Region, beside, cluster_with, clusters, position, region_of, space_at, spaces
from cartographers.rules import is_legal, legal_moves, objection
from cartographers.scoring import CARD_NAMED, CARDS, Awards, Family, ScoringCard, monsters, stars
from cartographers.state import State
from engine.laws import broken_laws
from engine.strategies import Game, Grid, attacks, game_ids, games, grids, plies_near, polyominoes, regions

T = TypeVar("T")

patient = settings(deadline=None)

EXPLORE_OPTIONS = [option for cards in EXPLORE.values() for card in cards for option in card.options]
PRINTED_SHAPES = list(
    dict.fromkeys(
        [*(option.shape for option in EXPLORE_OPTIONS), *(card.shape for cards in AMBUSH.values() for card in cards)]
    )
)

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
@given(st.one_of(polyominoes, st.sampled_from(PRINTED_SHAPES)), regions, regions)
def test_placements_are_the_shape_on_free_spaces(shape: Polyomino, free: Region, ruins: Region) -> None:
    """Each once; covering ruins is only a choice among them."""
    anywhere = placements(shape, free)
    assert len(anywhere) == len(set(anywhere))
    for region in anywhere:
        assert region & ~free == 0
        assert is_shape(region, shape)
    assert placements(shape, free, ruins) == [region for region in anywhere if region & ruins]


@given(attacks)
def test_an_attack_has_1_2_4_or_8_orientations(attack: Attack) -> None:
    """They are all different, the printed one comes first, and a quarter turn and a mirror find no others."""
    ways = [strike.offsets for strike in attack.orientations]
    assert len(ways) == len(set(ways))
    assert len(ways) in {1, 2, 4, 8}
    assert ways[0] == attack.offsets
    assert {tuple(sorted((right, -down) for down, right in way)) for way in ways} == set(ways)
    assert {tuple(sorted((down, -right) for down, right in way)) for way in ways} == set(ways)


@given(attacks, st.sampled_from(list(spaces(BOARD))))
def test_every_attack_from_a_space_is_one_choice(attack: Attack, hero: int) -> None:
    """Orientations that differ only off the map are one; what is struck is the pattern's part on the map."""
    row, column = position(hero)
    struck = []
    for strike in attack.orientations:
        places = {(row + down, column + right) for down, right in strike.offsets}
        on_the_map = {(r, c) for r, c in places if r in range(11) and c in range(11)}
        assert {position(space) for space in spaces(strike.struck_from(1 << hero))} == on_the_map
        if strike.room & 1 << hero:
            struck.append(strike.struck_from(1 << hero))
    assert len(struck) == len(set(struck))
    assert set(struck) == {strike.struck_from(1 << hero) for strike in attack.orientations}


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
#: These leave rows rows and columns columns.
NOT_SWAPPED = ("", "m", "tmt", "mtmt")
#: The cards that speak of rows, of columns or of a direction, and all ways to carry a map over that they do not notice.
DIRECTED = {
    "broken-road": ("", "mtm"),  # it runs from the left to the bottom edge, and must after it has been carried over
    "faunlost-thicket": NOT_SWAPPED,  # it runs down a column, as well up as down
    "sleepy-valley": NOT_SWAPPED,  # it counts rows
    "jorekburg": NOT_SWAPPED,  # it counts columns
    "banded-hills": NOT_SWAPPED,  # it counts rows
    "silos": ("", "tmt"),  # it counts every other column, beginning at the left
}
#: Cards that look for one best cluster, run or square; which of equal ones is marked may depend on the direction.
WITH_TIES = {"great-city", "shieldgate", "lost-barony", "faunlost-thicket", "outer-enclave", "caravansary"}


def unnoticed(name: str, width: int) -> tuple[str, ...]:
    """Return the ways to carry a map of that width over that change no score of a card."""
    if name == "silos" and width % 2:
        return NOT_SWAPPED  # every other column from the right is then the same, as on the printed maps
    return DIRECTED.get(name, SYMMETRIES)


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
@given(grid=grids(), data=st.data())
def test_turning_or_mirroring_a_map_changes_no_score(card: ScoringCard, grid: Grid, data: st.DataObject) -> None:
    """Rows count like columns and left like right, but for the cards that speak of them; the marks turn along."""
    name = getattr(card, "id", "monsters")
    symmetry = data.draw(st.sampled_from(unnoticed(name, len(grid[0]))))
    here, there = card(read_diagram(rows_of(grid))), card(read_diagram(rows_of(carried(grid, symmetry))))
    shown = "\n".join(["", *rows_of(grid), "", *rows_of(carried(grid, symmetry))])
    assert stars(here) == stars(there), shown
    if name not in WITH_TIES:
        assert carried_back(here, grid, "") == carried_back(there, grid, symmetry), shown


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=repr)
@pytest.mark.parametrize(
    ("name", "drawn", "wanted"),
    [
        ("broken-road", ". . / f .", 3),
        ("faunlost-thicket", "f . / f v", 4),
        ("sleepy-valley", ". . . / f f f", 4),
        ("jorekburg", "a . / w .", 4),
        ("banded-hills", "f v a w m / . . . . .", 4),
        ("silos", "f . / f .", 10),
        ("silos", "f . . / f . .", 10),
    ],
)
def test_what_cards_speak_of_is_noticed(name: str, drawn: str, wanted: int, symmetry: str) -> None:
    """Carried over in any other way, the map earns something else: the table of what is not noticed is complete."""
    grid = [row.split() for row in drawn.split("/")]
    earned = stars(CARD_NAMED[name](read_diagram(rows_of(carried(grid, symmetry)))))
    assert (earned == wanted) == (symmetry in unnoticed(name, len(grid[0])))


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
    """Dealt again, from nothing and after others, it is the same; so it is on a box's other side, for any number."""
    first = deal(game_id)
    deal.cache_clear()
    deal(GameId("another"))
    assert deal(game_id) == first
    neighbour = dict(zip("ABCD", "BADC", strict=True))[game_id.side]
    others = deal(replace(game_id, side=neighbour, players=7))
    assert (others.edicts, others.seasons) == (first.edicts, first.seasons)
    assert {card.family for card in first.edicts} == set(Family)


def by_kind(game: Game) -> list[list[State]]:
    """Return a game's states, and once more those with each kind of card in play and those with a pick to make."""
    kinds: dict[str, list[State]] = {}
    for state in game.states:
        if state.task:
            kinds.setdefault("pick" if state.task.is_pick else state.task.card.kind, []).append(state)
    return [game.states, *kinds.values()]


@settings(patient, max_examples=300)
@given(game=games(), data=st.data())
def test_is_legal_agrees_with_legal_moves(game: Game, data: st.DataObject) -> None:
    """For any ply near the legal ones; and ``apply`` refuses exactly the others."""
    state = data.draw(st.sampled_from(data.draw(st.sampled_from(by_kind(game)))))
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
    """Whatever is drawn: everybody draws at most once for a card, and picks once for a gorgon, thrice for a troll."""
    plies = []
    state = new_game(game_id)
    while not state.over:
        legal = legal_moves(state)
        assert legal
        plies.append(legal[choice % len(legal)])
        state = apply(state, plies[-1])
    picks = [ply for ply in plies if ply.terrain is None]
    assert len(plies) - len(picks) <= sum(season.reveals for season in state.deal.seasons) * game_id.players
    assert len(picks) <= (1 + 3) * game_id.players
    assert not legal_moves(state)
    assert [len(scores) for scores in state.scores] == [game_id.players] * 4


@patient
@given(games())
def test_plies_obey_the_laws(game: Game) -> None:
    """What was filled stays filled, terrain disappears only by being destroyed, and so on."""
    for ply, (before, after) in zip(game.plies, pairwise(game.states), strict=True):
        broken = broken_laws(before, ply, after)
        assert not broken, f"{write_record(game.id, game.plies)}\n{broken}"
