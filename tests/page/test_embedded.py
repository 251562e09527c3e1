"""In somebody else's page: in frames of another site, also in those that are denied everything but scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page.player import PATIENT
from tasks.serve import HOST, served

FRAMES = {"free": "", "scripts alone": 'sandbox="allow-scripts"'}


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_of_another_site(page: Page, site: str, tmp_path: Path, frame: str) -> None:
    """The game starts and is played there; where storage is denied it is not kept, and that is all."""
    framed = f'<iframe {FRAMES[frame]} src="{site}" width="390" height="780"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>A blog</title>{framed}", "utf-8")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with served(tmp_path) as address:
        page.goto(address.replace(HOST, "localhost"))
        inside = page.frame_locator("iframe")
        expect(inside.get_by_role("region", name="Loading")).to_have_count(0, timeout=PATIENT)
        inside.get_by_role("button", name="New game").click()
        inside.get_by_role("textbox", name="Seed", exact=True).fill("k3x9q2")
        inside.get_by_role("button", name="Start", exact=True).click()
        confirm = inside.get_by_role("button", name="Confirm")
        confirm.click()
        expect(inside.get_by_role("button", name="Undo")).to_be_enabled()
    assert errors == []
