"""A law of all games at the page: whatever the mix and the players, they go on to the end, and all can be shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.element import Element, walk
from app.model import Begin, Confirm, Continue, CurtainScene, EndScene, Proceed, SetUp
from app.playing import after, begun, cartographers, game_of, placing, shown, to_be_seen
from app.setup import Cartographer, setup_of
from app.update import read_save, save_text, start, update
from cartographers.game_id import GameId
from engine.strategies import game_ids

#: Any mix of the boxes for one to three players.
mixes = game_ids.map(lambda game_id: replace(game_id, players=1 + game_id.players % 3))
companies = st.tuples(cartographers, cartographers, cartographers)


def doubled(page: Element) -> list[str]:
    """Return the keys that siblings share, and the ids that stand twice."""
    found = []
    ids: list[str] = []
    for element in walk(page):
        keys = [child.key for child in element.children if isinstance(child, Element) and child.key]
        found += [key for key in keys if keys.count(key) > 1]
        ids += [element.attributes["id"]] if "id" in element.attributes else []
    return found + [name for name in set(ids) if ids.count(name) > 1]


@settings(max_examples=12)
@given(game_id=mixes, who=companies, number=st.integers(0, 99))
def test_every_game_goes_on_to_its_end(game_id: GameId, who: tuple[Cartographer, ...], number: int) -> None:
    """No message is in vain, each model can be shown, and what is saved of it is the same game of the same players."""
    rng = Random(number)  # noqa: S311 - a game to look at, and repeatable on purpose
    model = begun(game_id, *who[: game_id.players])
    passed = 0
    while not isinstance(model.scene, EndScene):
        before = model
        if model.scene:
            passed += isinstance(model.scene, CurtainScene)
            model = update(model, Proceed())
        else:
            ready = after(model, *placing(model, rng))
            assert doubled(shown(ready)) == []
            model = update(ready, Confirm())
            assert len(game_of(model).plies) == len(game_of(before).plies) + 1
            text = save_text(model)
            assert read_save(text).game == model.game
            continued = after(start("other", text), Continue())
            assert (continued.game, to_be_seen(continued)) == (model.game, to_be_seen(model))
        assert model != before
        assert doubled(shown(model)) == []
    assert game_of(model).state.over
    assert (passed > 0) == (game_id.players > 1)


@settings(max_examples=40)
@given(game_id=game_ids)
def test_every_game_can_be_set_up_again(game_id: GameId) -> None:
    """Its setup is a page without anything twice, and begins that game."""
    home = start("fresh", save_text(begun(game_id)))
    setting_up = replace(update(home, SetUp()), setup=setup_of("fresh", game_id, home.setup.cartographers))
    assert setting_up.setup == home.setup
    assert doubled(shown(home)) == []
    assert doubled(shown(setting_up)) == []
    assert game_of(after(setting_up, Begin(sure=True))).id == replace(game_id, seed="fresh")
