"""The recipes of CONTRIBUTING.md work: each is followed in a copy of the project."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from recipes import bot, card, language, preference, scene, screen
from recipes.tree import ROOT, Tree

pytestmark = pytest.mark.native

#: The recipes by their titles in CONTRIBUTING.md, each with the number of places that it edits.
RECIPES: dict[str, tuple[ModuleType, int]] = {
    "A scoring card": (card, 4),
    "A language": (language, 2),
    "A bot": (bot, 2),
    "A preference": (preference, 2),
    "A screen": (screen, 3),
    "A scene": (scene, 2),
}
CONTRIBUTING = (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8")


def places(title: str) -> set[str]:
    """Return the files and folders that a recipe edits: the links in its numbered steps, from the project's root."""
    _, _, text = CONTRIBUTING.partition(f"\n### {title}\n")
    lines = re.findall(r"^\d\. (.*(?:\n   .*)*)", text.partition("\n#")[0], re.MULTILINE)
    return {place for line in lines for place in re.findall(r"\]\(\.\./([\w./-]+)\)", line)}


@pytest.mark.thorough
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_works(tmp_path: Path, title: str) -> None:
    """A recipe edits exactly the places that its steps link to, and the result works."""
    recipe, count = RECIPES[title]
    tree = Tree(tmp_path)
    recipe.follow(tree)
    named = places(title)
    edited = {max((place for place in named if path.startswith(place)), key=len, default=path) for path in tree.edited}
    assert edited == named
    assert len(named) == count
    recipe.check(tree)


def test_each_recipe_has_a_test() -> None:
    """Every recipe of CONTRIBUTING.md is tested, in the same order."""
    _, _, text = CONTRIBUTING.partition("\n## Recipes\n")
    assert re.findall(r"^### (.*)$", text.partition("\n## ")[0], re.MULTILINE) == [*RECIPES]
