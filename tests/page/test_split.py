"""Python comes in two halves: the part used at the start, and the rest after the start or when it is called."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from support.page.files import COLD
from support.page.player import TOO_SOON, Player, on_a_phone
from support.page.scripts import wait_until
from tasks.serve import served
from tasks.steps import SITE

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


def test_second_half_is_fetched_once_after_the_start(player: Player, site: str) -> None:
    """The second half is fetched once, after the page has started, and no call has to wait for it."""
    page = player.page
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if ".cold." in request.url else None)
    page.goto(site)
    player.wait_for_start()
    wait_until(page, "cartographers.cold.linked")
    assert [(request.resource_type, request.url.rpartition("/")[2]) for request in asked] == [("fetch", *COLD)]
    assert page.evaluate(TOO_SOON) == []


def test_early_call_to_the_second_half_works(page: Page, tmp_path: Path) -> None:
    """A call to a function of the second half before the page has started works, after a delay."""
    shutil.copytree(SITE, tmp_path / "site")
    index = tmp_path / "site/index.html"
    text = index.read_text("utf-8")
    assert text.count(START) == 1
    index.write_text(text.replace(START, STRANGE + START), "utf-8")
    with served(tmp_path / "site") as address:
        page.goto(address)
        expect(page.locator("#boot")).to_have_count(0)
        assert page.evaluate(TOO_SOON) != []
        assert page.evaluate("({...document.body.dataset})") == {"power": "(-3+4j)", "bytes": "926e907d"}


@on_a_phone
def test_closing_the_page_needs_no_second_half(page: Page, site: str) -> None:
    """A visit with a saved game can be closed before the second half is here; it couldn't be fetched then."""
    player = Player(page)
    page.route("**/*.cold.*.wasm", lambda route: route.abort())
    player.open(site)
    player.begin("k3x9q2")
    player.press(player.confirm)
    player.wait_for_plies(1)
    page.reload()
    player.wait_for_start()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert page.evaluate(TOO_SOON) == []


def test_game_works_without_the_second_half(page: Page, site: str) -> None:
    """If the second half can't be fetched, a game still works completely."""
    player = Player(page)
    page.route("**/*.cold.*.wasm", lambda route: route.abort())
    page.goto(site)
    player.wait_for_start()
    player.begin("k3x9q2")
    player.button("^Confirm").click()
    expect(player.button("^Undo")).to_be_enabled()
    assert not page.evaluate("cartographers.cold.linked")
    assert page.evaluate(TOO_SOON) == []
