"""Compare the budgets of searches by the stars that their choices lose. This takes minutes; games would take hours.

`python -m bench.choices` takes positions from Master's games. In each position, it plays the best candidates of a
one-ply search to the end of the game on many decks, with a larger budget than any bot has. Their mean stars count as
the truth. The loss of a choice is the difference between its stars and the best candidate's. The truth is an estimate,
so even a perfect choice would seem to lose something: only the differences between budgets count. All seeds begin with
`choices`, which the arena never uses.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import NamedTuple

from tqdm import tqdm

from cartographers import arena
from cartographers.bots import rng_seed
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import outlook_of, rank_candidates
from cartographers.bots.rollouts import LEGEND, MASTER, Budget, Rollouts, sequential_halving
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import run_steps
from cartographers.bots.value import STAR
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import pure_game
from cartographers.player_view import PlayerView, view_of

#: The budget of the search for the truth. Like any search, it drops the worse half after each stage.
CAREFUL = Budget(width=60, stages=(60, 80, 160), max_orders=0, adjacent=24, distant=4, later_seasons=3, new_tables=True)
#: The player of the games.
PLAYER = "master"
#: The number of positions from each game, and of tries with each budget.
POSITIONS, TRIES = 4, 2
_FORMER = LEGEND._replace(width=12, stages=(16, 16, 16, 80), later_weight=1)
#: The budgets that are compared. All others are compared with the first one.
BUDGETS = {
    "12 candidates; stages of 16, 16, 16 and 80 decks (the former legend)": _FORMER,
    "the same, but 208 decks in the last stage": _FORMER._replace(stages=(16, 16, 16, 208)),
    "stages of 24, 48, 96 and 96": _FORMER._replace(stages=(24, 48, 96, 96)),
    "the same, and the later end counts twice": _FORMER._replace(stages=(24, 48, 96, 96), later_weight=2),
    "16 candidates; stages of 12, 24 and 48": LEGEND._replace(later_weight=1),
    "the same, and the later end counts twice (the legend)": LEGEND,
    "32 candidates; stages of 6, 12, 24, 48 and 48; twice": LEGEND._replace(width=32, stages=(6, 12, 24, 48, 48)),
    "60 candidates; stages of 8, 16, 32, 64 and 64; twice": LEGEND._replace(width=60, stages=(8, 16, 32, 64, 64)),
    "the master": MASTER,
}


class Choice(NamedTuple):
    """The result of a budget in a position."""

    #: The stars that its choices lose, on average.
    lost: float
    #: The milliseconds that a choice takes.
    ms: float


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.choices", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=30, metavar="N", help=f"of each, {POSITIONS} positions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args()
    seeds = [f"choices{number}" for number in range(options.games)]
    found: list[list[Choice]] = []
    with Pool(options.jobs) as pool, tqdm(total=options.games, unit=" games") as watched:
        for choices in pool.imap(partial(compared, budgets=[*BUDGETS.values()], careful=CAREFUL), seeds):
            found += choices
            watched.update()
    print(table([*BUDGETS], found))


def compared(seed: str, budgets: Sequence[Budget], careful: Budget) -> list[list[Choice]]:
    """Return the results of each budget in all positions of a game that offer a choice."""
    found = []
    for view in positions(seed):
        field = [candidate for _, _, candidate in run_steps(rank_candidates(view)).entries[: careful.width]]
        if len(field) > 1:
            name = f"{seed} {view.season} {view.time}"
            stars = worths(view, field, careful, f"{name} truth")
            found.append([choice(view, field, budget, stars, name) for budget in budgets])
    return found


def positions(seed: str) -> list[PlayerView]:
    """Return the player's view at random plies of a game, except the last two, where the choice is always clear."""
    game = pure_game(seed, Box.BASE)
    state, views = new_game(game), list[PlayerView]()
    while state.task:
        views.append(view_of(state, 0))
        state = apply(state, arena.choose(state, PLAYER, rng_seed(game, PLAYER, 0, len(views) - 1)))
    return chance(seed).sample(views[:-2], POSITIONS)


def worths(view: PlayerView, field: Sequence[Candidate], budget: Budget, name: str) -> list[float]:
    """Return the mean final stars after each candidate. Candidates that fall behind are played on fewer decks."""
    playing = rollouts_of(view, budget)
    last = len(playing.seasons) - 1
    playing.seasons = tuple(season._replace(weight=int(place == last)) for place, season in enumerate(playing.seasons))
    stars, alive, rng = [0.0] * len(field), [*range(len(field))], chance(name)
    sums, met = [0] * len(field), 0
    for stage in budget.stages:
        for _ in range(stage):
            decks = playing.decks(rng)
            met += 1
            for place in alive:
                sums[place] += run_steps(playing.play(field[place], decks))
        for place in alive:
            stars[place] = sums[place] / met / STAR
        alive = sorted(alive, key=lambda place: -sums[place])[: (len(alive) + 1) // 2]
    return stars


def choice(view: PlayerView, field: Sequence[Candidate], budget: Budget, stars: Sequence[float], name: str) -> Choice:
    """Return the result of a budget in a position, as the mean of some tries. ``stars`` are the candidates' values."""
    lost, began = 0.0, process_time()
    for number in range(TRIES):
        playing = rollouts_of(view, budget)
        best = run_steps(sequential_halving(playing, [*field[: budget.width]], chance(f"{name} {number}")))
        lost += (max(stars) - stars[field.index(best)]) / TRIES
    return Choice(lost, 1000 * (process_time() - began) / TRIES)


def rollouts_of(view: PlayerView, budget: Budget) -> Rollouts:
    """Return the rollouts of a position."""
    return Rollouts(view, Sketch.of(view.sheets[0]), *outlook_of(view), budget)


def chance(name: str) -> Random:
    """Return a random number generator seeded with the given name."""
    return Random(name)  # noqa: S311 - repeatable, no secret


def table(names: Sequence[str], found: Sequence[Sequence[Choice]]) -> str:
    """Format the budgets' losses as Markdown, and the differences from the first budget's."""
    lines = [
        f"| {len(found)} positions | stars lost a ply | more than the first | ms, median |",
        "| --- | --: | --: | --: |",
    ]
    for place, name in enumerate(names):
        lost = [choices[place].lost for choices in found]
        more = [choices[place].lost - choices[0].lost for choices in found]
        error = stdev(more) / len(more) ** 0.5
        ms = median(choices[place].ms for choices in found)
        lines.append(f"| {name} | {fmean(lost):.2f} | {fmean(more):+.3f} +- {error:.3f} | {ms:.0f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
