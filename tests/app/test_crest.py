"""Tests of crests: each name has one crest, names are distinguishable, and heraldry's rule of tincture holds."""

import re
from pathlib import Path

from app.drawing.crest import CHARGES, COLORS, DESIGNS, METALS, arms, crest
from app.drawing.element import to_html, walk

WEB = Path(__file__).parents[2] / "web"
SPRITE = (WEB / "looks/icons.svg").read_text("utf-8")
STYLE = (WEB / "looks/crest.css").read_text("utf-8")
NAMES = [f"{first} {last}".strip() for first in ("Ana", "Björn", "Çelik", "Дима", "太郎") for last in ("", *range(200))]
ARMS = [given for name in NAMES if (given := arms(name))]


def test_the_same_name_has_the_same_crest() -> None:
    """A name's crest ignores case and outer spaces and never changes; an empty name has a blank shield."""
    assert crest(" ana ") == crest("ANA")
    assert crest("STRASSE") == crest("straße")
    given = arms("Ana")
    assert given
    assert (given.field, given.second, [charge.name for charge in given.charges]) == ("red", "gold", ["sun", "sun"])
    for name in ("", "  "):
        assert arms(name) is None
        drawn = to_html(crest(name))
        assert (drawn.count("<path"), drawn.count("<use")) == (1, 1)
    assert arms("\ud83d") is not None


def test_crests_are_varied_and_follow_the_rule_of_tincture() -> None:
    """A thousand names have varied crests of every design and charge, without metal on metal or color on color."""
    assert len({to_html(crest(name)) for name in NAMES}) > 0.9 * len(NAMES)
    assert {given.design for given in ARMS} == set(DESIGNS)
    assert {given.field for given in ARMS} == {*METALS, *COLORS}
    assert {charge.name for given in ARMS for charge in given.charges} == set(CHARGES)
    assert len(ARMS) == len(NAMES)
    for given in ARMS:
        assert (given.field in METALS) != (given.second in METALS)
        assert given.charges
        for charge in given.charges:
            assert charge.ground in {given.field, given.second}
            assert (charge.tincture in METALS) != (charge.ground in METALS)


def test_sprite_and_style_define_symbols_and_tinctures() -> None:
    """The sprite and the style define all symbols and tinctures of crests, which have no ids or styles themselves."""
    drawn = "".join(to_html(crest(name)) for name in ("", *NAMES))
    named = set(re.findall(r'(?:href="|url\()#([^")]+)', drawn))
    assert named == set(re.findall(r'id="(crest-[\w-]+)"', SPRITE))
    [rules] = re.findall(r"^\.crest \{(.*?)\}", STYLE, re.DOTALL | re.MULTILINE)
    defined = set(re.findall(r"(--crest-\w+):", rules))
    assert defined == set(re.findall(r"var\((--crest-\w+)\)", SPRITE + drawn))
    for theme in ("night", "contrast"):
        [themed] = re.findall(rf'\[data-theme="{theme}"\] \.crest \{{(.*?)\}}', STYLE, re.DOTALL)
        assert set(re.findall(r"(--crest-\w+):", themed)) <= defined
    for element in walk(crest("Ana")):
        assert not element.attributes.keys() & {"id", "style"}
