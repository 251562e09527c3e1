"""Keyboard shortcuts on every layout: the names by which a pressed key may match a shortcut."""

from __future__ import annotations

import re

#: Values of ``KeyboardEvent.key`` without the key's name, because an input method or a dead key has replaced it.
_NAMELESS = frozenset({"Process", "Unidentified", "Dead"})
#: The first code point after the Latin letters. Letters of other scripts are never shortcuts.
_BEYOND_LATIN = 0x250
_LETTER, _DIGIT = re.compile("Key([A-Z])"), re.compile("(?:Digit|Numpad)([0-9])")


def names_of(key: str, code: str = "", *, shift: bool = False) -> tuple[str, ...]:
    """Return the names by which a pressed key may match a shortcut, the name printed on the key first.

    ``key``, ``code``, and ``shift`` are properties of the browser's event. The second name is the key's name on a US
    keyboard: layouts such as Russian or Korean have no Latin letters, and AZERTY and Czech need Shift for digits. A
    Latin letter has no second name: on AZERTY, Z must not count as W, nor A as Q.
    """
    printed = key if len(key) > 1 else key.lower()
    by_place = "" if len(key) > 1 and key not in _NAMELESS else _by_place(key, code, shift=shift)
    return (printed, by_place) if by_place not in {"", printed} else (printed,)


def undo_or_redo(key: str, code: str = "", *, shift: bool = False) -> str:
    """Return the shortcut, U or Y, that a key means with Ctrl or ⌘ held: Z undoes, Shift+Z and Y redo.

    Returns an empty text for any other key.
    """
    names = names_of(key, code)
    if "z" in names:
        return "y" if shift else "u"
    return "y" if "y" in names and not shift else ""


def _by_place(key: str, code: str, *, shift: bool) -> str:
    """Return the name of the key in the same place on a US keyboard.

    Returns an empty text if the key can't be a shortcut.
    """
    digit = _DIGIT.fullmatch(code)
    if digit:
        return digit[1]
    if len(key) == 1 and ord(key) < _BEYOND_LATIN:
        return ""
    letter = _LETTER.fullmatch(code)
    if letter:
        return letter[1].lower()
    return {"Space": " ", "Slash": "?" if shift else ""}.get(code, "")
