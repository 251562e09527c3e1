"""Presence: the devices that are here, as far as this device knows, and the reasons why some of them can't play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from rooms.games import Games
from rooms.message import Greeting, Mark
from rooms.peer import Peer

#: Seconds after which a silent device counts as absent.
ABSENT_AFTER = 75


class Obstacle(Enum):
    """A reason why a device can't play."""

    #: The device's page has another version.
    VERSION = "version"
    #: The device derives a different game from the same statements.
    RULES = "rules"
    #: The device is the host's, and the room is full without this device.
    FULL = "full"
    #: The device has a newer or an older protocol or rules version, so its messages are unreadable.
    NEWER = "newer"
    OLDER = "older"


class Stranger(NamedTuple):
    """The last device whose messages were unreadable."""

    #: The time of its last message.
    time: int = -ABSENT_AFTER
    device: str = ""
    obstacle: Obstacle | None = None


@dataclass(frozen=True, slots=True)
class Presence:
    """The times at which devices were last heard, in seconds of this device's clock."""

    #: The time of the last event.
    now: int = 0
    #: The time at which each device was last heard.
    last: Mapping[str, int] = field(default_factory=dict)
    #: True if no relay works. It is then unknown which devices are here.
    offline: bool = False
    stranger: Stranger = field(default_factory=Stranger)

    def was_heard(self, device: str) -> bool:
        """Return whether a device was heard recently."""
        return device in self.last and self.now - self.last[device] < ABSENT_AFTER

    def is_here(self, device: str, peer: Peer) -> bool:
        """Return whether a device is here. Without a relay, this is unknown, so every known device counts as here."""
        return device == peer.device or self.was_heard(device) or (self.offline and device in peer.log)

    def after_sleep(self, seconds: int) -> Presence:
        """Return the presence after the page slept and couldn't hear anyone."""
        return replace(self, last={device: min(when + seconds, self.now) for device, when in self.last.items()})

    def after_message(self, sender: str, games: Games) -> Presence:
        """Return the presence after a message from a device, which is gone if the message says goodbye."""
        hello, known = games.current.greetings.get(sender), games.greetings
        last = {device: when for device, when in self.last.items() if device in known}
        if hello and hello.mark is Mark.LEAVES:
            last.pop(sender, None)
        elif hello:
            last[sender] = self.now
        return replace(self, last=last)

    def obstacle(self, games: Games) -> Obstacle | None:
        """Return the reason why a device that is here can't play; None if all of them can."""
        if self.now - self.stranger.time < ABSENT_AFTER:
            return self.stranger.obstacle
        peer = games.current
        here = (hello for device, hello in games.greetings.items() if self.is_here(device, peer) and peer.heeds(device))
        return next(filter(None, (_obstacle(hello, peer) for hello in here)), None)


def _obstacle(hello: Greeting, peer: Peer) -> Obstacle | None:
    """Return the reason why the sender of a greeting can't play."""
    if not hello.agrees:
        return Obstacle.RULES
    if hello.version != peer.version:
        return Obstacle.VERSION
    is_full = hello.device == peer.opener and peer.is_excluded and not peer.table
    return Obstacle.FULL if is_full else None
