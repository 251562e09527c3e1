"""The reports: each bench prints one, and writes it beside this module. The README there quotes their headlines."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tasks.versions import current_commit

HERE = Path(__file__).parent
#: The names of the benches, in the order of the README's lines.
BENCHES = ("engine", "page", "start", "bots", "arena", "rooms", "soak")
#: The lines of the README between these two are written by :meth:`Report.write`.
BEGIN, END = "<!-- reports -->\n", "<!-- end -->"
#: The date and the machine of a report.
_ORIGIN = re.compile(r"^Measured on ([\d-]+) \(commit [^)]+\), on (.+?\))[.,](?: |$)", re.MULTILINE)


class Report(NamedTuple):
    """The result of a bench."""

    title: str
    #: The sentences that the README quotes.
    headline: str
    #: The method, which continues the sentence about the date and the machine.
    method: str
    #: Tables and paragraphs.
    sections: Sequence[str]

    def write(self, name: str, *, printing_only: bool = False) -> None:
        """Print the report with the date, and unless told otherwise, write it and quote its headline in the README."""
        today = datetime.now(UTC).date().isoformat()
        origin = f"Measured on {today} (commit {current_commit()}), on {os.cpu_count()} cores ({_processor()})"
        text = "\n\n".join([f"# {self.title}", self.headline, f"{origin}{self.method}", *self.sections]) + "\n"
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
    for name in BENCHES:
        text = (HERE / f"{name.upper()}.md").read_text("utf-8")
        title, headline, *_ = text.split("\n\n")
        found = _ORIGIN.search(text)
        assert found, f"{name.upper()}.md has no origin"
        yield f"- [{title[2:]}]({name.upper()}.md) on {found[1]}, on {found[2]}: {' '.join(headline.split())}\n"
