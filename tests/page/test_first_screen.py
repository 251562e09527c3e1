"""The first screen before Python has loaded: it has its final layout, and a tap shows immediate feedback in place."""

import gzip
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from app.arrival.link import link_of, map_query
from app.drawing.element import to_html
from app.game.daily import NO_RUNS, DailyRun, DailyRuns, daily
from app.game.shelf import EMPTY, LESSON_OVER, shelf_of
from app.game.weekly_maps import WEEKLY_MAPS
from app.memory import SavedText
from app.saved_names import DAYS, DOORS, GAME_PLACE, LESSON, PRINTED
from app.screens.start.screen import next_doors
from app.shell.view import view
from app.visit import Visit
from page.conftest import QUIET
from support.page.files import INDEX, hold, open_first_screen
from support.page.games import kept_game
from support.page.player import DESK, PHONE, PREFIX, SMALL_PHONE, Player, box_of
from support.page.scripts import call, call_at_start, make_no_snapshot
from support.visits import NO_PARTS, arrive
from words import LANGUAGES, Words
from words.files import catalog, said_by_scripts

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
TODAY = NOW.date()
YESTERDAY = TODAY - timedelta(1)
#: The number of minutes until the end of the tests' day.
LEFT = 225
SIZES = (SMALL_PHONE, PHONE, DESK)


class Device(NamedTuple):
    """The saved data of a device, and the query of the address that it opens."""

    game: str = ""
    days: DailyRuns = NO_RUNS
    taught: bool = False
    left: str = ""
    """The room that the player has left."""
    query: str = ""
    printed: str = ""
    """The saved printed game."""
    closed_on: date | None = None
    """The day on which the page was closed last; None if no visit of this version has been closed."""

    def visit(self, language: str, today: date = TODAY) -> Visit:
        """Return a visit on this device."""
        return arrive(
            "any",
            shelf_of(self.game) if self.game else EMPTY,
            lesson=LESSON_OVER if self.taught else "",
            link=link_of(self.query, TODAY),
            days=self.days,
            day=today,
            parts=NO_PARTS,
            minutes=LEFT,
            left=self.left,
            printed=SavedText(self.printed, self.printed),
            language=language,
        )

    def saved(self, words: Words, language: str) -> dict[str, str]:
        """Return the data stored on the device, by name."""
        texts = {GAME_PLACE: self.game, DAYS: str(self.days), LESSON: LESSON_OVER if self.taught else ""}
        texts[PRINTED] = self.printed
        if self.closed_on:
            texts[DOORS] = next_doors(words, self.visit(language, self.closed_on))
        return {f"{PREFIX} {name}": text for name, text in texts.items() if text}


def rated(last: date, *ratings: int) -> DailyRuns:
    """Return days with ratings: the first for the last day, the next for the day before, and so on."""
    runs = [DailyRun(last - timedelta(number), f"k{number}", rating) for number, rating in enumerate(ratings)]
    return DailyRuns({run.day: run for run in runs})


def daily_game(day: date) -> str:
    """Return the save of a finished daily game whose run is the last of :func:`rated`."""
    return kept_game(str(daily(day)), lambda _: False, "k0")


OPEN_DAILY_GAME = kept_game(str(daily(TODAY - timedelta(5))), lambda state: state.season == 2)
OPEN_GAME = kept_game("c1-a-1p-crowded", lambda state: state.season == 2)
OVER = kept_game("c1-a-1p-crowded", lambda _: False)
ID = "?id=c1-a-1p-k3x9q2"
CUSTOM_MAP = f"?id=c1-{WEEKLY_MAPS['atoll'].side.lower()}-1p-k3x9q2"
DEVICES = {
    "a new visitor": Device(),
    "an open game": Device(OPEN_GAME, closed_on=TODAY),
    "an open game of an older version": Device(OPEN_GAME),
    "an open game of three": Device(kept_game("c1-b-3p-history3", lambda state: state.season == 1), closed_on=TODAY),
    "an open daily game of days ago": Device(OPEN_DAILY_GAME, closed_on=TODAY - timedelta(5)),
    "a finished game": Device(OVER, taught=True, closed_on=TODAY),
    "the lesson is over": Device(taught=True),
    "today's game is over": Device(daily_game(TODAY), rated(TODAY, 12, -3), taught=True, closed_on=TODAY),
    "yesterday's game is over": Device(daily_game(YESTERDAY), rated(YESTERDAY, 5, 1), taught=True, closed_on=YESTERDAY),
    "a room that was left": Device(OVER, left=f"{'s' * 22}.{'0' * 64}", closed_on=TODAY),
    "a printed game": Device(printed="p1 c1-a-1p-x 3 by: end", closed_on=TODAY),
    "a link": Device(query=ID),
    "a link to a custom map": Device(query=CUSTOM_MAP),
    "a link to a named custom map": Device(query=f"?{map_query('Lost Bay')}{CUSTOM_MAP[1:]}"),
    "a link to a custom map and an open game": Device(OPEN_GAME, closed_on=TODAY, query=CUSTOM_MAP),
    "a link and an open game": Device(OPEN_GAME, closed_on=TODAY, query=ID),
    "a link to beat a game": Device(query=f"?beat={OVER.split()[1]}&by=Wilhelmina"),
    "a link to today's game": Device(query="?daily"),
    "a link to today's game and an open game": Device(OPEN_GAME, closed_on=TODAY, query="?daily"),
}


def places(page: Page) -> dict[tuple[int, str], object]:
    """Return the places of the first screen's elements in windows of all sizes, by the width and the element."""
    found: dict[tuple[int, str], object] = {}
    for size in SIZES:
        page.set_viewport_size(size)
        measured = call(page, "looks", "measureWithFonts")
        found |= {(size["width"], element): place for element, place in measured.items()}
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_paint_has_the_final_layout(
    new_context: Callable[..., BrowserContext], site: str, language: str
) -> None:
    """Each door, title, and text already has its final place and color, and only its words may still change."""
    words = Words(catalog(language))
    page = new_context(locale=language).new_page()
    page.clock.set_fixed_time(NOW)
    hold(page, "**/boot.*.js")  # so Python never loads
    page.goto(site + QUIET)
    moved: dict[tuple[object, ...], object] = {}
    for name, device in DEVICES.items():
        call(page, "pretend", "replaceStorage", device.saved(words, language))
        open_first_screen(page, site + device.query)
        printed = places(page)
        call(page, "looks", "draw", to_html(view(words, device.visit(language))))
        drawn = places(page)
        moved |= {
            (name, *what): (printed.get(what), drawn.get(what))
            for what in printed | drawn
            if printed.get(what) != drawn.get(what)
        }
    assert moved == {}


@pytest.mark.thorough
@pytest.mark.first_visit
@pytest.mark.parametrize(("size", "is_denied"), [(SMALL_PHONE, True), (PHONE, False), (DESK, False)])
def test_nothing_moves_when_python_takes_over(
    new_context: Callable[..., BrowserContext], site: str, size: ViewportSize, *, is_denied: bool
) -> None:
    """When Python takes over, nothing shifts, for new and returning visitors, with or without storage."""
    context = new_context(viewport=size)
    make_no_snapshot(context)
    player = Player(context.new_page())
    call_at_start(player.page, "looks", "recordShifts")
    if is_denied:
        call_at_start(player.page, "pretend", "denyStorage")
    for name in ("Learn by playing", "Learn by playing" if is_denied else "Continue where you left off"):
        held_request = hold(player.page, "**/boot.*.js")
        player.page.goto(site, wait_until="commit")
        first = player.page.locator(".doors > button").first
        expect(first).to_contain_text(name)
        before = call(player.page, "looks", "measureWithFonts")  # waits for the fonts, which shift the text slightly
        player.page.evaluate("clearShifts()")
        held_request().continue_()
        player.page.unroute("**/boot.*.js")
        player.wait_for_start()
        player.settle()
        assert call(player.page, "looks", "measureWithFonts") == before
        assert sum(player.page.evaluate("shifts")) < 0.002  # letters that need another font
        player.click("^Today's game")
        expect(player.map).to_be_visible()


@pytest.mark.thorough
@pytest.mark.first_visit
def test_loading_panel_is_below_the_last_text(page: Page, site: str) -> None:
    """The loading panel covers no text of the start screen, in any language, and nobody needs to scroll to it."""
    hold(page, "**/*.bin")
    gaps = {}
    for language in LANGUAGES:
        open_first_screen(page, f"{site}?lang={language}")
        for size in (ViewportSize(width=320, height=568), *SIZES):
            page.set_viewport_size(size)
            page.evaluate("document.fonts.ready")
            panel, text = box_of(page.locator("#boot")), box_of(page.locator("footer p"))
            gaps[language, size["width"]] = panel["y"] - text["y"] - text["height"]
    assert {where: gap for where, gap in gaps.items() if gap < 0} == {}


@pytest.mark.thorough
@pytest.mark.first_visit
def test_tapped_door_shows_at_once_that_it_is_opening(player: Player, site: str) -> None:
    """A tapped door or link immediately shows in its place that it is opening, and nothing moves."""
    page = player.page
    held_request = hold(page, "**/boot.*.js")
    open_first_screen(page, site)
    before = call(page, "looks", "measureWithFonts")
    for name in ("^New game", "^Rules", "^Preferences"):
        button = player.button(name).element_handle()
        assert button
        button.click()
        assert "Opening…" in button.inner_text()
    assert call(page, "looks", "measureWithFonts") == before
    assert page.get_by_text("Opening…").count() == 3
    held_request().continue_()
    player.wait_for_start()
    expect(page.get_by_text("Opening…")).to_have_count(0)
    expect(player.dialog).to_have_accessible_name("Preferences")


@pytest.mark.thorough
@pytest.mark.first_visit
def test_doors_are_as_before_after_a_failed_start(page: Page, site: str) -> None:
    """After a failed start the doors are as before, and a tap on them has no effect."""
    held_request = hold(page, "**/boot.*.js")
    page.goto(site, wait_until="commit")
    door = page.get_by_role("button", name="New game")
    door.click()
    expect(door).to_contain_text("Opening…")
    held_request().abort()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(door).to_contain_text("1 to 12 players")
    door.click()
    expect(door).to_contain_text("1 to 12 players")
    expect(page.locator("[aria-busy]")).to_have_count(0)


@pytest.mark.first_visit
def test_unreadable_or_foreign_note_is_ignored(page: Page, site: str) -> None:
    """An unreadable or foreign note about the doors is ignored, and the doors follow from the saved game."""
    for note in ("{", "[]", '{"language": "en"}', "null"):
        page.goto(site + QUIET)
        call(page, "pretend", "replaceStorage", {f"{PREFIX} {GAME_PLACE}": OPEN_GAME, f"{PREFIX} {DOORS}": note})
        held_request = hold(page, "**/boot.*.js")
        page.goto(site, wait_until="commit")
        expect(page.locator(".doors > button").first).to_contain_text("Continue")
        held_request().abort()


#: The beginning of index.html's second half, which the first screen doesn't need.
SECOND_HALF = '<script type="application/json" id="more-facts">'
#: Maximum size in bytes of the compressed first half. A server sends 10 to 14 packets before it waits for an answer.
FIRST_FLIGHT = 15_000


def test_first_half_of_the_page_is_small() -> None:
    """The first half of the page fits into the packets that a server sends at once."""
    first, second, _ = INDEX.partition(SECOND_HALF)
    assert second
    assert len(gzip.compress(first.encode())) < FIRST_FLIGHT < len(gzip.compress(INDEX.encode()))


def test_page_without_its_panel_reports_slowness_once_it_has_one(page: Page, site: str) -> None:
    """If even the loading panel hasn't arrived after a while, the page says that it is slow once the panel is there."""
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    before, panel, _ = INDEX.partition('<section id="boot"')
    page.route(site, lambda route: route.fulfill(body=before, content_type="text/html"))
    page.clock.install()
    page.goto(site)
    page.clock.run_for(31_000)
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", f"{panel}><output></output></section>")
    page.clock.run_for(16_000)
    expect(page.locator("#boot output")).to_have_text(said_by_scripts("en")["slow"])
    assert thrown == []


@pytest.mark.parametrize("query", ["", "?embed"])
def test_late_script_still_starts_the_game(page: Page, site: str, query: str) -> None:
    """If boot.js arrives after the page has said that it is slow, the game starts, and answers an earlier tap."""
    held_request = hold(page, "**/boot.*.js")
    page.clock.install()
    page.goto(f"{site}{query}", wait_until="commit")
    if not query:
        page.get_by_role("button", name=catalog("en")["start.new"]).click()
    expect(page.locator("#boot output")).to_have_text(said_by_scripts("en")["fetching"])
    page.clock.run_for(16_000)
    expect(page.locator("#boot output")).to_have_text(said_by_scripts("en")["slow"])
    expect(page.get_by_role("button", name=said_by_scripts("en")["again"])).to_be_visible()
    held_request().continue_()
    if query:
        page.get_by_role("button", name=catalog("en")["embed.play"], exact=True).click()
    expect(page.locator("main.game" if query else "[data-do='begin set-up']")).to_be_visible()


@pytest.mark.sample(1)
@pytest.mark.browser_context_args(locale="es-ES", viewport=PHONE)
@pytest.mark.parametrize("place", [0, 400])
def test_half_of_the_page_is_a_first_screen(page: Page, site: str, place: int) -> None:
    """If only half of the page arrives, it is in the visitor's language, answers a tap, and says that it is slow.

    ``place`` is the number of characters of the second half that also arrive.
    """
    half = INDEX[: INDEX.index(SECOND_HALF) + len(SECOND_HALF) + place]
    page.route(site, lambda route: route.fulfill(body=half, content_type="text/html"))
    page.clock.install()
    page.goto(site)
    said = said_by_scripts("es")
    page.get_by_role("button", name=catalog("es")["start.lesson"]).click()
    expect(page.locator("[aria-busy]")).to_contain_text(said["opening"])
    expect(page.locator("#boot output")).to_have_text(said["fetching"])
    page.clock.run_for(16_000)
    expect(page.locator("#boot output")).to_have_text(said["slow"])
