"""The device's clock, which web/first.js limits to the supported range of dates."""

from __future__ import annotations

from js import window

from browser.scripts import cartographers

#: Milliseconds per minute, and minutes per day.
_MINUTE, _DAY = 60_000, 24 * 60


def now() -> int:
    """Return the milliseconds since 1970."""
    return int(cartographers.now())


def today() -> tuple[str, int]:
    """Return today's date (UTC), and the number of minutes until the day ends."""
    time = now()
    return str(window.Date.new(time).toISOString())[:10], _DAY - time // _MINUTE % _DAY
