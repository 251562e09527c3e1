"""An arena in a terminal shows its progress."""

import sys
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

import pytest

from cartographers.arena import Match, run

pytestmark = pytest.mark.native


@pytest.mark.parametrize("installed", [True, False])
def test_arena_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, installed: bool
) -> None:
    """On a terminal, the arena shows its progress with tqdm if it is installed, otherwise in a plain line."""

    def tqdm(played: Iterable[object], **options: object) -> Iterator[object]:
        sys.stderr.write(f"bar of {options['total']}")
        yield from played

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("cartographers.arena.find_spec", lambda name: installed and name == "tqdm")
    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=tqdm))
    [result] = run([Match("c1-a-1p-watched", ("random",))], None, 1)
    assert result["player"] == "random"
    assert ("bar of 1" if installed else "1 of 1 games, 0 min 00 s left") in capsys.readouterr().err
