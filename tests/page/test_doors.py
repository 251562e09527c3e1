"""The start screen of a device with games: which door is the way on from the first paint, and the reminder to save."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from app.game.shelf import DAYS, REMINDED
from page.axe import check
from page.files import PYTHON, hold
from page.games import finished_games
from page.player import PATIENT, Player, on_a_small_phone
from page.scripts import call_at_start, wait_until

#: Ten games and two more.
MANY = {f"{name}{copy}": text for name, text in finished_games().items() for copy in range(3)}


def reminder(page: Page) -> Locator:
    """Return the reminder to save the games as a file."""
    return page.locator(".reminder")


def open_with(player: Player, site: str, texts: dict[str, str], lasting: object) -> None:
    """Open the page of a device that has stored some texts, in a browser that promises to keep them, or does not."""
    call_at_start(player.page, "pretend", "allStoredBefore", texts)
    call_at_start(player.page, "pretend", "lasting", lasting)
    player.open(site)


def gold(page: Page) -> str:
    """Return the command of the door that looks like the way on."""
    first = page.locator(".doors > .confirm:not([hidden], .done)").first
    return first.get_attribute("data-do") or ""


@pytest.mark.parametrize(
    ("kept", "way_on"),
    [("{day}:k:12", "go lesson"), ("{day}:k:practice", "go lesson"), ("{day}:k:", "go lesson"), ("", "go lesson")],
)
def test_the_first_paint_knows_whether_the_day_is_done(player: Player, site: str, kept: str, way_on: str) -> None:
    """Its door looks the same before and after Python has come."""
    page = player.page
    day = datetime.now(UTC).date().isoformat()
    held = hold(page, site + PYTHON)
    call_at_start(page, "pretend", "allStoredBefore", {DAYS: kept.format(day=day)})
    page.goto(site)
    door = page.locator('[data-do="begin daily"]')
    is_done = kept.endswith(("12", "practice"))
    for _ in range(2):
        expect(door).to_have_class("confirm pictured done" if is_done else "confirm pictured")
        assert gold(page) == way_on
        for route in held:
            route.continue_()
        held.clear()
        player.wait_for_start()


@on_a_small_phone
@pytest.mark.parametrize("lasting", [False, "never", "nothing"])
def test_games_that_may_be_deleted_are_to_be_saved(player: Player, site: str, lasting: object) -> None:
    """The reminder leads to the place where that is done; then it is gone, in another tab and after a reload, too."""
    page = player.page
    open_with(player, site, MANY, lasting)
    expect(reminder(page)).to_contain_text(f"You have {len(MANY)} games here")
    check(page)
    other = Player(page.context.new_page())
    call_at_start(other.page, "pretend", "lasting", lasting)
    other.open(site)
    expect(reminder(other.page)).to_be_visible()
    player.button("^Save my games$").tap()
    with page.expect_download():
        player.button("^Save all games to a file$").tap()
    player.button("^Back$").tap()
    expect(reminder(page)).to_have_count(0)
    expect(reminder(other.page)).to_have_count(0)
    page.reload()
    player.wait_for_start()
    wait_until(page, f"localStorage.getItem('{REMINDED}') === '{len(MANY)}'")
    player.button("^Rules$").tap()
    player.button("^Back$").tap()
    expect(reminder(page)).to_have_count(0)


def test_the_reminder_can_be_dismissed(player: Player, site: str) -> None:
    """By its cross; the games stay."""
    page = player.page
    open_with(player, site, MANY, lasting=False)
    reminder(page).get_by_role("button", name="Close").click()
    expect(reminder(page)).to_have_count(0)
    wait_until(page, f"localStorage.getItem('{REMINDED}') === '{len(MANY)}'")


@pytest.mark.parametrize("is_installed", [False, True])
def test_a_promise_needs_no_reminder(player: Player, site: str, *, is_installed: bool) -> None:
    """An installed page asks for the promise; another page only asks whether there is one."""
    page = player.page
    if is_installed:
        call_at_start(page, "pretend", "installed")
    open_with(player, site, MANY, lasting=True)
    wait_until(page, f"globalThis.asked?.includes('{'persist' if is_installed else 'persisted'}')")
    player.button("^Rules$").click()
    player.button("^Back$").click()
    expect(reminder(page)).to_have_count(0)


def test_few_games_need_no_reminder(player: Player, site: str) -> None:
    """The browser is not even asked."""
    page = player.page
    open_with(player, site, finished_games(), lasting=False)
    player.button("^History$").click()
    expect(page.locator(".kept-entry")).to_have_count(len(finished_games()), timeout=PATIENT)
    player.button("^Back$").click()
    expect(reminder(page)).to_have_count(0)
    wait_until(page, "!globalThis.asked")


def test_a_game_of_other_rules_stays_in_the_history(player: Player, site: str) -> None:
    """It can be looked at and deleted; the sheet shows what is recorded."""
    page = player.page
    name, text = next(iter(finished_games().items()))
    open_with(player, site, {name: text.replace(" c1-", " c0-")}, lasting=True)
    player.button("^History$").click()
    entry = page.locator(".kept-entry")
    expect(entry).to_contain_text("rules c0", timeout=PATIENT)
    entry.click()
    expect(page.locator(".closer")).to_contain_text("Played under rules c0")
    check(page)
    player.button("^Score sheet$").click()
    expect(page.locator(".finished")).to_contain_text("Played under rules c0")
    check(page)
    player.button("^Back$").click()
    player.button("^Delete$").click()
    expect(entry).to_have_count(0)
