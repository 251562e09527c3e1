"""Synthesized sounds and vibration pulses.

A sound is the vibration of a few resonators, which are struck (wood, metal, a drum) or rubbed (a pen on paper).
"""

from __future__ import annotations

from array import array
from cmath import exp
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate, chain, repeat, zip_longest
from math import log, pi
from operator import mul
from random import Random
from typing import Any, NamedTuple

from js import window

from app import effects as e

#: Samples per second; the browser resamples as it needs.
RATE = 16000
#: Samples over which a sound fades in, and out at its end.
_FADE = 40


class Voice(NamedTuple):
    """A resonator that is struck once or rubbed for a time."""

    #: The pitch.
    hertz: float
    #: Seconds of ringing, until a thousandth of the amplitude is left.
    ring: float
    #: The maximum amplitude.
    loud: float
    #: Seconds before the sound begins.
    start: float = 0.0
    #: Seconds of rubbing; 0 for a stroke.
    rubbed: float = 0.0

    def swings(self) -> Iterator[complex]:
        """Return the oscillation, sample by sample; the imaginary part is the sound."""
        step = exp(complex(-log(1000) / self.ring, 2 * pi * self.hertz) / RATE)
        ring = round(self.ring * RATE)
        wave: Iterable[complex] = accumulate(repeat(step, ring), mul, initial=complex(self.loud))
        if self.rubbed:
            pushes = chain(_noise(round(self.rubbed * RATE)), repeat(0.0, ring))
            rubbed = list(accumulate(pushes, lambda swing, push: swing * step + push, initial=0j))
            wave = map(mul, rubbed, repeat(self.loud / max(map(abs, rubbed))))
        return chain(repeat(0j, round(self.start * RATE)), wave)


def _noise(count: int) -> list[float]:
    """Return noise that swells and fades, the same at each call."""
    draw = Random(0).random  # noqa: S311 - just noise
    return [(draw() - 0.5) * at * (count - at) for at in range(count)]


class Cue(NamedTuple):
    """The sound and vibration for one kind of feedback."""

    voices: tuple[Voice, ...]
    #: Alternating milliseconds of vibration and rest.
    pulses: tuple[int, ...]


#: The cue for each kind of feedback. Low sounds have overtones, because phone speakers are silent below about 300 Hz.
CUES = {
    # a fingertip on paper
    e.Feedback.MOVED: Cue((Voice(2300, 0.02, 0.1, rubbed=0.015),), (8,)),
    # a small piece of wood
    e.Feedback.TURNED: Cue((Voice(880, 0.06, 0.15), Voice(2120, 0.03, 0.07)), (12,)),
    # a sliding card
    e.Feedback.CHANGED: Cue((Voice(1700, 0.01, 0.12, rubbed=0.1), Voice(1250, 0.04, 0.07, start=0.09)), (12,)),
    # a large piece of wood, damped
    e.Feedback.BLOCKED: Cue((Voice(196, 0.14, 0.22), Voice(415, 0.08, 0.14), Voice(730, 0.04, 0.05)), (30,)),
    # a pen
    e.Feedback.DRAWN: Cue(
        (Voice(3100, 0.004, 0.1, rubbed=0.13), Voice(2500, 0.004, 0.14, start=0.11, rubbed=0.16)), (20,)
    ),
    # a pen, and a dropped coin
    e.Feedback.COIN: Cue(
        (
            Voice(2800, 0.004, 0.09, rubbed=0.12),
            *(Voice(2093, 0.2, 0.09, start=0.1), Voice(3350, 0.15, 0.05, start=0.1)),
            *(Voice(2637, 0.22, 0.1, start=0.16), Voice(4220, 0.15, 0.05, start=0.16)),
        ),
        (15, 40, 15),
    ),
    # a blow on a shield
    e.Feedback.STRUCK: Cue(
        (Voice(165, 0.15, 0.17), Voice(1130, 0.25, 0.09), Voice(1790, 0.2, 0.09), Voice(2960, 0.12, 0.05)), (45,)
    ),
    # a piece of wood, twice, the second time lower
    e.Feedback.UNDONE: Cue((Voice(780, 0.06, 0.14), Voice(580, 0.08, 0.15, start=0.09)), (10, 60, 10)),
    # a drum, twice
    e.Feedback.AMBUSH: Cue(
        (
            *(Voice(82, 0.2, 0.17), Voice(164, 0.2, 0.14), Voice(330, 0.12, 0.09)),
            *(Voice(82, 0.22, 0.24, start=0.17), Voice(164, 0.2, 0.19, start=0.17), Voice(330, 0.14, 0.12, start=0.17)),
        ),
        (50, 110, 70),
    ),
    # something crawling through leaves
    e.Feedback.SPREAD: Cue(
        (Voice(360, 0.03, 0.2, rubbed=0.2), Voice(520, 0.03, 0.14, start=0.14, rubbed=0.2)), (25, 60, 25, 60, 25)
    ),
    # a bird that calls twice
    e.Feedback.SPRING: Cue(
        (
            *(Voice(1760, 0.12, 0.08), Voice(2217, 0.12, 0.08, start=0.09), Voice(2637, 0.22, 0.08, start=0.18)),
            *(Voice(2217, 0.1, 0.06, start=0.42), Voice(2960, 0.3, 0.07, start=0.5), Voice(659, 0.7, 0.05, start=0.18)),
        ),
        (30, 60, 30),
    ),
    # a warm xylophone that climbs a chord
    e.Feedback.SUMMER: Cue(
        (
            *(Voice(523, 0.5, 0.12), Voice(2093, 0.08, 0.03), Voice(659, 0.5, 0.12, start=0.15)),
            *(
                Voice(2637, 0.08, 0.03, start=0.15),
                Voice(784, 0.8, 0.13, start=0.3),
                Voice(3136, 0.08, 0.03, start=0.3),
            ),
        ),
        (30, 60, 45),
    ),
    # pieces of wood, each lower than the last, and dry leaves
    e.Feedback.FALL: Cue(
        (
            *(Voice(784, 0.22, 0.12), Voice(1900, 0.04, 0.03), Voice(659, 0.22, 0.12, start=0.17)),
            *(Voice(494, 0.4, 0.15, start=0.34), Voice(2600, 0.01, 0.06, start=0.4, rubbed=0.4)),
        ),
        (45, 60, 30),
    ),
    # small bells of ice
    e.Feedback.WINTER: Cue(
        (
            *(Voice(1319, 1.1, 0.07), Voice(3640, 0.4, 0.02), Voice(1976, 1.1, 0.06, start=0.2)),
            *(Voice(5454, 0.3, 0.01, start=0.2), Voice(988, 1.2, 0.07, start=0.4), Voice(2727, 0.5, 0.02, start=0.4)),
        ),
        (20, 60, 20, 60, 20),
    ),
    # a small bell, struck twice
    e.Feedback.CALLED: Cue(
        (
            *(Voice(1568, 0.5, 0.1), Voice(3136, 0.25, 0.03)),
            *(Voice(1568, 0.7, 0.1, start=0.22), Voice(3136, 0.35, 0.03, start=0.22)),
        ),
        (60, 60, 60),
    ),
    # a chime that climbs to its ending
    e.Feedback.END: Cue(
        (
            *(Voice(659, 1.0, 0.09), Voice(988, 1.0, 0.09, start=0.14), Voice(1319, 1.0, 0.09, start=0.28)),
            *(
                Voice(1661, 1.0, 0.09, start=0.42),
                Voice(1976, 1.1, 0.09, start=0.56),
                Voice(330, 1.1, 0.09, start=0.56),
            ),
        ),
        (40, 60, 40, 60, 120),
    ),
}


def samples(voices: Iterable[Voice]) -> array[float]:
    """Return the mixed samples of voices, free of clicks at both ends."""
    together = map(sum, zip_longest(*(voice.swings() for voice in voices), fillvalue=0j))
    wave = array("f", [swing.imag for swing in together])
    for at in range(_FADE):
        wave[at] *= at / _FADE
        wave[-1 - at] *= at / _FADE
    return wave


class Sounds:
    """Plays cues if the browser supports and allows it, and ignores all failures.

    The audio starts with the first sound, in the handler of a tap. Each sound is computed when it is first needed.
    """

    def __init__(self) -> None:
        """Start silent."""
        self._audio: Any = None
        self._made: dict[e.Feedback, Any] = {}
        self._last: Any = None

    def play(self, feedback: e.Feedback) -> None:
        """Play the sound for a kind of feedback."""
        with suppress(Exception):
            self._start(feedback)

    def call(self) -> None:
        """Play the alert for a covered page if the audio is running; otherwise it would be heard too late."""
        with suppress(Exception):
            if self._audio and self._audio.state == "running":
                self._start(e.Feedback.CALLED)

    def vibrate(self, feedback: e.Feedback) -> None:
        """Vibrate for a kind of feedback."""
        with suppress(Exception):
            window.navigator.vibrate(window.Array.of(*CUES[feedback].pulses))

    def _start(self, feedback: e.Feedback) -> None:
        if self._audio is None:
            self._audio = window.AudioContext.new()
        if feedback not in self._made:
            self._made[feedback] = self._make(feedback)
        if self._audio.state != "running":
            self._audio.resume().catch(_ignore)
            if self._last:
                self._last.stop()  # otherwise, all sounds started meanwhile would play at once
        source = self._audio.createBufferSource()
        source.buffer = self._made[feedback]
        source.connect(self._audio.destination)
        source.start()
        self._last = source

    def _make(self, feedback: e.Feedback) -> Any:
        wave = samples(CUES[feedback].voices)
        buffer = self._audio.createBuffer(1, len(wave), RATE)
        buffer.getChannelData(0).assign(wave)
        return buffer


def _ignore(_error: object) -> None:
    """Ignore audio that can't be resumed."""
