"""The engine's two errors. They contain no text, only a key of the message catalogs (``words``) and its values."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import Repr
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    #: A value for a placeholder. Strings and numbers are inserted unchanged, sentences are translated, and sequences
    #: are formatted as lists.
    Value: TypeAlias = "str | int | Sentence | Sequence[str]"


class Sentence(NamedTuple):
    """An untranslated sentence."""

    #: The key in the message catalogs.
    key: str
    #: The values of the placeholders. The value named ``count``, if any, selects the plural form.
    values: dict[str, Value]


class Refusal(ValueError):  # noqa: N818 - the names of the engine's errors don't end in Error
    """The base class of the engine's errors. ``str()`` shows the key and the values of the sentence."""

    #: The message, which says what is wrong and where.
    sentence: Sentence

    def __init__(self, key: str, /, **values: Value) -> None:
        """Create an error with a sentence."""
        super().__init__(key)
        self.sentence = Sentence(key, values)

    def __str__(self) -> str:
        """Return the key and the values."""
        key, values = self.sentence
        return f"{key} {values}" if values else key


class InvalidRecord(Refusal):
    """An error for unreadable text: a game id, a record, a map, or the name of a space."""


class IllegalMove(Refusal):
    """An error for a ply that the rules don't allow."""


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel = 1


def quoted(value: object) -> str:
    """Return the ``repr()`` of a value for use in a message. The middle of a long text is omitted."""
    return _SHORT.repr(value)
