"""A room calls a player whose page is hidden: by the title, and on request by a notification or a sound."""

from typing import Any

import pytest

from app import messages as m
from app.effects import AskPermission
from app.page.preferences import DEFAULTS, read_preferences
from app.room.effects import NotifyPlayer
from cartographers.game_id import read_game_id
from support.playing import WORDS, buttons, shown
from support.together import Device, begun_together, exchange, joined, publish
from support.visits import arrive, changed, effects_of, updated

GAME = read_game_id("c1-a-1p-calls")


def seen(device: Device, *, hidden: bool) -> None:
    """Show or hide the page of a device."""
    device.hidden = hidden
    device.tick(4)


def wishing(device: Device, **wishes: Any) -> None:  # noqa: ANN401 - texts, like all preferences
    """Give a player some preferences."""
    device.visit = changed(device.visit, preferences=DEFAULTS._replace(**wishes))


def test_the_call_ends_when_others_draw_for_the_player() -> None:
    """The call ends when others draw for the player, a bot's turn calls nobody, and a seen card calls by the title."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    for device in devices:
        wishing(device, notify="on", sound="on")
    seen(ben, hidden=True)
    assert (ben.called, ben.notified) == ([True], [])
    seen(ben, hidden=False)
    ada.draw()
    seen(ada, hidden=True)
    ben.draw()
    exchange(devices)
    publish(devices, ben, m.TakeSeat(0, "bot.apprentice"))
    assert (ada.called, len(ada.notified)) == ([True, False], 1)
    ben.draw()
    seen(ben, hidden=True)
    assert (ben.table.waits_for, ben.called) == ((0,), [True, False])


@pytest.mark.parametrize(
    ("wishes", "notified"),
    [
        ({}, []),
        ({"vibration": "on"}, []),
        ({"notify": "on"}, [NotifyPlayer(notified=True, heard=False, felt=False)]),
        ({"sound": "on"}, [NotifyPlayer(notified=False, heard=True, felt=False)]),
        ({"notify": "on", "sound": "on", "vibration": "on"}, [NotifyPlayer(notified=True, heard=True, felt=True)]),
    ],
)
def test_new_card_calls_once_as_preferred(wishes: dict[str, str], notified: list[NotifyPlayer]) -> None:
    """A new card calls once, as the player prefers, and the call ends when the page is seen."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    wishing(ada, **wishes)
    ada.draw()
    seen(ada, hidden=True)
    assert (ada.called, ada.notified) == ([], [])
    ben.draw()
    exchange(devices)
    ada.tick(60)
    assert (ada.called, ada.notified) == ([True], notified)
    seen(ada, hidden=False)
    assert (ada.called, ada.notified) == ([True, False], notified)


def test_tap_in_the_room_asks_for_permission() -> None:
    """Only the room offers notifications, asks for permission, and explains why they are missing or shown as off."""
    [ada] = joined(GAME, ("Ada",))
    ada.send(m.PermissionReported("default"))
    assert AskPermission() in effects_of(ada.visit, m.Prefer("notify", "on"))
    ada.send(m.Prefer("notify", "on"))
    assert ada.visit.memory.preferences.notify == "on"
    for permission, wish in (("granted", "on"), ("denied", "off"), ("default", "off"), ("", "off")):
        assert updated(ada.visit, m.PermissionReported(permission)).memory.preferences.notify == wish
    home = arrive("any", preferences=read_preferences("notify:on"))
    assert AskPermission() not in effects_of(home, m.Open("menu"))
    [ada] = joined(GAME, ("Ada",))
    for permission in ("granted", "default", "denied", ""):
        ada.send(m.PermissionReported(permission))
        assert ("prefer notify on" in ada.commands) == bool(permission)
        for how, key in (("", "missing"), ("denied", "denied")):
            assert (WORDS(f"room.notify.{key}") in ada.page_text) == (how == permission)
    panel = buttons(shown(updated(arrive("any"), m.Open("preferences"))))
    assert {"prefer sound on", "prefer notify on"} & panel.keys() == {"prefer sound on"}
