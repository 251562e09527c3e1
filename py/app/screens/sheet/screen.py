"""The sheet of a finished game: the map and result, comparisons, best moments, and ways to share it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from datetime import date

from app import messages as m
from app.board.board_view import describe_practice, season_table
from app.board.event_texts import describe_margin, describe_winners, ranking
from app.board.map_view import map_picture, small_map
from app.board.names import crest_of, player_name, sheet_name
from app.drawing.controls import back_header, button, icon, labeled_icon
from app.drawing.element import Element, h
from app.game.daily import day_of
from app.game.game import Game
from app.game.library import Entry, finished_entries, replayed, verify
from app.game.rival import Rival
from app.game.seating import LOCAL_PERSON, RemotePlayer
from app.page.outgoing import File, Outgoing, Picture, Text
from app.screens.parts import strengths
from app.screens.parts.highlights import Highlight, highlights
from app.screens.parts.legend import legend, swatch
from app.screens.parts.own_results import mean, own_results
from app.screens.parts.picture_screen import PictureScreen, drawn_picture
from app.screens.parts.recorded import recorded
from app.screens.parts.share_controls import copy_button, outcome, short_outcome, text_by_hand
from app.screens.parts.sharing import (
    answer_text,
    challenge_text,
    file_name,
    kind_of,
    own_stars,
    replay_text,
    shared_text,
)
from app.screens.play.screen import playing_in
from app.screens.sheet.picture import picture
from app.screens.sheet.signature import FIELD, signature_field, signed_game, with_signed_game
from app.screens.watch.screen import Watching
from app.visit import Needs, Next, Screen, Visit
from cartographers.events import GameEnd
from cartographers.seasons import EDICTS
from words import Words, isolated, number, signed

#: The result, the challenge of a solo game, and the answer to one, each with its symbol.
_TEXT, _BEAT, _BACK = ("text", "icon-share"), ("beat", "icon-trophy"), ("back", "icon-share")
#: The other items that any game can share, each with its symbol.
_SHARES = {"picture": "icon-picture", "watch": "icon-watch", "record": "icon-file"}
#: The actions of the large buttons. The others share a text.
_WAYS = {"picture": "draw", "record": "save"}
#: The outcomes after which the player may want to copy the text by hand.
_BY_HAND = frozenset({"shown", "late", "asked"})
#: The size of the chart of ratings and its margin.
_WIDTH, _HEIGHT, _EDGE = 320, 46, 14


class ScoreSheet(PictureScreen):
    """The sheet of a finished game."""

    #: The name of a saved game, or an empty text for the game in play.
    about: str = ""
    #: The game if it can only be viewed. ``game`` and ``end`` are then None.
    recorded: Entry | None = None
    #: The game, or None if it isn't saved.
    game: Game | None = None
    #: The result of the game.
    end: GameEnd | None = None
    #: The player whose map was chosen.
    looking: int | None = None
    #: True if the player has stopped the bots that play the same deal.
    is_halted: bool = False

    def needs(self, visit: Visit) -> Needs:
        """Return the trial of the next bot if the sheet has the bots' results on a daily deal, and the saved games."""
        if self.game is None or self.is_halted or not self._of_day(visit):
            return Needs(library=True)
        return Needs(strengths.trial(visit, self.game.id), library=True)

    @property
    def shown(self) -> int:
        """The player whose map is shown.

        Until a map is chosen, this is the first player here after a game with remote players, or the winner
        after any other game.
        """
        if self.looking is not None:
            return self.looking
        seats = self.game.seats if self.game else ()
        own = [player for player, seat in enumerate(seats) if seat == LOCAL_PERSON]
        with_others = any(isinstance(seat, RemotePlayer) for seat in seats)
        return own[0] if own and with_others else self.end.winners[0] if self.end else 0

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about a map, a best moment, sharing, or the bots."""
        match message:
            case m.Seek(place) if self.game:
                return visit.opening_screen(Watching(self.game.for_replay, place))
            case m.LookAtSheet(player):
                return replace(visit, screen=replace(self, looking=None if self.looking == player else player))
            case m.TypeText(field, text) if field == FIELD and self.game and self.game.is_solo:
                signed = signed_game(self.game, text)
                signed_sheet = replace(self, game=signed, drawn=None)  # a picture would show the former name
                return replace(with_signed_game(visit, self.game, signed), screen=signed_sheet)
            case m.PlayOrPause() if self._of_day(visit):
                return replace(visit, screen=replace(self, is_halted=not self.is_halted))
            case m.BotResult():
                return strengths.with_bot_result(visit, message)
            case _:
                return super().update(visit, message)

    def _ended(self, visit: Visit) -> date | None:
        """Return the day on which the game ended, if known.

        Returns None for a daily game, because its title already names the day.
        """
        game = self.game
        if game is None or day_of(game.id):
            return None
        own = (
            entry
            for entry in finished_entries(visit.memory.library or ())
            if entry.name == self.about or _is(entry, game)
        )
        return next((entry.day for entry in own), None)

    def _of_day(self, visit: Visit) -> bool:
        """Return whether this is a daily game whose first run is over and counts."""
        day = day_of(self.game.id) if self.game and self.end else None
        return day is not None and visit.memory.days.rating(day) is not None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text, file, or picture to share."""
        game, end = self.game, self.end
        if game is None or end is None:
            return None
        match what:
            case "text":
                return Text(shared_text(words, visit, game, end))
            case "beat":
                return Text(challenge_text(words, visit, game, end))
            case "back" if game.rival:
                return Text(answer_text(words, visit, game, game.rival, end))
            case "watch":
                return Text(replay_text(words, visit, game, end))
            case "record":
                return File(file_name(game, "txt"), f"{game.record}\n")
            case "picture":
                return Picture(
                    file_name(game, "png"), picture(words, game, end, visit.page.edition.address, self._ended(visit))
                )
            case _:
                return None

    # ------------------------------------------------------------------- view

    def title(self, words: Words) -> str:
        """Return the kind of game, or the title of the screen without a game."""
        return kind_of(words, self.game) if self.game else words("sheet.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the sheet with its comparisons, ways to share, best moments, and tables."""
        game, end = self.game, self.end
        parts: Sequence[Element | None]
        if self.recorded:
            parts = [recorded(words, self.recorded)]
        elif game is None or end is None:
            parts = [h("p", words("sheet.none"), class_="note")]
        else:
            mine = own_results(visit.memory.library or (), game.key, game.record)
            parts = [
                self._beside(words, visit, game, game.rival) if game.rival else None,
                self._paper(words, game, end),
                self._strengths(words, visit, game) if self._of_day(visit) else None,
                self._sharing(words, visit, game),
                _compared(words, mine.ratings_like(game), end.rating)
                if end.rating is not None and visit.memory.library is not None and not game.is_practice
                else None,
                _best(words, game, highlights(game, mine.means)),
                h("section", h("h2", words("sheet.seasons")), *_tables(words, game, end), class_="part", key="seasons"),
            ]
        return h(
            "main",
            back_header(words, self.title(words)),
            h("div", parts, class_="form"),
            class_="setup finished",
            key="finished",
        )

    def _paper(self, words: Words, game: Game, end: GameEnd) -> Element:
        """Return the map with its heading and result."""
        player = self.shown
        who = game.cartographers[player]
        practice = describe_practice(words, game)
        return h(
            "section",
            h(
                "div",
                crest_of(words, game, player),
                h(
                    "div",
                    h(
                        "h2",
                        sheet_name(words, game, player)
                        if who.name or who.land or not game.is_solo
                        else words("sheet.title"),
                    ),
                    h("p", isolated(who.title)) if who.title else None,
                ),
                class_="heading",
            ),
            h("div", map_picture("winter", game.state.sheets[player], words("map")), class_="last-map"),
            solo_result(words, end) if game.is_solo else _together(words, game, end, player),
            h("p", practice, class_="note") if practice else None,
            button(
                m.Go("review"),
                icon("icon-quill"),
                h("span", words("review"), h("small", words("review.way"))),
                class_="wide",
            )
            if LOCAL_PERSON in game.seats
            else None,
            class_="part paper-sheet",
            key="paper",
        )

    def _strengths(self, words: Words, visit: Visit, game: Game) -> Element:
        """Return the results of the bots and of the player's first run on a daily deal."""
        day = day_of(game.id)
        rating = (visit.memory.days.rating(day) if day else None) or 0
        stars = rating + sum(card.solo for card in game.state.deal.edicts)
        mine = strengths.PlayerResult(words("review.you"), stars)
        return strengths.section(words, visit, game.id, mine, busy=False, halted=self.is_halted)

    def _beside(self, words: Words, visit: Visit, game: Game, rival: Rival) -> Element:
        """Return the comparison with a rival: the leader, both maps, and the button that sends an answer back."""
        return h(
            "section",
            h("h2", describe_margin(words, game.state.total(0, len(game.state.scores)), rival)),
            _both_maps(words, game, rival),
            signature_field(words, game),
            self._handing(words, visit, *_BACK),
            class_="part rivalry",
            key="beside",
        )

    def _sharing(self, words: Words, visit: Visit, game: Game) -> Element:
        """Return the items that the game can share, each with the outcome below it."""
        return h(
            "section",
            h("h2", words("share.title")),
            self._handing(words, visit, *_TEXT),
            signature_field(words, game) if game.is_solo and not game.rival else None,
            self._handing(words, visit, *_BEAT) if game.is_solo else None,
            [self._handing(words, visit, what, symbol) for what, symbol in _SHARES.items()],
            class_="part sharing",
            key="sharing",
        )

    def _handing(self, words: Words, visit: Visit, what: str, symbol: str) -> Element:
        """Return the buttons that share one thing, and the last outcome."""
        told, how = self.outcome
        way = _WAYS.get(what, "share" if visit.page.edition.shares else "copy")
        label = words(f"share.{what}")
        if what == "back" and self.end:
            label = words("share.back.label", stars=own_stars(words, self.end))
        how = how if told == what else ""
        note = short_outcome(words, how) or (words(f"share.{what}.note") if what != "text" else "")
        out = self.outgoing(words, visit, what) if how in _BY_HAND else None
        return h(
            "div",
            h(
                "div",
                button(
                    m.Share(what, way),
                    icon(symbol),
                    h("span", label, h("small", note) if note else None),
                    class_="wide",
                    key="way",
                ),
                copy_button(words, what) if way in {"share", "save"} else None,
                class_="way",
            ),
            drawn_picture(words, self.drawn) if what == "picture" and self.drawn else None,
            outcome(words, what, how, in_button=True),
            text_by_hand(words, out.text) if isinstance(out, Text | File) else None,
            class_="handing",
            key=what,
        )


def _is(entry: Entry, game: Game) -> bool:
    """Return whether an entry of the library is this game."""
    return bool(game.key) and (entry.key, entry.notes.record) == (game.key, game.record)


def screen(visit: Visit, about: str) -> Screen:
    """Return the sheet of the saved game with the given name, or of the game in play if the name is empty."""
    if about:
        entries = (one for one in finished_entries(visit.memory.library or ()) if one.name == about)
        entry = next(map(verify, entries), None)
        if entry is None or entry.unplayable:
            return ScoreSheet(about=about, recorded=entry)
        game = replayed(entry.text).game
        return ScoreSheet(about=about, game=game, end=_end_of(game))
    tables = map(playing_in, reversed((*visit.screens_below, visit.screen)))
    table = next(filter(None, tables), None)
    if table is None:
        return ScoreSheet(about=about)
    outcome = ("text", table.shared) if table.shared in _BY_HAND else ("", "")
    end = table.scene.facts.result or _end_of(table.game)
    return ScoreSheet(about=about, game=table.game, end=end, outcome=outcome)


def _end_of(game: Game | None) -> GameEnd | None:
    last = game.state.events[-1] if game else None
    return last if isinstance(last, GameEnd) else None


def solo_result(words: Words, end: GameEnd) -> Element:
    """Return stars, rating, and title."""
    rating, stars = end.rating or 0, end.totals[0]
    return h(
        "div",
        h("p", icon("icon-star"), h("b", words.plural("reckoning.total", stars)), class_="total"),
        h("p", words("end.expected", numbers=stars - rating)),
        h("p", words("end.rating", rating=signed(rating))),
        h("p", h("b", words(f"title.{end.title}"))),
        class_="result",
    )


def _together(words: Words, game: Game, end: GameEnd, looking: int) -> Element:
    """Return the winners, and all players' maps as buttons, best first."""
    return h(
        "div",
        h("p", h("b", describe_winners(words, game, end)), class_="total"),
        everyones_maps(words, game, end, looking),
        class_="result",
    )


def everyones_maps(
    words: Words, game: Game, end: GameEnd, looking: int | None, unpainted: Container[int] = ()
) -> Element:
    """Return all players' maps as buttons, best first, each with its stars.

    Players of a printed game may have left their map ``unpainted``; they have a crest in its place.
    """
    return h(
        "div",
        [
            button(
                m.LookAtSheet(player),
                crest_of(words, game, player)
                if player in unpainted
                else small_map(game.state.sheets[player], sheet_name(words, game, player)),
                h("span", player_name(words, game, player), " ", h("b", number(end.totals[player]))),
                class_="choice",
                aria_pressed="true" if player == looking else "false",
                key=str(player),
            )
            for player in ranking(end)
        ],
        class_="everyones-maps",
        role="group",
        aria_label=words("players"),
    )


# ------------------------------------------------------------------- against a rival


def _both_maps(words: Words, game: Game, rival: Rival) -> Element:
    """Return both maps side by side, with their stars."""
    mine = game.state.total(0, len(game.state.scores))
    theirs = words("map.of", name=rival.name) if rival.name else words("beat.them")
    maps = (
        (words("beat.you"), words("beat.yours"), game.state.sheets[0], mine),
        (isolated(rival.name) or words("beat.them"), theirs, rival.sheet, rival.stars),
    )
    return h(
        "div",
        [
            h(
                "figure",
                map_picture("winter", sheet, label),
                h("figcaption", name, " ", h("b", number(stars))),
                key=str(place),
            )
            for place, (name, label, sheet, stars) in enumerate(maps)
        ],
        class_="both-maps",
    )


# ------------------------------------------------------------------- compared with other games


def _compared(words: Words, ratings: Sequence[int], rating: int) -> Element:
    """Return the comparison of a rating with similar games' ratings, as a sentence and a chart."""
    is_best = bool(ratings) and rating > max(ratings)
    if not ratings:
        said = words("sheet.first")
    elif is_best:
        said = words("sheet.best", best=signed(max(ratings)), mean=words.mean(mean(ratings)))
    else:
        key = "sheet.above" if rating >= mean(ratings) else "sheet.below"
        said = words(key, best=signed(max(ratings)), mean=words.mean(mean(ratings)))
    return h(
        "section",
        h("h2", words("sheet.compared")),
        h("p", icon("icon-trophy") if is_best else None, said, class_="best" if is_best else None),
        _scale(words, ratings, rating) if ratings else None,
        _scale_legend(words) if ratings else None,
        h("p", words.plural("sheet.games", len(ratings)), class_="note") if ratings else None,
        class_="part",
        key="compared",
    )


def _scale(words: Words, ratings: Sequence[int], rating: int) -> Element:
    """Return the chart of all ratings on a line, with the mean as a stroke and this rating as a star."""
    low, high = min(0, rating, *ratings), max(0, rating, *ratings)

    def x(value: float) -> float:
        return round(_EDGE + (_WIDTH - 2 * _EDGE) * (value - low) / max(high - low, 1), 1)

    middle = 16
    return h(
        "svg",
        h("path", d=f"M{_EDGE} {middle}H{_WIDTH - _EDGE}", class_="zero"),
        [h("circle", cx=x(value), cy=middle, r=4) for value in sorted(set(ratings))],
        h("path", d=f"M{x(mean(ratings))} {middle - 11}V{middle + 11}", class_="mean"),
        h("use", href="#icon-star", x=x(rating) - 12, y=middle - 12, width=24, height=24, class_="this"),
        [
            h("text", number(value), x=x(value), y=_HEIGHT - 4, text_anchor="middle", key=str(value))
            for value in sorted({low, high})
        ],
        class_="chart scale",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=words("sheet.scale", rating=signed(rating), low=signed(min(ratings)), high=signed(max(ratings))),
    )


def _scale_legend(words: Words) -> Element:
    return legend(
        (icon("icon-star"), words("sheet.scale.this")),
        (swatch("other"), words("sheet.scale.rest")),
        (swatch("mean"), words("sheet.scale.mean")),
    )


# ------------------------------------------------------------------- the best moments


def _best(words: Words, game: Game, found: Sequence[Highlight]) -> Element | None:
    """Return the best moments, each as a button that opens it in the replay."""
    if not found:
        return None
    return h(
        "section",
        h("h2", words("sheet.moments")),
        [
            button(
                m.Seek(one.place),
                icon(f"edict-{one.card}" if one.kind == "edict" else f"card-{one.card}", "picture"),
                h(
                    "span",
                    h("small", words(f"sheet.moment.{one.kind}")),
                    h("b", words(f"name.{one.card}")),
                    h("span", _describe_moment(words, game, one)),
                    class_="what",
                ),
                icon("icon-watch"),
                class_="moment",
                key=one.kind,
            )
            for one in found
        ],
        class_="part moments",
        key="moments",
    )


def _describe_moment(words: Words, game: Game, one: Highlight) -> str:
    if one.kind == "shape":
        said = words("sheet.moment.shape.text", stars=signed(one.stars))
    elif one.kind == "edict":
        said = words.plural("sheet.moment.edict.text", one.stars, mean=words.decimal(one.compared_stars))
    elif not one.stars:
        said = words("sheet.moment.ambush.free")
    else:
        said = words.plural("sheet.moment.ambush.text", one.stars)
    return said if game.is_solo else words("sheet.moment.of", name=player_name(words, game, one.player), said=said)


# ------------------------------------------------------------------- the table


def _tables(words: Words, game: Game, end: GameEnd) -> list[Element]:
    """Return a solo game's seasons as on the paper sheet, with the solo numbers, or all players' seasons."""
    if not game.is_solo:
        return [_standings(words, game, end)]
    deal = game.state.deal
    return [
        season_table(words, game.season_lines(0, len(game.state.scores))),
        h(
            "table",
            h("caption", words("sheet.expected")),
            h(
                "tbody",
                [
                    h(
                        "tr",
                        h("th", f"{letter} ", words(f"name.{card.id}"), scope="row"),
                        h("td", str(card.solo)),
                        key=letter,
                    )
                    for letter, card in zip(EDICTS, deal.edicts, strict=True)
                ],
            ),
            h(
                "tfoot",
                h("tr", h("th", words("end.total"), scope="row"), h("td", str(sum(card.solo for card in deal.edicts)))),
            ),
            class_="seasons",
        ),
    ]


def _standings(words: Words, game: Game, end: GameEnd) -> Element:
    seasons = [dealt.season.name for dealt in game.state.deal.seasons]
    return h(
        "table",
        h(
            "thead",
            h(
                "tr",
                h("th", words("players"), scope="col"),
                [h("th", _season_sign(name, words(f"season.{name}")), scope="col", key=name) for name in seasons],
                h("th", labeled_icon("icon-monster", words("monsters")), scope="col"),
                h("th", labeled_icon("icon-star", words("stars")), scope="col"),
            ),
        ),
        h("tbody", [_standing(words, game, end, player) for player in ranking(end)]),
        class_="seasons standings",
    )


def _season_sign(season: str, name: str) -> Element:
    """Return a season's symbol, as in the corners of the map."""
    return labeled_icon(f"season-{season}", name, f"season-icon season-{season}", viewBox="-9 -9 18 18")


def _standing(words: Words, game: Game, end: GameEnd, player: int) -> Element:
    cartographer = game.cartographers[player]
    name = h(
        "span",
        crest_of(words, game, player),
        h(
            "span",
            h("b", player_name(words, game, player), class_="called"),
            h("small", isolated(cartographer.title)) if cartographer.title else None,
        ),
        icon("icon-trophy") if player in end.winners else None,
        class_="whose",
    )
    return h(
        "tr",
        h("th", name, scope="row"),
        [h("td", number(season[player].total), key=season[player].season.name) for season in game.state.scores],
        h("td", number(end.monsters[player])),
        h("td", number(end.totals[player])),
        key=str(player),
    )
