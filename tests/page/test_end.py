"""The end of a game on the page: the result beat by beat, the bots on the same deal, and the ranking."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.saved_names import FINISHED
from support.page.axe import check_all
from support.page.files import wait_for_later_part
from support.page.games import before_the_end, draw_the_last_shape, go_on, kept_game
from support.page.player import Player, box_of, on_a_phone, shown
from support.page.scripts import call, wait_until
from words import signed

pytestmark = [pytest.mark.moving, on_a_phone]

COMFORT = "Most first games end below zero."


def finish(player: Player, site: str) -> None:
    """Draw the last shape of a solo game, and continue past the last season."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_the_end))
    wait_for_later_part(player)
    call(player.page, "note", "recordBeats")
    draw_the_last_shape(player)


def ratings(page: Page) -> list[str]:
    """Return the ratings of the player and two bots in the row of comparisons, once all three have one."""
    numbers = page.locator(".compared li b")
    expect(numbers).to_have_text([re.compile(r"\d")] * 3)  # a first result is no new best
    names = page.locator(".compared li")
    expect(names).to_have_text([re.compile(name) for name in ("You", "Apprentice", "Journeyman")])
    return numbers.all_inner_texts()


@pytest.mark.thorough
def test_result_comes_beat_by_beat(page: Page, player: Player, site: str) -> None:
    """The best moment comes first, then the stars are added, then the rating appears; the map stays in its place."""
    finish(player, site)
    wait_until(page, "beats.length > 0")
    place = box_of(player.map)
    expect(page.locator(".time")).to_have_text(re.compile(r"^\s*Time\s+up\s*$"), use_inner_text=True)
    expect(page.locator(".ladder")).to_be_visible()
    assert page.evaluate("beats") == ["beat moment-beat", "beat stars-beat"]
    assert box_of(player.map) == place
    state = player.state
    expect(page.locator(".term").first).to_have_text(f"{shown(state.total(0))} Stars")
    expect(page.locator(".season-bars b")).to_have_text([shown(score.total) for (score,) in state.scores])
    for note in (page.locator(".notes"), player.said("comfort")):
        expect(note).to_have_text(COMFORT)
    player.check_fit()
    check_all(player)


@pytest.mark.thorough
def test_bots_play_the_same_deal_beside_the_result(page: Page, player: Player, site: str) -> None:
    """Two bots play the deal in the background. Their ratings move nothing when they appear, and stay on the device."""
    finish(player, site)
    expect(player.large).to_have_accessible_name("Again new cards")
    place = box_of(player.map), box_of(page.locator(".ladder"))
    found = ratings(page)
    assert (box_of(player.map), box_of(page.locator(".ladder"))) == place
    state = player.state
    assert found[0] == signed(state.total(0) - sum(card.solo for card in state.deal.edicts))
    player.reload()
    player.tap("^Your last game")
    expect(page.locator(".compared")).to_be_visible()
    assert ratings(page) == found


@pytest.mark.thorough
def test_again_deals_new_cards_and_knows_the_best_game(page: Page, player: Player, site: str) -> None:
    """Again deals new cards at once, and Same cards the same ones. The next result names the best game so far."""
    finish(player, site)
    player.tap("^Same cards$")
    assert player.record == "c1-a-1p-motion"
    player.play_to_the_end()
    expect(page.locator(".compared")).to_contain_text(re.compile("(Your|New) best, map"))
    expect(page.get_by_text(COMFORT)).to_have_count(0)
    player.tap("^Again ")
    player.see_edicts()
    assert re.match("c1-a-1p-(?!motion)", player.record)
    assert len([name for name in page.evaluate("Object.keys(localStorage)") if FINISHED in name]) == 2
