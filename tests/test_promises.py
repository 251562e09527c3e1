"""PROMISES.md names an existing test and an existing version for each promise."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tasks.steps import ROOT

pytestmark = pytest.mark.native
TESTS = Path(__file__).parent


class Row(NamedTuple):
    """A row of the table."""

    promise: str
    #: The tests as ``file::function``.
    tests: tuple[str, ...]
    #: The first version with the promise.
    since: str


def rows() -> list[Row]:
    """Return the rows of the table, without its headings."""
    _, _, *lines = (line for line in (TESTS / "PROMISES.md").read_text("utf-8").splitlines() if line.startswith("|"))
    cells = (line.strip("| ").split(" | ") for line in lines if not line.startswith("| **"))
    return [Row(promise, tuple(re.findall("`(.+?)`", tests)), since) for promise, tests, since in cells]


def test_every_promise_has_existing_tests() -> None:
    """Each promise has at least one test, and each listed test exists."""
    assert len(rows()) > 30
    for row in rows():
        assert row.tests, row.promise
        for test in row.tests:
            file, _, name = test.partition("::")
            path = TESTS / file
            assert path.exists(), test
            functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
            assert name in {function.name for function in functions}, test


def test_every_promise_has_its_first_version() -> None:
    """Each promise is from a version in the changelog."""
    versions = set(re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE))
    assert {row.since for row in rows()} <= versions
