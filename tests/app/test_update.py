"""Messages: a whole game by messages, and the effect of each one on the visit."""

from dataclasses import replace
from itertools import chain

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.game.ghost import fitting_ghosts, ghost_region, shapes_of
from app.game.shelf import EMPTY, read_save, shelf_of, write_save
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.visit import Dialog, Visit
from cartographers import InvalidRecord, legal_moves, new_game, read_game_id, read_record, write_record
from cartographers.deal import deal
from cartographers.events import Ambush, Event, GameEnd, Reveal, Score, Spread
from cartographers.region import BOARD, names, space_named, spaces
from cartographers.scoring import monsters, split_awards
from cartographers.seasons import EDICTS
from cartographers.terrain import ANY_TERRAIN, Terrain
from support import playing as p
from support.refusals import said
from support.visits import arrive, updated


def arrived(text: str = "", chance: str = "other") -> Visit:
    """Return a visit to a device with a saved text."""
    return arrive(chance, shelf_of(text))


def ghost_terrain(visit: Visit) -> Terrain | None:
    """Return the terrain of the ghost."""
    return p.task_of(visit).options[p.ghost_of(visit).option].terrain


@pytest.mark.parametrize("final", p.FINALS.values(), ids=p.FINALS)
def test_game_played_by_messages_matches_its_record(final: Visit) -> None:
    """The record of a game played by messages replays to the totals, rating, and title that the page shows."""
    game, scene = p.game_of(final), p.scene_as(EndScene, final)
    read, state = read_record(game.record), p.states_of(game)[-1]
    assert (read.id, read.plies) == (game.id, game.plies)
    assert state == game.state
    assert state.is_over
    assert (scene.event, scene.moment.sheets) == (state.events[-1], state.sheets)
    assert scene.event.totals == tuple(map(state.total, range(game.id.players)))


@pytest.mark.parametrize("name", p.GAMES)
def test_every_season_and_ambush_is_shown_once_in_order(name: str) -> None:
    """Every season and ambush of the engine is shown once and in order, each on the maps as they were then."""
    told: list[Event] = []
    game, before = p.game_of(p.FINALS[name]), None
    cards = dict(zip(EDICTS, game.state.deal.edicts, strict=True))
    for _, visit in p.GAMES[name]:
        scene = p.scene_of(visit)
        match None if scene is before else scene:
            case AmbushScene(moment, event):
                sheet, then = moment.sheets[0], event.after
                told.append(event)
                assert sheet.monster & event.region == 0
                assert then.monster | then.destroyed == sheet.monster | sheet.destroyed | event.region
            case SpreadScene(moment, card, reached):
                told += [Spread(sheet, moment.sheets[sheet], 0, card, reached[sheet]) for sheet in reached]
            case SeasonScene(moment, scores):
                told += map(Score, scores)
                assert [score.player for score in scores] == list(range(game.id.players))
                for score in scores:
                    sheet = moment.sheets[score.player]
                    assert score.edicts == {letter: cards[letter](sheet) for letter in score.edicts}
                    assert score.coins == sheet.coins
            case EndScene(_, event):
                told.append(event)
        before = scene
    expected = [event for event in p.happened(game) if isinstance(event, Ambush | Score | GameEnd | Spread)]
    assert told == [replace(event, coins_gained=0) if isinstance(event, Spread) else event for event in expected]
    seasons = [event.score.season.name for event in told if isinstance(event, Score) and event.score.player == 0]
    assert seasons == ["spring", "summer", "fall", "winter"]
    assert isinstance(told[-1], GameEnd)


def test_ambush_opening_a_season_is_shown_alone() -> None:
    """A season that begins with an ambush shows that card alone, and these tests' games have every kind of scene."""
    game_id = p.opened_by_ambush(1)
    dealt = deal(game_id).seasons[1]
    scenes = [p.scene_of(visit) for _, visit in p.played(game_id)]
    [moment] = {
        scene.moment for scene in scenes if isinstance(scene, AmbushScene) and scene.event.card is dealt.deck[0]
    }
    assert (moment.season, moment.cards, moment.scored_seasons) == (dealt.season, dealt.deck[:1], 1)
    kinds = {type(scene).__name__ for visit in p.VISITS if (scene := p.scene_of(visit))}
    assert kinds == {"AmbushScene", "SpreadScene", "SeasonScene", "EndScene", "CurtainScene"}
    assert max(len(scene.reached) for _, scene in p.in_scene(SpreadScene)) > 1


def test_choices_have_a_ghost_and_scenes_do_not() -> None:
    """Each choice shows a whole ghost; during a scene, its messages do nothing, and Proceed shows the next scene."""
    for message, visit in chain(*p.GAMES.values()):
        if not p.scene_of(visit):
            task, ghost = p.task_of(visit), p.ghost_of(visit)
            assert ghost_region(ghost, task).bit_count() == len(task.options[ghost.option].shape.cells)
            assert p.ply_fits(visit) or not isinstance(message, m.Begin | m.Proceed)
    for visit in p.VISITS:
        if p.scene_of(visit) and not isinstance(p.scene_of(visit), EndScene):
            for message in (*p.PLACING, m.Confirm()):
                assert isinstance(message, m.Tap) or updated(visit, message) == visit
            assert updated(visit, m.Tap(5)) == updated(visit, m.SkipAnimation()) == p.at_rest(visit)
            proceeded = updated(p.at_rest(visit), m.Proceed())
            assert p.screen_of(proceeded).stage.pending == p.screen_of(visit).stage.pending[1:]


def test_only_undo_has_an_effect_after_the_end() -> None:
    """After the end, nothing is drawn, and the last ply can be undone freely, because no card is revealed after it."""
    for final in p.FINALS.values():
        for message in (*p.PLACING, m.Confirm(), m.Proceed(), m.Step(), m.Tap(0), m.Hover(0), m.Continue()):
            assert updated(final, message) == final
        undone = updated(final, m.Undo(sure=True))
        assert (p.game_of(undone).takebacks, p.game_of(undone).state.is_over) == (0, False)
        assert p.screen_of(undone).ghost is not None


@pytest.mark.parametrize("visit", p.CHOOSING[::19])
def test_only_a_legal_confirm_changes_the_game(visit: Visit) -> None:
    """Confirm changes nothing if the ghost doesn't fit, and a screen reader says why."""
    confirmed = updated(visit, m.Confirm())
    assert (p.game_of(confirmed) != p.game_of(visit)) == p.ply_fits(visit)
    if not p.ply_fits(visit):
        assert confirmed == p.with_screen(visit, key_refusal="refused")


def test_placing_pins_the_ghost() -> None:
    """A tap puts the pivot on or near the space, placing pins the ghost, and hovering moves only a loose ghost."""
    visit = p.begun()
    for name in ("E5", "G7", "F3"):
        visit = updated(visit, m.Tap(space_named(name)))
        assert name in names(ghost_region(p.ghost_of(visit), p.task_of(visit)))
        assert p.screen_of(visit).placement.pinned
    loose = updated(p.begun(), m.Hover(space_named("F6")))
    assert (p.ghost_of(loose).row, p.ghost_of(loose).column) == (5, 5)
    pinned = updated(loose, m.Tap(space_named("G7")))
    assert updated(pinned, m.Hover(space_named("C3"))) == pinned
    turning: list[m.Message] = [m.Rotate(1), m.Flip(), m.NextTerrain(), m.NextShape()]
    placing: list[m.Message] = [m.Tap(space_named("G7")), m.Move(1, 0), m.NextPlace()]
    assert not any(p.screen_of(updated(p.begun(), message)).placement.pinned for message in turning)
    assert all(p.screen_of(updated(p.begun(), message)).placement.pinned for message in placing)


def test_second_click_confirms_but_second_tap_does_not() -> None:
    """A second click confirms the ghost, but a second tap, a first click, or a click on a mountain doesn't."""

    def covered(visit: Visit) -> int:
        return next(spaces(ghost_region(p.ghost_of(visit), p.task_of(visit))))

    visit = p.begun()
    there = p.with_screen(visit, ghost=next(fitting_ghosts(p.game_of(visit).state, 0)))
    clicked = updated(there, m.Tap(covered(there), mouse=True))
    assert p.game_of(clicked) == p.game_of(visit)
    while not p.ply_fits(clicked):
        clicked = updated(clicked, m.NextPlace())
    assert p.game_of(updated(clicked, m.Tap(covered(clicked)))) == p.game_of(visit)
    assert len(p.game_of(updated(clicked, m.Tap(covered(clicked), mouse=True))).plies) == 1
    on_mountain = m.Tap(space_named("B4"))
    visit = updated(p.begun(), on_mountain)
    assert not p.ply_fits(visit)
    assert updated(visit, m.Confirm()) == p.with_screen(visit, key_refusal="refused")
    assert updated(visit, replace(on_mountain, mouse=True)) == visit


def with_task(*, terrains: int, shapes: int) -> Visit:
    """Return a visit with a card that has these numbers of terrains and shapes."""
    for visit in p.CHOOSING:
        options = p.task_of(visit).options
        if len({option.terrain for option in options}) == terrains and len({o.shape for o in options}) == shapes:
            return visit
    pytest.fail(f"no position offers {terrains} terrains and {shapes} shapes")


def test_choosing_a_terrain_or_a_shape() -> None:
    """A card's terrain or shape is chosen by name or number or as the next; the first shape returns to its place."""
    visit = with_task(terrains=2, shapes=1)
    task = p.task_of(visit)
    for option in task.options:
        assert option.terrain
        chosen = updated(visit, m.ChooseTerrain(option.terrain.value))
        assert ghost_terrain(chosen) is option.terrain
        assert ghost_region(p.ghost_of(chosen), task) == ghost_region(p.ghost_of(visit), task)
    assert ghost_terrain(updated(visit, m.NextTerrain())) is not ghost_terrain(visit)
    assert p.ghost_of(p.after(visit, m.NextTerrain(), m.NextTerrain())) == p.ghost_of(visit)
    missing = next(terrain for terrain in ANY_TERRAIN if all(option.terrain is not terrain for option in task.options))
    assert updated(visit, m.ChooseTerrain(missing.value)) == visit
    visit = with_task(terrains=5, shapes=1)
    seen = {ghost_terrain(p.after(visit, *[m.NextTerrain()] * times)) for times in range(1, len(ANY_TERRAIN) + 1)}
    assert seen == set(ANY_TERRAIN)
    visit = with_task(terrains=1, shapes=2)
    options = p.task_of(visit).options
    for number, option in enumerate(options):
        assert options[p.ghost_of(updated(visit, m.ChooseShape(number))).option].shape == option.shape
    for number in (-1, 2):
        assert updated(visit, m.ChooseShape(number)) == visit
    assert p.ghost_of(updated(visit, m.NextShape())).option != p.ghost_of(visit).option
    one_terrain, one_shape = with_task(terrains=1, shapes=2), with_task(terrains=2, shapes=1)
    assert p.ghost_of(updated(one_terrain, m.NextTerrain())) == p.ghost_of(one_terrain)
    assert p.ghost_of(updated(one_shape, m.NextShape())) == p.ghost_of(one_shape)
    several = [(visit, number) for visit in p.CHOOSING if (number := len(shapes_of(p.task_of(visit).options))) > 1]
    assert several
    for visit, number in several:
        put = p.after(visit, m.Move(1, 0), m.Rotate(1))
        there = updated(put, m.NextShape())
        assert p.ghost_of(there) != p.ghost_of(put)
        assert p.ghost_of(p.after(there, *[m.NextShape()] * (number - 1))) == p.ghost_of(put)


def test_tap_explains_a_special_space() -> None:
    """A tap on a special space explains it until the ghost moves, and an empty space has no explanation."""
    said = set()
    for visit in p.CHOOSING[::60]:
        sheet = p.game_of(visit).state.sheets[p.task_of(visit).sheet]
        special = sheet.open_ruins | sheet.mountain | sheet.wasteland | sheet.destroyed | sheet.attacked
        for space in spaces(BOARD):
            asked = updated(visit, m.Tap(space))
            notes = p.with_class(p.shown(asked), "space-note")
            said |= {text_of(note) for note in notes}
            assert bool(notes) or not special >> space & 1
            assert not notes or special >> space & 1 or sheet.monster >> space & 1
            assert not p.with_class(p.shown(updated(asked, m.Move(0, 1))), "space-note")
    assert {text.partition(":")[0] for text in said} >= {"Ruins", "Mountain", "Destroyed"}


def test_highlights_and_dialogs_leave_no_trace() -> None:
    """One topic is highlighted until its message or the next card clears it; a closed dialog leaves no trace either."""
    visit = p.begun()
    for topic in m.Topic:
        visit = updated(visit, m.HighlightTopic(topic))
        assert p.screen_of(visit).looking.lit == topic
        assert updated(visit, m.HighlightTopic(topic)) == p.begun()
    assert p.screen_of(updated(visit, m.Confirm())).looking.lit is None
    opened = updated(p.begun(), m.Open("keys"))
    assert opened.dialog == Dialog(m.Panel.KEYS)
    assert updated(opened, m.Close()) == p.begun()
    asked = updated(arrived(p.begun(p.BASE_B).memory.shelf.text), m.Open("preferences"))
    continued = updated(asked, m.Continue())
    assert (continued.dialog, continued.setup.game.side) == (None, "B")


def test_ambush_moves_step_by_step_or_is_skipped() -> None:
    """An ambush moves step by step unless a tap or Proceed skips to its end, and highlights exactly what it costs."""
    visit, scene = p.starting(AmbushScene)[0]
    stepped, phases = visit, list[str]()
    while p.screen_of(stepped).is_moving:
        assert p.screen_of(stepped).stage.step == len(phases)
        phases.append(scene.phase(len(phases)))
        stepped = updated(stepped, m.Step())
    assert phases == ["enters", *["walks"] * len(scene.event.trail), "lands"]
    assert scene.phase(p.screen_of(stepped).stage.step) == "landed"
    assert updated(stepped, m.Step()) == stepped
    assert updated(visit, m.Proceed()) == updated(visit, m.Tap(5)) == updated(visit, m.SkipAnimation()) == stepped
    assert p.scene_of(updated(stepped, m.Proceed())) is not scene
    costs = set()
    for visit, scene in p.in_scene(AmbushScene):
        lost_before, lost = (
            {space for award in split_awards(monsters(sheet)) for space in spaces(award.spaces)}
            for sheet in (scene.moment.sheets[scene.event.sheet], scene.event.after)
        )
        number, page = len(lost - lost_before), p.shown(p.at_rest(visit))
        assert set(spaces(scene.costly)) == lost - lost_before
        assert [text_of(mark) for mark in p.with_class(page, "cost")] == ["\N{MINUS SIGN}1"] * number
        assert not number or f"adds {number} empty space" in p.part(page, "outcome")
        costs.add(number)
    assert len(costs) > 1


def test_a_season_is_counted_step_by_step() -> None:
    """A season is counted in a few steps each, without zeros; a press on a row or a map shows it fully counted."""
    assert p.starting(SeasonScene)
    for visit, scene in p.starting(SeasonScene):
        score = scene.scores[0]
        lit, stepped = [p.screen_of(visit).looking.lit], visit
        while p.screen_of(stepped).is_moving:
            stepped = updated(stepped, m.Step())
            lit.append(p.screen_of(stepped).looking.lit)
        found = [letter for letter, awards in score.edicts.items() if awards]
        found += ["coins"] * bool(score.coins) + ["monsters"] * bool(score.monsters)
        assert list(dict.fromkeys(lit)) == [None, *found]
        assert lit[-1] is None
        assert all(lit.count(m.Topic(what)) <= 6 for what in found)
        assert updated(stepped, m.Step()) == updated(visit, m.Proceed()) == stepped
    visit, _ = p.starting(SeasonScene)[0]
    for message, topic in ((m.HighlightTopic(m.Topic.MONSTERS), "monsters"), (m.LookAtSheet(0), None)):
        looked = updated(visit, message)
        assert not p.screen_of(looked).is_moving
        assert updated(looked, m.Step()) == looked
        assert p.screen_of(looked).looking.lit == topic


def test_undo_restores_the_state_and_the_ghost() -> None:
    """Undo restores the state before a ply and its ghost, and is a takeback if it goes past a revealed card."""
    curtains = 0
    for before, visit in p.DRAWS:
        if p.game_of(visit).is_solo:
            undone = updated(visit, m.Undo(sure=True))
            game, earlier = p.game_of(undone), p.game_of(before)
            assert (game.state, game.plies, p.screen_of(undone).stage.pending) == (earlier.state, earlier.plies, ())
            assert p.ply_fits(undone)
            assert game.takebacks == any(isinstance(event, Reveal) for event in p.game_of(visit).state.events)
        for later in (visit, p.choosing(visit)):
            undone = updated(later, m.Undo(sure=True))
            if isinstance(p.scene_of(undone), CurtainScene):
                curtains += 1
                undone = updated(undone, m.Proceed())
            assert p.ply_of(undone) == p.game_of(visit).plies[-1]
            redone = updated(undone, m.Redo())
            assert p.game_of(redone).played == p.game_of(visit).played
            assert updated(redone, m.Redo()) == redone
    assert curtains


def test_redo_draws_the_undone_plies_until_another_is_drawn() -> None:
    """Redo draws the undone plies one by one, also with Enter between. The game stays practice."""
    drawn = p.after(p.begun(), m.Confirm(), *[m.Proceed()] * 9, m.Confirm())
    undone = p.after(drawn, m.Undo(sure=True), m.Undo(sure=True))
    for first, second in ((m.Redo(), m.Redo()), (m.Confirm(), m.Redo()), (m.Redo(), m.Confirm())):
        again = p.game_of(updated(p.choosing(updated(undone, first)), second))
        assert (again.plies, again.is_practice, len(again.plies)) == (p.game_of(drawn).plies, True, 2)
    moved = p.after(drawn, m.Undo(sure=True), m.NextPlace(), m.Redo())
    assert p.screen_of(moved).last_drawn == p.screen_of(drawn).last_drawn
    other = p.choosing(p.after(undone, m.NextPlace(), m.Confirm()))
    assert updated(other, m.Redo()) == other


def test_undo_asks_before_a_game_becomes_practice() -> None:
    """Undo asks once, before a game becomes practice; each undo past a reveal counts and is saved, others are free."""
    asked = 0
    for visit in p.VISITS:
        game, undone, sure = p.game_of(visit), updated(visit, m.Undo()), updated(visit, m.Undo(sure=True))
        if p.game_of(sure).takebacks == 0:
            assert undone == sure
            continue
        asked += 1
        assert undone.dialog == Dialog(m.Panel.UNDO)
        assert p.game_of(undone) is p.game_of(updated(undone, m.Close())) is game
        sure = updated(undone, m.Undo(sure=True))
        assert (sure.dialog, p.game_of(sure).takebacks) == (None, 1)
        again = sure if p.scene_of(sure) else updated(sure, m.Confirm())
        assert updated(again, m.Undo()).dialog is None
    assert asked
    visit = p.begun()
    assert "practice" not in visit.memory.shelf.text
    for times in (1, 2, 3):
        visit = p.after(visit, m.Confirm(), m.Undo(sure=True))
        assert p.game_of(visit).takebacks == times
        assert f" practice:{times} " in visit.memory.shelf.text
        assert read_save(visit.memory.shelf.text).game == p.game_of(visit)
    assert p.game_of(updated(visit, m.Confirm())).takebacks == 3
    visit = p.after(p.begun(), *p.PLACING)
    assert updated(visit, m.Undo(sure=True)) == visit
    assert p.game_of(visit).takebacks == 0


@pytest.mark.parametrize("name", p.GAMES)
def test_every_position_can_be_saved_and_continued(name: str) -> None:
    """At every position, a save leads to the same game and players, and saving again gives the same text."""
    for message, visit in p.GAMES[name]:
        if isinstance(message, m.Begin | m.Confirm | m.Proceed):
            text, game = visit.memory.shelf.text, p.game_of(visit)
            home = arrived(text)
            assert home.memory.shelf.text == text
            assert home.memory.shelf.saved is not None
            assert home.memory.shelf.saved.game == game
            assert write_save(*home.memory.shelf.saved) == text
            continued = updated(home, m.Continue())
            assert (p.game_of(continued), p.to_be_seen(continued)) == (game, p.to_be_seen(visit))
            assert continued.memory.shelf.text == text
            assert write_save(game, p.screen_of(continued).stage.scenes_seen) == text
            ends = [isinstance(scene, EndScene) for scene in p.screen_of(continued).stage.pending[-1:]]
            assert (ends == [True]) == game.state.is_over


def test_start_screen_saves_the_game() -> None:
    """The start screen saves the game for Continue, and proposes the same setup with a fresh seed."""
    for name, game in p.GAMES.items():
        visit = game[len(game) // 2][1]
        home = updated(visit, m.Go("start"))
        seed = home.setup.seed
        assert (home.screen, home.screens_below) == (Start(), ()), name
        assert replace(home.setup, seed="") == replace(arrived(visit.memory.shelf.text).setup, seed="")
        assert seed not in {p.game_of(visit).id.seed, visit.setup.seed}
        assert home.setup.game_id() == replace(p.game_of(visit).id, seed=seed)
        assert home.setup.active_cartographers == p.game_of(visit).cartographers
        assert p.game_of(updated(home, m.Continue())) == p.game_of(visit)
        again = updated(home, m.Go("start"))
        assert again.memory.shelf == home.memory.shelf == visit.memory.shelf
        assert again.setup.seed != seed


SAVE = "c1-a-1p-k3x9q2"
DAMAGED = [
    *("nonsense", "c1-a-1p", "c9-a-1p-k3x9q2", f"{SAVE}.fA1A2A3A4A5A6", f"{SAVE}.xA1", "by:Ana,,"),
    *(f"{SAVE} {note}" for note in ("practice", "practice:many", "3")),
    *(f"{SAVE} by:{lines}" for lines in ("", "Ana", "Ana,Dame", "Ana,Dame,Avalon,", "Ana,,%0A", f",,{'x' * 25}")),
    *(f"{SAVE} by:Ana,, by:Boris,,", "c1-a-2p-k3x9q2 by:Ana,,", "c1-a-2p-k3x9q2 by:Ana,, by:Boris,, by:Cem,,"),
]
#: The same within a saved text, and more damage.
DAMAGED += [
    *(f"v2 {text} end" for text in DAMAGED),
    *("v2", "v2 end", f"v2 {SAVE}", f"v2 {SAVE} by:,,", f"v2 {SAVE} by:,, end by:,,"),
    *(f"v2 {SAVE} by:,, seat:there end", "v2 c1-a-2p-k3x9q2 by:,, by:,, seat:here end", "end"),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_save_is_reported_and_kept(text: str) -> None:
    """The start screen reports a damaged save and loads no part of it; it stays until a new game actually begins."""
    visit = arrived(text)
    shelf = visit.memory.shelf
    with pytest.raises(InvalidRecord):
        read_save(text)
    assert len(said(shelf.error)) > 10
    assert shelf.text == shelf.device_text == text
    tried = updated(visit, m.Continue())
    assert (tried.screen, tried.memory.shelf) == (Start(), shelf)
    asked = updated(visit, m.Begin("set-up"))
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin("set-up", sure=True))
    assert (asked.screen, asked.memory.shelf, updated(asked, m.Close())) == (Start(), shelf, visit)
    sure = updated(asked, m.Begin("set-up", sure=True))
    assert sure.dialog is None
    assert read_save(sure.memory.shelf.text).game == p.game_of(sure)
    assert sure.memory.shelf.device_text == text
    assert p.game_of(sure).record == f"c1-a-1p-{visit.setup.seed}"


def test_games_that_begin_without_a_question() -> None:
    """After a finished game, or in the same deal, a game begins without a question."""
    for text in ("", p.FINALS["trio"].memory.shelf.text):
        assert arrived(text).memory.shelf.error is None
        assert isinstance(updated(arrived(text), m.Begin("set-up")).screen, Playing)
    game_id = read_game_id("c1-b-1p-e08go-again")
    drawn = updated(arrived(f"v2 {write_record(game_id, legal_moves(new_game(game_id))[:1])} end"), m.Continue())
    assert len(p.game_of(drawn).plies) == 1
    again = updated(drawn, m.PlayAgain())
    assert (p.game_of(again).id, p.game_of(again).plies, again.dialog) == (game_id, (), None)
    assert arrived().memory.shelf == EMPTY
    assert updated(arrived(), m.Continue()) == arrived()


def test_count_of_seen_scenes() -> None:
    """A save with an invalid count of seen scenes is damaged, but one that counts too many scenes continues."""
    for count in ("9" * 5000, "\u0663", "-1", "1.0", ""):
        assert "seen" in said(arrived(f"v2 {SAVE} seen:{count} end").memory.shelf.error)
    assert p.scene_of(updated(arrived(f"v2 {SAVE} seen:99 end"), m.Continue())) is None
    for final in p.FINALS.values():
        assert p.scene_as(EndScene, updated(arrived(f"v2 {p.game_of(final).record} seen:99 end"), m.Continue()))
