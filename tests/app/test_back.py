"""Tests of the browser's Back: one step at a time from every screen and panel to the first screen, without any loss."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import Link
from app.room.screen import Lobby
from app.screens.embed.screen import Embed
from app.screens.fetching.screen import Fetching
from app.screens.lesson.screen import Lesson
from app.screens.play.screen import Playing
from app.screens.set_up.screen import SetupScreen
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching
from app.visit import LEAVING, Dialog, Visit
from cartographers.game_id import read_game_id
from support import playing as p
from support.together import WORD, begun_together, joined
from support.visits import NO_PARTS, arrive, late_messages, updated

HOME = arrive(p.CHANCE)
OVER = p.FINALS["trio"]
PLAYING = p.choosing(p.begun())
ROOM_GAME = read_game_id("c1-a-1p-room1")
#: A visit on each kind of screen, with and without panels, and at different depths.
EVERYWHERE = [
    *(HOME, arrive(p.CHANCE, link=Link(embedded=True))),
    *(updated(HOME, m.Go(name)) for name in ("set-up", "rules", "days", "history", "statistics", "about", "lesson")),
    *p.VISITS[::150],
    p.after(OVER, m.Watch(), m.Seek(5), m.PlayOrPause()),
    p.after(OVER, m.Go("sheet"), m.Go("review"), m.Go("rules"), m.Go("rules", "deepwood"), m.Go("about")),
    p.after(PLAYING, m.Go("lesson", "anew"), m.Go("rules")),
    *(updated(arrive(p.CHANCE, parts=NO_PARTS), message) for message in (m.Go("rules"), m.EnterRoom(WORD))),
    *(updated(visit, m.ContinuedElsewhere()) for visit in (PLAYING, updated(PLAYING, m.Go("about")))),
    *(updated(visit, m.Open(panel)) for visit in (HOME, PLAYING, OVER) for panel in ("menu", "keys", "preferences")),
    updated(PLAYING, m.Open("menu", LEAVING)),
    replace(HOME, dialog=Dialog(m.Panel.REPLACE, then=m.Begin("first", sure=True))),
]


def stepped_back(visit: Visit) -> Visit:
    """Return the visit after one press of the browser's Back."""
    assert visit.way_back
    return updated(visit, visit.way_back)


@pytest.mark.parametrize(
    "way",
    [
        *((m.Go("days"), m.Go("week")), (m.Go("days"), m.Go("puzzles"), m.Go("puzzle"))),
        *((m.Go("puzzles"), m.Go("puzzle")), (m.Go("puzzles"), m.Go("answers"), m.Go("puzzle", "1"))),
        *((m.Go("rules"), m.Go("puzzles")), (m.Go("honors"),), (m.Go("history"), m.Go("honors"))),
    ],
)
@pytest.mark.parametrize("beginning", [HOME, OVER])
def test_back_returns_on_the_way_that_led_to_a_screen(beginning: Visit, way: tuple[m.Message, ...]) -> None:
    """Back leads to the screen from which the player came, step by step."""
    seen = list(accumulate(way, updated, initial=beginning))
    visit = seen.pop()
    while seen:
        visit = updated(visit, m.Back())
        assert visit.screen == seen.pop().screen.covered()


@pytest.mark.parametrize("visit", EVERYWHERE)
def test_depth_is_the_number_of_back_presses(visit: Visit) -> None:
    """The depth is the number of Back presses to the first screen, where Back leaves the page."""
    for depth in range(visit.depth, 0, -1):
        assert visit.depth == depth
        visit = stepped_back(visit)
    assert visit.screen == (Embed() if visit.page.link.embedded else Start())
    assert (visit.depth, visit.way_back, visit.screens_below, visit.dialog) == (0, None, (), None)
    assert not visit.is_continued_elsewhere


ANYTHING: list[m.Message] = [
    *(m.Go(name) for name in ("start", "set-up", "rules", "days", "history", "about", "lesson", "sheet", "review")),
    *(m.Open(panel.value) for panel in m.Panel if panel not in {m.Panel.SEAT, m.Panel.EDICT}),
    *(m.Open("menu", LEAVING), m.Close(), m.Back(), m.PartFetched("later", arrived=True)),
    *(m.Begin("first"), m.Begin("daily"), m.Begin("c1-c-2p-x", sure=True), m.EnterRoom(WORD)),
    *(m.Resume("elsewhere"), m.Continue(), m.ContinuedElsewhere(), m.PlayHere(), m.GameReplaced("nonsense")),
    *(m.Watch(), m.Seek(3), m.TakeOver(), m.Confirm(), m.Proceed(), m.Undo(), m.Undo(sure=True)),
]


@given(messages=st.lists(st.sampled_from(ANYTHING), max_size=30))
@late_messages()
def test_back_takes_one_step_after_any_messages(messages: list[m.Message]) -> None:
    """After any messages, Back takes exactly one step; at depth 0 it belongs to the browser."""
    visit = arrive(p.CHANCE, parts=NO_PARTS)
    for message in messages:
        visit = updated(visit, message)
        assert (visit.way_back is None) == (visit.depth == 0)
        if visit.depth:
            assert stepped_back(visit).depth == visit.depth - 1
        else:
            assert isinstance(visit.screen, Start)


def test_back_opens_and_closes_the_menu() -> None:
    """The first Back opens the menu of a game or lesson, and the second leaves it; other screens are left at once."""
    menu = stepped_back(PLAYING)
    home = stepped_back(menu)
    assert (menu.dialog, menu.screen) == (Dialog(m.Panel.MENU, LEAVING), PLAYING.screen.covered())
    assert (home.screen, home.memory.shelf) == (Start(), PLAYING.memory.shelf)
    assert home.setup.seed != PLAYING.setup.seed  # the next game is another one
    assert p.game_of(updated(home, m.Continue())) == p.game_of(PLAYING)
    assert updated(menu, m.Close()).depth == PLAYING.depth
    assert stepped_back(updated(PLAYING, m.Open("menu"))) == updated(PLAYING, m.Close())
    opened = p.after(PLAYING, m.Open("menu", LEAVING), m.Open("preferences"))
    assert stepped_back(opened).screen == PLAYING.screen.covered()
    lesson = updated(HOME, m.Go("lesson"))
    assert stepped_back(lesson).dialog == Dialog(m.Panel.MENU, LEAVING)
    assert stepped_back(stepped_back(lesson)).screen == Start()
    again = p.after(PLAYING, m.Open("menu"), m.Go("lesson", "anew"))
    assert isinstance(again.screen, Lesson)
    assert stepped_back(stepped_back(again)).screen == PLAYING.screen.covered()
    watching, taken = updated(OVER, m.Watch()), updated(PLAYING, m.ContinuedElsewhere())
    assert isinstance(watching.screen, Watching)
    assert stepped_back(watching) == OVER
    assert (taken.depth, taken.way_back) == (1, m.Go("start"))
    waiting = updated(arrive(p.CHANCE, parts=NO_PARTS), m.EnterRoom(WORD))
    assert isinstance(waiting.screen, Fetching)
    assert updated(waiting, m.Back()).screen == Start()
    assert updated(waiting, m.EnterRoom(WORD)).depth == waiting.depth == 1


def test_device_stays_in_the_room_after_back() -> None:
    """After Back from a lobby or a room's game, the device stays in the room; Back from the plan opens the lobby."""
    for device in joined(ROOM_GAME, ("Ada",), ("Ben",)):
        assert isinstance(device.visit.screen, Lobby)
        home = stepped_back(device.visit)
        assert home == updated(device.visit, m.Back())
        assert home.room is device.visit.room
        if device.number == 1:  # the host
            plan = updated(device.visit, m.Go("set-up"))
            assert isinstance(plan.screen, SetupScreen)
            assert plan.way_back == plan.message_of("Escape") == m.Back()
            assert updated(plan, m.Back()).screen == device.visit.screen
    ada, _ben = begun_together(ROOM_GAME, ("Ada",), ("Ben",))
    home = stepped_back(stepped_back(ada.visit))
    assert (home.screen, home.room) == (Start(), ada.visit.room)
    lobby = updated(ada.visit, m.Go("room", ada.room.word))
    assert isinstance(lobby.screen, Lobby)
    assert isinstance(stepped_back(lobby).screen, Playing)
