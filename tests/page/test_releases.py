"""A device, or a room, of an earlier release continues on today's page."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.game.shelf import EXPLAINED, GAME_PLACE
from app.invitation import FRAGMENT, read_invitation
from app.saves.former import FORMER_SITE
from page.conftest import QUIET
from page.test_rooms import Come, come, relays
from support.page.friends import Friend, play
from support.page.player import PREFIX, Player, on_a_phone
from support.page.scripts import call_at_start
from test_releases import RELEASES, saved_by

__all__ = ["come", "relays"]

#: Noon on the day of the second daily game.
NOON = "2026-11-25T12:00:00Z"


def former_texts(page: Page) -> dict[str, str]:
    """Return the texts in a page's storage whose names have no path."""
    texts: dict[str, str] = page.evaluate("({ ...localStorage })")
    return {name: text for name, text in texts.items() if name.startswith("cartographers.")}


@pytest.mark.thorough
@pytest.mark.parametrize("has_path", [False, True])
@on_a_phone
def test_device_of_release_0_2_0_continues_with_all_games(player: Player, site: str, *, has_path: bool) -> None:
    """The page shows the release's theme, streak, history, and game; names without a path are adopted only once."""
    page, device = player.page, saved_by("0.2.0", "device")
    del device[EXPLAINED]  # the fixtures have saved another one
    page.clock.install(time=NOON)
    page.goto(site + QUIET)
    texts = {f"{PREFIX} {name}": text for name, text in device.items()} if has_path else {**device, FORMER_SITE: PREFIX}
    page.evaluate("(texts) => Object.assign(localStorage, texts)", texts)
    player.open(site)
    shows_everything(player, device)
    adopted = {name: player.stored(name) for name in device if ".finished." in name or ".open." in name}
    assert adopted.items() <= device.items()
    assert former_texts(page) == {}
    player.reload()
    assert {name: player.stored(name) for name in adopted} == adopted
    shows_everything(player, device)


def shows_everything(player: Player, device: dict[str, str]) -> None:
    """Check that the page shows everything that release 0.2.0 has saved."""
    page = player.page
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.get_by_role("main")).to_contain_text("2-day streak")
    player.button("^History$").tap()
    entries = page.locator(".kept-entry")
    expect(entries).to_have_count(4)
    for entry, text in zip(entries.all(), ("Unfinished", "19", "24", "15"), strict=True):
        expect(entry).to_contain_text(text)
    player.button("^Back$").tap()
    player.button("^Continue").tap()
    expect(player.map).to_be_visible()
    assert player.record == device[GAME_PLACE].split()[1]
    player.open(page.url)


@pytest.mark.parametrize("owner", [PREFIX, "/another/"])
def test_former_saves_stay_until_they_can_be_adopted(player: Player, site: str, owner: str) -> None:
    """On a full device, the release's texts stay, and are adopted later. Those of another site are never adopted."""
    page, texts = player.page, {**saved_by("0.2.0", "device"), FORMER_SITE: owner}
    del texts[EXPLAINED]
    page.goto(site + QUIET)
    page.evaluate("(texts) => Object.assign(localStorage, texts)", texts)
    call_at_start(page, "pretend", "fillStorage")
    player.open(site)
    assert former_texts(page) == texts
    later = player.new_tab(site)
    expect(later.button("^Continue")).to_have_count(int(owner == PREFIX))
    assert former_texts(later.page) == ({} if owner == PREFIX else texts)


@pytest.mark.thorough
@pytest.mark.parametrize("release", RELEASES)
def test_room_continues(come: Come, release: str) -> None:
    """A release's room continues with the link to the room: signatures are valid, and no ply is lost."""
    room = saved_by(release, "room")
    link = f"{FRAGMENT}{read_invitation(room['link'].removeprefix(FRAGMENT)).word}"
    host, guest = friends = [come(), come()]
    for friend, name in zip(friends, ("host", "guest"), strict=True):
        call_at_start(friend.page, "pretend", "storeAllBeforeVisit", room[name])
    guest.open(f"{guest.address}{link}")
    continue_with(guest)
    before = guest.kept_record
    assert before == room["guest"][GAME_PLACE].split()[1]
    host.open(f"{host.address}{link}")
    continue_with(host)
    play(friends, lambda: len(guest.kept_record) > len(before) + 20 and guest.kept_record == host.kept_record)
    assert guest.kept_record.startswith(before)


def continue_with(friend: Friend) -> None:
    """Wait until a friend's device is in the game."""
    friend.wait_for_game()
    expect(friend.page.get_by_text(re.compile("older|newer"))).to_have_count(0)
