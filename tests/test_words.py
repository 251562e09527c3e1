"""Plural forms, lists, dates, numbers, and particles are right in each language."""

import re
from datetime import date

import pytest

from cartographers.errors import Sentence
from tools import cldr
from words import LANGUAGES, Words, capital
from words.files import catalog

WORDS = {language: Words(catalog(language)) for language in LANGUAGES}
DAY = date(2026, 11, 5)


def test_cldr_file_is_up_to_date() -> None:
    """The file with CLDR's data is up to date. ``python3 py cldr`` writes it."""
    assert cldr.FILE.read_text("utf-8") == cldr.written()


@pytest.mark.parametrize(
    ("language", "lists"),
    [
        ("en", ["A", "A and B", "A, B, and C", "A, B, C, and D"]),
        ("es", ["A", "A y B", "A, B y C", "A, B, C y D"]),
        ("it", ["A", "A e B", "A, B e C", "A, B, C e D"]),
        ("ko", ["A", "A와 B", "A, B와 C", "A, B, C와 D"]),
    ],
)
def test_lists(language: str, lists: list[str]) -> None:
    """Lists of one to four items are joined as usual in each language."""
    assert [WORDS[language].list("ABCD"[:count]) for count in range(1, 5)] == lists


@pytest.mark.parametrize(
    "said", ["Ana e Inés", "Ana e Hilda", "Ana y Hiedra", "Ana e Íñigo", "Ana y Yolanda", "Inés, Eva e Isa"]
)
def test_spanish_and(said: str) -> None:
    """The Spanish word for "and" changes from y to e before a word that begins with the same sound."""
    assert WORDS["es"].list(re.split(", | [ey] ", said)) == said


@pytest.mark.parametrize(
    ("language", "day", "month", "mean"),
    [
        ("en", "November 5, 2026", "November 2026", "+12.5"),
        ("es", "5 de noviembre de 2026", "Noviembre de 2026", "+12,5"),
        ("it", "5 novembre 2026", "Novembre 2026", "+12,5"),
        ("ko", "2026년 11월 5일", "2026년 11월", "+12.5"),
    ],
)
def test_dates_and_numbers(language: str, day: str, month: str, mean: str) -> None:
    """Dates and numbers are formatted as usual in each language."""
    words = WORDS[language]
    assert (words.day(DAY), capital(words.month(DAY)), words.mean(12.5)) == (day, month, mean)
    assert words.decimal(-0.25).startswith("\N{MINUS SIGN}0")


@pytest.mark.parametrize(
    ("name", "subject", "way"),
    [
        ("아다", "아다가", "아다로"),
        ("벤", "벤이", "벤으로"),
        ("서울", "서울이", "서울로"),
        ("플레이어 2", "플레이어 2가", "플레이어 2로"),
        ("플레이어 3", "플레이어 3이", "플레이어 3으로"),
        ("플레이어 1", "플레이어 1이", "플레이어 1로"),
        ("플레이어 10", "플레이어 10이", "플레이어 10으로"),
        *((name, f"{name}가", f"{name}로") for name in ("Ada", "Greg", "Mark", "Robert", "Chloe", "Mia K", "{x}", "")),
        *((name, f"{name}이", f"{name}로") for name in ("Paul", "Nicole")),
        *((name, f"{name}이", f"{name}으로") for name in ("Ben", "Young", "Ming", "Minseok", "Jack", "Scott", "Jane")),
        ("Young.", "Young.이", "Young.으로"),
        ("벤!", "벤!이", "벤!으로"),
    ],
)
def test_korean_particles(name: str, subject: str, way: str) -> None:
    """Korean particles depend on the last sound of a name."""
    words = Words({"subject": "{name:이/가}", "way": "{name:으로/로}"})
    assert (words("subject", name=name), words("way", name=name)) == (subject, way)


@pytest.mark.parametrize(("language", "one"), [("en", "one"), ("es", "one"), ("it", "one"), ("ko", "other")])
def test_count_of_one_uses_the_singular(language: str, one: str) -> None:
    """A count of one uses the singular form in languages that have one."""
    words = Words({"star.one": "one", "star.other": "other"} | catalog(language))
    assert [words.plural("star", count) for count in (-1, 0, 1, 2, 21)] == [one, "other", one, "other", "other"]


def test_sentences_of_the_engine() -> None:
    """The values in an engine's sentence are translated, listed, or used for the plural form."""
    words = Words({"a": "{what} at {where}", "b": "B", "c.one": "{count} way", "c.other": "{count} ways"})
    assert words.say(Sentence("a", {"what": Sentence("b", {}), "where": ["A1", "A2"]})) == "B at A1, A2"
    counted = Words({**catalog("en"), "c.one": "{count} way", "c.other": "{count} ways"})
    assert [counted.say(Sentence("c", {"count": count})) for count in (1, 2)] == ["1 way", "2 ways"]
    with pytest.raises(KeyError):
        words.say(Sentence("nothing", {}))
