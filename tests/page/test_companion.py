"""The companion of the printed game in the browser: a whole game on a phone, two tabs, and the screen that stays on."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.game.printed import read_printed, reveal
from app.game.shelf import LAST_PRINTED, PRINTED
from cartographers.scoring import CARD_BY_ID
from support.page import axe
from support.page.player import SMALL_PHONE, Player, box_of, on_a_phone
from support.page.scripts import call, call_at_start, look
from words import Words
from words.files import catalog

WORDS = Words(catalog("en"))
#: Milliseconds between two taps that aren't a double tap, which reveals only one card.
_BETWEEN_TAPS = 500
#: The number of cards before the reload.
_BEFORE_RELOAD = 5


def saved(player: Player) -> str:
    """Return the saved text of the printed game."""
    player.settle()
    return str(look(player.page, "readStored", PRINTED) or "")


def deal(player: Player, site: str) -> None:
    """Deal a printed game by way of the setup."""
    player.open(site)
    player.button("^New game").click()
    player.button("^Play with the printed game$").click()
    expect(player.page.get_by_role("heading", name="Printed game")).to_be_visible()
    player.button("^Deal the cards").click()
    expect(player.page.get_by_role("heading", name="This game's four edicts")).to_be_visible()


def check_card(player: Player) -> None:
    """Check that the page shows the saved game's card, or the end of its season."""
    game = read_printed(saved(player))
    name = WORDS(f"name.{game.card.id}") if game.card else f"{WORDS(f'season.{game.season.name}')} is over"
    expect(player.page.get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()


@on_a_phone
def test_dealt_game_on_a_phone(player: Player, site: str) -> None:
    """A whole game is dealt, with Undo and a reload in the middle, and ends after winter."""
    page = player.page
    player.open(site)
    player.button("^New game").tap()
    player.button("^Play with the printed game$").tap()
    expect(page.get_by_role("heading", name="Printed game")).to_be_visible()
    player.button("^Add a player$").tap()
    player.line(0).fill("Ana")
    player.choose("Cards", "Heroes")
    player.button("^Map D").tap()
    axe.check(page)
    player.button("^Deal the cards").tap()
    axe.check(page)
    confirm = page.locator(".thumb .confirm")
    for number in range(1, _BEFORE_RELOAD + 1):
        confirm.tap()
        check_card(player)
        assert read_printed(saved(player)).steps == number
        page.wait_for_timeout(_BETWEEN_TAPS)
    before = read_printed(saved(player))
    assert (before.steps, before.names, before.id.side) == (_BEFORE_RELOAD, ("Ana", ""), "D")
    player.button("^Undo$").tap()
    player.button("^Undo$").tap()
    assert read_printed(saved(player)).steps == _BEFORE_RELOAD - 2
    check_card(player)
    page.reload()
    player.wait_for_start()
    player.button("^The printed game").tap()
    check_card(player)
    game = read_printed(saved(player))
    assert game.steps == _BEFORE_RELOAD - 2
    axe.check(page)
    while not game.is_over:
        page.keyboard.press("Enter")
        game = reveal(game)
        assert read_printed(saved(player)) == game
        if game.is_season_over:
            check_card(player)
    expect(page.get_by_text("The game is over.").first).to_be_visible()
    axe.check(page)
    player.button("^Cards$").tap()
    player.button("^Score$").tap()
    expect(page.get_by_role("heading", name="Score table")).to_be_visible()
    expect(player.button("^Move to the history$")).to_have_count(0)  # no map is painted
    assert read_printed(saved(player)) == game


@pytest.mark.browser_context_args(viewport=SMALL_PHONE)
@pytest.mark.parametrize("damaged", ["", "p1 c1-a-2p-x 0 by:Ana end"])
def test_next_game_has_the_same_players(player: Player, site: str, damaged: str) -> None:
    """After a reload, the setup of a printed game has the last one's players and boxes, unless the note is damaged."""
    page = player.page
    player.open(site)
    player.button("^New game").click()
    player.button("^Play with the printed game$").click()
    expect(page.get_by_role("heading", name="Printed game")).to_be_visible()
    player.choose("Cards", "Heroes")
    player.button("^Add a player$").click()
    player.line(1).fill("Ben")
    player.button("^Deal the cards").click()
    player.button("^Cards$").click()
    player.button("^New game").click()
    expect(player.line(1)).to_have_value("Ben")
    player.button("^Delete that game$").click()
    assert read_printed(look(page, "readStored", LAST_PRINTED)).names == ("", "Ben")
    if damaged:
        call_at_start(page, "pretend", "storeBeforeVisit", LAST_PRINTED, damaged)
    page.reload()
    player.wait_for_start()
    player.button("^New game").click()
    player.button("^Play with the printed game$").click()
    expect(page.get_by_role("heading", name="Printed game")).to_be_visible()
    expect(player.button("^Deal the cards")).to_contain_text("Base" if damaged else "Heroes, map C, 2 players")
    expect(player.line(0 if damaged else 1)).to_have_value("" if damaged else "Ben")


@pytest.mark.browser_context_args(viewport=SMALL_PHONE)
def test_two_tabs(player: Player, context: BrowserContext, site: str) -> None:
    """If another tab has revealed cards, this tab shows that tab's card, says so, and overwrites nothing."""
    deal(player, site)
    other = Player(context.new_page())
    other.open(site)
    other.button("^The printed game").click()
    for _ in range(3):
        other.button("^(Start spring|Next card)$").click()
        other.settle()
    assert read_printed(saved(other)).steps == 3
    player.page.bring_to_front()
    player.button("^Start spring$").click()
    expect(player.page.get_by_text("Another tab has changed this game.")).to_be_visible()
    assert read_printed(saved(player)).steps == 3
    check_card(player)
    player.button("^Next card$").click()
    assert read_printed(saved(player)).steps == 4
    other.page.close()


@pytest.mark.browser_context_args(viewport=SMALL_PHONE)
@pytest.mark.parametrize("works", [True, False])
def test_screen_stays_on(player: Player, site: str, *, works: bool) -> None:
    """The page keeps the screen on while the cards are on the table, and says so if it can't."""
    page = player.page
    call_at_start(page, "pretend", "setWakeLock", works)
    deal(player, site)
    sentence = page.get_by_text("This device may turn off its screen.")
    expect(sentence).to_have_count(0 if works else 1)
    player.button("^Start spring$").click()
    check_card(player)
    if works:
        assert page.evaluate("globalThis.wakeLocks.map((lock) => lock.released)") == [False]
        page.evaluate("globalThis.wakeLocks[0].released = true")  # as browsers do when the page is hidden
        call(page, "pretend", "setHidden", False)  # noqa: FBT003 - handed on to JavaScript
        player.settle()
        assert page.evaluate("globalThis.wakeLocks.map((lock) => lock.released)") == [True, False]
    player.button("^Menu$").click()
    player.button("^Start screen$").click()
    player.settle()
    if works:
        assert page.evaluate("globalThis.wakeLocks.map((lock) => lock.released)") == [True, True]


@pytest.mark.browser_context_args(viewport=SMALL_PHONE)
@pytest.mark.parametrize("language", ["es", "it"])
def test_longest_names_of_edicts_fit_their_tiles(page: Page, player: Player, site: str, language: str) -> None:
    """On a small phone, even the longest names of edicts have at most two lines, and no word breaks."""
    words = catalog(language)
    player.open(f"{site}?lang={language}")
    for what in ("go set-up", "go companion", "choose printed deal"):
        page.locator(f"[data-do='{what}']").first.click()
    name = page.locator(".tile > span").first
    two_lines = 2 * 1.05 * 14
    for card in CARD_BY_ID:
        name.evaluate("(span, text) => { span.textContent = text; }", words[f"name.{card}"])
        assert box_of(name)["height"] <= two_lines + 1
        assert name.evaluate(
            "(span) => { span.style.overflowWrap = 'normal'; return span.scrollWidth <= span.clientWidth; }"
        )


@pytest.mark.browser_context_args(viewport=SMALL_PHONE)
def test_full_storage(player: Player, site: str) -> None:
    """On a full device, the page says so, and the game continues."""
    deal(player, site)
    call(player.page, "pretend", "fillStorage")
    player.button("^Start spring$").click()
    notice = player.page.get_by_role("alert")
    expect(notice).to_contain_text("This device is out of storage.")
    notice.get_by_role("button", name="Close").click()
    player.button("^Next card$").click()
    player.settle()
    expect(player.button("^Next card$")).to_be_visible()
    assert read_printed(saved(player)).steps == 0
