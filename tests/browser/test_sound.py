"""The sounds, and playing them in a fake browser."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from app.effects import Feedback

CHIMES = {Feedback.SPRING, Feedback.SUMMER, Feedback.FALL, Feedback.WINTER, Feedback.CALLED, Feedback.END}


class FakeBrowser:
    """A window with the parts of the audio API that the page uses, and a log of calls to them."""

    destination = "loudspeaker"

    def __init__(self) -> None:
        """Open a window whose audio is running. It is also the audio context, which refuses to be resumed."""
        self.asked: list[tuple[Any, ...]] = []
        self.state = "running"
        self.AudioContext = SimpleNamespace(new=lambda: self.ask("audio"))
        self.Array = SimpleNamespace(of=lambda *items: list(items))
        self.navigator = SimpleNamespace(vibrate=lambda pattern: self.ask("vibrate", pattern))

    def ask(self, *what: object) -> FakeBrowser:
        self.asked.append(what)
        return self

    def take_names(self) -> list[str]:
        """Return the names of the calls, and empty the log."""
        asked, self.asked = self.asked, []
        return [name for name, *_ in asked]

    def resume(self) -> SimpleNamespace:
        self.ask("resume")
        return SimpleNamespace(catch=lambda handler: handler("refused"))

    def createBuffer(self, channels: int, length: int, rate: int) -> SimpleNamespace:
        self.ask("buffer", channels, length, rate)
        data: list[float] = []
        return SimpleNamespace(data=data, getChannelData=lambda _: SimpleNamespace(assign=data.extend))

    def createBufferSource(self) -> SimpleNamespace:
        """Return a node that plays a buffer once."""
        source = SimpleNamespace(buffer=None, connect=lambda to: self.ask("connect", to))
        source.start = lambda: self.ask("start", source.buffer.data)
        source.stop = lambda: self.ask("stop", source.buffer.data)
        return source


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the module with a fake window."""
    window = FakeBrowser()
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(window=window))
    module = importlib.import_module("browser.sound")
    monkeypatch.setattr(module, "window", window)
    return module


@pytest.mark.parametrize("feedback", Feedback)
def test_a_sound_is_short_and_quiet_and_has_its_vibration(sound: ModuleType, feedback: Feedback) -> None:
    """A sound is short and quiet, begins and ends without a click, and its vibration needs no audio."""
    wave = sound.samples(sound.CUES[feedback].voices)
    loudest = max(map(abs, wave))
    assert 0.02 < len(wave) / sound.RATE < (2 if feedback in CHIMES else 0.4)
    assert 0.05 < loudest < 0.5
    assert wave[0] == wave[-1] == 0
    assert max(map(abs, [*wave[:4], *wave[-4:]])) < loudest / 10
    assert sum(map(abs, wave)) / len(wave) > 0.001
    sound.Sounds().vibrate(feedback)
    assert sound.window.asked == [("vibrate", list(sound.CUES[feedback].pulses))]


def test_no_two_sounds_are_alike(sound: ModuleType) -> None:
    """No two sounds and few vibrations are alike; a struck voice fades, and a rubbed one reaches its full amplitude."""
    cues = sound.CUES
    assert len({bytes(sound.samples(cue.voices)) for cue in cues.values()}) == len(cues) == len(Feedback)
    small = {Feedback.MOVED, Feedback.TURNED, Feedback.CHANGED}
    assert len({cue.pulses for feedback, cue in cues.items() if feedback not in small}) == len(Feedback) - len(small)
    for cue in cues.values():
        assert len(cue.pulses) % 2 == 1
        assert sum(cue.pulses) < 400
    struck = list(sound.Voice(500, 0.1, 0.5, start=0.02).swings())
    silence = round(0.02 * sound.RATE)
    assert not any(struck[:silence])
    assert abs(struck[silence]) == 0.5
    assert abs(struck[-1]) == pytest.approx(0.0005)
    assert len(struck) - silence == pytest.approx(0.1 * sound.RATE, abs=1)
    rubbed = list(sound.Voice(500, 0.1, 0.5, rubbed=0.05).swings())
    assert max(map(abs, rubbed)) == pytest.approx(0.5)
    assert len(rubbed) == pytest.approx(0.15 * sound.RATE, abs=1)


def test_audio_starts_with_first_sound_and_caches_buffers(sound: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The audio starts with the first sound or, after a failure, with the next; each buffer is computed once."""
    sounds = sound.Sounds()
    assert sound.window.asked == []
    expected: list[tuple[Any, ...]] = [("audio",)]
    for number in range(3):
        for feedback in Feedback:
            sounds.play(feedback)
            wave = list(sound.samples(sound.CUES[feedback].voices))
            expected += [] if number else [("buffer", 1, len(wave), sound.RATE)]
            expected += [("connect", "loudspeaker"), ("start", wave)]
    assert sound.window.asked == expected
    sounds = sound.Sounds()
    sound.window.take_names()
    with monkeypatch.context() as broken:
        broken.setattr(sound.window, "AudioContext", SimpleNamespace(new=refuse))
        sounds.play(Feedback.COIN)
    sounds.play(Feedback.COIN)
    assert sound.window.take_names() == ["audio", "buffer", "connect", "start"]


@pytest.mark.parametrize("state", ["suspended", "interrupted"])
def test_audio_is_resumed_if_not_running(sound: ModuleType, state: str) -> None:
    """Audio that isn't running is resumed; only the last sound waits for it, and a refusal is ignored."""
    window, sounds = sound.window, sound.Sounds()
    window.state = state
    sounds.play(Feedback.MOVED)
    assert window.take_names() == ["audio", "buffer", "resume", "connect", "start"]
    sounds.play(Feedback.DRAWN)
    assert ("stop", list(sound.samples(sound.CUES[Feedback.MOVED].voices))) in window.asked
    assert window.take_names() == ["buffer", "resume", "stop", "connect", "start"]
    window.state = "running"
    sounds.play(Feedback.DRAWN)
    assert window.take_names() == ["connect", "start"]


def refuse(*_: object) -> None:
    """Raise an error, like a browser that denies a function."""
    raise RuntimeError("NotAllowedError")


@pytest.mark.parametrize(
    "without",
    [
        {"AudioContext": None, "navigator": SimpleNamespace()},
        {"AudioContext": SimpleNamespace(new=refuse), "navigator": SimpleNamespace(vibrate=refuse)},
        {"AudioContext": SimpleNamespace(new=lambda: None), "navigator": SimpleNamespace(vibrate=None)},
    ],
    ids=["missing", "denied", "null"],
)
def test_no_audio_and_vibration(sound: ModuleType, monkeypatch: pytest.MonkeyPatch, without: dict[str, Any]) -> None:
    """If audio and vibration are missing or denied, playing and vibrating do nothing, at every attempt."""
    for name, value in without.items():
        monkeypatch.setattr(sound.window, name, value)
    sounds = sound.Sounds()
    for feedback in (*Feedback, *Feedback):
        sounds.play(feedback)
        sounds.vibrate(feedback)
    assert sound.window.asked == []
