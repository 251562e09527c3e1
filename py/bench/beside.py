"""The comparison of this site with others in alternating measurements.

The site of another commit is built once by the commit's own build, in ``.bench/sites/``, which git ignores. Such a
commit may be old, so the benches rely only on features that all commits share: roles, names, and a loading panel that
disappears.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from bench.report import table
from tasks.steps import ROOT, SITE, Problem, git, run, step

SITES = ROOT / ".bench/sites"

#: The figures of a site, by name.
Measures = Mapping[str, float]


def compare(measure: Callable[[str], Measures], others: Sequence[str], rounds: int) -> tuple[Measures, str]:
    """Measure this site and the others in each round, in alternating order.

    Returns the medians of this site, and a table. Its ratios are those of this site to another one: the median, the
    minimum, and the maximum of all rounds.
    """
    sites = {str(SITE): str(SITE), **{other: site_of(other) for other in others}}
    found: dict[str, list[Measures]] = {name: [] for name in sites}
    for number in range(1, rounds + 1):
        for name in sites if number % 2 else reversed(sites):
            found[name].append(measure(sites[name]))
            sys.stderr.write(f"{number} of {rounds}: {name}\n")
    ours = found.pop(str(SITE))
    rows = []
    for figure in ours[0]:
        mine = [one.get(figure, 0) for one in ours]
        row = [figure, _shown(figure, mine)]
        for measures in found.values():
            theirs = [one.get(figure, 0) for one in measures]
            ratios = [one / other for one, other in zip(mine, theirs, strict=True) if other]
            told = [f"{ratio:.2f}" for ratio in (median(ratios), min(ratios), max(ratios))] if ratios else ["", "", ""]
            row += [_shown(figure, theirs), *told]
        rows.append(row)
    head = ["", "this site", *(cell for name in found for cell in (name, "ratio", "least", "most"))]
    return {figure: median(one.get(figure, 0) for one in ours) for figure in ours[0]}, table(head, rows)


def _shown(figure: str, values: Sequence[float]) -> str:
    return f"{median(values):.{2 if figure.endswith('MB') else 0}f}"


def site_of(name: str) -> str:
    """Return the built site of a folder or a commit. The name may end in a query: ``_site?lang=es``."""
    path, mark, query = name.partition("?")
    if (Path(path) / "index.html").is_file():
        return name
    found, commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{path}^{{commit}}")
    if not found:
        message = (
            f"{path} is neither a folder with a built site nor a known commit. If this clone lacks older commits: git "
            "fetch --unshallow"
        )
        raise Problem(message)
    site = SITES / commit.strip()[:12]
    if not site.exists():
        SITES.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=SITES) as folder, step(f"Building the site of {path}"):
            archive = Path(folder) / "commit.zip"
            git("archive", f"--output={archive}", commit.strip())
            shutil.unpack_archive(archive, folder)
            own = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "SITE_URL"}}
            build = [sys.executable, "py", "build"]
            run(build, f"The site of {path} could not be built.", env=own, cwd=Path(folder))
            (Path(folder) / "_site").rename(site)
    return f"{site}{mark}{query}"
