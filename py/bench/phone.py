"""A phone that Chromium emulates, its slower processor, and the work and memory of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from support.page.player import PHONE
from support.page.scripts import devtools
from tasks import browser

SLOWER = 4
PIXELS = 2
#: Seconds without an answer after which a page counts as broken.
PATIENCE = 180
#: Milliseconds until memory freed by a garbage collection has gone back to the system.
MOMENT = 500
#: The options for a phone's context.
OPTIONS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": PIXELS}


def program() -> dict[str, Any]:
    """Return the options that start Chromium."""
    return {"executable_path": browser.present(browser.WITH_WINDOWS), "args": browser.arguments()}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright, playwright.chromium.launch(**program()) as started:
        yield started


@contextmanager
def phone() -> Iterator[Page]:
    """Start Chromium on a phone, and open an empty page."""
    with chromium() as started:
        yield new_tab(started.new_context(**OPTIONS))


def new_tab(context: BrowserContext) -> Page:
    """Open a tab in a window that is larger than the phone, because Chromium never shows parts outside its window."""
    page = context.new_page()
    window = devtools(page).send("Browser.getWindowForTarget")["windowId"]
    size = {"width": PIXELS * PHONE["width"] + 200, "height": PIXELS * PHONE["height"] + 200}
    devtools(page).send("Browser.setWindowBounds", {"windowId": window, "bounds": size})
    return page


def slow_down(page: Page, rate: int = SLOWER) -> None:
    """Slow the processor down to a phone's speed, and count the processor time of the page's main thread."""
    devtools(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    devtools(page).send("Performance.enable", {"timeDomain": "threadTicks"})


def metrics(page: Page) -> dict[str, float]:
    """Return the figures that Chromium counts for a page, by their names."""
    return {metric["name"]: metric["value"] for metric in devtools(page).send("Performance.getMetrics")["metrics"]}


def work(page: Page) -> float:
    """Return the milliseconds of processor time of a page's main thread."""
    return 1000 * metrics(page)["TaskDuration"]


def collect_garbage(page: Page) -> None:
    """Collect JavaScript's garbage.

    Freed memory goes back to the system a moment after a garbage collection, and more of it after a second one.
    """
    for _ in range(2):
        devtools(page).send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(MOMENT)


def private(started: Browser) -> float:
    """Return the private memory of a browser's largest renderer, in megabytes. Only Linux tells it; elsewhere, it is 0.

    Memory that is only read from a file doesn't count: it is private only while no other browser has read that file.
    """
    processes = started.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    told = [Path(f"/proc/{one['id']}/smaps_rollup") for one in processes if one["type"] == "renderer"]
    texts = [path.read_text("utf-8") for path in told if path.exists()]
    kilobytes = [int(size) for text in texts for size in re.findall(r"Private_Dirty:\s+(\d+) kB", text)]
    return max(kilobytes, default=0) * 1024 / 1e6
