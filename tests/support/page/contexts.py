"""All browser contexts of the tests: one limit for their waits, the traces of a failed test, and shared contexts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, ConsoleMessage, Error, Page, WebError, expect

from support.page.scripts import PATIENT, devtools
from tasks import browser

#: The messages of the console in each open context since the last test began.
_MESSAGES: WeakKeyDictionary[BrowserContext, list[str]] = WeakKeyDictionary()
#: The kind of browser of each context.
_KINDS: list[BrowserType] = []


def _watch(context: BrowserContext) -> BrowserContext:
    messages = _MESSAGES[context] = []

    def add_message(message: ConsoleMessage) -> None:
        messages.append(f"{message.type}: {message.text}")

    def add_error(error: WebError) -> None:
        messages.append(f"uncaught: {error.error}")

    context.set_default_timeout(PATIENT)
    context.on("console", add_message)
    context.on("weberror", add_error)
    return context


@contextmanager
def watched_contexts() -> Iterator[None]:
    """Give all contexts that are opened meanwhile, and all expectations, the same limit, and record their messages."""
    expect.set_options(timeout=PATIENT)
    with pytest.MonkeyPatch.context() as patch:
        for kind, name in ((Browser, "new_context"), (BrowserType, "launch_persistent_context")):
            patch.setattr(kind, name, _watching(getattr(kind, name)))
        yield


def _watching(opening: Any) -> Any:  # noqa: ANN401 - a method of Playwright
    def watch(kind: Browser | BrowserType, *args: Any, **options: Any) -> BrowserContext:  # noqa: ANN401 - Playwright's
        _KINDS.append(kind if isinstance(kind, BrowserType) else kind.browser_type)
        return _watch(opening(kind, *args, **options))

    return watch


def forget_messages() -> None:
    """Forget the consoles' messages before the next test."""
    for messages in _MESSAGES.values():
        messages.clear()


def write_traces(folder: Path) -> list[str]:
    """Write a picture and the HTML of each open page, and the consoles' messages. Return the names of the files.

    The tests' browser draws nothing, so another one draws the HTML.
    """
    folder.mkdir(parents=True, exist_ok=True)
    said = [line for messages in _MESSAGES.values() for line in messages]
    (folder / "console.txt").write_text("".join(f"{line}\n" for line in said), "utf-8")
    pages = [page for context in _MESSAGES for page in _pages(context)]
    if not pages:
        return ["console.txt"]
    with _KINDS[-1].launch(executable_path=browser.present(), args=browser.arguments()) as drawing:
        for number, page in enumerate(pages):
            with suppress(Error):  # a page that has crashed
                if not page.locator("#app").count():
                    continue
                base = f'<base href="{page.url.partition("?")[0]}">'
                html = re.sub("<noscript.*?</noscript>", "", page.content(), flags=re.DOTALL)
                based = html if "<base" in html else html.replace("<head>", f"<head>{base}", 1)
                (folder / f"page-{number}.html").write_text(based, "utf-8")
                copy = drawing.new_page(viewport=page.viewport_size, java_script_enabled=False, bypass_csp=True)
                copy.goto((folder / f"page-{number}.html").as_uri())
                copy.screenshot(path=folder / f"page-{number}.png", animations="disabled")
    return sorted(path.name for path in folder.iterdir())


def _pages(context: BrowserContext) -> list[Page]:
    with suppress(Error):
        return context.pages
    return []


def next_tab(context: BrowserContext) -> Page:
    """Open a tab in the process of a context's first one, which has already compiled Python."""
    with context.expect_page() as opened:
        context.pages[0].evaluate("() => { open('about:blank').opener = null; }")
    return opened.value


def forget(context: BrowserContext) -> None:
    """Remove what earlier tests have saved in a shared browser context."""
    everything = {"origin": context.pages[0].evaluate("origin"), "storageTypes": "all"}
    devtools(context.pages[0]).send("Storage.clearDataForOrigin", everything)
