"""Setting up a game: players, boxes, edicts, and seed, in one tap, with the last settings, and after Back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from cartographers.boxes import Box
from cartographers.game_id import GameId, edicts_named, read_game_id
from support.page.player import SAVE, Player, on_a_phone, on_a_small_phone
from support.page.scripts import look

LAST = "Zoë Twelfth"


@on_a_small_phone
def test_chosen_setup_begins_its_game(player: Player, site: str) -> None:
    """A setup with twelve players, an odd mix of boxes and chosen edicts begins that game, also with another seed."""
    player.open(site)
    player.button("^New game").tap()
    player.show_more()
    player.seed.fill("setup1")
    choose_edicts(player)
    mix(player)
    invite_twelve(player)
    player.check_fit(player.button("^Start "), scrolling=(player.part("Players"),))
    player.check_targets()
    player.button("^Start ").tap()
    player.see_edicts()
    expect(player.page.get_by_role("heading", name="To Player 1", exact=True)).to_be_visible()
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


def cards_in(dialog: Locator) -> Locator:
    """Return the scoring cards in a dialog."""
    return dialog.get_by_role("button", name=re.compile("^(?!Close$)"))


def choose_edicts(player: Player) -> None:
    """Begin with the dealt edicts; a chosen card swaps places with the edict of its own family."""
    expect(edicts(player)).to_have_count(0)
    player.choose("Edicts", "Chosen")
    expect(edicts(player)).to_have_text([re.compile(name) for name in ("Mages", "Barony", "Treetower", "Great City")])
    edicts(player).first.tap()
    dialog = player.page.get_by_role("dialog", name="Edict A", exact=True)
    expect(cards_in(dialog)).to_have_count(16)  # of the only box in play
    expect(dialog.get_by_role("button", pressed=True)).to_have_accessible_name(re.compile("^Mages Valley "))
    player.check_fit(dialog, scrolling=(dialog,))
    player.check_targets()
    player.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(edicts(player).first).to_have_text(re.compile("Mages"))
    edicts(player).first.tap()
    dialog.get_by_role("button", name="Borderlands").tap()
    expect(dialog).to_have_count(0)
    expect(edicts(player)).to_have_text([re.compile(name) for name in ("Borderlands", "Mages", "Treetower", "Great")])


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
    player.button("Everyone's maps$").tap()
    dialog = player.page.get_by_role("dialog", name="Everyone's maps")
    maps = dialog.get_by_role("img", name=re.compile("map$"))
    expect(maps).to_have_count(12)
    expect(maps.last).to_have_accessible_name(f"Farlands, {LAST}'s map")
    player.check_fit(dialog, scrolling=(dialog,))
    player.check_targets()
    player.button("^Close$").tap()
    expect(dialog).to_have_count(0)


def begin_as_before(player: Player) -> None:
    """Begin the same game with another seed."""
    before = read_game_id(player.record)
    notes = re.findall(r"by:\S+", player.kept)
    assert len(notes) == 12
    player.button("^Menu$").tap()
    player.button("^Start screen$").tap()
    player.button("^New game").tap()
    player.button("^Start Mixed, map D, 12 players$").tap()
    player.see_edicts()
    expect(player.page.get_by_role("heading", name="To Player 1", exact=True)).to_be_visible()
    after = read_game_id(player.record)
    assert after.seed != before.seed
    assert str(after) == str(before).replace(before.seed, after.seed)
    assert re.findall(r"by:\S+", player.kept) == notes


@on_a_phone
def test_setup_is_unchanged_after_going_back(player: Player, site: str) -> None:
    """The setup is unchanged after going back and returning, nothing is saved, and the daily game takes one tap."""
    player.open(site)
    player.button("^New game").tap()
    player.line(0).fill("Nobody")
    player.button("^Add a player$").tap()
    player.choose("Cards", "Heroes")
    player.show_more()
    player.choose("Edicts", "Chosen")
    for by_key in (False, True):
        expect(player.page.get_by_text("2 players", exact=True)).to_be_visible()
        expect(player.line(0)).to_have_value("Nobody")
        expect(player.button("^Map C, ")).to_have_attribute("aria-pressed", "true")
        expect(edicts(player)).to_have_count(4)
        if by_key:
            player.page.keyboard.press("Escape")
        else:
            player.button("^Back$").tap()
        expect(player.button("^Learn by playing")).to_be_visible()
        assert look(player.page, "readStored", SAVE) is None
        player.button("^New game").tap()
    player.button("^Back$").tap()
    player.button("^Today's game").tap()
    expect(player.map).to_be_visible()
    assert "-daily" in player.record


@on_a_small_phone
def test_invalid_seed_shows_a_message(player: Player, site: str) -> None:
    """An invalid seed gets a visible sentence, begins nothing and loses nothing, and a valid one works."""
    player.open(site)
    player.button("^New game").tap()
    player.show_more()
    alert = player.part("Seed").get_by_role("alert")
    for folded in (False, True):
        player.seed.fill("no seed!")
        expect(alert).to_have_count(0)
        if folded:
            player.button("^More ").tap()
            expect(player.seed).to_have_count(0)
        player.button("^Start ").tap()
        expect(alert).to_be_in_viewport()
        expect(alert).to_have_text("a seed is 1 to 32 letters (a to z) and digits, not 'no seed!'")
        expect(player.seed).to_have_attribute("aria-invalid", "true")
        assert look(player.page, "readStored", SAVE) is None
    player.seed.fill(" Seed7 ")
    expect(alert).to_have_count(0)
    player.button("^Start ").tap()
    player.see_edicts()
    expect(player.confirm).to_be_visible()
    assert player.record == "c1-a-1p-seed7"
