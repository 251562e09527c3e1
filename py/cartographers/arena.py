"""The arena: bots play the same games, and a table says how well and how quickly.

Alone, every bot plays every game. In company, the bots take turns in the seats, so that in the long run each sits
everywhere. Every finished game is a line of JSON in a file. Started again, the arena goes on where it stopped; games
that other code has played do not count.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from typing import Any, NamedTuple, TypeAlias

from cartographers.bots import PLAYERS, label
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from cartographers.seen import seen
from cartographers.solo import TITLES, rating
from cartographers.state import Ply, State

#: What a game gives each of its players, as it stands in the file.
Result: TypeAlias = dict[str, Any]

#: The least rating of the best title.
_BEST = TITLES[0][0]
_SECONDS_BETWEEN_NEWS = 2
_DECILES = range(10, 100, 10)


class Match(NamedTuple):
    """A game to be played: its id, and the bot in each seat."""

    game: str
    seats: tuple[str, ...]


def matches(games: Iterable[GameId], players: Sequence[str]) -> list[Match]:
    """Return the games to be played by some bots."""
    found = []
    for number, game_id in enumerate(games):
        if game_id.players == 1:
            found += [Match(str(game_id), (player,)) for player in players]
        else:
            turn = [players[(seat + number) % len(players)] for seat in range(game_id.players)]
            found.append(Match(str(game_id), tuple(turn)))
    return found


def choose(state: State, player: str, label: str) -> Ply:
    """Return a bot's ply. The label decides its chance; the page has the same ones for games alone."""
    if state.task is None:
        msg = "the game is over"
        raise ValueError(msg)
    return PLAYERS[player](seen(state, state.task.player), Random(label))  # noqa: S311 - repeatable, no secret


def play(match: Match, choose: Callable[[State, str, str], Ply] = choose) -> list[Result]:
    """Play a game, and return what it gave each player. Times are this process's, in milliseconds."""
    state = new_game(read_game_id(match.game))
    times: list[list[float]] = [[] for _ in match.seats]
    number = 0
    while state.task:
        seat = state.task.player
        before = time.process_time()
        ply = choose(state, match.seats[seat], label(match.game, match.seats[seat], seat, number))
        times[seat].append(round(1000 * (time.process_time() - before), 2))
        state, number = apply(state, ply), number + 1
    totals = [state.total(seat) for seat in range(len(match.seats))]
    found = []
    for seat, player in enumerate(match.seats):
        scores = [season[seat] for season in state.scores]
        sources = {letter: sum(stars(score.edicts.get(letter, ())) for score in scores) for letter in EDICTS}
        sources["coins"] = sum(score.coins for score in scores)
        sources["monsters"] = sum(score.monsters for score in scores)
        found.append(
            {
                "code": code(),
                "game": match.game,
                "seats": [*match.seats],
                "seat": seat,
                "player": player,
                "stars": totals[seat],
                "rating": rating(totals[seat], state.deal.edicts),
                "best": totals[seat] == max(totals),
                "sources": sources,
                "times": times[seat],
            }
        )
    return found


@cache
def code() -> str:
    """Return a short name of the engine's code: other code, other name."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py"), key=Path.as_posix):
        if path.name not in {"__main__.py", "arena.py"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def run(
    found: Sequence[Match], kept: Path | None, jobs: int, play: Callable[[Match], list[Result]] = play
) -> list[Result]:
    """Play matches, with so many processes, and return what they gave each player, in the order of the matches.

    Those that are in the file are not played again; the others are added to it as they end.
    """
    done = _read(kept) if kept else {}
    waiting = [match for match in found if match not in done]
    with ExitStack() as stack:
        lines = stack.enter_context(kept.open("a", encoding="ascii")) if kept else None
        played = stack.enter_context(Pool(jobs)).imap_unordered(play, waiting) if jobs > 1 else map(play, waiting)
        for results in _with_news(played, len(waiting)):
            done[_match(results[0])] = results
            if lines:
                lines.writelines(f"{json.dumps(result)}\n" for result in results)
                lines.flush()
    return [result for match in found for result in done[match]]


def _match(result: Result) -> Match:
    return Match(result["game"], tuple(result["seats"]))


def _read(kept: Path) -> dict[Match, list[Result]]:
    """Return the whole games of a file that this code has played. A last line that was cut off is dropped."""
    if not kept.exists():
        return {}
    text = kept.read_text("ascii")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        kept.write_text(whole, "ascii")
    found: dict[Match, list[Result]] = {}
    for line in whole.splitlines():
        result: Result = json.loads(line)
        if result["code"] == code():
            found.setdefault(_match(result), []).append(result)
    return {match: results for match, results in found.items() if len(results) == len(match.seats)}


def _with_news(played: Iterator[list[Result]], number: int) -> Iterator[list[Result]]:
    """Yield what is played, and say on the error stream how far it is, if somebody watches.

    Where tqdm is installed, it draws a bar. The engine does without, so nothing else here knows of it.
    """
    watched = sys.stderr.isatty()
    if watched and find_spec("tqdm"):
        yield from import_module("tqdm").tqdm(played, total=number, unit=" games", smoothing=0)
        return
    began = said = time.monotonic()
    for count, results in enumerate(played, start=1):
        yield results
        now = time.monotonic()
        if watched and (now - said > _SECONDS_BETWEEN_NEWS or count == number):
            said = now
            left = round((now - began) / count * (number - count))
            sys.stderr.write(f"\r{count} of {number} games, {left // 60} min {left % 60:02} s left \033[K")
            sys.stderr.write("\n" if count == number else "")
            sys.stderr.flush()


def summary(player: str, results: Sequence[Result]) -> dict[str, Any]:
    """Return what there is to say of one bot's games: ratings, stars a game by source, and times in milliseconds."""
    ratings = sorted(result["rating"] for result in results)
    times = [ms for result in results for ms in result["times"]]
    return {
        "player": player,
        "games": len(results),
        "mean": round(fmean(ratings), 2),
        "se": round(stdev(ratings) / len(ratings) ** 0.5, 2) if len(ratings) > 1 else 0.0,
        "deciles": [ratings[(len(ratings) - 1) * tenth // 100] for tenth in _DECILES],
        "legendary": round(sum(one >= _BEST for one in ratings) / len(ratings), 3),
        "best": round(sum(result["best"] for result in results) / len(results), 3),
        "stars": {
            source: round(fmean(result["sources"][source] for result in results), 1) for source in results[0]["sources"]
        },
        "median_ms": round(median(times), 1) if times else 0.0,
        "longest_ms": round(max(times, default=0.0), 1),
    }


def report(results: Sequence[Result], players: Sequence[str], form: str) -> Iterator[str]:
    """Yield the lines of a table of some bots, as Markdown, ``csv`` or ``json``."""
    found = [
        summary(player, [result for result in results if result["player"] == player])
        for player in players
        if any(result["player"] == player for result in results)
    ]
    if form == "json":
        yield json.dumps(found, indent=2)
        return
    rows = [_row(one) for one in found]
    if form == "csv":
        yield from (",".join(cells) for cells in (rows[0], *(row.values() for row in rows))) if rows else ()
        return
    for number, row in enumerate(rows):
        if not number:
            yield f"| {' | '.join(row)} |"
            yield f"| {' | '.join('---' for _ in row)} |"
        yield f"| {' | '.join(row.values())} |"


def _row(one: dict[str, Any]) -> dict[str, str]:
    """Return the cells of a bot's row by their headings."""
    return {
        "player": one["player"],
        "games": str(one["games"]),
        "mean rating": f"{one['mean']:.1f}",
        "standard error": f"{one['se']:.1f}",
        "deciles": " ".join(map(str, one["deciles"])),
        f"{_BEST} and above": f"{one['legendary']:.0%}",
        "first": f"{one['best']:.0%}",
        **{source: f"{stars_of:.1f}" for source, stars_of in one["stars"].items()},
        "median ms": f"{one['median_ms']:.1f}",
        "longest ms": f"{one['longest_ms']:.0f}",
    }
