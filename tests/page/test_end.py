"""The end of a game on the page: the result beat by beat, the bots on the same deal, and the ranking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from app.game.shelf import FINISHED
from cartographers.events import GameEnd
from cartographers.region import names
from support.page.axe import check
from support.page.files import wait_for_later_part
from support.page.games import before_the_end, draw_the_last_shape, go_on, kept_game
from support.page.player import PHONE, Player, box_of, on_a_phone, on_a_small_phone, shown
from support.page.scripts import call, call_at_start, look, wait_until
from words import signed

pytestmark = pytest.mark.moving

TRIO = kept_game("c1-b-3p-sheet2", lambda _: False)


def finish(player: Player, site: str) -> None:
    """Draw the last shape of a solo game, and continue past the last season."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_the_end))
    wait_for_later_part(player)
    call(player.page, "note", "recordBeats")
    draw_the_last_shape(player)


def compared(page: Page, name: str) -> str:
    """Return the rating of a player in the row of comparisons."""
    return page.locator(".compared li").filter(has_text=name).locator("b").inner_text()


@on_a_phone
def test_result_comes_beat_by_beat(player: Player, site: str) -> None:
    """The best moment comes first, then the stars are added, then the rating appears; the map stays in its place."""
    page = player.page
    finish(player, site)
    wait_until(page, "beats.length > 0")
    place = box_of(player.map)
    expect(page.locator(".time")).to_have_text(re.compile(r"^\s*Time\s+up\s*$"), use_inner_text=True)
    expect(page.locator(".ladder")).to_be_visible()
    assert page.evaluate("beats") == ["beat moment-beat", "beat stars-beat"]
    assert box_of(player.map) == place
    total = player.state.total(0)
    expect(page.locator(".term").first).to_have_text(f"{shown(total)} Stars")
    bars = page.locator(".season-bars b")
    expect(bars).to_have_text([shown(score.total) for (score,) in player.state.scores])
    expect(page.locator(".notes")).to_have_text("Most first games end below zero.")
    expect(player.said("comfort")).to_have_text("Most first games end below zero.")
    player.check_fit()
    player.check_targets()
    check(page)


@on_a_phone
def test_bots_play_the_same_deal_beside_the_result(player: Player, site: str) -> None:
    """Two bots play the deal in the background. Their ratings move nothing when they appear, and stay on the device."""
    page = player.page
    finish(player, site)
    expect(player.large).to_have_accessible_name("Again new cards")
    place = box_of(player.map), box_of(page.locator(".ladder"))
    for name in ("Apprentice", "Journeyman"):
        rating = page.locator(".compared li").filter(has_text=name).locator("b")
        expect(rating).to_have_text(re.compile(r"\d"))
    assert (box_of(player.map), box_of(page.locator(".ladder"))) == place
    state = player.state
    mine = signed(state.total(0) - sum(card.solo for card in state.deal.edicts))
    assert compared(page, "You") == mine
    expect(page.locator(".compared li")).to_have_count(3)  # a first result is no new best
    found = [compared(page, name) for name in ("Apprentice", "Journeyman")]
    page.reload()
    player.wait_for_start()
    player.button("^Your last game").tap()
    expect(page.locator(".compared")).to_be_visible()
    expect(page.locator(".compared li")).to_have_count(3)
    assert [compared(page, name) for name in ("Apprentice", "Journeyman")] == found


@on_a_phone
def test_again_deals_new_cards_and_knows_the_best_game(player: Player, site: str) -> None:
    """Again deals new cards at once, and Same cards the same ones. The next result names the best game so far."""
    page = player.page
    finish(player, site)
    player.button("^Same cards$").tap()
    player.settle()
    assert player.record == "c1-a-1p-motion"
    player.play_to_the_end()
    expect(page.locator(".compared")).to_contain_text(re.compile("(Your|New) best, map"))
    expect(page.get_by_text("Most first games end below zero.")).to_have_count(0)
    player.button("^Again ").tap()
    player.see_edicts()
    assert player.record.startswith("c1-a-1p-")
    assert player.record != "c1-a-1p-motion"
    assert len([name for name in page.evaluate("Object.keys(localStorage)") if name.startswith(FINISHED)]) == 2


@pytest.mark.browser_context_args(viewport=PHONE, reduced_motion="reduce")
def test_result_is_shared_and_reviewed_from_the_end(player: Player, site: str) -> None:
    """Share hands the result to other apps and says so on the button. Review and the best moment lead back here."""
    page = player.page
    call_at_start(page, "sharing", "addSharing")
    go_on(player, site, kept_game("c1-a-1p-sheet1", lambda _: False))
    player.button("^Share$").click()
    expect(player.button("^Shared$")).to_be_visible()
    [text] = page.evaluate("sharedItems")
    assert text.endswith("?id=c1-a-1p-sheet1")
    expect(player.said("shared")).to_have_text("Share the result: passed to your device's share menu.")
    player.button("^Review$").click()
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()
    player.button("^Back$").click()
    player.button("^Best moment ").click()
    expect(page.get_by_role("slider", name="Move", exact=True)).not_to_have_value("0")
    player.button("^Leave the replay$").click()
    expect(player.button("^Again ")).to_be_visible()


@on_a_small_phone
def test_ranking_of_three_players(player: Player, site: str) -> None:
    """The ranking has all players, best first. A tap on one shows that map, and the same people play again at once."""
    page = player.page
    go_on(player, site, TRIO)
    wait_for_later_part(player)
    expect(player.button("^Same people again$")).to_be_visible()
    state = player.state
    end = state.events[-1]
    assert isinstance(end, GameEnd)
    lines = page.get_by_role("group", name="Players", exact=True).get_by_role("button")
    order = sorted(range(3), key=lambda number: (-end.totals[number], -end.monsters[number], number))
    expect(page.locator(".stars-won")).to_have_text([shown(end.totals[number]) for number in order])
    place = box_of(player.map)
    for line, number in enumerate(order):
        if lines.nth(line).get_attribute("aria-pressed") == "false":
            lines.nth(line).tap()
        expect(lines.nth(line)).to_have_attribute("aria-pressed", "true")
        assert player.unfilled == set(names(state.sheets[number].empty))
    assert box_of(player.map) == place
    player.check_fit(player.map, player.large, scrolling=(lines.first,))
    check(page)
    player.button("^Same people again$").tap()
    player.see_edicts()
    assert re.match("c1-b-3p-", player.record)
    assert player.record.count(".") == 0
    assert look(page, "readStoredWhenSettled", "cartographers.game") != TRIO
