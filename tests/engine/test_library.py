"""The engine works as a library: its package exports the right names and imports little, and its README is right."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module

import pytest

import cartographers
from cartographers.bots import PLAYERS
from support.processes import PY, python

README = PY / "cartographers" / "README.md"


def declared() -> dict[str, str]:
    """Return the names that the package exports for type checkers, with their modules and the names there."""
    tree = ast.parse((PY / "cartographers" / "__init__.py").read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in imports
        for alias in node.names
        if str(node.module).startswith("cartographers")
    }


def test_runtime_exports_match_type_checkers() -> None:
    """The package exports the same names and objects at runtime as for type checkers, and no others."""
    assert sorted(declared()) == sorted(cartographers.__all__)
    for name, source in declared().items():
        module, _, there = source.partition(":")
        assert getattr(cartographers, name) is getattr(import_module(module), there), name
    assert {*dir(cartographers)} >= {*cartographers.__all__}
    with pytest.raises(AttributeError, match="nonsense"):
        cartographers.nonsense  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.native
def test_installed_command_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The command that `pip install .` installs works."""
    project = tomllib.loads((PY.parent / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, function = project["scripts"]["cartographers"].partition(":")
    assert getattr(import_module(module), function)(["deal", "c1-a-1p-k3x9q2"]) == 0
    assert "c1-a-1p-k3x9q2" in capsys.readouterr().out


@pytest.mark.native
def test_importing_the_package_imports_no_modules() -> None:
    """Importing the package, as the page does at startup, imports no modules, and the bots' names no searches."""
    shown = "print(*[name for name in sys.modules if name.startswith('cartographers')])"
    assert python(f"import sys, cartographers; {shown}").split() == ["cartographers"]
    of_bots = [name for name in python(f"import sys, cartographers.bots; {shown}").split() if ".bots." in name]
    assert of_bots == ["cartographers.bots.random_player", "cartographers.bots.thinking"]


@pytest.fixture
def players() -> Iterator[None]:
    """Remove the players that the examples have added."""
    before = dict(PLAYERS)
    yield
    for name in PLAYERS.keys() - before.keys():
        del PLAYERS[name]


@pytest.mark.native  # the arena imports multiprocessing
@pytest.mark.usefixtures("players")
def test_readme_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The examples in the README run, and its bot is better than the random one."""
    text = README.read_text("utf-8")
    [bot, arena] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(f"{bot}\n{arena}", {"__name__": "example"})  # noqa: S102 - our own examples
    _, _, *rows = capsys.readouterr().out.splitlines()
    ratings = {name: float(mean) for name, _, mean in [row.strip("| ").split(" | ")[:3] for row in rows]}
    assert ratings["random"] < ratings["greedy"]
    [game] = re.findall(r"((?:    [^\n]*\n|\n)+)", text.split("## A game")[1])[1:2]
    exec("\n".join(line[4:] for line in game.splitlines()), {})  # noqa: S102
    assert -100 < int(capsys.readouterr().out) < 100
