"""The reports: each bench prints one, and writes it beside this module. The README there quotes their headlines."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tasks.steps import ROOT
from tasks.versions import current_commit

HERE = Path(__file__).parent
#: The names of the benches, in the order of the README's lines.
BENCHES = ("engine", "page", "start", "bots", "arena", "rooms", "soak")
#: The lines of the README between these two are written by :func:`quote`.
BEGIN, END = "<!-- reports -->\n", "<!-- end -->"
#: The date and the machine of a report.
_ORIGIN = re.compile(r"^Measured on ([\d-]+) \(commit [^)]+\), on (.+?\))[.,](?: |$)", re.MULTILINE)


def origin() -> str:
    """Return the beginning of a sentence with the date, the commit, and the machine of a measurement that ends now."""
    today = datetime.now(UTC).date().isoformat()
    return f"Measured on {today} (commit {current_commit()}), on {os.cpu_count()} cores ({_processor()})"


def _processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a table, whose first column has names and whose others have figures."""
    lines = (head, ["---", *["--:"] * (len(head) - 1)], *rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def write(name: str, title: str, headline: str, method: str, *sections: str) -> None:
    """Print a report, write it, and quote its headline in the README. ``method`` continues the sentence of origin."""
    text = "\n\n".join([f"# {title}", headline, f"{origin()}{method}", *sections]) + "\n"
    (HERE / f"{name.upper()}.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    quote()


def quote() -> None:
    """Quote each report's headline in the README, with its date and its machine."""
    readme = HERE / "README.md"
    before, _, rest = readme.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    readme.write_text(f"{before}{BEGIN}{''.join(_quotes())}{END}{after}", "utf-8")


def _quotes() -> Iterator[str]:
    for name in BENCHES:
        text = (HERE / f"{name.upper()}.md").read_text("utf-8")
        title, headline, *_ = text.split("\n\n")
        found = _ORIGIN.search(text)
        assert found, f"{name.upper()}.md has no origin"
        yield f"- [{title[2:]}]({name.upper()}.md) on {found[1]}, on {found[2]}: {' '.join(headline.split())}\n"


def output_in_project(command: list[str]) -> str:
    """Return the output of a command that may import the project and its tests."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests", "web"))
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout  # noqa: S603
