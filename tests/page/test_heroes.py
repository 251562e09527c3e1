"""A solo journey with Heroes on a small phone: its recommended first game, from one tap to the title."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from cartographers.cards import HeroCard
from cartographers.events import Ambush, Spread
from cartographers.region import names
from cartographers.state import Task
from support.page.player import Player, box_of, on_a_small_phone

#: The seed of a deal with the troll and a hero in spring, and the gorgon, zombies, dragon, and another hero later.
SEED = "hero3550"


@pytest.mark.thorough
@on_a_small_phone
def test_heroes_game_works_and_fits(player: Player, site: str) -> None:
    """A game with rotated heroes, beasts with their effects, and picks works and fits on the screen."""
    player.open(site)
    player.tap("^New game")
    player.choose("Cards", "Heroes")
    player.show_more()
    player.seed.fill(SEED)
    player.choose("Edicts", "First game")
    player.tap("^Start")
    player.see_edicts()
    expect(player.confirm).to_be_visible()
    assert re.fullmatch(rf"c1-c-hhhyh-1p-e\w{{4}}-{SEED}", player.record)
    place = box_of(player.map)
    seen = Counter[str]()
    while (now := player.next) != "Again":
        assert box_of(player.map) == place
        if now == "Confirm":
            if seen["ambush"] == 1 and not seen["hero"]:
                light_troll(player)
            seen += draw(player)
        else:
            seen += watch(player)
    assert seen["hero turned"] >= 1
    assert seen["pick"] >= 2
    assert (seen["ambush"], seen["spread"], seen["season"]) == (4, 2, 4)
    player.check_layout()
    player.check_end()


def draw(player: Player) -> Counter[str]:
    """Do the current task, and return its kind."""
    count, task = player.plies, player.state.task
    assert task is not None
    hero = isinstance(task.card, HeroCard)
    seen = Counter[str](hero=hero, pick=task.is_pick)
    player.check_once(f"{task.card.id}, pick {task.is_pick}, forced {task.forced}")
    if hero:
        seen["hero turned"] += player.turn_hero()
    elif task.is_pick:
        pick_another(player, task)
    else:
        for _ in range(count % 3):
            player.tap("^Next fit")
    if not player.fits:
        player.tap("^Next fit")
    player.press(player.confirm)
    player.wait_for_plies(count + 1)
    last = player.record.rpartition(".")[2]
    assert last.startswith("x") == task.is_pick
    assert last.startswith("h") == hero
    return seen


def light_troll(player: Player) -> None:
    """Read the troll's effect and its reach."""
    troll = player.button("^troll$")
    effect = "After each season, the map's owner picks an adjacent empty space to destroy."
    rule = player.page.get_by_role("main").get_by_text(effect)
    troll.tap()
    expect(troll).to_have_attribute("aria-pressed", "true")
    expect(rule).to_be_visible()
    player.check_fit()
    player.tap("^Close$")
    expect(rule).to_have_count(0)


def pick_another(player: Player, task: Task) -> None:
    """Tap a space outside the beast's reach, check the explanation, and then tap one within reach."""
    expect(player.page.get_by_text("Pick a space to destroy", exact=True)).to_be_visible()
    far = next(name for name in names(~task.free & player.state.sheets[0].empty))
    player.space(far).tap()
    expect(player.confirm).to_have_accessible_name("Confirm out of reach")
    expect(player.confirm).to_be_disabled()
    player.space(names(task.free)[-1]).tap()
    expect(player.confirm).to_have_accessible_name("Confirm within reach")


def watch(player: Player) -> Counter[str]:
    """Look at a scene and continue: an ambush, spreading zombies, or a count."""
    page, state = player.page, player.state
    if page.get_by_role("heading", name=re.compile("is over$")).count():
        kind = "season"
        player.check_once(kind)
    elif page.get_by_role("heading", name="Zombie Plague").count() and "spread" in player.news.inner_text():
        kind = "spread"
        player.check_once(kind)
        [reached] = [event for event in state.events if isinstance(event, Spread)]
        assert player.unfilled == set(names(reached.after.empty))
    else:
        kind = "ambush"
        [ambush] = [event for event in state.events if isinstance(event, Ambush)]
        player.check_once("ambush on its way")
        expect(player.large).to_have_accessible_name("Continue")  # not skipped
        player.check_once(ambush.card.id)
        assert player.unfilled == set(names(ambush.after.empty))
    player.press(player.large)
    return Counter([kind])
