"""The keyboard: what a key means where the page is now."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from app.board.game import begun
from app.messages import Begin, Close, Confirm, Found, Go, Light, Message, Move, Open, Taken, Turn
from app.shelf import write_save
from app.update import arrive, update
from app.visit import Panel, Visit
from cartographers.game_id import GameId

KeyMessage: TypeAlias = Callable[[Visit, str], Message | None]

HOME = arrive("any")
PLAYING = update(HOME, Begin("base"))
SETTING_UP = update(HOME, Go("set-up"))
KEYS = PLAYING.screen.keys(PLAYING)


@pytest.fixture(scope="module")
def key_message() -> Iterator[KeyMessage]:
    """Import the keyboard without a browser, and forget what was imported with it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in sys.modules if name.partition(".")[0] in {"browser", "js", "pyodide"}]:
            patch.delitem(sys.modules, name)
        imported = set(sys.modules)
        nothing = SimpleNamespace(document=None, window=None, create_proxy=None, create_once_callable=None)
        for name in ("js", "pyodide", "pyodide.ffi"):
            patch.setitem(sys.modules, name, nothing)
        yield importlib.import_module("browser.keys").key_message
        for name in set(sys.modules) - imported:
            if name.partition(".")[0] == "browser":
                del sys.modules[name]


def test_capitals_make_no_difference(key_message: KeyMessage) -> None:
    """With caps lock, the keys are the same."""
    assert len(KEYS) > 15
    for key, message in KEYS.items():
        assert key_message(PLAYING, key) == message
        assert key_message(PLAYING, key.upper() if len(key) == 1 else key) == message
    assert key_message(PLAYING, "R") == Turn(1)
    assert key_message(PLAYING, "ArrowUp") == Move(-1, 0)
    assert key_message(PLAYING, "Enter") == Confirm()
    assert key_message(PLAYING, "arrowup") is None


@pytest.mark.parametrize("key", [*KEYS, "Enter", "Tab", "x", "m"])
def test_keys_rest_where_there_is_no_game(key_message: KeyMessage, key: str) -> None:
    """On the screens before a game, and below a panel, keys mean what they mean to the browser, but for Escape."""
    if key != "Escape":
        for visit in (HOME, SETTING_UP, *(update(PLAYING, Open(panel.value)) for panel in Panel)):
            assert key_message(visit, key) is None


def test_escape_goes_back_one_thing_at_a_time(key_message: KeyMessage) -> None:
    """Escape closes a panel, else puts a light out, else opens the menu."""
    lit = update(PLAYING, Light("B"))
    assert key_message(update(lit, Open("keys")), "Escape") == Close()
    assert key_message(lit, "Escape") == Light("B")
    assert key_message(PLAYING, "Escape") == Open("menu")
    assert key_message(SETTING_UP, "Escape") == Go("start")
    assert key_message(HOME, "Escape") is None


def test_a_taken_game_has_no_keys(key_message: KeyMessage) -> None:
    """The game goes on in another tab: here only the buttons that say so do something."""
    text = write_save(begun(GameId("other"), PLAYING.setup.playing), 0)
    for visit in (
        update(PLAYING, Taken()),
        update(PLAYING, Found(text)),
        update(update(PLAYING, Go("about")), Taken()),
    ):
        for key in (*KEYS, "Enter", "Escape"):
            assert key_message(visit, key) is None
