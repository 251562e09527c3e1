"""The service worker and the manifest: no network, a bad one, updates, and installation."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from bench.start import SAVED
from support.page.files import LOOKS, PYTHON, path_of, plain, wait_for_later_part
from support.page.player import PHONE, PREFIX, Player
from support.page.scripts import PATIENT, call, call_at_start, devtools, hurry, wait_for, wait_until, written
from support.page.tracing import traced
from tasks import browser as chromium
from tasks.build import HASHED, checksums
from tasks.keep import keep_files, write_hashes
from tasks.serve import Handler, served
from tasks.steps import SITE
from words.files import catalog

WITH_WORKER = {"service_workers": "allow", "reduced_motion": "reduce"}
pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(**WITH_WORKER)]

#: A page without anything from the site.
EMPTY = "empty.html"
#: The answer to every request on a network that requires a login.
LOGIN = "<!doctype html><title>Please log in</title>"
#: The worker of the first published versions, which took the page from the network and checked nothing.
FIRST_WORKER = Path(__file__).parents[1] / "support/page/first_worker.js"
INDEX = (SITE / "index.html").read_text("utf-8")
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
#: The number of plies until the code is saved, which Chromium does even earlier.
SPRING = 6
TITLE = re.compile("^Cartographers")
#: The newer version's page. Its title may change within a moment, when the game continues.
NEWER = "html[data-newer]"

#: Loads letters of that font and of another one.
RARE_LETTERS = ("looks", "loadFonts", "700 1em Alegreya", "Łukasz")
#: A script for the page that calls a player. Its argument is the address of the script for rooms.
CALL = """async (file) => (await import(file)).notify("Your turn", "A card is waiting.", false, true)"""
#: A script for the worker that returns the visible notifications.
SHOWN = """async () => {
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, url: data.url }));
}"""
#: A script for the worker that clicks the visible one. Only a real click lets a browser focus or open a page.
CLICK = """async () => {
    const done = [];
    WindowClient.prototype.focus = async function () { done.push(`focus ${this.url}`); };
    clients.openWindow = async (url) => done.push(`open ${url}`);
    const [notification] = await registration.getNotifications();
    const click = new NotificationEvent("notificationclick", { notification });
    const waited = [];
    click.waitUntil = (work) => waited.push(work);
    dispatchEvent(click);
    await Promise.all(waited);
    return done;
}"""
#: Faults of the worker, as scripts that run before its own.
FAULTS = {
    "it throws": "throw new Error('broken');",
    "the cache cannot be read": f"{written('pretend', 'breakCaches')};",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the site, so that a test can change it."""
    folder = Path(shutil.copytree(SITE, tmp_path / "site"))
    (folder / EMPTY).write_text('<!doctype html><link rel="icon" href="data:,">', "utf-8")
    return folder


@contextmanager
def published(folder: Path) -> Iterator[str]:
    """Serve a copy of the site during the block, and close even open connections at its end."""
    with served(folder, PREFIX) as address:
        yield address
    shutil.rmtree(folder)


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
    newer["files"].pop(without, None)
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


def install(page: Page, address: str) -> bool:
    """Install the worker without starting the game, and return whether that succeeded."""
    page.goto(address + EMPTY)
    return bool(call(page, "worker", "install"))


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


def wait_for_rest(page: Page) -> None:
    """Wait until no worker waits. Chromium sometimes considers the old one busy, and ends it after five minutes."""
    wait_for(page, "worker", "isResting")


@contextmanager
def loaded(page: Page, *, times: int) -> Iterator[None]:
    """At the end of the block, wait until the page has been loaded a number of times."""
    loads: list[Page] = []

    def enough(page: Page) -> bool:
        loads.append(page)
        return len(loads) == times

    with page.expect_event("load", enough):
        yield


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold back the second half of every answer of the server while the event is cleared."""
    goes_on = threading.Event()
    goes_on.set()

    def send_slowly(_: Handler, source: BinaryIO, target: BinaryIO) -> None:
        content = source.read()
        half = len(content) // 2
        target.write(content[:half])
        target.flush()
        assert goes_on.wait(PATIENT / 1000)
        target.write(content[half:])

    monkeypatch.setattr(Handler, "copyfile", send_slowly)
    yield goes_on
    goes_on.set()


@pytest.fixture
def login(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Make the server answer with a login page for the files in this set, by their names on the site."""
    names: set[str] = set()
    send_head = Handler.send_head

    def answer(handler: Handler) -> BytesIO | BinaryIO | None:
        if handler.path.removeprefix(PREFIX) not in names:
            return send_head(handler)
        handler.send_response(HTTPStatus.OK)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(LOGIN)))
        handler.end_headers()
        return BytesIO(LOGIN.encode())

    monkeypatch.setattr(Handler, "send_head", answer)
    return names


@pytest.mark.browser_context_args(**WITH_WORKER, viewport=PHONE, has_touch=True, is_mobile=True)
def test_the_second_visit_needs_no_network(context: BrowserContext, copy: Path) -> None:
    """The second visit works without a network: the player continues the game, and begins one with the other box."""
    with published(copy) as address:
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
    player.button("^Start screen$").tap()
    player.button("^New game").tap()
    player.choose("Cards", "Heroes")
    player.line(0).fill("Zoë Łukasz")  # letters of the rare font
    player.button("^Start ").tap()
    expect(player.map).to_be_visible()
    assert "-hhhyh-" in player.record
    assert call(page, "looks", "hasNoFailedFont")
    assert errors == []


def test_second_visit_fetches_no_game_files(context: BrowserContext, copy: Path) -> None:
    """A second visit fetches none of the game's files, and the browser only looks for a newer worker."""
    with published(copy) as address:
        assert install(context.new_page(), address)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
        player = Player(context.new_page())
        player.open(address)
        assert {url.removeprefix(address) for url in asked} <= {"sw.js"}
        call(player.page, "rooms", "load")
        assert address + ROOMS in asked  # so the test hears the worker's requests


def test_compiled_code_is_saved_and_found_again(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], copy: Path
) -> None:
    """Chromium saves the compiled code of Python during the second visit's spring, and the third visit starts with it.

    The browser of the other tests doesn't optimize code, and saves none.
    """
    usual = browser_type_launch_args | {"args": chromium.arguments()}
    with published(copy) as address, closing(browser_type.launch(**usual)) as browser:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        assert install(context.new_page(), address)
        page = context.new_page()
        hurry(page)
        with traced(page, *OF_CODE) as events:
            player = Player(page)
            player.open(address)
            player.begin("compiled")
            while player.plies < SPRING:
                if player.next == "Confirm":
                    player.fit()
                page.keyboard.press("Enter")
            page.wait_for_timeout(SAVED)
        assert "wasm.SerializeModule" in {event["name"] for event in events}
        page.close()
        page = context.new_page()
        with traced(page, *OF_CODE) as events:
            Player(page).open(address)
        assert "wasm.Deserialize" in {event["name"] for event in events}


def test_first_page_works_offline_once_complete(context: BrowserContext, copy: Path) -> None:
    """Even the first page works without a network once it is complete, with letters of the rare font."""
    with published(copy) as address:
        page = open_and_keep(context.new_page(), address).page
        wait_until(page, "navigator.serviceWorker.controller")
    assert call(page, *RARE_LETTERS) == "loaded,loaded"


def test_room_script_is_saved_on_first_use(context: BrowserContext, copy: Path) -> None:
    """The script for rooms isn't saved with the rest, but needs no network after its first use."""
    script = ROOMS, (SITE / ROOMS).stat().st_size
    with published(copy) as address:
        page = context.new_page()
        assert install(page, address)
        page.goto(f"{address}?embed")
        assert not call(page, "worker", "hasFileSize", *script)
        call(page, "rooms", "load")
        wait_for(page, "worker", "hasFileSize", *script)
        page.close()
    page = context.new_page()
    page.goto(f"{address}?embed")
    assert "enter" in call(page, "rooms", "load")


def test_returning_player_can_play_on_a_slow_network(
    context: BrowserContext, copy: Path, slow: threading.Event
) -> None:
    """If only half of every file arrives, a returning player can play, and no incomplete new version is announced."""
    with published(copy) as address:
        assert install(context.new_page(), address)
        slow.clear()
        renew(copy)
        player = Player(context.new_page())
        player.open(address)
        assert set(player.page.evaluate("[...document.querySelectorAll('symbol')].map(({id}) => id)")) >= SYMBOLS
        player.begin("flight")
        player.confirm.click()
        player.wait_for_plies(1)
        call(player.page, "worker", "checkForUpdateInBackground")
        slow.set()
        player.button("^Menu$").click()
        newer = player.dialog.get_by_role("button", name="A new version is ready: reload")
        expect(newer).to_be_visible()


def test_newer_version_is_announced_and_the_game_continues(context: BrowserContext, copy: Path) -> None:
    """An open page announces a newer version on the start screen and in the menu, and its game continues there."""
    with published(copy) as address:
        player = open_and_keep(context.new_page(), address)
        player.begin("newer")
        player.confirm.click()
        player.wait_for_plies(1)
        kept = player.record
        assert player.button("^A new version").count() == 0
        renew(copy)
        call(player.page, "worker", "checkForUpdate")
        player.button("^Menu$").click()
        newer = player.dialog.get_by_role("button", name="A new version is ready: reload")
        expect(newer).to_be_visible()
        newer.click()
        expect(player.page.locator(NEWER)).to_be_attached()
        player.wait_for_start()
        expect(player.map).to_be_visible()
        assert player.record == kept


@pytest.mark.parametrize("has_worker", [False, True])
def test_a_room_after_a_deploy(context: BrowserContext, copy: Path, *, has_worker: bool) -> None:
    """An old page without the files for rooms says so, and the newer version opens the room's door."""
    with published(copy) as address:
        page = context.new_page()
        if has_worker:
            player = open_and_keep(page, address)
        else:
            call_at_start(page, "pretend", "denyWorkers")
            player = Player(page)
            player.open(address)
        renew(copy, moved=OF_ROOMS)
        player.button("^New game").click()
        page.locator("[data-do='go room']").click()
        expect(page.get_by_text(UPDATED).first).to_be_visible()
        player.button("^Reload$").click()
        expect(page.locator(NEWER)).to_be_attached()
        player.wait_for_start()
        expect(page.locator("[data-do='enter-room']")).to_be_visible()


def deploy(folder: Path, address: str, version: int) -> None:
    """Publish a version of the site as the workflow does, with the files of earlier versions; 0 is the site itself."""
    new = folder.with_name("new")
    shutil.copytree(SITE, new)
    if version:
        renew(new, moved=[*OF_ROOMS, *OF_LATER, *OF_SPANISH], mark=f"{version:08}")
    keep_files(new, address, datetime.now(UTC).date())
    write_hashes(new)
    shutil.rmtree(folder)
    new.rename(folder)


@pytest.mark.parametrize("versions", [(0, 1, 2, 3), (3, 0)], ids=["three deploys", "a rollback"])
def test_a_room_after_deploys_that_keep_files(page: Page, copy: Path, versions: tuple[int, ...]) -> None:
    """A page that stays open during three deploys, or a rollback, still finds the files for rooms."""
    call_at_start(page, "pretend", "denyWorkers")
    first, *others = versions
    with published(copy) as address:
        deploy(copy, address, first)
        player = Player(page)
        player.open(address)
        for version in others:
            deploy(copy, address, version)
        player.button("^New game").click()
        page.locator("[data-do='go room']").click()
        expect(page.locator("[data-do='enter-room']")).to_be_visible()


def test_later_part_and_words_after_deploys_that_keep_files(page: Page, copy: Path) -> None:
    """A page that stays open during two deploys still finds its own later part and the words of another language."""
    call_at_start(page, "pretend", "denyWorkers")
    with published(copy) as address:
        deploy(copy, address, 0)
        page.route("**/later*", lambda route: route.abort())
        player = Player(page)
        player.open(address)
        for version in (1, 2):
            deploy(copy, address, version)
        fetched: list[str] = []
        page.on("response", lambda response: fetched.append(response.url.removeprefix(address)))
        page.unroute("**/later*")
        player.button("^Preferences$").click()
        page.locator("[data-do='prefer language es']").click()
        expect(page.locator("html")).to_have_attribute("lang", "es")
        page.keyboard.press("Escape")
        page.locator("[data-do='go rules']").click()
        expect(page.get_by_role("heading", level=1, name="Reglas")).to_be_visible()
        expect(page.locator(NEWER)).to_have_count(0)
    assert {*OF_LATER, *OF_SPANISH} <= {*fetched}


@pytest.mark.parametrize("is_bot", [False, True])
def test_a_game_after_a_deploy(page: Page, copy: Path, *, is_bot: bool) -> None:
    """If files that the start didn't fetch are gone, the game continues in the newer version from the same position."""
    call_at_start(page, "pretend", "denyWorkers")
    with published(copy) as address:
        player = Player(page)
        page.route("**/later.*.bin", lambda route: route.abort())
        player.open(address)
        player.button("^New game").click()
        if is_bot:
            player.button("^Add a bot$").click()
        player.button("^Start ").click()
        player.see_edicts()
        player.fit()
        player.confirm.click()
        if is_bot:
            expect(player.button("^Try again")).to_be_visible()
        renew(copy, moved=OF_LATER)
        page.unroute("**/later.*.bin")
        if is_bot:
            player.button("^Try again").click()
        else:
            player.wait_for_plies(1)
            player.button("^Menu$").click()
            player.dialog.get_by_role("button", name="Rules").click()
        expect(page.get_by_text(UPDATED).first).to_be_visible()
        player.button("^Reload$").click()
        expect(page.locator(NEWER)).to_be_attached()
        player.wait_for_start()
        if is_bot:
            player.wait_for_plies(2)
            return
        expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
        player.button("^Back$").click()
        expect(player.map).to_be_visible()
        assert player.plies == 1


def test_missing_file_without_a_deploy(page: Page, site: str) -> None:
    """While the server still has this version, the page blames a missing file on the connection."""
    player = Player(page)
    page.route("**/later.*.bin", lambda route: route.fulfill(status=404))
    player.open(site)
    player.button("^Rules$").click()
    expect(page.get_by_text("This couldn't be loaded").first).to_be_visible()
    expect(page.get_by_text(UPDATED)).to_have_count(0)


def test_second_visit_after_an_update_shows_the_newer_version(context: BrowserContext, copy: Path) -> None:
    """The first visit after an update shows the old version at once, and the next visit shows the newer one."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        renew(copy)
        open_only(page, address)
        expect(page.locator(NEWER)).not_to_be_attached()
        fetch_newer(page)
        close(page)
        player = Player(context.new_page())
        player.open(address)
        expect(player.page.locator(NEWER)).to_be_attached()
        assert player.button("^A new version").count() == 0


def test_reloading_the_last_open_page_loads_the_newer_version(context: BrowserContext, copy: Path) -> None:
    """While another page is open, both keep the old version; reloading the last open page loads the newer version."""
    with published(copy) as address:
        other, page = context.new_page(), context.new_page()
        install(other, address)
        open_only(page, address)
        renew(copy)
        fetch_newer(page)
        wait_for_all(page)
        page.reload()
        expect(page.locator(NEWER)).not_to_be_attached()
        open_only(context.new_page(), address)
        expect(context.pages[-1].locator(NEWER)).not_to_be_attached()
        close(context.pages[-1])
        assert call(page, "worker", "listVersions") == [VERSION, "newer"]
        other.close()
        call_at_start(page, "worker", "holdRest")
        wait_for_all(page)
        page.reload()
        expect(page.locator(NEWER)).to_be_attached()
        wait_for_rest(page)
        page.evaluate("endRest()")
        wait_for(page, "worker", "isOnlyVersion", "newer")


def test_old_worker_spares_the_files_of_a_newer_version(context: BrowserContext, copy: Path) -> None:
    """An old page's worker cleans up without touching the files of a newer version that waits."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        renew(copy)
        fetch_newer(page)
        assert call(page, "worker", "checkCache") == 0
        assert call(page, "worker", "listVersions") == [VERSION, "newer"]


def test_update_in_one_tab_takes_nothing_from_an_old_page(context: BrowserContext, copy: Path) -> None:
    """The update button in one tab takes nothing from an old page in another, even if the server has only new files."""
    with published(copy) as address:
        old, player = (open_and_keep(context.new_page(), address) for _ in range(2))
        renew(copy, without=RARE_FACE)
        fetch_newer(player.page)
        player.button("^A new version").click()
        expect(player.page.locator(NEWER)).to_be_attached()
        assert call(player.page, "worker", "listVersions") == [VERSION, "newer"]
    assert call(old.page, *RARE_LETTERS) == "loaded,loaded"


@pytest.mark.parametrize("spoilt", [False, True])
def test_first_published_worker_is_replaced(context: BrowserContext, copy: Path, *, spoilt: bool) -> None:
    """The first published worker is replaced even if it saved a corrupt file, and the newer version works offline."""
    site = {"version": VERSION, "files": list(known(copy)["files"])}
    (copy / "sw.js").write_text(FIRST_WORKER.read_text("utf-8").replace("SITE", json.dumps(site)), "utf-8")
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        if spoilt:
            call(page, "worker", "replaceFile", PYTHON, LOGIN)
        renew(copy)
        player = Player(page)
        with loaded(page, times=2 if spoilt else 1):
            page.goto(address)
        player.wait_for_start()
        wait_for(page, "worker", "hasVersion", "newer")
        wait_for(page, "worker", "isDone")
        page.close()
    player = Player(context.new_page())
    player.open(address)
    expect(player.page.locator(NEWER)).to_be_attached()
    assert call(player.page, "worker", "listVersions")[-1] == "newer"


def test_newer_version_appears_at_once_despite_caching(
    context: BrowserContext, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer version appears at once even if the server allows caching, as GitHub Pages does for ten minutes."""

    def end_headers(handler: Handler) -> None:
        handler.send_header("Cache-Control", "max-age=600")
        super(Handler, handler).end_headers()

    monkeypatch.setattr(Handler, "end_headers", end_headers)
    with published(copy) as address:
        page = open_and_keep(context.new_page(), address).page
        page.reload()
        renew(copy)
        fetch_newer(page)
        page.reload()
        expect(page.locator(NEWER)).to_be_attached()


@pytest.mark.parametrize("file", ["", PYTHON, "web/licenses.txt"])
def test_nothing_is_installed_behind_a_login_page(
    context: BrowserContext, copy: Path, login: set[str], file: str
) -> None:
    """While a login page answers for a file, nothing is installed."""
    with published(copy) as address:
        page = context.new_page()
        login.add(file)
        assert not install(page, address)
        assert call(page, "worker", "listVersions") == []
        login.clear()
        assert install(page, address)
        assert call(page, "worker", "listVersions") == [VERSION]


@pytest.mark.parametrize(
    "event", ["dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"]
)
def test_installation_is_retried(context: BrowserContext, copy: Path, login: set[str], event: str) -> None:
    """Installation is retried when the browser is online again, or the player returns to the page, as after a login."""
    with published(copy) as address:
        login.add("web/licenses.txt")
        page = context.new_page()
        Player(page).open(address)
        wait_for(page, "worker", "isUnregistered")
        login.clear()
        page.evaluate(event)
        call(page, "worker", "waitUntilSaved")


def test_file_from_the_older_cache_is_checked(context: BrowserContext, copy: Path) -> None:
    """A file from the older version's cache is checked before the newer version uses it."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "replaceFile", PYTHON, LOGIN)
        renew(copy)
        call(page, "worker", "checkForUpdate")
        wait_for(page, "worker", "isNotInstalling")
        assert call(page, "worker", "listVersions")[-1] == "newer"
        assert call(page, "worker", "getFileSize", PYTHON) == (SITE / PYTHON).stat().st_size


def test_page_restarts_if_a_corrupt_copy_breaks_the_start(context: BrowserContext, copy: Path) -> None:
    """If a corrupt copy makes the start fail, the page restarts automatically and works."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "replaceFile", PYTHON, LOGIN)
        with loaded(page, times=2):
            page.goto(address)
        player = Player(page)
        player.wait_for_start()
        player.begin("again")


def test_file_that_the_cache_has_lost_is_checked(context: BrowserContext, copy: Path, login: set[str]) -> None:
    """If the cache has lost Python's WebAssembly, the network's answer is checked, and the panel names the file."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "deleteFile", WASM)
        login.add(WASM)
        page.goto(address)
        said = catalog("en")["page.file"].format(file=plain(WASM))
        expect(page.locator("#boot output")).to_have_text(said)
        login.clear()
        page.reload()
        Player(page).wait_for_start()


def test_copies_not_needed_for_the_start_are_repaired_later(context: BrowserContext, copy: Path) -> None:
    """A corrupt or missing copy that isn't needed for the start is repaired while the game runs."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "replaceFile", RARE_FACE, LOGIN)
        call(page, "worker", "deleteFile", "web/licenses.txt")
        call_at_start(page, "worker", "holdRest")
        Player(page).open(address)
        wait_for_rest(page)
        page.evaluate("endRest()")
        for file in (RARE_FACE, "web/licenses.txt"):
            wait_for(page, "worker", "hasFileSize", file, (SITE / file).stat().st_size)


@pytest.mark.parametrize(("source", "target"), [("index.html", "./"), ("", "index.html")])
def test_redirect_between_the_two_addresses(
    context: BrowserContext, copy: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str
) -> None:
    """If one of the page's two addresses redirects to the other, both work with and without a network."""
    send_head = Handler.send_head

    def redirect(handler: Handler) -> BytesIO | BinaryIO | None:
        path, _, query = handler.path.partition("?")
        if path != PREFIX + source:
            return send_head(handler)
        handler.send_response(HTTPStatus.FOUND)
        handler.send_header("Location", PREFIX + target + (query and f"?{query}"))
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return None

    def check(page: Page) -> None:
        for name in ("", "index.html", "?daily", "index.html?id=c1-a-1p-kept"):
            open_only(page, address + name)
            expect(page).to_have_title(TITLE)

    monkeypatch.setattr(Handler, "send_head", redirect)
    page = context.new_page()
    with published(copy) as address:
        assert install(page, address)
        check(page)
    check(page)


@pytest.mark.parametrize("older", [False, True])
def test_older_version_stays_if_storage_is_short(context: BrowserContext, copy: Path, *, older: bool) -> None:
    """If storage is short, no version is saved in part, and the older version stays until a newer one fits."""
    with published(copy) as address:
        page = context.new_page()
        if older:
            install(page, address)
            renew(copy)
        room = {"origin": address.removesuffix(PREFIX), "quotaSize": 12_000_000 if older else 1_000_000}
        devtools(page).send("Storage.overrideQuotaForOrigin", room)
        player = Player(page)
        player.open(address)
        player.begin("room1")
        expect(player.map).to_be_visible()
        if older:
            call(page, "worker", "tryUpdate")
        wait_for(page, "worker", "isNotInstalling")
        assert call(page, "worker", "listVersions") == ([VERSION] if older else [])


@pytest.mark.parametrize("fault", FAULTS)
def test_broken_worker_never_cuts_off_the_network(context: BrowserContext, copy: Path, fault: str) -> None:
    """A broken worker never cuts the page off from the network."""
    worker = copy / "sw.js"
    worker.write_text(FAULTS[fault] + worker.read_text("utf-8"), "utf-8")
    with published(copy) as address:
        page = context.new_page()
        Player(page).open(address)
        wait_for(page, "worker", "isNotInstalling")
        player = Player(context.new_page())
        player.open(address)
        player.begin("broken")


@pytest.mark.parametrize("text", [None, LOGIN, "throw new Error('broken')"])
def test_game_works_without_the_workers_script(context: BrowserContext, copy: Path, text: str | None) -> None:
    """If the script that installs the worker is missing or wrong, the game works and no fault is reported."""
    [script] = copy.glob("web/offline.*.js")
    script.unlink()
    if text:
        script.write_text(text, "utf-8")
    with published(copy) as address:
        player = Player(context.new_page())
        player.open(address)
        assert player.button("^Try again").count() == 0
        player.begin("broken")
        player.confirm.click()
        player.wait_for_plies(1)


def test_game_works_if_workers_are_denied(page: Page, player: Player, site: str) -> None:
    """The game works if workers are denied, as in some frames and private windows."""
    call_at_start(page, "pretend", "denyWorkers")
    player.open(site)
    player.begin("denied")
    player.confirm.click()
    player.wait_for_plies(1)


@pytest.mark.parametrize("is_open", [True, False])
def test_clicking_a_notification_opens_its_page(
    context_with_windows: BrowserContext, site: str, *, is_open: bool
) -> None:
    """A click returns to the page that called. If it's closed, a new page opens its address, including the room."""
    context = context_with_windows
    context.grant_permissions(["notifications"])
    page = context.new_page()
    open_and_keep(page, site)
    page.goto(f"{site}#room=somewhere")
    page.evaluate(CALL, f"./{ROOMS}")
    [worker] = context.service_workers
    [shown] = worker.evaluate(SHOWN)
    assert shown == {"title": "Your turn", "body": "A card is waiting.", "url": page.url}
    context.new_page().goto(site + EMPTY)
    if not is_open:
        page.close()
    assert worker.evaluate(CLICK) == [f"focus {site}" if is_open else f"open {site}#room=somewhere"]
    assert worker.evaluate(SHOWN) == []


def test_notification_is_replaced_or_removed(context_with_windows: BrowserContext, site: str) -> None:
    """The next call replaces it, and none is left once the player has come, even if it was just being shown."""
    context = context_with_windows
    context.grant_permissions(["notifications"])
    page = context.new_page()
    open_and_keep(page, site)
    for _ in range(2):
        page.evaluate(CALL, f"./{ROOMS}")
    [worker] = context.service_workers
    assert len(worker.evaluate(SHOWN)) == 1
    page.evaluate("async (file) => (await import(file)).hush()", f"./{ROOMS}")
    assert worker.evaluate(SHOWN) == []
    page.evaluate(
        f"async (file) => {{ const shown = ({CALL})(file); (await import(file)).hush(); await shown; }}", f"./{ROOMS}"
    )
    assert worker.evaluate(SHOWN) == []


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
