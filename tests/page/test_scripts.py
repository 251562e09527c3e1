"""The page's scripts match Python's declarations of them, and its style rules cost little, by Chromium's own count."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from support.page.files import WHOLE
from support.page.player import Player, on_a_phone
from support.page.scripts import call_on, traced, wait_for
from tasks.steps import ROOT

SOURCE = ast.parse((ROOT / "py/browser/scripts.py").read_text("utf-8"))
#: The description of values that only scripts use.
DESCRIBED = re.findall(r"^ \*     (\w+)(?:\(|  )", (ROOT / "web/first.js").read_text("utf-8"), re.MULTILINE)


def members(name: str) -> dict[str, int | None]:
    """Return the members of a Python protocol, with the number of arguments for a method and None for a value."""
    [protocol] = [node for node in SOURCE.body if isinstance(node, ast.ClassDef) and node.name == name]
    values = {node.target.id: None for node in protocol.body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
    methods = {node.name: len(node.args.args) - 1 for node in protocol.body if isinstance(node, ast.FunctionDef)}
    return {**values, **methods}


@pytest.mark.thorough
def test_declared_members_exist_on_the_page(player: Player, site: str) -> None:
    """Each declared member exists on the page, and each function takes at least the arguments that Python passes.

    Everything that the page provides is described once, either for Python or in the first script.
    """
    player.open(site)
    places = {"Scripts": "cartographers", "Facts": "cartographers.facts", "Offline": "cartographers.offline"}
    for protocol, place in places.items():
        found = player.page.evaluate(f"""Object.fromEntries(Object.entries({place}).map(
            ([name, value]) => [name, typeof value === "function" ? value.length : null]))""")
        for name, arguments in members(protocol).items():
            assert name in found, name
            assert (found[name] is None) == (arguments is None), name
            assert arguments is None or found[name] <= arguments, name
    names = player.page.evaluate("Object.keys(cartographers)")
    others = {"oldest", "doors", "firstSide", "languages", "embedded", "the"}
    assert set(names) == {*members("Scripts"), *DESCRIBED} - others
    assert not members("Scripts").keys() & set(DESCRIBED)


#: The selectors that are meant for all elements; the last one is Chromium's own.
FOR_ALL = {"*", "::before", "::after", ":not(svg)"}


@pytest.mark.thorough
@on_a_phone
def test_no_rule_is_tried_on_every_element_in_vain(player: Player, site: str) -> None:
    """Only rules for all elements are tried on most elements of a game's screen.

    Chromium sorts rules by the class, id, attribute, or tag in their last part, and tries only the rules that an
    element's own can match. It tries a rule such as ``:is(.strip, .tray)``, whose last part names no class outside
    parentheses, on every element. The list ``.strip, .tray`` means the same. A dozen such rules once made each
    restyling twice as slow.
    """
    player.start(site, "styles")
    wait_for(player.page, "looks", "hasStyles", WHOLE)
    elements = player.page.locator("#app *").count()
    with traced(player.page, "disabled-by-default-blink.debug") as events:
        call_on(player.page.locator("#app"), "looks", "restyle")
    tried = {counts["selector"]: counts for counts in selectors(events)}
    assert sum(counts["match_count"] for counts in tried.values()) > elements
    in_vain = {
        selector
        for selector, counts in tried.items()
        if counts["match_attempts"] - counts["fast_reject_count"] > elements / 2
    }
    assert in_vain <= FOR_ALL


def selectors(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the counts of each selector from the events of a single restyling."""
    for event in events:
        if event["name"] == "SelectorStats":
            yield from event["args"].get("selector_stats", {}).get("selector_timings", ())
