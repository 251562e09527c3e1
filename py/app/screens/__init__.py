"""The screens: each has its state, its messages, its looks and its keys in one place. One line here for each."""

from __future__ import annotations

from typing import TypeAlias

from app.screens.about import About
from app.screens.embed import Embed
from app.screens.play.screen import Playing
from app.screens.set_up import SetUp
from app.screens.start import Start
from app.screens.watch import Watching

Screen: TypeAlias = (
    Start
    | SetUp
    | Playing
    | Watching
    | Embed
    | About
)  # fmt: skip
