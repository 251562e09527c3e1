"""A phone has little memory, so a tab must stay small, no matter how long the player plays."""

import sys
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType

from bench import soak
from bench.phone import OPTIONS, collect_garbage, private
from support.page.files import COLD, wait_for_later_part
from support.page.player import Player
from support.page.scripts import hurry, make_no_snapshot
from tasks import browser as chromium

#: The maximum private memory of the tab in MB: 116 to 118 in Chromium 156; an unsplit Python takes 20 more.
MOST = 128 if COLD else 148


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has for itself")
def test_three_games_in_a_row(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str) -> None:
    """Three games in a row on a phone, from the start screen and back to it, take little memory in a fresh browser.

    The browser has no service worker, which would take up to 15 MB during its 30 seconds of saving and checking files.
    """
    with closing(browser_type.launch(**browser_type_launch_args | {"args": chromium.arguments()})) as alone:
        context = alone.new_context(**OPTIONS, service_workers="block")
        make_no_snapshot(context)
        page = context.new_page()
        hurry(page)
        player = Player(page)
        player.open(site)
        for seed in ("bench7", "bench8", "bench9"):
            player.begin(seed)
            player.play_to_the_end()
            player.leave()
        collect_garbage(page)
        assert 0 < private(alone) < MOST


#: Leaks of every kind that the soak bench looks for. They are far larger than what the page allocates or frees itself.
LEAKS = """() => {
    const { pythonCollector } = globalThis;
    globalThis.leak = [];
    for (let count = 0; count < 5000; count++) {
        addEventListener("leak", () => count);
        globalThis.leak.push(document.createElement("i"), cartographers.recover.report.copy());
        pythonCollector[`list${count}`] = pythonCollector.get_objects(0);
        pythonCollector[`reference${count}`] = { count };
    }
    for (let count = 0; count < 500; count++) globalThis.leak.push("leak".repeat(1000 + count).split("k"));
}"""


@pytest.mark.thorough
def test_soak_measures_every_leak(browser: Browser, site: str) -> None:
    """Each figure of the soak bench shows a leak of its kind."""
    with closing(browser.new_context(service_workers="block")) as context:
        page = context.new_page()
        player = Player(page)
        player.open(site)
        wait_for_later_part(player)
        soak.watch(page)
        before = soak.memory(page)
        page.evaluate(LEAKS)
        after = soak.memory(page)
    for figure in ("nodes", "listeners", "objects", "proxies", "references", "heap"):
        assert after[figure] > before[figure] + 4000, figure
