"""Tests of the library: saved games in lists, and files of games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import Element, text_of, walk
from app.effects import DeleteGame, Effect, ReadLibrary, ReadUnfinishedGame, SaveOtherGame, ShareContent
from app.game.daily import LAST_TIME
from app.game.library import Entry, Texts, UnplayableReason, finished_entries, read_entry, readable_entries
from app.game.shelf import FINISHED, OPEN, read_save
from app.game.summary import read_summary, summary_of
from app.notice import Notice
from app.outgoing import File
from app.screens.history.importing import FILE_HEADER, MAX_LINE_LENGTH, Import, check_line
from app.screens.history.screen import History
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.diagram import diagram
from cartographers.errors import InvalidRecord
from cartographers.events import GameEnd
from cartographers.record import PlayedGame, replay_in_steps
from support.playing import CHANCE, GAMES, WORDS, after, buttons, game_of, heard, kept_games, shown, with_class
from support.refusals import refused
from support.visits import arrive, changed, effects_of, updated

KEPT = kept_games()
HOME = arrive(CHANCE)
HISTORY = changed(updated(HOME, m.Go("history")), library=KEPT)


def screen_of(visit: Visit) -> History:
    """Return the history of a visit."""
    assert isinstance(visit.screen, History)
    return visit.screen


# ------------------------------------------------------------------- summaries


@pytest.mark.parametrize("name", GAMES)
def test_the_summary_of_a_game(name: str) -> None:
    """A summary contains all totals, the winner's stars by source, and the winner's map."""
    game = game_of(GAMES[name][-1][1])
    summary = summary_of(game)
    end = next(event for event in game.state.events if isinstance(event, GameEnd))
    best = end.winners[0]
    assert summary.totals == end.totals
    assert sum(summary.edicts) + summary.coins + summary.monsters == end.totals[best]
    assert diagram(summary.sheet) == diagram(game.state.sheets[best])
    assert read_summary(str(summary)) == summary
    assert str(summary).split() == [str(summary)]


@pytest.mark.parametrize("text", ["", "1;2;3", "84;1,2,3,4;5;-6;" + "." * 120, "84;1,2,3,4;5;-6;" + "!" * 121])
def test_text_other_than_a_summary_is_refused(text: str) -> None:
    """A text that isn't a summary is refused."""
    with refused(InvalidRecord, match="a summary has stars"):
        read_summary(text)


# ------------------------------------------------------------------- entries


def test_entries_are_ordered_latest_first() -> None:
    """Entries are in order, latest first, with the properties of their games."""
    found = readable_entries(KEPT)
    assert [entry.time for entry in found] == sorted((entry.time for entry in found), reverse=True)
    assert len(finished_entries(KEPT)) == len(GAMES) == len(found) - 1
    for entry in found:
        game = read_save(entry.text).game
        assert (entry.id, entry.record, entry.key) == (game.id, game.record, game.key)
        assert (entry.rules, entry.unplayable, entry.side, entry.players) == ("c1", None, game.id.side, game.id.players)
        assert (entry.cartographers, entry.practice) == (game.cartographers, game.is_practice)
        assert entry.finished == game.state.is_over == (not entry.name.startswith(OPEN))
        end = next((event for event in game.state.events if isinstance(event, GameEnd)), None)
        assert entry.rating == (end.rating if end else None)


def test_old_entry_without_a_summary_is_replayed() -> None:
    """An entry of an old version without a summary is read by replaying its game."""
    name, text = KEPT[1]
    old = " ".join(word for word in text.split() if not word.startswith(("sum:", "game:")))
    entry = read_entry("cartographers.finished.1763850000000", old)
    assert entry.summary == read_entry(name, text).summary
    assert entry.key == ""


def test_unreadable_games_have_rows() -> None:
    """Damaged games and games of a newer version get a row that says so; texts under other names get none."""
    summary = KEPT[1][1].replace(" sum:", " sum:x")
    others = [(f"{OPEN}1.x", "v99 whatever end"), (f"{FINISHED}2.y", "nonsense"), (f"{FINISHED}3.z", summary)]
    found = readable_entries((*KEPT, *others, ("other", KEPT[0][1])))
    assert found[: len(KEPT)] == readable_entries(KEPT)
    assert [(entry.key, entry.unplayable) for entry in found[len(KEPT) :]] == [
        ("z", UnplayableReason.DAMAGED),
        ("y", UnplayableReason.DAMAGED),
        ("x", UnplayableReason.NEWER),
    ]
    visit = changed(HISTORY, library=(*KEPT, *others))
    for name, _ in others:
        closer = updated(visit, m.ShowDetails(name))
        assert f"delete {name}" in buttons(shown(closer))
        assert not {f"replay {name}", "resume x"} & set(buttons(shown(closer)))
    assert "damaged and can't be opened" in text_of(shown(updated(visit, m.ShowDetails(f"{FINISHED}2.y"))))
    [handed] = [effect for effect in effects_of(visit, m.Share("games")) if isinstance(effect, ShareContent)]
    saved = visit.screen.outgoing(WORDS, visit, handed.what)
    assert isinstance(saved, File)
    assert saved.text.splitlines()[1:] == [" ".join(pair) for pair in (*KEPT, others[0])]


def test_finished_game_hides_its_unfinished_state() -> None:
    """A finished game hides its unfinished state with the same key."""
    name, text = KEPT[1]
    entry = read_entry(name, text)
    again = (f"{OPEN}5.{entry.key}", KEPT[0][1])
    assert readable_entries((*KEPT, again)) == readable_entries(KEPT)


def file_of(games: Iterable[tuple[str, str]]) -> str:
    """Return a file of games."""
    return "\n".join([FILE_HEADER, *map(" ".join, games)])


def last_of(job: Import) -> m.ImportChecked | m.ImportRejected:
    """Return the last message of an import."""
    *_, last = job.work()
    assert isinstance(last, m.ImportChecked | m.ImportRejected)
    return last


def imported(library: Texts, games: Iterable[tuple[str, str]], playing: str = "") -> Texts:
    """Return a library after the import of some games."""
    last = last_of(Import(file_of(games), library, playing))
    assert isinstance(last, m.ImportChecked)
    lines = [line.partition(" ") for line in last.games.splitlines()]
    return (*library, *((name, text) for name, _, text in lines))


@settings(max_examples=60, deadline=None)
@given(mine=st.lists(st.sampled_from(KEPT), unique=True), others=st.lists(st.sampled_from(KEPT), max_size=9))
def test_import_adds_each_game_once(mine: list[tuple[str, str]], others: list[tuple[str, str]]) -> None:
    """An import adds each game once, whatever the order, and a second import changes nothing."""
    both = imported(tuple(mine), others)
    assert set(both) == {*mine, *others}
    assert imported(both, others) == imported(both, mine) == both


def test_second_game_of_the_same_name_is_renamed() -> None:
    """Of two games with the same name, the second one gets a new name."""
    (name, text), (_, other) = KEPT[1], KEPT[2]
    other = other.replace(" game:k1 ", " game:k0 ")
    both = imported(((name, text),), [(name, other)])
    assert sorted(text for _, text in both) == sorted([text, other])
    assert len(dict(both)) == 2


@pytest.mark.parametrize("library", [(), KEPT])
def test_a_game_under_several_names_is_imported_once(library: Texts) -> None:
    """A game under several names is imported once, under its own key."""
    name, text = KEPT[1]
    names = [name, f"{FINISHED}5.k0", f"{FINISHED}6.other", f"{FINISHED}7"]
    found = imported(library, [(other, text) for other in names])
    assert [text for _, text in found].count(text) == 1
    assert all(name.endswith(".k0") for name, its in found if its == text)


def test_known_unfinished_game_is_not_imported() -> None:
    """An unfinished game isn't imported if it is finished here or in the file, or is the current game."""
    (open_name, unfinished), (name, text) = KEPT[0], KEPT[1]
    early = unfinished.replace(" game:zz ", " game:k0 ")
    lines = [(open_name, early), (name, text)]
    assert imported((), lines) == imported((), lines[::-1]) == ((name, text),)
    assert imported(((name, text),), lines) == ((name, text),)
    assert imported((), [(open_name, unfinished)], playing="zz") == ()
    assert imported((), [(open_name, unfinished)]) == ((open_name, unfinished),)


def test_a_repeated_line_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated lines are replayed once, and lines of known games aren't replayed."""
    replayed: list[str] = []

    def recorded(text: str) -> Generator[None, None, PlayedGame]:
        replayed.append(text)
        return replay_in_steps(text)

    monkeypatch.setattr("app.screens.history.importing.replay_in_steps", recorded)
    last = last_of(Import(file_of([KEPT[1]] * 500), ()))
    assert last == m.ImportChecked(" ".join(KEPT[1]), 499)
    assert len(replayed) == 1
    assert last_of(Import(file_of([KEPT[1]] * 500), KEPT)) == m.ImportChecked("", 500)
    assert len(replayed) == 1


def test_an_import_works_in_small_steps() -> None:
    """An import works in steps of at most one ply, or of a part of the file with only blank lines."""
    plies = read_entry(*KEPT[1]).record.count(".")
    line = " ".join(KEPT[1])
    steps = len([*Import(file_of([KEPT[1]]), ()).work()])
    assert steps > plies
    parts = 20
    found = [*Import(f"{FILE_HEADER}{chr(10) * parts * MAX_LINE_LENGTH}{line}", ()).work()]
    assert found[-1] == m.ImportChecked(line)
    assert steps + parts - 2 <= len(found) <= steps + parts + 2


@pytest.mark.parametrize("end", ["", "\n", f"\n{' '.join(KEPT[1])}"])
def test_a_giant_line_is_not_read(end: str) -> None:
    """A giant line isn't read; the message names it and quotes only as much of it as the page shows."""
    text = f"{FILE_HEADER}\n\n{FINISHED}1.a {'x' * 20 * MAX_LINE_LENGTH}{end}"
    last = last_of(Import(text, ()))
    assert isinstance(last, m.ImportRejected)
    assert last.line == 3
    assert len(last.text) == MAX_LINE_LENGTH + 1
    there, _ = read_in(HISTORY, text)
    assert f"Line 3: the line has more than {MAX_LINE_LENGTH} characters" in text_of(shown(there))


def test_blank_lines_count_in_line_numbers() -> None:
    """Blank lines count in the number of a wrong line, as in an editor."""
    text = f"{FILE_HEADER}\r\n\r\n  \r\n{' '.join(KEPT[1])}\r\nwrong\r\n"
    last = last_of(Import(text, ()))
    assert last == m.ImportRejected(5, "wrong")


def entry_in(name: str, text: str) -> Entry:
    """Return the entry of a game from another device after checking it."""
    steps = check_line(f"{name} {text}")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return read_entry(*end.value)


def test_game_from_another_device_must_match_its_summary() -> None:
    """A game from another device is replayed, and must end as its summary says."""
    for name, text in KEPT:
        assert entry_in(name, text) == read_entry(name, text)
    name, text = KEPT[1]
    [summary] = [word for word in text.split() if word.startswith("sum:")]
    better = summary.replace("sum:", "sum:1")
    with refused(InvalidRecord, match="doesn't match its summary"):
        entry_in(name, text.replace(summary, better))
    with refused(InvalidRecord, match="isn't over"):
        entry_in(name, KEPT[0][1].replace(" end", f" {summary} end"))


def test_game_of_an_older_version_gets_missing_notes() -> None:
    """A game of an older version gets its missing notes, so lists don't have to replay it."""
    name, text = KEPT[1]
    bare = " ".join(word for word in text.split() if not word.startswith(("sum:", "dealt:")))
    assert entry_in(name, bare).text == text


@pytest.mark.parametrize("time", ["999999999999999", str(LAST_TIME + 1), "-1", "-86400000"])
def test_line_with_an_impossible_time_is_refused(time: str) -> None:
    """A line with an impossible time is refused; 0 and the page's last millisecond are accepted."""
    _, text = KEPT[1]
    there, found = read_in(changed(HISTORY, library=()), f"{FILE_HEADER}\n{FINISHED}{time}.abc {text}")
    assert (there.memory.library, found) == ((), [])
    assert f"Line 2: '{FINISHED}{time}.abc' doesn't contain a valid date" in text_of(shown(there))
    for fine in (0, LAST_TIME):
        assert entry_in(f"{FINISHED}{fine}.k0", text).time == fine


# ------------------------------------------------------------------- the screen


def test_the_history_reads_the_saved_games() -> None:
    """Opening the history reads the saved games and shows a line for each."""
    assert effects_of(HOME, m.Go("history")) == [ReadLibrary("History")]
    opened = updated(HOME, m.Go("history"))
    there = updated(opened, m.LibraryRead("\n".join(map(" ".join, KEPT))))
    assert there.memory.library == KEPT
    assert len(with_class(shown(there), "kept-entry")) == len(KEPT)
    assert updated(there, m.Back()).screen == HOME.screen


def test_history_omits_a_game_being_played_again() -> None:
    """The history leaves out the old text of a game that is being played again."""
    name, text = KEPT[0]
    visit = updated(updated(HOME, m.Resume("zz")), m.UnfinishedGameRead("zz", text))
    there = updated(updated(visit, m.Go("history")), m.LibraryRead("\n".join(map(" ".join, KEPT))))
    assert there.memory.library == KEPT[1:]
    assert name.endswith(".zz")


def test_more_games_are_shown_on_demand() -> None:
    """The history shows a limited number of games, and more of them on demand."""
    many = changed(HISTORY, library=tuple((f"{name}{number}", text) for number in range(9) for name, text in KEPT))
    shown_first = len(with_class(shown(many), "kept-entry"))
    assert shown_first < len(many.memory.library or ())
    assert len(with_class(shown(updated(many, m.ShowMore())), "kept-entry")) == 2 * shown_first


def test_filters() -> None:
    """Filters by cards, map, and players can be combined."""
    found = readable_entries(KEPT)
    for what, value, expected in (
        ("cards", "heroes", [entry for entry in found if entry.cards == "heroes"]),
        ("side", "B", [entry for entry in found if entry.side == "B"]),
        ("players", "together", [entry for entry in found if entry.players > 1]),
    ):
        filtered = updated(HISTORY, m.Choose(what, value))
        assert len(with_class(shown(filtered), "kept-entry")) == len(expected) > 0
        assert updated(filtered, m.Choose(what, "all")) == HISTORY
    none = after(HISTORY, m.Choose("cards", "heroes"), m.Choose("players", "together"))
    assert "No matching games" in text_of(shown(none))


def filters_of(visit: Visit) -> dict[str, list[str]]:
    """Return the names of the filters on the page, each with its values."""
    return {
        text_of(row.children[0]): [text_of(found) for found in walk(row) if found.tag == "button"]
        for row in with_class(shown(visit), "filter")
        if isinstance(row.children[0], Element)
    }


def test_filters_appear_only_if_they_help() -> None:
    """Only a long list has filters, each with its name, and they offer only values that distinguish its games."""
    solo = [pair for pair in KEPT if read_entry(*pair).is_solo and read_entry(*pair).side in "AB"]

    def many(pairs: Iterable[tuple[str, str]], count: int) -> Visit:
        texts = islice(((f"{name}{number}", text) for number in range(9) for name, text in pairs), count)
        return changed(HISTORY, library=tuple(texts))

    assert filters_of(many(KEPT, 6)) == {}
    assert filters_of(many(KEPT[:1], 9)) == {}
    assert set(filters_of(many(KEPT, 7))) <= {"Cards", "Map", "Players"}
    found = filters_of(many(solo, 9))
    assert found["Map"] == ["All", "A", "B"]
    assert "Players" not in found
    few = many(KEPT, 3)
    assert filters_of(updated(few, m.Choose("side", "D")))["Map"][-1] == "D"  # a filter in use can be undone


def test_details_of_a_game_offer_its_replay() -> None:
    """A game's details offer its replay, and Back returns to the list as it was."""
    for entry in finished_entries(KEPT):
        details = updated(HISTORY, m.ShowDetails(entry.name))
        assert f"replay {entry.name}" in buttons(shown(details))
        watched = updated(details, m.Replay(entry.name))
        assert isinstance(watched.screen, Watching)
        assert watched.screen.game.record == entry.record
        assert updated(watched, m.Back()) == details
        assert str(game_of(updated(details, m.Begin(str(entry.id)))).id) == str(entry.id)
    [unfinished] = [entry for entry in readable_entries(KEPT) if not entry.finished]
    assert f"resume {unfinished.key}" in buttons(shown(updated(HISTORY, m.ShowDetails(unfinished.name))))
    assert ReadUnfinishedGame(unfinished.key) in effects_of(HISTORY, m.Resume(unfinished.key))
    assert updated(HISTORY, m.Replay("unknown")) == HISTORY


def test_deleted_game_can_be_restored() -> None:
    """A deleted game can be restored."""
    name, text = KEPT[2]
    deleted = updated(HISTORY, m.Delete(name))
    assert name not in dict(deleted.memory.library or ())
    assert DeleteGame(name) in effects_of(HISTORY, m.Delete(name))
    assert SaveOtherGame(name, text) in effects_of(HISTORY, m.Delete(name), m.Restore())
    assert dict(updated(deleted, m.Restore()).memory.library or ()) == dict(KEPT)


def test_a_deleted_game_keeps_its_place() -> None:
    """The button that restores a deleted game is in the game's place, so no other game moves; the news is spoken."""

    def rows(visit: Visit) -> list[str]:
        [games] = with_class(shown(visit), "games")
        return [row.key for row in games.children if isinstance(row, Element)]

    before = rows(HISTORY)
    name = before[1]
    deleted = updated(HISTORY, m.Delete(name))
    assert rows(deleted) == [before[0], f"deleted {name}", *before[2:]]
    [row] = with_class(shown(deleted), "deleted")
    assert "restore" in buttons(row)
    assert "Game deleted." in heard(deleted)
    assert deleted.screen.heading_selector == ".deleted .choice"
    assert rows(updated(deleted, m.Restore())) == before
    assert rows(updated(deleted, m.Delete(before[2])))[1:3] == [f"deleted {before[2]}", before[3]]


# ------------------------------------------------------------------- files


def read_in(visit: Visit, text: str) -> tuple[Visit, list[Effect]]:
    """Return the visit after a file was imported, and the effects on saved games."""
    found: list[Effect] = []
    messages: list[m.Message] = [m.ImportGames(text)]
    while messages:
        before, message = visit, messages.pop()
        visit = updated(before, message)
        found += [effect for effect in effects_of(before, message) if isinstance(effect, SaveOtherGame | DeleteGame)]
        job = visit.screen.job(visit)
        messages += [last_of(job)] if isinstance(job, Import) else []
    return visit, found


def test_export_and_import_of_all_games() -> None:
    """An exported file contains all games, and importing it twice changes nothing more."""
    [handed] = [effect for effect in effects_of(HISTORY, m.Share("games")) if isinstance(effect, ShareContent)]
    saved = HISTORY.screen.outgoing(WORDS, HISTORY, handed.what)
    assert isinstance(saved, File)
    assert saved.text.startswith(FILE_HEADER)
    empty = changed(HISTORY, library=())
    there, found = read_in(empty, saved.text)
    assert dict(there.memory.library or ()) == dict(KEPT)
    assert sorted(found, key=str) == sorted((SaveOtherGame(*pair) for pair in KEPT), key=str)
    again, found = read_in(there, saved.text)
    assert (again.memory.library, found) == (there.memory.library, [])
    assert f"Already here: {len(KEPT)}." in text_of(shown(again))


def test_games_can_also_be_copied() -> None:
    """Since browsers don't report saved files, the games can also be copied, or shown as text to be copied by hand."""
    asked = updated(HISTORY, m.Shared("games", "asked"))
    assert "should save the file now" in text_of(shown(asked))
    assert "share games copy" in buttons(shown(asked))
    assert not with_class(shown(asked), "by-hand")
    [field] = with_class(shown(updated(asked, m.Shared("games", "shown"))), "by-hand")
    there, _ = read_in(changed(HISTORY, library=()), text_of(field))
    assert dict(there.memory.library or ()) == dict(KEPT)


@pytest.mark.parametrize("place", [0, 3, len(KEPT) - 1])
def test_a_file_with_a_mistake_changes_nothing(place: int) -> None:
    """A file with a mistake changes nothing, and the page names the line and the mistake."""
    lines = [" ".join(pair) for pair in KEPT]
    lines[place] = lines[place].replace(" c1-", " d1-")
    there, found = read_in(changed(HISTORY, library=()), "\n".join([FILE_HEADER, *lines]))
    assert (there.memory.library, found) == ((), [])
    assert f"Nothing was imported. Line {place + 2}: " in text_of(shown(there))
    assert screen_of(there).import_text == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "contain games from this page"),
        ("x", "contain games from this page"),
        (FILE_HEADER, "contains no games"),
        (f"{FILE_HEADER}1", "contain games from this page"),
    ],
)
def test_file_of_another_kind_changes_nothing(text: str, why: str) -> None:
    """A file of another kind changes nothing, and the page says so."""
    there, found = read_in(HISTORY, text)
    assert (there.memory.library, found) == (KEPT, [])
    assert why in text_of(shown(there))


@pytest.mark.parametrize("leave", [m.StopImport(), m.Go("statistics"), m.Replay(KEPT[1][0]), m.Back()])
def test_import_can_be_stopped(leave: m.Message) -> None:
    """The button, Escape, and every way out of the history stop an import, and nothing is imported."""
    reading = updated(changed(HISTORY, library=KEPT[:2]), m.ImportGames(file_of(KEPT)))
    job = reading.screen.job(reading)
    assert isinstance(job, Import)
    assert screen_of(reading).keys(reading)["Escape"] == m.StopImport()
    assert "stop-import" in buttons(shown(reading))
    assert "If you leave this screen, nothing will be imported" in text_of(shown(reading))
    stopped = updated(reading, leave)
    assert not isinstance(stopped.screen.job(stopped), Import)
    if not isinstance(leave, m.StopImport | m.Back):
        stopped = updated(stopped, m.Back())
    if not isinstance(leave, m.Back):
        assert "canceled. Nothing was imported" in text_of(shown(stopped))
        assert updated(stopped, last_of(job)) == stopped
        assert screen_of(stopped).keys(stopped)["Escape"] == m.Back()
    assert stopped.memory.library == KEPT[:2]


@pytest.mark.parametrize(
    ("why", "said"), [(Notice.LARGE_FILE, "up to 6 MB"), (Notice.UNREADABLE_FILE, "couldn't read this file")]
)
@pytest.mark.parametrize("screen", ["history", "follow", "start"])
def test_notice_about_an_unreadable_file(why: Notice, said: str, screen: str) -> None:
    """The notice about an unreadable file can appear over any screen, and changes nothing else."""
    visit = updated(HOME, m.Go(screen))
    with_notice = updated(visit, m.FileRefused(why))
    assert said in text_of(shown(with_notice))
    assert updated(with_notice, m.DismissNotice()) == visit
