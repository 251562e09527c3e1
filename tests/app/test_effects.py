"""Tests of effects: the browser's tasks after each message, without duplicates."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import browser
from app import effects as e
from app import messages as m
from app.arrival.link import Link
from app.drawing.element import Element
from app.game.shelf import read_save, shelf_of
from app.game.summary import deal_summary, summary_of
from app.page.notice import Notice
from app.saved_names import PREFERENCES
from app.saves.games import ClaimGame, SaveFinishedGame, SaveGame
from app.saves.noting import SaveNote
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.scenes.season import SeasonScene
from app.screens.watch.screen import Watching
from app.shell.feedback import feedback
from app.visit import Visit
from cartographers.events import Draw
from cartographers.game_id import GameId
from cartographers.region import names
from cartographers.seasons import EDICTS
from support import playing as p
from support.visits import Sent, arrive, changed, effects_of, late_messages, updated

HOME = arrive(p.CHANCE)
OVER = p.FINALS["A"]
T = TypeVar("T", bound=e.Effect)


def of(kind: type[T], found: list[e.Effect]) -> list[T]:
    """Return the effects of the given kind."""
    return [effect for effect in found if isinstance(effect, kind)]


def effects(kind: type[T], visit: Visit, *messages: m.Message) -> list[T]:
    """Return the effects of the last message that are of the given kind."""
    return of(kind, effects_of(visit, *messages))


def test_each_effect_is_carried_out() -> None:
    """The browser's code names each kind of effect."""
    code = "".join(path.read_text("utf-8") for path in Path(browser.__path__[0]).glob("*.py"))
    kinds = {kind for group in (e.Effect, e.DeferredEffect, e.RoomEffect) for kind in group.__subclasses__()}
    assert [kind for kind in kinds if not re.search(rf"\b{kind.__name__}\(", code)] == []


def pauses(visit: Visit, *messages: m.Message) -> list[int]:
    """Return the pauses in the effects of the last message."""
    return [effect.pause for effect in effects(e.ScheduleStep, visit, *messages)]


def focus(visit: Visit, *messages: m.Message) -> list[str]:
    """Return the targets of the focus in the effects of the last message."""
    return [effect.on for effect in effects(e.MoveFocus, visit, *messages)]


#: All events of the games: the visit before, the message, the visit after it, and the effects.
HAPPENINGS = [
    (before, message, now, effects_of(before, message))
    for game in p.GAMES.values()
    for (_, before), (message, now) in pairwise([(m.Begin("set-up"), replace(HOME, setup=game[0][1].setup)), *game])
]


def test_a_game_is_saved_exactly_when_its_text_changes() -> None:
    """A game is saved before all other effects exactly when its text changes, unless the device has the text."""
    kept = 0
    for before, _, now, found in HAPPENINGS:
        changed = now.memory.shelf.text != before.memory.shelf.text
        assert of(SaveGame, found) == [SaveGame(now.memory.shelf.text, "")] * changed
        assert not changed or isinstance(found[0], SaveGame)
        assert changed == (
            before.screen == HOME.screen
            or p.game_of(now) is not p.game_of(before)
            or p.screen_of(now).stage.scenes_seen != p.screen_of(before).stage.scenes_seen
        )
        kept += changed
    assert kept > 200
    visit = p.begun()
    text = visit.memory.shelf.text
    assert effects_of(visit, m.GameSaved(text)) == []
    assert effects_of(visit, m.SaveFailed(Notice.FULL)) == []
    assert effects_of(visit, m.GameSaved(text), m.HighlightTopic(m.Topic.EDICT_A)) == []
    drawn_once = p.choosing(p.after(visit, m.GameSaved(text), m.Confirm(), m.SaveFailed(Notice.FULL)))
    assert effects_of(drawn_once, m.SaveFailed(Notice.FULL)) == effects_of(drawn_once, m.DismissNotice()) == []
    [keep] = effects(SaveGame, drawn_once, m.Confirm())
    assert keep == SaveGame(updated(drawn_once, m.Confirm()).memory.shelf.text, text)
    visit = p.choosing(p.begun(p.TRIO))
    full = p.after(visit, m.GameSaved(visit.memory.shelf.text), m.Confirm(), m.SaveFailed(Notice.FULL))
    undone = updated(full, m.Undo(sure=True))
    assert undone.memory.shelf.text == undone.memory.shelf.device_text
    assert effects(SaveGame, full, m.Undo(sure=True)) == []


@pytest.mark.parametrize("final", p.FINALS.values(), ids=p.FINALS)
def test_a_finished_game_is_saved_in_the_history_once(final: Visit) -> None:
    """A finished game is saved in the history once, with its last ply, and not when it is opened again."""
    [(before, message, now, kept)] = [
        (before, message, now, kept)
        for before, message, now, found in HAPPENINGS
        if now.memory.shelf.saved and p.game_of(now).id == p.game_of(final).id
        for kept in of(SaveFinishedGame, found)
    ]
    saved, summary = read_save(kept.text).game, summary_of(p.game_of(now))
    assert replace(saved, notes=()) == replace(p.game_of(now), notes=())
    assert saved.notes == (f"sum:{summary}", f"dealt:{deal_summary(saved.id, summary)}")
    assert kept.key == saved.key != ""
    assert isinstance(message, m.Confirm)
    assert (p.game_of(before).state.is_over, p.game_of(now).state.is_over) == (False, True)
    home = arrive(p.CHANCE, shelf_of(now.memory.shelf.text))
    for visit, again in ((home, m.Continue()), (now, m.Proceed())):
        assert effects(SaveFinishedGame, visit, again) == []


@pytest.mark.parametrize("name", p.GAMES)
def test_persistence_is_requested_once(name: str) -> None:
    """The browser is asked for persistence once, after the first season, and never in an embed."""
    asked = []
    for (_, before), (message, now) in pairwise(p.GAMES[name]):
        asked += [now] * (e.RequestPersistence() in effects_of(before, message))
        assert e.RequestPersistence() not in effects_of(changed(before, link=Link(embedded=True)), message)
    assert [len(p.game_of(now).state.scores) for now in asked] == [1]


def test_game_is_claimed_only_on_entry() -> None:
    """A game is claimed when it is entered from any screen or tab, and at no other time."""
    saved = p.begun().memory.shelf.text
    kept, watching = arrive(p.CHANCE, shelf_of(saved)), updated(OVER, m.Watch())
    entering: list[tuple[Visit, m.Message]] = [
        *((HOME, m.Begin("first")), (kept, m.Continue()), (kept, m.Begin("first", sure=True))),
        (arrive(p.CHANCE, link=Link(embedded=True)), m.Enter()),
        (HOME.opening_screen(Watching(p.game_of(p.begun()))), m.TakeOver()),
        *((updated(p.begun(), m.Go("about")), m.Back()), (watching, m.Back())),
        (updated(p.begun(), m.ContinuedElsewhere()), m.PlayHere()),
    ]
    for visit, message in entering:
        assert effects(ClaimGame, visit, message) == [ClaimGame()]
    for before, _, _, found in HAPPENINGS:
        assert of(ClaimGame, found) == [ClaimGame()] * (before.screen == HOME.screen)
    for message in (m.Go("set-up"), m.Go("about"), m.Begin("link"), m.Continue(), m.GameReplaced(saved)):
        assert effects(ClaimGame, HOME, message) == []
    assert effects(ClaimGame, p.begun(), m.ContinuedElsewhere()) == effects(ClaimGame, watching, m.SkipPlies(1)) == []


def test_changed_preferences_are_saved_and_demonstrated() -> None:
    """A changed preference is saved, and demonstrated at once if sound or vibration is on."""
    chosen = updated(HOME, m.Prefer("theme", "night"))
    saving = SaveNote(PREFERENCES, str(chosen.memory.preferences))
    assert effects_of(HOME, m.Prefer("theme", "night")) == [saving, e.ShowTheme("night")]
    assert effects_of(chosen, m.Prefer("theme", "night")) == []
    assert not any(effect.name == PREFERENCES for *_, found in HAPPENINGS for effect in of(SaveNote, found))
    heard, felt = (e.PlayFeedback(e.Feedback.TURNED, heard=heard, felt=not heard) for heard in (True, False))
    assert effects(e.PlayFeedback, HOME, m.Prefer("sound", "on")) == [heard]
    assert effects(e.PlayFeedback, HOME, m.Prefer("vibration", "on")) == [felt]
    assert effects(e.PlayFeedback, HOME, m.Prefer("sound", "on"), m.Prefer("hand", "left")) == [heard]
    assert effects(e.PlayFeedback, HOME, m.Prefer("sound", "on"), m.Prefer("sound", "off")) == []
    assert effects(e.PlayFeedback, HOME, m.Prefer("hand", "left")) == []


def timed(visit: Visit, messages: list[m.Message]) -> Iterator[tuple[Visit, int]]:
    """Yield the visit after each message, and the browser's pause before the next step."""
    timer = visit.needs.pause
    for message in messages:
        waiting = 0 if isinstance(message, m.Step) else timer  # the timer has sent this step
        timer = [waiting, *pauses(visit, message)][-1]
        visit = updated(visit, message)
        yield visit, timer


MOVING = [visit for visit in p.VISITS if p.screen_of(visit).is_moving]
RUNNING = [p.after(visit, m.Watch(), m.Seek(3), m.PlayOrPause()) for visit in (OVER, p.FINALS["trio"])]
ANYTHING: list[m.Message] = [
    *(m.Step(), m.Step(), m.Step(), m.Proceed(), m.SkipAnimation(), m.Confirm(), m.Undo(sure=True)),
    *(m.HighlightTopic(m.Topic.EDICT_A), m.LookAtSheet(0), m.PlayAgain()),
    *(m.Watch(), m.PlayOrPause(), m.PlayOrPause(), m.SkipPlies(1), m.Seek(2)),
    *(m.Open("menu"), m.Close(), m.Go("about"), m.Back(), m.Go("start"), m.Continue()),
    *(m.ContinuedElsewhere(), m.PlayHere(), m.GameReplaced("nonsense"), m.GameSaved("x"), m.DismissNotice()),
    *(m.ReducedMotionChanged(on=True), m.ReducedMotionChanged(on=False), m.Prefer("hand", "left")),
    m.NewerVersionReady(),
]


@settings(max_examples=300)
@given(
    visit=st.sampled_from([*MOVING[::5], *RUNNING, OVER, p.begun()]),
    messages=st.lists(st.sampled_from(ANYTHING), max_size=12),
)
@late_messages()
def test_timer_runs_exactly_when_something_moves(visit: Visit, messages: list[m.Message]) -> None:
    """The timer runs exactly when something moves, never under a panel or while another tab plays."""
    for now, timer in timed(visit, messages):
        assert timer == now.needs.pause
        assert not (timer and (now.dialog or now.is_continued_elsewhere))


def test_gains_fly_to_their_counters() -> None:
    """A shape's gains fly from one of its spaces to their counters, but not behind a curtain or to another map's."""
    flown = elsewhere = 0
    for (_, before), (message, visit) in [*pairwise(p.GAMES["A"]), *pairwise(p.GAMES["trio"])]:
        flights = effects(e.AnimateGains, before, message)
        assert effects(e.AnimateGains, changed(before, reduced_motion=True), message) == []
        if not isinstance(message, m.Confirm) or len(p.game_of(visit).plies) == len(p.game_of(before).plies):
            assert flights == []
            continue
        board, earlier = p.screen_of(visit).board, p.screen_of(before).board
        draws = [event for event in p.game_of(visit).state.events if isinstance(event, Draw)]
        if not draws or isinstance(p.scene_of(visit), CurtainScene) or board.owner != earlier.owner:
            assert flights == []
            elsewhere += 1
            continue
        [draw] = draws
        if board.sheet == draw.after:  # unless an ambush has changed the map as well
            shown_before = tile_values(p.shown(before))
            gains = [
                (f"+{now - shown_before[letter]}", f'[data-do="highlight-topic {letter}"]')
                for letter, now in tile_values(p.shown(visit)).items()
                if now > shown_before[letter]
            ]
            gains += [("", f".coins use:nth-child({draw.after.coins - n})") for n in reversed(range(draw.coins_gained))]
            assert [list(flight.gains) for flight in flights] == ([gains] if gains else [])
        assert all(flight.space in names(draw.region) for flight in flights)
        flown += len(flights)
    assert flown >= 8
    assert elsewhere > 8


def tile_values(page: Element) -> dict[str, int]:
    """Return the number on each edict's tile."""
    return {letter: p.integer(p.part(p.buttons(page)[f"highlight-topic {letter}"], "value")) for letter in EDICTS}


@pytest.mark.parametrize("visit", MOVING[::9])
def test_scene_runs_to_its_end_by_itself(visit: Visit) -> None:
    """Each step of a scene causes the next step until the end, within six seconds."""
    steps, remaining = p.screen_of(visit).pauses, len(p.screen_of(visit).pauses) - p.screen_of(visit).stage.step
    waits = [visit.needs.pause, *(timer for _, timer in timed(visit, [m.Step()] * (len(steps) + 2)))]
    assert not any(waits[remaining:])
    assert min(waits[:remaining]) >= 90
    assert sum(waits) <= 6000


def test_ambush_duration_is_limited() -> None:
    """An ambush takes at most 1.5 seconds, whatever the distance."""
    visit, scene = next((visit, scene) for visit, scene in p.in_scene(AmbushScene) if p.screen_of(visit).is_moving)
    for steps in (2, 13, 14, 60, 121):
        trail = (scene.event.trail * steps)[:steps]
        far = p.with_screen(visit, pending=(replace(scene, event=replace(scene.event, trail=trail)),), step=0)
        _, *walk, _ = p.screen_of(far).pauses
        assert len(walk) == steps
        assert min(1500, 110 * steps) - steps < sum(walk) <= 1500


def test_a_replay_runs_to_its_end_automatically() -> None:
    """A replay shows a ply every 1.5 seconds, despite highlights or reduced motion; panels pause replays and scenes."""
    watching, last = updated(OVER, m.Watch()), len(p.game_of(OVER).plies)
    assert pauses(watching, m.PlayOrPause()) == [1500]
    steps = list(timed(watching, [m.PlayOrPause(), *[m.Step()] * last]))
    assert [timer for _, timer in steps] == [*[1500] * last, 0]
    for message in (m.PlayOrPause(), m.Open("menu"), m.SkipPlies(2)):
        assert pauses(watching, m.PlayOrPause(), message) == [0]
    assert effects_of(watching, m.PlayOrPause(), m.Open("menu"), m.Close()) == []
    assert effects_of(watching, m.SkipPlies(2)) == []
    assert pauses(changed(OVER, reduced_motion=True), m.Watch(), m.PlayOrPause()) == [1500]
    running, highlight = RUNNING[0], m.HighlightTopic(m.Topic.EDICT_A)
    assert effects_of(running, highlight) == []
    assert pauses(running, highlight, m.Step()) == [1500]
    walking = next(visit for visit, _ in p.in_scene(AmbushScene) if p.screen_of(visit).is_moving)
    assert pauses(walking, highlight) == [0]  # any tap skips an animation
    visit = MOVING[0]
    for halting in (m.Open("keys"), m.Go("about"), m.ContinuedElsewhere(), m.ReducedMotionChanged(on=True)):
        assert pauses(visit, halting) == [0]
    assert pauses(visit, m.Open("keys"), m.Close()) == pauses(visit, m.Go("about"), m.Back()) == [visit.needs.pause]


@pytest.mark.parametrize("game_id", [p.BASE_A, p.HEROES, p.TRIO])
def test_reduced_motion_skips_to_the_last_step_of_scenes(game_id: GameId) -> None:
    """With reduced motion, the scenes are the same but appear in their last step."""
    rng, same = Random(p.CHANCE), Random(p.CHANCE)  # noqa: S311 - random games, repeatable on purpose
    visit = updated(p.begun(game_id), m.ReducedMotionChanged(on=True))
    moving = p.begun(game_id)
    scenes = 0
    while not isinstance(p.scene_of(visit), EndScene):
        before = visit
        sent: m.Message = m.Proceed()
        if p.scene_of(visit):
            visit, moving = updated(visit, sent), updated(p.at_rest(moving), sent)
        else:
            sent = m.Confirm()
            visit, moving = p.drawn(visit, rng), p.drawn(moving, same)
        assert not p.screen_of(visit).is_moving
        assert effects(e.ScheduleStep, before, sent) == []
        assert p.screen_of(p.at_rest(moving)) == p.screen_of(visit)
        scenes += p.scene_of(visit) is not None
    assert scenes > 5


def test_ghost_swings_when_rotated_or_flipped() -> None:
    """The ghost swings when it is rotated or flipped, but not with reduced motion or without a ghost."""
    turns = 0
    for before, message, now, found in HAPPENINGS:
        turned = isinstance(message, m.Rotate | m.Flip) and p.screen_of(now).ghost != p.screen_of(before).ghost
        quarters = message.quarters if isinstance(message, m.Rotate) else 0
        assert of(e.AnimateGhost, found) == [e.AnimateGhost(quarters)] * turned
        assert effects(e.AnimateGhost, changed(before, reduced_motion=True), message) == []
        turns += turned
    assert turns > 100
    for message, expected in (
        *((m.Rotate(-1), [e.AnimateGhost(-1)]), (m.Flip(), [e.AnimateGhost(0)])),
        *((m.Rotate(4), []), (m.Move(0, 1), []), (m.NextShape(), [])),
    ):
        assert effects(e.AnimateGhost, p.begun(), message) == expected
    assert effects(e.AnimateGhost, MOVING[0], m.Rotate(1)) == []


def test_a_new_panel_or_an_invalid_seed_takes_the_focus() -> None:
    """A panel takes the focus once when it opens, and an invalid seed when the game can't start with it."""
    for visit in (HOME, p.begun(), updated(OVER, m.Watch())):
        assert focus(visit, m.Open("keys")) == focus(visit, m.Open("keys"), m.Open("preferences")) == ["dialog"]
        assert focus(visit, m.Open("preferences"), m.Prefer("hand", "left")) == []
        assert focus(visit, m.Open("keys"), m.Close()) == []
    assert focus(arrive(p.CHANCE, shelf_of("nonsense")), m.Begin("first")) == ["dialog"]
    assert focus(p.begun(), m.ContinuedElsewhere()) == ["dialog"]
    assert focus(p.begun(), m.ContinuedElsewhere(), m.ContinuedElsewhere()) == []
    assert not any(of(e.MoveFocus, found) for *_, found in HAPPENINGS)
    typing = m.TypeText("seed", "no seed!")
    wrong = p.after(HOME, m.Go("set-up"), typing)
    assert effects(e.MoveFocus, wrong, m.Begin("set-up")) == [e.MoveFocus("seed")]
    assert focus(wrong, m.Begin("set-up"), m.Begin("set-up")) == []
    assert effects_of(HOME, m.Go("set-up"), typing) == effects_of(wrong, m.Begin("set-up"), "reroll") == []


@pytest.mark.parametrize(("sound", "vibration"), [("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")], ids=str)
def test_sounds_match_the_feedback(sound: str, vibration: str) -> None:
    """Sounds and vibrations match the feedback and the preferences."""
    answered = 0
    for before, message, now, _ in HAPPENINGS[::3]:
        preferences = now.memory.preferences._replace(sound=sound, vibration=vibration)
        happened = feedback(before.screen, now.screen)
        expected = [e.PlayFeedback(happened, heard=sound == "on", felt=vibration == "on")] if happened else []
        found = effects(e.PlayFeedback, changed(before, preferences=preferences), message)
        assert found == (expected if "on" in {sound, vibration} else [])
        answered += happened is not None
    assert answered > 100


@pytest.mark.parametrize("kind", [SeasonScene, AmbushScene, EndScene])
def test_returning_to_a_scene_is_silent(kind: type[Scene]) -> None:
    """Returning to a scene from About or from a replay doesn't play its sound again."""
    loud = updated(p.in_scene(kind)[0][0], m.Prefer("sound", "on"))
    for leaving in (m.Go("about"), m.Watch()):
        assert effects(e.PlayFeedback, loud, leaving, m.Back()) == []
    assert effects(e.PlayFeedback, loud, m.Go("start"), m.Continue())


def test_page_is_reloaded_only_on_request() -> None:
    """The page is reloaded only when the player asks for it."""
    assert effects_of(HOME, m.NewerVersionReady()) == []
    assert effects_of(HOME, m.NewerVersionReady(), m.Reload()) == [e.ReloadPage(())]
    assert effects(e.ReloadPage, p.begun(), m.Reload()) == [e.ReloadPage(("continue",))]


@pytest.mark.parametrize(
    "visit", [HOME, OVER, updated(OVER, m.Watch()), updated(HOME, m.Go("about")), *p.VISITS[::200]]
)
@late_messages()
def test_message_without_changes_has_no_effects(visit: Visit) -> None:
    """A message that changes nothing has no effects, and returns the same visit if it isn't answered."""
    still = changed(updated(p.begun(), m.GameSaved(p.begun().memory.shelf.text)), reduced_motion=True)
    assert updated(still, m.Seek(3)) is still
    messages: list[Sent] = [
        *(*p.PLACING, m.Hover(40), m.Tap(40), m.NextPlace(), m.Confirm(), m.Undo(sure=True)),
        *(m.Proceed(), m.Step(), m.SkipAnimation(), m.SkipPlies(1), m.PlayOrPause(), m.Back(), "reroll"),
        *(m.Watch(), m.PlayAgain(), m.TakeOver(), m.Continue(), m.PlayHere(), m.DismissNotice(), m.Close()),
        *(m.GameSaved(""), m.GameReplaced(""), m.TypeText("seed", "x")),
    ]
    unchanged = [message for message in messages if updated(visit, message) == visit]
    assert unchanged
    for message in unchanged:
        assert effects_of(visit, message) == []
