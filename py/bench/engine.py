"""Time the engine and the plain rules on the same work, in alternating batches, and print the seconds as JSON.

``bench`` runs this module natively and in Pyodide.
"""

from __future__ import annotations

import importlib
import json
import platform
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from timeit import Timer

from cartographers.bots.candidates import option_candidates
from cartographers.bots.random_player import random_player
from cartographers.bots.sketch import Sketch
from cartographers.bots.value import Outlook
from cartographers.boxes import Box
from cartographers.diagram import read_diagram
from cartographers.explore import EXPLORE as ENGINE_EXPLORE
from cartographers.game import apply, new_game
from cartographers.game_id import MAX_PLAYERS, GameId, edicts_named, pure_game
from cartographers.player_view import PlayerView, view_of
from cartographers.rules import legal_moves
from cartographers.scoring import CARD_BY_ID, stars
from cartographers.sheet import Sheet
from cartographers.state import Task
from plain import rules
from plain.cards import EXPLORE, SOLO_NUMBERS
from plain.maps import MID_GAME

Batch = Callable[[], object]

#: The number of batches of each kind of work.
BATCHES = 7
#: Two shapes in twelve orientations, on a map with 57 of its 121 spaces empty.
CARD = "hamlet"
ROWS = MID_GAME["fall"]
#: The time left in the season.
LEFT = 4
EDICT_SETS = [list(edicts) for edicts in zip(*SOLO_NUMBERS.values(), strict=True)]


def engine_game(game_id: GameId) -> None:
    """Play a whole game of random moves, as `random_game` does with the plain rules."""
    state = new_game(game_id)
    rng = random.Random(game_id.seed)  # noqa: S311 - repeatable on purpose
    while task := state.task:
        state = apply(state, random_player(view_of(state, task.player), rng))


def large_game(seed: int) -> GameId:
    """Return the largest game of Heroes."""
    return replace(pure_game(str(seed), Box.HEROES), players=MAX_PLAYERS)


def values(views: list[PlayerView], sheet: Sheet) -> int:
    """Value each map after each placement of the card once, as a search does, and return the number of maps.

    The outlooks are new, because an outlook remembers the maps that it has valued.
    """
    card = next(card for card in ENGINE_EXPLORE[Box.BASE] if card.id == CARD)
    sketch = Sketch.of(sheet)
    found = option_candidates(card.options, sketch.empty)
    for view in views:
        outlook = Outlook(view, 0)
        for candidate in found:
            outlook.value(candidate.on(sketch), LEFT, dangers=False)
    return len(views) * len(found)


def works() -> dict[str, dict[str, tuple[Batch, int]]]:
    """Return all work in both versions, with the number of repetitions in one call."""
    plain_map, sheet = rules.PlainMap.from_rows(ROWS), read_diagram(ROWS)
    card, plain_card = next(card for card in ENGINE_EXPLORE[Box.BASE] if card.id == CARD), EXPLORE[CARD]
    state = replace(new_game(GameId("1")), sheets=(sheet,), task=Task(0, 0, card, card.options, sheet.empty))
    edicts = [CARD_BY_ID[name] for names in EDICT_SETS for name in names]
    views = [view_of(new_game(GameId("1", edicts=edicts_named(names))), 0) for names in EDICT_SETS]
    seeds, plain_seeds, large_seeds = count(), count(), count()
    return {
        "placements": {
            "engine": (lambda: legal_moves(state), 1),
            "plain": (lambda: rules.draws(plain_card, plain_map, ruins_due=False), 1),
        },
        "edicts": {
            "engine": (lambda: [stars(edict(sheet)) for edict in edicts], len(EDICT_SETS)),
            "plain": (lambda: [rules.score(edict.id, plain_map) for edict in edicts], len(EDICT_SETS)),
        },
        "value": {"engine": (lambda: values(views, sheet), values(views, sheet))},
        "game": {
            "engine": (lambda: engine_game(GameId(str(next(seeds)))), 1),
            "plain": (lambda: rules.random_game(next(plain_seeds)), 1),
        },
        "large game": {"engine": (lambda: engine_game(large_game(next(large_seeds))), 1)},
    }


def in_turns(versions: dict[str, tuple[Batch, int]]) -> dict[str, list[float]]:
    """Time batches of the versions alternately, so that slow moments of the machine affect all versions."""
    timers = {name: Timer(work) for name, (work, _) in versions.items()}
    times = {name: timer.autorange()[0] for name, timer in timers.items()}
    seconds: dict[str, list[float]] = {name: [] for name in versions}
    for _ in range(BATCHES):
        for name, (_, at_once) in versions.items():
            seconds[name].append(timers[name].timeit(times[name]) / times[name] / at_once)
    return seconds


def import_engine() -> None:
    """Import the engine's modules again."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "cartographers"]:
        del sys.modules[name]
    importlib.import_module("cartographers.record")


def import_times() -> list[float]:
    """Time the import of the compiled engine, without the standard library's."""
    with tempfile.TemporaryDirectory() as cache:
        sys.pycache_prefix, sys.dont_write_bytecode = cache, False
        import_engine()
        return Timer(import_engine).repeat(BATCHES, 1)


def main() -> None:
    """Print all measurements."""
    seconds = {name: in_turns(versions) for name, versions in works().items()}
    seconds["import"] = {"engine": import_times()}
    print(json.dumps({"python": platform.python_version(), "seconds": seconds}))


if __name__ == "__main__":
    main()
