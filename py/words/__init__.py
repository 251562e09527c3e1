"""The words of every language, in catalogs of texts by key.

A catalog is a flat object of texts with ``{placeholders}``, in one file per language in this folder. English is one
of them; the rules of its scoring cards are the cards' docstrings. General conventions of a language, such as lists,
dates and plural forms, come from Unicode's CLDR (``cldr.json``, written by ``python3 py cldr``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from cartographers.errors import Sentence

if TYPE_CHECKING:
    from cartographers.errors import Value

MINUS = "\N{MINUS SIGN}"

#: The codes of the languages. Visitors who read none of them get the first one.
LANGUAGES = ("en", "es", "it", "ko")

#: The prefix of the texts of the page's scripts; Python needs none of these.
SCRIPTS = "page."

#: A language's texts by their keys.
Catalog: TypeAlias = Mapping[str, str]

#: The invisible characters around a text that is read in a direction of its own (Unicode's FSI and PDI).
ISOLATES = "\u2068\u2069"
#: The first and the last code of the ranges with letters that are read from right to left.
_RIGHT_TO_LEFT = ((0x590, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))

#: The digits whose Korean names end in a consonant (yeong, il, sam, yuk, chil, pal), and those that end in ㄹ.
_DIGITS, _DIGITS_IN_L = "013678", "178"
#: The Latin consonants that close a syllable for a Korean reader: some always, others only after a vowel.
_FINAL, _FINAL_AFTER_VOWEL, _VOWELS = "lmn", {*"bckpt"}, {*"aeiouy"}
_FIRST_SYLLABLE, _LAST_SYLLABLE, _FINALS, _FINAL_L = 0xAC00, 0xD7A3, 28, 8


def number(value: int) -> str:
    """Return a number with a true minus sign."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a difference with its sign."""
    return f"+{value}" if value > 0 else number(value)


def capital(text: str) -> str:
    """Return text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=512)
def isolated(text: str) -> str:
    """Return a name that leaves the order of the texts and numbers around it alone, even if it is read to the left.

    Every name that the page shows beside other text must pass through this function or through a placeholder. A text
    that has isolated names already stays as it is.
    """
    return text.join(ISOLATES) if ISOLATES[0] not in text and _turns(text) else text


def _turns(text: str) -> bool:
    """Return whether a text has letters that are read from right to left."""
    return not text.isascii() and any(first <= ord(letter) <= last for letter in text for first, last in _RIGHT_TO_LEFT)


class Words:
    """A callable catalog: ``words("time", count=2)``."""

    def __init__(self, catalog: Catalog) -> None:
        """Use a catalog without copying it, so texts that are added to it later are found."""
        self._catalog = catalog

    def update(self, more: Catalog) -> None:
        """Add texts that were fetched later."""
        self._catalog = {**self._catalog, **more}

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with its placeholders filled in, names among them isolated.

        Raises :class:`KeyError` for an unknown key.
        """
        text = self._catalog[key]
        if "/" in text and ":" in text:
            text = _with_particles(text, values)
        return text.format(
            **{name: isolated(value) if isinstance(value, str) else value for name, value in values.items()}
        )

    def plural(self, key: str, count: int, **values: object) -> str:
        """Return the text for a ``{count}``, in the language's plural form."""
        form = self._catalog.get(f"cldr.plural.{abs(count)}", "other")
        return self(f"{key}.{form}", count=number(count), **values)

    def say(self, sentence: Sentence) -> str:
        """Return one of the engine's sentences in this language."""
        key, values = sentence
        filled = {name: self._filled(value) for name, value in values.items()}
        is_plural = key not in self._catalog and "count" in filled
        return self.plural(key, **filled) if is_plural else self(key, **filled)

    def _filled(self, value: Value) -> Any:  # noqa: ANN401 - a text or a number
        if isinstance(value, Sentence):
            return self.say(value)
        return value if isinstance(value, str | int) else ", ".join(value)

    def list(self, items: Iterable[str]) -> str:
        """Return a list in the language's form, such as ``A, B, and C``."""
        *others, last = items
        if len(others) < 2:  # noqa: PLR2004 - two items have a form of their own
            return self._with_last("two", others[0], last) if others else last
        first, *others = others
        for item in others:
            first = self("cldr.list.middle", first=first, last=item)
        return self._with_last("end", first, last)

    def alternatives(self, items: Iterable[str]) -> str:
        """Return a list of alternatives in the language's form, such as ``A, B, or C``."""
        *others, last = items
        form = "end" if len(others) > 1 else "two"
        return self(f"cldr.or.{form}", first=", ".join(others), last=last) if others else last

    def _with_last(self, form: str, first: str, last: str) -> str:
        """Return a list with its last item. CLDR's data lacks the Spanish rule that "y" becomes "e" before an "i"."""
        key = f"cldr.list.{form}"
        said = self(key, first=first, last=last)
        y, e = (f" {conjunction} {last}" for conjunction in "ye")
        is_spanish = self._catalog[key].endswith(" y {last}")
        return said.removesuffix(y) + e if is_spanish and _begins_with_i(last) else said

    def decimal(self, value: float) -> str:
        """Return a number with one decimal place."""
        return f"{value:.1f}".replace("-", MINUS).replace(".", self("cldr.decimal"))

    def mean(self, value: float) -> str:
        """Return a mean rating with its sign and one decimal place."""
        return ("+" if value >= 0 else "") + self.decimal(value)

    @property
    def first_weekday(self) -> int:
        """The first day of the week; 0 is Monday."""
        return int(self("cldr.first-weekday"))

    def day(self, day: date) -> str:
        """Return a day with its month and year."""
        return self(f"cldr.date.{day.month}", day=day.day, year=day.year)

    def month(self, day: date) -> str:
        """Return a day's month and year."""
        return self(f"cldr.month.{day.month}", year=day.year)


def _begins_with_i(word: str) -> bool:
    """Return whether a Spanish word begins with the sound of "i", unlike "hielo"."""
    sound = word.casefold().removeprefix("h")
    return sound.startswith(("i", "í")) and not sound.startswith(("ia", "ie", "io"))


def _with_particles(text: str, values: Mapping[str, object]) -> str:
    """Return text with ``{name}`` and a particle for ``{name:이/가}``: 이 after a consonant, 가 after a vowel.

    This code avoids a regular expression, which would cost more time at the start than it saves.
    """
    first, *others = text.split("{")
    found = [first]
    for part in others:
        field, brace, rest = part.partition("}")
        name, _, pair = field.partition(":")
        after_consonant, _, after_vowel = pair.partition("/")
        particle = _particle(str(values[name]), after_consonant, after_vowel) if pair else ""
        found.append(f"{{{name}{brace}{particle}{rest}")
    return "".join(found)


def _particle(word: str, after_consonant: str, after_vowel: str) -> str:
    """Return the Korean particle for a word. 로, instead of 으로, also follows ㄹ."""
    spoken = _spoken(word)
    code = ord(spoken[-1:] or " ")
    if _FIRST_SYLLABLE <= code <= _LAST_SYLLABLE:
        final = (code - _FIRST_SYLLABLE) % _FINALS
        closed, in_l = final > 0, final == _FINAL_L
    else:
        closed, in_l = _is_closed(spoken), spoken.endswith((*_DIGITS_IN_L, "l"))
    return after_consonant if closed and not (in_l and after_vowel == "로") else after_vowel


def _spoken(word: str) -> str:
    """Return a word in lowercase up to its last sound, without the silent e of "Jane", "Anne" and "Nicole"."""
    spoken = word.casefold()
    while spoken and not spoken[-1].isalnum():
        spoken = spoken[:-1]
    stem = spoken.removesuffix("e")
    is_mute = stem != spoken and stem.endswith((*_FINAL,)) and stem[-2:-1] in {*_VOWELS, stem[-1]}
    return stem if is_mute else spoken


def _is_closed(spoken: str) -> bool:
    """Return whether a Korean reader hears a consonant at the end of a word in Latin letters or digits.

    "Young", "Ben", "Jack" and "Minseok" have one. "Mark" and "David" don't: their last letter gets a vowel of its own.
    """
    last, before = spoken[-1:], spoken[-2:-1]
    if last in _FINAL_AFTER_VOWEL:
        return before in _VOWELS or before == last or spoken.endswith("ck")
    return spoken.endswith((*_DIGITS, *_FINAL, "ng"))
