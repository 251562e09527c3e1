"""The four edicts of a game are dealt onto the map, and fly to their tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from app import messages as m
from app.board.board import Board
from app.board.board_view import explain_seasons
from app.board.map_view import awards_mark, excerpt
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.screens.play.scenes.scene import Frame, Over, Scene, Setting, Traits, tray
from cartographers.diagram import read_marked_diagram
from cartographers.scoring import ScoringCard, stars
from cartographers.seasons import EDICTS
from cartographers.terrain import Terrain
from words import Words

#: Milliseconds before the first edict and between two of them, with all of them on the map, and for their flight.
_FIRST, _NEXT, _ALL, _FLIGHT = 60, 130, 1550, 480
#: The step at which they fly.
_FLIES_AT = len(EDICTS) + 1
#: The largest width of a space in an example, in pixels; the style shrinks examples to the room that they have.
_UNIT = 56
#: The largest number of columns in an example, if the edict has a choice.
_COLUMNS = 6


@dataclass(frozen=True)
class EdictsScene(Scene):
    """The edicts, each with its picture, a small example, and the gist of its rule.

    They stay until the player continues in the first game that a device opens, if motion is reduced, or if the player
    touches a tile. They aren't shown again when the game is reopened.
    """

    traits: ClassVar[Traits] = Traits(counts_as_seen=False, ends_automatically=True, ends_by_tap=True)

    #: True if the player needs time to read: the edicts fly to their tiles only when the player continues.
    is_first: bool = False

    @property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds before each edict, for all of them (0 to wait for the player), and for their flight."""
        return (_FIRST, *(_NEXT,) * (len(EDICTS) - 1), 0 if self.is_first else _ALL, _FLIGHT)

    def frame(self, game: Game, step: int) -> Frame:
        """Let all edicts of the first game wait on the map, and then fly to their tiles."""
        flight = (".edicts-list > li", ".edict-box") if step == _FLIES_AT else None
        return super().frame(game, step)._replace(flight=flight, waits=self._waits_at(step))

    def _waits_at(self, step: int) -> bool:
        return self.is_first and step == _FLIES_AT - 1

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the edicts that have been dealt."""
        # One at each step: an example takes some time to draw, and the game must appear at once.
        dealt = EDICTS[: setting.step]
        edicts = [_edict(words, board, letter) for letter in dealt]
        return Over(map=h("ol", edicts, class_="edicts-list", key="edicts"))

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return a note on the edicts that each season scores, and the button that continues.

        The button isn't in the place of Confirm, which a late tap would hit as soon as the edicts have flown.
        """
        is_skipped = self.is_moving(setting.step) and not self._waits_at(setting.step)
        label = words("skip" if is_skipped else "proceed")
        return tray(
            "dealing",
            h(
                "div",
                h("div", h("h2", words("edicts.title")), h("p", explain_seasons(words, board.seasons)), class_="what"),
                class_="card",
            ),
            h("div", button(m.Proceed(), h("b", label), class_="confirm"), class_="thumb"),
        )

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the name and the gist of each edict."""
        cards = [(letter, board.edict(letter).id) for letter in EDICTS]
        said = [f"{letter}, {words(f'name.{card}')}. {words(f'gist.{card}')}." for letter, card in cards]
        return (" ".join([f"{words('edicts.title')}.", *said]),)


def _edict(words: Words, board: Board, letter: str) -> Element:
    return _card(words, letter, board.edict(letter), lit=board.lit == letter)


@lru_cache(maxsize=16)
def _card(words: Words, letter: str, card: ScoringCard, *, lit: bool) -> Element:
    """Return an edict with its picture, its name, a small example, and the gist of its rule."""
    sheet, _ = read_marked_diagram(_small_example(card))
    awards = card(sheet)
    label = words.plural("edicts.example", stars(awards))
    return h(
        "li",
        h("b", letter, class_="letter"),
        h("div", icon(f"edict-{card.id}"), h("h2", words(f"name.{card.id}")), class_="head"),
        h("div", excerpt(sheet, label, awards_mark(awards), unit=_UNIT), class_="example"),
        h("p", words(f"gist.{card.id}")),
        class_="lit" if lit else None,
        key=letter,
    )


def _small_example(card: ScoringCard) -> str:
    """Return the diagram of the narrow example with the most terrains; of several, the smallest."""
    drawings = [drawing for _, drawing in card.examples]
    narrow = [drawing for drawing in drawings if len(drawing.partition("\n")[0].split()) <= _COLUMNS]
    marks = {terrain.mark for terrain in Terrain}
    return max(narrow or drawings, key=lambda drawing: (len(marks & {*drawing.lower()}), -len(drawing)))
