"""Short scenes on small maps for tests of turns.

``scene(cards, maps)`` starts right before the cards are revealed. The capital letter on the last map is a forest that
its owner draws for the Rift Lands. Then the first card is revealed, so the maps show the state at that moment.

The maps are diagrams with two additions that imitate marks on paper: ``d``, ``t``, ``z``, and ``g`` are the monsters of
the dragon, the troll, the zombies, and the gorgon, and a ``*`` after a symbol is a hero's attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import Card, ExploreCard
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.diagram import diagram, read_marked_diagram
from cartographers.events import Event
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.heroes import HEROES
from cartographers.region import Region, names, position, region_of, space_at, space_named, spaces
from cartographers.rules import legal_moves
from cartographers.scoring import CARD_BY_ID
from cartographers.seasons import SEASONS
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain

T = TypeVar("T")

_PRINTED: tuple[Card, ...] = (
    *(*EXPLORE[Box.BASE], *EXPLORE[Box.HEROES], *RUINS),
    *(*AMBUSH[Box.BASE], *AMBUSH[Box.HEROES], *HEROES),
)
CARD = {card.id: card for card in _PRINTED}
EDICTS = tuple(CARD_BY_ID[name] for name in ("stoneside-forest", "wildholds", "mages-valley", "borderlands"))
FOREST, VILLAGE, FARM, WATER, MONSTER, HERO = Terrain

RUIN, OTHER_RUIN = "temple-ruins", "outpost-ruins"
GOBLINS, BUGBEARS, KOBOLDS, GNOLLS = "goblin-attack", "bugbear-assault", "kobold-onslaught", "gnoll-raid"

#: Two ruins with enough room around them.
RUINED = """
    F . . .
    . @ . .
    . . . .
    . . . @
    . . . .
"""
#: A mountain with B3 as its last empty neighbor.
SURROUNDED_BUT_FOR_ONE = """
    F w . .
    w ^ . .
    . w . .
    . . . .
"""

_BASE_GAME = GameId("scene")
_LETTERED = {beast.letter.lower(): beast.value for beast in Beast}


def scene(
    cards: str, *maps: str, coins: int = 0, season: int = 0, earlier: str = "", game: GameId = _BASE_GAME
) -> State:
    """Return the state at the first choice after the cards have been revealed.

    The season ends with the last card. A ``|`` separates the cards of one season from those of the next. The cards in
    ``earlier`` were revealed earlier in the first of these seasons, and the maps already include them.
    """
    *others, (last, capital) = [read_map(drawn) for drawn in maps]
    before = last._replace(forest=last.forest & ~capital)
    seasons = list(deal(game).seasons)
    for number, in_season in enumerate(f"{earlier} rift-lands {cards}".split("|"), start=season):
        deck = tuple(map(CARD.__getitem__, in_season.split()))
        seasons[number] = SeasonDeal(SEASONS[game.seasons][number], deck, len(deck))
    rift_lands, player = CARD["rift-lands"], len(maps) - 1
    assert isinstance(rift_lands, ExploreCard)
    state = State(
        Deal(replace(game, players=len(maps)), EDICTS, tuple(seasons)),
        tuple(sheet._replace(coins=coins) for sheet in (*[sheet for sheet, _ in others], before)),
        season=season,
        revealed=1 + len(earlier.split()),
        task=Task(player, player, rift_lands, rift_lands.options, before.empty),
    )
    return apply(state, Ply(FOREST, capital))


def read_map(text: str) -> tuple[Sheet, Region]:
    """Return the sheet in a map and the spaces with capital letters."""
    marks = dict.fromkeys(("attacked", *_LETTERED.values()), 0)
    rows = [line.split() for line in shown(text).split("\n")]
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            space = 1 << space_at(row, column)
            if symbol.endswith("*"):
                marks["attacked"] |= space
            if symbol[0] in _LETTERED:
                marks[_LETTERED[symbol[0]]] |= space
            symbols[column] = "m" + symbol[1:].rstrip("*") if symbol[0] in _LETTERED else symbol.rstrip("*")
    sheet, capitals = read_marked_diagram([" ".join(symbols) for symbols in rows])
    return sheet._replace(**marks), capitals


def picture(state: State, sheet: int = 0) -> str:
    """Return a sheet's map in the notation of ``scene``, without capital letters."""
    return written_map(state.sheets[sheet])


def written_map(sheet: Sheet) -> str:
    """Return a map in the notation of ``scene``, with the letters of monsters and the attacks of heroes."""
    rows = [line.split() for line in diagram(sheet)]
    for space in spaces(sheet.land):
        row, column = position(space)
        for letter, field in _LETTERED.items():
            if getattr(sheet, field) & sheet.monster & 1 << space:
                rows[row][column] = letter + rows[row][column][1:]
        if sheet.attacked & 1 << space:
            rows[row][column] += "*"
    return "\n".join(map(" ".join, rows))


def shown(text: str) -> str:
    """Return a map without its indentation."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def region(text: str) -> Region:
    """Return the region of the named spaces."""
    return region_of(map(space_named, text.split()))


def ply(terrain: Terrain, drawn: str, attack: str = "") -> Ply:
    """Return the ply that fills the named spaces."""
    return Ply(terrain, region(drawn), region(attack))


def pick(space: str) -> Ply:
    """Return the ply that picks a space to destroy."""
    return Ply(None, region(space))


def task(state: State) -> Task:
    """Return the state's task. Fails if there is none."""
    assert state.task
    return state.task


def pictures(state: State) -> set[str]:
    """Return the legal plies as strings.

    ``forest A1 A2`` draws a forest, ``hero B2 x A2 C2`` is a hero with its attack, and ``x B3`` is a pick.
    """
    found = [in_words(drawn) for drawn in legal_moves(state)]
    assert len(found) == len(set(found)), "a ply is offered twice"
    return set(found)


def in_words(drawn: Ply) -> str:
    """Return a ply as a string."""
    terrain = drawn.terrain.value if drawn.terrain else "x"
    return " ".join([terrain, *names(drawn.region), *(["x"] if drawn.attack else []), *names(drawn.attack)])


def singles(terrains: str, on: str) -> set[str]:
    """Return the plies that draw a single space of any of the terrains on any of the spaces, like ``pictures``."""
    return {f"{terrain} {space}" for terrain in terrains.split() for space in on.split()}


def of_kind(kind: type[T], events: Iterable[Event]) -> list[T]:
    """Return the events of the given kind."""
    return [event for event in events if isinstance(event, kind)]


def play_on(start: GameId | State, place: int = 0) -> Iterator[State]:
    """Play a game to its end and yield all states. Always choose the legal ply at index ``place``."""
    state = new_game(start) if isinstance(start, GameId) else start
    yield state
    while not state.is_over:
        state = apply(state, legal_moves(state)[place])
        yield state
