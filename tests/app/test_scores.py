"""The table of a printed game: maps of players, stars by the engine's rules, the winner, the history, and sharing."""

from dataclasses import replace

import pytest

from app import messages as m
from app.board.event_texts import describe_winners
from app.drawing.element import text_of
from app.game.paper import Paper
from app.game.paper_notes import MAP, read_maps, with_note
from app.game.printed import PrintedGame, read_printed, step_count, take_back, write_printed
from app.game.printed_maps import first_map, maps_of, score_of, scored_game, with_map
from app.page.notice import Notice
from app.page.outgoing import Picture, Text
from app.saved_names import PRINTED, PRINTED_BEFORE
from app.saves.games import DeleteGame, SaveOtherGame
from app.screens.scores.painted_map import PrintedMap
from app.screens.scores.screen import Scores
from app.visit import Visit
from cartographers import GameId, InvalidRecord
from cartographers.events import Score
from cartographers.maps import blank_sheet
from cartographers.region import names, space_named
from support import playing as p
from support.paper_maps import at_companion, at_scores, cells, saved_game, saving, scored_maps
from support.refusals import refused
from support.simulated import game_number, played
from support.visits import arrive, changed, effects_of, is_late, updated

TRIO = GameId("trio", players=3)
BLANK = blank_sheet("A")
THREE_COINS = Paper("A", BLANK, 3)
A1, TO_STARS, DONE = m.Paint(space_named("A1")), "show-step stars", "finish-map"


def over(game_id: GameId = TRIO, names: tuple[str, ...] = ("Ana", "Ben", "")) -> PrintedGame:
    """Return a printed game that is over, without maps."""
    return PrintedGame(game_id, names, step_count(game_id))


def scored(number: int) -> PrintedGame:
    """Return a simulated game as a printed one, with all its maps."""
    game_id = game_number(number)
    game = over(game_id, ("",) * game_id.players)
    seasons = [dealt.season for dealt in game.deal.seasons]
    for score, paper in scored_maps(number):
        game = with_map(game, seasons.index(score.season), score.player, paper)
    return game


@pytest.mark.parametrize("number", [1, 3, 7, 9, 15, 17])
def test_painted_game_ends_like_the_engine_s(number: int) -> None:
    """The maps of a whole game, read from their text, give the scores, winners, rating, and title of the engine."""
    states = played(game_number(number))[1]
    game = read_printed(write_printed(scored(number)))
    found = scored_game(game)
    assert found
    shown_game, end = found
    assert (shown_game.state.scores, end) == (states[-1].scores, states[-1].events[-1])
    scores = [event.score for state in states for event in state.events if isinstance(event, Score)]
    seasons = [dealt.season for dealt in game.deal.seasons]
    assert [score_of(game, seasons.index(score.season), score.player) for score in scores] == scores


def test_season_begins_with_the_map_of_the_one_before() -> None:
    """The painting begins with the player's latest earlier map or a blank map; damaged or second maps aren't read."""
    one, two = (Paper("A", BLANK._replace(forest=1), coins) for coins in (2, 3))
    first = with_map(over(), 0, 1, one)
    both = with_map(first, 1, 1, two)
    assert [first_map(game, 2, 1) for game in (first, both)] == [one, two]
    assert (first_map(first, 2, 0), first_map(both, 0, 1)) == (Paper("A", BLANK), one)
    assert maps_of(with_map(first, 0, 1, two)) == {(0, 1): two}
    for note in ("4.0.p1-a--o116", "0.3.p1-a--o116", "0.00.p1-a--o116", "0.0.p1-b--o109", "", "0.0.x"):
        with refused(InvalidRecord, "."):
            read_printed(write_printed(replace(over(), papers=(f"map:{note}",))))
    with refused(InvalidRecord, "."):
        read_maps((*with_note((), MAP, (0, 0), Paper("A", BLANK)), "map:0.0.p1-a--o116"), TRIO)


def test_table_leads_to_the_maps() -> None:
    """The table leads to each player's map of each season that is over, and saves it unless it is untouched."""
    visit = at_scores(over())
    assert len(cells(visit)) == 12
    assert cells(visit)[0] == "Ana, Spring: paint the map"
    visit = updated(visit, "open-printed-map 0 1")
    assert "Ben, Spring" in text_of(p.shown(visit))
    assert "map:0.1.p1-a--fo115" in saving(visit, A1).text
    visit = p.after(visit, A1, TO_STARS, "set-coins 2", DONE)
    assert isinstance(visit.screen, Scores)
    assert cells(visit)[4].startswith("Ben, Spring: ")
    visit = updated(visit, "open-printed-map 1 1")
    assert isinstance(visit.screen, PrintedMap)
    assert names(visit.screen.painting.canvas.sheet.forest) == ["A1"]
    assert updated(visit, m.Back()).screen == Scores()
    visit = p.after(at_scores(over()), "open-printed-map 0 0")
    for untouched in ((DONE,), (TO_STARS, DONE), (A1, m.Undo())):
        assert not maps_of(saved_game(p.after(visit, *untouched)))
    assert (0, 0) in maps_of(saved_game(updated(visit, A1)))
    summer = p.after(visit, A1, DONE, "open-printed-map 1 0", DONE)
    assert [*maps_of(saved_game(summer))] == [(0, 0)]
    assert cells(summer)[1] == "Ana, Summer: paint the map"
    full = with_map(over(), 0, 0, Paper("A", BLANK._replace(forest=BLANK.empty)))
    again = p.after(at_scores(full), "open-printed-map 1 0", DONE)
    assert [*maps_of(saved_game(again))] == [(0, 0), (1, 0)]


def test_sum_and_doubts_are_in_sight() -> None:
    """The bar shows the sum of the stars, and the bar and the table mark a map that no game can have brought about."""

    def sums(visit: Visit) -> list[str]:
        return [part.attributes["aria-label"] for part in p.with_class(p.shown(visit), "sum")]

    visit = p.after(at_scores(over()), "open-printed-map 0 0", TO_STARS)
    assert sums(visit) == []
    visit = updated(visit, "set-coins 2")
    assert sums(visit) == ["2 stars"]
    visit = p.after(visit, "show-step draw", A1, TO_STARS)
    [said] = sums(visit)
    assert said.endswith(" stars. Please check")
    assert cells(updated(visit, DONE))[0].endswith(" stars. Please check")
    typed = p.after(visit, "show-step numbers", m.TypeText("first", "9"))
    assert sums(typed) == ["9 stars"]
    assert cells(updated(typed, DONE))[0] == "Ana, Spring: 9 stars so far"


def test_seasons_that_are_not_over_have_no_buttons() -> None:
    """A season's maps can be painted once it is over; a map of an undone season stays saved but doesn't count."""
    solo = over(GameId("solo"), ("",))
    game = with_map(replace(solo, steps=solo.deal.seasons[0].reveal_count + 1), 0, 0, THREE_COINS)
    visit = at_scores(game)
    assert cells(visit) == ["Player 1, Spring: 3 stars"]
    for place in ("1 0", "0 1", "-1 0"):
        assert updated(visit, f"open-printed-map {place}") == visit
    undone = at_scores(take_back(game))
    assert cells(undone) == []
    assert maps_of(saved_game(undone))


def test_finished_game_goes_to_the_history() -> None:
    """A finished game moves to the history, where even a damaged one is listed and can be seen and deleted."""
    game, finish = scored(9), "finish-printed-game"
    visit, text = at_scores(game), write_printed(game)
    save = saving(visit, finish)
    assert (save.text, save.known) == ("", text)
    assert save.past.startswith(f"{PRINTED_BEFORE}{visit.page.clock.day}.")
    assert not save.past.startswith(f"{PRINTED} ")
    visit = updated(visit, finish)
    assert isinstance(visit.screen, Scores)
    stays = updated(visit, m.PrintedGameStays(text, text, Notice.FULL))
    for not_moved in (visit, stays):
        assert p.WORDS("scores.moved") not in text_of(p.shown(not_moved))
    assert saved_game(stays) == game
    visit = updated(visit, m.PrintedGameReported(""))
    assert p.WORDS("scores.moved") in text_of(p.shown(visit))
    assert p.WORDS("scores.moved") in p.heard(visit)
    assert visit.memory.printed.text == ""
    history = changed(updated(visit, m.Go("history")), library=((save.past, text),))
    found = scored_game(game)
    assert found
    best = found[1].winners[0]
    who = f"{p.WORDS('player', number=best + 1)} {max(found[1].totals)}, "
    for words in ("Printed games", describe_winners(p.WORDS, *found), who):
        assert words in text_of(p.shown(history))
    sheet = updated(history, m.Go("scores", save.past))
    assert cells(sheet) == []
    assert "Delete" in text_of(p.shown(sheet))
    assert effects_of(sheet, m.Delete(save.past)) == [DeleteGame(save.past)]
    deleted = updated(sheet, m.Delete(save.past))
    assert not dict(deleted.memory.library or ())
    assert SaveOtherGame(save.past, text) in effects_of(deleted, m.Restore())
    assert updated(deleted, m.Restore()).memory.library == ((save.past, text),)
    name = f"{PRINTED_BEFORE}2026-11-20.x"
    history = changed(updated(arrive(p.CHANCE), m.Go("history")), library=((name, "p1 nonsense"),))
    assert "damaged" in text_of(p.shown(history))
    damaged = updated(history, m.Go("scores", name))
    assert "Delete" in text_of(p.shown(damaged))
    assert updated(damaged, m.Delete(name)).memory.library == ()


def test_result_is_shared() -> None:
    """The result is shared as text and as a picture with all maps; without all maps there is nothing to share."""
    visit = at_scores(scored(9))
    sent = visit.screen.outgoing(p.WORDS, visit, "text")
    assert isinstance(sent, Text)
    assert "⭐" in sent.text
    assert isinstance(visit.screen.outgoing(p.WORDS, visit, "picture"), Picture)
    assert at_scores(over()).screen.outgoing(p.WORDS, at_scores(over()), "text") is None
    told = p.after(visit, m.Share("text", "copy"), m.Shared("text", "copied"))
    assert "copied" in text_of(p.shown(told))
    assert p.with_class(p.shown(updated(visit, m.LookAtSheet(0))), "last-map")


def test_another_game_on_the_table() -> None:
    """The table shows another tab's game, or that it is gone; a new deal moves a game that has begun to the history."""
    visit = at_scores(over())
    other = write_printed(with_map(over(), 0, 0, THREE_COINS))
    assert "Ana, Spring: 3 stars" in cells(updated(visit, m.PrintedGameReported(other)))
    gone = updated(p.after(visit, "open-printed-map 0 0"), m.PrintedGameReported(""))
    assert "There's no printed game here anymore." in text_of(p.shown(gone))
    assert is_late(gone, m.Paint(0))
    begun = replace(over(), steps=1)
    for game in (take_back(begun), begun, with_map(take_back(begun), 0, 0, THREE_COINS)):
        save = saving(updated(at_companion(game), m.Go("companion", "new")), "deal")
        assert save.known == write_printed(game)
        assert save.past.startswith(PRINTED_BEFORE) == game.is_begun
