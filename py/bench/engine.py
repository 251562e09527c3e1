"""The speed of the engine and of the same rules written with plain sets of spaces, natively and in Pyodide.

The bench runs this module in each Python. There it times both versions in alternating batches, so that slow moments of
the machine affect both, and prints the seconds as JSON. All figures are medians.
"""

from __future__ import annotations

import json
import random
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count
from statistics import median
from timeit import Timer
from typing import TypeAlias

from bench.report import table
from cartographers import diagram, explore, game, player_view, scoring
from cartographers.bots.random_player import random_player
from cartographers.boxes import Box
from cartographers.game_id import GameId
from cartographers.rules import legal_moves
from cartographers.state import Task
from plain import cards, maps, rules
from tasks import installed, steps

#: The number of processes for each Python, and of batches of each kind of work in a process.
RUNS, BATCHES = 3, 7
#: Two shapes in twelve orientations, on a map with 57 of its 121 spaces empty.
CARD = "hamlet"
ROWS = maps.MID_GAME["fall"]
#: The edicts of 4 games.
EDICTS = [*chain.from_iterable(cards.SOLO_NUMBERS.values())]
GAME = "a solo game of random moves"

#: The same work of the engine and of the plain rules, with a divisor for the times.
Work: TypeAlias = tuple[Callable[[], object], Callable[[], object], int]


def bench(_options: Namespace) -> tuple[str, str]:
    """Measure both versions in both Pythons in alternation, and return the headline and the table."""
    node = [steps.tool("node", installed.NODE_ADVICE), "web/runtime/inside.mjs", "-", "bench.engine"]
    seconds: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for _ in range(RUNS):
        for place, command in (("native", [sys.executable, "-m", "bench.engine"]), ("Pyodide", node)):
            for work, batches in json.loads(steps.output_with_tests(command)).items():
                seconds[work, place] += batches
    rows = {}
    for (work, place), batches in sorted(seconds.items()):
        ratio = median(plain / engine for engine, plain in batches)
        rows[work, place] = [work, place, *map(shown, zip(*batches, strict=True)), f"{ratio:.1f}"]
    native, pyodide = rows[GAME, "native"], rows[GAME, "Pyodide"]
    headline = (
        f"A solo game of random moves takes {native[2]}, and {pyodide[2]} in Pyodide. The same rules written with "
        f"plain sets take {pyodide[4]} times as long."
    )
    return headline, table(["work", "where", "engine", "plain sets", "plain / engine"], rows.values())


def shown(seconds: tuple[float, ...]) -> str:
    """Format the median duration with three digits, in µs or ms."""
    found = median(seconds)
    value, unit = (found * 1e6, "µs") if found < 1e-3 else (found * 1e3, "ms")
    return f"{value:#.3g}".rstrip(".") + f" {unit}"


def works() -> dict[str, Work]:
    """Return all work by its name in the table."""
    plain_map, sheet = rules.PlainMap.from_rows(ROWS), diagram.read_diagram(ROWS)
    card, plain_card = next(card for card in explore.EXPLORE[Box.BASE] if card.id == CARD), cards.EXPLORE[CARD]
    state = replace(game.new_game(GameId("1")), sheets=(sheet,), task=Task(0, 0, card, card.options, sheet.empty))
    edicts = [scoring.CARD_BY_ID[name] for name in EDICTS]
    seeds, plain_seeds = count(), count()

    def play() -> None:
        """Play a whole game of random moves, as `random_game` does with the plain rules."""
        seed = str(next(seeds))
        state, rng = game.new_game(GameId(seed)), random.Random(seed)  # noqa: S311 - repeatable on purpose
        while task := state.task:
            state = game.apply(state, random_player(player_view.view_of(state, task.player), rng))

    return {
        "all placements of Hamlet (2 shapes, 12 orientations) on a half-full map": (
            lambda: legal_moves(state),
            lambda: rules.draws(plain_card, plain_map, ruins_due=False),
            1,
        ),
        "scoring four edicts on a half-full map (mean of 4 sets)": (
            lambda: [scoring.stars(edict(sheet)) for edict in edicts],
            lambda: [rules.score(edict, plain_map) for edict in EDICTS],
            len(EDICTS) // 4,
        ),
        GAME: (play, lambda: rules.random_game(next(plain_seeds)), 1),
    }


def seconds_of(engine: Callable[[], object], plain: Callable[[], object], divisor: int) -> list[list[float]]:
    """Return the seconds of both versions in each batch."""
    timers = [Timer(engine), Timer(plain)]
    numbers = [timer.autorange()[0] for timer in timers]
    return [
        [timer.timeit(number) / number / divisor for timer, number in zip(timers, numbers, strict=True)]
        for _ in range(BATCHES)
    ]


if __name__ == "__main__":
    print(json.dumps({name: seconds_of(*work) for name, work in works().items()}))
