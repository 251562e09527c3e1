"""The file with everything that the player has saved, in the browser: one device exports it, another one imports it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from app.game.puzzle_progress import read_progress
from app.game.shelf import MAP_NAMES, PRINTED_BEFORE, PUZZLES
from app.game.shelf import MAPS as MAPS_PLACE
from support.page import axe
from support.page.games import finished_games, for_each_fault, new_device
from support.page.player import PREFIX, Player, on_a_phone
from support.page.scripts import call, call_at_start, wait_until
from support.saved_files import MAPS, NAMES, PAST, PROGRESS

GAMES = finished_games()
pytestmark = on_a_phone
#: Everything that the first device has saved.
SAVED = {**GAMES, **dict([PAST]), MAPS_PLACE: MAPS, MAP_NAMES: NAMES, PUZZLES: PROGRESS}


@pytest.fixture
def file(player: Player, site: str, tmp_path: Path) -> Path:
    """Return the exported file of a device that has everything."""
    player.store(SAVED)
    player.open(site)
    player.tap("^History$", to="Printed games")
    return player.download("^Save all games to a file$", tmp_path)


@pytest.fixture
def other(new_context: Callable[..., BrowserContext]) -> Player:
    """Return a player on another device, which has saved nothing."""
    return new_device(new_context)


def open_history(player: Player, site: str) -> None:
    """Open the history on a device."""
    player.open(site)
    player.tap("^History$")
    expect(player.page.locator("input[type=file]")).to_be_attached()


def import_into(player: Player, file: Path) -> None:
    """Import a file into the open history of a device."""
    player.page.get_by_label("Import games from a file").set_input_files(file)


@pytest.mark.thorough
def test_file_moves_everything_to_another_device(file: Path, other: Player, site: str) -> None:
    """After an import, another device has the games, the printed game, the maps, and the answers for good."""
    page = other.page
    open_history(other, site)
    import_into(other, file)
    told = page.get_by_role("status").filter(has_text="4 new games imported. Already here: 0.")
    expect(told).to_contain_text("Also imported: 1 printed game, 2 maps, and 3 answers to puzzles.")
    other.wait_for_heading("Printed games")
    axe.check(page)
    file.write_bytes(file.read_text("utf-8").encode("utf-16"))  # as an editor saves it
    import_into(other, file)
    expect(page.get_by_text("0 new games imported. Already here: 5.")).to_be_visible()
    other.reload()
    assert (other.stored(MAPS_PLACE), other.stored(MAP_NAMES)) == (MAPS, NAMES)
    assert read_progress(other.stored(PUZZLES)) == read_progress(PROGRESS)
    other.tap("^History$")
    expect(page.locator(".kept-entry")).to_have_count(len(GAMES) + 1)
    other.tap("^Ana, Bén", to="Score table")
    other.tap("^Back$", "^Back$", "^New game", "^Draw your own map", to="Your maps")


@pytest.mark.sample(1)
@for_each_fault
def test_import_without_storage(file: Path, other: Player, site: str, fault: str, sentence: str) -> None:
    """If storage is full or denied, the page says so, and the import can be repeated once there is room."""
    page = other.page
    if fault == "denyStorage":
        call_at_start(page, "pretend", fault)
    open_history(other, site)
    if fault == "fillStorage":
        call(page, "pretend", fault)
    import_into(other, file)
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    if fault == "fillStorage":
        assert [other.stored(name) for name in (MAPS_PLACE, PUZZLES, PAST[0])] == [""] * 3
        open_history(other, site)
        import_into(other, file)
        expect(page.get_by_text("4 new games imported. Already here: 0.")).to_be_visible()
        wait_until(page, f"localStorage.getItem('{PREFIX} {PAST[0]}') === '{PAST[1]}'")  # saved after the sentence
        assert other.stored(MAPS_PLACE) == MAPS


def test_import_into_too_little_storage(file: Path, other: Player, site: str) -> None:
    """If only printed games don't fit, the rest is saved, and the page says that something wasn't."""
    open_history(other, site)
    call(other.page, "pretend", "fillStorage", f"{PREFIX} {PRINTED_BEFORE}")
    import_into(other, file)
    expect(other.page.get_by_role("alert")).to_contain_text("This device has no room to save this.")
    assert other.stored(MAPS_PLACE) == MAPS
    name, text = next(iter(GAMES.items()))
    wait_until(other.page, f"localStorage.getItem('{PREFIX} {name}')?.startsWith('{text.removesuffix('end')}')")
