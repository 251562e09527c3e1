"""The count of a season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

from app import effects as e
from app import messages as m
from app.board.aloud import describe_score
from app.board.board import Board
from app.board.event_texts import describe_totals
from app.board.names import player_name
from app.board.panels import tabs
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.screens.play.scenes.scene import Facts, Frame, Scene, Setting, Traits, proceed_button, tray
from cartographers.events import SeasonScore
from cartographers.scoring import Awards, split_awards, stars
from cartographers.seasons import EDICTS
from words import Words, number, signed

#: Milliseconds before a count begins, between two stars of a topic, and after the topic's last star.
_BEFORE, _STAR, _TOPIC = 350, 110, 650
#: The maximum number of steps in which the stars of one topic are counted.
_STEPS = 6


class CountStep(NamedTuple):
    """A step of a count."""

    #: The topic being counted: an edict, the coins, or the monsters.
    topic: m.Topic
    #: The topic's stars so far.
    stars: int
    #: The awards of those stars.
    awards: Awards


@dataclass(frozen=True)
class SeasonScene(Scene):
    """The count of a season, on the maps as they were then.

    Its steps count the stars of the shown player.
    """

    traits: ClassVar[Traits] = Traits(looking_skips_motion=True)

    #: The score of each player.
    scores: tuple[SeasonScore, ...]

    @cached_property
    def _ticks(self) -> tuple[CountStep, ...]:
        """The steps that count the season on the shown map, skipping zeros."""
        score = self.scores[self.moment.shown_sheet]
        found = [tick for letter, awards in score.edicts.items() for tick in _ticks(m.Topic(letter), awards)]
        if score.coins:
            found.append(CountStep(m.Topic.COINS, score.coins, ()))
        return (*found, *_ticks(m.Topic.MONSTERS, score.monster_awards))

    @cached_property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds for each step: one star after another."""
        counted = [tick.topic for tick in self._ticks]
        return (_BEFORE, *(_STAR if topic is then else _TOPIC for topic, then in pairwise([*counted, None])))

    def counted(self, step: int) -> tuple[CountStep, ...] | None:
        """Return the count so far, or None when it is complete."""
        return self._ticks[:step] if self.is_moving(step) else None

    @property
    def facts(self) -> Facts:
        """The voice of the season."""
        return Facts(e.Feedback(self.scores[0].season.name))

    def frame(self, game: Game, step: int) -> Frame:
        """Return the awards and the topic that the last step counted; the season's stars after the last one."""
        frame, counted = super().frame(game, step), self.counted(step)
        frame = frame._replace(scored=frame.scored - self.is_moving(step))
        return frame._replace(counted=counted[-1].awards, lit=counted[-1].topic) if counted else frame

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the stars of the shown player, with a tab for each player. A row highlights its spaces on the map.

        During the count, the rows and the total show the stars so far.
        """
        game, looking, counted = board.game, board.owner, self.counted(setting.step)
        score = self.scores[looking]
        ids = {letter: card.id for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True)}
        values = {m.Topic(letter): stars(awards) for letter, awards in score.edicts.items()}
        values |= {m.Topic.COINS: score.coins, m.Topic.MONSTERS: score.monsters}
        looks = dict.fromkeys(values, "row")
        label = words("proceed")
        if counted is not None:
            so_far = {tick.topic: tick.stars for tick in counted}
            to_come = {topic for topic, value in values.items() if value and topic not in so_far}
            looks |= dict.fromkeys(to_come, "row to-come")
            values = {topic: so_far.get(topic, 0) for topic in values}
            label = words("skip")
        signs = {m.Topic(letter): (f"edict-{ids[letter]}", words(f"name.{ids[letter]}")) for letter in score.edicts}
        signs |= {m.Topic.COINS: ("icon-coin", words("coins")), m.Topic.MONSTERS: ("icon-monster", words("monsters"))}
        return tray(
            "reckoning" if game.is_solo else "reckoning many",
            h(
                "div",
                [_row(board.lit, topic, *sign, values[topic], looks[topic]) for topic, sign in signs.items()],
                class_="card",
            ),
            None
            if game.is_solo
            else tabs(words, game, {score.player: number(score.total) for score in self.scores}, looking),
            proceed_button(
                label,
                h("h2", words("reckoning", season=self._named(words))),
                h("b", words.plural("reckoning.total", sum(values.values())), key=label),
            ),
        )

    def _named(self, words: Words) -> str:
        return words(f"season.{self.scores[0].season.name}")

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return all players' stars of the season, and the shown player's stars by source.

        In a solo game, add the stars of all seasons.
        """
        season, game = self._named(words), board.game
        mine = describe_score(words, self.scores[board.owner])
        if not game.is_solo:
            totals = {score.player: score.total for score in self.scores}
            said = f"{words('reckoning', season=season)}. {describe_totals(words, game, totals, [*totals])}"
            return said, f"{player_name(words, game, board.owner)}: {mine}"
        seasons = self.moment.scored_seasons
        if seasons > 1:
            mine += f" {words.plural('stars.label', game.state.total(0, seasons))}."
        return words.plural("reckoning.said", self.scores[0].total, season=season), mine


def _ticks(topic: m.Topic, awards: Awards) -> Sequence[CountStep]:
    """Return the steps that count one topic, as equal in size as possible."""
    single = tuple(split_awards(awards))
    count = min(len(single), _STEPS)
    parts = [single[: len(single) * number // count] for number in range(1, count + 1)]
    return [CountStep(topic, stars(part), part) for part in parts]


def _row(lit: m.Topic | None, topic: m.Topic, symbol: str, name: str, value: int, look: str) -> Element:
    return button(
        m.HighlightTopic(topic),
        h("b", topic.letter, class_="letter") if topic.letter else None,
        icon(symbol),
        h("span", name, class_="name"),
        h("b", signed(value)),
        class_=look,
        aria_pressed="true" if lit is topic else "false",
        key=topic,
    )
