"""A view kept in the document: built once, then only what differs is touched.

Every element of the view has a live node; a new view is compared with the last one part by part, and equal parts cost
no call into the document. Siblings with keys keep their nodes when others come or go.
"""

from __future__ import annotations

from typing import Any

from js import document

from app.element import Element, Node

_SVG = "http://www.w3.org/2000/svg"
#: Attributes that only say how a field starts; what it holds now is the property of that name.
_LIVE = {("input", "value")}


class Mounted:
    """A piece of view and the live node that shows it."""

    __slots__ = ("children", "node", "shown")

    def __init__(self, shown: Node, namespace: str = "") -> None:
        """Build the live node of a piece of view, with all below it."""
        self.shown = shown
        self.children: list[Mounted] = []
        if isinstance(shown, str):
            self.node: Any = document.createTextNode(shown)
            return
        namespace = _SVG if shown.tag == "svg" else namespace
        if namespace:
            self.node = document.createElementNS(namespace, shown.tag)
        else:
            self.node = document.createElement(shown.tag)
        for name, value in shown.attributes.items():
            self.node.setAttribute(name, value)
        self.children = [Mounted(child, namespace) for child in shown.children]
        if self.children:
            self.node.append(*[child.node for child in self.children])

    def show(self, new: Node) -> Mounted:
        """Make the document show the new piece, and return it mounted: this one, or its replacement."""
        old = self.shown
        if new is old or (isinstance(new, str) and new == old):
            return self
        if isinstance(new, str) or isinstance(old, str) or new.tag != old.tag or new.key != old.key:
            replacement = Mounted(new, _namespace(self.node.parentNode))
            self.node.replaceWith(replacement.node)
            return replacement
        if new.attributes != old.attributes:
            self._show_attributes(old, new)
        if [_key(piece) for piece in new.children] == [_key(piece) for piece in old.children]:
            self.children = [child.show(piece) for child, piece in zip(self.children, new.children, strict=True)]
        else:
            self._rearrange(new)
        self.shown = new
        return self

    def _show_attributes(self, old: Element, new: Element) -> None:
        for name, value in new.attributes.items():
            if old.attributes.get(name) != value:
                self.node.setAttribute(name, value)
                if (new.tag, name) in _LIVE and getattr(self.node, name) != value:
                    setattr(self.node, name, value)
        for name in old.attributes:
            if name not in new.attributes:
                self.node.removeAttribute(name)

    def _rearrange(self, new: Element) -> None:
        """Show children that have come, gone or changed places; those with keys keep their nodes."""
        keyed = {_key(child.shown): child for child in self.children if _key(child.shown)}
        unkeyed = [child for child in self.children if not _key(child.shown)]
        kept: list[Mounted] = []
        for piece in new.children:
            key = _key(piece)
            old = keyed.pop(key, None) if key else unkeyed.pop(0) if unkeyed else None
            kept.append(old.show(piece) if old else Mounted(piece, _namespace(self.node)))
        for gone in [*keyed.values(), *unkeyed]:
            gone.node.remove()
        at = self.node.firstChild
        for child in kept:
            if at and child.node.isSameNode(at):
                at = at.nextSibling
            else:
                self.node.insertBefore(child.node, at)
        self.children = kept


def _namespace(parent: Any) -> str:
    """Return the namespace that children of a node are built in."""
    return _SVG if parent and parent.namespaceURI == _SVG else ""


def _key(node: Node) -> str:
    return "" if isinstance(node, str) else node.key
