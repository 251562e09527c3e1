"""Browsers that can't run the game, because of age or settings, get an accurate explanation."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.prerendered.facts import OLDEST
from support.page.files import INDEX, hold, message
from support.page.player import PREFIX, SMALL_PHONE, Player, box_of
from support.page.scripts import FOLDER, call_at_start, hurry
from support.page.unkind import unkind
from tasks.installed import NODE_ADVICE
from tasks.serve import served
from tasks.steps import ROOT, SITE, WEB, tool
from words import LANGUAGES
from words.files import said_by_scripts

pytestmark = pytest.mark.first_visit

#: The features that old browsers lack, by name in the sentence: a function of pretend.js and its argument.
OLD = {
    "DecompressionStream": ("removeFeature", "DecompressionStream"),
    "dvh": ("removeCssFeature", "dvh"),
    "cqw": ("removeCssFeature", "cqw"),
    "color-mix()": ("removeCssFeature", "color-mix"),
    ":has()": ("removeCssFeature", ":has"),
    "CSS.supports()": ("removeFeature", "CSS"),
}
#: The scripts that run before Python is fetched.
FIRST = [WEB / f"{name}.js" for name in ("first", "taps", "doors", "able", "address", "second", "files", "boot")]
#: The properties without which a page can't show anything.
NEEDED = {"body", "createElement", "documentElement", "getElementById", "querySelector"}
#: What the first scripts read from the browser, by the objects that have it.
READ = {
    "globalThis": [
        *("AbortController", "ByteLengthQueuingStrategy", "CSS", "MessageChannel", "Node", "Response"),
        *("TransformStream", "URL", "addEventListener", "fetch", "history", "localStorage", "origin"),
        *("requestAnimationFrame", "requestIdleCallback", "scheduler", "sessionStorage", "setTimeout"),
        *re.findall(r'^    "(\w+)",$', (WEB / "able.js").read_text("utf-8"), re.MULTILINE),
    ],
    **{
        thing: sorted({name for path in FIRST for name in re.findall(rf"\b{thing}\??\.(\w+)", path.read_text("utf-8"))})
        for thing in ("navigator", "document")
    },
}
#: The year of the syntax that the oldest supported browsers know.
YEAR = 2022


def inline_scripts() -> list[str]:
    """Return the scripts inside the page."""
    return re.findall(r"<script>(.*?)</script>", INDEX, re.DOTALL)


def refused(scripts: dict[str, str], year: int) -> list[str]:
    """Return the names of the scripts that a browser limited to the given year's syntax can't parse."""
    command = [tool("node", NODE_ADVICE), str(FOLDER / "syntax.mjs"), str(year)]
    given = json.dumps(scripts)
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, encoding="utf-8", check=True)  # noqa: S603 - ours
    return list(json.loads(done.stdout))


@pytest.fixture
def told(new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    """Open a tab, and fail if any script of the page throws an error."""
    page = new_context().new_page()
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    yield page
    assert thrown == []


def sentence(key: str, language: str = "en", lacking: str = "DecompressionStream") -> str:
    """Return the page's sentence for a browser without a feature."""
    return said_by_scripts(language)[key].format(**OLDEST, lacking=lacking)


def expect_told(page: Page, text: str) -> None:
    """Expect the sentence, without a progress bar or a button to try again."""
    expect(page.get_by_role("alert")).to_have_text(text)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize("what", OLD)
def test_old_browser_shows_the_missing_feature(told: Page, site: str, what: str) -> None:
    """An old browser gets a sentence with the missing feature and the versions, no Python, and no answer to taps.

    The sentence doesn't wait for other scripts.
    """
    asked: list[str] = []
    told.on("request", lambda request: asked.append(request.url))
    held_request = hold(told, "**/boot.*.js")
    call_at_start(told, "pretend", *OLD[what])
    told.goto(site, wait_until="commit")
    expect_told(told, sentence("too-old", lacking=what))
    held_request().continue_()
    told.wait_for_load_state()
    told.get_by_role("button", name="New game").click()
    expect(told.locator("[aria-busy]")).to_have_count(0)
    assert [url for url in asked if url.endswith((".wasm", ".bin"))] == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_readable", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_explanation_is_in_the_readers_language(
    new_context: Callable[..., BrowserContext], site: str, language: str, *, is_readable: bool
) -> None:
    """The explanation is in the reader's language, even if the browser can't parse any later script."""
    page = new_context(locale=language).new_page()
    call_at_start(page, "pretend", "removeFeature", "DecompressionStream")
    broken = INDEX.replace(inline_scripts()[0], "?.")
    allowed = re.sub(r"script-src [^;]*", "script-src 'self' 'unsafe-inline'", broken)
    if not is_readable:
        page.route(site, lambda route: route.fulfill(body=allowed, content_type="text/html"))
    page.goto(site)
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(sentence("too-old", language))
    expect(alert).to_have_attribute("lang", language)


@pytest.mark.thorough
@pytest.mark.parametrize(("vendor", "key"), [("Apple Computer, Inc.", "lockdown"), ("Google Inc.", "no-webassembly")])
def test_missing_webassembly_is_reported(told: Page, site: str, vendor: str, key: str) -> None:
    """Without WebAssembly the page says so. On Apple devices it says that a site can be exempted from Lockdown Mode."""
    call_at_start(told, "pretend", "removeFeature", "WebAssembly")
    call_at_start(told, "pretend", "setVendor", vendor)
    told.goto(site)
    expect_told(told, sentence(key))
    assert ("Lockdown Mode" in sentence(key)) == (key == "lockdown")


@pytest.mark.thorough
def test_game_starts_in_an_older_firefox(told: Page, site: str) -> None:
    """The game starts in an older Firefox, without the additional features of newer browsers."""
    for name in ("Iterator", "scheduler", "requestIdleCallback", "NavigationPreloadManager"):
        call_at_start(told, "pretend", "removeFeature", name)
    call_at_start(told, "pretend", "removeNewFeatures")
    player = Player(told)
    player.start(site)
    expect(player.map).to_be_visible()


def test_supported_browsers_can_parse_every_script() -> None:
    """Any browser can parse the first script, and those in the table all others, even Pyodide's and PyScript's."""
    first, printing, able, second = inline_scripts()
    assert "data-unable" in able
    assert refused({"able.js": able}, 5) == []
    assert refused({"first.js": first}, 5) == ["first.js"]
    scripts = {path.name: path.read_text("utf-8") for path in SITE.rglob("*.js")}
    assert len(scripts) > 12
    assert refused(scripts | {"first.js": first, "print": printing, "second.js": second}, YEAR) == []


def test_readme_table_lists_the_required_versions() -> None:
    """The table of browsers in web/README.md lists the versions that the page requires."""
    readme = (ROOT / "web/README.md").read_text("utf-8")
    row = re.search(r"^\| oldest version \|(.*)\|$", readme, re.MULTILINE)
    assert row
    assert [cell.strip() for cell in row[1].split("|")] == [str(version) for version in OLDEST.values()]


@pytest.mark.parametrize("by_policy", [False, True])
def test_each_language_has_a_sentence_without_scripts(
    new_context: Callable[..., BrowserContext], *, by_policy: bool
) -> None:
    """Without scripts, or if a policy forbids them all, the page shows a marked sentence in each of the languages."""
    page = new_context(java_script_enabled=by_policy, viewport=SMALL_PHONE).new_page()
    policy = "script-src 'none'" if by_policy else ""
    with served(SITE, PREFIX, unkind(own={"Content-Security-Policy": policy})) as site:
        page.goto(site)
    hurry(page)
    end = 0.0
    for language in LANGUAGES:
        line = page.locator(f".boot-no-script [lang={language}]")
        expect(line).to_have_text(said_by_scripts(language)["no-script"])
        expect(line).to_be_visible()
        box = box_of(line)
        assert end <= box["y"]
        end = box["y"] + box["height"]
    assert end <= SMALL_PHONE["height"]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("thing", "name"), [(thing, name) for thing, names in READ.items() for name in names if name not in NEEDED]
)
def test_no_first_script_fails_silently(page: Page, site: str, thing: str, name: str) -> None:
    """If something that the first scripts read is missing or throws, the start begins, or the page says why not."""
    page.route(re.compile("/web/(?!boot)"), lambda _: None)  # never answered
    for body in ("", "throw new Error('denied')"):
        page.add_init_script(f"Object.defineProperty({thing}, '{name}', {{ configurable: true, get() {{ {body} }} }})")
        page.goto(site, wait_until="commit")
        expect(message(page)).not_to_have_text(re.compile("^(Loading the game)?$"))
