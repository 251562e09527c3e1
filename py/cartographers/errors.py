"""The engine's two errors. They have no words: a sentence is a key of the catalogues (``words``) with values."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import Repr
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    #: Texts and numbers stand as they are, sentences are said, and what a sequence has is listed.
    Value: TypeAlias = "str | int | Sentence | Sequence[str]"


class Sentence(NamedTuple):
    """A sentence without words: its key in the catalogues, and what fills its placeholders.

    Of a sentence that counts something, ``count`` decides the plural form.
    """

    key: str
    values: dict[str, Value]


class Refused(ValueError):  # noqa: N818 - as the errors below
    """Something is refused. ``sentence`` says what is wrong and where; ``str()`` shows its key and values."""

    sentence: Sentence

    def __init__(self, key: str, /, **values: Value) -> None:
        """Refuse with a sentence."""
        super().__init__(f"{key} {values}" if values else key)
        self.sentence = Sentence(key, values)


class InvalidRecord(Refused):
    """A text (game id, record, map, name of a space) cannot be read."""


class IllegalMove(Refused):
    """The rules do not allow a ply."""


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel = 1


def quoted(value: object) -> str:
    """Return a value as Python writes it, to be quoted. A long text loses its middle: it may have megabytes."""
    return _SHORT.repr(value)
