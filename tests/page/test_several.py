"""Journeys of several players who share a device through curtains: on a phone, and by keyboard at a desktop."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from cartographers.cards import HeroCard
from cartographers.events import GameEnd, Spread
from cartographers.region import names
from cartographers.state import Task
from support.page.games import go_on, kept_game
from support.page.player import PHONE, SEASONS, Player, at_a_desk, box_of, on_a_phone, record_of, shown, state_of

pytestmark = pytest.mark.moving

ADA_AND_BEN = ("Ada", "Ben")


def drawn_on(player: Player, task: Task) -> None:
    """Check that the page shows the map of the task's sheet."""
    assert player.unfilled == set(names(player.state.sheets[task.sheet].empty))


@pytest.mark.thorough
@on_a_phone
def test_two_players_share_a_phone(player: Player, site: str) -> None:
    """Two people play a mix of both boxes: the curtain names the next player, and ambushes are on the other's map.

    Each kind of screen is answered by a tap the first time and by a key later. The game continues in its summer.
    """
    record = record_of(kept_game("c1-a-bbmym-2p-pass1914", lambda state: state.season == 1))
    go_on(player, site, f"v2 {record} by:Ada,, by:Ben,, end")
    seen = Counter[str]()
    while (now := player.next) != "Same":
        if now == "I'm":
            seen += take_over(player, leaving=player.plies > 20 and not seen["left"])
        elif now == "Continue":
            seen += read_scene(player)
        else:
            seen += draw(player)
    assert (seen["left"], seen["season"]) == (1, 4)
    assert seen >= Counter({"ambush": 2, "hero": 2, "pick": 2, "spread": 2})
    read_standings(player)


def current(player: Player) -> Task:
    """Return the task of the saved game."""
    task = player.state.task
    assert task is not None
    return task


def take_over(player: Player, *, leaving: bool) -> Counter[str]:
    """Read the curtain and take the device. In the middle of the game, leave it and return to the same place."""
    task = current(player)
    name, other = ADA_AND_BEN[task.player], ADA_AND_BEN[1 - task.player]
    whose = player.page.get_by_text(re.compile(r"^on \w+'s map$"))
    expect(player.page.get_by_role("heading", name=f"To {name}", exact=True)).to_be_visible()
    expect(player.large).to_have_accessible_name(f"I'm {name}")
    expect(whose).to_have_text([] if task.sheet == task.player else [f"on {other}'s map"])
    assert (task.sheet != task.player) == (player.page.get_by_text("Ambush!", exact=True).count() == 1)
    player.check_once(f"curtain, {task.card.id}", player.large)
    seen = Counter(["curtain"])
    player.go_on("curtain")
    drawn_on(player, task)
    expect(whose).to_have_text([] if task.sheet == task.player else [f"on {other}'s map"])
    if leaving:
        player.leave_and_come_back(name)
        drawn_on(player, task)
        seen["left"] += 1
    return seen


def draw(player: Player) -> Counter[str]:
    """Do the task, with each hero rotated once, and return its kind."""
    record = player.record
    state, count = state_of(record), record.count(".")
    task = state.task
    assert task is not None
    unfilled = player.unfilled
    assert unfilled == set(names(state.sheets[task.sheet].empty))
    seen = Counter[str]()
    if isinstance(task.card, HeroCard):
        seen["hero"] += 1
        player.turn_hero()
    elif task.is_pick:
        expect(player.page.get_by_text("Pick a space to destroy", exact=True)).to_be_visible()
        seen["pick"] += 1
    elif task.sheet != task.player:
        assert unfilled != set(names(state.sheets[task.player].empty))
        seen["ambush"] += 1
    if not seen["hero"]:
        for _ in range(count % 3):
            player.find_place()
    if not player.fits:
        player.find_place()
    player.check_once(f"{task.card.id}, pick {task.is_pick}, forced {task.forced}")
    player.go_on(f"draw, {[*seen]}")
    player.wait_for_plies(count + 1)
    last = player.record.rpartition(".")[2]
    assert last.startswith("x") == task.is_pick
    assert last.startswith("h") == isinstance(task.card, HeroCard)
    return seen


def read_scene(player: Player) -> Counter[str]:
    """Look at both maps during a count or a spread, and continue."""
    page, state = player.page, player.state
    season = page.get_by_role("heading", name=re.compile("is over$"))
    tabs = page.get_by_role("group", name="Players", exact=True).get_by_role("button")
    kind = "season" if season.count() else "spread"
    if kind == "season":
        scores = state.scores[SEASONS.index(season.inner_text().split()[0])]
        expect(tabs).to_have_text([shown(score.total) for score in scores])
    else:
        expect(page.get_by_role("heading", name="Zombie Plague")).to_be_visible()
        reached = {event.sheet: event for event in state.events if isinstance(event, Spread)}
        expect(tabs).to_have_count(len(reached))
        pressed = page.get_by_role("group", name="Players", exact=True).get_by_role("button", pressed=True)
        sheet = ADA_AND_BEN.index(str(pressed.get_attribute("aria-label")).split()[0])
        assert player.unfilled == set(names(reached[sheet].after.empty))
    player.check_once(kind)
    place = box_of(player.map)
    before = player.unfilled
    if tabs.count() > 1:
        tabs.and_(page.get_by_role("button", pressed=False)).tap()
        assert player.unfilled != before
    assert box_of(player.map) == place
    player.go_on(kind)
    return Counter([kind])


def read_standings(player: Player) -> None:
    """Check the standings against the engine's, and look at the loser's map."""
    page, state = player.page, player.state
    assert state.is_over
    end = state.events[-1]
    assert isinstance(end, GameEnd)
    [winner] = end.winners
    expect(page.get_by_role("heading", name=f"{ADA_AND_BEN[winner]} wins", exact=True)).to_be_visible()
    player.open_sheet()
    rows = page.get_by_role("row")
    for row, number in ((1, winner), (2, 1 - winner)):
        seasons = [scores[number].total for scores in state.scores]
        cells = [shown(value) for value in (*seasons, end.monsters[number], end.totals[number])]
        expect(rows.nth(row).get_by_role("rowheader")).to_have_text(ADA_AND_BEN[number])
        expect(rows.nth(row).get_by_role("cell")).to_have_text(cells)
    player.tap("^Back$")
    player.check_fit()
    for number in (winner, 1 - winner):
        assert player.unfilled == set(names(state.sheets[number].empty))
        player.tap(rf"^\d {ADA_AND_BEN[1 - winner]} ")
    player.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    player.check_fit()


@pytest.mark.thorough
@at_a_desk
def test_two_players_by_keyboard(player: Player, site: str) -> None:
    """Two players play a season by keyboard alone, with names, curtains, and both maps."""
    page, press = player.page, player.page.keyboard.press
    player.open(site)
    set_up_by_keyboard(player)
    player.see_edicts()
    expect(page.get_by_role("heading", name="To Ada", exact=True)).to_be_visible()
    press("Enter")
    look_at_maps_by_key(player)
    passed = 0
    while (now := player.next) != "Continue":
        count = player.plies
        if now == "I'm":
            passed += 1
            player.check_once("curtain", player.large)
            expect(player.large).to_be_focused()
            press("Enter")
            expect(player.map).to_be_focused()
            assert player.plies == count
        else:
            if current(player).player == 1 or not player.fits:
                press("w")
            player.check_once(current(player).card.id)
            press("Enter")
            player.wait_for_plies(count + 1)
            if count == 2:
                undo_by_key(player)
    assert passed >= 4
    expect(page.get_by_role("heading", name="Spring is over")).to_be_visible()
    before = player.unfilled
    player.tab_to(page.get_by_role("group", name="Players", exact=True).get_by_role("button", name="Player 2"))
    press("Enter")
    assert player.unfilled != before
    expect(page.get_by_role("button", pressed=True)).to_have_count(1)
    press("Enter")  # Enter on the focused tab, which switches back
    assert player.unfilled == before
    player.tab_to(player.large)
    press("Enter")
    while player.next == "Continue":
        press("Enter")
    expect(page.get_by_role("heading", name="To Ada", exact=True)).to_be_visible()
    assert player.state.season == 1


def set_up_by_keyboard(player: Player) -> None:
    """Set up a game for two, one of them with a name."""
    keyboard = player.page.keyboard
    cards = player.part("Cards").get_by_role("button", name="Heroes", exact=True)
    for button in (player.button("^New game"), player.button("^Add a player$")):
        player.tab_to(button)
        keyboard.press("Enter")
    player.tab_to(player.line(0))
    keyboard.type("Ada")
    keyboard.press("Enter")  # moves to the next line
    expect(player.line(1)).to_be_focused()
    for button in (cards, player.button("^More ")):
        player.tab_to(button)
        keyboard.press("Enter")
    player.tab_to(player.seed)
    keyboard.press("Control+a")
    keyboard.type("desk2")
    keyboard.press("Enter")  # starts


def look_at_maps_by_key(player: Player) -> None:
    """Open all players' maps, enlarge and shrink one, and close them."""
    press = player.page.keyboard.press
    press("m")
    dialog = player.page.get_by_role("dialog", name="Everyone's maps")
    expect(dialog).to_be_focused()
    maps = dialog.get_by_role("img", name=re.compile("'s map$"))
    expect(maps).to_have_count(2)
    player.tab_to(dialog.get_by_role("button", name="Player 2"))
    for count in (3, 2):
        press("Enter")
        expect(maps).to_have_count(count)
    press("Escape")
    expect(dialog).to_have_count(0)
    expect(player.confirm).to_be_visible()
    assert player.plies == 0


def undo_by_key(player: Player) -> None:
    """Undo the other player's ply, for which the device must be passed back first."""
    press = player.page.keyboard.press
    count = player.plies
    expect(player.large).to_have_accessible_name(re.compile("^I.m "))
    press("u")
    player.wait_for_plies(count - 1)
    expect(player.confirm).to_be_visible()
    press("Enter")
    player.wait_for_plies(count)
