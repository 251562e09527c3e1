"""Puzzles on a phone: today's puzzle, its verdict, the next one, all answers, and the progress in two tabs."""

from functools import cache
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from app import messages as m
from app.game.puzzle_progress import Progress, merge_progress, read_progress
from app.saved_names import PUZZLES
from app.screens.puzzles.choosing import all_puzzles, level_of, next_puzzle
from cartographers.state import Ply
from support.page.axe import check, check_all
from support.page.player import Player, box_of, on_a_phone, on_a_small_phone, rounded
from support.playing import after
from support.puzzling import DAY, POSITION, PUZZLE, UNNAMED, answer_to, opened_puzzle, puzzle_on
from support.visits import updated

pytestmark = on_a_phone
BEST, RUNNER_UP = POSITION.best, POSITION.wrong[0].ply


@cache
def keys_to(ply: Ply) -> str:
    """Return the keys that choose the terrain and the shape of a ply in today's puzzle, and find its place."""
    for terrains, shapes in product(range(5), range(3)):
        visit = after(opened_puzzle(day=DAY), *(m.NextTerrain(),) * terrains, *(m.NextShape(),) * shapes)
        for places in range(500):
            if puzzle_on(visit).playing.board.ply == ply:
                return "t" * terrains + "s" * shapes + "w" * places
            visit = updated(visit, m.NextPlace())
    message = f"no keys lead to {ply}"
    raise AssertionError(message)


def open_list(player: Player, site: str) -> None:
    """Open the list of puzzles at noon."""
    player.page.clock.set_fixed_time(f"{DAY}T12:00:00Z")
    player.open(site)
    player.tap("^Daily$", "^Puzzles ", to="^Puzzles$")


def open_puzzle(player: Player, site: str) -> None:
    """Open today's puzzle."""
    open_list(player, site)
    player.tap("^Find the move$")


def answer(player: Player, ply: Ply) -> None:
    """Draw a ply in today's puzzle."""
    expect(player.map).to_be_visible()
    player.type(*keys_to(ply))
    player.settle()
    player.press(player.confirm)


def solve(player: Player) -> None:
    """Draw the best ply in today's puzzle, and wait for the praise."""
    answer(player, BEST)
    expect(player.page.get_by_text("The best move!").first).to_be_visible()


def progress_of(player: Player) -> Progress:
    """Return the saved progress."""
    return read_progress(player.stored(PUZZLES))


def enlarge_and_shrink(picture: Locator) -> None:
    """Tap a map, which becomes almost twice as wide, and tap it again."""
    small = box_of(picture)
    picture.tap()
    expect(picture).to_have_attribute("aria-pressed", "true")
    assert box_of(picture)["width"] > 1.8 * small["width"]
    picture.tap()
    expect(picture).to_have_attribute("aria-pressed", "false")
    assert box_of(picture)["width"] == small["width"]


@pytest.mark.thorough
def test_todays_puzzle_is_solved_and_the_next_one_follows(player: Player, site: str) -> None:
    """The best move solves today's puzzle; another puzzle follows, and a reload keeps the progress."""
    page = player.page
    open_list(player, site)
    check_all(player)
    player.tap("^Find the move$")
    expect(page.get_by_role("log")).to_contain_text("Which move earns the most?")
    player.check_fit()
    check_all(player)
    solve(player)
    expect(page.locator("figure")).to_have_count(3)
    check_all(player)
    for picture in page.locator(".enlarging").all():
        enlarge_and_shrink(picture)
    player.tap("^Next move$")
    check(page)
    progress = progress_of(player)
    assert (progress.has_solved(PUZZLE.id), progress.days) == (True, frozenset({DAY}))
    player.tap("^Next puzzle$")
    following = next_puzzle(progress, str(level_of(PUZZLE)), DAY, PUZZLE.id)
    expect(player.confirm).to_be_visible()
    player.fit()
    player.press(player.confirm)
    expect(player.button("^Next puzzle$")).to_be_enabled()
    assert list(progress_of(player).answers) == [PUZZLE.id, following.id]
    open_list(player, site)
    expect(page.get_by_text("Today's puzzle is solved.")).to_be_visible()
    expect(page.get_by_role("definition").nth(1)).to_have_text("1")


@pytest.mark.thorough
@on_a_small_phone
def test_player_begins_again(player: Player, site: str) -> None:
    """A player deletes the answers, and another tab that doesn't know it yet brings none back."""
    other = Player(player.page.context.new_page())
    for one in (player, other):
        open_puzzle(one, site)
    answer(player, UNNAMED)
    expect(player.page.get_by_text("A better move earns at least").first).to_be_visible()
    player.check_targets()
    player.tap("^Back$", to="^Puzzles$")
    player.tap("^Your answers 1 of ", "^Begin again$")
    check_all(player)
    player.tap("^Delete answers$")
    expect(player.page.get_by_text("Begin again")).to_have_count(0)
    other.page.bring_to_front()
    solve(other)
    assert player.stored(PUZZLES).split() == ["round:1", f"{DAY}"]


@pytest.mark.thorough
@on_a_small_phone
def test_answer_is_seen_again_after_a_reload(player: Player, site: str) -> None:
    """An answer's verdict can be seen again after a reload, and another try from there changes nothing."""
    page = player.page
    open_puzzle(player, site)
    answer(player, RUNNER_UP)
    verdict = page.locator("p.verdict").inner_text()
    note = player.stored(PUZZLES)
    open_list(player, site)
    player.tap("^Your answers 1 of ", to="^Your answers$")
    check_all(player)
    player.tap(f"^Answer 1, level {level_of(PUZZLE)}: Not solved$")
    expect(page.locator("p.verdict")).to_have_text(verdict)
    expect(page.locator("figure")).to_have_count(3)
    check_all(player)
    player.tap("^Try again$")
    solve(player)
    assert player.stored(PUZZLES) == note
    player.tap("^Back$")
    expect(player.button("^Answer 1, .* Not solved$")).to_be_focused()


@pytest.mark.thorough
@on_a_small_phone
def test_back_returns_to_the_same_place_among_all_answers(player: Player, site: str) -> None:
    """Among the answers to all puzzles, Back returns to the same place."""
    page = player.page
    unlike = [one for one in all_puzzles() if one != PUZZLE]
    others = [f"{one.id}:1500:1:{2 * number}:zz" for number, one in enumerate(unlike)]
    half = len(others) // 2
    note = merge_progress(" ".join(others), answer_to(PUZZLE, UNNAMED, 2 * half - 1))
    player.store({PUZZLES: note})
    open_list(player, site)
    player.tap("^Your answers ")
    cell = player.button(f"^Answer {half + 1}, .* Not solved$")
    cell.scroll_into_view_if_needed()
    player.settle()
    place = rounded(cell)
    cell.tap()
    expect(page.get_by_text("Your first answer didn't solve this puzzle.").first).to_be_visible()
    assert player.stored(PUZZLES) == note
    player.tap("^Back$")
    expect(cell).to_be_focused()
    assert rounded(cell) == place
