"""The recipe for a screen: advice for the first games."""

from app import messages as m
from app.drawing.element import text_of
from app.page.parts import LATER, PART_OF
from app.shell.view import title, view
from recipes.tree import Tree
from support.visits import NO_PARTS, arrive, updated
from tasks.delivery import PARTS
from words import LANGUAGES, Words
from words.files import catalog

NAME = "tips"
SCREEN = '''"""The screen with advice for the first games."""

from __future__ import annotations

from typing import ClassVar

from app.drawing.element import Element, h
from app.drawing.controls import back_header
from app.visit import Screen, Traits, Visit
from words import Words


class Tips(Screen):
    """Advice for the first games."""

    traits: ClassVar[Traits] = Traits("tips.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the advice."""
        return h("main", back_header(words, self.title(words)), h("p", words("tips.text")), class_="setup", key="tips")


def screen(visit: Visit, about: str) -> Screen:
    """Return the screen with advice."""
    return Tips()
'''
WORDS = {
    "en": ("Tips", "Look at all four edicts before you draw."),
    "es": ("Consejos", "Mira los cuatro edictos antes de dibujar."),
    "it": ("Consigli", "Guarda tutti e quattro i decreti prima di disegnare."),
    "ko": ("도움말", "그리기 전에 칙령 네 장을 모두 보세요."),
}


def follow(tree: Tree) -> None:
    """Add the screen to the part that loads when the page has time."""
    folder = f"py/app/screens/{NAME}"
    (tree.folder / folder).mkdir()
    tree.write(f"{folder}/__init__.py", '"""The screen with advice."""\n')
    tree.write(f"{folder}/screen.py", SCREEN)
    tree.replace("py/app/page/parts.py", r'^    "room": ROOMS,$', f'    "{NAME}": LATER,\n    "room": ROOMS,')
    for language, (name, text) in WORDS.items():
        tree.add_words(language, {f"{NAME}.title": name, f"{NAME}.text": text})


def check(tree: Tree) -> None:
    """Run the tests of layers, of the delivery, and of words, and check the screen in the tree."""
    tree.check_imports()
    tests = ("tests/test_delivery.py", "tests/app/test_catalog.py")
    tree.test(*tests, "-k", "test_delivery or match_the_english_catalog")
    tree.run("-m", "recipes.screen")


def main() -> None:
    """Check in the tree that the screen opens and closes, in every language, and only if its part has loaded.

    Its texts load with its part, and no others do that didn't before: their keys begin with the screen's name.
    """
    assert PART_OF[NAME] == LATER
    assert f"{NAME}." in PARTS[LATER].words
    assert {key for key in catalog("en") if key.startswith(f"{NAME}.")} == {f"{NAME}.title", f"{NAME}.text"}
    home = arrive("any")
    there = updated(home, m.Go(NAME))
    for language, texts in WORDS.items():
        words = Words(catalog(language))
        page = text_of(view(words, there))
        assert [text for text in texts if text not in page] == []
        assert title(words, there).startswith(texts[0])
    assert {*WORDS} == {*LANGUAGES}
    assert updated(there, m.Back()).screen == home.screen
    assert NAME not in type(updated(arrive("any", parts=NO_PARTS), m.Go(NAME)).screen).__module__


if __name__ == "__main__":
    main()
