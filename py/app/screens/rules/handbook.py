"""The structure of the rules: chapters of pages.

A page is a card, or a section that fits on a phone's screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.drawing.element import Element, text_of
from app.screens.rules.search import Index
from words import Words, capital

Content: TypeAlias = Callable[[Words], Sequence[Element | None]]


def no_content(_: Words) -> Sequence[Element]:
    """Return no content."""
    return ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules: a section or a card."""

    id: str
    #: The key of its name.
    title: str
    #: The text to read and search.
    text: Content
    #: The figures, which are drawn when the page is shown.
    figures: Content = no_content
    #: The name of the card's picture, or of the edict's symbol.
    symbol: str = ""

    def name(self, words: Words) -> str:
        """Return the page's name."""
        return capital(words(self.title))


class Chapter(NamedTuple):
    """A chapter of the rules."""

    id: str
    #: The key of its name.
    title: str
    symbol: str
    pages: tuple[Page, ...]
    #: The id of the chapter or page that explains its cards.
    see: str = ""

    def name(self, words: Words) -> str:
        """Return the chapter's name."""
        return words(self.title)


class FoundPage(NamedTuple):
    """A page with its chapter."""

    page: Page
    chapter: Chapter


class Found(NamedTuple):
    """The pages that a search has found."""

    #: The pages, the most relevant first.
    pages: list[FoundPage]
    #: True if each page contains all words of the search; otherwise, these are only the closest pages.
    is_exact: bool


class Handbook:
    """All chapters, by part of the table of contents, with an index of chapters and pages by id."""

    def __init__(self, parts: dict[str, tuple[Chapter, ...]]) -> None:
        """Index the chapters and pages of the parts."""
        self.parts = parts
        self.chapters = {chapter.id: chapter for part in parts.values() for chapter in part}
        self.pages = {page.id: FoundPage(page, chapter) for chapter in self.chapters.values() for page in chapter.pages}

    @lru_cache(maxsize=4)  # noqa: B019 - there is one handbook
    def search(self, words: Words, text: str) -> Found:
        """Return the pages that a text is about."""
        found = self._index(words).search(text)
        pages = list(self.pages.values())
        return Found([pages[place] for place in found.places], found.is_exact)

    @lru_cache(maxsize=1)  # noqa: B019 - there is one handbook
    def _index(self, words: Words) -> Index:
        """Return the index of all pages for the search."""
        pages = self.pages.values()
        names = [one.page.name(words) for one in pages]
        return Index(names, [_everything(words, one) for one in pages], words("rules.synonyms"))


def _everything(words: Words, found: FoundPage) -> str:
    texts = [text_of(part) for part in found.page.text(words) if part]
    return " ".join((found.page.name(words), found.chapter.name(words), *texts))
