"""Import a file with everything that a page has saved: text on standard input, the imported games as JSON.

The output is null if the page refuses the file. ``import.zip`` of each release in tests/releases/ contains that
release's code with this module, or its own version of it.
"""

from __future__ import annotations

import json
import sys

from app import messages as m
from app.screens.history.importing import Import, is_ours


def imported(text: str) -> list[str] | None:
    """Return a line for each game that an empty device imports from a file; None if the page refuses the file."""
    *_, last = Import(text, ()).work()
    return last.games.splitlines() if is_ours(text) and isinstance(last, m.ImportChecked) else None


if __name__ == "__main__":
    json.dump(imported(sys.stdin.read()), sys.stdout)
