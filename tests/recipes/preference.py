"""The recipe for a preference: whether the grid of the map is fine or bold."""

from app import messages as m
from app.drawing.element import text_of
from app.page.preferences import read_preferences
from app.shell.view import view
from recipes.tree import Tree
from support.visits import arrive, updated
from words import LANGUAGES, Words
from words.files import catalog

WORDS = {
    "en": ("Grid of the map", "Fine", "Bold"),
    "es": ("Cuadrícula del mapa", "Fina", "Gruesa"),
    "it": ("Griglia della mappa", "Sottile", "Spessa"),
    "ko": ("지도의 격자", "가늘게", "굵게"),
}


def follow(tree: Tree) -> None:
    """Add the preference before the preference of the language."""
    place = "py/app/page/preferences.py"
    tree.replace(place, r'^(    "language": \()', '    "grid": ("fine", "bold"),\n\\1')
    field = '    #: The lines between the spaces of the map.\n    grid: str = OPTIONS["grid"][0]\n'
    tree.replace(place, r"^(    #: The code of a language)", f"{field}\\1")
    for language, (name, fine, bold) in WORDS.items():
        tree.add_words(language, {"prefer.grid": name, "grid.fine": fine, "grid.bold": bold})


def check(tree: Tree) -> None:
    """Run the tests of preferences, and check the preference in the tree."""
    tests = ("tests/app/test_preferences.py", "tests/app/test_catalog.py")
    tree.test(*tests, "-k", "test_preferences or match_the_english_catalog")
    tree.run("-m", "recipes.preference")


def main() -> None:
    """Check in the tree that the preference is in the panel, is saved, and is read back."""
    visit = updated(arrive("any"), m.Open("preferences"))
    for language, texts in WORDS.items():
        page = text_of(view(Words(catalog(language)), visit))
        assert [text for text in texts if text not in page] == []
    assert {*WORDS} == {*LANGUAGES}
    chosen = updated(visit, m.Prefer("grid", "bold")).memory.preferences
    assert read_preferences(str(chosen))._asdict()["grid"] == "bold"
    assert read_preferences("")._asdict()["grid"] == "fine"


if __name__ == "__main__":
    main()
