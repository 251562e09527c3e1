"""The boxes can be mixed: each option adds the right cards, impossible mixes are refused, and the rules follow."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

import pytest

from cartographers import Box, InvalidRecord, new_game
from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import deal
from cartographers.events import ForcedReason, GameStart
from cartographers.explore import EXPLORE
from cartographers.game_id import GameId, edicts_named, pure_game
from cartographers.heroes import HEROES
from cartographers.maps import blank_sheet
from cartographers.scoring import CARD_BY_ID, Family, cards_of, stars
from support.refusals import refused
from support.scenes import FIVE, SIX, of_kind, pictures, read_map, scene, singles, task
from support.simulated import ANY_BOX, MIXES

Joining = TypeVar("Joining", AmbushCard, HeroCard)


BASE_EDICTS, MIXED_EDICTS, HEROES_EDICTS = (
    edicts_named(names.split())
    for names in (
        "sentinel-wood canal-lake wildholds cauldrons",
        "sentinel-wood jorekburg wildholds silos",
        "deepwood jorekburg caravansary silos",
    )
)


def games(seeds: int) -> list[GameId]:
    """Return every mix of the boxes on every map side, with the given number of seeds each."""
    return [GameId(f"mix{seed}", side, 1, (), *mix) for side, mix, seed in product("ABCD", MIXES, range(seeds))]


def joined(game: GameId, kind: type[Joining]) -> list[Joining]:
    """Return the cards of a kind that join the decks, one each season, and check that unrevealed ones stay."""
    waiting: set[Joining] = set()
    found = []
    for season in deal(game).seasons:
        in_deck = [card for card in season.deck if isinstance(card, kind)]
        [new] = set(in_deck) - waiting
        assert len(in_deck) == len(waiting) + 1, f"{game}, {season.season.name}"
        found.append(new)
        waiting = set(in_deck) - set(season.deck[: season.reveal_count])
    return found


def test_any_map_side_works_with_any_cards() -> None:
    """Any map side can be used with any cards, and all players use the same side (Heroes rulebook, "Mapas")."""
    for game in games(1):
        [setup] = of_kind(GameStart, new_game(replace(game, players=2)).events)
        assert setup.sheet == blank_sheet(game.side)
        boxes = {name: getattr(game, name).word for name in ("explore", "seasons", "ambush", "scoring")}
        assert setup.options.to_json() == {"side": game.side, "heroes": game.heroes, **boxes}
    assert len({blank_sheet(side) for side in "ABCD"}) == 4


def test_season_ends_at_its_time_threshold() -> None:
    """A season ends with the card that brings the time to the threshold (Heroes rulebook, "Fase de Control").

    The boxes differ only in summer (Heroes rulebook, "Cartas de estación").
    """
    thresholds = {Box.BASE: (8, 8, 7, 6), Box.HEROES: (8, 7, 7, 6)}
    for game in games(3):
        for season, threshold in zip(deal(game).seasons, thresholds[game.seasons], strict=True):
            times = [card.time for card in season.deck[: season.reveal_count]]
            assert season.season.threshold == threshold
            assert sum(times[:-1]) < threshold <= sum(times), f"{game}, {season.season.name}"


def test_deck_has_the_explore_cards_of_one_box() -> None:
    """Every deck has the eleven explore cards of one box, each once (Heroes rulebook, "Cartas de exploración").

    It has heroes only if the game has them (Heroes rulebook, "Preparación del Juego"), and both ruins cards unless the
    game is a pure Heroes game on side C or D (Heroes rulebook, "Cartas de ruinas").
    """
    without = set()
    for game in games(1):
        kinds = (ExploreCard, RuinsCard, AmbushCard, *([HeroCard] if game.heroes else []))
        for season in deal(game).seasons:
            cards = [card.id for card in season.deck if isinstance(card, ExploreCard)]
            assert sorted(cards) == sorted(card.id for card in EXPLORE[game.explore])
            assert len(cards) == 11
            assert all(isinstance(card, kinds) for card in season.deck)
            ruins = sorted(card.id for card in season.deck if isinstance(card, RuinsCard))
            assert ruins in ([], ["outpost-ruins", "temple-ruins"])
            if not ruins:
                without.add(tuple(game.options.to_json().values()))
    assert without == {(side, *["heroes"] * 3, heroes, "heroes") for side in "CD" for heroes in (False, True)}


def test_one_ambush_card_joins_each_season() -> None:
    """Any one ambush card of the boxes joins the deck each season (Heroes rulebook, "Cartas de emboscada")."""
    for game in games(5):
        cards = set(joined(game, AmbushCard))
        assert cards <= {card for box in game.ambush for card in AMBUSH[box]}
        assert len(cards) == 4
    for box in ANY_BOX:
        in_play = {card for one in box for card in AMBUSH[one]}
        dealt = [joined(GameId(str(seed), ambush=box), AmbushCard) for seed in range(100)]
        assert [set(found) for found in zip(*dealt, strict=True)] == [in_play] * 4


def test_one_hero_card_joins_each_season() -> None:
    """One hero card joins the deck each season in a game with heroes (Heroes rulebook, "Cartas de héroe")."""
    assert all(set(joined(game, HeroCard)) == set(HEROES) for game in games(5) if game.heroes)
    dealt = [joined(GameId(str(seed), heroes=True), HeroCard) for seed in range(50)]
    assert [set(cards) for cards in zip(*dealt, strict=True)] == [set(HEROES)] * 4


@pytest.mark.parametrize("kind", [AmbushCard, HeroCard])
def test_later_season_may_reveal_several_ambushes_or_heroes(kind: type[AmbushCard | HeroCard]) -> None:
    """A later season may reveal several of these cards (Heroes rulebook, "Preparar la estación siguiente")."""
    counts = {
        sum(isinstance(card, kind) for card in season.deck[: season.reveal_count])
        for seed in range(200)
        for season in deal(pure_game(str(seed), Box.HEROES)).seasons[1:]
    }
    assert {0, 1, 2} <= counts


def test_one_scoring_card_of_each_family_is_dealt() -> None:
    """Any one scoring card of each family becomes any edict, dealt or chosen (Heroes rulebook, "Cartas de misión")."""
    for game in games(3):
        edicts = deal(game).edicts
        assert Counter(card.family for card in edicts) == Counter(Family)
        assert all(card.box in game.scoring for card in edicts)
    for box, chosen in ((Box.BASE, BASE_EDICTS), (Box.HEROES, HEROES_EDICTS), (Box.BOTH, MIXED_EDICTS)):
        in_play = {card for family in Family for card in cards_of(family, box)}
        assert len(in_play) == 16 * len(box)
        dealt = [deal(GameId(str(seed), scoring=box)).edicts for seed in range(1000)]
        assert [set(edicts) for edicts in zip(*dealt, strict=True)] == [in_play] * 4
        for order in (chosen, chosen[::-1]):
            assert deal(GameId("chosen", edicts=order, scoring=box)).edicts == order
            assert deal(GameId("chosen", edicts=order, scoring=Box.BOTH)).edicts == order


def test_an_impossible_mix_is_refused() -> None:
    """An impossible mix is refused with the reason (Heroes rulebook, "Combinar Versiones")."""
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        *(({"explore": box}, "explore cards come from one box, base or heroes") for box in (Box.BOTH, Box(0))),
        *(({"seasons": box}, "season cards come from one box, base or heroes") for box in (Box.BOTH, Box(0))),
        *(({cards: Box(0)}, f"{cards} cards come from base, heroes, or both") for cards in ("ambush", "scoring")),
        ({"edicts": MIXED_EDICTS}, "jorekburg is from the heroes box, but the scoring cards are from base"),
        (
            {"edicts": MIXED_EDICTS, "scoring": Box.HEROES},
            "sentinel-wood is from the base box, but the scoring cards are from heroes",
        ),
        (
            {"edicts": (*MIXED_EDICTS[:3], HEROES_EDICTS[2]), "scoring": Box.BOTH},
            "a game has four edicts, one from each family, not sentinel-wood, jorekburg, wildholds, caravansary",
        ),
        (
            {"edicts": HEROES_EDICTS[:3], "scoring": Box.HEROES},
            "a game has four edicts, one from each family, not deepwood, jorekburg, caravansary",
        ),
        ({"side": "E"}, "there is no map side 'E'; sides are A, B, C, D"),
    )
    for options, sentence in cases:
        with refused(InvalidRecord, match=f"^{re.escape(sentence)}$"):
            GameId("no", **options)


def test_forced_space_of_any_terrain_needs_heroes_cards() -> None:
    """A forced single space may have any terrain only with cards of Heroes (Heroes rulebook, "Reglas de dibujo")."""
    for explore, heroes, card, terrains in (
        *((Box.BASE, False, "farmland", "farm"), (Box.BASE, True, "farmland", "farm")),
        *((Box.HEROES, False, "pasture", FIVE), (Box.HEROES, True, "pasture", SIX)),
    ):
        for others in (Box.BASE, Box.HEROES):
            game = GameId("one", explore=explore, heroes=heroes, seasons=others, ambush=others, scoring=others)
            state = scene(card, "F # .\n. # #", game=game)
            assert pictures(state) == singles(terrains, "A3 B1")
            assert task(state).forced is ForcedReason.NO_FIT


def test_single_space_for_lack_of_ruins_may_be_a_hero() -> None:
    """A single space for lack of ruins may be a hero in games with heroes (Heroes rulebook, "Cartas de héroe")."""
    for explore, card in ((Box.BASE, "farmland"), (Box.HEROES, "pasture")):
        for heroes, terrains in ((False, FIVE), (True, SIX)):
            game = GameId("one", explore=explore, heroes=heroes)
            state = scene(f"temple {card}", "F w@ .\n. . .", game=game)
            assert pictures(state) == singles(terrains, "A3 B1 B2 B3")
            assert task(state).forced is ForcedReason.RUINS


def test_scoring_cards_count_heroes_as_a_terrain() -> None:
    """Scoring cards that count terrain types count heroes (Heroes rulebook, "Cartas de héroe")."""
    for symbol in "hm^#x@.":
        counts = symbol in "hm^"
        plains, _ = read_map(f". f .\n{symbol} v w\n. . .")
        assert stars(CARD_BY_ID["greengold-plains"](plains)) == (3 if counts else 0)
        hills, _ = read_map(f". f v w a {symbol}\n. . . . . .")
        assert stars(CARD_BY_ID["banded-hills"](hills)) == (4 if counts else 0)
