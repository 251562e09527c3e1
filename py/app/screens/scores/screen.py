"""The table of a printed game: every player's stars in each season, the winner, and ways to share the result.

The table of a game in the history only shows them, and leads back to the printed game on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import ClassVar

from app import messages as m
from app.board.board_view import season_table
from app.board.event_texts import describe_result, describe_winners, has_broken_tie
from app.board.map_view import map_picture
from app.board.names import sheet_name
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, icon, labeled_icon
from app.drawing.crest import crest
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.paper_notes import COUNT, Count, Place
from app.game.printed import PrintedGame
from app.game.printed_maps import (
    counts_of,
    final_map,
    first_map,
    has_doubts,
    has_scores,
    is_counted,
    is_score_complete,
    maps_of,
    score_of,
    scored_game,
)
from app.page.outgoing import Outgoing, Picture, Text
from app.saves.games import DeleteGame, SaveOtherGame
from app.screens.parts.painting import Step, painting_of
from app.screens.parts.picture_screen import PictureScreen, drawn_picture
from app.screens.parts.printed_game import (
    deleted_note,
    name_of,
    past_game,
    resuming,
    saved_printed_game,
    with_past_name,
    with_printed_game,
)
from app.screens.parts.share_controls import BY_HAND, copy_button, outcome, short_outcome, text_by_hand
from app.screens.parts.sharing import file_name, shared_text
from app.screens.scores.numbers import numbers_of
from app.screens.scores.painted_map import PrintedMap
from app.screens.sheet.picture import picture
from app.screens.sheet.screen import everyones_maps, solo_result
from app.visit import ESCAPE, Controls, Needs, Next, Traits, Visit
from cartographers.boxes import Box
from cartographers.events import GameEnd
from cartographers.seasons import Season
from words import Words, capital, number


class OpenPrintedMap(m.Message):
    """The player opens a player's map of a season that is over."""

    #: The number of the season, from 0.
    season: int
    #: The number of the player, from 0.
    player: int


class FinishPrintedGame(m.Message):
    """The player moves the finished game to the history."""


class ResumePrintedGame(m.Message):
    """The player brings the game back from the history to the table."""


class Scores(PictureScreen):
    """The table of the printed game on the device, or of one in the history."""

    traits: ClassVar[Traits] = Traits("scores.title")

    #: The name of a game in the history; empty for the game on the table.
    about: str = ""
    #: The player whose map is shown.
    looking: int | None = None
    #: The name and the text of the game, if it has just been deleted from the history.
    deleted: tuple[str, str] | None = None
    #: True if the player has just moved the game on the table to the history. If that fails, the game stays.
    is_moved: bool = False

    def needs(self, visit: Visit) -> Needs:
        """Ask for the saved games if the game is in the history."""
        return Needs(library=bool(self.about))

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: U undoes a deletion."""
        return Controls({"u": m.Restore(), **ESCAPE})

    def game_in(self, visit: Visit) -> PrintedGame | None:
        """Return the game; None if it is gone or can't be read."""
        if not self.about:
            return saved_printed_game(visit)
        past = past_game(visit.memory.library or (), self.about)
        return past.game if past else None

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has opened a map, shared or finished the game, or deleted it."""
        game = self.game_in(visit)
        match message:
            case m.PrintedGameReported(text):
                return visit.with_printed(text, text)
            case OpenPrintedMap(season, player) if game and not self.about:
                is_over = 0 <= season < game.scored_seasons and 0 <= player < game.id.players
                return _at_map(visit, game, (season, player)) if is_over else visit
            case FinishPrintedGame() if game and game.is_over and has_scores(game) and not self.about:
                return self._moved(visit)
            case ResumePrintedGame() if game and self.about:
                return resuming(visit, self.about)
            case m.LookAtSheet(player) if game and player < game.id.players:
                return replace(visit, screen=replace(self, looking=None if self.looking == player else player))
            case m.Delete(name) if name == self.about and name in dict(visit.memory.library or ()):
                return self._deleted(visit)
            case m.Restore() if self.deleted:
                name, text = self.deleted
                library = (*(visit.memory.library or ()), self.deleted)
                after = replace(visit, screen=replace(self, deleted=None)).with_library(library)
                return Next(after, (SaveOtherGame(name, text),))
            case _:
                return super().update(visit, message)

    def _moved(self, visit: Visit) -> Next:
        """Return the visit without a game on the table, after it was moved to the history."""
        visit, past = with_past_name(visit)
        return with_printed_game(replace(visit, screen=replace(self, is_moved=True)), None, past)

    def _deleted(self, visit: Visit) -> Next:
        """Return the visit after the game was deleted from the history."""
        library = dict(visit.memory.library or ())
        deleted = (self.about, library.pop(self.about))
        after = replace(visit, screen=replace(self, deleted=deleted)).with_library(tuple(library.items()))
        return Next(after, (DeleteGame(self.about),))

    def _is_in_history(self, visit: Visit) -> bool:
        """Return whether the device has moved the game on the table to the history."""
        return self.is_moved and not any(visit.memory.printed)

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text or the picture to share."""
        game = self.game_in(visit)
        scored = scored_game(game) if game else None
        if game is None or scored is None:
            return None
        match what:
            case "text":
                has_map = final_map(game, scored[1].winners[0]) is not None
                return Text(shared_text(words, visit, *scored, has_map=has_map))
            case "picture" if _has_all_maps(game):
                address = visit.page.edition.address
                return Picture(file_name(scored[0], "png"), picture(words, *scored, address, None))
            case _:
                return None

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the result, or the news of a deletion."""
        game = self.game_in(visit)
        if self.deleted:
            yield Announcement("news", words.plural("history.deleted", 1), self.deleted)
        elif self._is_in_history(visit):
            yield Announcement("news", words("scores.moved"))
        elif game and (scored := scored_game(game)):
            yield Announcement("news", describe_result(words, *scored))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the result, the table, and the ways to share the game or to end it."""
        game = self.game_in(visit)
        scored = scored_game(game) if game else None
        parts: Sequence[Element | None]
        if self.deleted:
            parts = [h("section", deleted_note(words), class_="part", key="deleted")]
        elif self._is_in_history(visit):
            history = button(m.Go("history"), icon("icon-history"), h("span", words("history")), class_="wide")
            parts = [h("section", h("p", words("scores.moved")), history, class_="part", key="moved")]
        elif game is None and self.is_moved:
            parts = []  # until the device has answered
        elif game is None:
            parts = self._unreadable(words, visit)
        else:
            parts = [
                self._result(words, game, *scored) if scored else None,
                _table(words, game, can_paint=not self.about),
                self._sharing(words, visit, game) if scored else None,
                _ways_from_history(words, visit, game, self.about, is_scored=scored is not None)
                if self.about
                else _ways(words, game, is_scored=scored is not None),
            ]
        return h(
            "main",
            back_header(words, self.title(words)),
            h("div", parts, class_="form"),
            class_="setup finished score-table",
            key="scores",
        )

    def _unreadable(self, words: Words, visit: Visit) -> list[Element]:
        """Return the reason why there is no game to show, and the button that deletes a damaged one."""
        past = past_game(visit.memory.library or (), self.about)
        if past is None or past.error is None:
            return [h("section", h("p", words("scores.none")), class_="part")]
        reason = f"{capital(words.say(past.error))}."
        return [h("section", h("p", reason), _delete_button(words, self.about), class_="part", key="damaged")]

    def _result(self, words: Words, printed: PrintedGame, game: Game, end: GameEnd) -> Element:
        """Return the result: of a solo game, or the winners and everyone's maps."""
        if game.is_solo:
            sheet = _sheet(words, printed, game, 0)
            return h("section", *sheet, solo_result(words, end), class_="part paper-sheet", key="result")
        looking = self.looking
        unpainted = frozenset(player for player in range(game.id.players) if not final_map(printed, player))
        return h(
            "section",
            h("h2", icon("icon-trophy"), describe_winners(words, game, end)),
            h("p", words("standings.tie")) if has_broken_tie(end) else None,
            _sheet(words, printed, game, looking) if looking is not None else None,
            everyones_maps(words, game, end, looking, unpainted),
            class_="part paper-sheet",
            key="result",
        )

    def _sharing(self, words: Words, visit: Visit, game: PrintedGame) -> Element:
        """Return the ways to share the result; a picture needs all maps."""
        told, how = self.outcome
        way = "share" if visit.page.edition.shares else "copy"
        out = self.outgoing(words, visit, "text") if told == "text" and how in BY_HAND else None
        text_how, picture_how = (how if told == what else "" for what in ("text", "picture"))
        return h(
            "section",
            h("h2", words("share.title")),
            h(
                "div",
                button(
                    m.Share("text", way),
                    icon("icon-share"),
                    h("span", words("share.text"), h("small", short_outcome(words, text_how))),
                    class_="wide",
                ),
                copy_button(words, "text") if way == "share" else None,
                class_="way",
            ),
            outcome(words, "text", text_how, in_button=True),
            text_by_hand(words, out.text) if isinstance(out, Text) else None,
            *(self._picture(words, picture_how) if _has_all_maps(game) else ()),
            class_="part sharing",
            key="sharing",
        )

    def _picture(self, words: Words, how: str) -> list[Element | None]:
        """Return the button that draws the picture, and the picture with its outcome."""
        return [
            button(
                m.Share("picture", "draw"),
                icon("icon-picture"),
                h("span", words("share.picture"), h("small", short_outcome(words, how))),
                class_="wide",
            ),
            drawn_picture(words, self.drawn) if self.drawn else None,
            outcome(words, "picture", how, in_button=True),
        ]


def _at_map(visit: Visit, game: PrintedGame, place: Place) -> Visit:
    """Return the visit at a player's season, at the step that was used last for it or for the game."""
    has_map, typed_last = place in maps_of(game), game.papers[-1:] != () and game.papers[-1].startswith(f"{COUNT}:")
    is_number = is_counted(game, *place) or (not has_map and typed_last)
    step = Step.NUMBERS if is_number else Step.STARS if has_map else Step.DRAW
    numbers = numbers_of(counts_of(game).get(place, Count()))
    painting = painting_of(first_map(game, *place))
    return visit.opening_screen(PrintedMap(*place, numbers, maps_of(game), painting=painting, step=step))


def _has_all_maps(game: PrintedGame) -> bool:
    """Return whether all final maps are painted."""
    return all(final_map(game, player) for player in range(game.id.players))


def _sheet(words: Words, printed: PrintedGame, game: Game, player: int) -> list[Element]:
    """Return a player's final map if it is painted, and the stars of all seasons, as on the paper sheet."""
    label = sheet_name(words, game, player)
    map_ = h("div", map_picture("winter", game.state.sheets[player], label), class_="last-map", key="map")
    rows = season_table(words, game.season_lines(player, len(game.state.scores)))
    return [*([map_] if final_map(printed, player) else []), h("div", rows, class_="rows", key="rows")]


def _table(words: Words, game: PrintedGame, *, can_paint: bool) -> Element:
    """Return the stars of every player in each season; a tap on a season that is over paints or shows the map."""
    seasons = [dealt.season for dealt in game.deal.seasons]
    return h(
        "section",
        _hint(words, game) if can_paint else None,
        h(
            "table",
            h(
                "thead",
                h(
                    "tr",
                    h("th", words("players"), role="columnheader"),
                    [h("th", _season_sign(words, season), role="columnheader", key=season.name) for season in seasons],
                    h("th", labeled_icon("icon-star", words("stars")), role="columnheader"),
                    role="row",
                ),
                role="rowgroup",
            ),
            h(
                "tbody",
                [_row(words, game, seasons, player, can_paint=can_paint) for player in range(game.id.players)],
                role="rowgroup",
            ),
            class_="seasons standings",
            role="table",  # its rows are laid out as grids, which would end the role
        ),
        class_="part",
        key="table",
    )


def _season_sign(words: Words, season: Season) -> Element:
    """Return a season's symbol, as in the corners of the map."""
    look = f"season-icon season-{season.name}"
    return labeled_icon(f"season-{season.name}", words(f"season.{season.name}"), look, viewBox="-9 -9 18 18")


def _row(words: Words, game: PrintedGame, seasons: Sequence[Season], player: int, *, can_paint: bool) -> Element:
    """Return a player's stars in each season, and their sum."""
    name = name_of(words, game, player)
    # A map of a season that was undone stays saved, but doesn't count until the season is over again.
    scores = [score_of(game, season, player) for season in range(game.scored_seasons)]
    total = sum(score.total for score in scores if score)
    return h(
        "tr",
        h("th", h("span", crest(name), h("b", name, class_="called"), class_="whose"), role="rowheader"),
        [
            h(
                "td",
                _cell(words, game, (place, player), score.total if score else None)
                if can_paint and place < len(scores)
                else number(score.total)
                if score
                else "",
                role="cell",
                key=season.name,
            )
            for place, (season, score) in enumerate(zip_longest(seasons, scores))
        ],
        h("td", h("b", number(total)), role="cell"),
        role="row",
        key=str(player),
    )


def _hint(words: Words, game: PrintedGame) -> Element:
    """Return the note that says which map to paint."""
    later = words("scores.text.heroes") if Box.HEROES in game.id.ambush else ""
    return h("p", f"{words('scores.text')} {later}".strip(), class_="note")


def _cell(words: Words, game: PrintedGame, place: Place, stars: int | None) -> Element:
    """Return the button for a player's season: its stars, or a quill if there are none yet.

    Stars that aren't complete are followed by an ellipsis. A doubtful map has a question mark.
    """
    season, player = place
    name, said = name_of(words, game, player), words(f"season.{game.deal.seasons[season].season.name}")
    is_complete = is_score_complete(game, season, player)
    if stars is None:
        label = words("scores.paint", name=name, season=said)
    else:
        key = "scores.painted" if is_complete else "scores.begun"
        label = words.plural(key, stars, name=name, season=said)
    is_doubtful = has_doubts(game, season, player)
    return button(
        OpenPrintedMap(season, player),
        icon("icon-quill") if stars is None else f"{number(stars)}{'' if is_complete else '…'}",
        icon("icon-help", "icon doubtful") if is_doubtful else None,
        class_="cell",
        aria_label=f"{label}. {words('paper.check')}" if is_doubtful else label,
    )


def _ways_from_history(words: Words, visit: Visit, game: PrintedGame, about: str, *, is_scored: bool) -> Element:
    """Return the button that brings a game back to the table, and the one that deletes it."""
    key = "start.continue" if not game.is_over else "scores.correct" if is_scored else "scores.complete"
    on_table = saved_printed_game(visit)
    return h(
        "section",
        h("p", words("scores.exchange"), class_="note", key="exchange") if on_table and on_table.is_begun else None,
        button(
            ResumePrintedGame(),
            icon("icon-quill") if is_scored else None,
            h("b", words(key)),
            class_="wide" if is_scored else "confirm",
            key="resume",
        ),
        _delete_button(words, about),
        class_="part",
        key="ways",
    )


def _ways(words: Words, game: PrintedGame, *, is_scored: bool) -> Element | None:
    """Return the button that moves a finished game with scores to the history."""
    if not game.is_over:
        return None
    looks = "confirm" if is_scored else "wide"
    return h(
        "section",
        None if is_scored else h("p", words("scores.missing"), class_="note"),
        button(FinishPrintedGame(), h("b", words("scores.finish")), class_=looks) if has_scores(game) else None,
        class_="part",
        key="ways",
    )


def _delete_button(words: Words, name: str) -> Element:
    """Return the button that deletes a game from the history."""
    return button(m.Delete(name), icon("icon-cross"), h("span", words("history.delete")), class_="wide")


def screen(_: Visit, about: str) -> Scores:
    """Return the table of the game on the device, or of the one with the given name in the history."""
    return Scores(about=about)
