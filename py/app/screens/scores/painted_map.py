"""The map of a player at the end of a season of a printed game: painting it, and its stars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.announcements import Announcement
from app.board.map_view import describe_space
from app.drawing.controls import back_header, button
from app.drawing.element import Element, h
from app.game.paper_checks import Finding
from app.game.printed import PrintedGame
from app.game.printed_maps import findings_of, score_of_paper, with_map
from app.messages import Back, Choose, Message, PrintedGameReported
from app.screens.parts.canvas import canvas_keys
from app.screens.parts.painting import (
    Painting,
    count_view,
    doubts,
    light,
    painted_map,
    steps_bar,
    toolbox,
    tools_for,
    undo_buttons,
)
from app.screens.parts.printed_game import name_of, saved_printed_game, with_printed_game, with_reported_game
from app.visit import Next, Screen, Visit
from cartographers.boxes import Box
from cartographers.seasons import EDICTS
from words import Words

#: The steps: painting the map, and its stars.
STEPS = ("draw", "stars")
_DRAW, _STARS = STEPS


@dataclass(frozen=True, slots=True)
class PrintedMap(Screen):
    """A player's map at the end of a season."""

    #: The number of the season, from 0.
    season: int
    #: The number of the player, from 0.
    player: int
    painting: Painting
    step: str = _DRAW

    @property
    def paints(self) -> bool:
        """Whether a swipe paints: only in the step for it."""
        return self.step == _DRAW

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after the player has painted, counted, or finished the map."""
        game = saved_printed_game(visit)
        if isinstance(message, PrintedGameReported):
            return with_reported_game(visit, message.text)
        if game is None:  # another tab has ended it
            return visit
        match message:
            case Choose("step", step) if step in STEPS:
                return replace(visit, screen=self._at(step))
            case Choose("done"):
                return _saved(visit, self, game)._replace(then=Back())
            case _ if self.step == _DRAW:
                after = replace(self, painting=self.painting.after(message, _tools(game)))
            case _:
                after = replace(self, painting=self.painting.counted(message))
        visit = replace(visit, screen=after)
        return visit if after.painting.paper == self.painting.paper else _saved(visit, after, game)

    def _at(self, step: str) -> PrintedMap:
        """Return the screen at a step."""
        return replace(self, step=step, painting=replace(self.painting, cursor=None, lit=""))

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return the shortcuts: those for painting, and Escape to go back."""
        game = saved_printed_game(visit)
        return {**(canvas_keys(_tools(game)) if game and self.paints else {}), "Escape": Back()}

    # ------------------------------------------------------------------- view

    def title(self, words: Words) -> str:
        """Return the title of the screen."""
        return words("scores.map")

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the content of the keyboard's space, or the stars of the map."""
        painting, game = self.painting, saved_printed_game(visit)
        if self.paints and painting.cursor is not None:
            said = describe_space(words, painting.canvas.sheet, painting.cursor)
            yield Announcement("place", said, len(painting.canvas.past))
        elif game and not self.paints:
            score = score_of_paper(game, self.season, self.player, painting.paper)
            yield Announcement("news", words.plural("reckoning.total", score.total))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map with its tools or its stars, and the button that returns to the table."""
        game = saved_printed_game(visit)
        if game is None:
            parts: Sequence[Element | None] = [h("section", h("p", words("scores.none")), class_="part")]
        else:
            parts = self._drawing(words, game) if self.paints else self._stars(words, game)
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
                steps_bar(words, STEPS, self.step),
                button(Choose("done", "map"), h("b", words("scores.done")), class_="confirm"),
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
        return (painted_map(words, self._sky(game), self.painting), toolbox(words, self.painting, _tools(game), hint))

    def _stars(self, words: Words, game: PrintedGame) -> Sequence[Element | None]:
        """Return the map with the light on the spaces that earn, the stars, and doubtful facts."""
        paper = self.painting.paper
        score = score_of_paper(game, self.season, self.player, paper)
        found: Sequence[Finding] = [*findings_of(game, self.season, self.player, paper)] if paper.is_painted else []
        cards = dict(zip(EDICTS, game.deal.edicts, strict=True))
        return (
            painted_map(words, self._sky(game), self.painting, light(self.painting, score, found)),
            count_view(words, self.painting, score, cards, can_choose=False),
            doubts(words, self.painting, found),
        )

    def _sky(self, game: PrintedGame) -> str:
        """Return the season on the frame of the map."""
        return game.deal.seasons[self.season].season.name


def _saved(visit: Visit, screen: PrintedMap, game: PrintedGame) -> Next:
    """Return the visit with the map in the game, which the device saves."""
    return with_printed_game(visit, with_map(game, screen.season, screen.player, screen.painting.paper))


def _tools(game: PrintedGame) -> tuple[str, ...]:
    """Return the grounds that the players of a game can have drawn."""
    return tools_for(with_heroes=game.id.heroes or Box.HEROES in game.id.ambush)
