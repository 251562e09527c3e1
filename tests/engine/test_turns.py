"""The rules of turns in short scenes on small maps."""

from functools import reduce

import pytest

from cartographers import Box, GameId, IllegalMove, Terrain, apply, new_game
from cartographers.ambush import AMBUSH
from cartographers.deal import deal
from cartographers.events import Ambush, Draw, ForcedReason, GameEnd, Reveal, Score, SeasonStart
from cartographers.explore import EXPLORE, RUINS
from cartographers.region import names
from cartographers.rules import is_legal, legal_moves, objection
from cartographers.scoring import Family, cards_of, monsters, stars
from support import scenes
from support.refusals import refused
from support.scenes import FIVE, after, after_any, of_kind, picture, pictures, play_on, ply, scene, task


def test_next_card_immediately_follows_ruins_cards() -> None:
    """Ruins cards are followed immediately by the next card, and take no time (English rulebook, "Explore Phase")."""
    state = scene("hamlet temple outpost homestead farmland", "F . . .\n. . . .\n. . . .")
    revealed = [(event.card.id, event.total) for event in of_kind(Reveal, state.events)]
    state = after(state, "village A2 A3 B3")
    revealed += [(event.card.id, event.total) for event in of_kind(Reveal, state.events)]
    assert revealed == [("hamlet", 1), ("temple-ruins", 1), ("outpost-ruins", 1), ("homestead", 3)]
    assert (state.card.id, state.time) == ("homestead", 3)


def test_shape_may_have_any_orientation_and_place() -> None:
    """A shape is drawn in any orientation and place, and in one of the terrains (English rulebook, "Draw Phase")."""
    state = scene("orchard farmland", "F # # # # #\n# # . . . #\n# # . . . #\n# # . . . #")
    corners = "B3 B4 B5 C5", "B3 B4 B5 C3", "B3 C3 C4 C5", "B5 C3 C4 C5"
    lower = "C3 C4 C5 D5", "C3 C4 C5 D3", "C3 D3 D4 D5", "C5 D3 D4 D5"
    upright = "B3 B4 C3 D3", "B3 B4 C4 D4", "B3 C3 D3 D4", "B4 C4 D3 D4"
    right = "B4 B5 C4 D4", "B4 B5 C5 D5", "B4 C4 D4 D5", "B5 C5 D4 D5"
    assert pictures(state) == {
        f"{terrain} {drawn}" for terrain in ("forest", "farm") for drawn in (*corners, *lower, *upright, *right)
    }
    state = scene("marshlands farmland", "F . .\n. . .\n. . .")
    for terrain, drawn in (("water", "f . w\nw w w\n. . w"), ("forest", "f . f\nf f f\n. . f")):
        assert picture(after(state, f"{terrain} A3 B1 B2 B3 C3")) == drawn


def test_shape_must_cover_ruins_if_due() -> None:
    """If ruins are due, a shape covers some, or a single space is drawn without a coin (English rulebook, "Ruins")."""
    state = scene("temple hamlet farmland", scenes.RUINED)
    assert all("B2" in drawn or "D4" in drawn for drawn in pictures(state))
    assert "village A2 B2 B3" in pictures(state)
    assert task(state).forced is ForcedReason.NONE
    with refused(IllegalMove, match="it must cover ruins"):
        after(state, "village A2 A3 B3")
    state = scene("temple outpost hamlet farmland", scenes.RUINED)
    assert "village A2 A3 B3" not in pictures(state)
    assert "farm E1 E2" in pictures(after(state, "village B2 C2 C3"))
    state = scene("temple hamlet farmland", "F . . #\n. . # @\n. . . #")
    assert pictures(state) == scenes.singles(FIVE, "A2 A3 B1 B2 B4 C1 C2 C3")
    assert task(state).forced is ForcedReason.RUINS
    state = after(state, "water A2")
    [draw] = of_kind(Draw, state.events)
    assert (draw.forced, draw.coins_gained) == (ForcedReason.RUINS, 0)
    assert "farm B1 B2" in pictures(state)


def test_ruins_stay_due_after_an_ambush() -> None:
    """Monsters need not cover the ruins that are due, but the next explore card must (English rulebook, "Ambush")."""
    state = scene("temple gnoll hamlet farmland", scenes.RUINED)
    assert picture(state) == "f . . .\nm m@ . .\nm . . .\nm m . @\n. . . ."
    assert all("D4" in drawn for drawn in pictures(state))
    assert "farm A2 A3" in pictures(after(state, "village D3 D4 E4"))
    state = scene("temple kobold hamlet farmland", scenes.RUINED.replace("F", "f"), scenes.RUINED)
    for player in (0, 1):
        assert task(state).player == player
        assert "monster A2 A3 A4 B3" in pictures(state)
        state = after(state, "monster A2 A3 A4 B3")
    for player in (0, 1):
        assert task(state).player == player
        assert all("B2" in drawn or "D4" in drawn for drawn in pictures(state))
        state = after(state, "village B2 C2 C3")
    assert "farm E1 E2" in pictures(state)


def test_ruins_are_ordinary_spaces_without_a_ruins_card() -> None:
    """Without a ruins card, ruins are ordinary empty spaces in both boxes (English rulebook, "Ruins").

    Heroes says so in its rules of drawing (Heroes rulebook, "Reglas de dibujo").
    """
    for cards, terrain, game in (("farmland", "farm", scenes.BASE), ("settlement pasture", "village", scenes.HEROIC)):
        state = scene(cards, "F @\n. .", game=game)
        assert pictures(state) == {f"{terrain} A2 B2", f"{terrain} B1 B2"}
        sheet = after(state, f"{terrain} A2 B2").sheets[0]
        assert sheet.spaces_of(Terrain(terrain)) == scenes.region("A2 B2")
        assert (sheet.ruins, sheet.open_ruins) == (scenes.region("A2"), 0)


ROOM, NARROW = "F . .\n. . .\n. . .", "F # .\n# . #"
#: Cards, a map, the offered terrains and spaces, and the reason why they are forced.
SINGLES = {
    "Rift Lands": ("rift-lands farmland", "F # @\n. w .", FIVE, "A3 B1 B3", ForcedReason.NONE),
    "Rift Lands on open ruins": ("temple rift-lands", "F . @\n. @ #", FIVE, "A3 B2", ForcedReason.NONE),
    "Rift Lands without open ruins": ("temple rift-lands", "F . w@\n. . #", FIVE, "A2 B1 B2", ForcedReason.RUINS),
    "all ruins are filled": ("temple hamlet", "F w@\n. .\n. #", FIVE, "B1 B2 C1", ForcedReason.RUINS),
    "nothing fits on ruins": ("temple fishing-village", "F . @\n. . .", FIVE, "A2 A3 B1 B2 B3", ForcedReason.RUINS),
    "no shape fits": ("farmland great-river", NARROW, "farm", "A3 B2", ForcedReason.NO_FIT),
    "no shape in two terrains fits": ("orchard", NARROW, "forest farm", "A3 B2", ForcedReason.NO_FIT),
}


@pytest.mark.parametrize(("cards", "drawn", "terrains", "on", "forced"), SINGLES.values(), ids=SINGLES)
def test_single_spaces(cards: str, drawn: str, terrains: str, on: str, forced: ForcedReason) -> None:
    """A single space has any terrain for the Rift Lands and for lack of ruins, or the card's if no shape fits.

    The rules are in three sections (English rulebook, "Rift Lands") (English rulebook, "Ruins") (English rulebook,
    "Draw Phase").
    """
    state = scene(cards, drawn)
    assert pictures(state) == scenes.singles(terrains, on)
    assert task(state).forced is forced


def test_nothing_is_drawn_on_a_full_map() -> None:
    """No single space is drawn if a shape fits, and nothing on a full map (English rulebook, "Draw Phase")."""
    assert pictures(scene("farmland", "F # .\n. . #")) == {"farm B1 B2"}
    state = scene("farmland temple goblin hamlet", "F #\nw ^")
    assert state.is_over
    assert not legal_moves(state)
    _, *draws = of_kind(Draw, state.events)
    assert {(draw.forced, draw.terrain, draw.region) for draw in draws} == {(ForcedReason.FULL, None, 0)}
    assert len(draws) == sum(event.card.kind == "explore" for event in of_kind(Reveal, state.events))
    assert [event.score.season.name for event in of_kind(Score, state.events)] == ["spring", "summer", "fall", "winter"]
    assert isinstance(state.events[-1], GameEnd)


def test_shape_cannot_wrap_into_the_next_row() -> None:
    """A split or straight shape can't wrap from one row into the next (English rulebook, "Draw Phase")."""
    wall = " ".join("#" * 11)
    corners = [f"{wall[:-1]}.", f".{wall[1:-1]}.", f".{wall[1:]}", *[wall] * 8]
    state = scene("bugbear", "\n".join(corners), "F . .\n. . .")
    assert task(state).sheet == 1
    state = after_any(state)
    assert (task(state).player, task(state).sheet) == (1, 0)
    assert not is_legal(state, ply("monster A11 B1 B11 C1"))
    assert pictures(state) == scenes.singles("monster", "A11 B1 B11 C1")
    state = scene("fishing-village", "F # # # # # # # . . .\n. . . # # # # # # # #")
    assert not is_legal(state, ply("water A10 A11 B1 B2"))
    assert task(state).forced is ForcedReason.NO_FIT


def test_split_shape_gap_may_be_over_filled_spaces() -> None:
    """The gap in a split shape may be over filled spaces (English rulebook, "Ambush")."""
    assert pictures(after_any(scene("bugbear", "f w #\n. ^ .\n. # .", "F .\n. ."))) == {"monster B1 B3 C1 C3"}


#: Cards, a map, the coins before, plies, and the coins that each of them gains.
COINS = {
    "small shape": ("hamlet farmland", ROOM, 0, ["village A2 A3 B3"], [1]),
    "large shape": ("hamlet farmland", ROOM, 0, ["village A2 A3 B2 B3 C3"], [0]),
    "forced single space": ("farmland great-river", NARROW, 0, ["farm A3"], [0]),
    "forced single space at a mountain": ("farmland great-river", "F # .\n# ^ #\n# . #", 0, ["farm C2"], [1]),
    "mountain, but only once": (
        *("rift-lands rift-lands rift-lands", scenes.SURROUNDED_BUT_FOR_ONE, 0),
        *(["water C1", "water B3", "water C3"], [0, 1, 0]),
    ),
    "several": ("farmland", "F w . w .\nw ^ . ^ w\n. w . w .", 0, ["farm A3 B3"], [3]),
    "none beyond the fourteenth": (
        *("farmland farmland", scenes.SURROUNDED_BUT_FOR_ONE, 13),
        *(["farm B3 B4", "farm D1 D2"], [1, 0]),
    ),
}


@pytest.mark.parametrize(("cards", "drawn", "coins", "plies", "gains"), COINS.values(), ids=COINS)
def test_coins(cards: str, drawn: str, coins: int, plies: list[str], gains: list[int]) -> None:
    """Small shapes and newly surrounded mountains earn a coin, and nothing else does (English rulebook, "Draw Phase").

    Coins beyond the fourteenth are lost and don't count as gained (Heroes rulebook, "Monedas").
    """
    state = scene(cards, drawn, coins=coins)
    for each, gained in zip(plies, gains, strict=True):
        state, coins = after(state, each), coins + gained
        [draw] = of_kind(Draw, state.events)
        assert (draw.coins_gained, draw.after.coins) == (gained, coins)


def test_solo_ambush_that_fits_nowhere_is_ignored() -> None:
    """A solo ambush that fits nowhere is ignored, and the game continues (English rulebook, "Changes to Ambushes")."""
    state = scene("goblin farmland", "F .\n. .")
    [ambush] = of_kind(Ambush, state.events)
    assert (ambush.region, ambush.trail, ambush.coins_gained, ambush.to_json()["spaces"]) == (0, (), 0, [])
    assert picture(state) == "f .\n. ."
    assert "farm A2 B2" in pictures(state)


def test_solo_ambush_is_not_rotated_and_may_earn_a_coin() -> None:
    """A solo ambush isn't rotated to fit, and may earn a mountain's coin (English rulebook, "Changes to Ambushes")."""
    for drawn, expected, coins in (
        (". . F # #\n# . # . .\n. . # . #\n# # # . .", ". . f # #\n# . # m m\n. . # m #\n# # # m m", 0),
        (". . F .\n. ^ w .\n. . . .", "m m f .\nm ^ w .\nm m . .", 1),
    ):
        state = scene("gnoll farmland", drawn)
        assert picture(state) == expected
        [ambush] = of_kind(Ambush, state.events)
        assert (ambush.coins_gained, state.sheets[0].coins) == (coins, coins)


ROW, BORDER, INSIDE = " ".join("." * 11), " ".join("#" * 11), f"# {' '.join('.' * 9)} #"


def test_solo_ambush_moves_along_the_edge_then_further_in() -> None:
    """A solo ambush moves along the border, then one space further in (English rulebook, "Changes to Ambushes")."""
    for rows, place, tries in (
        ([ROW.replace(".", "F", 1), *[ROW] * 7, ROW.replace(".", "#", 1), ROW, ROW], "F1 G1 G2 H1", 4),
        ([BORDER, INSIDE.replace(".", "F", 1), *[INSIDE] * 8, BORDER], "H2 I2 I3 J2", 34 + 1),
    ):
        [ambush] = of_kind(Ambush, scene("kobold farmland", "\n".join(rows)).events)
        assert (" ".join(names(ambush.region)), len(ambush.trail)) == (place, tries)


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
            score, sheet = event.score, state.sheets[event.score.player]
            scored.append(("".join(score.edicts), score.player))
            for letter, awards in score.edicts.items():
                assert awards == state.deal.edicts["ABCD".index(letter)](sheet)
            assert (score.coins, score.monster_awards) == (sheet.coins, monsters(sheet))
            assert score.total == sum(map(stars, score.edicts.values())) + sheet.coins + stars(monsters(sheet))
    assert scored == [(letters, player) for letters in ("AB", "BC", "CD", "DA") for player in (0, 1)]


def test_season_ends_after_all_draw_the_last_card() -> None:
    """A season ends when all have drawn its last card, whatever they draw (English rulebook, "Check Phase")."""
    game_id = GameId("reveals", players=2)
    dealt = [card for season in deal(game_id).seasons for card in season.deck[: season.reveal_count]]
    for place in (0, -1):
        played = play_on(game_id, place)
        assert [event.card for state in played for event in of_kind(Reveal, state.events)] == dealt
    state = after(scene("farmland", "f .\n. .", "F .\n. ."), "farm A2 B2")
    assert not of_kind(Score, state.events)
    state = after(state, "farm A2 B2")
    assert scenes.kinds(state)[:4] == [Draw, Score, Score, SeasonStart]
    assert Reveal in scenes.kinds(state)
    assert (state.season, len(state.scores)) == (1, 1)


def test_illegal_plies() -> None:
    """An illegal ply is refused with a reason and doesn't change the state (English rulebook, "Draw Phase")."""
    for drawn, reason in (
        ("farm A2 A3", "the card does not offer that terrain"),
        ("water A2 A3", "that is not a shape of the card"),
        ("water B3 C3 D4", "that is not a shape of the card"),
        ("water C3 D3 E3", "it reaches past the edge of the map"),
        ("water A1 A2 A3", "it covers a filled space"),
        ("water B1 B2 B3", "it covers a mountain"),
        ("water A4 B4 C4", "it covers wasteland"),
        ("water", "that is not a shape of the card"),
    ):
        state = scene("great-river farmland", "F . . #\n. ^ . .\n. . . .\n. . . .")
        before = picture(state)
        with refused(IllegalMove, match=reason):
            after(state, drawn)
        assert picture(state) == before


def test_objection_names_only_the_spaces_it_is_about() -> None:
    """An objection names only the obstacles under the shape, or all open ruins (English rulebook, "Ruins")."""
    for cards, drawn, refused_ply, objects in (
        ("great-river farmland", "F . . #\n. ^ . .\n. . . .", "water B1 B2 B3", ["B2"]),
        ("temple farmland", "F @ .\n. . w@\n@ . .", "farm B1 B2", ["A2", "C1"]),
    ):
        against = objection(scene(cards, drawn), ply(refused_ply))
        assert against
        assert names(against.spaces) == objects


def test_no_ply_is_legal_after_the_end() -> None:
    """After the end of the game, no ply is legal (English rulebook, "End of the Game")."""
    *_, state = play_on(GameId("over"))
    assert not legal_moves(state)
    with refused(IllegalMove, match="the game is over"):
        after(state, "forest A1")


def test_states_never_change() -> None:
    """Replaying plies restores each state, even across the end of a season, and no ply changes the state before."""
    game_id = GameId("undo", "B", 2)
    played = list(play_on(game_id, -1))
    plies = [legal_moves(state)[-1] for state in played[:-1]]
    for count, state in enumerate(played):
        assert reduce(apply, plies[:count], new_game(game_id)) == state
    state = new_game(GameId("value"))
    blank = picture(state)
    assert picture(after_any(state)) != blank
    assert picture(state) == blank
