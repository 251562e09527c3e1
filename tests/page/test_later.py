"""The later part of the page in a browser: it loads when the page is idle, and earlier requests wait for it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

import pytest
from playwright.sync_api import Page, expect

from support.page.files import hold, wait_for_later_part
from support.page.player import Player, on_a_phone
from support.page.scripts import PATIENT, call_at_start, wait_until
from tasks.serve import Handler
from tasks.steps import SITE

PARTS = ["later.*.bin", "later.*.html", "later.*.js"]


@pytest.mark.first_visit
@on_a_phone
def test_later_part_loads_by_itself(player: Player, site: str) -> None:
    """The later part loads without a request, and then works immediately, even offline."""
    page = player.page
    with page.expect_response("**/later.*.bin"):
        player.open(site)
    wait_for_later_part(player)
    page.context.set_offline(True)
    player.button("^About").click()
    expect(page.get_by_role("heading", name="About")).to_be_visible()


@on_a_phone
@pytest.mark.parametrize("part", PARTS)
def test_screen_requested_early_opens_after_loading(player: Player, site: str, part: str) -> None:
    """A request for an unloaded part says that it is loading, and then shows the requested screen."""
    page = player.page
    held_request = hold(page, f"**/{part}")
    player.open(site)
    player.button("^About").click()
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    expect(player.said("news")).to_have_text("Loading this page.")
    held_request().continue_()
    page.unroute(f"**/{part}")  # a module is requested again after its hash was checked
    expect(page.get_by_role("heading", name="About")).to_be_visible()


@on_a_phone
@pytest.mark.parametrize("part", PARTS)
def test_part_that_fails_to_load_can_be_retried(page: Page, site: str, part: str) -> None:
    """A part that fails to load leaves an explanation and a button. The rest of the page works, and a retry may."""
    player = Player(page)
    page.route(f"**/{part}", lambda route: route.abort())
    player.open(site)
    player.button("^About").click()
    expect(page.get_by_role("main").get_by_text("This couldn't be loaded")).to_be_visible()
    expect(player.said("news")).to_contain_text("This couldn't be loaded")
    page.unroute(f"**/{part}")
    player.button("^Back$").click()
    expect(player.button("^New game")).to_be_visible()
    player.button("^About").click()
    expect(page.get_by_role("heading", name="About")).to_be_visible()
    player.button("^Back$").click()
    expect(player.button("^New game")).to_be_visible()


#: The number of pieces in which a slow server sends a file.
PIECES = 4
#: The minimum bytes of a piece.
SMALL = 40_000
[LATER] = SITE.glob("web/later.*.bin")
#: The bytes of each piece but the last.
PIECE = -(-LATER.stat().st_size // PIECES)
in_pieces = pytest.mark.skipif(
    LATER.stat().st_size < PIECES * SMALL, reason="this site was built with all modules in the first archive"
)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Make the server send the later part's archive in pieces, one for each release of the semaphore."""
    pieces = threading.Semaphore(0)
    send = Handler.copyfile

    def send_slowly(handler: Handler, source: BinaryIO, target: BinaryIO) -> None:
        if "/later." not in handler.path or ".bin" not in handler.path:
            send(handler, source, target)
            return
        content = source.read()
        target.flush()
        for start in range(0, len(content), PIECE):
            assert pieces.acquire(timeout=PATIENT / 1000)
            target.write(content[start : start + PIECE])
            target.flush()

    monkeypatch.setattr(Handler, "copyfile", send_slowly)
    yield pieces
    pieces.release(10 * PIECES)


def open_slowly(page: Page, site: str) -> Callable[[], None]:
    """Open the page and ask for the rules, and return a function that waits until the page has read another piece."""
    call_at_start(page, "note", "countBytes", r"/later\..*\.bin")
    page.clock.install()
    player = Player(page)
    # The other file of the later part isn't slow: it would seem so if the clock were moved while it is on its way.
    with page.expect_event("requestfinished", lambda request: bool(re.search(r"/later\..*\.html$", request.url))):
        player.open(site)
        player.button("^Rules$").click()
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    pieces = iter(range(1, PIECES))

    def wait() -> None:
        wait_until(page, f"fetchedBytes >= {next(pieces) * PIECE}")

    return wait


@in_pieces
@pytest.mark.first_visit
@on_a_phone
def test_slow_download_is_not_abandoned(page: Page, site: str, slow: threading.Semaphore) -> None:
    """A slow download isn't abandoned, even after minutes, as long as bytes arrive."""
    wait = open_slowly(page, site)
    for _ in range(PIECES - 1):
        slow.release()
        wait()
        page.clock.run_for(50_000)
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    slow.release()
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()


@in_pieces
@pytest.mark.first_visit
@on_a_phone
def test_stalled_download_fails_after_a_minute(page: Page, site: str, slow: threading.Semaphore) -> None:
    """After a minute without a byte the page reports a failure, and the next try works."""
    wait = open_slowly(page, site)
    slow.release()
    wait()
    page.clock.run_for(61_000)
    expect(page.get_by_role("main").get_by_text("This couldn't be loaded")).to_be_visible()
    slow.release(3 * PIECES)
    Player(page).button("^Try again").click()
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
