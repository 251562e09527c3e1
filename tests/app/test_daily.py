"""Tests of daily games: the game of each day, and the runs on this device."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.game.daily import EPOCH, LAST_DAY, NO_RUNS, DailyRun, DailyRuns, daily, day_of, read_runs
from app.game.shelf import GameSetAside, shelf_of
from app.prerendered.facts import more_facts
from app.saves.games import ReadUnfinishedGame
from app.saves.noting import SaveDailyRun
from app.screens.play.screen import Playing
from app.visit import Visit
from cartographers import Box, GameId, pure_game, read_game_id
from support import playing as p
from support.saved_files import end_of
from support.visits import arrive, effects_of, updated

TODAY = date(2026, 11, 24)
YESTERDAY, TOMORROW = TODAY - timedelta(1), TODAY + timedelta(1)
days = st.dates(date(2000, 1, 1), date(2200, 1, 1))


def week_of(day: date) -> list[GameId]:
    """Return the daily games of a day's week."""
    monday = day - timedelta(day.weekday())
    return [daily(monday + timedelta(number)) for number in range(7)]


@given(day=days)
def test_week_covers_all_map_sides_and_a_mix(day: date) -> None:
    """A week has three games of each box and a mix, on all map sides, with 28 edicts; each belongs to its day only."""
    games = week_of(day)
    boxes = [game.scoring for game in games]
    assert [boxes.count(box) for box in (Box.BASE, Box.HEROES, Box.BOTH)] == [3, 3, 1]
    assert {game.side for game in games} == set("ABCD")
    edicts = [card for game in games for card in game.edicts]
    assert len(set(edicts)) == len(edicts) == 28
    assert all(game.players == 1 for game in games)
    game = daily(day)
    sides = more_facts()["daySides"]
    assert isinstance(sides, str)
    assert sides[(day - date(1970, 1, 1)).days % len(sides)] == game.side.lower()
    assert day_of(game) == day
    assert read_game_id(str(game)) == game
    seeds = (p.SEED, "daily2026112", "daily2026112x", "daily20261399", "20261124", "daily")
    others = [replace(game, players=2), replace(game, edicts=()), *(replace(game, seed=seed) for seed in seeds)]
    others += [pure_game(seed, Box.BASE) for seed in seeds]
    assert [day_of(other) for other in others] == [None] * len(others)


def test_rule_for_daily_games_never_changes() -> None:
    """The rule never changes: these fixed ids are games that people have played."""
    assert [str(game) for game in week_of(TODAY)] == [
        *("c1-c-hhmym-1p-ei7co-daily20261123", "c1-a-1p-eh1q9-daily20261124", "c1-c-hhhyh-1p-eemt4-daily20261125"),
        *("c1-b-1p-eap0j-daily20261126", "c1-d-hhhyh-1p-eful6-daily20261127", "c1-a-1p-e3rbg-daily20261128"),
        "c1-c-hhhyh-1p-evd5k-daily20261129",
    ]


_KEYS = st.from_regex("[0-9a-z]{1,32}", fullmatch=True)
_RESULTS = st.tuples(st.none() | st.integers(-9999, 9999), st.just(value=False)) | st.just((None, True))
runs = st.builds(lambda day, key, result: DailyRun(day, key, *result), st.dates(EPOCH, LAST_DAY), _KEYS, _RESULTS)


@given(found=st.lists(runs), unknown=st.lists(st.from_regex("[a-z]{1,9}", fullmatch=True), unique=True))
@example([DailyRun(TODAY, "k", -9999), DailyRun(EPOCH, "k", 0), DailyRun(LAST_DAY, "k", practice=True)], [])
def test_runs_are_read_back_unchanged(found: list[DailyRun], unknown: list[str]) -> None:
    """Runs are read back unchanged, including words that this version doesn't know."""
    kept = DailyRuns({run.day: run for run in found}, tuple(unknown))
    assert read_runs(str(kept)) == kept


@given(text=st.text())
def test_any_text_can_be_read(text: str) -> None:
    """Any text can be read, and words that aren't days are preserved."""
    assert read_runs(text).unknown == tuple(dict.fromkeys(text.split())) or read_runs(text).runs


def test_a_streak() -> None:
    """A streak is a series of days with a rating, up to today or yesterday; a day without a rating ends it."""
    days = {TODAY - timedelta(ago): rating for ago, rating in {1: 5, 2: -3, 3: 0, 5: 9, 6: None}.items()}
    played = DailyRuns({day: DailyRun(day, "x", rating) for day, rating in days.items()})
    assert [played.streak(day) for day in (TODAY, TOMORROW, TODAY - timedelta(4))] == [3, 0, 1]
    assert played.with_run(DailyRun(TODAY, "x", 1)).streak(TODAY) == 4
    assert NO_RUNS.streak(TODAY) == 0


HOME = arrive(p.CHANCE, day=TODAY)
BEGUN = updated(HOME, m.Begin("daily"))


def kept_runs(before: Visit, message: m.Message) -> list[DailyRun]:
    """Return the runs that the device saves after a message."""
    return [effect.run for effect in effects_of(before, message) if isinstance(effect, SaveDailyRun)]


def test_the_first_run_counts() -> None:
    """The first run is noted at its start, and rated at its end unless it became practice, as later runs always are."""
    key = p.game_of(BEGUN).key
    assert kept_runs(HOME, m.Begin("daily")) == [DailyRun(TODAY, key)]
    assert not p.game_of(BEGUN).is_practice
    before_end, message, over = p.drawn_out(BEGUN)
    rating = end_of(p.game_of(over)).rating
    assert kept_runs(before_end, message) == [DailyRun(TODAY, key, rating)]
    assert over.memory.days.rating(TODAY) == rating
    again = updated(over, m.PlayAgain())
    assert (p.game_of(again).uncounted, p.game_of(again).is_practice) == (True, True)
    *_, over_again = p.drawn_out(again)
    assert again.memory.days == over_again.memory.days == over.memory.days
    assert "only counts on its day" in text_of(p.shown(p.at_rest(p.choosing(over_again))))
    later = updated(p.with_screen(over, game=replace(p.game_of(over), takebacks=1)), m.Go("start"))
    assert later.memory.days.rating(TODAY) == rating is not None
    *_, over = p.drawn_out(p.with_screen(BEGUN, game=replace(p.game_of(BEGUN), takebacks=1)))
    days = over.memory.days
    assert days.runs == {TODAY: DailyRun(TODAY, p.game_of(over).key, practice=True)}
    assert (days.rating(TODAY), days.streak(TODAY)) == (None, 0)
    for day in (YESTERDAY, TOMORROW):
        begun = updated(HOME, m.Begin(str(daily(day))))
        assert (p.game_of(begun).uncounted, begun.memory.days) == (True, NO_RUNS)


def test_a_daily_run_continues() -> None:
    """A daily run continues, even if it was set aside; if it is gone, the day is practice; the next game is another."""
    begun = p.after(BEGUN, m.Proceed(), m.NextPlace(), m.Confirm(), m.Go("start"))
    assert isinstance(updated(begun, m.Begin("daily")).screen, Playing)
    game = p.game_of(updated(begun, m.Begin("daily")))
    text = begun.memory.shelf.text
    other = p.after(begun, m.GameSaved(text), m.Begin("first"))
    assert other.memory.shelf.set_aside == GameSetAside(text, game.key)
    home = p.after(other, m.GameSaved(other.memory.shelf.text), m.Go("start"))
    assert ReadUnfinishedGame(game.key) in effects_of(home, m.Begin("daily"))
    assert p.game_of(updated(home, m.UnfinishedGameRead(game.key, text))) == game
    gone = updated(home, m.UnfinishedGameRead(game.key, ""))
    assert (p.game_of(gone).uncounted, p.game_of(gone).id, gone.memory.days) == (True, daily(TODAY), begun.memory.days)
    assert replace(BEGUN.setup, seed="") == replace(HOME.setup, seed="")
    assert arrive(p.CHANCE, shelf_of(BEGUN.memory.shelf.text)).setup == HOME.setup
    assert ReadUnfinishedGame("x") in effects_of(HOME, m.Resume("x"))


def test_door_leads_to_the_new_days_game() -> None:
    """On a new day, the door leads to its game; runs in other tabs are known, and take precedence over unsaved ones."""
    later = m.DailyRunsRead(f"{TODAY}:x:12", TOMORROW.isoformat(), 1439)
    visit = updated(HOME, later)
    assert visit.memory.days.streak(TOMORROW) == 1
    assert p.game_of(updated(visit, m.Begin("daily"))).id == daily(TOMORROW)
    assert kept_runs(HOME, later) == []
    done = text_of(p.shown(updated(HOME, m.DailyRunsRead(f"{TODAY}:x:12", TODAY.isoformat(), 125))))
    stars = 12 + sum(card.solo for card in daily(TODAY).edicts)
    assert f"{stars} stars, rating +12. Next game in 2 h 5 min" in done
    assert "1-day streak" in done
    alone, other = (
        updated(BEGUN, m.DailyRunsRead(f"{TODAY}:other:5" * there, TODAY.isoformat(), 9)) for there in (0, 1)
    )
    assert alone.memory.days == BEGUN.memory.days
    assert other.memory.days.rating(TODAY) == 5
