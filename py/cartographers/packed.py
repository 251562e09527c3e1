"""Packed records: a record as a short word for links, letters and digits only.

A game of twelve players takes 321 characters instead of 2,803. The word begins with the number of the rules version,
unless it is 1, and the map side in lower case. Then comes one large number in base 62, and a check of three characters.
Each choice in the game is a digit of that number, in a base of its own. A ply is its place among the legal plies, which
takes about eight bits.

The rules and the order of :func:`~cartographers.rules.openings` are part of this notation. If one of them changes, the
rules version must change. Words of other versions are refused as their game ids are.
"""

from __future__ import annotations

import re

from cartographers.errors import InvalidRecord, quoted
from cartographers.game import apply, new_game
from cartographers.game_id import check_rules, read_game_id
from cartographers.maps import SIDES
from cartographers.record import Played, read_record
from cartographers.rules import count_plies, nth_ply, number_of, openings
from cartographers.state import Ply

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#: The largest prime below 62 to the power of the check's length. Any one wrong character changes the remainder.
_CHECK, _PRIME = 3, 238_321
#: Maximum characters of a packed record.
_LONGEST = 2_000
#: The characters of a game id behind its side; the first of them ends it.
_ID = ".-0123456789abcdefghijklmnopqrstuvwxyz"
_SIDES = tuple(side.lower() for side in SIDES)
#: Number of the rules version, side, and the rest of a word.
_PARTS = re.compile("([0-9]{0,4})([a-z])([0-9A-Za-z]*)")
_FIRST_RULES = "c1"


class Packer:
    """Writes choices, each one of a known number of possibilities, as one word of letters and digits."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._choices: list[tuple[int, int]] = []

    def add(self, choice: int, count: int) -> None:
        """Add one of ``count`` possibilities, counted from 0."""
        self._choices.append((choice, count))

    def word(self) -> str:
        """Return all choices as a word with its check."""
        value = 0
        for choice, count in reversed(self._choices):
            value = value * count + choice
        return _in_digits(value) + _in_digits(value % _PRIME).rjust(_CHECK, _DIGITS[0])


class Unpacker:
    """Reads choices from a word in the order in which a :class:`Packer` has added them."""

    def __init__(self, word: str, longest: int = _LONGEST) -> None:
        """Read a word. Raise :class:`InvalidRecord` if it is too long, damaged or incomplete."""
        if len(word) > longest or not is_whole(word):
            raise InvalidRecord("error.packed", text=quoted(word))
        self._word = word
        self._value = 0
        for digit in word[:-_CHECK]:
            self._value = self._value * len(_DIGITS) + _DIGITS.index(digit)

    def take(self, count: int) -> int:
        """Return the next choice, which is one of ``count`` possibilities."""
        self._value, choice = divmod(self._value, count)
        return choice

    def end(self) -> None:
        """Raise :class:`InvalidRecord` if the word has more choices than were taken."""
        if self._value:
            raise InvalidRecord("error.packed", text=quoted(self._word))


def is_whole(word: str) -> bool:
    """Say whether the check of a word is right."""
    return word.isascii() and word.isalnum() and _remainder(word[:-_CHECK]) == _remainder(word[-_CHECK:])


def _remainder(digits: str) -> int:
    """Return the remainder of a number after division by the prime; -1 without a number."""
    remainder = 0 if digits else -1
    for digit in digits:
        remainder = (remainder * len(_DIGITS) + _DIGITS.index(digit)) % _PRIME
    return remainder


def _in_digits(value: int) -> str:
    digits = ""
    while value or not digits:
        value, digit = divmod(value, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def pack(played: Played) -> str:
    """Return the packed record of a game."""
    packer = Packer()
    rules, side, rest = str(played.id).split("-", 2)
    before = _before(rules)
    packer.add(_SIDES.index(side), len(_SIDES))  # the beginning of the word also here, so that the check includes it
    for character in f"{before}{rest}{_ID[0]}":
        packer.add(_ID.index(character), len(_ID))
    for state, ply in zip(played.states, played.plies, strict=False):  # there is one more state
        found = tuple(openings(state))
        packer.add(number_of(found, ply) + 1, count_plies(found) + 1)
    return f"{before.removesuffix('-')}{side}{packer.word()}"


def unpack(word: str) -> Played:
    """Return the game of a packed record.

    Raises :class:`InvalidRecord` if the word is damaged or incomplete, as
    :class:`~cartographers.game_id.OtherRules` if it belongs to another rules version.
    """
    parts = _PARTS.fullmatch(word)
    if not parts:
        raise InvalidRecord("error.packed", text=quoted(word))
    rules, side, rest = f"c{parts[1]}" if parts[1] else _FIRST_RULES, parts[2], parts[3]
    unpacker, before = Unpacker(rest), _before(rules)
    check_rules(rules)
    place, text = unpacker.take(len(_SIDES)), _rest(unpacker)
    if side != _SIDES[place] or not text.startswith(before):
        raise InvalidRecord("error.packed", text=quoted(word))
    states = [new_game(read_game_id(f"{rules}-{side}-{text.removeprefix(before)}"))]
    plies: list[Ply] = []
    while states[-1].task:
        found = tuple(openings(states[-1]))
        number = unpacker.take(count_plies(found) + 1)
        if not number:  # the game goes no further
            break
        plies.append(nth_ply(found, number - 1))
        states.append(apply(states[-1], plies[-1]))
    unpacker.end()
    return Played(states[0].deal.id, tuple(plies), tuple(states))


def read_any(text: str) -> Played:
    """Return the game of a record, packed or plain. Only plain records have hyphens.

    Raises :class:`InvalidRecord` as :func:`unpack` and :func:`~cartographers.record.read_record` do.
    """
    text = text.strip()
    is_packed = "-" not in text and (text.startswith(_SIDES) or text[:1].isdigit())
    return unpack(text) if is_packed else read_record(text)


def _before(rules: str) -> str:
    """Return what is before the rest of a game id: the number of its rules version, unless that is the first one."""
    return "" if rules == _FIRST_RULES else f"{rules.removeprefix('c')}-"


def _rest(unpacker: Unpacker) -> str:
    """Return the rest of a game id, with the number of the rules version before it if the word has one."""
    text = ""
    while character := unpacker.take(len(_ID)):
        text += _ID[character]
    return text
