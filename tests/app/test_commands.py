"""Commands: what buttons and keys say, as messages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.commands import KEYS, key_command, message
from app.element import Element, text_of, walk
from app.model import (
    Begin,
    Choose,
    Dialog,
    Home,
    Light,
    Look,
    Model,
    Move,
    Open,
    PlayEmbedded,
    Proceed,
    SetUp,
    Turn,
    Type,
)
from app.playing import SEED, TRIO, begun, shown
from app.update import start, update

PLAYING = begun()
TOGETHER = begun(TRIO)
ARROWS = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}


def in_a_scene() -> Model:
    """Return a model in which something interrupts the game."""
    model = PLAYING
    while not model.scene:
        model = update(model, message("confirm", str))
    return model


@pytest.mark.parametrize("command", KEYS.values())
def test_every_key_has_a_command(command: str) -> None:
    """A command on a key is one that buttons could have, too."""
    message(command, str)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("home", Home("fresh")),
        ("reroll", Type("seed", "fresh")),
        ("set-up", SetUp()),
        ("choose players 3", Choose("players", "3")),
        ("choose A sentinel-wood", Choose("A", "sentinel-wood")),
        ("begin", Begin("", sure=False)),
        ("begin heroes", Begin("heroes", sure=False)),
        ("play-embedded", PlayEmbedded()),
        ("begin-surely", Begin("", sure=True)),
        ("begin-surely base", Begin("base", sure=True)),
        ("turn -1", Turn(-1)),
        ("move -1 0", Move(-1, 0)),
        ("light monsters", Light("monsters")),
        ("look 2", Look(2)),
        ("open", Open("", "")),
        ("open keys", Open("keys", "")),
        ("open edict B", Open("edict", "B")),
    ],
)
def test_a_command_is_a_message(command: str, expected: object) -> None:
    """Numbers, words and chance reach the message."""
    assert message(command, lambda: "fresh") == expected


@pytest.mark.parametrize("command", ["dance", "Undo", "undone", "turn around", "look away"])
def test_no_command(command: str) -> None:
    """What is no command is refused."""
    with pytest.raises(ValueError, match=r".+"):
        message(command, str)


def test_enter_does_what_is_due() -> None:
    """Enter confirms, and goes on after a scene."""
    assert key_command(PLAYING, "Enter") == "confirm"
    assert key_command(in_a_scene(), "Enter") == "proceed"
    assert key_command(begun(TRIO), "Enter") == "proceed"
    assert isinstance(message("proceed", str), Proceed)


def test_escape_goes_back_one_thing_at_a_time() -> None:
    """Escape closes a dialog, else puts a light out, else opens the menu."""
    lit = replace(PLAYING, lit="B")
    assert update(lit, message(key_command(lit, "Escape"), str)) == PLAYING
    opened = update(PLAYING, message(key_command(PLAYING, "Escape"), str))
    assert opened.dialog is Dialog.MENU
    assert update(opened, message(key_command(opened, "Escape"), str)) == PLAYING
    setting_up = update(start(SEED), SetUp())
    assert update(setting_up, message(key_command(setting_up, "Escape"), lambda: SEED)) == start(SEED)
    assert key_command(start(SEED), "Escape") == ""


def test_capitals_make_no_difference() -> None:
    """With caps lock, the keys are the same."""
    for key, command in KEYS.items():
        assert key_command(TOGETHER, key.upper() if len(key) == 1 else key) == command


def test_a_lone_player_has_no_key_for_everyones_maps() -> None:
    """All the other keys are there."""
    assert [key for key in KEYS if not key_command(PLAYING, key)] == ["m"]


@pytest.mark.parametrize("key", [*KEYS, "Enter", "Tab", "x"])
def test_keys_rest_where_there_is_no_game(key: str) -> None:
    """On the screens before a game, and below a dialog, keys mean what they mean to the browser."""
    assert key_command(start(SEED), key) == ""
    assert key_command(update(start(SEED), SetUp()), key) == ""
    assert key_command(replace(PLAYING, dialog=Dialog.KEYS), key) == ""


@pytest.mark.parametrize(("playing", "without"), [(PLAYING, {"?", "m"}), (TOGETHER, {"?"})])
def test_the_keys_dialog_tells_all_keys(playing: Model, without: set[str]) -> None:
    """Each key that the dialog names does something, and it names all that do, but for ``?``, which led there."""
    page = shown(replace(playing, dialog=Dialog.KEYS))
    named = [text_of(found) for found in walk(page) if isinstance(found, Element) and found.tag == "dt"]
    assert len(named) > 5
    keys: set[str] = set()
    for text in named:
        spread = re.sub(
            r"(\d) to (\d)", lambda found: " ".join(map(str, range(int(found[1]), int(found[2]) + 1))), text
        )
        keys |= ARROWS if text == "Arrow keys" else set(re.findall(r"\w+", spread.replace("Mouse", "")))
    keys = {key.lower() if len(key) == 1 else key for key in keys}
    assert keys == (KEYS.keys() | {"Enter", "Escape"}) - without
    assert [key for key in keys if not key_command(playing, key)] == []
