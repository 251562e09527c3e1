"""Tests of the sentences for screen readers: they suffice for playing, begin with the place, and aren't repeated."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app import messages as m
from app.announcements import KEYS
from app.board.forms import FORMS, describe_form, describe_orientation
from app.drawing.element import Element, walk
from app.effects import SaveNote
from app.game.ghost import ghost_cells
from app.game.shelf import EXPLAINED
from app.memory import OPENING
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.end import EndScene
from app.view import title
from app.visit import Visit
from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, ExploreCard, terrains_of
from cartographers.explore import EXPLORE
from cartographers.region import names, space_named
from cartographers.rules import is_legal, preview
from cartographers.scoring import monsters, stars
from cartographers.seasons import EDICTS
from support.playing import (
    CHANCE,
    CHOOSING,
    GAMES,
    TRIO,
    VISITS,
    after,
    at_rest,
    begun,
    game_of,
    ghost_of,
    heard,
    is_done,
    ply_of,
    scene_of,
    screen_of,
    shown,
    task_of,
    tile_stars,
)
from support.visits import arrive, effects_of, updated
from words import LANGUAGES, MINUS, Words, number, signed
from words.files import catalog

WORDS = {language: Words(catalog(language)) for language in LANGUAGES}
CARDS: list[ExploreCard | AmbushCard] = [
    *(card for cards in EXPLORE.values() for card in cards),
    *(card for cards in AMBUSH.values() for card in cards),
]
MOVES = [m.Move(*way) for way in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def sentences(visit: Visit) -> dict[str, tuple[str, str]]:
    """Return the sentences in the page's log by their keys, each with its name and its text."""
    [log] = [found for found in walk(shown(visit)) if found.attributes.get("role") == "log"]
    lines = [line for line in log.children if isinstance(line, Element)]
    found = {line.key: (line.attributes["data-said"], str(line.children[0])) for line in lines}
    assert len(found) == len(lines), "two sentences have one key"
    return found


def new(before: Visit, now: Visit) -> dict[str, str]:
    """Return the sentences that are new in the log of a later visit, by their names."""
    old = sentences(before)
    return dict(said for key, said in sentences(now).items() if key not in old)


def changes(visit: Visit) -> list[str]:
    """Return the gains of a visit's ghost by the engine, as screen readers announce them."""
    state, ply = game_of(visit).state, ply_of(visit)
    sheet = state.sheets[task_of(visit).sheet]
    if not is_legal(state, ply):
        return []
    then = preview(state, ply)
    found = {
        letter: stars(card(then)) - stars(card(sheet))
        for letter, card in zip(EDICTS, state.deal.edicts, strict=True)
        if not is_done(screen_of(visit).moment, state, letter)
    }
    found |= {"monsters": stars(monsters(then)) - stars(monsters(sheet)), "coins": then.coins - sheet.coins}
    return [f"{what} {signed(change)}" for what, change in found.items() if change]


# ------------------------------------------------------------------- the shape


def test_move_announces_spaces_fit_and_changes() -> None:
    """A move announces the spaces, then whether the shape fits, then the changed edicts, monsters, and coins."""
    gained = set[str]()
    for visit in CHOOSING[::7]:
        for now in (after(visit, move) for move in MOVES):
            said = new(visit, now)
            if ply_of(now) == ply_of(visit):
                assert said.keys() == {"bump"}
                continue
            assert said.keys() == {"place"}
            place = said["place"]
            assert place.startswith(", ".join(names(ply_of(now).region)))
            gains = changes(now)
            assert place.endswith(f", {', '.join(gains)}." if gains else ".")
            assert gains or not any(f"{sign}{digit}" in place for sign in f"+{MINUS}" for digit in range(10))
            gained.update(gain.split()[0] for gain in gains)
    assert gained == {*EDICTS, "monsters", "coins"}


def test_announcement_names_the_blocked_spaces() -> None:
    """If only some spaces of a shape aren't free, the announcement names them."""
    visit = after(begun(), m.Tap(space_named("C9")))
    assert "C9 on a mountain" in heard(visit, "place")


def test_rotation_announces_orientation_and_place() -> None:
    """A rotation announces the orientation and the place, not the terrain and the form."""
    spoken = set[str]()
    for visit in CHOOSING[::5]:
        for message in (m.Rotate(1), m.Rotate(-1), m.Flip()):
            now = updated(visit, message)
            said, option = new(visit, now), task_of(now).options[ghost_of(now).option]
            assert said.keys() <= {"lies", "place"}
            if option.attack is None:
                lies = describe_orientation(WORDS["en"], ghost_cells(ghost_of(now), task_of(now)))
                assert heard(now, "lies") == (f"{lies[0].upper()}{lies[1:]}." if lies else "")
            spoken.update(said.keys())
    assert spoken == {"lies", "place"}


def test_another_choice_is_announced() -> None:
    """Another choice announces the new terrain or form, and everything that changes with it."""
    visit = next(visit for visit in CHOOSING if len(terrains_of(task_of(visit).options)) == 2)
    assert new(visit, updated(visit, m.NextTerrain()))["terrain"] == "Water."
    visit = next(visit for visit in CHOOSING if len({option.shape for option in task_of(visit).options}) == 2)
    assert {"form", "place"} <= new(visit, updated(visit, m.ChooseShape(1))).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shape_has_a_form(language: str) -> None:
    """Each shape has a form with its number of spaces and different words for each orientation.

    No two shapes of a card have the same form.
    """
    words = WORDS[language]
    for card in CARDS:
        shapes = {option.shape for option in card.options}
        forms = {describe_form(words, shape.cells) for shape in shapes}
        assert len(forms) == len(shapes)
        for shape in shapes:
            ways = {describe_orientation(words, orientation.cells) for orientation in shape.orientations}
            assert len(ways) == len(shape.orientations), card.id
            said = {describe_form(words, orientation.cells) for orientation in shape.orientations}
            assert said == {describe_form(words, shape.cells)}
            assert str(len(shape.cells)) in describe_form(words, shape.cells)


def test_no_form_is_unused() -> None:
    """Each form belongs to a shape on a card."""
    used = {describe_form(WORDS["en"], option.shape.cells) for card in CARDS for option in card.options}
    assert used == {describe_form(WORDS["en"], cells_of(form.rows)) for form in FORMS}


def cells_of(rows: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the cells of a form's picture."""
    return tuple((row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell == "X")


def test_a_new_card_is_described() -> None:
    """A new card is described by its name, its terrains, and its shapes."""
    told = set[str]()
    for visit in CHOOSING:
        card, options, news = task_of(visit).card, task_of(visit).options, heard(visit, "news")
        assert WORDS["en"](f"name.{card.id}") in news
        if task_of(visit).is_pick or options[0].attack:
            continue
        assert all(
            WORDS["en"](f"terrain.{option.terrain.value}") in news.lower() for option in options if option.terrain
        )
        if task_of(visit).forced.value == "none":
            assert all(describe_form(WORDS["en"], option.shape.cells) in news for option in options)
            told.add(card.id)
    assert len(told) > 25


# ------------------------------------------------------------------- keys that do nothing


def test_edge_is_announced_once_while_a_key_is_held() -> None:
    """An edge is announced once while a key is held, and again at another edge or after a return."""
    visit = begun()
    while "bump" not in new(visit, now := updated(visit, m.Move(0, -1))):
        visit = now
    assert new(visit, now) == {"bump": "Left edge."}
    assert updated(now, m.Move(0, -1)) == now
    at_top = now
    while "bump" not in new(at_top, above := updated(at_top, m.Move(-1, 0))):
        at_top = above
    assert new(at_top, above)["bump"] == "Top edge."
    away = updated(now, m.Move(0, 1))
    assert new(now, away).keys() == {"place"}
    assert new(away, updated(away, m.Move(0, -1))).keys() == {"place"}
    assert new(updated(away, m.Move(0, -1)), after(away, m.Move(0, -1), m.Move(0, -1))) == {"bump": "Left edge."}


def test_a_refusal_says_why() -> None:
    """A refusal of Enter or W says why."""
    visit = after(begun(), m.Tap(space_named("C9")))
    assert new(visit, updated(visit, m.Confirm())) == {"bump": "You can't draw here: on a mountain."}
    last = next(visit for visit in CHOOSING if screen_of(updated(visit, m.NextPlace())).placement.key_refusal)
    assert new(last, updated(last, m.NextPlace())) == {"bump": "It fits nowhere else."}


# ------------------------------------------------------------------- what is lit


@pytest.mark.parametrize("what", [*EDICTS, "monsters"])
def test_highlight_announces_stars_and_spaces(what: str) -> None:
    """A highlight announces its name, stars, and spaces with their number, but not again when the shape moves."""
    many = 0
    for visit in CHOOSING[::23]:
        lit = updated(visit, m.HighlightTopic(m.Topic(what)))
        said = new(visit, lit)["lit"]
        board = screen_of(visit).board
        card = board.edict(what) if what in EDICTS else None
        awards = card(board.sheet) if card else monsters(board.sheet)
        assert (WORDS["en"](f"name.{card.id}") if card else "Monsters") in said
        earned = dict(zip(EDICTS, tile_stars(board.moment, game_of(visit).state), strict=True))
        assert f": {number(earned.get(what, stars(awards)))} star" in said
        earning = {name for award in awards for name in names(award.spaces)}
        assert (f" {len(earning)} space" in said) == bool(earning)
        assert spaces_in(said) == earning
        many += len(earning) > 5
        for move in MOVES:
            assert "lit" not in new(lit, updated(lit, move))
    assert many or what == "monsters"


def spaces_in(said: str) -> set[str]:
    """Return the names of the spaces in a sentence; "A1 to A3" are three."""
    found = set[str]()
    *_, last = said.split(": ")[:3]
    for part in last.partition(".")[0].split(", "):
        first, _, then = part.partition(" to ")
        if first[:1] in "ABCDEFGHIJK" and first[1:].isdigit():
            end = int(then[1:]) if then else int(first[1:])
            found |= {f"{first[0]}{column}" for column in range(int(first[1:]), end + 1)}
    return found


# ------------------------------------------------------------------- after Confirm


def test_drawn_shape_announces_its_gains() -> None:
    """A drawn shape announces its gains, even if they equal the last shape's, but not after an undo."""
    plain = 0
    for game in GAMES.values():
        for (_, before), (message, now) in pairwise(game):
            if isinstance(message, m.Confirm) and game_of(now) is not game_of(before):
                said, gains = new(before, now)["drawn"], changes(before)
                word = "Drawn" if ply_of(before).terrain else "Destroyed"
                assert said == (f"{word}: {', '.join(gains)}." if gains else f"{word}.")
                assert "drawn" not in new(now, updated(now, m.Undo(sure=True)))
                plain += not gains
    assert plain > 2


def test_ambush_is_announced_once() -> None:
    """An ambush is announced once, and then its place, its cost, and the costly spaces."""
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, AmbushScene) or screen_of(visit).stage.step:
            continue
        assert heard(visit, "more") == ""
        stepped = visit
        said = list[dict[str, str]]()
        while screen_of(stepped).is_moving:
            stepped, last = updated(stepped, m.Step()), stepped
            said.append(new(last, stepped))
        [landed] = [sentences for sentences in said if sentences]
        assert landed.keys() == {"more"}
        assert all(name in landed["more"] for name in names(scene.event.region))
        if scene.costly:
            assert "Where: " in landed["more"]


def test_end_announces_rating_or_totals() -> None:
    """The end announces rating and title of a solo game, or the totals of all players, best first."""
    for game in GAMES.values():
        final = game[-1][1]
        scene = scene_of(final)
        assert isinstance(scene, EndScene)
        event, said = scene.event, heard(final, "news")
        if game_of(final).is_solo:
            assert said.startswith(f"{number(event.totals[0])} star")
            assert WORDS["en"](f"title.{event.title}") in said
        else:
            *_, ranking = said.rstrip(".").split(". ")
            totals = [int(part.split()[-1].replace(MINUS, "-")) for part in ranking.split(", ")]
            assert totals == sorted(event.totals, reverse=True)


# ------------------------------------------------------------------- once


def test_shortcut_hint_is_announced_until_the_first_shape() -> None:
    """The hint about the shortcuts is announced until the first shape is drawn, and never again on the device."""
    visit = begun()
    hint = heard(visit, "keys")
    assert "question mark" in hint
    assert "keys" not in new(visit, after(visit, m.Open("keys"), m.Close()))
    drawn = updated(visit, m.Confirm())
    assert [effect for effect in effects_of(visit, m.Confirm()) if isinstance(effect, SaveNote)] == [
        SaveNote(EXPLAINED, f"{OPENING} {KEYS}")
    ]
    assert heard(drawn, "keys") == heard(after(drawn, m.Go("start"), m.Begin("first")), "keys") == ""
    lesson = updated(arrive(CHANCE), m.Go("lesson"))
    assert heard(lesson, "keys") == hint
    assert heard(after(lesson, m.AnswerCoach("next"), m.AnswerCoach("show"), m.AnswerCoach("show")), "keys") == ""


def test_explanation_is_announced_once() -> None:
    """An explanation is announced once, even if a panel hides it for a while or a second curtain falls."""
    visit = begun(TRIO)
    [explanation] = [text for name, text in sentences(visit).values() if name == "once"]
    opened = updated(visit, m.Open("menu"))
    assert "once" not in new(visit, opened)
    assert "once" not in new(opened, updated(opened, m.Close()))
    lifted = updated(visit, m.Proceed())
    again = updated(lifted, m.Confirm())
    assert screen_of(again).cover(WORDS["en"])
    assert explanation not in new(lifted, again).values()


# ------------------------------------------------------------------- titles and regions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_has_a_title(language: str) -> None:
    """Every screen has its own title with the game's name; the start screen uses the page's title."""
    words, home = WORDS[language], arrive(CHANCE)
    places = (
        "about",
        "days",
        "history",
        "lesson",
        "rules",
        "set-up",
        "statistics",
        "sheet",
        "review",
        "room",
        "follow",
    )
    visits = [updated(home, m.Go(place)) for place in places]
    visits += [updated(home, m.Go("rules", about)) for about in ("all", "play", "great-river", "treetower")]
    visits += [at_rest(visit) for visit in (begun(), begun(TRIO), GAMES["A"][-1][1])]
    titles = [title(words, visit) for visit in visits]
    assert title(words, home) == ""
    assert len(set(titles)) == len(titles)
    assert all(text.endswith(f" — {words('app.name')}") for text in titles)
    assert all(title(words, after(visit, m.Open("menu"))) == title(words, visit) for visit in visits)


def test_live_regions_exist_before_their_texts() -> None:
    """Only the log and boxes that stay on the page make announcements, because most screen readers skip new regions."""
    for visit in [*VISITS[::53], *(updated(arrive(CHANCE), m.Go(place)) for place in ("history", "sheet", "room"))]:
        for found in walk(shown(visit)):
            if found.attributes.get("role") == "status":
                assert found.attributes["class"] == "status"
