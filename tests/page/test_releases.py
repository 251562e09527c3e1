"""A device, or a room, of an earlier release continues on today's page."""

import re

import pytest
from playwright.sync_api import expect

from app.arrival.invitation import FRAGMENT, read_invitation
from app.saved_names import EXPLAINED, GAME_PLACE
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
    assert not [name for name in page.evaluate("Object.keys(localStorage)") if name.startswith("cartographers.")]
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
