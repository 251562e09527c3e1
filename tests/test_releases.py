"""Versions understand each other: each release reads the texts of this version, and this version reads its texts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from app import messages as m
from app.game.library import finished_game, readable_entries, replayed
from app.game.shelf import BEFORE, DAYS, FINISHED, GAME_PLACE, MAPS, OPEN, PREFERENCES, PUZZLES, shelf_of
from app.game.summary import deal_summary, summary_of
from app.invitation import FRAGMENT, ROOM_PLACE, read_invitation
from app.preferences import OPTIONS, Preferences, read_preferences
from app.room.saved_room import read_room
from app.screens.history.importing import Import
from cartographers.game_id import RULES_VERSION
from support import importer, reader
from support.hostile import BY_HAND, LINKS, OPENER, RUNS
from support.playing import kept_games
from support.saved_files import DEVICE, ON_CUSTOM_MAP, PAST, file_of, file_with, result_of
from support.visits import changed
from tasks.steps import ROOT

pytestmark = pytest.mark.native
FOLDER = ROOT / "tests/releases"
KEPT = sorted(path.name for path in FOLDER.iterdir())
#: The release before rooms, the history, and the daily game. Nobody has saved more than one unfinished game with it.
FIRST = "0.1.0"
_KEPT = kept_games()
#: Texts of this version, with every preference set to its last choice. No release knows custom maps.
OURS = {
    "saves": [text for name, text in _KEPT if name.startswith(OPEN)],
    "history": [(name, text) for name, text in _KEPT if name.startswith(FINISHED)],
    "days": RUNS,
    "preferences": str(Preferences(*(choices[-1] for choices in OPTIONS.values()))),
    "links": [link for link in LINKS if not link.startswith("?map=")],
    "words": [[BY_HAND, OPENER]],
}


def saved_by(release: str, name: str) -> Any:  # noqa: ANN401 - JSON
    """Return texts that a release's page has saved in its browser."""
    return json.loads((FOLDER / release / f"{name}.json").read_text("utf-8"))


#: The releases with today's rules. Games of other rules can't continue (tests/app/test_other_rules.py).
RELEASES = [name for name in KEPT if f" {RULES_VERSION}-" in saved_by(name, "device")[GAME_PLACE]]


def games_in(device: dict[str, str], kind: str) -> list[tuple[str, str]]:
    """Return the saved games of a device whose names begin so."""
    return [(name, text) for name, text in device.items() if name.startswith(kind)]


def texts_of(release: str) -> dict[str, Any]:
    """Return the texts of a release's device and room for :mod:`reader`."""
    device, room = (saved_by(release, name) for name in ("device", "room"))
    invitation = read_invitation(room["link"].removeprefix(FRAGMENT))
    games = [text for _, text in games_in(device, OPEN)]
    return {
        "saves": [device[GAME_PLACE], device[GAME_PLACE + BEFORE], room["host"][GAME_PLACE], *games],
        "history": games_in(device, FINISHED),
        "days": device[DAYS],
        "preferences": device[PREFERENCES],
        "links": [room["link"], *(f"?record={text.split()[1]}" for _, text in games_in(device, FINISHED))],
        "words": [[invitation.packed_message.rpartition(".")[2], invitation.word.rpartition(".")[2]]],
    }


def run(release: str, program: str, text: str) -> Any:  # noqa: ANN401 - JSON
    """Return what the code of a release makes of a text, with one of its two programs."""
    command = [sys.executable, str(FOLDER / release / f"{program}.zip")]
    done = subprocess.run(command, input=text, capture_output=True, check=False, encoding="utf-8")  # noqa: S603 - our code
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_release_is_here() -> None:
    """The folder has each released version except the first."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) ", changelog, re.MULTILINE)
    assert version in released
    assert sorted({*released} - {FIRST}) == KEPT


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_release_and_this_version_understand_the_same(release: str, whose: str) -> None:
    """Saves, links, and messages of either version mean the same to both; a release skips preferences it lacks."""
    texts = OURS if whose == "ours" else texts_of(release)
    old, new = run(release, "code", json.dumps(texts)), json.loads(json.dumps(reader.read(texts)))
    old_preferences, new_preferences = (one.pop("preferences").split() for one in (old, new))
    assert old_preferences
    assert {*old_preferences} <= {*new_preferences}
    assert old == new


@pytest.mark.parametrize("release", RELEASES)
def test_device_of_a_release_loses_nothing(release: str) -> None:
    """Every game of a release's device is readable, has its results under today's rules, and can be imported."""
    device = saved_by(release, "device")
    shelf = shelf_of(device[GAME_PLACE], device[GAME_PLACE + BEFORE])
    assert shelf.saved
    assert not shelf.error
    games = (*games_in(device, FINISHED), *games_in(device, OPEN))
    entries = readable_entries(games)
    assert len(games) > 3
    assert [entry.unplayable for entry in entries] == [None] * len(games)
    for entry in (entry for entry in entries if entry.finished):
        game = finished_game(replayed(entry.text).game)
        assert (entry.summary, entry.deal_summary) == (summary_of(game), deal_summary(game.id, summary_of(game)))
    last = result_of(Import(file_with(*games), ()).work())
    assert isinstance(last, m.ImportChecked)
    assert len(last.games.split("\n")) == len(games)
    assert {*device[PREFERENCES].split()} <= {*str(read_preferences(device[PREFERENCES])).split()}


@pytest.mark.parametrize("release", RELEASES)
def test_release_imports_all_games_of_our_file(release: str) -> None:
    """A release imports the games of a file on printed maps, and skips everything that it doesn't know."""
    file = file_of(changed(DEVICE, library=(*(DEVICE.memory.library or ()), ON_CUSTOM_MAP)))
    assert all(f"{name}=" in file for name in (PAST[0], MAPS, PUZZLES))
    games = [" ".join(game) for game in _KEPT]
    assert run(release, "import", file) == games
    assert importer.imported(file) == [*games, " ".join(ON_CUSTOM_MAP)]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("who", ["host", "guest"])
def test_room_of_a_release_loses_nothing(release: str, who: str) -> None:
    """Every saved statement of a release's room is readable, and its rules are today's."""
    [text] = [text for name, text in saved_by(release, "room")[who].items() if name.startswith(ROOM_PLACE)]
    kept = text.partition(" ")[2]  # the time comes first
    saved = read_room(kept)
    assert len(saved.statements) == len(kept.split("\n")) - 1 == 2
    assert saved.other_rules is None
