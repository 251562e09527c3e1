"""Games in small windows: all that matters is visible, and buttons work where the game scrolls.

Other screens are drawn without Python in test_fit.py.
"""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from support.page.axe import check_all
from support.page.games import go_on, kept_game
from support.page.player import PHONE, Player, box_of, on_a_phone
from support.page.scripts import call, call_on

#: Half a phone, a page at 400% twice, a frame, a narrow window, and a square window; and the map's smallest side there.
SMALL_WINDOWS = ((412, 380), (360, 320), (480, 320), (320, 256), (256, 256), (280, 653), (600, 620))
SMALL_MAP = 200


@pytest.mark.thorough
def test_small_windows(player: Player, site: str) -> None:
    """In any small window the map has at least 200 pixels, Confirm is visible, and a tap on both continues the game."""
    go_on(player, site, kept_game("c1-a-1p-k3x9q2", lambda _: True))
    for plies, (width, height) in enumerate(SMALL_WINDOWS, start=1):
        player.page.set_viewport_size(ViewportSize(width=width, height=height))
        player.settle()
        box = box_of(player.map)
        assert box["width"] >= SMALL_MAP
        assert 0 <= box["x"] <= width - box["width"]
        assert not call(player.page, "fit", "findSidewaysScrollers")
        player.fit()
        confirm = box_of(player.confirm)
        assert 0 <= confirm["x"] <= width - confirm["width"]
        assert 0 <= confirm["y"] <= height - confirm["height"]
        player.confirm.click()
        player.wait_for_plies(plies)
        while player.next != "Confirm":
            player.page.keyboard.press("Enter")


@pytest.mark.thorough
@on_a_phone
def test_button_press_depends_on_scrolling(player: Player, site: str) -> None:
    """Where a game scrolls, the browser's click presses a button; elsewhere, lifting the finger does.

    A finger that stops a scroll is also lifted where it was put down, but no click follows.
    """
    go_on(player, site, kept_game("c1-a-1p-k3x9q2", lambda _: True))
    turn = player.button("^Rotate$")
    for size, presses in ((PHONE, True), (ViewportSize(width=256, height=256), False)):
        player.page.set_viewport_size(size)
        player.settle()
        before = player.ghost
        call_on(turn, "act", "tapWithoutClick")
        player.settle()
        assert (player.ghost != before) is presses
    turn.tap()
    assert player.ghost != before


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
