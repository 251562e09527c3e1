"""Links: what addresses ask for, and what the page makes of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.board.game import EndScene
from app.daily import daily
from app.drawing.element import text_of, walk
from app.link import NO_LINK, Link, beating, link_of
from app.messages import Again, Back, Begin, Continue, Enter, Go, Message, PlayOn, Seek
from app.playing import CHANCE, GAMES, SEED, WORDS, after, buttons, choosing, drawn_out, game_of, scene_of, shown
from app.rival import rival_of
from app.screens.play.screen import Playing
from app.screens.watch import Watching
from app.shelf import read_save, shelf_of
from app.update import arrive, update
from app.view import view
from app.visit import Dialog, Panel, Visit
from cartographers.boxes import Box
from cartographers.errors import InvalidRecord
from cartographers.game_id import pure_game, read_game_id
from cartographers.record import read_record
from refusals import refused, said

TODAY = date(2026, 11, 24)
DAILY = "c1-a-1p-eh1q9-daily20261124"
KEPT = f"c1-b-1p-{SEED}"
SAVE = f"{KEPT} by:,,"
PLAYED = next(game_of(visit) for _, visit in GAMES["A"] if game_of(visit).plies and not scene_of(visit)).record
OVER = GAMES["A"][-1][1].shelf.text
BEATEN = game_of(GAMES["A"][-1][1]).record
SEVERAL = game_of(GAMES["trio"][-1][1]).record
RIVAL = rival_of(BEATEN, "Zoë & Al")


def opened(query: str, save: str = "") -> Visit:
    """Return the visit of a page that has been opened by a link."""
    return arrive(CHANCE, shelf_of(save), link=link_of(query, TODAY), today=TODAY)


def doors(visit: Visit) -> list[str]:
    """Return the commands of the large buttons, in order."""
    screen = walk(view(WORDS, visit))
    return [part.attributes["data-do"] for part in screen if part.attributes.get("class", "").startswith("confirm")]


def told(visit: Visit) -> str:
    """Return what the page says that is wrong."""
    return " ".join(text_of(part) for part in walk(view(WORDS, visit)) if part.attributes.get("role") == "alert")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", NO_LINK),
        ("?utm_source=blog&identity=c1", NO_LINK),
        ("?embed", Link(embedded=True)),
        ("?embed=1&x", Link(embedded=True)),
        ("?daily", Link(daily(TODAY), DAILY)),
        ("?embed&daily=yes", Link(read_game_id(DAILY), DAILY, embedded=True)),
        ("?id=C1-C-1P-K3X9Q2", Link(read_game_id("c1-c-1p-k3x9q2"), "c1-c-1p-k3x9q2")),
        ("?fbclid=1&id=c1-c-hhhyh-2p-x&embed", Link(read_game_id("c1-c-hhhyh-2p-x"), "c1-c-hhhyh-2p-x", embedded=True)),
        (f"?record={PLAYED}", Link(read_game_id(PLAYED.partition(".")[0]), PLAYED)),
        (f"?beat={BEATEN}", Link(RIVAL.id, str(RIVAL.id), rival_of(BEATEN, ""))),
        (f"?by=Zo%C3%AB%20%26%20Al&beat={BEATEN}", Link(RIVAL.id, str(RIVAL.id), RIVAL)),
    ],
)
def test_what_a_link_asks_for(query: str, expected: Link) -> None:
    """A game by its id, by the day or by its record, or none; unknown words are passed over."""
    assert link_of(query, TODAY) == expected


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("?id=", "a game id begins with c1-"),
        ("?id=c1-e-1p-x", "there is no map side 'E'"),
        (f"?id={PLAYED}", "a seed is"),
        ("?record=c1-a-1p-x.fZ9", "ply 1 of the record"),
        (f"?id={KEPT}&record={KEPT}", "a link names one game, and this one 2: id, record"),
        (f"?beat={PLAYED}", "the game to beat is not over after its 1 ply"),
        (f"?beat={SEVERAL}", "3 players have played the game to beat"),
        (f"?beat={BEATEN[:-3]}", "of the record"),
        (f"?beat={BEATEN}&by={'x' * 25}", "is no name: it has at most 24 signs"),
        ("?beat=", "a game id begins with c1-"),
        (f"?embed&daily&id={KEPT}", "a link names one game, and this one 2: daily, id"),
    ],
)
def test_what_is_no_link(query: str, why: str) -> None:
    """A link that cannot be read says why, and is of no game; the page tells that and has nothing else of it."""
    link = link_of(query, TODAY)
    assert why in said(link.error)
    assert (link.id, link.record, link.embedded) == (None, "", "embed" in query)
    visit = opened(query, KEPT)
    assert why in told(visit).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    messages: tuple[Message, ...] = (Enter(), Begin("link"), Begin("link", sure=True))
    for message in messages if link.embedded else messages[1:]:
        assert update(visit, message) == visit


@pytest.mark.parametrize(("query", "page"), [("", "./"), ("?daily", f"./?id={DAILY}"), (f"?record={PLAYED}", None)])
def test_the_full_page_of_a_link(query: str, page: str | None) -> None:
    """It is a link to the same game, whatever day it is followed."""
    link = link_of(query, TODAY)
    assert link.page == (page or f"./?record={PLAYED}")
    assert link_of(link.page.removeprefix("./"), date(2027, 1, 1)) == link


def test_where_games_are_kept() -> None:
    """The full page keeps one game whatever link it has; each embed has a place of its own, by what it shows."""
    queries = ("", "?daily", f"?id={KEPT}")
    assert {link_of(query, TODAY).kept_under for query in queries} == {""}
    embeds = ("?embed", "?embed&daily", f"?embed&id={KEPT}", f"?embed&record={PLAYED}")
    places = [link_of(query, TODAY).kept_under for query in embeds]
    assert places == ["?", f"?{DAILY}", f"?{KEPT}", f"?{PLAYED}"]


def test_the_door_of_a_link() -> None:
    """It comes first, and leaves the game that is kept alone until it is pressed; then that gives way."""
    query = "?id=c1-d-2p-x"
    assert doors(opened(query)) == ["begin link", "go lesson", "begin daily", "go set-up"]
    assert doors(opened(query, OVER)) == ["begin link", "begin daily", "go set-up", "continue"]
    visit = opened(query, SAVE)
    assert doors(visit) == ["begin link", "continue", "begin daily", "go set-up"]
    assert visit.shelf.text == update(visit, Continue()).shelf.text == SAVE
    begun = update(visit, Begin("link"))
    assert str(game_of(begun).id) == "c1-d-2p-x"
    asked = update(opened(query, "nonsense"), Begin("link"))
    assert asked.dialog == Dialog(Panel.REPLACE, then=Begin("link", sure=True))


def test_the_door_of_a_link_to_the_day() -> None:
    """It is the door to the day's game, which comes first then."""
    assert doors(opened("?daily")) == ["begin daily", "go lesson", "go set-up"]
    assert doors(opened("?daily", SAVE)) == ["begin daily", "continue", "go set-up"]
    assert doors(opened(f"?id={DAILY}", OVER)) == ["begin daily", "go set-up", "continue"]
    for which in ("daily", "link"):
        assert str(game_of(update(opened("?daily", SAVE), Begin(which))).id) == DAILY


@pytest.mark.parametrize("query", [f"?record={PLAYED}", f"?embed&record={PLAYED}"])
def test_a_record_is_watched(query: str) -> None:
    """The recorded game is watched as far as it was played, and can be played on; what is kept is left alone."""
    visit = opened(query, SAVE)
    watched = update(visit, Begin("link"))
    replay = watched.screen
    assert isinstance(replay, Watching)
    assert (replay.played, replay.place) == (read_record(PLAYED), 0)
    assert watched.shelf.text == SAVE
    assert update(watched, Back()) == visit
    on = after(watched, Seek(replay.last), PlayOn())
    assert game_of(on).record == PLAYED
    assert on.link == visit.link


def test_an_embed_begins_at_once() -> None:
    """Its game, or a fresh one of the base game; a game that is kept goes on, also one that is over."""
    assert game_of(update(opened("?embed&id=c1-d-2p-x"), Enter())).record == "c1-d-2p-x"
    visit = opened("?embed")
    assert game_of(update(visit, Enter())).id == pure_game(visit.setup.seed, Box.BASE)
    assert game_of(update(opened("?embed", PLAYED), Enter())).record == PLAYED
    over = update(opened("?embed", OVER), Enter())
    assert isinstance(scene_of(over), EndScene)


@pytest.mark.parametrize(("query", "begins"), [("?embed&daily", "link"), ("?embed", "set-up")])
def test_an_embed_asks_before_it_replaces(query: str, begins: str) -> None:
    """What it keeps and cannot read stays until a new game is surely begun, and the embed screen says what is wrong."""
    visit = opened(query, "nonsense")
    assert "The saved game cannot be read" in told(visit)
    asked = update(visit, Enter())
    assert asked.dialog == Dialog(Panel.REPLACE, then=Begin(begins, sure=True))
    assert asked.shelf == visit.shelf
    assert not isinstance(asked.screen, Playing)
    assert doors(asked) == ["enter", "close"]
    assert f"begin {begins} sure" in buttons(shown(asked))
    assert game_of(update(asked, Begin(begins, sure=True))).plies == ()


@pytest.mark.parametrize(("query", "begins"), [("?embed&daily", "link"), ("?embed", "set-up")])
def test_an_embed_after_its_game(query: str, begins: str) -> None:
    """Home is the embed screen: a game in play goes on from there; one that is over can be seen, or begun again."""
    playing = after(opened(query), Enter(), Go("start"))
    assert doors(playing) == ["enter"]
    assert game_of(update(playing, Enter())).plies == ()
    over = after(opened(query, OVER), Enter(), Go("start"))
    assert doors(over) == [f"begin {begins}", "continue"]
    again = update(over, Begin(begins))
    assert str(game_of(again).id) == (DAILY if begins == "link" else f"c1-a-1p-{over.setup.seed}")


@pytest.mark.parametrize(("copy", "expected"), [(KEPT, ["enter"]), (OVER, ["begin set-up", "continue"])])
def test_an_embed_offers_the_copy_before_a_broken_text(copy: str, expected: list[str]) -> None:
    """It says so, and goes on with the copy; nothing is written over the broken text before the next ply."""
    visit = arrive(CHANCE, shelf_of("nonsense", copy), link=link_of("?embed", TODAY), today=TODAY)
    assert "Your game continues from the copy" in told(visit)
    assert doors(visit) == expected
    for message in (Enter(), Continue()):
        entered = update(visit, message)
        assert game_of(entered).record == copy.removeprefix("v2 ").split()[0]
        assert entered.shelf.there == entered.shelf.text == "nonsense"
    asked = update(visit, Begin("set-up"))
    assert asked.dialog == Dialog(Panel.REPLACE, then=Begin("set-up", sure=True))


def test_an_embed_has_no_other_screen() -> None:
    """Before and after its game: the map of the game's side, the way to the full page, and that it is unofficial."""
    visit = opened("?embed&id=c1-c-1p-x")
    parts = list(walk(view(WORDS, visit)))
    [link] = [part for part in parts if part.tag == "a"]
    assert link.attributes["href"] == "./?id=c1-c-1p-x"
    assert WORDS("side.C") in text_of(view(WORDS, visit))
    assert WORDS("app.unofficial") in text_of(view(WORDS, visit))


# ------------------------------------------------------------------- somebody to beat


def test_a_link_to_beat_somebody_is_read_as_it_was_written() -> None:
    """The name may have any signs; the full page of an embed has the same link."""
    link = link_of(f"?{beating(RIVAL)}", TODAY)
    assert link.rival == RIVAL
    assert link.page == f"./?{beating(RIVAL)}"
    assert link_of(f"?{beating(rival_of(BEATEN, ''))}", TODAY).rival == rival_of(BEATEN, "")


def test_who_comes_to_beat_somebody_knows_what_to_beat() -> None:
    """The door says whose stars, so does the first card; the game is of the same deal, and remembers it when kept."""
    visit = opened(f"?{beating(RIVAL)}")
    assert doors(visit)[0] == "begin link"
    assert f"Zoë & Al's {RIVAL.stars} stars" in text_of(shown(visit))
    begun = choosing(update(visit, Begin("link")))
    game = game_of(begun)
    assert (game.id, game.rival, game.plies) == (RIVAL.id, RIVAL, ())
    assert f"To beat: Zoë & Al's {RIVAL.stars} stars" in text_of(shown(begun))
    saved = read_save(begun.shelf.text)
    assert saved.game.rival == RIVAL
    kept = update(arrive(CHANCE, shelf_of(begun.shelf.text)), Continue())
    assert game_of(kept).rival == RIVAL


def test_the_game_of_the_day_may_be_one_to_beat() -> None:
    """It counts as on any day; and who has played it already is compared at once."""
    start = opened("?daily")
    _, _, over = drawn_out(choosing(update(start, Begin("daily"))))
    rival = rival_of(game_of(over).record, "Al")
    link = link_of(f"?{beating(rival)}", TODAY)
    first = update(replace(start, link=link), Begin("link"))
    assert game_of(first).rival == rival
    assert first.days.runs[TODAY].game == game_of(first).key
    again = arrive(CHANCE, over.shelf, link=link, today=TODAY, days=over.days)
    assert {"begin link", "begin daily"} <= {*doors(again)}
    compared = update(again, Begin("link"))
    assert game_of(compared).key == game_of(over).key
    assert game_of(compared).rival == rival


def test_the_same_deal_again_is_against_the_same_rival() -> None:
    """Also when the page is opened without the link."""
    _, _, over = drawn_out(choosing(update(opened(f"?{beating(RIVAL)}"), Begin("link"))))
    assert game_of(update(replace(over, link=NO_LINK), Again())).rival == RIVAL
    other = update(replace(over, setup=replace(over.setup, seed="else")), Begin("set-up"))
    assert game_of(other).rival is None


def test_a_rival_of_another_deal_is_none() -> None:
    """Somebody has changed the kept text; nothing is half loaded."""
    text = choosing(update(opened("?id=c1-b-1p-x"), Begin("link"))).shelf.text
    with refused(InvalidRecord, match="the game to beat is c1-a-1p-"):
        read_save(text.replace(" end", f" beat:{RIVAL} end"))
