"""Arrows between the layers go one way only: browser, app, cartographers, standard library."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PY = Path(__file__).parents[1] / "py"

#: What exists in the browser only.
BROWSER_ONLY = {"js", "pyscript", "pyodide"}
#: What each part of py/ may import, beside itself and the standard library.
MAY_IMPORT = {
    "cartographers": set[str](),
    "app": {"cartographers"},
    "browser": {"app", *BROWSER_ONLY},
    "tasks": {"browser", "app", "cartographers"},
    "__main__.py": {"tasks", "app", "cartographers"},
}

MODULES = sorted(PY.rglob("*.py"))


def imports(source: str) -> list[tuple[int, str]]:
    """Return the line and the top name of everything that a module imports, at its top or inside of functions."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name.partition(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append((node.lineno, str(node.module).partition(".")[0]))
    return found


def wrong_arrows(part: str, source: str) -> list[str]:
    """Return the imports that a module of that part of py/ must not have."""
    allowed = MAY_IMPORT.get(part, set()) | {part} | sys.stdlib_module_names
    return [f"line {line}: {part} must not import {name}" for line, name in imports(source) if name not in allowed]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PY).as_posix())
def test_arrows(path: Path) -> None:
    """A module imports nothing from above its layer."""
    part = path.relative_to(PY).parts[0]
    assert part in MAY_IMPORT, f"py/{part} belongs to no layer"
    assert not wrong_arrows(part, path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("cartographers", "from app.land import coasts"),
        ("cartographers", "import numpy.random"),
        ("cartographers", "def f():\n    import js"),
        ("cartographers", "from browser import page"),
        ("cartographers", "import tasks"),
        ("app", "import browser.page"),
        ("app", "from pyscript import document"),
        ("app", "import json, pyodide.ffi"),
        ("browser", "from cartographers.game import apply"),
        ("browser", "import tasks.build"),
        ("tasks", "import js"),
        ("tasks", "import playwright"),
        ("__main__.py", "import browser"),
    ],
)
def test_a_wrong_arrow_is_seen(part: str, source: str) -> None:
    """Each of these would go against the arrows."""
    assert len(wrong_arrows(part, source)) == 1


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("cartographers", "from __future__ import annotations\nimport re, cartographers.region\nfrom . import sheet"),
        ("app", "from cartographers import game\nfrom app.element import h\nimport math"),
        ("browser", "import app.view, js\nfrom pyodide.ffi import create_proxy\nfrom pyscript import window"),
        ("tasks", "from tasks.steps import ROOT\nfrom app import view\nimport subprocess"),
        ("__main__.py", "from tasks import build"),
    ],
)
def test_a_right_arrow_is_let_pass(part: str, source: str) -> None:
    """These follow the arrows."""
    assert not wrong_arrows(part, source)


def test_the_layers_are_there() -> None:
    """The search has found the modules that matter."""
    assert PY / "cartographers" / "region.py" in MODULES
    assert len(MODULES) > 20
