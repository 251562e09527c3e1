"""The shelf: saved games as text, from this and other versions, which are read completely or not at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.effects import Effect, ReadUnfinishedGame, SaveGame
from app.game.game import Game
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer, Seat
from app.game.shelf import EMPTY, GameSetAside, NewerSave, SavedGame, Shelf, read_save, shelf_of, write_save
from app.link import Link, link_of
from app.notice import Notice
from app.screens.play.screen import Playing
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.bots import STRENGTHS
from cartographers.errors import InvalidRecord
from cartographers.record import PlayedGame
from support import playing
from support.playing import ALONE, CHANCE, GAMES, after, begun, buttons, choosing, drawn, game_of, shown
from support.refusals import refused, said
from support.strategies import games
from support.visits import arrive, changed, effects_of, updated

#: Texts that the previous version wrote, and their meaning.
VERSION_1 = {
    "c1-a-1p-k3x9q2 by:,,": ("", 0, 0),
    "c1-b-1p-b2.vE7E8E9E10 by:%C3%81na%20%26%20Bo,,Av%2Calon practice:2": ("\u00c1na & Bo", 2, 0),
    "c1-a-2p-s19.fH4.mI7 by:Ana,Dame,Avalon by:,,": ("Ana", 0, 0),
    "c1-a-1p-k3x9q2.fI2J2J3J4K2.vG7H6H7I6I7.wI9J9K7K8K9.wE9E10F10F11G11.aE2F1F2F3G2.fF8G8G9H9 by:,, seen:1": ("", 0, 1),
    "c1-a-1p-k3x9q2": ("", 0, 0),
}
NEWER = "v3 c1-a-1p-k3x9q2 by:,, moon:full"
GOOD = choosing(begun()).memory.shelf.text


def version_1(game: Game, seen: int) -> str:
    """Return the text of a game as the previous version wrote it."""
    counts = [f"{word}:{count}" for word, count in (("practice", game.takebacks), ("seen", seen)) if count]
    return " ".join([game.record, *(f"by:{cartographer}" for cartographer in game.cartographers), *counts])


T = TypeVar("T", bound=Effect)

# ------------------------------------------------------------------- there and back

_signs = st.characters(exclude_categories=("C", "Z"))
_names = st.text(_signs.filter(lambda sign: sign != ":")).filter(
    lambda name: name not in {"by", "seat", "game", "practice", "uncounted", "seen", "beat"}
)
unknown_notes = st.builds("{}:{}".format, _names, st.text(_signs))
peers = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
seats: st.SearchStrategy[Seat] = (
    st.just(LOCAL_PERSON) | st.sampled_from([*map(Bot, STRENGTHS)]) | st.builds(RemotePlayer, peers)
)
counts = st.integers(0, 999_999_999)


@st.composite
def saves(draw: st.DrawFn) -> SavedGame:
    """Draw a game in any position with everything that a saved text has about it."""
    game = draw(games())
    players = game.id.players
    return SavedGame(
        Game(
            PlayedGame(game.id, tuple(game.plies), tuple(game.states)),
            tuple(draw(st.lists(playing.cartographers, min_size=players, max_size=players))),
            tuple(draw(st.lists(seats, min_size=players, max_size=players))),
            draw(st.just("") | st.from_regex("[0-9a-z]{1,32}", fullmatch=True)),
            draw(counts),
            uncounted=draw(st.booleans()),
            notes=tuple(draw(st.lists(unknown_notes, max_size=3))),
        ),
        draw(counts),
    )


@settings(max_examples=60)
@given(saved=saves())
def test_save_is_read_back_unchanged(saved: SavedGame) -> None:
    """A save is one line and is read back unchanged: game, players, seats, counts, and unknown notes."""
    text = write_save(*saved)
    assert read_save(text) == saved
    assert text.isprintable()
    assert shelf_of(text) == Shelf(text, text, saved)


@pytest.mark.parametrize("text", VERSION_1)
def test_version_1_games_can_be_continued(text: str) -> None:
    """Games in texts of version 1 can be continued, and their texts become version 2 with the next ply."""
    name, takebacks, seen = VERSION_1[text]
    saved = read_save(text)
    assert (saved.game.cartographers[0].name, saved.game.takebacks, saved.scenes_seen) == (name, takebacks, seen)
    assert saved.game.record == text.split(maxsplit=1)[0]
    assert set(saved.game.seats) == {LOCAL_PERSON}
    continued = choosing(updated(arrive(CHANCE, shelf_of(text)), m.Continue()))
    later = updated(continued, m.Confirm())
    assert later.memory.shelf.text.startswith(f"v2 {text.split(maxsplit=1)[0]}.")
    assert later.memory.shelf.text.endswith(" end")
    assert later.memory.shelf.device_text == text


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_of_version_1_are_read(name: str) -> None:
    """Whole games as the previous version saved them can be read."""
    for _, visit in GAMES[name][::17]:
        saved = visit.memory.shelf.saved
        assert saved
        assert read_save(version_1(*saved)) == saved._replace(game=replace(saved.game, key=""))


def test_practice_takeback_count_has_no_limit() -> None:
    """A practice game has no limit on its count of takebacks. Older code couldn't read more than four digits back."""
    assert read_save("v2 c1-a-1p-k3x9q2 by:,, practice:10000 end").game.takebacks == 10_000
    assert read_save("c1-a-1p-k3x9q2 practice:10000").game.takebacks == 10_000
    visit = begun()
    many = playing.with_screen(visit, game=replace(game_of(visit), takebacks=9999))
    text = after(many, m.Confirm(), m.Undo(sure=True)).memory.shelf.text
    assert " practice:10000 " in text
    assert read_save(text).game.takebacks == 10_000


def test_unknown_notes_survive_a_whole_game() -> None:
    """Unknown notes survive every ply, every undo, and leaving the game."""
    text = "v2 c1-a-1p-k3x9q2 moon:full by:Ana,, x: end"
    visit = updated(arrive(CHANCE, shelf_of(text)), m.Continue())
    rng = Random(CHANCE)  # noqa: S311 - a game to look at, and repeatable on purpose
    plies = 0
    while not game_of(visit).state.is_over:
        visit = drawn(choosing(visit), rng)
        plies += 1
        if plies % 7 == 0:
            visit = after(visit, m.Undo(sure=True), m.Go("start"), m.Continue())
        assert " moon:full x: end" in visit.memory.shelf.text
        assert " by:Ana,, " in visit.memory.shelf.text
    assert plies > 20
    assert read_save(visit.memory.shelf.text).game.notes == ("moon:full", "x:")


# ------------------------------------------------------------------- broken texts


@pytest.mark.parametrize("name", GAMES)
def test_truncated_text_is_never_a_shorter_game(name: str) -> None:
    """A text that is cut off anywhere is never read as a shorter game."""
    for _, visit in GAMES[name][:: len(GAMES[name]) // 3]:
        text = visit.memory.shelf.text
        for length in range(len(text)):
            with pytest.raises(InvalidRecord):
                read_save(text[:length])


@settings(max_examples=30)
@given(saved=saves(), data=st.data())
def test_truncated_text_is_no_game_whatever_its_notes(saved: SavedGame, data: st.DataObject) -> None:
    """No truncated text is read as a game, no matter what its notes are."""
    text = write_save(*saved)
    with pytest.raises(InvalidRecord):
        read_save(text[: data.draw(st.integers(0, len(text) - 1))])


MEGABYTE = "x" * 2**20


@pytest.mark.parametrize(
    "text",
    [
        MEGABYTE,
        "fA1" * 2**18,
        f"c1-a-1p-{MEGABYTE}",
        f"c1-a-1p-k3x9q2.{MEGABYTE}",
        f"c1-a-1p-k3x9q2.f{'A1' * 2**16}",
        f"c1-a-1p-k3x9q2 {MEGABYTE}",
        f"c1-a-1p-k3x9q2 by:{MEGABYTE}",
        f"c1-a-1p-k3x9q2 seat:{MEGABYTE}",
        f"c1-a-1p-k3x9q2 seat:away.{MEGABYTE}",
        f"c1-a-1p-k3x9q2 practice:{MEGABYTE}",
        f"c1-a-1p-k3x9q2 practice:{'9' * 2**20}",
        "c1-a-1p-k3x9q2 " + "by:,, " * 2**16,
        f"v2 c1-a-1p-k3x9q2 {MEGABYTE} end",
        f"v2 {MEGABYTE}",
        f"v{'9' * 2**20} c1-a-1p-k3x9q2 end",
    ],
    ids=lambda text: text[:24],
)
def test_unreadable_megabyte_is_reported_briefly(text: str) -> None:
    """An unreadable megabyte is reported in a short sentence, and the whole text stays saved."""
    shelf = shelf_of(text)
    assert 10 < len(said(shelf.error)) < 300
    assert shelf.text == shelf.device_text == text
    assert shelf.saved is None
    error = link_of(f"?record={text}", date(2026, 11, 22)).error
    assert len(said(error)) < 300


def test_short_text_is_quoted_without_ellipsis() -> None:
    """A text that fits is quoted without an ellipsis."""
    assert said(shelf_of("c1-a-1p-k3x9q2.xA1").error).startswith("move 1: ")
    assert "\N{HORIZONTAL ELLIPSIS}" not in said(shelf_of("nonsense").error)
    long = said(shelf_of(f"c1-a-1p-k3x9q2.{MEGABYTE}").error)
    assert long.startswith("move 1: 'xxx")
    assert long.endswith("x' is not a move; a move looks like fA1A2: the letter of a terrain, then spaces")


@pytest.mark.parametrize("broken", ["nonsense", GOOD[:-2], ""])
def test_copy_from_before_broken_text_is_offered(broken: str) -> None:
    """The start screen offers the copy from before a broken text, and the next ply sets the broken text aside."""
    shelf = shelf_of(broken, GOOD)
    if not broken:
        assert shelf == EMPTY
        return
    assert (shelf.text, shelf.device_text, shelf.saved) == (broken, broken, read_save(GOOD))
    visit = arrive(CHANCE, shelf)
    page = shown(visit)
    assert "continue" in buttons(page)
    assert "Your game continues from the previous save" in text_of(page)
    continued = updated(visit, m.Continue())
    assert game_of(continued) == read_save(GOOD).game
    assert not list(kept(visit, m.Continue()))
    later = updated(continued, m.Confirm())
    assert list(kept(continued, m.Confirm())) == [SaveGame(later.memory.shelf.text, broken, is_unreadable=True)]


def test_nothing_to_continue_without_readable_copy() -> None:
    """Without a readable copy there is no game to continue, and a new one begins only after confirmation."""
    shelf = shelf_of("nonsense", "nonsense before")
    assert shelf.saved is None
    assert shelf.worth_asking
    page = shown(arrive(CHANCE, shelf))
    assert "continue" not in buttons(page)
    assert "The saved game can't be read" in text_of(page)


def kept(before: Visit, message: m.Message) -> list[SaveGame]:
    """Return the texts that the device must save after a message."""
    return [effect for effect in effects_of(before, message) if isinstance(effect, SaveGame)]


def test_setting_broken_text_aside_is_retried() -> None:
    """The page tries to set a broken text aside until it works, even if the device was full when the game began."""
    home = arrive(CHANCE, shelf_of("nonsense"))
    begin = m.Begin("first", sure=True)
    began = updated(home, begin)
    assert kept(home, begin) == [SaveGame(began.memory.shelf.text, "nonsense", is_unreadable=True)]
    full = choosing(after(began, m.SaveFailed(Notice.FULL), m.GameReplaced("nonsense")))
    first = updated(full, m.Confirm())
    assert kept(full, m.Confirm()) == [SaveGame(first.memory.shelf.text, "nonsense", is_unreadable=True)]
    whole = choosing(updated(first, m.GameSaved(first.memory.shelf.text)))
    second = updated(whole, m.Confirm())
    assert kept(whole, m.Confirm()) == [
        SaveGame(second.memory.shelf.text, first.memory.shelf.text, is_unreadable=False)
    ]


# ------------------------------------------------------------------- newer versions


def test_only_a_higher_number_is_a_newer_version() -> None:
    """Only a number above this version is a newer version."""
    for text in (NEWER, "v3", "v4 what ever end", "v9999"):
        with refused(NewerSave, match="newer version"):
            read_save(text)
        shelf = shelf_of(text, GOOD)
        assert (shelf.newer, shelf.saved, shelf.text, shelf.device_text) == (True, None, text, text)
        assert "it was saved by a newer version of this page" in text_of(shown(arrive(CHANCE, shelf)))
    for text in ("version 3", "v c1-a-1p-k3x9q2", "V3 c1-a-1p-k3x9q2 end"):
        with pytest.raises(InvalidRecord) as error:
            read_save(text)
        assert not isinstance(error.value, NewerSave)


WITHOUT_A_YES: list[m.Message] = [
    *(m.Begin("first"), m.Begin("set-up"), m.Begin("link"), m.Begin("daily"), m.Resume("x"), m.Continue(), m.Enter()),
    *(
        m.PlayAgain(),
        m.TakeOver(),
        m.Go("start"),
        m.Go("set-up"),
        m.Go("about"),
        m.Open("menu"),
        m.Close(),
        m.Confirm(),
        m.Proceed(),
        m.Undo(sure=True),
    ),
    *(
        m.GameSaved(NEWER),
        m.SaveFailed(Notice.FULL),
        m.SaveFailed(Notice.DENIED),
        m.DismissNotice(),
        m.ContinuedElsewhere(),
        m.GameReplaced(NEWER),
    ),
]


@settings(max_examples=200)
@given(
    messages=st.lists(st.sampled_from(WITHOUT_A_YES), max_size=8),
    embedded=st.booleans(),
    where=st.sampled_from(["start", "watching", "playing"]),
)
def test_newer_text_is_not_replaced_without_confirmation(
    messages: list[m.Message], where: str, *, embedded: bool
) -> None:
    """No button and no other tab replaces a newer text without confirmation, even if the text appears during a game."""
    visit = arrive(CHANCE, shelf_of(NEWER), link=Link(embedded=embedded))
    if where == "watching":
        visit = visit.opening_screen(Watching(read_save("c1-a-1p-k3x9q2").game))
    elif where == "playing":
        visit = updated(begun(), m.GameReplaced(NEWER))
        assert visit.is_continued_elsewhere
    for message in messages:
        assert kept(visit, message) == []
        visit = updated(visit, message)
        assert visit.memory.shelf.device_text == NEWER


def test_newer_text_is_set_aside_after_confirmation() -> None:
    """After confirmation, a newer text is set aside, where a newer version can find it."""
    visit = arrive(CHANCE, shelf_of(NEWER))
    asked = updated(visit, m.Begin("first"))
    assert asked.dialog is not None
    assert asked.dialog.then is not None
    sure = updated(asked, asked.dialog.then)
    assert isinstance(sure.screen, Playing)
    assert kept(asked, asked.dialog.then) == [SaveGame(sure.memory.shelf.text, NEWER, is_unreadable=True)]


def test_taking_back_game_from_newer_version() -> None:
    """A tab that takes back a game that is now from a newer version goes to the start screen, which says so."""
    visit = updated(begun(), m.GameReplaced(NEWER))
    back = updated(visit, m.PlayHere())
    assert not back.is_continued_elsewhere
    assert "it was saved by a newer version of this page" in text_of(shown(back))


# ------------------------------------------------------------------- messages of the shelf


def test_new_game_would_discard_unreadable_or_unsaved_game() -> None:
    """A new game would discard an unreadable text, or an unfinished game that couldn't be saved."""
    over = GAMES["A"][-1][1].memory.shelf.text
    assert [shelf_of(text).worth_asking for text in (GOOD, over, "nonsense", NEWER, "")] == [
        *(False, False, True, True, False)
    ]
    only_here = after(begun(), m.NextPlace(), m.Confirm(), m.SaveFailed(Notice.DENIED))
    assert only_here.memory.shelf.worth_asking
    assert not updated(only_here, m.GameSaved(only_here.memory.shelf.text)).memory.shelf.worth_asking


def test_another_game_sets_unfinished_one_aside() -> None:
    """Another game sets an unfinished one aside, which is saved with the new one or before it, and can be continued."""
    playing = after(begun(), m.NextPlace(), m.Confirm())
    old = updated(playing, m.GameSaved(playing.memory.shelf.text))
    begin = m.Begin("first")
    new = updated(old, begin)
    aside = GameSetAside(old.memory.shelf.text, game_of(old).key)
    assert isinstance(new.screen, Playing)
    assert kept(old, begin) == [SaveGame(new.memory.shelf.text, old.memory.shelf.text, set_aside=aside)]
    full = choosing(after(new, m.SaveFailed(Notice.FULL)))
    drawn = updated(full, m.Confirm())
    assert kept(full, m.Confirm()) == [SaveGame(drawn.memory.shelf.text, old.memory.shelf.text, set_aside=aside)]
    there = choosing(updated(drawn, m.GameSaved(drawn.memory.shelf.text)))
    assert kept(there, m.Confirm())[0].set_aside is None
    back = updated(there, m.Resume(aside.key))
    assert ReadUnfinishedGame(aside.key) in effects_of(there, m.Resume(aside.key))
    opened = updated(back, m.UnfinishedGameRead(aside.key, aside.text))
    assert game_of(opened) == game_of(old)
    assert kept(back, m.UnfinishedGameRead(aside.key, aside.text))[0].set_aside == GameSetAside(
        there.memory.shelf.text, game_of(there).key
    )


def test_notice_names_the_place_of_the_game_that_was_set_aside() -> None:
    """A notice says that the unfinished game is in the history, until a ply is drawn. An embed has no history."""
    playing = after(begun(), m.NextPlace(), m.Confirm())
    old = updated(playing, m.GameSaved(playing.memory.shelf.text))
    for begin in (m.Begin("first"), m.Begin("daily"), m.Begin("set-up")):
        new = updated(old, begin)
        assert new.notice is Notice.SET_ASIDE
        assert "You can continue it from History." in text_of(shown(new))
        assert updated(new, m.DismissNotice()).notice is None
        assert updated(new, m.GameSaved(new.memory.shelf.text)).notice is Notice.SET_ASIDE
        assert updated(new, m.Go("start")).notice is Notice.SET_ASIDE
        assert updated(choosing(new), m.Confirm()).notice is None
    link = replace(old.page.link, embedded=True)
    assert updated(changed(old, link=link), m.Begin("first")).notice is None
    for other in (begun(), GAMES["A"][-1][1]):
        assert updated(updated(other, m.GameSaved(other.memory.shelf.text)), m.Begin("first")).notice is None


def test_game_without_plies_is_not_set_aside() -> None:
    """A game without plies isn't set aside, nor is a finished one, which is already in the history."""
    for old in (begun(), GAMES["A"][-1][1]):
        new = updated(updated(old, m.GameSaved(old.memory.shelf.text)), m.Begin("first"))
        assert new.memory.shelf.set_aside is None


@pytest.mark.parametrize("text", ["", "nonsense", NEWER])
def test_deleted_or_unreadable_game_cannot_continue(text: str) -> None:
    """Continuing a deleted or unreadable game changes nothing."""
    visit = after(begun(), m.Go("start"))
    assert updated(updated(visit, m.Resume("x")), m.UnfinishedGameRead("x", text)) == visit


def test_older_state_on_full_device_is_reported() -> None:
    """If a full device holds an older state than the page, the start screen says so until a save succeeds."""
    visit = arrive(CHANCE, shelf_of(GOOD, stale=True))
    assert "the last moves of your game weren't saved" in text_of(shown(visit))
    later = after(visit, m.Continue(), m.Confirm())
    assert not later.memory.shelf.stale
    assert "weren't saved" not in text_of(shown(updated(later, m.Go("start"))))


@pytest.mark.parametrize("name", ALONE)
def test_shelf_holds_the_game_on_the_page(name: str) -> None:
    """After every message, the shelf holds the game on the page, as the same object if unchanged, to avoid writes."""
    for (_, before), (_, now) in pairwise(GAMES[name]):
        saved = now.memory.shelf.saved
        assert saved is not None
        assert saved.game is game_of(now)
        assert saved.scenes_seen == playing.screen_of(now).stage.scenes_seen
        if game_of(now) is game_of(before) and saved.scenes_seen == playing.screen_of(before).stage.scenes_seen:
            assert now.memory.shelf is before.memory.shelf
