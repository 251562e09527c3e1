"""The printed cards and map sheets of both boxes, entered independently of the engine."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """A shape as printed."""

    #: The rows, with an X for each space.
    rows: tuple[str, ...]
    #: Whether drawing the shape earns a coin.
    coin: bool = False


@dataclass(frozen=True)
class Explore:
    """An explore card, with terrains and shapes to choose from."""

    time: int
    #: The letters of the terrains.
    terrains: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Ambush:
    """An ambush card."""

    #: The rows of the shape, with an X for each space.
    rows: tuple[str, ...]
    #: The direction in which maps are passed.
    arrow: str
    #: The corner in which the solo walk begins.
    corner: str
    #: The direction of the solo walk.
    direction: str
    beast: str


def shape(rows: str, *, coin: bool = False) -> Shape:
    """Read a shape in one line, with slashes between its rows."""
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

HEROES_EXPLORE = {
    "lagoon": Explore(1, "w", (shape(".X/X.", coin=True), shape("XXX/.X."))),
    "pasture": Explore(1, "a", (shape("X.X", coin=True), shape(".XX/XX."))),
    "settlement": Explore(1, "v", (shape("X/X", coin=True), shape("..X/.XX/XX."))),
    "timber-grove": Explore(1, "f", (shape("X./XX", coin=True), shape("X.X/X.X"))),
    "hillside-terrace": Explore(2, "aw", (shape("XX/XX"),)),
    "frontier-dwelling": Explore(2, "va", (shape("XXX/.X./.X."),)),
    "wildwood-garden": Explore(2, "fa", (shape(".XX/X.."),)),
    "woodland-crossroads": Explore(2, "fv", (shape(".X./XXX/.X."),)),
    "mangrove-swamp": Explore(2, "fw", (shape("XXX/X.X"),)),
    "coastal-encampment": Explore(2, "vw", (shape("XXX/X.."),)),
    "kethras-gates": Explore(0, "fvawm", (shape("X"),)),
}

AMBUSHES = {
    "goblin-attack": Ambush(("X..", ".X.", "..X"), "counterclockwise", "bottom-right", "counterclockwise", "goblin"),
    "bugbear-assault": Ambush(("X.X", "X.X"), "clockwise", "top-right", "clockwise", "bugbear"),
    "kobold-onslaught": Ambush(("X.", "XX", "X."), "clockwise", "bottom-left", "clockwise", "kobold"),
    "gnoll-raid": Ambush(("XX", "X.", "XX"), "counterclockwise", "top-left", "counterclockwise", "gnoll"),
}

HEROES_AMBUSHES = {
    "dragon-inferno": Ambush(("..X", "XXX", "X.."), "counterclockwise", "bottom-left", "counterclockwise", "dragon"),
    "zombie-plague": Ambush(("X",), "counterclockwise", "top-left", "counterclockwise", "zombie"),
    "giant-troll-ravage": Ambush(("XXX", ".X."), "clockwise", "top-right", "clockwise", "troll"),
    "gorgon-gaze": Ambush(("X.X", ".X."), "clockwise", "bottom-right", "clockwise", "gorgon"),
}

# The spaces that a hero attacks, relative to its own space: (rows down, columns right)
HEROES = {
    "dobrik-of-lorkheim": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "wren-the-lioness": ((-1, 2), (0, 2), (1, 2)),
    "freyla-the-true": ((0, 1), (0, 2), (0, 3)),
    "dal-of-jolev": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}

# In the order in which game ids number the cards
SOLO_NUMBERS = {
    "forest": {"sentinel-wood": 25, "treetower": 17, "greenbough": 22, "stoneside-forest": 18},
    "village": {"wildholds": 16, "great-city": 16, "greengold-plains": 21, "shieldgate": 20},
    "farm-and-water": {"canal-lake": 24, "mages-valley": 22, "golden-granary": 20, "shoreside-expanse": 27},
    "arrangement": {"borderlands": 24, "lost-barony": 24, "broken-road": 24, "cauldrons": 20},
}

HEROES_SOLO_NUMBERS = {
    "forest": {"faunlost-thicket": 16, "deepwood": 18, "heart-of-the-forest": 22, "sleepy-valley": 24},
    "village": {"traylo-monastery": 14, "outer-enclave": 12, "gnomish-colony": 12, "caravansary": 16},
    "farm-and-water": {"craylund": 12, "ulems-wallow": 14, "clawsgrave-peaks": 15, "jorekburg": 18},
    "arrangement": {"dwarvenholds": 28, "silos": 30, "banded-hills": 28, "starlit-sigil": 30},
}

SEASONS = {"spring": (8, "AB"), "summer": (8, "BC"), "fall": (7, "CD"), "winter": (6, "DA")}

HEROES_SEASONS = {"spring": (8, "AB"), "summer": (7, "BC"), "fall": (7, "CD"), "winter": (6, "DA")}

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


def side_by_side(text: str) -> list[tuple[str, ...]]:
    """Read maps that are drawn next to each other, with at least three spaces between them."""
    return list(zip(*[re.split(" {3,}", line) for line in text.strip().split("\n")], strict=True))


# Sides A to D
_A, _B, _C, _D = side_by_side("""
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . ^ . @ . . . . .   . . . . . . @ . ^ . .   . ^ . . @ . . . . . .   . # . @ . . . . @ ^ .
. @ . . . . . . ^ @ .   . . @ ^ . . . . . . .   . . . . . . . . . . .   . # . . . . . . . . .
. . . . . . . . . . .   . . . . . # . . . . .   . . . . . . . @ ^ . .   . . . ^ . . . . . . .
. . . . . . . . . . .   . . . . # # @ . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . . . ^ . . . . .   . . . . # # # . . . .   . . . ^ . . . . . . .   . @ . . . . ^ . . # #
. . . . . . . . . . .   . @ . . . # . . . . .   . . . . . . @ . . . .   . . . . . . . @ . # @
. . . . . . . . . . .   . . . . . ^ . . @ . .   . . @ . . . . . . . .   . . . . . . . . . . .
. @ ^ . . . . . . @ .   . . . . . . . . . ^ .   . . . . . . . . . ^ .   . . ^ . . . . . . ^ .
. . . . . @ . ^ . . .   . . ^ @ . . . . . . .   . . . . . ^ . . @ . .   # # . . . @ . . . . .
. . . . . . . . . . .   . . . . . . . . . . .   @ . . . . . . . . . .   . . . . . . . . . . .
""")
SIDES = {"A": _A, "B": _B}
HEROES_SIDES = {"C": _C, "D": _D}
