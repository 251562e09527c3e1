"""The replay of a game, ply by ply: by taps, slider, or keys, or automatically."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar

from app import messages as m
from app.board import aloud
from app.board.board import Board
from app.board.board_view import board_view, ledger, tip
from app.board.event_texts import describe_end, describe_landing, describe_spaces, describe_winners
from app.board.names import player_name
from app.board.panels import looking_keys, panel_of_game
from app.drawing import map_art
from app.drawing.announcements import Announcement
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.drawing.map_art import miniature
from app.drawing.shapes import pattern, shape_picture
from app.game.game import Game, Moment, moment_of
from app.game.ghost import terrain_word
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from app.visit import Continuable, Controls, Dialog, Needs, Next, Traits, Visit
from cartographers.cards import Option
from cartographers.events import Ambush, Draw, Event, ForcedReason, GameEnd, Pick, Score, Spread
from cartographers.polyomino import has_shape
from cartographers.record import PlayedGame
from cartographers.region import Region
from cartographers.state import Ply, State, Task
from words import Words

#: Milliseconds for each ply.
_PLY = 1500


class Watching(Continuable):
    """The replay of a game, which may be unfinished."""

    traits: ClassVar[Traits] = Traits("replay")

    #: The whole game.
    whole_game: Game
    #: The place in the game: the number of plies so far.
    place: int = 0
    #: True while the replay advances automatically.
    is_running: bool = False
    #: The highlighted topic.
    lit: m.Topic | None = None
    #: The number of the chosen sheet, or None to let the page choose.
    looking: int | None = None

    # ------------------------------------------------------------------- contents

    @property
    def played(self) -> PlayedGame:
        """The plies and states of the whole game."""
        return self.whole_game.played

    @property
    def last(self) -> int:
        """The last place in the game."""
        return len(self.played.plies)

    @property
    def is_unfinished(self) -> bool:
        """Whether the game is unfinished at the last place."""
        return not self.played.states[-1].is_over

    @property
    def state_before(self) -> State:
        """The state before the ply on the page; at place 0, the initial state."""
        return self.played.states[max(self.place - 1, 0)]

    @property
    def ply(self) -> Ply | None:
        """The ply on the page, or None at place 0."""
        return self.played.plies[self.place - 1] if self.place else None

    @property
    def game(self) -> Game:
        """The game up to the ply on the page."""
        played = PlayedGame(self.played.id, self.played.plies[: self.place], self.played.states[: self.place + 1])
        return replace(self.whole_game, played=played)

    @property
    def moment(self) -> Moment:
        """The cards before the ply on the page, with the maps and stars after it."""
        after = self.played.states[self.place]
        moment = replace(moment_of(self.state_before), sheets=after.sheets, scored_seasons=len(after.scores))
        return moment if self.looking is None else replace(moment, shown_sheet=self.looking)

    @property
    def seasons(self) -> tuple[int, ...]:
        """The place of each season's first ply, with 0 for the first season."""
        seasons = [state.season for state in self.played.states[:-1]]
        return (0, *(place for place in range(2, self.last + 1) if seasons[place - 1] != seasons[place - 2]))

    def needs(self, visit: Visit) -> Needs:
        """Return the time until the next ply."""
        return Needs(pause=_PLY if self.is_running else 0, paused_at=self.place)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: arrows move ply by ply, Page Up and Page Down by season, and Space runs or pauses."""
        place, last, several = self.place, self.last, () if self.whole_game.is_solo else ("maps",)
        keys: Mapping[str, m.Message] = {
            **looking_keys(self.whole_game),
            "ArrowLeft": m.SkipPlies(-1),
            "ArrowRight": m.SkipPlies(1),
            "Home": m.Seek(0),
            "End": m.Seek(last),
            "PageUp": m.Seek(max((start for start in self.seasons if start < place), default=0)),
            "PageDown": m.Seek(min((start for start in self.seasons if start > place), default=last)),
            " ": m.PlayOrPause(),
            "Enter": self.large_button_message,
            "Escape": m.HighlightTopic(self.lit) if self.lit else m.Back(),
        }
        return Controls(keys, ("skip", "ends", "seasons", "play", "edicts", *several, "leave"), rest=".spaces")

    @cached_property
    def board(self) -> Board:
        """The board on the page, of the player who drew."""
        task = self.state_before.task
        return Board(self.game, self.moment, lit=self.lit, player=task.player if task else None)

    @property
    def continuable_game(self) -> Game | None:
        """The game, if it is unfinished and the replay is at its last place."""
        return self.whole_game if self.is_unfinished and self.place == self.last else None

    @property
    def large_button_message(self) -> m.Message:
        """The message of the large button: run or pause, or, at the end of an unfinished game, take over."""
        return m.TakeOver() if self.continuable_game else m.PlayOrPause()

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about the place in the game, or about a topic or a map."""
        match message:
            case m.HighlightTopic(topic):
                after = replace(self, lit=None if self.lit is topic else topic)
            case m.LookAtSheet(sheet):
                after = replace(self, looking=None if self.looking == sheet else sheet)
            case m.Seek(place):
                after = self._at(place)
            case m.SkipPlies(plies):
                after = self._at(self.place + plies)
            case m.PlayOrPause() if self.is_running:
                after = replace(self, is_running=False)
            case m.PlayOrPause():
                after = replace(self, place=0 if self.place == self.last else self.place, is_running=self.last > 0)
            case m.Step() if self.is_running:
                after = replace(self, place=self.place + 1, is_running=self.place + 1 < self.last)
            case _:
                return super().update(visit, message)
        return replace(visit, screen=after)

    def _at(self, place: int) -> Watching:
        """Return the replay, paused at another place."""
        return replace(self, place=min(max(place, 0), self.last), is_running=False)

    def covered(self) -> Watching:
        """Return the replay after a panel has opened or closed over it.

        The replay is paused, and no map is chosen.
        """
        return replace(self, is_running=False, looking=None)

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map after the ply with its changes marked, and the panel."""
        board = self.board
        marks = (map_art.arrivals(*change) for change in _changes(board))
        return board_view(words, board, visit.memory.preferences, marks, self._panel(words, board))

    def _panel(self, words: Words, board: Board) -> Element:
        """Return the panel: the card, the slider, and the buttons."""
        return h(
            "section",
            ledger(words, board),
            _card(words, board, self),
            tip(words, board) if board.lit else None,
            _slider(words, self),
            _thumb(
                words,
                self.last,
                at_start=self.place == 0,
                at_end=self.place == self.last,
                on=isinstance(self.large_button_message, m.TakeOver),
                running=self.is_running,
            ),
            class_="tray replay",
            key="replay",
        )

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game."""
        return panel_of_game(words, dialog.panel, self.game, self.moment, self.looking)

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the place in the game with the ply and its effects, then the highlighted topic."""
        board = self.board
        said = [_place(words, self) + "."]
        task, ply = self.state_before.task, self.ply
        if task and ply:
            if not board.game.is_solo:
                said.append(player_name(words, board.game, task.player) + ".")
            terrain, card = words(f"terrain.{terrain_word(ply.terrain)}"), words(f"name.{task.card.id}")
            said.append(words("replay.drew", card=card, terrain=terrain, spaces=describe_spaces(words, ply)))
        yield Announcement("news", " ".join([*said, *_happened(words, board, self, fully=True)]))
        yield aloud.announce_highlight(words, board)


def replay_of(played: PlayedGame, cartographers: tuple[Cartographer, ...] = ()) -> Watching:
    """Return the replay of a game from its beginning."""
    who = cartographers or (Cartographer(),) * played.id.players
    return Watching(Game(played, who, (LOCAL_PERSON,) * played.id.players))


def _changes(board: Board) -> Iterator[tuple[str, Region]]:
    """Yield the changes on the map since the previous choice, each as a ground and its spaces."""
    for event in board.state.events:
        if isinstance(event, Draw | Pick | Ambush | Spread) and event.sheet == board.owner and event.region:
            ground = terrain_word(None) if isinstance(event, Pick) else "monster"
            yield terrain_word(event.terrain) if isinstance(event, Draw) else ground, event.region


def _card(words: Words, board: Board, screen: Watching) -> Element:
    """Return the card with the player's choice, the place in the game, and the effects of the ply."""
    task, ply = screen.state_before.task, screen.ply
    return h(
        "div",
        icon(f"card-{task.card.id}", "picture") if task else None,
        h("div", _chosen(words, task, ply), class_="choices") if task and ply else None,
        h(
            "div",
            h("h2", words(f"name.{task.card.id}")) if task else None,
            h("p", _place(words, screen), class_="place"),
            class_="what",
        ),
        h("p", " ".join(_happened(words, board, screen)), class_="happened"),
        class_="card step",
    )


def _chosen(words: Words, task: Task, ply: Ply) -> list[Element | None]:
    """Return the terrain and shape that a ply took from its card, and a hero's attack."""
    option = _option(task, ply)
    terrain = words(f"terrain.{terrain_word(ply.terrain)}")
    return [
        h(
            "div",
            miniature(terrain_word(ply.terrain), option.beast.value if option.beast else ""),
            class_="choice",
            role="img",
            aria_label=terrain,
        ),
        h(
            "div",
            shape_picture(option.shape),
            icon("icon-coin", "pays") if option.coin else None,
            class_="choice",
            aria_hidden="true",
        ),
        pattern(words, option.attack) if option.attack else None,
    ]


def _option(task: Task, ply: Ply) -> Option:
    """Return the option that a ply took."""
    return next(
        option for option in task.options if option.terrain is ply.terrain and has_shape(ply.region, option.shape)
    )


def _place(words: Words, screen: Watching) -> str:
    season = words(f"season.{screen.moment.season.name}")
    return words("replay.place", season=season, ply=screen.place, plies=screen.last)


def _happened(words: Words, board: Board, screen: Watching, *, fully: bool = False) -> Iterator[str]:
    """Yield the effects of the ply, or else anything unusual about it.

    With ``fully``, yields both, with the names of the spaces.
    """
    task = screen.state_before.task
    if screen.place == 0:
        yield words("replay.begin")
    elif task and task.sheet != task.player:
        yield words("said.whose", map=words("map.of", name=player_name(words, board.game, task.sheet)))
    drawn, *others = board.state.events
    followed = [text for event in others for text in _told(words, board, event, fully=fully)]
    if fully or not followed:
        yield from _told(words, board, drawn, fully=fully)
    yield from followed
    if screen.is_unfinished and screen.place == screen.last:
        yield words("replay.goes-on")


def _told(words: Words, board: Board, event: Event, *, fully: bool) -> Iterator[str]:
    """Yield the sentences about an event that concern the player's map."""
    match event:
        case Draw(forced=ForcedReason.NO_FIT | ForcedReason.RUINS as forced):
            yield words(f"forced.{forced.value}") + "."
        case Ambush(card=card):
            yield f"{words('ambush')} {words(f'name.{card.id}')}."
            if fully:
                yield describe_landing(words, event)
        case Spread(sheet=board.owner, card=card):
            yield words("replay.spread", card=words(f"name.{card.id}"))
        case Score(score) if score.player == board.player:
            yield words.plural("reckoning.said", score.total, season=words(f"season.{score.season.name}"))
        case GameEnd():
            brief = not fully and not board.game.is_solo  # the panel has no room for the stars of twelve players
            yield f"{describe_winners(words, board.game, event)}." if brief else describe_end(words, board.game, event)


def _slider(words: Words, screen: Watching) -> Element:
    """Return the slider through the plies, with the seasons behind it."""
    return h(
        "div",
        _year(screen),
        h(
            "input",
            type="range",
            name="seek",
            min=0,
            max=screen.last,
            value=screen.place,
            aria_label=words("replay.ply"),
            aria_valuetext=_place(words, screen),
        ),
        class_="scrub",
        key="scrub",
    )


def _year(screen: Watching) -> Element:
    """Return the plies as a line in the colors of their seasons, brighter up to the ply on the page."""
    unit = 100 / max(screen.last, 1)
    parts: list[Element] = []
    seasons = screen.state_before.deal.seasons
    for dealt, (start, end) in zip(seasons, pairwise((*screen.seasons, screen.last)), strict=False):
        past = min(max(screen.place, start), end)
        for look, first, then in (("past", start, past), ("to-be", past, end)):
            place = {"x": f"{first * unit:.2f}%", "width": f"{(then - first) * unit:.2f}%"}
            parts.append(h("rect", **place, height="100%", class_=f"{look} season-{dealt.season.name}"))
    ticks = [h("rect", x=f"{start * unit:.2f}%", width=2, height="100%", class_="tick") for start in screen.seasons[1:]]
    return h("svg", parts, ticks, class_="year", aria_hidden="true")


@lru_cache(maxsize=8)
def _thumb(words: Words, last: int, *, at_start: bool, at_end: bool, on: bool, running: bool) -> Element:
    """Return the buttons that step through the plies, always from left to right, and the button that leaves."""
    caption = words("replay.pause" if running else "replay.play")
    if on:
        main = _key(m.TakeOver(), "icon-quill", words("replay.on"), words("replay.on.label"), look="key confirm")
    else:
        main = _key(m.PlayOrPause(), "icon-pause" if running else "icon-play", caption, caption, look="key confirm")
    return h(
        "div",
        h(
            "div",
            _key(m.Seek(0), "icon-start", words("replay.start"), words("replay.start.label"), off=at_start),
            _key(m.SkipPlies(-1), "icon-back", words("replay.back"), words("replay.back.label"), off=at_start),
            main,
            _key(m.SkipPlies(1), "icon-next", words("replay.next"), words("replay.next.label"), off=at_end),
            _key(m.Seek(last), "icon-last", words("replay.last"), words("replay.last.label"), off=at_end),
            class_="through",
            role="group",
            aria_label=words("replay"),
        ),
        _key(m.Back(), "icon-leave", words("replay.leave"), words("replay.leave.label")),
        class_="thumb",
    )


def _key(message: m.Message, symbol: str, caption: str, label: str, *, off: bool = False, look: str = "key") -> Element:
    return button(
        message, icon(symbol), h("span", caption), class_=look, aria_label=label, aria_disabled="true" if off else None
    )
