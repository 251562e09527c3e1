"""A visit with a room: how it enters the room, and how its screens follow the room."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from app import effects as e
from app import messages as m
from app.arrival.invitation import ROOM_NOTE
from app.game.seating import LOCAL_PERSON, Seat, write_seat
from app.game.setup import Cartographer
from app.game.summary import write_finished
from app.page.notice import Notice
from app.page.preferences import Preferences
from app.room.effects import NotifyPlayer, ScheduleAnswer, SendMessage
from app.room.relays import Relays
from app.room.room import CardWait, Room
from app.room.saved_room import SavedRoom, key_of
from app.room.screen import Lobby
from app.room.shared import SharedGame, ended_game, lost_seats, shared_game
from app.room.together import PlayingTogether, shows_game
from app.room.waiting import absent_seats
from app.saves.games import SaveFinishedGame
from app.visit import Dialog, Screen, Visit, saved_game_of
from rooms.games import Games
from rooms.peer import Peer
from rooms.statement import CardPlies, Chair
from rooms.table import Table
from rooms.talk import Talk

#: Maximum number of characters of a cartographer's lines as one word. Longer lines are reduced to the name.
_LONGEST_WHO = 300

# ------------------------------------------------------------------- entering a room


def entered_room(visit: Visit, message: m.RoomPrepared, kept: SavedRoom, *, is_new: bool) -> Room:
    """Return the room that a visit enters, with everything that this device has saved of it in ``kept``.

    A new room gets a plan. One that replaces the visit's room gets the same plan and this device's players.
    """
    opener, listed = message.word.partition(".")[2], tuple(message.relays.split(" "))
    games = Games(Peer(message.device, opener, _version(visit))).with_statements(kept.statements)
    relays = Relays(listed, tuple(url for url in kept.off if url in listed))
    room = Room(message.word, message.key, Talk(games), relays, hidden=message.hidden)
    invitation = visit.page.link.room
    room = room.hand_in(invitation) if invitation else room
    return room.with_talk(_introduced(visit, room.talk, is_new=is_new))


def _introduced(visit: Visit, talk: Talk, *, is_new: bool) -> Talk:
    """Return a talk after this device's first statement, if it must make one."""
    setup = visit.setup
    if visit.room:
        former = visit.room.talk.statement
        return talk.with_changed_statement(chairs=former.chairs, ready=former.ready, plan=former.plan)
    if is_new:
        here = [place for place, seat in enumerate(setup.active_seats) if seat == LOCAL_PERSON][:1]
        places = [place for place, seat in enumerate(setup.active_seats) if place in here or seat != LOCAL_PERSON]
        chairs = tuple(chair_of(setup.active_seats[place], setup.active_cartographers[place]) for place in places)
        return talk.with_changed_statement(chairs=chairs, ready=True, plan=setup.game_id())
    if talk.device not in talk.peer.log:
        return talk.with_changed_statement(chairs=(chair_of(LOCAL_PERSON, setup.cartographers[0]),))
    if talk.is_planning and talk.statement.closed:
        return talk.with_changed_statement(closed=False)  # the host has returned
    return talk


def chair_of(seat: Seat, who: Cartographer) -> Chair:
    """Return a chair that a device brings: a person or a bot, and the cartographer's lines."""
    full = str(who)
    return Chair(write_seat(seat), full if len(full) <= _LONGEST_WHO else str(Cartographer(who.name)))


def _version(visit: Visit) -> str:
    """Return the page's version as one word."""
    return re.sub(r"[^!-~]+", "-", visit.page.edition.version)[:40] or "-"


# ------------------------------------------------------------------- in a room


def update_room(visit: Visit, room: Room, message: m.RoomMessage) -> Visit:
    """Return a visit after a message to its room."""
    if isinstance(message, m.AnotherGame):
        return _into_next_game(visit, room) if visit.screen.traits.is_of_room else visit
    after = room.react(message)
    if isinstance(message, m.TakeSeat | m.GiveSeat):
        visit = replace(visit, dialog=None)
    if isinstance(message, m.PermissionReported) and message.how != "granted":
        memory = visit.memory
        visit = replace(visit, memory=replace(memory, preferences=memory.preferences._replace(notify="off")))
    before, lost = (lost_seats(one.peer.table, one.talk.device) for one in (room, after))
    if len(lost) > len(before):
        visit = replace(visit, notice=Notice.SEAT)
    elif visit.notice is Notice.SEAT and not lost:
        visit = replace(visit, notice=None)
    return visit if after is room else replace(visit, room=after)


def with_room(visit: Visit, room: Room) -> Visit:
    """Return a visit with its screens updated to the state of its room: the game begins or continues.

    A ply that was just drawn here becomes a statement first. Entering another game leaves the room, and so does a tab
    whose game continues in another tab. On all other screens the room stays open, because others may still need this
    device's statements.
    """
    screens = (*visit.screens_below, visit.screen)
    other = any(saved_game_of(screen) and not screen.traits.is_of_room for screen in screens)
    if other or visit.is_continued_elsewhere:
        return replace(visit, room=None, notice=None if visit.notice is Notice.SEAT else visit.notice)
    if (
        room.talk.is_planning
        and isinstance(visit.screen, Lobby)
        and not visit.screen.word
        and not visit.room_transition.entering
    ):
        return _with_new_plan(visit, room)
    room = _with_new_ply(room, screens)
    table = room.peer.table
    if table:
        if _shows_room(room, visit.screen) and not any(isinstance(screen, PlayingTogether) for screen in screens):
            screens = screens[-1:]  # a game has no way back
        screens = tuple(_screen_at(room, screen, table, visit) for screen in screens)
        if any(isinstance(screen, PlayingTogether) for screen in screens):
            visit = visit.having_opened_game()
        room = _with_card_wait(room, next((screen for screen in screens if shows_game(room, screen)), None))
    before, dialog = (*visit.screens_below, visit.screen), _dialog_on(room, screens[-1], visit)
    same = room is visit.room and dialog is visit.dialog
    if same and len(screens) == len(before) and all(map(operator.is_, screens, before)):
        return visit
    return replace(visit, room=room, screens_below=screens[:-1], screen=screens[-1], dialog=dialog)


def change_effects(before: Room, after: Room, preferences: Preferences) -> Iterator[e.Effect]:
    """Yield the one-time tasks of a change in a room: save finished games, notify a player of a new card, speak.

    A game is saved when it ends, or when its end has changed, whatever the screen. A player who has switched away from
    the page is notified of the next card, not of one that they have already seen.
    """
    for peer in after.talk.peers:
        old = before.talk.games.of(peer.game)
        if peer.table and peer.is_over and old and old.table and old.table.record != peer.table.record:
            key = key_of(after.word, peer.game)
            game = ended_game(peer.table, after.talk.device, key, f"{ROOM_NOTE}:{after.word}")
            yield SaveFinishedGame(write_finished(game), key)
    if after.should_call and before.hidden and not before.should_call:
        notified, heard = preferences.notify == "on", preferences.sound == "on"
        if notified or heard:
            yield NotifyPlayer(notified, heard, felt=preferences.vibration == "on")
    outbox, friends = after.talk.outbox, tuple(sorted(after.talk.friends))
    if outbox is not before.talk.outbox:
        yield from (SendMessage(after.word, message, friends) for message in outbox.messages)
        yield from [ScheduleAnswer()] * outbox.soon


def _into_next_game(visit: Visit, room: Room) -> Visit:
    """Return the visit in the room's next game, if this device can begin it."""
    after, seed = visit.with_fresh_word()
    talk = room.talk.with_next_game(seed)
    return visit if talk is room.talk else replace(after.with_only_screen(Lobby(room.word)), room=room.with_talk(talk))


def _shows_room(room: Room, screen: Screen) -> bool:
    """Return True if a screen shows a room or its game."""
    return isinstance(screen, PlayingTogether) or (isinstance(screen, Lobby) and screen.word == room.word)


def _dialog_on(room: Room, screen: Screen, visit: Visit) -> Dialog | None:
    """Return the panel over a screen; the panel about substitutes closes when nobody is absent."""
    dialog = visit.dialog
    if dialog is None or dialog.panel is not m.Panel.SEAT or not isinstance(screen, PlayingTogether):
        return dialog
    return dialog if isinstance(screen.game, SharedGame) and absent_seats(screen.game, room) else None


def _with_new_plan(visit: Visit, room: Room) -> Visit:
    """Return the visit of a host who opens a room again: in its lobby, with the plan of the setup."""
    plan = visit.setup.game_id()
    if plan != room.talk.statement.plan:
        room = room.with_talk(room.talk.with_changed_statement(plan=plan))
    under = tuple(takewhile(lambda screen: not _shows_room(room, screen), visit.screens_below))
    return replace(visit, room=room, screen=Lobby(room.word), screens_below=under)


def _with_new_ply(room: Room, screens: tuple[Screen, ...]) -> Room:
    """Return the room after the ply that was drawn on a screen."""
    playing = next((screen for screen in screens if shows_game(room, screen)), None)
    ply, table = playing.ply if isinstance(playing, PlayingTogether) else None, room.peer.table
    if not ply or not table:
        return room
    seat = ply[0]
    drawn = CardPlies(seat, table.card, (*table.rounds[-1].plies[seat], ply[1]))
    return room.with_talk(room.talk.with_statement(room.talk.statement.with_plies(drawn)))


def _screen_at(room: Room, screen: Screen, table: Table, visit: Visit) -> Screen:
    """Return a screen updated to its game's table; a lobby is replaced by the game once it has begun.

    An earlier game stays on the page until the player leaves it.
    """
    device = room.talk.device
    if isinstance(screen, PlayingTogether):
        peer = room.peer_in(screen.game.key)
        return screen.at_table(peer.table, device) if peer and peer.table else screen
    has_begun = any(isinstance(other, PlayingTogether) for other in (*visit.screens_below, visit.screen))
    if _shows_room(room, screen) and not has_begun and not _must_wait_until_visible(room, table):
        saved = visit.memory.shelf.saved
        seen = saved.scenes_seen if saved and saved.game.key == room.game_key else 0
        game = shared_game(table, device, room.game_key, f"{ROOM_NOTE}:{room.word}")
        return PlayingTogether.resumed(game, seen).with_opening(is_first=visit.is_first_game)
    return screen


def _must_wait_until_visible(room: Room, table: Table) -> bool:
    """Return True if a game shouldn't begin yet: in a hidden tab, it would replace the game of another tab.

    A game in which this device has only bots begins at once, because nobody needs to see it.
    """
    handovers = map(table.current_handover, range(len(table.handovers)))
    own = {handover.kind for handover in handovers if handover.device == room.talk.device}
    return room.hidden and ("here" in own or not own)


def _with_card_wait(room: Room, playing: Screen | None) -> Room:
    """Return the room with the start time of this device's wait for a card."""
    table = room.peer.table
    card = table.card if table and isinstance(playing, PlayingTogether) and playing.is_waiting else -1
    return room if card == room.waiting.card else replace(room, waiting=CardWait(card, room.talk.presence.now))
