"""The file with everything that the player has saved: printed games, maps, and answers to puzzles, beside the games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.effects import ReadLibrary, SaveImported, SaveOtherGame
from app.game.custom_maps import MAX_MAPS, names_in, sides_in, with_maps, with_name
from app.game.library import Texts
from app.game.printed import read_printed, write_printed
from app.game.puzzle_progress import read_progress
from app.game.setup import MAX_NAME_LENGTH
from app.game.shelf import FINISHED, MAP_NAMES, MAPS, OPEN, PRINTED_BEFORE, PUZZLES
from app.memory import SavedText
from app.notice import Notice
from app.screens.history.importing import FILE_HEADER, MAX_LINE_LENGTH, Import
from app.screens.history.other_lines import OtherLine, PrintedGames, is_other, read_other, write_other
from app.visit import Visit
from cartographers.errors import InvalidRecord
from support.playing import kept_games, shown
from support.refusals import refused
from support.saved_files import (
    DEVICE,
    EARLIER,
    EMPTY,
    NAMES,
    ON_CUSTOM_MAP,
    ON_TABLE,
    PAST,
    PROGRESS,
    file_of,
    holdings,
    imported,
    result_of,
    sides,
    too_many_answers,
)
from support.saved_files import MAPS as SIDES
from support.visits import changed, effects_of, updated


def told(visit: Visit) -> str:
    """Return the text of the history."""
    return text_of(shown(visit))


def file_with(*lines: str) -> str:
    """Return a file with lines."""
    return "\n".join([FILE_HEADER, *lines])


def printed_in(visit: Visit) -> Texts:
    """Return the printed games in a device's history."""
    return tuple(game for game in visit.memory.library or () if game[0].startswith(PRINTED_BEFORE))


def test_file_moves_everything() -> None:
    """An empty device that imports a file has everything, and the page counts it."""
    there, effects = imported(EMPTY, file_of(DEVICE))
    assert there.memory.library == (*kept_games(), PAST, (f"{PRINTED_BEFORE}2026-11-27.0", ON_TABLE))
    assert (there.memory.maps, there.memory.map_names) == (SIDES, NAMES)
    assert read_progress(there.memory.puzzles) == read_progress(PROGRESS)
    assert "Also imported: 2 printed games, 2 maps, and 3 answers to puzzles." in told(there)
    assert SaveImported(SIDES, NAMES, PROGRESS) in effects
    assert {effect.name for effect in effects if isinstance(effect, SaveOtherGame)} == dict(there.memory.library).keys()


def test_second_import_changes_nothing() -> None:
    """A file that is imported twice, or on the device that has exported it, changes nothing."""
    once, _ = imported(EMPTY, file_of(DEVICE))
    for device in (once, DEVICE):
        again, effects = imported(device, file_of(DEVICE))
        assert again.memory == device.memory
        assert [effect for effect in effects if isinstance(effect, SaveOtherGame)] == []
        assert f"0 new games imported. Already here: {len(kept_games()) + 2}." in told(again)
        assert "Also" not in told(again)


#: More words of notes on puzzles.
ANSWERS = ("17.12:3:0", "17.12?:3:fA1A2", "17.12?:3:fB1B2", "5.30?:4:w", "2026-11-27")
_PARTS = st.fixed_dictionaries(
    {
        "library": st.lists(st.sampled_from([*kept_games(), PAST]), unique=True).map(tuple),
        "maps": st.lists(st.sampled_from(SIDES.split()), unique=True).map(" ".join),
        "map_names": st.lists(
            st.builds(lambda *named: with_name("", *named), st.sampled_from(SIDES.split()), st.sampled_from("ab")),
            unique_by=lambda word: word.partition(":")[0],
        ).map(" ".join),
        "puzzles": st.lists(st.sampled_from([*PROGRESS.split(), *ANSWERS])).map(" ".join),
        "printed": st.sampled_from(["", ON_TABLE, PAST[1], EARLIER[1]]).map(lambda text: SavedText(text, text)),
    }
)


@settings(max_examples=40, deadline=None)
@given(mine=_PARTS, theirs=_PARTS)
def test_import_unites_two_devices(mine: dict[str, object], theirs: dict[str, object]) -> None:
    """After an import, a device has everything of both devices once, and its own answers to puzzles stay."""
    here, there = changed(EMPTY, **mine), changed(EMPTY, **theirs)
    both, _ = imported(here, file_of(there))
    names, printed, maps, answers, days, map_names = holdings(both)
    assert names == {name for one in (here, there) for name in dict(one.memory.library or ()) if PAST[0] != name}
    assert isinstance(printed, set)
    table = {here.memory.printed.text} & {PAST[1], EARLIER[1], ON_TABLE}
    for text in {PAST[1]} & {*dict(there.memory.library or ()).values()} | {there.memory.printed.text} - {""}:
        assert text in printed | table or (text == EARLIER[1] and PAST[1] in printed | table)
    assert len(printed & {PAST[1], EARLIER[1]}) < 2
    assert maps == {*here.memory.maps.split(), *there.memory.maps.split()}
    named = {side: name for side, name in names_in(there.memory.map_names).items() if side in both.memory.maps.split()}
    assert names_in(both.memory.map_names) == {**named, **names_in(here.memory.map_names)}
    assert isinstance(map_names, set)
    ours, others = (read_progress(one.memory.puzzles) for one in (here, there))
    assert answers == {*ours.answers, *others.answers}
    assert days == ours.days | others.days
    assert {**read_progress(both.memory.puzzles).answers, **ours.answers} == read_progress(both.memory.puzzles).answers
    again, _ = imported(both, file_of(there))
    assert again.memory == both.memory


def test_later_state_of_a_printed_game_replaces_the_earlier_one() -> None:
    """A state of a printed game with more maps replaces the one in the history; an earlier state isn't imported."""
    early, late = (changed(EMPTY, library=(game,)) for game in (EARLIER, PAST))
    after, effects = imported(early, file_of(late))
    assert after.memory.library == (PAST,)
    assert SaveOtherGame(*PAST) in effects
    assert "Also imported: 1 printed game." in told(after)
    before, _ = imported(late, file_of(early))
    assert before.memory.library == (PAST,)
    assert "Already here: 1." in told(before)


def test_printed_games_that_differ_are_both_kept() -> None:
    """Two printed games of the same deal with different maps, or under the same name, are both in the history."""
    other = PAST[1].replace("p1-a--o116", "p1-a-1-o116")
    both, _ = imported(changed(EMPTY, library=(PAST,)), file_with(write_other(OtherLine(PAST[0], other), "")))
    assert printed_in(both) == (PAST, (f"{PRINTED_BEFORE}2026-11-26.0", other))
    game = read_printed(other)
    assert write_printed(game) == other


def test_import_can_be_repeated_after_the_device_was_full() -> None:
    """If the device was too full for a file, the history shows what was saved, and another import adds the rest."""
    full, _ = imported(EMPTY, file_of(DEVICE))
    full = updated(full, m.OtherSaveFailed(Notice.CROWDED))
    assert ReadLibrary("History") in effects_of(full, m.OtherSaveFailed(Notice.CROWDED))
    first = full.memory.library[:2] if full.memory.library else ()
    there = updated(updated(full, m.LibraryRead("\n".join(map(" ".join, first)))), m.DismissNotice())
    assert there.memory.library == first
    again, effects = imported(there, file_of(DEVICE))
    assert holdings(again) == holdings(full)
    saved = {effect.name for effect in effects if isinstance(effect, SaveOtherGame)}
    assert saved == dict(full.memory.library or ()).keys() - dict(first).keys()
    assert SaveImported(SIDES, NAMES, PROGRESS) in effects


def test_printed_game_on_the_table_stays_there() -> None:
    """A printed game that is on the table isn't imported, but a later state of it goes to the history."""
    table = changed(EMPTY, printed=SavedText(EARLIER[1], EARLIER[1]))
    for game, expected in ((EARLIER, ()), (PAST, (PAST,))):
        after, _ = imported(table, file_of(changed(EMPTY, library=(game,))))
        assert printed_in(after) == expected
        assert after.memory.printed == table.memory.printed


def test_games_of_another_version_are_kept() -> None:
    """A printed game of other rules, or of a newer version of the page, moves with its text."""
    for text in ("p2 anything new end", PAST[1].replace(" c1-", " c9-")):
        there, _ = imported(EMPTY, file_of(changed(EMPTY, library=((PAST[0], text),))))
        assert there.memory.library == ((PAST[0], text),)


def test_damaged_data_is_not_exported() -> None:
    """Unreadable words of notes and damaged printed games aren't in the file, which can therefore be imported."""
    damaged = changed(
        EMPTY,
        library=((PAST[0], "p1 nonsense end"), (f"{PRINTED_BEFORE}yesterday.Z", PAST[1])),
        maps=f"XAB- {SIDES} x",
        map_names=f"XAB-:a {SIDES.split()[0]}:%20 {NAMES} {SIDES.split()[0]}:{'a' * 25} {SIDES.split()[0]}",
        puzzles=f"1.1:9:9 {PROGRESS} 2026-02-31",
        printed=SavedText("p1 nonsense", ""),
    )
    there, _ = imported(EMPTY, file_of(damaged))
    assert there.memory.library == ((f"{PRINTED_BEFORE}0.0", PAST[1]),)
    assert (there.memory.maps, there.memory.map_names, there.memory.puzzles) == (SIDES, NAMES, PROGRESS)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{PUZZLES}=17.12:3:2%20end%20x", "its end is missing"),
        (f"{PUZZLES}=17.12:3:2", "its end is missing"),
        (f"{PUZZLES}=", "its end is missing"),
        (f"{PUZZLES}=17.12:3:9%20end", "'17.12:3:9' isn't an answer to a puzzle or the day of one"),
        (f"{PUZZLES}=2026-02-31%20end", "'2026-02-31' isn't an answer"),
        (f"{MAPS}=X3UGU2OPOB8QGTHS%20end", "'X3UGU2OPOB8QGTHS' isn't the code of a custom map"),
        (f"{MAPS}=A%20end", "'A' isn't the code of a custom map"),
        (f"{MAP_NAMES}=X3UGU2OPOB8QGTHR:a%2500%20end", "'X3UGU2OPOB8QGTHR:a%00' isn't the name of a custom map"),
        (f"{MAP_NAMES}=X3UGU2OPOB8QGTHR:%20end", "'X3UGU2OPOB8QGTHR:' isn't the name of a custom map"),
        (f"{MAP_NAMES}=A:a%20end", "'A:a' isn't the name of a custom map"),
        (f"{MAP_NAMES}=X3UGU2OPOB8QGTHR:a", "its end is missing"),
        (f"{PRINTED_BEFORE}2026-02-31.a={PAST[1].replace(' ', '%20')}", "doesn't contain a valid date"),
        (f"{PRINTED_BEFORE}2026-11-26={PAST[1].replace(' ', '%20')}", "doesn't contain a valid date"),
        (f"{PRINTED_BEFORE}0.a=p1%20c1-a-1p-x%200%20by:%20map:0.0.p1-a--o999%20end", ""),
        (f"{PRINTED_BEFORE}0.a=p1%20c1-a-1p-x%20999%20by:%20end", "this printed game has at most"),
        (f"{PRINTED_BEFORE}0.a=v2%20c1-a-1p-x%20end", "isn't a saved printed game"),
        (f"{PUZZLES}=end {'x' * MAX_LINE_LENGTH}", f"the line has more than {MAX_LINE_LENGTH} characters"),
    ],
)
def test_damaged_line_changes_nothing(line: str, why: str) -> None:
    """A damaged line is named with its number and its fault, and nothing of the file is imported."""
    lines = file_of(DEVICE).splitlines()
    there, effects = imported(EMPTY, "\n".join([*lines[:3], line, *lines[3:]]))
    assert there.memory == EMPTY.memory
    assert not [effect for effect in effects if isinstance(effect, SaveImported | SaveOtherGame)]
    assert "Nothing was imported. Line 4: " in told(there)
    assert why in told(there)


def test_truncated_file_changes_nothing() -> None:
    """A file that was cut off within one of its lines changes nothing."""
    text = file_of(changed(EMPTY, maps=SIDES, map_names=NAMES, puzzles=PROGRESS, library=(PAST,)))
    starts = [0, *(place + 1 for place, character in enumerate(text) if character == "\n")]
    for end in range(len(FILE_HEADER) + 1, len(text) - 1):
        if end not in starts and text[end] != "\n":
            there, _ = imported(EMPTY, text[:end])
            assert there.memory == EMPTY.memory, text[:end]


def test_maps_have_a_limit() -> None:
    """An import adds maps up to a total; the page says how many were left out."""
    many = sides(MAX_MAPS + 3)
    full = changed(EMPTY, maps=" ".join(many[:-2]))
    there, _ = imported(EMPTY, file_of(full))
    assert sides_in(there.memory.maps) == tuple(reversed(many[1:-2]))
    assert "Also imported: 100 maps. 1 map was left out" in told(there)
    again, _ = imported(full, file_of(changed(EMPTY, maps=" ".join(many))))
    assert again.memory.maps == full.memory.maps
    assert "2 maps were left out" in told(again)
    assert with_maps(" ".join(many[:2]), " ".join(many[1:4])).split() == [*many[2:4], *many[:2]]


def test_names_of_maps_that_were_left_out_are_left_out() -> None:
    """An import adds only names of maps that the device then has, and no name replaces the device's own."""
    first, second = SIDES.split()
    file = file_of(changed(EMPTY, maps=first, map_names=f"{first}:a {second}:b"))
    there, effects = imported(EMPTY, file)
    assert there.memory.map_names == f"{first}:a"
    assert SaveImported(first, f"{first}:a {second}:b", "") in effects
    here, _ = imported(changed(EMPTY, maps=SIDES, map_names=f"{first}:mine"), file)
    assert names_in(here.memory.map_names) == {first: "mine", second: "b"}


def test_answers_have_a_limit() -> None:
    """A file with more answers than a player can give in many years is refused with a sentence."""
    assert result_of(Import(too_many_answers(), ()).work()) == m.ImportRejected(0, "")
    there, _ = imported(EMPTY, too_many_answers())
    assert there.memory == EMPTY.memory
    assert "Nothing was imported. The file has more than 12000 answers to puzzles." in told(there)


def test_lines_of_a_newer_version_are_left_out_and_mentioned() -> None:
    """Lines under an unknown name don't stop an import, and the page says that they were left out."""
    there, _ = imported(EMPTY, f"{file_of(DEVICE)}cartographers.stickers=1%20end\n")
    assert holdings(there) == holdings(imported(EMPTY, file_of(DEVICE))[0])
    assert "Part of the file is from a newer version of this page and was left out." in told(there)
    assert "newer" not in told(imported(EMPTY, file_of(DEVICE))[0])


def test_file_of_an_older_version_is_imported() -> None:
    """A file with games alone, as older versions write it, is imported as before."""
    there, effects = imported(EMPTY, file_with(*map(" ".join, kept_games())))
    assert there.memory.library == kept_games()
    assert not any(isinstance(effect, SaveImported) for effect in effects)
    assert f"{len(kept_games())} new games imported. Already here: 0." in told(there)


def test_device_without_games_exports_the_rest() -> None:
    """A device that has only maps, answers, or printed games has a file, too; an empty device has none."""
    for facts in ({"maps": SIDES}, {"puzzles": PROGRESS}, {"library": (PAST,)}):
        device = changed(EMPTY, **facts)
        assert "Save all games to a file" in told(device)
        assert holdings(imported(EMPTY, file_of(device))[0]) == holdings(device)
    assert "Save all games to a file" not in told(EMPTY)


def test_lines_are_short_enough() -> None:
    """The longest lines, with many words and after a long game, don't reach the limit of a line."""
    names = " ".join(with_name("", side, "\U0001f5fa" * MAX_NAME_LENGTH) for side in sides(100))
    many = changed(
        EMPTY, maps=SIDES, map_names=names, puzzles=" ".join(f"{number}.999:4:2" for number in range(900_000, 900_999))
    )
    lines = file_of(many).splitlines()
    assert max(map(len, lines)) < MAX_LINE_LENGTH / 4
    assert len(lines) > 20


def test_games_on_custom_maps_have_lines_of_their_own() -> None:
    """A game on a custom map, which release 0.2.0 can't read, moves in a line that this release skips."""
    device = changed(EMPTY, library=(*kept_games(), ON_CUSTOM_MAP))
    text = file_of(device)
    assert f"\n{ON_CUSTOM_MAP[0]}=v2" in text
    there, _ = imported(EMPTY, text)
    assert there.memory.library == device.memory.library
    assert f"{len(kept_games()) + 1} new games imported. Already here: 0." in told(there)
    again, _ = imported(there, text)
    assert again.memory == there.memory
    assert f"Already here: {len(kept_games()) + 1}." in told(again)
    for end in range(text.index(f"{ON_CUSTOM_MAP[0]}=") + 1, text.index("%20end ") + 6, 7):
        assert imported(EMPTY, text[:end])[0].memory == EMPTY.memory
    alone = changed(EMPTY, library=(ON_CUSTOM_MAP,))
    assert imported(EMPTY, file_of(alone))[0].memory.library == (ON_CUSTOM_MAP,)


@given(text=st.text())
def test_other_line_round_trip(text: str) -> None:
    """A line with any text is one line; its first word tells its kind, and no game's line has such a word."""
    line = write_other(OtherLine(PUZZLES, text), "v2 c1-a-1p-x end")
    assert line.splitlines() == [line]
    assert is_other(line)
    for start in (OPEN, FINISHED):
        assert not is_other(f"{start}1.a v2 c1-a-1p-x a=b end")
    try:
        found = read_other(line)
    except InvalidRecord:
        return
    assert read_other(write_other(OtherLine(PUZZLES, f"{found.text} end"), "")) == found


def test_unreadable_line_is_refused() -> None:
    """A line with percent signs that decode to nothing is refused."""
    with refused(InvalidRecord, match="its end is missing"):
        read_other(f"{MAPS}=%FF%FE%")


def test_many_games_of_one_name_are_merged_quickly() -> None:
    """Thousands of printed games with the same name get free names."""
    games = PrintedGames((), "")
    count = 3000
    for number in range(count):
        assert games.add(PAST[0], f"p2 {number} end")
    assert len(games.new) == count
