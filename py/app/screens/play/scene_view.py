"""What interrupts the drawing, in a panel or over the map: ambushes, beasts that spread, counts, the end."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.board.board_view import practice_said, season_named
from app.board.names import crest_of, name_of
from app.board.pacing import Phase, Tick
from app.board.told import beaten_said, cost_said, ranked, winners_said
from app.drawing.element import Element, h
from app.drawing.parts import button, icon
from app.game.game import AmbushScene, EndScene, Game, SeasonScene, SpreadScene
from app.messages import Again, Go, Light, Look, Message, Proceed, Watch
from cartographers.events import End
from cartographers.scoring import stars
from cartographers.seasons import EDICTS, Season
from words import Words, number, signed

#: From this rating on, a map brought far more than its edicts expect.
_MUCH = 30


def entering_card(words: Words, scene: AmbushScene) -> Element:
    """Return an ambush card, large, as it enters; the panel says the same in words."""
    card = scene.event.card
    return h(
        "div",
        icon(f"card-{card.id}", "picture"),
        h("p", icon("icon-ambush"), words("ambush"), class_="kicker"),
        h("b", words(f"name.{card.id}")),
        class_="card entering",
        aria_hidden="true",
        key="entering",
    )


@lru_cache(maxsize=4)
def season_ribbon(words: Words, season: Season) -> Element:
    """Return the ribbon that says which season begins, and what it counts; a screen reader says the same."""
    return h("p", season_named(words, season), class_="ribbon", aria_hidden="true", key=f"ribbon-{season.name}")


def ambush_panel(words: Words, game: Game, scene: AmbushScene, phase: Phase) -> Element:
    """Return the ambush card: what it is, how it walks, and what it costs where it has landed."""
    landed = phase == "landed"
    event = scene.event
    reason = words(
        "ambush.note",
        corner=words(f"corner.{event.card.corner}"),
        direction=words(f"direction.{event.card.direction}"),
    )
    beast = event.card.beast
    if beast and event.region and landed and game.acts(beast, scene.moment):
        reason = words(f"beast.{beast.value}")
    return _panel(
        "ambush",
        h(
            "div",
            icon(f"card-{event.card.id}", "picture"),
            h(
                "div",
                h("p", icon("icon-ambush"), words("ambush"), class_="kicker"),
                h("h2", words(f"name.{event.card.id}")),
                h("p", reason),
                None if not landed else h("p", h("b", cost_said(words, scene)), class_="outcome"),
                class_="what",
            ),
            class_="card",
        ),
        _proceed(words("proceed" if landed else "skip")),
    )


def spread_panel(words: Words, game: Game, scene: SpreadScene, looking: int) -> Element:
    """Return what a beast has done by itself, with everybody on whose map it did."""
    return _panel(
        "spread",
        h(
            "div",
            icon(f"card-{scene.card.id}", "picture"),
            h(
                "div",
                h("h2", words(f"name.{scene.card.id}")),
                h("p", words(f"spread.{scene.card.id}")),
                class_="what",
            ),
            class_="card",
        ),
        None if game.is_solo else tabs(words, game, dict.fromkeys(scene.reached, ""), looking),
        _proceed(words("proceed")),
    )


def season_panel(
    words: Words, game: Game, scene: SeasonScene, looking: int, counted: tuple[Tick, ...] | None, lit: str
) -> Element:
    """Return a season's reckoning of one player, with everybody's stars; rows light up what they count on the map.

    While it is being counted, rows and sum show what has been counted so far. It ends on the sum.
    """
    score = scene.scores[looking]
    edicts = {letter: card.id for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True)}
    values = {letter: stars(awards) for letter, awards in score.edicts.items()}
    values |= {"coins": score.coins, "monsters": score.monsters}
    looks = dict.fromkeys(values, "row")
    label = words("proceed")
    if counted is not None:
        so_far = {tick.what: tick.stars for tick in counted}
        looks = {what: "row to-come" if value and what not in so_far else "row" for what, value in values.items()}
        values = {what: so_far.get(what, 0) for what in values}
        label = words("skip")
    rows = [
        _row(lit, letter, f"edict-{edicts[letter]}", words(f"name.{edicts[letter]}"), values[letter], looks[letter])
        for letter in score.edicts
    ]
    return _panel(
        "reckoning" if game.is_solo else "reckoning many",
        h(
            "div",
            rows,
            _row(lit, "coins", "icon-coin", words("coins"), values["coins"], looks["coins"]),
            _row(lit, "monsters", "icon-monster", words("monsters"), values["monsters"], looks["monsters"]),
            class_="card",
        ),
        None
        if game.is_solo
        else tabs(words, game, {score.player: number(score.total) for score in scene.scores}, looking),
        _proceed(
            label,
            h("h2", words("reckoning", season=words(f"season.{score.season.name}"))),
            h("b", words.plural("reckoning.total", sum(values.values())), key=label),
        ),
    )


def tabs(words: Words, game: Game, values: dict[int, str], looking: int) -> Element:
    """Return one small button for each player, to look at their maps."""
    return h(
        "div",
        [
            button(
                Look(player),
                crest_of(words, game, player),
                h("span", value),
                class_="tab",
                aria_pressed="true" if player == looking else "false",
                aria_label=f"{name_of(words, game, player)} {value}",
                key=str(player),
            )
            for player, value in values.items()
        ],
        class_="tabs",
        role="group",
        aria_label=words("players"),
        key="tabs",
    )


def _row(lit: str, what: str, symbol: str, name: str, value: int, look: str) -> Element:
    return button(
        Light(what),
        h("b", what, class_="letter") if what in EDICTS else None,
        icon(symbol),
        h("span", name, class_="name"),
        h("b", signed(value)),
        class_=look,
        aria_pressed="true" if lit == what else "false",
        key=what,
    )


class Following(NamedTuple):
    """The game that follows in a room: a sentence about it, and the button that leads there, if there is one."""

    said: str
    button: Element | None


def end_panel(
    words: Words,
    game: Game,
    scene: EndScene,
    seasons: int,
    following: Following | None = None,
    *,
    moving: bool,
    new: Message | None = None,
) -> Element:
    """Return how a game alone has ended: the stars first, then what the edicts expected, then rating and title.

    Where somebody is to be beaten, that is said instead of what the rating means. While it moves, the stars are those
    of so many ``seasons``. ``new`` leads to another game, if there is one to play here.
    """
    rating, total = scene.event.rating or 0, scene.event.totals[0]
    verdict = beaten_said(words, total, game.rival) if game.rival else words(_verdict_on(rating))
    counted = game.state.total(0, seasons) if moving else total
    last = game.state.scores[seasons - 1][0].season if moving and seasons else None
    return _panel(
        "end adding" if moving else "end",
        h(
            "div",
            h(
                "p",
                icon("icon-star"),
                h("b", words.plural("reckoning.total", counted), key=f"{counted}"),
                h("small", words(f"season.{last.name}")) if last else None,
                class_="total",
            ),
            h("p", words("end.expected", numbers=total - rating), class_="sum"),
            h("h2", words(f"title.{scene.event.title}")),
            h("p", words("end.rating", rating=signed(rating)), " ", verdict, class_="sum"),
            _practice(words, game),
            _said(following),
            class_="card",
        ),
        _proceed(words("skip")) if moving else _end_keys(words, new, following),
    )


def _verdict_on(rating: int) -> str:
    """Return the key of what a rating means."""
    return "end.below" if rating < 0 else "end.above" if rating < _MUCH else "end.far-above"


def standings_panel(
    words: Words,
    game: Game,
    scene: EndScene,
    looking: int,
    following: Following | None = None,
    *,
    new: Message | None = None,
) -> Element:
    """Return who has won, and everybody's stars, best first; a press shows that player's map.

    ``new`` leads to another game, if there is one to play here.
    """
    event = scene.event
    order = ranked(event)
    return _panel(
        "end many",
        h(
            "div",
            h("h2", winners_said(words, game, event)),
            h("p", words("standings.tie"), class_="sum") if _broken_tie(event) else None,
            _practice(words, game),
            _said(following),
            class_="card",
        ),
        tabs(words, game, {player: number(event.totals[player]) for player in order}, looking),
        _end_keys(words, new, following),
    )


def _broken_tie(event: End) -> bool:
    """Say whether monsters decided between players with as many stars."""
    return event.totals.count(max(event.totals)) > len(event.winners)


def _practice(words: Words, game: Game) -> Element | None:
    said = practice_said(words, game)
    return h("p", said, class_="sum practice") if said else None


def _said(following: Following | None) -> Element | None:
    return h("p", following.said, class_="sum", role="status", key="following") if following else None


def _end_keys(words: Words, new: Message | None, following: Following | None) -> Element:
    """Return the buttons at the end of a game. The large one leads to the game that follows, if there is one."""
    large = following.button if following else None
    return h(
        "div",
        button(Go("sheet"), icon("icon-quill"), h("span", words("end.sheet")), class_="key")
        if large
        else button(Again(), icon("icon-turn"), h("span", words("end.again")), class_="key"),
        button(Watch(), icon("icon-watch"), h("span", words("watch")), class_="key", aria_label=words("watch.label")),
        button(new, icon("icon-plus"), h("span", words("end.new")), class_="key") if new else None,
        large or button(Go("sheet"), h("b", words("end.sheet")), class_="confirm"),
        class_="thumb",
    )


def _panel(kind: str, card: Element, *feet: Element | None) -> Element:
    return h("section", card, feet, class_=f"tray scene {kind}", key=kind.split(maxsplit=1)[0])


def _proceed(label: str, *note: Element) -> Element:
    return h(
        "div",
        h("div", *note, class_="note") if note else None,
        button(Proceed(), h("b", label), class_="confirm"),
        class_="thumb",
    )
