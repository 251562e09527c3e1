"""The companion of the printed game in the browser: a whole game on a phone, two tabs, and the screen that stays on."""

import pytest
from playwright.sync_api import Page, expect

from app.game.printed import PrintedGame, read_printed, reveal
from app.saved_names import PRINTED
from cartographers.scoring import CARD_BY_ID
from support.page import axe
from support.page.player import SMALL_PHONE, Player, box_of, on_a_phone
from support.page.scripts import call, call_at_start, wait_until
from words import Words
from words.files import catalog

WORDS = Words(catalog("en"))
pytestmark = pytest.mark.browser_context_args(viewport=SMALL_PHONE)
#: The number of cards before the reload.
_BEFORE_RELOAD = 5


def saved(player: Player) -> PrintedGame:
    """Return the saved printed game."""
    return read_printed(player.stored(PRINTED))


def deal(player: Player, site: str) -> None:
    """Deal a printed game by way of the setup."""
    player.open(site)
    set_up(player)
    player.click("^Deal the cards", to="This game's four edicts")


def set_up(player: Player) -> None:
    """Open the setup of a printed game from the start screen."""
    player.click("^New game", "^Play with the printed game$", to="Printed game")


def check_card(player: Player) -> None:
    """Check that the page shows the saved game's card, or the end of its season."""
    game = saved(player)
    name = WORDS(f"name.{game.card.id}") if game.card else f"{WORDS(f'season.{game.season.name}')} is over"
    expect(player.page.get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()


@pytest.mark.thorough
@on_a_phone
def test_dealt_game_on_a_phone(page: Page, player: Player, site: str) -> None:
    """A whole game is dealt, with Undo and a reload in the middle, and ends after winter."""
    player.open(site)
    set_up(player)
    player.tap("^Add a player$")
    player.line(0).fill("Ana")
    player.choose("Cards", "Heroes")
    player.tap("^Map D")
    axe.check(page)
    player.tap("^Deal the cards")
    axe.check(page)
    confirm = page.locator(".thumb .confirm")
    for number in range(1, _BEFORE_RELOAD + 1):
        player.press(confirm)
        check_card(player)
        assert saved(player).steps == number
    before = saved(player)
    assert (before.names, before.id.side) == (("Ana", ""), "D")
    player.tap("^Undo$", "^Undo$")
    check_card(player)
    player.reload()
    player.tap("^The printed game")
    check_card(player)
    game = saved(player)
    assert game.steps == _BEFORE_RELOAD - 2
    axe.check(page)
    while not game.is_over:
        page.keyboard.press("Enter")
        game = reveal(game)
        assert saved(player) == game
        if game.is_season_over:
            check_card(player)
    expect(page.get_by_text("The game is over.").first).to_be_visible()
    axe.check(page)
    player.tap("^Cards$", "^Score$", to="Score table")
    expect(player.button("^Move to the history$")).to_have_count(0)  # no map is painted
    assert saved(player) == game


@pytest.mark.thorough
def test_screen_stays_on(page: Page, player: Player, site: str) -> None:
    """The screen stays on while the cards are on the table. A refused lock is requested later, a lost one at once."""
    released = "String(wakeLocks.map((lock) => lock.released))"
    sleeps = page.get_by_text("This device may turn off its screen.")
    call_at_start(page, "pretend", "setWakeLock", False)  # noqa: FBT003 - handed on to JavaScript
    deal(player, site)
    player.click("^Start spring$")
    check_card(player)
    expect(sleeps).to_be_visible()
    call(page, "pretend", "setWakeLock", True)  # noqa: FBT003 - handed on to JavaScript
    call(page, "pretend", "setHidden", False)  # noqa: FBT003 - handed on to JavaScript
    expect(sleeps).to_have_count(0)
    page.evaluate("wakeLocks[0].release()")  # as the system does to save power
    wait_until(page, f"{released} === 'true,false'")
    player.click("^Menu$", "^Start screen$")
    wait_until(page, f"{released} === 'true,true'")


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["es", "it"])
def test_longest_names_of_edicts_fit_their_tiles(page: Page, player: Player, site: str, language: str) -> None:
    """On a small phone, even the longest names of edicts have at most two lines, and no word breaks."""
    words = catalog(language)
    player.open(f"{site}?lang={language}")
    for what in ("go set-up", "go companion", "deal"):
        page.locator(f"[data-do='{what}']").first.click()
    name = page.locator(".tile > span").first
    name.evaluate("(span) => { span.style.overflowWrap = 'normal'; }")
    two_lines = 2 * 1.05 * 14
    for card in CARD_BY_ID:
        name.evaluate("(span, text) => { span.textContent = text; }", words[f"name.{card}"])
        assert box_of(name)["height"] <= two_lines + 1
        assert name.evaluate("(span) => span.scrollWidth <= span.clientWidth")
