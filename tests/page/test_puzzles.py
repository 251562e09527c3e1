"""Puzzles on a phone: today's puzzle, its verdict, the next one, all answers, and the progress in two tabs."""

from __future__ import annotations

from datetime import date
from functools import cache
from itertools import product

from playwright.sync_api import BrowserContext, Locator, Page, expect

from app import messages as m
from app.game.puzzle_progress import SOLVED, read_progress
from app.game.shelf import PUZZLES
from app.screens.puzzles.choosing import all_puzzles, next_puzzle
from cartographers.bots.puzzles import position_of
from cartographers.record import write_ply
from cartographers.state import Ply
from support.page.axe import check
from support.page.player import Player, box_of, on_a_phone, on_a_small_phone, rounded
from support.page.scripts import call, call_at_start, look
from support.playing import after
from support.puzzling import DAY, PUZZLE, UNKNOWN_PLY, opened_puzzle, puzzle_on
from support.visits import updated

NOON = f"{DAY}T12:00:00Z"


@cache
def keys_to(ply: Ply, day: date) -> str:
    """Return the keys that choose the terrain and the shape of a ply in a day's puzzle, and find its place."""
    for terrains, shapes in product(range(5), range(3)):
        visit = after(opened_puzzle(day=day), *(m.NextTerrain(),) * terrains, *(m.NextShape(),) * shapes)
        for places in range(500):
            if puzzle_on(visit).playing.board.ply == ply:
                return "t" * terrains + "s" * shapes + "w" * places
            visit = updated(visit, m.NextPlace())
    message = f"no keys lead to {ply}"
    raise AssertionError(message)


def open_list(player: Player, site: str, time: str = NOON) -> None:
    """Open the list of puzzles at a time."""
    player.page.clock.set_fixed_time(time)
    player.open(site)
    player.button("^Daily$").tap()
    player.button("^Puzzles ").tap()
    expect(player.page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()


def answer(player: Player, ply: Ply, day: date = DAY) -> None:
    """Draw a ply in today's puzzle."""
    expect(player.map).to_be_visible()
    for key in keys_to(ply, day):
        player.page.keyboard.press(key)
    player.settle()
    player.press(player.confirm)


def saved_progress(page: Page) -> str:
    """Return the saved note on the progress."""
    return str(look(page, "readStoredWhenSettled", PUZZLES))


def enlarge_and_shrink(picture: Locator) -> None:
    """Tap a map, which becomes almost twice as wide, and tap it again."""
    small = box_of(picture)
    picture.tap()
    expect(picture).to_have_attribute("aria-pressed", "true")
    assert box_of(picture)["width"] > 1.8 * small["width"]
    picture.tap()
    expect(picture).to_have_attribute("aria-pressed", "false")
    assert box_of(picture) == small


@on_a_phone
def test_todays_puzzle_is_solved_and_the_next_one_follows(player: Player, site: str) -> None:
    """The best move solves today's puzzle; another puzzle follows, and a reload keeps the progress."""
    page, puzzle = player.page, PUZZLE
    open_list(player, site)
    player.check_targets()
    check(page)
    player.button("^Find the move$").tap()
    expect(page.get_by_role("log")).to_contain_text("Which move earns the most?")
    player.check_fit()
    player.check_targets()
    check(page)
    answer(player, position_of(puzzle).best)
    expect(page.get_by_text("The best move!").first).to_be_visible()
    expect(page.locator("figure")).to_have_count(2)
    player.check_targets()
    check(page)
    enlarge_and_shrink(page.locator(".enlarging").last)
    check(page)
    progress = read_progress(saved_progress(page))
    assert progress.answers[puzzle.id].score == SOLVED
    assert progress.days == {DAY}

    player.button("^Next puzzle$").tap()
    following = next_puzzle(progress, puzzle.level, DAY, puzzle.id)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    player.fit()
    player.press(player.confirm)
    expect(player.button("^Next puzzle$")).to_be_enabled()
    assert list(read_progress(saved_progress(page)).answers) == [puzzle.id, following.id]
    open_list(player, site)
    expect(page.get_by_text("Today's puzzle is solved.")).to_be_visible()
    expect(page.get_by_role("definition").nth(1)).to_have_text("1")


@on_a_small_phone
def test_answer_that_is_judged_in_the_background(player: Player, site: str) -> None:
    """A move that the file doesn't contain is judged in the background, and the verdict appears without a tap."""
    page, puzzle = player.page, PUZZLE
    open_list(player, site)
    player.button("^Find the move$").tap()
    call(page, "pretend", "holdBackground")
    answer(player, UNKNOWN_PLY)
    expect(page.get_by_text("Judging your move").first).to_be_visible()
    check(page)
    page.evaluate("freeBackground()")
    expect(page.get_by_role("heading", name="Why ")).to_be_visible()
    player.check_targets()
    assert puzzle.id in read_progress(saved_progress(page)).answers
    player.button("^Back$").tap()
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()


@on_a_phone
def test_answer_counts_if_the_player_does_not_wait(player: Player, site: str) -> None:
    """An answer that must be judged is saved at once; after a reload, the list judges it."""
    page, puzzle = player.page, PUZZLE
    open_list(player, site)
    player.button("^Find the move$").tap()
    answer(player, UNKNOWN_PLY)
    assert read_progress(saved_progress(page)).is_answered(puzzle.id)
    open_list(player, site)
    expect(page.get_by_text("Judging your move")).to_have_count(0)
    assert list(read_progress(saved_progress(page)).answers) == [puzzle.id]


@on_a_phone
def test_two_tabs_keep_the_first_answer(player: Player, context: BrowserContext, site: str) -> None:
    """Of the answers in two tabs, the first one stays, and both tabs then know it."""
    puzzle = PUZZLE
    other = Player(context.new_page())
    for one in (player, other):
        open_list(one, site)
        one.button("^Find the move$").tap()
        expect(one.map).to_be_visible()
    answer(other, position_of(puzzle).runner_up.ply)
    expect(other.page.get_by_text("A better move earns").first).to_be_visible()
    player.page.bring_to_front()
    answer(player, position_of(puzzle).best)
    expect(player.page.get_by_text("The best move!").first).to_be_visible()
    first = read_progress(saved_progress(player.page)).answers[puzzle.id]
    assert first.score < SOLVED
    assert first.ply == write_ply(position_of(puzzle).runner_up.ply)
    player.button("^Back$").tap()
    expect(player.page.get_by_role("definition").nth(2)).to_have_text("0")


@on_a_small_phone
def test_answer_is_seen_again_after_a_reload(player: Player, site: str) -> None:
    """An answer's verdict can be seen again after a reload, and another try from there changes nothing."""
    page, puzzle = player.page, PUZZLE
    open_list(player, site)
    player.button("^Find the move$").tap()
    answer(player, position_of(puzzle).runner_up.ply)
    verdict = page.locator("p.verdict").inner_text()
    note = saved_progress(page)
    open_list(player, site)
    player.button("^Your answers 1 of ").tap()
    expect(page.get_by_role("heading", name="Your answers", exact=True)).to_be_visible()
    player.check_targets()
    check(page)
    player.button(f"^Answer 1, level {puzzle.level}: Not solved$").tap()
    expect(page.locator("p.verdict")).to_have_text(verdict)
    expect(page.locator("figure")).to_have_count(2)
    player.check_targets()
    check(page)
    player.button("^Try again$").tap()
    answer(player, position_of(puzzle).best)
    expect(page.get_by_text("The best move!").first).to_be_visible()
    assert saved_progress(page) == note
    player.button("^Back$").tap()
    expect(player.button("^Answer 1, .* Not solved$")).to_be_focused()


@on_a_small_phone
def test_back_returns_to_the_same_place_among_all_answers(player: Player, site: str) -> None:
    """Among the answers to all puzzles, Back returns to the same place, also from one that must be judged again."""
    page, puzzle = player.page, PUZZLE
    others = [f"{one.id}:{one.level}:2" for one in all_puzzles() if one != puzzle]
    half = len(others) // 2
    mine = f"{puzzle.id}?:{puzzle.level}:{write_ply(UNKNOWN_PLY)} {puzzle.id}:{puzzle.level}:0"
    note = " ".join([*others[:half], mine, *others[half:]])
    call_at_start(page, "pretend", "storeBeforeVisit", PUZZLES, note)
    open_list(player, site)
    player.button("^Your answers ").tap()
    cell = player.button(f"^Answer {half + 1}, .* Not solved$")
    cell.scroll_into_view_if_needed()
    player.settle()
    place = rounded(cell)
    call(page, "pretend", "holdBackground")
    cell.tap()
    expect(page.get_by_text("Judging your move").first).to_be_visible()
    page.evaluate("freeBackground()")
    expect(page.get_by_role("heading", name="Why ")).to_be_visible()
    expect(page.get_by_text("Your first answer didn't solve this puzzle.").first).to_be_visible()
    assert saved_progress(page) == note
    player.button("^Back$").tap()
    expect(cell).to_be_focused()
    assert rounded(cell) == place


@on_a_phone
def test_puzzles_without_storage(player: Player, site: str) -> None:
    """If the browser denies storage, the progress lasts as long as the page."""
    call_at_start(player.page, "pretend", "denyStorage")
    puzzle = PUZZLE
    open_list(player, site)
    player.button("^Find the move$").tap()
    answer(player, position_of(puzzle).best)
    player.button("^Back$").tap()
    expect(player.page.get_by_text("Today's puzzle is solved.")).to_be_visible()
