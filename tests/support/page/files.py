"""The files that the start fetches, ways to delay one, and copies of the site."""

import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from support.page.player import Player
from tasks.build import HASHED
from tasks.serve import Handler
from tasks.steps import SITE

#: A page without anything from the site, in copies of it.
EMPTY = "empty.html"
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


def copied_site(folder: Path) -> Path:
    """Return a copy of the site, with an empty page, which a test can change."""
    shutil.copytree(SITE, folder)
    (folder / EMPTY).write_text('<!doctype html><link rel="icon" href="data:,">', "utf-8")
    return folder


def send_in_parts(
    patch: pytest.MonkeyPatch, name: str, cut: Callable[[bytes], Iterable[bytes]], wait: Callable[[], bool]
) -> None:
    """Make the server send files whose paths contain a name in parts, and wait before each part but the first."""
    send = Handler.copyfile

    def send_slowly(handler: Handler, source: BinaryIO, target: BinaryIO) -> None:
        if name not in handler.path:
            send(handler, source, target)
            return
        for number, part in enumerate(cut(source.read())):
            assert not number or wait()
            target.write(part)
            target.flush()

    patch.setattr(Handler, "copyfile", send_slowly)


def message(page: Page) -> Locator:
    """Return the text of the loading panel, without the page behind it, whose own message comes later."""
    return page.locator("#boot output")


def started(page: Page) -> None:
    """Wait until the page has started: it is complete, and has removed its loading panel.

    One selector looks at one document, so neither the document before a reload nor an incomplete one after it matches.
    """
    expect(page.locator("html:has(#start-up):not(:has(#boot))")).to_be_attached()


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
