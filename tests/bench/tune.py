"""Try other weights for the value of a map, by self-play of the search of one ply.

`python -m bench.tune` changes one weight at a time, in `cartographers/bots/weights.py`, and plays the same games with
and without the change. It prints the difference in the mean rating with its standard error. Take over a change only if
the difference is more than twice that, and stays so with other games (`--first`). The seeds begin with `tune`, so the
arena, whose seeds begin with something else, never sees these games.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import fmean, stdev

from cartographers.bots.candidates import candidates
from cartographers.bots.one_ply import outlook_of
from cartographers.bots.sketch import Sketch
from cartographers.bots.weights import WEIGHTS, Weights
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game, read_game_id
from cartographers.scoring import CARD_NAMED, CARDS, Family, cards_of
from cartographers.seen import seen
from cartographers.solo import rating

#: By how many percent a weight is changed, one after the other.
CHANGES = (50, 160)


def main() -> None:
    """Print a line for each weight, or for each card's share of its potential."""
    parser = argparse.ArgumentParser(prog="python -m bench.tune", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument(
        "--cards", nargs="*", metavar="CARD", help="tune shares of potentials; none named: of all cards"
    )
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    with Pool(options.jobs) as pool:
        for name, games, changes in experiments(numbers, options.cards):
            base = pool.map(partial(rated, weights=WEIGHTS), games)
            told = [f"{name}: {fmean(base):.1f}"]
            for change in changes:
                progress(f"{name} {len(told)} of {len(changes)}")
                other = pool.map(partial(rated, weights=change), games)
                gained = [after - before for before, after in zip(base, other, strict=True)]
                told.append(f"{fmean(gained):+.2f} +- {stdev(gained) / len(gained) ** 0.5:.2f}")
            progress("")
            print(" | ".join(told), flush=True)


def progress(text: str) -> None:
    """Say on the error stream what is being played, if somebody watches."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()


def experiments(numbers: range, cards: list[str] | None) -> Iterator[tuple[str, list[str], list[Weights]]]:
    """Yield what to change: its name, the games to play, and the changed weights."""
    if cards is not None:
        for card in [CARD_NAMED[name] for name in cards] or CARDS:
            games = [str(game_with(card.id, number)) for number in numbers]
            share = WEIGHTS.share(card.id)
            changed = [{**WEIGHTS.shares, card.id: share * percent // 100} for percent in CHANGES]
            yield card.id, games, [WEIGHTS._replace(shares=shares) for shares in changed]
        return
    games = [str(pure_game(f"tune{number}", Box.BASE if number % 2 else Box.HEROES)) for number in numbers]
    for name in [name for name in Weights._fields if name != "shares"]:
        weight = getattr(WEIGHTS, name)
        yield name, games, [WEIGHTS._replace(**{name: weight * percent // 100}) for percent in CHANGES]


def game_with(card_id: str, number: int) -> GameId:
    """Return a game of a card's box in which it is an edict; chance says where, and what the others are."""
    card = CARD_NAMED[card_id]
    rng = Random(f"tune/{card_id}/{number}")  # noqa: S311 - repeatable on purpose
    families = sorted(Family, key=lambda _: rng.random())
    edicts = [
        card if family is card.family else cards_of(family, card.box)[int(rng.random() * 4)] for family in families
    ]
    return replace(pure_game(f"tune{number}", card.box), edicts=tuple(edicts))


def rated(game: str, weights: Weights) -> int:
    """Return the rating of a game played with such weights."""
    state = new_game(read_game_id(game))
    while state.task:
        view = seen(state, 0)
        sketch = Sketch.of(state.sheets[0])
        outlook, left = outlook_of(view, weights=weights)
        worths = [(outlook.value(one.on(sketch), left), one.ply) for one in candidates(view)]
        most = max(worth for worth, _ in worths)
        state = apply(state, next(ply for worth, ply in worths if worth == most))
    return rating(state.total(0), state.deal.edicts)


if __name__ == "__main__":
    main()
