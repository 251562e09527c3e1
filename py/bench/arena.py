"""The arena's complete table: all strengths in solo games on all maps, and at tables of two, three, and four.

In solo, all strengths play the same games. A table seats different strengths, in all combinations, and the seats
rotate. The groups of games progress together, so an interrupted run has played some games of each. The bench saves
every finished game in .bench/arena.jsonl, which git ignores. If it is started again, it plays only the missing games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bench.origin import measured
from cartographers import arena
from cartographers.arena import Match, Result, summary
from cartographers.bots import STRENGTHS
from cartographers.boxes import Box
from cartographers.game_id import GameId, pure_game
from cartographers.seasons import EDICTS
from tasks.steps import ROOT

#: The map of the headline's games, the first map of the base game.
HEADLINE = "A"
#: Divisors of the number of games on map A: one gives the solo games on each other map, one the decks at tables.
ALONE_ELSEWHERE, AT_TABLES = 4, 8
#: The finished games, one line for each player.
PLAYED = ROOT / ".bench" / "arena.jsonl"
#: Milliseconds in an hour.
HOUR = 3_600_000
NAMES = tuple(STRENGTHS)


class Group(NamedTuple):
    """Games that form one section of the table."""

    name: str
    matches: tuple[Match, ...]


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
        Group(
            kind,
            tuple(Match(str(game(kind, number)), (name,)) for number in range(count) for name in NAMES),
        )
        for kind, count in alone.items()
    ]
    decks = range(-(-games // AT_TABLES))
    return found + [
        Group(f"{seats} players", tuple(match for number in decks for match in tables(seats, number)))
        for seats in (2, 3, 4)
    ]


def in_rounds(found: Sequence[Group]) -> list[Match]:
    """Return all matches in an order in which all groups progress at the same rate."""
    placed = [
        ((place + 1) / len(group.matches), number, match)
        for number, group in enumerate(found)
        for place, match in enumerate(group.matches)
    ]
    return [match for _, _, match in sorted(placed)]


def measure(games: int) -> dict[str, Any]:
    """Play the missing games, and return the figures of each group."""
    found = groups(games)
    PLAYED.parent.mkdir(exist_ok=True)
    results = arena.run(in_rounds(found), PLAYED, os.cpu_count() or 1)
    by_match: dict[Match, list[Result]] = {}
    for result in results:
        by_match.setdefault(Match(result["game"], tuple(result["seats"])), []).append(result)
    figures = {group.name: bot_figures([by_match[match] for match in group.matches]) for group in found}
    hours = sum(ms for result in results for ms in result["times"]) / HOUR
    return {
        "code": arena.code_hash(),
        "hours": round(hours, 1),
        "groups": figures,
    }


def bot_figures(played: Sequence[Sequence[Result]]) -> dict[str, Any]:
    """Return the figures of each bot in a group of matches, and the differences between all pairs."""
    results = [result for match in played for result in match]
    names = [name for name in NAMES if any(result["player"] == name for result in results)]
    at_once = len(played[0])
    ratings: dict[str, dict[str, int]] = {}
    for number, match in enumerate(played):
        for result in match:
            table = result["game"] if at_once == 1 else f"{number}/{result['game']}"
            ratings.setdefault(table, {})[result["player"]] = result["rating"]
    return {
        "bots": [summary(name, [result for result in results if result["player"] == name]) for name in names],
        "differences": [_difference(one, other, ratings) for one, other in combinations(names, 2)],
    }


def _difference(weaker: str, stronger: str, ratings: dict[str, dict[str, int]]) -> dict[str, Any]:
    """Return the difference between two bots on the same games, or at the same tables."""
    found = [its[stronger] - its[weaker] for its in ratings.values() if weaker in its and stronger in its]
    return {
        "weaker": weaker,
        "stronger": stronger,
        "games": len(found),
        "mean": round(fmean(found), 2),
        "se": round(stdev(found) / len(found) ** 0.5, 2) if len(found) > 1 else 0.0,
        "first": round(fmean((gained > 0) + (gained == 0) / 2 for gained in found), 3),
    }


def table(results: dict[str, Any]) -> str:
    """Format the results as Markdown."""
    lines = [
        "# Strength of the bots",
        "",
        f"{measured(results)},",
        f"with Python {results['python']} and version {results['code']} of the engine's code, by the command",
        f"`{results['command']}`.",
        "",
        f"At that commit, the command reproduces these figures in {results['hours']:.1f} core-hours. It saves each",
        "game in `.bench/arena.jsonl`, and continues from there after an interruption.",
        "",
        "The same code always makes the same moves. Master and Legend have played differently since version 5",
        "of the bots ([the difference](../cartographers/bots/README.md)).",
        "",
        "A rating is the stars minus the solo numbers. The tables show the mean of each bot's ratings with its",
        "standard error, their nine deciles, and the stars of a game by source. Times are CPU times for one",
        "ply, with one game per core. A tie counts as half a win. The prophet isn't a bot: it searched like",
        "the Legend of these games, but knew the deck.",
    ]
    for name, group in results["groups"].items():
        alone = "players" not in name
        title = f"Solo, {'a mix of both boxes' if name == 'mix' else f'map {name}'}" if alone else f"Games with {name}"
        lines += ["", f"## {title}", ""]
        share = ("30 and above", "legendary") if alone else ("first", "best")
        lines += [*_bots(group["bots"], *share), "", *_sources(group["bots"]), ""]
        lines += _differences(group["differences"], "games")
    return "\n".join(lines) + "\n"


def _bots(bots: Sequence[dict[str, Any]], title: str, share: str) -> list[str]:
    """Format the ratings and times of some bots, with a share of their games."""
    rows = []
    for bot in bots:
        rating, deciles = f"{bot['mean']:.1f} +- {bot['se']:.1f}", " ".join(map(str, bot["deciles"]))
        times = f"{bot['median_ms']:.1f}", f"{bot['longest_ms']:.0f}"
        rows.append((bot["player"], str(bot["games"]), rating, deciles, f"{bot[share]:.0%}", *times))
    return _rows(("bot", "games", "rating", "deciles", title, "median ms", "longest ms"), rows)


def _sources(bots: Sequence[dict[str, Any]]) -> list[str]:
    """Format the mean stars of some bots by source."""
    sources = [*bots[0]["stars"]]
    head = ("stars", *(f"edict {source}" if source in EDICTS else source for source in sources))
    return _rows(head, [(bot["player"], *(f"{bot['stars'][one]:.1f}" for one in sources)) for bot in bots])


def _differences(differences: Sequence[dict[str, Any]], what: str) -> list[str]:
    """Format the differences between bots."""
    rows = []
    for one in differences:
        names, mean = f"{one['stronger']} against {one['weaker']}", f"{one['mean']:+.1f} +- {one['se']:.1f}"
        rows.append((names, str(one["games"]), mean, f"{one['first']:.0%}"))
    return _rows((f"on the same {what}", "number", "difference", "wins"), rows)


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Format a table."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---", *["--:"] * (len(head) - 1)], *rows)]
