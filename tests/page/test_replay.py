"""Replays of a finished game by taps, slider, keys, and automatically, and the return to its end."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cartographers.record import read_record
from cartographers.region import names
from cartographers.state import State
from support.page.games import go_on, kept_game
from support.page.player import Player, Spot, at_a_desk, box_of, on_a_phone
from support.page.scripts import call_on

pytestmark = [pytest.mark.moving, on_a_phone]


def slider_of(player: Player) -> Locator:
    """Return the slider, whose value is the place in the game."""
    return player.page.get_by_role("slider", name="Move", exact=True)


def check_place(player: Player, states: tuple[State, ...], place: int) -> None:
    """Check that the slider, the announcements, and the map are those of the given place."""
    slider = slider_of(player)
    expect(slider).to_have_value(str(place))
    where = f"move {place} of {len(states) - 1}"
    expect(player.page.locator(".place")).to_contain_text(where)  # it has no role: the slider announces it as its value
    expect(player.news).to_contain_text(f"{where}.")
    assert str(slider.get_attribute("aria-valuetext")).endswith(where)
    before, after = states[max(place - 1, 0)], states[place]
    assert before.task
    assert player.unfilled == set(names(after.sheets[before.task.sheet].empty))


def test_replay_of_a_finished_game(player: Player, site: str) -> None:
    """The replay of a finished game works by taps, slider, and keys, and Leave returns to its saved end."""
    go_on(player, site, kept_game("c1-a-1p-watch1", lambda state: state.season == 3))
    player.play_to_the_end()
    ended, kept = player.spaces, player.kept
    states = read_record(player.record).states
    player.tap("^Best moment ", "^Start of the game$")
    check_place(player, states, 0)
    map_place, box = box_of(player.map), box_of(slider_of(player))
    player.check_layout()
    last = len(states) - 1
    moves = (("^Next move$", 1), ("^Next move$", 2), ("^Next move$", 3), ("^Back one move$", 2), ("^Last move$", last))
    for name, place in (*moves, ("^Start of the game$", 0)):
        player.tap(name)
        check_place(player, states, place)
        expect(player.button("^Next move$")).to_be_enabled(enabled=place < last)
        expect(player.button("^Back one move$")).to_be_enabled(enabled=place > 0)

    def spot(place: int, down: float) -> Spot:
        return Spot(box["x"] + 10 + (box["width"] - 20) * place / last, box["y"] + down)

    player.finger(spot(0, 43), spot(2, 40), spot(5, 20), spot(9, 2))  # from the knob's lower edge to high above it
    check_place(player, states, 9)
    player.page.touchscreen.tap(*spot(13, 2))
    check_place(player, states, 13)
    seasons = [place for place in range(2, last + 1) if states[place - 1].season != states[place - 2].season]
    for key, place in (
        *(("ArrowRight", 14), ("ArrowLeft", 13), ("Home", 0), ("PageDown", seasons[0]), ("PageDown", seasons[1])),
        *(("PageUp", seasons[0]), ("End", last), ("ArrowLeft", last - 1)),
    ):
        player.type(key)
        check_place(player, states, place)
    player.type("1")
    lit = player.button("^Edict .+, A: ")
    expect(lit).to_have_attribute("aria-pressed", "true")
    player.type("ArrowLeft")
    check_place(player, states, last - 2)
    expect(lit).to_have_attribute("aria-pressed", "true")
    player.type("Escape")
    expect(lit).to_have_attribute("aria-pressed", "false")
    assert box_of(player.map) == map_place
    assert player.kept == kept
    player.tap("^Leave the replay$")
    player.check_end()
    assert player.spaces == ended
    assert player.kept == kept
    player.reload()
    player.tap("^Your last game")
    player.check_end()


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@at_a_desk
def test_replay_runs_by_itself(page: Page, player: Player, site: str, motion: Any) -> None:  # noqa: ANN401 - literals
    """A replay runs ply by ply to its end, even without motion. Space or a dialog pauses it, and Escape leaves it."""
    page.emulate_media(reduced_motion=motion)
    go_on(player, site, kept_game("c1-a-2p-watch", lambda _: False))
    states, kept = read_record(player.record).states, player.kept
    last = len(states) - 1
    player.click("^Watch the replay$")
    check_place(player, states, 0)
    call_on(slider_of(player), "note", "recordPlaces")
    player.type(" ")
    expect(player.button("^Pause$")).to_be_visible()
    expect(slider_of(player)).not_to_have_value("0")
    player.type(" ")
    expect(player.button("^Play$")).to_be_visible()
    places = page.evaluate("places")
    assert places == [str(place) for place in range(1, len(places) + 1)]
    assert len(places) < last
    player.type("Home", "Enter")
    expect(player.button("^Pause$")).to_be_visible()
    player.click("^Menu$")
    expect(player.dialog).to_be_visible()
    player.type("Escape")
    expect(player.button("^Play$")).to_be_visible()
    player.type("End", "ArrowLeft")
    check_place(player, states, last - 1)
    player.type(" ")
    expect(slider_of(player)).to_have_value(str(last))
    expect(player.button("^Play$")).to_be_visible()
    check_place(player, states, last)
    player.type("Escape")
    expect(player.button("^Same people again")).to_be_visible()
    assert player.kept == kept


def test_two_quick_taps_move_by_two_plies(player: Player, site: str) -> None:
    """Two quick taps move by two plies, because the player needn't wait for the drawing."""
    go_on(player, site, kept_game("c1-a-2p-watch", lambda _: False))
    player.tap("^Watch the replay$")
    player.button("^Next move$").dblclick()
    expect(slider_of(player)).to_have_value("2")
