"""The page as values: elements that can be compared, written as HTML, or drawn by a browser.

An :class:`Element` describes a piece of the page. The browser layer compares it with the element that it drew last and
changes only the differences. The build writes the first page into ``index.html``, and tests inspect elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import TypeAlias

Node: TypeAlias = "Element | str"
Child: TypeAlias = "Element | str | Iterable[Element | str | None] | None"

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


@dataclass(frozen=True, slots=True)
class Element:
    """An HTML or SVG element."""

    #: The name of the tag.
    tag: str
    #: The attributes.
    attributes: dict[str, str] = field(default_factory=dict)
    #: Elements and texts. No text is empty, and no two texts are adjacent: HTML couldn't tell them apart.
    children: tuple[Node, ...] = ()
    #: The element's name among its siblings, so that the others stay unchanged when a list gains or loses one.
    key: str = ""


def h(tag: str, *children: Child, key: str = "", **attributes: str | float | bool | None) -> Element:
    """Return an element; omit ``None`` and empty children, and ``None`` and ``False`` attributes.

    Attribute names are Python's: ``class_`` becomes ``class``, ``aria_label`` becomes ``aria-label``. ``True`` becomes
    the empty value that HTML uses for flags such as ``disabled``. A child may be an iterable of children. Adjacent
    texts are joined.
    """
    return Element(
        tag,
        {
            _attribute_name(name): "" if value is True else str(value)
            for name, value in attributes.items()
            if value is not None and value is not False
        },
        tuple(_joined(children, [])),
        key,
    )


@cache
def _attribute_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _joined(children: Iterable[Child], found: list[Node]) -> list[Node]:
    """Add children to the nodes ``found`` before them, each text to an adjacent one, and return all."""
    for child in children:
        if isinstance(child, Element):
            found.append(child)
        elif isinstance(child, str):
            if found and isinstance(found[-1], str):
                found[-1] += child
            elif child:
                found.append(child)
        elif child is not None:
            _joined(child, found)
    return found


def to_html(node: Node) -> str:
    """Return a node as HTML or SVG text, with escaped texts and attribute values."""
    if isinstance(node, str):
        return escape(node, quote=False)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes.items())
    if node.tag in _VOID:
        return f"<{node.tag}{attributes}>"
    return f"<{node.tag}{attributes}>{''.join(map(to_html, node.children))}</{node.tag}>"


def walk(node: Node) -> Iterator[Element]:
    """Yield an element and all elements below it, in document order."""
    if isinstance(node, Element):
        yield node
        for child in node.children:
            yield from walk(child)


def text_of(node: Node) -> str:
    """Return the text of a node and of all nodes below it."""
    return node if isinstance(node, str) else "".join(map(text_of, node.children))
