"""The keyboard: what a key means where the page is now."""

from __future__ import annotations

import pytest

from app.board.game import begun
from app.messages import Begin, Close, Confirm, Finish, Found, Go, Light, Move, Open, Taken, Turn
from app.playing import VISITS, screen_of
from app.shelf import write_save
from app.update import arrive, update
from app.visit import Panel
from cartographers.game_id import GameId

HOME = arrive("any")
PLAYING = update(HOME, Begin("first"))
SETTING_UP = update(HOME, Go("set-up"))
KEYS = PLAYING.screen.keys(PLAYING)


def test_capitals_make_no_difference() -> None:
    """With caps lock, the keys are the same."""
    assert len(KEYS) > 15
    for key, message in KEYS.items():
        assert PLAYING.message_of(key) == message
        assert PLAYING.message_of(key.upper() if len(key) == 1 else key) == message
    assert PLAYING.message_of("R") == Turn(1)
    assert PLAYING.message_of("ArrowUp") == Move(-1, 0)
    assert PLAYING.message_of("Enter") == Confirm()
    assert PLAYING.message_of("arrowup") is None


@pytest.mark.parametrize("key", [*KEYS, "Enter", "Tab", "x", "m"])
def test_keys_rest_where_there_is_no_game(key: str) -> None:
    """On the screens before a game, and below a panel, keys mean what they mean to the browser, but for Escape."""
    if key != "Escape":
        for visit in (HOME, SETTING_UP, *(update(PLAYING, Open(panel.value)) for panel in Panel)):
            assert visit.message_of(key) is None


def test_escape_goes_back_one_thing_at_a_time() -> None:
    """Escape closes a panel, else puts a light out, else opens the menu."""
    lit = update(PLAYING, Light("B"))
    assert update(lit, Open("keys")).message_of("Escape") == Close()
    assert lit.message_of("Escape") == Light("B")
    assert PLAYING.message_of("Escape") == Open("menu")
    assert next(visit for visit in VISITS if screen_of(visit).moving).message_of("Escape") == Finish()
    assert SETTING_UP.message_of("Escape") == Go("start")
    assert HOME.message_of("Escape") is None


def test_a_taken_game_has_no_keys() -> None:
    """The game goes on in another tab: here only the buttons that say so do something."""
    text = write_save(begun(GameId("other"), PLAYING.setup.playing), 0)
    for visit in (
        update(PLAYING, Taken()),
        update(PLAYING, Found(text)),
        update(update(PLAYING, Go("about")), Taken()),
    ):
        for key in (*KEYS, "Enter", "Escape"):
            assert visit.message_of(key) is None
