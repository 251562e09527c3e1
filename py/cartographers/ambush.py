"""The ambush cards of both boxes."""

from __future__ import annotations

from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import AmbushCard
from cartographers.polyomino import polyomino

AMBUSH = {
    Box.BASE: (
        AmbushCard(
            "goblin-attack", polyomino("X..", ".X.", "..X"), "counterclockwise", "bottom-right", "counterclockwise"
        ),
        AmbushCard("bugbear-assault", polyomino("X.X", "X.X"), "clockwise", "top-right", "clockwise"),
        AmbushCard("kobold-onslaught", polyomino("X.", "XX", "X."), "clockwise", "bottom-left", "clockwise"),
        AmbushCard("gnoll-raid", polyomino("XX", "X.", "XX"), "counterclockwise", "top-left", "counterclockwise"),
    ),
    Box.HEROES: (
        AmbushCard(
            "dragon-inferno",
            polyomino("..X", "XXX", "X.."),
            "counterclockwise",
            "bottom-left",
            "counterclockwise",
            Beast.DRAGON,
        ),
        AmbushCard("zombie-plague", polyomino("X"), "counterclockwise", "top-left", "counterclockwise", Beast.ZOMBIE),
        AmbushCard("giant-troll-ravage", polyomino("XXX", ".X."), "clockwise", "top-right", "clockwise", Beast.TROLL),
        AmbushCard("gorgon-gaze", polyomino("X.X", ".X."), "clockwise", "bottom-right", "clockwise", Beast.GORGON),
    ),
}
