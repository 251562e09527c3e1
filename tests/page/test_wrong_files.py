"""Files that arrive with status 200 but aren't the published files count as missing."""

import re
from contextlib import AbstractContextManager
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from app.saved_names import DRAFT
from app.screens.editor.drawing import write_draft
from cartographers.maps import blank_sheet
from support.page.files import COLD, FILES, PYTHON, hold, message, path_of, plain, started
from support.page.player import Player
from support.page.wrong import WRONG, address, answer, mend
from words.files import catalog

pytestmark = pytest.mark.first_visit

BOOT, SPANISH = path_of("web/boot.*.js"), path_of("web/words-es.*.json")
[LATER, LATER_LOOK, LATER_SCRIPT] = [path_of(f"web/later.*.{kind}") for kind in ("bin", "html", "js")]
QR_SCRIPT = path_of("web/qr.*.js")
LATER_SPANISH = path_of("web/later-words-es.*.json")
[ROOMS, ROOMS_LOOK, ROOMS_SCRIPT] = [path_of(f"web/rooms.*.{kind}") for kind in ("bin", "html", "js")]
#: Every file of the start without an answer and with a wrong one, and Python's archive with each wrong answer.
AT_START = [
    *((name, "no answer") for name in FILES),
    *((BOOT, what) for what in ("no answer", "not found", "an error", "nothing")),
    *dict.fromkeys([*zip([*FILES, BOOT, SPANISH], cycle(WRONG), strict=False), *((PYTHON, what) for what in WRONG)]),
]
#: The files of the later part, each with its wrong answers: its script with every one.
AT_LEISURE = [(LATER, "a portal"), (LATER_LOOK, "half of it"), (LATER_SPANISH, "nothing"), (LATER_SCRIPT, *WRONG)]
#: The files that a game doesn't need.
NOT_NEEDED = [path_of(f"web/{name}.*.js") for name in ("flights", "offline", "share")]
NOT_NEEDED += [f"web/vendor/pyodide/{name}" for name in COLD]
NOT_FETCHED = "This couldn't be loaded"


@pytest.mark.parametrize(
    "corrupt", [AT_START[-2:], pytest.param(AT_START[:-2], marks=pytest.mark.thorough)], ids=["quick", "others"]
)
def test_corrupt_files_at_the_start(page: Page, site: str, corrupt: list[tuple[str, str]]) -> None:
    """The panel names the corrupt file in the visitor's language, and Try again works once the network is right."""
    progress = page.get_by_role("progressbar")
    for name, what in corrupt:
        language = "es" if name == SPANISH else "en"
        answer(page, name, what)
        page.goto(f"{site}?lang={language}")
        words = catalog(language)
        expect(message(page)).to_have_text(words["page.file"].format(file=plain(name)))
        again = page.get_by_role("button", name=words["page.again"])
        expect(again).to_be_visible()
        expect(progress).to_be_hidden()
        mend(page, name)
    held_request = hold(page, site + name)
    again.click()
    expect(progress).to_be_visible()
    expect(again).to_be_hidden()
    held_request().continue_()
    page.unroute(site + name)
    started(page)
    page.locator("[data-do='go set-up']").click()
    expect(page.locator("[data-do='begin set-up']")).to_be_visible()


@pytest.mark.thorough
def test_corrupt_file_is_reported_rather_than_its_effects(page: Page, site: str) -> None:
    """The page reports the corrupt file rather than its effects, even if unpacking fails before the hash is checked."""
    page.add_init_script(
        """const { digest } = SubtleCrypto.prototype;
        SubtleCrypto.prototype.digest = async function (...given) {
          const hash = await digest.apply(this, given);
          await new Promise((resolve) => setTimeout(resolve, 500));
          return hash;
        };"""
    )
    answer(page, PYTHON, '""')
    page.goto(site)
    expect(message(page)).to_have_text(catalog("en")["page.file"].format(file=plain(PYTHON)))


def fails(page: Page) -> AbstractContextManager[object]:
    """Return a context that waits at its end until another part of the page has failed to load."""
    return page.expect_console_message(lambda told: "did not arrive" in told.text)


@pytest.mark.thorough
def test_a_later_part(player: Player, site: str) -> None:
    """If the later part is wrong, the page says that it couldn't be fetched, uses none of it, and can retry."""
    page, words = player.page, catalog("es")
    again = page.get_by_role("button", name=words["fetching.again"])
    for name, first, *others in AT_LEISURE:
        answer(page, name, first)
        with page.expect_request(address(name)):  # a first request after the repair would succeed
            player.open(f"{site}?lang=es")
        page.locator("[data-do='go rules']").click()
        expect(page.get_by_text(words["fetching.failed"]).first).to_be_visible()
        for what in others:
            answer(page, name, what)
            with fails(page):
                again.click()
        expect(page.get_by_text("Sign in to the network")).to_have_count(0)
        mend(page, name)
        again.click()
        expect(page.get_by_role("heading", level=1, name=words["rules"])).to_be_visible()


@pytest.mark.thorough
def test_a_language_chosen_in_a_game(player: Player, site: str) -> None:
    """If a language's file is wrong, the page stays in its language and says so, and the next choice works."""
    page = player.page
    player.start(site)
    player.click("^Menu$", "^Preferences")
    spanish = page.locator("[data-do='prefer language es']")
    for what in WRONG:
        answer(page, SPANISH, what)
        with fails(page):
            spanish.click()
        expect(page.locator(".notice[role=alert]")).to_contain_text("couldn't be loaded")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(player.dialog).to_have_accessible_name("Preferences")
    mend(page, SPANISH)
    spanish.click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(player.dialog).to_have_accessible_name(catalog("es")["preferences"])


@pytest.mark.thorough
def test_the_bots_part(player: Player, site: str) -> None:
    """If the bots' part is wrong, the game says so, and continues when it has arrived."""
    page = player.page
    answer(page, LATER, "a portal")
    with page.expect_request(address(LATER)):
        player.open(site)
    player.click("^New game", "^Add a bot$", "^Start ")
    player.see_edicts()
    player.fit()
    player.confirm.click()
    for what in ("half of it", "an older one"):
        expect(page.get_by_text(NOT_FETCHED).first).to_be_visible()
        answer(page, LATER, what)
        with fails(page):
            player.click("^Try again")
    expect(page.get_by_text(NOT_FETCHED).first).to_be_visible()
    mend(page, LATER)
    player.click("^Try again")
    player.wait_for_plies(2)


def test_the_part_for_rooms(page: Page, site: str) -> None:
    """If the part for rooms is wrong, the page says so on the way into a room, and the next try works."""
    player = Player(page)
    player.open(site)
    ways = [(ROOMS, "half of it", ("^New game", "^Open a room")), (ROOMS_LOOK, "a portal", ("^Try again",))]
    for name, what, way in ways:
        answer(page, name, what)
        with fails(page):
            player.click(*way)
        expect(page.get_by_text(NOT_FETCHED).first).to_be_visible()
        expect(page.get_by_text("Sign in to the network")).to_have_count(0)
        mend(page, name)
    answer(page, ROOMS_SCRIPT, "nothing")
    player.click("^Try again")
    page.locator("[data-do='enter-room']").click()
    expect(page.get_by_text(re.compile("couldn't be loaded")).first).to_be_visible()
    mend(page, ROOMS_SCRIPT)
    page.locator("[data-do='dismiss-notice']").click()
    page.locator("[data-do='enter-room']").click()
    expect(page.get_by_role("heading", name="Players")).to_be_visible()


@pytest.mark.thorough
def test_files_not_needed_by_the_game(player: Player, site: str) -> None:
    """If files that the game doesn't need are wrong, no fault is reported, and the game is played to its end."""
    page = player.page
    for name in NOT_NEEDED:
        answer(page, name, "a portal")
    player.start(site)
    player.play_to_the_end()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert player.state.is_over


@pytest.mark.thorough
def test_the_script_for_qr_codes(player: Player, site: str) -> None:
    """If the script for QR codes is wrong, the editor of maps says so, and the next try works."""
    page = player.page
    player.store({DRAFT: write_draft(blank_sheet("B"))})
    player.open(site)
    player.click("^New game", "^Draw your own map")
    for what in ("nothing", "a portal"):
        answer(page, QR_SCRIPT, what)
        with fails(page):
            player.click("^QR code$")
        expect(page.get_by_text("The QR code couldn't be loaded.").first).to_be_visible()
    mend(page, QR_SCRIPT)
    player.click("^QR code$")
    expect(page.get_by_role("img", name="QR code for playing on this map")).to_be_visible()
