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
#: The Korean particles and verb endings that players add to a word in a question, each between two spaces.
_ENDINGS = (
    " 은 는 이 가 을 를 에 의 로 으로 와 과 랑 이랑 도 만 나 이나 까지 부터 마다 처럼 에서 에게 한테 들 들이 들은 들을 "
    "에는 에도 에서는 에서도 로는 으로는 란 이란 라면 이라면 이면 예요 이에요 인가요 인지 "
    "면 으면 려면 으려면 서 야 고 기 지 지만 요 어요 아요 는지 은지 나요 는가요 은가요 까요 을까요 "
    "하기 하는 하면 하나요 할 한 해도 해야 되기 되는 되면 되나요 된 돼도 돼요 "
)
#: The fewest syllables of the beginning of a Korean word that may be taken for the whole word.
_LEAST_KNOWN = 2


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
        said = [self._without_ending(word) for word in _words(text)]
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

    def _without_ending(self, word: str) -> str:
        """Return a Korean word without the particle or verb ending that is part of it, if the rest is known.

        Players ask about "금화를" and "회전해도", but the pages and the synonyms have "금화" and "회전".
        """
        if word in self._synonyms or not _is_korean(word):
            return word
        starts = [word[:end] for end in range(1, len(word))]
        for start in starts:
            has_ending = f" {word[len(start) :]} " in _ENDINGS
            if has_ending and (start in self._synonyms or (len(start) >= _LEAST_KNOWN and self._is_on_a_page(start))):
                return start
        if self._is_on_a_page(word):
            return word
        # Other forms of a verb, such as "건너뛰어도", begin with a synonym.
        return next((start for start in reversed(starts[_LEAST_KNOWN - 1 :]) if start in self._synonyms), word)

    def _is_on_a_page(self, word: str) -> bool:
        return any(_has(text, word) for _, text in self._pages)

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
    return "".join(words) if any(map(_is_korean, words)) else f" {' '.join(words)} "


def _is_korean(word: str) -> bool:
    """Return whether a word has a Hangul syllable."""
    return any(_FIRST <= ord(sign) <= _LAST for sign in word)


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
