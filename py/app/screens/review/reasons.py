"""The reasons for a better ply: its gains over the ply that was played, and a sentence or two about the pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, replace
from functools import cached_property
from typing import NamedTuple, Self

from app import messages as m
from app.board.board import earned, worth
from app.board.map_view import awards_mark
from app.board.names import player_name
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.visit import Next, Screen, Visit
from cartographers.bots.hint import Gain
from cartographers.cards import AmbushCard
from cartographers.events import Ambush
from cartographers.region import Region, adjacent_to, clusters
from cartographers.scoring import Award, Awards, ScoringCard
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import State, Task
from words import Words, number, signed

#: Losses below 5 hundredths of a star are shown as no loss.
LEAST_SHOWN = 5
#: The source of all gains that belong to no single edict, to coins, or to monsters.
_ROOM = "room"
#: Number of tenths and of hundredths in a star.
_TENTHS, _HUNDREDTHS = 10, 100
#: The largest number of empty spaces in a gap.
_GAP = 2


class Light(NamedTuple):
    """The light on a map: the spaces that earn or cost stars, and their total for the caption."""

    #: The symbol of the source.
    symbol: str
    awards: Awards
    total: int

    def mark(self) -> Element:
        """Return the light as a mark on a map."""
        return awards_mark(self.awards)


class Slot(NamedTuple):
    """The place of a map on the screen."""

    #: 0 and 1 for the maps to compare, 2 for a map of the line that follows.
    number: int
    #: The name below the map.
    who: str
    is_large: bool


class Comparison(NamedTuple):
    """A ply that was played, and the ply that Master preferred."""

    game: Game
    #: Master's judgment of the ply.
    judgment: m.PlyJudged
    task: Task
    #: The map after the ply that was played.
    played: Sheet
    #: The map after Master's ply.
    best: Sheet
    #: Whether the gains were measured to the end of the game, so that they explain the whole advantage.
    is_measured: bool = False

    @property
    def state(self) -> State:
        """The state before the ply."""
        return self.game.played.states[self.judgment.place - 1]

    @property
    def before(self) -> Sheet:
        """The map before the ply."""
        return self.state.sheets[self.task.sheet]

    @property
    def is_on_another_map(self) -> bool:
        """Whether the player draws an ambush on another player's map, where losses are good."""
        return self.task.sheet != self.task.player

    @property
    def gains(self) -> list[Gain]:
        """The gains of single sources, the largest first; on another player's map, the largest loss first."""
        found = (self._in_all_seasons(gain) for gain in self.judgment.gains)
        return sorted((gain for gain in found if gain.now or _later(gain)), key=self._advantage, reverse=True)

    @property
    def sources(self) -> list[str]:
        """The sources of the gains, the largest gain first."""
        return [gain.source for gain in self.gains]

    @property
    def largest(self) -> Gain | None:
        """The gain that speaks most for Master's ply; None if no gain does."""
        return next((gain for gain in self.gains if self._advantage(gain) > 0), None)

    @property
    def rows(self) -> tuple[list[Gain], list[Gain]]:
        """The gains that speak for Master's ply, and those against it.

        All whole numbers in them add up to the expected advantage. The part that no single source explains, such as
        the value of ruins and of places for later shapes, is the gain of room. Measured gains have no such part, nor do
        those of a ply whose loss isn't known.
        """
        found = self.gains
        total = whole_stars(-self.judgment.loss if self.is_on_another_map else self.judgment.loss)
        room = total - sum(gain.now + _later(gain) for gain in found)
        if room and self.judgment.loss and not self.is_measured:
            found.append(Gain(_ROOM, 0, _TENTHS * room))
        contrary = [gain for gain in found if self._advantage(gain) < 0]
        return [gain for gain in found if gain not in contrary], contrary

    def _in_all_seasons(self, gain: Gain) -> Gain:
        """Return a gain with its later stars. Those of coins and monsters are estimated: they stay as they are."""
        if gain.source in EDICTS or self.is_measured:
            return gain
        return gain._replace(later=_TENTHS * gain.now * self._later_scorings)

    @property
    def _later_scorings(self) -> int:
        """The number of scorings after the next one: 0 in the last season."""
        return len(self.state.deal.seasons) - len(self.state.scores) - 1

    def later_text(self, words: Words, gain: Gain) -> str:
        """Return the later stars of a gain, or nothing if there are none.

        In the last season, only the moves before its scoring can still bring any.
        """
        key = "review.gain.later" if self._later_scorings else "review.gain.moves"
        return words(key, stars=signed(_later(gain))) if _later(gain) else ""

    @property
    def says_later(self) -> bool:
        """Whether a gain is shown with stars that come "later", which the page explains."""
        return self._later_scorings > 0 and any(_later(gain) for part in self.rows for gain in part)

    def _advantage(self, gain: Gain) -> int:
        """Return the advantage of a gain over the rest of the game, in tenths of a star."""
        advantage = _TENTHS * gain.now + gain.later
        return -advantage if self.is_on_another_map else advantage

    def card(self, source: str) -> ScoringCard | None:
        """Return the scoring card of an edict's letter; None for coins and monsters."""
        return self.state.deal.edicts[EDICTS.index(source)] if source in EDICTS else None

    def name(self, words: Words, source: str) -> str:
        """Return the name of a source of stars."""
        if source == _ROOM:
            return words("review.rest")
        card = self.card(source)
        return words(f"name.{card.id}" if card else source)

    def symbol(self, source: str) -> str:
        """Return the symbol of a source of stars."""
        card = self.card(source)
        return f"edict-{card.id}" if card else "icon-coin" if source == "coins" else "icon-monster"

    def light(self, source: str, sheet: Sheet) -> Light:
        """Return the light of a source on one of the two maps."""
        if source == "coins":
            around = sheet.surrounded_mountains
            return Light(self.symbol(source), (Award(1, around, per_space=True),) if around else (), sheet.coins)
        card = self.card(source)
        return Light(self.symbol(source), earned(card, sheet), worth(card, sheet))


class ComparingScreen(Screen):
    """A screen that compares two plies, and lights the spaces of one source of stars on both maps.

    Each map is a button that enlarges it.
    """

    _: KW_ONLY
    #: The source of stars that the player has chosen to light on both maps; empty for none. None if the player hasn't
    #: chosen, so the largest gain is lit.
    chosen_source: str | None = None
    #: The number of the enlarged map, 0 to 2; None if all are small.
    enlarged: int | None = None

    @cached_property
    def comparison(self) -> Comparison | None:
        """The two plies, or None if there is nothing to compare."""
        raise NotImplementedError

    @property
    def lit_source(self) -> str:
        """The source of stars that is lit on both maps; empty for none."""
        if self.chosen_source is None:
            return next(iter(self._sources), "")
        return self.chosen_source

    @property
    def _sources(self) -> list[str]:
        """The sources of the better ply's gains, the largest gain first."""
        return self.comparison.sources if self.comparison else []

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has chosen a source of stars or a map."""
        match message:
            case m.HighlightTopic(topic):
                return replace(visit, screen=self._with_light(topic))
            case m.LookAtSheet(number):
                return replace(visit, screen=self._with_enlarged(number))
            case _:
                return super().update(visit, message)

    def _with_light(self, topic: m.Topic) -> Self:
        """Return the screen with the light of a gain's source turned on or off."""
        if topic not in self._sources:
            return self
        return replace(self, chosen_source="" if topic.value == self.lit_source else topic.value)

    def _with_enlarged(self, number: int) -> Self:
        """Return the screen with one of the maps enlarged, or small again."""
        return replace(self, enlarged=None if number == self.enlarged else number) if number in {0, 1, 2} else self

    def slot(self, number: int, who: str) -> Slot:
        """Return the place of one of the maps."""
        return Slot(number, who, number == self.enlarged)

    def light_of(self, sheet: Sheet) -> Light | None:
        """Return the light on one of the two maps, if there is one."""
        return self.comparison.light(self.lit_source, sheet) if self.comparison and self.lit_source else None

    def describe_light(self, words: Words, played_by: str, best_by: str) -> str:
        """Return a sentence with the totals of the chosen source on both maps, or nothing if the player hasn't chosen.

        The names belong to the ply that was played, and to the better one.
        """
        found = self.comparison
        if found is None or not self.chosen_source:
            return ""
        played, best = (number(found.light(self.chosen_source, sheet).total) for sheet in (found.played, found.best))
        what = found.name(words, self.chosen_source)
        return words("review.lit", what=what, who=played_by, played=played, other=best_by, best=best)


def _later(gain: Gain) -> int:
    """Return a gain's later stars, in whole stars."""
    return round(gain.later / _TENTHS)


def whole_stars(hundredths: int) -> int:
    """Return hundredths of a star in whole stars, rounded half up."""
    return (hundredths + _HUNDREDTHS // 2) // _HUNDREDTHS


# ------------------------------------------------------------------- view


def gains_view(words: Words, comparison: Comparison, lit: str, label: str) -> Element:
    """Return the gains as buttons, first those for the better ply, and then those against it.

    Each lights its spaces on both maps, and ``lit`` is the one that does so now. Room has no spaces.
    """
    gains, contrary = comparison.rows
    return h(
        "div",
        [_row(words, comparison, gain, lit) for gain in gains],
        h("span", words("review.contrary"), class_="contrary", key="contrary") if contrary else None,
        [_row(words, comparison, gain, lit) for gain in contrary],
        class_="advantages",
        role="group",
        aria_label=label,
        key="gains",
    )


def _row(words: Words, comparison: Comparison, gain: Gain, lit: str) -> Element:
    """Return a gain as a button; as a mere line if it has no spaces to light."""
    figures = [part for kind, text in _figures(words, comparison, gain) for part in (" ", h(kind, text))]
    name = h("span", comparison.name(words, gain.source))
    if gain.source == _ROOM:
        return h("div", icon("icon-star"), name, *figures, class_="advantage room", key=_ROOM)
    return button(
        m.HighlightTopic(m.Topic(gain.source)),
        icon(comparison.symbol(gain.source)),
        name,
        *figures,
        class_="advantage",
        aria_pressed="true" if gain.source == lit else "false",
        key=gain.source,
    )


def _figures(words: Words, comparison: Comparison, gain: Gain) -> Iterator[tuple[str, str]]:
    """Yield the stars now and the stars later, each with the tag of its element."""
    if gain.now:
        yield "b", signed(gain.now)
    later = comparison.later_text(words, gain)
    if later:
        yield "small", later


def lit_note(words: Words, comparison: Comparison | None, lit: str) -> Element | None:
    """Return the line that names the source whose spaces and stars both maps show; None if there is no such source."""
    if comparison is None or not lit:
        return None
    is_coins = lit == "coins"  # only the coins from mountains have spaces, but the captions count all coins
    said = words("review.on-maps.coins") if is_coins else words("review.on-maps", name=comparison.name(words, lit))
    return h("p", said, class_="note on-maps", key="on-maps")


def describe_gains(words: Words, comparison: Comparison) -> str:
    """Return the gains for and against the better ply as sentences; empty if there are none."""
    gains, contrary = (
        ", ".join(
            " ".join([comparison.name(words, gain.source), *(text for _, text in _figures(words, comparison, gain))])
            for gain in found
        )
        for found in comparison.rows
    )
    return " ".join([f"{gains}."] * bool(gains) + [words("review.contrary"), f"{contrary}."] * bool(contrary))


# ------------------------------------------------------------------- the pattern


def explain(words: Words, comparison: Comparison) -> str:
    """Return the reason for Master's choice in a sentence or two."""
    largest = comparison.largest
    if comparison.is_on_another_map:
        return _on_another_map(words, comparison, largest) if largest and largest.now < 0 else ""
    gained = _of_gain(words, comparison, largest) if largest else ""
    return " ".join(filter(None, (gained, pattern(words, comparison)))) or words("review.why.room")


def _on_another_map(words: Words, comparison: Comparison, largest: Gain) -> str:
    owner = player_name(words, comparison.game, comparison.task.sheet)
    what = comparison.name(words, largest.source)
    return words.plural("review.why.theirs", -largest.now, name=owner, what=what)


def _of_gain(words: Words, comparison: Comparison, gain: Gain) -> str:
    """Return the sentence about a gain; none about monsters, because the pattern of open spaces says more."""
    if gain.source == "monsters":
        return ""
    if gain.source == "coins":
        return words.plural("review.why.coins", gain.now)
    name = comparison.name(words, gain.source)
    if gain.now > 0:
        counted, key = _newly_counted(comparison, gain.source)
        return words.plural(f"review.why.{key}", counted or gain.now, name=name)
    return words.plural("review.why.later", max(_later(gain), 1), name=name)


def _newly_counted(comparison: Comparison, source: str) -> tuple[int, str]:
    """Return the number of spaces or of groups that count only after Master's ply, and their key.

    The number is 0 if the edict counts something else, such as the size of a single group.
    """
    played, best = (comparison.light(source, sheet).awards for sheet in (comparison.played, comparison.best))
    if all(award.per_space for award in (*played, *best)):
        more = sum(award.spaces.bit_count() for award in best) - sum(award.spaces.bit_count() for award in played)
        return (more, "spaces") if more > 0 else (0, "now")
    more = len(best) - len(played)
    return (more, "groups") if more > 0 else (0, "now")


def pattern(words: Words, comparison: Comparison, screen: str = "review") -> str:
    """Return a sentence about a pattern in which both maps differ; empty if there is none.

    It names the played move as the screen does: ``review`` or ``puzzle``.
    """
    return next(_patterns(words, comparison, screen), "")


def _patterns(words: Words, comparison: Comparison, screen: str) -> Iterator[str]:
    """Yield a sentence for each pattern in which both maps differ. A number in it is the difference of both maps."""
    move = words(f"{screen}.move")
    before, played, best = comparison.before, comparison.played, comparison.best
    open_spaces = _by_monsters(played).bit_count() - _by_monsters(best).bit_count()
    if open_spaces > 0:
        card = _ambush_that_costs(comparison, open_spaces)
        yield (
            words.plural("review.why.monsters.of", open_spaces, move=move, card=words(f"name.{card}"))
            if card
            else words.plural("review.why.monsters", open_spaces, move=move)
        )
    if comparison.task.must_cover is None and before.open_ruins & ~played.open_ruins & best.open_ruins:
        yield words(f"{screen}.why.ruins")
    gaps = _gaps(played).bit_count() - _gaps(best).bit_count()
    if gaps > 0 and _gaps(played) & ~_gaps(before):
        yield words.plural("review.why.gaps", gaps, move=move)


def _by_monsters(sheet: Sheet, drawn: Region = -1) -> Region:
    """Return the empty spaces that cost a star each season, because of all monsters or of those in a region."""
    return sheet.empty & adjacent_to(sheet.monster & drawn)


def _gaps(sheet: Sheet) -> Region:
    """Return the empty spaces in groups that are too small for most shapes."""
    return sum(group for group in clusters(sheet.empty) if group.bit_count() <= _GAP)


def _ambush_that_costs(comparison: Comparison, count: int) -> str:
    """Return the id of the ambush card whose monsters alone have ``count`` more spaces open, or an empty text."""
    for card, drawn in _ambushes(comparison):
        played, best = (_by_monsters(sheet, drawn).bit_count() for sheet in (comparison.played, comparison.best))
        if played - best == count:
            return card
    return ""


def _ambushes(comparison: Comparison) -> Iterator[tuple[str, Region]]:
    """Yield the id and the spaces of each ambush that was drawn on the map before the ply."""
    game, sheet = comparison.game, comparison.task.sheet
    states = game.played.states[: comparison.judgment.place]
    for state in states:
        for event in state.events:
            if isinstance(event, Ambush) and event.sheet == sheet:
                yield event.card.id, event.region
    for state, ply in zip(states[:-1], game.plies, strict=False):
        task = state.task
        if task and task.sheet == sheet and isinstance(task.card, AmbushCard):
            yield task.card.id, ply.region
