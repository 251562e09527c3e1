"""The engine works as a library: its command runs, and its README is right."""

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module

import pytest

from cartographers.bots import PLAYERS
from support.processes import PY

README = PY / "cartographers" / "README.md"


@pytest.mark.native
def test_installed_command_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The command that `pip install .` installs works."""
    project = tomllib.loads((PY.parent / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, function = project["scripts"]["cartographers"].partition(":")
    assert getattr(import_module(module), function)(["deal", "c1-a-1p-k3x9q2"]) == 0
    assert "c1-a-1p-k3x9q2" in capsys.readouterr().out


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
