"""The page's Pyodide is the same wherever it is made."""

from __future__ import annotations

from tasks.program import LISTS, pyodide_hashes


def test_every_machine_makes_the_same_pyodide() -> None:
    """The trimmed and split Pyodide has the recorded hashes, which don't depend on the machine.

    After a change of its cuts or their packages, ``python3 py observe`` records new hashes.
    """
    assert pyodide_hashes() == (LISTS / "pyodide.sha256").read_text("utf-8")
