"""Without a network, on a bad one, after an update, installed: what the service worker and the manifest are for."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from page.files import LOOKS, PYTHON, WHOLE, path_of
from page.player import PATIENT, PHONE, PREFIX, Player
from page.scripts import call, call_at_start, wait_for, wait_until, written
from tasks.build import HASHED, checksums
from tasks.serve import Handler, served
from tasks.steps import SITE

pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(service_workers="allow")]

#: A page without anything that belongs to the site.
EMPTY = "empty.html"
#: What a network that wants a login first answers to everything.
LOGIN = "<!doctype html><title>Please log in</title>"
#: The worker of the first published versions, which took the page from the network, and checked nothing.
FIRST_WORKER = Path(__file__).with_name("first_worker.js")
INDEX = (SITE / "index.html").read_text("utf-8")
#: The drawings of the page without its later part.
SYMBOLS = {
    identity
    for text in (INDEX, *((SITE / name).read_text("utf-8") for name in LOOKS))
    for identity in re.findall(r'<symbol [^>]*?id="([^"]+)"', text)
}
#: A font that the start has no need of.
RARE_FACE = path_of("web/vendor/fonts/alegreya-latin-ext-700-normal.*")
ROOMS = path_of("web/rooms.*.js")
#: The files of later parts that a page fetches when it needs them, and those that it fetches soon after its start.
OF_ROOMS, OF_LATER = [path_of("web/rooms.*.bin")], [path_of("web/later.*.bin")]
UPDATED = "The game has been updated since you opened it."
[VERSION] = re.findall(r'"version":"(\w+)"', INDEX)

#: Milliseconds after which Chromium has ended a worker that it takes for busy; it looks once in a while.
BUSY = 480_000
TITLE = re.compile("^Cartographers")
NEWER = re.compile("^Newer")

#: Loads letters of that font, and of another.
RARE_LETTERS = ("looks", "loadLetters", "700 1em Alegreya", "Łukasz")
#: Calls a player, in the page. The argument is the script of rooms.
CALL = """async (file) => (await import(file)).notify("Your turn", "A card is waiting.", false, true)"""
#: The notifications that are shown, in the worker.
SHOWN = """async () => {
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, url: data.url }));
}"""
#: Clicks the one that is shown, in the worker. A browser lets it focus or open a page only after a real click.
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
#: What may be wrong with the worker, in scripts that go before it.
FAULTS = {
    "it throws": "throw new Error('broken');",
    "the cache cannot be read": f"{written('pretend', 'brokenCaches')};",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the site, so that it can be changed."""
    folder = Path(shutil.copytree(SITE, tmp_path / "site"))
    (folder / EMPTY).write_text('<!doctype html><link rel="icon" href="data:,">', "utf-8")
    return folder


@contextmanager
def published(folder: Path) -> Iterator[str]:
    """Serve a copy of the site until the end of the block. Then it is gone, also for connections still open."""
    with served(folder, PREFIX) as address:
        yield address
    shutil.rmtree(folder)


def known(folder: Path) -> dict[str, Any]:
    """Return what the worker knows: its version and its files."""
    [site] = re.findall(r"onUse \} = (\{.*\});", (folder / "sw.js").read_text("utf-8"))
    return dict(json.loads(site))


def renew(folder: Path, *, without: str = "", moved: Iterable[str] = ()) -> None:
    """Publish a newer version of the site: its page has another title, and perhaps a file is gone.

    Each file in ``moved`` has another hash in its name, and is gone under the old one.
    """
    page, worker = folder / "index.html", folder / "sw.js"
    text, site = INDEX.replace(VERSION, "newer").replace('"title":"', '"title":"Newer '), json.dumps(known(SITE))
    for name in moved:
        new = HASHED.sub(".00000000", name)
        (folder / name).rename(folder / new)
        text, site = text.replace(name, new), site.replace(name, new)
    page.write_text(text, "utf-8")
    newer = json.loads(site)
    newer["version"] = "newer"
    newer["files"].pop(without, None)
    newer["files"]["./"] = checksums(page.read_bytes())
    text = (SITE / "sw.js").read_text("utf-8")
    worker.write_text(text.replace(json.dumps(known(SITE)), json.dumps(newer)), "utf-8")
    later = time.time() + 60  # or the server takes it for the same file, if the last change was in this second
    os.utime(worker, (later, later))


def open_and_keep(page: Page, address: str) -> Player:
    """Open the page and wait until all of it has been kept."""
    player = Player(page)
    player.open(address)
    call(page, "worker", "hasAll")
    return player


def install(page: Page, address: str) -> bool:
    """Install the worker without starting the game; say whether that succeeds."""
    page.goto(address + EMPTY)
    return bool(call(page, "worker", "install"))


def fetch_newer(page: Page) -> None:
    """Let the browser look for a newer version, and wait until it has been fetched."""
    call(page, "worker", "lookForNewer")
    wait_for(page, "worker", "isWaiting")


def open_only(page: Page, address: str) -> None:
    """Go to the page, and do not wait for the game."""
    page.goto(address, wait_until="commit")


def wait_for_all(page: Page) -> None:
    """Wait until a page has all its files, those of its later part, too.

    If a page goes away while the worker still hands it a file, Chromium may take the worker for busy for five minutes
    (``kMaxLameDuckTime``), and as long no newer one takes its place.
    """
    Player(page).wait_for_start()
    expect(page.locator("style")).to_have_count(WHOLE, timeout=PATIENT)


def close(page: Page) -> None:
    """Close a page that has all its files."""
    wait_for_all(page)
    page.close()


def wait_for_rest(page: Page) -> None:
    """Wait until no worker waits: now and then Chromium takes the old one for busy, and ends it after five minutes."""
    wait_for(page, "worker", "rests", patience=BUSY)


@contextmanager
def loaded(page: Page, *, times: int) -> Iterator[None]:
    """Wait at the end of the block until the page has been loaded so many times."""
    loads: list[Page] = []

    def enough(page: Page) -> bool:
        loads.append(page)
        return len(loads) == times

    with page.expect_event("load", enough, timeout=PATIENT):
        yield


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let the server hold back the second half of everything, from when the event is cleared until it is set."""
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
    """Let the server answer with a login page whatever is in this set, by its name in the site."""
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


@pytest.mark.browser_context_args(service_workers="allow", viewport=PHONE, has_touch=True, is_mobile=True)
def test_the_second_visit_needs_no_network(context: BrowserContext, copy: Path) -> None:
    """The server is gone: the page starts, goes on with the game, and plays another of the other box."""
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
    player.line(0).fill("Zoë Łukasz")  # letters of the rarer face
    player.button("^Start ").tap()
    expect(player.map).to_be_visible()
    assert "-hhhyh-" in player.record
    assert call(page, "looks", "lacksNoLetters")
    assert errors == []


def test_what_has_been_kept_is_not_fetched_again(context: BrowserContext, copy: Path) -> None:
    """A second visit asks the network for nothing of the game; the browser looks whether there is a newer worker."""
    with published(copy) as address:
        open_and_keep(context.new_page(), address).page.close()
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
        Player(context.new_page()).open(address)
        assert {url.removeprefix(address) for url in asked} <= {"sw.js"}


def test_the_first_visit_needs_no_network_in_the_end(context: BrowserContext, copy: Path) -> None:
    """The server goes away while the first page is open: letters of the rarer face come all the same."""
    with published(copy) as address:
        page = open_and_keep(context.new_page(), address).page
        wait_until(page, "navigator.serviceWorker.controller")
    assert call(page, *RARE_LETTERS) == "loaded,loaded"


def test_what_few_need_is_kept_when_somebody_does(context: BrowserContext, copy: Path) -> None:
    """The script for rooms does not come with the rest; once it has come, it needs no network either."""
    script = ROOMS, (SITE / ROOMS).stat().st_size
    with published(copy) as address:
        page = open_and_keep(context.new_page(), address).page
        wait_until(page, "navigator.serviceWorker.controller")
        assert not call(page, "worker", "hasSize", *script)
        call(page, "rooms", "load")
        wait_for(page, "worker", "hasSize", *script)
        page.close()
    page = context.new_page()
    page.goto(f"{address}?embed")
    assert "enter" in call(page, "rooms", "load")


def test_a_slow_network_delays_nobody_who_comes_back(
    context: BrowserContext, copy: Path, slow: threading.Event
) -> None:
    """Only half of anything comes: the page is whole, and plays; a newer version is told when all of it has come."""
    with published(copy) as address:
        open_and_keep(context.new_page(), address).page.close()
        slow.clear()
        renew(copy)
        player = Player(context.new_page())
        player.open(address)
        assert set(player.page.evaluate("[...document.querySelectorAll('symbol')].map(({id}) => id)")) >= SYMBOLS
        player.begin("flight")
        player.confirm.click()
        player.wait_for_plies(1)
        call(player.page, "worker", "lookInBackground")
        slow.set()
        player.button("^Menu$").click()
        newer = player.dialog.get_by_role("button", name="A new version is ready: reload")
        expect(newer).to_be_visible(timeout=PATIENT)


def test_a_newer_version_is_told_and_costs_no_game(context: BrowserContext, copy: Path) -> None:
    """A page that is open says so, on the start screen and in the menu, and goes on with its game in the new one."""
    with published(copy) as address:
        player = open_and_keep(context.new_page(), address)
        player.begin("newer")
        player.confirm.click()
        player.wait_for_plies(1)
        kept = player.record
        assert player.button("^A new version").count() == 0
        renew(copy)
        call(player.page, "worker", "lookForNewer")
        player.button("^Menu$").click()
        newer = player.dialog.get_by_role("button", name="A new version is ready: reload")
        expect(newer).to_be_visible(timeout=PATIENT)
        newer.click()
        expect(player.page).to_have_title(NEWER, timeout=PATIENT)
        player.wait_for_start()
        expect(player.map).to_be_visible()
        assert player.record == kept


@pytest.mark.parametrize("has_worker", [False, True])
def test_a_room_after_a_deploy(context: BrowserContext, copy: Path, *, has_worker: bool) -> None:
    """An old page finds that the files for rooms are gone; it says so, and the newer version opens the room's door."""
    with published(copy) as address:
        page = context.new_page()
        if has_worker:
            player = open_and_keep(page, address)
        else:
            call_at_start(page, "pretend", "deniedWorkers")
            player = Player(page)
            player.open(address)
        renew(copy, moved=OF_ROOMS)
        player.button("^New game").click()
        page.locator("[data-do='go room']").click()
        expect(page.get_by_text(UPDATED).first).to_be_visible(timeout=PATIENT)
        player.button("^Reload$").click()
        expect(page).to_have_title(NEWER, timeout=PATIENT)
        player.wait_for_start()
        expect(page.locator("[data-do='enter-room']")).to_be_visible(timeout=PATIENT)


@pytest.mark.parametrize("is_bot", [False, True])
def test_a_game_after_a_deploy(page: Page, copy: Path, *, is_bot: bool) -> None:
    """Files that the start did not fetch are gone: the game continues in the newer version, where it was."""
    call_at_start(page, "pretend", "deniedWorkers")
    with published(copy) as address:
        player = Player(page)
        page.route("**/later.*.bin", lambda route: route.abort())
        player.open(address)
        player.button("^New game").click()
        if is_bot:
            player.button("^Add a bot$").click()
        player.button("^Start ").click()
        player.see_goals()
        player.fit()
        player.confirm.click()
        if is_bot:
            expect(player.button("^Try again")).to_be_visible(timeout=PATIENT)
        renew(copy, moved=OF_LATER)
        page.unroute("**/later.*.bin")
        if is_bot:
            player.button("^Try again").click()
        else:
            player.wait_for_plies(1)
            player.button("^Menu$").click()
            player.dialog.get_by_role("button", name="Rules").click()
        expect(page.get_by_text(UPDATED).first).to_be_visible(timeout=PATIENT)
        player.button("^Reload$").click()
        expect(page).to_have_title(NEWER, timeout=PATIENT)
        player.wait_for_start()
        if is_bot:
            player.wait_for_plies(2)
            return
        expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible(timeout=PATIENT)
        player.button("^Back$").click()
        expect(player.map).to_be_visible()
        assert player.plies == 1


def test_a_failure_is_no_deploy(page: Page, site: str) -> None:
    """As long as the server has this version, a file that does not arrive is blamed on the connection."""
    player = Player(page)
    page.route("**/later.*.bin", lambda route: route.fulfill(status=404))
    player.open(site)
    player.button("^Rules$").click()
    expect(page.get_by_text("This page couldn't be loaded").first).to_be_visible(timeout=PATIENT)
    expect(page.get_by_text(UPDATED)).to_have_count(0)


def test_who_comes_back_gets_the_newer_version(context: BrowserContext, copy: Path) -> None:
    """The first visit after an update shows the old version at once, the next one the newer; no button is pressed."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        renew(copy)
        open_only(page, address)
        expect(page).not_to_have_title(NEWER)
        fetch_newer(page)
        close(page)
        player = Player(context.new_page())
        player.open(address)
        expect(player.page).to_have_title(NEWER)
        assert player.button("^A new version").count() == 0


def test_the_only_page_is_newer_when_it_is_reloaded(context: BrowserContext, copy: Path) -> None:
    """As long as there is another page, both show the old version; the last one forgets that."""
    with published(copy) as address:
        other, page = context.new_page(), context.new_page()
        install(other, address)
        open_only(page, address)
        renew(copy)
        fetch_newer(page)
        wait_for_all(page)
        page.reload()
        expect(page).not_to_have_title(NEWER)
        open_only(context.new_page(), address)
        expect(context.pages[-1]).not_to_have_title(NEWER)
        close(context.pages[-1])
        assert call(page, "worker", "versions") == [VERSION, "newer"]
        other.close()
        call_at_start(page, "worker", "longRest")
        wait_for_all(page)
        page.reload()
        expect(page).to_have_title(NEWER)
        wait_for_rest(page)
        page.evaluate("endRest()")
        wait_for(page, "worker", "isOnly", "newer")


def test_an_old_page_leaves_a_newer_version_alone(context: BrowserContext, copy: Path) -> None:
    """Its worker tidies up, and knows that the newer one's files are waiting."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        renew(copy)
        fetch_newer(page)
        assert call(page, "worker", "check") == 0
        assert call(page, "worker", "versions") == [VERSION, "newer"]


def test_an_old_page_plays_on_beside_a_newer_one(context: BrowserContext, copy: Path) -> None:
    """The button in one tab takes nothing away from another, though the server has only the newest files."""
    with published(copy) as address:
        old, player = (open_and_keep(context.new_page(), address) for _ in range(2))
        renew(copy, without=RARE_FACE)
        fetch_newer(player.page)
        player.button("^A new version").click()
        expect(player.page).to_have_title(NEWER, timeout=PATIENT)
        assert call(player.page, "worker", "versions") == [VERSION, "newer"]
    assert call(old.page, *RARE_LETTERS) == "loaded,loaded"


@pytest.mark.parametrize("spoilt", [False, True])
def test_the_first_worker_is_replaced(context: BrowserContext, copy: Path, *, spoilt: bool) -> None:
    """It may have kept a wrong answer; who comes back plays the newer version, and needs no network next time."""
    site = {"version": VERSION, "files": list(known(copy)["files"])}
    (copy / "sw.js").write_text(FIRST_WORKER.read_text("utf-8").replace("SITE", json.dumps(site)), "utf-8")
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        if spoilt:
            call(page, "worker", "spoil", PYTHON, LOGIN)
        renew(copy)
        player = Player(page)
        with loaded(page, times=2 if spoilt else 1):
            page.goto(address)
        player.wait_for_start()
        wait_for(page, "worker", "isThere", "newer")
        wait_for(page, "worker", "isDone")
        page.close()
    player = Player(context.new_page())
    player.open(address)
    expect(player.page).to_have_title(NEWER)
    assert call(player.page, "worker", "versions")[-1] == "newer"


def test_a_server_that_lets_the_browser_keep_files(
    context: BrowserContext, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub Pages does for ten minutes; a newer version comes at once all the same."""

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
        expect(page).to_have_title(NEWER)


@pytest.mark.parametrize("file", ["", PYTHON, "web/licences.txt"])
def test_a_wrong_answer_is_not_kept(context: BrowserContext, copy: Path, login: set[str], file: str) -> None:
    """A login page comes in the place of a file: nothing is installed before that is over."""
    with published(copy) as address:
        page = context.new_page()
        login.add(file)
        assert not install(page, address)
        assert call(page, "worker", "versions") == []
        login.clear()
        assert install(page, address)
        assert call(page, "worker", "versions") == [VERSION]


@pytest.mark.parametrize(
    "event", ["dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"]
)
def test_installing_is_tried_again(context: BrowserContext, copy: Path, login: set[str], event: str) -> None:
    """When the browser finds a network, or the player comes back to the page, from the login page for example."""
    with published(copy) as address:
        login.add("web/licences.txt")
        page = context.new_page()
        Player(page).open(address)
        wait_for(page, "worker", "isGone")
        login.clear()
        page.evaluate(event)
        call(page, "worker", "hasAll")


def test_a_wrong_copy_is_not_handed_on(context: BrowserContext, copy: Path) -> None:
    """What the older version's cache holds is checked before the newer one takes it."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "spoil", PYTHON, LOGIN)
        renew(copy)
        call(page, "worker", "lookForNewer")
        wait_for(page, "worker", "installsNothing")
        assert call(page, "worker", "versions")[-1] == "newer"
        assert call(page, "worker", "size", PYTHON) == (SITE / PYTHON).stat().st_size


def test_a_wrong_copy_is_repaired_when_the_start_fails(context: BrowserContext, copy: Path) -> None:
    """The page starts again by itself, and plays."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "spoil", PYTHON, LOGIN)
        with loaded(page, times=2):
            page.goto(address)
        player = Player(page)
        player.wait_for_start()
        player.begin("again")


def test_what_is_wrong_or_missing_is_repaired_in_time(context: BrowserContext, copy: Path) -> None:
    """Although the start has no need of it; the game plays meanwhile."""
    with published(copy) as address:
        page = context.new_page()
        install(page, address)
        call(page, "worker", "spoil", RARE_FACE, LOGIN)
        call(page, "worker", "lose", "web/licences.txt")
        call_at_start(page, "worker", "longRest")
        Player(page).open(address)
        wait_for_rest(page)
        page.evaluate("endRest()")
        for file in (RARE_FACE, "web/licences.txt"):
            wait_for(page, "worker", "hasSize", file, (SITE / file).stat().st_size)


@pytest.mark.parametrize(("source", "target"), [("index.html", "./"), ("", "index.html")])
def test_a_server_that_redirects(
    context: BrowserContext, copy: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str
) -> None:
    """The page has two addresses, of which one leads to the other; both show it, with a network and without."""
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
def test_where_there_is_no_room_the_game_plays(context: BrowserContext, copy: Path, *, older: bool) -> None:
    """Nothing is kept in part: neither the first version nor a newer one, beside which the older one stays."""
    with published(copy) as address:
        page = context.new_page()
        if older:
            install(page, address)
            renew(copy)
        room = {"origin": address.removesuffix(PREFIX), "quotaSize": 12_000_000 if older else 1_000_000}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
        player = Player(page)
        player.open(address)
        player.begin("room1")
        expect(player.map).to_be_visible()
        if older:
            call(page, "worker", "tryNewer")
        wait_for(page, "worker", "installsNothing")
        assert call(page, "worker", "versions") == ([VERSION] if older else [])


@pytest.mark.parametrize("fault", FAULTS)
def test_where_the_worker_is_broken_the_game_plays(context: BrowserContext, copy: Path, fault: str) -> None:
    """It never stands between the page and the network."""
    worker = copy / "sw.js"
    worker.write_text(FAULTS[fault] + worker.read_text("utf-8"), "utf-8")
    with published(copy) as address:
        page = context.new_page()
        Player(page).open(address)
        wait_for(page, "worker", "installsNothing")
        player = Player(context.new_page())
        player.open(address)
        player.begin("broken")


@pytest.mark.parametrize("text", [None, LOGIN, "throw new Error('broken')"])
def test_without_its_script_the_game_plays(context: BrowserContext, copy: Path, text: str | None) -> None:
    """The script that installs the worker has not come, or something else in its place: nobody is told of a fault."""
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


def test_where_workers_are_denied_the_game_plays(page: Page, player: Player, site: str) -> None:
    """As in some frames, and private windows."""
    call_at_start(page, "pretend", "deniedWorkers")
    player.open(site)
    player.begin("denied")
    player.confirm.click()
    player.wait_for_plies(1)


@pytest.mark.parametrize("is_open", [True, False])
def test_a_notification_leads_to_its_page(context_with_windows: BrowserContext, site: str, *, is_open: bool) -> None:
    """A click returns to the page that called. If that is closed, a new page opens its address, room included."""
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


def test_a_notification_is_taken_away(context_with_windows: BrowserContext, site: str) -> None:
    """The next one replaces it, and none is left when the player has come, even while it was being shown."""
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
        assert call(page, "looks", "iconSize", icon["src"]) == icon["sizes"]
    context.close()
