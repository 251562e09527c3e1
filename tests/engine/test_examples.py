"""The scoring cards give the right results for the examples in their docstrings and those printed on the cards.

The tests compare diagrams, so a failure shows a map. Capital letters and ``!`` mark the scoring spaces.
"""

from collections.abc import Callable
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TypeAlias

import pytest

from cartographers.diagram import diagram, read_marked_diagram
from cartographers.scoring import CARD_BY_ID, CARDS, Awards, ScoringCard, monsters, stars
from cartographers.scoring.card import examples, explanation
from cartographers.sheet import Sheet

Rule: TypeAlias = Callable[[Sheet], Awards]

RULES: dict[str, Rule] = {**CARD_BY_ID, "monsters": monsters}
EXAMPLES = {**{card.id: card.examples for card in CARDS}, "monsters": examples(monsters)}
EXPLANATIONS = {**{card.id: card.explanation for card in CARDS}, "monsters": explanation(monsters)}


# Each example printed on a card: its stars, the sides of the drawing that are on the edge of the map (T, R, B, L), and
# its rows. The sides are None if the drawing shows no edge and the rule doesn't depend on it. # is any filled space.
#
# Some drawings were completed as little as possible: where the terrain of a filled space matters, or where a card needs
# the second-largest cluster but shows only one. Faunlost Thicket shows two strips, which are combined here in one map
# with an empty column between them.
PRINTED: dict[str, tuple[int, str | None, str]] = {
    "sentinel-wood": (3, "TL", "F . F ^ / F f f # / ^ # # . / . . # ^"),
    "greenbough": (5, None, "F . F ^ / F F F # / ^ # # ."),
    "treetower": (2, "TL", "f . f ^ / F f F # / ^ # # . / . . # ^"),
    "stoneside-forest": (6, "TL", "f . f ^! / f f f # / ^! # # . / . . # ^"),
    "canal-lake": (3, None, "A W / W #"),
    "mages-valley": (6, None, "a W # / W ^ A / w A #"),
    "golden-granary": (5, None, "a W w / a @ # / # A@ W"),
    "shoreside-expanse": (6, "TL", "a a . . . / . . w a . / # w w . W / . . . . W / . A A . ."),
    "wildholds": (8, None, "V V / V V / V V"),
    "great-city": (5, None, "V V . . / . V V V"),
    "greengold-plains": (3, None, "f . w / V V V / # V a"),
    "shieldgate": (10, None, "V V . . / . V V V / . . . . / v v v v / v v . ."),
    "lost-barony": (6, None, "#! #! . / #! #! . / . . ."),
    "broken-road": (6, "LB", "#! . # / . #! . / #! . #!"),
    "cauldrons": (2, "TL", ".! # # . / # .! # . / . # . . / . . . ."),
    "faunlost-thicket": (8, None, "F . f / F . f / F . f / F . ."),
    "deepwood": (6, None, ". F / F F / F F"),
    "heart-of-the-forest": (4, "TL", "f . f # / F f F f / f # f # / . . # ."),
    "sleepy-valley": (8, None, "F . F F / F F F F / ^ # f ."),
    "craylund": (7, None, ". w . / # A w / A A w"),
    "ulems-wallow": (8, None, ". w . / # W a / a a W"),
    "clawsgrave-peaks": (15, None, ". ^! . . ^! / . w . . w / . w a . a / a . w . . / ^ . w w ^!"),
    "jorekburg": (8, None, ". . . . / W w W . / . w A . / A a A . / . . W ."),
    "traylo-monastery": (7, None, "V . / V V / V V / V V"),
    "outer-enclave": (5, "TL", ".! v v .! / . .! v # / .! v v # / # # .! #"),
    "gnomish-colony": (6, None, "V V . / V V V"),
    "caravansary": (7, None, ". . V V / V V V . / V . . ."),
    "starlit-sigil": (8, "TL", "# .! # . . / .! .! # . . / # # # # . / # .! .! .! # / . # # # ."),
}


def judged(rule: Rule, drawing: str) -> tuple[int, str]:
    """Return the stars of a drawing, and the drawing with the scoring spaces marked by the rule."""
    sheet, _ = read_marked_diagram(drawing)
    awards = rule(sheet)
    return stars(awards), "\n".join(diagram(sheet, reduce(or_, [award.spaces for award in awards], 0)))


def embedded(drawing: str, edges: str) -> str:
    """Return the drawing in a map with empty spaces beyond all sides that aren't on the edge."""
    left, right = "" if "L" in edges else ". . ", "" if "R" in edges else " . ."
    rows = [f"{left}{row.strip()}{right}" for row in drawing.split("/")]
    beyond = [" ".join("." for _ in rows[0].split())] * 2
    return "\n".join([*beyond * ("T" not in edges), *rows, *beyond * ("B" not in edges)])


def test_every_rule_has_examples() -> None:
    """Each scoring card and the monsters have an example."""
    assert [name for name in RULES if not EXAMPLES[name]] == []


def test_every_card_with_a_picture_is_listed() -> None:
    """The table lists every card with a picture."""
    assert CARD_BY_ID.keys() - PRINTED == {"banded-hills", "borderlands", "dwarvenholds", "silos"}
    assert PRINTED.keys() <= CARD_BY_ID.keys()


@pytest.mark.parametrize(
    ("name", "total", "drawing"),
    [(name, *example) for name, found in EXAMPLES.items() for example in found],
    ids=[f"{name}-{number}" for name, found in EXAMPLES.items() for number, _ in enumerate(found, start=1)],
)
def test_docstring_example(name: str, total: int, drawing: str) -> None:
    """An example in a docstring states the right stars, and exactly the scoring spaces are marked."""
    earned, got = judged(RULES[name], drawing)
    assert got == drawing
    assert earned == total


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_examples_distinguish_a_card_from_its_family(card: ScoringCard) -> None:
    """Every other card of the family has different stars or marks in at least one of a card's examples."""
    others = [other for other in CARDS if other.family is card.family and other is not card]
    assert len(others) >= 7
    for other in others:
        different = [drawing for total, drawing in card.examples if judged(other, drawing) != (total, drawing)]
        assert different, f"the examples of {card.id} also fit {other.id}"


@pytest.mark.parametrize("name", RULES)
def test_docstrings_are_sentences_without_markup(name: str) -> None:
    """A rule's docstring without its examples consists of sentences without markup, which the page can show."""
    text = EXPLANATIONS[name]
    assert text[:1].isupper()
    assert text.endswith(".")
    assert "stars:" not in text
    assert not set(text) & set("`*_<>&#@^!|\\\n"), text


@pytest.mark.parametrize("card", PRINTED)
def test_printed_example(card: str) -> None:
    """The rule agrees with the picture on its card, whichever sides are on the edge of the map if it shows none."""
    total, shown, picture = PRINTED[card]
    any_sides = ["".join(chosen) for count in range(5) for chosen in combinations("TRBL", count)]
    for edges in any_sides if shown is None else [shown]:
        drawing = embedded(picture, edges)
        earned, got = judged(RULES[card], drawing)
        assert got == drawing
        assert earned == total, f"\n{drawing}"
