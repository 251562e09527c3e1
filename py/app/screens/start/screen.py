"""The start screen: doors (large buttons) to the unfinished game, the daily game, and a new game, and other buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

from app import messages as m
from app.arrival.invitation import ROOM_SCREEN, word_of
from app.arrival.link import NO_LINK, Link
from app.arrival.page_load import Clock
from app.board.event_texts import describe_margin
from app.board.map_view import blank_map, map_sketch, small_map
from app.board.names import map_name, player_name, sheet_name, target_text
from app.drawing.controls import banner, button, icon, reload_button
from app.drawing.element import Element, h, to_html
from app.game import weekly
from app.game.daily import WEEKLY, daily, day_of
from app.game.game import Game
from app.game.setup import setup_of
from app.game.shelf import LESSON_OVER
from app.game.summary import summary_of
from app.page.parts import LATER
from app.screens.notes import save_note, summary
from app.screens.parts import map_from_link, scenery
from app.visit import Controls, Next, RoomTransition, Screen, Traits, Visit
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.sheet import Sheet
from cartographers.sides import is_custom
from words import Words, capital, isolated, signed

_UNKNOWN = "\N{NO-BREAK SPACE}"
#: The placeholder in a door whose map isn't known yet.
_NO_PICTURE = h("span", class_="no-picture")
_HOUR = 60
#: Placeholders for the time until the next daily game, which the page's script fills in.
_UNKNOWN_TIME = ("{hours}", "{minutes}")


class Start(Screen):
    """The start screen."""

    traits: ClassVar[Traits] = Traits(back_steps=0)

    #: True if the build prerenders the screen. It then also has hidden doors, to a link's game and to a saved game. The
    #: page's script shows the right ones, and remembers taps until Python has loaded.
    printed: bool = False

    def controls(self, visit: Visit) -> Controls:
        """Return no shortcuts."""
        return Controls({})

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has kept the map from the link."""
        if _offers_map(visit) and isinstance(message, map_from_link.KeepMap):
            return map_from_link.keep_map(visit)
        return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the doors, the buttons to other screens, the footer, and in a wide window a map."""
        return h(
            "main",
            h("header", banner(), h("h1", words("app.name")), h("p", words("app.tagline"))),
            h("section", _printed_doors(words) if self.printed else _doors(words, visit), class_="doors"),
            h(
                "nav",
                [
                    button(m.Go(place), icon(symbol), h("span", words(place)), class_="side-door", key=place)
                    for place, symbol in _PLACES.items()
                ],
                class_="places",
                aria_label=words("start.places"),
            ),
            _below_places(words, visit),
            h(
                "footer",
                reload_button(words, "quiet") if visit.page.newer_version else None,
                button(m.Open("preferences"), icon("icon-preferences"), words("preferences"), class_="quiet"),
                button(m.Go("follow"), icon("icon-link"), words("follow"), class_="quiet"),
                button(m.Go("about"), icon("icon-about"), words("about"), class_="quiet"),
                h("p", words("app.unofficial")),
            ),
            scenery.map_beside_doors(words, visit) if visit.page.can_draw_scenery else None,
            class_="start",
            key="start",
        )


def _offers_map(visit: Visit) -> bool:
    """Return whether the link leads to a custom map, and the part that keeps it has arrived."""
    return is_custom(visit.page.link.side) and LATER in visit.page.parts.arrived


def _below_places(words: Words, visit: Visit) -> Element | None:
    """Return the map from the link to keep, or the reminder. They come late, and move only the footer down here."""
    if _offers_map(visit):
        return map_from_link.map_to_keep(words, visit)
    games = visit.memory.backup.games_to_save
    return _reminder(words, games) if games else None


def _reminder(words: Words, games: int) -> Element:
    """Return the reminder to save all games to a file, because the browser may delete them."""
    return h(
        "section",
        h("p", words("remind.text", count=games)),
        button(m.Go("history", "saving"), words("remind.go"), class_="quiet"),
        button(m.DismissReminder(), icon("icon-cross"), class_="close", aria_label=words("close")),
        class_="reminder",
        key="reminder",
    )


#: The screens behind the smaller doors, each with its symbol.
_PLACES = {
    "lesson": "icon-lesson",
    "rules": "icon-rules",
    "days": "icon-days",
    "puzzles": "icon-puzzles",
    "history": "icon-history",
    "honors": "icon-honors",
}


def _doors(words: Words, visit: Visit, *, sketched: bool = False) -> list[Element | None]:
    """Return the doors, the most likely first, with ``sketched`` or complete pictures.

    A link to the daily game gets no door of its own.
    """
    shelf, link = visit.memory.shelf, visit.page.link
    saved = shelf.saved
    is_today = link.id == daily(visit.page.clock.day)
    doors = [_day(words, visit, sketched=sketched), _new(words)]
    if saved is None:
        taught = shelf.text or visit.memory.lesson == LESSON_OVER
        doors.insert(is_today, _first(words) if taught else _lesson(words))
    elif not _is_today(visit, saved.game):
        if saved.game.state.is_over:
            doors.append(_last(words, saved.game, sketched=sketched))
        else:
            doors.insert(is_today, _continue(words, saved.game, sketched=sketched))
    return [
        h("p", words.say(link.error), class_="error", role="alert", key="damaged") if link.error else None,
        *_rooms(words, visit),
        _printed_game(words) if visit.memory.printed.text else None,
        _of_link(words, link, link.id)
        if link.id and not link.is_answered and not _is_behind_another_door(visit, link.id)
        else None,
        *doors,
        save_note(words, shelf),
    ]


def next_doors(words: Words, visit: Visit) -> str:
    """Return the doors of the next visit as JSON for web/first.js: HTML for today, for tomorrow, and for later.

    Their pictures are sketches. The placeholders {hours} and {minutes} stand for the time until the next daily game.
    """
    word = visit.room.word if visit.room else visit.room_transition.left
    coming = replace(
        visit, page=replace(visit.page, link=NO_LINK), room=None, room_transition=RoomTransition(left=word)
    )

    def html(days: int) -> str:
        clock = Clock(visit.page.clock.day + timedelta(days))
        then = replace(coming, page=replace(coming.page, clock=clock))
        return "".join(to_html(door) for door in _doors(words, then, sketched=True) if door)

    today, tomorrow = ((visit.page.clock.day + timedelta(days)).isoformat() for days in (0, 1))
    return json.dumps({"language": visit.page.language, today: html(0), tomorrow: html(1), "later": html(2)})


def _rooms(words: Words, visit: Visit) -> Iterator[Element]:
    """Yield the doors to the room that the device is or was in, and to a link's room.

    A room whose game is saved here has no door, because the door to that game leads there.
    """
    room, saved, link = visit.room, visit.memory.shelf.saved, visit.page.link.room
    kept = word_of(saved.game) if saved else ""
    if room and (room.word != kept or (saved and room.game_key != saved.game.key)):
        note = words("room.back.begun" if room.peer.table else "room.back.lobby")
        yield _door(words, m.Go(ROOM_SCREEN, room.word), "start.room.back", note)
    elif visit.room_transition.left and visit.room_transition.left not in {kept, link.word if link else ""}:
        yield _door(words, m.EnterRoom(visit.room_transition.left), "start.room.back", words("start.room.left"))
    if link and link.word not in {kept, room.word if room else ""}:
        yield _door(words, m.EnterRoom(link.word), "start.room", words("start.room.note"))


def _is_behind_another_door(visit: Visit, game_id: GameId) -> bool:
    """Return whether the link leads to the daily game, or to the game that another door continues."""
    link, saved = visit.page.link, visit.memory.shelf.saved
    if link.record != str(game_id):
        return False
    return (game_id == daily(visit.page.clock.day) and not link.rival) or bool(
        saved and saved.game.id == game_id and saved.game.rival == link.rival and not saved.game.state.is_over
    )


def _is_today(visit: Visit, game: Game) -> bool:
    """Return whether a game is the first run of today's daily game."""
    run = visit.memory.days.runs.get(visit.page.clock.day)
    return run is not None and run.game == game.key


def _day(words: Words, visit: Visit, *, sketched: bool) -> Element:
    """Return the door to the daily game.

    It shows the cards, a note that the game has begun, or the result and the time until the next game.
    """
    game_id, days, today = daily(visit.page.clock.day), visit.memory.days, visit.page.clock.day
    saved, rating, streak = visit.memory.shelf.saved, days.rating(today), days.streak(today)
    run = days.runs.get(today)
    hours, minutes = divmod(visit.page.clock.minutes, _HOUR) if visit.page.clock.minutes else _UNKNOWN_TIME
    if rating is not None:
        stars = rating + sum(card.solo for card in game_id.edicts)
        note = words.plural("start.day.done", stars, rating=signed(rating), hours=hours, minutes=minutes)
    elif run and run.is_over:
        note = words("start.day.practice", hours=hours, minutes=minutes)
    elif run:
        note = words("start.day.begun")
    else:
        cards = words(f"cards.{setup_of('', game_id, ()).cards}")
        note = words("start.day.note", cards=cards, map=map_name(words, game_id.side))
    if saved and _is_today(visit, saved.game):
        picture = _picture(saved.game.state.sheets[0], words("map"), sketched=sketched)
    elif sketched:
        picture = map_sketch(blank_sheet(game_id.side))
    else:
        picture = blank_map(game_id.side, words("map"))
    row = words.plural("start.streak", streak) if streak else ""
    return _door(words, m.Begin("daily"), "start.day", note, picture, row, done=days.is_over(today))


def _lesson(words: Words) -> Element:
    return _door(words, m.Go("lesson"), "start.lesson", words("start.lesson.note"))


def _first(words: Words, *, hidden: bool = False) -> Element:
    return _door(words, m.Begin("first"), "start.first", words("start.first.note"), hidden=hidden)


def _new(words: Words) -> Element:
    return _door(words, m.Go("set-up"), "start.new", words("start.new.note"))


def _printed_game(words: Words) -> Element:
    """Return the door to the printed game, whose card is still on the table."""
    return _door(words, m.Go("companion"), "start.printed", words("start.printed.note"))


def _picture(sheet: Sheet, label: str, *, sketched: bool) -> Element:
    """Return the small picture of a map, or its sketch."""
    return map_sketch(sheet) if sketched else small_map(sheet, label)


def _continue(words: Words, game: Game, *, sketched: bool) -> Element:
    """Return the door to the unfinished game, with its season and the stars or the next player."""
    season = words(f"season.{game.state.season_deal.season.name}")
    task = game.state.task
    player = task.player if task else 0
    if game.is_solo:
        note = words.plural("start.continue.note", game.state.total(0), season=season)
    elif word_of(game):  # only the room knows who has drawn
        note = words("start.continue.room", season=season)
    else:
        note = words("start.continue.drawer", season=season, name=player_name(words, game, player))
    picture = _picture(game.state.sheets[player], sheet_name(words, game, player), sketched=sketched)
    return _door(words, m.Continue(), "start.continue", note, picture, _kind(words, game))


def _kind(words: Words, game: Game) -> str:
    """Return the words for a daily game with its day, a weekly challenge, or practice; empty for any other game."""
    day = day_of(game.id)
    kind = words("daily", day=words.day(day)) if day else words("start.continue.week") if _is_weekly(game) else ""
    if not game.is_practice:
        return kind
    return f"{kind} ({words('practice')})" if kind else capital(words("practice"))


def _is_weekly(game: Game) -> bool:
    """Return whether a game is a weekly challenge. For other seeds, a start does without the module of challenges."""
    return game.id.seed.startswith(WEEKLY) and weekly.week_of(game.id) is not None


def _last(words: Words, game: Game, *, sketched: bool) -> Element:
    """Return the door to the game finished last."""
    picture = _picture(summary_of(game).sheet, words("map"), sketched=sketched)
    return _door(words, m.Continue(), "start.last", words("start.last.note"), picture)


def _printed_doors(words: Words) -> list[Element]:
    """Return the prerendered doors.

    Some are hidden until the page's script shows them.
    """
    return [
        _door(words, m.Begin("link"), "start.link", _UNKNOWN, hidden=True),
        _door(words, m.Continue(), "start.continue", _UNKNOWN, _NO_PICTURE, hidden=True),
        _lesson(words),
        _first(words, hidden=True),
        _door(words, m.Begin("daily"), "start.day", _UNKNOWN, _NO_PICTURE),
        _new(words),
    ]


def _door(
    words: Words,
    message: m.Message,
    key: str,
    note: str,
    picture: Element | None = None,
    more: str = "",
    *,
    done: bool = False,
    hidden: bool = False,
) -> Element:
    """Return a door with a title, a note, and possibly a picture.

    The first door that isn't ``done`` looks like the main button (``web/looks/start.css``).
    """
    looks = ["confirm", *(["pictured"] if picture else []), *(["done"] if done else [])]
    return button(
        message,
        h("span", picture, class_="door-map", aria_hidden="true") if picture else None,
        h("b", words(key)),
        h("span", note),
        h("small", isolated(more)) if more else None,
        class_=" ".join(looks),
        key=key,
        hidden=hidden,
    )


def _of_link(words: Words, link: Link, game_id: GameId) -> Element:
    """Return the door to a link's game.

    It shows the kind of game, a custom map with its name, the result to beat, and the player's own result. A link to a
    game on a custom map was probably sent for its map, so the door's title names the map.
    """
    has_map = is_custom(game_id.side)
    picture = blank_map(game_id.side, words("map")) if has_map else None
    day = day_of(game_id)
    game = words("daily", day=words.day(day)) if day else summary(words, setup_of("", game_id, ()))
    if link.rival and link.best_stars is not None:
        note = words("start.beat.result", game=game, result=describe_margin(words, link.best_stars, link.rival))
        key = "start.beaten" if link.is_beaten else "start.beat"
        return _door(words, m.Begin("link"), key, note, picture, link.map_name, done=link.is_beaten)
    if link.rival:
        note = words("start.beat.note", game=game, beat=target_text(words, link.rival))
        return _door(words, m.Begin("link"), "start.beat", note, picture, link.map_name)
    if link.best_stars is not None:
        note = words("start.link.played", game=game, stars=words.plural("reckoning.total", link.best_stars))
    else:
        note = words("start.link.practiced", game=game) if link.was_played else game
    key = "start.link.map" if has_map and link.record == str(game_id) else "start.link"
    return _door(words, m.Begin("link"), key, note, picture, link.map_name, done=link.was_played)
