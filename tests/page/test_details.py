"""Distances on the page that a designer would measure: labels, icons, and texts in buttons."""

import pytest
from playwright.sync_api import Page, ViewportSize

from app import messages as m
from app.drawing.element import to_html
from app.shell.view import view
from app.visit import Visit
from page.test_fit import lay_out, words_of
from support.page.scripts import settle
from support.playing import GAMES, begun, kept_games
from support.visits import arrive, changed, updated
from words import LANGUAGES

HOME = changed(arrive("k3x9q2"), library=kept_games())
#: For each button to another screen: the distance down from its icon to its label, and between the middles of both.
FROM_ICONS = """() => [...document.querySelectorAll(".side-door")].map((door) => {
    const [icon, label] = [...door.children].map((part) => part.getBoundingClientRect());
    return [label.top - icon.bottom, Math.abs(label.left + label.right - icon.left - icon.right) / 2];
})"""
#: The shortest distance from a text to the left or right border of its button, for each leather button.
FROM_BORDERS = """() => [...document.querySelectorAll(".wide")].map((button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    const rectangles = [...text.getClientRects()];
    const { left, right } = button.getBoundingClientRect();
    return Math.min(...rectangles.flatMap((part) => [part.left - left, right - part.right]));
})"""
#: The distance from the season's name to the boxes of its time.
FROM_TIME = """() => {
    const name = document.createRange();
    name.selectNodeContents(document.querySelector(".season h1"));
    return document.querySelector(".time").getBoundingClientRect().left - name.getBoundingClientRect().right;
}"""


def show(page: Page, site: str, visit: Visit, size: tuple[int, int], language: str) -> None:
    """Show a visit's screen in a window of the given size."""
    lay_out(page, site, language)
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    html = to_html(view(words_of(language), visit))
    page.evaluate("html => { document.getElementById('app').innerHTML = html; }", html)
    settle(page)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_labels_are_below_their_icons(page: Page, site: str, size: tuple[int, int], language: str) -> None:
    """On a phone in landscape, the label of each button to another screen is right below the middle of its icon."""
    show(page, site, HOME, size, language)
    found = page.evaluate(FROM_ICONS)
    assert len(found) == 6
    assert all(0 <= down <= 8 and across <= 2 for down, across in found), found


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_texts_keep_away_from_borders(page: Page, site: str, size: tuple[int, int], language: str) -> None:
    """On phones, no text touches the border of its button on the score sheet or in the menu."""
    sheet = updated(GAMES["A"][-1][1], m.Go("sheet"))
    for visit in (changed(sheet, library=()), updated(begun(), m.Open("menu"))):
        show(page, site, visit, size, language)
        found = page.evaluate(FROM_BORDERS)
        assert len(found) > 5
        assert min(found) >= 7, found


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_season_keeps_away_from_time(page: Page, site: str, size: tuple[int, int]) -> None:
    """On a desktop, the season's name keeps away from the boxes of its time."""
    show(page, site, begun(), size, "en")
    assert page.evaluate(FROM_TIME) >= 10
