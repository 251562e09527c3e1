"""From the names of commands, on buttons and on keys, to messages.

A control of the page carries a command as text, such as ``terrain farm``, so that a page printed at build time and one
drawn later are alike.
"""

from __future__ import annotations

from collections.abc import Callable

from app.model import (
    Again,
    Begin,
    Choose,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    Continue,
    Flip,
    Home,
    Light,
    Look,
    Message,
    Model,
    Move,
    NextShape,
    NextTerrain,
    Open,
    Prefer,
    Proceed,
    Reload,
    SetUp,
    Turn,
    Type,
    Undo,
    Where,
)

KEYS = {
    "ArrowUp": "move -1 0",
    "ArrowDown": "move 1 0",
    "ArrowLeft": "move 0 -1",
    "ArrowRight": "move 0 1",
    "r": "turn 1",
    "e": "turn -1",
    "f": "flip",
    "t": "next-terrain",
    "s": "next-shape",
    "w": "where",
    "u": "undo",
    "1": "light A",
    "2": "light B",
    "3": "light C",
    "4": "light D",
    "5": "light monsters",
    "m": "open maps",
    "?": "open keys",
}


_MESSAGES: dict[str, Callable[..., Message]] = {
    "home": Home,
    "reroll": lambda seed: Type("seed", seed),
    "set-up": SetUp,
    "choose": Choose,
    "begin": Begin,
    "begin-surely": lambda which="": Begin(which, sure=True),
    "again": Again,
    "continue": Continue,
    "terrain": ChooseTerrain,
    "shape": lambda number: ChooseShape(int(number)),
    "next-terrain": NextTerrain,
    "next-shape": NextShape,
    "turn": lambda quarters: Turn(int(quarters)),
    "flip": Flip,
    "move": lambda rows, columns: Move(int(rows), int(columns)),
    "where": Where,
    "confirm": Confirm,
    "undo": Undo,
    "light": Light,
    "prefer": Prefer,
    "look": lambda sheet: Look(int(sheet)),
    "proceed": Proceed,
    "open": Open,
    "reload": Reload,
}
_SEEDED = frozenset({"home", "reroll"})


def message(command: str, fresh_seed: Callable[[], str]) -> Message:
    """Return the message of a command; ``fresh_seed`` is called for those that need chance.

    Raises :class:`ValueError` for an unknown command.
    """
    name, *arguments = command.split()
    if name not in _MESSAGES:
        msg = f"there is no command {command!r}"
        raise ValueError(msg)
    return _MESSAGES[name](fresh_seed()) if name in _SEEDED else _MESSAGES[name](*arguments)


def key_command(model: Model, key: str) -> str:
    """Return the command of a key pressed now, empty when it has none; letters may be capitals."""
    if model.dialog.value:
        return "open" if key == "Escape" else ""
    if model.game is None:
        return "home" if key == "Escape" and model.setting_up else ""
    if key == "Escape":
        return f"light {model.lit}" if model.lit else "open menu"
    if key == "Enter":
        return "proceed" if model.scene else "confirm"
    command = KEYS.get(key if len(key) > 1 else key.lower(), "")
    return "" if command == "open maps" and model.game.is_solo else command
