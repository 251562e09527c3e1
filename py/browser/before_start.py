"""Work done before the start: the English texts in the archive, and the imports for a snapshot."""

from __future__ import annotations

import gc
import importlib
import marshal
import sys
from functools import cache
from zipimport import zipimporter

#: The archive's file with the English texts by key. JSON would take several times as long to read.
ENGLISH = "words/en"


def read(name: str) -> bytes:
    """Return the content of a file in the archive with the game."""
    archive, zipped, _ = __file__.partition(".zip")
    return zipimporter(archive + zipped).get_data(name)


@cache
def english_catalog() -> dict[str, str]:
    """Return the English texts by key, without those of later parts. Snapshots contain this cache."""
    words: dict[str, str] = marshal.loads(read(ENGLISH))  # noqa: S302 - as every .pyc file is read
    return words


def import_game() -> None:
    """Import the snapshot's modules, none of which touch the browser, and leave Python otherwise unchanged."""
    english_catalog()
    for name in ("keyboard", "wanted", "update", "view", "screens.play.scenes.program"):
        importlib.import_module(f"app.{name}")
    sys.path.remove("")  # Pyodide adds it at each start
    gc.collect()
