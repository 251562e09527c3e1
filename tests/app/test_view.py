"""The page as a value: it shows what the engine says, and nothing that a player must not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from app.commands import message
from app.element import Element, text_of, walk
from app.model import (
    AmbushScene,
    Begin,
    ChooseSide,
    Confirm,
    Dialog,
    EndScene,
    Flip,
    Light,
    Message,
    Model,
    NextShape,
    NextTerrain,
    Open,
    Proceed,
    SeasonScene,
    Step,
    Tap,
    Turn,
    TypeSeed,
    Undo,
    Where,
)
from app.text import Words
from app.update import start, update
from app.view import view
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Draw
from cartographers.game import Ply, apply, is_legal
from cartographers.region import region_of, space_named, spaces
from cartographers.scoring import ScoringCard, monsters, stars
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain

WORDS = Words(json.loads((Path(__file__).parents[2] / "web/catalogue/en.json").read_text("utf-8")))
PLACING: tuple[Message, ...] = (
    Where(),
    Where(),
    Where(),
    Turn(1),
    Flip(),
    NextTerrain(),
    NextShape(),
    Tap(55),
    Tap(101),
)


def played(seed: str, side: str) -> Iterator[Model]:
    """Play a whole game without a thought and yield every model on its way."""
    rng = Random(seed)  # noqa: S311 - a game to look at, and repeatable on purpose
    model = update(update(start(seed), ChooseSide(side)), Begin())
    while not isinstance(model.scene, EndScene):
        if model.walking:
            sent: list[Message] = [Step()]
        else:
            sent = [Proceed()] if model.scene else [*rng.choices(PLACING, k=3), Confirm()]
        for one in sent:
            yield model
            model = update(model, one)
    yield model


GAME = [*played("k3x9q2", "A")]
MODELS = [*GAME, *played("b2", "B")]
CHOOSING = [model for model in MODELS if not model.scene]
SCENES = [next(m for m in MODELS if isinstance(m.scene, kind)) for kind in (AmbushScene, SeasonScene, EndScene)]
HOME = [
    start("k3x9q2"),
    start("k3x9q2", "c1-a-1p-k3x9q2"),
    start("k3x9q2", "nonsense"),
    update(update(start(""), TypeSeed("?!")), Begin()),
]
DIALOGS = [
    replace(CHOOSING[0], dialog=Dialog.MENU),
    replace(CHOOSING[0], dialog=Dialog.KEYS),
    replace(HOME[1], dialog=Dialog.REPLACE),
]
LIT = [replace(model, lit=what) for model in CHOOSING[::23] for what in ("A", "B", "C", "D", "monsters")]
TAKEN_BACK = [update(update(CHOOSING[0], Confirm()), Undo()), update(GAME[-1], Open("menu"))]
ALL = [*MODELS[::16], *SCENES, *HOME, *DIALOGS, *LIT, *TAKEN_BACK]


def shown(model: Model) -> Element:
    """Return the page of a model."""
    return view(WORDS, model)


def buttons(page: Element) -> dict[str, Element]:
    """Return the page's buttons by their commands, the first one where several have the same."""
    return {found.attributes["data-do"]: found for found in reversed(list(walk(page))) if found.tag == "button"}


def part(page: Element, name: str) -> str:
    """Return the text of the one part that has a class."""
    found = [text_of(element) for element in walk(page) if name in element.attributes.get("class", "").split()]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def integer(text: str) -> int:
    """Return a number that is written with a true minus sign; no text is 0."""
    return int(text.replace("\N{MINUS SIGN}", "-") or "0")


def legal_after(model: Model) -> Sheet | None:
    """Return the sheet with the ghost of a model drawn by the engine, or ``None`` where the rules do not allow it."""
    assert model.game is not None
    assert model.game.state.task is not None
    ply = Ply(Terrain(terrain_pressed(shown(model))), selected(shown(model)))
    if not is_legal(model.game.state, ply):
        return None
    return next(event.after for event in apply(model.game.state, ply).events if isinstance(event, Draw))


def terrain_pressed(page: Element) -> str:
    """Return the terrain whose button is pressed."""
    pressed = [
        command.partition(" ")[2]
        for command, found in buttons(page).items()
        if command.startswith("terrain ") and found.attributes["aria-pressed"] == "true"
    ]
    assert len(pressed) == 1
    return pressed[0]


def cells(page: Element) -> list[Element]:
    """Return the spaces of the map."""
    return [found for found in walk(page) if found.attributes.get("role") == "gridcell"]


def selected(page: Element) -> int:
    """Return the spaces that are marked as selected."""
    return region_of(int(c.attributes["data-space"]) for c in cells(page) if c.attributes["aria-selected"] == "true")


# ------------------------------------------------------------------- nothing hidden


def other_future(model: Model) -> Model:
    """Return the model with everything that is still face down dealt otherwise."""
    assert model.game is not None
    state = model.game.state
    season, revealed = state.season, state.revealed
    if isinstance(model.scene, SeasonScene):  # what lies on the table already is not yet shown
        names = [dealt.season for dealt in state.deal.seasons]
        season, revealed = names.index(model.scene.score.season), 99
    seasons = list[SeasonDeal]()
    for number, dealt in enumerate(state.deal.seasons):
        seen = 99 if number < season else revealed if number == season else 0
        unseen = dealt.deck[seen:][::-1]
        reveals = dealt.reveals if number < season or not unseen else 1 + (dealt.reveals + 3) % len(dealt.deck)
        seasons.append(replace(dealt, deck=dealt.deck[:seen] + unseen, reveals=reveals))
    deal = Deal(state.deal.id, state.deal.edicts, tuple(seasons))
    assert state.over or deal != state.deal
    return replace(model, game=replace(model.game, state=replace(state, deal=deal)))


@pytest.mark.parametrize("model", [m for m in MODELS if not isinstance(m.scene, SeasonScene)][::6])
def test_nothing_hidden_reaches_the_view(model: Model) -> None:
    """With another future, the page is the same."""
    assert shown(other_future(model)) == shown(model)


def test_a_season_is_reckoned_before_the_next_one_is_seen() -> None:
    """While a season is on the page, the next one's cards are as good as hidden."""
    for model in MODELS:
        if isinstance(model.scene, SeasonScene):
            assert model.game is not None
            ended = [dealt.season for dealt in model.game.state.deal.seasons].index(model.scene.score.season)
            deal = other_future(model).game
            assert deal is not None
            assert deal.state.deal.seasons[: ended + 1] == model.game.state.deal.seasons[: ended + 1]
            assert shown(other_future(model)) == shown(model)


def test_the_view_would_show_another_present() -> None:
    """The comparison can fail: with another card in play, the page differs."""
    model = CHOOSING[0]
    assert model.game is not None
    state = model.game.state
    first = state.deal.seasons[0]
    other = replace(first, deck=first.deck[::-1])
    deal = replace(state.deal, seasons=(other, *state.deal.seasons[1:]))
    assert shown(replace(model, game=replace(model.game, state=replace(state, deal=deal)))) != shown(model)


def test_equal_models_have_equal_views() -> None:
    """Two games played alike look alike at every moment."""
    again = [*played("k3x9q2", "A")]
    assert again == GAME
    for one, other in zip(GAME[::5], again[::5], strict=True):
        assert one is not other
        assert shown(one) == shown(other)


# ------------------------------------------------------------------- controls


@pytest.mark.parametrize("model", ALL)
def test_every_control_has_a_command_and_every_button_a_name(model: Model) -> None:
    """What can be pressed means something, and says what."""
    page = shown(model)
    for found in walk(page):
        if "data-do" in found.attributes:
            message(found.attributes["data-do"], lambda: "fresh")
        if found.tag == "button":
            assert found.attributes["type"] == "button"
            name = found.attributes.get("aria-label", text_of(found))
            assert name.strip(), f"{found.attributes} has no name"


@pytest.mark.parametrize("model", ALL)
def test_ids_and_keys_are_unique(model: Model) -> None:
    """An id is used once on a page, a key once among siblings."""
    elements = list(walk(shown(model)))
    ids = [found.attributes["id"] for found in elements if "id" in found.attributes]
    assert len(ids) == len(set(ids))
    for found in elements:
        keys = [child.key for child in found.children if isinstance(child, Element) and child.key]
        assert len(keys) == len(set(keys))
        for reference in ("aria-labelledby", "aria-describedby", "for"):
            assert set(found.attributes.get(reference, "").split()) <= set(ids)


@pytest.mark.parametrize("model", ALL)
def test_pressing_any_button_shows_a_page(model: Model) -> None:
    """No button leads to a page that cannot be shown."""
    for command in buttons(shown(model)):
        shown(update(model, message(command, lambda: "fresh")))


def test_confirm_is_off_while_the_rules_object() -> None:
    """The button says why not, in the engine's reason; otherwise that it fits."""
    seen = set()
    on_ruins = next(model for model in CHOOSING if "must cover ruins" in part(shown(model), "said"))
    for model in [*CHOOSING[::4], *(update(on_ruins, Tap(space)) for space in range(0, 130, 5))]:
        button = buttons(shown(model))["confirm"]
        legal = legal_after(model) is not None
        assert button.attributes.get("aria-disabled") == (None if legal else "true")
        verdict = part(button, "verdict")
        assert verdict.startswith("fits") == legal
        seen.add(verdict)
    assert {"fits", "fits on ruins", "on drawn land", "not on ruins"} <= seen


def test_undo_is_off_at_the_beginning_only() -> None:
    """There is nothing to take back before the first ply."""
    for model in CHOOSING[::3]:
        assert model.game is not None
        assert buttons(shown(model))["undo"].attributes.get("aria-disabled") == (None if model.game.plies else "true")


def test_choices_are_those_of_the_card() -> None:
    """One button for each terrain, and for each shape where there are several."""
    for model in CHOOSING[::5]:
        assert model.game is not None
        assert model.game.state.task is not None
        options = model.game.state.task.options
        commands = [command.split() for command in buttons(shown(model))]
        assert [c[1] for c in reversed(commands) if c[0] == "terrain"] == list(
            dict.fromkeys(o.terrain.value for o in options)
        )
        shapes = list(dict.fromkeys(option.shape for option in options))
        assert [c[1] for c in reversed(commands) if c[0] == "shape"] == [
            str(n) for n in range(len(shapes)) if len(shapes) > 1
        ]


# ------------------------------------------------------------------- what the engine says


@pytest.mark.parametrize("model", CHOOSING[::5])
def test_edicts_and_monsters_show_what_the_engine_scores(model: Model) -> None:
    """What each pays now, and the difference that the shape makes where it may be drawn."""
    assert model.game is not None
    state = model.game.state
    now, after = state.sheets[0], legal_after(model) or state.sheets[0]
    page = buttons(shown(model))
    for letter, card in zip("ABCD", state.deal.edicts, strict=True):
        value, difference = stars(card(now)), stars(card(after)) - stars(card(now))
        tile = page[f"light {letter}"]
        assert integer(part(tile, "value")) == value
        assert integer(part(tile, "delta")) == difference
        assert ("scored" in tile.attributes["class"]) == (letter in state.season_deal.season.edicts)
        assert f"Edict {letter}, " in tile.attributes["aria-label"]
        assert ("with the shape here" in tile.attributes["aria-label"]) == (difference != 0)
    if not model.game.plies:  # a hint stands there in the beginning
        assert "light monsters" not in page
        return
    lost = page["light monsters"]
    assert integer(part(lost, "delta")) == stars(monsters(after)) - stars(monsters(now))
    assert f"{after.coins} of 14 coins" in [found.attributes.get("aria-label") for found in walk(shown(model))]


def test_a_difference_is_shown_sometimes() -> None:
    """The games above have what the comparison needs: differences of both signs."""
    found = {
        part(tile, "delta")[:1] for model in CHOOSING for tile in buttons(shown(model)).values() if has_delta(tile)
    }
    assert {"", "+", "\N{MINUS SIGN}"} <= found


def has_delta(tile: Element) -> bool:
    """Say whether a button has room for a difference."""
    return any("delta" in element.attributes.get("class", "") for element in walk(tile))


def test_the_map_tells_each_space() -> None:
    """The grid has all 121 spaces in order, each with its name and what is on it."""
    for model in CHOOSING[::11]:
        assert model.game is not None
        sheet = model.game.state.sheets[0]
        found = cells(shown(model))
        assert len(found) == 121
        for cell in found:
            name, _, what = cell.attributes["aria-label"].partition(", ")
            space = space_named(name)
            assert cell.attributes["data-space"] == str(space)
            ruins = bool(sheet.ruins >> space & 1)
            drawn = [t.value for t in Terrain if sheet.spaces_of(t) >> space & 1]
            printed = [kind for kind in ("mountain", "wasteland") if getattr(sheet, kind) >> space & 1]
            kind = (drawn + printed or [""])[0]
            expected = kind + ", on ruins" if kind and ruins else kind or ("ruins" if ruins else "empty")
            assert what == expected


def test_lit_spaces_are_those_that_earn() -> None:
    """A light shows the stars of each award, and a tip says the rule and the sum."""
    lit_up = 0
    for model in LIT:
        assert model.game is not None
        sheet = legal_after(model) or model.game.state.sheets[0]
        cards: dict[str, ScoringCard] = dict(zip("ABCD", model.game.state.deal.edicts, strict=True))
        rule = cards.get(model.lit, monsters)
        awards = rule(sheet) or rule(model.game.state.sheets[0])
        page = shown(model)
        stars_shown = [
            integer(text_of(found)) for found in walk(page) if "star" in found.attributes.get("class", "").split()
        ]
        assert sum(stars_shown) == stars(awards)
        lit_up += bool(stars_shown)
        tip = part(page, "tip")
        if model.lit in cards:
            assert cards[model.lit].explanation in tip
        pressed = [
            c for c, b in buttons(page).items() if c.startswith("light") and b.attributes.get("aria-pressed") == "true"
        ]
        there = model.lit in cards or bool(model.game.plies)
        assert pressed == [f"light {model.lit}"] * there
    assert lit_up > 5


def test_ruins_that_are_due_are_ringed() -> None:
    """A ring for each of the ruins of which one must be covered, and none otherwise."""
    due_seen = 0
    for model in CHOOSING[::3]:
        assert model.game is not None
        assert model.game.state.task is not None
        due = model.game.state.task.must_cover
        rings = [f for f in walk(shown(model)) if f.attributes.get("class") == "due"]
        assert [len(ring.children) for ring in rings] == ([due.bit_count()] if due else [])
        due_seen += due is not None
    assert due_seen


def test_the_time_is_that_of_the_season() -> None:
    """The strip tells the season's time while a choice is to be made."""
    for model in CHOOSING[::7]:
        assert model.game is not None
        state = model.game.state
        expected = f"Time {state.time} of {state.season_deal.season.threshold}, this card {state.card.time}"
        assert expected in [found.attributes.get("aria-label") for found in walk(shown(model))]


def test_a_reckoning_and_the_end_show_the_engines_numbers() -> None:
    """Each season's rows and sum; at the end the rating, the title and the table of seasons."""
    for model in MODELS:
        if isinstance(model.scene, SeasonScene):
            score = model.scene.score
            page = buttons(shown(model))
            for letter, awards in score.edicts.items():
                row = [
                    text_of(element)
                    for element in walk(page_row(shown(model), f"light {letter}"))
                    if element.tag == "b"
                ]
                assert integer(row[-1].removeprefix("+")) == stars(awards)
            assert "proceed" in page
            assert f"{score.total} star{'' if abs(score.total) == 1 else 's'}".replace(
                "-", "\N{MINUS SIGN}"
            ) in text_of(shown(model))
    final = MODELS[-1]
    assert isinstance(final.scene, EndScene)
    text = text_of(shown(final))
    assert final.scene.event.title is not None
    assert final.scene.event.rating is not None
    assert final.scene.event.title in text
    assert f"Rating {final.scene.event.rating}".replace("-", "\N{MINUS SIGN}") in text
    table = next(found for found in walk(shown(final)) if found.tag == "table")
    rows = [[text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr"]
    assert len(rows) == 6
    assert integer(rows[-1][-1]) == final.scene.event.totals[0] == sum(integer(row[-1]) for row in rows[1:-1])


def page_row(page: Element, command: str) -> Element:
    """Return the reckoning's row with a command; an edict's tile has the same one."""
    return next(
        found
        for found in walk(page)
        if found.attributes.get("data-do") == command and found.attributes.get("class") == "row"
    )


def test_a_practice_game_is_said_to_be_one() -> None:
    """In the menu, and at the end."""
    assert "practice" in text_of(shown(update(TAKEN_BACK[0], Open("menu"))))
    assert "practice" not in text_of(shown(update(CHOOSING[0], Open("menu"))))
    final = GAME[-1]
    assert final.game is not None
    assert "practice" not in text_of(shown(final)).lower()
    for count in (1, 2):
        assert "practice" in text_of(shown(replace(final, game=replace(final.game, takebacks=count)))).lower()


def test_what_is_said_changes_with_what_has_happened() -> None:
    """One live region tells the card, each scene and the end; the other one whether the ghost fits, and where."""
    for model in [*CHOOSING[::13], *SCENES]:
        status = [text_of(found) for found in walk(shown(model)) if found.attributes.get("role") == "status"]
        news, ghost = status
        assert news
        assert bool(ghost) == (model.scene is None)
    said = {part(shown(model), "said") for model in SCENES}
    assert len(said) == len(SCENES)


def test_a_damaged_save_and_a_bad_seed_are_alerts() -> None:
    """What went wrong on the start screen is announced."""
    for model, expected in ((HOME[2], HOME[2].save_error), (HOME[3], HOME[3].seed_error)):
        alerts = [text_of(found) for found in walk(shown(model)) if found.attributes.get("role") == "alert"]
        assert len(alerts) == 1
        assert expected in alerts[0]


def test_pressing_a_light_twice_is_as_before() -> None:
    """The page after putting a light on and out is the page before."""
    for letter in "ABCD":
        model = CHOOSING[20]
        assert shown(update(update(model, Light(letter)), Light(letter))) == shown(model)


def test_spaces_under_the_ghost_are_selected() -> None:
    """As many as the shape has, all of them on the map."""
    for model in CHOOSING[::9]:
        assert model.game is not None
        assert model.game.state.task is not None
        sizes = {len(option.shape.cells) for option in model.game.state.task.options}
        assert len(list(spaces(selected(shown(model))))) in sizes
