"""A scene: the edicts of a game, before it begins."""

from __future__ import annotations

from app.drawing.element import text_of
from app.game.shelf import shelf_of
from app.messages import Again, Begin, Continue, Light, Tap, Topic
from app.screens.play.screen import Playing
from app.view import title, view
from app.visit import Visit
from recipes.tree import Tree
from updates import updated
from visits import arrive
from words import LANGUAGES, Words
from words.files import catalogue

SCENE = '''"""The edicts of a game, before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.board import Board
from app.drawing.element import Element, h
from app.drawing.controls import icon
from app.game.game import Game
from app.screens.play.scenes.scene import Scene, Setting, proceed_button, tray
from words import Words


@dataclass(frozen=True)
class Goals(Scene):
    """The edicts with their rules. A game that is opened again doesn't show them."""

    counts = False
    ends_by_tap = True

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the picture, the name and the rule of each edict."""
        edicts = [
            h("li", icon(f"edict-{card.id}"), h("h2", words(f"name.{card.id}")), h("p", words(f"rule.{card.id}")))
            for card in board.state.deal.edicts
        ]
        return tray("goals", h("ul", edicts, class_="card"), proceed_button(words("proceed")))

    def news(self, words: Words, board: Board) -> str:
        """Return the names of the edicts."""
        return words.list(words(f"name.{card.id}") for card in board.state.deal.edicts) + "."


def goals(game: Game) -> tuple[Scene, ...]:
    """Return the scene before a game."""
    return (Goals(game.moment),)
'''


def follow(tree: Tree) -> None:
    """Add the scene, and show it where a new game is entered, also where the same deal begins again."""
    tree.write("py/app/screens/play/scenes/goals.py", SCENE)
    update = "py/app/update.py"
    old = r"resumed\((replace\(game, key=key, uncounted=day is not None\)), 0\)"
    tree.replace(update, old, r"resumed(game := \1, 0).opening_with(goals(game))")
    before = r"^(from app\.screens\.play\.screen import)"
    tree.replace(update, before, "from app.screens.play.scenes.goals import goals\n\\1")


def check(tree: Tree) -> None:
    """Run the tests of layers and of the delivery, and begin a game."""
    tree.test("tests/test_layers.py", "tests/test_delivery.py")
    tree.run("-m", "recipes.scene")


def main() -> None:
    """Check in the tree that the scene is shown once, in each language, and that a key or a tap ends it."""
    visit = updated(arrive("any"), Begin("set-up"))
    playing = playing_in(visit)
    scene, edicts = playing.scene, playing.game.state.deal.edicts
    assert type(scene).__name__ == "Goals"
    for language in LANGUAGES:
        words = Words(catalogue(language))
        page = text_of(view(words, visit))
        assert [card for card in edicts if words(f"rule.{card.id}") not in page] == []
        assert words.list(words(f"name.{card.id}") for card in edicts) in page
        assert words("season.spring") in title(words, visit)
    assert playing_in(updated(visit, Light(Topic.EDICT_A))).scene is scene
    enter = visit.message_of("Enter")
    assert enter
    chosen = updated(visit, enter)
    assert playing_in(chosen).task
    assert playing_in(updated(visit, Tap(0))).task
    assert chosen.memory.shelf.text == visit.memory.shelf.text
    assert playing_in(updated(arrive("any", shelf_of(visit.memory.shelf.text)), Continue())).task
    assert type(playing_in(updated(chosen, Again())).scene).__name__ == "Goals"


def playing_in(visit: Visit) -> Playing:
    """Return the screen of the game in a visit."""
    assert isinstance(visit.screen, Playing)
    return visit.screen


if __name__ == "__main__":
    main()
