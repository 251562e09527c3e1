"""Paper maps in the browser: painted with a finger, scored, saved, and collected in the table of a printed game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app.game.printed import PrintedGame, read_printed, step_count, take_back, write_printed
from app.game.shelf import PRINTED, PRINTED_BEFORE
from cartographers.game_id import GameId
from support.page import axe
from support.page.player import Player, on_a_phone, on_a_small_phone
from support.page.scripts import call, call_at_start, look
from support.saved_files import ON_TABLE, PAST


def swipe(player: Player, *spaces: str) -> None:
    """Swipe over the map from space to space, and stop: after a fling, Chromium ignores a tap for some milliseconds."""
    player.finger(*(player.spot(name) for name in spaces), hold=150)
    player.settle()


def painted(player: Player, ground: str) -> set[str]:
    """Return the names of the spaces with a ground."""
    return {name for name, what, *_ in (space.split(", ") for space in player.spaces) if what == ground}


def scrolled(player: Player) -> float:
    """Return the number of pixels that the form has scrolled."""
    return float(player.page.locator(".form").evaluate("form => form.scrollTop"))


@on_a_small_phone
def test_paper_map_is_painted_with_swipes_and_scored(player: Player, site: str) -> None:
    """A map is painted with swipes, survives a reload, and shows its stars and the spaces that earn them."""
    page = player.page
    player.open(site)
    player.button("^New game").tap()
    player.button("^Play with the printed game$").tap()
    player.button("^Score a paper map$").tap()
    expect(page.get_by_role("heading", name="Score a paper map")).to_be_visible()
    axe.check(page)
    player.button("^A Choose edict A").tap()
    player.button("^Treetower").tap()
    player.button("^B Choose edict B").tap()
    player.button("^Wildholds").tap()
    player.button("^Paint$").tap()
    player.settle()
    swipe(player, "A1", "A5", "C5")
    assert painted(player, "forest") == {"A1", "A2", "A3", "A4", "A5", "B5", "C5"}
    assert scrolled(player) == 0
    player.button("^Village$").tap()
    swipe(player, "K1", "K8")
    player.button("^Monster$").tap()
    player.space("H1").tap()
    swipe(player, "K8", "K7")
    assert painted(player, "monster") == {"H1", "K8", "K7"}
    player.button("^Undo$").tap()
    player.settle()
    assert painted(player, "village") == {f"K{number}" for number in range(1, 9)}
    player.button("^Redo$").tap()
    player.button("^Undo$").tap()
    player.button("^Forest$").tap()
    swipe(player, "C5", "B5")
    assert painted(player, "forest") == {"A1", "A2", "A3", "A4", "A5"}
    axe.check(page)
    page.reload()
    player.wait_for_start()
    player.button("^New game").tap()
    player.button("^Play with the printed game$").tap()
    player.button("^Score a paper map$").tap()
    expect(player.space("A3")).to_have_accessible_name("A3, forest")
    player.button("^Stars$").tap()
    expect(player.button("Wildholds 8$")).to_be_visible()
    player.button("Wildholds 8$").tap()
    expect(page.locator(".lit")).to_be_attached()
    player.settle()
    player.button("^One coin more$").tap()
    expect(page.locator("output")).to_have_text("Coins from shapes: 1")
    expect(page.get_by_text("Coins: 1 of 14.")).to_be_visible()
    expect(page.locator(".total")).to_have_text("7 stars")  # 1 + 8 from edicts, a coin, and 3 lost to a monster
    axe.check(page)
    player.check_targets()


@on_a_phone
def test_editor_draws_with_swipes(player: Player, site: str) -> None:
    """A swipe on the editor of custom maps draws mountains in a row, and Undo erases the whole row."""
    player.open(site)
    player.button("^New game").tap()
    player.button("^Draw your own map").tap()
    expect(player.page.get_by_role("heading", name="Draw a map")).to_be_visible()
    swipe(player, "B2", "B6")
    assert painted(player, "mountain") == {"B2", "B3", "B4", "B5", "B6"}
    player.button("^Undo$").tap()
    player.settle()
    assert painted(player, "mountain") == set()
    player.button("^Redo$").tap()
    swipe(player, "B6", "B5")
    assert painted(player, "mountain") == {"B2", "B3", "B4"}


@on_a_phone
def test_printed_game_is_scored_and_goes_to_the_history(player: Player, site: str) -> None:
    """Each season's maps are painted on the former ones, the table names the winner, and the history keeps the game."""
    page = player.page
    game = PrintedGame(GameId("paper", players=2), ("Ana", "Ben"), step_count(GameId("paper", players=2)))
    call_at_start(page, "pretend", "storeBeforeVisit", PRINTED, write_printed(game))
    player.open(site)
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    expect(page.get_by_role("heading", name="Score table")).to_be_visible()
    axe.check(page)
    player.check_targets()
    player.button("^Ana, Spring: paint the map$").tap()
    player.settle()
    swipe(player, "A1", "A6")
    axe.check(page)
    player.button("^Done").tap()
    for place, season in enumerate(("Spring", "Summer", "Fall", "Winter")):
        for name in ("Ana", "Ben")[place == 0 :]:
            player.button(f"^{name}, {season}: paint the map$").tap()
            player.settle()
            if name == "Ana":
                assert len(painted(player, "forest")) == 5 + place
                player.space(f"B{place}").tap()
            else:
                player.button("^Monster$").tap()
                player.space(f"F{place + 2}").tap()
                assert len(painted(player, "monster")) == place + 1
            player.button("^Stars$").tap()
            player.button("^Done .*Please check$").tap()
            player.settle()
            expect(player.button(f"^{name}, {season}: .*Please check$")).to_be_visible()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    axe.check(page)
    page.reload()
    player.wait_for_start()
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    player.button("^Move to the history$").tap()
    expect(page.get_by_text("The game is saved in the history.").first).to_be_visible()
    axe.check(page)
    player.button("^History$").tap()
    player.button("^Ana [0-9]+, Ben .*Ana wins").tap()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    player.button("^Delete$").tap()
    player.button("^Undo$").tap()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    axe.check(page)


def open_table(player: Player, site: str) -> None:
    """Open the score table of a printed game that is over and has maps."""
    call_at_start(player.page, "pretend", "storeBeforeVisit", PRINTED, PAST[1])
    player.open(site)
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    expect(player.page.get_by_role("heading", name="Score table")).to_be_visible()


def check_table(player: Player) -> None:
    """Check that the printed game is still on the table, with both maps."""
    player.button("^The printed game").tap()
    player.button("^Score the maps$").tap()
    expect(player.button("^Bén, Spring: ")).to_be_visible()
    expect(player.button("^Bén, Spring: paint the map$")).to_have_count(0)


@pytest.mark.parametrize("fault", ["full", "denied"])
@on_a_phone
def test_printed_game_that_cannot_move_stays_on_the_table(player: Player, site: str, fault: str) -> None:
    """If the history has no room or can't be saved, the page says so at each try, and the game stays on the table."""
    page = player.page
    open_table(player, site)
    call(page, "pretend", "fillStorage" if fault == "full" else "denyStorage")
    sentence = "has no room to save this" if fault == "full" else "doesn't let the page save"
    for _ in range(2):
        player.button("^Move to the history$").tap()
        expect(page.get_by_role("alert")).to_contain_text(sentence)
        page.get_by_role("alert").get_by_role("button", name="Close").tap()
        expect(player.button("^Bén, Spring: ")).to_be_visible()
        expect(page.get_by_text("The game is saved in the history.")).to_have_count(0)
    page.reload()
    player.wait_for_start()
    check_table(player)
    player.button("^Move to the history$").tap()
    player.button("^History$").tap()
    player.button("^Ana, Bén").tap()
    expect(player.button("^Delete$")).to_be_visible()


@on_a_phone
def test_new_deal_never_overwrites_a_printed_game_that_cannot_move(player: Player, site: str) -> None:
    """If the history has no room for the printed game on the table, a new one isn't dealt, and the page says so."""
    page = player.page
    call_at_start(page, "pretend", "storeBeforeVisit", PRINTED, ON_TABLE)
    player.open(site)
    player.button("^The printed game").tap()
    call(page, "pretend", "fillStorage", PRINTED_BEFORE)
    page.locator("[data-do^='open cards']").first.tap()
    player.button("^New game$").tap()
    player.button("^Deal the cards").tap()
    expect(page.get_by_role("alert")).to_contain_text("has no room to save this")
    page.get_by_role("alert").get_by_role("button", name="Close").tap()
    player.button("^Next card$").tap()
    player.settle()
    saved = read_printed(look(page, "readStored", PRINTED))
    assert take_back(saved) == read_printed(ON_TABLE)
