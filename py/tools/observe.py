"""Find out which parts of Python the page needs: write used-modules.txt, used-functions.txt, and used-data.txt.

Run `python3 py observe` by hand after an update of Pyodide or PyScript, or if a test reports a function that was
called too early. It first starts a page with the whole library, and lists the modules imported when the page is ready.
Then it runs the page's tests with a Pyodide that notes which of its functions are called, and which pages of its data
are used. The lists are in py/tasks/, and so are the hashes of the resulting Pyodide, pyodide.sha256.

`python3 py observe TESTS...` only adds what some tests use to the lists of functions and data.
"""

import json
import os
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from runtime.make import left_out, make
from tasks import browser, program
from tasks.build import assemble, build
from tasks.check import AT_ONCE
from tasks.installed import MODULES, install_npm_packages
from tasks.serve import served
from tasks.steps import ROOT, Problem, passes, step
from tools import noted

START = "from browser.page import start; start()"
REPORT = """
import sys
from js import document
origins = {name: getattr(getattr(module, "__spec__", None), "origin", None) for name, module in sys.modules.items()}
library = [name for name, origin in origins.items() if ".zip/" in str(origin)]
document.body.dataset.library = " ".join(sorted(library))
"""
WIDTH = 120
FUNCTIONS, DATA = "used-functions.txt", "used-data.txt"


class Noted(NamedTuple):
    """Numbers of functions or of pages of data: all that there are, and the used ones."""

    all: int
    used: set[int]


def observe_library() -> None:
    """Start a page with the whole library, and write the list of imported modules."""
    parts = make(MODULES, program.program(), left_out(["library"]))
    with tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder, step("Starting with the whole library"):
        site = Path(folder) / "site"
        assemble(site, parts)
        page = site / "index.html"
        page.write_text(page.read_text("utf-8").replace(START, f"{START}\n{REPORT}"), "utf-8")
        with served(site) as address, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.present(), args=browser.arguments())
            tab = chromium.new_page(service_workers="block")
            tab.goto(address)
            tab.wait_for_selector("body[data-library], #boot button:visible", timeout=120_000)
            imported = tab.get_attribute("body", "data-library")
            if imported is None:
                raise Problem(tab.inner_text("#boot output"))
    own = {*program.PACKAGES, "sitecustomize"}
    library = [name for name in imported.split() if name.partition(".")[0] not in own]
    (program.LISTS / "used-modules.txt").write_text("\n".join(library) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(library)} modules are now in used-modules.txt.\n")


def observe_use(*tests: str) -> tuple[Noted, Noted, bool]:
    """Run tests with a Pyodide that notes its use. Return the functions, the pages of data, and whether all passed."""
    build(counting=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", *tests, "-p", noted.__name__, *AT_ONCE]
        passed = passes(command, env=os.environ | {noted.FOLDER: folder})
        notes = [json.loads(line) for path in Path(folder).iterdir() for line in path.read_text("utf-8").splitlines()]
    functions, counts, pages, page_counts = zip(*notes, strict=True)
    [count], [page_count] = {*counts}, {*page_counts}
    return Noted(count, {*chain.from_iterable(functions)}), Noted(page_count, {*chain.from_iterable(pages)}), passed


def write_list(name: str, noted: Noted) -> None:
    """Write a list of numbers: the number of all, then ranges."""
    lines = textwrap.wrap(" ".join(ranges(sorted(noted.used))), WIDTH, break_on_hyphens=False)
    (program.LISTS / name).write_text("\n".join([str(noted.all), *lines]) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(noted.used)} of {noted.all} are now in {name}.\n")


def read_list(name: str) -> Noted:
    """Return the numbers in a list."""
    count, *written = (program.LISTS / name).read_text("utf-8").split()
    ends = [[int(end) for end in part.split("-")] for part in written]
    return Noted(int(count), {*chain.from_iterable(range(pair[0], pair[-1] + 1) for pair in ends)})


def ranges(numbers: list[int]) -> list[str]:
    """Return ascending numbers as texts, with each run of numbers as a range "first-last"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ["-".join(map(str, ends)) for ends in found]


def main(arguments: Sequence[str] = sys.argv[1:]) -> None:
    """Write the lists and Pyodide's hashes, and rebuild the site. The library's list affects the others."""
    install_npm_packages(checks=True)
    browser.prepare(Path(sys.executable))
    if not arguments:
        observe_library()
    functions, data, passed = observe_use(*arguments or ["tests/page"])
    for name, used in ((FUNCTIONS, functions), (DATA, data)):
        write_list(name, used._replace(used=used.used | read_list(name).used) if arguments else used)
    (program.LISTS / "pyodide.sha256").write_text(program.pyodide_hashes(), encoding="utf-8")
    build()
    if not passed:
        message = "Some tests failed, so the lists may lack something that they would have used."
        raise Problem(message)


if __name__ == "__main__":
    main()
