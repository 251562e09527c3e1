"""A visit to the page, as one value: everything that is shown or remembered while it lasts.

A visit holds screens, and a screen is asked about its visit, so both are here; each screen has a folder in ``screens``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Self

from app.effects import Effect, Note
from app.game.setup import Setup
from app.game.shelf import REMINDED, Saved
from app.memory import Memory
from app.messages import Back, Begin, Close, Go, Message, Open, Panel, PlayOn, Resume
from app.notice import Notice
from app.page_load import PageLoad

if TYPE_CHECKING:
    from app.drawing.element import Element
    from app.game.game import Game
    from app.jobs import Job
    from app.outgoing import Outgoing
    from app.room.room import Room
    from app.said import Said
    from cartographers.errors import Sentence
    from words import Words

_SEED_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
_SEED_LENGTH = 8


#: The subject of a menu that the browser's Back has opened: another Back leaves the game, where it would close others.
LEAVING = "leaving"


class Dialog(NamedTuple):
    """An open panel, what it is about, and what happens when its question is answered with yes."""

    panel: Panel
    about: str = ""
    then: Begin | Resume | PlayOn | None = None


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
    def saved(self) -> Saved | None:
        """The game that is played on this screen, as the device saves it; None where no game is played."""
        return None

    def without_motion(self) -> Self:
        """Return the screen for a player who prefers no motion: without the steps that it takes by itself."""
        return self

    @property
    def explains(self) -> tuple[str, ...]:
        """The names of the explanations that a device shows once, when something first appears on a screen."""
        return ()

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
    def paused_at(self) -> object:
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


class Threshold(NamedTuple):
    """The way from one room into another one."""

    #: The word of the room that this device is about to enter.
    entering: str = ""
    #: The word of the room in which the page was closed before this visit.
    left: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit to the page: its screens, the next game, and by their lifetimes the page, the memory and the room."""

    #: The screen on the page.
    screen: Screen
    #: The next game.
    setup: Setup
    page: PageLoad
    memory: Memory = field(default_factory=Memory)
    #: The screens to which Back returns, the nearest last.
    under: tuple[Screen, ...] = ()
    #: The panel over the screen.
    dialog: Dialog | None = None
    #: The notice over the page.
    notice: Notice | None = None
    #: True if another tab plays the game.
    taken: bool = False
    #: The room that this device is in.
    room: Room | None = None
    threshold: Threshold = field(default_factory=Threshold)

    @property
    def pause(self) -> int:
        """Milliseconds until the page moves on by itself; 0 when nothing moves, or something lies over it."""
        return 0 if self.dialog or self.taken else self.screen.pause

    @property
    def paused_at(self) -> object:
        """What tells that pause apart from the one before; ``None`` when nothing moves."""
        return self.screen.paused_at if self.pause else None

    @property
    def depth(self) -> int:
        """The number of times that the browser's Back stays within the page; 0 on the first screen."""
        if self.taken:
            return 1
        screens = sum(screen.steps_out for screen in (*self.under, self.screen))
        if self.dialog is None:
            return screens
        return screens - 1 if self._is_leaving else screens + 1

    @property
    def _is_leaving(self) -> bool:
        """Whether the open panel is the menu that Back opens on the way out of a game."""
        return self.screen.steps_out > 1 and self.dialog == Dialog(Panel.MENU, LEAVING)

    @property
    def way_back(self) -> Message | None:
        """The message that the browser's Back sends now; it lowers the depth by 1. ``None`` at depth 0."""
        if self.taken:
            return Go("start")
        if self.dialog and not self._is_leaving:
            return Close()
        if self.screen.steps_out > 1 and not self.dialog:
            return Open(Panel.MENU.value, LEAVING)
        if self.under:
            return Back()
        return Go("start") if self.screen.steps_out else None

    def message_of(self, *names: str) -> Message | None:
        """Return the message of a key pressed now, by the first of its names that is a shortcut; ``None`` if none is.

        :func:`app.keyboard.names_of` returns a key's names.
        """
        if self.taken:
            return None
        keys: Mapping[str, Message] = {"Escape": Close()} if self.dialog else self.screen.keys(self)
        return next((keys[name] for name in names if name in keys), None)

    def showing(self, screen: Screen) -> Visit:
        """Return the visit with another screen in place of this one, and nothing over it."""
        return replace(self, screen=screen, dialog=None)

    def over_this(self, screen: Screen) -> Visit:
        """Return the visit with a screen from which Back returns to this one."""
        return replace(self.showing(screen), under=(*self.under, self.screen.left()))

    def alone(self, screen: Screen) -> Visit:
        """Return the visit with a screen from which nothing leads back, and not into a taken game either."""
        return replace(self.showing(screen), under=(), taken=False)

    def back(self) -> Visit:
        """Return the visit with the screen that led to this one; without such a screen, the visit as it is."""
        return replace(self.showing(self.under[-1]), under=self.under[:-1]) if self.under else self

    def reminded_of(self, games: int) -> Next:
        """Return the visit after a reminder of a number of games that the browser may delete; the device notes it."""
        memory = replace(self.memory, backup=self.memory.backup._replace(reminded=games))
        return Next(replace(self, memory=memory), (Note(REMINDED, str(games)),))

    def on_the_way_into(self, word: str) -> Visit:
        """Return the visit that is about to enter the room of a word; an empty word for no room."""
        return replace(self, threshold=self.threshold._replace(entering=word))

    def with_fresh_seed(self) -> Visit:
        """Return the visit with another random seed for the next game; the first chance decides all of them."""
        visit, seed = self.with_fresh_word()
        return replace(visit, setup=replace(self.setup, seed=seed, seed_error=None))

    def with_seed_error(self, error: Sentence) -> Visit:
        """Return the visit with what is wrong with the seed for the next game, where it can be seen."""
        return replace(self, setup=replace(self.setup, seed_error=error, more=True))

    def with_fresh_word(self) -> tuple[Visit, str]:
        """Return a random word, and the visit, which will not return it again."""
        rng = Random(self.page.chance)  # noqa: S311 - a game's seed or key, no secret
        word = "".join(rng.choices(_SEED_SIGNS, k=_SEED_LENGTH))
        return replace(self, page=replace(self.page, chance=str(rng.random()))), word


class Next(NamedTuple):
    """The visit after a message.

    ``effects`` are the browser's one-time tasks because of that message. ``then`` is another message, which this visit
    answers at once.
    """

    visit: Visit
    effects: tuple[Effect, ...] = ()
    then: Message | None = None
