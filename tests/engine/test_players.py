"""Games with several players: their turns, their maps, their coins, and the winners."""

from dataclasses import replace

import pytest

from cartographers import Box, GameId, InvalidRecord, State, Terrain, new_game
from cartographers.events import Draw, ForcedReason, GameEnd, Reveal, Score, SeasonScore
from cartographers.scoring import Award
from cartographers.seasons import SEASONS
from plain.referee import ALL_SIDES
from support import scenes
from support.refusals import refused
from support.scenes import after, after_any, of_kind, picture, pictures, play_on, scene, task, turn

ROOM = "\n".join([". . . . ."] * 5)


def company(cards: str, players: int) -> State:
    """Return a scene with an empty map for each player. The last map shows a forest on A1."""
    return scene(cards, *[ROOM] * (players - 1), ROOM.replace(".", "F", 1), game=scenes.HEROIC)


def coins(state: State) -> list[int]:
    """Return the coins on each map."""
    return [sheet.coins for sheet in state.sheets]


@pytest.mark.parametrize("side", ALL_SIDES)
def test_all_players_have_the_same_map_side(side: str) -> None:
    """All players have the same side of the map (English rulebook, "Game Setup")."""
    state = new_game(GameId("same", side, 12))
    assert [picture(state, player) for player in range(12)] == ["\n".join(ALL_SIDES[side])] * 12
    assert coins(state) == [0] * 12


@pytest.mark.parametrize("players", [0, 13, -1])
def test_game_needs_one_to_twelve_players(players: int) -> None:
    """A game needs one to twelve players (summary, "지도 제작자들")."""
    with refused(InvalidRecord, match=f"a game has 1 to 12 players, not {players}"):
        GameId("many", players=players)


@pytest.mark.parametrize("players", range(1, 13))
def test_a_whole_game(players: int) -> None:
    """All players draw for every card and are scored four times (English rulebook, "How to Play")."""
    game = GameId("whole", "B", players, ambush=Box.BOTH, heroes=True)
    events = [event for state in play_on(game, -1) for event in state.events]
    kinds = {"explore", "hero", *(["ambush"] if players > 1 else [])}
    turns = sum(reveal.card.kind in kinds for reveal in of_kind(Reveal, events))
    assert [draw.player for draw in of_kind(Draw, events)] == [*range(players)] * turns
    seasons = ("spring", "summer", "fall", "winter")
    scores = [(event.score.season.name, event.score.player) for event in of_kind(Score, events)]
    assert scores == [(season, player) for season in seasons for player in range(players)]
    [end] = of_kind(GameEnd, events)
    assert len(end.totals) == len(end.monsters) == players


@pytest.mark.parametrize("players", [2, 3, 5, 12])
@pytest.mark.parametrize("card", ["settlement", "dobrik-of-lorkheim"])
def test_players_draw_in_order_on_their_own_maps(card: str, players: int) -> None:
    """All players draw for a card in order on their own maps (English rulebook, "Draw Phase")."""
    state = company(f"{card} lagoon", players)
    for player in range(players):
        assert turn(state) == (player, player, card, "draw")
        before, state = state, after_any(state)
        changed = [number for number in range(players) if state.sheets[number] != before.sheets[number]]
        assert changed == [player]
    assert turn(state) == (0, 0, "lagoon", "draw")


def test_player_has_the_same_choices_or_is_skipped() -> None:
    """Players with equal maps have equal choices; one with a full map is skipped (English rulebook, "Draw Phase").

    No hero attacks such a map (Heroes rulebook, "Reglas de dibujo").
    """
    first = scene("settlement lagoon", "f . .\n. . .", "F . .\n. . .", game=scenes.HEROIC)
    second = after_any(first)
    assert task(second).player == 1
    assert pictures(second) == pictures(first)
    for cards, game in (("farmland hamlet", scenes.BASE), ("dobrik lagoon", scenes.HEROIC)):
        state = scene(cards, "m #\n^ f", "F .\n. .", game=game)
        _, full = of_kind(Draw, state.events)
        assert full == Draw(0, 0, state.sheets[0], 0, ForcedReason.FULL)
        assert picture(state) == "m #\n^ f"
        assert turn(state)[:2] == (1, 1)


CLOCKWISE = {"bugbear-assault", "kobold-onslaught", "giant-troll-ravage", "gorgon-gaze"}
COUNTERCLOCKWISE = {"goblin-attack", "gnoll-raid", "dragon-inferno", "zombie-plague"}


@pytest.mark.parametrize("players", [2, 3, 5, 12])
@pytest.mark.parametrize("card", sorted(CLOCKWISE | COUNTERCLOCKWISE))
def test_ambush_passes_maps_in_the_arrows_direction(card: str, players: int) -> None:
    """In an ambush, the maps are passed in the direction of the arrow (English rulebook, "Ambush")."""
    state = company(f"{card} lagoon", players)
    seats = [*range(players)]
    for player, sheet in enumerate([*seats[-1:], *seats[:-1]] if card in CLOCKWISE else [*seats[1:], 0]):
        assert turn(state) == (player, sheet, card, "draw")
        state = after_any(state)
        draw = of_kind(Draw, state.events)[0]
        assert (draw.player, draw.sheet, draw.terrain) == (player, sheet, Terrain.MONSTER)
        assert draw.after.monster
        if task(state).is_pick:
            assert turn(state) == (player, sheet, card, "pick")
            state = after_any(state)
    assert turn(state) == (0, 0, "lagoon", "draw")


def test_opponent_draws_an_ambush_as_it_fits() -> None:
    """Ambushes may be turned, or are a single monster or nothing where none fits (English rulebook, "Ambush")."""
    state = after_any(scene("kobold", "# # # # #\n# . . . #\n# . . . #\n# . . . #", "F .\n. ."))
    assert task(state).sheet == 0
    across = {f"{r}2 {r}3 {r}4 {s}3" for r, s in ("BC", "CD")} | {f"{r}3 {s}2 {s}3 {s}4" for r, s in ("BC", "CD")}
    down = {"B2 C2 C3 D2", "B3 C3 C4 D3", "B3 C2 C3 D3", "B4 C3 C4 D4"}
    assert pictures(state) == {f"monster {drawn}" for drawn in across | down}
    state = scene("kobold", "f #\n^ w", "F . .\n. # #")
    assert (task(state).player, task(state).sheet) == (0, 1)
    assert pictures(state) == scenes.singles("monster", "A2 A3 B1")
    assert task(state).forced is ForcedReason.NO_FIT
    full = of_kind(Draw, after(state, "monster B1").events)[1]
    assert (full.player, full.sheet, full.forced) == (1, 0, ForcedReason.FULL)


def test_mountain_coin_goes_to_the_maps_owner() -> None:
    """The coin for a mountain goes to the map's owner, whoever surrounds it (English rulebook, "Draw Phase")."""
    state = scene("kobold farmland", "f . .\n. . .\n. . .", scenes.SURROUNDED_BUT_FOR_ONE)
    assert (task(state).player, task(state).sheet) == (0, 1)
    state = after(state, "monster A3 B3 B4 C3")
    assert scenes.coins_gained(state) == [1]
    assert coins(state) == [0, 1]


def test_each_players_edicts_coins_and_monsters_are_scored() -> None:
    """Each player's edicts, coins, and monsters are scored (English rulebook, "Scoring the Queen's Edicts")."""
    maps = ("^ f ^\n. . .\n. . .\n. . .", "v v v\nv v v\n. . .\n. . .", "F m .\n. . .\n. . .\n. . .")
    state = after(scene("farmland", *maps), *["farm D1 D2"] * 3)
    scores = [event.to_json() for event in of_kind(Score, state.events)]
    assert [tuple(score[of] for of in ("player", "edicts", "coins", "monsters", "total")) for score in scores] == [
        (0, {"A": 6, "B": 0}, 1, 0, 7),
        (1, {"A": 0, "B": 8}, 1, 0, 9),
        (2, {"A": 0, "B": 0}, 1, -2, -1),
    ]
    assert [state.total(player) for player in range(3)] == [7, 9, -1]


def ended(*players: tuple[int, int]) -> GameEnd:
    """Return the end of a game after each player's stars before winter, less the losses, and the losses themselves."""
    earlier = tuple(
        tuple(
            SeasonScore(season, player, {"A": (Award(earned + lost, 0),)}, 0, (Award(-lost, 0),))
            if player % 3 == number
            else SeasonScore(season, player, {}, 0, ())
            for player, (earned, lost) in enumerate(players)
        )
        for number, season in enumerate(SEASONS[Box.BASE][:3])
    )
    empty = ". . .\n. . .\n. . ."
    state = scene("farmland", *[empty] * (len(players) - 1), empty.replace(".", "F", 1), season=3)
    end = after(replace(state, scores=earlier), *["farm B2 B3"] * len(players)).events[-1]
    assert isinstance(end, GameEnd)
    return end


def test_most_stars_win_and_then_smallest_losses() -> None:
    """The most stars win, then the smallest losses to monsters; others tie (English rulebook, "End of the Game")."""
    for players, winners in (
        ([(5, 0), (7, 9), (6, 0)], (1,)),
        ([(7, 5), (7, 3), (6, 0)], (1,)),
        ([(7, 3), (7, 5), (7, 4)], (0,)),
        ([(7, 3), (4, 0), (7, 3)], (0, 2)),
        ([(5, 1)] * 12, tuple(range(12))),
    ):
        totals, lost = tuple(earned + 1 for earned, _ in players), tuple(-lost for _, lost in players)
        assert ended(*players) == GameEnd(totals, lost, winners, None, None)


def test_only_a_solo_game_has_a_rating() -> None:
    """Only a solo game has a rating and a title (English rulebook, "Changes to Scoring")."""
    assert ended((80, 0)) == GameEnd((81,), (0,), (0,), 81 - 18 - 16 - 22 - 24, "apprentice-surveyor")
    several = ended((80, 0), (90, 0))
    assert (several.rating, several.title) == (None, None)
