"""The shelf: saved games as text, from this and newer versions, which are read completely or not at all."""

from dataclasses import replace
from datetime import date
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import Link, link_of
from app.drawing.element import text_of
from app.game.game import Game
from app.game.shelf import EMPTY, GameSetAside, NewerSave, SavedGame, Shelf, read_save, shelf_of, write_save
from app.page.notice import Notice
from app.saves.games import ReadUnfinishedGame, SaveGame
from app.screens.play.screen import Playing
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.errors import InvalidRecord
from cartographers.record import PlayedGame
from support import playing as p
from support.refusals import refused, said
from support.strategies import games
from support.visits import arrive, both_of, changed, effects_of, late_messages, updated

NEWER = "v3 c1-a-1p-k3x9q2 by:,, moon:full"
GOOD = p.choosing(p.begun()).memory.shelf.text
BLANK = "c1-a-1p-k3x9q2"


def saved(visit: Visit) -> Visit:
    """Return the visit after the device has saved its game."""
    return updated(visit, m.GameSaved(visit.memory.shelf.text))


def step(before: Visit, message: m.Message) -> tuple[Visit, list[SaveGame]]:
    """Return the visit after a message, and the texts that the device must then save."""
    now, effects = both_of(before, message)
    return now, [effect for effect in effects if isinstance(effect, SaveGame)]


#: A visit in a game with a ply that the device has saved.
STARTED = saved(p.after(p.begun(), m.NextPlace(), m.Confirm()))
FINISHED = p.GAMES["A"][-1][1]


_signs = st.characters(exclude_categories=("C", "Z"))
_names = st.text(_signs.filter(lambda sign: sign != ":")).filter(
    lambda name: name not in {"by", "seat", "game", "practice", "uncounted", "seen", "beat"}
)
unknown_notes = st.builds("{}:{}".format, _names, st.text(_signs))
counts = st.integers(0, 999_999_999)


@st.composite
def saves(draw: st.DrawFn) -> SavedGame:
    """Draw a game in any position with everything that a saved text has about it."""
    game = draw(games())
    players = game.id.players
    return SavedGame(
        Game(
            PlayedGame(game.id, tuple(game.plies), tuple(game.states)),
            tuple(draw(st.lists(p.cartographers, min_size=players, max_size=players))),
            tuple(draw(st.lists(p.any_seat, min_size=players, max_size=players))),
            draw(st.just("") | st.from_regex("[0-9a-z]{1,32}", fullmatch=True)),
            draw(counts),
            uncounted=draw(st.booleans()),
            notes=tuple(draw(st.lists(unknown_notes, max_size=3))),
        ),
        draw(counts),
    )


@settings(max_examples=60)
@given(save=saves())
def test_save_is_read_back_unchanged(save: SavedGame) -> None:
    """A save is one line and is read back unchanged: game, players, seats, counts, and unknown notes."""
    text = write_save(*save)
    assert read_save(text) == save
    assert text.isprintable()
    assert shelf_of(text) == Shelf(text, text, save)


def test_practice_takeback_count_has_no_limit() -> None:
    """A practice game has no limit on its count of takebacks."""
    many = p.with_screen(p.begun(), game=replace(p.game_of(p.begun()), takebacks=9999))
    text = p.after(many, m.Confirm(), m.Undo(sure=True)).memory.shelf.text
    assert " practice:10000 " in text
    for save in (text, f"v2 {BLANK} by:,, practice:10000 end"):
        assert read_save(save).game.takebacks == 10_000


def test_unknown_notes_survive_a_whole_game() -> None:
    """Unknown notes survive every ply, every undo, and leaving the game."""
    visit = updated(arrive(p.CHANCE, shelf_of(f"v2 {BLANK} moon:full by:Ana,, x: end")), m.Continue())
    rng = Random(p.CHANCE)  # noqa: S311 - a game to look at, and repeatable on purpose
    plies = 0
    while not p.game_of(visit).state.is_over:
        visit = p.drawn(p.choosing(visit), rng)
        plies += 1
        if plies % 7 == 0:
            visit = p.after(visit, m.Undo(sure=True), m.Go("start"), m.Continue())
        assert " moon:full x: end" in visit.memory.shelf.text
        assert " by:Ana,, " in visit.memory.shelf.text
    assert plies > 20
    assert read_save(visit.memory.shelf.text).game.notes == ("moon:full", "x:")


@pytest.mark.parametrize("name", p.GAMES)
def test_truncated_text_is_never_a_shorter_game(name: str) -> None:
    """A text that is cut off anywhere is never read as a shorter game."""
    for _, visit in p.GAMES[name][:: len(p.GAMES[name]) // 3]:
        text = visit.memory.shelf.text
        for length in range(len(text)):
            with pytest.raises(InvalidRecord):
                read_save(text[:length])


@settings(max_examples=30)
@given(save=saves(), data=st.data())
def test_truncated_text_is_no_game_whatever_its_notes(save: SavedGame, data: st.DataObject) -> None:
    """No truncated text is read as a game, no matter what its notes are."""
    text = write_save(*save)
    with pytest.raises(InvalidRecord):
        read_save(text[: data.draw(st.integers(0, len(text) - 1))])


MEGABYTE = "x" * 2**20


@pytest.mark.parametrize(
    "text",
    [
        *(MEGABYTE, f"c1-a-1p-{MEGABYTE}", f"v2 {MEGABYTE}", f"v2 {BLANK} {MEGABYTE} end"),
        *("fA1" * 2**18, f"{BLANK}.f{'A1' * 2**16}", BLANK + " by:,, " * 2**16),
        *(f"v{'9' * 2**20} {BLANK} end", f"{BLANK} practice:{'9' * 2**20}"),
        *(f"{BLANK}{mark}{MEGABYTE}" for mark in (".", " ", " by:", " seat:", " seat:away.", " practice:")),
    ],
    ids=lambda text: text[:24],
)
def test_unreadable_megabyte_is_reported_briefly(text: str) -> None:
    """An unreadable megabyte is reported in a short sentence, and the whole text stays saved."""
    shelf = shelf_of(text)
    assert 10 < len(said(shelf.error)) < 300
    assert (shelf.text, shelf.device_text, shelf.saved) == (text, text, None)
    assert len(said(link_of(f"?record={text}", date(2026, 11, 22)).error)) < 300


def test_short_text_is_quoted_without_ellipsis() -> None:
    """A text that fits is quoted without an ellipsis."""
    assert said(shelf_of(f"v2 {BLANK}.xA1 end").error).startswith("move 1: ")
    assert "\N{HORIZONTAL ELLIPSIS}" not in said(shelf_of("nonsense").error)
    long = said(shelf_of(f"v2 {BLANK}.{MEGABYTE} end").error)
    assert long.startswith("move 1: 'xxx")
    assert long.endswith("x' is not a move; a move looks like fA1A2: the letter of a terrain, then spaces")


@pytest.mark.parametrize("broken", ["nonsense", GOOD[:-2]])
def test_copy_from_before_broken_text_is_offered(broken: str) -> None:
    """The start screen offers the copy from before a broken text, and the next ply sets the broken text aside."""
    shelf = shelf_of(broken, GOOD)
    assert (shelf.text, shelf.device_text, shelf.saved) == (broken, broken, read_save(GOOD))
    visit = arrive(p.CHANCE, shelf)
    assert "continue" in p.buttons(p.shown(visit))
    assert "Your game continues from the previous save" in text_of(p.shown(visit))
    continued, saves = step(visit, m.Continue())
    assert (p.game_of(continued), saves) == (read_save(GOOD).game, [])
    later, saves = step(continued, m.Confirm())
    assert saves == [SaveGame(later.memory.shelf.text, broken, is_unreadable=True)]
    assert shelf_of("", GOOD) == EMPTY


def test_broken_text_without_a_readable_copy() -> None:
    """Without a readable copy, there is nothing to continue, and setting the broken text aside is retried."""
    shelf = shelf_of("nonsense", "nonsense before")
    assert (shelf.saved, shelf.worth_asking) == (None, True)
    page = p.shown(arrive(p.CHANCE, shelf))
    assert "continue" not in p.buttons(page)
    assert "The saved game can't be read" in text_of(page)
    began, saves = step(arrive(p.CHANCE, shelf_of("nonsense")), m.Begin("first", sure=True))
    assert saves == [SaveGame(began.memory.shelf.text, "nonsense", is_unreadable=True)]
    full = p.choosing(p.after(began, m.SaveFailed(Notice.FULL), m.GameReplaced("nonsense")))
    first, saves = step(full, m.Confirm())
    assert saves == [SaveGame(first.memory.shelf.text, "nonsense", is_unreadable=True)]
    second, saves = step(p.choosing(saved(first)), m.Confirm())
    assert saves == [SaveGame(second.memory.shelf.text, first.memory.shelf.text, is_unreadable=False)]


def test_newer_version() -> None:
    """Only a higher number is a newer version; its text is set aside after confirmation and never played."""
    for text in (NEWER, "v3", "v4 what ever end", "v9999"):
        with refused(NewerSave, match="newer version"):
            read_save(text)
        shelf = shelf_of(text, GOOD)
        assert (shelf.newer, shelf.saved, shelf.text, shelf.device_text) == (True, None, text, text)
        assert "it was saved by a newer version of this page" in text_of(p.shown(arrive(p.CHANCE, shelf)))
    for text in ("version 3", f"v {BLANK}", f"V3 {BLANK} end"):
        with pytest.raises(InvalidRecord) as error:
            read_save(text)
        assert not isinstance(error.value, NewerSave)
    asked = updated(arrive(p.CHANCE, shelf_of(NEWER)), m.Begin("first"))
    assert asked.dialog
    assert asked.dialog.then
    sure, saves = step(asked, asked.dialog.then)
    assert isinstance(sure.screen, Playing)
    assert saves == [SaveGame(sure.memory.shelf.text, NEWER, is_unreadable=True)]
    back = p.after(p.begun(), m.GameReplaced(NEWER), m.PlayHere())
    assert not back.is_continued_elsewhere
    assert "it was saved by a newer version of this page" in text_of(p.shown(back))


WITHOUT_A_YES: list[m.Message] = [
    *map(m.Begin, ("first", "set-up", "link", "daily")),
    *map(m.Go, ("start", "set-up", "about")),
    *(m.Resume("x"), m.Continue(), m.Enter(), m.PlayAgain(), m.TakeOver(), m.Confirm(), m.Proceed()),
    *(m.Open("menu"), m.Close(), m.Undo(sure=True), m.ContinuedElsewhere(), m.DismissNotice()),
    *(m.GameSaved(NEWER), m.GameReplaced(NEWER), m.SaveFailed(Notice.FULL), m.SaveFailed(Notice.DENIED)),
]


@settings(max_examples=200)
@given(
    messages=st.lists(st.sampled_from(WITHOUT_A_YES), max_size=8),
    where=st.sampled_from(["start", "watching", "playing"]),
    data=st.data(),
)
@late_messages()
def test_newer_text_stays_without_confirmation(messages: list[m.Message], where: str, data: st.DataObject) -> None:
    """No button and no other tab replaces a newer text without confirmation, even if the text appears during a game."""
    visit = arrive(p.CHANCE, shelf_of(NEWER), link=Link(embedded=data.draw(st.booleans())))
    if where == "watching":
        visit = visit.opening_screen(Watching(read_save(f"v2 {BLANK} end").game))
    elif where == "playing":
        visit = updated(p.begun(), m.GameReplaced(NEWER))
        assert visit.is_continued_elsewhere
    for message in messages:
        visit, saves = step(visit, message)
        assert (saves, visit.memory.shelf.device_text) == ([], NEWER)


def test_unreadable_unsaved_and_older_games_are_reported() -> None:
    """A new game would discard an unreadable or unsaved game; the start screen says if a full device's is older."""
    texts = (GOOD, FINISHED.memory.shelf.text, "nonsense", NEWER, "")
    assert [shelf_of(text).worth_asking for text in texts] == [False, False, True, True, False]
    only_here = p.after(p.begun(), m.NextPlace(), m.Confirm(), m.SaveFailed(Notice.DENIED))
    assert only_here.memory.shelf.worth_asking
    assert not saved(only_here).memory.shelf.worth_asking
    visit = arrive(p.CHANCE, shelf_of(GOOD, stale=True))
    assert "the last moves of your game weren't saved" in text_of(p.shown(visit))
    later = p.after(visit, m.Continue(), m.Confirm())
    assert not later.memory.shelf.stale
    assert "weren't saved" not in text_of(p.shown(updated(later, m.Go("start"))))


def test_another_game_sets_unfinished_one_aside() -> None:
    """Another game sets an unfinished one aside, which can be continued unless it was deleted or is unreadable."""
    old = STARTED.memory.shelf.text
    aside = GameSetAside(old, p.game_of(STARTED).key)
    new, saves = step(STARTED, m.Begin("first"))
    assert isinstance(new.screen, Playing)
    assert saves == [SaveGame(new.memory.shelf.text, old, set_aside=aside)]
    drawn, saves = step(p.choosing(updated(new, m.SaveFailed(Notice.FULL))), m.Confirm())
    assert saves == [SaveGame(drawn.memory.shelf.text, old, set_aside=aside)]
    there = p.choosing(saved(drawn))
    assert step(there, m.Confirm())[1][0].set_aside is None
    assert ReadUnfinishedGame(aside.key) in effects_of(there, m.Resume(aside.key))
    opened, [save] = step(updated(there, m.Resume(aside.key)), m.UnfinishedGameRead(aside.key, aside.text))
    assert p.game_of(opened) == p.game_of(STARTED)
    assert save.set_aside == GameSetAside(there.memory.shelf.text, p.game_of(there).key)
    visit = p.after(p.begun(), m.Go("start"))
    for text in ("", "nonsense", NEWER):
        assert p.after(visit, m.Resume("x"), m.UnfinishedGameRead("x", text)) == visit


def test_notice_names_the_place_of_the_game_that_was_set_aside() -> None:
    """A notice tells where the unfinished game went, and a game without plies or a finished one isn't set aside."""
    for begin in (m.Begin("first"), m.Begin("daily"), m.Begin("set-up")):
        new = updated(STARTED, begin)
        assert "You can continue it from History." in text_of(p.shown(new))
        assert {visit.notice for visit in (new, saved(new), updated(new, m.Go("start")))} == {Notice.SET_ASIDE}
        assert updated(new, m.DismissNotice()).notice is updated(p.choosing(new), m.Confirm()).notice is None
    link = replace(STARTED.page.link, embedded=True)
    assert updated(changed(STARTED, link=link), m.Begin("first")).notice is None
    for old in (p.begun(), FINISHED):  # without plies, or already in the history
        new = updated(saved(old), m.Begin("first"))
        assert (new.memory.shelf.set_aside, new.notice) == (None, None)


@pytest.mark.parametrize("name", p.ALONE)
def test_shelf_holds_the_game_on_the_page(name: str) -> None:
    """After every message, the shelf holds the game on the page, as the same object if unchanged, to avoid writes."""
    for (_, before), (_, now) in pairwise(p.GAMES[name]):
        save, seen = now.memory.shelf.saved, p.screen_of(now).stage.scenes_seen
        assert save
        assert save.game is p.game_of(now)
        assert save.scenes_seen == seen
        if p.game_of(now) is p.game_of(before) and seen == p.screen_of(before).stage.scenes_seen:
            assert now.memory.shelf is before.memory.shelf
