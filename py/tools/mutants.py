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
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from recipes.tree import Tree
from tasks.steps import ROOT, passes

_LOCK = ROOT / "tests/requirements-mutants.txt"
_RESULTS, _TABLE = ROOT / ".mutants.jsonl", ROOT / "tests/MUTANTS.md"
_LISTED = ROOT / "tests/mutants.txt"
#: The folders of each kind of Python, and the kinds of all code.
_FOLDERS = {"engine": "py/cartographers", "app": "py/app", "rooms": "py/rooms", "page": "py/browser"}
_KINDS = (*_FOLDERS, "listed")
#: The tests that need no built site, and those that do.
_WITHOUT_SITE = ("tests/engine", "tests/app", "tests/protocol", "tests/browser")
_WITH_SITE = ("tests", *(f"--ignore={folder}" for folder in _WITHOUT_SITE))
_OPTIONS = ("-q", "-x", "--numprocesses=2", "--dist=worksteal", "--timeout=600", "-p", "no:cacheprovider")


class Mutant(NamedTuple):
    """A changed file."""

    kind: str
    path: str
    line: int
    before: str
    after: str
    #: The whole text of the changed file.
    text: str


def main() -> None:
    """Test mutants, or write the table."""
    parser = argparse.ArgumentParser(prog="python3 py mutants", description=__doc__)
    parser.add_argument("--seed", default="1", help="chooses the mutants")
    for kind in _KINDS:
        parser.add_argument(f"--{kind}", type=int, default=0, metavar="N", help=f"test N mutants of this kind ({kind})")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    parser.add_argument("--table", action="store_true", help="only write the table of all results")
    options = vars(parser.parse_args())
    results = [json.loads(line) for line in _RESULTS.read_text("utf-8").splitlines()] if _RESULTS.exists() else []
    if options["table"]:
        _TABLE.write_text(table(results), "utf-8")
        return
    done = {tuple(result[name] for name in ("path", "line", "before", "after")) for result in results}
    for kind in filter(options.get, _KINDS):
        for mutant in (mutants if kind in _FOLDERS else listed)(kind, options["seed"], options[kind]):
            print(f"{mutant.path}:{mutant.line} {mutant.before} -> {mutant.after}", flush=True)
            if options["list"] or mutant[1:5] in done:
                continue
            run, by = noticed(mutant)
            print(f"    the {run} run notices: {by}" if by else "    survived", flush=True)
            result = {**mutant._asdict(), "seed": options["seed"], "run": run, "by": by}
            del result["text"]
            with _RESULTS.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(result, ensure_ascii=False)}\n")


def mutants(kind: str, seed: str, count: int) -> Iterator[Mutant]:
    """Yield mutants of the modules of a kind, each place equally likely."""
    if not find_spec("cosmic_ray"):
        passes([sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", _LOCK])
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415 - installed only for this command
    from cosmic_ray.plugins import get_operator, operator_names  # noqa: PLC0415

    rng = Random(f"{kind} {seed}")  # noqa: S311 - repeatable
    paths = sorted((ROOT / _FOLDERS[kind]).rglob("*.py"))
    lines = [path.read_text("utf-8").count("\n") for path in paths]
    without_use = ("NoOp", "VariableInserter", "VariableReplacer")
    names = sorted(name for name in operator_names() if not name.endswith(without_use))
    found = 0
    while found < count:
        [path] = rng.choices(paths, lines)
        text = path.read_text("utf-8")
        after = mutate_code(text, get_operator(rng.choice(names))(), rng.randrange(200))
        if after is not None and meaning(after) not in {"", meaning(text)}:
            found += 1
            old, new = text.splitlines(), after.splitlines()
            line = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old) - 1)
            yield Mutant(kind, path.relative_to(ROOT).as_posix(), line + 1, old[line].strip(), new[line].strip(), after)


def listed(kind: str, seed: str, count: int) -> Iterator[Mutant]:
    """Yield some of the mutants in tests/mutants.txt.

    Raises :class:`ValueError` if a text to change isn't in its file exactly once.
    """
    path, before, found = "", "", []
    for line in _LISTED.read_text("utf-8").splitlines():
        mark, _, content = line.partition(" ")
        if mark == "+":
            text = (ROOT / path).read_text("utf-8")
            if text.count(before) != 1:
                message = f"{path} has {before!r} {text.count(before)} times"
                raise ValueError(message)
            place = text[: text.index(before)].count("\n") + 1
            found.append(Mutant(kind, path, place, before, content, text.replace(before, content)))
        elif mark == "-":
            before = content
        elif mark != "#":
            path = line or path
    rng = Random(f"{kind} {seed}")  # noqa: S311 - repeatable
    yield from rng.sample(found, min(count, len(found)))


def meaning(text: str) -> str:
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


def noticed(mutant: Mutant) -> tuple[str, str]:
    """Return the run that notices a mutant, and its first failed test; both are empty if the mutant survives."""
    folders = (_WITH_SITE, _WITHOUT_SITE) if mutant.kind in {"page", "listed"} else (_WITHOUT_SITE, _WITH_SITE)
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        tree.write(mutant.path, mutant.text)
        for (run, option), tests in product((("quick", "--quick"), ("whole", "--rest")), folders):
            try:
                if tests == _WITH_SITE and not (tree.folder / "_site").exists():
                    tree.build()
                tree.run("-m", "pytest", *_OPTIONS, option, *tests)
            except AssertionError as failure:
                output = str(failure)
                if named := re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE):
                    return run, named[0]
                if not re.search("deselected|no tests ran", output):
                    return run, output.strip().rpartition("\n")[2]
    return "", ""


def table(results: list[dict[str, Any]]) -> str:
    """Return the results as a document: counts by kind, and the mutants that the quick run misses."""
    rows = ["| mutants of | all | quick run | whole run | neither |", "| --- | --: | --: | --: | --: |"]
    for kind in _KINDS:
        runs = Counter(result["run"] for result in results if result["kind"] == kind)
        rows.append(f"| {kind} | {runs.total()} | {runs['quick']} | {runs['whole']} | {runs['']} |")
    rows += ["", "| place | change | noticed by |", "| --- | --- | --- |"]
    for one in results:
        if one["run"] != "quick":
            change = f"`{one['before']}` → `{one['after']}`".replace("|", "\\|")
            rows.append(f"| `{one['path']}:{one['line']}` | {change} | {one['by'] or 'nothing'} |")
    seeds = ", ".join(sorted({result["seed"] for result in results}))
    return f"# Mutants\n\nWritten by `python3 py mutants --table`. Seeds: {seeds}.\n\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
