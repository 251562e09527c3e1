"""The words that Python says in the page, in the parts in which they are fetched."""

from itertools import chain

from tasks.delivery import PARTS


def said_by_python(language: str, part: str = "") -> dict[str, str]:
    """Return what Python says in a language: in a part of the page that comes after the start, or before all parts."""
    # Not before the code that dataclasses generate has been noted: this imports the game.
    from words.files import said_by_python  # noqa: PLC0415

    def is_in(key: str) -> bool:
        in_parts = chain.from_iterable(delivery.words for delivery in PARTS.values())
        return key.startswith(PARTS[part].words) if part else not key.startswith(tuple(in_parts))

    return {key: text for key, text in said_by_python(language).items() if is_in(key)}
