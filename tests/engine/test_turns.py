"""The rules of turns in short scenes on small maps."""

from __future__ import annotations

from functools import reduce

import pytest

from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.deal import deal
from cartographers.errors import IllegalMove
from cartographers.events import Ambush, Draw, ForcedReason, GameEnd, Reveal, Score, SeasonStart
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.region import names
from cartographers.rules import is_legal, legal_moves, objection
from cartographers.scoring import Family, cards_of, monsters, stars
from cartographers.terrain import Terrain
from support.refusals import refused
from support.scenes import (
    BUGBEARS,
    FARM,
    FOREST,
    GNOLLS,
    GOBLINS,
    KOBOLDS,
    MONSTER,
    OTHER_RUIN,
    RUIN,
    RUINED,
    SURROUNDED_BUT_FOR_ONE,
    VILLAGE,
    WATER,
    of_kind,
    picture,
    pictures,
    play_on,
    ply,
    scene,
    shown,
    singles,
    task,
)

# --- drawing ------------------------------------------------------------------------------------------------------


def test_next_card_immediately_follows_ruins_cards() -> None:
    """Ruins cards are followed immediately by the next card, and take no time (English rulebook, "Explore Phase")."""
    state = scene(f"hamlet {RUIN} {OTHER_RUIN} homestead farmland", "F . . .\n. . . .\n. . . .")
    assert [(event.card.id, event.total) for event in of_kind(Reveal, state.events)] == [("hamlet", 1)]
    state = apply(state, ply(VILLAGE, "A2 A3 B3"))
    assert [(event.card.id, event.total) for event in of_kind(Reveal, state.events)] == [
        (RUIN, 1),
        (OTHER_RUIN, 1),
        ("homestead", 3),
    ]
    assert (state.card.id, state.time) == ("homestead", 3)


def test_shape_may_have_any_orientation_and_place() -> None:
    """A shape may be drawn in any orientation and anywhere on empty spaces (English rulebook, "Draw Phase")."""
    state = scene("orchard farmland", "F # # # # #\n# # . . . #\n# # . . . #\n# # . . . #")
    corners = "B3 B4 B5 C5", "B3 B4 B5 C3", "B3 C3 C4 C5", "B5 C3 C4 C5"
    lower = "C3 C4 C5 D5", "C3 C4 C5 D3", "C3 D3 D4 D5", "C5 D3 D4 D5"
    upright = "B3 B4 C3 D3", "B3 B4 C4 D4", "B3 C3 D3 D4", "B4 C4 D3 D4"
    right = "B4 B5 C4 D4", "B4 B5 C5 D5", "B4 C4 D4 D5", "B5 C5 D4 D5"
    assert pictures(state) == {
        f"{terrain} {drawn}" for terrain in ("forest", "farm") for drawn in (*corners, *lower, *upright, *right)
    }


def test_whole_shape_has_one_of_the_cards_terrains() -> None:
    """The whole shape is filled with one of the card's terrains (English rulebook, "Draw Phase")."""
    state = scene("marshlands farmland", "F . .\n. . .\n. . .")
    assert picture(apply(state, ply(WATER, "A3 B1 B2 B3 C3"))) == "f . w\nw w w\n. . w"
    assert picture(apply(state, ply(FOREST, "A3 B1 B2 B3 C3"))) == "f . f\nf f f\n. . f"


def test_rift_lands() -> None:
    """The Rift Lands are a single space anywhere, of any terrain on the card (English rulebook, "Rift Lands")."""
    state = scene("rift-lands farmland", "F # @\n. w .")
    assert pictures(state) == singles("forest village farm water monster", "A3 B1 B3")
    assert task(state).forced is ForcedReason.NONE


# --- ruins --------------------------------------------------------------------------------------------------------


def test_shape_must_cover_ruins_if_due() -> None:
    """If ruins are due, the shape must cover at least one space of ruins (English rulebook, "Ruins")."""
    state = scene(f"{RUIN} hamlet farmland", RUINED)
    assert all("B2" in drawn or "D4" in drawn for drawn in pictures(state))
    assert "village A2 B2 B3" in pictures(state)
    assert task(state).forced is ForcedReason.NONE
    with refused(IllegalMove, match="it must cover ruins"):
        apply(state, ply(VILLAGE, "A2 A3 B3"))


def test_ruins_stay_due_after_an_ambush() -> None:
    """After an ambush, the next explore card must cover the ruins that are due (English rulebook, "Ambush")."""
    state = scene(f"{RUIN} {GNOLLS} hamlet farmland", RUINED)
    assert picture(state) == shown("""
        f . . .
        m m@ . .
        m . . .
        m m . @
        . . . .
    """)
    assert all("D4" in drawn for drawn in pictures(state))
    assert "farm A2 A3" in pictures(apply(state, ply(VILLAGE, "D3 D4 E4")))


def test_monsters_need_not_cover_ruins() -> None:
    """Monsters need not cover the ruins that are due, but the next shapes must (English rulebook, "Ambush")."""
    state = scene(f"{RUIN} {KOBOLDS} hamlet farmland", RUINED.replace("F", "f"), RUINED)
    for player in (0, 1):
        assert task(state).player == player
        assert "monster A2 A3 A4 B3" in pictures(state)
        state = apply(state, ply(MONSTER, "A2 A3 A4 B3"))
    for player in (0, 1):
        assert task(state).player == player
        assert all("B2" in drawn or "D4" in drawn for drawn in pictures(state))
        state = apply(state, ply(VILLAGE, "B2 C2 C3"))
    assert "farm E1 E2" in pictures(state)


def test_two_ruins_cards_count_as_one() -> None:
    """After two ruins cards, only the first explore card must cover ruins (English rulebook, "Ruins")."""
    state = scene(f"{RUIN} {OTHER_RUIN} hamlet farmland", RUINED)
    assert "village A2 A3 B3" not in pictures(state)
    state = apply(state, ply(VILLAGE, "B2 C2 C3"))
    assert "farm E1 E2" in pictures(state)


def test_single_space_if_no_shape_can_cover_ruins() -> None:
    """If no shape can cover ruins, the player draws a single space of any terrain (English rulebook, "Ruins").

    It can be anywhere and earns no coin, even if the card's shapes fit elsewhere.
    """
    state = scene(
        f"{RUIN} hamlet farmland",
        """
        F . . #
        . . # @
        . . . #
        """,
    )
    assert pictures(state) == singles("forest village farm water monster", "A2 A3 B1 B2 B4 C1 C2 C3")
    assert task(state).forced is ForcedReason.RUINS
    state = apply(state, ply(WATER, "A2"))
    [draw] = of_kind(Draw, state.events)
    assert (draw.forced, draw.coins_gained) == (ForcedReason.RUINS, 0)
    assert "farm B1 B2" in pictures(state)


def test_single_space_if_all_ruins_are_filled() -> None:
    """If all ruins are filled, the player draws a single space of any terrain (English rulebook, "Ruins")."""
    state = scene(f"{RUIN} hamlet", "F w@\n. .\n. #")
    assert pictures(state) == singles("forest village farm water monster", "B1 B2 C1")
    assert task(state).forced is ForcedReason.RUINS


def test_any_terrain_if_nothing_fits_while_ruins_are_due() -> None:
    """If nothing fits while ruins are due, the single space may have any terrain (English rulebook, "Ruins")."""
    state = scene(f"{RUIN} fishing-village", "F . @\n. . .")
    assert pictures(state) == singles("forest village farm water monster", "A2 A3 B1 B2 B3")
    assert task(state).forced is ForcedReason.RUINS


def test_rift_lands_on_ruins() -> None:
    """If ruins are due, the Rift Lands must be drawn on ruins if possible (English rulebook, "Rift Lands")."""
    state = scene(f"{RUIN} rift-lands", "F . @\n. @ #")
    assert pictures(state) == singles("forest village farm water monster", "A3 B2")
    assert task(state).forced is ForcedReason.NONE


def test_rift_lands_without_open_ruins() -> None:
    """If ruins are due but none are open, the Rift Lands can be drawn anywhere (English rulebook, "Rift Lands")."""
    state = scene(f"{RUIN} rift-lands", "F . w@\n. . #")
    assert pictures(state) == singles("forest village farm water monster", "A2 B1 B2")
    assert task(state).forced is ForcedReason.RUINS


def test_ruins_are_ordinary_spaces_without_a_ruins_card() -> None:
    """Without a ruins card, ruins are ordinary empty spaces (English rulebook, "Ruins")."""
    state = scene("farmland", "F @\n. .")
    assert pictures(state) == {"farm A2 B2", "farm B1 B2"}
    assert picture(apply(state, ply(FARM, "A2 B2"))) == "f a@\n. a"


# --- shapes that don't fit ---------------------------------------------------------------------------------------


def test_single_space_if_no_shape_fits() -> None:
    """If no shape fits, the player draws a single space of the card's terrain (English rulebook, "Draw Phase").

    It doesn't earn the card's coin.
    """
    state = scene("farmland great-river", "F # .\n# . #")
    assert pictures(state) == singles("farm", "A3 B2")
    assert task(state).forced is ForcedReason.NO_FIT
    [draw] = of_kind(Draw, apply(state, ply(FARM, "A3")).events)
    assert (draw.forced, draw.coins_gained) == (ForcedReason.NO_FIT, 0)


def test_forced_single_space_may_have_either_terrain() -> None:
    """If a card with two terrains doesn't fit, the single space may have either (English rulebook, "Draw Phase")."""
    state = scene("orchard", "F # .\n# . #")
    assert pictures(state) == singles("forest farm", "A3 B2")


def test_no_single_space_if_a_shape_fits() -> None:
    """A single space can't be drawn if one of the card's shapes fits (English rulebook, "Draw Phase")."""
    state = scene("farmland", "F # .\n. . #")
    assert pictures(state) == {"farm B1 B2"}


def test_forced_single_space_earns_only_mountain_coins() -> None:
    """A forced single space earns a mountain's coin but not the card's (English rulebook, "Draw Phase")."""
    state = scene("farmland", "F # .\n# ^ #\n# . #")
    [draw] = of_kind(Draw, apply(state, ply(FARM, "C2")).events)
    assert (draw.forced, draw.coins_gained) == (ForcedReason.NO_FIT, 1)


def test_a_full_map() -> None:
    """On a full map, nothing is drawn and the game continues to its end (English rulebook, "Draw Phase")."""
    state = scene(f"farmland {RUIN} {GOBLINS} hamlet", "F #\nw ^")
    assert state.is_over
    assert not legal_moves(state)
    _, *draws = of_kind(Draw, state.events)
    assert {(draw.forced, draw.terrain, draw.region) for draw in draws} == {(ForcedReason.FULL, None, 0)}
    explores = [event for event in of_kind(Reveal, state.events) if event.card.kind == "explore"]
    assert len(draws) == len(explores)
    assert [event.score.season.name for event in of_kind(Score, state.events)] == ["spring", "summer", "fall", "winter"]
    assert isinstance(state.events[-1], GameEnd)


# --- shapes at the border -----------------------------------------------------------------------------------------


def test_split_shape_cannot_wrap_into_the_next_row() -> None:
    """A split shape can't wrap from one row into the next (English rulebook, "Draw Phase").

    A11 and B1 are two bits apart, like the bugbears' cells.
    """
    corners = """
        # # # # # # # # # # .
        . # # # # # # # # # .
        . # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
        # # # # # # # # # # #
    """
    state = scene(BUGBEARS, corners, "F . .\n. . .")
    assert task(state).sheet == 1
    state = apply(state, legal_moves(state)[0])
    assert (task(state).player, task(state).sheet) == (1, 0)
    assert not is_legal(state, ply(MONSTER, "A11 B1 B11 C1"))
    assert pictures(state) == singles("monster", "A11 B1 B11 C1")


def test_straight_shape_cannot_wrap_into_the_next_row() -> None:
    """A straight shape can't wrap from one row into the next (English rulebook, "Draw Phase")."""
    state = scene("fishing-village", "F # # # # # # # . . .\n. . . # # # # # # # #")
    assert not is_legal(state, ply(WATER, "A10 A11 B1 B2"))
    assert task(state).forced is ForcedReason.NO_FIT


def test_split_shape_gap_may_be_over_filled_spaces() -> None:
    """The gap in a split shape may be over filled spaces (English rulebook, "Ambush")."""
    state = scene(BUGBEARS, "f w #\n. ^ .\n. # .", "F .\n. .")
    state = apply(state, legal_moves(state)[0])
    assert pictures(state) == {"monster B1 B3 C1 C3"}


# --- coins --------------------------------------------------------------------------------------------------------


def test_only_the_small_shape_earns_a_coin() -> None:
    """The small shape of a card earns a coin, and the large one doesn't (English rulebook, "Draw Phase")."""
    state = scene("hamlet farmland", "F . .\n. . .\n. . .")
    for spaces, coins in (("A2 A3 B3", 1), ("A2 A3 B2 B3 C3", 0)):
        [draw] = of_kind(Draw, apply(state, ply(VILLAGE, spaces)).events)
        assert (draw.coins_gained, draw.after.coins) == (coins, coins)


def test_mountain_earns_a_coin_once() -> None:
    """A mountain earns a coin once, when its last neighbor is filled (English rulebook, "Draw Phase")."""
    state = scene("rift-lands rift-lands rift-lands", SURROUNDED_BUT_FOR_ONE)
    gained = []
    for space in ("C1", "B3", "C3"):
        state = apply(state, ply(WATER, space))
        gained += [draw.coins_gained for draw in of_kind(Draw, state.events)]
    assert gained == [0, 1, 0]
    assert state.sheets[0].coins == 1


def test_one_ply_can_earn_several_coins() -> None:
    """One ply can earn several coins (English rulebook, "Draw Phase")."""
    state = scene(
        "farmland",
        """
        F w . w .
        w ^ . ^ w
        . w . w .
        """,
    )
    [draw] = of_kind(Draw, apply(state, ply(FARM, "A3 B3")).events)
    assert draw.coins_gained == 3


def test_solo_ambush_can_earn_a_mountains_coin() -> None:
    """A solo ambush that surrounds a mountain earns its coin (English rulebook, "Changes to Ambushes")."""
    state = scene(
        f"{GNOLLS} farmland",
        """
        . . F .
        . ^ w .
        . . . .
        """,
    )
    assert picture(state) == shown("""
        m m f .
        m ^ w .
        m m . .
    """)
    [ambush] = of_kind(Ambush, state.events)
    assert (ambush.coins_gained, state.sheets[0].coins) == (1, 1)


def test_coins_beyond_the_fourteenth_are_lost() -> None:
    """Coins beyond the fourteenth are lost and don't count as gained (Heroes rulebook, "Monedas")."""
    state = scene("farmland farmland", SURROUNDED_BUT_FOR_ONE, coins=13)
    state = apply(state, ply(FARM, "B3 B4"))
    [draw] = of_kind(Draw, state.events)
    assert (draw.coins_gained, draw.after.coins) == (1, 14)
    [draw] = of_kind(Draw, apply(state, ply(FARM, "D1 D2")).events)
    assert (draw.coins_gained, draw.after.coins) == (0, 14)


# --- ambushes -----------------------------------------------------------------------------------------------------


def test_solo_ambush_that_fits_nowhere_is_ignored() -> None:
    """A solo ambush that fits nowhere is ignored, and the game continues (English rulebook, "Changes to Ambushes")."""
    state = scene(f"{GOBLINS} farmland", "F .\n. .")
    [ambush] = of_kind(Ambush, state.events)
    assert (ambush.region, ambush.trail, ambush.coins_gained) == (0, (), 0)
    assert ambush.to_json()["spaces"] == []
    assert picture(state) == "f .\n. ."
    assert "farm A2 B2" in pictures(state)


def test_solo_ambush_is_not_rotated() -> None:
    """A solo ambush isn't rotated, even if this would make it fit (English rulebook, "Changes to Ambushes")."""
    state = scene(
        f"{GNOLLS} farmland",
        """
        . . F # #
        # . # . .
        . . # . #
        # # # . .
        """,
    )
    assert picture(state) == shown("""
        . . f # #
        # . # m m
        . . # m #
        # # # m m
    """)


def test_solo_ambush_moves_along_the_edge_first() -> None:
    """A solo ambush moves along the border first (English rulebook, "Changes to Ambushes").

    The kobolds move clockwise from the bottom left, so they go up along the left border.
    """
    state = scene(
        f"{KOBOLDS} farmland",
        """
        . . F . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        # . . . .
        . . . . .
        . . . . .
        """,
    )
    [ambush] = of_kind(Ambush, state.events)
    assert names(ambush.region) == ["F1", "G1", "G2", "H1"]
    assert len(ambush.trail) == 4


def test_solo_ambush_continues_one_space_further_in() -> None:
    """After the border, a solo ambush continues one space further in (English rulebook, "Changes to Ambushes").

    It starts from the same corner again.
    """
    border = "# # # # # # # # # # #"
    inside = "# . . . . . . . . . #"
    state = scene(f"{KOBOLDS} farmland", "\n".join([border, inside.replace(".", "F", 1), *[inside] * 8, border]))
    [ambush] = of_kind(Ambush, state.events)
    assert names(ambush.region) == ["H2", "I2", "I3", "J2"]
    assert len(ambush.trail) == 34 + 1


# --- the deal and the seasons -------------------------------------------------------------------------------------


def test_any_edict_and_any_card_can_be_first() -> None:
    """Any edict and any card can be first, depending on the seed (English rulebook, "Game Setup")."""
    deals = [deal(GameId(str(seed))) for seed in range(300)]
    assert {dealt.edicts[0] for dealt in deals} == {card for family in Family for card in cards_of(family, Box.BASE)}
    assert {dealt.seasons[0].deck[0] for dealt in deals} == {*EXPLORE[Box.BASE], *RUINS, *AMBUSH[Box.BASE]}
    assert len({dealt.seasons[0].deck for dealt in deals}) == len(deals)
    assert all(dealt.seasons[0].deck != dealt.seasons[1].deck for dealt in deals)


def test_seasons_score_edicts_coins_and_monsters() -> None:
    """Each season scores two edicts, coins, and monsters (English rulebook, "Scoring the Queen's Edicts")."""
    scored = []
    for state in play_on(GameId("seasons", players=2)):
        for event in of_kind(Score, state.events):
            score = event.score
            scored.append(("".join(score.edicts), score.player))
            sheet = state.sheets[score.player]
            for letter, awards in score.edicts.items():
                assert awards == state.deal.edicts["ABCD".index(letter)](sheet)
            assert (score.coins, score.monster_awards) == (sheet.coins, monsters(sheet))
            assert score.total == sum(map(stars, score.edicts.values())) + sheet.coins + stars(monsters(sheet))
    assert scored == [(letters, player) for letters in ("AB", "BC", "CD", "DA") for player in (0, 1)]


def test_revealed_cards_do_not_depend_on_plies() -> None:
    """The revealed cards don't depend on the players' plies (English rulebook, "Check Phase")."""
    game_id = GameId("reveals", players=2)
    revealed = [
        [event.card for state in played for event in of_kind(Reveal, state.events)]
        for played in (play_on(game_id), play_on(game_id, -1))
    ]
    assert (
        revealed[0]
        == revealed[1]
        == [card for season in deal(game_id).seasons for card in season.deck[: season.reveal_count]]
    )


def test_season_ends_after_all_draw_the_last_card() -> None:
    """A season ends after all players have drawn the last card (English rulebook, "Check Phase").

    The next season has a new deck.
    """
    state = scene("farmland", "f .\n. .", "F .\n. .")
    state = apply(state, ply(FARM, "A2 B2"))
    assert not of_kind(Score, state.events)
    state = apply(state, ply(FARM, "A2 B2"))
    kinds = [type(event) for event in state.events]
    assert kinds[:4] == [Draw, Score, Score, SeasonStart]
    assert Reveal in kinds
    assert (state.season, len(state.scores)) == (1, 1)


# --- plies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "spaces", "reason"),
    [
        (FARM, "A2 A3", "the card does not offer that terrain"),
        (WATER, "A2 A3", "that is not a shape of the card"),
        (WATER, "B3 C3 D4", "that is not a shape of the card"),
        (WATER, "C3 D3 E3", "it reaches past the edge of the map"),
        (WATER, "A1 A2 A3", "it covers a filled space"),
        (WATER, "B1 B2 B3", "it covers a mountain"),
        (WATER, "A4 B4 C4", "it covers wasteland"),
        (WATER, "", "that is not a shape of the card"),
    ],
)
def test_illegal_plies(terrain: Terrain, spaces: str, reason: str) -> None:
    """An illegal ply is refused with a reason and doesn't change the state (English rulebook, "Draw Phase")."""
    state = scene("great-river farmland", "F . . #\n. ^ . .\n. . . .\n. . . .")
    before = picture(state)
    with refused(IllegalMove, match=reason):
        apply(state, ply(terrain, spaces))
    assert picture(state) == before


def test_objection_names_only_spaces_with_obstacles() -> None:
    """An objection to a shape names only the spaces with obstacles, not the whole shape."""
    state = scene("great-river farmland", "F . . #\n. ^ . .\n. . . .")
    against = objection(state, ply(WATER, "B1 B2 B3"))
    assert against
    assert names(against.spaces) == ["B2"]


def test_objection_names_all_open_ruins() -> None:
    """An objection to a shape that covers no ruins names all open ruins (English rulebook, "Ruins")."""
    state = scene(f"{RUIN} farmland", "F @ .\n. . w@\n@ . .")
    against = objection(state, ply(FARM, "B1 B2"))
    assert against
    assert names(against.spaces) == ["A2", "C1"]


def test_no_ply_is_legal_after_the_end() -> None:
    """After the end of the game, no ply is legal (English rulebook, "End of the Game")."""
    *_, state = play_on(GameId("over"))
    assert not legal_moves(state)
    with refused(IllegalMove, match="the game is over"):
        apply(state, ply(FOREST, "A1"))


def test_undo_restores_the_previous_state() -> None:
    """Replaying all plies except the last one restores the previous state, even across the end of a season."""
    game_id = GameId("undo", "B", 2)
    plies = []
    played = [new_game(game_id)]
    while not played[-1].is_over:
        plies.append(legal_moves(played[-1])[-1])
        played.append(apply(played[-1], plies[-1]))
    for count in range(len(plies) + 1):
        assert reduce(apply, plies[:count], new_game(game_id)) == played[count]


def test_ply_does_not_change_the_previous_state() -> None:
    """Applying a ply doesn't change the previous state."""
    state = new_game(GameId("value"))
    blank = picture(state)
    assert picture(apply(state, legal_moves(state)[0])) != blank
    assert picture(state) == blank
