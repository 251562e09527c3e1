"""The later part of the page in a browser: it comes when there is time, and what is wanted sooner waits for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from page.files import WHOLE, hold
from page.player import Player, on_a_phone

PARTS = ["later.*.bin", "later.*.html", "later.*.js"]


@pytest.mark.first_visit
@on_a_phone
def test_it_comes_by_itself(player: Player, site: str) -> None:
    """Nobody has to ask: then it is there at once, also without a network."""
    page = player.page
    with page.expect_response("**/later.*.bin"):
        player.open(site)
    expect(page.locator("style")).to_have_count(WHOLE)
    page.context.set_offline(True)
    player.button("^About").click()
    expect(page.get_by_role("heading", name="About")).to_be_visible()


@on_a_phone
@pytest.mark.parametrize("part", PARTS)
def test_what_is_tapped_too_soon_follows(player: Player, site: str, part: str) -> None:
    """The page says that it fetches, and shows what was wanted when it has come."""
    page = player.page
    held = hold(page, f"**/{part}")
    with page.expect_request(f"**/{part}"):
        player.open(site)
    player.button("^About").click()
    expect(page.get_by_role("main")).to_contain_text("Fetching this page.")
    expect(player.said("news")).to_have_text("Fetching this page.")
    held.pop().continue_()
    page.unroute(f"**/{part}")  # a module is requested again when it has been compared with its hash
    expect(page.get_by_role("heading", name="About")).to_be_visible()


@on_a_phone
@pytest.mark.parametrize("part", PARTS)
def test_what_cannot_be_fetched_is_said(page: Page, site: str, part: str) -> None:
    """A sentence and a way on; the rest of the page still works, and it may be there another time."""
    player = Player(page)
    page.route(f"**/{part}", lambda route: route.abort())
    player.open(site)
    player.button("^About").click()
    expect(page.get_by_role("main").get_by_text("This page could not be fetched")).to_be_visible()
    expect(player.said("news")).to_contain_text("This page could not be fetched")
    page.unroute(f"**/{part}")
    player.button("^Back$").click()
    expect(player.button("^New game")).to_be_visible()
    player.button("^About").click()
    expect(page.get_by_role("heading", name="About")).to_be_visible()
    player.button("^Back$").click()
    expect(player.button("^New game")).to_be_visible()
