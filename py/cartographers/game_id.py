"""Game ids: a short text that decides the whole deal.

``c1-a-1p-k3x9q2`` means: rules version c1, map side A, one player, seed k3x9q2. There are two more parts, where they
are needed:

- The boxes, after the side: ``c1-c-hhhyh-1p-k3x9q2`` has the explore, season and ambush cards of Heroes, hero cards (y
  or n), and the scoring cards of Heroes. b stands for the base game's box, m for both boxes mixed. An id without this
  part means ``bbbnb``.
- Chosen edicts, before the seed: ``c1-b-2p-e8go0-k3x9q2``. Each of A to D has a sign, which names the card's family
  and its place there: one character for the first eight cards of a family, two for all others.

Ids consist of letters, digits and hyphens. Capital letters make no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, quoted
from cartographers.maps import SIDES, SIDES_OF
from cartographers.scoring import CARD_NAMED, Family, ScoringCard, cards_of
from cartographers.seasons import EDICTS

#: Must change whenever an old id or record would get another meaning.
RULES_VERSION = "c1"
MOST_PLAYERS = 12
LONGEST_SEED = 32

_VERSION = re.compile("c[0-9]{1,4}")

_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: The number of cards of a family whose signs are one character.
_SHORT = 8


def _sign(family: Family, place: int) -> str:
    """Return the sign of a card by its place in its family: no sign is the beginning of another one."""
    number = [*Family].index(family)
    if place < _SHORT:
        return _CHARACTERS[_SHORT * number + place]
    return _CHARACTERS[_SHORT * len(Family) + number] + _CHARACTERS[place - _SHORT]


_SIGN_OF = {card: _sign(family, place) for family in Family for place, card in enumerate(cards_of(family, Box.BOTH))}
_CARD_SIGNED = {sign: card for card, sign in _SIGN_OF.items()}
_ANY_SIGN = "|".join(_CARD_SIGNED)
_BOX_SIGNED = {"b": Box.BASE, "h": Box.HEROES, "m": Box.BOTH}
_SIGN_OF_BOX = {box: sign for sign, box in _BOX_SIGNED.items()}
_BASE_MIX = "bbbnb"
_PARTS = re.compile(r"(?P<side>[^-]*)(-(?P<mix>[a-z]{5}))?-(?P<players>[^-]*)(-(?P<edicts>[^-]*))?-(?P<seed>[^-]*)")


class OtherRules(InvalidRecord):
    """An id of another rules version: it means a game, but not the one that our rules would deal."""

    #: Whether its rules are newer than ours.
    newer = False


class NewerRules(OtherRules):
    """An id of a newer rules version."""

    newer = True


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The map and the boxes of a game.

    Explore and season cards come from one box, ambush and scoring cards from one box or both. ``heroes`` says whether
    there are hero cards.
    """

    side: str
    explore: Box
    seasons: Box
    ambush: Box
    heroes: bool
    scoring: Box

    @property
    def ruins(self) -> bool:
        """Whether the game has the two ruins cards: all games but a pure Heroes game (rulings, "Mixing the boxes")."""
        boxes = {self.explore, self.seasons, self.ambush, self.scoring}
        return boxes != {Box.HEROES} or self.side not in SIDES_OF[Box.HEROES]

    def to_json(self) -> dict[str, str | bool]:
        """Return the options in the event log's words."""
        return {
            "side": self.side,
            "explore": self.explore.word,
            "seasons": self.seasons.word,
            "ambush": self.ambush.word,
            "heroes": self.heroes,
            "scoring": self.scoring.word,
        }


@dataclass(frozen=True, slots=True)
class GameId:
    """Everything that decides a game before the first ply: seed, players, options, and the edicts if they are chosen.

    Raises :class:`InvalidRecord` for a combination that is no game.
    """

    seed: str
    side: str = "A"
    players: int = 1
    edicts: tuple[ScoringCard, ...] = ()
    explore: Box = Box.BASE
    seasons: Box = Box.BASE
    ambush: Box = Box.BASE
    heroes: bool = False
    scoring: Box = Box.BASE
    #: What players may know of the game id, without the number of players and the edicts.
    options: GameOptions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse impossible games."""
        check_seed(self.seed)
        if self.side not in SIDES:
            raise InvalidRecord("error.side", text=quoted(self.side), sides=[*SIDES])
        if not 1 <= self.players <= MOST_PLAYERS:
            raise InvalidRecord("error.players", most=MOST_PLAYERS, count=self.players)
        for what, box in (("explore", self.explore), ("season", self.seasons)):
            if box not in {Box.BASE, Box.HEROES}:
                raise InvalidRecord(f"error.box.{what}")
        for what, box in (("ambush", self.ambush), ("scoring", self.scoring)):
            if not box:
                raise InvalidRecord(f"error.box.{what}")
        self._check_edicts()
        options = GameOptions(self.side, self.explore, self.seasons, self.ambush, self.heroes, self.scoring)
        object.__setattr__(self, "options", options)

    def _check_edicts(self) -> None:
        families = [card.family for card in self.edicts]
        if families and (len(families) != len(Family) or set(families) != set(Family)):
            those = [card.id for card in self.edicts[: len(Family) + 1]]
            raise InvalidRecord("error.edicts.families", cards=those)
        for card in self.edicts:
            if card.box not in self.scoring:
                raise InvalidRecord("error.edicts.box", card=card.id, box=card.box.word, boxes=self.scoring.word)

    def __str__(self) -> str:
        """Return the id as text, the inverse of :func:`read_game_id`."""
        explore, seasons, ambush, scoring = map(
            _SIGN_OF_BOX.__getitem__, (self.explore, self.seasons, self.ambush, self.scoring)
        )
        mix = f"{explore}{seasons}{ambush}{'y' if self.heroes else 'n'}{scoring}"
        edicts = "e" + "".join(_SIGN_OF[card] for card in self.edicts) if self.edicts else ""
        mix = "" if mix == _BASE_MIX else mix
        parts = (RULES_VERSION, self.side.lower(), mix, f"{self.players}p", edicts, self.seed)
        return "-".join(filter(None, parts))

    @property
    def ruins(self) -> bool:
        """Whether the game has the two ruins cards."""
        return self.options.ruins


def pure_game(seed: str, box: Box) -> GameId:
    """Return the solo game of one box: its first map side, and nothing from the other box."""
    return GameId(seed, SIDES_OF[box][0], explore=box, seasons=box, ambush=box, heroes=box is Box.HEROES, scoring=box)


#: What the Heroes rulebook recommends for a first game. The English one prints Traylo Monastery as B (rulings).
_FIRST_EDICTS = ("faunlost-thicket", "gnomish-colony", "ulems-wallow", "dwarvenholds")


def first_game(seed: str, box: Box) -> GameId:
    """Return the game that the rulebooks recommend to beginners. The base game's recommends no edicts."""
    game = pure_game(seed, box)
    return replace(game, edicts=edicts_named([*_FIRST_EDICTS])) if box is Box.HEROES else game


def check_seed(seed: str, longest: int = LONGEST_SEED) -> None:
    """Raise :class:`InvalidRecord` when a text is not a seed of at most ``longest`` characters."""
    if not re.fullmatch(r"[0-9a-z]+", seed) or len(seed) > longest:
        raise InvalidRecord("error.seed", most=longest, text=quoted(seed))


def edicts_named(card_ids: list[str]) -> tuple[ScoringCard, ...]:
    """Return the scoring cards with those ids. Raises :class:`InvalidRecord` when there is no such card."""
    for card_id in card_ids:
        if card_id not in CARD_NAMED:
            raise InvalidRecord("error.card", text=quoted(card_id), cards=list(CARD_NAMED))
    return tuple(CARD_NAMED[card_id] for card_id in card_ids)


def check_rules(version: str) -> None:
    """Raise :class:`OtherRules` if a text is another rules version than ours."""
    if version == RULES_VERSION or not _VERSION.fullmatch(version):
        return
    if int(version[1:]) > int(RULES_VERSION[1:]):
        raise NewerRules("error.id.newer", version=version, ours=RULES_VERSION)
    raise OtherRules("error.id.older", version=version, ours=RULES_VERSION)


def read_game_id(text: str) -> GameId:
    """Return the game id that a text describes.

    Raises :class:`InvalidRecord`, which says what part of it cannot be read, as :class:`OtherRules` when it belongs to
    another rules version.
    """
    version, *parts = (text.lower() if text.isascii() else text).split("-")
    if parts:
        check_rules(version)
    if version != RULES_VERSION:
        raise InvalidRecord("error.id.version", begins=f"{RULES_VERSION}-", text=quoted(version))
    found = _PARTS.fullmatch("-".join(parts))
    if not found:
        raise InvalidRecord("error.id", example=f"{RULES_VERSION}-a-1p-k3x9q2", text=quoted(text))
    mix = found["mix"] or _BASE_MIX
    if not re.fullmatch("[bh][bh][bhm][yn][bhm]", mix):
        raise InvalidRecord("error.id.mix", text=quoted(mix))
    if not re.fullmatch(r"[1-9][0-9]?p", found["players"], re.ASCII):
        raise InvalidRecord("error.id.players", text=quoted(found["players"]))
    chosen = found["edicts"]
    if chosen is not None and not re.fullmatch(f"e(?:{_ANY_SIGN}){{{len(EDICTS)}}}", chosen):
        raise InvalidRecord("error.id.edicts", text=quoted(chosen))
    return GameId(
        seed=found["seed"],
        side=found["side"].upper(),
        players=int(found["players"][:-1]),
        edicts=tuple(_CARD_SIGNED[sign] for sign in re.findall(_ANY_SIGN, (chosen or "e")[1:])),
        explore=_BOX_SIGNED[mix[0]],
        seasons=_BOX_SIGNED[mix[1]],
        ambush=_BOX_SIGNED[mix[2]],
        heroes=mix[3] == "y",
        scoring=_BOX_SIGNED[mix[4]],
    )


def read_as_ours(text: str) -> GameId:
    """Return the game id that a text of another rules version would be under ours, for what it says of map and boxes.

    It deals another game. Raises :class:`InvalidRecord` when our rules do not know such a game.
    """
    return read_game_id(f"{RULES_VERSION}-{text.partition('-')[2]}")
