"""The review of a game: the order of the judgments, their display, and the bots' results on a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from app import messages as m
from app.board.board import worth
from app.drawing.element import Element, text_of, walk
from app.effects import FetchPart, ReadLibrary, RunJob, SaveNote
from app.game.daily import daily, read_runs
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import MEASURED_STRENGTHS
from app.jobs import bot_turn
from app.screens.parts import strengths
from app.screens.parts.strengths import Trial
from app.screens.review.reasons import whole_stars
from app.screens.review.screen import JudgmentJob, Review
from app.screens.sheet.screen import ScoreSheet
from app.visit import Visit
from app.wanted import wanted
from cartographers.ambush import AMBUSH
from cartographers.arena import Match, play
from cartographers.bots import BOTS_VERSION
from cartographers.bots import STRENGTHS as BY_STRENGTH
from cartographers.bots.hint import Gain, gains_beyond
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from cartographers.record import PlayedGame, read_ply
from cartographers.region import clusters
from cartographers.rules import legal_moves, outcome
from cartographers.scoring import monsters
from cartographers.seasons import EDICTS
from cartographers.state import Ply, State
from support.playing import (
    ALONE,
    CHANCE,
    GAMES,
    TOGETHER,
    WORDS,
    begun,
    buttons,
    choosing,
    game_of,
    heard,
    kept_games,
    labels,
    playing,
    pressed,
    shown,
    with_class,
    with_screen,
)
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

TODAY = date(2026, 11, 23)
DEAL = "c1-a-1p-k3x9q2"


def review_of(name: str, **changes: object) -> Visit:
    """Return the visit at the review of one of the whole games."""
    final = GAMES[name][-1][1]
    other = with_screen(final, game=replace(game_of(final), **changes))  # type: ignore[arg-type]
    return changed(updated(updated(other, m.Go("sheet")), m.Go("review")), bot_results="")


def screen(visit: Visit) -> Review:
    """Return the review."""
    assert isinstance(visit.screen, Review)
    return visit.screen


def judgment(visit: Visit, place: int, behind: int) -> m.PlyJudged:
    """Return a judgment of the ply at the given place: the same ply if ``behind`` is 0, otherwise another one."""
    game = screen(visit).game
    assert game
    played, state = game.plies[place - 1], game.played.states[place - 1]
    other = next((ply for ply in legal_moves(state) if ply != played), played)
    return m.PlyJudged(place, other if behind else played, behind)


def judged(visit: Visit, *behind: int) -> Visit:
    """Return the visit after all plies were judged, with these losses in hundredths of a star, in order."""
    for number, place in enumerate(screen(visit).places):
        visit = updated(visit, judgment(visit, place, behind[number % len(behind)]))
    return visit


def part(visit: Visit, key: str) -> str:
    """Return the text of the given part of the screen."""
    return next((text_of(found) for found in walk(shown(visit)) if found.key == key), "")


def text(visit: Visit) -> str:
    """Return the text of the screen."""
    return text_of(shown(visit))


# ------------------------------------------------------------------- whose plies


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_leads_to_the_review_and_back(name: str) -> None:
    """The sheet leads to the review of the player whose sheet is shown, and back."""
    sheet = updated(GAMES[name][-1][1], m.Go("sheet"))
    assert m.command(m.Go("review")) in buttons(shown(sheet))
    assert isinstance(sheet.screen, ScoreSheet)
    opened = updated(sheet, m.Go("review"))
    assert screen(opened).player == sheet.screen.shown
    assert updated(opened, m.Back()).screen == sheet.screen
    for player in range(game_of(GAMES[name][-1][1]).id.players):
        review = screen(updated(updated(sheet, m.LookAtSheet(player)), m.Go("review")))
        assert review.game
        states = review.game.played.states
        assert all((task := states[place - 1].task) and task.player == review.player for place in review.places)
    if name in ALONE:
        assert len(screen(opened).places) == len(game_of(GAMES[name][-1][1]).plies)


def test_the_end_leads_to_the_review() -> None:
    """The end of a game leads to the review directly. An unfinished game and an empty page have none."""
    assert screen(updated(GAMES["A"][-1][1], m.Go("review"))).places
    for visit in (arrive(CHANCE), choosing(begun())):
        opened = updated(visit, m.Go("review"))
        assert not screen(opened).places
        assert "isn't saved here anymore" in text(opened)
        for message in (m.Seek(1), m.SkipPlies(1), m.PlayOrPause(), m.PlyJudged(1, read_ply("fA1"), 0)):
            assert updated(opened, message) == opened
        assert screen(opened).job(opened) is None
        assert dict(screen(opened).keys(opened)) == {"Escape": m.Back()}


def test_saved_game_can_be_reviewed() -> None:
    """A saved game can be reviewed, even if another game is in play."""
    name, _ = kept_games()[1]
    home = changed(arrive(CHANCE), library=kept_games())
    assert screen(updated(updated(home, m.Go("sheet", name)), m.Go("review"))).places


def test_bots_are_not_reviewed() -> None:
    """If a bot has won, the review is about the person; if only bots played, there is no review."""
    final = GAMES["pair"][-1][1]
    for seats in ((LOCAL_PERSON, Bot("master")), (Bot("master"), LOCAL_PERSON)):
        review = review_of("pair", seats=seats)
        assert screen(review).player == seats.index(LOCAL_PERSON)
    bots = with_screen(final, game=replace(game_of(final), seats=(Bot("master"), Bot("master"))))
    sheet = updated(bots, m.Go("sheet"))
    assert m.command(m.Go("review")) not in buttons(shown(sheet))
    assert not screen(updated(sheet, m.Go("review"))).places


# ------------------------------------------------------------------- in which order


def test_shown_ply_is_judged_first() -> None:
    """The ply on the page is judged first, then the others in order, and then the bots play the deal."""
    visit = review_of("A")
    places = screen(visit).places
    visit = updated(visit, m.Seek(5))
    asked = []
    while isinstance(job := screen(visit).job(visit), JudgmentJob):
        asked.append(job.place)
        visit = updated(visit, judgment(visit, job.place, 0))
    assert asked == [5, *(place for place in places if place != 5)]
    assert job == Trial(screen(visit).game.id, "apprentice")  # type: ignore[union-attr]


@pytest.mark.parametrize("name", TOGETHER)
def test_no_bot_plays_the_deal_of_several_players(name: str) -> None:
    """With several players no bot plays the deal, because its solo result doesn't compare with theirs."""
    visit = judged(review_of(name), 0)
    assert screen(visit).job(visit) is None
    assert part(visit, "strengths") == ""


def test_review_can_be_stopped_and_resumed() -> None:
    """The work can be stopped and resumed, also while a bot plays."""
    for visit in (review_of("A"), judged(review_of("A"), 0)):
        job = screen(visit).job(visit)
        halted = updated(visit, m.PlayOrPause())
        assert effects_of(visit, m.PlayOrPause()) == [RunJob(None)]
        assert screen(halted).job(halted) is None
        assert "Stopped" in text(halted)
        assert effects_of(halted, m.PlayOrPause()) == [RunJob(job)]


def test_leaving_the_review_ends_its_work() -> None:
    """Leaving the review ends its work, and the sheet has no work for such a game."""
    visit = review_of("A")
    assert RunJob(None) in effects_of(visit, m.Back())


def test_nothing_is_judged_before_later_part_loads() -> None:
    """Before the later part of the page has loaded, nothing is judged, and the page fetches that part."""
    visit = changed(review_of("A"), parts=NO_PARTS)
    assert FetchPart("later") in wanted(visit).values()
    assert not any(isinstance(effect, RunJob) for effect in wanted(visit).values())


def test_review_keeps_judgments_during_the_visit() -> None:
    """A review of the same game and player keeps its judgments for the rest of the visit."""
    visit = updated(review_of("A"), m.Seek(3))
    visit = updated(visit, judgment(visit, 3, 40))
    again = updated(updated(visit, m.Back()), m.Go("review"))
    assert screen(again).judgments_so_far == screen(visit).judgments_so_far
    other = updated(updated(updated(again, m.Back()), m.Go("start")), m.Go("sheet", "none"))
    assert not screen(updated(other, m.Go("review"))).judgments_so_far
    assert not screen(
        changed(updated(updated(GAMES["B"][-1][1], m.Go("sheet")), m.Go("review")), judgments=visit.page.judgments)
    ).judgments_so_far


def test_judge_names_legal_ply_and_page_shows_verdict() -> None:
    """The judge's message names a legal ply for its place, and the page shows its verdict."""
    visit = updated(review_of("A"), m.Seek(20))
    job = screen(visit).job(visit)
    assert job
    steps = [*job.work()]
    told = [step for step in steps if isinstance(step, int)]
    assert told == sorted(told)
    [found] = [step for step in steps if isinstance(step, m.PlyJudged)]
    assert found.place == 20
    assert [step for step in job.work() if isinstance(step, m.PlyJudged)] == [found]
    assert updated(visit, found) != visit


def test_invalid_judgment_changes_nothing() -> None:
    """A judgment of an unknown place, of a judged ply, or with an illegal ply changes nothing."""
    visit = review_of("A")
    first = judgment(visit, 1, 30)
    visit = updated(visit, first)
    for message in (first, m.PlyJudged(99, first.ply, 0), m.PlyJudged(2, read_ply("fA1K9"), 0)):
        assert updated(visit, message) == visit


# ------------------------------------------------------------------- the reasons


def compared(visit: Visit, place: int, ply: Ply, *gains: Gain, loss: int = 100) -> Visit:
    """Return the visit at a ply for which Master preferred another one, with these gains."""
    return updated(updated(visit, m.Seek(place)), m.PlyJudged(place, ply, loss, gains))


def another_ply(visit: Visit, place: int) -> Ply:
    """Return a legal ply other than the one that was played at a place."""
    return judgment(visit, place, 1).ply


def gain_buttons(visit: Visit) -> list[Element]:
    """Return the lines with Master's gains."""
    return with_class(shown(visit), "advantage")


def test_maps_stay_enlarged_at_the_next_move() -> None:
    """A tap enlarges one of the maps, also at the next move, until another tap; an unknown map can't be enlarged."""
    visit = review_of("A")
    first, second = screen(visit).places[:2]
    visit = compared(visit, first, another_ply(visit, first))
    large = compared(updated(visit, m.LookAtSheet(1)), second, another_ply(visit, second))
    assert [look for look in pressed(shown(large)) if look.startswith("look-at-sheet")] == ["look-at-sheet 1"]
    assert "look-at-sheet 1" not in buttons(shown(updated(large, m.Seek(screen(visit).places[2]))))
    small = updated(large, m.LookAtSheet(1))
    assert not [look for look in pressed(shown(small)) if look.startswith("look-at-sheet")]


def lit_gains(visit: Visit) -> list[str]:
    """Return the commands of the gains whose spaces are lit."""
    return [command for command in pressed(shown(visit)) if command.startswith("highlight-topic")]


def captions(visit: Visit) -> list[str]:
    """Return the captions of the two maps."""
    [maps] = with_class(shown(visit), "two-maps")
    return [text_of(found) for found in walk(maps) if found.tag == "figcaption"]


@pytest.mark.parametrize("name", ["A", "pair"])
def test_gains_are_the_differences_between_both_maps(name: str) -> None:
    """The gains at the next scoring are exactly the differences between the maps after both plies."""
    visit = review_of(name)
    game = screen(visit).game
    assert game
    found = 0
    for place in screen(visit).places[::3]:
        state, played = game.played.states[place - 1], game.plies[place - 1]
        task, ply = state.task, another_ply(visit, place)
        assert task
        mine, best = (outcome(task, state.sheets[task.sheet], one)[1] for one in (played, ply))
        gains = {gain.source: gain.now for gain in gains_beyond(view_of(state, task.player), ply, played)}
        to_score = {letter for dealt in state.deal.seasons[state.season :] for letter in dealt.season.edicts}
        for letter, card in zip(EDICTS, state.deal.edicts, strict=True):
            expected = worth(card, best) - worth(card, mine) if letter in to_score else 0
            assert gains.get(letter, 0) == expected
        assert gains.get("coins", 0) == best.coins - mine.coins
        assert gains.get("monsters", 0) == worth(None, best) - worth(None, mine)
        found += len(gains)
    assert found


def test_job_reports_gains_with_the_judgment() -> None:
    """The job that judges a ply also reports the gains of Master's ply over it."""
    visit = review_of("A")
    game = screen(visit).game
    assert game
    last = screen(visit).places[-1]  # the last ply needs no rollouts
    [found] = [step for step in JudgmentJob(game.played, last).work() if isinstance(step, m.PlyJudged)]
    state = game.played.states[last - 1]
    expected = gains_beyond(view_of(state, 0), found.ply, game.plies[last - 1]) if found.loss else ()
    assert found.gains == expected


def test_gains_are_listed_with_the_largest_first() -> None:
    """The gains are listed with the largest first, and those against the move last; those of zero are left out."""
    visit = review_of("A")
    gains = Gain("A", 2, 4), Gain("B", 0, -12), Gain("C", 0, 3), Gain("coins", -1), Gain("monsters", 4)
    visit = compared(visit, 1, another_ply(visit, 1), *gains)
    assert screen(visit).game
    edicts = game_of(GAMES["A"][-1][1]).state.deal.edicts
    first, second = (WORDS(f"name.{card.id}") for card in edicts[:2])
    minus = "\N{MINUS SIGN}"
    assert [text_of(found) for found in with_class(shown(visit), "advantage")] == [
        "Monsters +4 later about +12",
        f"{first} +2",
        f"{second} later about {minus}1",
        f"Coins {minus}1 later about {minus}3",
        f"Room for later shapes later about {minus}12",
    ]
    [group] = with_class(shown(visit), "advantages")
    assert f"{first} +2On the other hand:{second}" in text_of(group)
    said = heard(visit, "more")
    assert said.startswith(
        f"Master expected 1.0 more stars from another move. Monsters +4 later about +12, {first} +2."
    )
    assert f"On the other hand: {second} later about {minus}1, " in said


def test_nothing_comes_later_in_the_last_season() -> None:
    """No scoring follows the one of the last season, so only the moves before it can still bring stars."""
    visit = review_of("A")
    place = screen(visit).places[-2]
    visit = compared(visit, place, another_ply(visit, place), Gain("A", 2, -10), Gain("monsters", 1), loss=400)
    edict, monsters, room = map(text_of, gain_buttons(visit))
    assert edict.endswith("+2 later moves about \N{MINUS SIGN}1")
    assert monsters == "Monsters +1"
    assert room == "Room for later shapes later moves about +2"


@pytest.mark.parametrize("name", ["A", "pair"])
@pytest.mark.parametrize("loss", [5, 40, 100, 849])
def test_reasons_add_up_to_the_loss(name: str, loss: int) -> None:
    """All numbers in the reasons add up to the expected loss; on another player's map, to its opposite."""
    visit = review_of(name)
    game = screen(visit).game
    assert game
    for place in screen(visit).places:
        state, ply = game.played.states[place - 1], another_ply(visit, place)
        gains = gains_beyond(view_of(state, screen(visit).player), ply, game.plies[place - 1])
        seen = compared(visit, place, ply, *gains, loss=loss)
        comparison = screen(seen).comparison
        assert comparison
        total = -whole_stars(loss) if comparison.is_on_another_map else whole_stars(loss)
        assert numbers_in(seen) == total


def numbers_in(visit: Visit) -> int:
    """Return the sum of all numbers in the reasons on the page."""
    parts = (part for row in with_class(shown(visit), "advantage") for part in walk(row))
    texts = (text_of(part).replace("\N{MINUS SIGN}", "-") for part in parts if part.tag in {"b", "small"})
    return sum(int(text.removeprefix("later ").removeprefix("moves ").removeprefix("about ")) for text in texts)


def test_no_reasons_without_a_better_move() -> None:
    """There are no reasons before Master has chosen, or if it didn't expect more stars."""
    visit = review_of("A")
    assert not with_class(shown(visit), "reasons")
    visit = compared(visit, 1, another_ply(visit, 1), Gain("A", 3), loss=4)
    assert not with_class(shown(visit), "reasons")
    assert not with_class(shown(visit), "lit")
    assert captions(visit) == ["You", "Master"]


def test_gain_lights_its_spaces_on_both_maps() -> None:
    """The largest gain lights its spaces on both maps, with its stars in the captions; another one can be chosen."""
    visit = review_of("A")
    game = screen(visit).game
    assert game
    place = screen(visit).places[-1]
    ply, state = another_ply(visit, place), game.played.states[place - 1]
    visit = compared(visit, place, ply, Gain("coins", 1), Gain("A", 8))
    sheet = state.sheets[0]
    assert state.task
    mine, best = (outcome(state.task, sheet, one)[1] for one in (game.plies[place - 1], ply))

    def expected(*counts: int) -> list[str]:
        return [
            f"{who} {count}".replace("-", "\N{MINUS SIGN}")
            for who, count in zip(("You", "Master"), counts, strict=True)
        ]

    card = state.deal.edicts[0]
    assert lit_gains(visit) == ["highlight-topic A"]
    assert len(with_class(shown(visit), "lit")) == 2
    assert captions(visit) == expected(worth(card, mine), worth(card, best))
    assert heard(visit, "lit") == ""
    coins = updated(visit, m.HighlightTopic(m.Topic.COINS))
    assert lit_gains(coins) == ["highlight-topic coins"]
    assert captions(coins) == expected(mine.coins, best.coins)
    assert "On both maps: coins from mountains. Below them: all coins." in text_of(shown(coins))
    assert "with the stars at the next scoring" not in text_of(shown(coins))
    assert heard(coins, "lit") == f"Coins: You {mine.coins}, Master {best.coins}."
    dark = updated(coins, m.HighlightTopic(m.Topic.COINS))
    assert not lit_gains(dark)
    assert not with_class(shown(dark), "lit")
    assert captions(dark) == ["You", "Master"]
    assert "On both maps" not in text_of(shown(dark))
    earlier = screen(visit).places[0]
    for seen, lights in ((coins, 2), (dark, 0)):
        moved = compared(seen, earlier, another_ply(visit, earlier), Gain("A", 8))
        assert len(with_class(shown(moved), "lit")) == lights


@pytest.mark.parametrize(
    ("gains", "sentence"),
    [
        ((Gain("A", 8),), "{A}: Master's move earns 8 more stars the next time it's scored."),
        ((Gain("B", 1, 20),), "{B}: Master's move earns 1 more star the next time it's scored."),
        ((Gain("B", 0, 31),), "{B}: Master's move prepares for about 3 more stars later."),
        ((Gain("C", -1, 40), Gain("A", 2)), "{C}: Master's move prepares for about 4 more stars later."),
        ((Gain("coins", 1),), "Master's move earns 1 more coin, which counts every season."),
        ((Gain("coins", 1), Gain("A", 3)), "Master's move earns 1 more coin"),
        ((Gain("A", -3),), ""),
        ((), ""),
    ],
)
def test_sentence_names_the_largest_gain(gains: tuple[Gain, ...], sentence: str) -> None:
    """A sentence explains the largest gain; coins count in each season that is left."""
    visit = review_of("A")
    visit = compared(visit, 1, another_ply(visit, 1), *gains)
    edicts = game_of(GAMES["A"][-1][1]).state.deal.edicts
    names = {letter: WORDS(f"name.{card.id}") for letter, card in zip(EDICTS, edicts, strict=True)}
    [why] = with_class(shown(visit), "reasons")
    said = [text_of(found) for found in walk(why) if found.tag == "p"]
    assert said
    assert said[0].startswith(sentence.format(**names) if sentence else ("This move", "No single edict"))


@pytest.mark.parametrize("name", ALONE)
def test_sentence_counts_open_spaces(name: str) -> None:
    """The sentence about monsters says how many more spaces the played ply leaves open than Master's."""
    visit = review_of(name)
    found = sum(1 for _ in sentences_about_monsters(visit))
    assert found


def sentences_about_monsters(visit: Visit) -> Iterator[str]:
    """Yield the sentence about each ply that leaves more spaces open next to monsters than another one would."""
    game = screen(visit).game
    assert game
    for place in screen(visit).places:
        state = game.played.states[place - 1]
        assert state.task
        played = open_spaces(state, game.plies[place - 1])
        best = min(legal_moves(state), key=lambda ply: open_spaces(state, ply).bit_count())
        more = played.bit_count() - open_spaces(state, best).bit_count()
        if more > 0:
            said = text_of(with_class(shown(compared(visit, place, best, Gain("monsters", 1))), "reasons")[0])
            plural = "" if more == 1 else "s"
            assert f"This move leaves {more} more space{plural} open next to " in said
            yield said


def open_spaces(state: State, ply: Ply) -> int:
    """Return the empty spaces next to monsters after a ply."""
    assert state.task
    sheet = outcome(state.task, state.sheets[state.task.sheet], ply)[1]
    return sum(award.spaces for award in monsters(sheet))


def test_sentence_names_the_ambush() -> None:
    """The sentence about monsters names the ambush card whose monsters have these open spaces."""
    said = [sentence for name in ALONE for sentence in sentences_about_monsters(review_of(name))]
    named = [card.id for cards in AMBUSH.values() for card in cards]
    assert any(f"the monsters from {WORDS(f'name.{card}')}." in sentence for card in named for sentence in said)


def test_sentence_counts_gaps() -> None:
    """The sentence about gaps says how many more spaces are in small gaps than after Master's ply."""
    visit, found = review_of("A"), 0
    game = screen(visit).game
    assert game
    for place in screen(visit).places:
        state, best = game.played.states[place - 1], another_ply(visit, place)
        more = in_gaps(state, game.plies[place - 1]) - in_gaps(state, best)
        said = text_of(with_class(shown(compared(visit, place, best, Gain("A", 1))), "reasons")[0])
        if "too small for most shapes" in said:
            assert f"This move leaves {more} more space{'' if more == 1 else 's'} in gaps" in said
            found += 1
    assert found


def in_gaps(state: State, ply: Ply) -> int:
    """Return the number of empty spaces in groups of one or two after a ply."""
    assert state.task
    sheet = outcome(state.task, state.sheets[state.task.sheet], ply)[1]
    return sum(size for group in clusters(sheet.empty) if (size := group.bit_count()) <= 2)


def test_reasons_on_another_players_map() -> None:
    """On another player's map, the largest loss is the reason, and the sentence names that player."""
    visit = review_of("pair")
    game = screen(visit).game
    assert game
    places = [
        place
        for place in screen(visit).places
        if (task := game.played.states[place - 1].task) and task.sheet != task.player
    ]
    assert places
    visit = compared(visit, places[0], another_ply(visit, places[0]), Gain("A", 2), Gain("monsters", -4))
    assert text_of(gain_buttons(visit)[0]) == "Monsters \N{MINUS SIGN}4 later about \N{MINUS SIGN}12"
    task = game.played.states[places[0] - 1].task
    assert task
    owner = game.cartographers[task.sheet].name
    assert f"Master's move costs {owner} 4 more stars: Monsters." in text(visit)
    better = compared(visit, places[-1], another_ply(visit, places[-1]), Gain("A", 2))
    assert len(places) == 1 or "more star" not in text_of(with_class(shown(better), "reasons")[0])


# ------------------------------------------------------------------- what is shown


def test_moving_through_the_plies() -> None:
    """Keys and messages move through the plies, and never beyond the ends."""
    visit = review_of("pair")
    places = screen(visit).places
    assert len(places) < len(game_of(GAMES["pair"][-1][1]).plies)
    keys = screen(visit).keys(visit)
    ways: list[tuple[m.Message, int]] = [
        (keys["ArrowLeft"], 0),
        (keys["ArrowRight"], 1),
        (keys["End"], len(places) - 1),
        (keys["ArrowRight"], len(places) - 1),
        (keys["Home"], 0),
        (m.Seek(places[4]), 4),
        (m.Seek(places[4] - 1), 3),
        (m.Seek(-9), 0),
    ]
    for message, index in ways:
        visit = updated(visit, message)
        assert screen(visit).place == places[index]
        assert f"move {places[index]} of" in part(visit, "closer")


@pytest.mark.parametrize(
    ("behind", "sentence"),
    [
        (230, "Master expected 2.3 more stars"),
        (5, "expected 0.1 more stars"),
        (4, "another move but didn't expect more"),
        (0, "the same move"),
    ],
)
def test_sentence_states_the_difference(behind: int, sentence: str) -> None:
    """A sentence states the difference, and less than half a tenth of a star counts as none."""
    visit = review_of("A")
    assert "is thinking" in part(visit, "closer")
    visit = updated(visit, judgment(visit, 1, behind))
    assert sentence in part(visit, "closer")
    assert sentence in heard(visit, "more")


def test_both_maps_are_shown() -> None:
    """Both maps are shown with their new shapes marked, and described for screen readers."""
    visit = updated(review_of("A"), m.Seek(4))
    assert len(with_class(shown(visit), "arrivals")) == 1
    assert "Map before the move" in labels(shown(visit))
    visit = updated(visit, judgment(visit, 4, 90))
    assert len(with_class(shown(visit), "arrivals")) == 2
    named = [label for label in labels(shown(visit)) if label.startswith(("You: ", "Master: "))]
    assert [label.partition(":")[0] for label in named] == ["You", "Master"]


def test_costliest_plies_are_marked() -> None:
    """At most three plies are marked as the costliest, the worst first, and none with a negligible cost."""
    visit = review_of("A")
    assert not with_class(shown(visit), "costly")
    for place, behind in ((2, 9), (3, 10)):
        visit = updated(visit, judgment(visit, place, behind))
    assert [one.place for one in screen(visit).costliest] == [3]
    for place, behind in ((4, 50), (5, 300), (6, 50), (7, 40)):
        visit = updated(visit, judgment(visit, place, behind))
    found = with_class(shown(visit), "costly")
    assert [one.attributes["data-do"] for one in found] == ["seek 5", "seek 4", "seek 6"]
    assert [text_of(mark) for mark in with_class(shown(visit), "costly-mark")] == ["1", "2", "3"]
    assert "move 5 of" in found[0].attributes["aria-label"]
    assert screen(updated(visit, m.Seek(5))).place == 5


def test_line_falls_by_losses_of_judged_plies() -> None:
    """The line falls by the losses of the plies judged so far without a gap, and a text gives the total."""
    visit = review_of("A")
    assert not [part for part in walk(shown(visit)) if part.tag == "polyline"]
    visit = updated(visit, judgment(visit, 2, 100))
    assert not [part for part in walk(shown(visit)) if part.tag == "polyline"]
    visit = updated(visit, judgment(visit, 1, 50))
    assert len(line(visit)) == 3
    count = len(screen(visit).places)
    assert f"2 of {count} moves judged" in part(visit, "course")
    visit = judged(visit, 0)
    downs = [down for _, down in line(visit)]
    assert len(downs) == count + 1
    assert downs == sorted(downs)
    assert downs[-1] - downs[0] == pytest.approx(3 * (downs[1] - downs[0]), abs=0.5)
    assert "In all, Master expected 1.5 more stars" in part(visit, "course")


def line(visit: Visit) -> list[tuple[float, float]]:
    """Return the points of the chart's line."""
    [found] = [part for part in walk(shown(visit)) if part.tag == "polyline"]
    pairs = (point.split(",") for point in found.attributes["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def test_marks_do_not_overlap() -> None:
    """The marks of three equally costly plies in a row don't overlap."""
    visit = review_of("heroes")
    for place in (4, 5, 6, 7, 8, 9):
        visit = updated(visit, judgment(visit, place, 200))
    marks = [
        (float(circle.attributes["cx"]), float(circle.attributes["cy"]))
        for mark in with_class(shown(visit), "costly-mark")
        for circle in walk(mark)
        if circle.tag == "circle"
    ]
    for number, (x, y) in enumerate(marks):
        assert all(abs(x - other) >= 16 or abs(y - down) >= 16 for other, down in marks[:number])


# ------------------------------------------------------------------- the strengths


def made(visit: Visit, *stars: int, deal: str = DEAL) -> Visit:
    """Return the visit after bots have played, the weakest first."""
    for strength, count in zip(BY_STRENGTH, stars, strict=False):
        visit = updated(visit, m.BotResult(deal, strength, count))
    return visit


def test_bot_plays_the_whole_deal() -> None:
    """A bot plays the whole deal, with progress that never falls and the same stars each time."""
    visit = judged(review_of("A"), 0)
    job = screen(visit).job(visit)
    assert job
    steps = [*job.work()]
    told = [step for step in steps if isinstance(step, int)]
    assert told == sorted(told)
    assert told[-1] == 100
    [message] = [step for step in steps if isinstance(step, m.BotResult)]
    assert message in job.work()
    after = updated(visit, message)
    assert [one for one in effects_of(visit, message) if isinstance(one, SaveNote)] == [
        SaveNote(MEASURED_STRENGTHS, f"b{BOTS_VERSION} {DEAL}:{message.stars}")
    ]
    assert screen(after).job(after) == Trial(screen(after).game.id, "journeyman")  # type: ignore[union-attr]


def test_a_bot_plays_the_same_everywhere() -> None:
    """A bot plays the same game in a trial, the arena, and on the page, and a review agrees with Master's own plies."""
    game_id = GameId("same")
    [made] = [step for step in Trial(game_id, "journeyman").work() if isinstance(step, m.BotResult)]
    [result] = play(Match(str(game_id), ("journeyman",)))
    states, plies = [new_game(game_id)], list[Ply]()
    while states[-1].task:
        plies.append(drawn_by("journeyman", states[-1], len(plies)))
        states.append(apply(states[-1], plies[-1]))
    assert made.stars == result["stars"] == states[-1].total(0)
    number = len(plies) // 2
    own = drawn_by("master", states[number], number)
    played = PlayedGame(game_id, (*plies[:number], own), tuple(states[: number + 1]))
    [judgment] = [step for step in JudgmentJob(played, number + 1).work() if isinstance(step, m.PlyJudged)]
    assert judgment == m.PlyJudged(number + 1, own, 0)


def drawn_by(bot: str, state: State, plies: int) -> Ply:
    """Return the ply that a bot draws on the page, solo and after a number of plies."""
    turn = bot_turn(state, 0, bot, plies)
    assert turn
    [drawn] = [step for step in turn.work() if isinstance(step, m.BotPlyChosen)]
    return drawn.ply


def test_player_is_ranked_among_the_bots() -> None:
    """The player is in the table of bots and ratings, best first. Once all bots have played, no work is left."""
    visit = judged(review_of("A"), 0)
    stars = game_of(GAMES["A"][-1][1]).state.total(0)
    assert "Apprentice is playing" in part(visit, "strengths")
    visit = made(visit, stars - 9, stars + 1, stars + 30, stars + 20)
    rows = [text_of(row) for row in walk(shown(visit)) if row.tag == "tr" and row.key]
    assert [row.rstrip("+0123456789\N{MINUS SIGN}") for row in rows] == [
        "Master",
        "Legend",
        "Journeyman",
        "You",
        "Apprentice",
    ]
    assert screen(visit).job(visit) is None
    assert not with_class(shown(visit), "thought")


def test_note_keeps_the_last_thirty_deals() -> None:
    """The note keeps the last thirty deals, and only accepts the next result of a deal."""
    visit = judged(review_of("A"), 0)
    for number in range(36):
        visit = made(visit, 1, deal=f"c1-a-1p-x{number}")
    assert (visit.memory.bot_results or "").split() == [
        f"b{BOTS_VERSION}",
        *(f"c1-a-1p-x{number}:1" for number in range(6, 36)),
    ]
    again = updated(visit, m.BotResult("c1-a-1p-x35", "apprentice", 5))
    assert again == visit
    assert updated(visit, m.BotResult("c1-a-1p-x35", "legend", 5)) == visit


@pytest.mark.parametrize(
    ("note", "known"),
    [
        ("", 0),
        ("nonsense", 0),
        (f"b{BOTS_VERSION + 1} {DEAL}:1,2,3,4", 0),
        (f"b{BOTS_VERSION} {DEAL}:1,2,3,4,5", 0),
        (f"b{BOTS_VERSION} {DEAL}:1,x", 0),
        (f"b{BOTS_VERSION} other:7 {DEAL}:-3,20", 2),
    ],
)
def test_unreadable_note_is_replaced(note: str, known: int) -> None:
    """A note that is unreadable, or about another version of the bots, is replaced."""
    visit = updated(judged(review_of("A"), 0), m.LibraryRead("", note))
    assert visit.memory.bot_results == note
    game = screen(visit).game
    assert game
    assert len(strengths.bot_results_of(visit, game.id)) == known
    after = made(visit, *(1, 2, 3, 4)[known:]) if not known else updated(visit, m.BotResult(DEAL, "master", 3))
    assert (after.memory.bot_results or "").endswith(f"{DEAL}:1,2,3,4" if not known else f"{DEAL}:-3,20,3")


def test_the_note_is_read_with_the_library() -> None:
    """The note is read with the library, before any bot plays, and reading doesn't write it."""
    home = arrive(CHANCE)
    assert home.memory.bot_results is None
    sheet = updated(GAMES["A"][-1][1], m.Go("sheet"))
    opened = updated(sheet, m.Go("review"))
    assert ReadLibrary("Review") in effects_of(sheet, m.Go("review"))
    visit = judged(changed(opened, bot_results=None), 0)
    assert screen(visit).job(visit) is None
    read = m.LibraryRead("", f"b{BOTS_VERSION} {DEAL}:1")
    assert not any(isinstance(effect, SaveNote) for effect in effects_of(visit, read))
    assert screen(visit).job(updated(visit, read)) == Trial(screen(visit).game.id, "journeyman")  # type: ignore[union-attr]


# ------------------------------------------------------------------- the game of the day


def day_over(text: str) -> Visit:
    """Return the visit at the sheet of the daily game, on a device that knows these runs."""
    *_, (_, final) = playing(begun(daily(TODAY)))
    days = changed(final, days=read_runs(text), day=TODAY)
    return changed(updated(days, m.Go("sheet")), library=(), bot_results="")


def test_daily_bot_results_appear_after_the_counting_run() -> None:
    """The sheet shows the bots' results after the run that counts, and then the calendar also has them."""
    visit = day_over(f"{TODAY}:x:5")
    assert visit.screen.job(visit) == Trial(daily(TODAY), "apprentice")
    assert "With the same cards" in text(visit)
    halted = updated(visit, m.PlayOrPause())
    assert halted.screen.job(halted) is None
    assert "Stopped" in part(halted, "strengths")
    visit = made(visit, 10, deal=str(daily(TODAY)))
    assert visit.screen.job(visit) == Trial(daily(TODAY), "journeyman")
    days = updated(visit, m.Go("days"))
    assert "Apprentice" in text(days)
    assert "Apprentice" not in text(updated(days, m.ShowDetails("2026-11-22")))


@pytest.mark.parametrize("runs", ["", f"{TODAY}:x:"])
def test_daily_bot_results_stay_hidden_until_a_run_counts(runs: str) -> None:
    """Before the first run counts, the bots' results on the daily game stay hidden, because they are a hint."""
    visit = day_over(runs)
    assert visit.screen.job(visit) is None
    assert "With the same cards" not in text(visit)
    assert updated(visit, m.PlayOrPause()) == visit
