"""A solo journey with the base game on a phone, from the start screen to the rating, and single steps of games."""

import re

import pytest
from playwright.sync_api import Page, expect

from cartographers.events import ForcedReason
from cartographers.game import apply, new_game
from cartographers.game_id import read_game_id
from cartographers.record import write_record
from cartographers.rules import legal_moves
from cartographers.state import Ply
from support.page.player import (
    PHONE,
    SEASONS,
    SMALL_PHONE,
    Player,
    Spot,
    at_a_desk,
    box_of,
    middle,
    on_a_phone,
    on_a_small_phone,
    rounded,
)
from support.page.scripts import call, call_at_start, call_on, devtools, look

pytestmark = pytest.mark.moving


@pytest.mark.thorough
@on_a_phone
def test_a_game_on_a_phone(player: Player, site: str) -> None:
    """A whole game is played with one thumb, with a break in the middle, and ends with the engine's result."""
    player.open(site)
    expect(player.button("^Continue")).to_have_count(0)
    player.begin("phone5")
    place = box_of(player.map)
    player.check_layout()
    draw_with_all_buttons(player)
    ambushes, seasons = 0, list[str]()
    while (now := player.next) != "Again":
        assert box_of(player.map) == place
        if now != "Confirm" and "Ambush!" in player.news.inner_text():
            ambushes += 1
            watch_ambush(player, skipping=ambushes > 1)
        elif now == "Continue":
            seasons += read_reckoning(player)
            player.press(player.button("^Continue$"))
        else:
            player.check_targets()
            count = player.plies
            if count == 9:
                player.leave_and_come_back()
            for _ in range(count % 3):
                player.tap("^Next fit")
            player.press(player.confirm)
            player.wait_for_plies(count + 1)
    assert ambushes >= 2
    assert seasons == list(SEASONS)
    player.check_fit()
    player.check_end()
    expect(player.page.locator(".end").get_by_text("Practice: 1 move")).to_be_visible()
    player.tap("^Again new cards$")
    player.see_edicts()
    player.tap("^Menu$")
    expect(player.dialog.get_by_text(player.record, exact=True)).to_be_visible()


def draw_with_all_buttons(player: Player) -> None:
    """Rotate, flip, choose, make the page find a place, draw, and undo."""
    player.space("F6").tap()
    lying = player.ghost
    for turn, times in (("^Rotate$", 4), ("^Flip$", 2)):
        for _ in range(times):
            assert (5, 5) in player.ghost
            player.tap(turn)
        assert player.ghost == lying
    for group in ("Terrain", "Shape"):
        while (other := player.choices(group, pressed=False).first).count() == 0:
            player.tap("^Next fit")
            player.press(player.button("^(Confirm|Skip|Continue)"))
        name = other.get_attribute("aria-label")
        other.tap()
        expect(player.choices(group, pressed=True)).to_have_accessible_name(str(name))
    drawn = player.plies
    player.tap("^Next fit")
    expect(player.confirm).to_have_accessible_name(re.compile("^Confirm fits"))
    before = player.spaces
    player.press(player.confirm)
    player.wait_for_plies(drawn + 1)
    assert player.spaces != before
    while player.next != "Confirm":
        player.press(player.button("^(Skip|Continue)$"))
    player.take_back()
    player.wait_for_plies(drawn)
    assert player.spaces == before


def watch_ambush(player: Player, *, skipping: bool) -> None:
    """Watch an ambush land and continue, or press the button shown: Skip, or Continue after the landing."""
    place = box_of(player.map)
    player.check_fit()
    if not skipping:
        cost = re.compile("^(This adds .* costs? a star every season|It costs you no extra stars)")
        expect(player.page.get_by_text(cost)).to_be_visible()
        assert box_of(player.map) == place
    player.press(player.button("^(Skip|Continue)$"))


def read_reckoning(player: Player) -> list[str]:
    """Return the season being counted, if any, and check it on a small phone."""
    heading = player.page.get_by_role("heading", name=re.compile("is over$"))
    if heading.count() == 0:
        return []
    player.check_targets()
    expect(player.news).to_contain_text("is over: ")
    place = box_of(player.map)
    player.page.set_viewport_size(SMALL_PHONE)
    player.check_layout()
    player.page.set_viewport_size(PHONE)
    player.check_fit()
    assert box_of(player.map) == place
    return [heading.inner_text().split()[0]]


@pytest.mark.thorough
@at_a_desk
def test_menu_closed_before_it_is_drawn(player: Player, site: str) -> None:
    """A menu closed before it is drawn takes no focus, the game continues, and a third press opens the menu."""
    player.start(site)
    for times in (2, 3):
        call(player.page, "act", "pressInOneFrame", "Escape", times)
        player.settle()
        expect(player.page.get_by_role("alertdialog")).to_have_count(0)
        expect(player.dialog).to_have_count(times - 2)
    expect(player.dialog).to_be_focused()


@on_a_small_phone
def test_taps_and_drags_on_the_map(player: Player, site: str) -> None:
    """A tap places, a drag moves by whole spaces, an illegal place says why, and an edict shows its stars."""
    player.start(site)
    player.check_layout()
    place = box_of(player.map)
    mouse = player.page.mouse
    for act, name, cell in ((mouse.move, "F6", (5, 5)), (mouse.click, "E4", (4, 3)), (mouse.move, "I9", (4, 3))):
        act(*player.spot(name))
        assert cell in player.ghost
    lying = player.ghost
    mouse.down()
    mouse.move(*player.spot("I10"))
    mouse.move(*player.spot("H11"))
    mouse.up()
    assert player.ghost == [(row - 1, column + 2) for row, column in lying]
    changed = str(player.under_ghost.last.get_attribute("aria-label"))
    mouse.wheel(0, 100)
    expect(player.under_ghost.last).not_to_have_accessible_name(changed)
    mouse.wheel(0, -4.000244140625)  # the slowest notch on macOS
    expect(player.under_ghost.last).to_have_accessible_name(changed)
    for name, slip in (("E5", 0), ("G7", 7), ("F4", -7)):
        spot = player.spot(name)
        player.finger(spot, Spot(spot.x + slip, spot.y - slip))
        assert (ord(name[0]) - ord("A"), int(name[1:]) - 1) in player.ghost
    space = box_of(player.space("A1"))["width"]
    lying, start = player.ghost, player.spot("J10")
    player.finger(start, Spot(start.x, start.y - 10), Spot(start.x, start.y - 12))
    assert player.ghost == lying
    player.finger(start, Spot(start.x - 0.6 * space, start.y), Spot(start.x - 2.1 * space, start.y - 0.9 * space))
    assert player.ghost == [(row - 1, column - 2) for row, column in lying]
    player.finger(start, Spot(start.x - 30 * space, start.y - 30 * space))
    assert min(row for row, _ in player.ghost) == min(column for _, column in player.ghost) == 0
    player.space("B4").tap()
    expect(player.confirm).to_have_accessible_name("Confirm on a mountain")
    expect(player.verdict).to_contain_text("on a mountain")
    expect(player.confirm).to_be_disabled()
    for kind, spots in (("touchStart", [player.spot("J10")._asdict()]), ("touchCancel", [])):  # as at a pinch
        devtools(player.page).send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})
    player.settle()
    expect(player.said("bump")).to_have_count(0)
    saved, before = player.kept, player.spaces
    player.finger(middle(player.confirm))
    player.page.keyboard.press("Enter")
    assert (player.kept, player.spaces) == (saved, before)
    light_edict(player)
    assert box_of(player.map) == place
    player.check_fit()


def light_edict(player: Player) -> None:
    """Highlight the spaces that already earn an edict's stars, and read its rule."""
    paying = player.button(r"^Edict .+: [1-9]\d* stars")
    while paying.count() == 0:
        if player.next == "Confirm":
            player.tap("^Next fit")
        player.press(player.button("^(Confirm|Skip|Continue)"))
    letter = str(paying.first.get_attribute("aria-label")).partition(":")[0][-1]
    card = player.state.deal.edicts["ABCD".index(letter)]
    tile = player.button(f"^Edict .+, {letter}: ")
    light = player.page.locator(".lit")  # it has no role, but the edict's name and the tip say the same
    expect(light).to_have_count(0)
    tile.tap()
    expect(tile).to_have_attribute("aria-pressed", "true")
    rule = player.page.locator(".tip").get_by_text(card.explanation)
    expect(rule).to_be_visible()
    expect(light).to_be_visible()
    player.check_fit(scrolling=(rule,))
    player.tap("^Close$")
    expect(light).to_have_count(0)
    expect(rule).to_have_count(0)


@pytest.mark.thorough
@on_a_small_phone
def test_map_and_confirm_stay_in_place(player: Player, site: str) -> None:
    """The map and Confirm stay in place for every card and every length of its text."""
    game_id = read_game_id("c1-b-1p-b20")
    state, plies, forced = new_game(game_id), list[Ply](), set[ForcedReason]()
    while state.task:
        forced.add(state.task.forced)
        plies.append(legal_moves(state)[0])
        state = apply(state, plies[-1])
    assert forced == {ForcedReason.NONE, ForcedReason.NO_FIT, ForcedReason.RUINS}
    player.keep(f"v2 {write_record(game_id, plies[:-1])} end")
    player.open(site)
    player.tap("^Continue")
    player.settle()
    places = rounded(player.map), rounded(player.confirm)
    while player.button("^Undo$").is_enabled():
        player.take_back()
        player.check_fit()
        assert (rounded(player.map), rounded(player.confirm)) == places


@pytest.mark.thorough
@on_a_small_phone
def test_only_saving_is_missing_if_storage_is_denied(player: Player, site: str) -> None:
    """If storage is denied, only saving is missing."""
    call_at_start(player.page, "pretend", "denyStorage")
    player.start(site)
    empty = player.spaces
    player.press(player.confirm)
    expect(player.button("^Undo$")).to_be_enabled()
    assert player.spaces != empty
    player.take_back()
    assert player.spaces == empty


@at_a_desk
def test_nothing_is_drawn_by_accident(page: Page, player: Player, site: str) -> None:
    """A held key, a double click, and keys in a dialog draw no second shape, and a drag may end outside the map."""
    player.open(site)
    player.click("^New game")
    player.show_more()
    player.seed.fill("k3x9q2")
    player.seed.focus()
    hold_enter(page)
    expect(player.map).to_be_focused()
    assert player.plies == 0
    player.see_edicts()
    player.confirm.dblclick()
    player.wait_for_plies(1)
    hold_enter(page)
    player.wait_for_plies(2)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Controls")
    expect(dialog).to_be_visible()
    for key in ("Tab", "Tab", "Tab", "Enter"):
        player.type(key)
        assert player.plies == 2
    if dialog.count():
        page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # Release the ghost outside the map, where it stays until the mouse returns.
    mouse = player.page.mouse
    player.click("^Next fit")
    mouse.move(*player.spot("F6"))
    mouse.down()
    mouse.move(*player.spot("F8"), steps=3)
    box = box_of(player.confirm)
    mouse.move(box["x"] + 5, box["y"] + 5)
    mouse.up()
    lying = player.ghost
    mouse.move(*player.spot("B2"))
    assert player.ghost == lying
    assert player.plies == 2


def hold_enter(page: Page) -> None:
    """Press Enter four times without releasing it, as a held key repeats."""
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")


@on_a_phone
def test_control_responds_once_when_finger_is_lifted(page: Page, player: Player, site: str) -> None:
    """A control responds once when the finger is lifted, and not at all if the finger has slipped off."""
    player.start(site)
    assert page.evaluate("getSelection().rangeCount") == 0  # otherwise each tap would look for the seed field's caret
    call(page, "note", "recordCommands")
    turn, confirm = middle(player.button("^Rotate$")), middle(player.confirm)
    for _ in range(2):
        player.finger(turn)
        player.settle()
    assert page.evaluate("commands") == ["rotate 1", "rotate 1"]
    player.tap("^Next fit")
    player.finger(confirm, Spot(confirm.x, confirm.y - 6), player.spot("F6"))
    assert player.plies == 0
    call_on(player.confirm, "act", "tapTwice", *confirm)
    player.wait_for_plies(1)
    player.take_back()
    player.wait_for_plies(0)
    assert page.evaluate("commands") == ["rotate 1", "rotate 1", "next-place", "confirm", "undo", "undo sure"]
    call_on(player.button("^Flip$"), "act", "tapWithPen")
    player.settle()
    assert page.evaluate("commands").count("flip") == 1


@pytest.mark.thorough
@on_a_phone
def test_pressed_controls_look_different(player: Player, site: str) -> None:
    """Each control looks different while it is pressed, in every theme."""
    player.start(site)
    for theme in ("parchment", "night", "contrast"):
        assert look(player.page, "findButtonsUnchangedByPress", theme) == []
