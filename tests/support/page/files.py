"""The files that the start fetches, and a way to delay one."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from support.page.player import Player
from tasks.build import HASHED
from tasks.steps import SITE

INDEX = (SITE / "index.html").read_text("utf-8")
#: The files that the start fetches in English, by the hints in the page.
FILES = re.findall(r'<link (?!data-language)[^>]*?href="([^"]+)"[^>]*? data-bytes', INDEX)
#: The files among these with styles and drawings of screens, in order.
LOOKS = [name for name in FILES if name.endswith(".html")]
#: The files with styles and drawings of later parts.
LATER_LOOKS = re.findall(r'data-later="\w+" href="([^"]+\.html)"', INDEX)
#: The styles and the drawings of the first screen.
FIRST_LOOK = re.findall(r'<style>.*?</style>|<svg class="art".*?</svg>(?=\s*<div id="app">)', INDEX, re.DOTALL)
#: The number of style elements in a complete page: one for the first screen, two for games, one for the later part.
WHOLE = 4
[PYTHON] = [name for name in FILES if name.endswith(".bin")]
#: The second half of Python, if it was split off.
COLD = [path.name for path in SITE.glob("web/vendor/pyodide/*.cold.*.wasm")]


def path_of(pattern: str) -> str:
    """Return the path within the site of the only file that matches a pattern."""
    [path] = SITE.glob(pattern)
    return path.relative_to(SITE).as_posix()


def plain(name: str) -> str:
    """Return the page's name for a file, without folder and hash."""
    return HASHED.sub("", name.rpartition("/")[2])


def hold(page: Page, file: str) -> Callable[[], Route]:
    """Hold back a file, and return a function that waits for the first request for it and returns that request.

    A test must wait, because the request may reach it after the page's load event.
    """
    held: list[Route] = []

    def wait(route: Route) -> None:
        held.append(route)

    def first_request() -> Route:
        while not held:
            page.wait_for_timeout(10)
        return held[0]

    page.route(file, wait)
    return first_request


def open_first_screen(page: Page, address: str) -> None:
    """Open the page, and wait until its scripts have adapted the first screen to the visitor.

    While the page is still arriving, its texts are visible before these scripts run.
    """
    page.goto(address, wait_until="commit")
    page.locator("#start-up").wait_for(state="attached")  # it follows these scripts


def wait_for_later_part(player: Player) -> None:
    """Wait until the later part of the page has arrived. The end of a game looks different without it."""
    expect(player.page.locator("style")).to_have_count(WHOLE)
    player.settle()
