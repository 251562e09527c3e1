"""The start: from one origin, with accurate messages, and with a way to continue after a failure."""

import json
import re
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserType, Page, expect

from app.saved_names import RESUME
from support.page.files import FILES, LOOKS, PYTHON, hold, message, open_first_screen, plain, started
from support.page.player import PREFIX, Player
from support.page.scripts import call, call_at_start, call_on, wait_for, wait_until
from tasks.build import BUNDLED, ON_DEMAND

pytestmark = pytest.mark.first_visit

#: The modules fetched after the start, by the page's names for them.
LOADED = [Path(name).with_suffix(".js").name for name in (*BUNDLED, *ON_DEMAND)]

#: The maximum milliseconds until a game appears that has to wait for nothing.
SOON = 1500

#: The profiler that runs for a few users, but for every allocation. Playwright reports a crash as "Target crashed".
PROFILING = (
    "--enable-features=HeapProfilerReporting:stable-probability/1/nonstable-probability/1"
    "/sampling-rate/1000/renderer-sampling-rate-bytes/1000"
)


@pytest.mark.thorough
def test_each_file_is_fetched_once_from_this_site(page: Page, site: str) -> None:
    """The start fetches each of its files once, only from this site and below its folder, and none is missing.

    The progress bar never goes backward and ends at 100%, and its text changes from fetching to almost ready.
    """
    asked: Counter[str] = Counter()
    page.on("request", lambda request: asked.update([request.url]))
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("response", lambda response: failed.append(response.url) if not response.ok else None)
    call_at_start(page, "note", "recordProgress")
    page.goto(site)
    started(page)
    fetched = {url: times for url, times in asked.items() if urlsplit(url).scheme != "data"}
    assert [url for url in fetched if not url.startswith(site)] == []
    again = {plain(url): times for url, times in fetched.items() if times > 1}  # checked, then loaded
    assert again.items() <= dict.fromkeys(LOADED, 2).items()
    assert {site + name for name in FILES} <= fetched.keys()
    assert failed == []
    values, texts = zip(*page.evaluate("panelStates"), strict=True)
    assert [*values] == sorted(values)
    assert values[-1] == 100
    fetching, almost = "Loading the game: # of # MB", "Almost ready…"
    words = [*dict.fromkeys(re.sub(r"[\d.]+", "#", text) for text in texts)]
    assert words in (["Loading the game", fetching, almost], [fetching, almost])


@pytest.mark.thorough
def test_heap_profiler_does_not_crash(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str
) -> None:
    """Chromium's heap profiler, which samples stacks for a few users, doesn't crash on Python's stacks."""
    asked = {"args": [*browser_type_launch_args["args"], PROFILING]}
    with closing(browser_type.launch(**browser_type_launch_args | asked)) as profiling:
        for _ in range(3):
            page = profiling.new_page()
            page.goto(site)
            started(page)
            page.close()


@pytest.mark.thorough
def test_page_works_under_its_policy(page: Page, site: str) -> None:
    """The page works under its policy, which runs neither text as code nor a script added to the page."""
    page.goto(site)
    started(page)
    refused = {"script-src", "script-src-elem", "script-src-attr", "connect-src", False}
    assert set(call(page, "act", "tryForbiddenActions")) == refused


@pytest.mark.thorough
@pytest.mark.pixels
def test_first_screen_is_complete_from_the_first_paint_on(page: Page, site: str) -> None:
    """The first screen has all its styles and drawings from the first paint on, and doesn't change when more load."""
    hold(page, site + PYTHON)
    held_requests = [hold(page, site + name) for name in LOOKS]
    page.goto(site)
    call_on(page.locator("#boot"), "pretend", "hideElement")
    wait_for(page, "looks", "hasLoadedFont")
    assert call(page, "looks", "findMissingDrawings") == []
    before = page.screenshot()
    for held_request in held_requests:
        held_request().continue_()
    wait_for(page, "looks", "hasStyles", 1 + len(LOOKS))
    assert page.screenshot() == before


@pytest.mark.thorough
@pytest.mark.parametrize("late", range(len(LOOKS)))
def test_game_opened_early_has_its_styles_and_drawings(player: Player, site: str, late: int) -> None:
    """Continue tapped before Python has loaded opens a game that has its styles and drawings at once."""
    page = player.page
    player.keep("v2 c1-c-hhhyh-1p-kept end")
    call_at_start(page, "looks", "recordFirstGame")
    held_request = hold(page, site + LOOKS[late])
    page.goto(site)
    player.button("^Continue").click()
    expect(message(page)).to_have_text(re.compile("Loading the game|Almost ready"))
    wait_until(page, "document.querySelector('#boot progress').value >= 97 && cartographers.snapshot?.interpreter")
    page.wait_for_timeout(SOON)
    assert player.map.count() == 0
    held_request().continue_()
    player.wait_for_start()
    expect(player.map).to_be_visible()
    assert page.evaluate("firstGame") == [1 + len(LOOKS), []]
    player.check_fit(player.confirm)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kept", ["", "c1-a-1p-kept"])
def test_early_taps_take_effect_once_and_in_order(player: Player, site: str, kept: str) -> None:
    """The first screen acknowledges taps before Python has loaded; afterwards, each takes effect once, in order."""
    page = player.page
    if kept:
        player.keep(f"v2 {kept} end")
    held_request = hold(page, site + PYTHON)
    page.goto(site)
    door = player.button("^Continue" if kept else "^Today's game")
    for _ in range(2):
        door.click()
    player.button("^Preferences$").click()
    expect(door).to_have_attribute("aria-busy", "true")
    expect(player.button("^Learn by playing")).to_have_count(0 if kept else 1)
    held_request().continue_()
    player.wait_for_start()
    expect(player.dialog).to_have_accessible_name("Preferences")
    page.keyboard.press("Escape")
    expect(player.map).to_be_visible()
    assert kept or "-daily" in player.record
    assert player.record.startswith(kept)
    assert player.plies == 0


@pytest.mark.thorough
def test_unknown_commands_of_another_version_are_ignored(player: Player, site: str) -> None:
    """If another version has left commands in this tab, the unknown and the impossible ones have no effect."""
    commands = ("go nowhere", "sail north", "seek x", "seek 3", "confirm", "go", "x" * 10_000, "go rules")
    place, text = json.dumps(f"{PREFIX} {RESUME}"), json.dumps("\n".join(commands))
    player.page.add_init_script(f"sessionStorage.setItem({place}, {text})")
    player.open(site)
    expect(player.page.get_by_role("heading", name="Rules", level=1)).to_be_visible()


def test_unanswered_request_for_the_script_is_abandoned(page: Page, site: str) -> None:
    """A request for the start's script that is never answered is abandoned after a while."""
    hold(page, "**/boot.*.js")
    page.clock.install()
    open_first_screen(page, site)
    expect(page.get_by_role("button", name=re.compile("^New game"))).to_be_visible()
    page.clock.run_for(16_000)
    expect(message(page)).to_have_text("The game isn't loading. Please check your connection.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (("fail", "breakWebAssembly"), "couldn't start the game"),  # Pyodide only logs a warning
        (("pretend", "breakRandomNumbers"), "stopped while loading: no ink"),  # the last line of Python's traceback
    ],
)
def test_failing_start_is_reported(page: Page, site: str, fault: tuple[str, str], sentence: str) -> None:
    """A broken WebAssembly file, or an error in Python, is reported to the player."""
    call_at_start(page, *fault)
    page.goto(site)
    expect(message(page)).to_contain_text(sentence)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_silence_is_reported(page: Page, site: str) -> None:
    """If nothing arrives for a minute, the panel says so."""
    page.clock.install()
    hold(page, site + PYTHON)
    page.goto(site)
    status = message(page)
    expect(status).to_contain_text(re.compile(r"[\d.]+ of [\d.]+ MB"))
    for _ in FILES:  # the others may still be arriving
        if "No data has arrived for a minute" not in status.inner_text():
            page.clock.run_for(61_000)
    expect(status).to_contain_text("No data has arrived for a minute")
