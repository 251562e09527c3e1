"""Tests of damaged saves: no text breaks a screen, and each unreadable game can be deleted."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, to_html
from app.game.daily import EPOCH, LAST_DAY, LAST_TIME, DailyRuns, daily, longest_streak, read_runs
from app.game.library import Texts, UnplayableReason, read_entry, readable_entries
from app.game.seating import read_seat
from app.game.shelf import in_a_line, read_count, shelf_of
from app.game.summary import read_deal_summary, read_summary
from app.page.preferences import Preferences, read_preferences
from app.saved_names import FINISHED, OPEN
from app.screens.parts.strengths import bot_results_of
from app.screens.start.screen import next_doors
from app.visit import Visit
from cartographers.errors import InvalidRecord
from support import playing as p
from support.refusals import refused
from support.saved_files import EMPTY, file_of
from support.visits import arrive, changed, updated

KEPT = p.kept_games()
TODAY = date(2026, 11, 23)
NOTED = " ".join(f"{TODAY - timedelta(back)}:k{back}:{back}" for back in range(3))
MADE = f"b1 {daily(TODAY)}:40,50,60,70"
LESSON = "v1 coin 0 c1-a-1p-lesson1070207.fA3A4A5B5"

_END = ("end", "v2", "v3", "by:", "by:,,", "seat:bot.master", "game:k0", "sum:1;1,1,1,1;1;1;" + "z" * 121)
words = st.one_of(
    st.sampled_from([word for _, text in KEPT for word in text.split()]),
    *(st.text(max_size=9), st.integers().map(str), st.sampled_from(_END)),
)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Return a text with some words changed, dropped, or repeated, perhaps truncated."""
    found = text.split(" ")
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(found) - 1))
        match draw(st.sampled_from(["other", "gone", "twice", "character"])):
            case "other":
                found[place] = draw(words)
            case "gone":
                found[place : place + 1] = []
            case "twice":
                found.insert(place, found[place])
            case _:
                at = draw(st.integers(0, len(found[place])))
                character = draw(st.sampled_from("zZxX@^#.,;:-0199%é\n\u2028"))
                found[place] = found[place][:at] + character + found[place][at + 1 :]
        found = found or [""]
    return " ".join(found)[: draw(st.sampled_from([None, 9, 200, -4]))]


times = st.one_of(
    st.integers(-(10**17), 10**17),
    st.integers(0, LAST_TIME),
    st.sampled_from([0, -1, LAST_TIME, LAST_TIME + 1, 999999999999999, -62135596800000]),
)
names = st.one_of(
    st.builds("{}{}.{}".format, st.sampled_from([FINISHED, OPEN]), times, st.sampled_from(["k0", "k1", "zz", ""])),
    st.builds("{}{}".format, st.sampled_from([FINISHED, OPEN]), st.text(st.characters(exclude_categories=["Z", "C"]))),
)
texts = st.one_of(st.sampled_from([text for _, text in KEPT]).flatmap(damaged), st.text(max_size=40))
libraries = st.dictionaries(names, texts, max_size=5)


def pairs_of(games: dict[str, str]) -> Texts:
    """Return the storage's report on some games."""
    return tuple((name, in_a_line(text)) for name, text in games.items())


def press_all(*visits: Visit) -> None:
    """Press each button of some screens, and draw each different result."""
    drawn = list[Visit]()
    for visit in visits:
        pressed = (updated(visit, m.read_command(command)) for command in p.buttons(p.shown(visit)))
        for result in (result for result in pressed if result not in drawn):
            to_html(p.shown(result))
            drawn.append(result)


thorough = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@thorough
@given(games=libraries, library=st.booleans())
def test_history_shows_a_row_for_any_saved_text(games: dict[str, str], *, library: bool) -> None:
    """The history shows a row for any saved text, which can be opened and deleted."""
    told = m.LibraryRead(pairs_of(games | dict(KEPT[:2]) if library else games))
    history = p.after(arrive(p.CHANCE, day=TODAY), m.Go("history"), told)
    to_html(p.shown(history))
    saved = history.memory.library or ()
    opened = {entry.name: updated(history, m.ShowDetails(entry.name)) for entry in readable_entries(saved)}
    press_all(*opened.values())
    for name, details in opened.items():
        assert f"delete {name}" in p.buttons(p.shown(details))
        assert name not in dict(updated(details, m.Delete(name)).memory.library or ())
    over = {entry.name for entry in readable_entries(saved) if entry.finished}
    assert over == {name for name, _ in saved if name.startswith(FINISHED)}


@pytest.mark.thorough
@thorough
@given(games=libraries, days=damaged(NOTED), made=damaged(MADE))
def test_other_screens_show_everything_readable(games: dict[str, str], days: str, made: str) -> None:
    """The calendar, the statistics, and the sheets show everything that can be read."""
    home = arrive(p.CHANCE, day=TODAY, days=read_runs(days))
    calendar, statistics = (
        p.after(home, m.Go(screen), m.LibraryRead(pairs_of(games), made)) for screen in ("days", "statistics")
    )
    details = [m.ShowDetails((TODAY - timedelta(back)).isoformat()) for back in range(3)]
    sheets = [m.Go("sheet", name) for name, _ in statistics.memory.library or ()]
    press_all(calendar, statistics, *(updated(calendar, day) for day in details))
    press_all(*(updated(statistics, sheet) for sheet in sheets))
    bot_results_of(statistics, daily(TODAY))


@thorough
@given(
    game=st.sampled_from([p.game_of(p.GAMES[name][-20][1]) for name in ("A", "heroes", "trio")]).flatmap(
        lambda game: damaged(f"v2 {game.record} game:k1 practice:1 seen:2 end")
    ),
    days=damaged(NOTED).map(read_runs),
    preferences=damaged(str(read_preferences(""))).map(read_preferences),
    lesson=damaged(LESSON),
    noted=st.text(max_size=20),
)
def test_start_screen_works_with_any_saved_texts(
    game: str, days: DailyRuns, preferences: Preferences, lesson: str, noted: str
) -> None:
    """The start screen and the screens behind its doors work with any saved texts."""
    visit = arrive(p.CHANCE, shelf_of(game, game), days=days, preferences=preferences, lesson=lesson, day=TODAY)
    visit = updated(visit, m.GamesAtRisk(20, read_count(noted)))
    next_doors(p.WORDS, visit)
    press_all(visit)


@thorough
@given(kept=st.one_of(damaged(f"kept1 key wss://x.example\n{'0' * 128} s {'9' * 64} 1 0\nnonsense"), st.text()))
def test_room_works_with_any_saved_text(kept: str) -> None:
    """A room works with any saved text, of which it reads as much as possible."""
    word = f"{'w' * 22}.{'9' * 64}"
    entering = updated(arrive(p.CHANCE, day=TODAY), m.read_command(f"enter-room {word}"))
    to_html(p.shown(updated(entering, m.RoomPrepared(word, "key", "9" * 64, kept, "wss://x.example"))))


@given(word=st.text(), before=st.integers(0, 3))
def test_unreadable_days_stay_in_the_saved_text(word: str, before: int) -> None:
    """Each unreadable day stays in the saved text, once."""
    text = " ".join([*NOTED.split()[:before], *word.split()])
    assert sorted(str(read_runs(text)).split()) == sorted(set(text.split()) | set(read_runs(text).unknown))


def test_out_of_range_days_and_ratings_do_not_count() -> None:
    """Days before 1970 or after 9998, which a wrong clock made, stay but don't count; impossible numbers count as 0."""
    for day in ("0001-01-01", "1969-12-31", "9999-12-31", "20261123", "2026-W48-1"):
        days = read_runs(f"{day}:k:5 {NOTED}")
        assert days.unknown == (f"{day}:k:5",)
        assert longest_streak(days.ratings().keys()) == days.streak(TODAY) == 3
        assert f"{day}:k:5" in str(days)
    for rating in ("99999", "9" * 5000, "-12345", "\N{ARABIC-INDIC DIGIT ONE}", "1_0", ""):
        assert read_runs(f"{TODAY}:k:{rating}").ratings() == {}
    for text in ("9" * 5000, "-1", "x", "", "1" * 16):
        assert read_count(text) == 0
    assert read_count("253370764799999") == 253370764799999


@pytest.mark.parametrize("today", [EPOCH, EPOCH + timedelta(40), LAST_DAY])
def test_calendar_ends_at_its_first_and_last_month(today: date) -> None:
    """The calendar shows its first and last month, and no month before or after them."""
    opened = updated(arrive(p.CHANCE, day=today, days=read_runs(f"{today}:k:5")), m.Go("days"))
    press_all(opened)
    first = updated(opened, "turn-calendar -1000000")
    assert "January 1970" in text_of(p.shown(first))
    assert p.buttons(p.shown(first))["turn-calendar -1"].attributes["aria-disabled"] == "true"
    assert updated(first, "turn-calendar -1") == first
    press_all(first)
    next_doors(p.WORDS, opened)


@pytest.mark.parametrize("time", ["999999999999999", "-86400000", "0"])
def test_game_without_a_time_has_no_date(time: str) -> None:
    """A game without a time has no date, and is last in the list; one with an impossible time is damaged."""
    name, text = f"{FINISHED}{time}.k0", KEPT[1][1]
    library = ((name, text), *KEPT[2:])
    history = changed(EMPTY, library=library)
    *_, last = readable_entries(library)
    assert (last.name, last.day, last.unplayable) == (name, None, None if time == "0" else UnplayableReason.DAMAGED)
    assert ("Date unknown, map" in text_of(p.shown(history))) == (time == "0")
    assert file_of(history).splitlines()[1:] == [*map(" ".join, library[time != "0" :])]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((" by:,,", " by:,, by:,,"), (" by:,,", " seat:here seat:here by:,,"), (" sum:", " sum:1,")),
        *((" dealt:", " dealt:x,"), (" by:,,", f" seat:{'away.a.' * 20_000} by:,,")),
    ],
    ids=["players", "seats", "summary", "deal", "nested seat"],
)
def test_game_with_impossible_notes_is_damaged(old: str, new: str) -> None:
    """A game whose notes are impossible or contradict each other is damaged, even in a list that doesn't replay it."""
    name, text = KEPT[1]
    assert readable_entries(((name, text.replace(old, new)),))[0].unplayable is UnplayableReason.DAMAGED


@pytest.mark.parametrize("place", [0, 1])
def test_game_with_an_illegal_ply_is_damaged_once_shown(place: int) -> None:
    """A game with an illegal ply is marked as damaged once it is shown, and can't be replayed."""
    name, text = KEPT[place]
    start, first, _, *plies = read_entry(name, text).notes.record.split(".")
    broken = text.replace(read_entry(name, text).notes.record, ".".join([start, first, "fA1A2A3A4", *plies]))
    details = updated(changed(EMPTY, library=((name, broken),)), m.ShowDetails(name))
    assert "damaged" in text_of(p.shown(details))
    assert not any(command.startswith(("replay", "resume", "begin")) for command in p.buttons(p.shown(details)))
    press_all(details)


SUMMARIES = (
    *("", "1;2;3", *(f"84;{edicts};5;-6;{'.' * 121}" for edicts in ("1,2,3", "1,2,3,4,5"))),
    *(f"84;1,2,3,4;5;-6;{final}" for final in ("." * 120, "!" * 121, f"M@{'.' * 118}")),
    *(f"84;1,2,3,4;5;-6;{sign:.<121}" for sign in "zZéK"),
)


@pytest.mark.parametrize(
    ("read", "text", "why"),
    [
        *((read_summary, text, "a summary has stars") for text in SUMMARIES),
        *((read_deal_summary, f"{edicts};1", "the note on the deal") for edicts in ("1,2,3", "1,2,3,4,5")),
        (read_seat, "away.a." * 20_000 + "here", "seat"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else value.__name__,
)
def test_impossible_note_is_refused(read: Callable[[str], object], text: str, why: str) -> None:
    """A summary with an impossible map, a number of edicts other than four, and a nested seat are refused."""
    with refused(InvalidRecord, match=why):
        read(text)
