"""The recipe for a scene: the number of players, before a new game."""

import re

from app import messages as m
from app.drawing.element import text_of
from app.game.shelf import shelf_of
from app.screens.play.screen import Playing
from app.shell.view import title, view
from app.visit import Visit
from recipes.tree import Tree
from support.visits import arrive, updated
from words import LANGUAGES, Words
from words.files import catalog

SCENE = '''"""The number of players, before a new game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.board.board import Board
from app.drawing.element import Element, h
from app.screens.play.scenes.scene import Scene, Setting, Traits, proceed_button, tray
from words import Words, number


@dataclass(frozen=True)
class PlayersScene(Scene):
    """The number of players. A game that is opened again doesn't show it."""

    traits: ClassVar[Traits] = Traits(counts_as_seen=False, ends_by_tap=True)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the number of players, and the button that continues."""
        said = self.news(words, board, setting.step)
        return tray("players", h("h2", *said, class_="card"), proceed_button(words("proceed")))

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the number of players as a sentence."""
        return (f"{words('players')}: {number(board.game.id.players)}",)
'''


def follow(tree: Tree) -> None:
    """Add the scene, and show it after the edicts."""
    tree.write("py/app/screens/play/scenes/players.py", SCENE)
    program = "py/app/screens/play/scenes/program.py"
    made = "EdictsScene(blank_moment(game.id), is_first),"
    tree.replace(program, re.escape(made), f"{made} PlayersScene(game.moment)")
    before = r"^(from app\.screens\.play\.scenes\.curtain)"
    tree.replace(program, before, "from app.screens.play.scenes.players import PlayersScene\n\\1")


def check(tree: Tree) -> None:
    """Check the imports, run the tests of the delivery, and check the scene in the tree."""
    tree.check_imports()
    tree.test("tests/test_delivery.py")
    tree.run("-m", "recipes.scene")


def main() -> None:
    """Check in the tree that the scene is shown once, in each language, and that a key or a tap ends it."""
    visit = updated(updated(arrive("any"), m.Begin("set-up")), m.Proceed())
    scene = playing_in(visit).scene
    assert type(scene).__name__ == "PlayersScene"
    for language in LANGUAGES:
        words = Words(catalog(language))
        assert f"{words('players')}: 1" in text_of(view(words, visit))
        assert words("season.spring") in title(words, visit)
    enter = visit.message_of("Enter")
    assert enter
    chosen = updated(visit, enter)
    assert playing_in(chosen).task
    assert playing_in(updated(visit, m.Tap(0))).task
    assert chosen.memory.shelf.text == visit.memory.shelf.text
    assert playing_in(updated(arrive("any", shelf_of(visit.memory.shelf.text)), m.Continue())).task


def playing_in(visit: Visit) -> Playing:
    """Return the screen of the game on the page."""
    assert isinstance(visit.screen, Playing)
    return visit.screen


if __name__ == "__main__":
    main()
