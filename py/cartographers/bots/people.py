"""Players who miss things, as people do: they see some of the places, and some of what a place is good for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cartographers.bots.candidates import Candidate, candidates
from cartographers.bots.one_ply import outlook_of, task_in
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Thinking, in_steps
from cartographers.region import Region, beside
from cartographers.seen import Seen


def apprentice(seen: Seen, rng: Random) -> Thinking:
    """Return the ply with the most stars for this season's edicts as the map would be right after it.

    An apprentice draws beside what lies there, looks no further than the next scoring, and sees what monsters cost
    only when they are counted: on the season's last card.
    """
    sketch = _sketch(seen)
    outlook, left = outlook_of(seen, ahead=0)
    drawn = sketch.forest | sketch.village | sketch.farm | sketch.water
    others = _on_another_map(seen)

    def worth(candidate: Candidate) -> int:
        return outlook.scored(candidate.on(sketch), monsters=others or not left)

    return (yield from _best(_in_sight(seen, beside(drawn) | sketch.ruins), worth, rng, least=others))


def journeyman(seen: Seen, rng: Random) -> Thinking:
    """Return the ply that looks best for this season and the next.

    A journeyman fits shapes to what lies there and to the edge, knows what the edicts ask for, and closes in monsters;
    but forgets about the seasons after the next, about ambushes that may come, and about keeping ruins open.
    """
    sketch = _sketch(seen)
    outlook, left = outlook_of(seen, ahead=1)

    def worth(candidate: Candidate) -> int:
        return outlook.value(candidate.on(sketch), left, dangers=False)

    sight = beside(sketch.land & ~sketch.empty) | sketch.edge
    return (yield from _best(_in_sight(seen, sight), worth, rng, least=_on_another_map(seen)))


def _sketch(seen: Seen) -> Sketch:
    """Return the sketch of the map to draw on."""
    return Sketch.of(seen.sheets[task_in(seen).sheet])


def _on_another_map(seen: Seen) -> bool:
    """Say whether the player draws on somebody else's map, to do harm."""
    task = task_in(seen)
    return task.sheet != task.player


def _in_sight(seen: Seen, sight: Region) -> list[Candidate]:
    """Return the candidates in sight: a space of them, or monsters they strike. To do harm, or else, all of them."""
    found = candidates(seen)
    if _on_another_map(seen):
        return found
    monster = seen.sheets[seen.player].monster
    return [one for one in found if one.region & sight or one.attack & monster] or found


def _best(found: list[Candidate], worth: Callable[[Candidate], int], rng: Random, *, least: bool) -> Thinking:
    """Return the candidate of the highest worth, or the ``least``; which of several, chance decides."""
    yield None
    worths = yield from in_steps(map(worth, found))
    wanted = min(worths) if least else max(worths)
    ties = [candidate for candidate, its in zip(found, worths, strict=True) if its == wanted]
    return ties[int(rng.random() * len(ties))].ply
