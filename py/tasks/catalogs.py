"""Python's texts in the page, divided into the parts in which they are fetched."""

from itertools import chain

from tasks.delivery import PARTS
from words import files


def said_by_python(language: str, part: str = "") -> dict[str, str]:
    """Return Python's texts in the given language: those of a later part of the page, or those at the start."""

    def is_in(key: str) -> bool:
        in_parts = chain.from_iterable(delivery.words for delivery in PARTS.values())
        return key.startswith(PARTS[part].words) if part else not key.startswith(tuple(in_parts))

    return {key: text for key, text in files.said_by_python(language).items() if is_in(key)}
