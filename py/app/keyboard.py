"""Shortcuts on every keyboard layout: the names under which a pressed key may be a shortcut."""

from __future__ import annotations

import re

#: Values of ``KeyboardEvent.key`` that don't name the key: an input method or a dead key has swallowed its name.
_NAMELESS = frozenset({"Process", "Unidentified", "Dead"})
#: The first code point after the Latin letters. No letter of another script is a shortcut.
_BEYOND_LATIN = 0x250
_LETTER, _DIGIT = re.compile("Key([A-Z])"), re.compile("(?:Digit|Numpad)([0-9])")


def names_of(key: str, code: str = "", *, shift: bool = False) -> tuple[str, ...]:
    """Return the names under which a pressed key may be a shortcut, the printed one first.

    ``key``, ``code`` and ``shift`` are those of the browser's event. The second name is the key's on a US keyboard:
    layouts such as Russian or Korean have no Latin letters, and AZERTY and Czech have digits with Shift only. A Latin
    letter has no second name: on AZERTY, Z must not count as W, nor A as Q.
    """
    printed = key if len(key) > 1 else key.lower()
    by_place = "" if len(key) > 1 and key not in _NAMELESS else _by_place(key, code, shift=shift)
    return (printed, by_place) if by_place not in {"", printed} else (printed,)


def _by_place(key: str, code: str, *, shift: bool) -> str:
    """Return what a US keyboard has in the place of a key, if a shortcut may be meant."""
    digit = _DIGIT.fullmatch(code)
    if digit:
        return digit[1]
    if len(key) == 1 and ord(key) < _BEYOND_LATIN:
        return ""
    letter = _LETTER.fullmatch(code)
    if letter:
        return letter[1].lower()
    return {"Space": " ", "Slash": "?" if shift else ""}.get(code, "")
