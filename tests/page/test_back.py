"""The browser's Back, as on a phone: it closes the topmost screen or panel, or leaves the page."""

import re
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from app.messages import read_command
from app.screens.start.screen import Start
from app.visit import Visit
from page.conftest import QUIET
from page.test_embedded import FRAMES, blog, framed, press_play
from support.page.files import hold
from support.page.player import Player, on_a_phone
from support.page.scripts import call_at_start, look, wait_until
from support.visits import arrive, changed, updated

#: The number of taps, presses of Back or Forward, and reloads.
STEPS = 60
#: The buttons pressed on a random walk, by the beginning of their commands.
DOORS = ("go ", "open menu", "open keys", "open preferences", "close", "back", "continue", "begin set-up")


def arrive_from_elsewhere(player: Player, site: str, address: str = "") -> None:
    """Open the page after another one."""
    player.page.goto(site + QUIET)
    player.open(site + address)


def wait_for_depth(page: Page, depth: int) -> None:
    """Wait until the browser is at the history entry of the given depth, and the page shows its screen."""
    wait_until(page, f"history.state === {depth}")
    look(page, "waitUntilSettled")


def back(page: Page, depth: int) -> None:
    """Press the browser's Back, and wait for the entry of the given depth."""
    page.go_back()
    wait_for_depth(page, depth)


def leave(page: Page) -> None:
    """Press the browser's Back, which leaves the page."""
    page.go_back()
    expect(page).to_have_url(re.compile(f"{re.escape(QUIET)}$"))


def go(player: Player, depth: int, *names: str) -> None:
    """Click buttons, and wait for the entry of the given depth."""
    player.click(*names)
    wait_for_depth(player.page, depth)


@pytest.mark.thorough
@on_a_phone
def test_back_closes_rules_and_panels_then_leaves(page: Page, player: Player, site: str) -> None:
    """Back closes a page of the rules, then the rules, then a panel, and finally leaves the page.

    Forward does nothing: the screen ahead was closed, the one on the page stays, and Back continues from there.
    """
    arrive_from_elsewhere(player, site)
    player.tap("^Rules$")
    page.locator(".contents .entry").first.tap()
    wait_for_depth(page, 2)
    back(page, 1)
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    back(page, 0)
    expect(player.button("^New game")).to_be_visible()
    player.tap("^Preferences$")
    wait_for_depth(page, 1)
    back(page, 0)
    page.go_forward()
    wait_for_depth(page, 0)
    expect(player.dialog).to_have_count(0)
    leave(page)


@pytest.mark.thorough
@on_a_phone
def test_back_in_a_game_opens_the_menu_first(page: Page, player: Player, site: str) -> None:
    """In a game, Back opens the menu, and another Back leads to the start. It closes a menu opened by its button."""
    arrive_from_elsewhere(player, site)
    player.begin("k3x9q2")
    wait_for_depth(page, 2)
    kept = player.kept
    player.tap("^Menu$")
    wait_for_depth(page, 3)
    back(page, 2)
    expect(player.dialog).to_have_count(0)
    back(page, 1)
    expect(player.dialog).to_be_visible()
    player.tap("^Close$")
    wait_for_depth(page, 2)
    for door in ("^Continue ", ""):
        back(page, 1)
        back(page, 0)
        if door:
            player.tap(door)
            wait_for_depth(page, 2)
            assert player.kept == kept
    leave(page)


@pytest.mark.thorough
def test_page_buttons_lead_to_the_same_entry_as_back(page: Page, player: Player, site: str) -> None:
    """The page's own Back and Close, Escape, and the way to the start lead to the same entry as the browser's Back."""
    arrive_from_elsewhere(player, site)
    go(player, 1, "^New game")
    go(player, 0, "^Back$")
    player.begin("k3x9q2")
    wait_for_depth(page, 2)
    for key, depth in (("?", 3), ("Escape", 2)):
        page.keyboard.press(key)
        wait_for_depth(page, depth)
    go(player, 3, "^Menu$", "^Rules$")
    page.keyboard.press("Escape")
    wait_for_depth(page, 2)
    go(player, 0, "^Menu$", "^Start screen")
    leave(page)


@pytest.mark.thorough
def test_webkit_returns_to_first_entry_after_a_reload(page: Page, player: Player, site: str) -> None:
    """After a reload of a game in WebKit, the page returns to its first history entry once it has loaded."""
    call_at_start(page, "webkit", "stopLoadingOnNavigation")
    player.start(site)
    wait_for_depth(page, 2)
    player.reload()
    wait_for_depth(page, 0)
    player.click("^Continue ")
    expect(player.map).to_be_visible()


@pytest.mark.thorough
def test_back_after_a_reload(page: Page, player: Player, site: str) -> None:
    """After a reload the page begins at its first screen, and Back leaves it at once, even before Python has loaded.

    So it does after a return from another site.
    """
    arrive_from_elsewhere(player, site)
    player.begin("k3x9q2")
    go(player, 3, "^Menu$")
    hold(page, "**/python.*.bin")
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_role("region", name="Loading")).to_be_visible()
    wait_until(page, "history.state === 0")
    leave(page)
    page.unroute("**/python.*.bin")
    player.open(site)
    go(player, 2, "^Continue ")
    page.goto(f"{site}{QUIET}?other")
    page.go_back()
    player.wait_for_start()
    wait_for_depth(page, 0)
    expect(player.button("^Continue ")).to_be_visible()
    leave(page)
    player.open(site)
    go(player, 2, "^Continue ")
    player.reload()
    wait_for_depth(page, 0)
    go(player, 1, "^Rules$")
    back(page, 0)
    leave(page)


def test_early_tap_has_its_own_history_entry(page: Page, player: Player, site: str) -> None:
    """The rules or the lesson, opened by a tap before Python has loaded, have their own history entry."""
    rules = page.get_by_role("heading", name="Rules", level=1)
    lesson = page.get_by_role("region", name="Lesson", exact=True)
    for door, opened, depth in (("^Rules$", rules, 1), ("^Learn by playing", lesson, 2)):
        page.goto(site + QUIET)
        held_request = hold(page, "**/python.*.bin")
        page.goto(site, wait_until="domcontentloaded")
        player.click(door)
        held_request().continue_()
        expect(opened).to_be_visible()
        wait_for_depth(page, depth)
        for left in reversed(range(depth)):
            back(page, left)
        leave(page)
        page.unroute("**/python.*.bin")


@pytest.mark.thorough
def test_chosen_language_replaces_the_links_language(page: Page, player: Player, site: str) -> None:
    """A chosen language replaces the link's language, even in earlier history entries."""
    arrive_from_elsewhere(player, site, "?lang=es")
    player.click("^Preferencias$")
    page.get_by_role("button", name="English", exact=True).click()
    expect(player.button("^Close$")).to_be_visible()
    back(page, 0)
    assert urlsplit(page.url).query == ""
    player.reload()
    expect(player.button("^New game")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["page", "embed"])
@pytest.mark.parametrize("frame", FRAMES)
def test_frame_adds_no_history_entries(page: Page, site: str, tmp_path: Path, frame: str, kind: str) -> None:
    """A page in a frame adds no history entries, because Back belongs to the page around it."""
    address, doors = (f"{site}?embed", ()) if kind == "embed" else (site, ("New game", "Start "))
    with blog(tmp_path, framed(address, FRAMES[frame])) as blogs:
        page.goto(blogs)
        inside = page.frame_locator("iframe")
        before = page.evaluate("history.length")
        if kind == "embed":
            press_play(inside)
        for name in (*doors, "Menu", "Preferences"):
            inside.get_by_role("button", name=name).click()
        expect(inside.get_by_role("heading", name="Preferences")).to_be_visible()
        assert page.evaluate("history.length") == before


@pytest.mark.thorough
def test_embed_in_its_own_tab(page: Page, player: Player, site: str) -> None:
    """An embed in its own tab is an ordinary page, in which Back leads from the game to the first screen."""
    page.goto(site + QUIET)
    page.goto(f"{site}?embed&id=c1-c-1p-k3x9q2")
    press_play(page)
    wait_for_depth(page, 2)
    back(page, 1)
    expect(player.dialog).to_be_visible()
    back(page, 0)
    expect(page.get_by_role("heading", name="Cartographers", level=1)).to_be_visible()
    leave(page)


@pytest.mark.thorough
@on_a_phone
def test_history_depth_after_random_navigation(page: Page, player: Player, site: str) -> None:
    """After random buttons, Back, Forward, and reloads, the history is as deep as the visit, and Back can leave."""
    rng = Random("walk")  # noqa: S311 - a repeatable walk, no secret
    arrive_from_elsewhere(player, site)
    player.tap("^Rules$")
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()  # the later part has loaded
    visit = updated(arrive("any"), read_command("go rules"))
    for _ in range(STEPS):
        kind = rng.choices(("tap", "back", "forward", "reload", "leave"), (20, 8, 3, 1, 1))[0]
        if kind == "reload":
            visit = reloaded(player, visit)
        elif kind == "back" and visit.way_back:
            visit = updated(visit, visit.way_back)
            page.go_back()
        elif kind == "forward":
            page.go_forward()
        elif kind == "leave" and visit.depth == 0:
            leave(page)
            page.go_forward()
            visit = reloaded(player, visit)
        else:
            visit = tapped(player, visit, rng)
        wait_for_depth(page, visit.depth)
        assert bool(page.locator(".dialog").count()) == bool(visit.dialog)
        assert bool(page.locator(".start").count()) == isinstance(visit.screen, Start)


def tapped(player: Player, visit: Visit, rng: Random) -> Visit:
    """Return the visit after a tap on a random button that opens or closes a screen or panel."""
    buttons = player.page.locator(", ".join(f"button[data-do^='{door}']:not([inert] *):visible" for door in DOORS))
    button = buttons.nth(rng.randrange(buttons.count()))
    command = button.get_attribute("data-do")
    assert command
    button.click()
    return updated(visit, read_command(command))


def reloaded(player: Player, visit: Visit) -> Visit:
    """Return the visit after a reload of the page, with everything that the device has saved."""
    player.reload()
    fresh = arrive("any", visit.memory.shelf, lesson=visit.memory.lesson, days=visit.memory.days)
    return changed(fresh, library=visit.memory.library)
