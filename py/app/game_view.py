"""The screen of a game: season and time, edicts, map, and below them the table or a scene."""

from __future__ import annotations

from app import map_art
from app.element import Element, h
from app.ghost import kind
from app.map_view import awards_mark, ghost_mark, map_view, ruins_mark
from app.model import AmbushScene, CurtainScene, EndScene, Game, Model, SeasonScene, SpreadScene
from app.names import crest_of, name_of, sheet_of
from app.parts import button, difference, icon
from app.position import Position, earned
from app.scene_view import (
    ambush_panel,
    end_panel,
    season_panel,
    spread_panel,
    standings_panel,
    walker_mark,
    winners_said,
)
from app.table_view import table, verdict
from app.text import Words, number, signed
from cartographers.events import Forced
from cartographers.region import Region, names
from cartographers.scoring import stars
from cartographers.seasons import EDICTS


def game_view(words: Words, model: Model, game: Game) -> Element:
    """Return the screen of a game in play, in a scene, or at its end."""
    at = Position(model, game)
    return h(
        "main",
        _strip(words, at),
        h("section", [_edict(words, at, letter) for letter in EDICTS], class_="edicts", aria_label=words("edicts")),
        h("div", _map(words, at), class_="map-box", key="map"),
        _panel(words, at),
        _said(words, at),
        class_=f"game season-{at.moment.season.name}",
        key="game",
    )


def _panel(words: Words, at: Position) -> Element:
    """Return what is below the map: the table, or the scene on the page."""
    scene = at.model.scene
    match scene:
        case AmbushScene():
            return ambush_panel(words, at.model, at.game, scene)
        case SpreadScene():
            return spread_panel(words, at.game, scene, at.owner)
        case SeasonScene():
            return season_panel(words, at.model, at.game, scene, at.owner)
        case EndScene():
            return (
                end_panel(words, at.game, scene)
                if at.game.is_solo
                else standings_panel(words, at.game, scene, at.owner)
            )
        case CurtainScene():
            return h("section", class_="table", key="curtained")
        case _:
            return table(words, at)


def _strip(words: Words, at: Position) -> Element:
    return h(
        "header",
        icon(f"sky-{at.moment.season.name}", "sky"),
        button("open menu", icon("icon-menu"), class_="menu", aria_label=words("menu")),
        None if at.game.is_solo else crest_of(words, at.game, at.player),
        _season(words, at),
        _time(words, at),
        _stars(words, at),
        class_="strip",
    )


def _season(words: Words, at: Position) -> Element:
    name = words(f"season.{at.moment.season.name}")
    seasons = [dealt.season for dealt in at.state.deal.seasons]
    return h(
        "div",
        h("h1", name if at.game.is_solo else name_of(words, at.game, at.player)),
        h(
            "p",
            [
                h("span", season.edicts, class_="now" if season == at.moment.season else None, key=season.name)
                for season in seasons
            ],
            class_="order",
            role="img",
            aria_label=words(
                "season.edicts", season=name, first=at.moment.season.edicts[0], second=at.moment.season.edicts[1]
            ),
        ),
        class_="season",
    )


def _stars(words: Words, at: Position) -> Element:
    """Return the player's stars; with several players they open everybody's maps."""
    label = words.plural("stars.label", at.stars)
    if at.game.is_solo:
        return h("p", icon("icon-star"), number(at.stars), class_="stars", role="img", aria_label=label)
    return button(
        "open maps",
        icon("icon-star"),
        number(at.stars),
        class_="stars",
        aria_label=words("maps.label", stars=label),
    )


def _time(words: Words, at: Position) -> Element:
    threshold = at.moment.season.threshold
    before = at.moment.time - at.moment.card_time

    def box(number: int) -> str:
        return "used" if number < before else "this" if number < at.moment.time else "free"

    return button(
        "open cards",
        h("span", [h("i", class_=box(number), key=str(number)) for number in range(threshold)], class_="boxes"),
        h(
            "span",
            h("span", words("time")),
            h("span", words("time.used", used=at.moment.time, threshold=threshold)),
            class_="used-of",
        ),
        class_="time",
        aria_label=words("time.label", used=at.moment.time, threshold=threshold, time=at.moment.card_time),
    )


def _edict(words: Words, at: Position, letter: str) -> Element:
    card = at.edict(letter)
    now = stars(earned(card, at.sheet))
    delta = stars(earned(card, at.after)) - now
    name = words(f"name.{card.id}")
    scored = letter in at.moment.season.edicts and not at.state.over
    label = words.plural("edict.label", now, letter=letter, name=name)
    if delta:
        label += words("edict.delta", delta=signed(delta))
    if scored:
        label += words("edict.now")
    return button(
        f"light {letter}",
        h("b", letter, class_="letter"),
        icon(f"edict-{card.id}"),
        h(
            "span",
            h("span", number(now), class_="value"),
            difference(delta),
            class_="worth",
        ),
        h("span", name, class_="name"),
        class_=f"edict{' scored' if scored else ''}",
        aria_pressed="true" if at.model.lit == letter else "false",
        aria_label=label,
    )


def _map(words: Words, at: Position) -> Element:
    scene = at.model.scene
    region: Region = at.ply.region if at.ply else 0
    lit = at.lit_awards()
    return map_view(
        words,
        at.moment.season.name,
        at.sheet,
        *_rings(at),
        ghost_mark(at.ply, at.against, at.sheet) if at.ply else None,
        walker_mark(at.model, scene) if isinstance(scene, AmbushScene) else None,
        awards_mark(lit) if lit else None,
        under_ghost=region,
    )


def _rings(at: Position) -> list[Element]:
    """Return the marks on spaces that matter now: due ruins, what a beast can reach, where it has just come."""
    scene, task = at.model.scene, at.task
    due = task.must_cover if task else 0
    reach = task.free if task and task.is_pick else at.lit_reach
    arrived = scene.reached.get(at.owner, 0) if isinstance(scene, SpreadScene) else 0
    return [
        *([ruins_mark(due)] if due else []),
        *([map_art.pickable(reach)] if reach else []),
        *([map_art.arrivals(arrived)] if arrived else []),
    ]


def _said(words: Words, at: Position) -> Element:
    """Return what a screen reader is told: of the card or scene when it is new, and of the ghost when it has moved."""
    told = (_news(words, at), _ghost_said(words, at))
    return h("div", [h("p", text, role="status") for text in told], class_="said", key="said")


def _news(words: Words, at: Position) -> str:
    scene = at.model.scene
    match scene:
        case AmbushScene():
            said = f"{words('ambush')} {words(f'name.{scene.event.card.id}')}."
        case SpreadScene():
            said = words(f"spread.{scene.card.id}")
        case SeasonScene():
            score = scene.scores[at.owner]
            said = words.plural("reckoning.said", score.total, season=words(f"season.{score.season.name}"))
        case EndScene() if at.game.is_solo:
            title = words(f"title.{scene.event.title}")
            said = words("end.said", title=title, rating=number(scene.event.rating or 0))
        case EndScene():
            said = winners_said(words, at.game, scene.event)
        case CurtainScene():
            said = words("pass.to", name=name_of(words, at.game, scene.task.player))
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
