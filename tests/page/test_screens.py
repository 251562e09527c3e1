"""Screens with much text in four sizes, and games in small windows: all that matters is visible, and little scrolls.

Other screens are drawn without Python in test_fit.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from support.page.games import LONG, go_on, kept_game, on_another
from support.page.player import DESK, LYING_PHONE, PHONE, SMALL_PHONE, Player, box_of, on_a_phone
from support.page.scripts import call, call_on

UPRIGHT = (SMALL_PHONE, PHONE, DESK)
SIZES = (*UPRIGHT, LYING_PHONE)

LYING_LARGE_PHONE = ViewportSize(width=PHONE["height"], height=PHONE["width"])


def check_sizes(
    player: Player, *parts: Locator, scrolling: tuple[Locator, ...] = (), sizes: tuple[ViewportSize, ...] = SIZES
) -> None:
    """Check the screen in each size."""
    for size in sizes:
        player.page.set_viewport_size(size)
        player.check_layout(*parts, scrolling=scrolling)


@pytest.mark.thorough
def test_doors_and_setup(page: Page, player: Player, site: str) -> None:
    """The doors of the start screen, and a setup screen with all settings, are visible in each size."""
    player.keep(kept_game("c1-d-bhmym-12p-doors", lambda _: True))
    player.open(site)
    doors = player.button("^Continue"), player.button("^Today's game"), player.button("^New game")
    check_sizes(player, *doors, scrolling=doors, sizes=UPRIGHT)  # in landscape on a phone, the start screen scrolls
    player.click("^New game")
    expect(player.line(10, "land")).to_have_value(LONG.land)
    player.choose("Edicts", "Chosen")
    ends, players = (player.button("^Back$"), player.button("^Start ")), (player.part("Players"),)
    check_sizes(player, *ends, scrolling=players)
    for size in (*SIZES, LYING_LARGE_PHONE):
        page.set_viewport_size(size)
        assert not call(page, "fit", "findSidewaysScrollers")
    player.click("^A ")
    check_sizes(player, player.dialog, scrolling=(player.dialog,))
    page.keyboard.press("Escape")
    player.seed.fill("no seed, but as long as it may be"[:32])
    player.click("^Start ")
    expect(player.part("Seed").get_by_role("alert")).to_be_visible()
    check_sizes(player, *ends, scrolling=players)


@pytest.mark.thorough
def test_ambush_on_another_players_map(player: Player, site: str) -> None:
    """The curtain and the tray name the map of an ambush, and every dialog is readable, even with the longest names."""
    go_on(player, site, kept_game("c1-c-hhhyh-3p-cut189", on_another))
    whose = player.page.get_by_text(f"on {LONG.land}, {LONG.name}'s map")
    expect(whose).to_be_visible()
    check_sizes(player, player.large, whose)
    player.large.click()
    check_sizes(player, player.map, player.large, player.page.get_by_text(f"on {LONG.name}'s map"))
    for key, name in (("?", "Controls"), ("m", "Everyone's maps"), ("Escape", "Cartographers")):
        player.page.keyboard.press(key)
        expect(player.dialog).to_have_accessible_name(name)
        check_sizes(player, player.dialog, scrolling=(player.dialog,))
        player.page.keyboard.press("Escape")
    player.confirm.click()
    expect(player.page.get_by_text("Pick a space to destroy", exact=True)).to_be_visible()
    check_sizes(player, player.map, player.large, player.page.get_by_text(f"on {LONG.name}'s map"))


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
