"""Links in a browser: changed by messaging apps, encoded into nonexistent paths, and pasted into a field."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from app.arrival.link import challenge_query, parameters_in
from app.game.rival import rival_of
from cartographers.packed import pack
from cartographers.record import read_record
from support.messengers import CHANGES
from support.page.files import open_first_screen
from support.page.games import kept_game
from support.page.player import PREFIX, Player, at_a_desk, on_a_phone, record_of
from support.page.unkind import unkind
from tasks.serve import served
from tasks.steps import SITE

GAME = "c1-c-1p-k3x9q2"
RECORD = record_of(kept_game("c1-a-1p-links", lambda _: False))
PACKED = pack(read_record(RECORD))
BEAT = challenge_query(rival_of(RECORD, "Zoë"))
WORD = f"{'w-_' * 7}w.{'0a' * 32}"
QUERIES = (
    "?daily",
    f"?id={GAME}&embed&lang=ko",
    f"?record={PACKED}",
    f"?record={RECORD}",
    f"?{BEAT}",
    f"?lang=it#room={WORD}~abc",
)
FIND = """(given) => {
  const find = (text) => [...text.matchAll(new RegExp(cartographers.facts.asked, "g"))];
  return given.map((text) => find(text).map(([, name, value]) => [name.toLowerCase(), value ?? ""]));
}"""


def door(page: Page) -> Locator:
    """Return the door to a link's game."""
    return page.locator("[data-do='begin link']")


@pytest.mark.thorough
def test_scripts_parse_links_as_python_does(page: Page, site: str) -> None:
    """The scripts and Python parse the same names and values from every link, even if a messaging app changed it."""
    open_first_screen(page, site)
    texts = [change(query) for change in CHANGES.values() for query in QUERIES]
    found = [parameters_in(text) for text in texts]
    assert sum(map(len, found)) > len(texts)
    assert page.evaluate(FIND, texts) == json.loads(json.dumps(found))


@pytest.mark.thorough
@on_a_phone
@pytest.mark.parametrize(
    "query",
    [
        f"?id%3D{GAME}",
        f"?ID={GAME}.",
        f"?lang=en&amp;id={GAME}",
        f"?%69d={GAME}&id%253D{GAME}",
        f"?{BEAT})",
        f"?record={PACKED}%E3%80%82",
    ],
)
def test_the_door_of_a_changed_link(player: Player, site: str, query: str) -> None:
    """The door of a changed link is there before and after Python has loaded, and opens the game."""
    page = player.page
    open_first_screen(page, site + query)
    expect(door(page)).to_be_visible()
    player.wait_for_start()
    expect(door(page)).to_be_visible()
    door(page).tap()
    expect(door(page)).to_have_count(0)
    expect(page.locator("main.game, main.watch, .map").first).to_be_visible()


@pytest.mark.thorough
@on_a_phone
@pytest.mark.parametrize("language", ["en", "ko"])
def test_damaged_link_shows_a_message(player: Player, site: str, language: str) -> None:
    """A damaged link gets an understandable sentence, and the start screen is otherwise as usual."""
    page = player.page
    player.open(f"{site}?Lang%3D{language}&record={PACKED[:-2]}")
    expect(page.get_by_role("alert")).to_contain_text(
        "This link to a replay is damaged" if language == "en" else "다시 보기 링크인데"
    )
    expect(door(page)).to_have_count(0)
    expect(page.locator("[data-do='go set-up']")).to_be_visible()


@pytest.mark.thorough
@on_a_phone
def test_changed_room_link_leads_to_the_rooms_door(player: Player, site: str) -> None:
    """A changed link to a room leads to the room's door, even if the page is already open."""
    for fragment in (f"#room%3D{WORD}", f"#Room={WORD}.", f"?fbclid=x#room={WORD}%0A", f"#room%253D{WORD}"):
        player.page.goto("about:blank")
        player.page.goto(site + fragment)
        expect(player.button("^Join the room"), fragment).to_be_visible()
    player.open(site)
    for fragment in (f"#room%3D{WORD}", f"#Room={WORD}.", f"#room%253D{WORD}"):
        player.page.goto(site + fragment)
        expect(player.button("^Join the room"), fragment).to_be_visible()
        player.click("^Back$")
        expect(player.button("^New game")).to_be_visible()


# ------------------------------------------------------------------- nonexistent addresses


@pytest.mark.parametrize("prefix", [PREFIX, "/"])
@pytest.mark.parametrize("status", [HTTPStatus.NOT_FOUND, HTTPStatus.OK])
def test_encoded_path_leads_to_the_start(page: Page, prefix: str, status: HTTPStatus) -> None:
    """An encoded path leads to the start with its query, in any folder, even if the server shows its front page."""
    page.route("**/boot.*.js", lambda route: route.abort())  # the start screen isn't needed
    with served(SITE, prefix, unkind(unknown=status)) as address:
        for path, leads in (
            (f"%23room={WORD}", f"#room={WORD}"),
            (f"%2523room%253D{WORD}", f"#room={WORD}"),
            (f"es/%3Fid%3D{GAME}", f"?id={GAME}"),
            ("index.html%3Fdaily", "?daily"),
            (f"index.html%3Fid={GAME}&lang=es", f"?id={GAME}&lang=es"),
            (f"a/b/c/%3Frecord={PACKED}?fbclid=1#x", f"?record={PACKED}?fbclid=1#x"),
            (f"id={GAME}", f"?id={GAME}"),
            (f"%E3%80/%3Fid={GAME}", f"?id={GAME}"),
        ):
            page.goto(f"{address}{path}")
            page.wait_for_url(re.compile(f"^{re.escape(address)}(index.html)?{re.escape(leads)}$"))


@pytest.mark.parametrize(("language", "text"), [("it-CH", "Schermata iniziale"), ("de", "Start screen")])
def test_any_other_address_links_to_the_start(page: Page, site: str, language: str, text: str) -> None:
    """Any other address gets a page in the visitor's language or in English, with a link to the start."""
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ value: ['xx', '{language}'] }})")
    for path in ("nothing", "a/b/c/", "%", "web/nothing.html", ")"):
        page.goto(site + path)
        link = page.get_by_role("link")
        expect(link).to_have_text(text)
        expect(link).to_have_attribute("href", site)
    link.click()
    page.wait_for_url(site)
    assert all("404" in message for message in wrong)
    page.goto(f"{site}%5C%5Cevil.example/%3Fdaily")
    page.wait_for_url(f"{site}?daily")


def test_not_found_page_without_scripts_is_in_all_languages(
    new_context: Callable[..., BrowserContext], site: str
) -> None:
    """Without scripts, the page of a nonexistent address is in all languages, with a link to the start."""
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{site}nothing")
    expect(page.get_by_role("link")).to_have_count(4)
    expect(page.get_by_role("main")).to_have_count(4)


# ------------------------------------------------------------------- pasting


@at_a_desk
def test_pasting_a_link_by_keyboard(player: Player, site: str) -> None:
    """By keyboard, a player opens the field, pastes a message, presses Enter, and gets the link's door."""
    page = player.page
    player.open(site)
    page.get_by_role("button", name="Open a link").press("Enter")
    field = page.get_by_role("textbox", name="Link or message")
    expect(field).to_be_visible()
    field.focus()
    page.keyboard.insert_text("nothing of ours")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("There's no game link in this text")
    expect(field).to_have_value("nothing of ours")
    field.fill(f"Zoë wrote:\nPlay this! {site}?{quote(f'id={GAME}')}.\nSee you")
    page.keyboard.press("Enter")
    expect(door(page)).to_contain_text("The game from this link")


@pytest.mark.thorough
@on_a_phone
def test_record_file_leads_to_the_replay(player: Player, site: str, tmp_path: Path) -> None:
    """A record file leads directly to the replay."""
    page = player.page
    player.open(site)
    page.get_by_role("button", name="Open a link").tap()
    file = tmp_path / "game.txt"
    file.write_text(f"{RECORD}\n", "utf-8")
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
