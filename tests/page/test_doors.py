"""The start screen of a device with games: the main door from the first paint on, and the reminder to save games."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from app.saved_names import DAYS, REMINDED
from support.page.axe import check
from support.page.files import PYTHON, hold
from support.page.games import finished_games
from support.page.player import PREFIX, Player, on_a_small_phone
from support.page.scripts import call_at_start, wait_until

#: Ten games and two more, as copies of the finished ones.
MANY = {f"{name}{copy}": text for name, text in finished_games().items() for copy in range(3)}


def reminder(page: Page) -> Locator:
    """Return the reminder to save the games as a file."""
    return page.locator(".reminder")


def open_with(player: Player, site: str, texts: dict[str, str], lasting: object) -> None:
    """Open the page on a device with stored texts, in a browser that may or may not promise to keep them."""
    player.store(texts)
    call_at_start(player.page, "pretend", "setPersistence", lasting)
    player.open(site)


@pytest.mark.thorough
@pytest.mark.parametrize("kept", ["2026-11-24:k:12", "2026-11-24:k:practice", "2026-11-24:k:", ""])
def test_first_paint_shows_whether_daily_game_is_done(page: Page, player: Player, site: str, kept: str) -> None:
    """The first paint shows whether the daily game is done, so the doors look the same once Python has loaded."""
    page.clock.set_fixed_time("2026-11-24T12:00:00Z")
    held_request = hold(page, site + PYTHON)
    player.store({DAYS: kept})
    page.goto(site)
    door = page.locator('.doors [data-do="begin daily"]')
    golden = page.locator(".doors > .confirm:not([hidden], .done)").first
    is_done = kept.endswith(("12", "practice"))
    for has_started in (False, True):
        if has_started:
            held_request().continue_()
            player.wait_for_start()
        expect(door).to_have_class("confirm pictured done" if is_done else "confirm pictured")
        expect(golden).to_have_attribute("data-do", "go lesson")


@on_a_small_phone
def test_reminder_leads_to_the_export_and_disappears(player: Player, site: str, tmp_path: Path) -> None:
    """The reminder leads to the export of all games and then disappears, even in other tabs and after a reload."""
    page = player.page
    open_with(player, site, MANY, lasting=False)
    expect(reminder(page)).to_contain_text(f"You have {len(MANY)} games here")
    check(page)
    other = Player(page.context.new_page())
    open_with(other, site, {}, lasting=False)
    expect(reminder(other.page)).to_be_visible()
    player.tap("^Save my games$")
    player.download("^Save all games to a file$", tmp_path)
    player.tap("^Back$")
    expect(reminder(page)).to_have_count(0)
    expect(reminder(other.page)).to_have_count(0)
    player.reload()
    wait_until(page, f"localStorage.getItem('{PREFIX} {REMINDED}') === '{len(MANY)}'")
    player.tap("^Rules$", "^Back$")
    expect(reminder(page)).to_have_count(0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("lasting", ["nothing", "never"])
def test_the_reminder_can_be_dismissed(page: Page, player: Player, site: str, lasting: str) -> None:
    """The reminder also appears if the browser never answers; its cross dismisses it, and the games stay."""
    open_with(player, site, MANY, lasting)
    reminder(page).get_by_role("button", name="Close").click()
    expect(reminder(page)).to_have_count(0)
    wait_until(page, f"localStorage.getItem('{PREFIX} {REMINDED}') === '{len(MANY)}'")


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_installed", [False, True])
def test_no_reminder_if_browser_promises_to_keep_data(player: Player, site: str, *, is_installed: bool) -> None:
    """There is no reminder if the browser promises to keep data. Only an installed page requests that promise."""
    page = player.page
    if is_installed:
        call_at_start(page, "pretend", "imitateInstalledApp")
    open_with(player, site, MANY, lasting=True)
    wait_until(page, f"globalThis.storageRequests?.includes('{'persist' if is_installed else 'persisted'}')")
    player.click("^Rules$", "^Back$")
    expect(reminder(page)).to_have_count(0)


@pytest.mark.thorough
def test_no_reminder_with_few_games(page: Page, player: Player, site: str) -> None:
    """With few games there is no reminder, and the browser isn't asked for a promise."""
    open_with(player, site, finished_games(), lasting=False)
    player.click("^History$")
    expect(page.locator(".kept-entry")).to_have_count(len(finished_games()))
    player.click("^Back$")
    expect(reminder(page)).to_have_count(0)
    wait_until(page, "!globalThis.storageRequests")


@pytest.mark.thorough
def test_a_game_of_other_rules_stays_in_the_history(page: Page, player: Player, site: str) -> None:
    """A game of other rules stays in the history, where players can view its recorded sheet and delete it."""
    name, text = next(iter(finished_games().items()))
    open_with(player, site, {name: text.replace(" c1-", " c0-")}, lasting=True)
    player.click("^History$")
    entry = page.locator(".kept-entry")
    expect(entry).to_contain_text("rules c0")
    entry.click()
    expect(page.locator(".closer")).to_contain_text("Played under version c0 of the rules")
    check(page)
    player.click("^Score sheet$")
    expect(page.locator(".finished")).to_contain_text("Played under version c0 of the rules")
    check(page)
    player.click("^Back$", "^Delete$")
    expect(entry).to_have_count(0)
