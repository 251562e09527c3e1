"""A game on the page: its states, its players, and the cards and sheets that are visible at each moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from app.game.jobs import BotTurn, bot_turn
from app.game.rival import Rival
from app.game.seating import LOCAL_PERSON, Bot, Seat
from app.game.setup import Cartographer
from cartographers.beast import Beast
from cartographers.cards import Card, ExploreCard, RuinsCard
from cartographers.events import Ambush, Draw, Event, GameEnd, Pick, Reveal, Score, SeasonScore, SeasonStart, Spread
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.record import PlayedGame, write_record
from cartographers.scoring import stars
from cartographers.seasons import SEASONS, Season
from cartographers.sheet import Sheet
from cartographers.state import Ply, State


class SeasonLine(NamedTuple):
    """A line of the paper sheet's table: the stars of one season.

    Before the season is scored, the line has only the edicts' letters.
    """

    #: The season's name.
    season: str
    #: The edicts' letters, each with its stars.
    edicts: str
    #: The stars from coins.
    coins: int | None = None
    #: The stars lost to monsters.
    monsters: int | None = None
    #: The sum of the season.
    total: int | None = None


def _line(score: SeasonScore) -> SeasonLine:
    edicts = ", ".join(f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
    return SeasonLine(score.season.name, edicts, score.coins, score.monsters, score.total)


class Practice(NamedTuple):
    """The reason why a game is practice."""

    #: The key of the sentence.
    key: str
    #: The number in the sentence, if it counts something.
    times: int | None = None


def why_practice(takebacks: int, hints: int, *, uncounted: bool) -> Practice | None:
    """Return the reason why a game's result doesn't count; None if it counts.

    This is the only place that decides it. ``takebacks`` is the number of undos past a reveal, ``hints`` is the number
    of hints, and ``uncounted`` is True for a daily game that doesn't count.
    """
    if takebacks:
        return Practice("end.practice", takebacks)
    if hints:
        return Practice("end.hints", hints)
    return Practice("end.uncounted") if uncounted else None


@dataclass(frozen=True)  # no slots, because of the cached properties
class Game:
    """A game with its players."""

    #: The game id, the plies, and the states.
    played: PlayedGame
    #: The cartographer of each player.
    cartographers: tuple[Cartographer, ...]
    #: The seat of each player.
    seats: tuple[Seat, ...]
    #: The game's unique key, even among games of the same deal; empty in a game without a key.
    key: str = ""
    #: The number of undos past a reveal.
    takebacks: int = 0
    #: The number of hints.
    hints: int = 0
    #: True for a daily game that doesn't count: it was begun on another day, or wasn't the day's first game.
    uncounted: bool = False
    #: The finished game to beat.
    rival: Rival | None = None
    #: Words of the saved text that a game itself doesn't use; they are saved again unchanged.
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
        """The lines of each scored season, one for each player; cached because many screens show them."""
        return tuple(tuple(map(_line, season)) for season in self.state.scores)

    def season_lines(self, player: int, scored: int) -> tuple[SeasonLine, ...]:
        """Return the lines of all seasons for a player, after the first ``scored`` seasons were scored."""
        next_seasons = (dealt.season for dealt in self.state.deal.seasons[scored:])
        return (
            *(season[player] for season in self._counted[:scored]),
            *(SeasonLine(season.name, ", ".join(season.edicts)) for season in next_seasons),
        )

    @property
    def record(self) -> str:
        """The game id and the plies as one line."""
        return write_record(self.id, self.plies)

    @property
    def is_solo(self) -> bool:
        """Whether this is a solo game."""
        return self.id.players == 1

    @property
    def why_practice(self) -> Practice | None:
        """The reason why the result doesn't count; None if it counts."""
        return why_practice(self.takebacks, self.hints, uncounted=self.uncounted)

    @property
    def is_practice(self) -> bool:
        """Whether the result doesn't count."""
        return self.why_practice is not None

    @property
    def for_replay(self) -> Game:
        """The game for a replay: without the notes on practice, which aren't in the record."""
        return replace(self, takebacks=0, hints=0, uncounted=False)

    @property
    def is_shared_device(self) -> bool:
        """Whether several people share this device."""
        return self.seats.count(LOCAL_PERSON) > 1

    @property
    def drawing_seat(self) -> Seat:
        """The seat of the next ply; after the end, a seat of a person here."""
        return self.seats[self.state.task.player] if self.state.task else LOCAL_PERSON

    @property
    def player(self) -> int:
        """The player of the next ply; after the end, the first player."""
        return self.state.task.player if self.state.task else 0

    @property
    def moment(self) -> Moment:
        """The visible cards and sheets before the next ply."""
        return moment_of(self.state)

    @property
    def last_ply_here(self) -> int | None:
        """The position of the last ply that a person here drew; None if there is none."""
        states, seats = self.played.states, self.seats
        places = range(len(self.plies) - 1, -1, -1)
        return next(
            (place for place in places if (task := states[place].task) and seats[task.player] == LOCAL_PERSON), None
        )

    @cached_property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """The turns of all bots for the card in play, beginning with the player whose turn it is."""
        states, state, seats = self.played.states, self.state, self.seats
        if not any(isinstance(seat, Bot) for seat in seats):
            return ()
        first = state.task.player if state.task else 0
        drawn = [earlier.task.player for earlier in states[:-1] if earlier.task]
        turns = (
            bot_turn(state, player, seat.name, drawn.count(player))
            for player, seat in (*enumerate(seats[first:], start=first), *enumerate(seats[:first]))
            if isinstance(seat, Bot)
        )
        return tuple(turn for turn in turns if turn)

    def after(self, ply: Ply) -> Game:
        """Return the game after another ply; raise :class:`IllegalMove` if the rules don't allow it."""
        played = self.played
        states = (*played.states, apply(self.state, ply))
        return replace(self, played=PlayedGame(played.id, (*played.plies, ply), states))

    def before(self, plies: int) -> Game:
        """Return the game without its last ``plies``; an undo past a reveal counts as a takeback."""
        played = self.played
        remaining = len(played.plies) - plies
        earlier = PlayedGame(played.id, played.plies[:remaining], played.states[: remaining + 1])
        return replace(self, played=earlier, takebacks=self.takebacks + self.reveals_in(plies))

    def reveals_in(self, plies: int) -> bool:
        """Return True if one of the last ``plies`` has revealed a card."""
        last = self.played.states[len(self.played.states) - plies :]
        return any(isinstance(event, Reveal) for state in last for event in state.events)

    def in_last_season(self, moment: Moment) -> bool:
        """Return True if the given moment is in the game's last season."""
        return moment.season == self.state.deal.seasons[-1].season

    def acts(self, beast: Beast, moment: Moment) -> bool:
        """Return True if a beast drawn at the given moment can still have its effect."""
        return beast.acts(last_season=self.in_last_season(moment))


def begin_game(game_id: GameId, cartographers: tuple[Cartographer, ...], seats: tuple[Seat, ...] = ()) -> Game:
    """Return a game before its first ply; without seats, all players are people here."""
    return Game(
        PlayedGame(game_id, (), (new_game(game_id),)), cartographers, seats or (LOCAL_PERSON,) * game_id.players
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """The visible part of a game at one moment."""

    #: The sheet of each player.
    sheets: tuple[Sheet, ...]
    #: The season.
    season: Season
    #: The season's face-up cards.
    cards: tuple[Card, ...] = ()
    #: True if players may still draw for the last card.
    is_in_play: bool = False
    #: The number of scored seasons.
    scored_seasons: int = 0
    #: The number of the sheet that the page shows.
    shown_sheet: int = 0

    @property
    def time(self) -> int:
        """The time that the season has used so far, including the card in play."""
        return sum(card.time for card in self.cards)

    @property
    def card_time(self) -> int:
        """The time value of the card in play; 0 without one."""
        return self.cards[-1].time if self.is_in_play else 0

    @property
    def after_ruins(self) -> bool:
        """Whether the card in play follows a ruins card: its shape must cover ruins if possible."""
        *_, before, last = (None, None, *(card for card in self.cards if isinstance(card, ExploreCard | RuinsCard)))
        return self.is_in_play and self.cards[-1] is last and isinstance(before, RuinsCard)

    def with_sheet(self, number: int, sheet: Sheet) -> Moment:
        """Return the moment after a sheet has changed; the page then shows that sheet."""
        return replace(self, sheets=(*self.sheets[:number], sheet, *self.sheets[number + 1 :]), shown_sheet=number)


def moment_of(state: State) -> Moment:
    """Return the visible part of a state."""
    task = state.task
    return Moment(
        state.sheets,
        state.season_deal.season,
        state.face_up,
        len(state.scores) == state.season,
        len(state.scores),
        shown_sheet=task.sheet if task else 0,
    )


def blank_moment(game_id: GameId) -> Moment:
    """Return the moment before a game begins."""
    return Moment((blank_sheet(game_id.side),) * game_id.players, SEASONS[game_id.seasons][0])


def event_moments(before: Moment, state: State) -> Iterator[tuple[Event, Moment, Moment]]:
    """Yield each event of a state with the moments before and after it.

    ``before`` is the moment before the first event.
    """
    now = before
    for event in state.events:
        earlier, now = now, _after(now, event)
        yield event, earlier, now


def _after(now: Moment, event: Event) -> Moment:
    """Return the moment after an event."""
    match event:
        case SeasonStart(dealt):
            return replace(now, season=dealt.season, cards=(), is_in_play=False)
        case Reveal(card):
            return replace(now, cards=(*now.cards, card), is_in_play=True)
        case Draw() | Pick() | Spread() | Ambush():
            return now.with_sheet(event.sheet, event.after)
        case Score(score):
            return replace(
                now, is_in_play=False, scored_seasons=now.scored_seasons + (score.player == 0), shown_sheet=0
            )
        case GameEnd():
            return replace(now, shown_sheet=event.winners[0])
        case _:
            return now
