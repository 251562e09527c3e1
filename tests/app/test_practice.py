"""Practice: one rule decides which games count, and everything that shows or sums up results uses that rule."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.effects import SaveNote
from app.game.daily import daily
from app.game.game import Game, why_practice
from app.game.library import read_entry
from app.game.rival import Rival
from app.game.shelf import FINISHED, read_notes, read_save, write_save
from app.game.summary import results_of, with_summary_notes
from app.link import link_of
from app.outgoing import Picture
from app.screens.history.importing import check_line
from app.screens.parts.sharing import challenge_text, replay_text, shared_text
from app.screens.play.screen import Playing
from app.screens.sheet.screen import ScoreSheet
from app.screens.statistics.screen import counted_entries
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.events import GameEnd
from cartographers.game import new_game
from cartographers.game_id import GameId
from cartographers.record import write_record
from cartographers.rules import legal_moves
from support.playing import CHANCE, GAMES, WORDS, after, begun, choosing, game_of, part, screen_of, shown, with_screen
from support.visits import arrive, changed, effects_of, updated

#: The marks that make a game practice, each with the page's text about it.
MARKS: dict[str, tuple[dict[str, Any], str]] = {
    "takebacks": ({"takebacks": 2}, "2 moves undone"),
    "hints": ({"hints": 1}, "1 hint used"),
    "uncounted": ({"uncounted": True}, "only counts on its day"),
}
BEST = f"{FINISHED}1763850000000.best"


def ended(**marks: Any) -> Game:  # noqa: ANN401 - numbers and a bool
    """Return a finished solo game."""
    return replace(game_of(GAMES["A"][-1][1]), key="best", **marks)


def kept(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the library of a device on which only this game was finished."""
    return ((BEST, write_save(with_summary_notes(game), 0)),)


def end_of(game: Game) -> GameEnd:
    """Return the result of a game."""
    last = game.state.events[-1]
    assert isinstance(last, GameEnd)
    return last


@pytest.mark.parametrize("mark", MARKS)
def test_saved_notes_tell_whether_a_game_counts(mark: str) -> None:
    """The notes of a saved game alone tell whether it counts, with the same answer as its record."""
    game = ended(**MARKS[mark][0])
    text = kept(game)[0][1]
    assert game.is_practice
    assert read_notes(text).practice
    assert read_save(text).game.is_practice
    assert not read_notes(kept(ended())[0][1]).practice
    assert why_practice(0, 0, uncounted=False) is None


@pytest.mark.parametrize("mark", MARKS)
def test_practice_game_is_left_out_of_statistics(mark: str) -> None:
    """A practice game is marked in the history, left out of best and mean, and not compared on its sheet."""
    marks, reason = MARKS[mark]
    library = kept(ended(**marks))
    assert read_entry(*library[0]).practice
    assert counted_entries(kept(ended())) != []
    assert counted_entries(library) == []
    visit = changed(updated(arrive(CHANCE), m.Go("history")), library=library)
    assert "practice" in part(shown(visit), "kept-entry")
    assert "1 practice game isn't counted" in text_of(
        shown(changed(updated(visit, m.Go("statistics")), library=library))
    )
    sheet = text_of(shown(updated(visit, m.Go("sheet", BEST))))
    assert reason in sheet
    assert "(practice)" in sheet
    assert WORDS("sheet.compared") not in sheet
    real = changed(visit, library=kept(ended()))
    assert WORDS("sheet.compared") in text_of(shown(updated(real, m.Go("sheet", BEST))))


@pytest.mark.parametrize("mark", MARKS)
def test_shared_practice_game_is_labeled(mark: str) -> None:
    """The text, the challenge, the replay's text, and the picture say if a game is practice, and only then."""
    practice, real = ended(**MARKS[mark][0]), ended()
    for game in (practice, real):
        end = end_of(game)
        texts = (
            shared_text(WORDS, arrive(CHANCE), game, end),
            challenge_text(WORDS, arrive(CHANCE), game, end),
            replay_text(WORDS, arrive(CHANCE), game, end),
        )
        assert [("(practice)" in text) for text in texts] == [game.is_practice] * len(texts)
        drawn = ScoreSheet(game=game, end=end_of(game)).outgoing(WORDS, arrive(CHANCE), "picture")
        assert isinstance(drawn, Picture)
        assert ("(practice)" in drawn.drawing) == game.is_practice


@pytest.mark.parametrize("mark", MARKS)
def test_replay_shows_a_practice_game_as_drawn(mark: str) -> None:
    """A replay shows a practice game simply as it was drawn, whether the end, the history, or the sheet leads there."""
    game = ended(**MARKS[mark][0])
    final = updated(with_screen(GAMES["A"][-1][1], game=game), m.Close())
    history = changed(updated(arrive(CHANCE), m.Go("history")), library=kept(game))
    for visit in (
        updated(final, m.Watch()),
        after(history, m.ShowDetails(BEST), m.Replay(BEST)),
        after(history, m.Go("sheet", BEST), m.Seek(3)),
    ):
        assert isinstance(visit.screen, Watching)
        assert not visit.screen.game.is_practice
        assert "practice" not in text_of(shown(visit)).lower()
        assert "practice" not in text_of(shown(updated(visit, m.Open("menu")))).lower()


@pytest.mark.parametrize("is_daily", [True, False])
def test_daily_game_continued_from_a_link_is_practice(*, is_daily: bool) -> None:
    """A daily game continued from a link is practice, because another player has made its first moves."""
    today = date(2026, 11, 22)
    deal = daily(today) if is_daily else GameId("k3x9q2")
    record = write_record(deal, [legal_moves(new_game(deal))[0]])
    visit = updated(arrive(CHANCE, link=link_of(f"?record={record}", today), day=today), m.Begin("link"))
    continued = after(visit, m.Seek(1), m.TakeOver())
    assert isinstance(continued.screen, Playing)
    assert game_of(continued).is_practice is is_daily
    assert not continued.memory.days.runs


def asks(visit: Visit) -> list[bool]:
    """Return whether undo past a reveal asks for confirmation, and whether a hint does."""
    drawn = choosing(GAMES["A"][12][1])
    game = replace(screen_of(drawn).game, takebacks=0, hints=0)
    marks = {name: getattr(game_of(visit), name) for name in ("takebacks", "hints", "uncounted")}
    with_marks = with_screen(drawn, game=replace(game, **marks))
    return [updated(with_marks, message).dialog is not None for message in (m.Undo(), m.AskForHint())]


def test_no_question_if_game_is_already_practice() -> None:
    """A game that is already practice has nothing to lose, so the page doesn't ask, whatever made it practice."""
    real = begun()
    assert asks(real) == [True, True]
    for marks, _ in MARKS.values():
        assert asks(with_screen(real, game=replace(game_of(real), **marks))) == [False, False]


def test_only_counting_games_win_challenges() -> None:
    """Only a game that counts can win a challenge."""
    rival = Rival(ended().played, "Al")
    link = link_of(f"?beat={rival.record}", arrive(CHANCE).page.clock.day)
    texts = [kept(ended(hints=1))[0][1], kept(ended())[0][1]]
    stars = end_of(ended()).totals[0]
    assert link.id
    assert list(results_of(link.id, texts)) == [(None, texts[0]), (stars, texts[1])]
    assert list(results_of(GameId("other"), texts)) == []
    assert link.with_result(link.id, None).best_stars is None
    assert link.with_result(link.id, None).was_played
    assert link.with_result(link.id, stars).with_result(link.id, None).best_stars == stars


def test_practice_survives_export_and_import() -> None:
    """A game stays practice when exported and imported, and a text of an older version is completed accordingly."""
    for marks, _ in MARKS.values():
        name, text = kept(ended(**marks))[0]
        for _ in check_line(f"{name} {text}"):
            pass
        assert read_entry(name, text).practice
        bare = " ".join(word for word in text.split() if not word.startswith("dealt:"))
        visit = updated(updated(arrive(CHANCE), m.Go("history")), m.LibraryRead(f"{name} {bare}"))
        assert visit.memory.library == ((name, text),)
        effects = effects_of(updated(arrive(CHANCE), m.Go("history")), m.LibraryRead(f"{name} {bare}"))
        assert SaveNote(name, text) in effects
