"""The border between Python and the page's scripts: Python's declarations match the page."""

import ast
import re

import pytest

from support.page.player import Player
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
