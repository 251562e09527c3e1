"""The motion on the page, and its absence for players who prefer none."""

import re

import pytest
from playwright.sync_api import Page, expect

from cartographers.events import Ambush
from cartographers.game import apply
from cartographers.rules import legal_moves
from cartographers.state import State
from support.page.files import wait_for_later_part
from support.page.games import before_the_end, go_on, kept_game, pass_scenes
from support.page.player import TITLE, Player, on_a_phone
from support.page.scripts import call, look, wait_until

pytestmark = [pytest.mark.moving, on_a_phone]
without_motion = pytest.mark.browser_context_args(reduced_motion="reduce", has_touch=True)
#: The sentence about the cost of an ambush.
COST = re.compile(r"^This adds \d empty spaces? .*a star every season")


def before_a_season(state: State) -> bool:
    """Return whether a season is counted after the next ply."""
    return bool(apply(state, legal_moves(state)[0]).scores)


def before_a_paid_season(state: State) -> bool:
    """Return whether a season with a coin from a surrounded mountain is counted after the next ply."""
    after = apply(state, legal_moves(state)[0])
    return len(after.scores) > len(state.scores) and bool(state.sheets[0].surrounded_mountains) and not after.is_over


def play(player: Player, site: str) -> tuple[list[str], list[str]]:
    """Rotate a shape, and return what moved. Then play until a count, and also return everything that moved by then."""
    page = player.page
    go_on(player, site, kept_game("c1-a-1p-motion", before_a_season))
    pass_scenes(player)
    call(page, "note", "recordMotion")
    player.click("^Rotate$")
    look(page, "waitUntilStill")  # Chromium reports an animation one frame after its start
    first = page.evaluate("motions")
    for name in ("^Rotate$", "^Flip$", "^Next fit", "^Menu$", "^Close$"):
        player.click(name)
        player.settle()
    confirm(player)
    look(page, "waitUntilStill")
    return first, page.evaluate("motions")


@pytest.mark.thorough
def test_shapes_and_counts_are_animated(page: Page, player: Player, site: str) -> None:
    """A shape visibly rotates, flips, and glides, a pen draws it, and each season is counted step by step."""
    first, moved = play(player, site)
    assert "rotate" in first
    assert {"rotate", "scale", "translate", "deal", "ink"} <= {*moved}
    player.wait_for_heading("Spring is over")
    expect(page.locator(".to-come")).to_have_count(0)  # some time later
    wait_until(page, "motions.includes('opacity')")


@pytest.mark.thorough
def test_closing_an_explanation_deals_no_card(page: Page, player: Player, site: str) -> None:
    """When an edict's explanation closes, the card returns to its place without being dealt again."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_a_season))
    pass_scenes(player)
    edict = player.button("^Edict .+, A: ")
    edict.click()
    expect(page.locator(".tip")).to_be_visible()
    player.settle()
    call(page, "note", "recordMotion")
    edict.click()
    expect(page.locator(".tip")).to_have_count(0)
    look(page, "waitUntilStill")
    assert page.evaluate("motions") == []


def before_an_ambush(state: State) -> bool:
    """Return whether an ambush comes after the next ply."""
    return any(isinstance(event, Ambush) for event in apply(state, legal_moves(state)[0]).events)


def confirm(player: Player) -> None:
    """Draw in any place where the shape fits."""
    while not player.fits:
        player.click("^Next fit")
    player.press(player.confirm)


@pytest.mark.sample(1)
@pytest.mark.parametrize("where", [".order", ".map", ".tray > .card"])
def test_tap_skips_to_the_landing_of_an_ambush(page: Page, player: Player, site: str, where: str) -> None:
    """A tap on the strip, the map, or the card skips to the landing of an ambush, which otherwise doesn't end here."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_an_ambush))
    call(page, "pretend", "blockLongTimers")
    confirm(player)
    expect(page.locator(".entering")).to_be_attached()
    page.locator(where).tap(force=True)
    expect(page.locator(".entering")).to_have_count(0)
    expect(player.large).to_have_accessible_name("Continue")
    expect(page.get_by_text(COST)).to_be_visible()
    player.wait_for_heading("Bugbear Assault")  # the tap only skipped the motion


def press(player: Player, name: str) -> None:
    """Tap the large button while something moves, but not as the second half of a double tap."""
    expect(player.large).to_have_accessible_name(re.compile(f"^{name}"))
    player.lift_elsewhere()
    player.large.tap()


def test_skip_completes_a_count(page: Page, player: Player, site: str) -> None:
    """Skip completes a count at once, then the coins highlight a mountain that earned one, and Continue proceeds."""
    go_on(player, site, kept_game("c1-a-1p-paid0", before_a_paid_season))
    pass_scenes(player)
    call(page, "pretend", "blockLongTimers")
    confirm(player)
    press(player, "Skip")
    expect(page.locator(".to-come")).to_have_count(0)
    expect(player.large).to_have_accessible_name(re.compile("^Continue"))
    player.press(player.button("^Coins "))
    expect(page.locator(".map .lit .star")).to_be_visible()


@pytest.mark.thorough
def test_skip_completes_the_end_of_the_game(player: Player, site: str) -> None:
    """Skip completes the end of the game at once, with title, rating, and buttons."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_the_end))
    wait_for_later_part(player)
    pass_scenes(player)
    call(player.page, "pretend", "blockLongTimers")
    confirm(player)
    for key in ("Skip", "Continue", "Skip"):  # the last season's count, its total, and the game's total
        press(player, key)
    expect(player.page.get_by_role("heading", name=TITLE).last).to_be_visible()
    expect(player.large).to_have_accessible_name("Again new cards")


def test_earned_stars_and_coins_fly(page: Page, player: Player, site: str) -> None:
    """Stars fly to their edict and a coin to the track, and a tap ends the flight without leaving anything behind."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_an_ambush))
    call(page, "note", "recordFlights")
    confirm(player)
    wait_until(page, "flights.length")
    player.map.tap()
    expect(page.locator(".flight")).to_have_count(0)
    assert page.evaluate("flights") == ["+1"]


@pytest.mark.thorough
@without_motion
def test_nothing_flies_without_motion(page: Page, player: Player, site: str) -> None:
    """If the player prefers no motion, nothing flies: an ambush has its reason and cost, the next season its edicts."""
    go_on(player, site, kept_game("c1-a-1p-motion", before_an_ambush))
    call(page, "note", "recordFlights")
    confirm(player)
    expect(page.get_by_text(COST)).to_be_visible()
    expect(page.get_by_text(re.compile("^Starts at the "))).to_be_visible()
    assert page.evaluate("flights") == []
    while page.locator(".ribbon").count() == 0:
        if player.next == "Confirm":
            confirm(player)
        else:
            player.press(player.large)
        player.settle()
    ribbon = page.locator(".ribbon")
    expect(ribbon).to_have_text("Summer: edicts B and C")
    expect(ribbon).to_be_visible()
    player.space("F6").tap()
    expect(ribbon).to_have_count(0)


@pytest.mark.thorough
@without_motion
def test_everything_appears_at_once_without_motion(player: Player, site: str) -> None:
    """If the player prefers no motion, everything appears at once, even a whole count."""
    assert play(player, site) == ([], [])
    player.wait_for_heading("Spring is over")
    assert player.page.locator(".to-come").count() == 0
