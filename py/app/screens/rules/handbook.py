"""What the rules are made of: chapters with pages, a page being a section of at most a phone's screen, or a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.drawing.element import Element, text_of
from words import Words, capital

Content: TypeAlias = Callable[[Words], Sequence[Element | None]]


def nothing(_: Words) -> Sequence[Element]:
    """Return no parts."""
    return ()


@dataclass(frozen=True, slots=True)
class Page:
    """A section of the rules, or a card.

    ``title`` is the key of what it is called. ``text`` is what is read and searched; ``figures`` are drawn when the
    page is shown. ``symbol`` is the picture of a card, or the sign of an edict.
    """

    id: str
    title: str
    text: Content
    figures: Content = nothing
    symbol: str = ""

    def name(self, words: Words) -> str:
        """Return what the page is called."""
        return capital(words(self.title))


class Chapter(NamedTuple):
    """Pages that belong together; ``see`` is the chapter, or the page, that explains what its cards speak of."""

    id: str
    title: str
    symbol: str
    pages: tuple[Page, ...]
    see: str = ""

    def name(self, words: Words) -> str:
        """Return what the chapter is called."""
        return words(self.title)


_PLAIN = str.maketrans("áàéèíìóòúùüñ", "aaeeiioouuun", "'\N{RIGHT SINGLE QUOTATION MARK}")


class FoundPage(NamedTuple):
    """A page that a search has found, in its chapter."""

    page: Page
    chapter: Chapter


class Handbook:
    """All chapters, by the part of the list in which they stand; chapters and pages are found by their ids."""

    def __init__(self, parts: dict[str, tuple[Chapter, ...]]) -> None:
        """Look up what is where."""
        self.parts = parts
        self.chapters = {chapter.id: chapter for part in parts.values() for chapter in part}
        self.pages = {page.id: FoundPage(page, chapter) for chapter in self.chapters.values() for page in chapter.pages}

    def search(self, words: Words, text: str) -> list[FoundPage]:
        """Return the pages that have all words of a text, first those that have them in their names."""
        wanted = _plain(text).split()
        found = [(name, page) for name, full, page in self._index(words) if all(word in full for word in wanted)]
        found.sort(key=lambda one: not all(word in one[0] for word in wanted))
        return [page for _, page in found]

    @lru_cache(maxsize=1)  # noqa: B019 - there is one handbook
    def _index(self, words: Words) -> tuple[tuple[str, str, FoundPage], ...]:
        """Return each page with its name and all its words, as they are searched."""
        return tuple(
            (_plain(one.page.name(words)), _plain(_everything(words, one)), one) for one in self.pages.values()
        )


def _everything(words: Words, found: FoundPage) -> str:
    texts = [text_of(part) for part in found.page.text(words) if part]
    return " ".join((found.page.name(words), found.chapter.name(words), *texts))


def _plain(text: str) -> str:
    """Return a text without capitals, apostrophes and accents, which nobody types when searching."""
    return text.casefold().translate(_PLAIN)
