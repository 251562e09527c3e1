"""Every kind of screen in every size: nothing is cut off, and only what is a list scrolls; never the map.

The screens are those of whole games, drawn without Python in the page: so there can be hundreds of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, ViewportSize

from app.board.names import name_of
from app.drawing.element import text_of, to_html, walk
from app.game.daily import daily, read_days
from app.game.game import Game, begun
from app.game.rival import rival_of
from app.game.seats import HERE, Bot, Seat
from app.game.setup import Cartographer
from app.game.shelf import FINISHED, OPEN, SUMMARY, read_save, shelf_of, write_save
from app.game.summary import summary_of
from app.link import link_of
from app.messages import (
    Advise,
    Advised,
    Choose,
    Close,
    Confirm,
    Continue,
    DrawFor,
    FileRefused,
    Go,
    Imported,
    ImportGames,
    Judged,
    Light,
    Made,
    Message,
    Misread,
    NoRoom,
    NotKept,
    Open,
    Pictured,
    PlayOn,
    Proceed,
    Run,
    Seek,
    Shared,
    Show,
    Step,
    StopImport,
    Taken,
    Topic,
    Type,
    Watch,
    Where,
)
from app.page_load import Parts
from app.preferences import OPTIONS, Preferences
from app.screens.history.importing import HEAD
from app.screens.lesson.screen import Lesson
from app.screens.play.placement import NOWHERE
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.draw import DrawScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.screen import Playing, resumed
from app.screens.review.screen import Review
from app.screens.rules.screen import HANDBOOK
from app.screens.watch.screen import Watching
from app.view import view
from app.visit import Visit
from cartographers.bots import BOTS, STRENGTHS
from cartographers.bots.advice import Gain
from cartographers.events import Forced
from cartographers.game_id import GameId
from cartographers.rules import legal_moves
from cartographers.seasons import EDICTS
from cartographers.state import Task
from page.axe import check_colors
from page.files import FIRST_LOOK, LATER_LOOKS, LOOKS
from page.games import LONG
from page.scripts import call
from tasks.steps import SITE
from teaching import lesson_of, taken
from together import begun_together, visits_in_rooms
from updates import updated
from visits import arrive, changed
from words import LANGUAGES, Words
from words.files import catalogue

pytestmark = pytest.mark.browser_context_args(reduced_motion="reduce")

WORDS = Words(catalogue("en"))
Screens: TypeAlias = dict[str, Visit]
Drawn: TypeAlias = dict[str, tuple[Visit, str]]
Seen: TypeAlias = tuple[str, Visit, dict[str, Any]]

#: Games whose players have the longest names there may be, one, and none: alone, a few, and as many as there can be.
NOBODY = Cartographer()
GAMES = {
    "c1-a-1p-fit": (NOBODY,),
    "c1-c-hhhyh-1p-fit": (LONG,),
    "c1-d-bhmym-3p-fit": (LONG, Cartographer("Al"), NOBODY),
    "c1-c-hhhyh-12p-fit": (NOBODY, LONG) * 6,
}
#: Phones upright and lying, a tablet both ways, a desk, and a desk whose page is zoomed to 200 %.
SIZES = {
    f"{width} x {height}": ViewportSize(width=width, height=height)
    for width, height in (
        *((320, 568), (360, 640), (390, 844), (667, 375), (844, 390)),
        *((768, 1024), (1024, 768), (1280, 800), (640, 400)),
    )
}
#: The sizes at which the other languages are tried, and one whose words are all longer.
NARROW = ("320 x 568", "360 x 640", "640 x 400", "1280 x 800")
LONGER = ("390 x 844", "640 x 400")
#: A language that is none, for words that are two fifths longer.
LONG_WORDED = "en-long"
#: The styles and drawings of all screens.
ALL_LOOKS = "".join([*FIRST_LOOK, *((SITE / name).read_text("utf-8") for name in (*LOOKS, *LATER_LOOKS))])
#: What may hold more than it shows.
LISTS = ".start, .dialog, .form, .setup, .tabs, .tip, .end.many .card, .end .card:has(.practice), textarea"
#: Odd windows: half a phone, a page at 400 %, a frame, a slim or a square window.
ODD_SIZES = (
    *((412, 380), (480, 320), (360, 320), (320, 256), (256, 256), (280, 653), (256, 480), (600, 620)),
    *((568, 320), (844, 300), (400, 300), (340, 479), (700, 600), (640, 360)),
)
#: What may hold more than it shows there, besides.
ODD_LISTS = f"{LISTS}, .game, .curtain, .embed, .end .card"
#: Pixels from the middle of a button to its edge there, a little less than 24 across, and the least side of a map.
ODD_REACH, ODD_MAP = 11.5, 200
#: What is explained once.
TOLD = ("any", "arrow", "beast", "curtain", "hero")
#: The smallest part of the smaller side of the screen that the map may take.
AT_LEAST, AT_THE_END = 0.7, 0.3


def kind(screen: Playing) -> str:
    """Return a name for the kind of screen: another one for whatever has a look of its own."""
    task = screen.game.state.task
    return type(screen.scene).__name__ if screen.stage.scene or not task else kind_of_task(task)


def kind_of_task(task: Task) -> str:
    """Return a name for what has to be drawn: another one for whatever has a look of its own."""
    of = type(task.card).__name__
    what = "pick" if task.is_pick else task.forced.value if task.forced is not Forced.NONE else "ruins"
    if what == "ruins" and not task.must_cover:
        what = f"{len({option.terrain for option in task.options})} x {len({option.shape for option in task.options})}"
    return f"{of}, {what}{', elsewhere' if task.sheet != task.player else ''}"


def kept(game: str) -> str:
    """Return what is kept of a game that has just begun."""
    return " ".join([game, *(f"by:{cartographer}" for cartographer in GAMES[game])])


def playing(visit: Visit) -> Playing:
    """Return the screen of a visit in a game."""
    assert isinstance(visit.screen, Playing)
    return visit.screen


def watching(visit: Visit) -> Watching:
    """Return the screen of a visit at a replay."""
    assert isinstance(visit.screen, Watching)
    return visit.screen


def screens_of(game: str) -> Screens:
    """Return a visit at each kind of screen in a game that is played without a thought."""
    visit = updated(arrive("fit", shelf_of(kept(game)), told=TOLD), Continue())
    found: Screens = {}
    for ply in range(2000):
        screen = playing(visit)
        found.setdefault(kind(screen), visit)
        if isinstance(screen.scene, EndScene):
            break
        if not screen.stage.scene:
            for _ in range(ply % 4):
                visit = updated(visit, Where())
        visit = updated(visit, Proceed() if screen.stage.scene else Confirm())
    found |= replays_of(found["EndScene"])
    return {f"{game}, {what}": visit for what, visit in found.items()}


def found_in(visit: Visit) -> list[str]:
    """Return what would be explained on a screen, if it had not been."""
    return [*visit.screen.scene.explains] if isinstance(visit.screen, Playing) else []


def replays_of(final: Visit) -> Screens:
    """Return a replay of a game at its ends, with each kind of card, and the longest text for each."""
    visit, told = updated(final, Watch()), dict[str, int]()
    found = {"replay": visit}
    last = watching(visit).last
    for place in range(1, last + 1):
        here = updated(visit, Seek(place))
        task = watching(here).state_before.task
        assert task
        what = "replay to the end" if place == last else f"replay of {kind_of_task(task)}"
        [text] = [text_of(part) for part in walk(view(WORDS, here)) if part.attributes.get("class") == "happened"]
        if len(text) > told.get(what, -1):
            found[what], told[what] = here, len(text)
    return found


def around(game: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield the screens before a game, and the panels, notices and tips over it."""
    first = arrive("k3x9q2")
    one_kept = shelf_of(kept("c1-c-hhhyh-1p-fit"))
    yield "nothing kept", first
    yield "one kept", arrive("k3x9q2", one_kept)
    yield "a damaged one", arrive("k3x9q2", shelf_of("c1-a-1p-x B7"))
    yield "a damaged one with a copy", arrive("k3x9q2", shelf_of("c1-a-1p-x B7", kept("c1-c-hhhyh-1p-fit")))
    yield "a newer one", arrive("k3x9q2", shelf_of("v99 c1-a-1p-x end"))
    yield "a stale one", arrive("k3x9q2", shelf_of(kept("c1-c-hhhyh-1p-fit"), stale=True))
    for query in ("?daily", "?id=c1-e-1p-x", "?embed&id=c1-d-1p-x", "?embed&id=c1-e-1p-x"):
        yield query, arrive("k3x9q2", one_kept, link=link_of(query, date(2026, 11, 22)))
    setup = updated(first, Go("set-up"))
    yield "setup", setup
    messages: tuple[Message, ...] = (
        *(Choose("players", "12"), Choose("cards", "mixed"), Choose("edicts", "chosen"), Choose("more", "shown")),
        *(Type("name 0", "Wilhelmina Featherington"), Type("seed", "no seed"), Open("edict", "B")),
    )
    for message in messages:
        setup = updated(setup, message)
    yield "edicts to choose", setup
    yield "full setup", updated(setup, Close())
    for panel in ("menu", "keys", "cards", "maps", "preferences"):
        yield panel, updated(game, Open(panel))
    for lit in (*"ABCD", "monsters"):
        yield f"lit {lit}", updated(game, Light(Topic(lit)))
    yield "about", updated(game, Go("about"))
    for about in ("", "all", *HANDBOOK.chapters, "monsters", "treetower"):
        yield f"rules, {about}", updated(game, Go("rules", about))
    for text in ("water", "nothing of that kind"):
        yield f"rules with {text}", updated(updated(game, Go("rules")), Type("search", text))
    for visit, answer in taken():
        yield f"lesson, {lesson_of(visit).step.name} {answer}", visit
    yield "a link, nothing kept", arrive("k3x9q2", link=link_of("?id=c1-d-2p-x", date(2026, 11, 22)))
    for why in ("denied", "full"):
        yield f"storage is {why}", updated(game, NotKept(why))
    yield "no room for another game", updated(game, NoRoom())
    yield "played in another tab", updated(game, Taken())
    cut = updated(replace(game, screen=Watching(playing(game).game)), Seek(999))
    yield "replay of a game that goes on", cut
    yield "playing on from there", updated(cut, PlayOn())
    for panel in ("menu", "keys", "maps"):
        yield f"replay, {panel}", updated(cut, Open(panel))
    yield "replay, lit", updated(cut, Light(Topic.EDICT_D))


def bots(game: Visit, ambush: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield bots in the setup, bots that think and draw, on their own map and on another one, and a hint."""
    setup = updated(arrive("k3x9q2"), Go("set-up"))
    for message in (Choose("bot", "journeyman"), Choose("bot", "legend"), Choose("seat-1", "master")):
        setup = updated(setup, message)
    yield "setup with bots", setup
    yield "more of a setup with bots", updated(setup, Choose("more", "shown"))
    yield "who plays", updated(setup, Open("seat", "0"))
    for name, visit in (("bot", game), ("bot, elsewhere", ambush)):
        screen = playing(visit)
        state = screen.game.state
        assert state.task
        seats = (Bot("journeyman"),) * len(state.sheets)
        thinking = replace(visit, screen=replace(screen, game=replace(screen.game, seats=seats), placement=NOWHERE))
        yield f"{name} thinks", thinking
        yield f"{name} could not be fetched", changed(thinking, parts=Parts(bots_failed=True))
        yield f"{name} is gone after an update", changed(thinking, parts=Parts(bots_failed=True), newer_version=True)
        drawing = updated(thinking, DrawFor(state.task.player, legal_moves(state)[0]))
        for step in range(3):
            assert isinstance(playing(drawing).scene, DrawScene)
            yield f"{name} draws, {step}", drawing
            drawing = updated(drawing, Step())
    asked = updated(game, Advise(sure=True))
    yield "a hint is looked for", asked
    ply = legal_moves(playing(game).game.state)[0]
    every = tuple(Gain(what, -12, -123) for what in (*EDICTS, "coins", "monsters"))
    for gains in ((), every):
        yield f"a hint with {len(gains)} gains", updated(asked, Advised(ply, gains))


def remembered(ends: list[Visit]) -> Iterator[tuple[str, Visit]]:
    """Yield the sheets of games that are over, and what the device remembers of them."""
    kept = tuple(
        (f"{FINISHED}{1_763_850_000_000 + 86_400_000 * number}.k{number}", noted(playing(end).game, f"k{number}"))
        for number, end in enumerate(ends)
    )
    unfinished = (f"{OPEN}1763990000000.zz", write_save(playing(ends[0]).game.before(9), 0))
    days = read_days(" ".join(f"2026-11-{day:02}:k0:{9 * day - 99}" for day in range(1, 22)))
    home = changed(arrive("fit", days=days, day=date(2026, 11, 22), minutes=61), library=(*kept, unfinished))
    for name, _ in (*kept, unfinished):
        yield f"history, {name}", updated(updated(home, Go("history")), Show(name))
    yield "no history", updated(changed(home, library=()), Go("history"))
    history = updated(home, Go("history"))
    reading = updated(history, ImportGames(f"{HEAD}\n"))
    yield "a bad file", updated(history, ImportGames("nonsense"))
    yield "a file that is read", reading
    for message in (StopImport(), Misread(2, "nonsense"), Imported("", 0), Imported("", 1_234)):
        yield f"a file, {message}", updated(reading, message)
    for why in ("large", "unreadable"):
        yield f"a file, {why}", updated(history, FileRefused(why))
    for day in ("2026-11-21", "2026-11-22"):
        yield f"days, {day}", updated(updated(home, Go("days")), Show(day))
    yield "statistics", updated(home, Go("statistics"))
    for end, (_, text) in zip(ends, kept, strict=True):
        game = read_save(text).game
        if game.is_solo:
            game = replace(game, rival=rival_of(game.record, LONG.name))
        against = replace(end, screen=replace(playing(end), game=game))
        sheet = changed(updated(against, Go("sheet")), library=kept)
        yield f"the end against {LONG.name}, {game.id}", against
        yield f"sheet, {game.id}", updated(sheet, Shared("text", "shown"))
        pictured = updated(sheet, Pictured("web/icons/icon-512.png", "png", "share,copy,save"))
        yield f"sheet with its picture, {game.id}", updated(pictured, Shared("picture", "asked"))
        yield from reviewed(updated(sheet, Go("review")))
    deal = daily(home.page.clock.day)
    run = read_days(f"{home.page.clock.day}:k0:-12")
    made = f"b{BOTS} {deal}:-101,100,100"
    yield "days with strengths", updated(changed(home, days=run, bot_results=made), Go("days"))
    over = replace(begun(deal, (LONG,)), key="k0")
    while over.state.task:
        over = over.after(legal_moves(over.state)[0])
    at_end = changed(home, days=run, bot_results=made).alone(resumed(over, 99))
    sheet_of_day = updated(at_end, Go("sheet"))
    yield "sheet of the day", sheet_of_day
    yield "sheet of the day, halted", updated(sheet_of_day, Run())


def reviewed(review: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield a review as it begins, in the middle, halted, and at its end."""
    screen = review.screen
    assert isinstance(screen, Review)
    assert screen.game
    game = screen.game
    yield f"review, {game.id}", review
    for number, place in enumerate(screen.places):
        ply = legal_moves(game.played.states[place - 1])[-1]
        review = updated(review, Judged(place, ply, 1200 if number in {8, 9, 10} else 7 * number))
        if number == len(screen.places) // 2:
            yield f"review halfway, {game.id}", review
            yield f"review halted, {game.id}", updated(review, Run())
    review = changed(updated(review, Seek(screen.places[9])), bot_results="")
    for strength in STRENGTHS:
        yield f"review before {strength}, {game.id}", review
        review = updated(review, Made(str(game.id), strength, -101))
    yield f"review over, {game.id}", review


def noted(game: Game, key: str) -> str:
    """Return what is kept of a game that is over."""
    return write_save(replace(game, key=key, notes=(f"{SUMMARY}:{summary_of(game)}",)), 0)


@pytest.fixture(scope="module")
def visits() -> Screens:
    """Return a visit at every kind of screen by its name."""
    return gallery()


def gallery() -> Screens:
    """Return a visit at every kind of screen by its name, with the themes and the hands in turn."""
    found: Screens = {}
    for game in GAMES:
        found |= screens_of(game)
    kinds = " ".join(found)
    for wanted in (
        "replay of AmbushCard",
        "replay of HeroCard",
        "CurtainScene",
        "pick",
        "elsewhere",
        "5 x 1",
        "no-fit",
    ):
        assert wanted in kinds
    for what in TOLD:
        new, visit = next((name, one) for name, one in found.items() if what in found_in(one))
        found[f"explained {what}, {new}"] = changed(visit, told=tuple(one for one in TOLD if one != what))
    in_play = next(visit for name, visit in found.items() if "ExploreCard" in name and "-3p-" in name)
    found |= dict(around(in_play))
    ambush = next(visit for name, visit in found.items() if "AmbushCard" in name and "elsewhere" in name)
    found |= dict(bots(in_play, ambush))
    found |= {f"room {number}": visit for number, visit in enumerate(in_rooms())}
    found |= dict(remembered([visit for name, visit in found.items() if name.endswith("EndScene")]))
    themes, hands = OPTIONS["theme"], OPTIONS["hand"]
    for number, (name, visit) in enumerate(found.items()):
        preferred = Preferences(theme=themes[number % len(themes)], hand=hands[number % len(hands)])
        found[name] = changed(visit, preferences=preferred)
    # Theme by theme, for another theme takes a browser longer than another screen.
    return dict(sorted(found.items(), key=lambda item: item[1].memory.preferences.theme))


def in_rooms() -> Iterator[Visit]:
    """Yield what is on the page in rooms, with long names, and with as many friends as there can be."""
    yield from visits_in_rooms(LONG.name)
    devices = begun_together(GameId("fit"), *((LONG.name, "Al", "") for _ in range(4)))
    first = devices[0]
    while first.playing.task or first.playing.stage.scene:
        first.act()
    first.tick(999)
    yield from (first.visit, updated(first.visit, Open("seat")), updated(first.visit, Go("room", first.room.word)))


def drawn(visits: Screens, words: Words) -> Drawn:
    """Return all screens drawn with the words of a language."""
    return {name: (visit, to_html(view(words, visit))) for name, visit in visits.items()}


@pytest.fixture(scope="module")
def screens(visits: Screens) -> Drawn:
    """Return all screens drawn in English."""
    return drawn(visits, WORDS)


def longer(text: str) -> str:
    """Return a text that is two fifths longer, as in languages with long words: each word has more of its letters."""
    return "".join(
        part
        if part.startswith("{")
        else re.sub(r"[a-z]{3,}", lambda word: word[0] + word[0][: len(word[0]) * 2 // 5], part)
        for part in re.split(r"(\{[^}]*\})", text)
    )


def words_of(language: str) -> Words:
    """Return the words of a language; of the long one, those of English with longer words."""
    if language != LONG_WORDED:
        return Words(catalogue(language))
    english = catalogue("en")
    return Words({key: text if key.startswith("cldr.plural") else longer(text) for key, text in english.items()})


def lay_out(page: Page, site: str, language: str = "en", looks: str = ALL_LOOKS) -> None:
    """Make a page as it is before its first screen."""
    page.goto(f"{site}web/licences.txt")
    page.set_content(
        f"""<!doctype html><html lang="{language.partition("-")[0]}"><base href="{site}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <body>{looks}<div id="app"></div></body></html>"""
    )


def look(
    page: Page, screens: Drawn, insets: tuple[int, int, int, int] = (0, 0, 0, 0), *, odd: bool = False
) -> Iterator[Seen]:
    """Show each screen in turn; yield its name, its visit, and what is to be seen of it, in an odd window or not."""
    pictures = [[visit.memory.preferences.theme, drawn] for visit, drawn in screens.values()]
    how = {"lists": ODD_LISTS, "reach": ODD_REACH, "texts": True} if odd else {"lists": LISTS}
    everything = call(page, "fit", "showAll", pictures, {**how, "insets": insets})
    for (name, (visit, _)), seen in zip(screens.items(), everything, strict=True):
        yield name, visit, seen


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(page: Page, site: str, screens: Drawn, size: str) -> None:
    """Nothing is cut off or fine, lists alone scroll, the map is large, and a finger finds every button."""
    lay_out(page, site)
    check_fit(page, screens, size)


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_every_text_has_contrast(page: Page, site: str, screens: Drawn) -> None:
    """Every kind of text of every screen can be read in every theme."""
    lay_out(page, site)
    check_colors(page, {name: drawing for name, (_, drawing) in screens.items()})


@pytest.mark.parametrize(
    ("language", "size"), [*product(LANGUAGES[1:], NARROW), *((LONG_WORDED, size) for size in LONGER)]
)
def test_every_screen_fits_in_every_language(page: Page, site: str, visits: Screens, language: str, size: str) -> None:
    """That is so also where words are longer than in English."""
    lay_out(page, site, language)
    check_fit(page, drawn(visits, words_of(language)), size)


@pytest.mark.parametrize("number", range(len(ODD_SIZES)), ids=lambda number: "{} x {}".format(*ODD_SIZES[number]))
def test_screens_fit_in_odd_windows(page: Page, site: str, visits: Screens, number: int) -> None:
    """Nothing is cut off or covered or out of reach, nothing scrolls sideways, and no map is smaller than 200 pixels.

    Each window shows every third screen, in one of the languages, so each screen is seen in several windows.
    """
    width, height = ODD_SIZES[number]
    language = LANGUAGES[number % len(LANGUAGES)]
    some = {name: visit for place, (name, visit) in enumerate(visits.items()) if place % 3 == number % 3}
    lay_out(page, site, language)
    page.set_viewport_size(ViewportSize(width=width, height=height))
    wrong: list[str] = []
    for name, visit, seen in look(page, drawn(some, words_of(language)), odd=True):
        wrong += faults(name, visit, seen, width, height)
        if seen["map"]:
            left, _, right, _ = seen["map"]
            if right - left < ODD_MAP or left < 0 or right > width:
                wrong.append(f"{name}: the map is at {seen['map']}")
    assert not wrong, "\n".join(wrong)


def check_fit(page: Page, screens: Drawn, size: str) -> None:
    """See to it that all screens fit on one of a size."""
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    page.set_viewport_size(SIZES[size])
    wrong: list[str] = []
    for name, visit, seen in look(page, screens):
        wrong += faults(name, visit, seen, width, height)
        screen = visit.screen
        if isinstance(screen, Playing | Watching | Lesson):
            left, top, right, bottom = seen["map"]
            over = isinstance(screen, Playing) and isinstance(screen.scene, EndScene)
            least = AT_THE_END if over else AT_LEAST
            inside = min(left, top) >= 0 and right <= width and bottom <= height
            if not inside or right - left < least * min(width, height):
                wrong.append(f"{name}: the map is at {seen['map']}")
    assert not wrong, "\n".join(wrong)


def faults(name: str, visit: Visit, seen: dict[str, Any], width: int, height: int) -> Iterator[str]:
    """Yield what is wrong with a screen in a window of this size, apart from its map."""
    wide, high = seen["size"]
    if wide > width or high > height:
        yield f"{name}: the page scrolls, it is {wide} x {high}"
    yield from (f"{name}: {box} scrolls" for box in seen["scrolling"])
    yield from (f"{name}: {text!r} is cut off" for text in seen["cutOff"])
    yield from (f"{name}: {control!r} sticks out of its panel" for control in seen["stickingOut"])
    yield from (f"{name}: {text!r} is too fine to be read" for text in seen["fine"])
    screen = visit.screen
    # The coach of the lesson, the tip of an edict, a notice and what is explained once cover some buttons and texts.
    lit = screen.looking.lit if isinstance(screen, Playing) else isinstance(screen, Watching) and screen.lit
    covered = isinstance(screen, Lesson) or lit
    if not covered and not visit.notice and not name.startswith("explained"):
        yield from (f"{name}: {button}" for button in seen["missed"])
        yield from (f"{name}: {text!r} is covered" for text in seen["covered"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4, 6, 12])
def test_several_players_names_and_season_are_whole(page: Page, site: str, language: str, players: int) -> None:
    """On phones the strip names player and season in full, and no text of a game of several players is cut off."""
    words, phones = words_of(language), ("320 x 568", "360 x 640", "390 x 844")
    lay_out(page, site, language)
    wrong = []
    for size in phones:
        page.set_viewport_size(SIZES[size])
        for name, visit, seen in look(page, drawn(of_several(players), words)):
            wrong += [f"{size}, {name}: {text!r} is cut off" for text in seen["cutOff"]]
            screen = visit.screen
            if isinstance(screen, Playing) and not isinstance(screen.scene, CurtainScene):
                moment = words(f"season.{screen.board.moment.season.name}")
                shown = " ".join((seen["strip"] or "").split())
                named = name_of(words, screen.game, screen.board.player)
                wrong += [f"{size}, {name}: the strip lacks {text}" for text in (named, moment) if text not in shown]
    assert not wrong, "\n".join(wrong)


def of_several(players: int) -> Screens:
    """Return screens of games of several people with long names, of short-named ones, and of bots of each strength."""
    found: Screens = {}
    seated: dict[str, tuple[Cartographer, tuple[Seat, ...]]] = {
        "long": (LONG, (HERE,) * players),
        "short": (NOBODY, (HERE,) * players),
        **{strength: (NOBODY, (Bot(strength),) * players) for strength in STRENGTHS},
    }
    for name, (cartographer, seats) in seated.items():
        game = begun(replace(GameId("fit"), players=players), (cartographer,) * players, seats)
        found[name] = arrive("fit", told=TOLD).alone(resumed(game, 0))
        found[f"{name}, drawing"] = updated(found[name], Proceed())
        found[f"{name}, maps"] = updated(found[name], Open("maps"))
    return found


#: A height of 100 % in the flow.
WHOLE_HEIGHT = re.compile(r"(?<=[\s;{])height: 100%;(?![^}]*inset:)")


@pytest.mark.parametrize("size", [(390, 844), (430, 932), (360, 800)])
def test_pictures_of_cards_need_no_percentage_of_a_row(
    page: Page, site: str, screens: Drawn, size: tuple[int, int]
) -> None:
    """WebKit ignores percentages in some rows. The picture still has room, and covers no choice."""
    width, height = size
    lay_out(page, site, looks=WHOLE_HEIGHT.sub("height: auto;", ALL_LOOKS))
    page.set_viewport_size(ViewportSize(width=width, height=height))
    shown = {name: html for name, (_, html) in screens.items() if "choosing" in html}
    pictures = [["parchment", html] for html in shown.values()]
    seen = call(page, "fit", "besideChoices", pictures)
    assert len([one for one in seen if one["large"]]) > 2
    assert [name for name, one in zip(shown, seen, strict=True) if one["covers"]] == []


def test_a_page_of_the_rules_is_one_screen(page: Page, site: str) -> None:
    """On a phone of 360 by 640 nobody has to scroll in a section or a card."""
    lay_out(page, site)
    page.set_viewport_size(SIZES["360 x 640"])
    start = arrive("k3x9q2")
    pages = {about: updated(start, Go("rules", about)) for about in HANDBOOK.pages}
    pictures = [["parchment", to_html(view(WORDS, visit))] for visit in pages.values()]
    seen = call(page, "fit", "showAll", pictures, {"lists": ":not(*)", "insets": (0, 0, 0, 0)})
    assert {about: one["scrolling"] for about, one in zip(pages, seen, strict=True) if one["scrolling"]} == {}


def test_the_window_itself_never_scrolls(page: Page, site: str) -> None:
    """Firefox would lay the map out beside a scrollbar that is there for a moment. Paper gets all of a long page."""
    lay_out(page, site)
    page.evaluate("document.body.style.height = '5000px'")
    page.mouse.move(50, 50)
    page.mouse.wheel(0, 300)
    page.keyboard.press("End")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    overflow = "getComputedStyle(document.documentElement).overflowY"
    assert page.evaluate(f"[scrollY, {overflow}]") == [0, "hidden"]
    page.emulate_media(media="print")
    assert page.evaluate(overflow) == "visible"
    page.emulate_media(media="screen")


#: All computed styles of the page's root with a class.
STYLE = """(mark) => {
    const root = document.getElementById("app");
    root.className = mark;
    const style = getComputedStyle(root);
    return [...style].map((name) => [name, style.getPropertyValue(name)]);
}"""
#: Where a phone has its notch and its line to swipe, upright and lying: left, top, right, bottom.
NOTCHES = {"390 x 844": (0, 47, 0, 34), "844 x 390": (47, 0, 47, 21)}


@pytest.mark.parametrize("size", NOTCHES)
def test_safe_areas(page: Page, site: str, screens: Drawn, size: str) -> None:
    """Beside a notch, round corners and the line to swipe everything is as it should be."""
    lay_out(page, site)
    page.set_viewport_size(SIZES[size])
    insets = dict(zip(("left", "top", "right", "bottom"), NOTCHES[size], strict=True))
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    wrong = []
    for name, _, seen in look(page, screens, NOTCHES[size]):
        _, high = seen["size"]
        if high > SIZES[size]["height"]:
            wrong.append(f"{name}: the page scrolls, it is {high} high")
        wrong += [f"{name}: {part!r} is not safe" for part in seen["unsafe"]]
        wrong += [f"{name}: {text!r} is cut off" for text in seen["cutOff"]]
    assert not wrong, "\n".join(wrong)


def test_marks_of_the_page_change_no_layout(page: Page, site: str) -> None:
    """Every draw marks the page, and motion begins. A style with another use for that name would lay it out anew."""
    lay_out(page, site)
    ordinary, marked = (page.evaluate(STYLE, mark) for mark in ("", "drawn"))
    assert ordinary == marked
    assert ordinary != page.evaluate(STYLE, "dialog")
