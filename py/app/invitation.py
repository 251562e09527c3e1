"""What a link to a room says: ``#room=SECRET.OPENER``, and behind a ``~`` what somebody hands on without a relay.

The part behind ``#`` reaches no web server. The secret opens the room. The opener is the device that has opened it, so
that nobody else can begin its game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cartographers.errors import InvalidRecord, quoted

if TYPE_CHECKING:
    from app.board.game import Game

#: What the part behind ``#`` begins with, and what comes before what somebody hands on.
FRAGMENT, HANDED = "#room=", "~"
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
#: The most signs that somebody hands on.
LONGEST = 100_000
_WORD = re.compile(r"[\w-]{22}\.[0-9a-f]{64}", re.ASCII)
_PACKED = re.compile(r"[\w-]*", re.ASCII)


class Invitation(NamedTuple):
    """The word of a room, and what somebody hands on, packed; nothing if that is not so."""

    word: str
    handed: str = ""

    def __str__(self) -> str:
        """Return it as the end of an address."""
        return f"{FRAGMENT}{self.word}{HANDED if self.handed else ''}{self.handed}"


def read_invitation(text: str) -> Invitation:
    """Return the invitation in a link or at its end; raises :class:`InvalidRecord` when there is none."""
    word, _, handed = text.strip().rpartition(FRAGMENT)[2].partition(HANDED)
    if not _WORD.fullmatch(word) or not _PACKED.fullmatch(handed) or len(handed) > LONGEST:
        raise InvalidRecord("error.link.room", text=quoted(word))
    return Invitation(word, handed)


def is_word(text: str) -> bool:
    """Say whether a text is the word of a room."""
    return bool(_WORD.fullmatch(text))


def word_of(game: Game) -> str:
    """Return the word of the room in which a kept game is played; none if it is not."""
    return next((note.partition(":")[2] for note in game.notes if note.startswith(f"{NOTE}:")), "")
