"""Snapshots of Python's memory: made while the page is idle, and used by the next visit if they are valid."""

import base64
import re
from collections import Counter
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from page.conftest import QUIET
from support.page.contexts import next_tab
from support.page.files import EMPTY, INDEX, copied_site
from support.page.player import PREFIX, SAVE, Player, record_of
from support.page.scripts import call, call_at_start, devtools, wait_until
from tasks.serve import HOST, Handler, served

pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(reduced_motion="reduce")]

[VERSION] = re.findall(r'"version":"(\w+)"', INDEX)
PLIES = 8
"""The number of plies in a game that is compared with another one."""
KEPT = "kept"
#: The number of tasks that wait for a rest, and of the snapshot's workers.
PENDING = "[restTasks.length, workers.length]"

#: Devices that make no snapshot, by the reason: the files and functions that imitate them, and their arguments.
WITHOUT: dict[str, tuple[str, str, *tuple[int, ...]]] = {
    "little memory": ("pretend", "setMemory", 2),
    "an unknown memory": ("pretend", "setMemory"),
    "data to save": ("pretend", "enableDataSaver"),
    "no storage": ("pretend", "denyCaches"),
    "an iPad": ("webkit", "imitateSafari", 5),
}

#: Faults of a saved snapshot, by the names in snapshot.js, and the beginning of the page's message.
BROKEN = {
    "truncated": "Error: it differs from the saved one",
    "other bytes": "Error: it differs from the saved one",
    "other version": "Error: it belongs to another version",
    "other size": "Error: its memory has another size",
    "nothing that runs": "",
}


class Made(NamedTuple):
    """A snapshot's place, the number of times that each file was sent, and the versions saved when it was made."""

    address: str
    headers: dict[str, str]
    sent: Counter[str]
    versions: list[str]


@pytest.fixture(scope="module")
def made(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Made]:
    """Make a snapshot in a browser that has one of an older version.

    A browser that saves its files only in memory doesn't save one as large as Pyodide, so it would make no snapshot.
    """
    sent: Counter[str] = Counter()
    folder = copied_site(tmp_path_factory.mktemp("site") / "copy")

    def count(handler: Handler, code: int | str = "-", _: int | str = "-") -> None:
        sent[handler.path] += code == HTTPStatus.OK

    with pytest.MonkeyPatch.context() as patch, served(folder, PREFIX) as address:
        patch.setattr(Handler, "log_request", count)
        options = browser_type_launch_args | browser_context_args
        context = browser_type.launch_persistent_context(tmp_path_factory.mktemp("profile"), **options)
        call_at_start(context, "snapshot", "setUpDevice")
        page = context.new_page()
        page.goto(address + EMPTY)
        call(page, "snapshot", "saveOlderSnapshot", address)
        assert call(page, "snapshot", "listSnapshotVersions") == ["older"]
        Player(page).open(address)
        rest(page)
        wait_until(page, "cartographers.snapshot.made")
        versions = call(page, "snapshot", "listSnapshotVersions")
        snapshot = call(page, "snapshot", "readSnapshot")
        (folder / KEPT).write_bytes(base64.b64decode(snapshot["bytes"]))
        context.close()
        yield Made(address, snapshot["headers"], Counter(sent), versions)


@pytest.fixture
def context(new_context: Callable[[], BrowserContext]) -> BrowserContext:
    """Open a browser without saved data, on a device with much memory."""
    context = new_context()
    call_at_start(context, "snapshot", "setUpDevice")
    return context


def rest(page: Page) -> None:
    """Let the player rest until the page makes a snapshot. The rest begins again if something moves at its end."""
    wait_until(page, "(restTasks.pop()?.(), workers.length)")


def keep(page: Page, made: Made, fault: str = "") -> None:
    """Make the browser save the snapshot, possibly with a fault."""
    page.goto(made.address + EMPTY)
    call(page, "snapshot", "saveSnapshot", KEPT, VERSION, made.headers, fault)


def play(page: Page, address: str, plies: int = 1) -> list[object]:
    """Play a number of plies of a game, and return everything seen and saved of it."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    player = Player(page)
    player.start(address)
    for _ in range(plies):
        if player.next == "Confirm" and not player.fits:
            page.keyboard.press("w")
        player.settle()
        page.keyboard.press("Enter")
    assert errors == []
    return [record_of(player.kept), player.spaces, player.news.inner_text(), player.verdict.inner_text()]


def is_dropped(page: Page, reason: str) -> None:
    """Check that the page started without the snapshot, deleted it, and will make no other one for this version."""
    assert page.evaluate("cartographers.snapshot.used") is False
    assert page.evaluate("cartographers.snapshot.dropped").startswith(reason)
    assert call(page, "snapshot", "listSnapshotVersions") == []
    assert page.evaluate("restTasks.length") == 0


def test_next_two_visits_start_from_the_snapshot(made: Made, player: Player) -> None:
    """The next two visits start from the snapshot, and play the same game as a visit without one."""
    page = player.page
    plain = play(page, made.address, PLIES)
    assert page.evaluate("cartographers.snapshot.used") is False
    keep(page, made)
    page.evaluate("localStorage.clear()")  # with a game open, it would be saved again
    for _ in range(2):
        assert play(page, made.address, PLIES) == plain
        state = page.evaluate("[cartographers.snapshot.used, cartographers.snapshot.dropped, restTasks.length]")
        assert state == [True, "", 0]
        page.goto(made.address + EMPTY)
        page.evaluate(f"localStorage.removeItem('{PREFIX} {SAVE}')")


def test_snapshot_worker_uses_fetched_files(made: Made) -> None:
    """The snapshot's worker uses the files that the page has fetched, and deletes snapshots of older versions."""
    assert {path: times for path, times in made.sent.items() if times > 1 and "/web/" in path} == {}
    assert made.versions == [VERSION]


@pytest.mark.parametrize(
    "faults", [["truncated"], pytest.param([*BROKEN][1:], marks=pytest.mark.thorough)], ids=["quick", "others"]
)
def test_broken_snapshot_is_deleted(made: Made, page: Page, faults: list[str]) -> None:
    """A broken snapshot is deleted, and the same visit starts silently without it and plays a game."""
    for fault in faults:
        keep(page, made, fault)
        page.evaluate("localStorage.clear()")
        play(page, made.address)
        is_dropped(page, BROKEN[fault])


@pytest.mark.thorough
def test_visit_after_a_failed_start_skips_the_snapshot(made: Made, page: Page) -> None:
    """If a start from the snapshot has never finished, the next visit starts without the snapshot.

    An error while the game loads from a snapshot restarts the page without it at once.
    """
    keep(page, made)
    call_at_start(page, "snapshot", "replaceReady", "stop")
    page.goto(made.address)
    wait_until(page, "globalThis.isAlmostReady")
    assert page.evaluate("cartographers.snapshot.used") is True
    play(page, made.address)
    is_dropped(page, "Error: the last start from it failed")
    page.goto(made.address + EMPTY)
    page.evaluate("localStorage.clear()")
    tab = next_tab(page.context)
    keep(tab, made)
    call_at_start(tab, "snapshot", "replaceReady", "fail")
    play(tab, made.address)
    assert tab.evaluate("sessionStorage.failed") == "true"
    is_dropped(tab, "")


@pytest.mark.thorough
def test_two_pages_start_at_once(made: Made, page: Page) -> None:
    """Of two pages that start at once, the second ignores the snapshot. A third uses it once the first has started."""
    keep(page, made)
    call_at_start(page, "snapshot", "replaceReady", "ask")
    page.goto(made.address)
    wait_until(page, "globalThis.finishStart")
    for used in (False, True):
        if used:
            page.evaluate("finishStart()")
        other = page.context.new_page()
        Player(other).open(made.address)
        assert other.evaluate("[cartographers.snapshot.used, cartographers.snapshot.dropped]") == [used, ""]
        assert call(other, "snapshot", "listSnapshotVersions") == [VERSION]


@pytest.mark.thorough
def test_no_snapshot_before_a_rest_or_without_cached_files(page: Page, site: str) -> None:
    """While a finger is down or something moves, and before a pause after that, no snapshot is made.

    If the browser hasn't cached the page's files, none is made either, nothing is fetched, and the worker ends.
    """
    Player(page).open(site)
    assert page.evaluate(PENDING) == [1, 0]
    page.mouse.move(5, 5)
    page.mouse.down()
    assert page.evaluate(PENDING) == [0, 0]
    page.mouse.up()
    assert page.evaluate(PENDING) == [1, 0]
    page.evaluate(
        "globalThis.motion = document.body.animate([{opacity: 1}, {opacity: 1}], 3_600_000); restTasks.pop()()"
    )
    assert page.evaluate(PENDING) == [1, 0]
    page.evaluate("motion.cancel()")
    devtools(page).send("Network.clearBrowserCache")
    rest(page)
    wait_until(page, "cartographers.snapshot.made === false")
    assert call(page, "snapshot", "listSnapshotVersions") == []


@pytest.mark.thorough
def test_no_snapshot_without_resources_or_storage(page: Page, site: str) -> None:
    """No snapshot is made if the device lacks resources for it, or can't save it, or is an iPad."""
    page.goto(site + QUIET)
    tasks = {}
    for what, pretended in WITHOUT.items():
        tab = next_tab(page.context)
        call_at_start(tab, *pretended)
        Player(tab).open(site)
        tasks[what] = tab.evaluate("restTasks.length")
    assert tasks == dict.fromkeys(WITHOUT, 0)


def test_safari_makes_a_snapshot_on_a_mac(page: Page, site: str) -> None:
    """Safari, which reports neither memory nor idle time, makes a snapshot on a Mac, which has no touch screen."""
    call_at_start(page, "webkit", "imitateSafari", 0)
    Player(page).open(site)
    assert page.evaluate("restTasks.length") == 1
    rest(page)


@pytest.mark.thorough
def test_no_snapshot_in_a_frame(page: Page, site: str, tmp_path: Path) -> None:
    """No snapshot is made in a frame, because the page around it, and its memory, belong to another site."""
    (tmp_path / "index.html").write_text(f'<!doctype html><title>A blog</title><iframe src="{site}"></iframe>', "utf-8")
    with served(tmp_path) as address:
        page.goto(address.replace(HOST, "localhost"))
        expect(page.frame_locator("iframe").get_by_role("region", name="Loading")).to_have_count(0)
        assert page.frames[1].evaluate("[restTasks.length, cartographers.snapshot.dropped]") == [0, ""]
