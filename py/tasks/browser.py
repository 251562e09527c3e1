"""Find a Chromium for the tests of the page: this machine's, or else Playwright's or Debian's.

A Chromium without windows does a quarter less work for the same tests, so that is the first choice.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tasks import debian
from tasks.steps import step

_WITHOUT_WINDOWS = "chromium-headless-shell"
_WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: The names of browsers for tests, the first choice first, and for measurements: visitors have windows.
FOR_TESTS, FOR_MEASUREMENTS = (_WITHOUT_WINDOWS, *_WITH_WINDOWS), (*_WITH_WINDOWS, _WITHOUT_WINDOWS)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
WHERE = "from playwright.sync_api import sync_playwright as p\nwith p() as it: print(it.chromium.executable_path)"


def arguments() -> list[str]:
    """Return the options for Chromium: no background activity and, as root, no sandbox, which would not start."""
    return [*QUIET, *(["--no-sandbox"] if debian.is_root() else [])]


def present(names: Sequence[str] = FOR_TESTS) -> str | None:
    """Return the path of this machine's Chromium or Chrome, the variable CHROMIUM first; None means Playwright's."""
    candidates = (os.environ.get("CHROMIUM"), *map(shutil.which, names), *PLACES)
    return next((path for path in candidates if path and Path(path).is_file()), None)


def prepare(python: Path) -> None:
    """Make sure that there is a browser, and download one if necessary. ``python`` must have Playwright."""
    if present() or has_playwrights(python):
        return
    with step("Fetching Playwright's Chromium"):
        done = subprocess.run([python, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if done.returncode == 0:
        return
    advice = (
        "The tests of the page need Chromium or Chrome, but none could be found or fetched. "
        "Install one, or set the variable CHROMIUM to its path."
    )
    debian.fetch("Debian's Chromium", _WITHOUT_WINDOWS, advice)


def has_playwrights(python: Path) -> bool:
    """Return whether Playwright has a Chromium."""
    asked = subprocess.run([python, "-c", WHERE], check=False, capture_output=True, encoding="utf-8")
    return Path(asked.stdout.strip() or "-").is_file()
