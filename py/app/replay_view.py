"""The panel of a replay: the card with what was chosen from it, what came of it, and the keys from ply to ply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from app.commands import large_key
from app.element import Element, h
from app.ghost import kind
from app.map_art import miniature
from app.model import Replay
from app.names import name_of
from app.parts import button, icon
from app.position import Position
from app.scene_view import end_said, landed
from app.table_view import ledger, pattern, scored, shape_picture, tip
from app.text import Words
from cartographers.cards import Option
from cartographers.events import Ambush, Draw, End, Event, Forced, Score, Spread
from cartographers.polyomino import is_shape
from cartographers.region import names
from cartographers.state import Ply, Task


def replay_panel(words: Words, at: Position, replay: Replay) -> Element:
    """Return what is beside the map while a game is watched."""
    return h(
        "section",
        ledger(words, at),
        _card(words, at, replay),
        tip(words, at) if at.model.lit else None,
        _slider(words, replay),
        _thumb(
            words,
            replay.last,
            at_start=replay.place == 0,
            at_end=replay.place == replay.last,
            large=large_key(replay),
            playing=replay.playing,
        ),
        scored(words, at) if at.state.scores else None,
        class_="table replay",
        key="replay",
    )


def _ply(replay: Replay) -> Ply | None:
    """Return the ply that has been drawn last."""
    return replay.played.plies[replay.place - 1] if replay.place else None


def _card(words: Words, at: Position, replay: Replay) -> Element:
    """Return the card, what was chosen from it, the place in the game, and what has happened with the ply."""
    task, ply = replay.before.task, _ply(replay)
    return h(
        "div",
        icon(f"card-{task.card.id}", "picture") if task else None,
        h("div", _chosen(words, task, ply), class_="choices") if task and ply else None,
        h(
            "div",
            h("h2", words(f"name.{task.card.id}")) if task else None,
            h("p", _place(words, replay), class_="place"),
            class_="what",
        ),
        h("p", " ".join(_happened(words, at, replay)), class_="happened"),
        class_="card step",
    )


def _chosen(words: Words, task: Task, ply: Ply) -> list[Element | None]:
    """Return the terrain and the shape that a ply has taken from its card, and a hero's attack."""
    option = _option(task, ply)
    terrain = words(f"terrain.{kind(ply.terrain)}")
    return [
        h("div", miniature(kind(ply.terrain)), class_="choice", role="img", aria_label=terrain),
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
    """Return the option that a ply has taken."""
    return next(
        option for option in task.options if option.terrain is ply.terrain and is_shape(ply.region, option.shape)
    )


def _place(words: Words, replay: Replay) -> str:
    season = words(f"season.{replay.moment.season.name}")
    return words("replay.place", season=season, ply=replay.place, plies=replay.last)


def _happened(words: Words, at: Position, replay: Replay, *, fully: bool = False) -> Iterator[str]:
    """Yield what was out of the ordinary with the ply, or what followed from it; or both fully, where it was, too."""
    task = replay.before.task
    if replay.place == 0:
        yield words("replay.begin")
    elif task and task.sheet != task.player:
        yield words("said.whose", map=words("map.of", name=name_of(words, at.game, task.sheet)))
    drawn, *others = at.state.events
    followed = [text for event in others for text in _told(words, at, event, fully=fully)]
    if fully or not followed:
        yield from _told(words, at, drawn, fully=fully)
    yield from followed
    if replay.goes_on and replay.place == replay.last:
        yield words("replay.goes-on")


def _told(words: Words, at: Position, event: Event, *, fully: bool) -> Iterator[str]:
    """Yield what there is to tell of an event to somebody who looks at the player's map."""
    match event:
        case Draw(forced=Forced.NO_FIT | Forced.RUINS as forced):
            yield words(f"forced.{forced.value}") + "."
        case Ambush(card=card):
            yield f"{words('ambush')} {words(f'name.{card.id}')}."
            if fully:
                yield landed(words, event)
        case Spread(sheet=at.owner, card=card):
            yield words("replay.spread", card=words(f"name.{card.id}"))
        case Score(score) if score.player == at.player:
            yield words.plural("reckoning.said", score.total, season=words(f"season.{score.season.name}"))
        case End():
            yield end_said(words, at.game, event)


def replay_said(words: Words, at: Position, replay: Replay) -> str:
    """Return what a screen reader is told of a step: where in the game it is, what was drawn, and what followed."""
    said = [_place(words, replay) + "."]
    task, ply = replay.before.task, _ply(replay)
    if task and ply:
        if not at.game.is_solo:
            said.append(name_of(words, at.game, task.player) + ".")
        spaces = ", ".join(names(ply.region))
        if ply.attack:
            spaces = words("said.attack", spaces=spaces, attacked=", ".join(names(ply.attack)))
        terrain, card = words(f"terrain.{kind(ply.terrain)}"), words(f"name.{task.card.id}")
        said.append(words("replay.drew", card=card, terrain=terrain, spaces=spaces))
    return " ".join([*said, *_happened(words, at, replay, fully=True)])


def _slider(words: Words, replay: Replay) -> Element:
    """Return the slider through the plies, over the seasons, as far as they are past."""
    return h(
        "div",
        _year(replay),
        h(
            "input",
            type="range",
            name="seek",
            min=0,
            max=replay.last,
            value=replay.place,
            aria_label=words("replay.ply"),
            aria_valuetext=_place(words, replay),
        ),
        class_="scrub",
        key="scrub",
    )


def _year(replay: Replay) -> Element:
    """Return the plies as a line in the colours of their seasons, with a brighter one as far as they are past."""
    unit = 100 / max(replay.last, 1)
    parts: list[Element] = []
    for dealt, (start, end) in zip(replay.before.deal.seasons, pairwise((*replay.seasons, replay.last)), strict=False):
        past = min(max(replay.place, start), end)
        for look, first, then in (("past", start, past), ("to-be", past, end)):
            place = {"x": f"{first * unit:.2f}%", "width": f"{(then - first) * unit:.2f}%"}
            parts.append(h("rect", **place, height="100%", class_=f"{look} season-{dealt.season.name}"))
    ticks = [h("rect", x=f"{start * unit:.2f}%", width=2, height="100%", class_="tick") for start in replay.seasons[1:]]
    return h("svg", parts, ticks, class_="year", aria_hidden="true")


@lru_cache(maxsize=8)
def _thumb(words: Words, last: int, *, at_start: bool, at_end: bool, large: str, playing: bool) -> Element:
    """Return the keys: through the plies, always from left to right, and the one to leave."""
    sign = "icon-pause" if playing else "icon-play"
    caption = words("replay.pause" if playing else "replay.play")
    if large == "play-on":
        main = _key(large, "icon-quill", words("replay.on"), words("replay.on.label"), look="key confirm")
    else:
        main = _key(large, sign, caption, caption, look="key confirm")
    return h(
        "div",
        h(
            "div",
            _key("seek 0", "icon-start", words("replay.start"), words("replay.start.label"), off=at_start),
            _key("skip -1", "icon-back", words("replay.back"), words("replay.back.label"), off=at_start),
            main,
            _key("skip 1", "icon-next", words("replay.next"), words("replay.next.label"), off=at_end),
            _key(f"seek {last}", "icon-last", words("replay.last"), words("replay.last.label"), off=at_end),
            class_="through",
            role="group",
            aria_label=words("replay"),
        ),
        _key("leave", "icon-leave", words("replay.leave"), words("replay.leave.label")),
        class_="thumb",
    )


def _key(command: str, symbol: str, caption: str, label: str, *, off: bool = False, look: str = "key") -> Element:
    return button(
        command,
        icon(symbol),
        h("span", caption),
        class_=look,
        aria_label=label,
        aria_disabled="true" if off else None,
    )
