"""The relays of a room, as seen from this device."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import NamedTuple

#: States in which a relay accepts messages, even if it might not pass them on, and states in which it is useless.
_SUBSCRIBED, _USELESS = {"trying", "open", "deaf"}, {"slow", "deaf", "closed", "refused", "insecure"}


class Relay(NamedTuple):
    """The state of a relay."""

    url: str
    #: One of the states in ``web/rooms/relay.mjs``, such as ``insecure`` if browsers don't encrypt at the page's
    #: address.
    state: str
    #: The relay's own reason for the state.
    why: str = ""


@dataclass(frozen=True, slots=True)
class Relays:
    """All relays in the page's list."""

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
        """The number of relays that accept messages."""
        return sum(relay.state in _SUBSCRIBED for relay in self.states)

    @property
    def connected(self) -> bool:
        """Whether a relay accepts messages and may pass them on."""
        return any(relay.state in _SUBSCRIBED - _USELESS for relay in self.states)

    @property
    def useless(self) -> bool:
        """Whether all relays are useless."""
        return all(relay.state in _USELESS for relay in self.states)

    @property
    def insecure(self) -> bool:
        """Whether browsers don't encrypt at the page's address."""
        return any(relay.state == "insecure" for relay in self.states)

    @property
    def distrusts_clock(self) -> bool:
        """Whether a relay finds the time of this device's messages wrong, which Nostr calls ``created_at`` (NIP-01)."""
        return any("created_at" in relay.why for relay in self.states)

    def reported(self, text: str) -> Relays:
        """Return the relays after a report on their states: a JSON list of ``url``, ``state``, and ``why``."""
        return replace(self, states=tuple(Relay(**each) for each in json.loads(text)))

    def switched(self, url: str) -> Relays:
        """Return the relays after one was switched on or off; the last one stays on."""
        off = tuple(sorted({*self.off} ^ {url}))
        return self if url not in self.listed or len(off) == len(self.listed) else replace(self, off=off)
