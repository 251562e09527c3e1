"""The words that Python says in the page, in the parts in which they are fetched."""

from itertools import chain

from app.later import WORDS


def said_by_python(language: str, part: str = "") -> dict[str, str]:
    """Return what Python says in a language: in a part of the page that comes after the start, or before all parts."""
    # Not before the code that dataclasses generate has been noted: this imports the game.
    from words.files import said_by_python  # noqa: PLC0415

    def is_in(key: str) -> bool:
        return key.startswith(WORDS[part]) if part else not key.startswith(tuple(chain(*WORDS.values())))

    return {key: text for key, text in said_by_python(language).items() if is_in(key)}
