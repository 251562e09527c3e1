"""Built sites, and the comparison of this site with others in alternating measurements.

The sites of other commits are each built once by the commit's own build, in ``.bench/sites/``, which git ignores. Some
of them are old, so the benches rely only on features that all of them share: roles, names, and a loading panel that
disappears.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from bench.report import table
from tasks.steps import ROOT, SITE, Problem, output_of, run, step
from tasks.versions import git

#: The reference of ``bench start`` and ``bench page``: the last commit before lesson, bots, languages, and rooms.
REFERENCE = "671c12b"
SITES = ROOT / ".bench/sites"
#: The program and its version that commits before 10c2b7b need for their cuts; later ones have it from npm.
SPLIT, BINARYEN = "wasm-split", "version 108"

#: The figures of one site in one round, by name.
Measures = Mapping[str, float]


def compare(measure: Callable[[str], Measures], others: Sequence[str], rounds: int) -> tuple[list[Measures], list[str]]:
    """Measure this site and the others in each round, in alternating order.

    Returns this site's figures in each round, and a table for each other site.
    """
    sites = {str(SITE): str(SITE), **{other: site_of(other) for other in others}}
    found: dict[str, list[Measures]] = {name: [] for name in sites}
    for number in range(1, rounds + 1):
        for name in sites if number % 2 else reversed(sites):
            found[name].append(measure(sites[name]))
            sys.stderr.write(f"{number} of {rounds}: {name}\n")
    ours = found.pop(str(SITE))
    return ours, [_comparison(name, ours, theirs) for name, theirs in found.items()]


def _comparison(name: str, ours: Sequence[Measures], theirs: Sequence[Measures]) -> str:
    """Format the medians of two sites, and the median, the minimum, and the maximum of the ratio over the rounds."""
    rows = []
    for figure in ours[0]:
        mine, its = ([one.get(figure, 0) for one in measures] for measures in (ours, theirs))
        ratios = [one / other for one, other in zip(mine, its, strict=True) if other]
        digits = 2 if figure.endswith("MB") else 0
        shown = [f"{ratio:.2f}" for ratio in (median(ratios), min(ratios), max(ratios))] if ratios else ["", "", ""]
        rows.append([figure, f"{median(mine):.{digits}f}", f"{median(its):.{digits}f}", *shown])
    return table(["", "this site", name, "ratio", "least", "most"], rows)


def site_of(name: str) -> str:
    """Return the built site of a folder or a commit. The name may end in a query: ``_site?lang=es``."""
    path, mark, query = name.partition("?")
    folder = Path(path) if (Path(path) / "index.html").is_file() else _built(path)
    return f"{folder}{mark}{query}"


def _built(name: str) -> Path:
    """Return the site of a commit, after building it if necessary."""
    found, commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if not found:
        message = f"{name} is neither a folder with a built site nor a known commit."
        _, shallow = git("rev-parse", "--is-shallow-repository")
        if shallow.strip() == "true":
            message += " This clone lacks older commits. To fetch them: git fetch --unshallow"
        raise Problem(message)
    site = SITES / commit.strip()[:12]
    if not site.exists():
        SITES.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=SITES) as folder:
            _build(commit.strip(), Path(folder), name)
            (Path(folder) / "_site").rename(site)
    return site


def _build(commit: str, folder: Path, name: str) -> None:
    """Build the site of a commit with its own build, in a folder."""
    archive = folder / "commit.zip"
    done, output = git("archive", f"--output={archive}", commit)
    if not done:
        message = f"{output}\nThe files of commit {commit} could not be read."
        raise Problem(message)
    with zipfile.ZipFile(archive) as files:
        files.extractall(folder)
    if (folder / "web/runtime").is_dir() and '"binaryen"' not in (folder / "web/package.json").read_text("utf-8"):
        program = shutil.which(SPLIT)
        if not program or BINARYEN not in output_of([program, "--version"])[1]:
            message = (
                f"For its cuts, the build of {name} needs {SPLIT} of binaryen, {BINARYEN}, as in Debian 12 (apt "
                "install binaryen). Without the cuts, that page would start later than it did, and the comparison "
                "would flatter this one."
            )
            raise Problem(message)
    own = {variable: value for variable, value in os.environ.items() if variable not in {"PYTHONPATH", "SITE_URL"}}
    with step(f"Building the site of {name}"):
        run([sys.executable, "py", "build"], f"The site of {name} could not be built.", env=own, cwd=folder)
