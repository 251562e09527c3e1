"""Preferences in a browser: their immediate effects, the device's own settings, and saving."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.page.games import forget_explanations
from support.page.player import DESK, PHONE, SMALL_PHONE, Player, box_of, on_a_phone
from support.page.scripts import call_at_start, wait_until

PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"


def draw(player: Player) -> None:
    """Draw a shape in the next place where it fits."""
    plies = player.plies
    player.tap("^Next fit", "^Confirm")
    player.wait_for_plies(plies + 1)


@pytest.mark.thorough
def test_themes_are_chosen_and_saved(page: Page, player: Player, site: str) -> None:
    """Each theme has its own paper, and after a reload the chosen one is there before Python has loaded."""
    player.open(site)
    player.click("^Preferences$")
    papers = {}
    for theme in ("Parchment", "Night", "Contrast"):
        player.choose("Theme", theme)
        player.settle()
        papers[theme] = page.evaluate(PAPER)
    assert len(set(papers.values())) == 3
    page.route("**/python.*.bin", lambda _: None)  # never answered
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    assert page.evaluate(PAPER) == papers["Contrast"]
    expect(page.get_by_role("region", name="Loading")).to_be_visible()


def test_theme_follows_the_device_by_default(player: Player, site: str) -> None:
    """Without a choice, the theme always follows the device: dark means night, and more contrast takes precedence."""
    page, html = player.page, player.page.locator("html")
    page.emulate_media(color_scheme="dark")
    player.open(site)
    expect(html).to_have_attribute("data-theme", "night")
    page.emulate_media(contrast="more")
    expect(html).to_have_attribute("data-theme", "contrast")
    page.emulate_media(color_scheme="light", contrast="no-preference")
    expect(html).to_have_attribute("data-theme", "parchment")
    player.click("^Preferences$")
    player.choose("Theme", "Night")
    player.settle()
    page.emulate_media(color_scheme="light", contrast="more")
    expect(html).to_have_attribute("data-theme", "night")


@pytest.mark.thorough
def test_left_handed_layout(player: Player, site: str) -> None:
    """For left-handed players, Confirm is on the left, and at a desktop all buttons are left of the map."""
    player.start(site)
    for hand in ("Right", "Left"):
        player.click("^Menu$", "^Preferences$")
        player.choose("Hand", hand)
        player.click("^Close$")
        for size in (PHONE, DESK):
            player.page.set_viewport_size(size)
            player.check_fit()
            parts = (player.confirm, player.button("^Rotate$"), player.map)
            confirm, turn, grid = (box_of(part)["x"] for part in parts)
            assert (confirm > turn) is (hand == "Right")
            assert size != DESK or (turn > grid) is (hand == "Right")


@on_a_phone
def test_sound_and_vibration_are_off_until_chosen(page: Page, player: Player, site: str) -> None:
    """Sound and vibration are off until they are chosen, and then accompany rotating and drawing."""
    call_at_start(page, "note", "recordFeedback")
    player.start(site)
    player.tap("^Rotate$")
    player.settle()
    assert page.evaluate("[startedSounds, vibrations.length]") == [0, 0]
    player.tap("^Menu$", "^Preferences$")
    player.choose("Sound", "On")
    player.choose("Vibration", "On")
    player.tap("^Close$")
    wait_until(page, "startedSounds > 0 && vibrations.length > 0")
    sounds, vibrations = page.evaluate("[startedSounds, vibrations.length]")
    draw(player)
    wait_until(page, f"startedSounds >= {sounds + 2} && vibrations.length >= {vibrations + 2}")


@on_a_phone
def test_sounds_are_offered_once_and_switched_in_the_menu(player: Player, site: str) -> None:
    """After the first Confirm, a tap on the offer turns sounds on, and a switch in the menu turns them off for good."""
    page, offer = player.page, player.page.locator(".offer")
    page.set_viewport_size(SMALL_PHONE)
    forget_explanations(page)
    call_at_start(page, "note", "recordFeedback")
    player.start(site)
    expect(offer).to_have_count(0)
    draw(player)
    expect(player.said("once")).to_have_text("Quiet sounds for your game?")
    for name in ("^Turn on$", "^Close$"):
        box = box_of(offer.get_by_role("button", name=re.compile(name)))
        assert min(box["width"], box["height"]) >= 44
    covered, map_, edicts = box_of(offer), box_of(player.map), box_of(page.locator(".edict").first)
    assert covered["y"] + covered["height"] <= edicts["y"] < map_["y"]
    assert page.evaluate("startedSounds") == 0
    offer.get_by_role("button", name="Turn on").tap()
    expect(offer).to_have_count(0)
    wait_until(page, "startedSounds > 0")
    player.tap("^Menu$")
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).to_be_checked()
    player.check_targets()
    switch.tap()
    expect(switch).not_to_be_checked()
    player.tap("^Close$")
    sounds = page.evaluate("startedSounds")
    draw(player)
    expect(offer).to_have_count(0)
    assert page.evaluate("startedSounds") == sounds
    player.reload()
    player.tap("^Continue", "^Menu$")
    expect(switch).not_to_be_checked()
