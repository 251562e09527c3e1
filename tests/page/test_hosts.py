"""Common web servers: the game starts from any of them that serves files."""

from __future__ import annotations

import re
from collections.abc import Iterator
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

#: The types in nginx's packaged mime.types, for the kinds of files on the site.
NGINX = {
    ".html": "text/html",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}


class Nginx(Handler):
    """A server like a fresh nginx, with a common header that forbids browsers to guess types."""

    unknown = ""

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        """Return the type of a file."""
        kind = PurePosixPath(path).suffix
        any_kind = "application/octet-stream"
        return any_kind if kind == self.unknown else NGINX.get(kind, any_kind)

    def end_headers(self) -> None:
        """Forbid browsers to guess another type."""
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


class OldNginx(Nginx):
    """A server like nginx before 2021, which doesn't know WebAssembly."""

    unknown = ".wasm"


class Proxy(OldNginx):
    """A server like a proxy that decompresses everything and doesn't announce lengths."""

    def send_header(self, keyword: str, value: str) -> None:
        """Announce that the answer ends with the connection."""
        if keyword == "Content-Length":
            keyword, value = "Connection", "close"
        super().send_header(keyword, value)


@pytest.mark.thorough
@with_workers
@pytest.mark.parametrize("handler", [Nginx, OldNginx, Proxy])
def test_game_loads_from_a_server_that_knows_few_types(context: BrowserContext, handler: type[Handler]) -> None:
    """All of Python, the later part, and the files for later visits load from a server that knows few types."""
    with served(SITE, PREFIX, handler) as site:
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


@pytest.fixture
def at_home(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str) -> Iterator[Player]:
    """Open a tab at an http address in a home network."""
    rule = f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"
    args = [*browser_type_launch_args["args"], rule]
    with closing(browser_type.launch(**browser_type_launch_args | {"args": args})) as browser:
        player = Player(browser.new_page(reduced_motion="reduce"))
        player.open(site.replace("127.0.0.1", AT_HOME))
        assert not player.page.evaluate("isSecureContext")
        yield player


def test_room_at_an_http_address_reports_need_for_https(at_home: Player) -> None:
    """At an http address, a room says that it needs https rather than asking for a network, and links work by hand."""
    page = at_home.page
    at_home.click("^New game", "^Open a room")
    page.locator("[data-do='enter-room']").click()
    alert = page.get_by_role("alert").filter(has_text="https")
    expect(alert).to_contain_text("This page was opened at an http address")
    expect(page.get_by_text("Please check your connection.")).to_have_count(0)
    expect(page.locator(".relays .state").first).to_have_text("needs https")


@pytest.mark.thorough
def test_a_game_at_an_http_address_is_saved(at_home: Player) -> None:
    """At an http address, a game is played and saved, and is there after a reload, without any claim of failure."""
    page = at_home.page
    at_home.begin("k3x9q2")
    at_home.fit()
    at_home.confirm.click()
    at_home.wait_for_plies(1)
    at_home.reload()
    expect(page.get_by_role("alert")).to_have_count(0)
    at_home.click("^Continue")
    expect(at_home.map).to_be_visible()
    assert at_home.plies == 1


class TwoSites(Handler):
    """Serve the site from two folders, like a project page and its beta."""

    def translate_path(self, path: str) -> str:
        """Return the file for a path below either folder."""
        return super().translate_path(path.replace("/beta/", "/", 1))


@pytest.fixture
def address() -> Iterator[str]:
    """Serve two sites on one origin, and yield its address."""
    with served(SITE, "/", TwoSites) as address:
        yield address


def begin(player: Player, address: str, seed: str) -> None:
    """Begin a game with the given seed at the given address, and wait until it is saved."""
    player.start(address, seed)
    wait_for(player.page, "look", "readStored", SAVE)


def saved(player: Player) -> dict[str, str]:
    """Return the origin's stored data, by name."""
    return dict(player.page.evaluate("({ ...localStorage })"))


def continued(player: Player, address: str) -> str:
    """Return the record that an address continues."""
    player.open(address)
    player.click("^Continue")
    expect(player.map).to_be_visible()
    return player.record


@with_workers
def test_two_sites_on_one_origin_save_separately(context: BrowserContext, address: str) -> None:
    """Two sites on one origin save under their own paths, and each continues its game from any of its addresses."""
    player = Player(context.new_page())
    sites = {"/": address, "/beta/": f"{address}beta/"}
    for seed, site in enumerate(sites.values()):
        begin(player, site, f"seed{seed}")
        wait_until(player.page, HAS_WORKER)
    for seed, site in enumerate(sites.values()):
        assert f"-seed{seed}" in continued(player, f"{site}index.html")
    assert {name.partition(" ")[0] for name in saved(player)} == sites.keys()
    caches = player.page.evaluate("caches.keys()")
    assert {name.split(" ")[1] for name in caches} == {*sites.values()}
