"""The order of effects, with answers and exceptions."""

import pytest

from app import messages as m
from app.effects import Effect
from app.saves.noting import SaveNote
from browser.effect_queue import EffectQueue


def note(name: str) -> SaveNote:
    """Return an effect with the given name."""
    return SaveNote(name, "")


class Page:
    """A page that carries out notes. Some notes are answered, and some fail once."""

    def __init__(self, answers: dict[str, m.Message], failing: set[str]) -> None:
        """Set the answers by note name, and the names of the notes that fail."""
        self.done: list[str] = []
        self.answers, self.failing = answers, failing
        self.due = EffectQueue(self.carry_out, self.answer)

    def carry_out(self, effect: Effect) -> m.Message | None:
        """Carry out a note."""
        assert isinstance(effect, SaveNote)
        if effect.name in self.failing:
            self.failing.remove(effect.name)
            raise OSError(effect.name)
        self.done.append(effect.name)
        return self.answers.get(effect.name)

    def answer(self, message: m.Message) -> bool:
        """Receive an answer, which causes another effect."""
        self.due.add([note(f"after {type(message).__name__}")])
        return not isinstance(message, m.ContinuedElsewhere)

    def add(self, *names: str) -> list[str]:
        """Queue notes, and return the names of the notes that were then carried out."""
        before = len(self.done)
        self.due.add(map(note, names))
        return self.done[before:]


def test_effects_of_an_answer() -> None:
    """An answer's effects follow all older effects, which are dropped if another tab has taken the game."""
    assert Page({"a": m.GameSaved("x")}, set()).add("a", "b", "c") == ["a", "b", "c", "after GameSaved"]
    assert Page({"a": m.ContinuedElsewhere()}, set()).add("a", "b", "c") == ["a", "after ContinuedElsewhere"]


def test_exception_leaves_other_effects_queued() -> None:
    """After an exception, even in an answer, the other effects stay queued, and the failed one can be tried again."""
    page = Page({}, {"b"})
    with pytest.raises(OSError, match="b"):
        page.add("a", "b", "c")
    assert page.done == ["a"]
    assert page.add("d") == ["c", "d"]
    assert page.due.after_fault() == [note("b")]
    assert page.due.after_fault() == []
    page = Page({"a": m.GameSaved("x")}, {"after GameSaved"})
    with pytest.raises(OSError, match="after GameSaved"):
        page.add("a", "b")
    assert page.done == ["a", "b"]
    assert page.due.after_fault() == [note("after GameSaved")]
