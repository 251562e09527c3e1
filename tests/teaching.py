"""The lesson as taken by a player who makes every mistake first."""

from __future__ import annotations

from collections.abc import Iterator

from app.messages import (
    AnswerCoach,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    Go,
    HighlightTopic,
    Message,
    Proceed,
    Rotate,
    Step,
    Tap,
    Topic,
)
from app.screens.lesson.course import STEPS
from app.screens.lesson.screen import Lesson
from app.visit import Visit
from cartographers.region import space_named
from updates import updated
from visits import arrive

#: The mistakes in each step: the messages that lead to a mistake, and the end of the key for the coach's answer.
MISTAKES: dict[str, list[tuple[tuple[Message, ...], str]]] = {
    "goal": [((Confirm(),), "next")],
    "move": [
        ((Tap(space_named("H6")), Confirm()), "marked"),
        ((Tap(space_named("B4")),), "mountain"),
        ((Rotate(1), Tap(space_named("H6"))), "turned"),
    ],
    "draw": [((ChooseTerrain("farm"), Confirm()), "forest")],
    "edict": [((HighlightTopic(Topic.EDICT_B),), "tile"), ((Confirm(),), "tile")],
    "lit": [((Confirm(),), "next")],
    "coin": [
        ((Tap(space_named("A4")),), "filled"),
        ((ChooseShape(1), Tap(space_named("H6")), Confirm()), "coin"),
        ((ChooseShape(0), Tap(space_named("H6")), Confirm()), "gaps"),
    ],
    "ruins": [((Tap(space_named("F9")),), "ruins")],
    "wall": [((Tap(space_named("H6")), Confirm()), "wall")],
    "end": [((Confirm(),), "over")],
}


def lesson_of(visit: Visit) -> Lesson:
    """Return the lesson of a visit."""
    assert isinstance(visit.screen, Lesson)
    return visit.screen


def right(visit: Visit) -> Message:
    """Return the message that continues the lesson: the next step of an animation, the end of a scene, or the coach."""
    lesson = lesson_of(visit)
    if lesson.pause:
        return Step()
    if lesson.step.kind == "scene":
        return Proceed()
    return AnswerCoach("next" if lesson.step.kind == "read" else "show")


def taken() -> Iterator[tuple[Visit, str]]:
    """Yield the visit after each message of the lesson, including mistakes, with the answer to a mistake."""
    visit = updated(arrive("any"), Go("lesson"))
    yield visit, ""
    seen = set[str]()
    while True:
        name = lesson_of(visit).step.name
        if name not in seen:
            seen.add(name)
            for messages, answer in MISTAKES.get(name, []):
                for message in messages:
                    visit = updated(visit, message)
                yield visit, answer
        if lesson_of(visit).step is STEPS[-1]:
            return
        visit = updated(visit, right(visit))
        yield visit, ""
