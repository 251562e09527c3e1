"""Fixtures for all tests of the page: Chromium, the built site served from a folder, and a tab to play in.

The first start in a fresh browser takes three times as much work as a later one, and few tests are about a first visit.
So tests share browser contexts: all tests that need the same kind of screen use one context, one test after another.
Each test loads the page in a new tab, and the browser keeps nothing from earlier tests except the files that it has
fetched. A test of a first visit is marked ``first_visit`` and gets its own browser context.
"""

import json
import re
from collections.abc import Callable, Generator, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from app.saved_names import EXPLAINED
from support.page.contexts import forget, forget_messages, next_tab, watched_contexts, write_traces
from support.page.player import PREFIX, TOO_SOON, Player
from support.page.scripts import call_at_start, hurry, make_no_snapshot, recorded_errors
from tasks import browser as chromium
from tasks.serve import served
from tasks.steps import SITE

#: A page of the site on which nothing happens.
QUIET = "web/licenses.txt"
#: The pytest options that only work if each test opens and closes its own browser context.
WATCHING = ("--screenshot", "--tracing", "--video")

#: Most tests end before WebAssembly's optimizing compiler pays off. Without it, a start takes a quarter less work.
COMPILE_ONCE = "--js-flags=--liftoff-only"
#: Hardly any test looks at pixels. Without memory for them, the browser draws none, which saves an eighth of its work.
NO_PIXELS = "--force-gpu-mem-available-mb=0"

Open: TypeAlias = Callable[..., BrowserContext]
Hand: TypeAlias = Callable[[object], str]


@pytest.fixture(scope="session")
def watched(pytestconfig: pytest.Config) -> bool:
    """Return whether pytest was asked for pictures, traces, or videos of the tests."""
    return any(pytestconfig.getoption(option) != "off" for option in WATCHING)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], *, watched: bool) -> dict[str, Any]:
    """Launch this machine's own Chromium if there is one, otherwise Playwright's; it draws nothing unless watched."""
    path = chromium.present()
    args = {"args": [*chromium.arguments(), COMPILE_ONCE, *([] if watched else [NO_PIXELS])]}
    return browser_type_launch_args | args | ({"executable_path": path} if path else {})


@pytest.fixture(scope="session", autouse=True)
def one_limit() -> Iterator[None]:
    """Give all waits the same limit."""
    with watched_contexts():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the open pages and the consoles' messages of a failed test."""
    report = yield
    if report.failed and report.when != "teardown":
        folder = item.config.rootpath / "failures" / re.sub(r"[^\w-]+", "-", item.nodeid)[-150:]
        report.user_properties.append(("traces", f"failures/{folder.name}/: {', '.join(write_traces(folder))}"))
    return report


def pytest_runtest_setup() -> None:
    """Forget the messages of earlier tests."""
    forget_messages()


@pytest.fixture(scope="session")
def drawing_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Return a browser that draws the page, for the tests marked ``pixels``."""
    args = [arg for arg in browser_type_launch_args["args"] if arg != NO_PIXELS]
    with browser_type.launch(**browser_type_launch_args | {"args": args}) as browser:
        yield browser


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Block service workers, which would bypass a test's routes; tests/page/test_offline.py tests them."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Make ``page.goto("./")`` open the page."""
    return site


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve ``_site/`` below a folder on this machine, and yield the address of its page."""
    with served(SITE, PREFIX) as address:
        yield address


@pytest.fixture(scope="session")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """Return a function that offers a value as JSON and returns the address from which pages fetch it.

    Playwright's own way to pass megabytes takes a hundred times as long.
    """
    folder = tmp_path_factory.mktemp("handed")
    with served(folder) as address:

        def give(value: object) -> str:
            text = json.dumps(value).encode()
            name = f"{sha256(text).hexdigest()}.json"
            (folder / name).write_bytes(text)
            return address + name

        yield give


@pytest.fixture(scope="session")
def shared(site: str) -> Open:
    """Return a function that opens a browser's context with given options, or reuses one with the same options.

    Its first tab stays open. All other tabs are opened from it, and so share a process that has already compiled
    Python.
    """
    contexts: dict[tuple[Browser, str], BrowserContext] = {}

    def find(browser: Browser, **options: object) -> BrowserContext:
        kind = browser, repr(sorted(options.items()))

        def forget(_: BrowserContext | Page) -> None:
            contexts.pop(kind, None)

        if kind not in contexts:
            contexts[kind] = browser.new_context(**options)  # type: ignore[arg-type]
            contexts[kind].on("close", forget)
            make_no_snapshot(contexts[kind])
            first = contexts[kind].new_page()
            first.on("crash", forget)
            first.goto(site + QUIET)
        return contexts[kind]

    return find


def has_clock(context: BrowserContext) -> bool:
    """Return whether a test has replaced the clock of a context, which also replaces that of all its later tabs."""
    return bool(context.pages) and bool(context.pages[0].evaluate("'__pwClock' in globalThis"))


@pytest.fixture
def context(
    request: pytest.FixtureRequest, browser_context_args: dict[str, Any], *, watched: bool
) -> Iterator[BrowserContext]:
    """Return a context without saved games: a new one for a first visit, otherwise the one for this kind of test."""
    if watched:
        context = request.getfixturevalue("new_context")()
        make_no_snapshot(context)
        yield context
        return
    browser = request.getfixturevalue("drawing_browser" if request.node.get_closest_marker("pixels") else "browser")
    marker = request.node.get_closest_marker("browser_context_args")
    options = browser_context_args | (marker.kwargs if marker else {})
    if request.node.get_closest_marker("first_visit"):
        with browser.new_context(**options) as context:
            make_no_snapshot(context)
            yield context
        return
    context = request.getfixturevalue("shared")(browser, **options)
    forget(context)
    yield context
    for page in context.pages[1:]:
        page.close()
    if has_clock(context):
        context.close()  # the next test would have the same clock


@pytest.fixture
def context_with_windows(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], browser_context_args: dict[str, Any]
) -> Iterator[BrowserContext]:
    """Return a new context in a Chromium with windows, with service workers allowed."""
    path = chromium.present(chromium.WITH_WINDOWS)
    which = {"executable_path": path} if path else {"channel": "chromium"}
    with browser_type.launch(**browser_type_launch_args | which) as browser:
        context = browser.new_context(**browser_context_args | {"service_workers": "allow"})
        make_no_snapshot(context)
        yield context


@pytest.fixture
def page(request: pytest.FixtureRequest, context: BrowserContext) -> Page:
    """Open a new tab on a device that has already shown all explanations.

    Only tests marked ``moving`` show animations, which are short, because tests with animations take a fifth longer.
    Random games are the same in every run, and the first one doesn't begin with an ambush.
    """
    page = next_tab(context) if context.pages else context.new_page()
    hurry(page)
    if not request.node.get_closest_marker("moving"):
        page.emulate_media(reduced_motion="reduce")
    call_at_start(page, "pretend", "zeroRandomNumbers")
    call_at_start(page, "pretend", "markExplained", EXPLAINED, "any arrow beast curtain hero keys opening sound")
    return page


@pytest.fixture
def player(page: Page) -> Iterator[Player]:
    """Return a player without Python's second half. Finally check that no code has called it, and for errors."""
    call_at_start(page, "fail", "withholdSecondHalf")
    errors = recorded_errors(page)
    yield Player(page)
    assert errors == []
    assert page.evaluate(TOO_SOON) == []
