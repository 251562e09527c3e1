"""What interrupts the drawing: an ambush on its way, a season's reckoning, the end of the game."""

from __future__ import annotations

from app import map_art
from app.element import Element, h
from app.model import AmbushScene, EndScene, Game, Model, SeasonScene
from app.parts import button, icon
from app.text import Words, number, signed
from cartographers.events import SeasonScore
from cartographers.region import names
from cartographers.scoring import ScoringCard, stars
from cartographers.seasons import EDICTS


def walker_mark(model: Model, scene: AmbushScene) -> Element | None:
    """Return the ambush at the place where it is being tried, or nothing once it has landed."""
    return map_art.walker(scene.event.trail[model.step]) if model.walking else None


def ambush_panel(words: Words, model: Model, scene: AmbushScene) -> Element:
    """Return the ambush card: what it is, how it walks, and where it has landed."""
    event = scene.event
    if model.walking:
        outcome = words(
            "ambush.note",
            corner=words(f"corner.{event.card.corner}"),
            direction=words(f"direction.{event.card.direction}"),
        )
    elif event.region:
        outcome = words("ambush.landed", spaces=", ".join(names(event.region)))
    else:
        outcome = words("ambush.nowhere")
    return _panel(
        "ambush",
        h(
            "div",
            icon(f"card-{event.card.id}", "picture"),
            h(
                "div",
                h("p", icon("icon-ambush"), words("ambush"), class_="kicker"),
                h("h2", words(f"name.{event.card.id}")),
                h("p", outcome),
                class_="what",
            ),
            class_="card",
        ),
        _proceed(words("skip" if model.walking else "proceed")),
    )


def season_panel(words: Words, model: Model, scene: SeasonScene, edicts: tuple[ScoringCard, ...]) -> Element:
    """Return a season's reckoning; each row that can be shown on the map is a button that lights it up."""
    score = scene.score
    cards = dict(zip(EDICTS, edicts, strict=True))
    rows = [
        _row(model, letter, f"edict-{cards[letter].id}", words(f"name.{cards[letter].id}"), stars(awards))
        for letter, awards in score.edicts.items()
    ]
    return _panel(
        "reckoning",
        h(
            "div",
            rows,
            h(
                "p",
                icon("icon-coin"),
                h("span", words("coins"), class_="name"),
                h("b", signed(score.coins)),
                class_="row",
                key="coins",
            ),
            _row(model, "monsters", "icon-monster", words("monsters"), score.monsters),
            class_="card",
        ),
        _proceed(
            words("proceed"),
            h("h2", words("reckoning", season=words(f"season.{score.season.name}"))),
            h("b", words.plural("reckoning.total", score.total)),
        ),
    )


def _row(model: Model, what: str, symbol: str, name: str, value: int) -> Element:
    return button(
        f"light {what}",
        h("b", what, class_="letter") if what in EDICTS else None,
        icon(symbol),
        h("span", name, class_="name"),
        h("b", signed(value)),
        class_="row",
        aria_pressed="true" if model.lit == what else "false",
        key=what,
    )


def end_panel(words: Words, game: Game, scene: EndScene) -> Element:
    """Return the sheet at the end, as the paper one has it: four seasons, the total, rating and title."""
    event, state = scene.event, game.state
    scores = [season[0] for season in state.scores]
    rating, total = event.rating or 0, event.totals[0]
    return _panel(
        "end",
        h(
            "div",
            h("p", words("end.rating", rating=number(rating)), class_="kicker"),
            h("h2", words(f"title.{event.title}")),
            h("p", words("end.sum", stars=number(total), numbers=total - rating), class_="sum"),
            season_table(words, scores, total),
            h("p", words.plural("end.practice", game.takebacks), class_="sum") if game.takebacks else None,
            class_="card",
        ),
        h(
            "div",
            button("again", icon("icon-play"), h("span", words("end.again")), class_="key"),
            button("home", h("b", words("end.new")), class_="confirm"),
            class_="thumb",
        ),
    )


def season_table(words: Words, scores: list[SeasonScore], total: int) -> Element:
    """Return the seasons reckoned so far and their sum, as the paper sheet's table has them."""
    columns = ("end.season", "end.edicts", "coins", "monsters", "stars")
    return h(
        "table",
        h("thead", h("tr", [h("th", words(key), scope="col", key=key) for key in columns])),
        h("tbody", [_season_row(words, score) for score in scores]),
        h("tfoot", h("tr", h("th", words("end.total"), scope="row", colspan=4), h("td", number(total)))),
        class_="seasons",
    )


def _season_row(words: Words, score: SeasonScore) -> Element:
    edicts = ", ".join(f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
    return h(
        "tr",
        h("th", words(f"season.{score.season.name}"), scope="row"),
        h("td", edicts),
        h("td", number(score.coins)),
        h("td", number(score.monsters)),
        h("td", number(score.total)),
        key=score.season.name,
    )


def _panel(kind: str, card: Element, foot: Element) -> Element:
    return h("section", card, foot, class_=f"table scene {kind}", key=kind)


def _proceed(label: str, *note: Element) -> Element:
    return h(
        "div",
        h("div", *note, class_="note") if note else None,
        button("proceed", h("b", label), class_="confirm"),
        class_="thumb",
    )
