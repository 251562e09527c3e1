"""Shows a view in the document: builds it once, then changes only the nodes that differ.

A new view is compared with the previous one element by element; equal elements cost no call into the document. Siblings
with keys keep their nodes when others come or go. Every call from Python into the document is slow, so new elements are
passed as HTML to the browser's parser, and the nodes below an element are looked up only when one of them must change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from js import document

from app.drawing.element import Element, Node, text_of, to_html, walk

#: Attributes that set only a field's initial value; its current value is the property of the same name.
_LIVE = {("input", "value")}
#: The browser's number for text nodes.
_TEXT = 3


class Mounted:
    """An element or a text of a view, with the node that shows it."""

    __slots__ = ("children", "node", "shown", "svg")

    def __init__(self, shown: Node, node: Any, *, svg: bool) -> None:
        """Wrap a node that already shows an element or a text."""
        self.shown = shown
        self.node = node
        #: True if the node is part of an SVG picture.
        self.svg = svg
        #: The children, once their nodes have been looked up.
        self.children: list[Mounted] | None = None

    def show(self, new: Node) -> Mounted:
        """Show a new element or text in place of this one; return this object or its replacement."""
        old = self.shown
        if new is old:
            return self
        if isinstance(new, str) and isinstance(old, str):
            self.node.nodeValue = new
        elif (
            isinstance(new, str)
            or isinstance(old, str)
            or new.tag != old.tag
            or new.key != old.key
            or not self._show_children(old, new)
        ):
            return self._replace(new)
        elif new.attributes != old.attributes:
            self._show_attributes(old, new)
        self.shown = new
        return self

    def find(self, key: str) -> Mounted | None:
        """Return the descendant with the given key, and look up its node; None if the view has no such key."""
        if _key(self.shown) == key:
            return self
        if isinstance(self.shown, str) or not any(part.key == key for part in walk(self.shown)):
            return None
        return next((found for child in self._hold(self.shown) or () if (found := child.find(key))), None)

    def held(self, key: str) -> Mounted | None:
        """Return the descendant with the given key if its node has been looked up already."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            if _key(part.shown) == key:
                return part
            waiting += part.children or ()
        return None

    def _replace(self, new: Node) -> Mounted:
        replacement = mount(new, svg=self.svg)
        self.node.replaceWith(replacement.node)
        return replacement

    def _show_attributes(self, old: Element, new: Element) -> None:
        for name, value in new.attributes.items():
            if old.attributes.get(name) != value:
                self.node.setAttribute(name, value)
                if (new.tag, name) in _LIVE and getattr(self.node, name) != value:
                    setattr(self.node, name, value)
        for name in old.attributes:
            if name not in new.attributes:
                self.node.removeAttribute(name)

    def _show_children(self, old: Element, new: Element) -> bool:
        """Show the new children; return False if other software has changed the document below this node.

        A browser that translates the page does this: it replaces texts with other nodes.
        """
        if self.children is None and new.children == old.children:
            return True
        both = old.children + new.children
        if len(both) == 1 and isinstance(both[0], str):  # the only text comes or goes
            self.node.textContent = text_of(new)
            self.children = None
            return True
        children = self._hold(old)
        if children is None:
            return False
        if _keys(new.children) == _keys(old.children):
            pairs = list(zip(children, new.children, strict=True))
            changed = (child for child, piece in pairs if isinstance(child.shown, str) and child.shown != piece)
            if any(map(self._lacks, changed)):
                return False
            self.children = [child if child.shown is piece else child.show(piece) for child, piece in pairs]
        else:
            if any(isinstance(child.shown, str) and self._lacks(child) for child in children):
                return False
            self.children = self._rearranged(children, new)
        return True

    def _lacks(self, child: Mounted) -> bool:
        """Return whether a child's node is no longer below this node."""
        parent = child.node.parentNode
        return not parent or not parent.isSameNode(self.node)

    def _hold(self, shown: Element) -> list[Mounted] | None:
        """Return the children, and look up their nodes at the first call.

        Return None if the nodes don't match the children.
        """
        if self.children is None:
            svg = self.svg or shown.tag == "svg"
            nodes = list(self.node.childNodes)
            if len(nodes) != len(shown.children):
                return None
            pairs = list(zip(shown.children, nodes, strict=True))
            if any(isinstance(piece, str) and node.nodeType != _TEXT for piece, node in pairs):
                return None
            self.children = [Mounted(piece, node, svg=svg) for piece, node in pairs]
        return self.children

    def _rearranged(self, children: list[Mounted], new: Element) -> list[Mounted]:
        """Add, remove, and reorder children; children with keys keep their nodes."""
        keyed = {_key(child.shown): child for child in children if _key(child.shown)}
        unkeyed = [child for child in children if not _key(child.shown)]
        found: list[Mounted | None] = []
        for piece in new.children:
            key = _key(piece)
            found.append(keyed.pop(key, None) if key else unkeyed.pop(0) if unkeyed else None)
        for gone in [*keyed.values(), *unkeyed]:
            gone.node.remove()
        matched = set(found)
        waiting = [child for child in children if child in matched]  # in the document's order
        kept: list[Mounted] = []
        for old, piece in zip(found, new.children, strict=True):
            if old and old is waiting[0]:
                child = waiting.pop(0).show(piece)
            elif old:
                waiting.remove(old)
                child = old.show(piece)
                self.node.insertBefore(child.node, waiting[0].node if waiting else None)
            else:
                child = self._added(piece, waiting[0] if waiting else None, svg=self.svg or new.tag == "svg")
            kept.append(child)
        return kept

    def _added(self, piece: Node, before: Mounted | None, *, svg: bool) -> Mounted:
        """Return a new child with a new node, which comes before another child or at the end."""
        if isinstance(piece, str) or (before and isinstance(before.shown, str)):
            child = mount(piece, svg=svg)
            self.node.insertBefore(child.node, before.node if before else None)
            return child
        if before:
            before.node.insertAdjacentHTML("beforebegin", to_html(piece))
            return Mounted(piece, before.node.previousSibling, svg=svg)
        self.node.insertAdjacentHTML("beforeend", to_html(piece))
        return Mounted(piece, self.node.lastChild, svg=svg)


def mount(shown: Node, *, svg: bool = False) -> Mounted:
    """Return an element or a text with a new node; ``svg`` makes the node part of an SVG picture."""
    if isinstance(shown, str):
        return Mounted(shown, document.createTextNode(shown), svg=svg)
    template = document.createElement("template")
    if svg:
        template.innerHTML = f"<svg>{to_html(shown)}</svg>"
        return Mounted(shown, template.content.firstChild.firstChild, svg=svg)
    template.innerHTML = to_html(shown)
    return Mounted(shown, template.content.firstChild, svg=svg)


def _key(node: Node) -> str:
    return "" if isinstance(node, str) else node.key


def _keys(nodes: Iterable[Node]) -> list[str]:
    return ["" if isinstance(node, str) else node.key for node in nodes]
