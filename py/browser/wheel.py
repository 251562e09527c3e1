"""Counts the notches of a mouse wheel, and the strokes on a trackpad, from the distances that browsers report.

The distances and the rests are those by which MapLibre, Leaflet, and OpenLayers tell devices apart.
"""

from __future__ import annotations

import math

#: The pixels of a line and of a page, by ``WheelEvent.deltaMode``.
_PIXELS = {0: 1, 1: 40, 2: 300}
#: The pixels of a wheel's slowest notch on macOS. Browsers report multiples of it for no other device.
_MAC_NOTCH = 4.000244140625
#: A shorter first event comes from a trackpad, and a longer one than the second number from a wheel with notches.
_SMOOTH, _NOTCHED = 4, 50
#: The distance after which a stroke counts that has begun with a short event.
_STROKE = 40
#: Milliseconds of rest between two strokes, and between two notches of a wheel that reports parts of notches.
_REST, _STEP_REST = 100, 40
#: An event that is this many times longer than the stroke had become, and more, begins another stroke: the inertia of
#: a trackpad only slows down.
_FASTER, _MORE = 3, 8


class Wheel:
    """A wheel or a trackpad over the map.

    Each notch of a wheel counts, and a stroke on a trackpad counts once, no matter how far its inertia goes.
    """

    def __init__(self) -> None:
        """Begin at rest."""
        self._last = -math.inf
        #: The length of the stroke so far, with its direction.
        self._distance = 0.0
        #: The longest event of the stroke, and the shortest one since then.
        self._longest = self._shortest = 0.0
        self._has_notches = self._is_smooth = self._has_counted = False

    def turn(self, delta: float, mode: int, time: float) -> int:
        """Return 1 or -1 if an event counts as a notch in its direction, and otherwise 0.

        The arguments are the event's ``deltaY``, ``deltaMode``, and ``timeStamp``.
        """
        distance = delta * _PIXELS.get(mode, 1)
        length = abs(distance)
        if not length:  # the wheel turns sideways
            return 0
        rest, self._last = time - self._last, time
        is_faster = self._longest > self._shortest and length > _FASTER * self._shortest + _MORE
        if rest > _REST or distance * self._distance < 0 or (is_faster and not self._has_notches):
            self._distance = self._longest = 0.0
            self._has_notches = mode != 0 or length > _NOTCHED or length % _MAC_NOTCH == 0
            self._is_smooth, self._has_counted = length < _SMOOTH or is_faster, False
        if self._is_smooth:
            counts = not self._has_counted and abs(self._distance + distance) >= _STROKE
        else:
            counts = length >= _SMOOTH and (not self._distance or self._has_notches or rest > _STEP_REST)
        self._distance += distance
        self._longest = max(self._longest, length)
        self._shortest = length if length == self._longest else min(self._shortest, length)
        self._has_counted = self._has_counted or counts
        return 0 if not counts else 1 if distance > 0 else -1
