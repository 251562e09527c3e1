"""The recipes of CONTRIBUTING.md work: all are followed in one copy of the project."""

from __future__ import annotations

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
#: The tests that apply to additions.
TESTS = ("tests/engine/test_examples.py", "tests/test_delivery.py", "tests/test_words.py")
TESTS += tuple(f"tests/app/test_{name}.py" for name in ("catalog", "map_art", "preferences"))
AMONG_THEM = (
    *(card.ID, "has_examples", "docstrings_are_sentences", "from_its_family", "has_a_picture"),
    *("match_the_english_catalog", "no_words_of_later_parts", "cldr_file", "test_preferences", "test_delivery"),
)
CONTRIBUTING = (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8")


def places(title: str) -> set[str]:
    """Return the files and folders that a recipe edits: the links in its numbered steps, from the project's root."""
    _, _, text = CONTRIBUTING.partition(f"\n### {title}\n")
    lines = re.findall(r"^\d\. (.*(?:\n   .*)*)", text.partition("\n#")[0], re.MULTILINE)
    return {place for line in lines for place in re.findall(r"\]\(\.\./([\w./-]+)\)", line)}


@pytest.mark.thorough
def test_recipes_work(tmp_path: Path) -> None:
    """Each recipe edits exactly the places that its steps link to, and the results work together."""
    tree = Tree(tmp_path)
    for title in sorted(RECIPES, key=lambda title: title == "A language"):  # a language translates all other words
        recipe, count = RECIPES[title]
        tree.edited.clear()
        recipe.follow(tree)
        named = places(title)
        edited = {max((one for one in named if path.startswith(one)), key=len, default=path) for path in tree.edited}
        assert edited == named
        assert len(named) == count
    for recipe, _ in RECIPES.values():
        recipe.check(tree)
    tree.check_imports()
    tree.test(*TESTS, "-k", " or ".join(AMONG_THEM))


def test_each_recipe_has_a_test() -> None:
    """Every recipe of CONTRIBUTING.md is tested, in the same order."""
    _, _, text = CONTRIBUTING.partition("\n## Recipes\n")
    assert re.findall(r"^### (.*)$", text.partition("\n## ")[0], re.MULTILINE) == [*RECIPES]
