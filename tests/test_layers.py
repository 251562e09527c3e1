"""Arrows go one way only: browser, app, words and rooms, cartographers, standard library.

Inside the app, some go no way.
"""

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
    "words": {"cartographers"},
    "rooms": {"cartographers"},
    "app": {"rooms", "words", "cartographers"},
    "browser": {"app", "words", *BROWSER_ONLY},
    "tasks": {"browser", "app", "words", "cartographers"},
    "__main__.py": {"tasks", "app", "cartographers"},
    # The engine has no words; its command line has.
    "cartographers/__main__.py": {"words", "cartographers"},
}

#: What parts of py/app must not import of it; screens have a rule of their own.
MUST_NOT_IMPORT = {
    "messages": ("app",),
    "drawing": ("app.screens", "app.board"),
    "board": ("app.screens",),
}

MODULES = sorted(PY.rglob("*.py"))
OF_THE_APP = sorted((PY / "app").rglob("*.py"))


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
    name = path.relative_to(PY).as_posix()
    part = name if name in MAY_IMPORT else name.partition("/")[0]
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
        ("cartographers", "from words import Words"),
        ("words", "from app.visit import Visit"),
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


# ------------------------------------------------------------------- inside the app


def place_of(path: Path) -> str:
    """Return where a module of the app is, such as ``screens.about``."""
    return ".".join(path.relative_to(PY / "app").with_suffix("").parts)


def names_imported(place: str, source: str) -> list[tuple[int, str]]:
    """Return the line and the full name of everything that a module of the app imports: modules, or what is in them."""
    package = ["app", *place.split(".")[:-1]]
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return found


def within(name: str, package: str) -> bool:
    """Say whether a name is a package's, or in it."""
    return name == package or name.startswith(f"{package}.")


def barred(place: str, name: str) -> bool:
    """Say whether a module of the app must not import something.

    A screen imports no other one, but its own parts and what all screens have in common. What comes later is imported
    by name, when it is here; but its parts have names from the start, and a visit names the type of its room.
    """
    part, _, rest = place.partition(".")
    if name in {"app.later.LATER", "app.later.ROOMS"} or (place, name) == ("visit", "app.later.room.room.Room"):
        return False
    if part != "later" and within(name, "app.later"):
        return True
    if part == "screens" and rest != "__init__":
        own = rest.partition(".")[0]
        return within(name, "app.screens") and not any(within(name, f"app.screens.{one}") for one in ("plain", own))
    return any(within(name, other) for other in MUST_NOT_IMPORT.get(part, ()))


def wrong_arrows_inside(place: str, source: str) -> list[str]:
    """Return the imports that a module of the app must not have."""
    found = names_imported(place, source)
    return [f"line {line}: {place} must not import {name}" for line, name in found if barred(place, name)]


@pytest.mark.parametrize("path", OF_THE_APP, ids=place_of)
def test_arrows_inside_the_app(path: Path) -> None:
    """Screens do not know each other; drawings know no screen and no board, boards no screen, and messages nothing."""
    assert not wrong_arrows_inside(place_of(path), path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("messages", "from app.visit import Panel"),
        ("messages", "import app.text"),
        ("messages", "from app import text"),
        ("messages", "from . import text"),
        ("messages", "def f():\n    from app.board.game import Game"),
        ("drawing.parts", "from app.screens import Screen"),
        ("drawing.parts", "from app import board"),
        ("drawing.land", "import app.board.game"),
        ("drawing.land", "from ..board import game"),
        ("board.board", "from app.screens.start import Start"),
        ("board.board", "if TYPE_CHECKING:\n    from app.screens import Screen"),
        ("screens.start", "from app.screens.about import About"),
        ("screens.start", "from app.screens import set_up"),
        ("screens.start", "from . import watch"),
        ("screens.start", "from .play.screen import Playing"),
        ("screens.start", "import app.screens.watch"),
        ("screens.start", "from app.screens import Screen"),
        ("screens.play.screen", "from app.screens.watch import Watching"),
        ("screens.play.screen", "from ..watch import Watching"),
        ("screens.play.screen", "from app import screens"),
        ("screens.plain", "from app.screens.start import Start"),
        ("screens.__init__", "from app.later.about import About"),
        ("update", "from app import later"),
    ],
)
def test_a_wrong_arrow_inside_is_seen(place: str, source: str) -> None:
    """Each of these would let one part know what it must not."""
    assert len(wrong_arrows_inside(place, source)) == 1


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("messages", "import re\nfrom dataclasses import dataclass"),
        ("drawing.parts", "from app.drawing.element import h\nfrom app.messages import command\nfrom . import land"),
        ("board.board", "from app.drawing import map_art\nfrom app.board.game import Game\nfrom app.seats import HERE"),
        ("screens.start", "from app.screens.plain import Screen\nfrom app.visit import Visit"),
        ("screens.start", "from app.screens import plain\nfrom .plain import Screen"),
        ("screens.play.screen", "from app.screens.play.curtain import curtain\nfrom . import scene_view"),
        ("screens.play.screen", "from app.board.game import Game\nfrom app.drawing.element import h"),
        ("screens.__init__", "from app.screens.set_up import SetUp\nfrom app.screens.play.screen import Playing"),
        ("feedback", "from app.screens import Screen\nfrom app.screens.watch import Watching"),
        ("later.rules", "from app.later.about import About\nfrom app.screens.plain import Screen"),
        ("visit", "if TYPE_CHECKING:\n    from app.screens import Screen"),
    ],
)
def test_a_right_arrow_inside_is_let_pass(place: str, source: str) -> None:
    """These know only what they may."""
    assert not wrong_arrows_inside(place, source)


def test_the_parts_of_the_app_are_there() -> None:
    """The search has found what the rules speak of."""
    places = {place_of(path) for path in OF_THE_APP}
    assert places >= {"messages", "screens.__init__", "screens.plain", "screens.play.screen", "later.about"}
    assert {place.partition(".")[0] for place in places} >= {*MUST_NOT_IMPORT, "screens"}
