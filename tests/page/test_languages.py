"""Languages on the page: the choice from the first paint on, and a change in the middle of a game."""

import re
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from app.saved_names import PREFERENCES
from support.page.files import hold
from support.page.player import Player, on_a_phone
from words import LANGUAGES
from words.files import catalog

WORDS = {language: catalog(language) for language in LANGUAGES}
#: The languages that browsers request.
LOCALES = {"en": "en-GB", "es": "es-MX", "it": "it-IT", "ko": "ko-KR"}
OTHERS = [
    pytest.param(one, marks=pytest.mark.browser_context_args(**on_a_phone.kwargs, locale=LOCALES.get(one, one)))
    for one in LANGUAGES[1:]
]
IN_SPANISH = pytest.mark.browser_context_args(locale="es-ES")


def speaks(page: Page, language: str) -> None:
    """Check that the page is marked as, and is in, a language."""
    words = WORDS[language]
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page).to_have_title(words["page.title"])
    expect(page.get_by_role("heading", level=1)).to_have_text(words["app.name"])
    expect(page.get_by_text(words["app.tagline"], exact=True)).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("language", OTHERS)
def test_the_first_paint_is_in_the_browsers_language(player: Player, site: str, language: str) -> None:
    """The first paint is in the browser's language, which stays when Python has loaded, and a game can begin."""
    page, words = player.page, WORDS[language]
    held_request = hold(page, "**/python.*.bin")
    page.goto(site, wait_until="commit")
    expect(page.get_by_text(words["start.new.note"], exact=True)).to_be_visible()
    speaks(page, language)
    held_request().continue_()
    page.locator("#boot").wait_for(state="detached")
    speaks(page, language)
    page.locator("[data-do='go set-up']").tap()
    page.locator(".setup .confirm").tap()
    player.see_edicts()
    expect(page.get_by_role("main")).to_contain_text(words["confirm"])
    page.locator(".thumb .confirm").tap()
    expect(page.locator("[data-do=undo]")).to_be_enabled()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("link", "kept", "language"),
    [("?lang=fr", "", "es"), ("?lang=it", "ko", "it"), ("", "ko", "ko"), ("?lang=fr", "ko", "ko")],
)
@IN_SPANISH
def test_language_precedence(page: Page, site: str, link: str, kept: str, language: str) -> None:
    """The link's language comes first, then the chosen one, then the browser's."""
    Player(page).store({PREFERENCES: f"language:{kept}"})
    page.goto(f"{site}{link}")
    speaks(page, language)
    page.locator("#boot").wait_for(state="detached")
    speaks(page, language)


@pytest.mark.thorough
@on_a_phone
def test_language_chosen_during_a_game(page: Page, player: Player, site: str) -> None:
    """A language chosen during a game is saved, replaces the link's, reaches later parts, and loses nothing."""
    player.open(f"{site}?lang=en")
    player.begin("k3x9q2")
    player.confirm.tap()
    player.wait_for_plies(1)
    record = player.record
    player.tap("^Menu$", "^Preferences$", "^Español$")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(player.dialog.get_by_role("heading")).to_have_text(WORDS["es"]["preferences"])
    assert "lang" not in page.url
    page.keyboard.press("Escape")
    expect(page.get_by_role("main")).to_contain_text(WORDS["es"]["confirm"])
    assert player.record == record
    player.reload()
    speaks(page, "es")
    page.get_by_role("button", name=WORDS["es"]["start.continue"]).tap()
    expect(page.get_by_role("main")).to_contain_text(WORDS["es"]["confirm"])
    player.open(site)
    page.locator("[data-do='go rules']").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS["es"]["rules"])


@on_a_phone
def test_language_that_fails_to_load(page: Page, site: str) -> None:
    """If a language fails to load, the page says so in the old language and continues, and a second try works.

    Words that arrive late for a language no longer chosen change nothing.
    """
    player = Player(page)
    player.open(site)
    page.route("**/words-it.*.json", lambda route: route.abort())
    player.tap("^Preferences$", "^Italiano$")
    expect(page.get_by_text(WORDS["en"]["notice.language"])).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(player.dialog.get_by_role("button", name="English", pressed=True)).to_be_visible()
    page.unroute("**/words-it.*.json")
    held_request = hold(page, "**/words-es.*.json")
    player.tap("^Español$")
    request = held_request()
    player.tap("^Italiano$")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    with page.expect_response("**/words-es.*.json"):
        request.continue_()
    player.settle()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(player.dialog.get_by_role("heading")).to_have_text(WORDS["it"]["preferences"])


@pytest.mark.thorough
@IN_SPANISH
def test_later_part_needs_its_words(page: Page, site: str) -> None:
    """The later part can't be shown without its words, so the page reports a failure, and a second try works.

    Failures are reported in the page's language, even before Python has loaded.
    """
    player, words = Player(page), WORDS["es"]
    page.route("**/python.*.bin", lambda route: route.abort())
    page.goto(site)
    expect(page.locator("#boot")).to_contain_text(words["page.file"].replace("{file}", "python.bin"))
    expect(page.locator("#boot button")).to_have_text(words["page.again"])
    page.unroute("**/python.*.bin")
    page.route("**/later-words-es.*.json", lambda route: route.abort())
    player.open(site)
    player.click(words["about"])
    expect(page.get_by_role("main").get_by_text(words["fetching.failed"])).to_be_visible()
    page.unroute("**/later-words-es.*.json")
    player.click(words["back"], words["about"], to=words["about.title"])
    expect(page.get_by_role("main")).to_contain_text(words["about.what"])


@pytest.mark.thorough
def test_preview_page_is_in_its_language_and_leads_to_the_game(page: Page, site: str) -> None:
    """The page for previews of a shared link is in its language, and leads the visitor to the game in their own."""
    for language in LANGUAGES[1:]:
        text = unescape(page.request.get(f"{site}{language}/").text())
        assert f'<html lang="{language}">' in text
        assert f'<meta property="og:title" content="{WORDS[language]["app.name"]}">' in text
        assert re.search(rf'og:image" content="[^"]*web/preview-{language}\.[0-9a-f]+\.png"', text)
        page.goto(f"{site}{language}/?id=c1-b-1p-x")
        page.wait_for_url(f"{site}?id=c1-b-1p-x")
        speaks(page, "en")


@pytest.mark.thorough
@pytest.mark.browser_context_args(locale="ko-KR")
def test_embed_language(page: Page, site: str) -> None:
    """An embed is in the reader's language before Python has loaded, or in the language that its page requests."""
    page.goto(f"{site}?embed&daily")
    expect(page.get_by_role("button")).to_have_text(WORDS["ko"]["embed.play"])
    expect(page.locator(".daily")).to_have_text(re.compile(r"\d{4}년 \d+월 \d+일"))
    page.goto(f"{site}?embed&lang=it")
    expect(page.get_by_role("button")).to_have_text(WORDS["it"]["embed.play"])
