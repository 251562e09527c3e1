"""The picture of a finished game to share: maps, players, edicts, and stars.

It is an SVG drawing that refers to symbols and colors of the page. The page's script adds these and makes a PNG.
"""

from __future__ import annotations

from datetime import date

from app.arrival.link import readable_address
from app.board.event_texts import describe_winners
from app.board.map_view import map_picture, small_map
from app.board.names import player_name
from app.drawing.crest import crest
from app.drawing.element import Element, h, to_html
from app.game.game import Game
from app.game.summary import summary_of
from app.page.outgoing import PICTURE_WIDTH
from app.screens.parts.sharing import kind_of
from cartographers.events import GameEnd
from words import Words, isolated, number, signed

_MARGIN = 60
_INSIDE = PICTURE_WIDTH - 2 * _MARGIN
#: The heights of the header, of a line in the table of stars, and of the footer.
_HEAD, _LINE, _FOOT = 176, 64, 156
#: Maximum number of characters of an address on one line. A longer address gets two lines.
_LONG_ADDRESS = 56
#: The number of maps in a row, by the maximum number of players.
_COLUMNS = {4: 2, 9: 3, 12: 4}
#: The height of the text below a map.
_BELOW = 64
#: The width of a letter and of a Hangul syllable, relative to the height.
_WIDE, _SYLLABLE = 0.5, 0.95


def picture(words: Words, game: Game, end: GameEnd, address: str, day: date | None) -> str:
    """Return the drawing of a finished game as SVG.

    ``address`` is the page's, and ``day`` is the day on which the game ended, if known.
    """
    body, height = _alone(words, game, end) if game.is_solo else _together(words, game, end)
    height += _HEAD + _FOOT
    drawing = h(
        "svg",
        h("rect", width=PICTURE_WIDTH, height=height, fill="var(--sheet)"),
        h(
            "rect",
            x=14,
            y=14,
            width=PICTURE_WIDTH - 28,
            height=height - 28,
            fill="none",
            stroke="var(--rule)",
            stroke_width=3,
        ),
        _head(words, game, end),
        h("g", body, transform=f"translate(0 {_HEAD})"),
        h("g", _foot(words, address, day), transform=f"translate(0 {height - _FOOT})"),
        xmlns="http://www.w3.org/2000/svg",
        width=PICTURE_WIDTH,
        height=height,
        viewBox=f"0 0 {PICTURE_WIDTH} {height}",
        font_family="Alegreya, Hangul, Georgia, serif",
        font_weight="700",
    )
    return to_html(drawing)


def _head(words: Words, game: Game, end: GameEnd) -> Element:
    """Return the header: the cartographer or the winners, and the kind of game."""
    best = end.winners[0]
    who = game.cartographers[best]
    if not game.is_solo:
        title = describe_winners(words, game, end)
    else:
        title = isolated(who.name.strip() or who.land.strip()) or words("app.name")
    lines = (isolated(line.strip()) for line in (who.title, who.land) if game.is_solo)
    more = [line for line in lines if line and line != title]
    return h(
        "g",
        h("g", _placed(crest(player_name(words, game, best)), _MARGIN, 42, 112), class_="crest"),
        _text(title, 200, 96, 62, room=PICTURE_WIDTH - 200 - _MARGIN),
        _text(" · ".join([*more, kind_of(words, game)]), 200, 146, 36, room=PICTURE_WIDTH - 200 - _MARGIN),
    )


def _foot(words: Words, address: str, day: date | None) -> list[Element]:
    """Return the footer.

    It shows the address, for people to type, and below it the day with a line about the page.
    """
    middle = PICTURE_WIDTH / 2
    lines = lines_of(readable_address(address))
    size, height = (44, 0) if len(lines) == 1 else (34, 36)
    said = " · ".join([*([words.day(day)] if day else ()), words("share.foot")])
    return [
        *(
            _text(line, middle, 74 - height * places_below, size, room=_INSIDE, anchor="middle")
            for places_below, line in enumerate(reversed(lines))
        ),
        _text(said, middle, 118, 28, room=_INSIDE, anchor="middle", fill="var(--text-dim)"),
    ]


def lines_of(address: str) -> list[str]:
    """Return an address on one line, or split a long one at the slash nearest to its middle."""
    if len(address) <= _LONG_ADDRESS:
        return [address] if address else []
    middle = len(address) // 2
    slashes = [place for place, character in enumerate(address, start=1) if character == "/"]
    cut = min(slashes, key=lambda place: abs(place - middle), default=middle)
    return [address[:cut], address[cut:]]


def _alone(words: Words, game: Game, end: GameEnd) -> tuple[list[Element], int]:
    """Return a solo game's map with its result, and the height of both.

    The result shows the stars by source, the total, the rating, and the title.
    """
    summary = summary_of(game)
    map_ = map_picture("winter", game.state.sheets[0], "")
    lines: list[tuple[str, str, int]] = [
        (f"edict-{card.id}", words(f"name.{card.id}"), stars)
        for card, stars in zip(game.state.deal.edicts, summary.edicts, strict=True)
    ]
    lines += [("icon-coin", words("coins"), summary.coins), ("icon-monster", words("monsters"), summary.monsters)]
    top = _INSIDE + 34
    left, right, ends = _MARGIN, 600, 560
    middle = (right + PICTURE_WIDTH - _MARGIN) / 2
    title = words(f"title.{end.title}")
    body = [
        _placed(map_, _MARGIN, 0, _INSIDE),
        *(
            h(
                "g",
                h("use", href=f"#{symbol}", x=left, y=top + _LINE * place, width=52, height=52, color="var(--text)"),
                _text(name, left + 68, top + _LINE * place + 38, 34, room=ends - left - 68 - 84),
                _text(number(stars), ends, top + _LINE * place + 39, 38, anchor="end"),
            )
            for place, (symbol, name, stars) in enumerate(lines)
        ),
        h("path", d=f"M{(ends + right) / 2} {top}V{top + _LINE * len(lines)}", stroke="var(--rule)", stroke_width=2),
        _text(words.plural("reckoning.total", end.totals[0]), middle, top + 116, 84, anchor="middle", room=420),
        _text(words("end.rating", rating=signed(end.rating or 0)), middle, top + 188, 44, anchor="middle"),
        _text(title, middle, top + 260, 48, anchor="middle", room=420, font_style="italic"),
        h("use", href="#icon-star", x=middle - 34, y=top + 296, width=68, height=68, color="var(--brass-deep)"),
    ]
    return body, top + _LINE * len(lines)


def _together(words: Words, game: Game, end: GameEnd) -> tuple[list[Element], int]:
    """Return all players' maps with names and stars, best first, and the height of all this."""
    columns = next(columns for most, columns in _COLUMNS.items() if game.id.players <= most)
    gap = 24
    size = (_INSIDE - gap * (columns - 1)) // columns
    order = sorted(range(game.id.players), key=lambda player: (-end.totals[player], -end.monsters[player], player))
    body = []
    for place, player in enumerate(order):
        row, column = divmod(place, columns)
        missing = max(0, columns * (row + 1) - len(order))  # the last row is centered
        x, y = _MARGIN + (column + missing / 2) * (size + gap), row * (size + _BELOW + gap)
        sheet = game.state.sheets[player]
        map_ = map_picture("winter", sheet, "") if columns == _COLUMNS[4] else small_map(sheet, "")
        stars = number(end.totals[player])
        body += [
            _placed(map_, x, y, size),
            h("g", _placed(crest(player_name(words, game, player)), x, y + size + 8, 48), class_="crest"),
            _text(player_name(words, game, player), x + 58, y + size + 44, 34, room=size - 58 - 80),
            _text(stars, x + size - 4, y + size + 46, 42, anchor="end"),
        ]
    rows = -(-game.id.players // columns)
    return body, rows * (size + _BELOW + gap)


def _placed(drawing: Element, x: float, y: float, size: float) -> Element:
    """Return a drawing at a place in the picture, without the class by which the page's styles would resize it."""
    view_box = {name: value for name, value in drawing.attributes.items() if name == "viewBox"}
    place = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{size:g}", "height": f"{size:g}"}
    return Element("svg", view_box | place, drawing.children)


def _width(character: str) -> float:
    """Return the width of a character relative to its height."""
    if not character.isprintable():  # isolates and joiners
        return 0
    return _SYLLABLE if character >= "\N{HANGUL CHOSEONG KIYEOK}" else _WIDE


def _text(text: str, x: float, y: float, size: int, *, room: float = 0, anchor: str = "start", **more: str) -> Element:
    """Return a text, in a smaller size if it is too long for the space."""
    if room:
        size = min(size, int(room / (max(sum(map(_width, text)), _WIDE))))
    return h("text", text, x=x, y=y, font_size=size, text_anchor=anchor, **({"fill": "var(--text)"} | more))
