"""Scores of a printed game as numbers, corrections that reach later maps, and games that return from the history."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import SavePrintedGame
from app.game.paper import Paper, blank_paper, painted
from app.game.paper_notes import MOST, Count, read_counted_row, read_counts
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.printed_maps import (
    counts_of,
    final_map,
    findings_of,
    has_doubts,
    has_scores,
    is_score_complete,
    maps_of,
    mended_maps,
    score_of,
    scored_game,
    with_count,
    with_map,
)
from app.game.shelf import PRINTED_BEFORE
from app.memory import SavedText
from app.notice import Notice
from app.outgoing import Text
from app.screens.companion.screen import Companion
from app.screens.history.screen import History
from app.screens.scores.painted_map import DRAW, NUMBERS, STARS, PrintedMap
from app.screens.scores.screen import Scores
from app.visit import Visit
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord
from cartographers.game_id import GameId
from cartographers.region import names, space_named
from cartographers.scoring import stars
from support.playing import CHANCE, WORDS, after, buttons, shown
from support.refusals import refused
from support.visits import arrive, changed, effects_of, updated

DUO = GameId("duo", players=2)
OVER = PrintedGame(DUO, ("Ana", "Ben"), step_count(DUO))
#: A game of which spring is over.
SPRING = replace(OVER, steps=OVER.deal.seasons[0].reveal_count + 1)
NAME = f"{PRINTED_BEFORE}2026-11-20.abc"


def at_table(game: PrintedGame) -> Visit:
    """Return the visit at the table of a printed game."""
    text = write_printed(game)
    return after(arrive(CHANCE, printed=SavedText(text, text)), m.Go("companion"), m.Go("scores"))


def game_of(visit: Visit) -> PrintedGame:
    """Return the game that the device should save."""
    return read_printed(visit.memory.printed.text)


def counted(*rows: Count) -> PrintedGame:
    """Return the game that is over with a row for each season of both players: Ana's four, then Ben's."""
    game = OVER
    for (player, season), row in zip(product(range(2), range(4)), rows, strict=True):
        game = with_count(game, season, player, row)
    return game


def drawn(forest: str, *, village: str = "") -> Paper:
    """Return a paper map with forest on some spaces and perhaps a village on others."""
    drawing = blank_paper("A").drawing
    for ground, spaces in (("forest", forest), ("village", village)):
        for name in spaces.split():
            drawing = painted(drawing, space_named(name), ground)
    return Paper("A", drawing)


def forests(game: PrintedGame, season: int) -> str:
    """Return the forest on Ana's map at the end of a season."""
    return " ".join(names(maps_of(game)[season, 0].drawing.forest))


# ------------------------------------------------------------------- numbers


def test_numbers_add_up_as_on_the_paper_sheet() -> None:
    """Typed numbers and their buttons make a row: edicts and coins count, and monsters subtract. Each is saved."""
    visit = after(at_table(SPRING), m.Choose("map", "0.1"), m.Choose("step", "numbers"))
    assert isinstance(visit.screen, PrintedMap)
    [save] = [one for one in effects_of(visit, m.TypeText("first", "12")) if isinstance(one, SavePrintedGame)]
    assert " count:0.1.12... " in save.text
    visit = after(visit, m.TypeText("first", "12"), m.TypeText("second", "8"), m.TypeText("coins", " 3 "))
    visit = after(visit, m.TypeText("monsters", "-2"), m.Choose("coins", "4"))
    assert counts_of(game_of(visit)) == {(0, 1): Count(12, 8, 4, 2)}
    assert "22 stars" in text_of(shown(visit))
    score = score_of(game_of(visit), 0, 1)
    assert score
    assert ([stars(each) for each in score.edicts.values()], score.coins, score.monsters) == ([12, 8], 4, -2)
    table = updated(visit, m.Choose("done", "map"))
    assert isinstance(table.screen, Scores)
    assert "Ben, Spring: 22 stars" in [part.attributes.get("aria-label") for part in walk(shown(table))]


def test_numbers_can_stay_empty() -> None:
    """Empty coins and monsters count as 0; without an edict's stars, the season isn't complete; no number is no row."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Choose("step", "numbers"))
    assert not has_scores(game_of(updated(visit, m.Choose("done", "map"))))
    half = after(visit, m.TypeText("first", "0"))
    assert not is_score_complete(game_of(half), 0, 0)
    table = updated(half, m.Choose("done", "map"))
    assert "Ana, Spring: 0 stars so far" in [part.attributes.get("aria-label") for part in walk(shown(table))]
    assert is_score_complete(game_of(after(half, m.TypeText("second", "0"))), 0, 0)
    assert not has_scores(game_of(after(half, m.TypeText("first", ""))))


@pytest.mark.parametrize("text", ["200", "x", "1.5", "-1", "²"])
def test_wrong_number_is_explained_where_it_is(text: str) -> None:
    """A text that isn't a possible number shows a sentence and isn't saved; the player can leave all the same."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Choose("step", "numbers"), m.TypeText("second", "5"))
    wrong = updated(visit, m.TypeText("second", text))
    assert "Enter a whole number from 0 to 199; until then" in text_of(shown(wrong))
    assert not counts_of(game_of(wrong))
    for leaving in (m.Choose("done", "map"), m.Back()):
        assert isinstance(after(wrong, leaving).screen, Scores)


def test_impossible_numbers_are_doubted_but_kept() -> None:
    """Coins and lost stars that no game can bring about are explained, saved, and marked in the table."""
    game = with_count(OVER, 0, 0, Count(3, 3, 3))
    visit = after(at_table(game), m.Choose("map", "1.0"), m.Choose("step", "numbers"), m.TypeText("coins", "2"))
    fell = "Coins, 2: there were 3 coins a season earlier, and coins are never lost."
    assert fell in text_of(shown(visit))
    assert fell in [said.text for said in visit.screen.announcements(WORDS, visit)]
    visit = after(visit, m.TypeText("coins", "3"), m.TypeText("monsters", "99"))
    assert "Lost to monsters, 99: the monsters so far can cost at most" in text_of(shown(visit))
    [field] = [part for part in walk(shown(visit)) if part.attributes.get("name") == "monsters"]
    assert field.attributes["aria-describedby"] == "monsters-doubt"
    assert "Coins, 3" not in text_of(shown(visit))
    assert counts_of(game_of(visit))[1, 0] == Count(None, None, 3, 99)
    assert has_doubts(game_of(visit), 1, 0)
    table = updated(visit, m.Choose("done", "map"))
    labels = [str(part.attributes.get("aria-label")) for part in walk(shown(table))]
    assert "Ana, Summer: -96 stars so far. Please check" in [label.replace("\u2212", "-") for label in labels]
    assert not has_doubts(game_of(after(table, m.Choose("map", "1.0"), m.TypeText("monsters", "0"))), 1, 0)


def test_empty_edicts_are_named() -> None:
    """Once a number of the row is known, a sentence names the edicts without one."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Choose("step", "numbers"))
    names = [WORDS(f"name.{card.id}") for card in SPRING.deal.edicts[:2]]
    assert "or 0 for no stars" not in text_of(shown(visit))
    half = after(visit, m.TypeText("coins", "1"))
    assert f"Enter a number, or 0 for no stars: {names[0]} and {names[1]}." in text_of(shown(half))
    assert f"0 for no stars: {names[1]}." in text_of(shown(updated(half, m.TypeText("first", "0"))))
    assert "or 0 for no stars" not in text_of(shown(after(half, m.TypeText("first", "0"), m.TypeText("second", "0"))))


def test_map_after_numbers_keeps_their_coins() -> None:
    """A painted map with fewer coins than the numbers of the previous season is doubted."""
    game = with_count(OVER, 0, 0, Count(3, 3, 3))
    keys = [one.key for one in findings_of(game, 1, 0, drawn("A1"))]
    assert "paper.check.coins.fell" in keys
    assert "paper.check.coins.fell" not in [one.key for one in findings_of(OVER, 1, 0, drawn("A1"))]
    both = with_count(with_map(game, 0, 0, replace(drawn("A1"), shape_coins=4)), 0, 0, Count(3, 3, 3))
    assert [one.key for one in findings_of(both, 1, 0, drawn("A1"))].count("paper.check.coins.fell") == 1


def test_coins_are_explained() -> None:
    """A sentence says which coins to enter; the dragon is named only in games that may have one."""
    for game_id, dragon in ((DUO, False), (GameId("duo", players=2, ambush=Box.HEROES), True)):
        game = PrintedGame(game_id, ("", ""), step_count(game_id))
        visit = after(at_table(game), m.Choose("map", "0.0"), m.Choose("step", "numbers"))
        assert "Enter all coins marked so far, from shapes" in text_of(shown(visit))
        assert ("the dragon" in text_of(shown(visit))) == dragon
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Paint(space_named("A1")), m.Choose("step", "stars"))
    assert "Count the coins of all shapes drawn so far." in text_of(shown(visit))
    assert "Surrounded mountains add 0 coins." in text_of(shown(visit))


def test_buttons_stop_at_the_ends() -> None:
    """The buttons begin at 1, and stop at 0 and at the largest number."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Choose("step", "numbers"))
    found = buttons(shown(visit))
    assert {"choose first 1", "choose coins 1", "choose monsters 1"} <= set(found)
    for name, most in MOST._asdict().items():
        full = shown(updated(visit, m.TypeText(name, str(most))))
        off = [part for part in walk(full) if part.attributes.get("data-do") == f"choose {name} {most + 1}"]
        assert [part.attributes.get("aria-disabled") for part in off] == ["true"]


def test_last_entry_counts_and_the_other_can_count_again() -> None:
    """A painted map and numbers for the same season are both saved; the last one counts, and a button changes that."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Paint(space_named("A1")), m.Choose("step", "stars"))
    visit = after(visit, m.Choose("coins", "2"), m.Choose("step", "numbers"), m.TypeText("first", "9"))
    assert "The entered numbers count: 9 stars." in text_of(shown(visit))
    assert score_of(game_of(visit), 0, 0) == score_of(with_count(SPRING, 0, 0, Count(9)), 0, 0)
    back = updated(visit, m.Choose("counts", "map"))
    assert "The painted map counts: 2 stars." in text_of(shown(back))
    assert counts_of(game_of(back)) == {(0, 0): Count(9)}
    again = after(back, m.Choose("done", "map"), m.Choose("map", "0.0"))
    assert isinstance(again.screen, PrintedMap)
    assert again.screen.step == STARS
    assert score_of(game_of(updated(again, m.Choose("counts", "numbers"))), 0, 0) == score_of(game_of(visit), 0, 0)
    typed = after(visit, m.Choose("done", "map"), m.Choose("map", "0.0"))
    assert isinstance(typed.screen, PrintedMap)
    assert typed.screen.step == NUMBERS
    looked = after(typed, m.Choose("step", "draw"), m.Choose("done", "map"))
    assert game_of(looked) == game_of(typed)


def test_next_player_also_begins_with_numbers() -> None:
    """After a season was entered as numbers, the next one begins with numbers; after a map, with a map."""
    visit = after(at_table(SPRING), m.Choose("map", "0.0"), m.Choose("step", "numbers"), m.TypeText("first", "9"))
    other = after(visit, m.Choose("done", "map"), m.Choose("map", "0.1"))
    assert isinstance(other.screen, PrintedMap)
    assert other.screen.step == NUMBERS
    painted_other = after(other, m.Choose("step", "draw"), m.Paint(space_named("A1")), m.Choose("done", "map"))
    assert isinstance(after(painted_other, m.Choose("map", "0.0")).screen, PrintedMap)
    solo = after(at_table(SPRING), m.Choose("map", "0.0"))
    assert isinstance(solo.screen, PrintedMap)
    assert solo.screen.step == DRAW


def test_numbers_alone_decide_the_game() -> None:
    """The most stars win; a tie goes to the player who lost fewer to monsters; the history shows each row."""
    even = [Count(10, 5), Count(3, 4, 2), Count(0, 0), Count(7, 7, 1, 0)]
    ana = [*even[:3], Count(7, 7, 5, 4)]
    game = counted(*ana, *even)
    found = scored_game(read_printed(write_printed(game)))
    assert found
    shown_game, end = found
    assert (end.totals, end.monsters, end.winners) == ((39, 39), (-4, 0), (1,))
    assert shown_game.state.scores[3][0].total == 15
    visit = at_table(game)
    assert "Ben wins" in text_of(shown(visit))
    assert "Tied on stars, but fewer lost to monsters" in text_of(shown(visit))
    text = write_printed(game)
    past = updated(changed(updated(arrive(CHANCE), m.Go("history")), library=((NAME, text),)), m.Go("scores", NAME))
    row = text_of(shown(updated(past, m.LookAtSheet(0))))
    assert "D 7, A 7" in row
    assert "last-map" not in str([part.attributes for part in walk(shown(updated(past, m.LookAtSheet(0))))])
    sent = past.screen.outgoing(WORDS, past, "text")
    assert isinstance(sent, Text)
    assert "⬜" not in sent.text
    assert past.screen.outgoing(WORDS, past, "picture") is None
    assert "share picture draw" not in buttons(shown(past))
    assert scored_game(counted(*ana, *even[:3], Count(7))) is None


def test_solo_numbers_give_a_rating() -> None:
    """A solo game of numbers has a rating and a title, without a map."""
    game = PrintedGame(GameId("solo"), ("",), step_count(GameId("solo")))
    for season in range(4):
        game = with_count(game, season, 0, Count(5, 5))
    found = scored_game(game)
    assert found
    assert found[1].rating == 40 - sum(card.solo for card in game.deal.edicts)
    view = shown(at_table(game))
    assert "last-map" not in str([part.attributes for part in walk(view)])
    assert "A 5, B 5" in text_of(view)


def test_painted_and_typed_seasons_go_together() -> None:
    """A player can paint one season and type another; a final map that is painted is shown and shared."""
    game = counted(*[Count(1, 1)] * 8)
    for player in (0, 1):
        game = with_map(game, 3, player, drawn("A1"))
    assert scored_game(game)
    assert final_map(game, 0)
    visit = at_table(game)
    assert visit.screen.outgoing(WORDS, visit, "picture")
    sent = visit.screen.outgoing(WORDS, visit, "text")
    assert isinstance(sent, Text)
    assert "🟩" in sent.text


@pytest.mark.parametrize(
    "note",
    [
        *("count:4.0.1.1.1.1", "count:0.2.1.1.1.1", "count:0.0.1.1.1", "count:0.0.1.1.1.1.1", "count:0.0.01.1.1.1"),
        *(
            "count:0.0.200.1.1.1",
            "count:0.0.1.1.15.1",
            "count:0.0.1.1.1.100",
            "count:0.0.-1.1.1.1",
            "count:",
            "count:x",
        ),
    ],
)
def test_damaged_row_is_refused(note: str) -> None:
    """A game with a damaged row, or with a row that belongs to nobody, isn't read in part."""
    with refused(InvalidRecord, "."):
        read_printed(write_printed(replace(OVER, papers=(note,))))
    with refused(InvalidRecord, "."):
        read_counts(("count:0.0.1.1.1.1", "count:0.0.2.1.1.1"), DUO)


def test_rows_are_read_back() -> None:
    """A row of numbers, also of empty ones, is read back from its text."""
    for row in (Count(), Count(0, 0, 0, 0), MOST, Count(monsters=3)):
        assert read_counted_row(str(row)) == row


# ------------------------------------------------------------------- corrections


def test_mending_reaches_later_maps_that_show_the_mistake() -> None:
    """A mended space also changes in later seasons, as long as they show its former ground; coins stay."""
    maps = {
        (0, 0): drawn("A1 A2"),
        (1, 0): drawn("A1 A2 B1"),
        (2, 0): drawn("A1 B1", village="A2"),
        (0, 1): drawn("A2"),
    }
    maps |= {(3, 0): replace(drawn("A1 A2 B1"), shape_coins=3)}
    mended = mended_maps(maps, 0, 0, drawn("A3", village="A2"))
    assert mended == {
        (1, 0): drawn("A3 B1", village="A2"),
        (2, 0): drawn("A3 B1", village="A2"),
        (3, 0): replace(drawn("A3 A2 B1"), shape_coins=3),
    }
    assert mended_maps(maps, 3, 0, drawn("")) == {}
    assert mended_maps(maps, 1, 1, drawn("C1")) == {}
    assert mended_maps(maps, 0, 0, drawn("A1 A2")) == {}


def test_mending_is_announced_and_can_be_undone() -> None:
    """The page names the later seasons with the same mending, and a button mends only the one map."""
    game = with_map(with_map(OVER, 0, 0, drawn("A1 A2")), 1, 0, drawn("A1 A2 B1"))
    game = with_count(game, 1, 0, Count(5, 5))
    visit = after(at_table(game), m.Choose("map", "0.0"), m.Choose("step", "draw"), m.Paint(space_named("A2")))
    sentence = "This change also mends the same spaces on later maps: Summer."
    assert sentence in text_of(shown(visit))
    assert sentence in [said.text for said in visit.screen.announcements(WORDS, visit)]
    assert (forests(game_of(visit), 0), forests(game_of(visit), 1)) == ("A1", "A1 B1")
    assert score_of(game_of(visit), 1, 0) == score_of(game, 1, 0)
    only = updated(visit, m.Choose("mend", "only"))
    assert "Later maps still show these spaces as they were: Summer." in text_of(shown(only))
    assert (forests(game_of(only), 0), forests(game_of(only), 1)) == ("A1", "A1 A2 B1")
    more = updated(only, m.Paint(space_named("A1")))
    assert (0, 0) not in maps_of(game_of(more))
    assert forests(game_of(more), 1) == "A1 A2 B1"
    both = updated(more, m.Choose("mend", "later"))
    assert forests(game_of(both), 1) == "B1"
    assert sentence in text_of(shown(after(both, m.Choose("step", "stars"))))


def test_undo_takes_the_mending_back() -> None:
    """Undo on the map also takes back the mending, even where a later map had the same ground as the slip."""
    game = with_map(with_map(OVER, 0, 0, drawn("A1")), 1, 0, drawn("A1 A2"))
    visit = after(at_table(game), m.Choose("map", "0.0"), m.Choose("step", "draw"))
    slip = after(visit, m.Paint(space_named("A2")), m.Paint(space_named("A3")))
    assert forests(game_of(slip), 1) == "A1 A2 A3"
    undone = after(slip, m.Undo(), m.Undo())
    assert {*game_of(undone).papers} == {*game.papers}
    assert "mend only" not in str(buttons(shown(undone)))
    assert updated(undone, m.Choose("mend", "only")) == undone


def test_another_tab_s_later_map_is_not_overwritten() -> None:
    """If another tab has painted a later map in the meantime, the next mending begins with that map."""
    game = with_map(with_map(OVER, 0, 0, drawn("A1 A2")), 1, 0, drawn("A1 A2"))
    visit = after(at_table(game), m.Choose("map", "0.0"), m.Choose("step", "draw"))
    theirs = write_printed(with_map(game, 1, 0, drawn("A1 A2 K1")))
    visit = after(visit, m.PrintedGameReported(theirs), m.Paint(space_named("A2")))
    assert forests(game_of(visit), 1) == "A1 K1"


# ------------------------------------------------------------------- games that return from the history


def from_history(past: PrintedGame | str, on_table: PrintedGame | str | None = None) -> Visit:
    """Return the visit at a printed game in the history, perhaps with another one on the table."""
    texts = [game if isinstance(game, str) else write_printed(game) if game else "" for game in (past, on_table)]
    home = arrive(CHANCE, printed=SavedText(texts[1], texts[1]))
    return updated(changed(updated(home, m.Go("history")), library=((NAME, texts[0]),)), m.Go("scores", NAME))


def resumed_from(visit: Visit) -> SavePrintedGame:
    """Return the effect of the button that continues a game from the history."""
    [save] = [one for one in effects_of(visit, m.Choose("printed", "resume")) if isinstance(one, SavePrintedGame)]
    return save


def test_unfinished_game_continues_from_the_history() -> None:
    """A game in the history continues on the table at the same card, and leaves the history."""
    game = with_map(SPRING, 0, 0, drawn("A1"))
    visit = from_history(game)
    assert "Continue" in text_of(shown(visit))
    assert "in exchange" not in text_of(shown(visit))
    text = write_printed(game)
    assert resumed_from(visit) == SavePrintedGame(text, "", "", "", NAME)
    table = updated(visit, m.Choose("printed", "resume"))
    assert isinstance(table.screen, Companion)
    assert table.screen.printed_game(table) == game
    assert isinstance(updated(table, m.Back()).screen, History)
    assert "Correct the scores" in text_of(shown(from_history(counted(*[Count(1, 1)] * 8))))
    assert "Complete the scores" in text_of(shown(from_history(OVER)))


@pytest.mark.parametrize("on_table", [write_printed(PrintedGame(GameId("new"), ("",), 1)), "p2 of a newer version"])
def test_game_on_the_table_goes_to_the_history_in_exchange(on_table: str) -> None:
    """The game that was on the table goes to the history, also if it has no score yet, or can't be read here."""
    save = resumed_from(from_history(SPRING, on_table))
    assert (save.known, save.former, save.resumed) == (on_table, on_table, NAME)
    assert save.past.startswith(PRINTED_BEFORE)
    assert save.past != NAME


def test_game_that_has_not_begun_needs_no_place_in_the_history() -> None:
    """A deal without a revealed card is replaced."""
    visit = from_history(SPRING, PrintedGame(GameId("new"), ("",)))
    assert resumed_from(visit).past == ""
    assert "in exchange" not in text_of(shown(visit))
    assert "in exchange" in text_of(shown(from_history(SPRING, PrintedGame(GameId("new"), ("",), 1))))


def test_exchange_that_fails_changes_nothing() -> None:
    """If the device has no room, the former game is on the table again, and a notice says so."""
    former = write_printed(PrintedGame(GameId("new"), ("",), 1))
    visit = updated(from_history(SPRING, former), m.Choose("printed", "resume"))
    stays = updated(visit, m.PrintedGameStays(former, former, Notice.CROWDED))
    assert stays.memory.printed == SavedText(former, former)
    assert stays.notice is Notice.CROWDED
    assert isinstance(stays.screen, Companion)


def test_game_that_another_tab_has_taken_is_explained() -> None:
    """If another tab was faster, the table shows that tab's game, or says that there is none."""
    visit = updated(from_history(SPRING), m.Choose("printed", "resume"))
    theirs = updated(visit, m.PrintedGameReported(write_printed(OVER)))
    assert "Another tab has changed this game." in text_of(shown(theirs))
    gone = updated(visit, m.PrintedGameReported(""))
    assert "Another tab has moved or deleted the printed game" in text_of(shown(gone))
    assert "choose printed deal" in buttons(shown(gone))


def test_damaged_game_has_no_way_back() -> None:
    """A damaged game in the history can't be continued."""
    visit = from_history("p1 nonsense")
    assert "choose printed resume" not in buttons(shown(visit))
    assert updated(visit, m.Choose("printed", "resume")) == visit
    table = at_table(SPRING)
    assert updated(table, m.Choose("printed", "resume")) == table
