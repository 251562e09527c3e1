"""Short journeys through the game in Chromium, Firefox, and WebKit; `python3 py test --engines` runs them."""

import shutil
from pathlib import Path

import pytest

from app.saved_names import LESSON
from engines.conftest import NewVisitor
from engines.visitor import Visitor
from support.page.player import PREFIX, SEASONS, shown
from support.page.relays import local_relay, site_with
from tasks.serve import served
from tasks.steps import SITE
from words.files import catalog

#: A solo game, and a later position in it.
GAME, LATER = "c1-a-1p-bench7", 4


def begin(visitor: Visitor, site: str, game: str = GAME) -> None:
    """Begin a game from its link, and continue past its edicts."""
    visitor.open(f"{site}?id={game}")
    visitor.do("begin link")
    visitor.play_until(0)


def test_first_visit_leads_to_a_playable_map(visitor: Visitor, site: str) -> None:
    """On a first visit, two taps lead to a new game, and a shape can be drawn on its map."""
    visitor.open(site)
    visitor.do("go set-up")
    visitor.do("begin set-up")
    visitor.play_until(0)
    empty = visitor.spaces
    assert len(empty) == 11 * 11
    visitor.play_until(1)
    assert visitor.plies == 1
    assert visitor.spaces != empty


def test_the_first_step_of_the_lesson(visitor: Visitor, site: str) -> None:
    """The lesson explains its goal, and its first shape is drawn with taps on the map and on Confirm."""
    visitor.open(site)
    visitor.do("go lesson")
    assert "about 20 cards in four seasons" in visitor.texts(".coach")[0]
    visitor.do("answer-coach next")
    assert "onto the dotted spaces" in visitor.texts(".coach")[0]
    visitor.tap("[role=gridcell][aria-label^='A4,']")
    visitor.do("confirm")
    assert "Tile A shows 3 stars" in visitor.texts(".coach")[0]
    assert visitor.call("look", "readStoredWhenSettled", LESSON).count(".") == 1


def test_a_solo_game_with_undo_and_a_reload(visitor: Visitor, site: str) -> None:
    """A whole solo game by taps, with an undo and a reload, ends with the engine's result."""
    begin(visitor, site)
    visitor.play_until(LATER)
    before = visitor.spaces
    visitor.play_until(LATER + 1)
    assert visitor.spaces != before
    visitor.do("undo")
    if visitor.has("[data-do='undo sure']"):
        visitor.do("undo sure")
    assert (visitor.plies, visitor.spaces) == (LATER, before)
    visitor.open(site)
    visitor.do("continue")
    assert (visitor.plies, visitor.spaces) == (LATER, before)
    visitor.play_until(1000)
    assert len(visitor.state.scores) == len(SEASONS)
    assert visitor.texts(".term")[0] == f"{shown(visitor.state.total(0))} Stars"


def test_the_second_start_needs_no_network(visitor: Visitor, tmp_path: Path) -> None:
    """After one visit, the page starts without a network and continues the game."""
    copy = Path(shutil.copytree(SITE, tmp_path / "site"))
    with served(copy, PREFIX) as site:
        begin(visitor, site)
        visitor.play_until(1)
        visitor.call("worker", "waitUntilSaved")
        shutil.rmtree(copy)  # also for connections that stay open
    record, spaces = visitor.record, visitor.spaces
    visitor.open(site)
    visitor.do("continue")
    assert (visitor.record, visitor.spaces) == (record, spaces)
    visitor.play_until(2)
    assert visitor.plies == 2


def test_two_players_pass_the_device_around(visitor: Visitor, site: str) -> None:
    """Two players draw in turn on one device, and a curtain hides each player's map from the other one."""
    begin(visitor, site, "c1-a-2p-bench7")
    visitor.play_until(1)
    assert visitor.state.task
    assert visitor.state.task.player == 1
    visitor.play_until(2)
    assert visitor.plies == 2


@pytest.mark.parametrize("language", ["es", "ko"])
def test_another_language(visitor: Visitor, site: str, language: str) -> None:
    """The page is in the language of the link, with its fonts, and so is a game."""
    visitor.open(f"{site}?lang={language}&id={GAME}")
    words = catalog(language)
    assert visitor.texts(f"html:lang({language}) h1")
    visitor.do("begin link")
    visitor.play_until(0)
    assert visitor.texts("[data-do='confirm']")[0].startswith(words["confirm"])
    assert visitor.call("looks", "hasNoFailedFont")


def test_a_room_with_two_devices(new_visitor: NewVisitor) -> None:
    """A host opens a room, a guest joins by its link, and both draw the first card at the same time."""
    with local_relay() as relay, site_with([relay]) as site:
        host, guest = new_visitor(), new_visitor()
        host.open(site)
        host.do("go set-up")
        host.do("go room")
        host.type(".form input", "Ada")
        host.do("enter-room")
        host.wait_for("output.link")
        guest.open(host.texts("output.link")[0])
        guest.type(".form input", "Ben")
        guest.do("enter-room")
        guest.do("be-ready on")
        host.wait_for(".chairs li:nth-child(2)")
        host.do("begin-together")
        for visitor in (host, guest):
            visitor.wait_for(".game")
            visitor.play_until(0)
        host.draw()
        host.wait_for(".tray.together")
        guest.draw()
        for visitor in (host, guest):
            visitor.wait_for_plies(2)
        assert host.record == guest.record
