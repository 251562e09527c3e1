"""The figures of the rules: small maps drawn as in the game.

The engine computes what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from app.board.map_view import awards_mark, excerpt
from app.drawing import map_art
from app.drawing.element import Element, h
from app.drawing.land import UNIT
from cartographers.ambush import AMBUSH
from cartographers.attack import Attack
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import AmbushCard
from cartographers.diagram import read_diagram, read_marked_diagram
from cartographers.maps import blank_sheet
from cartographers.region import SIZE, Region, names, position, region_of, space_at, spaces
from cartographers.scoring import Awards, ScoringCard, monsters, stars
from cartographers.scoring.card import examples
from cartographers.sheet import COIN_TRACK, Sheet
from cartographers.sides import SIDES
from cartographers.solo import ambush_trail, ambush_walk
from cartographers.terrain import Terrain
from words import Words, capital

#: The width of a space in pixels: in an example, and on maps of an ambush's route, of a side, and of a landing.
_NEAR, _FAR = 26, 12
_SIDE, _LANDING = 10, 16
#: The width of a beast's portrait in pixels.
_PORTRAIT = 40
#: The number of filled spaces that push an ambush up in the example of its landing.
_BLOCKED = 4
#: The length of an arrowhead, in map units.
_HEAD = 18
#: All grounds in the order in which a player meets them, each with its mark in a diagram.
_GROUNDS = {
    **{terrain.value: terrain.mark for terrain in Terrain},
    "mountain": "^",
    "ruins": "@",
    "wasteland": "#",
    "destroyed": "x",
}

Figures = list[Element]


def scored(words: Words, card: ScoringCard) -> Figures:
    """Return the examples of a scoring card, with the spaces that earn stars highlighted."""
    return _scored(words, card, card.examples)


def cost_of_monsters(words: Words) -> Figures:
    """Return the examples of the cost of monsters."""
    return _scored(words, monsters, examples(monsters))


def _scored(words: Words, rule: Callable[[Sheet], Awards], drawn: Iterable[tuple[int, str]]) -> Figures:
    """Return examples with the stars that a rule awards for them."""
    found = []
    for _, drawing in drawn:
        sheet, _ = read_marked_diagram(drawing)
        awards = rule(sheet)
        earning = region_of(space for award in awards for space in spaces(award.spaces))
        picture = excerpt(sheet, _described(words, sheet, earning), awards_mark(awards), unit=_NEAR)
        found.append(_figure(picture, words.plural("reckoning.total", stars(awards))))
    return found


def turn(words: Words) -> Figures:
    """Return a shape in a place where it fits, and in one where it doesn't."""
    return [
        _placed(words, "forest", [". . v v", ".! f . .", ".! .! ^ ."], words("fits")),
        _placed(words, "forest", [". . v v", ". f .! .", ". . ^! .!"], words("reason.MOUNTAIN")),
    ]


def beside(words: Words) -> Figures:
    """Return the spaces adjacent to a cluster, and a map of several clusters."""
    around, lit = read_marked_diagram([". . .! .", ". .! v .!", ". .! v .!", ". . .! ."])
    apart = read_diagram(["f f . .", "f . f f", ". . . f", "f . . ."])
    return [
        _figure(
            excerpt(around, _described(words, around, lit), map_art.lit(lit), unit=_NEAR), words("rules.beside.lit")
        ),
        _figure(excerpt(apart, _described(words, apart), unit=_NEAR), words("rules.beside.clusters")),
    ]


def apart(words: Words) -> Figures:
    """Return a shape in two parts, on both sides of a mountain."""
    return [_placed(words, "farm", [". . . . .", ". .! ^ .! .", ". . . . ."], words("fits"))]


def crowded(words: Words) -> Figures:
    """Return a map on which only a single space fits."""
    return [_placed(words, "forest", ["v v a a w", "f v .! a w", "f f # # .", "m m w w v"], words("forced.no-fit"))]


def legend(words: Words) -> Figures:
    """Return each ground with its name."""
    return [
        _figure(excerpt(read_diagram([mark]), words(_name(ground)), unit=_NEAR), words(_name(ground)))
        for ground, mark in _GROUNDS.items()
    ]


def beasts(words: Words) -> Figures:
    """Return a space of each beast with the beast's name."""
    found = []
    for beast in Beast:
        sheet = read_diagram(["."]).drawn(Terrain.MONSTER, 1 << space_at(0, 0), beast=beast)
        name = words(f"terrain.{beast.value}")
        found.append(_figure(excerpt(sheet, name, unit=_PORTRAIT), capital(name)))
    return found


def reach(words: Words, beast: Beast) -> Figures:
    """Return a beast's shape on a map, with a frame on each space within reach of its effect."""
    [card] = [card for card in AMBUSH[Box.HEROES] if card.beast is beast]
    printed = card.shape.printed
    room = Sheet(
        land=region_of(
            space_at(row, column) for row in range(printed.height + 2) for column in range(printed.width + 2)
        )
    )
    region = region_of(space_at(row + 1, column + 1) for row, column in card.shape.cells)
    sheet = room.drawn(Terrain.MONSTER, region, beast=beast)
    within = sheet.within_reach(beast)
    return [_figure(excerpt(sheet, _described(words, sheet, within), map_art.pickable(within), unit=_NEAR))]


def sides(words: Words) -> Figures:
    """Return the map sides."""
    return [_figure(excerpt(blank_sheet(side), words(f"side.{side}"), unit=_SIDE), side) for side in SIDES]


def mountains(words: Words) -> Figures:
    """Return a mountain before and after it earns a coin."""
    sheet = read_diagram([". f .", "w ^ .", ". m ."])
    found = []
    for now in (sheet, sheet.drawn(Terrain.VILLAGE, 1 << space_at(1, 2))):
        caption = words("coins.label", coins=now.coins, track=COIN_TRACK)
        found.append(_figure(excerpt(now, _described(words, now), unit=_NEAR), caption))
    return found


def ruins(words: Words) -> Figures:
    """Return ruins before and after a shape covers them."""
    sheet = read_diagram([". . . @", "f @ . .", "f f . ."])
    filled = sheet.drawn(Terrain.WATER, region_of((space_at(1, 1), space_at(1, 2))))
    return [_figure(excerpt(one, _described(words, one), unit=_NEAR)) for one in (sheet, filled)]


def hero(words: Words, attack: Attack) -> Figures:
    """Return a hero's attack on two monsters, before and after."""
    cells = [*attack.offsets, (0, 0)]
    top, left = (-min(cell[axis] for cell in cells) for axis in (0, 1))
    rows, columns = top + 1 + max(row for row, _ in cells), left + 1 + max(column for _, column in cells)
    struck = [(top + row, left + column) for row, column in (attack.offsets[0], attack.offsets[-1])]
    land = region_of(space_at(row, column) for row in range(rows) for column in range(columns))
    before = Sheet(land=land, monster=region_of(space_at(*cell) for cell in struck))
    stands = 1 << space_at(top, left)
    attacked = region_of(space_at(top + row, left + column) for row, column in attack.offsets)
    after = before.drawn(Terrain.HERO, stands, attack=attacked)
    ghost = map_art.ghost("hero", stands, legal=True, attack=attacked, struck=attacked & before.monster)
    return [
        _figure(excerpt(before, _described(words, before, stands), ghost, unit=_NEAR), words("rules.before")),
        _figure(excerpt(after, _described(words, after), unit=_NEAR), words("rules.after")),
    ]


def walk(words: Words, card: AmbushCard) -> Figures:
    """Return the starting place and the route of an ambush in a solo game."""
    places = list(ambush_walk(card))
    printed = card.shape.printed
    sheet = Sheet().drawn(Terrain.MONSTER, places[0], beast=card.beast)
    way = _way(places[: 1 + SIZE - (printed.height if _upright(places) else printed.width)])
    return [_figure(excerpt(sheet, _described(words, sheet), way, unit=_FAR), words("rules.walk"))]


def landing(words: Words, card: AmbushCard) -> Figures:
    """Return an ambush that doesn't fit in its corner, with its route and its landing place."""
    begins = next(ambush_walk(card))
    row, column = position(list(spaces(begins))[begins.bit_count() // 2])
    wood = region_of(space_at(above, column) for above in range(row - _BLOCKED, row + 1))
    sheet = blank_sheet("A").drawn(Terrain.FOREST, wood)
    trail = ambush_trail(card, sheet.empty)
    landed = sheet.drawn(Terrain.MONSTER, trail[-1])
    label = _described(words, landed, trail[-1])
    return [_figure(excerpt(landed, label, map_art.walker(begins), _way(trail), unit=_LANDING))]


def _upright(places: list[Region]) -> bool:
    """Return whether a walk begins along the left or right edge of the map."""
    return _middle(places[0])[0] == _middle(places[1])[0]


def _way(places: list[Region]) -> Element:
    """Return an arrow through the places of an ambush."""
    points = [_middle(place) for place in places]
    (x, y), (to_x, to_y) = points[-2:]
    across, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    head = "".join(
        f"M{to_x} {to_y}L{to_x - _HEAD * (across + side * down)} {to_y - _HEAD * (down + side * across)}"
        for side in (-1, 1)
    )
    line = f"M{'L'.join(f'{x} {y}' for x, y in points)}{head}"
    return h("g", h("path", d=line, class_="edge"), h("path", d=line), class_="way", key="way")


def _middle(place: Region) -> tuple[int, int]:
    """Return the middle of a place's bounding box, in map units."""
    rows, columns = zip(*map(position, spaces(place)), strict=True)
    return UNIT * (min(columns) + max(columns) + 1) // 2, UNIT * (min(rows) + max(rows) + 1) // 2


def _placed(words: Words, terrain: str, drawing: list[str], caption: str) -> Element:
    """Return a shape on the marked spaces of a drawing.

    It is legal if they are all empty.
    """
    sheet, region = read_marked_diagram(drawing)
    offending = region & sheet.filled
    ghost = map_art.ghost(terrain, region, legal=not offending, offending=offending)
    return _figure(excerpt(sheet, _described(words, sheet, region), ghost, unit=_NEAR), caption)


def _figure(picture: Element, caption: str = "") -> Element:
    return h("figure", picture, h("figcaption", caption) if caption else None)


def _described(words: Words, sheet: Sheet, marked: Region = 0) -> str:
    """Return the description of a picture for screen readers.

    It names the spaces of each ground, and the marked spaces.
    """
    return " ".join(_sentences(words, sheet, marked))


def _sentences(words: Words, sheet: Sheet, marked: Region) -> Iterator[str]:
    for ground in _GROUNDS:
        region: Region = getattr(sheet, ground)
        if region:
            text = words("rules.picture.ground", ground=words(_name(ground)), spaces=", ".join(names(region)))
            yield capital(text)
    if marked:
        yield words("rules.picture.marked", spaces=", ".join(names(marked)))


def _name(ground: str) -> str:
    return "rules.ground.ruins" if ground == "ruins" else f"terrain.{ground}"
