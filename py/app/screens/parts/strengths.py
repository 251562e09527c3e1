"""The results of each bot strength on a solo deal, played in small steps and noted on the device.

The note is ``bN ID:STARS,... ...``: the version of the bots, then for each deal its game id and the stars of the
strengths that have played it, weakest first. A text that is unreadable or from another version counts as empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.jobs import Work
from app.saved_names import MEASURED_STRENGTHS as MADE
from app.visit import Next, Visit
from cartographers.bots import BOTS_VERSION, STRENGTHS, rng_seed
from cartographers.bots.thinking import Thinking
from cartographers.deal import deal
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from cartographers.state import Ply, State
from words import Words, number, signed

#: The maximum number of deals in the note. Older ones are dropped.
_MAX_DEALS = 30
_DEAL = re.compile(rf"([a-z0-9-]{{1,120}}):(-?[0-9]{{1,4}}(?:,-?[0-9]{{1,4}}){{0,{len(STRENGTHS) - 1}}})")


@dataclass(frozen=True, slots=True)
class Trial:
    """The work of a bot that plays a solo deal."""

    game_id: GameId
    strength: str

    def work(self) -> Work:
        """Play the whole game and report its stars.

        The bot draws as it would in a solo game on the page.
        """
        state, plies = new_game(self.game_id), 0
        while state.task:
            rng = Random(rng_seed(self.game_id, self.strength, 0, plies))  # noqa: S311 - a repeatable choice, no secret
            thinking = STRENGTHS[self.strength](view_of(state, 0), rng)
            ply = yield from _quietly(thinking)
            state, plies = apply(state, ply), plies + 1
            yield _past(state)
        yield m.BotResult(str(self.game_id), self.strength, state.total(0))


def _quietly(thinking: Thinking) -> Thinking:
    """Think about a ply without reporting progress."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            ply: Ply = end.value
            return ply
        yield None


def _past(state: State) -> int:
    """Return the percentage of the game's time that has passed."""
    times = [dealt.season.threshold for dealt in state.deal.seasons]
    now = min(sum(card.time for card in state.face_up), times[state.season])
    return 100 * (sum(times[: state.season]) + now) // sum(times)


# ------------------------------------------------------------------- the note


@lru_cache(maxsize=2)
def _noted(text: str) -> Mapping[str, tuple[int, ...]]:
    """Return the stars of each deal in a note, the latest deal last."""
    version, *deals = text.split() or [""]
    found = [_DEAL.fullmatch(deal) for deal in deals]
    if version != f"b{BOTS_VERSION}":
        return {}
    return {one[1]: tuple(map(int, one[2].split(","))) for one in found if one}


def bot_results_of(visit: Visit, game_id: GameId) -> dict[str, int]:
    """Return the known results on a deal, as stars by strength."""
    stars = _noted(visit.memory.notes.get(MADE, "")).get(str(game_id), ())
    return dict(zip(STRENGTHS, stars, strict=False))


def trial(visit: Visit, game_id: GameId, count: int = len(STRENGTHS)) -> Trial | None:
    """Return the trial of the weakest strength that has no result yet, among the ``count`` weakest.

    Returns None if all of these have one, or before the note has been read.
    """
    made = bot_results_of(visit, game_id)
    missing = [strength for strength in [*STRENGTHS][:count] if strength not in made]
    return Trial(game_id, missing[0]) if missing and MADE in visit.memory.notes else None


def with_bot_result(visit: Visit, message: m.BotResult) -> Visit | Next:
    """Return the visit with a result added to the note, which the device saves.

    Only the next result of a deal is accepted, so the strengths stay in order.
    """
    known = dict(_noted(visit.memory.notes.get(MADE, "")))
    stars = known.pop(message.game, ())
    if [*STRENGTHS][len(stars) : len(stars) + 1] != [message.strength]:
        return visit
    known[message.game] = (*stars, message.stars)
    deals = [f"{game}:{','.join(map(str, made))}" for game, made in known.items()]
    note = " ".join([f"b{BOTS_VERSION}", *deals[-_MAX_DEALS:]])
    return visit.saving_note(MADE, note)


# ------------------------------------------------------------------- view


class PlayerResult(NamedTuple):
    """The player's name and stars, for comparison with the bots."""

    name: str
    stars: int


def table(words: Words, game_id: GameId, made: Mapping[str, int], mine: PlayerResult) -> Element:
    """Return the table of stars and ratings of the bots and the player, best first."""
    expected = sum(card.solo for card in deal(game_id).edicts)
    rows = [(mine.stars, True, mine.name), *((stars, False, words(f"bot.{one}")) for one, stars in made.items())]
    rows.sort(key=lambda row: row[0], reverse=True)
    return h(
        "table",
        h(
            "thead",
            h(
                "tr",
                [h("th", words(f"strengths.{head}"), scope="col", key=head) for head in ("who", "stars", "rating")],
            ),
        ),
        h(
            "tbody",
            [
                h(
                    "tr",
                    h("th", icon("icon-quill") if is_mine else None, name, scope="row"),
                    h("td", number(stars)),
                    h("td", signed(stars - expected)),
                    class_="own" if is_mine else None,
                    key="own" if is_mine else name,
                )
                for stars, is_mine, name in rows
            ],
        ),
        class_="strengths",
    )


def section(words: Words, visit: Visit, game_id: GameId, mine: PlayerResult, *, busy: bool, halted: bool) -> Element:
    """Return the section with the table and the bot that is playing, with a button to stop it.

    While the screen is ``busy`` with other work, the section only says that the bots will play later.
    """
    made, now = bot_results_of(visit, game_id), trial(visit, game_id)
    return h(
        "section",
        h("h2", words("strengths.title")),
        table(words, game_id, made, mine),
        h("p", words("strengths.wait"), class_="note") if now and busy else None,
        work_in_progress(words, h("p", _doing(words, now, halted=halted)), halted=halted) if now and not busy else None,
        class_="part",
        key="strengths",
    )


def _doing(words: Words, now: Trial, *, halted: bool) -> str:
    return words("strengths.halted") if halted else words("strengths.plays", name=words(f"bot.{now.strength}"))


def work_in_progress(words: Words, said: Element, *, halted: bool) -> Element:
    """Return a note about work in progress, with a progress line and a button that stops or resumes the work."""
    return h(
        "div",
        said,
        button(
            m.PlayOrPause(),
            icon("icon-play" if halted else "icon-pause"),
            words("strengths.go-on" if halted else "strengths.stop"),
            class_="choice",
        ),
        None if halted else h("div", class_="thought", aria_hidden="true"),
        class_="working",
        key="working",
    )
