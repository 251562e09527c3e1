"""The engine's cards and maps match the printed ones. The printed values are entered here a second time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.boxes import BOX_BY_WORD, Box
from cartographers.cards import Option, terrains_of
from cartographers.diagram import diagram
from cartographers.explore import EXPLORE, RUINS
from cartographers.game_id import GameId, edicts_named, first_game, pure_game
from cartographers.heroes import HEROES
from cartographers.maps import blank_sheet
from cartographers.polyomino import MONOMINO, Polyomino, polyomino
from cartographers.region import names
from cartographers.scoring import CARD_BY_ID, CARDS, Family, cards_of
from cartographers.seasons import EDICTS, SEASONS, Season
from cartographers.sheet import COIN_TRACK, DRAGON_COINS
from cartographers.sides import SIDES, SIDES_OF
from cartographers.solo import ambush_trail, rating, title
from cartographers.terrain import Terrain

# Time, terrain, and shape in its printed orientation. A * marks a coin.
EXPLORE_CARDS = {
    Box.BASE: """
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
""",
    Box.HEROES: """
lagoon              1 water .X/X.*
lagoon              1 water XXX/.X.
pasture             1 farm X.X*
pasture             1 farm .XX/XX.
settlement          1 village X/X*
settlement          1 village ..X/.XX/XX.
timber-grove        1 forest X./XX*
timber-grove        1 forest X.X/X.X
hillside-terrace    2 farm XX/XX
hillside-terrace    2 water XX/XX
frontier-dwelling   2 village XXX/.X./.X.
frontier-dwelling   2 farm XXX/.X./.X.
wildwood-garden     2 forest .XX/X..
wildwood-garden     2 farm .XX/X..
woodland-crossroads 2 forest .X./XXX/.X.
woodland-crossroads 2 village .X./XXX/.X.
mangrove-swamp      2 forest XXX/X.X
mangrove-swamp      2 water XXX/X.X
coastal-encampment  2 village XXX/X..
coastal-encampment  2 water XXX/X..
kethras-gates       0 forest X
kethras-gates       0 village X
kethras-gates       0 farm X
kethras-gates       0 water X
kethras-gates       0 monster X
""",
}

# Shape, direction in which sheets are passed, corner and direction of the solo walk, and the beast's letter.
AMBUSH_CARDS = {
    Box.BASE: """
goblin-attack    X../.X./..X counterclockwise bottom-right counterclockwise -
bugbear-assault  X.X/X.X clockwise top-right clockwise -
kobold-onslaught X./XX/X. clockwise bottom-left clockwise -
gnoll-raid       XX/X./XX counterclockwise top-left counterclockwise -
""",
    Box.HEROES: """
dragon-inferno     ..X/XXX/X.. counterclockwise bottom-left counterclockwise D
zombie-plague      X counterclockwise top-left counterclockwise Z
giant-troll-ravage XXX/.X. clockwise top-right clockwise T
gorgon-gaze        X.X/.X. clockwise bottom-right clockwise G
""",
}

# The attacked spaces (X) around the hero (H), and the number of distinct orientations.
HERO_CARDS = """
dobrik-of-lorkheim .X./XHX/.X. 1
wren-the-lioness   ..X/H.X/..X 4
freyla-the-true    HXXX 4
dal-of-jolev       X.X/.H./X.X 1
"""

# Determined by hand on the printed sides. Side B: the mountain at B9 blocks the bugbears twice, so they fit in row C.
# Side D: the mountain at B10 is in the bugbears' gap; wasteland in row J blocks the kobolds twice; wasteland at B2 and
# C2 blocks the gnolls three times; the mountain at B10 blocks the troll twice. The dragon is blocked by I3 on side A,
# by J3 three times on side B, by nothing on side C (it covers unfilled ruins), and by I3 and J2 on side D.
FIRST_SOLO_PLACES = {
    "A": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "A9 A11 B9 B11",
        "kobold-onslaught": "I1 J1 J2 K1",
        "gnoll-raid": "A1 A2 B1 C1 C2",
        "dragon-inferno": "I4 J2 J3 J4 K2",
        "zombie-plague": "A1",
        "giant-troll-ravage": "A9 A10 A11 B10",
        "gorgon-gaze": "J9 J11 K10",
    },
    "B": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "C9 C11 D9 D11",
        "kobold-onslaught": "I1 J1 J2 K1",
        "gnoll-raid": "A1 A2 B1 C1 C2",
        "dragon-inferno": "I6 J4 J5 J6 K4",
        "zombie-plague": "A1",
        "giant-troll-ravage": "A9 A10 A11 B10",
        "gorgon-gaze": "J9 J11 K10",
    },
    "C": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "A9 A11 B9 B11",
        "kobold-onslaught": "I1 J1 J2 K1",
        "gnoll-raid": "A1 A2 B1 C1 C2",
        "dragon-inferno": "I3 J1 J2 J3 K1",
        "zombie-plague": "A1",
        "giant-troll-ravage": "A9 A10 A11 B10",
        "gorgon-gaze": "J9 J11 K10",
    },
    "D": {
        "goblin-attack": "I9 J10 K11",
        "bugbear-assault": "A9 A11 B9 B11",
        "kobold-onslaught": "G1 H1 H2 I1",
        "gnoll-raid": "D1 D2 E1 F1 F2",
        "dragon-inferno": "I5 J3 J4 J5 K3",
        "zombie-plague": "A1",
        "giant-troll-ravage": "C9 C10 C11 D10",
        "gorgon-gaze": "J9 J11 K10",
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
    "C": """
. . . . . . . . . . .
. ^ . . @ . . . . . .
. . . . . . . . . . .
. . . . . . . @ ^ . .
. . . . . . . . . . .
. . . ^ . . . . . . .
. . . . . . @ . . . .
. . @ . . . . . . . .
. . . . . . . . . ^ .
. . . . . ^ . . @ . .
@ . . . . . . . . . .
""",
    "D": """
. . . . . . . . . . .
. # . @ . . . . @ ^ .
. # . . . . . . . . .
. . . ^ . . . . . . .
. . . . . . . . . . .
. @ . . . . ^ . . # #
. . . . . . . @ . # @
. . . . . . . . . . .
. . ^ . . . . . . ^ .
# # . . . @ . . . . .
. . . . . . . . . . .
""",
}

SOLO_NUMBERS = """
sentinel-wood       forest base 25
treetower           forest base 17
greenbough          forest base 22
stoneside-forest    forest base 18
faunlost-thicket    forest heroes 16
deepwood            forest heroes 18
heart-of-the-forest forest heroes 22
sleepy-valley       forest heroes 24
wildholds           village base 16
great-city          village base 16
greengold-plains    village base 21
shieldgate          village base 20
traylo-monastery    village heroes 14
outer-enclave       village heroes 12
gnomish-colony      village heroes 12
caravansary         village heroes 16
canal-lake          farm-and-water base 24
mages-valley        farm-and-water base 22
golden-granary      farm-and-water base 20
shoreside-expanse   farm-and-water base 27
craylund            farm-and-water heroes 12
ulems-wallow        farm-and-water heroes 14
clawsgrave-peaks    farm-and-water heroes 15
jorekburg           farm-and-water heroes 18
borderlands         arrangement base 24
lost-barony         arrangement base 24
broken-road         arrangement base 24
cauldrons           arrangement base 20
dwarvenholds        arrangement heroes 28
silos               arrangement heroes 30
banded-hills        arrangement heroes 28
starlit-sigil       arrangement heroes 30
"""

TITLES = {
    200: "legendary-cartographer",
    31: "legendary-cartographer",
    30: "legendary-cartographer",
    29: "master-mapsmith",
    20: "master-mapsmith",
    19: "journeyman-topographer",
    10: "journeyman-topographer",
    9: "apprentice-surveyor",
    0: "apprentice-surveyor",
    -1: "amateur-assessor",
    -5: "amateur-assessor",
    -6: "inept-assistant",
    -10: "inept-assistant",
    -11: "dimwitted-doodler",
    -20: "dimwitted-doodler",
    -21: "oblivious-inkdrinker",
    -30: "oblivious-inkdrinker",
    -31: "oblivious-inkdrinker",
    -200: "oblivious-inkdrinker",
}


def table(text: str) -> list[str]:
    """Return the lines of a table, with single spaces between the columns."""
    return [" ".join(line.split()) for line in text.strip().split("\n")]


def drawing(shape: Polyomino) -> str:
    """Return a shape as one line."""
    height, width = (1 + max(axis) for axis in zip(*shape.cells, strict=True))
    return "/".join("".join("X" if (r, c) in shape.cells else "." for c in range(width)) for r in range(height))


def printed(option: Option) -> str:
    """Return an option as one line with its terrain, shape, and coin."""
    assert option.terrain
    return f"{option.terrain.value} {drawing(option.shape)}{'*' if option.coin else ''}"


@pytest.mark.parametrize("box", EXPLORE_CARDS)
def test_explore_cards(box: Box) -> None:
    """Explore cards have the printed times, terrains, shapes, and coins in printed order, and no attacks or beasts."""
    options = [(card, option) for card in EXPLORE[box] for option in card.options]
    assert [f"{card.id} {card.time} {printed(option)}" for card, option in options] == table(EXPLORE_CARDS[box])
    assert {(option.attack, option.beast) for _, option in options} == {(None, None)}


def test_explore_cards_list_each_terrain_once() -> None:
    """A card with two shapes of the same terrain lists this terrain once."""
    found = {card.id: terrains_of(card.options) for box in EXPLORE for card in EXPLORE[box]}
    assert found["great-river"] == (Terrain.WATER,)
    assert found["homestead"] == (Terrain.VILLAGE, Terrain.FARM)
    assert found["rift-lands"] == found["kethras-gates"]
    assert found["rift-lands"] == (
        Terrain.FOREST,
        Terrain.VILLAGE,
        Terrain.FARM,
        Terrain.WATER,
        Terrain.MONSTER,
    )


def test_ruins_cards() -> None:
    """There are two ruins cards, which take no time."""
    assert [(card.id, card.kind, card.time) for card in RUINS] == [
        ("temple-ruins", "ruins", 0),
        ("outpost-ruins", "ruins", 0),
    ]


@pytest.mark.parametrize("box", AMBUSH_CARDS)
def test_ambush_cards(box: Box) -> None:
    """Ambush cards have the printed shapes, arrows, corners, directions, and beasts.

    Ambushes take no time, always draw monsters, and have no coin.
    """
    cards = AMBUSH[box]
    assert [
        f"{card.id} {drawing(card.shape)} {card.arrow} {card.corner} {card.direction} "
        f"{card.beast.letter if card.beast else '-'}"
        for card in cards
    ] == table(AMBUSH_CARDS[box])
    assert [(card.kind, card.time) for card in cards] == [("ambush", 0)] * 4
    assert [card.options for card in cards] == [
        (Option(Terrain.MONSTER, card.shape, coin=False, attack=None, beast=card.beast),) for card in cards
    ]


def test_beasts() -> None:
    """Each beast has a card and a letter. Trolls and zombies act after every season."""
    assert [beast.letter for beast in Beast] == ["D", "Z", "T", "G"]
    assert [card.beast for card in AMBUSH[Box.HEROES]] == list(Beast)
    assert [beast.acts_after_seasons for beast in Beast] == [False, True, True, False]
    assert DRAGON_COINS == 3


def test_hero_cards() -> None:
    """Hero cards have the printed attacks around a single space. They take no time and have no coin."""
    found = []
    for card in HEROES:
        [option] = card.options
        assert option.attack
        offsets = [*option.attack.offsets, (0, 0)]
        top, left = (min(axis) for axis in zip(*offsets, strict=True))
        bottom, right = (max(axis) for axis in zip(*offsets, strict=True))
        rows = [
            "".join("H" if (r, c) == (0, 0) else "X" if (r, c) in offsets else "." for c in range(left, right + 1))
            for r in range(top, bottom + 1)
        ]
        found.append(f"{card.id} {'/'.join(rows)} {len(option.attack.orientations)}")
        assert option == Option(Terrain.HERO, MONOMINO, coin=False, attack=card.attack, beast=None)
    assert found == table(HERO_CARDS)
    assert [(card.kind, card.time) for card in HEROES] == [("hero", 0)] * 4


@pytest.mark.parametrize("side", FIRST_SOLO_PLACES)
def test_solo_ambushes_on_a_blank_sheet(side: str) -> None:
    """Each solo ambush lands in the right place on a blank sheet."""
    empty = blank_sheet(side).empty
    places = {card.id: " ".join(names(ambush_trail(card, empty)[-1])) for box in AMBUSH for card in AMBUSH[box]}
    assert places == FIRST_SOLO_PLACES[side]


@pytest.mark.parametrize("side", MAPS)
def test_maps(side: str) -> None:
    """The map sides match the printed ones."""
    assert "\n".join(diagram(blank_sheet(side))) == MAPS[side].strip()


def test_sides_and_coins() -> None:
    """Sides A and B belong to the base game, and C and D to Heroes. A sheet has room for 14 coins, but none yet."""
    assert list(SIDES) == ["A", "B", "C", "D"]
    assert SIDES_OF == {Box.BASE: "AB", Box.HEROES: "CD"}
    assert COIN_TRACK == 14
    assert [blank_sheet(side).coins for side in SIDES] == [0] * 4


@pytest.mark.parametrize("side", MAPS)
def test_spaces_of_blank_sides(side: str) -> None:
    """A blank side has five mountains and six ruins. Sides B and D also have seven wasteland spaces."""
    sheet = blank_sheet(side)
    assert [region.bit_count() for region in (sheet.mountain, sheet.ruins, sheet.wasteland)] == [
        5,
        6,
        7 if side in "BD" else 0,
    ]
    assert sheet == sheet._replace(coins=0, attacked=0, **dict.fromkeys([kind.value for kind in (*Terrain, *Beast)], 0))
    assert sheet.filled == sheet.mountain | sheet.wasteland


def test_scoring_cards() -> None:
    """Scoring cards have the printed families, boxes, and solo numbers, in the order that game ids depend on."""
    assert [f"{card.id} {card.family.value} {card.box.word} {card.solo}" for card in CARDS] == table(SOLO_NUMBERS)
    assert list(CARD_BY_ID) == [line.split()[0] for line in table(SOLO_NUMBERS)]


@pytest.mark.parametrize("family", Family)
def test_families(family: Family) -> None:
    """Each box has four cards of a family, and both boxes mixed have all eight."""
    base, heroes, both = (cards_of(family, box) for box in (Box.BASE, Box.HEROES, Box.BOTH))
    assert [len(base), len(heroes)] == [4, 4]
    assert both == base + heroes == tuple(card for card in CARDS if card.family is family)


def test_boxes() -> None:
    """The boxes have their names for the command line and the event log. A mix contains both boxes."""
    assert BOX_BY_WORD == {"base": Box.BASE, "heroes": Box.HEROES, "both": Box.BOTH}
    assert [box.word for box in BOX_BY_WORD.values()] == list(BOX_BY_WORD)
    assert [box in Box.BOTH for box in BOX_BY_WORD.values()] == [True] * 3
    assert Box.HEROES not in Box.BASE
    assert Box.BASE not in Box.HEROES


@pytest.mark.parametrize(("box", "summer"), [(Box.BASE, 8), (Box.HEROES, 7)])
def test_seasons(box: Box, summer: int) -> None:
    """The seasons have the printed thresholds and edicts. Only summer differs between the boxes."""
    assert EDICTS == "ABCD"
    assert SEASONS[box] == (
        Season("spring", 8, "AB"),
        Season("summer", summer, "BC"),
        Season("fall", 7, "CD"),
        Season("winter", 6, "DA"),
    )


def test_games_of_one_box() -> None:
    """The pure game of a box is a solo game on its first side, with nothing from the other box."""
    assert pure_game("x", Box.BASE) == GameId("x", "A", 1, (), Box.BASE, Box.BASE, Box.BASE, False, Box.BASE)  # noqa: FBT003
    heroes = pure_game("x", Box.HEROES)
    assert heroes == GameId("x", "C", 1, (), Box.HEROES, Box.HEROES, Box.HEROES, True, Box.HEROES)  # noqa: FBT003


def test_games_for_beginners() -> None:
    """Heroes recommends edicts for beginners, with Gnomish Colony as B (rulings, "Mixing the boxes").

    The base game recommends none.
    """
    assert first_game("x", Box.BASE) == pure_game("x", Box.BASE)
    edicts = edicts_named(["faunlost-thicket", "gnomish-colony", "ulems-wallow", "dwarvenholds"])
    assert first_game("x", Box.HEROES) == replace(pure_game("x", Box.HEROES), edicts=edicts)


@pytest.mark.parametrize("final_rating", TITLES)
def test_titles(final_rating: int) -> None:
    """A rating earns the best title that it reaches. Ratings below all titles still earn the last one."""
    assert title(final_rating) == TITLES[final_rating]


def test_rating() -> None:
    """The rating is the stars minus the four solo numbers."""
    edicts = [CARD_BY_ID[name] for name in ("treetower", "shieldgate", "canal-lake", "borderlands")]
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
    """Each shape has the expected number of distinct orientations."""
    assert len(polyomino(*shape).orientations) == count
