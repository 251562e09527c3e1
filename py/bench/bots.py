"""The cost of bots on a phone whose processor is slowed down four times: their thinking time, and the page's response.

For each strength, a player plays against one bot and draws at once, so the bot has no time to think ahead. Every move
of the bot is shown. *Thinks* is the time from the player's Confirm until the bot's shape appears. *Longest task* is the
longest time in which the page can't answer a tap, and *longest frame* the longest time between two frames, both from
the player's Confirm until the player's next turn. Then the page gives a hint, and reviews the first plies of a finished
game. In the review, *thinks* is the time until the next ply is rated.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from statistics import median
from typing import Any

from playwright.sync_api import Page

from bench.page import SLOWER, phone, slow_down
from bench.report import table, write
from bench.start import private
from cartographers.bots import STRENGTHS
from support.page.games import go_on, kept_game
from support.page.player import PHONE, Player
from support.page.scripts import call
from tasks.serve import served
from tasks.steps import SITE

SEED = "bench7"
#: The number of cards for which the player and the bot draw.
CARDS = 10
#: Milliseconds for the page to load its later parts and become idle.
REST = 3000
HINT, REVIEW = "a hint", "a ply of a review"
#: The number of plies that are watched in a review.
PLIES = 8


def bench() -> None:
    """Measure a table with each strength, a hint, and a review, and write the report."""
    works: dict[str, Callable[[Page, str], dict[str, Any]]] = {
        **{strength: partial(against, strength=strength) for strength in STRENGTHS},
        HINT: hint,
        REVIEW: review,
    }
    found = {}
    for name, watch in works.items():
        with phone() as page, served(SITE) as address:
            found[name] = watch(page, address)
    rows = []
    for name, one in found.items():
        times = ([f"{median(one[what]):.0f}", f"{max(one[what]):.0f}"] for what in ("thinks", "tasks", "frames"))
        rows.append([name, *chain(*times), f"{one['memory']:.0f}"])
    head = "thinking: median", "max", "longest task: median", "max", "longest frame: median", "max", "memory"
    shown = ", ".join(f"{median(found[name]['thinks']) / 1000:.1f} s ({name})" for name in works)
    write(
        "bots",
        "Cost of bots on a phone",
        f"On a processor slowed down by a factor of {SLOWER}, the median thinking times are {shown}.",
        f", in Chromium at {PHONE['width']} x {PHONE['height']}, over {CARDS} cards with each bot. Times are in "
        "milliseconds; memory is the renderer's private memory at the end, in MB.",
        table(["bot", *head], rows),
    )


def against(page: Page, address: str, strength: str) -> dict[str, Any]:
    """Play some cards against a bot."""
    player = begun(page, address, strength)
    thinks, tasks, frames = [], [], []
    confirm = page.locator("[data-do=confirm]")
    for _ in range(CARDS):
        confirm.wait_for()
        while not player.fits:
            page.keyboard.press("w")
            if not player.fits:
                page.keyboard.press("s")
        call(page, "bench", "watchWork")
        confirm.tap()
        thinks.append(call(page, "bench", "measureThinking"))
        while not confirm.count():
            proceed = page.locator("[data-do=proceed]", has_not_text="Skip")
            if proceed.count():
                go_on_if_possible(page)
            page.wait_for_timeout(50)
        worked = call(page, "bench", "stopWatchingWork")
        tasks.append(worked["task"])
        frames.append(worked["frame"])
    return {"thinks": thinks, "tasks": tasks, "frames": frames, "memory": memory(page)}


def go_on_if_possible(page: Page) -> None:
    """Press the button that continues the game, unless it has disappeared, because its scene has ended."""
    page.evaluate("document.querySelector('[data-do=proceed]')?.click()")


def hint(page: Page, address: str) -> dict[str, Any]:
    """Ask for a hint for the first card."""
    begun(page, address, "")
    proceed = page.locator("[data-do=proceed]")
    while proceed.count():  # the first card may be an ambush
        go_on_if_possible(page)
        page.wait_for_timeout(REST)
    page.locator("[data-do='open menu']").tap()
    page.locator("[data-do=ask-for-hint]").tap()
    sure = page.locator("[data-do='ask-for-hint sure']")
    sure.wait_for()
    call(page, "bench", "watchWork")
    sure.tap()
    thinks = call(page, "bench", "measureThinking")
    worked = call(page, "bench", "stopWatchingWork")
    return {"thinks": [thinks], "tasks": [worked["task"]], "frames": [worked["frame"]], "memory": memory(page)}


def review(page: Page, address: str) -> dict[str, Any]:
    """Open the review of a finished game, and time its first plies."""
    player = Player(page)
    go_on(player, address, kept_game(f"c1-a-1p-{SEED}", lambda _: False))
    page.locator("[data-do='go sheet']").tap()
    page.wait_for_timeout(REST)
    slow_down(page)
    judged = page.get_by_role("heading", name=re.compile("moves? judged"))
    call(page, "bench", "watchWork")
    thinks, since = [], time.monotonic()
    player.button("^Review").tap()
    for ply in range(1, PLIES + 1):
        while not judged.count() or int(judged.inner_text().split()[0]) < ply:
            page.wait_for_timeout(20)
        thinks.append(round(1000 * (time.monotonic() - since)))
        since = time.monotonic()
    worked = call(page, "bench", "stopWatchingWork")
    return {"thinks": thinks, "tasks": [worked["task"]], "frames": [worked["frame"]], "memory": memory(page)}


def begun(page: Page, address: str, strength: str) -> Player:
    """Begin a game against a bot, or a solo game; the page starts at full speed."""
    player = Player(page)
    player.open(address)
    page.wait_for_timeout(REST)
    player.button("^New game").tap()
    if strength:
        player.button("^Add a bot$").tap()
        page.locator("[data-do='open seat 1']").tap()
        page.locator(f"[data-do='choose seat-1 {strength}']").tap()
    player.show_more()
    player.seed.fill(SEED)
    player.button("^Start ").tap()
    player.see_edicts()
    page.wait_for_timeout(REST)
    slow_down(page)
    return player


def memory(page: Page) -> float:
    """Return the private memory of the page's renderer, in megabytes."""
    assert page.context.browser
    return round(private(page.context.browser.new_browser_cdp_session()), 1)
