"""The screen that sets up a new game: players, cards, map side, edicts, and seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from app import messages as m
from app.arrival.invitation import ROOM_SCREEN
from app.board.map_view import SetSide, side_choices
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, choice, icon
from app.drawing.crest import crest
from app.drawing.element import Element, h
from app.game.custom_maps import CustomMaps, maps_in
from app.game.seating import Bot
from app.game.setup import CARDS, MAX_NAME_LENGTH, MixedCards, Setup, with_text
from app.screens.notes import summary
from app.visit import Controls, Dialog, Next, Screen, Traits, Visit
from cartographers.bots import STRENGTHS
from cartographers.boxes import BOX_BY_WORD, Box
from cartographers.game_id import MAX_PLAYERS, MAX_SEED_LENGTH
from cartographers.scoring import CARD_BY_ID, Family, ScoringCard, cards_of
from cartographers.seasons import EDICTS
from cartographers.sides import SIDES, is_custom
from words import Words, isolated

#: Maximum number of custom maps to choose from: a row on a phone.
_CUSTOM_MAPS = 4
#: The strength of a newly added bot.
_ADDED = "journeyman"
_ONE_BOX = ("base", "heroes")
_ANY_BOX = ("base", "heroes", "both")
#: The ways to choose the edicts. Only Heroes recommends a first set.
_EDICTS = ("dealt", "chosen")
_EDICTS_OF = {Box.HEROES: ("dealt", "first", "chosen")}


class SetPlayers(m.Message):
    """The player changes the number of players."""

    count: int


class AddBot(m.Message):
    """The player adds a bot."""

    #: A key of :data:`cartographers.bots.STRENGTHS`.
    strength: str


class SetSeat(m.Message):
    """The player gives a seat to a person or to a bot."""

    #: The player's number, from 0.
    player: int
    #: ``here`` for a person, or a bot's strength.
    kind: str


class SetCards(m.Message):
    """The player chooses the cards: those of a box, or a mix."""

    #: One of :data:`app.game.setup.CARDS`.
    cards: str


class SetBox(m.Message):
    """The player chooses the box of one kind of cards in a mix."""

    kind: MixedCards
    #: A key of :data:`cartographers.boxes.BOX_BY_WORD`.
    box: str


class SetHeroes(m.Message):
    """The player adds the heroes to a mix, or removes them."""

    on: bool


class ShowAllSettings(m.Message):
    """The player shows or hides the settings that most games leave to chance."""

    on: bool


class SetEdicts(m.Message):
    """The player has the edicts dealt, or chooses them."""

    #: A value of :attr:`app.game.setup.Setup.edicts`.
    kind: str


class SetEdict(m.Message):
    """The player chooses the scoring card of an edict."""

    letter: str
    #: The card's ID.
    card: str


class Reroll(m.Message):
    """The player asks for another random seed."""


def changed_setup(setup: Setup, message: m.Message) -> Setup | None:
    """Return the setup after a message; None if the message is about something else."""
    match message:
        case m.TypeText(field, text):
            return with_text(setup, field, text)
        case SetPlayers(count):
            return setup.with_players(count)
        case AddBot(strength):
            return setup.with_bot(strength)
        case SetSeat(player, kind):
            return setup.with_seat(player, kind)
        case SetCards(cards):
            return setup.with_cards(cards)
        case SetBox(cards, box):
            return setup.with_box(cards, BOX_BY_WORD[box])
        case SetHeroes(on):
            return setup.with_heroes(on=on)
        case SetSide(side):
            return setup.with_side(side)
        case ShowAllSettings(on):
            return setup.showing_more(on=on)
        case SetEdicts(kind):
            return setup.with_edicts(kind)
        case SetEdict(letter, card) if setup.game.edicts:
            return setup.with_edict(letter, CARD_BY_ID[card])
    return None


class SetupScreen(Screen):
    """The setup of the next game. The visit holds it, so it outlives this screen."""

    traits: ClassVar[Traits] = Traits("setup.title")

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a change to the setup."""
        if isinstance(message, Reroll):
            return visit.with_fresh_seed()
        setup = changed_setup(visit.setup, message)
        return replace(visit, setup=setup, dialog=None) if setup else super().update(visit, message)

    def controls(self, visit: Visit) -> Controls:
        """Let Enter in the last field press the large button."""
        return Controls(enter=_message(visit))

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the sentence about an edict that has changed along with the chosen one."""
        yield from announce_changed_edict(words, visit.setup)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the setup form, and the large button that begins the game."""
        setup = visit.setup
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                _players(words, visit),
                cards_part(words, setup),
                side_part(
                    words,
                    setup,
                    maps_in(visit.memory.notes),
                    button(m.Go("editor"), icon("icon-quill"), h("span", words("setup.draw")), class_="wide"),
                ),
                _more(words, on=setup.shows_more),
                (edicts_part(words, setup), seed_part(words, setup)) if setup.shows_more else None,
                class_="form",
            ),
            h(
                "div",
                button(
                    _message(visit),
                    h("b", words("start.room.back" if _is_planned(visit) else "start.begin")),
                    h("span", summary(words, setup)),
                    class_="confirm",
                ),
                class_="thumb",
            ),
            class_="setup next-game",
            key="setup",
        )

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of the panel for choosing an edict, or the player in a seat."""
        if dialog.panel is m.Panel.SEAT:
            players = {str(player): player for player in range(visit.setup.game.players)}
            about = players.get(dialog.about)
            return None if about is None else (words("seat.choose"), _seat_choice(words, visit.setup, about))
        if dialog.panel is not m.Panel.EDICT:
            return None
        game = visit.setup.game
        now = game.edicts[EDICTS.index(dialog.about)]
        return words("edict.choose", letter=dialog.about), edict_choices(words, dialog.about, now, game.scoring)


def _message(visit: Visit) -> m.Message:
    """Return the message of the large button."""
    return m.Go(ROOM_SCREEN) if _is_planned(visit) else m.Begin("set-up")


def _is_planned(visit: Visit) -> bool:
    """Return whether this sets up the game of a room that this device has opened but not begun."""
    return bool(visit.room and visit.room.talk.is_planning)


def part(words: Words, name: str, *children: Element | None, symbol: str = "") -> Element:
    """Return a part of a setup form, with a heading."""
    return h(
        "section",
        h("h2", icon(symbol) if symbol else None, words(f"setup.{name}"), id=f"setup-{name}"),
        children,
        class_="part",
        aria_labelledby=f"setup-{name}",
        key=name,
    )


def _more(words: Words, *, on: bool) -> Element:
    """Return the button that shows or hides the settings that most games leave to chance."""
    return button(
        ShowAllSettings(not on),
        icon("icon-minus" if on else "icon-plus"),
        h("span", words("setup.everything")),
        h("small", words("setup.everything.note")),
        class_="wide everything",
        aria_expanded="true" if on else "false",
        key="everything",
    )


def _players(words: Words, visit: Visit) -> Element:
    setup = visit.setup
    is_planned = _is_planned(visit)
    message, symbol = (m.Begin("set-up"), "icon-person") if is_planned else (m.Go(ROOM_SCREEN), "icon-share")
    count = setup.game.players
    return part(
        words,
        "players",
        player_stepper(words, count),
        button(
            AddBot(_ADDED),
            icon("icon-bot"),
            h("span", words("setup.bot")),
            class_="wide bot",
            aria_disabled="true" if count == MAX_PLAYERS else None,
        ),
        h("ol", [_cartographer(words, setup, player) for player in range(count)], class_="cartographers"),
        button(message, icon(symbol), h("span", words("room.without" if is_planned else "setup.room")), class_="wide"),
        None if is_planned else _way_to_printed_game(words, saved=bool(visit.memory.printed.text)),
        symbol="icon-players",
    )


def _way_to_printed_game(words: Words, *, saved: bool) -> Element:
    """Return the button that leads to the printed game."""
    label = h("span", words("setup.printed.saved" if saved else "setup.printed"))
    return button(m.Go("companion"), icon("icon-box"), label, class_="wide", key="printed")


def player_stepper(words: Words, count: int) -> Element:
    """Return the number of players, between the buttons that change it."""
    return h(
        "div",
        _step(words, "fewer", count - 1, off=count == 1),
        h("output", words.plural("setup.count", count), class_="count"),
        _step(words, "more", count + 1, off=count == MAX_PLAYERS),
        class_="stepper",
    )


def _step(words: Words, name: str, count: int, *, off: bool) -> Element:
    symbol = icon("icon-minus" if name == "fewer" else "icon-plus")
    return button(
        SetPlayers(count),
        symbol,
        class_="key",
        aria_label=words(f"setup.{name}"),
        aria_disabled="true" if off else None,
    )


def _cartographer(words: Words, setup: Setup, player: int) -> Element:
    """Return the fields for a cartographer's name, title, and land.

    A solo cartographer earns a title at the end.
    """
    who, seat = setup.cartographers[player], setup.seats[player]
    by_number = words("player", number=player + 1)
    called = isolated(who.name.strip()) or (f"{words(f'bot.{seat.name}')}" if isinstance(seat, Bot) else by_number)
    lines = {"name": who.name, "title": who.title, "land": who.land}
    if not setup.shows_more:
        lines = {"name": who.name}
    elif setup.game.players == 1:
        del lines["title"]
    return h(
        "li",
        crest(called),
        [
            h(
                "input",
                name=f"{line} {player}",
                value=text,
                placeholder=called if line == "name" else words(f"line.{line}"),
                aria_label=f"{by_number}, {words(f'line.{line}')}",
                maxlength=MAX_NAME_LENGTH,
                dir="auto",
                autocomplete="off",
                class_=line,
                key=line,
            )
            for line, text in lines.items()
        ],
        _seat(words, setup, player) if setup.game.players > 1 else None,
        key=str(player),
    )


def _seat(words: Words, setup: Setup, player: int) -> Element:
    """Return the button that shows who plays in a seat, and opens the choice of others."""
    who = _who(setup, player)
    return button(
        m.Open("seat", str(player)),
        icon("icon-person" if who == "here" else "icon-bot"),
        class_="key seat",
        aria_label=words("seat.label", player=words("player", number=player + 1), who=words(_key(who))),
        key="seat",
    )


def _who(setup: Setup, player: int) -> str:
    seat = setup.seats[player]
    return seat.name if isinstance(seat, Bot) else "here"


def _key(who: str) -> str:
    """Return the key of the words for a person or a bot."""
    return "seat.here" if who == "here" else f"bot.{who}"


def _seat_choice(words: Words, setup: Setup, player: int) -> list[Element]:
    """Return buttons for a person and for each bot strength.

    A bot can't replace the last person.
    """
    now = _who(setup, player)
    last = now == "here" and setup.person_count == 1
    return [
        *([h("p", words("seat.last"), class_="note")] if last else []),
        *(
            button(
                SetSeat(player, who),
                icon("icon-person" if who == "here" else "icon-bot"),
                h("span", h("b", words(_key(who))), h("small", words(f"{_key(who)}.text"))),
                class_="card-choice",
                aria_pressed="true" if who == now else "false",
                aria_disabled="true" if last and who != "here" else None,
                key=who,
            )
            for who in ("here", *STRENGTHS)
        ),
    ]


def cards_part(words: Words, setup: Setup) -> Element:
    """Return the choice of the boxes."""
    game = setup.game
    now = setup.cards

    def of_box(kind: MixedCards, now: Box, boxes: tuple[str, ...] = _ANY_BOX) -> Element:
        return choice(words, kind, boxes, now.word, words(f"mix.{kind}"), partial(SetBox, kind))

    mix = {
        "explore": of_box(MixedCards.EXPLORE, game.explore, _ONE_BOX),
        "seasons": of_box(MixedCards.SEASONS, game.seasons, _ONE_BOX),
        "ambush": of_box(MixedCards.AMBUSH, game.ambush),
        "heroes": choice(
            words,
            "heroes",
            ("yes", "no"),
            "yes" if game.heroes else "no",
            words("mix.heroes"),
            lambda chosen: SetHeroes(on=chosen == "yes"),
        ),
        "scoring": of_box(MixedCards.SCORING, game.scoring),
    }
    return part(
        words,
        "cards",
        choice(words, "cards", CARDS, now, words("setup.cards"), SetCards),
        h(
            "dl",
            [h("div", h("dt", words(f"mix.{what}")), h("dd", choices), key=what) for what, choices in mix.items()],
            class_="mix",
            key="mix",
        )
        if now == "mixed"
        else None,
        h("p", words("ruins.in" if game.ruins else "ruins.out"), class_="note", key="ruins"),
        symbol="icon-box",
    )


def side_part(words: Words, setup: Setup, maps: CustomMaps, *ways: Element) -> Element:
    """Return the choice of a map: the printed ones, the latest custom maps, and the chosen one.

    The buttons ``ways`` are before the one that prints the map.
    """
    now = setup.game.side
    custom = maps.sides[:_CUSTOM_MAPS]
    if is_custom(now) and now not in custom:
        custom = (now, *custom[: _CUSTOM_MAPS - 1])
    return part(
        words,
        "side",
        side_choices(words, (*SIDES, *custom), now, maps.names),
        h(
            "div",
            ways,
            button(m.Go("printout", now), icon("icon-maps"), h("span", words("setup.print")), class_="wide"),
            class_="map-ways",
        ),
    )


def announce_changed_edict(words: Words, setup: Setup) -> Iterator[Announcement]:
    """Yield the sentence about an edict that has changed along with the chosen one."""
    if setup.changed_edict:
        yield Announcement("news", describe_changed_edict(words, setup), [card.id for card in setup.game.edicts])


def describe_changed_edict(words: Words, setup: Setup) -> str:
    """Return the sentence about an edict that has changed along with the chosen one; empty if none has."""
    letter = setup.changed_edict
    return describe_other_edict(words, letter, setup.game.edicts[EDICTS.index(letter)]) if letter else ""


def describe_other_edict(words: Words, letter: str, card: ScoringCard | None) -> str:
    """Return the sentence about an edict that has another card, or none, because another edict was chosen."""
    if card is None:
        return words("edict.removed", letter=letter)
    return words("edict.moved", letter=letter, name=words(f"name.{card.id}"))


def edicts_part(words: Words, setup: Setup) -> Element:
    """Return the choice of the edicts: dealt, or each one by a panel of its own."""
    edicts = setup.game.edicts
    changed = describe_changed_edict(words, setup)
    return part(
        words,
        "edicts",
        choice(
            words, "edicts", _EDICTS_OF.get(setup.game.scoring, _EDICTS), setup.edicts, words("setup.edicts"), SetEdicts
        ),
        h(
            "div",
            [
                button(
                    m.Open("edict", letter),
                    h("b", letter, class_="letter"),
                    icon(f"edict-{card.id}"),
                    h("span", words(f"name.{card.id}")),
                    class_="choice",
                    key=letter,
                )
                for letter, card in zip(EDICTS, edicts, strict=True)
            ],
            class_="chosen",
            key="chosen",
        )
        if edicts
        else None,
        h("p", changed, class_="note", key="changed") if changed else None,
    )


def edict_choices(words: Words, letter: str, now: ScoringCard | None, box: Box) -> list[Element]:
    """Return the buttons of all scoring cards that an edict can have, by family."""
    return [
        h(
            "section",
            h("h3", words(f"family.{family.value}")),
            [
                button(
                    SetEdict(letter, card.id),
                    icon(f"edict-{card.id}"),
                    h("span", h("b", words(f"name.{card.id}")), h("small", words(f"rule.{card.id}"))),
                    class_="card-choice",
                    aria_pressed="true" if card is now else "false",
                    key=card.id,
                )
                for card in cards_of(family, box)
            ],
            key=family.value,
        )
        for family in Family
    ]


def seed_part(words: Words, setup: Setup) -> Element:
    """Return the field for the seed."""
    return part(
        words,
        "seed",
        h(
            "div",
            h(
                "input",
                id="seed",
                name="seed",
                value=setup.seed,
                maxlength=MAX_SEED_LENGTH,
                autocomplete="off",
                autocapitalize="none",
                spellcheck="false",
                aria_label=words("setup.seed"),
                aria_describedby="seed-note",
                aria_invalid="true" if setup.seed_error else None,
                key="seed",
            ),
            button(Reroll(), icon("icon-dice"), class_="key", aria_label=words("start.reroll")),
            class_="seed",
        ),
        h(
            "p",
            words.say(setup.seed_error) if setup.seed_error else words("start.seed.note"),
            id="seed-note",
            class_="error" if setup.seed_error else "note",
            role="alert" if setup.seed_error else None,
        ),
    )
