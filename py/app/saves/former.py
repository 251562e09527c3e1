"""The texts of earlier versions, up to and including release 0.2.0, that differ from those of this version.

No other module knows them. That release saved the same texts as this version, with two differences:

- *Names.* Each name in the browser's storage begins with the site's path. Before release 0.2.0, names had no path.
  Where the release found such names, it kept using them, and saved its path under :data:`FORMER_SITE`. There may also
  be a game of release 0.1.0, in version 1 of its text, without ``v1`` and ``end``.
- *Lines of files.* Between release 0.2.0 and this version, a line of anything but a game ended with a copy of a game,
  so that the release skipped it, and games on custom maps had the form of such lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from urllib.parse import unquote

from app.game.daily import merge_runs
from app.game.shelf import END, VERSION, in_a_line, shelf_of
from app.game.summary import finished_text
from app.saved_names import DAYS, FINISHED, GAME_PLACE, OPEN
from app.saves.device import SavedTexts, StorageError

#: The name under which release 0.2.0 saved the path of the only site that uses names without a path.
FORMER_SITE = "cartographers.site"
#: The beginning of all names of texts.
FORMER_NAMES = "cartographers."


def is_former(name: str) -> bool:
    """Return whether an earlier version saved a text under this name."""
    return name.startswith(FORMER_NAMES) and name != FORMER_SITE


def owns_former_texts(texts: SavedTexts) -> bool:
    """Return whether earlier versions saved their texts on this site. Raises :class:`StorageError` if that fails."""
    path = texts.site.rstrip()
    return (texts.device.get(FORMER_SITE) or path) == path


def adopt_former_texts(texts: SavedTexts) -> bool:
    """Adopt the texts that an earlier version of this site has saved, and return whether any have moved.

    Each of them stays until the text that replaces it is saved, and if it has no place beside this version's text.
    """
    device, has_moved = texts.device, False
    with suppress(StorageError):  # the other texts stay where they are
        former = [*filter(is_former, device)]
        if not former or not owns_former_texts(texts):
            return False
        known = [*former, *texts.names()]
        for former_name in former:
            adopted = _adopted(former_name, texts, known)
            for name, text in (adopted or {}).items():
                texts.set(name, text)
            if adopted is not None:
                del device[former_name]
                has_moved = True
        if not any(map(is_former, device)):
            device.pop(FORMER_SITE, None)
    return has_moved


def _adopted(name: str, texts: SavedTexts, known: Iterable[str]) -> Mapping[str, str] | None:
    """Return the texts by name that replace a former text; None if it has no place beside ours.

    ``known`` are the names of all former texts and of ours.
    """
    text, ours = texts.device.get(name, ""), texts.read(name)
    text = _current(text) if name.startswith(GAME_PLACE) else text
    if name not in texts.names() or ours == text:
        return {name: text}
    if name == DAYS:  # the release saved no other note that can be merged
        return {name: merge_runs(ours, text)}
    return _beside(text, ours, known, texts.now()) if name == GAME_PLACE else None


def _current(text: str) -> str:
    """Return a saved game with the first and the last word that version 1 lacks."""
    return f"v{VERSION} {text} {END}" if re.match(r"c[0-9]+-", text) else text


def _beside(text: str, ours: str, names: Iterable[str], time: int) -> Mapping[str, str] | None:
    """Return the texts for a former game in play if this version has one; None if the former text is unreadable."""
    saved, our_saved = shelf_of(text).saved, shelf_of(ours).saved
    if saved is None:
        return None
    game = saved.game
    if our_saved and our_saved.game.key == game.key:  # an open page of an earlier version may have continued it
        return {GAME_PLACE: text} if game.record.startswith(our_saved.game.record) else {}
    if not game.state.is_over:
        return {f"{OPEN}{time}.{game.key}": text}
    return finished_text(game, names, time)


def current_line(line: str) -> str:
    """Return a line of an earlier version's file as this version writes it; other lines stay as they are."""
    first = line.partition(" ")[0]
    name, between, value = first.partition("=")
    if not between:
        return line
    return f"{name} {in_a_line(unquote(value))}" if name.startswith((FINISHED, OPEN)) else first
