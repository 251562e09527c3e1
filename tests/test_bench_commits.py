"""Benches build the sites of other commits with their own builds, and refuse sites that would flatter this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import beside, commits, headlines
from bench.commits import REFERENCE, site_of
from support.repository import git
from tasks import versions
from tasks.steps import Problem

pytestmark = pytest.mark.native
#: A build that counts its calls, and fails if it sees the modules of another commit.
BUILD = """
import os, pathlib
assert "PYTHONPATH" not in os.environ
pathlib.Path("_site").mkdir()
pathlib.Path("_site/index.html").write_text('"version":"{version}"')
with open({calls!r}, "a") as calls:
    calls.write("{version} ")
"""


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of a project with two commits, whose sites have the versions 1 and 2."""
    folder = tmp_path / "project"
    (folder / "py").mkdir(parents=True)
    git(folder, "init", "--quiet")
    for version in (1, 2):
        build = BUILD.format(version=version, calls=str(tmp_path / "calls"))
        (folder / "py/__main__.py").write_text(build, "utf-8")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", f"version {version}")
    monkeypatch.setattr(versions, "ROOT", folder)
    monkeypatch.setattr(commits, "SITES", tmp_path / "sites")
    monkeypatch.setenv("PYTHONPATH", "py")
    return folder


def add_packages(folder: Path, packages: str) -> None:
    """Commit a list of npm packages, and a folder of cuts."""
    (folder / "web/runtime").mkdir(parents=True, exist_ok=True)
    (folder / "web/runtime/split.mjs").write_text("", "utf-8")
    (folder / "web/package.json").write_text(packages, "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "packages")


def put_split(folder: Path, version: int) -> None:
    """Write a program that reports a version of binaryen."""
    program = folder / "wasm-split"
    program.write_text(f"#!/bin/sh\necho wasm-split version {version}\n", "utf-8")
    program.chmod(0o755)


def test_site_of_a_commit_is_built_once(project: Path, tmp_path: Path) -> None:
    """The site of a commit is built by the commit's own build, once, and may have a query."""
    older = git(project, "rev-parse", "HEAD~1")
    assert beside.version(site_of("HEAD~1")) == beside.version(site_of(f"{older[:8]}?lang=es")) == "1"
    assert beside.version(site_of("HEAD")) == "2"
    assert str(site_of("HEAD?lang=es")).endswith("?lang=es")
    assert (tmp_path / "calls").read_text("utf-8").split() == ["1", "2"]
    assert sorted(path.name for path in (tmp_path / "sites").iterdir()) == sorted(
        git(project, "rev-parse", name)[:12] for name in ("HEAD", "HEAD~1")
    )
    assert not git(project, "status", "--porcelain")


def test_folders_are_sites_too(tmp_path: Path) -> None:
    """A folder with a page is a site, with its query."""
    (tmp_path / "index.html").write_text("", "utf-8")
    assert site_of(f"{tmp_path}?lang=es") == Path(f"{tmp_path}?lang=es")


def test_unknown_commit_is_refused_and_a_shallow_clone_explained(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An unknown name is refused. In a shallow clone, the refusal says how to fetch older commits."""
    older = git(project, "rev-parse", "HEAD~1")
    with pytest.raises(Problem, match=r"^nowhere is neither a folder with a built site nor a known commit\.$"):
        site_of("nowhere")
    git(tmp_path, "clone", "--quiet", "--depth", "1", project.as_uri(), "shallow")
    monkeypatch.setattr(versions, "ROOT", tmp_path / "shallow")
    with pytest.raises(Problem, match=f"^{older} is neither .* To fetch them: git fetch --unshallow$"):
        site_of(older)


@pytest.mark.parametrize("version", [None, 130])
def test_old_commit_without_its_binaryen_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: int | None
) -> None:
    """An old commit isn't built if its build would leave out cuts."""
    add_packages(project, '{"dependencies": {"pyodide": "1"}}')
    monkeypatch.setattr(commits, "SPLIT", "wasm-split-of-no-machine" if version is None else "wasm-split")
    put_split(tmp_path, version or 108)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(Problem, match="the comparison would flatter this one"):
        site_of("HEAD")
    assert not [*(tmp_path / "sites").iterdir()]


def test_commit_with_its_binaryen_is_built(project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An old commit is built with Debian's binaryen, and a newer one without it."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    add_packages(project, '{"dependencies": {"pyodide": "1"}}')
    put_split(tmp_path, 108)
    assert beside.version(site_of("HEAD")) == "2"
    put_split(tmp_path, 130)
    add_packages(project, '{"dependencies": {"binaryen": "1"}}')
    assert beside.version(site_of("HEAD")) == "2"


def test_failed_build_leaves_no_site(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A build that fails shows its output, and leaves no site."""
    (project / "py/__main__.py").write_text("raise SystemExit('no network')", "utf-8")
    git(project, "commit", "--quiet", "--all", "--message", "broken")
    with pytest.raises(Problem, match="The site of HEAD could not be built"):
        site_of("HEAD")
    assert "no network" in capsys.readouterr().out
    assert not [*(tmp_path / "sites").iterdir()]


def test_reference_is_a_commit_of_a_complete_clone() -> None:
    """The reference is the short hash of a commit. The README names it, and a complete clone has it."""
    assert f"commit {REFERENCE}." in headlines.README.read_text("utf-8")
    found, commit = versions.git("rev-parse", "--verify", "--quiet", f"{REFERENCE}^{{commit}}")
    _, shallow = versions.git("rev-parse", "--is-shallow-repository")
    assert commit.startswith(REFERENCE) if found else shallow.strip() != "false"
