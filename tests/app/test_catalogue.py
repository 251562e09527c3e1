"""The words: every key that is asked for is there, with its placeholders, and none is there in vain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from string import Formatter
from typing import cast

import pytest

from app.model import (
    AmbushScene,
    Begin,
    ChooseSide,
    Confirm,
    Dialog,
    EndScene,
    Light,
    Message,
    Model,
    NextShape,
    NextTerrain,
    Proceed,
    Tap,
    TypeSeed,
    Undo,
    Where,
)
from app.page import first_screen
from app.text import Words
from app.update import start, update
from app.view import view
from cartographers.ambush import AMBUSH
from cartographers.events import Forced
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import Reason
from cartographers.scoring import CARDS
from cartographers.solo import TITLES
from cartographers.terrain import Terrain

FOLDER = Path(__file__).parents[2] / "web" / "catalogue"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
LIGHTS = ("A", "B", "C", "D", "monsters")

#: What may come up in some game or other, whether one of those below has it or not.
NAMED = (
    {f"name.{card.id}" for card in CARDS}
    | {f"name.{card.id}" for cards in (EXPLORE, RUINS, AMBUSH) for card in cards}
    | {f"title.{name}" for _, name in TITLES}
    | {f"terrain.{terrain.value}" for terrain in Terrain}
    | {f"reason.{reason.name}" for reason in Reason}
    | {f"forced.{forced.value}" for forced in Forced if forced not in {Forced.NONE, Forced.FULL}}
    | {f"corner.{card.corner}" for card in AMBUSH}
    | {f"direction.{card.direction}" for card in AMBUSH}
)


def catalogue(language: str) -> dict[str, str]:
    """Return a language's catalogue, in which no key may stand twice."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        found = dict(pairs)
        assert len(found) == len(pairs), f"{language} has a key twice"
        return found

    text = (FOLDER / f"{language}.json").read_text("utf-8")
    return cast("dict[str, str]", json.loads(text, object_pairs_hook=once))


def placeholders(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


class Listener(Words):
    """Words that remember which keys were asked for, and with which values."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Begin with nothing heard."""
        super().__init__(words)
        self.heard: dict[str, set[frozenset[str]]] = {}

    def __call__(self, key: str, **values: object) -> str:
        """Return the text, and remember; who asks for a plural asks for all its texts."""
        for asked in {key, key.replace(".other", ".one"), key.replace(".one", ".other")}:
            self.heard.setdefault(asked, set()).add(frozenset(values))
        return super().__call__(key, **values)


def played(seed: str, side: str) -> Iterator[Model]:
    """Play a whole game without a thought and yield every model on its way, with every light."""
    rng = Random(seed)  # noqa: S311 - a game to look at, and repeatable on purpose
    model = update(update(start(seed), ChooseSide(side)), Begin())
    yield replace(model, dialog=Dialog.MENU)
    while not isinstance(model.scene, EndScene):
        yield from (update(model, Light(what)) for what in (*LIGHTS, ""))
        placing: list[Message] = [Tap(rng.randrange(130)), NextTerrain(), NextShape(), Where()]
        for message in [Proceed()] if model.scene else [*rng.choices(placing, k=3), Confirm()]:
            yield model
            model = update(model, message)
    assert model.game is not None
    yield start("other", model.game.record)
    yield from (replace(model, game=replace(model.game, takebacks=count)) for count in range(3))


def whole_games() -> Iterator[Model]:
    """Yield models of games on both sides, of the start screen and of every dialog."""
    yield from played("k3x9q2", "A")
    yield from played("b2", "B")
    yield from (start("k3x9q2", save) for save in ("", "c1-a-1p-k3x9q2", "nonsense"))
    yield update(update(start(""), TypeSeed("?!")), Begin())
    begun = update(start("k3x9q2"), Begin())
    taken_back = update(update(begun, Confirm()), Undo())
    for dialog in Dialog:
        yield replace(taken_back, dialog=dialog)
        yield replace(start("k3x9q2", "c1-a-1p-k3x9q2"), dialog=dialog)
        yield replace(start("k3x9q2", "nonsense"), dialog=dialog)
    for model in played("nowhere", "A"):
        if isinstance(model.scene, AmbushScene):
            lost = replace(model.scene, event=replace(model.scene.event, region=0, trail=()))
            yield replace(model, pending=(lost,))


@pytest.fixture(scope="module")
def heard() -> dict[str, set[frozenset[str]]]:
    """Return which keys all those pages ask for, with which values; a key that is missing stops it."""
    listener = Listener(catalogue("en"))
    for model in whole_games():
        view(listener, model)
    return listener.heard


def test_no_key_is_missing(heard: dict[str, set[frozenset[str]]]) -> None:
    """Every key that a page asks for, and every name that the engine has, is in the catalogue."""
    assert (heard.keys() | NAMED) - catalogue("en").keys() == set()


def test_no_key_is_there_in_vain(heard: dict[str, set[frozenset[str]]]) -> None:
    """The catalogue has no key that no page asks for."""
    assert catalogue("en").keys() - heard.keys() - NAMED == set()


def test_placeholders_fit(heard: dict[str, set[frozenset[str]]]) -> None:
    """A text uses values that it is given, and at least one of them where there are any."""
    for key, given in heard.items():
        used = placeholders(catalogue("en")[key])
        for values in given:
            assert used <= values, key
            assert bool(used) == bool(values), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_agree(language: str) -> None:
    """Each language has the keys of the English catalogue, with the same placeholders, and no empty text."""
    english, words = catalogue("en"), catalogue(language)
    assert words.keys() == english.keys()
    assert {key for key in words if placeholders(words[key]) != placeholders(english[key])} == set()
    assert {key for key, text in words.items() if not text.strip()} == set()


def test_a_missing_key_is_an_error() -> None:
    """Nothing is shown in place of a text that is not there."""
    with pytest.raises(KeyError):
        Words({})("app.name")
    with pytest.raises(KeyError):
        Words({"time": "{count}"})("time")


def test_the_first_screen_is_printed_with_them() -> None:
    """The page that stands before Python has arrived is the start screen, without a seed."""
    words = catalogue("en")
    page = first_screen(words)
    assert words["app.tagline"] in page
    assert words["start.begin"] in page
    assert 'value=""' in page
    assert words["start.continue.note"] not in page
