"""Frozen dataclasses without a decorator for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value:
    """The base class of messages, effects, and screens: all subclasses are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        """Make the class a frozen dataclass."""
        dataclass(frozen=True)(cls)
