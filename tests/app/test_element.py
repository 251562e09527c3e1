"""Elements: descriptions of a page that compare, print and are read."""

from __future__ import annotations

from html.parser import HTMLParser

from app.drawing.element import Element, h, text_of, to_html, walk

HOSTILE = """<script>alert("1")</script> & 'so' on"""


class Reader(HTMLParser):
    """What a browser would make of a text: tags with attributes, and the words between."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words += data


def test_text_and_attributes_are_escaped() -> None:
    """Whatever a text holds, a browser reads back the same text, and no tag more."""
    reader = Reader()
    reader.feed(to_html(h("p", HOSTILE, title=HOSTILE)))
    assert reader.tags == [("p", {"title": HOSTILE})]
    assert reader.words == HOSTILE


def test_names_of_attributes_are_those_of_html() -> None:
    """A closing underline falls away, the others are hyphens, and capitals stay as SVG needs them."""
    element = h("svg", class_="a", aria_label="b", data_do="c", for_="d", viewBox="e", stroke_width=1.5)
    assert element.attributes == {
        "class": "a",
        "aria-label": "b",
        "data-do": "c",
        "for": "d",
        "viewBox": "e",
        "stroke-width": "1.5",
    }


def test_none_and_false_leave_an_attribute_out_and_zero_does_not() -> None:
    """``True`` is a switch; 0 and the empty text are values."""
    element = h("input", disabled=True, checked=False, name=None, x=0, value="")
    assert element.attributes == {"disabled": "", "x": "0", "value": ""}


def test_children_are_flattened() -> None:
    """Lists in lists are children in their order, texts beside each other one; ``None`` and the empty text are none."""
    inner = h("b")
    element = h("p", "a", None, [inner, "c", None], (text for text in ("d", "")), [])
    assert element.children == ("a", inner, "cd")


def test_a_key_names_an_element_and_is_not_printed() -> None:
    """Elements that differ in their key are different, and print alike."""
    assert h("p", key="one") != h("p", key="two")
    assert h("p", key="one").attributes == {}
    assert to_html(h("p", key="one")) == to_html(h("p", key="two")) == "<p></p>"


def test_equal_parts_are_equal() -> None:
    """Elements are values: what is built twice from the same is the same."""
    assert h("p", h("b", "x"), class_="y") == h("p", [h("b", "x")], class_="y")
    assert h("p", h("b", "x")) != h("p", h("b", "z"))


def test_a_void_element_has_no_end() -> None:
    """HTML closes an input by itself; SVG elements are always closed."""
    assert (
        to_html(h("div", h("input", id="a"), h("use", href="#b"))) == '<div><input id="a"><use href="#b"></use></div>'
    )


def test_reading_an_element() -> None:
    """``walk`` goes in document order, ``text_of`` joins the words."""
    element = h("div", h("p", "a", h("b", "c")), "d", h("i", "e"))
    assert [found.tag for found in walk(element)] == ["div", "p", "b", "i"]
    assert text_of(element) == "acde"
    assert list(walk("text")) == []
    assert all(isinstance(found, Element) for found in walk(element))
