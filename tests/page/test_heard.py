"""Games as a blind player hears them: the screen reader's words after each key, and the focus.

The transcripts contain a line for each key, followed by the sentences heard, with the focus first.
"""

import re

import pytest
from playwright.sync_api import expect

from app.saved_names import EXPLAINED
from cartographers.game import apply
from cartographers.rules import legal_moves
from support.page.ear import Ear
from support.page.files import wait_for_later_part
from support.page.games import before_the_end, finished_games, kept_game, on_another
from support.page.player import DESK, PREFIX, TRIES, Player, record_of
from words import MINUS

pytestmark = pytest.mark.browser_context_args(viewport=DESK)

#: Two moves of a solo game, from the start screen on.
FIRST_MOVES = """
Tab: button "New game 1 to 12 players, both boxes, four maps"
Enter: heading "New game" [level=1]
Enter: grid "Map" / This game's four edicts. A, Stoneside Forest. 3 stars per mountain linked to another by forest.
  B, Shoreside Expanse. 3 stars per farm cluster away from water and edge, and vice versa.
  C, The Broken Road. 3 stars per full diagonal from the left edge to the bottom.
  D, Wildholds. 8 stars per village cluster of 6+.
Enter: Spring: edicts A and B. Marshlands, time 2. The shape must cover ruins. Forest or water: T of 5. /
  Forest. / Pointing right. / B6, C6, C7, C8, D6: fits on ruins. / Press the question mark for the controls.
ArrowRight: B7, C7, C8, C9, D7: C9 on a mountain.
ArrowDown: C7, D7, D8, D9, E7: not on ruins.
r: Pointing down. / C7, C8, C9, D8, E8: C9 on a mountain.
f:
t: Water.
1: Edict Stoneside Forest, A: 0 stars, scored this season. Three stars for each mountain that a cluster of forest
  connects to another mountain; each mountain counts once.
ArrowLeft: C6, C7, C8, D7, E7: not on ruins.
1:
Enter: You can't draw here: not on ruins.
Enter:
w: B6, B7, B8, C7, D7: fits on ruins, B +3.
Enter: Drawn: B +3. / Hamlet, time 1. Village: corner of 3 plus a coin or block of 5, a corner missing. /
  Corner of 3. / Corner at the bottom left. / C8, D8, D9: fits, coins +1.
s: Block of 5, a corner missing. / Across, missing bottom right. / D8, D9, D10, E8, E9: fits.
s: Corner of 3. / Corner at the bottom left. / C8, D8, D9: fits, coins +1.
ArrowRight: C9, D9, D10: C9 on a mountain.
ArrowRight: C10, D10, D11: fits, coins +1.
ArrowRight: Right edge.
ArrowRight:
ArrowUp: B10, C10, C11: fits, coins +1.
ArrowRight: Right edge.
?: dialog "Controls"
Escape: grid "Map"
Enter: Drawn: coins +1. / Hinterland Stream, time 2. Farm or water: corner of 5. / Farm. / Corner at the top left. /
  D9, D10, D11, E9, F9: fits.
"""
#: The ambush of that game, the end of its season, and the end of the game.
AMBUSH = """
Enter: Drawn. / Ambush! Kobold Onslaught. /
  It landed on I1, J1, J2, K1. This adds 3 empty spaces that each cost a star every season. Where: H1, I2, K2.
Enter: Homestead, time 2. Village or farm: T of 4. / Village. / Pointing right. / C4, D4, D5, E4: fits.
"""
SEASON = """
Enter: Drawn. / Fall is over: 11 stars. / C 6, D 0, coins 8, monsters -3. 22 stars so far.
Enter: Winter: edicts D and A. Treetop Village, time 2. Forest or village: zigzag of 5, 3 and 2. / Forest. /
  Across, the 2 at the top right. / H10, H11, I8, I9, I10: fits.
Enter: Drawn. / Orchard, time 2. Can't cover ruins: draw one space. Forest, village, farm, water, or monster. /
  Forest. / I11: fits.
"""
END = """
Enter: Drawn: coins +1. / Winter is over: 7 stars. / D 0, A 0, coins 10, monsters -3. 29 stars so far.
Enter: The game is over. / Best moment: Farmland, +4. / 29 stars, rating -56: Oblivious Inkdrinker. /
  36 more stars to Dimwitted Doodler. / Most first games end below zero.
"""
#: The announcement of new honors.
HONORS = re.compile(r"New honor: |\d+ new honors: ")
#: The explanation of a curtain.
CURTAIN = "This hides the map while you pass the device. Hand it to the next player. Only that player should continue."
#: The announcements for three players who share a page.
THREE = {
    "first moves": f"""
Enter: button "I'm Ada" / To Ada. / {CURTAIN}
Enter: grid "Map" / Spring: edicts A and B. Marshlands, time 2. The shape must cover ruins. Forest or water: T of 5. /
  Forest. / Pointing right. / B6, C6, C7, C8, D6: fits on ruins. / Press the question mark for the controls.
Enter: button "I'm Ben" / Drawn. / To Ben.
Enter: grid "Map" / Spring: edicts A and B. Marshlands, time 2. The shape must cover ruins. Forest or water: T of 5. /
  Forest. / Pointing right. / B6, C6, C7, C8, D6: fits on ruins.
""",
    "ambush": f"""
Enter: button "I'm Ada" / To Ada. / {CURTAIN}
Enter: grid "Map" / Ambush! Kobold Onslaught. On Cyd's map. Monster: T of 4. / Pointing right. /
  C7, D7, D8, E7: fits, monsters -2. / Press the question mark for the controls. /
  In an ambush, everyone draws on a neighbor's map, here the one in the red frame. Put the monsters where they cost its
  owner the most stars.
Enter: button "I'm Ben" / Drawn: monsters -2. / To Ben.
Enter: grid "Map" / Ambush! Kobold Onslaught. On Ada's map. Monster: T of 4. / Pointing right. /
  C7, D7, D8, E7: fits, monsters -2.
""",
    "season": f"""
Enter: button "I'm Cyd" / To Cyd. / {CURTAIN}
Enter: grid "Map" / Forgotten Forest, time 1. Forest: diagonal of 2 plus a coin or zigzag of 4. / Diagonal of 2. /
  Falling to the right. / F5, G6: fits, coins +1. / Press the question mark for the controls.
Enter: Drawn: coins +1. / Spring is over. Ada 3, Ben 10, Cyd 8. / Ada: A 0, B 0, coins 3, monsters 0.
Enter: button "I'm Ada" / To Ada.
""",
    "end": f"""
Enter: button "I'm Cyd" / To Cyd. / {CURTAIN}
Enter: grid "Map" / Forgotten Forest, time 1. Forest: diagonal of 2 plus a coin or zigzag of 4. / Diagonal of 2. /
  Falling to the right. / G6, H7: fits, A +6, coins +1. / Press the question mark for the controls.
Enter: Drawn: A +6, coins +1. / Winter is over. Ada 9, Ben 17, Cyd 18. / Ada: D 8, A 0, coins 5, monsters -4.
Enter: The game is over. / Ben wins. Ben 52, Cyd 50, Ada 16.
""",
}


BEFORE = {
    "first moves": lambda _: True,
    "ambush": on_another,
    "season": lambda state: apply(state, legal_moves(state)[0]).season != state.season,
    "end": before_the_end,
}


def lines(transcript: str) -> list[str]:
    """Return the lines of a transcript, with the page's minus sign."""
    return transcript.strip().replace("\n  ", " ").replace(" -", f" {MINUS}").splitlines()


def keys_of(transcript: str) -> list[str]:
    """Return the keys of a transcript."""
    return [line.partition(":")[0] for line in lines(transcript)]


def written(key: str, said: list[str]) -> str:
    """Return a line of a transcript, without new honors, which a search announces some time after the end."""
    return f"{key}: {' / '.join(one for one in said if not HONORS.match(one))}".rstrip()


def fit(ear: Ear, player: Player) -> None:
    """Move the shape by keyboard to where it fits, or the next shape if this one fits nowhere."""
    for _ in range(TRIES):
        if player.fits:
            return
        if "It fits nowhere." in ear.press("w"):
            ear.press("s")
    pytest.fail("nothing fits anywhere")


def play_on(ear: Ear, player: Player) -> list[str]:
    """Play to the end of the game by keyboard, and return the announcements after each Enter."""
    heard = list[str]()
    while player.next != "Again":
        if player.next == "Confirm":
            fit(ear, player)
        heard.append(written("Enter", ear.press("Enter")))
    return heard


def part(heard: list[str], text: str, count: int) -> list[str]:
    """Return a number of lines, beginning with the first one that contains a text."""
    start = next(number for number, line in enumerate(heard) if text in line)
    return heard[start : start + count]


def listen(player: Player, site: str) -> Ear:
    """Open the page on a device that has explained nothing about the controls, and listen."""
    player.page.add_init_script(f"localStorage['{PREFIX} {EXPLAINED}'] = 'any sound'")
    player.open(site)
    wait_for_later_part(player)
    return Ear(player.page)


def enter(ear: Ear, player: Player, name: str) -> list[str]:
    """Press a button by keyboard, and return what is said."""
    player.tab_to(player.button(name))
    return ear.press("Enter")


@pytest.mark.thorough
def test_solo_game(player: Player, site: str) -> None:
    """In a solo game, each key has an answer, and unchanged facts aren't repeated."""
    ear = listen(player, site)
    player.tab_to(player.button("^New game"))
    heard = [written("Tab", ear.listen()), written("Enter", ear.press("Enter"))]
    player.show_more()
    player.seed.fill("k3x9q2")
    ear.listen()
    heard += [written(key, ear.press(key)) for key in keys_of(FIRST_MOVES)[2:]]
    assert heard == lines(FIRST_MOVES)
    heard = play_on(ear, player)
    assert part(heard, "Ambush!", 2) == lines(AMBUSH)
    assert part(heard, "Fall is over", 3) == lines(SEASON)
    assert heard[-2:] == lines(END)
    expect(player.said("honors")).to_have_text("New honor: First Map.")
    enter(ear, player, "^Again new cards$")
    player.see_edicts()
    expect(player.map).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("when", THREE)
def test_three_players(player: Player, site: str, when: str) -> None:
    """Each of three players hears their gains as they draw, the next player's name, and all players' stars."""
    record = record_of(kept_game("c1-a-3p-k3x9q2", BEFORE[when]))
    player.keep(f"v2 {record} by:Ada,, by:Ben,, by:Cyd,, end")
    ear = listen(player, site)
    player.tab_to(player.button("^Continue"))
    ear.listen()
    assert [written(key, ear.press(key)) for key in keys_of(THREE[when])] == lines(THREE[when])


@pytest.mark.thorough
def test_screen_begins_at_its_heading_by_keyboard(player: Player, site: str) -> None:
    """By keyboard, a screen begins at its heading and has its own title, and the lesson begins on the map."""
    player.open(site)
    ear, start = Ear(player.page), player.page.title()
    titles = {"Rules": "Rules", "Daily": "Daily games", "History": "Your games", "About": "About this game"}
    for door, title in {**titles, "Lesson": "Lesson"}.items():
        enter(ear, player, f"^{door}$")
        assert ear.title == f"{title} — Cartographers"
        assert ear.focused == ('grid "Map"' if door == "Lesson" else f'heading "{title}" [level=1]')
        if door == "Lesson":
            player.button("^Skip lesson").press("Enter")
        else:
            ear.press("Escape")
        expect(player.page).to_have_title(start)
        assert ear.focused == f'button "{door}"'


@pytest.mark.thorough
def test_back_returns_the_focus_step_by_step(player: Player, site: str) -> None:
    """Back returns the focus, step by step, to the controls that were pressed, and a card's page begins at its name.

    A closed panel returns the focus to its button, or after a mouse click to the focus's resting place.
    """
    player.open(site)
    ear = Ear(player.page)
    enter(ear, player, "^Rules$")
    assert enter(ear, player, "^On the map$")[0] == 'heading "On the map" [level=1]'
    ear.press("Escape")
    assert (ear.focused, ear.title) == ('button "On the map"', "Rules — Cartographers")
    ear.press("Escape")
    assert ear.focused == 'button "Rules"'
    assert enter(ear, player, "^Preferences$") == ['dialog "Preferences"']
    assert ear.press("Escape") == ['button "Preferences"']
    player.begin("k3x9q2")
    player.page.keyboard.press("1")
    assert enter(ear, player, "^Rules: Stoneside Forest$")[0] == 'heading "Stoneside Forest" [level=2]'
    assert ear.title == "Stoneside Forest — Cartographers"
    assert ear.press("Escape")[0] == 'grid "Map"'
    player.type("1")  # the edict is no longer highlighted
    assert enter(ear, player, "^Menu$")[0] == 'dialog "Cartographers"'
    assert enter(ear, player, "^Controls$")[0] == 'dialog "Controls"'
    assert ear.press("Escape")[0] == 'button "Menu"'
    player.click("^Menu$")
    ear.listen()
    assert ear.press("Escape")[0] == 'grid "Map"'


@pytest.mark.thorough
def test_titles_are_in_the_chosen_language(player: Player, site: str) -> None:
    """Titles are in the chosen language, also after a change, and the start screen keeps the page's original title."""
    player.open(f"{site}?lang=es")
    for doors, title in (
        ((), "Cartógrafos — no oficial, gratis, en tu navegador"),
        (("^Reglas$",), "Reglas — Cartógrafos"),
        (("^Preferencias$", "^한국어$"), "지도 제작자들 — 브라우저로 하는 비공식 무료 게임"),
        (("^새 게임",), "새 게임 — 지도 제작자들"),
    ):
        player.click(*doors)
        expect(player.page).to_have_title(title)
        player.type("Escape")


def test_focus_moves_to_undo_after_a_deletion(player: Player, site: str) -> None:
    """After a deletion the page announces it, and the focus moves to the button that restores the game."""
    player.store(finished_games())
    player.open(site)
    ear = Ear(player.page)
    player.button("^History$").press("Enter")
    player.page.locator(".kept-entry").first.press("Enter")
    player.button("^Delete$").focus()
    ear.listen()
    assert ear.press("Enter") == ['button "Undo"', "1 game deleted."]
