"""The parts of every screen with a game: season, time, edicts, map, coins, and the highlighted topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from app import messages as m
from app.board.board import Board, worth
from app.board.event_texts import describe_hint
from app.board.map_view import awards_mark, ghost_mark, map_view, ruins_mark
from app.board.names import crest_of, player_name, sheet_name
from app.drawing import map_art
from app.drawing.controls import button, difference, icon, rules_button
from app.drawing.crest import crest
from app.drawing.element import Element, h
from app.game.game import Game, SeasonLine
from app.game.ghost import terrain_word
from app.page.preferences import Preferences
from cartographers.beast import Beast
from cartographers.events import Draw
from cartographers.region import Region
from cartographers.scoring import ScoringCard
from cartographers.seasons import EDICTS, Season
from cartographers.sheet import COIN_TRACK
from words import Words, number, signed

#: The topics on the strip and the ledger that a tap explains, each with its symbol.
SYMBOLS = {
    m.Topic.SEASONS: "icon-hourglass",
    m.Topic.STARS: "icon-star",
    m.Topic.COINS: "icon-coin",
    m.Topic.HINT: "icon-hint",
}

#: Maximum number of characters of a name on one line of the strip, on any phone; longer names get two smaller lines.
_SHORT_NAME = 12


def board_view(
    words: Words,
    board: Board,
    preferences: Preferences,
    marks: Iterable[Element],
    panel: Element,
    over: Element | None = None,
) -> Element:
    """Return a screen with a game: its map with marks, an element ``over`` the map, and a panel.

    A large screen also shows the table of seasons.
    """
    return h(
        "main",
        _strip(words, board),
        h("section", [_edict(words, board, letter) for letter in EDICTS], class_="edicts", aria_label=words("edicts")),
        h(
            "div",
            _map(words, board, marks, coordinates=preferences.coordinates == "shown"),
            _owner_label(words, board) if board.owner != board.player else None,
            over,
            class_="map-box foreign" if board.is_foreign_map else "map-box",
            key="map",
        ),
        h("div", season_table(words, board.season_lines), class_="card sheet-table", key="seasons"),
        panel,
        class_=f"game season-{board.moment.season.name} {preferences.hand}-hand",
        key="game",
    )


def _owner_label(words: Words, board: Board) -> Element:
    """Return the label on another player's map, with its owner's name."""
    owner = sheet_name(words, board.game, board.owner)
    return h("p", crest_of(words, board.game, board.owner), h("span", owner), class_="whose-map", key="whose")


def season_within(words: Words, season: Season) -> str:
    """Return the season's name within a sentence."""
    return words(f"season.{season.name}").lower()


def season_named(words: Words, season: Season) -> str:
    """Return a season with its edicts."""
    name = words(f"season.{season.name}")
    return words("season.named", season=name, first=season.edicts[0], second=season.edicts[1])


def _strip(words: Words, board: Board) -> Element:
    moment = board.moment
    name = None if board.game.is_solo else player_name(words, board.game, board.player)
    lit = board.lit if board.lit in SYMBOLS else None  # the strip doesn't change when an edict is highlighted
    return _strip_with(words, name, board.seasons, moment.season, moment.time, moment.card_time, board.stars, lit)


@lru_cache(maxsize=8)
def _strip_with(
    words: Words,
    name: str | None,
    seasons: tuple[Season, ...],
    season: Season,
    time: int,
    card_time: int,
    stars: int,
    lit: m.Topic | None,
) -> Element:
    """Return the strip, with the player's name in a multiplayer game.

    Its sky covers the previous season's.
    """
    place = seasons.index(season)
    earlier = seasons[place - 1] if place else None
    return h(
        "header",
        icon(f"sky-{earlier.name}", "sky") if earlier else None,
        h("div", icon(f"sky-{season.name}", "sky"), class_="sky-now", key=season.name),
        button(m.Open("menu"), icon("icon-menu"), class_="menu", aria_label=words("menu")),
        crest(name) if name else None,
        _season(words, name, seasons, season, lit=lit is m.Topic.SEASONS),
        time_button(words, season.threshold, time, card_time),
        _stars(words, stars, alone=name is None, lit=lit is m.Topic.STARS),
        class_="strip together" if name else "strip",
    )


def _season(words: Words, name: str | None, seasons: tuple[Season, ...], now: Season, *, lit: bool) -> Element:
    """Return the current season and the edicts of all seasons.

    A player's name is above them if there is one. A tap explains them.
    """
    season = words(f"season.{now.name}")
    return h(
        "div",
        h("h1", name or season, class_="long" if name and len(name) > _SHORT_NAME else None),
        h(
            "p",
            h("b", season) if name else None,
            [h("span", each.edicts, class_="now" if each == now else None, key=each.name) for each in seasons],
            class_="order",
            aria_hidden="true",
        ),
        button(
            m.HighlightTopic(m.Topic.SEASONS),
            class_="cover",
            aria_pressed="true" if lit else "false",
            aria_label=words("season.edicts", season=season, first=now.edicts[0], second=now.edicts[1]),
        ),
        class_="season",
    )


def _stars(words: Words, count: int, *, alone: bool, lit: bool) -> Element:
    """Return the player's stars.

    A tap explains them in a solo game, and opens all maps in other games.
    """
    label = words.plural("stars.label", count)
    if alone:
        return button(
            m.HighlightTopic(m.Topic.STARS),
            icon("icon-star"),
            number(count),
            class_="stars",
            aria_pressed="true" if lit else "false",
            aria_label=label,
        )
    return button(
        m.Open("maps"), icon("icon-star"), number(count), class_="stars", aria_label=words("maps.label", stars=label)
    )


def time_button(words: Words, threshold: int, time: int, card_time: int) -> Element:
    """Return the time used in the season; the last card may exceed the time threshold."""
    now = "used" if time < threshold else "last" if card_time else "over"

    def box(number: int) -> str:
        return "used" if number < time - card_time else "this" if number < time else "free"

    return button(
        m.Open("cards"),
        h("span", [h("i", class_=box(number), key=str(number)) for number in range(threshold)], class_="boxes"),
        h(
            "span",
            h("span", words("time")),
            " ",
            h("span", words("time.used", used=time, threshold=threshold) if now == "used" else words(f"time.{now}")),
            class_="used-of",
        ),
        class_=f"time {now}",
        aria_label=words(f"time.{now}.label", used=time, threshold=threshold, time=card_time),
    )


def _edict(words: Words, board: Board, letter: str) -> Element:
    card, now, delta = board.edict(letter), board.edict_stars(letter), board.gains.get(letter, 0)
    return _tile(words, letter, card, now, delta, board.edict_state(letter), lit=board.lit == letter)


@lru_cache(maxsize=32)
def _tile(words: Words, letter: str, card: ScoringCard, now: int, delta: int, state: str, *, lit: bool) -> Element:
    """Return an edict with its stars now and the ghost's change; a large screen also shows its rule.

    The ``state`` is that of :meth:`Board.edict_state`.

    The accessible name contains all visible text in the same order, so that voice control finds the edict. The short
    name, the rule, and its gist cover the button but aren't part of it. The style shows what there is room for.
    """
    name = words(f"name.{card.id}")
    if delta:
        label = words("edict.with", letter=letter, name=name, count=number(now), delta=signed(delta))
    else:
        label = words.plural("edict.label", now, letter=letter, name=name)
    if state:
        label += words(f"edict.{state}")
    tile = button(
        m.HighlightTopic(m.Topic(letter)),
        h("span", name, class_="name"),
        " ",
        h("b", letter, class_="letter"),
        " ",
        icon(f"edict-{card.id}"),
        h(
            "span",
            h("span", number(now), class_="value"),
            " ",
            icon("icon-check") if state == "done" else difference(delta),
            class_="worth",
        ),
        class_=f"edict {state}".rstrip(),
        aria_pressed="true" if lit else "false",
        aria_label=label,
    )
    short = h("span", words(f"short.{card.id}"), class_="short", aria_hidden="true")
    gist = h("p", words(f"gist.{card.id}"), class_="gist")
    return h("div", tile, short, gist, h("p", words(f"rule.{card.id}"), class_="rule"), class_="edict-box", key=letter)


def _map(words: Words, board: Board, marks: Iterable[Element], *, coordinates: bool) -> Element:
    region: Region = board.ply.region if board.ply else 0
    return map_view(
        words,
        board.moment.season.name,
        board.sheet,
        (*_marks(board), *marks, *_light(board)),
        ghost_view(board),
        region,
        coordinates=coordinates,
    )


def ghost_view(board: Board) -> Element | None:
    """Return the ghost.

    The page draws it first, and all other changes one frame later.
    """
    if not board.ghost or not board.ply:
        return None
    return ghost_mark(board.ghost, board.ply, board.against, board.sheet, board.beast_of_ghost)


def _marks(board: Board) -> Iterator[Element]:
    """Yield the marks on the last draw, on ruins that must be covered, and on a beast's reach."""
    task = board.task
    last = _last_draw(board)
    if last and last.region:
        yield map_art.inked(terrain_word(last.terrain), last.region)
    if task and task.must_cover:
        yield ruins_mark(task.must_cover)
    reach = task.free if task and task.is_pick else board.lit_reach
    if reach:
        yield map_art.pickable(reach)


def _last_draw(board: Board) -> Draw | None:
    """Return the last draw if it was on the map that the page shows."""
    last = next((event for event in board.state.events if isinstance(event, Draw)), None)
    return last if last and last.sheet == board.owner else None


def _light(board: Board) -> Iterator[Element]:
    """Yield the light on the spaces that earn stars, above all other marks."""
    awards = board.lit_awards()
    if awards:
        yield awards_mark(awards)


class _Ledger(NamedTuple):
    """The contents of the ledger."""

    #: The number of coins.
    coins: int
    #: The number of new coins among them.
    new: int
    #: The number of coins that the ghost would gain.
    coming: int
    #: The stars that monsters cost now.
    lost: int
    #: The ghost's effect on that cost.
    delta: int
    #: The reason why the game is practice; empty if it isn't.
    practice: str
    #: The lettered monsters on the map.
    beasts: tuple[Beast, ...]
    #: The highlighted topic.
    lit: m.Topic | None


def describe_practice(words: Words, game: Game) -> str:
    """Return the reason why a game is practice; empty if it isn't."""
    why = game.why_practice
    if why is None:
        return ""
    return words(why.key) if why.times is None else words.plural(why.key, why.times)


def ledger(words: Words, board: Board) -> Element:
    """Return the ledger of the map: coins, and the cost of monsters."""
    last = _last_draw(board)
    return _ledger_with(
        words,
        _Ledger(
            board.sheet.coins,
            last.coins_gained if last else 0,
            board.gains.get("coins", 0),
            worth(None, board.sheet),
            board.gains.get("monsters", 0),
            describe_practice(words, board.game),
            tuple(board.beasts),
            board.lit,
        ),
    )


@lru_cache(maxsize=16)
def _ledger_with(words: Words, now: _Ledger) -> Element:
    if now.delta:
        label = words("monsters.with", count=number(now.lost), delta=signed(now.delta))
    else:
        label = words.plural("monsters.label", now.lost)
    coins = words("coins.label", coins=now.coins, track=COIN_TRACK)
    if now.coming:
        coins = words("coins.with", coins=number(now.coins), delta=signed(now.coming), track=COIN_TRACK)
    return h(
        "div",
        button(
            m.HighlightTopic(m.Topic.COINS),
            _coin_track(now.coins, now.new, now.coming),
            h("span", h("span", str(now.coins)), " ", difference(now.coming), class_="coin-worth", aria_hidden="true"),
            class_="track",
            aria_pressed="true" if now.lit is m.Topic.COINS else "false",
            aria_label=coins,
        ),
        h("span", words("practice"), class_="practice", role="img", aria_label=now.practice) if now.practice else None,
        h("span", [_beast(words, beast, now.lit) for beast in now.beasts], class_="beast-keys") if now.beasts else None,
        button(
            m.HighlightTopic(m.Topic.MONSTERS),
            icon("icon-monster"),
            h("span", number(now.lost)),
            " ",
            difference(now.delta),
            class_="lost",
            aria_pressed="true" if now.lit is m.Topic.MONSTERS else "false",
            aria_label=label,
        ),
        class_="ledger",
    )


def _beast(words: Words, beast: Beast, lit: m.Topic | None) -> Element:
    """Return the button that explains a beast's effect."""
    return button(
        m.HighlightTopic(m.Topic(beast.value)),
        map_art.portrait(beast.value),
        class_="beast-key",
        aria_pressed="true" if lit == beast.value else "false",
        aria_label=words(f"terrain.{beast.value}"),
        key=beast.value,
    )


@lru_cache(maxsize=2 * COIN_TRACK)
def _coin_track(coins: int, new: int, coming: int) -> Element:
    """Return the coin track: coins, new coins, coins that the ghost would gain, and empty places."""

    def look(place: int) -> str | None:
        if place >= coins:
            return "coming" if place < coins + coming else None
        return "new" if place >= coins - new else None

    return h(
        "svg",
        [
            h(
                "use",
                href="#icon-coin" if place < coins + coming else "#icon-coin-empty",
                x=24 * place,
                width=24,
                height=24,
                class_=look(place),
            )
            for place in range(COIN_TRACK)
        ],
        class_="coins",
        viewBox=f"0 0 {24 * COIN_TRACK} 24",
        aria_hidden="true",
    )


def tip(words: Words, board: Board, failure: tuple[str, Element] | None = None) -> Element:
    """Return the explanation of the highlighted topic.

    A hint that can't be found is replaced by its ``failure``: the reason, and a button to try again.
    """
    lit, beast, card = board.lit, board.lit_beast, board.lit_edict
    text: list[Element | str]
    if beast:
        picture, name = map_art.portrait(beast.value), words(f"terrain.{beast.value}").capitalize()
        text = [words(f"beast.{beast.value}")]
    elif lit and lit in SYMBOLS:
        picture, name = icon(SYMBOLS[lit]), words(f"tip.{lit}")
        text = [failure[0] if failure else explain_topic(words, board)]
    else:
        picture = icon(f"edict-{card.id}" if card else "icon-monster")
        name = words(f"name.{card.id}") if card else words("monsters")
        if lit and lit.letter and board.is_done(lit.letter):
            pays = words("tip.earned", stars=number(board.edict_stars(lit.letter)))
        else:
            now, after = worth(card, board.sheet), worth(card, board.after)
            pays = words("tip.now" if now == after else "tip.with", stars=number(now), after=number(after))
        text = [words(f"rule.{card.id if card else 'monsters'}"), " ", h("b", pays)]
        if printed := board.printed_stars:
            text += [" ", words("tip.printed", stars=number(printed))]
        if lit and lit.letter:
            text += [" ", _counted_in(words, board, lit.letter)]
    return h(
        "div",
        picture,
        h("div", h("h2", name), h("p", text), failure[1] if failure else None),
        h(
            "div",
            button(m.HighlightTopic(lit), icon("icon-cross"), class_="close", aria_label=words("close"))
            if lit
            else None,
            None if lit is m.Topic.HINT else rules_button(words, card.id if card else str(lit), name),
            class_="ways",
        ),
        class_="tip thinking" if board.waits_for_hint and not failure else "tip",
        key="tip",
    )


def space_note(words: Words, board: Board) -> Element | None:
    """Return the note on the tapped space, if there is one; it covers the ledger."""
    return h("p", words(board.note), class_="space-note", key=board.note) if board.note else None


def explain_topic(words: Words, board: Board) -> str:
    """Return the explanation of a topic on the strip or the ledger."""
    season = board.moment.season
    match board.lit:
        case m.Topic.SEASONS:
            return explain_seasons(words, board.seasons)
        case m.Topic.STARS:
            cards = [board.edict(letter) for letter in season.edicts]
            now = sum(worth(card, board.sheet) for card in (*cards, None)) + board.sheet.coins
            return words("tip.stars.text", season=season_within(words, season), now=number(now))
        case m.Topic.HINT:
            return describe_hint(words, board.hint)
        case _:
            return words("tip.coins.text")


def explain_seasons(words: Words, seasons: Iterable[Season]) -> str:
    """Return a sentence with the two edicts of each season."""
    each = ", ".join(
        words(
            "tip.seasons.each", season=words(f"season.{season.name}"), first=season.edicts[0], second=season.edicts[1]
        )
        for season in seasons
    )
    return words("tip.seasons.text", seasons=each)


def _counted_in(words: Words, board: Board, letter: str) -> str:
    """Return a sentence with the two seasons that score an edict."""
    first, second = (season_within(words, season) for season in board.seasons if letter in season.edicts)
    return words("tip.counted", first=first, second=second)


@lru_cache(maxsize=8)
def season_table(words: Words, lines: tuple[SeasonLine, ...]) -> Element:
    """Return the seasons and their sum, like the table on the paper sheet."""
    total = sum(line.total or 0 for line in lines)
    columns = (
        *(("end.season", ""), ("end.edicts", "")),
        *(("coins", "icon-coin"), ("monsters", "icon-monster"), ("stars", "icon-star")),
    )
    return h(
        "table",
        h("thead", h("tr", [_season_heading(words(key), symbol, key) for key, symbol in columns])),
        h("tbody", [_season_row(words, line) for line in lines]),
        h("tfoot", h("tr", h("th", words("end.total"), scope="row", colspan=4), h("td", number(total)))),
        class_="seasons",
    )


def _season_heading(name: str, symbol: str, key: str) -> Element:
    """Return the heading of a column. A small phone shows the symbol in place of the name, which it still says."""
    content = (icon(symbol), h("span", name)) if symbol else (name,)
    return h("th", *content, scope="col", key=key)


def _season_row(words: Words, line: SeasonLine) -> Element:
    return h(
        "tr",
        h("th", words(f"season.{line.season}"), scope="row"),
        h("td", line.edicts),
        [
            h("td", "" if value is None else number(value), key=key)
            for key, value in (("coins", line.coins), ("monsters", line.monsters), ("total", line.total))
        ],
        key=line.season,
    )
