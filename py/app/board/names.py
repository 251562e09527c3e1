"""The names of players, maps, and map sides on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.drawing.crest import crest
from app.drawing.element import Element
from app.game.game import Game
from app.game.rival import Rival
from app.game.seating import Bot, local_seats
from cartographers.sides import CUSTOM, is_custom
from words import Words, isolated


def map_name(words: Words, side: str) -> str:
    """Return a short name of a map side, for use within a sentence or a list."""
    return words("map.custom") if is_custom(side) else words("map.side", side=side)


def side_name(words: Words, side: str) -> str:
    """Return the full name of a map side."""
    return words(f"side.{CUSTOM if is_custom(side) else side}")


def custom_map_names(words: Words, sides: Iterable[str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the name of each custom map: its own, or its number in the list."""
    by_number = ((side, words("side.custom", number=place)) for place, side in enumerate(sides, start=1))
    return {side: isolated(own.get(side) or name) for side, name in by_number}


def player_name(words: Words, game: Game, player: int) -> str:
    """Return a player's name.

    A bot without a name is named by its strength, with a number if there are several.
    """
    seats = local_seats(game.seats)
    seat = seats[player]
    name = game.cartographers[player].name.strip()
    if name or not isinstance(seat, Bot):
        return isolated(name) or words("player", number=player + 1)
    alike = [
        other
        for other, (cartographer, other_seat) in enumerate(zip(game.cartographers, seats, strict=True))
        if other_seat == seat and not cartographer.name.strip()
    ]
    strength = words(f"bot.{seat.name}")
    return words("bot.number", name=strength, number=alike.index(player) + 1) if len(alike) > 1 else strength


def sheet_name(words: Words, game: Game, player: int) -> str:
    """Return the name of a player's map: the land's name, if it has one, and the owner's."""
    land = game.cartographers[player].land.strip()
    if land and game.is_solo and not game.cartographers[player].name.strip():
        return isolated(land)
    name = player_name(words, game, player)
    return words("map.land", land=land, name=name) if land else words("map.of", name=name)


def target_text(words: Words, rival: Rival) -> str:
    """Return the stars to beat, with the rival's name if known."""
    return words.plural("beat.named" if rival.name else "beat", rival.stars, name=rival.name)


def crest_of(words: Words, game: Game, player: int) -> Element:
    """Return a player's crest."""
    return crest(player_name(words, game, player))
