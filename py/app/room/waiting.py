"""The panel while other devices draw.

It shows which players have drawn, and offers ways to continue without the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from app import messages as m
from app.arrival.invitation import ROOM_SCREEN
from app.board.board import Board
from app.board.board_view import tip
from app.board.names import crest_of, player_name
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.seating import Bot, RemotePlayer, write_seat
from app.room.chairs import name_of_chair
from app.room.shared import SharedGame, lost_seats
from app.screens.play.scenes.scene import Scene, Setting, Traits
from app.screens.play.scenes.waiting import WaitingScene
from rooms.lobby import all_chairs
from words import Words

if TYPE_CHECKING:
    from app.room.room import Room

#: Maximum number of characters of the names in the sentence about waiting.
_MANY = 40
#: The maximum number of players whose tabs fit easily into one row.
_FEW = 5
#: The keys of the sentences about a friend's link that couldn't be read.
UNREAD = {"room.handed.wrong", "room.handed.older", "room.handed.newer"}
#: The bot that draws for an absent player.
_BOT = Bot("journeyman")


@dataclass(frozen=True)
class WaitingTogetherScene(WaitingScene):
    """The wait for players on other devices, who draw at the same time."""

    traits: ClassVar[Traits] = Traits(blocks_continuing=True)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the players who haven't drawn yet, and buttons for all maps."""
        visit, game = setting.visit, board.game
        if visit.room is None or not isinstance(game, SharedGame):
            return super().panel(words, board, setting)
        return _panel(words, board, game, visit.room, self.job_failure(words, board, visit))

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the players who haven't drawn yet."""
        if not isinstance(board.game, SharedGame):
            return super().news(words, board, step)
        return (_describe_waiting(words, board.game),)


def waiting(game: SharedGame) -> Scene:
    """Return the scene of the wait for players on other devices."""
    return WaitingTogetherScene(game.moment, game.state.task)


def _panel(words: Words, board: Board, game: SharedGame, room: Room, failure: tuple[str, Element] | None) -> Element:
    """Return the players who haven't drawn yet or a problem, buttons for all maps, and the way to continue.

    ``failure`` is the reason why a bot can't draw, and a button to try again.
    """
    task = game.state.task
    wrong = room_trouble(words, room) or _unread(words, room)
    text, again = failure or (_describe_waiting(words, game), None)
    large = _large_button(words, game, room, again)
    return h(
        "section",
        h(
            "div",
            icon(f"card-{task.card.id}", "picture") if task and not wrong else None,
            h("div", wrong or h("h2", text), class_="what"),
            None if failure or wrong else h("div", class_="thought", aria_hidden="true"),
            class_="card waiting",
        ),
        tip(words, board) if board.lit else None,
        h(
            "div",
            _who_has_drawn(words, board, game, room),
            button(m.Go(ROOM_SCREEN, room.word), icon("icon-players"), h("span", words("room")), class_="key"),
            class_="around crowd" if game.id.players > _FEW else "around",
        ),
        h("div", large, class_="thumb") if large else None,
        class_="tray together",
        key="waiting",
    )


def _describe_waiting(words: Words, game: SharedGame) -> str:
    """Return the sentence about the players who haven't drawn yet.

    It has their names, or their number if there are many.
    """
    names = [player_name(words, game, seat) for seat in game.waits_for]
    if sum(map(len, names)) > _MANY:
        return words("room.wait-for", count=len(names))
    return words("wait.for", name=words.list(names))


def _who_has_drawn(words: Words, board: Board, game: SharedGame, room: Room) -> Element:
    """Return a button for each player's map, which shows whether the player has drawn, or is away, if that is known."""

    def one(seat: int) -> Element:
        waits = seat in game.waits_for
        presence = room.presence_of(game.table.current_handover(seat).device)
        draws = presence in {"room.mine", "room.here"}
        said = words("room.has-drawn" if not waits else "room.draws" if draws else presence)
        return button(
            m.LookAtSheet(seat),
            crest_of(words, game, seat),
            icon("icon-hourglass" if waits else "icon-check"),
            class_=f"tab{' away' if waits and not draws else ''}",
            aria_pressed="true" if seat == board.owner else "false",
            aria_label=f"{player_name(words, game, seat)}: {said}",
            key=str(seat),
        )

    seats = range(game.id.players)
    return h("div", map(one, seats), class_="tabs", role="group", aria_label=words("players"), key="tabs")


def _large_button(words: Words, game: SharedGame, room: Room, again: Element | None) -> Element | None:
    """Return the large button with the most useful way to continue, or None if there is only waiting.

    ``again`` is the button after a failure.
    """
    if game.key != room.game_key:
        return button(m.EnterRoom(room.word), h("b", words("room.another.play")), class_="confirm")
    if again:
        return again
    lost = lost_seats(game.table, room.talk.device)
    if lost:
        return button(m.TakeSeat(lost[0]), h("b", words("room.take-back")), class_="confirm")
    missing = absent_seats(game, room)
    any_away = any(not room.talk.is_here(game.table.current_handover(seat).device) for seat in missing)
    if missing:
        return button(
            m.Open("seat"), h("b", words("room.not-coming")), class_="confirm" if any_away else "wide", key="absent"
        )
    if room.talk.presence.offline:
        return button(m.Go(ROOM_SCREEN, room.word), h("b", words("room.by-hand.go")), class_="confirm", key="by-hand")
    return None


def room_trouble(words: Words, room: Room) -> Element | None:
    """Return an error note about the room, or None if all is well."""
    closed = "room.closed" if room.talk.is_closed and not room.talk.is_opener else ""
    obstacle, stranger = room.talk.obstacle, room.talk.presence.stranger
    wrong = f"room.wrong.{obstacle.value}" if obstacle else ""
    wrong = wrong or closed or room.unreachable or ("" if room.talk.is_member else "room.guest")
    name = {"name": device_names(words, room, stranger.device)} if obstacle and obstacle is stranger.obstacle else {}
    return h("p", words(wrong, **name), class_="error", role="alert", key="wrong") if wrong else None


def _unread(words: Words, room: Room) -> Element | None:
    """Return the reason why a friend's link couldn't be read, or None."""
    return (
        h("p", words(room.message_result), class_="error", role="alert", key="unread")
        if room.message_result in UNREAD
        else None
    )


def absent_seats(game: SharedGame, room: Room) -> list[int]:
    """Return the seats of absent players, for whom others may draw instead.

    Without a relay, nobody can tell who is away, so a seat only counts as absent after a long wait. Guests have no
    say in this and get an empty list.
    """
    if not room.talk.is_member or game.key != room.game_key:
        return []
    waited = [seat for seat in game.waits_for if isinstance(game.seats[seat], RemotePlayer)]
    gone = [
        seat for seat in waited if room.relays.open and not room.talk.is_here(game.table.current_handover(seat).device)
    ]
    return waited if room.has_waited_long else gone


def absent_panel(words: Words, game: SharedGame, room: Room) -> list[Element]:
    """Return the possible substitutes for each absent player."""
    guests = [device for device in sorted({*room.peer.log} - room.peer.members) if room.talk.is_here(device)]
    return [
        h("p", words("room.not-coming.text"), class_="note"),
        *(
            h(
                "section",
                h("h3", player_name(words, game, seat)),
                [
                    button(
                        m.TakeSeat(seat, kind),
                        icon("icon-person" if kind == "here" else "icon-bot"),
                        h("span", h("b", words(key)), h("small", words(f"{key}.text"))),
                        class_="card-choice",
                        key=kind,
                    )
                    for kind, key in {"here": "room.take", write_seat(_BOT): "room.bot"}.items()
                ],
                [
                    button(
                        m.GiveSeat(seat, guest),
                        icon("icon-players"),
                        h("span", h("b", words("room.give", name=device_names(words, room, guest)))),
                        class_="card-choice",
                        key=guest,
                    )
                    for guest in guests
                ],
                key=str(seat),
            )
            for seat in absent_seats(game, room)
        ),
    ]


def device_names(words: Words, room: Room, device: str) -> str:
    """Return the names of the players on a device, by the chairs that it has brought."""
    chairs = all_chairs(room.peer.log, room.peer.opener)
    names = [name_of_chair(words, chair, place) for place, (sits, chair) in enumerate(chairs) if sits == device]
    return words.list(names) if names else words("room.somebody")
