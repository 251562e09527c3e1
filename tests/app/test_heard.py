"""Tests of the sentences for screen readers: they suffice for playing, begin with the place, and aren't repeated."""

import re
from itertools import chain

import pytest

from app import messages as m
from app.board.forms import FORMS, describe_form, describe_orientation
from app.drawing.announcements import KEYS
from app.drawing.element import Element, walk
from app.game.ghost import ghost_cells
from app.memory import OPENING
from app.saved_names import EXPLAINED
from app.saves.noting import SaveNote
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.end import EndScene
from app.shell.view import title
from app.visit import Visit
from cartographers import is_legal, monsters, preview, stars
from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, ExploreCard, terrains_of
from cartographers.explore import EXPLORE
from cartographers.region import names, space_named
from cartographers.seasons import EDICTS
from support import playing as p
from support.visits import arrive, effects_of, updated
from words import LANGUAGES, MINUS, Words, number, signed
from words.files import catalog

WORDS = {language: Words(catalog(language)) for language in LANGUAGES}
CARDS: list[ExploreCard | AmbushCard] = [*chain(*EXPLORE.values()), *chain(*AMBUSH.values())]
ENGLISH = WORDS["en"]
MOVES = [m.Move(*way) for way in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def sentences(visit: Visit) -> dict[str, tuple[str, str]]:
    """Return the sentences in the page's log by their keys, each with its name and its text."""
    [log] = [found for found in walk(p.shown(visit)) if found.attributes.get("role") == "log"]
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
    state, ply = p.game_of(visit).state, p.ply_of(visit)
    sheet = state.sheets[p.task_of(visit).sheet]
    if not is_legal(state, ply):
        return []
    then = preview(state, ply)
    found = {
        letter: stars(card(then)) - stars(card(sheet))
        for letter, card in zip(EDICTS, state.deal.edicts, strict=True)
        if not p.is_done(p.screen_of(visit).moment, state, letter)
    }
    found |= {"monsters": stars(monsters(then)) - stars(monsters(sheet)), "coins": then.coins - sheet.coins}
    return [f"{what} {signed(change)}" for what, change in found.items() if change]


def test_move_announces_spaces_fit_and_changes() -> None:
    """A move announces the spaces, then whether the shape fits, then the changed edicts, monsters, and coins."""
    gained = set[str]()
    for visit in p.CHOOSING[::7]:
        for now in (p.after(visit, move) for move in MOVES):
            said = new(visit, now)
            if p.ply_of(now) == p.ply_of(visit):
                assert said.keys() == {"bump"}
                continue
            assert said.keys() == {"place"}
            place = said["place"]
            assert place.startswith(", ".join(names(p.ply_of(now).region)))
            gains = changes(now)
            assert place.endswith(f", {', '.join(gains)}." if gains else ".")
            assert gains or not any(f"{sign}{digit}" in place for sign in f"+{MINUS}" for digit in range(10))
            gained.update(gain.split()[0] for gain in gains)
    assert gained == {*EDICTS, "monsters", "coins"}


def test_rotation_and_other_choices_are_announced() -> None:
    """A rotation announces only the orientation and the place, and another choice the new terrain or form as well."""
    spoken = set[str]()
    for visit in p.CHOOSING[::5]:
        for message in (m.Rotate(1), m.Rotate(-1), m.Flip()):
            now = updated(visit, message)
            said, option = new(visit, now), p.task_of(now).options[p.ghost_of(now).option]
            assert said.keys() <= {"lies", "place"}
            if option.attack is None:
                lies = describe_orientation(WORDS["en"], ghost_cells(p.ghost_of(now), p.task_of(now)))
                assert p.heard(now, "lies") == (f"{lies[0].upper()}{lies[1:]}." if lies else "")
            spoken.update(said.keys())
    assert spoken == {"lies", "place"}
    options = [(visit, p.task_of(visit).options) for visit in p.CHOOSING]
    terrains = next(visit for visit, several in options if len(terrains_of(several)) == 2)
    assert new(terrains, updated(terrains, m.NextTerrain()))["terrain"] == "Water."
    shapes = next(visit for visit, several in options if len({option.shape for option in several}) == 2)
    assert {"form", "place"} <= new(shapes, updated(shapes, m.ChooseShape(1))).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shape_has_a_form(language: str) -> None:
    """Each shape has a form unlike others of its card, with its number of spaces and different orientations."""
    words, used = WORDS[language], set[str]()
    for card in CARDS:
        forms = {shape: describe_form(words, shape.cells) for shape in (option.shape for option in card.options)}
        assert len(set(forms.values())) == len(forms)
        used |= set(forms.values())
        for shape, form in forms.items():
            ways = {describe_orientation(words, orientation.cells) for orientation in shape.orientations}
            assert len(ways) == len(shape.orientations), card.id
            assert {describe_form(words, orientation.cells) for orientation in shape.orientations} == {form}
            assert str(len(shape.cells)) in form
    pictures = [
        tuple((row, column) for row, line in enumerate(form.rows) for column, cell in enumerate(line) if cell == "X")
        for form in FORMS
    ]
    assert used == {describe_form(words, cells) for cells in pictures}


def test_a_new_card_is_described() -> None:
    """A new card is described by its name, its terrains, and its shapes."""
    told = set[str]()
    for visit in p.CHOOSING:
        task, news = p.task_of(visit), p.heard(visit, "news")
        assert ENGLISH(f"name.{task.card.id}") in news
        if not task.is_pick and not task.options[0].attack:
            terrains = [option.terrain.value for option in task.options if option.terrain]
            assert all(ENGLISH(f"terrain.{terrain}") in news.lower() for terrain in terrains)
            if task.forced.value == "none":
                assert all(describe_form(ENGLISH, option.shape.cells) in news for option in task.options)
                told.add(task.card.id)
    assert len(told) > 25


def until_bump(visit: Visit, move: m.Move) -> tuple[Visit, Visit]:
    """Return the visit at an edge of the map, reached by repeating a move, and the visit after one more move."""
    while "bump" not in new(visit, now := updated(visit, move)):
        visit = now
    return visit, now


def test_edges_and_refusals_are_announced() -> None:
    """An edge is announced once while a key is held and after each return, and a refusal of Enter or W says why."""
    left = m.Move(0, -1)
    visit, now = until_bump(p.begun(), left)
    assert new(visit, now) == {"bump": "Left edge."}
    assert updated(now, left) == now
    at_top, above = until_bump(now, m.Move(-1, 0))
    assert new(at_top, above)["bump"] == "Top edge."
    away = updated(now, m.Move(0, 1))
    back = updated(away, left)
    assert new(now, away).keys() == new(away, back).keys() == {"place"}
    assert new(back, updated(back, left)) == {"bump": "Left edge."}
    visit = p.after(p.begun(), m.Tap(space_named("C9")))
    assert "C9 on a mountain" in p.heard(visit, "place")
    assert new(visit, updated(visit, m.Confirm())) == {"bump": "You can't draw here: on a mountain."}
    last = next(visit for visit in p.CHOOSING if p.screen_of(updated(visit, m.NextPlace())).placement.key_refusal)
    assert new(last, updated(last, m.NextPlace())) == {"bump": "It fits nowhere else."}


@pytest.mark.parametrize("what", [*EDICTS, "monsters"])
def test_highlight_announces_stars_and_spaces(what: str) -> None:
    """A highlight announces its name, stars, and spaces with their number, but not again when the shape moves."""
    many = 0
    for visit in p.CHOOSING[::23]:
        lit = updated(visit, m.HighlightTopic(m.Topic(what)))
        said, board = new(visit, lit)["lit"], p.screen_of(visit).board
        card = board.edict(what) if what in EDICTS else None
        awards = card(board.sheet) if card else monsters(board.sheet)
        assert (ENGLISH(f"name.{card.id}") if card else "Monsters") in said
        earned = dict(zip(EDICTS, p.tile_stars(board.moment, p.game_of(visit).state), strict=True))
        assert f": {number(earned.get(what, stars(awards)))} star" in said
        earning = {name for award in awards for name in names(award.spaces)}
        assert (f" {len(earning)} space" in said) == bool(earning)
        *_, last = said.split(": ")[:3]
        found = re.findall(r"\b([A-K])(\d+)(?: to [A-K](\d+))?", last.partition(".")[0])  # "A1 to A3" are three spaces
        assert {f"{row}{n}" for row, start, end in found for n in range(int(start), int(end or start) + 1)} == earning
        many += len(earning) > 5
        assert all("lit" not in new(lit, updated(lit, move)) for move in MOVES)
    assert many or what == "monsters"


def test_drawn_shape_announces_its_gains() -> None:
    """A drawn shape announces its gains, even if they equal the last shape's, but not after an undo."""
    plain = 0
    for before, now in p.DRAWS:
        gains, word = changes(before), "Drawn" if p.ply_of(before).terrain else "Destroyed"
        assert new(before, now)["drawn"] == (f"{word}: {', '.join(gains)}." if gains else f"{word}.")
        assert "drawn" not in new(now, updated(now, m.Undo(sure=True)))
        plain += not gains
    assert plain > 2


def test_ambush_and_end_are_announced() -> None:
    """An ambush is announced once, then its place and costs; the end is announced with its title or its ranking."""
    for visit, scene in p.starting(AmbushScene):
        assert p.heard(visit, "more") == ""
        stepped, said = visit, list[dict[str, str]]()
        while p.screen_of(stepped).is_moving:
            stepped, last = updated(stepped, m.Step()), stepped
            said.append(new(last, stepped))
        [landed] = filter(None, said)
        assert landed.keys() == {"more"}
        assert all(name in landed["more"] for name in names(scene.event.region))
        assert not scene.costly or "Where: " in landed["more"]
    for final in p.FINALS.values():
        event, news = p.scene_as(EndScene, final).event, p.heard(final, "news")
        if p.game_of(final).is_solo:
            assert news.startswith(f"{number(event.totals[0])} star")
            assert ENGLISH(f"title.{event.title}") in news
        else:
            *_, ranking = news.rstrip(".").split(". ")
            totals = [p.integer(part.split()[-1]) for part in ranking.split(", ")]
            assert totals == sorted(event.totals, reverse=True)


def test_hints_and_explanations_are_announced_once() -> None:
    """The hint about shortcuts is announced until a device's first shape, and an explanation once, despite panels."""
    visit = p.begun()
    hint = p.heard(visit, "keys")
    assert "question mark" in hint
    assert "keys" not in new(visit, p.after(visit, m.Open("keys"), m.Close()))
    drawn = updated(visit, m.Confirm())
    notes = [effect for effect in effects_of(visit, m.Confirm()) if isinstance(effect, SaveNote)]
    assert notes == [SaveNote(EXPLAINED, f"{OPENING} {KEYS}")]
    lesson = updated(arrive(p.CHANCE), m.Go("lesson"))
    assert p.heard(lesson, "keys") == hint
    drawn_in_lesson = p.after(lesson, "answer-coach next", "answer-coach show", "answer-coach show")
    for later in (drawn, p.after(drawn, m.Go("start"), m.Begin("first")), drawn_in_lesson):
        assert p.heard(later, "keys") == ""
    visit = p.begun(p.TRIO)
    [explanation] = [text for name, text in sentences(visit).values() if name == "once"]
    opened, lifted = updated(visit, m.Open("menu")), updated(visit, m.Proceed())
    assert "once" not in {**new(visit, opened), **new(opened, updated(opened, m.Close()))}
    again = updated(lifted, m.Confirm())
    assert p.screen_of(again).cover(ENGLISH, again)
    assert explanation not in new(lifted, again).values()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_has_a_title(language: str) -> None:
    """Every screen has its own title with the game's name; the start screen uses the page's title."""
    words, home = WORDS[language], arrive(p.CHANCE)
    places = ["about", "days", "history", "lesson", "rules", "set-up", "statistics"]
    places += ["sheet", "review", "room", "follow"]
    rules = [m.Go("rules", about) for about in ("all", "play", "great-river", "treetower")]
    visits = [updated(home, way) for way in (*map(m.Go, places), *rules)]
    visits += [p.at_rest(visit) for visit in (p.begun(), p.begun(p.TRIO), p.FINALS["A"])]
    titles = [title(words, visit) for visit in visits]
    assert title(words, home) == ""
    assert len(set(titles)) == len(titles)
    assert all(text.endswith(f" — {words('app.name')}") for text in titles)
    assert [title(words, updated(visit, m.Open("menu"))) for visit in visits] == titles


def test_live_regions_exist_before_their_texts() -> None:
    """Only the log and boxes that stay on the page make announcements, because most screen readers skip new regions."""
    for visit in [*p.VISITS[::53], *(updated(arrive(p.CHANCE), m.Go(place)) for place in ("history", "sheet", "room"))]:
        status = [found for found in walk(p.shown(visit)) if found.attributes.get("role") == "status"]
        assert all(found.attributes["class"] == "status" for found in status)
