"""Messages packed into words for links, for players whose relays don't work.

A word consists of letters and digits, and includes a checksum (:mod:`cartographers.packed`). Most of it is the devices'
signatures and names, which can't be compressed. The rest is a series of choices among the possible values: each string
is spelled out once, and each ply is written once for the whole game, as its index among the legal plies.

The greeting of such a message isn't signed, so it is limited: the message must contain a signed statement of its
device, and the greeting can neither ask for an answer nor say goodbye.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from cartographers.errors import InvalidRecord
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.packed import Packer, Unpacker
from cartographers.record import read_ply, write_ply
from cartographers.rules import count_plies, next_task, nth_ply, ply_bundles, ply_number
from cartographers.seats import card_key, gather
from cartographers.state import Ply, State
from rooms import statement as s
from rooms.log import CheckedText, SignedStatement, read_signed
from rooms.message import MAX_LENGTH, MESSAGE_SEPARATOR, Greeting, Mark, read_greeting, write_greeting
from rooms.table import Table, table_of

#: Maximum length of a word in characters. The final word of a twelve-player game takes 2,100.
MAX_WORD_LENGTH = 20_000
_HEX, _DEVICE, _DIGEST, _SIGNATURE = "0123456789abcdef", 64, 8, 128
#: The characters of a string. The first one is its end mark.
_CHARACTERS = "\n" + "".join(map(chr, range(ord(" "), ord("~") + 1)))
#: Strings that every reader knows, so they are never spelled out.
_COMMON = ("", "here")
#: The base of a number, and its maximum number of digits.
_PART, _MAX_PARTS = 8, 12
#: Maximum number of items in a list.
_MAX_NUMBER = 2_000

_Item = TypeVar("_Item")
_Plies: TypeAlias = tuple[Ply, ...]
#: The plies that count in the game, by the device whose statement has them.
_PliesByDevice: TypeAlias = Mapping[str, list[s.CardPlies]]


class _Owner(NamedTuple):
    """The device whose statement holds a seat's plies from a given card on."""

    card: int
    device: str


class _Line(NamedTuple):
    """A signed statement without the plies that count in the game."""

    signature: str
    statement: s.Statement
    #: The signed text, if this version would write the statement differently; empty otherwise.
    spelled: str = ""


_Record = TypeVar("_Record", s.Chair, s.SeatedPlayer, s.Handover, s.CardPlies, _Owner)

_ZEROS = "0" * _DEVICE
_NO_LINE, _NO_CHAIR, _NO_OWNER = _Line("0" * _SIGNATURE, s.Statement(_ZEROS)), s.Chair(""), _Owner(0, _ZEROS)
_NO_HAND, _NO_DRAWN = s.Handover(0, 0, 0, _ZEROS, ""), s.CardPlies(0, 0, ())
_NO_GREETING = Greeting(_ZEROS, "", 0, "0" * _DIGEST, {})


def pack(text: str, opener: str) -> str:
    """Return messages of an opener's room as a word.

    :data:`rooms.message.MESSAGE_SEPARATOR` separates the messages. If they are too long for a word, the first messages
    are dropped, then the last statements of the last message. Raises :class:`InvalidRecord` if the text is no message.
    """
    packer = Packer()

    def choose(choice: int, count: int) -> int:
        packer.add(choice, count)
        return choice

    first, *others = messages = text.split(MESSAGE_SEPARATOR)
    parts = _Parts(choose, opener)
    for number, message in enumerate(messages):
        _write(parts, message, opener)
        parts.flag(number < len(others))
    word = packer.word()
    if len(word) <= MAX_WORD_LENGTH:
        return word
    return pack(MESSAGE_SEPARATOR.join(others) or first.rpartition("\n")[0], opener)


def _write(parts: _Parts, message: str, opener: str) -> None:
    first, *lines = message.split("\n")
    signed = [read_signed(CheckedText(line)) for line in lines]  # this device's own news
    table = table_of({one.statement.device: one for one in signed}, opener)
    owners = _owners_of(table, signed) if table else []
    turns = [turn.plies for turn in table.rounds] if table else []
    said, hello = _plies_by_device(owners, turns), read_greeting(first)
    parts.of_game(hello.game)
    parts.items([_line(one, said, hello.game) for one in signed], _NO_LINE, parts.line)
    if table:
        parts.owners(table.beginning, owners)
        parts.game(table.beginning, turns)
    parts.greeting(hello, {one.statement.device: one.statement.number for one in signed})


def unpack(word: str, opener: str) -> str:
    """Return the messages in a word; their signatures aren't checked yet.

    Raises :class:`InvalidRecord` if the word is damaged or incomplete.
    """
    unpacker = Unpacker(word, MAX_WORD_LENGTH)
    parts = _Parts(lambda _, count: unpacker.take(count), opener)
    messages = [_read(parts, opener)]
    while parts.flag(on=False):
        messages.append(_read(parts, opener))
    unpacker.end()
    return MESSAGE_SEPARATOR.join(messages)


def _read(parts: _Parts, opener: str) -> str:
    parts.of_game(0)
    lines = parts.items([], _NO_LINE, parts.line)
    begin = {line.statement.device: line.statement.beginning for line in lines}.get(opener)
    owners = parts.owners(begin, []) if begin else []
    said = _plies_by_device(owners, parts.game(begin, []) if begin else [])
    statements = [_whole(line, said) for line in lines]
    hello = parts.greeting(_NO_GREETING, {statement.device: statement.number for statement, _ in statements})
    if all(statement.device != hello.device for statement, _ in statements):
        raise InvalidRecord("error.room.signature")
    message = "\n".join([write_greeting(hello), *(text for _, text in statements)])
    if len(message) > MAX_LENGTH:
        raise InvalidRecord("error.room.long", most=MAX_LENGTH)
    return message


def _plies_by_device(owners: Sequence[Sequence[_Owner]], turns: Iterable[Sequence[_Plies]]) -> _PliesByDevice:
    said: _PliesByDevice = defaultdict(list)
    for card, turn in enumerate(turns):
        for seat, plies in enumerate(turn):
            if plies:
                owner = next(owner for owner in reversed(owners[seat]) if owner.card <= card)
                said[owner.device].append(s.CardPlies(seat, card, plies))
    return said


def _owners_of(table: Table, signed: Sequence[SignedStatement]) -> list[list[_Owner]]:
    """Return the devices whose statements hold each seat's plies."""
    says = {(one.statement.device, drawn): None for one in signed for drawn in one.statement.plies}
    found = []
    for seat, sitting in enumerate(table.beginning.players):
        owners = [_Owner(0, sitting.device)]
        for card, turn in enumerate(table.rounds):
            drawn = s.CardPlies(seat, card, turn.plies[seat])
            if drawn.plies and (owners[-1].device, drawn) not in says:
                owners.append(_Owner(card, next(device for device, other in says if other == drawn)))
        found.append(owners)
    return found


def _line(signed: SignedStatement, said: _PliesByDevice, game: int) -> _Line:
    statement = signed.statement
    is_usual = statement.game == game and s.write_statement(statement) == signed.text
    others = tuple(drawn for drawn in statement.plies if drawn not in said[statement.device])
    return _Line(signed.signature, replace(statement, plies=others), "" if is_usual else signed.text)


def _whole(line: _Line, said: _PliesByDevice) -> tuple[s.Statement, str]:
    """Return a statement with all of its plies, and its line in a message."""
    statement, mine = line.statement, said[line.statement.device]
    if not line.spelled:
        statement = replace(statement, plies=s.sorted_plies([*statement.plies, *mine]))
    return statement, f"{line.signature} {line.spelled or s.write_statement(statement)}"


class _Parts:
    """Encodes the parts of a message as choices; the same code writes and reads.

    Each method takes a part, passes its choices to ``choose``, and rebuilds the part from the answers. A writer's
    ``choose`` answers with the same choice. A reader's ignores it, and answers with the next choice of its word.
    """

    def __init__(self, choose: Callable[[int, int], int], opener: str) -> None:
        self._choose = choose
        self._texts, self._devices = list(_COMMON), [opener]
        self._game = 0
        #: The part for each field of a record.
        self._fields: dict[str, Callable[[Any], Any]] = {
            **dict.fromkeys(("seat", "epoch", "card"), self.number),
            **dict.fromkeys(("kind", "who"), self.text),
            "device": self.device,
            "chair": self.record,
            "plies": self.spelled_plies,
        }

    # ------------------------------------------------------------------- small parts

    def flag(self, on: bool) -> bool:  # noqa: FBT001 - the part itself
        return bool(self._choose(int(on), 2))

    def number(self, number: int) -> int:
        found = 0
        for place in range(_MAX_PARTS):
            found += self._choose(number % _PART, _PART) * _PART**place
            number //= _PART
            if not self.flag(number > 0):
                break
        return found

    def items(self, items: Sequence[_Item], any_item: _Item, part: Callable[[_Item], _Item]) -> tuple[_Item, ...]:
        """Return a list of parts; a reader passes ``any_item`` to ``part``."""
        count = self.number(len(items))
        if count > _MAX_NUMBER:
            raise InvalidRecord("error.room.long", most=_MAX_NUMBER)
        return tuple(part(items[place] if place < len(items) else any_item) for place in range(count))

    def text(self, text: str) -> str:
        return self._known_or_new(text, self._texts, self._spelled)

    def device(self, device: str) -> str:
        return self._known_or_new(device, self._devices, self.hex)

    def hex(self, text: str) -> str:
        """Return a string of hexadecimal digits. Its length isn't written, because readers know it."""
        return "".join(_HEX[self._choose(_HEX.index(digit), len(_HEX))] for digit in text)

    def spelled_plies(self, plies: _Plies) -> _Plies:
        return tuple(map(read_ply, self.text(".".join(map(write_ply, plies))).split(".")))

    def record(self, record: _Record) -> _Record:
        """Return a named tuple, field by field."""
        return record._replace(**{name: self._fields[name](value) for name, value in record._asdict().items()})

    def _known_or_new(self, text: str, before: list[str], spelled: Callable[[str], str]) -> str:
        """Return a string by its index among the strings so far, or spell it out."""
        place = self._choose(before.index(text) + 1 if text in before else 0, len(before) + 1)
        if place:
            return before[place - 1]
        before.append(spelled(text))
        return before[-1]

    def _spelled(self, text: str) -> str:
        found = ""
        while True:
            character = f"{text}{_CHARACTERS[0]}"[len(found) : len(found) + 1] or _CHARACTERS[0]
            place = self._choose(_CHARACTERS.index(character), len(_CHARACTERS))
            if not place:
                return found
            found += _CHARACTERS[place]

    # ------------------------------------------------------------------- a line of a message

    def of_game(self, game: int) -> None:
        """Begin a message about the game with this number."""
        self._game = self.number(game)

    def line(self, line: _Line) -> _Line:
        is_usual = len(line.signature) == _SIGNATURE and not set(line.signature) - set(_HEX)
        signature = self.hex(line.signature) if self.flag(is_usual) else self.text(line.signature)
        if self.flag(bool(line.spelled)):
            spelled = self.text(line.spelled)
            return _Line(signature, s.read_statement(spelled), spelled)
        return _Line(signature, self.statement(line.statement))

    def statement(self, statement: s.Statement) -> s.Statement:
        return s.Statement(
            self.device(statement.device),
            self._numbered(statement.number),
            self.items(statement.chairs, _NO_CHAIR, self.record),
            self.flag(statement.ready),
            self.plan(statement.plan),
            self.items(statement.left_out, _ZEROS, self.device),
            self.begin(statement.beginning),
            self.items(statement.handovers, _NO_HAND, self.record),
            self.items(statement.plies, _NO_DRAWN, self.record),
            self._game,
            self.flag(statement.closed),
            self.items(statement.seats, _ZEROS, self.device),
        )

    def _numbered(self, number: int) -> int:
        has_begun = self.flag(number >= s.BEGINNING_NUMBER_STEP)
        return s.BEGINNING_NUMBER_STEP * has_begun + self.number(number - s.BEGINNING_NUMBER_STEP * has_begun)

    def plan(self, plan: GameId | None) -> GameId | None:
        text = self.text(str(plan or ""))
        return read_game_id(text) if text else None

    def begin(self, begin: s.Beginning | None) -> s.Beginning | None:
        game = self.plan(begin.game if begin else None)
        if not game:
            return None
        sitting = begin.players if begin else (s.SeatedPlayer(_ZEROS, _NO_CHAIR),) * game.players
        return s.Beginning(game, tuple(map(self.record, sitting)))

    # ------------------------------------------------------------------- the rest of a message

    def owners(self, begin: s.Beginning, owners: Sequence[Sequence[_Owner]]) -> list[list[_Owner]]:
        """Return the devices whose statements hold each seat's plies, usually only the seat's first device."""
        return [
            [_Owner(0, sitting.device), *self.items(owners[seat][1:] if owners else (), _NO_OWNER, self.record)]
            for seat, sitting in enumerate(begin.players)
        ]

    def game(self, begin: s.Beginning, turns: Sequence[Sequence[_Plies]]) -> list[list[_Plies]]:
        """Return the plies of each seat, card by card, up to the current card."""
        state = new_game(begin.game)
        found: list[list[_Plies]] = []
        while True:
            turn = turns[len(found)] if turns else ((),) * begin.game.players
            found.append([self.plies(state, seat, plies) for seat, plies in enumerate(turn)])
            gathered = gather(state, {seat: plies for seat, plies in enumerate(found[-1]) if plies})
            if gathered.waits_for or gathered.state.is_over:
                return found
            state = gathered.state

    def plies(self, state: State, seat: int, plies: _Plies) -> _Plies:
        """Return the plies of a seat for the current card, each by its index among the legal plies."""
        found: _Plies = ()
        now = state
        while card_key(now) == card_key(state) and (task := next_task(now, seat)):
            options = tuple(ply_bundles(replace(now, task=task)))
            place = ply_number(options, plies[len(found)]) + 1 if len(found) < len(plies) else 0
            place = self._choose(place, count_plies(options) + 1)
            if not place:
                break
            found += (nth_ply(options, place - 1),)
            now = apply(now, found[-1], seat)
        return found

    def greeting(self, hello: Greeting, numbers: Mapping[str, int]) -> Greeting:
        """Return a greeting, which usually lists the numbers of the statements in its message."""
        mark = Mark.ANSWERS if self.flag(hello.mark is Mark.ANSWERS) else Mark.NONE
        device, version, cards = self.device(hello.device), self.text(hello.version), self.number(hello.cards)
        digest = self.hex(hello.digest)
        have = dict(numbers)
        if not self.flag(hello.numbers == numbers):
            have = dict(self.items([*hello.numbers.items()], (_ZEROS, 0), self._had))
        lacks = hello.unfinished_games
        lacks = self.items(lacks, 0, self.number) if self.flag(bool(lacks)) else ()
        return Greeting(device, version, cards, digest, have, mark, self._game, lacks)

    def _had(self, had: tuple[str, int]) -> tuple[str, int]:
        return self.device(had[0]), self.number(had[1])
