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
    """A choice for each of :data:`OPTIONS`.

    ``theme`` may be the device's; ``hand`` is the one that holds the keys; ``click`` says what a second click of a
    mouse on the ghost does: it confirms, or only places the ghost as the first one did. ``coordinates`` are
    letters and numbers on the map's edge. ``bots`` says whether one watches them draw. ``notify`` says whether a
    notification tells of a card in a room while the page is covered.
    ``language`` may be the browser's.
    """

    theme: str = "device"
    hand: str = "right"
    click: str = "confirms"
    coordinates: str = "hidden"
    sound: str = "off"
    vibration: str = "off"
    bots: str = "watched"
    notify: str = "off"
    language: str = "device"

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
