"""Find out which parts of Python the page needs, and write the lists used-modules.txt and used-functions.txt.

Run `python3 py observe` by hand after an update of Pyodide or PyScript, or if a test reports a function that was
called too early. It first starts a page with the whole library, and lists the modules imported when the page is ready.
Then it runs the page's tests with a Pyodide that notes which of its functions are called. The lists are in py/tasks/,
and so are the hashes of the resulting Pyodide, pyodide.sha256.
"""

import os
import sys
import tempfile
import textwrap
from pathlib import Path

from playwright.sync_api import sync_playwright

from runtime.make import left_out
from tasks import browser, program
from tasks.build import assemble, build
from tasks.check import AT_ONCE
from tasks.installed import install_npm_packages
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


def observe_library() -> None:
    """Start a page with the whole library, and write the list of imported modules."""
    parts = program.parts(left_out(["library"]))
    with (
        tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder,
        step("Starting with the whole library"),
    ):
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


def observe_functions() -> None:
    """Test a page whose Pyodide notes calls, write the list of called functions, and rebuild the normal site."""
    build(counting=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "tests/page", "-p", noted.__name__, *AT_ONCE]
        passed = passes(command, env=os.environ | {noted.FOLDER: folder})
        notes = [line.split() for path in Path(folder).iterdir() for line in path.read_text("utf-8").splitlines()]
    [count] = {count for count, *_ in notes}
    used = sorted({int(number) for _, *numbers in notes for number in numbers})
    lines = textwrap.wrap(" ".join(ranges(used)), WIDTH, break_on_hyphens=False)
    (program.LISTS / "used-functions.txt").write_text("\n".join([count, *lines]) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(used)} functions of {count} are now in used-functions.txt.\n")
    build()
    if not passed:
        message = "Some tests failed, so the list may lack functions that they would have called."
        raise Problem(message)


def ranges(numbers: list[int]) -> list[str]:
    """Return ascending numbers as texts, with each run of numbers as a range "first-last"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ["-".join(map(str, ends)) for ends in found]


def main() -> None:
    """Write both lists, the library's first, because it affects which functions are called, and Pyodide's hashes."""
    install_npm_packages(checks=True)
    browser.prepare(Path(sys.executable))
    observe_library()
    observe_functions()
    (program.LISTS / "pyodide.sha256").write_text(program.pyodide_hashes(), encoding="utf-8")


if __name__ == "__main__":
    main()
