"""The page's scripts as Python sees them: the types of everything in ``globalThis.cartographers`` that Python uses.

``web/first.js`` and ``taps.js`` define it before the first paint, ``second.js`` after it, and ``boot.js`` when it
starts Python. A test compares this module with the running page. ``web/first.js`` describes the properties that only
scripts use.
"""

from __future__ import annotations

from typing import Any, Protocol

from js import window


class Facts(Protocol):
    """The facts of ``app/prerendered/facts.py`` that Python reads; the build writes all of them for the scripts."""

    #: The version of the page, and the Python and Pyodide that it runs on.
    version: str
    python: str
    #: The address of the source; empty if the build didn't know it.
    source: str
    #: The addresses of the relays for rooms.
    relays: list[str]


class Offline(Protocol):
    """The service worker (``web/offline.js``)."""

    def start(self, newer: Any, saved: Any) -> None:
        """Start the worker.

        Call ``newer`` when a newer version of the page is ready, and ``saved`` with a value of ``messages.Offline``.
        """

    def reload(self) -> None:
        """Show the newer version."""


class Scripts(Protocol):
    """``globalThis.cartographers``. Callbacks must be proxies that the browser can keep."""

    facts: Facts
    #: The prefix of all names in this site's storage.
    place: str
    #: The language of the page, which ``<html lang>`` also names.
    language: str
    #: The content of the file with the texts for Python; empty for English, whose texts come with Python.
    words: str
    #: True if the page is a frame in another page, to which the browser's history belongs.
    framed: bool
    #: True if the page may use the device's share menu for texts.
    shares: bool
    #: True if the browser saves data, so that the page fetches nothing before its use.
    savesData: bool  # noqa: N815
    #: For the fault panel (``web/fault.mjs``), set by Python: ``report()``, ``redraw()``, and ``home()``.
    recover: Any
    offline: Offline

    def now(self) -> float:
        """Return the milliseconds since 1970 by the device's clock, limited to the supported range of dates."""

    def say(self, key: str) -> str:
        """Return one of the scripts' own texts."""

    def theme(self, name: str) -> None:
        """Set the theme; "device" follows the device's theme."""

    def speak(self, name: str, arrived: Any, failed: Any) -> None:
        """Switch to a language; "device" means the browser's.

        Call ``arrived`` with the texts for Python and those of each later part that has loaded, or ``failed`` as
        ``web/files.js`` does.
        """

    def later(self, part: str, arrived: Any, failed: Any) -> None:
        """Fetch a later part of the page once, and add its styles to the page.

        Call ``arrived`` with ``{part, bytes, language, words}``, or ``failed`` as ``web/files.js`` does.
        """

    def rooms(self, arrived: Any, failed: Any) -> None:
        """Call ``arrived`` with the scripts for rooms (``web/rooms.mjs``), or ``failed`` as ``web/files.js`` does."""

    def qr(self, text: str, drawn: Any, failed: Any) -> None:
        """Call ``drawn`` with a text and its QR code (``web/qr.mjs``), or ``failed`` as ``web/files.js`` does."""

    def share(self, thing: Any, tell: Any) -> None:
        """Share or save a text, a file, or a picture (``web/share.mjs``), and call ``tell`` with the outcome."""

    def read(self, file: Any, take: Any) -> None:
        """Call ``take`` with the bytes of a file, or without an argument if the browser can't read it."""

    def fly(self, space: str, gains: str) -> None:
        """Animate gains that fly from a space, given by its element's id (``web/flights.mjs``)."""

    def arrive(self, flying: str, targets: str) -> None:
        """Animate elements that fly to their targets, both given by selectors (``web/flights.mjs``)."""

    def tapped(self) -> list[str]:
        """Stop recording taps, and return the commands tapped before Python was ready, without duplicates."""

    def ready(self) -> None:
        """Remove the loading panel, because the page can answer now."""

    def fault(self, error: str) -> None:
        """Show the fault panel."""

    # Scripts write names in camel case.

    def afterFrame(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` after the next frame has been painted."""

    def inBackground(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` when the browser is idle."""

    def matchMedia(self, query: str) -> Any:  # noqa: N802
        """Return what ``window.matchMedia`` does, for the browser's minimum size of text (``web/text-size.js``)."""

    def atLeisure(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` when the browser has time, some seconds after the start."""


cartographers: Scripts = window.cartographers
