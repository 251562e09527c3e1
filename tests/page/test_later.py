"""The later part of the page in a browser: it loads when the page is idle, and earlier requests wait for it."""

import re
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from support.page.files import hold, send_in_parts, wait_for_later_part
from support.page.player import Player, on_a_phone
from support.page.scripts import PATIENT, call_at_start
from tasks.steps import SITE


@pytest.mark.thorough
@pytest.mark.first_visit
@on_a_phone
def test_later_part_loads_by_itself(player: Player, site: str) -> None:
    """The later part loads without a request, and then works immediately, even offline."""
    page = player.page
    with page.expect_response("**/later.*.bin"):
        player.open(site)
    wait_for_later_part(player)
    page.context.set_offline(True)
    player.click("^About", to="About")


@pytest.mark.thorough
@on_a_phone
@pytest.mark.parametrize("part", ["later.*.bin", "later.*.html", "later.*.js"])
def test_screen_requested_early_opens_after_loading_or_a_retry(page: Page, site: str, part: str) -> None:
    """A request for an unloaded part says that it is loading, and then shows the requested screen.

    If the part is missing, the page blames the connection rather than a newer version, and another request may succeed.
    """
    player, file = Player(page), f"**/{part}"
    held_request = hold(page, file)
    player.open(site)
    player.click("^About")
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    expect(player.said("news")).to_have_text("Loading this page.")
    held_request().fulfill(status=404)
    expect(page.get_by_role("main").get_by_text("This couldn't be loaded")).to_be_visible()
    expect(player.said("news")).to_contain_text("This couldn't be loaded")
    expect(page.get_by_text("The game has been updated since you opened it.")).to_have_count(0)
    page.unroute(file)
    held_request = hold(page, file)
    player.click("^Back$", "^About")
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    held_request().continue_()
    page.unroute(file)  # a module is requested again after its hash was checked
    player.wait_for_heading("About")
    player.click("^Back$")
    expect(player.button("^New game")).to_be_visible()


#: The number of pieces in which a slow server sends a file, and the minimum bytes of a piece.
PIECES, SMALL = 4, 40_000
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

    def cut(content: bytes) -> list[bytes]:
        return [b"", *(content[start : start + PIECE] for start in range(0, len(content), PIECE))]

    send_in_parts(monkeypatch, f"/{LATER.name}", cut, lambda: pieces.acquire(timeout=PATIENT / 1000))
    yield pieces
    pieces.release(10 * PIECES)


def open_slowly(page: Page, site: str, pieces: threading.Semaphore) -> Callable[[], None]:
    """Open the page, ask for the rules, and stop its clock. Return a function that lets the page read another piece."""
    call_at_start(page, "note", "countBytes", r"/later\..*\.bin")
    page.clock.install()
    player = Player(page)
    # The other file of the later part isn't slow: it would seem so if the clock were moved while it is on its way.
    with page.expect_event("requestfinished", lambda request: bool(re.search(r"/later\..*\.html$", request.url))):
        player.open(site)
        player.click("^Rules$")
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 20)  # soon
    numbers = iter(range(1, PIECES))

    def send_piece() -> None:
        pieces.release()
        number = next(numbers)
        while page.evaluate("fetchedBytes") < number * PIECE:
            page.wait_for_timeout(10)

    return send_piece


@pytest.mark.thorough
@in_pieces
@pytest.mark.first_visit
@on_a_phone
def test_slow_download_is_not_abandoned(page: Page, site: str, slow: threading.Semaphore) -> None:
    """A slow download isn't abandoned, even after minutes, as long as bytes arrive."""
    send_piece = open_slowly(page, site, slow)
    for _ in range(PIECES - 1):
        send_piece()
        page.clock.run_for(50_000)
    expect(page.get_by_role("main")).to_contain_text("Loading this page.")
    page.clock.resume()
    slow.release()
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()


@in_pieces
@pytest.mark.first_visit
@on_a_phone
def test_stalled_download_fails_after_a_minute(page: Page, site: str, slow: threading.Semaphore) -> None:
    """After a minute without a byte the page reports a failure, and the next try works."""
    open_slowly(page, site, slow)()
    page.clock.run_for(61_000)
    page.clock.resume()
    expect(page.get_by_role("main").get_by_text("This couldn't be loaded")).to_be_visible()
    slow.release(3 * PIECES)
    Player(page).click("^Try again")
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
