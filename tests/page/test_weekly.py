"""The weekly challenge on a phone: its theme follows the clock, and past weeks keep their results."""

import re
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from app.game.weekly import weekly
from cartographers.sides import is_custom
from support.page.axe import check_all
from support.page.games import finished, kept_game, pass_scenes
from support.page.player import Player, on_a_phone

pytestmark = on_a_phone


def test_past_weeks_are_shown_and_played(page: Page, player: Player, site: str) -> None:
    """Over three weeks, past challenges keep their results, and one is begun late and continued. Back returns."""
    first = date(2026, 11, 23)
    page.clock.install(time="2026-11-29T23:50:00Z")
    player.store(dict([finished(kept_game(str(weekly(first)), lambda _: False), "past")]))
    player.open(site)
    player.tap("^Daily$", to="^Daily games$")
    check_all(player)
    player.tap("^Weekly challenge Dragon in Spring [+\u2212]?\\d+$")
    expect(page.get_by_text("Week of November 23, 2026")).to_be_visible()
    expect(page.get_by_text(re.compile("^Rating "))).to_be_visible()
    page.clock.fast_forward("15:00")  # to the next week
    expect(page.get_by_role("heading", name="The Atoll")).to_be_visible()
    expect(page.get_by_text(re.compile("^Rating "))).to_have_count(0)
    expect(page.locator(".blank-map svg.map")).to_be_visible()
    check_all(player)
    player.tap("^Previous week$", to="Dragon in Spring")
    expect(page.get_by_text(re.compile("^Rating "))).to_be_visible()
    page.clock.fast_forward(7 * 86_400_000)
    expect(player.button("^Next week$")).to_be_enabled()
    expect(page.get_by_text("Week of November 23, 2026")).to_be_visible()  # a past week stays when a new one begins
    player.tap("^Next week$", to="The Atoll")
    player.tap("^Play$")
    player.see_edicts()
    page.clock.run_for(5_000)
    assert player.record == str(weekly(first + timedelta(7)))
    assert is_custom(player.state.deal.id.side)
    pass_scenes(player)  # an ambush can come first
    player.fit()
    player.press(player.confirm)
    player.wait_for_plies(1)
    player.tap("^Menu$", "^Start screen$", "^Daily$", "^Weekly challenge Empty Coffers$")
    expect(player.button("^Next week$")).to_be_disabled()
    page.keyboard.press("PageUp")
    expect(page.get_by_role("heading", name="The Atoll")).to_be_visible()
    expect(player.button("^Continue$")).to_be_visible()
    page.keyboard.press("PageUp")
    player.tap("^Score and sharing$")
    expect(page.locator(".paper-sheet")).to_be_visible()
    player.tap("^Back$", to="Dragon in Spring")
    player.tap("^Back$")
    expect(player.button("^Weekly challenge Empty Coffers$")).to_be_visible()
