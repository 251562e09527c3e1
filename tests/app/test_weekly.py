"""Tests of the weekly challenge: its rule, its themes, and its screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drawing.element import text_of
from app.game.daily import EPOCH, LAST_DAY
from app.game.game import Game, begin_game
from app.game.library import read_entry
from app.game.setup import Cartographer
from app.game.shelf import FINISHED, OPEN, shelf_of, write_save
from app.game.summary import with_summary_notes
from app.game.weekly import THEMES, theme_of, week_named, week_of, week_of_day, weekly
from app.messages import Back, Begin, DailyRunsRead, Go, PlayOrPause
from app.playing import CHANCE, WORDS, answered, buttons, game_of, happened, shown
from app.screens.parts.recorded import title_of
from app.screens.parts.sharing import kind_of
from app.screens.parts.strengths import Trial
from app.screens.week.screen import WeeklyChallenge
from app.visit import Visit
from cartographers.beast import Beast
from cartographers.bots import STRENGTHS
from cartographers.bots.random_player import random_player
from cartographers.cards import AmbushCard, Card, ExploreCard, Option, RuinsCard
from cartographers.deal import deal
from cartographers.events import Reveal, SeasonStart
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from cartographers.terrain import Terrain
from updates import updated
from visits import arrive, changed

TODAY = date(2026, 11, 27)
MONDAY = date(2026, 11, 23)
#: The Mondays of three rounds of themes.
MONDAYS = [MONDAY + timedelta(7 * number) for number in range(3 * len(THEMES))]


def played(game_id: GameId) -> Game:
    """Return a finished random game."""
    game, rng = begin_game(game_id, (Cartographer(),)), Random(game_id.seed)  # noqa: S311 - repeatable
    while game.state.task:
        game = game.after(random_player(view_of(game.state, game.state.task.player), rng))
    return game


# ------------------------------------------------------------------- the rule


def test_challenges_never_change() -> None:
    """The challenges of eight weeks are the same as in all earlier versions."""
    assert [str(weekly(monday)) for monday in MONDAYS[: len(THEMES)]] == [
        "c1-d-hhhyh-1p-weekly2026w48x12",
        "c1-b-1p-weekly2026w49x56",
        "c1-b-1p-weekly2026w50x1",
        "c1-d-hhhyh-1p-weekly2026w51x27",
        "c1-b-1p-weekly2026w52x112",
        "c1-b-1p-weekly2026w53x24",
        "c1-a-1p-weekly2027w01x10",
        "c1-a-1p-weekly2027w02x6",
    ]


@pytest.mark.parametrize("monday", MONDAYS)
def test_week_has_one_challenge(monday: date) -> None:
    """All days of a week have the same challenge and theme, and the next week has others."""
    days = [monday + timedelta(place) for place in range(7)]
    assert {week_of_day(day) for day in days} == {monday}
    assert {theme_of(day) for day in days} == {theme_of(monday)}
    following = monday + timedelta(7)
    assert week_of_day(following) == following
    assert theme_of(following) != theme_of(monday)
    assert weekly(following) != weekly(monday)


def test_themes_take_turns_and_sides_change() -> None:
    """Each theme comes once in a round, and in the next round on the other map side."""
    rounds = [MONDAYS[place : place + len(THEMES)] for place in range(0, len(MONDAYS), len(THEMES))]
    for mondays in rounds:
        assert sorted(theme_of(monday).name for monday in mondays) == sorted(theme.name for theme in THEMES)
    for earlier, later in pairwise(rounds):
        assert all(weekly(a).side != weekly(b).side for a, b in zip(earlier, later, strict=True))


@pytest.mark.parametrize("monday", MONDAYS[:4])
def test_challenge_is_the_first_deal_that_fits(monday: date) -> None:
    """No deal of the week with a smaller number fits its theme, and the search needs few deals."""
    found, theme = weekly(monday), theme_of(monday)
    start, _, number = found.seed.rpartition("x")
    assert theme.fits(deal(found), theme.number)
    earlier = [replace(found, seed=f"{start}x{smaller}") for smaller in range(1, int(number))]
    assert not any(theme.fits(deal(game_id), theme.number) for game_id in earlier)
    assert [week_of(game_id) for game_id in earlier] == [None] * len(earlier)


def test_search_needs_few_deals() -> None:
    """In ten years, no search needs more than 700 deals, and the mean is below 60."""
    mondays = [MONDAY + timedelta(7 * number) for number in range(520)]
    numbers = [int(weekly(monday).seed.rpartition("x")[2]) for monday in mondays]
    assert max(numbers) <= 700
    assert sum(numbers) / len(numbers) < 60


def seasons_of(game: Game) -> list[list[Card]]:
    """Return the cards that a game reveals in each season."""
    found: list[list[Card]] = []
    for event in happened(game):
        if isinstance(event, SeasonStart):
            found.append([])
        elif isinstance(event, Reveal):
            found[-1].append(event.card)
    return found


def options_of(card: Card) -> tuple[Option, ...]:
    """Return the options of an explore card; none for other cards."""
    return card.options if isinstance(card, ExploreCard) else ()


def terrains(card: Card) -> set[Terrain | None]:
    """Return the terrains that an explore card offers."""
    return {option.terrain for option in options_of(card)}


@pytest.mark.parametrize("monday", MONDAYS)
def test_played_challenge_keeps_the_promise_of_its_theme(monday: date) -> None:
    """The cards that a whole game reveals are those that the theme's sentence promises."""
    theme, seasons = theme_of(monday), seasons_of(played(weekly(monday)))
    cards, number = [card for season in seasons for card in season], theme.number
    ambushes = [sum(isinstance(card, AmbushCard) for card in season) for season in seasons]
    first = [season[:number] for season in seasons]
    promises = {
        "siege": all(any(isinstance(card, AmbushCard) for card in season) for season in first[:3]),
        "villages": sum(Terrain.VILLAGE in terrains(card) for card in cards) >= number,
        "dragon": any(isinstance(card, AmbushCard) and card.beast is Beast.DRAGON for card in first[0]),
        "coins": sum(isinstance(card, ExploreCard) and any(one.coin for one in card.options) for card in cards)
        <= number,
        "ruins": sum(isinstance(card, RuinsCard) for card in cards) >= number,
        "short": sum(isinstance(card, ExploreCard) for card in cards) <= number,
        "storm": ambushes[:3] == [0, 0, 0] and ambushes[3] >= number,
        "rivers": sum(Terrain.WATER in terrains(card) for card in cards) >= number,
    }
    assert promises.keys() == {theme.name for theme in THEMES}
    assert promises[theme.name]
    assert WORDS(f"week.text.{theme.name}", number=number)


@pytest.mark.parametrize("day", [EPOCH, EPOCH + timedelta(3), EPOCH + timedelta(4), LAST_DAY, LAST_DAY - timedelta(9)])
def test_challenge_at_the_ends_of_time(day: date) -> None:
    """Even a clock that is wrong by millennia has a challenge."""
    monday = week_of_day(day)
    assert monday.weekday() == 0
    assert monday <= day < monday + timedelta(7)
    assert week_of(weekly(monday)) == monday


@given(st.dates(EPOCH, LAST_DAY))
def test_seed_names_the_week(day: date) -> None:
    """The week in a seed, counted as in ISO 8601, is that of all its days."""
    year, week, _ = day.isocalendar()
    assert week_named(f"weekly{year:04}w{week:02}x1") == week_of_day(day)


def test_other_games_are_no_challenges() -> None:
    """A game with another side, more players, other cards, chosen edicts, or another seed is no challenge."""
    found = weekly(MONDAY)
    others = [
        replace(found, side="C"),
        replace(found, players=2),
        replace(found, heroes=False),
        replace(found, edicts=deal(found).edicts),
    ]
    seeds = (
        "weekly2026w54x1",
        "weekly2026w00x1",
        "weekly2026w48",
        "weekly2026w48x",
        "weekly1969w01x1",
        "weekly9999w40x1",
    )
    others += [replace(found, seed=seed) for seed in (*seeds, "daily20261123", "xweekly2026w48x12")]
    assert [week_of(game_id) for game_id in others] == [None] * len(others)
    assert week_of(found) == MONDAY


# ------------------------------------------------------------------- the screen


def opened(*library: tuple[str, str], day: date = TODAY) -> Visit:
    """Return a visit at the challenge, with some saved games."""
    return changed(updated(arrive(CHANCE, day=day), Go("week")), library=library, bot_results="")


def saved(game: Game, number: int = 1) -> tuple[str, str]:
    """Return the name and the text of a finished game."""
    return f"{FINISHED}{number}.k{number}", write_save(with_summary_notes(replace(game, key=f"k{number}")), 0)


def begin(visit: Visit) -> Iterator[str]:
    """Yield the commands that begin or continue a game."""
    return (what for what in buttons(shown(visit)) if what.startswith(("begin", "continue", "resume")))


def test_calendar_leads_to_the_challenge() -> None:
    """The calendar names the theme and leads to the challenge, whose button begins its game; Back returns."""
    days = updated(arrive(CHANCE, day=TODAY), Go("days"))
    assert text_of(buttons(shown(days))["go week"]) == "Weekly challenge Dragon in Spring"
    visit = updated(days, Go("week"))
    assert visit.screen == WeeklyChallenge()
    assert updated(visit, Back()).screen == days.screen
    assert visit.screen.keys(visit)["Escape"] == Back()
    text = text_of(shown(visit))
    assert "The dragon is among the first 3 cards of spring." in text
    assert "Heroes, map D" in text
    assert list(begin(visit)) == [f"begin {weekly(MONDAY)}"]
    game = game_of(updated(visit, Begin(str(weekly(MONDAY)))))
    assert game.id == weekly(MONDAY)
    assert not game.is_practice


def test_challenge_changes_with_the_clock() -> None:
    """Over several weeks, the open screen shows each week's challenge from Monday at midnight UTC."""
    visit = opened()
    for place in range(30):
        day = TODAY + timedelta(place)
        visit = updated(visit, DailyRunsRead("", day.isoformat(), 60))
        assert list(begin(visit)) == [f"begin {weekly(week_of_day(day))}"]
        assert WORDS(f"week.name.{theme_of(day).name}") in text_of(shown(visit))
    back = updated(visit, DailyRunsRead("", "1970-01-01", 60))
    assert list(begin(back)) == [f"begin {weekly(week_of_day(EPOCH))}"]


def test_unfinished_challenge_is_continued() -> None:
    """The button continues an unfinished game of the challenge, also one that was set aside."""
    game = begin_game(weekly(MONDAY), (Cartographer(),))
    ply = random_player(view_of(game.state, 0), Random(1))  # noqa: S311 - repeatable
    text = write_save(replace(game.after(ply), key="half"), 0)
    assert list(begin(changed(opened(), shelf=shelf_of(text)))) == ["continue"]
    assert list(begin(opened((f"{OPEN}5.half", text)))) == ["resume half"]
    following = TODAY + timedelta(7)
    assert list(begin(opened((f"{OPEN}5.half", text), day=following))) == [f"begin {weekly(week_of_day(following))}"]


def test_first_game_that_counts_is_the_result() -> None:
    """The first finished game that isn't practice is the result, beside the bots', which play once it is there."""
    game = played(weekly(MONDAY))
    practice = opened(saved(replace(game, hints=1)))
    assert practice.screen.job(practice) is None
    assert list(begin(practice)) == [f"begin {weekly(MONDAY)}"]
    visit = opened(saved(game, 3), saved(game, 2), saved(replace(game, hints=1), 1))
    assert f"go sheet {saved(game, 2)[0]}" in buttons(shown(visit))
    assert visit.screen.job(visit) == Trial(weekly(MONDAY), next(iter(STRENGTHS)))
    halted = updated(visit, PlayOrPause())
    assert halted.screen.job(halted) is None
    after = answered(visit)
    assert WORDS("bot.apprentice") in text_of(shown(after))
    assert after.screen.job(after) == Trial(weekly(MONDAY), [*STRENGTHS][1])


def test_history_and_sharing_name_the_challenge() -> None:
    """The history and a shared result name the week of the challenge by its Monday."""
    game = played(weekly(MONDAY))
    entry = read_entry(*saved(game))
    assert entry.week == MONDAY
    assert title_of(WORDS, entry) == kind_of(WORDS, game) == "Weekly challenge, November 23, 2026"
    older = read_entry(*(text.replace("c1-", "c0-") for text in saved(game)))
    assert title_of(WORDS, older) == "Weekly challenge, November 23, 2026"
