"""Practice: one rule decides which games count, and everything that shows or sums up results uses that rule."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from app import messages as m
from app.arrival.link import link_of
from app.game.daily import daily
from app.game.game import why_practice
from app.game.library import read_entry
from app.game.rival import Rival
from app.game.shelf import read_notes, read_save
from app.game.summary import results_of
from app.page.outgoing import Picture
from app.screens.parts.sharing import challenge_text, replay_text, shared_text
from app.screens.sheet.screen import ScoreSheet
from app.screens.statistics.screen import counted_entries
from app.screens.watch.screen import Watching
from cartographers import GameId, legal_moves, new_game, write_record
from support import playing as p
from support.elements import text
from support.saved_files import EMPTY, WON, end_of, file_with, imported, saved
from support.visits import arrive, changed, updated

#: The marks that make a game practice, each with the page's text about it.
MARKS: dict[str, tuple[dict[str, Any], str]] = {
    "takebacks": ({"takebacks": 2}, "2 moves undone"),
    "hints": ({"hints": 1}, "1 hint used"),
    "uncounted": ({"uncounted": True}, "only counts on its day"),
}
REAL = replace(WON, key="best")
#: The games that are practice, each with the page's text about it.
PRACTICE = {name: (replace(REAL, **marks), reason) for name, (marks, reason) in MARKS.items()}
SAVED = saved(REAL)
BEST = SAVED[0]


@pytest.mark.parametrize("mark", MARKS)
def test_practice_stays_and_does_not_count(mark: str) -> None:
    """A practice game stays practice after an export and an import, is marked, and isn't counted or compared."""
    kept = _, saved_text = saved(PRACTICE[mark][0])
    assert PRACTICE[mark][0].is_practice
    assert read_notes(saved_text).practice
    assert read_save(saved_text).game.is_practice
    assert not read_notes(SAVED[1]).practice
    assert why_practice(0, 0, uncounted=False) is None
    assert imported(EMPTY, file_with(kept))[0].memory.library == (kept,)
    assert read_entry(*kept).notes.practice
    game, reason = PRACTICE[mark]
    library = (saved(game),)
    assert counted_entries((SAVED,)) != []
    assert counted_entries(library) == []
    visit = changed(EMPTY, library=library)
    assert "practice" in p.part(p.shown(visit), "kept-entry")
    statistics = changed(updated(visit, m.Go("statistics")), library=library)
    assert "1 practice game isn't counted" in text(statistics)
    sheet, real = (text(updated(one, m.Go("sheet", BEST))) for one in (visit, changed(visit, library=(SAVED,))))
    assert reason in sheet
    assert "(practice)" in sheet
    assert p.WORDS("sheet.compared") not in sheet
    assert p.WORDS("sheet.compared") in real


@pytest.mark.parametrize("mark", MARKS)
def test_shared_practice_game_is_labeled(mark: str) -> None:
    """All that is shared about a practice game says that it is practice, but its replay shows it as it was drawn."""
    practice, home = PRACTICE[mark][0], arrive(p.CHANCE)
    for game in (practice, REAL):
        end = end_of(game)
        drawn = ScoreSheet(game=game, end=end).outgoing(p.WORDS, home, "picture")
        assert isinstance(drawn, Picture)
        said = [tell(p.WORDS, home, game, end) for tell in (shared_text, challenge_text, replay_text)]
        assert {"(practice)" in one for one in (*said, drawn.drawing)} == {game.is_practice}
    history = changed(EMPTY, library=(saved(practice),))
    for visit in (
        p.after(p.with_screen(p.FINALS["A"], game=practice), m.Close(), m.Watch()),
        p.after(history, m.ShowDetails(BEST), f"replay {BEST}"),
        p.after(history, m.Go("sheet", BEST), m.Seek(3)),
    ):
        assert isinstance(visit.screen, Watching)
        assert not visit.screen.game.is_practice
        for now in (visit, updated(visit, m.Open("menu"))):
            assert "practice" not in text(now).lower()


def test_daily_game_continued_from_a_link_is_practice() -> None:
    """A daily game continued from a link is practice, because another player has made its first moves."""
    today = date(2026, 11, 22)
    for deal, is_daily in ((daily(today), True), (GameId("k3x9q2"), False)):
        record = write_record(deal, [legal_moves(new_game(deal))[0]])
        visit = arrive(p.CHANCE, link=link_of(f"?record={record}", today), day=today)
        continued = p.after(visit, m.Begin("link"), m.Seek(1), m.TakeOver())
        assert p.game_of(continued).is_practice is is_daily
        assert not continued.memory.days.runs


def test_no_question_if_game_is_already_practice() -> None:
    """A game that is already practice has nothing to lose, so the page doesn't ask, whatever made it practice."""
    drawn = p.choosing(p.GAMES["A"][12][1])
    for marks in ({}, *(marks for marks, _ in MARKS.values())):
        game = replace(p.game_of(drawn), **{"takebacks": 0, "hints": 0, **marks})
        for message in (m.Undo(), m.AskForHint()):
            asks = updated(p.with_screen(drawn, game=game), message).dialog is not None
            assert asks == (marks == {})


def test_only_counting_games_win_challenges() -> None:
    """Only a game that counts can win a challenge."""
    link = link_of(f"?beat={Rival(REAL.played, 'Al').record}", arrive(p.CHANCE).page.clock.day)
    practice, real = saved(PRACTICE["hints"][0])[1], SAVED[1]
    stars = end_of(REAL).totals[0]
    assert link.id
    assert list(results_of(link.id, [practice, real])) == [(None, practice), (stars, real)]
    assert list(results_of(GameId("other"), [practice, real])) == []
    played = link.with_result(link.id, None)
    assert (played.best_stars, played.was_played) == (None, True)
    assert link.with_result(link.id, stars).with_result(link.id, None).best_stars == stars
