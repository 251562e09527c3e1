"""The reports: each bench prints one, and writes it beside this module. The README there quotes their headlines."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from inspect import cleandoc
from pathlib import Path
from types import ModuleType

from tasks.steps import current_commit

HERE = Path(__file__).parent
#: The titles of the reports by the names of the benches, in the order of the README's lines.
TITLES = {
    "engine": "Speed of the engine",
    "page": "Response time of the page",
    "start": "Startup time",
    "bots": "Cost of bots on a phone",
    "arena": "Strength of the bots",
    "rooms": "Cost of a room",
    "soak": "Soak",
}
#: The lines of the README between these two are written by :func:`write`.
BEGIN, END = "<!-- reports -->\n", "<!-- end -->"
#: The date and the machine of a report.
_ORIGIN = re.compile(r"^Measured on ([\d-]+) \(commit [^)]+\), on (.+?\))[.,](?: |$)", re.MULTILINE)


def write(bench: ModuleType, headline: str, figures: str, *, printing_only: bool) -> None:
    """Print the report of a bench that ends now. Unless told not to, write it, and quote its headline in the README.

    The docstring of the bench explains its method.
    """
    name = bench.__name__.rpartition(".")[2]
    today = datetime.now(UTC).date().isoformat()
    origin = f"Measured on {today} (commit {current_commit()}), on {os.cpu_count()} cores ({_processor()})."
    text = "\n\n".join([f"# {TITLES[name]}", headline, origin, cleandoc(str(bench.__doc__)), figures]) + "\n"
    sys.stdout.write(text)
    if not printing_only:
        (HERE / f"{name.upper()}.md").write_text(text, encoding="utf-8")
        readme = HERE / "README.md"
        before, _, rest = readme.read_text("utf-8").partition(BEGIN)
        readme.write_text(f"{before}{BEGIN}{''.join(_quotes())}{END}{rest.partition(END)[2]}", "utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a table, whose first column has names and whose others have figures."""
    lines = (head, ["---", *["--:"] * (len(head) - 1)], *rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*: (.+)", info.read_text("utf-8"), re.MULTILINE) if info.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def _quotes() -> Iterator[str]:
    for name, title in TITLES.items():
        text = (HERE / f"{name.upper()}.md").read_text("utf-8")
        found = _ORIGIN.search(text)
        assert found, f"{name.upper()}.md has no origin"
        headline = " ".join(text.split("\n\n")[1].split())
        yield f"- [{title}]({name.upper()}.md) on {found[1]}, on {found[2]}: {headline}\n"
