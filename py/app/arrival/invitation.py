"""Invitations: the part of a link that leads into a room, ``#room=SECRET.OPENER``.

The fragment after ``#`` never reaches a web server. SECRET opens the room. OPENER is the device that opened it, and
only that device can start its game. ``-4.`` and a packed message may follow, to be passed on by hand; 4 is the number
of the protocol (:mod:`rooms.statement`). A newer version of the page will use another number. Earlier versions used a
smaller number, ``~``, or ``.``; such a message is refused with a sentence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cartographers import packed
from cartographers.errors import InvalidRecord, quoted

if TYPE_CHECKING:
    from app.game.game import Game

#: The beginning of the fragment, and the mark before a message.
FRAGMENT, MESSAGE_PREFIX = "#room=", "-4."
#: The stand-in for the word of a room that doesn't exist yet.
NEW_ROOM = "new"
#: The name of a room's screen.
ROOM_SCREEN = "room"
#: The name of the note on a saved game of a room; its value is the room's word.
ROOM_NOTE = "room"
#: Maximum number of characters of an invitation.
MAX_LENGTH = 100_000
_LENGTH = 22 + 1 + 64
_WORD = r"[\w-]{22}\.[0-9a-f]{64}"
#: A message of this version, of an older one, and of a newer one.
_PACKED, _OLDER, _NEWER = r"-4\.(?P<packed>[0-9A-Za-z]+)", r"(?:[~.]|-[0-3]\.)[\w-]+", r"-(?![0-4]\.)[0-9]{1,9}\..+"
_INVITATION = re.compile(f"{_WORD}(?:{_PACKED}|{_OLDER}|{_NEWER})?", re.ASCII)


class Invitation(NamedTuple):
    """The content of an invitation."""

    #: The room's word: its secret and its opener.
    word: str
    #: The mark of the protocol and the packed message; empty without a message.
    packed_message: str = ""

    @property
    def is_older(self) -> bool:
        """Whether the message is from an older version of the page."""
        return bool(re.fullmatch(_OLDER, self.packed_message, re.ASCII))

    @property
    def is_newer(self) -> bool:
        """Whether the message is from a newer version of the page."""
        return bool(re.fullmatch(_NEWER, self.packed_message, re.ASCII))

    def __str__(self) -> str:
        """Return the invitation as the fragment of an address."""
        return f"{FRAGMENT}{self.word}{self.packed_message}"


def read_invitation(text: str) -> Invitation:
    """Return the invitation with a text after ``#room=``.

    Raises :class:`InvalidRecord` if it has no valid word, or if its message is damaged or incomplete.
    """
    found = _INVITATION.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if not found or (found["packed"] and not packed.has_valid_checksum(found["packed"])):
        raise InvalidRecord("error.link.room", text=quoted(text))
    return Invitation(text[:_LENGTH], text[_LENGTH:])


def read_damaged_invitation(text: str) -> Invitation:
    """Return an invitation even if its message is damaged; raise :class:`InvalidRecord` if its word is."""
    word = text[:_LENGTH]
    if not is_word(word):
        raise InvalidRecord("error.link.room", text=quoted(text))
    return Invitation(word, MESSAGE_PREFIX if len(text) > _LENGTH else "")


def is_word(text: str) -> bool:
    """Return True if a text looks like a room's word."""
    return bool(re.fullmatch(_WORD, text, re.ASCII))


def word_of(game: Game) -> str:
    """Return the word of a saved game's room; empty for a game outside rooms."""
    return next((note.partition(":")[2] for note in game.notes if note.startswith(f"{ROOM_NOTE}:")), "")
