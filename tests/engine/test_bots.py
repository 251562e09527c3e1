"""Bots value maps correctly, obey the rules, see no hidden cards, are repeatable, and are ordered by strength."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers import CARDS, PLAYERS, Box, GameId, Ply, Sheet, State, apply, new_game, pure_game, stars
from cartographers.bots.candidates import Candidate, candidates, option_candidates
from cartographers.bots.futures import CERTAIN, Deck
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.potentials import EMPTY_SPACE_CARDS, TERMS, term_of
from cartographers.bots.racing import race
from cartographers.bots.rollouts import LEGEND, MASTER, Budget, Rollouts
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, run_steps
from cartographers.bots.value import HUNDREDTH, STAR, Outlook, landing, walk_of
from cartographers.bots.weights import HOPE, Weights
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import ambush_cards, explore_cards
from cartographers.player_view import PlayerView, view_of
from cartographers.region import BOARD, adjacent_to, region_of, spaces
from cartographers.rules import is_legal, legal_moves, outcome
from cartographers.seasons import EDICTS as EDICT_LETTERS
from cartographers.solo import ambush_trail
from support.hidden import other_deal
from support.processes import python
from support.scenes import EDICTS, drawer_view, picture, read_map, region, scene, shown, task
from support.simulated import chance, played
from support.strategies import Game, games

STRENGTHS = tuple(name for name in PLAYERS if name != "random")
#: Games with all boxes and sides, solo and with several players.
GAMES = (
    *(GameId("bots"), GameId("bots", "B", 2)),
    *(pure_game("bots", Box.HEROES), replace(pure_game("bots", Box.HEROES), side="D", players=3)),
    GameId("bots", "C", 4, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH),
    GameId("bots", "D", explore=Box.HEROES, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH),
)


@cache
def states(game_id: GameId) -> tuple[State, ...]:
    """Return the states of a game with good plies, except that every third ply is random."""
    rng = chance(game_id)
    found = [new_game(game_id)]
    while not found[-1].is_over:
        player = "journeyman" if len(found) % 3 else "random"
        found.append(apply(found[-1], PLAYERS[player](drawer_view(found[-1]), rng)))
    return tuple(found[:-1])


def moments(game_id: GameId, number: int) -> list[State]:
    """Return ``number`` states of a game: one for each kind of task, then some at regular intervals."""
    found = states(game_id)
    rare = {
        (type(task(state).card), task(state).is_pick, task(state).forced, task(state).must_cover is None): state
        for state in found
    }
    return [*rare.values(), *found[:: max(len(found) // number, 1)]][: max(number, len(rare))]


def choice(name: str, view: PlayerView) -> Ply:
    """Return a bot's ply. The label of its random numbers contains nothing hidden."""
    return PLAYERS[name](view, chance("label"))


def valued(state: State) -> tuple[Outlook, Sheet]:
    """Return the outlook of the player who has the state's task, and the sheet of a solo game."""
    return Outlook(drawer_view(state), state.season), state.sheets[0]


KINDS = ("forest", "village", "farm", "water", "monster", "hero", "destroyed", "mountain", "wasteland", "")


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Choose a full-sized map. It uses only a few kinds of terrain, so that clusters grow large and lines fill up."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))
    numbers = draw(st.binary(min_size=132, max_size=132))
    on = {
        kind: BOARD & region_of(space for space, number in enumerate(numbers) if kinds[number % len(kinds)] == kind)
        for kind in KINDS
        if kind
    }
    ruins = BOARD & region_of(space for space, number in enumerate(numbers) if number % 11 == 3)
    return Sheet(ruins=ruins & ~on["mountain"] & ~on["wasteland"], **on)


@given(sheets())
def test_terms_return_the_stars_of_their_cards(sheet: Sheet) -> None:
    """Terms return their cards' stars and integer potentials; the cached ones depend only on the empty spaces."""
    sketch = Sketch.of(sheet)
    assert sketch.sheet().empty == sheet.empty
    for card in CARDS:
        counted, potential = term_of(card)(sketch)
        assert (card.id, counted) == (card.id, stars(card(sheet)))
        assert type(potential) is int
        assert term_of(replace(card, id="another"))(sketch) == (counted, 0)
    assert EMPTY_SPACE_CARDS <= {*TERMS} <= {card.id for card in CARDS}
    changes = {"forest": sheet.forest | sheet.village, "water": sheet.water | sheet.monster, "village": 0, "monster": 0}
    for name in EMPTY_SPACE_CARDS:
        assert TERMS[name](sketch) == TERMS[name](Sketch.of(sheet._replace(**changes)))


@settings(max_examples=50)
@given(games())
def test_drawing_on_a_sketch_matches_its_sheet(game: Game) -> None:
    """Drawing on a sketch and on its sheet has the same result, including coins, attacks, and beasts."""
    for state, ply in zip(game.states, game.plies, strict=False):
        now = task(state)
        sheet = state.sheets[now.sheet]
        option, after = outcome(now, sheet, ply)
        drawn = Sketch.of(sheet).drawn(ply.terrain, ply.region, int(option.coin), ply.attack, option.beast)
        for field in Sketch.__slots__:
            assert getattr(drawn, field) == getattr(Sketch.of(after), field), field


@settings(max_examples=25)
@given(games())
def test_candidates_are_the_legal_plies(game: Game) -> None:
    """The candidates are the distinct legal plies in order, with only one of several equivalent attacks."""
    for state in game.states[:-1]:
        view, sheet = drawer_view(state), state.sheets[task(state).sheet]
        distinct: dict[Ply, Ply] = {}
        for ply in legal_moves(view):
            distinct.setdefault(ply._replace(attack=ply.attack & (sheet.empty | sheet.monster)), ply)
        assert [candidate.ply for candidate in candidates(view)] == list(distinct.values())


@pytest.mark.parametrize(
    ("card", "drawn", "earns", "potential"),
    [
        *(("treetower", "f f . / # f #", 2, 60), ("stoneside-forest", "^ f . ^ / # # # #", 0, 2 * 200)),
        *(("deepwood", "f f . / f f # / # # v", 0, 320), ("deepwood", "f f v / f f .", 0, 0)),
        ("heart-of-the-forest", "# f f . / f f f . / # f f .", 2, 3 * 100),
        *(("wildholds", "v v v v v ./ # # # # # #", 0, 500), ("wildholds", "v v v v v #/ # # # # # #", 0, 0)),
        *(("great-city", "v v . # v / # # # # #", 2, 20 + 20), ("greengold-plains", "f v . / # a #", 0, 200)),
        ("shieldgate", "v v v # v / # # # # .", 2, 2 * 70 + 20),
        *(("traylo-monastery", f"v v {two} / # # # #", 0, worth) for two, worth in ((". v", 190 + 60), ("v .", 380))),
        *(("gnomish-colony", "v v # / v . #", 0, 330), ("gnomish-colony", "v . # / . v #", 0, 60 + 60)),
        *(("craylund", "w a . / # w #", 0, 350), ("ulems-wallow", "a w . / # # #", 0, 150)),
        *(("clawsgrave-peaks", "^ w . / # # #", 0, 220), ("canal-lake", "a . / # #", 0, 40 + 10)),
        *(("mages-valley", "^ . / . w", 0, 2 * 60), ("golden-granary", "@ . / # #", 0, 80 + 30)),
        *(("cauldrons", ". # . . / # # # #", 1, 2 * 30 - 10), ("starlit-sigil", ". . . . / # # # #", 0, 200)),
    ],
)
def test_potentials(card: str, drawn: str, earns: int, potential: int) -> None:
    """A small map has the expected stars and the expected potential in hundredths of a star."""
    sheet, _ = read_map(drawn.replace("/", "\n"))
    assert TERMS[card](Sketch.of(sheet)) == (earns, potential), shown(drawn.replace("/", "\n"))


@pytest.mark.parametrize("card", ["borderlands", "dwarvenholds", "silos", "broken-road", "lost-barony"])
def test_nearly_filled_lines_and_squares_are_worth_more(card: str) -> None:
    """A map is worth more if more spaces of a line, diagonal, or square are filled."""
    empty = Sheet(mountain=region("A1"))
    two_columns = region(" ".join(f"{row}{column}" for row in "ABCDEFGHIJK" for column in (1, 2)))
    fuller = empty._replace(forest=two_columns & ~region("A1 F1"))
    worth = [TERMS[card](Sketch.of(sheet)) for sheet in (empty, fuller, fuller._replace(village=region("F1")))]
    totals = [100 * earned + potential for earned, potential in worth]
    assert totals == sorted(totals)
    assert totals[0] < totals[2]


def test_potential_shrinks_to_the_last_scoring() -> None:
    """A potential shrinks as time runs out; at the end of winter, the value is the stars of the last scoring."""
    winter = next(state for state in states(GAMES[0]) if state.season == 3)
    (outlook, sheet), edicts = valued(winter), winter.deal.edicts
    due = stars(edicts[3](sheet)) + stars(edicts[0](sheet)) + sheet.coins
    haunted = Sketch.of(sheet).haunted.bit_count()
    assert outlook.scoring_value(Sketch.of(sheet)) == (due - haunted) * STAR
    assert outlook.value(Sketch.of(sheet), 0, dangers=False) == (due - haunted) * STAR
    one = Sketch.of(sheet._replace(forest=0, village=0, farm=0, water=0, monster=0))
    hopeful = Outlook(drawer_view(winter), winter.season, weights=Weights(side=0))
    worth = [hopeful.value(one, left, dangers=False) for left in range(7)]
    assert worth == sorted(worth)
    assert worth[0] < worth[6]


def test_parts_of_a_value() -> None:
    """Coins, monsters, gaps, hidden ambushes, and open ruins change a map's value by the stars expected from them."""
    state = states(GAMES[0])[0]
    outlook, sheet = valued(state)
    plain, coin, monster = (
        outlook.value(Sketch.of(sheet._replace(**changes)), 8)
        for changes in (
            {"wasteland": region("A1 A2")},
            {"wasteland": region("A1 A2"), "coins": 1},
            {"wasteland": region("A1"), "monster": region("A2")},
        )
    )
    assert (coin - plain, monster - plain) == (4 * STAR, -2 * (STAR + 3 * 60 * HUNDREDTH))
    shifted = sheet.empty << 12
    sides = sum(not shifted >> space + step & 1 for space in spaces(sheet.empty) for step in (0, 11, 13, 24))
    without_gaps = Outlook(drawer_view(state), 0, weights=Weights(side=0)).value(Sketch.of(sheet), 8)
    assert without_gaps - outlook.value(Sketch.of(sheet), 8) == sides * 5 * (HOPE[8] + 3 * HOPE[16])
    assert [danger.percent for danger in outlook.dangers] == [25] * 4
    open_map, guarded = Sketch.of(sheet), Sketch.of(sheet._replace(attacked=BOARD))
    assert outlook.value(open_map, 8) < outlook.value(open_map, 8, dangers=False)
    assert outlook.value(guarded, 8) == outlook.value(guarded, 8, dangers=False)
    state = new_game(GameId("bots", edicts=EDICTS))
    [sheet] = state.sheets
    worth = [
        valued(state)[0].value(Sketch.of(sheet._replace(ruins=region(ruins))), 8)
        for ruins in ("", "A1 A3 A5", "A1 A3 A5 A7 A9 A11", "A1 A3 A5 A7 A9 A11 K1")
    ]
    assert worth[0] < worth[1] < worth[2] == worth[3]


@settings(max_examples=20)
@given(sheets())
def test_search_and_rules_agree_on_solo_ambushes(sheet: Sheet) -> None:
    """The search and the rules agree on the place of every solo ambush on any map."""
    for card in ambush_cards(GameId("x", ambush=Box.BOTH).options):
        trail = ambush_trail(card, sheet.empty)
        assert landing(walk_of(card), sheet.empty) == (trail[-1] if trail else 0)


def test_nonrandom_bots_count_the_cost_of_monsters() -> None:
    """Bots draw ambushes where they cost the most, surround monsters on their own maps, and aim heroes at them."""
    drawn = "\n".join([". . . . . . ."] * 7)
    state = scene("kobold", drawn, drawn.replace(".", "F", 1), game=GameId("bots", players=2))
    victim = task(state).sheet
    assert victim != task(state).player
    for name in STRENGTHS:
        after = apply(state, choice(name, drawer_view(state)))
        assert Sketch.of(after.sheets[victim]).haunted.bit_count() == 8, picture(after, victim)
    walled = "F # # # #\n# m . # #\n# # # # .\n# # # . .\n# # # # ."
    state = scene("orchard homestead marshlands > rift-lands", walled, season=3)
    for name in STRENGTHS:
        assert choice(name, drawer_view(state)).region == region("B3")
    empty, row = ". . . . . . . . . . .", ". . . . m . m . . . ."
    rows = [empty.replace(".", "F", 1), *[empty] * 3, row, empty, row, *[empty] * 4]
    state = scene("dal-of-jolev", "\n".join(rows), season=2)
    for name in ("journeyman", "master", "legend"):
        assert not apply(state, choice(name, drawer_view(state))).sheets[0].monster, name


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", STRENGTHS)
@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_plies_are_legal_fair_and_repeatable(name: str, game_id: GameId) -> None:
    """A bot's plies are legal in every kind of game and task, are repeatable, and ignore the order of hidden cards."""
    rng = chance(game_id)
    few = {"legend": 2, "master": 6}.get(name, 30)
    for state in moments(game_id, few)[: few if name == "legend" else None]:
        view = drawer_view(state)
        ply = choice(name, view)
        assert is_legal(state, ply)
        other = replace(state, deal=other_deal(state, rng))
        assert choice(name, view_of(other, view.player)) == ply


def test_games_include_every_kind_of_task() -> None:
    """The games of these tests include picks, heroes, and ambushes, solo and with several players."""
    everywhere = [state for game_id in GAMES for state in states(game_id)]
    met = {(type(task(state).card), task(state).is_pick, len(state.sheets) > 1) for state in everywhere}
    assert met >= {
        *product((ExploreCard, HeroCard), [False], (False, True)),
        *((AmbushCard, *kind) for kind in ((False, True), (True, False), (True, True))),
    }


@pytest.mark.parametrize(("name", "thought_of"), [("apprentice", "AB"), ("journeyman", "ABC")])
def test_weak_bots_do_not_think_far_ahead(name: str, thought_of: str) -> None:
    """A weak bot's plies depend on each edict of the seasons that it considers, and on no others."""
    views = [drawer_view(state) for seed in "abc" for state in states(GameId(seed)) if state.season == 0]
    last, matter = {card.family: card for card in CARDS}, set[str]()
    for view in views:
        for place, letter in enumerate(EDICT_LETTERS):
            edicts = (*view.edicts[:place], last[view.edicts[place].family], *view.edicts[place + 1 :])
            matter |= {letter} if choice(name, view._replace(edicts=edicts)) != choice(name, view) else set()
    assert matter == {*thought_of}  # A and B are scored in spring, B and C in summer


REPEAT = """
import sys
from random import Random
from cartographers.bots import PLAYERS
from cartographers.game import apply, new_game
from cartographers.game_id import read_game_id
from cartographers.record import write_ply
from cartographers.player_view import view_of

for text in sys.argv[2:]:
    state = new_game(read_game_id(text))
    for number in range(4):
        choose = PLAYERS[sys.argv[1] if number % 2 else "journeyman"]
        ply = choose(view_of(state, state.task.player), Random(text))
        print(write_ply(ply))
        state = apply(state, ply)
"""


@pytest.mark.thorough
@pytest.mark.native
@pytest.mark.parametrize("name", ["apprentice", "master"])
def test_plies_do_not_depend_on_hash_seeds(name: str) -> None:
    """A bot chooses the same plies in two processes with different hash seeds."""
    outputs = {python(REPEAT, name, str(GAMES[0]), str(GAMES[2]), PYTHONHASHSEED=seed) for seed in "12"}
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 8


def rollouts_of(state: State, budget: Budget = MASTER) -> Rollouts:
    """Return the rollouts of a state."""
    return Rollouts(view := drawer_view(state), run_steps(rank_candidates(view)), budget, chance("decks"))


@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_simulated_decks_contain_only_hidden_cards(game_id: GameId) -> None:
    """Simulated decks contain only hidden cards, end when the time is up, and have each ambush and hero only once."""
    for state in states(game_id)[::9]:
        playing = rollouts_of(state, MASTER._replace(max_orders=0))
        view = playing.view
        for _, decks in islice(playing.futures(), 3):
            assert len(decks) == len(playing.seasons)
            if playing.seasons[0].outlook.season == state.season:
                assert not {*decks[0]} & {*state.face_up}
            for season, deck in zip(playing.seasons, decks, strict=True):
                assert sum(card.time for card in deck) >= season.left
                assert sum(card.time for card in deck[:-1]) < max(season.left, 1)
            once = [card for deck in decks for card in deck if isinstance(card, AmbushCard | HeroCard)]
            assert len(once) == len({*once})
            assert {*once} <= {*view.hidden_ambushes.cards, *view.hidden_heroes.cards}


class Scripted(Rollouts):
    """Fake rollouts that count how often each candidate is played, and return a value for the deck and the index."""

    def __init__(self, budget: Budget, value: Callable[[int, int], int]) -> None:
        """Create a field of the first eleven candidates of a game."""
        view = drawer_view(new_game(GAMES[0]))
        super().__init__(view, ranking := run_steps(rank_candidates(view)), budget, chance("race"))
        self.field = [candidate for _, _, candidate in ranking.entries[:11]]
        self.played = dict.fromkeys(self.field, 0)
        self.value = value

    def play(self, start: Candidate, decks: Sequence[Deck]) -> Steps[int]:
        """Count the candidate and return its value."""
        assert len(decks) == len(self.seasons)
        yield None
        self.played[start] += 1
        return self.value(self.played[start], self.field.index(start))


def test_race_drops_candidates_that_are_clearly_behind() -> None:
    """A candidate is dropped as soon as it is more than two standard errors behind or equal, but not before 8 decks."""
    for value, best, met in (
        (lambda deck, index: 10 * index + 100 * (deck >> index - 8 & 1) if index > 7 else 0, 10, [8] * 8 + [16] * 3),
        (lambda _, index: index, 10, [8] * 11),
        (lambda deck, _: deck, 0, [8] * 11),
    ):
        playing = Scripted(MASTER._replace(rollouts=115), value)
        assert playing.field.index(run_steps(race(playing, [*playing.field]))) == best
        assert [*playing.played.values()] == met


@pytest.mark.parametrize("budget", [MASTER, LEGEND._replace(replies=4)])
@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_order_of_candidates_changes_nothing(game_id: GameId, budget: Budget) -> None:
    """Candidates have the same values on all decks if they are played in the opposite order."""
    for state in [state for state in states(game_id) if not task(state).is_pick][2::14]:
        ranked = [candidate for _, _, candidate in run_steps(rank_candidates(drawer_view(state))).entries[:6]]
        found: tuple[list[dict[Candidate, int]], ...] = ([], [])
        for field, rows in zip((ranked, ranked[::-1]), found, strict=True):
            playing = rollouts_of(state, budget)
            for number, (_, decks) in enumerate(islice(playing.futures(), 5), start=1):
                rows.append({candidate: run_steps(playing.play(candidate, decks)) for candidate in field})
                run_steps(playing.learn(number))
        assert found[0] == found[1]


@pytest.mark.parametrize("game_id", GAMES[:2], ids=str)
def test_rollout_adds_this_and_next_season(game_id: GameId) -> None:
    """A rollout adds the map's value at the end of this season and the weighted value at the end of the next one."""
    for state in [state for state in states(game_id) if len(state.scores) < 3][::9]:
        worth = []
        for later in (0, 1, 2, 3):
            playing = rollouts_of(state, MASTER._replace(later_weight=later))
            worth.append(run_steps(playing.play(candidates(playing.view)[0], next(playing.futures())[1])))
        now, once, twice, thrice = worth
        assert thrice - twice == twice - once == once - now != 0


#: Games with a state where the Legend plays out every order of cards. In four of them, only one card is left to draw in
#: such a state, and few continuations are possible.
ENDS = (0, 2, 9, 18, 50, 102, 129)


def ends(strength: Budget = LEGEND) -> Iterator[tuple[State, Rollouts]]:
    """Yield states near the end of some games where every order of cards is played out."""
    for number in ENDS:
        state = new_game(GameId(f"end{number}"))
        while state.task:
            playing = rollouts_of(state, strength)
            if playing.all_futures and playing.seasons[0].left:
                yield state, playing
            state = apply(state, PLAYERS["journeyman"](drawer_view(state), chance(state.revealed)))


def test_all_orders_of_the_last_cards_are_known_and_played_out() -> None:
    """Near the end, all orders of the hidden cards are known, and the legend's second-to-last ply is the best."""

    def kinds(deck: Sequence[Card]) -> tuple[str, ...]:
        return tuple("ruins" if isinstance(card, RuinsCard) else card.id for card in deck)

    found = list(ends())
    assert len(found) >= 5
    for state, playing in found:
        assert sum(weight for weight, _ in playing.all_futures) == pytest.approx(CERTAIN)
        known = {kinds(deck) for _, (deck,) in playing.all_futures}
        assert len(known) == len(playing.all_futures)
        rng = chance("ends")
        for _ in range(20):
            season = other_deal(state, rng).seasons[state.season]
            assert kinds(season.deck[state.revealed : season.reveal_count]) in known
    count = 0
    # The ply isn't the best in every game: the legend considers only some replies, and loses 0.2 stars in end42.
    for state, playing in found:
        if any(sum(isinstance(card, ExploreCard) for card in deck) > 1 for _, (deck,) in playing.all_futures):
            continue
        count += 1
        worth = {
            ply: sum(weight * final(apply(dealt(state, deck), ply)) for weight, (deck,) in playing.all_futures)
            for ply in [each[2].ply for each in run_steps(rank_candidates(playing.view)).entries[: LEGEND.width]]
        }
        assert worth[PLAYERS["legend"](drawer_view(state), chance("end"))] == max(worth.values())
    assert count == 4


def dealt(state: State, cards: Sequence[Card]) -> State:
    """Return the state with the given cards as the rest of the season's deck."""
    now = state.season_deal
    deck = (*now.deck[: state.revealed], *cards)
    seasons = (*state.deal.seasons[: state.season], replace(now, deck=deck, reveal_count=len(deck)))
    return replace(state, deal=replace(state.deal, seasons=seasons))


def final(state: State) -> int:
    """Return the stars at the end of a game if all further plies are the best ones."""
    return max((final(apply(state, ply)) for ply in legal_moves(state)), default=0) if state.task else state.total(0)


@pytest.mark.parametrize("game_id", GAMES[::2], ids=str)
def test_reply_table_yields_the_best_estimates_first(game_id: GameId) -> None:
    """A reply table yields the candidates that fit, by gains and contacts with new shapes, and learns differences."""
    state = states(game_id)[5]
    playing = rollouts_of(state)
    outlook, left, _ = playing.seasons[0]
    before = playing.sketch
    drawn = run_steps(rank_candidates(playing.view)).entries[0][2].on(before)
    gone = before.empty & ~drawn.empty
    for card in [card for card in explore_cards(state.deal.id.options) if isinstance(card, ExploreCard)][2:6]:
        table = run_steps(playing.reply_table(card))
        for must_cover in (drawn.empty, drawn.empty & before.ruins):
            estimates = {
                candidate: outlook.value(candidate.on(before), left, dangers=False)
                + 15_000 * (candidate.region & adjacent_to(gone)).bit_count()
                for candidate in option_candidates(card.options, before.empty)
                if not candidate.region & gone and candidate.region & must_cover
            }
            found = [table.candidates[number] for number, _ in table.promising(drawn.empty, must_cover)]
            assert [estimates[candidate] for candidate in found] == sorted(estimates.values(), reverse=True)
        replies = [*table.promising(before.empty)]
        last = table.candidates[replies[-1][0]]
        table.learn([replies[0], replies[-1]], [0, 100 * STAR])
        assert [*table.promising(before.empty)] == replies
        table.sort()
        assert table.candidates[next(table.promising(before.empty))[0]] == last
        assert (table.first(before.empty), table.first(0)) == (last.region, 0)


def test_bots_are_in_order_of_strength() -> None:
    """The random bot, the apprentice, and the journeyman get more stars in this order in the same few solo games."""
    games = [GameId(f"order{number}") for number in range(10)]
    earned = [
        sum(played(game_id, name)[1][-1].total(0) for game_id in games)
        for name in ("random", "apprentice", "journeyman")
    ]
    assert earned[0] < earned[1] < earned[2]
