"""The delivery table lists exactly the existing styles, drawings, modules, and texts."""

import ast
from collections import Counter
from itertools import chain
from unicodedata import category

import pytest

from app.page.parts import NEEDED_PART, PART_OF
from runtime.pack import module_named
from tasks.build import LOOKS, USUAL, look, usual_letters
from tasks.delivery import FIRST_LOOKS, MODULES_OF, NEXT_LOOKS, PARTS, part_of
from tasks.steps import ROOT
from words import LANGUAGES
from words.files import catalog

PY = ROOT / "py"
MODULES = [module_named(path.relative_to(PY).as_posix()) for path in PY.rglob("*.py")]


def test_each_style_and_drawing_is_in_one_part() -> None:
    """Each style and each drawing is in one part of the page, except media.css, which only defines queries."""
    looks = (FIRST_LOOKS, *NEXT_LOOKS.values(), *(delivery.looks for delivery in PARTS.values()))
    named = Counter(chain.from_iterable(looks))
    files = {path.stem for path in LOOKS.iterdir()} - {"media"}
    assert files == named.keys() - (PART_OF.keys() - files)
    assert set(named.values()) == {1}


def test_name_without_a_style_or_drawings_is_refused() -> None:
    """A name in the table without a style or drawings is refused."""
    with pytest.raises(ValueError, match="no style and no drawings for nonsense"):
        look("map", "nonsense")


@pytest.mark.parametrize("start", [*chain.from_iterable(MODULES_OF.values())])
def test_every_prefix_matches_a_module(start: str) -> None:
    """Every prefix of modules in the table matches at least one module."""
    assert any(module.startswith(start) for module in MODULES)


@pytest.mark.parametrize("start", [*chain.from_iterable(delivery.words for delivery in PARTS.values())])
def test_every_prefix_matches_a_text(start: str) -> None:
    """Every prefix of texts in the table matches at least one text."""
    assert any(key.startswith(start) for key in catalog("en"))


def test_modules_import_no_names_of_a_later_part() -> None:
    """At its top level, a module imports no name from a module that loads later; whole modules wait for their use."""
    wrong = []
    for path in (*PY.glob("app/**/*.py"), *PY.glob("browser/**/*.py")):
        module = module_named(path.relative_to(PY).as_posix())
        earlier = {"", part_of(module), NEEDED_PART.get(part_of(module), "")}
        for node in ast.parse(path.read_text("utf-8")).body:  # excludes imports in functions and for type checking
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [alias.name for alias in node.names if f"{node.module}.{alias.name}" not in MODULES]
                if part_of(node.module) not in earlier:
                    wrong += [f"{module} imports {node.module}.{name}" for name in names]
    assert not wrong


@pytest.mark.parametrize("name", USUAL)
def test_first_fonts_have_the_letters_of_all_catalogs(name: str) -> None:
    """The two fonts that the first paint waits for have all letters, figures, and punctuation of our Latin texts."""
    texts = chain.from_iterable(catalog(language).values() for language in LANGUAGES if language != "ko")
    needed = {sign for sign in chain.from_iterable(texts) if category(sign)[0] in "LNPZ" and sign < "\uac00"}
    assert needed <= usual_letters(name)
