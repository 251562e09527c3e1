"""A visit to the page, as one value.

It holds everything that the page shows or remembers while the visit lasts. Visit and Screen refer to each other, so
both classes are here; each screen has a folder in ``screens``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from app import effects as e
from app import messages as m
from app.arrival.page_load import PageLoad
from app.game.daily import day_of
from app.game.setup import Setup, setup_of
from app.game.shelf import SavedGame
from app.memory import OPENING, Memory, SavedText
from app.page.notice import Notice
from app.saved_names import REMINDED
from app.saves.noting import SaveNote
from app.values import Value

if TYPE_CHECKING:
    from app.drawing.announcements import Announcement
    from app.drawing.element import Element
    from app.game.game import Game
    from app.game.jobs import Job
    from app.page.outgoing import Outgoing
    from app.room.room import Room
    from cartographers.errors import Sentence
    from words import Words

_SEED_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SEED_LENGTH = 8


#: Subject of the menu that the browser's Back opens: pressing Back again leaves the game instead of closing the menu.
LEAVING = "leaving"


class Dialog(NamedTuple):
    """An open panel."""

    panel: m.Panel
    #: The panel's subject, if it has several.
    about: str = ""
    #: The message to send if the player answers the panel's question with yes.
    then: m.Begin | m.Resume | m.TakeOver | None = None


#: The shortcut of most screens.
ESCAPE: Mapping[str, m.Message] = {"Escape": m.Back()}


class Traits(NamedTuple):
    """The constant properties of a kind of screen."""

    #: The key of its title; empty for the start screen, and for screens with several titles.
    title: str = ""
    #: The number of Back presses that leave the screen; with 2, the first one opens the menu.
    back_steps: int = 1
    #: Whether the screen belongs to a room.
    is_of_room: bool = False


class Needs(NamedTuple):
    """The needs of a screen while it is shown."""

    #: The job to do, if any.
    job: Job | None = None
    #: The jobs that will be needed soon, the most urgent first.
    upcoming_jobs: tuple[Job, ...] = ()
    #: Milliseconds until the screen takes its next automatic step; 0 for none.
    pause: int = 0
    #: A value that distinguishes this pause from the previous one.
    paused_at: object = None
    #: Whether the screen needs the device's saved games.
    library: bool = False
    #: Whether the device's screen should stay on, because people look at it without touching it.
    awake: bool = False
    #: The drawing of the visible QR code, which is scrolled into view; empty without a code.
    code: str = ""


class Controls(NamedTuple):
    """The keys and swipes that control a screen, and the places of the focus."""

    #: The message of each keyboard shortcut; letters are lowercase.
    keys: Mapping[str, m.Message] = ESCAPE
    #: The keyboard shortcuts that the help panel lists, by their names in the catalog.
    listed: tuple[str, ...] = ()
    #: The message that Enter sends in the last field.
    enter: m.Message | None = None
    #: The messages that Enter sends in fields with buttons of their own, by the fields' names.
    fields: Mapping[str, m.Message] = {}
    #: Whether fingers and mice paint the map here, instead of moving a shape.
    paints: bool = False
    #: Selector of the element that gets the focus when the focused control disappears; empty for none.
    rest: str = ""
    #: Selector of the heading that gets the focus on entering a screen without ``rest``.
    heading: str = "h1"


class Screen(Value):
    """The base class of screens: it only shows something.

    Subclasses override the rest.
    """

    traits: ClassVar[Traits] = Traits()

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen's content."""
        raise NotImplementedError

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message to this screen.

        A message that no subclass answers changes nothing: it comes too late, for example from a bot after the player
        has left its game, or it is a gesture without a meaning on this screen.
        """
        return Next(visit, (e.ShareContent(message.what, message.way),)) if isinstance(message, m.Share) else visit

    def title(self, words: Words) -> str:
        """Return the screen's name for the document's title; empty for the start screen."""
        return words(self.traits.title) if self.traits.title else ""

    def needs(self, visit: Visit) -> Needs:
        """Return what the screen needs while it is shown."""
        return Needs()

    def controls(self, visit: Visit) -> Controls:
        """Return how the player controls the screen with keys and swipes."""
        return Controls()

    def announcements(self, words: Words, visit: Visit) -> Iterable[Announcement]:
        """Return the screen's sentences for screen readers, in order."""
        return ()

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and the content of a panel of this screen; None if the screen has no such panel."""
        return None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text, file, or picture that leaves the page when the player shares something."""
        return None

    def covered(self) -> Self:
        """Return the screen after a panel has opened or closed.

        Animations stop, and other players' maps are hidden.
        """
        return self

    def left(self) -> Self:
        """Return the screen as the player will find it on return."""
        return self


class GameScreen(Screen):
    """A screen on which a game is played."""

    @property
    def saved_game(self) -> SavedGame:
        """The game as it will be saved."""
        raise NotImplementedError

    @property
    def explanations(self) -> tuple[str, ...]:
        """Names of the explanations that the device shows once, when their subject first appears."""
        raise NotImplementedError

    @property
    def can_give_hint(self) -> bool:
        """Whether the player may ask for a hint now."""
        raise NotImplementedError

    def cover(self, words: Words, visit: Visit) -> Element | None:
        """Return an element that hides the screen; None if nothing does."""
        raise NotImplementedError

    def without_motion(self) -> Self:
        """Return the screen without its automatic steps, for players who prefer reduced motion."""
        raise NotImplementedError


class Continuable(Screen):
    """A screen with a game that the player may continue."""

    @property
    def continuable_game(self) -> Game | None:
        """The game that the player can continue from here, if any."""
        raise NotImplementedError


def saved_game_of(screen: Screen) -> SavedGame | None:
    """Return the game that is played on a screen, as it will be saved; None without such a game."""
    return screen.saved_game if isinstance(screen, GameScreen) else None


def setup_after(setup: Setup, game: Game) -> Setup:
    """Return the setup of the game after this one: the same, unless this is a daily game.

    Only the player's name stays from a daily game.
    """
    if not day_of(game.id):
        return setup_of(game.id.seed, game.id, game.cartographers, game.seats)
    named = game.cartographers[0].name
    return replace(setup, cartographers=(game.cartographers[0], *setup.cartographers[1:])) if named else setup


class RoomTransition(NamedTuple):
    """The device's way from one room into another."""

    #: The word of the room that this device is about to enter; empty for none.
    entering: str = ""
    #: The word of the room in which the page was closed before this visit.
    left: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit: its screens, the next game, and the state of the page, the device, and the room."""

    #: The screen on the page.
    screen: Screen
    #: The setup of the next game.
    setup: Setup
    #: The state that lasts as long as this load of the page.
    page: PageLoad
    #: The device's memory.
    memory: Memory = field(default_factory=Memory)
    #: The screens to which Back returns, the nearest last.
    screens_below: tuple[Screen, ...] = ()
    #: The setup of the next printed game; None as long as nobody has changed it.
    printed_setup: Setup | None = None
    #: The panel over the screen.
    dialog: Dialog | None = None
    #: The notice over the page.
    notice: Notice | None = None
    #: True if another tab has taken over the game.
    is_continued_elsewhere: bool = False
    #: The room that this device is in; None outside rooms.
    room: Room | None = None
    #: The way into another room.
    room_transition: RoomTransition = field(default_factory=RoomTransition)

    @property
    def needs(self) -> Needs:
        """The screen's needs, without work for a game in another tab, and without steps there or under a panel."""
        needs = self.screen.needs(self)
        if self.is_continued_elsewhere:
            needs = needs._replace(job=None, upcoming_jobs=())
        is_still = self.dialog or self.is_continued_elsewhere or not needs.pause
        return needs._replace(pause=0, paused_at=None) if is_still else needs

    @property
    def depth(self) -> int:
        """The number of times that the browser's Back stays within the page; 0 on the first screen."""
        if self.is_continued_elsewhere:
            return 1
        screens = sum(screen.traits.back_steps for screen in (*self.screens_below, self.screen))
        if self.dialog is None:
            return screens
        return screens - 1 if self._is_leaving else screens + 1

    @property
    def _is_leaving(self) -> bool:
        """Whether the open panel is the menu on the way out of a game."""
        return self.screen.traits.back_steps > 1 and self.dialog == Dialog(m.Panel.MENU, LEAVING)

    @property
    def way_back(self) -> m.Message | None:
        """The message that the browser's Back sends now, which lowers the depth by 1; None at depth 0."""
        if self.is_continued_elsewhere:
            return m.Go("start")
        if self.dialog and not self._is_leaving:
            return m.Close()
        if self.screen.traits.back_steps > 1 and not self.dialog:
            return m.Open(m.Panel.MENU.value, LEAVING)
        if self.screens_below:
            return m.Back()
        return m.Go("start") if self.screen.traits.back_steps else None

    def message_of(self, *names: str) -> m.Message | None:
        """Return the message of a pressed key, by the first of its names that is a shortcut; None if none is.

        :func:`app.page.keyboard.names_of` returns a key's names.
        """
        if self.is_continued_elsewhere:
            return None
        keys: Mapping[str, m.Message] = {"Escape": m.Close()} if self.dialog else self.screen.controls(self).keys
        return next((keys[name] for name in names if name in keys), None)

    def replacing_screen(self, screen: Screen) -> Visit:
        """Return the visit with another screen that replaces this one, and no panel."""
        return replace(self, screen=screen, dialog=None)

    @property
    def is_first_game(self) -> bool:
        """Whether this device has opened no game yet."""
        return OPENING not in self.memory.explained

    def having_opened_game(self) -> Visit:
        """Return the visit after it has opened a game."""
        return self.having_explained(OPENING) if self.is_first_game else self

    def having_explained(self, what: str) -> Visit:
        """Return the visit after an explanation was shown."""
        return replace(self, memory=replace(self.memory, explained=(*self.memory.explained, what)))

    def with_library(self, library: tuple[tuple[str, str], ...]) -> Visit:
        """Return the visit with other games in the history."""
        return replace(self, memory=replace(self.memory, library=library))

    def with_printed(self, text: str, device_text: str) -> Visit:
        """Return the visit with another text of the printed game, and the text that the device has now.

        If they are equal, the device saves again after a failure, unless the current game still waits.
        """
        memory = replace(self.memory, printed=SavedText(text, device_text))
        saves = text == device_text and memory.shelf.is_saved
        return replace(self, memory=replace(memory, save_notice=None) if saves else memory)

    def with_note(self, name: str, text: str) -> Visit:
        """Return the visit with another note of the device."""
        return replace(self, memory=self.memory.with_note(name, text))

    def saving_note(self, name: str, text: str) -> Next:
        """Return the visit with another note, which the device saves."""
        return Next(self.with_note(name, text), (SaveNote(name, text),))

    def opening_screen(self, screen: Screen) -> Visit:
        """Return the visit with a new screen; Back returns to this one."""
        return replace(self.replacing_screen(screen), screens_below=(*self.screens_below, self.screen.left()))

    def with_only_screen(self, screen: Screen) -> Visit:
        """Return the visit with a screen that has no way back and no game in another tab."""
        return replace(self.replacing_screen(screen), screens_below=(), is_continued_elsewhere=False)

    def back(self) -> Visit:
        """Return the visit at the previous screen; unchanged if there is none."""
        return (
            replace(self.replacing_screen(self.screens_below[-1]), screens_below=self.screens_below[:-1])
            if self.screens_below
            else self
        )

    def with_reminder(self, games: int) -> Next:
        """Return the visit after a reminder about games that the browser may delete.

        The device notes their number.
        """
        memory = replace(self.memory, backup=self.memory.backup._replace(reminded=games))
        return Next(replace(self, memory=memory), (SaveNote(REMINDED, str(games)),))

    def entering_room(self, word: str) -> Visit:
        """Return the visit that is about to enter the room with the given word; an empty word means no room."""
        return replace(self, room_transition=self.room_transition._replace(entering=word))

    def with_fresh_seed(self) -> Visit:
        """Return the visit with another random seed for the next game, from :attr:`PageLoad.random_source`."""
        visit, seed = self.with_fresh_word()
        return replace(visit, setup=replace(self.setup, seed=seed, seed_error=None))

    def with_seed_error(self, error: Sentence) -> Visit:
        """Return the visit with an error in the seed of the next game, and with the seed's field shown."""
        return replace(self, setup=replace(self.setup, seed_error=error, shows_more=True))

    def with_fresh_word(self) -> tuple[Visit, str]:
        """Return the visit and a random word; the visit's next word will be different."""
        rng = Random(self.page.random_source)  # noqa: S311 - a game's seed or key, no secret
        word = "".join(rng.choices(_SEED_CHARACTERS, k=_SEED_LENGTH))
        return replace(self, page=replace(self.page, random_source=str(rng.random()))), word


class Next(NamedTuple):
    """The visit after a message."""

    visit: Visit
    #: The browser's one-time tasks because of that message.
    effects: tuple[e.Effect, ...] = ()
    #: Another message that the visit answers immediately.
    then: m.Message | None = None
