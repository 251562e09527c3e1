"""Colours for a terminal; a page has none."""


class _Plain:
    """A theme without colours."""

    def __getattr__(self, part: str) -> str:
        """Return no colour for a part of a traceback."""
        return ""


class _Theme:
    traceback = _Plain()


def can_colorize(**_: object) -> bool:
    """Return that there are no colours."""
    return False


def get_theme(**_: object) -> _Theme:
    """Return the only theme."""
    return _Theme()
