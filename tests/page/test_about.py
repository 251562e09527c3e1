"""The About screen in a browser: the makers of the board game, and a report that can be copied."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.axe import check
from support.page.player import PHONE, Player, at_a_desk, on_a_phone


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, permissions=["clipboard-read", "clipboard-write"])
def test_about_names_the_makers_and_copies_the_report(player: Player, site: str) -> None:
    """About names the designer, leads to the publisher's shop, and copies the report of the current game."""
    page = player.page
    player.open(site)
    player.begin("k3x9q2")
    player.button("^Menu$").tap()
    player.button("^About$").tap()
    expect(page.get_by_role("main")).to_contain_text("a board game by Jordy Adan")
    shop = page.get_by_role("link", name="Get the board game from Thunderworks Games")
    expect(shop).to_have_attribute("href", "https://www.thunderworksgames.com/")
    check(page)
    player.check_targets()
    player.button("^Copy the report$").tap()
    expect(player.news).to_have_text("Report copied")
    expect(player.button("^Report copied$")).to_be_visible()
    report = page.get_by_role("textbox", name="Report", exact=True).input_value()
    assert "game: c1-a-1p-k3x9q2" in report
    assert page.evaluate("navigator.clipboard.readText()") == report


@on_a_phone
def test_phones_have_no_keyboard_help_in_the_menu(player: Player, site: str) -> None:
    """On a phone, the menu doesn't offer the keyboard's controls, but the question mark of a keyboard shows them."""
    player.open(site)
    player.begin("k3x9q2")
    player.button("^Menu$").tap()
    expect(player.button("^Preferences$")).to_be_visible()
    expect(player.button("^Controls$")).to_have_count(0)
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("?")
    expect(player.page.get_by_role("dialog", name="Controls")).to_be_visible()


@at_a_desk
def test_menu_of_a_desktop_has_keyboard_help(player: Player, site: str) -> None:
    """On a desktop, the menu leads to the keyboard's controls."""
    player.open(site)
    player.begin("k3x9q2")
    player.button("^Menu$").click()
    player.button("^Controls$").click()
    expect(player.page.get_by_role("dialog", name="Controls")).to_be_visible()
