"""The arena's complete table: all strengths in solo games on all maps, and at tables of two, three, and four.

In solo, all strengths play the same games. A table seats different strengths, in all combinations, and the seats
rotate. The groups of games progress together, so an interrupted run has played some games of each. The bench saves
every finished game in .bench/arena.jsonl, which git ignores. If it is started again, it plays only the missing games.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bench.report import table, write
from cartographers import arena
from cartographers.arena import Match, Result, summary
from cartographers.bots import STRENGTHS
from cartographers.boxes import Box
from cartographers.game_id import GameId, pure_game
from cartographers.seasons import EDICTS
from tasks.steps import ROOT

#: The map of the headline's games, the first map of the base game.
HEADLINE = "A"
#: The default number of games on map A.
GAMES = 100
#: Divisors of the number of games on map A: one gives the solo games on each other map, one the decks at tables.
ALONE_ELSEWHERE, AT_TABLES = 4, 8
#: The finished games, one line for each player.
PLAYED = ROOT / ".bench" / "arena.jsonl"
#: Milliseconds in an hour.
HOUR = 3_600_000
NAMES = tuple(STRENGTHS)


class Group(NamedTuple):
    """Games that form one section of the report."""

    #: The map, ``mix``, or the number of players.
    kind: str
    matches: tuple[Match, ...]

    @property
    def is_solo(self) -> bool:
        """Whether the games are solo games."""
        return not self.kind.isdecimal()

    @property
    def title(self) -> str:
        """The title of the section."""
        if not self.is_solo:
            return f"Games with {self.kind} players"
        return "Solo, a mix of both boxes" if self.kind == "mix" else f"Solo, map {self.kind}"


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


def groups(games: int) -> list[Group]:
    """Return all groups for a number of solo games on map A."""
    alone = {HEADLINE: games, **dict.fromkeys(("B", "C", "D", "mix"), -(-games // ALONE_ELSEWHERE))}
    found = [
        Group(kind, tuple(Match(str(game(kind, number)), (name,)) for number in range(count) for name in NAMES))
        for kind, count in alone.items()
    ]
    decks = range(-(-games // AT_TABLES))
    return found + [
        Group(str(seats), tuple(match for number in decks for match in tables(seats, number))) for seats in (2, 3, 4)
    ]


def in_rounds(found: Sequence[Group]) -> list[Match]:
    """Return all matches in an order in which all groups progress at the same rate."""
    placed = [
        ((place + 1) / len(group.matches), number, match)
        for number, group in enumerate(found)
        for place, match in enumerate(group.matches)
    ]
    return [match for _, _, match in sorted(placed)]


def bench(games: int | None) -> None:
    """Play the missing games, and write the report."""
    games = games or GAMES
    found = groups(games)
    PLAYED.parent.mkdir(exist_ok=True)
    results = arena.run(in_rounds(found), PLAYED, os.cpu_count() or 1)
    by_match: dict[Match, list[Result]] = {}
    for result in results:
        by_match.setdefault(Match(result["game"], tuple(result["seats"])), []).append(result)
    sections, headline = list[str](), ""
    for group in found:
        played = [by_match[match] for match in group.matches]
        told = {name: summary(name, its) for name in NAMES if (its := _results_of(name, played))}
        sections += [f"## {group.title}", _ratings(told, _differences(played), group), _sources([*told.values()])]
        if group.kind == HEADLINE:
            ratings = ", ".join(f"{one['mean']:.0f} ± {one['se']:.0f} ({name})" for name, one in told.items())
            headline = f"The mean ratings of {games:,} solo games on map {HEADLINE} are {ratings}."
    hours = sum(ms for result in results for ms in result["times"]) / HOUR
    write(
        "arena",
        "Strength of the bots",
        headline,
        f", with Python {platform.python_version()} and version {arena.code_hash()} of the engine's code, by the "
        f"command `python3 py bench arena --games {games}`, in {hours:.1f} core-hours. It saves each game in "
        "`.bench/arena.jsonl`, and continues from there after an interruption. The same code always makes the same "
        "moves.",
        "A rating is the stars minus the solo numbers. The tables show the mean of each bot's ratings with its "
        "standard error, their nine deciles, the mean difference to the next weaker bot on the same games, and the "
        "stars of a game by source. Times are CPU times for one ply, with one game per core.",
        *sections,
    )


def _results_of(name: str, played: Sequence[Sequence[Result]]) -> list[Result]:
    return [result for match in played for result in match if result["player"] == name]


def _differences(played: Sequence[Sequence[Result]]) -> dict[str, str]:
    """Return each bot's mean difference to the next weaker one on the same games, or at the same tables."""
    ratings: dict[str, dict[str, int]] = {}
    for number, match in enumerate(played):
        for result in match:
            seated = result["game"] if len(match) == 1 else str(number)
            ratings.setdefault(seated, {})[result["player"]] = result["rating"]
    found = {}
    for weaker, stronger in pairwise(NAMES):
        gained = [its[stronger] - its[weaker] for its in ratings.values() if weaker in its and stronger in its]
        error = stdev(gained) / len(gained) ** 0.5 if len(gained) > 1 else 0
        found[stronger] = f"{fmean(gained):+.1f} ± {error:.1f}" if gained else ""
    return found


def _ratings(told: Mapping[str, Mapping[str, Any]], differences: Mapping[str, str], group: Group) -> str:
    """Format the ratings and times of some bots, with a share of their games."""
    title, share = ("30 and above", "legendary") if group.is_solo else ("first", "best")
    rows = []
    for name, one in told.items():
        rating, deciles = f"{one['mean']:.1f} ± {one['se']:.1f}", " ".join(map(str, one["deciles"]))
        times = f"{one['median_ms']:.1f}", f"{one['longest_ms']:.0f}"
        rows.append((name, str(one["games"]), rating, differences.get(name, ""), deciles, f"{one[share]:.0%}", *times))
    return table(("bot", "games", "rating", "difference", "deciles", title, "median ms", "longest ms"), rows)


def _sources(bots: Sequence[Mapping[str, Any]]) -> str:
    """Format the mean stars of some bots by source."""
    sources = [*bots[0]["stars"]]
    head = ("stars", *(f"edict {source}" if source in EDICTS else source for source in sources))
    return table(head, [(bot["player"], *(f"{bot['stars'][one]:.1f}" for one in sources)) for bot in bots])
