"""Tests of the lesson: its deal fits its texts, each step ends as requested, and it leads into a real game."""

from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.board.board import worth
from app.game.seating import LOCAL_PERSON
from app.game.shelf import LESSON_OVER, shelf_of
from app.memory import OPENING
from app.saved_names import EXPLAINED, LESSON
from app.saves.games import SaveFinishedGame, SaveGame
from app.saves.noting import SaveNote
from app.screens.lesson.course import GAME, MOUNTAIN, PLACES, SPRING, STEPS, best, objection
from app.screens.lesson.screen import VERSION, AnswerCoach, Lesson
from app.screens.play.screen import Playing
from app.shell.wanted import changes, wanted
from app.visit import Dialog, Visit
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, terrains_of
from cartographers.deal import deal
from cartographers.events import Ambush
from cartographers.record import write_ply
from cartographers.region import BOARD, Region, adjacent_to, space_named, spaces
from cartographers.rules import legal_moves, preview
from support import playing as p
from support.elements import tagged, texts
from support.teaching import lesson_of, right, taken
from support.visits import NO_PARTS, arrive, changed, effects_of, late_messages, updated

HOME = arrive(p.CHANCE)
FIRST = updated(HOME, m.Go("lesson"))
COURSE = list(taken())
#: The first visit at each step.
AT = {step.name: next(visit for visit, _ in COURSE if lesson_of(visit).step is step) for step in STEPS}
END = AT["end"]

messages = st.sampled_from(
    [
        *(AnswerCoach("next"), AnswerCoach("show"), m.Undo(), m.Undo(sure=True), m.Confirm(), m.Confirm()),
        *(m.Proceed(), m.Step(), m.SkipAnimation(), m.Rotate(1), m.Rotate(-1), m.Flip(), m.NextPlace()),
        *(m.NextTerrain(), m.NextShape(), m.ChooseShape(0), m.ChooseTerrain("farm")),
        *(m.HighlightTopic(topic) for topic in (m.Topic.EDICT_A, m.Topic.EDICT_B, m.Topic.COINS)),
        *(m.LookAtSheet(0), m.Move(1, 0), m.Move(0, -1), m.Open("menu"), m.Close(), m.Begin("first"), m.TakeOver()),
        *(m.ReducedMotionChanged(on=True), m.DismissExplanation("hero")),
    ]
)
places = st.sampled_from(list(spaces(BOARD)))
anything = st.one_of(messages, st.builds(m.Tap, places, st.booleans()), st.builds(m.Hover, places))


def finished(visit: Visit) -> Visit:
    """Return the visit at the end of the lesson after following only the coach."""
    for _ in range(200):
        if lesson_of(visit).step is STEPS[-1]:
            return visit
        visit = updated(visit, right(visit))
    pytest.fail(f"the lesson does not end after {lesson_of(visit).step.name}")


def noted(note: str) -> Lesson:
    """Return the lesson that continues from a note."""
    return lesson_of(updated(changed(HOME, lesson=note), m.Go("lesson")))


def step_after(visit: Visit, *sent: m.Message) -> str:
    """Return the name of the step after some messages."""
    return lesson_of(p.after(visit, *sent)).step.name


def drawn_in(lesson: Lesson) -> Region:
    """Return the spaces that the ghost covers."""
    ply = lesson.playing.board.ply
    assert ply
    return ply.region


def ruins_in(lesson: Lesson) -> Region:
    """Return the ruins of which the shape must cover one."""
    task = lesson.playing.task
    assert task
    return task.must_cover or 0


def coached(visit: Visit) -> str:
    """Return the coach's sentence."""
    [coach] = p.with_class(p.shown(visit), "coach")
    return texts(tagged(coach, "p"))[0]


def check_sentences(lesson: Lesson) -> None:
    """Check that the coach's sentences about the shape, the light, and the monsters are true."""
    board = lesson.playing.board
    match lesson.step.name:
        case "draw":
            assert worth(board.edict("A"), board.after) == 3
            assert drawn_in(lesson) == PLACES[0]
        case "lit":
            assert lesson.playing.looking.lit == "A"
        case "edict":
            assert worth(board.edict("A"), board.sheet) == 3
        case "pay":
            assert board.after.coins == 2
            assert board.after.surrounded_mountains & MOUNTAIN
        case "turn" | "ruins":
            assert ruins_in(lesson)
        case "wall":
            state, costs = lesson.game.state, worth(None, board.sheet)
            assert costs < 0
            assert any(worth(None, preview(state, ply)) > costs for ply in legal_moves(state))


def test_spring_deal_of_the_lesson() -> None:
    """Spring deals the lesson's cards; the first shape earns stars at the edge, and two surround the mountain."""
    dealt = deal(GAME)
    assert str(GAME).startswith("c1-a-1p-")
    assert not GAME.edicts
    assert [card.id for card in dealt.edicts[:2]] == ["sentinel-wood", "great-city"]
    spring = dealt.seasons[0]
    cards = spring.deck[: spring.reveal_count]
    kinds = [ExploreCard, ExploreCard, RuinsCard, ExploreCard, AmbushCard, ExploreCard, ExploreCard]
    assert [type(card) for card in cards] == kinds
    assert sum(card.time for card in cards) == spring.season.threshold == 8
    assert sum(card.time for card in cards[:-1]) < 8
    shapes = [card for card in cards if isinstance(card, ExploreCard)]
    assert len(shapes) == SPRING
    assert [len({option.shape for option in card.options}) for card in shapes] == [1, 2, 1, 1, 2]
    assert [any(option.coin for option in card.options) for card in shapes] == [False, True, False, False, True]
    sheet = lesson_of(FIRST).game.state.sheets[0]
    first, second = PLACES
    assert (first.bit_count(), (first & sheet.edge).bit_count()) == (4, 3)
    assert sheet.mountain & MOUNTAIN
    assert adjacent_to(MOUNTAIN) & ~(first | second) == 0
    found = best(lesson_of(FIRST).game)
    assert found
    assert (found.turns, found.mirrored) == (0, False)


def test_coach_plies_and_stars_match_the_engine() -> None:
    """The coach's plies are legal, spring's stars are the engine's, and two shapes reduce the cost of the ambush."""
    game, state = lesson_of(END).game, lesson_of(FIRST).game.state
    assert game.plies[0].region == PLACES[0]
    assert preview(state, game.plies[0]).filled & PLACES[0] == PLACES[0]
    assert write_ply(game.plies[0]) == "fA3A4A5B5"
    sheets = [lesson_of(AT[name]).playing.board.sheet for name in ("ruins", "wall", "time", "end")]
    assert [(adjacent_to(sheet.monster) & sheet.empty).bit_count() for sheet in sheets] == [0, 5, 4, 2]
    [landed] = [event for event in lesson_of(AT["ambush"]).game.state.events if isinstance(event, Ambush)]
    assert landed.region
    [[score]] = game.state.scores
    assert score.total == game.state.total(0) > 8
    assert p.at_rest(END) == END


def test_all_steps_appear_in_order() -> None:
    """All steps appear in order and are announced, even with the coach alone; without motion, no ambush moves."""
    names = [lesson_of(visit).step.name for visit, _ in COURSE]
    assert list(dict.fromkeys(names)) == [step.name for step in STEPS]
    assert lesson_of(finished(FIRST)).game.plies == lesson_of(END).game.plies
    for visit, _ in COURSE:
        assert p.heard(visit, "coach", "refusal") == coached(visit)
        assert coached(visit) not in p.heard(visit, "news")
    still = p.after(changed(AT["ruins"], reduced_motion=True), AnswerCoach("show"), AnswerCoach("show"))
    for visit in (finished(changed(FIRST, reduced_motion=True)), still):
        assert visit.needs.pause == 0


@pytest.mark.parametrize(("visit", "answer"), [(visit, answer) for visit, answer in COURSE if answer])
def test_coach_explains_a_mistake(visit: Visit, answer: str) -> None:
    """The coach explains a mistake below the instruction; nothing is drawn, and the step stays."""
    lesson = lesson_of(visit)
    assert coached(visit) == f"{p.WORDS(f'lesson.{lesson.step.name}')} {p.WORDS(f'lesson.wrong.{answer}')}"
    assert len(lesson.game.plies) == lesson.step.plies


@pytest.mark.parametrize(
    ("name", "sent", "then"),
    [
        *(("goal", [AnswerCoach("next")], "move"), ("lit", [AnswerCoach("next")], "coin")),
        ("move", [m.Tap(min(spaces(PLACES[0])) + 1)], "draw"),
        *(("draw", [m.Confirm()], "edict"), ("edict", [m.HighlightTopic(m.Topic.EDICT_A)], "lit")),
        *(("pay", [m.Confirm()], "turn"), ("turn", [m.Confirm()], "ambush")),
        *(("turn", [m.Rotate(1)], "ruins"), ("turn", [m.Flip()], "ruins")),
        ("ambush", [m.SkipAnimation(), m.Proceed()], "wall"),
        *(("time", [AnswerCoach("next")], "last"), ("time", [m.Confirm()], "count")),
        *(("last", [m.Confirm()], "count"), ("count", [m.SkipAnimation(), m.Proceed()], "end")),
    ],
)
def test_step_ends_when_its_task_is_done(name: str, sent: list[m.Message], then: str) -> None:
    """Each step ends when the player does what it asks for, and a well-drawn shape ends all steps about it."""
    assert bool(lesson_of(AT[name]).playing.stage.scene) == (name in {"ambush", "count"})
    assert step_after(AT[name], *sent) == then


@pytest.mark.parametrize(
    ("name", "sent", "then"),
    [
        *(("draw", sent, "move") for sent in (m.Tap(space_named("H6")), m.ChooseTerrain("farm"), m.Rotate(1))),
        *(("lit", m.HighlightTopic(topic), "edict") for topic in (m.Topic.EDICT_A, m.Topic.EDICT_B)),
        *(("pay", sent, "coin") for sent in (m.Tap(space_named("H6")), m.ChooseShape(1))),
    ],
)
def test_coach_repeats_an_undone_step(name: str, sent: m.Message, then: str) -> None:
    """The coach repeats a step if the player undoes it, and shows nothing where there is only something to read."""
    assert step_after(AT[name], sent) == then
    assert step_after(AT[name], sent, AnswerCoach("show")) == name
    assert updated(AT["goal"], AnswerCoach("show")) == AT["goal"]


def test_second_shape_needs_its_own_coin() -> None:
    """A second shape without its coin isn't accepted, but where the lesson wants no particular place, it allows any."""
    game = lesson_of(AT["coin"]).game
    wanted = {ply: preview(game.state, ply) for ply in legal_moves(game.state) if not objection(game, ply)}
    assert {(ply.region, sheet.coins) for ply, sheet in wanted.items()} == {(PLACES[1], 2)}
    assert any(preview(game.state, ply).surrounded_mountains for ply in legal_moves(game.state) if ply not in wanted)
    game = lesson_of(AT["turn"]).game
    for ply in legal_moves(game.state)[::17]:
        assert game.after(ply).state.sheets[0].open_ruins != game.state.sheets[0].open_ruins


@pytest.mark.parametrize(("name", "place"), [("move", 0), ("coin", 1)])
def test_tap_on_any_dotted_space_places_the_shape(name: str, place: int) -> None:
    """A tap on any dotted space places a shape that isn't rotated, and a second click with the mouse draws nothing."""
    visit = p.after(AT[name], m.ChooseShape(0)) if name == "coin" else AT[name]
    for space in spaces(PLACES[place]):
        assert drawn_in(lesson_of(updated(visit, m.Tap(space)))) == PLACES[place]
    turned = p.after(visit, m.Rotate(1), m.Tap(min(spaces(PLACES[place]))))
    assert coached(turned).endswith(p.WORDS("lesson.wrong.turned"))
    space = min(spaces(PLACES[0])) + 1
    assert step_after(AT["move"], *[m.Tap(space, mouse=True)] * 2) == "draw"
    assert step_after(AT["move"], m.Hover(space)) == "move"  # the ghost would follow the mouse


@pytest.mark.parametrize(
    "visit",
    [
        pytest.param(AT["turn"], id="a step"),
        pytest.param(updated(changed(HOME, lesson=lesson_of(AT["turn"]).note), m.Go("lesson")), id="a note"),
        pytest.param(updated(AT["wall"], m.Undo()), id="undo"),
    ],
)
def test_any_rotation_fits_where_the_lesson_teaches_it(visit: Visit) -> None:
    """The shape for which the lesson asks for a rotation covers ruins in every orientation, so nobody is refused."""
    assert lesson_of(visit).step.name == "turn"
    visit = updated(visit, m.Hover(space_named("K1")))
    for flips, quarters in product(([], [m.Flip()]), range(1, 4)):
        turned = p.after(visit, *flips, *[m.Rotate(1)] * quarters)
        assert lesson_of(turned).step.name == "ruins"
        assert lesson_of(turned).playing.board.against is None
        assert coached(turned) == p.WORDS("lesson.ruins")


def test_tap_on_ringed_ruins_covers_them() -> None:
    """A tap on ringed ruins moves the shape to the nearest place that covers them, and the refusal is gone."""
    visit = updated(AT["ruins"], m.Tap(space_named("F9")))
    assert coached(visit).endswith(p.WORDS("lesson.wrong.ruins"))
    assert ruins_in(lesson_of(visit))
    for space in spaces(ruins_in(lesson_of(visit))):
        there = updated(visit, m.Tap(space))
        assert drawn_in(lesson_of(there)) >> space & 1
        assert lesson_of(there).playing.board.against is None
        assert coached(there) == p.WORDS("lesson.ruins")


def test_contents_and_place_of_the_coach() -> None:
    """A coach of one line shows a refusal or praise in place of the instruction, and none covers a highlighted part."""
    assert coached(AT["last"]) == p.WORDS("lesson.last")
    assert coached(updated(AT["last"], m.Tap(min(spaces(MOUNTAIN))))) == p.WORDS("lesson.wrong.mountain")
    assert coached(AT["wall"]) == p.WORDS("lesson.wall")
    assert coached(updated(AT["wall"], AnswerCoach("show"))) == p.WORDS("lesson.saved")
    top, bottom = {"edict-a", "seasons", "stars", "time"}, {"card", "coin-shape", "terrains", "lost", "coins"}
    for step in STEPS:
        page = p.shown(AT[step.name])
        classes = page.children[0].children[0].attributes["class"]  # type: ignore[union-attr]
        assert {f"at-{what}" for what in step.at} <= set(classes.split())
        assert not (bottom if step.stands == "below" else top) & set(step.at)


def test_undo_takes_back_a_shape_and_its_steps() -> None:
    """Undo takes back a shape and its steps without making the game practice."""
    back = updated(AT["wall"], m.Undo())
    lesson = lesson_of(back)
    assert (lesson.step.name, len(lesson.game.plies), lesson.game.takebacks) == ("turn", 2, 0)
    assert back.dialog is None
    assert lesson_of(updated(back, m.Redo())).game == lesson_of(AT["wall"]).game
    assert p.game_of(updated(finished(back), m.TakeOver())).takebacks == 0
    assert updated(FIRST, m.Undo()) == FIRST


@given(sent=st.lists(anything, max_size=40))
@settings(max_examples=60, deadline=None)
@late_messages()
def test_lesson_works_after_any_messages(sent: list[m.Message]) -> None:
    """After any messages, the lesson can be drawn, resumed from its note, finished, and skipped."""
    visit = FIRST
    for message in sent:
        before = visit
        visit = updated(visit, message)
        if isinstance(visit.screen, Playing):
            return
        effects_of(before, message)
        lesson = lesson_of(visit)
        assert len(lesson.game.plies) == lesson.step.plies or lesson.continuable_game
        check_sentences(lesson)
    p.shown(visit)
    assert noted(visit.memory.lesson).game.record == lesson_of(visit).game.record
    assert isinstance(updated(visit, AnswerCoach("skip")).screen, type(HOME.screen))
    assert p.game_of(updated(updated(finished(visit), m.Close()), m.TakeOver(sure=True))).id == GAME


@pytest.mark.parametrize("name", AT)
def test_note_restores_its_step(name: str) -> None:
    """The note of each step leads back to it, with the same map, ghost, and highlight."""
    lesson = lesson_of(AT[name])
    again = noted(lesson.note)
    assert (again.step.name, again.game, again.note) == (name, lesson.game, lesson.note)
    assert again.playing.looking.lit == lesson.playing.looking.lit
    assert lesson_of(finished(replace(HOME, screen=again))).continuable_game


def test_each_step_saves_its_note() -> None:
    """Each step saves its note, but no game, and other tabs don't hear of it."""
    for (before, _), (visit, _) in pairwise(COURSE):
        note, found = visit.memory.lesson, changes(wanted(before), wanted(visit))
        kept = [effect for effect in found if isinstance(effect, SaveNote | SaveGame | SaveFinishedGame)]
        kept = [effect for effect in kept if not isinstance(effect, SaveNote) or effect.name != EXPLAINED]
        assert kept == ([SaveNote(LESSON, note)] if note != before.memory.lesson else [])
        assert note == lesson_of(visit).note
        assert not visit.memory.shelf.text


@pytest.mark.parametrize(
    "note",
    [
        *("", "nonsense", LESSON_OVER, "v1", f"v99 coin 0 {GAME}.fA3A4A5B5", f"{VERSION} coin 0 {GAME}"),
        *(f"{VERSION} coin x {GAME}.fA3A4A5B5", f"{VERSION} dance 0 {GAME}", f"{VERSION} goal 0 c1-b-1p-other"),
        *(f"{VERSION} coin 0 {GAME}.fB4", f"{VERSION} wall 0 {GAME}.fA3A4A5B5.fB3C4.vA6B6B7C6"),
    ],
)
def test_unusable_note_starts_from_the_beginning(note: str) -> None:
    """A note that is damaged, nonsensical, or from a newer version starts the lesson from the beginning."""
    assert noted(note) == lesson_of(FIRST)


def test_lesson_continues_at_the_saved_step() -> None:
    """The lesson continues at its saved step, even if fetched first, begins again on request, and can be skipped."""
    left = updated(AT["wall"], m.Back())
    assert left.screen == HOME.screen
    assert step_after(left, m.Go("lesson")) == "wall"
    assert lesson_of(updated(left, m.Go("lesson", "anew"))) == lesson_of(FIRST)
    menu = updated(AT["wall"], m.Open("menu"))
    assert "go lesson anew" in p.buttons(p.shown(menu))
    assert lesson_of(updated(menu, m.Go("lesson", "anew"))) == lesson_of(FIRST)
    waiting = updated(arrive(p.CHANCE, parts=NO_PARTS, lesson=lesson_of(AT["coin"]).note), m.Go("lesson"))
    assert not isinstance(waiting.screen, Lesson)
    assert step_after(waiting, m.PartFetched("later", arrived=True)) == "coin"
    for visit in AT.values():
        skipped = updated(visit, AnswerCoach("skip"))
        assert (skipped.screen, skipped.memory.lesson) == (HOME.screen, LESSON_OVER)
        assert "answer-coach skip" in p.buttons(p.shown(visit))
    game = p.choosing(p.begun())
    there = p.after(game, m.Open("menu"), m.Go("lesson", "anew"), AnswerCoach("next"))
    assert there.memory.shelf == game.memory.shelf
    assert updated(there, AnswerCoach("skip")).screen == game.screen


def test_the_lesson_is_the_first_door() -> None:
    """The lesson is the first door until the player has saved a game or ended it, and stays available."""

    def doors(visit: Visit) -> list[str]:
        [section] = p.with_class(p.shown(visit), "doors")
        return [button.attributes["data-do"] for button in tagged(section, "button")]

    for visit in (HOME, changed(HOME, lesson=AT["coin"].memory.lesson)):
        assert doors(visit)[0] == "go lesson"
    for visit in (changed(HOME, lesson=LESSON_OVER), arrive(p.CHANCE, shelf_of("v2 c1-a-1p-k3x9q2 end"))):
        assert doors(visit)[0] != "go lesson"
        assert "go lesson" in p.buttons(p.shown(visit))


def test_lesson_continues_as_a_real_game() -> None:
    """After the lesson, its game continues in summer as a real game; an unreadable game is discarded on request."""
    played = updated(END, m.TakeOver())
    screen = p.screen_of(played)
    assert screen.game == replace(lesson_of(END).game, key=screen.game.key)
    assert screen.game.key
    assert (screen.game.seats, screen.game.state.season, p.scene_of(played)) == ((LOCAL_PERSON,), 1, None)
    assert (played.memory.lesson, played.screens_below, played.setup.edicts) == (LESSON_OVER, (), "dealt")
    assert played.memory.shelf.saved
    assert played.memory.shelf.saved.game == screen.game
    saved = [effect.text for effect in effects_of(END, m.TakeOver()) if isinstance(effect, SaveGame)]
    assert saved == [played.memory.shelf.text]
    for name, visit in AT.items():
        if name != "end":
            assert updated(visit, m.TakeOver()) == visit
    there = updated(arrive(p.CHANCE, shelf_of("nonsense")), m.Go("lesson", "anew"))
    asked = updated(finished(there), m.TakeOver())
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=m.TakeOver(sure=True))
    assert asked.memory.shelf == there.memory.shelf
    assert lesson_of(updated(asked, m.Close())).continuable_game
    assert p.game_of(updated(asked, m.TakeOver(sure=True))).id == GAME
    unasked = updated(finished(updated(p.FINALS["A"], m.Go("lesson", "anew"))), m.TakeOver())
    assert p.game_of(unasked).id == GAME


def test_enter_continues_or_confirms() -> None:
    """Enter continues where there is something to read, and confirms elsewhere."""
    expected = {"goal": AnswerCoach("next"), "coin": m.Confirm(), "end": m.TakeOver(), "ambush": m.Proceed()}
    assert {name: AT[name].message_of("Enter") for name in expected} == expected
    assert AT["move"].message_of("r") == m.Rotate(1)


def explained(visit: Visit) -> list[str]:
    """Return the names of the explanations on the page."""
    return [part.key.removeprefix("once-") for part in p.with_class(p.shown(visit), "once")]


def test_new_things_are_explained_where_they_appear() -> None:
    """Curtains, arrows, heroes, beasts, and cards of all terrains are explained until the player dismisses each."""
    found = [(name, visit, what) for name, game in p.GAMES.items() for _, visit in game for what in explained(visit)]
    assert {what for *_, what in found} == {"curtain", "arrow", "hero", "beast", "any", "sound"}
    assert {what for name, _, what in found if name == "A"} <= {"any", "sound"}
    for _, visit, what in found:
        match what:
            case "hero":
                assert isinstance(p.task_of(visit).card, HeroCard)
            case "arrow":
                assert p.task_of(visit).sheet != p.task_of(visit).player
            case "curtain":
                assert p.screen_of(visit).cover(p.WORDS, visit)
            case "any":
                assert len(terrains_of(p.task_of(visit).options)) > 4
    visit, dismissal = p.begun(p.TRIO), m.DismissExplanation("curtain")
    assert explained(visit) == ["curtain"]
    assert "dismiss-explanation curtain" in p.buttons(p.shown(visit))
    saved = [effect for effect in effects_of(visit, dismissal) if isinstance(effect, SaveNote)]
    assert saved == [SaveNote(EXPLAINED, f"{OPENING} curtain")]
    elsewhere = changed(visit, explained=("curtain", "hero"))
    for other in (updated(visit, dismissal), elsewhere, updated(visit, m.Open("menu"))):
        assert explained(other) == []
