"""The recorded facts about a saved game, for lists and for games that can't be replayed."""

from __future__ import annotations

from datetime import date

from app.board.map_view import map_picture
from app.drawing.controls import icon
from app.drawing.element import Element, h
from app.game.library import Entry, UnplayableReason, replayed
from app.game.summary import Summary
from app.game.weekly import theme_of
from cartographers.maps import blank_sheet
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from words import Words, isolated, number, signed


def title_of(words: Words, entry: Entry) -> str:
    """Return a game's title: the name of a daily game or a weekly challenge, or else the cards, if known."""
    title = name_of_date(words, entry.deal.daily_date, entry.deal.week)
    return title or words(f"cards.{entry.deal.cards}" if entry.deal.cards else "history.unknown")


def name_of_date(words: Words, day: date | None, week: date | None) -> str:
    """Return the name of the daily game of a day, or of the weekly challenge of a week; empty for any other game."""
    if day:
        return words("daily", day=words.day(day))
    if week:
        return words("week.of", theme=words(f"week.name.{theme_of(week).name}"), day=words.day(week))
    return ""


def describe_day(words: Words, entry: Entry) -> str:
    """Return the day on which a game was finished or set aside."""
    return words.day(entry.day) if entry.day else words("history.undated")


def describe_unplayable(words: Words, entry: Entry) -> str:
    """Return the reason why a game can only be viewed, or an empty text if it can be played."""
    match entry.unplayable:
        case UnplayableReason.OLDER | UnplayableReason.NEWER as bar:
            return words(f"history.bar.{bar.value}", rules=entry.rules or "?")
        case UnplayableReason.DAMAGED:
            return words("history.bar.damaged")
        case None:
            return ""


def mark_of(words: Words, entry: Entry) -> str:
    """Return the reason why a game can only be viewed, in a word or two."""
    match entry.unplayable:
        case UnplayableReason.OLDER:
            return words("history.mark.older", rules=entry.rules)
        case UnplayableReason.NEWER:
            return words("history.mark.newer")
        case UnplayableReason.DAMAGED:
            return words("history.mark.damaged")
        case None:
            return ""


def sheet_of(entry: Entry) -> Sheet | None:
    """Return a game's latest map, or its blank map if nothing more is known.

    Returns None if even the map side is unknown.
    """
    if entry.summary:
        return entry.summary.sheet
    if entry.unplayable is None:
        return replayed(entry.text).game.state.sheets[0]
    return blank_sheet(entry.deal.side) if entry.deal.side else None


def picture_of(words: Words, entry: Entry) -> Element | None:
    """Return a large picture of a game's map, or None if the map is unknown."""
    sheet = sheet_of(entry)
    season = "winter" if entry.finished else "summer"
    return h("div", map_picture(season, sheet, words("map")), class_="last-map") if sheet else None


def sources(words: Words, entry: Entry, summary: Summary) -> Element:
    """Return the table of a game's stars by source."""
    rows = [
        (letter, f"edict-{card.id}", words(f"name.{card.id}"), stars) if card else (letter, "", letter, stars)
        for letter, (card, stars) in zip(EDICTS, entry.by_edict, strict=False)
    ]
    rows += [
        ("coins", "icon-coin", words("coins"), summary.coins),
        ("monsters", "icon-monster", words("monsters"), summary.monsters),
    ]
    return h(
        "table",
        h("caption", words.plural("reckoning.total", entry.stars)),
        h(
            "tbody",
            [
                h("tr", h("th", icon(symbol) if symbol else None, name, scope="row"), h("td", number(stars)), key=key)
                for key, symbol, name, stars in rows
            ],
        ),
        class_="sources",
    )


def recorded(words: Words, entry: Entry) -> Element:
    """Return the sheet of a game that can only be viewed, with the reason."""
    summary = entry.summary
    names = [isolated(who.name) for who in entry.cartographers if who.name]
    return h(
        "section",
        h("h2", title_of(words, entry)),
        h("p", describe_day(words, entry), class_="note"),
        picture_of(words, entry),
        h("p", ", ".join(names)) if names else None,
        h("p", h("b", words("end.rating", rating=signed(entry.rating)))) if entry.rating is not None else None,
        h("p", " : ".join(map(number, summary.totals))) if summary and not entry.is_solo else None,
        sources(words, entry, summary) if summary else None,
        h("p", words("practice"), class_="note") if entry.notes.practice else None,
        h("p", describe_unplayable(words, entry), class_="note"),
        class_="part paper-sheet",
        key="recorded",
    )
