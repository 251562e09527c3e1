"""The journeys in several engines run only on request, and say why an engine is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tasks import ENGINES, browser
from tasks.steps import ROOT

pytestmark = pytest.mark.native
MISSING = "This machine has neither Playwright's webkit nor WebKitGTK's MiniBrowser with its driver and a screen."


def journeys(nothing: Path, *options: str) -> tuple[int, str]:
    """Run the journeys on a machine with no browser, and return the exit code and the output."""
    command = [sys.executable, "-m", "pytest", "tests/engines", "-p", "no:cacheprovider", "--keep-failures", *options]
    bare = {"PATH": str(nothing), "PLAYWRIGHT_BROWSERS_PATH": str(nothing)}
    done = subprocess.run(command, cwd=ROOT, env=os.environ | bare, check=False, capture_output=True, encoding="utf-8")  # noqa: S603 - pytest
    return done.returncode, done.stdout


def test_journeys_run_only_on_request(request: pytest.FixtureRequest) -> None:
    """Without an engine on the command line, pytest ignores the journeys, but no other tests."""
    config = request.config
    ignored = [
        path.name
        for path in (ROOT / "tests").iterdir()
        if config.hook.pytest_ignore_collect(path=None, collection_path=path, config=config)
    ]
    assert ignored == ([] if config.getoption("--engine") else ["engines"])


@pytest.mark.thorough
def test_missing_engines_are_skipped_with_a_sentence(tmp_path: Path) -> None:
    """A missing engine is skipped with a sentence; if it is the only one on the command line, it fails."""
    code, output = journeys(tmp_path, "--engine=webkit", "--engine=firefox", "-k=lesson")
    assert code == pytest.ExitCode.OK, output
    assert MISSING in output
    assert "2 skipped" in output
    code, output = journeys(tmp_path, "--engine=webkit", "-k=lesson")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert MISSING in output


@pytest.mark.parametrize(
    ("programs", "display", "engines"),
    [
        ((), ":0", set()),
        (("firefox",), "", {"firefox"}),
        (("WebKitWebDriver",), "", set()),
        (("WebKitWebDriver",), ":0", {"webkit"}),
        (("WebKitWebDriver", "xvfb-run", "firefox-esr"), "", {"firefox", "webkit"}),
    ],
)
def test_browsers_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, programs: tuple[str, ...], display: str, engines: set[str]
) -> None:
    """Firefox needs only its program; WebKitGTK needs its browser, its driver, and a screen."""
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name in programs else None)
    monkeypatch.setattr(Path, "glob", lambda *_: iter([Path("/usr/lib/webkit2gtk-4.1/MiniBrowser")]))
    monkeypatch.setenv("DISPLAY", display)
    assert {engine for engine in ENGINES if browser.driven(engine)} == engines
