"""The rules: chapters to read, a page for every card with drawn examples, a search, and everything to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.screens.parts.printing import print_button
from app.screens.rules.card_pages import OTHER_CARDS, SCORING_CARDS
from app.screens.rules.handbook import Chapter, FoundPage, Handbook, Page
from app.screens.rules.sections import AMBUSHES, ENDING, HEROES_BOX, MAP, MIXING, PLAY, QUESTIONS, YEAR
from app.visit import Controls, Next, Screen, Visit
from words import Words

HANDBOOK = Handbook(
    {
        "rules.chapters": (PLAY, MAP, YEAR, AMBUSHES, ENDING, HEROES_BOX, MIXING, QUESTIONS),
        "mix.scoring": SCORING_CARDS,
        "rules.more-cards": OTHER_CARDS,
    }
)
#: The value of ``about`` that shows everything.
ALL = "all"


class Rules(Screen):
    """A chapter of the rules, a page, everything, or the table of contents."""

    #: The id of the chapter or page, :data:`ALL`, or an empty text for the table of contents.
    about: str = ""
    #: The text in the search field of the table of contents.
    search: str = ""

    @property
    def _chapter(self) -> Chapter | None:
        return HANDBOOK.chapters.get(self.about)

    @property
    def _found(self) -> FoundPage | None:
        return HANDBOOK.pages.get(self.about)

    def title(self, words: Words) -> str:
        """Return the name of the page or chapter, or the title of the rules."""
        if self._found:
            return self._found.page.name(words)
        if self._chapter:
            return self._chapter.name(words)
        return words("rules.all" if self.about == ALL else "rules")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return a chapter, a page, everything, search results, or the table of contents."""
        chapter, found = self._chapter, self._found
        if chapter:
            return _screen(words, chapter.id, chapter.name(words), [*_pages(words, chapter), _ways(words, chapter)])
        if found:
            content = [_page(words, found.page, 2), _ways(words, found.chapter, found.page)]
            return _screen(words, self.about, found.chapter.name(words), content)
        if self.about == ALL:
            return _screen(words, ALL, words("rules.all"), _everything(words, visit))
        if self.search.strip():
            return _screen(words, "list", words("rules"), self._results(words), self)
        following = None if visit.page.link.embedded else _next(words)  # an embed has only its own game
        return _screen(words, "list", words("rules"), [*_list(words), following], self)

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit with the text of the search field."""
        match message:
            case m.TypeText("search", text) if not self.about:
                return replace(visit, screen=replace(self, search=text))
            case _:
                return super().update(visit, message)

    def controls(self, visit: Visit) -> Controls:
        """Focus the page's own heading if only one page is shown."""
        return Controls(heading="h2" if self._found else "h1")

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the number of pages that the search has found, and whether they only come close."""
        if self.search.strip():
            pages, is_exact = HANDBOOK.search(words, self.search)
            count = [words.plural("rules.found", len(pages))] if pages and not is_exact else []
            yield Announcement("news", ": ".join([_outcome(words, self.search), *count]))

    def _results(self, words: Words) -> list[Element | None]:
        """Return the results of the search."""
        pages, _ = HANDBOOK.search(words, self.search)
        return [
            h(
                "section",
                h("h2", _outcome(words, self.search)),
                h("ul", [_result(words, one) for one in pages], class_="contents") if pages else None,
                class_="part",
                key="found",
            )
        ]


def screen(_: Visit, about: str) -> Screen:
    """Return the chapter or page with the given id, everything, or, for any other text, the table of contents."""
    return Rules(about if about in {ALL, *HANDBOOK.chapters, *HANDBOOK.pages} else "")


def _screen(
    words: Words, key: str, title: str, content: Sequence[Element | None], searching: Rules | None = None
) -> Element:
    """Return a screen with its own key, so that it opens scrolled to the top."""
    return h(
        "main",
        back_header(words, title),
        _field(words, searching.search) if searching else None,
        h(
            "div", content, class_="form", role="region", aria_label=title, tabindex="0"
        ),  # focusable, for scrolling by keyboard
        class_="setup rules",
        key=f"rules-{key}",
    )


def _field(words: Words, text: str) -> Element:
    return h(
        "div",
        h(
            "input",
            type="search",
            name="search",
            value=text,
            placeholder=words("rules.search"),
            aria_label=words("rules.search"),
            autocomplete="off",
            enterkeyhint="search",
            key="search",
        ),
        class_="find",
        role="search",
    )


def _outcome(words: Words, search: str) -> str:
    """Return the number of pages that the search has found, or a note that none of them has all of its words."""
    pages, is_exact = HANDBOOK.search(words, search)
    if not is_exact:
        return words("rules.found.closest" if pages else "rules.found.none", text=search.strip())
    return words.plural("rules.found", len(pages))


def _result(words: Words, found: FoundPage) -> Element:
    page, chapter = found
    return h(
        "li",
        button(
            m.Go("rules", page.id),
            _symbol(page.symbol or chapter.symbol),
            h("span", h("b", page.name(words)), " ", h("small", chapter.name(words))),
            class_="entry",
        ),
        key=page.id,
    )


@lru_cache(maxsize=1)
def _list(words: Words) -> list[Element | None]:
    """Return the table of contents."""
    return [
        *(
            h(
                "section",
                h("h2", words(part), id=f"part-{place}"),
                h("ul", [_entry(words, chapter) for chapter in chapters], class_="contents"),
                class_="part",
                aria_labelledby=f"part-{place}",
                key=part,
            )
            for place, (part, chapters) in enumerate(HANDBOOK.parts.items())
        ),
        button(m.Go("rules", ALL), icon("icon-quill"), words("rules.all.open"), class_="wide"),
    ]


def _next(words: Words) -> Element:
    """Return the section for players who know the rules, which leads to the puzzles and to the printed game."""
    return h(
        "section",
        h("h2", words("rules.next")),
        h("p", words("rules.next.text"), class_="note"),
        button(m.Go("puzzles"), icon("icon-puzzles"), words("puzzles"), class_="wide"),
        button(m.Go("companion"), icon("icon-box"), words("companion.title"), class_="wide"),
        class_="part",
        key="next",
    )


def _entry(words: Words, chapter: Chapter) -> Element:
    title = h("b", chapter.name(words))
    return h("li", button(m.Go("rules", chapter.id), _symbol(chapter.symbol), title, class_="entry"), key=chapter.id)


def _ways(words: Words, chapter: Chapter, page: Page | None = None) -> Element:
    """Return the links to the explanation of the cards, and from a page to its chapter."""
    found = HANDBOOK.pages.get(chapter.see)
    see = found.page if found else HANDBOOK.chapters.get(chapter.see)
    return h(
        "nav",
        [
            button(m.Go("rules", one.id), words("rules.more", chapter=one.name(words)), class_="wide", key=one.id)
            for one in (chapter if page else None, see)
            if one
        ],
        class_="ways",
        aria_label=words("rules.ways"),
        key="ways",
    )


def _pages(words: Words, chapter: Chapter, level: int = 2) -> list[Element]:
    return [_page(words, page, level) for page in chapter.pages]


@lru_cache(maxsize=256)
def _page(words: Words, page: Page, level: int) -> Element:
    """Return a page: its name, its text, and its figures."""
    figures = page.figures(words)
    return h(
        "section",
        h(f"h{level}", _symbol(page.symbol) if page.symbol else None, page.name(words), id=f"page-{page.id}"),
        h("div", page.text(words), class_="says"),
        h("div", figures, class_="figures") if figures else None,
        class_="part page",
        aria_labelledby=f"page-{page.id}",
        key=page.id,
    )


def _symbol(name: str) -> Element:
    """Return a symbol. Its class names its kind: card, edict, sky, or icon."""
    return icon(name, f"sign {name.partition('-')[0]}-sign")


def _everything(words: Words, visit: Visit) -> list[Element | None]:
    """Return all chapters with their pages, with a button to print them outside embeds."""
    return [
        None if visit.page.link.embedded else print_button(words, visit, icon("icon-quill"), class_="wide print"),
        h("p", words("app.unofficial"), class_="unofficial"),
        *(
            h(
                "section",
                h("h2", chapter.name(words), id=f"chapter-{chapter.id}"),
                _pages(words, chapter, 3),
                class_="chapter",
                aria_labelledby=f"chapter-{chapter.id}",
                key=chapter.id,
            )
            for chapter in HANDBOOK.chapters.values()
        ),
    ]
