"""A law of all games on the page: with any mix and players, they reach the end, and every visit can be shown."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import h
from app.game.setup import Cartographer, setup_of
from app.game.shelf import shelf_of
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from cartographers.game_id import GameId
from support import playing as p
from support.elements import doubled
from support.strategies import game_ids
from support.visits import arrive, updated

#: Any mix of the boxes for one to three players.
mixes = game_ids.map(lambda game_id: replace(game_id, players=1 + game_id.players % 3))


def test_duplicate_keys_and_ids_are_found() -> None:
    """Duplicate keys of siblings at any depth are found, and duplicate ids anywhere. Equal keys elsewhere are fine."""
    one, other = h("p", key="a"), h("p", h("b", key="a"), id="x")
    assert doubled(h("div", one, other)) == []
    assert doubled(h("div", h("div", one, other, one))) == ["a"]
    assert doubled(h("div", other, h("i", id="x"))) == ["x"]


@settings(max_examples=12)
@given(game_id=mixes, who=st.tuples(*[p.cartographers] * 3), number=st.integers(0, 99))
def test_every_game_reaches_its_end(game_id: GameId, who: tuple[Cartographer, ...], number: int) -> None:
    """Every game reaches its end: each message has an effect, each visit can be shown, and each save is that game."""
    rng = Random(number)  # noqa: S311 - a game to look at, and repeatable on purpose
    visit = p.begun(game_id, *who[: game_id.players])
    passed = 0
    while not isinstance(p.scene_of(visit), EndScene):
        before = visit
        if p.scene_of(visit):
            passed += isinstance(p.scene_of(visit), CurtainScene)
            visit = updated(visit, m.Proceed())
        else:
            ready = p.after(visit, *p.placing(visit, rng))
            assert doubled(p.shown(ready)) == []
            visit = updated(ready, m.Confirm())
            assert len(p.game_of(visit).plies) == len(p.game_of(before).plies) + 1
            home = arrive("other", shelf_of(visit.memory.shelf.text))
            assert home.memory.shelf.saved is not None
            assert home.memory.shelf.saved.game == p.game_of(visit)
            continued = updated(home, m.Continue())
            assert (p.game_of(continued), p.to_be_seen(continued)) == (p.game_of(visit), p.to_be_seen(visit))
        assert visit != before
        assert doubled(p.shown(visit)) == []
    assert p.game_of(visit).state.is_over
    assert (passed > 0) == (game_id.players > 1)


@settings(max_examples=40)
@given(game_id=game_ids)
def test_setup_of_any_game_begins_that_game(game_id: GameId) -> None:
    """The setup of any game is a page without duplicate keys, and begins that game."""
    home = arrive(p.CHANCE, shelf_of(p.begun(game_id).memory.shelf.text))
    setup = setup_of(home.setup.seed, game_id, home.setup.cartographers)
    setting_up = replace(updated(home, m.Go("set-up")), setup=setup)
    assert setup == home.setup
    assert (setup.cards == "mixed") == setup.mixes_boxes
    assert doubled(p.shown(home)) == doubled(p.shown(setting_up)) == []
    assert p.game_of(p.after(setting_up, m.Begin("set-up", sure=True))).id == replace(game_id, seed=home.setup.seed)
