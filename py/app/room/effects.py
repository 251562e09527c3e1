"""The browser's tasks for a room; ``browser/rooms.py`` carries them out."""

from __future__ import annotations

from dataclasses import dataclass

from app.effects import RoomEffect
from app.room.kept_room import write_kept
from rooms.log import Log


@dataclass(frozen=True, slots=True)
class KeepRoom(RoomEffect):
    """Keep the text of a room, and show the room's word in the address."""

    word: str
    key: str
    #: The addresses of the relays that are switched off.
    off: tuple[str, ...]
    #: The statements of each game, the oldest game first.
    logs: tuple[Log, ...]

    @property
    def text(self) -> str:
        """The text to be kept."""
        return write_kept(self.key, self.off, self.logs)


@dataclass(frozen=True, slots=True)
class Connect(RoomEffect):
    """Connect a room to all relays but those that are ``off``, in place of its connection before.

    Tell all messages, and each new state of a relay.
    """

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
    """Send a message of a room to all its open relays.

    From now on, the messages of ``friends`` go before those of other devices.
    """

    word: str
    message: str
    friends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerSoon(RoomEffect):
    """Tell the time after a short pause, which has another length on each device."""


@dataclass(frozen=True, slots=True)
class Ask(RoomEffect):
    """Ask for the QR ``code`` of a link, or ``check`` the signatures of messages in a room and get the messages back.

    The answer is empty if a link is too long for a code, or if a signature is wrong.
    """

    what: str
    about: str
    word: str


@dataclass(frozen=True, slots=True)
class Call(RoomEffect):
    """Let the page's title call the player to draw, or restore the title."""

    on: bool


@dataclass(frozen=True, slots=True)
class Notify(RoomEffect):
    """Call the player to draw by a notification, or by sound and vibration, as the player prefers."""

    notified: bool
    heard: bool
    felt: bool
