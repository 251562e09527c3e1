"""What a scoring card is: a rule that says which spaces earned which stars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from inspect import cleandoc
from textwrap import dedent
from typing import NamedTuple, TypeAlias

from cartographers.boxes import Box
from cartographers.region import Region, spaces
from cartographers.sheet import Sheet


class Family(Enum):
    """The four backs of the scoring cards; one card of each is dealt."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM_AND_WATER = "farm-and-water"
    ARRANGEMENT = "arrangement"


class Award(NamedTuple):
    """Stars, and the spaces that earned them. Stars lost to monsters are negative.

    The spaces earned ``each`` stars together; or, if they count ``apart``, that many for every space.
    """

    each: int
    spaces: Region
    apart: bool = False

    @property
    def stars(self) -> int:
        """The sum of the stars."""
        return self.each * self.spaces.bit_count() if self.apart else self.each


Awards: TypeAlias = tuple[Award, ...]
Rule: TypeAlias = Callable[[Sheet], Awards]


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A scoring card. Call it with a sheet to get the sheet's awards.

    ``solo`` is the number in the card's lower corner, which the solo rating subtracts. The rule's docstring explains
    the card in our words, which the page shows, and with examples, which the tests run.
    """

    id: str
    family: Family
    solo: int
    rule: Rule
    box: Box = Box.BASE

    def __call__(self, sheet: Sheet) -> Awards:
        """Return the card's awards for a sheet."""
        return self.rule(sheet)

    @property
    def explanation(self) -> str:
        """The rule in our own words, without the examples."""
        return explanation(self.rule)

    @property
    def examples(self) -> tuple[tuple[int, str], ...]:
        """The stars and the marked diagram of each example."""
        return examples(self.rule)


_EXAMPLE = re.compile(r"(-?\d+) stars:\n((?: .*\n?)+)")


def explanation(rule: Rule) -> str:
    """Return what a rule's docstring says in words, without the examples."""
    return " ".join(_EXAMPLE.sub("", cleandoc(rule.__doc__ or "")).split())


def examples(rule: Rule) -> tuple[tuple[int, str], ...]:
    """Return the examples of a rule's docstring: a line such as ``3 stars:`` and the indented map below it."""
    found = _EXAMPLE.findall(cleandoc(rule.__doc__ or ""))
    return tuple((int(total), dedent(drawing).strip()) for total, drawing in found)


def scoring_card(card_id: str, family: Family, *, solo: int, box: Box = Box.BASE) -> Callable[[Rule], ScoringCard]:
    """Turn a rule into a scoring card. The decorator is the card's head."""
    return lambda rule: ScoringCard(card_id, family, solo, rule, box)


def stars(awards: Iterable[Award]) -> int:
    """Return the sum of the awards' stars."""
    return sum(award.stars for award in awards)


def one_by_one(awards: Iterable[Award]) -> Iterator[Award]:
    """Yield the awards; those whose spaces count apart are split into one award for each space."""
    for award in awards:
        if award.apart:
            for space in spaces(award.spaces):
                yield Award(award.each, 1 << space)
        else:
            yield award


def per_space(each: int, region: Region) -> Awards:
    """Return an award of ``each`` stars for every space of the region."""
    return (Award(each, region, apart=True),) if region else ()


def per_region(each: int, regions: Iterable[Region]) -> Awards:
    """Return one award of ``each`` stars for each of the regions (clusters, rows, diagonals)."""
    return tuple([Award(each, region) for region in regions])
