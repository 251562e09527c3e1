"""Wide windows: the map beside the doors of the start screen, and behind the card that joins a room."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from support.page.axe import check, check_all
from support.page.files import hold, open_first_screen
from support.page.games import finished_games, kept_game
from support.page.player import DESK, Player, box_of, rounded
from support.page.scripts import call, wait_until

WORD = f"{'w-_' * 7}w.{'0a' * 32}"
LARGE = ViewportSize(width=1920, height=1080)
SQUARE = ViewportSize(width=1024, height=1366)

in_wide_windows = pytest.mark.parametrize("size", [DESK, LARGE, SQUARE], ids=lambda size: f"{size['width']}")
at_a_desk = pytest.mark.browser_context_args(viewport=DESK)


def scenery(page: Page) -> Locator:
    """Return the map that is scenery, which isn't there for screen readers."""
    return page.locator(".scenery")


@pytest.mark.thorough
@pytest.mark.first_visit
@in_wide_windows
def test_first_paint_keeps_the_place_of_the_map(page: Page, site: str, size: ViewportSize) -> None:
    """The first paint has a sheet of paper where the map will be, and nothing moves when the map appears."""
    player = Player(page)
    page.set_viewport_size(size)
    held_request = hold(page, "**/boot.*.js")
    open_first_screen(page, site)
    before = call(page, "looks", "measureWithFonts")
    paper = call(page, "looks", "measurePaper")
    held_request().continue_()
    player.wait_for_start()
    expect(scenery(page)).to_be_visible()
    player.settle()
    left, top, width, height = rounded(scenery(page))
    assert [left, top, width, height, width] == pytest.approx(paper, abs=0.1)
    assert call(page, "looks", "measureWithFonts") == before
    doors = box_of(page.locator(".doors"))
    assert 0 <= left < doors["x"] - width
    assert 0 <= top <= size["height"] - height
    assert doors["x"] + doors["width"] <= size["width"]


@pytest.mark.thorough
@at_a_desk
def test_map_leads_into_its_game_and_back(page: Page, player: Player, site: str) -> None:
    """The map of the saved game leads into that game, and later shows its progress. It leaves with the wide window."""
    player.keep(kept_game("c1-a-1p-wide", lambda state: state.season == 1))
    player.open(site)
    expect(scenery(page)).to_have_text("Continue")
    check(page)
    expect(scenery(page).locator(".territory").first).to_be_visible()
    player.page.set_viewport_size(ViewportSize(width=600, height=800))
    expect(scenery(page)).to_have_count(0)
    player.page.set_viewport_size(DESK)
    scenery(page).click()
    expect(player.map).to_be_visible()
    player.leave()
    expect(scenery(page)).to_be_visible()
    player.tab_to(page.locator(".doors button").first)
    player.type("Enter")
    expect(player.map).to_be_visible()


@pytest.mark.thorough
@at_a_desk
def test_joining_a_room_shows_the_map_behind_the_card(page: Page, player: Player, site: str) -> None:
    """A link to a room opens a card in front of the map; the card and its field are on top."""
    player.open(f"{site}#room={WORD}")
    expect(player.button("^Join the room$")).to_be_visible()
    expect(scenery(page)).to_be_visible()
    player.settle()
    card, behind = box_of(page.locator(".room .part")), box_of(scenery(page))
    assert behind["x"] < card["x"]
    assert behind["x"] + behind["width"] > card["x"] + card["width"]
    page.get_by_role("textbox").fill("Ada")
    check_all(player)


@pytest.mark.thorough
@at_a_desk
def test_history_shows_a_game_beside_the_list(page: Page, player: Player, site: str) -> None:
    """The history shows the details of one game on the right, and a click on another game replaces them."""
    player.store(finished_games())
    player.open(site)
    expect(scenery(page)).to_be_visible()
    player.click("^History$")
    closer, entries = page.locator(".closer"), page.locator(".kept-entry")
    expect(closer).to_have_count(1)
    player.settle()
    before = box_of(closer)
    assert before["x"] > box_of(entries.first)["x"] + box_of(entries.first)["width"]
    entries.nth(2).click()
    expect(entries.nth(2)).to_have_attribute("aria-expanded", "true")
    expect(entries.first).to_have_attribute("aria-expanded", "false")
    expect(closer).to_have_count(1)
    player.settle()
    assert (box_of(closer)["x"], box_of(closer)["y"]) == (before["x"], before["y"])
    check(page)


@pytest.mark.thorough
@pytest.mark.first_visit
def test_line_in_a_pressed_door_grows(page: Page, site: str) -> None:
    """A door that is pressed before Python has loaded has a line that grows with the arriving files."""
    player = Player(page)
    held_request = hold(page, "**/boot.*.js")
    page.goto(site, wait_until="commit")
    door = page.get_by_role("button", name="New game")
    door.click()
    arrived = "document.querySelector('[aria-busy]').style.getPropertyValue('--arrived')"
    assert page.evaluate(arrived) == "0"
    page.evaluate("() => { const door = document.querySelector('[aria-busy]'); globalThis.pressed = door; }")
    held_request().continue_()
    wait_until(page, "Number(globalThis.pressed.style.getPropertyValue('--arrived')) > 0")
    player.wait_for_start()
    expect(page.get_by_role("heading", name="New game", level=1)).to_be_visible()
