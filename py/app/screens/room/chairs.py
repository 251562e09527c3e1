"""Chairs: who each device brings to the table before the game begins."""

from __future__ import annotations

from app.drawing.crest import crest
from app.drawing.element import Element
from app.game.seating import Bot, read_seat
from app.game.setup import Cartographer, read_cartographer
from cartographers.errors import InvalidRecord
from rooms.log import Log
from rooms.statement import Chair
from words import Words


def cartographer_of(chair: Chair) -> Cartographer:
    """Return what somebody has written at the top of the sheet; nothing if that cannot be read."""
    try:
        return read_cartographer(chair.who) if chair.who else Cartographer()
    except InvalidRecord:
        return Cartographer()


def bot_of(chair: Chair) -> str:
    """Return the name of the bot in a chair that this version knows; none for a person."""
    try:
        seat = read_seat(chair.kind)
    except InvalidRecord:
        return ""
    return seat.name if isinstance(seat, Bot) else ""


def name_of_chair(words: Words, chair: Chair, place: int) -> str:
    """Return how somebody is called who has a place in the list, but no seat yet."""
    bot = bot_of(chair)
    name = cartographer_of(chair).name.strip()
    return name or (words(f"bot.{bot}") if bot else words("player", number=place + 1))


def crest_of_chair(words: Words, chair: Chair, place: int) -> Element:
    """Return somebody's crest."""
    return crest(name_of_chair(words, chair, place))


def all_chairs(log: Log, opener: str) -> list[tuple[str, Chair]]:
    """Return all chairs in the order of the seats: those of whoever opened the room, then device by device."""
    order = sorted(log, key=lambda device: (device != opener, device))
    return [(device, chair) for device in order for chair in log[device].statement.chairs]
