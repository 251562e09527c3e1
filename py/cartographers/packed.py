"""Packed records: records as short words of letters and digits for links.

A game of twelve players takes 321 characters instead of 2,803. The word begins with the number of the rules version,
which is omitted for version 1, and the first letter of the map side in lowercase. One large number in base 62 and a
checksum of three characters follow. The number has a mixed radix: each choice in the game is a digit with its own base.
A ply is stored as its index among the legal plies, which takes about eight bits.

The format depends on the rules and on the order of :func:`~cartographers.rules.ply_bundles`. If either changes, the
rules version must change. Words of other versions are refused, as are their game ids.
"""

from __future__ import annotations

import re

from cartographers.errors import InvalidRecord, quoted
from cartographers.game import apply, new_game
from cartographers.game_id import RULES_VERSION, check_rules_version, read_game_id
from cartographers.record import PlayedGame, read_record
from cartographers.rules import count_plies, nth_ply, ply_bundles, ply_number
from cartographers.sides import CUSTOM, SIDES
from cartographers.state import Ply

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#: The length of the checksum, and the modulus: the largest prime below 62 to the power of that length. Any single
#: wrong character changes the remainder.
_CHECK, _PRIME = 3, 238_321
#: The maximum length of a packed record.
_LONGEST = 2_000
#: The characters that can follow a side's first letter in a game id. The first one, a dot, ends the id.
_ID = ".-0123456789abcdefghijklmnopqrstuvwxyz"
#: The first letters of the sides.
_CUSTOM = CUSTOM.lower()
_SIDES = (*(side.lower() for side in SIDES), _CUSTOM)
#: The number of the rules version, the side's first letter, and the rest of the word.
_PARTS = re.compile("([0-9]{0,4})([a-z])([0-9A-Za-z]*)")
_FIRST_RULES = "c1"


class Packer:
    """An encoder of a sequence of choices as one word of letters and digits."""

    def __init__(self) -> None:
        """Start with no choices."""
        self._choices: list[tuple[int, int]] = []

    def add(self, choice: int, count: int) -> None:
        """Add a choice from 0 to ``count`` - 1."""
        self._choices.append((choice, count))

    def word(self) -> str:
        """Return all choices as a word with its checksum."""
        value = 0
        for choice, count in reversed(self._choices):
            value = value * count + choice
        return _in_digits(value) + _in_digits(value % _PRIME).rjust(_CHECK, _DIGITS[0])


class Unpacker:
    """A decoder of the choices in a word, in the order in which a :class:`Packer` added them."""

    def __init__(self, word: str, longest: int = _LONGEST) -> None:
        """Decode a word. Raises :class:`InvalidRecord` if it is too long, damaged, or incomplete."""
        if len(word) > longest or not has_valid_checksum(word):
            raise InvalidRecord("error.packed", text=quoted(word))
        self._word = word
        self._value = 0
        for digit in word[:-_CHECK]:
            self._value = self._value * len(_DIGITS) + _DIGITS.index(digit)

    def take(self, count: int) -> int:
        """Return the next choice, from 0 to ``count`` - 1."""
        self._value, choice = divmod(self._value, count)
        return choice

    def end(self) -> None:
        """Raise :class:`InvalidRecord` if the word has choices that weren't taken."""
        if self._value:
            raise InvalidRecord("error.packed", text=quoted(self._word))


def has_valid_checksum(word: str) -> bool:
    """Return whether a word's checksum is right."""
    return word.isascii() and word.isalnum() and _remainder(word[:-_CHECK]) == _remainder(word[-_CHECK:])


def _remainder(digits: str) -> int:
    """Return a number modulo the prime, or -1 if there are no digits."""
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


def pack(played: PlayedGame) -> str:
    """Return the packed record of a game."""
    packer = Packer()
    rules, rest = str(played.id).split("-", 1)
    side, rest = rest[0], rest[1:].removeprefix("-")
    prefix = _version_prefix(rules)
    packer.add(_SIDES.index(side), _side_count(side))  # repeats the word's beginning, so the checksum covers it
    for character in f"{prefix}{rest}{_ID[0]}":
        packer.add(_ID.index(character), len(_ID))
    for state, ply in zip(played.states, played.plies, strict=False):  # the last state has no ply
        found = tuple(ply_bundles(state))
        packer.add(ply_number(found, ply) + 1, count_plies(found) + 1)
    return f"{prefix.removesuffix('-')}{side}{packer.word()}"


def unpack(word: str, *, any_rules: bool = False) -> PlayedGame:
    """Return the game of a packed record.

    With ``any_rules``, the record counts as one of this rules version. The caller must know that the rules that it uses
    haven't changed.

    Raises :class:`InvalidRecord` if the word is damaged or incomplete, or its subclass
    :class:`~cartographers.game_id.UnsupportedRules` if it belongs to another rules version.
    """
    parts = _PARTS.fullmatch(word)
    if not parts:
        raise InvalidRecord("error.packed", text=quoted(word))
    rules, side, rest = f"c{parts[1]}" if parts[1] else _FIRST_RULES, parts[2], parts[3]
    unpacker, prefix = Unpacker(rest), _version_prefix(rules)
    if any_rules:
        rules = RULES_VERSION
    check_rules_version(rules)
    place, text = unpacker.take(_side_count(side)), _id_after_side(unpacker)
    if side != _SIDES[place] or not text.startswith(prefix):
        raise InvalidRecord("error.packed", text=quoted(word))
    between = "" if side == _CUSTOM else "-"
    states = [new_game(read_game_id(f"{rules}-{side}{between}{text.removeprefix(prefix)}"))]
    plies: list[Ply] = []
    while states[-1].task:
        found = tuple(ply_bundles(states[-1]))
        number = unpacker.take(count_plies(found) + 1)
        if not number:  # 0 marks the end of an unfinished game
            break
        plies.append(nth_ply(found, number - 1))
        states.append(apply(states[-1], plies[-1]))
    unpacker.end()
    return PlayedGame(states[0].deal.id, tuple(plies), tuple(states))


def read_any(text: str) -> PlayedGame:
    """Return the game of a packed or plain record. Only plain records have hyphens.

    Raises :class:`InvalidRecord` as :func:`unpack` and :func:`~cartographers.record.read_record` do.
    """
    text = text.strip()
    is_packed = "-" not in text and (text.startswith(_SIDES) or text[:1].isdigit())
    return unpack(text) if is_packed else read_record(text)


def _side_count(side: str) -> int:
    """Return the number of sides among which a word chooses. Words of printed sides are older than custom maps."""
    return len(_SIDES) if side == _CUSTOM else len(SIDES)


def _version_prefix(rules: str) -> str:
    """Return the prefix for a rules version: its number and a hyphen, or nothing for the first version."""
    return "" if rules == _FIRST_RULES else f"{rules.removeprefix('c')}-"


def _id_after_side(unpacker: Unpacker) -> str:
    """Return the game id after its side's first letter, preceded by the prefix of its rules version."""
    text = ""
    while character := unpacker.take(len(_ID)):
        text += _ID[character]
    return text
