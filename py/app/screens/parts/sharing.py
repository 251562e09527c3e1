"""The texts that share a finished game: its result with an emoji map, a challenge, an answer, and a replay link."""

from __future__ import annotations

from app.arrival.link import challenge_query, localized_address, map_query
from app.board.event_texts import describe_winners, ranking
from app.board.names import map_name, player_name
from app.game.custom_maps import maps_in
from app.game.daily import day_of
from app.game.game import Game
from app.game.rival import Rival
from app.game.setup import setup_of
from app.game.weekly import week_of
from app.screens.parts.recorded import name_of_date
from app.visit import Visit
from cartographers.events import GameEnd
from cartographers.packed import pack
from cartographers.region import SIZE, space_at
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain
from words import Words, number, signed

_EMPTY, _MOUNTAIN, _WASTELAND, _DESTROYED = "⬜", "🟫", "⬛", "🔳"
_DRAWN = {
    Terrain.FOREST: "🟩",
    Terrain.VILLAGE: "🟥",
    Terrain.FARM: "🟨",
    Terrain.WATER: "🟦",
    Terrain.MONSTER: "🟪",
    Terrain.HERO: "🟧",
}


def emoji_map(sheet: Sheet) -> str:
    """Return a map as rows of emoji squares, with one color for each ground."""
    regions = {sign: sheet.spaces_of(terrain) for terrain, sign in _DRAWN.items()}
    regions |= {_MOUNTAIN: sheet.mountain, _WASTELAND: sheet.wasteland, _DESTROYED: sheet.destroyed}

    def sign(space: int) -> str:
        return next((sign for sign, region in regions.items() if region >> space & 1), _EMPTY)

    return "\n".join("".join(sign(space_at(row, column)) for column in range(SIZE)) for row in range(SIZE))


def kind_of(words: Words, game: Game) -> str:
    """Return a game's kind, with a note if it is practice.

    The kind is the name of a daily game or a weekly challenge, or else the cards and the map side.
    """
    kind = name_of_date(words, day_of(game.id), week_of(game.id))
    if not kind:
        cards = words(f"cards.{setup_of('', game.id, ()).cards}")
        kind = words("share.kind", cards=cards, map=map_name(words, game.id.side))
    return f"{kind} ({words('practice')})" if game.is_practice else kind


def result_of(words: Words, game: Game, end: GameEnd) -> str:
    """Return a result: stars, rating, and title of a solo game, or the winners and all players' stars."""
    if game.is_solo:
        return words(
            "share.alone",
            stars=own_stars(words, end),
            rating=signed(end.rating or 0),
            title=words(f"title.{end.title}"),
        )
    standings = ", ".join(f"{player_name(words, game, player)} {number(end.totals[player])}" for player in ranking(end))
    return f"{describe_winners(words, game, end)}: {standings}"


def link_start(visit: Visit, side: str) -> str:
    """Return the beginning of a link to a game on a map: the page in the visit's language, and a custom map's name.

    The name is the player's own, or that of the link that brought the map.
    """
    address, link = localized_address(visit.page.edition.address, visit.page.language), visit.page.link
    name = maps_in(visit.memory.notes).names.get(side) or (link.map_name if link.side == side else "")
    return f"{address}?{map_query(name)}"


def shared_text(words: Words, visit: Visit, game: Game, end: GameEnd, *, has_map: bool = True) -> str:
    """Return the text that shares a result, with an emoji map if the winner ``has_map``, and a link to the same deal.

    It doesn't name the scoring cards, so the deal remains a surprise. The text of a daily game begins with its stars,
    its rating, and the streak that it continues, because friends compare these every day.
    """
    day, title = day_of(game.id), f"{words('app.name')}: {kind_of(words, game)}"
    if day:
        first = (_daily_line(words, end, visit.memory.days.streak_of(game.key, day)), title)
    else:
        first = (title, f"⭐ {result_of(words, game, end)}")
    link = f"{link_start(visit, game.id.side)}id={game.id}"
    drawn = [emoji_map(game.state.sheets[end.winners[0]])] if has_map else []
    return "\n".join([*first, *drawn, link])


def _daily_line(words: Words, end: GameEnd, streak: int) -> str:
    """Return the first line of a daily game's text."""
    line = words("share.daily", stars=own_stars(words, end), rating=signed(end.rating or 0))
    return f"{line} · 🔥 {words.plural('start.streak', streak)}" if streak else line


def challenge_text(words: Words, visit: Visit, game: Game, end: GameEnd) -> str:
    """Return the text that challenges a friend to beat a solo result, with a link to the game."""
    said = words("share.beat.text", stars=own_stars(words, end), game=kind_of(words, game))
    return f"{said}\n{_challenge_link(visit, game)}"


def answer_text(words: Words, visit: Visit, game: Game, rival: Rival, end: GameEnd) -> str:
    """Return the text that answers a rival's challenge: both results, and a link that challenges the rival in turn."""
    ahead = end.totals[0] - rival.stars
    key = "share.back.won" if ahead > 0 else "share.back.lost" if ahead < 0 else "share.back.tied"
    said = words(key, stars=own_stars(words, end), theirs=number(rival.stars), game=kind_of(words, game))
    return f"{said}\n{_challenge_link(visit, game)}"


def own_stars(words: Words, end: GameEnd) -> str:
    """Return the stars of a solo game."""
    return words.plural("reckoning.total", end.totals[0])


def _challenge_link(visit: Visit, game: Game) -> str:
    """Return the link that asks a friend to beat a solo result."""
    rival = Rival(game.played, game.cartographers[0].name.strip())
    return f"{link_start(visit, game.id.side)}{challenge_query(rival)}"


def replay_text(words: Words, visit: Visit, game: Game, end: GameEnd) -> str:
    """Return the text with a link to the replay of a game."""
    said = words("share.watch.text", game=kind_of(words, game), result=result_of(words, game, end))
    return f"{said}\n{link_start(visit, game.id.side)}record={pack(game.played)}"


def file_name(game: Game, ending: str) -> str:
    """Return the name of a file about a game."""
    return f"cartographers-{game.id}.{ending}"
