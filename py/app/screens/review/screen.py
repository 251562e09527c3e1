"""The review of a finished game: Master's choice at each ply, and the stars that each ply cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise, takewhile
from random import Random
from typing import ClassVar

from app import messages as m
from app.board.event_texts import describe_spaces
from app.board.map_view import map_picture
from app.board.names import player_name
from app.drawing import map_art
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.ghost import terrain_word
from app.game.jobs import Job, Work, seed_at
from app.game.seating import LOCAL_PERSON
from app.screens.parts import strengths
from app.screens.parts.turning import turning
from app.screens.play.screen import playing_in
from app.screens.review.reasons import (
    LEAST_SHOWN,
    ComparingScreen,
    Comparison,
    Light,
    Slot,
    describe_gains,
    explain,
    gains_view,
    lit_note,
)
from app.screens.sheet.screen import ScoreSheet
from app.visit import ESCAPE, Controls, Needs, Next, Screen, Traits, Visit
from cartographers.bots.hint import gains_beyond
from cartographers.bots.judging import judge
from cartographers.errors import IllegalMove
from cartographers.player_view import view_of
from cartographers.record import PlayedGame, write_ply
from cartographers.rules import outcome
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from words import MINUS, Words, number

#: Mark at most 3 plies, each losing at least 10 hundredths of a star.
_COSTLIEST, _LEAST = 3, 10
_HUNDRED = 100
#: The size of the chart and its margins.
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 320, 148, 32, 12, 10, 22
#: The possible distances between two grid lines of the chart, in stars.
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
_MOST_LINES = 4
#: The radius of a costly ply's mark.
_MARK = 9


@dataclass(frozen=True, slots=True)
class JudgmentJob:
    """Master's judgment of a ply."""

    played: PlayedGame
    #: The place of the ply, counting from 1.
    place: int

    def work(self) -> Work:
        """Find Master's choice, with the random numbers that it uses when it plays the game itself."""
        played, number = self.played, self.place - 1
        state = played.states[number]
        player = task_of(state).player
        rng = Random(seed_at(played, number, "master"))  # noqa: S311 - a repeatable choice, no secret
        view, ply = view_of(state, player), played.plies[number]
        best, behind = yield from judge(view, ply, rng)
        yield m.PlyJudged(self.place, best, behind, gains_beyond(view, best, ply) if behind else ())


class Review(ComparingScreen):
    """The review of a player's plies in a game."""

    traits: ClassVar[Traits] = Traits("review")

    #: The game, or None if there is none to review.
    game: Game | None = None
    player: int = 0
    #: The place of the ply on the page.
    place: int = 0
    #: The judgments so far, in order of arrival.
    judgments_so_far: tuple[m.PlyJudged, ...] = ()
    #: True if the player has stopped the work.
    is_halted: bool = False

    def needs(self, visit: Visit) -> Needs:
        """Return the next job, and the saved games, because the bots' results on the deal are read along with them.

        The jobs judge the ply on the page, then all others, and then make the bots play the deal.
        """
        return Needs(self._job(visit), library=True)

    def _job(self, visit: Visit) -> Job | None:
        if self.game is None or self.is_halted:
            return None
        place = self.next_place
        if place:
            return JudgmentJob(self.game.played, place)
        return strengths.trial(visit, self.game.id) if self.game.is_solo else None

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: arrows, Home, and End step through the plies."""
        if not self.places:
            return Controls()
        steps = {"ArrowLeft": m.SkipPlies(-1), "ArrowRight": m.SkipPlies(1)}
        ends = {"Home": m.Seek(self.places[0]), "End": m.Seek(self.places[-1])}
        return Controls({**steps, **ends, **ESCAPE})

    # ------------------------------------------------------------------- contents

    @property
    def label(self) -> str:
        """The text that identifies this review."""
        return f"{self.player} {self.game.record}" if self.game else ""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places of the player's plies, counting from 1."""
        if self.game is None:
            return ()
        states = self.game.played.states[:-1]
        return tuple(place for place, state in enumerate(states, start=1) if task_of(state).player == self.player)

    @cached_property
    def judgments(self) -> Mapping[int, m.PlyJudged]:
        """The judgments so far, by place."""
        return {judgment.place: judgment for judgment in self.judgments_so_far}

    @cached_property
    def costliest(self) -> tuple[m.PlyJudged, ...]:
        """The costliest plies, the worst first."""
        costly = sorted(self.judgments_so_far, key=lambda one: (-one.loss, one.place))[:_COSTLIEST]
        return tuple(one for one in costly if one.loss >= _LEAST)

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about the plies, or with another result of the work."""
        if not self.places:
            return super().update(visit, message)
        match message:
            case m.Seek(place):
                return self._at(visit, max((one for one in self.places if one <= place), default=self.places[0]))
            case m.SkipPlies(plies):
                index = self.places.index(self.place) + plies
                return self._at(visit, self.places[min(max(index, 0), len(self.places) - 1)])
            case m.PlayOrPause():
                return replace(visit, screen=replace(self, is_halted=not self.is_halted))
            case m.PlyJudged():
                return self._with(visit, message)
            case m.BotResult():
                return strengths.with_bot_result(visit, message)
            case _:
                return super().update(visit, message)

    def _at(self, visit: Visit, place: int) -> Visit:
        """Return the visit that shows the ply at the given place, with its largest gain lit unless lights are off."""
        chosen = "" if self.chosen_source == "" else None
        return replace(visit, screen=replace(self, place=place, chosen_source=chosen))

    def _with(self, visit: Visit, message: m.PlyJudged) -> Visit:
        """Return the visit with another judgment, if it is about a ply of this game."""
        if message.place not in self.places or message.place in self.judgments or self._drawn(message) is None:
            return visit
        found = (*self.judgments_so_far, message)
        page = replace(visit.page, judgments=(self.label, found))
        return replace(visit, screen=replace(self, judgments_so_far=found), page=page)

    def _drawn(self, message: m.PlyJudged) -> tuple[Ply, Sheet] | None:
        """Return the judged ply and the map after it, or None if the ply is illegal."""
        if self.game is None:
            return None
        state = self.game.played.states[message.place - 1]
        task = task_of(state)
        try:
            return message.ply, outcome(task, state.sheets[task.sheet], message.ply)[1]
        except IllegalMove:
            return None

    @cached_property
    def comparison(self) -> Comparison | None:
        """The ply on the page and Master's ply; None if Master didn't expect more stars, or hasn't chosen yet."""
        judgment = self.judgments.get(self.place)
        if self.game is None or judgment is None or judgment.loss < LEAST_SHOWN:
            return None
        state, drawn = self.game.played.states[self.place - 1], self._drawn(judgment)
        task, ply = task_of(state), self.game.plies[self.place - 1]
        if drawn is None:
            return None
        return Comparison(self.game, judgment, task, outcome(task, state.sheets[task.sheet], ply)[1], drawn[1])

    @property
    def next_place(self) -> int:
        """The place of the next ply to judge, or 0 when all are judged."""
        return next((place for place in (self.place, *self.places) if place not in self.judgments), 0)

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the chart of the game, the ply on the page, and the bots' results."""
        game = self.game
        parts: Sequence[Element | None]
        if game is None or not self.places:
            parts = [h("p", words("sheet.none"), class_="note")]
        else:
            parts = [
                self._course(words, game),
                self._closer(words, game),
                self._strengths(words, visit, game) if game.is_solo else None,
                h("p", words("review.note"), class_="note"),
            ]
        return h(
            "main",
            back_header(words, self.title(words)),
            h("div", parts, class_="form"),
            class_="setup review",
            key="review",
        )

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the place of the ply on the page, and the verdict on it."""
        if self.game and self.places:
            yield Announcement("news", f"{_describe_place(words, self.game, self.place)}.")
            yield Announcement("more", " ".join([self._verdict(words), *self._reasons(words)]), self.place)
            lit = self.describe_light(words, self._who(words, self.game), words("bot.master"))
            yield Announcement("lit", lit, self.place)

    def _course(self, words: Words, game: Game) -> Element:
        """Return the progress of the work, the chart with its slider, and the costliest plies."""
        done, of = len(self.judgments_so_far), len(self.places)
        lost = sum(one.loss for one in self.judgments_so_far)
        if done == of:
            head = h("div", h("h2", words("review.lost", stars=stars_of(words, lost))), class_="working")
        else:
            key = "review.halted" if self.is_halted else "review.done"
            head = strengths.work_in_progress(words, h("h2", words(key, done=done, of=of)), halted=self.is_halted)
        return h(
            "section",
            head,
            h("p", words("review.of", name=player_name(words, game, self.player)), class_="note")
            if not game.is_solo
            else None,
            _chart(words, game, self.places, self.judgments_so_far, self.costliest, self.place),
            _slider(words, game, self.places, self.place),
            _costly(words, game, self.costliest, self.place),
            class_="part course",
            key="course",
        )

    def _closer(self, words: Words, game: Game) -> Element:
        """Return the ply on the page: both maps side by side, and the verdict."""
        state = game.played.states[self.place - 1]
        task = task_of(state)
        return h(
            "section",
            turning(
                words,
                "review",
                h(
                    "div",
                    h("h2", words(f"name.{task.card.id}")),
                    h("p", _describe_place(words, game, self.place)),
                    class_="titled",
                ),
                m.SkipPlies,
                "turn-ply",
                is_first=self.place == self.places[0],
                is_last=self.place == self.places[-1],
            ),
            h("p", self._verdict(words), class_="verdict", key=f"verdict-{self.place}"),
            h("div", self._mine(words, game, state, task), self._masters(words, state, task), class_="two-maps"),
            lit_note(words, self.comparison, self.lit_source),
            self._why(words),
            class_="part closer-look",
            key="closer",
        )

    def _verdict(self, words: Words) -> str:
        """Return the verdict on the ply on the page, as a sentence."""
        judgment = self.judgments.get(self.place)
        if judgment is None:
            return words("review.later-on" if self.is_halted else "review.thinks")
        if judgment.loss >= LEAST_SHOWN:
            return words("review.more", stars=stars_of(words, judgment.loss))
        return words("review.same" if self._agrees(judgment) else "review.as-good")

    def _why(self, words: Words) -> Element | None:
        """Return the reasons for Master's choice: its gains, and the pattern in a sentence."""
        found = self.comparison
        if found is None:
            return None
        said = explain(words, found)
        return h(
            "div",
            gains_view(words, found, self.lit_source, words("review.gains")) if any(found.rows) else None,
            h("p", said) if said else None,
            class_="reasons",
            key=f"why-{self.place}",
        )

    def _reasons(self, words: Words) -> Iterator[str]:
        """Yield the reasons for Master's choice as sentences."""
        if self.comparison:
            yield from filter(None, (describe_gains(words, self.comparison), explain(words, self.comparison)))

    def _who(self, words: Words, game: Game) -> str:
        """Return the name of the player, or "You" if no one else plays on this device."""
        return words("review.you") if not game.is_shared_device else player_name(words, game, self.player)

    def _agrees(self, judgment: m.PlyJudged) -> bool:
        """Return whether Master chose the ply that was played."""
        return self.game is not None and judgment.ply == self.game.plies[judgment.place - 1]

    def _mine(self, words: Words, game: Game, state: State, task: Task) -> Element:
        """Return the map with the player's ply."""
        ply = game.plies[self.place - 1]
        _, after = outcome(task, state.sheets[task.sheet], ply)
        season = state.season_deal.season.name
        slot = self.slot(0, self._who(words, game))
        return figure(words, season, after, ply, slot, self.light_of(after))

    def _masters(self, words: Words, state: State, task: Task) -> Element:
        """Return the map with Master's ply, or the map before the ply until Master has chosen."""
        judgment = self.judgments.get(self.place)
        drawn = self._drawn(judgment) if judgment else None
        season, who = state.season_deal.season.name, words("bot.master")
        if drawn:
            ply, after = drawn
            return figure(words, season, after, ply, self.slot(1, who), self.light_of(after))
        return h(
            "figure",
            h(
                "div",
                map_picture(season, state.sheets[task.sheet], words("review.before")),
                None if self.is_halted else h("div", class_="thought", aria_hidden="true"),
                class_="unknown",
            ),
            h("figcaption", who),
            key="thinking",
        )

    def _strengths(self, words: Words, visit: Visit, game: Game) -> Element:
        """Return the bots' results on the same deal."""
        you = words("review.you")
        mine = strengths.PlayerResult(f"{you} ({words('practice')})" if game.is_practice else you, game.state.total(0))
        return strengths.section(words, visit, game.id, mine, busy=bool(self.next_place), halted=self.is_halted)


def screen(visit: Visit, _: str) -> Screen:
    """Return the review of the game and the player whose sheet is shown, with earlier judgments."""
    game, looking = _game_of(visit)
    player = player_to_review(game, looking) if game else None
    if game is None or player is None:
        return Review()
    review = Review(game, player)
    label, found = visit.page.judgments
    return replace(review, place=review.places[0], judgments_so_far=found if label == review.label else ())


def player_to_review(game: Game, looking: int) -> int | None:
    """Return the player to review: the one whose sheet is shown, or else the first player here, if any."""
    here = [player for player, seat in enumerate(game.seats) if seat == LOCAL_PERSON]
    return looking if looking in here else next(iter(here), None)


def _game_of(visit: Visit) -> tuple[Game | None, int]:
    """Return the finished game on the page and the player whose sheet is shown, or None and 0."""
    for one in reversed((*visit.screens_below, visit.screen)):
        if isinstance(one, ScoreSheet):
            return one.game, one.shown
        table = playing_in(one)
        if table:
            return (table.game, table.moment.shown_sheet) if table.at_end else (None, 0)
    return None, 0


def task_of(state: State) -> Task:
    """Return the task of a state.

    Raises :class:`ValueError` at the end of a game, where there is none.
    """
    task = state.task
    if task is None:
        msg = "nothing is drawn at the end"
        raise ValueError(msg)
    return task


def _costly(words: Words, game: Game, costliest: Iterable[m.PlyJudged], here: int) -> Element:
    """Return the costliest plies as buttons."""
    return h(
        "div",
        [
            button(
                m.Seek(one.place),
                h("b", str(rank), class_="rank"),
                " ",
                h("b", cost := f"{MINUS}{stars_of(words, one.loss)}"),
                icon("icon-star"),
                class_="costly",
                aria_pressed="true" if one.place == here else "false",
                aria_label=words("review.cost", rank=rank, stars=cost, place=_describe_place(words, game, one.place)),
                key=str(one.place),
            )
            for rank, one in enumerate(costliest, start=1)
        ],
        class_="costliest",
        role="group",
        aria_label=words("review.costliest"),
        key="costliest",
    )


def _describe_place(words: Words, game: Game, place: int) -> str:
    season = game.played.states[place - 1].season_deal.season.name
    return words("replay.place", season=words(f"season.{season}"), ply=place, plies=len(game.plies))


def stars_of(words: Words, hundredths: int) -> str:
    """Return hundredths of a star as stars with one decimal place, rounded half up."""
    tenths = (hundredths + 5) // 10
    return words.decimal(tenths / 10)


@lru_cache(maxsize=8)
def figure(words: Words, season: str, sheet: Sheet, ply: Ply, slot: Slot, light: Light | None) -> Element:
    """Return a map with a ply drawn on it and marked, and perhaps with the light of a source of stars.

    The map is a button that enlarges it, or makes it small again.
    """
    who = slot.who
    what = words(f"terrain.{terrain_word(ply.terrain)}")
    label = words("review.map", name=who, terrain=what, spaces=describe_spaces(words, ply))
    return h(
        "figure",
        button(
            m.LookAtSheet(slot.number),
            map_picture(
                season,
                sheet,
                label,
                *([light.mark()] if light else []),
                map_art.arrivals(terrain_word(ply.terrain), ply.region),
            ),
            icon("icon-minus" if slot.is_large else "icon-plus"),
            class_="enlarging",
            aria_pressed="true" if slot.is_large else "false",
        ),
        h("figcaption", who, " ", h("b", number(light.total)), icon(light.symbol)) if light else h("figcaption", who),
        key=f"{who}-{write_ply(ply)}",
    )


# ------------------------------------------------------------------- the chart


def _x(places: Sequence[int], place: float) -> float:
    """Return the horizontal position of a place in the chart."""
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (place - places[0]) / max(places[-1] - places[0], 1), 1)


def _chart(
    words: Words,
    game: Game,
    places: Sequence[int],
    found: Sequence[m.PlyJudged],
    costliest: Sequence[m.PlyJudged],
    here: int,
) -> Element:
    """Return the chart.

    A falling line shows the stars lost so far, and a bar from the top shows the cost of each ply.
    """
    behind = {one.place: one.loss for one in found}
    in_a_row = [behind[place] for place in takewhile(behind.__contains__, places)]
    sums = [0, *accumulate(in_a_row)]
    depth = max(sum(behind.values()), 2 * _HUNDRED)
    every = next(step for step in _STEPS if _MOST_LINES * step * _HUNDRED >= depth or step == _STEPS[-1])

    def y(value: int) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * value / depth, 1)

    marks = _apart((_x(places, one.place), y(one.loss) + _MARK) for one in costliest)
    half = (_x(places, places[0] + 1) - _x(places, places[0])) / 2
    line = [
        (_x(places, places[0]) - half, y(0)),
        *((_x(places, at), y(lost)) for at, lost in zip(places, sums[1:], strict=False)),
    ]
    return h(
        "svg",
        h(
            "rect",
            x=round(_x(places, here) - half, 1),
            y=_TOP,
            width=round(2 * half, 1),
            height=_HEIGHT - _TOP - _BOTTOM,
            class_="here",
        ),
        [
            h("path", d=f"M{_x(places, start - 0.5)} {_TOP}V{_HEIGHT - _BOTTOM}", class_="grid", key=f"season-{start}")
            for start in _borders(game, places)
        ],
        [
            part
            for stars in range(0, depth // _HUNDRED + 1, every)
            for part in (
                h("path", d=f"M{_LEFT - 4} {y(stars * _HUNDRED)}H{_WIDTH}", class_="grid" if stars else "zero"),
                h(
                    "text",
                    f"{MINUS}{stars}" if stars else "0",
                    x=_LEFT - 8,
                    y=y(stars * _HUNDRED) + 4,
                    text_anchor="end",
                ),
            )
        ],
        [
            h(
                "rect",
                x=round(_x(places, place) - 0.3 * 2 * half, 1),
                y=y(0),
                width=round(0.6 * 2 * half, 1),
                height=round(y(cost) - y(0), 1),
                class_="loss",
                key=f"loss-{place}",
            )
            for place, cost in behind.items()
            if cost >= LEAST_SHOWN
        ],
        h("polyline", points=" ".join(f"{round(x, 1)},{down}" for x, down in line), class_="mean")
        if len(line) > 1
        else None,
        [
            h(
                "g",
                h("circle", cx=x, cy=down, r=_MARK - 1),
                h("text", str(rank), x=x, y=down + 4, text_anchor="middle"),
                class_="costly-mark",
                key=f"rank-{one.place}",
            )
            for rank, (one, (x, down)) in enumerate(zip(costliest, marks, strict=True), start=1)
        ],
        class_="chart course-chart",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT - _BOTTOM + 12}",
        role="img",
        aria_label=words("review.chart", done=len(found), of=len(places), stars=stars_of(words, sum(behind.values()))),
    )


def _apart(marks: Iterable[tuple[float, float]]) -> list[tuple[float, int]]:
    """Return the places of round marks, with some moved down to keep them from overlapping."""
    found: list[tuple[float, int]] = []
    for x, down in marks:
        lowest = round(down)
        while near := [y for other, y in found if abs(other - x) < 2 * _MARK and abs(y - lowest) < 2 * _MARK]:
            lowest = max(near) + 2 * _MARK
        found.append((x, lowest))
    return found


def _borders(game: Game, places: Sequence[int]) -> list[int]:
    """Return the place of the first ply of each season after the first one."""
    states = game.played.states
    return [later for earlier, later in pairwise(places) if states[earlier - 1].season != states[later - 1].season]


def _slider(words: Words, game: Game, places: Sequence[int], here: int) -> Element:
    """Return the slider through the plies, with the seasons behind it."""
    first, last = places[0], max(places[-1], places[0] + 1)
    starts = [first, *_borders(game, places), last]
    unit = 100 / (last - first)
    parts = [
        h(
            "rect",
            x=f"{(start - first) * unit:.2f}%",
            width=f"{(end - start) * unit:.2f}%",
            height="100%",
            class_=f"season-{game.played.states[start - 1].season_deal.season.name}",
            key=str(start),
        )
        for start, end in pairwise(starts)
    ]
    return h(
        "div",
        h("svg", parts, class_="year", aria_hidden="true"),
        h(
            "input",
            type="range",
            name="seek",
            min=first,
            max=last,
            value=here,
            aria_label=words("replay.ply"),
            aria_valuetext=_describe_place(words, game, here),
        ),
        class_="scrub",
        key="scrub",
    )
