"""What moves on the page, and that nothing does for those who want no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cartographers.game import Ply, apply, legal_moves, new_game
from cartographers.game_id import read_game_id
from cartographers.record import write_record
from page.player import Player, on_a_phone

#: Notes what begins to move.
WATCH = """() => {
    window.moved = [];
    for (const kind of ["animationrun", "animationstart", "transitionrun"])
        addEventListener(kind, event => moved.push(event.animationName ?? event.propertyName), true);
    const {animate} = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        moved.push(Object.keys(frames[0])[0]);
        return animate.call(this, frames, options);
    };
}"""
GAME = "c1-a-1p-motion"


def before_a_season() -> str:
    """Return a record after whose next ply a season is reckoned."""
    game_id = read_game_id(GAME)
    state, plies = new_game(game_id), list[Ply]()
    while not state.scores:
        plies.append(legal_moves(state)[0])
        state = apply(state, plies[-1])
    return write_record(game_id, plies[:-1])


def play(player: Player, site: str) -> list[str]:
    """Turn, flip and move a shape, open the menu, draw, and come to a reckoning; return what has moved."""
    page = player.page
    player.keep(before_a_season())
    player.open(site)
    player.button("^Continue").click()
    while player.next != "Confirm":
        player.press(player.large)
    page.evaluate(f"({WATCH})()")
    for name in ("^Turn$", "^Flip$", "^Where", "^Menu$", "^Close$"):
        player.button(name).click()
        player.settle()
    while not player.fits:
        player.button("^Where").click()
    player.press(player.confirm)
    player.settle()
    return list(page.evaluate("moved"))


@on_a_phone
def test_motion_explains(player: Player, site: str) -> None:
    """A shape turns, flips and glides before the eye, is drawn by a pen, and a season is counted thing by thing."""
    moved = play(player, site)
    assert {"rotate", "scale", "translate", "ink", "deal"} <= set(moved)
    page = player.page
    to_come = page.locator(".to-come")
    expect(page.get_by_role("heading", name="Spring is over")).to_be_visible()
    expect(to_come).to_have_count(0)  # in a while
    assert "opacity" in page.evaluate("moved")


@pytest.mark.browser_context_args(reduced_motion="reduce", has_touch=True)
def test_no_motion_for_those_who_want_none(player: Player, site: str) -> None:
    """Everything is there at once, the whole reckoning, too."""
    assert play(player, site) == []
    expect(player.page.get_by_role("heading", name="Spring is over")).to_be_visible()
    assert player.page.locator(".to-come").count() == 0
