"""The sentences of a game in play for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.board.aloud import drawn_aloud, ghost_aloud, lit_aloud, note_aloud
from app.board.told import verdict
from app.said import KEYS, Said
from app.visit import Visit
from words import Words

if TYPE_CHECKING:
    from app.screens.play.screen import Playing


def sentences(words: Words, screen: Playing, visit: Visit) -> Iterator[Said]:
    """Yield the gains of the last ply, the news, and the answers to the player's keys."""
    board, scene, bump = screen.board, screen.scene, screen.placement.bump
    yield drawn_aloud(words, screen.drawn)
    yield Said("news", scene.news(words, board))
    yield Said("more", scene.more(words, board, screen.stage.step))
    if not screen.moving:  # a season's count lights up one thing after another
        yield lit_aloud(words, board)
    yield from ghost_aloud(words, board)
    yield note_aloud(words, board)
    if bump:
        key = f"bump.{bump}"
        yield Said("bump", words(key, why=verdict(words, board)) if bump == "refused" else words(key))
    if board.task and KEYS not in visit.memory.told:
        yield Said("keys", words("said.keys"))
