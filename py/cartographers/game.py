"""A game: its state, what may be drawn, and what follows.

A game is a game id and its plies: ``reduce(apply, plies, new_game(game_id))`` is the state, and dropping the last ply
is undo. States are immutable. Between two plies everything that needs no choice happens by itself: cards are revealed,
solo ambushes land, seasons are scored; a state's ``events`` tell what happened since the choice before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from cartographers.cards import AmbushCard, Card, ExploreCard, Option, RuinsCard, terrains_of
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.errors import IllegalMove
from cartographers.events import Ambush, Draw, End, Event, Forced, Reveal, Score, SeasonScore, SeasonStart, Setup
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.polyomino import MONOMINO, Orientation, erosions, is_shape
from cartographers.region import Region, names
from cartographers.scoring import monsters
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.solo import ambush_trail, rating, title
from cartographers.terrain import Terrain


class Ply(NamedTuple):
    """A player's choice: a terrain and the spaces to fill with it."""

    terrain: Terrain
    region: Region


@dataclass(frozen=True, slots=True)
class Task:
    """What the next ply must be: one of the options, drawn by ``player`` on empty spaces of ``sheet``.

    ``must_cover`` are the ruins spaces of which the shape must cover one, or ``None`` when no ruins are due. ``forced``
    says why the options are a single space instead of what the card shows.
    """

    player: int
    sheet: int
    options: tuple[Option, ...]
    forced: Forced = Forced.NONE
    must_cover: Region | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game in play, or at its end when ``task`` is ``None``.

    ``season`` counts from 0; ``revealed`` cards of its deck lie on the table, the last of them being in play;
    ``scores`` holds, for every finished season, one score per player.
    """

    deal: Deal
    sheets: tuple[Sheet, ...]
    season: int = 0
    revealed: int = 0
    ruins_due: bool = False
    task: Task | None = None
    scores: tuple[tuple[SeasonScore, ...], ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """Whether winter has been scored."""
        return self.task is None

    @property
    def season_deal(self) -> SeasonDeal:
        """The current season's deck; after the end, winter's."""
        return self.deal.seasons[self.season]

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards revealed so far this season."""
        return self.season_deal.deck[: self.revealed]

    @property
    def card(self) -> Card:
        """The card in play."""
        return self.table[-1]

    @property
    def time(self) -> int:
        """The time used up this season, the card in play included."""
        return sum(card.time for card in self.table)

    def total(self, player: int) -> int:
        """Return a player's stars in all seasons scored so far."""
        return sum(season[player].total for season in self.scores)

    def lost_to_monsters(self, player: int) -> int:
        """Return the stars that a player has lost to monsters so far, as 0 or a negative number."""
        return sum(season[player].monsters for season in self.scores)


class Reason(Enum):
    """Why a ply is not legal."""

    OVER = "the game is over"
    TERRAIN = "the card does not offer that terrain"
    SHAPE = "that is not a shape of the card"
    OFF_MAP = "it reaches over the edge of the map"
    MOUNTAIN = "it covers a mountain"
    WASTELAND = "it covers wasteland"
    FILLED = "it covers a filled space"
    RUINS = "it must cover ruins"


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason against a ply, and the spaces that are in the way."""

    reason: Reason
    spaces: Region = 0


def new_game(game_id: GameId) -> State:
    """Return the state before the first ply of a game."""
    dealt = deal(game_id)
    sheet = blank_sheet(game_id.side)
    setup = Setup(
        id=str(game_id),
        options=game_id.options,
        players=game_id.players,
        edicts=dealt.edicts,
        sheet=sheet,
    )
    sheets = [sheet] * game_id.players
    return _play_on(State(dealt, tuple(sheets)), sheets, [setup, SeasonStart(dealt.seasons[0])], player=0)


def legal_moves(state: State) -> list[Ply]:
    """Return every legal ply, each once: option by option, orientation by orientation, anchor by anchor."""
    return [
        Ply(option.terrain, region)
        for option, orientation, anchors in openings(state)
        for region in orientation.drawn_at(anchors)
    ]


def openings(state: State) -> Iterator[tuple[Option, Orientation, Region]]:
    """Yield the legal plies unexpanded: an option, an orientation, and all anchors at which it may be drawn."""
    task = state.task
    if task is None:
        return
    empty = state.sheets[task.sheet].empty
    for option in task.options:
        for orientation, anchors in erosions(option.shape, empty, task.must_cover):
            yield option, orientation, anchors


def objection(state: State, ply: Ply) -> Objection | None:
    """Return what the rules have against a ply, or ``None`` when it is legal."""
    judgement = _judge(state, ply)
    return judgement if isinstance(judgement, Objection) else None


def _judge(state: State, ply: Ply) -> Option | Objection:
    """Return the option that a legal ply takes, or what is against the ply."""
    task = state.task
    if task is None:
        return Objection(Reason.OVER)
    sheet = state.sheets[task.sheet]
    in_the_way = (
        (Reason.OFF_MAP, ~sheet.land),
        (Reason.MOUNTAIN, sheet.mountain),
        (Reason.WASTELAND, sheet.wasteland),
        (Reason.FILLED, sheet.filled),
    )
    for reason, region in in_the_way:
        if ply.region & region:
            return Objection(reason, ply.region & region)
    if all(option.terrain is not ply.terrain for option in task.options):
        return Objection(Reason.TERRAIN)
    for option in task.options:
        if option.terrain is ply.terrain and is_shape(ply.region, option.shape):
            if task.must_cover is not None and not ply.region & task.must_cover:
                return Objection(Reason.RUINS, task.must_cover)
            return option
    return Objection(Reason.SHAPE)


def is_legal(state: State, ply: Ply) -> bool:
    """Say whether a ply is legal."""
    return objection(state, ply) is None


def apply(state: State, ply: Ply) -> State:
    """Return the state after a ply and all that follows from it without a choice.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    task, after = drawn(state, ply)
    before = state.sheets[task.sheet]
    draw = Draw(task.player, task.sheet, after, after.coins - before.coins, task.forced, ply.terrain, ply.region)
    sheets = list(state.sheets)
    sheets[task.sheet] = after
    return _play_on(state, sheets, [draw], player=task.player + 1)


def drawn(state: State, ply: Ply) -> tuple[Task, Sheet]:
    """Return the task that a ply fulfils, and its sheet with the ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    judgement = _judge(state, ply)
    task = state.task
    if isinstance(judgement, Objection) or task is None:
        reason = judgement.reason if isinstance(judgement, Objection) else Reason.OVER
        msg = f"{ply.terrain.value} on {', '.join(names(ply.region)) or 'no space'}: {reason.value}"
        raise IllegalMove(msg)
    return task, state.sheets[task.sheet].drawn(ply.terrain, ply.region, coin=judgement.coin)


def _play_on(state: State, sheets: list[Sheet], events: list[Event], player: int) -> State:
    """Carry a game on to the next choice or to the end: ``player`` is next to draw the card in play."""
    dealt, season, revealed, scores = state.deal, state.season, state.revealed, state.scores
    ruins_due = state.ruins_due
    task: Task | None = None
    while True:
        dealing = dealt.seasons[season]
        card = dealing.deck[revealed - 1] if revealed else None
        if isinstance(card, ExploreCard | AmbushCard):
            for drawing in range(player, len(sheets)):
                task = _task(card, sheets, drawing, ruins_due=ruins_due)
                if task.options:
                    return State(dealt, tuple(sheets), season, revealed, ruins_due, task, scores, tuple(events))
                events.append(Draw(drawing, task.sheet, sheets[task.sheet], 0, Forced.FULL))
            ruins_due = ruins_due and not isinstance(card, ExploreCard)
        if revealed == dealing.reveals:
            scores = (*scores, _season_scores(dealt, season, sheets))
            events.extend(map(Score, scores[-1]))
            if season + 1 == len(dealt.seasons):
                over = State(dealt, tuple(sheets), season, revealed, ruins_due, None, scores)
                return replace(over, events=(*events, _end(over)))
            season, revealed = season + 1, 0
            dealing = dealt.seasons[season]
            events.append(SeasonStart(dealing))
        revealed += 1
        card = dealing.deck[revealed - 1]
        events.append(Reveal(card, sum(shown.time for shown in dealing.deck[:revealed])))
        player = 0
        if isinstance(card, RuinsCard):
            ruins_due = True
        elif isinstance(card, AmbushCard) and len(sheets) == 1:
            events.append(_solo_ambush(card, sheets))
            player = len(sheets)


def _task(card: ExploreCard | AmbushCard, sheets: list[Sheet], player: int, *, ruins_due: bool) -> Task:
    """Return what a player must draw for the card in play; without options when the map is full."""
    index = player
    if isinstance(card, AmbushCard):
        step = -1 if card.arrow == "clockwise" else 1  # sheets move with the arrow: one draws on the sheet from behind
        index = (player + step) % len(sheets)
        ruins_due = False
    options = card.options
    sheet = sheets[index]
    empty = sheet.empty
    if not empty:
        return Task(player, index, (), Forced.FULL)
    must_cover = sheet.open_ruins if ruins_due else None
    if any(any(erosions(option.shape, empty, must_cover)) for option in options):
        return Task(player, index, options, must_cover=must_cover)
    # Rulebook p. 6 and 7: a single space instead, of the card's terrains, or of any when it is for want of ruins.
    terrains = tuple(Terrain) if ruins_due else terrains_of(options)
    single = tuple(Option(terrain, MONOMINO) for terrain in terrains)
    return Task(player, index, single, Forced.RUINS if ruins_due else Forced.NO_FIT)


def _solo_ambush(card: AmbushCard, sheets: list[Sheet]) -> Ambush:
    """Draw a solo ambush on the only sheet, and return what happened."""
    before = sheets[0]
    trail = ambush_trail(card, before.empty)
    region = trail[-1] if trail else 0
    after = before.drawn(Terrain.MONSTER, region)
    sheets[0] = after
    return Ambush(0, after, after.coins - before.coins, card, region, tuple(trail))


def _season_scores(dealt: Deal, season: int, sheets: list[Sheet]) -> tuple[SeasonScore, ...]:
    """Return every player's score for a season (English rulebook p. 8)."""
    scored = dealt.seasons[season].season
    cards = dict(zip(EDICTS, dealt.edicts, strict=True))
    return tuple(
        SeasonScore(
            scored,
            player,
            {letter: cards[letter](sheet) for letter in scored.edicts},
            sheet.coins,
            monsters(sheet),
        )
        for player, sheet in enumerate(sheets)
    )


def _end(state: State) -> End:
    """Return the end of the game: most stars wins, then least lost to monsters, then shared (English rulebook p. 9)."""
    everyone = range(len(state.sheets))
    standing = [(state.total(player), state.lost_to_monsters(player)) for player in everyone]
    final_rating = rating(state.total(0), state.deal.edicts) if len(everyone) == 1 else None
    return End(
        totals=tuple(total for total, _ in standing),
        monsters=tuple(lost for _, lost in standing),
        winners=tuple(player for player in everyone if standing[player] == max(standing)),
        rating=final_rating,
        title=None if final_rating is None else title(final_rating),
    )
