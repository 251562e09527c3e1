"""The statistics of all finished solo games except practice: ratings, and stars by source and by edict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar

from app import messages as m
from app.drawing.controls import back_header, icon
from app.drawing.element import Element, h
from app.game.library import Entry, Texts, finished_entries
from app.screens.parts.filters import NO_FILTERS, Filters, SetFilter
from app.screens.parts.legend import legend, swatch
from app.screens.parts.own_results import mean
from app.visit import Needs, Next, Screen, Traits, Visit
from cartographers.scoring import ScoringCard
from words import Words, number, signed

#: The filters that apply here, where all games are solo.
_WHICH = ("cards", "side")
#: The number of games in the chart of sources.
_COLUMNS = 20
#: The size of the charts and their margins.
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 320, 150, 30, 8


class Statistics(Screen):
    """The statistics of the games that pass the filters."""

    traits: ClassVar[Traits] = Traits("statistics.title")

    filters: Filters = NO_FILTERS

    def needs(self, visit: Visit) -> Needs:
        """Ask for the saved games, which the statistics count."""
        return Needs(library=True)

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has changed a filter."""
        match message:
            case SetFilter(name, value):
                return replace(visit, screen=replace(self, filters=self.filters.with_value(name, value)))
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the filters, with the figures, charts, and table of the games that pass them."""
        counted = counted_entries(visit.memory.library or ())
        games = tuple(reversed(self.filters.select(counted)))
        finished = finished_entries(visit.memory.library or ())
        practice = sum(entry.notes.practice for entry in finished if entry.is_solo)
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h("p", words("statistics.which"), class_="note"),
                h("p", words.plural("statistics.practice", practice), class_="note") if practice else None,
                self.filters.view(words, counted, *_WHICH),
                _pictures(words, games) if games else h("p", words("history.none"), class_="note"),
                class_="form",
                role="region",
                aria_label=self.title(words),
                tabindex="0",  # for scrolling by keyboard
            ),
            class_="setup statistics",
            key="statistics",
        )


def screen(_: Visit, __: str) -> Screen:
    """Return the statistics of all games."""
    return Statistics()


def counted_entries(texts: Texts) -> list[Entry]:
    """Return the finished games that count, the latest first."""
    return [entry for entry in finished_entries(texts) if entry.counts_in_statistics]


@lru_cache(maxsize=8)
def _pictures(words: Words, games: tuple[Entry, ...]) -> list[Element]:
    """Return the figures, the charts, and the table of edicts for games in chronological order."""
    ratings = [entry.rating or 0 for entry in games]
    figures = (("games", str(len(games))), ("best", signed(max(ratings))), ("mean", words.mean(mean(ratings))))
    return [
        h(
            "dl",
            [h("div", h("dt", words(f"statistics.{what}")), h("dd", text), key=what) for what, text in figures],
            class_="part numbers",
            key="figures",
        ),
        _part(words, "ratings", _rating_chart(words, ratings), _rating_legend(words, len(ratings))),
        _part(words, "sources", _source_chart(words, games), _source_legend(words)),
        _part(words, "edicts", _edicts(words, games)),
    ]


def _part(words: Words, name: str, *children: Element) -> Element:
    return h(
        "section",
        h("h2", words(f"statistics.{name}"), id=f"statistics-{name}"),
        children,
        class_="part",
        aria_labelledby=f"statistics-{name}",
        key=name,
    )


def _rating_chart(words: Words, ratings: Sequence[int]) -> Element:
    """Return the chart of ratings: a point for each, and a line for the running mean."""
    low, high = min(0, *ratings), max(0, *ratings)
    means = [total / count for count, total in enumerate(accumulate(ratings), start=1)]

    def x(place: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - 6) * (place + 0.5) / len(ratings), 1)

    def y(value: float) -> float:
        return round(_height(value, low, high), 1)

    line = " ".join(f"{x(place)},{y(mean)}" for place, mean in enumerate(means))
    return h(
        "svg",
        _axis(low, high, sorted({low, 0, high})),
        h("polyline", points=line, class_="mean") if len(ratings) > 1 else None,
        [
            h("circle", cx=x(place), cy=y(value), r=3.4 if len(ratings) < _MANY else 1.8, key=str(place))
            for place, value in enumerate(ratings)
        ],
        class_="chart",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=words(
            "statistics.ratings.label", first=signed(ratings[0]), last=signed(ratings[-1]), mean=words.mean(means[-1])
        ),
    )


def _rating_legend(words: Words, games: int) -> Element:
    """Return the legend of the chart of ratings; a single game has no line."""
    point = (swatch("point"), words("statistics.ratings.game"))
    line = (swatch("line"), words("statistics.ratings.mean"))
    return legend(point, line) if games > 1 else legend(point)


#: The number of games at which the points become smaller.
_MANY = 60


def _height(value: float, low: int, high: int) -> float:
    """Return the vertical position of a value in a chart from ``low`` to ``high``."""
    return _BOTTOM + (_HEIGHT - 2 * _BOTTOM) * (high - value) / max(high - low, 1)


def _axis(low: int, high: int, marks: Sequence[int]) -> list[Element]:
    return [
        part
        for mark in marks
        for part in (
            h("path", d=f"M{_LEFT} {_height(mark, low, high):.1f}H{_WIDTH}", class_="zero" if mark == 0 else "grid"),
            h("text", number(mark), x=_LEFT - 4, y=round(_height(mark, low, high) + 4, 1), text_anchor="end"),
        )
    ]


def _source_chart(words: Words, games: Sequence[Entry]) -> Element:
    """Return the chart of sources: a column for each of the last games, with the stars lost to monsters below zero.

    Its name has the averages of all games.
    """
    all_summaries = [entry.summary for entry in games if entry.summary]
    summaries = all_summaries[-_COLUMNS:]
    high = max(sum(one.edicts) + one.coins for one in summaries) or 1
    low = min(0, *(one.monsters for one in summaries))
    wide = (_WIDTH - _LEFT - 6) / _COLUMNS
    columns = []
    for place, one in enumerate(summaries):
        left = _LEFT + wide * place + 1
        paid = sum(one.edicts)
        tops = (
            ("from-edicts", 0, paid),
            ("from-coins", paid, one.coins),
            ("lost-to-monsters", one.monsters, -one.monsters),
        )
        columns += [
            h(
                "rect",
                x=round(left, 1),
                y=round(_height(start + stars, low, high), 1),
                width=round(wide - 2, 1),
                height=round(_height(start, low, high) - _height(start + stars, low, high), 1),
                class_=what,
                key=f"{place}-{what}",
            )
            for what, start, stars in tops
            if stars > 0
        ]
    means = [mean(sum(one.edicts) for one in all_summaries), mean(one.coins for one in all_summaries)]
    return h(
        "svg",
        _axis(low, high, sorted({low, 0, high})),
        columns,
        class_="chart",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=words(
            "statistics.sources.label",
            edicts=words.mean(means[0]),
            coins=words.mean(means[1]),
            monsters=words.mean(mean(one.monsters for one in all_summaries)),
        ),
    )


def _source_legend(words: Words) -> Element:
    sources = (("from-edicts", "edicts"), ("from-coins", "coins"), ("lost-to-monsters", "monsters"))
    return legend(*((swatch(look), words(key)) for look, key in sources))


def _edicts(words: Words, games: Sequence[Entry]) -> Element:
    """Return the table of edicts with frequency, mean, and best, the most frequent first."""
    found: dict[ScoringCard, list[int]] = {}
    for entry in games:
        for card, stars in entry.by_edict:
            if card:
                found.setdefault(card, []).append(stars)
    rows = sorted(found.items(), key=lambda row: (-len(row[1]), -mean(row[1])))
    heads = ("edict", "times", "mean", "best")
    return h(
        "table",
        h("thead", h("tr", [h("th", words(f"statistics.edicts.{head}"), scope="col", key=head) for head in heads])),
        h(
            "tbody",
            [
                h(
                    "tr",
                    h("th", icon(f"edict-{card.id}"), words(f"name.{card.id}"), scope="row"),
                    h("td", str(len(stars))),
                    h("td", words.decimal(mean(stars))),
                    h("td", str(max(stars))),
                    key=card.id,
                )
                for card, stars in rows
            ],
        ),
        class_="sources by-edict",
    )
