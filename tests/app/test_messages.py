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
from app.drawing.element import text_of, walk
from app.effects import DrawCode
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import shelf_of
from app.link import Link
from app.messages import (
    AnotherGame,
    AnswerCoach,
    AnswerJudged,
    AskForHint,
    AwakeReported,
    Back,
    Begin,
    BoardMessage,
    BotPlyChosen,
    BotResult,
    CancelPaint,
    Choose,
    ChooseShape,
    ChooseTerrain,
    ClockTick,
    Close,
    CodeDrawn,
    CodeMissing,
    Confirm,
    Continue,
    ContinuedElsewhere,
    DailyRunsRead,
    Delete,
    DismissExplanation,
    DismissNotice,
    DismissReminder,
    EditorMessage,
    Enter,
    EnterRoom,
    FetchAgain,
    FileRefused,
    Flip,
    FollowLink,
    FragmentChanged,
    GameReplaced,
    GamesAtRisk,
    GameSaved,
    GhostMessage,
    GiveSeat,
    Go,
    HandInMessage,
    HighlightTopic,
    HintFound,
    HonorsFound,
    Hover,
    ImportChecked,
    ImportGames,
    ImportRejected,
    LanguageFetched,
    LeaveRoom,
    LibraryMessage,
    LibraryRead,
    LookAtSheet,
    MapMeasured,
    MapsRead,
    Message,
    MessageReceived,
    Move,
    NewerVersionReady,
    NextPlace,
    NextShape,
    NextTerrain,
    Open,
    OtherSaveFailed,
    Paint,
    PaintMessage,
    Panel,
    PartFetched,
    PermissionReported,
    PictureDrawn,
    PlayAgain,
    PlayHere,
    PlayMessage,
    PlayOrPause,
    PlyJudged,
    Prefer,
    Print,
    PrintedGameMessage,
    PrintedGameReported,
    PrintedGameStays,
    Proceed,
    ProgressRead,
    QuestionAnswered,
    Redo,
    ReducedMotionChanged,
    RelaysChanged,
    Reload,
    Replay,
    Reroll,
    Restore,
    Resume,
    ReviewMessage,
    RoomMessage,
    RoomPrepared,
    RoomSavedElsewhere,
    Rotate,
    SaveFailed,
    Seek,
    SetupMessage,
    Share,
    Shared,
    ShowDetails,
    ShowMore,
    SkipAnimation,
    SkipPlies,
    StatementSigned,
    Step,
    StopImport,
    SwitchRelay,
    TakeOver,
    TakeSeat,
    Tap,
    Topic,
    TurnCalendar,
    TypeText,
    Undo,
    UnfinishedGameRead,
    VisitMessage,
    Watch,
    WatchMessage,
    WideWindowChanged,
    command,
    kebab,
    read_command,
)
from app.notice import Notice
from app.page_load import Parts
from app.playing import (
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
from puzzling import PUZZLE, UNKNOWN_PLY, answered, opened_puzzle
from rooms.statement import Statement, write_statement
from together import RELAYS, WORD, Device, begun_together, ended_together, greeting_of, joined
from updates import effects_of, updated
from visits import NO_PARTS, arrive, changed

KINDS: tuple[type, ...] = get_args(Message)
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
EDITOR = updated(HOME, Go("editor"))
FULL_EDITOR = updated(changed(HOME, draft=write_draft(blank_sheet("B"))), Go("editor"))
ASKED_FOR_CODE = updated(FULL_EDITOR, Choose("code", "shown"))
[LINK_IN_CODE] = [
    effect.link for effect in effects_of(FULL_EDITOR, Choose("code", "shown")) if isinstance(effect, DrawCode)
]
PAPER = after(HOME, Go("paper"), Choose("step", "draw"))
TABLE = after(HOME, Go("companion"), Choose("printed", "deal"))
ANSWERED_PUZZLE = answered(opened_puzzle(), UNKNOWN_PLY)
SETTING_UP = updated(HOME, Go("set-up"))
PLAYING = begun()
TOGETHER = choosing(begun(TRIO))
OVER = GAMES["A"][-1][1]
WATCHING = updated(OVER, Watch())
ABOUT = updated(PLAYING, Go("about"))
RULES = updated(PLAYING, Go("rules"))
SHEET = updated(OVER, Go("sheet"))
REVIEW = changed(updated(SHEET, Go("review")), bot_results="")
EMBEDDED = arrive(CHANCE, link=Link(embedded=True))
WAITING = updated(changed(HOME, parts=NO_PARTS), Go("about"))
GAMES_KEPT = kept_games()
HISTORY = changed(updated(HOME, Go("history")), library=GAMES_KEPT)
IMPORTING = updated(HISTORY, ImportGames(f"{FILE_HEADER}\nnonsense"))
DAYS, STATISTICS, HONORS, WEEK = (
    changed(updated(HOME, Go(name)), library=GAMES_KEPT) for name in ("days", "statistics", "honors", "week")
)
ADA, _ = joined(PAIR, ("Ada",), ("Ben",))
LOBBY = ADA.visit
#: The room's talk with a statement that isn't signed yet.
RESTATED = ADA.room.talk.with_changed_statement()
FOLLOW = updated(HOME, Go("follow"))
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
    Answers: updated(HOME, Go("answers")),
    Rules: RULES,
    Lesson: updated(HOME, Go("lesson")),
    LinkField: FOLLOW,
    Fetching: WAITING,
    History: HISTORY,
    Honors: HONORS,
    Calendar: DAYS,
    Companion: TABLE,
    Editor: EDITOR,
    PaperMap: PAPER,
    Puzzles: updated(HOME, Go("puzzles")),
    PuzzleScreen: opened_puzzle(),
    Printout: updated(HOME, Go("printout", "B")),
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
    "Topic": st.sampled_from(Topic),
}
#: The messages of jobs and of the browser that no control sends.
NO_COMMANDS = {
    *(AnswerJudged, BotPlyChosen, HintFound, HonorsFound, PlyJudged),
    *(SaveFailed, OtherSaveFailed, PrintedGameStays, FileRefused),
}


def any_of(kind: type) -> st.SearchStrategy[Message]:
    """Return a strategy for messages of the given kind, in which optional words may be empty."""
    chosen = {field.name: values[str(field.type)] for field in fields(kind)}
    chosen |= {field.name: st.just("") | words for field in fields(kind) if field.default == ""}
    return st.builds(kind, **chosen)


@given(message=st.one_of(*(any_of(kind) for kind in KINDS if kind not in NO_COMMANDS)))
def test_message_to_command_round_trip(message: Message) -> None:
    """Every message becomes a command of one line and can be read from it unchanged.

    The only exceptions are messages with an empty value before another value, which no control has.
    """
    values = [getattr(message, field.name) for field in fields(message)]
    assume("" not in values[: max((place for place, value in enumerate(values) if value != ""), default=0)])
    text = command(message)
    assert "\n" not in text
    assert text == " ".join(text.split())
    assert read_command(text) == message


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_unique_name(kind: type) -> None:
    """Every kind has a unique name of lowercase letters and hyphens."""
    name = kebab(kind)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert [other for other in KINDS if kebab(other) == name] == [kind]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("go start", Go("start")),
        ("go set-up", Go("set-up")),
        ("back", Back()),
        ("reroll", Reroll()),
        ("choose players 3", Choose("players", "3")),
        ("choose A sentinel-wood", Choose("A", "sentinel-wood")),
        ("begin set-up", Begin("set-up", sure=False)),
        ("enter", Enter()),
        ("begin set-up sure", Begin("set-up", sure=True)),
        ("begin first sure", Begin("first", sure=True)),
        ("take-over", TakeOver(sure=False)),
        ("take-over sure", TakeOver(sure=True)),
        ("choose-terrain farm", ChooseTerrain("farm")),
        ("choose-shape 1", ChooseShape(1)),
        ("rotate -1", Rotate(-1)),
        ("move -1 0", Move(-1, 0)),
        ("tap 40", Tap(40, mouse=False)),
        ("tap 40 mouse", Tap(40, mouse=True)),
        ("highlight-topic monsters", HighlightTopic(Topic.MONSTERS)),
        ("look-at-sheet 2", LookAtSheet(2)),
        ("seek 0", Seek(0)),
        ("close", Close()),
        ("open keys", Open("keys", "")),
        ("open edict B", Open("edict", "B")),
        ("reduced-motion-changed", ReducedMotionChanged(on=False)),
        ("reduced-motion-changed on", ReducedMotionChanged(on=True)),
        ("wide-window-changed on", WideWindowChanged(on=True)),
    ],
)
def test_commands_fill_the_right_message_fields(text: str, expected: Message) -> None:
    """Commands have their numbers, words, and flags in the right fields, and messages have those commands."""
    assert read_command(text) == expected
    assert command(expected) == text


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
        read_command(text)


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
        updated(visit, Open(panel.value, "A"))
        for visit in (HOME, TOGETHER, WATCHING, after(SETTING_UP, Choose("more", "shown"), Choose("edicts", "chosen")))
        for panel in Panel
        if panel is not Panel.EDICT or isinstance(visit.screen, SetupScreen)
    ]
    visits.append(updated(arrive(CHANCE, shelf_of(PLAYING.memory.shelf.text)), Begin("first")))
    found = set()
    for visit in visits:
        for element in walk(shown(visit)):
            if "data-do" in element.attributes:
                text = element.attributes["data-do"]
                found.add(type(read_command(text)))
                assert command(read_command(text)) == text
    assert found >= {
        Begin,
        Choose,
        ChooseShape,
        ChooseTerrain,
        Close,
        Confirm,
        Go,
        HighlightTopic,
        LookAtSheet,
        Open,
        TakeOver,
        Prefer,
    }
    assert found >= {Proceed, Reload, Reroll, Seek, SkipPlies, PlayHere, Rotate, Undo, Watch, NextPlace}


# ------------------------------------------------------------------- nothing vanishes


def test_every_message_belongs_to_an_answered_group() -> None:
    """Each class in messages.py belongs to a group, which either the visit or a screen answers."""
    classes = [kind for kind in vars(messages).values() if isinstance(kind, type) and kind.__module__ == "app.messages"]
    classes = [kind for kind in classes if not issubclass(kind, Enum)]
    assert set(classes) == set(KINDS)
    groups = [set(get_args(group)) for group in (VisitMessage, SetupMessage, PlayMessage, WatchMessage, LibraryMessage)]
    groups += [set(get_args(group)) for group in (ReviewMessage, RoomMessage)] + [
        {HandInMessage},
        {FollowLink},
        {AnswerCoach},
        set(get_args(EditorMessage)),
        set(get_args(PrintedGameMessage)),
        set(get_args(PaintMessage)),
        {AnswerJudged},
    ]
    assert set().union(*groups) == set(KINDS)
    for_visits, *for_screens = groups
    assert not for_visits & set().union(*for_screens)
    assert groups[2] & groups[3] == set(get_args(BoardMessage))
    assert set(get_args(BoardMessage)) | set(get_args(GhostMessage)) <= groups[2]


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
    return next(number for number in (0, 1) if updated(visit, ChooseShape(number)) != visit)


ANY_PLY = legal_moves(game_of(with_a_bot()).state)[0]
#: For each kind of message, a visit that it changes.
ANSWERED: list[tuple[Visit, Message]] = [
    (HOME, Go("set-up")),
    (ABOUT, Back()),
    (HOME, Begin("first")),
    (arrive(CHANCE, shelf_of(PLAYING.memory.shelf.text)), Continue()),
    (EMBEDDED, Enter()),
    (HOME, Open("preferences")),
    (updated(HOME, Open("preferences")), Close()),
    (HOME, Prefer("hand", "left")),
    (HOME, Reload()),
    (HOME, Print()),
    (HOME, NewerVersionReady()),
    (HOME, Resume("x")),
    (updated(HOME, Resume("x")), UnfinishedGameRead("x", PLAYING.memory.shelf.text)),
    (HOME, LibraryRead("")),
    (HISTORY, HonorsFound(GAMES_KEPT, ())),
    (HOME, DailyRunsRead("", "2026-11-23", 9)),
    (HOME, ProgressRead("1.1:1:2")),
    (HOME, MapsRead("X3UGU2OPOB8QGTHR", "")),
    (HISTORY, ShowDetails("x")),
    (HISTORY, ShowMore()),
    (HISTORY, Replay(GAMES_KEPT[0][0])),
    (HISTORY, Delete(GAMES_KEPT[0][0])),
    (updated(HISTORY, Delete(GAMES_KEPT[0][0])), Restore()),
    (HISTORY, ImportGames("")),
    (IMPORTING, StopImport()),
    (IMPORTING, ImportChecked("")),
    (IMPORTING, ImportRejected(2, "nonsense")),
    (changed(DAYS, day=date(2026, 11, 23)), TurnCalendar(-1)),
    (SHEET, Share("picture", "draw")),
    (SHEET, Shared("text", "copied")),
    (SHEET, PictureDrawn("blob:x", "png", "save")),
    (WAITING, PartFetched("later", arrived=True)),
    (WAITING, LanguageFetched("es")),
    (HOME, ReducedMotionChanged(on=True)),
    (HOME, WideWindowChanged(on=True)),
    (PLAYING, GameSaved(PLAYING.memory.shelf.text)),
    (PLAYING, SaveFailed(Notice.FULL)),
    (PLAYING, OtherSaveFailed(Notice.CROWDED)),
    (HOME, PrintedGameStays("p1 c1-a-1p-x 0 by: end", "", Notice.DENIED)),
    (HISTORY, FileRefused(Notice.LARGE_FILE)),
    (HOME, GameReplaced(PLAYING.memory.shelf.text)),
    (PLAYING, ContinuedElsewhere()),
    (updated(PLAYING, SaveFailed(Notice.FULL)), DismissNotice()),
    (HOME, DismissExplanation("hero")),
    (HOME, GamesAtRisk(10, 0)),
    (updated(HOME, GamesAtRisk(10, 0)), DismissReminder()),
    (updated(HOME, Go("lesson")), AnswerCoach("next")),
    (updated(PLAYING, ContinuedElsewhere()), PlayHere()),
    (OVER, PlayAgain()),
    (OVER, Watch()),
    (HOME.opening_screen(Watching(game_of(PLAYING))), TakeOver()),
    (SETTING_UP, TypeText("seed", SEED)),
    (SETTING_UP, Choose("side", "B")),
    (SETTING_UP, Reroll()),
    (PLAYING, HighlightTopic(Topic.EDICT_A)),
    (next(visit for visit in VISITS if screen_of(visit).is_moving), Step()),
    (next(visit for visit in VISITS if screen_of(visit).is_moving), SkipAnimation()),
    (GAMES["trio"][-1][1], LookAtSheet(0)),
    (loose(), ChooseTerrain(terrain_of(loose()))),
    (shapely(), ChooseShape(shape_of(shapely()))),
    (loose(), NextTerrain()),
    (shapely(), NextShape()),
    (PLAYING, Rotate(1)),
    (PLAYING, Flip()),
    (PLAYING, Move(1, 0)),
    (PLAYING, Tap(55)),
    (PLAYING, Hover(55)),
    (PLAYING, NextPlace()),
    (PLAYING, Confirm()),
    (with_a_bot(), BotPlyChosen(0, ANY_PLY)),
    (PLAYING, AskForHint(sure=True)),
    (updated(PLAYING, AskForHint(sure=True)), HintFound(legal_moves(game_of(PLAYING).state)[0])),
    (changed(with_a_bot(), parts=Parts(job_failed=True)), FetchAgain()),
    (updated(PLAYING, Confirm()), Undo(sure=True)),
    (in_a_scene(), Proceed()),
    (WATCHING, Seek(3)),
    (WATCHING, SkipPlies(1)),
    (WATCHING, PlayOrPause()),
    (REVIEW, PlyJudged(1, game_of(OVER).plies[0], 0)),
    (REVIEW, BotResult(str(game_of(OVER).id), "apprentice", 9)),
    (EDITOR, MapMeasured("X", 24, 0, 0)),
    (ASKED_FOR_CODE, CodeDrawn(LINK_IN_CODE, "33 M4 4h1v1h-1z")),
    (ASKED_FOR_CODE, CodeMissing()),
    (PAPER, Paint(0)),
    (updated(PAPER, Paint(0)), CancelPaint()),
    (after(PAPER, Paint(0), Undo()), Redo()),
    (TABLE, PrintedGameReported(TABLE.memory.printed.text)),
    (TABLE, AwakeReported(on=False)),
    (ANSWERED_PUZZLE, AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 0)),
    (HOME, EnterRoom()),
    (LOBBY, LeaveRoom()),
    (HOME, FragmentChanged(f"#room={WORD}")),
    (updated(HOME, EnterRoom()), RoomPrepared(WORD, "k", "d", "", "wss://x.example")),
    (LOBBY, MessageReceived(greeting_of(Device(9, PAIR), "x"))),
    (LOBBY, RoomSavedElsewhere(f"kept1 key\ns {write_statement(Statement('9' * 64, 1))}")),
    (LOBBY, RelaysChanged("[]")),
    (LOBBY, ClockTick(99)),
    (LOBBY, PermissionReported("granted")),
    (replace(LOBBY, room=ADA.room.with_talk(RESTATED)), StatementSigned(RESTATED.unsigned_text, "s")),
    (LOBBY, QuestionAnswered("code", "text", "1")),
    (LOBBY, HandInMessage()),
    (OVER_IN_ROOM, AnotherGame()),
    (FOLLOW, FollowLink(f"?id={PLAYING.setup.game_id()}")),
    (IN_ROOM, TakeSeat(1)),
    (IN_ROOM, GiveSeat(1, "9" * 64)),
    (LOBBY, SwitchRelay(RELAYS[0])),
]


@pytest.mark.parametrize(("visit", "message"), ANSWERED, ids=[type(message).__name__ for _, message in ANSWERED])
def test_each_message_has_an_effect(visit: Visit, message: Message) -> None:
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


ANSWERS: dict[type[Screen], set[type[Message]]] = {
    SetupScreen: set(get_args(SetupMessage)),
    Lobby: {Choose, TypeText, Share, Shared, HandInMessage, *get_args(RoomMessage)},
    PlayingTogether: {*get_args(PlayMessage), *get_args(RoomMessage)},
    Printout: {Choose},
    Editor: {Tap, Move, Confirm, Undo, Choose, Shared, TypeText, *get_args(EditorMessage), *get_args(PaintMessage)},
    PaperMap: {Tap, Move, Confirm, Undo, Choose, *get_args(PaintMessage)},
    Companion: {Proceed, PrintedGameReported, AwakeReported},
    Calendar: {TurnCalendar, ShowDetails, Replay},
    LinkField: {TypeText, FollowLink},
    Statistics: {Choose},
    WeeklyChallenge: {TurnCalendar, PlayOrPause, BotResult, Replay},
    History: {
        Choose,
        ShowDetails,
        ShowMore,
        Replay,
        Delete,
        Restore,
        ImportGames,
        StopImport,
        ImportChecked,
        ImportRejected,
        Shared,
    },
    Rules: {TypeText},
    ScoreSheet: {Seek, LookAtSheet, Share, Shared, PictureDrawn, PlayOrPause, BotResult, TypeText},
    Review: {Seek, SkipPlies, PlayOrPause, PlyJudged, BotResult, HighlightTopic, LookAtSheet},
    Playing: set(get_args(PlayMessage)),
    Watching: set(get_args(WatchMessage)),
    Lesson: {*get_args(PlayMessage), AnswerCoach},
    PuzzleScreen: {*get_args(PlayMessage), AnswerJudged},
}


@pytest.mark.parametrize("kind", SCREENS)
def test_a_screen_answers_only_its_groups(kind: type[Screen]) -> None:
    """A screen answers only messages of its own groups."""
    for _, message in ANSWERED:
        if not isinstance(message, VisitMessage):
            visit = ON[kind]
            after_it = updated(visit, message)
            assert after_it == visit or type(message) in ANSWERS.get(kind, set())


# ------------------------------------------------------------------- keys

ARROWS = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}


def keys_of(visit: Visit) -> dict[str, Message]:
    """Return the keyboard shortcuts of a visit's screen."""
    return dict(visit.screen.keys(visit))


@pytest.mark.parametrize(
    "visit", [*ON.values(), TOGETHER, in_a_scene(), after(WATCHING, Seek(9), HighlightTopic(Topic.EDICT_B))]
)
def test_every_shortcut_sends_a_button_message(visit: Visit) -> None:
    """Every shortcut sends a message that a button could send; letters are lowercase."""
    for key, message in keys_of(visit).items():
        assert read_command(command(message)) == message
        assert key == (key.lower() if len(key) == 1 else key)


def test_ghost_shortcuts() -> None:
    """Arrows move the ghost, and letters have the effects that the help describes."""
    keys = keys_of(PLAYING)
    assert [keys[key] for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")] == [
        *(Move(-1, 0), Move(1, 0), Move(0, -1), Move(0, 1))
    ]
    letters = {"r": Rotate(1), "e": Rotate(-1), "f": Flip(), "t": NextTerrain(), "s": NextShape(), "w": NextPlace()}
    assert {key: keys[key] for key in letters} == letters
    assert keys["u"] == Undo()


@pytest.mark.parametrize("visit", [PLAYING, TOGETHER, WATCHING])
def test_shortcuts_for_edicts_monsters_and_help(visit: Visit) -> None:
    """The shortcuts for looking show the edicts, the monsters, and the help."""
    keys = keys_of(visit)
    assert [keys[key] for key in "12345?"] == [
        *(HighlightTopic(Topic(letter)) for letter in "ABCD"),
        HighlightTopic(Topic.MONSTERS),
        Open("keys"),
    ]


def test_enter_confirms_or_ends_a_scene() -> None:
    """Enter confirms the ghost, or ends a scene."""
    assert keys_of(PLAYING)["Enter"] == Confirm()
    assert keys_of(in_a_scene())["Enter"] == Proceed()
    assert keys_of(begun(TRIO))["Enter"] == Proceed()


def test_escape_clears_highlight_opens_menu_or_goes_back() -> None:
    """Escape clears a highlight, or opens the menu, or returns to the previous screen."""
    lit = updated(PLAYING, HighlightTopic(Topic.EDICT_B))
    assert updated(lit, keys_of(lit)["Escape"]) == PLAYING
    opened = updated(PLAYING, keys_of(PLAYING)["Escape"])
    assert opened.dialog is not None
    assert opened.dialog.panel is Panel.MENU
    home = updated(SETTING_UP, keys_of(SETTING_UP)["Escape"])
    assert (home.screen, home.screens_below) == (HOME.screen, ())
    assert updated(ABOUT, keys_of(ABOUT)["Escape"]) == PLAYING
    lit = updated(WATCHING, HighlightTopic(Topic.EDICT_B))
    assert updated(lit, keys_of(lit)["Escape"]) == WATCHING
    assert updated(WATCHING, keys_of(WATCHING)["Escape"]) == OVER
    assert "Escape" not in keys_of(HOME)


def test_a_solo_game_has_no_shortcut_for_all_maps() -> None:
    """A solo game has all shortcuts except the one for all players' maps."""
    assert keys_of(TOGETHER).keys() - keys_of(PLAYING).keys() == {"m"}
    assert keys_of(PLAYING).keys() <= keys_of(TOGETHER).keys()
    assert keys_of(TOGETHER)["m"] == Open("maps")
    assert "m" not in keys_of(WATCHING)
    assert keys_of(updated(GAMES["pair"][-1][1], Watch()))["m"] == Open("maps")


@pytest.mark.parametrize(("visit", "expected"), [(HOME, set()), (SETTING_UP, {"Escape"}), (EMBEDDED, set())])
def test_only_escape_works_outside_games(visit: Visit, expected: set[str]) -> None:
    """Screens outside games have no shortcuts except Escape."""
    assert keys_of(visit).keys() == expected


@pytest.mark.parametrize(("visit", "without"), [(PLAYING, {"?", "m"}), (TOGETHER, {"?"})])
def test_the_help_panel_lists_all_shortcuts(visit: Visit, without: set[str]) -> None:
    """The help panel lists exactly the shortcuts that work, except ``?``, which opens it."""
    page = shown(updated(visit, Open("keys")))
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
