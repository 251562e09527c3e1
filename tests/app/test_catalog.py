"""Tests of the catalogs: each requested key exists with its placeholders, and no key is unused."""

import ast
import json
import re
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest

from app import messages as m
from app.arrival.page_load import Parts
from app.board.forms import FORMS
from app.page.parts import ROOMS
from app.prerendered.screens import embed_screens, first_screen
from app.screens.sheet.screen import ScoreSheet
from app.shell.view import view
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.custom_map import LIMITS
from cartographers.events import ForcedReason
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.rules import Reason
from cartographers.scoring import CARD_BY_ID, CARDS, Family
from cartographers.seasons import SEASONS
from cartographers.solo import TITLES
from cartographers.terrain import Terrain
from support.gallery import Listener, everything, untold_by
from support.visits import arrive, changed, updated
from tasks.delivery import PARTS, part_of
from words import LANGUAGES, SCRIPTS, Words
from words.files import catalog

AMBUSHES = [card for cards in AMBUSH.values() for card in cards]
PY, WEB = (Path(__file__).parents[2] / name for name in ("py", "web"))
#: Keys of things that can appear in some game, even if no game below has them.
NAMED = (
    {f"{how}.{card.id}" for card in CARDS for how in ("name", "short", "gist")}
    | {f"name.{card.id}" for cards in EXPLORE.values() for card in cards}
    | {f"name.{card.id}" for card in RUINS}
    | {key for card in AMBUSHES for key in (f"name.{card.id}", f"companion.pass.{card.arrow}")}
    | {key for card in HEROES for key in (f"name.{card.id}", f"attack.{card.id}")}
    | {f"title.{name}" for _, name in TITLES}
    | {f"{what}.{terrain.value}" for terrain in Terrain for what in ("terrain", "error.ply")}
    | {key for reason in Reason for key in (f"reason.{reason.name}", f"error.reason.{reason.value}")}
    | {f"forced.{forced.value}" for forced in ForcedReason if forced not in {ForcedReason.NONE, ForcedReason.FULL}}
    | {key for card in AMBUSHES for key in (f"corner.{card.corner}", f"direction.{card.direction}")}
    | {f"family.{family.value}" for family in Family}
    | {f"beast.{beast.value}" for beast in Beast}
    | {f"error.map.{kind}" for kind in LIMITS}
    | {f"error.box.{what}" for what in ("explore", "season", "ambush", "scoring")}
    | {f"error.save.{what}" for what in ("cartographers", "seats")}
    | {f"rule.{name}" for name in (*CARD_BY_ID, "monsters")}
    | {f"language.{language}" for language in LANGUAGES}
    | {f"companion.start.{season.name}" for season in SEASONS[Box.BASE]}
    | {f"form.{form.name}" for form in FORMS}
    | {f"lies.{aspect}" for form in FORMS for aspect, _ in form.lies if aspect not in {"axis", "slope"}}
    | {f"where.{where}" for where in ("up", "right", "down", "left")}
    | {"error.ply.pick", "room.call", "screen.title"}  # the document's title is in no view
    | {"room.notify.title", "room.notify.body"}  # a notification of the system
)
#: The beginning of CLDR's keys, which a test of their own checks.
GENERAL = "cldr."


def placeholders(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


Heard = dict[str, set[frozenset[str]]]


@pytest.fixture(scope="module")
def heard_in() -> dict[str, Heard]:
    """Return the keys that pages request, with their values: of all pages, at the start, and in rooms at the start."""
    page, start, room = (Listener(catalog("en")) for _ in range(3))
    for _, visit in everything():
        view(page, visit)
        if isinstance(visit.screen, ScoreSheet):
            for what in ("text", "picture", "beat", "back", "watch", "record"):
                visit.screen.outgoing(page, visit, what)
        if not part_of(type(visit.screen).__module__):
            early = changed(visit, parts=Parts(frozenset({ROOMS} if visit.room else ())))
            view(room if visit.room else start, early)
    return {"page": page.heard, "start": start.heard, "room": room.heard}


def test_gallery_gets_a_visit_for_each_missing_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gallery gets a visit for each text that its other visits lack, so it has all texts of all pages."""
    home = arrive("any")
    about = updated(home, m.Go("about"))
    visits = [("home", home), ("about", about), ("again", about)]
    monkeypatch.setattr("support.gallery.everything", lambda: iter(visits))
    [(name, visit)] = untold_by({"home": home}).items()
    assert name.startswith("about, about.")
    assert visit.screen == about.screen


def test_start_uses_no_words_of_later_parts(heard_in: dict[str, Heard]) -> None:
    """The start of the page uses no words of later parts."""
    words = catalog("en")
    later = (*chain.from_iterable(delivery.words for delivery in PARTS.values()), SCRIPTS)
    first = {key for key in words if not key.startswith(later)}
    rooms = {key for key in words if key.startswith(PARTS[ROOMS].words)}
    assert 0 < len(rooms) < len(first) < len(words)
    shared = {key for key in words if key.startswith("share.")}  # sharing a result needs the later part
    assert heard_in["start"].keys() - first - shared == set()
    assert heard_in["room"].keys() - first - rooms - shared == set()


def test_no_key_is_missing_or_unused(heard_in: dict[str, Heard]) -> None:
    """The catalog has exactly the keys of all pages and of the engine's names, and its texts use the given values."""
    heard = heard_in["page"]
    assert (heard.keys() | NAMED) - catalog("en").keys() == set()
    unused = catalog("en").keys() - heard.keys() - NAMED
    assert {key for key in unused if not key.startswith((GENERAL, SCRIPTS, "error."))} == set()
    for key, given in heard.items():
        used = placeholders(catalog("en")[key])
        for values in given:  # a text uses at least one of its values
            assert used <= values, key
            assert bool(used) == bool(values), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_match_the_english_catalog(language: str) -> None:
    """Each language has the keys and placeholders of the English catalog, CLDR's plural forms, and no empty texts."""
    english, words = catalog("en"), catalog(language)
    forms = {words.get(f"cldr.plural.{count}", "other") for count in range(200)} | {"other"}
    counted = {key.removesuffix(".one") for key in english if key.endswith(".one")}
    english_forms = {f"{key}.{form}" for key in counted for form in ("one", "other")}
    expected = {key for key in english if not key.startswith(GENERAL)} - english_forms
    own_keys = {key for key in words if not key.startswith(GENERAL)}
    assert own_keys == expected | {f"{key}.{form}" for key in counted for form in forms}
    for key in own_keys - english.keys():
        assert placeholders(words[key]) == placeholders(english[f"{key.rpartition('.')[0]}.other"]), key
    both = words.keys() & english.keys()
    assert {key for key in both if placeholders(words[key]) != placeholders(english[key])} == set()
    assert {key for key, text in words.items() if not text.strip()} == set()


def test_files_have_no_repeated_keys() -> None:
    """No language's file has a key twice, and the English file has no rules, because they come from docstrings."""
    for language in LANGUAGES:
        text = (PY / f"words/{language}.json").read_text("utf-8")
        keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
        assert len(keys) == len(set(keys)), language
        assert language != "en" or not [key for key in keys if key.startswith(("rule.", GENERAL, "language.e"))]


def test_each_error_has_a_sentence() -> None:
    """Each error of the engine and the app has a sentence that uses all its values, and no sentence is unused."""
    words, errors = catalog("en"), dict[str, set[str]]()
    kinds = {"InvalidRecord", "IllegalMove", "NewerSave", "UnsupportedRules", "NewerRules"}
    for path in sorted(PY.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(kind), [ast.Constant(key), *_], keywords) if kind in kinds:
                    errors[str(key)] = {str(keyword.arg) for keyword in keywords}
    assert len(errors) > 25
    for key, values in errors.items():
        for form in (key,) if key in words else (f"{key}.one", f"{key}.other"):
            assert placeholders(words[form]) == values, form
    found = {key.removesuffix(".one").removesuffix(".other") for key in words if key.startswith("error.")}
    assert found - errors.keys() - NAMED == set()


def test_script_texts_are_complete_and_valid() -> None:
    """Each key that a script uses exists, none is unused, and the texts are valid in HTML."""
    paths = (*WEB.glob("*.js"), *WEB.glob("*.mjs"), *WEB.glob("runtime/page/*.mjs"))
    say = re.compile(r"""\bsay\([^)]*?"([\w.-]+)"(?:[^)"]*"([\w.-]+)")?""")
    said = {key for path in paths for keys in say.findall(path.read_text("utf-8")) for key in keys if key}
    words = catalog("en")
    of_scripts = {key.removeprefix(SCRIPTS) for key in words if key.startswith(SCRIPTS)}
    unable = "".join((WEB / name).read_text("utf-8") for name in ("able.js", "second.js"))
    said |= {key for key in of_scripts if f'"{key}"' in unable}
    assert said <= of_scripts
    of_the_build = {"about", "app", "app.about", "picture", "note", "no-script", "lost"}
    assert of_scripts - said == of_the_build
    for language in LANGUAGES:
        assert not [key for key, text in catalog(language).items() if key.startswith(SCRIPTS) and set(text) & set("<&")]


@pytest.mark.parametrize(("texts", "key"), [({}, "app.name"), ({"time": "{count}"}, "time")])
def test_missing_key_or_value_raises_an_error(texts: dict[str, str], key: str) -> None:
    """A missing key, or a missing value, raises an error instead of showing a substitute."""
    with pytest.raises(KeyError):
        Words(texts)(key)


def test_prerendered_screens() -> None:
    """The page before Python arrives is the start screen without a seed, or, in an embed, a map side with a button."""
    words = catalog("en")
    page = first_screen(words)
    assert [key for key in ("app.tagline", "start.first", "start.new", "about") if words[key] not in page] == []
    hidden_door = '<button type="button" data-do="begin link" class="confirm" hidden="">'
    assert page.count(hidden_door) == page.count(words["start.link"]) == 1
    assert "<input" not in page
    screens = embed_screens(words)
    assert list(screens) == list("ABCDX")  # custom maps share a screen
    for side, screen in screens.items():
        assert words[f"side.{side}"] in screen
        assert words["app.unofficial"] in screen
        assert screen.count("data-do=") == screen.count('data-do="enter"') == 1
        assert '<a href="./" target="_blank" rel="noopener"' in screen
    assert len(set(screens.values())) == 5
