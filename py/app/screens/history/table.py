"""The history as a table for spreadsheets: comma-separated values (RFC 4180), with a row for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.board.names import map_name
from app.game.library import Entry, UnplayableReason
from app.screens.parts.recorded import title_of
from cartographers.seasons import EDICTS
from words import Words

#: The mark by which spreadsheets recognize UTF-8.
_MARK = "\ufeff"
#: The characters at the beginning of a text that a spreadsheet would take for a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def table(words: Words, games: Iterable[Entry]) -> str:
    """Return the table of the games that can be read, with its column names."""
    rows = [words("history.table.columns").split(";"), *(_row(words, game) for game in games if _is_known(game))]
    return _MARK + "".join(f"{','.join(map(_quoted, row))}\r\n" for row in rows)


def _is_known(game: Entry) -> bool:
    return game.unplayable is not UnplayableReason.DAMAGED


def _row(words: Words, game: Entry) -> Iterator[str]:
    """Yield the date, the game, its map, its players and their names, its stars, and its id."""
    yield game.day.isoformat() if game.day else ""
    yield title_of(words, game)
    yield map_name(words, game.deal.side) if game.deal.side else ""
    yield str(game.players)
    yield _safe(", ".join(who.name or str(place) for place, who in enumerate(game.cartographers, start=1)))
    edicts = [*game.by_edict, *[(None, None)] * len(EDICTS)][: len(EDICTS)]
    for card, stars in edicts:
        yield words(f"name.{card.id}") if card else ""
        yield "" if stars is None else str(stars)
    summary = game.summary
    yield from (str(summary.coins), str(summary.monsters), str(game.stars)) if summary else ("", "", "")
    yield _safe(" : ".join(map(str, summary.totals))) if summary and not game.is_solo else ""
    yield "" if game.rating is None else str(game.rating)
    yield words("practice") if game.notes.practice else ""
    yield _safe(game.notes.record.partition(".")[0])


def _safe(text: str) -> str:
    """Return a text that a player has written so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _quoted(text: str) -> str:
    quotes = '"' if any(character in text for character in '",\r\n') else ""
    return f"{quotes}{text.replace(chr(34), chr(34) * 2)}{quotes}"
