"""Packages are installed from Debian even if another program is installing some."""

from pathlib import Path

import pytest

from tasks import browser
from tasks.steps import Problem

#: An apt-get that is locked in its first two calls, and that writes down all later ones.
APT = """#!/bin/sh
if [ ! -e {folder}/once ]; then touch {folder}/once; elif [ ! -e {folder}/twice ]; then touch {folder}/twice; else
  echo "$@" >> {folder}/calls
  {result}
fi
echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1"
exit 100
"""


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Act as root, without pauses, with only the test's own programs."""
    monkeypatch.setattr(browser, "is_root", lambda: True)
    monkeypatch.setattr(browser, "PAUSE", 0)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")


def put_apt(folder: Path, result: str) -> None:
    """Write an apt-get whose unlocked calls end with a command."""
    program = folder / "apt-get"
    program.write_text(APT.format(folder=folder, result=result), "utf-8")
    program.chmod(0o755)


def test_apt_is_tried_again_while_it_is_locked(tmp_path: Path) -> None:
    """A locked apt-get is tried again, until it has updated its lists and installed the packages."""
    put_apt(tmp_path, "exit 0")
    browser.install_from_debian("thing", "other")
    assert (tmp_path / "calls").read_text("utf-8").splitlines() == ["update", "install -y thing other"]


@pytest.mark.parametrize(("patience", "result"), [(300, 'echo "E: No such package"; exit 100'), (-1, "exit 0")])
def test_other_failures_and_long_locks_end_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], patience: int, result: str
) -> None:
    """Any other failure of apt-get, or a lock that stays too long, ends with its output and the advice."""
    monkeypatch.setattr(browser, "PATIENCE", patience)
    put_apt(tmp_path, result)
    with pytest.raises(Problem, match="Chromium"):
        browser.install_from_debian("thing")
    assert "\nE: " in capsys.readouterr().out
