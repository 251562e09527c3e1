"""The review of a game: the order of the judgments, their display, and the bots' results on a deal."""

from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import TypeVar

import pytest

from app import messages as m
from app.board.board import worth
from app.drawing.element import text_of, walk
from app.effects import FetchPart, RunJob
from app.game.daily import daily, read_runs
from app.game.game import Game
from app.game.jobs import Job, bot_turn
from app.game.seating import LOCAL_PERSON, Bot
from app.saved_names import MEASURED_STRENGTHS
from app.saves.games import ReadLibrary
from app.saves.noting import SaveNote
from app.screens.parts.strengths import Trial, bot_results_of
from app.screens.review.reasons import whole_stars
from app.screens.review.screen import JudgmentJob, Review, task_of
from app.screens.sheet.screen import ScoreSheet
from app.shell.wanted import wanted
from app.visit import Visit
from cartographers import GameId, Ply, Sheet, State, apply, monsters, new_game, view_of
from cartographers.ambush import AMBUSH
from cartographers.arena import Match, play
from cartographers.bots import BOTS_VERSION
from cartographers.bots import STRENGTHS as BY_STRENGTH
from cartographers.bots.hint import Gain, gains_beyond
from cartographers.record import PlayedGame, read_ply
from cartographers.region import clusters
from cartographers.rules import legal_moves, outcome
from cartographers.seasons import EDICTS
from support import playing as p
from support.elements import tagged, text, text_with_key, texts, texts_with_class
from support.visits import NO_PARTS, arrive, changed, effects_of, is_late, updated
from words import MINUS

TODAY = date(2026, 11, 23)
DEAL = "c1-a-1p-k3x9q2"
T = TypeVar("T")
#: The names of the edicts of game A, by their letters.
NAMES = {
    letter: p.WORDS(f"name.{card.id}")
    for letter, card in zip(EDICTS, p.game_of(p.FINALS["A"]).state.deal.edicts, strict=True)
}


def review_of(name: str, *messages: m.Message, **changes: object) -> Visit:
    """Return the visit at the review of one of the whole games, after some messages."""
    final = p.with_screen(p.FINALS[name], game=replace(p.game_of(p.FINALS[name]), **changes))  # type: ignore[arg-type]
    return p.after(changed(p.after(final, m.Go("sheet"), m.Go("review")), bot_results=""), *messages)


def screen(visit: Visit) -> Review:
    """Return the review."""
    assert isinstance(visit.screen, Review)
    return visit.screen


def reviewed(visit: Visit) -> Game:
    """Return the game that is reviewed."""
    game = screen(visit).game
    assert game
    return game


def position(visit: Visit, place: int) -> tuple[State, Ply]:
    """Return the state before the ply at a place, and the ply."""
    return reviewed(visit).played.states[place - 1], reviewed(visit).plies[place - 1]


def map_after(state: State, ply: Ply) -> Sheet:
    """Return the map after a ply."""
    task = task_of(state)
    return outcome(task, state.sheets[task.sheet], ply)[1]


def another_ply(visit: Visit, place: int) -> Ply:
    """Return a legal ply other than the one that was played at a place, if there is one."""
    state, played = position(visit, place)
    return next((ply for ply in legal_moves(state) if ply != played), played)


def judgment(visit: Visit, place: int, behind: int) -> m.PlyJudged:
    """Return a judgment of the ply at the given place: the same ply if ``behind`` is 0, otherwise another one."""
    return m.PlyJudged(place, another_ply(visit, place) if behind else position(visit, place)[1], behind)


def judged_at(visit: Visit, *losses: tuple[int, int]) -> Visit:
    """Return the visit after the plies at some places were judged, each with its loss in hundredths of a star."""
    return p.after(visit, *(judgment(visit, place, behind) for place, behind in losses))


def judged(visit: Visit) -> Visit:
    """Return the visit after all plies that weren't judged yet were found to be the best ones."""
    return judged_at(visit, *((place, 0) for place in screen(visit).places))


def compared(visit: Visit, place: int, *gains: Gain, ply: Ply | None = None, loss: int = 100) -> Visit:
    """Return the visit at a ply for which Master preferred another one, with these gains."""
    return p.after(visit, m.Seek(place), m.PlyJudged(place, ply or another_ply(visit, place), loss, gains))


def found_by(job: Job | None, kind: type[T]) -> T:
    """Return the only message of a kind that a job sends, after progress that never falls."""
    assert job
    steps = [*job.work()]
    told = [step for step in steps if isinstance(step, int)]
    assert told == sorted(told)
    [found] = [step for step in steps if isinstance(step, kind)]
    return found


def pressed_to(visit: Visit, command: str) -> list[str]:
    """Return the commands of the pressed buttons that begin with a word."""
    return [name for name in p.pressed(p.shown(visit)) if name.startswith(command)]


@pytest.mark.parametrize("name", p.GAMES)
def test_the_sheet_leads_to_the_review_and_back(name: str) -> None:
    """The sheet leads to the review of the player whose sheet is shown, and back."""
    sheet = updated(p.FINALS[name], m.Go("sheet"))
    assert m.command(m.Go("review")) in p.buttons(p.shown(sheet))
    assert isinstance(sheet.screen, ScoreSheet)
    opened = updated(sheet, m.Go("review"))
    assert screen(opened).player == sheet.screen.shown
    assert updated(opened, m.Back()).screen == sheet.screen
    for player in range(p.game_of(p.FINALS[name]).id.players):
        other = p.after(sheet, m.LookAtSheet(player), m.Go("review"))
        players = {task_of(position(other, place)[0]).player for place in screen(other).places}
        assert players == {screen(other).player}
    if name in p.ALONE:
        assert len(screen(opened).places) == len(p.game_of(p.FINALS[name]).plies)


def test_whose_games_are_reviewed() -> None:
    """The end and a saved game lead to the review of a person; without a game or a person, it has no places."""
    assert screen(updated(p.FINALS["A"], m.Go("review"))).places
    home = changed(arrive(p.CHANCE), library=p.kept_games())
    assert screen(p.after(home, m.Go("sheet", p.kept_games()[1][0]), m.Go("review"))).places
    for visit in (arrive(p.CHANCE), p.choosing(p.begun())):
        opened = updated(visit, m.Go("review"))
        assert not screen(opened).places
        assert "isn't saved here anymore" in text(opened)
        for message in (m.Seek(1), m.SkipPlies(1), m.PlayOrPause(), m.PlyJudged(1, read_ply("fA1"), 0)):
            assert is_late(opened, message)
        assert screen(opened).needs(opened).job is None
        assert dict(screen(opened).controls(opened).keys) == {"Escape": m.Back()}
    master = Bot("master")
    for seats in ((LOCAL_PERSON, master), (master, LOCAL_PERSON)):
        assert screen(review_of("pair", seats=seats)).player == seats.index(LOCAL_PERSON)
    alone = review_of("pair", seats=(master, master))
    assert not screen(alone).places
    assert m.command(m.Go("review")) not in p.buttons(p.shown(updated(alone, m.Back())))


def test_shown_ply_is_judged_first() -> None:
    """The ply on the page is judged first, then the others in order, and then the bots play the deal of a solo game."""
    visit = review_of("A", m.Seek(5))
    places, asked = screen(visit).places, []
    while isinstance(job := screen(visit).needs(visit).job, JudgmentJob):
        asked.append(job.place)
        visit = judged_at(visit, (job.place, 0))
    assert asked == [5, *(place for place in places if place != 5)]
    assert job == Trial(reviewed(visit).id, "apprentice")
    for name in p.TOGETHER:
        visit = judged(review_of(name))
        assert screen(visit).needs(visit).job is None
        assert text_with_key(visit, "strengths") == ""


def test_review_can_be_stopped_and_resumed() -> None:
    """The work waits for the later part, can be stopped and resumed, and keeps its judgments during the visit."""
    for visit in (review_of("A"), judged(review_of("A"))):
        job, halted = screen(visit).needs(visit).job, updated(visit, m.PlayOrPause())
        assert effects_of(visit, m.PlayOrPause()) == [RunJob(None)]
        assert screen(halted).needs(halted).job is None
        assert "Stopped" in text(halted)
        assert effects_of(halted, m.PlayOrPause()) == [RunJob(job)]
        assert RunJob(None) in effects_of(visit, m.Back())
    found = wanted(changed(review_of("A"), parts=NO_PARTS)).values()
    assert FetchPart("later") in found
    assert not any(isinstance(effect, RunJob) for effect in found)
    visit = judged_at(review_of("A", m.Seek(3)), (3, 40))
    again = p.after(visit, m.Back(), m.Go("review"))
    assert screen(again).judgments_so_far == screen(visit).judgments_so_far
    none = p.after(again, m.Back(), m.Go("start"), m.Go("sheet", "none"), m.Go("review"))
    other = p.after(changed(p.FINALS["B"], judgments=visit.page.judgments), m.Go("sheet"), m.Go("review"))
    for elsewhere in (none, other):
        assert not screen(elsewhere).judgments_so_far


def test_judge_names_legal_ply_and_page_shows_verdict() -> None:
    """The page shows the judge's verdict on a legal ply, and an invalid judgment or a second one changes nothing."""
    visit = review_of("A", m.Seek(20))
    found = found_by(screen(visit).needs(visit).job, m.PlyJudged)
    assert found.place == 20
    assert found_by(screen(visit).needs(visit).job, m.PlyJudged) == found
    assert updated(visit, found) != visit
    first = judgment(visit, 1, 30)
    visit = updated(visit, first)
    for message in (first, m.PlyJudged(99, first.ply, 0), m.PlyJudged(2, read_ply("fA1K9"), 0)):
        assert updated(visit, message) == visit


def test_maps_stay_enlarged_at_the_next_move() -> None:
    """A tap enlarges one of the maps, even at the next move, until another tap; an unknown map can't be enlarged."""
    visit = review_of("A")
    first, second, third, *_ = screen(visit).places
    large = compared(updated(compared(visit, first), m.LookAtSheet(1)), second)
    assert pressed_to(large, "look-at-sheet") == ["look-at-sheet 1"]
    assert "look-at-sheet 1" not in p.buttons(p.shown(updated(large, m.Seek(third))))
    assert pressed_to(updated(large, m.LookAtSheet(1)), "look-at-sheet") == []


def captions(visit: Visit) -> list[str]:
    """Return the captions of the two maps."""
    [maps] = p.with_class(p.shown(visit), "two-maps")
    return texts(tagged(maps, "figcaption"))


@pytest.mark.parametrize("name", ["A", "pair"])
def test_gains_are_the_differences_between_both_maps(name: str) -> None:
    """The gains at the next scoring are the differences between both maps, and the judge reports the same gains."""
    visit, found = review_of(name), 0
    for place in screen(visit).places[::3]:
        state, played = position(visit, place)
        ply = another_ply(visit, place)
        mine, best = map_after(state, played), map_after(state, ply)
        gains = {gain.source: gain.now for gain in gains_beyond(view_of(state, task_of(state).player), ply, played)}
        to_score = {letter for dealt in state.deal.seasons[state.season :] for letter in dealt.season.edicts}
        for letter, card in zip(EDICTS, state.deal.edicts, strict=True):
            expected = worth(card, best) - worth(card, mine) if letter in to_score else 0
            assert gains.get(letter, 0) == expected
        assert gains.get("coins", 0) == best.coins - mine.coins
        assert gains.get("monsters", 0) == worth(None, best) - worth(None, mine)
        found += len(gains)
    assert found
    last = screen(visit).places[-1]  # the last ply needs no rollouts
    judged_last = found_by(JudgmentJob(reviewed(visit).played, last), m.PlyJudged)
    state, played = position(visit, last)
    gains_then = gains_beyond(view_of(state, task_of(state).player), judged_last.ply, played)
    assert judged_last.gains == (gains_then if judged_last.loss else ())


def test_gains_are_listed_with_the_largest_first() -> None:
    """The gains of a better move are listed from the largest to those against it; nothing is scored after winter."""
    gains = Gain("A", 2, 4), Gain("B", 0, -12), Gain("C", 0, 3), Gain("coins", -1), Gain("monsters", 4)
    visit = compared(review_of("A"), 1, *gains)
    first, second = NAMES["A"], NAMES["B"]
    assert texts_with_class(visit, "advantage") == [
        "Monsters +4 later about +12",
        f"{first} +2",
        f"{second} later about {MINUS}1",
        f"Coins {MINUS}1 later about {MINUS}3",
        f"Room for later shapes later about {MINUS}12",
    ]
    [group] = texts_with_class(visit, "advantages")
    assert f"{first} +2On the other hand:{second}" in group
    said = p.heard(visit, "more")
    assert said.startswith(
        f"Master expected 1.0 more stars from another move. Monsters +4 later about +12, {first} +2."
    )
    assert f"On the other hand: {second} later about {MINUS}1, " in said
    visit = compared(visit, screen(visit).places[-2], Gain("A", 2, -10), Gain("monsters", 1), loss=400)
    edict, *others = texts_with_class(visit, "advantage")
    assert edict.endswith(f"+2 later moves about {MINUS}1")
    assert others == ["Monsters +1", "Room for later shapes later moves about +2"]
    visit = review_of("A")
    assert not texts_with_class(visit, "reasons")
    visit = compared(visit, 1, Gain("A", 3), loss=4)
    assert not texts_with_class(visit, "reasons")
    assert not texts_with_class(visit, "lit")
    assert captions(visit) == ["You", "Master"]


@pytest.mark.parametrize("name", ["A", "pair"])
@pytest.mark.parametrize("loss", [5, 40, 100, 849])
def test_reasons_add_up_to_the_loss(name: str, loss: int) -> None:
    """All numbers in the reasons add up to the expected loss; on another player's map, to its opposite."""
    visit = review_of(name)
    for place in screen(visit).places:
        (state, played), ply = position(visit, place), another_ply(visit, place)
        gains = gains_beyond(view_of(state, screen(visit).player), ply, played)
        seen = compared(visit, place, *gains, ply=ply, loss=loss)
        comparison = screen(seen).comparison
        assert comparison
        parts = (part for row in p.with_class(p.shown(seen), "advantage") for part in walk(row))
        found = (text_of(part).replace(MINUS, "-") for part in parts if part.tag in {"b", "small"})
        total = sum(int(text.removeprefix("later ").removeprefix("moves ").removeprefix("about ")) for text in found)
        assert total == whole_stars(loss) * (-1 if comparison.is_on_another_map else 1)


def test_gain_lights_its_spaces_on_both_maps() -> None:
    """The largest gain lights its spaces on both maps, with its stars in the captions; another one can be chosen."""
    visit = review_of("A")
    earlier, *_, place = screen(visit).places
    state, played = position(visit, place)
    mine, best = map_after(state, played), map_after(state, another_ply(visit, place))
    card = state.deal.edicts[0]
    visit = compared(visit, place, Gain("coins", 1), Gain("A", 8))
    coins, dark = (p.after(visit, *[m.HighlightTopic(m.Topic.COINS)] * taps) for taps in (1, 2))
    for seen, lit, stars in (
        (visit, ["highlight-topic A"], (f" {worth(card, mine)}", f" {worth(card, best)}")),
        (coins, ["highlight-topic coins"], (f" {mine.coins}", f" {best.coins}")),
        (dark, [], ("", "")),
    ):
        assert pressed_to(seen, "highlight-topic") == lit
        assert len(texts_with_class(seen, "lit")) == 2 * len(lit)
        assert captions(seen) == [
            f"{who}{count}".replace("-", MINUS) for who, count in zip(("You", "Master"), stars, strict=True)
        ]
    assert p.heard(visit, "lit") == ""
    assert p.heard(coins, "lit") == f"Coins: You {mine.coins}, Master {best.coins}."
    assert "On both maps: coins from mountains. Below them: all coins." in text(coins)
    assert "with the stars at the next scoring" not in text(coins)
    assert "On both maps" not in text(dark)
    for seen, lights in ((coins, 2), (dark, 0)):
        assert len(texts_with_class(compared(seen, earlier, Gain("A", 8)), "lit")) == lights


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
    [why] = p.with_class(p.shown(compared(review_of("A"), 1, *gains)), "reasons")
    said = texts(tagged(why, "p"))[0]
    assert said.startswith(sentence.format(**NAMES) if sentence else ("This move", "No single edict"))


def open_spaces(state: State, ply: Ply) -> int:
    """Return the number of empty spaces next to monsters after a ply."""
    return sum(award.spaces for award in monsters(map_after(state, ply))).bit_count()


def test_sentences_count_gaps_and_monsters() -> None:
    """The sentences on gaps and monsters count the additional spaces, and name the ambush whose monsters have them."""
    visit, in_words = review_of("A"), 0

    def in_gaps(state: State, ply: Ply) -> int:
        sizes = (group.bit_count() for group in clusters(map_after(state, ply).empty))
        return sum(size for size in sizes if size <= 2)

    for place in screen(visit).places:
        state, played = position(visit, place)
        more = in_gaps(state, played) - in_gaps(state, another_ply(visit, place))
        said = texts_with_class(compared(visit, place, Gain("A", 1)), "reasons")[0]
        if "too small for most shapes" in said:
            assert f"This move leaves {more} more space{'' if more == 1 else 's'} in gaps" in said
            in_words += 1
    assert in_words
    found = list[str]()
    for name in p.ALONE:
        visit, seen = review_of(name), len(found)
        for place in screen(visit).places:
            state, played = position(visit, place)
            best = min(legal_moves(state), key=lambda ply: open_spaces(state, ply))
            if (more := open_spaces(state, played) - open_spaces(state, best)) > 0:
                said = texts_with_class(compared(visit, place, Gain("monsters", 1), ply=best), "reasons")[0]
                assert f"This move leaves {more} more space{'' if more == 1 else 's'} open next to " in said
                found.append(said)
        assert len(found) > seen
    named = [p.WORDS(f"name.{card.id}") for cards in AMBUSH.values() for card in cards]
    assert any(f"the monsters from {name}." in said for name in named for said in found)


def test_reasons_on_another_players_map() -> None:
    """On another player's map, the largest loss is the reason, and the sentence names that player."""
    visit = review_of("pair")
    tasks = {place: task_of(position(visit, place)[0]) for place in screen(visit).places}
    first, *others = (place for place, task in tasks.items() if task.sheet != task.player)
    visit = compared(visit, first, Gain("A", 2), Gain("monsters", -4))
    assert texts_with_class(visit, "advantage")[0] == f"Monsters {MINUS}4 later about {MINUS}12"
    owner = reviewed(visit).cartographers[tasks[first].sheet].name
    assert f"Master's move costs {owner} 4 more stars: Monsters." in text(visit)
    for place in others:
        assert "more star" not in texts_with_class(compared(visit, place, Gain("A", 2)), "reasons")[0]


def test_moving_through_the_plies() -> None:
    """Keys and messages move through the plies, and never beyond the ends."""
    visit = review_of("pair")
    places, keys = screen(visit).places, screen(visit).controls(visit).keys
    assert len(places) < len(p.game_of(p.FINALS["pair"]).plies)
    for message, index in (
        *((keys["ArrowLeft"], 0), (keys["ArrowRight"], 1), (keys["End"], len(places) - 1)),
        *((keys["ArrowRight"], len(places) - 1), (keys["Home"], 0)),
        *((m.Seek(places[4]), 4), (m.Seek(places[4] - 1), 3), (m.Seek(-9), 0)),
    ):
        visit = updated(visit, message)
        assert screen(visit).place == places[index]
        assert f"move {places[index]} of" in text_with_key(visit, "closer")


def test_sentence_states_the_difference() -> None:
    """A sentence states a difference of at least half a tenth of a star, and both maps have their new shapes marked."""
    before = review_of("A", m.Seek(4))
    assert "is thinking" in text_with_key(before, "closer")
    assert len(texts_with_class(before, "arrivals")) == 1
    assert "Map before the move" in p.labels(p.shown(before))
    for behind, sentence in (
        (230, "Master expected 2.3 more stars"),
        (5, "expected 0.1 more stars"),
        (4, "another move but didn't expect more"),
        (0, "the same move"),
    ):
        visit = judged_at(before, (4, behind))
        assert sentence in text_with_key(visit, "closer")
        assert sentence in p.heard(visit, "more")
    visit = judged_at(before, (4, 90))
    assert len(texts_with_class(visit, "arrivals")) == 2
    named = [label.partition(":")[0] for label in p.labels(p.shown(visit)) if label.startswith(("You: ", "Master: "))]
    assert named == ["You", "Master"]


def test_costliest_plies_are_marked() -> None:
    """At most three plies are marked as the costliest, the worst first, and their marks don't overlap."""
    assert not texts_with_class(review_of("A"), "costly")
    visit = judged_at(review_of("A"), (2, 9), (3, 10))
    assert [one.place for one in screen(visit).costliest] == [3]
    visit = judged_at(visit, (4, 50), (5, 300), (6, 50), (7, 40))
    found = p.with_class(p.shown(visit), "costly")
    assert [one.attributes["data-do"] for one in found] == ["seek 5", "seek 4", "seek 6"]
    assert texts_with_class(visit, "costly-mark") == ["1", "2", "3"]
    assert "move 5 of" in found[0].attributes["aria-label"]
    assert screen(updated(visit, m.Seek(5))).place == 5
    alike = judged_at(review_of("heroes"), *((place, 200) for place in range(4, 10)))
    circles = [tagged(mark, "circle")[0].attributes for mark in p.with_class(p.shown(alike), "costly-mark")]
    marks = [(float(circle["cx"]), float(circle["cy"])) for circle in circles]
    assert len(marks) == 3
    assert all(abs(x - other) >= 16 or abs(y - down) >= 16 for (x, y), (other, down) in combinations(marks, 2))


def test_line_falls_by_losses_of_judged_plies() -> None:
    """The line falls by the losses of the plies judged so far without a gap, and a text gives the total."""
    visit = review_of("A")
    count = len(screen(visit).places)
    assert [len(line(judged_at(visit, *losses))) for losses in ([], [(2, 100)])] == [0, 0]
    visit = judged_at(visit, (2, 100), (1, 50))
    assert len(line(visit)) == 3
    assert f"2 of {count} moves judged" in text_with_key(visit, "course")
    visit = judged(visit)
    downs = [down for _, down in line(visit)]
    assert len(downs) == count + 1
    assert downs == sorted(downs)
    assert downs[-1] - downs[0] == pytest.approx(3 * (downs[1] - downs[0]), abs=0.5)
    assert "In all, Master expected 1.5 more stars" in text_with_key(visit, "course")


def line(visit: Visit) -> list[tuple[float, float]]:
    """Return the points of the chart's line, if there is one."""
    points = [found.attributes["points"].split() for found in tagged(p.shown(visit), "polyline")]
    assert len(points) <= 1
    return [(float(x), float(y)) for found in points for x, y in (point.split(",") for point in found)]


def made(visit: Visit, *stars: int, deal: str = DEAL) -> Visit:
    """Return the visit after bots have played, the weakest first."""
    return p.after(visit, *(m.BotResult(deal, bot, count) for bot, count in zip(BY_STRENGTH, stars, strict=False)))


def test_bot_plays_the_whole_deal() -> None:
    """A bot plays the whole deal, with progress that never falls and the same stars each time."""
    visit = judged(review_of("A"))
    job = screen(visit).needs(visit).job
    message = found_by(job, m.BotResult)
    assert job
    steps = [*job.work()]
    assert message in steps
    assert max(step for step in steps if isinstance(step, int)) == 100
    following = updated(visit, message)
    assert [one for one in effects_of(visit, message) if isinstance(one, SaveNote)] == [
        SaveNote(MEASURED_STRENGTHS, f"b{BOTS_VERSION} {DEAL}:{message.stars}")
    ]
    assert screen(following).needs(following).job == Trial(reviewed(visit).id, "journeyman")


def test_a_bot_plays_the_same_everywhere() -> None:
    """A bot plays the same game in a trial, the arena, and on the page, and a review agrees with Master's own plies."""
    game_id = GameId("same")
    made = found_by(Trial(game_id, "journeyman"), m.BotResult)
    [result] = play(Match(str(game_id), ("journeyman",)))
    states, plies = [new_game(game_id)], list[Ply]()
    while states[-1].task:
        plies.append(drawn_by("journeyman", states[-1], len(plies)))
        states.append(apply(states[-1], plies[-1]))
    assert made.stars == result["stars"] == states[-1].total(0)
    number = len(plies) // 2
    own = drawn_by("master", states[number], number)
    played = PlayedGame(game_id, (*plies[:number], own), tuple(states[: number + 1]))
    assert found_by(JudgmentJob(played, number + 1), m.PlyJudged) == m.PlyJudged(number + 1, own, 0)


def drawn_by(bot: str, state: State, plies: int) -> Ply:
    """Return the ply that a bot draws on the page, solo and after a number of plies."""
    return found_by(bot_turn(state, 0, bot, plies), m.BotPlyChosen).ply


def test_player_is_ranked_among_the_bots() -> None:
    """The player is in the table of bots and ratings, best first. Once all bots have played, no work is left."""
    visit = judged(review_of("A"))
    stars = p.game_of(p.FINALS["A"]).state.total(0)
    assert "Apprentice is playing" in text_with_key(visit, "strengths")
    visit = made(visit, stars - 9, stars + 1, stars + 30, stars + 20)
    rows = [text_of(row) for row in tagged(p.shown(visit), "tr") if row.key]
    names = [row.rstrip(f"+0123456789{MINUS}") for row in rows]
    assert names == ["Master", "Legend", "Journeyman", "You", "Apprentice"]
    assert screen(visit).needs(visit).job is None
    assert not texts_with_class(visit, "thought")


def test_note_keeps_the_last_thirty_deals() -> None:
    """The note keeps the last thirty deals, accepts only a deal's next result, and is replaced if it is unreadable."""
    visit, deals = judged(review_of("A")), [f"c1-a-1p-x{number}" for number in range(36)]
    for deal in deals:
        visit = made(visit, 1, deal=deal)
    kept = [f"b{BOTS_VERSION}", *(f"{deal}:1" for deal in deals[-30:])]
    assert visit.memory.notes[MEASURED_STRENGTHS].split() == kept
    for bot in ("apprentice", "legend"):
        assert updated(visit, m.BotResult(deals[-1], bot, 5)) == visit
    assert MEASURED_STRENGTHS not in arrive(p.CHANCE).memory.notes
    sheet = updated(p.FINALS["A"], m.Go("sheet"))
    assert ReadLibrary("Review") in effects_of(sheet, m.Go("review"))
    visit = judged(updated(sheet, m.Go("review")))
    assert screen(visit).needs(visit).job is None
    read = m.LibraryRead((), f"b{BOTS_VERSION} {DEAL}:1")
    assert not any(isinstance(effect, SaveNote) for effect in effects_of(visit, read))
    assert screen(visit).needs(updated(visit, read)).job == Trial(reviewed(visit).id, "journeyman")
    before = judged(review_of("A"))
    unreadable = ("", "nonsense", f"b{BOTS_VERSION + 1} {DEAL}:1,2,3,4")
    damaged = (f"b{BOTS_VERSION} {DEAL}:1,2,3,4,5", f"b{BOTS_VERSION} {DEAL}:1,x")
    for note in (*unreadable, *damaged, f"b{BOTS_VERSION} other:7 {DEAL}:-3,20"):
        visit, known = updated(before, m.LibraryRead((), note)), 2 if "other" in note else 0
        assert visit.memory.notes[MEASURED_STRENGTHS] == note
        assert len(bot_results_of(visit, reviewed(visit).id)) == known
        following = updated(visit, m.BotResult(DEAL, "master", 3)) if known else made(visit, 1, 2, 3, 4)
        assert following.memory.notes[MEASURED_STRENGTHS].endswith(f"{DEAL}:-3,20,3" if known else f"{DEAL}:1,2,3,4")


def test_daily_bot_results_appear_after_the_counting_run() -> None:
    """The bots' results on the daily game appear on its sheet and in the calendar only after the run that counts."""
    *_, (_, final) = p.playing(p.begun(daily(TODAY)))
    hidden, begun, visit = (
        changed(updated(changed(final, days=read_runs(runs), day=TODAY), m.Go("sheet")), library=(), bot_results="")
        for runs in ("", f"{TODAY}:x:", f"{TODAY}:x:5")
    )
    for before in (hidden, begun):
        assert before.screen.needs(before).job is None
        assert "With the same cards" not in text(before)
        assert is_late(before, m.PlayOrPause())
    assert visit.screen.needs(visit).job == Trial(daily(TODAY), "apprentice")
    assert "With the same cards" in text(visit)
    halted = updated(visit, m.PlayOrPause())
    assert halted.screen.needs(halted).job is None
    assert "Stopped" in text_with_key(halted, "strengths")
    visit = made(visit, 10, deal=str(daily(TODAY)))
    assert visit.screen.needs(visit).job == Trial(daily(TODAY), "journeyman")
    days = updated(visit, m.Go("days"))
    assert "Apprentice" in text(days)
    assert "Apprentice" not in text(updated(days, m.ShowDetails("2026-11-22")))
