"""Keeps the browser's history in step with the visit: one entry for each Back that stays within the page.

The state of an entry is its depth, a number. The first screen has depth 0. If the visit is deeper than the history, the
page adds entries at once, because browsers skip entries that were added without a tap. If the visit is less deep, the
page goes back. A ``popstate`` event reports the arrival later; until then, the page adds no entry. All other
``popstate`` events come from the player: Back sends the visit's ``way_back``, and after Forward, whose screen is gone,
the page returns to the previous entry.

A close watcher isn't used, because it reports only Android's Back and doesn't exist in Safari. It would also be a
second state that could get out of step with the history.

In a frame, Back belongs to the page around the frame, so the page adds no entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from js import window

from app.arrival.link import without_challenge
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host


class BrowserHistory:
    """The entries of this page in the browser's history."""

    def __init__(self, loop: Host) -> None:
        """Follow a loop. After a reload, web/first.js has already asked the browser for the entry of depth 0."""
        self._loop = loop
        self._is_framed = bool(cartographers.framed)
        #: True while the visit follows the player's Back.
        self._is_following = False
        #: True until an answered challenge has been removed from the address.
        self._shows_challenge = True
        #: The address that each entry shows when the player reaches it.
        self._address = str(window.location.href)
        depth = _depth_here()
        #: The depth of the browser's current entry.
        self._depth = depth or 0
        #: The depth of the entry that the page has asked the browser for.
        self._coming = 0 if depth else None

    def begin(self) -> None:
        """Write the depth of the first entry. This is slow, so call it when the page is ready."""
        if _depth_here() is None and not self._is_framed:
            self._write()

    def follow(self) -> None:
        """Add entries or go back until the history is as deep as the visit, and remove an answered challenge."""
        wanted = self._loop.visit.depth
        if self._is_framed or self._is_following or self._coming is not None:
            return
        if self._shows_challenge and self._loop.visit.page.link.is_answered:
            self._hide_challenge()
        if wanted == self._depth:
            return
        if wanted < self._depth:
            self._coming = wanted
            window.history.go(wanted - self._depth)
            return
        try:
            while self._depth < wanted:
                window.history.pushState(self._depth + 1, "")
                self._depth += 1
        except Exception as error:  # noqa: BLE001 - Safari allows 100 in 30 seconds
            print(f"Back will skip a screen: {error}")  # noqa: T201 - the browser's console

    def follow_browser(self) -> None:
        """Follow the browser to another entry, after ``popstate`` or a return from the back/forward cache."""
        depth = _depth_here()
        if self._is_framed or depth is None:
            return
        before, coming = self._depth, self._coming
        self._depth, self._coming = depth, None
        if str(window.location.href) != self._address:
            self._write()
        if coming is None:
            self._lead_back(before - depth)
        elif depth > coming:
            return  # the player was faster, and the page's own step back hasn't happened yet
        else:
            self._lead_back(coming - depth)
        self.follow()

    def is_from_link(self) -> bool:
        """Return whether a ``hashchange`` comes from a link, not from Back; entries then show the link's address.

        The page can't tell whether the link's entry replaced the previous one. It assumes that it did. If that is
        wrong, one Back does nothing; the opposite mistake could make Back leave the page.
        """
        if self._is_framed:
            return True
        if _depth_here() is not None:
            return False
        self.keep_address()
        self._write()
        return True

    def keep_address(self) -> None:
        """Make all entries show the current address."""
        self._address = str(window.location.href)

    def show_fragment(self, fragment: str) -> None:
        """Make all entries show an address with this fragment, so that a reload finds the room again."""
        self._address = str(window.location.href).partition("#")[0] + fragment
        if str(window.location.href) != self._address:
            self._write()

    def _hide_challenge(self) -> None:
        """Make all entries show an address without the answered challenge, so that a reload doesn't bring it back."""
        self._shows_challenge = False
        self._address = without_challenge(str(window.location.href))
        if str(window.location.href) != self._address:
            self._write()

    def _write(self) -> None:
        """Write the depth and the address into the current entry."""
        try:
            state = window.history.state if self._is_framed else self._depth
            window.history.replaceState(state, "", self._address)
        except Exception as error:  # noqa: BLE001 - the same limit, and some frames allow none
            print(f"The address could not be changed: {error}")  # noqa: T201 - the browser's console

    def _lead_back(self, steps: int) -> None:
        """Send the messages for the player's steps back; do nothing if their number is 0 or less."""
        wanted = self._loop.visit.depth - steps
        self._is_following = True
        try:
            while self._loop.visit.depth > wanted and (message := self._loop.visit.way_back):
                before = self._loop.visit
                self._loop.send(message)
                if self._loop.visit is before:
                    break
        finally:
            self._is_following = False


def _depth_here() -> int | None:
    """Return the depth of the browser's current entry, or None if the page hasn't written it."""
    state = window.history.state
    return state if isinstance(state, int) else None
