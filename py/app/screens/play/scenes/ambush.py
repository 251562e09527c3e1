"""A solo ambush moves across the map until it lands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from app import effects as e
from app.board.aloud import list_spaces
from app.board.board import Board, newly_costly
from app.board.event_texts import describe_landing
from app.board.map_view import costs_mark
from app.drawing import map_art
from app.drawing.controls import icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.screens.play.scenes.scene import Facts, Frame, Over, Scene, Setting, proceed_button, tray
from cartographers.cards import AmbushCard
from cartographers.events import Ambush
from cartographers.region import Region
from words import Words

#: Milliseconds for the card to enter, for each place that it tries, for all places at most, and for its landing.
_ENTER, _PLACE, _WAY, _LAND = 1100, 110, 1500, 550

#: A phase of an ambush.
Phase: TypeAlias = Literal["enters", "walks", "lands", "landed"]
#: The phases in which the monsters are on the map.
ARRIVED = ("lands", "landed")


@dataclass(frozen=True)
class AmbushScene(Scene):
    """A solo ambush, from the reveal of its card to its landing."""

    #: The event of its landing.
    event: Ambush

    @property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds for the card, for each place that it tries, and for the landing."""
        places = len(self.event.trail)
        return (_ENTER, *((min(_PLACE, _WAY // places),) * places + (_LAND,) if places else ()))

    def phase(self, step: int) -> Phase:
        """Return the phase after a step."""
        if not self.is_moving(step):
            return "landed"
        return "enters" if step == 0 else "walks" if step < len(self.pauses) - 1 else "lands"

    @property
    def costly(self) -> Region:
        """The empty spaces that cost a star each season because of this ambush."""
        return newly_costly(self.moment.sheets[self.event.sheet], self.event.after)

    @property
    def facts(self) -> Facts:
        """The sound of an ambush, and the explanation of beasts, if the card has one."""
        return Facts(e.Feedback.AMBUSH, ("beast",) if self.event.card.beast else ())

    def frame(self, game: Game, step: int) -> Frame:
        """Return the map, with the monsters once they have arrived."""
        frame = super().frame(game, step)
        if self.phase(step) not in ARRIVED:
            return frame
        return frame._replace(moment=self.moment.with_sheet(self.event.sheet, self.event.after))

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the marks, and the large card while it enters."""
        enters = self.phase(setting.step) == "enters"
        return Over(self._marks(setting.step), _entering_card(words, self.event.card) if enters else None)

    def _marks(self, step: int) -> Iterator[Element]:
        """Yield the marks of the current phase.

        They are a shade and the place that the ambush tries, then the monsters, and last the spaces that cost a star.
        """
        phase = self.phase(step)
        if phase == "landed" and self.costly:
            yield costs_mark(self.costly)
        elif phase != "landed":
            yield map_art.shade()
        if phase == "walks":
            beast = self.event.card.beast
            yield map_art.walker(self.event.trail[step - 1], beast.value if beast else "")
        elif phase in ARRIVED and self.event.region:
            yield map_art.arrivals("monster", self.event.region)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the card with its route, or with its cost once it has landed."""
        card, has_landed = self.event.card, self.phase(setting.step) == "landed"
        note = words(
            "ambush.note", corner=words(f"corner.{card.corner}"), direction=words(f"direction.{card.direction}")
        )
        return tray(
            "ambush",
            h(
                "div",
                icon(f"card-{card.id}", "picture"),
                h(
                    "div",
                    h("p", icon("icon-ambush"), words("ambush"), class_="kicker"),
                    h("h2", words(f"name.{card.id}")),
                    h("p", (self._describe_beast(words, board) if has_landed else "") or note),
                    h("p", h("b", self.describe_cost(words)), class_="outcome") if has_landed else None,
                    class_="what",
                ),
                class_="card",
            ),
            proceed_button(words("proceed" if has_landed else "skip")),
        )

    def describe_cost(self, words: Words) -> str:
        """Return the cost of the ambush as a sentence."""
        if not self.event.region:
            return words("ambush.nowhere")
        return words.plural("ambush.cost", self.costly.bit_count()) if self.costly else words("ambush.free")

    def _describe_beast(self, words: Words, board: Board) -> str:
        """Return the effect of a beast that has landed, or an empty text."""
        beast = self.event.card.beast
        acts = beast and self.event.region and board.game.acts(beast, self.moment)
        return words(f"beast.{beast.value}") if beast and acts else ""

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the name of the card, and the landing place and the cost, once the ambush has landed."""
        named = f"{words('ambush')} {words(f'name.{self.event.card.id}')}."
        if self.phase(step) not in ARRIVED:
            return (named,)
        said = [describe_landing(words, self.event)]
        if self.event.region:
            said.append(self.describe_cost(words))
        if self.costly:
            said.append(words("said.costly", spaces=list_spaces(words, self.costly)))
        return named, " ".join(filter(None, (*said, self._describe_beast(words, board))))


def _entering_card(words: Words, card: AmbushCard) -> Element:
    """Return a large ambush card. Screen readers skip it, because the news names it."""
    return h(
        "div",
        icon(f"card-{card.id}", "picture"),
        h("p", icon("icon-ambush"), words("ambush"), class_="kicker"),
        h("b", words(f"name.{card.id}")),
        class_="card entering",
        aria_hidden="true",
        key="entering",
    )
