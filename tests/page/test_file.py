"""The file with everything that the player has saved, in the browser: one device exports it, another one imports it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.game.puzzle_progress import read_progress
from app.game.shelf import MAP_NAMES, PRINTED_BEFORE, PUZZLES
from app.game.shelf import MAPS as MAPS_PLACE
from support.page import axe
from support.page.games import finished_games
from support.page.player import PHONE, PREFIX, Player, on_a_phone
from support.page.scripts import call, call_at_start, look, make_no_snapshot
from support.saved_files import MAPS, NAMES, PAST, PROGRESS

GAMES = finished_games()
#: Everything that the first device has saved.
SAVED = {**GAMES, **dict([PAST]), MAPS_PLACE: MAPS, MAP_NAMES: NAMES, PUZZLES: PROGRESS}


def export(player: Player, site: str, folder: Path) -> Path:
    """Export the file of a device that has everything."""
    call_at_start(player.page, "pretend", "storeAllBeforeVisit", SAVED)
    player.open(site)
    player.button("^History$").tap()
    expect(player.page.get_by_role("heading", name="Printed games")).to_be_visible()
    with player.page.expect_download() as found:
        player.button("^Save all games to a file$").tap()
    found.value.save_as(folder / "file.txt")
    return folder / "file.txt"


def stored(page: Page, name: str) -> str:
    """Return a saved text."""
    return str(look(page, "readStoredWhenSettled", name) or "")


def import_into(player: Player, file: Path) -> None:
    """Import a file into the open history of a device."""
    player.page.get_by_label("Import games from a file").set_input_files(file)


@on_a_phone
def test_file_moves_everything_to_another_device(player: Player, browser: Browser, site: str, tmp_path: Path) -> None:
    """After an import, another device has the games, the printed game, the maps, and the answers for good."""
    file = export(player, site, tmp_path)
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        make_no_snapshot(context)
        other = Player(context.new_page())
        page = other.page
        other.open(site)
        other.button("^History$").tap()
        import_into(other, file)
        told = page.get_by_role("status").filter(has_text="4 new games imported. Already here: 0.")
        expect(told).to_contain_text("Also imported: 1 printed game, 2 maps, and 3 answers to puzzles.")
        expect(page.get_by_role("heading", name="Printed games")).to_be_visible()
        axe.check(page)
        import_into(other, file)
        expect(page.get_by_text("0 new games imported. Already here: 5.")).to_be_visible()
        page.reload()
        other.wait_for_start()
        assert (stored(page, MAPS_PLACE), stored(page, MAP_NAMES)) == (MAPS, NAMES)
        assert read_progress(stored(page, PUZZLES)) == read_progress(PROGRESS)
        other.button("^History$").tap()
        expect(page.locator(".kept-entry")).to_have_count(len(GAMES) + 1)
        other.button("^Ana, Bén").tap()
        expect(page.get_by_role("heading", name="Score table")).to_be_visible()
        other.button("^Back$").tap()
        other.button("^Back$").tap()
        other.button("^New game").tap()
        other.button("^Draw your own map").tap()
        expect(page.get_by_role("heading", name="Your maps")).to_be_visible()


@pytest.mark.parametrize("fault", ["full", "denied"])
@on_a_phone
def test_import_without_storage(player: Player, browser: Browser, site: str, tmp_path: Path, fault: str) -> None:
    """If storage is full or denied, the page says so, and the import can be repeated once there is room."""
    file = export(player, site, tmp_path)
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        make_no_snapshot(context)
        other = Player(context.new_page())
        page = other.page
        if fault == "denied":
            call_at_start(page, "pretend", "denyStorage")
        other.open(site)
        other.button("^History$").tap()
        expect(page.locator("input[type=file]")).to_be_attached()
        if fault == "full":
            call(page, "pretend", "fillStorage")
        import_into(other, file)
        notice = page.get_by_role("alert")
        expect(notice).to_contain_text(
            "This device has no room to save this." if fault == "full" else "This browser doesn't let the page save"
        )
        if fault == "full":
            assert [stored(page, name) for name in (MAPS_PLACE, PUZZLES, PAST[0])] == [""] * 3
            page.reload()
            other.wait_for_start()
            other.button("^History$").tap()
            import_into(other, file)
            expect(page.get_by_text("4 new games imported. Already here: 0.")).to_be_visible()
            other.settle()
            assert stored(page, MAPS_PLACE) == MAPS
            assert stored(page, PAST[0]) == PAST[1]


@on_a_phone
def test_import_into_too_little_storage(player: Player, browser: Browser, site: str, tmp_path: Path) -> None:
    """If only printed games don't fit, the rest is saved, and the page says that something wasn't."""
    file = export(player, site, tmp_path)
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        make_no_snapshot(context)
        other = Player(context.new_page())
        other.open(site)
        other.button("^History$").tap()
        expect(other.page.locator("input[type=file]")).to_be_attached()
        call(other.page, "pretend", "fillStorage", f"{PREFIX} {PRINTED_BEFORE}")
        import_into(other, file)
        expect(other.page.get_by_role("alert")).to_contain_text("This device has no room to save this.")
        assert stored(other.page, MAPS_PLACE) == MAPS
        assert stored(other.page, next(iter(GAMES))).startswith(next(iter(GAMES.values())).removesuffix("end"))
