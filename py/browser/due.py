"""The effects that are due, in order, with the answers that some of them get at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from app.effects import Effect
from app.messages import Message


class Due:
    """The effects that the browser still has to carry out.

    An effect may have an answer, which is sent at once. The effects of the answer come after those that were due
    before it, so that no older effect replaces a newer one. After an exception, all effects behind the one that failed
    are still due.
    """

    def __init__(self, carry_out: Callable[[Effect], Message | None], answer: Callable[[Message], bool]) -> None:
        """Carry out effects by a function; another one sends an answer, and says whether the older effects still count.

        They do not when the answer tells that the game goes on in another tab.
        """
        self._carry_out, self._answer = carry_out, answer
        self._waiting: deque[Effect] = deque()
        self._failed: Effect | None = None
        self._is_busy = False

    def add(self, effects: Iterable[Effect]) -> None:
        """Carry out all effects that are due, these ones last. While that happens already, they only wait."""
        self._waiting += effects
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self._waiting:
                self._failed = self._waiting.popleft()
                answer = self._carry_out(self._failed)
                self._failed = None
                if answer:
                    self._send(answer)
        finally:
            self._is_busy = False

    def _send(self, answer: Message) -> None:
        older, self._waiting = self._waiting, deque()
        if self._answer(answer):
            self._waiting = older + self._waiting

    def after_fault(self) -> Effect | None:
        """Return the effect that an exception has interrupted, once; it may be worth another try."""
        failed, self._failed = self._failed, None
        return failed
