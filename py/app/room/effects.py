"""What a room asks of the browser; ``browser/rooms.py`` carries it out."""

from __future__ import annotations

from dataclasses import dataclass

from app.effects import RoomEffect


@dataclass(frozen=True, slots=True)
class Connect(RoomEffect):
    """Talk to all relays but those that are ``off``, in place of those before; tell what comes, and how they are."""

    word: str
    key: str
    off: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sign(RoomEffect):
    """Sign a statement for a room with this device's key, and tell the signature."""

    key: str
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Send(RoomEffect):
    """Send a message to all relays that are open; the devices that have seats are known from now on."""

    text: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ask(RoomEffect):
    """Ask for the QR ``code`` of a link; or ``check`` messages in a room, and ask for them back if all are signed."""

    what: str
    about: str
    word: str


@dataclass(frozen=True, slots=True)
class Soon(RoomEffect):
    """Tell the time after a moment, which is another one on each device."""


@dataclass(frozen=True, slots=True)
class Call(RoomEffect):
    """Let the page's title call the player to draw, or restore the title.

    ``notified`` asks for a notification as well; ``heard`` and ``felt`` say how the player may be called.
    """

    on: bool
    notified: bool = False
    heard: bool = False
    felt: bool = False


@dataclass(frozen=True, slots=True)
class KeepRoom(RoomEffect):
    """Keep what is known of a room, and show its word in the address."""

    word: str
    text: str
