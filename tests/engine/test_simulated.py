"""A thousand games of random players, with all mixes of the boxes, obey the laws in every state."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from cartographers import CARDS, GameId, Terrain, legal_moves, read_record, write_record
from cartographers.beast import Beast
from cartographers.events import Ambush, Draw, Event, GameEnd, GameStart, Pick, Reveal, Spread
from cartographers.region import adjacent_to
from support.laws import broken_laws
from support.scenes import PRINTED
from support.simulated import MIXES, SIDES, game_number, mix, played

#: The games of each part, and the number of parts. Pyodide plays only the first one because Python is slower there.
GAMES = 100
PARTS = 1 if sys.platform == "emscripten" else 10


def checked(game_id: GameId) -> Counter[str]:
    """Play a game, check everything, and count its events."""
    plies, states = played(game_id)
    again = read_record(write_record(game_id, plies))
    assert (again.id, again.plies) == (game_id, tuple(plies))
    different = [number for number, state in enumerate(states) if state != again.states[number]]
    assert not different, f"the states after plies {different} are different"
    happened = Counter(name for state in states for event in state.events for name in names_of(event))
    for number, (ply, (before, after)) in enumerate(zip(plies, pairwise(states), strict=True), start=1):
        legal = Counter(legal_moves(before))
        assert {*legal.values()} == {1}, f"the legal moves for ply {number} have duplicates"
        assert ply in legal, f"ply {number} is not legal"
        broken = broken_laws(before, ply, after)
        assert not broken, f"ply {number}: {broken}"
        if before.task and ply.attack & before.sheets[before.task.sheet].monster:
            happened["a hero destroys"] += 1
    return happened


def names_of(event: Event) -> Iterator[str]:
    """Yield the cards and effects in an event, all of which must occur in at least one game."""
    match event:
        case GameStart():
            yield from (card.id for card in event.edicts)
        case Reveal():
            yield event.card.id
        case Draw() | Ambush() | Pick() | Spread():
            yield from effects_of(event)
        case GameEnd():
            yield "end"


def effects_of(event: Draw | Ambush | Pick | Spread) -> Iterator[str]:
    """Yield the effects of an event on a map."""
    sheet = event.after
    if not isinstance(event, Pick) and event.region & sheet.attacked & sheet.destroyed:
        yield "destroyed on arrival"
    if sheet.dragon and not adjacent_to(sheet.spaces_of_beast(Beast.DRAGON)) & sheet.empty:
        yield "a beaten dragon"
    match event:
        case Draw():
            yield from (f"forced {event.forced.value}", f"draw {event.terrain.value if event.terrain else 'nothing'}")
        case Ambush():
            yield "ambush lands" if event.region else "ambush ignored"
        case Pick():
            yield f"pick for {event.card.id}"
        case Spread():
            yield "spread"


@pytest.mark.sample(2)
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part: int) -> None:
    """No ply breaks a law, and records replay to the same states. The first part has every card and effect."""
    happened = Counter[str]()
    for game_id in map(game_number, range(GAMES * part, GAMES * (part + 1))):
        try:
            happened += checked(game_id)
        except Exception as error:
            msg = f"in game {game_id}: {error}"
            raise AssertionError(msg) from error
    assert happened["end"] == GAMES
    assert part or happened.keys() == {
        *(card.id for card in (*PRINTED, *CARDS)),
        *(f"draw {terrain.value}" for terrain in Terrain),
        *("forced none", "forced no-fit", "forced ruins", "a hero destroys", "destroyed on arrival", "a beaten dragon"),
        *("ambush lands", "ambush ignored", "pick for giant-troll-ravage", "pick for gorgon-gaze", "spread", "end"),
    }


def test_games_include_every_mix() -> None:
    """The games include every mix of the boxes on every side, and every number of players."""
    games = list(map(game_number, range(1000)))
    assert {(game.explore, game.seasons, game.ambush, game.heroes, game.scoring) for game in games} == set(MIXES)
    assert len({(mix(number), game.side) for number, game in enumerate(games)}) == len(MIXES) * len(SIDES)
    assert {game.side for game in games} == set(SIDES)
    assert {game.players for game in games} == {1, 2, 3, 5, 12}
    assert {bool(game.edicts) for game in games} == {False, True}
