"""The next game, as the setup screen describes it: cards, map side, edicts, seed, and players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal, TypeAlias, get_args
from urllib.parse import quote, unquote

from app.game.seating import LOCAL_PERSON, Bot, Seat, local_seats
from cartographers.boxes import BOX_BY_WORD, Box
from cartographers.deal import deal
from cartographers.errors import InvalidRecord, Sentence, quoted
from cartographers.game_id import MAX_PLAYERS, GameId, first_game, pure_game
from cartographers.scoring import ScoringCard, cards_of
from cartographers.seasons import EDICTS
from cartographers.sides import SIDES_OF, is_custom

#: Maximum number of characters of a name, a title, or a land.
MAX_NAME_LENGTH = 24

#: The lines that a player can write at the top of the sheet.
Line: TypeAlias = Literal["name", "title", "land"]
LINES: tuple[Line, ...] = get_args(Line)


@dataclass(frozen=True, slots=True)
class Cartographer:
    """The lines at the top of a player's sheet (English rulebook p. 4, Heroes rulebook, "Preparación")."""

    #: The cartographer's name.
    name: str = ""
    #: The cartographer's title.
    title: str = ""
    #: The name of the land.
    land: str = ""

    def __str__(self) -> str:
        """Return the lines as one word of a saved text, the inverse of :func:`read_cartographer`."""
        return ",".join(quote(line, safe="") for line in (self.name, self.title, self.land))


def read_cartographer(text: str) -> Cartographer:
    """Return the cartographer of a saved text.

    Raises :class:`InvalidRecord` if the text is damaged.
    """
    lines = [unquote(line) for line in text.split(",")]
    if len(lines) != len(LINES) or any(not is_name(line) for line in lines):
        raise InvalidRecord("error.cartographer", text=quoted(text), most=MAX_NAME_LENGTH)
    return Cartographer(*lines)


#: The zero-width non-joiner and joiner.
JOINERS = "\u200c\u200d"
#: Characters that may look like nothing, though Unicode calls many of them letters, signs, or marks.
BLANK = f"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0{JOINERS}"
#: The invisible letters and the end of a region's code after a flag, in a pattern's set of characters.
_REGIONAL = r"\U000e0061-\U000e007a\U000e007f"
#: A regional flag, a space, or a joiner as the group to keep; the rest is invisible and spells nothing.
_NOT_SPELLING = (
    rf"(\U0001f3f4[\U000e0061-\U000e007a]+\U000e007f)[{JOINERS}{_REGIONAL}]*"
    rf"|(^|\s)[{JOINERS}{_REGIONAL}]+|([{JOINERS}])[{JOINERS}{_REGIONAL}]+|[{_REGIONAL}][{JOINERS}{_REGIONAL}]*"
)
#: The cards of a game: those of one box, or a mix.
CARDS = ("base", "heroes", "mixed")
#: A stand-in until the setup's own seed is read: a game id needs a seed.
_ANY_SEED = "seed"
_BASE_GAME = pure_game(_ANY_SEED, Box.BASE)
#: The seed of every player's first game: its edicts are simple, and its ambushes come late (tests/app/test_setup.py).
FIRST_SEED = "first13297"
#: The edicts that Heroes recommends for a first game.
FIRST_EDICTS = first_game(_ANY_SEED, Box.HEROES).edicts


class MixedCards(StrEnum):
    """A kind of cards in a mix, by the name of its option in the game id."""

    EXPLORE = "explore"
    SEASONS = "seasons"
    AMBUSH = "ambush"
    SCORING = "scoring"


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of the next game."""

    #: The seed as typed, which may be invalid.
    seed: str
    #: The game id with a stand-in for the seed.
    game: GameId = _BASE_GAME
    #: The cartographers, at least one per player. Extra ones come back when the number of players rises again.
    cartographers: tuple[Cartographer, ...] = (Cartographer(),)
    #: The seats, at least one per player.
    seats: tuple[Seat, ...] = (LOCAL_PERSON,)
    #: True if the player mixes boxes, even while all cards come from one box.
    mixes_boxes: bool = False
    #: True if the choices that most games leave to chance are shown: titles, lands, edicts, and seed.
    shows_more: bool = False
    #: The error in the seed.
    seed_error: Sentence | None = None
    #: The letter of the other edict that the last choice of an edict has changed; empty if it has changed none.
    changed_edict: str = ""

    @property
    def active_cartographers(self) -> tuple[Cartographer, ...]:
        """The cartographers of the players."""
        return self.cartographers[: self.game.players]

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats of the players."""
        return self.seats[: self.game.players]

    @property
    def person_count(self) -> int:
        """The number of people among the players."""
        return self.active_seats.count(LOCAL_PERSON)

    def game_id(self) -> GameId:
        """Return the game id; raise :class:`InvalidRecord` if the seed is invalid."""
        return replace(self.game, seed=self.seed.strip().lower())

    @property
    def cards(self) -> str:
        """The game's cards, one of :data:`CARDS`."""
        for box in (Box.BASE, Box.HEROES):
            if replace(pure_game(_ANY_SEED, box), side=self.game.side) == replace(self.game, players=1, edicts=()):
                return "mixed" if self.mixes_boxes else box.word
        return "mixed"

    @property
    def edicts(self) -> str:
        """The choice of edicts: ``dealt`` by chance, the ``first`` ones of Heroes, or ``chosen``."""
        if not self.game.edicts:
            return "dealt"
        return "first" if self.game.edicts == FIRST_EDICTS else "chosen"

    # ------------------------------------------------------------------- choices

    def _with(self, **changes: Any) -> Setup:  # noqa: ANN401 - values of any fields
        """Return the setup after a choice. The note about the last choice of an edict is gone."""
        return replace(self, **{"changed_edict": "", **changes})

    def _with_game(self, **changes: Any) -> Setup:  # noqa: ANN401 - values of any fields
        """Return the setup after a choice of an option of the game id."""
        return self._with(game=replace(self.game, **changes))

    def showing_more(self, *, on: bool) -> Setup:
        """Return the setup with or without the choices that most games leave to chance; see :attr:`shows_more`."""
        return self._with(shows_more=on)

    def with_players(self, count: int) -> Setup:
        """Return the setup with another number of players, at least one of whom is a person."""
        count = min(max(count, 1), MAX_PLAYERS)
        cartographers = (*self.cartographers, *(Cartographer(),) * (count - len(self.cartographers)))
        seats = (*self.seats, *(LOCAL_PERSON,) * (count - len(self.seats)))
        after = replace(self._with_game(players=count), cartographers=cartographers, seats=seats)
        return after if after.person_count else replace(after, seats=(LOCAL_PERSON, *seats[1:]))

    def with_bot(self, strength: str) -> Setup:
        """Return the setup with an additional bot."""
        return self.with_players(self.game.players + 1).with_seat(self.game.players, strength)

    def with_seat(self, player: int, kind: str) -> Setup:
        """Return the setup with a bot, given by its strength, or a person, ``here``, in a seat.

        A bot can't replace the last person.
        """
        if not 0 <= player < self.game.players:
            return self
        seat = LOCAL_PERSON if kind == "here" else Bot(kind)
        after = self._with(seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))
        return after if after.person_count else self

    def with_cards(self, cards: str) -> Setup:
        """Return the setup with the cards of one box and its corresponding map side. A custom map stays.

        A new mix takes every kind of card from both boxes; an existing mix stays as it is.
        """
        if cards == "mixed":
            mixed = replace(self.game, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
            return self._with(game=self.game if self.cards == "mixed" else mixed, mixes_boxes=True)
        box, side = BOX_BY_WORD[cards], self.game.side
        if not is_custom(side):
            kind = next(sides.index(side) for sides in SIDES_OF.values() if side in sides)
            side = SIDES_OF[box][kind]
        game = replace(pure_game(_ANY_SEED, box), side=side, players=self.game.players, edicts=self._edicts_of(box))
        return self._with(game=game, mixes_boxes=False)

    def with_box(self, kind: MixedCards, box: Box) -> Setup:
        """Return the setup with one kind of cards from another box, or from both."""
        if kind is MixedCards.SCORING:
            return self._with_game(scoring=box, edicts=self._edicts_of(box))
        return self._with_game(**{kind: box})

    def _edicts_of(self, box: Box) -> tuple[ScoringCard, ...]:
        """Return the chosen edicts; those that aren't from a box are replaced."""
        return tuple(card if card.box in box else cards_of(card.family, box)[0] for card in self.game.edicts)

    def with_heroes(self, *, on: bool) -> Setup:
        """Return the setup with the heroes among the ambush cards, or without them."""
        return self._with_game(heroes=on)

    def with_side(self, side: str) -> Setup:
        """Return the setup with another map."""
        return self._with_game(side=side)

    def with_edicts(self, kind: str) -> Setup:
        """Return the setup with ``dealt``, ``first``, or ``chosen`` edicts; see :attr:`edicts`."""
        if kind == "chosen":
            return self._with_game(edicts=self.game.edicts if self.edicts == "chosen" else self._dealt_edicts)
        return self._with_game(edicts=FIRST_EDICTS if kind == "first" else ())

    @property
    def _dealt_edicts(self) -> tuple[ScoringCard, ...]:
        """The edicts that the seed deals, from which the player's own choice starts."""
        try:
            game_id = self.game_id()
        except InvalidRecord:
            game_id = self.game
        return deal(replace(game_id, edicts=())).edicts

    def with_edict(self, letter: str, card: ScoringCard) -> Setup:
        """Return the setup with a card chosen for an edict (:func:`with_edict`), and the other edict that changes."""
        before = dict(zip(EDICTS, self.game.edicts, strict=True))
        after = with_edict(before, letter, card)
        changed = "".join(each for each in EDICTS if before[each] is not after[each] and each != letter)
        return self._with(game=replace(self.game, edicts=tuple(after[each] for each in EDICTS)), changed_edict=changed)


def with_edict(edicts: Mapping[str, ScoringCard], letter: str, card: ScoringCard) -> dict[str, ScoringCard]:
    """Return edicts by letter, with another card as one of them.

    There is one edict of each family, so the former card, if any, goes where the family was.
    """
    former = edicts.get(letter)
    other = next((each for each, edict in edicts.items() if edict.family is card.family), letter)
    others = {each: edict for each, edict in edicts.items() if each != other}
    return {**others, **({other: former} if former else {}), letter: card}


def setup_of(
    seed: str, game_id: GameId, cartographers: tuple[Cartographer, ...], seats: tuple[Seat, ...] = ()
) -> Setup:
    """Return the setup of a played game with a different seed; chosen edicts stay chosen and visible.

    Players from other devices become people on this device. Without seats, all players are people here.
    """
    seats = local_seats(seats) or (LOCAL_PERSON,) * len(cartographers)
    more = bool(game_id.edicts) or any(cartographer.title or cartographer.land for cartographer in cartographers)
    setup = Setup(seed, replace(game_id, seed=_ANY_SEED), cartographers, seats, shows_more=more)
    return replace(setup, mixes_boxes=setup.cards == "mixed")


def beginners_setup(setup: Setup) -> Setup:
    """Return the setup of a solo first game, the same for every player, with the first cartographer."""
    return Setup(FIRST_SEED, _BASE_GAME, setup.cartographers[:1])


def clean_name(text: str) -> str:
    """Return a typed name without characters that can hide or turn text.

    Two kinds of invisible characters spell: joiners, of which one may follow a letter or an emoji, as in Persian words
    and families, and the letters of a region after a flag. A name of nothing but blanks is empty.
    """
    if not text.strip(f"{BLANK} "):
        text = "".join(one for one in text if one == " ")
    if text.isprintable():
        return text[:MAX_NAME_LENGTH]
    spelling = f"[{JOINERS}{_REGIONAL}]"
    kept = "".join(one for one in text if one.isprintable() or re.match(spelling, one))[:MAX_NAME_LENGTH]
    return re.sub(_NOT_SPELLING, lambda found: found[found.lastindex] if found.lastindex else "", kept)


def is_name(text: str) -> bool:
    """Return whether a text is a name as :func:`clean_name` returns it."""
    return len(text) <= MAX_NAME_LENGTH and (text.isprintable() or text == clean_name(text))


def with_text(setup: Setup, field: str, text: str) -> Setup:
    """Return the setup after the player has typed into a field.

    The field is ``seed``, or a player's line such as ``name 0``.
    """
    setup = replace(setup, changed_edict="")
    line, _, number = field.partition(" ")
    if line == "seed":
        return replace(setup, seed=text, seed_error=None)
    player = int(number)
    cartographers = list(setup.cartographers)
    cartographers[player] = replace(cartographers[player], **{line: clean_name(text)})
    return replace(setup, cartographers=tuple(cartographers))
