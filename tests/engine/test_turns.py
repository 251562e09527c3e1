"""Turns: short scenes on small drawn maps.

``scene(cards, maps)`` stands right before the cards are revealed, and plays on: the CAPITAL on the last map is what its
owner draws on the Rift Lands before them. So a map shows how things lie when the first of the cards is revealed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, TypeVar

import pytest

from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, Card
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.diagram import diagram, read_diagram, read_marked_diagram
from cartographers.errors import IllegalMove
from cartographers.events import Ambush, Draw, End, Forced, Reveal, Score, SeasonScore, SeasonStart
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import Ply, State, Task, apply, is_legal, legal_moves, new_game, objection
from cartographers.game_id import GameId
from cartographers.region import names, region_of, space_named
from cartographers.scoring import CARD_NAMED, Award, stars
from cartographers.seasons import SEASONS
from cartographers.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cartographers.events import Event

T = TypeVar("T")

CARD: dict[str, Card] = {card.id: card for card in (*EXPLORE, *RUINS, *AMBUSH)}
EDICTS = tuple(CARD_NAMED[name] for name in ("stoneside-forest", "wildholds", "mages-valley", "borderlands"))
FOREST, VILLAGE, FARM, WATER, MONSTER = Terrain

RUIN, OTHER_RUIN = "temple-ruins", "outpost-ruins"
GOBLINS, BUGBEARS, KOBOLDS, GNOLLS = "goblin-attack", "bugbear-assault", "kobold-onslaught", "gnoll-raid"


# --- how scenes are made and read ---------------------------------------------------------------------------------


def scene(cards: str, *maps: str, coins: int = 0, season: int = 0) -> State:
    """Return the state after the cards have been revealed up to the first choice; the season ends with the last one."""
    *others, last = [read_marked_diagram(shown(drawn)) for drawn in maps]
    before = replace(last[0], forest=last[0].forest & ~last[1])
    deck = tuple(CARD[name] for name in ("rift-lands", *cards.split()))
    seasons = list(deal(GameId("scene")).seasons)
    seasons[season] = SeasonDeal(SEASONS[season], deck, len(deck))
    state = State(
        Deal(GameId("scene", players=len(maps)), EDICTS, tuple(seasons)),
        tuple(replace(sheet, coins=coins) for sheet in (*[sheet for sheet, _ in others], before)),
        season=season,
        revealed=1,
        task=Task(len(maps) - 1, len(maps) - 1, EXPLORE[-1].options),
    )
    return apply(state, Ply(FOREST, last[1]))


def ply(terrain: Terrain, spaces: str) -> Ply:
    """Return the ply on the named spaces."""
    return Ply(terrain, region_of(map(space_named, spaces.split())))


def task(state: State) -> Task:
    """Return what is to be drawn."""
    assert state.task
    return state.task


def pictures(state: State) -> set[str]:
    """Return the legal plies as texts such as ``forest A1 A2``."""
    return {" ".join([drawn.terrain.value, *names(drawn.region)]) for drawn in legal_moves(state)}


def picture(state: State, sheet: int = 0) -> str:
    """Return a sheet's map."""
    return "\n".join(diagram(state.sheets[sheet]))


def shown(text: str) -> str:
    """Return a drawn map without its margin."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def of_kind(kind: type[T], events: tuple[Event, ...]) -> list[T]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def singles(terrains: str, spaces: str) -> set[str]:
    """Return single spaces of the terrains on the spaces, as ``pictures`` shows them."""
    return {f"{terrain} {space}" for terrain in terrains.split() for space in spaces.split()}


def first_ply_each(game_id: GameId) -> Iterator[State]:
    """Play a game in which the first legal ply is drawn each time; yield all of its states."""
    state = new_game(game_id)
    yield state
    while not state.over:
        state = apply(state, legal_moves(state)[0])
        yield state


# --- ruins --------------------------------------------------------------------------------------------------------

RUINED = """
    F . . .
    . @ . .
    . . . .
    . . . @
    . . . .
"""


def test_a_shape_must_cover_ruins() -> None:
    """Every legal ply covers one of them, and one is enough."""
    state = scene(f"{RUIN} hamlet farmland", RUINED)
    assert all("B2" in drawn or "D4" in drawn for drawn in pictures(state))
    assert "village A2 B2 B3" in pictures(state)
    assert task(state).forced is Forced.NONE
    with pytest.raises(IllegalMove, match="it must cover ruins"):
        apply(state, ply(VILLAGE, "A2 A3 B3"))


def test_ruins_wait_through_an_ambush() -> None:
    """The ambush resolves as always; the explore card after it must cover ruins, the next one need not."""
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


def test_several_players_draw_an_ambush_between_ruins_and_explore_card_without_a_duty() -> None:
    """Nobody must cover ruins with monsters, and everybody must with the card after."""
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
    """After the first explore card nothing is due, although other ruins are still unfilled."""
    state = scene(f"{RUIN} {OTHER_RUIN} hamlet farmland", RUINED)
    assert "village A2 A3 B3" not in pictures(state)
    state = apply(state, ply(VILLAGE, "B2 C2 C3"))
    assert "farm E1 E2" in pictures(state)


def test_ruins_that_no_shape_can_cover() -> None:
    """A single space of any terrain, anywhere, and no coin; the card's own shapes are gone although they would fit."""
    state = scene(
        f"{RUIN} hamlet farmland",
        """
        F . . #
        . . # @
        . . . #
        """,
    )
    assert pictures(state) == singles("forest village farm water monster", "A2 A3 B1 B2 B4 C1 C2 C3")
    assert task(state).forced is Forced.RUINS
    state = apply(state, ply(WATER, "A2"))
    [draw] = of_kind(Draw, state.events)
    assert (draw.forced, draw.coins_gained) == (Forced.RUINS, 0)
    assert "farm B1 B2" in pictures(state)


def test_ruins_that_are_all_filled() -> None:
    """The same as ruins that cannot be covered."""
    state = scene(f"{RUIN} hamlet", "F w@\n. .\n. #")
    assert pictures(state) == singles("forest village farm water monster", "B1 B2 C1")
    assert task(state).forced is Forced.RUINS


def test_ruins_are_stronger_than_no_fit() -> None:
    """Where the card's shapes fit nowhere at all while ruins are due, any terrain may be drawn."""
    state = scene(f"{RUIN} fishing-village", "F . @\n. . .")
    assert pictures(state) == singles("forest village farm water monster", "A2 A3 B1 B2 B3")
    assert task(state).forced is Forced.RUINS


def test_rift_lands_on_ruins() -> None:
    """The single space must be on ruins if it can: an ordinary draw of any of the five terrains."""
    state = scene(f"{RUIN} rift-lands", "F . @\n. @ #")
    assert pictures(state) == singles("forest village farm water monster", "A3 B2")
    assert task(state).forced is Forced.NONE


def test_rift_lands_without_open_ruins() -> None:
    """It is anywhere, and forced."""
    state = scene(f"{RUIN} rift-lands", "F . w@\n. . #")
    assert pictures(state) == singles("forest village farm water monster", "A2 B1 B2")
    assert task(state).forced is Forced.RUINS


def test_ruins_may_be_covered_at_any_time() -> None:
    """Without a ruins card they are spaces like others."""
    state = scene("farmland", "F @\n. .")
    assert pictures(state) == {"farm A2 B2", "farm B1 B2"}
    assert picture(apply(state, ply(FARM, "A2 B2"))) == "f a@\n. a"


# --- what does not fit --------------------------------------------------------------------------------------------


def test_no_shape_fits() -> None:
    """A single space of the card's terrain, without the card's coin."""
    state = scene("farmland great-river", "F # .\n# . #")
    assert pictures(state) == singles("farm", "A3 B2")
    assert task(state).forced is Forced.NO_FIT
    [draw] = of_kind(Draw, apply(state, ply(FARM, "A3")).events)
    assert (draw.forced, draw.coins_gained) == (Forced.NO_FIT, 0)


def test_no_shape_fits_of_a_card_with_two_terrains() -> None:
    """Either of the two."""
    state = scene("orchard", "F # .\n# . #")
    assert pictures(state) == singles("forest farm", "A3 B2")


def test_a_single_space_is_no_choice() -> None:
    """As long as one of the shapes fits, the other options are the card's only."""
    state = scene("farmland", "F # .\n. . #")
    assert pictures(state) == {"farm B1 B2"}


def test_a_forced_single_space_can_close_a_mountain() -> None:
    """The card's coin is lost, the mountain's is not."""
    state = scene("farmland", "F # .\n# ^ #\n# . #")
    [draw] = of_kind(Draw, apply(state, ply(FARM, "C2")).events)
    assert (draw.forced, draw.coins_gained) == (Forced.NO_FIT, 1)


def test_a_full_map() -> None:
    """Nothing is drawn, and the game goes on to its end without a choice."""
    state = scene(f"farmland {RUIN} {GOBLINS} hamlet", "F #\nw ^")
    assert state.over
    assert not legal_moves(state)
    _, *draws = of_kind(Draw, state.events)
    assert {(draw.forced, draw.terrain, draw.region) for draw in draws} == {(Forced.FULL, None, 0)}
    explores = [event for event in of_kind(Reveal, state.events) if event.card.kind == "explore"]
    assert len(draws) == len(explores)
    assert [event.score.season.name for event in of_kind(Score, state.events)] == ["spring", "summer", "fall", "winter"]
    assert isinstance(state.events[-1], End)


def test_a_full_map_among_others() -> None:
    """Who can draw nothing is passed over, and it is told."""
    state = scene("farmland hamlet", "w #\n^ f", "F .\n. .")
    _, full = of_kind(Draw, state.events)
    assert (full.player, full.sheet, full.forced) == (0, 0, Forced.FULL)
    assert task(state).player == 1


# --- shapes at the border -----------------------------------------------------------------------------------------


def test_a_split_shape_never_wraps_around_the_border() -> None:
    """In the integer of a region A11 and B1 are two bits apart, like the bugbears' cells; on the map they are not."""
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


def test_a_straight_shape_never_wraps_around_the_border() -> None:
    """Four spaces at the end of a row and the beginning of the next are no row of four."""
    state = scene("fishing-village", "F # # # # # # # . . .\n. . . # # # # # # # #")
    assert not is_legal(state, ply(WATER, "A10 A11 B1 B2"))
    assert task(state).forced is Forced.NO_FIT


def test_the_gap_in_a_split_shape_may_be_filled() -> None:
    """The bugbears stand left and right of anything."""
    state = scene(BUGBEARS, "f w #\n. ^ .\n. # .", "F .\n. .")
    state = apply(state, legal_moves(state)[0])
    assert pictures(state) == {"monster B1 B3 C1 C3"}


# --- coins --------------------------------------------------------------------------------------------------------


def test_a_coin_shape_pays() -> None:
    """The small shape does, the large one does not."""
    state = scene("hamlet farmland", "F . .\n. . .\n. . .")
    for spaces, coins in (("A2 A3 B3", 1), ("A2 A3 B2 B3 C3", 0)):
        [draw] = of_kind(Draw, apply(state, ply(VILLAGE, spaces)).events)
        assert (draw.coins_gained, draw.after.coins) == (coins, coins)


SURROUNDED_BUT_FOR_ONE = """
    F w . .
    w ^ . .
    . w . .
    . . . .
"""


def test_a_mountain_pays_once() -> None:
    """The moment its fourth neighbour is filled, and never again."""
    state = scene("rift-lands rift-lands rift-lands", SURROUNDED_BUT_FOR_ONE)
    gained = []
    for space in ("C1", "B3", "C3"):
        state = apply(state, ply(WATER, space))
        gained += [draw.coins_gained for draw in of_kind(Draw, state.events)]
    assert gained == [0, 1, 0]
    assert state.sheets[0].coins == 1


def test_two_mountains_and_a_coin_shape_pay_together() -> None:
    """All that one draw fills is paid."""
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


def test_monsters_close_a_mountain_of_a_lone_cartographer() -> None:
    """The ambush pays the coin."""
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


def test_fourteen_coins_are_all() -> None:
    """Further coins are lost; what is gained counts only symbols that are really filled."""
    state = scene("farmland farmland", SURROUNDED_BUT_FOR_ONE, coins=13)
    state = apply(state, ply(FARM, "B3 B4"))
    [draw] = of_kind(Draw, state.events)
    assert (draw.coins_gained, draw.after.coins) == (1, 14)
    [draw] = of_kind(Draw, apply(state, ply(FARM, "D1 D2")).events)
    assert (draw.coins_gained, draw.after.coins) == (0, 14)


# --- ambushes -----------------------------------------------------------------------------------------------------


def test_an_ambush_that_fits_nowhere_is_ignored() -> None:
    """Alone, nothing is drawn at all; the game goes on."""
    state = scene(f"{GOBLINS} farmland", "F .\n. .")
    [ambush] = of_kind(Ambush, state.events)
    assert (ambush.region, ambush.trail, ambush.coins_gained) == (0, (), 0)
    assert ambush.to_json()["spaces"] == []
    assert picture(state) == "f .\n. ."
    assert "farm A2 B2" in pictures(state)


def test_a_solo_ambush_is_never_turned() -> None:
    """The first place would do for the gnolls turned round, the second one does as printed."""
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


def test_a_solo_ambush_walks_the_border_before_it_moves_in() -> None:
    """The kobolds start in the bottom left corner and go clockwise: up the left border first."""
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


@pytest.mark.parametrize(
    ("card", "sheets"),
    [(KOBOLDS, [2, 0, 1]), (BUGBEARS, [2, 0, 1]), (GOBLINS, [1, 2, 0]), (GNOLLS, [1, 2, 0])],
)
def test_maps_are_passed_along_the_arrow(card: str, sheets: list[int]) -> None:
    """Clockwise: players 0, 1, 2 draw on the maps of 2, 0, 1, since each map is drawn on by the next player."""
    room = ". . . .\n. . . .\n. . . .\n. . . ."
    state = scene(card, room, room, room.replace(".", "F", 1))
    drawn_on = []
    for player in range(3):
        assert task(state).player == player
        drawn_on.append(task(state).sheet)
        state = apply(state, legal_moves(state)[-1])
        draw = of_kind(Draw, state.events)[0]
        assert (draw.player, draw.sheet, draw.terrain) == (player, drawn_on[-1], MONSTER)
        assert draw.after.monster
    assert drawn_on == sheets


def test_an_opponents_ambush_pays_the_owner_of_the_map() -> None:
    """The coin of a mountain belongs to its map."""
    state = scene(f"{KOBOLDS} farmland", "f . .\n. . .\n. . .", SURROUNDED_BUT_FOR_ONE)
    assert (task(state).player, task(state).sheet) == (0, 1)
    state = apply(state, ply(MONSTER, "A3 B3 B4 C3"))
    [draw] = of_kind(Draw, state.events)
    assert draw.coins_gained == 1
    assert [sheet.coins for sheet in state.sheets] == [0, 1]


def test_an_ambush_that_fits_nowhere_on_a_neighbours_map() -> None:
    """A single monster anywhere on it; nothing when the map is full."""
    state = scene(KOBOLDS, "f #\n^ w", "F . .\n. # #")
    assert (task(state).player, task(state).sheet) == (0, 1)
    assert pictures(state) == singles("monster", "A2 A3 B1")
    assert task(state).forced is Forced.NO_FIT
    state = apply(state, ply(MONSTER, "B1"))
    full = of_kind(Draw, state.events)[1]
    assert (full.player, full.sheet, full.forced) == (1, 0, Forced.FULL)


# --- the deal and the seasons -------------------------------------------------------------------------------------


def test_a_season_lasts_until_its_threshold() -> None:
    """The last card revealed is the one with which the times reach it."""
    for seed in range(100):
        for season, threshold in zip(deal(GameId(str(seed))).seasons, (8, 8, 7, 6), strict=True):
            times = [card.time for card in season.deck[: season.reveals]]
            assert sum(times[:-1]) < threshold <= sum(times), f"seed {seed}, {season.season.name}"


def test_ambushes_wait_in_the_deck_until_they_are_revealed() -> None:
    """One new one joins each season; a revealed one leaves for good; all other cards are in every deck."""
    some_waited = some_left = False
    for seed in range(100):
        waiting: set[AmbushCard] = set()
        joined: list[AmbushCard] = []
        for season in deal(GameId(str(seed))).seasons:
            in_deck = {card for card in season.deck if isinstance(card, AmbushCard)}
            new = in_deck - waiting
            assert len(new) == 1, f"seed {seed}, {season.season.name}"
            assert waiting <= in_deck
            assert set(season.deck) == {*RUINS, *EXPLORE, *in_deck}
            assert len(season.deck) == 13 + len(in_deck)
            joined += new
            waiting = in_deck - set(season.deck[: season.reveals])
            some_waited |= bool(waiting)
            some_left |= waiting != in_deck
        assert set(joined) == set(AMBUSH)
        assert len(joined) == 4
    assert some_waited
    assert some_left


def test_a_deal_is_random() -> None:
    """Over some seeds every edict, first card and ambush comes first now and then."""
    deals = [deal(GameId(str(seed))) for seed in range(300)]
    assert {dealt.edicts[0] for dealt in deals} == set(CARD_NAMED.values())
    assert {dealt.seasons[0].deck[0] for dealt in deals} == {*EXPLORE, *RUINS, *AMBUSH}
    assert len({dealt.seasons[0].deck for dealt in deals}) == len(deals)
    assert all(dealt.seasons[0].deck != dealt.seasons[1].deck for dealt in deals)


def test_seasons_score_their_edicts() -> None:
    """A and B, B and C, C and D, D and A: by those cards on the maps as they then are, with coins and monsters."""
    scored = []
    for state in first_ply_each(GameId("seasons", players=2)):
        for event in of_kind(Score, state.events):
            score = event.score
            scored.append(("".join(score.edicts), score.player))
            if state.over:
                sheet = state.sheets[score.player]
                for letter, awards in score.edicts.items():
                    assert awards == state.deal.edicts["ABCD".index(letter)](sheet)
                edict_stars = sum(stars(awards) for awards in score.edicts.values())
                assert score.total == edict_stars + sheet.coins + score.monsters
    assert scored == [(letters, player) for letters in ("AB", "BC", "CD", "DA") for player in (0, 1)]


def test_a_season_ends_after_its_last_draw() -> None:
    """Nothing is scored before everyone has drawn the last card; then the next season starts with a new deck."""
    state = scene("farmland", "f .\n. .", "F .\n. .")
    state = apply(state, ply(FARM, "A2 B2"))
    assert not of_kind(Score, state.events)
    state = apply(state, ply(FARM, "A2 B2"))
    kinds = [type(event) for event in state.events]
    assert kinds[:4] == [Draw, Score, Score, SeasonStart]
    assert Reveal in kinds
    assert (state.season, len(state.scores)) == (1, 1)


# --- the end ------------------------------------------------------------------------------------------------------


def ended(*players: tuple[int, int]) -> End:
    """Return the end of a game whose winter brings nothing.

    Each player comes with the stars earned before winter, monsters already taken off, and what was lost to monsters.
    """
    earlier = tuple(
        tuple(
            SeasonScore(
                season, number, {"A": (Award(earned + lost if first else 0, 0),)}, 0, (Award(-lost * first, 0),)
            )
            for number, (earned, lost) in enumerate(players)
        )
        for first, season in zip((True, False, False), SEASONS, strict=False)
    )
    empty = ". . .\n. . .\n. . ."
    state = scene("farmland", *[empty] * (len(players) - 1), empty.replace(".", "F", 1), season=3)
    state = replace(state, scores=earlier)
    while not state.over:
        state = apply(state, ply(FARM, "B2 B3"))
    end = state.events[-1]
    assert isinstance(end, End)
    return end


def test_most_stars_win() -> None:
    """However much was lost to monsters."""
    end = ended((5, 0), (7, 9), (6, 0))
    assert end.winners == (1,)
    assert end.monsters == (0, -9, 0)


def test_a_tie_goes_to_who_lost_least_to_monsters() -> None:
    """Over all four seasons."""
    assert ended((7, 5), (7, 3), (6, 0)).winners == (1,)


def test_a_further_tie_is_shared() -> None:
    """By all who tie."""
    assert ended((7, 3), (4, 0), (7, 3)).winners == (0, 2)


def test_only_a_solo_game_has_a_rating() -> None:
    """Its stars less the four solo numbers, and a title."""
    alone = ended((80, 0))
    assert alone.winners == (0,)
    assert alone.rating == alone.totals[0] - sum(card.solo for card in EDICTS)
    assert alone.title == "Apprentice Surveyor"
    several = ended((80, 0), (90, 0))
    assert (several.rating, several.title) == (None, None)


# --- plies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "spaces", "reason"),
    [
        (FARM, "A2 A3", "the card does not offer that terrain"),
        (WATER, "A2 A3", "that is not a shape of the card"),
        (WATER, "B3 C3 D4", "that is not a shape of the card"),
        (WATER, "C3 D3 E3", "it reaches over the edge of the map"),
        (WATER, "A1 A2 A3", "it covers a filled space"),
        (WATER, "B1 B2 B3", "it covers a mountain"),
        (WATER, "A4 B4 C4", "it covers wasteland"),
        (WATER, "", "that is not a shape of the card"),
    ],
)
def test_illegal_plies(terrain: Terrain, spaces: str, reason: str) -> None:
    """Each is refused with its reason, and the state remains as it was."""
    state = scene("great-river farmland", "F . . #\n. ^ . .\n. . . .\n. . . .")
    before = picture(state)
    with pytest.raises(IllegalMove, match=reason):
        apply(state, ply(terrain, spaces))
    assert picture(state) == before


def test_an_objection_names_the_spaces_in_the_way() -> None:
    """The mountain itself, not the whole shape."""
    state = scene("great-river farmland", "F . . #\n. ^ . .\n. . . .")
    against = objection(state, ply(WATER, "B1 B2 B3"))
    assert against
    assert names(against.spaces) == ["B2"]


def test_nothing_is_legal_after_the_end() -> None:
    """The game is over."""
    *_, state = first_ply_each(GameId("over"))
    assert not legal_moves(state)
    with pytest.raises(IllegalMove, match="the game is over"):
        apply(state, ply(FOREST, "A1"))


def test_undo_is_dropping_a_ply() -> None:
    """The plies without the last one lead to the state before it, across a season's end too."""
    game_id = GameId("undo", "B", 2)
    plies = []
    played = [new_game(game_id)]
    while not played[-1].over:
        plies.append(legal_moves(played[-1])[-1])
        played.append(apply(played[-1], plies[-1]))
    for count in range(len(plies) + 1):
        assert reduce(apply, plies[:count], new_game(game_id)) == played[count]


def test_the_sheets_before_a_ply_stay_as_they_were() -> None:
    """States are values."""
    state = new_game(GameId("value"))
    blank = picture(state)
    assert picture(apply(state, legal_moves(state)[0])) != blank
    assert picture(state) == blank


def test_every_player_starts_on_the_same_map() -> None:
    """One map for all."""
    state = new_game(GameId("same", "B", 3))
    assert [picture(state, player) for player in range(3)] == [picture(state)] * 3
    assert read_diagram(picture(state)) == state.sheets[0]
