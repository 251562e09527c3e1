"""The workflows are safe, the changelog has this version, as a release needs, and the tests stay light."""

import re
import tomllib
from pathlib import Path

import pytest

from tasks.steps import ROOT

pytestmark = pytest.mark.native
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_jobs_have_own_permissions(path: Path) -> None:
    """Each action is pinned to a commit with a comment about its version, and each job has its own permissions."""
    text = path.read_text("utf-8")
    uses = re.findall(r"uses: (.*)", text)
    assert uses
    assert [one for one in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    assert "\npermissions: {}\n" in text
    jobs = text.partition("\njobs:\n")[2]
    assert jobs.count("    runs-on:") == jobs.count("\n    permissions:\n")


def test_changelog_has_all_versions() -> None:
    """The changelog has the unreleased changes, this version, and all older versions with their dates."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    unreleased, newest, *older = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert unreleased == "Unreleased"
    assert re.fullmatch(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d", newest)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", one) for one in older)
    groups = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert groups <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
