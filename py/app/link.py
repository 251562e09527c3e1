"""Meaning of a link: a game or a room, and whether the page is a frame in another page.

``?id=c1-a-1p-k3x9q2`` is that game, ``?daily`` the daily game (UTC), and ``?record=`` a game and its plies, plain or
packed. ``?beat=`` is a finished solo game: its result is to be beaten, and ``&by=`` names its player. With ``embed``,
the page is a frame in another page. ``#room=`` invites to a room. All other names mean nothing to us.

People and messengers change links. They encode them once or twice, write names in capitals, break lines, append
parameters of their own, and let a sentence continue right behind a link. All of that is read. :data:`ASKED` is the only
description of where names and values are: web/first.js reads addresses by it, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar
from urllib.parse import quote, unquote

from app.game.daily import daily
from app.game.rival import Rival, rival_of
from app.game.setup import name_typed
from app.invitation import Invitation, read_invitation, room_in
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, Sentence
from cartographers.game_id import GameId
from cartographers.maps import SIDES_OF
from cartographers.record import Played, read_record, write_record
from words import LANGUAGES

#: The names that ask for a game, and the one for a frame in another page.
GAMES = ("id", "daily", "record", "beat")
EMBED = "embed"
#: The names of the player who is to be beaten, of a room, and of the page's language.
_BY, _ROOM, _LANGUAGE = "by", "room", "lang"


def _any_case(name: str) -> str:
    return "".join(f"[{letter}{letter.upper()}]" for letter in name)


_NAMES = f"(?:{'|'.join(map(_any_case, (*GAMES, EMBED, _BY, _ROOM, _LANGUAGE)))})(?![\\w-])"
_BEFORE_NAME = r"(?:[?&#]|%(?:25)*(?:3[Ff]|26|23))(?:amp(?:;|%(?:25)*3[Bb]))*"
#: Finds each name in a link with its value, as a regular expression of Python and JavaScript. It ignores case without a
#: flag, because Python needs functions for that flag that the page fetches after its start.
ASKED = rf"{_BEFORE_NAME}({_NAMES})(?:(?:=|%(?:25)*3[Dd])((?:(?!{_BEFORE_NAME}{_NAMES})[^?&#])*))?"

#: Maximum number of times that a value was encoded, and of lines that it was broken into.
_MOST_ENCODED, _MOST_LINES = 4, 60
_BETWEEN = r'[\s"<>]+'
#: The characters that values may have; a text in Korean may continue right behind them.
_WRITTEN = "[!-$&-~]*"
_CLOSING = ".,:;!?'`*_~|)]}>/\\"
#: Those that may follow a name, which may itself be in other letters.
_CLOSING_NAME = (
    ".,:;!?'`*_~|)]}>/\\\"\u2019\u201d\u00bb\u2026\u3001\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1f\ufffd"
)
_PLAIN = r"c\d+-[\w-]+(?:\.[a-z](?:[A-K]\d+)+(?:x(?:[A-K]\d+)+)?)+"

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Link:
    """What an address asks for.

    ``id`` is the game's, ``None`` where none is asked for, and ``record`` has its plies, too. ``rival`` is who is to be
    beaten in it. ``room`` is the one to which a link invites. ``error`` says that the link is damaged; the rest has
    what can still be read of it.
    """

    id: GameId | None = None
    record: str = ""
    rival: Rival | None = None
    embedded: bool = False
    room: Invitation | None = None
    error: Sentence | None = None
    #: True if the link's game has been played to its end here.
    tried: bool = False
    #: The most stars that it has brought here, without practice.
    best: int | None = None

    @property
    def begins(self) -> str:
        """Which game an embed begins: the link's; without one, another one each time."""
        return "set-up" if self.id is None else "link"

    @property
    def side(self) -> str:
        """The map side of the link's game; without one, the base game's first side."""
        return self.id.side if self.id else SIDES_OF[Box.BASE][0]

    @property
    def page(self) -> str:
        """The address of the full page with the same game or room, from the page's own."""
        if self.room:
            return f"./{self.room}"
        if not self.record:
            return "./"
        if self.rival:
            return f"./?{beating(self.rival)}"
        return f"./?id={self.id}" if self.record == str(self.id) else f"./?record={self.record}"

    @property
    def beaten(self) -> bool:
        """Whether the rival has been beaten here."""
        return self.rival is not None and self.best is not None and self.best > self.rival.stars

    def played(self, game_id: GameId, stars: int | None) -> Link:
        """Return the link after a game with an id has ended here with its most stars, or without any as practice."""
        if game_id != self.id or self.record != str(self.id):
            return self
        best = self.best if stars is None else stars if self.best is None else max(self.best, stars)
        return replace(self, tried=True, best=best)

    @property
    def kept_under(self) -> str:
        """What to add to the name under which a game is kept: each embed has its own, and all else has one."""
        return f"?{self.record}" if self.embedded else ""


NO_LINK = Link()
#: Maximum characters of a text in which a link is looked for: a file can have millions.
LONGEST = 200_000


def link_of(text: str, today: date) -> Link:
    """Return what an address asks for, or any text with one link of ours in it."""
    asked = asked_in(text[:LONGEST])
    if not asked:
        return NO_LINK
    embedded = any(name == EMBED for name, _ in asked)
    given = dict(reversed(asked))
    games = list(dict.fromkeys(name for name, _ in asked if name in GAMES))
    if len(games) > 1:
        link = Link(error=Sentence("link.several", {}))
    elif games:
        link = _to_game(games[0], given, today)
    else:
        link = NO_LINK
    if _ROOM in given:
        link = _with_room(link, given[_ROOM])
    if embedded and link.error:
        link = Link(error=link.error)
    return replace(link, embedded=embedded)


def asked_in(text: str) -> list[tuple[str, str]]:
    """Return the names in a link, in lower case, with their values as they are written there."""
    return [(name.lower(), value) for name, value in re.findall(ASKED, text, re.ASCII)] if text else []


def beating(rival: Rival) -> str:
    """Return the query of a link that asks to beat somebody."""
    from cartographers.packed import pack  # noqa: PLC0415 - the first screen needs none of it

    name = quote(rival.name, safe="").replace(".", "%2E")  # a full stop at the end would be taken for a sentence's
    return f"beat={pack(rival.played)}{f'&{_BY}={name}' if name else ''}"


def address_of(href: str) -> str:
    """Return a page's address without what it asks for."""
    return href.partition("#")[0].partition("?")[0]


def typed(address: str) -> str:
    """Return an address as people would type it."""
    return unquote(address).partition("://")[2].removesuffix("index.html").removesuffix("/")


def address_in(address: str, language: str) -> str:
    """Return the address that leads to the page and tells in a language what it leads to."""
    return address if language == LANGUAGES[0] else f"{address.rpartition('/')[0]}/{language}/"


def _to_game(name: str, given: dict[str, str], today: date) -> Link:
    """Return the link to a game, or to what can be read of it."""
    if name == "daily":
        return Link(daily(today), str(daily(today)))
    tries = list(_tries(given[name]))
    # A record may have been broken where its first part reads as a record, too.
    tries = [*[text for text in tries if re.fullmatch(_PLAIN, text, re.ASCII)][-1:], *tries]
    try:
        if name != "beat":
            played = _first(tries, _played)
            return Link(played.id, write_record(played.id, played.plies if name == "record" else ()))
        rival = _first(tries, lambda text: rival_of(text, _named(given.get(_BY, ""))))
        return Link(rival.id, str(rival.id), rival)
    except InvalidRecord as error:
        what = Sentence(f"link.{name}", {})
        if _is_of_other_rules(error.sentence):
            return Link(error=Sentence("link.version", {"what": what}))
        why = "link.players" if error.sentence.key == "error.beat.players" else "link.part"
        part = _part_of(name, tries[0], Sentence(why, {"what": what}))
        return part or Link(error=Sentence("link.damaged", {"what": what}))


def _played(text: str) -> Played:
    """Return the game of a record, packed or plain."""
    from cartographers.packed import read_any  # noqa: PLC0415 - the first screen needs none of it

    return read_any(text)


def _part_of(name: str, text: str, error: Sentence) -> Link | None:
    """Return the link to the readable part of a record: the plies before the damage, or at least the game."""
    try:
        played = _played(text)
    except InvalidRecord as damage:
        number = damage.sentence.values.get("number")
        if not isinstance(number, int):
            return None
        played = read_record(".".join(text.split(".")[:number]))
    plies = played.plies if name == "record" else ()
    return Link(played.id, write_record(played.id, plies), error=error)


def _with_room(link: Link, value: str) -> Link:
    """Return a link that also invites to a room; the room counts even if the message in its link is damaged."""
    tries = list(_tries(value))
    for read in (read_invitation, room_in):
        try:
            return replace(link, room=_first(tries, read))
        except InvalidRecord:
            continue
    return replace(link, error=Sentence("link.damaged", {"what": Sentence("link.room", {})}))


def _first(tries: list[str], read: Callable[[str], _Read]) -> _Read:
    """Return what the first text comes to that can be read; raise the first one's error if none can."""
    errors = []
    for text in tries:
        try:
            return read(text)
        except InvalidRecord as error:
            errors.append(error)
    raise errors[0]


def _is_of_other_rules(error: Sentence) -> bool:
    """Say whether a game id cannot be read because it is of another version of the rules."""
    while error.key == "error.record" and isinstance(error.values["why"], Sentence):
        error = error.values["why"]
    return error.key in {"error.id.older", "error.id.newer"}


def _tries(value: str) -> Iterator[str]:
    """Yield what a value may be: its first line, more lines each time, and each also without closing punctuation."""
    for _ in range(_MOST_ENCODED):
        value = unquote(value)
    whole = ""
    for piece in _pieces("".join(filter(_is_seen, value)))[:_MOST_LINES]:
        written = re.match(_WRITTEN, piece)
        whole += written[0] if written else ""
        yield whole
        yield whole.rstrip(_CLOSING)
        if not piece.isascii() or "%" in piece:
            return


def _is_seen(character: str) -> bool:
    """Say whether a character can be seen, or is white space; messengers insert others."""
    return character.isprintable() or character.isspace()


def _pieces(text: str) -> list[str]:
    return re.sub(_BETWEEN, " ", text).split(" ")


def _named(value: str) -> str:
    """Return the name of a player."""
    value = _pieces(value)[0].rstrip(_CLOSING_NAME).replace("+", " ")
    for _ in range(_MOST_ENCODED):
        value = unquote(value)
    return name_typed(value.strip().rstrip(_CLOSING_NAME[len(_CLOSING) :]))
