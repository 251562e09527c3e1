"""Humanlike players, who overlook some of the places for a shape and some of a place's advantages."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cartographers.bots.candidates import Candidate, candidates
from cartographers.bots.one_ply import outlook_of, required_task
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Thinking, collect_in_steps
from cartographers.bots.weights import Weights
from cartographers.player_view import PlayerView
from cartographers.region import Region, adjacent_to

#: A journeyman doesn't see gaps, and doesn't expect to surround monsters later.
_OF_JOURNEYMAN = Weights(side=0, haunted_later=100)


def apprentice(view: PlayerView, rng: Random) -> Thinking:
    """Choose the ply that would earn the most stars for this season's edicts if they were scored right after it.

    An apprentice draws next to filled spaces, thinks only of the next scoring, and notices the cost of monsters only
    when it is due: on the season's last card.
    """
    sketch = _sketch(view)
    outlook, left = outlook_of(view, ahead=0)
    drawn = sketch.forest | sketch.village | sketch.farm | sketch.water
    on_another_map = _on_another_map(view)

    def worth(candidate: Candidate) -> int:
        return outlook.scoring_value(candidate.on(sketch), monsters=on_another_map or not left)

    return (yield from _best(_in_sight(view, adjacent_to(drawn) | sketch.ruins), worth, rng, least=on_another_map))


def journeyman(view: PlayerView, rng: Random) -> Thinking:
    """Choose the ply that looks best for this season and the next.

    A journeyman fits shapes to filled spaces and to the edge, works toward the edicts, and surrounds monsters, but
    doesn't think of the seasons after the next, of ambushes that may come, or of ruins that should stay open.
    """
    sketch = _sketch(view)
    outlook, left = outlook_of(view, ahead=1, weights=_OF_JOURNEYMAN)

    def worth(candidate: Candidate) -> int:
        return outlook.value(candidate.on(sketch), left, dangers=False)

    sight = adjacent_to(sketch.land & ~sketch.empty) | sketch.edge
    return (yield from _best(_in_sight(view, sight), worth, rng, least=_on_another_map(view)))


def _sketch(view: PlayerView) -> Sketch:
    """Return a sketch of the map to draw on."""
    return Sketch.of(view.sheets[required_task(view).sheet])


def _on_another_map(view: PlayerView) -> bool:
    """Return whether the player draws on an opponent's map, and so tries to do harm."""
    task = required_task(view)
    return task.sheet != task.player


def _in_sight(view: PlayerView, sight: Region) -> list[Candidate]:
    """Return the candidates that have a space in sight or attack monsters.

    Returns all candidates if there are none, and on an opponent's map.
    """
    found = candidates(view)
    if _on_another_map(view):
        return found
    monster = view.sheets[view.player].monster
    return [one for one in found if one.region & sight or one.attack & monster] or found


def _best(found: list[Candidate], worth: Callable[[Candidate], int], rng: Random, *, least: bool) -> Thinking:
    """Choose the candidate with the highest worth, or with the lowest if ``least``. Ties are broken at random."""
    yield None
    worths = yield from collect_in_steps(map(worth, found))
    best_worth = min(worths) if least else max(worths)
    ties = [candidate for candidate, each in zip(found, worths, strict=True) if each == best_worth]
    return ties[int(rng.random() * len(ties))].ply
