"""Scores of a printed game as numbers, corrections that reach later maps, and games that return from the history."""

from dataclasses import replace
from itertools import product

from app import messages as m
from app.drawing.element import text_of, walk
from app.game import printed_maps
from app.game.paper import Paper, blank_paper
from app.game.paper_notes import MOST, Count, read_counted_row
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.printed_maps import counts_of, maps_of, mended_maps, score_of, scored_game, with_count, with_map
from app.memory import SavedText
from app.page.notice import Notice
from app.page.outgoing import Text
from app.saved_names import PRINTED_BEFORE
from app.saves.printed_game import SavePrintedGame
from app.screens.companion.screen import Companion
from app.screens.history.screen import History
from app.screens.scores.screen import Scores
from app.visit import Visit
from cartographers import Box, GameId, InvalidRecord, stars
from cartographers.region import names
from support import paper_maps
from support import playing as p
from support.paper_maps import at_scores, cells, saved_game, saving, step_of, swipe
from support.refusals import refused
from support.visits import Sent, arrive, changed, is_late, updated

DUO = GameId("duo", players=2)
OVER = PrintedGame(DUO, ("Ana", "Ben"), step_count(DUO))
#: A game of which spring is over.
SPRING = replace(OVER, steps=OVER.deal.seasons[0].reveal_count + 1)
#: Another game with one revealed card.
BEGUN = PrintedGame(GameId("new"), ("",), 1)
NAME = f"{PRINTED_BEFORE}2026-11-20.abc"
TO_DRAW, TO_NUMBERS, TO_STARS = (f"show-step {step}" for step in ("draw", "numbers", "stars"))
DONE, RESUME = "finish-map", "resume-printed-game"


def at_map(game: PrintedGame, place: str = "0 0", *messages: Sent) -> Visit:
    """Return the visit at the map of a season and a player, after several messages."""
    return p.after(at_scores(game), f"open-printed-map {place}", *messages)


def typed(visit: Visit, **numbers: str) -> Visit:
    """Return the visit after the player has typed numbers."""
    return p.after(visit, *(m.TypeText(name, text) for name, text in numbers.items()))


def with_counts(game: PrintedGame, *rows: Count) -> PrintedGame:
    """Return a game with a row for each season of each player: the first player's four, then the others'."""
    for (player, season), row in zip(product(range(game.id.players), range(4)), rows, strict=True):
        game = with_count(game, season, player, row)
    return game


def drawn(forest: str, *, village: str = "", coins: int = 0) -> Paper:
    """Return a paper map with forest on some spaces, and perhaps a village on others and coins."""
    return Paper("A", paper_maps.drawn(blank_paper("A").drawing, forest=forest, village=village), coins)


def with_maps(*papers: Paper) -> PrintedGame:
    """Return a game that is over with Ana's maps of the first seasons."""
    game = OVER
    for season, paper in enumerate(papers):
        game = with_map(game, season, 0, paper)
    return game


def forests(visit: Visit) -> list[str]:
    """Return the forest on each of Ana's maps, in the order of the seasons."""
    return [" ".join(names(paper.drawing.forest)) for (_, player), paper in sorted(maps_of(saved_game(visit)).items())]


def test_numbers_add_up_as_on_the_paper_sheet() -> None:
    """Typed edicts and coins count, monsters subtract, and the row is saved; a wrong number is explained, not saved."""
    visit = at_map(SPRING, "0 1", TO_NUMBERS)
    assert " count:0.1.12... " in saving(visit, m.TypeText("first", "12")).text
    visit = typed(visit, first="12", second="8", coins=" 3 ", monsters="-2")
    visit = updated(visit, "set-number coins 4")
    assert counts_of(saved_game(visit)) == {(0, 1): Count(12, 8, 4, 2)}
    assert "22 stars" in text_of(p.shown(visit))
    score = score_of(saved_game(visit), 0, 1)
    assert score
    assert ([stars(each) for each in score.edicts.values()], score.coins, score.monsters) == ([12, 8], 4, -2)
    table = updated(visit, DONE)
    assert isinstance(table.screen, Scores)
    assert "Ben, Spring: 22 stars" in cells(table)
    for text in ("200", "x", "1.5", "-1", "²"):
        wrong = typed(typed(at_map(SPRING, "0 0", TO_NUMBERS), second="5"), second=text)
        assert "Enter a whole number from 0 to 199; until then" in text_of(p.shown(wrong))
        assert not counts_of(saved_game(wrong))
        for leaving in (DONE, m.Back()):
            assert isinstance(updated(wrong, leaving).screen, Scores)


def test_numbers_can_stay_empty() -> None:
    """Empty coins and monsters count as 0; the page names the edicts whose numbers a complete season still needs."""
    visit = at_map(SPRING, "0 0", TO_NUMBERS)
    half = typed(visit, first="0")
    for without in (updated(visit, DONE), typed(half, first="")):
        assert not printed_maps.has_scores(saved_game(without))
    assert not printed_maps.is_score_complete(saved_game(half), 0, 0)
    assert "Ana, Spring: 0 stars so far" in cells(updated(half, DONE))
    assert printed_maps.is_score_complete(saved_game(typed(half, second="0")), 0, 0)
    first, second = (p.WORDS(f"name.{card.id}") for card in SPRING.deal.edicts[:2])
    with_coins = typed(visit, coins="1")
    assert f"Enter a number, or 0 for no stars: {first} and {second}." in text_of(p.shown(with_coins))
    assert f"0 for no stars: {second}." in text_of(p.shown(typed(with_coins, first="0")))
    for each in (visit, typed(with_coins, first="0", second="0")):
        assert "or 0 for no stars" not in text_of(p.shown(each))


def test_impossible_numbers_are_doubted_but_kept() -> None:
    """Impossible coins and lost stars, typed or on a painted map, are explained, saved, and marked in the table."""
    visit = typed(at_map(with_count(OVER, 0, 0, Count(3, 3, 3)), "1 0", TO_NUMBERS), coins="2")
    fell = "Coins, 2: there were 3 coins a season earlier, and coins are never lost."
    assert fell in text_of(p.shown(visit))
    assert fell in p.heard(visit)
    visit = typed(visit, coins="3", monsters="99")
    assert "Lost to monsters, 99: the monsters so far can cost at most" in text_of(p.shown(visit))
    [field] = [part for part in walk(p.shown(visit)) if part.attributes.get("name") == "monsters"]
    assert field.attributes["aria-describedby"] == "monsters-doubt"
    assert "Coins, 3" not in text_of(p.shown(visit))
    assert counts_of(saved_game(visit))[1, 0] == Count(None, None, 3, 99)
    assert printed_maps.has_doubts(saved_game(visit), 1, 0)
    assert "Ana, Summer: \N{MINUS SIGN}96 stars so far. Please check" in cells(updated(visit, DONE))
    assert not printed_maps.has_doubts(saved_game(typed(visit, monsters="0")), 1, 0)
    game = with_count(OVER, 0, 0, Count(3, 3, 3))
    both = with_count(with_map(game, 0, 0, drawn("A1", coins=4)), 0, 0, Count(3, 3, 3))
    for each, times in ((game, 1), (OVER, 0), (both, 1)):
        keys = [one.key for one in printed_maps.findings_of(each, 1, 0, drawn("A1"))]
        assert keys.count("paper.check.coins.fell") == times


def test_coins_are_explained_and_buttons_stop_at_the_ends() -> None:
    """A sentence says which coins to enter; the buttons begin at 1, and stop at 0 and at the largest number."""
    for game_id, dragon in ((DUO, False), (replace(DUO, ambush=Box.HEROES), True)):
        text = text_of(p.shown(at_map(PrintedGame(game_id, ("", ""), step_count(game_id)), "0 0", TO_NUMBERS)))
        assert "Enter all coins marked so far, from shapes" in text
        assert ("the dragon" in text) == dragon
    text = text_of(p.shown(at_map(SPRING, "0 0", *swipe("A1"), TO_STARS)))
    assert "Count the coins of all shapes drawn so far." in text
    assert "Surrounded mountains add 0 coins." in text
    visit = at_map(SPRING, "0 0", TO_NUMBERS)
    assert {"set-number first 1", "set-number coins 1", "set-number monsters 1"} <= p.buttons(p.shown(visit)).keys()
    for name, most in MOST._asdict().items():
        off = p.buttons(p.shown(typed(visit, **{name: str(most)})))[f"set-number {name} {most + 1}"]
        assert off.attributes["aria-disabled"] == "true"


def test_last_entry_counts_and_the_other_can_count_again() -> None:
    """The last of a map and numbers for a season counts until a button changes that; the next entry starts that way."""
    visit = at_map(SPRING, "0 0", *swipe("A1"), TO_STARS, "set-coins 2", TO_NUMBERS)
    visit = typed(visit, first="9")
    assert "The entered numbers count: 9 stars." in text_of(p.shown(visit))
    by_numbers = score_of(with_count(SPRING, 0, 0, Count(9)), 0, 0)
    assert score_of(saved_game(visit), 0, 0) == by_numbers
    back = updated(visit, "count-numbers")
    assert "The painted map counts: 2 stars." in text_of(p.shown(back))
    assert counts_of(saved_game(back)) == {(0, 0): Count(9)}
    again, still = (p.after(each, DONE, "open-printed-map 0 0") for each in (back, visit))
    assert (step_of(again), step_of(still)) == ("stars", "numbers")
    assert score_of(saved_game(updated(again, "count-numbers on")), 0, 0) == by_numbers
    assert saved_game(p.after(still, TO_DRAW, DONE)) == saved_game(still)
    entered = p.after(typed(at_map(SPRING, "0 0", TO_NUMBERS), first="9"), DONE, "open-printed-map 0 1")
    painted = at_map(SPRING, "0 0", *swipe("A1"), DONE, "open-printed-map 0 1")
    assert [step_of(each) for each in (entered, painted, at_map(SPRING))] == ["numbers", "draw", "draw"]
    assert step_of(p.after(entered, TO_DRAW, *swipe("A1"), DONE, "open-printed-map 0 0")) == "numbers"


def test_numbers_alone_decide_the_game() -> None:
    """The most stars win; a tie goes to the player who lost fewer to monsters; the history shows each row."""
    ben = [Count(10, 5), Count(3, 4, 2), Count(0, 0), Count(7, 7, 1, 0)]
    ana = [*ben[:3], Count(7, 7, 5, 4)]
    game = with_counts(OVER, *ana, *ben)
    found = scored_game(read_printed(write_printed(game)))
    assert found
    shown_game, end = found
    assert (end.totals, end.monsters, end.winners) == ((39, 39), (-4, 0), (1,))
    assert shown_game.state.scores[3][0].total == 15
    assert "Ben wins" in text_of(p.shown(at_scores(game)))
    assert "Tied on stars, but fewer lost to monsters" in text_of(p.shown(at_scores(game)))
    past = from_history(game)
    ana_s = p.shown(updated(past, m.LookAtSheet(0)))
    assert "D 7, A 7" in text_of(ana_s)
    assert not p.with_class(ana_s, "last-map")
    sent = past.screen.outgoing(p.WORDS, past, "text")
    assert isinstance(sent, Text)
    assert "⬜" not in sent.text
    assert past.screen.outgoing(p.WORDS, past, "picture") is None
    assert "share picture draw" not in p.buttons(p.shown(past))
    assert scored_game(with_counts(OVER, *ana, *ben[:3], Count(7))) is None


def test_solo_numbers_give_a_rating_and_painted_seasons_a_map() -> None:
    """A solo game of numbers has a rating but no map; with some painted seasons, the painted final map is shared."""
    solo = GameId("solo")
    game = with_counts(PrintedGame(solo, ("",), step_count(solo)), *[Count(5, 5)] * 4)
    found = scored_game(game)
    assert found
    assert found[1].rating == 40 - sum(card.solo for card in game.deal.edicts)
    assert not p.with_class(p.shown(at_scores(game)), "last-map")
    assert "A 5, B 5" in text_of(p.shown(at_scores(game)))
    game = with_counts(OVER, *[Count(1, 1)] * 8)
    for player in (0, 1):
        game = with_map(game, 3, player, drawn("A1"))
    assert scored_game(game)
    assert printed_maps.final_map(game, 0)
    visit = at_scores(game)
    assert visit.screen.outgoing(p.WORDS, visit, "picture")
    sent = visit.screen.outgoing(p.WORDS, visit, "text")
    assert isinstance(sent, Text)
    assert "🟩" in sent.text


def test_rows_are_read_back_or_refused() -> None:
    """A row of numbers, even an empty one, is read back; a game with a damaged, foreign, or second row isn't read."""
    for row in (Count(), Count(0, 0, 0, 0), MOST, Count(monsters=3)):
        assert read_counted_row(str(row)) == row
    for damaged in (
        *(["4.0.1.1.1.1"], ["0.2.1.1.1.1"], ["0.0.1.1.1"], ["0.0.1.1.1.1.1"], ["0.0.01.1.1.1"], ["0.0.200.1.1.1"]),
        *(["0.0.1.1.15.1"], ["0.0.1.1.1.100"], ["0.0.-1.1.1.1"], [""], ["x"], ["0.0.1.1.1.1", "0.0.2.1.1.1"]),
    ):
        with refused(InvalidRecord, "."):
            read_printed(write_printed(replace(OVER, papers=tuple(f"count:{row}" for row in damaged))))


def test_mending_reaches_later_maps_that_show_the_mistake() -> None:
    """A mended space also changes in later seasons, as long as they show its former ground; coins stay."""
    maps = {(0, 0): drawn("A1 A2"), (1, 0): drawn("A1 A2 B1"), (2, 0): drawn("A1 B1", village="A2")}
    maps |= {(3, 0): drawn("A1 A2 B1", coins=3), (0, 1): drawn("A2")}
    assert mended_maps(maps, 0, 0, drawn("A3", village="A2")) == {
        (1, 0): drawn("A3 B1", village="A2"),
        (2, 0): drawn("A3 B1", village="A2"),
        (3, 0): drawn("A3 A2 B1", coins=3),
    }
    for season, player, paper in ((3, 0, drawn("")), (1, 1, drawn("C1")), (0, 0, drawn("A1 A2"))):
        assert mended_maps(maps, season, player, paper) == {}


def test_mending_is_announced_and_can_be_undone() -> None:
    """The page names the later seasons whose maps change too; a button changes only this map, and Undo restores all."""
    game = with_count(with_maps(drawn("A1 A2"), drawn("A1 A2 B1")), 1, 0, Count(5, 5))
    visit = at_map(game, "0 0", TO_DRAW, *swipe("A2"))
    sentence = "This change also mends the same spaces on later maps: Summer."
    assert sentence in text_of(p.shown(visit))
    assert sentence in p.heard(visit)
    assert forests(visit) == ["A1", "A1 B1"]
    assert score_of(saved_game(visit), 1, 0) == score_of(game, 1, 0)
    only = updated(visit, "correct-later-maps")
    assert "Later maps still show these spaces as they were: Summer." in text_of(p.shown(only))
    assert forests(only) == ["A1", "A1 A2 B1"]
    more = p.after(only, *swipe("A1"))
    assert forests(more) == ["A1 A2 B1"]
    assert (0, 0) not in maps_of(saved_game(more))
    both = updated(more, "correct-later-maps on")
    assert forests(both) == ["B1"]
    assert sentence in text_of(p.shown(updated(both, TO_STARS)))
    game = with_maps(drawn("A1"), drawn("A1 A2"))
    slip = at_map(game, "0 0", TO_DRAW, *swipe("A2"), *swipe("A3"))
    assert forests(slip)[1] == "A1 A2 A3"
    undone = p.after(slip, m.Undo(), m.Undo())
    assert {*saved_game(undone).papers} == {*game.papers}
    assert "correct-later-maps" not in p.buttons(p.shown(undone))
    assert is_late(undone, "correct-later-maps")
    game = with_maps(drawn("A1 A2"), drawn("A1 A2"))
    theirs = write_printed(with_map(game, 1, 0, drawn("A1 A2 K1")))
    assert forests(at_map(game, "0 0", TO_DRAW, m.PrintedGameReported(theirs), *swipe("A2")))[1] == "A1 K1"


def from_history(past: PrintedGame | str, on_table: PrintedGame | str | None = None) -> Visit:
    """Return the visit at a printed game in the history, perhaps with another one on the table."""
    text, table = (game if isinstance(game, str) else write_printed(game) if game else "" for game in (past, on_table))
    home = arrive(p.CHANCE, printed=SavedText(table, table))
    return updated(changed(updated(home, m.Go("history")), library=((NAME, text),)), m.Go("scores", NAME))


def test_unfinished_game_continues_from_the_history() -> None:
    """A game moves from the history to the table, at the same card, unless it is damaged or another tab was faster."""
    game = with_map(SPRING, 0, 0, drawn("A1"))
    visit = from_history(game)
    for past, label in (
        (game, "Continue"),
        (with_counts(OVER, *[Count(1, 1)] * 8), "Correct the scores"),
        (OVER, "Complete the scores"),
    ):
        assert label in text_of(p.shown(from_history(past)))
    assert saving(visit, RESUME) == SavePrintedGame(write_printed(game), "", "", "", NAME)
    table = updated(visit, RESUME)
    assert isinstance(table.screen, Companion)
    assert table.screen.printed_game(table) == game
    assert isinstance(updated(table, m.Back()).screen, History)
    theirs, gone = (updated(table, m.PrintedGameReported(text)) for text in (write_printed(OVER), ""))
    assert "Another tab has changed this game." in text_of(p.shown(theirs))
    assert "Another tab has moved or deleted the printed game" in text_of(p.shown(gone))
    assert "deal" in p.buttons(p.shown(gone))
    for damaged in (from_history("p1 nonsense"), at_scores(SPRING)):
        assert "resume-printed-game" not in p.buttons(p.shown(damaged))
        assert is_late(damaged, RESUME)


def test_game_on_the_table_goes_to_the_history_in_exchange() -> None:
    """The game on the table goes to the history if there is room, even unreadable, unless it has no card yet."""
    former, dealt = write_printed(BEGUN), replace(BEGUN, steps=0)
    for on_table in (former, "p2 of a newer version"):
        save = saving(from_history(SPRING, on_table), RESUME)
        assert (save.known, save.former, save.resumed) == (on_table, on_table, NAME)
        assert save.past.startswith(PRINTED_BEFORE)
        assert save.past != NAME
    assert saving(from_history(SPRING, dealt), RESUME).past == ""
    for game, is_exchanged in ((BEGUN, True), (dealt, False), (None, False)):
        assert ("in exchange" in text_of(p.shown(from_history(SPRING, game)))) == is_exchanged
    stays = p.after(from_history(SPRING, former), RESUME, m.PrintedGameStays(former, former, Notice.CROWDED))
    assert (stays.memory.printed, stays.notice) == (SavedText(former, former), Notice.CROWDED)
    assert isinstance(stays.screen, Companion)
