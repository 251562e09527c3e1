"""What comes after a game: its sheet, its best moments, and telling others: texts, a picture, and a link to beat it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.later.highlights import highlights
from app.outgoing import PICTURE_WIDTH
from app.shelf import FINISHED, read_save, write_save
from page.axe import check
from page.games import finished_games, go_on, kept_game
from page.player import PHONE, SAVE, Player, on_a_phone, on_a_small_phone
from page.scripts import call_at_start, look, make_no_snapshot, wait_until

OVER = kept_game("c1-a-1p-sheet1", lambda _: False)
TRIO = kept_game("c1-b-3p-sheet2", lambda _: False)
#: Why a browser does not share: it cannot, or the player does not want to any more.
NOT_THERE, CHANGED_MIND = False, True
PNG = b"\x89PNG\r\n\x1a\n"


def open_sheet(player: Player, site: str, kept: str = OVER) -> None:
    """Open the page with a game that is over, and go to its sheet."""
    go_on(player, site, kept)
    expect(player.map).to_be_visible()
    assert player.next == "Your"
    player.large.click()
    expect(player.page.get_by_role("heading", name="Share it")).to_be_visible()


def link_in(text: str) -> str:
    """Return the link at the end of a text."""
    return text.rsplit(maxsplit=1)[-1]


@on_a_phone
def test_a_game_is_played_and_its_sheet_opened(player: Player, site: str) -> None:
    """The sheet has the stars of the end and of the kept game; with nothing to compare it says so."""
    player.open(site)
    player.begin("sheet3")
    player.play_to_the_end()
    stars = player.state.total(0)
    player.press(player.large)
    page = player.page
    expect(page.get_by_text(re.compile(rf"^{str(stars).replace('-', '.')} stars?$")).first).to_be_visible()
    expect(page.get_by_text("Your first game with these cards on this map.")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(6 + 5)
    check(page)
    player.button("^Back$").tap()
    expect(player.map).to_be_visible()
    player.button("^New game$").tap()
    player.begin("sheet4")
    player.play_to_the_end()
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 other game with these cards on this map.")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Rating .* the others are from"))).to_be_visible()


@on_a_small_phone
def test_the_best_moments_are_one_tap_from_the_replay(player: Player, site: str) -> None:
    """Each shows its ply, and Leave leads back to the sheet."""
    open_sheet(player, site)
    page = player.page
    found = highlights(read_save(OVER).game, {})
    moments = page.locator(".moment")
    expect(moments).to_have_count(len(found))
    for place, one in enumerate(found):
        moments.nth(place).tap()
        expect(page.get_by_role("slider", name="Move", exact=True)).to_have_value(str(one.place))
        player.button("^Leave").tap()
    check(page)


@on_a_phone
def test_a_kept_game_has_its_sheet(player: Player, site: str) -> None:
    """From the history, and from the days."""
    call_at_start(player.page, "pretend", "allStoredBefore", finished_games())
    player.open(site)
    player.button("^History$").tap()
    player.page.locator(".kept-entry").nth(1).tap()
    player.button("^Sheet and sharing$").tap()
    expect(player.page.get_by_text("Al wins")).to_be_visible()
    check(player.page)
    player.button("^Back$").tap()
    expect(player.page.get_by_role("heading", name="Your games", exact=True)).to_be_visible()


# ------------------------------------------------------------------- told


@on_a_phone
def test_a_text_is_handed_to_another_app(player: Player, site: str) -> None:
    """Where the browser can do that. It has a map of emoji, the stars, and no card."""
    call_at_start(player.page, "pretend", "sharing")
    open_sheet(player, site)
    player.button("^Share the result$").tap()
    expect(player.page.get_by_text("shared.")).to_be_visible()
    player.button("^Replay link").tap()
    player.button("^Picture").tap()
    wait_until(player.page, "handed.length === 3")
    text, replay, picture = player.page.evaluate("handed")
    assert picture == "cartographers-c1-a-1p-sheet1.png"
    assert text.count("🟫") == read_save(OVER).game.state.sheets[0].mountain.bit_count()
    assert link_in(text) == f"{site}?id=c1-a-1p-sheet1"
    assert link_in(replay) == f"{site}?record={read_save(OVER).game.record}"


@pytest.mark.browser_context_args(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
def test_a_text_is_copied(player: Player, site: str) -> None:
    """Where there is no other app to hand it to."""
    call_at_start(player.page, "pretend", "noSharing", NOT_THERE)
    open_sheet(player, site)
    player.button("^Beat me!").click()
    expect(player.page.get_by_text("Beat me!: copied. Paste it where you like.")).to_be_visible()
    copied = player.page.evaluate("navigator.clipboard.readText()")
    assert link_in(copied) == f"{site}?beat={read_save(OVER).game.record}&by=Wilhelmina%20Featherington"


@on_a_phone
def test_a_text_is_shown_where_nothing_else_works(player: Player, site: str) -> None:
    """It can be selected by hand."""
    call_at_start(player.page, "pretend", "noSharing", NOT_THERE)
    call_at_start(player.page, "pretend", "deniedClipboard", NOT_THERE)
    open_sheet(player, site)
    player.button("^Share the result$").tap()
    field = player.page.get_by_role("textbox", name="copy this text.")
    expect(field).to_have_value(re.compile(r"\?id=c1-a-1p-sheet1$"))
    check(player.page)


@on_a_phone
def test_who_changes_their_mind_is_told_nothing(player: Player, site: str) -> None:
    """The other app was closed without a word."""
    call_at_start(player.page, "pretend", "noSharing", CHANGED_MIND)
    open_sheet(player, site)
    player.button("^Share the result$").tap()
    player.settle()
    expect(player.page.get_by_role("textbox")).to_have_count(0)
    expect(player.page.get_by_text("copied")).to_have_count(0)


@pytest.mark.parametrize("kept", [OVER, TRIO], ids=["alone", "three"])
@on_a_phone
def test_the_picture(player: Player, site: str, tmp_path: Path, kept: str) -> None:
    """A PNG of the right width, and not an empty one; the page's policy has nothing against it."""
    complaints: list[str] = []
    player.page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    open_sheet(player, site, kept)
    with player.page.expect_download() as found:
        player.button("^Picture").tap()
    file = tmp_path / "picture.png"
    found.value.save_as(file)
    content = file.read_bytes()
    width, height = unpack(">II", content[16:24])
    assert content.startswith(PNG)
    assert width == PICTURE_WIDTH
    assert 1000 < height < 2000
    assert len(content) > 300_000  # paper alone takes a tenth of that
    assert found.value.suggested_filename == f"cartographers-{read_save(kept).game.id}.png"
    expect(player.page.get_by_text("Picture: saved as a file.")).to_be_visible()
    assert complaints == []


@on_a_phone
def test_the_record_as_a_file(player: Player, site: str, tmp_path: Path) -> None:
    """It is the line that the engine reads."""
    open_sheet(player, site)
    with player.page.expect_download() as found:
        player.button("^Record file").tap()
    file = tmp_path / "record.txt"
    found.value.save_as(file)
    assert file.read_text("utf-8") == f"{read_save(OVER).game.record}\n"


# ------------------------------------------------------------------- to beat


@pytest.fixture
def friend(browser: Browser) -> BrowserContext:
    """Return another person's browser."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    make_no_snapshot(context)
    return context


@on_a_phone
def test_a_challenge_between_two_devices(player: Player, friend: BrowserContext, site: str) -> None:
    """The link says what to beat; a game in progress there waits; at the end both maps lie side by side."""
    call_at_start(player.page, "pretend", "sharing")
    open_sheet(player, site)
    player.button("^Beat me!").tap()
    expect(player.page.get_by_text("shared.")).to_be_visible()
    [text] = player.page.evaluate("handed")
    stars = read_save(OVER).game.state.total(0)
    assert f"my {stars} stars" in text
    other = Player(friend.new_page())
    other.open(site)
    other.begin("mine")
    other.press(other.confirm)
    other.wait_for_plies(1)
    mine = other.record
    other.open(link_in(text))
    door = other.button("^A map to beat")
    expect(door).to_contain_text(f"To beat: Wilhelmina Featherington's {stars} stars")
    door.tap()
    expect(other.page.get_by_text(f"To beat: Wilhelmina Featherington's {stars} stars.")).to_be_visible()
    other.page.goto(site)  # the link is gone, the rival is not
    other.wait_for_start()
    other.button("^Continue").tap()
    other.play_to_the_end()
    other.press(other.large)
    page = other.page
    expect(page.get_by_role("img", name="Wilhelmina Featherington's map")).to_be_visible()
    expect(page.get_by_role("img", name="Your map", exact=True)).to_be_visible()
    check(page)
    other.button("^Back$").tap()
    other.button("^New game$").tap()
    other.button("^History$").tap()
    page.locator(".kept-entry").filter(has_text="Unfinished").tap()
    other.button("^Continue$").tap()
    expect(other.map).to_be_visible()
    assert other.record == mine
    friend.close()


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("beat=c1-a-1p-x", "the game to beat is not over"),
        ("beat=c1-a-1p-x.fZ9", "ply 1 of the record"),
        (f"beat={read_save(TRIO).game.record}", "only a game alone can be beaten"),
    ],
)
def test_a_bad_challenge_says_what_is_wrong(player: Player, site: str, query: str, why: str) -> None:
    """The page has its other doors, and the game that is kept there."""
    player.keep(kept_game("c1-a-1p-kept", lambda state: len(state.scores) == 1))
    player.open(f"{site}?{query}")
    expect(player.page.get_by_role("alert")).to_contain_text(why)
    expect(player.button("^A map to beat")).to_have_count(0)
    player.button("^Continue").click()
    expect(player.map).to_be_visible()


def test_the_rival_stays_with_the_kept_game(page: Page, player: Player, site: str) -> None:
    """An older page passes over the note, and writes it again; so nothing is lost on the way."""
    game = read_save(OVER).game
    from_link = replace(read_save(kept_game("c1-a-1p-sheet1", lambda state: len(state.scores) == 1)).game, key="r")
    text = write_save(from_link, 0).replace(" end", f" beat:{game.record},Al end")
    player.keep(text)
    player.open(site)
    player.button("^Continue").click()
    player.play_to_the_end()
    kept = look(page, "stored", SAVE)
    assert f" beat:{game.record},Al " in kept
    assert any(name.startswith(FINISHED) for name in page.evaluate("Object.keys(localStorage)"))
