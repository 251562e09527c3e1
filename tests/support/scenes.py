"""Short scenes on small maps for tests of turns.

``scene(cards, maps)`` starts right before the cards are revealed. The capital letter on the last map is a forest that
its owner draws for the Rift Lands. Then the first card is revealed, so the maps show the state at that moment.

The maps are diagrams with two additions that imitate marks on paper: ``d``, ``t``, ``z``, and ``g`` are the monsters of
the dragon, the troll, the zombies, and the gorgon, and a ``*`` after a symbol is a hero's attack.

Cards are named by the beginning of their ids, such as ``dragon``. Plies are strings: ``forest A1 A2`` draws a forest,
``hero B2 x A2 C2`` is a hero with its attack, and ``x B3`` is a pick.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import Card, ExploreCard
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.diagram import diagram, read_marked_diagram
from cartographers.events import Ambush, Draw, Event, Pick, Spread
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.heroes import HEROES
from cartographers.player_view import PlayerView, view_of
from cartographers.region import Region, names, position, region_of, space_at, space_named, spaces
from cartographers.rules import legal_moves
from cartographers.scoring import CARD_BY_ID
from cartographers.seasons import SEASONS
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain

T = TypeVar("T")

PRINTED: tuple[Card, ...] = (
    *(*EXPLORE[Box.BASE], *EXPLORE[Box.HEROES], *RUINS),
    *(*AMBUSH[Box.BASE], *AMBUSH[Box.HEROES], *HEROES),
)
EDICTS = tuple(CARD_BY_ID[name] for name in ("stoneside-forest", "wildholds", "mages-valley", "borderlands"))
#: The terrains of the Rift Lands and Kethra's Gates, and all terrains.
FIVE = "forest village farm water monster"
SIX = f"{FIVE} hero"

#: Games of a single box.
BASE, HEROIC = GameId("scene"), pure_game("scene", Box.HEROES)
#: Two ruins with enough room around them.
RUINED = "F . . .\n. @ . .\n. . . .\n. . . @\n. . . ."
#: A mountain with B3 as its last empty neighbor.
SURROUNDED_BUT_FOR_ONE = "F w . .\nw ^ . .\n. w . .\n. . . ."

_LETTERED = {beast.letter.lower(): beast.value for beast in Beast}


def scene(cards: str, *maps: str, coins: int = 0, season: int = 0, game: GameId = BASE) -> State:
    """Return the state at the first choice after the cards have been revealed.

    The season ends with the last card. A ``|`` separates the cards of one season from those of the next. The cards
    before a ``>`` were revealed earlier in the first of these seasons, and the maps already include them.
    """
    *others, (last, capital) = [read_map(drawn) for drawn in maps]
    before = last._replace(forest=last.forest & ~capital)
    seasons = list(deal(game).seasons)
    *earlier, coming = cards.split(">")
    for number, in_season in enumerate(" ".join([*earlier, "rift-lands", coming]).split("|"), start=season):
        deck = tuple(map(card_named, in_season.split()))
        seasons[number] = SeasonDeal(SEASONS[game.seasons][number], deck, len(deck))
    rift_lands, player = card_named("rift-lands"), len(maps) - 1
    assert isinstance(rift_lands, ExploreCard)
    state = State(
        Deal(replace(game, players=len(maps)), EDICTS, tuple(seasons)),
        tuple(sheet._replace(coins=coins) for sheet in (*[sheet for sheet, _ in others], before)),
        season=season,
        revealed=1 + len("".join(earlier).split()),
        task=Task(player, player, rift_lands, rift_lands.options, before.empty),
    )
    return apply(state, Ply(Terrain.FOREST, capital))


def drawer_view(state: State) -> PlayerView:
    """Return the view of the player who has the state's task."""
    return view_of(state, task(state).player)


def card_named(name: str) -> Card:
    """Return the only card whose id begins with a name."""
    [card] = [card for card in PRINTED if card.id.startswith(name)]
    return card


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


def picture(state: State, number: int = 0) -> str:
    """Return a sheet's map in the notation of ``scene``, without capital letters."""
    sheet = state.sheets[number]
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


def ply(text: str) -> Ply:
    """Return the ply that ``in_words`` writes as this string."""
    drawn, _, attack = text.partition(" x ")
    kind, _, spaces_drawn = drawn.partition(" ")
    return Ply(None if kind == "x" else Terrain(kind), region(spaces_drawn), region(attack))


def after(state: State, *plies: str) -> State:
    """Return the state after some plies."""
    return reduce(apply, map(ply, plies), state)


def after_any(state: State) -> State:
    """Return the state after the first legal ply."""
    return apply(state, legal_moves(state)[0])


def task(state: State) -> Task:
    """Return the state's task. Fails if there is none."""
    assert state.task
    return state.task


def pictures(state: State) -> set[str]:
    """Return the legal plies as strings."""
    found = [in_words(drawn) for drawn in legal_moves(state)]
    assert len(found) == len(set(found)), "a ply is offered twice"
    return set(found)


def in_words(drawn: Ply) -> str:
    """Return a ply as a string."""
    terrain = drawn.terrain.value if drawn.terrain else "x"
    return " ".join([terrain, *names(drawn.region), *(["x"] if drawn.attack else []), *names(drawn.attack)])


def turn(state: State) -> tuple[int, int, str, str]:
    """Return the player who has the task, the sheet to draw on, the card, and ``draw`` or ``pick``."""
    now = task(state)
    return now.player, now.sheet, now.card.id, "pick" if now.is_pick else "draw"


def singles(terrains: str, on: str) -> set[str]:
    """Return the plies that draw a single space of any of the terrains on any of the spaces, like ``pictures``."""
    return {f"{terrain} {space}" for terrain in terrains.split() for space in on.split()}


def of_kind(kind: type[T], events: Iterable[Event]) -> list[T]:
    """Return the events of the given kind."""
    return [event for event in events if isinstance(event, kind)]


def kinds(state: State) -> list[type[Event]]:
    """Return the kinds of the events since the last choice, in order."""
    return [type(event) for event in state.events]


def coins_gained(state: State) -> list[int]:
    """Return the coins gained by each event on a map since the last choice."""
    return [event.coins_gained for event in state.events if isinstance(event, Draw | Ambush | Pick | Spread)]


def play_on(start: GameId | State, place: int = 0) -> Iterator[State]:
    """Play a game to its end and yield all states. Always choose the legal ply at index ``place``."""
    state = new_game(start) if isinstance(start, GameId) else start
    yield state
    while not state.is_over:
        state = apply(state, legal_moves(state)[place])
        yield state
