"""A lobby with a crowd: devices that send over one relay, with the limits of web/rooms/limits.mjs and relay.mjs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

from app.effects import Effect
from app.messages import Beat, Heard
from app.room.effects import AnswerSoon, Send
from cartographers.game_id import GameId
from together import Device

#: Milliseconds between two looks at the clock, the soonest and latest answer, and the way over a relay.
_BEAT, _FIRST, _LAST, _WAY = 4_000, 20, 320, 60


class Bucket:
    """Allows a number of messages at once, and a number per second."""

    def __init__(self, most: float, per_second: float) -> None:
        """Begin with all."""
        self._most, self._per_second = most, per_second
        self._left, self._at = most, 0

    def wait(self, now: int) -> int:
        """Return the milliseconds until a message is allowed."""
        self._left = min(self._most, self._left + (now - self._at) / 1000 * self._per_second)
        self._at = now
        return max(0, int((1 - self._left) / self._per_second * 1000) + 1) if self._left < 1 else 0

    def take(self, now: int) -> bool:
        """Take a message if it is allowed."""
        allowed = self.wait(now) == 0
        self._left -= allowed
        return allowed


class Gate:
    """Allows each sender a number of messages, and all strangers together not many more."""

    def __init__(self) -> None:
        """Know nobody."""
        self.known: set[str] = set()
        self._senders: dict[tuple[str, bool], Bucket] = {}
        self._strangers = Bucket(32, 2)

    def allows(self, sender: str, now: int) -> bool:
        """Say whether a message is heard."""
        known = sender in self.known
        own = self._senders.setdefault((sender, known), Bucket(48 if known else 16, 3))
        return own.take(now) and (known or self._strangers.take(now))


class Phone(Device):
    """A device whose messages take time, and may be too many."""

    def __init__(self, number: int, game: GameId, name: str, crowd: Crowd) -> None:
        """Come to the page, into no room yet."""
        super().__init__(number, game, name)
        self.crowd, self.gate, self.outgoing = crowd, Gate(), Bucket(4, 2)
        self.waiting, self.answers = "", 0

    def _remember(self, effect: Effect) -> None:
        match effect:
            case Send(_, message, friends):
                self.gate.known = {*friends}
                is_new, self.waiting = not self.waiting, message
                if is_new:
                    self.crowd.after(self.outgoing.wait(self.crowd.now), self.post)
            case AnswerSoon():
                self.answers += 1
                self.crowd.after(self.crowd.rng.randint(_FIRST, _LAST), partial(self.beat, self.answers))
            case _:
                super()._remember(effect)

    def post(self) -> None:
        """Send what waits; of several messages, the last one."""
        if not self.outgoing.take(self.crowd.now):
            self.crowd.after(self.outgoing.wait(self.crowd.now), self.post)
            return
        text, self.waiting = self.waiting, ""
        self.crowd.sent += 1
        for phone in self.crowd.phones:
            if phone is not self and phone.visit.room:
                self.crowd.after(_WAY, partial(phone.receive, text, self.device))

    def receive(self, text: str, sender: str) -> None:
        """Hear a message, unless there are too many."""
        if self.visit.room and self.gate.allows(sender, self.crowd.now):
            self.send(Heard(text, self.crowd.now // 1000))

    def beat(self, answer: int) -> None:
        """Tell the time, if no later answer is due."""
        if answer == self.answers:
            self.send(Beat(self.crowd.now // 1000))

    def look(self) -> None:
        """Tell the time, again and again."""
        self.send(Beat(self.crowd.now // 1000))
        self.crowd.after(_BEAT, self.look)


class Crowd:
    """Phones, and what happens to them, in the order of time."""

    def __init__(self, game: GameId, seed: str) -> None:
        """Begin with nobody."""
        self.game, self.rng = game, Random(seed)  # noqa: S311 - repeatable
        self.now, self.sent = 0, 0
        self.phones: list[Phone] = []
        self._events: list[tuple[int, int, Callable[[], object]]] = []
        self._number = count()

    def after(self, pause: int, work: Callable[[], object]) -> None:
        """Let something happen after a number of milliseconds."""
        heappush(self._events, (self.now + pause, next(self._number), work))

    def come(self, name: str) -> Phone:
        """Return a phone that comes to the page."""
        phone = Phone(int(f"{self.rng.randrange(10**8)}{len(self.phones):02}"), self.game, name, self)
        self.phones.append(phone)
        self.after(self.rng.randrange(_BEAT), phone.look)
        return phone

    def pass_by(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        """Let time go by until something is so; return the seconds that it took."""
        begin, end = self.now, self.now + int(seconds * 1000)
        while self._events and self._events[0][0] <= end and not until():
            self.now, _, work = heappop(self._events)
            work()
        if not until():
            self.now = end
        return (self.now - begin) / 1000


def open_to(crowd: Crowd, host: str, guests: Sequence[str]) -> list[Phone]:
    """Return the phones of a host who opens a room, and of guests who come to the page."""
    phones = [crowd.come(host), *map(crowd.come, guests)]
    phones[0].open()
    crowd.pass_by(1)
    return phones
