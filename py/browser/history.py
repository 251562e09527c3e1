"""The browser's history in step with the visit: one entry for each time that Back stays within the page.

The state of an entry is its depth, a number; that of the first screen is 0. Where the visit is deeper than the history,
entries are added at once, because browsers skip entries that a page adds without a tap. Where it is less deep, the page
goes back, and a ``popstate`` event tells later that it is there; until then no entry is added. Every other ``popstate``
is the player's. Back leads the visit back by its ``way_back``. The screen to which Forward would lead is gone, so the
page returns from there.

A close watcher would know Android's Back only, and not in Safari; with both, there would be two ways to be out of step.

In a frame, Back belongs to the page around it: there, no entry is added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from js import window

from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host


class BrowserHistory:
    """The entries of this page in the browser's history."""

    def __init__(self, loop: Host) -> None:
        """Serve a loop. After a reload, web/first.js has asked the browser for the entry of depth 0."""
        self._loop = loop
        self._is_framed = bool(cartographers.framed)
        self._is_following = False
        """Whether the visit follows the player's Back just now."""
        self._address = str(window.location.href)
        """The address that each entry shows when the player comes to it."""
        depth = _depth_here()
        self._depth = depth or 0
        """The depth of the entry at which the browser is."""
        self._coming = 0 if depth else None
        """The depth of the entry for which the page has asked the browser."""

    def begin(self) -> None:
        """Write the depth of the first entry. This is slow, so the page calls it once it is ready."""
        if _depth_here() is None and not self._is_framed:
            self._write()

    def follow(self) -> None:
        """Add entries or go back, so that the history is as deep as the visit."""
        wanted = self._loop.visit.depth
        if self._is_framed or self._is_following or self._coming is not None or wanted == self._depth:
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

    def moved(self) -> None:
        """Follow the browser to another entry; after ``popstate``, and on a return from the back/forward cache."""
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
            return  # the player was faster than the page, whose own way back is still to come
        else:
            self._lead_back(coming - depth)
        self.follow()

    def took_link(self) -> bool:
        """Return whether a ``hashchange`` is due to a link, rather than to Back; each entry then shows its address.

        Such an entry counts as the one before, of which the page cannot tell whether it was replaced. If it was not,
        one Back does nothing; to assume the opposite could lead out of the page.
        """
        if self._is_framed:
            return True
        if _depth_here() is not None:
            return False
        self.keep_address()
        self._write()
        return True

    def keep_address(self) -> None:
        """Let each entry show the address as it is now."""
        self._address = str(window.location.href)

    def show_fragment(self, fragment: str) -> None:
        """Let each entry show an address that ends with a fragment, by which a reload finds the room again."""
        self._address = str(window.location.href).partition("#")[0] + fragment
        if str(window.location.href) != self._address:
            self._write()

    def _write(self) -> None:
        """Write depth and address into the entry at which the browser is."""
        try:
            state = window.history.state if self._is_framed else self._depth
            window.history.replaceState(state, "", self._address)
        except Exception as error:  # noqa: BLE001 - as above, and not in every frame
            print(f"The address could not be changed: {error}")  # noqa: T201 - the browser's console

    def _lead_back(self, steps: int) -> None:
        """Lead the visit back by the player's steps; do nothing if their number is 0 or less."""
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
    """Return the depth of the entry at which the browser is; ``None`` if the page has not written it."""
    state = window.history.state
    return state if isinstance(state, int) else None
