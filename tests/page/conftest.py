"""What every test of the page needs: a Chromium, and the built site served from a folder as on a project page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page

from page.player import PREFIX, TOO_SOON, Player
from tasks import browser
from tasks.serve import served
from tasks.steps import SITE


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine if it has one, else Playwright's own."""
    path = browser.present()
    return browser_type_launch_args | {"args": browser.arguments()} | ({"executable_path": path} if path else {})


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let no service worker answer in a test's place; tests/page/test_offline.py is about it."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """Let the device have too little memory for a snapshot to be made; tests/page/test_snapshot.py is about those."""
    context.add_init_script('Object.defineProperty(Navigator.prototype, "deviceMemory", {value: 2})')
    return context


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Let ``page.goto("./")`` mean the page."""
    return site


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve ``_site/`` from this machine below a folder; yield the address of its page."""
    with served(SITE, PREFIX) as address:
        yield address


@pytest.fixture
def player(page: Page) -> Iterator[Player]:
    """Seat a player, and see to it that the browser's console shows no error, and all of Python comes in time."""
    errors: list[str] = []

    def told(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    def thrown(error: Error) -> None:
        errors.append(str(error))

    page.on("console", told)
    page.on("pageerror", thrown)
    yield Player(page)
    assert errors == []
    assert page.evaluate(TOO_SOON) == []
