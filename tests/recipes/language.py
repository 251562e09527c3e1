"""The recipe for a language: French, with the English texts between quotation marks."""

import json
import sys
from datetime import date

from app import messages as m
from app.drawing.element import text_of
from app.page.preferences import read_preferences
from app.shell.view import view
from recipes.tree import Tree
from support.visits import arrive, updated
from tasks.build import first_facts
from words import LANGUAGES, Words
from words.files import catalog

CODE = "fr"
#: A script that runs the page's first script for an address, and prints the language that it chooses.
FIRST = """
const [facts, search] = [process.argv[1], process.argv[2]];
const root = { dataset: {} };
const link = { getAttribute: () => "", href: "" };
Object.assign(globalThis, {
  document: {
    baseURI: "https://example.org/",
    documentElement: root,
    getElementById: (id) => (id === "facts" ? { textContent: facts } : link),
  },
  localStorage: { getItem: () => null },
  location: { search, hash: "" },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  addEventListener() {},
  setTimeout() {},
  top: globalThis,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-GB"] } });
(0, eval)(require("fs").readFileSync("web/first.js", "utf8"));
process.stdout.write(JSON.stringify([globalThis.cartographers.language, root.lang, document.title, link.href]));
"""


def follow(tree: Tree) -> None:
    """Add the language, with the English texts between quotation marks."""
    names = {f"language.{language}" for language in LANGUAGES}
    english = catalog("en").items()
    texts = {key: f"«{text}»" for key, text in english if not key.startswith("cldr.") and key not in names}
    tree.write(f"py/words/{CODE}.json", json.dumps(texts, ensure_ascii=False, indent=2) + "\n")
    last = LANGUAGES[-1]
    tree.replace("py/words/__init__.py", f'^(LANGUAGES = .*"{last}")', f'\\1, "{CODE}"')


def check(tree: Tree) -> None:
    """Write the CLDR data, run the tests that apply to a language, and check the language that a page chooses."""
    tree.run("-m", "tools.cldr")
    tree.test("tests/test_words.py", "tests/app/test_catalog.py", "-k", "cldr_file or match_the_english_catalog")
    found = tree.run("-m", "recipes.language")
    for search, said in ((f"?lang={CODE}", CODE), (f"?lang={CODE.upper()}-CA", CODE), ("", "en")):
        language, lang, title, manifest = json.loads(tree.node(FIRST, found, search))
        assert (language, lang) == (said, said)
        assert title == catalog("en")["page.title"] if said == "en" else title.startswith("«")
        assert said == "en" or said in manifest


def main() -> None:
    """Check in the tree that the page speaks the language, and print the facts for its scripts."""
    words = Words(catalog(CODE))
    assert words.day(date(2026, 11, 5)) == "5 novembre 2026"
    visit = updated(arrive("any"), m.Open("preferences"))
    chosen = updated(visit, m.Prefer("language", CODE))
    assert read_preferences(str(chosen.memory.preferences)).language == CODE
    for language in LANGUAGES:
        assert "Français" in text_of(view(Words(catalog(language)), visit))
    assert "«" in text_of(view(words, updated(arrive("any"), m.Go("rules"))))
    sys.stdout.write(json.dumps(first_facts()))


if __name__ == "__main__":
    main()
