"""Tests of the start screen's doors (large buttons): the main door, and the texts about finished games."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app import messages as m
from app.arrival.link import link_of
from app.board.map_view import map_sketch
from app.drawing.element import Element, text_of, to_html, walk
from app.game.daily import daily
from app.game.game import begin_game
from app.game.rival import rival_of
from app.game.setup import Cartographer
from app.game.shelf import EMPTY, Shelf, shelf_of, write_save
from app.game.weekly import week_of_day, weekly
from app.saved_names import REMINDED
from app.saves.noting import SaveNote
from app.screens.play.screen import Playing
from app.screens.start.screen import next_doors
from app.visit import Visit
from cartographers import GameId, Terrain
from support import playing as p
from support.saved_files import WON
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

HOME = arrive(p.CHANCE)
TODAY = HOME.page.clock.day
RIVAL = rival_of(WON.record, "Al")


def doors(visit: Visit) -> list[Element]:
    """Return the large doors in order."""
    [section] = p.with_class(p.shown(visit), "doors")
    return [part for part in walk(section) if part.tag == "button"]


def way_on(visit: Visit) -> str:
    """Return the command of the main door, the first one that isn't done."""
    return next(str(door.attributes["data-do"]) for door in doors(visit) if "done" not in str(door.attributes["class"]))


def said(visit: Visit, command: str) -> str:
    """Return the text of a door."""
    return next(text_of(door) for door in doors(visit) if door.attributes["data-do"] == command)


def over(visit: Visit, kind: str = "link", hints: int = 0, takebacks: int = 0) -> Visit:
    """Return the visit at the end of a game that a door begins, perhaps with marks of practice."""
    begins = p.choosing(updated(visit, m.Begin(kind)))
    game = replace(p.game_of(begins), hints=hints, takebacks=takebacks)
    return p.drawn_out(p.with_screen(begins, game=game))[2]


def home_again(visit: Visit) -> Visit:
    """Return the visit at the start screen."""
    return updated(visit, m.Go("start"))


def test_puzzles_and_honors_are_one_tap_away() -> None:
    """The start screen leads to puzzles, honors, and the last game, which isn't the main door if it is over."""
    for home in (HOME, arrive(p.CHANCE, shelf_of("v2 c1-a-1p-x end"))):
        assert {"go days", "go puzzles", "go history", "go honors"} <= {*p.buttons(p.shown(home))}
        assert "go week" in p.buttons(p.shown(updated(home, m.Go("days"))))
    for name in ("A", "trio"):
        home = home_again(p.FINALS[name])
        assert "Your last game" in said(home, "continue")
        assert way_on(home) != "continue"
    assert p.game_of(updated(home, m.Continue())).id == p.TRIO


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [
        (daily(TODAY - timedelta(1)), f"Daily game, {p.WORDS.day(TODAY - timedelta(1))}"),
        (weekly(week_of_day(TODAY)), "Weekly challenge"),
        (replace(weekly(week_of_day(TODAY)), players=2), ""),
        (GameId("x"), ""),
    ],
)
def test_unfinished_game_says_which_one_it_is(game_id: GameId, kind: str) -> None:
    """The door to the unfinished game names a daily game with its day, a weekly challenge, and practice."""
    for hints, words in ((0, kind), (1, f"{kind} (practice)" if kind else "Practice")):
        game = replace(begin_game(game_id, (Cartographer(),) * game_id.players), key="x", hints=hints)
        home = arrive(p.CHANCE, shelf_of(write_save(game, 0)))
        door = next(door for door in doors(home) if door.attributes["data-do"] == "continue")
        assert [text_of(part) for part in walk(door) if part.tag == "small"] == ([words] if words else [])
        assert words in json.loads(next_doors(p.WORDS, home))["later"]


@pytest.mark.parametrize("practice", [False, True])
def test_a_finished_daily_game_is_not_the_main_door(*, practice: bool) -> None:
    """After the daily game, even as practice, the next door is the main one, and all doors keep their places."""
    first = arrive(p.CHANCE, shelf_of("v2 c1-a-1p-x end"))
    assert way_on(p.after(first, m.Begin("daily"), m.Go("start"))) == "begin daily"
    home = home_again(over(first, "daily", hints=int(practice)))
    for visit in (home, changed(home, shelf=shelf_of(write_save(replace(WON, key="won"), 0)))):
        assert visit.memory.days.is_over(TODAY)
        assert way_on(visit) == "go set-up"
        assert [door.attributes["data-do"] for door in doors(visit)][:2] == ["begin daily", "go set-up"]
        assert ("Played as practice" in said(visit, "begin daily")) == practice
    assert "begin daily" not in p.buttons(p.shown(updated(home, m.Go("days"))))
    assert isinstance(updated(home, m.Begin("daily")).screen, Playing)
    assert way_on(changed(home, day=TODAY + timedelta(1))) == "begin daily"


def with_link(query: str) -> Visit:
    """Return the start screen of a link."""
    return arrive(p.CHANCE, link=link_of(query, TODAY))


CHALLENGE = with_link(f"?beat={WON.record}&by=Al")


def test_link_door_shows_the_result() -> None:
    """A link's unfinished game gets only the Continue door; a finished game of its deal shows its result there."""
    visit = with_link("?id=c1-a-1p-linked")
    assert way_on(visit) == "begin link"
    middle = p.after(visit, m.Begin("link"), m.Go("start"))
    assert "begin link" not in p.buttons(p.shown(middle))
    assert way_on(middle) == "continue"
    end = over(visit)
    home = home_again(end)
    stars = max(p.game_of(end).state.total(0, 4), 0)
    assert f"Your result: {stars} star" in said(home, "begin link").replace("\N{MINUS SIGN}", "-")
    assert way_on(home) == "begin daily"
    assert "Played as practice" in said(home_again(over(visit, hints=1)), "begin link")
    assert "Your result" in said(p.after(home, m.Begin("first"), m.Go("start")), "begin link")
    assert visit.page.link.with_result(GameId("linked", "B"), 50) == visit.page.link
    watched = link_of(f"?record={WON.record}", TODAY)
    assert watched.with_result(WON.id, 50) == watched


def test_a_won_challenge_is_not_the_main_door() -> None:
    """A challenge that was won isn't the main door; one that was lost or drawn stays, with the difference in stars."""
    link = CHALLENGE.page.link
    assert link.rival == RIVAL
    for ahead, title, who in (
        (-1, "You beat this map", "Al is 1 star behind!"),
        (0, "A map to beat", "Al is tied with you."),
        (5, "A map to beat", "Al is 5 stars ahead."),
    ):
        tried = changed(CHALLENGE, link=link.with_result(WON.id, RIVAL.stars - ahead))
        assert title in said(tried, "begin link")
        assert who in said(tried, "begin link")
        assert (way_on(tried) == "begin link") == (ahead >= 0)
        assert p.game_of(updated(tried, m.Begin("link"))).rival == RIVAL


@pytest.mark.parametrize("practice", [False, True])
def test_played_challenge_leaves_the_start_screen(*, practice: bool) -> None:
    """A challenge leaves the start screen without a reload once it was played; only a result that counts can win it."""
    assert not updated(CHALLENGE, m.Begin("link")).page.link.is_answered
    end = over(CHALLENGE, takebacks=int(practice))
    home = home_again(end)
    stars = None if practice else p.game_of(end).state.total(0, 4)
    for link in (end.page.link, home.page.link):
        assert (link.is_answered, link.was_played, link.best_stars) == (True, True, stars)
        assert link.is_beaten == (stars is not None and stars > RIVAL.stars)
    assert "begin link" not in p.buttons(p.shown(home))
    assert "share back" in p.buttons(p.shown(p.after(home, m.Continue(), m.Go("sheet"))))


@pytest.mark.parametrize("last", [EMPTY, shelf_of(write_save(p.game_of(p.begun()), 0))])
def test_reopened_challenge_shows_the_leader_and_the_best_game(last: Shelf) -> None:
    """A played challenge's link says who leads, and opens the best game with its cards, even after another game."""
    end = over(CHALLENGE)
    mine, text = p.game_of(end), end.memory.shelf.text
    stars, worse = mine.state.total(0, 4), write_save(replace(mine, key="worse"), 0)
    challenge = link_of(f"?beat={WON.record}&by=Bea", TODAY)
    reopened = arrive(p.CHANCE, end.memory.shelf, link=challenge.with_result(WON.id, stars))
    assert "Bea is" in said(reopened, "begin link")
    shelved = updated(reopened, m.Begin("link"))
    assert (p.game_of(shelved).key, p.game_of(shelved).rival) == (mine.key, rival_of(WON.record, "Bea"))
    assert "Bea is" in text_of(p.shown(updated(shelved, m.Go("sheet"))))

    def compared(**facts: Any) -> Visit:  # noqa: ANN401 - any of the link's values
        answer = challenge.with_result(WON.id, stars, text).with_result(WON.id, stars - 1, worse)
        return updated(arrive(p.CHANCE, last, day=TODAY, link=replace(answer, **facts)), m.Begin("link"))

    assert (p.game_of(compared()).key, p.game_of(compared()).rival) == (mine.key, rival_of(WON.record, "Bea"))
    assert "play-again" in p.buttons(p.shown(p.at_rest(compared())))
    assert p.game_of(compared(embedded=True)).plies == ()
    assert p.game_of(compared(id=daily(TODAY), record=str(daily(TODAY)))).key == mine.key
    practice = challenge.with_result(WON.id, None, worse)
    assert p.game_of(updated(arrive(p.CHANCE, last, link=practice), m.Begin("link"))).plies == ()


def test_another_game_in_an_embed() -> None:
    """An embed without a link deals another game; one with a link offers only that game again."""
    for query, is_free in (("?embed", True), ("?embed&id=c1-a-1p-x", False)):
        visit = with_link(query)
        end = p.at_rest(p.choosing(over(visit, visit.page.link.start_kind)))
        offered = {"go sheet", "go set-up", "begin set-up"} & {*p.buttons(p.shown(end))}
        assert offered == {"go sheet", *["begin set-up"] * is_free}
        if is_free:
            assert p.game_of(updated(end, m.Begin("set-up"))).id.seed != p.game_of(end).id.seed
        home = text_of(p.shown(home_again(end)))
        assert ("New game" in home, "Same cards" in home) == (is_free, not is_free)


def reminders(visit: Visit) -> list[str]:
    """Return the texts of the reminders to save the games."""
    return [text_of(found) for found in p.with_class(p.shown(visit), "reminder")]


def test_reminder_appears_at_ten_new_games() -> None:
    """The reminder appears at ten new games that the browser may delete, and leads to saving, until they are saved."""
    assert reminders(HOME) == []
    for games, noted, expected in ((9, 0, False), (10, 0, True), (19, 10, False), (20, 10, True), (12, 30, False)):
        reminding = updated(HOME, m.GamesAtRisk(games, noted))
        assert [f"{games} games" in text for text in reminders(reminding)] == [True] * expected
        if expected:
            read = updated(reminding, m.DismissReminder())
            assert effects_of(reminding, m.DismissReminder()) == [SaveNote(REMINDED, str(games))]
            later = [updated(read, m.GamesAtRisk(games + more, games)) for more in (9, 10)]
            assert [bool(reminders(visit)) for visit in (read, *later)] == [False, False, True]
    assert effects_of(HOME, m.GamesAtRisk(12, 30)) == [SaveNote(REMINDED, "12")]  # games were deleted
    assert effects_of(HOME, m.GamesAtRisk(19, 10)) == []
    saving = p.after(HOME, m.GamesAtRisk(10, 0), m.Go("history", "saving"))
    fetching = updated(arrive(p.CHANCE, parts=NO_PARTS), m.GamesAtRisk(10, 0))
    there = p.after(fetching, m.Go("history", "saving"), m.PartFetched("later", arrived=True))
    assert getattr(there.screen, "saving", False)
    fetching = p.after(fetching, m.Go("history", "saving"), m.Open("preferences"))
    assert updated(fetching, m.PartFetched("later", arrived=True)) == replace(there, dialog=fetching.dialog) != there
    saving = changed(saving, library=p.kept_games())
    commands = [part.attributes.get("data-do") for part in walk(p.shown(saving)) if part.tag == "button"]
    assert commands.index("share games save") < commands.index(f"show-details {p.kept_games()[-1][0]}")
    for how, safe in (("asked", True), ("sent", True), ("copied", True), ("failed", False)):
        saves = [effect for effect in effects_of(saving, m.Shared("games", how)) if isinstance(effect, SaveNote)]
        assert saves == ([SaveNote(REMINDED, str(len(p.FINALS)))] if safe else [])


def test_next_visit_begins_with_sketches() -> None:
    """The next visit's doors show sketches of the saved map and of the day's map, with all spaces of each terrain."""
    sheet = p.game_of(p.FINALS["trio"]).state.sheets[0]
    sketch = map_sketch(sheet)
    assert not re.search(r"url\(|href", to_html(sketch))
    paths = {path.attributes["fill"]: path.attributes["d"] for path in walk(sketch) if path.tag == "path"}
    for terrain in Terrain:
        widths = re.findall(r"h(\d+)v", paths.get(f"var(--{terrain.value})", ""))
        assert sum(map(int, widths)) == sheet.spaces_of(terrain).bit_count()
    assert paths["var(--stone-dark)"].count("M") == sheet.mountain.bit_count()
    visit = p.GAMES["B"][40][1]
    html = json.loads(next_doors(p.WORDS, visit))["later"]
    assert to_html(map_sketch(p.game_of(visit).state.sheets[0])) in html
    assert html.count("<svg") == 2
    assert "no-picture" not in html
