"""The device's clock, as web/first.js corrects it: one that is wrong by millennia shows a day that the page knows."""

from __future__ import annotations

from js import window

from browser.scripts import cartographers

#: Milliseconds of a minute, and minutes of a day.
_MINUTE, _DAY = 60_000, 24 * 60


def now() -> int:
    """Return the milliseconds since 1970."""
    return int(cartographers.now())


def today() -> tuple[str, int]:
    """Return the day (UTC), and the number of minutes until it ends."""
    time = now()
    return str(window.Date.new(time).toISOString())[:10], _DAY - time // _MINUTE % _DAY
