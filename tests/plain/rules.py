"""The rules as a reader of the rulebook would write them: spaces are (row, column) pairs, regions are sets."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plain.cards import AMBUSHES, COINS, EXPLORE, RUINS, SEASONS, SIDES, SOLO_NUMBERS, TITLES, Ambush, Explore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Space = tuple[int, int]
Spaces = frozenset[Space]

ANY_TERRAIN = "fvawm"
TERRAIN_TYPES = "fvawmh^"


@dataclass
class PlainMap:
    """A map sheet: its size, its ruins, and what fills each filled space (the letter of the diagram)."""

    height: int
    width: int
    ruins: set[Space]
    filled: dict[Space, str]
    coins: int = 0
    paid: set[Space] = field(default_factory=set)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> PlainMap:
        """Read a diagram, one string a row."""
        tokens = {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row.split())}
        ruins = {space for space, token in tokens.items() if token.endswith("@")}
        filled = {space: token[0] for space, token in tokens.items() if token[0] not in ".@"}
        return cls(len(rows), len(rows[0].split()), ruins, filled)

    def rows(self) -> list[str]:
        """Write the diagram."""

        def token(space: Space) -> str:
            mark = "@" if space in self.ruins else ""
            return self.filled.get(space, "" if mark else ".") + mark

        return [" ".join(token((r, c)) for c in range(self.width)) for r in range(self.height)]

    def spaces(self) -> list[Space]:
        """Every space, row by row."""
        return [(r, c) for r in range(self.height) for c in range(self.width)]

    def empty(self) -> list[Space]:
        """Every space nothing fills, unfilled ruins among them."""
        return [space for space in self.spaces() if space not in self.filled]

    def of(self, kinds: str) -> set[Space]:
        """Every space filled with one of these letters."""
        return {space for space, kind in self.filled.items() if kind in kinds}

    def neighbours(self, space: Space) -> list[Space]:
        """Find the spaces of the map that share a side with this one."""
        r, c = space
        beside = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        return [(r, c) for r, c in beside if 0 <= r < self.height and 0 <= c < self.width]

    def touches(self, space: Space, others: Iterable[Space]) -> bool:
        """Whether one of the others shares a side with the space."""
        return any(neighbour in others for neighbour in self.neighbours(space))

    def enclosed(self, space: Space) -> bool:
        """Whether each side of the space is a filled space or the edge of the map."""
        return all(neighbour in self.filled for neighbour in self.neighbours(space))

    def on_edge(self, space: Space) -> bool:
        """Whether the space lies along the edge of the map."""
        r, c = space
        return r in (0, self.height - 1) or c in (0, self.width - 1)

    def clusters(self, kind: str) -> list[set[Space]]:
        """Find the groups of connected spaces of one terrain."""
        left = self.of(kind)
        found = []
        while left:
            queue = [left.pop()]
            cluster = set(queue)
            while queue:
                for neighbour in self.neighbours(queue.pop()):
                    if neighbour in left:
                        left.remove(neighbour)
                        cluster.add(neighbour)
                        queue.append(neighbour)
            found.append(cluster)
        return found

    def around(self, cluster: set[Space]) -> set[Space]:
        """Find the spaces beside a cluster and not of it."""
        return {neighbour for space in cluster for neighbour in self.neighbours(space)} - cluster

    def draw(self, spaces: Iterable[Space], kind: str, *, coin: bool = False) -> None:
        """Fill the spaces; take the shape's coin, and one for each mountain that has just been surrounded."""
        self.filled.update(dict.fromkeys(spaces, kind))
        surrounded = surrounded_mountains(self) - self.paid
        self.paid |= surrounded
        self.coins = min(COINS, self.coins + coin + len(surrounded))


# Scoring cards


def sentinel_wood(sheet: PlainMap) -> int:
    """One for each forest space on the edge."""
    return sum(sheet.on_edge(space) for space in sheet.of("f"))


def treetower(sheet: PlainMap) -> int:
    """One for each enclosed forest space."""
    return sum(sheet.enclosed(space) for space in sheet.of("f"))


def greenbough(sheet: PlainMap) -> int:
    """One for each row and each column with a forest space."""
    forest = sheet.of("f")
    return len({r for r, _ in forest}) + len({c for _, c in forest})


def stoneside_forest(sheet: PlainMap) -> int:
    """Three for each mountain that a forest cluster connects to another mountain."""
    connected = set()
    for cluster in sheet.clusters("f"):
        mountains = sheet.around(cluster) & sheet.of("^")
        if len(mountains) > 1:
            connected |= mountains
    return 3 * len(connected)


def canal_lake(sheet: PlainMap) -> int:
    """One for each water space beside a farm space, one for each farm space beside a water space."""
    farm, water = sheet.of("a"), sheet.of("w")
    return sum(sheet.touches(space, farm) for space in water) + sum(sheet.touches(space, water) for space in farm)


def golden_granary(sheet: PlainMap) -> int:
    """One for each water space beside ruins, three for each farm space on ruins."""
    return sum(sheet.touches(space, sheet.ruins) for space in sheet.of("w")) + 3 * len(sheet.of("a") & sheet.ruins)


def mages_valley(sheet: PlainMap) -> int:
    """Two for each water space beside a mountain, one for each farm space beside a mountain."""
    mountains = sheet.of("^")
    water = sum(sheet.touches(space, mountains) for space in sheet.of("w"))
    return 2 * water + sum(sheet.touches(space, mountains) for space in sheet.of("a"))


def shoreside_expanse(sheet: PlainMap) -> int:
    """Three for each farm cluster and each water cluster that meets neither the other terrain nor the edge."""
    stars = 0
    for kind, other in ("aw", "wa"):
        for cluster in sheet.clusters(kind):
            if not sheet.around(cluster) & sheet.of(other) and not any(sheet.on_edge(space) for space in cluster):
                stars += 3
    return stars


def wildholds(sheet: PlainMap) -> int:
    """Eight for each village cluster of six or more."""
    return sum(8 for cluster in sheet.clusters("v") if len(cluster) >= 6)


def great_city(sheet: PlainMap) -> int:
    """One for each space of the largest village cluster among those beside no mountain."""
    mountains = sheet.of("^")
    return max((len(city) for city in sheet.clusters("v") if not sheet.around(city) & mountains), default=0)


def greengold_plains(sheet: PlainMap) -> int:
    """Three for each village cluster beside three or more terrain types."""
    stars = 0
    for cluster in sheet.clusters("v"):
        types = {sheet.filled.get(space, "") for space in sheet.around(cluster)} & set(TERRAIN_TYPES)
        if len(types) >= 3:
            stars += 3
    return stars


def shieldgate(sheet: PlainMap) -> int:
    """Two for each space of the second largest village cluster."""
    sizes = sorted((len(cluster) for cluster in sheet.clusters("v")), reverse=True)
    return 2 * sizes[1] if len(sizes) > 1 else 0


def borderlands(sheet: PlainMap) -> int:
    """Six for each full row and each full column."""
    rows = [[(r, c) for c in range(sheet.width)] for r in range(sheet.height)]
    columns = [[(r, c) for r in range(sheet.height)] for c in range(sheet.width)]
    return sum(6 for line in rows + columns if all(space in sheet.filled for space in line))


def lost_barony(sheet: PlainMap) -> int:
    """Three for each space along one side of the largest filled square."""
    largest = 0
    for r, c in sheet.spaces():
        for side in range(1, min(sheet.height - r, sheet.width - c) + 1):
            square = [(r + down, c + right) for down in range(side) for right in range(side)]
            if not all(space in sheet.filled for space in square):
                break
            largest = max(largest, side)
    return 3 * largest


def broken_road(sheet: PlainMap) -> int:
    """Three for each full diagonal that runs down and right from the left edge to the bottom edge."""
    stars = 0
    for start in range(sheet.height):
        length = sheet.height - start
        road = [(start + step, step) for step in range(length)]
        if length <= sheet.width and all(space in sheet.filled for space in road):
            stars += 3
    return stars


def cauldrons(sheet: PlainMap) -> int:
    """One for each enclosed empty space."""
    return sum(sheet.enclosed(space) for space in sheet.empty())


def monsters(sheet: PlainMap) -> int:
    """One lost for each empty space beside a monster."""
    haunted = sheet.of("m")
    return -sum(sheet.touches(space, haunted) for space in sheet.empty())


SCORING: dict[str, Callable[[PlainMap], int]] = {
    rule.__name__.replace("_", "-"): rule
    for rule in (
        *(sentinel_wood, treetower, greenbough, stoneside_forest),
        *(canal_lake, golden_granary, mages_valley, shoreside_expanse),
        *(wildholds, great_city, greengold_plains, shieldgate),
        *(borderlands, lost_barony, broken_road, cauldrons),
        monsters,
    )
}


def score(card_id: str, sheet: PlainMap) -> int:
    """Count the stars one scoring card, or `monsters`, brings."""
    return SCORING[card_id](sheet)


# Drawing


def cells(rows: Sequence[str]) -> Spaces:
    """Read a shape's own cells."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X")


def in_the_corner(shape: Iterable[Space]) -> Spaces:
    """Push a shape into the top left corner."""
    spaces = list(shape)
    top, left = min(r for r, _ in spaces), min(c for _, c in spaces)
    return frozenset((r - top, c - left) for r, c in spaces)


def orientations(rows: Sequence[str]) -> list[Spaces]:
    """Turn and mirror a shape: its distinct orientations, as printed first."""
    shape = cells(rows)
    found: list[Spaces] = []
    for _ in "original", "mirrored":
        for _ in range(4):
            if in_the_corner(shape) not in found:
                found.append(in_the_corner(shape))
            shape = frozenset((c, -r) for r, c in shape)
        shape = frozenset((r, -c) for r, c in shape)
    return found


def placements_by_orientation(rows: Sequence[str], sheet: PlainMap) -> dict[Spaces, list[Spaces]]:
    """All legal placements of a shape, for each of its orientations."""
    empty = set(sheet.empty())
    found: dict[Spaces, list[Spaces]] = {}
    for orientation in orientations(rows):
        found[orientation] = []
        for r, c in sheet.spaces():
            placed = frozenset((r + down, c + across) for down, across in orientation)
            if placed <= empty:
                found[orientation].append(placed)
    return found


def placements(rows: Sequence[str], sheet: PlainMap) -> set[Spaces]:
    """All legal placements of a shape."""
    return {placed for fits in placements_by_orientation(rows, sheet).values() for placed in fits}


def on_ruins(placed: Spaces, sheet: PlainMap) -> bool:
    """Whether a placement covers ruins nothing has filled yet."""
    return any(space in sheet.ruins and space not in sheet.filled for space in placed)


def surrounded_mountains(sheet: PlainMap) -> set[Space]:
    """Find the mountains all of whose neighbours are filled."""
    return {mountain for mountain in sheet.of("^") if sheet.enclosed(mountain)}


@dataclass(frozen=True)
class Draw:
    """One way to draw an explore card; `forced` is `none`, `no-fit` or `ruins`."""

    terrain: str
    spaces: Spaces
    coin: bool
    forced: str


def draws(card: Explore, sheet: PlainMap, *, ruins_due: bool) -> list[Draw]:
    """All ways to draw an explore card; none on a full map."""
    free = [
        Draw(terrain, placed, shape.coin, "none")
        for shape in card.shapes
        for fits in placements_by_orientation(shape.rows, sheet).values()
        for placed in fits
        if not ruins_due or on_ruins(placed, sheet)
        for terrain in card.terrains
    ]
    if free:
        return free
    terrains, forced = (ANY_TERRAIN, "ruins") if ruins_due else (card.terrains, "no-fit")
    singles = [frozenset({space}) for space in sheet.empty()]
    return [Draw(terrain, single, coin=False, forced=forced) for single in singles for terrain in terrains]


# The solo ambush

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


def lap(top_left: Space, bottom_right: Space, corner: str, direction: str) -> list[Space]:
    """Walk once round the border of a rectangle, each space once."""
    (top, left), (bottom, right) = top_left, bottom_right
    sides = [
        [(top, c) for c in range(left, right + 1)],
        [(r, right) for r in range(top, bottom + 1)],
        [(bottom, c) for c in range(right, left - 1, -1)],
        [(r, left) for r in range(bottom, top - 1, -1)],
    ]
    first = CORNERS.index(corner)
    sides = sides[first:] + sides[:first]
    if direction == "counterclockwise":
        sides = [side[::-1] for side in sides[::-1]]
    return list(dict.fromkeys(space for side in sides for space in side))


def solo_walk(rows: Sequence[str], corner: str, direction: str, height: int, width: int) -> Iterator[Spaces]:
    """Yield the places a solo ambush is tried, in order: round the border, then one space further in."""
    top, left, bottom, right = 0, 0, height - len(rows), width - len(rows[0])
    while top <= bottom and left <= right:
        for r, c in lap((top, left), (bottom, right), corner, direction):
            yield frozenset((r + down, c + across) for down, across in cells(rows))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


def solo_ambush(rows: Sequence[str], corner: str, direction: str, sheet: PlainMap) -> Spaces | None:
    """Find where a solo ambush is drawn: the first place of its walk that is empty, or nowhere."""
    walk = solo_walk(rows, corner, direction, sheet.height, sheet.width)
    return next((placed for placed in walk if not any(space in sheet.filled for space in placed)), None)


# A whole solo game


@dataclass(frozen=True)
class Result:
    """How a solo game ended: the last map and coins, each season's stars, rating and title."""

    map: list[str]
    coins: int
    seasons: list[int]
    rating: int
    title: str


def title(rating: int) -> str:
    """Give the highest title met or passed; below the last one, the last one still."""
    return next((name for least, name in TITLES.items() if rating >= least), TITLES[-30])


def ambush(card: Ambush, sheet: PlainMap) -> None:
    """Draw a solo ambush, if it fits anywhere."""
    placed = solo_ambush(card.rows, card.corner, card.direction, sheet)
    if placed is not None:
        sheet.draw(placed, "m")


def play_season(deck: list[str], threshold: int, sheet: PlainMap, rng: random.Random) -> set[str]:
    """Reveal and draw cards until the season's time is up; returns the ambush cards revealed."""
    time, ruins_due, ambushed = 0, False, set()
    while time < threshold:
        card = deck.pop()
        if card in RUINS:
            ruins_due = True
        elif card in AMBUSHES:
            ambushed.add(card)
            ambush(AMBUSHES[card], sheet)
        else:
            choices = draws(EXPLORE[card], sheet, ruins_due=ruins_due)
            if choices:
                chosen = rng.choice(choices)
                sheet.draw(chosen.spaces, chosen.terrain, coin=chosen.coin)
            time += EXPLORE[card].time
            ruins_due = False
    return ambushed


def random_game(seed: int | str, side: str = "A") -> Result:
    """Play a solo game of random draws from the deal to the rating."""
    rng = random.Random(seed)  # noqa: S311 - repeatable on purpose
    sheet = PlainMap.from_rows(SIDES[side])
    dealt = [rng.choice(list(family)) for family in SOLO_NUMBERS.values()]
    rng.shuffle(dealt)
    edicts = dict(zip("ABCD", dealt, strict=True))
    waiting = list(AMBUSHES)
    rng.shuffle(waiting)
    lurking: set[str] = set()
    seasons = []
    for threshold, letters in SEASONS.values():
        lurking.add(waiting.pop())
        deck = [*EXPLORE, *RUINS, *sorted(lurking)]
        rng.shuffle(deck)
        lurking -= play_season(deck, threshold, sheet, rng)
        seasons.append(sum(score(edicts[letter], sheet) for letter in letters) + sheet.coins + monsters(sheet))
    rating = sum(seasons) - sum(family[card] for family in SOLO_NUMBERS.values() for card in dealt if card in family)
    return Result(sheet.rows(), sheet.coins, seasons, rating, title(rating))
