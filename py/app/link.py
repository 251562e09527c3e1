"""What an address asks for: which game, and whether it is shown in somebody else's page.

``?id=c1-a-1p-k3x9q2`` is that game, ``?daily`` the one that is everybody's on a day (UTC), ``?record=`` a game and its
plies. ``?beat=`` is the game of a record that is over, from its beginning: its result is to be beaten, and ``&by=``
names who played it. With ``embed`` the page is a frame in another page. Whatever else there is means nothing to us.
``#room=`` invites to a room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import parse_qsl, quote

from app.daily import daily
from app.invitation import FRAGMENT, Invitation, read_invitation
from app.rival import Rival, rival_of
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, Sentence
from cartographers.game_id import GameId, read_game_id
from cartographers.maps import SIDES_OF
from cartographers.record import read_record, write_record
from words import LANGUAGES

#: The words that ask for a game, and the one for a frame in another page.
GAMES = ("id", "daily", "record", "beat")
EMBED = "embed"
#: The word that names who is to be beaten.
_BY = "by"


@dataclass(frozen=True, slots=True)
class Link:
    """What an address asks for.

    ``id`` is the game's, ``None`` where none is asked for, and ``record`` has its plies, too. ``rival`` is who is to be
    beaten in it. ``room`` is the one to which a link invites. ``error`` says why an address cannot be read.
    """

    id: GameId | None = None
    record: str = ""
    rival: Rival | None = None
    embedded: bool = False
    room: Invitation | None = None
    error: Sentence | None = None

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
    def kept_under(self) -> str:
        """What to add to the name under which a game is kept: each embed has its own, and all else has one."""
        return f"?{self.record}" if self.embedded else ""


NO_LINK = Link()


def link_of(query: str, today: date, fragment: str = "") -> Link:
    """Return what the query of an address asks for, and its fragment, or why that cannot be read."""
    parts = parse_qsl(query.removeprefix("?"), keep_blank_values=True)
    try:
        room = read_invitation(fragment) if fragment.startswith(FRAGMENT) else None
        link = _link_to([(name, value) for name, value in parts if name in GAMES], dict(parts).get(_BY, ""), today)
        link = replace(link, room=room)
    except InvalidRecord as error:
        link = Link(error=error.sentence)
    return replace(link, embedded=any(name == EMBED for name, _ in parts))


def beating(rival: Rival) -> str:
    """Return the query of a link that asks to beat somebody."""
    by = f"&{_BY}={quote(rival.name, safe='')}" if rival.name else ""
    return f"beat={rival.record}{by}"


def address_of(href: str) -> str:
    """Return a page's address without what it asks for."""
    return href.partition("#")[0].partition("?")[0]


def address_in(address: str, language: str) -> str:
    """Return the address that leads to the page and tells in a language what it leads to."""
    return address if language == LANGUAGES[0] else f"{address.rpartition('/')[0]}/{language}/"


def _link_to(games: list[tuple[str, str]], by: str, today: date) -> Link:
    if not games:
        return NO_LINK
    if len(games) > 1:
        raise InvalidRecord("error.link.games", count=len(games), names=[name for name, _ in games])
    [(name, value)] = games
    if name == "record":
        played = read_record(value)
        return Link(played.id, write_record(played.id, played.plies))
    if name == "beat":
        rival = rival_of(value, by)
        return Link(rival.id, str(rival.id), rival)
    game_id = daily(today) if name == "daily" else read_game_id(value)
    return Link(game_id, str(game_id))
