"""The page as a value: it shows what the engine says, and nothing that a player must not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.commands import message
from app.element import Element, text_of, walk
from app.model import (
    AmbushScene,
    Begin,
    Choose,
    Confirm,
    Continue,
    CurtainScene,
    Dialog,
    EndScene,
    Home,
    Light,
    Look,
    Model,
    Newer,
    Open,
    Proceed,
    Reload,
    SeasonScene,
    SetUp,
    SpreadScene,
    Step,
    Tap,
    Type,
    Undo,
)
from app.playing import (
    ALONE,
    BASE_A,
    CHOOSING,
    GAMES,
    MODELS,
    SEED,
    TRIO,
    WORDS,
    after,
    at_rest,
    begun,
    buttons,
    cells,
    game_of,
    integer,
    labels,
    part,
    played,
    ply_of,
    pressed,
    shown,
    task_of,
    told,
    told_on,
    with_class,
)
from app.update import save_text, start, update
from cartographers.beast import Beast
from cartographers.cards import HeroCard
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Draw, Forced, Pick
from cartographers.game import apply
from cartographers.region import BOARD, names, region_of, space_named, spaces
from cartographers.rules import is_legal
from cartographers.scoring import ScoringCard, monsters, stars
from cartographers.sheet import Sheet
from cartographers.state import Ply
from cartographers.terrain import Terrain

GAME = [model for _, model in GAMES["A"]]
#: One of each kind of scene in each game.
SCENES = [
    next(model for _, model in game if isinstance(model.scene, kind))
    for game in GAMES.values()
    for kind in (AmbushScene, SpreadScene, SeasonScene, CurtainScene, EndScene)
    if any(isinstance(model.scene, kind) for _, model in game)
]
HOME = [
    start(SEED),
    start(SEED, "c1-a-1p-k3x9q2"),
    start(SEED, "nonsense"),
    start(SEED, save_text(MODELS[-1])),
]
SETTING_UP = [update(model, SetUp()) for model in HOME]
SETTING_UP += [
    after(SETTING_UP[0], Type("seed", "?!"), Begin()),
    after(SETTING_UP[0], Choose("edicts", "chosen"), Open("edict", "B")),
    after(SETTING_UP[0], Choose("players", "3"), Type("name 1", "Boris")),
    after(SETTING_UP[0], Choose("players", "12"), Choose("headings", "shown"), Type("land 11", "Camelot")),
    after(SETTING_UP[0], Choose("cards", "heroes"), Choose("edicts", "chosen"), Choose("side", "D")),
    after(SETTING_UP[0], Choose("cards", "mixed"), Choose("edicts", "chosen"), Open("edict", "D")),
]
TWELVE = update(begun(replace(TRIO, players=12)), Proceed())
DIALOGS = [
    *(update(model, Open(name)) for model in (CHOOSING[0], *SCENES[-4:]) for name in ("menu", "keys", "cards", "maps")),
    *(update(update(model, Open("maps")), Look(1)) for model in (SCENES[-1], TWELVE)),
    replace(HOME[1], dialog=Dialog.REPLACE),
]
LIT = [replace(model, lit=what) for model in CHOOSING[::61] for what in ("A", "B", "C", "D", "monsters")]
TAKEN_BACK = [update(update(CHOOSING[0], Confirm()), Undo()), update(GAME[-1], Open("menu"))]
ALL = [*MODELS[::47], *SCENES, *HOME, *SETTING_UP, TWELVE, *DIALOGS, *LIT[::3], *TAKEN_BACK]


def sheet_of(model: Model) -> Sheet:
    """Return the sheet of a model's choice, before it is made."""
    return game_of(model).state.sheets[task_of(model).sheet]


def legal_after(model: Model) -> Sheet | None:
    """Return the sheet with the ghost of a model drawn by the engine, or ``None`` where the rules do not allow it."""
    page, state = shown(model), game_of(model).state
    word = terrain_pressed(page)
    ply = Ply(None if word == "destroyed" else Terrain(word), selected(page), ply_of(model).attack)
    if not is_legal(state, ply):
        return None
    return next(event.after for event in apply(state, ply).events if isinstance(event, Draw | Pick))


def terrain_pressed(page: Element) -> str:
    """Return the terrain whose button is pressed."""
    [terrain] = [command.partition(" ")[2] for command in pressed(page) if command.startswith("terrain ")]
    return terrain


def selected(page: Element) -> int:
    """Return the spaces that are marked as selected."""
    return region_of(int(c.attributes["data-space"]) for c in cells(page) if c.attributes["aria-selected"] == "true")


def frames(page: Element, mark: str) -> int:
    """Return how many spaces a mark of the map frames: so many closed lines its widest path has, or none."""
    return max(
        (
            path.attributes["d"].count("Z")
            for found in with_class(page, mark)
            for path in walk(found)
            if path.tag == "path"
        ),
        default=0,
    )


# ------------------------------------------------------------------- nothing hidden


def other_future(model: Model) -> Model:
    """Return the model with everything that is still face down, or not yet told, dealt otherwise."""
    game = game_of(model)
    state, moment = game.state, model.moment(game)
    season = [dealt.season for dealt in state.deal.seasons].index(moment.season)
    seasons = list[SeasonDeal]()
    for number, dealt in enumerate(state.deal.seasons):
        seen = len(dealt.deck) if number < season else len(moment.table) if number == season else 0
        unseen = dealt.deck[seen:][::-1]
        reveals = dealt.reveals if number < season or not unseen else 1 + (dealt.reveals + 3) % len(dealt.deck)
        seasons.append(replace(dealt, deck=dealt.deck[:seen] + unseen, reveals=reveals))
    deal = Deal(state.deal.id, state.deal.edicts, tuple(seasons))
    assert state.over or deal != state.deal
    future = replace(state, deal=deal)
    if isinstance(model.scene, AmbushScene | SpreadScene | SeasonScene) and state.task:
        future = replace(future, task=task_of(CHOOSING[0]), season=0, revealed=1, ruins_due=not state.ruins_due)
    return replace(model, game=replace(game, state=future))


@pytest.mark.parametrize("model", [*MODELS[::29], *SCENES])
def test_nothing_hidden_reaches_the_view(model: Model) -> None:
    """With another future, the page is the same, and so is each dialog."""
    for name in ("", "menu", "cards", "maps"):
        opened = update(model, Open(name))
        assert shown(other_future(opened)) == shown(opened)


def test_a_season_is_reckoned_before_the_next_one_is_seen() -> None:
    """While a season is on the page, the next one's cards are as good as hidden, and the table has the last one's."""
    for model in MODELS:
        if isinstance(model.scene, SeasonScene):
            game = game_of(model)
            state, season = game.state, model.scene.scores[0].season
            ended = [dealt.season for dealt in state.deal.seasons].index(season)
            dealt = state.deal.seasons[ended]
            assert model.moment(game).table == dealt.deck[: dealt.reveals]
            other = game_of(other_future(model)).state.deal
            assert other.seasons[:ended] == state.deal.seasons[:ended]
            assert other.seasons[ended].deck[: dealt.reveals] == dealt.deck[: dealt.reveals]
            assert shown(other_future(model)) == shown(model)


def test_the_view_would_show_another_present() -> None:
    """The comparison can fail: with another card in play, the page differs."""
    model = CHOOSING[0]
    state = game_of(model).state
    first = state.deal.seasons[0]
    other = replace(first, deck=first.deck[::-1])
    deal = replace(state.deal, seasons=(other, *state.deal.seasons[1:]))
    assert shown(replace(model, game=replace(game_of(model), state=replace(state, deal=deal)))) != shown(model)


def test_equal_models_have_equal_views() -> None:
    """Two games played alike look alike at every moment."""
    again = [model for _, model in played(BASE_A)]
    assert again == GAME
    for one, other in zip(GAME[::5], again[::5], strict=True):
        assert one is not other
        assert shown(one) == shown(other)


# ------------------------------------------------------------------- controls


@pytest.mark.parametrize("model", ALL)
def test_every_control_has_a_command_and_every_button_a_name(model: Model) -> None:
    """What can be pressed or typed into means something, and says what."""
    page = shown(model)
    for found in walk(page):
        if "data-do" in found.attributes:
            message(found.attributes["data-do"], lambda: "fresh")
        if found.tag == "button":
            assert found.attributes["type"] == "button"
            name = found.attributes.get("aria-label", text_of(found))
            assert name.strip(), f"{found.attributes} has no name"
        if found.tag == "input":
            assert found.attributes["aria-label"].strip()
            typed = update(model, Type(found.attributes["name"], "Typed"))
            fields = [other for other in walk(shown(typed)) if other.attributes.get("name") == found.attributes["name"]]
            assert [field.attributes["value"] for field in fields] == ["Typed"]


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
    pick = next(model for model in CHOOSING if task_of(model).is_pick)
    hero = [model for model in CHOOSING if ply_of(model).attack & sheet_of(model).monster]
    moved = [update(model, Tap(space)) for model in (on_ruins, pick) for space in range(0, 130, 5)]
    for model in [*CHOOSING[::11], *hero, *moved]:
        button = buttons(shown(model))["confirm"]
        legal = legal_after(model) is not None
        assert button.attributes.get("aria-disabled") == (None if legal else "true")
        verdict = part(button, "verdict")
        struck = (ply_of(model).attack & sheet_of(model).monster).bit_count()
        if legal and struck:
            assert verdict == f"strikes {struck} monster{'s' if struck > 1 else ''}"
        else:
            assert (verdict == "within reach" if task_of(model).is_pick else verdict.startswith("fits")) == legal
        seen.add(verdict)
    assert {"strikes 1 monster", "strikes 2 monsters"} <= seen
    assert {"fits", "fits on ruins", "within reach", "on drawn land", "not on ruins", "out of its reach"} <= seen


def test_undo_is_off_at_the_beginning_only() -> None:
    """There is nothing to take back before the first ply; a curtain then has no such button."""
    for model in [*CHOOSING[::13], *(game[0][1] for game in ALONE.values())]:
        disabled = buttons(shown(model))["undo"].attributes.get("aria-disabled")
        assert disabled == (None if game_of(model).plies else "true")
    for model in MODELS:
        if isinstance(model.scene, CurtainScene):
            [curtain] = with_class(shown(model), "curtain")
            assert ("undo" in buttons(curtain)) == bool(game_of(model).plies)


def test_choices_are_those_of_the_card() -> None:
    """One button for each terrain, and for each shape where there are several."""
    for model in CHOOSING[::13]:
        options = task_of(model).options
        commands = [command.split() for command in buttons(shown(model))]
        assert [c[1] for c in reversed(commands) if c[0] == "terrain"] == list(
            dict.fromkeys(o.terrain.value if o.terrain else "destroyed" for o in options)
        )
        shapes = list(dict.fromkeys(option.shape for option in options))
        assert [c[1] for c in reversed(commands) if c[0] == "shape"] == [
            str(n) for n in range(len(shapes)) if len(shapes) > 1
        ]


# ------------------------------------------------------------------- what the engine says


@pytest.mark.parametrize("model", CHOOSING[::17])
def test_edicts_and_monsters_show_what_the_engine_scores(model: Model) -> None:
    """What each pays now on the sheet that is drawn on, and the difference that the shape makes where it may be."""
    state, now = game_of(model).state, sheet_of(model)
    drawn = legal_after(model) or now
    page = buttons(shown(model))
    for letter, card in zip("ABCD", state.deal.edicts, strict=True):
        value, difference = stars(card(now)), stars(card(drawn)) - stars(card(now))
        tile = page[f"light {letter}"]
        assert integer(part(tile, "value")) == value
        assert integer(part(tile, "delta")) == difference
        assert ("scored" in tile.attributes["class"]) == (letter in state.season_deal.season.edicts)
        assert f", {letter}: " in tile.attributes["aria-label"]
        assert ("with the shape here" in tile.attributes["aria-label"]) == (difference != 0)
    if not game_of(model).plies:  # a hint stands there in the beginning
        assert "light monsters" not in page
        return
    lost = page["light monsters"]
    difference = stars(monsters(drawn)) - stars(monsters(now))
    assert integer(part(lost, "delta")) == difference
    assert ("with the shape here" in lost.attributes["aria-label"]) == (difference != 0)
    assert f"{drawn.coins} of 14 coins" in labels(shown(model))


def test_a_difference_is_shown_sometimes() -> None:
    """The games above have what the comparison needs: differences of both signs."""
    found = {
        part(tile, "delta")[:1]
        for model in CHOOSING[::5]
        for tile in buttons(shown(model)).values()
        if with_class(tile, "delta")
    }
    assert {"", "+", "\N{MINUS SIGN}"} <= found


def test_the_map_tells_each_space() -> None:
    """The grid has all 121 spaces in order, each with its name and what is on it."""
    words = set[str]()
    for model in CHOOSING[::19]:
        found = cells(shown(model))
        assert len(found) == 121
        for cell in found:
            name, _, what = cell.attributes["aria-label"].partition(", ")
            assert cell.attributes["data-space"] == str(space_named(name))
            words |= set(what.split(", "))
        assert told_on(shown(model)) == told(sheet_of(model))
    assert {"hero", "destroyed", "dragon", "zombies", "troll", "gorgon", "monster", "wasteland", "ruins"} <= words
    assert {"on ruins", "under a hero's attack", "empty"} <= words


def test_lit_spaces_are_those_that_earn() -> None:
    """A light shows the stars of each award, and a tip says the rule and the sum."""
    lit_up = 0
    for model in LIT:
        sheet = legal_after(model) or sheet_of(model)
        cards: dict[str, ScoringCard] = dict(zip("ABCD", game_of(model).state.deal.edicts, strict=True))
        rule = cards.get(model.lit, monsters)
        awards = rule(sheet) or rule(sheet_of(model))
        page = shown(model)
        stars_shown = [
            integer(text_of(found)) for found in walk(page) if "star" in found.attributes.get("class", "").split()
        ]
        assert sum(stars_shown) == stars(awards)
        lit_up += bool(stars_shown)
        tip = part(page, "tip")
        if model.lit in cards:
            assert cards[model.lit].explanation in tip
        there = model.lit in cards or bool(game_of(model).plies)
        assert [command for command in pressed(page) if command.startswith("light")] == [f"light {model.lit}"] * there
    assert lit_up > 5


def test_beasts_are_written_on_the_map_and_say_what_they_do() -> None:
    """Each has its letter on its spaces, and a button while its effect can come, which frames what it can reach."""
    seen = set[Beast]()
    for model in CHOOSING[::9]:
        sheet, page = sheet_of(model), shown(model)
        winter = game_of(model).state.season_deal.season.name == "winter"
        letters = "".join(text_of(found) for found in with_class(page, "beast") if found.tag == "g")
        written = "".join(beast.letter * sheet.lair(beast).bit_count() for beast in Beast)
        assert sorted(letters) == sorted(written)
        found = {found.attributes["data-do"]: found for found in with_class(page, "beast-key") if found.tag == "button"}
        lasting = [beast for beast in Beast if beast.lasts(last_season=winter) and sheet.within_reach(beast)]
        assert list(found) == [f"light {beast.value}" for beast in lasting]
        for beast in lasting:
            seen.add(beast)
            lit = shown(update(model, Light(beast.value)))
            assert f"light {beast.value}" in pressed(lit)
            assert WORDS(f"beast.{beast.value}") in part(lit, "tip")
            if not task_of(model).is_pick:
                reach = (legal_after(model) or sheet).within_reach(beast)
                assert frames(lit, "pickable") == reach.bit_count()
    assert seen == {Beast.DRAGON, Beast.ZOMBIE, Beast.TROLL}


def test_the_spaces_of_a_pick_are_framed() -> None:
    """Those of which one is destroyed, with a sentence on the card; at no other choice is anything framed."""
    picks = 0
    for model in [*CHOOSING[::19], *(model for model in CHOOSING if task_of(model).is_pick)]:
        task, page = task_of(model), shown(model)
        assert frames(page, "pickable") == (task.free.bit_count() if task.is_pick else 0)
        sentence = WORDS("pick") in part(page, "what")
        assert sentence == task.is_pick
        picks += task.is_pick
    assert picks


def test_zombies_that_have_come_are_shown() -> None:
    """A light around the spaces to which they have spread, on the map that is shown."""
    scenes = [model for model in SCENES if isinstance(model.scene, SpreadScene)]
    assert len(scenes) == 2
    for model in scenes:
        assert isinstance(model.scene, SpreadScene)
        owner = model.scene.moment.shown
        assert with_class(shown(model), "arrivals")
        arrived = [told_on(shown(model))[number] for number in places(model.scene.reached[owner])]
        assert all("zombies" in text or "destroyed" in text for text in arrived)


def places(region: int) -> list[int]:
    """Return where a region's spaces are among all spaces of the map."""
    return [number for number, space in enumerate(spaces(BOARD)) if region >> space & 1]


def test_an_ambush_is_drawn_where_it_lands() -> None:
    """While it walks the map is as it was, with the ambush where it is being tried; then it is drawn, and told."""
    landed = 0
    for model in MODELS:
        if isinstance(model.scene, AmbushScene):
            sheet = model.scene.moment.sheets[0] if model.walking else model.scene.event.after
            assert told_on(shown(model)) == told(sheet)
            assert len(with_class(shown(model), "walker")) == model.walking
            end = f"on {', '.join(names(model.scene.event.region))}." if model.scene.event.region else "and is gone."
            assert (end in part(shown(model), "said")) == (not model.walking)
            landed += not model.walking
    assert landed


def test_a_hero_shows_its_pattern_and_what_it_strikes() -> None:
    """The pattern of its card, a target or a cross on each attacked space, and the spaces by name in what is said."""
    heroes = strikes = 0
    for model in [*CHOOSING[::19], *(model for model in CHOOSING if ply_of(model).attack)]:
        page, ply = shown(model), ply_of(model)
        hero = isinstance(task_of(model).card, HeroCard) and task_of(model).forced is Forced.NONE
        assert ("Attack pattern" in labels(page)) == hero
        assert ("attacking" in part(page, "said")) == bool(ply.attack)
        marks = [found.attributes.get("marker-start") for found in walk(page)]
        struck = ply.attack & sheet_of(model).monster
        assert marks.count("url(#mark-struck-marker)") == struck.bit_count()
        assert marks.count("url(#mark-aim-marker)") == (ply.attack & ~struck).bit_count()
        if ply.attack:
            assert "attacking " + ", ".join(names(ply.attack)) in part(page, "said")
        heroes += hero
        strikes += bool(struck)
    assert heroes
    assert strikes


def test_a_forced_single_space_comes_with_its_reason() -> None:
    """On the card and in what is said, and only then."""
    sentences = {Forced.NO_FIT: "Nothing fits: one space", Forced.RUINS: "No ruins can be covered: one space"}
    seen = set[Forced]()
    for model in [*CHOOSING[::19], *(model for model in CHOOSING if task_of(model).forced is not Forced.NONE)]:
        forced, page = task_of(model).forced, shown(model)
        for reason, sentence in sentences.items():
            assert (sentence in part(page, "what")) == (forced is reason)
            assert (sentence in part(page, "said")) == (forced is reason)
        seen.add(forced)
    assert seen == {Forced.NONE, Forced.NO_FIT, Forced.RUINS}


def test_ruins_that_are_due_are_ringed() -> None:
    """A ring for each of the ruins of which one must be covered, and none otherwise."""
    due_seen = 0
    for model in [*CHOOSING[::19], *(model for model in CHOOSING if task_of(model).must_cover is not None)]:
        due = task_of(model).must_cover
        rings = [f for f in walk(shown(model)) if f.attributes.get("class") == "due"]
        assert [len(ring.children) for ring in rings] == ([due.bit_count()] if due else [])
        due_seen += due is not None
    assert due_seen


def test_the_time_is_that_of_the_season() -> None:
    """The strip tells the season's time while a choice is to be made."""
    for model in CHOOSING[::13]:
        state = game_of(model).state
        expected = f"Time {state.time} of {state.season_deal.season.threshold}, this card "
        assert [label for label in labels(shown(model)) if label.startswith(expected)]
        if task_of(model).card is state.card:
            assert expected + str(state.card.time) in labels(shown(model))


def test_a_pick_after_a_season_takes_none_of_its_time() -> None:
    """The season has been reckoned, and no card of it is in play any more when a troll ravages."""
    picks = [model for model in CHOOSING if task_of(model).card.id == "giant-troll-ravage" and task_of(model).is_pick]
    assert picks
    for model in picks:
        state = game_of(model).state
        assert f"Time {state.time} of {state.season_deal.season.threshold}, this card 0" in labels(shown(model))


def test_a_reckoning_shows_the_engines_numbers() -> None:
    """Each season's rows, of whoever is looked at, and the sums of all."""
    for model in MODELS:
        if not isinstance(model.scene, SeasonScene):
            continue
        for score in model.scene.scores:
            looking = replace(at_rest(model), looking=score.player)
            assert "proceed" in buttons(shown(looking))
            for letter, awards in score.edicts.items():
                assert integer(row_value(shown(looking), f"light {letter}")) == stars(awards)
            assert integer(row_value(shown(looking), "light monsters")) == score.monsters
            total = f"{score.total} star{'' if abs(score.total) == 1 else 's'}".replace("-", "\N{MINUS SIGN}")
            assert total in text_of(with_class(shown(looking), "reckoning")[0])


def test_a_season_is_counted_before_the_eye() -> None:
    """What is still to come is marked, and the sum is of what has been counted."""
    model = next(model for model in MODELS if isinstance(model.scene, SeasonScene) and model.step == 0)
    assert isinstance(model.scene, SeasonScene)
    score = model.scene.scores[0]
    values = [*map(stars, score.edicts.values()), score.coins, score.monsters]
    for step in range(5):
        page = shown(model)
        assert len(with_class(page, "to-come")) == max(3 - step, 0)
        assert f"{sum(values[: step + 1])} star".replace("-", "\N{MINUS SIGN}") in part(page, "note")
        model = update(model, Step())


def row_value(page: Element, command: str) -> str:
    """Return the number in the reckoning's row with a command; an edict's tile has the same one."""
    row = next(
        found
        for found in walk(page)
        if found.attributes.get("data-do") == command and found.attributes.get("class") == "row"
    )
    return [text_of(element) for element in walk(row) if element.tag == "b"][-1]


@pytest.mark.parametrize("name", ALONE)
def test_the_end_alone_shows_the_engines_numbers(name: str) -> None:
    """The rating, the title and the table of seasons."""
    final = GAMES[name][-1][1]
    assert isinstance(final.scene, EndScene)
    text = text_of(shown(final))
    event = final.scene.event
    assert event.title is not None
    assert event.rating is not None
    assert WORDS(f"title.{event.title}") in text
    assert f"Rating {event.rating}".replace("-", "\N{MINUS SIGN}") in text
    table = next(found for found in walk(shown(final)) if found.tag == "table")
    rows = [[text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr"]
    assert len(rows) == 6
    assert integer(rows[-1][-1]) == event.totals[0] == sum(integer(row[-1]) for row in rows[1:-1])
    [cartographer] = game_of(final).cartographers
    assert cartographer.name in text
    assert cartographer.land in text


def test_a_practice_game_is_said_to_be_one() -> None:
    """In the menu, and at the end."""
    assert "practice" in text_of(shown(update(TAKEN_BACK[0], Open("menu"))))
    assert "practice" not in text_of(shown(update(CHOOSING[0], Open("menu"))))
    for game in GAMES.values():
        final = game[-1][1]
        assert "practice" not in text_of(shown(final)).lower()
        for count in (1, 2):
            taken_back = replace(final, game=replace(game_of(final), takebacks=count))
            assert "practice" in text_of(shown(taken_back)).lower()


def test_what_is_said_changes_with_what_has_happened() -> None:
    """One live region tells the card, each scene and the end; the other one whether the ghost fits, and where."""
    for model in [*CHOOSING[::31], *SCENES]:
        status = [text_of(found) for found in walk(shown(model)) if found.attributes.get("role") == "status"]
        news, ghost = status
        assert news
        assert bool(ghost) == (model.scene is None)
    for game in {game_of(model).id for model in SCENES}:
        said = [part(shown(model), "said") for model in SCENES if game_of(model).id == game]
        assert len(said) == len(set(said))


def test_a_damaged_save_and_a_bad_seed_are_alerts() -> None:
    """What went wrong is announced."""
    bad_seed = after(start(SEED), SetUp(), Type("seed", "?!"), Begin())
    for model, expected in ((HOME[2], HOME[2].save_error), (bad_seed, bad_seed.setup.seed_error)):
        assert expected
        alerts = [text_of(found) for found in walk(shown(model)) if found.attributes.get("role") == "alert"]
        assert len(alerts) == 1
        assert expected in alerts[0]


def test_pressing_a_light_twice_is_as_before() -> None:
    """The page after putting a light on and out is the page before."""
    for letter in "ABCD":
        model = CHOOSING[20]
        assert shown(update(update(model, Light(letter)), Light(letter))) == shown(model)


def test_spaces_under_the_ghost_are_selected() -> None:
    """Those that the ply would fill, all of them on the map."""
    for model in CHOOSING[::31]:
        assert selected(shown(model)) == ply_of(model).region


# ------------------------------------------------------------------- what is below is out of reach


def test_below_a_curtain_and_below_a_dialog_nothing_can_be_reached() -> None:
    """What is covered is inert: the screen below a curtain, both below a dialog. What is told is not."""
    curtained = next(model for model in MODELS if isinstance(model.scene, CurtainScene))
    assert [box.attributes.get("inert") for box in layers(CHOOSING[0])] == [None]
    assert [box.attributes.get("inert") for box in layers(curtained)] == ["", None]
    assert [box.attributes.get("inert") for box in layers(update(curtained, Open("menu")))] == ["", "", None]
    assert [box.attributes.get("inert") for box in layers(update(CHOOSING[0], Open("menu")))] == ["", None]


def test_a_newer_version_is_offered_where_it_is_in_nobodys_way() -> None:
    """On the start screen and in the menu, until it is taken, whatever is played meanwhile."""

    def offered(model: Model) -> bool:
        return any(part.attributes.get("data-do") == "reload" for part in walk(shown(model)))

    assert not offered(start(SEED))
    model = update(start(SEED), Newer())
    assert offered(model)
    model = update(update(model, Begin("base")), Continue())
    assert not offered(model)
    assert offered(update(model, Open("menu")))
    assert offered(update(model, Home("another")))
    assert update(model, Reload()) == model


def test_the_build_prints_doors_for_every_visitor() -> None:
    """Without a seed, those to a game that may have been kept are there too, hidden until it is known."""
    for seed, hidden in (("", [False, True]), (SEED, [False])):
        doors = with_class(shown(start(seed)), "doors")
        assert ["hidden" in section.attributes for section in doors] == hidden
        commands = [[door.attributes["data-do"] for door in walk(section) if door.tag == "button"] for section in doors]
        expected = [["begin base", "set-up"], ["continue", "begin before", "set-up"]]
        assert commands == ([["begin link", *doors] for doors in expected] if not seed else expected[:1])


def layers(model: Model) -> list[Element]:
    """Return what lies over each other on a page, the screen first, without what is told beside them."""
    *found, said = (child for child in shown(model).children if isinstance(child, Element))
    assert said.attributes == {"class": "said"}
    return found
