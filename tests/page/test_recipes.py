"""The recipes of CONTRIBUTING.md in the page: a site is built with all of them at once."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recipes import bot, card, language, preference, screen
from recipes.tree import Tree
from support.page.player import PREFIX
from tasks.serve import served


@pytest.mark.thorough
@pytest.mark.first_visit
def test_recipe_additions_are_on_the_page(page: Page, tmp_path: Path) -> None:
    """The site speaks the language of its link, and has the bot, preference, and card where players expect them."""
    tree = Tree(tmp_path / "tree")
    for recipe in (card, bot, preference, screen):
        recipe.follow(tree)
    language.follow(tree)
    tree.run("-m", "tools.cldr")
    with served(tree.build(), PREFIX) as address:
        page.goto(f"{address}?lang={language.CODE}")
        expect(page.locator("html")).to_have_attribute("lang", language.CODE)
        page.locator("#boot").wait_for(state="detached")
        expect(page.get_by_text("«New game»", exact=True)).to_be_visible()
        page.goto(f"{address}?lang=en")
        page.locator("#boot").wait_for(state="detached")
        page.locator("[data-do='open preferences']").click()
        page.locator("[data-do='prefer grid bold']").click()
        expect(page.locator("[data-do='prefer grid bold']")).to_have_attribute("aria-pressed", "true")
        page.locator(".dialog [data-do=close]").click()
        page.locator("main").first.evaluate(
            "(main, name) => main.insertAdjacentHTML('beforeend', `<button data-do='go ${name}'>${name}</button>`)",
            screen.NAME,
        )
        page.locator(f"[data-do='go {screen.NAME}']").click()
        expect(page.get_by_role("main")).to_contain_text(screen.WORDS["en"][1])
        page.locator("[data-do='back']").click()
        page.locator("[data-do='go rules']").click()
        page.get_by_role("searchbox").fill(card.NAMES["en"])
        page.locator(f"[data-do='go rules {card.ID}']").click()
        expect(page.get_by_role("main")).to_contain_text("exactly two forest spaces")
        assert page.locator(f"#edict-{card.ID}").count() == 1
        page.goto(f"{address}?lang=en")
        page.locator("#boot").wait_for(state="detached")
        page.locator("[data-do='go set-up']").click()
        page.locator("[data-do^='add-bot']").click()
        page.locator("[data-do='open seat 1']").click()
        expect(page.locator(f"[data-do='set-seat 1 {bot.NAME}']")).to_contain_text(bot.WORDS["en"][1])
