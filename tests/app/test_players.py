"""Several players on one device: the holder of the device, the owner of the map on the page, and the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, repeat
from random import Random

import pytest

from app import messages as m
from app.board.map_view import map_picture, small_map
from app.board.names import player_name
from app.drawing.element import Element, text_of, walk
from app.drawing.map_art import arrivals
from app.game.game import Game, moment_of
from app.game.ghost import first_ghost
from app.game.setup import Cartographer
from app.game.shelf import shelf_of
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.visit import Visit
from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, Option
from cartographers.events import GameEnd, Reveal, Score, Spread
from cartographers.game_id import GameId
from cartographers.polyomino import MONOMINO
from cartographers.rules import is_legal
from cartographers.seasons import EDICTS
from cartographers.state import State
from cartographers.terrain import Terrain
from support.playing import (
    ANA,
    BASE_A,
    BORIS,
    GAMES,
    NOBODY,
    PAIR,
    SEED,
    TOGETHER,
    TRIO,
    WORDS,
    after,
    at_rest,
    begun,
    buttons,
    choosing,
    drawn,
    game_of,
    heard,
    integer,
    labels,
    part,
    played,
    ply_of,
    pressed,
    scene_of,
    screen_of,
    shown,
    task_of,
    tile_stars,
    to_be_seen,
    told,
    told_on,
    with_class,
    with_screen,
)
from support.visits import arrive, updated
from words import number

VISITS = [visit for game in TOGETHER.values() for _, visit in game]


def plies(game: list[tuple[m.Message, Visit]]) -> Iterator[tuple[Visit, Visit]]:
    """Yield the visits right before and right after each ply of a game."""
    before = game[0][1]
    for message, visit in game:
        if isinstance(message, m.Confirm) and game_of(visit) is not game_of(before):
            yield before, visit
        before = visit


PLIES = [pair for game in TOGETHER.values() for pair in plies(game)]


def name_in(game: Game, player: int) -> str:
    """Return the name of a player on the page."""
    return game.cartographers[player].name or f"Player {player + 1}"


def map_in(game: Game, player: int) -> str:
    """Return the name of a player's map on the page."""
    land = game.cartographers[player].land
    return f"{land}, {name_in(game, player)}'s map" if land else f"{name_in(game, player)}'s map"


def at_curtain(visit: Visit) -> Visit:
    """Return the visit at the next curtain, or at the next choice or the end if there is no curtain before that."""
    while scene_of(visit) and not isinstance(scene_of(visit), CurtainScene | EndScene):
        visit = updated(visit, m.Proceed())
    return visit


def passed_to(visit: Visit) -> int | None:
    """Return the player to whom the device must be passed now."""
    scene = scene_of(visit)
    return scene.task.player if isinstance(scene, CurtainScene) else None


# ------------------------------------------------------------------- curtains


@pytest.mark.parametrize("name", TOGETHER)
def test_a_game_begins_with_a_curtain_for_the_first_player(name: str) -> None:
    """A game begins with a curtain for the first player, because nobody has held the device yet."""
    visit = TOGETHER[name][0][1]
    assert len(screen_of(visit).stage.pending) == 1
    assert passed_to(visit) == 0
    assert screen_of(choosing(visit)).stage.pending == ()


def told_of(before: State, after_it: State) -> list[str]:
    """Return the expected scenes after a ply, in order."""
    kinds = []
    for event in after_it.events:
        match event:
            case Score(score) if score.player == 0:
                kinds.append("SeasonScene")
            case Spread() if kinds[-1:] != ["SpreadScene"]:
                kinds.append("SpreadScene")
            case GameEnd():
                kinds.append("EndScene")
    if before.task and after_it.task and after_it.task.player != before.task.player:
        kinds.append("CurtainScene")
    return kinds


def test_ply_leads_to_seasons_then_spreads_then_curtain() -> None:
    """A ply is followed by seasons, then spreading beasts, then a curtain unless the same player continues."""
    seen = set()
    for before, now in PLIES:
        kinds = [type(scene).__name__ for scene in screen_of(now).stage.pending]
        assert kinds == told_of(game_of(before).state, game_of(now).state)
        seen.add(tuple(kinds))
    season, curtain, end = "SeasonScene", "CurtainScene", "EndScene"
    assert seen >= {(), (curtain,), (season, curtain), (season, end)}
    assert any("SpreadScene" in kinds for kinds in seen)


def test_no_curtain_between_a_gorgon_and_its_pick() -> None:
    """No curtain comes between drawing a gorgon and its pick, because the same player picks at once."""
    found = 0
    for before, now in PLIES:
        task, following = task_of(before), game_of(now).state.task
        if following and following.card.id == "gorgon-gaze" and following.is_pick:
            assert (task.card, task.player, task.sheet) == (following.card, following.player, following.sheet)
            assert screen_of(now).stage.pending == ()
            found += 1
    assert found


def holders(game: list[tuple[m.Message, Visit]]) -> Iterator[tuple[int | None, Visit]]:
    """Yield the player who holds the device and the visit, for each message of a game."""
    holder, before = None, game[0][1]
    for message, visit in game:
        if isinstance(message, m.Proceed) and isinstance(scene_of(before), CurtainScene):
            holder = passed_to(before)
        yield holder, visit
        before = visit


@pytest.mark.parametrize("name", TOGETHER)
def test_device_holder_makes_the_choices(name: str) -> None:
    """The device changes hands only at curtains, always to another player, and its holder makes the choices."""
    passed = 0
    for holder, visit in holders(TOGETHER[name]):
        if scene_of(visit) is None:
            assert task_of(visit).player == holder == screen_of(visit).holder
        if isinstance(scene_of(visit), CurtainScene):
            assert passed_to(visit) != holder
            assert passed_to(visit) == task_of(visit).player
            passed += 1
    assert passed > 20


def test_curtain_shows_player_card_and_map_owner() -> None:
    """A curtain shows the next player's name and title, the card, and the owner of the map if it isn't that player."""
    others = picks = titles = 0
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, CurtainScene):
            continue
        game, task = game_of(visit), scene.task
        [curtain] = with_class(shown(visit), "curtain")
        text = text_of(curtain)
        assert f"To {name_in(game, task.player)}" in text
        assert game.cartographers[task.player].title in text
        titles += bool(game.cartographers[task.player].title)
        assert text_of(buttons(curtain)["proceed"]) == f"I'm {name_in(game, task.player)}"
        for player in range(game.id.players):
            on_it = f"on {map_in(game, player)}"
            assert (on_it in text) == (map_in(game, player) == map_in(game, task.sheet) and task.sheet != task.player)
        assert ("Ambush!" in text) == (isinstance(task.card, AmbushCard) and not task.is_pick)
        assert ("Pick a space to destroy" in text) == task.is_pick
        others += task.sheet != task.player
        picks += task.is_pick
    assert others
    assert picks
    assert titles


def test_curtain_shows_the_season_and_all_players() -> None:
    """A curtain shows the season's edicts by name, and the crest, name, and stars of each player."""
    seen = set()
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, CurtainScene):
            continue
        game, [curtain] = game_of(visit), with_class(shown(visit), "curtain")
        letters = scene.moment.season.edicts
        dealt = dict(zip(EDICTS, game.state.deal.edicts, strict=True))
        names = [WORDS(f"name.{dealt[letter].id}") for letter in letters]
        [edicts], [everyone] = (with_class(curtain, look) for look in ("season-edicts", "everyones"))
        assert text_of(edicts) == "".join(names)
        totals = [number(game.state.total(player, scene.moment.scored_seasons)) for player in range(game.id.players)]
        assert [text_of(row) for row in everyone.children if isinstance(row, Element)] == [
            f"{name_in(game, player)}{total}" for player, total in enumerate(totals)
        ]
        [following] = with_class(everyone, "next")
        assert name_in(game, scene.task.player) in text_of(following)
        seen.add(letters)
    assert len(seen) == len(EDICTS)


@pytest.mark.parametrize("card", AMBUSH[Box.HEROES], ids=lambda card: card.id)
def test_curtain_announces_only_upcoming_effects(card: AmbushCard) -> None:
    """A curtain only announces effects that will happen: none after winter, and no letter for a forced single space."""
    curtained = [visit for visit in VISITS if isinstance(scene_of(visit), CurtainScene)]
    seasons = {game_of(visit).state.season: visit for visit in curtained}
    assert seasons.keys() == {0, 1, 2, 3}
    for season, visit in seasons.items():
        scene = scene_of(visit)
        assert isinstance(scene, CurtainScene)
        for options, lettered in ((card.options, True), ((Option(Terrain.MONSTER, MONOMINO),), False)):
            other = replace(scene, task=scene.task._replace(card=card, options=options))
            text = text_of(with_class(shown(with_screen(visit, pending=(other,))), "curtain")[0])
            assert card.beast
            comes = lettered and not (card.beast.acts_after_seasons and season == 3)
            assert (WORDS(f"beast.{card.beast.value}") in text) == comes


def test_curtain_blocks_the_page() -> None:
    """Nothing below a curtain can be pressed, and messages about the ghost change nothing."""
    visit = at_curtain(begun(TRIO))
    page = shown(visit)
    below = page.children[0]
    assert isinstance(below, Element)
    assert "inert" in below.attributes
    assert "confirm" not in buttons(page)
    assert updated(visit, m.Confirm()) == visit


def test_twelve_players_draw_in_turn() -> None:
    """Each of twelve players draws once before anybody draws again."""
    visit = begun(replace(PAIR, players=12))
    rng = Random(SEED)  # noqa: S311 - a game to look at, and repeatable on purpose
    order = []
    for _ in range(24):
        order.append(passed_to(visit))
        visit = at_curtain(drawn(choosing(visit), rng))
    assert order == [*range(12), *range(12)]


# ------------------------------------------------------------------- undo


def test_undo_at_curtain_leads_straight_to_previous_player() -> None:
    """Undo at a curtain leads straight back to the player who has just drawn and still holds the device."""
    found = 0
    for before, now in PLIES:
        visit = at_curtain(now)
        if isinstance(scene_of(visit), CurtainScene):
            undone = updated(visit, m.Undo(sure=True))
            assert game_of(undone).state == game_of(before).state
            assert screen_of(undone).stage.pending == ()
            assert screen_of(undone).ghost is not None
            found += 1
    assert found > 50


def test_undo_after_passing_the_device_shows_a_curtain() -> None:
    """Undo after the device was passed on shows a curtain for the player who drew, and then that choice again."""
    found = 0
    for before, now in PLIES:
        visit = choosing(now)
        if scene_of(visit) is None and task_of(visit).player != task_of(before).player:
            undone = updated(visit, m.Undo(sure=True))
            assert len(screen_of(undone).stage.pending) == 1
            assert passed_to(undone) == task_of(before).player
            assert screen_of(choosing(undone)).stage.pending == ()
            assert game_of(undone).state == game_of(before).state
            assert screen_of(choosing(undone)).ghost is not None
            found += 1
    assert found > 50


def test_undoing_own_ply_needs_no_curtain() -> None:
    """Undoing a player's own ply needs no curtain, because the device hasn't changed hands."""
    found = 0
    for before, now in PLIES:
        visit = choosing(now)
        if scene_of(visit) is None and task_of(visit).player == task_of(before).player:
            assert screen_of(updated(visit, m.Undo(sure=True))).stage.pending == ()
            found += 1
    assert found


def test_undo_during_season_count_needs_no_curtain() -> None:
    """Undoing during a season's count needs no curtain, because the device hasn't been passed on yet."""
    found = 0
    for before, now in PLIES:
        if isinstance(scene_of(now), SeasonScene):
            undone = updated(now, m.Undo(sure=True))
            assert game_of(undone).state == game_of(before).state
            assert screen_of(undone).stage.pending == ()
            found += 1
    assert found == 4 * len(TOGETHER)


def test_third_player_can_undo_two_plies() -> None:
    """With three players, the third can undo what the second drew and then what the first drew."""
    visit = begun(TRIO)
    rng = Random(SEED)  # noqa: S311 - a game to look at, and repeatable on purpose
    for _ in range(2):
        visit = drawn(choosing(visit), rng)
    third = choosing(visit)
    assert task_of(third).player == 2
    once = updated(third, m.Undo(sure=True))
    assert passed_to(once) == 1
    assert passed_to(updated(once, m.Undo(sure=True))) == 0


@pytest.mark.parametrize("game_id", [PAIR, TRIO, replace(TRIO, seed="s114")])
def test_device_is_in_the_right_hands_despite_undo(game_id: GameId) -> None:
    """Whatever is drawn and undone, the holder of the device makes the choice, and nobody passes it to themselves."""
    rng = Random(SEED)  # noqa: S311 - a game to look at, and repeatable on purpose
    holder, visit = None, begun(game_id)
    for _ in range(1500):
        if scene_of(visit) is None:
            assert task_of(visit).player == holder
        assert passed_to(visit) is None or passed_to(visit) != holder
        if game_of(visit).plies and (isinstance(scene_of(visit), EndScene) or rng.random() < 0.2):
            visit = updated(visit, m.Undo(sure=True))
        elif scene_of(visit):
            holder = passed_to(visit) if isinstance(scene_of(visit), CurtainScene) else holder
            visit = updated(visit, m.Proceed())
        else:
            visit = drawn(visit, rng)


def test_undo_is_free_until_the_next_reveal() -> None:
    """Undo is free until the next card is revealed, even if the device was passed on, and then costs the rating."""
    free = counted = 0
    for before, now in PLIES:
        revealed = any(isinstance(event, Reveal) for event in game_of(now).state.events)
        for visit in (now, choosing(now)):
            undone = game_of(updated(visit, m.Undo(sure=True)))
            assert undone.takebacks == game_of(before).takebacks + revealed
            assert undone.cartographers == game_of(before).cartographers
        free += not revealed
        counted += revealed
    assert free > 30
    assert counted > 30


def test_continued_game_begins_with_a_curtain() -> None:
    """A continued game begins with a curtain, even after undo or pending scenes, because the holder is unknown."""
    for _, now in PLIES[::5]:
        later = choosing(now)
        for visit in (now, at_curtain(now), later, updated(now, m.Undo(sure=True)), updated(later, m.Undo(sure=True))):
            continued = updated(arrive("other", shelf_of(visit.memory.shelf.text)), m.Continue())
            assert game_of(continued) == game_of(visit)
            assert to_be_seen(continued) == to_be_seen(visit)
            if not game_of(visit).state.is_over:
                curtain = screen_of(continued).stage.pending[-1]
                assert isinstance(curtain, CurtainScene)
                assert curtain.task == task_of(visit)
                assert screen_of(choosing(continued)).holder == curtain.task.player


# ------------------------------------------------------------------- whose map


@pytest.mark.parametrize("name", TOGETHER)
def test_ambush_arrow_selects_previous_or_next_map(name: str) -> None:
    """With a clockwise arrow, players draw on the previous player's map, and otherwise on the next player's."""
    arrows = set()
    for before, _ in plies(TOGETHER[name]):
        game, task, page = game_of(before), task_of(before), shown(before)
        owner = task.player
        if isinstance(task.card, AmbushCard) and not (task.is_pick and task.card.id == "giant-troll-ravage"):
            step = {"clockwise": 1, "counterclockwise": -1}[task.card.arrow]
            arrows.add(task.card.arrow)
            owner = (task.player - step) % game.id.players
        assert task.sheet == screen_of(before).moment.shown_sheet == owner
        assert told_on(page) == told(game.state.sheets[owner])
        assert (f"on {name_in(game, owner)}'s map" in part(page, "what")) == (owner != task.player)
        assert (f"On {map_in(game, owner)}." in part(page, "said")) == (owner != task.player)
    assert arrows == {"clockwise", "counterclockwise"}


def test_strip_names_choosing_player_or_map_owner() -> None:
    """The strip names the player who chooses, even on another player's map, and otherwise the owner of the map."""
    foreign = 0
    for visit in VISITS[::5]:
        game = game_of(visit)
        [strip] = with_class(shown(visit), "strip")
        whose = task_of(visit).player if scene_of(visit) is None else screen_of(visit).moment.shown_sheet
        assert [text_of(found) for found in walk(strip) if found.tag == "h1"] == [name_in(game, whose)]
        foreign += scene_of(visit) is None and task_of(visit).player != task_of(visit).sheet
    assert foreign
    [alone] = with_class(shown(begun(BASE_A, ANA)), "strip")
    assert "Spring" in text_of(alone)
    assert "Ana" not in text_of(alone)


def worth_on_page(visit: Visit) -> list[int]:
    """Return the stars of the four edicts on the page."""
    page = buttons(shown(visit))
    return [integer(part(page[f"highlight-topic {letter}"], "value")) for letter in "ABCD"]


def stars_on_page(visit: Visit) -> int:
    """Return the stars in the strip."""
    [strip] = with_class(shown(visit), "strip")
    return integer(part(strip, "stars"))


def test_edict_stars_are_for_the_shown_map() -> None:
    """In every scene, the edicts' stars are for the map on the page, and the strip's stars are for its player."""
    looked = foreign = 0
    for visit in VISITS[::9] + [visit for visit in VISITS if isinstance(scene_of(visit), SeasonScene | SpreadScene)]:
        game = game_of(visit)
        sheets = range(game.id.players)
        looking = isinstance(scene_of(visit), SeasonScene | EndScene)
        for one in [updated(visit, m.LookAtSheet(sheet)) for sheet in sheets] if looking else [visit]:
            moment = screen_of(one).moment
            sheet = moment.sheets[moment.shown_sheet]
            assert told_on(shown(one)) == told(sheet)
            assert worth_on_page(one) == tile_stars(moment, game.state)
            named = task_of(one).player if scene_of(one) is None else moment.shown_sheet
            assert stars_on_page(one) == sum(s[named].total for s in game.state.scores[: moment.scored_seasons])
            looked += looking
            foreign += scene_of(one) is None and task_of(one).player != moment.shown_sheet
    assert looked
    assert foreign


def test_season_table_is_for_the_shown_map() -> None:
    """The table of seasons shows past seasons' stars on the shown map, the edicts of later seasons, and the total."""
    foreign = 0
    for before, _ in PLIES[::3]:
        game, owner = game_of(before), task_of(before).sheet
        [table] = with_class(shown(before), "sheet-table")
        *rows, last = [[text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr"][1:]
        totals = [season[owner].total for season in game.state.scores]
        over, to_come = rows[: len(totals)], rows[len(totals) :]
        assert [integer(row[-1]) for row in (*over, last)] == [*totals, sum(totals)]
        edicts = [", ".join(dealt.season.edicts) for dealt in game.state.deal.seasons[len(totals) :]]
        assert [row[1:] for row in to_come] == [[letters, "", "", ""] for letters in edicts]
        foreign += owner != task_of(before).player
    assert foreign


def test_count_begins_with_the_first_player() -> None:
    """A count begins with the first player's stars.

    Pressing another player shows theirs; pressing that player again returns to the first.
    """
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, SeasonScene):
            continue
        assert screen_of(visit).moment.shown_sheet == 0
        tabs = {
            command: found for command, found in buttons(shown(visit)).items() if command.startswith("look-at-sheet ")
        }
        assert [integer(text_of(tab)) for tab in reversed(tabs.values())] == [score.total for score in scene.scores]
        for player, score in enumerate(scene.scores):
            looking = updated(visit, m.LookAtSheet(player))
            assert screen_of(looking).moment.shown_sheet == player
            assert told_on(shown(looking)) == told(scene.moment.sheets[player])
            assert [command for command in pressed(shown(looking)) if command.startswith("look-at-sheet")] == [
                f"look-at-sheet {player}"
            ]
            name, alone = player_name(WORDS, game_of(visit), player), len(scene.scores) == 1
            total = number(score.total) if alone else f"{name} {number(score.total)}"
            assert total in heard(visit, "news") == heard(looking, "news")
            assert heard(looking, "more").startswith(f"{name}: ") != alone
            assert f"coins {score.coins}, monsters {number(score.monsters)}." in heard(looking, "more")
            assert updated(looking, m.LookAtSheet(player)) == at_rest(visit)
            assert updated(looking, m.Proceed()) == updated(at_rest(visit), m.Proceed())


def test_spread_begins_with_one_of_its_maps() -> None:
    """A spread begins with one of its maps, and pressing another player shows that player's map."""
    many = 0
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, SpreadScene):
            continue
        reached = scene.reached
        assert screen_of(visit).moment.shown_sheet in reached
        page = shown(visit)
        assert {command for command in buttons(page) if command.startswith("look-at-sheet ")} == {
            f"look-at-sheet {n}" for n in reached
        }
        for player, region in reached.items():
            looking = updated(visit, m.LookAtSheet(player))
            assert told_on(shown(looking)) == told(scene.moment.sheets[player])
            assert with_class(shown(looking), "arrivals") == [arrivals("monster", region)]
            sheet = scene.moment.sheets[player]
            assert region & ~(sheet.zombie & (sheet.monster | sheet.destroyed)) == 0
        many += len(reached) > 1
    assert many


def test_all_maps_can_be_seen_at_any_time() -> None:
    """All players' maps can be seen at any time, with coins and stars.

    A press enlarges a map, and another press shrinks it.

    During a scene, they show the state at that moment.
    """
    ahead = 0
    ambushes = [visit for _, visit in GAMES["heroes"] if isinstance(scene_of(visit), AmbushScene)]
    for visit in VISITS[::23] + ambushes:
        if isinstance(scene_of(visit), SeasonScene) and screen_of(visit).is_moving:
            continue  # looking at a map ends the count
        game, moment = game_of(visit), screen_of(visit).moment
        ahead += moment.sheets != game.state.sheets
        opened = updated(visit, m.Open("maps"))
        assert opened.dialog is not None
        assert opened.dialog.panel is m.Panel.MAPS
        [dialog] = with_class(shown(opened), "dialog")
        sheets = [found for found in walk(dialog) if found.attributes.get("role") == "img" and found.tag == "svg"]
        assert [found.attributes["aria-label"] for found in sheets] == [map_in(game, p) for p in range(game.id.players)]
        assert not with_class(dialog, "large")
        for player, sheet in enumerate(moment.sheets):
            card = buttons(dialog)[f"look-at-sheet {player}"]
            assert small_map(sheet, map_in(game, player)) in walk(card)
            assert name_in(game, player) in text_of(card)
            assert f"Coins: {sheet.coins} of 14" in labels(card)
            total = sum(season[player].total for season in game.state.scores[: moment.scored_seasons])
            assert str(total).replace("-", "\N{MINUS SIGN}") in part(card, "worth")
            looking = updated(opened, m.LookAtSheet(player))
            [large] = with_class(shown(looking), "large")
            assert with_class(large, "sheet") == with_class(map_picture("spring", sheet, ""), "sheet")
            assert labels(large) == [map_in(game, player)]
            assert f"look-at-sheet {player}" in pressed(shown(looking))
            assert updated(looking, m.LookAtSheet(player)) == opened
            assert updated(looking, m.Close()) == updated(opened, m.Close())
    assert ahead


def test_menu_leads_to_all_maps() -> None:
    """The menu leads to all players' maps if there is more than one."""
    assert "open maps" in buttons(with_class(shown(updated(choosing(begun(PAIR)), m.Open("menu"))), "dialog")[0])
    assert "open maps" not in buttons(shown(updated(begun(), m.Open("menu"))))
    assert "open maps" in buttons(shown(choosing(begun(PAIR))))


# ------------------------------------------------------------------- the end


def standings(visit: Visit) -> list[list[str]]:
    """Return the rows of the standings: the name, the seasons, the cost of monsters, and the total."""
    [table] = with_class(shown(updated(visit, m.Go("sheet"))), "standings")
    [body] = [found for found in walk(table) if found.tag == "tbody"]
    rows = []
    for row in body.children:
        assert isinstance(row, Element)
        rows.append([f"look-at-sheet {row.key}", *(text_of(found) for found in walk(row) if found.tag == "td")])
    return rows


def ended(totals: tuple[int, ...], lost: tuple[int, ...], winners: tuple[int, ...]) -> Visit:
    """Return the end of the three-player game with a different result."""
    final = GAMES["trio"][-1][1]
    scene = scene_of(final)
    assert isinstance(scene, EndScene)
    end = GameEnd(totals=totals, monsters=lost, winners=winners, rating=None, title=None)
    moment = replace(scene.moment, shown_sheet=winners[0])
    return with_screen(final, pending=(EndScene(moment, end),))


@pytest.mark.parametrize(
    ("totals", "lost", "winners", "order", "said", "tie"),
    [
        ((10, 30, 20), (-1, -9, -5), (1,), [1, 2, 0], "Boris wins", False),
        ((10, 30, 30), (-1, -9, -5), (2,), [2, 1, 0], "Player 3 wins", True),
        ((30, 10, 30), (-5, -1, -5), (0, 2), [0, 2, 1], "Ana and Player 3 share the victory", False),
        ((30, 30, 30), (-5, -9, -5), (0, 2), [0, 2, 1], "Ana and Player 3 share the victory", True),
        ((7, 7, 7), (0, 0, 0), (0, 1, 2), [0, 1, 2], "Ana, Boris, and Player 3 share the victory", False),
        ((30, 10, 10), (-9, -5, -1), (0,), [0, 2, 1], "Ana wins", False),
        ((-4, -2, -12), (-9, -9, -12), (1,), [1, 0, 2], "Boris wins", False),
    ],
)
def test_standings_sort_by_stars_then_monster_losses(  # noqa: PLR0913 - each is a part of the result
    totals: tuple[int, ...], lost: tuple[int, ...], winners: tuple[int, ...], order: list[int], said: str, *, tie: bool
) -> None:
    """Standings are sorted by stars, then by fewer stars lost to monsters, and say if that decided the winner."""
    visit = ended(totals, lost, winners)
    rows = standings(visit)
    assert [row[0] for row in rows] == [f"look-at-sheet {player}" for player in order]
    assert [integer(row[-1]) for row in rows] == [totals[player] for player in order]
    assert [integer(row[-2]) for row in rows] == [lost[player] for player in order]
    panel = with_class(shown(visit), "end")[0]
    assert [text_of(found) for found in walk(panel) if found.tag == "h2"] == [said]
    assert ("fewer lost to monsters" in text_of(panel)) == tie
    assert said in part(shown(visit), "said")
    table = with_class(shown(updated(visit, m.Go("sheet"))), "standings")[0]
    with_trophy = [
        f"look-at-sheet {row.key}"
        for row in walk(table)
        if row.tag == "tr" and any(used.attributes.get("href") == "#icon-trophy" for used in walk(row))
    ]
    assert sorted(with_trophy) == [f"look-at-sheet {player}" for player in winners]


@pytest.mark.parametrize("name", TOGETHER)
def test_end_shows_engine_numbers_and_winners_map(name: str) -> None:
    """The end shows the engine's seasons and total for each player, and the winner's map."""
    final = GAMES[name][-1][1]
    game = game_of(final)
    scene = scene_of(final)
    assert isinstance(scene, EndScene)
    event = scene.event
    rows = standings(final)
    assert sorted(row[0] for row in rows) == [f"look-at-sheet {player}" for player in range(game.id.players)]
    for whose, *numbers in rows:
        player = int(whose.removeprefix("look-at-sheet "))
        seasons = [season[player].total for season in game.state.scores]
        assert [*map(integer, numbers)] == [*seasons, event.monsters[player], event.totals[player]]
        assert sum(seasons) == event.totals[player]
    assert screen_of(final).moment.shown_sheet == event.winners[0]
    assert f"look-at-sheet {event.winners[0]}" in pressed(shown(final))


def test_pressing_a_name_at_the_end_shows_that_map() -> None:
    """At the end, pressing a name shows that player's map, pressing it again the winner's; titles are below names."""
    final = GAMES["trio"][-1][1]
    game = game_of(final)
    for player in range(3):
        looking = updated(final, m.LookAtSheet(player))
        assert told_on(shown(looking)) == told(game.state.sheets[player])
        assert updated(looking, m.LookAtSheet(player)) == final
    sheet = with_class(shown(updated(final, m.Go("sheet"))), "standings")[0]
    assert "Dame" in text_of(sheet)


# ------------------------------------------------------------------- names


def test_unnamed_players_get_a_number() -> None:
    """A player whose name is empty or blank gets a number."""
    visit = begun(PAIR, Cartographer("  "), Cartographer())
    assert "To Player 1" in text_of(shown(visit))
    second = at_curtain(updated(choosing(visit), m.Confirm()))
    assert "To Player 2" in text_of(shown(second))


def test_names_are_shown_as_written() -> None:
    """Names are shown as written, even with characters that are special in the catalog or in HTML."""
    name = "{name} <b> & %s"
    visit = begun(PAIR, Cartographer(name, "{0}", "{land}"), BORIS)
    assert f"To {name}" in text_of(shown(visit))
    assert f"I'm {name}" in text_of(shown(visit))
    assert f"{{land}}, {name}'s map" in labels(shown(updated(visit, m.Open("maps"))))


@pytest.mark.parametrize("name", TOGETHER)
def test_players_stay_the_same_throughout(name: str) -> None:
    """The players stay the same from the beginning to the end, and after a visit to the start screen."""
    who = {"pair": (BORIS, BORIS), "trio": (ANA, BORIS, NOBODY)}[name]
    for _, visit in TOGETHER[name]:
        assert game_of(visit).cartographers == who
    middle = TOGETHER[name][99][1]
    assert game_of(after(middle, m.Go("start"), m.Continue())).cartographers == who


def test_player_names_do_not_affect_game_states() -> None:
    """Two games that differ only in their players' names go through the same states."""
    others = [visit for _, visit in played(PAIR, ANA, NOBODY)]
    for one, other in zip(others, (visit for _, visit in GAMES["pair"]), strict=True):
        assert game_of(one).plies == game_of(other).plies
        assert moment_of(game_of(one).state) == moment_of(game_of(other).state)


def test_shape_of_the_next_player_starts_where_no_other_one_was() -> None:
    """The next player's shape starts near the middle, and doesn't show where the player before drew."""
    ann = at_curtain(begun(GameId("leak", players=2), ANA, BORIS))
    ann = after(ann, m.Proceed())
    ann = next(
        moved
        for moved in accumulate(repeat(None, 12), lambda visit, _: after(visit, m.Move(0, 1)), initial=ann)
        if is_legal(game_of(moved).state, ply_of(moved)) and screen_of(moved).ghost != screen_of(ann).ghost
    )
    ben = after(at_curtain(after(ann, m.Confirm())), m.Proceed())
    assert task_of(ben).player == 1
    assert screen_of(ben).ghost == first_ghost(game_of(ben).state, None)
    assert screen_of(ben).ghost != screen_of(ann).ghost
