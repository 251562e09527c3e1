"""What interrupts the drawing: an ambush on its way, a beast spreading, a season's reckoning, the end of the game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.element import Element, h
from app.model import AmbushScene, EndScene, Game, Model, SeasonScene, SpreadScene
from app.names import crest_of, name_of, sheet_of
from app.parts import button, icon, sign
from app.text import Words, number, signed
from cartographers.events import Ambush, End, SeasonScore
from cartographers.region import names
from cartographers.scoring import stars
from cartographers.seasons import EDICTS


def ambush_panel(words: Words, model: Model, game: Game, scene: AmbushScene) -> Element:
    """Return the ambush card: what it is, how it walks, and where it has landed."""
    event = scene.event
    if model.walking:
        outcome = words(
            "ambush.note",
            corner=words(f"corner.{event.card.corner}"),
            direction=words(f"direction.{event.card.direction}"),
        )
    else:
        outcome = landed(words, event)
    beast = event.card.beast
    if beast and event.region and not model.walking and game.acts(beast, scene.moment):
        outcome = words(f"beast.{beast.value}")
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
        None if game.is_solo else _tabs(words, game, dict.fromkeys(scene.reached, ""), looking),
        _proceed(words("proceed")),
    )


def landed(words: Words, event: Ambush) -> str:
    """Return where a solo ambush has come to lie."""
    if not event.region:
        return words("ambush.nowhere")
    return words("ambush.landed", spaces=", ".join(names(event.region)))


def season_panel(words: Words, model: Model, game: Game, scene: SeasonScene, looking: int) -> Element:
    """Return a season's reckoning of one player, with everybody's stars; rows light up what they count on the map.

    While it is counted, its sum is of what has been; the stars of what is still to come cannot be seen yet.
    """
    score = scene.scores[looking]
    edicts = {letter: card.id for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True)}
    values = {letter: stars(awards) for letter, awards in score.edicts.items()}
    values |= {"coins": score.coins, "monsters": score.monsters}
    looks = {what: "row" if number <= model.step else "row to-come" for number, what in enumerate(scene.counted)}
    rows = [
        _row(model, letter, f"edict-{edicts[letter]}", words(f"name.{edicts[letter]}"), values[letter], looks[letter])
        for letter in score.edicts
    ]
    return _panel(
        "reckoning" if game.is_solo else "reckoning many",
        h(
            "div",
            rows,
            h(
                "p",
                icon("icon-coin"),
                h("span", words("coins"), class_="name"),
                h("b", signed(score.coins)),
                class_=looks["coins"],
                key="coins",
            ),
            _row(model, "monsters", "icon-monster", words("monsters"), score.monsters, looks["monsters"]),
            class_="card",
        ),
        None
        if game.is_solo
        else _tabs(words, game, {score.player: number(score.total) for score in scene.scores}, looking),
        _proceed(
            words("proceed"),
            h("h2", words("reckoning", season=words(f"season.{score.season.name}"))),
            h("b", words.plural("reckoning.total", sum(values[what] for what in scene.counted[: model.step + 1]))),
        ),
    )


def _tabs(words: Words, game: Game, values: dict[int, str], looking: int) -> Element:
    """Return one small button for each player, to look at their maps."""
    return h(
        "div",
        [
            button(
                f"look {player}",
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


def _row(model: Model, what: str, symbol: str, name: str, value: int, look: str) -> Element:
    return button(
        f"light {what}",
        h("b", what, class_="letter") if what in EDICTS else None,
        icon(symbol),
        h("span", name, class_="name"),
        h("b", signed(value)),
        class_=look,
        aria_pressed="true" if model.lit == what else "false",
        key=what,
    )


def end_panel(words: Words, game: Game, scene: EndScene) -> Element:
    """Return the solo sheet at the end, as the paper one has it: four seasons, the total, rating and title."""
    event, state = scene.event, game.state
    scores = [season[0] for season in state.scores]
    rating, total = event.rating or 0, event.totals[0]
    [cartographer] = game.cartographers
    return _panel(
        "end",
        h(
            "div",
            h("p", sheet_of(words, game, 0), class_="sheet-name") if cartographer.name or cartographer.land else None,
            h("p", words("end.rating", rating=number(rating)), class_="kicker"),
            h("h2", words(f"title.{event.title}")),
            h("p", words("end.sum", stars=number(total), numbers=total - rating), class_="sum"),
            season_table(words, tuple(map(season_line, scores))),
            _practice(words, game),
            class_="card",
            role="group",
            aria_label=words("end.rating", rating=number(rating)),
            tabindex="0",  # it may scroll, by keys too
        ),
        _end_keys(words),
    )


def standings_panel(words: Words, game: Game, scene: EndScene, looking: int) -> Element:
    """Return who has won: every player's seasons and total, best first, and what broke a tie."""
    event = scene.event
    order = sorted(range(game.id.players), key=lambda player: (-event.totals[player], -event.monsters[player], player))
    level = [player for player in order if event.totals[player] == event.totals[order[0]]]
    seasons = [dealt.season.name for dealt in game.state.deal.seasons]
    return _panel(
        "end",
        h(
            "div",
            h("h2", winners_said(words, game, event)),
            h("p", words("standings.tie"), class_="sum") if len(event.winners) < len(level) else None,
            h(
                "table",
                h(
                    "thead",
                    h(
                        "tr",
                        h("th", words("players"), scope="col"),
                        [
                            h("th", _season_sign(name, words(f"season.{name}")), scope="col", key=name)
                            for name in seasons
                        ],
                        h("th", sign("icon-monster", words("monsters")), scope="col"),
                        h("th", sign("icon-star", words("stars")), scope="col"),
                    ),
                ),
                h("tbody", [_standing(words, game, scene, player, looking) for player in order]),
                class_="seasons standings",
            ),
            _practice(words, game),
            class_="card",
        ),
        _end_keys(words),
    )


def _season_sign(season: str, name: str) -> Element:
    """Return a season's sign, as it stands in the corners of the map."""
    return sign(f"season-{season}", name, f"season-icon season-{season}", viewBox="-9 -9 18 18")


def end_said(words: Words, game: Game, event: End) -> str:
    """Return how the game has ended."""
    if not game.is_solo:
        return winners_said(words, game, event)
    return words("end.said", title=words(f"title.{event.title}"), rating=number(event.rating or 0))


def winners_said(words: Words, game: Game, event: End) -> str:
    """Return who has won."""
    *others, last = (name_of(words, game, player) for player in event.winners)
    if not others:
        return words("standings.won", name=last)
    return words("standings.shared", names=", ".join(others), last=last)


def _standing(words: Words, game: Game, scene: EndScene, player: int, looking: int) -> Element:
    cartographer = game.cartographers[player]
    name = button(
        f"look {player}",
        crest_of(words, game, player),
        h(
            "span",
            h("b", name_of(words, game, player), class_="called"),
            h("small", cartographer.title) if cartographer.title else None,
        ),
        icon("icon-trophy") if player in scene.event.winners else None,
        class_="whose",
        aria_pressed="true" if player == looking else "false",
    )
    return h(
        "tr",
        h("th", name, scope="row"),
        [h("td", number(season[player].total), key=season[player].season.name) for season in game.state.scores],
        h("td", number(scene.event.monsters[player])),
        h("td", number(scene.event.totals[player])),
        key=str(player),
    )


def _practice(words: Words, game: Game) -> Element | None:
    return h("p", words.plural("end.practice", game.takebacks), class_="sum") if game.takebacks else None


def _end_keys(words: Words) -> Element:
    return h(
        "div",
        button("again", icon("icon-turn"), h("span", words("end.again")), class_="key"),
        button("watch", icon("icon-watch"), h("span", words("watch")), class_="key", aria_label=words("watch.label")),
        button("home", h("b", words("end.new")), class_="confirm"),
        class_="thumb",
    )


class SeasonLine(NamedTuple):
    """A line of the paper sheet's table: what a season's edicts paid, the coins, the monsters, and their sum."""

    season: str
    edicts: str
    coins: int
    monsters: int
    total: int


def season_line(score: SeasonScore) -> SeasonLine:
    """Return the line of a season's score."""
    edicts = ", ".join(f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
    return SeasonLine(score.season.name, edicts, score.coins, score.monsters, score.total)


@lru_cache(maxsize=8)
def season_table(words: Words, lines: tuple[SeasonLine, ...]) -> Element:
    """Return the seasons reckoned so far and their sum, as the paper sheet's table has them."""
    total = sum(line.total for line in lines)
    columns = ("end.season", "end.edicts", "coins", "monsters", "stars")
    return h(
        "table",
        h("thead", h("tr", [h("th", words(key), scope="col", key=key) for key in columns])),
        h("tbody", [_season_row(words, line) for line in lines]),
        h("tfoot", h("tr", h("th", words("end.total"), scope="row", colspan=4), h("td", number(total)))),
        class_="seasons",
    )


def _season_row(words: Words, line: SeasonLine) -> Element:
    return h(
        "tr",
        h("th", words(f"season.{line.season}"), scope="row"),
        h("td", line.edicts),
        h("td", number(line.coins)),
        h("td", number(line.monsters)),
        h("td", number(line.total)),
        key=line.season,
    )


def _panel(kind: str, card: Element, *feet: Element | None) -> Element:
    return h("section", card, feet, class_=f"table scene {kind}", key=kind)


def _proceed(label: str, *note: Element) -> Element:
    return h(
        "div",
        h("div", *note, class_="note") if note else None,
        button("proceed", h("b", label), class_="confirm"),
        class_="thumb",
    )
