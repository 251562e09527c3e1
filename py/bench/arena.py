"""The strength of the bots: solo games on all maps, and tables of two, three, and four.

In solo, all strengths play the same games. A table seats different strengths, in all combinations, and the seats
rotate. A rating is the stars minus the solo numbers. The tables show the mean of each bot's ratings with its standard
error, their nine deciles, and the stars of a game by source. Times are CPU times for one ply, with one game per core.

The same code always makes the same moves. Every finished game is saved in .bench/arena.jsonl, which git ignores. If the
bench is started again, it plays only the missing games.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from cartographers import arena
from cartographers.arena import Match, Result, summary
from cartographers.bots import STRENGTHS
from cartographers.boxes import Box
from cartographers.game_id import GameId, pure_game
from tasks.steps import ROOT

#: The default number of games on map A, the map of the headline.
GAMES = 100
#: Divisors of the number of games on map A: one gives the solo games on each other map, one the decks at tables.
ALONE_ELSEWHERE, AT_TABLES = 4, 8
#: The finished games, one line for each player.
PLAYED = ROOT / ".bench" / "arena.jsonl"
NAMES = tuple(STRENGTHS)


def game(kind: str, number: int) -> GameId:
    """Return a solo game on a map side, or with a mix of both boxes on all sides in turn."""
    seed = f"arena{number}"
    if kind == "mix":
        box = (Box.BASE, Box.HEROES)[number // 4 % 2]
        boxes = GameId(seed, "ABCD"[number % 4], explore=box, seasons=box, ambush=Box.BOTH, scoring=Box.BOTH)
        return replace(boxes, heroes=True)
    return replace(pure_game(seed, Box.BASE if kind in "AB" else Box.HEROES), side=kind)


def tables(players: int, number: int) -> Iterator[Match]:
    """Yield matches with the same deck for every combination of strengths; the seats rotate from deck to deck."""
    game_id = str(GameId(f"arena{number}", "AB"[number % 2], players))
    for chosen in combinations(NAMES, players):
        turn = number % players
        yield Match(game_id, (*chosen[turn:], *chosen[:turn]))


def groups(games: int) -> dict[str, list[Match]]:
    """Return the matches of each section of the report, for a number of solo games on map A."""
    elsewhere, decks = -(-games // ALONE_ELSEWHERE), -(-games // AT_TABLES)
    alone = {"A": games, **dict.fromkeys(("B", "C", "D", "mix"), elsewhere)}
    return {
        f"Solo, {'a mix of both boxes' if kind == 'mix' else f'map {kind}'}": [
            Match(str(game(kind, number)), (name,)) for number in range(count) for name in NAMES
        ]
        for kind, count in alone.items()
    } | {
        f"Games with {seats} players": [match for number in range(decks) for match in tables(seats, number)]
        for seats in (2, 3, 4)
    }


def bench(options: Namespace) -> tuple[str, str]:
    """Play the missing games, and return the headline and the tables."""
    games = options.games or GAMES
    PLAYED.parent.mkdir(exist_ok=True)
    found = {title: arena.run(matches, PLAYED, os.cpu_count() or 1) for title, matches in groups(games).items()}
    tables = [f"## {title}\n\n" + "\n".join(arena.report(its, NAMES, "table")) for title, its in found.items()]
    ratings = ", ".join(_rating(name, found["Solo, map A"]) for name in NAMES)
    version = f"Version {arena.code_hash()} of the engine's code, `--games {games}`."
    return f"The mean ratings of {games:,} solo games on map A are {ratings}.", "\n\n".join([version, *tables])


def _rating(name: str, results: list[Result]) -> str:
    told = summary(name, [result for result in results if result["player"] == name])
    return f"{told['mean']:.0f} ± {told['se']:.0f} ({name})"
