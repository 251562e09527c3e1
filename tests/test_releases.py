"""This version reads everything that each release has saved and sent."""

import json
import re
import tomllib
from typing import Any

import pytest

from app.arrival.invitation import FRAGMENT, read_invitation
from app.game.daily import read_runs
from app.game.library import finished_game, readable_entries, replayed
from app.game.shelf import shelf_of
from app.game.summary import deal_summary, summary_of
from app.page.preferences import read_preferences
from app.room.saved_room import read_room
from app.saved_names import BEFORE, DAYS, FINISHED, GAME_PLACE, OPEN, PREFERENCES, ROOM_PLACE
from app.screens.history.importing import Import, ImportChecked
from cartographers.game_id import RULES_VERSION
from rooms.games import Games
from rooms.peer import Peer
from support.saved_files import file_with, result_of
from tasks.steps import ROOT

pytestmark = pytest.mark.native
FOLDER = ROOT / "tests/releases"
KEPT = sorted(path.name for path in FOLDER.iterdir())
#: The release before rooms, the history, and the daily game. Nobody has saved more than one unfinished game with it.
FIRST = "0.1.0"


def saved_by(release: str, name: str) -> Any:  # noqa: ANN401 - JSON
    """Return texts that a release's page has saved in its browser."""
    return json.loads((FOLDER / release / f"{name}.json").read_text("utf-8"))


#: The releases with today's rules. Games of other rules can't continue (tests/app/test_other_rules.py).
RELEASES = [name for name in KEPT if f" {RULES_VERSION}-" in saved_by(name, "device")[GAME_PLACE]]


def test_every_release_is_here() -> None:
    """The folder has each released version except the first."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) ", changelog, re.MULTILINE)
    assert version in released
    assert sorted({*released} - {FIRST}) == KEPT


@pytest.mark.parametrize("release", RELEASES)
def test_device_of_a_release_loses_nothing(release: str) -> None:
    """Every game of a release's device is readable and has its results, and its days and preferences are known."""
    device = saved_by(release, "device")
    shelf = shelf_of(device[GAME_PLACE], device[GAME_PLACE + BEFORE])
    assert shelf.saved
    assert not shelf.error
    games = [(name, text) for name, text in device.items() if name.startswith((FINISHED, OPEN))]
    entries = readable_entries(tuple(games))
    assert len(games) > 3
    assert [entry.unplayable for entry in entries] == [None] * len(games)
    for entry in (entry for entry in entries if entry.finished):
        game = finished_game(replayed(entry.text).game)
        assert (entry.summary, entry.deal_summary) == (summary_of(game), deal_summary(game.id, summary_of(game)))
    assert str(read_runs(device[DAYS])) == device[DAYS]
    assert {*device[PREFERENCES].split()} <= {*str(read_preferences(device[PREFERENCES])).split()}


@pytest.mark.parametrize("release", RELEASES)
def test_file_of_a_release_is_imported(release: str) -> None:
    """All games of a file that a release has exported are imported unchanged."""
    games = [pair for pair in saved_by(release, "device").items() if pair[0].startswith((FINISHED, OPEN))]
    last = result_of(Import(file_with(*games), ()).work())
    assert isinstance(last, ImportChecked)
    assert [*last.games] == games


@pytest.mark.parametrize("release", RELEASES)
def test_room_of_a_release_loses_nothing(release: str) -> None:
    """Every saved statement of a release's room is readable, and makes the same game; a link's message is refused."""
    room = saved_by(release, "room")
    invitation = read_invitation(room["link"].removeprefix(FRAGMENT))
    assert invitation.is_older
    for who in ("host", "guest"):
        [text] = [text for name, text in room[who].items() if name.startswith(ROOM_PLACE)]
        kept = text.partition(" ")[2]  # the time comes first
        saved = read_room(kept)
        assert len(saved.statements) == len(kept.split("\n")) - 1 == 2
        assert saved.other_rules is None
        games = Games(Peer("0" * 64, invitation.word.rpartition(".")[2], "x")).with_statements(saved.statements)
        assert games.current.table
        assert games.current.table.record == room[who][GAME_PLACE].split()[1]
