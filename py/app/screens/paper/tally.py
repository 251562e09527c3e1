"""A single paper map with what scores it: the cards in the game, the season, and its edicts; also as saved text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.game.paper import Paper, blank_paper, on_side, read_paper
from app.game.paper_checks import Limits, limits_of_cards
from app.game.setup import CARDS, with_edict
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord
from cartographers.events import SeasonScore
from cartographers.game import season_score
from cartographers.scoring import CARD_BY_ID, ScoringCard
from cartographers.seasons import EDICTS, SEASONS, Season
from cartographers.sides import SIDES, SIDES_OF

#: All edicts at once, on the map as it is. Its threshold doesn't matter.
ALL = Season("all", 0, EDICTS)
#: What can be counted: one of the seasons, or all edicts at once.
COUNTED: Mapping[str, Season] = {season.name: season for season in (*SEASONS[Box.BASE], ALL)}
_JOINED = "="


@dataclass(frozen=True, slots=True)
class Tally:
    """A paper map and what scores it."""

    paper: Paper
    cards: str = CARDS[0]
    #: The name of the season, or of :data:`ALL`.
    season: str = next(iter(COUNTED))
    #: The edicts that are known, by letter.
    edicts: Mapping[str, ScoringCard] = field(default_factory=dict)

    @property
    def score(self) -> SeasonScore:
        """The score of the map, with the edicts that are known."""
        season = COUNTED[self.season]
        known = replace(season, edicts="".join(letter for letter in season.edicts if letter in self.edicts))
        return replace(season_score(known, self.edicts, self.paper.sheet), season=season)

    @property
    def limits(self) -> Limits:
        """The most that the cards up to the season can have given to the map."""
        seasons = min([*COUNTED].index(self.season) + 1, len(COUNTED) - 1)
        return limits_of_cards(self.paper.side, self.cards, seasons)

    def with_side(self, side: str) -> Tally:
        """Return the tally with another map side; a printed side brings the cards of its box, unless they are mixed."""
        cards = next((box.word for box, sides in SIDES_OF.items() if side in sides), self.cards)
        return replace(self, paper=on_side(self.paper, side), cards=self.cards if self.cards == CARDS[-1] else cards)

    def with_edict(self, letter: str, card: ScoringCard) -> Tally:
        """Return the tally with a card as an edict, or without it if it was one."""
        if self.edicts.get(letter) is card:
            return replace(self, edicts={each: edict for each, edict in self.edicts.items() if each != letter})
        return replace(self, edicts=with_edict(self.edicts, letter, card))

    def __str__(self) -> str:
        """Return the tally as a line of text, the inverse of :func:`read_tally`."""
        edicts = (f"{letter}{_JOINED}{self.edicts[letter].id}" for letter in EDICTS if letter in self.edicts)
        return " ".join([str(self.paper), self.cards, self.season, *edicts])


NEW = Tally(blank_paper(next(iter(SIDES))))


def read_tally(text: str) -> Tally:
    """Return the tally of a saved text, or a new one if the text is unreadable."""
    paper, cards, season, *edicts = (*text.split(" "), "", "")
    pairs = [word.partition(_JOINED) for word in edicts if word]
    found = {letter: CARD_BY_ID[card] for letter, _, card in pairs if card in CARD_BY_ID and letter in {*EDICTS}}
    families = {card.family for card in found.values()}
    if cards not in CARDS or season not in COUNTED or not len(pairs) == len(found) == len(families):
        return NEW
    try:
        return Tally(read_paper(paper), cards, season, found)
    except InvalidRecord:
        return NEW
