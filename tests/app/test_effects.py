"""Tests of effects: the browser's tasks after each message, without duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import Element
from app.effects import (
    AnimateGains,
    AnimateGhost,
    ClaimGame,
    Effect,
    Feedback,
    MoveFocus,
    PlayFeedback,
    ReloadPage,
    RequestPersistence,
    SaveFinishedGame,
    SaveGame,
    SavePreferences,
    ScheduleStep,
)
from app.feedback import feedback
from app.game.shelf import read_save, shelf_of
from app.game.summary import deal_summary, summary_of
from app.link import Link
from app.notice import Notice
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.events import Draw
from cartographers.game_id import GameId
from cartographers.region import names
from cartographers.seasons import EDICTS
from support.playing import (
    BASE_A,
    CHANCE,
    GAMES,
    HEROES,
    PLACING,
    TRIO,
    VISITS,
    after,
    at_rest,
    begun,
    buttons,
    choosing,
    drawn,
    game_of,
    integer,
    part,
    scene_of,
    screen_of,
    shown,
    with_screen,
)
from support.visits import arrive, changed, effects_of, updated

HOME = arrive(CHANCE)
OVER = GAMES["A"][-1][1]


def focused(effects: list[Effect]) -> list[str]:
    """Return the targets of the focus in some effects."""
    return [effect.on for effect in effects if isinstance(effect, MoveFocus)]


def pauses(effects: list[Effect]) -> list[int]:
    """Return the pauses in some effects."""
    return [effect.pause for effect in effects if isinstance(effect, ScheduleStep)]


T = TypeVar("T", bound=Effect)


def of(kind: type[T], found: list[Effect]) -> list[T]:
    """Return the effects of the given kind."""
    return [effect for effect in found if isinstance(effect, kind)]


#: All events of the games: the visit before, the message, the visit after it, and the effects.
HAPPENINGS = [
    (before, message, now, effects_of(before, message))
    for game in GAMES.values()
    for (_, before), (message, now) in pairwise([(m.Begin("set-up"), replace(HOME, setup=game[0][1].setup)), *game])
]


# ------------------------------------------------------------------- saving


def test_a_game_is_saved_exactly_when_its_text_changes() -> None:
    """A game is saved exactly when its text changes, before all other effects of the message."""
    kept = 0
    for before, _, now, found in HAPPENINGS:
        changed = now.memory.shelf.text != before.memory.shelf.text
        assert of(SaveGame, found) == [SaveGame(now.memory.shelf.text, "")] * changed
        assert not changed or isinstance(found[0], SaveGame)
        assert changed == (
            before.screen == HOME.screen
            or game_of(now) is not game_of(before)
            or screen_of(now).stage.scenes_seen != screen_of(before).stage.scenes_seen
        )
        kept += changed
    assert kept > 200


def test_a_saved_text_is_not_saved_again() -> None:
    """A text isn't saved again if the device already has it, or if saving it failed before."""
    visit = begun()
    text = visit.memory.shelf.text
    assert effects_of(visit, m.GameSaved(text)) == []
    assert effects_of(visit, m.SaveFailed(Notice.FULL)) == []
    assert effects_of(visit, m.GameSaved(text), m.HighlightTopic(m.Topic.EDICT_A)) == []
    drawn_once = choosing(after(visit, m.GameSaved(text), m.Confirm(), m.SaveFailed(Notice.FULL)))
    assert effects_of(drawn_once, m.SaveFailed(Notice.FULL)) == effects_of(drawn_once, m.DismissNotice()) == []
    [keep] = of(SaveGame, effects_of(drawn_once, m.Confirm()))
    assert keep == SaveGame(updated(drawn_once, m.Confirm()).memory.shelf.text, text)


def test_an_undo_to_the_saved_text_saves_nothing() -> None:
    """A text isn't saved when an undo returns to the text that the device has."""
    visit = choosing(begun(TRIO))
    visit = updated(visit, m.GameSaved(visit.memory.shelf.text))
    full = after(visit, m.Confirm(), m.SaveFailed(Notice.FULL))
    undone = updated(full, m.Undo(sure=True))
    assert undone.memory.shelf.text == undone.memory.shelf.device_text
    assert of(SaveGame, effects_of(full, m.Undo(sure=True))) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_saved_in_the_history_once(name: str) -> None:
    """A finished game is saved in the history once, with its last ply, and not when it is opened again."""
    game = [
        step
        for step in HAPPENINGS
        if step[2].memory.shelf.saved and game_of(step[2]).id == game_of(GAMES[name][-1][1]).id
    ]
    [(before, message, now, found)] = [step for step in game if of(SaveFinishedGame, step[3])]
    [kept] = of(SaveFinishedGame, found)
    saved = read_save(kept.text)
    assert replace(saved.game, notes=()) == replace(game_of(now), notes=())
    summary = summary_of(game_of(now))
    assert saved.game.notes == (f"sum:{summary}", f"dealt:{deal_summary(saved.game.id, summary)}")
    assert kept.key == saved.game.key != ""
    assert isinstance(message, m.Confirm)
    assert game_of(now).state.is_over
    assert not game_of(before).state.is_over
    home = arrive(CHANCE, shelf_of(now.memory.shelf.text))
    assert of(SaveFinishedGame, effects_of(home, m.Continue())) == []
    assert of(SaveFinishedGame, effects_of(now, m.Proceed())) == []


@pytest.mark.parametrize("name", GAMES)
def test_persistence_is_requested_once(name: str) -> None:
    """The browser is asked for persistence once, after the first season, and never in an embed."""
    steps = list(pairwise(GAMES[name]))
    found = [(now, effects_of(before, message)) for (_, before), (message, now) in steps]
    [asked] = [now for now, follows in found if RequestPersistence() in follows]
    assert len(game_of(asked).state.scores) == 1
    link = Link(embedded=True)
    for (_, before), (message, _) in steps:
        assert RequestPersistence() not in effects_of(changed(before, link=link), message)


def test_game_is_claimed_only_on_entry() -> None:
    """A game is claimed when it is entered from any screen or tab, and at no other time."""
    kept = arrive(CHANCE, shelf_of(begun().memory.shelf.text))
    over = HOME.opening_screen(Watching(game_of(begun())))
    entering: list[tuple[Visit, m.Message]] = [
        (HOME, m.Begin("first")),
        (kept, m.Continue()),
        (kept, m.Begin("first", sure=True)),
        (arrive(CHANCE, link=Link(embedded=True)), m.Enter()),
        (over, m.TakeOver()),
        (updated(begun(), m.Go("about")), m.Back()),
        (updated(OVER, m.Watch()), m.Back()),
        (updated(begun(), m.ContinuedElsewhere()), m.PlayHere()),
    ]
    for visit, message in entering:
        assert of(ClaimGame, effects_of(visit, message)) == [ClaimGame()]
    for before, _, _, found in HAPPENINGS:
        assert of(ClaimGame, found) == [ClaimGame()] * (before.screen == HOME.screen)
    for message in (
        m.Go("set-up"),
        m.Go("about"),
        m.Begin("link"),
        m.Continue(),
        m.GameReplaced(begun().memory.shelf.text),
    ):
        assert of(ClaimGame, effects_of(HOME, message)) == []
    assert of(ClaimGame, effects_of(begun(), m.ContinuedElsewhere())) == []
    assert of(ClaimGame, effects_of(updated(OVER, m.Watch()), m.SkipPlies(1))) == []


def test_changed_preferences_are_saved() -> None:
    """Preferences are saved when they change."""
    chosen = updated(HOME, m.Prefer("theme", "night"))
    assert effects_of(HOME, m.Prefer("theme", "night")) == [SavePreferences(chosen.memory.preferences)]
    assert effects_of(chosen, m.Prefer("theme", "night")) == []
    assert not any(of(SavePreferences, found) for *_, found in HAPPENINGS)


# ------------------------------------------------------------------- automatic steps


def timed(visit: Visit, messages: list[m.Message]) -> Iterator[tuple[Visit, int]]:
    """Yield the visit after each message, and the browser's pause before the next step."""
    timer = visit.pause
    for message in messages:
        if isinstance(message, m.Step):
            timer = 0  # the timer has sent this step
        before, visit = visit, updated(visit, message)
        for effect in effects_of(before, message):
            if isinstance(effect, ScheduleStep):
                timer = effect.pause
        yield visit, timer


MOVING = [visit for visit in VISITS if screen_of(visit).is_moving]
RUNNING = [after(visit, m.Watch(), m.Seek(3), m.PlayOrPause()) for visit in (OVER, GAMES["trio"][-1][1])]
ANYTHING: list[m.Message] = [
    *(
        m.Step(),
        m.Step(),
        m.Step(),
        m.Proceed(),
        m.Undo(sure=True),
        m.Confirm(),
        m.HighlightTopic(m.Topic.EDICT_A),
        m.LookAtSheet(0),
        m.PlayOrPause(),
        m.PlayOrPause(),
        m.SkipPlies(1),
        m.Seek(2),
    ),
    *(
        m.Open("menu"),
        m.Close(),
        m.Go("about"),
        m.Back(),
        m.Go("start"),
        m.Continue(),
        m.ContinuedElsewhere(),
        m.PlayHere(),
        m.GameReplaced("nonsense"),
    ),
    m.SkipAnimation(),
    *(
        m.Watch(),
        m.PlayAgain(),
        m.Prefer("hand", "left"),
        m.NewerVersionReady(),
        m.ReducedMotionChanged(on=True),
        m.ReducedMotionChanged(on=False),
        m.GameSaved("x"),
        m.DismissNotice(),
    ),
]


@settings(max_examples=300)
@given(
    visit=st.sampled_from([*MOVING[::5], *RUNNING, OVER, begun()]),
    messages=st.lists(st.sampled_from(ANYTHING), max_size=12),
)
def test_timer_runs_exactly_when_something_moves(visit: Visit, messages: list[m.Message]) -> None:
    """The timer runs exactly when something moves, never under a panel or while another tab plays."""
    for now, timer in timed(visit, messages):
        assert timer == now.pause
        assert not (timer and (now.dialog or now.is_continued_elsewhere))


def test_gains_fly_to_their_counters() -> None:
    """A shape's gains fly from one of its spaces to their counters: stars to their edicts, and coins.

    Nothing flies behind a curtain, or to the numbers of another map.
    """
    flown = elsewhere = 0
    for before, (message, visit) in [*pairwise(GAMES["A"]), *pairwise(GAMES["trio"])]:
        flights = [effect for effect in effects_of(before[1], message) if isinstance(effect, AnimateGains)]
        still = changed(before[1], reduced_motion=True)
        assert of(AnimateGains, effects_of(still, message)) == []
        if not isinstance(message, m.Confirm) or len(game_of(visit).plies) == len(game_of(before[1]).plies):
            assert flights == []
            continue
        board, earlier = screen_of(visit).board, screen_of(before[1]).board
        draws = [event for event in game_of(visit).state.events if isinstance(event, Draw)]
        if not draws or isinstance(scene_of(visit), CurtainScene) or board.owner != earlier.owner:
            assert flights == []
            elsewhere += 1
            continue
        [draw] = draws
        shown_now, shown_before = tile_values(shown(visit)), tile_values(shown(before[1]))
        if board.sheet == draw.after:  # unless an ambush has changed the map as well
            gains = [
                (f"+{now - then}", f'[data-do="highlight-topic {letter}"]')
                for (letter, now), then in zip(shown_now.items(), shown_before.values(), strict=True)
                if now > then
            ]
            gains += [("", f".coins use:nth-child({draw.after.coins - n})") for n in reversed(range(draw.coins_gained))]
            assert [list(flight.gains) for flight in flights] == ([gains] if gains else [])
        assert all(flight.space in names(draw.region) for flight in flights)
        flown += len(flights)
    assert flown >= 8
    assert elsewhere > 8


def tile_values(page: Element) -> dict[str, int]:
    """Return the number on each edict's tile."""
    tiles = {letter: buttons(page)[f"highlight-topic {letter}"] for letter in EDICTS}
    return {letter: integer(part(tile, "value")) for letter, tile in tiles.items()}


@pytest.mark.parametrize("visit", MOVING[::9])
def test_scene_runs_to_its_end_by_itself(visit: Visit) -> None:
    """Each step of a scene causes the next step until the end, within six seconds."""
    screen = screen_of(visit)
    waits = [visit.pause, *(timer for _, timer in timed(visit, [m.Step()] * (len(screen.pauses) + 2)))]
    remaining = len(screen.pauses) - screen.stage.step
    assert all(waits[:remaining])
    assert not any(waits[remaining:])
    assert min(waits[:remaining]) >= 90
    assert sum(waits) <= 6000


def test_ambush_duration_is_limited() -> None:
    """An ambush takes at most 1.5 seconds, whatever the distance."""
    visit = next(visit for visit in MOVING if isinstance(scene_of(visit), AmbushScene))
    scene = scene_of(visit)
    assert isinstance(scene, AmbushScene)
    for steps in (2, 13, 14, 60, 121):
        trail = (scene.event.trail * steps)[:steps]
        far = with_screen(visit, pending=(replace(scene, event=replace(scene.event, trail=trail)),), step=0)
        _, *walk, _ = screen_of(far).pauses
        assert len(walk) == steps
        assert min(1500, 110 * steps) - steps < sum(walk) <= 1500


def test_a_replay_runs_to_its_end_by_itself() -> None:
    """A replay shows a ply every 1.5 seconds until its end; Run and panels pause it."""
    watching = updated(OVER, m.Watch())
    assert pauses(effects_of(watching, m.PlayOrPause())) == [1500]
    last = len(game_of(OVER).plies)
    steps = list(timed(watching, [m.PlayOrPause(), *[m.Step()] * (last + 1)]))
    assert [timer for _, timer in steps] == [*[1500] * last, 0, 0]
    assert pauses(effects_of(watching, m.PlayOrPause(), m.PlayOrPause())) == [0]
    assert pauses(effects_of(watching, m.PlayOrPause(), m.Open("menu"))) == [0]
    assert effects_of(watching, m.PlayOrPause(), m.Open("menu"), m.Close()) == []
    assert pauses(effects_of(watching, m.PlayOrPause(), m.SkipPlies(2))) == [0]
    assert effects_of(watching, m.SkipPlies(2)) == []


def test_highlight_does_not_delay_a_replay() -> None:
    """Highlighting an edict doesn't delay the next ply of a replay."""
    running = RUNNING[0]
    assert effects_of(running, m.HighlightTopic(m.Topic.EDICT_A)) == []
    assert pauses(effects_of(running, m.HighlightTopic(m.Topic.EDICT_A), m.Step())) == [1500]
    walking = next(visit for visit in MOVING if isinstance(scene_of(visit), AmbushScene))
    assert pauses(effects_of(walking, m.HighlightTopic(m.Topic.EDICT_A))) == [0]  # any tap skips an animation


def test_a_panel_pauses_a_scene() -> None:
    """A panel pauses a scene, which continues when the panel closes."""
    visit = MOVING[0]
    assert pauses(effects_of(visit, m.Open("keys"))) == [0]
    assert pauses(effects_of(visit, m.Open("keys"), m.Close())) == [visit.pause]
    assert pauses(effects_of(visit, m.Go("about"))) == [0]
    assert pauses(effects_of(visit, m.Go("about"), m.Back())) == [visit.pause]
    assert pauses(effects_of(visit, m.ContinuedElsewhere())) == [0]
    assert pauses(effects_of(visit, m.ReducedMotionChanged(on=True))) == [0]


# ------------------------------------------------------------------- reduced motion


@pytest.mark.parametrize("game_id", [BASE_A, HEROES, TRIO])
def test_reduced_motion_skips_to_the_last_step_of_scenes(game_id: GameId) -> None:
    """With reduced motion, the scenes are the same but appear in their last step."""
    rng, same = Random(CHANCE), Random(CHANCE)  # noqa: S311 - random games, repeatable on purpose
    visit = updated(begun(game_id), m.ReducedMotionChanged(on=True))
    moving = begun(game_id)
    scenes = 0
    while not isinstance(scene_of(visit), EndScene):
        before = visit
        sent: m.Message = m.Proceed()
        if scene_of(visit):
            visit, moving = updated(visit, sent), updated(at_rest(moving), sent)
        else:
            sent = m.Confirm()
            visit, moving = drawn(visit, rng), drawn(moving, same)
        assert not screen_of(visit).is_moving
        assert not of(ScheduleStep, effects_of(before, sent))
        assert screen_of(at_rest(moving)) == screen_of(visit)
        scenes += scene_of(visit) is not None
    assert scenes > 5


def test_unanswered_message_returns_the_same_visit() -> None:
    """With reduced motion, a message without an answer returns the same visit, so that nothing is drawn again."""
    visit = changed(updated(begun(), m.GameSaved(begun().memory.shelf.text)), reduced_motion=True)
    assert updated(visit, m.Seek(3)) is visit


def test_a_replay_runs_with_reduced_motion() -> None:
    """With reduced motion, a replay still runs, because the player starts it."""
    watching = updated(changed(OVER, reduced_motion=True), m.Watch())
    assert pauses(effects_of(watching, m.PlayOrPause())) == [1500]


# ------------------------------------------------------------------- the ghost


def test_ghost_swings_when_rotated_or_flipped() -> None:
    """The ghost swings when it is rotated or flipped, but not with reduced motion or without a ghost."""
    swings = 0
    for before, message, now, found in HAPPENINGS:
        turned = isinstance(message, m.Rotate | m.Flip) and screen_of(now).ghost != screen_of(before).ghost
        quarters = message.quarters if isinstance(message, m.Rotate) else 0
        assert of(AnimateGhost, found) == [AnimateGhost(quarters)] * turned
        still = effects_of(changed(before, reduced_motion=True), message)
        assert of(AnimateGhost, list(still)) == []
        swings += turned
    assert swings > 100
    visit = begun()
    assert of(AnimateGhost, effects_of(visit, m.Rotate(-1))) == [AnimateGhost(-1)]
    assert of(AnimateGhost, effects_of(visit, m.Flip())) == [AnimateGhost(0)]
    assert of(AnimateGhost, effects_of(visit, m.Rotate(4))) == []
    assert of(AnimateGhost, effects_of(visit, m.Move(0, 1))) == of(AnimateGhost, effects_of(visit, m.NextShape())) == []
    assert of(AnimateGhost, effects_of(MOVING[0], m.Rotate(1))) == of(AnimateGhost, effects_of(HOME, m.Flip())) == []


# ------------------------------------------------------------------- focus


def test_a_new_panel_takes_the_focus() -> None:
    """A panel takes the focus once when it opens, and so does the panel about another tab."""
    for visit in (HOME, begun(), updated(OVER, m.Watch())):
        assert focused(effects_of(visit, m.Open("keys"))) == ["dialog"]
        assert focused(effects_of(visit, m.Open("keys"), m.Open("preferences"))) == ["dialog"]
        assert of(MoveFocus, effects_of(visit, m.Open("preferences"), m.Prefer("hand", "left"))) == []
        assert of(MoveFocus, effects_of(visit, m.Open("keys"), m.Close())) == []
    asked = arrive(CHANCE, shelf_of("nonsense"))
    assert focused(effects_of(asked, m.Begin("first"))) == ["dialog"]
    assert focused(effects_of(begun(), m.ContinuedElsewhere())) == ["dialog"]
    assert of(MoveFocus, effects_of(begun(), m.ContinuedElsewhere(), m.ContinuedElsewhere())) == []
    assert not any(of(MoveFocus, found) for *_, found in HAPPENINGS)


def test_invalid_seed_takes_the_focus() -> None:
    """An invalid seed takes the focus when the game can't begin, not while it is being typed."""
    wrong = after(HOME, m.Go("set-up"), m.TypeText("seed", "no seed!"))
    assert of(MoveFocus, effects_of(wrong, m.Begin("set-up"))) == [MoveFocus("seed")]
    assert of(MoveFocus, effects_of(wrong, m.Begin("set-up"), m.Begin("set-up"))) == []
    assert effects_of(HOME, m.Go("set-up"), m.TypeText("seed", "no seed!")) == []
    assert effects_of(wrong, m.Begin("set-up"), m.Reroll()) == []


# ------------------------------------------------------------------- sound


@pytest.mark.parametrize(("sound", "vibration"), [("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")], ids=str)
def test_sounds_match_the_feedback(sound: str, vibration: str) -> None:
    """Sounds and vibrations match the feedback and the preferences."""
    sounds = 0
    for before, message, now, _ in HAPPENINGS[::3]:
        preferences = now.memory.preferences._replace(sound=sound, vibration=vibration)
        found = effects_of(changed(before, preferences=preferences), message)
        happened = feedback(before.screen, now.screen)
        expected = [PlayFeedback(happened, heard=sound == "on", felt=vibration == "on")] if happened else []
        assert of(PlayFeedback, list(found)) == (expected if "on" in {sound, vibration} else [])
        sounds += happened is not None
    assert sounds > 100


def test_new_preference_is_demonstrated_at_once() -> None:
    """A new preference is demonstrated at once if sound or vibration is on."""
    assert of(PlayFeedback, effects_of(HOME, m.Prefer("sound", "on"))) == [
        PlayFeedback(Feedback.TURNED, heard=True, felt=False)
    ]
    assert of(PlayFeedback, effects_of(HOME, m.Prefer("vibration", "on"))) == [
        PlayFeedback(Feedback.TURNED, heard=False, felt=True)
    ]
    loud = updated(HOME, m.Prefer("sound", "on"))
    assert of(PlayFeedback, effects_of(loud, m.Prefer("hand", "left"))) == [
        PlayFeedback(Feedback.TURNED, heard=True, felt=False)
    ]
    assert of(PlayFeedback, effects_of(loud, m.Prefer("sound", "off"))) == []
    assert of(PlayFeedback, effects_of(HOME, m.Prefer("hand", "left"))) == []


@pytest.mark.parametrize("kind", [SeasonScene, AmbushScene, EndScene])
def test_returning_to_a_scene_is_silent(kind: type) -> None:
    """Returning to a scene from About or from a replay doesn't play its sound again."""
    visit = next(visit for visit in VISITS if isinstance(scene_of(visit), kind))
    loud = updated(visit, m.Prefer("sound", "on"))
    for leaving in (m.Go("about"), m.Watch()):
        assert of(PlayFeedback, effects_of(loud, leaving, m.Back())) == []
    assert of(PlayFeedback, effects_of(updated(loud, m.Go("start")), m.Continue()))


# ------------------------------------------------------------------- a newer version


def test_page_is_reloaded_only_on_request() -> None:
    """The page is reloaded only when the player asks for it."""
    assert effects_of(HOME, m.NewerVersionReady()) == []
    assert effects_of(HOME, m.NewerVersionReady(), m.Reload()) == [ReloadPage(())]
    assert of(ReloadPage, effects_of(begun(), m.Reload())) == [ReloadPage(("continue",))]


# ------------------------------------------------------------------- nothing else

NOTHING: list[m.Message] = [
    *(
        *PLACING,
        m.Hover(40),
        m.Tap(40),
        m.NextPlace(),
        m.Confirm(),
        m.Undo(sure=True),
        m.Proceed(),
        m.Step(),
        m.SkipPlies(1),
        m.PlayOrPause(),
        m.Back(),
        m.Reroll(),
    ),
    m.SkipAnimation(),
    *(
        m.Watch(),
        m.PlayAgain(),
        m.TakeOver(),
        m.Continue(),
        m.PlayHere(),
        m.DismissNotice(),
        m.Close(),
        m.GameSaved(""),
        m.GameReplaced(""),
        m.TypeText("seed", "x"),
    ),
]


@pytest.mark.parametrize("visit", [HOME, OVER, updated(OVER, m.Watch()), updated(HOME, m.Go("about")), *VISITS[::200]])
def test_message_without_changes_has_no_effects(visit: Visit) -> None:
    """A message that changes nothing has no effects."""
    unchanged = [message for message in NOTHING if updated(visit, message) == visit]
    assert unchanged
    for message in unchanged:
        assert effects_of(visit, message) == []
