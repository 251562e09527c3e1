"""Scores of a printed game as numbers on a phone, and printed games that return from the history to the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from app.game.paper_notes import Count
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.printed_maps import counts_of
from app.game.shelf import PRINTED, PRINTED_BEFORE
from cartographers.game_id import GameId
from support.page import axe
from support.page.player import Player, on_a_phone, on_a_small_phone
from support.page.scripts import call, call_at_start, look
from words import signed

DUO = GameId("duo", players=2)
OVER = PrintedGame(DUO, ("Ana", "Ben"), step_count(DUO))
SEASONS = ("Spring", "Summer", "Fall", "Winter")
#: An unfinished game in the history, and another one on the table.
PAST = (f"{PRINTED_BEFORE}2026-11-20.abc", write_printed(PrintedGame(DUO, ("Ana", "Ben"), 3)))
ON_TABLE = write_printed(PrintedGame(GameId("table"), ("Cleo",), 2))


def open_past(player: Player) -> None:
    """Open the unfinished game in the history, from the start screen."""
    player.button("^History$").click()
    player.button("^Ana, Ben").click()
    expect(player.button("^Continue$")).to_be_visible()


def open_numbers(player: Player, site: str) -> None:
    """Open the numbers of the first player's spring in the finished printed game."""
    call_at_start(player.page, "pretend", "storeBeforeVisit", PRINTED, write_printed(OVER))
    player.open(site)
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    player.button("^Ana, Spring: paint the map$").tap()
    player.button("^Numbers$").tap()


def store(player: Player) -> None:
    """Save a printed game on the table and another one in the history."""
    call_at_start(player.page, "pretend", "storeAllBeforeVisit", {PRINTED: ON_TABLE, PAST[0]: PAST[1]})


@on_a_small_phone
def test_doubtful_numbers_are_explained(player: Player, site: str) -> None:
    """Impossible numbers and empty edicts have a sentence each, and the table marks the season."""
    page = player.page
    open_numbers(player, site)
    page.get_by_role("textbox", name="Lost to monsters").fill("99")
    expect(page.get_by_role("textbox", name="Lost to monsters")).to_have_accessible_description(
        re.compile("^Lost to monsters, 99: the monsters so far can cost at most [0-9]+ stars.$")
    )
    expect(page.get_by_text("Enter a number, or 0 for no stars")).to_be_visible()
    axe.check(page)
    player.check_targets()
    player.button("^Done").tap()
    expect(player.button(f"^Ana, Spring: {signed(-99)} stars so far. Please check$")).to_be_visible()


@on_a_small_phone
def test_numbers_from_paper_name_the_winner(player: Player, site: str) -> None:
    """Rows of numbers are typed or tapped, saved at once, and add up to a result that goes to the history and back."""
    page = player.page
    open_numbers(player, site)
    fields = page.get_by_role("textbox")
    expect(fields).to_have_count(4)
    fields.nth(0).tap()
    page.keyboard.type("12")
    page.keyboard.press("Enter")  # focuses the next number
    page.keyboard.type("x")
    expect(page.get_by_role("alert")).to_contain_text("Enter a whole number from 0 to 199")
    axe.check(page)
    fields.nth(1).fill("8")
    player.button("^Coins: one more$").tap()
    player.button("^Coins: one more$").tap()
    player.button("^Lost to monsters: one more$").tap()
    expect(page.locator(".total")).to_have_text("21 stars")
    assert counts_of(read_printed(look(page, "readStored", PRINTED))) == {(0, 0): Count(12, 8, 2, 1)}
    axe.check(page)
    player.check_targets()
    player.button("^Done").tap()
    for place, season in enumerate(SEASONS):
        for name in ("Ana", "Ben")[place == 0 :]:
            player.button(f"^{name}, {season}: paint the map$").tap()
            expect(fields).to_have_count(4)  # numbers again, without another tap
            fields.nth(0).fill("5")
            fields.nth(1).fill("6")
            player.button("^Done").tap()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    page.locator(".everyones-maps").get_by_role("button", name="Ana 54").tap()
    expect(page.get_by_role("row", name=f"Spring A 12, B 8 2 {signed(-1)} 21")).to_be_visible()
    axe.check(page)
    page.reload()
    player.wait_for_start()
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    player.button("^Move to the history$").tap()
    player.button("^History$").tap()
    player.button("^Ana 54, Ben ").tap()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    player.button("^Correct the scores$").tap()
    player.button("^Score the maps$").tap()
    player.button("^Ben, Winter: 11 stars$").tap()
    fields.nth(0).fill("55")
    page.keyboard.press("Enter")
    player.button("^Done").tap()
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()


@on_a_phone
def test_game_from_the_history_and_game_on_the_table_change_places(player: Player, site: str) -> None:
    """An unfinished game continues from the history at its card, and the one on the table goes there; also back."""
    page = player.page
    store(player)
    player.open(site)
    open_past(player)
    axe.check(page)
    player.button("^Continue$").tap()
    expect(player.button("^(Next card|End the season)$")).to_be_visible()
    assert look(page, "readStored", PRINTED) == PAST[1]
    assert not look(page, "readStored", PAST[0])
    player.button("^(Next card|End the season)$").tap()
    player.settle()
    assert read_printed(look(page, "readStored", PRINTED)).steps == 4
    page.reload()
    player.wait_for_start()
    player.button("^History$").tap()
    player.button("^Cleo").tap()
    player.button("^Continue$").tap()
    player.settle()
    assert look(page, "readStored", PRINTED) == ON_TABLE
    page.go_back()
    expect(player.button("^Ana, Ben")).to_be_visible()


@pytest.mark.parametrize("fault", ["full", "denied"])
@on_a_phone
def test_exchange_that_fails_loses_nothing(player: Player, site: str, fault: str) -> None:
    """If the device can't save the exchange, the page says so, and both games stay where they are."""
    page = player.page
    store(player)
    player.open(site)
    open_past(player)
    call(page, "pretend", "fillStorage" if fault == "full" else "denyStorage")
    player.button("^Continue$").tap()
    sentence = "has no room to save this" if fault == "full" else "doesn't let the page save"
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    page.reload()
    player.wait_for_start()
    assert look(page, "readStored", PRINTED) == ON_TABLE
    assert look(page, "readStored", PAST[0]) == PAST[1]
    open_past(player)


@on_a_phone
def test_two_tabs_continue_the_same_game_once(player: Player, context: BrowserContext, site: str) -> None:
    """If another tab has taken the game from the history, this tab shows that tab's table and changes nothing."""
    store(player)
    player.open(site)
    open_past(player)
    other = Player(context.new_page())
    other.open(site)
    open_past(other)
    other.button("^Continue$").tap()
    other.button("^(Next card|End the season)$").tap()
    other.settle()
    theirs = look(other.page, "readStored", PRINTED)
    assert read_printed(theirs).steps == 4
    player.page.bring_to_front()
    player.button("^Continue$").tap()
    expect(player.page.get_by_text("Another tab has changed this game.")).to_be_visible()
    assert look(player.page, "readStored", PRINTED) == theirs
    other.page.close()
