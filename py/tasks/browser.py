"""Find a Chromium for the page's tests: this machine's, Playwright's, or Debian's; and browsers with other engines.

Chromium's headless shell does a quarter less work for the same tests, so it is the first choice. It shows no
notifications and reports no blocked download. Tests of these, and measurements, need a Chromium with windows.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tasks import debian
from tasks.steps import output_of, step

SHELL = "chromium-headless-shell"
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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
    "--enable-crash-reporter",  # without it, an error in WebAssembly's memory ends a page in Debian's headless shell
    "--font-render-hinting=none",  # the headless shell would make texts wider than other browsers do
    "--no-first-run",
)
WHERE = "from playwright.sync_api import sync_playwright as p\nwith p() as it: print(it.{}.executable_path)"

#: The browsers of this machine in which these journeys run without Playwright, by engine.
DRIVEN = {"firefox": "Firefox", "webkit": "WebKitGTK's MiniBrowser with its driver and a screen"}
WEBKIT_DRIVER = "WebKitWebDriver"


def arguments() -> list[str]:
    """Return the options for Chromium: no background activity and, as root, no sandbox, which wouldn't start."""
    return [*QUIET, *(["--no-sandbox"] if debian.is_root() else [])]


def present(names: Sequence[str] = (SHELL, *WITH_WINDOWS)) -> str | None:
    """Return the path of this machine's Chromium or Chrome, the variable CHROMIUM first; None means Playwright's."""
    candidates = (os.environ.get("CHROMIUM"), *map(shutil.which, names), *PLACES)
    return next((path for path in candidates if path and Path(path).is_file()), None)


def driven(engine: str) -> str | None:
    """Return the path of this machine's browser with an engine that Playwright can't drive, or None."""
    if engine == "firefox":
        return shutil.which("firefox-esr") or shutil.which("firefox")
    if engine == "webkit" and shutil.which(WEBKIT_DRIVER) and (os.environ.get("DISPLAY") or shutil.which("xvfb-run")):
        return next((str(path) for path in Path("/usr").glob("lib*/**/webkit2gtk-*/MiniBrowser")), None)
    return None


def prepare(python: Path) -> None:
    """Make sure that there is a browser, and download one if necessary. ``python`` must have Playwright."""
    if present(WITH_WINDOWS) or has_playwrights(python):
        return
    with step("Fetching Playwright's Chromium"):
        done = subprocess.run([python, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if done.returncode == 0:
        return
    advice = (
        "The tests of the page need Chromium or Chrome, but none could be found or fetched. "
        "Install one, or set the variable CHROMIUM to its path."
    )
    print("There is no Chromium or Chrome here, and Playwright's couldn't be fetched. If this is Debian, apt-get can.")
    debian.fetch("Debian's Chromium", advice, "chromium", SHELL)


def prepare_engines(python: Path, engines: Sequence[str]) -> None:
    """Fetch Playwright's browsers for engines, if possible. Without them, this machine's browsers are used."""
    for engine in engines:
        if engine == "chromium":
            prepare(python)
        elif not has_playwrights(python, engine):
            options = ["--with-deps"] if os.environ.get("CI") else []
            with step(f"Fetching Playwright's {engine}"):
                output_of([python, "-m", "playwright", "install", *options, engine])


def has_playwrights(python: Path, engine: str = "chromium") -> bool:
    """Return whether Playwright has a browser with an engine."""
    asked = subprocess.run([python, "-c", WHERE.format(engine)], check=False, capture_output=True, encoding="utf-8")
    return Path(asked.stdout.strip() or "-").is_file()
