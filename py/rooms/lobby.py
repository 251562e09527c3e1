"""The lobby: the seats that the host's device gives away before the game begins.

Anyone with the link can bring players, and a device can choose its own name. So the host's signed statement has the
order of the seats, which is the order in which the host's device saw the players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cartographers.game_id import MAX_PLAYERS
from rooms.log import Log
from rooms.statement import Chair, Statement


def given_seats(log: Log, host: Statement, is_here: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the device of each seat after the host has given away the seats that are left.

    ``host`` is the host's next statement, with the seats that it gave away before. A device keeps its seats for as long
    as it brings that many players. If all seats are taken, the last device that is away loses one to a newcomer.
    """
    said = {device: signed.statement for device, signed in sorted(log.items())}
    said = {host.device: host} | said | {host.device: host}  # the host's own players come first
    count = {device: 0 if device in host.left_out else len(one.chairs) for device, one in said.items()}
    seats: list[str] = []
    for device in host.seats:
        if seats.count(device) < count.get(device, MAX_PLAYERS):  # the device's statement may come later
            seats.append(device)
    lacking = [device for device in count for _ in range(count[device] - seats.count(device))]
    for device in filter(is_here, lacking):
        away = [place for place, other in enumerate(seats) if not is_here(other)]
        if len(seats) == MAX_PLAYERS and away:
            del seats[away[-1]]
        if len(seats) < MAX_PLAYERS:
            seats.append(device)
    return tuple(seats)


def all_chairs(log: Log, opener: str) -> list[tuple[str, Chair]]:
    """Return all chairs with their devices, in the order of the seats, device by device.

    The chairs with a seat come first, in the order in which the host gave the devices their first seats.
    """
    given = Counter(log[opener].statement.seats if opener in log else ())
    order = [device for device in dict.fromkeys([*given, opener, *sorted(log)]) if device in log]
    chairs = {device: log[device].statement.chairs for device in order}
    first = [(device, chair) for device in order for chair in chairs[device][: given[device]]]
    return first + [(device, chair) for device in order for chair in chairs[device][given[device] :]]
