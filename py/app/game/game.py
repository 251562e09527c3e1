"""A game at the page: the engine's states, who plays, and what lies on the table at each moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from app.game.rival import Rival
from app.game.seating import HERE, Bot, Seat
from app.game.setup import Cartographer
from app.jobs import BotTurn, turn_of
from cartographers.beast import Beast
from cartographers.cards import Card, ExploreCard, RuinsCard
from cartographers.events import Ambush, Draw, End, Event, Pick, Reveal, Score, SeasonScore, SeasonStart, Spread
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.record import Played, write_record
from cartographers.scoring import stars
from cartographers.seasons import SEASONS, Season
from cartographers.sheet import Sheet
from cartographers.state import Ply, State


class SeasonLine(NamedTuple):
    """A line of the paper sheet's table: what a season's edicts paid, the coins, the monsters, and their sum.

    Before the season is counted, there are only the edicts' letters.
    """

    season: str
    edicts: str
    coins: int | None = None
    monsters: int | None = None
    total: int | None = None


def _line(score: SeasonScore) -> SeasonLine:
    edicts = ", ".join(f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
    return SeasonLine(score.season.name, edicts, score.coins, score.monsters, score.total)


class Practice(NamedTuple):
    """Why a game is practice: the key of the sentence, and the number in it, if it counts something."""

    key: str
    times: int | None = None


def why_practice(takebacks: int, hints: int, *, uncounted: bool) -> Practice | None:
    """Return why the result of a game does not count, or None if it does.

    This is the only place that decides. ``takebacks`` is the number of times that undo went back past a reveal,
    ``hints`` the number of hints, and ``uncounted`` says that it is a run of a daily game that does not count.
    """
    if takebacks:
        return Practice("end.practice", takebacks)
    if hints:
        return Practice("end.hints", hints)
    return Practice("end.uncounted") if uncounted else None


@dataclass(frozen=True)  # without slots, so that it can remember its lines
class Game:
    """A game: what has been played, and for each player a cartographer and a seat.

    ``key`` tells it apart from all other games, also those of the same deal; an older version has given none.
    ``takebacks`` counts how often undo has gone back past a reveal, ``hints`` how often somebody has
    asked for one. ``uncounted`` says that it is a day's game which
    does not count: it was begun on another day, or not for the first time. ``rival`` is who is to be beaten. ``notes``
    are words of the kept text that this version does not know; they are written again as they were.
    """

    played: Played
    cartographers: tuple[Cartographer, ...]
    seats: tuple[Seat, ...]
    key: str = ""
    takebacks: int = 0
    hints: int = 0
    uncounted: bool = False
    rival: Rival | None = None
    notes: tuple[str, ...] = ()

    @property
    def id(self) -> GameId:
        """The game id."""
        return self.played.id

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies so far."""
        return self.played.plies

    @property
    def state(self) -> State:
        """The state after the last ply."""
        return self.played.states[-1]

    @cached_property
    def _counted(self) -> tuple[tuple[SeasonLine, ...], ...]:
        """The lines of each season that has been counted, one for each player: many screens show the same ones."""
        return tuple(tuple(map(_line, season)) for season in self.state.scores)

    def season_lines(self, player: int, scored: int) -> tuple[SeasonLine, ...]:
        """Return the lines of all seasons for a player, when so many seasons have been counted."""
        to_come = (dealt.season for dealt in self.state.deal.seasons[scored:])
        return (
            *(season[player] for season in self._counted[:scored]),
            *(SeasonLine(season.name, ", ".join(season.edicts)) for season in to_come),
        )

    @property
    def record(self) -> str:
        """The game as one line."""
        return write_record(self.id, self.plies)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone."""
        return self.id.players == 1

    @property
    def why_practice(self) -> Practice | None:
        """Why the result does not count; None if it does."""
        return why_practice(self.takebacks, self.hints, uncounted=self.uncounted)

    @property
    def practice(self) -> bool:
        """Whether the result does not count."""
        return self.why_practice is not None

    @property
    def to_replay(self) -> Game:
        """The game as a replay shows it: without what made it practice, which is no part of the record."""
        return replace(self, takebacks=0, hints=0, uncounted=False)

    @property
    def passed_on(self) -> bool:
        """Whether several people share this page."""
        return self.seats.count(HERE) > 1

    @property
    def drawer(self) -> Seat:
        """Who decides about the next ply; after the end, a person here."""
        return self.seats[self.state.task.player] if self.state.task else HERE

    @property
    def player(self) -> int:
        """The player who draws next; the first one after the end."""
        return self.state.task.player if self.state.task else 0

    @property
    def moment(self) -> Moment:
        """What lies open while somebody draws."""
        return moment_of(self.state)

    @property
    def drawn_here(self) -> int | None:
        """The place of the last ply that a person here has drawn; none before there is one."""
        states, seats = self.played.states, self.seats
        places = range(len(self.plies) - 1, -1, -1)
        return next((place for place in places if (task := states[place].task) and seats[task.player] == HERE), None)

    @cached_property
    def bots_turns(self) -> tuple[BotTurn, ...]:
        """What bots have to choose for the card in play, whoever is to draw: who draws next comes first."""
        states, state, seats = self.played.states, self.state, self.seats
        if not any(isinstance(seat, Bot) for seat in seats):
            return ()
        first = state.task.player if state.task else 0
        drawn = [earlier.task.player for earlier in states[:-1] if earlier.task]
        turns = (
            turn_of(state, player, seat.name, drawn.count(player))
            for player, seat in (*enumerate(seats[first:], start=first), *enumerate(seats[:first]))
            if isinstance(seat, Bot)
        )
        return tuple(turn for turn in turns if turn)

    def after(self, ply: Ply) -> Game:
        """Return the game after one more ply; raises :class:`IllegalMove` when the rules do not allow it."""
        played = self.played
        states = (*played.states, apply(self.state, ply))
        return replace(self, played=Played(played.id, (*played.plies, ply), states))

    def before(self, plies: int) -> Game:
        """Return the game without its last plies; going back past a reveal counts as a takeback."""
        played = self.played
        left = len(played.plies) - plies
        earlier = Played(played.id, played.plies[:left], played.states[: left + 1])
        return replace(self, played=earlier, takebacks=self.takebacks + self.revealed_in(plies))

    def revealed_in(self, plies: int) -> bool:
        """Say whether a card was revealed by one of the last plies."""
        last = self.played.states[len(self.played.states) - plies :]
        return any(isinstance(event, Reveal) for state in last for event in state.events)

    def in_last_season(self, moment: Moment) -> bool:
        """Say whether a moment is in the game's last season."""
        return moment.season == self.state.deal.seasons[-1].season

    def acts(self, beast: Beast, moment: Moment) -> bool:
        """Say whether the effect of a beast that is drawn at a moment can come."""
        return beast.acts(last_season=self.in_last_season(moment))


def begun(game_id: GameId, cartographers: tuple[Cartographer, ...], seats: tuple[Seat, ...] = ()) -> Game:
    """Return a game before its first ply; without seats, everyone sits here."""
    return Game(Played(game_id, (), (new_game(game_id),)), cartographers, seats or (HERE,) * game_id.players)


@dataclass(frozen=True, slots=True)
class Moment:
    """What lies open at a moment: the sheets, the season and its face-up cards, and how many seasons are scored.

    ``shown`` is the sheet that the page shows. ``in_play`` says whether players still draw for the last card.
    """

    sheets: tuple[Sheet, ...]
    season: Season
    cards: tuple[Card, ...] = ()
    in_play: bool = False
    scored: int = 0
    shown: int = 0

    @property
    def time(self) -> int:
        """The season's time so far, the card in play included."""
        return sum(card.time for card in self.cards)

    @property
    def card_time(self) -> int:
        """The time of the card in play, if there is one."""
        return self.cards[-1].time if self.in_play else 0

    @property
    def after_ruins(self) -> bool:
        """Whether the card in play is the first to be explored after a ruins card: it must cover ruins if it can."""
        *_, before, last = (None, None, *(card for card in self.cards if isinstance(card, ExploreCard | RuinsCard)))
        return self.in_play and self.cards[-1] is last and isinstance(before, RuinsCard)

    def with_sheet(self, number: int, sheet: Sheet) -> Moment:
        """Return the moment after a sheet has changed, and show that sheet."""
        return replace(self, sheets=(*self.sheets[:number], sheet, *self.sheets[number + 1 :]), shown=number)


def moment_of(state: State) -> Moment:
    """Return what lies open in a state."""
    task = state.task
    return Moment(
        state.sheets,
        state.season_deal.season,
        state.face_up,
        len(state.scores) == state.season,
        len(state.scores),
        shown=task.sheet if task else 0,
    )


def blank_moment(game_id: GameId) -> Moment:
    """Return the moment before a game begins."""
    return Moment((blank_sheet(game_id.side),) * game_id.players, SEASONS[game_id.seasons][0])


def happened(before: Moment, state: State) -> Iterator[tuple[Event, Moment, Moment]]:
    """Yield each event of a state with the moments before and after it; ``before`` is the moment before all of them."""
    now = before
    for event in state.events:
        earlier, now = now, _after(now, event)
        yield event, earlier, now


def _after(now: Moment, event: Event) -> Moment:
    """Return the moment after an event."""
    match event:
        case SeasonStart(dealt):
            return replace(now, season=dealt.season, cards=(), in_play=False)
        case Reveal(card):
            return replace(now, cards=(*now.cards, card), in_play=True)
        case Draw() | Pick() | Spread() | Ambush():
            return now.with_sheet(event.sheet, event.after)
        case Score(score):
            return replace(now, in_play=False, scored=now.scored + (score.player == 0), shown=0)
        case End():
            return replace(now, shown=event.winners[0])
        case _:
            return now
