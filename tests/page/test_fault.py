"""Unexpected errors during a game lead to an explanation, a way to continue, and a report to copy."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from support.page.axe import check
from support.page.files import INDEX
from support.page.player import Player, box_of
from support.page.scripts import call, call_on, devtools, script, settle, wait_until, written

THEMES = ("parchment", "night", "contrast")
[VERSION] = re.findall(r'"version":"(\w+)"', INDEX)
RECORD = "c1-a-1p-k3x9q2.fA1B2"
#: The ways in which a script fails, by the functions in fail.js.
FAILURES = {"an error": "throwInTimers", "a promise": "rejectPromise"}
#: The mark of a script that belongs to an extension.
EXTENSION = "\n//# sourceURL=chrome-extension://abcdefgh/inject.js"
#: Errors that don't come from the page.
OTHERS = {
    "an error": f"{script('fail')}.throwInTimers(new Error('not ours')){EXTENSION}",
    "a promise": f"{script('fail')}.rejectPromise(new Error('not ours')){EXTENSION}",
    "a text": "void Promise.reject('not ours')",
    "nothing": "void Promise.reject(undefined)",
    "an object": "void Promise.reject({code: 4001})",
    "nowhere": written("fail", "reportWithoutLocation", "Script error."),
    "in the page": written("fail", "reportInDocument", "ResizeObserver"),
}


@pytest.fixture(scope="module")
def opened(browser: Browser, browser_context_args: dict[str, Any], site: str) -> Iterator[Player]:
    """Open a page for all of these tests, in which errors are expected."""
    with closing(browser.new_context(**browser_context_args)) as context:
        player = Player(context.new_page())
        player.open(site)
        yield player


@pytest.fixture
def player(opened: Player) -> Iterator[Player]:
    """Save a game, and restore the page, with a reload if a test has set `isSpoiled`."""
    page = opened.page
    call(page, "pretend", "provideRecovery", RECORD)
    page.evaluate("localStorage.setItem(cartographers.place + cartographers.facts.keys.game, 'v2 c1-a-1p-kept end')")
    yield opened
    page.unroute_all()
    if page.evaluate("globalThis.isSpoiled"):
        page.reload()
        opened.wait_for_start()
    elif page.locator("#fault").count():
        page.keyboard.press("Escape")
        expect(page.locator("#fault")).to_have_count(0)


def panel(page: Page) -> Locator:
    """Return the error panel."""
    return page.get_by_role("alertdialog", name="Something went wrong.")


def report(page: Page) -> Locator:
    """Return the field with the report."""
    return page.get_by_role("textbox", name="To report the problem")


def fail(page: Page, *messages: str, how: str = "throwInTimers", name: str = "web/late.js") -> None:
    """Run a script of the site that fails."""
    errors = ", ".join(f"new Error({json.dumps(message)})" for message in messages)
    code = f"{{ const errors = [{errors}]; {script('fail')}.{how}(...errors); }}"
    page.route(f"**/{name}", lambda route: route.fulfill(body=code, content_type="text/javascript"))
    call(page, "pretend", "addScript", name)


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["Enter", "Escape"])
@pytest.mark.parametrize("failure", FAILURES)
def test_an_error_after_the_start(player: Player, failure: str, key: str) -> None:
    """The panel says what happened and that the game is saved; Enter or Escape, but no other key, reaches the game."""
    page = player.page
    call(page, "note", "recordGameKeys")
    fail(page, "no ink", how=FAILURES[failure])
    expect(panel(page)).to_have_accessible_description("Your game is saved up to your last move.")
    expect(player.button("^Back to the game$")).to_be_focused()
    player.type("u", key)
    expect(panel(page)).to_have_count(0)
    assert page.evaluate("gameEvents") == ["redraw"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("has_python", [True, False])
def test_report_contents(player: Player, *, has_python: bool) -> None:
    """The report has the error with its position, Python's report, and the window's size, even without Python."""
    page = player.page
    if not has_python:
        page.evaluate("cartographers.recover.report = null")
    fail(page, "no ink")
    told = report(page).input_value()
    window = page.evaluate("`${innerWidth} x ${innerHeight} at ${devicePixelRatio}`")
    browser = page.evaluate("navigator.userAgent")
    own = (f"version: {VERSION}", "Python: Python 3.", f"browser: {browser}", "game: unknown, because ")
    expected = ("Error: no ink", "web/late.js:1", window, *((RECORD,) if has_python else own))
    assert [part for part in expected if part not in told] == []
    assert told.count("no ink") == 1
    expect(report(page)).to_have_attribute("readonly", "")


def test_the_report_is_copied(player: Player, site: str) -> None:
    """One press copies the report, and nothing is sent anywhere: the page only fetches its own files meanwhile."""
    page = player.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fail(page, "no ink")
    expect(panel(page)).to_be_visible()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    player.click("^Copy the report$")
    expect(panel(page)).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == report(page).input_value()
    own_file = re.escape(f"GET {site}web/") + "[^?]+"
    assert [request for request in requests if not re.fullmatch(own_file, request)] == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(("old_way", "told"), [(False, "you can copy it yourself"), (True, "Copied.")])
def test_denied_clipboard_selects_the_text(player: Player, told: str, *, old_way: bool) -> None:
    """If the clipboard is denied, the text is selected for copying by hand."""
    page = player.page
    call(page, "pretend", "denyClipboard", old_way)
    fail(page, "no ink")
    player.click("^Copy the report$")
    expect(panel(page)).to_contain_text(told)
    assert page.evaluate("getSelection().toString()") == report(page).input_value()
    assert page.evaluate("gameEvents") == []


@pytest.mark.parametrize("error", OTHERS)
def test_extension_errors_are_ignored(player: Player, error: str) -> None:
    """Errors from browser extensions are ignored, and the game continues."""
    page = player.page
    call(page, "note", "recordErrors")
    devtools(page).send("Runtime.evaluate", {"expression": OTHERS[error]})
    wait_until(page, "globalThis.hasReportedError")
    settle(page)
    assert panel(page).count() == 0


def test_another_error_does_not_replace_the_open_panel(player: Player) -> None:
    """Another error doesn't replace the open panel, because it follows from the first one."""
    page = player.page
    fail(page, "first", "second", "third")
    expect(panel(page)).to_be_visible()
    settle(page)
    assert page.locator("#fault").count() == 1
    assert "first" in report(page).input_value()


def test_later_error_opens_the_panel_again(player: Player) -> None:
    """A later error opens the panel again if the first one was closed."""
    page = player.page
    for number in (1, 2):
        fail(page, f"no ink {number}", name=f"web/late{number}.js")
        expect(report(page)).to_have_value(re.compile(f"no ink {number}"))
        player.click("^Back to the game$")
        expect(panel(page)).to_have_count(0)


def test_interrupted_choice_is_applied_later(browser: Browser, browser_context_args: dict[str, Any], site: str) -> None:
    """If Python fails while it applies the player's choice, the choice is applied when the page is shown again."""
    with closing(browser.new_context(**browser_context_args)) as context:
        page = context.new_page()
        player = Player(page)
        player.open(site)
        player.click("^Preferences$")
        call(page, "fail", "failInTheme")
        player.click("^Night$")
        expect(panel(page)).to_be_visible()
        expect(page.locator("html")).not_to_have_attribute("data-theme", "night")
        player.click("^Back to the game$")
        expect(page.locator("html")).to_have_attribute("data-theme", "night")


def test_repeated_drawing_failures(player: Player) -> None:
    """If drawing fails again, the panel shows the new error, and if the start screen also fails, the page reloads."""
    page = player.page
    page.evaluate("globalThis.shouldFail = true")
    fail(page, "no ink")
    player.click("^Back to the game$")
    expect(report(page)).to_have_value(re.compile("again"))
    with page.expect_navigation():
        player.click("^Start screen$")
    player.wait_for_start()
    assert panel(page).count() == 0


def test_page_reloads_without_python(player: Player) -> None:
    """Without Python, which has died or never offered a recovery, the page reloads."""
    page = player.page
    page.evaluate("cartographers.recover = undefined")
    fail(page, "no ink")
    expect(report(page)).to_have_value(re.compile("game: unknown"))
    with page.expect_navigation():
        player.click("^Back to the game$")
    player.wait_for_start()


def test_panel_claims_no_save_if_there_is_none(player: Player) -> None:
    """If no game is saved, the panel doesn't claim that one is."""
    page = player.page
    page.evaluate("localStorage.clear()")
    fail(page, "no ink")
    expect(panel(page)).to_be_visible()
    expect(panel(page)).not_to_contain_text("is saved")


def test_loading_panel_reports_errors_without_dialogs(player: Player) -> None:
    """In a browser without dialogs, the loading panel reports the error, with a button to start again."""
    page = player.page
    call(page, "pretend", "removeDialogs")
    fail(page, "no ink")
    loading = page.get_by_role("region", name="Loading")
    expect(loading).to_contain_text("Something went wrong: no ink")
    with page.expect_navigation():
        loading.get_by_role("button", name="Try again").click()
    player.wait_for_start()


def test_error_text_from_python_opens_the_panel(player: Player) -> None:
    """An error that Python reports as text opens the panel too."""
    page = player.page
    page.evaluate("cartographers.fault('Traceback: no ink')")
    expect(report(page)).to_have_value(re.compile(re.escape(f"Traceback: no ink\n{RECORD}\n")))


@pytest.mark.thorough
def test_panel_fits_and_is_accessible(player: Player) -> None:
    """In each theme and size, the panel isn't cut off, its buttons are large enough, and axe reports no violations."""
    page = player.page
    fail(page, "no ink")
    expect(panel(page)).to_be_visible()
    for width, height in ((320, 568), (360, 640), (390, 844), (667, 375), (1280, 800)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for theme in THEMES:
            call(page, "pretend", "setTheme", theme)
            settle(page)
            box = box_of(panel(page))
            assert 0 <= box["x"] <= width - box["width"]
            assert 0 <= box["y"] <= height - box["height"]
            assert call_on(page.locator("#fault"), "fit", "isWholeWidthVisible")
            assert call(page, "fit", "findCutOffTexts") == []
            assert call(page, "fit", "findUnexpectedScrollers", "#fault, textarea, .start") == []
            assert call(page, "fit", "findSmallTargets", "#fault button") == []
        check(page)
