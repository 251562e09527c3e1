"""The rules of Cartographers as pure functions over bitboards, using only the standard library.

The package exports everything that a program needs to play games; see README.md. It imports each name on first use,
because the page imports the package at startup and needs only a few names.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

if not TYPE_CHECKING:  # with __getattr__, a type checker would accept any name
    _MODULES = {
        "bots": "PLAYERS STRENGTHS Player Thinker",
        "boxes": "Box",
        "custom_map": "custom_side",
        "diagram": "read_diagram",
        "errors": "IllegalMove InvalidRecord",
        "game": "apply new_game",
        "game_id": "GameId pure_game read_game_id",
        "record": "read_record write_record",
        "rules": "is_legal legal_moves preview",
        "scoring": "CARDS CARD_BY_ID ScoringCard monsters stars",
        "player_view": "PlayerView view_of",
        "sheet": "Sheet",
        "solo": "rating title",
        "state": "Ply State Task",
        "terrain": "Terrain",
    }

    def __getattr__(name):  # noqa: ANN001, ANN202
        """Import an exported name from its module on first use."""
        for module, names in _MODULES.items():
            if name in names.split():
                from importlib import import_module  # noqa: PLC0415

                found = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = found
                return found
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)

    def __dir__():  # noqa: ANN202
        """Return the names in the package, including those that aren't imported yet."""
        return sorted({*globals(), *__all__})
