"""``play`` names the version of the page and the commit of the source."""

import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest

from tasks import build, installed, play, program, steps
from tasks.play import version_of

pytestmark = pytest.mark.native


def git(folder: Path, *arguments: str) -> str:
    """Run Git in a folder, as an author without a configuration, and return its output."""
    author = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *author, *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8")  # noqa: S603, S607 - Git, without input from outside
    return done.stdout.strip()


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of a project with one commit."""
    (tmp_path / "py").mkdir()
    (tmp_path / "py/game.py").write_text("", "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", ['{"version": "0badcafe"}', '{"version":"0badcafe"}'])
def test_version_of_a_page(tmp_path: Path, text: str) -> None:
    """The version is found in a page, whether or not the build has removed spaces."""
    (tmp_path / "index.html").write_text(text, "utf-8")
    assert version_of(tmp_path) == "0badcafe"


def test_play_names_the_page_that_it_serves(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``play`` names the version, the commit, and the missing cuts of its page."""
    (project / "index.html").write_text('"version":"0badcafe"', "utf-8")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--amend", "--no-edit")
    commit = git(project, "rev-parse", "--short", "HEAD")
    monkeypatch.setattr(steps, "SITE", project)
    start = f"This is version 0badcafe, built from commit {commit}"
    assert play.description(frozenset()) == f"{start} with all cuts of Pyodide and PyScript."
    assert play.description(frozenset({"trim", "split"})) == f"{start} without split, trim."


@pytest.mark.parametrize("slow", [{"trim", "split"}, {"split"}, set()])
def test_play_leaves_out_slow_cuts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], slow: set[str]
) -> None:
    """``play`` leaves out the cuts that aren't saved, and says so. It names a command that makes them."""
    left_out: list[frozenset[str]] = []

    class Stopped:
        """A server that is stopped at once."""

        server_port = 8000

        @staticmethod
        def serve_forever() -> None:
            """Stop."""
            raise KeyboardInterrupt

    monkeypatch.setattr(installed, "install_npm_packages", lambda: None)
    monkeypatch.setattr(program, "slow_cuts", lambda: frozenset(slow))
    monkeypatch.setattr(build, "build", left_out.append)
    monkeypatch.setattr(play, "first_free", lambda _: nullcontext(Stopped))
    monkeypatch.setattr(play, "description", lambda without: f"without {sorted(without)}")
    play.play(8000, frozenset({"eager"}), open_page=False)
    assert left_out == [{"eager", *slow}]
    told = capsys.readouterr().out
    assert f"without {sorted({'eager', *slow})}" in told
    assert (play.LATER in told) == bool(slow)
