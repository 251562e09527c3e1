"""Find out which parts of Python the page needs: write used-modules.txt and used-functions.txt.

Run `python3 py observe` by hand after an update of Pyodide or PyScript, or if a test reports a function that was
called too early. It first starts a page with the whole library, and lists the modules imported when the page is ready.
Then it runs the page's tests with a Pyodide that notes which of its functions are called. This module is the plugin
that notes them. The lists are in py/tasks/, and so are the hashes of the resulting Pyodide, pyodide.sha256.

`python3 py observe TESTS...` only adds the functions that some tests call.
"""

import os
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from weakref import WeakSet

import pytest
from playwright.sync_api import BrowserContext, Error, sync_playwright

from runtime.make import left_out, make
from tasks import browser, build, installed, program, serve, steps
from tasks.check import AT_ONCE

START = "from browser.page import start; start()"
REPORT = """
import sys
from js import document
origins = {name: getattr(getattr(module, "__spec__", None), "origin", None) for name, module in sys.modules.items()}
library = [name for name, origin in origins.items() if ".zip/" in str(origin)]
document.body.dataset.library = " ".join(sorted(library))
"""
WIDTH = 120
FUNCTIONS = program.LISTS / "used-functions.txt"
#: The environment variable with the folder for the notes: one file for each process, one function's hash in each line.
FOLDER = "NOTED"
#: The browser contexts that already report.
_NOTED = WeakSet[BrowserContext]()


@pytest.fixture(autouse=True)
def _noted(context: BrowserContext) -> Iterator[None]:
    """Note the reports of the test's pages, including pages that the test leaves."""
    notes = Path(os.environ[FOLDER]) / str(os.getpid())

    def note(_: object, hashes: list[str]) -> None:
        with notes.open("a", encoding="utf-8") as file:
            file.writelines(f"{function}\n" for function in hashes)

    if context not in _NOTED:  # tests of one kind share a context
        _NOTED.add(context)
        context.expose_binding("noteUsed", note)
        context.add_init_script(path=steps.WEB / "runtime/page/used.js")
    yield
    for frame in chain.from_iterable(page.frames for page in context.pages):
        with suppress(Error):  # the frame is already gone
            frame.evaluate("globalThis.tellUsed?.()")


def observe_library() -> None:
    """Start a page with the whole library, and write the list of imported modules."""
    parts = make(installed.MODULES, program.program(), left_out(["library"]))
    with (
        tempfile.TemporaryDirectory(prefix="_site.", dir=steps.ROOT) as folder,
        steps.step("Starting with the whole library"),
    ):
        site = Path(folder) / "site"
        build.assemble(site, parts)
        page = site / "index.html"
        page.write_text(page.read_text("utf-8").replace(START, f"{START}\n{REPORT}"), "utf-8")
        with serve.served(site) as address, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.present(), args=browser.arguments())
            tab = chromium.new_page(service_workers="block")
            tab.goto(address)
            tab.wait_for_selector("body[data-library], #boot button:visible", timeout=120_000)
            imported = tab.get_attribute("body", "data-library")
            if imported is None:
                raise steps.Problem(tab.inner_text("#boot output"))
    own = {*program.PACKAGES, "sitecustomize"}
    library = [name for name in imported.split() if name.partition(".")[0] not in own]
    (program.LISTS / "used-modules.txt").write_text("\n".join(library) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(library)} modules are now in used-modules.txt.\n")


def main() -> None:
    """Write the lists and Pyodide's hashes, and rebuild the site. The library's list affects the other."""
    tests = sys.argv[1:]
    installed.install_npm_packages(checks=True)
    browser.prepare(Path(sys.executable))
    if not tests:
        observe_library()
    build.build(counting=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", *(tests or ["tests/page"]), "-p", "tools.observe", *AT_ONCE]
        passed = steps.passes(command, env=os.environ | {FOLDER: folder})
        found = {function for path in Path(folder).iterdir() for function in path.read_text("utf-8").split()}
    if tests:
        found |= {*FUNCTIONS.read_text("utf-8").split()}
    FUNCTIONS.write_text(textwrap.fill(" ".join(sorted(found)), WIDTH) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(found)} functions are now in {FUNCTIONS.name}.\n")
    (program.LISTS / "pyodide.sha256").write_text(program.pyodide_hashes(), encoding="utf-8")
    build.build()
    if not passed:
        message = "Some tests failed, so the lists may lack something that they would have used."
        raise steps.Problem(message)


if __name__ == "__main__":
    main()
