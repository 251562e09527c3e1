"""Jobs that run in slices, in a fake browser that is idle on demand."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from app.messages import Message
    from browser.job_runner import JobRunner


class FakeScreen:
    """A page that runs requested work on demand, and records messages and exceptions."""

    def __init__(self) -> None:
        """Open a page without work."""
        self.due: list[Callable[[], object]] = []
        self.got: list[object] = []
        self.raised: list[Exception] = []
        self.shown: list[str] = []
        self.root = SimpleNamespace(style=SimpleNamespace(setProperty=lambda _, text: self.shown.append(text)))

    def proxy(self, work: Callable[[], object]) -> Callable[[], object]:
        """Return a function that records its exceptions, as the loop's proxies do."""

        def run() -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - recorded, whatever it is
                self.raised.append(error)

        return run

    def send(self, message: object) -> None:
        """Receive a message; the first "unheard" fails."""
        if message == "unheard" and "unheard" not in self.errors:
            raise ValueError(message)
        self.got.append(message)

    @property
    def errors(self) -> list[str]:
        """The texts of the exceptions."""
        return [str(error) for error in self.raised]

    def slices(self, number: int = 1000) -> list[object]:
        """Run some slices, and return all messages so far."""
        for _ in range(number):
            if self.due:
                self.due.pop(0)()
        return self.got


@dataclass
class Counting:
    """A job that yields messages and percentages, and fails at a step "fail" while it has errors left."""

    steps: tuple[Any, ...]
    #: The number of times that the job has begun.
    begun: int = field(default=0, compare=False)
    #: The texts of the next errors.
    failing: list[str] = field(default_factory=list, compare=False)

    def work(self) -> Iterator[Message | int | None]:
        """Execute the steps."""
        self.begun += 1
        for step in self.steps:
            if step != "fail":
                yield step
            elif self.failing:
                raise LookupError(self.failing.pop(0))


@pytest.fixture
def screen() -> Iterator[FakeScreen]:
    """Open a page, and enable the garbage collector again afterwards."""
    yield FakeScreen()
    gc.enable()


@pytest.fixture
def module(screen: FakeScreen, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the module with a clock that advances by a third of a slice at each reading."""
    scripts = SimpleNamespace(inBackground=screen.due.append)
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(window=SimpleNamespace(cartographers=scripts)))
    module = importlib.import_module("browser.job_runner")
    monkeypatch.setattr(module, "cartographers", scripts)
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(module, "perf_counter", lambda: next(ticks) * module.SLICE / 3)
    return module


@pytest.fixture
def thinking(screen: FakeScreen, module: ModuleType) -> JobRunner:
    """Return a job runner for the page."""
    return cast("JobRunner", module.JobRunner(screen))


def test_a_job_is_done_in_slices(screen: FakeScreen, thinking: JobRunner) -> None:
    """A slice ends after its time, and sends at most one message; the page shows the progress."""
    thinking.begin(Counting((10, 20, 30, 40, 50, "a", "b")), ())
    assert not screen.got
    screen.slices(1)
    assert screen.shown == ["0.00", "0.20"]
    assert screen.slices(2) == ["a"]
    assert screen.slices() == ["a", "b"]
    assert not screen.due


def test_wanted_job_goes_first(screen: FakeScreen, thinking: JobRunner) -> None:
    """The wanted job goes first, one begun ahead isn't repeated, and one no longer wanted ends without messages."""
    now, soon = Counting(("now",)), Counting(("soon", 50, 60))
    thinking.begin(now, (soon,))
    assert screen.slices() == ["now"]
    thinking.begin(soon, ())
    assert screen.slices() == ["now", "soon"]
    assert soon.begun == 1
    thinking.begin(Counting((10, 20, 30, "late")), ())
    screen.slices(1)
    thinking.begin(None, ())
    assert (screen.slices(), screen.shown[-1]) == (["now", "soon"], "0.00")


def test_garbage_collector_is_off_during_work(screen: FakeScreen, thinking: JobRunner) -> None:
    """The garbage collector is off during work, and on again afterwards, even if the work fails."""
    for job in (Counting(("a",)), Counting(("fail",), failing=["no ink"])):
        thinking.begin(job, ())
        assert not gc.isenabled()
        screen.slices()
        assert gc.isenabled()


def test_failed_job_or_message_starts_again(screen: FakeScreen, thinking: JobRunner) -> None:
    """A job that fails, or whose message fails, is reported and starts again once wanted; other jobs continue."""
    job, ahead = Counting((10, "fail", "done"), failing=["no ink"]), Counting(("ahead",))
    for got in ([], ["done"]):
        thinking.begin(job, (ahead,))
        assert (screen.slices(), screen.errors) == (got, ["no ink"])
    assert (job.begun, ahead.begun) == (2, 1)
    job = Counting(("unheard",))
    screen.got.clear()
    screen.raised.clear()
    for got in ([], ["unheard"]):
        thinking.begin(job, ())
        assert (screen.slices(), screen.errors) == (got, ["unheard"])
    screen.got.clear()
    screen.raised.clear()
    broken, other = Counting(("fail",), failing=["no ink", "no paper"]), Counting(("other",))
    thinking.begin(None, (broken, other))
    screen.slices()
    assert not screen.raised
    thinking.begin(broken, (other,))
    screen.slices()
    assert screen.errors == ["no paper"]
    thinking.begin(other, ())
    assert (screen.slices(), other.begun) == (["other"], 1)


def test_scheduling_is_retried_by_the_next_job(screen: FakeScreen, thinking: JobRunner, module: ModuleType) -> None:
    """If the browser fails to schedule a slice, the next job schedules one again."""

    def refuse(_: object) -> None:
        raise RuntimeError

    work = module.cartographers
    kept, work.inBackground = work.inBackground, refuse
    with pytest.raises(RuntimeError):
        thinking.begin(Counting(("a",)), ())
    work.inBackground = kept
    thinking.begin(Counting(("a",)), ())
    assert screen.slices() == ["a"]
