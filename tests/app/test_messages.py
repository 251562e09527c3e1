"""Tests of messages: as commands, on buttons, and on keys. Each kind has an effect."""

import re
from collections import Counter
from dataclasses import fields, replace
from datetime import date
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app import messages as m
from app import room, screens
from app.arrival.link import Link
from app.arrival.page_load import Parts
from app.drawing.element import text_of, walk
from app.effects import DrawCode
from app.game.printed import PrintedGame, step_count
from app.game.seating import LOCAL_PERSON, Bot
from app.game.setup import MixedCards
from app.game.shelf import shelf_of
from app.page.notice import Notice
from app.saved_names import PRINTED_BEFORE
from app.screens.editor.drawing import write_draft
from app.screens.history.importing import FILE_HEADER, ImportChecked
from app.screens.play.screen import resume_playing
from app.screens.set_up.screen import Reroll, SetBox, SetEdict, SetPlayers
from app.screens.watch.screen import Watching
from app.update import update
from app.visit import Next, Screen, Visit
from cartographers.custom_map import custom_side
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.rules import legal_moves
from cartographers.seasons import EDICTS
from rooms.statement import Statement, write_statement
from support import playing as p
from support.paper_maps import at_scores
from support.puzzling import PUZZLE, answer_to, opened_puzzle
from support.together import RELAYS, WORD, Device, begun_together, ended_together, greeting_of, joined, publish
from support.visits import NO_PARTS, Sent, arrive, changed, effects_of, is_late, late_messages, read, updated

#: The modules of all screens, some of which have messages of their own.
MODULES = [
    import_module(found.name)
    for package in (room, screens)
    for found in walk_packages(package.__path__, f"{package.__name__}.")
]
KINDS = [*m.KINDS.values()]

HOME = arrive(p.CHANCE)
CUSTOM = custom_side(blank_sheet("B"))
EDITOR = updated(HOME, m.Go("editor"))
FULL_EDITOR = updated(changed(HOME, draft=write_draft(blank_sheet("B"))), m.Go("editor"))
ASKED_FOR_CODE = updated(FULL_EDITOR, "show-map-code on")
[LINK_IN_CODE] = [effect.link for effect in effects_of(FULL_EDITOR, "show-map-code on") if isinstance(effect, DrawCode)]
PAPER = p.after(HOME, m.Go("paper"), "show-step draw")
TABLE = p.after(HOME, m.Go("companion"), "deal")
SETTING_UP = updated(HOME, m.Go("set-up"))
MIXED = p.after(SETTING_UP, "add-bot master", "set-cards mixed", "set-edicts chosen")
PLAYING = p.begun()
SAVED_TEXT = PLAYING.memory.shelf.text
TOGETHER = p.choosing(p.begun(p.TRIO))
OVER = p.FINALS["A"]
WATCHING = updated(OVER, m.Watch())
ABOUT = updated(PLAYING, m.Go("about"))
SHEET = updated(OVER, m.Go("sheet"))
REVIEW = changed(updated(SHEET, m.Go("review")), bot_results="")
ANSWERS = updated(changed(HOME, puzzles=answer_to(PUZZLE)), m.Go("answers"))
EMBEDDED = arrive(p.CHANCE, link=Link(embedded=True))
WAITING = updated(changed(HOME, parts=NO_PARTS), m.Go("about"))
SAVED = p.kept_games()[0][0]
HISTORY = changed(updated(HOME, m.Go("history")), library=p.kept_games())
IMPORTING = updated(HISTORY, m.ImportGames(f"{FILE_HEADER}\nnonsense"))
DAYS, STATISTICS, HONORS, WEEK = (
    changed(updated(HOME, m.Go(name)), library=p.kept_games()) for name in ("days", "statistics", "honors", "week")
)
SCORES = at_scores(PrintedGame(p.PAIR, ("Ana", "Ben"), step_count(p.PAIR)))
#: The map of spring is corrected after that of summer was painted.
PRINTED_MAP = p.after(SCORES, "open-printed-map 0 1", m.Paint(60), "finish-map", "open-printed-map 1 1", m.Paint(61))
PRINTED_MAP = p.after(PRINTED_MAP, "finish-map", "open-printed-map 0 1", "show-step draw", m.Paint(62))
PAST_SCORES = changed(HOME, library=((f"{PRINTED_BEFORE}2026-11-20.abc", TABLE.memory.printed.text),))
PAST_SCORES = updated(PAST_SCORES, m.Go("scores", f"{PRINTED_BEFORE}2026-11-20.abc"))
ADA, BEN = joined(p.PAIR, ("Ada",), ("Ben",))
LOBBY = ADA.visit
publish([ADA, BEN], BEN, "be-ready")
UNREADY = ADA.visit
#: The room's talk with a statement that isn't signed yet.
RESTATED = ADA.room.talk.with_changed_statement()
FOLLOW = updated(HOME, m.Go("follow"))
IN_ROOM = begun_together(p.PAIR, ("Ada",), ("Ben",))[0].visit
OVER_IN_ROOM = ended_together(p.PAIR, ("Ada",), ("Ben",))[0].visit
#: A visit on each kind of screen.
SCREENS = [
    *(HOME, EMBEDDED, WAITING, ABOUT, HONORS, ANSWERS, SETTING_UP, PLAYING, IN_ROOM, LOBBY, FOLLOW, opened_puzzle()),
    *(WATCHING, REVIEW, SHEET, DAYS, WEEK, HISTORY, STATISTICS, EDITOR, PAPER, PRINTED_MAP, SCORES, TABLE),
    *(updated(HOME, m.Go(name)) for name in ("puzzles", "lesson", "rules", "printout")),
]


def in_a_scene() -> Visit:
    """Return a visit in a scene."""
    return next(visit for visit in p.VISITS if p.scene_of(visit))


def with_a_bot() -> Visit:
    """Return a visit in a game of two at the turn of a bot."""
    game = replace(p.game_of(p.begun(p.PAIR)), seats=(Bot("master"), LOCAL_PERSON))
    return HOME.with_only_screen(resume_playing(game, 0))


def loose() -> Visit:
    """Return a visit with a choice of terrains and a ghost that follows the mouse."""
    several = [visit for visit in p.CHOOSING if len({option.terrain for option in p.task_of(visit).options}) > 1]
    return next(visit for visit in several if not p.screen_of(visit).placement.pinned)


words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)
values = {"int": st.integers(), "bool": st.booleans(), "str": words}
#: The messages of jobs and of the browser that no control sends.
NO_COMMANDS = {
    *(m.BotPlyChosen, m.HintFound, m.HonorsFound, ImportChecked, m.LibraryRead, m.NotesRead, m.PlyJudged),
    *(m.SaveFailed, m.OtherSaveFailed, m.PrintedGameStays, m.Refused),
}


def values_of(name: str, kind: type) -> st.SearchStrategy[object]:
    """Return a strategy for the values of a type, given its name in the module of a message."""
    return values[name] if name in values else st.sampled_from(vars(import_module(kind.__module__))[name])


def any_of(kind: type) -> st.SearchStrategy[m.Message]:
    """Return a strategy for messages of the given kind, in which optional words may be empty."""
    chosen = {field.name: values_of(str(field.type), kind) for field in fields(kind)}
    chosen |= {field.name: st.just("") | words for field in fields(kind) if field.default == ""}
    return st.builds(kind, **chosen)


@given(message=st.one_of(*(any_of(kind) for kind in KINDS if kind not in NO_COMMANDS)))
def test_message_to_command_round_trip(message: m.Message) -> None:
    """Every message becomes a command of one line and is read from it, except empty values that no control has."""
    values = [getattr(message, field.name) for field in fields(message)]
    assume("" not in values[: max((place for place, value in enumerate(values) if value != ""), default=0)])
    text = m.command(message)
    assert "\n" not in text
    assert text == " ".join(text.split())
    assert m.read_command(text) == message


def test_commands_fill_the_right_message_fields() -> None:
    """Commands have numbers, words, and flags in the right fields, and each kind of message has its own name."""
    commands: list[tuple[str, m.Message]] = [
        *(("go start", m.Go("start")), ("go set-up", m.Go("set-up")), ("back", m.Back()), ("reroll", Reroll())),
        *(("set-players 3", SetPlayers(3)), ("set-box ambush both", SetBox(MixedCards.AMBUSH, "both"))),
        *(("begin set-up", m.Begin("set-up", sure=False)), ("begin set-up sure", m.Begin("set-up", sure=True))),
        *(("begin first sure", m.Begin("first", sure=True)), ("enter", m.Enter()), ("close", m.Close())),
        *(("take-over", m.TakeOver(sure=False)), ("take-over sure", m.TakeOver(sure=True))),
        *(("choose-terrain farm", m.ChooseTerrain("farm")), ("choose-shape 1", m.ChooseShape(1))),
        *(("rotate -1", m.Rotate(-1)), ("move -1 0", m.Move(-1, 0)), ("look-at-sheet 2", m.LookAtSheet(2))),
        *(("tap 40", m.Tap(40, mouse=False)), ("tap 40 mouse", m.Tap(40, mouse=True)), ("seek 0", m.Seek(0))),
        ("highlight-topic monsters", m.HighlightTopic(m.Topic.MONSTERS)),
        *(("open keys", m.Open("keys", "")), ("open edict B", m.Open("edict", "B"))),
        ("reduced-motion-changed", m.ReducedMotionChanged(on=False)),
        ("reduced-motion-changed on", m.ReducedMotionChanged(on=True)),
        ("wide-window-changed on", m.WideWindowChanged(on=True)),
    ]
    assert [(m.command(message), m.read_command(text)) for text, message in commands] == commands
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in m.KINDS)


@pytest.mark.parametrize(
    "text",
    [
        *("", "dance", "Undo", "undone", "UNDO", "set_up", "begin-surely base", "message", "visit-message"),
        *("rotate", "rotate around", "look-at-sheet away", "look-at-sheet 1.0", "move 1", "move 1 2 3", "undo 1"),
        *("begin", "open", "begin first sure a b", "tap 3 finger", "highlight-topic", "set-box all base", "back now"),
        *("bot-ply-chosen 1 fA1", "import-checked x 1 x x"),
    ],
)
def test_invalid_commands_are_refused(text: str) -> None:
    """Unknown commands are refused, and so are missing, wrong, and additional values."""
    with pytest.raises(ValueError, match=r".+"):
        m.read_command(text)


def test_every_button_has_a_valid_command() -> None:
    """On every screen and panel, each button carries a valid command."""
    whole_setup = p.after(SETTING_UP, "show-all-settings on", "set-edicts chosen")
    visits = [
        *SCREENS,
        *(visit for visit, _ in ANSWERED),
        *p.VISITS[::29],
        with_a_bot(),
        replace(OVER, is_continued_elsewhere=True),
        changed(HOME, newer_version=True),
        updated(arrive(p.CHANCE, shelf_of(SAVED_TEXT)), m.Begin("first")),
        *(
            updated(visit, m.Open(panel.value, "A"))
            for visit in (HOME, TOGETHER, WATCHING, whole_setup)
            for panel in m.Panel
            if panel is not m.Panel.EDICT or visit is whole_setup
        ),
    ]
    found = set()
    for text in (element.attributes.get("data-do") for visit in visits for element in walk(p.shown(visit))):
        if text is not None:
            found.add(type(m.read_command(text)))
            assert m.command(m.read_command(text)) == text
    assert found >= {m.Begin, m.ChooseTerrain, m.Confirm, m.Go, m.LookAtSheet, m.PlayHere, m.Prefer, m.Seek, SetEdict}


def test_every_message_and_screen_is_tested() -> None:
    """The lists of this test have each kind of message and screen once, and a second kind with a name is refused."""
    with pytest.raises(TypeError, match="undo"):
        type("Undo", (m.Message,), {})
    assert Counter(type(message) for _, message in ANSWERED) == Counter(KINDS)
    found = {kind for module in MODULES for kind in vars(module).values() if isinstance(kind, type)}
    kinds = [kind for kind in found if issubclass(kind, Screen) and kind.view is not Screen.view]
    assert Counter(type(visit.screen) for visit in SCREENS) == Counter(kinds)


def terrain_of(visit: Visit) -> str:
    """Return a terrain of a visit's task that the ghost doesn't have."""
    options = p.task_of(visit).options
    now = options[p.ghost_of(visit).option].terrain
    return next(option.terrain.value for option in options if option.terrain and option.terrain is not now)


def on(visit: Visit, *messages: Sent) -> list[tuple[Visit, m.Message]]:
    """Return the visit with each message."""
    return [(visit, read(message)) for message in messages]


#: For each kind of message, a visit that it changes.
ANSWERED: list[tuple[Visit, m.Message]] = [
    *on(HOME, m.Go("set-up"), m.Begin("first"), m.Open("preferences"), m.Prefer("hand", "left"), m.Reload(), m.Print()),
    *on(HOME, m.NewerVersionReady(), m.Resume("x"), m.GameReplaced(SAVED_TEXT), m.DismissExplanation("hero")),
    *on(HOME, m.LibraryRead(()), m.DailyRunsRead("", "2026-11-23", 9), m.OfflineReported(m.Offline.READY)),
    *on(HOME, m.NotesRead((("cartographers.puzzles", "1:1500:1:0:fA1"),)), m.GamesAtRisk(10, 0), m.EnterRoom()),
    *on(HOME, m.ReducedMotionChanged(on=True), m.WideWindowChanged(on=True), m.FragmentChanged(f"#room={WORD}")),
    *on(HOME, m.PrintedGameStays("p1 c1-a-1p-x 0 by: end", "", Notice.DENIED)),
    *((updated(HOME, m.Open("preferences")), m.Close()), (updated(HOME, m.GamesAtRisk(10, 0)), m.DismissReminder())),
    (updated(HOME, m.Resume("x")), m.UnfinishedGameRead("x", SAVED_TEXT)),
    (updated(HOME, m.EnterRoom()), m.RoomPrepared(WORD, "k", "d", "", "wss://x.example")),
    *on(updated(HOME, m.Go("lesson")), "answer-coach next"),
    (HOME.opening_screen(Watching(p.game_of(PLAYING))), m.TakeOver()),
    (arrive(p.CHANCE, shelf_of(SAVED_TEXT)), m.Continue()),
    *((ABOUT, m.Back()), (EMBEDDED, m.Enter()), (FOLLOW, m.FollowLink(f"?id={PLAYING.setup.game_id()}"))),
    *on(WAITING, m.PartFetched("later", arrived=True), m.LanguageFetched("es")),
    *on(SETTING_UP, m.TypeText("seed", p.SEED), "reroll", "set-players 2", "add-bot master", "set-cards heroes"),
    *on(SETTING_UP, "set-side B", "show-all-settings on", "set-edicts chosen"),
    *on(MIXED, "set-box explore heroes", "set-heroes", "set-seat 1 here", "set-edict A cauldrons"),
    *on(PLAYING, m.GameSaved(SAVED_TEXT), m.SaveFailed(Notice.FULL), m.OtherSaveFailed(Notice.CROWDED)),
    *on(PLAYING, m.ContinuedElsewhere(), m.HighlightTopic(m.Topic.EDICT_A), m.AskForHint(sure=True), m.Confirm()),
    *on(PLAYING, m.Rotate(1), m.Flip(), m.Move(1, 0), m.Tap(55), m.Hover(55), m.NextPlace()),
    (updated(PLAYING, m.SaveFailed(Notice.FULL)), m.DismissNotice()),
    (updated(PLAYING, m.ContinuedElsewhere()), m.PlayHere()),
    (updated(PLAYING, m.AskForHint(sure=True)), m.HintFound(legal_moves(p.game_of(PLAYING).state)[0])),
    (updated(PLAYING, m.Confirm()), m.Undo(sure=True)),
    *on(loose(), m.ChooseTerrain(terrain_of(loose())), m.NextTerrain()),
    *on(
        next(visit for visit in p.CHOOSING if len({option.shape for option in p.task_of(visit).options}) > 1),
        *(m.ChooseShape(1), m.NextShape()),
    ),
    *on(next(visit for visit in p.VISITS if p.screen_of(visit).is_moving), m.Step(), m.SkipAnimation()),
    *((in_a_scene(), m.Proceed()), (with_a_bot(), m.BotPlyChosen(0, legal_moves(p.game_of(with_a_bot()).state)[0]))),
    (changed(with_a_bot(), parts=Parts(job_failed=True)), m.FetchAgain()),
    *on(OVER, m.PlayAgain(), m.Watch()),
    *((p.FINALS["trio"], m.LookAtSheet(0)), (OVER_IN_ROOM, m.AnotherGame())),
    *on(SHEET, m.Share("picture", "draw"), m.Shared("text", "copied"), m.PictureDrawn("blob:x", "png", "save")),
    *on(WATCHING, m.Seek(3), m.SkipPlies(1), m.PlayOrPause()),
    *on(REVIEW, m.PlyJudged(1, p.game_of(OVER).plies[0], 0), m.BotResult(str(p.game_of(OVER).id), "apprentice", 9)),
    *on(HISTORY, m.HonorsFound(p.kept_games(), ()), m.ShowDetails("x"), "show-more", "select-games on"),
    *on(HISTORY, m.ImportGames(""), m.Refused(Notice.LARGE_FILE), "set-filter cards heroes", "erase-everything"),
    *(*on(HISTORY, f"replay {SAVED}", m.Delete(SAVED)), *on(updated(HISTORY, m.Delete(SAVED)), m.Restore())),
    *on(updated(HISTORY, "select-games on"), "select-all-games", f"select-game {SAVED}"),
    *on(p.after(HISTORY, "select-games on", "select-all-games"), "delete-selected"),
    *on(IMPORTING, "stop-import", ImportChecked(())),
    *on(changed(DAYS, day=date(2026, 11, 23)), "turn-calendar -1"),
    *on(EDITOR, "map-measured X 24 0 0", "use-symmetry mirror"),
    *on(FULL_EDITOR, "save-map", "show-map-code on", "play-on-map"),
    *(*on(updated(FULL_EDITOR, "save-map"), "delete-map"), *on(changed(EDITOR, maps=CUSTOM), f"load-map {CUSTOM}")),
    *on(arrive(p.CHANCE, link=Link(GameId("x", CUSTOM))), "keep-map"),
    *(*on(ANSWERS, "begin-again"), *on(updated(ANSWERS, "begin-again"), "keep-answers")),
    *on(ASKED_FOR_CODE, m.CodeDrawn(LINK_IN_CODE, "33 M4 4h1v1h-1z"), m.CodeMissing()),
    *on(PAPER, m.Paint(0), "use-tool village", "show-step stars", "count-season all"),
    *(
        *on(updated(PAPER, m.Paint(0)), m.CancelPaint(), "clear-map"),
        *on(p.after(PAPER, m.Paint(0), m.Undo()), m.Redo()),
    ),
    *on(updated(PAPER, "show-step stars"), "set-coins 1", "show-finding 0"),
    *on(PRINTED_MAP, "count-numbers on", "set-number first 1", "finish-map", "correct-later-maps"),
    *(*on(SCORES, "open-printed-map 0 0"), *on(updated(PRINTED_MAP, "finish-map"), "finish-printed-game")),
    *on(PAST_SCORES, "resume-printed-game"),
    *(
        *on(updated(HOME, m.Go("companion")), "deal"),
        *on(updated(TABLE, m.Go("companion", "new")), "delete-printed-game"),
    ),
    *on(TABLE, m.PrintedGameReported(TABLE.memory.printed.text), m.AwakeReported(on=False)),
    *on(LOBBY, "sit", "get-up 0", "be-ready", f"leave-out {BEN.device}", "begin-together", "renew-link", "paste"),
    *(*on(LOBBY, "show-room-code invite"), *on(updated(LOBBY, "show-room-code invite"), "hide-room-code")),
    *(*on(updated(LOBBY, f"leave-out {BEN.device}"), "let-in-all"), *on(UNREADY, "leave-out-unready")),
    *on(LOBBY, m.LeaveRoom(), m.MessageReceived(greeting_of(Device(9, p.PAIR), "x")), m.RelaysChanged("[]")),
    *on(LOBBY, m.RoomSavedElsewhere(f"kept1 key\ns {write_statement(Statement('9' * 64, 1))}"), m.ClockTick(99)),
    *on(LOBBY, m.PermissionReported("granted"), m.QuestionAnswered("code", "text", "1"), m.HandInMessage()),
    (replace(LOBBY, room=ADA.room.with_talk(RESTATED)), m.StatementSigned(RESTATED.unsigned_text, "s")),
    *((LOBBY, m.SwitchRelay(RELAYS[0])), *on(IN_ROOM, m.TakeSeat(1), m.GiveSeat(1, "9" * 64))),
]


@pytest.mark.parametrize(("visit", "message"), ANSWERED, ids=[type(message).__name__ for _, message in ANSWERED])
def test_each_message_has_an_effect(visit: Visit, message: m.Message) -> None:
    """Each message changes its intended visit, or gives the browser a task."""
    assert update(visit, message) != Next(visit)


@pytest.mark.parametrize("visit", SCREENS, ids=[type(visit.screen).__name__ for visit in SCREENS])
def test_late_messages_change_nothing(visit: Visit) -> None:
    """A message that a screen doesn't answer changes nothing."""
    for _, message in ANSWERED:
        if is_late(visit, message):
            with late_messages():
                assert update(visit, message) == Next(visit)


LOOKING: dict[str, m.Message] = {
    **{key: m.HighlightTopic(m.Topic(what)) for key, what in zip("12345", (*EDICTS, "monsters"), strict=True)},
    "?": m.Open("keys"),
}


def keys_of(visit: Visit) -> dict[str, m.Message]:
    """Return the keyboard shortcuts of a visit's screen."""
    return dict(visit.screen.controls(visit).keys)


@pytest.mark.parametrize(
    "visit", [*SCREENS, *(TOGETHER, in_a_scene(), p.after(WATCHING, m.Seek(9), m.HighlightTopic(m.Topic.EDICT_B)))]
)
def test_every_shortcut_sends_a_button_message(visit: Visit) -> None:
    """Every shortcut sends a message that a button could send; letters are lowercase."""
    for key, message in keys_of(visit).items():
        assert m.read_command(m.command(message)) == message
        assert key == (key.lower() if len(key) == 1 else key)


def test_shortcuts_of_games() -> None:
    """Games have shortcuts for the ghost and for looking, replays those for looking; elsewhere, only Escape works."""
    solo = LOOKING.copy()
    solo |= {"ArrowUp": m.Move(-1, 0), "ArrowDown": m.Move(1, 0)}
    solo |= {"ArrowLeft": m.Move(0, -1), "ArrowRight": m.Move(0, 1)}
    solo |= {"r": m.Rotate(1), "e": m.Rotate(-1), "f": m.Flip(), "u": m.Undo(), "y": m.Redo(), "h": m.AskForHint()}
    solo |= {"t": m.NextTerrain(), "s": m.NextShape(), "w": m.NextPlace()}
    solo |= {"Enter": m.Confirm(), "Escape": m.Open("menu")}
    maps: dict[str, m.Message] = {"m": m.Open("maps")}
    assert keys_of(PLAYING) == solo
    assert keys_of(TOGETHER) == solo | maps
    assert keys_of(p.begun(p.TRIO)) == solo | maps | {"Enter": m.Proceed()}
    assert keys_of(in_a_scene()) == solo | {"Enter": m.Proceed(), "Escape": m.SkipAnimation()}
    assert (LOOKING | maps).items() <= keys_of(updated(p.FINALS["pair"], m.Watch())).items()
    assert LOOKING.items() <= keys_of(WATCHING).items()
    assert "m" not in keys_of(WATCHING)
    assert keys_of(HOME) == keys_of(EMBEDDED) == {}
    assert keys_of(SETTING_UP) == {"Escape": m.Back()}


@pytest.mark.parametrize(("visit", "without"), [(PLAYING, {"?", "m"}), (TOGETHER, {"?"})])
def test_the_help_panel_lists_all_shortcuts(visit: Visit, without: set[str]) -> None:
    """The help panel lists exactly the shortcuts that work, except ``?``, which opens it."""
    page = p.shown(updated(visit, m.Open("keys")))
    named = [text_of(found).replace("1 to 4", "1 2 3 4") for found in walk(page) if found.tag == "dt"]
    assert len(named) > 5
    arrows = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}
    keys = set(chain(*(arrows if text == "Arrow keys" else re.findall(r"\w+", text) for text in named)))
    keys = {key.lower() if len(key) == 1 else key for key in keys} - {"Mouse", "Ctrl", "z"}
    assert keys == (keys_of(TOGETHER).keys() | {"Enter", "Escape"}) - without
    assert keys <= keys_of(visit).keys()
