"""Chairs: the players that each device brings to the table before the game begins."""

from __future__ import annotations

from app.drawing.crest import crest
from app.drawing.element import Element
from app.game.seating import Bot, read_seat
from app.game.setup import Cartographer, read_cartographer
from cartographers.errors import InvalidRecord
from rooms.statement import Chair
from words import Words, isolated


def cartographer_of(chair: Chair) -> Cartographer:
    """Return the cartographer in a chair, or a blank one if the chair's text is unreadable."""
    try:
        return read_cartographer(chair.who) if chair.who else Cartographer()
    except InvalidRecord:
        return Cartographer()


def bot_of(chair: Chair) -> str:
    """Return the name of the bot in a chair, or an empty text for a person or an unknown bot."""
    try:
        seat = read_seat(chair.kind)
    except InvalidRecord:
        return ""
    return seat.name if isinstance(seat, Bot) else ""


def name_of_chair(words: Words, chair: Chair, place: int) -> str:
    """Return the name of the player in a chair, who has a place in the list but no seat yet."""
    bot = bot_of(chair)
    name = cartographer_of(chair).name.strip()
    return isolated(name) or (words(f"bot.{bot}") if bot else words("player", number=place + 1))


def crest_of_chair(words: Words, chair: Chair, place: int) -> Element:
    """Return the crest of the player in a chair."""
    return crest(name_of_chair(words, chair, place))
