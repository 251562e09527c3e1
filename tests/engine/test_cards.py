"""The cards and maps of the engine against what is printed, typed in once more."""

from __future__ import annotations

import pytest

from cartographers.ambush import AMBUSH
from cartographers.cards import terrains_of
from cartographers.diagram import diagram
from cartographers.explore import EXPLORE, RUINS
from cartographers.maps import SIDES, blank_sheet
from cartographers.polyomino import Polyomino, polyomino
from cartographers.region import names
from cartographers.scoring import CARD_NAMED, CARDS, Family
from cartographers.seasons import EDICTS, SEASONS
from cartographers.sheet import COIN_TRACK
from cartographers.solo import ambush_trail, rating, title

# Time, terrains, and shapes in their printed orientation; * pays a coin.
EXPLORE_CARDS = """
great-river       1 water X/X/X*
great-river       1 water ..X/.XX/XX.
farmland          1 farm X/X*
farmland          1 farm .X./XXX/.X.
hamlet            1 village X./XX*
hamlet            1 village XXX/XX.
forgotten-forest  1 forest X./.X*
forgotten-forest  1 forest X./XX/.X
hinterland-stream 2 farm XXX/X../X..
hinterland-stream 2 water XXX/X../X..
homestead         2 village X./XX/X.
homestead         2 farm X./XX/X.
orchard           2 forest XXX/..X
orchard           2 farm XXX/..X
treetop-village   2 forest ..XX/XXX.
treetop-village   2 village ..XX/XXX.
marshlands        2 forest X../XXX/X..
marshlands        2 water X../XXX/X..
fishing-village   2 village XXXX
fishing-village   2 water XXXX
rift-lands        0 forest X
rift-lands        0 village X
rift-lands        0 farm X
rift-lands        0 water X
rift-lands        0 monster X
"""

# Shape, arrow of the passing, corner and direction of the solo walk.
AMBUSH_CARDS = """
goblin-attack    X../.X./..X counterclockwise bottom-right counterclockwise
bugbear-assault  X.X/X.X clockwise top-right clockwise
kobold-onslaught X./XX/X. clockwise bottom-left clockwise
gnoll-raid       XX/X./XX counterclockwise top-left counterclockwise
"""

FIRST_SOLO_PLACES = {
    "A": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "A9 A11 B9 B11",
        "kobold-onslaught": "I1 J1 J2 K1",
        "gnoll-raid": "A1 A2 B1 C1 C2",
    },
    "B": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "C9 C11 D9 D11",
        "kobold-onslaught": "I1 J1 J2 K1",
        "gnoll-raid": "A1 A2 B1 C1 C2",
    },
}

MAPS = {
    "A": """
. . . . . . . . . . .
. . . ^ . @ . . . . .
. @ . . . . . . ^ @ .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . ^ . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. @ ^ . . . . . . @ .
. . . . . @ . ^ . . .
. . . . . . . . . . .
""",
    "B": """
. . . . . . . . . . .
. . . . . . @ . ^ . .
. . @ ^ . . . . . . .
. . . . . # . . . . .
. . . . # # @ . . . .
. . . . # # # . . . .
. @ . . . # . . . . .
. . . . . ^ . . @ . .
. . . . . . . . . ^ .
. . ^ @ . . . . . . .
. . . . . . . . . . .
""",
}

SOLO_NUMBERS = """
sentinel-wood     forest 25
treetower         forest 17
greenbough        forest 22
stoneside-forest  forest 18
wildholds         village 16
great-city        village 16
greengold-plains  village 21
shieldgate        village 20
canal-lake        farm-and-water 24
mages-valley      farm-and-water 22
golden-granary    farm-and-water 20
shoreside-expanse farm-and-water 27
borderlands       arrangement 24
lost-barony       arrangement 24
broken-road       arrangement 24
cauldrons         arrangement 20
"""

TITLES = {
    200: "Legendary Cartographer",
    31: "Legendary Cartographer",
    30: "Legendary Cartographer",
    29: "Master Mapsmith",
    20: "Master Mapsmith",
    19: "Journeyman Topographer",
    10: "Journeyman Topographer",
    9: "Apprentice Surveyor",
    0: "Apprentice Surveyor",
    -1: "Amateur Assessor",
    -5: "Amateur Assessor",
    -6: "Inept Assistant",
    -10: "Inept Assistant",
    -11: "Dimwitted Doodler",
    -20: "Dimwitted Doodler",
    -21: "Oblivious Inkdrinker",
    -30: "Oblivious Inkdrinker",
    -31: "Oblivious Inkdrinker",
    -200: "Oblivious Inkdrinker",
}


def table(text: str) -> list[str]:
    """Return the lines of a table, columns parted by single spaces."""
    return [" ".join(line.split()) for line in text.strip().split("\n")]


def drawing(shape: Polyomino) -> str:
    """Draw a shape on one line."""
    height, width = (1 + max(axis) for axis in zip(*shape.cells, strict=True))
    return "/".join("".join("X" if (r, c) in shape.cells else "." for c in range(width)) for r in range(height))


def test_explore_cards() -> None:
    """Ids, times, terrains, shapes and coins, in the printed order."""
    assert [
        f"{card.id} {card.time} {option.terrain.value} {drawing(option.shape)}{'*' if option.coin else ''}"
        for card in EXPLORE
        for option in card.options
    ] == table(EXPLORE_CARDS)


def test_explore_cards_name_their_terrains_once() -> None:
    """A card with two shapes of one terrain has one terrain."""
    found = {card.id: tuple(terrain.value for terrain in terrains_of(card.options)) for card in EXPLORE}
    assert found["great-river"] == ("water",)
    assert found["homestead"] == ("village", "farm")
    assert found["rift-lands"] == ("forest", "village", "farm", "water", "monster")


def test_ruins_cards() -> None:
    """Two, and they take no time."""
    assert [(card.id, card.kind, card.time) for card in RUINS] == [
        ("temple-ruins", "ruins", 0),
        ("outpost-ruins", "ruins", 0),
    ]


def test_ambush_cards() -> None:
    """Ids, shapes, arrows, corners and directions; they take no time and are always monsters without a coin."""
    assert [f"{card.id} {drawing(card.shape)} {card.arrow} {card.corner} {card.direction}" for card in AMBUSH] == table(
        AMBUSH_CARDS
    )
    assert {card.time for card in AMBUSH} == {0}
    assert {(option.terrain.value, option.coin) for card in AMBUSH for option in card.options} == {("monster", False)}


@pytest.mark.parametrize("side", FIRST_SOLO_PLACES)
def test_first_solo_places(side: str) -> None:
    """Where each ambush lands on a blank sheet."""
    empty = blank_sheet(side).empty
    assert {card.id: " ".join(names(ambush_trail(card, empty)[-1])) for card in AMBUSH} == FIRST_SOLO_PLACES[side]


@pytest.mark.parametrize("side", MAPS)
def test_maps(side: str) -> None:
    """The printed sides."""
    assert "\n".join(diagram(blank_sheet(side))) == MAPS[side].strip()


def test_sides_and_coins() -> None:
    """There are sides A and B; a sheet has 14 coin symbols and starts without a coin."""
    assert sorted(SIDES) == ["A", "B"]
    assert COIN_TRACK == 14
    assert [blank_sheet(side).coins for side in SIDES] == [0, 0]


def test_scoring_cards() -> None:
    """Ids, families and solo numbers; their order is part of the game id."""
    assert [f"{card.id} {card.family.value} {card.solo}" for card in CARDS] == table(SOLO_NUMBERS)
    assert list(CARD_NAMED) == [line.split()[0] for line in table(SOLO_NUMBERS)]
    assert [sum(card.family is family for card in CARDS) for family in Family] == [4, 4, 4, 4]


def test_seasons() -> None:
    """How long they last and what they score."""
    assert EDICTS == "ABCD"
    assert [(season.name, season.threshold, season.edicts) for season in SEASONS] == [
        ("spring", 8, "AB"),
        ("summer", 8, "BC"),
        ("fall", 7, "CD"),
        ("winter", 6, "DA"),
    ]


@pytest.mark.parametrize("final_rating", TITLES)
def test_titles(final_rating: int) -> None:
    """The highest title met; below the last one, the last one."""
    assert title(final_rating) == TITLES[final_rating]


def test_rating() -> None:
    """Stars less the four solo numbers."""
    edicts = [CARD_NAMED[name] for name in ("treetower", "shieldgate", "canal-lake", "borderlands")]
    assert rating(100, edicts) == 100 - 17 - 20 - 24 - 24


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        (("X",), 1),
        ((".X.", "XXX", ".X."), 1),
        (("X", "X"), 2),
        (("X.", ".X"), 2),
        (("X.X", "X.X"), 2),
        (("XX", "X."), 4),
        (("X.", "XX", ".X"), 4),
        (("XXX", "X.."), 8),
    ],
)
def test_orientations(shape: tuple[str, ...], count: int) -> None:
    """How many ways there are to turn and mirror a shape."""
    assert len(polyomino(*shape).orientations) == count
