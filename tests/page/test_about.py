"""The About screen in a browser: the makers of the board game, and a report that can be copied."""

import pytest
from playwright.sync_api import Page, expect

from support.page.axe import check_all
from support.page.player import PHONE, Player


@pytest.mark.thorough
@pytest.mark.browser_context_args(
    viewport=PHONE, has_touch=True, is_mobile=True, permissions=["clipboard-read", "clipboard-write"]
)
def test_about_names_the_makers_and_copies_the_report(page: Page, player: Player, site: str) -> None:
    """About names the designer, leads to the publisher's shop, and copies the report of the current game.

    A phone's menu doesn't offer the keyboard's controls, but the question mark of a keyboard shows them.
    """
    player.start(site)
    player.type("?")
    expect(page.get_by_role("dialog", name="Controls")).to_be_visible()
    player.type("Escape")
    player.tap("^Menu$")
    expect(player.button("^About$")).to_be_visible()
    expect(player.button("^Controls$")).to_have_count(0)
    player.tap("^About$")
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
