"""Tests of the honors: the games that earn each of them, the search through the saved games, and their screens."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.game.daily import daily
from app.game.game import Game
from app.game.library import read_entry
from app.game.weekly import weekly
from app.saved_names import FINISHED, OPEN
from app.screens.honors.screen import Honors
from app.screens.parts.honors import HONORS, HonorSearch, Standing, search, standings
from app.screens.parts.seals import seal
from app.screens.sheet.screen import ScoreSheet
from app.visit import Visit
from cartographers import STRENGTHS, Box, pure_game
from cartographers.events import Ambush, Draw, Pick, Score, Spread
from cartographers.scoring import Family, cards_of
from support import playing as p
from support import saved_files
from support.saved_files import EMPTY, HISTORY, end_of, random_game
from support.visits import NO_PARTS, arrive, changed, updated
from words import LANGUAGES
from words.files import catalog

#: A map with an open mountain and open ruins, and one that is full of forest.
BARE, QUIET = "@" + "." * 59 + "^" + "." * 60, "f" * 121
MINUTE = 60_000
BASE = "c1-a-1p-honor"
DUEL, TABLE = "c1-a-2p-honor", "c1-a-4p-honor"


def kept(  # noqa: PLR0913 - the facts of a game
    number: int = 1,
    game_id: str = BASE,
    *,
    totals: Sequence[int] = (40,),
    edicts: Sequence[int] = (9, 9, 9, 9),
    coins: int = 9,
    monsters: int = -9,
    final: str = BARE,
    rating: int = -99,
    cards: Sequence[str] = ("treetower", "canal-lake", "wildholds", "borderlands"),
    seats: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> tuple[str, str]:
    """Return the name and the text of a finished game with given results, by default those for the first honor."""
    unique = "" if "-daily" in game_id or "-weekly" in game_id else number
    summary = f"{','.join(map(str, totals))};{','.join(map(str, edicts))};{coins};{monsters};{final}"
    dealt = f"{','.join(cards)};{rating if len(totals) == 1 else ''}"
    words = ["v2", f"{game_id}{unique}", *(f"seat:{seat}" for seat in seats), f"game:k{number}", *notes]
    return f"{FINISHED}{number * MINUTE}.k{number}", " ".join([*words, f"sum:{summary}", f"dealt:{dealt}", "end"])


def found_in(games: Iterable[tuple[str, str]]) -> dict[str, tuple[int, str]]:
    """Return the number of marks and the earning game of each honor."""
    *_, last = HonorSearch(tuple(games)).work()
    assert isinstance(last, m.HonorsFound)
    return {honor.name: standing for honor, standing in zip(HONORS, last.standings, strict=True)}


def earned(*games: tuple[str, str]) -> set[str]:
    """Return the names of the honors that some games earn."""
    return {name for name, (_, game) in found_in(games).items() if game}


def daily_games(*days: int, notes: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return finished daily games of the given days of a month."""
    return [kept(day, str(daily(date(2026, 11, day))), notes=notes) for day in days]


def challenges(*weeks: int, notes: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return finished weekly challenges of weeks after the first one of a round."""
    mondays = {week: date(2026, 11, 23) + timedelta(7 * week) for week in weeks}
    return [kept(week + 1, str(weekly(monday)), notes=notes) for week, monday in mondays.items()]


def drawn_in(final: str, *spaces: int, sign: str) -> str:
    """Return a map with some spaces changed."""
    return "".join(sign if space in spaces else old for space, old in enumerate(final))


#: A map whose ruins have all four terrains, and changes of it: a ruins space is open, a monster's, or without farms.
RUINS = "FVAW" + "F" + "." * 116
UNSTUDIED = (((4,), "@"), ((4,), "M"), ((2,), "V"))
#: The honors that games on custom maps also earn.
ON_ANY_MAP = {"first", "company", "table", "hundred", *STRENGTHS}
#: The spaces around the space in the middle of the map, and a mountain there.
AROUND = (49, 59, 61, 71)
PEAK = drawn_in("." * 121, 60, sign="^")
TOWN = drawn_in("f" * 121, *range(15), sign="v")
BEATEN = {
    strength: (
        [kept(1, DUEL, totals=(41, 40), seats=("here", f"bot.{strength}"))],
        [
            *(kept(1, DUEL, totals=totals, seats=("here", f"bot.{strength}")) for totals in ((40, 40), (40, 41))),
            kept(3, DUEL, totals=(41, 40), seats=("here", "here")),
            kept(4, DUEL, totals=(41, 40), seats=("here", f"bot.{strength}"), notes=["hints:1"]),
        ],
    )
    for strength in STRENGTHS
}
SIDES_LEFT, LAST_SIDE = [f"c1-{side}-1p-honor" for side in "abc"], "c1-d-1p-honor"
ALL_CARDS = [*zip(*(cards_of(family, Box.BOTH) for family in Family), strict=True)]
SCORED = [
    kept(number, cards=[card.id for card in four], edicts=(10,) * 4) for number, four in enumerate(ALL_CARDS, start=1)
]
#: For each honor: games that earn it, and games that don't, although little is missing.
CASES: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {
    "first": ([kept()], [kept(1, notes=["practice:1"]), kept(2, notes=["hints:1"]), kept(3, notes=["uncounted:1"])]),
    "company": (
        [kept(1, DUEL, totals=(1, 2), seats=("here", "away.x"))],
        [kept(), kept(2, DUEL, totals=(2, 1), seats=("here", "bot.master"))],
    ),
    "table": (
        [kept(1, TABLE, totals=(1, 2, 3, 4), seats=("bot.master", "away.x", "away.y", "here"))],
        [
            kept(1, TABLE, totals=(1, 2, 3, 4), seats=("here", "away.x", "away.y", "bot.master")),
            kept(2, TABLE, totals=(4, 2, 3, 4), seats=("here", "away.x", "away.y", "bot.master")),
            kept(3, "c1-a-3p-honor", totals=(4, 2, 3)),
        ],
    ),
    "streak": (
        daily_games(*range(3, 10)),
        [*daily_games(*range(3, 9), *range(10, 16)), *daily_games(9, notes=["uncounted:1"])],
    ),
    "weeks": (challenges(*range(4)), [*challenges(0, 1, 2, 4, 5, 6), *challenges(3, notes=["hints:1"])]),
    "themes": (challenges(*range(8)), [*challenges(*range(7), 9, 11, 12), *challenges(7, notes=["practice:1"])]),
    **{
        f"rating-{least}": ([kept(rating=least)], [kept(rating=least - 1), kept(2, rating=99, notes=["hints:1"])])
        for least in (0, 10, 20, 30)
    },
    "peaks": ([kept(final=drawn_in(PEAK, *AROUND, sign="m"))], [kept(final=drawn_in(PEAK, *AROUND[1:], sign="m"))]),
    "ruins": (
        [kept(final=RUINS)],
        [kept(number, final=drawn_in(RUINS, *spaces, sign=sign)) for number, (spaces, sign) in enumerate(UNSTUDIED)],
    ),
    "gaps": (
        [kept(final=drawn_in(drawn_in(QUIET, *range(24), sign="."), 99, sign="@"))],
        [kept(final=drawn_in(drawn_in(QUIET, *range(25), sign="."), 99, sign="@"))],
    ),
    "town": (
        [kept(final=drawn_in(TOWN, 14, sign="V"))],
        [kept(final=drawn_in(TOWN, 10, sign="w")), kept(2, final=drawn_in(TOWN, 14, sign="f"))],
    ),
    "coins": ([kept(coins=30)], [kept(coins=29), kept(2, DUEL, totals=(1, 2), coins=50, seats=("here", "away.x"))]),
    "edict": ([kept(edicts=(0, 0, 50, 0))], [kept(edicts=(49, 49, 49, 49))]),
    "peace": (
        [kept(monsters=0, final=drawn_in(QUIET, 5, sign="m"))],
        [
            kept(monsters=-1, final=drawn_in(QUIET, 5, sign="m")),
            kept(2, monsters=0, final=QUIET),
            kept(3, monsters=0, final=drawn_in(QUIET, 5, sign="x")),
        ],
    ),
    **BEATEN,
    "maps": (
        [kept(number, which) for number, which in enumerate([*SIDES_LEFT, LAST_SIDE])],
        [*(kept(number, which) for number, which in enumerate(SIDES_LEFT * 2)), kept(9, LAST_SIDE, notes=["hints:2"])],
    ),
    "edicts": (SCORED, [*SCORED[:-1], kept(99, cards=[card.id for card in ALL_CARDS[-1]], edicts=(10, 10, 10, 9))]),
    "everywhere": (
        [kept(number, which, rating=30) for number, which in enumerate([*SIDES_LEFT, LAST_SIDE])],
        [*(kept(number, which, rating=99) for number, which in enumerate(SIDES_LEFT)), kept(9, LAST_SIDE, rating=29)],
    ),
    "hundred": ([kept(number) for number in range(100)], [kept(number) for number in range(99)]),
}


def test_there_are_26_honors_with_texts_and_seals_of_their_own() -> None:
    """Each of the 26 honors has a name and a request in every language, and its own seal."""
    names = [honor.name for honor in HONORS]
    assert len(set(names)) == len(names) == 26
    for earned_look in (True, False):
        assert len({str(seal(name, earned=earned_look)) for name in names}) == 26
    for language in LANGUAGES:
        texts = catalog(language)
        assert len({texts[f"honors.name.{name}"] for name in names}) == 26
        assert all(texts[f"honors.ask.{name}"] for name in names)
    assert CASES.keys() == {*names} - {"season"}  # which needs real plies


@pytest.mark.parametrize("name", CASES)
def test_games_earn_an_honor(name: str) -> None:
    """Some games earn the honor, which the last of them completes; narrowly worse games and practice don't.

    On a custom map, which can be as easy as its maker likes, the same results don't either.
    """
    enough, too_little = CASES[name]
    goal = next(honor.goal for honor in HONORS if honor.name == name)
    assert found_in(enough)[name] == (goal, enough[-1][0])
    assert name not in earned(*too_little)
    elsewhere = [(game, re.sub("c1-[a-d](?=-)", "c1-x3ugu2opob8qgthr", text)) for game, text in enough]
    assert (name in earned(*elsewhere)) == (name in ON_ANY_MAP)
    assert found_in(enough[:-1])[name][1] == ""
    for note in ("hints:1", "practice:1", "uncounted:1"):
        assert earned(*((game, text.replace(" sum:", f" {note} sum:")) for game, text in enough)) == set()


def test_other_deals_of_a_week_earn_no_honor() -> None:
    """A deal that fits a week's theme, but isn't the week's own, doesn't count as its challenge."""
    deals = ("c1-d-hhhyh-1p-weekly2026w48x36", "c1-b-1p-weekly2026w51x7", "c1-b-1p-weekly2027w01x5")
    games = [kept(number, game_id) for number, game_id in enumerate(deals)]
    assert None not in {read_entry(*game).deal.week for game in games}
    found = found_in(games)
    assert (found["weeks"], found["themes"]) == ((0, ""), (0, ""))


@given(order=st.permutations(range(7)), others=st.integers(0, 5))
def test_standings_dont_depend_on_the_order_of_the_texts(order: list[int], others: int) -> None:
    """The storage's order of the texts makes no difference, and neither do unfinished and unreadable games."""
    games = daily_games(*range(3, 10))
    more = [(f"{OPEN}{number}.open{number}", kept()[1]) for number in range(others)]
    expected = found_in(games)
    assert found_in([*more, *(games[place] for place in order), (f"{FINISHED}7.x", "nonsense")]) == expected
    assert expected["streak"] == (7, games[-1][0])


RESULTS = st.tuples(st.sampled_from("abcd"), st.integers(-40, 60), st.integers(-5, 60), st.booleans())


@given(st.lists(RESULTS, max_size=12))
def test_more_games_never_lose_an_honor(results: list[tuple[str, int, int, bool]]) -> None:
    """Another game takes no honor away, nor moves it to another game, and progress never shrinks."""
    games = [
        kept(number, f"c1-{side}-1p-honor", rating=rating, coins=coins, notes=["hints:1"] * practice)
        for number, (side, rating, coins, practice) in enumerate(results)
    ]
    before = found_in([])
    for number in range(1, len(games) + 1):
        now = found_in(games[:number])
        for name, (marks, game) in before.items():
            assert now[name][0] >= marks
            assert now[name][1] in ({game} if game else {"", games[number - 1][0]})
        before = now
    best = max((rating for _, rating, _, practice in results if not practice), default=-99)
    assert {f"rating-{least}" for least in (0, 10, 20, 30) if best >= least} == {
        name for name, (_, game) in before.items() if name.startswith("rating") and game
    }


@pytest.mark.parametrize("rules", ["c0", "c9"])
def test_games_of_other_rules_count_with_their_recorded_results(rules: str) -> None:
    """Games of other rules can't be replayed, but their recorded results count, unless no person played here."""
    old = kept(rating=30, game_id=BASE.replace("c1", rules), coins=31)
    assert earned(old) >= {"first", "coins", "rating-30"}
    lost = kept(2, DUEL.replace("c1", rules), totals=(1, 2), seats=("here",), coins=31)  # a seat is missing
    assert earned(lost) == {"first"}
    away = kept(2, DUEL, totals=(9, 1), seats=("away.x", "bot.master"))
    assert earned(kept(seats=["bot.legend"], rating=99), away) == set()


def saved(game: Game, number: int = 1) -> tuple[str, str]:
    """Return the name and the text of a finished game."""
    return saved_files.saved(game, number * MINUTE)


def has_quiet_season(game: Game) -> bool:
    """Return whether the events of a game have a season with monsters that cost its only winner no star."""
    totals = end_of(game).totals
    winner = totals.index(max(totals))
    monsters, quiet = 0, False
    for event in (event for state in game.played.states for event in state.events):
        if isinstance(event, Ambush | Draw | Pick | Spread) and event.sheet == winner:
            monsters = event.after.monster
        elif isinstance(event, Score) and event.score.player == winner:
            quiet = quiet or (monsters != 0 and event.score.monsters == 0)
    return quiet and totals.count(max(totals)) == 1


@cache
def games_of_apprentice() -> list[Game]:
    """Return games of Apprentice: solo with either box, or for two players; some of them have a quiet season."""
    ids = [pure_game(f"quiet{number}", Box.BASE if number % 3 else Box.HEROES) for number in range(20)]
    ids = [replace(game_id, players=1 if number % 4 else 2) for number, game_id in enumerate(ids)]
    return [replace(random_game(game_id, "apprentice"), key=game_id.seed) for game_id in ids]


def test_quiet_season_needs_monsters_that_cost_nothing() -> None:
    """The honor goes to the first game that can be replayed and has a season whose monsters cost the winner nothing."""
    assert {has_quiet_season(game) for game in games_of_apprentice()} == {True, False}
    for game in games_of_apprentice():
        assert ("season" in earned(saved(game))) == has_quiet_season(game), game.record
    games = [saved(game, number) for number, game in enumerate(games_of_apprentice())]
    first = [has_quiet_season(game) for game in games_of_apprentice()].index(True)
    name, text = games[first]
    assert found_in(games)["season"] == (1, name)
    record = games_of_apprentice()[first].record
    cut = text.replace(record, record.rpartition(".")[0] + ".fZ9")
    assert {"season", "first"} & earned((name, cut)) == {"first"}


HOME = arrive(p.CHANCE)


def with_library(visit: Visit, *library: tuple[str, str]) -> Visit:
    """Return the visit with saved games, after the screen's search for honors."""
    visit = changed(visit, library=library)
    assert isinstance(visit.screen.needs(visit).job, HonorSearch)
    return p.answered(visit)


def standings_of(visit: Visit) -> dict[str, Standing]:
    """Return the standings of a visit by name."""
    return {each.honor.name: each for each in standings(visit) or ()}


def test_honors_are_listed_with_their_games() -> None:
    """The earned honors come first, lead to their games, and are counted in the history; others show their progress."""
    library = (kept(1), kept(2, rating=12), kept(3, "c1-b-1p-honor", coins=40))
    waiting = updated(HOME, m.Go("honors"))
    assert "Looking through your games" in text_of(p.shown(waiting))
    visit = with_library(waiting, *library)
    page = p.shown(visit)
    games = [what for what in p.buttons(page) if what.startswith("go sheet")]
    assert games[::-1] == [f"go sheet {name}" for name, _ in library[::-1]]
    texts = [text_of(found) for found in p.with_class(page, "honor")]
    assert len(texts) == len(HONORS)
    assert texts[0].startswith("Full Purse")
    assert "January 1, 1970" in texts[0]
    assert "Earned: 4 of 26" in text_of(page)
    progress = {"Four Corners": "2 of 4", "Seven Days": "Best streak: 0 of 7", "A Hundred Maps": "3 of 100"}
    for start, end in progress.items():
        assert any(text.startswith(start) and text.endswith(end) for text in texts)
    sheet = updated(visit, m.Go("sheet", library[2][0]))
    assert isinstance(sheet.screen, ScoreSheet)
    assert updated(sheet, m.Back()).screen == Honors()
    assert visit.screen.controls(visit).keys["Escape"] == m.Back()
    assert "go honors" not in p.buttons(p.shown(EMPTY))
    visit = with_library(HISTORY, *(HISTORY.memory.library or ()))
    number = sum(each.game is not None for each in standings(visit) or ())
    assert text_of(p.buttons(p.shown(visit))["go honors"]) == f"Honors {number} of 26"
    assert isinstance(updated(visit, m.Go("honors")).screen, Honors)


def test_search_runs_again_only_for_other_games() -> None:
    """The search runs again only for other games, keeps the old result until then, and pauses at each game and ply."""
    visit = with_library(updated(HOME, m.Go("honors")), kept(1), kept(2, coins=40))
    assert search(visit) is None
    fewer = changed(visit, library=(kept(1),))
    assert fewer.screen.needs(fewer).job == HonorSearch((kept(1),))
    assert standings_of(fewer)["coins"].game
    assert standings_of(with_library(fewer, kept(1)))["coins"].game is None
    assert search(changed(visit, library=None)) is None
    noisy = [game for game in games_of_apprentice() if not has_quiet_season(game)]
    steps = list(HonorSearch(tuple(map(saved, noisy, range(len(noisy))))).work())
    assert steps.count(None) > len(noisy) * 9 + sum(len(game.plies) for game in noisy if game.is_solo)


def ended(name: str = "A", hints: int = 0) -> tuple[Visit, tuple[str, str]]:
    """Return a visit at the end of a game, perhaps with hints, and that game as it is saved."""
    visit = p.at_rest(p.FINALS[name])
    game = replace(p.game_of(visit), key="end", hints=hints)
    return p.with_screen(visit, game=game), saved(game, 99)


@pytest.mark.parametrize("name", p.FINALS)
def test_new_honors_are_on_the_map_at_the_end(name: str) -> None:
    """At the end of a game, its new honors are on the map and are announced; a tap opens the honors."""
    visit, game = ended(name)
    assert p.with_class(p.shown(visit), "new-honors") == []
    visit = with_library(visit, game)
    new = {each.honor.name for each in standings(visit) or () if each.game}
    assert "first" in new
    [seals] = p.with_class(p.shown(visit), "seals")
    assert len(seals.children) == min(3, len(new))
    said = p.heard(visit, "honors")
    assert all(p.WORDS(f"honors.name.{honor}") in said for honor in new)
    assert f"{len(new)} new honors" in said if len(new) > 1 else said == "New honor: First Map."
    assert isinstance(updated(visit, m.Go("honors")).screen, Honors)


def test_seals_need_new_honors_and_the_later_part() -> None:
    """Practice and honors of earlier games bring no seal; new seals wait for the later part and the final score."""
    earlier = kept(1, rating=99, coins=90, final=drawn_in(QUIET, 5, sign="m"), monsters=0)
    for hints, others in ((0, [earlier]), (1, [])):
        visit, game = ended(hints=hints)
        visit = with_library(visit, *others, game)
        assert {standings_of(visit)[name].game for name in earned(game)} == {read_entry(*other) for other in others}
        assert (p.with_class(p.shown(visit), "new-honors"), p.heard(visit, "honors")) == ([], "")
    visit = with_library(*ended())
    adding, early = p.with_screen(visit, step=0), changed(visit, parts=NO_PARTS)
    assert adding.screen.needs(adding).pause
    for one in (adding, early):
        assert p.with_class(p.shown(one), "new-honors") == []
    assert early.screen.needs(early).job is None
