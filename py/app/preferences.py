"""Preferences: looks, hand and sounds for every game on this device."""

from __future__ import annotations

from typing import NamedTuple

from words import LANGUAGES

#: The choices for each preference; the first one is the default.
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
#: The preferences that rooms ask about, where they matter; all others are asked about together.
OF_ROOMS = ("notify",)


class Preferences(NamedTuple):
    """A choice for each of :data:`OPTIONS`, in the same order."""

    #: The colors, or those that the device asks for.
    theme: str = OPTIONS["theme"][0]
    #: The hand that holds the buttons.
    hand: str = OPTIONS["hand"][0]
    #: Whether a second click of a mouse on the ghost confirms, or only places it as the first one did.
    click: str = OPTIONS["click"][0]
    #: Letters and numbers at the map's edge.
    coordinates: str = OPTIONS["coordinates"][0]
    sound: str = OPTIONS["sound"][0]
    vibration: str = OPTIONS["vibration"][0]
    #: Whether a bot's move is shown step by step.
    bots: str = OPTIONS["bots"][0]
    #: Whether a notification tells of a card in a room while the page is covered.
    notify: str = OPTIONS["notify"][0]
    #: The code of a language, or the browser's.
    language: str = OPTIONS["language"][0]

    def __str__(self) -> str:
        """Return the preferences as a text to be kept, which :func:`read_preferences` reads."""
        return " ".join(f"{what}:{value}" for what, value in self._asdict().items())


AS_DELIVERED = Preferences()


def read_preferences(text: str) -> Preferences:
    """Return the preferences of a kept text; what it leaves out, or says in unknown words, has its default."""
    pairs = [word.partition(":") for word in text.split()]
    return Preferences(**{what: value for what, _, value in pairs if value in OPTIONS.get(what, ())})


def preferred(preferences: Preferences, what: str, value: str) -> Preferences:
    """Return the preferences with another choice; raises :class:`ValueError` for an unknown one."""
    if value not in OPTIONS.get(what, ()):
        msg = f"there is no choice {value!r} for the preference {what!r}"
        raise ValueError(msg)
    return preferences._replace(**{what: value})
