"""Tests of sounds and vibrations: the right one for each event in whole games, and silence otherwise."""

from dataclasses import replace
from itertools import pairwise

import pytest

from app import messages as m
from app.effects import Feedback
from app.game.shelf import shelf_of
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.shell.feedback import feedback
from app.visit import Visit
from cartographers import GameId, Task, Terrain
from cartographers.cards import AmbushCard
from cartographers.events import Draw, Pick
from cartographers.region import BOARD, space_named, spaces
from support import playing as p
from support.visits import Sent, arrive, updated

#: All steps of the games that change anything: the visit before, the message, the visit after it.
HAPPENINGS = [step for step in p.STEPS if step[0] != step[2]]
VOICES = [Feedback.SPRING, Feedback.SUMMER, Feedback.FALL, Feedback.WINTER]
SEEN: dict[type[Scene], set[Feedback]] = {
    AmbushScene: {Feedback.AMBUSH},
    SpreadScene: {Feedback.SPREAD},
    SeasonScene: {*VOICES},
    EndScene: {Feedback.END},
}


def told(before: Visit, now: Visit) -> Feedback | None:
    """Return the feedback between two visits."""
    return feedback(before.screen, now.screen)


def heard(visit: Visit, *messages: Sent) -> Feedback | None:
    """Return the feedback to the last of several messages."""
    ready = p.after(visit, *messages[:-1])
    return told(ready, updated(ready, messages[-1]))


def comes_from_an_ambush(task: Task | None) -> bool:
    """Return whether a player draws the monsters of an ambush."""
    return task is not None and isinstance(task.card, AmbushCard) and not task.is_pick


def test_every_scene_plays_its_sound_when_it_appears() -> None:
    """Every sound but that for rooms occurs, and a scene's only as it appears: those of four seasons, then the end."""
    found = {told(before, now) for before, _, now in HAPPENINGS} | {heard(p.FINALS["A"], m.Undo(sure=True))}
    assert found == {*Feedback, None} - {Feedback.CALLED}
    for before, _, now in HAPPENINGS:
        scene = p.scene_of(now)
        if scene and not isinstance(scene, CurtainScene):
            assert told(before, now) in ({None} if scene is p.scene_of(before) else SEEN[type(scene)])
    for game in p.GAMES.values():
        sounds = [told(before, now) for (_, before), (_, now) in pairwise(game)]
        assert [sound for sound in sounds if sound in VOICES] == VOICES
        assert [sound for sound in sounds if sound][-1] is Feedback.END
        assert sounds.count(Feedback.END) == 1


def test_the_sounds_of_a_draw() -> None:
    """A draw sounds like destruction, or else like a coin, unless a scene with its own sound follows."""
    found = set[tuple[Feedback | None, str]]()
    for before, now in p.DRAWS:
        if type(p.scene_of(now)) not in SEEN:
            event = p.game_of(now).state.events[0]
            assert isinstance(event, Draw | Pick)
            what = "struck"
            if isinstance(event, Draw):
                sheet = p.game_of(before).state.sheets[event.sheet]
                monsters = sheet.monster | (event.region if event.terrain is Terrain.MONSTER else 0)
                struck = monsters & (sheet.attacked | event.attack)
                what = "struck" if struck else "coin" if event.coins_gained else "drawn"
            found.add((told(before, now), what))
    assert found == {(Feedback.STRUCK, "struck"), (Feedback.COIN, "coin"), (Feedback.DRAWN, "drawn")}


def test_each_ghost_change_has_its_own_sound() -> None:
    """Each change of the ghost has its own sound, unless the ghost no longer fits."""
    kinds: dict[type[m.Message], tuple[Feedback, ...]] = {
        **dict.fromkeys((m.Rotate, m.Flip), (Feedback.TURNED,)),
        **dict.fromkeys((m.NextTerrain, m.NextShape, m.ChooseTerrain, m.ChooseShape), (Feedback.CHANGED,)),
        **dict.fromkeys((m.Move, m.Tap), (Feedback.MOVED,)),
        m.NextPlace: (Feedback.MOVED, Feedback.TURNED),
    }
    seen = set()
    for before, message, now in HAPPENINGS:
        if type(message) in kinds:
            put_down = p.screen_of(now).placement.pinned and not p.screen_of(before).placement.pinned
            if p.screen_of(now).ghost == p.screen_of(before).ghost and not put_down:
                continue  # a tap on the ghost itself asks about the space
            blocked = not p.ply_fits(now) and (put_down or p.ply_fits(before))
            answer = told(before, now)
            assert answer in ((Feedback.BLOCKED,) if blocked else kinds[type(message)])
            seen.add(answer)
    assert seen == {Feedback.MOVED, Feedback.TURNED, Feedback.CHANGED, Feedback.BLOCKED}


def test_each_player_hears_an_ambush() -> None:
    """Each player hears an ambush when the curtain lifts or the game opens with it, but not again for its effect."""
    lifted = 0
    for before, message, now in HAPPENINGS:
        if p.scene_of(now) is None and p.scene_of(before) is not None and isinstance(message, m.Proceed):
            ambush = comes_from_an_ambush(p.task_of(now))
            assert told(before, now) is (Feedback.AMBUSH if ambush else None)
            lifted += ambush
    states = [state for name in p.TOGETHER for state in p.states_of(p.game_of(p.FINALS[name]))]
    assert lifted == sum(comes_from_an_ambush(state.task) for state in states) > 0
    home, visit = arrive(p.CHANCE), p.begun(p.opened_by_ambush(0))
    assert isinstance(p.scene_of(visit), AmbushScene)
    assert told(home, visit) is Feedback.AMBUSH
    assert heard(arrive(p.CHANCE, shelf_of(visit.memory.shelf.text)), m.Continue()) is Feedback.AMBUSH
    assert heard(home, m.Go("set-up")) is heard(home, m.Begin("set-up")) is None


@pytest.mark.parametrize("visit", p.VISITS[::7])
def test_other_messages_are_silent(visit: Visit) -> None:
    """An unchanged visit, looking at maps, highlights, panels, and returning to the start screen are silent."""
    assert told(visit, visit) is told(visit, replace(visit)) is None
    for message in (m.HighlightTopic(m.Topic.EDICT_A), m.LookAtSheet(0), m.Step(), m.Open("keys"), m.Go("start")):
        assert heard(visit, message) is None


@pytest.mark.parametrize("visit", p.CHOOSING[::11])
def test_ghost_following_the_mouse_is_silent(visit: Visit) -> None:
    """A ghost that follows the mouse is silent; a click sounds placed or blocked, and a second tap is silent."""
    loose = p.with_screen(visit, pinned=False)
    for space in list(spaces(BOARD))[::9]:
        hovered = updated(loose, m.Hover(space))
        assert told(loose, hovered) is None
        put_down = updated(hovered, m.Tap(space, mouse=True))
        assert told(hovered, put_down) is (Feedback.MOVED if p.ply_fits(put_down) else Feedback.BLOCKED)
        assert heard(put_down, m.Tap(space)) is None


def test_unmoved_ghost_skips_the_legality_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine isn't asked about legality, its slowest question, unless the player has moved the ghost."""

    def fail(*_: object) -> bool:
        pytest.fail("asked the rules")

    monkeypatch.setattr("app.shell.feedback.is_legal", fail)
    visit = p.begun()
    for message in (m.Hover(40), m.HighlightTopic(m.Topic.EDICT_A), m.Open("menu"), m.Undo(sure=True), m.Go("start")):
        heard(visit, message)
    assert heard(visit, m.Confirm())
    assert heard(visit, m.Confirm(), m.Undo(sure=True)) is Feedback.UNDONE


def test_ghost_sounds_blocked_once_when_it_stops_fitting() -> None:
    """A ghost sounds blocked once when it stops fitting until it has fitted again, and is silent at the map's edge."""
    visit, onto = p.begun(), m.Tap(space_named("B4"))
    assert heard(visit, onto) is heard(visit, onto, m.NextPlace(), onto) is Feedback.BLOCKED
    assert heard(visit, onto, onto) is heard(visit, onto, m.Confirm()) is None
    assert heard(visit, onto, m.Move(0, 1)) is Feedback.MOVED
    assert heard(visit, onto, m.Rotate(1)) is Feedback.TURNED
    assert heard(visit, m.Move(-11, 0), m.Move(-1, 0)) is None


def test_undo_plays_its_sound_from_any_place() -> None:
    """An undo of a ply plays its sound, even behind a curtain and at the end, but a new game of the deal doesn't."""
    for game in p.GAMES.values():
        for _, visit in game[::9]:
            undone = updated(visit, m.Undo(sure=True))
            assert told(visit, undone) is (Feedback.UNDONE if p.game_of(visit).plies else None)
    for game_id in (GameId("s1"), p.PAIR):
        drawn = updated(p.choosing(p.begun(game_id)), m.Confirm())
        assert len(p.game_of(drawn).plies) == 1
        again = heard(drawn, m.PlayAgain())
        assert again is told(arrive(p.CHANCE), updated(drawn, m.PlayAgain())) is not Feedback.UNDONE
