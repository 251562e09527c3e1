"""The rules of Cartographers as pure functions over bitboards, using only the standard library.

The package exports everything that a program needs to play games; see README.md.
"""

from cartographers.bots import PLAYERS, STRENGTHS, Player, Thinker
from cartographers.boxes import Box
from cartographers.custom_map import custom_side
from cartographers.diagram import read_diagram
from cartographers.errors import IllegalMove, InvalidRecord
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game, read_game_id
from cartographers.player_view import PlayerView, view_of
from cartographers.record import read_record, write_record
from cartographers.rules import is_legal, legal_moves, preview
from cartographers.scoring import CARD_BY_ID, CARDS, ScoringCard, monsters, stars
from cartographers.sheet import Sheet
from cartographers.solo import rating, title
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain

__all__ = [
    "CARDS",
    "CARD_BY_ID",
    "PLAYERS",
    "STRENGTHS",
    "Box",
    "GameId",
    "IllegalMove",
    "InvalidRecord",
    "Player",
    "PlayerView",
    "Ply",
    "ScoringCard",
    "Sheet",
    "State",
    "Task",
    "Terrain",
    "Thinker",
    "apply",
    "custom_side",
    "is_legal",
    "legal_moves",
    "monsters",
    "new_game",
    "preview",
    "pure_game",
    "rating",
    "read_diagram",
    "read_game_id",
    "read_record",
    "stars",
    "title",
    "view_of",
    "write_record",
]
