"""A phone has little memory: what a tab takes stays small, however long one plays."""

from __future__ import annotations

import sys

import pytest
from playwright.sync_api import Playwright

from bench.shaped import files, shaped
from bench.start import memory
from page.files import COLD
from tasks.steps import SITE

MOST = 130 if COLD else 150
"""Megabytes that only the tab's process has; all of Python in one half takes 20 more. The aim is 120 again."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has for itself")
def test_three_games_in_a_row(playwright: Playwright) -> None:
    """They are played to their ends on a phone, from the start screen and back to it."""
    with shaped(files(SITE)) as server:
        used = memory(playwright, server)
    assert 0 < used["private"] < MOST
