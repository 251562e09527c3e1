"""The part of a link that invites to a room: ``#room=SECRET.OPENER``, and after another ``.`` a message by hand.

The part behind ``#`` reaches no web server. The secret opens the room. The opener is the device that opened it, so that
nobody else can start its game. Older versions of the page passed on a compressed message behind a ``~``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cartographers.errors import InvalidRecord, quoted

if TYPE_CHECKING:
    from app.board.game import Game

#: Beginning of the part behind ``#``, and the mark before a message that is passed on: now, and in older links.
FRAGMENT, HANDED, COMPRESSED = "#room=", ".", "~"
#: What stands for the word of a room that is to be opened.
NEW = "new"
#: The screen of a room.
SCREEN = "room"
#: The note on a kept game that is played in a room, before the room's word.
NOTE = "room"
#: The name under which the device keeps what it knows of a room, before the room's word.
PLACE = "cartographers.room."
#: The name under which the device keeps in which room it was last: its word, and the key of its game.
LAST = "cartographers.last-room"
#: Maximum characters of a message that is passed on.
LONGEST = 100_000
_LENGTH = 22 + 1 + 64
_WORD = r"[\w-]{22}\.[0-9a-f]{64}"
_INVITATION = re.compile(rf"(?P<word>{_WORD})(~[\w-]*|\.(?P<packed>[0-9A-Za-z]+))?", re.ASCII)


class Invitation(NamedTuple):
    """The word of a room, and a packed message that is passed on with it, behind its separator."""

    word: str
    handed: str = ""

    def __str__(self) -> str:
        """Return it as the end of an address."""
        return f"{FRAGMENT}{self.word}{self.handed}"


def read_invitation(text: str) -> Invitation:
    """Return the invitation that stands behind ``#room=``.

    Raises :class:`InvalidRecord` if there is none, or the message in it is damaged or incomplete.
    """
    from cartographers.packed import is_whole  # noqa: PLC0415 - the first screen needs none of it

    found = _INVITATION.fullmatch(text) if len(text) <= LONGEST else None
    if not found or (found["packed"] and not is_whole(found["packed"])):
        raise InvalidRecord("error.link.room", text=quoted(text))
    return Invitation(found["word"], text.removeprefix(found["word"]))


def room_in(text: str) -> Invitation:
    """Return an invitation whose message may be damaged; raise :class:`InvalidRecord` if its room is."""
    word = text[:_LENGTH]
    if not is_word(word):
        raise InvalidRecord("error.link.room", text=quoted(text))
    return Invitation(word, HANDED if len(text) > _LENGTH else "")


def is_word(text: str) -> bool:
    """Say whether a text is the word of a room."""
    return bool(re.fullmatch(_WORD, text, re.ASCII))


def word_of(game: Game) -> str:
    """Return the word of the room in which a kept game is played; none if it is not."""
    return next((note.partition(":")[2] for note in game.notes if note.startswith(f"{NOTE}:")), "")
