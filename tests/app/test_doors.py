"""Tests of the start screen's doors (large buttons): the main door, and the texts about finished games."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from app import messages as m
from app.board.map_view import map_sketch
from app.drawing.element import Element, text_of, to_html, walk
from app.effects import SaveNote
from app.game.daily import DailyRun, daily
from app.game.game import begin_game
from app.game.rival import rival_of
from app.game.setup import Cartographer
from app.game.shelf import EMPTY, REMINDED, Shelf, shelf_of, write_save
from app.game.weekly import week_of_day, weekly
from app.link import link_of
from app.screens.play.screen import Playing
from app.screens.set_up.screen import SetupScreen
from app.screens.start.screen import next_doors
from app.visit import Visit
from cartographers.game_id import GameId
from cartographers.terrain import Terrain
from support.playing import (
    CHANCE,
    GAMES,
    TRIO,
    WORDS,
    after,
    at_rest,
    begun,
    buttons,
    choosing,
    drawn_out,
    game_of,
    kept_games,
    shown,
    with_class,
    with_screen,
)
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

TODAY = arrive(CHANCE).page.clock.day
WON = game_of(GAMES["A"][-1][1])
STARS = WON.state.total(0, len(WON.state.scores))


def doors(visit: Visit) -> list[Element]:
    """Return the large doors in order."""
    [section] = with_class(shown(visit), "doors")
    return [part for part in walk(section) if part.tag == "button"]


def way_on(visit: Visit) -> str:
    """Return the command of the main door, the first one that isn't done."""
    return next(str(door.attributes["data-do"]) for door in doors(visit) if "done" not in str(door.attributes["class"]))


def said(visit: Visit, command: str) -> str:
    """Return the text of a door."""
    return next(text_of(door) for door in doors(visit) if door.attributes["data-do"] == command)


# ------------------------------------------------------------------- the other screens


def test_puzzles_and_honors_are_one_tap_away() -> None:
    """The start screen leads to the puzzles and the honors directly, and through the daily games to the challenge."""
    for home in (arrive(CHANCE), arrive(CHANCE, shelf_of("c1-a-1p-x"))):
        assert {"go days", "go puzzles", "go history", "go honors"} <= {*buttons(shown(home))}
        assert "go week" in buttons(shown(updated(home, m.Go("days"))))


# ------------------------------------------------------------------- the unfinished game


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [
        (daily(TODAY - timedelta(1)), f"Daily game, {WORDS.day(TODAY - timedelta(1))}"),
        (weekly(week_of_day(TODAY)), "Weekly challenge"),
        (replace(weekly(week_of_day(TODAY)), players=2), ""),
        (GameId("x"), ""),
    ],
)
def test_unfinished_game_says_which_one_it_is(game_id: GameId, kind: str) -> None:
    """The door to the unfinished game names a daily game with its day, a weekly challenge, and practice."""
    for hints, words in ((0, kind), (1, f"{kind} (practice)" if kind else "Practice")):
        game = replace(begin_game(game_id, (Cartographer(),) * game_id.players), key="x", hints=hints)
        home = arrive(CHANCE, shelf_of(write_save(game, 0)))
        door = next(door for door in doors(home) if door.attributes["data-do"] == "continue")
        assert [text_of(part) for part in walk(door) if part.tag == "small"] == ([words] if words else [])
        assert words in json.loads(next_doors(WORDS, home))["later"]


# ------------------------------------------------------------------- the daily game


@pytest.mark.parametrize("practice", [False, True])
def test_a_finished_daily_game_is_not_the_main_door(*, practice: bool) -> None:
    """After the daily game, even as practice, the next door is the main one, and all doors keep their places."""
    begins = updated(arrive(CHANCE, shelf_of("c1-a-1p-x")), m.Begin("daily"))
    if practice:
        begins = with_screen(begins, game=replace(game_of(begins), hints=1))
    assert way_on(updated(begins, m.Go("start"))) == "begin daily"
    *_, over = drawn_out(begins)
    home = updated(over, m.Go("start"))
    elsewhere = changed(home, shelf=shelf_of(write_save(replace(WON, key="won"), 0)))
    for visit in (home, elsewhere):
        assert visit.memory.days.is_over(TODAY)
        assert way_on(visit) == "go set-up"
        assert [door.attributes["data-do"] for door in doors(visit)][:2] == ["begin daily", "go set-up"]
        assert ("Played as practice" in said(visit, "begin daily")) == practice
    days = updated(home, m.Go("days"))
    assert "begin daily" not in buttons(shown(days))
    assert isinstance(updated(home, m.Begin("daily")).screen, Playing)
    tomorrow = changed(home, day=TODAY.replace(day=TODAY.day + 1))
    assert way_on(tomorrow) == "begin daily"


def test_practice_run_is_noted_once() -> None:
    """A daily run that becomes practice is noted once; a rating that already counts never changes."""
    begins = updated(arrive(CHANCE), m.Begin("daily"))
    *_, over = drawn_out(with_screen(begins, game=replace(game_of(begins), takebacks=1)))
    assert over.memory.days.runs[TODAY] == DailyRun(TODAY, game_of(over).key, practice=True)
    *_, counted = drawn_out(begins)
    rating = counted.memory.days.rating(TODAY)
    assert rating is not None
    later = updated(with_screen(counted, game=replace(game_of(counted), takebacks=1)), m.Go("start"))
    assert later.memory.days.rating(TODAY) == rating


# ------------------------------------------------------------------- links


def with_link(query: str, **rest: object) -> Visit:
    """Return the start screen of a link."""
    return replace(arrive(CHANCE, link=link_of(query, TODAY)), **rest)  # type: ignore[arg-type] # the visit's values


def test_link_door_shows_the_result() -> None:
    """A link's unfinished game gets only the Continue door; a finished game shows its result on the link's door."""
    visit = with_link("?id=c1-a-1p-linked")
    assert way_on(visit) == "begin link"
    begins = updated(visit, m.Begin("link"))
    middle = updated(begins, m.Go("start"))
    assert "begin link" not in buttons(shown(middle))
    assert way_on(middle) == "continue"
    *_, over = drawn_out(choosing(begins))
    home = updated(over, m.Go("start"))
    stars = max(game_of(over).state.total(0, 4), 0)
    assert f"Your result: {stars} star" in said(home, "begin link").replace("\N{MINUS SIGN}", "-")
    assert way_on(home) == "begin daily"
    *_, practiced = drawn_out(with_screen(choosing(begins), game=replace(game_of(begins), hints=1)))
    assert "Played as practice" in said(updated(practiced, m.Go("start")), "begin link")
    other = updated(home, m.Begin("first"))
    assert "Your result" in said(updated(other, m.Go("start")), "begin link")


@pytest.mark.parametrize(("ahead", "title"), [(-1, "You beat this map"), (0, "A map to beat"), (5, "A map to beat")])
def test_a_won_challenge_is_not_the_main_door(ahead: int, title: str) -> None:
    """A challenge that was won isn't the main door; one that was lost or drawn stays, with the difference in stars."""
    rival = rival_of(WON.record, "Al")
    visit = with_link(f"?beat={WON.record}&by=Al")
    assert visit.page.link.rival == rival
    tried = changed(visit, link=visit.page.link.with_result(WON.id, rival.stars - ahead))
    assert title in said(tried, "begin link")
    assert (way_on(tried) == "begin link") == (ahead >= 0)
    assert {-1: "Al is 1 star behind!", 0: "Al is tied with you.", 5: "Al is 5 stars ahead."}[ahead] in said(
        tried, "begin link"
    )
    begins = updated(tried, m.Begin("link"))
    assert game_of(begins).rival == rival


def test_start_screen_knows_the_end_of_a_challenge() -> None:
    """The start screen knows the end of a challenge without a reload, and only a counting result can win it."""
    visit = with_link(f"?beat={WON.record}")
    begins = choosing(updated(visit, m.Begin("link")))
    *_, over = drawn_out(begins)
    stars = game_of(over).state.total(0, 4)
    home = updated(over, m.Go("start"))
    assert home.page.link.best_stars == stars
    assert home.page.link.is_beaten == (stars > STARS)
    *_, practiced = drawn_out(with_screen(begins, game=replace(game_of(begins), takebacks=1)))
    assert practiced.page.link.best_stars is None
    assert practiced.page.link.was_played


@pytest.mark.parametrize("practice", [False, True])
def test_played_challenge_leaves_the_start_screen(*, practice: bool) -> None:
    """A challenge that was played leaves the start screen, even as practice; the door to the last game leads back."""
    visit = with_link(f"?beat={WON.record}&by=Al")
    begins = choosing(updated(visit, m.Begin("link")))
    if practice:
        begins = with_screen(begins, game=replace(game_of(begins), takebacks=1))
    assert not begins.page.link.is_answered
    *_, over = drawn_out(begins)
    assert over.page.link.is_answered
    home = updated(over, m.Go("start"))
    assert "begin link" not in buttons(shown(home))
    assert "share back" in buttons(shown(updated(updated(home, m.Continue()), m.Go("sheet"))))


def test_reopened_challenge_says_who_leads_and_shows_both_maps() -> None:
    """The link of a challenge that was played says who leads, and opens the end of that game, with both maps."""
    visit = with_link(f"?beat={WON.record}&by=Al")
    *_, over = drawn_out(choosing(updated(visit, m.Begin("link"))))
    stars = game_of(over).state.total(0, 4)
    answer = link_of(f"?beat={WON.record}&by=Bea", TODAY).with_result(WON.id, stars)
    reopened = arrive(CHANCE, over.memory.shelf, link=answer)
    assert "Bea is" in said(reopened, "begin link")
    compared = updated(reopened, m.Begin("link"))
    assert game_of(compared).key == game_of(over).key
    assert game_of(compared).rival == rival_of(WON.record, "Bea")
    assert "Bea is" in text_of(shown(updated(compared, m.Go("sheet"))))


@pytest.mark.parametrize("last", [EMPTY, shelf_of(write_save(game_of(begun()), 0))])
def test_reopened_challenge_finds_its_game_in_the_history(last: Shelf) -> None:
    """The link opens the best finished game with its cards, even if another game was played since."""
    *_, over = drawn_out(choosing(updated(with_link(f"?beat={WON.record}&by=Al"), m.Begin("link"))))
    mine = game_of(over)
    stars = mine.state.total(0, 4)
    worse = write_save(replace(mine, key="worse"), 0)
    challenge = link_of(f"?beat={WON.record}&by=Bea", TODAY)
    answer = challenge.with_result(WON.id, stars, over.memory.shelf.text).with_result(WON.id, stars - 1, worse)
    compared = updated(arrive(CHANCE, last, link=answer), m.Begin("link"))
    assert game_of(compared).key == mine.key
    assert game_of(compared).rival == rival_of(WON.record, "Bea")
    assert "play-again" in buttons(shown(at_rest(compared)))
    embed = arrive(CHANCE, last, link=replace(answer, embedded=True))
    assert game_of(updated(embed, m.Begin("link"))).plies == ()
    daily_game = daily(TODAY)
    today = replace(challenge, id=daily_game, record=str(daily_game), best_game=over.memory.shelf.text)
    assert game_of(updated(arrive(CHANCE, last, day=TODAY, link=today), m.Begin("link"))).key == mine.key
    practice = challenge.with_result(WON.id, None, worse)
    assert game_of(updated(arrive(CHANCE, last, link=practice), m.Begin("link"))).plies == ()


def test_the_result_of_another_deal_is_ignored() -> None:
    """A link ignores the result of another deal, and a link to a record ignores all results."""
    link = link_of("?id=c1-a-1p-linked", TODAY)
    assert link.with_result(GameId("linked", "B"), 50) == link
    watched = link_of(f"?record={WON.record}", TODAY)
    assert watched.with_result(WON.id, 50) == watched


# ------------------------------------------------------------------- another game


def test_end_begins_another_deal() -> None:
    """The large button at the end begins another deal of the same kind, and so does the setup, with a typed seed."""
    for name, game in GAMES.items():
        over = at_rest(game[-1][1])
        assert "begin set-up" in buttons(shown(over))
        at_once = game_of(updated(over, m.Begin("set-up")))
        assert (at_once.id.options, at_once.cartographers) == (game_of(over).id.options, game_of(over).cartographers)
        assert (at_once.id.seed, at_once.plies) != (game_of(over).id.seed, game_of(over).plies)
        setting_up = updated(over, m.Go("set-up"))
        assert isinstance(setting_up.screen, SetupScreen)
        new = updated(setting_up, m.Begin("set-up"))
        assert game_of(new).id.options == game_of(over).id.options, name
        assert game_of(new).cartographers == game_of(over).cartographers
        assert game_of(new).id.seed != game_of(over).id.seed
    typed = replace(begun(), setup=replace(begun().setup, seed="mine"))
    from_start = after(typed, m.Go("start"))
    kept = replace(from_start, setup=replace(from_start.setup, seed="mine"))
    assert updated(kept, m.Go("set-up")).setup.seed == "mine"


@pytest.mark.parametrize(("query", "begins"), [("?embed", "begin set-up"), ("?embed&id=c1-a-1p-x", None)])
def test_another_game_in_an_embed(query: str, begins: str | None) -> None:
    """An embed without a link deals another game; one with a link offers only that game again."""
    visit = with_link(query)
    visit = replace(visit, screen=arrive(CHANCE, link=visit.page.link).screen)
    begun_there = updated(visit, m.Begin(visit.page.link.start_kind))
    *_, over = drawn_out(choosing(begun_there))
    over = at_rest(choosing(over))
    page = shown(over)
    assert "go sheet" in buttons(page)
    assert "go set-up" not in buttons(page)
    assert ("begin set-up" in buttons(page)) == (begins is not None)
    if begins:
        another = updated(over, m.Begin("set-up"))
        assert game_of(another).id.seed != game_of(over).id.seed
    home = text_of(shown(updated(over, m.Go("start"))))
    assert ("New game" in home) == (begins is not None)
    assert ("Same cards" in home) == (begins is None)


# ------------------------------------------------------------------- the reminder


def test_reminder_appears_at_ten_new_games() -> None:
    """The reminder appears at ten new games that the browser may delete, and again after ten more."""
    home = arrive(CHANCE)
    assert with_class(shown(home), "reminder") == []
    for games, noted, expected in ((9, 0, False), (10, 0, True), (19, 10, False), (20, 10, True), (12, 30, False)):
        reminding = updated(home, m.GamesAtRisk(games, noted))
        assert bool(with_class(shown(reminding), "reminder")) == expected
        if expected:
            assert f"{games} games" in text_of(with_class(shown(reminding), "reminder")[0])
            read = updated(reminding, m.DismissReminder())
            assert with_class(shown(read), "reminder") == []
            assert effects_of(reminding, m.DismissReminder()) == [SaveNote(REMINDED, str(games))]
            assert with_class(shown(updated(read, m.GamesAtRisk(games + 9, games))), "reminder") == []
            assert with_class(shown(updated(read, m.GamesAtRisk(games + 10, games))), "reminder") != []
    deleted = m.GamesAtRisk(12, 30)
    assert effects_of(home, deleted) == [SaveNote(REMINDED, "12")]
    known = m.GamesAtRisk(19, 10)
    assert effects_of(home, known) == []


@pytest.mark.parametrize(("how", "safe"), [("asked", True), ("sent", True), ("copied", True), ("failed", False)])
def test_reminder_disappears_once_games_are_saved(how: str, *, safe: bool) -> None:
    """The reminder leads to the place for saving the games, and disappears once that has worked."""
    reminding = updated(arrive(CHANCE), m.GamesAtRisk(10, 0))
    saving = changed(updated(reminding, m.Go("history", "saving")), library=kept_games())
    page = shown(saving)
    assert "share games save" in buttons(page)
    commands = [part.attributes.get("data-do") for part in walk(page)]
    assert commands.index("share games save") < commands.index(f"show-details {kept_games()[-1][0]}")
    finished = sum("finished" in name for name, _ in kept_games())
    noted = [effect for effect in effects_of(saving, m.Shared("games", how)) if isinstance(effect, SaveNote)]
    assert noted == ([SaveNote(REMINDED, str(finished))] if safe else [])


def test_reminder_fetches_the_history_first() -> None:
    """The reminder leads to the same place when the history must be fetched first."""
    reminding = updated(arrive(CHANCE, parts=NO_PARTS), m.GamesAtRisk(10, 0))
    there = after(reminding, m.Go("history", "saving"), m.PartFetched("later", arrived=True))
    assert getattr(there.screen, "saving", False)


def test_door_of_a_finished_game() -> None:
    """The door of a finished game says that it has ended, and isn't the main one."""
    for name in ("A", "trio"):
        over = updated(GAMES[name][-1][1], m.Go("start"))
        assert "Your last game" in said(over, "continue")
        assert way_on(over) != "continue"
    assert game_of(updated(updated(GAMES["trio"][-1][1], m.Go("start")), m.Continue())).id == TRIO
    assert daily(TODAY) != TRIO


# ------------------------------------------------------------------- the next visit


def test_sketch_has_each_space_of_the_map() -> None:
    """The sketch for the next visit has the right number of spaces of each terrain, and needs no other drawing."""
    sheet = game_of(GAMES["trio"][-1][1]).state.sheets[0]
    sketch = map_sketch(sheet)
    assert "url(" not in to_html(sketch)
    assert "href" not in to_html(sketch)
    paths = {path.attributes["fill"]: path.attributes["d"] for path in walk(sketch) if path.tag == "path"}
    for terrain in Terrain:
        widths = re.findall(r"h(\d+)v", paths.get(f"var(--{terrain.value})", ""))
        assert sum(map(int, widths)) == sheet.spaces_of(terrain).bit_count()
    assert paths["var(--stone-dark)"].count("M") == sheet.mountain.bit_count()


def test_next_visit_begins_with_sketches() -> None:
    """The doors for the next visit have a sketch of the saved game's map, and of the blank map of the day."""
    visit = GAMES["B"][40][1]
    html = json.loads(next_doors(WORDS, visit))["later"]
    assert to_html(map_sketch(game_of(visit).state.sheets[0])) in html
    assert html.count("<svg") == 2
    assert "no-picture" not in html
