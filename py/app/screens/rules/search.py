"""A search that knows players' own words for things, and forgives typing errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import log
from typing import NamedTuple

#: Letters with an accent or a tilde, the same letters without it, and the two apostrophes.
_PLAIN = str.maketrans("áàéèíìóòúùüñ\N{RIGHT SINGLE QUOTATION MARK}", "aaeeiioouuun'")
#: Punctuation, which separates words like a space.
_PUNCTUATION = str.maketrans(dict.fromkeys('.,:;!?¿¡()"/“”«»…\N{LEFT SINGLE QUOTATION MARK}', " "))
#: The length of words that are found only at the beginning of other words, because too many end with them.
_SHORT = 3
#: The shortest word in which a typing error is forgiven. Shorter words are too similar to each other.
_LEAST_MISSPELLED = 4
#: The smallest share of the best page's relevance that other pages must have if no page has all words.
_CLOSE = 0.75
#: The first and the last Hangul syllable, the code points of the first consonant, vowel, and final consonant, and the
#: number of syllables for each consonant and for each vowel.
_FIRST, _LAST, _LETTERS, _BY_CONSONANT, _BY_VOWEL = 0xAC00, 0xD7A3, (0x1100, 0x1161, 0x11A7), 588, 28


class Results(NamedTuple):
    """The results of a search."""

    #: The positions of the pages that were found, the most relevant first.
    places: list[int]
    #: True if each page contains all words of the search, or other words for them.
    is_exact: bool


class Index:
    """The texts of pages, prepared for searching."""

    def __init__(self, names: Iterable[str], texts: Iterable[str], synonyms: str) -> None:
        """Index pages by their names and texts, which include the names.

        Each line of ``synonyms`` has words for which players may search and, after a colon, the words on the pages.
        Without words after the colon, a search ignores the words before it.
        """
        words_of_pages = list(map(_words, texts))
        self._pages = list(zip(map(_joined, map(_words, names)), map(_joined, words_of_pages), strict=True))
        self._synonyms: dict[str, list[list[str]]] = {}
        for line in synonyms.splitlines():
            said, _, on_page = line.partition(":")
            for word in _words(said):
                self._synonyms.setdefault(word, []).append(_words(on_page))
        self._known = {word for words in words_of_pages for word in words} | self._synonyms.keys()

    def search(self, text: str) -> Results:
        """Return the pages with all words of a text.

        If there are none, words may be misspelled or missing, and only the closest pages are returned.
        """
        said = _words(text)
        wanted = [word for word in said if [] not in self._synonyms.get(word, ())] or said
        found = [self._pages_with(word) for word in wanted]
        exact = _in_all(found)
        if not exact:
            known = zip(wanted, found, strict=True)
            found = [pages or self._pages_with(*self._similar_words(word)) for word, pages in known]
            found = [pages for pages in found if pages]
        relevance = self._relevance(found)
        places = exact or _in_all(found) or _best(relevance)
        return Results(sorted(places, key=lambda place: (-relevance[place], place)), bool(exact))

    def _pages_with(self, *words: str) -> dict[int, int]:
        """Return the positions of the pages with one of some words or a synonym, each with its weight.

        The weight is 1, or 2 if the page's name also has the word.
        """
        meanings = [meaning for word in words for meaning in ([word], *self._synonyms.get(word, ())) if meaning]
        weights = (
            sum(any(all(_has(text, word) for word in meaning) for meaning in meanings) for text in page)
            for page in self._pages
        )
        return {place: weight for place, weight in enumerate(weights) if weight}

    def _similar_words(self, word: str) -> list[str]:
        """Return the known words that become equal to a word when at most one letter of each is dropped.

        So one letter may be wrong, missing, unnecessary, or in the wrong place.
        """
        letters = _spelled(word)
        if len(letters) < _LEAST_MISSPELLED:
            return []
        dropped = _with_one_dropped(letters)
        return [
            known
            for known, theirs in self._spellings
            if abs(len(theirs) - len(letters)) <= 1 and not dropped.isdisjoint(_with_one_dropped(theirs))
        ]

    @cached_property
    def _spellings(self) -> list[tuple[str, str]]:
        """All known words that are long enough, each with its spelling. The first typing error needs them."""
        return [(word, letters) for word in self._known if len(letters := _spelled(word)) >= _LEAST_MISSPELLED]

    def _relevance(self, found: Iterable[Mapping[int, int]]) -> dict[int, float]:
        """Return the relevance of each page, from the pages that have each word. Rare words count more."""
        relevance: dict[int, float] = {}
        for pages in found:
            rarity = log((len(self._pages) + 1) / len(pages))
            for place, weight in pages.items():
                relevance[place] = relevance.get(place, 0) + rarity * weight
        return relevance


def _in_all(found: Sequence[Mapping[int, int]]) -> set[int]:
    """Return the pages that have each of the words."""
    return set.intersection(*map(set, found)) if found else set()


def _best(relevance: Mapping[int, float]) -> set[int]:
    """Return the most relevant pages."""
    least = _CLOSE * max(relevance.values(), default=0)
    return {place for place, value in relevance.items() if value >= least}


def _words(text: str) -> list[str]:
    """Return the words of a text without capitals, accents, and punctuation.

    An apostrophe before a vowel separates two words, as in the Italian "l'acqua". Any other one is dropped, because
    nobody types it in a search.
    """
    plain = text.casefold().translate(_PLAIN)
    for vowel in "aeiou":
        plain = plain.replace(f"'{vowel}", f" {vowel}")
    return plain.replace("'", "").translate(_PUNCTUATION).split()


def _joined(words: Sequence[str]) -> str:
    """Return words as a text with spaces around each, except in Korean, where writers disagree about spaces."""
    is_korean = any(_FIRST <= ord(sign) <= _LAST for word in words for sign in word)
    return "".join(words) if is_korean else f" {' '.join(words)} "


def _has(text: str, word: str) -> bool:
    """Return whether a text has a word.

    If the text has spaces, it must have the word at the beginning of a word or, unless the word is short, at the end of
    one: "wood" is in "Deepwood", but the Italian "eroe" isn't in "Heroes".
    """
    if text[:1] != " ":
        return word in text
    return f" {word}" in text or (len(word) > _SHORT and f"{word} " in text)


def _spelled(word: str) -> str:
    """Return the letters of a word; a Hangul syllable has two or three."""
    return "".join(_letters(ord(sign)) if _FIRST <= ord(sign) <= _LAST else sign for sign in word)


def _letters(syllable: int) -> str:
    """Return the letters of a Hangul syllable, from its code point."""
    place = syllable - _FIRST
    consonant, vowel, final = place // _BY_CONSONANT, place % _BY_CONSONANT // _BY_VOWEL, place % _BY_VOWEL
    letters = "".join(chr(first + number) for first, number in zip(_LETTERS, (consonant, vowel, final), strict=True))
    return letters if final else letters[:-1]


def _with_one_dropped(letters: str) -> set[str]:
    """Return a word, and the word without each of its letters."""
    return {letters, *(letters[:place] + letters[place + 1 :] for place in range(len(letters)))}
