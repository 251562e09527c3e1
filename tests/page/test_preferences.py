"""Preferences in a browser: their immediate effects, the device's own settings, and saving."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from app.game.shelf import EXPLAINED
from support.page.player import DESK, PHONE, SMALL_PHONE, Player, box_of, on_a_phone
from support.page.scripts import call_at_start, wait_until

PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"


def test_themes_are_chosen_and_saved(player: Player, site: str) -> None:
    """Each theme has its own paper, and after a reload the chosen one is there before Python has loaded."""
    page = player.page
    player.open(site)
    player.button("^Preferences$").click()
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
    page.emulate_media(color_scheme="dark", contrast="more")
    expect(html).to_have_attribute("data-theme", "contrast")
    page.emulate_media(color_scheme="light", contrast="no-preference")
    expect(html).to_have_attribute("data-theme", "parchment")
    player.button("^Preferences$").click()
    player.choose("Theme", "Night")
    player.settle()
    page.emulate_media(color_scheme="light", contrast="more")
    expect(html).to_have_attribute("data-theme", "night")


@on_a_phone
def test_the_panel_fits(player: Player, site: str) -> None:
    """The panel fits on the start screen and in a game, on phones and at a desktop."""
    player.open(site)
    player.button("^Preferences$").tap()
    panel = player.dialog
    for size in (PHONE, SMALL_PHONE, DESK):
        player.page.set_viewport_size(size)
        player.check_fit(player.button("^Close$"), scrolling=(panel.get_by_role("heading"),))
        player.check_targets()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_left_handed_layout(player: Player, site: str, size: dict[str, int]) -> None:
    """For left-handed players, Confirm is on the left, and at a desktop all buttons are left of the map."""
    player.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    player.open(site)
    player.begin("k3x9q2")
    turn, sides = player.button("^Rotate$"), []
    for hand in ("Right", "Left"):
        player.button("^Menu$").click()
        player.button("^Preferences$").click()
        player.choose("Hand", hand)
        player.button("^Close$").click()
        player.settle()
        sides.append((box_of(player.confirm)["x"] > box_of(turn)["x"], box_of(turn)["x"] > box_of(player.map)["x"]))
        player.check_fit()
    assert [confirm for confirm, _ in sides] == [True, False]
    if size == DESK:
        assert [keys for _, keys in sides] == [True, False]


@on_a_phone
def test_sound_and_vibration_are_off_until_chosen(player: Player, site: str) -> None:
    """Sound and vibration are off until they are chosen, and then accompany rotating and drawing."""
    page = player.page
    call_at_start(page, "note", "recordFeedback")
    player.open(site)
    player.begin("k3x9q2")
    player.button("^Rotate$").tap()
    player.settle()
    assert page.evaluate("[startedSounds, vibrations.length]") == [0, 0]
    player.button("^Menu$").tap()
    player.button("^Preferences$").tap()
    player.choose("Sound", "On")
    player.choose("Vibration", "On")
    player.button("^Close$").tap()
    wait_until(page, "startedSounds > 0 && vibrations.length > 0")
    before = page.evaluate("[startedSounds, vibrations.length]")
    player.button("^Next fit").tap()
    player.confirm.tap()
    player.wait_for_plies(1)
    after = page.evaluate("[startedSounds, vibrations.length]")
    assert after[0] >= before[0] + 2
    assert after[1] >= before[1] + 2


@on_a_phone
def test_sounds_are_offered_once_and_switched_in_the_menu(player: Player, site: str) -> None:
    """After the first Confirm, a tap on the offer turns sounds on, and a switch in the menu turns them off for good."""
    page, offer = player.page, player.page.locator(".offer")
    page.set_viewport_size(SMALL_PHONE)
    page.add_init_script(f"sessionStorage.told ??= delete localStorage['{EXPLAINED}']")
    call_at_start(page, "note", "recordFeedback")
    player.open(site)
    player.begin("k3x9q2")
    expect(offer).to_have_count(0)
    player.button("^Next fit").tap()
    player.confirm.tap()
    player.wait_for_plies(1)
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
    player.button("^Menu$").tap()
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).to_be_checked()
    player.check_targets()
    switch.tap()
    expect(switch).not_to_be_checked()
    player.button("^Close$").tap()
    sounds = page.evaluate("startedSounds")
    player.button("^Next fit").tap()
    player.confirm.tap()
    player.wait_for_plies(2)
    expect(offer).to_have_count(0)
    assert page.evaluate("startedSounds") == sounds
    page.reload()
    player.wait_for_start()
    player.button("^Continue").tap()
    player.button("^Menu$").tap()
    expect(switch).not_to_be_checked()
