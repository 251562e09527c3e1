"""Paper maps in the browser: painted with a finger, scored, saved, and collected in the table of a printed game."""

import pytest
from playwright.sync_api import Page, expect

from app.game.printed import PrintedGame, step_count, write_printed
from app.saved_names import PRINTED
from cartographers.game_id import GameId
from support.page import axe
from support.page.player import SEASONS, Player, on_a_phone, on_a_small_phone
from support.page.scripts import call_on, devtools

pytestmark = on_a_phone


def swipe(player: Player, *spaces: str) -> None:
    """Swipe over the map from space to space, and stop: after a fling, Chromium ignores a tap for some milliseconds."""
    player.settle()
    player.finger(*(player.spot(name) for name in spaces), hold=150)
    player.settle()


def painted(player: Player, ground: str) -> set[str]:
    """Return the names of the spaces with a ground."""
    return {name for name, what, *_ in (space.split(", ") for space in player.spaces) if what == ground}


def open_table(player: Player) -> None:
    """Open the score table of the printed game, from the start screen."""
    player.tap("^The printed game", "^Score the maps$", to="Score table")


@pytest.mark.thorough
@on_a_small_phone
def test_paper_map_is_painted_with_swipes_and_scored(page: Page, player: Player, site: str) -> None:
    """A map is painted with swipes, survives a reload, and shows its stars and the spaces that earn them."""
    player.open(site)
    player.tap("^New game", "^Play with the printed game$", "^Score a paper map$", to="Score a paper map")
    axe.check(page)
    player.tap("^A Choose edict A", "^Treetower", "^B Choose edict B", "^Wildholds", "^Paint$")
    swipe(player, "A1", "A5", "C5")
    assert painted(player, "forest") == {"A1", "A2", "A3", "A4", "A5", "B5", "C5"}
    assert page.locator(".form").evaluate("form => form.scrollTop") == 0
    player.tap("^Village$")
    swipe(player, "K1", "K8")
    player.tap("^Monster$")
    player.space("H1").tap()
    swipe(player, "K8", "K7")
    assert painted(player, "monster") == {"H1", "K8", "K7"}
    player.tap("^Undo$")
    assert painted(player, "village") == {f"K{number}" for number in range(1, 9)}
    player.tap("^Redo$", "^Undo$", "^Forest$")
    swipe(player, "C5", "B5")
    assert painted(player, "forest") == {"A1", "A2", "A3", "A4", "A5"}
    axe.check(page)
    player.reload()
    player.tap("^New game", "^Play with the printed game$", "^Score a paper map$")
    expect(player.space("A3")).to_have_accessible_name("A3, forest")
    player.tap("^Stars$", "Wildholds 8$")
    expect(page.locator(".lit")).to_be_attached()
    player.tap("^One coin more$")
    expect(page.locator("output")).to_have_text("Coins from shapes: 1")
    expect(page.get_by_text("Coins: 1 of 14.")).to_be_visible()
    expect(page.locator(".total")).to_have_text("7 stars")  # 1 + 8 from edicts, a coin, and 3 lost to a monster
    axe.check_all(player)


def test_editor_draws_with_swipes_keys_and_pens(player: Player, site: str) -> None:
    """Swipes and pens draw, Undo and its keys undo, a pen's other end erases, and a palm beside a pen draws nothing."""
    player.open(site)
    player.tap("^New game", "^Draw your own map", to="Draw a map")
    swipe(player, "B2", "B6")
    row, rest = {"B2", "B3", "B4", "B5", "B6"}, {"B2", "B3", "B4"}
    assert painted(player, "mountain") == row
    player.tap("^Undo$")
    assert painted(player, "mountain") == set()
    player.tap("^Redo$")
    swipe(player, "B6", "B5")
    for key, left in (("Control+z", row), ("Control+y", rest), ("Meta+z", row), ("Control+Shift+z", rest)):
        player.type(key)
        player.settle()
        assert painted(player, "mountain") == left, key
    send = devtools(player.page).send
    pen = {"pointerType": "pen", "button": "left", "buttons": 1, "clickCount": 1}
    for kind, place, more in (
        *(("touchStart", "D4", "D4"), ("mousePressed", "F2", "F2"), ("mouseMoved", "F3", "F2 F3")),
        *(("touchCancel", "", "F2 F3"), ("mouseReleased", "F3", "F2 F3"), ("mousePressed", "G2", "F2 F3 G2")),
        *(("touchStart", "H8", "F2 F3 G2"), ("touchEnd", "", "F2 F3 G2"), ("mouseMoved", "G3", "F2 F3 G2 G3")),
        ("mouseReleased", "G3", "F2 F3 G2 G3"),
    ):
        spots = [player.spot(place)._asdict()] if place else []
        if kind.startswith("touch"):
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})
        else:
            send("Input.dispatchMouseEvent", {"type": kind, **pen, **spots[0]})
        player.settle()
        assert painted(player, "mountain") == {*rest, *more.split()}, kind
    player.tap("^Ruins")
    call_on(player.space("F2"), "act", "eraseWithPen")
    player.settle()
    assert painted(player, "mountain") == {*rest, "F3", "G2", "G3"}


@pytest.mark.thorough
def test_printed_game_is_scored_and_goes_to_the_history(page: Page, player: Player, site: str) -> None:
    """Each season's maps are painted on the former ones, the table names the winner, and the history keeps the game."""
    game = PrintedGame(GameId("paper", players=2), ("Ana", "Ben"), step_count(GameId("paper", players=2)))
    player.store({PRINTED: write_printed(game)})
    player.open(site)
    open_table(player)
    axe.check_all(player)
    player.tap("^Ana, Spring: paint the map$")
    swipe(player, "A1", "A6")
    axe.check(page)
    player.tap("^Done")
    for place, season in enumerate(SEASONS):
        for name in ("Ana", "Ben")[place == 0 :]:
            player.tap(f"^{name}, {season}: paint the map$")
            player.settle()
            if name == "Ana":
                assert len(painted(player, "forest")) == 5 + place
                player.space(f"B{place}").tap()
            else:
                player.tap("^Monster$")
                player.space(f"F{place + 2}").tap()
                assert len(painted(player, "monster")) == place + 1
            player.tap("^Stars$", "^Done .*Please check$")
            expect(player.button(f"^{name}, {season}: .*Please check$")).to_be_visible()
    player.wait_for_heading("Ana wins")
    axe.check(page)
    player.reload()
    player.tap("^The printed game", "^Score the maps$", to="Ana wins")
    player.tap("^Move to the history$")
    expect(page.get_by_text("The game is saved in the history.").first).to_be_visible()
    axe.check(page)
    player.tap("^History$", "^Ana [0-9]+, Ben .*Ana wins", to="Ana wins")
    player.tap("^Delete$", "^Undo$", to="Ana wins")
    axe.check(page)
