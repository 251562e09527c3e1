"""Tests of the library: saved games in lists, and files of games."""

import csv
import io
from collections.abc import Generator, Iterable

import pytest

from app import messages as m
from app.drawing.element import Element, text_of, walk
from app.game.library import Texts, UnplayableReason, finished_entries, read_entry, readable_entries
from app.game.shelf import read_save
from app.game.summary import read_summary, summary_of
from app.page.notice import Notice
from app.page.outgoing import File
from app.saved_names import FINISHED, OPEN
from app.saves.games import DeleteGame, ReadLibrary, ReadUnfinishedGame, SaveOtherGame
from app.screens.history.importing import FILE_HEADER, MAX_LINE_LENGTH, Import, ImportChecked
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.diagram import diagram
from cartographers.record import PlayedGame, replay_in_steps
from support import playing as p
from support.saved_files import HISTORY, end_of, file_of, file_with, imported, result_of, without_notes
from support.visits import Sent, arrive, changed, effects_of, is_late, updated

KEPT = p.kept_games()
GAME = KEPT[1]
LINES = [*map(" ".join, KEPT)]
HOME = arrive(p.CHANCE)


@pytest.mark.parametrize("name", p.GAMES)
def test_the_summary_of_a_game(name: str) -> None:
    """A summary contains all totals, the winner's stars by source, and the winner's map."""
    game = p.game_of(p.GAMES[name][-1][1])
    summary, end = summary_of(game), end_of(game)
    best = end.winners[0]
    assert summary.totals == end.totals
    assert sum(summary.edicts) + summary.coins + summary.monsters == end.totals[best]
    assert diagram(summary.sheet) == diagram(game.state.sheets[best])
    assert read_summary(str(summary)) == summary
    assert str(summary).split() == [str(summary)]


def test_entries_are_ordered_latest_first() -> None:
    """Entries are in order, latest first, with the properties of their games."""
    found = readable_entries(KEPT)
    assert [entry.time for entry in found] == sorted((entry.time for entry in found), reverse=True)
    assert len(finished_entries(KEPT)) == len(p.GAMES) == len(found) - 1
    for entry in found:
        game = read_save(entry.text).game
        assert (entry.deal.id, entry.notes.record, entry.key) == (game.id, game.record, game.key)
        assert (entry.unplayable, entry.rules, *entry.deal[3::2]) == (None, "c1", game.id.side, game.id.players)
        assert (entry.cartographers, entry.notes.practice) == (game.cartographers, game.is_practice)
        assert entry.finished == game.state.is_over == (not entry.name.startswith(OPEN))
        assert entry.rating == (end_of(game).rating if entry.finished else None)


def test_unreadable_games_have_rows() -> None:
    """Damaged games and games of a newer version get a row that says so; texts under other names get none."""
    others = {
        f"{OPEN}1.x": "v99 whatever end",
        f"{FINISHED}2.y": "nonsense",
        f"{FINISHED}3.z": GAME[1].replace(" sum:", " sum:x"),
    }
    found = readable_entries((*KEPT, *others.items(), ("other", KEPT[0][1])))
    assert found[: len(KEPT)] == readable_entries(KEPT)
    assert [(entry.key, entry.unplayable) for entry in found[len(KEPT) :]] == [
        *(("z", UnplayableReason.DAMAGED), ("y", UnplayableReason.DAMAGED), ("x", UnplayableReason.NEWER))
    ]
    visit = changed(HISTORY, library=(*KEPT, *others.items()))
    for name in others:
        closer = p.shown(updated(visit, m.ShowDetails(name)))
        assert f"delete {name}" in p.buttons(closer)
        assert not {f"replay {name}", "resume x"} & {*p.buttons(closer)}
        assert ("damaged and can't be opened" in text_of(closer)) == name.startswith(FINISHED)
    assert file_of(visit).splitlines()[1:] == sorted([*LINES, f"{OPEN}1.x v99 whatever end"])


def test_missing_notes_follow_from_the_game() -> None:
    """A list shows a finished game without notes on its result, and an import adds them."""
    bare = without_notes(GAME[1], "sum", "dealt")
    entry, found = read_entry(*GAME), read_entry(GAME[0], bare)
    notes = found.notes._replace(others=entry.notes.others)
    assert found._replace(text=GAME[1], notes=notes) == entry
    assert united((), (GAME[0], bare)) == (GAME,)


def test_finished_game_hides_its_unfinished_state() -> None:
    """A finished game hides its unfinished state with the same key, unless the finished one is damaged."""
    assert readable_entries((*KEPT, (f"{OPEN}5.k0", KEPT[0][1]))) == readable_entries(KEPT)
    damaged = (f"{FINISHED}5.zz", "nonsense")
    assert {entry.name for entry in readable_entries((KEPT[0], damaged))} == {KEPT[0][0], damaged[0]}


def united(library: Texts, *games: tuple[str, str], playing: str = "") -> Texts:
    """Return a library after the import of some games."""
    return (*library, *result_of(Import(file_with(*games), library, playing).work()).games)


def test_second_game_of_the_same_name_is_renamed() -> None:
    """Of two games with the same name, the second one gets a new name."""
    other = KEPT[2][1].replace(" game:k1 ", " game:k0 ")
    both = united((GAME,), (GAME[0], other))
    assert sorted(text for _, text in both) == sorted([GAME[1], other])
    assert len(dict(both)) == 2


@pytest.mark.parametrize("library", [(), KEPT])
def test_a_game_under_several_names_is_imported_once(library: Texts) -> None:
    """A game under several names is imported once, under its own key."""
    names = [GAME[0], f"{FINISHED}5.k0", f"{FINISHED}6.other", f"{FINISHED}7"]
    [name] = [name for name, text in united(library, *((name, GAME[1]) for name in names)) if text == GAME[1]]
    assert name.endswith(".k0")


def test_known_unfinished_game_is_not_imported() -> None:
    """An unfinished game isn't imported if it is finished here or in the file, or is the current game."""
    unfinished = KEPT[0]
    early = (unfinished[0], unfinished[1].replace(" game:zz ", " game:k0 "))
    assert united((), early, GAME) == united((), GAME, early) == united((GAME,), early, GAME) == (GAME,)
    assert united((), unfinished, playing=unfinished[1]) == ()
    assert united((), unfinished) == (unfinished,)
    record = read_entry(*unfinished).notes.record
    earlier = f"{OPEN}5.zz", unfinished[1].replace(record, record.rpartition(".")[0])
    assert united((), unfinished, earlier) == united((unfinished,), earlier) == (unfinished,)
    assert dict(united((earlier,), unfinished)) == {earlier[0]: unfinished[1]}


def test_a_repeated_line_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated lines are replayed once, and lines of known games aren't replayed."""
    replayed: list[str] = []

    def recorded(text: str) -> Generator[None, None, PlayedGame]:
        replayed.append(text)
        return replay_in_steps(text)

    monkeypatch.setattr("app.screens.history.importing.replay_in_steps", recorded)
    for library, expected in (((), ImportChecked(KEPT[1:2])), (KEPT, ImportChecked((), 1))):
        assert result_of(Import(file_with(*[GAME] * 500), library).work()) == expected
        assert len(replayed) == 1


def test_an_import_works_in_small_steps() -> None:
    """An import works in steps of at most one ply, or of a part of the file with only blank lines."""
    steps = len([*Import(file_with(GAME), ()).work()])
    assert steps > read_entry(*GAME).notes.record.count(".")
    parts = 20
    found = [*Import(f"{FILE_HEADER}{chr(10) * parts * MAX_LINE_LENGTH}{LINES[1]}", ()).work()]
    assert found[-1] == ImportChecked(KEPT[1:2])
    assert steps + parts - 2 <= len(found) <= steps + parts + 2


@pytest.mark.parametrize("end", ["", "\n", f"\n{LINES[1]}"])
def test_a_giant_line_is_not_read(end: str) -> None:
    """A giant line isn't read, the lines after it are, and the page counts it like an editor, with blank lines."""
    giant = f"{FINISHED}1.a {'x' * 20 * MAX_LINE_LENGTH}"
    text = "\r\n".join([FILE_HEADER, "", "  ", f"{giant}{end}"])
    last = result_of(Import(text, ()).work())
    assert (last.unread, last.games) == (((4, giant),), KEPT[1 : 1 + bool(end.strip())])
    there, _ = imported(HISTORY, text)
    assert f"Line 4: the line has more than {MAX_LINE_LENGTH} characters" in text_of(p.shown(there))


def test_the_history_reads_the_saved_games() -> None:
    """Opening the history reads the saved games and shows a line for each."""
    read = m.LibraryRead(KEPT)
    assert effects_of(HOME, m.Go("history")) == [ReadLibrary("History")]
    there = p.after(HOME, m.Go("history"), read)
    assert there.memory.library == KEPT
    assert len(p.with_class(p.shown(there), "kept-entry")) == len(KEPT)
    assert updated(there, m.Back()).screen == HOME.screen


def test_history_omits_a_game_being_played_again() -> None:
    """The history leaves out the old text of a game that is being played again."""
    resumed = p.after(HOME, m.Resume("zz"), m.UnfinishedGameRead("zz", KEPT[0][1]), m.Go("history"))
    assert updated(resumed, m.LibraryRead(KEPT)).memory.library == KEPT[1:]


def many(games: Iterable[tuple[str, str]], count: int) -> Visit:
    """Return the history with a number of games, of which several are copies."""
    copies = [(f"{name}{number}", text) for number in range(9) for name, text in games]
    return changed(HISTORY, library=tuple(copies[:count]))


def test_more_games_are_shown_on_demand() -> None:
    """The history shows a limited number of games, and more of them on demand."""
    visit = many(KEPT, 54)
    shown_first = len(p.with_class(p.shown(visit), "kept-entry"))
    assert shown_first < 54
    assert len(p.with_class(p.shown(updated(visit, "show-more")), "kept-entry")) == 2 * shown_first


def test_filters() -> None:
    """Filters by cards, map, and players can be combined."""
    found = readable_entries(KEPT)
    for what, value, expected in (
        ("cards", "heroes", sum(entry.deal.cards == "heroes" for entry in found)),
        ("side", "B", sum(entry.deal.side == "B" for entry in found)),
        ("players", "together", sum(entry.players > 1 for entry in found)),
    ):
        filtered = updated(HISTORY, f"set-filter {what} {value}")
        assert len(p.with_class(p.shown(filtered), "kept-entry")) == expected > 0
        assert updated(filtered, f"set-filter {what} all") == HISTORY
    none = p.after(HISTORY, "set-filter cards heroes", "set-filter players together")
    assert "No matching games" in text_of(p.shown(none))


def filters_of(visit: Visit) -> dict[str, list[str]]:
    """Return the names of the filters on the page, each with its values."""
    return {
        text_of(row.children[0]): [text_of(found) for found in walk(row) if found.tag == "button"]
        for row in p.with_class(p.shown(visit), "filter")
        if isinstance(row.children[0], Element)
    }


def test_filters_appear_only_if_they_help() -> None:
    """Only a long list has filters, each with its name, and they offer only values that distinguish its games."""
    assert filters_of(many(KEPT, 6)) == filters_of(many(KEPT[:1], 9)) == {}
    assert {*filters_of(many(KEPT, 7))} <= {"Cards", "Map", "Players"}
    solo = [pair for pair in KEPT if read_entry(*pair).is_solo and read_entry(*pair).deal.side in "AB"]
    found = filters_of(many(solo, 9))
    assert found["Map"] == ["All", "A", "B"]
    assert "Players" not in found
    few = many(KEPT, 3)
    assert filters_of(updated(few, "set-filter side D"))["Map"][-1] == "D"  # a filter in use can be undone


def test_details_of_a_game_offer_its_replay() -> None:
    """A game's details offer its replay, and Back returns to the list as it was."""
    unfinished, *over = sorted(readable_entries(KEPT), key=lambda entry: entry.finished)
    for entry in over:
        details = updated(HISTORY, m.ShowDetails(entry.name))
        assert f"replay {entry.name}" in p.buttons(p.shown(details))
        watched = updated(details, f"replay {entry.name}")
        assert isinstance(watched.screen, Watching)
        assert watched.screen.game.record == entry.notes.record
        assert updated(watched, m.Back()) == details
        assert p.game_of(updated(details, m.Begin(str(entry.deal.id)))).id == entry.deal.id
    assert f"resume {unfinished.key}" in p.buttons(p.shown(updated(HISTORY, m.ShowDetails(unfinished.name))))
    assert ReadUnfinishedGame(unfinished.key) in effects_of(HISTORY, m.Resume(unfinished.key))
    assert updated(HISTORY, "replay unknown") == HISTORY


def test_deleted_games_can_be_restored() -> None:
    """One deleted game, some that the player has selected, or all of a filter can be restored."""
    selecting = updated(HISTORY, "select-games on")
    some = p.after(selecting, *(f"select-game {KEPT[place][0]}" for place in (1, 2, 3, 2)))
    filtered = p.after(selecting, "set-filter players together", "select-all-games")
    together = [pair for pair in KEPT if read_entry(*pair).players > 1]
    one, selected = m.Delete(KEPT[2][0]), "delete-selected"
    for visit, message, games in (
        (HISTORY, one, [KEPT[2]]),
        (some, selected, [KEPT[1], KEPT[3]]),
        (filtered, selected, together),
    ):
        deleted = updated(visit, message)
        assert {*(deleted.memory.library or ())} == {*KEPT} - {*games}
        assert {*effects_of(visit, message)} >= {DeleteGame(name) for name, _ in games}
        assert {*effects_of(deleted, m.Restore())} >= {SaveOtherGame(*pair) for pair in games}
        assert {*(updated(deleted, m.Restore()).memory.library or ())} == {*KEPT}
        [row] = p.with_class(p.shown(deleted), "deleted")
        assert text_of(row) == f"{len(games)} game{'s' * (len(games) > 1)} deleted.Undo"
    assert "show-details" not in " ".join(p.buttons(p.shown(some)))
    assert [row.attributes["aria-checked"] for row in p.with_class(p.shown(some), "kept-entry")].count("true") == 2
    assert updated(some, "select-games") == HISTORY
    assert m.command(some.screen.controls(some).keys["Escape"]) == "select-games"


def test_table_of_games() -> None:
    """The table has a row for each readable game, and no name in it is a formula or breaks a row."""
    risky = KEPT[1][0], KEPT[1][1].replace(" by:,,", " by:%3DSUM%28A1%2C%22x%22%29,,")
    visit = changed(HISTORY, library=(risky, *KEPT[2:], KEPT[0], (f"{FINISHED}2.y", "nonsense")))
    found = visit.screen.outgoing(p.WORDS, visit, "table")
    assert isinstance(found, File)
    rows = [*csv.DictReader(io.StringIO(found.text.removeprefix("\ufeff"), newline=""), restkey="")]
    assert (found.text[0], found.text.count("\r\n"), len(rows)) == ("\ufeff", len(KEPT) + 1, len(KEPT))
    entry = read_entry(*risky)
    [row] = [row for row in rows if row["Game ID"] == str(entry.deal.id)]
    assert (row["Date"], row["Players"], row["Total"]) == (str(entry.day), '\'=SUM(A1,"x")', str(entry.stars))
    assert (row["Rating"], row["Number of players"], "" in row) == (str(entry.rating), "1", False)
    assert [row[f"Stars {letter}"] for letter in "ABCD"] == [str(stars) for _, stars in entry.by_edict]


def test_a_deleted_game_keeps_its_place() -> None:
    """The button that restores a deleted game is in the game's place, so no other game moves; the news is spoken."""

    def rows(visit: Visit) -> list[str]:
        [games] = p.with_class(p.shown(visit), "games")
        return [row.key for row in games.children if isinstance(row, Element)]

    first, name, third, *rest = before = rows(HISTORY)
    deleted = updated(HISTORY, m.Delete(name))
    assert rows(deleted) == [first, f"deleted {name}", third, *rest]
    [row] = p.with_class(p.shown(deleted), "deleted")
    assert "restore" in p.buttons(row)
    assert "1 game deleted." in p.heard(deleted)
    assert deleted.screen.controls(deleted).heading == ".deleted .choice"
    assert rows(updated(deleted, m.Restore())) == before
    assert rows(updated(deleted, m.Delete(third)))[1:3] == [f"deleted {third}", rest[0]]


def test_games_can_also_be_copied() -> None:
    """Since browsers don't report saved files, the games can also be copied, or shown as text to be copied by hand."""
    asked = updated(HISTORY, m.Shared("games", "asked"))
    assert "should save the file now" in text_of(p.shown(asked))
    assert "share games copy" in p.buttons(p.shown(asked))
    assert not p.with_class(p.shown(asked), "by-hand")
    [field] = p.with_class(p.shown(updated(asked, m.Shared("games", "shown"))), "by-hand")
    assert text_of(field).strip() == file_of(HISTORY).strip()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, "doesn't contain games from this page") for text in ("", "x")),
        (FILE_HEADER, "contains no games"),
        (f"{FILE_HEADER}1", "is from a newer version of this page"),
    ],
)
def test_file_of_another_kind_changes_nothing(text: str, why: str) -> None:
    """A file of another kind changes nothing, and the page says so."""
    there, effects = imported(HISTORY, text)
    assert (there.memory.library, effects) == (KEPT, [])
    assert why in text_of(p.shown(there))


@pytest.mark.parametrize("leave", ["stop-import", m.Go("statistics"), f"replay {GAME[0]}", m.Back()])
def test_import_can_be_stopped(leave: Sent) -> None:
    """The button, Escape, another file, and every way out of the history stop an import, and nothing is imported."""
    reading = updated(changed(HISTORY, library=KEPT[:2]), m.ImportGames(file_with(*KEPT)))
    job, other = reading.screen.needs(reading).job, updated(reading, m.ImportGames("nonsense"))
    assert isinstance(job, Import)
    assert not isinstance(other.screen.needs(other).job, Import)
    assert m.command(reading.screen.controls(reading).keys["Escape"]) == "stop-import"
    assert "stop-import" in p.buttons(p.shown(reading))
    assert "If you leave this screen, nothing will be imported" in text_of(p.shown(reading))
    stopped = updated(reading, leave)
    assert not isinstance(stopped.screen.needs(stopped).job, Import)
    if leave not in {"stop-import", m.Back()}:
        stopped = updated(stopped, m.Back())
    if not isinstance(leave, m.Back):
        assert "canceled. Nothing was imported" in text_of(p.shown(stopped))
        assert is_late(stopped, result_of(job.work()))
        assert stopped.screen.controls(stopped).keys["Escape"] == m.Back()
    assert stopped.memory.library == KEPT[:2]


@pytest.mark.parametrize(
    ("why", "said"),
    [
        *((Notice.LARGE_FILE, "up to 12 MB"), (Notice.UNREADABLE_FILE, "couldn't read this file")),
        (Notice.PRINT, "this browser can't print"),
    ],
)
@pytest.mark.parametrize("screen", ["history", "follow", "start"])
def test_notice_about_a_refusal(why: Notice, said: str, screen: str) -> None:
    """The notice about an unreadable file or a missing dialog can appear over any screen, and changes nothing else."""
    visit = updated(HOME, m.Go(screen))
    with_notice = updated(visit, m.Refused(why))
    assert said in text_of(p.shown(with_notice))
    assert updated(with_notice, m.DismissNotice()) == visit
    if screen == "history" and why is not Notice.PRINT:  # a notice or an outcome doesn't stay beside the next file's
        assert updated(with_notice, m.ImportGames("nonsense")).notice is None
        after = updated(updated(visit, m.ImportGames("nonsense")), m.Refused(why))
        assert "doesn't contain games" not in text_of(p.shown(after))
