"""The screen that scores a paper map: choose the map and the edicts, paint the map, and see what it earns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from app import messages as m
from app.board.map_view import SetSide, describe_space, side_choices
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, choice
from app.drawing.element import Element, h
from app.game.custom_maps import maps_in
from app.game.paper_checks import Finding, findings
from app.game.setup import CARDS
from app.saved_names import PAPER
from app.screens.paper.tally import COUNTED, NEW, Tally, read_tally
from app.screens.parts.canvas import canvas_keys
from app.screens.parts.painting import (
    Painting,
    PaintingScreen,
    Step,
    choose_edict,
    count_view,
    doubts,
    light,
    painted_map,
    painting_of,
    steps_bar,
    sum_mark,
    toolbox,
    tools_for,
    undo_buttons,
)
from app.screens.set_up.screen import SetCards, SetEdict, describe_other_edict, edict_choices
from app.visit import ESCAPE, Controls, Dialog, Next, Traits, Visit
from cartographers.boxes import Box
from cartographers.scoring import CARD_BY_ID
from cartographers.seasons import EDICTS
from words import Words


class CountSeason(m.Message):
    """The player chooses the season whose edicts score the map, or all edicts."""

    #: A key of :data:`app.screens.paper.tally.COUNTED`.
    season: str


class PaperMap(PaintingScreen):
    """A paper map that the page scores."""

    traits: ClassVar[Traits] = Traits("paper.title")
    steps: ClassVar[tuple[Step, ...]] = (Step.CHOOSE, Step.DRAW, Step.STARS)

    #: What scores the map. Its map is the one at the start of the painting; see :attr:`tally`.
    chosen: Tally
    #: The letter of the other edict that the last choice of an edict has changed or removed; empty for none.
    changed_edict: str = ""

    @property
    def tally(self) -> Tally:
        """The map as painted so far, and what scores it."""
        return replace(self.chosen, paper=self.painting.paper)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts for painting."""
        keys = canvas_keys(self.tools_in(visit)) if self.paints else {}
        return Controls({**keys, **ESCAPE}, paints=self.paints)

    def tools_in(self, visit: Visit) -> tuple[str, ...]:
        """Return the grounds that the player can paint."""
        return tools_for(with_heroes=self.chosen.cards != CARDS[0])

    @property
    def found(self) -> tuple[Finding, ...]:
        """The facts on the map that no game can have brought about; none as long as nothing is painted."""
        tally = self.tally
        return tuple(findings(tally.paper, tally.limits)) if tally.paper.is_painted else ()

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has chosen, painted, or looked at something."""
        if self.changed_edict:  # its sentence stays until the next message
            screen = replace(self, changed_edict="")
            return screen.update(replace(visit, screen=screen), message)
        match message:
            case SetSide(side) if side in maps_in(visit.memory.notes).sides_with(self.painting.side):
                tally = self.tally.with_side(side)
                after = replace(self, chosen=tally, painting=painting_of(tally.paper))
            case SetCards(cards):
                painting = replace(self.painting, tool=self.tools_in(visit)[0])
                after = replace(self, chosen=replace(self.chosen, cards=cards), painting=painting)
            case CountSeason(season):
                after = replace(self, chosen=replace(self.chosen, season=season))
            case SetEdict(letter, card):
                chosen = self.chosen.with_edict(letter, CARD_BY_ID[card])
                changed = {each for each, _ in self.chosen.edicts.items() ^ chosen.edicts.items()} - {letter}
                after = replace(self, chosen=chosen, changed_edict="".join(changed))
                visit = replace(visit, dialog=None)
            case _:
                return super().update(visit, message)
        return _saved(replace(visit, screen=after), after.tally)

    def with_painting(self, visit: Visit, painting: Painting) -> Visit | Next:
        """Return the visit with another state of the painting, which the device saves."""
        after = replace(self, painting=painting)
        return _saved(replace(visit, screen=after), after.tally)

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the content of the keyboard's space, or the stars of the map."""
        painting = self.painting
        if self.paints and painting.cursor is not None:
            said = describe_space(words, painting.canvas.sheet, painting.cursor)
            yield Announcement("place", said, len(painting.canvas.past))
        elif self.step is Step.STARS:
            yield Announcement("news", words.plural("reckoning.total", self.tally.score.total))
        if self.changed_edict:
            yield Announcement("change", self._describe_change(words), str(self.chosen))

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the panel that chooses an edict."""
        letter = dialog.about
        if dialog.panel is not m.Panel.EDICT or letter not in {*EDICTS}:
            return None
        now = self.chosen.edicts.get(letter)
        return words("edict.choose", letter=letter), edict_choices(words, letter, now, Box.BOTH)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the step's parts, and the buttons to the other steps."""
        if self.step is Step.CHOOSE:
            parts = self._choices(words, visit)
        else:
            parts = self._drawing(words, visit) if self.paints else self._stars(words)
        return h(
            "main",
            back_header(words, self.title(words), undo_buttons(words, self.painting.canvas) if self.paints else None),
            h("div", parts, class_="form", key=self.step),  # each step begins at its top
            h(
                "div",
                steps_bar(words, self.steps, self.step, self._sum(words) if self.step is Step.STARS else None),
                class_="thumb steps",
                role="group",
                aria_label=words("paper.steps"),
            ),
            class_=f"setup paper-map {self.step}-map",
            key="paper-map",
        )

    def _sum(self, words: Words) -> Element | None:
        """Return the sum of the stars for the bar; None as long as nothing is painted."""
        tally = self.tally
        return sum_mark(words, tally.score.total, is_doubtful=bool(self.found)) if tally.paper.is_painted else None

    def _choices(self, words: Words, visit: Visit) -> Sequence[Element | None]:
        """Return the choice of the map, of the season, of its edicts, and of the cards."""
        tally = self.tally
        maps = maps_in(visit.memory.notes)
        season = COUNTED[tally.season]
        return (
            h("section", h("p", words("paper.text")), class_="part", key="text"),
            h(
                "section",
                h("h2", words("setup.side")),
                side_choices(words, maps.sides_with(tally.paper.side), tally.paper.side, maps.names),
                h("h2", words("setup.cards")),
                choice(words, "cards", CARDS, tally.cards, words("setup.cards"), SetCards),
                class_="part",
                key="side",
            ),
            h(
                "section",
                h("h2", words("paper.season")),
                choice(words, "season", tuple(COUNTED), tally.season, words("paper.season"), CountSeason),
                h("p", words("paper.season.note"), class_="note"),
                h("h2", words("setup.edicts")),
                h(
                    "div",
                    [choose_edict(words, letter, tally.edicts.get(letter)) for letter in season.edicts],
                    class_="chosen",
                ),
                self._changed_note(words),
                class_="part",
                key="season",
            ),
        )

    def _drawing(self, words: Words, visit: Visit) -> Sequence[Element | None]:
        """Return the map and the tools."""
        hint = words("paper.hint", terrain=words(f"terrain.{self.painting.tool}").capitalize())
        return (painted_map(words, self._sky, self.painting), toolbox(words, self.painting, self.tools_in(visit), hint))

    def _stars(self, words: Words) -> Sequence[Element | None]:
        """Return the map with the light on the spaces that earn, the stars, and doubtful facts."""
        tally, found = self.tally, self.found
        return (
            painted_map(words, self._sky, self.painting, light(self.painting, tally.score, found)),
            count_view(words, self.painting, tally.score, tally.edicts, can_choose=True),
            h("section", self._changed_note(words), class_="part", key="changed") if self.changed_edict else None,
            doubts(words, self.painting, found),
        )

    def _describe_change(self, words: Words) -> str:
        """Return the sentence about an edict that has changed along with the chosen one; empty if none has."""
        letter = self.changed_edict
        return describe_other_edict(words, letter, self.chosen.edicts.get(letter)) if letter else ""

    def _changed_note(self, words: Words) -> Element | None:
        """Return the note about an edict that has changed along with the chosen one."""
        return h("p", self._describe_change(words), class_="note", key="changed") if self.changed_edict else None

    @property
    def _sky(self) -> str:
        """The season on the frame of the map."""
        return self.chosen.season if COUNTED[self.chosen.season].threshold else "winter"


def _saved(visit: Visit, tally: Tally) -> Visit | Next:
    """Return the visit with a tally that the device saves, unless it is saved already."""
    text = str(tally)
    if text == (visit.memory.notes[PAPER] or str(NEW)):
        return visit
    return visit.saving_note(PAPER, text)


def screen(visit: Visit, _: str) -> PaperMap:
    """Return the screen with the map that was painted last."""
    tally = read_tally(visit.memory.notes[PAPER])
    step = Step.DRAW if tally.paper.is_painted else Step.CHOOSE
    return PaperMap(tally, painting=painting_of(tally.paper), step=step)
