"""The base class of scenes: all questions that the page asks a scene, and the default answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from app import messages as m
from app.announcements import Announcement
from app.drawing.controls import button
from app.drawing.element import Element, h

if TYPE_CHECKING:
    from app.board.board import Board
    from app.effects import Feedback
    from app.game.game import Game, Moment
    from app.game.ghost import Ghost
    from app.jobs import Job
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


@dataclass(frozen=True)  # no slots, because a scene can cache its steps
class Scene:
    """A scene of a game: events of the last ply, or a player who draws next.

    The answers here are those of a scene that doesn't move and waits for the player to continue. Each kind of scene
    overrides the answers that differ. ``step`` is always the number of steps that the scene has taken.
    """

    #: True if the scene ends automatically after its last step.
    ends_automatically: ClassVar[bool] = False
    #: True if the scene moves even if the player prefers reduced motion. Any other scene then begins with its last step
    #: and waits for the player.
    always_moves: ClassVar[bool] = False
    #: True if a tap on the map ends the scene. Otherwise, a tap skips to the scene's last step.
    ends_by_tap: ClassVar[bool] = False
    #: True if the player can't continue past the scene.
    blocks_continuing: ClassVar[bool] = False
    #: True if a save counts the scene among those that the player has seen.
    counts_as_seen: ClassVar[bool] = True
    #: True if bots may draw during the scene.
    lets_bots_draw: ClassVar[bool] = False
    #: True if the player may look at another player's map.
    can_look: ClassVar[bool] = True
    #: True if looking at another map skips to the scene's last step.
    looking_skips_motion: ClassVar[bool] = False
    #: True if the scene hides the whole screen, including the map.
    hides_screen: ClassVar[bool] = False
    #: The selector of the element on which the focus rests, where Enter continues the game.
    resting_selector: ClassVar[str] = ".spaces"

    #: The moment of the game at which the scene begins.
    moment: Moment

    # ------------------------------------------------------------------- steps

    @property
    def pauses(self) -> tuple[int, ...]:
        """The milliseconds before each automatic step of the scene."""
        return ()

    def is_moving(self, step: int) -> bool:
        """Return whether another step follows."""
        return step < len(self.pauses)

    def waits_at(self, step: int) -> bool:
        """Return whether the scene waits for the player to continue at a step, although more steps follow."""
        return False

    @property
    def result(self) -> GameEnd | None:
        """The result of the game, if the scene is its end."""
        return None

    @property
    def next_holder(self) -> int | None:
        """The player who takes the device after the scene, or None if it isn't passed on."""
        return None

    @property
    def next_ghost(self) -> Ghost | None:
        """The ghost with which the next task begins, if known."""
        return None

    @property
    def needs_library(self) -> bool:
        """Whether the scene needs the device's saved games."""
        return False

    def job(self, game: Game, visit: Visit) -> Job | None:
        """Return the job to do while the scene rests on the page and nobody draws, or None."""
        return None

    def for_home_seat(self, home: int) -> Self:
        """Return the scene as a room shows it to the player in the seat ``home``, with the map of that seat."""
        return replace(self, moment=replace(self.moment, shown_sheet=home))

    # ------------------------------------------------------------------- board

    def moment_at(self, step: int) -> Moment:
        """Return the moment of the game that a step shows."""
        return self.moment

    def drawing_player(self, game: Game) -> int | None:
        """Return the player who draws on the map on the page, or None."""
        return None

    def ghost_at(self, step: int) -> tuple[Ghost, Ply] | None:
        """Return a bot's ghost and ply after a step, or None."""
        return None

    def scored_at(self, step: int) -> int:
        """Return the number of seasons whose stars are shown after a step."""
        return self.moment.scored_seasons

    def counted_at(self, step: int) -> Awards | None:
        """Return the awards that a step counts, or None."""
        return None

    def lit_at(self, step: int) -> m.Topic | None:
        """Return the topic that a step highlights, or None."""
        return None

    def flight_at(self, step: int) -> tuple[str, str] | None:
        """Return the selectors of the elements that fly at a step and of their targets, in the same order, or None."""
        return None

    # ------------------------------------------------------------------- view

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the panel below the map."""
        raise NotImplementedError

    def marks(self, board: Board, step: int) -> Iterable[Element]:
        """Return the marks on the map after a step."""
        return ()

    def over_map(self, words: Words, board: Board, setting: Setting) -> Element | None:
        """Return the element that covers the map or a part of it, or None."""
        return None

    def cover(self, words: Words, game: Game) -> Element | None:
        """Return the element that hides the whole screen, or None."""
        return None

    def title(self, words: Words, game: Game) -> str:
        """Return the name of the scene for the document's title."""
        return words(f"season.{self.moment.season.name}")

    def job_failure(self, words: Words, board: Board, visit: Visit) -> tuple[str, Element] | None:
        """Return why the part that the scene waits for couldn't be fetched, and a button to try again, or None."""
        return None

    # ------------------------------------------------------------------- sound and news

    @property
    def sound(self) -> Feedback | None:
        """The sound when the scene appears."""
        return None

    def news(self, words: Words, board: Board) -> str:
        """Return the news for screen readers."""
        raise NotImplementedError

    def second_news(self, words: Words, board: Board, step: int) -> str:
        """Return the second part of the news, which may change with each step and with the map on the page."""
        return ""

    def announcements(self, words: Words, board: Board, setting: Setting) -> Iterator[Announcement]:
        """Yield the news in both parts."""
        yield Announcement("news", self.news(words, board))
        yield Announcement("more", self.second_news(words, board, setting.step))

    @property
    def explanations(self) -> tuple[str, ...]:
        """The names of explanations that a device shows once, when something first appears in a game."""
        return ()

    # ------------------------------------------------------------------- keys and focus

    def on_enter(self, step: int) -> m.Message:
        """Return the message that Enter sends, which is the large button's, except at the end of the game."""
        return m.Proceed()


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
