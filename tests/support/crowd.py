"""A crowd in a lobby: devices that send over one relay, with the limits in web/rooms/limits.mjs and relay.mjs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

from app import messages as m
from app.effects import Effect
from app.room.effects import ScheduleAnswer, SendMessage
from cartographers.game_id import GameId
from support.together import Device

#: Milliseconds between two looks at the clock, before the earliest and the latest answer, and for a trip over a relay.
_BEAT, _FIRST, _LAST, _WAY = 4_000, 20, 320, 60


class Bucket:
    """A limit for messages: a number at once, then a number per second."""

    def __init__(self, most: float, per_second: float) -> None:
        """Start with a full bucket."""
        self._most, self._per_second = most, per_second
        self._tokens, self._at = most, 0

    def wait(self, now: int) -> int:
        """Return the milliseconds until the next message is allowed."""
        self._tokens = min(self._most, self._tokens + (now - self._at) / 1000 * self._per_second)
        self._at = now
        return max(0, int((1 - self._tokens) / self._per_second * 1000) + 1) if self._tokens < 1 else 0

    def take(self, now: int) -> bool:
        """Take a message out of the bucket if one is allowed; return True if it was."""
        allowed = self.wait(now) == 0
        self._tokens -= allowed
        return allowed


class Gate:
    """A limit for the messages of each sender, and for those of all strangers together."""

    def __init__(self) -> None:
        """Start without any known senders."""
        self.known: set[str] = set()
        self._senders: dict[tuple[str, bool], Bucket] = {}
        self._strangers = Bucket(32, 2)

    def allows(self, sender: str, now: int) -> bool:
        """Return True if a message may pass."""
        known = sender in self.known
        own = self._senders.setdefault((sender, known), Bucket(48 if known else 16, 3))
        return own.take(now) and (known or self._strangers.take(now))


class Phone(Device):
    """A device whose messages take time and are limited."""

    def __init__(self, number: int, game: GameId, name: str, crowd: Crowd) -> None:
        """Open the page, outside any room."""
        super().__init__(number, game, name)
        self.crowd, self.gate, self.outgoing = crowd, Gate(), Bucket(4, 2)
        self.waiting, self.answers = "", 0

    def _remember(self, effect: Effect) -> None:
        match effect:
            case SendMessage(_, message, friends):
                self.gate.known = {*friends}
                is_new, self.waiting = not self.waiting, message
                if is_new:
                    self.crowd.after(self.outgoing.wait(self.crowd.now), self.post)
            case ScheduleAnswer():
                self.answers += 1
                self.crowd.after(self.crowd.rng.randint(_FIRST, _LAST), partial(self.beat, self.answers))
            case _:
                super()._remember(effect)

    def post(self) -> None:
        """Send the waiting message. A newer message has replaced an older one."""
        if not self.outgoing.take(self.crowd.now):
            self.crowd.after(self.outgoing.wait(self.crowd.now), self.post)
            return
        text, self.waiting = self.waiting, ""
        self.crowd.sent += 1
        for phone in self.crowd.phones:
            if phone is not self and phone.visit.room:
                self.crowd.after(_WAY, partial(phone.receive, text, self.device))

    def receive(self, text: str, sender: str) -> None:
        """Receive a message, unless there are too many."""
        if self.visit.room and self.gate.allows(sender, self.crowd.now):
            self.send(m.MessageReceived(text, self.crowd.now // 1000))

    def beat(self, answer: int) -> None:
        """Report the time, unless a later answer is due."""
        if answer == self.answers:
            self.send(m.ClockTick(self.crowd.now // 1000))

    def look(self) -> None:
        """Report the time at regular intervals."""
        self.send(m.ClockTick(self.crowd.now // 1000))
        self.crowd.after(_BEAT, self.look)


class Crowd:
    """Phones with their events, in the order of time."""

    def __init__(self, game: GameId, seed: str) -> None:
        """Start without any phones."""
        self.game, self.rng = game, Random(seed)  # noqa: S311 - repeatable
        self.now, self.sent = 0, 0
        self.phones: list[Phone] = []
        self._events: list[tuple[int, int, Callable[[], object]]] = []
        self._number = count()

    def after(self, pause: int, work: Callable[[], object]) -> None:
        """Schedule an event after a number of milliseconds."""
        heappush(self._events, (self.now + pause, next(self._number), work))

    def come(self, name: str) -> Phone:
        """Return a new phone that opens the page."""
        phone = Phone(int(f"{self.rng.randrange(10**8)}{len(self.phones):02}"), self.game, name, self)
        self.phones.append(phone)
        self.after(self.rng.randrange(_BEAT), phone.look)
        return phone

    def pass_by(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        """Advance the time until a condition holds; return the number of seconds."""
        begin, end = self.now, self.now + int(seconds * 1000)
        while self._events and self._events[0][0] <= end and not until():
            self.now, _, work = heappop(self._events)
            work()
        if not until():
            self.now = end
        return (self.now - begin) / 1000


def open_to(crowd: Crowd, host: str, guests: Sequence[str], pause: float = 0) -> list[Phone]:
    """Return the phones of a host who opens a room, and of guests, who enter only with a ``pause`` between them."""
    phones = [crowd.come(host), *map(crowd.come, guests)]
    word = phones[0].open()
    crowd.pass_by(1)
    for guest in phones[1:] if pause else []:
        guest.send(m.EnterRoom(word))
        crowd.pass_by(pause)
    return phones
