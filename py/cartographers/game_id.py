"""Game ids: a short text that fixes the whole deal.

``c1-a-1p-k3x9q2`` reads: rules version c1, map side A, one player, seed k3x9q2. Chosen edicts stand between players
and seed: ``c1-b-2p-e8go0-k3x9q2``, one sign for each of A to D that names the card's family and its place there.
Ids are letters, digits and hyphens, and capitals make no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cartographers.errors import InvalidRecord
from cartographers.maps import SIDES
from cartographers.scoring import CARD_NAMED, CARDS, Family, ScoringCard
from cartographers.seasons import EDICTS

#: Changes when an old id or record would mean something else.
RULES_VERSION = "c1"
MOST_PLAYERS = 12
LONGEST_SEED = 32

#: Eight signs for each family, in the order of its cards.
_SIGNS = "0123456789abcdefghijklmnopqrstuv"
_SIGN_OF = {
    card: _SIGNS[8 * number + place]
    for number, family in enumerate(Family)
    for place, card in enumerate(card for card in CARDS if card.family is family)
}
_CARD_SIGNED = {sign: card for card, sign in _SIGN_OF.items()}


@dataclass(frozen=True, slots=True)
class GameId:
    """What a game is before anything is drawn: map side, number of players, seed, and the edicts if they were chosen.

    Raises :class:`InvalidRecord` for a combination that is no game.
    """

    seed: str
    side: str = "A"
    players: int = 1
    edicts: tuple[ScoringCard, ...] = ()

    def __post_init__(self) -> None:
        """Check every part, so that no impossible game can be named."""
        check_seed(self.seed)
        if self.side not in SIDES:
            msg = f"there is no map side {self.side!r}; sides are {', '.join(SIDES)}"
            raise InvalidRecord(msg)
        if not 1 <= self.players <= MOST_PLAYERS:
            msg = f"a game has 1 to {MOST_PLAYERS} players, not {self.players}"
            raise InvalidRecord(msg)
        families = [card.family for card in self.edicts]
        if families and (len(families) != len(Family) or set(families) != set(Family)):
            msg = f"four edicts are needed, one of each family, not {', '.join(card.id for card in self.edicts)}"
            raise InvalidRecord(msg)

    def __str__(self) -> str:
        """Return the id as text, the inverse of :func:`read_game_id`."""
        parts = [RULES_VERSION, self.side.lower(), f"{self.players}p"]
        if self.edicts:
            parts.append("e" + "".join(_SIGN_OF[card] for card in self.edicts))
        return "-".join([*parts, self.seed])

    @property
    def options(self) -> dict[str, str | bool]:
        """Which map and which boxes the game uses, in the event log's words."""
        return {
            "side": self.side,
            "explore": "base",
            "seasons": "base",
            "ambush": "base",
            "heroes": False,
            "scoring": "base",
        }


def check_seed(seed: str, longest: int = LONGEST_SEED) -> None:
    """Raise :class:`InvalidRecord` when a text cannot be a seed of at most so many signs."""
    if not re.fullmatch(r"[0-9a-z]+", seed) or len(seed) > longest:
        msg = f"a seed is 1 to {longest} letters (a to z) and digits, not {seed!r}"
        raise InvalidRecord(msg)


def edicts_named(card_ids: list[str]) -> tuple[ScoringCard, ...]:
    """Return the scoring cards with those ids; raises :class:`InvalidRecord` when there is no such card."""
    for card_id in card_ids:
        if card_id not in CARD_NAMED:
            msg = f"there is no scoring card {card_id!r}; the cards are {', '.join(CARD_NAMED)}"
            raise InvalidRecord(msg)
    return tuple(CARD_NAMED[card_id] for card_id in card_ids)


def read_game_id(text: str) -> GameId:
    """Return the game id that a text names.

    Raises :class:`InvalidRecord`, saying which part cannot be read.
    """
    version, *parts = (text.lower() if text.isascii() else text).split("-")
    if version != RULES_VERSION:
        msg = f"a game id begins with {RULES_VERSION}-, this one with {version!r}"
        raise InvalidRecord(msg)
    if len(parts) not in {3, 4}:
        msg = f"a game id looks like {RULES_VERSION}-a-1p-k3x9q2, not like {text!r}"
        raise InvalidRecord(msg)
    side, players, *chosen, seed = parts
    if not re.fullmatch(r"[1-9][0-9]?p", players, re.ASCII):
        msg = f"the number of players in a game id looks like 1p, not like {players!r}"
        raise InvalidRecord(msg)
    edicts: tuple[ScoringCard, ...] = ()
    if chosen:
        if not re.fullmatch(f"e[{''.join(_CARD_SIGNED)}]{{{len(EDICTS)}}}", chosen[0]):
            msg = f"{chosen[0]!r} in the game id is no choice of edicts"
            raise InvalidRecord(msg)
        edicts = tuple(_CARD_SIGNED[sign] for sign in chosen[0][1:])
    return GameId(seed=seed, side=side.upper(), players=int(players[:-1]), edicts=edicts)
