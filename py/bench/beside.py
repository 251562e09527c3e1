"""Compare this site with other built sites in alternating measurements, for example before and after a change.

The other sites may be older, so the bench relies only on features that all of them share: roles, names, and a loading
panel that disappears.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.origin import measured
from tasks.steps import SITE
from tasks.versions import version_of

#: The figures of one site in one round, by name.
Measures = dict[str, float]


def in_turns(measure: Callable[[Path], Measures], others: Sequence[Path], rounds: int) -> dict[Path, list[Measures]]:
    """Measure this site and the others in each round, in alternating order."""
    sites = [SITE, *others]
    results: dict[Path, list[Measures]] = {site: [] for site in sites}
    for number in range(1, rounds + 1):
        for site in sites if number % 2 else reversed(sites):
            results[site].append(measure(site))
            print(f"{number} of {rounds}: {site}", file=sys.stderr)
    return results


def version(site: Path) -> str:
    """Return the version of a site, whose path may end in a query."""
    return version_of(Path(str(site).partition("?")[0]))


def compared(title: str, about: dict[str, Any], results: dict[Path, list[Measures]]) -> str:
    """Format a table for each other site: medians, and the ratio's median, minimum, and maximum over the rounds."""
    ours = results[SITE]
    lines = [
        f"# {title}",
        "",
        f"{measured(about)}. Medians of {len(ours)}",
        "alternating rounds. The ratio is this site's figure to the other's: median, least and most of the rounds.",
    ]
    for site, theirs in results.items():
        if site == SITE:
            continue
        lines += [
            "",
            f"This is version {version(SITE)}; the other one, {version(site)}, is {site}.",
            "",
            "| | this | other | ratio | least | most |",
            "| --- | --: | --: | --: | --: | --: |",
        ]
        lines += [row(name, [one[name] for one in ours], [one[name] for one in theirs]) for name in ours[0]]
    return "\n".join(lines) + "\n"


def row(name: str, ours: list[float], theirs: list[float]) -> str:
    """Format one figure of both sites."""
    digits = 2 if name.endswith("MB") else 0
    ratios = [mine / its for mine, its in zip(ours, theirs, strict=True) if its]
    shown = [f"{ratio:.3f}" for ratio in (median(ratios), min(ratios), max(ratios))] if ratios else ["", "", ""]
    return " | ".join([f"| {name}", f"{median(ours):.{digits}f}", f"{median(theirs):.{digits}f}", *shown]) + " |"
