"""The base class of scenes: all questions that the page asks a scene, and the default answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from app import effects as e
from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.visit import Needs

if TYPE_CHECKING:
    from app.board.board import Board
    from app.game.game import Game, Moment
    from app.game.ghost import Ghost
    from app.visit import Visit
    from cartographers.events import GameEnd
    from cartographers.scoring import Awards
    from cartographers.state import Ply
    from words import Words


class NextGame(NamedTuple):
    """The next game of a room."""

    #: A sentence about it.
    sentence: str
    #: The button that opens it, or None if this device can't open it now.
    button: Element | None


class Setting(NamedTuple):
    """The values on which a scene's panel and news may depend, in addition to its board."""

    #: The number of steps that the scene has taken.
    step: int
    visit: Visit
    #: The next game of the room, or None outside a room.
    next_game: NextGame | None = None
    #: The outcome of sharing the result: ``sent`` or ``copied``; empty before.
    shared: str = ""


class Traits(NamedTuple):
    """The constant properties of a kind of scene."""

    #: True if the scene ends automatically after its last step.
    ends_automatically: bool = False
    #: True if the scene moves even if the player prefers reduced motion. Any other scene then begins with its last step
    #: and waits for the player.
    always_moves: bool = False
    #: True if a tap on the map ends the scene. Otherwise, a tap skips to the scene's last step.
    ends_by_tap: bool = False
    #: True if the player can't continue past the scene.
    blocks_continuing: bool = False
    #: True if a save counts the scene among those that the player has seen.
    counts_as_seen: bool = True
    #: True if bots may draw during the scene.
    lets_bots_draw: bool = False
    #: True if the player may look at another player's map.
    can_look: bool = True
    #: True if looking at another map skips to the scene's last step.
    looking_skips_motion: bool = False
    #: True if the scene hides the whole screen, including the map.
    hides_screen: bool = False
    #: The selector of the element on which the focus rests, where Enter continues the game.
    rest: str = ".spaces"


class Facts(NamedTuple):
    """The properties of a scene that don't change with its steps."""

    #: The sound when the scene appears.
    sound: e.Feedback | None = None
    #: The names of explanations that a device shows once, when something first appears in a game.
    explanations: tuple[str, ...] = ()
    #: The player who takes the device after the scene, or None if it isn't passed on.
    next_holder: int | None = None
    #: The ghost with which the next task begins, if known.
    next_ghost: Ghost | None = None
    #: The result of the game, if the scene is its end.
    result: GameEnd | None = None


class Frame(NamedTuple):
    """The contents of the page after a step of a scene."""

    #: The moment of the game.
    moment: Moment
    #: The number of seasons whose stars are shown.
    scored: int
    #: The player who draws on the map on the page, or None.
    player: int | None = None
    #: A bot's ghost and ply, or None.
    ghost: tuple[Ghost, Ply] | None = None
    #: The awards that the step counts, or None.
    counted: Awards | None = None
    #: The topic that the step highlights, or None.
    lit: m.Topic | None = None
    #: The selectors of the elements that fly and of their targets, in the same order, or None.
    flight: tuple[str, str] | None = None
    #: Whether the scene waits for the player to continue, although more steps follow.
    waits: bool = False
    #: The message that Enter sends, which is the large button's, except at the end of the game.
    enter: m.Message = m.Proceed()


class Over(NamedTuple):
    """The elements that a scene puts over the board."""

    #: Marks on the map.
    marks: Iterable[Element] = ()
    #: The element that covers the map or a part of it, or None.
    map: Element | None = None
    #: The element that hides the whole screen, or None.
    screen: Element | None = None


@dataclass(frozen=True)  # no slots, because a scene can cache its steps
class Scene:
    """A scene of a game: events of the last ply, or a player who draws next.

    The answers here are those of a scene that doesn't move and waits for the player to continue. Each kind of scene
    overrides the answers that differ. ``step`` is always the number of steps that the scene has taken.
    """

    traits: ClassVar[Traits] = Traits()

    #: The moment of the game at which the scene begins.
    moment: Moment

    @property
    def pauses(self) -> tuple[int, ...]:
        """The milliseconds before each automatic step of the scene."""
        return ()

    def is_moving(self, step: int) -> bool:
        """Return whether another step follows."""
        return step < len(self.pauses)

    @property
    def facts(self) -> Facts:
        """The properties that don't change with the steps."""
        return Facts()

    def needs(self, game: Game, visit: Visit, step: int) -> Needs:
        """Return the scene's needs after a step."""
        return Needs()

    def frame(self, game: Game, step: int) -> Frame:
        """Return what the page shows after a step."""
        return Frame(self.moment, self.moment.scored_seasons)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the panel below the map."""
        raise NotImplementedError

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the elements over the board."""
        return Over()

    def title(self, words: Words, game: Game) -> str:
        """Return the name of the scene for the document's title."""
        return words(f"season.{self.moment.season.name}")

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the news for screen readers.

        There may be a second part, which changes with each step and with the map on the page.
        """
        raise NotImplementedError

    def announcements(self, words: Words, board: Board, setting: Setting) -> Iterator[Announcement]:
        """Yield the news."""
        return map(Announcement, ("news", "more"), self.news(words, board, setting.step))


def for_home_seat(scene: Scene, home: int) -> Scene:
    """Return a scene as a room shows it to the player in the seat ``home``: with the map of that seat.

    At the end, the winner's map is on the page.
    """
    return scene if scene.facts.result else replace(scene, moment=replace(scene.moment, shown_sheet=home))


def tray(kind: str, card: Element, *feet: Element | None) -> Element:
    """Return the panel of a scene.

    ``kind`` has its classes, of which the first is also its key.
    """
    return h("section", card, feet, class_=f"tray scene {kind}", key=kind.split(maxsplit=1)[0])


def proceed_button(label: str, *note: Element) -> Element:
    """Return the large button that continues the game, and a note beside it."""
    return h(
        "div",
        h("div", *note, class_="note") if note else None,
        button(m.Proceed(), h("b", label), class_="confirm"),
        class_="thumb",
    )
