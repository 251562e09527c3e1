"""Relays for tests: real ones on this machine, and simulated ones that lose, repeat, reorder, delay, flood, and lie."""

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, TypeAlias

from playwright.sync_api import BrowserContext, WebSocketRoute

from support.page.player import PREFIX
from support.page.schnorr import public_key, sign
from support.page.scripts import FOLDER
from support.page.unkind import unkind
from tasks.installed import NODE_ADVICE
from tasks.serve import served
from tasks.steps import SITE, WEB, tool

Event: TypeAlias = dict[str, Any]
#: The kind of a room's events (web/rooms/room.mjs).
KIND = 26142
#: The time on the devices of tests without real relays, in seconds since 1970.
NOW = 2_000_000_000
#: The relays that the page may use.
RELAYS = [relay["url"] for relay in json.loads((WEB / "relays.json").read_text("utf-8"))]


@contextmanager
def local_relay(port: int = 0) -> Iterator[str]:
    """Run a real relay on this machine during the block, and yield its address."""
    command = [tool("node", NODE_ADVICE), str(FOLDER / "relay.mjs"), str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:  # noqa: S603 - ours
        assert running.stdin
        assert running.stdout
        try:
            yield f"ws://127.0.0.1:{running.stdout.readline().strip()}"
        finally:
            running.stdin.close()


@contextmanager
def site_with(relays: Sequence[str]) -> Iterator[str]:
    """Serve the site with other relays, also named in its policy, and yield the address of its page."""
    edits = [(" ".join(RELAYS), " ".join(relays)), (json.dumps(RELAYS, separators=(",", ":")), json.dumps(relays))]
    with served(SITE, PREFIX, unkind(edits=edits)) as address:
        yield address


def event(key: str, said: Event) -> Event:
    """Return an event of a room, signed with the given key. The caller may set some fields, even to invalid values."""
    made = {"pubkey": public_key(key), "created_at": NOW, "kind": KIND, **said}
    parts = [made[part] for part in ("pubkey", "created_at", "kind", "tags", "content")]
    digest = sha256(json.dumps([0, *parts], separators=(",", ":")).encode()).digest()
    return made | {"id": digest.hex(), "sig": sign(key, digest)}


class PlayedRelay:
    """A simulated relay for some browser contexts, invisible to their page's policy.

    It passes each event on to all listeners, as relays do, unless a test makes it misbehave: ``verdict`` is its
    answer, or None if it swallows the event, and ``passes`` selects the events that it passes on at once. Held events
    are passed on by :meth:`release`.
    """

    def __init__(self, url: str) -> None:
        """Start without connections."""
        self.url = url
        #: Whether devices can connect, and whether it ignores them.
        self.is_up, self.is_deaf = True, False
        #: Whether it echoes events to their sender, and whether it delays its answers.
        self.echoes, self.is_slow = True, False
        #: The events that it received, the requests, and the held events.
        self.sent: list[Event] = []
        self.asked: list[dict[str, Any]] = []
        self.held: list[Event] = []
        self.verdict: Callable[[Event], tuple[bool, str] | None] = lambda _: (True, "")
        self.passes: Callable[[Event], Iterable[Event]] = lambda event: [event]
        self._clients: dict[WebSocketRoute, str] = {}
        self._late: list[tuple[WebSocketRoute, str]] = []

    @property
    def connected(self) -> int:
        """The number of connections."""
        return len(self._clients)

    def play(self, context: BrowserContext) -> None:
        """Serve the pages of a browser context."""
        context.route_web_socket(self.url, self._open)

    def _open(self, client: WebSocketRoute) -> None:
        if not self.is_up:
            client.close(code=1013)
            return
        self._clients[client] = ""
        client.on_message(lambda words: self._hear(client, words))
        client.on_close(lambda *_: self._clients.pop(client, None))

    def _hear(self, client: WebSocketRoute, words: str | bytes) -> None:
        if self.is_deaf:
            return
        match json.loads(words):
            case ["REQ", name, asked]:
                self.asked.append(asked)
                self._clients[client] = self._clients[client] or name
                self._answer(client, ["EOSE", name])
            case ["EVENT", event]:
                self.sent.append(event)
                verdict = self.verdict(event)
                if verdict:
                    self._answer(client, ["OK", event["id"], *verdict])
                if verdict and verdict[0]:
                    self.spread(self.passes(event), but=None if self.echoes else client)

    def _answer(self, client: WebSocketRoute, words: list[object]) -> None:
        if self.is_slow:
            self._late.append((client, json.dumps(words)))
        else:
            client.send(json.dumps(words))

    def answer(self) -> None:
        """Send the delayed answers."""
        late, self._late = self._late, []
        for client, words in late:
            client.send(words)

    def spread(self, events: Iterable[Event], but: WebSocketRoute | None = None) -> None:
        """Pass events on to all connections, or to all but one."""
        for event in events:
            for client, name in self._clients.items():
                if client is not but:
                    client.send(json.dumps(["EVENT", name, event]))

    def say(self, words: str) -> None:
        """Send words to all connections."""
        for client in self._clients:
            client.send(words)

    def hold(self) -> None:
        """Hold all events from now on."""

        def keep(event: Event) -> Iterable[Event]:
            self.held.append(event)
            return []

        self.passes = keep

    def release(self, *, backwards: bool = False, times: int = 1) -> None:
        """Pass the held events on."""
        held, self.held = self.held, []
        self.spread((held[::-1] if backwards else held) * times)

    def drop(self) -> None:
        """Close all connections."""
        clients, self._clients = self._clients, {}
        for client in clients:
            client.close(code=1012)
