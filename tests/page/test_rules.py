"""The rules in a browser: from the start screen, from a card in play and back, the search, and printing."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.page.axe import check
from support.page.games import COUNT_PRINTS
from support.page.player import SMALL_PHONE, Player, at_a_desk, box_of, on_a_phone
from support.page.scripts import call_on

BACK = "^Back$"
#: One page of each kind.
CHAPTERS = (
    *("How to play", "On the map", "The four seasons", "End of the game", "Heroes", "Forest"),
    *("Explore cards: base", "Ambush cards", "Hero cards", "Season cards"),
)


def title(player: Player, level: int) -> Locator:
    """Return the first heading of the given level on the page, after the page has settled."""
    player.settle()
    return player.page.get_by_role("heading", level=level).first


def field(player: Player) -> Locator:
    """Return the search field."""
    return player.page.get_by_role("searchbox", name="Find a rule or a card", exact=True)


@pytest.mark.thorough
@on_a_phone
def test_reading_the_rules(player: Player, site: str) -> None:
    """The rules lead from the start screen to the top of a chapter, to the pages of a family of cards, and back."""
    player.open(site)
    player.tap("^Rules$")
    expect(title(player, 1)).to_have_text("Rules")
    player.check_targets()
    player.tap("^How to play$")
    expect(title(player, 1)).to_have_text("How to play")
    expect(title(player, 1)).to_be_focused()
    player.page.get_by_role("heading", name="When nothing fits", level=2).scroll_into_view_if_needed()
    assert box_of(title(player, 2))["y"] < 0
    player.tap(BACK, "^Forest$")
    expect(title(player, 2)).to_have_text("Sentinel Wood")
    assert box_of(title(player, 2))["y"] > 0
    expect(player.page.get_by_role("img", name=re.compile(r"^Forest: .*Marked: ")).first).to_be_visible()
    player.check_targets()
    player.tap(BACK, BACK)
    expect(player.button("^New game")).to_be_visible()
    expect(player.page.locator(".scenery")).to_have_count(0)  # the map is only for wide windows


@at_a_desk
def test_search_by_keyboard(player: Player, site: str) -> None:
    """Tab leads to the search field and its results, and Escape first clears the field and then goes back."""
    player.open(site)
    player.enter("^Rules$")
    expect(title(player, 1)).to_be_focused()
    player.tab_to(field(player))
    player.page.keyboard.type("troll")
    expect(player.button("^Giant Troll Ravage")).to_be_visible()
    expect(player.news).to_have_text(re.compile(r"^\d+ found$"))
    player.type("Enter")  # begins no game
    expect(field(player)).to_have_value("troll")
    player.enter("^Giant Troll Ravage")
    expect(title(player, 2)).to_have_text("Giant Troll Ravage")
    player.type("Escape")
    expect(field(player)).to_have_value("troll")
    player.tab_to(field(player))
    player.type("Escape")
    expect(field(player)).to_have_value("")
    player.type("Escape")
    expect(player.button("^New game")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
def test_axe_reports_no_violations(player: Player, site: str) -> None:
    """Axe reports no violations in the contents, searches with and without results, chapters, and a card's page."""
    player.open(site)
    player.click("^Rules$")
    check(player.page)
    for text in ("water", "mountian", "xyzzy"):
        field(player).fill(text)
        expect(player.news).not_to_have_text("")
        check(player.page)
    field(player).fill("")
    for chapter in CHAPTERS:
        player.click(f"^{chapter}$")
        check(player.page)
        player.click(BACK)
    player.click("^All rules on one page")
    expect(title(player, 1)).to_have_text("All rules")
    check(player.page)


@pytest.mark.thorough
@at_a_desk
def test_printing_the_rules(page: Page, player: Player, site: str) -> None:
    """Print opens the browser's dialog. The printout is black on white, without buttons, and no section is split."""
    page.add_init_script(COUNT_PRINTS)
    player.open(site)
    player.click("^Preferences$")
    player.choose("Theme", "Night")
    page.keyboard.press("Escape")
    player.click("^Rules$", "^All rules on one page", "^Print$")
    player.settle()
    assert page.evaluate("printed") == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button")).to_have_count(0)
    for part in (title(player, 1), title(player, 3), page.locator(".says p").first):
        colors = [call_on(part, "paper", function) for function in ("getTextColor", "getBackground")]
        assert colors == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert call_on(page.locator(".page").first, "paper", "getBreakInside") == "avoid"
    assert page.evaluate("document.scrollingElement.scrollHeight") > 5000  # no scrolling list hides any content
    page.emulate_media(media="screen")
    expect(player.button("^Print$")).to_be_visible()
