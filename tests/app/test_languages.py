"""Tests that each language stands alone: views have no words of their own, and no text is in another language."""

import re
from collections.abc import Iterator
from itertools import chain, islice

import pytest

from app.drawing.element import Element, walk
from app.outgoing import File
from app.report import report
from app.view import view
from app.visit import Visit
from support.gallery import everything
from support.together import WORD
from words import LANGUAGES, Words
from words.files import catalog

ENGLISH = Words(catalog("en"))
#: Marks around every text of a marked catalog.
BEGIN, END = "⟦", "⟧"
#: Texts without words: names of spaces, edicts, and sides, ids, records, versions, and addresses.
WORDLESS = re.compile(
    r"#room=[\w-]{22}\.[0-9a-f]{64}[\w.-]+|"
    r"\?id=c1-[\w.-]+|"
    r"\b(?:[A-K]\d{1,2}|[A-D]{1,2}|c1-[\w.-]+|[0-9a-f]{8}|v\d+|x|H)\b|https?://\S+|Python \S+|Chromium \S+|a browser"
)
#: At least two letters.
LETTERS = re.compile(r"[^\W\d_]{2,}")
#: The players of the saved games and of printed games.
NAMES = ("Al", "Ana", "Bén", "Boris", "Wilhelmina Featherington")
#: Texts of people and relays in rooms, and parts of their links.
IN_ROOMS = ("Ada", "Ben", "Cleo", "Dan", "why", "one.example", "two.example", f"#room={WORD}", "#room=", "s" * 22)
#: Attributes that are read aloud or shown.
READ = ("aria_label", "aria-label", "title", "placeholder", "alt")


@pytest.fixture(scope="module")
def visits() -> list[tuple[Visit, set[str]]]:
    """Return every fourth visit of all kinds of screens, each with its texts that are in no catalog."""
    return [(visit, typed(visit)) for _, visit in islice(everything(), 0, None, 4)]


def marked(language: str) -> Words:
    """Return the words of a language, with marks around each paragraph of all texts except some of CLDR's."""
    texts = catalog(language)
    marks = {key: "\n".join(f"{BEGIN}{line}{END}" for line in text.split("\n")) for key, text in texts.items()}
    unmarked = ("cldr.plural", "cldr.first-weekday")
    return Words({key: texts[key] if key.startswith(unmarked) else text for key, text in marks.items()})


def read_in(page: Element) -> Iterator[str]:
    """Yield each text of a page, and each label of an element."""
    for element in walk(page):
        yield from (str(element.attributes[name]) for name in READ if element.attributes.get(name))
        yield from (child for child in element.children if isinstance(child, str))


def without_marks(text: str) -> str:
    """Return the parts of a text outside all marks."""
    while text != (outside := re.sub(f"{BEGIN}[^{BEGIN}{END}]*{END}", " ", text)):
        text = outside
    return text


def typed(visit: Visit) -> set[str]:
    """Return the texts that are in no catalog: names, titles, lands, seeds, searches, reports, and files of games."""
    screen = visit.screen
    game = getattr(screen, "game", None)
    people = [*visit.setup.cartographers, *(game.cartographers if game else ())]
    rival = getattr(game, "rival", None)
    lines = chain.from_iterable((person.name, person.title, person.land) for person in people)
    file = screen.outgoing(ENGLISH, visit, "games")
    exported = WORDLESS.sub(" ", file.text) if isinstance(file, File) else ""
    said = IN_ROOMS if visit.room or screen.is_of_room else ()
    return {*lines, *NAMES, visit.setup.seed, rival.name if rival else "", exported, report(visit), *said}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_texts_are_from_the_catalog(visits: list[tuple[Visit, set[str]]], language: str) -> None:
    """Every text on the page is from the language's catalog, except texts that are the same in all languages."""
    words, stray, wordless = marked(language), set[str](), set[str]()
    for visit, own in visits:
        longest_first = sorted(filter(None, own), key=len, reverse=True)
        for text in read_in(view(words, visit)):
            if text in wordless or text in own:
                continue
            rest = WORDLESS.sub(" ", without_marks(text))
            if not LETTERS.search(rest):
                wordless.add(text)
                continue
            for name in longest_first:
                rest = rest.replace(name, " ")
            if LETTERS.search(rest):
                stray.add(rest.strip())
    assert stray == set()


#: Keys of texts, other than names of cards, that are the same in English and another language.
BOXES = ("explore", "ambush", "cards", "seasons", "scoring", "filter.cards")
THE_SAME = {
    "es": {*(f"{what}.base" for what in BOXES), "end.total", "printout.total"},
    "it": {
        *(f"{what}.{box}" for what in BOXES for box in ("base", "heroes")),
        *("app.name", "keys.mouse", "menu", "replay", "terrain.troll"),
    },
    "ko": {"keys.confirm", "keys.ends", "keys.seasons"},
}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_is_left_in_english(language: str) -> None:
    """No text is in English, except names and words that both languages share."""
    english, own = catalog("en"), catalog(language)
    same = {key for key in own.keys() & english.keys() if own[key] == english[key]}
    words = {key for key in same if re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", own[key]))}
    found = {key for key in words if not key.startswith(("name.", "short.", "language.", "cldr."))}
    assert found == THE_SAME.get(language, set()) | {"keys.undo", "keys.redo"}
