"""The pure function that answers every message.

It returns the next visit and the browser's one-time tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from app import effects as e
from app import messages as m
from app.arrival.invitation import NEW_ROOM, ROOM_SCREEN, word_of
from app.arrival.link import Link, link_of
from app.arrival.page_load import Clock, Display, PageLoad, Parts
from app.drawing.announcements import KEYS, SOUND
from app.game.daily import DailyRun, DailyRuns, daily, day_of, read_runs, time_of
from app.game.game import Game, begin_game
from app.game.seating import local_seats
from app.game.setup import Cartographer, Setup, beginners_setup, setup_of
from app.game.shelf import LESSON_OVER, SavedGame, Shelf, shelf_of
from app.game.summary import finished_text, write_finished
from app.memory import NO_MEMORY, Backup, Memory, with_notes
from app.page.notice import Notice
from app.page.parts import LATER, NEEDED_PART, PART_OF, ROOMS
from app.page.preferences import with_preference
from app.room import saved_room, visiting
from app.saved_names import MEASURED_STRENGTHS, OPEN
from app.saves.games import ReadLibrary, ReadUnfinishedGame, SaveFinishedGame
from app.saves.noting import SaveDailyRun
from app.screens import screen_named
from app.screens.embed.screen import Embed
from app.screens.fetching.screen import Fetching
from app.screens.play.screen import Playing, playing_in, resume_playing, start_playing
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching, replay_of
from app.shell.explanations import current_explanation
from app.shell.feedback import feedback_effects
from app.visit import Continuable, Dialog, GameScreen, Next, RoomTransition, Screen, Visit, saved_game_of, setup_after
from cartographers.errors import InvalidRecord
from cartographers.events import GameEnd
from cartographers.game_id import read_game_id
from cartographers.record import read_record


def arrive(page: PageLoad, memory: Memory = NO_MEMORY, left: str = "") -> Visit:
    """Return a new visit at its first screen.

    The next game is set up like the saved one. ``left`` is the word of the room in which the page was closed.
    """
    saved = memory.shelf.saved
    setup = setup_after(Setup(""), saved.game) if saved else Setup("")
    threshold = RoomTransition(left="" if page.link.embedded else left)
    return Visit(_first_screen(page.link), setup, page, memory, room_transition=threshold).with_fresh_seed()


def _first_screen(link: Link) -> Screen:
    return Embed() if link.embedded else Start()


def update(visit: Visit, message: m.Message) -> Next:
    """Return the visit after a message, and the browser's one-time tasks.

    A message that makes no sense in the current state changes nothing.
    """
    after, effects, _ = _answered(visit, message)
    after, saving, _ = _with_consequences(visit, after)
    ending, room = _end_tasks(visit, after), _room_tasks(visit, after)
    # A text that the browser couldn't hand out is selected, so that the player can copy it.
    focus = (e.MoveFocus("text"),) if isinstance(message, m.Shared) and message.how == "shown" else ()
    return Next(after, (*saving, *ending, *room, *effects, *focus, *feedback_effects(visit, message, after)))


def _answered(visit: Visit, message: m.Message) -> Next:
    """Return the visit after a message and after the messages that it leads to."""
    if (
        isinstance(message, m.ImportGames | m.FollowLink | m.HandInMessage)
        and visit.notice is not visit.memory.save_notice
    ):
        visit = replace(visit, notice=None)  # it may be about an earlier file
    if isinstance(message, m.VisitMessage):
        found = _updated(visit, message)
    elif visit.is_continued_elsewhere:
        found = visit
    elif isinstance(message, m.RoomMessage):
        found = visiting.update_room(visit, visit.room, message) if visit.room else visit
    else:
        found = visit.screen.update(visit, message)
    if not isinstance(found, Next):
        return Next(found)
    if found.then is None:
        return found
    after, effects, _ = _answered(found.visit, found.then)
    return Next(after, (*found.effects, *effects))


def _with_consequences(visit: Visit, after: Visit) -> Next:
    """Return the visit with a message's consequences for the room and for the device's memory."""
    if after.room:
        after = visiting.with_room(after, after.room)
    table = playing_in(after.screen)
    if table and table.last_drawn and KEYS not in after.memory.explained:
        after = after.having_explained(KEYS)
    explained = current_explanation(visit)
    if explained == SOUND and SOUND not in after.memory.explained and _has_moved_on(visit, after):
        after = after.having_explained(SOUND)
    if explained and explained not in after.page.announced and explained != current_explanation(after):
        after = replace(after, page=replace(after.page, announced=(*after.page.announced, explained)))
    screen = after.screen
    if not isinstance(screen, GameScreen) or after.is_continued_elsewhere:
        return Next(after)
    if after.page.reduced_motion:
        screen = screen.without_motion()
    if screen is not after.screen:
        after = replace(after, screen=screen)
    saved = screen.saved_game
    return _with_result(_with_game_kept(after, saved), saved.game)


def _has_moved_on(before: Visit, after: Visit) -> bool:
    """Return whether a player has drawn or undone something here, or has left the game without a way back."""
    old = playing_in(before.screen)
    found = filter(None, map(playing_in, (*after.screens_below, after.screen)))
    return old is None or all(new.game.last_ply_here != old.game.last_ply_here for new in found)


def _room_tasks(before: Visit, after: Visit) -> Iterator[e.Effect]:
    """Yield the tasks caused by a change of room, or by a change in the room."""
    room = before.room
    if room and after.room and after.room.word == room.word:
        if after.room is not room:
            yield from visiting.change_effects(room, after.room, after.memory.preferences)
    elif room:
        # The other tab is the same device, so a tab that was taken over leaves the room silently.
        yield e.QuitRoom(room.word, "" if after.is_continued_elsewhere else room.talk.farewell)
    entering = after.room_transition.entering
    if entering and entering != before.room_transition.entering:
        yield e.FindRoom(entering)


def _end_tasks(before: Visit, after: Visit) -> Iterator[e.Effect]:
    """Yield the tasks at the end of a season or of the game."""
    saved, earlier = saved_game_of(after.screen), saved_game_of(before.screen)
    if not saved or not earlier or after.is_continued_elsewhere or before.is_continued_elsewhere:
        return
    game, state, state_before = saved.game, saved.game.state, earlier.game.state
    if state.is_over and not state_before.is_over and not after.screen.traits.is_of_room:  # a room saves its own games
        yield SaveFinishedGame(write_finished(game), game.key)
    if state.scores and not state_before.scores and not after.page.link.embedded:
        yield e.RequestPersistence()


def _with_game_kept(visit: Visit, saved: SavedGame) -> Visit:
    """Return the visit with a game on its shelf; :mod:`app.shell.wanted` then tells the device to save it.

    If an unfinished game is set aside for it, a notice names the place of that game until the next ply.
    """
    before = visit.memory.shelf
    if before.saved and before.saved.game is saved.game and before.saved.scenes_seen == saved.scenes_seen:
        return visit
    after = before.with_game(saved)
    notice = visit.notice
    if after.set_aside and after.set_aside is not before.set_aside and not visit.page.link.embedded:
        notice = notice or Notice.SET_ASIDE
    elif notice is Notice.SET_ASIDE and before.saved and before.saved.game.plies != saved.game.plies:
        notice = None
    return replace(_with_shelf(visit, after), notice=notice)


def _with_shelf(visit: Visit, shelf: Shelf) -> Visit:
    """Return the visit with another shelf."""
    return replace(visit, memory=replace(visit.memory, shelf=shelf))


def _with_days(visit: Visit, days: DailyRuns) -> Visit:
    """Return the visit with other runs of daily games."""
    return replace(visit, memory=replace(visit.memory, days=days))


def _with_link(visit: Visit, link: Link) -> Visit:
    """Return the visit with another link."""
    return replace(visit, page=replace(visit.page, link=link))


def _with_parts(visit: Visit, parts: Parts) -> Visit:
    """Return the visit with another set of parts."""
    return replace(visit, page=replace(visit.page, parts=parts))


def _with_display(visit: Visit, display: Display) -> Visit:
    """Return the visit on another display."""
    return replace(visit, page=replace(visit.page, display=display))


def _with_result(visit: Visit, game: Game) -> Next:
    """Return the visit with the result of a finished game, if it is a daily game or the link's game."""
    last = game.state.events[-1]
    if not isinstance(last, GameEnd):
        return Next(visit)
    link = visit.page.link.with_result(game.id, None if game.is_practice else max(last.totals))
    is_answer = link.rival is not None and link.id == game.id
    visit = _with_link(visit, replace(link, is_answered=True) if is_answer else link)
    day = day_of(game.id)
    run = visit.memory.days.runs.get(day) if day else None
    if run is None or run.game != game.key or (game.is_practice and run.is_over):
        return Next(visit)
    result = run._replace(rating=None if game.is_practice else last.rating, practice=game.is_practice)
    if result == run:
        return Next(visit)
    return Next(_with_days(visit, visit.memory.days.with_run(result)), (SaveDailyRun(result),))


def _updated(visit: Visit, message: m.VisitMessage) -> Visit | Next:
    """Return the visit after a message from any screen or from the browser."""
    memory = visit.memory
    match message:
        case m.Open(panel, about):
            return replace(visit, screen=visit.screen.covered(), dialog=Dialog(m.Panel(panel), about))
        case m.Close():
            return replace(visit, screen=visit.screen.covered(), dialog=None)
        case m.Prefer(what, value):
            return _preferring(visit, what, value)
        case m.Reload():
            return Next(visit, (e.ReloadPage(tuple(_commands_to(visit))),))
        case m.Print():
            return Next(visit, (e.PrintPage(),))
        case m.NewerVersionReady():
            return replace(visit, page=replace(visit.page, newer_version=True))
        case m.OfflineReported(state):
            return replace(visit, page=replace(visit.page, offline=state))
        case m.PartFetched(part, here):
            return _fetched(visit, part) if here else _not_fetched(visit, part)
        case m.LanguageFetched(language, True):
            return replace(visit, page=replace(visit.page, language=language))
        case m.LanguageFetched():
            preferences = memory.preferences._replace(language=visit.page.language)
            return replace(visit, memory=replace(memory, preferences=preferences), notice=Notice.LANGUAGE)
        case m.ReducedMotionChanged(on):
            return _with_display(visit, visit.page.display._replace(reduced_motion=on))
        case m.WideWindowChanged(on):
            return _with_display(visit, visit.page.display._replace(is_wide=on))
        case m.FetchAgain():
            return _with_parts(visit, visit.page.parts._replace(job_failed=False))
        case m.Refused(why):
            return replace(visit, notice=why)
        case m.NotesRead(notes):
            return replace(visit, memory=with_notes(memory, dict(notes).get))
        case m.OtherSaveFailed(why):
            # A screen that shows the saved games then shows only those that the full device has.
            reads = why is Notice.CROWDED and visit.screen.needs(visit).library
            effects = (ReadLibrary(type(visit.screen).__name__),) if reads else ()
            return Next(replace(visit, notice=why), effects)
        case m.PrintedGameStays(text, device_text, why):
            return replace(visit.with_printed(text, device_text), notice=why)
        case m.GameSaved(text):
            notice = None if visit.notice is memory.save_notice else visit.notice
            memory = replace(memory, shelf=memory.shelf.with_device_text(text), save_notice=None)
            return replace(visit, memory=memory, notice=notice)
        case m.SaveFailed(why):
            notice = visit.notice if memory.save_notice is why else why
            return replace(visit, memory=replace(memory, save_notice=why), notice=notice)
        case m.GameReplaced(text):
            return _with_game_from_elsewhere(visit, text)
        case m.DailyRunsRead(text, today, minutes):
            visit = _with_days(visit, memory.days.with_saved(read_runs(text)))
            return replace(visit, page=replace(visit.page, clock=Clock(date.fromisoformat(today), minutes)))
        case m.ContinuedElsewhere():
            return replace(visit, is_continued_elsewhere=_is_played(visit))
        case m.DismissNotice():
            return replace(visit, notice=None)
        case m.GamesAtRisk(games, noted):
            visit = replace(visit, memory=replace(memory, backup=Backup(games, noted)))
            return visit.with_reminder(games) if noted > games else visit
        case m.DismissReminder():
            return visit.with_reminder(memory.backup.at_risk)
        case m.DismissExplanation(what):
            return visit.having_explained(what)
        case m.Go("start"):
            return visit.with_only_screen(_first_screen(visit.page.link)).with_fresh_seed().entering_room("")
        case m.Go():
            return _at_screen(visit, message)
        case m.Back():
            return visit.back().entering_room("")
        case m.Begin():
            return _begin(visit, message)
        case m.Enter():
            return _enter(visit)
        case m.Continue() | m.PlayHere():
            return _continue(visit)
        case m.Resume(key):
            return _asking(visit, message) or Next(replace(visit, dialog=None), (ReadUnfinishedGame(key),))
        case m.LibraryRead():
            return _with_library(visit, message)
        case m.HonorsFound():
            return replace(visit, page=replace(visit.page, honors=message))
        case m.UnfinishedGameRead(key, text):
            return _opened(visit, key, text)
        case m.PlayAgain():
            return _again(visit)
        case m.Watch(place):
            return _watch(visit, place)
        case m.TakeOver():
            return _play_on(visit, message)
        case m.EnterRoom():
            return _entering(visit, message)
        case m.LeaveRoom():
            notice = None if visit.notice is Notice.SEAT else visit.notice
            visit = visit.with_only_screen(_first_screen(visit.page.link)).entering_room("")
            return replace(visit, room=None, notice=notice)
        case m.FragmentChanged():
            return _invited(visit, message)
        case m.RoomPrepared():
            return _entered(visit, message)
    raise NotImplementedError(message)


def _preferring(visit: Visit, what: str, value: str) -> Visit | Next:
    """Return the visit after a change of one preference."""
    before = visit.memory.preferences
    after = with_preference(before, what, value)
    visit = replace(visit, memory=replace(visit.memory, preferences=after))
    if what == "sound" and SOUND not in visit.memory.explained:
        visit = visit.having_explained(SOUND)
    if after.language != before.language:
        return Next(visit, (e.SwitchLanguage(after.language),))
    if visit.room and after.notify != before.notify == "off":
        return Next(visit, (e.AskPermission(),))
    return visit


def _commands_to(visit: Visit) -> Iterator[str]:
    """Yield the commands that lead from the first screen to this one.

    A room needs no command, because the address leads into it.
    """
    if not visit.room and _is_played(visit):
        yield m.command(m.Continue())
    if isinstance(visit.screen, Fetching):
        yield m.command(visit.screen.then)


def _at_screen(visit: Visit, message: m.Go) -> Visit:
    """Return the visit at another screen, or at a progress screen while the other one is fetched."""
    part = _missing(visit, message.screen)
    if message.screen == "set-up" and playing_in(visit.screen):
        visit = visit.with_fresh_seed()  # the seed of the game that has just ended is used up
    if message.screen == ROOM_SCREEN and not message.about:
        try:
            visit.setup.game_id()
        except InvalidRecord as error:
            return visit.with_seed_error(error.sentence)
    screen = Fetching(message, part) if part else screen_named(message.screen, visit, message.about)
    stays = screen == visit.screen or isinstance(visit.screen, Fetching)
    return visit.replacing_screen(screen) if stays else visit.opening_screen(screen)


def _missing(visit: Visit, screen: str) -> str:
    """Return the first missing part that a screen needs; empty if none is missing."""
    part = PART_OF.get(screen, "")
    needed = (NEEDED_PART.get(part, ""), part)
    return next((one for one in needed if one and one not in visit.page.parts.arrived), "")


def _fetched(visit: Visit, part: str) -> Visit | Next:
    """Return the visit after a later part has arrived, at the screen that the player was waiting for.

    A dialog that the player has opened in the meantime stays open.
    """
    visit = _with_parts(visit, visit.page.parts.with_part(part))
    screen = visit.screen
    if not isinstance(screen, Fetching) or screen.part != part:
        return visit
    after = _answered(visit, screen.then)
    return after._replace(visit=replace(after.visit, dialog=visit.dialog or after.visit.dialog))


def _not_fetched(visit: Visit, part: str) -> Visit:
    """Return the visit after a part couldn't be fetched, with an error if the player or a bot needs it."""
    screen = visit.screen
    if isinstance(screen, Fetching) and screen.part == part:
        return replace(visit, screen=replace(screen, failed=True))
    if part == LATER and screen.needs(visit).job:
        return _with_parts(visit, visit.page.parts._replace(job_failed=True))
    return visit


# ------------------------------------------------------------------- the device's memory


def _with_game_from_elsewhere(visit: Visit, text: str) -> Visit:
    """Return the visit after another tab has replaced the saved game with the one of a text."""
    shelf = visit.memory.shelf
    if text in {shelf.text, shelf.device_text} or (not text and _is_played(visit)):
        return _with_shelf(visit, shelf.with_device_text(text))
    return replace(_with_shelf(visit, shelf_of(text)), is_continued_elsewhere=_is_played(visit))


def _with_library(visit: Visit, message: m.LibraryRead) -> Visit:
    """Return the visit with the games that the device has saved, without an old state of the current game."""
    saved = visit.memory.shelf.saved
    current = saved.game.key if saved else ""
    library = {
        name: text
        for name, text in message.games
        if not (current and name.startswith(OPEN) and name.endswith(f".{current}"))
    }
    library |= _unsaved_game(visit, library)
    return visit.with_note(MEASURED_STRENGTHS, message.bot_results).with_library(tuple(library.items()))


def _unsaved_game(visit: Visit, library: Mapping[str, str]) -> Mapping[str, str]:
    """Return the current game, by its name in the history, if it is over and the device had no room for it there."""
    saved, is_full = visit.memory.shelf.saved, visit.memory.save_notice or visit.notice is Notice.CROWDED
    game = saved.game if saved and is_full else None
    if not game or not game.state.is_over or word_of(game):  # a room saves its own games
        return {}
    return finished_text(game, library, time_of(visit.page.clock.day))


def _is_played(visit: Visit) -> bool:
    """Return True if this tab is in the middle of the saved game."""
    return any(saved_game_of(screen) for screen in (visit.screen, *visit.screens_below))


# ------------------------------------------------------------------- entering a game


def _begin(visit: Visit, message: m.Begin) -> Visit | Next:
    """Return the visit in a new game, or with a question if a saved game would be lost."""
    setup, link, saved = visit.setup, visit.page.link, visit.memory.shelf.saved
    which = message.which
    if which == "link":
        if link.id is None:
            return visit
        if own := _own_game(link, saved):  # its end compares both maps, and can begin the same cards again
            return _asking(visit, message) or _into(visit, resume_playing(own, None))
        which = "daily" if link.record == str(daily(visit.page.clock.day)) else which
    if which == "daily":
        run = visit.memory.days.runs.get(visit.page.clock.day)
        if saved and run and saved.game.key == run.game:
            return _continue(visit)
        if run and not run.is_over and not message.sure:
            return _updated(visit, m.Resume(run.game))
        setup = setup_of("", daily(visit.page.clock.day), setup.cartographers[:1])
        setup = replace(setup, seed=daily(visit.page.clock.day).seed)
    elif which == "link" and link.id:
        if link.record != str(link.id):
            return visit.opening_screen(replay_of(read_record(link.record)))
        players = link.id.players
        setup = setup_of(
            link.id.seed, link.id, setup.cartographers[:1] if players == 1 else (Cartographer(),) * players
        )
    elif which == "set-up" and playing_in(visit.screen):
        visit = visit.with_fresh_seed()
        setup = visit.setup
    elif which == "first":
        setup = beginners_setup(setup)
    elif which != "set-up":
        setup = _setup_of_deal(visit, which, message.again)
    try:
        game_id = setup.game_id()
    except InvalidRecord as error:
        return visit.with_seed_error(error.sentence)
    game = begin_game(game_id, setup.active_cartographers, setup.active_seats)
    return _asking(visit, message) or _into_new(visit, game, opens=True)


def _own_game(link: Link, saved: SavedGame | None) -> Game | None:
    """Return the player's own finished game with the cards of a challenge, or None.

    That is the game on the shelf, or else the best one in the history.
    """
    if link.rival is None or link.embedded:
        return None
    if saved is None or saved.game.id != link.id or not saved.game.state.is_over:
        saved = shelf_of(link.best_game).saved
    return saved.game if saved else None


def _asking(visit: Visit, message: m.Begin | m.Resume | m.TakeOver) -> Visit | None:
    """Return the visit with a question if entering a game would lose another one; None otherwise."""
    if message.sure or not visit.memory.shelf.worth_asking:
        return None
    return replace(visit, dialog=Dialog(m.Panel.REPLACE, then=replace(message, sure=True)))


def _setup_of_deal(visit: Visit, text: str, again: str) -> Setup:
    """Return the setup of the game with the given id, for the players of a saved game or of the next one."""
    game_id, setup = read_game_id(text), visit.setup
    kept = shelf_of(dict(visit.memory.library or ()).get(again, "")).saved
    if kept:
        return setup_of(game_id.seed, game_id, kept.game.cartographers, kept.game.seats)
    return setup_of(game_id.seed, game_id, (*setup.cartographers, *(Cartographer(),) * game_id.players))


def _into_new(visit: Visit, game: Game, *, opens: bool) -> Next:
    """Return the visit in a game without plies; with ``opens``, the game shows its edicts first.

    The first run of today's daily game counts.
    """
    visit, key = visit.with_fresh_word()
    day = day_of(game.id)
    effects: tuple[e.Effect, ...] = ()
    if day and day == visit.page.clock.day and day not in visit.memory.days.runs:
        run = DailyRun(day, key)
        visit = _with_days(visit, visit.memory.days.with_run(run))
        effects = (SaveDailyRun(run),)
        day = None
    game = replace(game, key=key, uncounted=day is not None)
    if not opens:
        return Next(_into(visit, resume_playing(game, 0)), effects)
    return Next(_into(visit.having_opened_game(), start_playing(game, is_first=visit.is_first_game)), effects)


def _opened(visit: Visit, key: str, text: str) -> Visit | Next:
    """Return the visit in a game that was set aside; today's game begins again if it is gone."""
    saved = shelf_of(text).saved
    if saved:
        return _into_saved(visit, saved)
    run = visit.memory.days.runs.get(visit.page.clock.day)
    if run is None or run.game != key:
        return visit
    return _begin(visit, m.Begin("daily", sure=True))


def _enter(visit: Visit) -> Visit | Next:
    """Return the visit in an embed's saved game, or in a new one; a damaged link changes nothing."""
    if visit.page.link.error:
        return visit
    return _continue(visit) if visit.memory.shelf.saved else _begin(visit, m.Begin(visit.page.link.start_kind))


def _continue(visit: Visit) -> Visit:
    """Return the visit in the saved game, unless it is already played here.

    A tab that was taken over returns to the first screen if there is no saved game.
    """
    saved = visit.memory.shelf.saved
    if visit.is_continued_elsewhere and saved is None:
        return visit.with_only_screen(_first_screen(visit.page.link))
    if saved is None or (_is_played(visit) and not visit.is_continued_elsewhere):
        return visit
    return _into_saved(visit, saved)


def _into_saved(visit: Visit, saved: SavedGame) -> Visit:
    """Return the visit in a saved game, or on the way into its room."""
    word = word_of(saved.game)
    if word and not visit.page.link.embedded:
        return _entering(visit, m.EnterRoom(word))
    return _into(visit, resume_playing(saved.game, saved.scenes_seen))


def _again(visit: Visit) -> Visit | Next:
    """Return the visit in a new game with the deal of the current one."""
    saved = saved_game_of(visit.screen)
    if saved is None or visit.is_continued_elsewhere:
        return visit
    game = saved.game
    again = replace(begin_game(game.id, game.cartographers, local_seats(game.seats)), rival=game.rival)
    return _into_new(visit, again, opens=False)


def _into(visit: Visit, screen: Playing) -> Visit:
    """Return the visit in a game; the next game gets the same setup.

    A player who followed a challenge link competes with its rival in every game of that deal. A finished game is
    compared with the latest rival, who may have answered the player's own challenge.
    """
    game, rival = screen.game, visit.page.link.rival
    if rival and rival.id == game.id and (game.rival is None or game.state.is_over):
        screen = replace(screen, game=replace(game, rival=rival))
    return replace(visit.with_only_screen(screen), setup=setup_after(visit.setup, game))


# ------------------------------------------------------------------- entering a room


def _entering(visit: Visit, message: m.EnterRoom) -> Visit:
    """Return the visit on the way into a room; an embed has no rooms."""
    if visit.page.link.embedded:
        return visit
    if ROOMS not in visit.page.parts.arrived:
        fetching = Fetching(message, ROOMS)
        return (
            visit.replacing_screen(fetching) if isinstance(visit.screen, Fetching) else visit.opening_screen(fetching)
        )
    room, word = visit.room, message.word
    visit = visit.with_only_screen(_first_screen(visit.page.link)).opening_screen(
        screen_named(ROOM_SCREEN, visit, word)
    )
    return visit if room and room.word == word else replace(visit, room=None).entering_room(word or NEW_ROOM)


def _entered(visit: Visit, message: m.RoomPrepared) -> Visit:
    """Return the visit in the room that it was about to enter."""
    entering, visit = visit.room_transition.entering, visit.entering_room("")
    if not message.key:
        return _not_entered(visit, entering)
    is_own = message.word.endswith(f".{message.device}")
    if entering != message.word and not (entering == NEW_ROOM and is_own):
        return visit
    kept = saved_room.read_room(message.kept)
    if kept.other_rules:  # we can't read this room, and must not overwrite it
        return replace(visit, notice=kept.other_rules)
    room = visiting.entered_room(visit, message, kept, is_new=entering == NEW_ROOM)
    screen = (
        screen_named(ROOM_SCREEN, visit, message.word) if visit.room else visit.screen
    )  # the new room replaces the old one
    return replace(visit, room=room, screen=screen, room_transition=RoomTransition())


def _not_entered(visit: Visit, word: str) -> Visit:
    """Return the visit with a notice, or in the room's game if that is over.

    A finished game can be shown without the room.
    """
    saved = visit.memory.shelf.saved
    if saved and saved.game.state.is_over and word_of(saved.game) == word:
        return _into(visit, resume_playing(saved.game, saved.scenes_seen))
    return replace(visit, notice=Notice.ROOM) if word else visit


def _invited(visit: Visit, message: m.FragmentChanged) -> Visit | Next:
    """Return the visit after a change of the address.

    The new address invites the player to a room, or hands in a message.
    """
    link = link_of(message.text, visit.page.clock.day)
    invitation = link.room
    if not invitation:
        return _with_link(visit, replace(visit.page.link, error=link.error))
    visit = _with_link(visit, replace(visit.page.link, room=invitation, error=None))
    if visit.room and visit.room.word == invitation.word:
        return replace(visit, room=visit.room.hand_in(invitation))
    return _updated(visit, m.EnterRoom(invitation.word) if message.known else m.Go(ROOM_SCREEN, invitation.word))


# ------------------------------------------------------------------- replays


def _watch(visit: Visit, place: int) -> Visit:
    """Return the visit with a replay of the game that has just ended, at the given place."""
    saved = saved_game_of(visit.screen)
    if saved is None or not 0 <= place <= len(saved.game.plies) or not saved.game.state.is_over:
        return visit
    return visit.opening_screen(Watching(saved.game.for_replay, place))


def _play_on(visit: Visit, message: m.TakeOver) -> Visit:
    """Return the visit in the game at the end of a replay or the lesson, or with a question as for a new game.

    A daily game that another player began is practice. The player needs no lesson anymore.
    """
    game = visit.screen.continuable_game if isinstance(visit.screen, Continuable) else None
    if game is None:
        return visit
    asking = _asking(visit, message)
    if asking:
        return asking
    visit, key = visit.with_fresh_word()
    game = replace(game, key=key, seats=local_seats(game.seats), uncounted=day_of(game.id) is not None)
    visit = replace(visit, memory=replace(visit.memory, lesson=LESSON_OVER))
    return _into(visit, resume_playing(game, None))
