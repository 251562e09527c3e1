"""Scores of a printed game as numbers on a phone, and printed games that return from the history to the table."""

import pytest
from playwright.sync_api import Page, expect

from app.game.paper_notes import Count
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.printed_maps import counts_of
from app.saved_names import PRINTED
from cartographers.game_id import GameId
from support.page import axe
from support.page.player import SEASONS, Player, on_a_phone, on_a_small_phone
from words import signed

pytestmark = on_a_phone
DUO = GameId("duo", players=2)
OVER = PrintedGame(DUO, ("Ana", "Ben"), step_count(DUO))


@pytest.mark.thorough
@on_a_small_phone
def test_numbers_from_paper_name_the_winner(page: Page, player: Player, site: str) -> None:
    """Rows of numbers are typed or tapped, saved at once, and add up to a result that goes to the history and back."""
    player.store({PRINTED: write_printed(OVER)})
    player.open(site)
    player.tap("^The printed game", "^Score the maps$", "^Ana, Spring: paint the map$", "^Numbers$")
    fields = page.get_by_role("textbox")
    expect(fields).to_have_count(4)
    fields.nth(0).tap()
    page.keyboard.type("12")
    page.keyboard.press("Enter")  # focuses the next number
    page.keyboard.type("x")
    expect(page.get_by_role("alert")).to_contain_text("Enter a whole number from 0 to 199")
    axe.check(page)
    fields.nth(1).fill("8")
    player.tap("^Coins: one more$", "^Coins: one more$", "^Lost to monsters: one more$")
    expect(page.locator(".total")).to_have_text("21 stars")
    assert counts_of(read_printed(player.stored(PRINTED))) == {(0, 0): Count(12, 8, 2, 1)}
    axe.check_all(player)
    player.tap("^Done")
    for place, season in enumerate(SEASONS):
        for name in ("Ana", "Ben")[place == 0 :]:
            player.tap(f"^{name}, {season}: paint the map$")
            expect(fields).to_have_count(4)  # numbers again, without another tap
            fields.nth(0).fill("5")
            fields.nth(1).fill("6")
            player.tap("^Done")
    player.wait_for_heading("Ana wins")
    page.locator(".everyones-maps").get_by_role("button", name="Ana 54").tap()
    expect(page.get_by_role("row", name=f"Spring A 12, B 8 2 {signed(-1)} 21")).to_be_visible()
    axe.check(page)
    player.reload()
    player.tap("^The printed game", "^Score the maps$", "^Move to the history$", "^History$")
    player.tap("^Ana 54, Ben ", to="Ana wins")
    player.tap("^Correct the scores$", "^Score the maps$", "^Ben, Winter: 11 stars$")
    fields.nth(0).fill("55")
    page.keyboard.press("Enter")
    player.tap("^Done", to="Ben wins")
