"""Forced colors: every state stays visible when the system imposes its own few colors.

Such a system, Windows for example, removes backgrounds and shadows, so a state needs an edge, a line, or a mark. The
tests compare pictures of an element with and without its state.
"""

import base64
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import ElementHandle, Page

from app.drawing.element import to_html
from app.shell.view import view
from page.conftest import Hand
from page.test_fit import WORDS, drawn, lay_out, pictures_of
from support.gallery import gallery
from support.page.scripts import call

pytestmark = [
    pytest.mark.browser_context_args(forced_colors="active"),
    pytest.mark.parametrize("scheme", ["light", "dark"]),
    pytest.mark.pixels,
]
#: The minimum number of different pixels, which is one side of a button drawn two pixels wide.
CLEAR = 40


class State(NamedTuple):
    """A state on a screen, and the change that ends it."""

    screen: str
    found: str
    """A selector of an element in the state."""
    attribute: str
    otherwise: str | None
    """The attribute's value in the other state, or None if it has none there."""


PRESSED = "aria-pressed", "false"
STATES = {
    "time used": State("c1-a-1p-fit, SeasonScene", ".boxes .used", "class", "free"),
    "time of this card": State("c1-a-1p-fit, ExploreCard, 2 x 1", ".boxes .this", "class", "free"),
    "time of this card, against used": State("c1-a-1p-fit, ExploreCard, 2 x 1", ".boxes .this", "class", "used"),
    "edict that counts": State("c1-a-1p-fit, ExploreCard, 2 x 1", ".edict.scored", "class", "edict"),
    "edicts of this season": State("c1-a-1p-fit, ExploreCard, 2 x 1", ".order .now", "class", ""),
    "lit edict": State("lit A", '.edict[aria-pressed="true"]', *PRESSED),
    "chosen terrain": State("c1-a-1p-fit, ExploreCard, 2 x 1", '.terrains [aria-pressed="true"]', *PRESSED),
    "chosen shape": State("c1-a-1p-fit, ExploreCard, 1 x 2", '.shapes [aria-pressed="true"]', *PRESSED),
    "illegal ghost": State("lesson, move mountain", ".confirm[aria-disabled]", "aria-disabled", None),
    "nothing to undo": State("c1-a-1p-fit, ExploreCard, 2 x 1", ".key[aria-disabled]", "aria-disabled", None),
    "player at whose map one looks": State("c1-c-hhhyh-12p-fit, SeasonScene", '.tab[aria-pressed="true"]', *PRESSED),
    "preference": State("preferences", '.dialog .choice[aria-pressed="true"]', *PRESSED),
    "choice in the setup": State("setup", '.choice[aria-pressed="true"]', *PRESSED),
    "map side": State("full setup", '.sides [aria-pressed="true"]', *PRESSED),
    "day that counted": State("days, 2026-11-22", ".day.counted", "class", "day"),
    "day that is shown": State("days, 2026-11-21", '.day[aria-pressed="true"]', *PRESSED),
    "day that is today": State("days, 2026-11-21", ".day.today", "class", "day"),
    "filter of the history": State("many games, 0", '.filters [aria-pressed="true"]', *PRESSED),
    "costly move": State("review over, c1-a-1p-fit", '.costly[aria-pressed="true"]', *PRESSED),
    "tapped before Python came": State("nothing kept", "#app .doors [data-do]", "aria-busy", "true"),
}


@pytest.fixture
def forced(page: Page, site: str, scheme: Any) -> Page:  # noqa: ANN401 - Playwright has names for them
    """Return a page without a screen on a system that forces its colors."""
    lay_out(page, site)
    page.emulate_media(color_scheme=scheme, forced_colors="active")
    return page


def show(page: Page, name: str) -> None:
    """Show a screen of the gallery, in English, with its pictures."""
    visit = gallery()[name]
    call(page, "fit", "showScreen", visit.memory.preferences.theme, to_html(view(WORDS, visit)))


def picture(page: Page, element: ElementHandle) -> str:
    """Return a picture of an element and a small area around it."""
    box = element.bounding_box()
    assert box
    clip: Any = {"x": box["x"] - 4, "y": box["y"] - 4, "width": box["width"] + 8, "height": box["height"] + 8}
    return base64.b64encode(page.screenshot(clip=clip)).decode()


def test_elements_look_different_in_each_state(forced: Page) -> None:
    """An element looks different in each of its states."""
    different = {}
    for name, state in STATES.items():
        show(forced, state.screen)
        found = forced.locator(state.found).first
        found.scroll_into_view_if_needed()
        element = found.element_handle()
        assert element, name
        before = picture(forced, element)
        call(forced, "look", "changeAttribute", element, state.attribute, state.otherwise)
        different[name] = call(forced, "picture", "countDifferences", before, picture(forced, element))
    assert {name: count for name, count in different.items() if count <= CLEAR} == {}


@pytest.mark.thorough
def test_button_edges_and_text_colors(forced: Page, hand: Hand) -> None:
    """Every button has an edge, and no text has the color of the page."""
    screens = drawn("en")
    seen = call(forced, "forced", "checkForcedColors", hand(pictures_of(screens)))
    assert {name: one for name, one in zip(screens, seen, strict=True) if one["edgeless"] or one["lost"]} == {}


def test_focused_button_has_a_ring(forced: Page) -> None:
    """A button with the focus has a ring, even if it is pressed."""
    show(forced, "preferences")
    for chosen in ("true", "false"):
        button = forced.locator(f'.dialog .choice[aria-pressed="{chosen}"]').first
        element = button.element_handle()
        assert element
        before = picture(forced, element)
        forced.keyboard.press("Tab")
        button.focus()
        assert call(forced, "picture", "countDifferences", before, picture(forced, element)) > CLEAR
