"""A scene of a game in play: the questions of the page about it, and the answers of a scene that stands still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from app.drawing.controls import button
from app.drawing.element import Element, h
from app.messages import Message, Proceed, Topic

if TYPE_CHECKING:
    from app.board.board import Board
    from app.effects import Feedback
    from app.game.game import Game, Moment
    from app.game.ghost import Ghost
    from app.visit import Visit
    from cartographers.events import End
    from cartographers.scoring import Awards
    from cartographers.state import Ply
    from words import Words


class Following(NamedTuple):
    """The next game of a room."""

    #: A sentence about it.
    said: str
    #: The button that leads there, if this device can go there now.
    button: Element | None


class Setting(NamedTuple):
    """The values, in addition to its board, on which the panel of a scene may depend."""

    #: The number of steps that the scene has taken.
    step: int
    visit: Visit
    #: The next game of the room; None outside of rooms.
    following: Following | None = None


@dataclass(frozen=True)  # without slots, so that a scene can remember its steps
class Scene:
    """A scene on the page of a game: some of the last events, or a player who draws next.

    Each kind of scene replaces the answers that differ from those here, which are the answers of a scene that stands
    still until the player continues. In all of them, ``step`` is the number of steps that the scene has taken.
    """

    #: True if the scene ends after its last step. Such a scene also moves where the player prefers no motion.
    passes: ClassVar[bool] = False
    #: True if a tap on the map ends the scene. A tap on any other one skips to its last step.
    ends_by_tap: ClassVar[bool] = False
    #: True if the scene stays when the player continues.
    stays: ClassVar[bool] = False
    #: True if a save counts the scene among those of the last ply that the player has seen.
    counts: ClassVar[bool] = True
    #: True if bots draw during the scene.
    lets_bots_draw: ClassVar[bool] = False
    #: True if the map of another player can replace the map on the page.
    can_look: ClassVar[bool] = True
    #: True if the scene skips to its last step when the player looks at another map.
    settles_for_look: ClassVar[bool] = False
    #: True if the scene hides the screen with the map.
    hides: ClassVar[bool] = False
    #: The place of the focus, where Enter continues the game, as a selector.
    rest: ClassVar[str] = ".spaces"

    #: The table at the beginning of the scene.
    moment: Moment

    # ------------------------------------------------------------------- its course

    @property
    def pauses(self) -> tuple[int, ...]:
        """The milliseconds of each step that the scene takes automatically."""
        return ()

    def is_moving(self, step: int) -> bool:
        """Say whether another step follows."""
        return step < len(self.pauses)

    @property
    def result(self) -> End | None:
        """The result of the game, if the scene is the end of it."""
        return None

    @property
    def next_holder(self) -> int | None:
        """The player who takes the page when the scene is over; None if the page stays where it is."""
        return None

    @property
    def next_ghost(self) -> Ghost | None:
        """The ghost with which the next task begins, if it is known."""
        return None

    def at_home(self, home: int) -> Scene:
        """Return the scene for a device of a room, where a player in the seat ``home`` looks at it."""
        return self

    # ------------------------------------------------------------------- its board

    def moment_at(self, step: int) -> Moment:
        """Return the table after a step."""
        return self.moment

    def drawer(self, game: Game) -> int | None:
        """Return the player who draws on the map on the page, if one does."""
        return None

    def ghost_at(self, step: int) -> tuple[Ghost, Ply] | None:
        """Return the ghost of a bot after a step, with the bot's ply."""
        return None

    def scored_at(self, step: int) -> int:
        """Return the number of seasons whose stars are shown after a step."""
        return self.moment.scored

    def counted_at(self, step: int) -> Awards | None:
        """Return the awards that are being counted after a step."""
        return None

    def lit_at(self, step: int) -> Topic | None:
        """Return the topic that a step lights up."""
        return None

    # ------------------------------------------------------------------- its look

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the panel below the map."""
        raise NotImplementedError

    def marks(self, board: Board, step: int) -> Iterable[Element]:
        """Return the marks on the map after a step."""
        return ()

    def over_map(self, words: Words, board: Board, step: int) -> Element | None:
        """Return the element that covers the map after a step, if there is one."""
        return None

    def over(self, words: Words, game: Game) -> Element | None:
        """Return the element that hides the screen, if the scene does."""
        return None

    def title(self, words: Words, game: Game) -> str:
        """Return the screen's name in the document's title."""
        return words(f"season.{self.moment.season.name}")

    # ------------------------------------------------------------------- its sound and its news

    @property
    def sound(self) -> Feedback | None:
        """The sound when the scene appears."""
        return None

    def news(self, words: Words, board: Board) -> str:
        """Return the news for screen readers."""
        raise NotImplementedError

    def more(self, words: Words, board: Board, step: int) -> str:
        """Return the second part of the news, which may change with the steps and with the map on the page."""
        return ""

    @property
    def explains(self) -> tuple[str, ...]:
        """The names of the explanations that a device shows once, when something first appears in a game."""
        return ()

    # ------------------------------------------------------------------- keys and focus

    def on_enter(self, step: int) -> Message:
        """Return the message of Enter, which is that of the large button."""
        return Proceed()


def tray(kind: str, card: Element, *feet: Element | None) -> Element:
    """Return the panel of a scene. The first word of its kind tells it apart from other panels."""
    return h("section", card, feet, class_=f"tray scene {kind}", key=kind.split(maxsplit=1)[0])


def proceed_button(label: str, *note: Element) -> Element:
    """Return the large button that continues the game, and a note beside it."""
    return h(
        "div",
        h("div", *note, class_="note") if note else None,
        button(Proceed(), h("b", label), class_="confirm"),
        class_="thumb",
    )
