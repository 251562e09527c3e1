"""The part of a link that invites to a room: ``#room=SECRET.OPENER``, and after ``-3.`` a message by hand.

The part behind ``#`` reaches no web server. The secret opens the room. The opener is the device that opened it, so that
nobody else can start its game. The 3 is the number of the protocol (:mod:`rooms.statement`). Older versions of the page
put a message behind ``~`` or ``.``, and newer ones will put it behind another number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cartographers.errors import InvalidRecord, quoted

if TYPE_CHECKING:
    from app.game.game import Game

#: Beginning of the part behind ``#``, and the mark before a message that is passed on.
FRAGMENT, HANDED = "#room=", "-3."
#: What stands for the word of a room that is to be opened.
NEW = "new"
#: The screen of a room.
SCREEN = "room"
#: The note on a kept game that is played in a room, before the room's word.
NOTE = "room"
#: The name under which the device keeps what it knows of a room, before the room's word; and the name that pages of
#: the former protocol use, which drop what they cannot read.
ROOM_PLACE, FORMER_ROOM_PLACE = "cartographers.room-3.", "cartographers.room."
#: The name under which the device keeps in which room it was last: its word, and the key of its game.
LAST = "cartographers.last-room"
#: Maximum characters of a message that is passed on.
LONGEST = 100_000
_LENGTH = 22 + 1 + 64
_WORD = r"[\w-]{22}\.[0-9a-f]{64}"
#: A message of this version, of an older one, and of a newer one.
_PACKED, _OLDER, _NEWER = r"-3\.(?P<packed>[0-9A-Za-z]+)", r"~[\w-]*|\.[0-9A-Za-z]+", r"-(?!3\.)[0-9]{1,9}\..+"
_INVITATION = re.compile(f"{_WORD}(?:{_PACKED}|{_OLDER}|{_NEWER})?", re.ASCII)


class Invitation(NamedTuple):
    """The word of a room, and the rest of its link: the mark of a protocol, and a packed message."""

    word: str
    handed: str = ""

    @property
    def is_older(self) -> bool:
        """True if the message is from an older version of the page."""
        return bool(re.fullmatch(_OLDER, self.handed, re.ASCII))

    @property
    def is_newer(self) -> bool:
        """True if the message is from a newer version of the page."""
        return bool(re.fullmatch(_NEWER, self.handed, re.ASCII))

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
    return Invitation(text[:_LENGTH], text[_LENGTH:])


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
