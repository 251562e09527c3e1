"""What every screen has, with what it is unless a screen says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self

from app.drawing.element import Element
from app.drawing.parts import error_note
from app.game.setup import Setup
from app.game.shelf import Shelf
from app.jobs import Job
from app.messages import Message
from app.outgoing import Outgoing
from app.said import Said
from app.visit import Dialog, Next, Visit
from words import Words

if TYPE_CHECKING:
    from app.game.game import Game


class Screen:
    """A screen that only shows something; each screen adds its view, and replaces what differs."""

    __slots__ = ()

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        raise NotImplementedError

    def update(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after a message to this screen; a message to another screen comes too late."""
        return visit

    def opened(self, visit: Visit) -> Self:
        """Return the screen as it is when somebody goes there in a visit."""
        return self

    @property
    def steps_out(self) -> int:
        """The number of times that the browser's Back is pressed to leave this screen; with 2, the menu opens first."""
        return 1

    @property
    def plays_on(self) -> Game | None:
        """The game with which one can play on from here, where there is one."""
        return None

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends; letters are small ones."""
        return {}

    def covered(self) -> Self:
        """Return the screen when a panel opens or closes over it: nothing runs, nobody looks at somebody else's map."""
        return self

    def left(self) -> Self:
        """Return the screen as it is when the player comes back from another one."""
        return self

    def over(self, words: Words) -> Element | None:
        """Return what lies over the screen and hides it."""
        return None

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return title and content of a panel that belongs to this screen."""
        return None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return what leaves the page when the player shares something of this screen."""
        return None

    def title(self, words: Words) -> str:
        """Return the screen's name in the document's title; empty for the start screen."""
        return ""

    def said(self, words: Words, visit: Visit) -> Iterable[Said]:
        """Return what a screen reader says of the screen, in order."""
        return ()

    def job(self, visit: Visit) -> Job | None:
        """Return the work that is to be done while this is shown."""
        return None

    def ahead(self, visit: Visit) -> tuple[Job, ...]:
        """Return the work that will soon be wanted, the nearest first."""
        return ()

    @property
    def advisable(self) -> bool:
        """Whether somebody here may ask for a hint."""
        return False

    @property
    def of_room(self) -> bool:
        """Whether the screen belongs to a room."""
        return False

    @property
    def needs_library(self) -> bool:
        """Whether the games that the device keeps must be read for it."""
        return False

    @property
    def pause(self) -> int:
        """Milliseconds until the screen moves on by itself; 0 when it does not."""
        return 0

    @property
    def beat(self) -> object:
        """What tells a pause of the screen apart from the one before."""
        return None

    def on_enter(self, visit: Visit) -> Message | None:
        """Return what Enter in the last field sends."""
        return None

    def on_enter_in(self, field: str) -> Message | None:
        """Return what Enter in a field with a button of its own sends, by the field's name."""
        return None

    @property
    def key_words(self) -> tuple[str, ...]:
        """The keys that help lists, by the names that the catalogue has for them."""
        return ()

    @property
    def rest(self) -> str:
        """The part of the page where the focus rests when its control is gone, as a selector; none if empty."""
        return ""

    @property
    def heading(self) -> str:
        """The heading that gets the focus when the screen is shown and has no place where it rests, as a selector."""
        return "h1"


def save_note(words: Words, shelf: Shelf) -> Element | None:
    """Return what is wrong with the kept game, if anything is."""
    if not shelf.warning:
        return None
    return error_note(words, shelf.warning, shelf.error)


def summary(words: Words, setup: Setup) -> str:
    """Return a setup in a few words: cards, map side and players."""
    cards = words(f"cards.{setup.cards}")
    return words.plural("setup.summary", setup.game.players, cards=cards, side=setup.game.side)
