"""The engine's cards and maps match the printed ones, which ``plain.cards`` contains a second time."""

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
from cartographers.solo import ambush_trail, title
from cartographers.terrain import Terrain
from plain import cards as printed
from plain.referee import ALL_SIDES, BOTH_SOLO_NUMBERS, LETTERS, SEASONS_OF

TERRAIN = {letter: Terrain(word) for word, letter in LETTERS.items()}
PRINTED_EXPLORE = {Box.BASE: printed.EXPLORE, Box.HEROES: printed.HEROES_EXPLORE}
PRINTED_AMBUSHES = {Box.BASE: printed.AMBUSHES, Box.HEROES: printed.HEROES_AMBUSHES}

# Determined by hand on the printed sides A to D. Side B: the mountain at B9 blocks the bugbears twice, so they fit in
# row C. Side D: the mountain at B10 is in the bugbears' gap; wasteland in row J blocks the kobolds twice; wasteland at
# B2 and C2 blocks the gnolls three times; the mountain at B10 blocks the troll twice. The dragon is blocked by I3 on
# side A, by J3 three times on side B, by nothing on side C (it covers unfilled ruins), and by I3 and J2 on side D.
FIRST_SOLO_PLACES = {
    "goblin-attack": ["I9 J10 K11"] * 4,
    "bugbear-assault": ["A9 A11 B9 B11", "C9 C11 D9 D11", "A9 A11 B9 B11", "A9 A11 B9 B11"],
    "kobold-onslaught": ["I1 J1 J2 K1", "I1 J1 J2 K1", "I1 J1 J2 K1", "G1 H1 H2 I1"],
    "gnoll-raid": ["A1 A2 B1 C1 C2", "A1 A2 B1 C1 C2", "A1 A2 B1 C1 C2", "D1 D2 E1 F1 F2"],
    "dragon-inferno": ["I4 J2 J3 J4 K2", "I6 J4 J5 J6 K4", "I3 J1 J2 J3 K1", "I5 J3 J4 J5 K3"],
    "zombie-plague": ["A1"] * 4,
    "giant-troll-ravage": ["A9 A10 A11 B10", "A9 A10 A11 B10", "A9 A10 A11 B10", "C9 C10 C11 D10"],
    "gorgon-gaze": ["J9 J11 K10"] * 4,
}


def drawing(shape: Polyomino) -> tuple[str, ...]:
    """Return the rows of a shape."""
    height, width = (1 + max(axis) for axis in zip(*shape.cells, strict=True))
    return tuple("".join("X" if (r, c) in shape.cells else "." for c in range(width)) for r in range(height))


@pytest.mark.parametrize("box", PRINTED_EXPLORE)
def test_explore_cards(box: Box) -> None:
    """Explore cards have the printed times, terrains, shapes, and coins in printed order, and no attacks or beasts."""
    assert [
        (card.id, card.time, option.terrain, drawing(option.shape), option.coin, option.attack, option.beast)
        for card in EXPLORE[box]
        for option in card.options
    ] == [
        (name, card.time, TERRAIN[letter], shape.rows, shape.coin, None, None)
        for name, card in PRINTED_EXPLORE[box].items()
        for shape in card.shapes
        for letter in card.terrains
    ]


def test_explore_cards_list_each_terrain_once() -> None:
    """A card with two shapes of the same terrain lists this terrain once."""
    forest, village, farm, water, monster, _ = Terrain
    found = {card.id: terrains_of(card.options) for box in EXPLORE for card in EXPLORE[box]}
    assert (found["great-river"], found["homestead"]) == ((water,), (village, farm))
    assert found["rift-lands"] == found["kethras-gates"] == (forest, village, farm, water, monster)


def test_ruins_and_hero_cards() -> None:
    """Two ruins cards, and heroes with the printed attacks around a single space, take no time and have no coin."""
    assert [(card.id, card.kind, card.time) for card in RUINS] == [(name, "ruins", 0) for name in printed.RUINS]
    assert [(card.id, card.attack.offsets) for card in HEROES] == list(printed.HEROES.items())
    assert [len(card.attack.orientations) for card in HEROES] == [1, 4, 4, 1]
    for card in HEROES:
        assert (card.kind, card.time) == ("hero", 0)
        assert card.options == (Option(Terrain.HERO, MONOMINO, coin=False, attack=card.attack, beast=None),)


@pytest.mark.parametrize("box", PRINTED_AMBUSHES)
def test_ambush_cards(box: Box) -> None:
    """Ambush cards are as printed, take no time, always draw monsters, and have no coin."""
    for card, (name, face) in zip(AMBUSH[box], PRINTED_AMBUSHES[box].items(), strict=True):
        assert (card.kind, card.id, card.time) == ("ambush", name, 0)
        assert (card.arrow, card.corner, card.direction) == (face.arrow, face.corner, face.direction)
        assert drawing(card.shape) == face.rows
        assert (card.beast and card.beast.value) == (face.beast if box is Box.HEROES else None)
        assert card.options == (Option(Terrain.MONSTER, card.shape, coin=False, attack=None, beast=card.beast),)


def test_beasts() -> None:
    """Each beast has a card and a letter. Trolls and zombies act after every season."""
    assert [beast.letter for beast in Beast] == ["D", "Z", "T", "G"]
    assert [card.beast for card in AMBUSH[Box.HEROES]] == list(Beast)
    assert [beast.acts_after_seasons for beast in Beast] == [False, True, True, False]
    assert DRAGON_COINS == 3


@pytest.mark.parametrize(("place", "side"), list(enumerate(ALL_SIDES)))
def test_solo_ambushes_on_a_blank_sheet(place: int, side: str) -> None:
    """Each solo ambush lands in the right place on a blank sheet."""
    trails = {card.id: ambush_trail(card, blank_sheet(side).empty) for box in AMBUSH for card in AMBUSH[box]}
    landed = {card: " ".join(names(trail[-1])) for card, trail in trails.items()}
    assert landed == {card: places[place] for card, places in FIRST_SOLO_PLACES.items()}


def test_maps() -> None:
    """Each box has two sides, which match the printed ones. A sheet has room for 14 coins, but none yet."""
    assert list(SIDES) == ["A", "B", "C", "D"]
    assert SIDES_OF == {Box.BASE: "AB", Box.HEROES: "CD"}
    assert {COIN_TRACK, printed.COINS} == {14}
    assert [blank_sheet(side).coins for side in SIDES] == [0] * 4
    for side, rows in ALL_SIDES.items():
        assert diagram(blank_sheet(side)) == list(rows), side


def test_scoring_cards() -> None:
    """Scoring cards have the printed families, boxes, and solo numbers, in the order that game ids depend on."""
    assert [(card.family.value, card.id, card.solo) for card in CARDS] == [
        (family, *card) for family, cards in BOTH_SOLO_NUMBERS.items() for card in cards.items()
    ]
    heroes = {card for cards in printed.HEROES_SOLO_NUMBERS.values() for card in cards}
    assert [card.box for card in CARDS] == [Box.HEROES if card.id in heroes else Box.BASE for card in CARDS]
    assert list(CARD_BY_ID.items()) == [(card.id, card) for card in CARDS]


def test_boxes_and_families() -> None:
    """The boxes have their names for the command line, and each has four cards of a family."""
    assert BOX_BY_WORD == {"base": Box.BASE, "heroes": Box.HEROES, "both": Box.BOTH}
    assert [box.word for box in BOX_BY_WORD.values()] == list(BOX_BY_WORD)
    assert [box in Box.BOTH for box in BOX_BY_WORD.values()] == [True] * 3
    assert Box.HEROES not in Box.BASE
    assert Box.BASE not in Box.HEROES
    for family in Family:
        base, heroes, both = (cards_of(family, box) for box in BOX_BY_WORD.values())
        assert [len(base), len(heroes)] == [4, 4]
        assert both == base + heroes == tuple(card for card in CARDS if card.family is family)


@pytest.mark.parametrize("box", SEASONS)
def test_seasons(box: Box) -> None:
    """The seasons have the printed thresholds and edicts. Only summer differs between the boxes."""
    assert EDICTS == "ABCD"
    summer = {Box.BASE: 8, Box.HEROES: 7}[box]
    seasons = {"spring": (8, "AB"), "summer": (summer, "BC"), "fall": (7, "CD"), "winter": (6, "DA")}
    assert SEASONS_OF[box.word] == seasons
    assert SEASONS[box] == tuple(Season(name, *face) for name, face in seasons.items())


def test_games_of_one_box() -> None:
    """A box's pure game has only its cards, and only Heroes has edicts for beginners (rulings, "Mixing the boxes")."""
    assert pure_game("x", Box.BASE) == GameId("x", "A", 1, (), Box.BASE, Box.BASE, Box.BASE, False, Box.BASE)  # noqa: FBT003
    heroes = pure_game("x", Box.HEROES)
    assert heroes == GameId("x", "C", 1, (), Box.HEROES, Box.HEROES, Box.HEROES, True, Box.HEROES)  # noqa: FBT003
    assert first_game("x", Box.BASE) == pure_game("x", Box.BASE)
    edicts = edicts_named(["faunlost-thicket", "gnomish-colony", "ulems-wallow", "dwarvenholds"])
    assert first_game("x", Box.HEROES) == replace(pure_game("x", Box.HEROES), edicts=edicts)


def test_titles() -> None:
    """A rating earns the best title that it reaches. Ratings below all titles still earn the last one."""
    best_first = {least: name.lower().replace(" ", "-") for least, name in printed.TITLES.items()}
    for final_rating in range(-200, 201):
        reached = [name for least, name in best_first.items() if final_rating >= least]
        assert title(final_rating) == [*reached, "oblivious-inkdrinker"][0]


def test_orientations() -> None:
    """Each shape has the expected number of distinct orientations."""
    for shape, count in (
        *(("X", 1), (".X./XXX/.X.", 1), ("X/X", 2), ("X./.X", 2), ("X.X/X.X", 2)),
        *(("XX/X.", 4), ("X./XX/.X", 4), ("XXX/X..", 8)),
    ):
        assert len(polyomino(*shape.split("/")).orientations) == count
