"""The arena: bots play the same games, and a table compares their ratings and thinking times.

Every bot plays every solo game. In games with several players, the bots rotate through the seats, so in the long run
each of them sits in every seat. The arena saves each player's result as a line of JSON and can resume from that file.
It ignores games that were played by a different version of the engine's code.
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

from cartographers.bots import PLAYERS, rng_seed
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.player_view import view_of
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from cartographers.solo import TITLES, rating
from cartographers.state import Ply, State

#: One player's result of a game, as stored in the file.
Result: TypeAlias = dict[str, Any]

#: The lowest rating that earns the best title.
_BEST = TITLES[0][0]
_SECONDS_BETWEEN_UPDATES = 2
_DECILES = range(10, 100, 10)


class Match(NamedTuple):
    """A game to play."""

    #: The game id.
    game: str
    #: The name of the bot in each seat.
    seats: tuple[str, ...]


def matches(games: Iterable[GameId], players: Sequence[str]) -> list[Match]:
    """Return the matches for the games: each bot plays each solo game, and the bots rotate through all other games."""
    found = []
    for number, game_id in enumerate(games):
        if game_id.players == 1:
            found += [Match(str(game_id), (player,)) for player in players]
        else:
            turn = [players[(seat + number) % len(players)] for seat in range(game_id.players)]
            found.append(Match(str(game_id), tuple(turn)))
    return found


def choose(state: State, player: str, label: str) -> Ply:
    """Return a bot's ply. The label seeds its random numbers; the page uses the same labels in solo games."""
    if state.task is None:
        msg = "the game is over"
        raise ValueError(msg)
    return PLAYERS[player](view_of(state, state.task.player), Random(label))  # noqa: S311 - must be repeatable, not secret


def play(match: Match, choose: Callable[[State, str, str], Ply] = choose) -> list[Result]:
    """Play a game and return each player's result. Times are CPU times of this process in milliseconds."""
    state = new_game(read_game_id(match.game))
    times: list[list[float]] = [[] for _ in match.seats]
    number = 0
    while state.task:
        seat = state.task.player
        before = time.process_time()
        ply = choose(state, match.seats[seat], rng_seed(match.game, match.seats[seat], seat, number))
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
                "code": code_hash(),
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
def code_hash() -> str:
    """Return a short hash of the engine's source code."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py"), key=Path.as_posix):
        if path.name not in {"__main__.py", "arena.py"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def run(
    matches: Sequence[Match], results_file: Path | None, jobs: int, play: Callable[[Match], list[Result]] = play
) -> list[Result]:
    """Play matches in ``jobs`` processes and return the players' results in the order of the matches.

    Matches that are already in ``results_file`` aren't played again. The others are added to it as they finish.
    """
    done = _read(results_file) if results_file else {}
    waiting = [match for match in matches if match not in done]
    with ExitStack() as stack:
        lines = stack.enter_context(results_file.open("a", encoding="ascii")) if results_file else None
        played = stack.enter_context(Pool(jobs)).imap_unordered(play, waiting) if jobs > 1 else map(play, waiting)
        for results in _with_progress(played, len(waiting)):
            done[_match(results[0])] = results
            if lines:
                lines.writelines(f"{json.dumps(result)}\n" for result in results)
                lines.flush()
    return [result for match in matches for result in done[match]]


def _match(result: Result) -> Match:
    return Match(result["game"], tuple(result["seats"]))


def _read(results_file: Path) -> dict[Match, list[Result]]:
    """Return the complete games in a file, without those played by another version of the code.

    An incomplete last line is deleted from the file.
    """
    if not results_file.exists():
        return {}
    text = results_file.read_text("ascii")
    complete_lines = text[: text.rfind("\n") + 1]
    if complete_lines != text:
        results_file.write_text(complete_lines, "ascii")
    found: dict[Match, list[Result]] = {}
    for line in complete_lines.splitlines():
        result: Result = json.loads(line)
        if result["code"] == code_hash():
            found.setdefault(_match(result), []).append(result)
    return {match: results for match, results in found.items() if len(results) == len(match.seats)}


def _with_progress(played: Iterator[list[Result]], number: int) -> Iterator[list[Result]]:
    """Yield the games as they finish, and show the progress if stderr is a terminal.

    tqdm draws a progress bar if it is installed. The engine doesn't depend on it.
    """
    on_terminal = sys.stderr.isatty()
    if on_terminal and find_spec("tqdm"):
        yield from import_module("tqdm").tqdm(played, total=number, unit=" games", smoothing=0)
        return
    began = last_shown = time.monotonic()
    for count, results in enumerate(played, start=1):
        yield results
        now = time.monotonic()
        if on_terminal and (now - last_shown > _SECONDS_BETWEEN_UPDATES or count == number):
            last_shown = now
            left = round((now - began) / count * (number - count))
            sys.stderr.write(f"\r{count} of {number} games, {left // 60} min {left % 60:02} s left \033[K")
            sys.stderr.write("\n" if count == number else "")
            sys.stderr.flush()


def summary(player: str, results: Sequence[Result]) -> dict[str, Any]:
    """Return the statistics of one bot: ratings, stars per game by source, and times in milliseconds."""
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
    """Yield the lines of a table of the bots. The form is ``table`` (Markdown), ``csv``, or ``json``."""
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
    """Return the cells of a bot's row by heading."""
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
