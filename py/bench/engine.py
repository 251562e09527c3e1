"""The speed of the engine and of the plain rules on the same work, natively and in Pyodide.

The bench runs this module in each Python. There it times both versions in alternating batches, so that slow moments of
the machine affect both, and prints the seconds as JSON.
"""

from __future__ import annotations

import json
import platform
import random
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from itertools import count, product
from statistics import median
from timeit import Timer
from typing import TypeAlias

from bench.report import Report, table
from cartographers.bots.candidates import option_candidates
from cartographers.bots.random_player import random_player
from cartographers.bots.sketch import Sketch
from cartographers.bots.value import Outlook
from cartographers.boxes import Box
from cartographers.diagram import read_diagram
from cartographers.explore import EXPLORE as ENGINE_EXPLORE
from cartographers.game import apply, new_game
from cartographers.game_id import MAX_PLAYERS, GameId, edicts_named, pure_game
from cartographers.player_view import view_of
from cartographers.rules import legal_moves
from cartographers.scoring import CARD_BY_ID, stars
from cartographers.state import Task
from plain import rules
from plain.cards import EXPLORE, SOLO_NUMBERS
from plain.maps import MID_GAME
from tasks.installed import NODE_ADVICE
from tasks.steps import output_with_tests, tool

#: The number of processes for each Python, and of batches of each kind of work in a process.
RUNS, BATCHES = 3, 7
#: Two shapes in twelve orientations, on a map with 57 of its 121 spaces empty.
CARD = "hamlet"
ROWS = MID_GAME["fall"]
#: The time left in the season.
LEFT = 4
EDICT_SETS = [list(edicts) for edicts in zip(*SOLO_NUMBERS.values(), strict=True)]
GAME = "a solo game of random moves"
NATIVE, PYODIDE = "native", "Pyodide"

#: Work, with the number of repetitions in one call.
Work: TypeAlias = tuple[Callable[[], object], int]


def bench(_options: Namespace) -> Report:
    """Measure both versions in both Pythons in alternation."""
    node = [tool("node", NODE_ADVICE), "web/runtime/inside.mjs", "-", "bench.engine"]
    commands = {NATIVE: [sys.executable, "-m", "bench.engine"], PYODIDE: node}
    pythons: dict[str, str] = {}
    seconds: dict[tuple[str, str], list[list[float]]] = {}
    for _ in range(RUNS):
        for place, command in commands.items():
            pythons[place], found = json.loads(output_with_tests(command))
            for work, versions in found.items():
                for batches, more in zip(seconds.setdefault((work, place), [[], []]), versions, strict=True):
                    batches.extend(more)
    rows, slower = [], {}
    for work, place in product(dict.fromkeys(work for work, _ in seconds), commands):
        engine, plain = seconds[work, place]
        slower[work, place] = median(slow / fast for slow, fast in zip(plain, engine, strict=False)) if plain else 0
        others = [shown(plain), f"{slower[work, place]:.1f}"] if plain else ["", ""]
        rows.append([work, place, shown(engine), *others])
    games = [shown(seconds[GAME, place][0]) for place in commands]
    return Report(
        "Speed of the engine",
        f"A solo game of random moves takes {games[0]}, and {games[1]} in Pyodide. The same rules written with plain "
        f"sets take {slower[GAME, PYODIDE]:.0f} times as long.",
        f', with Python {pythons[NATIVE]} and {pythons[PYODIDE]} in Pyodide. All figures are medians. "Plain sets" is '
        "the same work, done by rules written with sets of spaces.",
        [table(["work", "where", "engine", "plain sets", "plain / engine"], rows)],
    )


def shown(seconds: list[float]) -> str:
    """Format the median duration with three digits, in µs or ms."""
    found = median(seconds)
    value, unit = (found * 1e6, "µs") if found < 1e-3 else (found * 1e3, "ms")
    return f"{value:#.3g}".rstrip(".") + f" {unit}"


def play(game_id: GameId) -> None:
    """Play a whole game of random moves, as `random_game` does with the plain rules."""
    state = new_game(game_id)
    rng = random.Random(game_id.seed)  # noqa: S311 - repeatable on purpose
    while task := state.task:
        state = apply(state, random_player(view_of(state, task.player), rng))


def works() -> dict[str, list[Work]]:
    """Return all work of the engine, and the same work of the plain rules if they can do it."""
    plain_map, sheet = rules.PlainMap.from_rows(ROWS), read_diagram(ROWS)
    card, plain_card = next(card for card in ENGINE_EXPLORE[Box.BASE] if card.id == CARD), EXPLORE[CARD]
    state = replace(new_game(GameId("1")), sheets=(sheet,), task=Task(0, 0, card, card.options, sheet.empty))
    edicts = [CARD_BY_ID[name] for names in EDICT_SETS for name in names]
    views = [view_of(new_game(GameId("1", edicts=edicts_named(names))), 0) for names in EDICT_SETS]
    sketch = Sketch.of(sheet)
    placements = option_candidates(card.options, sketch.empty)
    seeds, plain_seeds, large_seeds = count(), count(), count()

    def value() -> None:
        """Value each map after each placement once. The outlooks are new, because an outlook remembers its maps."""
        for view in views:
            outlook = Outlook(view, 0)
            for candidate in placements:
                outlook.value(candidate.on(sketch), LEFT, dangers=False)

    def large_game() -> GameId:
        return replace(pure_game(str(next(large_seeds)), Box.HEROES), players=MAX_PLAYERS)

    return {
        "all placements of Hamlet (2 shapes, 12 orientations) on a half-full map": [
            (lambda: legal_moves(state), 1),
            (lambda: rules.draws(plain_card, plain_map, ruins_due=False), 1),
        ],
        "scoring four edicts on a half-full map (mean of the 4 sets)": [
            (lambda: [stars(edict(sheet)) for edict in edicts], len(EDICT_SETS)),
            (lambda: [rules.score(edict.id, plain_map) for edict in edicts], len(EDICT_SETS)),
        ],
        "a bot's valuation of one ply on a half-full map (mean of the 4 sets)": [(value, len(views) * len(placements))],
        GAME: [(lambda: play(GameId(str(next(seeds)))), 1), (lambda: rules.random_game(next(plain_seeds)), 1)],
        "a game of Heroes with twelve players, random moves": [(lambda: play(large_game()), 1)],
    }


def seconds_of(versions: list[Work]) -> list[list[float]]:
    """Return the seconds of each batch of the engine and of the plain rules, in alternating batches."""
    timers = [Timer(work) for work, _ in versions]
    times = [timer.autorange()[0] for timer in timers]
    found: list[list[float]] = [[], []]
    for _ in range(BATCHES):
        for batches, timer, number, (_, repeated) in zip(found, timers, times, versions, strict=False):
            batches.append(timer.timeit(number) / number / repeated)
    return found


if __name__ == "__main__":
    print(json.dumps([platform.python_version(), {work: seconds_of(versions) for work, versions in works().items()}]))
