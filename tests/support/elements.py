"""Helpers that look at the elements of a page."""

from collections import Counter
from collections.abc import Iterable

from app.drawing.element import Element, text_of, walk
from app.visit import Visit
from support.playing import shown, with_class


def tagged(page: Element, tag: str) -> list[Element]:
    """Return the elements with the given tag."""
    return [found for found in walk(page) if found.tag == tag]


def texts(elements: Iterable[Element]) -> list[str]:
    """Return the texts of elements."""
    return list(map(text_of, elements))


def text(visit: Visit) -> str:
    """Return the text of the page."""
    return text_of(shown(visit))


def text_with_key(visit: Visit, key: str) -> str:
    """Return the text of the page's first element with the given key."""
    return next((text_of(found) for found in walk(shown(visit)) if found.key == key), "")


def texts_with_class(visit: Visit, name: str) -> list[str]:
    """Return the texts of the page's elements with the given class."""
    return texts(with_class(shown(visit), name))


def doubled(page: Element) -> list[str]:
    """Return the keys that siblings share, and the ids that occur twice."""
    keys = ([child.key for child in part.children if isinstance(child, Element) and child.key] for part in walk(page))
    ids = [part.attributes["id"] for part in walk(page) if "id" in part.attributes]
    return [name for names in (*keys, ids) for name, count in Counter(names).items() if count > 1]
