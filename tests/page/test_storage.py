"""No data is lost: two tabs, denied or full storage, a killed tab, a translated page, an exception."""

import os
import signal
import sys
import time
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import BrowserType, CDPSession, Page, expect

from support.page.player import DESK, SAVE, Player, at_a_desk, on_a_phone, record_of
from support.page.scripts import call, call_at_start, look, make_no_snapshot, settle


def kept(page: Page) -> str:
    """Return the saved record at this moment, without waiting for the page to settle."""
    return record_of(look(page, "readStored", SAVE) or "")


def plies(page: Page) -> int:
    """Return the number of saved plies."""
    return kept(page).count(".")


def drawn(player: Player, count: int) -> None:
    """Draw shapes by keyboard, each in the first place where it fits, and skip everything in between."""
    before = plies(player.page)
    while plies(player.page) < before + count:
        if player.next == "Confirm":
            player.fit()
        player.page.keyboard.press("Enter")


@pytest.mark.thorough
@at_a_desk
def test_two_tabs_never_overwrite_each_other(player: Player, site: str) -> None:
    """The tab that is touched continues with all plies; the other one says so and can take the game back."""
    player.start(site)
    drawn(player, 3)
    other = player.new_tab(site)
    player.page.bring_to_front()  # a browser draws no frames for a hidden tab
    drawn(player, 3)
    here = kept(player.page)
    other.page.bring_to_front()
    other.click("^Continue")
    expect(player.page.get_by_role("alertdialog", name="This game is open in another tab")).to_be_visible()
    drawn(other, 1)
    assert kept(other.page).startswith(here + ".")
    assert plies(other.page) == 7
    player.page.bring_to_front()
    player.page.keyboard.press("Enter")  # in the dialog, not on the map behind it
    player.wait_for_plies(7)  # one tab's writes reach the other when the browser has time
    player.click("^Play here$")
    expect(other.page.get_by_role("alertdialog")).to_be_visible()
    assert player.record == kept(other.page)
    drawn(player, 1)
    other.wait_for_plies(8)
    other.page.close()


@on_a_phone
def test_a_full_device(player: Player, site: str) -> None:
    """On a full device the page says so at once, the game continues, and the menu says it again."""
    page = player.page
    player.start(site)
    drawn(player, 1)
    call(page, "pretend", "fillStorage")
    player.press(player.confirm)
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("This device is out of storage.")
    notice.get_by_role("button", name="Close").tap()
    expect(notice).to_have_count(0)
    assert plies(page) == 1
    player.take_back()
    player.tap("^Menu$")
    expect(player.dialog).to_contain_text("What you draw now will be lost when you close the page.")


@on_a_phone
def test_denied_storage_is_reported(player: Player, site: str) -> None:
    """A new game says so if storage is denied."""
    call_at_start(player.page, "pretend", "denyStorage")
    player.open(site)
    player.tap("^Today's game")
    expect(player.page.get_by_role("alert")).to_contain_text("This browser doesn't let the page save")


@pytest.mark.thorough
@at_a_desk
def test_ply_is_saved_before_the_next_frame(player: Player, site: str) -> None:
    """A ply is saved while its key is handled, before the next frame, so a tab killed afterwards has lost nothing."""
    player.start(site)
    player.settle()
    assert record_of(call(player.page, "act", "pressEnter", SAVE)).count(".") == 1


def renderers(processes: CDPSession) -> set[int]:
    """Return the processes that show pages, by number."""
    running = processes.send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"] for process in running if process["type"] == "renderer"}


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_killed_tab_loses_no_ply(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str
) -> None:
    """A tab's process is killed five times right after a key, and each time the next tab still shows the ply."""
    with closing(browser_type.launch(**browser_type_launch_args)) as alone:
        processes = alone.new_browser_cdp_session()
        context = alone.new_context(viewport=DESK, reduced_motion="reduce", service_workers="block")
        make_no_snapshot(context)
        for number in range(5):
            player = Player(context.new_page())
            player.open(site)
            player.button("^(Continue|Today's game)").first.click()
            while player.next != "Confirm":
                player.page.keyboard.press("Enter")  # past a scene, so a ply can be lost
            player.fit()
            assert plies(player.page) == number
            with player.page.expect_event("crash"):
                call(player.page, "act", "pressEnter", SAVE)
                killed = renderers(processes)
                for process in killed:
                    os.kill(process, signal.SIGKILL)
            while killed & renderers(processes):  # otherwise Chromium would open the next tab in a dying process
                time.sleep(0.01)
        player = Player(context.new_page())
        player.open(site)
        assert plies(player.page) == number + 1


@at_a_desk
def test_translated_page_stays_correct(player: Player, site: str) -> None:
    """On a translated page, the season, time, and stars are still correct after many plies."""
    page = player.page
    player.start(site)
    drawn(player, 1)
    assert call(page, "pretend", "translatePage") > 20
    drawn(player, 12)
    while player.next != "Confirm":
        page.keyboard.press("Enter")
    settle(page)
    state = player.state
    season = state.season_deal.season
    expect(page.get_by_role("heading", level=1)).to_have_text(season.name.capitalize())
    expect(player.button("^Time [0-9]")).to_contain_text(f"{state.time} of {season.threshold}")
    expect(page.get_by_role("button", name=f"{state.total(0)} star")).to_have_text(str(state.total(0)))


@pytest.mark.thorough
@pytest.mark.first_visit
@at_a_desk
def test_an_exception_while_drawing_loses_nothing(page: Page, site: str) -> None:
    """After an exception while drawing, the ply is saved, and a panel reports it and continues the game."""
    player = Player(page)
    player.start(site)
    drawn(player, 1)
    while player.next != "Confirm":
        page.keyboard.press("Enter")
    player.fit()
    settle(page)
    call(page, "pretend", "breakDrawing")
    page.keyboard.press("Enter")
    panel = page.get_by_role("alertdialog", name="Something went wrong.")
    expect(panel).to_be_visible()
    assert plies(page) == 2
    report = panel.get_by_role("textbox").input_value()
    assert [text for text in ("the pen broke", kept(page)) if text not in report] == []
    assert report.count("version: ") == report.count("browser: ") == 1
    page.evaluate("repairDrawing()")
    panel.get_by_role("button", name="Back to the game").click()
    expect(panel).to_have_count(0)
    drawn(player, 1)
    assert plies(page) == player.plies == 3
    player.settle()
