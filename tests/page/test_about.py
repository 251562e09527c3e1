"""The About screen in a browser: the makers of the board game, and a report that can be copied."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from support.page.axe import check_all
from support.page.player import PHONE, Player, at_a_desk, on_a_phone


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, permissions=["clipboard-read", "clipboard-write"])
def test_about_names_the_makers_and_copies_the_report(page: Page, player: Player, site: str) -> None:
    """About names the designer, leads to the publisher's shop, and copies the report of the current game."""
    player.start(site)
    player.tap("^Menu$", "^About$")
    expect(page.get_by_role("main")).to_contain_text("a board game by Jordy Adan")
    shop = page.get_by_role("link", name="Get the board game from Thunderworks Games")
    expect(shop).to_have_attribute("href", "https://www.thunderworksgames.com/")
    check_all(player)
    player.tap("^Copy the report$")
    expect(player.news).to_have_text("Report copied")
    expect(player.button("^Report copied$")).to_be_visible()
    report = page.get_by_role("textbox", name="Report", exact=True).input_value()
    assert "game: c1-a-1p-k3x9q2" in report
    assert page.evaluate("navigator.clipboard.readText()") == report


def check_controls(player: Player) -> None:
    """Check that the keyboard's controls are shown."""
    expect(player.page.get_by_role("dialog", name="Controls")).to_be_visible()


@pytest.mark.thorough
@on_a_phone
def test_phones_have_no_keyboard_help_in_the_menu(player: Player, site: str) -> None:
    """On a phone, the menu doesn't offer the keyboard's controls, but the question mark of a keyboard shows them."""
    player.start(site)
    player.tap("^Menu$")
    expect(player.button("^Preferences$")).to_be_visible()
    expect(player.button("^Controls$")).to_have_count(0)
    player.type("Escape", "?")
    check_controls(player)


@pytest.mark.thorough
@at_a_desk
def test_menu_of_a_desktop_has_keyboard_help(player: Player, site: str) -> None:
    """On a desktop, the menu leads to the keyboard's controls."""
    player.start(site)
    player.click("^Menu$", "^Controls$")
    check_controls(player)
