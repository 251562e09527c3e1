"""The next game, as the setup screen describes it: cards, map side, edicts, seed, and players."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args
from urllib.parse import quote, unquote

from app.game.seating import LOCAL_PERSON, Bot, Seat, local_seats
from cartographers.boxes import BOX_BY_WORD, Box
from cartographers.deal import deal
from cartographers.errors import InvalidRecord, Sentence, quoted
from cartographers.game_id import MAX_PLAYERS, GameId, first_game, pure_game
from cartographers.scoring import CARD_BY_ID, ScoringCard, cards_of
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
#: The beginning of a seat's name in choices, before the player's number.
SEAT = "seat-"
#: A stand-in until the setup's own seed is read: a game id needs a seed.
_ANY_SEED = "seed"
_BASE_GAME = pure_game(_ANY_SEED, Box.BASE)
#: The seed of every player's first game: its edicts are simple, and its ambushes come late (tests/app/test_setup.py).
FIRST_SEED = "first13297"
#: The edicts that Heroes recommends for a first game.
FIRST_EDICTS = first_game(_ANY_SEED, Box.HEROES).edicts


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
        """The game's cards: ``base``, ``heroes``, or ``mixed``."""
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


def with_choice(setup: Setup, what: str, value: str) -> Setup:
    """Return the setup after a choice.

    ``what`` is one of these:

    - ``cards``: the cards of one box, or ``mixed``;
    - ``edicts``: see :attr:`Setup.edicts`;
    - an edict's letter: a scoring card;
    - ``more``: ``shown`` or hidden, see :attr:`Setup.shows_more`;
    - ``bot``: the strength of an additional bot;
    - ``seat-`` and a player's number, from 0: a bot's strength, or ``here`` for a person;
    - any option of the game id, such as ``players``.
    """
    setup = replace(setup, changed_edict="")
    match what:
        case "cards":
            return _with_cards(setup, value)
        case "more":
            return replace(setup, shows_more=value == "shown")
        case "players":
            return _with_players(setup, int(value))
        case "bot":
            return _with_seat(_with_players(setup, setup.game.players + 1), setup.game.players, value)
        case _ if what.startswith(SEAT):
            return _with_seat(setup, int(what.removeprefix(SEAT)), value)
        case _:
            game = _game_with(setup, what, value)
            pairs = zip(EDICTS, setup.game.edicts, game.edicts, strict=False) if what in {*EDICTS} else ()
            other = next((letter for letter, old, new in pairs if letter != what and old is not new), "")
            return replace(setup, game=game, changed_edict=other)


def _game_with(setup: Setup, what: str, value: str) -> GameId:
    game = setup.game
    changed: dict[str, Any]
    match what:
        case "side":
            changed = {what: value}
        case "heroes":
            changed = {what: value == "yes"}
        case "explore" | "seasons" | "ambush":
            changed = {what: BOX_BY_WORD[value]}
        case "scoring":
            return _with_scoring(game, BOX_BY_WORD[value])
        case "edicts":
            changed = {what: _edicts(setup, value)}
        case _:
            return _with_edict(game, what, value)
    return replace(game, **changed)


def _edicts(setup: Setup, value: str) -> tuple[ScoringCard, ...]:
    """Return the edicts after a choice of ``dealt``, ``first``, or ``chosen`` ones."""
    match value:
        case "dealt":
            return ()
        case "first":
            return FIRST_EDICTS
        case _:
            return setup.game.edicts if setup.edicts == "chosen" else _dealt(setup)


def _dealt(setup: Setup) -> tuple[ScoringCard, ...]:
    """Return the edicts that the seed deals, from which the player's own choice starts."""
    try:
        game_id = setup.game_id()
    except InvalidRecord:
        game_id = setup.game
    return deal(replace(game_id, edicts=())).edicts


def _with_cards(setup: Setup, value: str) -> Setup:
    """Return the setup with the cards of one box and its corresponding map side. A custom map stays.

    A new mix takes every kind of card from both boxes; an existing mix stays as it is.
    """
    if value == "mixed":
        mixed = replace(setup.game, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
        return replace(setup, game=setup.game if setup.cards == "mixed" else mixed, mixes_boxes=True)
    box = BOX_BY_WORD[value]
    pure = pure_game(_ANY_SEED, box)
    side = setup.game.side
    if not is_custom(side):
        kind = next(sides.index(side) for sides in SIDES_OF.values() if side in sides)
        side = SIDES_OF[box][kind]
    edicts = _with_scoring(setup.game, box).edicts
    game = replace(pure, side=side, players=setup.game.players, edicts=edicts)
    return replace(setup, game=game, mixes_boxes=False)


def _with_scoring(game: GameId, box: Box) -> GameId:
    """Return the game with other scoring cards; chosen edicts that aren't among them are replaced."""
    edicts = tuple(card if card.box in box else cards_of(card.family, box)[0] for card in game.edicts)
    return replace(game, edicts=edicts, scoring=box)


def _with_edict(game: GameId, letter: str, card_id: str) -> GameId:
    """Return the game with a card chosen for an edict.

    The old card moves to the edict that had the new card's family, so each family still appears once.
    """
    card, place = CARD_BY_ID[card_id], EDICTS.index(letter)
    edicts = list(game.edicts)
    other = next(number for number, edict in enumerate(edicts) if edict.family is card.family)
    edicts[other] = edicts[place]
    edicts[place] = card
    return replace(game, edicts=tuple(edicts))


def _with_players(setup: Setup, players: int) -> Setup:
    players = min(max(players, 1), MAX_PLAYERS)
    more = (Cartographer(),) * (players - len(setup.cartographers))
    seats = (*setup.seats, *(LOCAL_PERSON,) * (players - len(setup.seats)))
    cartographers = (*setup.cartographers, *more)
    after = replace(setup, game=replace(setup.game, players=players), cartographers=cartographers, seats=seats)
    return after if after.person_count else replace(after, seats=(LOCAL_PERSON, *seats[1:]))


def _with_seat(setup: Setup, player: int, who: str) -> Setup:
    """Return the setup with a bot or a person in a seat; unchanged if no person would be left."""
    if player >= setup.game.players:
        return setup
    seats = list(setup.seats)
    seats[player] = LOCAL_PERSON if who == "here" else Bot(who)
    after = replace(setup, seats=tuple(seats))
    return after if after.person_count else setup


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
