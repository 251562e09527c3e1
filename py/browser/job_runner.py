"""Does slow jobs in slices, so that the page can answer the player in between."""

from __future__ import annotations

import gc
from time import perf_counter
from typing import TYPE_CHECKING, Any

from app import messages as m
from app.game.jobs import Job, Work
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host

#: Seconds after which a slice ends, once its current step is done.
SLICE = 0.006
#: Percentage points between two updates of the shown progress.
_SHOWN = 4


class _Task:
    """A job that has begun."""

    def __init__(self, job: Job) -> None:
        """Begin a job."""
        self.job = job
        #: The remaining work; None if the job is done.
        self.work: Work | None = job.work()
        #: The messages that the job has produced and that haven't been sent yet.
        self.found: list[m.Message] = []
        self.percent = 0


class JobRunner:
    """The current jobs: first the one whose result the page needs, then those that it will need soon."""

    def __init__(self, loop: Host) -> None:
        """Send results to a loop."""
        self._loop = loop
        self._wanted: _Task | None = None
        self._tasks: list[_Task] = []
        self._shown = 0
        self._next_slice = loop.proxy(self._slice)
        self._is_due = False

    def begin(self, job: Job | None, ahead: tuple[Job, ...]) -> None:
        """Replace the wanted job and the jobs to do in advance; jobs that have begun already continue."""
        self._tasks = [self._task(each) for each in ((job, *ahead) if job else ahead)]
        self._wanted = self._tasks[0] if job else None
        self._show(self._wanted.percent if self._wanted else 0)
        self._soon()

    def _task(self, job: Job) -> _Task:
        return next((task for task in self._tasks if task.job == job), None) or _Task(job)

    def _soon(self) -> None:
        """Request a slice for when the browser is idle, if any work is left.

        Until all work is done, the garbage collector is off: bots leave no garbage, and searching all of their objects
        would take longer than a slice.
        """
        left = (self._wanted and self._wanted.found) or any(task.work for task in self._tasks)
        if left:
            gc.disable()
        else:
            gc.enable()
        if left and not self._is_due:
            cartographers.inBackground(self._next_slice)
            self._is_due = True

    def _slice(self, _: Any = None) -> None:
        """Do some steps, and send one message of the wanted job; that message may end the job.

        A job that raises an exception is dropped, so that it starts again when it is next wanted.
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
            self._forget(task)  # no one waits for it yet; if it fails again when someone does, the player is told
            return
        if isinstance(step, int):
            task.percent = step
        elif step is not None:
            task.found.append(step)

    def _forget(self, task: _Task) -> None:
        self._tasks = [other for other in self._tasks if other is not task]
        self._wanted = None if self._wanted is task else self._wanted

    def _show(self, percent: int) -> None:
        """Show the progress without drawing the page again."""
        if abs(percent - self._shown) >= _SHOWN or not percent:
            self._shown = percent
            self._loop.root.style.setProperty("--thought", f"{percent / 100:.2f}")
