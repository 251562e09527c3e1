"""The review of a finished game on the page, computed while the player looks at it, with a button to stop."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from app.game.daily import daily
from app.game.shelf import DAYS, MEASURED_STRENGTHS, read_save
from cartographers.bots import BOTS_VERSION
from support.page.axe import check
from support.page.games import go_on, kept_game
from support.page.player import SAVE, Player, at_a_desk, on_a_phone
from support.page.scripts import call, look, wait_until

OVER = kept_game("c1-a-1p-review1", lambda _: False)
DAY = date(2026, 11, 22)
PAIR = kept_game("c1-b-2p-review2", lambda _: False)
#: The selector of the last of the three costliest moves.
THREE_COSTLY = ".costly:nth-of-type(3)"


def open_review(player: Player, site: str, kept: str) -> None:
    """Open the page with a finished game, and go to its sheet and its review, which pauses at the third costly move."""
    go_on(player, site, kept)
    expect(player.map).to_be_visible()
    player.settle()
    assert player.next in {"Again", "Same"}
    player.open_sheet()
    call(player.page, "pretend", "holdBackground", THREE_COSTLY)
    player.button("^Review").click()
    expect(player.page.get_by_role("heading", name="Review", exact=True)).to_be_visible()


def judged(page: Page) -> int:
    """Return the number of moves judged so far."""
    said = page.get_by_role("heading", name=re.compile("moves judged|^Stopped after")).inner_text()
    return int(said.removeprefix("Stopped after ").split()[0])


@on_a_phone
def test_game_review(player: Player, site: str) -> None:
    """The first move is judged first, the costliest can be tapped, and the work stops, resumes, and isn't repeated."""
    complaints: list[str] = []
    player.page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    open_review(player, site, OVER)
    page = player.page
    plies = len(read_save(OVER).game.plies)
    expect(page.get_by_role("img", name=re.compile("^Master: "))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^You: "))).to_be_visible()
    costly = page.get_by_role("group", name="Costliest moves").get_by_role("button")
    expect(costly).to_have_count(3)
    player.button("^Stop$").tap()
    expect(player.button("^Continue$")).to_be_visible()
    player.settle()
    done = judged(page)
    assert 3 <= done < plies
    check(page)
    name = costly.first.get_attribute("aria-label") or ""
    costly.first.tap()
    expect(costly.first).to_have_attribute("aria-pressed", "true")
    place = name.partition(": ")[2]
    expect(page.get_by_text(place, exact=True)).to_be_visible()
    expect(
        page.get_by_role("main")
        .get_by_role("paragraph")
        .filter(has_text=re.compile(r"^Master expected \d+\.\d more stars"))
    ).to_be_visible()
    player.button("^Next move$").tap()
    number = int(place.split()[2])
    expect(page.get_by_role("slider", name="Move", exact=True)).to_have_value(str(number % plies + 1))
    assert judged(page) == done
    player.button("^Back$").tap()
    player.button("^Review").tap()
    player.button("^Stop$").tap()  # finished judgments aren't computed again, and the work continues with the rest
    expect(player.button("^Continue$")).to_be_visible()
    assert judged(page) >= done
    player.button("^Back$").tap()
    expect(page.get_by_role("heading", name="Share it")).to_be_visible()
    assert complaints == []


@on_a_phone
def test_reasons_for_a_better_move(player: Player, site: str) -> None:
    """The costliest move shows Master's gains and a sentence; a tap on a gain lights its spaces on both maps."""
    open_review(player, site, OVER)
    page = player.page
    costly = page.get_by_role("group", name="Costliest moves").get_by_role("button")
    expect(costly).to_have_count(3)
    player.button("^Stop$").tap()
    expect(player.button("^Continue$")).to_be_visible()
    costly.first.tap()
    expect(costly.first).to_have_attribute("aria-pressed", "true")
    gains = page.get_by_role("group", name="Master's gains over this move").get_by_role("button")
    expect(gains.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".two-maps .lit")).to_have_count(2)
    expect(page.locator(".reasons p")).not_to_be_empty()
    expect(player.said("more")).to_contain_text(re.compile(r"more stars from another move\. .+\."))
    numbers = page.locator(".two-maps figcaption b")
    expect(numbers).to_have_count(2)
    check(page)
    player.check_targets()
    gains.last.tap()
    expect(gains.last).to_have_attribute("aria-pressed", "true")
    expect(player.said("lit")).to_contain_text(re.compile(r": You .+, Master .+\."))
    gains.last.tap()
    expect(numbers).to_have_count(0)
    expect(page.locator(".two-maps .lit")).to_have_count(0)


@at_a_desk
def test_keys_move_through_the_review(player: Player, site: str) -> None:
    """Keys move through the review, even in a multiplayer game, which has no bots' results."""
    open_review(player, site, PAIR)
    page = player.page
    slider = page.get_by_role("slider", name="Move", exact=True)
    first = slider.get_attribute("min")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value(str(first))
    page.keyboard.press("End")
    expect(slider).to_have_value(str(slider.get_attribute("max")))
    page.keyboard.press("Home")
    expect(slider).to_have_value(str(first))
    expect(page.get_by_role("heading", name="With the same cards")).to_have_count(0)
    check(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Share it")).to_be_visible()


@pytest.mark.browser_context_args(timezone_id="UTC")
@on_a_phone
def test_sheet_shows_bots_results_on_the_daily_game(player: Player, site: str) -> None:
    """The sheet shows the bots' results on the daily game after the first run, and the device saves the first one."""
    page = player.page
    page.clock.set_fixed_time(f"{DAY}T12:00:00Z")
    player.open(site)
    deal = daily(DAY)
    over = kept_game(str(deal), lambda _: False)
    page.evaluate(
        "([days, run, save, text]) => { localStorage.setItem(days, run); localStorage.setItem(save, text) }",
        [DAYS, f"{DAY}:k0:-12", SAVE, f"v2 {over} game:k0 end"],
    )
    player.open(site)
    player.button("^Today's game").tap()
    expect(player.map).to_be_visible()
    assert player.next == "Again"
    player.open_sheet()
    expect(page.get_by_role("heading", name="With the same cards")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Apprentice")
    expect(row).to_be_visible()
    player.button("^Stop$").tap()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    wait_until(page, f"localStorage.getItem('{MEASURED_STRENGTHS}')")
    assert str(look(page, "readStored", MEASURED_STRENGTHS)).startswith(f"b{BOTS_VERSION} {deal}:")
    check(page)
