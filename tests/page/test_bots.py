"""Bots in a browser: they take seats, think, draw while the player watches, and give hints."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.game.seating import Bot
from app.game.shelf import read_save
from support.page.files import hold
from support.page.player import Player, on_a_phone
from support.page.scripts import call

pytestmark = on_a_phone


def sit_down(player: Player, site: str, *strengths: str) -> None:
    """Begin a game against bots from the start screen."""
    player.open(site)
    player.tap("^New game")
    for number, strength in enumerate(strengths, start=1):
        player.tap("^Add a bot$", f"^Player {number + 1}: Journeyman")
        player.tap(f"^{strength}")
        expect(player.button(f"^Player {number + 1}: {strength}")).to_be_visible()
    player.show_more()
    player.seed.fill("k3x9q2")
    player.tap("^Start ")
    player.see_edicts()


def draw(player: Player) -> None:
    """Draw the shape in the next place where it fits."""
    player.fit()
    player.confirm.tap()


@pytest.mark.thorough
def test_player_watches_or_skips_each_bot(player: Player, site: str) -> None:
    """The player watches each bot or skips it by a tap, then the next card is revealed, and the save names the bots."""
    sit_down(player, site, "Apprentice", "Master")
    call(player.page, "pretend", "blockLongTimers")  # a move is watched until it is skipped
    draw(player)
    player.wait_for_heading("Apprentice is drawing")
    player.tap("^Skip$", to="Master is drawing")
    expect(player.news).to_have_text(re.compile(r"^Master draws \w+ on [A-K]\d+"))
    player.press(player.button("^Skip$"))  # the Master may have been so fast that a tap would count as a double tap
    expect(player.confirm).to_be_visible()
    player.wait_for_plies(3)
    assert read_save(player.kept).game.seats[1:] == (Bot("apprentice"), Bot("master"))
    call(player.page, "pretend", "holdBackground")
    draw(player)
    player.tap("^Undo$")  # while they think: only the player's own ply is undone
    expect(player.confirm).to_be_visible()
    player.page.evaluate("freeBackground()")
    player.wait_for_plies(3)


@pytest.mark.thorough
def test_bot_finds_the_same_ply_after_a_reload(player: Player, site: str) -> None:
    """If a phone kills the tab while a bot thinks, the bot thinks again after a reload and finds the same ply."""
    sit_down(player, site, "Master")
    call(player.page, "pretend", "holdBackground")  # the bot thinks until the reload
    draw(player)
    player.wait_for_plies(1)
    player.reload()
    player.tap("^Continue ")
    player.wait_for_plies(2)
    first = player.record
    player.reload()
    player.tap("^Continue ")
    player.take_back()
    player.wait_for_plies(0)
    player.confirm.tap()
    player.wait_for_plies(2)
    assert player.record == first


@pytest.mark.thorough
@pytest.mark.parametrize("part", ["later.*.bin", "later.*.html"])
def test_failure_to_load_the_bots_is_reported(page: Page, site: str, part: str) -> None:
    """If the part with the bots fails to load, the page says so, and the player can try again and continue."""
    player = Player(page)
    page.route(f"**/{part}", lambda route: route.abort())
    sit_down(player, site, "Apprentice")
    draw(player)
    expect(page.get_by_role("heading", name="couldn't be loaded")).to_be_visible()
    page.unroute(f"**/{part}")
    player.tap("^Try again$")
    expect(player.confirm).to_be_visible()
    player.wait_for_plies(2)


@pytest.mark.thorough
def test_failed_bot_draws_once_the_game_is_shown_again(page: Page, site: str) -> None:
    """If a bot fails while it thinks, a panel says so, and the bot draws once the game is shown again."""
    player = Player(page)
    held_request = hold(page, "**/later.*.bin")
    sit_down(player, site, "Apprentice")
    draw(player)
    call(page, "fail", "failInBackground")
    held_request().continue_()  # now the bot can begin to think
    fault = page.get_by_role("alertdialog", name="Something went wrong.")
    expect(fault.get_by_role("textbox")).to_have_value(re.compile("no ink"))
    fault.get_by_role("button", name="Back to the game").tap()
    expect(player.confirm).to_be_visible()
    player.wait_for_plies(2)
