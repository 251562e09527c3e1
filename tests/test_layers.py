"""Imports go one way only: browser, app, words and rooms, cartographers, standard library.

Inside the app, only some parts may import others, and web/runtime imports nothing from the game.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from app.parts import NEEDED_PART
from runtime.pack import module_named
from tasks.delivery import part_of

PY = Path(__file__).parents[1] / "py"

#: The modules that exist only in the browser.
BROWSER_ONLY = {"js", "pyscript", "pyodide"}
#: The packages in .venv that benches and tools need.
TEST_PACKAGES = {"babel", "playwright", "pytest", "tqdm"}
#: The folders of tests/ that have helpers used by benches.
TEST_HELPERS = {"engine", "page", "plain"}
#: The packages that each part of py/ may import, in addition to itself and the standard library.
MAY_IMPORT = {
    "cartographers": set[str](),
    "words": {"cartographers"},
    "rooms": {"cartographers"},
    "app": {"rooms", "words", "cartographers"},
    "browser": {"app", "words", *BROWSER_ONLY},
    "tasks": {"browser", "app", "words", "cartographers", "runtime"},
    "tools": {"tasks", "words", "cartographers", "runtime", *TEST_PACKAGES},
    "bench": {"tasks", "browser", "words", "cartographers", *TEST_PACKAGES, *TEST_HELPERS},
    "__main__.py": {"tasks", "app", "cartographers", "runtime"},
    # Unlike the rest of the engine, its command line prints text.
    "cartographers/__main__.py": {"words", "cartographers"},
}

#: The other parts of py/app that each part may import.
INSIDE = {
    "keyboard": set[str](),
    "notice": set[str](),
    "messages": {"notice"},
    "outgoing": set[str](),
    "parts": set[str](),
    "preferences": set[str](),
    "drawing": {"messages"},
    "jobs": {"messages"},
    "game": {"jobs"},
    "announcements": {"drawing"},
    "board": {"drawing", "game", "messages", "preferences", "announcements"},
    "effects": {"game", "jobs", "preferences"},
    "invitation": {"game"},
    "memory": {"game", "notice", "preferences"},
    "link": {"game", "invitation"},
    "facts": {"game", "link", "messages"},
    "page_load": {"game", "link", "messages", "parts"},
    "report": {"game", "visit"},
    "dialogs": {"drawing", "game", "invitation", "messages", "notice", "page_load", "preferences", "report", "visit"},
    "visit": {
        "drawing",
        "effects",
        "game",
        "jobs",
        "memory",
        "messages",
        "notice",
        "outgoing",
        "page_load",
        "room",
        "announcements",
    },
    "feedback": {"board", "effects", "game", "messages", "screens", "visit"},
    "explanations": {"drawing", "messages", "announcements", "visit"},
    "view": {"dialogs", "drawing", "explanations", "announcements", "visit"},
    "room": {"effects", "game", "invitation", "messages", "notice", "preferences", "screens", "visit"},
    "screens": {
        "board",
        "drawing",
        "effects",
        "game",
        "invitation",
        "jobs",
        "link",
        "messages",
        "outgoing",
        "page_load",
        "parts",
        "preferences",
        "report",
        "room",
        "announcements",
        "visit",
    },
    "update": {
        "effects",
        "feedback",
        "game",
        "invitation",
        "link",
        "memory",
        "messages",
        "notice",
        "explanations",
        "page_load",
        "parts",
        "preferences",
        "room",
        "announcements",
        "screens",
        "visit",
    },
    "wanted": {"effects", "game", "parts", "screens", "visit"},
    "prerendered": {"board", "drawing", "link", "page_load", "screens", "update", "view"},
}
#: The screens that other screens may import. All others import only their own modules and those for all screens.
SCREENS_OF_SCREENS = {
    "answers": {"puzzles"},
    "companion": {"rules", "set_up"},
    "follow": {"start"},
    "lesson": {"play"},
    "paper": {"set_up"},
    "parts": {"watch"},
    "puzzle": {"play", "puzzles", "review"},
    "review": {"play", "sheet"},
    "room": {"together"},
    "scores": {"sheet"},
    "sheet": {"play", "watch"},
    "together": {"play", "room"},
}
OF_ALL_SCREENS = {"notes", "parts"}

MODULES = sorted(PY.rglob("*.py"))
OF_THE_APP = sorted((PY / "app").rglob("*.py"))


def imports(source: str) -> list[tuple[int, str]]:
    """Return the line and the top-level package of each import in a module, including imports in functions."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name.partition(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append((node.lineno, str(node.module).partition(".")[0]))
    return found


def wrong_arrows(part: str, source: str) -> list[str]:
    """Return the forbidden imports of a module in a part of py/."""
    allowed = MAY_IMPORT.get(part, set()) | {part} | sys.stdlib_module_names
    return [f"line {line}: {part} must not import {name}" for line, name in imports(source) if name not in allowed]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PY).as_posix())
def test_no_imports_from_higher_layers(path: Path) -> None:
    """No module imports anything from a higher layer."""
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
        ("tasks", "from bench import arena"),
        ("tools", "from page.player import Player"),
        ("__main__.py", "import browser"),
    ],
)
def test_import_from_a_higher_layer_is_found(part: str, source: str) -> None:
    """The check finds imports from higher layers."""
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
def test_import_from_a_lower_layer_is_allowed(part: str, source: str) -> None:
    """The check allows imports from lower layers."""
    assert not wrong_arrows(part, source)


def test_checks_cover_the_modules() -> None:
    """The checks cover the modules of py/."""
    assert PY / "cartographers" / "region.py" in MODULES
    assert len(MODULES) > 20


# ------------------------------------------------------------------- the runtime, which is independent of the game

RUNTIME = PY.parent / "web/runtime"
OF_THE_RUNTIME = sorted(
    path for path in RUNTIME.rglob("*") if path.suffix in {".js", ".md", ".mjs", ".py"} and path.is_file()
)
#: The names of the game, its packages, and its folders, but not py-game, which is one of PyScript's plugins.
OURS = re.compile(
    r"[Cc]artographers|(?<!py-)\b[Gg]ames?\b|\bpy/|\bpython3 py\b|\b(?:from|import) (?:app|browser|rooms|tasks|words)\b"
    r"|\b(?:app|browser|rooms|tasks|words)\.[a-z]+\."
)


@pytest.mark.parametrize("path", OF_THE_RUNTIME, ids=lambda path: path.relative_to(RUNTIME).as_posix())
def test_runtime_is_independent_of_the_game(path: Path) -> None:
    """No file in web/runtime names the game, and its Python imports only itself and the standard library."""
    text = path.read_text("utf-8")
    assert [found[0] for found in OURS.finditer(text)] == []
    if path.suffix == ".py" and path.parent.name != "tests" and "slim" not in path.parts:
        assert {name for _, name in imports(text)} <= {"runtime", *sys.stdlib_module_names}


@pytest.mark.parametrize(
    "text",
    [
        "const { cartographers } = globalThis;",
        "the methods that the game calls",
        "See py/tasks/build.py.",
        "from browser.before_start import import_game",
        "import words",
        'parts = {"later": "app.later.rules"}',
    ],
)
def test_name_of_the_game_in_the_runtime_is_found(text: str) -> None:
    """The check finds names of the game in web/runtime."""
    assert OURS.search(text)


# ------------------------------------------------------------------- inside the app


def place_of(path: Path) -> str:
    """Return the name of a module within the app, such as ``screens.about.screen``."""
    return ".".join(path.relative_to(PY / "app").with_suffix("").parts).removesuffix(".__init__")


def names_imported(place: str, source: str) -> list[tuple[int, str]]:
    """Return the line and the full name of each import in a module of the app.

    This includes calls of ``import_module``. If the argument is an f-string, only its constant beginning counts.
    """
    package = ["app", *place.split(".")[:-1]]
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                found += [(node.lineno, alias.name) for alias in node.names]
            case ast.ImportFrom():
                start = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*start, *([node.module] if node.module else [])])
                found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
            case ast.Call(func=ast.Name("import_module"), args=[ast.Constant(str(name))]):
                found.append((node.lineno, name))
            case ast.Call(func=ast.Name("import_module"), args=[ast.JoinedStr([ast.Constant(str(name)), *_])]):
                found.append((node.lineno, name.rstrip(".")))
    return found


def barred(place: str, name: str) -> bool:
    """Return whether a module of the app must not import a name."""
    if not name.startswith("app."):
        return False
    part, _, rest = place.partition(".")
    _, other, *inner = name.split(".")
    if part != other:
        return other not in INSIDE[part]
    if part != "screens" or not rest:
        return False
    own = rest.partition(".")[0]
    return inner[0] not in {own, *OF_ALL_SCREENS, *SCREENS_OF_SCREENS.get(own, ())} if inner else True


def wrong_arrows_inside(place: str, source: str) -> list[str]:
    """Return the forbidden imports of a module of the app."""
    found = names_imported(place, source)
    return [f"line {line}: {place} must not import {name}" for line, name in found if barred(place, name)]


@pytest.mark.parametrize("path", OF_THE_APP, ids=place_of)
def test_imports_between_parts_of_the_app(path: Path) -> None:
    """Every module of the app imports only the parts that its own part may import."""
    assert not wrong_arrows_inside(place_of(path), path.read_text("utf-8"))


@pytest.mark.parametrize("part", INSIDE)
def test_every_allowed_import_between_parts_is_used(part: str) -> None:
    """Every allowed import between parts of the app is used."""
    paths = [path for path in OF_THE_APP if place_of(path).partition(".")[0] == part]
    names = {name for path in paths for _, name in names_imported(place_of(path), path.read_text("utf-8"))}
    assert INSIDE[part] <= {name.split(".")[1] for name in names if name.startswith("app.")}


def test_every_allowed_import_between_screens_is_used() -> None:
    """Every allowed import between screens is used."""
    for screen, others in SCREENS_OF_SCREENS.items():
        paths = (PY / "app/screens" / screen).glob("*.py")
        names = {name for path in paths for _, name in names_imported(place_of(path), path.read_text("utf-8"))}
        assert others <= {name.split(".")[2] for name in names if name.startswith("app.screens.")}, screen


def test_modules_import_no_later_part() -> None:
    """At its top level, a module imports only modules that load with it or earlier, except for type checking."""
    wrong = []
    names_of_modules = {module_named(path.relative_to(PY).as_posix()) for path in MODULES}
    for path in [*OF_THE_APP, *sorted((PY / "browser").rglob("*.py"))]:
        module = module_named(path.relative_to(PY).as_posix())
        for node in ast.parse(path.read_text("utf-8")).body:  # excludes imports in functions and for type checking
            if isinstance(node, ast.ImportFrom) and node.module:
                names = (f"{node.module}.{alias.name}" for alias in node.names)
                imported = {name if name in names_of_modules else node.module for name in names}
                own = part_of(module)
                earlier = {"", own, NEEDED_PART.get(own, "")}
                wrong += [f"{module} imports {one}" for one in imported if part_of(one) not in earlier]
    assert not wrong


def test_no_circular_imports() -> None:
    """The modules of the app and of the browser's code have no circular imports, not even for type checking."""
    modules = {module_named(path.relative_to(PY).as_posix()): path for path in MODULES}
    graph = {
        module: {found for found in imported_modules(path.read_text("utf-8"), modules) if found != module}
        for module, path in modules.items()
        if module.partition(".")[0] in {"app", "browser"}
    }
    TopologicalSorter(graph).prepare()


def imported_modules(source: str, modules: Collection[str]) -> Iterator[str]:
    """Yield all modules that a module imports, including calls of ``import_module``."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name in modules)
            case ast.ImportFrom():
                names = (f"{node.module}.{alias.name}" for alias in node.names)
                yield from (name if name in modules else str(node.module) for name in names)
            case ast.Call(func=ast.Name("import_module"), args=[ast.Constant(str(name))]):
                yield name


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("messages", "from app.visit import Panel"),
        ("messages", "import app.text"),
        ("messages", "from app import text"),
        ("messages", "from . import text"),
        ("messages", "def f():\n    from app.game.game import Game"),
        ("drawing.controls", "from app.screens import Screen"),
        ("drawing.controls", "from app import board"),
        ("drawing.land", "import app.game.game"),
        ("drawing.land", "from ..board import game"),
        ("board.board", "from app.screens.start.screen import Start"),
        ("board.board", "if TYPE_CHECKING:\n    from app.screens import Screen"),
        ("board.board", "import_module('app.screens.start')"),
        ("board.board", "import_module(f'app.screens.{name}')"),
        ("screens.start.screen", "from app.screens.about.screen import About"),
        ("screens.start.screen", "from app.screens import set_up"),
        ("screens.start.screen", "import app.screens.watch.screen"),
        ("screens.start.screen", "from ..watch.screen import Watching"),
        ("screens.start.screen", "from app import screens"),
        ("screens.notes", "from app.screens.start.screen import Start"),
        ("game.library", "from app.screens.watch.screen import Watching"),
        ("update", "from app import wanted"),
    ],
)
def test_forbidden_import_between_parts_is_found(place: str, source: str) -> None:
    """The check finds forbidden imports between parts of the app."""
    assert len(wrong_arrows_inside(place, source)) == 1


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("messages", "import re\nfrom dataclasses import dataclass"),
        ("drawing.controls", "from app.drawing.element import h\nfrom app.messages import command\nfrom . import land"),
        ("board.board", "from app.drawing import map_art\nfrom app.game.seating import HERE"),
        ("screens.start.screen", "from app.screens.notes import save_note\nfrom app.visit import Visit"),
        ("screens.play.screen", "from app.screens.play.placement import placed\nfrom . import stage"),
        ("screens.sheet.screen", "from app.screens.watch.screen import Watching"),
        ("screens", "from app.screens.set_up.screen import SetUp\nimport_module(f'app.screens.{name}.screen')"),
        ("feedback", "from app.screens.watch.screen import Watching"),
        ("visit", "if TYPE_CHECKING:\n    from app.room.room import Room"),
    ],
)
def test_permitted_import_between_parts_is_allowed(place: str, source: str) -> None:
    """The check allows the permitted imports between parts of the app."""
    assert not wrong_arrows_inside(place, source)


def test_checks_cover_all_parts_of_the_app() -> None:
    """The checks cover all parts of the app."""
    places = {place_of(path) for path in OF_THE_APP}
    assert places >= {"messages", "screens", "screens.notes", "screens.play.screen", "screens.about.screen"}
    assert {place.partition(".")[0] for place in places} == {*INSIDE, ""} - {""} | {"__init__"}


# ------------------------------------------------------------------- scenes

#: The module that creates scenes from events, and the base class of all scenes.
MAKER, SCENE = "screens.play.scenes.program", "Scene"


def kinds_of_scenes() -> dict[str, str]:
    """Return the names of all subclasses of scenes with their modules."""
    classes = {
        node.name: (place_of(path), {base.id for base in node.bases if isinstance(base, ast.Name)})
        for path in OF_THE_APP
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found, known = dict[str, str](), {SCENE}
    while new := {name for name, (_, bases) in classes.items() if bases & known} - found.keys():
        found |= {name: classes[name][0] for name in new}
        known |= new
    return found


KINDS = kinds_of_scenes()


def scenes_named(place: str, source: str) -> list[str]:
    """Return the lines where a module names a class of scenes, except its own classes and their bases.

    This includes checks for the base class of all scenes.
    """
    foreign = {name for name, home in KINDS.items() if home != place}
    nodes = [*ast.walk(ast.parse(source))]
    bases = {id(base) for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases}
    found = []
    for node in nodes:
        match node:
            case ast.Name(name) if name in foreign and id(node) not in bases:
                found.append(f"line {node.lineno}: {name}")
            case ast.Attribute(attr=name) if name in foreign:
                found.append(f"line {node.lineno}: {name}")
            case ast.alias(name, str()) if name in foreign:
                found.append(f"line {node.lineno}: {name}")
            case ast.Call(func=ast.Name("isinstance"), args=[_, kind]) if SCENE in names_in(kind):
                found.append(f"line {node.lineno}: isinstance")
            case ast.MatchClass(cls=kind) if SCENE in names_in(kind):
                found.append(f"line {kind.lineno}: match")
    return found


def names_in(node: ast.AST) -> set[str]:
    """Return the names in a node."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


@pytest.mark.parametrize("path", [path for path in OF_THE_APP if place_of(path) != MAKER], ids=place_of)
def test_no_module_asks_for_the_class_of_a_scene(path: Path) -> None:
    """No module asks for the class of a scene, except the one that creates scenes from events."""
    assert not scenes_named(place_of(path), path.read_text("utf-8"))


def test_browser_does_not_ask_for_the_class_of_a_scene() -> None:
    """The browser's code doesn't ask for the class of a scene."""
    assert not [named for path in (PY / "browser").glob("*.py") for named in scenes_named("", path.read_text("utf-8"))]


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(screen.scene, EndScene)",
        "match scene:\n    case CurtainScene():\n        pass",
        "match scene:\n    case Scene():\n        pass",
        "isinstance(scene, Scene | None)",
        "type(scene) is scenes.end.EndScene",
        "from app.screens.play.scenes.end import EndScene as End",
        "def over(kind: type[AmbushScene]): ...",
        "screen = replace(screen, pending=(WaitingScene(moment, None),))",
    ],
)
def test_asking_for_the_class_of_a_scene_is_found(source: str) -> None:
    """The check finds code that asks for the class of a scene."""
    assert len(scenes_named("screens.play.screen", source)) == 1


def test_scene_class_may_have_another_as_its_base() -> None:
    """A class of scenes may have another one as its base, and a screen may hold any scene."""
    assert not scenes_named(
        "screens.together.waiting", "class WaitingTogetherScene(WaitingScene):\n    other: WaitingScene2"
    )
    assert not scenes_named("screens.play.stage", "pending: tuple[Scene, ...]")


def test_check_covers_all_classes_of_scenes() -> None:
    """The check covers all classes of scenes."""
    assert KINDS.keys() >= {"DrawScene", "AmbushScene", "SpreadScene", "SeasonScene", "EndScene", "CurtainScene"}
    assert KINDS.keys() >= {"ChoiceScene", "WaitingScene", "WaitingTogetherScene"}
