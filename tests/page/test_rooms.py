"""Rooms in the browser: friends on their own phones play one game over simulated relays, real ones, and by hand."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TypeAlias

import pytest
from playwright.sync_api import ViewportSize, expect

from app.saved_names import FINISHED
from app.saved_names import ROOM_PLACE as ROOM
from cartographers.game_id import read_game_id
from support.page.axe import check
from support.page.contexts import forget, next_tab
from support.page.friends import Friend, begin, play
from support.page.player import DESK, LYING_PHONE, PHONE, SAVE, SMALL_PHONE, box_of, record_of
from support.page.relays import RELAYS, PlayedRelay, local_relay, site_with
from support.page.scripts import call, call_at_start, devtools, make_no_snapshot, wait_until

#: The friends' screens: phones of two sizes, a desktop, and a phone on its side.
SCREENS = (PHONE, SMALL_PHONE, DESK, LYING_PHONE)

Come: TypeAlias = Callable[..., "Friend"]


@pytest.fixture
def relays() -> list[PlayedRelay]:
    """Return all relays of the page."""
    return [PlayedRelay(url) for url in RELAYS]


@pytest.fixture
def come(request: pytest.FixtureRequest, site: str, relays: list[PlayedRelay], *, watched: bool) -> Iterator[Come]:
    """Return a function that adds a friend with a device. The friend's page must report no fault.

    The first friends of all tests share a browser context, and so do the second ones, and so on, except those with
    their own clock.
    """
    friends: list[Friend] = []
    open_alone, browser, usual, shared = map(
        request.getfixturevalue, ("new_context", "browser", "browser_context_args", "shared")
    )

    def one(address: str = site, *, played: bool = True, clock: bool = False) -> Friend:
        size = SCREENS[len(friends)]
        options = {"viewport": size, "has_touch": size is not DESK, "reduced_motion": "reduce"}
        is_alone = clock or watched
        context = open_alone(**options) if is_alone else shared(browser, **usual | options)
        if is_alone:
            make_no_snapshot(context)
        else:
            context.clear_permissions()
            forget(context)
        for relay in relays if played else ():
            relay.play(context)
        page = context.new_page() if is_alone else next_tab(context)
        if clock:
            page.clock.install()
        friends.append(Friend(page, address))
        return friends[-1]

    yield one
    for friend in friends:
        for page in friend.page.context.pages[1:]:
            page.close()
    assert [friend.faults for friend in friends] == [[] for _ in friends]


def met(come: Come, *names: str, clock: bool = False) -> list[Friend]:
    """Make friends meet in a room. With ``clock``, the first one's clock can be advanced."""
    friends = [come(clock=clock and not number) for number, _ in enumerate(names)]
    link = friends[0].open_room(names[0])
    for friend, name in zip(friends[1:], names[1:], strict=True):
        friend.join(link, name)
    return friends


def begun(come: Come, *names: str, clock: bool = False) -> list[Friend]:
    """Make friends meet in a room and begin."""
    friends = met(come, *names, clock=clock)
    begin(friends, names)
    return friends


def allow_clipboard(friend: Friend) -> None:
    """Let a friend's page read and write the clipboard."""
    friend.page.context.grant_permissions(["clipboard-read", "clipboard-write"])


def wait_for_depth(friend: Friend, depth: int) -> None:
    """Wait until the browser's history has a depth."""
    wait_until(friend.page, f"history.state === {depth}")
    friend.settle()


@pytest.mark.thorough
def test_two_friends_play_a_whole_game_and_begin_another(come: Come) -> None:
    """Two friends on phones play a whole game with reloads in every phase, end with the same game, and begin another.

    The host begins it with one tap, the guest joins with one, and both games are in both histories.
    """
    ada, ben = come(), come()
    link = ada.open_room("Ada <b>")
    ada.reload()
    expect(ada.page.locator("output.link").first).to_have_text(link)
    ben.join(link, "Ben")
    ben.reload()
    begin([ada, ben], ("Ada <b>", "Ben"))
    phases = set[tuple[str, bool]]()

    def now_and_then() -> None:
        for friend in (ada, ben):
            phase = friend.page.locator(".tray").first.get_attribute("class") or ""
            if (phase, friend is ada) not in phases:
                phases.add((phase, friend is ada))
                friend.reload()
                friend.wait_for_game()

    play([ada, ben], lambda: ada.is_over and ben.is_over, now_and_then)
    assert {phase for phase, _ in phases} >= {"tray choice-panel", "tray together", "tray scene reckoning many"}
    for friend in (ada, ben):
        ranking = friend.page.locator(".tray.scene.end.many.ranked")
        expect(ranking).to_be_visible()
        friend.reload()
        expect(ranking).to_be_visible()
        assert not friend.has("main b b")
    first = ada.kept_record
    assert first == ben.kept_record != ""
    assert [finished(ada), finished(ben)] == [[first], [first]]
    ada.do("go sheet")
    ben.do("watch")
    expect(ben.page.locator(".game")).to_be_visible()
    for friend in (ada, ben):
        friend.page.keyboard.press("Escape")
    expect(ben.page.locator(".tray")).to_contain_text("Ada <b> can start another game here.")
    ada.do("another-game")
    ada.wait_for_game()
    expect(ben.page.locator(".tray")).to_contain_text("Ada <b> has started another game.")
    for friend in (ben, ada):
        friend.reload()
        friend.wait_for_game()
    play([ada, ben], lambda: len(ada.kept_record) > 60)
    play([ada, ben], lambda: ada.kept_record == ben.kept_record)
    for friend in (ada, ben):
        assert finished(friend) == [first]
        assert friend.kept_record.partition(".")[0] != first.partition(".")[0]


def finished(friend: Friend) -> list[str]:
    """Return the records of a device's finished games."""
    kept = call(friend.page, "rooms", "readAllStored")
    return [record_of(text) for name, text in kept.items() if name.startswith(FINISHED)]


@pytest.mark.thorough
def test_friends_play_on_a_custom_map(come: Come) -> None:
    """The host draws a map in the setup of a room; the friends see it in the lobby, and all play on it."""
    ada, ben = met(come, "Ada", "Ben")
    ada.do("go set-up")
    ada.do("go editor")
    expect(ada.page.get_by_role("heading", name="Draw a map")).to_be_visible()
    for tool, spaces in (("mountain", ("B3", "J9")), ("ruins", ("C5", "H2"))):
        ada.do(f"use-tool {tool}")
        for space in spaces:
            ada.page.locator(f"#space-{space}").click()
    ada.page.get_by_role("button", name="Play on this map").click()
    ada.do("go room")
    for friend in (ada, ben):
        drawn = friend.page.locator(".custom-map svg")
        expect(drawn).to_be_visible()
        box = box_of(drawn)
        assert abs(box["width"] - box["height"]) < 1  # a map is square, so there are no bands around it
    begin([ada, ben], ("Ada", "Ben"))
    play([ada, ben], lambda: len(ada.kept_record.split(".")) > 4 and len(ben.kept_record.split(".")) > 4)
    for friend in (ada, ben):
        assert read_game_id(friend.kept_record.partition(".")[0]).side == "X1YDZK8VPW"


@pytest.mark.thorough
def test_qr_code_is_scrolled_into_view(come: Come) -> None:
    """In windows of every size, the whole QR code is visible between the header and the buttons once it is opened."""
    ada = come()
    ada.open_room("Ada")
    code = ada.page.locator(".code")
    for size in (ViewportSize(width=320, height=568), SMALL_PHONE, ViewportSize(width=844, height=390), DESK):
        ada.page.set_viewport_size(size)
        ada.page.evaluate("document.querySelectorAll('main, main > .form').forEach((box) => box.scrollTo(0, 0))")
        ada.do("show-room-code invite")
        expect(code).to_be_in_viewport(ratio=1)
        box, header, foot = (box_of(ada.page.locator(part)) for part in (".code", "main > header", "main > .thumb"))
        assert box["y"] >= header["y"] + header["height"]
        assert box["y"] + box["height"] <= foot["y"]
        ada.do("hide-room-code")
        expect(code).to_have_count(0)


@pytest.mark.thorough
def test_back_leads_to_the_start_screen(come: Come) -> None:
    """Back leads from the lobby and the game to the start screen; the room and its address remain."""
    ada, ben = met(come, "Ada", "Ben")
    link = ada.link

    def back(friend: Friend, depth: int) -> None:
        friend.page.go_back()
        wait_for_depth(friend, depth)
        assert friend.page.url == link

    chairs = ada.page.locator(".chairs")
    expect(chairs).to_contain_text("Ben")
    ada.do("go set-up")
    wait_for_depth(ada, 2)
    back(ada, 1)
    expect(chairs).to_contain_text("Ben")
    back(ben, 0)
    expect(chairs).to_contain_text("Ben")
    ben.do("go room")
    wait_for_depth(ben, 1)
    begin([ada, ben], ("Ada", "Ben"))
    for friend in (ada, ben):
        wait_for_depth(friend, 2)
        back(friend, 1)
        expect(friend.page.locator(".about-menu")).to_be_visible()
        back(friend, 0)
        friend.do("continue")
        friend.wait_for_game()
    ben.return_to_room()
    wait_for_depth(ben, 3)
    ben.reload()
    ben.wait_for_game()  # the address names the room, so it is entered at once
    assert ben.page.url == link
    wait_for_depth(ben, 2)
    back(ben, 1)
    ben.do("go room")
    back(ben, 2)
    expect(ben.page.locator(".game")).to_be_visible()
    ben.return_to_room()
    ben.do("leave-room")
    wait_for_depth(ben, 0)
    assert "#" not in ben.page.url


@pytest.mark.thorough
def test_room_link_in_the_same_tab_delivers_its_news(come: Come) -> None:
    """A room's link opened in the same tab adds a history entry, delivers its news, and Back still leaves the page."""
    ada = come()
    ada.page.goto(f"{ada.address}web/licenses.txt")
    link = ada.open_room("Ada")
    wait_for_depth(ada, 1)
    ada.page.evaluate("address => { location.href = address; }", f"{link}-4.nonsense")
    expect(ada.page.locator(".part", has_text="This link isn't for this room")).to_be_attached()
    ada.page.go_back()  # does nothing: the page can't know that the browser has added an entry
    ada.settle()
    expect(ada.page.get_by_role("heading", name="Room", exact=True)).to_be_visible()
    ada.page.go_back()
    wait_for_depth(ada, 0)
    expect(ada.button("^New game")).to_be_visible()
    ada.page.go_back()
    expect(ada.page).to_have_url(re.compile("licenses.txt$"))


@pytest.mark.thorough
def test_four_devices_with_twelve_seats(come: Come) -> None:
    """Four devices with friends and bots in twelve seats see the same maps."""
    names = ("Ada", "Ben", "Cleo", "Dan")
    friends = met(come, *names)
    for friend in friends:
        for _ in range(2):
            friend.do("open seat")
            friend.do("sit bot.apprentice")
    expect(friends[0].page.locator(".chairs li")).to_have_count(12)
    begin(friends, names)
    play(friends, lambda: all(len(friend.kept_record) > 150 for friend in friends))
    expect(friends[3].page.locator(".game")).to_be_visible()


def cut_off(relays: list[PlayedRelay], *friends: Friend) -> None:
    """End all connections, and make the friends draw."""
    for relay in relays:
        relay.is_up = False
        relay.drop()
    play([*friends], lambda: all(friend.waits for friend in friends))


def test_game_continues_by_links_or_when_relays_return(come: Come, relays: list[PlayedRelay]) -> None:
    """A game continues without relays by links, one opened and the other typed, because the clipboard is denied.

    Later both friends draw without a relay, and the game continues when relays work again.
    """
    friends = ada, ben = begun(come, "Ada", "Ben")
    cut_off(relays, *friends)
    for friend in friends:
        expect(friend.page.locator(".tray")).to_contain_text("No relay is working")
    ada.read_notices()
    ada.page.get_by_role("button", name="Continue with links").click()
    ben.page.goto(handed_on(ada))
    ben.wait_for_game()
    expect(ben.page.locator("[data-do='confirm']")).to_be_visible()
    ben.return_to_room()
    type_in(ada, handed_on(ben))
    expect(ada.page.get_by_text("Done. You now have the latest from Ben.")).to_be_visible()
    for friend in friends:
        friend.do("back")
        expect(friend.page.locator("[data-do='confirm']")).to_be_visible()
    cut_off(relays, *friends)
    for relay in relays:
        relay.is_up = True
    for friend in friends:
        friend.page.evaluate("dispatchEvent(new Event('online'))")
    for friend in friends:
        expect(friend.page.locator("[data-do='confirm']")).to_be_visible()
    assert ada.kept_record == ben.kept_record != ""


def handed_on(friend: Friend) -> str:
    """Return the link with a friend's news, which the friend copies after a look at its QR code."""
    allow_clipboard(friend)
    friend.do("show-room-code news")
    expect(friend.page.locator(".code")).to_be_visible()
    friend.do("share news copy")
    expect(friend.page.get_by_text("Copied.", exact=True)).to_be_visible()
    expect(friend.page.locator(".link-step.due-step summary")).to_have_text("2 Open your friends' links")
    link = str(friend.page.evaluate("navigator.clipboard.readText()"))
    assert re.search(r"#room=[\w-]{22}\.[0-9a-f]{64}-4\.[0-9A-Za-z]+$", link)
    return link


@pytest.mark.sample(1)
@pytest.mark.parametrize("menu", [False, True], ids=["no share menu", "share menu"])
def test_the_link_is_copied(come: Come, *, menu: bool) -> None:
    """The link is copied even if there is a share menu. If the clipboard is denied, the whole link is selected."""
    ada = come(clock=menu)
    allow_clipboard(ada)
    call_at_start(ada.page, "sharing", "keepShareMenuOpen" if menu else "removeSharing")
    link = ada.open_room("Ada")
    assert ada.has("[data-do='share invite']") == menu
    if menu:
        ada.do("share invite")
        wait_until(ada.page, "globalThis.closeShareMenu")
        ada.page.clock.fast_forward(15_000)
        expect(ada.page.get_by_text("The share menu isn't responding. Copy the link above.")).to_be_visible()
    ada.do("share invite copy")
    expect(ada.page.get_by_text("Copied.", exact=True)).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()") == link
    if not menu:
        call(ada.page, "pretend", "denyClipboard", False)  # noqa: FBT003 - the old way, for the page's script
        ada.do("share invite copy")
        expect(ada.page.get_by_text("Copy the link above.", exact=True)).to_be_visible()
        expect(ada.page.locator("output.link").first).to_be_focused()
        assert ada.page.evaluate("getSelection().toString()") == link


def paste(friend: Friend) -> None:
    """Paste a link on the room's screen with one tap, in the step that reads links, which may have to be opened."""
    if not friend.page.locator("[data-do='paste']").is_visible():
        friend.page.get_by_text("Open your friends' links").click()
    friend.do("paste")


def hand_in(friend: Friend, link: str) -> None:
    """Make a friend copy a link and paste it."""
    allow_clipboard(friend)
    friend.page.evaluate("(link) => navigator.clipboard.writeText(link)", link)
    paste(friend)


def type_in(friend: Friend, link: str) -> None:
    """Make a friend whose browser doesn't let the page read the clipboard put a link into the field."""
    friend.page.context.clear_permissions()
    friend.page.evaluate("() => { navigator.clipboard.readText = () => Promise.reject(new Error('denied')); }")
    paste(friend)
    expect(friend.page.get_by_text("Your browser doesn't let the page read the clipboard.")).to_be_visible()
    friend.page.get_by_role("textbox", name="Link from a friend").fill(link)
    friend.do("hand-in-message")


@pytest.mark.thorough
def test_friends_meet_by_links_if_relays_swallow_events(come: Come, relays: list[PlayedRelay]) -> None:
    """If all four relays swallow events, the page says so, and friends meet by links."""
    for relay in relays:
        relay.verdict = lambda _: None
    ada, ben = come(clock=True), come(clock=True)
    link = ada.open_room("Ada")
    states = ada.page.locator(".relays .state")
    expect(states).to_have_text(["testing…"] * len(relays))
    ada.page.clock.run_for(16_000)
    expect(states).to_have_text(["not working"] * len(relays))
    ada.wait_for_alert("No relay is working")
    check(ada.page)
    ben.open(handed_on(ada))
    check(ada.page)  # the second step is due now
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.do("enter-room")
    ben.do("be-ready on")
    ben.page.clock.run_for(16_000)
    hand_in(ada, handed_on(ben))
    expect(ada.page.locator(".chairs")).to_contain_text("Ben")
    ada.page.clock.run_for(120_000)  # the devices' presence has expired
    ada.do("begin-together")
    ada.wait_for_game()
    ada.see_edicts()
    play([ada], lambda: ada.waits)
    ada.page.get_by_role("button", name="Continue with links").click()
    hand_in(ben, handed_on(ada))
    ben.wait_for_game()
    ben.see_edicts()
    expect(ben.page.locator("[data-do='confirm']")).to_be_visible()
    assert link.partition("#")[2] in ben.page.url


def test_only_one_tab_plays_in_a_room(come: Come) -> None:
    """Of two tabs in a lobby, only the visible one begins the game; the other one gets it once it is shown.

    The first tab then says so, and can take the game back.
    """
    ada, ben = met(come, "Ada", "Ben")
    tab = Friend(ben.page.context.new_page(), ben.address)
    tab.open(ada.link)
    expect(tab.page.locator(".chairs")).to_contain_text("Ben")
    call(tab.page, "pretend", "setHidden", True)  # noqa: FBT003 - handed on to JavaScript
    begin([ada, ben], ("Ada", "Ben"))
    expect(tab.page).to_have_title(re.compile("^● Your move"))
    play([ada, ben], lambda: len(ben.kept_record) > 40)
    expect(ben.page).to_have_title(re.compile("^Spring "))
    assert not ben.has("[role=alertdialog]")
    assert not tab.has(".game")
    call(tab.page, "pretend", "setHidden", False)  # noqa: FBT003
    tab.wait_for_game()
    expect(tab.page).to_have_title(re.compile("^Spring "))
    expect(ben.page.get_by_role("alertdialog")).to_be_visible()
    play([ada, tab], lambda: len(tab.kept_record) > 60)
    ben.do("play-here")
    ben.wait_for_game()
    expect(tab.page.get_by_role("alertdialog")).to_be_visible()
    play([ada, ben], lambda: len(ada.kept_record) > 80)


def test_link_with_another_opener_leads_to_another_room(come: Come) -> None:
    """A link with another opener leads to another room, and changes no saved data of this one."""
    ada = come()
    link = ada.open_room("Ada")
    [before] = kept_rooms(ada).items()
    ada.join(f"{link[:-64]}{'0' * 64}", "Ada")
    expect(ada.page.locator(".thumb")).to_contain_text("We haven't heard from the host yet")
    after = kept_rooms(ada)
    assert len(after) == 2
    assert before in after.items()
    ada.open(link)
    ada.do("begin-together")
    ada.wait_for_game()


def kept_rooms(friend: Friend) -> dict[str, str]:
    """Return a device's saved texts of rooms, by their words."""
    kept = call(friend.page, "rooms", "readAllStored")
    return {name.removeprefix(ROOM): text for name, text in kept.items() if name.startswith(ROOM)}


def test_a_full_device(come: Come) -> None:
    """A full device says so, and after a reload the others send it the statements that it couldn't save."""
    ada, ben = begun(come, "Ada", "Ben")
    call(ben.page, "pretend", "fillStorage")
    play([ada, ben], lambda: len(ada.kept_record) > 60)
    ben.wait_for_alert("out of storage.")
    ben.reload()
    ben.wait_for_game()
    ben.see_edicts()
    play([ada, ben], lambda: len(ben.kept_record) > 80)
    play([ada, ben], lambda: ada.kept_record == ben.kept_record)


@pytest.mark.thorough
def test_translated_pages_still_work(come: Come) -> None:
    """Pages translated by the browser, which adds its own elements, still play, before and during a game."""
    ada, ben = come(), come()
    link = ada.open_room("Ada")
    assert call(ada.page, "pretend", "translatePage") > 0
    ben.join(link, "Ben")
    assert call(ben.page, "pretend", "translatePage") > 0
    begin([ada, ben], ("Ada", "Ben"))
    for friend in (ada, ben):
        assert call(friend.page, "pretend", "translatePage") > 0
    play([ada, ben], lambda: len(ada.kept_record) > 60)
    play([ada], lambda: "Waiting for Ben" in ada.page.locator(".tray").inner_text())


@pytest.mark.thorough
def test_sleeping_tab_wakes_and_continues(come: Come) -> None:
    """A tab that sleeps wakes several cards later, after a bot has drawn for it, says so, and continues."""
    ada, ben = begun(come, "Ada", "Ben", clock=True)
    before = ben.kept_record
    sleeper = devtools(ben.page)
    sleeper.send("Debugger.enable")
    sleeper.send("Debugger.pause")
    play([ada], lambda: ada.waits)
    expect(ada.page.locator(".tray")).to_contain_text("Waiting for Ben")
    assert not ada.has("[data-do='open seat']")
    ada.wait_until_late()
    ada.do("open seat")
    ada.do("take-seat 1 bot.")
    play([ada], lambda: len(ada.kept_record) > len(before) + 80)
    expression = f"localStorage.getItem(cartographers.place + '{SAVE}')"
    kept = sleeper.send("Runtime.evaluate", {"expression": expression})["result"]["value"]
    assert record_of(kept) == before
    sleeper.send("Debugger.resume")
    ben.wait_for_alert("Someone else is playing for you now.")
    play([ben], lambda: ben.has("[data-do='take-seat 1']"))
    play([ben], lambda: ben.kept_record == ada.kept_record)
    ben.do("take-seat 1")
    play([ada, ben], lambda: ben.fits)
    expect(ben.page.locator("header h1")).to_have_text("Ben")


@pytest.mark.thorough
def test_game_over_a_real_relay(come: Come) -> None:
    """Friends play over a real relay, under the page's own policy, which names the relay, with any clock."""
    with local_relay() as relay, site_with([relay]) as address:
        ada, ben = come(address, played=False), come(address, played=False, clock=True)
        ben.page.clock.set_system_time(datetime(2019, 1, 1, tzinfo=UTC))
        link = ada.open_room("Ada")
        ben.join(link, "Ben")
        begin([ada, ben], ("Ada", "Ben"))
        play([ada, ben], lambda: min(len(ada.kept_record), len(ben.kept_record)) > 60)
        play([ada, ben], lambda: ada.kept_record == ben.kept_record)
