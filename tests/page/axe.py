"""What axe says of the page, on any screen and in any theme."""

from playwright.sync_api import Page

from page.scripts import call, settle
from tasks.steps import WEB

AXE = WEB / "node_modules/axe-core/axe.min.js"


def check_colors(page: Page, screens: str) -> None:
    """See to it that all texts of screens have contrast in every theme. The address has the name and HTML of each."""
    page.evaluate(AXE.read_text("utf-8"))
    found = call(page, "axe", "pale", screens)
    assert not found, "\n".join(found)


def check(page: Page) -> None:
    """See to it that axe has nothing against the screen, in any theme; at the first one, nor against the drawings."""
    settle(page)
    first = page.evaluate("!('axe' in window)")
    if first:
        page.evaluate(AXE.read_text("utf-8"))
    found = call(page, "axe", "objections", first)
    assert not found, "\n".join(found)
