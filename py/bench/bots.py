"""The cost of bots on a phone whose processor is slowed down four times: their thinking time, and the page's response.

For each strength, a player plays against one bot and draws at once, so the bot has no time to think ahead. Every move
of the bot is shown. *Thinking* is the time from the player's Confirm until the bot's shape appears. *Longest task* is
the longest time in which the page can't answer a tap, and *longest frame* the longest time between two frames, both
from the player's Confirm until the player's next turn. Then the page gives a hint, and reviews the first plies of a
finished game. In the review, *thinking* is the time until the next ply is rated. Times are in milliseconds. *Memory* is
the renderer's private memory at the end, in MB.
"""

from __future__ import annotations

import re
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import TypeAlias

from playwright.sync_api import Page

from bench.phone import SLOWER, phone, private, slow_down
from bench.report import table
from cartographers.bots import STRENGTHS
from support.page.games import go_on, kept_game
from support.page.player import Player
from support.page.scripts import call
from tasks.serve import served
from tasks.steps import SITE

SEED = "bench7"
#: The number of cards for which the player and the bot draw, and of plies that are watched in a review.
CARDS, PLIES = 10, 8
#: Milliseconds for the page to load its later parts and become idle.
REST = 3000
#: The kinds of times.
KINDS = (THINKING := "thinking", TASK := "longest task", FRAME := "longest frame")

#: The milliseconds of each kind.
Times: TypeAlias = dict[str, list[float]]


def bench(_options: Namespace) -> tuple[str, str]:
    """Measure a table with each strength, a hint, and a review."""
    works: dict[str, Callable[[Page, str, Times], None]] = {
        **{strength: partial(play, strength=strength) for strength in STRENGTHS},
        "a hint": hint,
        "a ply of a review": review,
    }
    rows, thinking = list[list[str]](), list[str]()
    for name, work in works.items():
        times: Times = defaultdict(list)
        with phone() as page, served(SITE) as address:
            work(page, address, times)
            assert page.context.browser
            memory = private(page.context.browser)
        rows.append([name, *(f"{of(times[what]):.0f}" for what in KINDS for of in (median, max)), f"{memory:.0f}"])
        thinking.append(f"{median(times[THINKING]) / 1000:.1f} s ({name})")
    head = [cell for what in KINDS for cell in (f"{what}: median", "max")]
    headline = (
        f"On a processor slowed down by a factor of {SLOWER}, the median thinking times are {', '.join(thinking)}."
    )
    return headline, table(["bot", *head, "memory"], rows)


@contextmanager
def watched(page: Page, times: Times) -> Iterator[None]:
    """Note the longest task and the longest frame during the block."""
    call(page, "bench", "watchWork")
    yield
    worked = call(page, "bench", "stopWatchingWork")
    times[TASK].append(worked["task"])
    times[FRAME].append(worked["frame"])


def play(page: Page, address: str, times: Times, strength: str) -> None:
    """Play some cards against a bot."""
    player = begun(page, address, strength)
    confirm = page.locator("[data-do=confirm]")
    for _ in range(CARDS):
        confirm.wait_for()
        player.fit()
        with watched(page, times):
            confirm.tap()
            times[THINKING].append(call(page, "bench", "measureThinking"))
            while not confirm.count():
                if page.locator("[data-do=proceed]", has_not_text="Skip").count():
                    proceed(page)
                page.wait_for_timeout(50)


def proceed(page: Page) -> None:
    """Press the button that continues the game, unless it has disappeared, because its scene has ended."""
    page.evaluate("document.querySelector('[data-do=proceed]')?.click()")


def hint(page: Page, address: str, times: Times) -> None:
    """Ask for a hint for the first card."""
    begun(page, address, "")
    while page.locator("[data-do=proceed]").count():  # the first card may be an ambush
        proceed(page)
        page.wait_for_timeout(REST)
    page.locator("[data-do='open menu']").tap()
    page.locator("[data-do=ask-for-hint]").tap()
    sure = page.locator("[data-do='ask-for-hint sure']")
    sure.wait_for()
    with watched(page, times):
        sure.tap()
        times[THINKING].append(call(page, "bench", "measureThinking"))


def review(page: Page, address: str, times: Times) -> None:
    """Open the review of a finished game, and time its first plies."""
    player = Player(page)
    go_on(player, address, kept_game(f"c1-a-1p-{SEED}", lambda _: False))
    page.locator("[data-do='go sheet']").tap()
    page.wait_for_timeout(REST)
    slow_down(page)
    judged = page.get_by_role("heading", name=re.compile("moves? judged"))
    with watched(page, times):
        since = time.monotonic()
        player.button("^Review").tap()
        for ply in range(1, PLIES + 1):
            while not judged.count() or int(judged.inner_text().split()[0]) < ply:
                page.wait_for_timeout(20)
            times[THINKING].append(1000 * (time.monotonic() - since))
            since = time.monotonic()


def begun(page: Page, address: str, strength: str) -> Player:
    """Begin a game against a bot, or a solo game; the page starts at full speed."""
    player = Player(page)
    player.open(address)
    page.wait_for_timeout(REST)
    player.button("^New game").tap()
    if strength:
        player.button("^Add a bot$").tap()
        page.locator("[data-do='open seat 1']").tap()
        page.locator(f"[data-do='set-seat 1 {strength}']").tap()
    player.show_more()
    player.seed.fill(SEED)
    player.button("^Start ").tap()
    player.see_edicts()
    page.wait_for_timeout(REST)
    slow_down(page)
    return player
