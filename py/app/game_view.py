"""The screen of a game: season and time, edicts, map, and below them the table or a scene."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app import map_art
from app.crest import crest
from app.element import Element, h
from app.ghost import kind
from app.map_view import awards_mark, ghost_mark, map_view, ruins_mark
from app.model import AmbushScene, CurtainScene, EndScene, Model, Replay, SeasonScene, SpreadScene
from app.names import name_of, sheet_of
from app.parts import button, difference, icon
from app.position import Position, worth
from app.replay_view import replay_panel, replay_said
from app.scene_view import (
    ambush_panel,
    end_panel,
    end_said,
    landed,
    season_panel,
    spread_panel,
    standings_panel,
)
from app.table_view import table, verdict
from app.text import Words, number, signed
from cartographers.events import Ambush, Draw, Forced, Pick, Spread
from cartographers.region import Region, names
from cartographers.seasons import EDICTS, Season


def game_view(words: Words, at: Position) -> Element:
    """Return the screen of a game in play, in a scene, or at its end."""
    return h(
        "main",
        _strip(words, at),
        h("section", [_edict(words, at, letter) for letter in EDICTS], class_="edicts", aria_label=words("edicts")),
        h("div", _map(words, at), class_="map-box", key="map"),
        _panel(words, at),
        class_=f"game season-{at.moment.season.name} {at.model.preferences.hand}-hand",
        key="game",
    )


def _panel(words: Words, at: Position) -> Element:
    """Return what is below the map: the table, or the scene on the page."""
    scene = at.model.scene
    match scene:
        case AmbushScene():
            panel = ambush_panel(words, at.model, at.game, scene)
        case SpreadScene():
            panel = spread_panel(words, at.game, scene, at.owner)
        case SeasonScene():
            panel = season_panel(words, at.model, at.game, scene, at.owner)
        case EndScene() if at.game.is_solo:
            panel = end_panel(words, at.game, scene)
        case EndScene():
            panel = standings_panel(words, at.game, scene, at.owner)
        case CurtainScene():
            panel = h("section", class_="table", key="curtained")
        case Replay():
            panel = replay_panel(words, at, scene)
        case _:
            panel = table(words, at)
    return panel


def _strip(words: Words, at: Position) -> Element:
    moment = at.moment
    name = None if at.game.is_solo else name_of(words, at.game, at.player)
    seasons = tuple(dealt.season for dealt in at.state.deal.seasons)
    return _strip_saying(words, name, seasons, moment.season, moment.time, moment.card_time, at.stars)


@lru_cache(maxsize=8)
def _strip_saying(
    words: Words, name: str | None, seasons: tuple[Season, ...], season: Season, time: int, card_time: int, stars: int
) -> Element:
    """Return the strip with a player's name in it, if there are several."""
    return h(
        "header",
        icon(f"sky-{season.name}", "sky"),
        button("open menu", icon("icon-menu"), class_="menu", aria_label=words("menu")),
        crest(name) if name else None,
        _season(words, name, seasons, season),
        _time(words, season.threshold, time, card_time),
        _stars(words, stars, alone=name is None),
        class_="strip together" if name else "strip",
    )


def _season(words: Words, name: str | None, seasons: tuple[Season, ...], now: Season) -> Element:
    season = words(f"season.{now.name}")
    return h(
        "div",
        h("h1", name or season),
        h(
            "p",
            [h("span", each.edicts, class_="now" if each == now else None, key=each.name) for each in seasons],
            class_="order",
            role="img",
            aria_label=words("season.edicts", season=season, first=now.edicts[0], second=now.edicts[1]),
        ),
        class_="season",
    )


def _stars(words: Words, count: int, *, alone: bool) -> Element:
    """Return the player's stars; with several players they open everybody's maps."""
    label = words.plural("stars.label", count)
    if alone:
        return h("p", icon("icon-star"), number(count), class_="stars", role="img", aria_label=label)
    return button(
        "open maps",
        icon("icon-star"),
        number(count),
        class_="stars",
        aria_label=words("maps.label", stars=label),
    )


def _time(words: Words, threshold: int, time: int, card_time: int) -> Element:
    def box(number: int) -> str:
        return "used" if number < time - card_time else "this" if number < time else "free"

    return button(
        "open cards",
        h("span", [h("i", class_=box(number), key=str(number)) for number in range(threshold)], class_="boxes"),
        h(
            "span",
            h("span", words("time")),
            " ",
            h("span", words("time.used", used=time, threshold=threshold)),
            class_="used-of",
        ),
        class_="time",
        aria_label=words("time.label", used=time, threshold=threshold, time=card_time),
    )


def _edict(words: Words, at: Position, letter: str) -> Element:
    card = at.edict(letter)
    now = worth(card, at.sheet)
    scored = letter in at.moment.season.edicts and not at.state.over
    delta = worth(card, at.after) - now
    return _tile(words, letter, card.id, now, delta, scored=scored, lit=at.model.lit == letter)


@lru_cache(maxsize=32)
def _tile(words: Words, letter: str, card: str, now: int, delta: int, *, scored: bool, lit: bool) -> Element:
    """Return an edict with what it would pay now, and what the ghost would change.

    All that can be read on it stands in its name, too, in this order: so it can be called by what is seen.
    """
    name = words(f"name.{card}")
    if delta:
        label = words("edict.with", letter=letter, name=name, count=number(now), delta=signed(delta))
    else:
        label = words.plural("edict.label", now, letter=letter, name=name)
    if scored:
        label += words("edict.now")
    return button(
        f"light {letter}",
        h("span", name, class_="name"),
        " ",
        h("b", letter, class_="letter"),
        " ",
        icon(f"edict-{card}"),
        h(
            "span",
            h("span", number(now), class_="value"),
            " ",
            difference(delta),
            class_="worth",
        ),
        class_=f"edict{' scored' if scored else ''}",
        aria_pressed="true" if lit else "false",
        aria_label=label,
        key=letter,
    )


def _map(words: Words, at: Position) -> Element:
    region: Region = at.ply.region if at.ply else 0
    return map_view(words, at.moment.season.name, at.sheet, _marks(at), _ghost(at), region)


def _ghost(at: Position) -> Element | None:
    return ghost_mark(at.model.ghost, at.ply, at.against, at.sheet) if at.model.ghost and at.ply else None


def ghost_view(model: Model) -> Element | None:
    """Return the ghost as :func:`game_view` shows it, which can be shown before the rest of what it changes."""
    return _ghost(Position(model, model.game)) if model.game else None


def _marks(at: Position) -> Iterator[Element]:
    """Yield the marks on what matters now: what was drawn, due ruins, where beasts may go or have gone, what is lit."""
    scene, task = at.model.scene, at.task
    drawn = next((event for event in at.state.events if isinstance(event, Draw)), None)
    if drawn and drawn.region and drawn.sheet == at.owner:
        yield map_art.inked(kind(drawn.terrain), drawn.region)
    if task and task.must_cover:
        yield ruins_mark(task.must_cover)
    reach = task.free if task and task.is_pick else at.lit_reach
    if reach:
        yield map_art.pickable(reach)
    if isinstance(scene, SpreadScene) and scene.reached.get(at.owner):
        yield map_art.arrivals("monster", scene.reached[at.owner])
    if isinstance(scene, Replay):
        yield from (map_art.arrivals(*change) for change in _changes(at))
    if isinstance(scene, AmbushScene) and at.model.walking:
        yield map_art.walker(scene.event.trail[at.model.step])
    lit = at.lit_awards()
    if lit:
        yield awards_mark(lit)


def _changes(at: Position) -> Iterator[tuple[str, Region]]:
    """Yield what has been drawn or has come by itself on the map since the choice before, as ground and spaces."""
    for event in at.state.events:
        if isinstance(event, Draw | Pick | Ambush | Spread) and event.sheet == at.owner and event.region:
            ground = kind(None) if isinstance(event, Pick) else "monster"
            yield kind(event.terrain) if isinstance(event, Draw) else ground, event.region


def told(words: Words, at: Position) -> tuple[str, str]:
    """Return what a screen reader is told: of the card or scene when it is new, and of the ghost when it has moved."""
    return _news(words, at), _ghost_said(words, at)


def _news(words: Words, at: Position) -> str:
    scene = at.model.scene
    match scene:
        case AmbushScene():
            said = f"{words('ambush')} {words(f'name.{scene.event.card.id}')}."
            if not at.model.walking:
                said += f" {landed(words, scene.event)}"
        case SpreadScene():
            said = words(f"spread.{scene.card.id}")
        case SeasonScene():
            score = scene.scores[at.owner]
            said = words.plural("reckoning.said", score.total, season=words(f"season.{score.season.name}"))
        case EndScene():
            said = end_said(words, at.game, scene.event)
        case CurtainScene():
            said = words("pass.to", name=name_of(words, at.game, scene.task.player))
        case Replay():
            said = replay_said(words, at, scene)
        case _:
            said = _task_said(words, at)
    return said


def _task_said(words: Words, at: Position) -> str:
    task = at.task
    if task is None:
        return ""
    card = words(f"name.{task.card.id}")
    said = [card + "." if task.is_pick else words("said.reveal", card=card, time=task.card.time)]
    if task.sheet != task.player:
        said.append(words("said.whose", map=sheet_of(words, at.game, task.sheet)))
    if task.is_pick:
        said.append(words("pick") + ".")
    elif task.forced is not Forced.NONE:
        said.append(words(f"forced.{task.forced.value}") + ".")
    elif task.must_cover is not None:
        said.append(words("said.ruins"))
    return " ".join(said)


def _ghost_said(words: Words, at: Position) -> str:
    if at.ply is None:
        return ""
    terrain = words(f"terrain.{kind(at.ply.terrain)}").capitalize()
    spaces = ", ".join(names(at.ply.region))
    if at.ply.attack:
        spaces = words("said.attack", spaces=spaces, attacked=", ".join(names(at.ply.attack)))
    return words("said.ghost", terrain=terrain, spaces=spaces, verdict=verdict(words, at))
