"""Tune the weights of the scoring cards' potentials by self-play with a one-ply search.

`python -m bench.tune` plays the same games with a card's full potential and with other shares of it. The best share is
adopted if its gain is more than twice the standard error of the difference, in the first round and again in a second
round of other games. The adopted shares are written to `cartographers/bots/shares.py`; the same command always writes
the same file. With card names, the command only reports on these cards; with `--weights`, on the other weights of
`Weights`.

All seeds begin with `tune`, so the arena, whose seeds begin with another word, never plays these games.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from multiprocessing.pool import Pool as Processes
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from tqdm import tqdm

from cartographers.bots import weights
from cartographers.bots.candidates import candidates
from cartographers.bots.one_ply import outlook_of
from cartographers.bots.sketch import Sketch
from cartographers.bots.weights import Weights
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game, read_game_id
from cartographers.player_view import view_of
from cartographers.scoring import CARD_BY_ID, CARDS, Family, cards_of
from cartographers.solo import rating

#: The shares of a potential or another weight that are tried, in percent.
CHANGES = (50, 160)
#: The number of standard errors above which a gain counts.
ERRORS = 2
BASE = Weights(shares={})
WRITTEN = Path(weights.__file__).with_name("shares.py")
TEXT = '''"""The percentage of each scoring card's potential that counts, if not 100. bench.tune writes this file."""

SHARES: dict[str, int] = {shares}
'''


class Experiment(NamedTuple):
    """A weight to tune."""

    name: str
    #: The weights to try, by percent.
    changes: dict[int, Weights]
    #: The games of the two rounds.
    rounds: tuple[Sequence[str], Sequence[str]]


class Difference(NamedTuple):
    """A mean difference, and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        """Return the difference with its error."""
        return f"{self.mean:+.2f} +- {self.error:.2f}"

    @property
    def counts(self) -> bool:
        """Whether the difference is larger than chance would explain."""
        return self.mean > ERRORS * self.error


def main() -> None:
    """Print a line for each experiment, and write the shares if all cards were tried."""
    parser = argparse.ArgumentParser(prog="python -m bench.tune", description=str(__doc__).partition("\n")[0])
    parser.add_argument("cards", nargs="*", metavar="CARD", help="report on these cards only")
    parser.add_argument("--weights", action="store_true", help="report on the other weights only")
    parser.add_argument("--games", type=int, default=150, metavar="N", help="games per round")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args()
    everything = not options.cards and not options.weights
    cards = [CARD_BY_ID[name].id for name in options.cards] or [card.id for card in CARDS]
    found = list(of_weights(options.games) if options.weights else of_cards(cards, options.games))
    shares = {}
    with Pool(options.jobs) as pool, tqdm(found, unit=" experiments") as watched:
        for experiment in watched:
            best, told = tried(experiment, pool)
            watched.write(f"{experiment.name}: {told}")
            if best:
                shares[experiment.name] = best
    if everything:
        WRITTEN.write_text(TEXT.replace("{shares}", repr(shares).replace("'", '"')), encoding="utf-8")


def of_weights(games: int) -> Iterator[Experiment]:
    """Yield an experiment for each weight except the cards' shares, on both boxes in turn."""
    first, second = (
        [str(pure_game(f"tune{number}", (Box.HEROES, Box.BASE)[number % 2])) for number in numbers]
        for numbers in (range(games), range(games, 2 * games))
    )
    for name in [name for name in Weights._fields if name != "shares"]:
        weight = getattr(BASE, name)
        changes = {percent: BASE._replace(**{name: weight * percent // 100}) for percent in CHANGES}
        yield Experiment(name, changes, (first, second))


def of_cards(cards: Sequence[str], games: int) -> Iterator[Experiment]:
    """Yield an experiment for each card, by its id."""
    for card in cards:
        first, second = (
            [str(game_with(card, number)) for number in numbers] for numbers in (range(games), range(games, 2 * games))
        )
        yield Experiment(card, {share: BASE._replace(shares={card: share}) for share in CHANGES}, (first, second))


def game_with(card_id: str, number: int) -> GameId:
    """Return a game of a card's box with the card as an edict; its letter and the other edicts are random."""
    card = CARD_BY_ID[card_id]
    rng = Random(f"tune/{card_id}/{number}")  # noqa: S311 - repeatable on purpose
    families = sorted(Family, key=lambda _: rng.random())
    edicts = [
        card if family is card.family else cards_of(family, card.box)[int(rng.random() * 4)] for family in families
    ]
    return replace(pure_game(f"tune{number}", card.box), edicts=tuple(edicts))


def tried(experiment: Experiment, pool: Processes) -> tuple[int, str]:
    """Return the change that gains in both rounds, or 0, and a report on all changes."""
    first, second = experiment.rounds
    gained = gains(experiment.changes, first, pool)
    best = max(gained, key=lambda change: gained[change].mean)
    told = ", ".join(f"{change} % {gain}" for change, gain in gained.items())
    if not gained[best].counts:
        return 0, told
    again = gains({best: experiment.changes[best]}, second, pool)[best]
    return (best, f"{told}; again {again}, adopted") if again.counts else (0, f"{told}; again {again}")


def gains(changes: dict[int, Weights], games: Sequence[str], pool: Processes) -> dict[int, Difference]:
    """Return the gain of each change on the same games."""
    found, base = {}, pool.map(partial(rated, weights=BASE), games)
    for change, its in changes.items():
        gained = [
            after - before for before, after in zip(base, pool.map(partial(rated, weights=its), games), strict=True)
        ]
        found[change] = Difference(fmean(gained), stdev(gained) / len(gained) ** 0.5)
    return found


def rated(game: str, weights: Weights) -> int:
    """Return the rating of a game played with some weights."""
    state = new_game(read_game_id(game))
    while state.task:
        view = view_of(state, 0)
        sketch = Sketch.of(state.sheets[0])
        outlook, left = outlook_of(view, weights=weights)
        worths = [(outlook.value(one.on(sketch), left), one.ply) for one in candidates(view)]
        most = max(worth for worth, _ in worths)
        state = apply(state, next(ply for worth, ply in worths if worth == most))
    return rating(state.total(0), state.deal.edicts)


if __name__ == "__main__":
    main()
