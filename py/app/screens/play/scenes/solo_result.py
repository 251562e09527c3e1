"""The result of a solo game: its best moment, the stars of each season, the rating, and the results to compare with.

The module comes with the later part of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from app import messages as m
from app.board.board_view import describe_practice
from app.board.event_texts import describe_margin
from app.board.names import map_name
from app.drawing.announcements import Announcement
from app.drawing.controls import button, icon, labeled_icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.weekly import week_of
from app.screens.parts.highlights import Highlight, highlights
from app.screens.parts.own_results import OwnResults, own_results
from app.screens.parts.strengths import Trial, bot_results_of, trial
from app.visit import Visit
from cartographers.bots import STRENGTHS
from cartographers.events import GameEnd
from cartographers.solo import TITLES
from words import MINUS, Words, number, signed

#: The number of strengths to compare with, beginning with the weakest. Stronger bots would take too long.
_COMPARED = 2
#: The number of strengths after a weekly challenge: all, as on its screen.
_COMPARED_IN_WEEK = len(STRENGTHS)
#: The page with the rule of the rating.
_RULE = ("rules", "ending")
#: The symbols of a bot's rating and of the player's best rating so far.
_SIGNS = {"bot": "icon-bot", "new": "icon-trophy"}
#: The height of the chart of seasons.
_HEIGHT = 40


class _Played:
    """A game as the key of a cache. Keys of the same plies are equal, and no state is hashed, which would be slow."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        """Wrap a game."""
        self.game = game

    def __eq__(self, other: object) -> bool:
        """Return whether both games have the same object as their plies."""
        return isinstance(other, _Played) and other.game.played is self.game.played

    def __hash__(self) -> int:
        """Return the identity of the plies."""
        return id(self.game.played)


class Rating(NamedTuple):
    """A rating in the row of comparisons."""

    #: The name above it.
    name: str
    #: The rating; None until it is known.
    value: int | None
    #: The class of its cell: ``mine``, ``bot``, ``new`` for the player's best rating so far, or empty.
    look: str = ""


# ------------------------------------------------------------------- the contents


def best_moment(game: Game) -> Highlight | None:
    """Return the shape that gained the most stars, or else the best edict; None if neither earned anything."""
    return _best_moment(_Played(game))


@lru_cache(maxsize=1)
def _best_moment(played: _Played) -> Highlight | None:
    return next((found for found in highlights(played.game, {}) if found.kind != "ambush"), None)


def _rank_of(end: GameEnd) -> int:
    """Return the place of the title among all titles; 0 is the best."""
    return [name for _, name in TITLES].index(str(end.title))


def next_trial(visit: Visit, game: Game) -> Trial | None:
    """Return the trial of the next bot whose result the row lacks."""
    return trial(visit, game.id, _compared(game))


def _compared(game: Game) -> int:
    """Return the number of strengths in the row."""
    return _COMPARED_IN_WEEK if week_of(game.id) else _COMPARED


def _own(visit: Visit, game: Game) -> OwnResults | None:
    """Return the results of the player's other solo games on the device; None until they have been read."""
    library = visit.memory.library
    return None if library is None else own_results(library, game.key, game.record)


def ratings(words: Words, visit: Visit, game: Game, end: GameEnd) -> list[Rating]:
    """Return the ratings of the player and of the bots on this deal, and the player's best on this map.

    A weekly challenge has all bots, and no best.
    """
    mine, count = end.rating or 0, _compared(game)
    made, expected = bot_results_of(visit, game.id), end.totals[0] - mine
    bots = [
        Rating(words(f"bot.{name}"), made[name] - expected if name in made else None, "bot")
        for name in [*STRENGTHS][:count]
    ]
    best = _best(words, _own(visit, game), game, mine) if count == _COMPARED else None
    return [Rating(words("review.you"), mine, "mine"), *bots, *([best] if best else [])]


def _best(words: Words, own: OwnResults | None, game: Game, mine: int) -> Rating | None:
    """Return the player's best rating with these cards on this map, which may be the one just earned.

    Returns None if no other game counts, because a first result beats nothing.
    """
    name = words("ending.best", map=map_name(words, game.id.side))
    if own is None:
        return Rating(name, None)
    former = max(own.ratings_like(game), default=None)
    if former is None:
        return None
    if mine > former and not game.is_practice:
        return Rating(words("ending.best.new", map=map_name(words, game.id.side)), mine, "new")
    return Rating(name, former)


# ------------------------------------------------------------------- view


def solo_card(words: Words, visit: Visit, game: Game, end: GameEnd, beat: Element | None = None) -> Element:
    """Return the card with the result. A ``beat`` covers it, and the card already has its final size."""
    place = len(TITLES) - 1 - _rank_of(end)
    return h(
        "div",
        _moment(words, game, is_covered=beat is not None),
        h(
            "div",
            _equation(words, end, is_covered=beat is not None),
            _seasons(words, game, len(game.state.scores)),
            class_="tally",
        ),
        h(
            "div",
            [
                h("i", icon("icon-quill") if rung == place else None, class_=_look_of_rung(rung, place), key=str(rung))
                for rung in range(len(TITLES))
            ],
            class_="ladder",
            aria_hidden="true",
        ),
        h(
            "div",
            h("h2", words(f"title.{end.title}"), class_="earned" if (end.rating or 0) >= 0 else None),
            h("p", _describe_next(words, end), class_="sum"),
            class_="titles",
        ),
        _notes(words, visit, game, end),
        h(
            "ul",
            [_cell(one) for one in ratings(words, visit, game, end)],
            class_="compared" if _compared(game) == _COMPARED else "compared with-all",
        ),
        beat,
        class_="card",
    )


def silent_beat() -> Element:
    """Return the moment before the first beat."""
    return h("div", class_="beat", key="silent-beat")


def moment_beat(words: Words, game: Game) -> Element:
    """Return the best moment, if there is one, as the only thing on the card."""
    best = best_moment(game)
    if best is None:
        return silent_beat()
    return h(
        "div",
        h("p", words("ending.moment"), class_="kicker-of-beat"),
        h("div", icon(_symbol_of(best), "portrait"), class_="held-card"),
        h("p", words(f"name.{best.card}"), class_="name-of-beat"),
        h("p", h("b", signed(best.stars)), icon("icon-star"), class_="gain"),
        class_="beat moment-beat",
        key="moment-beat",
    )


def stars_beat(words: Words, game: Game, seasons: float) -> Element:
    """Return the stars of some ``seasons`` as the only thing on the card. The last of these may be a part."""
    count = sum(_shares(game, seasons))
    return h(
        "div",
        h("p", icon("icon-star"), h("b", number(count), key=str(int(seasons))), class_="count-of-stars"),
        _seasons(words, game, seasons),
        class_="beat stars-beat",
        key="stars-beat",
    )


def _moment(words: Words, game: Game, *, is_covered: bool) -> Element | None:
    """Return the best moment, if there is one, as a button that shows it in the replay, unless something covers it."""
    best = best_moment(game)
    if best is None:
        return None
    content = (
        icon(_symbol_of(best), "portrait"),
        h("span", h("small", words("ending.moment")), " ", h("b", words(f"name.{best.card}")), class_="what-earned"),
        " ",
        h("span", h("b", signed(best.stars)), icon("icon-star"), class_="gain"),
    )
    if is_covered:
        return h("div", content, class_="best-moment")
    return button(m.Watch(best.place), *content, class_="best-moment")


def _symbol_of(best: Highlight) -> str:
    return f"edict-{best.card}" if best.kind == "edict" else f"card-{best.card}"


def _shares(game: Game, seasons: float) -> list[int]:
    """Return the stars of each season that have been added."""
    parts = (min(max(seasons - place, 0), 1) for place in range(len(game.state.scores)))
    return [round(score.total * part) for (score,), part in zip(game.state.scores, parts, strict=True)]


def _equation(words: Words, end: GameEnd, *, is_covered: bool) -> Element:
    """Return the equation of the stars, the solo numbers, and the rating.

    It is a button that opens the rule of the rating, unless something covers it.
    """
    rating, total = end.rating or 0, end.totals[0]
    content = (
        _term(words("stars"), number(total)),
        h("span", MINUS, class_="operator"),
        _term(words("ending.solo"), number(total - rating)),
        h("span", "=", class_="operator"),
        _term(words("strengths.rating"), signed(rating)),
    )
    return h("p", content, class_="equation") if is_covered else button(m.Go(*_RULE), *content, class_="equation")


def _term(name: str, value: str) -> Element:
    return h("span", h("b", value), " ", h("small", name), " ", class_="term")


def _seasons(words: Words, game: Game, seasons: float) -> Element:
    """Return a bar for each season, with the stars that have been added."""
    totals = [score.total for (score,) in game.state.scores]
    high, low = max(*totals, 1), min(*totals, 0)
    unit = _HEIGHT / (high - low)
    bars = []
    for place, ((score,), stars) in enumerate(zip(game.state.scores, _shares(game, seasons), strict=True)):
        season = score.season.name
        bar = h(
            "rect",
            y=round(unit * (high - max(stars, 0)), 1),
            width=10,
            height=round(unit * abs(stars), 1),
            class_="lost-stars" if stars < 0 else None,
        )
        sign = labeled_icon(
            f"season-{season}", words(f"season.{season}"), f"season-icon season-{season}", viewBox="-9 -9 18 18"
        )
        chart = h("svg", bar, class_="bar", viewBox=f"0 0 10 {_HEIGHT}", preserveAspectRatio="none", aria_hidden="true")
        count = h("b", number(stars) if seasons > place else "")
        bars.append(h("li", sign, " ", chart, count, class_=f"season-{season}", key=season))
    return h("ul", bars, class_="season-bars")


def _look_of_rung(rung: int, place: int) -> str:
    return "mine" if rung == place else "reached" if rung < place else "above"


def _describe_next(words: Words, end: GameEnd) -> str:
    """Return a sentence with the next title and the stars that it needs."""
    mine = _rank_of(end)
    if not mine:
        return words("ending.highest")
    least, title = TITLES[mine - 1]
    return words.plural("ending.next", least - (end.rating or 0), title=words(f"title.{title}"))


def _notes(words: Words, visit: Visit, game: Game, end: GameEnd) -> Element | None:
    """Return the comparison with a rival, the reason why the game is practice, or a comfort after a first game."""
    practice = describe_practice(words, game)
    notes = [
        h("p", describe_margin(words, end.totals[0], game.rival), class_="sum") if game.rival else None,
        h("p", practice, class_="sum practice") if practice else None,
        h("p", words("ending.first"), class_="sum") if _needs_comfort(visit, game, end) else None,
    ]
    return h("div", notes, class_="notes") if any(notes) else None


def _needs_comfort(visit: Visit, game: Game, end: GameEnd) -> bool:
    """Return whether the game is the first one on the device and its rating is below zero."""
    own, counts = _own(visit, game), not game.is_practice and not game.rival
    return counts and (end.rating or 0) < 0 and own is not None and own.games == 0


def _cell(one: Rating) -> Element:
    value = "…" if one.value is None else signed(one.value)
    sign = icon(_SIGNS[one.look]) if one.look in _SIGNS else None
    return h("li", h("small", one.name), " ", h("b", sign, value), class_=one.look or None, key=one.name)


# ------------------------------------------------------------------- news


def announce_moment(words: Words, game: Game) -> Announcement:
    """Return the best moment; empty if there is none."""
    best = best_moment(game)
    said = f"{words('ending.moment')}: {words(f'name.{best.card}')}, {signed(best.stars)}." if best else ""
    return Announcement("moment", said)


def announce_comparison(words: Words, visit: Visit, game: Game, end: GameEnd) -> Iterator[Announcement]:
    """Yield the next title, comfort after a first game, and the ratings to compare with once all of them are known."""
    yield Announcement("next", _describe_next(words, end))
    if _needs_comfort(visit, game, end):
        yield Announcement("comfort", words("ending.first"))
    found = ratings(words, visit, game, end)
    if all(one.value is not None for one in found):
        said = ", ".join(f"{one.name} {signed(one.value or 0)}" for one in found)
        yield Announcement("compared", f"{said}.")
