"""The device's clock: pages that stay open at midnight UTC, and clocks that are wrong by millennia.

With a wrong clock, the page shows a valid day, and its saves stay readable.
"""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from app.saved_names import DAYS, FINISHED
from page.conftest import has_clock
from support.page.friends import Friend
from support.page.games import finished_games
from support.page.player import PREFIX, Player, on_a_phone
from support.page.scripts import call, call_at_start, wait_until

#: Milliseconds since 1970 at the beginning of year 1, in 1969, in 1970, at the end of year 9999, and later.
YEAR_1, LATEST = -62_135_596_800_000, 8_640_000_000_000_000
END_OF_9999 = 253_402_300_799_999
CLOCKS = (-LATEST, YEAR_1, -1, 0, END_OF_9999, END_OF_9999 + 1, LATEST)


@pytest.mark.thorough
@pytest.mark.parametrize("time", CLOCKS)
@on_a_phone
def test_screens_work_with_any_clock(player: Player, site: str, time: int) -> None:
    """The start screen, calendar, history, statistics, sheet, and daily game work with any clock."""
    page = player.page
    call_at_start(page, "clock", "stopClock", time)
    player.store(finished_games())
    player.open(site)
    expect(player.button("^Today's game")).to_be_visible()
    player.tap("^Daily$")
    year = "9998" if time > 0 else "1970"
    expect(page.get_by_role("heading", name=re.compile(f" {year}$")).first).to_be_visible()
    player.tap("^Back$", "^History$")
    expect(page.locator(".kept-entry")).to_have_count(len(finished_games()))
    player.tap("^Statistics$")
    expect(page.get_by_role("img", name=re.compile("^Ratings: "))).to_be_visible()
    player.tap("^Back$")
    page.locator(".kept-entry").last.tap()
    player.tap("^Score and sharing$")
    expect(page.locator(".paper-sheet")).to_be_visible()
    player.tap("^Back$", "^Back$")
    draw_daily(player, year)


def draw_daily(player: Player, year: str) -> None:
    """Begin the daily game of a year, and draw its first shape."""
    player.tap("^Today's game")
    player.see_edicts()
    player.press(player.confirm)
    player.wait_for_plies(1)
    assert f"-daily{year}" in player.record


@pytest.mark.thorough
@pytest.mark.parametrize("time", [YEAR_1, LATEST])
@on_a_phone
def test_game_finished_with_a_wrong_clock_is_in_history(player: Player, site: str, time: int) -> None:
    """A daily game finished with a wrong clock is in the history with a right one, and can be deleted."""
    page = player.page
    call_at_start(page, "clock", "stopClock", time)
    player.open(site)
    player.tap("^Today's game")
    player.play_to_the_end()
    wait_until(page, f"Object.keys(localStorage).some((name) => name.includes('{FINISHED}'))")
    wait_until(page, f"/:-?\\d+$/.test(localStorage.getItem('{PREFIX} {DAYS}'))")
    right = player.new_tab(site)
    right.tap("^Daily$", "^Back$", "^History$")
    entry = right.page.locator(".kept-entry")
    expect(entry).to_contain_text("Date unknown" if time < 0 else "December 31, 9998")
    entry.tap()
    right.tap("^Delete$")
    expect(entry).to_have_count(0)


@pytest.mark.thorough
@on_a_phone
def test_failing_clock_does_not_stop_the_page(player: Player, site: str) -> None:
    """A clock that fails doesn't stop the page, which reads it again when the player returns and before a game."""
    page = player.page
    player.open(site)
    call(page, "clock", "stopClock", LATEST)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    draw_daily(player, "9998")


@on_a_phone
def test_daily_embed_shows_a_map_at_any_time(page: Page, site: str) -> None:
    """A daily embed shows a map before Python has loaded if the clock shows any time at all, or none."""
    page.route("**/boot.*.js", lambda route: route.abort())
    for time in (*CLOCKS, None):
        tab = page.context.new_page()
        call_at_start(tab, "clock", "stopClock", time)
        tab.goto(f"{site}?embed&daily")
        expect(tab.get_by_text(re.compile("^Map [A-D]"))).to_be_visible()
        expect(tab.get_by_text(re.compile("^Daily game, .* (1970|9998)$"))).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("time", [YEAR_1, END_OF_9999 + 1])
@on_a_phone
def test_room_works_with_any_clock(page: Page, site: str, time: int) -> None:
    """A room works with any clock: a reload leads back into it, and Back to the start screen with its door."""
    page.route_web_socket(re.compile("^wss:"), lambda socket: socket.close())
    call_at_start(page, "clock", "stopClock", time)
    friend = Friend(page, site)
    link = friend.open_room("Ada")
    friend.reload()
    assert friend.link == link
    friend.do("back")
    expect(page.locator('[data-do^="go room"]')).to_be_visible()


@pytest.mark.thorough
@on_a_phone
def test_new_day_is_noticed_when_a_screen_opens(player: Player, site: str) -> None:
    """A page that stays open past midnight UTC shows the new day on the next screen, before its timer fires."""
    page = player.page

    def at(hour: str) -> int:
        return int(datetime.fromisoformat(f"2026-{hour}").replace(tzinfo=UTC).timestamp() * 1000)

    call_at_start(page, "clock", "stopClock", at("12-04T23:59:39"))
    player.open(site)
    player.tap("^Daily$", to="Daily game, December 4, 2026")
    player.tap("^Back$")
    expect(player.button("^Today's game")).to_be_visible()
    call(page, "clock", "stopClock", at("12-05T00:00:10"))
    player.tap("^Daily$", to="Daily game, December 5, 2026")


@on_a_phone
def test_new_day_is_noticed_on_the_calendar(player: Player, site: str) -> None:
    """The calendar shows the new day's game soon after midnight UTC."""
    page = player.page
    page.clock.install(time="2026-12-04T23:50:00Z")
    player.open(site)
    player.tap("^Daily$", to="Daily game, December 4, 2026")
    page.clock.fast_forward("09:39")
    page.clock.run_for(60_000)
    player.wait_for_heading("Daily game, December 5, 2026")


def test_replaced_clock_is_noticed(page: Page) -> None:
    """A replaced clock is noticed after the test, so the next test doesn't get a context with the same clock."""
    assert not has_clock(page.context)
    page.clock.set_fixed_time("2026-12-05T12:00:00Z")
    assert has_clock(page.context)
