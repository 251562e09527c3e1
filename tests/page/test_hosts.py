"""Web servers that are less kind than ours: each visitor gets the game, or a sentence with the reason.

web/README.md lists these hosts, and what their visitors see.
"""

import json
import re
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, FrameLocator, Page, expect

from page.test_embedded import FRAMES, GAME, blog, draw, framed, press_play
from support.page.files import COLD, message
from support.page.player import PREFIX, SAVE, Player
from support.page.scripts import devtools, wait_for, wait_until
from support.page.unkind import Unkind, unkind
from tasks.serve import served
from tasks.steps import ROOT, SITE
from words import LANGUAGES
from words.files import catalog, said_by_scripts

pytestmark = [pytest.mark.first_visit, pytest.mark.browser_context_args(reduced_motion="reduce")]
with_workers = pytest.mark.browser_context_args(reduced_motion="reduce", service_workers="allow")
in_spanish = pytest.mark.browser_context_args(locale="es")

#: Whether a page's worker has saved everything.
HAS_WORKER = "(await navigator.serviceWorker.getRegistration())?.active"
#: A hostname in a home network, mapped to this machine. Browsers trust it less than localhost.
AT_HOME = "map-room.lan"
#: The types that even old servers know, of the kinds of files that need one, with the encoding that they claim.
FEW = {
    ".html": "text/html; charset=iso-8859-1",
    ".js": "application/javascript; charset=iso-8859-1",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
#: The smallest policy that README.md allows a server.
[ENOUGH] = re.findall("^    Content-Security-Policy: (.*)$", (ROOT / "web/README.md").read_text("utf-8"), re.MULTILINE)
POLICY = "Content-Security-Policy"
#: The hosts on which the game works.
HOSTS: dict[str, dict[str, Any]] = {
    "few types": {"types": FEW, "own": {"X-Content-Type-Options": "nosniff"}},
    "no permission for other sites": {"own": {"Access-Control-Allow-Origin": ""}},
    "a policy": {"own": {POLICY: ENOUGH}},
    "a policy without workers": {"own": {POLICY: f"{ENOUGH}; worker-src 'none'"}},
    "an added script": {"edits": [("</head>", "<script>1</script></head>")]},
    "a folder without a slash": {"is_slash_optional": True},
    "its page at every address": {"unknown": HTTPStatus.OK},
    "XML at other addresses": {"unknown": HTTPStatus.FORBIDDEN},
    "a login": {"cookie": "visitor=1"},
}
#: Policies that stop the game, each with a directive and the source that it lacks, or without one.
TOO_STRICT = {
    "script-src 'self'": ("script-src", "'unsafe-inline'"),
    "script-src 'self' 'unsafe-inline'": ("script-src", "'wasm-unsafe-eval'"),
    "default-src 'self'; script-src 'self' 'unsafe-inline'": ("style-src", "'unsafe-inline'"),
    "connect-src 'none'": ("connect-src", "'self'"),
    "require-trusted-types-for 'script'": ("require-trusted-types-for", ""),
}
#: Changes of the page that stop its scripts, as programs that speed up or shrink pages make them.
CHANGES = [("<script>", '<script type="text/slow">'), ("<script>", "<script> ")]
#: The hosts on which the game can't start: their options, the frame, the page's sentence, and its values.
REFUSING: dict[str, tuple[dict[str, Any], str, str, dict[str, str]]] = {
    **{
        policy: (
            {"own": {POLICY: policy}},
            "free",
            "policy" if source else "types",
            {"directive": directive, "source": source},
        )
        for policy, (directive, source) in TOO_STRICT.items()
    },
    **{edit[1]: ({"edits": [edit]}, "free", "changed", {}) for edit in CHANGES},
    "no header": (HOSTS["no permission for other sites"], "scripts alone", "apart", {}),
}


@with_workers
@pytest.mark.sample(1)
@pytest.mark.parametrize("host", HOSTS)
def test_game_works_on_each_host(context: BrowserContext, tmp_path: Path, host: str) -> None:
    """The start, a later part, an encoded link, and an embed work, and About says whether the start needs a network."""
    page, options = context.new_page(), HOSTS[host]
    player, told = Player(page), list[str]()
    page.on("console", lambda message: told.append(message.text))
    with served(SITE, PREFIX, unkind(**options)) as site:
        context.add_cookies([{"name": "visitor", "value": "1", "url": site}])
        player.open(site.rstrip("/") if "is_slash_optional" in options else site)
        assert page.url == site
        expect(page).to_have_title(catalog("en")["page.title"])
        if COLD:
            wait_until(page, "cartographers.cold.linked")
        player.click("^About")
        saved = {"an added script": "changed", "a policy without workers": "denied"}.get(host, "ready")
        expect(page.get_by_text(catalog("en")[f"about.offline.{saved}"])).to_be_visible()
        assert [text for text in told if re.search("MIME|fetched", text)] == []
        page.goto(f"{site}%3Fid%3D{GAME}")
        page.wait_for_url(f"{site}?id={GAME}")
        expect(page.locator("[data-do='begin link']")).to_be_visible()
        is_alone = "Access-Control-Allow-Origin" not in options.get("own", {})
        frame = framed(f"{site}?embed&id={GAME}", FRAMES["scripts alone" if is_alone else "free"])
        with blog(tmp_path, frame) as address:
            page.goto(address)
            inside = page.frame_locator("iframe")
            if "cookie" in options:  # which browsers keep from frames on other sites
                expect(inside.get_by_text("Please log in.")).to_be_visible()
            else:
                press_play(inside)
                draw(inside)


@in_spanish
@pytest.mark.sample(3)
@pytest.mark.parametrize("query", ["", f"?id={GAME}", "?embed"])
@pytest.mark.parametrize("host", REFUSING)
def test_page_says_why_it_cannot_start(page: Page, tmp_path: Path, host: str, query: str) -> None:
    """The page, a link, and an embed say in the visitor's language what the server must send."""
    options, frame, key, values = REFUSING[host]
    with (
        served(SITE, PREFIX, unkind(**options)) as site,
        blog(tmp_path, framed(site + query, FRAMES[frame])) as address,
    ):
        page.goto(address)
        inside = page.frame_locator("iframe")
        if query == "?embed" and "wasm" in values.get("source", ""):
            inside.get_by_role("button", name=catalog("es")["embed.play"], exact=True).click()
        expect_refusal(inside, said_by_scripts("es")[key].format(**values, address=site))


def expect_refusal(page: Page | FrameLocator, text: str) -> None:
    """Expect the panel's sentence in sight, without a button that couldn't help."""
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(text)
    expect(alert).to_be_in_viewport()
    expect(page.locator("#boot button")).to_be_hidden()


@in_spanish
@pytest.mark.parametrize("query", ["", "?embed"])
def test_page_opened_from_a_folder(page: Page, query: str) -> None:
    """A page that was opened as a file says at once that it needs a server."""
    page.goto((SITE / "index.html").as_uri() + query)
    expect_refusal(page, said_by_scripts("es")["no-server"])


def test_server_that_removes_the_slash(page: Page) -> None:
    """If the server leads from the folder back to its name without a slash, the page names a file, and stays."""
    opened: list[str] = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    bare = PREFIX.rstrip("/")
    host = unkind(is_slash_optional=True, moved={PREFIX: bare, f"{PREFIX}index.html": bare})
    with served(SITE, PREFIX, host) as site, page.expect_event("requestfailed", lambda last: "index" in last.url):
        page.goto(f"{site}?daily")
        expect(message(page)).to_have_text(said_by_scripts("en")["file"].format(file="boot.js"))
    assert opened == [f"{site.rstrip('/')}?daily"]
    nosniff = unkind(types={".html": "text/html"}, own={"X-Content-Type-Options": "nosniff"})
    with served(SITE, PREFIX, nosniff) as site:  # and if browsers must believe a wrong type
        page.goto(site)
        expect(message(page)).to_have_text(said_by_scripts("en")["file"].format(file="boot.js"))


def test_game_and_room_at_an_http_address(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str
) -> None:
    """At an http address in a home network, a game is saved as usual, and a room says that it needs https."""
    rule = f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"
    args = [*browser_type_launch_args["args"], rule]
    with closing(browser_type.launch(**browser_type_launch_args | {"args": args})) as browser:
        page = browser.new_page(reduced_motion="reduce")
        player = Player(page)
        player.start(site.replace("127.0.0.1", AT_HOME))
        assert not page.evaluate("isSecureContext")
        player.fit()
        player.confirm.click()
        player.wait_for_plies(1)
        player.reload()
        expect(page.get_by_role("alert")).to_have_count(0)
        player.click("^Continue")
        expect(player.map).to_be_visible()
        assert player.plies == 1
        player.leave()
        player.click("^New game", "^Open a room")
        page.locator("[data-do='enter-room']").click()
        alert = page.get_by_role("alert").filter(has_text="https")
        expect(alert).to_contain_text("This page was opened at an http address")
        expect(page.get_by_text("Please check your connection.")).to_have_count(0)
        expect(page.locator(".relays .state").first).to_have_text("needs https")


class TwoSites(Unkind):
    """Serve the site from two folders, like a project page and its beta, behind a login."""

    cookie = "visitor=1"

    def translate_path(self, path: str) -> str:
        """Return the file for a path below either folder."""
        return super().translate_path(path.replace("/beta/", "/", 1))


@with_workers
def test_two_sites_on_one_origin_save_separately(context: BrowserContext) -> None:
    """Two sites on one origin save under their own paths, and each continues its game from any of its addresses.

    Each is an app of its own: its manifest in each language arrives behind a login, and its id is the site's address.
    """
    player = Player(context.new_page())
    with served(SITE, "/", TwoSites) as address:
        context.add_cookies([{"name": "visitor", "value": "1", "url": address}])
        sites = {"/": address, "/beta/": f"{address}beta/"}
        for seed, site in enumerate(sites.values()):
            player.start(site, f"seed{seed}")
            wait_for(player.page, "look", "readStored", SAVE)
            wait_until(player.page, HAS_WORKER)
        for seed, site in enumerate(sites.values()):
            for language in LANGUAGES:
                player.page.goto(f"{site}?lang={language}")
                app = devtools(player.page).send("Page.getAppManifest")
                assert json.loads(app["data"])["lang"] == language
                assert app["manifest"]["id"] == site
            player.open(f"{site}index.html")
            player.click("^Continue")
            expect(player.map).to_be_visible()
            assert f"-seed{seed}" in player.record
        stored = player.page.evaluate("Object.keys(localStorage)")
        assert {name.partition(" ")[0] for name in stored} == sites.keys()
        caches = player.page.evaluate("caches.keys()")
        assert {name.split(" ")[1] for name in caches} == {*sites.values()}
