"""The printed game: people draw on paper, and the page reveals the cards in the order of the engine's own deal.

A saved printed game is one line, ``p1 ID STEPS by:NAME... NOTE... end``: the game id, the number of steps so far, the
name of each player, and notes on the scores. A step reveals a card or ends a season. The word ``end`` tells a
complete text from a truncated one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from urllib.parse import quote, unquote

from app.game.game import Moment
from app.game.paper_notes import read_counts, read_maps
from app.game.setup import MAX_NAME_LENGTH, Setup, is_name
from app.game.shelf import END, NewerSave
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import Deal, SeasonDeal, deal
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId, read_game_id
from cartographers.seasons import Season

VERSION = 1
_BY = "by"
#: The number of words before the notes, and the word after them.
_BEFORE_NOTES, _AFTER_NOTES = 3, 1


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game on paper, whose cards the page reveals."""

    #: The game id, which determines the deal.
    id: GameId
    #: The name of each player, clockwise around the table; empty if it wasn't given.
    names: tuple[str, ...]
    #: The number of steps so far: each reveals a card or ends a season.
    steps: int = 0
    #: The notes on maps and counted stars, as words of the saved text: ``WORD:VALUE`` without spaces.
    papers: tuple[str, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether a card was revealed or anything was scored, so that a new deal must not lose the game."""
        return self.steps > 0 or bool(self.papers)

    @property
    def deal(self) -> Deal:
        """The edicts and the cards."""
        return deal(self.id)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone."""
        return self.id.players == 1

    @property
    def _place(self) -> tuple[int, int]:
        """The number of the season, from 0, and the number of steps in it."""
        ends = [*accumulate(map(_steps_of, self.deal.seasons))]
        season = bisect_left(ends, self.steps)
        return season, self.steps - ends[season] + _steps_of(self.deal.seasons[season])

    @property
    def season_number(self) -> int:
        """The number of the season, from 0. A season lasts until the first card of the next one is revealed."""
        return self._place[0]

    @property
    def season_deal(self) -> SeasonDeal:
        """The cards of the season."""
        return self.deal.seasons[self.season_number]

    @property
    def season(self) -> Season:
        """The season."""
        return self.season_deal.season

    @property
    def next_season(self) -> Season | None:
        """The season after this one; None in winter."""
        later = self.deal.seasons[self.season_number + 1 :]
        return later[0].season if later else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were revealed this season, in order."""
        season, steps = self._place
        dealt = self.deal.seasons[season]
        return dealt.deck[: min(steps, dealt.reveal_count)]

    @property
    def card(self) -> Card | None:
        """The card in play; None before the first card, and once the season is over."""
        return None if self.is_season_over or not self.cards else self.cards[-1]

    @property
    def time(self) -> int:
        """The time that the season has used, including the card in play."""
        return sum(card.time for card in self.cards)

    @property
    def is_last_card(self) -> bool:
        """Whether the card in play is the season's last one."""
        return self.card is not None and self.time >= self.season.threshold

    @property
    def is_season_over(self) -> bool:
        """Whether the season's end was announced."""
        season, steps = self._place
        return steps == _steps_of(self.deal.seasons[season])

    @property
    def scored_seasons(self) -> int:
        """The number of seasons that are over."""
        return self.season_number + self.is_season_over

    @property
    def is_over(self) -> bool:
        """Whether all seasons are over."""
        return self.scored_seasons == len(self.deal.seasons)

    @property
    def moment(self) -> Moment:
        """The season and its face-up cards, as in a game on the page, but without sheets."""
        return Moment((), self.season, self.cards, self.card is not None, self.scored_seasons)

    @property
    def must_cover_ruins(self) -> bool:
        """Whether the shape of the card in play must cover ruins, because a ruins card came before it."""
        return self.moment.after_ruins

    @property
    def ruins_wait(self) -> bool:
        """Whether ruins wait for the next explore card while another kind of card is in play."""
        found = [card for card in self.cards if isinstance(card, ExploreCard | RuinsCard)]
        return isinstance(found[-1] if found else None, RuinsCard) and isinstance(self.card, AmbushCard | HeroCard)

    @property
    def beasts(self) -> tuple[Beast, ...]:
        """The beasts on the ambush cards that were revealed so far, in order."""
        found = (*self.season_deal.discarded, *self.cards)
        return tuple(card.beast for card in found if isinstance(card, AmbushCard) and card.beast)


def _steps_of(dealt: SeasonDeal) -> int:
    """Return the number of steps of a season: its cards, and its end."""
    return dealt.reveal_count + 1


def step_count(game_id: GameId) -> int:
    """Return the number of steps of a whole game."""
    return sum(map(_steps_of, deal(game_id).seasons))


def begin_printed(setup: Setup) -> PrintedGame:
    """Return the printed game of a setup, before its first card. All of its players are people.

    Raises :class:`InvalidRecord` if the seed is invalid.
    """
    return PrintedGame(setup.game_id(), tuple(who.name.strip() for who in setup.active_cartographers))


def reveal(game: PrintedGame) -> PrintedGame:
    """Return a game after its next step, which reveals a card or ends the season; unchanged if the game is over."""
    return game if game.is_over else replace(game, steps=game.steps + 1)


def take_back(game: PrintedGame) -> PrintedGame:
    """Return a game without its last step; unchanged before the first one."""
    return replace(game, steps=max(game.steps - 1, 0))


def write_printed(game: PrintedGame) -> str:
    """Return the text of a printed game, the inverse of :func:`read_printed`."""
    names = (f"{_BY}:{quote(name, safe='')}" for name in game.names)
    return " ".join([f"p{VERSION}", str(game.id), str(game.steps), *names, *game.papers, END])


@lru_cache(maxsize=32)
def read_printed(text: str) -> PrintedGame:
    """Return the printed game of a saved text.

    Raises :class:`InvalidRecord` if the text is damaged; :class:`NewerSave` if a newer version of the page has written
    it. A damaged text is never read in part.
    """
    words = text.split() or [""]
    version = re.fullmatch(r"p([0-9]{1,4})", words[0])
    if not version:
        raise InvalidRecord("companion.error.text", text=quoted(text))
    if int(version[1]) > VERSION:
        raise NewerSave("error.save.newer")
    if words[-1] != END or len(words) < _BEFORE_NOTES + _AFTER_NOTES:
        raise InvalidRecord("error.save.end")
    _, id_text, steps, *notes, _ = words
    game_id = read_game_id(id_text)
    most = step_count(game_id)
    if not re.fullmatch("[0-9]{1,3}", steps) or int(steps) > most:
        raise InvalidRecord("companion.error.steps", text=quoted(steps), most=most)
    names, papers = [], []
    for note in notes:
        word, colon, value = note.partition(":")
        if not word or not colon:
            raise InvalidRecord("error.save.note", text=quoted(note))
        if word == _BY:
            names.append(_name(value))
        else:
            papers.append(note)
    if len(names) != game_id.players:
        raise InvalidRecord("error.save.cartographers", count=len(names), players=game_id.players)
    for read in (read_maps, read_counts):
        read(tuple(papers), game_id)  # raises an error if a map or a row is damaged
    return PrintedGame(game_id, tuple(names), int(steps), tuple(papers))


def _name(text: str) -> str:
    """Return the name of a player in a saved text."""
    name = unquote(text)
    if not is_name(name):
        raise InvalidRecord("error.name", text=quoted(text), most=MAX_NAME_LENGTH)
    return name
