"""Find a Chromium for the page's tests: this machine's, Playwright's, or Debian's; and browsers with other engines.

Chromium's headless shell does a quarter less work for the same tests, so it is the first choice. It shows no
notifications and reports no blocked download. Tests of these, and measurements, need a Chromium with windows.
"""

import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tasks.steps import Problem, output_of, step

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
ADVICE = (
    "The tests of the page need Chromium or Chrome, but none could be found or fetched. "
    "Install one, or set the variable CHROMIUM to its path."
)
#: Seconds to wait for another program that installs packages, seconds between two attempts, and apt-get's message.
PATIENCE, PAUSE, LOCKED = 300, 5, "Could not get lock"

#: The browsers of this machine in which these journeys run without Playwright, by engine.
DRIVEN = {"firefox": "Firefox", "webkit": "WebKitGTK's MiniBrowser with its driver and a screen"}
WEBKIT_DRIVER = "WebKitWebDriver"


def is_root() -> bool:
    """Return whether this process is root, as apt-get requires."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def arguments() -> list[str]:
    """Return the options for Chromium: no background activity and, as root, no sandbox, which wouldn't start."""
    return [*QUIET, *(["--no-sandbox"] if is_root() else [])]


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


def prepare(python: Path, engine: str = "chromium") -> None:
    """Make sure that there is a browser with an engine. ``python`` must have Playwright, which can download one.

    Without a Chromium, Debian's is installed. Without another engine, this machine's browser is used.
    """
    chromium = engine == "chromium"
    found, path = output_of([python, "-c", WHERE.format(engine)])
    if (chromium and present(WITH_WINDOWS)) or (found and Path(path.strip()).is_file()):
        return
    options = [] if chromium or not os.environ.get("CI") else ["--with-deps"]
    with step(f"Fetching Playwright's {engine}"):
        fetched, _ = output_of([python, "-m", "playwright", "install", *options, engine])
    if chromium and not fetched:
        print("There is no Chromium here, and Playwright's couldn't be fetched. If this is Debian, apt-get can.")
        install_from_debian("chromium", SHELL)


def install_from_debian(*packages: str) -> None:
    """Install packages, after any other program that installs some. Raises Problem if that isn't possible."""
    apt = shutil.which("apt-get")
    if apt is None or not is_root():
        raise Problem(ADVICE)
    end = time.monotonic() + PATIENCE
    with step("Fetching Debian's Chromium"):
        for command in (["update"], ["install", "-y", *packages]):
            done, output = False, LOCKED
            while not done:
                done, output = output_of([apt, *command], os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
                if not done and (LOCKED not in output or time.monotonic() > end):
                    sys.stdout.write("\n" + output)
                    raise Problem(ADVICE)
                time.sleep(0 if done else PAUSE)
