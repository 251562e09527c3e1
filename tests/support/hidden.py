"""Decks that a player can't tell from the real one, for tests of hidden information."""

from dataclasses import replace
from random import Random

from cartographers.cards import AmbushCard, Card, HeroCard
from cartographers.deal import Deal, SeasonDeal, ambush_cards, explore_cards, hero_cards
from cartographers.state import State


def other_deal(state: State, rng: Random) -> Deal:
    """Return a deal that a player can't tell from the state's, because only the seed and face-down cards differ."""
    options, face_up, face_down = state.deal.id.options, state.face_up, state.season_deal.deck[state.revealed :]
    gone = state.season_deal.discarded
    below: list[Card] = [card for card in explore_cards(options) if card not in face_up]
    piles: list[list[AmbushCard | HeroCard]] = []
    for cards in (ambush_cards(options), hero_cards(options)):
        pile = [card for card in cards if card not in (*face_up, *gone)]
        rng.shuffle(pile)
        in_deck = sum(card in cards for card in face_down)
        below += pile[:in_deck]
        piles.append(pile[in_deck:])
    seasons = list(state.deal.seasons[: state.season])
    for dealt in state.deal.seasons[state.season :]:
        deck = (*face_up, *rng.sample(below, len(below)))
        reveals = next(n for n in range(len(deck)) if sum(card.time for card in deck[:n]) >= dealt.season.threshold)
        seasons.append(SeasonDeal(dealt.season, deck, reveals, gone))
        gone += tuple(card for card in deck[:reveals] if isinstance(card, AmbushCard | HeroCard))
        waiting = [card for card in deck[reveals:] if isinstance(card, AmbushCard | HeroCard)]
        below = [*explore_cards(options), *waiting, *(pile.pop() for pile in piles if pile)]
        face_up = ()
    return Deal(replace(state.deal.id, seed="other"), state.deal.edicts, tuple(seasons))
