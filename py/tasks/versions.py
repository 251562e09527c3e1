"""The version of a built site, and the commit of the source."""

import re
import shutil
from pathlib import Path

from tasks.steps import ROOT, output_of

#: The files that benches write. They don't change the page.
RESULTS = (":!py/bench/*.json", ":!py/bench/*.md")


def version_of(site: Path) -> str:
    """Return the version that the build wrote into a site's page."""
    page = (site / "index.html").read_text("utf-8")
    found, *_ = re.findall(r'"version": ?"(\w+)"', page)
    return str(found)


def current_commit() -> str:
    """Return the short hash of the source's commit, and whether files have changed since; "unknown" without Git."""
    found, commit = git("rev-parse", "--short", "HEAD")
    if not found:
        return "unknown"
    _, changes = git("status", "--porcelain", "--", ".", *RESULTS)
    return f"{commit.strip()} with changes" if changes else commit.strip()


def git(*arguments: str) -> tuple[bool, str]:
    """Run Git in the project's folder. Return whether it succeeded, and its output."""
    program = shutil.which("git")
    return output_of([program, "-C", ROOT, *arguments]) if program else (False, "")
