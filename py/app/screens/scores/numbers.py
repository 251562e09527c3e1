"""The numbers of a season that a player has counted on paper: a field with two buttons for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.paper_notes import MOST, Count
from app.game.printed import PrintedGame
from app.game.printed_maps import findings_of_row, score_of_count
from app.screens.parts.painting import describe_finding
from cartographers.beast import Beast
from cartographers.deal import ambush_cards
from cartographers.scoring import ScoringCard
from cartographers.seasons import EDICTS
from words import Words

#: The names of the numbers, in the order of the paper sheet.
FIELDS = Count._fields
#: The number of digits of the largest number, and a minus sign.
_LONGEST = 4


class SetNumber(m.Message):
    """The player changes a number by one."""

    #: The number's name.
    field: str
    number: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a player's season, as typed so far."""

    texts: tuple[str, ...] = ("",) * len(FIELDS)

    @property
    def count(self) -> Count:
        """The numbers; an unreadable one isn't known."""
        return Count(*map(_value, self.texts, MOST))

    @property
    def wrong(self) -> frozenset[str]:
        """The names of the fields whose text isn't a possible number."""
        return frozenset(
            name
            for name, text, value in zip(FIELDS, self.texts, self.count, strict=True)
            if text.strip() and value is None
        )

    def with_text(self, field: str, text: str) -> Self:
        """Return the numbers with another text in a field."""
        texts = zip(FIELDS, self.texts, strict=True)
        return replace(self, texts=tuple(text[:_LONGEST] if each == field else old for each, old in texts))


def numbers_of(count: Count) -> Numbers:
    """Return the fields with the numbers of a counted row."""
    return Numbers(tuple("" if value is None else str(value) for value in count))


def _value(text: str, most: int | None) -> int | None:
    """Return the number in a text, or None if the text is empty, unreadable, or too large a number.

    A minus sign before the stars lost to monsters is fine, because paper sheets print one.
    """
    digits = text.strip().lstrip("-\N{MINUS SIGN}" if most == MOST.monsters else "")
    value = int(digits) if digits.isascii() and digits.isdecimal() else None
    return value if value is not None and value <= (most or 0) else None


def numbers_view(words: Words, game: PrintedGame, season: int, player: int, numbers: Numbers) -> Element:
    """Return the fields, and the sum of their stars."""
    total = score_of_count(game, season, player, numbers.count).total
    empty = _empty_edicts(words, game, season, numbers)
    return h(
        "section",
        [*_rows(words, game, season, player, numbers)],
        h("p", icon("icon-star"), h("b", words.plural("reckoning.total", total)), class_="total", role="status"),
        h("p", words("scores.numbers.empty", edicts=words.list(empty)), class_="warning", key="empty")
        if empty
        else None,
        h("p", words("scores.numbers.text"), class_="note", key="text"),
        class_="part count counts",
        key="numbers",
    )


def describe_doubts(words: Words, game: PrintedGame, season: int, player: int, numbers: Numbers) -> Mapping[str, str]:
    """Return the sentence about each number that no game can have brought about, by the name of its field."""
    found = findings_of_row(game, season, player, numbers.count)
    return {name: describe_finding(words, one) for name, one in found.items() if name not in numbers.wrong}


def _empty_edicts(words: Words, game: PrintedGame, season: int, numbers: Numbers) -> list[str]:
    """Return the names of the edicts without a number, once any other number is known."""
    if numbers.count == Count():
        return []
    names = zip(_edicts(game, season), numbers.count, strict=False)
    return [words(f"name.{card.id}") for (_, card), value in names if value is None]


def _rows(words: Words, game: PrintedGame, season: int, player: int, numbers: Numbers) -> Iterator[Element]:
    """Yield the row of each number: its name, its field, the buttons that change it, and sentences about it."""
    doubts = describe_doubts(words, game, season, player, numbers)
    notes = {"coins": words("scores.numbers.coins.dragon" if _may_have_dragon(game) else "scores.numbers.coins")}
    for name, said, text, value, most in zip(
        FIELDS, _names(words, game, season), numbers.texts, numbers.count, MOST, strict=True
    ):
        label, content = said
        is_wrong = name in numbers.wrong
        below = {f"{name}-note": notes.get(name), f"{name}-doubt": doubts.get(name)}
        yield h(
            "div",
            h("p", content, class_="named"),
            h(
                "div",
                _step(words, name, label, "fewer", (value or 0) - 1, most),
                h(
                    "input",
                    name=name,
                    value=text,
                    inputmode="numeric",
                    autocomplete="off",
                    maxlength=_LONGEST,
                    aria_label=label,
                    aria_invalid="true" if is_wrong else None,
                    aria_describedby=" ".join(key for key, sentence in below.items() if sentence) or None,
                    class_="figure",
                    key="field",
                ),
                _step(words, name, label, "more", (value or 0) + 1, most),
                class_="stepper",
            ),
            h("p", words("scores.numbers.wrong", most=most or 0), class_="error", role="alert", key="wrong")
            if is_wrong
            else None,
            [
                h("p", sentence, id=key, class_="warning" if key.endswith("doubt") else "note", key=key)
                for key, sentence in below.items()
                if sentence
            ],
            class_="count-row",
            key=name,
        )


def _may_have_dragon(game: PrintedGame) -> bool:
    """Return whether the dragon is among the game's ambush cards, dealt or not."""
    return any(card.beast is Beast.DRAGON for card in ambush_cards(game.id.options))


def _edicts(game: PrintedGame, season: int) -> list[tuple[str, ScoringCard]]:
    """Return the edicts that a season scores, with their letters."""
    return [(letter, game.deal.edicts[EDICTS.index(letter)]) for letter in game.deal.seasons[season].season.edicts]


def _names(words: Words, game: PrintedGame, season: int) -> Sequence[tuple[str, list[Element | str]]]:
    """Return the name of each number for screen readers, and as content with its symbol."""
    rows: list[tuple[str, list[Element | str]]] = []
    for letter, card in _edicts(game, season):
        name = words(f"name.{card.id}")
        picture = icon(f"edict-{card.id}")
        rows.append((f"{letter} {name}", [h("b", letter, class_="letter"), " ", picture, h("span", name)]))
    for key, symbol in (("coins", "icon-coin"), ("scores.numbers.monsters", "icon-monster")):
        rows.append((words(key), [icon(symbol), h("span", words(key))]))
    return rows


def _step(words: Words, name: str, label: str, way: str, value: int, most: int | None) -> Element:
    """Return the button that changes a number by one."""
    is_off = not 0 <= value <= (most or 0)
    return button(
        SetNumber(name, value),
        icon("icon-plus" if way == "more" else "icon-minus"),
        class_="key",
        aria_label=words(f"scores.numbers.{way}", name=label),
        aria_disabled="true" if is_off else None,
        key=way,
    )
