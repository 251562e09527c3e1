"""The stage: the scenes that the screen of a game still has to show."""

from __future__ import annotations

from dataclasses import dataclass

from app.screens.play.scenes.scene import Scene


@dataclass(frozen=True, slots=True)
class Stage:
    """The progress of the player through the scenes between two plies."""

    #: The scenes still to be shown, beginning with the one on the page.
    pending: tuple[Scene, ...] = ()
    #: The number of scenes of the last ply that the player has seen, as a save counts them.
    scenes_seen: int = 0
    #: The number of automatic steps that the scene on the page has taken.
    step: int = 0

    @property
    def scene(self) -> Scene | None:
        """The scene on the page, or None if no scene is pending."""
        return self.pending[0] if self.pending else None

    @property
    def lets_bots_draw(self) -> bool:
        """Whether bots may draw: every pending scene allows it."""
        return all(scene.traits.lets_bots_draw for scene in self.pending)

    def without_first(self) -> Stage:
        """Return the stage without the scene on the page."""
        return Stage(self.pending[1:], self.scenes_seen + self.pending[0].traits.counts_as_seen)


#: A stage without scenes.
NO_SCENES = Stage()
