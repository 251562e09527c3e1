"""Several players on one device: the holder of the device, the owner of the map on the page, and the winner."""

from collections import Counter
from dataclasses import replace
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
from app.screens.play.scenes.scene import Scene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.visit import Visit
from cartographers import Box, GameId, Terrain
from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, Option
from cartographers.events import GameEnd, Reveal, Score, Spread
from cartographers.polyomino import MONOMINO
from cartographers.seasons import EDICTS
from support import playing as p
from support.visits import arrive, updated
from words import number

VISITS = [visit for game in p.TOGETHER.values() for _, visit in game]


#: The steps that draw a shape: the visit before and the visit after it.
PLIES = [(before, now) for before, now in p.DRAWS if not p.game_of(now).is_solo]


def name_in(game: Game, player: int) -> str:
    """Return the name of a player on the page."""
    return game.cartographers[player].name or f"Player {player + 1}"


def map_in(game: Game, player: int) -> str:
    """Return the name of a player's map on the page."""
    land = game.cartographers[player].land
    return f"{land}, {name_in(game, player)}'s map" if land else f"{name_in(game, player)}'s map"


def at_curtain(visit: Visit) -> Visit:
    """Return the visit at the next curtain, or at the next choice or the end if there is no curtain before that."""
    while p.scene_of(visit) and not isinstance(p.scene_of(visit), CurtainScene | EndScene):
        visit = updated(visit, m.Proceed())
    return visit


def passed_to(visit: Visit) -> int | None:
    """Return the player to whom the device must be passed now."""
    scene = p.scene_of(visit)
    return scene.task.player if isinstance(scene, CurtainScene) else None


def at_scene(kind: type[p.S]) -> list[tuple[Visit, p.S]]:
    """Return the visits with a scene of a kind on the page, and the scene."""
    return [(visit, scene) for visit, scene in p.in_scene(kind) if not p.game_of(visit).is_solo]


@pytest.mark.parametrize("name", p.TOGETHER)
def test_device_holder_makes_the_choices(name: str) -> None:
    """The device changes hands only at curtains, first to the first player, and its holder makes the choices."""
    before, holder, passed = p.TOGETHER[name][0][1], None, 0
    assert len(p.screen_of(before).stage.pending) == 1
    assert passed_to(before) == 0
    assert p.screen_of(p.choosing(before)).stage.pending == ()
    for message, visit in p.TOGETHER[name]:
        if isinstance(message, m.Proceed) and passed_to(before) is not None:
            holder = passed_to(before)
        if p.scene_of(visit) is None:
            assert p.task_of(visit).player == holder == p.screen_of(visit).holder
        if isinstance(p.scene_of(visit), CurtainScene):
            assert holder != passed_to(visit) == p.task_of(visit).player
            passed += 1
        before = visit
    assert passed > 20


def test_ply_leads_to_seasons_then_spreads_then_curtain() -> None:
    """A ply is followed by seasons, then spreading beasts, then a curtain unless the same player continues."""
    seen = set()
    for before, now in PLIES:
        state = p.game_of(now).state
        expected: list[type[Scene]] = []
        for event in state.events:
            match event:
                case Score(score) if score.player == 0:
                    expected.append(SeasonScene)
                case Spread() if expected[-1:] != [SpreadScene]:
                    expected.append(SpreadScene)
                case GameEnd():
                    expected.append(EndScene)
        if state.task and state.task.player != p.task_of(before).player:
            expected.append(CurtainScene)
        kinds = [type(scene) for scene in p.screen_of(now).stage.pending]
        assert kinds == expected
        seen.add(tuple(kinds))
    assert seen >= {(), (CurtainScene,), (SeasonScene, CurtainScene), (SeasonScene, EndScene)}
    assert any(SpreadScene in kinds for kinds in seen)


def test_curtain_shows_all_that_the_next_player_needs() -> None:
    """A curtain shows the next player's name and title, the card, and the owner of the map if it isn't that player."""
    others = picks = titles = 0
    seasons = set()
    for visit, scene in at_scene(CurtainScene):
        game, task = p.game_of(visit), scene.task
        [curtain] = p.with_class(p.shown(visit), "curtain")
        text, name = text_of(curtain), name_in(game, task.player)
        assert f"To {name}" in text
        assert game.cartographers[task.player].title in text
        assert text_of(p.buttons(curtain)["proceed"]) == f"I'm {name}"
        for player in range(game.id.players):
            whose = map_in(game, player)
            assert (f"on {whose}" in text) == (whose == map_in(game, task.sheet) and task.sheet != task.player)
        assert ("Ambush!" in text) == (isinstance(task.card, AmbushCard) and not task.is_pick)
        assert ("Pick a space to destroy" in text) == task.is_pick
        titles += bool(game.cartographers[task.player].title)
        others += task.sheet != task.player
        picks += task.is_pick
        letters = scene.moment.season.edicts
        dealt = dict(zip(EDICTS, game.state.deal.edicts, strict=True))
        assert p.part(curtain, "season-edicts") == "".join(p.WORDS(f"name.{dealt[letter].id}") for letter in letters)
        [everyone] = p.with_class(curtain, "everyones")
        totals = [number(game.state.total(player, scene.moment.scored_seasons)) for player in range(game.id.players)]
        assert [text_of(row) for row in everyone.children if isinstance(row, Element)] == [
            f"{name_in(game, player)}{total}" for player, total in enumerate(totals)
        ]
        assert name in p.part(everyone, "next")
        seasons.add(letters)
    assert min(others, picks, titles) > 0
    assert len(seasons) == len(EDICTS)


@pytest.mark.parametrize("card", AMBUSH[Box.HEROES], ids=lambda card: card.id)
def test_curtain_announces_only_upcoming_effects(card: AmbushCard) -> None:
    """A curtain only announces effects that will happen: none after winter, and no letter for a forced single space."""
    seasons = {p.game_of(visit).state.season: (visit, scene) for visit, scene in at_scene(CurtainScene)}
    assert seasons.keys() == {0, 1, 2, 3}
    assert card.beast
    for season, (visit, scene) in seasons.items():
        for options, lettered in ((card.options, True), ((Option(Terrain.MONSTER, MONOMINO),), False)):
            other = replace(scene, task=scene.task._replace(card=card, options=options))
            text = p.part(p.shown(p.with_screen(visit, pending=(other,))), "curtain")
            comes = lettered and not (card.beast.acts_after_seasons and season == 3)
            assert (p.WORDS(f"beast.{card.beast.value}") in text) == comes


def test_twelve_players_draw_in_turn() -> None:
    """Twelve players draw in turn, each once in a round, and nothing below their curtains can be pressed."""
    visit, rng = p.begun(replace(p.PAIR, players=12)), Random(p.SEED)  # noqa: S311 - a game to look at, and repeatable
    for player in (*range(12), *range(12)):
        assert passed_to(visit) == player
        below = p.shown(visit).children[0]
        assert isinstance(below, Element)
        assert "inert" in below.attributes
        assert "confirm" not in p.buttons(p.shown(visit))
        assert updated(visit, m.Confirm()) == visit
        visit = at_curtain(p.drawn(p.choosing(visit), rng))


def test_undo_after_passing_the_device_shows_a_curtain() -> None:
    """Undo leads to the choice, or to its player's curtain if the device was passed on; past a reveal, it counts."""
    found = Counter[str]()
    for before, now in PLIES:
        player = p.task_of(before).player
        revealed = any(isinstance(event, Reveal) for event in p.game_of(now).state.events)
        found["reveal" if revealed else "free"] += 1
        for visit in (now, at_curtain(now), p.choosing(now)):
            is_passed_on = not p.scene_of(visit) and p.task_of(visit).player != player
            undone = updated(visit, m.Undo(sure=True))
            assert passed_to(undone) == (player if is_passed_on else None)
            assert len(p.screen_of(undone).stage.pending) == is_passed_on
            assert p.screen_of(p.choosing(undone)).stage.pending == ()
            assert p.screen_of(p.choosing(undone)).ghost is not None
            assert p.game_of(undone).state == p.game_of(before).state
            assert p.game_of(undone).cartographers == p.game_of(before).cartographers
            assert p.game_of(undone).takebacks == p.game_of(before).takebacks + revealed
            found["passed on" if is_passed_on else type(p.scene_of(visit)).__name__] += 1
    assert min(found[kind] for kind in ("reveal", "free")) > 30
    assert min(found[kind] for kind in ("passed on", "CurtainScene")) > 50
    assert found["NoneType"] > 0
    assert found["SeasonScene"] == 4 * len(p.TOGETHER)
    visit = p.choosing([now for _, now in PLIES if p.game_of(now).id == p.TRIO][1])
    assert p.task_of(visit).player == 2
    for player in (1, 0):
        visit = updated(visit, m.Undo(sure=True))
        assert passed_to(visit) == player


@pytest.mark.parametrize("game_id", [p.PAIR, p.TRIO, replace(p.TRIO, seed="s114")])
def test_device_is_in_the_right_hands_despite_undo(game_id: GameId) -> None:
    """Whatever is drawn and undone, the holder of the device makes the choice, and nobody passes it to themselves."""
    rng = Random(p.SEED)  # noqa: S311 - a game to look at, and repeatable on purpose
    holder, visit = None, p.begun(game_id)
    for _ in range(1500):
        if p.scene_of(visit) is None:
            assert p.task_of(visit).player == holder
        assert passed_to(visit) is None or passed_to(visit) != holder
        if p.game_of(visit).plies and (isinstance(p.scene_of(visit), EndScene) or rng.random() < 0.2):
            visit = updated(visit, m.Undo(sure=True))
        elif p.scene_of(visit):
            holder = passed_to(visit) if isinstance(p.scene_of(visit), CurtainScene) else holder
            visit = updated(visit, m.Proceed())
        else:
            visit = p.drawn(visit, rng)


def test_continued_game_begins_with_a_curtain() -> None:
    """A continued game begins with a curtain, even after undo or pending scenes, because the holder is unknown."""
    for _, now in PLIES[::5]:
        later = p.choosing(now)
        for visit in (now, at_curtain(now), later, updated(now, m.Undo(sure=True)), updated(later, m.Undo(sure=True))):
            continued = updated(arrive("other", shelf_of(visit.memory.shelf.text)), m.Continue())
            assert p.game_of(continued) == p.game_of(visit)
            assert p.to_be_seen(continued) == p.to_be_seen(visit)
            if not p.game_of(visit).state.is_over:
                curtain = p.screen_of(continued).stage.pending[-1]
                assert isinstance(curtain, CurtainScene)
                assert curtain.task == p.task_of(visit)
                assert p.screen_of(p.choosing(continued)).holder == curtain.task.player


@pytest.mark.parametrize("name", p.TOGETHER)
def test_ambush_arrow_selects_previous_or_next_map(name: str) -> None:
    """With a clockwise arrow, players draw on the previous player's map, and otherwise on the next player's."""
    arrows = set()
    for before in [before for before, _ in PLIES if p.game_of(before).id == p.game_of(p.FINALS[name]).id]:
        game, task, page = p.game_of(before), p.task_of(before), p.shown(before)
        owner = task.player
        if isinstance(task.card, AmbushCard) and not (task.is_pick and task.card.id == "giant-troll-ravage"):
            step = {"clockwise": 1, "counterclockwise": -1}[task.card.arrow]
            arrows.add(task.card.arrow)
            owner = (task.player - step) % game.id.players
        assert task.sheet == p.screen_of(before).moment.shown_sheet == owner
        assert p.told_on(page) == p.told(game.state.sheets[owner])
        assert (f"on {name_in(game, owner)}'s map" in p.part(page, "what")) == (owner != task.player)
        assert (f"On {map_in(game, owner)}." in p.part(page, "said")) == (owner != task.player)
    assert arrows == {"clockwise", "counterclockwise"}


def test_strip_names_choosing_player_or_map_owner() -> None:
    """The strip names the player who chooses, even on another player's map, and otherwise the owner of the map."""
    foreign = 0
    for visit in VISITS[::5]:
        [strip] = p.with_class(p.shown(visit), "strip")
        whose = p.task_of(visit).player if p.scene_of(visit) is None else p.screen_of(visit).moment.shown_sheet
        assert [text_of(found) for found in walk(strip) if found.tag == "h1"] == [name_in(p.game_of(visit), whose)]
        foreign += p.scene_of(visit) is None and p.task_of(visit).player != p.task_of(visit).sheet
    assert foreign
    alone = p.part(p.shown(p.begun(p.BASE_A, p.ANA)), "strip")
    assert "Spring" in alone
    assert "Ana" not in alone


def test_edict_stars_are_for_the_shown_map() -> None:
    """The edicts' stars and the table of seasons are for the map on the page, and the strip's stars for its player."""
    looked = foreign = 0
    for visit in VISITS[::9] + [visit for visit in VISITS if isinstance(p.scene_of(visit), SeasonScene | SpreadScene)]:
        game = p.game_of(visit)
        sheets = range(game.id.players)
        looking = isinstance(p.scene_of(visit), SeasonScene | EndScene)
        for one in [updated(visit, m.LookAtSheet(sheet)) for sheet in sheets] if looking else [visit]:
            moment, page = p.screen_of(one).moment, p.shown(one)
            assert p.told_on(page) == p.told(moment.sheets[moment.shown_sheet])
            worth = [p.integer(p.part(p.buttons(page)[f"highlight-topic {letter}"], "value")) for letter in EDICTS]
            assert worth == p.tile_stars(moment, game.state)
            named = p.task_of(one).player if p.scene_of(one) is None else moment.shown_sheet
            [strip] = p.with_class(page, "strip")
            total = sum(season[named].total for season in game.state.scores[: moment.scored_seasons])
            assert p.integer(p.part(strip, "stars")) == total
            looked += looking
            foreign += p.scene_of(one) is None and p.task_of(one).player != moment.shown_sheet
    assert min(looked, foreign) > 0
    foreign = 0
    for before, _ in PLIES[::3]:
        game, owner = p.game_of(before), p.task_of(before).sheet
        [table] = p.with_class(p.shown(before), "sheet-table")
        *rows, last = [[text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr"][1:]
        totals = [season[owner].total for season in game.state.scores]
        over, to_come = rows[: len(totals)], rows[len(totals) :]
        assert [p.integer(row[-1]) for row in (*over, last)] == [*totals, sum(totals)]
        edicts = [", ".join(dealt.season.edicts) for dealt in game.state.deal.seasons[len(totals) :]]
        assert [row[1:] for row in to_come] == [[letters, "", "", ""] for letters in edicts]
        foreign += owner != p.task_of(before).player
    assert foreign


def test_count_and_spread_show_each_players_map() -> None:
    """A count begins with the first player, a spread with one of its maps; a press on another player shows theirs."""
    for visit, scene in at_scene(SeasonScene):
        assert p.screen_of(visit).moment.shown_sheet == 0
        tabs = [found for command, found in p.buttons(p.shown(visit)).items() if command.startswith("look-at-sheet ")]
        assert [p.integer(text_of(tab)) for tab in reversed(tabs)] == [score.total for score in scene.scores]
        for player, score in enumerate(scene.scores):
            looking = updated(visit, m.LookAtSheet(player))
            assert p.screen_of(looking).moment.shown_sheet == player
            assert p.told_on(p.shown(looking)) == p.told(scene.moment.sheets[player])
            assert [command for command in p.pressed(p.shown(looking)) if command.startswith("look-at-sheet")] == [
                f"look-at-sheet {player}"
            ]
            name, alone = player_name(p.WORDS, p.game_of(visit), player), len(scene.scores) == 1
            total = number(score.total) if alone else f"{name} {number(score.total)}"
            assert total in p.heard(visit, "news") == p.heard(looking, "news")
            assert p.heard(looking, "more").startswith(f"{name}: ") != alone
            assert f"coins {score.coins}, monsters {number(score.monsters)}." in p.heard(looking, "more")
            assert updated(looking, m.LookAtSheet(player)) == p.at_rest(visit)
            assert updated(looking, m.Proceed()) == updated(p.at_rest(visit), m.Proceed())
    many = 0
    for visit, spread in at_scene(SpreadScene):
        assert p.screen_of(visit).moment.shown_sheet in spread.reached
        commands = {command for command in p.buttons(p.shown(visit)) if command.startswith("look-at-sheet ")}
        assert commands == {f"look-at-sheet {player}" for player in spread.reached}
        for player, region in spread.reached.items():
            page, sheet = p.shown(updated(visit, m.LookAtSheet(player))), spread.moment.sheets[player]
            assert p.told_on(page) == p.told(sheet)
            assert p.with_class(page, "arrivals") == [arrivals("monster", region)]
            assert region & ~(sheet.zombie & (sheet.monster | sheet.destroyed)) == 0
        many += len(spread.reached) > 1
    assert many


def test_all_maps_can_be_seen_at_any_time() -> None:
    """All players' maps can be seen at any time, with coins and stars as they are then; a press enlarges a map."""
    alone, pair = (p.choosing(p.begun(game_id)) for game_id in (p.BASE_A, p.PAIR))
    assert "open maps" in p.buttons(p.shown(pair))
    assert "open maps" in p.buttons(p.with_class(p.shown(updated(pair, m.Open("menu"))), "dialog")[0])
    assert "open maps" not in p.buttons(p.shown(updated(alone, m.Open("menu"))))
    ahead = 0
    ambushes = [visit for _, visit in p.GAMES["heroes"] if isinstance(p.scene_of(visit), AmbushScene)]
    for visit in VISITS[::23] + ambushes:
        if isinstance(p.scene_of(visit), SeasonScene) and p.screen_of(visit).is_moving:
            continue  # looking at a map ends the count
        game, moment = p.game_of(visit), p.screen_of(visit).moment
        ahead += moment.sheets != game.state.sheets
        opened = updated(visit, m.Open("maps"))
        assert opened.dialog
        assert opened.dialog.panel is m.Panel.MAPS
        [dialog] = p.with_class(p.shown(opened), "dialog")
        sheets = [found for found in walk(dialog) if found.attributes.get("role") == "img" and found.tag == "svg"]
        assert [found.attributes["aria-label"] for found in sheets] == [
            map_in(game, player) for player in range(game.id.players)
        ]
        assert not p.with_class(dialog, "large")
        for player, sheet in enumerate(moment.sheets):
            card = p.buttons(dialog)[f"look-at-sheet {player}"]
            assert small_map(sheet, map_in(game, player)) in walk(card)
            assert name_in(game, player) in text_of(card)
            assert f"Coins: {sheet.coins} of 14" in p.labels(card)
            assert number(game.state.total(player, moment.scored_seasons)) in p.part(card, "worth")
            looking = updated(opened, m.LookAtSheet(player))
            [large] = p.with_class(p.shown(looking), "large")
            assert p.with_class(large, "sheet") == p.with_class(map_picture("spring", sheet, ""), "sheet")
            assert p.labels(large) == [map_in(game, player)]
            assert f"look-at-sheet {player}" in p.pressed(p.shown(looking))
            assert updated(looking, m.LookAtSheet(player)) == opened
            assert updated(looking, m.Close()) == updated(opened, m.Close())
    assert ahead


def standings(visit: Visit) -> list[Element]:
    """Return the rows of the standings: for each player the seasons, the cost of monsters, and the total."""
    [table] = p.with_class(p.shown(updated(visit, m.Go("sheet"))), "standings")
    [body] = [found for found in walk(table) if found.tag == "tbody"]
    return [row for row in body.children if isinstance(row, Element)]


def numbers_in(row: Element) -> list[int]:
    """Return the numbers in a row of the standings."""
    return [p.integer(text_of(cell)) for cell in walk(row) if cell.tag == "td"]


@pytest.mark.parametrize("name", p.TOGETHER)
def test_end_shows_engine_numbers_and_winners_map(name: str) -> None:
    """The end shows the engine's numbers, the players' titles, and the winner's map, or the map of a pressed name."""
    final = p.FINALS[name]
    game, event = p.game_of(final), p.scene_as(EndScene, final).event
    expected = {}
    for player in range(game.id.players):
        seasons = [season[player].total for season in game.state.scores]
        assert sum(seasons) == event.totals[player]
        expected[str(player)] = [*seasons, event.monsters[player], event.totals[player]]
    assert {row.key: numbers_in(row) for row in standings(final)} == expected
    assert p.screen_of(final).moment.shown_sheet == event.winners[0]
    assert p.pressed(p.shown(final)) == [f"look-at-sheet {event.winners[0]}"]
    for player, sheet in enumerate(game.state.sheets):
        looking = updated(final, m.LookAtSheet(player))
        assert p.told_on(p.shown(looking)) == p.told(sheet)
        assert updated(looking, m.LookAtSheet(player)) == final
    page = p.shown(updated(final, m.Go("sheet")))
    assert all(who.title in p.part(page, "standings") for who in game.cartographers)


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
    final = p.FINALS["trio"]
    end = GameEnd(totals=totals, monsters=lost, winners=winners, rating=None, title=None)
    moment = replace(p.scene_as(EndScene, final).moment, shown_sheet=winners[0])
    visit = p.with_screen(final, pending=(EndScene(moment, end),))
    rows = standings(visit)
    assert [(row.key, *numbers_in(row)[-2:]) for row in rows] == [(str(who), lost[who], totals[who]) for who in order]
    panel = p.with_class(p.shown(visit), "end")[0]
    assert [text_of(found) for found in walk(panel) if found.tag == "h2"] == [said]
    assert ("fewer lost to monsters" in text_of(panel)) == tie
    assert said in p.part(p.shown(visit), "said")
    with_trophy = [row.key for row in rows if any(use.attributes.get("href") == "#icon-trophy" for use in walk(row))]
    assert sorted(with_trophy) == sorted(map(str, winners))
    [table] = p.with_class(p.shown(updated(visit, m.Go("sheet"))), "standings")
    assert [part.attributes.get("href") for part in walk(table)].count("#icon-trophy") == len(winners)


def test_names_are_shown_as_written() -> None:
    """Names are shown as written, or as numbers if blank, stay the same throughout, and change no state of the game."""
    name = "{name} <b> & %s"
    visit = p.begun(p.PAIR, Cartographer(name, "{0}", "{land}"), p.BORIS)
    assert f"To {name}" in text_of(p.shown(visit))
    assert f"I'm {name}" in text_of(p.shown(visit))
    assert f"{{land}}, {name}'s map" in p.labels(p.shown(updated(visit, m.Open("maps"))))
    visit = p.begun(p.PAIR, Cartographer("  "), Cartographer())
    assert "To Player 1" in text_of(p.shown(visit))
    assert "To Player 2" in text_of(p.shown(at_curtain(updated(p.choosing(visit), m.Confirm()))))
    for name, who in (("pair", (p.BORIS, p.BORIS)), ("trio", (p.ANA, p.BORIS, p.NOBODY))):
        for _, visit in p.TOGETHER[name]:
            assert p.game_of(visit).cartographers == who
        middle = p.TOGETHER[name][99][1]
        assert p.game_of(p.after(middle, m.Go("start"), m.Continue())).cartographers == who
    for (_, one), (_, other) in zip(p.played(p.PAIR, p.ANA, p.NOBODY), p.GAMES["pair"], strict=True):
        assert p.game_of(one).plies == p.game_of(other).plies
        assert moment_of(p.game_of(one).state) == moment_of(p.game_of(other).state)


def test_shape_of_the_next_player_starts_where_no_other_one_was() -> None:
    """The next player's shape starts near the middle, and doesn't show where the player before drew."""
    ann = p.after(at_curtain(p.begun(GameId("leak", players=2), p.ANA, p.BORIS)), m.Proceed())
    ghosts = (p.after(ann, *[m.Move(0, 1)] * steps) for steps in range(1, 12))
    ann = next(moved for moved in ghosts if p.ply_fits(moved) and p.screen_of(moved).ghost != p.screen_of(ann).ghost)
    ben = p.after(at_curtain(p.after(ann, m.Confirm())), m.Proceed())
    assert p.task_of(ben).player == 1
    assert p.screen_of(ben).ghost == first_ghost(p.game_of(ben).state, None)
    assert p.screen_of(ben).ghost != p.screen_of(ann).ghost
