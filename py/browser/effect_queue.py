"""The queue of effects, whose answers are sent immediately."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from app import effects as e
from app import messages as m


class EffectQueue:
    """The queue of the effects that the browser still has to carry out.

    An effect can have an answer, which is sent immediately. The answer's effects are appended to the queue, so an
    older effect never replaces a newer one. If an effect raises an exception, the effects behind it stay in the queue.
    """

    def __init__(self, carry_out: Callable[[e.Effect], m.Message | None], answer: Callable[[m.Message], bool]) -> None:
        """Set the function that carries out an effect, and the function that sends an answer.

        ``answer`` returns False to drop the older effects, because the game continues in another tab.
        """
        self._carry_out, self._answer = carry_out, answer
        self._waiting: deque[e.Effect] = deque()
        self._failed: list[e.Effect] = []
        self._is_busy = False

    def add(self, effects: Iterable[e.Effect]) -> None:
        """Append effects, and carry out the whole queue. During a run, effects are only appended."""
        self._waiting += effects
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self._waiting:
                if answer := self._try(self._waiting.popleft()):
                    self._send(answer)
        finally:
            self._is_busy = False

    def _try(self, effect: e.Effect) -> m.Message | None:
        try:
            return self._carry_out(effect)
        except Exception:
            self._failed.append(effect)
            raise

    def _send(self, answer: m.Message) -> None:
        older, self._waiting = self._waiting, deque()
        if self._answer(answer):
            self._waiting = older + self._waiting

    def after_fault(self) -> list[e.Effect]:
        """Return the effects that raised exceptions since the last call; the caller can try them again."""
        failed, self._failed = self._failed, []
        return failed
