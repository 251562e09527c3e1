"""The service worker and the manifest: no network, a bad one, updates, and installation."""

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, nullcontext
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from bench.start import SAVED
from support.page.files import (
    EMPTY,
    INDEX,
    LOOKS,
    PYTHON,
    copied_site,
    message,
    path_of,
    plain,
    send_in_parts,
    wait_for_later_part,
)
from support.page.player import PHONE, PREFIX, Player
from support.page.scripts import PATIENT, call, call_at_start, devtools, hurry, traced, wait_for, wait_until, written
from support.page.unkind import LOGIN, unkind
from tasks import browser as chromium
from tasks.build import HASHED, checksums
from tasks.keep import keep_files, write_hashes
from tasks.serve import served
from tasks.steps import SITE
from words.files import catalog

WITH_WORKER = {"service_workers": "allow", "reduced_motion": "reduce"}
pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(**WITH_WORKER)]

#: The drawings of the page except those of its later part.
SYMBOLS = {
    identity
    for text in (INDEX, *((SITE / name).read_text("utf-8") for name in LOOKS))
    for identity in re.findall(r'<symbol [^>]*?id="([^"]+)"', text)
}
#: A font that the start doesn't need.
RARE_FACE = path_of("web/vendor/fonts/alegreya-latin-ext-700-normal.*")
ROOMS = path_of("web/rooms.*.js")
WASM = path_of("web/vendor/pyodide/pyodide.asm.*.wasm")
#: The files that a page fetches only when needed, and those that it fetches soon after its start.
OF_ROOMS, OF_LATER = [path_of("web/rooms.*.bin")], [path_of("web/later.*.bin")]
#: The files with the Spanish words, which only some pages fetch.
OF_SPANISH = [path_of("web/words-es.*.json"), path_of("web/later-words-es.*.json")]
UPDATED = "The game has been updated since you opened it."
[VERSION] = re.findall(r'"version":"(\w+)"', INDEX)

#: The categories of Chromium's events about compiled WebAssembly.
OF_CODE = ("v8.wasm", "disabled-by-default-v8.wasm.detailed")
CODE = {"wasm.SerializeModule", "wasm.Deserialize"}
#: The number of plies until the code is saved, which Chromium does even earlier, and the maximum number of visits.
SPRING, VISITS = 6, 5
TITLE = re.compile("^Cartographers")
#: The newer version's page. Its title may change within a moment, when the game continues.
NEWER = "html[data-newer]"
#: The older version's page, with its first screen.
OLDER = "html:not([data-newer]):has(#start-up)"

#: Loads letters of that font and of another one.
RARE_LETTERS = ("looks", "loadFonts", "700 1em Alegreya", "Łukasz")
#: A script for the page that calls a player. Its argument is the address of the script for rooms.
CALL = """async (file) => (await import(file)).notify("Your turn", "A card is waiting.", false, true)"""
#: Scripts for the worker: they return the visible notifications, and click the only one.
SHOWN, CLICK = (f"() => {written('worker', name)}" for name in ("listNotifications", "clickNotification"))
#: The condition that none is visible. The browser closes a notification a little after a script does.
ALL_GONE = "!(await registration.getNotifications()).length"
#: Faults of the worker, as scripts that run before its own.
FAULTS = {
    "it throws": "throw new Error('broken');",
    "the cache cannot be read": f"{written('pretend', 'breakCaches')};",
}


class Copy:
    """A copy of the site on a server, which a test can change and stop."""

    def __init__(self, folder: Path) -> None:
        """Serve the copy."""
        self.folder = folder
        self.host = unkind(portal=set())
        self._server = ExitStack()
        self.address = self._server.enter_context(served(folder, PREFIX, self.host))

    def stop(self) -> None:
        """Stop the server, with all connections."""
        self._server.close()

    def install(self, page: Page) -> bool:
        """Install the worker without starting the game, and return whether that succeeded."""
        page.goto(self.address + EMPTY)
        return bool(call(page, "worker", "install"))


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Copy]:
    """Serve a copy of the site during the test, or until it stops the server."""
    copy = Copy(copied_site(tmp_path / "site"))
    yield copy
    copy.stop()


@pytest.fixture
def installed(context: BrowserContext, copy: Copy) -> Page:
    """Return an empty page in a browser that has installed the worker."""
    page = context.new_page()
    assert copy.install(page)
    return page


def known(folder: Path) -> dict[str, Any]:
    """Return the worker's data: its version and its files."""
    [site] = re.findall(r"onUse \} = (\{.*\});", (folder / "sw.js").read_text("utf-8"))
    return dict(json.loads(site))


def renew(folder: Path, *, without: str = "", moved: Iterable[str] = (), mark: str = "00000000") -> None:
    """Publish a newer version of the site whose page is marked, and possibly without a file.

    Each file in ``moved`` has another hash in its name, ``mark``, and is gone from the old address.
    """
    page, worker = folder / "index.html", folder / "sw.js"
    text, site = INDEX.replace(VERSION, "newer").replace("<html ", "<html data-newer "), json.dumps(known(SITE))
    for name in moved:
        new = HASHED.sub(f".{mark}", name)
        (folder / name).rename(folder / new)
        text, site = text.replace(name, new), site.replace(name, new)
    page.write_text(text, "utf-8")
    newer = json.loads(site)
    newer["version"] = "newer"
    newer["others"].pop(without, None)
    newer["files"]["./"] = checksums(page.read_bytes())
    text = (SITE / "sw.js").read_text("utf-8")
    worker.write_text(text.replace(json.dumps(known(SITE)), json.dumps(newer)), "utf-8")
    later = time.time() + 60  # so the server treats it as changed even within one second
    os.utime(worker, (later, later))


def open_and_keep(page: Page, address: str) -> Player:
    """Open the page and wait until all of its files are saved."""
    player = Player(page)
    player.open(address)
    call(page, "worker", "waitUntilSaved")
    return player


def fetch_newer(page: Page) -> None:
    """Make the browser look for a newer version, and wait until it is fetched."""
    call(page, "worker", "checkForUpdate")
    wait_for(page, "worker", "hasWaitingWorker")


def open_only(page: Page, address: str) -> None:
    """Open the page without waiting for the game."""
    page.goto(address, wait_until="commit")


def wait_for_all(page: Page) -> None:
    """Wait until a page has all its files, including its later part and the scripts for games.

    If a page closes while the worker still sends it a file, Chromium may consider the worker busy for five minutes
    (``kMaxLameDuckTime``), during which no newer worker replaces it.
    """
    player = Player(page)
    player.wait_for_start()
    wait_for_later_part(player)
    for name in ("fault.", "flights.", "share."):
        wait_until(page, f"performance.getEntriesByType('resource').some(file => file.name.includes('/web/{name}'))")


def close(page: Page) -> None:
    """Close a page once it has all its files."""
    wait_for_all(page)
    page.close()


def end_rest(page: Page) -> None:
    """Wait until no worker waits, and end the rest before the page checks its cache.

    Chromium may consider an old worker busy, and would end it after five minutes; DevTools ends it at once.
    """
    workers = devtools(page)
    workers.send("ServiceWorker.enable")
    wait_until(page, "globalThis.endRest")
    while not call(page, "worker", "isDone"):
        workers.send("ServiceWorker.stopAllWorkers")
        page.wait_for_timeout(100)
    page.evaluate("endRest()")


def show(page: Page, which: str) -> None:
    """Wait until a page shows the older or the newer version."""
    expect(page.locator(which)).to_be_attached()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold back the second half of every answer of the server while the event is cleared."""
    goes_on = threading.Event()
    goes_on.set()

    def halves(content: bytes) -> tuple[bytes, bytes]:
        return content[: len(content) // 2], content[len(content) // 2 :]

    send_in_parts(monkeypatch, "", halves, lambda: goes_on.wait(PATIENT / 1000))
    yield goes_on
    goes_on.set()


@pytest.mark.thorough
@pytest.mark.browser_context_args(**WITH_WORKER, viewport=PHONE, has_touch=True, is_mobile=True)
def test_the_second_visit_needs_no_network(context: BrowserContext, copy: Copy) -> None:
    """The first visit, once complete, works without a network, even letters of another font, and so does the second.

    The player continues the game, and begins one with the other box.
    """
    player = open_and_keep(context.new_page(), copy.address)
    player.begin("flight")
    player.confirm.tap()
    player.wait_for_plies(1)
    kept = player.record
    wait_until(player.page, "navigator.serviceWorker.controller")
    copy.stop()
    assert call(player.page, *RARE_LETTERS) == "loaded,loaded"
    player.page.close()
    player = Player(context.new_page())
    errors: list[str] = []
    player.page.on("pageerror", lambda error: errors.append(str(error)))
    player.open(copy.address)
    player.tap("^Continue")
    expect(player.map).to_be_visible()
    assert player.record == kept
    player.tap("^Menu$", "^Start screen$", "^New game")
    player.choose("Cards", "Heroes")
    player.line(0).fill("Zoë Łukasz")  # letters of the rare font
    player.tap("^Start ")
    expect(player.map).to_be_visible()
    assert "-hhhyh-" in player.record
    assert call(player.page, "looks", "hasNoFailedFont")
    assert errors == []


@pytest.mark.thorough
def test_room_script_is_saved_on_first_use(context: BrowserContext, installed: Page, copy: Copy) -> None:
    """A second visit fetches none of the game's files. The script for rooms needs no network after its first use."""
    script = ROOMS, (SITE / ROOMS).stat().st_size
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
    Player(installed).open(copy.address)
    assert not call(installed, "worker", "hasFileSize", *script)
    call(installed, "rooms", "load")
    wait_for(installed, "worker", "hasFileSize", *script)
    assert {url.removeprefix(copy.address) for url in asked} - {"sw.js"} == {ROOMS}
    installed.close()
    copy.stop()
    page = context.new_page()
    page.goto(f"{copy.address}?embed")
    assert "enter" in call(page, "rooms", "load")


@pytest.mark.browser_context_args(**WITH_WORKER, locale="es-ES")
def test_data_saver_fetches_only_the_game_in_advance(context: BrowserContext, copy: Copy) -> None:
    """With data saver, the page fetches its game and its language, which then need no network, and the rest later."""
    worker, page, asked = copy.folder / "sw.js", context.new_page(), set[str]()
    site, script, [spanish, _] = known(SITE), worker.read_text("utf-8"), OF_SPANISH
    in_advance = {*site["files"], spanish} - {"./"}
    worker.write_text(f"{written('pretend', 'enableDataSaver')};{script}", "utf-8")
    call_at_start(page, "pretend", "enableDataSaver")
    context.on("request", lambda request: asked.add(request.url.removeprefix(copy.address)))
    player = open_and_keep(page, copy.address)
    wait_for(page, "worker", "hasFileSize", spanish, site["others"][spanish]["size"])
    assert asked - {"", "sw.js"} == in_advance
    player.reload()
    for command in ("go set-up", "begin set-up"):
        page.locator(f"[data-do='{command}']").click()
    expect(player.map).to_be_visible()
    assert {url.removeprefix(copy.address) for url in call(page, "worker", "listFiles")} - {""} == in_advance
    worker.write_text(script, "utf-8")
    page = open_and_keep(context.new_page(), copy.address).page
    call(page, "worker", "checkForUpdate")
    for file, checked in site["others"].items():
        wait_for(page, "worker", "hasFileSize", file, checked["size"])


@pytest.mark.thorough
def test_compiled_code_is_saved_and_found_again(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], copy: Copy
) -> None:
    """Chromium saves the compiled code of Python during the second visit's spring, and the third visit starts with it.

    The browser of the other tests doesn't optimize code, and saves none.
    """
    usual, seen = browser_type_launch_args | {"args": chromium.arguments()}, set[str]()
    with closing(browser_type.launch(**usual)) as browser:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        assert copy.install(context.new_page())
        for _ in range(VISITS):
            page = context.new_page()
            hurry(page)
            with traced(page, *OF_CODE) as events:
                player = Player(page)
                player.open(copy.address)
                if not seen:
                    player.begin("compiled")
                while not seen and player.plies < SPRING:
                    if player.next == "Confirm":
                        player.fit()
                    page.keyboard.press("Enter")
                page.wait_for_timeout(SAVED)
            page.close()
            seen |= CODE & {event["name"] for event in events}
            if seen == CODE:
                return
    pytest.fail(f"only {seen}")


@pytest.mark.thorough
@pytest.mark.usefixtures("installed")
def test_returning_player_can_play_on_a_slow_network(
    context: BrowserContext, copy: Copy, slow: threading.Event
) -> None:
    """If only half of every file arrives, a returning player can play, and no incomplete new version is announced."""
    slow.clear()
    renew(copy.folder)
    player = Player(context.new_page())
    player.open(copy.address)
    assert set(player.page.evaluate("[...document.querySelectorAll('symbol')].map(({id}) => id)")) >= SYMBOLS
    player.begin("flight")
    player.confirm.click()
    player.wait_for_plies(1)
    call(player.page, "worker", "checkForUpdateInBackground")
    player.click("^Menu$")
    newer = player.dialog.get_by_role("button", name="A new version is ready: reload")
    expect(newer).to_have_count(0)
    slow.set()
    expect(newer).to_be_visible()


@pytest.mark.thorough
def test_newer_version_is_announced_and_the_game_continues(context: BrowserContext, copy: Copy) -> None:
    """Open pages announce a newer version on the start screen and in the menu, and a page's game continues there.

    The announcement takes nothing from an old page in another tab, even if the server has only new files.
    """
    old, player = (open_and_keep(context.new_page(), copy.address) for _ in range(2))
    player.begin("newer")
    player.confirm.click()
    player.wait_for_plies(1)
    kept = player.record
    assert player.button("^A new version").count() == 0
    renew(copy.folder, without=RARE_FACE)
    fetch_newer(player.page)
    expect(old.button("^A new version")).to_be_visible()
    player.click("^Menu$")
    player.dialog.get_by_role("button", name="A new version is ready: reload").click()
    show(player.page, NEWER)
    player.wait_for_start()
    expect(player.map).to_be_visible()
    assert player.record == kept
    assert call(player.page, "worker", "listVersions") == [VERSION, "newer"]
    copy.stop()
    assert call(old.page, *RARE_LETTERS) == "loaded,loaded"


def test_a_room_after_a_deploy(context: BrowserContext, copy: Copy) -> None:
    """An old page without the files for rooms says so, and the newer version opens the room's door."""
    player = open_and_keep(context.new_page(), copy.address)
    renew(copy.folder, moved=OF_ROOMS)
    player.click("^New game", "^Open a room")
    reload_newer(player)
    expect(player.page.locator("[data-do='enter-room']")).to_be_visible()


def reload_newer(player: Player) -> None:
    """Reload the newer version, as the page recommends."""
    expect(player.page.get_by_text(UPDATED).first).to_be_visible()
    player.click("^Reload$")
    show(player.page, NEWER)
    player.wait_for_start()


def deploy(folder: Path, address: str, version: int) -> None:
    """Publish a version of the site as the workflow does, with the files of earlier versions; 0 is the site itself."""
    new = folder.with_name("new")
    shutil.copytree(SITE, new)
    if version:
        renew(new, moved=[*OF_ROOMS, *OF_LATER, *OF_SPANISH], mark=f"{version:08}")
    keep_files(new, address, date(2026, 11, 29))
    write_hashes(new)
    shutil.rmtree(folder)
    new.rename(folder)


@pytest.mark.parametrize(
    "versions", [(0, 1, 2, 3), pytest.param((3, 0), marks=pytest.mark.thorough)], ids=["three deploys", "a rollback"]
)
def test_page_finds_its_files_after_deploys_that_keep_them(page: Page, copy: Copy, versions: tuple[int, ...]) -> None:
    """A page that stays open during three deploys, or a rollback, finds its later part, another language, and rooms."""
    call_at_start(page, "pretend", "denyWorkers")
    first, *others = versions
    deploy(copy.folder, copy.address, first)
    page.route("**/later*", lambda route: route.abort())
    Player(page).open(copy.address)
    for version in others:
        deploy(copy.folder, copy.address, version)
    fetched: list[str] = []
    page.on("response", lambda response: fetched.append(response.url.removeprefix(copy.address)))
    page.unroute("**/later*")
    for command in ("open preferences", "prefer language es"):
        page.locator(f"[data-do='{command}']").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.keyboard.press("Escape")
    page.locator("[data-do='go rules']").click()
    expect(page.get_by_role("heading", level=1, name="Reglas")).to_be_visible()
    page.go_back()
    for command in ("go set-up", "go room"):
        page.locator(f"[data-do='{command}']").click()
    expect(page.locator("[data-do='enter-room']")).to_be_visible()
    expect(page.locator(NEWER)).to_have_count(int(first > 0))
    copy.stop()
    own = [HASHED.sub(f".{first:08}", name) if first else name for name in (*OF_LATER, *OF_SPANISH, *OF_ROOMS)]
    assert {*own} <= {*fetched}


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_bot", [False, True])
def test_a_game_after_a_deploy(page: Page, copy: Copy, *, is_bot: bool) -> None:
    """If files that the start didn't fetch are gone, the game continues in the newer version from the same position."""
    call_at_start(page, "pretend", "denyWorkers")
    player = Player(page)
    page.route("**/later.*.bin", lambda route: route.abort())
    player.open(copy.address)
    player.click("^New game", *["^Add a bot$"] * is_bot, "^Start ")
    player.see_edicts()
    player.fit()
    player.confirm.click()
    if is_bot:
        expect(player.button("^Try again")).to_be_visible()
    else:
        player.wait_for_plies(1)
    renew(copy.folder, moved=OF_LATER)
    page.unroute("**/later.*.bin")
    player.click(*["^Try again"] if is_bot else ["^Menu$", "^Rules$"])
    reload_newer(player)
    if is_bot:
        player.wait_for_plies(2)
        return
    player.wait_for_heading("^Rules$")
    player.click("^Back$")
    expect(player.map).to_be_visible()
    assert player.plies == 1


@pytest.mark.thorough
def test_second_visit_after_an_update_shows_the_newer_version(installed: Page, copy: Copy) -> None:
    """The first visit after an update shows the old version at once, and the next visit shows the newer one."""
    renew(copy.folder)
    open_only(installed, copy.address)
    show(installed, OLDER)
    fetch_newer(installed)
    close(installed)
    player = Player(installed.context.new_page())
    player.open(copy.address)
    show(player.page, NEWER)
    assert player.button("^A new version").count() == 0


@pytest.mark.thorough
def test_reloading_the_last_open_page_loads_the_newer_version(
    context: BrowserContext, installed: Page, copy: Copy
) -> None:
    """While another page is open, both keep the old version; reloading the last open page loads the newer version.

    The old version's worker cleans up without touching the newer version's files.
    """
    page = context.new_page()
    open_only(page, copy.address)
    renew(copy.folder)
    fetch_newer(page)
    assert call(installed, "worker", "checkCache") == 0
    wait_for_all(page)
    page.reload()
    show(page, OLDER)
    open_only(context.new_page(), copy.address)
    show(context.pages[-1], OLDER)
    close(context.pages[-1])
    assert call(page, "worker", "listVersions") == [VERSION, "newer"]
    installed.close()
    call_at_start(page, "worker", "holdRest")
    wait_for_all(page)
    page.reload()
    show(page, NEWER)
    end_rest(page)
    wait_for(page, "worker", "isOnlyVersion", "newer")


def test_newer_version_appears_at_once_despite_caching(context: BrowserContext, copy: Copy) -> None:
    """A newer version appears at once even if the server allows caching, as GitHub Pages does for ten minutes."""
    copy.host.own = {"Cache-Control": "max-age=600"}
    page = open_and_keep(context.new_page(), copy.address).page
    page.reload()
    renew(copy.folder)
    fetch_newer(page)
    page.reload()
    show(page, NEWER)


def test_nothing_is_installed_behind_a_login_page(context: BrowserContext, copy: Copy) -> None:
    """While a login page answers for a file, nothing is installed."""
    page = context.new_page()
    for file in ("", PYTHON, "web/licenses.txt"):
        copy.host.portal.add(file)
        assert not copy.install(page)
        assert call(page, "worker", "listVersions") == []
        copy.host.portal.clear()
    assert copy.install(page)
    assert call(page, "worker", "listVersions") == [VERSION]


@pytest.mark.thorough
def test_installation_is_retried(context: BrowserContext, copy: Copy) -> None:
    """Installation is retried when the browser is online again, and when the player returns, as after a login."""
    copy.host.portal.add("web/licenses.txt")
    page = context.new_page()
    with context.expect_event("serviceworker"):
        Player(page).open(copy.address)
    wait_for(page, "worker", "isUnregistered")
    with context.expect_event("serviceworker"):
        page.evaluate("dispatchEvent(new Event('online'))")
    wait_for(page, "worker", "isUnregistered")
    copy.host.portal.clear()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    call(page, "worker", "waitUntilSaved")


@pytest.mark.thorough
def test_file_from_the_older_cache_is_checked(installed: Page, copy: Copy) -> None:
    """A file from the older version's cache is checked before the newer version uses it."""
    call(installed, "worker", "replaceFile", PYTHON, LOGIN)
    renew(copy.folder)
    call(installed, "worker", "checkForUpdate")
    wait_for(installed, "worker", "isNotInstalling")
    assert call(installed, "worker", "listVersions")[-1] == "newer"
    assert call(installed, "worker", "getFileSize", PYTHON) == (SITE / PYTHON).stat().st_size


def test_page_restarts_if_a_corrupt_copy_breaks_the_start(installed: Page, copy: Copy) -> None:
    """If a corrupt copy makes the start fail, the page restarts automatically and works."""
    loads: list[Page] = []
    installed.on("load", lambda page: loads.append(page))  # noqa: PLW0108 - Playwright takes no builtin
    call(installed, "worker", "replaceFile", PYTHON, LOGIN)
    player = Player(installed)
    player.start(copy.address, "again")
    assert len(loads) == 2


@pytest.mark.thorough
def test_file_that_the_cache_has_lost_is_checked(installed: Page, copy: Copy) -> None:
    """If the cache has lost Python's WebAssembly, the network's answer is checked, and the panel names the file."""
    call(installed, "worker", "deleteFile", WASM)
    copy.host.portal.add(WASM)
    installed.goto(copy.address)
    expect(message(installed)).to_have_text(catalog("en")["page.file"].format(file=plain(WASM)))
    copy.host.portal.clear()
    installed.reload()
    Player(installed).wait_for_start()


def test_copies_not_needed_for_the_start_are_repaired_later(installed: Page, copy: Copy) -> None:
    """A corrupt or missing copy that isn't needed for the start is repaired while the game runs."""
    call(installed, "worker", "replaceFile", RARE_FACE, LOGIN)
    call(installed, "worker", "deleteFile", "web/licenses.txt")
    call_at_start(installed, "worker", "holdRest")
    Player(installed).open(copy.address)
    end_rest(installed)
    for file in (RARE_FACE, "web/licenses.txt"):
        wait_for(installed, "worker", "hasFileSize", file, (SITE / file).stat().st_size)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("source", "target"), [("", "index.html"), ("index.html", "./")])
def test_redirect_between_the_two_addresses(context: BrowserContext, copy: Copy, source: str, target: str) -> None:
    """If one of the page's two addresses redirects to the other, both work with and without a network."""
    copy.host.moved = {PREFIX + source: PREFIX + target}
    page = context.new_page()
    assert copy.install(page)
    for _ in range(2):
        for name in ("", "index.html", "?daily", "index.html?id=c1-a-1p-kept"):
            open_only(page, copy.address + name)
            expect(page).to_have_title(TITLE)
        copy.stop()


@pytest.mark.thorough
@pytest.mark.parametrize("older", [False, True])
def test_older_version_stays_if_storage_is_short(context: BrowserContext, copy: Copy, *, older: bool) -> None:
    """If storage is short, no version is saved in part, and the older version stays until a newer one fits."""
    page = context.new_page()
    if older:
        assert copy.install(page)
        renew(copy.folder)
    room = {"origin": copy.address.removesuffix(PREFIX), "quotaSize": 12_000_000 if older else 1_000_000}
    devtools(page).send("Storage.overrideQuotaForOrigin", room)
    player = Player(page)
    with nullcontext() if older else context.expect_event("serviceworker"):
        player.start(copy.address)
    expect(player.map).to_be_visible()
    if older:
        call(page, "worker", "tryUpdate")
    wait_for(page, "worker", "isNotInstalling")
    assert call(page, "worker", "listVersions") == ([VERSION] if older else [])


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", FAULTS)
def test_broken_worker_never_cuts_off_the_network(context: BrowserContext, copy: Copy, fault: str) -> None:
    """A broken worker never cuts the page off from the network."""
    worker = copy.folder / "sw.js"
    worker.write_text(FAULTS[fault] + worker.read_text("utf-8"), "utf-8")
    page = context.new_page()
    with context.expect_event("serviceworker"):
        Player(page).open(copy.address)
    wait_for(page, "worker", "isNotInstalling")
    Player(context.new_page()).start(copy.address, "broken")


def test_game_works_without_the_workers_script(context: BrowserContext, copy: Copy) -> None:
    """If the script that installs the worker is missing, the game works and no fault is reported."""
    [script] = copy.folder.glob("web/offline.*.js")
    script.unlink()
    player, thrown = Player(context.new_page()), list[str]()
    player.page.on("pageerror", lambda error: thrown.append(str(error)))
    player.start(copy.address)
    player.confirm.click()
    player.wait_for_plies(1)
    expect(player.page.get_by_role("alertdialog")).to_have_count(0)
    assert (player.button("^Try again").count(), thrown) == (0, [])


def calling(context: BrowserContext, site: str) -> Page:
    """Open a page that may show notifications."""
    context.grant_permissions(["notifications"])
    return open_and_keep(context.new_page(), site).page


def test_clicking_a_notification_opens_its_page(context_with_windows: BrowserContext, site: str) -> None:
    """A click returns to the page that called. If it's closed, a new page opens its address, including the room."""
    page = calling(context_with_windows, site)
    page.goto(f"{site}#room=somewhere")
    [worker] = context_with_windows.service_workers
    other = context_with_windows.new_page()
    other.goto(site + EMPTY)
    for done in (f"focus {site}", f"open {site}#room=somewhere"):
        page.evaluate(CALL, f"./{ROOMS}")
        [shown] = worker.evaluate(SHOWN)
        assert shown == {"title": "Your turn", "body": "A card is waiting.", "url": page.url}
        if done.startswith("open"):
            page.close()
        assert worker.evaluate(CLICK) == [done]
        wait_until(worker, ALL_GONE)


def test_notification_is_replaced_or_removed(context_with_windows: BrowserContext, site: str) -> None:
    """The next call replaces it, and none is left once the player has come, even if it was just being shown."""
    page = calling(context_with_windows, site)
    for _ in range(2):
        page.evaluate(CALL, f"./{ROOMS}")
    [worker] = context_with_windows.service_workers
    assert len(worker.evaluate(SHOWN)) == 1
    for before in ("", f"const shown = ({CALL})(file);"):
        page.evaluate(
            f"async (file) => {{ {before} (await import(file)).hush(); {'await shown' * bool(before)} }}", f"./{ROOMS}"
        )
        wait_until(worker, ALL_GONE)


@pytest.mark.thorough
def test_chromiums_installation_checks_pass(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path, site: str
) -> None:
    """Chromium's checks for installation pass: a manifest, icons with the stated sizes, and a scope."""
    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)
    page = context.pages[0]
    open_and_keep(page, site)
    assert devtools(page).send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = devtools(page).send("Page.getAppManifest")
    assert manifest["errors"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        assert call(page, "looks", "measureIcon", icon["src"]) == icon["sizes"]
    context.close()
