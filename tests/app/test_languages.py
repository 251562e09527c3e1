"""Tests that each language stands alone: views have no words of their own, and no text is in another language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

import pytest

from app import messages as m
from app.drawing.crest import arms
from app.drawing.element import Element, walk
from app.game.setup import Cartographer
from app.page.outgoing import File
from app.screens.report import report
from app.shell.view import title, view
from app.visit import Visit
from support import playing as p
from support.gallery import everything
from support.page.games import LONG
from support.together import WORD
from support.visits import updated
from words import ISOLATES, LANGUAGES, Words, isolated, number
from words.files import catalog

ENGLISH = Words(catalog("en"))
#: Marks around every text of a marked catalog.
BEGIN, END = "⟦", "⟧"
#: Texts without words: names of spaces, edicts, and sides, ids, records, versions, and addresses.
WORDLESS = re.compile(
    r"#room=[\w-]{22}\.[0-9a-f]{64}[\w.-]+|"
    r"\?(?:map=[^&]*&)?id=c1-[\w.-]+|"
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


def files_of(visit: Visit) -> set[str]:
    """Return the texts of the files that a screen saves, which it also shows if the browser can't save them."""
    files = (visit.screen.outgoing(ENGLISH, visit, what) for what in ("games", "table", "unread"))
    return {file.text for file in files if isinstance(file, File)}


def typed(visit: Visit) -> set[str]:
    """Return the texts that are in no catalog: names, titles, lands, seeds, searches, reports, and files of games."""
    screen = visit.screen
    game = getattr(screen, "game", None)
    people = [*visit.setup.cartographers, *(game.cartographers if game else ())]
    rival = getattr(game, "rival", None)
    lines = chain.from_iterable((person.name, person.title, person.land) for person in people)
    exported = (WORDLESS.sub(" ", text) for text in files_of(visit))
    said = IN_ROOMS if visit.room or screen.traits.is_of_room else ()
    return {*lines, *NAMES, visit.setup.seed, rival.name if rival else "", *exported, report(visit), *said}


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


@pytest.mark.parametrize("name", ["محمد", "Ana דוד", "\U0001e922", "Ana", "Éva", "小明", "안개 만", "🏰"])
def test_names_from_right_to_left_are_isolated(name: str) -> None:
    """A name from right to left is isolated once, also in a shared text and picture; another name stays as it is."""
    shown = f"\u2068{name}\u2069" if name in {"محمد", "Ana דוד", "\U0001e922"} else name
    assert isolated(name) == isolated(shown) == shown
    assert ENGLISH("map.of", name=name) == ENGLISH("map.of", name=shown) == f"{shown}'s map"
    assert arms(shown) == arms(name)
    game = replace(p.game_of(p.FINALS["trio"]), cartographers=(Cartographer("Ben"), Cartographer(name), p.ANA))
    sheet = updated(p.with_screen(p.FINALS["trio"], game=game), m.Go("sheet"))
    sent = [sheet.screen.outgoing(ENGLISH, sheet, what) for what in ("text", "picture")]
    text, picture = (one[-1] for one in sent if one)
    assert f" {shown} {number(game.state.total(1, 4))}" in text
    assert f">{shown}</text>" in picture


def test_every_name_is_isolated(visits: list[tuple[Visit, set[str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    """If all names were read from right to left, each would be isolated on each screen and in all that leaves it."""
    lines = [line for who in (LONG, p.ANA, p.NOBODY) for line in (who.title, who.land) if line]
    name = re.compile(rf"\b(?:{'|'.join([*NAMES, *IN_ROOMS[:4], *lines])})\b")
    monkeypatch.setattr("words._turns", lambda text: name.search(text) is not None)
    isolated.cache_clear()
    words, bare = Words(catalog("en")), set[str]()
    for visit, _ in visits:
        sent = [visit.screen.outgoing(words, visit, what) for what in ("text", "picture", "beat", "watch", "map")]
        shown = {title(words, visit), *read_in(view(words, visit)), *(one[-1] for one in sent if one)}
        for text in shown - files_of(visit):
            rest = re.sub(f"{ISOLATES[0]}[^{ISOLATES}]*{ISOLATES[1]}", "", re.sub(r"\?\S+", "", text))
            bare |= {rest} if name.search(rest) else set()
    isolated.cache_clear()
    assert bare == set()


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
