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

from app import messages as m
from app.drawing.element import text_of
from app.game.daily import EPOCH, LAST_DAY
from app.game.game import Game, begin_game
from app.game.library import read_entry
from app.game.setup import Cartographer
from app.game.shelf import FINISHED, OPEN, shelf_of, write_save
from app.game.summary import with_summary_notes
from app.game.weekly import FIRST_WEEK, ROUND, theme_of, week_named, week_of, week_of_day, weekly
from app.game.weekly_maps import WEEKLY_MAPS
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
from cartographers.errors import InvalidRecord
from cartographers.events import Reveal, SeasonStart
from cartographers.game_id import GameId, read_game_id
from cartographers.maps import blank_sheet
from cartographers.player_view import view_of
from cartographers.region import BOARD, clusters, largest_square, region_of, space_named
from cartographers.sides import SIDES
from cartographers.terrain import Terrain
from support.playing import CHANCE, WORDS, after, answered, buttons, game_of, happened, shown, with_class
from support.visits import arrive, changed, updated
from words import signed

TODAY = date(2026, 11, 27)
MONDAY = date(2026, 11, 23)
#: The Mondays of three rounds of themes, and those of the next weeks that have each custom map once.
MONDAYS = [MONDAY + timedelta(7 * number) for number in range(3 * len(ROUND))]
MAP_MONDAYS = [MONDAY + timedelta(7 * (1 + len(ROUND) * number)) for number in range(len(WEEKLY_MAPS))]


def played(game_id: GameId) -> Game:
    """Return a finished random game."""
    game, rng = begin_game(game_id, (Cartographer(),)), Random(game_id.seed)  # noqa: S311 - repeatable
    while game.state.task:
        game = game.after(random_player(view_of(game.state, game.state.task.player), rng))
    return game


# ------------------------------------------------------------------- the rule


def test_challenges_never_change() -> None:
    """The challenges of a round and of all custom maps are the same as in all earlier versions."""
    assert [str(weekly(monday)) for monday in (*MONDAYS[: len(ROUND)], *MAP_MONDAYS[1:])] == [
        "c1-d-hhhyh-1p-weekly2026w48x12",
        "c1-xs31no0w8ejbs9t5hqk8bh8jl9h-1p-weekly2026w49x1",
        "c1-b-1p-weekly2026w50x75",
        "c1-b-1p-weekly2026w51x5",
        "c1-d-hhhyh-1p-weekly2026w52x29",
        "c1-b-1p-weekly2026w53x21",
        "c1-b-1p-weekly2027w01x4",
        "c1-b-1p-weekly2027w02x60",
        "c1-a-1p-weekly2027w03x43",
        "c1-x4mr2iwcjjt244biip6uxmo7tjo-hhhyh-1p-weekly2027w05x1",
        "c1-xgj3abta90b974hs2qp608lhsjynaw7-1p-weekly2027w14x1",
        "c1-x1jugj2zsf53enakgwmye-hhhyh-1p-weekly2027w23x1",
        "c1-xrdwoxzs7bml014y4ddj5rgwtn0-1p-weekly2027w32x1",
        "c1-x1fcwerlek3b6wa8srzwp-1p-weekly2027w41x1",
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
    """Each theme comes once in a round, and in the next round on another map."""
    rounds = [MONDAYS[place : place + len(ROUND)] for place in range(0, len(MONDAYS), len(ROUND))]
    for mondays in rounds:
        assert [sum(theme_of(monday) in themes for monday in mondays) for themes in ROUND] == [1] * len(ROUND)
    for earlier, later in pairwise(rounds):
        assert all(weekly(a).side != weekly(b).side for a, b in zip(earlier, later, strict=True))


def test_custom_maps_take_turns() -> None:
    """One week of each round has a custom map, and each map comes once before the first one comes again."""
    themes = [theme_of(monday) for monday in MAP_MONDAYS]
    assert sorted(theme.name for theme in themes) == sorted(WEEKLY_MAPS)
    assert [weekly(monday).side for monday in MAP_MONDAYS] == [theme.side for theme in themes]
    assert theme_of(MAP_MONDAYS[-1] + timedelta(7 * len(ROUND))) == themes[0]


@pytest.mark.parametrize("monday", MONDAYS[:4])
def test_challenge_is_the_first_deal_that_fits(monday: date) -> None:
    """No deal of the week with a smaller number fits its theme."""
    found, theme = weekly(monday), theme_of(monday)
    fits = theme.fits or (lambda _, __: True)
    start, _, number = found.seed.rpartition("x")
    assert fits(deal(found), theme.number)
    earlier = [replace(found, seed=f"{start}x{smaller}") for smaller in range(1, int(number))]
    assert not any(fits(deal(game_id), theme.number) for game_id in earlier)
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
    assert promises.keys() | WEEKLY_MAPS.keys() == {theme.name for themes in ROUND for theme in themes}
    assert theme.side or promises[theme.name]
    assert WORDS(f"week.text.{theme.name}", number=number)


@pytest.mark.parametrize(
    ("name", "crossings"), [("pass", ["F6"]), ("atoll", ["C6", "F3", "F9", "I6"]), ("canyon", ["E6", "I8"])]
)
def test_custom_map_has_only_the_crossings_of_its_sentence(name: str, crossings: list[str]) -> None:
    """The crossings that the map's sentence counts connect its two parts, and there are no others."""
    sheet, closed = blank_sheet(WEEKLY_MAPS[name].side), region_of(map(space_named, crossings))
    land = BOARD & ~(sheet.mountain | sheet.wasteland)
    assert land & closed == closed
    assert len(clusters(land & ~closed)) == 2
    assert all(len(clusters(land & ~closed | 1 << space_named(crossing))) == 1 for crossing in crossings)


def test_custom_maps_keep_the_promises_of_their_sentences() -> None:
    """The temple has one ruins space in the middle, and the land of two maps is as narrow as their sentences say."""
    temple, spiral, lakes = (blank_sheet(WEEKLY_MAPS[name].side) for name in ("temple", "spiral", "lakes"))
    assert temple.ruins == 1 << space_named("F6")
    assert largest_square(BOARD & ~spiral.wasteland)[0] == 2
    for row in "EFG":
        between = [column for column in range(1, 12) if not lakes.wasteland >> space_named(f"{row}{column}") & 1]
        assert [column for column in between if 4 <= column <= 8] == [5, 6, 7]


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


@pytest.mark.parametrize("monday", MAP_MONDAYS)
def test_challenge_with_a_custom_map_is_recognized(monday: date) -> None:
    """Only the game with the week's own map is its challenge, and a damaged id is refused."""
    found = weekly(monday)
    assert week_of(read_game_id(str(found))) == monday
    others = [replace(found, side=drawn.side) for drawn in WEEKLY_MAPS.values() if drawn.side != found.side]
    others += [replace(found, side=side) for side in SIDES]
    others += [replace(found, seed=found.seed + digit) for digit in "019"]
    others += [
        replace(found, seed=found.seed[:-1] + "2"),
        replace(found, players=2),
        replace(found, heroes=not found.heroes),
    ]
    assert [week_of(game_id) for game_id in others] == [None] * len(others)
    last = found.side[-1]
    with pytest.raises(InvalidRecord):
        read_game_id(str(found).replace(found.side.lower(), f"{found.side[:-1]}{'0' if last != '0' else '1'}".lower()))


# ------------------------------------------------------------------- the screen


def opened(*library: tuple[str, str], day: date = TODAY) -> Visit:
    """Return a visit at the challenge, with some saved games."""
    return changed(updated(arrive(CHANCE, day=day), m.Go("week")), library=library, bot_results="")


def saved(game: Game, number: int = 1) -> tuple[str, str]:
    """Return the name and the text of a finished game."""
    return f"{FINISHED}{number}.k{number}", write_save(with_summary_notes(replace(game, key=f"k{number}")), 0)


def begin(visit: Visit) -> Iterator[str]:
    """Yield the commands that begin or continue a game."""
    return (what for what in buttons(shown(visit)) if what.startswith(("begin", "continue", "resume")))


def test_calendar_leads_to_the_challenge() -> None:
    """The calendar names the theme and leads to the challenge, whose button begins its game; Back returns."""
    days = updated(arrive(CHANCE, day=TODAY), m.Go("days"))
    assert text_of(buttons(shown(days))["go week"]) == "Weekly challenge Dragon in Spring"
    visit = updated(days, m.Go("week"))
    assert visit.screen == WeeklyChallenge()
    assert updated(visit, m.Back()).screen == days.screen
    assert visit.screen.keys(visit)["Escape"] == m.Back()
    text = text_of(shown(visit))
    assert "The dragon is among the first 3 cards of spring." in text
    assert "Heroes, map D" in text
    assert list(begin(visit)) == [f"begin {weekly(MONDAY)}"]
    game = game_of(updated(visit, m.Begin(str(weekly(MONDAY)))))
    assert game.id == weekly(MONDAY)
    assert not game.is_practice


def test_calendar_shows_the_result_of_the_challenge() -> None:
    """The calendar's button shows the rating of this week's run that counts, but no practice and no other week's."""
    game, past = played(weekly(MONDAY)), played(weekly(MONDAY - timedelta(7)))

    def button_with(*library: tuple[str, str]) -> str:
        days = changed(updated(arrive(CHANCE, day=TODAY), m.Go("days")), library=library)
        return text_of(buttons(shown(days))["go week"])

    plain = "Weekly challenge Dragon in Spring"
    assert button_with(saved(past, 1), saved(replace(game, hints=1), 2)) == plain
    rating = signed(read_entry(*saved(game, 2)).rating or 0)
    assert button_with(saved(past, 1), saved(game, 2), saved(replace(game, takebacks=1), 3)) == f"{plain} {rating}"


def test_challenge_changes_with_the_clock() -> None:
    """Over several weeks, the open screen shows each week's challenge from Monday at midnight UTC."""
    visit = opened()
    for place in range(30):
        day = TODAY + timedelta(place)
        visit = updated(visit, m.DailyRunsRead("", day.isoformat(), 60))
        assert list(begin(visit)) == [f"begin {weekly(week_of_day(day))}"]
        assert WORDS(f"week.name.{theme_of(day).name}") in text_of(shown(visit))
    back = updated(visit, m.DailyRunsRead("", "1970-01-01", 60))
    assert list(begin(back)) == [f"begin {weekly(week_of_day(EPOCH))}"]


def turn(*later: int) -> list[m.Message]:
    """Return the messages that turn to other weeks."""
    return [m.TurnCalendar(weeks) for weeks in later]


def week_shown(visit: Visit) -> date:
    """Return the Monday of the week that the screen shows, and check that its parts agree."""
    text, [what] = text_of(shown(visit)), begin(visit)
    monday = week_of(read_game_id(what.removeprefix("begin ")))
    assert monday
    assert f"Week of {WORDS.day(monday)}" in text
    assert WORDS(f"week.name.{theme_of(monday).name}") in text
    return monday


def test_weeks_can_be_turned() -> None:
    """The buttons turn to earlier weeks and back, no further than this week; Back returns to the calendar."""
    days = updated(arrive(CHANCE, day=TODAY), m.Go("days"))
    visit = changed(updated(days, m.Go("week")), library=())
    assert buttons(shown(visit))["turn-calendar 1"].attributes["aria-disabled"] == "true"
    for back in range(1, 2 * len(ROUND)):
        visit = updated(visit, m.TurnCalendar(-1))
        assert week_shown(visit) == MONDAY - timedelta(7 * back)
    assert "aria-disabled" not in buttons(shown(visit))["turn-calendar 1"].attributes
    assert week_shown(after(visit, *turn(3))) == MONDAY - timedelta(7 * (2 * len(ROUND) - 4))
    assert after(visit, *turn(1000)).screen == after(visit, *turn(1000, 1)).screen == WeeklyChallenge()
    assert updated(visit, m.Back()).screen == days.screen
    assert dict(visit.screen.keys(visit)) == {"Escape": m.Back(), "PageUp": turn(-1)[0], "PageDown": turn(1)[0]}


@pytest.mark.parametrize("today", [EPOCH, EPOCH + timedelta(4), EPOCH + timedelta(40), LAST_DAY])
def test_weeks_end_at_the_first_and_at_this_week(today: date) -> None:
    """Even with a wrong clock, the first week is that of the first supported day, and this week is the last."""
    visit = opened(day=today)
    assert week_shown(visit) == week_of_day(today)
    first = updated(visit, m.TurnCalendar(-(10**6)))
    assert week_shown(first) == FIRST_WEEK == week_of_day(EPOCH)
    assert buttons(shown(first))["turn-calendar -1"].attributes["aria-disabled"] == "true"
    assert updated(first, m.TurnCalendar(-1)) == first
    assert updated(first, m.TurnCalendar(10**6)) == visit


def test_week_that_is_shown_stays_when_the_next_one_begins() -> None:
    """At midnight, an earlier week stays on the screen. If the clock is put back before it, that week is shown."""
    earlier = after(opened(), *turn(-1))
    following = updated(earlier, m.DailyRunsRead("", (TODAY + timedelta(7)).isoformat(), 60))
    assert week_shown(following) == MONDAY - timedelta(7)
    assert week_shown(after(following, *turn(2))) == MONDAY + timedelta(7)
    past = updated(earlier, m.DailyRunsRead("", "2026-10-07", 60))
    assert week_shown(past) == date(2026, 10, 5)
    assert buttons(shown(past))["turn-calendar 1"].attributes["aria-disabled"] == "true"
    assert week_shown(after(past, *turn(-1))) == date(2026, 9, 28)
    this_week = updated(opened(), m.DailyRunsRead("", (TODAY + timedelta(7)).isoformat(), 60))
    assert week_shown(this_week) == MONDAY + timedelta(7)


def test_past_challenge_counts() -> None:
    """A challenge that is played after its week has a result like any other, and the bots play its deal."""
    monday = MONDAY - timedelta(7)
    visit = after(opened(), *turn(-1))
    game = game_of(updated(visit, m.Begin(str(weekly(monday)))))
    assert (game.id, game.is_practice) == (weekly(monday), False)
    over = saved(played(weekly(monday)))
    visit = after(opened(over), *turn(-1))
    assert f"go sheet {over[0]}" in buttons(shown(visit))
    assert visit.screen.job(visit) == Trial(weekly(monday), next(iter(STRENGTHS)))
    halted = updated(visit, m.PlayOrPause())
    assert halted.screen.job(halted) is None
    this_week = after(halted, *turn(1))
    assert this_week.screen.job(this_week) is None
    assert list(begin(this_week)) == [f"begin {weekly(MONDAY)}"]
    sheet = updated(visit, m.Go("sheet", over[0]))
    assert updated(sheet, m.Back()).screen == visit.screen


def test_custom_map_is_shown_before_the_game() -> None:
    """The challenge with a custom map shows the blank map and says that it was drawn for the challenge."""
    visit = opened(day=MAP_MONDAYS[0])
    text = text_of(shown(visit))
    assert "A reef surrounds the middle of the map." in text
    assert "Base, a map drawn for the challenge" in text
    assert with_class(shown(visit), "blank-map")
    game = game_of(updated(visit, m.Begin(str(weekly(MAP_MONDAYS[0])))))
    assert game.state.sheets == (blank_sheet(WEEKLY_MAPS["atoll"].side),)
    assert kind_of(WORDS, game) == "Weekly challenge, The Atoll, week of November 30, 2026"


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
    halted = updated(visit, m.PlayOrPause())
    assert halted.screen.job(halted) is None
    after = answered(visit)
    assert WORDS("bot.apprentice") in text_of(shown(after))
    assert after.screen.job(after) == Trial(weekly(MONDAY), [*STRENGTHS][1])


def test_history_and_sharing_name_the_challenge() -> None:
    """The history and a shared result name the theme of the challenge, and its week by its Monday."""
    name = "Weekly challenge, Dragon in Spring, week of November 23, 2026"
    game = played(weekly(MONDAY))
    entry = read_entry(*saved(game))
    assert entry.week == MONDAY
    assert title_of(WORDS, entry) == kind_of(WORDS, game) == name
    older = read_entry(*(text.replace("c1-", "c0-") for text in saved(game)))
    assert title_of(WORDS, older) == name
