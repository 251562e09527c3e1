"""The edicts of a new game in a browser: dealt onto the map, flown to their tiles, and explained beside the choices."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from support.page.axe import check_all
from support.page.games import forget_explanations
from support.page.player import PHONE, SMALL_PHONE, Player, box_of, middle, on_a_phone
from support.page.scripts import call, look, wait_until

pytestmark = pytest.mark.moving


def edicts_on_map(player: Player) -> Locator:
    """Return the edicts on the map."""
    return player.page.locator(".edicts-list > li")


def deal(player: Player, site: str) -> None:
    """Open the page, record motion from then on, and begin a game, which deals its edicts."""
    player.open(site)
    call(player.page, "note", "recordMotion")
    player.deal("k3x9q2")


@on_a_phone
def test_edicts_are_dealt_and_fly_to_their_tiles(page: Page, player: Player, site: str) -> None:
    """The edicts of a new game are dealt onto the map, fly to their tiles, and make room for the first card."""
    deal(player, site)
    expect(player.map).to_be_visible()
    expect(edicts_on_map(player)).to_have_count(0)  # without a tap
    expect(player.confirm).to_be_visible()
    wait_until(page, "motions.includes('dealt') && motions.includes('translate')")
    assert player.plies == 0


@pytest.mark.thorough
@on_a_phone
def test_first_game_waits_for_the_player_to_read(page: Page, player: Player, site: str) -> None:
    """In a device's first game, the edicts stay until a tap on Continue. The next game, from the menu, needs no tap."""
    page.set_viewport_size(SMALL_PHONE)
    forget_explanations(page)
    deal(player, site)
    expect(player.button("^Continue$")).to_be_visible()
    expect(edicts_on_map(player)).to_have_count(4)
    player.check_fit()
    check_all(player)
    assert "translate" not in page.evaluate("motions")
    player.tap("^Continue$")
    wait_until(page, "motions.includes('translate')")
    expect(player.confirm).to_be_visible()
    assert player.plies == 0
    player.tap("^Menu$", "^New game$", "^Start ")
    expect(player.confirm).to_be_visible()  # without a tap
    assert not player.record.endswith("k3x9q2")


@pytest.mark.thorough
@on_a_phone
def test_late_tap_on_skip_draws_nothing(page: Page, player: Player, site: str) -> None:
    """A tap on Skip that comes too late draws nothing, because Confirm is in another place."""
    player.open(site)
    call(page, "pretend", "blockLongTimers")
    player.deal("k3x9q2")
    expect(edicts_on_map(player)).to_have_count(1)
    place = middle(player.button("^Skip$"))
    player.click("^Skip$")
    expect(edicts_on_map(player)).to_have_count(0)
    player.tap_elsewhere()  # a double tap would be ignored
    page.touchscreen.tap(*place)
    assert player.plies == 0


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
def test_edicts_wait_without_motion(page: Page, player: Player, site: str) -> None:
    """If the player prefers no motion, all edicts appear at once, are said, and wait for the player."""
    deal(player, site)
    expect(edicts_on_map(player)).to_have_count(4)
    player.check_fit()
    check_all(player)
    for edict in edicts_on_map(player).all():
        example, card = box_of(edict.get_by_role("img")), box_of(edict)  # before the rules, with their styles, arrive
        assert card["x"] < example["x"]
        assert example["x"] + example["width"] < card["x"] + card["width"]
        for text in (edict.get_by_role("heading"), edict.locator("p")):
            expect(player.news).to_contain_text(text.inner_text())
    player.click("^Continue$")
    expect(edicts_on_map(player)).to_have_count(0)
    look(page, "waitUntilStill")  # Chromium reports an animation one frame after its start
    assert page.evaluate("motions") == []


@pytest.mark.thorough
@pytest.mark.browser_context_args(has_touch=True, reduced_motion="reduce")
def test_explanation_leaves_the_choices_in_sight(page: Page, player: Player, site: str) -> None:
    """On phones, the explanation of an edict leaves the card's choices in their place, where they can be tapped."""
    player.start(site)
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        player.settle()
        choices = page.locator(".choices .choice")
        before = [box_of(choice) for choice in choices.all()]
        player.tap("^Edict .* A: ")
        explanation = page.locator(".tip")
        expect(explanation).to_contain_text("Scored twice")
        check_all(player)
        for choice, place in zip(choices.all(), before, strict=True):
            box = box_of(choice)
            assert (box["x"], box["y"]) == pytest.approx((place["x"], place["y"]), abs=2), width
            choice.tap()
            expect(choice).to_have_attribute("aria-pressed", "true")
            expect(explanation).to_be_visible()
        assert box_of(explanation)["y"] > box_of(page.locator(".edicts"))["y"]
        explanation.get_by_role("button", name="Close", exact=True).tap()
        expect(explanation).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_wide_tiles_say_what_their_edicts_want(page: Page, player: Player, site: str) -> None:
    """On wide screens, each tile says what its edict wants, without a tap."""
    player.start(site)
    texts = page.locator(".edict-box :is(.gist, .rule)").filter(visible=True)
    for width, height in ((768, 1024), (844, 390), (1024, 768), (1280, 800)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        expect(texts).to_have_count(4)
        player.check_fit()
