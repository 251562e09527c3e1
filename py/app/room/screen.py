"""The screen of a room: the lobby before its game begins, and the state of the room afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from app import messages as m
from app.arrival.invitation import MESSAGE_PREFIX, NEW_ROOM, Invitation
from app.arrival.link import link_of, localized_address
from app.board.map_view import blank_map
from app.drawing.announcements import Announcement
from app.drawing.code import code_picture
from app.drawing.controls import back_header, button, choice, file_field, icon, status
from app.drawing.element import Child, Element, h
from app.game.seating import Bot, write_seat
from app.game.setup import MAX_NAME_LENGTH, Cartographer, clean_name, setup_of, with_text
from app.page.outgoing import SENT_OUTCOMES, File, Outgoing, Text
from app.page.preferences import OPTIONS, Preferences
from app.room.chairs import bot_of, crest_of_chair, name_of_chair
from app.room.effects import ReadClipboard
from app.room.shared import lost_seats
from app.room.together import shows_game
from app.room.waiting import UNREAD, device_names, room_trouble
from app.screens.notes import summary
from app.screens.parts import scenery
from app.visit import Controls, Dialog, Needs, Next, Screen, Traits, Visit
from cartographers.bots import STRENGTHS
from cartographers.game_id import MAX_PLAYERS, GameId
from cartographers.sides import is_custom
from rooms.lobby import all_chairs
from rooms.statement import Beginning, Chair, SeatedPlayer
from rooms.talk import HostState, Talk
from words import Words, number

if TYPE_CHECKING:
    from app.room.room import Room


class Sit(m.Message):
    """A player or a bot of this device takes part."""

    #: ``here`` for a person, or ``bot.NAME``.
    kind: str = "here"


class GetUp(m.Message):
    """A player or a bot of this device doesn't take part after all."""

    #: The place among the device's players, from 0.
    place: int


class BeReady(m.Message):
    """The players of this device are ready, or not yet."""

    on: bool


class LeaveOut(m.Message):
    """The host leaves out the players of a device, or lets them in again."""

    device: str


class LeaveOutUnready(m.Message):
    """The host leaves out all devices that aren't ready."""


class LetInAll(m.Message):
    """The host lets in all devices again."""


class BeginTogether(m.Message):
    """The host begins the game."""


class RenewLink(m.Message):
    """The host opens a new room with another link."""


class ShowRoomCode(m.Message):
    """The player asks for the QR code of a link."""

    #: ``invite`` or ``news``, as in :meth:`Lobby.link`.
    link: str


class HideRoomCode(m.Message):
    """The player hides the QR code."""


class Paste(m.Message):
    """The player pastes a friend's link from the clipboard."""


class Lobby(Screen):
    """The lobby of a room."""

    traits: ClassVar[Traits] = Traits("room", is_of_room=True)

    #: The word of the room, or an empty text for a new room.
    word: str
    #: The name typed for another player on this device.
    name: str = ""
    #: The link whose QR code is shown.
    code: str = ""
    #: The last thing that was shared, and the outcome.
    outcome: tuple[str, str] = ("", "")
    #: A friend's link, as pasted.
    message: str = ""
    #: True if that link is unreadable.
    is_wrong: bool = False
    #: The number of links read so far. A new number replaces the field with an empty one.
    read: int = 0

    def needs(self, visit: Visit) -> Needs:
        """Return the QR code, if it is shown."""
        return Needs(code=visit.room.answers.get(("code", self.code), "") if visit.room and self.code else "")

    def controls(self, visit: Visit) -> Controls:
        """Return what Enter sends in the fields for names and for a friend's link."""
        fields: dict[str, m.Message] = {"name 0": m.EnterRoom(self.word), "name": Sit(), "handed": m.HandInMessage()}
        return Controls(fields=fields)

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about the players, the game, or a link."""
        room = visit.room
        talk = room.talk if room and not room.talk.peer.table else None  # the lobby's, until the game begins
        match message:
            case m.TypeText("name", text) if room:
                return self._with(visit, name=clean_name(text))
            case m.TypeText(field, text) if field.startswith("name "):
                return replace(visit, setup=with_text(visit.setup, field, text))
            case m.TypeText("handed", text) if room:
                typed = self._with(visit, message=text, is_wrong=False, outcome=("", ""))
                return replace(typed, room=replace(room, message_result=""))
            case m.Share(what) if room and what in _OF_NEWS:
                return super().update(replace(visit, room=room.with_news_packed()), message)
            case m.Shared(what, how):
                is_sent = room is not None and what in _OF_NEWS and how in SENT_OUTCOMES
                told = room.with_link_sent() if room and is_sent else room
                return replace(self._with(visit, outcome=(what, how)), room=told)
            case m.HandInMessage(text) if room:
                return self._handed_in(visit, room, text or self.message)
            case HideRoomCode():
                return self._with(visit, code="")
            case ShowRoomCode(what) if room:
                room = room.with_news_packed() if what == "news" else room
                link = self.link(visit, room, what)
                return Next(replace(self._with(visit, code=link), room=room), room.asking("code", link))
            case Paste() if room:
                return Next(self._with(visit, outcome=("", "")), (ReadClipboard(),))
            case RenewLink() if room and room.talk.is_planning:
                closed = room.with_talk(room.talk.with_changed_statement(closed=True))
                return replace(visit, room=closed, dialog=None).entering_room(NEW_ROOM)
            case Sit(kind) if talk and not _is_full(talk):
                who = Cartographer(self.name.strip() if kind == "here" else "")
                after = talk.with_changed_statement(chairs=(*talk.statement.chairs, Chair(kind, str(who))))
            case GetUp(place) if talk and 0 <= place < len(talk.statement.chairs):
                chairs = talk.statement.chairs
                after = talk.with_changed_statement(chairs=chairs[:place] + chairs[place + 1 :])
            case BeReady(on) if talk:
                after = talk.with_changed_statement(ready=on)
            case LeaveOut(device) if talk and talk.is_opener and device in talk.peer.log:
                after = talk.with_left_out(*({*talk.left_out} ^ {device}))
            case LeaveOutUnready() if talk and talk.is_opener:
                after = talk.with_left_out(*talk.left_out, *talk.unready)
            case LetInAll() if talk and talk.is_opener:
                after = talk.with_left_out()
            case BeginTogether() if talk and talk.is_opener and (begin := _beginning(talk)):
                after = talk.with_statement(talk.statement.with_beginning(begin))
            case _:
                return super().update(visit, message)
        if room is None or after is talk:
            return visit
        return replace(self._with(visit, name=""), room=room.with_talk(after), dialog=None)

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of the panel that adds a bot, or of the panel that replaces the room's link."""
        if dialog.panel is m.Panel.ROOM:
            return words("room.renew"), [
                h("p", words("room.renew.text"), class_="note"),
                button(RenewLink(), h("b", words("room.renew.now")), class_="confirm"),
            ]
        if dialog.panel is not m.Panel.SEAT:
            return None
        return words("setup.bot"), [
            button(
                Sit(write_seat(Bot(name))),
                icon("icon-bot"),
                h("span", h("b", words(f"bot.{name}")), h("small", words(f"bot.{name}.text"))),
                class_="card-choice",
                key=name,
            )
            for name in STRENGTHS
        ]

    def _with(self, visit: Visit, **changes: object) -> Visit:
        return replace(visit, screen=replace(self, **changes))  # type: ignore[arg-type] # its own values

    def _handed_in(self, visit: Visit, room: Room, text: str) -> Visit:
        """Return the visit after the player has pasted a friend's link or opened a file with one."""
        invitation = link_of(text, visit.page.clock.day).room
        after = room.hand_in(invitation) if invitation else room
        if after is room:
            return self._with(visit, is_wrong=True)
        if after.message_result in UNREAD:
            return replace(self._with(visit, is_wrong=False), room=after)
        return replace(self._with(visit, message="", is_wrong=False, read=self.read + 1), room=after)

    def link(self, visit: Visit, room: Room, what: str) -> str:
        """Return the link of the given kind: ``invite`` leads to the room, and ``news`` also carries the moves.

        The link with the news is empty until the news is packed.
        """
        packed = room.answers.get(("pack", room.talk.news), "") if what == "news" else ""
        address = localized_address(visit.page.edition.address, visit.page.language)
        return (
            f"{address}{Invitation(room.word, packed and MESSAGE_PREFIX + packed)}"
            if packed or what == "invite"
            else ""
        )

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return a link as a text or a file, or None if it isn't ready."""
        as_file = what == _FILE
        link = self.link(visit, visit.room, "news" if as_file else what) if visit.room else ""
        if not link:
            return None
        return File("cartographers-room.txt", f"{link}\n") if as_file else Text(link)

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the progress of entering, or the reason for waiting."""
        room = visit.room
        if visit.room_transition.entering:
            yield Announcement("news", words("room.entering"))
        elif room and room.word == self.word and (waits := _waits(room)):
            yield Announcement("news", words(waits))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the room, the form that opens or joins it, or the progress of entering."""
        room = visit.room
        body: list[Element | None]
        behind = scenery.map_behind(visit) if visit.page.can_draw_scenery else None
        foot: list[Element | None] = []
        if visit.room_transition.entering:
            body = [h("p", words("room.entering"))]
        elif room is None or room.word != self.word:
            body = _before(words, visit, self.word)
        else:
            body, behind = self._inside(words, visit, room), None
            # Trouble can come at any time. Down here, it moves no button.
            foot = [room_trouble(words, room), _foot(words, visit, room)]
        return h(
            "main",
            behind,
            back_header(words, self.title(words)),
            h("div", body, class_="form"),
            h("div", foot, class_="thumb") if any(foot) else None,
            class_="setup room",
            key="room",
        )

    def _inside(self, words: Words, visit: Visit, room: Room) -> list[Element | None]:
        return [
            self._by_hand(words, visit, room) if room.talk.presence.offline else None,
            self._invite(words, visit, room),
            _people(words, room, self.name) if room.peer.table is None else _seats(words, room),
            None if room.talk.presence.offline else self._by_hand(words, visit, room),
            _notify(words, visit.memory.preferences, room),
            _relays(words, room),
            button(m.LeaveRoom(), icon("icon-leave"), h("span", words("room.leave")), class_="wide"),
        ]

    def _invite(self, words: Words, visit: Visit, room: Room) -> Element:
        """Return the section with the link to the room. It is collapsed while no relay works."""
        return (_folded if room.talk.presence.offline else _part)(
            words,
            "invite",
            h("p", words("room.invite.late" if room.peer.table else "room.invite.text"), class_="note"),
            self._ways(words, visit, room, "invite"),
            button(m.Open("room"), icon("icon-plus"), h("span", words("room.renew")), class_="wide", key="renew")
            if room.talk.is_planning and len(room.peer.log) > 1
            else None,
        )

    def _by_hand(self, words: Words, visit: Visit, room: Room) -> Element:
        """Return the section for playing without relays: the step that sends a link, and the one that reads others.

        The section is open while no relay works, and so is the step that is due. After a link was read, none is due.
        """
        told = "room.handed.wrong" if self.is_wrong else room.message_result
        is_read = bool(told) and told not in UNREAD
        what, how = self.outcome
        told_of_sharing = f"room.told.{how}" if how and what in {*_OF_NEWS, "paste"} else ""
        return (_part if room.talk.presence.offline else _folded)(
            words,
            "by-hand",
            h("p", words("room.by-hand.text"), class_="note"),
            _step(words, 1, "send", self._ways(words, visit, room, "news"), is_due=not room.is_sent),
            _step(
                words,
                2,
                "open",
                button(Paste(), icon("icon-check"), h("span", words("room.paste")), class_="wide")
                if visit.page.edition.pastes
                else None,
                h(
                    "div",
                    h(
                        "textarea",  # a single-line field would join the lines of a pasted message
                        name="handed",
                        rows=1,
                        placeholder=words("room.handed"),
                        autocomplete="off",
                        spellcheck="false",
                        aria_label=words("room.handed"),
                        aria_invalid="true" if told in UNREAD else None,
                        key=f"handed {self.read}",
                    ),
                    button(m.HandInMessage(), h("span", words("room.hand-in")), class_="key"),
                    class_="sit",
                ),
                file_field(words("room.hand-in.file"), "handed"),
                is_due=room.is_sent and not is_read,
            ),
            status(h("p", words(told_of_sharing)) if told_of_sharing and not told else None),
            _result(words, room, told) if told else None,
        )

    def _ways(self, words: Words, visit: Visit, room: Room, what: str) -> Element:
        """Return buttons that share or copy a link, or show its QR code.

        The link to the room is always visible. The one with the news is made when it leaves the page, and is only shown
        if the player must copy it.
        """
        link = self.link(visit, room, what)
        shown = bool(link) and self.code == link
        drawing = room.answers.get(("code", link), "")
        too_long = shown and not drawing and ("code", link) in room.answers
        told, how = self.outcome
        is_news = what == "news"
        must_copy = how in {"shown", "late"} and told in ({what, _FILE} if is_news else {what})
        share = button(m.Share(what), icon("icon-share"), h("span", words("room.share")), class_="wide", key="share")
        copy = button(
            m.Share(what, "copy"), icon("icon-copy"), h("span", words("room.copy")), class_="wide", key="copy"
        )
        code = button(
            HideRoomCode() if shown else ShowRoomCode(what),
            icon("icon-code"),
            h("span", words("room.code")),
            class_="wide",
            key="code",
            aria_expanded="true" if shown else "false",
        )
        return h(
            "div",
            h(
                "output",
                link,
                translate="no",
                aria_live="off",  # nobody wants to hear a link read aloud
                class_="link by-hand" if must_copy else "link",
                tabindex="-1",
                key="link",
            )
            if must_copy or not is_news
            else None,
            h(
                "div",
                share if visit.page.edition.shares else None,
                copy,
                code,
                button(m.Share(_FILE, "save"), words("room.file"), class_="wide", key="file") if is_news else None,
                class_="ways",
            ),
            status(h("p", words(f"room.told.{how}")) if told == what and how else None) if not is_news else None,
            h("p", words("room.link.long", count=number(len(link))), class_="note", key="long")
            if len(link) > _SHORTEST_LIMIT
            else None,
            code_picture(drawing, words("room.code.label")) if shown and drawing else None,
            h("p", words("room.code.long"), class_="note") if too_long else None,
            class_="handing",
            key=what,
        )


def _step(words: Words, number: int, name: str, *children: Child, is_due: bool) -> Element:
    """Return a numbered step, which is collapsed unless it is due."""
    title = h("summary", h("b", str(number), class_="letter"), " ", h("h3", words(f"room.step.{name}")))
    looks = "link-step due-step" if is_due else "link-step"
    return h("details", title, h("div", *children, class_="folded"), class_=looks, open=is_due, key=f"{looks} {name}")


def _result(words: Words, room: Room, told: str) -> Element:
    """Return the sentence about the link that was handed in last."""
    names = [device_names(words, room, device) for device in room.message_devices]
    text = words(told, name=words.list(names)) if told == "room.handed.read" else words(told)
    return h("p", text, class_="error" if told in UNREAD else "note", role="alert", key=told)


def _folded(words: Words, name: str, *children: Child) -> Element:
    """Return a section that is collapsed until the player opens it."""
    title = h("summary", h("h2", words(f"room.{name}")))
    return h("details", title, h("div", *children, class_="folded"), class_="part", key=name)


def _part(words: Words, name: str, *children: Child) -> Element:
    title = f"room-{name}"
    return h(
        "section", h("h2", words(f"room.{name}"), id=title), *children, class_="part", aria_labelledby=title, key=name
    )


def _before(words: Words, visit: Visit, word: str) -> list[Element | None]:
    """Return the form that opens or joins a room, with a note on privacy."""
    who = visit.setup.cartographers[0]
    key = "join" if word else "open"
    return [
        _part(
            words,
            key,
            h("p", words(f"room.{key}.text")),
            h(
                "input",
                name="name 0",
                value=who.name,
                placeholder=words("room.name"),
                maxlength=MAX_NAME_LENGTH,
                dir="auto",
                autocomplete="off",
                aria_label=words("room.name"),
                key="name",
            ),
            h("p", words("room.leaves"), class_="note", key="leaves") if visit.room else None,
            button(m.EnterRoom(word), h("b", words(f"room.{key}")), class_="confirm"),
            h("p", words("room.privacy"), class_="note"),
        )
    ]


#: The name of the share that saves a link as a file, and the length beyond which some messaging apps cut links.
_FILE, _SHORTEST_LIMIT = "file", 2_000
#: The names of the shares that contain this device's news.
_OF_NEWS = frozenset({"news", _FILE})


# ------------------------------------------------------------------- the players


def _people(words: Words, room: Room, name: str) -> Element:
    """Return the players in the room, and the controls that add more."""
    log, opener = room.peer.log, room.peer.opener
    chairs = all_chairs(log, opener)
    plan = log[opener].statement.plan if opener in log else None
    full = _is_full(room.talk)
    begin = _beginning(room.talk, plan)
    seated = list(begin.players) if begin else []
    unready = room.talk.unready
    own, items, has_all = 0, [], True
    for place, (device, chair) in enumerate(chairs):
        # A device that hasn't received the plan yet can't tell who gets a seat.
        has_seat = not begin or SeatedPlayer(device, chair) in seated
        if begin and has_seat:
            seated.remove(SeatedPlayer(device, chair))
        message: m.Message | None = None
        if device == room.talk.device:
            message, own = GetUp(own), own + 1
            has_all = has_all and has_seat
        elif room.talk.is_opener:
            message = LeaveOut(device)
        items.append(_chair(words, room, device, chair, place, message, has_seat=has_seat))
    return _part(
        words,
        "people",
        h("p", summary(words, setup_of("", begin.game, ()))) if begin else None,
        h("div", blank_map(begin.game.side, words("map")), class_="custom-map", key="map")
        if begin and is_custom(begin.game.side)
        else None,
        button(m.Go("set-up"), icon("icon-preferences"), h("span", words("room.plan")), class_="wide")
        if room.talk.is_planning
        else None,
        h("ol", items, class_="chairs"),
        h("p", words("room.seatless"), class_="note", key="seatless")
        if full and not has_all and _has_seat(room.talk) and room.talk.device not in room.talk.left_out
        else None,
        button(
            LeaveOutUnready(),
            icon("icon-cross"),
            h("span", words("room.leave-out-all", count=sum(device in unready for device, _ in chairs))),
            class_="wide",
            key="leave-out-all",
        )
        if room.talk.is_planning and len(unready) > 1
        else None,
        button(LetInAll(), icon("icon-undo"), h("span", words("room.let-in-all")), class_="wide", key="let-in-all")
        if room.talk.is_planning and len(room.talk.left_out) > 1
        else None,
        h(
            "div",
            h(
                "input",
                name="name",
                value=name,
                placeholder=words("line.name"),
                maxlength=MAX_NAME_LENGTH,
                dir="auto",
                autocomplete="off",
                aria_label=words("room.sit.label"),
                key="name",
            ),
            button(
                Sit(),
                icon("icon-plus"),
                h("span", words("room.sit")),
                class_="key",
                aria_disabled="true" if full else None,
            ),
            class_="sit",
        ),
        button(
            m.Open("seat"),
            icon("icon-bot"),
            h("span", words("setup.bot")),
            class_="wide bot",
            aria_disabled="true" if full else None,
        ),
    )


def _chair(
    words: Words, room: Room, device: str, chair: Chair, number: int, message: m.Message | None, *, has_seat: bool
) -> Element:
    """Return a player in the room with their state, and the button that removes them or leaves out their device."""
    ready = room.peer.log[device].statement.ready
    is_here, is_out = room.talk.is_here(device), device in room.talk.left_out
    state = "no-seat" if not has_seat else "ready" if ready else "not-ready"
    key, look = (f"room.{state}", state) if is_here else (room.presence_of(device), "away")
    name = name_of_chair(words, chair, number)
    is_switch = device != room.talk.device  # for all players of the device
    names = device_names(words, room, device) if is_switch else name
    return h(
        "li",
        crest_of_chair(words, chair, number),
        h("b", name),
        h("span", icon("icon-bot"), class_="bot") if bot_of(chair) else None,
        h("span", words(key), class_=f"state {look}"),
        button(
            message,
            icon("icon-plus" if is_out and is_switch else "icon-cross"),
            class_="key",
            aria_label=words("room.let-in" if is_out and is_switch else "room.get-up", name=names),
        )
        if message
        else None,
        key=f"{number}",
    )


#: The keys of the sentences about players whose moves haven't arrived, by their presence; none if that is unknown.
_DRAWING = {"room.mine": "room.draws", "room.here": "room.draws", "room.away": "room.draws-not"}


def _seats(words: Words, room: Room) -> Element | None:
    """Return the seats of the game: who draws for each, and whether that device is here."""
    table = room.peer.table
    if not table:
        return None
    items = []
    for seat in range(len(table.handovers)):
        handover, chair = table.current_handover(seat), table.beginning.players[seat].chair
        presence = room.presence_of(handover.device)
        taken = seat in lost_seats(table, room.talk.device)
        where, drawn = words(presence), _DRAWING.get(presence) if seat in table.waits_for else "room.has-drawn"
        sat = table.handovers[seat][0].device
        where = (
            f"{where} ({device_names(words, room, handover.device)})"
            if handover.device not in {sat, room.talk.device}
            else where
        )
        items.append(
            h(
                "li",
                crest_of_chair(words, chair, seat),
                h("b", name_of_chair(words, chair, seat)),
                h("span", icon("icon-bot"), class_="bot") if handover.kind != "here" else None,
                h("span", f"{where}, {words(drawn)}" if drawn else where, class_="state"),
                button(m.TakeSeat(seat), icon("icon-undo"), h("span", words("room.take-back")), class_="key")
                if taken
                else None,
                key=str(seat),
            )
        )
    return _part(words, "people", h("ol", items, class_="chairs"))


#: The keys of the sentences for players who wait for the host.
_HOST = {
    HostState.HERE: "room.wait-for-opener",
    HostState.SILENT: "room.host-silent",
    HostState.LEFT: "room.host-left",
    HostState.UNHEARD: "room.host-unheard",
}


def _waits(room: Room) -> str:
    """Return the key of the reason why the players here wait for the game, or an empty text."""
    if room.peer.table or room.talk.is_opener or room.talk.is_closed:
        return ""
    if room.talk.device in room.talk.left_out:
        return "room.left-out"
    if room.peer.is_excluded:
        return ""
    if not _has_seat(room.talk):
        return "room.seatless"
    if not room.talk.statement.ready:
        return ""
    return _HOST[room.talk.host]


def _foot(words: Words, visit: Visit, room: Room) -> Element | None:
    """Return the large button to begin, be ready, or go to the game, or None if there is nothing to do."""
    if room.peer.table:
        is_under = any(shows_game(room, screen) for screen in visit.screens_below)
        return button(m.Back() if is_under else m.EnterRoom(room.word), h("b", words("room.to-game")), class_="confirm")
    if not room.talk.is_opener:
        waits = _waits(room)
        if room.talk.is_closed or (room.peer.is_excluded and not waits):
            return None  # an alert explains why
        if waits in {"room.left-out", "room.seatless"}:
            return h("p", words(waits), class_="waits", key="waits")
        if not waits:
            ready = button(BeReady(on=True), h("b", words("room.be-ready")), class_="confirm", key="ready")
            has_left = room.talk.host is HostState.LEFT
            return h("div", h("p", words(_HOST[HostState.LEFT])), ready, class_="waits") if has_left else ready
        return h(
            "div",
            h("p", words(waits)),
            button(BeReady(on=False), h("span", words("room.be-unready")), class_="wide"),
            class_="waits",
            key="waits",
        )
    begin = _beginning(room.talk)
    seated = begin.players if begin else ()
    chairs = enumerate(all_chairs(room.peer.log, room.peer.opener))
    busy = [
        name_of_chair(words, chair, place)
        for place, (device, chair) in chairs
        if SeatedPlayer(device, chair) in seated and not room.peer.log[device].statement.ready
    ]
    return button(
        BeginTogether(),
        h("b", words("start.begin")),
        h("span", words("room.unready", name=words.list(busy)))
        if busy
        else h("span", words("room.nobody-yet"))
        if {sitting.device for sitting in seated} <= {room.talk.device}
        else None,
        class_="confirm",
        aria_disabled=None if begin else "true",
    )


def _beginning(talk: Talk, plan: GameId | None = None) -> Beginning | None:
    """Return the beginning of the game with the players who are here, or None without a plan or players.

    ``plan`` is the host's setup. Devices that the host leaves out, and players beyond the maximum, get no seat.
    """
    plan = plan or talk.statement.plan
    chairs = _players(talk)[:MAX_PLAYERS]
    if not plan or not chairs:
        return None
    return Beginning(replace(plan, players=len(chairs)), tuple(SeatedPlayer(device, chair) for device, chair in chairs))


def _players(talk: Talk) -> list[tuple[str, Chair]]:
    """Return the chairs of all devices that are here and not left out, each with its device."""
    chairs = all_chairs(talk.peer.log, talk.peer.opener)
    return [(device, chair) for device, chair in chairs if device not in talk.left_out and talk.is_here(device)]


def _is_full(talk: Talk) -> bool:
    """Return whether all seats are taken."""
    return len(_players(talk)) >= MAX_PLAYERS


def _has_seat(talk: Talk) -> bool:
    """Return whether a player on this device gets a seat, or the device brings no players."""
    return not talk.statement.chairs or talk.device in dict(_players(talk)[:MAX_PLAYERS])


# ------------------------------------------------------------------- notifications and relays


#: The keys of the sentences about missing notifications, by the browser's permission.
_UNAVAILABLE = {"": "room.notify.missing", "denied": "room.notify.denied"}


def _notify(words: Words, preferences: Preferences, room: Room) -> Element:
    """Return the settings for calling the player to draw while the page is in the background."""

    def options(what: str, label: str, key: str) -> Element:
        now = preferences._asdict()[what]
        found = choice(words, key, OPTIONS[what], now, words(label), partial(m.Prefer, what))
        return h("div", h("dt", words(label)), h("dd", found), key=what)

    return _folded(
        words,
        "notify",
        h("p", words("room.notify.text"), class_="note"),
        h(
            "dl",
            options("notify", "room.notify.label", "room.notify.label") if room.permission else None,
            options("sound", "prefer.sound", "sound"),
            class_="preferences",
        ),
        h("p", words(_UNAVAILABLE[room.permission]), class_="note") if room.permission in _UNAVAILABLE else None,
        h("p", words("room.notify.quiet"), class_="note"),
    )


def _relays(words: Words, room: Room) -> Element:
    """Return the state of each relay with a switch.

    Players need at least one relay in common.
    """
    relays = room.relays
    now = {relay.url: relay for relay in relays.states}
    is_last = len(relays.off) == len(relays.listed) - 1

    def state(url: str) -> str:
        """Return the last word of the key for a relay's state."""
        return "off" if url in relays.off else now[url].state if url in now else "closed"

    return _folded(
        words,
        "relays",
        h("p", words("room.privacy"), class_="note"),
        h(
            "ul",
            [
                h(
                    "li",
                    h("b", url.partition("//")[2]),
                    h("span", words(f"room.relay.{state(url)}"), class_="state"),
                    h("small", now[url].why) if url in now and now[url].why else None,
                    button(
                        m.SwitchRelay(url),
                        words("room.relay.use" if url in relays.off else "room.relay.do-without"),
                        class_="choice",
                        aria_disabled="true" if is_last and url not in relays.off else None,
                    ),
                    key=url,
                )
                for url in relays.listed
            ],
            class_="relays",
        ),
    )


def screen(_: Visit, about: str) -> Screen:
    """Return the lobby of the room with the given word, or of a new room if the word is empty."""
    return Lobby(about)
