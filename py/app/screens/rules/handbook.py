"""The structure of the rules: chapters of pages.

A page is a card, or a section that fits on a phone's screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.drawing.element import Element, text_of
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


_PLAIN = str.maketrans("áàéèíìóòúùüñ", "aaeeiioouuun", "'\N{RIGHT SINGLE QUOTATION MARK}")


class FoundPage(NamedTuple):
    """A page with its chapter."""

    page: Page
    chapter: Chapter


class Handbook:
    """All chapters, by part of the table of contents, with an index of chapters and pages by id."""

    def __init__(self, parts: dict[str, tuple[Chapter, ...]]) -> None:
        """Index the chapters and pages of the parts."""
        self.parts = parts
        self.chapters = {chapter.id: chapter for part in parts.values() for chapter in part}
        self.pages = {page.id: FoundPage(page, chapter) for chapter in self.chapters.values() for page in chapter.pages}

    def search(self, words: Words, text: str) -> list[FoundPage]:
        """Return the pages that contain all words of a text, beginning with those whose names do."""
        wanted = _plain(text).split()
        found = [(name, page) for name, full, page in self._index(words) if all(word in full for word in wanted)]
        found.sort(key=lambda one: not all(word in one[0] for word in wanted))
        return [page for _, page in found]

    @lru_cache(maxsize=1)  # noqa: B019 - there is one handbook
    def _index(self, words: Words) -> tuple[tuple[str, str, FoundPage], ...]:
        """Return each page with its name and its full text, normalized for the search."""
        return tuple(
            (_plain(one.page.name(words)), _plain(_everything(words, one)), one) for one in self.pages.values()
        )


def _everything(words: Words, found: FoundPage) -> str:
    texts = [text_of(part) for part in found.page.text(words) if part]
    return " ".join((found.page.name(words), found.chapter.name(words), *texts))


def _plain(text: str) -> str:
    """Return a text without capitals, apostrophes, or accents, which nobody types in a search."""
    return text.casefold().translate(_PLAIN)
