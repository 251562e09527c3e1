"""Tests of messages: as commands, on buttons, and on keys. Each kind has an effect."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import date
from enum import Enum
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app import messages
from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import DrawCode
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import shelf_of
from app.link import Link
from app.notice import Notice
from app.page_load import Parts
from app.screens.about.screen import About
from app.screens.answers.screen import Answers
from app.screens.companion.screen import Companion
from app.screens.days.screen import Calendar
from app.screens.editor.drawing import write_draft
from app.screens.editor.screen import Editor
from app.screens.embed.screen import Embed
from app.screens.fetching.screen import Fetching
from app.screens.follow.screen import LinkField
from app.screens.history.importing import FILE_HEADER
from app.screens.history.screen import History
from app.screens.honors.screen import Honors
from app.screens.lesson.screen import Lesson
from app.screens.paper.screen import PaperMap
from app.screens.play.screen import Playing, resume_playing
from app.screens.printout.screen import Printout
from app.screens.puzzle.screen import PuzzleScreen
from app.screens.puzzles.screen import Puzzles
from app.screens.review.screen import Review
from app.screens.room.screen import Lobby
from app.screens.rules.screen import Rules
from app.screens.set_up.screen import SetupScreen
from app.screens.sheet.screen import ScoreSheet
from app.screens.start.screen import Start
from app.screens.statistics.screen import Statistics
from app.screens.together.screen import PlayingTogether
from app.screens.watch.screen import Watching
from app.screens.week.screen import WeeklyChallenge
from app.update import update
from app.visit import Next, Screen, Visit
from cartographers.maps import blank_sheet
from cartographers.rules import legal_moves
from rooms.statement import Statement, write_statement
from support.playing import (
    CHANCE,
    CHOOSING,
    GAMES,
    PAIR,
    SEED,
    TRIO,
    VISITS,
    after,
    begun,
    choosing,
    game_of,
    kept_games,
    scene_of,
    screen_of,
    shown,
    task_of,
)
from support.puzzling import PUZZLE, UNKNOWN_PLY, answered, opened_puzzle
from support.together import RELAYS, WORD, Device, begun_together, ended_together, greeting_of, joined
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

KINDS: tuple[type, ...] = get_args(m.Message)
SCREENS: tuple[type[Screen], ...] = (
    *(Start, SetupScreen, Playing, Watching, Embed),
    *(
        About,
        Answers,
        Calendar,
        Companion,
        Editor,
        Printout,
        Fetching,
        ScoreSheet,
        History,
        Honors,
        Lesson,
        LinkField,
        Lobby,
        PaperMap,
        PlayingTogether,
        Puzzles,
        PuzzleScreen,
        Review,
        Rules,
        Statistics,
        WeeklyChallenge,
    ),
)

HOME = arrive(CHANCE)
EDITOR = updated(HOME, m.Go("editor"))
FULL_EDITOR = updated(changed(HOME, draft=write_draft(blank_sheet("B"))), m.Go("editor"))
ASKED_FOR_CODE = updated(FULL_EDITOR, m.Choose("code", "shown"))
[LINK_IN_CODE] = [
    effect.link for effect in effects_of(FULL_EDITOR, m.Choose("code", "shown")) if isinstance(effect, DrawCode)
]
PAPER = after(HOME, m.Go("paper"), m.Choose("step", "draw"))
TABLE = after(HOME, m.Go("companion"), m.Choose("printed", "deal"))
ANSWERED_PUZZLE = answered(opened_puzzle(), UNKNOWN_PLY)
SETTING_UP = updated(HOME, m.Go("set-up"))
PLAYING = begun()
TOGETHER = choosing(begun(TRIO))
OVER = GAMES["A"][-1][1]
WATCHING = updated(OVER, m.Watch())
ABOUT = updated(PLAYING, m.Go("about"))
RULES = updated(PLAYING, m.Go("rules"))
SHEET = updated(OVER, m.Go("sheet"))
REVIEW = changed(updated(SHEET, m.Go("review")), bot_results="")
EMBEDDED = arrive(CHANCE, link=Link(embedded=True))
WAITING = updated(changed(HOME, parts=NO_PARTS), m.Go("about"))
GAMES_KEPT = kept_games()
HISTORY = changed(updated(HOME, m.Go("history")), library=GAMES_KEPT)
IMPORTING = updated(HISTORY, m.ImportGames(f"{FILE_HEADER}\nnonsense"))
DAYS, STATISTICS, HONORS, WEEK = (
    changed(updated(HOME, m.Go(name)), library=GAMES_KEPT) for name in ("days", "statistics", "honors", "week")
)
ADA, _ = joined(PAIR, ("Ada",), ("Ben",))
LOBBY = ADA.visit
#: The room's talk with a statement that isn't signed yet.
RESTATED = ADA.room.talk.with_changed_statement()
FOLLOW = updated(HOME, m.Go("follow"))
IN_ROOM = begun_together(PAIR, ("Ada",), ("Ben",))[0].visit
OVER_IN_ROOM = ended_together(PAIR, ("Ada",), ("Ben",))[0].visit

ON = {
    Lobby: LOBBY,
    PlayingTogether: IN_ROOM,
    Start: HOME,
    SetupScreen: SETTING_UP,
    Playing: PLAYING,
    Watching: WATCHING,
    Embed: EMBEDDED,
    About: ABOUT,
    Answers: updated(HOME, m.Go("answers")),
    Rules: RULES,
    Lesson: updated(HOME, m.Go("lesson")),
    LinkField: FOLLOW,
    Fetching: WAITING,
    History: HISTORY,
    Honors: HONORS,
    Calendar: DAYS,
    Companion: TABLE,
    Editor: EDITOR,
    PaperMap: PAPER,
    Puzzles: updated(HOME, m.Go("puzzles")),
    PuzzleScreen: opened_puzzle(),
    Printout: updated(HOME, m.Go("printout", "B")),
    Statistics: STATISTICS,
    WeeklyChallenge: WEEK,
    ScoreSheet: SHEET,
    Review: REVIEW,
}


def in_a_scene() -> Visit:
    """Return a visit in a scene."""
    return next(visit for visit in VISITS if scene_of(visit))


def with_a_bot() -> Visit:
    """Return a visit in a game of two at the turn of a bot."""
    game = replace(game_of(begun(PAIR)), seats=(Bot("master"), LOCAL_PERSON))
    return HOME.with_only_screen(resume_playing(game, 0))


# ------------------------------------------------------------------- commands

words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)
values = {
    "int": st.integers(),
    "bool": st.booleans(),
    "str": words,
    "Topic": st.sampled_from(m.Topic),
}
#: The messages of jobs and of the browser that no control sends.
NO_COMMANDS = {
    *(m.AnswerJudged, m.BotPlyChosen, m.HintFound, m.HonorsFound, m.PlyJudged),
    *(m.SaveFailed, m.OtherSaveFailed, m.PrintedGameStays, m.FileRefused),
}


def any_of(kind: type) -> st.SearchStrategy[m.Message]:
    """Return a strategy for messages of the given kind, in which optional words may be empty."""
    chosen = {field.name: values[str(field.type)] for field in fields(kind)}
    chosen |= {field.name: st.just("") | words for field in fields(kind) if field.default == ""}
    return st.builds(kind, **chosen)


@given(message=st.one_of(*(any_of(kind) for kind in KINDS if kind not in NO_COMMANDS)))
def test_message_to_command_round_trip(message: m.Message) -> None:
    """Every message becomes a command of one line and can be read from it unchanged.

    The only exceptions are messages with an empty value before another value, which no control has.
    """
    values = [getattr(message, field.name) for field in fields(message)]
    assume("" not in values[: max((place for place, value in enumerate(values) if value != ""), default=0)])
    text = m.command(message)
    assert "\n" not in text
    assert text == " ".join(text.split())
    assert m.read_command(text) == message


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_unique_name(kind: type) -> None:
    """Every kind has a unique name of lowercase letters and hyphens."""
    name = m.kebab(kind)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert [other for other in KINDS if m.kebab(other) == name] == [kind]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("go start", m.Go("start")),
        ("go set-up", m.Go("set-up")),
        ("back", m.Back()),
        ("reroll", m.Reroll()),
        ("choose players 3", m.Choose("players", "3")),
        ("choose A sentinel-wood", m.Choose("A", "sentinel-wood")),
        ("begin set-up", m.Begin("set-up", sure=False)),
        ("enter", m.Enter()),
        ("begin set-up sure", m.Begin("set-up", sure=True)),
        ("begin first sure", m.Begin("first", sure=True)),
        ("take-over", m.TakeOver(sure=False)),
        ("take-over sure", m.TakeOver(sure=True)),
        ("choose-terrain farm", m.ChooseTerrain("farm")),
        ("choose-shape 1", m.ChooseShape(1)),
        ("rotate -1", m.Rotate(-1)),
        ("move -1 0", m.Move(-1, 0)),
        ("tap 40", m.Tap(40, mouse=False)),
        ("tap 40 mouse", m.Tap(40, mouse=True)),
        ("highlight-topic monsters", m.HighlightTopic(m.Topic.MONSTERS)),
        ("look-at-sheet 2", m.LookAtSheet(2)),
        ("seek 0", m.Seek(0)),
        ("close", m.Close()),
        ("open keys", m.Open("keys", "")),
        ("open edict B", m.Open("edict", "B")),
        ("reduced-motion-changed", m.ReducedMotionChanged(on=False)),
        ("reduced-motion-changed on", m.ReducedMotionChanged(on=True)),
        ("wide-window-changed on", m.WideWindowChanged(on=True)),
    ],
)
def test_commands_fill_the_right_message_fields(text: str, expected: m.Message) -> None:
    """Commands have their numbers, words, and flags in the right fields, and messages have those commands."""
    assert m.read_command(text) == expected
    assert m.command(expected) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "dance", "Undo", "undone", "UNDO", "set_up", "begin-surely base", "message"),
        *(
            "rotate",
            "rotate around",
            "look-at-sheet away",
            "look-at-sheet 1.0",
            "move 1",
            "move 1 2 3",
            "undo 1",
            "begin",
            "open",
        ),
        *("begin first sure a b", "tap 3 finger", "highlight-topic", "bot-ply-chosen fA1", "back now"),
    ],
)
def test_invalid_commands_are_refused(text: str) -> None:
    """Unknown commands are refused, and so are missing, wrong, and additional values."""
    with pytest.raises(ValueError, match=r".+"):
        m.read_command(text)


def test_every_button_has_a_valid_command() -> None:
    """On every screen and panel, each button carries a valid command."""
    visits = [
        *ON.values(),
        *VISITS[::29],
        *(visit for visit, _ in ANSWERED),
        with_a_bot(),
        replace(OVER, is_continued_elsewhere=True),
        changed(HOME, newer_version=True),
    ]
    visits += [
        updated(visit, m.Open(panel.value, "A"))
        for visit in (
            HOME,
            TOGETHER,
            WATCHING,
            after(SETTING_UP, m.Choose("more", "shown"), m.Choose("edicts", "chosen")),
        )
        for panel in m.Panel
        if panel is not m.Panel.EDICT or isinstance(visit.screen, SetupScreen)
    ]
    visits.append(updated(arrive(CHANCE, shelf_of(PLAYING.memory.shelf.text)), m.Begin("first")))
    found = set()
    for visit in visits:
        for element in walk(shown(visit)):
            if "data-do" in element.attributes:
                text = element.attributes["data-do"]
                found.add(type(m.read_command(text)))
                assert m.command(m.read_command(text)) == text
    assert found >= {
        m.Begin,
        m.Choose,
        m.ChooseShape,
        m.ChooseTerrain,
        m.Close,
        m.Confirm,
        m.Go,
        m.HighlightTopic,
        m.LookAtSheet,
        m.Open,
        m.TakeOver,
        m.Prefer,
    }
    assert found >= {
        m.Proceed,
        m.Reload,
        m.Reroll,
        m.Seek,
        m.SkipPlies,
        m.PlayHere,
        m.Rotate,
        m.Undo,
        m.Watch,
        m.NextPlace,
    }


# ------------------------------------------------------------------- nothing vanishes


def test_every_message_belongs_to_an_answered_group() -> None:
    """Each class in messages.py belongs to a group, which either the visit or a screen answers."""
    classes = [kind for kind in vars(messages).values() if isinstance(kind, type) and kind.__module__ == "app.messages"]
    classes = [kind for kind in classes if not issubclass(kind, Enum)]
    assert set(classes) == set(KINDS)
    groups = [
        set(get_args(group))
        for group in (m.VisitMessage, m.SetupMessage, m.PlayMessage, m.WatchMessage, m.LibraryMessage)
    ]
    groups += [set(get_args(group)) for group in (m.ReviewMessage, m.RoomMessage)] + [
        {m.HandInMessage},
        {m.FollowLink},
        {m.AnswerCoach},
        set(get_args(m.EditorMessage)),
        set(get_args(m.PrintedGameMessage)),
        set(get_args(m.PaintMessage)),
        {m.AnswerJudged},
    ]
    assert set().union(*groups) == set(KINDS)
    for_visits, *for_screens = groups
    assert not for_visits & set().union(*for_screens)
    assert groups[2] & groups[3] == set(get_args(m.BoardMessage))
    assert set(get_args(m.BoardMessage)) | set(get_args(m.GhostMessage)) <= groups[2]


def loose() -> Visit:
    """Return a visit with a choice of terrains and a ghost that follows the mouse."""
    several = [visit for visit in CHOOSING if len({option.terrain for option in task_of(visit).options}) > 1]
    return next(visit for visit in several if not screen_of(visit).placement.pinned)


def shapely() -> Visit:
    """Return a visit with a choice of several shapes."""
    return next(visit for visit in CHOOSING if len({option.shape for option in task_of(visit).options}) > 1)


def terrain_of(visit: Visit) -> str:
    """Return a terrain of a visit's task that the ghost doesn't have."""
    ghost = screen_of(visit).ghost
    options = task_of(visit).options
    assert ghost
    other = next(option for option in options if option.terrain is not options[ghost.option].terrain)
    assert other.terrain
    return other.terrain.value


def shape_of(visit: Visit) -> int:
    """Return the number of a shape in a visit's task that the ghost doesn't have."""
    return next(number for number in (0, 1) if updated(visit, m.ChooseShape(number)) != visit)


ANY_PLY = legal_moves(game_of(with_a_bot()).state)[0]
#: For each kind of message, a visit that it changes.
ANSWERED: list[tuple[Visit, m.Message]] = [
    (HOME, m.Go("set-up")),
    (ABOUT, m.Back()),
    (HOME, m.Begin("first")),
    (arrive(CHANCE, shelf_of(PLAYING.memory.shelf.text)), m.Continue()),
    (EMBEDDED, m.Enter()),
    (HOME, m.Open("preferences")),
    (updated(HOME, m.Open("preferences")), m.Close()),
    (HOME, m.Prefer("hand", "left")),
    (HOME, m.Reload()),
    (HOME, m.Print()),
    (HOME, m.NewerVersionReady()),
    (HOME, m.Resume("x")),
    (updated(HOME, m.Resume("x")), m.UnfinishedGameRead("x", PLAYING.memory.shelf.text)),
    (HOME, m.LibraryRead("")),
    (HISTORY, m.HonorsFound(GAMES_KEPT, ())),
    (HOME, m.DailyRunsRead("", "2026-11-23", 9)),
    (HOME, m.ProgressRead("1.1:1:2")),
    (HOME, m.MapsRead("X3UGU2OPOB8QGTHR", "")),
    (HISTORY, m.ShowDetails("x")),
    (HISTORY, m.ShowMore()),
    (HISTORY, m.Replay(GAMES_KEPT[0][0])),
    (HISTORY, m.Delete(GAMES_KEPT[0][0])),
    (updated(HISTORY, m.Delete(GAMES_KEPT[0][0])), m.Restore()),
    (HISTORY, m.ImportGames("")),
    (IMPORTING, m.StopImport()),
    (IMPORTING, m.ImportChecked("")),
    (IMPORTING, m.ImportRejected(2, "nonsense")),
    (changed(DAYS, day=date(2026, 11, 23)), m.TurnCalendar(-1)),
    (SHEET, m.Share("picture", "draw")),
    (SHEET, m.Shared("text", "copied")),
    (SHEET, m.PictureDrawn("blob:x", "png", "save")),
    (WAITING, m.PartFetched("later", arrived=True)),
    (WAITING, m.LanguageFetched("es")),
    (HOME, m.ReducedMotionChanged(on=True)),
    (HOME, m.WideWindowChanged(on=True)),
    (PLAYING, m.GameSaved(PLAYING.memory.shelf.text)),
    (PLAYING, m.SaveFailed(Notice.FULL)),
    (PLAYING, m.OtherSaveFailed(Notice.CROWDED)),
    (HOME, m.PrintedGameStays("p1 c1-a-1p-x 0 by: end", "", Notice.DENIED)),
    (HISTORY, m.FileRefused(Notice.LARGE_FILE)),
    (HOME, m.GameReplaced(PLAYING.memory.shelf.text)),
    (PLAYING, m.ContinuedElsewhere()),
    (updated(PLAYING, m.SaveFailed(Notice.FULL)), m.DismissNotice()),
    (HOME, m.DismissExplanation("hero")),
    (HOME, m.GamesAtRisk(10, 0)),
    (updated(HOME, m.GamesAtRisk(10, 0)), m.DismissReminder()),
    (updated(HOME, m.Go("lesson")), m.AnswerCoach("next")),
    (updated(PLAYING, m.ContinuedElsewhere()), m.PlayHere()),
    (OVER, m.PlayAgain()),
    (OVER, m.Watch()),
    (HOME.opening_screen(Watching(game_of(PLAYING))), m.TakeOver()),
    (SETTING_UP, m.TypeText("seed", SEED)),
    (SETTING_UP, m.Choose("side", "B")),
    (SETTING_UP, m.Reroll()),
    (PLAYING, m.HighlightTopic(m.Topic.EDICT_A)),
    (next(visit for visit in VISITS if screen_of(visit).is_moving), m.Step()),
    (next(visit for visit in VISITS if screen_of(visit).is_moving), m.SkipAnimation()),
    (GAMES["trio"][-1][1], m.LookAtSheet(0)),
    (loose(), m.ChooseTerrain(terrain_of(loose()))),
    (shapely(), m.ChooseShape(shape_of(shapely()))),
    (loose(), m.NextTerrain()),
    (shapely(), m.NextShape()),
    (PLAYING, m.Rotate(1)),
    (PLAYING, m.Flip()),
    (PLAYING, m.Move(1, 0)),
    (PLAYING, m.Tap(55)),
    (PLAYING, m.Hover(55)),
    (PLAYING, m.NextPlace()),
    (PLAYING, m.Confirm()),
    (with_a_bot(), m.BotPlyChosen(0, ANY_PLY)),
    (PLAYING, m.AskForHint(sure=True)),
    (updated(PLAYING, m.AskForHint(sure=True)), m.HintFound(legal_moves(game_of(PLAYING).state)[0])),
    (changed(with_a_bot(), parts=Parts(job_failed=True)), m.FetchAgain()),
    (updated(PLAYING, m.Confirm()), m.Undo(sure=True)),
    (in_a_scene(), m.Proceed()),
    (WATCHING, m.Seek(3)),
    (WATCHING, m.SkipPlies(1)),
    (WATCHING, m.PlayOrPause()),
    (REVIEW, m.PlyJudged(1, game_of(OVER).plies[0], 0)),
    (REVIEW, m.BotResult(str(game_of(OVER).id), "apprentice", 9)),
    (EDITOR, m.MapMeasured("X", 24, 0, 0)),
    (ASKED_FOR_CODE, m.CodeDrawn(LINK_IN_CODE, "33 M4 4h1v1h-1z")),
    (ASKED_FOR_CODE, m.CodeMissing()),
    (PAPER, m.Paint(0)),
    (updated(PAPER, m.Paint(0)), m.CancelPaint()),
    (after(PAPER, m.Paint(0), m.Undo()), m.Redo()),
    (TABLE, m.PrintedGameReported(TABLE.memory.printed.text)),
    (TABLE, m.AwakeReported(on=False)),
    (ANSWERED_PUZZLE, m.AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 0)),
    (HOME, m.EnterRoom()),
    (LOBBY, m.LeaveRoom()),
    (HOME, m.FragmentChanged(f"#room={WORD}")),
    (updated(HOME, m.EnterRoom()), m.RoomPrepared(WORD, "k", "d", "", "wss://x.example")),
    (LOBBY, m.MessageReceived(greeting_of(Device(9, PAIR), "x"))),
    (LOBBY, m.RoomSavedElsewhere(f"kept1 key\ns {write_statement(Statement('9' * 64, 1))}")),
    (LOBBY, m.RelaysChanged("[]")),
    (LOBBY, m.ClockTick(99)),
    (LOBBY, m.PermissionReported("granted")),
    (replace(LOBBY, room=ADA.room.with_talk(RESTATED)), m.StatementSigned(RESTATED.unsigned_text, "s")),
    (LOBBY, m.QuestionAnswered("code", "text", "1")),
    (LOBBY, m.HandInMessage()),
    (OVER_IN_ROOM, m.AnotherGame()),
    (FOLLOW, m.FollowLink(f"?id={PLAYING.setup.game_id()}")),
    (IN_ROOM, m.TakeSeat(1)),
    (IN_ROOM, m.GiveSeat(1, "9" * 64)),
    (LOBBY, m.SwitchRelay(RELAYS[0])),
]


@pytest.mark.parametrize(("visit", "message"), ANSWERED, ids=[type(message).__name__ for _, message in ANSWERED])
def test_each_message_has_an_effect(visit: Visit, message: m.Message) -> None:
    """Each message changes its intended visit, or gives the browser a task."""
    assert update(visit, message) != Next(visit)


def test_answered_messages_include_each_kind_once() -> None:
    """The list of answered messages includes each kind once."""
    assert [type(message) for _, message in ANSWERED] == list(dict.fromkeys(type(message) for _, message in ANSWERED))
    assert {type(message) for _, message in ANSWERED} == set(KINDS)


def test_visits_include_every_kind_of_screen() -> None:
    """The list of visits includes each kind of screen."""
    assert set(ON) == set(SCREENS)
    assert all(type(visit.screen) is kind for kind, visit in ON.items())


ANSWERS: dict[type[Screen], set[type[m.Message]]] = {
    SetupScreen: set(get_args(m.SetupMessage)),
    Lobby: {m.Choose, m.TypeText, m.Share, m.Shared, m.HandInMessage, *get_args(m.RoomMessage)},
    PlayingTogether: {*get_args(m.PlayMessage), *get_args(m.RoomMessage)},
    Printout: {m.Choose},
    Editor: {
        m.Tap,
        m.Move,
        m.Confirm,
        m.Undo,
        m.Choose,
        m.Shared,
        m.TypeText,
        *get_args(m.EditorMessage),
        *get_args(m.PaintMessage),
    },
    PaperMap: {m.Tap, m.Move, m.Confirm, m.Undo, m.Choose, *get_args(m.PaintMessage)},
    Companion: {m.Proceed, m.PrintedGameReported, m.AwakeReported},
    Calendar: {m.TurnCalendar, m.ShowDetails, m.Replay},
    LinkField: {m.TypeText, m.FollowLink},
    Statistics: {m.Choose},
    WeeklyChallenge: {m.TurnCalendar, m.PlayOrPause, m.BotResult, m.Replay},
    History: {
        m.Choose,
        m.ShowDetails,
        m.ShowMore,
        m.Replay,
        m.Delete,
        m.Restore,
        m.ImportGames,
        m.StopImport,
        m.ImportChecked,
        m.ImportRejected,
        m.Shared,
    },
    Rules: {m.TypeText},
    ScoreSheet: {m.Seek, m.LookAtSheet, m.Share, m.Shared, m.PictureDrawn, m.PlayOrPause, m.BotResult, m.TypeText},
    Review: {m.Seek, m.SkipPlies, m.PlayOrPause, m.PlyJudged, m.BotResult, m.HighlightTopic, m.LookAtSheet},
    Playing: set(get_args(m.PlayMessage)),
    Watching: set(get_args(m.WatchMessage)),
    Lesson: {*get_args(m.PlayMessage), m.AnswerCoach},
    PuzzleScreen: {*get_args(m.PlayMessage), m.AnswerJudged},
}


@pytest.mark.parametrize("kind", SCREENS)
def test_a_screen_answers_only_its_groups(kind: type[Screen]) -> None:
    """A screen answers only messages of its own groups."""
    for _, message in ANSWERED:
        if not isinstance(message, m.VisitMessage):
            visit = ON[kind]
            after_it = updated(visit, message)
            assert after_it == visit or type(message) in ANSWERS.get(kind, set())


# ------------------------------------------------------------------- keys

ARROWS = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}


def keys_of(visit: Visit) -> dict[str, m.Message]:
    """Return the keyboard shortcuts of a visit's screen."""
    return dict(visit.screen.keys(visit))


@pytest.mark.parametrize(
    "visit", [*ON.values(), TOGETHER, in_a_scene(), after(WATCHING, m.Seek(9), m.HighlightTopic(m.Topic.EDICT_B))]
)
def test_every_shortcut_sends_a_button_message(visit: Visit) -> None:
    """Every shortcut sends a message that a button could send; letters are lowercase."""
    for key, message in keys_of(visit).items():
        assert m.read_command(m.command(message)) == message
        assert key == (key.lower() if len(key) == 1 else key)


def test_ghost_shortcuts() -> None:
    """Arrows move the ghost, and letters have the effects that the help describes."""
    keys = keys_of(PLAYING)
    assert [keys[key] for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")] == [
        *(m.Move(-1, 0), m.Move(1, 0), m.Move(0, -1), m.Move(0, 1))
    ]
    letters = {
        "r": m.Rotate(1),
        "e": m.Rotate(-1),
        "f": m.Flip(),
        "t": m.NextTerrain(),
        "s": m.NextShape(),
        "w": m.NextPlace(),
    }
    assert {key: keys[key] for key in letters} == letters
    assert keys["u"] == m.Undo()


@pytest.mark.parametrize("visit", [PLAYING, TOGETHER, WATCHING])
def test_shortcuts_for_edicts_monsters_and_help(visit: Visit) -> None:
    """The shortcuts for looking show the edicts, the monsters, and the help."""
    keys = keys_of(visit)
    assert [keys[key] for key in "12345?"] == [
        *(m.HighlightTopic(m.Topic(letter)) for letter in "ABCD"),
        m.HighlightTopic(m.Topic.MONSTERS),
        m.Open("keys"),
    ]


def test_enter_confirms_or_ends_a_scene() -> None:
    """Enter confirms the ghost, or ends a scene."""
    assert keys_of(PLAYING)["Enter"] == m.Confirm()
    assert keys_of(in_a_scene())["Enter"] == m.Proceed()
    assert keys_of(begun(TRIO))["Enter"] == m.Proceed()


def test_escape_clears_highlight_opens_menu_or_goes_back() -> None:
    """Escape clears a highlight, or opens the menu, or returns to the previous screen."""
    lit = updated(PLAYING, m.HighlightTopic(m.Topic.EDICT_B))
    assert updated(lit, keys_of(lit)["Escape"]) == PLAYING
    opened = updated(PLAYING, keys_of(PLAYING)["Escape"])
    assert opened.dialog is not None
    assert opened.dialog.panel is m.Panel.MENU
    home = updated(SETTING_UP, keys_of(SETTING_UP)["Escape"])
    assert (home.screen, home.screens_below) == (HOME.screen, ())
    assert updated(ABOUT, keys_of(ABOUT)["Escape"]) == PLAYING
    lit = updated(WATCHING, m.HighlightTopic(m.Topic.EDICT_B))
    assert updated(lit, keys_of(lit)["Escape"]) == WATCHING
    assert updated(WATCHING, keys_of(WATCHING)["Escape"]) == OVER
    assert "Escape" not in keys_of(HOME)


def test_a_solo_game_has_no_shortcut_for_all_maps() -> None:
    """A solo game has all shortcuts except the one for all players' maps."""
    assert keys_of(TOGETHER).keys() - keys_of(PLAYING).keys() == {"m"}
    assert keys_of(PLAYING).keys() <= keys_of(TOGETHER).keys()
    assert keys_of(TOGETHER)["m"] == m.Open("maps")
    assert "m" not in keys_of(WATCHING)
    assert keys_of(updated(GAMES["pair"][-1][1], m.Watch()))["m"] == m.Open("maps")


@pytest.mark.parametrize(("visit", "expected"), [(HOME, set()), (SETTING_UP, {"Escape"}), (EMBEDDED, set())])
def test_only_escape_works_outside_games(visit: Visit, expected: set[str]) -> None:
    """Screens outside games have no shortcuts except Escape."""
    assert keys_of(visit).keys() == expected


@pytest.mark.parametrize(("visit", "without"), [(PLAYING, {"?", "m"}), (TOGETHER, {"?"})])
def test_the_help_panel_lists_all_shortcuts(visit: Visit, without: set[str]) -> None:
    """The help panel lists exactly the shortcuts that work, except ``?``, which opens it."""
    page = shown(updated(visit, m.Open("keys")))
    named = [text_of(found) for found in walk(page) if found.tag == "dt"]
    assert len(named) > 5
    keys: set[str] = set()
    for text in named:
        expanded = re.sub(
            r"(\d) to (\d)", lambda found: " ".join(map(str, range(int(found[1]), int(found[2]) + 1))), text
        )
        keys |= ARROWS if text == "Arrow keys" else set(re.findall(r"\w+", expanded.replace("Mouse", "")))
    keys = {key.lower() if len(key) == 1 else key for key in keys}
    assert keys == (keys_of(TOGETHER).keys() | {"Enter", "Escape"}) - without
    assert [key for key in keys if key not in keys_of(visit)] == []
