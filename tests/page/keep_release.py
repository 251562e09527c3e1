"""Keep what a new release saves and sends, for the tests of later versions.

Run ``.venv/bin/python -m pytest tests/page/keep_release.py`` after setting the version in pyproject.toml. The files are
then in tests/releases. For 0.2.0, the same steps ran on the page of that release.
"""

import json
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from page.test_rooms import Come, begun, come, handed_on, relays
from support.page.friends import play
from support.page.player import PHONE, PREFIX, Player
from support.page.relays import PlayedRelay
from support.page.scripts import wait_until
from tasks.steps import ROOT

__all__ = ["come", "relays"]


@pytest.fixture(scope="session")
def folder() -> Path:
    """Make the folder of the new release; the files of a release never change."""
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    folder = ROOT / "tests/releases" / version
    folder.mkdir()
    return folder


def stored(page: Page) -> object:
    """Return the texts in a page's storage, without the site's folder in their names."""
    pairs = "Object.entries(localStorage).map(([name, text]) => [name.replace(`${folder} `, ''), text])"
    return page.evaluate(f"(folder) => Object.fromEntries({pairs})", PREFIX)


def write(path: Path, content: object) -> None:
    """Write a JSON file."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


@pytest.mark.first_visit
@pytest.mark.browser_context_args(viewport=PHONE, reduced_motion="reduce")
def test_device_is_kept(context: BrowserContext, site: str, folder: Path) -> None:
    """Two daily games and another game are finished, one is set aside, and one against a bot has begun."""
    for day in ("2026-11-24", "2026-11-25"):
        page = context.new_page()
        page.clock.install(time=f"{day}T10:00:00Z")
        player = Player(page)
        player.open(site)
        page.locator("[data-do='begin daily']").click()
        finish(player)
        page.close()
    page = context.new_page()
    page.clock.install(time=f"{day}T11:00:00Z")
    player = Player(page)
    player.open(site)
    for command in ("open preferences", "prefer theme night"):
        page.locator(f"[data-do='{command}']").click()
    player.start(site, "skew1")
    finish(player)
    player.start(site, "skew2")
    draw(player, plies=1)
    player.open(site)
    player.click("^New game")
    player.choose("Cards", "Heroes")
    player.click("^Add a bot$")
    player.show_more()
    player.seed.fill("skew3")
    player.line(0).fill("Zoë")
    player.click("^Start ")
    player.see_edicts()
    draw(player, plies=2)
    write(folder / "device.json", stored(page))


def finish(player: Player) -> None:
    """Play a game to its end, and leave the page once the game is in the history."""
    expect(player.map).to_be_visible()
    player.play_to_the_end()
    wait_until(player.page, "Object.keys(localStorage).some((name) => name.includes('.finished.'))")
    player.settle()


def draw(player: Player, plies: int) -> None:
    """Draw the first shape, and wait for a number of plies, which may include the bot's."""
    player.fit()
    player.page.keyboard.press("Enter")
    player.wait_for_plies(plies)


def test_room_is_kept(come: Come, relays: list[PlayedRelay], folder: Path) -> None:
    """The host of a room draws for a card after all relays have failed, and hands the guest a link."""
    host, guest = friends = begun(come, "Ada", "Ben")
    play(friends, lambda: len(host.kept_record) > 60 and host.kept_record == guest.kept_record)
    before = stored(guest.page)
    for relay in relays:
        relay.is_up = False
        relay.drop()
    play([host], lambda: host.waits)
    host.read_notices()
    host.page.get_by_role("button", name="Continue with links").click()
    link = f"#{handed_on(host).partition('#')[2]}"
    write(folder / "room.json", {"host": stored(host.page), "guest": before, "link": link})
