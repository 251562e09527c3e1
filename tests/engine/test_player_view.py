"""A player's view contains everything that is face up, and nothing about face-down cards that must be hidden."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers import PLAYERS, Box, State, apply, new_game, view_of
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import ambush_cards, hero_cards
from cartographers.events import Draw, Pick
from cartographers.game_id import MAX_PLAYERS, GameId, pure_game
from cartographers.heroes import HEROES
from cartographers.rules import legal_moves, ply_bundles, preview
from cartographers.seasons import SEASONS
from cartographers.seats import tasks
from support.hidden import other_deal
from support.scenes import play_on, task
from support.simulated import chance
from support.strategies import game_ids

LAWFUL = settings(max_examples=25)

companies = st.builds(
    lambda game_id, players: replace(game_id, players=players),
    game_ids,
    st.one_of(st.integers(1, 4), st.integers(1, MAX_PLAYERS)),
)


def states(game_id: GameId, rng: Random) -> Iterator[tuple[State, int]]:
    """Play a game in random order, and yield each state with a player who has a task, and the last with any player."""
    state = new_game(game_id)
    while not state.is_over:
        player = rng.choice([found.player for found in tasks(state) if found])
        yield state, player
        state = apply(state, PLAYERS["random"](view_of(state, player), rng), player)
    yield state, rng.randrange(game_id.players)


@LAWFUL
@given(companies)
def test_view_hides_the_seed_and_face_down_cards(game_id: GameId) -> None:
    """A player's view, and therefore a bot's ply, doesn't depend on the seed or the face-down cards."""
    rng = chance(game_id)
    for state, player in states(game_id, rng):
        other = replace(state, deal=other_deal(state, rng))
        view = view_of(state, player)
        assert view_of(other, player) == view
        if view.task:
            choose = PLAYERS["random"]
            assert choose(view, chance(game_id)) == choose(view_of(other, player), chance(game_id))


@LAWFUL
@given(companies)
def test_view_contains_all_that_is_face_up(game_id: GameId) -> None:
    """A view has the maps, face-up cards, and scores, lists the undealt and hidden cards, and can preview a ply."""
    rng = chance(game_id)
    for state, player in states(game_id, rng):
        view = view_of(state, player)
        assert (view.player, view.players, view.options) == (player, game_id.players, game_id.options)
        assert (view.edicts, view.seasons) == (state.deal.edicts, SEASONS[game_id.seasons])
        for field in ("sheets", "scores", "is_over", "season", "face_up", "time"):
            assert getattr(view, field) == getattr(state, field)
        reveals = [card for dealt in state.deal.seasons[: state.season] for card in dealt.deck[: dealt.reveal_count]]
        assert view.discarded == tuple(card for card in reveals if isinstance(card, AmbushCard | HeroCard))
        assert view.task == tasks(state)[player]
        if state.task and state.task.player == player:
            assert list(ply_bundles(view)) == list(ply_bundles(state))
        if view.task:
            choice = rng.choice(legal_moves(view))
            event = apply(state, choice, player).events[0]
            assert isinstance(event, Draw | Pick)
            assert preview(view, choice) == event.after
        else:
            assert legal_moves(view) == []
        face_down = state.season_deal.deck[state.revealed :]
        assert {card for card in face_down if isinstance(card, ExploreCard | RuinsCard)} == {*view.undealt}
        assert len(face_down) == len(view.undealt) + view.hidden_ambushes.in_deck + view.hidden_heroes.in_deck
        for kind, cards, hidden in (
            (AmbushCard, ambush_cards(view.options), view.hidden_ambushes),
            (HeroCard, hero_cards(view.options), view.hidden_heroes),
        ):
            in_deck = [card for card in face_down if isinstance(card, kind)]
            assert len(in_deck) == hidden.in_deck
            assert {*in_deck} <= {*hidden.cards}
            revealed = [card for card in (*view.discarded, *view.face_up) if isinstance(card, kind)]
            assert Counter((*hidden.cards, *revealed)) == Counter(cards)


def test_view_depends_on_current_and_revealed_cards() -> None:
    """A different current card, or a different card revealed earlier, changes the player's view."""
    state = next(state for state in play_on(pure_game("seen", Box.HEROES)) if state.season == 1)
    dealt = state.season_deal
    card, other = task(state).card, next(card for card in dealt.deck if card not in state.face_up)
    swapped = tuple({card: other, other: card}.get(each, each) for each in dealt.deck)
    for change in (replace(dealt, deck=swapped), replace(dealt, discarded=(*dealt.discarded, HEROES[0]))):
        deal = replace(state.deal, seasons=(state.deal.seasons[0], change, *state.deal.seasons[2:]))
        assert view_of(replace(state, deal=deal), 0) != view_of(state, 0)
