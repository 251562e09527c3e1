"""``mutants``: change the code in one place at a time, and see whether the quick run and the whole run notice.

Python is changed by cosmic-ray, at places that a seed chooses. Scripts and styles are changed as in tests/mutants.txt.
Each mutant is tested in a copy of the project: first by the quick run's tests, and, if it survives them, by all others.
The results are appended to .mutants.jsonl, so the command can be stopped and continued, and `--table` writes them to
tests/MUTANTS.md. A change of annotations alone isn't a mutant.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from recipes.tree import Tree
from tasks.steps import ROOT

_LOCK = ROOT / "tests/requirements-mutants.txt"
_BY_HAND = ROOT / "tests/mutants.txt"
_RESULTS, _TABLE = ROOT / ".mutants.jsonl", ROOT / "tests/MUTANTS.md"
#: The folders of each kind of Python code.
_FOLDERS = {"engine": "py/cartographers", "app": "py/app", "rooms": "py/rooms", "page": "py/browser"}
#: The tests that need no built site, and those that do.
_WITHOUT_SITE = ("tests/engine", "tests/app", "tests/protocol", "tests/browser")
_WITH_SITE = ("tests", *(f"--ignore={folder}" for folder in _WITHOUT_SITE))
_PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-x",
    "--numprocesses=2",
    "--dist=worksteal",
    "--timeout=600",
    "-p",
    "no:cacheprovider",
)


class Mutant(NamedTuple):
    """A changed file."""

    kind: str
    path: str
    line: int
    before: str
    after: str
    #: The whole text of the changed file.
    text: str


def main() -> int:
    """Test mutants, or write the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 py mutants", description=__doc__)
    parser.add_argument("--seed", default="1", help="chooses the mutants")
    for kind in (*_FOLDERS, "by-hand"):
        parser.add_argument(f"--{kind}", type=int, default=0, metavar="N", help=f"test N mutants of this kind ({kind})")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    parser.add_argument("--table", action="store_true", help="only write the table of all results")
    options = vars(parser.parse_args())
    if options["table"]:
        _TABLE.write_text(table([json.loads(line) for line in _RESULTS.read_text("utf-8").splitlines()]), "utf-8")
        return 0
    chosen = [*_chosen(options)]
    done = {_key(json.loads(line)) for line in _RESULTS.read_text("utf-8").splitlines()} if _RESULTS.exists() else set()
    for number, mutant in enumerate(chosen, 1):
        result = {**mutant._asdict(), "seed": options["seed"]}
        del result["text"]
        print_line(f"{number} of {len(chosen)}: {mutant.path}:{mutant.line} {mutant.before} -> {mutant.after}")
        if options["list"] or _key(result) in done:
            continue
        result |= _tested(mutant)
        print_line(f"    the {result['run']} run notices: {result['by']}" if result["by"] else "    survived")
        with _RESULTS.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(result, ensure_ascii=False)}\n")
    return 0


def print_line(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _key(result: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(result[name] for name in ("path", "line", "before", "after"))


def _chosen(options: dict[str, Any]) -> Iterator[Mutant]:
    """Yield as many mutants of each kind as the options ask for."""
    for kind, folder in _FOLDERS.items():
        if options[kind]:
            yield from _of_python(kind, ROOT / folder, options["seed"], options[kind])
    rng = Random(f"by hand {options['seed']}")  # noqa: S311 - repeatable
    listed = [*_by_hand()]
    yield from rng.sample(listed, min(options["by_hand"], len(listed)))


def _of_python(kind: str, folder: Path, seed: str, count: int) -> Iterator[Mutant]:
    """Yield mutants of the modules in a folder, each place equally likely."""
    if not find_spec("cosmic_ray"):
        pip: list[str | Path] = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", _LOCK]
        subprocess.run(pip, check=True)  # noqa: S603 - the project's own lock file
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415 - installed only for this command
    from cosmic_ray.plugins import get_operator, operator_names  # noqa: PLC0415

    rng = Random(f"{kind} {seed}")  # noqa: S311 - repeatable
    paths = sorted(path for path in folder.rglob("*.py"))
    lines = [path.read_text("utf-8").count("\n") for path in paths]
    names = sorted(
        name for name in operator_names() if not name.endswith(("NoOp", "VariableInserter", "VariableReplacer"))
    )
    found = 0
    while found < count:
        [path] = rng.choices(paths, lines)
        text = path.read_text("utf-8")
        after = mutate_code(text, get_operator(rng.choice(names))(), rng.randrange(200))
        if after is not None and _meaning(after) not in {"", _meaning(text)}:
            found += 1
            old, new = text.splitlines(), after.splitlines()
            line = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old) - 1)
            yield Mutant(kind, path.relative_to(ROOT).as_posix(), line + 1, old[line].strip(), new[line].strip(), after)


def _meaning(text: str) -> str:
    """Return a module's syntax tree without annotations and aliases of types, which change nothing.

    It is empty if the text isn't Python: cosmic-ray takes some stars for multiplications.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        match node:
            case ast.arg():
                node.annotation = None
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.AnnAssign(annotation=ast.Name("TypeAlias")):
                node.value = None
            case ast.AnnAssign():
                node.annotation = ast.Constant(value=None)
            case ast.Call(func=ast.Name("cast"), args=[_, value]):
                node.args = [value]
            case _:
                pass
    return ast.dump(tree)


def _by_hand() -> Iterator[Mutant]:
    """Yield the mutants of tests/mutants.txt: a path, then pairs of a text that occurs once, and another one."""
    path = before = ""
    for line in _BY_HAND.read_text("utf-8").splitlines():
        if line.startswith("- "):
            before = line[2:]
        elif line.startswith("+ ") or line == "+":
            text = (ROOT / path).read_text("utf-8")
            if text.count(before) != 1:
                message = f"{path} has {before!r} {text.count(before)} times"
                raise ValueError(message)
            place = text.partition(before)[0].count("\n") + 1
            yield Mutant("by-hand", path, place, before, line[2:], text.replace(before, line[2:]))
        elif line and not line.startswith("#"):
            path = line


def _tested(mutant: Mutant) -> dict[str, str]:
    """Return the run that notices a mutant, and the test; both are empty if it survives."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        tree.write(mutant.path, mutant.text)
        built = False
        first, second = (
            (_WITH_SITE, _WITHOUT_SITE) if mutant.kind in {"page", "by-hand"} else (_WITHOUT_SITE, _WITH_SITE)
        )
        for run, option in (("quick", "--quick"), ("whole", "--rest")):
            for tests in (first, second):
                if tests == _WITH_SITE and not built:
                    built = True
                    try:
                        tree.build()
                    except AssertionError:
                        return {"run": "quick", "by": "the build"}
                found = _failed(tree.folder, [option, *tests])
                if found:
                    return {"run": run, "by": found}
    return {"run": "", "by": ""}


def _failed(folder: Path, arguments: Sequence[str]) -> str:
    """Return the name of the first failed test of a run in a copy of the project; empty if none fails."""
    path = os.pathsep.join(str(folder / name) for name in ("py", "tests", "web"))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *_PYTEST, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, encoding="utf-8")  # noqa: S603 - pytest
    if done.returncode in {0, 5}:  # 5: there are no such tests
        return ""
    named = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return named[0] if named else f"exit code {done.returncode}"


def table(results: list[dict[str, Any]]) -> str:
    """Return the results as a document: counts by kind, and the mutants that only the whole run notices."""
    rows = ["| mutants of | all | quick run | whole run | neither |", "| --- | --: | --: | --: | --: |"]
    for kind in (*_FOLDERS, "by-hand"):
        of_kind = Counter(result["run"] for result in results if result["kind"] == kind)
        rows.append(f"| {kind} | {of_kind.total()} | {of_kind['quick']} | {of_kind['whole']} | {of_kind['']} |")
    missed = [result for result in results if result["run"] != "quick"]
    rows += ["", "| place | change | noticed by |", "| --- | --- | --- |"]
    for one in missed:
        change = f"`{one['before']}` → `{one['after']}`".replace("|", "\\|")
        rows.append(f"| `{one['path']}:{one['line']}` | {change} | {one['by'] or 'nothing'} |")
    seeds = ", ".join(sorted({result["seed"] for result in results}))
    return f"# Mutants\n\nWritten by `python3 py mutants --table`. Seeds: {seeds}.\n\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.exit(main())
