"""The weekly challenge on a phone: its theme follows the clock, and its result is compared with the bots'."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from app.game.weekly import week_of_day, weekly
from page.axe import check
from page.player import PATIENT, Player, on_a_phone


@pytest.mark.parametrize(
    ("time", "theme"),
    [
        ("2026-11-29T23:59:00Z", "Dragon in Spring"),
        ("2026-11-30T00:01:00Z", "Empty Coffers"),
        ("2027-01-05T12:00:00Z", "Siege"),
    ],
)
@on_a_phone
def test_theme_follows_the_clock(page: Page, player: Player, site: str, time: str, theme: str) -> None:
    """Each week has its theme from Monday at midnight UTC, and the button begins that week's deal."""
    page.clock.install(time=time)
    player.open(site)
    player.button("^Daily$").tap()
    player.button(f"^Weekly challenge {theme}$").tap()
    expect(page.get_by_role("heading", name=theme)).to_be_visible()
    player.button("^Play$").tap()
    expect(player.map).to_be_visible()
    page.clock.run_for(5_000)
    assert player.record == str(weekly(week_of_day(date.fromisoformat(time[:10]))))


@on_a_phone
def test_challenge_is_played_and_compared(player: Player, site: str) -> None:
    """A challenge is left and continued. Its result is beside those of the bots, and the history names its week."""
    page = player.page
    player.open(site)
    player.button("^Daily$").tap()
    player.button("^Weekly challenge ").tap()
    check(page)
    player.check_targets()
    player.button("^Play$").tap()
    player.see_edicts()
    assert "-weekly" in player.record
    while player.next != "Confirm":  # an ambush can come first
        player.press(player.large)
    player.fit()
    player.press(player.confirm)
    player.wait_for_plies(1)
    player.button("^Menu$").tap()
    player.button("^Start screen$").tap()
    player.button("^Daily$").tap()
    player.button("^Weekly challenge ").tap()
    player.button("^Continue$").tap()
    player.play_to_the_end()
    player.button("^Menu$").tap()
    player.button("^Start screen$").tap()
    player.button("^Daily$").tap()
    player.button("^Weekly challenge ").tap()
    expect(page.get_by_text(re.compile(r"^Rating [+\u2212]?\d+$"))).to_be_visible()
    row = page.get_by_role("row", name=re.compile("^Apprentice"))
    expect(row).to_be_visible(timeout=PATIENT)
    player.button("^Stop$").tap()
    expect(player.button("^Continue$")).to_be_visible()
    check(page)
    player.check_targets()
    player.button("^Back$").tap()
    player.button("^Back$").tap()
    player.button("^History$").tap()
    expect(page.locator(".kept-entry")).to_contain_text("Weekly challenge, ")
