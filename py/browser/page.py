"""The start of the page: builds the visit from the browser's data, and connects events to the loop."""

from __future__ import annotations

import gc
from contextlib import suppress
from datetime import date
from typing import Any

from js import document, window
from pyodide.ffi import create_proxy
from pyscript import when

from app import messages as m
from app.arrival.link import address_of, link_of
from app.arrival.page_load import WIDE_WINDOW, Clock, Display, Edition, PageLoad, Parts
from app.memory import memory_on
from app.page.parts import LATER
from app.saved_names import DAYS, ERASED, OWNER, REMINDED, ROOM_PLACE
from app.saves.former import adopt_former_texts
from app.saves.games import finished_games, last_room
from app.update import arrive
from browser.before_start import find_browser
from browser.clock import today
from browser.gestures import Gestures
from browser.keys import KeyListener
from browser.loop import Loop, words_in
from browser.scripts import cartographers
from browser.storage import saved_texts

#: Milliseconds between two checks of the clock.
_CLOCK = 20_000
#: Number of new objects that triggers a garbage collection. Views have no cycles, so they are freed without one.
_SELDOM = 50_000


def start() -> None:
    """Start the page."""
    find_browser()
    gc.freeze()  # exempt the imported modules from collection, because searching them would delay a tap
    gc.set_threshold(_SELDOM)
    gc.enable()
    day_text, minutes = today()
    day = date.fromisoformat(day_text)
    link = link_of(window.location.search + window.location.hash, day)
    texts = saved_texts(link.save_suffix)
    if adopt_former_texts(texts):  # only once; the scripts have shown the page as if nothing were saved
        window.location.reload()
        return
    motion = window.matchMedia("(prefers-reduced-motion: reduce)")
    page = PageLoad(
        random_source=str(window.crypto.getRandomValues(window.Uint32Array.new(4))),
        link=link.with_results(finished_games(texts)),
        edition=_edition(),
        language=cartographers.language,
        display=Display(bool(motion.matches)),
        clock=Clock(day, minutes),
        parts=Parts(frozenset()),
    )
    visit = arrive(page, memory_on(texts), last_room(texts))
    loop = Loop(words_in(cartographers.words), visit, texts)
    loop.redraw()
    _listen(loop)
    motion.addEventListener("change", loop.proxy(lambda event: loop.send(m.ReducedMotionChanged(bool(event.matches)))))
    recover = window.Object.new()
    for name, way_on in (("report", loop.report), ("redraw", loop.redraw), ("home", loop.draw_start)):
        setattr(recover, name, create_proxy(way_on))
    cartographers.recover = recover
    cartographers.ready()
    loop.history.begin()
    for command in cartographers.tapped():
        with suppress(ValueError):  # left by an older version, and unknown to this one, or for a screen that is gone
            loop.send(m.read_command(command))
    _invite(loop)
    if not link.embedded:  # readers of a blog didn't ask to store megabytes
        cartographers.atLeisure(loop.proxy(lambda _: _at_leisure(loop)))
        cartographers.offline.start(
            loop.proxy(lambda: loop.send(m.NewerVersionReady())),
            loop.proxy(lambda state: loop.send(m.OfflineReported(m.Offline(str(state))))),
        )


def _at_leisure(loop: Loop) -> None:
    """Do the work that players don't wait for."""
    if not cartographers.savesData:
        loop.effects.part_loader.fetch(LATER)
    loop.effects.check_risk()
    wide = cartographers.matchMedia(WIDE_WINDOW)
    wide.addEventListener("change", loop.proxy(lambda event: loop.send(m.WideWindowChanged(bool(event.matches)))))
    loop.send(m.WideWindowChanged(bool(wide.matches)))


def _invite(loop: Loop) -> None:
    """Show the room in the address, or enter it right away if this device knows it."""
    text = str(window.location.hash)
    link = link_of(text, loop.visit.page.clock.day)
    if (link.room or link.error) and not loop.visit.page.link.embedded:
        known = link.room and loop.texts.read(ROOM_PLACE + link.room.word)
        loop.send(m.FragmentChanged(text, known=bool(known)))


def _edition() -> Edition:
    facts = cartographers.facts
    return Edition(
        facts.version,
        facts.python,
        window.navigator.userAgent,
        facts.source or "",
        shares=bool(cartographers.shares),
        address=address_of(window.location.href),
        prints=_has("print"),
        vibrates=_has("navigator", "vibrate"),
        pastes=_has("navigator", "clipboard", "readText"),
    )


def _has(*names: str) -> bool:
    """Return whether the browser has a feature, given the names that lead to it."""
    found = window
    for name in names:
        found = getattr(found, name, None)
    return bool(found)


def _listen(loop: Loop) -> None:
    """Connect all events of the browser to the loop."""
    gestures, keys = Gestures(loop), KeyListener(loop)
    for event, listener in {
        "click": gestures.clicked,
        "input": gestures.typed,
        "pointerdown": gestures.pressed,
        "pointermove": gestures.moved,
        "pointerup": gestures.released,
        "pointercancel": gestures.cancelled,
        "touchend": gestures.touch_ended,
        "wheel": gestures.wheeled,
    }.items():
        when(event, "#app")(loop.guarded(listener))
    when("keydown", "body")(loop.guarded(keys.pressed))
    # A hidden page gets no more frames, and the phone may close it, so draw and carry out the waiting effects now.
    when("visibilitychange", document)(loop.guarded(loop.draw_now))
    for event, place in (("visibilitychange", document), ("pagehide", window)):
        when(event, place)(loop.guarded(lambda _: loop.effects.save_other_games()))
    for event, place in (("visibilitychange", document), ("pageshow", window)):
        when(event, place)(loop.guarded(lambda _: loop.read_saves()))
    when("pagehide", window)(loop.guarded(lambda _: loop.save_doors()))

    def linked(_: Any) -> None:
        """Follow a link to a room that was opened in this page."""
        if loop.history.is_from_link():
            _invite(loop)

    when("hashchange", window)(loop.guarded(linked))
    for event in ("popstate", "pageshow"):
        when(event, window)(loop.guarded(lambda _: loop.history.follow_browser()))

    def stored(event: Any) -> None:
        """React to a change of the storage by another tab. The event may be late, so its values aren't used."""
        texts = loop.texts
        if texts.is_news(event.key, texts.place, DAYS, ERASED):
            loop.read_saves()
        elif texts.is_news(event.key, texts.place + OWNER) and texts.is_claimed_elsewhere:
            loop.send(m.ContinuedElsewhere())
        elif texts.is_news(event.key, REMINDED):
            loop.effects.check_risk()

    window.setInterval(loop.proxy(loop.check_clock), _CLOCK)
    when("storage", window)(loop.guarded(stored))
