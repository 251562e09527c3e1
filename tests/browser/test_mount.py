"""Mounted views in a fake document: after any change of the view, the document shows exactly the new view."""

from __future__ import annotations

import re
import sys
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drawing.element import Element, Node, to_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from browser.mount import Mounted

    Mount: TypeAlias = Callable[[Node], Mounted]

SVG = "http://www.w3.org/2000/svg"


class FakeNode:
    """A node with the methods that mounting uses, and a count of the changes to all nodes."""

    touched = 0

    def __init__(self, name: str, namespace: str = "", text: str = "") -> None:
        """Make a node without a parent."""
        self.name, self.namespaceURI, self.text = name, namespace, text
        self.attributes: dict[str, str] = {}
        self.children: list[FakeNode] = []
        self.parentNode: FakeNode | None = None
        self.held: str | None = None

    @property
    def nodeType(self) -> int:
        return 1 if self.name else 3

    @property
    def value(self) -> str:
        """The value of a field: its attribute, until the player types or the page sets another value."""
        return self.attributes.get("value", "") if self.held is None else self.held

    @value.setter
    def value(self, text: str) -> None:
        FakeNode.touched += 1
        self.held = text

    def setAttribute(self, name: str, value: str) -> None:
        FakeNode.touched += 1
        self.attributes[name] = value

    def removeAttribute(self, name: str) -> None:
        FakeNode.touched += 1
        del self.attributes[name]

    def append(self, node: FakeNode) -> None:
        self.insertBefore(node, None)

    def insertBefore(self, node: FakeNode, before: FakeNode | None) -> None:
        FakeNode.touched += 1
        node.remove()
        at = self.children.index(before) if before else len(self.children)
        self.children.insert(at, node)
        node.parentNode = self

    @property
    def childNodes(self) -> list[FakeNode]:
        return list(self.children)

    @property
    def nodeValue(self) -> str:
        return self.text

    @nodeValue.setter
    def nodeValue(self, text: str) -> None:
        FakeNode.touched += 1
        self.text = text

    def remove(self) -> None:
        FakeNode.touched += 1
        if self.parentNode:
            self.parentNode.children.remove(self)
            self.parentNode = None

    def replaceWith(self, node: FakeNode) -> None:
        assert self.parentNode is not None
        self.parentNode.insertBefore(node, self)
        self.remove()

    def isSameNode(self, other: FakeNode) -> bool:
        return self is other

    def insertAdjacentHTML(self, where: str, html: str) -> None:
        """Parse HTML as a browser does, in the namespace of the new nodes' parent."""
        before = self if where == "beforebegin" else None
        parent = self.parentNode if before else self
        assert parent is not None
        template = FakeTemplate("")
        template.content.namespaceURI = parent.namespaceURI
        template.innerHTML = html
        for node in template.content.childNodes:
            parent.insertBefore(node, before)

    @property
    def textContent(self) -> str:
        return self.text + "".join(child.textContent for child in self.children)

    @textContent.setter
    def textContent(self, text: str) -> None:
        for child in self.childNodes:
            child.remove()
        if text:
            self.append(FakeNode("", text=text))

    @property
    def firstChild(self) -> FakeNode | None:
        return next(iter(self.children), None)

    @property
    def lastChild(self) -> FakeNode | None:
        return next(reversed(self.children), None)

    @property
    def previousSibling(self) -> FakeNode | None:
        siblings = self.parentNode.children if self.parentNode else [self]
        return {after: node for node, after in pairwise(siblings)}.get(self)

    def html(self) -> str:
        """Return the node as HTML, with attributes in alphabetical order."""
        if not self.name:
            return escape(self.text, quote=False)
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in sorted(self.attributes.items()))
        return f"<{self.name}{attributes}>{''.join(child.html() for child in self.children)}</{self.name}>"

    def namespaces(self) -> Iterator[tuple[str, str]]:
        """Yield each element's name and namespace, in document order."""
        if self.name:
            yield self.name, self.namespaceURI
        for child in self.children:
            yield from child.namespaces()


class FakeTemplate(HTMLParser):
    """A template element, which parses its inner HTML into nodes."""

    def __init__(self, _: str) -> None:
        """Make an empty template."""
        super().__init__()
        self.content = FakeNode("#fragment")
        self.open = [self.content]

    @property
    def innerHTML(self) -> str:
        return self.content.html()

    @innerHTML.setter
    def innerHTML(self, text: str) -> None:
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        above = self.open[-1]
        node = FakeNode(tag, SVG if tag == "svg" or above.namespaceURI == SVG else "")
        node.attributes = {name: value or "" for name, value in attrs}
        above.append(node)
        if tag != "input":
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].append(FakeNode("", text=data))


DOCUMENT = SimpleNamespace(createElement=FakeTemplate, createTextNode=lambda text: FakeNode("", text=text))


@pytest.fixture(scope="module")
def mounted() -> Mount:
    """Import the module with the fake document."""
    sys.modules["js"] = SimpleNamespace(document=DOCUMENT)  # type: ignore[assignment]
    from browser.mount import mount  # noqa: PLC0415 - it needs the fake document

    return mount


TEXTS = ("a", "b & c", "d")
KEYS = ("", "k1", "k2", "k3")


def trees(depth: int = 3) -> st.SearchStrategy[Node]:
    """Return small views with different tags, keys, and texts."""
    texts = st.sampled_from(TEXTS)
    if depth == 0:
        return texts
    elements = st.builds(
        lambda tag, attributes, children: Element(tag, attributes, distinct(children)),
        st.sampled_from(["div", "svg", "g"]),
        st.dictionaries(st.sampled_from(["id", "class", "x"]), st.sampled_from(["1", '"2"'])),
        st.lists(st.tuples(st.one_of(trees(depth - 1), texts), st.sampled_from(KEYS)), max_size=4),
    )
    return elements if depth == 3 else st.one_of(elements, texts)


def varied(page: Node, rng: Random) -> Node:
    """Return a view with some random changes."""
    if isinstance(page, str):
        return rng.choice(TEXTS)
    children = [
        (varied(child, rng) if rng.random() < 0.5 else child, getattr(child, "key", "")) for child in page.children
    ]
    if rng.random() < 0.2:
        rng.shuffle(children)
    if rng.random() < 0.2:
        children = children[1:]
    if rng.random() < 0.2:
        new: list[Node] = [*TEXTS, Element("g", {}, ("a",))]
        children.append((rng.choice(new), rng.choice(KEYS)))
    attributes = {**page.attributes, "x": rng.choice("12")} if rng.random() < 0.2 else page.attributes
    return Element(page.tag, attributes, distinct(children), page.key)


def translate(node: FakeNode, rng: Random) -> None:
    """Translate some texts below a node as browsers do, by replacing them with other elements."""
    for child in node.childNodes:
        if child.name:
            translate(child, rng)
        elif rng.random() < 0.5:
            said = FakeNode("font")
            said.append(FakeNode("", text=f"~{child.text}~"))
            child.replaceWith(said)


def distinct(children: list[tuple[Node, str]]) -> tuple[Node, ...]:
    """Return children with unique keys, and without a text after another text."""
    found: list[Node] = []
    taken = {""}
    for child, key in children:
        if isinstance(child, str) and found and isinstance(found[-1], str):
            continue
        if isinstance(child, Element) and key not in taken:
            taken.add(key)
            found.append(Element(child.tag, child.attributes, child.children, key))
        else:
            found.append(child)
    return tuple(found)


def in_order(node: Node) -> Node:
    """Return an equal tree of new elements, with attributes in alphabetical order."""
    if isinstance(node, str):
        return node
    return Element(node.tag, dict(sorted(node.attributes.items())), tuple(map(in_order, node.children)), node.key)


@given(pages=st.lists(trees(), min_size=2, max_size=5))
def test_document_equals_one_built_from_scratch(mounted: Mount, pages: list[Node]) -> None:
    """After any changes, the document equals one built from scratch, including namespaces."""
    root, shown = FakeNode("body"), mounted(pages[0])
    root.append(shown.node)
    for page in pages[1:]:
        shown = shown.show(page)
        assert root.children == [shown.node]
        assert shown.node.html() == to_html(in_order(page))
        assert list(shown.node.namespaces()) == list(mounted(page).node.namespaces())


@pytest.mark.parametrize("is_translated", [False, True])
@given(page=trees(), seeds=st.lists(st.integers(0, 9999), min_size=1, max_size=5))
def test_document_shows_small_changes(mounted: Mount, page: Node, seeds: list[int], *, is_translated: bool) -> None:
    """The document shows small changes anywhere in the view, even if the browser has translated the page before."""
    root, shown = FakeNode("body"), mounted(page)
    root.append(shown.node)
    for seed in seeds:
        rng = Random(seed)  # noqa: S311 - a page to look at, and repeatable on purpose
        if is_translated:
            translate(root, rng)
        page = varied(page, rng)
        shown = shown.show(page)
        original = re.sub("<font>~*|~*</font>", "", root.html())
        assert original == f"<body>{to_html(in_order(page))}</body>"


@given(page=trees())
def test_equal_view_makes_no_document_calls(mounted: Mount, page: Node) -> None:
    """Showing an equal view makes no call into the document."""
    shown = mounted(page)
    before = FakeNode.touched
    assert shown.show(in_order(page)) is shown
    assert FakeNode.touched == before


def test_keyed_siblings_keep_their_nodes(mounted: Mount) -> None:
    """Siblings with keys keep their nodes when they are reordered and others are added and removed."""
    first = Element("div", {}, tuple(Element("g", {}, (), key) for key in "abc"))
    shown = mounted(first)
    a, _, c = shown.node.children
    new = (Element("g", {"x": number}, (), key) for number, key in zip("123", "dca", strict=True))
    shown.show(Element("div", {}, tuple(new)))
    assert shown.node.children[1:] == [c, a]
    assert shown.node.html() == '<div><g x="1"></g><g x="2"></g><g x="3"></g></div>'


def test_field_shows_the_views_text(mounted: Mount) -> None:
    """A field shows the view's text, even after other typing; an equal text is left alone."""

    def view(text: str) -> Element:
        return Element("p", {}, (Element("input", {"value": text}),))

    shown = mounted(view("Ana"))
    [field] = shown.node.children
    assert field.value == "Ana"
    for typed, text, touched in (("Anab\u202e", "Anab", 2), ("Anabel", "Anabel", 1), (None, "", 2)):
        field.held, before = typed or field.held, FakeNode.touched
        shown = shown.show(view(text))
        assert (field.value, field.attributes["value"]) == (text, text)
        assert FakeNode.touched == before + touched  # only the attribute of an equal text, so the cursor stays
