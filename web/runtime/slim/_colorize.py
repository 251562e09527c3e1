"""Colors for a terminal; a page has none."""


class _Plain:
    """A theme without colors."""

    def __getattr__(self, part: str) -> str:
        """Return no color for a part of a traceback."""
        return ""


class _Theme:
    traceback = _Plain()


def can_colorize(**_: object) -> bool:
    """Return False: there are no colors."""
    return False


def get_theme(**_: object) -> _Theme:
    """Return the only theme."""
    return _Theme()
