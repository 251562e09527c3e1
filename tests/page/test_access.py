"""Accessibility: axe's rules on every screen, and a whole game by announcements alone."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from cartographers.cards import HeroCard
from support.page.axe import check
from support.page.files import wait_for_later_part
from support.page.games import go_on, kept_game, on_another
from support.page.player import PHONE, SEASONS, SMALL_PHONE, Player, at_a_desk
from support.page.scripts import call_on

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)

#: Panels behind the menu, each with the buttons that lead there.
MENU = [(item, "^Menu$", f"^{item}$") for item in ("Preferences", "Controls")]
#: An announcement about the ghost: its spaces, and whether it fits with its gains, or why not.
TOLD = re.compile(r"([A-K]\d+(?:, [A-K]\d+)*): (.+)\.")


def kind(player: Player) -> str:
    """Return the kind of a game's screen."""
    if player.next != "Confirm":
        kinds = {"I'm": "curtain", "Again": "end", "Same": "end"}
        return kinds.get(player.next) or player.page.get_by_role("heading", level=2).first.inner_text()
    task = player.state.task
    assert task is not None
    if task.is_pick or isinstance(task.card, HeroCard):
        return "pick" if task.is_pick else "hero"
    if task.must_cover is not None:
        return "ruins"
    return task.forced.value if task.sheet == task.player else "another's map"


def check_screens(player: Player, until: str = "end") -> set[str]:
    """Continue the game, check each kind of screen the first time it appears, and return the kinds."""
    seen = set[str]()
    while until not in seen:
        now = kind(player)
        if now not in seen:
            seen.add(now)
            check(player.page)
        if player.next == "Confirm" and not player.fits:
            player.click("^Next fit")
            if not player.fits:  # this shape fits nowhere, but another one does
                player.type("s")
        if now != until:
            player.large.click()
            player.settle()
    return seen


@pytest.mark.thorough
def test_the_loading_panel(page: Page, site: str) -> None:
    """Axe reports no violations in the loading panel, before or after a failure."""
    page.route("**/python.*.bin", lambda _: None)  # never answered
    page.goto(site, wait_until="domcontentloaded")
    expect(page.get_by_role("region", name="Loading")).to_contain_text("Loading the game")
    check(page)
    page.route("**/python.*.bin", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    check(page)


def test_start_and_setup_screens(player: Player, site: str) -> None:
    """Axe reports no violations on the start screen with an unreadable save, or on a setup screen with all settings."""
    player.keep("v2 c1-a-1p-k3x9q2.fA1A2A3A4A5A6 end")
    player.open(site)
    wait_for_later_part(player)
    check(player.page, drawings=True)
    player.click("^First game")
    check(player.page)
    player.click("^Keep the saved game$", "^New game", "^Add a player$")
    player.line(0).fill("Ada")
    player.click("^More ")
    player.choose("Cards", "Heroes")
    player.choose("Cards", "Mixed")
    player.choose("Edicts", "Chosen")
    check(player.page)
    player.click("^A ")
    check(player.page)
    player.type("Escape")
    player.seed.fill("no seed!")
    player.click("^More ")
    expect(player.seed).to_have_count(0)
    player.click("^Start ")
    expect(player.part("Seed").get_by_role("alert")).to_be_in_viewport()
    expect(player.seed).to_have_attribute("aria-invalid", "true")
    check(player.page)


@pytest.mark.thorough
@at_a_desk
def test_solo_game(player: Player, site: str) -> None:
    """Axe reports no violations behind any door, in any dialog, or in the winter of an eventful solo game."""
    player.keep(kept_game("c1-b-1p-access17", lambda state: state.season == 3))
    player.open(site)
    check(player.page)
    player.click("^Continue")
    player.large.click()  # fall's count
    for key in ("w", "1"):
        player.type(key)
        check(player.page)
    player.type("Escape")
    player.page.set_viewport_size(SMALL_PHONE)  # where edicts have short names
    check(player.page)
    player.page.set_viewport_size(PHONE)
    for name, *doors in (("Cartographers", "^Menu$"), ("Time", "^Time [0-9]"), *MENU):
        player.click(*doors)
        expect(player.dialog).to_have_accessible_name(name)
        check(player.page)
        player.type("Escape")
    player.type("ArrowDown")
    assert not player.fits  # check_screens begins with a screen where the shape doesn't fit
    seen = check_screens(player)
    assert {"none", "no-fit", "ruins", "Kobold Onslaught", "Winter is over", "end"} <= seen
    check_replay(player)
    player.leave()
    expect(player.button("^Your last game")).to_be_visible()
    check(player.page)


@pytest.mark.thorough
def test_heroes_game(player: Player, site: str) -> None:
    """Axe reports no violations in a game of Heroes with spreading zombies, a hero's attack, and a beast's pick."""
    go_on(player, site, kept_game("c1-c-hhhyh-1p-access458", lambda state: state.season == 2))
    seen = check_screens(player, until="pick")
    assert seen == {"Summer is over", "Zombie Plague", "hero", "Gorgon Gaze", "pick"}


@pytest.mark.thorough
def test_two_player_game(player: Player, site: str) -> None:
    """Axe reports no violations in a game for two: curtains, both maps, a count, and the standings."""
    go_on(player, site, kept_game("c1-c-hhhyh-2p-access14", lambda state: state.season == 3 and on_another(state)))
    check(player.page)
    player.large.click()
    player.type("m")
    check(player.page)
    player.dialog.get_by_role("button").last.click()
    check(player.page)
    player.type("Escape")
    seen = check_screens(player)
    assert {"curtain", "another's map", "pick", "Winter is over", "end"} <= seen
    check_replay(player)


def check_replay(player: Player) -> None:
    """Check a replay at its start, at a ply, with a highlight, with help, and at its end."""
    player.page.locator(".best-moment, [data-do=watch]").click()
    for keys in (("Home",), ("ArrowRight",), ("PageDown", "1"), ("Escape", "?"), ("Escape", "End")):
        player.type(*keys)
        check(player.page)
    player.click("^Leave the replay$")
    expect(player.button("^(Again|Same people again)")).to_be_visible()


@pytest.mark.thorough
def test_checks_detect_violations(player: Player, site: str) -> None:
    """The checks detect pale text on a gradient in a single theme, and a button without a name."""
    player.open(site)
    player.page.evaluate("document.styleSheets[0].insertRule('[data-theme=night] .confirm { color: #5d3f10; }', 0)")
    with pytest.raises(AssertionError, match="color-contrast in night at "):
        check(player.page)
    call_on(player.button("^Preferences$"), "pretend", "emptyElement")
    with pytest.raises(AssertionError, match="button-name in parchment at "):
        check(player.page)


def test_game_with_only_a_screen_reader(player: Player, site: str) -> None:
    """A game can be played with only a screen reader, by role, name, and announcements."""
    player.open(site)
    for name in ("^New game", "^More "):
        activate(player.button(name))
    player.seed.fill("ear1")
    activate(player.button("^Start "))
    heard, ways = list[str](), Counter[str]()
    while player.next != "Again":
        heard.append(player.news.inner_text())
        if player.next == "Confirm":
            ways[place(player, len(heard))] += 1
            terrain, (spaces, _) = player.choices("Terrain", pressed=True).get_attribute("aria-label"), told(player)
            activate(player.confirm)
            for space in spaces:
                expect(player.space(space)).to_have_accessible_name(re.compile(f"^{space}, {terrain}", re.IGNORECASE))
        else:
            activate(player.large)
    assert ways.keys() == {"space", "key", "where"}
    assert sum("Ambush!" in news for news in heard) >= 1
    assert [news.split()[0] for news in heard if "is over" in news] == list(SEASONS)
    title = player.page.get_by_role("heading", level=2).inner_text()
    expect(player.news).to_have_text(re.compile(rf"^\d+ stars?, rating \S+: {title}\.$"))
    player.check_end()


def activate(found: Locator) -> None:
    """Press an element as a screen reader does, with a click without a pointer."""
    found.dispatch_event("click")


def told(player: Player) -> tuple[list[str], str]:
    """Return the ghost's spaces, which name the ghost, and the announcement whether it fits."""
    player.settle()
    said = TOLD.fullmatch(player.verdict.inner_text())
    assert said is not None
    spaces, verdict = said[1].split(", "), said[2]
    assert [f"{chr(ord('A') + row)}{column + 1}" for row, column in player.ghost] == spaces
    return spaces, verdict


def place(player: Player, number: int) -> str:
    """Put the shape on an empty space, a nearby one, or one that the page finds, and return that space."""
    empty = sorted(player.unfilled)
    activate(player.space(empty[7 * number % len(empty)]))
    if told(player)[1].startswith("fits"):
        return "space"
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        player.map.press(key)
        if told(player)[1].startswith("fits"):
            return "key"
    activate(player.button("^Next fit"))
    if not told(player)[1].startswith("fits"):  # this shape fits nowhere, but the other shape does
        activate(player.choices("Shape", pressed=False))
    return "where"
