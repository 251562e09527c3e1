"""The next game of a room.

The host can begin it when a game is over, and the guests can join it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app import messages as m
from app.drawing.controls import button
from app.drawing.element import h
from app.room.waiting import device_names
from app.screens.play.scenes.scene import NextGame
from words import Words

if TYPE_CHECKING:
    from app.room.room import Room


class Offer(NamedTuple):
    """The offer of the next game in a room."""

    #: The message that begins or opens it, or None if this device can't do that now.
    message: m.AnotherGame | m.EnterRoom | None = None
    #: The end of a sentence's key: ``begun``, ``with``, ``nobody``, ``host``, or ``away``. Empty outside a room.
    reason: str = ""
    #: The devices whose players the sentence names.
    names: tuple[str, ...] = ()

    def view(self, words: Words, room: Room) -> NextGame:
        """Return the sentence about the next game, and the button that begins or opens it."""
        names = {"name": words.list(device_names(words, room, device) for device in self.names)} if self.names else {}
        said = words(f"room.another.{self.reason}", **names)
        label = "room.another.play" if self.reason == "begun" else "room.another"
        return NextGame(said, button(self.message, h("b", words(label)), class_="confirm") if self.message else None)


def offer(key: str, room: Room | None) -> Offer:
    """Return the offer of a next game on the screen of the game with the given key."""
    if room is None:
        return Offer()
    host = room.peer.opener
    if key != room.game_key:
        return Offer(m.EnterRoom(room.word), "begun", (host,))
    if not room.talk.is_opener:
        return Offer(None, "host", (host,)) if room.talk.is_here(host) else Offer(None, "away")
    others = dict.fromkeys(seat.device for seat in room.talk.next_players() if seat.device != room.talk.device)
    return Offer(m.AnotherGame(), "with", tuple(others)) if others else Offer(None, "nobody")
