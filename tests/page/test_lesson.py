"""The lesson in a browser: taps on a small phone with a reload, skipping, and one-time explanations."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.game.shelf import LESSON_OVER
from app.saved_names import EXPLAINED, LESSON
from support.page.axe import check, check_all
from support.page.games import forget_explanations, kept_game
from support.page.player import SMALL_PHONE, Player, at_a_desk, box_of, on_a_phone, on_a_small_phone

pytestmark = [pytest.mark.moving, on_a_small_phone]

#: The size of a thumb's target in pixels.
THUMB = 44


def coach(player: Player) -> Locator:
    """Return the coach, after the page has settled."""
    player.settle()
    return player.page.get_by_role("region", name="Lesson", exact=True)


def come_to(player: Player, said: str) -> None:
    """Check that the coach says the given text, covers no part of the map, and leaves the page's layout as it was."""
    expect(coach(player)).to_contain_text(said)
    player.check_fit(player.map, coach(player))
    here, there = box_of(coach(player)), box_of(player.map)
    apart_down = here["y"] + here["height"] <= there["y"] + 1 or there["y"] + there["height"] <= here["y"] + 1
    assert apart_down or here["x"] >= there["x"] + there["width"] - 1
    for button in coach(player).get_by_role("button").all():
        box = box_of(button)
        assert min(box["width"], box["height"]) >= THUMB


def tap(player: Player, name: str) -> None:
    """Tap a button, but not as the second half of a double tap."""
    player.settle()
    player.lift_elsewhere()
    player.tap(name)
    player.settle()


def check_first_door(player: Player, name: str) -> None:
    """Check the name of the first door on the start screen."""
    expect(player.page.locator(".doors").first.get_by_role("button").first).to_contain_text(name)


def start(player: Player, site: str) -> None:
    """Open the page for the first time, and start the lesson by the first door."""
    player.open(site)
    check_first_door(player, "Learn by playing")
    player.click("^Learn by playing")
    expect(player.map).to_be_visible()


def follow(player: Player, *steps: tuple[str, ...]) -> None:
    """Take steps of the lesson, each with a text of the coach, and the spaces and buttons to tap after it."""
    for said, *taps in steps:
        come_to(player, said)
        for name in taps:
            if re.fullmatch(r"[A-K]\d+", name):
                player.space(name).tap()
            else:
                tap(player, name)


@pytest.mark.thorough
def test_the_whole_lesson_by_taps(player: Player, site: str) -> None:
    """The whole lesson works by taps, with mistakes and a reload, and ends in a real game."""
    start(player, site)
    follow(
        player,
        ("about 20 cards in four seasons", "^Next$"),
        ("onto the dotted spaces", "H6", "^Confirm"),
        ("That's legal",),
    )
    assert not player.stored(LESSON).count(".")
    follow(
        player,
        ("That's legal", "A4"),
        ("Press Confirm", "^Confirm"),
        ("Tile A shows 3 stars", "^Edict Sentinel Wood, A"),
        ("Each highlighted space", "^Next$"),
        ("the small one earns a coin",),
    )
    player.reload()
    player.click("^Learn by playing")
    come_to(player, "the small one earns a coin")
    player.finger(player.spot("E6"), player.spot("D5"), player.spot("B3"))
    follow(player, ("All four spaces", "^Confirm"), ("Press Rotate", "^Rotate$"))
    come_to(player, "Villages help tile B")
    expect(coach(player)).not_to_contain_text("covers no ruins")
    follow(player, ("Villages help tile B", "F9"), ("It covers no ruins there",), ("Villages help tile B", "H10"))
    come_to(player, "Villages help tile B")
    expect(coach(player)).not_to_contain_text("covers no ruins")
    follow(player, ("Villages help tile B", "^Confirm"), ("An ambush!",))
    player.map.click()
    tap(player, "^Continue$")
    follow(
        player,
        ("Fill empty spaces next to the monsters", "^Show me$", "^Confirm"),
        ("Most cards use time", "^Next$"),
        ("Tap tile A or B to see", "^Confirm"),
        ("At the end of spring",),
    )
    player.map.click()
    tap(player, "^Continue$")
    come_to(player, "Press Continue")
    assert not player.kept.startswith("v")
    tap(player, "^Continue$")
    expect(coach(player)).to_have_count(0)
    assert (player.plies, player.stored(LESSON)) == (5, LESSON_OVER)
    player.leave_and_come_back()


@pytest.mark.thorough
def test_coach_shows_every_step(player: Player, site: str) -> None:
    """A player who is stuck is shown every step, and axe reports no violations in any of them."""
    start(player, site)
    for _ in range(60):
        check(player.page)
        if coach(player).get_by_role("button", name="Continue", exact=True).count():
            break
        helps = coach(player).get_by_role("button", name=re.compile("^(Next|Show me)$"))
        if helps.count():
            helps.click()
        else:
            player.map.click()  # everything that moves has arrived
            player.click("^Continue$")
        player.settle()
    else:
        pytest.fail("the lesson has no end")


@pytest.mark.thorough
@on_a_phone
def test_lesson_can_be_skipped_and_reopened(player: Player, site: str) -> None:
    """After a skip, the lesson is no longer the first door, but can be opened again, also in a game's menu."""
    start(player, site)
    tap(player, "^Skip lesson$")
    check_first_door(player, "First game")
    player.page.reload()
    expect(player.button("^Learn by playing")).to_be_hidden()
    player.wait_for_start()
    expect(player.button("^Learn by playing")).to_have_count(0)
    player.click("^Lesson$")
    come_to(player, "about 20 cards")
    tap(player, "^Skip lesson$")
    player.click("^First game")
    player.see_edicts()
    expect(player.page.get_by_text("About 20 cards in four seasons")).to_be_visible()
    tap(player, "^Confirm")
    before = player.kept
    player.click("^Menu$", "^Lesson from the start$")
    come_to(player, "about 20 cards")
    tap(player, "^Next$")
    tap(player, "^Show me$")
    assert player.kept == before
    tap(player, "^Skip lesson$")
    expect(player.button("^Undo$")).to_be_enabled()
    assert player.kept == before


@pytest.mark.thorough
@at_a_desk
def test_lesson_by_keyboard(player: Player, site: str) -> None:
    """By keyboard, Enter continues and confirms, letters rotate, and the coach is announced."""
    start(player, site)
    player.type("Enter")
    come_to(player, "onto the dotted spaces")
    expect(player.said("coach")).to_contain_text("onto the dotted spaces")
    player.type(*["ArrowLeft"] * 2, *["ArrowUp"] * 4)
    come_to(player, "Press Confirm")
    player.type("Enter", "1")
    come_to(player, "Each highlighted space")
    player.type("Enter")
    come_to(player, "the small one earns a coin")


@pytest.mark.thorough
@on_a_phone
def test_curtain_is_explained_until_dismissed(page: Page, player: Player, site: str) -> None:
    """A curtain is explained until a player dismisses the explanation, and not again on another day."""
    page.set_viewport_size(SMALL_PHONE)
    forget_explanations(page)
    player.keep(kept_game("c1-c-hhhyh-2p-access14", lambda state: state.season == 0 and bool(state.scores) is False))
    player.open(site)
    player.click("^Continue")
    once = page.locator(".once")
    expect(once).to_contain_text("the next player")
    expect(player.said("once")).to_contain_text("the next player")
    check_all(player)
    tap(player, "^Got it$")
    expect(once).to_have_count(0)
    assert player.stored(EXPLAINED) == "curtain"
    player.reload()
    player.click("^Continue")
    expect(player.button("^I'm ")).to_be_visible()
    expect(once).to_have_count(0)
