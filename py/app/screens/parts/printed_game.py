"""The printed game of a visit, those in the history, and the names of their players."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.library import Texts
from app.game.printed import PrintedGame, read_printed, write_printed
from app.game.setup import Cartographer, Setup, setup_of
from app.saved_names import LAST_PRINTED, PRINTED_BEFORE
from app.saves.printed_game import SavePrintedGame
from app.visit import Next, Visit
from cartographers.errors import InvalidRecord, Sentence
from words import Words, isolated


def saved_printed_game(visit: Visit) -> PrintedGame | None:
    """Return the saved printed game; None if there is none, or if it can't be read."""
    return _readable(visit.memory.printed.text)


def setup_of_next(visit: Visit) -> Setup:
    """Return the setup of the next printed game: as the players have changed it, or that of the last printed game.

    The last one is the game on the table, or else the one that was dealt last. The first printed game on a device
    begins with the setup of the next game on the page.
    """
    if visit.printed_setup:
        return visit.printed_setup
    last = saved_printed_game(visit) or _readable(visit.memory.notes[LAST_PRINTED])
    return setup_of(visit.setup.seed, last.id, tuple(map(Cartographer, last.names))) if last else visit.setup


def _readable(text: str) -> PrintedGame | None:
    """Return the printed game of a text; None for an empty text, or one that can't be read."""
    try:
        return read_printed(text) if text else None
    except InvalidRecord:
        return None


def with_printed_game(visit: Visit, game: PrintedGame | None, past: str = "") -> Next:
    """Return the visit with another state of the printed game, which the device saves.

    Without a game, the device moves the former one to the history, under the name ``past``.
    """
    return with_printed_text(visit, write_printed(game) if game else "", past)


def with_printed_text(visit: Visit, text: str, past: str = "") -> Next:
    """Return the visit with another text of the printed game, as :func:`with_printed_game` does."""
    former, known = visit.memory.printed
    effect = SavePrintedGame(text, known, past, former if past else "")
    return Next(visit.with_printed(text, known), (effect,))


def resuming(visit: Visit, name: str) -> Next:
    """Return the visit at the table with a game from the history; the game on the table goes there in exchange."""
    text = dict(visit.memory.library or ())[name]
    former, known = visit.memory.printed
    visit, past = with_past_name(visit.back())
    effect = SavePrintedGame(text, known, past, former, name)
    return Next(visit.with_printed(text, known), (effect,), then=m.Go("companion"))


def with_past_name(visit: Visit) -> tuple[Visit, str]:
    """Return the visit and a new name in the history for the saved game, also for a text that can't be read.

    The name is empty if no game is saved, or if it isn't begun.
    """
    game = saved_printed_game(visit)
    if not (game.is_begun if game else visit.memory.printed.text):
        return visit, ""
    name, taken = "", dict(visit.memory.library or ())
    while not name or name in taken:
        visit, word = visit.with_fresh_word()
        name = f"{PRINTED_BEFORE}{visit.page.clock.day.isoformat()}.{word}"
    return visit, name


def deleted_note(words: Words) -> Element:
    """Return the note that a printed game was deleted, with the button that restores it."""
    restore = button(m.Restore(), icon("icon-undo"), h("span", words("history.restore")), class_="wide", key="restore")
    return h(
        "div", h("p", words.plural("history.deleted", 1), role="status"), restore, class_="deleted-game", key="deleted"
    )


def name_of(words: Words, game: PrintedGame, player: int) -> str:
    """Return a player's name, or a number for a player without a name."""
    return isolated(game.names[player]) or words("player", number=player + 1)


class PastGame(NamedTuple):
    """A printed game in the history."""

    #: The name under which it is saved.
    name: str
    #: The day on which it was moved there; None if it is unknown.
    day: date | None
    #: The game; None if its text can't be read.
    game: PrintedGame | None
    #: The error in its text.
    error: Sentence | None = None


def past_games(texts: Texts) -> list[PastGame]:
    """Return the printed games in the history, latest first."""
    found = [_past_game(name, text) for name, text in texts if _is_past(name)]
    return sorted(found, key=lambda past: past.day or date.min, reverse=True)


def past_game(texts: Texts, name: str) -> PastGame | None:
    """Return the printed game with a name in the history; None if it is gone."""
    return next((_past_game(name, text) for known, text in texts if known == name and _is_past(name)), None)


def _is_past(name: str) -> bool:
    return name.startswith(PRINTED_BEFORE)


def _past_game(name: str, text: str) -> PastGame:
    try:
        day = date.fromisoformat(name.removeprefix(PRINTED_BEFORE).partition(".")[0])
    except ValueError:
        day = None
    try:
        return PastGame(name, day, read_printed(text))
    except InvalidRecord as error:
        return PastGame(name, day, None, error.sentence)
