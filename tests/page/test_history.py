"""The memory of a device: the daily game, games set aside, the history, and files of games."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from app.game.shelf import MAX_FILE_SIZE
from app.saved_names import ERASED, EXPLAINED
from support.page.games import finished_games
from support.page.player import PREFIX, Player, on_a_phone
from support.page.scripts import call

GAMES = finished_games()
pytestmark = on_a_phone


def entries(page: Page) -> Locator:
    """Return the games in the list."""
    return page.locator(".kept-entry")


def draw(player: Player) -> str:
    """Draw the first shape of a game, return to the start screen, and return the record."""
    player.press(player.confirm)
    player.wait_for_plies(1)
    record = player.record
    player.leave()
    return record


def test_daily_game_is_set_aside_for_another_game(player: Player, site: str) -> None:
    """The daily game is set aside for another game and continued later, and then the other game is continued too."""
    player.page.clock.set_fixed_time("2026-11-24T12:00:00Z")  # a day without an early ambush
    player.open(site)
    player.tap("^Today's game")
    player.see_edicts()
    of_day = draw(player)
    assert "-daily" in of_day
    expect(player.button("^Today's game Continue where you left off")).to_be_visible()
    player.begin("k3x9q2")
    other = draw(player)
    player.tap("^Today's game")
    expect(player.map).to_be_visible()
    assert player.record == of_day
    player.leave()
    player.reload()
    player.tap("^History$")
    expect(entries(player.page)).to_have_count(1)
    entries(player.page).tap()
    player.tap("^Continue$")
    expect(player.map).to_be_visible()
    assert player.record == other


def test_everything_is_deleted(player: Player, site: str, tmp_path: Path) -> None:
    """The history becomes a table; then everything is deleted, and another tab, when shown, starts over as well."""
    player.store(GAMES)
    player.start(site)
    player.press(player.confirm)
    player.wait_for_plies(1)
    other = player.new_tab(site)
    other.tap("^History$")
    table = other.download("^Save a table of your games$", tmp_path)
    assert table.read_bytes().startswith(b"\xef\xbb\xbfDate,")
    assert (table.suffix, table.read_bytes().count(b"\r\n")) == (".csv", len(GAMES) + 1)
    call(player.page, "pretend", "setHidden", True)  # noqa: FBT003 - handed on to JavaScript
    other.tap("^Delete everything on this device$", "^Delete everything$")
    expect(other.button("^Learn by playing")).to_be_visible()
    call(player.page, "pretend", "setHidden", False)  # noqa: FBT003
    for tab in (other, player):
        tab.page.bring_to_front()
        expect(tab.button("^Learn by playing")).to_be_visible()
        tab.wait_for_start()
        names = tab.page.evaluate("Object.keys(localStorage)")
        assert {name.removeprefix(f"{PREFIX} ") for name in names} <= {ERASED, EXPLAINED}
    with player.page.expect_navigation():  # a tab in sight starts over at once
        other.page.evaluate(f"localStorage.setItem('{PREFIX} {ERASED}', '1')")


def test_daily_embed_shows_the_days_map(page: Page, site: str) -> None:
    """A daily embed shows the day's map before Python has loaded, and has the same game as the full page."""
    for day, side in (("26", "B"), ("28", "A")):
        page.clock.set_fixed_time(f"2026-11-{day}T12:00:00Z")
        page.goto(f"{site}?embed&daily")
        expect(page.get_by_text(f"Daily game, November {day}, 2026")).to_be_visible()
        expect(page.get_by_text(re.compile(f"^Map {side}"))).to_be_visible()


def test_too_large_file_is_not_read(page: Page, player: Player, site: str, tmp_path: Path) -> None:
    """The page doesn't read a file that is too large, and states the limit wherever it accepts files."""
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * (MAX_FILE_SIZE + 1))
    player.open(site)
    for screen in ("History", "Open a link"):
        player.tap(f"^{screen}$")
        page.locator("input[type=file]").set_input_files(large)
        expect(page.get_by_role("alert").filter(has_text="up to 12 MB")).to_be_visible()
        player.tap("^Close$", "^Back$")
