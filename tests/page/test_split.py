"""Python comes in two halves: the part used at the start, and the rest after the start or when it is called."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from support.page.files import COLD, copied_site, started
from support.page.player import TOO_SOON, Player, on_a_phone
from support.page.scripts import recorded_errors, wait_until
from tasks.serve import served

pytestmark = [
    pytest.mark.first_visit,
    pytest.mark.skipif(not COLD, reason="this site was built with all of Python in one half"),
]

START = "from browser.page import start; start()"
#: Two functions that no game needs.
STRANGE = """
import _codecs_jp
from js import document
document.body.dataset.power = str((1 + 2j) ** 2)
document.body.dataset.bytes = _codecs_jp.getcodec("shift_jis").encode("\u5730\u56f3")[0].hex()
"""


@pytest.mark.thorough
def test_second_half_is_fetched_once_after_the_start(page: Page, site: str) -> None:
    """The second half is fetched once, after the page has started, and no call has to wait for it."""
    asked, errors = list[Request](), recorded_errors(page)
    page.on("request", lambda request: asked.append(request) if ".cold." in request.url else None)
    Player(page).open(site)
    wait_until(page, "cartographers.cold.linked")
    assert [(request.resource_type, request.url.rpartition("/")[2]) for request in asked] == [("fetch", *COLD)]
    assert page.evaluate(TOO_SOON) == []
    assert errors == []


@pytest.mark.thorough
def test_early_call_to_the_second_half_works(page: Page, tmp_path: Path) -> None:
    """A call to a function of the second half before the page has started works, after a delay."""
    folder = copied_site(tmp_path / "site")
    first, start, rest = (folder / "index.html").read_text("utf-8").partition(START)
    assert start
    (folder / "index.html").write_text(first + STRANGE + start + rest, "utf-8")
    with served(folder) as address:
        page.goto(address)
        started(page)
        assert page.evaluate(TOO_SOON) != []
        assert page.evaluate("({...document.body.dataset})") == {"power": "(-3+4j)", "bytes": "926e907d"}


@pytest.mark.thorough
@on_a_phone
def test_game_works_without_the_second_half(page: Page, site: str) -> None:
    """If the second half can't be fetched, a game still works, and a visit with a saved game can be closed."""
    player = Player(page)
    page.route("**/*.cold.*.wasm", lambda route: route.abort())
    player.start(site)
    player.press(player.confirm)
    player.wait_for_plies(1)
    expect(player.button("^Undo")).to_be_enabled()
    assert not page.evaluate("cartographers.cold.linked")
    assert page.evaluate(TOO_SOON) == []
    player.reload()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert page.evaluate(TOO_SOON) == []
