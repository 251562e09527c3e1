"""The base game's ambush cards."""

from __future__ import annotations

from cartographers.cards import AmbushCard
from cartographers.polyomino import polyomino

AMBUSH = (
    AmbushCard("goblin-attack", polyomino("X..", ".X.", "..X"), "counterclockwise", "bottom-right", "counterclockwise"),
    AmbushCard("bugbear-assault", polyomino("X.X", "X.X"), "clockwise", "top-right", "clockwise"),
    AmbushCard("kobold-onslaught", polyomino("X.", "XX", "X."), "clockwise", "bottom-left", "clockwise"),
    AmbushCard("gnoll-raid", polyomino("XX", "X.", "XX"), "counterclockwise", "top-left", "counterclockwise"),
)
