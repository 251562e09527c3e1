"""The file with everything that the player has saved: the games, printed games, and the notes of a device."""

import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app import saved_names
from app.drawing.element import text_of
from app.game.custom_maps import MAX_MAPS, map_named, names_in, sides_in
from app.game.daily import LAST_TIME, read_runs
from app.game.library import Texts
from app.game.printed import read_printed, write_printed
from app.game.puzzle_progress import read_progress
from app.game.setup import MAX_NAME_LENGTH
from app.game.shelf import SavedGame, Shelf, read_notes, write_save
from app.memory import SavedText, notes_of, with_notes
from app.page.notice import Notice
from app.page.outgoing import File
from app.page.preferences import read_preferences
from app.saved_names import DAYS, DRAFT, FINISHED, MAP_NAMES, MAPS, OPEN, PRINTED_BEFORE, PUZZLES
from app.saves.games import ReadLibrary, SaveOtherGame
from app.saves.notes import MAX_WORDS, NOTES
from app.saves.noting import MergeNotes, NoteToMerge
from app.saves.printed_game import SavePrintedGame
from app.screens.editor.drawing import read_draft
from app.screens.history.importing import FILE_HEADER, MAX_LINE_LENGTH
from app.screens.history.other_lines import OtherLine, PrintedGames, is_other, read_other, write_other
from app.visit import Visit, saved_game_of
from cartographers.custom_map import custom_side
from cartographers.errors import InvalidRecord
from support import playing as p
from support import saved_files
from support.playing import WORDS as WORDS_OF_PAGE
from support.playing import kept_games, shown
from support.saved_files import EARLIER, EMPTY, NAMES, PAST, PROGRESS, file_of, holdings, imported
from support.saved_files import MAPS as SIDES
from support.visits import arrive, changed, effects_of, updated

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
    library = (*sorted(KEPT), PAST)
    assert (there.memory.library, there.memory.printed.text) == (library, saved_files.ON_TABLE)
    assert (there.memory.notes[MAPS], there.memory.notes[MAP_NAMES]) == (SIDES, NAMES)
    assert read_progress(there.memory.notes[PUZZLES]) == read_progress(PROGRESS)
    assert "Also imported: 2 printed games, 2 maps, and 3 answers to puzzles." in told(there)
    saved = [SavePrintedGame(saved_files.ON_TABLE, ""), *(SaveOtherGame(*game) for game in library)]
    assert [effect for effect in effects if effect != merging(there)] == saved
    assert f"{len(KEPT)} new games imported. Already here: 0." in told(there)
    again, _ = imported(there, FILE)
    other = imported(changed(EMPTY, printed=SavedText(PAST[1], PAST[1])), FILE)[0].memory
    name = f"{PRINTED_BEFORE}2026-11-27.914212960"
    assert (other.printed.text, (other.library or ())[-1]) == (PAST[1], (name, saved_files.ON_TABLE))
    assert (again.memory, imported(saved_files.DEVICE, FILE)[0].memory) == (there.memory, saved_files.DEVICE.memory)
    assert f"0 new games imported. Already here: {len(KEPT) + 2}." in told(again)
    assert "Also" not in told(again)
    game = there.memory.shelf.saved  # a device without games continues the unfinished one
    assert game
    assert (game.game.key, there.setup.game.side) == ("zz", "B")


def merging(visit: Visit) -> MergeNotes:
    """Return the effect that saves the notes of a device that had none."""
    notes = visit.memory.notes
    return MergeNotes(tuple(NoteToMerge(one, notes[one], NOTES[one].merge) for one in (MAP_NAMES, MAPS, PUZZLES)))


#: Words of each note, from which devices have some, and whole notes.
WORDS = {
    DAYS: "2026-11-26:k1:7 2026-11-26:k2: 2026-11-26:k1: 2026-11-25:k0:practice 2026-11-25:k0:-4 2026-11-27:k9:",
    PUZZLES: f"{PROGRESS} 17:1534:0:0:fB1B2 round:1 2026-11-27 9:1500:1:0:zz 1:1:1:0:fA1",
    MAPS: " ".join(saved_files.sides(4)),
    MAP_NAMES: " ".join(f"{side}:{name}" for side in saved_files.sides(4) for name in "ab"),
    saved_names.EXPLAINED: "keys sound opening",
}
WHOLE = {
    saved_names.LESSON: ["over", "v1 coin 0 c1-a-1p-lesson1070207.fA3A4A5B5", "v1 goal 0 c1-a-1p-lesson1070207"],
    saved_names.PREFERENCES: ["theme:night", "theme:night changes:2", "language:es sound:on changes:2"],
    saved_names.DRAFT: [f"{'.' * 100}{drawn}" for drawn in ("." * 21, "^" * 21, "#" * 21)],
    saved_names.PAPER: ["p1-a--o116 base all", "p1-d-3-f2do49ho55x heroes fall"],
    saved_names.LAST_PRINTED: [PAST[1], saved_files.ON_TABLE],
}
_NOTES = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(text.split())).map(" ".join) for name, text in WORDS.items()}
    | {name: st.sampled_from(["", *texts]) for name, texts in WHOLE.items()}
)


@given(one=_NOTES, other=_NOTES, third=_NOTES)
def test_merging_notes_is_a_join(one: dict[str, str], other: dict[str, str], third: dict[str, str]) -> None:
    """Notes can be merged in any order and repeatedly, and the browser's merges are those of the table."""
    assert {*NOTES} == {*one} == {*notes_of(EMPTY.memory)}
    for name, (_, merge, *_) in NOTES.items():
        first, second, last = merge("", one[name]), merge("", other[name]), merge("", third[name])
        assert merge(first, first) == first
        assert merge(first, second) == merge(second, first)
        assert merge(merge(first, second), last) == merge(first, merge(second, last))


def device(notes: dict[str, str], library: Texts, table: str) -> Visit:
    """Return a device that has saved some notes, games, and a printed game on the table."""
    valid = {name: " ".join(filter(NOTES[name].is_valid, NOTES[name].records(text))) for name, text in notes.items()}
    named = (word for word in valid[MAP_NAMES].split() if word.partition(":")[0] in valid[MAPS].split())
    valid[MAP_NAMES] = " ".join(named)
    memory = with_notes(EMPTY.memory, {name: NOTES[name].merge("", text) for name, text in valid.items()}.get)
    return replace(EMPTY, memory=replace(memory, library=library, printed=SavedText(table, table)))


_DEVICES = st.builds(
    device,
    _NOTES,
    st.lists(st.sampled_from([*KEPT[:3], PAST]), unique=True).map(tuple),
    st.sampled_from(["", saved_files.ON_TABLE, PAST[1], EARLIER[1]]),
)


@settings(max_examples=25, deadline=None)
@given(mine=_DEVICES, theirs=_DEVICES)
def test_import_unites_two_devices(mine: Visit, theirs: Visit) -> None:
    """A file moves everything to an empty device, and the files of two devices lead to the same in any order."""
    file, other = file_of(mine), file_of(theirs)
    moved, after = imported(EMPTY, file)[0], imported(mine, other)[0]
    both, again = imported(moved, other)[0], imported(imported(EMPTY, other)[0], file)[0]
    assert file_of(moved) == file
    assert without_names(both) == without_names(again)
    assert imported(both, other)[0].memory == both.memory
    assert holdings(after)[2:] == holdings(both)[2:]
    assert dict(mine.memory.library or ()).keys() <= dict(after.memory.library or ()).keys()


def without_names(visit: Visit) -> list[str]:
    """Return the lines of a device's file, in which printed games have no names, because these can be the same."""
    lines = file_of(visit).splitlines()
    return sorted(line.partition("=")[2] if line.startswith(PRINTED_BEFORE) else line for line in lines)


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
    there = updated(updated(full, m.LibraryRead(first)), m.DismissNotice())
    assert there.memory.library == first
    assert f"3 new games imported. Already here: 0. {len(KEPT) - 3} games weren't imported" in told(there)
    again, effects = imported(there, FILE)
    assert holdings(again)[1:] == holdings(full)[1:]
    others = dict(rest).keys() - {KEPT[0][0]}  # it is the current game
    assert {effect.name for effect in effects if isinstance(effect, SaveOtherGame)} == others
    assert merging(full) in effects


def test_damaged_data_is_not_exported() -> None:
    """Unreadable words of notes and damaged printed games aren't in the file, which can therefore be imported."""
    damaged = changed(
        EMPTY,
        library=((PAST[0], "p1 nonsense end"), (f"{PRINTED_BEFORE}yesterday.Z", PAST[1])),
        maps=f"XAB- {SIDES} x",
        map_names=f"XAB-:a {FIRST}:%20 {NAMES} {FIRST}:{'a' * 25} {FIRST}",
        puzzles=f"1:9:9:0:fA1 {PROGRESS} 2026-02-31",
        printed=SavedText("p1 nonsense", ""),
    )
    there, _ = imported(EMPTY, file_of(damaged))
    assert there.memory.library == ((f"{PRINTED_BEFORE}0.0", PAST[1]),)
    assert [there.memory.notes[name] for name in (MAPS, MAP_NAMES, PUZZLES)] == [SIDES, NAMES, PROGRESS]


WRONG = (999999999999999, LAST_TIME + 1)
_PAST_WORDS, _NO_END = PAST[1].replace(" ", "%20"), "its end is missing"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{FINISHED}1.a {GAME.replace(' c1-', ' d1-')}", "begins with c1-"),
        (f"{FINISHED}1.a {GAME.replace(' sum:', ' sum:1')}", "doesn't match its summary"),
        (f"{FINISHED}1.a {KEPT[0][1].replace(' game:zz end', f' sum:{SUMMARY} end')}", "isn't over"),
        *((f"{FINISHED}{time}.a {GAME}", f"'{FINISHED}{time}.a' doesn't contain a valid date") for time in WRONG),
        (f"{PUZZLES}=17:1534:1:0:fA1A2%20end%20x", _NO_END),
        (f"{PUZZLES}=17:1534:1:0:fA1A2", _NO_END),
        (f"{PUZZLES}=", _NO_END),
        (f"{MAPS}=%FF%FE%", _NO_END),
        (f"{MAP_NAMES}={FIRST}:a", _NO_END),
        (f"{PUZZLES}=17:1534:9:0:fA1%20end", "'17:1534:9:0:fA1' isn't an answer to a puzzle or the day of one"),
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
def test_damaged_line_is_listed(line: str, why: str) -> None:
    """A damaged line is listed with its number and its error, the rest is imported, and the line can be saved."""
    lines = FILE.splitlines()
    there, _ = imported(EMPTY, "\n".join([lines[0], line, *lines[1:], "Ana"]))
    assert file_of(there) == FILE
    assert "2 lines couldn't be read completely:Line 2: " in told(there)
    assert f"Line {len(lines) + 2}: " in told(there)
    assert why in told(there)
    assert there.screen.outgoing(WORDS_OF_PAGE, there, "unread") == File(
        "cartographers-2026-11-27-unread.txt", f"{FILE_HEADER}\n{line}\nAna\n"
    )


UNKIND: dict[str, Callable[[str], str]] = {
    "joined files": lambda text: text + text,
    "header in the middle": lambda text: f"{text.partition(chr(10))[2]}{text}",
    "text around the file": lambda text: f"Hi,\n\nhere are my games:\n{text}-- \nAna\n",
    "quoted": lambda text: f"> {text.replace(chr(10), chr(10) + '> ')}",
    "wrapped at spaces": lambda text: "\n".join(
        textwrap.fill(line, 72, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()
    ),
    "wrapped at spaces and in long words": lambda text: "\n".join(
        textwrap.fill(line, 72, break_on_hyphens=False) for line in text.splitlines()
    ),
    "wrapped anywhere": lambda text: "\n".join(
        line[at : at + 70] for line in text.splitlines() for at in range(0, len(line), 70)
    ),
    "wrapped and quoted": lambda text: UNKIND["quoted"](UNKIND["wrapped anywhere"](text)),
    "ends of lines, and a mark": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "old ends of lines": lambda text: text.replace("\n", "\r"),
    "hard spaces": lambda text: text.replace(" ", "\xa0"),
    "on a page": lambda text: f"<html><body><pre>{text}</pre></body></html>",
    "on a page, line by line": lambda text: "".join(f"<div>{line}</div>" for line in text.splitlines()),
    "cells of a table": lambda text: "".join(f'"{line}",,,\n' for line in text.splitlines()),
    "a numbered list": lambda text: "".join(f"{number}. {line}\n" for number, line in enumerate(text.splitlines(), 1)),
    "tabs": lambda text: text.replace(" ", "\t"),
    "dashes": lambda text: text.replace("-", "\u2013"),
    "invisible characters": lambda text: text.replace(".", ".\u200b"),
    "joined lines": lambda text: text.replace("\n", ""),
    "joined lines with spaces": lambda text: text.replace("\n", " "),
    "no first line": lambda text: text.partition("\n")[2],
    "a newer file": lambda text: text.replace(FILE_HEADER, "cartographers-games 2"),
    "a giant line": lambda text: text.replace("\n", f"\n{'x' * 3 * MAX_LINE_LENGTH}\n", 1),
    "year 10000 and damaged lines": lambda text: text.replace(
        "\n", f"\n{FINISHED}999999999999999.a {GAME}\n{DAYS}=9999-12-31:a:5%20end\n{PUZZLES}=167:1500:1:0:zz%20end\n", 1
    ),
}


@pytest.mark.parametrize("kind", UNKIND)
def test_unkind_file_loses_nothing(kind: str) -> None:
    """Everything in a file is imported, whatever people and programs have done to it."""
    there, _ = imported(EMPTY, UNKIND[kind](FILE))
    assert file_of(there) == FILE
    assert "Already here: 0." in told(there)
    says_more = kind in {"text around the file", "a giant line", "year 10000 and damaged lines"}
    assert ("couldn't be read completely" in told(there)) == says_more
    assert ("from a newer version" in told(there)) == (kind == "a newer file")


def test_truncated_file_keeps_whole_records() -> None:
    """Of a file that was cut off within a line, all whole records are imported, and the page names the line."""
    full = changed(EMPTY, maps=SIDES, map_names=NAMES, puzzles=PROGRESS, library=(PAST,))
    text = file_of(full)
    for end in range(len(FILE_HEADER) + 15, len(text) - 1):
        if text[end - 1] != "\n" and text[end] != "\n":
            there, _ = imported(EMPTY, text[:end])
            assert all(few <= many for few, many in zip(holdings(there), holdings(full), strict=True)), text[:end]
            assert "1 line couldn't be read completely:Line " in told(there)


def test_maps_have_a_limit() -> None:
    """An import adds maps up to a total; the page says how many were left out, and the file of the total is read."""
    many = saved_files.sides(MAX_MAPS + 3)
    full = changed(EMPTY, maps=" ".join(many[:-2]))
    there, _ = imported(EMPTY, file_of(full))
    assert sides_in(there.memory.notes[MAPS]) == tuple(reversed(many[1:-2]))
    assert "Also imported: 100 maps. 1 map was left out" in told(there)
    again, _ = imported(full, file_of(changed(EMPTY, maps=" ".join(many))))
    assert again.memory.notes[MAPS] == full.memory.notes[MAPS]
    assert "2 maps were left out" in told(again)
    assert imported(EMPTY, file_of(there))[0].memory == there.memory


def test_names_of_maps_that_were_left_out_are_left_out() -> None:
    """An import adds only names of maps that the device then has. Of two names, the first in the alphabet stays."""
    file = file_of(changed(EMPTY, maps=FIRST, map_names=f"{FIRST}:m {SECOND}:b"))
    there, _ = imported(EMPTY, file)
    assert there.memory.notes[MAP_NAMES] == f"{FIRST}:m"
    for mine, stays in (("a", "a"), ("z", "m")):
        here, _ = imported(changed(EMPTY, maps=SIDES, map_names=f"{FIRST}:{mine}"), file)
        assert names_in(here.memory.notes[MAP_NAMES]) == {FIRST: stays, SECOND: "b"}


def test_no_draft_is_lost() -> None:
    """If both devices draw a map, the map with more drawn spaces stays unfinished, and the other one is saved."""
    few, many = (f"{'^' * count}{'@' * 9}{'#' * 3}".ljust(121, ".") for count in (5, 6))
    mine, theirs = changed(EMPTY, draft=few), changed(EMPTY, draft=many)
    for here, there in ((mine, theirs), (theirs, mine)):
        after, _ = imported(here, file_of(there))
        assert (after.memory.notes[DRAFT], after.memory.notes[MAPS]) == (many, custom_side(read_draft(few)))
        assert "1 map" in told(after)
        assert imported(after, file_of(there))[0].memory == after.memory


def test_notes_have_a_limit() -> None:
    """A device saves at most so many answers from several files, and another device reads its file."""
    there, _ = imported(EMPTY, saved_files.too_many_answers())
    again, _ = imported(there, file_of(changed(EMPTY, puzzles="999999:1500:1:0:fA1")))
    for visit in (there, again):
        assert len(visit.memory.notes[PUZZLES].split()) == MAX_WORDS
        assert "Some notes in the file were left out" in told(visit)
    assert imported(EMPTY, file_of(again))[0].memory == there.memory


def test_second_device_continues_day_and_game() -> None:
    """A second device has the streak, can't repeat today's game as counting, and continues the game in play."""
    today, days = date(2026, 11, 27), read_runs("2026-11-25:k0:7 2026-11-26:k1:8")
    mine = updated(arrive(p.CHANCE, day=today, days=days), m.Begin("daily")).memory
    there, _ = imported(EMPTY, file_of(replace(EMPTY, memory=replace(mine, library=()))))
    assert (there.memory.days, there.memory.days.streak(today)) == (mine.days, 2)
    assert "3 daily games" in told(there)
    begun = updated(updated(there, m.Go("start")), m.Begin("daily"))
    assert saved_game_of(begun.screen) == there.memory.shelf.saved == mine.shelf.saved
    states = [SavedGame(replace(p.game_of(p.GAMES["A"][step][1]), key="k"), 0) for step in (8, 20)]
    early, late = (file_of(changed(EMPTY, shelf=Shelf().with_game(state))) for state in states)
    both, again = (imported(imported(EMPTY, one)[0], other)[0] for one, other in ((early, late), (late, early)))
    assert both.memory.shelf.text == again.memory.shelf.text
    assert "0 new games imported. Already here: 0. Your current game now has its moves from the file." in told(both)
    assert "0 new games imported. Already here: 1." in told(again)
    assert "moves from the file" not in told(again)
    assert file_of(both) == file_of(again) == late
    aside = f"{OPEN}1796000000000.x", write_save(replace(p.game_of(p.GAMES["A"][3][1]), key="x"), 0)
    here = file_of(changed(EMPTY, shelf=Shelf().with_game(states[1]), library=(aside,)))
    moved, _ = imported(EMPTY, here)
    assert (moved.memory.shelf.saved, file_of(moved)) == (states[1], here)
    of_room = replace(p.game_of(p.GAMES["A"][8][1]), key="k", notes=(f"room:{'w' * 22}.{'9' * 64}",))
    assert OPEN not in file_of(changed(EMPTY, shelf=Shelf().with_game(SavedGame(of_room, 0))))


def test_import_says_when_it_replaces_preferences() -> None:
    """The preferences that were changed more often stay, and the page says so if they are those from the file."""
    often, once = (
        changed(EMPTY, preferences=read_preferences(text)) for text in ("theme:night changes:2", "sound:on changes:1")
    )
    for here, file, says_so in ((once, often, True), (often, once, False)):
        there, _ = imported(here, file_of(file))
        assert there.memory.preferences == often.memory.preferences
        assert ("Your preferences are now those from the file" in told(there)) == says_so
        assert "other notes" not in told(there)


@pytest.mark.parametrize("why", [Notice.DENIED, Notice.FULL, Notice.CROWDED])
def test_finished_game_on_a_full_device_is_in_the_history(why: Notice) -> None:
    """A finished game for which the device has no room is in this visit's history, and in the file, as finished."""
    game = replace(p.game_of(p.GAMES["A"][-1][1]), key="k")
    failed = m.OtherSaveFailed(why) if why is Notice.CROWDED else m.SaveFailed(why)
    visit = updated(changed(EMPTY, shelf=Shelf().with_game(SavedGame(game, 0)), library=None), failed)
    there = updated(updated(visit, m.Go("history")), m.LibraryRead(()))
    [(name, text)] = there.memory.library or ()
    assert (name.startswith(FINISHED), read_notes(text).key) == (True, "k")
    assert "You haven't finished a game" not in told(there)
    moved, _ = imported(EMPTY, file_of(there))
    assert moved.memory.library == ((name, text),)
    later = replace(there, memory=replace(there.memory, library=()))  # in the next visit, only the shelf has it
    assert file_of(later) == file_of(there)


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
    names = " ".join(map_named(side, "\U0001f5fa" * MAX_NAME_LENGTH) for side in saved_files.sides(100))
    puzzles = " ".join(f"{number}:1500:1:0:hK11xA1A2A3" for number in range(900_000, 900_999))
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
    assert read_other(write_other(OtherLine(PUZZLES, f"{found.text} end"))) == found._replace(error=None)


def test_many_games_of_one_name_are_merged_quickly() -> None:
    """Thousands of printed games with the same name get free names."""
    games = PrintedGames((), "")
    assert all(games.add(PAST[0], f"p2 {number} end") for number in range(3000))
    assert len(games.new) == 3000
