"""Tests of the keyboard: the meaning of each key on each screen."""

from __future__ import annotations

import pytest

from app import messages as m
from app.game.game import begin_game
from app.game.shelf import write_save
from app.keyboard import names_of
from app.screens.watch.screen import replay_of
from cartographers.game_id import GameId
from support.playing import VISITS, after, begun, screen_of
from support.visits import arrive, updated

HOME = arrive("any")
PLAYING = begun()
WATCHING = HOME.replacing_screen(replay_of(screen_of(PLAYING).game.played))
SETTING_UP = updated(HOME, m.Go("set-up"))
KEYS = PLAYING.screen.keys(PLAYING)


def test_shortcuts_work_with_caps_lock() -> None:
    """Shortcuts work with Caps Lock."""
    assert len(KEYS) > 15
    for key, message in KEYS.items():
        assert PLAYING.message_of(*names_of(key)) == message
        assert PLAYING.message_of(*names_of(key.upper() if len(key) == 1 else key)) == message
    assert PLAYING.message_of(*names_of("R")) == m.Rotate(1)
    assert PLAYING.message_of("ArrowUp") == m.Move(-1, 0)
    assert PLAYING.message_of("Enter") == m.Confirm()
    assert PLAYING.message_of(*names_of("arrowup")) is None


@pytest.mark.parametrize(
    ("key", "code", "shift", "message"),
    [
        ("к", "KeyR", False, m.Rotate(1)),  # Russian
        ("\N{CYRILLIC CAPITAL LETTER KA}", "KeyR", False, m.Rotate(1)),  # with Caps Lock
        ("\N{CYRILLIC SMALL LETTER A}", "KeyF", False, m.Flip()),
        ("ц", "KeyW", False, m.NextPlace()),
        ("ㄱ", "KeyR", False, m.Rotate(1)),  # Korean
        ("ㄲ", "KeyR", True, m.Rotate(1)),
        ("\N{GREEK SMALL LETTER RHO}", "KeyR", False, m.Rotate(1)),  # Greek
        ("Process", "KeyR", False, m.Rotate(1)),  # an input method
        ("Unidentified", "KeyF", False, m.Flip()),
        ("&", "Digit1", False, m.HighlightTopic(m.Topic.EDICT_A)),  # French
        ("é", "Digit2", False, m.HighlightTopic(m.Topic.EDICT_B)),
        ("+", "Digit1", False, m.HighlightTopic(m.Topic.EDICT_A)),  # Czech
        ("Dead", "Digit3", False, m.HighlightTopic(m.Topic.EDICT_C)),
        ("٤", "Digit4", False, m.HighlightTopic(m.Topic.EDICT_D)),  # Arabic
        ("\N{ARABIC-INDIC DIGIT FIVE}", "Numpad5", False, m.HighlightTopic(m.Topic.MONSTERS)),
        ("؟", "Slash", True, m.Open("keys")),
        ("?", "KeyM", True, m.Open("keys")),  # French
        ("?", "Digit7", True, m.Open("keys")),  # Russian
        # A key whose character is a shortcut isn't renamed.
        ("w", "KeyZ", False, m.NextPlace()),  # French
        ("r", "KeyO", False, m.Rotate(1)),  # Dvorak
        ("u", "KeyF", False, m.Undo()),
        ("1", "Digit5", False, m.HighlightTopic(m.Topic.EDICT_A)),
        # Other Latin letters have names of their own, even in the places of W, U, and R on a US keyboard.
        ("z", "KeyW", False, None),
        ("g", "KeyU", False, None),
        ("p", "KeyR", False, None),
        ("ğ", "KeyE", False, None),  # Turkish F
        # Keys without a character count by their names only.
        ("End", "Numpad1", False, None),
        ("ArrowDown", "Numpad2", False, m.Move(1, 0)),
        ("Shift", "ShiftLeft", True, None),
        ("ظ", "Slash", False, None),  # without Shift it is no question mark on any keyboard
        ("ы", "", False, None),
    ],
)
def test_shortcuts_on_other_layouts(key: str, code: str, message: m.Message | None, *, shift: bool) -> None:
    """A key that isn't a shortcut counts by its place on a US keyboard; a shortcut never does."""
    assert PLAYING.message_of(*names_of(key, code, shift=shift)) == message


def test_space_bar_runs_a_replay_despite_input_methods() -> None:
    """The space bar runs a replay, even if an input method hides its name or makes a wide space of it."""
    for key in (" ", "\N{IDEOGRAPHIC SPACE}", "Process"):
        assert WATCHING.message_of(*names_of(key, "Space")) == m.PlayOrPause()


@pytest.mark.parametrize("key", [*KEYS, "Enter", "Tab", "x", "m"])
def test_no_shortcuts_without_a_game_or_under_a_panel(key: str) -> None:
    """Without a game, and under a panel, all keys except Escape belong to the browser."""
    if key != "Escape":
        for visit in (HOME, SETTING_UP, *(updated(PLAYING, m.Open(panel.value)) for panel in m.Panel)):
            assert visit.message_of(key) is None


def test_order_of_escape_actions() -> None:
    """Escape closes a panel, or else skips a motion or clears a highlight, or else opens the menu or goes back."""
    highlight = m.HighlightTopic(m.Topic.EDICT_B)
    moving = next(visit for visit in VISITS if screen_of(visit).is_moving)
    for visit, message in (
        (after(PLAYING, highlight, m.Open("keys")), m.Close()),
        (moving, m.SkipAnimation()),
        (updated(PLAYING, highlight), highlight),
        (updated(WATCHING, highlight), highlight),
        (PLAYING, m.Open("menu")),
        (WATCHING, m.Back()),
        (updated(PLAYING, m.Go("about")), m.Back()),
        (SETTING_UP, m.Back()),
        (HOME, None),
    ):
        assert visit.message_of("Escape") == message


def test_taken_over_game_has_no_shortcuts() -> None:
    """A game that another tab has taken over has no shortcuts."""
    text = write_save(begin_game(GameId("other"), PLAYING.setup.active_cartographers), 0)
    taken = m.ContinuedElsewhere()
    for visit in (
        updated(PLAYING, taken),
        updated(PLAYING, m.GameReplaced(text)),
        after(PLAYING, m.Go("about"), taken),
    ):
        for key in (*KEYS, "Enter", "Escape"):
            assert visit.message_of(key) is None
