"""SECTIONS.md maps every section of the rulebooks to existing tests."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cartographers import CARDS, Box

TESTS = Path(__file__).parent
TURNS = tuple(TESTS / f"engine/test_{name}.py" for name in ("turns", "heroes", "mixing", "players"))

BASE_CARDS = {
    name: name.lower().removeprefix("the ").replace(" ", "-")
    for name in (
        *("Sentinel Wood", "Treetower", "Greenbough", "Stoneside Forest", "Canal Lake", "The Golden Granary"),
        *("Mages Valley", "Shoreside Expanse", "Wildholds", "Great City", "Borderlands", "Lost Barony"),
        *("Greengold Plains", "Shieldgate", "The Broken Road", "The Cauldrons"),
    )
}
HEROES_CARDS = {
    "Espesura del Fauno": "faunlost-thicket",
    "Bosque Profundo": "deepwood",
    "Corazón del Bosque": "heart-of-the-forest",
    "Valle del Letargo": "sleepy-valley",
    "Craylund": "craylund",
    "Depresión de Ulem": "ulems-wallow",
    "Picos de Clawsgrave": "clawsgrave-peaks",
    "Joreburg": "jorekburg",
    "Monasterio de Traylo": "traylo-monastery",
    "Enclave Exterior": "outer-enclave",
    "Colonia Gnomo": "gnomish-colony",
    "Caravasár": "caravansary",
    "Bastiones Enanos": "dwarvenholds",
    "Silos": "silos",
    "Ladera del Lazo": "banded-hills",
    "Símbolo bajo las Estrellas": "starlit-sigil",
}
HEADINGS = {
    "English rulebook": (
        *("Introduction", "Overview", "Credits", "Components", "Game Setup", "How to Play", "1. EXPLORE PHASE"),
        *("2. DRAW PHASE", "Terrain Types", "Rift Lands", "Ruins", "Ambush", "3. CHECK PHASE", "End of the Season"),
        *("SCORING THE QUEEN'S EDICTS", "PREPARING FOR THE NEXT SEASON", "End of the Game", "Scoring Cards"),
        *(*BASE_CARDS, "Solo Mode", "CHANGES TO SETUP", "CHANGES TO AMBUSHES", "CHANGES TO SCORING"),
    ),
    "Heroes rulebook": (
        *("Introducción", "Resumen", "Créditos", "Componentes", "Preparación del Juego", "Cómo Jugar"),
        *("1. FASE DE EXPLORACIÓN", "2. FASE DE DIBUJO", "Tipos de Terreno", "REGLAS DE DIBUJO", "MONEDAS"),
        *("EMBOSCADAS", "HÉROES", "DESTRUIR ESPACIOS", "3. FASE DE CONTROL", "Final de la Estación"),
        *("PUNTUANDO LOS EDICTOS DE LA REINA", "PREPARAR LA ESTACIÓN SIGUIENTE", "Final del Juego"),
        *("Cartas de Misión", *HEROES_CARDS, "Combinar Versiones", "Mapas", "Cartas de estación"),
        *("Cartas de exploración", "Cartas de ruinas", "Cartas de emboscada", "Cartas de héroe", "Cartas de misión"),
        *("Modo Solitario", "CAMBIOS EN LA PREPARACIÓN", "CAMBIOS EN LAS EMBOSCADAS", "CAMBIOS EN LA PUNTUACIÓN"),
    ),
    "Spanish rulebook": (
        *("Introducción", "Visión General", "Créditos", "Componentes", "Preparación de la Partida"),
        *("Cómo Jugar la Partida", "1. FASE DE EXPLORACIÓN", "2. FASE DE DIBUJO", "Tipos de Terreno"),
        *("Rift Lands (Tierras Rifeñas)", "Ruins (Ruinas)", "Ambush (Emboscada)", "3. FASE DE CONTROL"),
        *("Final de la Estación", "PUNTUACIÓN DE LOS EDICTOS DE LA REINA", "PREPARAR LA SIGUIENTE ESTACIÓN"),
        *("Final de la Partida", "Cartas de Puntuación", "Sentinel Wood (Bosque Centinela)"),
        *("Treetower (Atalaya Arbórea)", "Greenbough (Rama Verde)", "Stoneside Forest (Bosque de Piedras)"),
        *("Canal Lake (Lago Canal)", "The Golden Granary (El Granero Dorado)", "Mages Valley (Valle de los Magos)"),
        *("Shoreside Expanse (Extensión Costera)", "Wildholds (Asentamiento Salvaje)", "Great City (Gran ciudad)"),
        *("Borderlands (Tierras Fronterizas)", "Lost Barony (Baronía Perdida)", "Greengold Plains (Llanuras Oroverde)"),
        *("Shieldgate (Puerta de Escudo)", "The Broken Road (El Camino Quebrado)", "The Cauldrons (Los Calderos)"),
        *("Modo Solitario", "CAMBIOS EN LA PREPARACIÓN", "CAMBIOS EN LAS EMBOSCADAS", "CAMBIOS EN LA PUNTUACIÓN"),
    ),
    "Italian rulebook": (
        *("Modalità in Solitario", "CAMBIAMENTI SULLA PREPARAZIONE", "CAMBIAMENTI SULLE IMBOScate"),
        *("CAMBIAMENTI AL PUNTEGGIO", "Introduzione", "Panoramica", "Riconoscimenti", *BASE_CARDS, "Componenti"),
        *("Preparazione", "PREPARARSI ALLA PROSSIMA STAGIONE", "Fine Partita", "Carte Punteggio"),
        *("3. FASE DI CONTROLLO", "Fine della Stagione", "VALUTARE L'EDITTO DELLA REGINA", "Come Giocare"),
        *("1. FASE DI ESPLORAZIONE", "2. FASE DI PESCA", "Tipologie di Terreno", "Rift Lands (Spaccature)"),
        *("Outpost Ruins (Rovine di un Avamposto)", "Imboscata"),
    ),
    "Summary": (
        *("지도 제작자들", "규칙 요약", "게임 구성 요소"),
        *("당신 차례에 무엇을 해야 할까요?", "특수 카드", "라운드 종료"),
    ),
}


class Row(NamedTuple):
    """A row of the table."""

    book: str
    section: str
    #: A rule of the section in our own words.
    words: str
    #: The tests of the rule as ``file::function``.
    tests: tuple[str, ...]


def rows_of(book: str, part: str) -> list[Row]:
    """Return the rows of a part's table."""
    lines = [line.strip("| ").split(" | ") for line in part.split("\n") if line.startswith("|")]
    return [Row(book, section, words, tuple(re.findall("`(.+?)`", tests))) for section, words, tests in lines[2:]]


_, *_FOUND = re.split(r"^## (.+)$", (TESTS / "SECTIONS.md").read_text("utf-8"), flags=re.MULTILINE)
#: The text in SECTIONS.md about each rulebook.
PARTS = dict(zip(_FOUND[::2], _FOUND[1::2], strict=True))
ROWS = [row for book, part in PARTS.items() for row in rows_of(book, part)]
#: Sections with the same content as a section of the English rulebook, with that section.
ALIKE = {book: dict(re.findall(r"^- (.+): (.+)$", part, re.MULTILINE)) for book, part in PARTS.items()}
#: Sections without rules.
WITHOUT_RULES = {
    book: [name for line in re.findall(r"^No rules in: (.+)$", part, re.MULTILINE) for name in line.split("; ")]
    for book, part in PARTS.items()
}


@cache
def docstrings(path: Path) -> dict[str, str]:
    """Return the docstrings of a module's tests, each as one line."""
    return {
        node.name: " ".join(str(ast.get_docstring(node)).split())
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def plain(heading: str) -> str:
    """Return a heading in lowercase without its number."""
    return re.sub(r"^\d\. ", "", heading).casefold()


def sections_of(docstring: str) -> list[tuple[str, str]]:
    """Return the rulebooks and sections that a docstring names in parentheses."""
    found = re.findall(r'\((\w+(?: rulebook)?), "([^"]+)"\)', docstring)
    return [(book[0].upper() + book[1:], plain(section)) for book, section in found]


def test_every_rulebook_is_covered() -> None:
    """SECTIONS.md covers all five rulebooks in order."""
    assert list(PARTS) == list(HEADINGS)


@pytest.mark.parametrize("book", HEADINGS)
def test_no_section_is_left_out(book: str) -> None:
    """Every section of a rulebook is in the table, or the same as an English one, or has no rules."""
    in_table = {row.section for row in ROWS if row.book == book}
    assert Counter([*in_table, *ALIKE[book], *WITHOUT_RULES[book]]) == Counter(HEADINGS[book])


def test_equivalent_sections_are_in_the_english_table() -> None:
    """Every section that other sections are the same as is in the table of the English rulebook."""
    english = {row.section for row in ROWS if row.book == "English rulebook"}
    assert sum(map(len, ALIKE.values())) > 50
    for alike in ALIKE.values():
        assert set(alike.values()) <= english


def test_every_row_has_a_description_and_a_test() -> None:
    """Every row has a description and at least one test, without duplicates."""
    for row in ROWS:
        assert (bool(row.words), bool(row.tests)) == (True, True), f"{row.book}, {row.section}"
        assert len(set(row.tests)) == len(row.tests), f"{row.book}, {row.section}"


@pytest.mark.parametrize("test", sorted({test for row in ROWS for test in row.tests}))
def test_every_named_test_exists(test: str) -> None:
    """Every test named in SECTIONS.md exists."""
    path, _, function = test.partition("::")
    assert function in docstrings(TESTS / path)


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_docstrings_and_rows_name_each_other(path: Path) -> None:
    """Every section that a test's docstring names has a row with this test, and every test in a row names a section."""
    known = {(book, plain(heading)) for book, headings in HEADINGS.items() for heading in headings}
    rows = {(row.book, plain(row.section), test) for row in ROWS for test in row.tests}
    in_table = {test for _, _, test in rows}
    for function, docstring in docstrings(path).items():
        test = f"{path.relative_to(TESTS).as_posix()}::{function}"
        named = set(sections_of(docstring))
        assert named <= known, f"{test} names unknown sections: {named - known}"
        missing = {section for section in named if (*section, test) not in rows}
        assert not missing, f"{test} is missing in {missing}"
        assert named or test not in in_table, f"{test} does not name the section that it tests"


@pytest.mark.parametrize(("box", "names"), [(Box.BASE, BASE_CARDS), (Box.HEROES, HEROES_CARDS)])
def test_every_scoring_card_is_a_section(box: Box, names: dict[str, str]) -> None:
    """Every scoring card is a section, and its examples are among the tests of its row."""
    cards = {card.id: card for card in CARDS if card.box is box}
    assert set(names.values()) == set(cards)
    book = "English rulebook" if box is Box.BASE else "Heroes rulebook"
    for row in [row for row in ROWS if row.book == book and row.section in names]:
        assert cards[names[row.section]].examples
        assert "engine/test_examples.py::test_docstring_example" in row.tests
