"""A game: its state, what may be drawn, and what follows.

A game is a game id and its plies: ``reduce(apply, plies, new_game(game_id))`` is the state, and dropping the last ply
is undo. States are immutable. Between two plies everything that needs no choice happens by itself: cards are revealed,
solo ambushes land, zombies spread, seasons are scored; a state's ``events`` tell what happened since the choice before.

A revealed card, or the end of a season, brings *duties*, one for each sheet that something has to be drawn on. They are
done in turn; one that leaves a choice becomes the state's *task*, and the others wait in ``duties``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from cartographers.attack import Strike
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import DESTROY, AmbushCard, Card, ExploreCard, HeroCard, Option, RuinsCard, terrains_of
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.errors import IllegalMove
from cartographers.events import (
    Ambush,
    Draw,
    End,
    Event,
    Forced,
    Pick,
    Reveal,
    Score,
    SeasonScore,
    SeasonStart,
    Setup,
    Spread,
)
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.polyomino import MONOMINO, Orientation, erosions, fits, is_shape
from cartographers.region import Region, names, spaces
from cartographers.scoring import monsters
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.solo import ambush_trail, rating, title
from cartographers.terrain import ANY_TERRAIN, Terrain

#: Plain, because most of a random game's time goes into making these.
Opening: TypeAlias = tuple[Option, Orientation, Region, Strike | None]


class Ply(NamedTuple):
    """A player's choice: a terrain and the spaces to fill with it.

    A hero also attacks spaces of the map; without a terrain, the space is picked to be destroyed.
    """

    terrain: Terrain | None
    region: Region
    attack: Region = 0


class Duty(NamedTuple):
    """Something to be done on a sheet for a card: drawing it, or the ``effect`` of its beast."""

    card: ExploreCard | AmbushCard | HeroCard
    player: int
    sheet: int
    effect: bool = False


class Task(NamedTuple):
    """What the next ply must be: one of the options, drawn by ``player`` for ``card`` on ``free`` spaces of ``sheet``.

    ``must_cover`` are the ruins spaces of which the shape must cover one, or ``None`` when no ruins are due. ``forced``
    says why the options are a single space instead of what the card shows.
    """

    player: int
    sheet: int
    card: ExploreCard | AmbushCard | HeroCard
    options: tuple[Option, ...]
    free: Region
    forced: Forced = Forced.NONE
    must_cover: Region | None = None

    @property
    def is_pick(self) -> bool:
        """Whether a space is to be destroyed instead of drawn."""
        return self.options[0].terrain is None


@dataclass(frozen=True, slots=True)
class State:
    """A game in play, or at its end when ``task`` is ``None``.

    ``season`` counts from 0; ``revealed`` cards of its deck lie on the table, the last of them being in play;
    ``duties`` wait until the task is done; ``scores`` holds, for every finished season, one score per player.
    """

    deal: Deal
    sheets: tuple[Sheet, ...]
    season: int = 0
    revealed: int = 0
    ruins_due: bool = False
    task: Task | None = None
    duties: tuple[Duty, ...] = ()
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

    def total(self, player: int, seasons: int | None = None) -> int:
        """Return a player's stars in all seasons scored so far, or in the first few of them."""
        return sum(season[player].total for season in self.scores[:seasons])


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
    ATTACK = "that is not what the card attacks"
    PICK = "the monster cannot destroy that space"


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
    sheets = (sheet,) * game_id.players
    return _play_on(State(dealt, sheets), sheets, (), [setup, SeasonStart(dealt.seasons[0])])


def legal_moves(state: State) -> list[Ply]:
    """Return every legal ply, each once: option by option, orientation by orientation, anchor by anchor."""
    return [ply_at(opening, 1 << anchor) for opening in openings(state) for anchor in spaces(opening[2])]


def openings(state: State) -> Iterator[Opening]:
    """Yield the legal plies unexpanded: an option in one orientation, all anchors at which it may be drawn, the attack.

    That is a hero's attack turned one way, and ``None`` for everything else.
    """
    task = state.task
    if task is None:
        return
    for option in task.options:
        for orientation, anchors in erosions(option.shape, task.free, task.must_cover):
            if option.attack is None:
                yield option, orientation, anchors, None
            else:
                for strike in option.attack.orientations:
                    if anchors & strike.room:
                        yield option, orientation, anchors & strike.room, strike


def ply_at(opening: Opening, anchor: Region) -> Ply:
    """Return an opening's ply at the one space of ``anchor``."""
    option, orientation, _, strike = opening
    attack = strike.struck_from(anchor) if strike else 0
    return Ply(option.terrain, orientation.region * anchor, attack)  # multiplying by one bit is shifting by its index


def objection(state: State, ply: Ply) -> Objection | None:
    """Return what the rules have against a ply, or ``None`` when it is legal."""
    judgement = _judge(state, ply)
    return judgement if isinstance(judgement, Objection) else None


def _judge(state: State, ply: Ply) -> Option | Objection:
    """Return the option that a legal ply takes, or what is against the ply."""
    task = state.task
    if task is None:
        return Objection(Reason.OVER)
    if ply.region & ~task.free:
        return _obstacle(task, state.sheets[task.sheet], ply.region)
    reason = Reason.TERRAIN
    for option in task.options:
        if option.terrain is ply.terrain:
            reason = Reason.SHAPE
            if is_shape(ply.region, option.shape):
                if task.must_cover is not None and not ply.region & task.must_cover:
                    return Objection(Reason.RUINS, task.must_cover)
                return option if _attacks(option, ply) else Objection(Reason.ATTACK)
    return Objection(reason)


def _obstacle(task: Task, sheet: Sheet, region: Region) -> Objection:
    """Return what keeps a region from lying on the task's free spaces alone."""
    drawn_or_printed = [
        (Reason.MOUNTAIN, sheet.mountain),
        (Reason.WASTELAND, sheet.wasteland),
        (Reason.FILLED, sheet.filled),
    ]
    obstacles = [(Reason.OFF_MAP, ~sheet.land), *([(Reason.PICK, ~task.free)] if task.is_pick else drawn_or_printed)]
    return next(Objection(reason, region & obstacle) for reason, obstacle in obstacles if region & obstacle)


def _attacks(option: Option, ply: Ply) -> bool:
    """Say whether the spaces that a ply attacks are those of the option's pattern, in one of its orientations."""
    if option.attack is None:
        return not ply.attack
    return any(strike.struck_from(ply.region) == ply.attack for strike in option.attack.orientations)


def is_legal(state: State, ply: Ply) -> bool:
    """Say whether a ply is legal."""
    return objection(state, ply) is None


def apply(state: State, ply: Ply) -> State:
    """Return the state after a ply and all that follows from it without a choice.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    option, task, after = _drawn(state, ply)
    gained = after.coins - state.sheets[task.sheet].coins
    sheets = (*state.sheets[: task.sheet], after, *state.sheets[task.sheet + 1 :])
    duties = state.duties
    event: Event
    if task.is_pick and isinstance(task.card, AmbushCard):
        event = Pick(task.player, task.sheet, after, gained, task.card, ply.region)
    else:
        event = Draw(task.player, task.sheet, after, gained, task.forced, *ply)
    if option.beast is Beast.GORGON:
        duties = (Duty(task.card, task.player, task.sheet, effect=True), *duties)
    return _play_on(state, sheets, duties, [event])


def drawn(state: State, ply: Ply) -> Sheet:
    """Return the sheet of a state's task with a ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    return _drawn(state, ply)[2]


def _drawn(state: State, ply: Ply) -> tuple[Option, Task, Sheet]:
    option, task = _judge(state, ply), state.task
    if isinstance(option, Objection) or task is None:
        reason = option.reason if isinstance(option, Objection) else Reason.OVER
        what = ply.terrain.value if ply.terrain else "a pick"
        msg = f"{what} on {', '.join(names(ply.region)) or 'no space'}: {reason.value}"
        raise IllegalMove(msg)
    sheet = state.sheets[task.sheet]
    return option, task, sheet.drawn(ply.terrain, ply.region, coin=option.coin, attack=ply.attack, beast=option.beast)


def _play_on(state: State, before: Sequence[Sheet], waiting: Sequence[Duty], events: list[Event]) -> State:
    """Carry a game on, from the sheets and the duties that are left, to the next choice or to the end."""
    dealt, season, revealed, scores = state.deal, state.season, state.revealed, state.scores
    ruins_due = state.ruins_due
    sheets, duties = list(before), list(waiting)
    while True:
        dealing = dealt.seasons[season]
        while duties:
            task = _do(duties, dealt.id, sheets, events, ruins_due=ruins_due)
            if task:
                return State(
                    dealt, tuple(sheets), season, revealed, ruins_due, task, tuple(duties), scores, tuple(events)
                )
        card = dealing.deck[revealed - 1] if revealed else None
        if isinstance(card, ExploreCard):
            ruins_due = False
        if len(scores) > season:
            season, revealed = season + 1, 0
            dealing = dealt.seasons[season]
            events.append(SeasonStart(dealing))
        elif revealed == dealing.reveals:
            scores = (*scores, _season_scores(dealt, season, sheets))
            events.extend(map(Score, scores[-1]))
            if season + 1 == len(dealt.seasons):
                events.append(_end(dealt, scores))
                return State(dealt, tuple(sheets), season, revealed, ruins_due, None, (), scores, tuple(events))
            duties = _ravages(dealt.seasons[: season + 1], len(sheets))
            continue
        card = dealing.deck[revealed]
        revealed += 1
        events.append(Reveal(card, sum(shown.time for shown in dealing.deck[:revealed])))
        if isinstance(card, RuinsCard):
            ruins_due = True
        else:
            duties = [Duty(card, player, _sheet_of(card, player, len(sheets))) for player in range(len(sheets))]


def _sheet_of(card: Card, player: int, players: int) -> int:
    """Return the sheet on which a player draws; sheets move with an ambush's arrow: one draws on that from behind."""
    if not isinstance(card, AmbushCard):
        return player
    return (player + (-1 if card.arrow == "clockwise" else 1)) % players


def _ravages(seasons: Sequence[SeasonDeal], players: int) -> list[Duty]:
    """Return what beasts do after a season's scoring, card by card in the order of reveal (rulings, "Ambush", solo)."""
    return [
        Duty(card, owner, owner, effect=True)
        for dealing in seasons
        for card in dealing.deck[: dealing.reveals]
        if isinstance(card, AmbushCard) and card.beast and card.beast.ravages
        for owner in range(players)
    ]


def _do(
    duties: list[Duty], game_id: GameId, sheets: list[Sheet], events: list[Event], *, ruins_due: bool
) -> Task | None:
    """Do the first of the duties, or return it as a task when it leaves a choice."""
    duty = duties.pop(0)
    card, player, index = duty.card, duty.player, duty.sheet
    sheet = sheets[index]
    if isinstance(card, AmbushCard) and duty.effect and card.beast:
        reach = sheet.within_reach(card.beast)
        if card.beast is not Beast.ZOMBIE:
            return Task(player, index, card, (DESTROY,), reach) if reach else None
        if reach:
            sheets[index] = after = sheet.drawn(Terrain.MONSTER, reach, beast=card.beast)
            events.append(Spread(index, after, after.coins - sheet.coins, card, reach))
    elif isinstance(card, AmbushCard) and len(sheets) == 1:
        trail = ambush_trail(card, sheet.empty)
        region = trail[-1] if trail else 0
        sheets[index] = after = sheet.drawn(Terrain.MONSTER, region, beast=card.beast)
        events.append(Ambush(index, after, after.coins - sheet.coins, card, region, tuple(trail)))
        if card.beast is Beast.GORGON:
            duties.insert(0, Duty(card, player, index, effect=True))
    else:
        task = _task(duty, game_id, sheet, ruins_due=ruins_due)
        if task is None:
            events.append(Draw(player, index, sheet, 0, Forced.FULL))
        return task
    return None


def _task(duty: Duty, game_id: GameId, sheet: Sheet, *, ruins_due: bool) -> Task | None:
    """Return what must be drawn for a card, or ``None`` when the map is full."""
    card, player, index, _ = duty
    ruins_due = ruins_due and isinstance(card, ExploreCard)
    empty = sheet.empty
    if not empty:
        return None
    must_cover = sheet.open_ruins if ruins_due else None
    if any(fits(option.shape, empty, must_cover) for option in card.options):
        return Task(player, index, card, card.options, empty, must_cover=must_cover)
    # A single space instead (English rulebook p. 6 and 7; Heroes rulebook, "Reglas de dibujo"): of the card's terrains;
    # or of any for want of ruins, and for an explore card of Heroes.
    terrains = terrains_of(card.options)
    if isinstance(card, ExploreCard) and (ruins_due or game_id.explore is Box.HEROES):
        terrains = (*ANY_TERRAIN, Terrain.HERO) if game_id.heroes else ANY_TERRAIN
    single = tuple(Option(terrain, MONOMINO) for terrain in terrains)
    return Task(player, index, card, single, empty, Forced.RUINS if ruins_due else Forced.NO_FIT)


def _season_scores(dealt: Deal, season: int, sheets: Sequence[Sheet]) -> tuple[SeasonScore, ...]:
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


def _end(dealt: Deal, scores: tuple[tuple[SeasonScore, ...], ...]) -> End:
    """Return the end of the game: most stars wins, then least lost to monsters, then shared (English rulebook p. 9)."""
    totals = tuple(sum(score.total for score in player) for player in zip(*scores, strict=True))
    lost = tuple(sum(score.monsters for score in player) for player in zip(*scores, strict=True))
    standing = list(zip(totals, lost, strict=True))
    final_rating = rating(totals[0], dealt.edicts) if len(totals) == 1 else None
    return End(
        totals=totals,
        monsters=lost,
        winners=tuple(player for player, place in enumerate(standing) if place == max(standing)),
        rating=final_rating,
        title=None if final_rating is None else title(final_rating),
    )
