"""Tests of the calendar and of the statistics."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from app import messages as m
from app.drawing.element import Element, text_of, walk
from app.game.daily import DailyRun, DailyRuns, daily
from app.game.library import finished_entries
from app.saved_names import FINISHED, OPEN
from app.screens.statistics.screen import counted_entries
from app.screens.watch.screen import Watching
from app.shell.view import view
from app.visit import Visit
from support import playing as p
from support.visits import arrive, changed, updated
from words import Words
from words.files import catalog

TODAY, YESTERDAY = date(2026, 11, 23), date(2026, 11, 22)
RUNS = [DailyRun(TODAY, "k0"), DailyRun(YESTERDAY, "k1", 7), DailyRun(TODAY - timedelta(2), "k2", -3)]


def opened(screen: str) -> Visit:
    """Return the visit at a screen, with daily runs and saved games."""
    home = arrive(p.CHANCE, days=DailyRuns({run.day: run for run in RUNS}), day=TODAY)
    return changed(updated(home, m.Go(screen)), library=p.kept_games())


def cells(page: Element) -> dict[str, Element]:
    """Return the days that can be pressed, by the commands of their buttons."""
    return {what: found for what, found in sorted(p.buttons(page).items()) if what.startswith("show-details ")}


def test_month_shows_its_days_up_to_today() -> None:
    """A month shows its days up to today with their ratings; earlier months show all days, and no later one follows."""
    page = p.shown(opened("days"))
    assert list(cells(page)) == [f"show-details 2026-11-{day:02}" for day in range(1, 24)]
    assert [text_of(found) for found in p.with_class(page, "to-come")] == [str(day) for day in range(24, 31)]
    yesterday, today = (cells(page)[f"show-details {day}"] for day in (YESTERDAY, TODAY))
    assert (text_of(yesterday), yesterday.attributes["aria-label"]) == ("22 +7", "22 +7, November 2026")
    assert "begun" in today.attributes["class"]
    for back, days in ((1, 31), (2, 30), (9, 28), (11, 31), (12, 30)):
        visit = p.after(opened("days"), *["turn-calendar -1"] * back)
        assert len(cells(p.shown(visit))) == days
        assert p.after(visit, *["turn-calendar 1"] * (back + 3)) == opened("days")


def test_first_day_of_the_week_depends_on_the_language() -> None:
    """A week begins on Sunday in English and Korean, and on Monday in Spanish."""
    for language, first, blanks in (("en", "Su", 0), ("es", "LU", 6), ("ko", "일", 0)):
        [month] = p.with_class(view(Words(catalog(language)), opened("days")), "month")
        texts = [text_of(found).strip() for found in month.children if isinstance(found, Element)]
        assert [texts[0], *texts[7 : 8 + blanks]] == [first, *[""] * blanks, "1"]


def test_the_details_of_a_day() -> None:
    """The details of a day offer its replay, and another run as practice."""
    visit = updated(opened("days"), m.ShowDetails(YESTERDAY.isoformat()))
    [entry] = [entry for entry in finished_entries(p.kept_games()) if entry.key == "k1"]
    assert f"replay {entry.name}" in p.buttons(p.shown(visit))
    watched = updated(visit, f"replay {entry.name}")
    assert isinstance(watched.screen, Watching)
    assert updated(watched, m.Back()) == visit
    assert f"begin {daily(YESTERDAY)}" in p.buttons(p.shown(visit))
    assert p.game_of(updated(visit, m.Begin(str(daily(YESTERDAY))))).uncounted
    assert "begin daily" in p.buttons(p.shown(opened("days")))


def test_statistics_count_games_and_edicts() -> None:
    """The statistics count games with their mean rating, show a point for each, count edicts, and have legends."""
    visit = opened("statistics")
    ratings = [entry.rating for entry in counted_entries(visit.memory.library or ())]
    page = p.shown(visit)
    assert len([found for found in walk(page) if found.tag == "circle"]) == len(ratings) > 1
    [figures] = p.with_class(page, "numbers")
    mean = f"{sum(rating or 0 for rating in ratings) / len(ratings):+.1f}".replace("-", "\N{MINUS SIGN}")
    assert None not in ratings
    assert text_of(figures).endswith(mean)
    [table] = p.with_class(page, "by-edict")
    rows = [found for found in walk(table) if found.tag == "tr"][1:]
    times = [int(text_of(next(cell for cell in walk(row) if cell.tag == "td"))) for row in rows]
    assert sum(times) == 4 * len(ratings)
    one = counted_entries(visit.memory.library or ())[0]
    with_one = changed(visit, library=((one.name, one.text),))
    for now, legend in ((visit, "One gameAverage so far"), (with_one, "One game")):
        assert [text_of(found) for found in p.with_class(p.shown(now), "legend")] == [legend, "EdictsCoinsMonsters"]
    other = counted_entries(visit.memory.library or ())[1]  # the chart shows the last 20 games, but averages all
    library = [(f"{FINISHED}{place}.k{place}", (other if place else one).text) for place in range(21)]
    coins = [entry.summary.coins for entry in (one, *[other] * 20) if entry.summary]
    labels = [
        str(found.attributes.get("aria-label")) for found in walk(p.shown(changed(visit, library=tuple(library))))
    ]
    assert any(f"coins {p.WORDS.mean(sum(coins) / 21)}, " in label for label in labels)


def test_statistics_omit_practice_and_games_with_others() -> None:
    """The statistics omit practice games and games with others, and say so."""
    visit = opened("statistics")
    practice = [entry for entry in finished_entries(p.kept_games()) if entry.notes.practice and entry.is_solo]
    assert practice
    assert f"{len(practice)} practice game" in text_of(p.shown(visit))
    assert all(entry.is_solo and not entry.notes.practice for entry in counted_entries(visit.memory.library or ()))
    none = p.after(visit, "set-filter cards mixed", "set-filter side D")
    assert "No matching games" in text_of(p.shown(none))
    assert updated(none, m.Back()).screen == arrive(p.CHANCE).screen


@pytest.mark.parametrize("hints", [0, 1])
def test_unfinished_game_of_an_earlier_day_continues(hints: int) -> None:
    """An earlier day's unfinished game continues, also after another game, and still counts if it isn't practice."""
    begun = p.after(arrive(p.CHANCE, day=YESTERDAY), m.Begin("daily"), m.Proceed(), m.Confirm())
    begun = p.with_screen(begun, game=replace(p.game_of(begun), hints=hints))
    details = (m.Go("start"), m.Go("days"), m.ShowDetails(YESTERDAY.isoformat()))
    left = p.after(begun, m.DailyRunsRead("", TODAY.isoformat(), 60), *details)
    key, text = p.game_of(begun).key, left.memory.shelf.text
    elsewhere = changed(p.after(left, m.GameSaved(text), m.Begin("daily")), library=((f"{OPEN}1.{key}", text),))
    for visit, command in ((left, "continue"), (p.after(elsewhere, *details), f"resume {key}")):
        assert command in p.buttons(p.shown(visit))
        assert f"begin {daily(YESTERDAY)}" not in p.buttons(p.shown(visit))
        assert ("still counts" in text_of(p.shown(visit))) == (hints == 0)
    *_, over = p.drawn_out(updated(left, m.Continue()))
    assert (over.memory.days.rating(YESTERDAY) is not None) == (hints == 0)
    assert over.memory.days.streak(TODAY) == (hints == 0)
