"""What is printed on the cards and map sheets of the base game, typed in apart from the engine's own copy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """A shape as printed, X for its spaces, and whether drawing it earns a coin."""

    rows: tuple[str, ...]
    coin: bool = False


@dataclass(frozen=True)
class Explore:
    """An explore card: its time, and the terrains and shapes to choose from."""

    time: int
    terrains: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Ambush:
    """An ambush card: its shape, and where the solo walk begins and turns to."""

    rows: tuple[str, ...]
    corner: str
    direction: str


def shape(rows: str, *, coin: bool = False) -> Shape:
    """Read a shape written on one line, its rows parted by slashes."""
    return Shape(tuple(rows.split("/")), coin)


RUINS = ("temple-ruins", "outpost-ruins")

EXPLORE = {
    "great-river": Explore(1, "w", (shape("X/X/X", coin=True), shape("..X/.XX/XX."))),
    "farmland": Explore(1, "a", (shape("X/X", coin=True), shape(".X./XXX/.X."))),
    "hamlet": Explore(1, "v", (shape("X./XX", coin=True), shape("XXX/XX."))),
    "forgotten-forest": Explore(1, "f", (shape("X./.X", coin=True), shape("X./XX/.X"))),
    "hinterland-stream": Explore(2, "aw", (shape("XXX/X../X.."),)),
    "homestead": Explore(2, "va", (shape("X./XX/X."),)),
    "orchard": Explore(2, "fa", (shape("XXX/..X"),)),
    "treetop-village": Explore(2, "fv", (shape("..XX/XXX."),)),
    "marshlands": Explore(2, "fw", (shape("X../XXX/X.."),)),
    "fishing-village": Explore(2, "vw", (shape("XXXX"),)),
    "rift-lands": Explore(0, "fvawm", (shape("X"),)),
}

AMBUSHES = {
    "goblin-attack": Ambush(("X..", ".X.", "..X"), "bottom-right", "counterclockwise"),
    "bugbear-assault": Ambush(("X.X", "X.X"), "top-right", "clockwise"),
    "kobold-onslaught": Ambush(("X.", "XX", "X."), "bottom-left", "clockwise"),
    "gnoll-raid": Ambush(("XX", "X.", "XX"), "top-left", "counterclockwise"),
}

SOLO_NUMBERS = {
    "forest": {"sentinel-wood": 25, "greenbough": 22, "treetower": 17, "stoneside-forest": 18},
    "farm and water": {"canal-lake": 24, "mages-valley": 22, "golden-granary": 20, "shoreside-expanse": 27},
    "village": {"wildholds": 16, "great-city": 16, "greengold-plains": 21, "shieldgate": 20},
    "arrangement": {"borderlands": 24, "lost-barony": 24, "broken-road": 24, "cauldrons": 20},
}

SEASONS = {"spring": (8, "AB"), "summer": (8, "BC"), "fall": (7, "CD"), "winter": (6, "DA")}

TITLES = {
    30: "Legendary Cartographer",
    20: "Master Mapsmith",
    10: "Journeyman Topographer",
    0: "Apprentice Surveyor",
    -5: "Amateur Assessor",
    -10: "Inept Assistant",
    -20: "Dimwitted Doodler",
    -30: "Oblivious Inkdrinker",
}

COINS = 14

SIDES = {
    "A": (
        ". . . . . . . . . . .",
        ". . . ^ . @ . . . . .",
        ". @ . . . . . . ^ @ .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . ^ . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". @ ^ . . . . . . @ .",
        ". . . . . @ . ^ . . .",
        ". . . . . . . . . . .",
    ),
    "B": (
        ". . . . . . . . . . .",
        ". . . . . . @ . ^ . .",
        ". . @ ^ . . . . . . .",
        ". . . . . # . . . . .",
        ". . . . # # @ . . . .",
        ". . . . # # # . . . .",
        ". @ . . . # . . . . .",
        ". . . . . ^ . . @ . .",
        ". . . . . . . . . ^ .",
        ". . ^ @ . . . . . . .",
        ". . . . . . . . . . .",
    ),
}
