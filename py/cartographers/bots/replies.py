"""Reply tables: all candidates for a card, and the most promising of them on a map that isn't known in advance.

A search that valued every placement of a card in every rollout would be too slow. So the gain of every placement is
computed once, on one map. On the map of a rollout, some placements no longer fit. Of those that do, most gain about the
same as before; those that touch new shapes usually gain more. So a placement's *estimate* is its gain in the table,
plus a bonus for each of its spaces that is adjacent to a new shape. The search values the placements with the best
estimates exactly, and the table learns from the differences.

The table has a bit for each candidate, best first, so sets of candidates are integers, like regions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace

from cartographers.bots.candidates import Candidate
from cartographers.region import Region, adjacent_to, spaces

#: The bonus for a space that is adjacent to a new shape, in the unit of values.
_CONTACT = 15_000


class ReplyTable:
    """The candidates for a card, with their gains."""

    __slots__ = (
        "_all",
        "_counts",
        "_covering",
        "_empty",
        "_estimates",
        "_free",
        "_gains",
        "_learned",
        "candidates",
        "has_learned",
    )

    def __init__(self, free: Region, empty: Region, replies: Sequence[tuple[Candidate, int]]) -> None:
        """Create a table of candidates and their gains.

        ``free`` has the spaces where the candidates fit, and ``empty`` those that were empty on the map of the gains.
        """
        self._free = free
        self._empty = empty
        self.candidates = [candidate for candidate, _ in replies]
        self._gains = [gain for _, gain in replies]
        #: For each candidate, the sum of the differences that the table has learned, and their number.
        self._learned = [0] * len(replies)
        self._counts = [0] * len(replies)
        self._all = (1 << len(replies)) - 1
        #: Whether the table has learned something since it was sorted.
        self.has_learned = False
        self.sort()

    def sort(self) -> None:
        """Sort the candidates by their gains and by the differences learned so far."""
        learned = zip(self._gains, self._learned, self._counts, strict=True)
        estimates = [gain + total // (count + 1) for gain, total, count in learned]
        order = sorted(range(len(estimates)), key=estimates.__getitem__, reverse=True)
        self._estimates = [estimates[number] for number in order]
        self.candidates = [self.candidates[number] for number in order]
        self._gains = [self._gains[number] for number in order]
        self._learned = [self._learned[number] for number in order]
        self._counts = [self._counts[number] for number in order]
        self.has_learned = False
        #: For each space, as a region, the set of candidates that cover it.
        self._covering: dict[Region, int] = {}
        covering = self._covering
        for number, candidate in enumerate(self.candidates):
            bit = 1 << number
            for space in _single_spaces(candidate.region):
                covering[space] = covering.get(space, 0) | bit

    def first(self, empty: Region) -> Region:
        """Return the region of the first candidate that fits on the empty spaces of a map, or 0 if none does."""
        fitting = self._all & ~self._covering_any(self._free & ~empty)
        return self.candidates[_lowest(fitting)].region if fitting else 0

    def promising(self, empty: Region, must_cover: Region = 0) -> Iterator[tuple[int, int]]:
        """Yield the numbers of the candidates that fit on the empty spaces of a map, with their bonuses.

        They are sorted by their estimates, best first. If ``must_cover`` is given, they cover at least one of its
        spaces.
        """
        fitting = self._all & ~self._covering_any(self._free & ~empty)
        if must_cover:
            fitting &= self._covering_any(must_cover)
        # Count the contacts of all candidates at once: ones, twos, and fours are the binary digits of the counts.
        ones = twos = fours = 0
        covering = self._covering
        contacts = adjacent_to(self._empty & ~empty) & empty
        while contacts:
            space = contacts & -contacts
            contacts ^= space
            carry = covering.get(space, 0)
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours ^= carry
        estimates, heap = self._estimates, list[tuple[int, int, int, int]]()
        for count in range(8):
            group = fitting & (ones if count & 1 else ~ones) & (twos if count & 2 else ~twos)
            group &= fours if count & 4 else ~fours
            if group:
                number, bonus = _lowest(group), count * _CONTACT
                heap.append((-estimates[number] - bonus, number, bonus, group))
        heapify(heap)
        while heap:
            _, number, bonus, group = heap[0]
            yield number, bonus
            group &= group - 1
            if group:
                number = _lowest(group)
                heapreplace(heap, (-estimates[number] - bonus, number, bonus, group))
            else:
                heappop(heap)

    def learn(self, replies: Sequence[tuple[int, int]], values: Sequence[int]) -> None:
        """Note the exact values of some replies, given by their numbers and bonuses, after they have been played.

        Only the differences among them count. The estimates don't change until the next :meth:`sort`.
        """
        self.has_learned = True
        expected = [self._gains[number] + bonus for number, bonus in replies]
        mean_expected, mean = sum(expected) // len(expected), sum(values) // len(values)
        for (number, _), before, value in zip(replies, expected, values, strict=True):
            self._learned[number] += value - mean - (before - mean_expected)
            self._counts[number] += 1

    def _covering_any(self, region: Region) -> int:
        """Return the set of candidates that cover a space of a region."""
        found, covering = 0, self._covering
        while region:
            space = region & -region
            region ^= space
            found |= covering.get(space, 0)
        return found


@lru_cache(maxsize=8192)
def _single_spaces(region: Region) -> tuple[Region, ...]:
    """Return the spaces of a region, each as a region. They are cached: many tables share placements."""
    return tuple([1 << space for space in spaces(region)])


def _lowest(numbers: int) -> int:
    """Return the lowest number in a set of numbers."""
    return (numbers & -numbers).bit_length() - 1
