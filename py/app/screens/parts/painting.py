"""A paper map that the player paints, and its count: tools, coins, the stars of each edict, and doubtful facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self

from app import messages as m
from app.board.board_view import season_named
from app.board.map_view import awards_mark, rings
from app.drawing import map_art
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.paper import MARK_OF, Paper, ground_at, painted, surrounded_mountains
from app.game.paper_checks import Finding
from app.screens.parts.canvas import Canvas, ClearMap, UseTool, canvas_view, moved_cursor
from app.visit import Next, Screen, Visit
from cartographers.beast import Beast
from cartographers.events import SeasonScore
from cartographers.maps import blank_sheet
from cartographers.region import Region
from cartographers.scoring import Award, Awards, ScoringCard, stars
from cartographers.sheet import COIN_TRACK
from cartographers.terrain import ANY_TERRAIN
from words import Words, number

#: The grounds that a player can paint, in the order of the tools: those of the base game, and those of Heroes.
_BASE = tuple(terrain.value for terrain in ANY_TERRAIN)
_HEROES = tuple(ground for ground in MARK_OF if ground not in _BASE)
_BEASTS = frozenset(beast.value for beast in Beast)
#: The beginning of the highlight of a finding, before its number.
_FINDING = "finding-"


class Step(StrEnum):
    """A step of a screen with a painting."""

    #: The choice of the map and of everything that scores it.
    CHOOSE = "choose"
    #: Painting the map.
    DRAW = "draw"
    #: The stars of the map.
    STARS = "stars"
    #: The stars as numbers that were counted on paper.
    NUMBERS = "numbers"


class ShowStep(m.Message):
    """The player goes to another step."""

    step: Step


class SetCoins(m.Message):
    """The player counts the coins of shapes."""

    count: int


class ShowFinding(m.Message):
    """The player highlights the spaces of a doubtful fact, or turns the highlight off."""

    #: The place of the fact in the list, from 0.
    place: int


@dataclass(frozen=True, slots=True)
class Painting:
    """A paper map in progress."""

    side: str
    canvas: Canvas
    #: The coins of shapes, as the player has counted them.
    shape_coins: int = 0
    #: The ground that a touch paints.
    tool: str = _BASE[0]
    #: The space at which the keyboard paints; None until a key has moved it.
    cursor: int | None = None
    #: The highlighted part of the count: an edict's letter, ``coins``, ``monsters``, or a finding.
    lit: str = ""

    @property
    def paper(self) -> Paper:
        """The map as painted so far."""
        return Paper(self.side, self.canvas.sheet, self.shape_coins)

    def touched(self, space: int, *, continued: bool = False, erases: bool = False) -> Painting:
        """Return the painting after a touch of a space, perhaps in a swipe that has come from another one.

        With the tool, a swipe erases only the tool's ground; with a pen's other end, it ``erases`` any ground.
        """
        canvas = self.canvas
        if not continued:
            canvas = canvas.touched(erases=erases or ground_at(canvas.sheet, space) == self.tool)
        sheet = canvas.sheet
        if erases or not canvas.erases or ground_at(sheet, space) == self.tool:
            sheet = painted(sheet, space, "" if canvas.erases else self.tool)
        cursor = None if self.cursor is None else space
        return replace(self, canvas=canvas.swiped(sheet), cursor=cursor)

    def with_light(self, lit: str) -> Painting:
        """Return the painting with the highlight of a part of its count turned on or off."""
        return replace(self, lit="" if self.lit == lit else lit)


class PaintingScreen(Screen):
    """A screen with a painting, which the player paints in one step and counts in another."""

    steps: ClassVar[tuple[Step, ...]]

    _: KW_ONLY
    painting: Painting
    step: Step

    @property
    def paints(self) -> bool:
        """Whether a swipe paints: only in the step for it."""
        return self.step is Step.DRAW

    def tools_in(self, visit: Visit) -> tuple[str, ...]:
        """Return the grounds that the player can paint."""
        raise NotImplementedError

    def with_painting(self, visit: Visit, painting: Painting) -> Visit | Next:
        """Return the visit with the painting after a change, which the device may save."""
        raise NotImplementedError

    def at_step(self, step: Step) -> Self:
        """Return the screen at a step."""
        return replace(self, step=step, painting=replace(self.painting, cursor=None, lit=""))

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit at another step, or after the player has painted or has looked at the count."""
        painting = self.painting
        match self.step, message:
            case _, ShowStep(step) if step in self.steps:
                return replace(visit, screen=self.at_step(step))
            case Step.DRAW, m.Tap(space):
                painting = painting.touched(space)
            case Step.DRAW, m.Paint(space, continued, erases):
                painting = painting.touched(space, continued=continued, erases=erases)
            case Step.DRAW, m.Confirm():
                painting = painting if painting.cursor is None else painting.touched(painting.cursor)
            case Step.DRAW, m.Move(rows, columns):
                painting = replace(painting, cursor=moved_cursor(painting.cursor, rows, columns))
            case Step.DRAW, m.CancelPaint():
                painting = replace(painting, canvas=painting.canvas.cancelled)
            case Step.DRAW, m.Undo():
                painting = replace(painting, canvas=painting.canvas.undone)
            case Step.DRAW, m.Redo():
                painting = replace(painting, canvas=painting.canvas.redone)
            case Step.DRAW, ClearMap():
                painting = replace(painting, canvas=painting.canvas.changed(blank_sheet(painting.side)))
            case Step.DRAW, UseTool(tool) if tool in self.tools_in(visit):
                painting = replace(painting, tool=tool)
            case Step.STARS, SetCoins(count) if 0 <= count <= COIN_TRACK:
                painting = replace(painting, shape_coins=count)
            case Step.STARS, m.HighlightTopic(topic):
                painting = painting.with_light(topic)
            case Step.STARS, ShowFinding(place):
                painting = painting.with_light(f"{_FINDING}{place}")
            case _:
                return super().update(visit, message)
        return self.with_painting(visit, painting)


def painting_of(paper: Paper) -> Painting:
    """Return the painting that continues a paper map."""
    return Painting(paper.side, Canvas(paper.drawing), paper.shape_coins)


def tools_for(*, with_heroes: bool) -> tuple[str, ...]:
    """Return the grounds that a player can paint: those of the base game, perhaps with those of Heroes."""
    return (*_BASE, *_HEROES) if with_heroes else _BASE


# ------------------------------------------------------------------- view


def painted_map(words: Words, season: str, painting: Painting, marks: Iterable[Element] = ()) -> Element:
    """Return the map as painted so far, with marks and the keyboard's space."""
    return canvas_view(words, season, painting.canvas.sheet, painting.cursor, marks)


def toolbox(words: Words, painting: Painting, tools: Sequence[str], hint: str) -> Element:
    """Return the tools with a hint, and the button that clears the map."""
    return h(
        "section",
        h(
            "div",
            [
                button(
                    UseTool(tool),
                    map_art.portrait(tool) if tool in _BEASTS else map_art.miniature(tool),
                    h("span", words(f"terrain.{tool}").capitalize()),
                    class_="choice",
                    aria_pressed="true" if tool == painting.tool else "false",
                    aria_label=words(f"terrain.{tool}").capitalize(),
                    key=tool,
                )
                for tool in tools
            ],
            class_="toolbox many" if len(tools) > len(_BASE) else "toolbox",
            role="group",
            aria_label=words("choose.terrain"),
        ),
        h("p", hint, class_="note", key="hint"),
        button(
            ClearMap(),
            icon("icon-cross"),
            h("span", words("editor.clear")),
            class_="wide",
            aria_disabled=None if painting.canvas.sheet != blank_sheet(painting.side) else "true",
        ),
        class_="part tools",
        key="tools",
    )


def undo_buttons(words: Words, canvas: Canvas) -> list[Element]:
    """Return the buttons for Undo and Redo, for the header."""
    ways = ((m.Undo(), "undo", "undo", canvas.past), (m.Redo(), "redo", "editor.redo", canvas.future))
    return [
        button(
            message,
            icon("icon-undo"),
            class_=f"key {look}",
            aria_label=words(key),
            aria_disabled=None if sheets else "true",
            key=look,
        )
        for message, look, key, sheets in ways
    ]


def steps_bar(words: Words, steps: Sequence[Step], now: Step, result: Element | None = None) -> list[Element]:
    """Return the buttons that switch between the steps; that of the current one can show its ``result``."""
    return [
        button(
            ShowStep(step),
            words(f"paper.step.{step}"),
            result if step == now else None,
            class_="key",
            aria_pressed="true" if step == now else "false",
            key=step,
        )
        for step in steps
    ]


def sum_mark(words: Words, total: int, *, is_doubtful: bool) -> Element:
    """Return the sum of a map's stars for a button of the bar, with a question mark if the map is doubtful."""
    said = words.plural("reckoning.total", total)
    return h(
        "span",
        icon("icon-star"),
        number(total),
        icon("icon-help", "icon doubtful") if is_doubtful else None,
        role="img",
        aria_label=f"{said}. {words('paper.check')}" if is_doubtful else said,
        class_="sum",
        key="sum",
    )


def light(painting: Painting, score: SeasonScore, found: Sequence[Finding]) -> list[Element]:
    """Return the light on the spaces of the highlighted part of the count."""
    lit, paper = painting.lit, painting.paper
    awards: Awards = ()
    region: Region = 0
    if lit in score.edicts:
        awards = score.edicts[lit]
    elif lit == m.Topic.MONSTERS:
        awards = score.monster_awards
    elif lit == m.Topic.COINS and (mountains := surrounded_mountains(paper)):
        awards = (Award(1, mountains, per_space=True),)
    elif lit.startswith(_FINDING):
        region = next((one.spaces for place, one in enumerate(found) if lit == f"{_FINDING}{place}"), 0)
    return [*([awards_mark(awards)] if awards else []), *([rings("due", region)] if region else [])]


def count_view(
    words: Words, painting: Painting, score: SeasonScore, cards: Mapping[str, ScoringCard], *, can_choose: bool
) -> Element:
    """Return the stars of each edict, of the coins, and of the monsters, and their sum.

    A tap on a line lights the spaces that earn. If the player ``can_choose`` the edicts, a missing one has a button.
    """
    season = score.season
    heading = season_named(words, season) if len(season.edicts) == 2 else words("season.all")  # noqa: PLR2004
    return h(
        "section",
        h("h2", heading),
        [
            _edict_line(words, painting, letter, cards[letter], score.edicts[letter])
            if letter in cards
            else choose_edict(words, letter, None)
            for letter in season.edicts
            if letter in cards or can_choose
        ],
        _line(painting, m.Topic.COINS, icon("icon-coin"), words("coins"), score.coins),
        coins_stepper(words, painting),
        _line(painting, m.Topic.MONSTERS, icon("icon-monster"), words("monsters"), score.monsters),
        h("p", icon("icon-star"), h("b", words.plural("reckoning.total", score.total)), class_="total", key="total"),
        class_="part count",
        key="count",
    )


def _edict_line(words: Words, painting: Painting, letter: str, card: ScoringCard, awards: Awards) -> Element:
    """Return the line of an edict, which shows its rule while it is highlighted."""
    name = words(f"name.{card.id}")
    mark = h("b", letter, class_="letter")
    line = _line(painting, m.Topic(letter), icon(f"edict-{card.id}"), name, stars(awards), mark)
    if painting.lit != letter:
        return line
    return h("div", line, h("p", words(f"rule.{card.id}"), class_="note"), class_="explained", key=letter)


def _line(
    painting: Painting, topic: m.Topic, picture: Element, name: str, count: int, mark: Element | None = None
) -> Element:
    """Return a line of the count: a button that lights its spaces."""
    return button(
        m.HighlightTopic(topic),
        mark,
        " " if mark else None,
        picture,
        h("span", name),
        " ",
        h("b", number(count), class_="worth"),
        class_="tallied",
        aria_pressed="true" if painting.lit == topic else "false",
        key=str(topic),
    )


def coins_stepper(words: Words, painting: Painting) -> Element:
    """Return the buttons that count the coins of shapes, with the coins that the map adds."""
    coins, paper = painting.shape_coins, painting.paper
    steps = (("fewer", "icon-minus", coins - 1, coins == 0), ("more", "icon-plus", coins + 1, coins == COIN_TRACK))
    fewer, more = (
        button(
            SetCoins(count),
            icon(symbol),
            class_="key",
            aria_label=words(f"paper.coins.{way}"),
            aria_disabled="true" if off else None,
            key=way,
        )
        for way, symbol, count, off in steps
    )
    total = words("coins.label", coins=paper.sheet.coins, track=COIN_TRACK)
    dragon = paper.drawing.spaces_of_beast(Beast.DRAGON)
    by_hand = "paper.coins.text.dragon" if paper.drawing.destroyed and not dragon else "paper.coins.text"
    by_map = "paper.coins.map.dragon" if dragon else "paper.coins.map"
    return h(
        "div",
        h("p", words(by_hand), class_="note"),
        h("div", fewer, h("output", words("paper.coins", coins=coins), class_="count"), more, class_="stepper"),
        h("p", words.plural(by_map, paper.map_coins, total=total), class_="note"),
        class_="purse",
        key="purse",
    )


def choose_edict(words: Words, letter: str, card: ScoringCard | None) -> Element:
    """Return the button that chooses the scoring card of an edict."""
    return button(
        m.Open("edict", letter),
        h("b", letter, class_="letter"),
        " ",
        icon(f"edict-{card.id}" if card else "icon-plus"),
        h("span", words(f"name.{card.id}") if card else words("paper.edict", letter=letter)),
        class_="choice",
        key=letter,
    )


def doubts(words: Words, painting: Painting, found: Sequence[Finding]) -> Element | None:
    """Return the facts that no game can have brought about; a tap on one marks its spaces."""
    if not found:
        return None
    return h(
        "section",
        h("h2", icon("icon-help"), words("paper.check")),
        [
            button(
                ShowFinding(place),
                describe_finding(words, one),
                class_="choice doubt",
                aria_pressed="true" if painting.lit == f"{_FINDING}{place}" else "false",
                key=one.key + one.terrain,
            )
            if one.spaces
            else h("p", describe_finding(words, one), key=one.key)
            for place, one in enumerate(found)
        ],
        class_="part doubts",
        key="doubts",
    )


def describe_finding(words: Words, finding: Finding) -> str:
    """Return the sentence of a finding."""
    if finding.key == "paper.check.monsters":  # never a single star
        return words(finding.key, found=number(finding.found), most=number(finding.allowed))
    terrain = words(f"terrain.{finding.terrain}").capitalize() if finding.terrain else ""
    values = {"terrain": terrain} if terrain else {}
    if finding.key != "paper.check.changed":
        values["found"] = number(finding.found)
    return words.plural(finding.key, finding.allowed, **values)
