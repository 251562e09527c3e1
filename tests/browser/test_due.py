"""The order in which effects are carried out, also with answers and exceptions."""

from __future__ import annotations

import pytest

from app.effects import Effect, Note
from app.messages import Kept, Message, Taken
from browser.due import Due


def note(name: str) -> Note:
    """Return an effect with a name."""
    return Note(name, "")


class Page:
    """A page that carries out notes: some of them are answered, and some fail, once."""

    def __init__(self, answers: dict[str, Message], failing: set[str]) -> None:
        """Answer the notes with some names, and fail at others."""
        self.done: list[str] = []
        self.answers, self.failing = answers, failing
        self.due = Due(self.carry_out, self.answer)

    def carry_out(self, effect: Effect) -> Message | None:
        """Carry out a note."""
        assert isinstance(effect, Note)
        if effect.name in self.failing:
            self.failing.remove(effect.name)
            raise OSError(effect.name)
        self.done.append(effect.name)
        return self.answers.get(effect.name)

    def answer(self, message: Message) -> bool:
        """Take an answer, which has an effect of its own."""
        self.due.add([note(f"after {type(message).__name__}")])
        return not isinstance(message, Taken)

    def add(self, *names: str) -> list[str]:
        """Let notes be due, and return the names of those that were carried out because of that."""
        before = len(self.done)
        self.due.add(map(note, names))
        return self.done[before:]


def test_the_effects_of_an_answer_come_after_those_that_were_due() -> None:
    """An older timer must not replace a newer one."""
    assert Page({"a": Kept("x")}, set()).add("a", "b", "c") == ["a", "b", "c", "after Kept"]


def test_a_game_in_another_tab_ends_what_was_due() -> None:
    """The ply that led to the effects has not been drawn."""
    assert Page({"a": Taken()}, set()).add("a", "b", "c") == ["a", "after Taken"]


def test_an_exception_leaves_the_others_due() -> None:
    """The next effects come after them, and the one that failed can be tried once more."""
    page = Page({}, {"b"})
    with pytest.raises(OSError, match="b"):
        page.add("a", "b", "c")
    assert page.done == ["a"]
    assert page.due.after_fault() == note("b")
    assert page.due.after_fault() is None
    assert page.add("b") == ["c", "b"]


def test_an_exception_in_an_answer() -> None:
    """It is the effect of the answer that has failed; the older ones are still due."""
    page = Page({"a": Kept("x")}, {"after Kept"})
    with pytest.raises(OSError, match="after Kept"):
        page.add("a", "b")
    assert page.done == ["a", "b"]
    assert page.due.after_fault() == note("after Kept")
