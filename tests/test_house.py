"""The house stays light: each figure has a limit, and a change that raises one says why."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tasks.steps import ROOT

pytestmark = pytest.mark.native
#: The maximum number of lines of Python in each folder. Before you add to a full one, look for the class, the table,
#: or the test that could carry the new thing.
MOST_LINES = {"py": 45_800, "py/app": 30_250, "py/bench py/tasks py/tools": 3_900, "tests": 45_000}
#: The maximum number of lines that import something, in the program and in its tests.
MOST_IMPORT_LINES = 7_150
#: The maximum number of lines of a class; a longer one has several subjects, which can become classes.
MOST_LINES_OF_CLASS = 300
#: The maximum number of fields of a value, and of the methods that a base class asks of its subclasses. The fields of a
#: larger value fall into groups; a question that few subclasses answer isn't a question for all.
MOST_FIELDS, MOST_HOOKS = {"Memory": 10, "Entry": 10}, {"Screen": 10, "Scene": 12}
#: The maximum number of lines inside functions that import something. The page runs a module when it is first used.
MOST_INNER_IMPORTS = 8
#: The maximum number of modules outside the folders of ``py/app``.
MOST_LOOSE_MODULES = 8


def files(folders: str) -> Iterator[Path]:
    """Yield the modules in some folders."""
    return (path for folder in folders.split() for path in sorted((ROOT / folder).rglob("*.py")))


def nodes(folder: str) -> list[tuple[Path, ast.AST]]:
    """Return all nodes of the modules in a folder."""
    return [(path, node) for path in files(folder) for node in ast.walk(ast.parse(path.read_bytes()))]


NODES = nodes("py")
CLASSES = {node.name: node for _, node in NODES if isinstance(node, ast.ClassDef)}


def imports(among: Iterable[ast.AST]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports among some nodes."""
    return (node for node in among if isinstance(node, ast.Import | ast.ImportFrom))


@pytest.mark.parametrize("folders", MOST_LINES)
def test_lines(folders: str) -> None:
    """No folder grows beyond its limit."""
    assert sum(path.read_bytes().count(b"\n") for path in files(folders)) <= MOST_LINES[folders]


def test_import_lines() -> None:
    """Modules are imported whole rather than name by name."""
    found = imports(node for _, node in (*NODES, *nodes("tests")))
    assert sum((node.end_lineno or 0) - node.lineno + 1 for node in found) <= MOST_IMPORT_LINES


def test_classes() -> None:
    """No class is too long, no value has too many fields, and no base class asks too many questions."""
    lengths = {name: (node.end_lineno or 0) - node.lineno + 1 for name, node in CLASSES.items()}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES_OF_CLASS} == {}
    fields = {name: sum(isinstance(one, ast.AnnAssign) for one in CLASSES[name].body) for name in MOST_FIELDS}
    assert {name: count for name, count in fields.items() if count > MOST_FIELDS[name]} == {}
    hooks = {name: sum(isinstance(one, ast.FunctionDef) for one in CLASSES[name].body) for name in MOST_HOOKS}
    assert {name: count for name, count in hooks.items() if count > MOST_HOOKS[name]} == {}


def test_places() -> None:
    """Imports are at the top, and modules are in folders."""
    functions = ((path, node) for path, node in NODES if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inner = Counter({path: len({*imports(ast.walk(node))}) for path, node in functions})
    assert inner.total() <= MOST_INNER_IMPORTS, inner.most_common(5)
    assert len([*(ROOT / "py/app").glob("*.py")]) <= MOST_LOOSE_MODULES


def test_unknown_messages() -> None:
    """A module that doesn't know a message passes it on, or raises an error."""
    asked = {"message", "effect"}
    ignored = [
        f"{path.relative_to(ROOT)}:{case.pattern.lineno}"
        for path, node in NODES
        if isinstance(node, ast.Match) and isinstance(node.subject, ast.Name) and node.subject.id in asked
        for case in node.cases
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
        if not isinstance(case.body[-1], ast.Raise) and "message" not in ast.unparse(case.body[-1])
    ]
    assert ignored == []
