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
    Leave,
    Light,
    Look,
    Message,
    Model,
    Move,
    NextShape,
    NextTerrain,
    Open,
    Play,
    PlayEmbedded,
    PlayOn,
    Prefer,
    Proceed,
    Reload,
    Replay,
    Seek,
    SetUp,
    Skip,
    Turn,
    Type,
    Undo,
    Watch,
    Where,
)

#: Keys for looking at things, which a replay has, too.
_LOOKING = {
    "1": "light A",
    "2": "light B",
    "3": "light C",
    "4": "light D",
    "5": "light monsters",
    "m": "open maps",
    "?": "open keys",
}
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
    **_LOOKING,
}

_MESSAGES: dict[str, Callable[..., Message]] = {
    "home": Home,
    "reroll": lambda seed: Type("seed", seed),
    "set-up": SetUp,
    "choose": Choose,
    "begin": Begin,
    "begin-surely": lambda which="": Begin(which, sure=True),
    "again": Again,
    "play-embedded": PlayEmbedded,
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
    "watch": Watch,
    "seek": lambda place: Seek(int(place)),
    "skip": lambda plies: Skip(int(plies)),
    "play": Play,
    "play-on": PlayOn,
    "play-on-surely": lambda: PlayOn(sure=True),
    "leave": Leave,
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
    if key == "Escape" and model.lit:
        return f"light {model.lit}"
    keys = replay_keys(model.replay) if model.replay else _game_keys(model)
    command = keys.get(key if len(key) > 1 else key.lower(), "")
    return "" if command == "open maps" and model.game.is_solo else command


def _game_keys(model: Model) -> dict[str, str]:
    return KEYS | {"Enter": "proceed" if model.scene else "confirm", "Escape": "open menu"}


def replay_keys(replay: Replay) -> dict[str, str]:
    """Return the commands of the keys while a game is watched."""
    place, last = replay.place, replay.last
    return _LOOKING | {
        "ArrowLeft": "skip -1",
        "ArrowRight": "skip 1",
        "Home": "seek 0",
        "End": f"seek {last}",
        "PageUp": f"seek {max((start for start in replay.seasons if start < place), default=0)}",
        "PageDown": f"seek {min((start for start in replay.seasons if start > place), default=last)}",
        " ": "play",
        "Enter": large_key(replay),
        "Escape": "leave",
    }


def large_key(replay: Replay) -> str:
    """Return the command of a replay's large button: to play, or, after all of a game that goes on, to play on."""
    return "play-on" if replay.goes_on and replay.place == replay.last else "play"
