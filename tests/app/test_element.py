"""Tests of elements: comparison, printing, and reading."""

from html.parser import HTMLParser

from app.drawing.element import Element, h, text_of, to_html, walk

HOSTILE = """<script>alert("1")</script> & 'so' on"""


class Reader(HTMLParser):
    """A parser that collects tags with attributes, and the text between them."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.words += data


def test_html_is_valid_and_escaped() -> None:
    """A browser reads texts and attributes back unchanged; only void HTML elements have no end tag."""
    reader = Reader()
    reader.feed(to_html(h("p", HOSTILE, title=HOSTILE)))
    assert (reader.tags, reader.words) == ([("p", {"title": HOSTILE})], HOSTILE)
    page = h("div", h("input", id="a"), h("use", href="#b"))
    assert to_html(page) == '<div><input id="a"><use href="#b"></use></div>'


def test_attribute_conversion() -> None:
    """A name's last underscore is dropped, others become hyphens; None and False omit an attribute, True is a flag."""
    element = h("svg", class_="a", aria_label="b", data_do="c", for_="d", viewBox="e", stroke_width=1.5)
    names = ("class", "aria-label", "data-do", "for", "viewBox", "stroke-width")
    assert element.attributes == dict(zip(names, (*"abcde", "1.5"), strict=True))
    element = h("input", disabled=True, checked=False, name=None, x=0, value="")
    assert element.attributes == {"disabled": "", "x": "0", "value": ""}


def test_children_are_flattened_and_walked() -> None:
    """Nested children are flattened and adjacent texts joined, without empty ones; walk and text_of keep the order."""
    inner = h("b")
    element = h("p", "a", None, [inner, "c", None], (text for text in ("d", "")), [])
    assert element.children == ("a", inner, "cd")
    element = h("div", h("p", "a", h("b", "c")), "d", h("i", "e"))
    assert [found.tag for found in walk(element)] == ["div", "p", "b", "i"]
    assert text_of(element) == "acde"
    assert list(walk("text")) == []
    assert all(isinstance(found, Element) for found in walk(element))


def test_elements_are_compared_by_their_parts() -> None:
    """Elements of the same parts are equal; those with different keys are different, but print alike."""
    assert h("p", h("b", "x"), class_="y") == h("p", [h("b", "x")], class_="y")
    assert h("p", h("b", "x")) != h("p", h("b", "z"))
    assert h("p", key="one") != h("p", key="two")
    assert h("p", key="one").attributes == {}
    assert to_html(h("p", key="one")) == to_html(h("p", key="two")) == "<p></p>"
