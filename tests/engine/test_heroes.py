"""The rules of the Heroes box in short scenes on small maps: heroes, lettered monsters, and destroyed spaces.

On the maps, ``d``, ``t``, ``z``, and ``g`` are monsters with a letter, ``x`` is a destroyed space, and a ``*`` after a
symbol is a hero's attack.
"""

from functools import partial

import pytest

from cartographers import CARD_BY_ID, IllegalMove, State, monsters, stars
from cartographers.events import Ambush, Draw, ForcedReason, Pick, Reveal, Score, SeasonStart, Spread
from cartographers.maps import blank_sheet
from cartographers.region import names
from cartographers.rules import objection
from support import scenes
from support.refusals import refused
from support.scenes import FIVE, SIX, after, after_any, coins_gained, kinds, of_kind, picture, pictures, play_on, task

scene = partial(scenes.scene, game=scenes.HEROIC)

BLANK = "\n".join([" ".join("." * 11)] * 11)
FIRST_SPACE_FOREST = BLANK.replace(".", "F", 1)
#: Three rows of four empty spaces, also with a forest on the first space.
ROOM, LAST_ROOM = ". . . .\n. . . .\n. . . .", "F . . .\n. . . .\n. . . ."
#: A dragon with B3 as its last empty neighbor.
WALLED_BUT_FOR_ONE = "F x ^ . .\n# d . . .\n. h # . ."


def spread_to(state: State) -> list[str]:
    """Return the spaces to which zombies have spread since the last choice."""
    return [name for event in of_kind(Spread, state.events) for name in names(event.region)]


def test_hero_is_drawn_with_its_attack_on_any_empty_space() -> None:
    """A hero is drawn on any empty space, even of ruins, in a pattern of its card (Heroes rulebook, "Héroes")."""
    state = scene("dobrik lagoon", "F . @ .\n# ^ w h\n. x m a@")
    assert {drawn.partition(" x ")[0] for drawn in pictures(state)} == scenes.singles("hero", "A2 A3 A4 C1")
    assert task(state).forced is ForcedReason.NONE
    for card, drawn in (
        *(("dobrik", f"hero C3 x {attack}") for attack in ("B2 B4 D2 D4", "B3 C2 C4", "B3 C2 C3 C4 D3", "C3", "")),
        ("kethras", "forest A2 x A3"),
    ):
        state = scene(f"{card} lagoon", FIRST_SPACE_FOREST)
        with refused(IllegalMove, match="that is not the card's attack"):
            after(state, drawn)
        assert card != "dobrik" or objection(state, scenes.ply("hero C3 x B3 C2 C4 D3")) is None


@pytest.mark.parametrize(
    ("card", "hero", "expected"),
    [
        *(("dobrik", "E5", {"D5 E4 E6 F5"}), ("dal", "E5", {"D4 D6 F4 F6"})),
        ("wren", "E5", {"D7 E7 F7", "G4 G5 G6", "D3 E3 F3", "C4 C5 C6"}),
        ("freyla", "E5", {"E6 E7 E8", "F5 G5 H5", "E2 E3 E4", "B5 C5 D5"}),
        *(("dobrik", "A1", {"A2 B1"}), ("dal", "A1", {"B2"}), ("freyla", "A1", {"", "A2 A3 A4", "B1 C1 D1"})),
        ("freyla", "A2", {"", "A1", "A3 A4 A5", "B2 C2 D2"}),
        ("freyla", "K11", {"", "K8 K9 K10", "H11 I11 J11"}),
        *(("wren", "A1", {"", "A3 B3", "C1 C2"}), ("wren", "B1", {"", "A3 B3 C3", "D1 D2"})),
        ("wren", "K11", {"", "J9 K9", "I10 I11"}),
    ],
)
def test_each_attack_is_offered_once(card: str, hero: str, expected: set[str]) -> None:
    """Each distinct orientation of an attack is offered once, and may reach off the map (Heroes rulebook, "Héroes")."""
    state = scene(f"{card} lagoon", f"{BLANK[:-1]}F" if hero == "A1" else FIRST_SPACE_FOREST)
    plies = {attack: f"hero {hero} x {attack}" if attack else f"hero {hero}" for attack in expected}
    assert {drawn for drawn in pictures(state) if f"{drawn} ".startswith(f"hero {hero} ")} == set(plies.values())
    for attack, drawn in plies.items():
        [sheet] = after(state, drawn).sheets
        assert (sheet.hero, sheet.attacked) == (scenes.region(hero), scenes.region(attack))


#: Cards, maps, plies, and the last map before, and the map after them.
ATTACKS: dict[str, tuple[str, list[str], list[str], str]] = {
    "no monsters": (
        "dobrik settlement lagoon",
        ["F . . . .\n. . v . .\n. ^ . # .\n. . . . .\n. . . . ."],
        ["hero C3 x B3 C2 C4 D3", "village D3 E3"],
        "f . . . .\n. . v* . .\n. ^* h #* .\n. . v* . .\n. . v . .",
    ),
    "monsters of all kinds": (
        "dobrik lagoon",
        ["F . m .\n. m . d\n. . z@ m\nm . . ."],
        ["hero B3 x A3 B2 B4 C3"],
        "f . x* .\n. x* h x*\n. . x@* m\nm . . .",
    ),
    "later monster": ("kethras lagoon", ["F . .*\n. . @*\n. . ."], ["monster B3"], "f . .*\n. . x@*\n. . ."),
    "opponent's ambush": (
        "kobold lagoon",
        [". . .\n. . .\n. . .", "F . .*\n. . .*\n. . .*\n. . ."],
        ["monster A2 B2 B3 C2"],
        "f m .*\n. m x*\n. m .*\n. . .",
    ),
    "solo ambush": ("gnoll lagoon", [".* . . F\n.* . . .\n.* . . ."], [], "x* m . f\nx* . . .\nx* m . ."),
}


@pytest.mark.parametrize(("cards", "maps", "plies", "expected"), ATTACKS.values(), ids=ATTACKS)
def test_attack_destroys_only_monsters(cards: str, maps: list[str], plies: list[str], expected: str) -> None:
    """An attack destroys the monsters on its spaces at once, and later ones when drawn (Heroes rulebook, "Héroes")."""
    state = scene(cards, *maps)
    for drawn in plies:
        state = after(state, drawn)
        [draw] = of_kind(Draw, state.events)
        assert (draw.terrain, draw.region, draw.attack) == scenes.ply(drawn)
    assert picture(state, len(maps) - 1) == expected


def test_destroyed_spaces_are_filled_and_lose_their_terrain() -> None:
    """A destroyed space is filled and loses its terrain, but not an attack (Heroes rulebook, "Destruir Espacios").

    Nothing can be drawn on it (Heroes rulebook, "Reglas de dibujo").
    """
    with refused(IllegalMove, match="it covers a filled space"):
        after(scene("settlement lagoon", "F x\n. .\n. ."), "village A2 B2")
    state = scene("gorgon kethras lagoon", "F . h .*\n. . . .\n. . . .")
    for drawn, expected in (("x A3", "f . x .*"), ("monster A4", "f . x x*")):
        state = after(state, drawn)
        assert picture(state) == f"{expected}\ng . g .\n. g . ."
    state = scene("gorgon lagoon", "F . v .\n. . . .\n. . a@ .")
    assert picture(state) == "f . v .\ng . g .\n. g a@ ."
    for space, expected in (("A3", "f . x .\ng . g .\n. g a@ ."), ("C3", "f . v .\ng . g .\n. g x@ .")):
        assert picture(after(state, f"x {space}")) == expected


def test_scores_of_destroyed_and_attacked_spaces() -> None:
    """A destroyed space is filled but has no terrain, and an attacked empty space is empty.

    So it completes lines and squares, and separates clusters (Heroes rulebook, "Destruir Espacios"); scoring cards and
    monsters count attacked empty spaces as empty (Heroes rulebook, "Cartas de Misión"); a destroyed monster costs
    nothing (Heroes rulebook, "Puntuando los edictos de la Reina").
    """
    totals: dict[str, dict[str, int]] = {
        "x x@\nx x": {"borderlands": 24, "lost-barony": 6, "silos": 10},
        ". x\nx x": {"cauldrons": 1},
        "v v v v v v v": {"wildholds": 8},
        "v v v x v v v": {"wildholds": 0},
        "x f x": {"sentinel-wood": 1},
        "m .*": {"monsters": -1},
        "f .*": {"borderlands": 6, "cauldrons": 1},
        ". m .\n. . .\n. . x": {"monsters": -3},
        ". x .\n. . .\n. . x": {"monsters": 0},
    }
    rules = CARD_BY_ID | {"monsters": monsters}
    for drawn, expected in totals.items():
        assert {rule: stars(rules[rule](scenes.read_map(drawn)[0])) for rule in expected} == expected


MOUNTAIN, ROOMY = "F w . .\nw ^ . {}\n. w . .", "F w . . .\nw ^ . . .\n. w . . ."
#: Cards, a map, plies, and the coins gained by the last one and after it.
SURROUNDINGS = {
    "destroyed by a gorgon": ("gorgon lagoon", "F w . .\nw ^ w .\n. . . .\n. . . .", ["x C2"], [1]),
    "destroyed by a troll": ("giant-troll > settlement", MOUNTAIN.format("t"), ["village A3 A4", "x B3"], [1]),
    "destroyed by a hero": ("kethras lagoon", "F w .\nw ^ .*\n. w .", ["monster B3"], [1]),
    "single monster": ("settlement lagoon", "F # .*\n# # ^\n. # #", ["monster A3"], [1]),
    "only attacked": ("dobrik lagoon", ROOMY, ["hero B4 x A4 B3 B5 C4"], [0]),
    "hero": ("dobrik lagoon", ROOMY, ["hero B3 x A3 B2 B4 C3"], [1]),
    "zombies after the shape with a coin": ("zombie > settlement", MOUNTAIN.format("z"), ["village A3 A4"], [1, 1]),
}


@pytest.mark.parametrize(("cards", "drawn", "plies", "gained"), SURROUNDINGS.values(), ids=SURROUNDINGS)
def test_all_but_attacks_may_surround_a_mountain(cards: str, drawn: str, plies: list[str], gained: list[int]) -> None:
    """Anything that fills a mountain's last neighbor earns its coin; attacks don't (Heroes rulebook, "Monedas")."""
    state = after(scene(cards, drawn), *plies)
    assert coins_gained(state)[: len(gained)] == gained
    assert state.sheets[0].coins == sum(gained) + len(plies[:-1])


def test_coins_beyond_the_fourteenth_are_lost() -> None:
    """Coins beyond the fourteenth are lost (Heroes rulebook, "Monedas")."""
    assert [blank_sheet(side).coins for side in "CD"] == [0, 0]
    for coins, gained in ((11, 3), (12, 2), (13, 1), (14, 0)):
        state = after(scene("kethras lagoon", WALLED_BUT_FOR_ONE, coins=coins), "farm B3")
        assert (coins_gained(state), state.sheets[0].coins) == ([gained], 14)


DRAGON_SHAPE = "F # .\n. . .\n. # #"
#: Cards, a map, plies, the coins gained by each of them, and the map after them.
DRAGONS: dict[str, tuple[str, str, list[str], list[int], str]] = {
    "surrounded, then destroyed": (
        "kethras kethras freyla lagoon",
        WALLED_BUT_FOR_ONE,
        ["farm B3", "water A5", "hero B5 x B2 B3 B4"],
        [3, 0, 0],
        "f x ^ . w\n# x* a* .* h\n. h # . .",
    ),
    "next to ruins": ("kethras kethras lagoon", "d @ F\n. . .", ["farm B1", "farm A2"], [0, 3], "d a@ f\na . ."),
    "destroyed": (
        "freyla lagoon",
        "F . . . .\n. d d . .\n. . . . .",
        ["hero B4 x B1 B2 B3"],
        [3],
        "f . . . .\n.* x* x* h .\n. . . . .",
    ),
    "partly destroyed, then surrounded": (
        "dobrik kethras lagoon",
        "F # . .\n. d d .\n# # . .",
        ["hero A3 x A2 A4 B3", "water B1"],
        [0, 3],
        "f #* h .*\nw d x* .\n# # . .",
    ),
    "destroyed by a gorgon": ("gorgon lagoon", "F . d .\n" + ROOM[8:], ["x A3"], [3], "f . x .\ng . g .\n. g . ."),
    "destroyed by a troll": (
        "dragon giant-troll > settlement",
        "F d . t\n. # . .",
        ["village B3 B4", "x A3"],
        [1, 3],
        "f d x t\n. # v v",
    ),
    "surrounded by zombies": (
        "dragon zombie > settlement",
        "F d . z\n. # . .",
        ["village B3 B4"],
        [1, 3],
        "f d z z\n. # v v",
    ),
}


@pytest.mark.parametrize(("cards", "drawn", "plies", "gained", "expected"), DRAGONS.values(), ids=DRAGONS)
def test_dragon_earns_three_coins_once(
    cards: str, drawn: str, plies: list[str], gained: list[int], expected: str
) -> None:
    """A dragon earns three coins once when no part of it is next to empty spaces (Heroes rulebook, "Emboscadas")."""
    state, found = scene(cards, drawn), list[int]()
    for each in plies:
        state = after(state, each)
        found += coins_gained(state)
    assert found[: len(gained)] == gained
    assert picture(state) == expected
    assert state.sheets[0].coins == sum(gained)


def test_solo_dragon_may_earn_coins_when_drawn() -> None:
    """A solo dragon may earn coins when it is drawn (Heroes rulebook, "Cambios en las emboscadas")."""
    for drawn, expected, gained in (
        (f"{DRAGON_SHAPE}\n. # #", "f # d\nd d d\nd # #\n. # #", 0),
        (f"{DRAGON_SHAPE}\n# . #", "f # d\nd d d\nd # #\n# . #", 3),
        ("F . .*\n.* .* .*\n.* . .", "f . x*\nx* x* x*\nx* . .", 3),
    ):
        state = scene("dragon settlement", drawn)
        assert picture(state) == expected
        assert coins_gained(state) == [0, gained]


def test_dragon_coins_are_the_map_owners_and_count_in_winter() -> None:
    """The coins for a dragon go to the map's owner, and count even in winter (Heroes rulebook, "Emboscadas")."""
    state = scene("dragon lagoon", ". . .\n. . .\n. . .", DRAGON_SHAPE)
    assert scenes.turn(state) == (0, 1, "dragon-inferno", "draw")
    state = after(state, "monster A3 B1 B2 B3 C1")
    assert picture(state, 1) == "f # d\nd d d\nd # #"
    assert coins_gained(state)[0] == 3
    assert [sheet.coins for sheet in state.sheets] == [0, 3]
    state = after(scene("kethras", WALLED_BUT_FOR_ONE, season=3), "farm B3")
    assert coins_gained(state) == [3]
    assert [event.score.coins for event in of_kind(Score, state.events)] == [3]


def test_map_owner_picks_the_trolls_space() -> None:
    """An owner picks an empty space beside the troll (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = after(scene("giant-troll > settlement", "F . . .\n. t f .\n. @ # ."), "village A3 A4")
    assert kinds(state) == [Draw, Score]
    assert scenes.turn(state) == (0, 0, "giant-troll-ravage", "pick")
    assert pictures(state) == {"x A2", "x B1", "x C2"}
    state = after(state, "x C2")
    assert picture(state) == "f . v v\n. t f .\n. x@ # ."
    assert kinds(state)[:2] == [Pick, SeasonStart]
    [picked] = of_kind(Pick, state.events)
    assert (picked.player, picked.sheet, picked.card.id, names(picked.region)) == (0, 0, "giant-troll-ravage", ["C2"])
    state = scene("giant-troll settlement", ROOM, LAST_ROOM)
    for player, sheet in ((0, 1), (1, 0)):
        assert (task(state).player, task(state).sheet) == (player, sheet)
        state = after(state, "monster A2 A3 A4 B3")
    state = after(state, *["village C1 C2"] * 2)
    assert picture(state, 1) == "f t t t\n. . t .\nv v . ."
    for player in (0, 1):
        assert scenes.turn(state) == (player, player, "giant-troll-ravage", "pick")
        assert pictures(state) == {"x B2", "x B4", "x C3", *(["x A1"] if player == 0 else [])}
        state = after(state, "x B4")
    assert picture(state, 0) == ". t t t\n. . t x\nv v . ."
    assert not task(state).is_pick


def test_trolls_and_zombies_act_except_after_winter() -> None:
    """Trolls and zombies act after all seasons but winter (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    for card, letter, kind in (("giant-troll-ravage", "t", Pick), ("zombie-plague", "z", Spread)):
        state = scene(f"lagoon | settlement {card} settlement | settlement | settlement", FIRST_SPACE_FOREST)
        played = ((now.season, event) for now in play_on(state) for event in now.events)
        acts = [(type(event), event.card.id, season) for season, event in played if isinstance(event, Pick | Spread)]
        assert acts == [(kind, card, 2), (kind, card, 3)]
        state = after(scene(f"{card} > settlement", f"F # . .\n# {letter} w .\n. x . m"), "village A3 A4")
        assert kinds(state)[:3] == [Draw, Score, SeasonStart]
        assert not {Pick, Spread} & {*kinds(state)}
        assert picture(state) == f"f # v v\n# {letter} w .\n. x . m"
        assert not task(state).is_pick


def test_only_remaining_spaces_of_trolls_and_zombies_act() -> None:
    """Only the remaining spaces of trolls and zombies act (Heroes rulebook, "Destruir Espacios")."""
    state = scene("giant-troll > dobrik settlement", "F . . . .\n. t t t .\n. . . . .")
    state = after(state, "hero A4 x A3 A5 B4", "village C1 C2")
    assert picture(state) == "f . .* h .*\n. t t x* .\nv v . . ."
    assert pictures(state) == {"x A2", "x A3", "x B1", "x C3"}
    state = scene("zombie > dobrik settlement", "F . . . .\n. z . . z\n. . . . .")
    state = after(state, "hero B3 x A3 B2 B4 C3", "village C1 C2")
    assert picture(state) == "f . .* . z\n. x* h x* z\nv v .* . z"


def test_zombies_spread_to_adjacent_empty_spaces() -> None:
    """Zombies spread to adjacent empty spaces after scoring (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = scene("zombie > settlement | settlement", "F . . . . .\n. z . . . .\n. @ # z f .\n. . . . . m")
    state = after(state, "village A5 A6")
    assert kinds(state)[:4] == [Draw, Score, Spread, SeasonStart]
    assert of_kind(Score, state.events)[0].score.monsters == -8
    assert [spread.sheet for spread in of_kind(Spread, state.events)] == [0]
    assert spread_to(state) == ["A2", "B1", "B3", "B4", "C2", "D4"]
    assert picture(state) == "f z . . v v\nz z z z . .\n. z@ # z f .\n. . . z . m"
    assert spread_to(after(state, "village B6 C6")) == ["A3", "A4", "B5", "C1", "D2", "D3", "D5"]


def test_zombies_on_attacked_spaces_are_destroyed() -> None:
    """Zombies on attacked spaces are destroyed and don't spread from there (Heroes rulebook, "Héroes")."""
    state = scene("zombie > settlement | settlement", "F # # # . .\n# z .* . . .\n# # # # . .")
    for drawn, spread, end in (("village A5 A6", ["B3"], ". ."), ("village B5 B6", [], "v v")):
        state = after(state, drawn)
        assert spread_to(state) == spread
        assert picture(state) == f"f # # # v v\n# z x* . {end}\n# # # # . ."


def test_gorgon_destroys_an_adjacent_space_when_drawn() -> None:
    """A gorgon destroys a single adjacent space, empty or filled, when drawn (Heroes rulebook, "Emboscadas")."""
    drawn = "F . . . .\n. . . # .\n^ . . . @\n. x . . .\n. . v . ."
    state = after(scene("gorgon settlement", ". . . . .\n. . . . .", drawn), "monster C2 C4 D3")
    assert pictures(state) == {"x B2", "x C3", "x C5", "x D4", "x E3"}
    for space in ("C1", "B4", "D2", "A1", "C2", "B5"):
        with refused(IllegalMove, match=f"a pick on {space}: the monster cannot destroy that space"):
            after(state, f"x {space}")
    with refused(IllegalMove, match="it reaches past the edge of the map"):
        after(state, "x F1")
    assert picture(after(state, "x E3"), 1) == "f . . . .\n. . . # .\n^ g . g @\n. x g . .\n. . x . ."
    state = scene("gorgon settlement", LAST_ROOM)
    for earlier, drawn, reason in (
        ([], "x", "a pick on no space: that is not a shape of the card"),
        ([], "x A1 B2", "a pick on A1, B2: that is not a shape of the card"),
        ([], "farm B2", "farm on B2: the card does not offer that terrain"),
        ([], "monster B2", "monster on B2: the card does not offer that terrain"),
        ([], "x A1 x B2", "a pick on A1: that is not the card's attack"),
        (["x A1"], "x C1", "a pick on C1: the card does not offer that terrain"),
    ):
        with refused(IllegalMove, match=reason):
            after(after(state, *earlier), drawn)


def test_gorgon_pick_precedes_the_next_players_drawing() -> None:
    """The player who draws a gorgon picks before the next player draws (Heroes rulebook, "Emboscadas")."""
    state = scene("gorgon settlement", ". . .\n. . .\n. . .", "F w . .\nw ^ w .\n. . . .\n. . . .")
    for player, sheet, drawn, space in ((0, 1, "C1 C3 D2", "C2"), (1, 0, "A1 A3 B2", "A2")):
        assert scenes.turn(state) == (player, sheet, "gorgon-gaze", "draw")
        state = after(state, f"monster {drawn}")
        assert kinds(state) == [Draw]
        assert scenes.turn(state) == (player, sheet, "gorgon-gaze", "pick")
        state = after(state, f"x {space}")
        picks = [(event.player, event.sheet, names(event.region)) for event in of_kind(Pick, state.events)]
        assert picks == [(player, sheet, [space])]
    assert [sheet.coins for sheet in state.sheets] == [0, 1]
    assert kinds(state) == [Pick, Reveal]


def test_beasts_of_solo_ambushes_act() -> None:
    """A solo gorgon acts at once, trolls and zombies after a season (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene("gorgon settlement", LAST_ROOM)
    assert picture(state) == "f . . .\ng . g .\n. g . ."
    assert kinds(state) == [Draw, Reveal, Ambush]
    assert scenes.turn(state) == (0, 0, "gorgon-gaze", "pick")
    assert pictures(state) == {"x A1", "x A3", "x B2", "x B4", "x C1", "x C3"}
    assert kinds(after(state, "x A1")) == [Pick, Reveal]
    troll = scene("giant-troll settlement", LAST_ROOM)
    assert picture(troll) == "f . . .\nt t t .\n. t . ."
    assert pictures(after(troll, "village A2 A3")) == {"x B4", "x C1", "x C3"}
    zombies = scene("zombie settlement", ". . F .\n. . . .\n. . . .")
    assert picture(zombies) == "z . f .\n. . . .\n. . . ."
    assert picture(after(zombies, "village C1 C2")) == "z z f .\nz . . .\nv v . ."


def test_gorgon_destroys_only_next_to_its_remaining_spaces() -> None:
    """A part of a gorgon that is destroyed when it is drawn destroys nothing (Heroes rulebook, "Héroes").

    The game continues without a pick if there is nothing to destroy (Heroes rulebook, "Emboscadas").
    """
    for drawn, expected, picks in (
        ("F . . .\n.* . .* .\n. . . .", "f . . .\nx* . x* .\n. g . .", {"x B2", "x C1", "x C3"}),
        ("F . . .\n.* . .* .\n. .* . .", "f . . .\nx* . x* .\n. x* . .", set()),
        (". # . # F\n# . # ^ .\n# x # # .", "g # g # f\n# g # ^ .\n# x # # .", set()),
    ):
        state = scene("gorgon settlement", drawn)
        assert picture(state) == expected
        assert scenes.turn(state)[2:] == (("gorgon-gaze", "pick") if picks else ("settlement", "draw"))
        assert not picks or pictures(state) == picks


def test_only_a_gorgon_acts_when_drawn() -> None:
    """Only a gorgon acts when drawn, not after a season (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    for card in ("dragon", "giant-troll", "zombie", "kobold"):
        state = after_any(scene(f"{card} settlement", ROOM, LAST_ROOM))
        assert (task(state).is_pick, task(state).player) == (False, 1)
    state = after(scene("gorgon dragon > settlement", "F . . .\n. g . .\n. . d ."), "village A3 A4")
    assert kinds(state)[:3] == [Draw, Score, SeasonStart]


def test_ignored_solo_ambush_has_no_effect() -> None:
    """An ignored solo ambush has no effect (Heroes rulebook, "Cambios en las emboscadas")."""
    for card in ("dragon", "giant-troll", "gorgon"):
        state = scene(f"{card} settlement | settlement", "F .\n. .\n. .\n. .")
        assert coins_gained(state) == [0, 0]
        assert picture(state) == "f .\n. .\n. .\n. ."
        state = after(state, "village D1 D2")
        assert kinds(state) == [Draw, Score, SeasonStart, Reveal]
        assert not task(state).is_pick
    state = scene("zombie settlement", "F #\n^ w")
    assert state.is_over
    assert {(event.region, event.coins_gained) for event in of_kind(Ambush, state.events)} == {(0, 0)}
    assert not of_kind(Spread, state.events)


@pytest.mark.parametrize("card", ["dragon", "giant-troll", "gorgon"])
def test_forced_single_monster_has_no_effect(card: str) -> None:
    """A single monster, drawn where no shape fits, has no effect (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{card} kethras settlement", ". .\n. #\n# #", "F .\n. #\n# #")
    for player, drawn, offered in ((0, "A2", "A2 B1"), (1, "A1", "A1 A2 B1")):
        assert task(state).forced is ForcedReason.NO_FIT
        assert pictures(state) == scenes.singles("monster", offered)
        assert (task(state).player, task(state).is_pick) == (player, False)
        state = after(state, f"monster {drawn}")
        assert coins_gained(state)[0] == 0
    assert [picture(state, sheet) for sheet in (0, 1)] == ["m .\n. #\n# #", "f m\n. #\n# #"]
    while not of_kind(SeasonStart, state.events):
        assert not task(state).is_pick
        state = after_any(state)
    assert not of_kind(Pick, state.events)
    assert [sheet.coins for sheet in state.sheets] == [0, 0]


def test_effects_follow_the_scores_by_season_card_and_map() -> None:
    """Effects follow scores by season, card, and map (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    room = "f . . . .\n. . z . .\n. . . t .\n. . . . .\n. . . . ."
    cards = {"spread": "zombie", "pick": "giant-troll"}
    for order in (["spread", "pick"], ["pick", "spread"]):
        state = scene(f"{cards[order[0]]} {cards[order[1]]} > settlement", room, room.replace("f", "F"))
        state = after(state, *["village E1 E2"] * 2)
        assert kinds(state)[:3] == [Draw, Score, Score]
        assert effects(state) == [f"{effect} {sheet}" for effect in order for sheet in (0, 1)]
    acts = {"giant-troll": "pick 0", "zombie": "spread 0"}
    for first, second in (("giant-troll", "zombie"), ("zombie", "giant-troll")):
        state = scene(f"{first} settlement | {second} settlement | settlement", FIRST_SPACE_FOREST)
        while state.season < 2 or not of_kind(Score, state.events):
            state = after_any(state)
        assert effects(state) == [acts[first], acts[second]]


def effects(state: State) -> list[str]:
    """Return the effects of monsters until the next season."""
    found: list[str] = []
    while True:
        acts = [event for event in state.events if isinstance(event, Pick | Spread)]
        found += [f"{type(event).__name__.lower()} {event.sheet}" for event in acts]
        if of_kind(SeasonStart, state.events):
            return found
        state = after_any(state)


WALLED, LACKING = "F # .\n@ # #\n# x .", "F . . #\n. . # @\n. . . #"
#: Cards, a map, the offered terrains and spaces, and the reason why they are forced.
SINGLES = {
    "no shape fits": ("frontier settlement", WALLED, SIX, "A3 B1 C3", ForcedReason.NO_FIT),
    "no shape with a coin fits": ("settlement lagoon", WALLED, SIX, "A3 B1 C3", ForcedReason.NO_FIT),
    "no ruins": ("temple settlement pasture", LACKING, SIX, "A2 A3 B1 B2 B4 C1 C2 C3", ForcedReason.RUINS),
    "gates": ("kethras settlement", "F # @\n. w .", FIVE, "A3 B1 B3", ForcedReason.NONE),
    "gates on ruins": ("temple kethras settlement", "F . @\n. @ #", FIVE, "A3 B2", ForcedReason.NONE),
    "gates without ruins": ("temple kethras settlement", "F . w@\n. x@ #", SIX, "A2 B1", ForcedReason.RUINS),
}


@pytest.mark.parametrize(("cards", "drawn", "terrains", "on", "forced"), SINGLES.values(), ids=SINGLES)
def test_single_spaces(cards: str, drawn: str, terrains: str, on: str, forced: ForcedReason) -> None:
    """A single space of any terrain is drawn if nothing fits (Heroes rulebook, "Reglas de dibujo").

    The same applies if no shape can cover ruins that are due (Heroes rulebook, "Cartas de ruinas"). Kethra's Gates
    offers five terrains (Heroes rulebook, "Fase de dibujo").
    """
    state = scene(cards, drawn)
    assert pictures(state) == scenes.singles(terrains, on)
    assert task(state).forced is forced


def test_forced_single_space_earns_no_coin_and_does_not_attack() -> None:
    """A forced single space earns no coin, and a hero there doesn't attack (Heroes rulebook, "Reglas de dibujo").

    Nor does a hero for lack of ruins (Heroes rulebook, "Cartas de ruinas").
    """
    state = scene("settlement lagoon", WALLED)
    for terrain in ("village", "farm", "hero"):
        assert coins_gained(after(state, f"{terrain} A3")) == [0]
    state = scene("settlement lagoon", "F # .\n@ # m\n# x .")
    for attack in ("A2", "B3", "A2 B3"):
        with refused(IllegalMove, match="that is not the card's attack"):
            after(state, f"hero A3 x {attack}")
    state = after(state, "hero A3")
    assert picture(state) == "f # h\n@ # m\n# x ."
    assert state.sheets[0].attacked == 0
    assert after(scene("temple settlement pasture", LACKING), "hero A2").sheets[0].attacked == 0


def test_ruins_stay_due_after_heroes_and_ambushes() -> None:
    """Only explore cards must cover ruins, even after heroes and ambushes (Heroes rulebook, "Cartas de ruinas")."""
    state = scene("temple dobrik settlement pasture", scenes.RUINED)
    assert {drawn.split()[1] for drawn in pictures(state)} == {f"{r}{c}" for r in "ABCDE" for c in "1234"} - {"A1"}
    state = after(state, "hero D4 x C4 D3 D5 E4")
    assert picture(state).endswith(". . .* h@\n. . . .*")
    assert all("B2" in drawn for drawn in pictures(state))
    assert "farm C1 C3" in pictures(after(state, "village B2 B3"))
    state = scene("temple gnoll dobrik settlement pasture", scenes.RUINED)
    assert picture(state).startswith("f . . .\nm m@ . .\nm . . .\nm m . @")
    state = after(state, "hero C3 x B3 C2 C4 D3")
    assert all("D4" in drawn for drawn in pictures(state))
    assert task(state).forced is ForcedReason.NONE
