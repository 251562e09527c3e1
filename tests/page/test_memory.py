"""A phone has little memory, so a tab must stay small, no matter how long the player plays."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import BrowserType

from bench.page import PIXELS
from bench.start import after_games
from page.files import COLD
from page.player import PHONE, Player
from page.scripts import hurry, make_no_snapshot
from tasks import browser as chromium

MOST = 140 if COLD else 160
"""The maximum private memory of the tab in MB: 127 to 131 in Chromium 156; an unsplit Python takes 20 more."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has for itself")
def test_three_games_in_a_row(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str) -> None:
    """Three games in a row on a phone, from the start screen and back to it, take little memory in a fresh browser.

    The browser has no service worker, which would take up to 15 MB during its 30 seconds of saving and checking files.
    """
    usual = browser_type_launch_args | {"args": chromium.arguments()}
    with closing(browser_type.launch(**usual)) as alone:
        context = alone.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=PIXELS, service_workers="block"
        )
        make_no_snapshot(context)
        page = context.new_page()
        hurry(page)
        Player(page).open(site)
        used = after_games(page)
    assert 0 < used["private"] < MOST
