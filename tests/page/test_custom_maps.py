"""Custom maps in the browser: drawn on a phone, sent, opened by a friend, played, and printed; also by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.game.custom_maps import map_named
from app.saved_names import MAP_NAMES, MAPS
from cartographers.maps import blank_sheet
from cartographers.sides import is_custom
from support.page import axe
from support.page.games import COUNT_PRINTS, new_device
from support.page.player import PHONE, Player, on_a_phone

WITH_CLIPBOARD = pytest.mark.browser_context_args(
    viewport=PHONE, has_touch=True, permissions=["clipboard-read", "clipboard-write"]
)
#: The script that draws QR codes, and two saved maps.
QR_SCRIPT = re.compile(r"/qr\.\w+\.js$")
SAVED_MAPS = ("X3UGU2OPOB8QGTHR", "XBRIXUHDDB6YW45RRM3N0A")


def draw(player: Player, tool: str, *spaces: str) -> None:
    """Draw with a tool on spaces."""
    player.tap(f"^{tool}")
    for space in spaces:
        player.page.locator(f"#space-{space}").tap()


def send(player: Player) -> str:
    """Copy the message with the drawn map, and return it."""
    player.button("^(Copy: )?Send this map$").last.tap()
    expect(player.page.get_by_text(re.compile("copied")).first).to_be_visible()
    return str(player.page.evaluate("navigator.clipboard.readText()"))


def enter(player: Player, site: str) -> None:
    """Open the editor from the setup."""
    player.open(site)
    player.tap("^New game", "^Draw your own map", to="Draw a map")


@pytest.mark.thorough
@WITH_CLIPBOARD
def test_drawn_map_is_sent_opened_and_played(
    player: Player, site: str, new_context: Callable[..., BrowserContext]
) -> None:
    """A map is drawn with symmetry, survives a reload, and is measured and sent. A friend plays on it."""
    page = player.page
    enter(player, site)
    expect(page.locator("#map-note")).to_have_text("A custom map has 2 to 12 mountains, not 0.")
    expect(player.button("^Play on this map")).to_be_disabled()
    player.tap("^Half turn")
    draw(player, "Mountain", "B3", "D8")
    draw(player, "Ruins", "C5", "F6")
    player.reload()
    player.tap("^New game", "^Draw your own map")
    expect(page.locator("#space-J9")).to_have_accessible_name("J9, mountain")
    draw(player, "Wasteland", "A1")
    expect(page.locator("#map-note")).to_contain_text("The map is ready.")
    axe.check(page)
    expect(page.get_by_text(re.compile("a bot, (plays on the map to find out|earns)"))).to_be_visible()
    [query] = re.findall(r"\?id=\S+", send(player))
    player.tap("^Play on this map")
    expect(page.get_by_role("button", name="Custom map 1", pressed=True)).to_be_visible()
    player.tap("^Start ")
    player.see_edicts()
    assert is_custom(player.state.deal.id.side)

    friend = new_device(new_context)
    friend.open(site + re.sub(r"[^-]+$", "k3x9q2", query))  # with other seeds, an ambush may come first
    door = friend.button("^The map from this link")
    expect(door.locator("svg.map")).to_be_visible()
    door.tap()
    friend.see_edicts()
    friend.find_place()
    friend.press(friend.large)
    assert friend.plies == 1
    assert friend.state.deal.id.side == player.state.deal.id.side
    assert friend.state.sheets[0].mountain == blank_sheet(friend.state.deal.id.side).mountain


@WITH_CLIPBOARD
def test_map_is_named_and_scanned(player: Player, site: str) -> None:
    """A saved map gets a name, which lasts and is on its sheet. Its QR code contains the link that is also sent.

    In a browser that can't print, the sheet has a note instead of a button.
    """
    page, asked = player.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    enter(player, site)
    draw(player, "Mountain", "B3", "D8")
    draw(player, "Ruins", "C5")
    player.tap("^Save on this device$")
    field = page.get_by_role("textbox", name="Name of this map")
    field.press_sequentially(" Bahía perdida ")
    expect(page.get_by_role("button", name="Bahía perdida", exact=True)).to_have_text("Bahía perdida")
    expect(field).to_have_value(" Bahía perdida ")
    field.press("Control+z")  # the browser's own Undo, which doesn't change the map
    field.fill(" Bahía perdida ")
    said, sent = send(player).splitlines()
    assert "?map=Bah%C3%ADa%20perdida&id=c1-x" in sent
    assert said == "I drew a map for Cartographers: Bahía perdida. Play on it:"
    assert not any(map(QR_SCRIPT.search, asked))
    player.tap("^QR code$")
    code = page.get_by_role("img", name="QR code for playing on this map")
    expect(code).to_be_visible()
    drawing = "(text) => new Promise((resolve) => cartographers.qr(text, (_, drawing) => resolve(drawing)))"
    size, _, path = page.evaluate(drawing, sent).partition(" ")
    assert code.get_attribute("viewBox") == f"0 0 {size} {size}"
    assert code.locator("path").get_attribute("d") == path
    axe.check(page)
    draw(player, "Wasteland", "A1")
    expect(code).to_have_count(0)
    page.add_init_script("globalThis.print = undefined")
    player.reload()
    player.tap("^New game", "^Bahía perdida$", "^Print this map")
    expect(page.locator(".printout-sheet")).to_contain_text("Bahía perdida")
    expect(page.get_by_text("This browser can't print.")).to_be_visible()


def edit_saved_map(player: Player, side: str) -> None:
    """Open a saved map in the editor, from the start screen or the setup."""
    player.page.bring_to_front()
    if player.button("^New game").count():
        player.click("^New game")
    player.click("^Draw your own map")
    player.page.locator(f"[data-do='load-map {side}']").click()


@WITH_CLIPBOARD
def test_friend_keeps_a_named_map(player: Player, site: str, new_context: Callable[..., BrowserContext]) -> None:
    """A friend sees the name of a sent map, and saves both. The map stays, and the friend can choose it."""
    side = SAVED_MAPS[1]
    player.store({MAPS: side, MAP_NAMES: map_named(side, "안개 만 🏰")})
    player.open(site)
    edit_saved_map(player, side)
    [query] = re.findall(r"\?map=\S+", send(player))

    friend = new_device(new_context)
    friend.open(site + query)
    expect(friend.button("^The map from this link")).to_contain_text("안개 만 🏰")
    friend.tap("^Save to your maps$")
    done = friend.button("^Saved in your maps$")
    expect(done).to_be_disabled()
    expect(friend.page.get_by_role("status").filter(has_text="This is one of your maps.")).to_be_visible()
    axe.check(friend.page)
    assert friend.stored(MAPS) == side
    friend.reload()
    expect(done).to_be_visible()
    friend.tap("^New game", "^안개 만 🏰$", "^Start ")
    friend.see_edicts()
    assert friend.state.deal.id.side == side


@on_a_phone
def test_sheet_is_printed_on_one_page(page: Page, player: Player, site: str) -> None:
    """The sheet prints on a single page of A4 or Letter, without any button. A notice says if nothing prints."""
    page.add_init_script(COUNT_PRINTS)
    player.open(site)
    player.tap("^New game", "^Map D, ", "^Print this map", to="Printable sheet")
    axe.check(page)
    player.tap("^Print$")
    player.settle()
    assert page.evaluate("printed") == 1
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper, prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, paper
    page.emulate_media(media="print")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("img", name="Map D, Heroes wasteland")).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("print = () => {}")
    player.tap("^Print$")
    expect(page.get_by_role("alert")).to_contain_text("this browser can't print")
