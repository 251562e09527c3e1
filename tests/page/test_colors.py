"""The grounds on the map differ without color, as measured on Chromium's rendering at the size of a phone.

Each space has eleven measured qualities, all in units of CIELAB, of which 2.3 are just noticeable [1]_: its lightness
(L*, from 0 for black to 100 for white) at nine ranks, with its pixels sorted from dark to light, its redness (mean
a*), and its yellowness (mean b*). The ranks separate the ground from the ink and the highlights drawn on it, so they
reflect the strength of a texture, but not the positions of its pixels. The eye also tells a tree from a house,
but these measurements don't.

Two grounds are distinct if there is a quality in which *every* space of one is beyond *every* space of the other,
whatever is drawn on them and around them. Their difference is the gap between the nearest two spaces, in the quality
with the widest gap. It shrinks as the drawings of a ground vary more, and a negative difference is an overlap in all
qualities.

.. [1] M. Mahy, L. Van Eycken, A. Oosterlinck: Evaluation of uniform color spaces developed after the adoption of CIELAB
   and CIELUV. Color Research & Application 19 (1994).
"""

from itertools import combinations, islice
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, ViewportSize

from app.drawing import map_art
from app.drawing.element import Node, h, to_html
from app.drawing.land import UNIT
from cartographers.beast import Beast
from cartographers.region import position, region_of, space_at, spaces
from support.page.scripts import call, call_on, devtools
from tasks.build import look as look_of
from tasks.delivery import FIRST_LOOKS, NEXT_LOOKS

pytestmark = pytest.mark.pixels

#: For each ground on the map, its spaces' values of each quality, in units of CIELAB.
Seen: TypeAlias = dict[str, list[tuple[float, ...]]]

THEMES = ("parchment", "night", "contrast")
VISIONS = ("none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia")
"""The kinds of color vision that Chromium can emulate; with achromatopsia, everything is gray."""

CLEAR = 2 * 2.3
"""The minimum difference of two grounds in units of CIELAB: twice the just noticeable difference."""

PIXELS = 28
"""The width of a space in CSS pixels and in screen pixels: about as on a phone 360 pixels wide, but in less detail."""

#: The spaces of each ground, with each of its drawings both in a large area and alone.
PLACES = (
    "# # # . # . # .",
    "# # # . . . . .",
    "# # # . . # . #",
    ". . . . . . . .",
    "# . # . # # # .",
    ". . . . # # # .",
    ". # . . # # # .",
    ". . . # . . . .",
)
SIDE = len(PLACES)
REGION = region_of(
    space_at(row, column)
    for row, line in enumerate(PLACES)
    for column, place in enumerate(line.split())
    if place == "#"
)
GROUNDS = {
    "paper": None,
    **{kind: map_art.territory(kind, REGION, 0) for kind in ("forest", "village", "farm", "water", "monster", "hero")},
    "destroyed": map_art.territory("destroyed", REGION, 0),
    "wasteland": map_art.features(0, 0, 0, REGION),
    "mountain": map_art.features(REGION, region_of([*spaces(REGION)][::2]), 0, 0),
}
BEASTS = (Beast.TROLL, Beast.GORGON, Beast.DRAGON, Beast.ZOMBIE)
#: The drawings of monsters and beasts.
FACES = [
    *(f"monster-{number}" for number in range(3)),
    *(f"{beast.value}-{number}" for beast in BEASTS for number in range(2)),
]

TINY = 27
"""The width of a space in CSS pixels on a phone 320 pixels wide."""

UNLIKE = 12
"""The minimum mean difference in lightness between the pixels of two faces, in units of CIELAB."""

ACROSS = 5
"""The number of grounds in a row of the picture."""

WHOLE = ViewportSize(width=ACROSS * SIDE * PIXELS, height=len(GROUNDS) // ACROSS * SIDE * PIXELS)
LAYOUT = f"""
    body {{ margin: 0; }}
    main {{ position: absolute; inset: 0; display: grid; grid: auto-flow / repeat({ACROSS}, {SIDE * PIXELS}px); }}
    .map {{ width: {SIDE * PIXELS}px; height: {SIDE * PIXELS}px; }}
"""


def show(page: Page, theme: str, looks: str, *drawings: Node) -> None:
    """Make a page show drawings side by side, without the game."""
    page.set_content(f'<!doctype html><html data-theme="{theme}">{looks}{to_html(h("main", *drawings))}</html>')


def lay_out(page: Page, theme: str) -> None:
    """Make a page show all grounds side by side in corners of the map, without the game."""
    corner = f"0 0 {SIDE * UNIT} {SIDE * UNIT}"
    maps = (h("svg", map_art.paper("summer"), land, class_="map", viewBox=corner) for land in GROUNDS.values())
    first, of_map = look_of(*FIRST_LOOKS), look_of(*NEXT_LOOKS["map"])
    page.set_viewport_size(WHOLE)
    show(page, theme, f"<style>{first.style}</style>{of_map.html}<style>{LAYOUT}</style>", *maps)


def photograph(page: Page) -> str:
    """Return a picture of a page."""
    return str(devtools(page).send("Page.captureScreenshot", {"optimizeForSpeed": True})["data"])


def look(page: Page, vision: str) -> Seen:
    """Measure the spaces of each ground as seen with a kind of color vision."""
    devtools(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    places = [position(space) for space in spaces(REGION)]
    corners = [
        (PIXELS * (number % ACROSS * SIDE + column), PIXELS * (number // ACROSS * SIDE + row))
        for number in range(len(GROUNDS))
        for row, column in places
    ]
    measured = iter(call(page, "picture", "measure", photograph(page), corners, PIXELS))
    return {ground: list(zip(*islice(measured, len(places)), strict=True)) for ground in GROUNDS}


def difference(seen: Seen, one: str, other: str) -> float:
    """Return the widest gap in CIELAB between all spaces of two grounds in one quality, negative for an overlap."""
    qualities = zip(seen[one], seen[other], strict=True)
    return max(max(min(ones) - max(others), min(others) - max(ones)) for ones, others in qualities)


def confused(page: Page, vision: str) -> dict[tuple[str, str], float]:
    """Return the pairs of grounds that aren't clearly distinct, with their differences."""
    seen = look(page, vision)
    differences = {pair: difference(seen, *pair) for pair in combinations(GROUNDS, 2)}
    return {pair: round(units, 1) for pair, units in differences.items() if units < CLEAR}


@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", THEMES)
def test_grounds_differ_in_every_theme_and_color_vision(page: Page, theme: str) -> None:
    """In each theme and for each kind of color vision, every two grounds differ clearly."""
    lay_out(page, theme)
    assert {vision: confused(page, vision) for vision in VISIONS} == {vision: {} for vision in VISIONS}


def lay_out_faces(page: Page, theme: str) -> None:
    """Make a page show the faces of all monsters side by side, without the game."""
    ground = h("rect", width=UNIT, height=UNIT, fill="var(--monster)")
    corner = f"0 0 {UNIT} {UNIT}"
    tiles = (h("svg", ground, h("use", href=f"#{face}"), class_="map", viewBox=corner) for face in FACES)
    page.set_viewport_size(ViewportSize(width=len(FACES) * TINY, height=TINY))
    looks = "".join(look_of(*names).html for names in (FIRST_LOOKS, *NEXT_LOOKS.values()))
    looks += f"<style>body {{ margin: 0; }} main {{ display: flex; }} .map {{ flex: none; width: {TINY}px; }}</style>"
    show(page, theme, looks, *tiles)


def faces_alike(page: Page) -> set[tuple[str, str]]:
    """Return the pairs of different monsters, at least one of them a beast, that look alike without color."""
    corners = [(TINY * place, 0) for place in range(len(FACES))]
    units = call(page, "picture", "compareLightness", photograph(page), corners, TINY)
    kinds = [face.partition("-")[0] for face in FACES]
    return {
        (kinds[one], kinds[other])
        for one, other in combinations(range(len(FACES)), 2)
        if kinds[one] != kinds[other] and units[one][other] < UNLIKE
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", THEMES)
def test_beasts_differ_without_color_on_a_small_phone(page: Page, theme: str) -> None:
    """In each theme, every beast clearly differs in shape from all other monsters, even mirrored and very small."""
    lay_out_faces(page, theme)
    assert faces_alike(page) == set()


def test_check_fails_for_a_troll_that_looks_like_a_gorgon(page: Page) -> None:
    """The check fails for two beasts with the same drawing."""
    lay_out_faces(page, "parchment")
    call_on(page.locator("main"), "pretend", "replaceDrawings", "#troll-", "#gorgon-")
    assert faces_alike(page) == {("troll", "gorgon")}


def test_check_fails_for_grounds_that_look_alike(page: Page) -> None:
    """The check fails for wasteland as light as water without color, and for villages like forests even in color."""
    lay_out(page, "contrast")
    page.add_style_tag(content=":root { --stone: #bdbdbd; }")
    assert confused(page, "none") == {}
    assert confused(page, "achromatopsia").keys() == {("water", "wasteland")}
    lay_out(page, "parchment")
    page.add_style_tag(content=":root { --village: var(--forest); }")
    call_on(page.locator("main"), "pretend", "replaceDrawings", "#village-", "#forest-")
    assert confused(page, "none").keys() == {("forest", "village")}
