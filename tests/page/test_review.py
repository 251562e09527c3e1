"""The review of a finished game on the page, computed while the player looks at it, with a button to stop."""

import re
from datetime import date

import pytest
from playwright.sync_api import Locator, Page, expect

from app.game.daily import daily
from app.game.shelf import read_save
from app.saved_names import DAYS, MEASURED_STRENGTHS
from cartographers.bots import BOTS_VERSION
from support.page.axe import check, check_all
from support.page.games import go_on, kept_game
from support.page.player import PREFIX, SAVE, Player, on_a_phone
from support.page.scripts import call, wait_until

pytestmark = on_a_phone
OVER = kept_game("c1-a-1p-review1", lambda _: False)
DAY = date(2026, 11, 22)
#: The sentence about a costly move.
MORE = re.compile(r"^Master expected \d+\.\d more stars")
#: The selector of the last of the three costliest moves.
THREE_COSTLY = ".costly:nth-of-type(3)"


def stop(player: Player) -> Locator:
    """Stop once the three costliest moves are known, and return their buttons."""
    costly = player.page.get_by_role("group", name="Costliest moves").get_by_role("button")
    expect(costly).to_have_count(3)
    player.tap("^Stop$")
    expect(player.button("^Continue$")).to_be_visible()
    return costly


def judged(page: Page) -> int:
    """Return the number of moves judged so far."""
    said = page.get_by_role("heading", name=re.compile("moves judged|^Stopped after")).inner_text()
    return int(said.removeprefix("Stopped after ").split()[0])


@pytest.mark.thorough
def test_game_review(page: Page, player: Player, site: str) -> None:
    """The first move is judged first, the costliest can be tapped, and the work stops, resumes, and isn't repeated.

    The costliest move shows Master's gains and a sentence; a tap on a gain lights its spaces on both maps.
    """
    go_on(player, site, OVER)
    expect(player.map).to_be_visible()
    player.settle()
    assert player.next in {"Again", "Same"}
    player.open_sheet()
    call(player.page, "pretend", "holdBackground", THREE_COSTLY)
    player.click("^Review", to="^Review$")
    plies = len(read_save(OVER).game.plies)
    for name in ("Master", "You"):
        expect(page.get_by_role("img", name=re.compile(f"^{name}: "))).to_be_visible()
    costly = stop(player)
    player.settle()
    done = judged(page)
    assert 3 <= done < plies
    check(page)
    place = str(costly.first.get_attribute("aria-label")).partition(": ")[2]
    costly.first.tap()
    expect(costly.first).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(place, exact=True)).to_be_visible()
    expected = page.get_by_role("main").get_by_role("paragraph").filter(has_text=MORE)
    expect(expected).to_be_visible()
    check_reasons(player)
    player.tap("^Next move$")
    number = int(place.split()[2])
    expect(page.get_by_role("slider", name="Move", exact=True)).to_have_value(str(number % plies + 1))
    assert judged(page) == done
    player.tap("^Back$", "^Review")
    player.tap("^Stop$")  # finished judgments aren't computed again, and the work continues with the rest
    expect(player.button("^Continue$")).to_be_visible()
    assert judged(page) >= done
    player.type("Escape")
    player.wait_for_heading("Share it")


def check_reasons(player: Player) -> None:
    """Check the reasons for a better move, and tap its last gain twice."""
    page = player.page
    gains = page.get_by_role("group", name="Master's gains over this move").get_by_role("button")
    expect(gains.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".two-maps .lit")).to_have_count(2)
    expect(page.locator(".reasons p")).not_to_be_empty()
    expect(player.said("more")).to_contain_text(re.compile(r"more stars from another move\. .+\."))
    numbers = page.locator(".two-maps figcaption b")
    expect(numbers).to_have_count(2)
    check_all(player)
    gains.last.tap()
    expect(gains.last).to_have_attribute("aria-pressed", "true")
    expect(player.said("lit")).to_contain_text(re.compile(r": You .+, Master .+\."))
    gains.last.tap()
    expect(numbers).to_have_count(0)
    expect(page.locator(".two-maps .lit")).to_have_count(0)


@pytest.mark.thorough
def test_sheet_shows_bots_results_on_the_daily_game(page: Page, player: Player, site: str) -> None:
    """The sheet shows the bots' results on the daily game after the first run, and the device saves the first one."""
    deal = daily(DAY)
    over = kept_game(str(deal), lambda _: False, "k0")
    page.clock.set_fixed_time(f"{DAY}T12:00:00Z")
    player.store({DAYS: f"{DAY}:k0:-12", SAVE: over})
    player.open(site)
    player.tap("^Today's game")
    expect(player.map).to_be_visible()
    assert player.next == "Again"
    player.open_sheet()
    player.wait_for_heading("With the same cards")
    expect(page.get_by_role("row").filter(has_text="Apprentice")).to_be_visible()
    player.tap("^Stop$")
    expect(page.get_by_text("Stopped.")).to_be_visible()
    wait_until(page, f"localStorage.getItem('{PREFIX} {MEASURED_STRENGTHS}')")
    assert player.stored(MEASURED_STRENGTHS).startswith(f"b{BOTS_VERSION} {deal}:")
    check(page)
