"""The prophet: the bots' search with the real deck, to show how much a search can gain. No bot may look at the deck.

It searches like the strongest bot, but with more candidates, more exactly, and always to the end of the game. It can
afford this because it plays each candidate only once. The arena doesn't notice changes to this module: delete its saved
games after one.
"""

from __future__ import annotations

from cartographers import arena
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.rollouts import Budget, Rollouts
from cartographers.bots.thinking import run_steps
from cartographers.cards import Card
from cartographers.player_view import view_of
from cartographers.state import Ply, State

PROPHET = "prophet"
BUDGET = Budget(width=32, stages=(1,), max_orders=300, adjacent=24, distant=4, later_seasons=3, new_tables=True)


def choose(state: State, player: str, label: str) -> Ply:
    """Return the ply of a bot or the prophet."""
    return prophet_ply(state) if player == PROPHET else arena.choose(state, player, label)


def play(match: arena.Match) -> list[arena.Result]:
    """Play a game in which the prophet may take part."""
    return arena.play(match, choose)


def prophet_ply(state: State) -> Ply:
    """Return the ply with the best result of the search on the real cards."""
    view = view_of(state, 0)
    sketch, outlook, left, found = run_steps(rank_candidates(view))
    playing = Rollouts(view, sketch, outlook, left, BUDGET)
    decks = [coming_cards(state, season.outlook.season) for season in playing.seasons]

    def worth(candidate: Candidate) -> int:
        return run_steps(playing.play(candidate, decks))

    return max([candidate for _, _, candidate in found[: BUDGET.width]], key=worth).ply


def coming_cards(state: State, season: int) -> tuple[Card, ...]:
    """Return the cards that will be revealed in a season."""
    dealt = state.deal.seasons[season]
    return dealt.deck[
        state.revealed if season == state.season and len(state.scores) == season else 0 : dealt.reveal_count
    ]
