"""Paper maps: painting, their text, their score by the engine's rules, and checks that never object to a real map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.game.paper import MARK_OF, Paper, blank_paper, ground_at, on_side, painted, read_paper, surrounded_mountains
from app.game.paper_checks import (
    findings,
    findings_after,
    findings_of_count,
    limits_of_cards,
    limits_of_reveals,
    most_lost_stars,
)
from app.game.paper_notes import Count
from app.screens.paper.tally import ALL, CARDS, NEW, Tally, read_tally
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import Card, ExploreCard
from cartographers.deal import SeasonDeal, ambush_cards
from cartographers.errors import InvalidRecord
from cartographers.events import SeasonScore
from cartographers.game import season_score
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.region import names, space_named, spaces
from cartographers.scoring import CARD_BY_ID, stars
from cartographers.seasons import EDICTS
from support.gallery import MAP_LIKE_B
from support.paper_maps import paper_of, scored_maps
from support.refusals import refused
from support.simulated import game_number, played

#: The numbers of the simulated games: all mixes of the boxes, several sides, and 1 to 12 players.
GAMES = range(0, 144, 3)


def papers(number: int) -> Iterator[tuple[GameId, SeasonScore, Paper]]:
    """Yield each score of a simulated game with its paper map."""
    game_id = game_number(number)
    for score, sheet in scored_maps(number):
        yield game_id, score, paper_of(game_id, sheet)


def seasons_until(dealt: tuple[SeasonDeal, ...], score: SeasonScore) -> list[tuple[Card, ...]]:
    """Return the cards revealed in each season up to a score."""
    last = next(number for number, each in enumerate(dealt) if each.season == score.season)
    return [each.deck[: each.reveal_count] for each in dealt[: last + 1]]


# ------------------------------------------------------------------- score


@pytest.mark.parametrize("number", GAMES)
def test_painted_map_earns_the_engine_s_stars(number: int) -> None:
    """Each season's map of a game, painted space by space and read from its text, earns the same stars."""
    state = played(game_number(number))[1][-1]
    cards = dict(zip(EDICTS, state.deal.edicts, strict=True))
    for _, score, paper in papers(number):
        read = read_paper(str(paper))
        assert read == paper
        assert season_score(score.season, cards, read.sheet, score.player) == score


def test_all_edicts_are_counted_once() -> None:
    """“All edicts” scores each chosen edict once on the same map, with coins and monsters."""
    _, score, paper = next(papers(0))
    edicts = {"A": CARD_BY_ID["treetower"], "D": CARD_BY_ID["borderlands"]}
    tally = Tally(paper, "mixed", ALL.name, edicts)
    assert {letter: stars(awards) for letter, awards in tally.score.edicts.items()} == {
        letter: stars(card(paper.sheet)) for letter, card in edicts.items()
    }
    assert (tally.score.coins, tally.score.monsters) == (score.coins, score.monsters)
    assert tally.score.season == ALL


# ------------------------------------------------------------------- painting


@pytest.mark.parametrize("ground", MARK_OF)
def test_each_ground_is_painted_and_erased(ground: str) -> None:
    """Each ground replaces the former one, and nothing can be painted on mountains and wasteland."""
    blank = blank_sheet("B")
    space, mountain, wasteland = map(space_named, ("A1", "B9", "E5"))
    drawing = painted(painted(blank, space, "water"), space, ground)
    assert ground_at(drawing, space) == ground
    assert drawing.empty == blank.empty & ~(1 << space)
    assert painted(drawing, space, "") == blank
    assert painted(blank, mountain, ground) == painted(blank, wasteland, ground) == blank


def test_another_side_keeps_the_drawing() -> None:
    """If the player chooses another side, the drawing stays except on its mountains and wasteland."""
    drawing = blank_sheet("A")
    for name in ("A1", "E5", "B9"):
        drawing = painted(drawing, space_named(name), "forest")
    assert names(on_side(Paper("A", drawing), "B").drawing.forest) == ["A1"]
    assert on_side(Paper("A", drawing, 3), "B").shape_coins == 3


def test_coins_that_the_map_proves() -> None:
    """A surrounded mountain adds one coin to those of the shapes, and a surrounded dragon adds three."""
    paper = blank_paper("A")
    assert (paper.map_coins, paper.sheet.coins) == (0, 0)
    drawing = paper.drawing
    for name in ("A4", "B3", "B5", "C4"):
        drawing = painted(drawing, space_named(name), "farm")
    paper = Paper("A", drawing)
    assert names(surrounded_mountains(paper)) == ["B4"]
    assert paper.sheet.coins == 1
    for name in ("K1", "J1", "K2"):
        drawing = painted(drawing, space_named(name), "dragon" if name == "K1" else "water")
    assert Paper("A", drawing).sheet.coins == 4
    assert Paper("A", drawing, 2).sheet.coins == 6
    assert Paper("A", drawing, 13).sheet.coins == 14


# ------------------------------------------------------------------- text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' isn't a paper map"),
        ("p1-a-3", "isn't a paper map"),
        ("p01-a-3-o", "isn't a paper map"),
        ("p2-a-3-o121", "a newer version of this page has saved the paper map"),
        ("p1-e-3-o121", "map side"),
        ("p1-x0-3-o121", "isn't the code of a custom map"),
        ("p1-a-15-o116", "a paper map has 0 to 14 coins, not '15'"),
        ("p1-a-03-o116", "a paper map has 0 to 14 coins, not '03'"),
        ("p1-a-3-o115", "this map has 116 spaces to draw on, but the text has 115"),
        ("p1-a-3-o116f", "but the text has 117"),
        ("p1-a-3-o115q", "'q' isn't a row of spaces"),
        ("p1-a-3-o58o58", "'o58' isn't a row of spaces"),
        ("p1-a-3-o115f1", "'f1' isn't a row of spaces"),
        ("p1-a-3-o0116", "'o0116' isn't a row of spaces"),
        ("p1-a-3-o999999999999", "isn't a row of spaces"),
    ],
)
def test_damaged_text_is_refused_with_a_reason(text: str, why: str) -> None:
    """A damaged text is refused, and the sentence says what is wrong."""
    with refused(InvalidRecord, why):
        read_paper(text)


def test_texts_never_change() -> None:
    """Saved texts stay readable, so this one must not change."""
    drawing = blank_sheet("D")
    for name, ground in (("A1", "forest"), ("A2", "forest"), ("A3", "dragon"), ("K11", "destroyed"), ("F2", "hero")):
        drawing = painted(drawing, space_named(name), ground)
    text = "p1-d--f2do49ho55x"
    assert str(Paper("D", drawing)) == text
    assert read_paper(text) == Paper("D", drawing)
    assert str(blank_paper(MAP_LIKE_B)) == f"p1-{MAP_LIKE_B.lower()}--o{blank_sheet('B').empty.bit_count()}"


def test_tally_as_text() -> None:
    """A tally with any edicts is read from its text; damaged ones give a new tally."""
    tally = NEW.with_edict("A", CARD_BY_ID["treetower"]).with_edict("C", CARD_BY_ID["silos"]).with_side("C")
    assert read_tally(str(tally)) == tally
    assert tally.cards == "heroes"
    for text in ("", "x", f"{tally} D=treetower", f"{tally} E=wildholds", str(tally).replace("spring", "monday")):
        assert read_tally(text) == NEW


def test_each_family_has_one_edict() -> None:
    """A card of a family that another letter has changes places with it; choosing a card again removes it."""
    forest, other_forest, village = (CARD_BY_ID[card] for card in ("treetower", "greenbough", "wildholds"))
    tally = NEW.with_edict("A", forest).with_edict("B", village)
    assert tally.with_edict("B", other_forest).edicts == {"A": village, "B": other_forest}
    assert tally.with_edict("C", other_forest).edicts == {"B": village, "C": other_forest}
    assert tally.with_edict("A", forest).edicts == {"B": village}


# ------------------------------------------------------------------- checks


@pytest.mark.parametrize("number", GAMES)
def test_checks_are_silent_on_real_maps(number: int) -> None:
    """No check objects to any season's map or row of a real game, whether its cards are known or only its boxes."""
    earlier: dict[int, Paper] = {}
    dealt = played(game_number(number))[1][-1].deal
    for game_id, score, paper in papers(number):
        revealed = seasons_until(dealt.seasons, score)
        before = earlier.get(score.player)
        found = [*findings_after(paper, before, game_id.options, revealed, is_solo=game_id.players == 1)]
        boxes = {game_id.explore, game_id.seasons, game_id.ambush}
        pure = boxes == {Box.HEROES} or (boxes == {Box.BASE} and not game_id.heroes)
        for cards in (*([game_id.explore.word] if pure else []), CARDS[-1]):
            found += findings(paper, limits_of_cards(paper.side, cards, len(revealed)))
        assert found == []
        first, second = map(stars, score.edicts.values())
        row = Count(first, second, score.coins, -score.monsters)
        coins = before.sheet.coins if before else 0
        assert findings_of_count(row, coins, game_id.side, game_id.options, revealed) == {}
        earlier[score.player] = paper


def test_rows_of_numbers_are_checked() -> None:
    """More coins than cards and mountains give, fewer than before, and stars that no monster can cost are named."""
    game_id = GameId("ruins4")
    dealt = played(game_id)[1][-1].deal.seasons
    revealed = [each.deck[: each.reveal_count] for each in dealt]

    def keys(count: Count, before: int = 0, seasons: int = 1) -> dict[str, str]:
        found = findings_of_count(count, before, "A", game_id.options, revealed[:seasons])
        return {name: one.key.removeprefix("paper.check.") for name, one in found.items()}

    most = limits_of_reveals(game_id.options, revealed[:1]).coins + blank_sheet("A").mountain.bit_count()
    assert keys(Count(coins=most)) == {}
    assert keys(Count(coins=most + 1)) == {"coins": "coins.many"}
    assert keys(Count(coins=1), before=2) == keys(Count(3, 3), before=2) == {"coins": "coins.fell"}
    assert keys(Count(3), before=2) == keys(Count()) == {}
    lost = most_lost_stars(game_id.options, revealed[:1])
    assert lost is not None
    assert keys(Count(monsters=lost)) == {}
    assert keys(Count(monsters=lost + 1)) == {"monsters": "monsters"}


def test_zombies_have_no_limit() -> None:
    """Zombies spread, so nobody knows the most stars that monsters can cost."""
    [zombies] = [card for card in ambush_cards(GameId("x", ambush=Box.HEROES).options) if card.beast is Beast.ZOMBIE]
    assert most_lost_stars(GameId("x").options, [[zombies]]) is None
    goblins = ambush_cards(GameId("x").options)[0]
    assert most_lost_stars(GameId("x").options, [[goblins]]) == 8


def keys_of(paper: Paper, cards: str = "base", seasons: int = 1) -> list[str]:
    """Return the keys of the findings if only the boxes are known."""
    return [one.key.removeprefix("paper.check.") for one in findings(paper, limits_of_cards("A", cards, seasons))]


def filled(ground: str, count: int) -> Paper:
    """Return map A with a ground on its first spaces."""
    drawing = blank_sheet("A")
    for space in [*spaces(drawing.empty)][:count]:
        drawing = painted(drawing, space, ground)
    return Paper("A", drawing, 1)


def test_checks_name_impossible_maps() -> None:
    """Too many spaces, terrains, monsters, or coins are named."""
    assert keys_of(filled("farm", 60)) == ["spaces", "terrain"]
    assert keys_of(filled("monster", 11)) == ["terrain"]
    assert keys_of(filled("monster", 8)) == []
    assert keys_of(filled("monster", 100), "heroes", 4) == []
    assert keys_of(Paper("A", blank_sheet("A"), 5)) == ["coins.many"]
    assert keys_of(Paper("A", blank_sheet("A"), 4)) == []
    assert keys_of(filled("hero", 3)) == ["terrain"]


def test_checks_know_the_revealed_cards() -> None:
    """With the cards known, missing shapes, unfilled ruins, changed spaces, and lost coins are named."""
    game_id = GameId("ruins4")
    dealt = played(game_id)[1][-1].deal
    revealed = [each.deck[: each.reveal_count] for each in dealt.seasons]
    count = sum(isinstance(card, ExploreCard) for cards in revealed for card in cards)
    paper = filled("farm", 4)
    found = {one.key: one for one in findings_after(paper, None, game_id.options, revealed, is_solo=True)}
    assert {"paper.check.few", "paper.check.ruins"} <= found.keys()
    assert found["paper.check.few"].allowed > count
    before = Paper("A", filled("water", 4).drawing, 2)
    found = {one.key: one for one in findings_after(paper, before, game_id.options, revealed[:1], is_solo=True)}
    assert found["paper.check.changed"].allowed == 4
    assert found["paper.check.coins.fell"].allowed == 2
    limits = limits_of_reveals(game_id.options, revealed[:1])
    assert limits.spaces is not None
    assert limits.spaces < 40
