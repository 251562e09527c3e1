"""The hardness of a map: the stars that a bot earns on it, compared with map A, in the same deals.

The bot plays the base game alone. Stars vary more between deals than between maps, so each deal is played on both maps,
and only the differences count.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from math import sqrt

from app import messages as m
from app.drawing.element import Element, h
from app.game.jobs import Work
from app.screens.parts.own_results import mean
from app.screens.parts.strengths import Trial
from cartographers.game_id import GameId
from words import Words, number

#: The bot, the printed map, and the number of deals: with 24, the standard error of the difference is 2 to 3 stars.
BOT, COMPARED_WITH, DEALS = "journeyman", "A", 24
#: The number of deals between two reports.
_REPORTED = 8
#: Differences of up to this number of standard errors may be due to chance.
_CHANCE = 2
#: The bot's stars in games on the printed map, which all other maps are compared with.
_known: dict[GameId, int] = {}


class MapMeasured(m.Message):
    """A bot has played some deals on a custom map and on a printed one."""

    #: The side of the custom map.
    side: str
    #: The number of deals.
    games: int
    #: The stars that it earned more on the custom map: the mean, in hundredths.
    gain: int
    #: The standard error of that mean, in hundredths.
    error: int


@dataclass(frozen=True, slots=True)
class MapTrial:
    """The work of the bot that plays the same deals on a map and on the printed one."""

    side: str

    def work(self) -> Work:
        """Play the deals, and report the difference several times."""
        differences: list[int] = []
        while len(differences) < DEALS:
            there, here = (GameId(f"map{len(differences)}", side) for side in (COMPARED_WITH, self.side))
            if there not in _known:
                _known[there] = yield from _stars(there)
            stars = yield from _stars(here)
            differences.append(stars - _known[there])
            yield 100 * len(differences) // DEALS
            if len(differences) % _REPORTED == 0:
                yield _measured(self.side, differences)


def _stars(game_id: GameId) -> Generator[None, None, int]:
    """Have the bot play a game, and return its stars."""
    for step in Trial(game_id, BOT).work():
        if isinstance(step, m.BotResult):
            return step.stars
        yield None
    msg = "the trial ended without a result"
    raise AssertionError(msg)


def _measured(side: str, differences: list[int]) -> MapMeasured:
    """Return the mean difference, and its standard error."""
    count, average = len(differences), mean(differences)
    variance = sum((difference - average) ** 2 for difference in differences) / (count - 1)
    return MapMeasured(side, count, round(100 * average), round(100 * sqrt(variance / count)))


def hardness(words: Words, measured: MapMeasured | None) -> Element:
    """Return the sentence on the hardness of a map, or a note that the bot is still trying it.

    A few games can prove a difference, but only all of them can prove that there is hardly any.
    """
    name = words(f"bot.{BOT}")
    if measured is None or (_is_even(measured) and measured.games < DEALS):
        return h("p", words("editor.trying", name=name), class_="note", key="trying")
    games, gain, off = number(measured.games), measured.gain, _CHANCE * measured.error
    if _is_even(measured):
        said = words("editor.even", name=name, games=games)
    else:
        key = "editor.harder" if gain < 0 else "editor.easier"
        count, error = (max(round(hundredths / 100), 1) for hundredths in (abs(gain), off))
        said = words.plural(key, count, name=name, error=number(error), games=games)
    return h("p", said, class_="note", key="hardness")


def _is_even(measured: MapMeasured) -> bool:
    """Return whether chance alone can explain the difference from the other map."""
    return abs(measured.gain) <= _CHANCE * measured.error
