"""What is saved on a device: all effects on its texts, on a storage that works, is full, or is denied."""

from dataclasses import replace

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.game.daily import DailyRun
from app.game.printed import read_printed, write_printed
from app.game.puzzle_progress import read_progress
from app.game.shelf import GameSetAside
from app.memory import SavedText, notes_of
from app.page.notice import Notice
from app.room.saved_room import key_of
from app.saved_names import (
    BEFORE,
    DAYS,
    ERASED,
    FINISHED,
    LAST_PRINTED,
    LAST_ROOM,
    MAP_NAMES,
    MAPS,
    OPEN,
    PRINTED,
    PUZZLES,
    STALE,
)
from app.saved_names import GAME_PLACE as GAME
from app.saved_names import PRINTED_BEFORE as BEFORE_PRINTED
from app.saved_names import ROOM_PLACE as ROOM
from app.saves import rooms
from app.saves.device import DeviceEffect
from app.saves.erasing import DeleteEverything
from app.saves.former import FORMER_SITE
from app.saves.games import DeleteGame, ReadLibrary, ReadUnfinishedGame, SaveFinishedGame, SaveGame, SaveOtherGame
from app.saves.notes import NOTES
from app.saves.noting import MergeNotes, NoteToMerge, SaveDailyRun
from support import playing as p
from support import puzzling as q
from support.saved_files import DEVICE, ON_TABLE, PAST
from support.saved_files import MAPS as SAVED_MAPS
from support.tabs import SITE, TIME, Storage, Tab, texts_on
from support.visits import Sent

DEAL, FINISH, RESUME = "deal", "finish-printed-game", "resume-printed-game"
DAY = str(q.DAY)
TOLD = MergeNotes((NoteToMerge(DAYS, f"{DAY}:k:9", NOTES[DAYS].merge),))
CROWDED, DENIED = (m.OtherSaveFailed(why) for why in (Notice.CROWDED, Notice.DENIED))
ALONE, SET_ASIDE = SaveGame("new", "old"), SaveGame("new", "old", True, GameSetAside("aside", "k"))  # noqa: FBT003
OLD, NEW = {GAME: "old", f"{OPEN}1.k": "older"}, {GAME: "new", f"{GAME}.before": "old"}
HISTORY = {f"{OPEN}2.k": "open", f"{FINISHED}1.k": "over", f"{FINISHED}1.": "other"}


@pytest.mark.parametrize(
    ("storage", "effect", "answer", "after"),
    [
        (Storage(OLD), ALONE, m.GameSaved("new"), {**OLD, **NEW}),
        (Storage(OLD), SET_ASIDE, m.GameSaved("new"), {**NEW, f"{GAME}.aside": "old", f"{OPEN}{TIME}.k": "aside"}),
        (Storage(NEW), SaveGame("newer", "old"), m.GameReplaced("new"), NEW),
        (Storage(HISTORY), SaveFinishedGame("x", "k"), None, {f"{FINISHED}1.": "other", f"{FINISHED}{TIME}.k": "x"}),
        (Storage(HISTORY), SaveFinishedGame("x", ""), None, {**HISTORY, f"{FINISHED}{TIME}.": "x"}),
        (Storage(HISTORY), ReadUnfinishedGame("k"), m.UnfinishedGameRead("k", "open"), HISTORY),
        (Storage({**HISTORY, **NEW}), ReadLibrary(""), m.LibraryRead((*HISTORY.items(),)), {**HISTORY, **NEW}),
        (Storage(OLD), DeleteGame(f"{OPEN}1.k"), None, {GAME: "old"}),
        (Storage({DAYS: f"{DAY}:k:"}), SaveDailyRun(DailyRun(q.DAY, "k", 7)), None, {DAYS: f"{DAY}:k:7"}),
        (Storage({DAYS: f"{DAY}:a:"}), SaveDailyRun(DailyRun(q.DAY, "k", 7)), None, {DAYS: f"{DAY}:a:"}),
        (Storage({DAYS: f"{DAY}:k:"}), TOLD, m.NotesRead(((DAYS, f"{DAY}:k:9"),)), {DAYS: f"{DAY}:k:9"}),
        *((Storage(OLD, why), ALONE, m.SaveFailed(why), OLD) for why in (Notice.FULL, Notice.DENIED)),
        *(
            (Storage(OLD, why), effect, answer, OLD)
            for why, answer in ((Notice.FULL, CROWDED), (Notice.DENIED, DENIED))
            for effect in (SaveOtherGame("new", "k"), TOLD)
        ),
        (Storage(OLD, Notice.FULL), SaveFinishedGame("x", "k"), CROWDED, OLD),
        (Storage(OLD, Notice.DENIED), SaveFinishedGame("x", "k"), None, OLD),
        (Storage(OLD, Notice.DENIED), DeleteEverything(), DENIED, OLD),
        (Storage(OLD, Notice.DENIED), ReadLibrary(""), m.LibraryRead(()), OLD),
    ],
)
def test_effects(storage: Storage, effect: DeviceEffect, answer: m.Message | None, after: dict[str, str]) -> None:
    """Each effect changes only its texts, or none if the device fails. Players hear of a failure once."""
    assert (effect.carry_out(texts_on(storage)), storage.texts) == (answer, after)


def test_full_storage_keeps_the_last_save() -> None:
    """A full storage drops the previous text to save a game; if that isn't enough, the next visit is told so."""
    storage = Storage({GAME: "old", f"{GAME}.before": "older"}, Notice.FULL)
    texts, storage.full_for = texts_on(storage), "before$"
    assert ALONE.carry_out(texts) == m.GameSaved("new")
    assert storage.texts == {GAME: "new"}
    storage.full_for = "game$"
    assert SaveGame("newer", "new").carry_out(texts) == m.SaveFailed(Notice.FULL)
    assert storage.texts == {GAME: "new", GAME + STALE: "1"}
    storage.failure = None
    assert SaveGame("newer", "new").carry_out(texts) == m.GameSaved("newer")
    assert storage.texts == {GAME: "newer", GAME + BEFORE: "new"}


def test_memory_is_read_at_the_start() -> None:
    """A visit begins with the game, the printed game, and all notes of the device; the other games come later."""
    notes = notes_of(DEVICE.memory) | {LAST_PRINTED: PAST[1]}
    memory = Tab(Storage({**notes, PRINTED: ON_TABLE, **HISTORY})).visit.memory
    assert (notes_of(memory), memory.printed, memory.library) == (notes, SavedText(ON_TABLE, ON_TABLE), None)


def tab_on(storage: Storage, *way: Sent, name: str = "tab") -> Tab:
    """Return a tab at another screen."""
    tab = Tab(storage, name)
    tab.send(*way)
    return tab


AT_TABLE, AT_PAST = m.Go("companion"), (m.Go("history"), m.Go("scores", PAST[0]))


def past_of(storage: Storage) -> list[str]:
    """Return the texts of the printed games in the history."""
    return [text for name, text in storage.texts.items() if name.startswith(BEFORE_PRINTED)]


def test_two_tabs_of_a_printed_game() -> None:
    """If another tab has revealed cards, this tab shows that tab's card, says so, and overwrites nothing."""
    storage = Storage()
    first = tab_on(storage, AT_TABLE, DEAL)
    second = tab_on(storage, AT_TABLE, *[m.Proceed()] * 3, name="second")
    for steps in (3, 4):
        first.send(m.Proceed())
        assert ("Another tab has changed this game." in text_of(p.shown(first.visit))) == (steps == 3)
        assert first.visit.memory.printed.text == storage.texts[PRINTED]
        assert read_printed(storage.texts[PRINTED]).steps == steps
    first.send(m.Go("companion", "new"), "delete-printed-game")
    second.send(m.Proceed())
    assert "Another tab has moved or deleted the printed game" in text_of(p.shown(second.visit))
    assert PRINTED not in storage.texts


def test_printed_games_change_places_once() -> None:
    """A game from the history and the one on the table change places, also back, and in one of two tabs."""
    past = write_printed(replace(read_printed(PAST[1]), steps=3))
    storage = Storage({PRINTED: ON_TABLE, PAST[0]: past})
    first, second = tab_on(storage, *AT_PAST), tab_on(storage, *AT_PAST, RESUME, name="second")
    assert (storage.texts[PRINTED], past_of(storage)) == (past, [ON_TABLE])
    second.send(m.Proceed())
    theirs = dict(storage.texts)
    first.send(RESUME)
    assert "Another tab has changed this game." in text_of(p.shown(first.visit))
    assert storage.texts == theirs
    [name] = {*theirs} - {PRINTED}
    tab_on(storage, m.Go("history"), m.Go("scores", name), RESUME)
    assert (storage.texts[PRINTED], past_of(storage)) == (ON_TABLE, [theirs[PRINTED]])


@pytest.mark.parametrize(("failure", "notice"), [(Notice.FULL, Notice.CROWDED), (Notice.DENIED, Notice.DENIED)])
def test_printed_game_that_cannot_move_stays(failure: Notice, notice: Notice) -> None:
    """If the history has no room or can't be saved, the page says so at each try, and each game stays in its place."""
    storage = Storage({PRINTED: PAST[1]})
    tab, storage.failure = tab_on(storage, AT_TABLE, m.Go("scores")), failure
    for _ in range(2):
        tab.send(m.DismissNotice(), FINISH)
        assert (tab.visit.notice, tab.visit.memory.printed.text) == (notice, PAST[1])
        assert p.WORDS("scores.moved") not in text_of(p.shown(tab.visit))
    assert storage.texts == {PRINTED: PAST[1]}
    storage.failure = None
    tab.send(FINISH)
    assert p.WORDS("scores.moved") in text_of(p.shown(tab.visit))
    assert past_of(storage) == [PAST[1]]
    storage = Storage(before := {PRINTED: ON_TABLE, PAST[0]: PAST[1]})
    tab, storage.failure = tab_on(storage, *AT_PAST), failure
    tab.send(RESUME)
    assert (tab.visit.notice, tab.visit.memory.printed.text, storage.texts) == (notice, ON_TABLE, before)


def test_new_deal_never_overwrites_a_printed_game() -> None:
    """If the history has no room for the game on the table, a new one isn't dealt. A full device saves no card."""
    storage = Storage({PRINTED: ON_TABLE}, Notice.FULL)
    storage.full_for = BEFORE_PRINTED
    tab = tab_on(storage, AT_TABLE, m.Go("companion", "new"), DEAL)
    assert (tab.visit.notice, tab.visit.memory.printed.text) == (Notice.CROWDED, ON_TABLE)
    storage.full_for = ""
    tab.send(m.DismissNotice(), m.Proceed())
    assert (tab.visit.notice, storage.texts[PRINTED]) == (Notice.FULL, ON_TABLE)
    storage.failure = None
    tab.send(m.Proceed())
    assert (tab.visit.memory.save_notice, storage.texts[PRINTED]) == (None, tab.visit.memory.printed.text)


def test_two_tabs_name_different_maps() -> None:
    """Names that two tabs save are both kept, and one tab's deletion of a map deletes only its name."""
    storage, (first, second) = Storage({MAPS: SAVED_MAPS}), SAVED_MAPS.split()
    tabs = [tab_on(storage, m.Go("editor")) for _ in range(2)]
    for tab, side, name in zip(tabs, (first, second), ("Uno", "Dos"), strict=True):
        tab.send(f"load-map {side}", m.TypeText("map-name", name))
    assert storage.texts[MAP_NAMES] == f"{first}:Uno {second}:Dos"
    tabs[0].send("delete-map")
    assert (storage.texts[MAP_NAMES], storage.texts[MAPS]) == (f"{second}:Dos", second)


def test_two_tabs_keep_the_first_answer() -> None:
    """Of the answers to a puzzle in two tabs, the first one stays, and both tabs then know it."""
    storage = Storage()
    tabs = [tab_on(storage, m.DailyRunsRead("", DAY, 9), m.Go("puzzles"), m.Go("puzzle")) for _ in range(2)]
    for tab, ply in zip(tabs, (q.POSITION.wrong[0].ply, q.POSITION.best), strict=True):
        tab.visit = q.placed(tab.visit, ply)
        tab.send(m.Confirm())
        assert not read_progress(storage.texts[PUZZLES]).answers[q.PUZZLE.id].is_solved
    assert tabs[1].visit.memory.notes[PUZZLES] == storage.texts[PUZZLES]


def test_rooms_stay_saved_if_their_games_can_continue() -> None:
    """Rooms whose games can continue stay saved, even if the clock was set back; others go, the oldest first."""
    words = [f"{'r' * 20}{number:02}.{'0' * 64}" for number in range(14)]
    saved = {f"{ROOM}{word}": f"{2 * TIME + number} kept1 key" for number, word in enumerate(words)}
    texts = texts_on(Storage({**saved, f"{ROOM}{words[1]}": "nonsense", f"{OPEN}1.{key_of(words[0])}": "a game"}))
    assert rooms.save_room(texts, "new", "text", "") is None
    assert rooms.save_room(texts, "new", "ours", "known") == m.RoomSavedElsewhere("text")
    assert rooms.room_text(texts, "new") == "ours"
    rooms.forget_rooms(texts, "new", key_of)
    assert {name.removeprefix(ROOM) for name in texts.names(ROOM)} == {"new", words[0], *words[4:]}


@pytest.mark.parametrize(("days", "game", "returns"), [(13, "1.x", True), (15, "1.x", False), (1, "1.key", False)])
def test_page_returns_to_the_last_room(days: int, game: str, *, returns: bool) -> None:
    """The page returns to the last room unless its last visit is two weeks old, or its game is saved."""
    word, time = f"{'r' * 22}.{'0' * 64}", TIME - days * 86_400_000
    tab = Tab(Storage({LAST_ROOM: f"{word} key", ROOM + word: f"{time} text", OPEN + game: "x"}))
    assert tab.visit.room_transition.left == (word if returns else "")


@pytest.mark.parametrize("owner", [SITE.strip(), "/another/"])
def test_everything_is_deleted(owner: str) -> None:
    """All texts of the site are deleted, and a tab that was open saves nothing back; other sites' texts stay."""
    storage, theirs = Storage({GAME: "game", DAYS: "days"}), {"/other/ x": "theirs"}
    storage.data |= theirs | {FORMER_SITE: owner, DAYS: "former"}
    texts, other = texts_on(storage), texts_on(storage, "other")
    assert DeleteEverything().carry_out(texts) is None
    former = {FORMER_SITE: owner, DAYS: "former"} if owner == "/another/" else {}
    assert storage.data == {**theirs, SITE + ERASED: str(TIME), **former}
    assert (other.is_erased, texts_on(storage).is_erased) == (True, False)
    assert SaveGame("text", "").carry_out(other) == m.GameSaved("text")
    assert storage.texts == {ERASED: str(TIME)}
    assert other.is_news(SITE + ERASED, GAME, ERASED)
    assert other.is_news(None)
    assert not other.is_news(ERASED, GAME, ERASED)
