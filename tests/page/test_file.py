"""The file with everything that the player has saved, in the browser: one device exports it, another one imports it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from app.game.puzzle_progress import read_progress
from app.saved_names import MAP_NAMES, PUZZLES
from app.saved_names import MAPS as MAPS_PLACE
from support.page import axe
from support.page.games import finished_games, new_device
from support.page.player import Player, on_a_phone
from support.saved_files import MAPS, NAMES, PAST, PROGRESS

GAMES = finished_games()
pytestmark = on_a_phone
#: Everything that the first device has saved.
SAVED = {**GAMES, **dict([PAST]), MAPS_PLACE: MAPS, MAP_NAMES: NAMES, PUZZLES: PROGRESS}


def open_history(player: Player, site: str) -> None:
    """Open the history on a device."""
    player.open(site)
    player.tap("^History$")
    expect(player.page.locator("input[type=file]")).to_be_attached()


@pytest.mark.thorough
def test_file_moves_everything_to_another_device(
    player: Player, new_context: Callable[..., BrowserContext], site: str, tmp_path: Path
) -> None:
    """After an import, another device has the games, the printed game, the maps, and the answers for good."""
    player.store(SAVED)
    open_history(player, site)
    file, other = player.download("^Save all games to a file$", tmp_path), new_device(new_context)
    page = other.page
    open_history(other, site)
    picker = page.get_by_label("Import games from a file")
    picker.set_input_files(file)
    told = page.get_by_role("status").filter(has_text="4 new games imported. Already here: 0.")
    expect(told).to_contain_text("Also imported: 1 printed game, 2 maps, and 3 answers to puzzles.")
    other.wait_for_heading("Printed games")
    axe.check(page)
    file.write_bytes(file.read_text("utf-8").encode("utf-16"))  # as an editor saves it
    picker.set_input_files(file)
    expect(page.get_by_text("0 new games imported. Already here: 5.")).to_be_visible()
    other.reload()
    assert (other.stored(MAPS_PLACE), other.stored(MAP_NAMES)) == (MAPS, NAMES)
    assert read_progress(other.stored(PUZZLES)) == read_progress(PROGRESS)
    other.tap("^History$")
    expect(page.locator(".kept-entry")).to_have_count(len(GAMES) + 1)
    other.tap("^Ana, Bén", to="Score table")
    other.tap("^Back$", "^Back$", "^New game", "^Draw your own map", to="Your maps")
