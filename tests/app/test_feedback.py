"""Tests of sounds and vibrations: the right one for each event in whole games, and silence otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count, pairwise

import pytest

from app import messages as m
from app.effects import Feedback
from app.feedback import feedback
from app.game.shelf import shelf_of
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.visit import Visit
from cartographers.cards import AmbushCard
from cartographers.deal import deal
from cartographers.events import Draw, Pick
from cartographers.game_id import GameId
from cartographers.region import BOARD, space_named, spaces
from cartographers.terrain import Terrain
from support.playing import (
    CHANCE,
    CHOOSING,
    GAMES,
    TOGETHER,
    VISITS,
    after,
    begun,
    choosing,
    game_of,
    ply_fits,
    scene_of,
    screen_of,
    states_of,
    task_of,
    with_screen,
)
from support.visits import arrive, updated

#: All events of the games: the visit before, the message, the visit after it.
HAPPENINGS = [
    (before, message, now) for game in GAMES.values() for (_, before), (message, now) in pairwise(game) if now != before
]
SEEN: dict[type[Scene], set[Feedback]] = {
    AmbushScene: {Feedback.AMBUSH},
    SpreadScene: {Feedback.SPREAD},
    SeasonScene: {Feedback.SPRING, Feedback.SUMMER, Feedback.FALL, Feedback.WINTER},
    EndScene: {Feedback.END},
}


def told(before: Visit, now: Visit) -> Feedback | None:
    """Return the feedback between two visits."""
    return feedback(before.screen, now.screen)


def heard(visit: Visit, *messages: m.Message) -> Feedback | None:
    """Return the feedback to the last of several messages."""
    ready = after(visit, *messages[:-1])
    return told(ready, updated(ready, messages[-1]))


# ------------------------------------------------------------------- whole games


def test_each_kind_of_game_feedback_occurs() -> None:
    """Each kind of feedback occurs in the games or in an undo, except the one for rooms."""
    found = {told(before, now) for before, _, now in HAPPENINGS} | {heard(GAMES["A"][-1][1], m.Undo(sure=True))}
    assert found == {*Feedback, None} - {Feedback.CALLED}


def test_every_scene_plays_its_sound_when_it_appears() -> None:
    """Every scene plays its sound when it appears, after any message, but not again while it stays."""
    for before, _, now in HAPPENINGS:
        scene = scene_of(now)
        if scene and not isinstance(scene, CurtainScene):
            assert told(before, now) in ({None} if scene is scene_of(before) else SEEN[type(scene)])


def test_the_sounds_of_a_draw() -> None:
    """A draw sounds like destruction, or else like a coin, unless a scene with its own sound follows."""
    found = Counter[tuple[Feedback | None, str]]()
    for before, message, now in HAPPENINGS:
        if isinstance(message, m.Confirm) and game_of(now) is not game_of(before) and type(scene_of(now)) not in SEEN:
            event = game_of(now).state.events[0]
            assert isinstance(event, Draw | Pick)
            struck = isinstance(event, Pick)
            if isinstance(event, Draw):
                sheet = game_of(before).state.sheets[event.sheet]
                monsters = sheet.monster | (event.region if event.terrain is Terrain.MONSTER else 0)
                struck = bool(monsters & (sheet.attacked | event.attack))
            what = "struck" if struck else "coin" if event.coins_gained else "drawn"
            found[told(before, now), what] += 1
    assert set(found) == {(Feedback.STRUCK, "struck"), (Feedback.COIN, "coin"), (Feedback.DRAWN, "drawn")}


def test_each_ghost_change_has_its_own_sound() -> None:
    """Each change of the ghost has its own sound, unless the ghost no longer fits."""
    kinds: dict[type[m.Message], set[Feedback]] = {
        m.Rotate: {Feedback.TURNED},
        m.Flip: {Feedback.TURNED},
        m.NextTerrain: {Feedback.CHANGED},
        m.NextShape: {Feedback.CHANGED},
        m.ChooseTerrain: {Feedback.CHANGED},
        m.ChooseShape: {Feedback.CHANGED},
        m.Move: {Feedback.MOVED},
        m.Tap: {Feedback.MOVED},
        m.NextPlace: {Feedback.MOVED, Feedback.TURNED},
    }
    seen = set()
    for before, message, now in HAPPENINGS:
        if type(message) in kinds:
            put_down = screen_of(now).placement.pinned and not screen_of(before).placement.pinned
            if screen_of(now).ghost == screen_of(before).ghost and not put_down:
                continue  # a tap on the ghost itself asks about the space
            blocked = not ply_fits(now) and (put_down or ply_fits(before))
            expected = {Feedback.BLOCKED} if blocked else kinds[type(message)]
            answer = told(before, now)
            assert answer in expected
            seen.add(answer)
    assert seen == {Feedback.MOVED, Feedback.TURNED, Feedback.CHANGED, Feedback.BLOCKED}


def test_each_player_hears_an_ambush() -> None:
    """With several players, each one hears an ambush when the curtain lifts, but not again for its effect."""
    lifted = 0
    for before, message, now in HAPPENINGS:
        if scene_of(now) is None and scene_of(before) is not None and isinstance(message, m.Proceed):
            task = task_of(now)
            ambush = isinstance(task.card, AmbushCard) and not task.is_pick
            assert told(before, now) is (Feedback.AMBUSH if ambush else None)
            lifted += ambush
    expected = sum(
        state.task is not None and isinstance(state.task.card, AmbushCard) and not state.task.is_pick
        for game in TOGETHER.values()
        for state in states_of(game_of(game[-1][1]))
    )
    assert lifted == expected > 0


# ------------------------------------------------------------------- silence


@pytest.mark.parametrize("visit", VISITS[::7])
def test_other_messages_are_silent(visit: Visit) -> None:
    """An unchanged visit, looking at maps, highlights, panels, and returning to the start screen are silent."""
    assert told(visit, visit) is None
    assert told(visit, replace(visit)) is None
    for message in (
        m.HighlightTopic(m.Topic.EDICT_A),
        m.Open("keys"),
        m.LookAtSheet(0),
        m.TypeText("seed", "a"),
        m.Choose("side", "B"),
        m.Go("start"),
        m.Step(),
    ):
        assert heard(visit, message) is None


@pytest.mark.parametrize("visit", CHOOSING[::11])
def test_ghost_following_the_mouse_is_silent(visit: Visit) -> None:
    """A ghost that follows the mouse is silent; a click sounds placed or blocked, and a second tap is silent."""
    loose = with_screen(visit, pinned=False)
    for space in list(spaces(BOARD))[::9]:
        hovered = updated(loose, m.Hover(space))
        assert told(loose, hovered) is None
        put_down = updated(hovered, m.Tap(space, mouse=True))
        assert told(hovered, put_down) is (Feedback.MOVED if ply_fits(put_down) else Feedback.BLOCKED)
        assert heard(put_down, m.Tap(space)) is None


def test_unmoved_ghost_skips_the_legality_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine isn't asked about legality, its slowest question, unless the player has moved the ghost."""

    def fail(*_: object) -> bool:
        pytest.fail("asked the rules")

    monkeypatch.setattr("app.feedback.is_legal", fail)
    visit = begun()
    for message in (
        m.Hover(40),
        m.HighlightTopic(m.Topic.EDICT_A),
        m.Open("menu"),
        m.Confirm(),
        m.Undo(sure=True),
        m.Go("start"),
    ):
        heard(visit, message)
    drawn = updated(visit, m.Confirm())
    assert told(visit, drawn)
    assert heard(drawn, m.Undo(sure=True)) is Feedback.UNDONE


# ------------------------------------------------------------------- one by one


def test_ghost_sounds_blocked_once_when_it_stops_fitting() -> None:
    """A ghost sounds blocked once when it stops fitting, and not again until it has fitted."""
    visit, onto = begun(), m.Tap(space_named("B4"))
    assert heard(visit, onto) is Feedback.BLOCKED
    assert heard(visit, onto, onto) is None
    assert heard(visit, onto, m.Move(0, 1)) is Feedback.MOVED
    assert heard(visit, onto, m.Rotate(1)) is Feedback.TURNED
    assert heard(visit, onto, m.Confirm()) is None
    assert heard(visit, onto, m.NextPlace(), onto) is Feedback.BLOCKED


def test_ghost_held_back_at_the_edge_is_silent() -> None:
    """A ghost that is held back at the edge is silent."""
    assert heard(begun(), m.Move(-11, 0), m.Move(-1, 0)) is None


def test_undo_plays_its_sound_from_any_place() -> None:
    """An undo plays its sound from any place, even behind a curtain and at the end, but not without a ply."""
    for game in GAMES.values():
        for _, visit in game[::9]:
            undone = updated(visit, m.Undo(sure=True))
            assert told(visit, undone) is (Feedback.UNDONE if game_of(visit).plies else None)


def test_new_game_does_not_sound_like_an_undo() -> None:
    """A new game of the same deal doesn't sound like an undo."""
    for visit in (begun(GameId("s1")), begun(game_of(GAMES["pair"][0][1]).id)):
        drawn = updated(choosing(visit), m.Confirm())
        assert len(game_of(drawn).plies) == 1
        assert heard(drawn, m.PlayAgain()) is told(arrive(CHANCE), updated(drawn, m.PlayAgain()))
        assert heard(drawn, m.PlayAgain()) is not Feedback.UNDONE


def test_ambush_at_the_beginning_plays_its_sound() -> None:
    """An ambush at the beginning of a game sounds when the game is begun or continued from the start screen."""
    game_id = next(
        game_id for n in count() if isinstance(deal(game_id := GameId(f"s{n}")).seasons[0].deck[0], AmbushCard)
    )
    visit = begun(game_id)
    assert isinstance(scene_of(visit), AmbushScene)
    assert told(arrive(CHANCE), visit) is Feedback.AMBUSH
    assert heard(arrive(CHANCE, shelf_of(visit.memory.shelf.text)), m.Continue()) is Feedback.AMBUSH
    home = arrive(CHANCE)
    assert heard(home, m.Go("set-up")) is None
    assert heard(home, m.Begin("set-up")) is None


def test_each_season_has_its_own_voice() -> None:
    """Every game, solo or with others, plays the voices of the four seasons in their order, and then the end."""
    voices = [Feedback.SPRING, Feedback.SUMMER, Feedback.FALL, Feedback.WINTER]
    for game in GAMES.values():
        found = [told(before, now) for (_, before), (_, now) in pairwise(game)]
        assert [sound for sound in found if sound in voices] == voices
        assert found.count(Feedback.END) == 1
        assert [sound for sound in found if sound][-1] is Feedback.END
