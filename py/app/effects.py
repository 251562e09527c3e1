"""Effects: the browser's tasks, as values; ``browser/effects.py`` carries them out.

Some effects happen once, after a message. The others stay in force while a visit is shown; ``app/shell/wanted.py``
derives them. The effects that save and read are in :mod:`app.saves`.
"""

from __future__ import annotations

from enum import Enum

from app.game.jobs import Job
from app.values import Value


class Effect(Value):
    """A task of the browser."""


class DeferredEffect(Effect):
    """A task that waits until the page has been drawn."""


class ShareContent(Effect):
    """Share, copy, or save something on the screen, or draw its picture, and report the outcome."""

    #: The thing to share, as in :class:`app.messages.Share`.
    what: str
    #: The way, as in :class:`app.messages.Share`.
    way: str


class RequestPersistence(Effect):
    """Ask the browser never to delete the saved games."""


class ShowTheme(Effect):
    """Switch the page to a theme."""

    #: The theme's name; "device" for the device's theme.
    theme: str


class SwitchLanguage(Effect):
    """Fetch the words of a language, and switch the page to it."""

    #: The language's code; "device" for the browser's language.
    language: str


class DrawCode(Effect):
    """Draw the QR code of a link, and report the drawing."""

    #: The link.
    link: str


class KeepAwake(Effect):
    """Keep the device's screen on, or let the device turn it off again."""

    #: True to keep it on.
    on: bool


class ScheduleStep(DeferredEffect):
    """Send a :class:`app.messages.Step` some time after the page has been drawn."""

    #: Milliseconds to wait; 0 sends none.
    pause: int
    #: A value that distinguishes this pause from another one of the same length.
    paused_at: object = None


class Feedback(Enum):
    """Events that have a sound and a vibration of their own."""

    #: The ghost was moved.
    MOVED = "moved"
    #: The ghost was rotated or flipped.
    TURNED = "turned"
    #: Another terrain or shape was chosen.
    CHANGED = "changed"
    #: The ghost was moved to a place where it can't be drawn.
    BLOCKED = "blocked"
    #: A shape was drawn.
    DRAWN = "drawn"
    #: A shape was drawn that gained a coin.
    COIN = "coin"
    #: A shape was drawn that destroyed spaces.
    STRUCK = "struck"
    #: A ply was undone.
    UNDONE = "undone"
    #: An ambush was revealed.
    AMBUSH = "ambush"
    #: Monsters spread.
    SPREAD = "spread"
    #: A season ended. Each season has a voice of its own, and the value is the season's name.
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"
    WINTER = "winter"
    #: A new card is waiting for the player in a room.
    CALLED = "called"
    #: The game ended.
    END = "end"


class PlayFeedback(Effect):
    """Play a sound, vibrate, or both."""

    #: The event that the player should notice.
    feedback: Feedback
    #: True to play its sound.
    heard: bool
    #: True to vibrate.
    felt: bool


class AnimateGhost(Effect):
    """Animate the ghost's rotation or flip."""

    #: The number of clockwise quarter turns; 0 for a flip.
    quarters: int


class AnimateGains(DeferredEffect):
    """Animate the gains of a shape: they fly from the map to their counters."""

    #: The name of the space where they start.
    space: str
    #: The text and the target of each gain: its stars, or no text for a coin, and a selector.
    gains: tuple[tuple[str, str], ...]


class AnimateArrival(DeferredEffect):
    """Animate elements that fly to the places where they belong."""

    #: The selector of the elements.
    flying: str
    #: The selector of their targets, in the same order.
    targets: str


class MoveFocus(DeferredEffect):
    """Move the focus."""

    #: The target: the open ``dialog``, the invalid ``seed``, or a ``text`` for the player to copy by hand.
    on: str
    #: A value that distinguishes this dialog from another one that replaces it.
    about: object = None


class ShowCode(DeferredEffect):
    """Scroll the QR code into view, once the page has been drawn."""

    #: The drawing of the code, which distinguishes it from another one.
    drawing: str


class RunJob(DeferredEffect):
    """Work on a job in small steps once the page has been drawn, instead of the previous job."""

    #: The job; None to stop the previous one.
    job: Job | None
    #: Jobs that will be needed soon. The page does them when the first job is done, and remembers the results.
    ahead: tuple[Job, ...] = ()


class FetchPart(Effect):
    """Fetch a later part of the page, and report whether it arrived."""

    #: The name of the part.
    part: str


class ReloadPage(Effect):
    """Load the newer version of the page, which then returns to the current screen."""

    #: The commands that lead from the first screen to the current one.
    commands: tuple[str, ...]


class PrintPage(DeferredEffect):
    """Open the browser's print dialog."""


class RoomEffect(Effect):
    """A task for a room; ``browser/rooms.py`` carries it out."""


class FindRoom(RoomEffect):
    """Fetch the code for rooms, prepare a room, and report the result."""

    #: The word in the room's link; ``new`` to create a room.
    word: str


class AskPermission(RoomEffect):
    """Ask the player's permission for notifications, and report the browser's answer."""


class QuitRoom(RoomEffect):
    """Close the connection of a room.

    If the device is in no other room, remove the room's word from the address.
    """

    #: The word in the room's link.
    word: str
    #: A farewell message to send before closing; empty for none.
    farewell: str
