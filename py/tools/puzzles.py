"""Find puzzles in the bots' games, and write them into the page's file.

``python3 py puzzles --games 400`` plays solo games by Journeyman and Master in turn: with the base game on the maps A
and B, with Heroes on C and D, and with a mix on all four. In each game, it tests positions with an explore card in
random order, until two of them are puzzles. It compares the best placements of a one-ply search, the best ones of other
ideas, and Journeyman's ply. A position with too small a lead on a few decks is dropped. The others are measured on 400
other decks.

Everything follows from fixed seeds, so any number of processes finds the same puzzles. Each finished game is saved in
.bench/puzzles.jsonl, which git ignores; if the command is started again, it plays only the missing games. The file of
the page always has the puzzles of the first games, up to the first one that is missing, with a limit for each level.
The search ends when the file is full.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from math import ceil, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cartographers.arena import choose, code_hash
from cartographers.bots import rng_seed
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import Ranking, rank_candidates
from cartographers.bots.puzzles import (
    LEAST_ERRORS,
    LEAST_LEAD,
    LEVELS,
    Comparison,
    Puzzle,
    candidates_of,
    is_same_idea,
    parse_puzzle,
)
from cartographers.bots.rollouts import LEGEND
from cartographers.bots.thinking import run_steps
from cartographers.boxes import Box
from cartographers.cards import ExploreCard
from cartographers.events import ForcedReason
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.packed import pack
from cartographers.player_view import PlayerView, view_of
from cartographers.record import PlayedGame
from cartographers.rules import ply_bundles, ply_number
from cartographers.state import Ply, State
from tasks.steps import ROOT

#: The file of the page, and the file with all finished games.
FILE = ROOT / "py/app/screens/puzzles/collection.py"
FOUND = ROOT / ".bench" / "puzzles.jsonl"
#: The number of placements that Legend compares, and the number of placements of other ideas beside them.
WIDTH, OTHERS = LEGEND.width, 4
#: The first tests: the number of decks, and the least lead in hundredths of a star.
TESTS = ((6, 50), (18, 130))
#: The number of decks of the last test, and the least lead on the first ones.
DECKS, FIRST_DECKS, FIRST_LEAD = 400, 100, 150
#: The greatest number of puzzles in a game, in a level, and in the file.
IN_GAME, IN_LEVEL, IN_FILE = 2, 100, 300
#: The kinds of games, which take turns, and the players of each round of kinds.
KINDS, PLAYERS = ("A", "C", "mix", "B", "D"), ("journeyman", "master")

_HEAD = '''"""The puzzles, one in each line. ``python3 py puzzles`` writes this file."""

# ruff: noqa: E501

#: The puzzles, game by game; :mod:`cartographers.bots.puzzles` explains a line.
LINES = """\\
'''


def main() -> None:
    """Play the missing games, and write the puzzles."""
    parser = argparse.ArgumentParser(prog="python3 py puzzles", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=400, metavar="N", help="the number of games (default 400)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="the number of processes (default 1)")
    options = parser.parse_args()
    FOUND.parent.mkdir(exist_ok=True)
    results = kept_results(FOUND)
    missing = [number for number in range(options.games) if number not in results]
    with FOUND.open("a", encoding="ascii") as lines, Pool(options.jobs) as pool:
        for result in pool.imap(search, missing):
            lines.write(f"{json.dumps(result)}\n")
            lines.flush()
            results[result["game"]] = result
            if write(results, FILE) == IN_FILE:
                break
    write(results, FILE)


def kept_results(file: Path) -> dict[int, dict[str, Any]]:
    """Return the results of finished games by their numbers, without those found by another version of the code."""
    if not file.exists():
        return {}
    text = file.read_text("ascii")
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        file.write_text(complete, "ascii")
    found = map(json.loads, complete.splitlines())
    return {result["game"]: result for result in found if result["code"] == search_hash()}


@cache
def search_hash() -> str:
    """Return a short hash of everything that the puzzles depend on: the engine and this file."""
    return hashlib.sha256(code_hash().encode() + Path(__file__).read_bytes()).hexdigest()[:8]


def write(results: dict[int, dict[str, Any]], file: Path) -> int:
    """Write the puzzles of the first games, up to the first missing one, print their numbers, and return their sum."""
    games = 0
    while games in results:
        games += 1
    puzzles = list(islice(selected(results[number]["puzzles"] for number in range(games)), IN_FILE))
    file.write_text(_HEAD + "".join(f"{puzzle}\n" for puzzle in puzzles) + '"""\n', "ascii")
    seconds = sum(results[number]["seconds"] for number in range(games))
    levels = Counter(puzzle.level for puzzle in puzzles)
    counts = ", ".join(f"{levels[level]} of level {level}" for level in LEVELS)
    sys.stderr.write(f"{games} games, {seconds:.0f} core-seconds, {len(puzzles)} puzzles: {counts}\n")
    return len(puzzles)


def selected(games: Iterable[Sequence[str]]) -> Iterator[Puzzle]:
    """Yield the puzzles of all games in order, but no more than the limit of each level."""
    levels = Counter[int]()
    for lines in games:
        for puzzle in map(parse_puzzle, lines):
            levels[puzzle.level] += 1
            if levels[puzzle.level] <= IN_LEVEL:
                yield puzzle


def game(number: int) -> GameId:
    """Return the id of a game by its number."""
    kind, seed, turn = KINDS[number % len(KINDS)], f"puzzle{number}", number // len(KINDS)
    if kind == "mix":
        box = (Box.BASE, Box.HEROES)[turn // 4 % 2]
        boxes = GameId(seed, "ABCD"[turn % 4], explore=box, seasons=box, ambush=Box.BOTH, scoring=Box.BOTH)
        return replace(boxes, heroes=True)
    return replace(pure_game(seed, Box.BASE if kind in "AB" else Box.HEROES), side=kind)


def play(number: int) -> PlayedGame:
    """Return the bot's game with a number."""
    game_id, player = game(number), PLAYERS[number // len(KINDS) % len(PLAYERS)]
    states, plies = [new_game(game_id)], list[Ply]()
    while states[-1].task:
        plies.append(choose(states[-1], player, rng_seed(game_id, player, 0, len(plies))))
        states.append(apply(states[-1], plies[-1]))
    return PlayedGame(game_id, tuple(plies), tuple(states))


def search(number: int) -> dict[str, Any]:
    """Return the puzzles in a game, with the seconds that the search took."""
    began, played, found = time.process_time(), play(number), list[tuple[int, str]]()
    places = [place for place, state in enumerate(played.states) if is_suitable(state)]
    rng = chance(f"puzzle{number}")
    for place in sorted(places, key=lambda _: rng.random()):
        puzzle = puzzle_at(number, PlayedGame(played.id, played.plies[:place], played.states[: place + 1]))
        if puzzle:
            found.append((place, str(puzzle)))
            if len(found) == IN_GAME:
                break
    lines = [line for _, line in sorted(found)]
    seconds = round(time.process_time() - began, 1)
    return {"code": search_hash(), "game": number, "seconds": seconds, "puzzles": lines}


def is_suitable(state: State) -> bool:
    """Return whether a player has a choice for an explore card that isn't the last one of the game."""
    task = state.task
    if task is None or not isinstance(task.card, ExploreCard) or task.forced is not ForcedReason.NONE or task.is_pick:
        return False
    return state.season < len(state.deal.seasons) - 1 or state.time < state.season_deal.season.threshold


def puzzle_at(number: int, played: PlayedGame) -> Puzzle | None:
    """Return the puzzle at the end of a record; None if no idea is clearly better than all others."""
    state, plies = played.states[-1], len(played.plies)
    view, name = view_of(state, 0), f"{number}.{plies}"
    ranking = run_steps(rank_candidates(view))
    journeyman = choose(state, "journeyman", rng_seed(game(number), "journeyman", 0, plies))
    field = compared_field(view, ranking, journeyman)
    comparison, rows = Comparison(view, ranking, chance(f"{name} tests")), list[tuple[int, ...]]()
    for decks, least in TESTS:
        rows += run_steps(comparison.values(field, decks))
        if not is_ahead(leads_of(rows, field, comparison.unit), least):
            return None
    comparison = Comparison(view, ranking, chance(f"{name} decks"))
    rows = run_steps(comparison.values(field, FIRST_DECKS))
    if not is_ahead(leads_of(rows, field, comparison.unit), FIRST_LEAD):
        return None
    rows += run_steps(comparison.values(field, DECKS - FIRST_DECKS))
    leads = leads_of(rows, field, comparison.unit)
    if not is_ahead(leads, LEAST_LEAD) or any(lead.mean < LEAST_ERRORS * lead.error for lead in leads):
        return None
    sums = [sum(column) for column in zip(*rows, strict=True)]
    bundles = tuple(ply_bundles(state))
    losses = {
        ply_number(bundles, candidate.ply): int((max(sums) - total) / (DECKS * comparison.unit))
        for candidate, total in zip(field, sums, strict=True)
    }
    least, error = min(lead.mean for lead in leads), max(lead.error for lead in leads)
    chosen = PlayedGame(replace(played.id, edicts=state.deal.edicts), played.plies, played.states)
    return Puzzle(name, pack(chosen), least, error, ply_number(bundles, journeyman), tuple(sorted(losses.items())))


def compared_field(view: PlayerView, ranking: Ranking, journeyman: Ply) -> list[Candidate]:
    """Return the best candidates of a ranking, the best of other ideas, and Journeyman's candidate."""
    ranked = [candidate for _, _, candidate in ranking.entries]
    field = ranked[:WIDTH]
    for candidate in ranked[WIDTH:]:
        if len(field) == WIDTH + OTHERS:
            break
        if not any(is_same_idea(candidate.ply, one.ply) for one in field):
            field.append(candidate)
    [of_journeyman] = candidates_of(view, ranking, [journeyman])
    return field if of_journeyman in field else [*field, of_journeyman]


class Lead(NamedTuple):
    """The lead of the best candidate over a candidate of another idea, in hundredths of a star."""

    #: The mean difference, rounded down.
    mean: int
    #: The standard error of the mean, rounded up.
    error: int


def leads_of(rows: Sequence[tuple[int, ...]], field: Sequence[Candidate], unit: int) -> list[Lead]:
    """Return the best candidate's lead over each candidate of another idea."""
    columns = list(zip(*rows, strict=True))
    best = max(range(len(field)), key=lambda place: (sum(columns[place]), -place))
    return [
        _lead([mine - theirs for mine, theirs in zip(columns[best], column, strict=True)], unit)
        for candidate, column in zip(field, columns, strict=True)
        if not is_same_idea(candidate.ply, field[best].ply)
    ]


def is_ahead(leads: Sequence[Lead], least: int) -> bool:
    """Return whether the best candidate leads every other idea by a number of hundredths; False without other ideas."""
    return bool(leads) and min(lead.mean for lead in leads) >= least


def _lead(differences: Sequence[int], unit: int) -> Lead:
    """Return the mean of differences and its standard error."""
    count, total = len(differences), sum(differences)
    squares = count * sum(difference * difference for difference in differences) - total * total
    variance_of_mean = squares / (count * (count - 1)) / count
    return Lead(int(total / (count * unit)), ceil(sqrt(variance_of_mean) / unit))


def chance(name: str) -> Random:
    """Return a random number generator seeded with a name."""
    return Random(name)  # noqa: S311 - repeatable, no secret


if __name__ == "__main__":
    main()
