"""Every screen in every state, in one list for all tests of screens, so that a new state is added only once.

:func:`gallery` returns each kind of screen by name, with the longest texts, for tests of the layout. Each text of the
page is on one of them. :func:`everything` yields many more: whole games ply by ply, with every panel and every answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from itertools import accumulate, chain, islice, product, repeat
from typing import TypeAlias

from app import messages as m
from app.arrival.link import link_of, map_query
from app.arrival.page_load import Edition, Parts
from app.effects import DrawCode
from app.game.custom_maps import MAX_MAPS, map_named
from app.game.daily import daily, read_runs
from app.game.game import Game
from app.game.game import begin_game as game_begun
from app.game.library import Texts
from app.game.paper import Paper, painted
from app.game.paper_notes import Count
from app.game.printed import PrintedGame, step_count, write_printed
from app.game.printed_maps import with_count, with_map
from app.game.rival import Rival, rival_of
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.game.setup import Cartographer
from app.game.shelf import EMPTY, SUMMARY, SavedGame, read_save, shelf_of, write_save
from app.game.summary import summary_of
from app.game.weekly import ROUND, week_of_day, weekly
from app.game.weekly_maps import WEEKLY_MAPS
from app.memory import SavedText
from app.page.notice import Notice
from app.page.outgoing import File
from app.page.parts import PART_OF
from app.page.preferences import DEFAULTS, OPTIONS, Preferences
from app.saved_names import DAYS, FINISHED, LESSON, MAP_NAMES, MAPS, MEASURED_STRENGTHS, OPEN, PRINTED_BEFORE, PUZZLES
from app.screens.editor.drawing import write_draft
from app.screens.history.importing import FILE_HEADER, Import, ImportChecked
from app.screens.parts.honors import HONORS
from app.screens.play.placement import NOWHERE
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.draw import DrawScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.screen import Playing, resume_playing
from app.screens.puzzles.choosing import all_puzzles, puzzle_of_day
from app.screens.review.screen import Review
from app.screens.rules.screen import HANDBOOK
from app.screens.watch.screen import Watching, replay_of
from app.shell.view import view
from app.visit import Dialog, Visit
from cartographers.beast import Beast
from cartographers.bots import BOTS_VERSION, STRENGTHS
from cartographers.bots.hint import Gain, gains_beyond
from cartographers.bots.puzzles import position_of
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, ExploreCard, Option
from cartographers.events import ForcedReason, GameEnd
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.player_view import view_of
from cartographers.record import read_record, write_record
from cartographers.region import BOARD, adjacent_to, space_named, spaces
from cartographers.region import names as names_of
from cartographers.rules import legal_moves
from cartographers.scoring import Family, cards_of
from cartographers.seasons import EDICTS
from cartographers.solo import title
from cartographers.state import Task
from support import playing as p
from support.page.games import LONG
from support.paper_maps import drawn, saved_game
from support.puzzling import (
    DAY,
    POSITION,
    PUZZLE,
    UNNAMED,
    answer_to,
    answered,
    opened_puzzle,
    ruins_day,
    unnamed_plies,
)
from support.saved_files import DEVICE, PAST, PROGRESS, file_of, sides, too_many_answers
from support.teaching import lesson_of, taken
from support.together import begun_together, visits_in_rooms
from support.visits import NO_PARTS, after_merging, arrive, changed, effects_of, updated
from words import Words
from words.files import catalog

Screens: TypeAlias = dict[str, Visit]

_WORDS = Words(catalog("en"))
_TODAY = date(2026, 11, 23)
#: The Mondays of a round of weekly challenges, and of the other weeks that have each custom map once.
WEEKS = [
    _TODAY + timedelta(7 * week)
    for week in (*range(len(ROUND)), *(1 + len(ROUND) * number for number in range(1, len(WEEKLY_MAPS))))
]
_NOBODY = Cartographer()
#: Gains of Master's ply in a review: as many and as long as possible.
_LONGEST_GAINS = (
    *(Gain("A", 12, 35), Gain("B", 0, 60), Gain("C", -3, 20)),
    *(Gain("D", 8), Gain("coins", -1), Gain("monsters", 4)),
)
#: Games whose players have the longest possible name, a short one, or none: solo, in a small group, and with 12
#: players.
_LONGEST = {
    "c1-a-1p-fit": (_NOBODY,),
    "c1-c-hhhyh-1p-fit": (LONG,),
    "c1-d-bhmym-3p-fit": (LONG, Cartographer("Al"), _NOBODY),
    "c1-c-hhhyh-12p-fit": (_NOBODY, LONG) * 6,
}
#: Names of the explanations that a device shows once.
TOLD = ("any", "arrow", "beast", "curtain", "hero", "sound")
#: Outcomes of sharing.
_OUTCOMES = ("begun", "sent", "copied", "asked", "shown", "late", "refused", "failed")
_LIGHTS = (*EDICTS, "monsters", "seasons", "stars", "coins", *(beast.value for beast in Beast))
#: Reasons why a keyboard shortcut does nothing.
_BUMPS = ("top", "right", "bottom", "left", "only", "nowhere", "refused")


class Listener(Words):
    """Words that record the requested keys with their values."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Start without requests."""
        super().__init__(words)
        self.heard: dict[str, set[frozenset[str]]] = {}
        self._asked = set[tuple[str, ...]]()

    def __call__(self, key: str, **values: object) -> str:
        """Return the text and record the request. A request for a plural form counts for all forms."""
        if (key, *values) not in self._asked:
            self._asked.add((key, *values))
            for form in (key, key.replace(".other", ".one"), key.replace(".one", ".other")):
                self.heard.setdefault(form, set()).add(frozenset(values))
        return super().__call__(key, **values)


def kind(screen: Playing) -> str:
    """Return a name for the kind of a screen; screens that look different have different names."""
    task = screen.game.state.task
    return type(screen.scene).__name__ if screen.stage.scene or not task else kind_of_task(task)


def kind_of_task(task: Task) -> str:
    """Return a name for the kind of a task; tasks that look different have different names."""
    of = type(task.card).__name__
    what = "pick" if task.is_pick else task.forced.value if task.forced is not ForcedReason.NONE else "ruins"
    if what == "ruins" and not task.must_cover:
        what = _choices(task.options)
    return f"{of}, {what}{', elsewhere' if task.sheet != task.player else ''}"


def _choices(options: Sequence[Option]) -> str:
    """Return the number of terrains and of shapes among a card's options."""
    return f"{len({option.terrain for option in options})} x {len({option.shape for option in options})}"


def _save_of(game: str) -> str:
    """Return the saved text of a game that has just begun."""
    return " ".join(["v2", game, *(f"by:{cartographer}" for cartographer in _LONGEST[game]), "end"])


def _replay(visit: Visit) -> Watching:
    """Return a visit's replay screen."""
    assert isinstance(visit.screen, Watching)
    return visit.screen


def screens_of(game: str) -> Screens:
    """Return a visit at each kind of screen in an automatic game."""
    visit = updated(arrive("fit", shelf_of(_save_of(game)), explained=TOLD), m.Continue())
    found: Screens = {}
    for ply in range(2000):
        screen = p.screen_of(visit)
        found.setdefault(kind(screen), visit)
        if isinstance(screen.scene, EndScene):
            break
        visit = p.after(visit, *([m.Proceed()] if screen.stage.scene else [*[m.NextPlace()] * (ply % 4), m.Confirm()]))
    found |= replays_of(found["EndScene"])
    return {f"{game}, {what}": visit for what, visit in found.items()}


def replays_of(final: Visit) -> Screens:
    """Return a replay at its beginning, at its end, and at each kind of card with the longest text."""
    visit, told = updated(final, m.Watch()), dict[str, int]()
    found = {"replay": visit}
    last = _replay(visit).last
    for place in range(1, last + 1):
        here = updated(visit, m.Seek(place))
        task = _replay(here).state_before.task
        assert task
        what = "replay to the end" if place == last else f"replay of {kind_of_task(task)}"
        length = len(p.part(view(_WORDS, here), "happened"))
        if length > told.get(what, -1):
            found[what], told[what] = here, length
    return found


def all_edicts() -> Iterator[tuple[str, Visit]]:
    """Yield games that show their edicts; together they include every scoring card. The first one waits."""
    yield "edicts, first", p.after(updated(arrive("fit"), m.Begin("first")), *(m.Step(),) * len(EDICTS))
    for number, edicts in enumerate(zip(*(cards_of(family, Box.BOTH) for family in Family), strict=True)):
        visit = p.after(p.entered(GameId("fit", edicts=edicts, scoring=Box.BOTH)), *(m.Step(),) * len(EDICTS))
        yield f"edicts, {number}", visit
        yield f"edicts, {number}, touched", updated(visit, m.HighlightTopic(m.Topic.EDICT_D))


def is_choice(visit: Visit) -> bool:
    """Return whether a visit is at a choice without panels, in a solo game or with three players."""
    screen = visit.screen
    if not isinstance(screen, Playing) or not screen.task or screen.looking.lit or visit.dialog or visit.notice:
        return False
    return screen.game.id.players in {1, 3} and not visit.room


def explaining(visit: Visit) -> Visit:
    """Return a visit at a choice with the explanation of the edict that has the longest rule."""
    board = p.screen_of(visit).board
    longest = max(EDICTS, key=lambda letter: len(board.edict(letter).explanation))
    return updated(visit, m.HighlightTopic(m.Topic(longest)))


def around(game: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield the screens before a game, and the panels, notices, and tips over it."""
    first, saved = arrive(p.SEED), _save_of("c1-c-hhhyh-1p-fit")
    one_kept = shelf_of(saved)
    yield "nothing kept", first
    for name, kept in {
        "one kept": one_kept,
        "a damaged one": shelf_of("v2 c1-a-1p-x B7 end"),
        "a damaged one with a copy": shelf_of("v2 c1-a-1p-x B7 end", saved),
        "a newer one": shelf_of("v99 c1-a-1p-x end"),
        "a stale one": shelf_of(saved, stale=True),
    }.items():
        yield name, arrive(p.SEED, kept)
    for query in ("?daily", "?id=c1-e-1p-x", "?embed&id=c1-d-1p-x", "?embed&id=c1-e-1p-x"):
        yield query, arrive(p.SEED, one_kept, link=link_of(query, date(2026, 11, 22)))
    setup = updated(first, m.Go("set-up"))
    yield "setup", setup
    setup = p.after(setup, "set-players 12", "set-cards mixed", "set-edicts chosen", "show-all-settings on")
    setup = p.after(setup, m.TypeText("name 0", LONG.name), m.TypeText("seed", "no seed"), m.Open("edict", "B"))
    yield "edicts to choose", setup
    yield "full setup", updated(setup, m.Close())
    for panel in ("menu", "keys", "cards", "maps", "preferences"):
        yield panel, updated(game, m.Open(panel))
    yield "menu with sound", p.after(game, m.Prefer("sound", "on"), m.Open("menu"))
    for lit in (*"ABCD", "monsters"):
        yield f"lit {lit}", updated(game, m.HighlightTopic(m.Topic(lit)))
    yield from all_edicts()
    yield from reading(game, "monsters", "treetower")
    yield "a link, nothing kept", arrive(p.SEED, link=link_of("?id=c1-d-2p-x", date(2026, 11, 22)))
    for why in (Notice.DENIED, Notice.FULL):
        yield f"storage is {why}", updated(game, m.SaveFailed(why))
    yield "no room for another game", updated(game, m.OtherSaveFailed(Notice.CROWDED))
    yield "another game set aside", replace(game, notice=Notice.SET_ASIDE)
    yield "played in another tab", updated(game, m.ContinuedElsewhere())
    cut = updated(replace(game, screen=Watching(p.game_of(game))), m.Seek(999))
    yield "replay of a game that goes on", cut
    yield "playing on from there", updated(cut, m.TakeOver())
    for panel in ("menu", "keys", "maps"):
        yield f"replay, {panel}", updated(cut, m.Open(panel))
    yield "replay, lit", updated(cut, m.HighlightTopic(m.Topic.EDICT_D))


def reading(visit: Visit, *pages: str) -> Iterator[tuple[str, Visit]]:
    """Yield what players can read: facts about the page, the rules with some of their pages, and the lesson."""
    facts = updated(visit, m.Go("about"))
    yield "about", facts
    yield from ((f"about, report {how}", updated(facts, m.Shared("report", how))) for how in ("copied", "shown"))
    yield from ((f"about, offline {state}", updated(facts, m.OfflineReported(state))) for state in m.Offline)
    for about in ("", "all", *HANDBOOK.chapters, *pages):
        yield f"rules, {about}", updated(visit, m.Go("rules", about))
    for text in ("water", "mountian", "xyzzy"):
        yield f"rules with {text}", p.after(visit, m.Go("rules"), m.TypeText("search", text))
    for lesson, answer in taken():
        yield f"lesson, {lesson_of(lesson).step.name} {answer}", lesson


def in_wide_windows(ends: list[Visit]) -> Iterator[tuple[str, Visit]]:
    """Yield the screens with a map as scenery, and the history with the details of its first game."""
    yield "wide, nothing kept", arrive("fit", is_wide=True)
    yield "wide, a game kept", arrive("fit", shelf_of(_save_of("c1-c-hhhyh-1p-fit")), is_wide=True)
    for end in ends:
        yield f"wide, {p.game_of(end).id} over", updated(changed(end, is_wide=True), m.Go("start"))
    joining = updated(arrive("fit", is_wide=True), m.Go("room", "s"))
    yield "wide, joining a room", joining
    yield "wide, entering a room", updated(joining, m.EnterRoom("s"))


def seated_bots(game: Visit, ambush: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield bots in the setup, bots that think and draw on their own map and on another, and hints."""
    setup = p.after(arrive(p.SEED), m.Go("set-up"), "add-bot journeyman", "add-bot legend", "set-seat 1 master")
    yield "setup with bots", setup
    yield "more of a setup with bots", p.after(setup, "show-all-settings on")
    yield "who plays", updated(setup, m.Open("seat", "0"))
    for name, visit in (("bot", game), ("bot, elsewhere", ambush)):
        state = p.game_of(visit).state
        assert state.task
        seats = (Bot("journeyman"),) * len(state.sheets)
        thinking = p.with_screen(visit, game=replace(p.game_of(visit), seats=seats), placement=NOWHERE)
        names = (f"{name} {what}" for what in ("thinks", "could not be fetched", "is gone after an update"))
        yield from zip(names, waiting(thinking), strict=True)
        drawing = updated(thinking, m.BotPlyChosen(state.task.player, legal_moves(state)[0]))
        for step in range(3):
            assert isinstance(p.scene_of(drawing), DrawScene)
            yield f"{name} draws, {step}", drawing
            drawing = updated(drawing, m.Step())
    asked, missing, _ = waiting(updated(game, m.AskForHint(sure=True)))
    yield "a hint is looked for", asked
    yield "a hint could not be fetched", missing
    every = tuple(Gain(what, -12, -123) for what in (*EDICTS, "coins", "monsters"))
    ply = legal_moves(p.game_of(game).state)[0]
    yield from ((f"a hint with {len(gains)} gains", updated(asked, m.HintFound(ply, gains))) for gains in ((), every))


def waiting(visit: Visit) -> Iterator[Visit]:
    """Yield a visit that waits for a job, the same without its program, and the same after an update of the page."""
    yield visit
    yield changed(visit, parts=Parts(job_failed=True))
    yield changed(visit, parts=Parts(job_failed=True), newer_version=True)


def resting(ends: list[Visit]) -> Iterator[tuple[str, Visit]]:
    """Yield the ends of games as they stay on the page, with the shortest and the longest contents."""
    for end in ends:
        game, final = p.game_of(end), updated(end, m.SkipAnimation())
        yield f"end at rest, {game.id}", final
        yield f"end in words, {game.id}", changed(final, parts=NO_PARTS)
        for honors in (1, 9):
            yield f"end with {honors} honors, {game.id}", with_new_honors(final, len(HONORS) - honors)
        if game.is_solo:
            made = f"b{BOTS_VERSION} {game.id}:-101,-99"
            yield f"end with added stars, {game.id}", p.after(end, *[m.Step()] * 8)
            yield f"end of a first game, {game.id}", changed(final, library=(), bot_results=made)
            practice = p.with_screen(final, game=replace(game, takebacks=12), shared="copied")
            yield f"end of practice, {game.id}", changed(practice, library=tuple(rated(game, -99)), bot_results=made)
            yield f"end of first practice, {game.id}", changed(practice, library=(), bot_results=made)


def honors_by(games: Texts, name: str, first: int = 0) -> m.HonorsFound:
    """Return the result of a search in which the game with the given name has earned all honors from the first."""
    return m.HonorsFound(
        games,
        tuple((honor.goal, name) if number >= first else (honor.goal - 1, "") for number, honor in enumerate(HONORS)),
    )


def with_new_honors(end: Visit, first: int) -> Visit:
    """Return a visit at the end of a game that has earned all honors from the first."""
    game = replace(p.game_of(end), key="new")
    name = f"{FINISHED}1763850000000.new"
    library = ((name, noted(game, "new")),)
    return changed(p.with_screen(end, game=game), library=library, honors=honors_by(library, name, first))


def first_moves(game_id: GameId) -> Game:
    """Return a finished solo game in which a player with the longest name always made the first legal move."""
    game = game_begun(game_id, (LONG,))
    while game.state.task:
        game = game.after(legal_moves(game.state)[0])
    return game


def with_weekly_result(visit: Visit) -> Visit:
    """Return a visit at the weekly challenge after its game, with the results of most bots."""
    game_id = weekly(week_of_day(visit.page.clock.day))
    library = ((f"{FINISHED}1763850000000.week", noted(first_moves(game_id), "week")),)
    made = f"b{BOTS_VERSION} {game_id}:-101,100,100"
    return changed(updated(visit, m.Go("week")), library=library, bot_results=made)


def end_of_challenge(over: Visit) -> Visit:
    """Return a visit at the end of the challenge's game, with the results of all bots."""
    [(_, text)] = over.memory.library or ()
    made = f"{over.memory.notes[MEASURED_STRENGTHS]},-100"
    return p.at_rest(p.choosing(updated(changed(over, shelf=shelf_of(text), bot_results=made), m.Continue())))


def remembered(ends: list[Visit]) -> Iterator[tuple[str, Visit]]:
    """Yield the sheets of finished games, the history, the calendar, and the statistics."""
    kept = tuple(
        (f"{FINISHED}{1_763_850_000_000 + 86_400_000 * number}.k{number}", noted(p.game_of(end), f"k{number}"))
        for number, end in enumerate(ends)
    )
    unfinished = (f"{OPEN}1763990000000.zz", write_save(p.game_of(ends[0]).before(9), 0))
    days = read_runs(" ".join(f"2026-11-{day:02}:k0:{9 * day - 99}" for day in range(1, 22)))
    home = changed(arrive("fit", days=days, day=date(2026, 11, 22), minutes=61), library=(*kept, unfinished))
    for name, _ in (*kept, unfinished):
        yield f"history, {name}", p.after(home, m.Go("history"), m.ShowDetails(name))
    yield "no history", updated(changed(home, library=()), m.Go("history"))
    history = updated(home, m.Go("history"))
    yield from {
        "wide, history": changed(history, is_wide=True),
        "a deleted game": updated(history, m.Delete(kept[0][0])),
        "everything to delete": updated(history, m.Open("erase")),
    }.items()
    many = changed(home, library=tuple((f"{name}{copy}", text) for copy in range(4) for name, text in kept))
    listed = updated(many, m.Go("history"))
    ways = ["select-games on", "select-all-games"]
    yield from (
        (f"many games, {place}", visit) for place, visit in enumerate(accumulate(ways, updated, initial=listed))
    )
    yield "statistics of many games", updated(many, m.Go("statistics"))
    reading = updated(history, m.ImportGames(f"{FILE_HEADER}\n"))
    yield "a bad file", updated(history, m.ImportGames("nonsense"))
    yield "a file that is read", reading
    notes = (MAPS, " ".join(sides(MAX_MAPS + 2))), (PUZZLES, PROGRESS), (LESSON, "over")
    unread = tuple((line, f"{FINISHED}1.a nonsense {line}") for line in range(5))
    all_kinds = ImportChecked((), 1_234, (PAST,), notes, unread, 1, has_newer=True)
    for message in ("stop-import", ImportChecked(()), all_kinds):
        yield f"a file, {message}", updated(reading, message)
    for why in (Notice.LARGE_FILE, Notice.UNREADABLE_FILE, Notice.PRINT):
        yield f"refused, {why}", updated(history, m.Refused(why))
    for first, name in enumerate((kept[0][0], "")):
        found = honors_by(kept, name, first)
        yield f"honors, {first}", changed(updated(home, m.Go("honors")), honors=found)
        yield f"history with honors, {first}", changed(history, honors=found)
    for day in ("2026-11-21", "2026-11-22"):
        yield f"days, {day}", updated(updated(home, m.Go("days")), m.ShowDetails(day))
    yield "statistics", updated(home, m.Go("statistics"))
    yield from (
        (f"week of {day}", changed(updated(home, m.Go("week")), day=day))
        for day in (*WEEKS[: len(ROUND)], WEEKS[-1])  # the last week, with the temple, has the longest sentence
    )
    challenge = with_weekly_result(home)
    yield from {
        "week with strengths": challenge,
        "week with strengths, halted": updated(challenge, m.PlayOrPause()),
        "days with the result of a challenge": updated(challenge, m.Go("days")),
        "history with a challenge": updated(challenge, m.Go("history")),
        "sheet of a challenge": updated(challenge, m.Go("sheet", f"{FINISHED}1763850000000.week")),
        "end of a challenge": end_of_challenge(challenge),
    }.items()
    for end, (_, text) in zip(ends, kept, strict=True):
        game = read_save(text).game
        if game.is_solo:
            game = replace(game, rival=rival_of(game.record, LONG.name))
        against = p.with_screen(end, game=game)
        sheet = changed(updated(against, m.Go("sheet")), library=kept)
        yield f"the end against {LONG.name}, {game.id}", against
        yield f"sheet, {game.id}", updated(sheet, m.Shared("text", "shown"))
        yield f"sheet with a copied text, {game.id}", updated(sheet, m.Shared("text", "copied"))
        pictured = updated(sheet, m.PictureDrawn("web/icons/icon-512.png", "png", "share,copy,save"))
        yield f"sheet with its picture, {game.id}", updated(pictured, m.Shared("picture", "asked"))
        yield from reviewed(updated(sheet, m.Go("review")))
    deal = daily(home.page.clock.day)
    run = read_runs(f"{home.page.clock.day}:k0:-12")
    made = f"b{BOTS_VERSION} {deal}:-101,100,100"
    yield "days with strengths", updated(changed(home, days=run, bot_results=made), m.Go("days"))
    over = replace(first_moves(deal), key="k0")
    at_end = changed(home, days=run, bot_results=made).with_only_screen(resume_playing(over, 99))
    sheet_of_day = updated(at_end, m.Go("sheet"))
    yield "sheet of the day", sheet_of_day
    yield "sheet of the day, halted", updated(sheet_of_day, m.PlayOrPause())


#: The sides of custom maps: that of map B, and one with the most of everything.
MAP_LIKE_B, CROWDED_MAP = "XBRIXUHDDB6YW45RRM3N0A", "X9RARA9U6VTW2T1ACM0ES5GQVMSLM8H9CEMQJYQ8Z1"


#: The draft of a map that is ready.
FULL_DRAFT = write_draft(blank_sheet("B"))


def on_custom_maps() -> Iterator[tuple[str, Visit]]:
    """Yield screens with custom maps: a link, an embed, the setup, and the history."""
    maps = f"{CROWDED_MAP} {MAP_LIKE_B}"
    home = arrive("fit", maps=maps, map_names=map_named(CROWDED_MAP, LONG.name))
    link = f"id=c1-{MAP_LIKE_B.lower()}-1p-x"
    yield "a link to a custom map", changed(home, link=link_of(f"?{link}", date(2026, 11, 22)))
    named = changed(home, maps=CROWDED_MAP, link=link_of(f"?{map_query(LONG.name)}{link}", date(2026, 11, 22)))
    yield "a link to a named custom map", named
    yield "a link to one map too many", changed(named, maps=" ".join(sides(MAX_MAPS)))
    yield "an embedded custom map", arrive("fit", link=link_of(f"?embed&{link}", date(2026, 11, 22)))
    setup = updated(home, m.Go("set-up"))
    yield "setup on a custom map", p.after(setup, f"set-side {CROWDED_MAP}")
    empty, editor = (updated(setup, m.Go("editor")) for setup in (arrive("fit"), changed(setup, draft=FULL_DRAFT)))
    yield "editor, empty", empty
    yield "editor", editor
    yield "editor, by keyboard", p.after(empty, m.Move(0, 1), m.Move(0, 1), m.Confirm(), "use-tool erase")
    yield "editor, saved", updated(after_merging(editor, "save-map"), "use-symmetry rotation")
    crowded = updated(changed(setup, draft=write_draft(blank_sheet(CROWDED_MAP))), m.Go("editor"))
    asked = p.after(crowded, "show-map-code on")
    [link] = [one.link for one in effects_of(crowded, "show-map-code on") if isinstance(one, DrawCode)]
    yield "editor, named, with a QR code", updated(asked, m.CodeDrawn(link, "33 M4 4h25v25h-25z"))
    yield "editor, named, without the QR code", updated(asked, m.CodeMissing())
    for how in ("copied", "shown"):
        yield f"editor, {how}", updated(editor, m.Shared("map", how))
    yield "editor, named, shown", updated(crowded, m.Shared("map", "shown"))
    for gain in (60, -1230, 1230, -120, 120):
        yield f"editor, {gain} hundredths of a star", updated(editor, f"map-measured {MAP_LIKE_B} 24 {gain} 40")
    yield "printout", updated(home, m.Go("printout", "B"))
    yield "printout without a printer", changed(updated(home, m.Go("printout", "B")), edition=Edition(prints=False))
    yield "printout of a custom map", updated(home, m.Go("printout", CROWDED_MAP))
    least = p.after(empty, m.Tap(0), m.Tap(1), "use-tool ruins", m.Tap(2))
    for tool in ("mountain", "ruins", "wasteland"):
        taps = map(m.Tap, islice(spaces(BOARD), 60, 100))
        yield f"editor, too much {tool}", p.after(least, f"use-tool {tool}", *taps)
    games = [replace(game_begun(GameId("x", side), (_NOBODY,)), key="k") for side in (*"ABCD" * 2, MAP_LIKE_B)]
    library = tuple((f"{OPEN}176399000000{number}.k{number}", write_save(game, 0)) for number, game in enumerate(games))
    yield "history with a custom map", updated(changed(home, library=library), m.Go("history"))


def on_paper() -> Iterator[tuple[str, Visit]]:
    """Yield the printed game: its setup, each kind of card, a season's end, the end of the game, and its panels."""
    setup = p.after(arrive("fit"), m.Go("companion"), "set-cards mixed", m.TypeText("seed", "fit"))
    hearts = (f"set-edict {letter} heart-of-the-forest" for letter in "AB")
    twelve = p.after(setup, "set-players 12", "set-edicts chosen", *hearts)
    yield "companion, setup", twelve
    yield "companion, invalid seed", p.after(setup, m.TypeText("seed", "?!"), "deal")
    for players in ("1", "3"):
        visit = p.after(setup, f"set-players {players}", m.TypeText("name 0", LONG.name), "deal")
        found: Screens = {}
        while not (game := saved_game(visit)).is_over:
            found.setdefault(_kind_on_paper(game), visit)
            visit = updated(visit, m.Proceed())
        for name, each in {**found, "over": visit, "cards": updated(visit, m.Open("cards"))}.items():
            yield f"companion of {players}, {name}", each
    yield "companion, edict", updated(visit, m.Open("edict", "A"))
    theirs = "p1 c1-d-hhhyh-3p-theirs 1 by: by: by: end"
    yield "companion, notes", p.after(found["edicts"], m.AwakeReported(on=False), m.PrintedGameReported(theirs))
    again = _with_printed(arrive("fit"), saved_game(visit))
    yield "companion, door", again
    yield "companion, way back", updated(again, m.Go("set-up"))
    another = p.after(again, m.Go("companion"), m.Go("companion", "new"))
    yield "companion, another deal", another
    yield "companion, deleted", p.after(another, "delete-printed-game")
    for damaged in ("nonsense", "p1 c1-a-1p-x 999 by: end"):
        yield f"companion, {damaged}", updated(arrive("fit", printed=SavedText(damaged, damaged)), m.Go("companion"))


def _kind_on_paper(game: PrintedGame) -> str:
    """Return a name for the face on the table; faces that look different have different names."""
    if game.card is None:
        acting = [beast for beast in game.beasts if beast.acts_after_seasons]
        return f"end with {len(acting)} beasts" if game.steps else "edicts"
    of = type(game.card).__name__
    if isinstance(game.card, ExploreCard):
        of += f", {_choices(game.card.options)}"
    beast = ", beast" if isinstance(game.card, AmbushCard) and game.card.beast else ""
    return f"{of}{beast}{', ruins' if game.must_cover_ruins else ''}{', wait' if game.ruins_wait else ''}"


def with_paper_maps() -> Iterator[tuple[str, Visit]]:
    """Yield the screens with paper maps: one alone, and those of printed games."""
    home = arrive("fit", maps=f"{CROWDED_MAP} {MAP_LIKE_B}")
    choosing_map = updated(home, m.Go("paper"))
    yield "paper, choose", choosing_map
    full = p.after(choosing_map, "set-side C", "count-season all", "set-edict A heart-of-the-forest")
    yield "paper, choose from Heroes", p.after(full, "set-edict B gnomish-colony", "set-edict C mages-valley")
    yield "paper, choose an edict", updated(full, m.Open("edict", "B"))
    taps = [m.Paint(space, continued=place > 0) for place, space in enumerate(islice(spaces(BOARD), 80))]
    with_zombies = p.after(full, "show-step draw", "use-tool zombie", *taps[:4])
    yield "paper, paint", p.after(with_zombies, "use-tool destroyed", *taps[6:20], m.Move(0, 1))
    base = p.after(choosing_map, "show-step draw", *taps)
    yield "paper, paint map A", base
    counting = p.after(base, "set-edict A treetower", "show-step stars")
    yield "paper, stars", p.after(counting, "set-coins 0", m.HighlightTopic(m.Topic.EDICT_A))
    yield "paper, coins", p.after(counting, "set-coins 14", m.HighlightTopic(m.Topic.COINS))
    yield "paper, monsters", p.after(counting, "count-season all", "show-finding 1")
    for names, wanted in (((LONG.name, "Al", ""), ""), (("Al", "") * 6, "result"), (("",), "result")):
        game = GameId("fit", "D", len(names), explore=Box.HEROES, ambush=Box.BOTH, heroes=True)
        named = ((f"printed game of {len(names)}, {what}", visit) for what, visit in _scores(game, names))
        yield from ((name, visit) for name, visit in named if wanted in name)
    yield "no printed game", updated(home, m.Go("scores"))


def _scores(game_id: GameId, names: tuple[str, ...]) -> Iterator[tuple[str, Visit]]:
    """Yield the table of a printed game before, while, and after its maps are painted."""
    final = PrintedGame(game_id, names, step_count(game_id))
    home = arrive("fit")
    home = replace(home, setup=replace(home.setup, cartographers=tuple(map(Cartographer, names))))
    table = _scores_with(home, replace(final, steps=final.steps // 2))
    yield "table", table
    over = _scores_with(table, final)
    yield "maps are missing", over
    paint = p.after(over, "open-printed-map 0 0")
    yield "map", paint
    corner = [*islice(spaces(BOARD), 9)]
    first = p.after(paint, *map(m.Paint, corner), "show-step stars", "set-coins 9")
    yield "map's stars", first
    second = p.after(first, "finish-map", "open-printed-map 1 0", m.Paint(corner[0]), "show-step stars")
    yield "map of summer", p.after(second, "set-coins 2")
    mended = p.after(second, "finish-map", "open-printed-map 0 0", "show-step draw", m.Paint(corner[2]))
    yield "mended map", mended
    numbers = p.after(mended, "show-step numbers", m.TypeText("first", "120"), m.TypeText("second", "x"))
    yield "numbers", p.after(numbers, m.TypeText("coins", "14"), m.TypeText("monsters", "99"))
    yield "map instead of numbers", p.after(numbers, m.TypeText("second", ""), "show-step stars")
    counted, complete = final, final
    for season, player in product(range(4), range(len(names))):
        counted = with_count(counted, season, player, Count(10 * season, 8 + player, player, season))
        drawing = painted(blank_sheet(game_id.side), corner[season], "forest" if player % 2 else "monster")
        complete = with_map(complete, season, player, Paper(game_id.side, drawing, player % 3))
    result = _scores_with(over, complete)
    yield "result", result
    yield "moved", p.after(result, "finish-printed-game", m.PrintedGameReported(""))
    yield "a map of the result", updated(result, m.LookAtSheet(0))
    yield "numbers of the result", updated(_scores_with(over, counted), m.LookAtSheet(0))
    yield "picture", updated(result, m.PictureDrawn("blob:x", "png", "share,copy,save"))
    yield "text", updated(result, m.Shared("text", "shown"))
    name, text = f"{PRINTED_BEFORE}2026-11-20.abc", write_printed(complete)
    unfinished = (f"{PRINTED_BEFORE}2026-11-21.abd", write_printed(replace(counted, steps=final.steps // 2)))
    kept = changed(_with_printed(home, final), library=((name, text), unfinished, (f"{PRINTED_BEFORE}x", "nonsense")))
    yield "in the history", updated(kept, m.Go("history"))
    past = updated(kept, m.Go("scores", name))
    yield "from the history", past
    yield "unfinished from the history", updated(kept, m.Go("scores", unfinished[0]))
    yield "deleted", updated(past, m.Delete(name))


def _with_printed(visit: Visit, game: PrintedGame) -> Visit:
    """Return a visit with a saved printed game."""
    text = write_printed(game)
    return changed(visit, printed=SavedText(text, text))


def _scores_with(visit: Visit, game: PrintedGame) -> Visit:
    """Return a visit at the scores of a printed game."""
    return updated(_with_printed(visit, game), m.Go("scores"))


def in_puzzles() -> Iterator[tuple[str, Visit]]:
    """Yield the list of puzzles, a puzzle, and every verdict on an answer."""
    best, wrong = POSITION.best, POSITION.wrong[0].ply
    note, failed, position = f"{answer_to(PUZZLE)} {DAY}", f"{answer_to(PUZZLE, wrong)} {DAY}", opened_puzzle()
    yield "puzzles", updated(arrive("fit", day=DAY, puzzles="1.2:3:2"), m.Go("puzzles"))
    yield "puzzles, answered", updated(arrive("fit", day=DAY, puzzles=note), m.Go("puzzles"))
    yield "puzzles, failed", updated(arrive("fit", day=DAY, puzzles=failed), m.Go("puzzles"))
    yield "puzzle", position
    yield "puzzle, best answer", answered(position, best)
    yield "puzzle, wrong answer", answered(position, wrong)
    yield "puzzle, unnamed answer", updated(answered(position, UNNAMED), m.SkipPlies(1))
    yield "puzzle, enlarged", updated(answered(position, wrong), m.LookAtSheet(1))
    yield "puzzle, second answer", answered(opened_puzzle(note=note), wrong)
    some = [one for one in all_puzzles()[:20] if one != PUZZLE]
    damaged = f"{some[0].id}:1500:1:0:zz"
    words = [
        answer_to(one, unnamed_plies(one)[0] if number % 2 else None, number) for number, one in enumerate(some[1:])
    ]
    answers = updated(arrive("fit", day=DAY, puzzles=" ".join([damaged, *words, failed])), m.Go("answers"))
    yield "answers", answers
    yield "answers, begin again", updated(answers, "begin-again")
    yield "puzzle, damaged answer", updated(answers, m.Go("puzzle", some[0].id))
    yield "puzzle, seen again", updated(answers, m.Go("puzzle", PUZZLE.id))
    yield "puzzle, solved again", updated(answers, m.Go("puzzle", some[1].id))


def puzzles() -> Iterator[Visit]:
    """Yield the screens of puzzles."""
    yield from (visit for _, visit in in_puzzles())
    day = ruins_day()
    yield from (answered(opened_puzzle(day=day), answer.ply) for answer in position_of(puzzle_of_day(day)).wrong)
    for room in (puzzle for puzzle in all_puzzles() if puzzle.theme == "room"):
        visit, position = opened_puzzle(room.id), position_of(room)
        yield from (answered(visit, ply) for ply in (position.best, position.wrong[0].ply))


def reviewed(review: Visit) -> Iterator[tuple[str, Visit]]:
    """Yield a review at its beginning, halfway, halted, and at its end."""
    screen = review.screen
    assert isinstance(screen, Review)
    game = screen.game
    assert game
    yield f"review, {game.id}", review
    for number, place in enumerate(screen.places):
        ply = legal_moves(game.played.states[place - 1])[-1]
        gains = _LONGEST_GAINS if number in {8, 9, 10} else ()
        review = updated(review, m.PlyJudged(place, ply, 1200 if number in {8, 9, 10} else 7 * number, gains))
        if number == len(screen.places) // 2:
            yield f"review halfway, {game.id}", review
            yield f"review halted, {game.id}", updated(review, m.PlayOrPause())
    review = changed(updated(review, m.Seek(screen.places[9])), bot_results="")
    for strength in STRENGTHS:
        yield f"review before {strength}, {game.id}", review
        review = updated(review, m.BotResult(str(game.id), strength, -101))
    yield f"review over, {game.id}", review


def noted(game: Game, key: str) -> str:
    """Return the saved text of a finished game."""
    return write_save(replace(game, key=key, notes=(f"{SUMMARY}:{summary_of(game)}",)), 0)


@cache
def gallery() -> Screens:
    """Return a visit at every kind of screen, and for each text that only :func:`everything` has, by name."""
    found: Screens = {}
    for game in _LONGEST:
        found |= screens_of(game)
    kinds = " ".join(found)
    wanted = ("replay of AmbushCard", "replay of HeroCard", "CurtainScene", "pick", "elsewhere", "5 x 1", "no-fit")
    assert [what for what in wanted if what not in kinds] == []
    for what in TOLD:
        new, visit = next(
            (name, each) for name, each in found.items() if what in getattr(each.screen, "explanations", ())
        )
        found[f"explained {what}, {new}"] = changed(visit, explained=tuple(other for other in TOLD if other != what))
    in_play = next(visit for name, visit in found.items() if "ExploreCard" in name and "-3p-" in name)
    found |= dict(around(in_play))
    ambush = next(visit for name, visit in found.items() if "AmbushCard" in name and "elsewhere" in name)
    found |= dict(seated_bots(in_play, ambush))
    found |= {f"room {number}": visit for number, visit in enumerate(in_rooms())}
    ends = [visit for name, visit in found.items() if name.endswith("EndScene")]
    found |= dict(chain(in_wide_windows(ends), remembered(ends), on_custom_maps(), with_paper_maps(), on_paper()))
    found |= dict(resting(ends))
    found |= {f"explaining, {name}": explaining(visit) for name, visit in found.items() if is_choice(visit)}
    puzzles_found = dict(in_puzzles())
    found |= untold_by(found | puzzles_found) | puzzles_found
    themes, hands = OPTIONS["theme"], OPTIONS["hand"]
    for number, (name, visit) in enumerate(found.items()):
        preferred = Preferences(theme=themes[number % len(themes)], hand=hands[number % len(hands)])
        found[name] = changed(visit, preferences=preferred)
    # Sort by theme, because a browser takes longer to change the theme than the screen.
    return dict(sorted(found.items(), key=lambda item: item[1].memory.preferences.theme))


def untold_by(screens: Screens) -> Screens:
    """Return a visit for each text of the page that is missing from the given screens, by the key of the text."""
    listener, found = Listener(catalog("en")), {}
    for visit in screens.values():
        view(listener, visit)
    for group, found_there in everything():
        known, visit = len(listener.heard), changed(found_there, explained=TOLD)
        view(listener, visit)
        new = [key for key in islice(listener.heard, known, None) if not key.startswith("cldr.")]
        if new:
            found[f"{group}, {min(new)}"] = visit
    return found


def everything() -> Iterator[tuple[str, Visit]]:
    """Return all visits with the names of their groups."""
    groups = {
        "before games": before_games(),
        "whole games": whole_games(),
        "sheets": sheets(),
        "reviews": reviews(),
        "watched bots": watched_bots(),
        "hints": hints(),
        "visits in rooms": visits_in_rooms(),
        "of other rules": of_other_rules(),
        "doors": doors(),
        "custom maps": (visit for _, visit in on_custom_maps()),
        "printed games": (visit for _, visit in on_paper()),
        "paper maps": paper_maps(),
        "puzzles": puzzles(),
    }
    return ((group, visit) for group, visits in groups.items() for visit in visits)


def paper_maps() -> Iterator[Visit]:
    """Yield the screens with paper maps."""
    yield from (visit for _, visit in with_paper_maps())
    game_id = GameId("fit", players=2)
    over = PrintedGame(game_id, ("Al", ""), step_count(game_id))
    home = arrive("fit")
    yield p.after(_with_printed(home, replace(over, steps=0)), m.Go("companion"), m.Go("companion", "new"))
    yield p.after(_with_printed(home, over), m.Go("companion"), m.PrintedGameReported(""))
    name = f"{PRINTED_BEFORE}2026-11-20.abc"
    yield updated(changed(home, library=((name, write_printed(over)),)), m.Go("scores", name))
    for stars in range(3):
        yield _scores_with(home, with_count(over, 0, 0, Count(stars)))
        typed = _scores_with(home, with_count(over, 0, 0, Count(stars, 0)))
        painting = p.after(typed, "open-printed-map 0 0", "show-step draw", m.Paint(60), "show-step stars")
        yield p.after(painting, *(f"set-coins {stars}",) * bool(stars))
    around = " ".join(names_of(adjacent_to(1 << space_named("B4"))))  # a mountain
    yield p.after(updated(home, m.Go("paper")), "count-season all", "set-edict A treetower", "set-edict B greenbough")
    for ground, filled in (("dragon", around), ("dragon", ""), ("destroyed", "")):
        paper = Paper("A", drawn(blank_sheet("A"), farm=filled, **{ground: "A1"}))
        yield p.after(arrive("fit", paper=f"{paper} heroes spring"), m.Go("paper"), "show-step stars")
    corner = [m.Paint(space) for space in islice(spaces(BOARD), 3)]
    maps = p.after(_scores_with(home, over), "open-printed-map 0 0", *corner[:2], "finish-map", "open-printed-map 1 0")
    maps = p.after(maps, corner[2], "finish-map", "open-printed-map 0 0", "show-step draw", "use-tool village")
    mended = p.after(maps, corner[0], "show-step stars")
    yield p.after(mended, "show-step numbers", m.TypeText("coins", "14"), m.TypeText("monsters", "99"))
    yield from (mended, p.after(mended, "correct-later-maps"))


def in_rooms() -> Iterator[Visit]:
    """Yield screens of rooms with long names and with as many players as possible."""
    yield from visits_in_rooms(LONG.name)
    devices = begun_together(GameId("fit"), *((LONG.name, "Al", "") for _ in range(4)))
    first = devices[0]
    while first.playing.task or first.playing.stage.scene:
        first.act()
    first.tick(999)
    yield from (first.visit, updated(first.visit, m.Open("seat")), updated(first.visit, m.Go("room", first.room.word)))


def whole_games() -> Iterator[Visit]:
    """Yield visits of whole games, solo and with others, with every lit topic, panel, and sheet."""
    for game in p.GAMES.values():
        for number, (_, visit) in enumerate(game):
            scene, begins = p.scene_of(visit), p.screen_of(visit).stage.step == 0
            if number % 4 == 0 or (scene and begins):
                yield visit
            if number % 81 == 0 or (begins and isinstance(scene, AmbushScene | SpreadScene | SeasonScene)):
                yield from (p.with_screen(visit, lit=m.Topic(what)) for what in _LIGHTS)
            if number % 99 == 0 or (begins and isinstance(scene, SpreadScene)):
                yield from opened(visit)
            if number % 40 == 0:
                yield from with_notes(visit)
        final = game[-1][1]
        yield from opened(final)
        yield from (p.with_screen(final, game=replace(p.game_of(final), takebacks=count)) for count in range(3))
        yield arrive(p.CHANCE, shelf_of(final.memory.shelf.text))
        yield from replays(final)
    yield from ends()
    yield from (visit for _, visit in all_edicts())
    edicts = tuple(cards_of(family, Box.BOTH)[1] for family in Family)  # the last of them is Lost Barony
    yield updated(p.choosing(p.begun(GameId("x", edicts=edicts))), m.HighlightTopic(m.Topic.EDICT_D))
    yield from (p.with_screen(p.begun(), key_refusal=bump) for bump in _BUMPS)
    taken_back = p.after(p.begun(), m.Confirm(), m.Undo(sure=True))
    yield taken_back
    yield from opened(taken_back)
    for _, visit in p.GAMES["A"]:
        scene = p.scene_of(visit)
        if isinstance(scene, AmbushScene):
            lost = replace(scene, event=replace(scene.event, region=0, trail=()))
            yield p.with_screen(visit, pending=(lost,))
            free = replace(scene, event=replace(scene.event, after=scene.moment.sheets[0], trail=()))
            yield p.with_screen(visit, pending=(free,))
    yield from waits()


def with_notes(visit: Visit) -> Iterator[Visit]:
    """Yield a visit of a game with the note about a space, for each kind of space on the map."""
    labels = (label.partition(", ")[2] for label in p.told(p.screen_of(visit).board.sheet))
    kinds = dict[str, int]()
    for label, space in zip(labels, spaces(BOARD), strict=True):
        kinds.setdefault(label, space)
    yield from (p.with_screen(visit, noted_space=space) for space in kinds.values())


def opened(visit: Visit) -> Iterator[Visit]:
    """Yield a visit of a game with each panel and each sheet, and with each sheet in each panel."""
    screen = visit.screen
    assert isinstance(screen, Playing | Watching)
    looking = [visit, *(_looking(visit, sheet) for sheet in range(screen.game.id.players))]
    yield from looking[1:]
    for panel in (m.Panel.MENU, m.Panel.KEYS, m.Panel.CARDS, m.Panel.MAPS, m.Panel.UNDO, m.Panel.SHEET):
        yield from (replace(each, dialog=Dialog(panel)) for each in looking)


def _looking(visit: Visit, sheet: int) -> Visit:
    """Return a visit of a game or a replay that shows a sheet."""
    if isinstance(visit.screen, Watching):
        return visit.replacing_screen(replace(visit.screen, looking=sheet))
    return p.with_screen(visit, sheet=sheet)


def replays(final: Visit) -> Iterator[Visit]:
    """Yield each place of a replay, a running one, its panels, and a replay of an unfinished game."""
    plies = p.game_of(final).plies
    replay = updated(final, m.Watch())
    yield from (updated(replay, m.Seek(place)) for place in range(len(plies) + 1))
    yield updated(replay, m.PlayOrPause())
    yield from opened(replay)
    unfinished = replay_of(read_record(write_record(p.game_of(final).id, plies[:5])))
    yield updated(arrive(p.CHANCE).opening_screen(unfinished), m.Seek(5))


def ends() -> Iterator[Visit]:
    """Yield rare endings: all kinds of ratings in a solo game, a tie broken by monsters, and a shared victory."""
    solo = p.FINALS["A"]
    scene = p.scene_of(solo)
    assert isinstance(scene, EndScene)
    for rating in (-77, -1, 0, 30):
        event = replace(scene.event, rating=rating, title=title(rating))
        ended = p.with_screen(solo, pending=(replace(scene, event=event),))
        yield ended
        yield from (changed(ended, library=games, bot_results="") for games in ((), p.kept_games()))
    made = f"b{BOTS_VERSION} {p.game_of(solo).id}:-5,100"
    for best in (-200, 200):
        yield changed(solo, library=tuple(rated(p.game_of(solo), best)), bot_results=made)
    yield changed(solo, link=link_of("?embed&id=c1-a-1p-x", _TODAY))
    yield from (p.with_screen(solo, shared=how) for how in ("sent", "copied"))
    yield from (changed(final, parts=NO_PARTS) for final in p.FINALS.values())
    for final in (p.FINALS["pair"], p.FINALS["trio"]):
        scene = p.scene_of(final)
        assert isinstance(scene, EndScene)
        players = p.game_of(final).id.players
        level = (30,) * players
        for lost, winners in (((-4,) * players, tuple(range(players))), ((-4, *(-5,) * (players - 1)), (0,))):
            end = GameEnd(totals=level, monsters=lost, winners=winners, rating=None, title=None)
            yield p.with_screen(final, pending=(replace(scene, event=end),))


def waits() -> Iterator[Visit]:
    """Yield games that wait for another device, that can't be saved, or that another tab has taken over."""
    game = game_begun(p.PAIR, (p.ANA, p.ANA), (RemotePlayer("there"), LOCAL_PERSON))
    yield p.choosing(arrive(p.CHANCE).with_only_screen(resume_playing(game, 0)))
    deciding = p.choosing(p.begun())
    for why in (Notice.DENIED, Notice.FULL):
        yield updated(deciding, m.SaveFailed(why))
        yield updated(deciding, m.OtherSaveFailed(Notice.CROWDED))
        yield p.after(deciding, m.SaveFailed(why), m.Open("menu"))
    yield updated(deciding, m.ContinuedElsewhere())
    yield replace(deciding, notice=Notice.SET_ASIDE)
    only_here = p.after(deciding, m.Confirm(), m.SaveFailed(Notice.DENIED), m.Begin("first"))
    assert only_here.dialog
    yield only_here
    final = p.FINALS["A"]
    yield p.with_screen(final, game=replace(p.game_of(final), uncounted=True))


def before_games() -> Iterator[Visit]:
    """Yield the start screen, the setup, and the pages to read, in all their states."""
    alone, two = "v2 c1-a-1p-k3x9q2 end", f"v2 c1-b-bhmym-2p-{p.SEED} by:Ana,Dame,Avalon by:,, end"
    shelves = [EMPTY, *(shelf_of(text) for text in (alone, two, "nonsense", "v3 only it can read this end"))]
    shelves += [shelf_of("nonsense", before=alone), shelf_of(alone, stale=True)]
    shelves += [final.memory.shelf for final in p.FINALS.values()]
    yield arrive(p.CHANCE, shelf_of(f"v2 {weekly(week_of_day(_TODAY))} end"))
    for kept in shelves:
        home = arrive(p.CHANCE, kept)
        yield home
        told = (m.NewerVersionReady(), m.LanguageFetched("en", arrived=False))
        yield from (updated(home, one) for one in (m.Open("preferences"), *told, m.Go("set-up"), m.Begin("first")))
        yield p.after(home, m.Go("set-up"), m.Begin("first", sure=True), m.Proceed())
        for query in ("?daily", "?id=c1-d-2p-x", "?id=nonsense", "?embed", "?embed&id=nonsense"):
            yield arrive(p.CHANCE, kept, link=link_of(query, _TODAY), day=_TODAY)
    yield p.after(arrive(p.CHANCE), m.Go("set-up"), m.TypeText("seed", "?!"), m.Begin("set-up"))
    yield from (replace(arrive(p.CHANCE), notice=notice) for notice in (Notice.OLDER_ROOM, Notice.NEWER_ROOM))
    numbered = arrive(p.CHANCE, edition=Edition("1.2.3", "3.13", "a browser", "https://example.org"))
    yield from (visit for name, visit in reading(numbered) if name.startswith("about"))
    for done in ("", f"{_TODAY}:x:", f"{_TODAY}:x:5 2026-11-22:y:7"):
        yield updated(arrive(p.CHANCE, day=_TODAY), m.DailyRunsRead(done, _TODAY.isoformat(), 61))
    yield from (updated(arrive(p.CHANCE), m.Go(screen)) for screen in PART_OF)
    for group in (links, history, honors, weeks, days, statistics):
        yield from group()
    yield from (visit for _, visit in reading(arrive(p.CHANCE), *HANDBOOK.pages))
    fetching = updated(arrive(p.CHANCE, parts=NO_PARTS), m.Go("about"))
    yield from (fetching, updated(fetching, m.PartFetched("later")))
    setting_up = updated(arrive(p.CHANCE), m.Go("set-up"))
    for choices in (
        ("set-players 2", "show-all-settings on", "set-players 12"),
        ("add-bot master", "set-seat 0 legend", "set-seat 1 here"),
        ("set-cards heroes", "set-edicts first", "set-edicts chosen", "set-side D"),
        ("set-cards mixed", *(f"set-box {each} heroes" for each in ("explore", "seasons")), "set-edicts chosen"),
        ("set-cards mixed", "set-box ambush both", "set-side B", "set-box scoring heroes"),
    ):
        *_, visit = visits = [*accumulate(choices, updated, initial=setting_up)]
        yield from visits[1:]
        yield from (updated(visit, m.Open("seat", str(player))) for player in range(visit.setup.game.players))
        if visit.setup.game.edicts:
            yield from (updated(visit, m.Open("edict", letter)) for letter in EDICTS)


def honors() -> Iterator[Visit]:
    """Yield the honors before the search, earned and not, the history with their number, and ends with new ones."""
    home = arrive(p.CHANCE, library=p.kept_games(), day=_TODAY)
    opened = updated(home, m.Go("honors"))
    *_, (earliest, _) = p.kept_games()
    for found in (None, honors_by(p.kept_games(), ""), honors_by(p.kept_games(), earliest, 3)):
        yield changed(opened, honors=found)
        yield changed(updated(home, m.Go("history")), honors=found)
    yield from (with_new_honors(final, len(HONORS) - count) for final in p.FINALS.values() for count in (1, 5))


def weeks() -> Iterator[Visit]:
    """Yield the weekly challenge with each theme, its result, and the history with its game."""
    home = arrive(p.CHANCE, day=_TODAY)
    yield from (changed(updated(home, m.Go("week")), day=day, library=()) for day in WEEKS)
    yield updated(changed(updated(home, m.Go("week")), library=()), "turn-calendar -1")
    over = with_weekly_result(home)
    yield from (over, updated(over, m.PlayOrPause()), updated(over, m.Go("history")))
    yield end_of_challenge(over)


def links() -> Iterator[Visit]:
    """Yield the screen with a field for a link, and the start screen after damaged links of every kind."""
    field = updated(arrive(p.CHANCE, day=_TODAY), m.Go("follow"))
    yield field
    yield updated(field, m.FollowLink("no link"))
    record = p.game_of(p.FINALS["A"]).record
    for text in (
        *("?id=c1-", "?record=c1-", "?beat=c1-", "#room=x"),
        *(f"?record={record}x", f"?beat={record}x", f"?record={record}.fZ9"),
        *("?id=c9-a-1p-x", "?record=c9-a-1p-x.fA1", "?beat=c9-a-1p-x", "?daily&id=c1-a-1p-x"),
    ):
        yield arrive(p.CHANCE, link=link_of(text, _TODAY))
        yield updated(field, m.FollowLink(text))


def history() -> Iterator[Visit]:
    """Yield the history: empty, full, with details, filtered, after a deletion, and with files of all kinds."""
    empty = changed(updated(arrive(p.CHANCE, day=_TODAY), m.Go("history")), library=())
    full = changed(empty, library=p.kept_games())
    many = tuple((f"{name}{number}", text) for name, text in p.kept_games() for number in range(9))
    yield from (empty, full, changed(empty, library=many))
    yield from (updated(full, m.Shared("games", how)) for how in ("asked", "copied", "shown"))
    yield from (updated(full, m.Shared(what, how)) for what, how in (("table", "shown"), ("unread", "asked")))
    selecting, first = p.after(full, "select-games on"), p.kept_games()[0][0]
    yield from (selecting, *(updated(selecting, one) for one in (f"select-game {first}", "select-all-games")))
    yield from (updated(full, m.Open("erase")), p.after(selecting, "select-all-games", "delete-selected"))
    for name, _ in p.kept_games():
        yield from (updated(full, m.ShowDetails(name)), updated(full, m.Delete(name)))
    yield from (p.after(full, f"set-filter side {side}", "set-filter players together") for side in "CD")
    games = full.screen.outgoing(Words({}), full, "games")
    assert isinstance(games, File)
    text = games.text
    one, two = (changed(DEVICE, maps=" ".join(sides(count))) for count in (MAX_MAPS + 1, MAX_MAPS + 2))
    single = changed(empty, library=(PAST,), maps=MAP_LIKE_B, puzzles="1:1500:1:0:fA1")
    days = changed(empty, days=read_runs("2026-11-25:k:1 2026-11-26:k:1"))
    states = (SavedGame(replace(p.game_of(p.GAMES["A"][step][1]), key="k"), 0) for step in (8, 20))
    begun, continued = (changed(empty, shelf=EMPTY.with_game(state)) for state in states)
    late = file_of(continued)
    for file in (
        *("nonsense", text.splitlines()[0], text, f"{text}nonsense\n", text + "a\n" * 4, text + "a\n" * 5),
        *(f"{text}{note}=x%20end\n" for note in (PUZZLES, MAP_NAMES, DAYS)),
        *(file_of(days), file_of(changed(days, days=read_runs("2026-11-25:k:1"), lesson="over"))),
        *(f"{file_of(one)}cartographers.a=b\n", file_of(two), file_of(single), too_many_answers()),
        *(file_of(changed(empty, library=p.kept_games()[:2], preferences=DEFAULTS._replace(changes=9))), late),
    ):
        visit = updated(begun if file == late else empty, m.ImportGames(file))
        yield visit
        job = visit.screen.needs(visit).job
        if isinstance(job, Import):
            yield updated(visit, "stop-import")
            *_, last = job.work()
            assert isinstance(last, ImportChecked)
            yield (there := updated(visit, last))
            yield p.after(there, m.OtherSaveFailed(Notice.CROWDED), m.LibraryRead(()))
    for why in (Notice.LARGE_FILE, Notice.UNREADABLE_FILE, Notice.PRINT):
        yield updated(empty, m.Refused(why))
    name, damaged = p.kept_games()[0]
    yield changed(empty, library=(("cartographers.finished.-1", p.kept_games()[1][1]), (name, f"{damaged} x")))


def days() -> Iterator[Visit]:
    """Yield the calendar at each month of a year, and with days of all kinds."""
    played = read_runs(f"2026-11-22:k1:7 2026-11-21:zz: {_TODAY}:k0:")
    for visit in (arrive(p.CHANCE, days=kept, day=_TODAY) for kept in (read_runs(""), played)):
        opened = changed(updated(visit, m.Go("days")), library=p.kept_games())
        yield opened
        yield from (updated(opened, m.ShowDetails(f"2026-11-{day}")) for day in (22, 21, 20, 23))
        yield from islice(accumulate(repeat("turn-calendar -1", 12), updated, initial=opened), 1, None)


def of_other_rules() -> Iterator[Visit]:
    """Yield the history, the sheets, and the start screen with games of other rules and a damaged one."""
    games = p.kept_games()
    for version in ("c0", "c9"):
        others = tuple((name, text.replace(" c1-", f" {version}-")) for name, text in games)
        unknown = others[-1][1].replace(f" {version}-", f" {version}-z-")
        library = (*others[:-1], (others[-1][0], unknown), ("cartographers.finished.1.x", "nonsense"))
        opened = changed(updated(arrive(p.CHANCE), m.Go("history")), library=library)
        yield opened
        for name, _ in library:
            yield updated(opened, m.ShowDetails(name))
            yield updated(opened, m.Go("sheet", name))
        bare = tuple((name, text.replace(" dealt:", " told:").replace(" practice:1", "")) for name, text in others)
        for count in (2, len(bare)):
            yield changed(updated(opened, m.Go("statistics")), library=bare[:count])
        yield arrive(p.CHANCE, shelf_of(others[0][1]))


def doors() -> Iterator[Visit]:
    """Yield the start screen with doors to finished games, and with the reminder to save them."""
    link = link_of("?id=c1-a-1p-x", _TODAY)
    assert link.id
    for stars in (None, 5):
        yield arrive(p.CHANCE, link=link.with_result(link.id, stars))
    challenge = link_of(f"?beat={p.game_of(p.FINALS['A']).record}&by=Al", _TODAY)
    assert challenge.id
    for stars in (-99, 300):
        yield arrive(p.CHANCE, link=challenge.with_result(challenge.id, stars))
    yield arrive(p.CHANCE, day=_TODAY, days=read_runs(f"{_TODAY}:x:practice"))
    yield updated(arrive(p.CHANCE), m.GamesAtRisk(12, 0))


def statistics() -> Iterator[Visit]:
    """Yield the statistics of no game, of all games, with filters, and with practice games."""
    opened = updated(arrive(p.CHANCE), m.Go("statistics"))
    counted = tuple((name, text.replace(" practice:1", "")) for name, text in p.kept_games())
    practice = tuple((name, f"{text[:-3]}practice:1 end") for name, text in counted)
    for library in ((), p.kept_games(), counted, practice):
        full = changed(opened, library=library)
        yield from (full, p.after(full, "set-filter side A", "set-filter cards mixed"))


def watched_bots() -> Iterator[Visit]:
    """Yield bots that think, that draw on their own map and on another, and that couldn't be fetched."""
    in_trio = (p.watched(90, p.TRIO, "apprentice", "journeyman"), p.watched(4, p.TRIO, "apprentice", "apprentice"))
    for drawing in chain(*in_trio, p.watched(1, p.PAIR, "master"), p.watched(1, p.PAIR, "legend")):
        yield from waiting(drawing) if drawing.screen.needs(drawing).job else [drawing]


def hints() -> Iterator[Visit]:
    """Yield hints before, during, and after the search, with all kinds of gains."""
    deciding = p.choosing(p.begun(p.PAIR))
    yield from (updated(deciding, m.Open("menu")), updated(deciding, m.AskForHint()))
    asked = updated(deciding, m.AskForHint(sure=True))
    yield from waiting(asked)
    ply = legal_moves(p.game_of(deciding).state)[0]
    for gains in ((), (Gain("A", 2, 15), Gain("coins", 1), Gain("monsters", -1)), (Gain("B", 0, -12),)):
        yield updated(asked, m.HintFound(ply, gains))
    final = p.FINALS["A"]
    yield from (p.with_screen(final, game=replace(p.game_of(final), hints=count)) for count in (1, 2))


def sheets() -> Iterator[Visit]:
    """Yield the sheets of whole games, with rivals, other games, and all outcomes of sharing."""
    for opened in (updated(final, m.Go("sheet")) for final in p.FINALS.values()):
        yield from (opened, changed(opened, library=p.kept_games()))
        yield from (updated(opened, m.Shared(what, how)) for what in ("text", "picture") for how in _OUTCOMES)
        yield from (updated(opened, m.PictureDrawn("blob:x", form, "share,copy,save")) for form in ("png", "svg"))
        yield changed(opened, edition=Edition(shares=False))
    final, other = p.FINALS["A"], p.FINALS["B"]
    mine = p.game_of(final)
    *scores, (last,) = mine.state.scores
    one_star_less = replace(mine.state, scores=(*scores, (replace(last, coins=last.coins - 1),)))
    worse = mine.played._replace(states=(one_star_less,))
    for played, name in product((mine.played, p.game_of(other).played, worse), ("Zoë", "")):
        against = p.with_screen(final, game=replace(mine, rival=Rival(played, name)))
        yield from (against, updated(against, m.Go("sheet")))
    yield updated(p.with_screen(other, game=replace(p.game_of(other), rival=Rival(mine.played))), m.Go("sheet"))
    for ratings in ((-200,), (-200, 200), (200,), (-200, -200)):
        yield changed(updated(final, m.Go("sheet")), library=tuple(rated(mine, *ratings)))
    yield updated(arrive(p.CHANCE), m.Go("sheet"))
    yield p.choosing(updated(arrive(p.CHANCE, link=link_of(f"?beat={mine.record}&by=Al", _TODAY)), m.Begin("link")))
    for query in (f"{mine.record}&by=Al", mine.record, p.game_of(p.FINALS["trio"]).record):
        yield arrive(p.CHANCE, link=link_of(f"?beat={query}", _TODAY))


def reviews() -> Iterator[Visit]:
    """Yield reviews at their beginning, halted, and at their end, and the bots' results in deals."""
    yield updated(arrive(p.CHANCE), m.Go("review"))
    for name in ("B", "heroes", "pair"):
        yield from reasons(p.after(p.FINALS[name], m.Go("sheet"), m.Go("review")))
    for final in (p.FINALS["A"], p.FINALS["pair"]):
        review = changed(p.after(final, m.Go("sheet"), m.Go("review")), bot_results="")
        yield from (review, updated(review, m.PlayOrPause()))
        assert isinstance(review.screen, Review)
        for number, place in enumerate(review.screen.places):
            state, played = p.game_of(final).played.states[place - 1], p.game_of(final).plies[place - 1]
            ply = legal_moves(state)[-1] if number % 4 else played
            review = updated(review, m.PlyJudged(place, ply, (0, 0, 70, 140)[number % 4]))
            yield updated(review, m.Seek(place))
        yield from (review, updated(review, m.PlayOrPause()))
        for strength, stars in zip(STRENGTHS, (-9, 80, 110, 110), strict=True):
            review = updated(review, m.BotResult(str(p.game_of(final).id), strength, stars))
            yield review
    today = daily(_TODAY)
    days_played, note = read_runs(f"{_TODAY}:x:5"), f"b{BOTS_VERSION} {today}:-5,100"
    over = p.after(p.begun(today), m.Go("start"), m.Go("days"))
    over = changed(over, days=days_played, bot_results=note, day=_TODAY, library=())
    yield updated(over, m.ShowDetails(_TODAY.isoformat()))
    *_, (_, finished) = p.playing(p.begun(today))
    sheet = updated(changed(finished, days=days_played, day=_TODAY), m.Go("sheet"))
    for made in ("", note):
        noted = changed(sheet, bot_results=made)
        yield from (noted, updated(noted, m.PlayOrPause()))


def reasons(review: Visit) -> Iterator[Visit]:
    """Yield a review with the reasons for preferring several other plies at each place."""
    assert isinstance(review.screen, Review)
    assert review.screen.game
    played, first = review.screen.game.played, review.screen.places[0]
    for place in review.screen.places:
        state = played.states[place - 1]
        assert state.task
        for ply in legal_moves(state)[:: max(len(legal_moves(state)) // 3, 1)]:
            gains = gains_beyond(view_of(state, state.task.player), ply, played.plies[place - 1])
            seen = updated(updated(review, m.Seek(place)), m.PlyJudged(place, ply, 100, gains))
            yield seen
        yield updated(seen, m.HighlightTopic(m.Topic.COINS))
    yield updated(review, m.PlyJudged(first, played.plies[first - 1], 100, (Gain("A", 2),)))


def rated(game: Game, *ratings: int) -> Iterator[tuple[str, str]]:
    """Yield saved games as if they had ended with other ratings."""
    summary, expected = summary_of(game), sum(card.solo for card in game.state.deal.edicts)
    for number, rating in enumerate(ratings):
        total = expected + rating
        noted = replace(game, key=f"r{number}", notes=(f"{SUMMARY}:{replace(summary, totals=(total,))}",))
        yield f"cartographers.finished.{number}.r{number}", write_save(noted, 0)
