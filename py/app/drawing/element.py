"""The page as values: elements that can be compared, printed as HTML, or kept in a browser.

An :class:`Element` is a description of a piece of page. The browser layer compares the new description with the one it
drew last and touches only what differs; the build prints the first one into ``index.html``; tests read it.
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
    """One element: its tag, its attributes and its children, all of them text or elements.

    ``key`` names the element among its siblings, so that a list which gains or loses one keeps the others as they are.
    Among the children no text is empty and no two texts follow each other: HTML could not tell them apart.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: tuple[Node, ...] = ()
    key: str = ""


def h(tag: str, *children: Child, key: str = "", **attributes: str | float | bool | None) -> Element:
    """Return an element; ``None`` children, empty ones, and ``None`` or ``False`` attributes are left out.

    Attribute names are Python's: ``class_`` becomes ``class``, ``aria_label`` becomes ``aria-label``; ``True`` is the
    empty value that HTML uses for switches such as ``disabled``. A child may be an iterable of children; texts that
    follow each other become one.
    """
    return Element(
        tag,
        {
            _attribute_name(name): "" if value is True else str(value)
            for name, value in attributes.items()
            if value is not None and value is not False
        },
        tuple(_joined(_flat(children))),
        key,
    )


@cache
def _attribute_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _flat(children: Iterable[Child]) -> Iterator[Node]:
    for child in children:
        if isinstance(child, Element | str):
            yield child
        elif child is not None:
            yield from _flat(child)


def _joined(nodes: Iterable[Node]) -> list[Node]:
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, str) and found and isinstance(found[-1], str):
            found[-1] += node
        elif node != "":
            found.append(node)
    return found


def to_html(node: Node) -> str:
    """Return the node as HTML text, SVG included; text and attribute values are escaped."""
    if isinstance(node, str):
        return escape(node, quote=False)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes.items())
    if node.tag in _VOID:
        return f"<{node.tag}{attributes}>"
    return f"<{node.tag}{attributes}>{''.join(map(to_html, node.children))}</{node.tag}>"


def walk(node: Node) -> Iterator[Element]:
    """Yield the element and every element below it, in document order."""
    if isinstance(node, Element):
        yield node
        for child in node.children:
            yield from walk(child)


def text_of(node: Node) -> str:
    """Return the text a reader would see in the node."""
    return node if isinstance(node, str) else "".join(map(text_of, node.children))
