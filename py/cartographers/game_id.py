"""Game ids: a short text that fixes the whole deal.

``c1-a-1p-k3x9q2`` reads: rules version c1, map side A, one player, seed k3x9q2. Two more parts stand there when they
are needed:

- after the side, which boxes are in play: ``c1-c-hhhyh-1p-k3x9q2`` has the explore, season and ambush cards of Heroes,
  hero cards (y or n), and its scoring cards; b is the base game's box and m both, mixed. Left out, it is ``bbbnb``.
- before the seed, edicts that were chosen: ``c1-b-2p-e8go0-k3x9q2``, one sign for each of A to D that names the card's
  family and its place there.

Ids are letters, digits and hyphens, and capitals make no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, quoted
from cartographers.maps import SIDES, SIDES_OF
from cartographers.scoring import CARD_NAMED, CARDS, Family, ScoringCard
from cartographers.seasons import EDICTS

#: Changes when an old id or record would mean something else.
RULES_VERSION = "c1"
MOST_PLAYERS = 12
LONGEST_SEED = 32

#: Signs for the cards of each family, in their order. All are taken: a ninth card of a family needs longer ids.
_SIGNS = {
    Family.FOREST: "01234567",
    Family.VILLAGE: "89abcdef",
    Family.FARM_AND_WATER: "ghijklmn",
    Family.ARRANGEMENT: "opqrstuv",
}
_SIGN_OF = {
    card: sign
    for family, signs in _SIGNS.items()
    for card, sign in zip([card for card in CARDS if card.family is family], signs, strict=True)
}
_CARD_SIGNED = {sign: card for card, sign in _SIGN_OF.items()}
_BOX_SIGNED = {"b": Box.BASE, "h": Box.HEROES, "m": Box.BOTH}
_SIGN_OF_BOX = {box: sign for sign, box in _BOX_SIGNED.items()}
_BASE_MIX = "bbbnb"
_PARTS = re.compile(r"(?P<side>[^-]*)(-(?P<mix>[a-z]{5}))?-(?P<players>[^-]*)(-(?P<edicts>[^-]*))?-(?P<seed>[^-]*)")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Which map and which boxes a game uses.

    Explore and season cards come from one box, ambush and scoring cards from one or both; ``heroes`` says whether hero
    cards are in play.
    """

    side: str
    explore: Box
    seasons: Box
    ambush: Box
    heroes: bool
    scoring: Box

    @property
    def ruins(self) -> bool:
        """Whether the two ruins cards are in play: always but in a pure Heroes game (rulings, "Mixing the boxes")."""
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
    """Everything that decides a game before the first ply: seed, players, the edicts if they were chosen, and options.

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
    #: What is public of the game id: all but the seed, the edicts and the players.
    options: GameOptions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check every part, so that no impossible game can be named."""
        check_seed(self.seed)
        if self.side not in SIDES:
            msg = f"there is no map side {quoted(self.side)}; sides are {', '.join(SIDES)}"
            raise InvalidRecord(msg)
        if not 1 <= self.players <= MOST_PLAYERS:
            msg = f"a game has 1 to {MOST_PLAYERS} players, not {self.players}"
            raise InvalidRecord(msg)
        for what, box in (("explore", self.explore), ("season", self.seasons)):
            if box not in {Box.BASE, Box.HEROES}:
                msg = f"{what} cards are those of one box, base or heroes, and are not mixed"
                raise InvalidRecord(msg)
        for what, box in (("ambush", self.ambush), ("scoring", self.scoring)):
            if not box:
                msg = f"{what} cards come from one box or both, base, heroes or both"
                raise InvalidRecord(msg)
        self._check_edicts()
        options = GameOptions(self.side, self.explore, self.seasons, self.ambush, self.heroes, self.scoring)
        object.__setattr__(self, "options", options)

    def _check_edicts(self) -> None:
        families = [card.family for card in self.edicts]
        if families and (len(families) != len(Family) or set(families) != set(Family)):
            those = ", ".join(card.id for card in self.edicts[: len(Family) + 1])
            msg = f"four edicts are needed, one of each family, not {those}"
            raise InvalidRecord(msg)
        for card in self.edicts:
            if card.box not in self.scoring:
                msg = f"{card.id} is of the {card.box.word} box, but the scoring cards in play are {self.scoring.word}"
                raise InvalidRecord(msg)

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
        """Whether the two ruins cards are in play."""
        return self.options.ruins


def pure_game(seed: str, box: Box) -> GameId:
    """Return the solo game as one box has it: its first map side, and nothing of the other box."""
    return GameId(seed, SIDES_OF[box][0], explore=box, seasons=box, ambush=box, heroes=box is Box.HEROES, scoring=box)


#: What the rulebook of Heroes recommends for a first game, where the English one prints Traylo Monastery (rulings).
_FIRST_EDICTS = ("faunlost-thicket", "gnomish-colony", "ulems-wallow", "dwarvenholds")


def first_game(seed: str, box: Box) -> GameId:
    """Return the game that is recommended to beginners; the base rulebook recommends no edicts."""
    game = pure_game(seed, box)
    return replace(game, edicts=edicts_named([*_FIRST_EDICTS])) if box is Box.HEROES else game


def check_seed(seed: str, longest: int = LONGEST_SEED) -> None:
    """Raise :class:`InvalidRecord` when a text cannot be a seed of at most so many signs."""
    if not re.fullmatch(r"[0-9a-z]+", seed) or len(seed) > longest:
        msg = f"a seed is 1 to {longest} letters (a to z) and digits, not {quoted(seed)}"
        raise InvalidRecord(msg)


def edicts_named(card_ids: list[str]) -> tuple[ScoringCard, ...]:
    """Return the scoring cards with those ids; raises :class:`InvalidRecord` when there is no such card."""
    for card_id in card_ids:
        if card_id not in CARD_NAMED:
            msg = f"there is no scoring card {quoted(card_id)}; the cards are {', '.join(CARD_NAMED)}"
            raise InvalidRecord(msg)
    return tuple(CARD_NAMED[card_id] for card_id in card_ids)


def read_game_id(text: str) -> GameId:
    """Return the game id that a text names.

    Raises :class:`InvalidRecord`, saying which part cannot be read.
    """
    version, *parts = (text.lower() if text.isascii() else text).split("-")
    if version != RULES_VERSION:
        msg = f"a game id begins with {RULES_VERSION}-, this one with {quoted(version)}"
        raise InvalidRecord(msg)
    found = _PARTS.fullmatch("-".join(parts))
    if not found:
        msg = f"a game id looks like {RULES_VERSION}-a-1p-k3x9q2, not like {quoted(text)}"
        raise InvalidRecord(msg)
    mix = found["mix"] or _BASE_MIX
    if not re.fullmatch("[bh][bh][bhm][yn][bhm]", mix):
        msg = f"{quoted(mix)} in the game id is no mix of the boxes; a mix looks like {_BASE_MIX} or hhhyh"
        raise InvalidRecord(msg)
    if not re.fullmatch(r"[1-9][0-9]?p", found["players"], re.ASCII):
        msg = f"the number of players in a game id looks like 1p, not like {quoted(found['players'])}"
        raise InvalidRecord(msg)
    chosen = found["edicts"]
    if chosen is not None and not re.fullmatch(f"e[{''.join(_CARD_SIGNED)}]{{{len(EDICTS)}}}", chosen):
        msg = f"{quoted(chosen)} in the game id is no choice of edicts"
        raise InvalidRecord(msg)
    return GameId(
        seed=found["seed"],
        side=found["side"].upper(),
        players=int(found["players"][:-1]),
        edicts=tuple(_CARD_SIGNED[sign] for sign in (chosen or "e")[1:]),
        explore=_BOX_SIGNED[mix[0]],
        seasons=_BOX_SIGNED[mix[1]],
        ambush=_BOX_SIGNED[mix[2]],
        heroes=mix[3] == "y",
        scoring=_BOX_SIGNED[mix[4]],
    )
