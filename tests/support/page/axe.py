"""Accessibility checks with axe, on any screen and in any theme."""

from playwright.sync_api import Page

from support.page.player import Player
from support.page.scripts import call, settle
from tasks.steps import WEB

AXE = WEB / "node_modules/axe-core/axe.min.js"


def check_colors(page: Page, screens: str) -> None:
    """Check that all texts have enough contrast in every theme. ``screens`` is the address of the screens' HTML."""
    page.evaluate(AXE.read_text("utf-8"))
    found = call(page, "axe", "findColorViolations", screens)
    assert not found, "\n".join(found)


def check(page: Page, *, drawings: bool = False) -> None:
    """Check the screen with axe in every theme, and if asked to, the drawings of all screens in the first theme."""
    settle(page)
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE.read_text("utf-8"))
    found = call(page, "axe", "findViolations", drawings)
    assert not found, "\n".join(found)


def check_all(player: Player) -> None:
    """Check the screen with axe, and that every control is large enough for a thumb."""
    player.check_targets()
    check(player.page)
