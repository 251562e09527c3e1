"""The maps of simulated games, as players would paint them."""

from __future__ import annotations

from functools import cache

from app.game.paper import Paper, ground_at, painted
from cartographers.events import Ambush, Draw, GameStart, Pick, Score, SeasonScore, Spread
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.region import spaces
from cartographers.sheet import Sheet
from support.simulated import game_number, played


@cache
def scored_maps(number: int) -> tuple[tuple[SeasonScore, Sheet], ...]:
    """Return each score of a simulated game with the map that was scored."""
    found, sheets = [], {}
    for state in played(game_number(number))[1]:
        for event in state.events:
            match event:
                case GameStart():
                    sheets = dict.fromkeys(range(event.players), event.sheet)
                case Draw() | Ambush() | Pick() | Spread():
                    sheets[event.sheet] = event.after
                case Score(score):
                    found.append((score, sheets[score.player]))
    return tuple(found)


def paper_of(game_id: GameId, sheet: Sheet) -> Paper:
    """Return a map as a player would paint it, space by space."""
    drawing = blank_sheet(game_id.side)
    for space in spaces(drawing.empty):
        ground = ground_at(sheet, space)
        if ground:
            drawing = painted(drawing, space, ground)
    return Paper(game_id.side, drawing, sheet.coins - Paper(game_id.side, drawing).map_coins)
