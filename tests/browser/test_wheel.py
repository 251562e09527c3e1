"""The wheel: notches of mice and strokes on trackpads, from the events that browsers report."""

from collections.abc import Iterable

import pytest

from browser.wheel import Wheel

#: The pixels of a flick on a trackpad with its inertia, 441 in sum, one event for each frame.
FLICK = [1, 3, 8, 20, 40, 50, 45, 40, 36, 32, 29, 26, 23, 20, 17, 14, 11, 8, 6, 4, 3, 2, 1, 1, 1]
MAC = 4.000244140625


def every(milliseconds: int, deltas: Iterable[float], mode: int = 0) -> list[tuple[int, float, int]]:
    """Return events in regular intervals."""
    return [(milliseconds, delta, mode) for delta in deltas]


@pytest.mark.parametrize(
    ("events", "quarters"),
    [
        # mice: on Windows, on a zoomed page and on Linux, reversed, in lines, in pages, and in eighths of notches
        *((every(30, [100] * 5), 5), (every(90, [66.67, 53, 120]), 3), (every(60, [100, -100, -100]), -1)),
        *((every(30, [-3] * 4, mode=1), -4), (every(500, [1, 1], mode=2), 2)),
        ([*every(60, [15]), *every(10, [15] * 7)] * 3, 3),
        # mice on macOS, slow and accelerated
        *((every(70, [MAC] * 10), 10), (every(25, [MAC, 34.15283203125, 153.34228515625]), 3)),
        # flicks at 60, 120, and 30 Hz, with a sudden start, and back
        *((every(16, FLICK), 1), (every(8, [delta / 2 for delta in FLICK for _ in range(2)]), 1)),
        *((every(33, map(sum, zip(FLICK[::2], FLICK[1::2], strict=False))), 1), (every(16, FLICK[3:]), 1)),
        ([*every(16, FLICK), *every(150, [-1]), *every(16, [-9] * 9)], 0),
        # two flicks without a rest, the second during the inertia of the first
        *((every(16, FLICK * 2), 2), (every(16, [*FLICK[:14], *FLICK]), 2)),
        # a slow stroke, resting fingers, and a stroke to the side
        *((every(16, [2] * 100), 1), (every(16, [1, 2, 1]), 0), (every(16, [0, 0, 5, 0, 6]), 1)),
    ],
)
def test_notches_and_strokes(events: list[tuple[int, float, int]], quarters: int) -> None:
    """Each notch of a wheel counts, whatever its distance; a stroke on a trackpad counts once, with its inertia."""
    wheel, time, turned = Wheel(), 1000, 0
    for pause, delta, mode in events:
        time += pause
        turned += wheel.turn(delta, mode, time)
    assert turned == quarters
