"""After a game: its sheet, its best moments, and sharing it as text, a picture, or a challenge."""

import re
from collections.abc import Callable
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from app.game.shelf import read_save
from app.page.outgoing import PICTURE_WIDTH
from app.screens.parts.highlights import highlights
from cartographers.packed import pack
from cartographers.record import read_record
from support.page.axe import check
from support.page.games import before_the_end, finished, finished_games, go_on, kept_game, new_device
from support.page.player import PHONE, SAVE, Player, on_a_phone, on_a_small_phone, shown
from support.page.scripts import call, call_at_start, call_on

OVER = kept_game("c1-a-1p-sheet1", lambda _: False)
IN_SUMMER = kept_game("c1-a-1p-since", lambda state: len(state.scores) == 1)
TRIO = kept_game("c1-b-3p-sheet2", lambda _: False)
PNG = b"\x89PNG\r\n\x1a\n"
pytestmark = on_a_phone
with_clipboard = pytest.mark.browser_context_args(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])


def open_sheet(player: Player, site: str, *sharing: str, kept: str = OVER) -> None:
    """Go to the sheet of a finished game. A function in sharing.js may first change how the device shares."""
    if sharing:
        call_at_start(player.page, "sharing", *sharing)
    go_on(player, site, kept)
    expect(player.map).to_be_visible()
    expect(player.button("^(Again|Same people again)")).to_be_visible()  # after the count
    player.open_sheet()
    player.wait_for_heading("Share it")


def link_in(text: str) -> str:
    """Return the link at the end of a text."""
    return text.rsplit(maxsplit=1)[-1]


@pytest.mark.thorough
def test_sheet_of_a_first_game(page: Page, player: Player, site: str) -> None:
    """After a first game, the sheet has the stars of the end and of the save. After a second one, it compares them."""
    go_on(player, site, kept_game("c1-a-1p-sheet3", before_the_end))
    player.play_to_the_end()
    stars = player.state.total(0)
    player.open_sheet()
    expect(page.get_by_text(re.compile(rf"^{str(stars).replace('-', '.')} stars?$")).first).to_be_visible()
    expect(page.get_by_text("Your first game with this card set on this map.")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(6 + 5)
    check(page)
    player.tap("^Back$")
    expect(player.map).to_be_visible()
    page.goto(f"{site}web/licenses.txt")
    later = Player(page.context.new_page())
    go_on(later, site, kept_game("c1-a-1p-sheet4", before_the_end))
    later.play_to_the_end()
    later.open_sheet()
    expect(later.page.get_by_text("1 other game with this card set on this map.")).to_be_visible()
    expect(later.page.get_by_role("img", name=re.compile("^Rating .* your other games range from"))).to_be_visible()


@pytest.mark.thorough
@on_a_small_phone
def test_best_moment_opens_its_ply_in_the_replay(page: Page, player: Player, site: str) -> None:
    """A tap on a best moment opens its ply in the replay, and Leave leads back to the sheet."""
    open_sheet(player, site)
    found = highlights(read_save(OVER).game, {})
    moments = page.locator(".moment")
    expect(moments).to_have_count(len(found))
    for place, one in enumerate(found):
        moments.nth(place).tap()
        expect(page.get_by_role("slider", name="Move", exact=True)).to_have_value(str(one.place))
        player.tap("^Leave")
    check(page)


@pytest.mark.thorough
def test_saved_game_has_its_sheet(player: Player, site: str, tmp_path: Path) -> None:
    """A saved game has its sheet in the history, and its picture names the site and the day."""
    player.store(finished_games())
    player.open(site)
    player.tap("^History$")
    player.page.locator(".kept-entry").nth(1).tap()
    player.tap("^Score and sharing$")
    expect(player.page.get_by_text("Al wins")).to_be_visible()
    call(player.page, "sharing", "breakToBlob", "nothing")  # so the picture keeps its texts as text
    draw_picture(player)
    drawing = player.download("^Save$", tmp_path).read_text("utf-8")
    assert f">{site.removeprefix('http://').removesuffix('/')}</text>" in drawing
    assert ">November 24, 2025 · Cartographers in your browser. A free, unofficial fan project.</text>" in drawing
    check(player.page)
    player.tap("^Back$", to="^Your games$")


# ------------------------------------------------------------------- sharing


def status(player: Player, what: str) -> Locator:
    """Return the sentence about the outcome of sharing something."""
    return player.page.get_by_role("status").filter(has_text=re.compile(f"^{what}: "))


def reopen_sheet(player: Player) -> None:
    """Leave the sheet and return to it, which clears all outcomes."""
    player.click("^Back$")
    player.open_sheet()
    expect(player.page.get_by_role("img", name="The picture to share")).to_have_count(0)
    expect(
        player.page.get_by_role("status").filter(has_text=re.compile("^(Picture|Share the result): "))
    ).to_have_count(0)


def by_hand(player: Player) -> Locator:
    """Return the field with a text to copy by hand."""
    return player.page.locator("textarea.by-hand")


def draw_picture(player: Player) -> Locator:
    """Make the page draw the picture, and return it."""
    player.click("^Picture")
    picture = player.page.get_by_role("img", name="The picture to share")
    expect(picture).to_be_visible()
    assert call_on(picture, "sharing", "isDrawn")
    return picture


@pytest.mark.thorough
def test_sharing_the_text_and_the_picture(player: Player, site: str) -> None:
    """The shared text has an emoji map and the stars, and no card. The picture is drawn before it is shared."""
    open_sheet(player, site, "addSharing")
    player.tap("^Share the result$")
    expect(status(player, "Share the result")).to_have_text("Share the result: passed to your device's share menu.")
    player.tap("^Replay link")
    draw_picture(player)
    player.tap("^Share$")
    expect(status(player, "Picture")).to_contain_text("passed to")
    text, replay, picture = player.page.evaluate("sharedItems")
    assert picture == "cartographers-c1-a-1p-sheet1.png"
    assert text.count("🟫") == read_save(OVER).game.state.sheets[0].mountain.bit_count()
    assert link_in(text) == f"{site}?id=c1-a-1p-sheet1"
    assert link_in(replay) == f"{site}?record={pack(read_save(OVER).game.played)}"
    check(player.page)


@pytest.mark.sample(1)
@with_clipboard
@pytest.mark.parametrize("menu", [True, False], ids=["share menu", "none"])
def test_everything_can_be_copied(player: Player, site: str, *, menu: bool) -> None:
    """Everything has a Copy button, with and without a share menu, and the picture is copied as an image."""
    open_sheet(player, site, "addSharing" if menu else "removeSharing")
    page, game = player.page, read_save(OVER).game
    for what, expected in {
        "Share the result": f"{site}?id=c1-a-1p-sheet1",
        "Beat me!": f"{site}?beat={pack(game.played)}&by=Wilhelmina%20Featherington",
        "Replay link": f"{site}?record={pack(game.played)}",
        "Game file": game.record,
    }.items():
        player.click(f"^Copy: {what}$" if menu or what == "Game file" else f"^{what}")
        expect(status(player, what)).to_have_text(f"{what}: copied. Paste it anywhere.")
        assert link_in(page.evaluate("navigator.clipboard.readText()")) == expected
    draw_picture(player)
    player.click("^Copy$")
    expect(status(player, "Picture")).to_contain_text("copied")
    height = draw_picture(player).evaluate("image => image.naturalHeight")
    assert call(page, "sharing", "measureCopiedPicture") == [PICTURE_WIDTH, height]
    assert menu == (player.button("^Share$").count() == 1)
    assert not menu or page.evaluate("sharedItems") == []


@pytest.mark.thorough
@pytest.mark.parametrize("old_way", [True, False])
def test_copying_without_https(page: Page, player: Player, site: str, *, old_way: bool) -> None:
    """Without https, the old way to copy works, or the text is shown and selected, and the button keeps the focus."""
    call_at_start(page, "sharing", "removeClipboard", old_way)
    open_sheet(player, site, "removeSharing")
    player.tap("^Beat me!")
    outcome = "copied. Paste it anywhere." if old_way else "copy this text."
    expect(status(player, "Beat me!")).to_have_text(f"Beat me!: {outcome}")
    expect(by_hand(player)).to_have_count(0 if old_way else 1)
    assert page.evaluate("copiedText").endswith("&by=Wilhelmina%20Featherington")
    assert page.locator("body > textarea").count() == 0
    if old_way:
        expect(player.button("^Beat me!")).to_be_focused()
        return
    player.tap("^Share the result$")
    field = page.get_by_role("textbox", name="copy this text.")
    expect(field).to_have_value(re.compile(r"\?id=c1-a-1p-sheet1$"))
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()") == field.input_value()
    check(page)


@with_clipboard
def test_browser_refuses_the_share_menu(player: Player, site: str) -> None:
    """If the browser refuses the share menu, as long after a tap, a text is copied, and a picture can be saved."""
    open_sheet(player, site, "addSharing")
    for error, what, link in (("NotAllowedError", "Share the result", "?id="), ("DataError", "Beat me!", "?beat=")):
        draw_picture(player)
        call(player.page, "sharing", "failSharing", error)
        player.click(f"^{what}")
        expect(status(player, what)).to_contain_text("copied")
        assert link in player.page.evaluate("navigator.clipboard.readText()"), error
        player.click("^Share$")
        sentence = "your browser doesn't allow that. Save the picture instead."
        expect(status(player, "Picture")).to_contain_text(sentence)
        expect(player.button("^Save$")).to_be_enabled()
        reopen_sheet(player)


@pytest.mark.thorough
@with_clipboard
def test_unresponsive_share_menu(page: Page, player: Player, site: str) -> None:
    """If the share menu doesn't answer, the text can soon be copied, and a late answer is still reported."""
    open_sheet(player, site, "addSharing")
    for end, told in (("", r"passed to your device's share menu\."), ("AbortError", ""), ("NotAllowedError", "copied")):
        call(page, "sharing", "keepShareMenuOpen")
        player.click("^Share the result$")
        player.settle()
        expect(status(player, "Share the result")).to_have_count(0)
        call(page, "sharing", "skipNextTimer")
        player.click("^Share the result$")
        sentence = "the share menu isn't responding. Copy this text instead."
        expect(status(player, "Share the result")).to_contain_text(sentence)
        expect(by_hand(player)).to_have_value(re.compile(r"\?id=c1-a-1p-sheet1$"))
        expect(by_hand(player)).not_to_be_focused()
        page.evaluate(f"closeShareMenu('{end}')")
        expect(status(player, "Share the result")).to_have_text([re.compile(told)] if told else [])
        expect(by_hand(player)).to_have_count(0)
        reopen_sheet(player)


def test_an_earlier_share_menu_is_still_open(player: Player, site: str) -> None:
    """If an earlier share menu is still open, the browser refuses another, and the text can be copied.

    After the player closes the share menu, the page clears its sentence, and every button works again.
    """
    call_at_start(player.page, "pretend", "denyClipboard")
    open_sheet(player, site, "failSharing", "InvalidStateError")
    player.tap("^Beat me!")
    expect(status(player, "Beat me!")).to_contain_text("the share menu isn't responding")
    expect(by_hand(player)).to_be_visible()
    call(player.page, "sharing", "failSharing", "AbortError")
    for name, count in (("^Copy: Share", 1), ("^Share the result$", 0), ("^Copy: Share", 1)):
        player.tap(name)
        expect(by_hand(player)).to_have_count(count)
        expect(status(player, "Share the result")).to_have_count(count)


@pytest.mark.thorough
@pytest.mark.parametrize("kept", [OVER, TRIO], ids=["alone", "three"])
def test_the_picture_and_the_game_file(player: Player, site: str, tmp_path: Path, kept: str) -> None:
    """The picture is a PNG of the right width with content, and doesn't violate the page's policy.

    The game's file has the engine's line. The page doesn't claim to have saved it, and shows it for copying.
    """
    open_sheet(player, site, kept=kept)
    draw_picture(player)
    file = player.download("^Save$", tmp_path)
    content = file.read_bytes()
    width, height = unpack(">II", content[16:24])
    assert content.startswith(PNG)
    assert width == PICTURE_WIDTH
    assert 1000 < height < 2000
    assert len(content) > 300_000  # a blank sheet has a tenth of that
    assert file.name == f"cartographers-{read_save(kept).game.id}.png"
    sentence = "Picture: your browser should save it now. If it doesn't, press and hold the picture."
    expect(status(player, "Picture")).to_have_text(sentence)
    check(player.page)
    line = f"{read_save(kept).game.record}\n"
    assert player.download("^Game file", tmp_path).read_text("utf-8") == line
    sentence = "Game file: your browser should save the file now. If it doesn't, use Copy."
    expect(status(player, "Game file")).to_have_text(sentence)
    expect(by_hand(player)).to_have_value(line)


#: The ways in which browsers protect their canvases, and the resulting form of the picture.
CANVASES = {
    **{("protectCanvas", how): form for how, form in (("white", "svg"), ("random", "svg"), ("noise", "png"))},
    **{("breakToBlob", how): "svg" for how in ("white", "nothing", "never")},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("canvas", CANVASES, ids=" ".join)
def test_browsers_that_protect_canvases(player: Player, site: str, tmp_path: Path, canvas: tuple[str, str]) -> None:
    """If the browser blanks or randomizes canvases, the picture stays SVG and the page says so. Some noise is fine."""
    form = CANVASES[canvas]
    open_sheet(player, site)
    call(player.page, "sharing", *canvas)
    draw_picture(player)
    note = player.page.get_by_text("Your browser doesn't let pages make PNG files, so this is an SVG drawing.")
    expect(note).to_have_count(int(form == "svg"))
    file = player.download("^Save$", tmp_path)
    assert file.suffix == f".{form}"
    assert file.read_bytes().startswith(PNG if form == "png" else b"<svg ")


#: The font of most letters: family, weight, style, and first letter.
USUAL = {
    "Alegreya 700 normal U+0020",
    "Alegreya 700 italic U+0020",
    "Alegreya Sans 500 normal U+0000",
    "Alegreya Sans 700 normal U+0000",
}
#: More fonts that the letters of a picture need.
FACES = {
    "Al": set[str](),
    "김": {"Hangul 700 normal U+AC00"},
    "Ø": {"Alegreya 700 normal U+00A2", "Alegreya 700 italic U+00A2"},
    "Ő": {re.sub(r"U\+\w+", "U+0100", face) for face in USUAL},
}


def test_picture_has_exactly_the_fonts_of_its_letters(player: Player, site: str) -> None:
    """A picture has exactly the fonts of its letters, even in Firefox, which doesn't note fetches of cached fonts."""
    player.open(site)
    found = {name: set(call(player.page, "sharing", "listFontsInPicture", name)) for name in FACES}
    assert found == {name: USUAL | faces for name, faces in FACES.items()}


def test_a_picture_that_cannot_be_drawn(player: Player, site: str) -> None:
    """If the picture can't be drawn, the page says so and offers the text, and another try may succeed."""
    open_sheet(player, site)
    call(player.page, "sharing", "breakImages")
    player.tap("^Picture")
    expect(status(player, "Picture")).to_contain_text("couldn't draw it. Share the result as text instead.")
    player.page.evaluate("repairImages()")
    draw_picture(player)
    expect(status(player, "Picture")).to_have_count(0)


@pytest.mark.browser_context_args(viewport=PHONE)
def test_text_is_shown_without_the_sharing_script(player: Player, site: str) -> None:
    """Without the script for sharing, the text is shown for copying by hand."""
    broken = {"body": "throw new Error('no ink')", "content_type": "text/javascript"}
    player.page.route("**/web/share.*", lambda route: route.fulfill(**broken))
    open_sheet(player, site)
    player.click("^Beat me!")
    expect(by_hand(player)).to_be_focused()
    player.click("^Picture")
    expect(status(player, "Picture")).to_contain_text("couldn't draw it")
    player.page.unroute("**/web/share.*")
    draw_picture(player)


# ------------------------------------------------------------------- challenges


@pytest.fixture
def other(new_context: Callable[..., BrowserContext]) -> Player:
    """Return a friend on another device."""
    return new_device(new_context)


@pytest.mark.thorough
def test_a_challenge_between_two_devices(player: Player, other: Player, site: str) -> None:
    """A challenge between two devices names the result, and sets aside a game there."""
    open_sheet(player, site, "addSharing")
    player.tap("^Beat me!")
    expect(status(player, "Beat me!")).to_contain_text("passed to")
    [text] = player.page.evaluate("sharedItems")
    stars = read_save(OVER).game.state.total(0)
    assert f"my {stars} stars" in text
    other.start(site, "mine")
    other.press(other.confirm)
    other.wait_for_plies(1)
    mine = other.record
    other.open(link_in(text))
    door = other.button("^A map to beat")
    expect(door).to_contain_text(f"To beat: Wilhelmina Featherington's {stars} stars")
    door.tap()
    other.see_edicts()
    expect(other.page.get_by_text(f"To beat: Wilhelmina Featherington's {stars} stars.")).to_be_visible()
    other.leave()
    other.tap("^History$")
    other.page.locator(".kept-entry").filter(has_text="Unfinished").tap()
    other.tap("^Continue$")
    expect(other.map).to_be_visible()
    assert other.record == mine


def test_a_challenge_is_sent_back(player: Player, other: Player, site: str) -> None:
    """A friend sends the answer to a challenge back, which leads the challenger from another game to both maps.

    A reload in the middle keeps the challenge.
    """
    page, over = other.page, read_save(OVER).game
    player.store({SAVE: IN_SUMMER, **dict([finished(OVER, "mine")])})
    call_at_start(page, "sharing", "addSharing")
    other.open(f"{site}?beat={pack(over.played)}&by=Al")
    other.tap("^A map to beat")
    other.see_edicts()
    other.open(site)  # the link is gone, but not the rival
    other.tap("^Continue")
    other.play_to_the_end()
    mine, theirs = other.state.total(0), over.state.total(0)
    other.open_sheet()
    expect(page.get_by_role("img", name="Al's map")).to_be_visible()
    page.get_by_role("textbox", name="Your name").fill("Bea")
    other.wait_for_heading("Bea's map")
    check(page)
    other.tap("^Send back: I got")
    expect(status(other, "Send back")).to_contain_text("passed to")
    [text] = page.evaluate("sharedItems")
    assert text.startswith(f"I got {shown(mine)} star")
    assert link_in(text) == f"{site}?beat={pack(read_record(other.record))}&by=Bea"
    assert page.url == site
    other.tap("^Back$")
    for leave in (other.leave, other.reload):
        leave()
        expect(other.button("^Your last game")).to_be_visible()
        expect(other.button("^A map to beat|^You beat this map")).to_have_count(0)
    player.open(link_in(text))
    margin = f"Bea is {abs(theirs - mine)} star" if theirs != mine else "Bea is tied"
    door = player.button("^A map to beat|^You beat this map")
    expect(door).to_contain_text(margin)
    door.tap()
    expect(player.map).to_be_visible()
    player.open_sheet()
    player.wait_for_heading(f"^{margin}")
    expect(player.page.get_by_role("img", name="Bea's map")).to_be_visible()
    player.tap("^Back$")
    player.leave()
    player.tap("^History$")
    expect(player.page.locator(".kept-entry").filter(has_text="Unfinished")).to_have_count(1)
