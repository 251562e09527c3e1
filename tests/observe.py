"""Find out what of the standard library the page needs, for web/runtime/library.txt.

`python3 py observe` is run by hand when Pyodide or PyScript has changed. The page is built with the whole library, and
says what of it has been imported when it answers.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tasks import browser
from tasks.build import archive, assemble
from tasks.installed import npm_packages
from tasks.serve import served
from tasks.steps import ROOT, WEB, step

START = "from browser.page import start; start()"
REPORT = """
import sys
from js import document
origins = {name: getattr(getattr(module, "__spec__", None), "origin", None) for name, module in sys.modules.items()}
library = [name for name, origin in origins.items() if ".zip/" in str(origin)]
document.body.dataset.library = " ".join(sorted(library))
"""


def main() -> None:
    """Build, start, and write the list."""
    npm_packages()
    browser.prepare(Path(sys.executable))
    with (
        tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder,
        step("Starting with the whole library"),
    ):
        site = Path(folder) / "site"
        assemble(site, archive(Path(folder) / "python.zip", whole_library=True))
        page = site / "index.html"
        page.write_text(page.read_text("utf-8").replace(START, f"{START}\n{REPORT}"), "utf-8")
        with served(site) as address, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.present(), args=browser.arguments())
            tab = chromium.new_page(service_workers="block")
            tab.goto(address)
            tab.wait_for_selector("body[data-library]", timeout=120_000)
            found = str(tab.get_attribute("body", "data-library")).split()
    own = {path.name for path in (ROOT / "py").iterdir()}
    library = [name for name in found if name.partition(".")[0] not in own]
    (WEB / "runtime/library.txt").write_text("\n".join(library) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(library)} modules are now in web/runtime/library.txt.\n")


if __name__ == "__main__":
    main()
