"""Scores of a printed game as numbers on a phone, and printed games that return from the history to the table."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.game.paper_notes import Count
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.printed_maps import counts_of
from app.game.shelf import PRINTED, PRINTED_BEFORE
from cartographers.game_id import GameId
from support.page import axe
from support.page.games import for_each_fault
from support.page.player import SEASONS, Player, on_a_phone, on_a_small_phone
from support.page.scripts import call
from words import signed

pytestmark = on_a_phone
DUO = GameId("duo", players=2)
OVER = PrintedGame(DUO, ("Ana", "Ben"), step_count(DUO))
#: An unfinished game in the history, and another one on the table.
PAST = (f"{PRINTED_BEFORE}2026-11-20.abc", write_printed(PrintedGame(DUO, ("Ana", "Ben"), 3)))
ON_TABLE = write_printed(PrintedGame(GameId("table"), ("Cleo",), 2))


def open_past(player: Player, site: str) -> None:
    """Open the unfinished game in the history of a device that also has a printed game on the table."""
    player.store({PRINTED: ON_TABLE, PAST[0]: PAST[1]})
    player.open(site)
    player.click("^History$", "^Ana, Ben")
    expect(player.button("^Continue$")).to_be_visible()


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


@pytest.mark.thorough
def test_game_from_the_history_and_game_on_the_table_change_places(page: Page, player: Player, site: str) -> None:
    """An unfinished game continues from the history at its card, and the one on the table goes there; also back."""
    open_past(player, site)
    axe.check(page)
    player.tap("^Continue$")
    expect(player.button("^(Next card|End the season)$")).to_be_visible()
    assert (player.stored(PRINTED), player.stored(PAST[0])) == (PAST[1], "")
    player.tap("^(Next card|End the season)$")
    assert read_printed(player.stored(PRINTED)).steps == 4
    player.reload()
    player.tap("^History$", "^Cleo", "^Continue$")
    assert player.stored(PRINTED) == ON_TABLE
    page.go_back()
    expect(player.button("^Ana, Ben")).to_be_visible()


@pytest.mark.sample(1)
@for_each_fault
def test_exchange_that_fails_loses_nothing(player: Player, site: str, fault: str, sentence: str) -> None:
    """If the device can't save the exchange, the page says so, and both games stay where they are."""
    open_past(player, site)
    call(player.page, "pretend", fault)
    player.tap("^Continue$")
    expect(player.page.get_by_role("alert")).to_contain_text(sentence)
    player.reload()
    assert (player.stored(PRINTED), player.stored(PAST[0])) == (ON_TABLE, PAST[1])
    open_past(player, site)


def test_two_tabs_continue_the_same_game_once(player: Player, context: BrowserContext, site: str) -> None:
    """If another tab has taken the game from the history, this tab shows that tab's table and changes nothing."""
    open_past(player, site)
    other = Player(context.new_page())
    open_past(other, site)
    other.tap("^Continue$", "^(Next card|End the season)$")
    other.settle()
    theirs = other.stored(PRINTED)
    assert read_printed(theirs).steps == 4
    player.page.bring_to_front()
    player.tap("^Continue$")
    expect(player.page.get_by_text("Another tab has changed this game.")).to_be_visible()
    assert player.stored(PRINTED) == theirs
