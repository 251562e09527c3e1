"""Play simulated games and save their records, or replay saved records, and print the digest of their results as JSON.

This module runs in every Python that the soak bench compares, also in Pyodide, so it needs only the engine.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from cartographers.diagram import diagram
from cartographers.events import GameEnd, Score
from cartographers.game_id import GameId
from cartographers.record import read_record, write_record
from cartographers.state import Ply, State
from support.simulated import game_number, played


def result(game_id: GameId, plies: Iterable[Ply], states: Iterable[State]) -> str:
    """Return a game's record, scores, end, and final maps as one line."""
    *_, last = states = tuple(states)
    scores = [event.to_json() for state in states for event in state.events if isinstance(event, Score | GameEnd)]
    return json.dumps([write_record(game_id, plies), scores, [diagram(sheet) for sheet in last.sheets]])


def play(file: Path, first: int, last: int) -> Iterator[str]:
    """Play the games with the numbers from first to last, save their records, and yield their results."""
    with file.open("w", encoding="ascii") as records:
        for game_id in map(game_number, range(first, last + 1)):
            plies, states = played(game_id)
            records.write(f"{write_record(game_id, plies)}\n")
            yield result(game_id, plies, states)


def replay(file: Path) -> Iterator[str]:
    """Replay the records in a file, and yield the results of their games."""
    with file.open(encoding="ascii") as records:
        for record in records:
            game = read_record(record.rstrip())
            yield result(game.id, game.plies, game.states)


def digest(results: Iterable[str]) -> dict[str, object]:
    """Return the number of results and their SHA-256, with this Python's version."""
    number, found = 0, sha256()
    for number, line in enumerate(results, start=1):  # noqa: B007 - the last number is the number of results
        found.update(line.encode())
    return {"python": platform.python_version(), "games": number, "sha256": found.hexdigest()}


def main(file: str, *numbers: str) -> None:
    """Replay the records in a file, or with two numbers play the games and save their records there."""
    results = play(Path(file), *map(int, numbers)) if numbers else replay(Path(file))
    print(json.dumps(digest(results)))


if __name__ == "__main__":
    main(*sys.argv[1:])
