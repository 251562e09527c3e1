"""The words that Python says in the page, in the parts in which they are fetched."""

from app.later import WORDS


def said_by_python(language: str, *, later: bool) -> dict[str, str]:
    """Return what Python says in a language: in the later part of the page, or before."""
    # Not before the code that dataclasses generate has been noted: this imports the game.
    from words.files import said_by_python  # noqa: PLC0415

    return {key: text for key, text in said_by_python(language).items() if key.startswith(WORDS) is later}
