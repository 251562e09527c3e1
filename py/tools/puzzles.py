"""Find puzzles in Journeyman's games, and write them into the page's file.

``python3 py puzzles --games 4000`` plays solo games with the base game on the maps A and B, with Heroes on C and D,
with a mix on all four, and with the cards of either box on the custom maps of the weekly challenge. In each game, it
looks for a position in which one idea leads all others, and settles by rollouts whether every legal ply is right or
loses at least two stars. Then it plays out the right plies and the best three of the others to the end of the game, on
other decks. A position is no puzzle if no single source of stars explains half of the lead.

Every puzzle is then checked by another method (:mod:`tools.puzzle_check`), which measures the stated figures, and
dropped if a legal ply isn't as it says. The ratings follow from the bots' tries by Glicko-2. At each level, at most 35%
of the puzzles are solved by the ply that earns the most stars now.

Everything follows from fixed seeds, so any number of processes finds the same puzzles. Each finished game and check is
saved in .bench, which git ignores; if the command is started again, only the missing ones follow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from math import ceil, sqrt
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeAlias

from app.game.glicko import Rating, rated
from app.game.glicko import Result as Game
from app.game.weekly_maps import WEEKLY_MAPS
from app.screens.puzzles.collection import LINES
from cartographers.arena import choose
from cartographers.bots import BOTS_VERSION, rng_seed
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import Ranking, rank_candidates
from cartographers.bots.potentials import term_of
from cartographers.bots.puzzles import (
    IN_LEVEL,
    LEAST_LOST,
    LEVELS,
    MOST_LOST,
    SOURCES,
    THEME_OF_CARD,
    Puzzle,
    closed_cards,
    is_same_idea,
    parse_puzzle,
    position_of,
)
from cartographers.bots.rollouts import LEGEND, MASTER, Budget, Rollouts
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import run_steps
from cartographers.bots.value import STAR
from cartographers.boxes import Box
from cartographers.cards import ExploreCard
from cartographers.events import ForcedReason
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.packed import pack
from cartographers.player_view import PlayerView, view_of
from cartographers.record import PlayedGame
from cartographers.rules import ply_bundles, ply_number
from cartographers.seasons import EDICTS
from cartographers.state import Ply, State
from tasks.steps import ROOT
from tools import puzzle_check
from tools.puzzle_check import check

#: The result of a game or a check, as a line of JSON. Its key ``of`` is the item that it belongs to.
Result: TypeAlias = dict[str, Any]

#: The file of the page, and the files with all finished games and checks.
FILE = ROOT / "py/app/screens/puzzles/collection.py"
FOUND, CHECKED = ROOT / ".bench" / "puzzles.jsonl", ROOT / ".bench" / "puzzle-checks.jsonl"
#: The kinds of games, which take turns.
KINDS = ("A", "C", "mix", "B", "D", "custom")
#: The least and the greatest number of legal plies.
FEWEST, MOST = 12, 200
#: A first look compares the best candidates of a one-ply search and the best ones of other ideas.
WIDTH, OTHERS = 8, 4
#: The numbers of its decks, and the least lead after each of them in stars.
LOOKS = ((4, 0.8), (8, 1.0), (8, 1.5), (12, 2.0))
#: The number of positions that are settled in a game, and the number of candidates that are settled first.
TRIED, CLOSE = 3, 20
#: The number of decks on which plies are settled, of those for the rest, and of those between two estimates.
DECKS, LAST_DECKS, BLOCK = 48, 200, 4
#: The number of decks for which an error that looks too small is raised.
FEW_DECKS = 16
#: The number of decks for the stated gains, and the number of plies that aren't right among them.
STATED_DECKS, STATED = 200, 3
#: The number of each bot's tries.
TRIES = {"apprentice": 8, "journeyman": 8, "master": 4, "legend": 2}
#: The number of Legend's plies in the line that follows.
LINE = 2
#: The number of puzzles and of decks that compare both orders of play.
ORDERED, ORDERED_DECKS = 30, 300
#: The greatest share of a level that is solved by the ply with the most stars now, in percent.
MOST_GREEDY = 35
#: The number of games of which a third may give such a puzzle. Greedy plies solve most positions, nearly all of them
#: easy.
GREEDY_GAMES = 600

#: The budgets of a first look, of the plies to settle, and of the stated gains: of the whole game, with shuffled decks.
_LOOKING = MASTER._replace(max_orders=0)
_SETTLING = LEGEND._replace(max_orders=0)
_STATING = _SETTLING._replace(later_seasons=3)

_HEAD = '''"""The puzzles, one in each line. ``python3 py puzzles`` writes this file."""

# ruff: noqa: E501

#: The puzzles of the four levels, the easiest first; :mod:`cartographers.bots.puzzles` explains a line.
LINES = """\\
'''


def main() -> None:
    """Play the missing games, and write the puzzles."""
    parser = argparse.ArgumentParser(prog="python3 py puzzles", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="the number of games (default 4000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="the number of processes (default 1)")
    parser.add_argument("--orders", action="store_true", help="instead, measure the leads in both orders of play")
    options = parser.parse_args()
    if options.orders:
        print_orders([parse_puzzle(line) for line in LINES.splitlines() if line])
        return
    FOUND.parent.mkdir(exist_ok=True)
    with get_context().Pool(options.jobs) as pool:
        found = work(pool, search, range(options.games), FOUND, search_hash())
        puzzles = [result["puzzle"] for result in found.values() if "puzzle" in result]
        checked = work(pool, finish, puzzles, CHECKED, check_hash())
    write(found.values(), checked, FILE)


def work(pool: Pool, do: Callable[[Any], Result], items: Iterable[Any], file: Path, code: str) -> dict[Any, Result]:
    """Return the results of all items, of which the file may already have some from this version of the code."""
    results = kept_results(file, code)
    missing = [item for item in items if item not in results]
    with file.open("a", encoding="ascii") as lines:
        for number, result in enumerate(pool.imap_unordered(do, missing), start=1):
            lines.write(f"{json.dumps(result)}\n")
            lines.flush()
            results[result["of"]] = result
            sys.stderr.write(f"{file.stem}: {number} of {len(missing)}\n")
    return {item: results[item] for item in items}


def kept_results(file: Path, code: str) -> dict[Any, Result]:
    """Return the finished results in a file by their items, without those of another version of the code."""
    if not file.exists():
        return {}
    text = file.read_text("ascii")
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        file.write_text(complete, "ascii")
    found = map(json.loads, complete.splitlines())
    return {result["of"]: result for result in found if result["code"] == code}


@cache
def search_hash() -> str:
    """Return a short hash of everything that the puzzles depend on: the bots and the search in this file."""
    _, text, _ = Path(__file__).read_text("utf-8").split("\n# ---")
    return hashlib.sha256(f"{BOTS_VERSION} {text}".encode()).hexdigest()[:8]


@cache
def check_hash() -> str:
    """Return a short hash of everything that the check depends on: the bots and their tool."""
    return hashlib.sha256(f"{BOTS_VERSION}".encode() + Path(puzzle_check.__file__).read_bytes()).hexdigest()[:8]


# --- search -----------------------------------------------------------------------------------------------------------


def game(number: int) -> GameId:
    """Return the id of a game by its number."""
    kind, seed, turn = KINDS[number % len(KINDS)], f"puzzle{number}", number // len(KINDS)
    if kind == "mix":
        box = (Box.BASE, Box.HEROES)[turn // 4 % 2]
        boxes = GameId(seed, "ABCD"[turn % 4], explore=box, seasons=box, ambush=Box.BOTH, scoring=Box.BOTH)
        return replace(boxes, heroes=True)
    if kind == "custom":
        custom = [*WEEKLY_MAPS.values()][turn % len(WEEKLY_MAPS)]
        return replace(pure_game(seed, custom.box), side=custom.side)
    return replace(pure_game(seed, Box.BASE if kind in "AB" else Box.HEROES), side=kind)


def play(number: int) -> PlayedGame:
    """Return Journeyman's game with a number."""
    game_id, states, plies = game(number), [new_game(game(number))], list[Ply]()
    while states[-1].task:
        plies.append(choose(states[-1], "journeyman", rng_seed(game_id, "journeyman", 0, len(plies))))
        states.append(apply(states[-1], plies[-1]))
    return PlayedGame(game_id, tuple(plies), tuple(states))


def search(number: int) -> Result:
    """Return the puzzle of a game, if it has one, with everything that its selection depends on."""
    began, played = time.process_time(), play(number)
    looked = [look(number, played, place) for place, state in enumerate(played.states) if is_suitable(state)]
    found = sorted(filter(None, looked), key=lambda one: (one.is_greedy, -one.lead))
    result: Result = {"code": search_hash(), "of": number}
    for one in found[:TRIED]:
        if puzzle := one.settled():
            right = position_of(puzzle).right
            result |= {"puzzle": str(puzzle), "season": one.state.season, "tries": tries(one, right)}
            result["greedy"] = round(greedy_share(one.ranking, right.__contains__), 2)
            break
    return result | {"seconds": round(time.process_time() - began, 1)}


def is_suitable(state: State) -> bool:
    """Return whether a player has a choice for an explore card that isn't the last one of the game."""
    task = state.task
    if task is None or not isinstance(task.card, ExploreCard) or task.forced is not ForcedReason.NONE or task.is_pick:
        return False
    return state.season < len(state.deal.seasons) - 1 or state.time < state.season_deal.season.threshold


class Estimate(NamedTuple):
    """An estimated loss in stars."""

    mean: float
    #: The standard error of the mean.
    error: float


class Trial:
    """Rollouts of candidates on the same decks."""

    def __init__(self, playing: Rollouts, *, to_the_end: bool = False) -> None:
        """Prepare the rollouts. Those to the end of the game have a value for each source of stars."""
        self._playing = playing
        self._futures = playing.futures()
        self._to_the_end = to_the_end
        self._terms = [term_of(card) for card in playing.view.edicts]
        #: The values of each candidate by source, in stars.
        self.values: dict[Candidate, list[tuple[float, ...]]] = {}
        self.decks = 0

    def play(self, candidates: Iterable[Candidate], decks: int) -> None:
        """Play all candidates on more decks. Candidates that are no longer given stay as they are."""
        for _, deck in islice(self._futures, decks):
            for candidate in candidates:
                if self._to_the_end:
                    value = self._stars(run_steps(self._playing.final_maps(candidate, deck)))
                else:
                    value = (run_steps(self._playing.play(candidate, deck)) / (STAR * self._playing.weight),)
                self.values.setdefault(candidate, []).append(value)
            self.decks += 1
            run_steps(self._playing.learn(self.decks))

    def _stars(self, maps: Sequence[Sketch]) -> tuple[float, ...]:
        """Return the stars of all seasons by source, from the maps at their ends."""
        stars = [0] * len(SOURCES)
        for season, sketch in zip(self._playing.seasons, maps, strict=True):
            for letter in season.outlook.seasons[season.outlook.season].edicts:
                place = EDICTS.index(letter)
                stars[place] += self._terms[place](sketch)[0]
            stars[-2] += sketch.coins
            stars[-1] -= sketch.haunted.bit_count()
        return tuple(stars)

    def loss(self, candidate: Candidate, best: Candidate) -> Estimate:
        """Return the loss of a candidate compared with the best one, on the decks that both have played."""
        rows = zip(self.values[best], self.values[candidate], strict=False)
        differences = [sum(mine) - sum(theirs) for mine, theirs in rows]
        return Estimate(fmean(differences), stdev(differences) / sqrt(len(differences)))

    def gains(self, best: Candidate, candidate: Candidate) -> tuple[int, ...]:
        """Return the best candidate's gains over another one by source, in tenths of a star."""
        sums = (map(sum, zip(*self.values[one], strict=True)) for one in (best, candidate))
        return tuple(round(10 * (mine - theirs) / self.decks) for mine, theirs in zip(*sums, strict=True))


class Look(NamedTuple):
    """A position in which one candidate leads all those of other ideas."""

    played: PlayedGame
    view: PlayerView
    ranking: Ranking
    best: Candidate
    #: Its lead over the other ideas, in stars.
    lead: float
    #: The share of the best idea among the plies that earn the most stars now.
    greedy: float

    @property
    def name(self) -> str:
        """The name of the position, which seeds its decks."""
        return f"{self.played.id.seed}/{len(self.played.plies)}"

    @property
    def is_greedy(self) -> bool:
        """Whether the ply that earns the most stars now is probably right."""
        return self.greedy >= 1 / 2

    @property
    def state(self) -> State:
        """The state of the position."""
        return self.played.states[-1]

    @property
    def candidates(self) -> list[Candidate]:
        """All candidates, the best one of the one-ply search first."""
        return [candidate for _, _, candidate in self.ranking.entries]

    def settled(self) -> Puzzle | None:
        """Return the puzzle of the position; None if a ply is neither right nor at least two stars worse."""
        best, losses = self.best, dict[Candidate, Estimate]()
        alike = [one for one in self.candidates if is_same_idea(one.ply, best.ply)]
        close = list(dict.fromkeys([*self.candidates[:CLOSE], *alike]))
        others = [one for one in self.candidates if one not in close]
        left = self._settle("close", close, DECKS, losses)
        for name, field, decks in (("others", others, DECKS), ("rest", None, LAST_DECKS)):
            if left is None:
                return None
            more = self._settle(name, left if field is None else field, decks, losses)
            left = more if more is None or field is None else [*left, *more]
        if left is None or left:
            return None
        right = [best, *(one for one, loss in losses.items() if is_right(loss))]
        wrong = sorted((one for one in losses if one not in right), key=lambda one: losses[one].mean)
        return self._stated(right, wrong, losses)

    def _settle(
        self, name: str, field: Sequence[Candidate], decks: int, losses: dict[Candidate, Estimate]
    ) -> list[Candidate] | None:
        """Add the losses of a field's candidates as soon as they are clear, and return the others.

        Returns None if a candidate is clearly neither right nor wrong.
        """
        best, left = self.best, [one for one in field if one != self.best]
        trial = Trial(self._rollouts(_SETTLING, name))
        while left and trial.decks < decks:
            trial.play([best, *left], BLOCK)
            for one in left:
                loss = trial.loss(one, best)
                if trial.decks <= FEW_DECKS:
                    loss = loss._replace(error=max(loss.error, 3 / sqrt(trial.decks)))
                may_be_right = is_same_idea(one.ply, best.ply) and loss.mean - 2.5 * loss.error <= MOST_LOST / 10
                if loss.mean < -max(2 * loss.error, 1 / 2):
                    return None
                if loss.mean + 2.5 * loss.error < LEAST_LOST / 10 and not may_be_right:
                    return None
                if is_wrong(loss) or (trial.decks >= DECKS and may_be_right and is_right(loss)):
                    losses[one] = loss
            left = [one for one in left if one not in losses]
        return left

    def _stated(
        self, right: list[Candidate], wrong: list[Candidate], losses: dict[Candidate, Estimate]
    ) -> Puzzle | None:
        """Return the puzzle if rollouts to the end of the game confirm the losses and give a reason."""
        shown = wrong[:STATED]
        trial = Trial(self._rollouts(_STATING, "stated"), to_the_end=True)
        for decks in (STATED_DECKS // 4, 3 * STATED_DECKS // 4):
            trial.play([*right, *shown], decks)
            right.sort(key=lambda one: -fmean(map(sum, trial.values[one])))
            best = right[0]
            found = {one: trial.loss(one, best) for one in (*right[1:], *shown)}
            if any(found[one].mean < LEAST_LOST / 10 - found[one].error for one in shown):
                return None
        if not all(map(is_wrong, (found[one] for one in shown))):
            return None
        if any(found[one].mean > MOST_LOST / 10 for one in right[1:]):
            return None
        shown.sort(key=lambda one: found[one].mean)
        gains = [trial.gains(best, one) for one in shown]
        place = max(range(len(SOURCES)), key=gains[0].__getitem__)
        if 2 * gains[0][place] < sum(gains[0]):
            return None
        theme = theme_of(self.state, SOURCES[place], best.ply, shown[0].ply)
        rest = min((losses[one].mean for one in wrong[STATED:]), default=0.0)
        bundles = tuple(ply_bundles(self.state))
        numbers = {one: ply_number(bundles, one.ply) for one in (*right, *shown)}
        played = self.played._replace(id=replace(self.played.id, edicts=self.state.deal.edicts))
        named = tuple((numbers[one], each) for one, each in zip(shown, gains, strict=True))
        return Puzzle(
            self.played.id.seed.removeprefix("puzzle"),
            0,
            theme,
            pack(played),
            tuple(numbers[one] for one in right),
            named,
            int(10 * rest),
        )

    def _rollouts(self, budget: Budget, name: str) -> Rollouts:
        return Rollouts(self.view, self.ranking, budget, chance(f"{self.name}/{name}"))


def is_right(loss: Estimate) -> bool:
    """Return whether a ply of the best idea is right: it loses at most half a star, or a star with two errors."""
    return loss.mean <= MOST_LOST / 10 and loss.mean + 2 * loss.error <= 2 * MOST_LOST / 10


def is_wrong(loss: Estimate) -> bool:
    """Return whether a ply clearly loses more than two stars: 2.3, and 3.5 standard errors."""
    return loss.mean >= LEAST_LOST / 10 + 0.3 and loss.mean >= 3.5 * loss.error


def look(number: int, played: PlayedGame, place: int) -> Look | None:
    """Return a position of a game; None if it has too few or too many plies, or no clear leader on a few decks."""
    played = PlayedGame(played.id, played.plies[:place], played.states[: place + 1])
    view = view_of(played.states[-1], 0)
    ranking = run_steps(rank_candidates(view))
    if not FEWEST <= len(ranking.entries) <= MOST:
        return None
    ranked = [candidate for _, _, candidate in ranking.entries]
    field = ranked[:WIDTH]
    for candidate in ranked[WIDTH:]:
        if len(field) == WIDTH + OTHERS:
            break
        if not any(is_same_idea(candidate.ply, one.ply) for one in field):
            field.append(candidate)
    trial = Trial(Rollouts(view, ranking, _LOOKING, chance(f"puzzle{number}/{place}/look")))
    found = None
    for decks, least in LOOKS:
        trial.play(field, decks)
        best = max(field, key=lambda one: sum(map(sum, trial.values[one])))
        others = [one for one in field if not is_same_idea(one.ply, best.ply)]
        lead = min((trial.loss(one, best).mean for one in others), default=0.0)
        share = greedy_share(ranking, partial(is_same_idea, best.ply))
        found = Look(played, view, ranking, best, lead, share)
        if lead < least or (found.is_greedy and (number % 3 or number >= GREEDY_GAMES)):
            return None
    return found


def greedy_share(ranking: Ranking, is_solved: Callable[[Ply], bool]) -> float:
    """Return the share of solutions among the plies that earn the most stars if the season is scored right after."""
    plies = [candidate.ply for _, _, candidate in ranking.entries]
    now = [ranking.outlook.scoring_value(candidate.on(ranking.sketch)) for _, _, candidate in ranking.entries]
    greedy = [ply for ply, stars in zip(plies, now, strict=True) if stars == max(now)]
    return fmean(map(is_solved, greedy))


def theme_of(state: State, source: str, best: Ply, other: Ply) -> str:
    """Return the theme of a puzzle from its main source, or ``room`` if only the best ply leaves room for a card."""
    if closed_cards(state, other, best):
        return "room"
    return THEME_OF_CARD[state.deal.edicts[EDICTS.index(source)].id] if source in EDICTS else source


def tries(one: Look, right: Sequence[Ply]) -> dict[str, int]:
    """Return the number of each bot's tries that solve a puzzle."""
    seeds = {bot: rng_seed(one.name, bot, 0, len(one.played.plies)) for bot in TRIES}
    return {
        bot: sum(choose(one.state, bot, f"{seeds[bot]}/{number}") in right for number in range(count))
        for bot, count in TRIES.items()
    }


def chance(name: str) -> Random:
    """Return a random number generator seeded with a name."""
    return Random(name)  # noqa: S311 - repeatable, no secret


# --- selection --------------------------------------------------------------------------------------------------------


def finish(text: str) -> Result:
    """Check a puzzle by the other method, and find the line that follows the best ply in its deal."""
    puzzle = parse_puzzle(text)
    state, line = position_of(puzzle).state, list[int]()
    state = apply(state, position_of(puzzle).best)
    while state.task and len(line) < LINE:
        ply = choose(state, "legend", rng_seed(f"puzzle{puzzle.id}", "legend", 0, len(line)))
        line.append(ply_number(tuple(ply_bundles(state)), ply))
        state = apply(state, ply)
    return {"code": check_hash(), "of": text, "line": line, **check(puzzle, "check")}


def write(found: Iterable[Result], checked: dict[str, Result], file: Path) -> None:
    """Write the puzzles that passed the check with their ratings, the easiest first, and print what they are like."""
    pairs_found = ((result, stated(checked[result["puzzle"]])) for result in found if "puzzle" in result)
    passed = [result | {"stated": puzzle} for result, puzzle in pairs_found if puzzle]
    pairs = zip(ratings([result["tries"] for result in passed]), passed, strict=True)
    levels = selected(sorted(pairs, key=lambda pair: (pair[0], pair[1]["of"])))
    texts = ["".join(f"{one['stated']._replace(rating=rating)}\n" for rating, one in level) for level in levels]
    file.write_text(_HEAD + "\n".join(texts) + '"""\n', "ascii")
    sys.stderr.write(f"{len(checked)} found, {len(passed)} passed the check\n")
    for number, level in enumerate(levels, start=1):
        shares = {bot: fmean(one["tries"][bot] / count for _, one in level) for bot, count in TRIES.items()}
        shares["most stars now"] = fmean(one["greedy"] for _, one in level)
        seasons = Counter(one["season"] for _, one in level)
        solved = ", ".join(f"{who} {share:.0%}" for who, share in shares.items())
        sys.stderr.write(f"level {number}: {len(level)}, rated {level[0][0]} to {level[-1][0]}, {solved}, {seasons}\n")
    sys.stderr.write(f"{Counter(one['stated'].theme for level in levels for _, one in level)}\n")


def stated(checked: Result) -> Puzzle | None:
    """Return a checked puzzle with the measured figures, its main reason's theme, and its line.

    Returns None if a legal ply isn't as the puzzle says, or if no reason explains half of the lead.
    """
    puzzle = parse_puzzle(checked["of"])
    plies = [ply for ply, _ in puzzle.wrong]
    wrong = sorted(zip(plies, map(tuple, checked["gains"]), strict=True), key=lambda pair: sum(pair[1]))
    gains = wrong[0][1]
    main = max(range(len(SOURCES)), key=gains.__getitem__)
    if checked["right"] or checked["wrong"] or 2 * gains[main] < sum(gains):
        return None
    found = puzzle._replace(wrong=tuple(wrong), rest=min(puzzle.rest, checked["rest"]), line=tuple(checked["line"]))
    position = position_of(found)
    return found._replace(theme=theme_of(position.state, SOURCES[main], position.best, position.wrong[0].ply))


def selected(found: Sequence[tuple[int, Result]]) -> list[list[tuple[int, Result]]]:
    """Return the puzzles of each level from rated ones, which are sorted. All levels have the same number of puzzles.

    The puzzles that greedy plies don't solve are scarce. Each level gets an equal part of them, and then others of
    about the same ratings, up to their share.
    """
    scarce = [pair for pair in found if pair[1]["greedy"] < 1 / 2]
    others = [pair for pair in found if pair not in scarce]
    parts = list[tuple[list[tuple[int, Result]], list[tuple[int, Result]]]]()
    least, size = -1, IN_LEVEL
    for level in LEVELS:
        part = scarce[(level - 1) * len(scarce) // len(LEVELS) : level * len(scarce) // len(LEVELS)]
        most = part[-1][0] if level < LEVELS[-1] else found[-1][0]
        alike = [pair for pair in others if least < pair[0] <= most]
        size = min(size, len(part) + min(len(alike), len(part) * MOST_GREEDY // (100 - MOST_GREEDY)))
        parts.append((part, alike))
        least = most
    levels = []
    for part, alike in parts:
        room = size * MOST_GREEDY // 100 - ceil(sum(result["greedy"] for _, result in part))
        greedy = alike[: max(room, size - len(part))]
        levels.append(sorted([*part[: size - len(greedy)], *greedy], key=lambda pair: (pair[0], pair[1]["of"])))
    return levels


def print_orders(puzzles: Sequence[Puzzle]) -> None:
    """Print the best ply's lead over another one when it is played first and when the other one is, by season."""
    rows: dict[int, list[tuple[float, float]]] = {}
    for puzzle in chance("orders").sample(puzzles, ORDERED):
        position = position_of(puzzle)
        view = view_of(position.state, 0)
        ranking = run_steps(rank_candidates(view))
        by_ply = {candidate.ply: candidate for _, _, candidate in ranking.entries}
        best, other = by_ply[position.best], by_ply[position.wrong[0].ply]
        found = []
        for order in ((best, other), (other, best)):
            trial = Trial(Rollouts(view, ranking, _SETTLING, chance(puzzle.id)))
            trial.play(order, ORDERED_DECKS)
            found.append(trial.loss(other, best).mean)
        rows.setdefault(position.state.season, []).append((found[0], found[1]))
    sys.stdout.write("season, positions, lead played first, lead played second, difference\n")
    for season, leads in sorted(rows.items()):
        means = ", ".join(f"{fmean(one):.2f}" for one in zip(*leads, strict=True))
        differences = [first - second for first, second in leads]
        error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0
        sys.stdout.write(f"{season}, {len(leads)}, {means}, {fmean(differences):.2f} ± {error:.2f}\n")


def ratings(solved: Sequence[dict[str, int]]) -> list[int]:
    """Return the ratings of puzzles from the bots' tries, by Glicko-2.

    A bot's tries at a puzzle are one game, whose score is the share that solves it. The bots have ratings too, which
    change with each puzzle. They come from all puzzles in turn before the puzzles are rated.
    """
    bots, found = dict.fromkeys(TRIES, Rating()), list[Rating]()
    for _ in range(2):
        found = []
        for each in solved:
            scores = {bot: each[bot] / count for bot, count in TRIES.items()}
            puzzle = rated(Rating(), [Game(bots[bot], 1 - score) for bot, score in scores.items()])
            bots = {bot: rated(bots[bot], [Game(puzzle, score)]) for bot, score in scores.items()}
            found.append(puzzle)
    return [round(puzzle.rating) for puzzle in found]


if __name__ == "__main__":
    main()
