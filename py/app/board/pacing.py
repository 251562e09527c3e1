"""How scenes move by themselves: what each of their steps shows, and how long it lasts."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from app.game.game import AmbushScene, DrawScene, EndScene, Game, Scene, SeasonScene
from cartographers.events import SeasonScore
from cartographers.scoring import Awards, one_by_one, stars

#: Milliseconds for an ambush card to be seen, for a place that it tries, for its whole way at most, and to land.
_ENTER, _PLACE, _WAY, _LAND = 1100, 110, 1500, 550
#: Milliseconds before a count begins, between two of an edict's stars, after its last one, and for a whole season.
_BEFORE, _STAR, _WHOLE, _SEASON = 350, 110, 650, 480
#: Milliseconds for the map of a bot to be seen, for its shape before it is drawn, and for the map with it.
_MAP, _SHAPE, _DRAWN = 350, 850, 800
#: As many times at most the stars of one edict rise.
_TICKS = 6


#: How far an ambush has come.
Phase: TypeAlias = Literal["enters", "walks", "lands", "landed"]
#: Then it is on the map.
ARRIVED = ("lands", "landed")


class Tick(NamedTuple):
    """A step of a count: so many ``stars`` of an edict, of the coins or of the monsters, and the awards they are."""

    what: str
    stars: int
    awards: Awards


def ticks(score: SeasonScore) -> tuple[Tick, ...]:
    """Return the steps in which a season is counted, each with what is counted of one thing so far; no zeros."""
    found = [tick for letter, awards in score.edicts.items() for tick in _ticks(letter, awards)]
    if score.coins:
        found.append(Tick("coins", score.coins, ()))
    return (*found, *_ticks("monsters", score.monster_awards))


def _ticks(what: str, awards: Awards) -> list[Tick]:
    """Return the steps of one thing, as even as they can be."""
    single = tuple(one_by_one(awards))
    count = min(len(single), _TICKS)
    parts = [single[: len(single) * number // count] for number in range(1, count + 1)]
    return [Tick(what, stars(part), part) for part in parts]


def pauses(scene: Scene | None, game: Game) -> tuple[int, ...]:
    """Return how many milliseconds each step of a scene lasts; a scene that does not move has none.

    A bot's shape comes, and is drawn. An ambush enters, tries one place after the other, and lands. A season is counted
    star by star. The end of a game alone adds the seasons.
    """
    match scene:
        case DrawScene():
            return (_MAP, _SHAPE, _DRAWN)
        case AmbushScene(event=event):
            places = len(event.trail)
            return (_ENTER, *((min(_PLACE, _WAY // places),) * places + (_LAND,) if places else ()))
        case SeasonScene(moment, scores):
            counted = [tick.what for tick in ticks(scores[moment.shown])]
            return (_BEFORE, *(_STAR if what == then else _WHOLE for what, then in pairwise([*counted, ""])))
        case EndScene() if game.is_solo:
            return (_BEFORE, *(_SEASON for _ in game.state.scores))
    return ()
