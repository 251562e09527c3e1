"""The two halves of a WebAssembly: no function reads data that is missing, and the list fits by the functions' code."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from runtime.steps import tool

pytestmark = pytest.mark.native

MODULES = ("gc", "bee", "cat", "dog", "elk", "fox", "atexit")


def split(folder: Path, hot: tuple[str, ...], change: str = "") -> str:
    """Split a small WebAssembly by a list of some modules' functions, call the functions, and return the output."""
    command: list[str | Path] = [tool("node", ""), Path(__file__).parent / "small.mjs", folder, ",".join(hot), change]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")  # noqa: S603 - our own program
    return done.stdout + done.stderr


def table(module: str) -> list[int]:
    """Return the bytes of a module's table."""
    return [MODULES.index(module) + 1] * 16


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("hot", "change", "lacking"),
    [
        (("gc", "atexit"), "", ("cat", "dog", "elk")),
        (("gc", "atexit"), "literal", ("cat", "dog", "elk")),
        (("gc", "atexit"), "function", ("cat", "dog", "elk")),
        ((), "", ("bee", "cat", "dog", "elk")),
        (("dog",), "", ("bee",)),
        (("bee", "fox"), "", ("dog",)),
        (("bee", "elk"), "", ()),
        (MODULES, "", ()),
    ],
)
def test_no_function_reads_missing_data(
    tmp_path: Path, hot: tuple[str, ...], change: str, lacking: tuple[str, ...]
) -> None:
    """The first half lacks only data that its functions can't reach, and the second half brings it before any call.

    That is so even if a module's documentation isn't with its data, or if a new function is in front of the others.
    """
    assert json.loads(split(tmp_path, hot, change)) == {
        "lacking": [*lacking],
        "first": [table(module) for module in hot],
        "early": 0,
        "rest": [table(module) for module in MODULES if module not in hot],
        "again": [table(module) for module in lacking],
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("docs", "data isn't in the order of its functions"),
        ("definitions", "data isn't in the order of its functions"),
        ("list", "built-in modules gc and atexit were not found"),
        ("code", "has 2 functions that Pyodide lacks. Write the list again"),
    ],
)
def test_other_pyodide_is_refused(tmp_path: Path, change: str, problem: str) -> None:
    """The step ends with a sentence if the data has another order, or if a function in the list has other code."""
    assert problem in split(tmp_path, ("gc", "atexit"), change)
