"""The browser's tasks for a room; ``browser/rooms.py`` carries them out."""

from __future__ import annotations

from app import effects as e
from app.room.saved_room import write_room
from rooms.log import Log


class SaveRoom(e.RoomEffect):
    """Save the text of a room, and show the room's word in the address."""

    #: The word in the room's link.
    word: str
    #: This device's secret key in the room.
    key: str
    #: The addresses of the relays that the player has switched off.
    off: tuple[str, ...]
    #: The statements of each game, the oldest game first.
    logs: tuple[Log, ...]

    @property
    def text(self) -> str:
        """The text to save."""
        return write_room(self.key, self.off, self.logs)


class ConnectRoom(e.RoomEffect):
    """Connect a room to its relays, replacing its previous connection.

    Report every message and every new state of a relay.
    """

    #: The word in the room's link.
    word: str
    #: This device's secret key in the room.
    key: str
    #: The addresses of the relays that the player has switched off.
    off: tuple[str, ...]


class SignStatement(e.RoomEffect):
    """Sign a statement with this device's key, and report the signature."""

    #: This device's secret key in the room.
    key: str
    #: The word in the room's link.
    word: str
    text: str


class SendMessage(e.RoomEffect):
    """Send a message to all open relays of a room."""

    #: The word in the room's link.
    word: str
    message: str
    #: The devices whose messages take precedence from now on.
    friends: tuple[str, ...]


class ReadClipboard(e.RoomEffect):
    """Read the clipboard, in which the player has a friend's link, and hand the link in."""


class ScheduleAnswer(e.RoomEffect):
    """Report the time after a short pause, whose length differs from device to device."""


class AskBrowser(e.RoomEffect):
    """Ask the browser something about a text, and report the answer.

    The answer is empty if a link is too long for a code or a signature is wrong.
    """

    #: ``code`` for a link's QR code, or ``check`` for the signatures of messages.
    what: str
    #: The link, or the messages.
    about: str
    #: The word in the room's link.
    word: str


class CallPlayer(e.RoomEffect):
    """Show in the page's title that it is the player's turn, or restore the title."""

    on: bool


class NotifyPlayer(e.RoomEffect):
    """Tell a player who has switched away from the page that a new card is waiting."""

    #: True to show a notification.
    notified: bool
    #: True to play a sound.
    heard: bool
    #: True to vibrate.
    felt: bool
