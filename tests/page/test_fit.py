"""Every kind of screen in every size: nothing is cut off, and only what is a list scrolls; never the map.

The screens are those of whole games, drawn without Python in the page: so there can be hundreds of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, ViewportSize

from app.element import text_of, to_html, walk
from app.link import link_of
from app.model import (
    Choose,
    Confirm,
    Continue,
    EndScene,
    Light,
    Model,
    Open,
    PlayOn,
    Proceed,
    Seek,
    SetUp,
    Type,
    Watch,
    Where,
)
from app.preferences import OPTIONS, Preferences
from app.replay import watch
from app.setup import Cartographer
from app.text import Words
from app.update import start, update
from app.view import view
from cartographers.events import Forced
from cartographers.record import read_record
from cartographers.state import Task
from page.games import LONG
from page.player import CUT_OFF, SCROLLERS, TOO_SMALL
from tasks.build import art
from tasks.steps import SITE, WEB

pytestmark = pytest.mark.browser_context_args(reduced_motion="reduce")

WORDS = Words(json.loads((WEB / "catalogue/en.json").read_text("utf-8")))
Screens: TypeAlias = dict[str, Model]
Drawn: TypeAlias = dict[str, tuple[Model, str]]

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
#: The style of the site.
[STYLE] = re.findall("<style>.*?</style>", (SITE / "index.html").read_text("utf-8"), re.DOTALL)
#: What may hold more than it shows.
LISTS = ".dialog, .form, .setup, .tabs, .tip, .end .card"
#: The smallest part of the smaller side of the screen that the map may take.
AT_LEAST, AT_THE_END = 0.7, 0.3


def kind(model: Model) -> str:
    """Return a name for the kind of screen: another one for whatever has a look of its own."""
    if model.scene or not model.game or not model.game.state.task:
        return type(model.scene).__name__
    return kind_of_task(model.game.state.task)


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


def screens_of(game: str) -> Screens:
    """Return a model of each kind of screen in a game that is played without a thought."""
    model = update(start("fit", kept(game)), Continue())
    found: Screens = {}
    for ply in range(2000):
        found.setdefault(kind(model), model)
        if isinstance(model.scene, EndScene):
            break
        if not model.scene:
            for _ in range(ply % 4):
                model = update(model, Where())
        model = update(model, Proceed() if model.scene else Confirm())
    found |= replays_of(found["EndScene"])
    return {f"{game}, {what}": model for what, model in found.items()}


def replays_of(final: Model) -> Screens:
    """Return a replay of a game at its ends, with each kind of card, and where there is most to be read of each."""
    model, told = update(final, Watch()), dict[str, int]()
    found = {"replay": model}
    assert model.replay
    for place in range(1, model.replay.last + 1):
        here = update(model, Seek(place))
        assert here.replay
        assert here.replay.before.task
        what = (
            "replay to the end" if place == here.replay.last else f"replay of {kind_of_task(here.replay.before.task)}"
        )
        [text] = [text_of(part) for part in walk(view(WORDS, here)) if part.attributes.get("class") == "happened"]
        if len(text) > told.get(what, -1):
            found[what], told[what] = here, len(text)
    return found


def around(game: Model) -> Iterator[tuple[str, Model]]:
    """Yield the screens before a game, and the dialogs and tips over it."""
    first = start("k3x9q2")
    yield "nothing kept", first
    yield "one kept", start("k3x9q2", kept("c1-c-hhhyh-1p-fit"))
    yield "a damaged one", start("k3x9q2", "c1-a-1p-x B7")
    for query in ("?daily", "?id=c1-e-1p-x", "?embed&id=c1-d-1p-x", "?embed&id=c1-e-1p-x"):
        yield query, start("k3x9q2", kept("c1-c-hhhyh-1p-fit"), link=link_of(query, "2026-11-22"))
    setup = update(first, SetUp())
    yield "setup", setup
    for message in (
        *(Choose("players", "12"), Choose("cards", "mixed"), Choose("edicts", "chosen"), Choose("headings", "shown")),
        *(Type("name 0", "Wilhelmina Featherington"), Type("seed", "no seed"), Open("edict", "B")),
    ):
        setup = update(setup, message)
    yield "edicts to choose", setup
    yield "full setup", update(setup, Open())
    for dialog in ("menu", "keys", "cards", "maps", "preferences"):
        yield dialog, update(game, Open(dialog))
    for lit in (*"ABCD", "monsters"):
        yield f"lit {lit}", update(game, Light(lit))
    assert game.game
    cut = update(watch(game, read_record(game.game.record), game.game.cartographers), Seek(999))
    yield "replay of a game that goes on", cut
    yield "playing on from there", update(cut, PlayOn())
    for dialog in ("menu", "keys", "maps"):
        yield f"replay, {dialog}", update(cut, Open(dialog))
    yield "replay, lit", update(cut, Light("D"))


@pytest.fixture(scope="module")
def screens() -> Drawn:
    """Return every kind of screen by its name, and drawn, in the themes and for the hands in turn."""
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
    in_play = next(model for name, model in found.items() if "ExploreCard" in name and "-3p-" in name)
    found |= dict(around(in_play))
    themes, hands = OPTIONS["theme"], OPTIONS["hand"]
    drawn = Drawn()
    for number, (name, model) in enumerate(found.items()):
        preferred = Preferences(theme=themes[number % len(themes)], hand=hands[number % len(hands)])
        screen = replace(model, preferences=preferred)
        drawn[name] = screen, to_html(view(WORDS, screen))
    # Theme by theme, for another theme takes a browser longer than another screen.
    return dict(sorted(drawn.items(), key=lambda item: item[1][0].preferences.theme))


def lay_out(page: Page, site: str) -> None:
    """Make a page as it is before its first screen."""
    page.goto(f"{site}web/licences.txt")
    page.set_content(
        f"""<!doctype html><html lang="en"><base href="{site}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        {STYLE}
        <body>{"".join(art())}<div id="app"></div></body></html>"""
    )


#: Show a screen, with all its letters, and tell how large the page is, what scrolls and should not, which texts are cut
#: off, which buttons a finger would miss, and where the map is.
LOOK = f"""async ([theme, screen]) => {{
    document.documentElement.dataset.theme = theme;
    document.getElementById("app").innerHTML = screen;
    document.body.offsetHeight; // asks for the faces
    await document.fonts.ready;
    const {{scrollWidth, scrollHeight}} = document.scrollingElement;
    const map = document.querySelector(".map-box .map")?.getBoundingClientRect();
    return {{
        size: [scrollWidth, scrollHeight],
        scrolling: {SCROLLERS}.filter(box => !box.matches({LISTS!r})).map(box => box.className),
        cutOff: ({CUT_OFF})(),
        missed: ({TOO_SMALL})([...document.querySelectorAll("button, [type=range]")]),
        map: map && [map.left, map.top, map.right, map.bottom],
    }};
}}"""


def look(page: Page, screen: Model, drawn: str) -> dict[str, Any]:
    """Show a screen and look at it."""
    seen: dict[str, Any] = page.evaluate(LOOK, [screen.preferences.theme, drawn])
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(page: Page, site: str, screens: Drawn, size: str) -> None:
    """Nothing is cut off, lists alone scroll, the map is large, and a finger finds every button."""
    lay_out(page, site)
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    page.set_viewport_size(SIZES[size])
    wrong = []
    for name, (screen, drawn) in screens.items():
        seen = look(page, screen, drawn)
        wide, high = seen["size"]
        if wide > width or high > height:
            wrong.append(f"{name}: the page scrolls, it is {wide} x {high}")
        wrong += [f"{name}: {box} scrolls" for box in seen["scrolling"]]
        wrong += [f"{name}: {text!r} is cut off" for text in seen["cutOff"]]
        if not screen.lit:  # what the tip of an edict covers is not to be hit
            wrong += [f"{name}: {button}" for button in seen["missed"]]
        if screen.game:
            left, top, right, bottom = seen["map"]
            least = AT_THE_END if isinstance(screen.scene, EndScene) else AT_LEAST
            inside = min(left, top) >= 0 and right <= width and bottom <= height
            if not inside or right - left < least * min(width, height):
                wrong.append(f"{name}: the map is at {seen['map']}")
    assert not wrong, "\n".join(wrong)


#: Where a phone has its notch and its line to swipe, upright and lying: left, top, right, bottom.
NOTCHES = {"390 x 844": (0, 47, 0, 34), "844 x 390": (47, 0, 47, 21)}

#: What can be read or pressed, but stands where a phone has no screen.
UNSAFE = """([left, top, right, bottom]) => {
    const shown = [...document.querySelectorAll("button, input, h1, h2, p, td")].filter(part =>
        !part.closest(`.said, [inert], ${LISTS}`) && part.getBoundingClientRect().width);
    return shown.filter(part => {
        const box = part.getBoundingClientRect();
        return box.left < left || box.top < top || box.right > innerWidth - right || box.bottom > innerHeight - bottom;
    }).map(part => part.ariaLabel ?? part.innerText);
}""".replace("${LISTS}", LISTS)


@pytest.mark.parametrize("size", NOTCHES)
def test_safe_areas(page: Page, site: str, screens: Drawn, size: str) -> None:
    """Beside a notch, round corners and the line to swipe everything is as it should be."""
    lay_out(page, site)
    page.set_viewport_size(SIZES[size])
    insets = dict(zip(("left", "top", "right", "bottom"), NOTCHES[size], strict=True))
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    wrong = []
    for name, (screen, drawn) in screens.items():
        seen = look(page, screen, drawn)
        _, high = seen["size"]
        if high > SIZES[size]["height"]:
            wrong.append(f"{name}: the page scrolls, it is {high} high")
        wrong += [f"{name}: {part!r} is not safe" for part in page.evaluate(UNSAFE, NOTCHES[size])]
        wrong += [f"{name}: {text!r} is cut off" for text in seen["cutOff"]]
    assert not wrong, "\n".join(wrong)
