"""Tests of the keyboard: the meaning of each key on each screen."""

import pytest

from app import messages as m
from app.game.game import begin_game
from app.game.shelf import write_save
from app.page.keyboard import names_of, undo_or_redo
from app.screens.watch.screen import replay_of
from cartographers.game_id import GameId
from support.playing import VISITS, after, begun, screen_of
from support.visits import arrive, updated

HOME = arrive("any")
PLAYING = begun()
WATCHING = HOME.replacing_screen(replay_of(screen_of(PLAYING).game.played))
SETTING_UP = updated(HOME, m.Go("set-up"))
KEYS = PLAYING.screen.controls(PLAYING).keys


def test_shortcuts_work_with_caps_lock() -> None:
    """Shortcuts work with Caps Lock, and the space bar runs a replay, even if an input method hides its name."""
    assert len(KEYS) > 15
    for key, message in KEYS.items():
        assert PLAYING.message_of(*names_of(key)) == message
        assert PLAYING.message_of(*names_of(key.upper() if len(key) == 1 else key)) == message
    assert PLAYING.message_of(*names_of("R")) == m.Rotate(1)
    assert PLAYING.message_of("ArrowUp") == m.Move(-1, 0)
    assert PLAYING.message_of("Enter") == m.Confirm()
    assert PLAYING.message_of(*names_of("arrowup")) is None
    for key in (" ", "\N{IDEOGRAPHIC SPACE}", "Process"):
        assert WATCHING.message_of(*names_of(key, "Space")) == m.PlayOrPause()


@pytest.mark.parametrize(
    ("key", "code", "shift", "message"),
    [
        # Russian, Russian with Caps Lock, Korean, Greek, and an input method
        *((key, "KeyR", False, m.Rotate(1)) for key in ("к", "\N{CYRILLIC CAPITAL LETTER KA}", "ㄱ")),
        *((key, "KeyR", False, m.Rotate(1)) for key in ("\N{GREEK SMALL LETTER RHO}", "Process")),
        *((key, "KeyF", False, m.Flip()) for key in ("\N{CYRILLIC SMALL LETTER A}", "Unidentified")),
        ("ц", "KeyW", False, m.NextPlace()),
        ("ㄲ", "KeyR", True, m.Rotate(1)),
        # French, Czech, and Arabic
        *((key, "Digit1", False, m.HighlightTopic(m.Topic.EDICT_A)) for key in "&+"),
        ("é", "Digit2", False, m.HighlightTopic(m.Topic.EDICT_B)),
        ("Dead", "Digit3", False, m.HighlightTopic(m.Topic.EDICT_C)),
        ("٤", "Digit4", False, m.HighlightTopic(m.Topic.EDICT_D)),
        ("\N{ARABIC-INDIC DIGIT FIVE}", "Numpad5", False, m.HighlightTopic(m.Topic.MONSTERS)),
        ("؟", "Slash", True, m.Open("keys")),
        # French and Russian
        *(("?", code, True, m.Open("keys")) for code in ("KeyM", "Digit7")),
        # A key whose character is a shortcut isn't renamed, such as W in French and R on Dvorak.
        *(("w", "KeyZ", False, m.NextPlace()), ("r", "KeyO", False, m.Rotate(1)), ("u", "KeyF", False, m.Undo())),
        ("1", "Digit5", False, m.HighlightTopic(m.Topic.EDICT_A)),
        # Other Latin letters have names of their own, even in the places of W, U, R, and E on a US keyboard.
        *((key, code, False, None) for key, code in (("z", "KeyW"), ("g", "KeyU"), ("p", "KeyR"), ("ğ", "KeyE"))),
        # Keys without a character count by their names only.
        *(("End", "Numpad1", False, None), ("ArrowDown", "Numpad2", False, m.Move(1, 0))),
        *(("Shift", "ShiftLeft", True, None), ("ы", "", False, None)),
        ("ظ", "Slash", False, None),  # without Shift it is no question mark on any keyboard
    ],
)
def test_shortcuts_on_other_layouts(key: str, code: str, message: m.Message | None, *, shift: bool) -> None:
    """A key that isn't a shortcut counts by its place on a US keyboard; a shortcut never does."""
    assert PLAYING.message_of(*names_of(key, code, shift=shift)) == message


def test_undo_and_redo_with_ctrl() -> None:
    """With Ctrl or ⌘, Z undoes, and Y or Shift+Z redoes, on every layout, wherever U and Y do."""
    for keys, name in (("zz яz zy zw", "u"), ("yy нy Zz! ㅋz!", "y"), ("wz Yy! uu rr", "")):  # ! is Shift
        for pressed in keys.split():
            assert undo_or_redo(pressed[0], f"Key{pressed[1].upper()}", shift=pressed[2:] == "!") == name, pressed
    assert undo_or_redo("Control", "ControlLeft") == ""
    for visit in (PLAYING, updated(HOME, m.Go("editor")), after(HOME, m.Go("paper"), "show-step draw")):
        assert (visit.message_of("u"), visit.message_of("y")) == (m.Undo(), m.Redo())
    assert updated(HOME, m.Go("history")).message_of("u") == m.Restore()


def test_no_shortcuts_without_a_game_or_under_a_panel() -> None:
    """All keys except Escape belong to the browser without a game or under a panel, and all keys in a taken game."""
    text = write_save(begin_game(GameId("other"), PLAYING.setup.active_cartographers), 0)
    taken = [updated(visit, m.ContinuedElsewhere()) for visit in (PLAYING, updated(PLAYING, m.Go("about")))]
    taken.append(updated(PLAYING, m.GameReplaced(text)))
    free = [HOME, SETTING_UP, *(updated(PLAYING, m.Open(panel.value)) for panel in m.Panel)]
    for key in {*KEYS, "Enter", "Tab", "x", "m", "Escape"}:
        assert [visit.message_of(key) for visit in taken] == [None] * len(taken), key
        if key != "Escape":
            assert [visit.message_of(key) for visit in free] == [None] * len(free), key


def test_order_of_escape_actions() -> None:
    """Escape closes a panel, or else skips a motion or clears a highlight, or else opens the menu or goes back."""
    highlight = m.HighlightTopic(m.Topic.EDICT_B)
    moving = next(visit for visit in VISITS if screen_of(visit).is_moving)
    for visit, message in (
        *((after(PLAYING, highlight, m.Open("keys")), m.Close()), (moving, m.SkipAnimation())),
        *((updated(PLAYING, highlight), highlight), (updated(WATCHING, highlight), highlight)),
        *((PLAYING, m.Open("menu")), (WATCHING, m.Back()), (updated(PLAYING, m.Go("about")), m.Back())),
        *((SETTING_UP, m.Back()), (HOME, None)),
    ):
        assert visit.message_of("Escape") == message
