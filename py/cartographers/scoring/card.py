"""Scoring cards: rules that award stars to spaces of a sheet."""

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
    """A family of scoring cards, shown on their backs. One card of each family is dealt."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM_AND_WATER = "farm-and-water"
    ARRANGEMENT = "arrangement"


class Award(NamedTuple):
    """Stars, and the spaces that earned them."""

    #: The stars for all spaces together or, with ``per_space``, for each of them. Monsters earn negative stars.
    each: int
    spaces: Region
    #: Whether each space earns its own stars.
    per_space: bool = False

    @property
    def stars(self) -> int:
        """The sum of the stars."""
        return self.each * self.spaces.bit_count() if self.per_space else self.each


Awards: TypeAlias = tuple[Award, ...]
Rule: TypeAlias = Callable[[Sheet], Awards]


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A scoring card. Call it with a sheet to get the sheet's awards."""

    id: str
    family: Family
    #: The solo number in the card's lower corner, which the solo rating subtracts.
    solo: int
    #: The rule. Its docstring contains the card's text in our own words, which the page shows, and tested examples.
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
    """Return the text of a rule's docstring without the examples."""
    return " ".join(_EXAMPLE.sub("", cleandoc(rule.__doc__ or "")).split())


def examples(rule: Rule) -> tuple[tuple[int, str], ...]:
    """Return the examples in a rule's docstring as (stars, diagram).

    Each consists of a line such as ``3 stars:`` and an indented diagram below it.
    """
    found = _EXAMPLE.findall(cleandoc(rule.__doc__ or ""))
    return tuple((int(total), dedent(drawing).strip()) for total, drawing in found)


def scoring_card(card_id: str, family: Family, *, solo: int, box: Box = Box.BASE) -> Callable[[Rule], ScoringCard]:
    """Return a decorator that turns a rule into a scoring card."""
    return lambda rule: ScoringCard(card_id, family, solo, rule, box)


def stars(awards: Iterable[Award]) -> int:
    """Return the sum of the awards' stars."""
    return sum(award.stars for award in awards)


def split_awards(awards: Iterable[Award]) -> Iterator[Award]:
    """Yield the awards, splitting each award whose spaces count apart into one per space."""
    for award in awards:
        if award.per_space:
            for space in spaces(award.spaces):
                yield Award(award.each, 1 << space)
        else:
            yield award


def per_space(each: int, region: Region) -> Awards:
    """Return an award of ``each`` stars for every space of a region."""
    return (Award(each, region, per_space=True),) if region else ()


def per_region(each: int, regions: Iterable[Region]) -> Awards:
    """Return one award of ``each`` stars for every region, such as a cluster, a row, or a diagonal."""
    return tuple([Award(each, region) for region in regions])
