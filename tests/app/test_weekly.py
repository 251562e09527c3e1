"""Tests of the weekly challenge: its rule, its themes, and its screen."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.game.daily import EPOCH, LAST_DAY
from app.game.game import Game, begin_game
from app.game.library import read_entry
from app.game.setup import Cartographer
from app.game.shelf import shelf_of, write_save
from app.game.weekly import FIRST_WEEK, ROUND, theme_of, week_named, week_of, week_of_day, weekly
from app.game.weekly_maps import WEEKLY_MAPS
from app.saved_names import OPEN
from app.screens.parts.recorded import title_of
from app.screens.parts.sharing import kind_of
from app.screens.parts.strengths import Trial
from app.screens.week.screen import WeeklyChallenge
from app.visit import Visit
from cartographers import STRENGTHS, InvalidRecord, Terrain, read_game_id
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, Card, ExploreCard, RuinsCard
from cartographers.deal import deal
from cartographers.events import Reveal, SeasonStart
from cartographers.maps import blank_sheet
from cartographers.region import BOARD, clusters, largest_square, region_of, space_named
from cartographers.sides import SIDES
from support import playing as p
from support import saved_files
from support.saved_files import random_game
from support.visits import arrive, changed, updated
from words import signed

TODAY = date(2026, 11, 27)
MONDAY = date(2026, 11, 23)
#: The Mondays of three rounds of themes, and those of the next weeks that have each custom map once.
MONDAYS = [MONDAY + timedelta(7 * number) for number in range(3 * len(ROUND))]
MAP_MONDAYS = [MONDAY + timedelta(7 * (1 + len(ROUND) * number)) for number in range(len(WEEKLY_MAPS))]
HOME = arrive(p.CHANCE, day=TODAY)
THIS, LAST = weekly(MONDAY), weekly(MONDAY - timedelta(7))
#: A finished game of this week's challenge.
GAME = random_game(THIS)


def test_challenges_never_change() -> None:
    """The challenges of a round and of all custom maps are the same as in all earlier versions."""
    assert [str(weekly(monday)) for monday in (*MONDAYS[: len(ROUND)], *MAP_MONDAYS[1:])] == [
        *("c1-d-hhhyh-1p-weekly2026w48x12", "c1-xs31no0w8ejbs9t5hqk8bh8jl9h-1p-weekly2026w49x1"),
        *("c1-b-1p-weekly2026w50x75", "c1-b-1p-weekly2026w51x5", "c1-d-hhhyh-1p-weekly2026w52x29"),
        *("c1-b-1p-weekly2026w53x21", "c1-b-1p-weekly2027w01x4", "c1-b-1p-weekly2027w02x60"),
        *("c1-a-1p-weekly2027w03x43", "c1-x4mr2iwcjjt244biip6uxmo7tjo-hhhyh-1p-weekly2027w05x1"),
        "c1-xgj3abta90b974hs2qp608lhsjynaw7-1p-weekly2027w14x1",
        *("c1-x1jugj2zsf53enakgwmye-hhhyh-1p-weekly2027w23x1", "c1-xrdwoxzs7bml014y4ddj5rgwtn0-1p-weekly2027w32x1"),
        "c1-x1fcwerlek3b6wa8srzwp-1p-weekly2027w41x1",
    ]


def test_themes_and_custom_maps_take_turns() -> None:
    """A week has one challenge; each theme comes once in a round, and map sides and custom maps take turns."""
    for monday in MONDAYS:
        days = [monday + timedelta(place) for place in range(7)]
        assert {(week_of_day(day), theme_of(day)) for day in days} == {(monday, theme_of(monday))}
        following = monday + timedelta(7)
        assert week_of_day(following) == following
        assert theme_of(following) != theme_of(monday)
        assert weekly(following) != weekly(monday)
    rounds = [MONDAYS[place : place + len(ROUND)] for place in range(0, len(MONDAYS), len(ROUND))]
    for mondays in rounds:
        assert [sum(theme_of(monday) in themes for monday in mondays) for themes in ROUND] == [1] * len(ROUND)
    for earlier, later in pairwise(rounds):
        assert all(weekly(a).side != weekly(b).side for a, b in zip(earlier, later, strict=True))
    themes = [theme_of(monday) for monday in MAP_MONDAYS]
    assert sorted(theme.name for theme in themes) == sorted(WEEKLY_MAPS)
    assert [weekly(monday).side for monday in MAP_MONDAYS] == [theme.side for theme in themes]
    assert theme_of(MAP_MONDAYS[-1] + timedelta(7 * len(ROUND))) == themes[0]


def test_challenge_is_the_first_deal_that_fits() -> None:
    """A challenge is the first deal of the week that fits its theme, and no search needs more than 700 deals."""
    for found, theme in ((weekly(monday), theme_of(monday)) for monday in MONDAYS[:4]):
        fits = theme.fits or (lambda _, __: True)
        start, _, number = found.seed.rpartition("x")
        assert fits(deal(found), theme.number)
        earlier = [replace(found, seed=f"{start}x{smaller}") for smaller in range(1, int(number))]
        assert not any(fits(deal(game_id), theme.number) for game_id in earlier)
        assert [week_of(game_id) for game_id in earlier] == [None] * len(earlier)
    numbers = [int(weekly(MONDAY + timedelta(7 * week)).seed.rpartition("x")[2]) for week in range(520)]
    assert max(numbers) <= 700
    assert sum(numbers) / len(numbers) < 60


def seasons_of(game: Game) -> list[list[Card]]:
    """Return the cards that a game reveals in each season."""
    found: list[list[Card]] = []
    for event in (event for state in game.played.states for event in state.events):
        if isinstance(event, SeasonStart):
            found.append([])
        elif isinstance(event, Reveal):
            found[-1].append(event.card)
    return found


@pytest.mark.parametrize("monday", MONDAYS)
def test_played_challenge_keeps_the_promise_of_its_theme(monday: date) -> None:
    """The cards that a whole game reveals are those that the theme's sentence promises."""
    theme, seasons = theme_of(monday), seasons_of(random_game(weekly(monday)))
    cards, number = [card for season in seasons for card in season], theme.number
    explored = [card for card in cards if isinstance(card, ExploreCard)]
    terrains = [{option.terrain for option in card.options} for card in explored]
    ambushes = [[card for card in season if isinstance(card, AmbushCard)] for season in seasons]
    promises = {
        "siege": all(any(card in ambushes[place] for card in seasons[place][:number]) for place in range(3)),
        "villages": sum(Terrain.VILLAGE in offered for offered in terrains) >= number,
        "dragon": any(card in ambushes[0] and card.beast is Beast.DRAGON for card in seasons[0][:number]),
        "coins": sum(any(option.coin for option in card.options) for card in explored) <= number,
        "ruins": sum(isinstance(card, RuinsCard) for card in cards) >= number,
        "short": len(explored) <= number,
        "storm": ambushes[:3] == [[], [], []] and len(ambushes[3]) >= number,
        "rivers": sum(Terrain.WATER in offered for offered in terrains) >= number,
    }
    assert promises.keys() | WEEKLY_MAPS.keys() == {theme.name for themes in ROUND for theme in themes}
    assert theme.side or promises[theme.name]
    assert p.WORDS(f"week.text.{theme.name}", number=number)


def test_custom_maps_keep_the_promises_of_their_sentences() -> None:
    """Custom maps have only the crossings, the ruins space, and the narrow land of their sentences."""
    for name, crossings in (("pass", ["F6"]), ("atoll", ["C6", "F3", "F9", "I6"]), ("canyon", ["E6", "I8"])):
        sheet, closed = blank_sheet(WEEKLY_MAPS[name].side), region_of(map(space_named, crossings))
        land = BOARD & ~(sheet.mountain | sheet.wasteland)
        assert land & closed == closed
        assert len(clusters(land & ~closed)) == 2
        assert all(len(clusters(land & ~closed | 1 << space_named(crossing))) == 1 for crossing in crossings)
    temple, spiral, lakes = (blank_sheet(WEEKLY_MAPS[name].side) for name in ("temple", "spiral", "lakes"))
    assert temple.ruins == 1 << space_named("F6")
    assert largest_square(BOARD & ~spiral.wasteland)[0] == 2
    for row in "EFG":
        between = [column for column in range(1, 12) if not lakes.wasteland >> space_named(f"{row}{column}") & 1]
        assert [column for column in between if 4 <= column <= 8] == [5, 6, 7]


@given(st.dates(EPOCH, LAST_DAY))
@example(EPOCH)
@example(EPOCH + timedelta(3))
@example(EPOCH + timedelta(4))
@example(LAST_DAY)
def test_seed_names_the_week(day: date) -> None:
    """The week in a seed, counted as in ISO 8601, is that of all its days. Even a very wrong clock has a challenge."""
    year, week, weekday = day.isocalendar()
    monday = day - timedelta(weekday - 1)
    assert week_named(f"weekly{year:04}w{week:02}x1") == week_of_day(day) == week_of(weekly(monday)) == monday


def test_other_games_are_no_challenges() -> None:
    """A game with another side, more players, other cards, chosen edicts, or another seed is no challenge."""
    seeds = ("2026w54x1", "2026w00x1", "2026w48", "2026w48x", "1969w01x1", "9999w40x1")
    others = [
        *(replace(THIS, side="C"), replace(THIS, players=2), replace(THIS, heroes=False)),
        replace(THIS, edicts=deal(THIS).edicts),
        *(replace(THIS, seed=f"weekly{seed}") for seed in seeds),
        *(replace(THIS, seed=seed) for seed in ("daily20261123", "xweekly2026w48x12")),
    ]
    assert [week_of(game_id) for game_id in others] == [None] * len(others)
    assert week_of(THIS) == MONDAY


@pytest.mark.parametrize("monday", MAP_MONDAYS)
def test_challenge_with_a_custom_map_is_recognized(monday: date) -> None:
    """Only the game with the week's own map is its challenge, and a damaged id is refused."""
    found = weekly(monday)
    assert week_of(read_game_id(str(found))) == monday
    sides = {*SIDES, *(drawn.side for drawn in WEEKLY_MAPS.values())} - {found.side}
    seeds = [found.seed[:-1] + "2", *(found.seed + digit for digit in "019")]
    others = [*(replace(found, side=side) for side in sides), *(replace(found, seed=seed) for seed in seeds)]
    others += [replace(found, players=2), replace(found, heroes=not found.heroes)]
    assert [week_of(game_id) for game_id in others] == [None] * len(others)
    damaged = found.side[:-1] + ("0" if found.side[-1] != "0" else "1")
    with pytest.raises(InvalidRecord):
        read_game_id(str(found).replace(found.side.lower(), damaged.lower()))


def opened(*library: tuple[str, str], day: date = TODAY) -> Visit:
    """Return a visit at the challenge, with some saved games."""
    return changed(updated(arrive(p.CHANCE, day=day), m.Go("week")), library=library, bot_results="")


def saved(game: Game = GAME, number: int = 1, hints: int = 0, takebacks: int = 0) -> tuple[str, str]:
    """Return the name and the text of a finished game, perhaps with marks of practice."""
    return saved_files.saved(replace(game, key=f"k{number}", hints=hints, takebacks=takebacks), number)


def begin(visit: Visit) -> Iterator[str]:
    """Yield the commands that begin or continue a game."""
    return (what for what in p.buttons(p.shown(visit)) if what.startswith(("begin", "continue", "resume")))


def test_calendar_leads_to_the_challenge() -> None:
    """The calendar names the theme and this week's result, and leads to the challenge; Back returns."""
    days = updated(HOME, m.Go("days"))
    assert text_of(p.buttons(p.shown(days))["go week"]) == "Weekly challenge Dragon in Spring"
    visit = updated(days, m.Go("week"))
    assert visit.screen == WeeklyChallenge()
    assert updated(visit, m.Back()).screen == days.screen
    assert visit.screen.controls(visit).keys["Escape"] == m.Back()
    text = text_of(p.shown(visit))
    assert "The dragon is among the first 3 cards of spring." in text
    assert "Heroes, map D" in text
    assert list(begin(visit)) == [f"begin {THIS}"]
    game = p.game_of(updated(visit, m.Begin(str(THIS))))
    assert (game.id, game.is_practice) == (THIS, False)
    past, plain = saved(random_game(LAST)), "Weekly challenge Dragon in Spring"
    rating = signed(read_entry(*saved()).rating or 0)
    for library, text in (
        ((past, saved(number=2, hints=1)), plain),
        ((past, saved(number=2), saved(number=3, takebacks=1)), f"{plain} {rating}"),
    ):
        days = changed(updated(HOME, m.Go("days")), library=library)
        assert text_of(p.buttons(p.shown(days))["go week"]) == text


def test_challenge_follows_the_clock() -> None:
    """The open screen shows each week's challenge from Monday at midnight UTC, but stays at an earlier week."""
    visit = opened()
    for day in (*(TODAY + timedelta(place) for place in range(30)), EPOCH):
        visit = updated(visit, m.DailyRunsRead("", day.isoformat(), 60))
        assert list(begin(visit)) == [f"begin {weekly(week_of_day(day))}"]
        assert p.WORDS(f"week.name.{theme_of(day).name}") in text_of(p.shown(visit))
    earlier, next_week = turned(opened(), -1), m.DailyRunsRead("", (TODAY + timedelta(7)).isoformat(), 60)
    following = updated(earlier, next_week)
    assert week_shown(following) == MONDAY - timedelta(7)
    assert week_shown(turned(following, 2)) == week_shown(updated(opened(), next_week)) == MONDAY + timedelta(7)
    past = updated(earlier, m.DailyRunsRead("", "2026-10-07", 60))
    assert (week_shown(past), can_turn(past, 1)) == (date(2026, 10, 5), False)
    assert week_shown(turned(past, -1)) == date(2026, 9, 28)


def turned(visit: Visit, *weeks: int) -> Visit:
    """Return the visit after its screen was turned to other weeks."""
    return p.after(visit, *(f"turn-calendar {later}" for later in weeks))


def week_shown(visit: Visit) -> date:
    """Return the Monday of the week that the screen shows, and check that its parts agree."""
    text, [what] = text_of(p.shown(visit)), begin(visit)
    monday = week_of(read_game_id(what.removeprefix("begin ")))
    assert monday
    assert f"Week of {p.WORDS.day(monday)}" in text
    assert p.WORDS(f"week.name.{theme_of(monday).name}") in text
    return monday


def can_turn(visit: Visit, weeks: int) -> bool:
    """Return whether the button that turns to the next week, or to the last one, is on."""
    return "aria-disabled" not in p.buttons(p.shown(visit))[f"turn-calendar {weeks}"].attributes


def test_weeks_can_be_turned() -> None:
    """Buttons turn from the first supported week to this one, even with a wrong clock; Back returns to the calendar."""
    days = updated(HOME, m.Go("days"))
    visit = changed(updated(days, m.Go("week")), library=())
    assert not can_turn(visit, 1)
    for back in range(1, 2 * len(ROUND)):
        visit = turned(visit, -1)
        assert week_shown(visit) == MONDAY - timedelta(7 * back)
    assert can_turn(visit, 1)
    assert week_shown(turned(visit, 3)) == MONDAY - timedelta(7 * (2 * len(ROUND) - 4))
    assert turned(visit, 1000).screen == turned(visit, 1000, 1).screen == WeeklyChallenge()
    assert updated(visit, m.Back()).screen == days.screen
    keys = {key: m.command(message) for key, message in visit.screen.controls(visit).keys.items()}
    assert keys == {"Escape": "back", "PageUp": "turn-calendar -1", "PageDown": "turn-calendar 1"}
    for today in (EPOCH, EPOCH + timedelta(4), EPOCH + timedelta(40), LAST_DAY):
        visit = opened(day=today)
        assert week_shown(visit) == week_of_day(today)
        first = turned(visit, -(10**6))
        assert week_shown(first) == FIRST_WEEK == week_of_day(EPOCH)
        assert not can_turn(first, -1)
        assert (turned(first, -1), turned(first, 10**6)) == (first, visit)


def test_custom_map_and_name_of_the_challenge() -> None:
    """The challenge shows its custom map and says so; the history and sharing name its theme and its Monday."""
    visit = opened(day=MAP_MONDAYS[0])
    text = text_of(p.shown(visit))
    assert "A reef surrounds the middle of the map." in text
    assert "Base, a map drawn for the challenge" in text
    assert p.with_class(p.shown(visit), "blank-map")
    game = p.game_of(updated(visit, m.Begin(str(weekly(MAP_MONDAYS[0])))))
    assert game.state.sheets == (blank_sheet(WEEKLY_MAPS["atoll"].side),)
    assert kind_of(p.WORDS, game) == "Weekly challenge, The Atoll, week of November 30, 2026"
    name = "Weekly challenge, Dragon in Spring, week of November 23, 2026"
    entry, older = read_entry(*saved()), read_entry(*(text.replace("c1-", "c0-") for text in saved()))
    assert entry.deal.week == MONDAY
    assert title_of(p.WORDS, entry) == title_of(p.WORDS, older) == kind_of(p.WORDS, GAME) == name


def test_unfinished_challenge_is_continued() -> None:
    """The button continues an unfinished game of the challenge, also one that was set aside."""
    game = replace(begin_game(THIS, (Cartographer(),)).after(GAME.plies[0]), key="half")
    text = write_save(game, 0)
    aside, following = (f"{OPEN}5.half", text), TODAY + timedelta(7)
    for visit, command in (
        (changed(opened(), shelf=shelf_of(text)), "continue"),
        (opened(aside), "resume half"),
        (opened(aside, day=following), f"begin {weekly(week_of_day(following))}"),
    ):
        assert list(begin(visit)) == [command]


def test_first_game_that_counts_is_the_result() -> None:
    """The first game that isn't practice is the result, even of an earlier week, and then the bots play the deal."""
    practice = opened(saved(hints=1))
    assert practice.screen.needs(practice).job is None
    assert list(begin(practice)) == [f"begin {THIS}"]
    visit = opened(saved(number=3), saved(number=2), saved(hints=1))
    assert f"go sheet {saved(number=2)[0]}" in p.buttons(p.shown(visit))
    first, second, *_ = STRENGTHS
    assert visit.screen.needs(visit).job == Trial(THIS, first)
    halted = updated(visit, m.PlayOrPause())
    assert halted.screen.needs(halted).job is None
    after = p.answered(visit)
    assert p.WORDS("bot.apprentice") in text_of(p.shown(after))
    assert after.screen.needs(after).job == Trial(THIS, second)
    game = p.game_of(updated(turned(opened(), -1), m.Begin(str(LAST))))
    assert (game.id, game.is_practice) == (LAST, False)
    over = saved(random_game(LAST))
    visit = turned(opened(over), -1)
    assert f"go sheet {over[0]}" in p.buttons(p.shown(visit))
    assert visit.screen.needs(visit).job == Trial(LAST, next(iter(STRENGTHS)))
    halted = updated(visit, m.PlayOrPause())
    this_week = turned(halted, 1)
    assert (halted.screen.needs(halted).job, this_week.screen.needs(this_week).job) == (None, None)
    assert list(begin(this_week)) == [f"begin {THIS}"]
    assert p.after(visit, m.Go("sheet", over[0]), m.Back()).screen == visit.screen
