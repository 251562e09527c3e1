"""The page in frames on another site, even in frames that may only run scripts."""

import gzip
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Locator, Page, Response, ViewportSize, expect

from app.game.shelf import read_save
from bench.slow_server import PACKED
from support.page.axe import check
from support.page.files import FILES, LOOKS, PYTHON, open_first_screen, path_of, send_in_parts
from support.page.games import kept_game
from support.page.player import SAVE, Player, Spot, box_of, middle, record_of
from support.page.scripts import PATIENT, call, call_on, look, recorded_errors, settle, wait_until, written
from support.page.wrong import answer, mend
from tasks.serve import HOST, served
from words.files import catalog

FRAMES = {
    "free": "",
    "scripts and origin": 'sandbox="allow-scripts allow-same-origin"',
    "scripts alone": 'sandbox="allow-scripts"',
}
SIZES = [ViewportSize(width=w, height=h) for w, h in ((320, 480), (360, 640), (390, 700), (800, 500), (320, 600))]
LIMIT = 100_000
"""The maximum bytes that an embed may fetch before its button is pressed."""

#: The styles and drawings of the map.
[MAP_LOOK] = [name for name in LOOKS if "/map." in name]
#: A game on map C that every door must open.
GAME = "c1-c-1p-k3x9q2"


@contextmanager
def blog(folder: Path, body: str, head: str = "") -> Iterator[str]:
    """Serve a page of another site, and yield its address."""
    page = f'<!doctype html><html lang="en"><title>A blog</title>{head}<body>{body}'
    (folder / "index.html").write_text(page, "utf-8")
    with served(folder) as address:
        yield address.replace(HOST, "localhost")


def framed(address: str, attributes: str = "") -> str:
    """Return a frame with the page."""
    return f'<iframe {attributes} src="{address}" width="390" height="700" title="A game"></iframe>'


def tag(site: str, game: str = "", language: str = "") -> str:
    """Return the one tag that embeds a frame."""
    data = "".join(f" data-{name}={value}" for name, value in (("game", game), ("lang", language)) if value)
    return f'<script src="{site}embed.js"{data} async></script>'


def injected(site: str, place: str, more: str = "") -> str:
    """Return a script that inserts the tag into a place of a page."""
    made = f"Object.assign(document.createElement('script'), {{src: '{site}embed.js'}})"
    return f"<script>const tag = {made}; tag.dataset.game = 'daily'; {more}; {place}.append(tag)</script>"


def ways_to_load(site: str) -> dict[str, tuple[str, list[str]]]:
    """Return the ways in which pages load the script: the content of each page, and its games."""
    embed, base = f"{site}embed.js", f"<base href='{site}nowhere/'>"
    one = f'<div id="place"><script src="{embed}" data-game="daily"'
    module = f'<script type="module" src="{embed}"'
    written = f"document.write('{one}><' + '/script></div>')"
    shadow = "const root = document.getElementById('place').attachShadow({mode: 'open'})"
    empty = '<div id="place"></div>'
    as_jquery = f"document.head.append(Object.assign(document.createElement('script'), {{src: '{embed}'}}))"
    inert = f'<div id="place"><script type="text/x" src="{embed}" data-game="daily"></script></div>'
    return {
        "classic": (f"{one}></script></div>", ["daily"]),
        "async": (f"{one} async></script></div>", ["daily"]),
        "defer": (f"{one} defer></script></div>", ["daily"]),
        "a module": (f"{one} type=module></script></div>", ["daily"]),
        "modules": (f"{module} async></script>{module} data-game=daily></script>", ["", "daily"]),
        "modules and others": (f"{module}></script>{one} defer></script></div>", ["", "daily"]),
        "injected": (empty + injected(site, "document.getElementById('place')"), ["daily"]),
        "written": (f"<script>{written}</script>", ["daily"]),
        "beside a base": (
            f'{base}<div id="place"><script src="../embed.js" data-game="daily"></script></div>',
            ["daily"],
        ),
        "in a shadow tree": (empty + injected(site, "root", shadow), ["daily"]),
        "a copy in the head": (f"{inert}<script>{as_jquery}</script>", ["daily"]),
        "with a query": (f'<script src="{embed}?v=2" data-game="daily"></script>', ["daily"]),
        "beside a stranger": (f'<script src="/embed.js"></script>{one} type=module></script></div>', ["daily"]),
    }


#: The names of these ways.
LOADED = list(ways_to_load(""))


def press_play(frame: FrameLocator | Page) -> None:
    """Press the embed's button, and wait for the choice of a shape in its game."""
    play_button(frame).click()
    see_edicts(frame)


def see_edicts(frame: FrameLocator | Page) -> None:
    """Wait for a game, and continue past the edicts of a new one."""
    expect(frame.locator(".tray")).to_be_visible()
    call_on(frame.locator("body"), "act", "skipEdicts")
    expect(frame.locator(".edicts-list")).to_have_count(0)


def draw(frame: FrameLocator | Page) -> None:
    """Draw a shape somewhere."""
    confirm = frame.get_by_role("button", name="Confirm")
    if not confirm.is_enabled():
        frame.get_by_role("button", name="Next fit").click()
    confirm.click()
    expect(frame.get_by_role("button", name="Undo")).to_be_enabled()


def play_button(frame: FrameLocator | Page) -> Locator:
    """Return the embed's button."""
    return frame.get_by_role("button", name="Play", exact=True)


@pytest.fixture
def errors(page: Page) -> Iterator[None]:
    """Check that no frame throws an error."""
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    yield
    assert thrown == []


@pytest.mark.thorough
@pytest.mark.usefixtures("errors")
def test_full_page_works_in_a_frame(page: Page, site: str, tmp_path: Path) -> None:
    """The full page starts and can be played in a frame that may only run scripts; only saving is missing."""
    with blog(tmp_path, framed(site, FRAMES["scripts alone"])) as address:
        page.goto(address)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_role("region", name="Loading")).to_have_count(0)
        inside.get_by_role("button", name="New game").click()
        inside.get_by_role("button", name=re.compile("^More ")).click()
        inside.get_by_role("textbox", name="Seed", exact=True).fill("k3x9q2")
        inside.get_by_role("button", name=re.compile("^Start ")).click()
        see_edicts(inside)
        draw(inside)


def open_sheet_in_a_frame(page: Page, site: str, address: str) -> FrameLocator:
    """Open another page with ours in a frame and a saved finished game, and go to its sheet."""
    Player(page).keep(kept_game("c1-c-1p-sheet", lambda _: False))
    page.goto(f"{site}web/licenses.txt")
    page.goto(address.replace("localhost", HOST))
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("region", name="Loading")).to_have_count(0)
    inside.get_by_role("button", name=re.compile("^(Continue|Your last game)")).click()
    inside.get_by_role("button", name=re.compile("^Score sheet")).click()
    expect(inside.get_by_role("heading", name="Share it")).to_be_visible()
    return inside


@pytest.mark.thorough
def test_frame_that_forbids_downloads_shows_the_text(
    context_with_windows: BrowserContext, site: str, tmp_path: Path
) -> None:
    """A page can't tell that its frame forbids downloads, so it claims no success and shows the text."""
    page, thrown = context_with_windows.new_page(), list[str]()
    page.on("pageerror", lambda error: thrown.append(str(error)))
    with blog(tmp_path, framed(site, FRAMES["scripts and origin"])) as address:
        inside = open_sheet_in_a_frame(page, site, address)
        with page.expect_console_message(lambda message: "Download is disallowed" in message.text):
            inside.get_by_role("button", name=re.compile("^Game file")).click()
        status = inside.get_by_role("status").filter(has_text="Game file: ")
        expect(status).to_have_text("Game file: your browser should save the file now. If it doesn't, use Copy.")
        expect(inside.locator("textarea.by-hand")).to_have_value(re.compile("^c1-c-1p-sheet[.]"))
    assert thrown == []


@pytest.mark.thorough
@pytest.mark.usefixtures("errors")
@pytest.mark.browser_context_args(permissions=["clipboard-read"])
@pytest.mark.parametrize("frame", ["free", "scripts and origin", "allowed"])
def test_copying_in_a_frame(page: Page, site: str, tmp_path: Path, frame: str) -> None:
    """A frame can copy: in the new way with the permission of the surrounding page, and in the old way without it."""
    attributes = 'allow="clipboard-write; web-share"' if frame == "allowed" else FRAMES[frame]
    with blog(tmp_path, framed(site, attributes)) as address:
        inside = open_sheet_in_a_frame(page, site, address)
        inside.get_by_role("button", name=re.compile("^Beat me!")).click()
        expect(inside.get_by_role("button", name="Beat me! copied. Paste it anywhere.")).to_be_visible()
        expect(inside.get_by_role("status").filter(has_text="Beat me!: copied.")).to_be_attached()
        page.locator("body").click(position={"x": 1, "y": 1})  # without the focus, a page may not read the clipboard
        assert f"{site}?beat=" in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.thorough
@pytest.mark.browser_context_args(service_workers="allow")
def test_embed_is_small_until_its_button_is_pressed(page: Page, site: str) -> None:
    """Until its button is pressed, an embed is small and has fetched only the styles and drawings of its map.

    It installs no service worker even then.
    """
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright takes no builtin
    page.goto(f"{site}?embed&id=c1-d-1p-x", wait_until="networkidle")
    expect(page.get_by_role("img", name="Map D, Heroes wasteland")).to_be_visible()
    sent = {}
    for response in answers:
        name = urlsplit(response.url).path
        suffix = Path(name).suffix or ".html"
        sent[name] = len(gzip.compress(response.body()) if suffix in PACKED else response.body())
    assert sum(sent.values()) < LIMIT, sent
    asked = [response.url for response in answers if response.url.removeprefix(site) in FILES]
    assert asked == [site + MAP_LOOK]
    press_play(page)
    asked = [response.url for response in answers if response.url.removeprefix(site) in FILES]
    assert sorted(asked) == sorted(site + name for name in FILES)
    assert call(page, "worker", "countRegistrations") == 0


@pytest.mark.thorough
def test_query_determines_the_first_screen(player: Player, site: str) -> None:
    """The query determines the first screen's map, the link to the full page, and the game, which is saved."""
    page, daily = player.page, "c1-b-1p-e9r1h-daily20261122"
    page.clock.set_fixed_time(datetime(2026, 11, 22, 23, 59, tzinfo=UTC))
    for query, side in (
        ("?embed&id=C1-C-1P-k3x9q2", "Map C, Heroes wilderness"),
        ("?embed&record=c1-b-1p-seven", "Map B, wasteland"),
        ("?embed&id=c1-d-hhhyh-2p-x", "Map D, Heroes wasteland"),
        ("?embed", "Map A, wilderness"),
        ("?embed&daily", "Map B, wasteland"),
    ):
        page.goto(site + query)
        expect(page.get_by_role("img", name=side)).to_be_visible()
        expect(page.get_by_text("Daily game, November 22, 2026")).to_be_visible(visible="daily" in query)
        link = page.get_by_role("link", name="Play on the full page")
        rest = query.removeprefix("?embed").removeprefix("&")
        shown = call_on(link, "look", "getProperties", "href", "target", "rel")
        assert shown == [site + (f"?{rest}" if rest else ""), "_blank", "noopener"]
    press_play(page)
    draw(page)
    assert record_of(player.stored(f"{SAVE}?{daily}")).startswith(f"{daily}.")
    page.reload()
    press_play(page)
    expect(player.button("^Undo$")).to_be_enabled()


def test_unreadable_save_is_not_replaced_without_asking(player: Player, site: str) -> None:
    """An unreadable saved game isn't replaced without asking, and the first screen has room for the error."""
    page = player.page
    page.set_viewport_size({"width": 360, "height": 640})
    key, damaged = f"{SAVE}?{GAME}", f"v2 {GAME}.fZ1 end"
    page.goto(f"{site}?embed&id={GAME}")
    call(page, "pretend", "store", key, damaged)
    play, alert = play_button(page), page.get_by_role("alert")
    play.click()
    player.wait_for_start()
    dialog = page.get_by_role("dialog", name="Replace the saved game?")
    dialog.get_by_role("button", name="Keep the saved game").click()
    expect(dialog).to_have_count(0)
    expect(alert).to_contain_text("The saved game can't be read: ")
    player.check_fit(play, alert, page.get_by_role("link"))
    check(page)
    assert look(page, "readStored", key) == damaged
    play.click()
    dialog.get_by_role("button", name="Start the new game").click()
    player.see_edicts()
    draw(page)
    game = read_save(look(page, "readStored", key)).game
    assert (str(game.id), len(game.plies)) == (GAME, 1)


@pytest.mark.thorough
@pytest.mark.first_visit
def test_page_that_arrives_in_two_parts_shows_its_map(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first part of the page ends within its list of files, the map appears after the second part."""
    rest = threading.Event()

    def cut(content: bytes) -> tuple[bytes, bytes]:
        first, mark, second = content.partition(b'<template id="start-up">')
        return first + mark, second

    send_in_parts(monkeypatch, "embed&", cut, lambda: rest.wait(PATIENT / 1000))
    open_first_screen(page, f"{site}?embed&id={GAME}")
    wait_until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('/embedded.'))")
    settle(page)
    rest.set()
    expect(page.get_by_role("img", name=catalog("en")["side.C"])).to_be_visible()
    expect(page.get_by_role("region", name="Loading")).to_have_count(0)


@pytest.mark.thorough
def test_unknown_map_side_shows_the_first_map(player: Player, site: str) -> None:
    """An unknown map side, even if it names a JavaScript property, shows the first map until Python reports it."""
    page = player.page
    for side in ("constructor", "__proto__", "hasownproperty", ""):
        page.goto(f"{site}?embed&id=c1-{side}-1p-x")
        expect(page.get_by_role("img", name="Map A, wilderness")).to_be_visible()
        expect(page.get_by_role("region", name="Loading")).to_have_count(0)
    play_button(page).click()
    player.wait_for_start()
    expect(page.get_by_role("alert")).to_contain_text("his link ")
    expect(page.get_by_role("link", name="Play on the full page")).to_have_attribute("href", "./")
    expect(page.get_by_role("button")).to_have_count(0)
    check(page)


def test_failure_to_load_the_map_is_reported(page: Page, site: str) -> None:
    """An embed whose map, or whose game after the button was pressed, fails to load says so."""
    panel, again = page.get_by_role("region", name="Loading"), page.get_by_role("button", name="Try again")
    for file, sentence in {
        "web/embed-en-a.*.html": "The map couldn't be loaded.",
        "web/map.*.html": "The file map.html couldn't be loaded.",
        "web/embedded.*.js": "The file embedded.js couldn't be loaded.",
        "web/boot.*.js": "The file boot.js couldn't be loaded.",
        PYTHON: "The file python.bin couldn't be loaded.",
    }.items():
        answer(page, path_of(file), "a portal")
        page.goto(f"{site}?embed")
        if file == PYTHON:
            play_button(page).click()
        expect(panel).to_contain_text(sentence)
        expect(page.get_by_text("Sign in to the network")).to_have_count(0)
        mend(page, path_of(file))
        again.click()
        expect(play_button(page)).to_be_visible()


def test_host_page_gets_wheel_and_keys_before_the_start(page: Page, site: str, tmp_path: Path) -> None:
    """Before the start, the surrounding page scrolls by the wheel over the frame and receives all keys."""
    body = f'<p>Above</p>{framed(f"{site}?embed")}<p style="height: 3000px">Below</p>'
    with blog(tmp_path, body) as address:
        page.goto(address)
        expect(play_button(page.frame_locator("iframe"))).to_be_visible()
        assert page.evaluate("document.activeElement === document.body")
        page.mouse.move(*middle(page.locator("iframe")))
        page.mouse.wheel(0, 120)
        wait_until(page, "scrollY >= 100")
        call(page, "note", "recordKeys")
        for key in ("ArrowDown", "Space"):
            page.keyboard.press(key)
        assert page.evaluate("keys") == ["ArrowDown", "Space"]


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport=ViewportSize(width=390, height=700), has_touch=True, is_mobile=True)
def test_drag_scrolls_the_host_page_before_the_start(page: Page, site: str, tmp_path: Path) -> None:
    """Before the start, a drag over the map scrolls the page around it."""
    head = '<meta name="viewport" content="width=device-width">'
    frame = framed(f"{site}?embed", 'style="width: 100%"')
    with blog(tmp_path, f'<p>Above</p>{frame}<p style="height: 3000px">Below</p>', head) as address:
        page.goto(address)
        inside = page.frame_locator("iframe")
        x, y = middle(inside.get_by_role("img", name="Map A, wilderness"))
        Player(page).finger(*(Spot(x, y - way) for way in range(0, 200, 20)))
        wait_until(page, "scrollY > 100")


@pytest.mark.thorough
@pytest.mark.usefixtures("errors")
@pytest.mark.parametrize("width", [300, 390, 600, 700, 1000])
def test_frame_height_depends_only_on_the_width(page: Page, site: str, tmp_path: Path, width: int) -> None:
    """The frame reports its height at once. The height depends only on the width, and the start doesn't change it."""
    page.set_viewport_size(ViewportSize(width=1200, height=900))
    style = f"<style>.cartographers {{ max-width: {width}px }}</style>"
    told = f"<script>{written('note', 'recordMessages')}</script>"
    expected = {300: 600, 390: 694, 600: 800, 700: 438, 1000: 625}
    with blog(tmp_path, tag(site) + "<p>The blog goes on.</p>", told + style) as address:
        page.goto(address)
        frame = page.locator("iframe")
        wait_until(page, "messages.length > 0")
        assert page.evaluate("messages") == [{"cartographers": {"height": expected[width]}}]
        assert box_of(frame)["height"] == expected[width]
        inside = page.frame_locator("iframe")
        if width == 390:
            press_play(inside)
            assert (box_of(frame)["height"], page.evaluate("messages.length")) == (expected[width], 1)
        else:
            expect(play_button(inside)).to_be_visible()
        call_on(frame, "pretend", "limitWidth", "320px")
        expect(frame).to_have_css("height", "600px")


def test_each_tag_becomes_a_frame_with_its_own_game(page: Page, site: str, tmp_path: Path) -> None:
    """Even under a strict policy, each of several tags becomes a frame with its own game, which may copy and share."""
    origin = f"{urlsplit(site).scheme}://{urlsplit(site).netloc}"
    policy = f"default-src 'none'; script-src {origin}; frame-src {origin}"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    body = f"<p>One{tag(site)}<p>Two{tag(site, 'daily')}<p>Three{tag(site, f'id={GAME}', 'it')}"
    refused = recorded_errors(page)
    with blog(tmp_path, body, head) as address:
        page.goto(address)
        frames = page.locator("p iframe")
        expect(frames).to_have_count(3)
        assert {frame.get_attribute("allow") for frame in frames.all()} == {"clipboard-write; web-share"}
        queries = ("?embed", "?embed&daily", f"?embed&id={GAME}&lang=it")
        assert call(page, "looks", "listFrames") == [
            [site + query, "Cartographers", "lazy", "0px"] for query in queries
        ]
        frames.last.scroll_into_view_if_needed()
        last = page.frame_locator("iframe").last
        expect(last.get_by_role("img", name=catalog("it")["side.C"])).to_be_visible()
    assert refused == []
    assert (Path(__file__).parents[2] / "web/embed.js").stat().st_size < 3000


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", LOADED)
def test_tag_becomes_one_frame_however_it_is_loaded(page: Page, site: str, tmp_path: Path, way: str) -> None:
    """Each tag becomes one frame in its place, however it is loaded. Another site's script with the same name stays."""
    body, games_shown = ways_to_load(site)[way]
    errors = recorded_errors(page)
    (tmp_path / "embed.js").write_text("", "utf-8")
    icon = '<link rel="icon" href="data:,">'
    with blog(tmp_path, f"<main>{body}</main><p id='end'>The blog continues.</p>", icon) as address:
        page.goto(address)
        frames = page.locator("main iframe")  # Playwright looks into open shadow trees
        expect(frames).to_have_count(len(games_shown))
        wait_until(page, "document.readyState === 'complete'")
        queries = [f"?embed{'&' if game else ''}{game}" for game in games_shown]
        assert [frame.get_attribute("src") for frame in frames.all()] == [site + query for query in queries]
        if "place" in body:
            expect(page.locator("#place iframe")).to_have_count(1)
        expect(page.locator(f"script[src*='{site}embed.js']:not(head *)")).to_have_count(0)
        expect(page.locator("script[src='/embed.js']")).to_have_count(int("stranger" in way))
    assert errors == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("place", ["document.head", "document.createElement('div').attachShadow({mode: 'closed'})"])
def test_a_tag_that_cannot_be_replaced(page: Page, site: str, tmp_path: Path, place: str) -> None:
    """A tag in the head or in a closed shadow tree can't be replaced, and the console says so."""
    host = "const host = document.querySelector('main')"
    body = injected(site, place.replace("document.createElement('div')", "host"), host)
    with blog(tmp_path, f"<main></main>{body}") as address, page.expect_console_message() as told:
        page.goto(address)
    assert told.value.type == "error"
    assert "found no embed.js tag to replace with a game" in told.value.text
    expect(page.locator("iframe")).to_have_count(0)


def test_tag_accepts_a_height_only_from_its_own_frame(page: Page, site: str, tmp_path: Path) -> None:
    """The tag accepts a height only from its own frame, and ignores invalid heights."""
    (tmp_path / "forger.html").write_text("<!doctype html><title>Forger</title>", "utf-8")
    told = f"<script>{written('note', 'recordMessages')}</script>"
    with blog(tmp_path, f'{tag(site)}<iframe id="forger" src="forger.html"></iframe>', told) as address:
        page.goto(address)
        frame = page.locator(".cartographers")
        expect(play_button(page.frame_locator(".cartographers"))).to_be_visible()
        expect(frame).to_have_css("height", "720px")
        forger, own = (page.frame(url=url) for url in (f"{address}forger.html", f"{site}?embed"))
        assert forger
        assert own
        call(forger, "pretend", "postHeight", 333)
        page.evaluate("postMessage({cartographers: {height: 333}}, '*')")
        for nonsense in ("444px", "444", None, -444, 1e9, 0, [444]):
            call(own, "pretend", "postHeight", nonsense)
        for last in (None, "the last"):
            own.evaluate("(last) => parent.postMessage(last, '*')", last)
        wait_until(page, "messages.at(-1) === 'the last' && messages.length === 12")  # one is the right height
        assert box_of(frame)["height"] == 720
        call(own, "pretend", "postHeight", 555)
        expect(frame).to_have_css("height", "555px")


@pytest.mark.parametrize("side", ["A", pytest.param("D", marks=pytest.mark.thorough)])
def test_the_embed_screen_fits(page: Page, site: str, side: str) -> None:
    """The first screen of an embed shows a large map and large buttons, and nothing is cut off or scrolls."""
    page.goto(f"{site}?embed&id=c1-{side}-1p-x")
    play, link = play_button(page), page.get_by_role("link")
    shown = page.get_by_role("img", name=f"Map {side}, ")
    expect(play).to_be_visible()
    assert call(page, "looks", "findMissingDrawings") == []
    expect(shown).to_have_css("touch-action", "auto")
    for size in SIZES:
        page.set_viewport_size(size)
        for theme in ("parchment", "night", "contrast"):
            call(page, "pretend", "setTheme", theme)
            settle(page)
            Player(page).check_layout(shown, play, link)
            assert call(page, "fit", "findScrollers") == []
            for part, least in ((shown, 0.8 * min(size["width"], size["height"])), (play, 44), (link, 44)):
                assert min(box_of(part)["width"], box_of(part)["height"]) >= least
        check(page)
