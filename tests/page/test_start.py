"""Starting up: from one origin, told truthfully, and with a way on when something fails."""

import re
import threading
from collections import Counter
from contextlib import closing
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserType, Locator, Page, Request, expect

from page.files import FILES, PYTHON, hold
from page.player import PATIENT, PREFIX, Player, wait_until
from tasks.build import HASHED
from tasks.serve import Handler

KEEP_WHAT_IS_TOLD = """
    globalThis.told = [];
    new MutationObserver(() => {
        const bar = document.querySelector("progress");
        if (bar) told.push([bar.value, document.querySelector("#boot output").value]);
    }).observe(document, {attributes: true, childList: true, subtree: true});
"""

#: As for the few, but always and for as good as each piece of memory. "Target crashed" is what Playwright says of it.
PROFILING = "--enable-features=HeapProfilerReporting:" + "/".join(
    f"{name}/{value}"
    for name, value in {
        "stable-probability": 1,
        "nonstable-probability": 1,
        "sampling-rate": 1000,
        "renderer-sampling-rate-bytes": 1000,
    }.items()
)


def started(page: Page) -> None:
    """Wait until the loading panel is gone, which the page takes away when it answers."""
    expect(page.locator("#boot")).to_have_count(0, timeout=PATIENT)


def message(page: Page) -> Locator:
    """Return what the loading panel says; the page behind it has something of its own to tell, later."""
    return page.get_by_role("region", name="Loading").get_by_role("status")


def test_everything_comes_once_and_from_here(page: Page, site: str) -> None:
    """Start-up asks only this site, below its folder, for each file once, and nothing is missing."""
    asked: Counter[str] = Counter()
    page.on("request", lambda request: asked.update([request.url]))
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("response", lambda response: failed.append(response.url) if not response.ok else None)
    page.goto(site)
    started(page)
    fetched = {url: times for url, times in asked.items() if urlsplit(url).scheme != "data"}
    assert [url for url in fetched if not url.startswith(site)] == []
    assert {url: times for url, times in fetched.items() if times > 1} == {}
    assert {site + name for name in FILES} <= fetched.keys()
    assert failed == []


def test_a_browser_that_profiles(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str
) -> None:
    """Chromium looks at the stacks of a few to see who takes memory; it does not crash over Python's."""
    asked = {"args": [*browser_type_launch_args["args"], PROFILING]}
    with closing(browser_type.launch(**browser_type_launch_args | asked)) as profiling:
        for _ in range(3):
            page = profiling.new_page()
            page.goto(site)
            started(page)
            page.close()


def test_the_policy_holds(page: Page, site: str) -> None:
    """The page gets by with it, and neither text that would be code nor a script of its own is run."""
    page.goto(site)
    started(page)
    refused = page.evaluate(
        """async () => {
            const refused = [];
            addEventListener("securitypolicyviolation", ({effectiveDirective}) => refused.push(effectiveDirective));
            setTimeout("globalThis.ran = true");
            document.body.append(Object.assign(document.createElement("script"), {text: "globalThis.ran = true"}));
            document.body.setAttribute("onclick", "globalThis.ran = true");
            await fetch("https://example.org/").catch(() => null);
            await new Promise(done => setTimeout(done, 50));
            return [...refused, Boolean(globalThis.ran)];
        }"""
    )
    assert set(refused) == {"script-src", "script-src-elem", "script-src-attr", "connect-src", False}


def test_progress_rises_to_the_end(page: Page, site: str) -> None:
    """The bar never falls and ends at a hundred; the words go from fetching to Python to the game."""
    page.add_init_script(KEEP_WHAT_IS_TOLD)
    page.goto(site)
    started(page)
    told = page.evaluate("told")
    values = [value for value, _ in told]
    assert values == sorted(values)
    assert values[-1] == 100
    words = " ".join(dict.fromkeys(re.sub(r"[\d.]+", "#", text) for _, text in told))
    assert words.endswith("Fetching the game: # of # MB Starting Python Loading the game")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_fails_is_named_and_can_be_tried_again(page: Page, site: str, name: str) -> None:
    """The panel names the file that did not come, and its button starts the page anew."""
    again = page.get_by_role("button", name="Try again")
    page.route(site + name, lambda route: route.abort())
    page.goto(site)
    sentence = f"The file {HASHED.sub('', name.rpartition('/')[2])} could not be fetched."
    expect(message(page)).to_have_text(sentence, timeout=PATIENT)
    expect(page.get_by_role("progressbar")).to_be_hidden()
    page.unroute(site + name)
    hold(page, site + name)
    again.click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(again).to_be_hidden()


def test_trying_again_starts_the_game(page: Page, site: str) -> None:
    """After a failure, the button is all it takes."""
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto(site)
    page.get_by_role("button", name="Try again").wait_for(timeout=PATIENT)
    page.unroute("**/*.wasm")
    page.get_by_role("button", name="Try again").click()
    started(page)


def test_a_tap_is_kept_from_the_first_paint_on(player: Player, site: str) -> None:
    """Also when hardly any of the page's scripts has come."""
    page = player.page
    held = hold(page, "**/boot.*.js")
    page.goto(site, wait_until="commit")
    player.button("^New game").click()
    expect(player.button("^New game")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    player.wait_for_start()
    expect(player.seed).to_be_visible()


def test_the_game_does_not_wait_for_the_end_of_the_page(
    player: Player, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow line the drawings that the first screen has no use for may come after Python."""
    page, end = player.page, threading.Event()

    def end_late(handler: Handler, source: BinaryIO, target: BinaryIO) -> None:
        content = source.read()
        if handler.path == PREFIX:
            scripts, close, rest = content.rpartition(b"</script>")
            target.write(scripts + close)
            target.flush()
            assert end.wait(PATIENT / 1000)
            content = rest
        target.write(content)

    monkeypatch.setattr(Handler, "copyfile", end_late)
    page.goto(site, wait_until="commit")
    player.wait_for_start()
    player.begin("late1")
    assert page.evaluate("document.readyState") == "loading"
    end.set()
    wait_until(page, "document.readyState === 'complete'")
    unknown = "[...document.querySelectorAll('use')].filter(use => !document.querySelector(use.getAttribute('href')))"
    assert page.evaluate(f"{unknown}.length") == 0


@pytest.mark.parametrize("kept", ["", "c1-a-1p-kept"])
def test_what_is_tapped_before_python_is_there_is_done_then(player: Player, site: str, kept: str) -> None:
    """The first screen shows that it has been tapped; each control is done once, in order, when Python has come."""
    page = player.page
    if kept:
        player.keep(kept)
    held = hold(page, site + PYTHON)
    page.goto(site)
    door = player.button("^Continue" if kept else "^First game")
    for _ in range(2):
        door.click()
    player.button("^Preferences$").click()
    expect(door).to_have_attribute("aria-busy", "true")
    expect(player.button("^First game")).to_have_count(0 if kept else 1)
    held[0].continue_()
    player.wait_for_start()
    expect(player.dialog).to_have_accessible_name("Preferences")
    page.keyboard.press("Escape")
    expect(player.map).to_be_visible()
    assert player.record.startswith(kept or "c1-a-1p-")
    assert player.plies == 0


def test_a_file_that_is_missing_is_named(page: Page, site: str) -> None:
    """A server's "not found" is as good a reason as no answer."""
    page.route(site + PYTHON, lambda route: route.fulfill(status=404))
    page.goto(site)
    expect(message(page)).to_have_text("The file python.bin could not be fetched.", timeout=PATIENT)


def test_broken_webassembly_is_reported(page: Page, site: str) -> None:
    """What Pyodide only warns about reaches the player."""
    page.route("**/*.wasm", lambda route: route.fulfill(body=b"\0asm?", content_type="application/wasm"))
    page.goto(site)
    expect(message(page)).to_contain_text("could not start Python", timeout=PATIENT)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_an_error_in_python_is_reported(page: Page, site: str) -> None:
    """The last line of the traceback reaches the player."""
    page.add_init_script("crypto.getRandomValues = () => { throw new Error('no ink'); }")
    page.goto(site)
    expect(message(page)).to_contain_text("stopped while it was loading: no ink", timeout=PATIENT)


def test_silence_is_reported(page: Page, site: str) -> None:
    """When nothing arrives for a minute, the panel says so."""
    held: list[Request] = []
    page.clock.install()
    page.route(site + PYTHON, lambda route: held.append(route.request))
    page.goto(site)
    status = message(page)
    expect(status).to_contain_text(re.compile(r"[\d.]+ of [\d.]+ MB"), timeout=PATIENT)
    for _ in FILES:  # the others may still be arriving
        if "Nothing has arrived for a minute" not in status.inner_text():
            page.clock.run_for(61_000)
    expect(status).to_contain_text("Nothing has arrived for a minute")
