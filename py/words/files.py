"""The catalogs, read from the files in this folder."""

from __future__ import annotations

import json
from pathlib import Path

from cartographers.scoring import CARDS, monsters
from cartographers.scoring.card import explanation
from words import LANGUAGES, SCRIPTS

_FOLDER = Path(__file__).parent


def catalog(language: str) -> dict[str, str]:
    """Return a language's catalog: its own file, CLDR's data and, in English, the docstrings of rules."""
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    general: dict[str, dict[str, str]] = json.loads((_FOLDER / "cldr.json").read_text("utf-8"))
    if language == LANGUAGES[0]:
        rules = {card.id: card.rule for card in CARDS} | {"monsters": monsters}
        found |= {f"rule.{name}": explanation(rule) for name, rule in rules.items()}
    return general[language] | found


def said_by_python(language: str) -> dict[str, str]:
    """Return the texts that Python shows on the page, in the given language."""
    return {key: text for key, text in catalog(language).items() if not key.startswith(SCRIPTS)}


def said_by_scripts(language: str) -> dict[str, str]:
    """Return the texts of the page's scripts, by their keys without the prefix."""
    own = catalog(language).items()
    return {key.removeprefix(SCRIPTS): text for key, text in own if key.startswith(SCRIPTS)}
