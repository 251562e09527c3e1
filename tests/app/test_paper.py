"""Paper maps: painting, their text, their score by the engine's rules, and checks that never object to a real map."""

import pytest

from app.game import paper_checks as checks
from app.game.paper import MARK_OF, Paper, blank_paper, ground_at, on_side, painted, read_paper, surrounded_mountains
from app.game.paper_notes import Count
from app.screens.paper.tally import ALL, NEW, Tally, read_tally
from cartographers import CARD_BY_ID, Box, GameId, InvalidRecord, stars
from cartographers.beast import Beast
from cartographers.cards import Card, ExploreCard
from cartographers.deal import ambush_cards, deal
from cartographers.game import season_score
from cartographers.maps import blank_sheet
from cartographers.region import names, space_named
from cartographers.seasons import EDICTS
from support.gallery import MAP_LIKE_B
from support.paper_maps import drawn, scored_maps
from support.refusals import refused
from support.simulated import game_number

#: The numbers of the simulated games: all mixes of the boxes, several sides, and 1 to 12 players.
GAMES = range(0, 144, 3)
#: A game with ruins, and the cards of its first season.
RUINS = GameId("ruins4")
BLANK = blank_sheet("A")
TREETOWER, GREENBOUGH, WILDHOLDS = (CARD_BY_ID[card] for card in ("treetower", "greenbough", "wildholds"))


def revealed_in(game_id: GameId) -> list[tuple[Card, ...]]:
    """Return the cards that a game reveals in each season."""
    return [each.deck[: each.reveal_count] for each in deal(game_id).seasons]


@pytest.mark.parametrize("number", GAMES)
def test_painted_map_earns_the_engine_s_stars(number: int) -> None:
    """Each season's map of a game, painted space by space and read from its text, earns the same stars."""
    cards = dict(zip(EDICTS, deal(game_number(number)).edicts, strict=True))
    for score, paper in scored_maps(number):
        read = read_paper(str(paper))
        assert (read, season_score(score.season, cards, read.sheet, score.player)) == (paper, score)


def test_tally_as_text() -> None:
    """A tally is read from its text unless that is damaged, has an edict of each family, and counts each once."""
    tally = NEW.with_edict("A", TREETOWER).with_edict("C", CARD_BY_ID["silos"]).with_side("C")
    assert read_tally(str(tally)) == tally
    assert tally.cards == "heroes"
    for text in ("", "x", f"{tally} D=treetower", f"{tally} E=wildholds", str(tally).replace("spring", "monday")):
        assert read_tally(text) == NEW
    tally = NEW.with_edict("A", TREETOWER).with_edict("B", WILDHOLDS)
    assert tally.with_edict("B", GREENBOUGH).edicts == {"A": WILDHOLDS, "B": GREENBOUGH}
    assert tally.with_edict("C", GREENBOUGH).edicts == {"B": WILDHOLDS, "C": GREENBOUGH}
    assert tally.with_edict("A", TREETOWER).edicts == {"B": WILDHOLDS}
    (score, paper), *_ = scored_maps(0)
    edicts = {"A": TREETOWER, "D": CARD_BY_ID["borderlands"]}
    found = Tally(paper, "mixed", ALL.name, edicts).score
    earned = {letter: stars(awards) for letter, awards in found.edicts.items()}
    assert earned == {letter: stars(card(paper.sheet)) for letter, card in edicts.items()}
    assert (found.season, found.coins, found.monsters) == (ALL, score.coins, score.monsters)


@pytest.mark.parametrize("ground", MARK_OF)
def test_each_ground_is_painted_and_erased(ground: str) -> None:
    """Each ground replaces the former one, and none can be on mountains and wasteland, even those of a new side."""
    blank = blank_sheet("B")
    space, mountain, wasteland = map(space_named, ("A1", "B9", "E5"))
    drawing = painted(painted(blank, space, "water"), space, ground)
    assert (ground_at(drawing, space), drawing.empty) == (ground, blank.empty & ~(1 << space))
    assert painted(drawing, space, "") == blank
    assert painted(blank, mountain, ground) == painted(blank, wasteland, ground) == blank
    found = on_side(Paper("A", drawn(BLANK, **{ground: "A1 E5 B9"}), 3), "B")
    assert ([name for name in ("A1", "E5", "B9") if ground_at(found.drawing, space_named(name)) == ground]) == ["A1"]
    assert found.shape_coins == 3


def test_coins_that_the_map_proves() -> None:
    """A surrounded mountain adds one coin to those of the shapes, and a surrounded dragon adds three."""
    assert (blank_paper("A").map_coins, blank_paper("A").sheet.coins) == (0, 0)
    mountain = drawn(BLANK, farm="A4 B3 B5 C4")
    assert names(surrounded_mountains(Paper("A", mountain))) == ["B4"]
    assert Paper("A", mountain).sheet.coins == 1
    dragon = drawn(mountain, dragon="K1", water="J1 K2")
    assert [Paper("A", dragon, coins).sheet.coins for coins in (0, 2, 13)] == [4, 6, 14]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' isn't a paper map"),
        *((text, "isn't a paper map") for text in ("p1-a-3", "p01-a-3-o")),
        ("p2-a-3-o121", "a newer version of this page has saved the paper map"),
        ("p1-e-3-o121", "map side"),
        ("p1-x0-3-o121", "isn't the code of a custom map"),
        *((f"p1-a-{coins}-o116", f"a paper map has 0 to 14 coins, not '{coins}'") for coins in ("15", "03")),
        ("p1-a-3-o115", "this map has 116 spaces to draw on, but the text has 115"),
        ("p1-a-3-o116f", "but the text has 117"),
        *((f"p1-a-3-o115{row}", f"'{row}' isn't a row of spaces") for row in ("q", "f1")),
        *(("p1-a-3-o58o58", "'o58' isn't a row of spaces"), ("p1-a-3-o0116", "'o0116' isn't a row of spaces")),
        ("p1-a-3-o999999999999", "isn't a row of spaces"),
    ],
)
def test_damaged_text_is_refused_with_a_reason(text: str, why: str) -> None:
    """A damaged text is refused, and the sentence says what is wrong."""
    with refused(InvalidRecord, why):
        read_paper(text)


def test_texts_never_change() -> None:
    """Saved texts stay readable, so this one must not change."""
    paper = Paper("D", drawn(blank_sheet("D"), forest="A1 A2", dragon="A3", destroyed="K11", hero="F2"))
    text = "p1-d--f2do49ho55x"
    assert (str(paper), read_paper(text)) == (text, paper)
    assert str(blank_paper(MAP_LIKE_B)) == f"p1-{MAP_LIKE_B.lower()}--o{blank_sheet('B').empty.bit_count()}"


@pytest.mark.parametrize("number", GAMES)
def test_checks_are_silent_on_real_maps(number: int) -> None:
    """No check objects to any season's map or row of a real game, whether its cards are known or only its boxes."""
    game_id = game_number(number)
    seasons = [dealt.season for dealt in deal(game_id).seasons]
    boxes = {game_id.explore, game_id.seasons, game_id.ambush}
    is_pure = boxes == {Box.HEROES} or (boxes == {Box.BASE} and not game_id.heroes)
    earlier: dict[int, Paper] = {}
    for score, paper in scored_maps(number):
        revealed = revealed_in(game_id)[: seasons.index(score.season) + 1]
        before = earlier.get(score.player)
        found = [*checks.findings_after(paper, before, game_id.options, revealed, is_solo=game_id.players == 1)]
        for cards in (*([game_id.explore.word] if is_pure else []), "mixed"):
            found += checks.findings(paper, checks.limits_of_cards(paper.side, cards, len(revealed)))
        assert found == []
        first, second = map(stars, score.edicts.values())
        row = Count(first, second, score.coins, -score.monsters)
        coins = before.sheet.coins if before else 0
        assert checks.findings_of_count(row, coins, game_id.side, game_id.options, revealed) == {}
        earlier[score.player] = paper


def filled(ground: str, count: int, coins: int = 1) -> Paper:
    """Return map A with a ground on its first spaces."""
    return Paper("A", drawn(BLANK, **{ground: " ".join(names(BLANK.empty)[:count])}), coins)


def test_checks_name_impossible_maps_and_numbers() -> None:
    """Too many spaces, terrains, monsters, coins, or lost stars, and fewer coins than before, are named."""
    for paper, cards, seasons, keys in (
        (filled("farm", 60), "base", 1, ["spaces", "terrain"]),
        (filled("monster", 11), "base", 1, ["terrain"]),
        (filled("monster", 8), "base", 1, []),
        (filled("monster", 100), "heroes", 4, []),
        (filled("hero", 3), "base", 1, ["terrain"]),
        (filled("farm", 0, coins=5), "base", 1, ["coins.many"]),
        (filled("farm", 0, coins=4), "base", 1, []),
    ):
        found = checks.findings(paper, checks.limits_of_cards("A", cards, seasons))
        assert [one.key.removeprefix("paper.check.") for one in found] == keys
    spring = revealed_in(RUINS)[:1]
    coins = checks.limits_of_reveals(RUINS.options, spring).coins + BLANK.mountain.bit_count()
    lost = checks.most_lost_stars(RUINS.options, spring)
    assert lost is not None
    for count, before, expected in (
        (Count(coins=coins), 0, {}),
        (Count(coins=coins + 1), 0, {"coins": "coins.many"}),
        (Count(coins=1), 2, {"coins": "coins.fell"}),
        (Count(3, 3), 2, {"coins": "coins.fell"}),
        *((Count(3), 2, {}), (Count(), 0, {})),
        (Count(monsters=lost), 0, {}),
        (Count(monsters=lost + 1), 0, {"monsters": "monsters"}),
    ):
        of_row = checks.findings_of_count(count, before, "A", RUINS.options, spring)
        assert {name: one.key.removeprefix("paper.check.") for name, one in of_row.items()} == expected
    [zombies] = [card for card in ambush_cards(GameId("x", ambush=Box.HEROES).options) if card.beast is Beast.ZOMBIE]
    goblins = ambush_cards(GameId("x").options)[0]
    for card, most in ((zombies, None), (goblins, 8)):
        assert checks.most_lost_stars(GameId("x").options, [[card]]) == most


def test_checks_know_the_revealed_cards() -> None:
    """With the cards known, missing shapes, unfilled ruins, changed spaces, and lost coins are named."""
    revealed = revealed_in(RUINS)

    def allowed(before: Paper | None, seasons: int) -> dict[str, int]:
        found = checks.findings_after(filled("farm", 4), before, RUINS.options, revealed[:seasons], is_solo=True)
        return {one.key.removeprefix("paper.check."): one.allowed for one in found}

    at_end = allowed(None, 4)
    assert "ruins" in at_end
    assert at_end["few"] > sum(isinstance(card, ExploreCard) for cards in revealed for card in cards)
    in_spring = allowed(filled("water", 4, coins=2), 1)
    assert (in_spring["changed"], in_spring["coins.fell"]) == (4, 2)
    spaces = checks.limits_of_reveals(RUINS.options, revealed[:1]).spaces
    assert spaces is not None
    assert spaces < 40
