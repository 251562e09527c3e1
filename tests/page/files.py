"""The files that start-up fetches, and how one is kept waiting."""

import re

from playwright.sync_api import Page, Route

from tasks.build import HASHED
from tasks.steps import SITE

INDEX = (SITE / "index.html").read_text("utf-8")
#: What start-up fetches in English, by the hints in the page.
FILES = re.findall(r'<link (?!data-language)[^>]*?href="([^"]+)"[^>]*? data-bytes', INDEX)
#: The files of it that hold what screens look like, in their order.
LOOKS = [name for name in FILES if name.endswith(".html")]
#: The files that hold what the screens of later parts look like.
LATER_LOOKS = re.findall(r'data-later="\w+" href="([^"]+\.html)"', INDEX)
#: The styles and the drawings of the first screen.
FIRST_LOOK = re.findall(r'<style>.*?</style>|<svg class="art".*?</svg>(?=\s*<div id="app">)', INDEX, re.DOTALL)
#: How many styles a page has that has come whole: the first look, those of games, and the later one, which comes last.
WHOLE = 4
[PYTHON] = [name for name in FILES if name.endswith(".bin")]
#: The second half of Python, if it has been split.
COLD = [path.name for path in SITE.glob("web/vendor/pyodide/*.cold.*.wasm")]


def path_of(pattern: str) -> str:
    """Return the address in the site of the one file that matches."""
    [path] = SITE.glob(pattern)
    return path.relative_to(SITE).as_posix()


def plain(name: str) -> str:
    """Return the name that the page gives to a file: without its folder and its hash."""
    return HASHED.sub("", name.rpartition("/")[2])


def hold(page: Page, file: str) -> list[Route]:
    """Let a file wait; return a list of the requests for it, which a test lets go on."""
    held: list[Route] = []

    def wait(route: Route) -> None:
        held.append(route)

    page.route(file, wait)
    return held
