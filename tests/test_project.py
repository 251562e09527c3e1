"""The project's documents and workflows are consistent: pictures, links, pinned actions, permissions, and version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tasks.steps import ROOT
from words.files import catalog

pytestmark = pytest.mark.native
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FOLDERS = (".github", "py", "tests", "web/runtime")
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "web/README.md",
    *(path for one in FOLDERS for path in sorted((ROOT / one).rglob("*.md"))),
]
PICTURES = sorted(GITHUB.glob("screenshot-*"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_in_documents_lead_to_existing_files(path: Path) -> None:
    """Every link and picture in a document leads to an existing file or folder."""
    named = re.findall(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"", path.read_text("utf-8"))
    targets = [one or other for one, other in named if not re.match(r"[a-z]+:|#|<", one or other)]
    assert [target for target in targets if not (path.parent / target.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("path", sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.stem)
def test_names_quoted_in_issue_forms_are_on_the_page(path: Path) -> None:
    """Every quoted name in an issue form is a text of the English page."""
    named = re.findall(r"\"([A-Z][\w ]+)\"", path.read_text("utf-8"))
    assert [name for name in named if name not in catalog("en").values()] == []


def test_readme_pictures_are_small() -> None:
    """Each picture in the README is a WebP file of less than 100 kB."""
    assert PICTURES
    assert [path.name for path in PICTURES if path.suffix != ".webp" or path.stat().st_size >= 100_000] == []


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
