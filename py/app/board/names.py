"""How players are called on the page: as they wrote on their sheets, or by their number."""

from __future__ import annotations

from app.drawing.crest import crest
from app.drawing.element import Element
from app.game.game import Game
from app.game.rival import Rival
from app.game.seating import Bot, all_here
from words import Words


def name_of(words: Words, game: Game, player: int) -> str:
    """Return a player's name; bots without one are called by their strength, and numbered where that is not enough."""
    seats = all_here(game.seats)
    seat = seats[player]
    name = game.cartographers[player].name.strip()
    if name or not isinstance(seat, Bot):
        return name or words("player", number=player + 1)
    alike = [
        other
        for other, (who, sits) in enumerate(zip(game.cartographers, seats, strict=True))
        if sits == seat and not who.name.strip()
    ]
    called = words(f"bot.{seat.name}")
    return words("bot.number", name=called, number=alike.index(player) + 1) if len(alike) > 1 else called


def sheet_of(words: Words, game: Game, player: int) -> str:
    """Return what a player's map is called: its land if it has a name, and whose it is."""
    land = game.cartographers[player].land.strip()
    if land and game.is_solo and not game.cartographers[player].name.strip():
        return land
    name = name_of(words, game, player)
    return words("map.land", land=land, name=name) if land else words("map.of", name=name)


def to_beat(words: Words, rival: Rival) -> str:
    """Return the stars that are to be beaten, and whose they are if that is known."""
    return words.plural("beat.named" if rival.name else "beat", rival.stars, name=rival.name)


def crest_of(words: Words, game: Game, player: int) -> Element:
    """Return a player's crest."""
    return crest(name_of(words, game, player))
