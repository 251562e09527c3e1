"""Texts of earlier versions: names without the site's path, and lines of exported files."""

from dataclasses import replace
from urllib.parse import quote

import pytest

from app.game.shelf import read_save, write_save
from app.game.summary import with_summary_notes
from app.page.notice import Notice
from app.saved_names import BEFORE, DAYS, FINISHED, GAME_PLACE, OPEN, PREFERENCES, PRINTED
from app.saves.former import FORMER_SITE, adopt_former_texts, current_line, is_former
from support import playing as p
from support.saved_files import DEVICE, EMPTY, ON_CUSTOM_MAP, WON, file_of, file_with, imported
from support.tabs import SITE, TIME, Storage, texts_on
from support.visits import changed
from test_releases import saved_by

RELEASE = saved_by("0.2.0", "device")
_STEPS = p.GAMES["A"]
_RECORD = p.game_of(_STEPS[20][1]).record
EARLY, LATE = (write_save(replace(p.game_of(_STEPS[step][1]), key="one"), 0) for step in (8, 20))
OTHER, OVER = (write_save(replace(game, key="two"), 0) for game in (p.game_of(_STEPS[8][1]), WON))
RESULT = write_save(with_summary_notes(replace(WON, key="two")), 0)


def adopted(former: dict[str, str], ours: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """Return a device's texts after it has adopted former ones, and the names of the texts that stay."""
    storage = Storage(ours)
    storage.data |= former
    adopt_former_texts(texts_on(storage))
    return storage.texts, {*former} & {*storage.data}


@pytest.mark.parametrize("owner", [SITE.strip(), "/another/"])
def test_former_saves_stay_until_they_can_be_adopted(owner: str) -> None:
    """On a full device, the release's texts stay, and are adopted later. Those of another site are never adopted."""
    storage, is_ours = Storage(), owner == SITE.strip()
    storage.data |= (former := {**RELEASE, FORMER_SITE: owner})
    for storage.failure, moves in ((Notice.FULL, False), (None, is_ours)):
        assert adopt_former_texts(texts_on(storage)) == moves
        assert (storage.texts, storage.data == former) == (RELEASE if moves else {}, not moves)


def test_release_is_adopted_unchanged() -> None:
    """A device without other texts adopts everything that release 0.2.0 has saved; a repetition changes nothing."""
    assert all(map(is_former, RELEASE))
    assert not any(map(is_former, (FORMER_SITE, f"/ {GAME_PLACE}", "other")))
    assert adopted(RELEASE, {}) == adopted(RELEASE, RELEASE) == (RELEASE, set())
    assert adopted({}, RELEASE) == (RELEASE, set())


@pytest.mark.parametrize(
    ("former", "ours", "after"),
    [
        ({GAME_PLACE: LATE}, {GAME_PLACE: EARLY}, {GAME_PLACE: LATE}),
        ({GAME_PLACE: EARLY}, {GAME_PLACE: LATE}, {GAME_PLACE: LATE}),
        ({GAME_PLACE: OTHER}, {GAME_PLACE: LATE}, {GAME_PLACE: LATE, f"{OPEN}{TIME}.two": OTHER}),
        ({GAME_PLACE: OVER}, {GAME_PLACE: LATE}, {GAME_PLACE: LATE, f"{FINISHED}{TIME}.two": RESULT}),
        (
            {GAME_PLACE: OVER, f"{FINISHED}1.two": RESULT},
            {GAME_PLACE: LATE},
            {GAME_PLACE: LATE, f"{FINISHED}1.two": RESULT},
        ),
        (
            {DAYS: "2026-11-20:k1:7 2026-11-21:k2:8"},
            {DAYS: "2026-11-21:k3:9"},
            {DAYS: "2026-11-20:k1:7 2026-11-21:k2:8"},
        ),
    ],
)
def test_texts_are_united(former: dict[str, str], ours: dict[str, str], after: dict[str, str]) -> None:
    """A game that continues ours replaces it, another one goes to the history, and one run of each day counts."""
    found, rest = adopted(former, ours)
    if DAYS in after:
        found, after = ({DAYS: " ".join(sorted(texts[DAYS].split()))} for texts in (found, after))
    assert (found, rest) == (after, set())


def test_game_of_release_0_1_0_gets_the_current_form() -> None:
    """The unfinished game of release 0.1.0 has the form of other games afterwards."""
    text, before = f"{_RECORD} practice:2 seen:1", "c1-a-1p-k3x9q2"
    after, _ = adopted({GAME_PLACE: text, GAME_PLACE + BEFORE: before}, {})
    saved, seen = read_save(after[GAME_PLACE])
    assert (saved.record, saved.takebacks, seen) == (_RECORD, 2, 1)
    assert read_save(after[GAME_PLACE + BEFORE]).game.record == before


@pytest.mark.parametrize("name", [GAME_PLACE, PREFERENCES, PRINTED])
def test_text_without_a_place_stays(name: str) -> None:
    """An unreadable game stays where it is if this version has one, and so does any text that can't be united."""
    assert adopted({name: "theirs"}, {name: "ours"}) == ({name: "ours"}, {name})


def test_lines_of_former_files() -> None:
    """A file from between release 0.2.0 and this version, whose other lines end with a copy of a game, is imported."""
    device = changed(DEVICE, library=(*(DEVICE.memory.library or ()), ON_CUSTOM_MAP))
    lines, (name, text) = file_of(device).splitlines()[1:], ON_CUSTOM_MAP
    custom, copy = f"{name} {text}", next(line.partition(" ")[2] for line in lines if line.startswith(FINISHED))
    former = [
        f"{name}={quote(text)} {copy}" if line == custom else f"{line} {copy}" if "=" in line.split()[0] else line
        for line in lines
    ]
    assert sum(line != ours for line, ours in zip(former, lines, strict=True)) > 4
    assert [*map(current_line, former)] == [*map(current_line, lines)] == lines
    there, plain = (imported(EMPTY, file_with(*some))[0] for some in (former, lines))
    assert there.memory == plain.memory
    assert ON_CUSTOM_MAP in (there.memory.library or ())
