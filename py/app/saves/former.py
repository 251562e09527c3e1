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
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from app.game.daily import merge_runs
from app.game.shelf import DAYS, END, FINISHED, GAME_PLACE, OPEN, VERSION, in_a_line, shelf_of
from app.game.summary import finished_text

#: The name under which release 0.2.0 saved the path of the only site that uses names without a path.
FORMER_SITE = "cartographers.site"
#: The beginning of all names of texts.
FORMER_NAMES = "cartographers."


def is_former(name: str) -> bool:
    """Return whether an earlier version saved a text under this name."""
    return name.startswith(FORMER_NAMES) and name != FORMER_SITE


def adoptions(former: Mapping[str, str], ours: Mapping[str, str], time: int) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the name of each former text, with the texts by name that replace it.

    ``ours`` are the texts that this version has saved, and ``time`` is the current time in milliseconds since 1970.
    A former text that has no place beside ours is left out.
    """
    for name, former_text in former.items():
        text = _current(former_text) if name.startswith(GAME_PLACE) else former_text
        if ours.get(name, text) == text:
            yield name, {name: text}
        elif name == DAYS:  # the release saved no other note that can be merged
            yield name, {name: merge_runs(ours[name], text)}
        elif name == GAME_PLACE and (beside := _beside(text, ours, {*former, *ours}, time)) is not None:
            yield name, beside


def _current(text: str) -> str:
    """Return a saved game with the first and the last word that version 1 lacks."""
    return f"v{VERSION} {text} {END}" if re.match(r"c[0-9]+-", text) else text


def _beside(text: str, ours: Mapping[str, str], names: set[str], time: int) -> Mapping[str, str] | None:
    """Return the texts for a former game in play if this version has one; None if the former text is unreadable."""
    saved, our_saved = shelf_of(text).saved, shelf_of(ours[GAME_PLACE]).saved
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
