"""The engine against the plain rules: whatever the map, both say the same."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, get_args
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers.cards import AmbushCard, Arrow, Corner
from cartographers.diagram import diagram, read_diagram
from cartographers.game import State, apply, legal_moves, new_game
from cartographers.game_id import GameId
from cartographers.polyomino import placements as engine_placements
from cartographers.polyomino import polyomino
from cartographers.region import Region, position, spaces
from cartographers.scoring import CARD_NAMED, Awards, monsters, stars
from cartographers.solo import ambush_trail, ambush_walk
from plain.cards import AMBUSHES, EXPLORE, SIDES
from plain.referee import LETTERS, Foul, Referee, referee
from plain.rules import (
    SCORING,
    PlainMap,
    on_ruins,
    placements,
    score,
    solo_ambush,
    solo_walk,
    surrounded_mountains,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cartographers.sheet import Sheet
    from plain.referee import Event
    from plain.rules import Spaces

RULES: dict[str, Callable[[Sheet], Awards]] = {**CARD_NAMED, "monsters": monsters}
SHAPES = {
    **{"/".join(shape.rows): shape.rows for card in EXPLORE.values() for shape in card.shapes},
    **{"/".join(card.rows): card.rows for card in AMBUSHES.values()},
}
CORNERS = get_args(Corner)
DIRECTIONS = get_args(Arrow)
SIGNS = (".", "@", "^", "#", *"fvawmhx", *(f"{letter}@" for letter in "fvawmhx"))

a_shape = st.sampled_from(list(SHAPES.values()))
a_seed = st.integers(0, 10**6)
patient = settings(deadline=None)


@st.composite
def maps(draw: st.DrawFn, *, size: int | None = None, among: str = "") -> list[str]:
    """Draw a diagram in few signs, some of them given, so that clusters grow and lines fill; of one size, or of any."""
    height, width = (size, size) if size else (draw(st.integers(1, 11)), draw(st.integers(1, 11)))
    palette = [*among, *draw(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=7))]
    signs = draw(st.lists(st.sampled_from(palette), min_size=height * width, max_size=height * width))
    return [" ".join(signs[r * width : (r + 1) * width]) for r in range(height)]


def plain_spaces(region: Region) -> Spaces:
    """Turn an engine's region into coordinates."""
    return frozenset(position(space) for space in spaces(region))


def shown(rows: list[str]) -> str:
    """Show the map of a failure."""
    return "\n".join(["", *rows])


@patient
@given(rows=maps())
def test_diagrams(rows: list[str]) -> None:
    """Both read and write the same maps."""
    assert diagram(read_diagram(rows)) == PlainMap.from_rows(rows).rows() == rows


@pytest.mark.parametrize("card", SCORING)
@patient
@given(rows=maps())
def test_scoring(card: str, rows: list[str]) -> None:
    """Every scoring card, and the monsters, on any map."""
    assert stars(RULES[card](read_diagram(rows))) == score(card, PlainMap.from_rows(rows)), shown(rows)


@settings(patient, max_examples=300)
@given(shape=a_shape, rows=maps(), due=st.booleans())
def test_placements(shape: tuple[str, ...], rows: list[str], *, due: bool) -> None:
    """Every shape, anywhere or on ruins only; each placement once."""
    sheet, plain = read_diagram(rows), PlainMap.from_rows(rows)
    found = engine_placements(polyomino(*shape), sheet.empty, sheet.open_ruins if due else None)
    wanted = {placed for placed in placements(shape, plain) if not due or on_ruins(placed, plain)}
    assert set(map(plain_spaces, found)) == wanted, shown(rows)
    assert len(found) == len(wanted), shown(rows)


@patient
@given(rows=maps())
def test_surrounded_mountains(rows: list[str]) -> None:
    """Which mountains have paid their coin."""
    found = plain_spaces(read_diagram(rows).surrounded_mountains)
    assert found == surrounded_mountains(PlainMap.from_rows(rows)), shown(rows)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_solo_walk(shape: tuple[str, ...], corner: Corner, direction: Arrow) -> None:
    """Every place in order, from any corner and with any shape, not only those that a card combines."""
    card = AmbushCard("", polyomino(*shape), direction, corner, direction)
    assert list(map(plain_spaces, ambush_walk(card))) == list(solo_walk(shape, corner, direction, 11, 11))


@patient
@given(shape=a_shape, rows=maps(size=11), corner=st.sampled_from(CORNERS), direction=st.sampled_from(DIRECTIONS))
def test_solo_ambush(shape: tuple[str, ...], rows: list[str], corner: Corner, direction: Arrow) -> None:
    """Where an ambush lands, if anywhere."""
    card = AmbushCard("", polyomino(*shape), direction, corner, direction)
    trail = ambush_trail(card, read_diagram(rows).empty)
    landed = plain_spaces(trail[-1]) if trail else None
    assert landed == solo_ambush(shape, corner, direction, PlainMap.from_rows(rows)), shown(rows)


def solo_game(seed: int, side: str) -> Iterator[State]:
    """Yield the states of a solo game of random draws."""
    state = new_game(GameId(str(seed), side))
    rng = Random(seed)  # noqa: S311 - repeatable on purpose
    yield state
    while not state.over:
        state = apply(state, rng.choice(legal_moves(state)))
        yield state


def log_of(states: Iterable[State]) -> list[Event]:
    """Give the event log, as read from JSON."""
    log: list[Event] = json.loads(json.dumps([event.to_json() for state in states for event in state.events]))
    return log


def judged(states: Iterable[State], judge: Referee) -> None:
    """Let the referee see every event, and compare all that may be drawn, not only what was."""
    for state in states:
        for event in log_of([state]):
            judge.see(event)
        if not state.over:
            offered = [(LETTERS[ply.terrain.value], plain_spaces(ply.region)) for ply in legal_moves(state)]
            wanted = {(draw.terrain, draw.spaces) for draw in judge.choices}
            assert set(offered) == wanted, shown(judge.sheet.rows())
            assert len(offered) == len(wanted), shown(judge.sheet.rows())
    judge.done()


@settings(patient, max_examples=30)
@given(seed=a_seed, side=st.sampled_from(sorted(SIDES)))
def test_a_solo_game(seed: int, side: str) -> None:
    """The plain rules find nothing against a game from the deal to the title."""
    judged(solo_game(seed, side), Referee())


@settings(patient, max_examples=30)
@given(seed=a_seed, rows=maps(size=11, among="...@"))
def test_a_solo_game_on_any_map(seed: int, rows: list[str]) -> None:
    """Nor where shapes, ambushes and coins no longer fit and ruins run out, as few games on a printed side get."""
    with patch("cartographers.game.blank_sheet", lambda _: read_diagram(rows)):
        judged(solo_game(seed, "A"), Referee(rows))


def first(log: list[Event], kind: str) -> Event:
    """Find the first event of a kind."""
    return next(event for event in log if event["event"] == kind)


def swapped_edicts(log: list[Event]) -> None:
    """Tell another order of the edicts than the one that was scored."""
    edicts = first(log, "setup")["edicts"]
    edicts["A"], edicts["C"] = edicts["C"], edicts["A"]


def set_field(kind: str, field: str, value: object) -> Callable[[list[Event]], None]:
    """Change a field in the first event of a kind."""
    return lambda log: first(log, kind).update({field: value})


FOULS: dict[str, Callable[[list[Event]], None]] = {
    "edicts": swapped_edicts,
    "solo numbers": lambda log: first(log, "setup")["solo_numbers"].popitem(),
    "map": lambda log: first(log, "setup")["map"].reverse(),
    "deck": lambda log: first(log, "season")["deck"].pop(),
    "threshold": set_field("season", "threshold", 7),
    "card": set_field("reveal", "card", "no such card"),
    "time": set_field("reveal", "total", 9),
    "terrain": set_field("draw", "terrain", "monster"),
    "spaces": lambda log: first(log, "draw")["spaces"].pop(),
    "forced": set_field("draw", "forced", "full"),
    "coins": set_field("draw", "coins", 3),
    "coins gained": set_field("draw", "coins_gained", 2),
    "map after": lambda log: first(log, "draw")["map"].reverse(),
    "walk": lambda log: first(log, "ambush")["spaces"].pop(),
    "stars": lambda log: first(log, "score")["edicts"].update(A=99),
    "monsters": set_field("score", "monsters", 1),
    "total": set_field("score", "total", 99),
    "rating": set_field("end", "rating", 99),
    "title": set_field("end", "title", "Cartographer"),
    "missing draw": lambda log: log.remove(first(log, "draw")),
    "missing ambush": lambda log: log.remove(first(log, "ambush")),
    "missing score": lambda log: log.remove(first(log, "score")),
    "missing end": lambda log: log.remove(first(log, "end")),
}


@pytest.mark.parametrize("foul", FOULS.values(), ids=FOULS)
def test_the_referee_sees(foul: Callable[[list[Event]], None]) -> None:
    """A single change anywhere in a fair log is a foul."""
    log = log_of(solo_game(2, "A"))
    referee(log)
    foul(log)
    with pytest.raises(Foul):
        referee(log)
