"""The lesson as taken by a player who makes every mistake first."""

from collections.abc import Iterator

from app import messages as m
from app.screens.lesson.course import STEPS
from app.screens.lesson.screen import AnswerCoach, Lesson
from app.visit import Visit
from cartographers.region import space_named
from support.visits import arrive, updated

#: The mistakes in each step: the messages that lead to a mistake, and the end of the key for the coach's answer.
MISTAKES: dict[str, list[tuple[tuple[m.Message, ...], str]]] = {
    "goal": [((m.Confirm(),), "next")],
    "move": [
        ((m.Tap(space_named("H6")), m.Confirm()), "marked"),
        ((m.Tap(space_named("B4")),), "mountain"),
        ((m.Rotate(1), m.Tap(space_named("H6"))), "turned"),
    ],
    "draw": [((m.ChooseTerrain("farm"), m.Confirm()), "forest")],
    "edict": [((m.HighlightTopic(m.Topic.EDICT_B),), "tile"), ((m.Confirm(),), "tile")],
    "lit": [((m.Confirm(),), "next")],
    "coin": [
        ((m.Tap(space_named("A4")),), "filled"),
        ((m.ChooseShape(1), m.Tap(space_named("H6")), m.Confirm()), "coin"),
        ((m.ChooseShape(0), m.Tap(space_named("H6")), m.Confirm()), "gaps"),
    ],
    "ruins": [((m.Tap(space_named("F9")),), "ruins")],
    "wall": [((m.Tap(space_named("H6")), m.Confirm()), "wall")],
    "end": [((m.Confirm(),), "over")],
}


def lesson_of(visit: Visit) -> Lesson:
    """Return the lesson of a visit."""
    assert isinstance(visit.screen, Lesson)
    return visit.screen


def right(visit: Visit) -> m.Message:
    """Return the message that continues the lesson: the next step of an animation, the end of a scene, or the coach."""
    lesson = lesson_of(visit)
    if lesson.playing.pause:
        return m.Step()
    if lesson.step.kind == "scene":
        return m.Proceed()
    return AnswerCoach("next" if lesson.step.kind == "read" else "show")


def taken() -> Iterator[tuple[Visit, str]]:
    """Yield the visit after each message of the lesson, including mistakes, with the answer to a mistake."""
    visit = updated(arrive("any"), m.Go("lesson"))
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
