"""A hint: a good ply, and its gains from each edict, coins, and monsters."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cartographers.bots.one_ply import outlook_of, required_task
from cartographers.bots.potentials import term_of
from cartographers.bots.racing import search
from cartographers.bots.rollouts import MASTER
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps
from cartographers.bots.weights import HOPE
from cartographers.player_view import PlayerView
from cartographers.rules import outcome
from cartographers.seasons import EDICTS
from cartographers.state import Ply

#: A tenth of a star in the unit of a potential (hundredths of a star) times a hope (percent).
_TENTH = 1000


class Gain(NamedTuple):
    """The gain or loss that a ply brings from one source of stars."""

    #: The letter of an edict, ``coins``, or ``monsters``.
    source: str
    #: The stars gained in the source's next scoring.
    now: int
    #: The stars gained in its later scorings, including those that the ply only makes possible, in tenths of a star. If
    #: the ply turns a potential into stars, this doesn't count as a loss.
    later: int = 0


class Hint(NamedTuple):
    """A good ply with its gains."""

    ply: Ply
    gains: tuple[Gain, ...]


def find_hint(view: PlayerView, rng: Random) -> Steps[Hint]:
    """Return the ply that Master would choose, with its gains."""
    ply = yield from search(view, rng, MASTER)
    return Hint(ply, gains(view, ply))


def gains(view: PlayerView, ply: Ply) -> tuple[Gain, ...]:
    """Return the gains and losses that a legal ply brings on its map. Sources that don't change are omitted."""
    return tuple(gain for gain in _all_gains(view, ply) if gain.now or gain.later)


def gains_beyond(view: PlayerView, ply: Ply, other: Ply) -> tuple[Gain, ...]:
    """Return the gains of a legal ply minus those of another one. Sources without a difference are omitted."""
    pairs = zip(_all_gains(view, ply), _all_gains(view, other), strict=True)
    found = (Gain(one.source, one.now - two.now, one.later - two.later) for one, two in pairs)
    return tuple(gain for gain in found if gain.now or gain.later)


def _all_gains(view: PlayerView, ply: Ply) -> list[Gain]:
    """Return the gains of a legal ply from every source, in a fixed order."""
    task = required_task(view)
    sheet = view.sheets[task.sheet]
    before, after = Sketch.of(sheet), Sketch.of(outcome(task, sheet, ply)[1])
    return [
        *(_of_edict(view, letter, before, after) for letter in EDICTS),
        Gain("coins", after.coins - before.coins),
        Gain("monsters", before.haunted.bit_count() - after.haunted.bit_count()),
    ]


def _of_edict(view: PlayerView, letter: str, before: Sketch, after: Sketch) -> Gain:
    """Return the gain of an edict, which is zero if the edict won't be scored again."""
    outlook, time = outlook_of(view)
    hope = counted = 0
    for number, season in enumerate(outlook.seasons[outlook.season :]):
        time += season.threshold if number else 0
        if letter in season.edicts:
            counted += 1
            hope += HOPE[min(time, len(HOPE) - 1)]
    if not counted:
        return Gain(letter, 0)
    term = term_of(view.edicts[EDICTS.index(letter)])
    (stars, potential), (stars_after, potential_after) = term(before), term(after)
    now = stars_after - stars
    later = 10 * now * (counted - 1) + (potential_after - potential) * hope // _TENTH
    return Gain(letter, now, max(later, 0) if now > 0 else later)
