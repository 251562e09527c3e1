"""Game ids: short strings, each of which determines a whole deal.

``c1-a-1p-k3x9q2`` means rules version c1, map side A, one player, and seed k3x9q2. There are two optional parts:

- The boxes, after the side: ``c1-c-hhhyh-1p-k3x9q2`` has the explore, season, and ambush cards of Heroes, hero cards (y
  or n), and the scoring cards of Heroes. ``b`` is the base game's box, and ``m`` is both boxes mixed. The default is
  ``bbbnb``.
- Chosen edicts, before the seed: ``c1-b-2p-e8go0-k3x9q2``. Each of the edicts A to D has a code for the card's family
  and its place in the family: one character for the first eight cards of a family, two for all others.

The side of a map that a player has drawn is an ``x`` and the map's code (see :mod:`cartographers.custom_map`).

Ids consist of letters, digits, and hyphens. They aren't case-sensitive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, quoted
from cartographers.maps import blank_sheet
from cartographers.scoring import CARD_BY_ID, Family, ScoringCard, cards_of
from cartographers.seasons import EDICTS
from cartographers.sides import SIDES, SIDES_OF, is_custom

#: The version of the rules. It must change if an old id or record would mean a different game.
RULES_VERSION = "c1"
MAX_PLAYERS = 12
MAX_SEED_LENGTH = 32

_VERSION = re.compile("c[0-9]{1,4}")

_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: The number of cards in a family that have a code of one character.
_SHORT = 8


def _code(family: Family, place: int) -> str:
    """Return the code of a card by its place in its family. No code is a prefix of another one."""
    number = [*Family].index(family)
    if place < _SHORT:
        return _CHARACTERS[_SHORT * number + place]
    return _CHARACTERS[_SHORT * len(Family) + number] + _CHARACTERS[place - _SHORT]


_CODE_OF = {card: _code(family, place) for family in Family for place, card in enumerate(cards_of(family, Box.BOTH))}
_CARD_BY_CODE = {code: card for card, code in _CODE_OF.items()}
_ANY_CODE = "|".join(_CARD_BY_CODE)
_BOX_BY_CODE = {"b": Box.BASE, "h": Box.HEROES, "m": Box.BOTH}
_CODE_OF_BOX = {box: code for code, box in _BOX_BY_CODE.items()}
_BASE_MIX = "bbbnb"
_PARTS = re.compile(r"(?P<side>[^-]*)(-(?P<mix>[a-z]{5}))?-(?P<players>[^-]*)(-(?P<edicts>[^-]*))?-(?P<seed>[^-]*)")


class UnsupportedRules(InvalidRecord):
    """An error for an id of another rules version, for which these rules would deal a different game."""

    #: Whether that version is newer than this one.
    newer = False


class NewerRules(UnsupportedRules):
    """An error for an id of a newer rules version."""

    newer = True


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The map and the boxes of a game."""

    #: The map side: ``"A"`` to ``"D"``, or a custom map's.
    side: str
    #: The box of the explore cards: one of the two.
    explore: Box
    #: The box of the season cards: one of the two.
    seasons: Box
    #: The box of the ambush cards: one of the two, or both.
    ambush: Box
    #: Whether there are hero cards.
    heroes: bool
    #: The box of the scoring cards: one of the two, or both.
    scoring: Box

    @property
    def ruins(self) -> bool:
        """Whether the game has the two ruins cards. Only a pure Heroes game doesn't (rulings, "Mixing the boxes")."""
        boxes = {self.explore, self.seasons, self.ambush, self.scoring}
        return boxes != {Box.HEROES} or self.side not in SIDES_OF[Box.HEROES]

    def to_json(self) -> dict[str, str | bool]:
        """Return the options in the form of the event log."""
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
    """Everything that determines a game before the first ply.

    Raises :class:`InvalidRecord` for an impossible combination.
    """

    seed: str
    side: str = "A"
    players: int = 1
    #: The chosen edicts A to D; empty if they are dealt.
    edicts: tuple[ScoringCard, ...] = ()
    explore: Box = Box.BASE
    seasons: Box = Box.BASE
    ambush: Box = Box.BASE
    heroes: bool = False
    scoring: Box = Box.BASE
    #: The map and the boxes. Players may know them, but not the seed.
    options: GameOptions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the values and set the options."""
        check_seed(self.seed)
        if is_custom(self.side):
            blank_sheet(self.side)  # raises an error if the code is unreadable
        elif self.side not in SIDES:
            raise InvalidRecord("error.side", text=quoted(self.side), sides=[*SIDES])
        if not 1 <= self.players <= MAX_PLAYERS:
            raise InvalidRecord("error.players", most=MAX_PLAYERS, count=self.players)
        for kind, box in (("explore", self.explore), ("season", self.seasons)):
            if box not in {Box.BASE, Box.HEROES}:
                raise InvalidRecord(f"error.box.{kind}")
        for kind, box in (("ambush", self.ambush), ("scoring", self.scoring)):
            if not box:
                raise InvalidRecord(f"error.box.{kind}")
        self._check_edicts()
        options = GameOptions(self.side, self.explore, self.seasons, self.ambush, self.heroes, self.scoring)
        object.__setattr__(self, "options", options)

    def _check_edicts(self) -> None:
        families = [card.family for card in self.edicts]
        if families and (len(families) != len(Family) or set(families) != set(Family)):
            card_ids = [card.id for card in self.edicts[: len(Family) + 1]]
            raise InvalidRecord("error.edicts.families", cards=card_ids)
        for card in self.edicts:
            if card.box not in self.scoring:
                raise InvalidRecord("error.edicts.box", card=card.id, box=card.box.word, boxes=self.scoring.word)

    def __str__(self) -> str:
        """Return the id as a string, the inverse of :func:`read_game_id`."""
        explore, seasons, ambush, scoring = map(
            _CODE_OF_BOX.__getitem__, (self.explore, self.seasons, self.ambush, self.scoring)
        )
        mix = f"{explore}{seasons}{ambush}{'y' if self.heroes else 'n'}{scoring}"
        edicts = "e" + "".join(_CODE_OF[card] for card in self.edicts) if self.edicts else ""
        mix = "" if mix == _BASE_MIX else mix
        parts = (RULES_VERSION, self.side.lower(), mix, f"{self.players}p", edicts, self.seed)
        return "-".join(filter(None, parts))

    @property
    def ruins(self) -> bool:
        """Whether the game has the two ruins cards."""
        return self.options.ruins


def pure_game(seed: str, box: Box) -> GameId:
    """Return the id of a solo game on a box's first map side, using only that box."""
    return GameId(seed, SIDES_OF[box][0], explore=box, seasons=box, ambush=box, heroes=box is Box.HEROES, scoring=box)


#: The edicts that the Heroes rulebook recommends for a first game. The English one has Traylo Monastery as B (rulings).
_FIRST_EDICTS = ("faunlost-thicket", "gnomish-colony", "ulems-wallow", "dwarvenholds")


def first_game(seed: str, box: Box) -> GameId:
    """Return the id of the first game that a box's rulebook recommends. The base game's recommends no edicts."""
    game = pure_game(seed, box)
    return replace(game, edicts=edicts_named([*_FIRST_EDICTS])) if box is Box.HEROES else game


def check_seed(seed: str, longest: int = MAX_SEED_LENGTH) -> None:
    """Raise :class:`InvalidRecord` if a string isn't a seed of at most ``longest`` characters."""
    if not re.fullmatch(r"[0-9a-z]+", seed) or len(seed) > longest:
        raise InvalidRecord("error.seed", most=longest, text=quoted(seed))


def edicts_named(card_ids: list[str]) -> tuple[ScoringCard, ...]:
    """Return the scoring cards with these ids. Raises :class:`InvalidRecord` for an unknown id."""
    for card_id in card_ids:
        if card_id not in CARD_BY_ID:
            raise InvalidRecord("error.card", text=quoted(card_id), cards=list(CARD_BY_ID))
    return tuple(CARD_BY_ID[card_id] for card_id in card_ids)


def check_rules_version(version: str) -> None:
    """Raise :class:`UnsupportedRules` if a string is a rules version other than this one."""
    if version == RULES_VERSION or not _VERSION.fullmatch(version):
        return
    if int(version[1:]) > int(RULES_VERSION[1:]):
        raise NewerRules("error.id.newer", version=version, ours=RULES_VERSION)
    raise UnsupportedRules("error.id.older", version=version, ours=RULES_VERSION)


def read_game_id(text: str) -> GameId:
    """Return the game id in a string.

    Raises :class:`InvalidRecord`, which names the unreadable part, or its subclass :class:`UnsupportedRules` if the id
    belongs to another rules version.
    """
    version, *parts = (text.lower() if text.isascii() else text).split("-")
    if parts:
        check_rules_version(version)
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
    if chosen is not None and not re.fullmatch(f"e(?:{_ANY_CODE}){{{len(EDICTS)}}}", chosen):
        raise InvalidRecord("error.id.edicts", text=quoted(chosen))
    return GameId(
        seed=found["seed"],
        side=found["side"].upper(),
        players=int(found["players"][:-1]),
        edicts=tuple(_CARD_BY_CODE[code] for code in re.findall(_ANY_CODE, (chosen or "e")[1:])),
        explore=_BOX_BY_CODE[mix[0]],
        seasons=_BOX_BY_CODE[mix[1]],
        ambush=_BOX_BY_CODE[mix[2]],
        heroes=mix[3] == "y",
        scoring=_BOX_BY_CODE[mix[4]],
    )


def read_with_our_rules(text: str) -> GameId:
    """Read a game id of another rules version as if it had this version.

    The result has the right map and boxes, but deals a different game. Raises :class:`InvalidRecord` if this version
    can't read the id.
    """
    return read_game_id(f"{RULES_VERSION}-{text.partition('-')[2]}")
