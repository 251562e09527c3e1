"""Maps in the middle of a game, for counting and timing."""

from __future__ import annotations

MID_GAME = {
    "summer": (
        ". . . . . . . m . m .",
        ". . . ^ . @ . m . m .",
        ". @ . . a a . . ^ @ .",
        ". . . a a . . f f . .",
        ". w w . a . f f . . .",
        ". . w w . ^ . . . . .",
        ". . . w . . . . v . .",
        "a . . . . . . v v . .",
        "a f@ ^ . . . . . . @ m",
        "a a f . . @ . ^ . m .",
        ". . . . . . . . m . .",
    ),
    "fall": (
        "m m . f . . w . m . m",
        "m . . f f . w@ . ^ . m",
        "m m w@ ^ f . w . . . .",
        ". a . . . # w v v v .",
        ". a a . # # @ . . v .",
        ". a . . # # # f . . .",
        ". a@ . w w # f f f . .",
        ". . w w . ^ f . @ a .",
        "v v v . . . m . a a .",
        ". v ^ @ . m . w a m .",
        ". v . . m . . w w w m",
    ),
    "winter": (
        "m m v v v f f w m . m",
        "m . v ^ f f@ w w m . m",
        "m m@ v v a a w . ^ v@ v",
        "f f w a a . f f f v .",
        "f w w . a ^ a f . v .",
        ". w m w v v a a . f f",
        "w w m m v . a . w w f",
        "a m . v v f f w w m f",
        "a f@ ^ w . f . w v @ m",
        "a a f w w v@ v ^ v m .",
        ". a f f w v v . m v v",
    ),
}
