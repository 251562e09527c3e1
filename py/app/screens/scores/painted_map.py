"""A player's season of a printed game: the painted map and its stars, or the stars as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import ClassVar

from app import messages as m
from app.board.map_view import describe_space
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.paper_notes import Maps, Place
from app.game.printed import PrintedGame
from app.game.printed_maps import (
    counts_of,
    findings_of,
    findings_of_row,
    is_counted,
    maps_of,
    mended_maps,
    score_of_count,
    score_of_paper,
    with_count,
    with_later_maps,
    with_map,
)
from app.screens.parts.canvas import canvas_keys
from app.screens.parts.painting import (
    Painting,
    PaintingScreen,
    Step,
    count_view,
    doubts,
    light,
    painted_map,
    steps_bar,
    sum_mark,
    toolbox,
    tools_for,
    undo_buttons,
)
from app.screens.parts.printed_game import name_of, saved_printed_game, with_printed_game
from app.screens.scores.numbers import FIELDS, Numbers, SetNumber, describe_doubts, numbers_view
from app.visit import ESCAPE, Controls, Next, Screen, Traits, Visit
from cartographers.boxes import Box
from cartographers.seasons import EDICTS
from words import Words


class FinishMap(m.Message):
    """The player finishes the map, and returns to the table."""


class CorrectLaterMaps(m.Message):
    """The player corrects the same spaces on later maps, or leaves those maps as they were."""

    on: bool


class CountNumbers(m.Message):
    """The player lets the numbers count, or else the map."""

    on: bool


class PrintedMap(PaintingScreen):
    """A player's map, or counted stars, at the end of a season."""

    traits: ClassVar[Traits] = Traits("scores.map")
    steps: ClassVar[tuple[Step, ...]] = (Step.DRAW, Step.STARS, Step.NUMBERS)

    #: The number of the season, from 0.
    season: int
    #: The number of the player, from 0.
    player: int
    numbers: Numbers = field(default_factory=Numbers)
    #: The maps of the game when this one was opened. Later maps that show the same mistake are mended like this one.
    before: Maps = field(default_factory=dict)
    #: False if the player wants to mend only this map.
    mends_later: bool = True

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts for painting. Enter in the last number returns to the table."""
        keys = canvas_keys(self.tools_in(visit)) if self.paints else {}
        enter = FinishMap() if self.step is Step.NUMBERS else None
        return Controls({**keys, **ESCAPE}, enter=enter, paints=self.paints)

    def tools_in(self, visit: Visit) -> tuple[str, ...]:
        """Return the grounds that the players of the game can have drawn."""
        game = saved_printed_game(visit)
        return _tools(game) if game else ()

    @property
    def place(self) -> Place:
        """The numbers of the season and the player."""
        return self.season, self.player

    @property
    def mended(self) -> Maps:
        """The later maps with this map's mending."""
        return mended_maps(self.before, *self.place, self.painting.paper)

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has painted, counted, or finished the map."""
        game = saved_printed_game(visit)
        if isinstance(message, m.PrintedGameReported):
            return self._reported(visit, message.text)
        if game is None:  # another tab has ended it
            return Screen.update(self, visit, message)
        match message:
            case FinishMap():
                return self._done(visit, game)
            case CorrectLaterMaps(on) if self.mended:
                after = replace(self, mends_later=on)
                return with_printed_game(replace(visit, screen=after), _with_map(game, after))
            case CountNumbers(on):
                return with_printed_game(visit, _with_count(game, self) if on else _with_map(game, self))
            case m.TypeText(field, text) if field in FIELDS:
                return self._with_numbers(visit, game, self.numbers.with_text(field, text))
            case SetNumber(field, number) if field in FIELDS:
                return self._with_numbers(visit, game, self.numbers.with_text(field, str(number)))
            case _:
                return super().update(visit, message)

    def with_painting(self, visit: Visit, painting: Painting) -> Visit | Next:
        """Return the visit with another state of the painting; the device saves a changed map."""
        game, after = saved_printed_game(visit), replace(self, painting=painting)
        visit = replace(visit, screen=after)
        if game is None or painting.paper == self.painting.paper:
            return visit
        return with_printed_game(visit, _with_map(game, after))

    def _with_numbers(self, visit: Visit, game: PrintedGame, numbers: Numbers) -> Visit | Next:
        """Return the visit with other texts of the numbers; the device saves changed numbers."""
        after = replace(self, numbers=numbers)
        visit = replace(visit, screen=after)
        return visit if numbers.count == self.numbers.count else with_printed_game(visit, _with_count(game, after))

    def _reported(self, visit: Visit, text: str) -> Visit:
        """Return the visit after the device has reported its text; another tab's maps are those to mend from now on."""
        is_ours = text == visit.memory.printed.text
        visit = visit.with_printed(text, text)
        game = saved_printed_game(visit)
        return visit if is_ours or game is None else replace(visit, screen=replace(self, before=maps_of(game)))

    def _done(self, visit: Visit, game: PrintedGame) -> Visit | Next:
        """Return the visit back at the table. A full map counts even if it is like the one before: it is saved now."""
        is_new = self.place not in maps_of(game) and not is_counted(game, *self.place)
        if self.step is Step.NUMBERS or not is_new:
            return Next(visit, then=m.Back())
        return with_printed_game(visit, _with_map(game, self))._replace(then=m.Back())

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the content of the keyboard's space, the stars of the map, or the doubts about numbers."""
        painting, game = self.painting, saved_printed_game(visit)
        if game and self.paints and self.mended:
            yield Announcement("news", self._describe_mending(words, game), self.mends_later)
        if self.paints and painting.cursor is not None:
            said = describe_space(words, painting.canvas.sheet, painting.cursor)
            yield Announcement("place", said, len(painting.canvas.past))
        elif game and self.step is Step.STARS:
            score = score_of_paper(game, self.season, self.player, painting.paper)
            yield Announcement("news", words.plural("reckoning.total", score.total))
        elif game and self.step is Step.NUMBERS:
            for name, said in describe_doubts(words, game, *self.place, self.numbers).items():
                yield Announcement(name, said)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map with its tools or its stars, and the button that returns to the table."""
        game = saved_printed_game(visit)
        if game is None:
            parts: Sequence[Element | None] = [h("section", h("p", words("scores.none")), class_="part")]
        else:
            views = {Step.DRAW: self._drawing, Step.STARS: self._stars, Step.NUMBERS: self._numbers}
            parts = views[self.step](words, game)
        title = self.title(words)
        if game:
            season = words(f"season.{game.deal.seasons[self.season].season.name}")
            title = words("scores.map.of", name=name_of(words, game, self.player), season=season)
        return h(
            "main",
            back_header(words, title, undo_buttons(words, self.painting.canvas) if self.paints else None),
            h("div", parts, class_="form", key=self.step),  # each step begins at its top
            h(
                "div",
                steps_bar(words, self.steps, self.step),
                button(FinishMap(), h("b", words("scores.done")), self._sum(words, game), class_="confirm"),
                class_="thumb steps",
            )
            if game
            else None,
            class_=f"setup paper-map {self.step}-map",
            key="printed-map",
        )

    def _drawing(self, words: Words, game: PrintedGame) -> Sequence[Element | None]:
        """Return the map and the tools."""
        hint = words("paper.hint", terrain=words(f"terrain.{self.painting.tool}").capitalize())
        if self.mended:
            hint = self._describe_mending(words, game)
        return (
            painted_map(words, self._sky(game), self.painting),
            toolbox(words, self.painting, _tools(game), hint),
            self._mending(words, game),
            self._other_score(words, game),
        )

    def _stars(self, words: Words, game: PrintedGame) -> Sequence[Element | None]:
        """Return the map with the light on the spaces that earn, the stars, and doubtful facts."""
        paper = self.painting.paper
        score = score_of_paper(game, self.season, self.player, paper)
        found = findings_of(game, *self.place, paper)
        cards = dict(zip(EDICTS, game.deal.edicts, strict=True))
        return (
            painted_map(words, self._sky(game), self.painting, light(self.painting, score, found)),
            count_view(words, self.painting, score, cards, can_choose=False),
            doubts(words, self.painting, found),
            self._mending(words, game),
            self._other_score(words, game),
        )

    def _sum(self, words: Words, game: PrintedGame) -> Element | None:
        """Return the sum of the stars for the bar; None while the player paints, or if nothing is entered."""
        paper, count = maps_of(game).get(self.place), counts_of(game).get(self.place)
        if self.step is Step.STARS and paper:
            total = score_of_paper(game, *self.place, paper).total
            return sum_mark(words, total, is_doubtful=bool(findings_of(game, *self.place, paper)))
        if self.step is Step.NUMBERS and count:
            is_doubtful = bool(self.numbers.wrong or findings_of_row(game, *self.place, count))
            return sum_mark(words, score_of_count(game, *self.place, count).total, is_doubtful=is_doubtful)
        return None

    def _numbers(self, words: Words, game: PrintedGame) -> Sequence[Element | None]:
        """Return the fields for the numbers."""
        return (numbers_view(words, game, *self.place, self.numbers), self._other_score(words, game))

    def _describe_mending(self, words: Words, game: PrintedGame) -> str:
        """Return the sentence that names the later seasons that are mended, or that the player left as they were."""
        seasons = [words(f"season.{game.deal.seasons[season].season.name}") for season, _ in self.mended]
        return words(f"scores.mended.{'later' if self.mends_later else 'only'}", seasons=words.list(seasons))

    def _mending(self, words: Words, game: PrintedGame) -> Element | None:
        """Return the sentence about later seasons with a button that undoes their mending, or repeats it."""
        if not self.mended:
            return None
        other = "only" if self.mends_later else "later"
        return h(
            "section",
            None if self.paints else h("p", self._describe_mending(words, game)),  # in place of the hint
            button(
                CorrectLaterMaps(not self.mends_later),
                icon("icon-undo" if self.mends_later else "icon-turn"),
                h("span", words(f"scores.mend.{other}")),
                class_="wide",
                key=other,
            ),
            class_="part",
            key="mending",
        )

    def _other_score(self, words: Words, game: PrintedGame) -> Element | None:
        """Return the note that says which score counts, with the way to the other one; None if there is only one."""
        paper, count = maps_of(game).get(self.place), counts_of(game).get(self.place)
        if not paper or not count:
            return None
        counts = "numbers" if is_counted(game, *self.place) else "map"
        other = "map" if counts == "numbers" else "numbers"
        scores = {"map": score_of_paper(game, *self.place, paper), "numbers": score_of_count(game, *self.place, count)}
        return h(
            "section",
            h("p", words.plural(f"scores.counts.{counts}", scores[counts].total)),
            button(
                CountNumbers(other == "numbers"),
                icon("icon-star"),
                h("span", words.plural(f"scores.count.{other}", scores[other].total)),
                class_="wide",
            ),
            class_="part",
            role="status",
            key="other-score",
        )

    def _sky(self, game: PrintedGame) -> str:
        """Return the season on the frame of the map."""
        return game.deal.seasons[self.season].season.name


def _with_map(game: PrintedGame, screen: PrintedMap) -> PrintedGame:
    """Return the game with the painted map, which counts from now on, and with its mending in later maps."""
    game = with_map(game, *screen.place, screen.painting.paper)
    own = {place: paper for place, paper in screen.before.items() if place[1] == screen.player}
    later = {place: paper for place, paper in own.items() if place[0] > screen.season}
    return with_later_maps(game, {**later, **screen.mended} if screen.mends_later else later)


def _with_count(game: PrintedGame, screen: PrintedMap) -> PrintedGame:
    """Return the game with the numbers, which count from now on."""
    return with_count(game, *screen.place, screen.numbers.count)


def _tools(game: PrintedGame) -> tuple[str, ...]:
    """Return the grounds that the players of a game can have drawn."""
    return tools_for(with_heroes=game.id.heroes or Box.HEROES in game.id.ambush)
