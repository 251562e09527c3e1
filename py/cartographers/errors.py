"""The two ways in which the engine says no."""


class InvalidRecord(ValueError):  # noqa: N818 - it names what is wrong, as a caller says it
    """A text (game id, record, map diagram, space) cannot be read; the message says what is wrong and where."""


class IllegalMove(ValueError):  # noqa: N818 - likewise
    """The rules do not allow a ply; the message says why."""
