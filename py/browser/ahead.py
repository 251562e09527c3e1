"""Work that the build has done ahead: the methods of dataclasses are compiled, and the English words are a dictionary.

At import a dataclass writes its methods as text and compiles them, which is a third of the time that importing the game
takes. The archive holds the compiled code of these texts; any other text is compiled as usual.
"""

from __future__ import annotations

import dataclasses
import gc
import importlib
import marshal
import sys
from functools import cache
from types import CodeType
from typing import Any
from zipimport import zipimporter

GENERATED = "generated"
"""The archive's file with the code by its text."""
ENGLISH = "words/en"
"""The archive's file with the English words by their keys. JSON would take several times as long to read."""


def read(name: str) -> bytes:
    """Return a file of the archive that the game comes in."""
    archive, zipped, _ = __file__.partition(".zip")
    return zipimporter(archive + zipped).get_data(name)


@cache
def use_generated_code() -> dict[str, CodeType]:
    """Let dataclasses be made of the code in the archive, and return it; to be called before the game is imported."""
    codes: dict[str, CodeType] = marshal.loads(read(GENERATED))  # noqa: S302 - as every .pyc file is read

    def execute(text: str, *namespaces: dict[str, Any] | None) -> None:
        exec(codes.get(text, text), *namespaces)  # noqa: S102 - it is what the standard library does

    vars(dataclasses)["exec"] = execute
    return codes


@cache
def catalogue() -> dict[str, str]:
    """Return the English words by their keys, those of the later part excepted; a snapshot holds them."""
    words: dict[str, str] = marshal.loads(read(ENGLISH))  # noqa: S302 - likewise
    return words


def import_game() -> None:
    """Import the part of the game that knows no browser, and leave the rest of Python untouched, for a snapshot."""
    use_generated_code()
    catalogue()
    for name in ("keyboard", "wanted", "update", "view", "screens.play.heard"):
        importlib.import_module(f"app.{name}")
    sys.path.remove("")  # Pyodide puts it there at each start
    gc.collect()
