"""``observe``: find out what of the standard library the page needs, for web/runtime/library.txt.

It is run by hand when Pyodide or PyScript has changed. The page is built with the whole library, and says what of it
has been imported when it answers.
"""

import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from tasks import browser
from tasks.build import archive, assemble
from tasks.installed import npm_packages, virtual_environment
from tasks.serve import HOST, server
from tasks.steps import ROOT, WEB, passes, step

START = "from browser.page import start; start()"
REPORT = """
import sys
from js import document
origins = {name: getattr(getattr(module, "__spec__", None), "origin", None) for name, module in sys.modules.items()}
library = [name for name, origin in origins.items() if ".zip/" in str(origin)]
document.body.dataset.library = " ".join(sorted(library))
"""


def observe(_: Sequence[str]) -> int:
    """Run this module with Playwright, and return its success as an exit code."""
    npm_packages()
    python = virtual_environment()
    browser.prepare(python)
    return 0 if passes([python, "-m", "tasks.observe"], env=os.environ | {"PYTHONPATH": str(ROOT / "py")}) else 1


def main() -> None:
    """Build, start, and write the list."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only the virtual environment has it

    with (
        tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder,
        step("Starting with the whole library"),
    ):
        site = Path(folder) / "site"
        assemble(site, archive(Path(folder) / "python.zip", whole_library=True))
        page = site / "index.html"
        page.write_text(page.read_text("utf-8").replace(START, f"{START}\n{REPORT}"), "utf-8")
        with server(site) as serving, sync_playwright() as playwright:
            threading.Thread(target=serving.serve_forever, daemon=True).start()
            chromium = playwright.chromium.launch(executable_path=browser.present(), args=browser.arguments())
            tab = chromium.new_page()
            tab.goto(f"http://{HOST}:{serving.server_port}/")
            tab.wait_for_selector("body[data-library]", timeout=120_000)
            found = str(tab.get_attribute("body", "data-library")).split()
            serving.shutdown()
    own = {path.name for path in (ROOT / "py").iterdir()}
    library = [name for name in found if name.partition(".")[0] not in own]
    (WEB / "runtime/library.txt").write_text("\n".join(library) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(library)} modules are now in web/runtime/library.txt.\n")


if __name__ == "__main__":
    main()
