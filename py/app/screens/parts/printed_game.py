"""The printed game of a visit: reading it, saving it, and the names of its players."""

from __future__ import annotations

from dataclasses import replace

from app.effects import SavePrintedGame
from app.game.printed import PrintedGame, read_printed, write_printed
from app.visit import Next, Visit
from cartographers.errors import InvalidRecord
from words import Words


def saved_printed_game(visit: Visit) -> PrintedGame | None:
    """Return the saved printed game; None if there is none, or if it can't be read."""
    text = visit.memory.printed.text
    try:
        return read_printed(text) if text else None
    except InvalidRecord:
        return None


def with_printed_game(visit: Visit, game: PrintedGame | None) -> Next:
    """Return the visit with another state of the printed game, or without one; the device saves it."""
    text, known = write_printed(game) if game else "", visit.memory.printed.device_text
    memory = replace(visit.memory, printed=visit.memory.printed._replace(text=text))
    return Next(replace(visit, memory=memory), (SavePrintedGame(text, known),))


def with_reported_game(visit: Visit, text: str) -> Visit:
    """Return the visit after the device has reported the text that it holds, which may be another tab's."""
    return replace(visit, memory=replace(visit.memory, printed=visit.memory.printed._replace(text=text, device_text=text)))


def name_of(words: Words, game: PrintedGame, player: int) -> str:
    """Return a player's name, or a number for a player without a name."""
    return game.names[player] or words("player", number=player + 1)
