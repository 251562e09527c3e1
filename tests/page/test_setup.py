"""Setting up a game: players, boxes, edicts, and seed, in one tap, with the last settings, and after Back."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from cartographers.boxes import Box
from cartographers.game_id import GameId, edicts_named, read_game_id
from support.page.player import Player, on_a_small_phone

pytestmark = on_a_small_phone
LAST = "Zoë Twelfth"


@pytest.mark.thorough
def test_chosen_setup_begins_its_game(player: Player, site: str) -> None:
    """A setup with twelve players, an odd mix of boxes and chosen edicts begins that game, also with another seed."""
    player.open(site)
    player.tap("^New game")
    player.show_more()
    player.seed.fill("setup1")
    choose_edicts(player)
    mix(player)
    invite_twelve(player)
    player.check_layout(player.button("^Start "), scrolling=(player.part("Players"),))
    player.tap("^Start ")
    player.see_edicts()
    player.wait_for_heading("^To Player 1$")
    assert read_game_id(player.record) == GameId(
        "setup1",
        side="D",
        players=12,
        edicts=edicts_named(["borderlands", "mages-valley", "treetower", "gnomish-colony"]),
        explore=Box.HEROES,
        ambush=Box.BOTH,
        scoring=Box.BOTH,
    )
    player.press(player.large)
    meet_twelve(player)
    begin_as_before(player)


def edicts(player: Player) -> Locator:
    """Return the buttons for the four chosen edicts."""
    return player.part("Edicts").get_by_role("button", name=re.compile("^[ABCD] "))


def check_edicts(player: Player, *names: str) -> None:
    """Check the chosen edicts."""
    expect(edicts(player)).to_have_text([re.compile(name) for name in names])


def cards_in(dialog: Locator) -> Locator:
    """Return the scoring cards in a dialog."""
    return dialog.get_by_role("button", name=re.compile("^(?!Close$)"))


def choose_edicts(player: Player) -> None:
    """Begin with the dealt edicts; a chosen card swaps places with the edict of its own family."""
    expect(edicts(player)).to_have_count(0)
    player.choose("Edicts", "Chosen")
    check_edicts(player, "Mages", "Barony", "Treetower", "Great City")
    edicts(player).first.tap()
    dialog = player.page.get_by_role("dialog", name="Edict A", exact=True)
    expect(cards_in(dialog)).to_have_count(16)  # of the only box in play
    expect(dialog.get_by_role("button", pressed=True)).to_have_accessible_name(re.compile("^Mages Valley "))
    player.check_layout(dialog, scrolling=(dialog,))
    player.type("Escape")
    check_edicts(player, "Mages", "Barony", "Treetower", "Great City")
    edicts(player).first.tap()
    dialog.get_by_role("button", name="Borderlands").tap()
    expect(dialog).to_have_count(0)
    check_edicts(player, "Borderlands", "Mages", "Treetower", "Great City")


def mix(player: Player) -> None:
    """Choose explore cards of Heroes, all ambushes, the scoring cards of both boxes, and one that only the mix has."""
    expect(player.page.get_by_role("group", name="Explore cards")).to_have_count(0)
    player.choose("Cards", "Mixed")
    player.choose("Explore cards", "Heroes")
    player.choose("Hero cards", "Out")
    player.choose("Map", "Map D, Heroes wasteland")
    expect(player.part("Cards")).to_contain_text("The two ruins cards are in the deck.")
    edicts(player).last.tap()
    dialog = player.page.get_by_role("dialog", name="Edict D", exact=True)
    expect(cards_in(dialog)).to_have_count(32)
    dialog.get_by_role("button", name="Gnomish Colony").tap()
    expect(edicts(player).last).to_have_text(re.compile("Gnomish"))


def invite_twelve(player: Player) -> None:
    """Add players up to the maximum, and check that the last one's name survives removing and adding the player."""
    more, fewer = player.button("^Add a player$"), player.button("^Remove a player$")
    expect(fewer).to_be_disabled()
    for count in range(2, 13):
        player.press(more)
        expect(player.page.get_by_text(f"{count} players", exact=True)).to_be_visible()
    expect(more).to_be_disabled()
    player.line(11).fill(LAST)
    fewer.tap()
    expect(player.line(11)).to_have_count(0)
    more.tap()
    expect(player.line(11)).to_have_value(LAST)
    player.line(11, "title").fill("Duchess")
    player.line(11, "land").fill("Farlands")


def meet_twelve(player: Player) -> None:
    """Check that all twelve players have a map."""
    player.tap("Everyone's maps$")
    dialog = player.page.get_by_role("dialog", name="Everyone's maps")
    maps = dialog.get_by_role("img", name=re.compile("map$"))
    expect(maps).to_have_count(12)
    expect(maps.last).to_have_accessible_name(f"Farlands, {LAST}'s map")
    player.check_layout(dialog, scrolling=(dialog,))
    player.tap("^Close$")
    expect(dialog).to_have_count(0)


def begin_as_before(player: Player) -> None:
    """Begin the same game with another seed."""
    before = read_game_id(player.record)
    notes = re.findall(r"by:\S+", player.kept)
    assert len(notes) == 12
    player.leave()
    player.tap("^New game", "^Start Mixed, map D, 12 players$")
    player.see_edicts()
    player.wait_for_heading("^To Player 1$")
    after = read_game_id(player.record)
    assert after.seed != before.seed
    assert after == replace(before, seed=after.seed)
    assert re.findall(r"by:\S+", player.kept) == notes
