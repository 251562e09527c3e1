"""What is explained once on a device, when it first appears in a game."""

from __future__ import annotations

from app.drawing.element import Element, h
from app.drawing.parts import button
from app.game.game import AmbushScene, CurtainScene
from app.messages import GotIt
from app.said import Said
from app.screens.play.screen import Playing
from app.visit import Visit
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, terrains_of
from cartographers.terrain import Terrain
from words import Words


def once_view(words: Words, visit: Visit) -> Element | None:
    """Return the explanation of what is new on the page, if anything is."""
    new = explained_now(visit)
    if not new or visit.dialog:
        return None
    return h(
        "aside",
        h("p", words(f"once.{new}")),
        button(GotIt(new), words("once.got-it"), class_="got-it"),
        class_="notice once",
        key=f"once-{new}",
    )


def once_aloud(words: Words, visit: Visit) -> Said:
    """Return the explanation for screen readers, which speak it once in a visit."""
    new = explained_now(visit)
    return Said("once", words(f"once.{new}") if new and new not in visit.page.spoken else "")


def explained_now(visit: Visit) -> str:
    """Return what is explained now; an empty text if nothing is."""
    screen = visit.screen
    if not isinstance(screen, Playing) or visit.taken:
        return ""
    return next((what for what in explained_on(screen) if what not in visit.memory.told), "")


def explained_on(screen: Playing) -> list[str]:
    """Return what is on the page that is explained once."""
    scene, task = screen.scene, screen.task
    if isinstance(scene, CurtainScene):
        return ["curtain"]
    card = scene.event.card if isinstance(scene, AmbushScene) else task.card if task else None
    found = {
        "arrow": task is not None and task.sheet != task.player,
        "hero": isinstance(card, HeroCard),
        "any": isinstance(card, ExploreCard) and task is not None and Terrain.MONSTER in terrains_of(task.options),
        "beast": isinstance(card, AmbushCard) and card.beast is not None,
    }
    return [what for what, there in found.items() if there]
