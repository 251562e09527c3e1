"""The rules in their most literal form, with spaces as (row, column) pairs and regions as sets."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plain.cards import AMBUSHES, COINS, EXPLORE, RUINS, SEASONS, SIDES, SOLO_NUMBERS, TITLES, Ambush, Explore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Space = tuple[int, int]
Spaces = frozenset[Space]

ANY_TERRAIN = "fvawm"
TERRAIN_TYPES = "fvawmh^"


@dataclass
class PlainMap:
    """A map sheet, with a method for each scoring card that returns its stars."""

    height: int
    width: int
    ruins: set[Space]
    #: The filled spaces with their letters in the diagram.
    filled: dict[Space, str]
    coins: int = 0
    #: The mountains that have earned their coins.
    paid: set[Space] = field(default_factory=set)
    #: The spaces that heroes attack.
    attacked: set[Space] = field(default_factory=set)
    #: The spaces on which each beast was drawn.
    beasts: dict[str, set[Space]] = field(default_factory=dict)
    #: Whether the dragon has earned its coins.
    dragon_paid: bool = False

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> PlainMap:
        """Read a diagram with one string per row."""
        tokens = {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row.split())}
        ruins = {space for space, token in tokens.items() if token.endswith("@")}
        filled = {space: token[0] for space, token in tokens.items() if token[0] not in ".@"}
        return cls(len(rows), len(rows[0].split()), ruins, filled)

    def rows(self) -> list[str]:
        """Return the diagram."""

        def token(space: Space) -> str:
            mark = "@" if space in self.ruins else ""
            return self.filled.get(space, "" if mark else ".") + mark

        return [" ".join(token((r, c)) for c in range(self.width)) for r in range(self.height)]

    def spaces(self) -> list[Space]:
        """Return all spaces, row by row."""
        return [(r, c) for r in range(self.height) for c in range(self.width)]

    def empty(self) -> list[Space]:
        """Return all empty spaces, including unfilled ruins."""
        return [space for space in self.spaces() if space not in self.filled]

    def of(self, kinds: str) -> set[Space]:
        """Return all spaces filled with one of the given letters."""
        return {space for space, kind in self.filled.items() if kind in kinds}

    def neighbours(self, space: Space) -> list[Space]:
        """Return the spaces of the map that share a side with a space."""
        r, c = space
        adjacent = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        return [(r, c) for r, c in adjacent if 0 <= r < self.height and 0 <= c < self.width]

    def touches(self, space: Space, others: Iterable[Space]) -> bool:
        """Return whether a space shares a side with one of the others."""
        return any(neighbor in others for neighbor in self.neighbours(space))

    def enclosed(self, space: Space) -> bool:
        """Return whether each neighbor of a space is filled or off the map."""
        return all(neighbor in self.filled for neighbor in self.neighbours(space))

    def on_edge(self, space: Space) -> bool:
        """Return whether a space is on the edge of the map."""
        r, c = space
        return r in (0, self.height - 1) or c in (0, self.width - 1)

    def lines(self) -> list[list[Space]]:
        """Return all rows and columns."""
        return self.each_row() + self.each_column()

    def each_row(self) -> list[list[Space]]:
        """Return all rows from the top."""
        return [[(r, c) for c in range(self.width)] for r in range(self.height)]

    def each_column(self) -> list[list[Space]]:
        """Return all columns from the left."""
        return [[(r, c) for r in range(self.height)] for c in range(self.width)]

    def types(self, spaces: Iterable[Space]) -> set[str]:
        """Return the terrain types on the spaces."""
        return {self.filled.get(space, "") for space in spaces} & set(TERRAIN_TYPES)

    def full(self, line: Iterable[Space]) -> bool:
        """Return whether all spaces of a line are filled."""
        return all(space in self.filled for space in line)

    def clusters(self, kind: str) -> list[set[Space]]:
        """Return the groups of connected spaces of one terrain."""
        return self.groups(self.of(kind))

    def groups(self, spaces: Iterable[Space]) -> list[set[Space]]:
        """Split spaces into connected groups."""
        left, found = set(spaces), []
        while left:
            group: set[Space] = set()
            growth = {left.pop()}
            while growth:
                group |= growth
                growth = self.around(group) & left
                left -= growth
            found.append(group)
        return found

    def around(self, cluster: set[Space]) -> set[Space]:
        """Return the spaces adjacent to a cluster."""
        return {neighbor for space in cluster for neighbor in self.neighbours(space)} - cluster

    def draw(self, spaces: Iterable[Space], kind: str, *, coin: bool = False, attack: Iterable[Space] = ()) -> None:
        """Fill the spaces, mark a hero's attack, destroy the attacked monsters, and add the coins."""
        self.filled.update(dict.fromkeys(spaces, kind))
        self.attacked |= set(attack)
        self.destroy(self.of("m") & self.attacked, coin=coin)

    def destroy(self, spaces: Iterable[Space], *, coin: bool = False) -> None:
        """Destroy the spaces. Add a shape's coin, one for each newly surrounded mountain, and three for a dragon."""
        self.filled.update(dict.fromkeys(spaces, "x"))
        surrounded = surrounded_mountains(self) - self.paid
        self.paid |= surrounded
        dragon = 3 if dragon_beaten(self) and not self.dragon_paid else 0
        self.dragon_paid |= dragon > 0
        self.coins = min(COINS, self.coins + coin + len(surrounded) + dragon)

    def alive(self, beast: str) -> set[Space]:
        """Return the spaces of a beast that aren't destroyed."""
        return {space for space in self.beasts.get(beast, set()) if self.filled[space] == "m"}

    # The stars for each scoring card

    def sentinel_wood(self) -> int:
        """One for each forest space on the edge."""
        return sum(self.on_edge(space) for space in self.of("f"))

    def treetower(self) -> int:
        """One for each enclosed forest space."""
        return sum(self.enclosed(space) for space in self.of("f"))

    def greenbough(self) -> int:
        """One for each row and each column with a forest space."""
        forest = self.of("f")
        return len({r for r, _ in forest}) + len({c for _, c in forest})

    def stoneside_forest(self) -> int:
        """Three for each mountain that a forest cluster connects to another mountain."""
        connected = set()
        for cluster in self.clusters("f"):
            mountains = self.around(cluster) & self.of("^")
            if len(mountains) > 1:
                connected |= mountains
        return 3 * len(connected)

    def canal_lake(self) -> int:
        """One for each water space adjacent to farm, one for each farm space adjacent to water."""
        farm, water = self.of("a"), self.of("w")
        return sum(self.touches(space, farm) for space in water) + sum(self.touches(space, water) for space in farm)

    def golden_granary(self) -> int:
        """One for each water space adjacent to ruins, three for each farm space on ruins."""
        return sum(self.touches(space, self.ruins) for space in self.of("w")) + 3 * len(self.of("a") & self.ruins)

    def mages_valley(self) -> int:
        """Two for each water space adjacent to a mountain, one for each farm space adjacent to a mountain."""
        mountains = self.of("^")
        water = sum(self.touches(space, mountains) for space in self.of("w"))
        return 2 * water + sum(self.touches(space, mountains) for space in self.of("a"))

    def shoreside_expanse(self) -> int:
        """Three for each farm cluster and each water cluster that touches neither the other terrain nor the edge."""
        clusters = [(cluster, other) for kind, other in ("aw", "wa") for cluster in self.clusters(kind)]
        away = [cluster for cluster, other in clusters if not self.around(cluster) & self.of(other)]
        return sum(3 for cluster in away if not any(map(self.on_edge, cluster)))

    def wildholds(self) -> int:
        """Eight for each village cluster of six or more."""
        return sum(8 for cluster in self.clusters("v") if len(cluster) >= 6)

    def great_city(self) -> int:
        """One for each space of the largest village cluster that isn't adjacent to a mountain."""
        mountains = self.of("^")
        return max((len(city) for city in self.clusters("v") if not self.around(city) & mountains), default=0)

    def greengold_plains(self) -> int:
        """Three for each village cluster adjacent to three or more terrain types."""
        return sum(3 for cluster in self.clusters("v") if len(self.types(self.around(cluster))) >= 3)

    def shieldgate(self) -> int:
        """Two for each space of the second-largest village cluster."""
        sizes = sorted((len(cluster) for cluster in self.clusters("v")), reverse=True)
        return 2 * sizes[1] if len(sizes) > 1 else 0

    def borderlands(self) -> int:
        """Six for each full row and each full column."""
        return sum(6 for line in self.lines() if self.full(line))

    def lost_barony(self) -> int:
        """Three for each space along one side of the largest filled square."""
        largest = 0
        for r, c in self.spaces():
            for side in range(1, min(self.height - r, self.width - c) + 1):
                square = [(r + down, c + right) for down in range(side) for right in range(side)]
                if not self.full(square):
                    break
                largest = max(largest, side)
        return 3 * largest

    def broken_road(self) -> int:
        """Three for each full diagonal that runs down and right from the left edge to the bottom edge."""
        lengths = range(1, min(self.height, self.width) + 1)
        roads = [[(self.height - length + step, step) for step in range(length)] for length in lengths]
        return sum(3 for road in roads if self.full(road))

    def cauldrons(self) -> int:
        """One for each enclosed empty space."""
        return sum(self.enclosed(space) for space in self.empty())

    # The stars for each scoring card of Heroes

    def faunlost_thicket(self) -> int:
        """Two for each space of the longest unbroken run of forest down a column."""
        longest = 0
        for column in self.each_column():
            run = 0
            for space in column:
                run = run + 1 if self.filled.get(space) == "f" else 0
                longest = max(longest, run)
        return 2 * longest

    def deepwood(self) -> int:
        """Six for each forest cluster of five or more that isn't adjacent to a village space."""
        village = self.of("v")
        return sum(6 for cluster in self.clusters("f") if len(cluster) >= 5 and not self.around(cluster) & village)

    def heart_of_the_forest(self) -> int:
        """Two for each forest space with forest or the edge of the map on each side."""
        forest = self.of("f")
        return sum(2 for space in forest if all(neighbour in forest for neighbour in self.neighbours(space)))

    def sleepy_valley(self) -> int:
        """Four for each row with three or more forest spaces."""
        forest = self.of("f")
        return sum(4 for row in self.each_row() if len(forest & set(row)) >= 3)

    def craylund(self) -> int:
        """Seven for each farm cluster adjacent to three or more water spaces."""
        water = self.of("w")
        return sum(7 for cluster in self.clusters("a") if len(self.around(cluster) & water) >= 3)

    def ulems_wallow(self) -> int:
        """Four for each water space adjacent to two or more farm spaces."""
        farm = self.of("a")
        return sum(4 for space in self.of("w") if len(farm & set(self.neighbours(space))) >= 2)

    def clawsgrave_peaks(self) -> int:
        """Five for each mountain that a water cluster connects to a farm space."""
        connected = set()
        for cluster in self.clusters("w"):
            if self.around(cluster) & self.of("a"):
                connected |= self.around(cluster) & self.of("^")
        return 5 * len(connected)

    def jorekburg(self) -> int:
        """Four for each column with equal numbers of farm and water spaces, at least one of each."""
        farm, water = self.of("a"), self.of("w")
        return sum(4 for column in self.each_column() if len(farm & set(column)) == len(water & set(column)) > 0)

    def traylo_monastery(self) -> int:
        """Seven for each village cluster with four spaces in a straight line."""
        across, down = cells(["XXXX"]), cells(["X"] * 4)
        return sum(7 for cluster in self.clusters("v") if contains(cluster, across) or contains(cluster, down))

    def outer_enclave(self) -> int:
        """One for each empty space adjacent to the village cluster that has the most of them."""
        empty = set(self.empty())
        return max((len(self.around(cluster) & empty) for cluster in self.clusters("v")), default=0)

    def gnomish_colony(self) -> int:
        """Six for each village cluster with a square of two by two."""
        return sum(6 for cluster in self.clusters("v") if contains(cluster, cells(["XX", "XX"])))

    def caravansary(self) -> int:
        """One for each row and each column of the village cluster that spans the most of them."""
        return max((len({r for r, _ in city}) + len({c for _, c in city}) for city in self.clusters("v")), default=0)

    def dwarvenholds(self) -> int:
        """Seven for each full row and each full column with a mountain."""
        mountains = self.of("^")
        return sum(7 for line in self.lines() if self.full(line) and mountains & set(line))

    def silos(self) -> int:
        """Ten for each full column with an odd number. The leftmost column is number 1."""
        return sum(10 for number, column in enumerate(self.each_column(), 1) if number % 2 == 1 and self.full(column))

    def banded_hills(self) -> int:
        """Four for each row with five or more terrain types."""
        return sum(4 for row in self.each_row() if len(self.types(row)) >= 5)

    def starlit_sigil(self) -> int:
        """Four for each connected group of exactly three empty spaces."""
        return sum(4 for group in self.groups(self.empty()) if len(group) == 3)

    def monsters(self) -> int:
        """Minus one for each empty space adjacent to a monster."""
        haunted = self.of("m")
        return -sum(self.touches(space, haunted) for space in self.empty())


def score(card_id: str, sheet: PlainMap) -> int:
    """Return the stars for one scoring card, or for `monsters`."""
    stars: int = getattr(sheet, card_id.replace("-", "_"))()
    return stars


# Drawing


def cells(rows: Sequence[str]) -> Spaces:
    """Return the cells of a shape."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X")


def contains(cluster: set[Space], shape: Spaces) -> bool:
    """Return whether a cluster contains a shape in its printed orientation."""
    return any({(r + down, c + across) for down, across in shape} <= cluster for r, c in cluster)


def in_the_corner(shape: Iterable[Space]) -> Spaces:
    """Move a shape to the top-left corner."""
    spaces = list(shape)
    top, left = min(r for r, _ in spaces), min(c for _, c in spaces)
    return frozenset((r - top, c - left) for r, c in spaces)


def turned_and_mirrored(shape: Iterable[Space]) -> list[Spaces]:
    """Rotate a shape four times around the space (0, 0), and then its mirror image."""
    found = []
    turning = frozenset(shape)
    for _ in "original", "mirrored":
        for _ in range(4):
            found.append(turning)
            turning = frozenset((c, -r) for r, c in turning)
        turning = frozenset((r, -c) for r, c in turning)
    return found


def orientations(rows: Sequence[str]) -> list[Spaces]:
    """Return the distinct orientations of a shape, with the printed one first."""
    return list(dict.fromkeys(in_the_corner(shape) for shape in turned_and_mirrored(cells(rows))))


def placements_by_orientation(rows: Sequence[str], sheet: PlainMap) -> dict[Spaces, list[Spaces]]:
    """Return all legal placements of each orientation of a shape."""
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
    """Return all legal placements of a shape."""
    return {placed for fits in placements_by_orientation(rows, sheet).values() for placed in fits}


def on_ruins(placed: Spaces, sheet: PlainMap) -> bool:
    """Return whether a placement covers unfilled ruins."""
    return any(space in sheet.ruins and space not in sheet.filled for space in placed)


def surrounded_mountains(sheet: PlainMap) -> set[Space]:
    """Return the mountains whose neighbors are all filled."""
    return {mountain for mountain in sheet.of("^") if sheet.enclosed(mountain)}


@dataclass(frozen=True)
class Draw:
    """One way to draw for a card."""

    #: The terrain's letter. A pick has an `x`.
    terrain: str
    spaces: Spaces
    coin: bool = False
    #: The reason for a single space, `no-fit` or `ruins`, or `none`.
    forced: str = "none"
    attack: Spaces = frozenset()


def singles(sheet: PlainMap) -> list[Spaces]:
    """Return all empty spaces as single spaces."""
    return [frozenset({space}) for space in sheet.empty()]


def draws(card: Explore, sheet: PlainMap, *, ruins_due: bool, box: str = "base", heroes: bool = False) -> list[Draw]:
    """Return all ways to draw for an explore card of a box, in a game with or without heroes. A full map has none."""
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
    anything = ruins_due or box == "heroes"
    terrains = ANY_TERRAIN + "h" * heroes if anything else card.terrains
    forced = "ruins" if ruins_due else "no-fit"
    return [Draw(terrain, single, forced=forced) for single in singles(sheet) for terrain in terrains]


def hero_draws(pattern: Iterable[Space], sheet: PlainMap) -> list[Draw]:
    """Return all ways to draw a hero with its attack. Attacks that differ only off the map are the same."""
    on_the_map = frozenset(sheet.spaces())
    found = []
    for turned in turned_and_mirrored(pattern):
        for r, c in sheet.empty():
            attack = frozenset((r + down, c + across) for down, across in turned)
            found.append(Draw("h", frozenset({(r, c)}), attack=attack & on_the_map))
    return list(dict.fromkeys(found))


def ambush_draws(card: Ambush, sheet: PlainMap) -> list[Draw]:
    """Return all ways to draw an ambush on a neighbor's map. A full map has none."""
    free = [Draw("m", placed) for placed in sorted(placements(card.rows, sheet), key=sorted)]
    return free or [Draw("m", single, forced="no-fit") for single in singles(sheet)]


# Effects of ambushes in the Heroes box


def dragon_beaten(sheet: PlainMap) -> bool:
    """Return whether there is a dragon whose spaces are all destroyed or have no empty neighbors."""
    return "dragon" in sheet.beasts and all(sheet.enclosed(space) for space in sheet.alive("dragon"))


def gorgon_picks(sheet: PlainMap) -> list[Draw]:
    """Return the picks for a gorgon: adjacent spaces except mountains, wasteland, and destroyed spaces."""
    adjacent = sheet.around(sheet.alive("gorgon"))
    return [Draw("x", frozenset({space})) for space in sorted(adjacent - sheet.of("^#x"))]


def troll_picks(sheet: PlainMap) -> list[Draw]:
    """Return the picks for a troll: the adjacent empty spaces."""
    adjacent = sheet.around(sheet.alive("troll"))
    return [Draw("x", frozenset({space})) for space in sorted(adjacent & set(sheet.empty()))]


def zombie_spread(sheet: PlainMap) -> set[Space]:
    """Return the spaces to which zombies spread: the adjacent empty spaces."""
    return sheet.around(sheet.alive("zombie")) & set(sheet.empty())


# The solo ambush

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


def lap(top_left: Space, bottom_right: Space, corner: str, direction: str) -> list[Space]:
    """Return the border of a rectangle, starting at a corner and going in the given direction."""
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
    """Yield the places where a solo ambush is tried: around the border, then one space further in, and so on."""
    top, left, bottom, right = 0, 0, height - len(rows), width - len(rows[0])
    while top <= bottom and left <= right:
        for r, c in lap((top, left), (bottom, right), corner, direction):
            yield frozenset((r + down, c + across) for down, across in cells(rows))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


def solo_ambush(rows: Sequence[str], corner: str, direction: str, sheet: PlainMap) -> Spaces:
    """Return the place of a solo ambush: the first empty one of its walk, or no spaces if there is none."""
    walk = solo_walk(rows, corner, direction, sheet.height, sheet.width)
    return next((placed for placed in walk if not any(space in sheet.filled for space in placed)), frozenset())


# A whole solo game


def title(rating: int) -> str:
    """Return the best title for a rating. Ratings below all titles still earn the last one."""
    return next((name for least, name in TITLES.items() if rating >= least), TITLES[-30])


def play_season(deck: list[str], threshold: int, sheet: PlainMap, rng: random.Random) -> set[str]:
    """Reveal and draw cards until the season's time is up. Return the revealed ambush cards."""
    time, ruins_due, ambushed = 0, False, set()
    while time < threshold:
        card = deck.pop()
        if card in RUINS:
            ruins_due = True
        elif card in AMBUSHES:
            ambushed.add(card)
            face = AMBUSHES[card]
            sheet.draw(solo_ambush(face.rows, face.corner, face.direction, sheet), "m")
        else:
            choices = draws(EXPLORE[card], sheet, ruins_due=ruins_due)
            if choices:
                chosen = rng.choice(choices)
                sheet.draw(chosen.spaces, chosen.terrain, coin=chosen.coin)
            time += EXPLORE[card].time
            ruins_due = False
    return ambushed


def random_game(seed: int | str, side: str = "A") -> tuple[int, str]:
    """Play a whole solo game with random choices, and return its rating and its title."""
    rng = random.Random(seed)  # noqa: S311 - must be repeatable
    sheet = PlainMap.from_rows(SIDES[side])
    dealt = [rng.choice(list(family)) for family in SOLO_NUMBERS.values()]
    rng.shuffle(dealt)
    edicts = dict(zip("ABCD", dealt, strict=True))
    waiting = list(AMBUSHES)
    rng.shuffle(waiting)
    lurking: set[str] = set()
    rating = -sum(number for family in SOLO_NUMBERS.values() for card, number in family.items() if card in dealt)
    for threshold, letters in SEASONS.values():
        lurking.add(waiting.pop())
        deck = [*EXPLORE, *RUINS, *sorted(lurking)]
        rng.shuffle(deck)
        lurking -= play_season(deck, threshold, sheet, rng)
        rating += sum(score(edicts[letter], sheet) for letter in letters) + sheet.coins + sheet.monsters()
    return rating, title(rating)
