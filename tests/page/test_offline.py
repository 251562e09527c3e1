"""Without a network, after an update, installed: what the service worker and the manifest are for."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from page.player import PATIENT, PHONE, PREFIX, Player, wait_until
from tasks.serve import served
from tasks.steps import SITE

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

#: Fulfilled when the worker has everything.
KEPT = "() => navigator.serviceWorker.ready.then(() => null)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the site, so that it can be changed."""
    return Path(shutil.copytree(SITE, tmp_path / "site"))


def renew(folder: Path) -> None:
    """Publish a newer version of the site: its page has another title, and nothing else is another."""
    page, worker = folder / "index.html", folder / "sw.js"
    version = json.loads(worker.read_text("utf-8").partition("= ")[2].partition(";")[0])["version"]
    for path in (page, worker):
        text = path.read_text("utf-8")
        assert version in text
        path.write_text(text.replace(version, "newer").replace("<title>", "<title>Newer "), "utf-8")


def open_and_keep(page: Page, address: str) -> Player:
    """Open the page and wait until all of it has been kept."""
    player = Player(page)
    player.open(address)
    page.evaluate(KEPT)
    return player


@pytest.mark.browser_context_args(service_workers="allow", viewport=PHONE, has_touch=True, is_mobile=True)
def test_the_second_visit_needs_no_network(context: BrowserContext, copy: Path) -> None:
    """The server is gone: the page starts, goes on with the game, and plays another of the other box."""
    with served(copy, PREFIX) as address:
        player = open_and_keep(context.new_page(), address)
        player.begin("flight")
        player.confirm.tap()
        player.wait_for_plies(1)
        kept = player.record
        player.page.close()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    player = Player(page)
    player.open(address)
    player.button("^Continue").tap()
    expect(player.map).to_be_visible()
    assert player.record == kept
    player.button("^Menu$").tap()
    player.button("^To the start screen$").tap()
    player.button("^New game").tap()
    player.choose("Cards", "Heroes")
    player.line(0).fill("Zoë Łukasz")  # letters of the rarer face
    player.button("^Start$").tap()
    player.button("^Start the new game$").tap()
    expect(player.map).to_be_visible()
    assert "-hhhyh-" in player.record
    assert page.evaluate("document.fonts.ready.then(() => [...document.fonts].every(({status}) => status !== 'error'))")
    assert errors == []


def test_what_has_been_kept_is_not_fetched_again(context: BrowserContext, copy: Path) -> None:
    """A second visit asks the network for the page, and for nothing else of the game."""
    with served(copy, PREFIX) as address:
        open_and_keep(context.new_page(), address).page.close()
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
        Player(context.new_page()).open(address)
        assert {url.removeprefix(address) for url in asked} <= {"", "sw.js"}


def test_a_newer_version_is_told_and_costs_no_game(context: BrowserContext, copy: Path) -> None:
    """A page that is open says so, on the start screen and in the menu, and goes on with its game in the new one."""
    with served(copy, PREFIX) as address:
        player = open_and_keep(context.new_page(), address)
        player.begin("newer")
        player.confirm.click()
        player.wait_for_plies(1)
        kept = player.record
        assert player.button("^A newer version").count() == 0
        renew(copy)
        player.page.evaluate("() => navigator.serviceWorker.ready.then(registration => registration.update())")
        player.button("^Menu$").click()
        newer = player.dialog.get_by_role("button", name="A newer version is ready: reload")
        expect(newer).to_be_visible(timeout=PATIENT)
        newer.click()
        expect(player.page).to_have_title(re.compile("^Newer"), timeout=PATIENT)
        player.wait_for_start()
        player.button("^Continue").click()
        expect(player.map).to_be_visible()
        assert player.record == kept


def test_the_page_is_never_old(context: BrowserContext, copy: Path) -> None:
    """A visit after an update shows the new page at once, quietly; a tab with the old one beside it plays on."""
    with served(copy, PREFIX) as address:
        old = open_and_keep(context.new_page(), address)
        old.begin("old")
        renew(copy)
        new = open_and_keep(context.new_page(), address)
        assert new.page.title().startswith("Newer")
        new.page.evaluate("() => navigator.serviceWorker.ready.then(registration => registration.update())")
        wait_until(new.page, "caches.keys().then(names => names.length === 1 && names[0].endsWith('newer'))")
        assert new.button("^A newer version").count() == 0
        old.confirm.click()
        old.wait_for_plies(1)
        new.page.close()
    again = Player(context.new_page())
    again.open(address)
    assert again.page.title().startswith("Newer")
    assert again.button("^Continue").count() == 1


def test_where_workers_are_denied_the_game_plays(page: Page, player: Player, site: str) -> None:
    """As in some frames, and private windows."""
    page.add_init_script(
        'Object.defineProperty(Navigator.prototype, "serviceWorker", {get() { throw new DOMException("no"); }})'
    )
    player.open(site)
    player.begin("denied")
    player.confirm.click()
    player.wait_for_plies(1)


def test_chromium_would_install_it(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path, site: str
) -> None:
    """Its own checks find nothing: a manifest, icons of the sizes they are said to be, a scope."""
    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)
    page = context.pages[0]
    open_and_keep(page, site)
    session = context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        size = page.evaluate(
            """source => new Promise(done => {
                const icon = Object.assign(new Image(), {src: source});
                icon.onload = () => done(`${icon.naturalWidth}x${icon.naturalHeight}`);
            })""",
            icon["src"],
        )
        assert size == icon["sizes"]
    context.close()
