"""The page's scripts as Python sees them: every part of ``globalThis.cartographers`` that Python uses, with its type.

The scripts define it: ``web/first.js`` and ``taps.js`` before anything is painted, ``boot.js`` when it starts Python. A
test compares this module with the running page. What scripts alone use is described in ``web/first.js``.
"""

from __future__ import annotations

from typing import Any, Protocol

from js import window


class Facts(Protocol):
    """What Python and the build know and scripts need before Python runs (``app/facts.py``); this is Python's share."""

    #: The version of the page, and the Python and Pyodide that it runs on.
    version: str
    python: str
    #: The address of the source; empty if the build did not know it.
    source: str
    #: The addresses of the relays for rooms.
    relays: list[str]


class Offline(Protocol):
    """The service worker (``web/offline.js``)."""

    def start(self, newer: Any) -> None:
        """Start it. It calls ``newer`` when a newer version of the page is ready."""

    def reload(self) -> None:
        """Show the newer version."""


class Scripts(Protocol):
    """``globalThis.cartographers``. What is called back has to be a proxy that the browser can keep."""

    facts: Facts
    #: The beginning of the names of everything that this site saves.
    place: str
    #: The language of the page, which is also that of ``<html lang>``.
    language: str
    #: The content of the file with the words for Python; empty in English, whose words come with Python.
    words: str
    #: True if the page is a frame in another page, to which the browser's history belongs.
    framed: bool
    #: True if the device has a menu that shares texts, and the page may use it.
    shares: bool
    #: For the fault panel (``web/fault.mjs``), set by Python: ``report()``, ``redraw()`` and ``home()``.
    recover: Any
    offline: Offline

    def now(self) -> float:
        """Return the milliseconds since 1970 by the device's clock, within the days that the page knows."""

    def say(self, key: str) -> str:
        """Return one of the scripts' own texts."""

    def theme(self, name: str) -> None:
        """Set the theme; "device" stands for the theme that the device asks for."""

    def speak(self, name: str, arrived: Any, failed: Any) -> None:
        """Speak a language; "device" stands for the browser's.

        Call ``arrived`` with the words for Python and those of each later part that is here, or ``failed`` as
        ``web/files.js`` does.
        """

    def later(self, part: str, arrived: Any, failed: Any) -> None:
        """Fetch a later part of the page, once, and put its looks into the page.

        Call ``arrived`` with ``{part, bytes, language, words}``, or ``failed`` as ``web/files.js`` does.
        """

    def rooms(self, arrived: Any, failed: Any) -> None:
        """Call ``arrived`` with the scripts for rooms (``web/rooms.mjs``), or ``failed`` as ``web/files.js`` does."""

    def share(self, thing: Any, tell: Any) -> None:
        """Hand out a text, a file or a picture (``web/share.mjs``), and call ``tell`` with the outcome."""

    def read(self, file: Any, take: Any) -> None:
        """Call ``take`` with the bytes of a file; with nothing if the browser cannot read it."""

    def fly(self, space: str, gains: str) -> None:
        """Let gains fly from a space, given by its id in the page (``web/flights.mjs``)."""

    def tapped(self) -> list[str]:
        """Stop keeping taps, and return the commands that were tapped before Python was ready, each once."""

    def ready(self) -> None:
        """Remove the loading panel: the page answers."""

    def fault(self, error: str) -> None:
        """Show the fault panel."""

    # Scripts write names in camel case.

    def afterFrame(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` after the next frame has been painted."""

    def inBackground(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` when the browser has nothing to show and nothing to answer."""

    def atLeisure(self, work: Any) -> None:  # noqa: N802
        """Call ``work`` when the browser has time, some seconds after the start."""


cartographers: Scripts = window.cartographers
