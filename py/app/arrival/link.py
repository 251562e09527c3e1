"""Links: the game or the room that an address asks for.

``?id=c1-a-1p-k3x9q2`` asks for that game, ``?daily`` for the daily game (UTC), and ``?record=`` for a game with its
plies, plain or packed. ``?beat=`` has a finished solo game with a result to beat, and ``&by=`` the name of its
player. ``?map=`` before one of these has the name of its custom map. With ``embed``, the page is a frame in another
page. ``#room=`` invites the player to a room. All other names are ignored.

People and messaging apps change links: they encode them once or twice, capitalize names, break lines, append their own
parameters, or continue a sentence right after a link. Forums and chats put links between marks, and filters of mail put
them into links of their own. The page reads all of these links. :data:`PARAMETER` is the only definition of the syntax
of names and values; web/first.js also uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar
from urllib.parse import quote, unquote

from app.arrival.invitation import Invitation, read_damaged_invitation, read_invitation
from app.game.custom_maps import typed_name
from app.game.daily import daily
from app.game.rival import Rival, rival_of
from app.game.setup import clean_name
from app.game.summary import results_of
from cartographers import packed
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord, Sentence
from cartographers.game_id import GameId
from cartographers.record import read_record, write_record
from cartographers.sides import SIDES_OF, is_custom
from words import LANGUAGES

#: The names that ask for a game.
GAMES = ("id", "daily", "record", "beat")
#: The name in links to a page that is a frame in another page.
EMBED = "embed"
#: The names for a rival's player, for a custom map's name, for a room, and for the page's language.
_BY, _MAP, _ROOM, _LANGUAGE = "by", "map", "room", "lang"
#: The name for a rival's game.
_BEAT = "beat"


def _any_case(name: str) -> str:
    return "".join(f"[{letter}{letter.upper()}]" for letter in name)


_NAMES = f"(?:{'|'.join(map(_any_case, (*GAMES, EMBED, _BY, _MAP, _ROOM, _LANGUAGE)))})(?![\\w-])"
_BEFORE_NAME = r"(?:[?&#]|%(?:25)*(?:3[Ff]|26|23))(?:amp(?:;|%(?:25)*3[Bb]))*"
#: The beginning of a parameter that a program has added to a link, and encoded with it.
_ADDED = r"%(?:25)*26[A-Za-z]\w*%(?:25)*3[Dd]"
#: Regular expression, for Python and JavaScript, that finds each name in a link with its value. It ignores case without
#: a flag: Python needs functions for that flag that the page fetches only after its start.
PARAMETER = rf"{_BEFORE_NAME}({_NAMES})(?:(?:=|%(?:25)*3[Dd])((?:(?!{_BEFORE_NAME}{_NAMES}|{_ADDED})[^?&#])*))?"

#: Maximum number of times that a value may be encoded, and maximum number of lines that it may span.
_MOST_ENCODED, _MOST_LINES = 4, 60
_BETWEEN = r'[\s"<>]+'
#: The characters of values; Korean text may follow them immediately.
_WRITTEN = "[!-$&-~]*"
_CLOSING = ".,:;!?'`*_~|)]}>/\\"
#: The punctuation that may follow a player's name, which may contain letters of any script.
_CLOSING_NAME = (
    ".,:;!?'`*_~|)]}>/\\\"\u2019\u201d\u00bb\u2026\u3001\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1f\ufffd"
)
#: A text without the characters that are encoded in links, so that they belong to a mark around a link:
#: ``[url=LINK]LINK[/url]`` in forums, ``<LINK|text>`` in chats.
_UNMARKED = r"[^][|{}^`]*"
#: A backslash before punctuation, as in some chats; links in base 64, and in Proofpoint's form, in links of filters.
_ESCAPED = r"\\([!-/:-@[-`{-~])"
_IN_BASE_64 = r"([=/])(aHR0c[\w+/-]+={0,2})"
#: In the newer form, each star stands for the next of the characters at the end.
_NEW_PROOFPOINT = r"urldefense\.com/v3/__([\s\S]*?)__;([\w+/-]*=*)!!"
_PROOFPOINT = r"(urldefense\.proofpoint\.com/v2/url\?u=)([\w.-]+)"
#: The signs that one of these patterns may match.
_SIGNS = ("\\", "aHR0c", "urldefense", "=3D")
#: An equals sign that mail programs haven't encoded.
_NOT_IN_MAIL = r"=(?!3D|\r?\n)"
_PLAIN = r"c\d+-[\w-]+(?:\.[a-z](?:[A-K]\d+)+(?:x(?:[A-K]\d+)+)?)+"

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Link:
    """The game or the room that an address asks for."""

    #: The game id; None if the link asks for no game.
    id: GameId | None = None
    #: The game id and the plies as one line; empty without a game.
    record: str = ""
    #: The finished game to beat.
    rival: Rival | None = None
    #: The name of the game's custom map; empty for a custom map without a name, and for any other map.
    map_name: str = ""
    #: True if the page is a frame in another page.
    embedded: bool = False
    #: The room to which the link invites.
    room: Invitation | None = None
    #: An error notice about a damaged link; the other fields have its readable part.
    error: Sentence | None = None
    #: True if the player has finished the link's game.
    was_played: bool = False
    #: The player's best result in the link's game, in stars, not counting practice.
    best_stars: int | None = None
    #: The saved text of the game with that result; empty if it ended in this visit.
    best_game: str = ""
    #: True if the player has finished the challenge's game in this visit, so that nothing is left to do with the link.
    is_answered: bool = False

    @property
    def start_kind(self) -> str:
        """The game that an embed begins: ``link`` for the link's game, or ``set-up`` for a random one."""
        return "set-up" if self.id is None else "link"

    @property
    def side(self) -> str:
        """The map side of the link's game; without a game, the base game's first side."""
        return self.id.side if self.id else SIDES_OF[Box.BASE][0]

    @property
    def page(self) -> str:
        """The address of the full page with the same game or room, relative to this page."""
        if self.room:
            return f"./{self.room}"
        if not self.record:
            return "./"
        start = f"./?{map_query(self.map_name)}"
        if self.rival:
            return f"{start}{challenge_query(self.rival)}"
        return f"{start}id={self.id}" if self.record == str(self.id) else f"{start}record={self.record}"

    @property
    def is_beaten(self) -> bool:
        """Whether the player has beaten the rival."""
        return self.rival is not None and self.best_stars is not None and self.best_stars > self.rival.stars

    def with_result(self, game_id: GameId, stars: int | None, saved: str = "") -> Link:
        """Return the link after a game has ended here; ``stars`` is None for practice.

        ``saved`` is the game's saved text, if the device has it.
        """
        if game_id != self.id or self.record != str(self.id):
            return self
        if stars is None or (self.best_stars is not None and self.best_stars > stars):
            return replace(self, was_played=True)
        return replace(self, was_played=True, best_stars=stars, best_game=saved)

    def with_results(self, finished: Iterable[str]) -> Link:
        """Return the link with the results of its game, given the texts of all finished games on this device."""
        if self.id is None or self.embedded:
            return self
        link = self
        for stars, text in results_of(self.id, finished):
            link = link.with_result(self.id, stars, text)
        return link

    @property
    def save_suffix(self) -> str:
        """The suffix of the name under which games are saved.

        Each embed has its own. The full page has none.
        """
        return f"?{self.record}" if self.embedded else ""


NO_LINK = Link()
#: Maximum number of characters that are searched for a link: a file can have millions.
MAX_LENGTH = 200_000


def link_of(text: str, today: date) -> Link:
    """Return the link in an address, or in any text that contains one of our links."""
    asked = parameters_in(_unwrapped(text[:MAX_LENGTH])) if text else []
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
    if _MAP in given and link.id and is_custom(link.id.side):
        link = replace(link, map_name=_map_name(given[_MAP]))
    if _ROOM in given:
        link = _with_room(link, given[_ROOM])
    if embedded and link.error:
        link = Link(error=link.error)
    return replace(link, embedded=embedded)


def _unwrapped(text: str) -> str:
    """Return a text with the links that programs have written in other letters, as they were before."""
    if not any(sign in text for sign in _SIGNS):
        return text
    if "=3D" in text and not re.search(_NOT_IN_MAIL, text):
        from binascii import a2b_qp  # noqa: PLC0415 - the first screen needs none of it

        text = a2b_qp(text.encode()).decode("utf-8", "replace")
    replacements: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
        (_PROOFPOINT, lambda found: found[1] + unquote(found[2].replace("-", "%").replace("_", "/"))),
        (_NEW_PROOFPOINT, _with_stars_replaced),
        (_IN_BASE_64, lambda found: found[1] + _from_base_64(found[2])),
        (_ESCAPED, lambda found: found[1]),
    )
    for pattern, replacement in replacements:
        text = re.sub(pattern, replacement, text, flags=re.ASCII)
    return text


def _unmarked(text: str) -> str:
    """Return a text's beginning before a mark around a link."""
    found = re.match(_UNMARKED, text)
    return found[0] if found else ""


def _with_stars_replaced(found: re.Match[str]) -> str:
    characters = iter(_from_base_64(found[2]))
    return re.sub(r"\*", lambda _: next(characters, "*"), found[1]) + " "


def _from_base_64(text: str) -> str:
    from binascii import a2b_base64  # noqa: PLC0415 - the first screen needs none of it

    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    whole = text[: len(text) - (len(text) % 4 == 1)]
    return a2b_base64(whole + "=" * (-len(whole) % 4)).decode("utf-8", "ignore")


def parameters_in(text: str) -> list[tuple[str, str]]:
    """Return the names in a link, in lowercase, each with its value as written."""
    return [(name.lower(), value) for name, value in re.findall(PARAMETER, text, re.ASCII)] if text else []


def challenge_query(rival: Rival) -> str:
    """Return the query of a link that asks another player to beat a result."""
    name = _quoted(rival.name)
    return f"beat={packed.pack(rival.played)}{f'&{_BY}={name}' if name else ''}"


def map_query(name: str) -> str:
    """Return the name of a custom map for the beginning of a query; an empty name needs none.

    Versions of the page without such names ignore it there, even in a link that was encoded as a whole.
    """
    return f"{_MAP}={_quoted(name)}&" if name else ""


def _quoted(name: str) -> str:
    """Return a name for a link.

    A period at the end would look like the end of a sentence, and "&id" in it would look like the beginning of a
    parameter, even if "&" is encoded.
    """
    quoted = quote(name, safe="").replace(".", "%2E")
    return re.sub("(%(?:25)*(?:3F|26|23))([A-Za-z])", lambda found: f"{found[1]}%{ord(found[2]):X}", quoted)


def without_challenge(href: str) -> str:
    """Return a page's address without its challenge; everything else stays, such as the language."""
    address, mark, query = href.partition("?")
    own = {_BEAT, _BY, _MAP}
    left = re.sub(PARAMETER, lambda found: "" if found[1].lower() in own else found[0], mark + query, flags=re.ASCII)
    return f"{address}?{left[1:]}" if left.startswith("&") else address + left


def address_of(href: str) -> str:
    """Return a page's address without query and fragment."""
    return href.partition("#")[0].partition("?")[0]


def readable_address(address: str) -> str:
    """Return an address as people would type it."""
    return unquote(address).partition("://")[2].removesuffix("index.html").removesuffix("/")


def localized_address(address: str, language: str) -> str:
    """Return the address of the page whose link preview in messaging apps is in the given language."""
    return address if language == LANGUAGES[0] else f"{address.rpartition('/')[0]}/{language}/"


def _to_game(name: str, given: dict[str, str], today: date) -> Link:
    """Return the link to a game, or to the readable part of it."""
    if name == "daily":
        return Link(daily(today), str(daily(today)))
    candidates = list(dict.fromkeys(_possible_values(given[name])))
    # A line break can come at a point where the first part is itself a valid record.
    candidates = [*[text for text in candidates if re.fullmatch(_PLAIN, text, re.ASCII)][-1:], *candidates]
    try:
        if name != "beat":
            played = _first(candidates, packed.read_any)
            return Link(played.id, write_record(played.id, played.plies if name == "record" else ()))
        rival = _first(candidates, lambda text: rival_of(text, _player_name(given.get(_BY, ""))))
        return Link(rival.id, str(rival.id), rival)
    except InvalidRecord as error:
        what = Sentence(f"link.{name}", {})
        if _is_of_other_rules(error.sentence):
            return Link(error=Sentence("link.version", {"what": what}))
        why = "link.players" if error.sentence.key == "error.beat.players" else "link.part"
        part = _part_of(name, candidates[0], Sentence(why, {"what": what}))
        return part or Link(error=Sentence("link.damaged", {"what": what}))


def _part_of(name: str, text: str, error: Sentence) -> Link | None:
    """Return the link to the readable part of a record: the plies before the damage, or the game alone."""
    try:
        played = packed.read_any(text)
    except InvalidRecord as damage:
        number = damage.sentence.values.get("number")
        if not isinstance(number, int):
            return None
        played = read_record(".".join(text.split(".")[:number]))
    plies = played.plies if name == "record" else ()
    return Link(played.id, write_record(played.id, plies), error=error)


def _with_room(link: Link, value: str) -> Link:
    """Return a link that also invites to a room, even if the message in the invitation is damaged."""
    candidates = list(dict.fromkeys(_possible_values(value)))
    for read in (read_invitation, read_damaged_invitation):
        try:
            return replace(link, room=_first(candidates, read))
        except InvalidRecord:
            continue
    return replace(link, error=Sentence("link.damaged", {"what": Sentence("link.room", {})}))


def _first(candidates: list[str], read: Callable[[str], _Read]) -> _Read:
    """Return the result of reading the first readable text; raise the first error if none is readable."""
    errors = []
    for text in candidates:
        try:
            return read(text)
        except InvalidRecord as error:
            errors.append(error)
    raise errors[0]


def _is_of_other_rules(error: Sentence) -> bool:
    """Return True if the game id has another version of the rules."""
    while error.key == "error.record" and isinstance(error.values["why"], Sentence):
        error = error.values["why"]
    return error.key in {"error.id.older", "error.id.newer"}


def _possible_values(value: str) -> Iterator[str]:
    """Yield the possible values, with and without closing punctuation.

    The first values have one line, and later ones have more and more lines.
    """
    for _ in range(_MOST_ENCODED):
        value = unquote(value)
    joined = ""
    for piece in _pieces("".join(filter(_is_visible, value)))[:_MOST_LINES]:
        written = re.match(_WRITTEN, piece)
        joined += written[0] if written else ""
        yield joined
        yield _unmarked(joined).rstrip(_CLOSING)
        if not piece.isascii() or "%" in piece:
            return


def _is_visible(character: str) -> bool:
    """Return True for a visible character or whitespace; messaging apps insert invisible ones."""
    return character.isprintable() or character.isspace()


def _pieces(text: str) -> list[str]:
    return re.sub(_BETWEEN, " ", text).split(" ")


def _player_name(value: str) -> str:
    """Return the name of a rival's player."""
    name = _decoded(_unmarked(_pieces(value)[0]).rstrip(_CLOSING_NAME))
    return clean_name(name.strip().rstrip(_CLOSING_NAME[len(_CLOSING) :]))


def _map_name(value: str) -> str:
    """Return the name of a map. Whitespace belongs to the name, or breaks an encoded one into lines."""
    return typed_name(_decoded(("" if "%" in value else " ").join(_pieces(_unmarked(value)))))


def _decoded(name: str) -> str:
    """Return a name that may be encoded several times."""
    name = name.replace("+", " ")
    for _ in range(_MOST_ENCODED):
        name = unquote(name)
    return name
