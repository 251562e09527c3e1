"""A device, or a room, of an earlier release continues on today's page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from app.game.shelf import GAME_PLACE
from app.invitation import FRAGMENT
from page.test_rooms import Come, come, relays
from support.page.friends import Friend, play
from support.page.player import Player, on_a_phone
from support.page.scripts import call_at_start
from test_releases import RELEASES, saved_by

__all__ = ["come", "relays"]

#: Noon on the day of the second daily game.
NOON = "2026-11-25T12:00:00Z"


@pytest.mark.thorough
@pytest.mark.parametrize("release", RELEASES)
@on_a_phone
def test_device_continues_with_all_games(player: Player, site: str, release: str) -> None:
    """The page shows the same theme, streak, history, and game as the release's page did."""
    page, device = player.page, saved_by(release, "device")
    page.clock.install(time=NOON)
    call_at_start(page, "pretend", "storeAllBeforeVisit", device)
    player.open(site)
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


@pytest.mark.thorough
@pytest.mark.parametrize("release", RELEASES)
def test_room_continues(come: Come, release: str) -> None:
    """A release's room continues with the release's link: signatures are valid, and no ply is lost."""
    room = saved_by(release, "room")
    host, guest = friends = [come(), come()]
    for friend, name in zip(friends, ("host", "guest"), strict=True):
        call_at_start(friend.page, "pretend", "storeAllBeforeVisit", room[name])
    guest.open(f"{guest.address}{room['link']}")
    continue_with(guest)
    before = guest.kept_record
    assert before == room["guest"][GAME_PLACE].split()[1]
    host.open(f"{host.address}{FRAGMENT}{room['link'].removeprefix(FRAGMENT).partition('-3.')[0]}")
    continue_with(host)
    play(friends, lambda: len(guest.kept_record) > len(before) + 20 and guest.kept_record == host.kept_record)
    assert guest.kept_record.startswith(before)


def continue_with(friend: Friend) -> None:
    """Wait until a friend's device is in the game."""
    friend.wait_for_game()
    expect(friend.page.get_by_text(re.compile("older|newer"))).to_have_count(0)
