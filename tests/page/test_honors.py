"""The honors on a phone: seals at the end of a game, and the list of all honors."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.page.axe import check, check_all
from support.page.files import wait_for_later_part
from support.page.games import before_the_end, draw_the_last_shape, finished_games, go_on, kept_game
from support.page.player import SAVE, TOO_SOON, Player, box_of, on_a_phone, on_a_small_phone

pytestmark = [pytest.mark.moving, on_a_phone]


@pytest.mark.thorough
def test_first_game_earns_a_seal(page: Page, player: Player, site: str) -> None:
    """The first game's seal drops onto its map and moves nothing. It leads to the honors, and they to the game."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_the_end, "first1"))
    wait_for_later_part(player)
    draw_the_last_shape(player)
    expect(page.locator(".term").first).to_be_attached()
    place = box_of(player.map)
    seal = player.button("^New honor First Map$")
    expect(seal).to_be_visible()
    assert box_of(player.map) == place
    expect(player.said("honors")).to_have_text("New honor: First Map.")
    player.check_fit()
    check_all(player)
    seal.tap()
    player.wait_for_heading("^Honors$")
    player.wait_for_heading("Earned: 1 of 26")
    player.tap("^First Map ", to="map A")
    player.tap("^Back$", "^Back$")
    expect(seal).to_be_visible()


@pytest.mark.thorough
@on_a_small_phone
def test_history_leads_to_the_honors_of_old_games(page: Page, player: Player, site: str) -> None:
    """Games from before there were honors have earned some, which the history counts, and axe has no complaints.

    Nor has it about the history, its statistics, and a deleted game.
    """
    player.store(finished_games(copies=2))
    player.open(site)
    player.tap("^History$")
    player.choose("Players", "Together")
    entries = page.locator(".kept-entry")
    expect(entries).to_have_count(2)
    entries.first.tap()
    check(page)
    player.tap("^Delete$")
    expect(entries).to_have_count(1)
    check(page)
    player.tap("^Undo$", "^Statistics$")
    expect(page.get_by_role("img", name=re.compile("^Ratings: "))).to_be_visible()
    check(page)
    player.tap("^Back$", r"^Honors \d+ of 26$")
    player.wait_for_heading(r"^Earned: \d+ of 26$")
    expect(page.get_by_role("listitem").filter(has_text="A Hundred Maps")).to_contain_text("8 of 100")
    check(page)
    player.type("Escape")
    player.wait_for_heading("^Your games$")


@pytest.mark.thorough
def test_ranking_shows_the_seals_of_the_winner(player: Player, site: str) -> None:
    """The end of a game with several players shows the winner's new seals, which move nothing."""
    [(name, several)] = [(name, text) for name, text in finished_games().items() if "-3p-" in text]
    player.store({name: several, SAVE: several})
    player.open(site)
    player.tap("^Your last game")
    wait_for_later_part(player)
    player.press(player.large)
    player.settle()
    place = box_of(player.map)
    seals = player.button("new honors$")
    expect(seals).to_be_visible()
    assert box_of(player.map) == place
    check_all(player)
    seals.tap()
    player.wait_for_heading(r"^Earned: \d+ of 26$")


@pytest.mark.thorough
def test_seals_and_honors_need_no_second_half(page: Page, site: str) -> None:
    """A game that ends just after the start earns its seal even if the second half of Python hasn't arrived."""
    player = Player(page)
    page.route("**/*.cold.*.wasm", lambda route: route.abort())
    go_on(player, site, kept_game("c1-a-1p-motion", before_the_end, "first1"))
    draw_the_last_shape(player)
    seal = player.button("^New honor First Map$")
    expect(seal).to_be_visible()
    seal.tap()
    player.wait_for_heading("Earned: 1 of 26")
    assert not page.evaluate("cartographers.cold.linked")
    assert page.evaluate(TOO_SOON) == []
