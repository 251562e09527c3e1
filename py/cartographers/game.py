"""The flow of a game: the first state, and the state after each ply.

A game is a game id and its plies. ``reduce(apply, plies, new_game(game_id))`` is the state; to undo, drop the last ply.
States are immutable. Everything that requires no choice happens between two plies: cards are revealed, solo ambushes
are drawn, zombies spread, and seasons are scored. A state's ``events`` list everything since the last choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cartographers.beast import Beast
from cartographers.cards import AmbushCard, Card, ExploreCard, RuinsCard
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.events import (
    Ambush,
    Draw,
    Event,
    ForcedReason,
    GameEnd,
    GameStart,
    Pick,
    Reveal,
    Score,
    SeasonScore,
    SeasonStart,
    Spread,
)
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.rules import next_task, outcome, refusal, task_of, why_no_task
from cartographers.scoring import ScoringCard, monsters
from cartographers.seasons import EDICTS, Season
from cartographers.sheet import Sheet
from cartographers.solo import ambush_trail, rating, title
from cartographers.state import Duty, Ply, State
from cartographers.terrain import Terrain


def new_game(game_id: GameId) -> State:
    """Return a game's state before the first ply."""
    dealt = deal(game_id)
    sheet = blank_sheet(game_id.side)
    start = GameStart(
        id=str(game_id), options=game_id.options, players=game_id.players, edicts=dealt.edicts, sheet=sheet
    )
    sheets = (sheet,) * game_id.players
    return _advance(State(dealt, sheets), sheets, (), [start, SeasonStart(dealt.seasons[0])])


def apply(state: State, ply: Ply, player: int | None = None) -> State:
    """Return the state after a ply and all events that follow without a choice.

    By default, the next player in order makes the ply. Another ``player`` who still has to draw for the current card
    may make it instead. The order doesn't affect the state, because no two players draw on the same sheet. A record
    lists the plies in the order of the seats (see :func:`~cartographers.seats.gather`).

    Raises :class:`IllegalMove` with the reason if the rules don't allow the ply.
    """
    task = state.task if player is None else next_task(state, player)
    if task is None:
        raise refusal(ply, why_no_task(state))
    before = state.sheets[task.sheet]
    option, after = outcome(task, before, ply)
    gained = after.coins - before.coins
    sheets = (*state.sheets[: task.sheet], after, *state.sheets[task.sheet + 1 :])
    event: Event
    if task.is_pick and isinstance(task.card, AmbushCard):
        event = Pick(task.player, task.sheet, after, gained, task.card, ply.region)
    else:
        event = Draw(task.player, task.sheet, after, gained, task.forced, *ply)
    follows = (Duty(task.card, task.player, task.sheet, effect=True),) if option.beast is Beast.GORGON else ()
    if task is state.task:
        return _advance(state, sheets, (*follows, *state.duties), [event])
    place = state.duties.index(task.duty)
    duties = (*state.duties[:place], *follows, *state.duties[place + 1 :])
    return replace(state, sheets=sheets, duties=duties, events=(event,))


def _advance(state: State, before: Sequence[Sheet], waiting: Sequence[Duty], events: list[Event]) -> State:
    """Carry out the waiting duties, and continue to the next choice or the end of the game."""
    dealt, season, revealed, scores = state.deal, state.season, state.revealed, state.scores
    ruins_due, options = state.ruins_due, dealt.id.options
    sheets, duties = list(before), list(waiting)
    while True:
        dealing = dealt.seasons[season]
        while duties:
            duty = duties.pop(0)
            task = task_of(duty, options, sheets[duty.sheet], ruins_due=ruins_due)
            if task:
                return State(
                    dealt, tuple(sheets), season, revealed, ruins_due, task, tuple(duties), scores, tuple(events)
                )
            _carry_out(duty, sheets, events)
        card = dealing.deck[revealed - 1] if revealed else None
        if isinstance(card, ExploreCard):
            ruins_due = False
        if len(scores) > season:
            season, revealed = season + 1, 0
            dealing = dealt.seasons[season]
            events.append(SeasonStart(dealing))
        elif revealed == dealing.reveal_count:
            scores = (*scores, season_scores(dealt, season, sheets))
            events.extend(map(Score, scores[-1]))
            if season + 1 == len(dealt.seasons):
                events.append(game_end(dealt, scores))
                return State(dealt, tuple(sheets), season, revealed, ruins_due, None, (), scores, tuple(events))
            duties = _ravage_duties(dealt.seasons[: season + 1], len(sheets))
            continue
        card = dealing.deck[revealed]
        revealed += 1
        events.append(Reveal(card, sum(shown.time for shown in dealing.deck[:revealed])))
        if isinstance(card, RuinsCard):
            ruins_due = True
        elif isinstance(card, AmbushCard) and len(sheets) == 1:
            duties = _draw_solo_ambush(card, sheets, events)
        else:
            duties = [Duty(card, player, _sheet_of(card, player, len(sheets))) for player in range(len(sheets))]


def _sheet_of(card: Card, player: int, players: int) -> int:
    """Return the number of the sheet on which a player draws. In an ambush, the players pass their sheets first."""
    if not isinstance(card, AmbushCard):
        return player
    return (player + (-1 if card.arrow == "clockwise" else 1)) % players


def _ravage_duties(seasons: Sequence[SeasonDeal], players: int) -> list[Duty]:
    """Return the beasts' duties after a season's scoring, in the order in which their cards were revealed (rulings)."""
    return [
        Duty(card, owner, owner, effect=True)
        for dealing in seasons
        for card in dealing.deck[: dealing.reveal_count]
        if isinstance(card, AmbushCard) and card.beast and card.beast.acts_after_seasons
        for owner in range(players)
    ]


def _draw_solo_ambush(card: AmbushCard, sheets: list[Sheet], events: list[Event]) -> list[Duty]:
    """Draw a solo ambush on the only sheet, and return the resulting duties."""
    [sheet] = sheets
    trail = ambush_trail(card, sheet.empty)
    region = trail[-1] if trail else 0
    sheets[0] = after = sheet.drawn(Terrain.MONSTER, region, beast=card.beast)
    events.append(Ambush(0, after, after.coins - sheet.coins, card, region, tuple(trail)))
    return [Duty(card, 0, 0, effect=True)] if card.beast is Beast.GORGON else []


def _carry_out(duty: Duty, sheets: list[Sheet], events: list[Event]) -> None:
    """Carry out a duty that leaves no choice: spread the zombies, or draw nothing because the map is full."""
    card, player, index, effect = duty
    sheet = sheets[index]
    if not effect:
        events.append(Draw(player, index, sheet, 0, ForcedReason.FULL))
    elif isinstance(card, AmbushCard) and card.beast is Beast.ZOMBIE:
        reach = sheet.within_reach(card.beast)
        if reach:
            sheets[index] = after = sheet.drawn(Terrain.MONSTER, reach, beast=card.beast)
            events.append(Spread(index, after, after.coins - sheet.coins, card, reach))


def season_score(season: Season, cards: Mapping[str, ScoringCard], sheet: Sheet, player: int = 0) -> SeasonScore:
    """Return a player's score for a season (English rulebook p. 8), given the edicts by letter."""
    return SeasonScore(
        season, player, {letter: cards[letter](sheet) for letter in season.edicts}, sheet.coins, monsters(sheet)
    )


def season_scores(dealt: Deal, season: int, sheets: Sequence[Sheet]) -> tuple[SeasonScore, ...]:
    """Return all players' scores for a season, given its number from 0."""
    cards = dict(zip(EDICTS, dealt.edicts, strict=True))
    scored = dealt.seasons[season].season
    return tuple(season_score(scored, cards, sheet, player) for player, sheet in enumerate(sheets))


def game_end(dealt: Deal, scores: tuple[tuple[SeasonScore, ...], ...]) -> GameEnd:
    """Return the end of the game (English rulebook p. 9).

    The player with the most stars wins. Among players who tie, those who lost the fewest stars to monsters win.
    """
    totals = tuple(sum(score.total for score in player) for player in zip(*scores, strict=True))
    lost = tuple(sum(score.monsters for score in player) for player in zip(*scores, strict=True))
    standing = list(zip(totals, lost, strict=True))
    final_rating = rating(totals[0], dealt.edicts) if len(totals) == 1 else None
    return GameEnd(
        totals=totals,
        monsters=lost,
        winners=tuple(player for player, place in enumerate(standing) if place == max(standing)),
        rating=final_rating,
        title=None if final_rating is None else title(final_rating),
    )
