"""The screen of a game: season and time, edicts, map, and below them the table or a scene."""

from __future__ import annotations

from app.element import Element, h
from app.map_view import awards_mark, ghost_mark, map_view, ruins_mark
from app.model import AmbushScene, EndScene, Game, Model, SeasonScene
from app.parts import button, difference, icon
from app.position import Position, earned
from app.scene_view import ambush_panel, end_panel, season_panel, walker_mark
from app.table_view import table, verdict
from app.text import Words, number, signed
from cartographers.events import Forced
from cartographers.region import Region, names
from cartographers.scoring import stars
from cartographers.seasons import EDICTS


def game_view(words: Words, model: Model, game: Game) -> Element:
    """Return the screen of a game in play, in a scene, or at its end."""
    at = Position(model, game)
    scene = model.scene
    match scene:
        case AmbushScene():
            panel = ambush_panel(words, model, scene)
        case SeasonScene():
            panel = season_panel(words, model, scene, at.state.deal.edicts)
        case EndScene():
            panel = end_panel(words, game, scene)
        case _:
            panel = table(words, at)
    return h(
        "main",
        _strip(words, at),
        h("section", [_edict(words, at, letter) for letter in EDICTS], class_="edicts", aria_label=words("edicts")),
        h("div", _map(words, at), class_="map-box", key="map"),
        panel,
        _said(words, at),
        class_=f"game season-{at.moment.season.name}",
        key="game",
    )


def _strip(words: Words, at: Position) -> Element:
    name = words(f"season.{at.moment.season.name}")
    seasons = [dealt.season for dealt in at.state.deal.seasons]
    return h(
        "header",
        icon(f"sky-{at.moment.season.name}", "sky"),
        button("open menu", icon("icon-menu"), class_="menu", aria_label=words("menu")),
        h(
            "div",
            h("h1", name),
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
        ),
        _time(words, at),
        h(
            "p",
            icon("icon-star"),
            number(at.stars),
            class_="stars",
            role="img",
            aria_label=words.plural("stars.label", at.stars),
        ),
        class_="strip",
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
    due = at.task and at.task.must_cover
    lit = at.lit_awards()
    return map_view(
        words,
        at.moment.season.name,
        at.sheet,
        ruins_mark(due) if due else None,
        ghost_mark(at.ply.terrain, region, at.against, at.sheet) if at.ply else None,
        walker_mark(at.model, scene) if isinstance(scene, AmbushScene) else None,
        awards_mark(lit) if lit else None,
        under_ghost=region,
    )


def _said(words: Words, at: Position) -> Element:
    """Return what a screen reader is told: of the card or scene when it is new, and of the ghost when it has moved."""
    told = (_news(words, at), _ghost_said(words, at))
    return h("div", [h("p", text, role="status") for text in told], class_="said", key="said")


def _news(words: Words, at: Position) -> str:
    scene = at.model.scene
    match scene:
        case AmbushScene():
            return f"{words('ambush')} {words(f'name.{scene.event.card.id}')}."
        case SeasonScene():
            score = scene.score
            return words.plural("reckoning.said", score.total, season=words(f"season.{score.season.name}"))
        case EndScene():
            title = words(f"title.{scene.event.title}")
            return words("end.said", title=title, rating=number(scene.event.rating or 0))
    if at.task is None:
        return ""
    revealed = words("said.reveal", card=words(f"name.{at.state.card.id}"), time=at.state.card.time)
    if at.task.forced is not Forced.NONE:
        return f"{revealed} {words(f'forced.{at.task.forced.value}')}."
    return f"{revealed} {words('said.ruins')}" if at.task.must_cover is not None else revealed


def _ghost_said(words: Words, at: Position) -> str:
    if at.ply is None:
        return ""
    terrain = words(f"terrain.{at.ply.terrain.value}").capitalize()
    return words("said.ghost", terrain=terrain, spaces=", ".join(names(at.ply.region)), verdict=verdict(words, at))
