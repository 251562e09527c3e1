"""The file with everything that the player has saved: printed games, maps, and answers to puzzles, beside the games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.effects import ReadLibrary, SaveImported, SaveOtherGame
from app.game.custom_maps import MAX_MAPS, names_in, sides_in, with_maps, with_name
from app.game.daily import LAST_TIME
from app.game.library import Texts
from app.game.printed import read_printed, write_printed
from app.game.puzzle_progress import read_progress
from app.game.setup import MAX_NAME_LENGTH
from app.game.shelf import FINISHED, MAP_NAMES, MAPS, OPEN, PRINTED_BEFORE, PUZZLES, read_notes
from app.memory import SavedText
from app.notice import Notice
from app.screens.history.importing import FILE_HEADER, MAX_LINE_LENGTH, Import
from app.screens.history.other_lines import OtherLine, PrintedGames, is_other, read_other, write_other
from app.visit import Visit
from cartographers.errors import InvalidRecord
from support import saved_files
from support.playing import kept_games, shown
from support.saved_files import EARLIER, EMPTY, NAMES, PAST, PROGRESS, file_of, holdings, imported
from support.saved_files import MAPS as SIDES
from support.visits import changed, effects_of, updated

KEPT = kept_games()
FILE = file_of(saved_files.DEVICE)
GAME, SUMMARY = KEPT[2][1], read_notes(KEPT[2][1]).other("sum")
FIRST, SECOND = SIDES.split()


def told(visit: Visit) -> str:
    """Return the text of the history."""
    return text_of(shown(visit))


def test_file_moves_everything() -> None:
    """An empty device that imports a file has everything, and the page counts it."""
    there, effects = imported(EMPTY, FILE)
    library = (*KEPT, PAST, (f"{PRINTED_BEFORE}2026-11-27.0", saved_files.ON_TABLE))
    assert there.memory.library == library
    assert (there.memory.maps, there.memory.map_names) == (SIDES, NAMES)
    assert read_progress(there.memory.puzzles) == read_progress(PROGRESS)
    assert "Also imported: 2 printed games, 2 maps, and 3 answers to puzzles." in told(there)
    expected = [*(SaveOtherGame(*game) for game in library), SaveImported(SIDES, NAMES, PROGRESS)]
    assert sorted(effects, key=str) == sorted(expected, key=str)


def test_second_import_changes_nothing() -> None:
    """A file that is imported twice, or on the device that has exported it, changes nothing."""
    for device in (imported(EMPTY, FILE)[0], saved_files.DEVICE):
        again, effects = imported(device, FILE)
        assert again.memory == device.memory
        assert not any(isinstance(effect, SaveOtherGame) for effect in effects)
        assert f"0 new games imported. Already here: {len(KEPT) + 2}." in told(again)
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
        "printed": st.sampled_from(["", saved_files.ON_TABLE, PAST[1], EARLIER[1]]).map(
            lambda text: SavedText(text, text)
        ),
    }
)


@settings(max_examples=40, deadline=None)
@given(mine=_PARTS, theirs=_PARTS)
def test_import_unites_two_devices(mine: dict[str, object], theirs: dict[str, object]) -> None:
    """After an import, a device has everything of both devices once, and its own answers to puzzles stay."""
    here, there = changed(EMPTY, **mine), changed(EMPTY, **theirs)
    both, _ = imported(here, file_of(there))
    names, printed, maps, answers, days, _ = holdings(both)
    assert names == {name for one in (here, there) for name in dict(one.memory.library or ()) if PAST[0] != name}
    assert isinstance(printed, set)
    table = {here.memory.printed.text} & {PAST[1], EARLIER[1], saved_files.ON_TABLE}
    for text in {PAST[1]} & {*dict(there.memory.library or ()).values()} | {there.memory.printed.text} - {""}:
        assert text in printed | table or (text == EARLIER[1] and PAST[1] in printed | table)
    assert len(printed & {PAST[1], EARLIER[1]}) < 2
    assert maps == {*here.memory.maps.split(), *there.memory.maps.split()}
    named = {side: name for side, name in names_in(there.memory.map_names).items() if side in both.memory.maps.split()}
    assert names_in(both.memory.map_names) == {**named, **names_in(here.memory.map_names)}
    ours, others, now = (read_progress(one.memory.puzzles) for one in (here, there, both))
    assert (answers, days) == ({*ours.answers, *others.answers}, ours.days | others.days)
    assert {**now.answers, **ours.answers} == now.answers
    assert imported(both, file_of(there))[0].memory == both.memory


_OTHER = PAST[1].replace("p1-a--o116", "p1-a-1-o116")


@pytest.mark.parametrize(
    ("here", "table", "there", "expected", "said"),
    [
        ((EARLIER,), "", PAST, (PAST,), "Also imported: 1 printed game."),
        ((PAST,), "", EARLIER, (PAST,), "Already here: 1."),
        ((), EARLIER[1], EARLIER, (), "Already here: 1."),
        ((), EARLIER[1], PAST, (PAST,), "Also imported: 1 printed game."),
        ((PAST,), "", (PAST[0], _OTHER), (PAST, (f"{PRINTED_BEFORE}2026-11-26.0", _OTHER)), "1 printed game."),
    ],
    ids=["later state", "earlier state", "state on the table", "later state than on the table", "other maps"],
)
def test_latest_state_of_a_printed_game_is_kept(
    here: Texts, table: str, there: tuple[str, str], expected: Texts, said: str
) -> None:
    """A later state of a printed game replaces the one in the history, not on the table; different games both stay."""
    after, effects = imported(
        changed(EMPTY, library=here, printed=SavedText(table, table)),
        saved_files.file_with(write_other(OtherLine(*there))),
    )
    assert (after.memory.library, after.memory.printed.text) == (expected, table)
    assert [effect for effect in effects if isinstance(effect, SaveOtherGame)] == [
        SaveOtherGame(*game) for game in expected if game not in here
    ]
    assert said in told(after)
    assert write_printed(read_printed(there[1])) == there[1]


def test_import_can_be_repeated_after_the_device_was_full() -> None:
    """If the device was too full for a file, the history shows what was saved, and another import adds the rest."""
    full, _ = imported(EMPTY, FILE)
    full = updated(full, m.OtherSaveFailed(Notice.CROWDED))
    assert ReadLibrary("History") in effects_of(full, m.OtherSaveFailed(Notice.CROWDED))
    first, rest = (full.memory.library or ())[:2], (full.memory.library or ())[2:]
    there = updated(updated(full, m.LibraryRead("\n".join(map(" ".join, first)))), m.DismissNotice())
    assert there.memory.library == first
    again, effects = imported(there, FILE)
    assert holdings(again) == holdings(full)
    assert {effect.name for effect in effects if isinstance(effect, SaveOtherGame)} == dict(rest).keys()
    assert SaveImported(SIDES, NAMES, PROGRESS) in effects


def test_damaged_data_is_not_exported() -> None:
    """Unreadable words of notes and damaged printed games aren't in the file, which can therefore be imported."""
    damaged = changed(
        EMPTY,
        library=((PAST[0], "p1 nonsense end"), (f"{PRINTED_BEFORE}yesterday.Z", PAST[1])),
        maps=f"XAB- {SIDES} x",
        map_names=f"XAB-:a {FIRST}:%20 {NAMES} {FIRST}:{'a' * 25} {FIRST}",
        puzzles=f"1.1:9:9 {PROGRESS} 2026-02-31",
        printed=SavedText("p1 nonsense", ""),
    )
    there, _ = imported(EMPTY, file_of(damaged))
    assert there.memory.library == ((f"{PRINTED_BEFORE}0.0", PAST[1]),)
    assert (there.memory.maps, there.memory.map_names, there.memory.puzzles) == (SIDES, NAMES, PROGRESS)


WRONG = (999999999999999, LAST_TIME + 1)
_PAST_WORDS, _NO_END = PAST[1].replace(" ", "%20"), "its end is missing"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{FINISHED}1.a {GAME.replace(' c1-', ' d1-')}", "begins with c1-"),
        (f"{FINISHED}1.a {GAME.replace(' sum:', ' sum:1')}", "doesn't match its summary"),
        (f"{FINISHED}1.a {KEPT[0][1].replace(' game:zz end', f' sum:{SUMMARY} end')}", "isn't over"),
        *((f"{FINISHED}{time}.a {GAME}", f"'{FINISHED}{time}.a' doesn't contain a valid date") for time in WRONG),
        (f"{PUZZLES}=17.12:3:2%20end%20x", _NO_END),
        (f"{PUZZLES}=17.12:3:2", _NO_END),
        (f"{PUZZLES}=", _NO_END),
        (f"{MAPS}=%FF%FE%", _NO_END),
        (f"{MAP_NAMES}={FIRST}:a", _NO_END),
        (f"{PUZZLES}=17.12:3:9%20end", "'17.12:3:9' isn't an answer to a puzzle or the day of one"),
        (f"{PUZZLES}=2026-02-31%20end", "'2026-02-31' isn't an answer"),
        (f"{MAPS}=X3UGU2OPOB8QGTHS%20end", "'X3UGU2OPOB8QGTHS' isn't the code of a custom map"),
        (f"{MAPS}=A%20end", "'A' isn't the code of a custom map"),
        (f"{MAP_NAMES}={FIRST}:a%2500%20end", f"'{FIRST}:a%00' isn't the name of a custom map"),
        (f"{MAP_NAMES}={FIRST}:%20end", f"'{FIRST}:' isn't the name of a custom map"),
        (f"{MAP_NAMES}=A:a%20end", "'A:a' isn't the name of a custom map"),
        (f"{PRINTED_BEFORE}2026-02-31.a={_PAST_WORDS}", "doesn't contain a valid date"),
        (f"{PRINTED_BEFORE}2026-11-26={_PAST_WORDS}", "doesn't contain a valid date"),
        (f"{PRINTED_BEFORE}0.a=p1%20c1-a-1p-x%200%20by:%20map:0.0.p1-a--o999%20end", ""),
        (f"{PRINTED_BEFORE}0.a=p1%20c1-a-1p-x%20999%20by:%20end", "this printed game has at most"),
        (f"{PRINTED_BEFORE}0.a=v2%20c1-a-1p-x%20end", "isn't a saved printed game"),
        (f"{PUZZLES}=end {'x' * MAX_LINE_LENGTH}", f"the line has more than {MAX_LINE_LENGTH} characters"),
    ],
)
def test_damaged_line_changes_nothing(line: str, why: str) -> None:
    """A damaged line is named with its number and its fault, and nothing of the file is imported."""
    lines = FILE.splitlines()
    there, effects = imported(EMPTY, "\n".join([*lines[:3], line, *lines[3:]]))
    assert (there.memory, effects, getattr(there.screen, "import_text", None)) == (EMPTY.memory, [], "")
    assert "Nothing was imported. Line 4: " in told(there)
    assert why in told(there)


def test_truncated_file_changes_nothing() -> None:
    """A file that was cut off within one of its lines changes nothing."""
    text = file_of(changed(EMPTY, maps=SIDES, map_names=NAMES, puzzles=PROGRESS, library=(PAST,)))
    for end in range(len(FILE_HEADER) + 1, len(text) - 1):
        if text[end - 1] != "\n" and text[end] != "\n":
            assert imported(EMPTY, text[:end])[0].memory == EMPTY.memory, text[:end]


def test_maps_have_a_limit() -> None:
    """An import adds maps up to a total; the page says how many were left out."""
    many = saved_files.sides(MAX_MAPS + 3)
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
    file = file_of(changed(EMPTY, maps=FIRST, map_names=f"{FIRST}:a {SECOND}:b"))
    there, effects = imported(EMPTY, file)
    assert (there.memory.map_names, effects) == (f"{FIRST}:a", [SaveImported(FIRST, f"{FIRST}:a {SECOND}:b", "")])
    here, _ = imported(changed(EMPTY, maps=SIDES, map_names=f"{FIRST}:mine"), file)
    assert names_in(here.memory.map_names) == {FIRST: "mine", SECOND: "b"}


def test_answers_have_a_limit() -> None:
    """A file with more answers than a player can give in many years is refused with a sentence."""
    assert saved_files.result_of(Import(saved_files.too_many_answers(), ()).work()) == m.ImportRejected(0, "")
    there, _ = imported(EMPTY, saved_files.too_many_answers())
    assert there.memory == EMPTY.memory
    assert "Nothing was imported. The file has more than 12000 answers to puzzles." in told(there)


def test_lines_of_a_newer_version_are_left_out_and_mentioned() -> None:
    """Lines under an unknown name don't stop an import, and the page says that they were left out."""
    there, plain = (imported(EMPTY, f"{FILE}{more}")[0] for more in ("cartographers.stickers=1%20end\n", ""))
    assert holdings(there) == holdings(plain)
    assert "Part of the file is from a newer version of this page and was left out." in told(there)
    assert "newer" not in told(plain)


@pytest.mark.parametrize(
    "facts",
    [
        {"maps": SIDES},
        {"puzzles": PROGRESS},
        *({"library": ((f"{FINISHED}{time}.k1", GAME),)} for time in (0, LAST_TIME)),
        *({"library": ((PAST[0], text),)} for text in (PAST[1], "p2 newer end", PAST[1].replace(" c1-", " c9-"))),
    ],
    ids=["maps", "answers", "first game", "last game", "printed game", "of a newer page", "of other rules"],
)
def test_anything_saved_has_a_file(facts: dict[str, object]) -> None:
    """A device with only maps, answers, a game, or a printed game of any version has a file; an empty one has none."""
    device = changed(EMPTY, **facts)
    assert holdings(imported(EMPTY, file_of(device))[0]) == holdings(device)
    for visit in (device, EMPTY):
        assert ("Save all games to a file" in told(visit)) == (visit is device)


def test_lines_are_short_enough() -> None:
    """The longest lines, with many words and after a long game, don't reach the limit of a line."""
    names = " ".join(with_name("", side, "\U0001f5fa" * MAX_NAME_LENGTH) for side in saved_files.sides(100))
    puzzles = " ".join(f"{number}.999:4:2" for number in range(900_000, 900_999))
    lines = file_of(changed(EMPTY, maps=SIDES, map_names=names, puzzles=puzzles)).splitlines()
    assert max(map(len, lines)) < MAX_LINE_LENGTH / 4
    assert len(lines) > 20


@given(text=st.text())
def test_other_line_round_trip(text: str) -> None:
    """A line with any text is one line; its first word tells its kind, and no game's line has such a word."""
    line = write_other(OtherLine(PUZZLES, text))
    assert line.splitlines() == [line]
    games = [f"{start}1.a v2 c1-a-1p-x a=b end" for start in (OPEN, FINISHED)]
    assert [*map(is_other, (line, *games))] == [True, False, False]
    try:
        found = read_other(line)
    except InvalidRecord:
        return
    assert read_other(write_other(OtherLine(PUZZLES, f"{found.text} end"))) == found


def test_many_games_of_one_name_are_merged_quickly() -> None:
    """Thousands of printed games with the same name get free names."""
    games = PrintedGames((), "")
    assert all(games.add(PAST[0], f"p2 {number} end") for number in range(3000))
    assert len(games.new) == 3000
