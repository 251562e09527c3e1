"""Messages: a whole game through them, and what each makes of the model."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from app.ghost import fitting_ghosts, ghost_region
from app.model import (
    Again,
    AmbushScene,
    Begin,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    Continue,
    Dialog,
    EndScene,
    Flip,
    Home,
    Hover,
    Light,
    Look,
    Message,
    Model,
    Move,
    NextShape,
    NextTerrain,
    Open,
    Proceed,
    SeasonScene,
    SpreadScene,
    Step,
    Tap,
    Turn,
    Undo,
    Where,
)
from app.playing import (
    ALONE,
    BASE_B,
    CHOOSING,
    GAMES,
    MODELS,
    PLACING,
    SEED,
    after,
    begun,
    game_of,
    happened,
    played,
    ply_fits,
    states_of,
    task_of,
    to_be_seen,
)
from app.update import read_save, save_text, start, update
from cartographers.cards import AmbushCard
from cartographers.deal import deal
from cartographers.errors import InvalidRecord
from cartographers.events import Ambush, End, Event, Reveal, Score, Spread
from cartographers.game import new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.record import read_record, write_record
from cartographers.region import names, space_named
from cartographers.rules import legal_moves
from cartographers.terrain import ANY_TERRAIN


def unfitting() -> Model:
    """Return a model whose ghost does not fit: its pivot is on a mountain."""
    model = update(begun(), Tap(space_named("B4")))
    assert not ply_fits(model)
    return model


# ------------------------------------------------------------------- whole games


@pytest.mark.parametrize("name", GAMES)
def test_a_game_through_messages_is_the_engines_game(name: str) -> None:
    """The record of a game that was played on the page replays to the totals, rating and title that the end shows."""
    final = GAMES[name][-1][1]
    game = game_of(final)
    assert isinstance(final.scene, EndScene)
    played = read_record(game.record)
    assert (played.id, played.plies) == (game.id, game.plies)
    state = states_of(game)[-1]
    assert state == game.state
    assert state.over
    assert final.scene.event == state.events[-1]
    assert final.scene.event.totals == tuple(map(state.total, range(game.id.players)))
    assert final.scene.moment.sheets == state.sheets


@pytest.mark.parametrize("name", GAMES)
def test_every_season_and_ambush_is_shown_once_in_order(name: str) -> None:
    """What players see between the choices is what has happened, each on the maps as they were then."""
    told: list[Event] = []
    before = None
    for _, model in GAMES[name]:
        scene = model.scene
        if scene is not None and scene is not before:
            game = game_of(model)
            match scene:
                case AmbushScene(moment, event):
                    sheet = moment.sheets[0]
                    told.append(event)
                    assert sheet.monster & event.region == 0
                    assert event.after.monster | event.after.destroyed == (
                        sheet.monster | sheet.destroyed | event.region
                    )
                case SpreadScene(moment, card, reached):
                    told += [Spread(sheet, moment.sheets[sheet], 0, card, reached[sheet]) for sheet in reached]
                case SeasonScene(moment, scores):
                    told += map(Score, scores)
                    cards = dict(zip("ABCD", game.state.deal.edicts, strict=True))
                    assert [score.player for score in scores] == list(range(game.id.players))
                    for score in scores:
                        sheet = moment.sheets[score.player]
                        assert score.edicts == {letter: cards[letter](sheet) for letter in score.edicts}
                        assert score.coins == sheet.coins
                case EndScene(_, event):
                    told.append(event)
        before = scene
    expected = [
        event for event in happened(game_of(GAMES[name][-1][1])) if isinstance(event, Ambush | Score | End | Spread)
    ]
    assert told == [replace(event, coins_gained=0) if isinstance(event, Spread) else event for event in expected]
    seasons = [event.score.season.name for event in told if isinstance(event, Score) and event.score.player == 0]
    assert seasons == ["spring", "summer", "fall", "winter"]
    assert isinstance(told[-1], End)


def test_a_new_season_begins_with_an_empty_table() -> None:
    """When its first card is an ambush, that is the only card on the table while the ambush walks."""
    game_id = next(
        game_id
        for number in count()
        if isinstance(deal(game_id := GameId(f"s{number}")).seasons[1].deck[0], AmbushCard)
    )
    scenes = [model.scene for _, model in played(game_id) if isinstance(model.scene, AmbushScene)]
    dealt = deal(game_id).seasons[1]
    [moment] = {scene.moment for scene in scenes if scene.event.card is dealt.deck[0]}
    assert (moment.season, moment.table, moment.scored) == (dealt.season, dealt.deck[:1], 1)


def test_the_games_have_all_kinds_of_scenes() -> None:
    """What the test above compares is there to be compared."""
    kinds = {type(model.scene).__name__ for model in MODELS if model.scene}
    assert kinds == {"AmbushScene", "SpreadScene", "SeasonScene", "EndScene", "CurtainScene"}
    spreads = [model.scene for model in MODELS if isinstance(model.scene, SpreadScene)]
    assert max(len(scene.reached) for scene in spreads) > 1


def test_the_ghost_never_leaves_the_map_and_is_there_when_it_is_needed() -> None:
    """At every choice there is a ghost, with all its cells on the map; a fresh one fits."""
    for game in GAMES.values():
        for message, model in game:
            if model.scene:
                continue
            assert model.ghost is not None
            task = task_of(model)
            cells = len(task.options[model.ghost.option].shape.cells)
            assert ghost_region(model.ghost, task).bit_count() == cells
            if isinstance(message, Begin | Proceed):
                assert ply_fits(model)


def test_after_the_end_nothing_is_drawn() -> None:
    """Messages about the ghost, and Continue, leave the end as it is."""
    for game in GAMES.values():
        final = game[-1][1]
        for message in (*PLACING, Confirm(), Proceed(), Step(), Tap(0), Hover(0)):
            assert update(final, message) == final


# ------------------------------------------------------------------- placing


@pytest.mark.parametrize("model", CHOOSING[::19])
def test_only_a_legal_confirm_changes_the_game(model: Model) -> None:
    """A ghost that does not fit stays where it is, and so does everything."""
    confirmed = update(model, Confirm())
    assert (confirmed.game != model.game) == ply_fits(model)
    if not ply_fits(model):
        assert confirmed == model


def test_an_illegal_confirm_by_each_way_changes_nothing() -> None:
    """Neither the button nor a second click draws on a mountain."""
    model = unfitting()
    assert update(model, Confirm()) == model
    assert update(model, Tap(space_named("B4"), mouse=True)) == model


def test_a_tap_puts_the_pivot_there() -> None:
    """The tapped space is covered wherever the map has room for it, and the ghost is on the map everywhere."""
    model = begun()
    for name in ("E5", "G7", "F3"):
        model = update(model, Tap(space_named(name)))
        assert model.ghost is not None
        assert name in names(ghost_region(model.ghost, task_of(model)))
        assert model.pinned


def test_a_second_tap_of_a_finger_does_not_confirm_and_a_second_click_does() -> None:
    """A mouse clicks to place, then to draw; the first click never draws."""
    model = begun()
    fitting = next(fitting_ghosts(model.game.state, 0)) if model.game else None
    assert fitting is not None
    there = replace(model, ghost=fitting)
    space = space_named(names(ghost_region(fitting, task_of(model)))[0])
    clicked = update(there, Tap(space, mouse=True))
    assert clicked.game == model.game
    while clicked.ghost and not ply_fits(clicked):
        clicked = update(clicked, Where())
    assert clicked.ghost is not None
    covered = space_named(names(ghost_region(clicked.ghost, task_of(clicked)))[0])
    assert update(clicked, Tap(covered)).game == model.game
    drawn = update(clicked, Tap(covered, mouse=True))
    assert drawn.game is not None
    assert len(drawn.game.plies) == 1


def test_the_ghost_follows_the_mouse_until_it_is_put_down() -> None:
    """Hovering moves a loose ghost and leaves one that lies."""
    loose = update(begun(), Hover(space_named("F6")))
    assert loose.ghost is not None
    assert (loose.ghost.row, loose.ghost.column) == (5, 5)
    pinned = update(loose, Tap(space_named("G7")))
    assert update(pinned, Hover(space_named("C3"))) == pinned


def with_task(*, terrains: int, shapes: int) -> Model:
    """Return a model with a card of so many terrains and shapes in play."""
    for model in CHOOSING:
        options = task_of(model).options
        if len({option.terrain for option in options}) == terrains and len({o.shape for o in options}) == shapes:
            return model
    pytest.fail(f"no position offers {terrains} terrains and {shapes} shapes")


def test_terrain_is_chosen() -> None:
    """By name or in turn; the ghost stays where it is; a terrain that is not offered changes nothing."""
    model = with_task(terrains=2, shapes=1)
    task = task_of(model)
    assert model.ghost is not None
    region = ghost_region(model.ghost, task)
    for option in task.options:
        assert option.terrain is not None
        chosen = update(model, ChooseTerrain(option.terrain.value))
        assert chosen.ghost is not None
        assert task.options[chosen.ghost.option].terrain is option.terrain
        assert ghost_region(chosen.ghost, task) == region
    other = update(model, NextTerrain())
    assert other.ghost is not None
    assert task.options[other.ghost.option].terrain is not task.options[model.ghost.option].terrain
    assert update(update(model, NextTerrain()), NextTerrain()).ghost == model.ghost
    missing = next(terrain for terrain in ANY_TERRAIN if all(option.terrain is not terrain for option in task.options))
    assert update(model, ChooseTerrain(missing.value)) == model


def test_every_terrain_of_rift_lands_can_be_chosen() -> None:
    """Five terrains, one single space."""
    model = with_task(terrains=5, shapes=1)
    seen = []
    for _ in ANY_TERRAIN:
        model = update(model, NextTerrain())
        assert model.ghost is not None
        seen.append(task_of(model).options[model.ghost.option].terrain)
    assert set(seen) == set(ANY_TERRAIN)


def test_shape_is_chosen() -> None:
    """By number or in turn; a number that is not there changes nothing."""
    model = with_task(terrains=1, shapes=2)
    options = task_of(model).options
    for number, option in enumerate(options):
        chosen = update(model, ChooseShape(number))
        assert chosen.ghost is not None
        assert options[chosen.ghost.option].shape == option.shape
    for number in (-1, 2):
        assert update(model, ChooseShape(number)) == model
    other = update(model, NextShape())
    assert other.ghost is not None
    assert model.ghost is not None
    assert other.ghost.option != model.ghost.option


def test_next_of_one_is_that_one() -> None:
    """With one terrain or one shape, the keys for the next one change nothing."""
    one_terrain, one_shape = with_task(terrains=1, shapes=2), with_task(terrains=2, shapes=1)
    assert update(one_terrain, NextTerrain()).ghost == one_terrain.ghost
    assert update(one_shape, NextShape()).ghost == one_shape.ghost


def test_light_goes_on_and_out() -> None:
    """One thing is lit at a time; the same again puts it out, and it goes out with the next card."""
    model = update(update(begun(), Light("A")), Light("monsters"))
    assert model.lit == "monsters"
    assert update(model, Light("monsters")).lit == ""
    assert update(model, Confirm()).lit == ""


# ------------------------------------------------------------------- scenes


def test_a_scene_waits_for_its_turn() -> None:
    """While something is shown, the ghost takes no messages, and Proceed shows what is next."""
    for model in MODELS:
        if model.scene and not isinstance(model.scene, EndScene):
            for message in (*PLACING, Confirm(), Tap(5)):
                assert update(model, message) == model
            shown = model
            while shown.walking:
                shown = update(shown, Step())
            assert update(shown, Proceed()).pending == model.pending[1:]


def test_an_ambush_walks_step_by_step_or_is_skipped() -> None:
    """Each step is a place further; Proceed goes to the last one first, and only then on."""
    model = next(model for model in MODELS if model.walking and model.step == 0)
    assert isinstance(model.scene, AmbushScene)
    stepped = model
    for step in range(len(model.scene.event.trail)):
        assert stepped.step == step
        assert stepped.walking
        stepped = update(stepped, Step())
    assert not stepped.walking
    assert update(stepped, Step()) == stepped
    assert update(model, Proceed()) == stepped
    assert update(stepped, Proceed()).scene is not model.scene


def test_a_season_is_counted_step_by_step() -> None:
    """The two edicts, coins and monsters; each lights up but coins, and at last the first edict that has paid."""
    seasons = [model for model in MODELS if isinstance(model.scene, SeasonScene) and model.step == 0]
    assert seasons
    for model in seasons:
        assert isinstance(model.scene, SeasonScene)
        first, second = edicts = list(model.scene.scores[0].edicts)
        lit, stepped = [model.lit], model
        while stepped.moving:
            assert not stepped.walking
            stepped = update(stepped, Step())
            lit.append(stepped.lit)
        paid = [letter for letter in edicts if model.scene.scores[0].edicts[letter]]
        assert lit == [first, second, "", "monsters", paid[0] if paid else ""]
        assert update(stepped, Step()) == stepped
        assert update(model, Proceed()) == update(stepped, Proceed())


def test_who_looks_at_what_a_season_has_counted_need_not_wait() -> None:
    """What is pressed lights up and stays, or that map is there, and all is counted."""
    model = next(model for model in MODELS if isinstance(model.scene, SeasonScene) and model.step == 0)
    for message in (Light("monsters"), Look(0)):
        after = update(model, message)
        assert not after.moving
        assert update(after, Step()) == after
    assert update(model, Light("monsters")).lit == "monsters"


def test_a_dialog_opens_and_closes() -> None:
    """Over any screen, without a trace."""
    model = begun()
    opened = update(model, Open("keys"))
    assert opened.dialog is Dialog.KEYS
    assert update(opened, Open()) == model


# ------------------------------------------------------------------- undo


def test_undo_is_the_state_before_the_ply() -> None:
    """Whatever came after the ply, scenes included, is gone, and it is counted when a card had been seen."""
    for game in ALONE.values():
        before = game[0][1]
        for message, model in game:
            if isinstance(message, Confirm) and model.game != before.game:
                undone = update(model, Undo())
                assert game_of(undone).state == game_of(before).state
                assert game_of(undone).plies == game_of(before).plies
                assert undone.pending == ()
                assert ply_fits(undone)
                revealed = any(isinstance(event, Reveal) for event in game_of(model).state.events)
                assert game_of(undone).takebacks == revealed
            before = model


def test_takebacks_add_up_and_are_never_taken_back() -> None:
    """Each step back past a reveal counts, and drawing again forgets none."""
    model = begun()
    for times in (1, 2, 3):
        model = update(update(model, Confirm()), Undo())
        assert model.game is not None
        assert model.game.takebacks == times
    model = update(model, Confirm())
    assert model.game is not None
    assert model.game.takebacks == 3


def test_before_a_confirm_nothing_counts() -> None:
    """Moving, turning and choosing are free, and with nothing drawn there is nothing to take back."""
    model = after(begun(), *PLACING)
    assert update(model, Undo()) == model
    assert model.game is not None
    assert model.game.takebacks == 0


def test_the_last_ply_is_taken_back_freely() -> None:
    """After the last card no other one is revealed."""
    for game in GAMES.values():
        undone = update(game[-1][1], Undo())
        assert undone.game is not None
        assert undone.game.takebacks == 0
        assert not undone.game.state.over
        assert undone.ghost is not None


# ------------------------------------------------------------------- the saved game


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_left_and_continued(name: str) -> None:
    """A save leads to the same game and the same players, and a second save is the same text."""
    for message, model in GAMES[name]:
        if isinstance(message, Begin | Confirm | Proceed):
            text = save_text(model)
            assert read_save(text).game == model.game
            continued = update(start("other", text), Continue())
            assert continued.game == model.game
            assert to_be_seen(continued) == to_be_seen(model)
            assert save_text(continued) == text
            assert save_text(start("other", text)) == text
            end = continued.pending[-1:]
            assert (len(end) == 1 and isinstance(end[0], EndScene)) == bool(model.game and model.game.state.over)


def test_practice_is_kept() -> None:
    """A save tells how often undo has gone back past a reveal."""
    model = update(update(begun(), Confirm()), Undo())
    assert save_text(model).endswith(" practice:1")
    assert read_save(save_text(model)).game == model.game
    assert "practice" not in save_text(begun())


def test_home_keeps_the_game() -> None:
    """On the start screen the game is what Continue goes on with, and a fresh seed and the same setup are proposed."""
    for name, game in GAMES.items():
        model = game[len(game) // 2][1]
        home = update(model, Home("fresh"))
        assert home == start("fresh", save_text(model)), name
        assert (home.game, home.setup.seed) == (None, "fresh")
        assert home.setup.game_id() == replace(game_of(model).id, seed="fresh")
        assert home.setup.playing == game_of(model).cartographers
        assert home.save == save_text(model)
        assert update(home, Continue()).game == model.game
        assert update(home, Home("fresher")).save == save_text(model)


DAMAGED = [
    "nonsense",
    "c1-a-1p",
    "c9-a-1p-k3x9q2",
    "c1-a-1p-k3x9q2.fA1A2A3A4A5A6",
    "c1-a-1p-k3x9q2.xA1",
    "c1-a-1p-k3x9q2 practice",
    "c1-a-1p-k3x9q2 practice:many",
    "c1-a-1p-k3x9q2 3",
    "c1-a-1p-k3x9q2 by:",
    "c1-a-1p-k3x9q2 by:Ana",
    "c1-a-1p-k3x9q2 by:Ana,Dame",
    "c1-a-1p-k3x9q2 by:Ana,Dame,Avalon,",
    "c1-a-1p-k3x9q2 by:Ana,,%0A",
    f"c1-a-1p-k3x9q2 by:,,{'x' * 25}",
    "c1-a-1p-k3x9q2 by:Ana,, by:Boris,,",
    "c1-a-2p-k3x9q2 by:Ana,,",
    "c1-a-2p-k3x9q2 by:Ana,, by:Boris,, by:Cem,,",
    "by:Ana,,",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_save_is_told_and_kept(text: str) -> None:
    """The start screen has a sentence; the text stays until a new game is really begun."""
    model = start(SEED, text)
    assert len(model.save_error) > 10
    assert save_text(model) == text
    tried = update(model, Continue())
    assert tried.game is None
    assert tried.save_error == model.save_error
    assert save_text(tried) == text
    asked = update(model, Begin())
    assert asked.game is None
    assert asked.dialog is Dialog.REPLACE
    assert save_text(asked) == text
    assert save_text(update(asked, Open())) == text
    sure = update(asked, Begin(sure=True))
    assert sure.game is not None
    assert sure.dialog is Dialog.NONE
    assert read_save(save_text(sure)).game == sure.game
    assert game_of(sure).record == f"c1-a-1p-{SEED}"


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_save_is_not_read(text: str) -> None:
    """Nothing is half loaded."""
    with pytest.raises(InvalidRecord):
        read_save(text)


def test_no_save_is_no_damage() -> None:
    """A first visit hears nothing of saves."""
    model = start(SEED, "")
    assert model.save_error == ""
    assert model.save == ""
    assert update(model, Begin()).game is not None


def test_a_new_game_over_one_in_play_asks_first() -> None:
    """Only a yes gives up what was saved."""
    text = save_text(update(begun(), Confirm()))
    home = start("fresh", text)
    asked = update(home, Begin())
    assert (asked.game, asked.dialog) == (None, Dialog.REPLACE)
    assert update(asked, Open()) == home
    sure = update(asked, Begin(sure=True))
    assert sure.game is not None
    assert str(sure.game.id) == "c1-a-1p-fresh"
    assert sure.dialog is Dialog.NONE


def test_a_new_game_over_a_finished_one_does_not_ask() -> None:
    """Nothing is lost."""
    assert update(start("fresh", save_text(MODELS[-1])), Begin()).game is not None


# ------------------------------------------------------------------- from the start screen


def test_messages_without_sense_change_nothing() -> None:
    """On the start screen there is nothing to place, to take back or to go on with."""
    model = start(SEED)
    for message in (*PLACING, Confirm(), Undo(), Proceed(), Step(), Tap(3), Hover(3), ChooseShape(0), Continue()):
        assert update(model, message) == model


def test_turning_does_not_put_the_ghost_down() -> None:
    """Turn, flip and another shape leave the ghost with the mouse; a place that was chosen stays."""
    loose = begun()
    turning: list[Message] = [Turn(), Flip(), NextTerrain(), NextShape()]
    placing: list[Message] = [Tap(space_named("G7")), Move(1, 0), Where()]
    assert not any(update(loose, message).pinned for message in turning)
    assert all(update(loose, message).pinned for message in placing)


def test_again_is_the_same_deal() -> None:
    """The game begins anew from its own id, edicts that were chosen included, and without a question."""
    game_id = read_game_id("c1-b-1p-e08go-again")
    played = update(start("other", write_record(game_id, legal_moves(new_game(game_id))[:1])), Continue())
    again = update(played, Again())
    assert again.game is not None
    assert (again.game.id, again.game.plies, again.dialog) == (game_id, (), Dialog.NONE)
    assert update(start("other"), Again()) == start("other")


def test_continue_leaves_nothing_of_the_start_screen() -> None:
    """An open question is closed, and the next game is proposed on the side of this one."""
    save = save_text(begun(BASE_B))
    asked = update(start("other", save), Begin())
    assert asked.dialog is Dialog.REPLACE
    continued = update(asked, Continue())
    assert (continued.dialog, continued.setup.game.side) == (Dialog.NONE, "B")


@pytest.mark.parametrize("count", ["9" * 5000, "\u0663", "-1", "1.0", ""])
def test_a_save_with_a_count_that_is_none_is_damaged(count: str) -> None:
    """It is told, and the page starts."""
    text = f"c1-a-1p-k3x9q2 seen:{count}"
    assert "seen" in start("other", text).save_error


def test_a_save_may_have_seen_more_than_there_is() -> None:
    """Then there is nothing left to show but the choice, or the end."""
    assert update(start("other", "c1-a-1p-k3x9q2 seen:99"), Continue()).scene is None
    for game in GAMES.values():
        final = game_of(game[-1][1])
        assert isinstance(update(start("other", f"{final.record} seen:99"), Continue()).scene, EndScene)
