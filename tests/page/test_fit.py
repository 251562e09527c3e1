"""Every kind of screen in every size: nothing is cut off, and only lists scroll, never the map.

The screens are from whole games. Hundreds of them are affordable because they're drawn without Python in the page.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby, islice
from typing import Any, TypeAlias
from unicodedata import east_asian_width

import pytest
from playwright.sync_api import BrowserType, Page, ViewportSize, expect

from app import messages as m
from app.board.names import player_name
from app.drawing.element import Node, to_html
from app.game.game import begin_game
from app.game.seating import LOCAL_PERSON, Bot, Seat
from app.game.setup import Cartographer
from app.screens.lesson.screen import Lesson
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.screen import Playing, resume_playing
from app.screens.rules.screen import HANDBOOK
from app.screens.watch.screen import Watching
from app.shell.view import view
from app.visit import Visit
from cartographers.bots import STRENGTHS
from cartographers.game_id import GameId
from page.conftest import Hand
from support.gallery import TOLD, Screens, gallery
from support.page.axe import check_colors
from support.page.files import FIRST_LOOK, LATER_LOOKS, LOOKS, wait_for_later_part
from support.page.games import LONG
from support.page.player import Player
from support.page.scripts import call, devtools
from support.visits import arrive, updated
from tasks.steps import SITE, WEB
from words import LANGUAGES, Words
from words.files import catalog

WORDS = Words(catalog("en"))
Drawn: TypeAlias = dict[str, tuple[Visit, str]]
Seen: TypeAlias = tuple[str, Visit, dict[str, Any]]

NOBODY = Cartographer()
#: Phones in portrait and landscape, a tablet both ways, two desktops, and a desktop zoomed to 200%.
SIZES = {
    f"{width} x {height}": ViewportSize(width=width, height=height)
    for width, height in (
        *((320, 568), (360, 640), (390, 844), (667, 375), (844, 390)),
        *((768, 1024), (1024, 768), (1280, 800), (1920, 1080), (640, 400)),
    )
}
#: The windows of the quick run: the smallest, the widest, and two between them that break the layout in other ways.
QUICK = ("320 x 568", "1920 x 1080", "667 x 375", "768 x 1024")
#: A made language: the longest of all languages' texts for each key. It has the letters and the lines of Korean.
LONGEST = "ko-longest"
#: The styles and drawings of all screens.
ALL_LOOKS = "".join([*FIRST_LOOK, *((SITE / name).read_text("utf-8") for name in (*LOOKS, *LATER_LOOKS))])
#: The elements that may scroll.
LISTS = ".start, .companion, .dialog, .form, .setup, .tabs, .tip, .end.many .card, .end .card:has(.notes), textarea"
#: Unusual windows: half a phone, a page at 400%, a frame, a narrow window, and a square window.
ODD_SIZES = (
    *((412, 380), (480, 320), (360, 320), (320, 256), (256, 256), (280, 653), (256, 480), (600, 620)),
    *((568, 320), (844, 300), (400, 300), (340, 479), (700, 600), (640, 360)),
)
#: In wide windows, the result may scroll in languages with long words.
WIDE_LISTS = f"{LISTS}, .end .card"
#: There, more elements may scroll, and a button reaches 11.5 pixels from its center, slightly less than 24 across.
ODD: dict[str, Any] = {"lists": f"{WIDE_LISTS}, .game, .curtain, .embed", "reach": 11.5, "texts": True}
#: The windows with large text, and the height of a window that shows a whole printed screen.
LARGE_TEXT, LONG_PAPER = ((1280, 800), (390, 844), (1366, 768), (360, 640)), 30_000
#: All media queries of the page's styles.
QUERIES = "JSON.stringify([...document.styleSheets].map(s => [...s.cssRules].map(r => r.media?.mediaText)))"
#: The map's smallest side there, in pixels.
ODD_MAP = 200
#: The elements that draw in a picture, but have no text and no place in the layout.
SHAPES = frozenset({"circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "use"})
#: The map's smallest share of the smaller side of the screen, during a game and at its end.
AT_LEAST, AT_THE_END = 0.7, 0.3


@cache
def drawn(language: str) -> Drawn:
    """Return the gallery's screens in the given language, without the shapes in their pictures."""
    return drawn_with(words_of(language), gallery())


def drawn_with(words: Words, visits: Screens) -> Drawn:
    """Return screens drawn with the given language's words, without the shapes in their pictures.

    Nine tenths of the HTML are such shapes. Measurements are the same without them, and take a third less time.
    """
    return {name: (visit, to_html(without_shapes(view(words, visit)))) for name, visit in visits.items()}


def without_shapes(node: Node) -> Node:
    """Return a node without the shapes in its pictures."""
    if isinstance(node, str):
        return node
    kept = [child for child in node.children if isinstance(child, str) or child.tag not in SHAPES]
    return replace(node, children=tuple(map(without_shapes, kept)))


def pictures_of(screens: Drawn) -> list[tuple[str, str]]:
    """Return the theme and the HTML of each screen."""
    return [(visit.memory.preferences.theme, drawing) for visit, drawing in screens.values()]


@pytest.fixture(scope="module")
def screens() -> Drawn:
    """Return all screens drawn in English."""
    return drawn("en")


def words_of(language: str) -> Words:
    """Return the given language's words, or the longest texts of all languages.

    Texts whose keys begin with the same word often share a line, so they are all from the language in which they are
    longest together.
    """
    if language != LONGEST:
        return Words(catalog(language))
    catalogs = [catalog(language) for language in LANGUAGES]
    groups = groupby(
        sorted(key for key in catalogs[0] if not key.startswith("cldr.")), lambda key: key.partition(".")[0]
    )
    longest = {key: text for key, text in catalogs[0].items() if key.startswith("cldr.")}
    for _, group in groups:
        keys = [*group]
        texts = max(catalogs, key=lambda one: sum(width(one.get(key, "")) for key in keys))
        longest |= {key: texts.get(key, catalogs[0][key]) for key in keys}
    return Words(longest)


def width(text: str) -> int:
    """Return the approximate width of a text in letters, of which a Korean character has two."""
    return sum(1 + (east_asian_width(letter) in "FW") for letter in re.sub(r"\{.*?\}", "", text))


def lay_out(page: Page, site: str, language: str = "en", looks: str = ALL_LOOKS) -> None:
    """Prepare a page as it is before its first screen."""
    page.goto(f"{site}web/licenses.txt")
    page.set_content(
        f"""<!doctype html><html lang="{language.partition("-")[0]}"><base href="{site}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <body>{looks}<div id="boot" hidden></div><div id="app"></div></body></html>"""
    )


def look(page: Page, hand: Hand, screens: Drawn, **how: Any) -> Iterator[Seen]:  # noqa: ANN401 - options of fit.js
    """Show each screen in turn, and yield its name, visit, and measurements."""
    options = {"lists": LISTS, "insets": (0, 0, 0, 0), **how}
    everything = call(page, "fit", "showAll", hand(pictures_of(screens)), options)
    for (name, (visit, _)), seen in zip(screens.items(), everything, strict=True):
        yield name, visit, seen


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[] if size in QUICK else pytest.mark.thorough) for size in SIZES]
)
def test_every_screen_fits(page: Page, site: str, hand: Hand, size: str) -> None:
    """On every screen nothing is cut off or too small, only lists scroll, the map is large, and buttons can be hit.

    Four windows show all screens, and each of the others every second one.
    """
    lay_out(page, site, LONGEST)
    step = 1 if size in QUICK else 2
    wrong = faults_in(page, hand, islice(drawn(LONGEST).items(), [*SIZES].index(size) % step, None, step), size)
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_every_text_is_readable_in_every_theme(page: Page, site: str, hand: Hand, screens: Drawn) -> None:
    """Every kind of text on every screen is readable in every theme."""
    lay_out(page, site)
    check_colors(page, hand([(name, drawing) for name, (_, drawing) in screens.items()]))


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_fit_in_every_language(page: Page, site: str, hand: Hand, language: str) -> None:
    """Every screen also fits with the words of every language, each screen in one of the windows."""
    lay_out(page, site, language)
    wrong = []
    for number, size in enumerate(SIZES):
        wrong += faults_in(page, hand, islice(drawn(language).items(), number, None, len(SIZES)), size)
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_fit_in_unusual_windows(page: Page, site: str, hand: Hand, language: str) -> None:
    """In unusual windows nothing is cut off, covered or unreachable, and the map has at least 200 pixels.

    Each window shows every third screen in one of the languages, so each screen appears in several windows.
    """
    lay_out(page, site, language)
    wrong: list[str] = []
    for number, (width, height) in islice(enumerate(ODD_SIZES), LANGUAGES.index(language), None, len(LANGUAGES)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for name, visit, seen in look(page, hand, dict(islice(drawn(language).items(), number % 3, None, 3)), **ODD):
            wrong += (f"{width} x {height}, {fault}" for fault in faults(name, visit, seen, width, height))
            if seen["map"]:
                left, _, right, _ = seen["map"]
                if right - left < ODD_MAP or left < 0 or right > width:
                    wrong.append(f"{width} x {height}, {name}: the map is at {seen['map']}")
    assert not wrong, "\n".join(wrong)


def faults_in(page: Page, hand: Hand, screens: Iterable[tuple[str, tuple[Visit, str]]], size: str) -> list[str]:
    """Return the faults of screens in a window of the given size."""
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    page.set_viewport_size(SIZES[size])
    wrong: list[str] = []
    for name, visit, seen in look(page, hand, dict(screens), lists=LISTS if width < height else WIDE_LISTS):
        wrong += faults(name, visit, seen, width, height)
        screen = visit.screen
        if isinstance(screen, Playing | Watching | Lesson):
            left, top, right, bottom = seen["map"]
            over = isinstance(screen, Playing) and isinstance(screen.scene, EndScene)
            least = AT_THE_END if over else AT_LEAST
            inside = min(left, top) >= 0 and right <= width and bottom <= height
            if not inside or right - left < least * min(width, height):
                wrong.append(f"{name}: the map is at {seen['map']}")
    return [f"{size}, {fault}" for fault in wrong]


def faults(name: str, visit: Visit, seen: dict[str, Any], width: int, height: int) -> Iterator[str]:
    """Yield the faults of a screen in a window of the given size, apart from those of its map."""
    wide, high = seen["size"]
    if wide > width or high > height:
        yield f"{name}: the page scrolls, it is {wide} x {high}"
    yield from (f"{name}: {box} scrolls" for box in seen["scrolling"])
    yield from (f"{name}: {box} scrolls sideways" for box in seen["sideways"] if box != "tabs")
    yield from (f"{name}: {text!r} is cut off" for text in seen["cutOff"])
    yield from (f"{name}: {control!r} sticks out of its panel" for control in seen["stickingOut"])
    yield from (f"{name}: {text!r} is too fine to be read" for text in seen["fine"])
    yield from (f"{name}: {button!r} is narrower than its column" for button in seen["narrow"])
    yield from (f"{name}: an iPhone zooms in on the field {field!r}" for field in seen["zooming"])
    screen = visit.screen
    # The lesson's coach, an edict's tip, a notice, and a first explanation cover some buttons and texts.
    lit = screen.looking.lit if isinstance(screen, Playing) else isinstance(screen, Watching) and screen.lit
    covered = isinstance(screen, Lesson) or lit
    if not covered and not visit.notice and not name.startswith("explained"):
        yield from (f"{name}: {button}" for button in seen["missed"])
        yield from (f"{name}: {text!r} is covered" for text in seen["covered"])


@pytest.mark.parametrize("text", [{"minimumFontSize": 20}, {"defaultFontSize": 32}], ids=str)
def test_large_text_leaves_everything_in_reach(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str, hand: Hand, text: dict[str, int]
) -> None:
    """With a minimum size of text, or large text, nothing is cut off or out of reach, also in the built page."""
    [(setting, size)] = text.items()
    args = [*browser_type_launch_args["args"], f"--blink-settings={setting}={size}"]
    with browser_type.launch(**browser_type_launch_args | {"args": args}) as browser:
        page = browser.new_page(reduced_motion="reduce")
        player = Player(page)
        player.start(site)
        wait_for_later_part(player)
        expect(player.confirm).to_be_in_viewport(ratio=1)
        assert page.evaluate(QUERIES).count("56.25rem") == 0 or setting == "defaultFontSize"
        lay_out(page, site)
        page.add_script_tag(content=f"globalThis.cartographers = {{}}; {(WEB / 'text-size.js').read_text('utf-8')}")
        assert page.evaluate("parseFloat(getComputedStyle(document.getElementById('boot')).fontSize)") >= 20
        wrong: list[str] = []
        for number, (width, height) in enumerate(LARGE_TEXT):
            page.set_viewport_size(ViewportSize(width=width, height=height))
            screens = dict(islice(drawn("en").items(), number, None, len(LARGE_TEXT)))
            for name, visit, seen in look(page, hand, screens, **ODD):
                wrong += (f"{width} x {height}, {fault}" for fault in faults(name, visit, seen, width, height))
    assert not wrong, "\n".join(wrong)


#: The width in pixels of what is printed on a page, and the corners of the page in a PDF.
PAPERS = {"A4": (711, b"0 0 59"), "Letter": (733, b"0 0 612 792")}
#: The buttons that show something and are printed, by their first classes.
CONTENT = (
    "advantage beast-key best-moment card-choice cell choice costly day edict effect-of enlarging entry equation honor "
    "kept-entry lost moment new-honors one row standing stars tab tallied tile time track"
)


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.thorough)])
def test_every_screen_is_printed_whole(page: Page, site: str, hand: Hand, screens: Drawn, paper: str) -> None:
    """On any paper, nothing scrolls or is cut off, and there are no buttons except those that show something."""
    width, corners = PAPERS[paper]
    lay_out(page, site)
    call(page, "fit", "showScreen", *dict(zip(screens, pictures_of(screens), strict=True))["honors, 0"])
    printed = page.pdf(format=paper, prefer_css_page_size=True)
    assert printed.count(b"/MediaBox [" + corners) > 1
    page.emulate_media(media="print")
    page.set_viewport_size(ViewportSize(width=1047, height=width))  # the same paper in landscape
    call(page, "fit", "showScreen", *dict(zip(screens, pictures_of(screens), strict=True))["doors, start.beaten"])
    assert page.evaluate("getComputedStyle(document.querySelector('.start'), '::before').display") == "none"
    page.set_viewport_size(ViewportSize(width=width, height=LONG_PAPER))
    wrong = []
    for name, seen in zip(screens, call(page, "fit", "checkPrint", hand(pictures_of(screens))), strict=True):
        wrong += [f"{name}: {kind} {one!r}" for kind in ("scrolling", "cutOff") for one in seen[kind]]
        wrong += [f"{name}: a button {one!r}" for one in {*seen["buttons"]} - {*CONTENT.split()}]
    page.emulate_media(media="screen")
    assert not wrong, "\n".join(wrong)


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4, 6, 12])
def test_strip_shows_player_and_season_in_full(page: Page, site: str, hand: Hand, language: str, players: int) -> None:
    """On phones, the strip shows player and season in full, and no text is cut off in multiplayer games."""
    words, phones = words_of(language), ("320 x 568", "360 x 640", "390 x 844")
    lay_out(page, site, language)
    wrong, screens = [], drawn_with(words, of_several(players))
    for size in phones:
        page.set_viewport_size(SIZES[size])
        for name, visit, seen in look(page, hand, screens):
            wrong += [f"{size}, {name}: {text!r} is cut off" for text in seen["cutOff"]]
            screen = visit.screen
            if isinstance(screen, Playing) and not isinstance(screen.scene, CurtainScene):
                moment = words(f"season.{screen.board.moment.season.name}")
                shown = " ".join((seen["strip"] or "").split())
                named = player_name(words, screen.game, screen.board.player)
                wrong += [f"{size}, {name}: the strip lacks {text}" for text in (named, moment) if text not in shown]
    assert not wrong, "\n".join(wrong)


def of_several(players: int) -> Screens:
    """Return screens of multiplayer games with long names, with short names, and with bots of each strength."""
    found: Screens = {}
    seated: dict[str, tuple[Cartographer, tuple[Seat, ...]]] = {
        "long": (LONG, (LOCAL_PERSON,) * players),
        "short": (NOBODY, (LOCAL_PERSON,) * players),
        **{strength: (NOBODY, (Bot(strength),) * players) for strength in STRENGTHS},
    }
    for name, (cartographer, seats) in seated.items():
        game = begin_game(replace(GameId("fit"), players=players), (cartographer,) * players, seats)
        found[name] = arrive("fit", explained=TOLD).with_only_screen(resume_playing(game, 0))
        found[f"{name}, drawing"] = updated(found[name], m.Proceed())
        found[f"{name}, maps"] = updated(found[name], m.Open("maps"))
    return found


#: A height of 100% in the flow.
WHOLE_HEIGHT = re.compile(r"(?<=[;{])height:100%(?=[;}])(?![^}]*inset:)")


@pytest.mark.parametrize("size", [(390, 844), (430, 932), (360, 800)])
def test_card_picture_has_room_in_webkit(
    page: Page, site: str, hand: Hand, screens: Drawn, size: tuple[int, int]
) -> None:
    """WebKit ignores percentages in some rows, but the card's picture still has room and covers no choice."""
    width, height = size
    lay_out(page, site, looks=WHOLE_HEIGHT.sub("height:auto", ALL_LOOKS))
    page.set_viewport_size(ViewportSize(width=width, height=height))
    shown = {name: html for name, (_, html) in screens.items() if "choosing" in html}
    pictures = [["parchment", html] for html in shown.values()]
    seen = call(page, "fit", "checkCardPictures", hand(pictures))
    assert len([one for one in seen if one["large"]]) > 2
    assert [name for name, one in zip(shown, seen, strict=True) if one["covers"]] == []


def test_rules_need_no_scrolling_on_a_phone(page: Page, site: str, hand: Hand) -> None:
    """On a phone of 360 by 640 pixels, no section or card of the rules needs scrolling."""
    lay_out(page, site)
    page.set_viewport_size(SIZES["360 x 640"])
    start = arrive("k3x9q2")
    pages = {about: updated(start, m.Go("rules", about)) for about in HANDBOOK.pages}
    pictures = [["parchment", to_html(view(WORDS, visit))] for visit in pages.values()]
    seen = call(page, "fit", "showAll", hand(pictures), {"lists": ":not(*)", "insets": (0, 0, 0, 0)})
    assert {about: one["scrolling"] for about, one in zip(pages, seen, strict=True) if one["scrolling"]} == {}


def test_window_never_scrolls(page: Page, site: str) -> None:
    """The window never scrolls, because Firefox would shift the map for a scrollbar. A long page is printed in full."""
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


#: All computed styles of the page's root with the given class.
STYLE = """(mark) => {
    const root = document.getElementById("app");
    root.className = mark;
    const style = getComputedStyle(root);
    return [...style].map((name) => [name, style.getPropertyValue(name)]);
}"""


#: The insets of a phone's notch and home indicator in portrait and landscape: left, top, right, bottom.
NOTCHES = {"390 x 844": (0, 47, 0, 34), "844 x 390": (47, 0, 47, 21)}


@pytest.mark.parametrize("size", [pytest.param("390 x 844", marks=pytest.mark.thorough), "844 x 390"])
def test_safe_areas(page: Page, site: str, hand: Hand, screens: Drawn, size: str) -> None:
    """No screen is obscured by a notch, round corners, or the home indicator."""
    lay_out(page, site)
    page.set_viewport_size(SIZES[size])
    insets = dict(zip(("left", "top", "right", "bottom"), NOTCHES[size], strict=True))
    devtools(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    wrong = []
    for name, _, seen in look(page, hand, dict(islice(screens.items(), 0, None, 2)), insets=NOTCHES[size]):
        _, high = seen["size"]
        if high > SIZES[size]["height"]:
            wrong.append(f"{name}: the page scrolls, it is {high} high")
        wrong += [f"{name}: {part!r} is not safe" for part in seen["unsafe"]]
        wrong += [f"{name}: {text!r} is cut off" for text in seen["cutOff"]]
    assert not wrong, "\n".join(wrong)


def test_marker_classes_change_no_layout(page: Page, site: str) -> None:
    """The classes that mark the page while it draws or moves change no layout through an unrelated style."""
    lay_out(page, site)
    ordinary, marked = (page.evaluate(STYLE, mark) for mark in ("", "drawn"))
    assert ordinary == marked
    assert ordinary != page.evaluate(STYLE, "dialog")
