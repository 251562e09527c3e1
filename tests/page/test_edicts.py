"""The edicts of a new game in a browser: dealt onto the map, flown to their tiles, and explained beside the choices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from app.game.shelf import EXPLAINED
from support.page.axe import check
from support.page.player import PHONE, SMALL_PHONE, Player, box_of, middle, on_a_phone
from support.page.scripts import call, wait_until

pytestmark = pytest.mark.moving


def edicts_on_map(player: Player) -> Locator:
    """Return the edicts on the map."""
    return player.page.locator(".edicts-list > li")


@on_a_phone
def test_edicts_are_dealt_and_fly_to_their_tiles(player: Player, site: str) -> None:
    """The edicts of a new game are dealt onto the map, fly to their tiles, and make room for the first card."""
    page = player.page
    player.open(site)
    call(page, "note", "recordMotion")
    player.deal("k3x9q2")
    expect(player.map).to_be_visible()
    expect(edicts_on_map(player)).to_have_count(0)  # without a tap
    expect(player.confirm).to_be_visible()
    wait_until(page, "motions.includes('dealt')")
    wait_until(page, "motions.includes('translate')")
    assert player.plies == 0


@on_a_phone
def test_first_game_waits_for_the_player_to_read(player: Player, site: str) -> None:
    """In a device's first game, the edicts stay until a tap on Continue. The next game, from the menu, needs no tap."""
    page = player.page
    page.set_viewport_size(SMALL_PHONE)
    page.add_init_script(f"sessionStorage.told ??= delete localStorage['{EXPLAINED}']")
    player.open(site)
    call(page, "note", "recordMotion")
    player.deal("k3x9q2")
    expect(player.button("^Continue$")).to_be_visible()
    expect(edicts_on_map(player)).to_have_count(4)
    player.check_fit()
    player.check_targets()
    check(page)
    assert "translate" not in page.evaluate("motions")
    player.button("^Continue$").tap()
    wait_until(page, "motions.includes('translate')")
    expect(player.confirm).to_be_visible()
    assert player.plies == 0
    player.button("^Menu$").tap()
    player.button("^New game$").tap()
    player.button("^Start ").tap()
    expect(player.confirm).to_be_visible()  # without a tap
    assert not player.record.endswith("k3x9q2")


@on_a_phone
def test_late_tap_on_skip_draws_nothing(player: Player, site: str) -> None:
    """A tap on Skip that comes too late draws nothing, because Confirm is in another place."""
    page = player.page
    player.open(site)
    call(page, "pretend", "blockLongTimers")
    player.deal("k3x9q2")
    expect(edicts_on_map(player)).to_have_count(1)
    skip = player.button("^Skip$")
    place = middle(skip)
    skip.click()
    expect(edicts_on_map(player)).to_have_count(0)
    page.wait_for_timeout(350)  # not a double tap, which would be ignored
    page.touchscreen.tap(*place)
    player.settle()
    assert player.plies == 0


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
def test_edicts_wait_without_motion(player: Player, site: str) -> None:
    """If the player prefers no motion, all edicts appear at once, are said, and wait for the player."""
    page = player.page
    player.open(site)
    call(page, "note", "recordMotion")
    player.deal("k3x9q2")
    expect(edicts_on_map(player)).to_have_count(4)
    player.check_fit()
    player.check_targets()
    check(page)
    for edict in edicts_on_map(player).all():
        example, card = box_of(edict.get_by_role("img")), box_of(edict)  # before the rules, with their styles, arrive
        assert card["x"] < example["x"]
        assert example["x"] + example["width"] < card["x"] + card["width"]
        name = edict.get_by_role("heading").inner_text()
        expect(player.news).to_contain_text(name)
        expect(player.news).to_contain_text(edict.locator("p").inner_text())
    player.button("^Continue$").click()
    expect(edicts_on_map(player)).to_have_count(0)
    assert page.evaluate("motions") == []


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, ViewportSize(width=844, height=390)], ids=str)
@pytest.mark.browser_context_args(has_touch=True, reduced_motion="reduce")
def test_explanation_leaves_the_choices_in_sight(player: Player, site: str, size: ViewportSize) -> None:
    """On phones, the explanation of an edict leaves the card's choices in their place, where they can be tapped."""
    page = player.page
    page.set_viewport_size(size)
    player.open(site)
    player.begin("k3x9q2")
    choices = page.locator(".choices .choice")
    before = [box_of(choice) for choice in choices.all()]
    player.button("^Edict .* A: ").tap()
    explanation = page.locator(".tip")
    expect(explanation).to_contain_text("Scored twice")
    player.settle()
    player.check_targets()
    check(page)
    for choice, place in zip(choices.all(), before, strict=True):
        assert box_of(choice)["x"] == pytest.approx(place["x"], abs=2)
        assert box_of(choice)["y"] == pytest.approx(place["y"], abs=2)
        choice.tap()
        expect(choice).to_have_attribute("aria-pressed", "true")
        expect(explanation).to_be_visible()
    box = box_of(explanation)
    assert box["y"] > box_of(page.locator(".edicts"))["y"]
    explanation.get_by_role("button", name="Close", exact=True).tap()
    expect(explanation).to_have_count(0)


@pytest.mark.parametrize("size", [(768, 1024), (844, 390), (1024, 768), (1280, 800)])
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_wide_tiles_say_what_their_edicts_want(player: Player, site: str, size: tuple[int, int]) -> None:
    """On wide screens, each tile says what its edict wants, without a tap."""
    page = player.page
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    player.open(site)
    player.begin("k3x9q2")
    texts = page.locator(".edict-box :is(.gist, .rule)").filter(visible=True)
    expect(texts).to_have_count(4)
    player.check_fit()
