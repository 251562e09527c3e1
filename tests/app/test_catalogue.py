"""The words: every key that is asked for is there, with its placeholders, and none is there in vain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from app.link import link_of
from app.model import (
    AmbushScene,
    Begin,
    Choose,
    Confirm,
    Dialog,
    EndScene,
    Model,
    Newer,
    Open,
    Play,
    SeasonScene,
    Seek,
    SetUp,
    SpreadScene,
    Type,
    Undo,
    Watch,
)
from app.page import embed_screens, first_screen
from app.playing import GAMES, SEED, after, begun, game_of
from app.replay import watch
from app.text import Words
from app.update import save_text, start, update
from app.view import view
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.events import End, Forced
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.record import read_record, write_record
from cartographers.rules import Reason
from cartographers.scoring import CARDS, Family
from cartographers.seasons import EDICTS
from cartographers.solo import TITLES
from cartographers.terrain import Terrain

FOLDER = Path(__file__).parents[2] / "web" / "catalogue"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
LIGHTS = (*EDICTS, "monsters", *(beast.value for beast in Beast))
AMBUSHES = [card for cards in AMBUSH.values() for card in cards]

#: What may come up in some game or other, whether one of those below has it or not.
NAMED = (
    {f"name.{card.id}" for card in CARDS}
    | {f"name.{card.id}" for cards in EXPLORE.values() for card in cards}
    | {f"name.{card.id}" for card in RUINS}
    | {f"name.{card.id}" for card in AMBUSHES}
    | {f"name.{card.id}" for card in HEROES}
    | {f"title.{name}" for _, name in TITLES}
    | {f"terrain.{terrain.value}" for terrain in Terrain}
    | {f"reason.{reason.name}" for reason in Reason}
    | {f"forced.{forced.value}" for forced in Forced if forced not in {Forced.NONE, Forced.FULL}}
    | {f"corner.{card.corner}" for card in AMBUSHES}
    | {f"direction.{card.direction}" for card in AMBUSHES}
    | {f"family.{family.value}" for family in Family}
    | {f"beast.{beast.value}" for beast in Beast}
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


def whole_games() -> Iterator[Model]:
    """Yield models of whole games, alone and together, with every light, dialog and look at a map."""
    for game in GAMES.values():
        for number, (_, model) in enumerate(game):
            if number % 3 == 0 or model.scene:
                yield model
            if number % 27 == 0 or isinstance(model.scene, AmbushScene | SpreadScene | SeasonScene):
                yield from (replace(model, lit=what) for what in LIGHTS)
            if number % 99 == 0 or isinstance(model.scene, SpreadScene):
                yield from opened(model)
        final = game[-1][1]
        yield from opened(final)
        yield from (replace(final, game=replace(game_of(final), takebacks=count)) for count in range(3))
        yield start("other", save_text(final))
        yield from replays(final)
    yield from ends()
    taken_back = after(begun(), Confirm(), Undo())
    yield taken_back
    yield from opened(taken_back)
    for model in (model for _, model in GAMES["A"]):
        if isinstance(model.scene, AmbushScene):
            lost = replace(model.scene, event=replace(model.scene.event, region=0, trail=()))
            yield replace(model, pending=(lost,))


def opened(model: Model) -> Iterator[Model]:
    """Yield a model of a game with each dialog and each sheet that may be looked at, also within a dialog."""
    sheets = range(game_of(model).id.players)
    yield from (replace(model, looking=sheet) for sheet in sheets)
    for dialog in (Dialog.MENU, Dialog.KEYS, Dialog.CARDS, Dialog.MAPS):
        yield replace(model, dialog=dialog)
        yield from (replace(model, dialog=dialog, looking=sheet) for sheet in sheets)


def replays(final: Model) -> Iterator[Model]:
    """Yield each place of a replay, one that plays, its dialogs, and one of a game that goes on."""
    plies = game_of(final).plies
    replay = after(final, Watch())
    yield from (update(replay, Seek(place)) for place in range(len(plies) + 1))
    yield update(replay, Play())
    yield from opened(replay)
    yield after(watch(start(SEED), read_record(write_record(game_of(final).id, plies[:5]))), Seek(5))


def ends() -> Iterator[Model]:
    """Yield rare ends of games together: a tie that monsters break, and a shared victory."""
    for game in (GAMES["pair"], GAMES["trio"]):
        final = game[-1][1]
        assert isinstance(final.scene, EndScene)
        players = game_of(final).id.players
        level = (30,) * players
        for lost, winners in (((-4,) * players, tuple(range(players))), ((-4, *(-5,) * (players - 1)), (0,))):
            end = End(totals=level, monsters=lost, winners=winners, rating=None, title=None)
            yield replace(final, pending=(replace(final.scene, event=end),))


def before_games() -> Iterator[Model]:
    """Yield the start screen and the setup in all their states."""
    alone, two = "c1-a-1p-k3x9q2", f"c1-b-bhmym-2p-{SEED} by:Ana,Dame,Avalon by:,,"
    for save in ("", alone, two, "nonsense", *(save_text(game[-1][1]) for game in GAMES.values())):
        home = start(SEED, save)
        yield home
        yield update(home, Open("preferences"))
        yield update(home, Newer())
        yield update(home, SetUp())
        yield update(home, Begin())
        yield after(home, SetUp(), Begin("heroes"))
        for query in ("?daily", "?id=nonsense", "?embed", "?embed&id=nonsense"):
            yield start(SEED, save, link=link_of(query, "2026-11-22"))
    yield after(start(""), SetUp(), Type("seed", "?!"), Begin())
    setting_up = update(start(SEED), SetUp())
    for choices in (
        ("players 2", "headings shown", "players 12"),
        ("cards heroes", "edicts chosen", "side D"),
        ("cards mixed", "explore heroes", "seasons heroes", "heroes yes", "scoring both", "edicts chosen"),
        ("cards mixed", "ambush both", "side B", "scoring heroes"),
    ):
        model = setting_up
        for choice in choices:
            what, _, value = choice.partition(" ")
            model = update(model, Choose(what, value))
            yield model
        if model.setup.game.edicts:
            yield from (update(model, Open("edict", letter)) for letter in EDICTS)


@pytest.fixture(scope="module")
def heard() -> dict[str, set[frozenset[str]]]:
    """Return which keys all those pages ask for, with which values; a key that is missing stops it."""
    listener = Listener(catalogue("en"))
    for model in (*before_games(), *whole_games()):
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
    assert words["start.first"] in page
    assert words["start.new"] in page
    hidden_door = '<button type="button" data-do="begin link" class="confirm" hidden="">'
    assert page.count(hidden_door) == page.count(words["start.link"]) == 2
    assert f'<section class="doors" hidden="">{hidden_door}' in page
    assert "<input" not in page


def test_the_embed_screens_are_printed_with_them() -> None:
    """There is one for each side of the map, with the button that begins, and no way to a game that it cannot know."""
    words = catalogue("en")
    screens = embed_screens(words)
    assert list(screens) == list("ABCD")
    for side, screen in screens.items():
        assert words[f"side.{side}"] in screen
        assert words["app.unofficial"] in screen
        assert screen.count("data-do=") == screen.count('data-do="play-embedded"') == 1
        assert '<a href="./" target="_blank" rel="noopener"' in screen
    assert len(set(screens.values())) == 4
