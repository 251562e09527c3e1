"""Play numbered games, replay their records, and print the digest of their results as JSON.

The soak bench runs this module in every Python, also in Pyodide, so it needs only the engine.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable
from hashlib import sha256

from cartographers.diagram import diagram
from cartographers.events import GameEnd, Score
from cartographers.record import read_record, write_record
from cartographers.state import State
from support.simulated import game_number, played


def result(states: Iterable[State]) -> str:
    """Return a game's scores, its end, and its final maps as one line."""
    *_, last = states = tuple(states)
    scores = [event.to_json() for state in states for event in state.events if isinstance(event, Score | GameEnd)]
    return json.dumps([scores, [diagram(sheet) for sheet in last.sheets]])


def main(games: int) -> None:
    """Print this Python's version, and the digest of all records and results. A replay must have the same result."""
    digest = sha256()
    for game_id in map(game_number, range(games)):
        plies, states = played(game_id)
        record = write_record(game_id, plies)
        found = result(states)
        assert result(read_record(record).states) == found, record
        digest.update(f"{record}\n{found}\n".encode())
    print(json.dumps([platform.python_version(), digest.hexdigest()]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
