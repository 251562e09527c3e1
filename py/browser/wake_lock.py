"""Keeps the device's screen on with the browser's Screen Wake Lock API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from js import document, window

from app import messages as m

if TYPE_CHECKING:
    from browser.host import Host


class WakeLock:
    """The lock that keeps the screen on.

    A browser releases it when the page is hidden, and the system may release it at any time to save power.
    """

    def __init__(self, loop: Host) -> None:
        """Report to a loop whether the browser grants the lock."""
        self._loop = loop
        self._is_wanted = self._is_requested = False
        #: The browser's lock; None before the first one.
        self._lock: Any = None
        self._granted, self._denied = loop.proxy(self._hold), loop.proxy(lambda _: self._end_request(on=False))
        self._try_again = loop.proxy(lambda _: self._request())
        document.addEventListener("visibilitychange", self._try_again)

    def keep(self, *, on: bool) -> None:
        """Keep the screen on, or let it turn off."""
        self._is_wanted = on
        if on:
            self._request()
        else:
            self._release()

    def _request(self) -> None:
        """Request the lock if it is wanted and missing."""
        if not self._is_wanted or self._is_requested or document.hidden or (self._lock and not self._lock.released):
            return
        self._is_requested = True
        try:
            request = window.navigator.wakeLock.request("screen")
        except Exception:  # noqa: BLE001 - an older browser, or a page without https
            self._end_request(on=False)
        else:
            request.then(self._granted, self._denied)

    def _hold(self, lock: Any) -> None:
        self._lock = lock
        lock.addEventListener("release", self._try_again)
        self._end_request(on=True)
        if not self._is_wanted:
            self._release()

    def _end_request(self, *, on: bool) -> None:
        self._is_requested = False
        self._loop.send(m.AwakeReported(on))

    def _release(self) -> None:
        if self._lock and not self._lock.released:
            self._lock.release()
