"""Work done ahead: the archive has the English words as a dictionary, and a snapshot has the imported game."""

from __future__ import annotations

import gc
import importlib
import marshal
import sys
from functools import cache
from zipimport import zipimporter

ENGLISH = "words/en"
"""The archive's file with the English words by their keys. JSON would take several times as long to read."""


def read(name: str) -> bytes:
    """Return a file of the archive that the game comes in."""
    archive, zipped, _ = __file__.partition(".zip")
    return zipimporter(archive + zipped).get_data(name)


@cache
def catalogue() -> dict[str, str]:
    """Return the English words by their keys, those of the later part excepted; a snapshot holds them."""
    words: dict[str, str] = marshal.loads(read(ENGLISH))  # noqa: S302 - as every .pyc file is read
    return words


def import_game() -> None:
    """Import the part of the game that knows no browser, and leave the rest of Python untouched, for a snapshot."""
    catalogue()
    for name in ("keyboard", "wanted", "update", "view", "screens.play.scenes.program"):
        importlib.import_module(f"app.{name}")
    sys.path.remove("")  # Pyodide puts it there at each start
    gc.collect()
