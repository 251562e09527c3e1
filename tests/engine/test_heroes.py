"""The rules of the Heroes box in short scenes on small maps: heroes, lettered monsters, and destroyed spaces.

On the maps, ``d``, ``t``, ``z``, and ``g`` are monsters with a letter, ``x`` is a destroyed space, and a ``*`` after a
symbol is a hero's attack.
"""

from __future__ import annotations

from functools import partial

import pytest

from cartographers.boxes import Box
from cartographers.errors import IllegalMove
from cartographers.events import Ambush, Draw, Event, ForcedReason, Pick, Reveal, Score, SeasonStart, Spread
from cartographers.game import apply
from cartographers.game_id import GameId
from cartographers.maps import SIDES_OF, blank_sheet
from cartographers.region import names, space_at
from cartographers.rules import legal_moves, objection
from cartographers.scoring import CARD_BY_ID, monsters, stars
from cartographers.state import State
from support.refusals import refused
from support.scenes import (
    FARM,
    FOREST,
    GNOLLS,
    HERO,
    KOBOLDS,
    MONSTER,
    RUIN,
    RUINED,
    VILLAGE,
    WATER,
    of_kind,
    pick,
    picture,
    pictures,
    play_on,
    ply,
    read_map,
    region,
    shown,
    singles,
    task,
)
from support.scenes import scene as a_scene

HEROIC = GameId(
    "scene", "C", explore=Box.HEROES, seasons=Box.HEROES, ambush=Box.HEROES, heroes=True, scoring=Box.HEROES
)
scene = partial(a_scene, game=HEROIC)

DOBRIK, WREN, FREYLA, DAL = "dobrik-of-lorkheim", "wren-the-lioness", "freyla-the-true", "dal-of-jolev"
DRAGON, TROLL, ZOMBIES, GORGON = "dragon-inferno", "giant-troll-ravage", "zombie-plague", "gorgon-gaze"
GATES = "kethras-gates"

FIVE = "forest village farm water monster"
SIX = f"{FIVE} hero"
BLANK = "\n".join([" ".join("." * 11)] * 11)
FIRST_SPACE_FOREST = BLANK.replace(".", "F", 1)


def coins_gained(state: State) -> list[int]:
    """Return the coins gained by each event since the last choice."""
    return [event.coins_gained for event in state.events if isinstance(event, Draw | Ambush | Pick | Spread)]


def kinds(state: State) -> list[type[Event]]:
    """Return the kinds of the events since the last choice, in order."""
    return [type(event) for event in state.events]


# --- heroes -------------------------------------------------------------------------------------------------------


def test_hero_can_be_drawn_on_any_empty_space() -> None:
    """A hero can be drawn on any empty space, including ruins but not destroyed ones (Heroes rulebook, "Héroes")."""
    state = scene(f"{DOBRIK} lagoon", "F . @ .\n# ^ w h\n. x m a@")
    assert {drawn.partition(" x ")[0] for drawn in pictures(state)} == singles("hero", "A2 A3 A4 C1")
    assert task(state).forced is ForcedReason.NONE


@pytest.mark.parametrize(
    ("card", "drawings"),
    [
        (
            DOBRIK,
            """
            . . . . .
            . . * . .
            . * h * .
            . . * . .
            . . . . .
            """,
        ),
        (
            DAL,
            """
            . . . . .
            . * . * .
            . . h . .
            . * . * .
            . . . . .
            """,
        ),
        (
            WREN,
            """
            . . . . .   . . . . .   . . . . .   . * * * .
            . . . . *   . . . . .   * . . . .   . . . . .
            . . h . *   . . h . .   * . h . .   . . h . .
            . . . . *   . . . . .   * . . . .   . . . . .
            . . . . .   . * * * .   . . . . .   . . . . .
            """,
        ),
        (
            FREYLA,
            """
            . . . . . . .   . . . . . . .   . . . . . . .   . . . * . . .
            . . . . . . .   . . . . . . .   . . . . . . .   . . . * . . .
            . . . . . . .   . . . . . . .   . . . . . . .   . . . * . . .
            . . . h * * *   . . . h . . .   * * * h . . .   . . . h . . .
            . . . . . . .   . . . * . . .   . . . . . . .   . . . . . . .
            . . . . . . .   . . . * . . .   . . . . . . .   . . . . . . .
            . . . . . . .   . . . * . . .   . . . . . . .   . . . . . . .
            """,
        ),
    ],
)
def test_each_attack_orientation_is_offered_once(card: str, drawings: str) -> None:
    """Each distinct orientation of an attack is offered once (Heroes rulebook, "Héroes")."""
    rows = shown(drawings).replace("*", ".*").split("\n")
    expected = ["\n".join(drawing) for drawing in zip(*[row.split("   ") for row in rows], strict=True)]
    size = len(rows)
    state = scene(f"{card} lagoon", "\n".join([" ".join("." * size)] * size).replace(".", "F", 1))
    middle = 1 << space_at(size // 2, size // 2)
    found = [picture(apply(state, drawn)) for drawn in legal_moves(state) if drawn.region == middle]
    assert sorted(drawn.replace("f", ".") for drawn in found) == sorted(expected)


@pytest.mark.parametrize(
    ("card", "hero", "expected"),
    [
        (DOBRIK, "A1", {"A2 B1"}),
        (DAL, "A1", {"B2"}),
        (FREYLA, "A1", {"", "A2 A3 A4", "B1 C1 D1"}),
        (FREYLA, "A2", {"", "A1", "A3 A4 A5", "B2 C2 D2"}),
        (FREYLA, "K11", {"", "K8 K9 K10", "H11 I11 J11"}),
        (WREN, "A1", {"", "A3 B3", "C1 C2"}),
        (WREN, "B1", {"", "A3 B3 C3", "D1 D2"}),
        (WREN, "K11", {"", "J9 K9", "I10 I11"}),
    ],
)
def test_an_attack_may_reach_off_the_map(card: str, hero: str, expected: set[str]) -> None:
    """An attack may reach off the map; orientations with the same spaces are one ply (Heroes rulebook, "Héroes").

    ``pictures`` checks that no ply is offered twice.
    """
    state = scene(f"{card} lagoon", f"{BLANK[:-1]}F" if hero == "A1" else FIRST_SPACE_FOREST)
    offered = {drawn for drawn in pictures(state) if f"{drawn} ".startswith(f"hero {hero} ")}
    assert offered == {f"hero {hero} x {attack}" if attack else f"hero {hero}" for attack in expected}
    for attack in expected:
        after = apply(state, ply(HERO, hero, attack)).sheets[0]
        assert (after.hero, after.attacked) == (region(hero), region(attack))


def test_attack_without_monsters_changes_nothing() -> None:
    """An attack on spaces without monsters changes nothing, and they can be drawn on (Heroes rulebook, "Héroes")."""
    state = scene(
        f"{DOBRIK} settlement lagoon",
        """
        F . . . .
        . . v . .
        . ^ . # .
        . . . . .
        . . . . .
        """,
    )
    state = apply(state, ply(HERO, "C3", "B3 C2 C4 D3"))
    assert picture(state) == shown("""
        f . . . .
        . . v* . .
        . ^* h #* .
        . . .* . .
        . . . . .
    """)
    [draw] = of_kind(Draw, state.events)
    assert (draw.terrain, names(draw.region), names(draw.attack)) == (HERO, ["C3"], ["B3", "C2", "C4", "D3"])
    assert picture(apply(state, ply(VILLAGE, "D3 E3"))).endswith(". . v* . .\n. . v . .")


def test_hero_fills_only_its_own_space() -> None:
    """A hero's own space may surround a mountain, but attacked spaces don't (Heroes rulebook, "Monedas")."""
    state = scene(f"{DOBRIK} lagoon", "F w . . .\nw ^ . . .\n. w . . .")
    assert coins_gained(apply(state, ply(HERO, "B4", "A4 B3 B5 C4"))) == [0]
    assert coins_gained(apply(state, ply(HERO, "B3", "A3 B2 B4 C3"))) == [1]


def test_attack_destroys_monsters_immediately() -> None:
    """An attack immediately destroys the monsters on its spaces, and no others (Heroes rulebook, "Héroes")."""
    state = scene(f"{DOBRIK} lagoon", "F . m .\n. m . d\n. . z@ m\nm . . .")
    state = apply(state, ply(HERO, "B3", "A3 B2 B4 C3"))
    assert picture(state) == shown("""
        f . x* .
        . x* h x*
        . . x@* m
        m . . .
    """)


@pytest.mark.parametrize("attack", ["B2 B4 D2 D4", "B3 C2 C4", "B3 C2 C3 C4 D3", "C3", ""])
def test_attack_must_match_the_cards_pattern(attack: str) -> None:
    """An attack is refused unless it is exactly an orientation of the card's pattern (Heroes rulebook, "Héroes")."""
    state = scene(f"{DOBRIK} lagoon", "F . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
    with refused(IllegalMove, match="that is not the card's attack"):
        apply(state, ply(HERO, "C3", attack))
    assert objection(state, ply(HERO, "C3", "B3 C2 C4 D3")) is None


def test_only_heroes_attack() -> None:
    """An attack with any terrain other than a hero is refused (Heroes rulebook, "Héroes")."""
    state = scene(f"{GATES} lagoon", "F . .")
    with refused(IllegalMove, match="that is not the card's attack"):
        apply(state, ply(FOREST, "A2", "A3"))


def test_monster_drawn_on_attacked_space_is_destroyed() -> None:
    """A monster that its map's owner draws on an attacked space is destroyed (Heroes rulebook, "Héroes")."""
    state = scene(f"{GATES} lagoon", "F . .*\n. . @*\n. . .")
    state = apply(state, ply(MONSTER, "B3"))
    assert picture(state) == "f . .*\n. . x@*\n. . ."
    [draw] = of_kind(Draw, state.events)
    assert (draw.terrain, names(draw.region)) == (MONSTER, ["B3"])


def test_attacked_part_of_opponents_ambush_is_destroyed() -> None:
    """Only the attacked spaces of an opponent's ambush are destroyed (Heroes rulebook, "Héroes")."""
    state = scene(f"{KOBOLDS} lagoon", ". . .\n. . .\n. . .", "F . .*\n. . .*\n. . .*\n. . .")
    state = apply(state, ply(MONSTER, "A2 B2 B3 C2"))
    assert picture(state, 1) == "f m .*\n. m x*\n. m .*\n. . ."


def test_attacked_part_of_solo_ambush_is_destroyed() -> None:
    """Only the attacked spaces of a solo ambush are destroyed (Heroes rulebook, "Héroes")."""
    state = scene(f"{GNOLLS} lagoon", ".* . . F\n.* . . .\n.* . . .")
    assert picture(state) == "x* m . f\nx* . . .\nx* m . ."


def test_attack_remains_after_the_hero_is_destroyed() -> None:
    """A hero's attack remains after the hero is destroyed (Heroes rulebook, "Destruir Espacios")."""
    state = scene(f"{GORGON} {GATES} lagoon", "F . h .*\n. . . .\n. . . .")
    state = apply(state, pick("A3"))
    assert picture(state) == "f . x .*\ng . g .\n. g . ."
    assert picture(apply(state, ply(MONSTER, "A4"))) == "f . x x*\ng . g .\n. g . ."


def test_a_hero_on_a_full_map() -> None:
    """On a full map, no hero is drawn and nothing is attacked (Heroes rulebook, "Reglas de dibujo")."""
    state = scene(f"{DOBRIK} lagoon", "m #\n^ f", "F .\n. .")
    *_, full = of_kind(Draw, state.events)
    assert (full.player, full.forced, full.terrain, full.region, full.attack) == (0, ForcedReason.FULL, None, 0, 0)
    assert picture(state) == "m #\n^ f"
    assert (task(state).player, task(state).card.id) == (1, DOBRIK)


def test_players_draw_the_hero_on_their_own_maps() -> None:
    """All players draw a hero on their own maps in order, and the card takes no time (Heroes rulebook, "Héroes")."""
    state = scene(f"{DOBRIK} lagoon", ". .\n. .", ". .\n. .", "F .\n. .")
    assert of_kind(Reveal, state.events)[0].total == 0
    for player in range(3):
        assert (task(state).player, task(state).sheet, task(state).card.id) == (player, player, DOBRIK)
        state = apply(state, ply(HERO, "B2", "A2 B1 B3 C2"))
    assert (task(state).player, task(state).card.id) == (0, "lagoon")


# --- destroyed spaces ---------------------------------------------------------------------------------------------


def test_a_destroyed_space_is_filled() -> None:
    """A destroyed space is filled, so it completes lines and squares (Heroes rulebook, "Destruir Espacios")."""
    state = scene("settlement lagoon", "F x\n. .\n. .")
    with refused(IllegalMove, match="it covers a filled space"):
        apply(state, ply(VILLAGE, "A2 B2"))
    for card, full in (("borderlands", 24), ("lost-barony", 6), ("silos", 10)):
        assert stars(CARD_BY_ID[card](read_map("x x@\nx x")[0])) == full
    assert stars(CARD_BY_ID["cauldrons"](read_map(". x\nx x")[0])) == 1


def test_destroyed_space_separates_clusters() -> None:
    """A destroyed space has no terrain, so it separates clusters (Heroes rulebook, "Destruir Espacios")."""
    for around, wildholds in (("v", 8), ("x", 0)):
        assert stars(CARD_BY_ID["wildholds"](read_map(f"v v v {around} v v v")[0])) == wildholds
    assert stars(CARD_BY_ID["sentinel-wood"](read_map("x f x")[0])) == 1


def test_attacked_empty_space_counts_as_empty() -> None:
    """Scoring cards and monsters count an attacked empty space as empty (Heroes rulebook, "Cartas de Misión")."""
    assert stars(monsters(read_map("m .*")[0])) == -1
    assert stars(CARD_BY_ID["borderlands"](read_map("f .*")[0])) == 6
    assert stars(CARD_BY_ID["cauldrons"](read_map("f .*")[0])) == 1


def test_a_destroyed_monster_costs_nothing() -> None:
    """A destroyed monster costs no stars (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    assert stars(monsters(read_map(". m .\n. . .\n. . x")[0])) == -3
    assert stars(monsters(read_map(". x .\n. . .\n. . x")[0])) == 0


def test_destroyed_spaces_lose_their_terrain() -> None:
    """Destroyed spaces lose their terrain, whether on ruins or not (Heroes rulebook, "Destruir Espacios")."""
    state = scene(f"{GORGON} lagoon", "F . v .\n. . . .\n. . a@ .")
    assert picture(state) == "f . v .\ng . g .\n. g a@ ."
    for space, after in (("A3", "f . x .\ng . g .\n. g a@ ."), ("C3", "f . v .\ng . g .\n. g x@ .")):
        assert picture(apply(state, pick(space))) == after


def test_destroyed_space_may_surround_a_mountain() -> None:
    """A space destroyed by a gorgon, a troll, or a hero may surround a mountain (Heroes rulebook, "Monedas")."""
    state = scene(f"{GORGON} lagoon", "F w . .\nw ^ w .\n. . . .\n. . . .")
    state = apply(state, pick("C2"))
    assert picture(state) == "f w . .\nw ^ w .\ng x g .\n. g . ."
    assert coins_gained(state) == [1]
    state = apply(scene("settlement", "F w . .\nw ^ . t\n. w . .", earlier=TROLL), ply(VILLAGE, "A3 A4"))
    assert coins_gained(apply(state, pick("B3")))[0] == 1
    state = scene(f"{GATES} lagoon", "F w .\nw ^ .*\n. w .")
    assert coins_gained(apply(state, ply(MONSTER, "B3"))) == [1]


def test_coins_beyond_the_fourteenth_are_lost() -> None:
    """Coins beyond the fourteenth are lost (Heroes rulebook, "Monedas")."""
    assert [blank_sheet(side).coins for side in SIDES_OF[Box.HEROES]] == [0, 0]
    for coins, gained in ((11, 3), (12, 2), (13, 1), (14, 0)):
        state = apply(scene(f"{GATES} lagoon", WALLED_BUT_FOR_ONE, coins=coins), ply(FARM, "B3"))
        assert (coins_gained(state), state.sheets[0].coins) == ([gained], 14)


# --- the dragon ---------------------------------------------------------------------------------------------------

#: A dragon with B3 as its last empty neighbor.
WALLED_BUT_FOR_ONE = """
    F x ^ . .
    # d . . .
    . h # . .
"""


def test_surrounded_dragon_earns_coins_once() -> None:
    """A surrounded dragon earns three coins, but only once (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{GATES} {GATES} {FREYLA} lagoon", WALLED_BUT_FOR_ONE)
    gained = []
    for drawn in (ply(FARM, "B3"), ply(WATER, "A5"), ply(HERO, "B5", "B2 B3 B4")):
        state = apply(state, drawn)
        gained += coins_gained(state)
    assert picture(state) == "f x ^ . w\n# x* a* .* h\n. h # . ."
    assert gained == [3, 0, 0]


def test_dragon_next_to_unfilled_ruins_earns_no_coins() -> None:
    """A dragon next to unfilled ruins earns no coins, but the edge may surround it (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{GATES} {GATES} lagoon", "d @ F\n. . .")
    state = apply(state, ply(FARM, "B1"))
    assert coins_gained(state) == [0]
    assert coins_gained(apply(state, ply(FARM, "A2"))) == [3]


def test_destroyed_dragon_earns_coins() -> None:
    """A completely destroyed dragon earns three coins even next to empty spaces (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{FREYLA} lagoon", "F . . . .\n. d d . .\n. . . . .")
    state = apply(state, ply(HERO, "B4", "B1 B2 B3"))
    assert picture(state) == "f . . . .\n.* x* x* h .\n. . . . ."
    assert coins_gained(state) == [3]


def test_partly_destroyed_dragon_earns_coins_if_surrounded() -> None:
    """A partly destroyed dragon earns its coins when the rest is surrounded (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{DOBRIK} {GATES} lagoon", "F # . .\n. d d .\n# # . .")
    state = apply(state, ply(HERO, "A3", "A2 A4 B3"))
    assert coins_gained(state) == [0]
    assert coins_gained(apply(state, ply(WATER, "B1"))) == [3]


def test_solo_dragon_may_earn_coins_when_drawn() -> None:
    """A solo dragon may earn coins when it is drawn (Heroes rulebook, "Cambios en las emboscadas")."""
    for drawn, after, gained in (
        ("F # .\n. . .\n. # #\n. # #", "f # d\nd d d\nd # #\n. # #", 0),
        ("F # .\n. . .\n. # #\n# . #", "f # d\nd d d\nd # #\n# . #", 3),
    ):
        state = scene(f"{DRAGON} settlement", drawn)
        assert picture(state) == after
        assert coins_gained(state) == [0, gained]
    destroyed = scene(f"{DRAGON} settlement", "F . .*\n.* .* .*\n.* . .")
    assert picture(destroyed) == "f . x*\nx* x* x*\nx* . ."
    assert coins_gained(destroyed) == [0, 3]


def test_dragon_coins_go_to_the_maps_owner() -> None:
    """The coins for a dragon go to the map's owner, not to the player who drew it (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{DRAGON} lagoon", ". . .\n. . .\n. . .", "F # .\n. . .\n. # #")
    assert (task(state).player, task(state).sheet) == (0, 1)
    state = apply(state, ply(MONSTER, "A3 B1 B2 B3 C1"))
    assert picture(state, 1) == "f # d\nd d d\nd # #"
    assert coins_gained(state)[0] == 3
    assert [sheet.coins for sheet in state.sheets] == [0, 3]


def test_dragon_coins_count_in_winter() -> None:
    """The coins for a dragon that is surrounded in winter count in winter's score (Heroes rulebook, "Emboscadas")."""
    state = apply(scene(GATES, WALLED_BUT_FOR_ONE, season=3), ply(FARM, "B3"))
    assert coins_gained(state) == [3]
    assert [event.score.coins for event in of_kind(Score, state.events)] == [3]


@pytest.mark.parametrize("by", ["gorgon", "troll", "zombies"])
def test_dragon_beaten_by_other_monsters_earns_coins(by: str) -> None:
    """A dragon also earns coins if other monsters destroy or surround it (Heroes rulebook, "Emboscadas")."""
    if by == "gorgon":
        state = apply(scene(f"{GORGON} lagoon", "F . d .\n. . . .\n. . . ."), pick("A3"))
    elif by == "troll":
        state = apply(scene("settlement", "F d . t\n. # . .", earlier=f"{DRAGON} {TROLL}"), ply(VILLAGE, "B3 B4"))
        state = apply(state, pick("A3"))
    else:
        state = apply(scene("settlement", "F d . z\n. # . .", earlier=f"{DRAGON} {ZOMBIES}"), ply(VILLAGE, "B3 B4"))
        assert picture(state).startswith("f d z z")
    assert 3 in coins_gained(state)
    assert state.sheets[0].coins >= 3


# --- the troll ----------------------------------------------------------------------------------------------------


def test_troll_destroys_an_adjacent_space_after_scoring() -> None:
    """After scoring, a troll destroys an adjacent space (Heroes rulebook, "Puntuando los edictos de la Reina").

    The player picks the space, which must be empty and may have ruins.
    """
    state = scene("settlement", "F . . .\n. t f .\n. @ # .", earlier=TROLL)
    state = apply(state, ply(VILLAGE, "A3 A4"))
    assert kinds(state) == [Draw, Score]
    assert (task(state).is_pick, task(state).player, task(state).sheet, task(state).card.id) == (True, 0, 0, TROLL)
    assert pictures(state) == {"x A2", "x B1", "x C2"}
    state = apply(state, pick("C2"))
    assert picture(state) == "f . v v\n. t f .\n. x@ # ."
    assert kinds(state)[:2] == [Pick, SeasonStart]
    [picked] = of_kind(Pick, state.events)
    assert (picked.player, picked.sheet, picked.card.id, names(picked.region)) == (0, 0, TROLL, ["C2"])


def test_map_owner_picks_the_trolls_space() -> None:
    """The owner of a map picks the troll's space (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = scene(f"{TROLL} settlement", ". . . .\n. . . .\n. . . .", "F . . .\n. . . .\n. . . .")
    for player, sheet in ((0, 1), (1, 0)):
        assert (task(state).player, task(state).sheet) == (player, sheet)
        state = apply(state, ply(MONSTER, "A2 A3 A4 B3"))
    for _ in range(2):
        state = apply(state, ply(VILLAGE, "C1 C2"))
    assert picture(state, 1) == "f t t t\n. . t .\nv v . ."
    for player in (0, 1):
        assert (task(state).is_pick, task(state).player, task(state).sheet) == (True, player, player)
        assert pictures(state) == {"x B2", "x B4", "x C3", *(["x A1"] if player == 0 else [])}
        state = apply(state, pick("B4"))
    assert picture(state, 0) == ". t t t\n. . t x\nv v . ."
    assert not task(state).is_pick


def test_troll_acts_after_each_season_except_winter() -> None:
    """A troll acts after each season except winter (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = scene(f"lagoon | settlement {TROLL} settlement | settlement | settlement", FIRST_SPACE_FOREST)
    seasons = [(event.card.id, played.season) for played in play_on(state) for event in of_kind(Pick, played.events)]
    assert [season for _, season in seasons] == [2, 3]
    assert {card for card, _ in seasons} == {TROLL}


def test_troll_next_to_no_empty_space_does_nothing() -> None:
    """A troll next to no empty space does nothing (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = apply(scene("settlement", "F # . .\n# t w .\n. x . .", earlier=TROLL), ply(VILLAGE, "A3 A4"))
    assert kinds(state)[:3] == [Draw, Score, SeasonStart]
    assert not of_kind(Pick, state.events)
    assert not task(state).is_pick


def test_only_remaining_spaces_of_a_troll_act() -> None:
    """Only the remaining spaces of a partly destroyed troll act (Heroes rulebook, "Destruir Espacios")."""
    state = scene(f"{DOBRIK} settlement", "F . . . .\n. t t t .\n. . . . .", earlier=TROLL)
    state = apply(state, ply(HERO, "A4", "A3 A5 B4"))
    state = apply(state, ply(VILLAGE, "C1 C2"))
    assert picture(state) == "f . .* h .*\n. t t x* .\nv v . . ."
    assert pictures(state) == {"x A2", "x A3", "x B1", "x C3"}


def test_solo_player_picks_the_trolls_space() -> None:
    """The solo player picks the troll's space after the season (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene(f"{TROLL} settlement", "F . . .\n. . . .\n. . . .")
    assert picture(state) == "f . . .\nt t t .\n. t . ."
    state = apply(state, ply(VILLAGE, "A2 A3"))
    assert pictures(state) == {"x B4", "x C1", "x C3"}


# --- the zombies --------------------------------------------------------------------------------------------------


def test_zombies_spread_to_adjacent_empty_spaces() -> None:
    """Zombies spread to adjacent empty spaces after scoring (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = scene("settlement | settlement", "F . . . . .\n. z . . . .\n. @ # z f .\n. . . . . m", earlier=ZOMBIES)
    state = apply(state, ply(VILLAGE, "A5 A6"))
    assert kinds(state)[:4] == [Draw, Score, Spread, SeasonStart]
    assert of_kind(Score, state.events)[0].score.monsters == -8
    [spread] = of_kind(Spread, state.events)
    assert (spread.sheet, names(spread.region)) == (0, ["A2", "B1", "B3", "B4", "C2", "D4"])
    assert picture(state) == "f z . . v v\nz z z z . .\n. z@ # z f .\n. . . z . m"
    state = apply(state, ply(VILLAGE, "B6 C6"))
    assert names(of_kind(Spread, state.events)[0].region) == ["A3", "A4", "B5", "C1", "D2", "D3", "D5"]


def test_zombies_spread_after_each_season_except_winter() -> None:
    """Zombies spread after each season except winter (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = scene(f"lagoon | settlement {ZOMBIES} settlement | settlement | settlement", FIRST_SPACE_FOREST)
    spreads = [played.season for played in play_on(state) for _ in of_kind(Spread, played.events)]
    assert spreads == [2, 3]


def test_zombies_on_attacked_spaces_are_destroyed() -> None:
    """Zombies on attacked spaces are destroyed and don't spread from there (Heroes rulebook, "Héroes").

    The event still lists their spaces.
    """
    state = scene("settlement | settlement", "F # # # . .\n# z .* . . .\n# # # # . .", earlier=ZOMBIES)
    state = apply(state, ply(VILLAGE, "A5 A6"))
    assert picture(state) == "f # # # v v\n# z x* . . .\n# # # # . ."
    assert names(of_kind(Spread, state.events)[0].region) == ["B3"]
    state = apply(state, ply(VILLAGE, "B5 B6"))
    assert not of_kind(Spread, state.events)
    assert picture(state) == "f # # # v v\n# z x* . v v\n# # # # . ."


def test_destroyed_zombies_do_not_spread() -> None:
    """Destroyed zombies don't spread, but the others do (Heroes rulebook, "Destruir Espacios")."""
    state = scene(f"{DOBRIK} settlement", "F . . . .\n. z . . z\n. . . . .", earlier=ZOMBIES)
    state = apply(state, ply(HERO, "B3", "A3 B2 B4 C3"))
    state = apply(state, ply(VILLAGE, "C1 C2"))
    assert picture(state) == "f . .* . z\n. x* h x* z\nv v .* . z"


def test_zombies_that_cannot_spread_cause_no_event() -> None:
    """Zombies that can't spread cause no event (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    state = apply(scene("settlement", "F # . .\n# z w .\n. x . m", earlier=ZOMBIES), ply(VILLAGE, "A3 A4"))
    assert not of_kind(Spread, state.events)
    assert picture(state) == "f # v v\n# z w .\n. x . m"


def test_zombies_may_surround_a_mountain() -> None:
    """Zombies may surround a mountain, which earns its coin (Heroes rulebook, "Monedas")."""
    state = apply(scene("settlement", "F w . .\nw ^ . z\n. w . .", earlier=ZOMBIES), ply(VILLAGE, "A3 A4"))
    [spread] = of_kind(Spread, state.events)
    assert (spread.coins_gained, coins_gained(state)[0], state.sheets[0].coins) == (1, 1, 2)


def test_starting_space_of_solo_zombies() -> None:
    """Solo zombies start at the top left if that is empty (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene(f"{ZOMBIES} settlement", ". . F .\n. . . .\n. . . .")
    assert picture(state) == "z . f .\n. . . .\n. . . ."
    state = apply(state, ply(VILLAGE, "C1 C2"))
    assert picture(state) == "z z f .\nz . . .\nv v . ."


# --- the gorgon ---------------------------------------------------------------------------------------------------


def test_gorgon_destroys_an_adjacent_space_when_drawn() -> None:
    """A gorgon destroys an adjacent space when it is drawn (Heroes rulebook, "Emboscadas").

    The space may be empty or filled, but must not be a mountain, wasteland, or destroyed.
    """
    state = scene(
        f"{GORGON} settlement",
        ". . . . .\n. . . . .",
        """
        F . . . .
        . . . # .
        ^ . . . @
        . x . . .
        . . v . .
        """,
    )
    state = apply(state, ply(MONSTER, "C2 C4 D3"))
    assert pictures(state) == {"x B2", "x C3", "x C5", "x D4", "x E3"}
    for space in ("C1", "B4", "D2", "A1", "C2", "B5"):
        with refused(IllegalMove, match=f"a pick on {space}: the monster cannot destroy that space"):
            apply(state, pick(space))
    with refused(IllegalMove, match="it reaches past the edge of the map"):
        apply(state, pick("F1"))
    state = apply(state, pick("E3"))
    assert picture(state, 1) == shown("""
        f . . . .
        . . . # .
        ^ g . g @
        . x g . .
        . . x . .
    """)


def test_pick_is_a_single_space_and_must_be_due() -> None:
    """A pick is a single space, and is refused if none is due (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{GORGON} settlement", "F . . .\n. . . .\n. . . .")
    for drawn, reason in (
        (pick(""), "a pick on no space: that is not a shape of the card"),
        (pick("A1 B2"), "a pick on A1, B2: that is not a shape of the card"),
        (ply(FARM, "B2"), "farm on B2: the card does not offer that terrain"),
        (ply(MONSTER, "B2"), "monster on B2: the card does not offer that terrain"),
        (pick("A1")._replace(attack=region("B2")), "a pick on A1: that is not the card's attack"),
    ):
        with refused(IllegalMove, match=reason):
            apply(state, drawn)
    state = apply(state, pick("A1"))
    with refused(IllegalMove, match="a pick on C1: the card does not offer that terrain"):
        apply(state, pick("C1"))


def test_gorgon_pick_precedes_the_next_players_drawing() -> None:
    """The player who draws a gorgon picks its space before the next player draws (Heroes rulebook, "Emboscadas").

    The map's owner gets a coin if the pick surrounds a mountain.
    """
    state = scene(f"{GORGON} settlement", ". . .\n. . .\n. . .", "F w . .\nw ^ w .\n. . . .\n. . . .")
    picks = []
    for player, sheet, drawn, space in ((0, 1, "C1 C3 D2", "C2"), (1, 0, "A1 A3 B2", "A2")):
        assert (task(state).is_pick, task(state).player, task(state).sheet) == (False, player, sheet)
        state = apply(state, ply(MONSTER, drawn))
        assert kinds(state) == [Draw]
        assert (task(state).is_pick, task(state).player, task(state).sheet) == (True, player, sheet)
        state = apply(state, pick(space))
        picks += [(event.player, event.sheet, names(event.region)) for event in of_kind(Pick, state.events)]
    assert picks == [(0, 1, ["C2"]), (1, 0, ["A2"])]
    assert [sheet.coins for sheet in state.sheets] == [0, 1]
    assert kinds(state) == [Pick, Reveal]


def test_solo_player_picks_the_gorgons_space_immediately() -> None:
    """The solo player picks the gorgon's space immediately (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene(f"{GORGON} settlement", "F . . .\n. . . .\n. . . .")
    assert picture(state) == "f . . .\ng . g .\n. g . ."
    assert kinds(state) == [Draw, Reveal, Ambush]
    assert (task(state).is_pick, task(state).player, task(state).sheet) == (True, 0, 0)
    assert pictures(state) == {"x A1", "x A3", "x B2", "x B4", "x C1", "x C3"}
    state = apply(state, pick("A1"))
    assert kinds(state) == [Pick, Reveal]


def test_gorgon_destroyed_when_drawn_destroys_nothing() -> None:
    """A gorgon that is destroyed when it is drawn destroys nothing (Heroes rulebook, "Héroes")."""
    some = scene(f"{GORGON} settlement", "F . . .\n.* . .* .\n. . . .")
    assert picture(some) == "f . . .\nx* . x* .\n. g . ."
    assert pictures(some) == {"x B2", "x C1", "x C3"}
    none = scene(f"{GORGON} settlement", "F . . .\n.* . .* .\n. .* . .")
    assert picture(none) == "f . . .\nx* . x* .\n. x* . ."
    assert task(none).card.id == "settlement"


def test_no_pick_if_a_gorgon_has_nothing_to_destroy() -> None:
    """The game continues without a pick if a gorgon has nothing to destroy (Heroes rulebook, "Emboscadas")."""
    state = scene(f"{GORGON} settlement", ". # . # F\n# . # ^ .\n# x # # .")
    assert picture(state) == "g # g # f\n# g # ^ .\n# x # # ."
    assert pictures(state) == {"village B5 C5"}


def test_only_a_gorgon_acts_when_drawn() -> None:
    """Only a gorgon acts when drawn, not after a season (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    for card in (DRAGON, TROLL, ZOMBIES, KOBOLDS):
        state = scene(f"{card} settlement", ". . . .\n. . . .\n. . . .", "F . . .\n. . . .\n. . . .")
        state = apply(state, legal_moves(state)[0])
        assert (task(state).is_pick, task(state).player) == (False, 1)
    state = apply(scene("settlement", "F . . .\n. g . .\n. . d .", earlier=f"{GORGON} {DRAGON}"), ply(VILLAGE, "A3 A4"))
    assert kinds(state)[:3] == [Draw, Score, SeasonStart]


# --- ambushes without effects -------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [DRAGON, TROLL, GORGON])
def test_no_coins_or_picks_for_an_ignored_solo_ambush(card: str) -> None:
    """An ignored solo ambush brings no coins and no picks (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene(f"{card} settlement | settlement", "F .\n. .\n. .\n. .")
    assert coins_gained(state) == [0, 0]
    assert picture(state) == "f .\n. .\n. .\n. ."
    state = apply(state, ply(VILLAGE, "D1 D2"))
    assert kinds(state) == [Draw, Score, SeasonStart, Reveal]
    assert not task(state).is_pick


def test_zombies_ignored_on_a_full_map_do_not_spread() -> None:
    """Solo zombies that are ignored on a full map don't spread (Heroes rulebook, "Cambios en las emboscadas")."""
    state = scene(f"{ZOMBIES} settlement", "F #\n^ w")
    assert state.is_over
    assert {(event.region, event.coins_gained) for event in of_kind(Ambush, state.events)} == {(0, 0)}
    assert not of_kind(Spread, state.events)


@pytest.mark.parametrize("card", [DRAGON, TROLL, GORGON])
def test_forced_single_monster_has_no_effect(card: str) -> None:
    """A single monster drawn because the shape doesn't fit has no effect (Heroes rulebook, "Emboscadas").

    It can be drawn anywhere on the map.
    """
    small = "F .\n. #\n# #"
    state = scene(f"{card} {GATES} settlement", small.replace("F", "."), small)
    tasks = []
    for drawn in ("A2", "A1"):
        assert task(state).forced is ForcedReason.NO_FIT
        assert pictures(state) == singles("monster", "A2 B1" if drawn == "A2" else "A1 A2 B1")
        tasks.append((task(state).player, task(state).is_pick))
        state = apply(state, ply(MONSTER, drawn))
        assert coins_gained(state)[0] == 0
    assert tasks == [(0, False), (1, False)]
    assert [picture(state, sheet) for sheet in (0, 1)] == ["m .\n. #\n# #", "f m\n. #\n# #"]
    while not of_kind(SeasonStart, state.events):
        assert not task(state).is_pick
        state = apply(state, legal_moves(state)[0])
    assert not of_kind(Pick, state.events)
    assert [sheet.coins for sheet in state.sheets] == [0, 0]


# --- the order of effects -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        (f"{ZOMBIES} {TROLL}", ["spread 0", "spread 1", "pick 0", "pick 1"]),
        (f"{TROLL} {ZOMBIES}", ["pick 0", "pick 1", "spread 0", "spread 1"]),
    ],
)
def test_effects_follow_the_scores_by_card_and_map(earlier: str, expected: list[str]) -> None:
    """Effects follow the scores, by card and by map (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    room = "f . . . .\n. . z . .\n. . . t .\n. . . . .\n. . . . ."
    state = scene("settlement", room, room.replace("f", "F"), earlier=earlier)
    for _ in range(2):
        state = apply(state, ply(VILLAGE, "E1 E2"))
    assert kinds(state)[:3] == [Draw, Score, Score]
    assert effects(state) == expected


def test_spring_effects_precede_summer_effects() -> None:
    """Effects of spring's cards precede those of summer's (Heroes rulebook, "Puntuando los edictos de la Reina")."""
    for first, second in ((TROLL, ZOMBIES), (ZOMBIES, TROLL)):
        cards = f"{first} settlement | {second} settlement | settlement"
        state = scene(cards, FIRST_SPACE_FOREST)
        while state.season < 2:
            state = apply(state, legal_moves(state)[0])
        while not of_kind(Score, state.events):
            state = apply(state, legal_moves(state)[0])
        assert effects(state) == ["pick 0", "spread 0"][:: 1 if first == TROLL else -1]


def effects(state: State) -> list[str]:
    """Return the effects of monsters until the next season."""
    found: list[str] = []
    while True:
        found += [
            f"{'pick' if isinstance(event, Pick) else 'spread'} {event.sheet}"
            for event in state.events
            if isinstance(event, Pick | Spread)
        ]
        if of_kind(SeasonStart, state.events):
            return found
        state = apply(state, legal_moves(state)[0])


# --- single spaces ------------------------------------------------------------------------------------------------


def test_single_space_if_no_heroes_shape_fits() -> None:
    """A card of Heroes that doesn't fit is a single space of any terrain (Heroes rulebook, "Reglas de dibujo").

    It doesn't earn the card's coin.
    """
    state = scene("frontier-dwelling settlement", "F # .\n@ # #\n# x .")
    assert pictures(state) == singles(SIX, "A3 B1 C3")
    assert task(state).forced is ForcedReason.NO_FIT
    state = scene("settlement lagoon", "F # .\n@ # #\n# x .")
    assert pictures(state) == singles(SIX, "A3 B1 C3")
    for terrain in (VILLAGE, FARM, HERO):
        after = apply(state, ply(terrain, "A3"))
        assert coins_gained(after) == [0]


def test_forced_single_hero_does_not_attack() -> None:
    """A hero drawn as a forced single space doesn't attack (Heroes rulebook, "Reglas de dibujo")."""
    state = scene("settlement lagoon", "F # .\n@ # m\n# x .")
    for attack in ("A2", "B3", "A2 B3"):
        with refused(IllegalMove, match="that is not the card's attack"):
            apply(state, ply(HERO, "A3", attack))
    state = apply(state, ply(HERO, "A3"))
    assert picture(state) == "f # h\n@ # m\n# x ."
    assert state.sheets[0].attacked == 0


def test_destroyed_single_monster_may_surround_a_mountain() -> None:
    """A destroyed single monster may surround a mountain, which earns its coin (Heroes rulebook, "Monedas")."""
    state = apply(scene("settlement lagoon", "F # .*\n# # ^\n. # #"), ply(MONSTER, "A3"))
    assert picture(state).startswith("f # x*")
    assert coins_gained(state) == [1]


# --- ruins, in a mix of the boxes ---------------------------------------------------------------------------------


def test_ruins_stay_due_after_a_hero() -> None:
    """A hero need not cover ruins, but the next explore card must (Heroes rulebook, "Cartas de ruinas")."""
    state = scene(f"{RUIN} {DOBRIK} settlement pasture", RUINED)
    assert {drawn.split()[1] for drawn in pictures(state)} == {f"{r}{c}" for r in "ABCDE" for c in "1234"} - {"A1"}
    state = apply(state, ply(HERO, "D4", "C4 D3 D5 E4"))
    assert picture(state).endswith(". . .* h@\n. . . .*")
    assert all("B2" in drawn for drawn in pictures(state))
    state = apply(state, ply(VILLAGE, "B2 B3"))
    assert "farm C1 C3" in pictures(state)


def test_ruins_stay_due_after_heroes_and_ambushes() -> None:
    """Neither heroes nor ambushes cover ruins that are due for explore cards (Heroes rulebook, "Cartas de ruinas")."""
    state = scene(f"{RUIN} {GNOLLS} {DOBRIK} settlement pasture", RUINED)
    assert picture(state).startswith("f . . .\nm m@ . .\nm . . .\nm m . @")
    state = apply(state, ply(HERO, "C3", "B3 C2 C4 D3"))
    assert all("D4" in drawn for drawn in pictures(state))
    assert task(state).forced is ForcedReason.NONE


def test_any_terrain_if_no_shape_can_cover_ruins() -> None:
    """If no shape can cover ruins, a single space may have any terrain (Heroes rulebook, "Cartas de ruinas").

    This includes a hero without an attack, if the game has heroes.
    """
    drawn = "F . . #\n. . # @\n. . . #"
    state = scene(f"{RUIN} settlement pasture", drawn)
    assert pictures(state) == singles(SIX, "A2 A3 B1 B2 B4 C1 C2 C3")
    assert task(state).forced is ForcedReason.RUINS
    assert apply(state, ply(HERO, "A2")).sheets[0].attacked == 0


def test_kethras_gates_on_ruins() -> None:
    """Kethra's Gates must be drawn on ruins if they are due and any are open (Heroes rulebook, "Cartas de ruinas")."""
    state = scene(f"{RUIN} {GATES} settlement", "F . @\n. @ #")
    assert pictures(state) == singles(FIVE, "A3 B2")
    assert task(state).forced is ForcedReason.NONE
    state = scene(f"{RUIN} {GATES} settlement", "F . w@\n. x@ #")
    assert pictures(state) == singles(SIX, "A2 B1")
    assert task(state).forced is ForcedReason.RUINS


def test_kethras_gates() -> None:
    """Kethra's Gates is a single space of any of five terrains, drawn anywhere (Heroes rulebook, "Fase de dibujo")."""
    state = scene(f"{GATES} settlement", "F # @\n. w .")
    assert pictures(state) == singles(FIVE, "A3 B1 B3")


def test_ruins_need_not_be_covered_without_ruins_card() -> None:
    """Players need not cover ruins if no ruins card was revealed (Heroes rulebook, "Reglas de dibujo")."""
    state = scene("settlement pasture", "F @\n. .")
    assert pictures(state) == {"village A2 B2", "village B1 B2"}
    assert picture(apply(state, ply(VILLAGE, "A2 B2"))) == "f v@\n. v"
