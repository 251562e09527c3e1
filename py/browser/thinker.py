"""Does what takes long in slices, so that the page answers the player in between."""

from __future__ import annotations

import gc
from time import perf_counter
from typing import TYPE_CHECKING, Any

from app.jobs import Job, Work
from app.messages import Message
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host

#: Seconds after which a slice ends; the step that is on then is still done.
SLICE = 0.006
#: Percent from one time that progress is shown to the next.
_SHOWN = 4


class _Task:
    """A job that has been begun: what is left of it, what has come of it, and how many percent are done."""

    def __init__(self, job: Job) -> None:
        """Begin it."""
        self.job = job
        self.work: Work | None = job.work()
        self.found: list[Message] = []
        self.percent = 0


class Thinker:
    """The jobs that are being done: the one that is wanted, then those that will be."""

    def __init__(self, loop: Host) -> None:
        """Serve a loop."""
        self._loop = loop
        self._wanted: _Task | None = None
        self._tasks: list[_Task] = []
        self._shown = 0
        self._go_on = loop.proxy(self._slice)
        self._is_due = False

    def begin(self, job: Job | None, ahead: tuple[Job, ...]) -> None:
        """Do a job in place of the one before, and then those that will be wanted; what was begun goes on."""
        self._tasks = [self._task(each) for each in ((job, *ahead) if job else ahead)]
        self._wanted = self._tasks[0] if job else None
        self._show(self._wanted.percent if self._wanted else 0)
        self._soon()

    def _task(self, job: Job) -> _Task:
        return next((task for task in self._tasks if task.job == job), None) or _Task(job)

    def _soon(self) -> None:
        """Ask for a slice when the browser has nothing better to do, if anything is left.

        Until nothing is, no garbage is searched for: bots leave none, and the search among all that they have made
        would take longer than any slice.
        """
        left = (self._wanted and self._wanted.found) or any(task.work for task in self._tasks)
        if left:
            gc.disable()
        else:
            gc.enable()
        if left and not self._is_due:
            cartographers.inBackground(self._go_on)
            self._is_due = True

    def _slice(self, _: Any = None) -> None:
        """Do some steps, and send what has come of the job that is wanted, one message a slice: it may end the job.

        What raises an exception is forgotten, so that it begins anew when it is wanted again.
        """
        self._is_due = False
        end, wanted = perf_counter() + SLICE, self._wanted
        task = next((task for task in self._tasks if task.work), None)
        try:
            while task and task.work and not (wanted and wanted.found) and perf_counter() < end:
                self._step(task)
            if wanted and wanted is task:
                self._show(wanted.percent)
            if wanted and wanted.found:
                self._loop.send(wanted.found.pop(0))
        except Exception:
            if wanted:
                self._forget(wanted)
            raise
        finally:
            self._soon()

    def _step(self, task: _Task) -> None:
        try:
            step = next(task.work) if task.work else None
        except StopIteration:
            task.work = None
            return
        except Exception:
            if task is self._wanted:
                raise
            task.work = None
            self._forget(task)  # nobody has asked for it yet; whoever does will be told
            return
        if isinstance(step, int):
            task.percent = step
        elif step is not None:
            task.found.append(step)

    def _forget(self, task: _Task) -> None:
        self._tasks = [other for other in self._tasks if other is not task]
        self._wanted = None if self._wanted is task else self._wanted

    def _show(self, percent: int) -> None:
        """Show how much is done, without drawing the page anew."""
        if abs(percent - self._shown) >= _SHOWN or not percent:
            self._shown = percent
            self._loop.root.style.setProperty("--thought", f"{percent / 100:.2f}")
