"""Common web servers: the game starts from any of them that serves files."""

import re
from contextlib import closing
from pathlib import PurePosixPath
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, expect

from support.page.files import COLD
from support.page.player import PREFIX, SAVE, Player
from support.page.scripts import wait_for, wait_until
from tasks.serve import Handler, served
from tasks.steps import SITE

pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(reduced_motion="reduce")]
with_workers = pytest.mark.browser_context_args(reduced_motion="reduce", service_workers="allow")

#: Whether a page's worker has saved everything.
HAS_WORKER = "(await navigator.serviceWorker.getRegistration())?.active"
#: A hostname in a home network, mapped to this machine. Browsers trust it less than localhost.
AT_HOME = "map-room.lan"

#: The types that nginx before 2021 knew, of the kinds of files on the site.
NGINX = {
    ".html": "text/html",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


class Plain(Handler):
    """A server with few types that forbids browsers to guess others, behind a proxy that doesn't announce lengths."""

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        """Return the type of a file."""
        return NGINX.get(PurePosixPath(path).suffix, "application/octet-stream")

    def send_header(self, keyword: str, value: str) -> None:
        """Announce that the answer ends with the connection."""
        if keyword == "Content-Length":
            keyword, value = "Connection", "close"
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Forbid browsers to guess another type."""
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


@pytest.mark.thorough
@with_workers
def test_game_loads_from_a_server_that_knows_few_types(context: BrowserContext) -> None:
    """All of Python, the later part, and the files for later visits load from a server that knows few types."""
    with served(SITE, PREFIX, Plain) as site:
        player = Player(context.new_page())
        told: list[str] = []
        player.page.on("console", lambda message: told.append(message.text))
        player.open(site)
        if COLD:
            wait_until(player.page, "cartographers.cold.linked")
        player.click("^Rules")
        player.page.get_by_role("heading", name="Rules").first.wait_for()
        wait_until(player.page, HAS_WORKER)
        assert [text for text in told if re.search("MIME|type|fetched", text)] == []


def test_no_published_file_ends_in_mjs() -> None:
    """No published file ends in .mjs, for which nginx has no type."""
    assert [path.name for path in SITE.rglob("*.mjs")] == []


def test_game_and_room_at_an_http_address(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str
) -> None:
    """At an http address in a home network, a game is saved as usual, and a room says that it needs https."""
    rule = f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"
    args = [*browser_type_launch_args["args"], rule]
    with closing(browser_type.launch(**browser_type_launch_args | {"args": args})) as browser:
        page = browser.new_page(reduced_motion="reduce")
        player = Player(page)
        player.start(site.replace("127.0.0.1", AT_HOME))
        assert not page.evaluate("isSecureContext")
        player.fit()
        player.confirm.click()
        player.wait_for_plies(1)
        player.reload()
        expect(page.get_by_role("alert")).to_have_count(0)
        player.click("^Continue")
        expect(player.map).to_be_visible()
        assert player.plies == 1
        player.leave()
        player.click("^New game", "^Open a room")
        page.locator("[data-do='enter-room']").click()
        alert = page.get_by_role("alert").filter(has_text="https")
        expect(alert).to_contain_text("This page was opened at an http address")
        expect(page.get_by_text("Please check your connection.")).to_have_count(0)
        expect(page.locator(".relays .state").first).to_have_text("needs https")


class TwoSites(Handler):
    """Serve the site from two folders, like a project page and its beta."""

    def translate_path(self, path: str) -> str:
        """Return the file for a path below either folder."""
        return super().translate_path(path.replace("/beta/", "/", 1))


@with_workers
def test_two_sites_on_one_origin_save_separately(context: BrowserContext) -> None:
    """Two sites on one origin save under their own paths, and each continues its game from any of its addresses."""
    player = Player(context.new_page())
    with served(SITE, "/", TwoSites) as address:
        sites = {"/": address, "/beta/": f"{address}beta/"}
        for seed, site in enumerate(sites.values()):
            player.start(site, f"seed{seed}")
            wait_for(player.page, "look", "readStored", SAVE)
            wait_until(player.page, HAS_WORKER)
        for seed, site in enumerate(sites.values()):
            player.open(f"{site}index.html")
            player.click("^Continue")
            expect(player.map).to_be_visible()
            assert f"-seed{seed}" in player.record
        stored = player.page.evaluate("Object.keys(localStorage)")
        assert {name.partition(" ")[0] for name in stored} == sites.keys()
        caches = player.page.evaluate("caches.keys()")
        assert {name.split(" ")[1] for name in caches} == {*sites.values()}
