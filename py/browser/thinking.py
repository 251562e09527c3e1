"""Does what takes long in slices, so that the page answers the player in between."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from js import window

from app.jobs import Job, Work

if TYPE_CHECKING:
    from browser.loop import Loop

#: Seconds after which a slice ends; the step that is on then is still done.
_SLICE = 0.006
#: Percent from one time that progress is shown to the next.
_SHOWN = 4


class Thinking:
    """The one job that is being done: bots take turns."""

    def __init__(self, loop: Loop) -> None:
        """Serve a loop."""
        self._loop = loop
        self._work: Work | None = None
        self._shown = 0
        self._go_on = loop.proxy(self._slice)
        self._is_due = False

    def begin(self, job: Job | None) -> None:
        """Do a job in place of the one before; none ends that."""
        self._work = job.work() if job else None
        self._show(0)
        if self._work:
            self._soon()

    def _soon(self) -> None:
        """Ask for a slice when the browser has nothing better to do, if it can tell."""
        if not self._is_due:
            self._is_due = True
            window.cartographers.inBackground(self._go_on)

    def _slice(self, _: Any = None) -> None:
        """Do some steps of the job. A message may replace it, so it is given out last."""
        self._is_due = False
        work, end, message = self._work, perf_counter() + _SLICE, None
        if work is None:
            return
        for step in work:
            if isinstance(step, int):
                self._show(step)
            elif step is not None:
                message = step
                break
            if perf_counter() >= end:
                break
        else:
            self._work = None
        if self._work:
            self._soon()
        if message:
            self._loop.send(message)

    def _show(self, percent: int) -> None:
        """Show how much is done, without drawing the page anew."""
        if abs(percent - self._shown) >= _SHOWN or not percent:
            self._shown = percent
            self._loop.root.style.setProperty("--thought", f"{percent / 100:.2f}")
