"""Preferences: appearance, controls, and sounds in all games on this device."""

from __future__ import annotations

from typing import NamedTuple

from words import LANGUAGES

#: The word of the number of changes in a saved text.
_CHANGES, _MOST_DIGITS = "changes", 9

#: The choices for each preference, the default first.
OPTIONS: dict[str, tuple[str, ...]] = {
    "theme": ("device", "parchment", "night", "contrast"),
    "hand": ("right", "left"),
    "click": ("confirms", "places"),
    "coordinates": ("hidden", "shown"),
    "sound": ("off", "on"),
    "vibration": ("off", "on"),
    "bots": ("watched", "quick"),
    "notify": ("off", "on"),
    "language": ("device", *LANGUAGES),
}
#: The preferences that a room's screen shows; the panel shows all others.
ROOM_OPTIONS = ("notify",)


class Preferences(NamedTuple):
    """The choice for each of :data:`OPTIONS`, in the same order, and the number of changes."""

    #: The color theme, or the device's.
    theme: str = OPTIONS["theme"][0]
    #: The hand that uses the buttons.
    hand: str = OPTIONS["hand"][0]
    #: The effect of a second click on the ghost with a mouse: it confirms the ghost, or places it again.
    click: str = OPTIONS["click"][0]
    #: ``shown`` puts letters and numbers at the edge of the map.
    coordinates: str = OPTIONS["coordinates"][0]
    #: ``on`` plays sounds.
    sound: str = OPTIONS["sound"][0]
    #: ``on`` vibrates.
    vibration: str = OPTIONS["vibration"][0]
    #: ``watched`` shows a bot's move step by step.
    bots: str = OPTIONS["bots"][0]
    #: Notifications about new cards in a room while the page is covered.
    notify: str = OPTIONS["notify"][0]
    #: The code of a language, or the browser's language.
    language: str = OPTIONS["language"][0]
    #: The number of the player's changes. Of two devices' preferences, those with more changes count.
    changes: int = 0

    def __str__(self) -> str:
        """Return the preferences as a text, the inverse of :func:`read_preferences`."""
        return " ".join(f"{what}:{value}" for what, value in self._asdict().items())


DEFAULTS = Preferences()


def read_preferences(text: str) -> Preferences:
    """Return the preferences of a saved text; missing and unknown choices get their defaults."""
    found = {what: value for what, _, value in (word.partition(":") for word in text.split())}
    return Preferences(
        **{what: value for what, value in found.items() if value in OPTIONS.get(what, ())},
        changes=_number_in(found.get(_CHANGES, "")),
    )


def _number_in(text: str) -> int:
    """Return the number of changes in a text; 0 if it has none, or too many digits."""
    try:
        return max(int(text), 0) if 0 < len(text) <= _MOST_DIGITS else 0
    except ValueError:
        return 0


def with_preference(preferences: Preferences, what: str, value: str) -> Preferences:
    """Return the preferences with another choice; raise :class:`ValueError` if it's unknown."""
    if value not in OPTIONS.get(what, ()):
        msg = f"there is no choice {value!r} for the preference {what!r}"
        raise ValueError(msg)
    if getattr(preferences, what) == value:
        return preferences
    return preferences._replace(changes=min(preferences.changes + 1, 10**_MOST_DIGITS - 1), **{what: value})
