"""The keyboard in a browser: input methods that compose words, and layouts other than the US one."""

import pytest
from playwright.sync_api import Locator, Page, expect

from app.game.shelf import read_save
from support.page.player import Player
from support.page.scripts import call_on, devtools, settle

#: The letters that an input method shows before a word is chosen, and the word.
SPELLED, WORD = "xiaoming", "小明"


def press(page: Page, key: str, code: str, *, shift: bool = False, number: int = 0) -> None:
    """Press a key of another layout by its character and its US position; ``number`` is its ``keyCode``."""
    down = {"type": "keyDown", "text": key} if len(key) == 1 else {"type": "rawKeyDown"}
    for event in (down, {"type": "keyUp"}):
        pressed = {"key": key, "code": code, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": number}
        devtools(page).send("Input.dispatchKeyEvent", {**event, **pressed})
    settle(page)


def pick_word(player: Player, field: Locator) -> None:
    """Choose a word with Enter, in each browser's order of events, and check that the screen stays the same."""
    page = player.page
    player.settle()  # a new screen may still take the focus
    field.clear()
    composed = {"text": SPELLED, "selectionStart": len(SPELLED), "selectionEnd": len(SPELLED)}
    devtools(page).send("Input.imeSetComposition", composed)
    expect(field).to_have_value(SPELLED)
    page.keyboard.press("Enter")  # Chromium and Firefox: the composition ends after the key
    player.settle()
    expect(field).to_be_focused()
    page.keyboard.insert_text(WORD)
    expect(field).to_have_value(WORD)
    call_on(field, "act", "pressEnterAfterWord")  # WebKit: the composition has already ended
    player.settle()
    expect(field).to_be_focused()
    expect(field).to_have_value(WORD)


def test_enter_that_chooses_a_word_does_nothing_else(player: Player, site: str) -> None:
    """Enter begins a game, opens a room, and closes a phone's keyboard in the search, but not if it chooses a word."""
    player.open(site)
    player.click("^New game", "^Open a room")
    pick_word(player, player.page.get_by_role("textbox"))
    expect(player.button("^Open a room$")).to_be_visible()
    player.click("^Back$", "^Back$", "^Rules$")
    pick_word(player, player.page.get_by_role("searchbox"))
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("searchbox")).not_to_be_focused()
    player.click("^Back$")
    player.click("^New game")
    pick_word(player, player.line(0))
    player.show_more()
    pick_word(player, player.seed)
    player.seed.fill("k3x9q2")
    player.line(0).press("Enter")  # on to the next line
    pick_word(player, player.line(0, "land"))
    player.seed.press("Enter")
    expect(player.map).to_be_visible()
    who = read_save(player.kept).game.cartographers[0]
    assert (who.name, who.land) == (WORD, WORD)


@pytest.mark.thorough
def test_keys_of_other_layouts(player: Player, site: str) -> None:
    """R rotates the shape on keys with other letters, digits may need Shift, and so may the question mark for help."""
    player.start(site)
    for key, number in (("к", 0), ("ㄱ", 0), ("Process", 229)):
        before = player.ghost
        press(player.page, key, "KeyR", number=number)
        assert player.ghost != before, key
    lit = player.page.locator(".edict[data-do='highlight-topic A']")
    for key, shift, is_lit in (("&", False, "true"), ("1", True, "false")):
        press(player.page, key, "Digit1", shift=shift)
        expect(lit, key).to_have_attribute("aria-pressed", is_lit)
    press(player.page, "؟", "Slash", shift=True)
    expect(player.page.get_by_role("dialog", name="Controls")).to_be_visible()


def test_unnamed_key_events_have_no_effect(player: Player, site: str) -> None:
    """Key events without a name, as browsers and extensions send while they fill in fields, have no effect.

    Enter opens a file field, because the browser treats it as a click.
    """
    player.open(site)
    player.click("^New game")
    call_on(player.line(0), "act", "sendKeyWithoutName")
    player.settle()
    expect(player.page.get_by_role("alertdialog")).to_have_count(0)
    expect(player.line(0)).to_be_visible()
    player.click("^Back$", "^History$")
    field = player.page.locator("input[type=file]")
    field.evaluate("field => field.addEventListener('click', () => { field.dataset.clicked = 'yes'; })")
    field.press("Enter")
    expect(field).to_have_attribute("data-clicked", "yes")
