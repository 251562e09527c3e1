"""The relays of a room, as this device finds them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import NamedTuple

#: The states in which a relay takes messages, whether it passes them on or not, and those in which it is of no use.
_SUBSCRIBED, _USELESS = {"trying", "open", "deaf"}, {"slow", "deaf", "closed", "refused", "insecure"}


class Relay(NamedTuple):
    """The state of a relay, one of those in ``web/rooms/relay.mjs``, and the relay's reason for it.

    It is ``insecure`` where browsers do not encrypt at the page's address.
    """

    url: str
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Relays:
    """All relays that this page knows."""

    #: The addresses of all relays, and of those that the player has switched off.
    listed: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    #: The states of the relays in use.
    states: tuple[Relay, ...] = ()

    @property
    def open(self) -> int:
        """The number of relays that have proved to work."""
        return sum(relay.state == "open" for relay in self.states)

    @property
    def subscribed(self) -> int:
        """The number of relays that take messages."""
        return sum(relay.state in _SUBSCRIBED for relay in self.states)

    @property
    def useless(self) -> bool:
        """Whether none of the relays is of any use."""
        return all(relay.state in _USELESS for relay in self.states)

    @property
    def insecure(self) -> bool:
        """Whether browsers do not encrypt at the page's address."""
        return any(relay.state == "insecure" for relay in self.states)

    def reported(self, text: str) -> Relays:
        """Return the relays after a report on their states: a JSON list of ``url``, ``state`` and ``why``."""
        return replace(self, states=tuple(Relay(**each) for each in json.loads(text)))

    def switched(self, url: str) -> Relays:
        """Return the relays after one was switched on or off; the last one stays on."""
        off = tuple(sorted({*self.off} ^ {url}))
        return self if url not in self.listed or len(off) == len(self.listed) else replace(self, off=off)
