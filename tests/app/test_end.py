"""The end of a game: its best moment, its rating, the comparison with bots and earlier games, and the ranking."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from app import messages as m
from app.arrival.link import link_of
from app.arrival.page_load import Edition
from app.drawing.element import Element, text_of
from app.effects import FetchPart, ShareContent
from app.game.daily import daily
from app.game.weekly import week_of_day, weekly
from app.page.notice import Notice
from app.page.outgoing import Text
from app.page.parts import LATER
from app.saves.games import ReadLibrary
from app.saves.noting import SaveNote
from app.screens.parts.highlights import highlights
from app.screens.parts.honors import HONORS
from app.screens.parts.strengths import Trial
from app.screens.play.scenes.end import EndScene
from app.screens.review.screen import Review
from app.screens.set_up.screen import SetupScreen
from app.screens.sheet.screen import ScoreSheet
from app.screens.watch.screen import Watching
from app.shell.wanted import wanted
from app.visit import Visit
from cartographers.bots import BOTS_VERSION, STRENGTHS
from cartographers.events import GameEnd
from cartographers.game_id import GameId
from cartographers.solo import TITLES, title
from support import playing as p
from support.elements import tagged, texts
from support.gallery import rated
from support.visits import NO_PARTS, changed, effects_of, is_late, updated
from words import number, signed

#: The end of a solo game, and of one with three players.
SOLO, TRIO = p.FINALS["A"], p.FINALS["trio"]
DAY = date(2026, 11, 23)


def end_of(visit: Visit) -> GameEnd:
    """Return the result of a visit at the end of a game."""
    return p.scene_as(EndScene, visit).event


def with_result(visit: Visit, **changes: object) -> Visit:
    """Return the end of a game with another result."""
    event = replace(end_of(visit), **changes)  # type: ignore[arg-type] # any of the result's values
    return p.with_screen(visit, pending=(replace(p.scene_as(EndScene, visit), event=event),))


def rated_at(rating: int) -> Visit:
    """Return the end of a solo game with another rating."""
    return with_result(SOLO, rating=rating, title=title(rating))


def ended(game_id: GameId) -> Visit:
    """Return the end of a game, after the motion, on the tests' day."""
    return changed(p.at_rest(p.choosing(p.drawn_out(p.begun(game_id))[-1])), day=DAY)


def par_of(visit: Visit) -> tuple[int, str]:
    """Return the stars of a solo game that would be rated 0, and the game's rating with its sign."""
    end = end_of(visit)
    assert end.rating is not None
    return end.totals[0] - end.rating, signed(end.rating)


def with_bots(visit: Visit, *stars: int) -> Visit:
    """Return the end of a solo game with results of the weakest bots, and without other games or honors."""
    made = f"b{BOTS_VERSION} {p.game_of(visit).id}:{','.join(map(str, stars))}" if stars else ""
    nothing = m.HonorsFound((), ((0, ""),) * len(HONORS))
    return changed(visit, bot_results=made, library=(), honors=nothing)


def compared(visit: Visit) -> list[tuple[str, str]]:
    """Return the names and ratings in the row of comparisons."""
    [row] = p.with_class(p.shown(visit), "compared")
    cells = [cell for cell in row.children if isinstance(cell, Element)]
    rows = [texts(part for part in cell.children if isinstance(part, Element)) for cell in cells]
    return [(name, value) for name, value in rows]


def card(visit: Visit) -> str:
    """Return the text of the result."""
    [panel] = p.with_class(p.shown(visit), "end")
    return text_of(panel.children[0])


@pytest.mark.parametrize("name", p.ALONE)
def test_result_has_the_best_moment_and_the_seasons(name: str) -> None:
    """The result begins with its best shape, which opens the replay, and its chart has higher bars for more stars."""
    final = p.FINALS[name]
    best = highlights(p.game_of(final), {})[0]
    assert best.kind == "shape"
    expected = f"Best moment {p.WORDS(f'name.{best.card}')} {signed(best.stars)}"
    assert card(final).startswith(expected)
    assert text_of(p.buttons(p.shown(final))[f"watch {best.place}"]) == expected
    replay = updated(final, m.Watch(best.place)).screen
    assert isinstance(replay, Watching)
    assert replay.place == best.place
    [chart] = p.with_class(p.shown(final), "season-bars")
    scores = [score for (score,) in p.game_of(final).state.scores]
    bars = texts(tagged(chart, "li"))
    assert bars == [f"{p.WORDS(f'season.{score.season.name}')} {number(score.total)}" for score in scores]
    heights = [float(bar.attributes["height"]) for bar in tagged(chart, "rect")]
    order = sorted(range(len(scores)), key=lambda place: abs(scores[place].total))
    assert order == sorted(order, key=lambda place: heights[place])


@pytest.mark.parametrize(
    ("rating", "sentence"),
    [
        *((-77, "57 more stars to Dimwitted Doodler."), (-30, "10 more stars to Dimwitted Doodler.")),
        *((-21, "1 more star to Dimwitted Doodler."), (-20, "10 more stars to Inept Assistant.")),
        *((-1, "1 more star to Apprentice Surveyor."), (0, "10 more stars to Journeyman Topographer.")),
        *((29, "1 more star to Legendary Cartographer."), (30, "No title is higher."), (75, "No title is higher.")),
    ],
)
def test_ladder_has_the_title_and_the_next_one(rating: int, sentence: str) -> None:
    """A marker is on the title's step of the ladder, and a sentence says how many stars the next title needs."""
    visit = rated_at(rating)
    name, said = p.WORDS(f"title.{title(rating)}"), p.heard(visit, "news")
    assert card(visit).find(name) < card(visit).find(sentence)
    assert sentence == p.heard(visit, "next")
    [ladder] = p.with_class(p.shown(visit), "ladder")
    looks = [step.attributes["class"] for step in tagged(ladder, "i")]
    place = [name for _, name in reversed(TITLES)].index(title(rating))
    assert looks == ["reached"] * place + ["mine"] + ["above"] * (len(TITLES) - 1 - place)
    assert bool(p.with_class(p.shown(visit), "earned")) == (rating >= 0)
    assert 0 <= said.find(f"{end_of(visit).totals[0]} star") < said.find(name)


def test_best_moment_is_heard_before_the_title() -> None:
    """The best moment is heard before a title that may be an insult; only a first map below zero gets comfort."""
    said = p.heard(changed(rated_at(-77), library=()))
    name = p.WORDS(f"title.{title(-77)}")
    parts = ("The game is over. Best moment: ", f"rating {signed(-77)}: {name}.", "57 more stars to Dimwitted Doodler.")
    places = [said.find(part) for part in parts]
    assert places == sorted(places)
    assert places[0] == 0
    assert said.count(name) == 1
    reason = p.WORDS.plural("end.hints", 1)
    for final in (SOLO, TRIO):
        practice = p.with_screen(final, game=replace(p.game_of(final), hints=1))
        assert reason in card(practice)
        assert reason in p.heard(practice, "more")
        assert reason not in p.heard(final)
    said = "Most first games end below zero."
    own, low = tuple(rated(p.game_of(SOLO), end_of(SOLO).rating or 0)), rated_at(-40)
    with_itself = p.with_screen(low, game=replace(p.game_of(low), key="r0"))
    for visit, comforted in (
        (low, False),  # the other games haven't been read yet
        (changed(low, library=()), True),
        (changed(rated_at(0), library=()), False),
        (changed(low, library=own), False),
        (changed(with_itself, library=own), True),
    ):
        assert (said in card(visit)) == comforted
        assert p.heard(visit, "comfort") == (said if comforted else "")


def test_row_compares_with_bots_and_the_best_game() -> None:
    """The row has the ratings of the player, two bots on the same deal, and the best similar game if there is one."""
    par, mine = par_of(SOLO)
    assert compared(SOLO) == [("You", mine), ("Apprentice", "…"), ("Journeyman", "…"), ("Your best, map A", "…")]
    visit = with_bots(SOLO, par - 5)
    assert compared(visit) == [("You", mine), ("Apprentice", signed(-5)), ("Journeyman", "…")]
    assert p.heard(visit, "compared") == ""
    visit = with_bots(SOLO, par - 5, par + 9, 300, 400)
    assert compared(visit)[1:] == [("Apprentice", signed(-5)), ("Journeyman", "+9")]
    said = f"You {mine}, Apprentice {signed(-5)}, Journeyman +9"
    assert p.heard(visit, "compared") == f"{said}."
    better = changed(visit, library=rated(p.game_of(SOLO), (end_of(SOLO).rating or 0) - 1))
    assert p.heard(better, "compared") == f"{said}, New best, map A {mine}."


@pytest.mark.parametrize("earlier", [0, 7])
def test_row_of_a_challenge_has_all_bots(earlier: int) -> None:
    """After this week's challenge or an earlier one, the row has the player and all bots, and no best of this map."""
    over, bots = ended(weekly(week_of_day(DAY - timedelta(earlier)))), [p.WORDS(f"bot.{bot}") for bot in STRENGTHS]
    par, mine = par_of(over)
    better = changed(over, library=tuple(rated(p.game_of(over), 300)))
    assert compared(better) == [("You", mine), *((bot, "…") for bot in bots)]
    for count, strength in enumerate(STRENGTHS):
        waiting = with_bots(over, *range(par, par + count))
        assert waiting.screen.needs(waiting).job == Trial(p.game_of(over).id, strength)
        assert p.heard(waiting, "compared") == ""
    known = with_bots(over, *range(par - 2, par + 2))
    results = [("You", mine), *zip(bots, [signed(-2), signed(-1), signed(0), "+1"], strict=True)]
    assert compared(known) == results
    assert p.heard(known, "compared") == f"{', '.join(f'{name} {value}' for name, value in results)}."
    assert known.screen.needs(known).job is None


@pytest.mark.parametrize(
    ("others", "best"), [((200, 3), [("Your best, map A", "+200")]), ((-200,), [("New best, map A", None)]), ((), [])]
)
def test_best_rating_is_of_games_with_the_same_cards_and_map(
    others: tuple[int, ...], best: list[tuple[str, str | None]]
) -> None:
    """The best rating is one of games with the same cards and map, or this one. Practice or a first game is no best."""
    mine = signed(end_of(SOLO).rating or 0)
    library = (*rated(p.game_of(SOLO), *others), *rated(p.game_of(p.GAMES["B"][-1][1]), 250))
    assert compared(changed(SOLO, library=library))[3:] == [(name, value or mine) for name, value in best]
    practice = p.with_screen(changed(SOLO, library=library), game=replace(p.game_of(SOLO), hints=1))
    highest = [("Your best, map A", signed(max(others)))] if others else []
    assert compared(practice)[3:] == highest
    made = f"b{BOTS_VERSION} {p.game_of(SOLO).id}:40,50"
    assert p.heard(changed(practice, bot_results=made), "compared").startswith(f"You {mine}, Apprentice ")


def test_bots_play_the_deal_after_the_motion() -> None:
    """Once nothing moves, the two weakest bots play the same deal in turn, and the device notes their stars."""
    moving, visit = with_bots(p.GAMES["A"][-2][1]), with_bots(SOLO)
    assert p.screen_of(moving).is_moving
    unread = SOLO  # the note about bots hasn't been read yet
    for other in (moving, unread, TRIO, changed(visit, parts=NO_PARTS)):
        assert other.screen.needs(other).job is None
    for strength in ("apprentice", "journeyman"):
        assert visit.screen.needs(visit).job == Trial(p.game_of(SOLO).id, strength)
        result = m.BotResult(str(p.game_of(SOLO).id), strength, 60)
        assert [type(effect) for effect in effects_of(visit, result)].count(SaveNote) == 1
        visit = updated(visit, result)
    assert visit.screen.needs(visit).job is None


@pytest.mark.parametrize("name", p.GAMES)
def test_end_of_a_game_reads_the_library(name: str) -> None:
    """The end of a game reads the device's games, because honors and comparisons depend on them."""
    before = next(visit for _, visit in reversed(p.GAMES[name]) if not isinstance(p.scene_of(visit), EndScene))
    found: list[ReadLibrary] = []
    while not isinstance(p.scene_of(before), EndScene):
        found = [effect for effect in effects_of(before, m.Proceed()) if isinstance(effect, ReadLibrary)]
        before = updated(before, m.Proceed())
    assert found == [ReadLibrary(type(before.screen).__name__)]


def commands(visit: Visit) -> list[str]:
    """Return the commands of the buttons below the result."""
    [row] = p.with_class(p.shown(visit), "thumb")
    return [found.attributes["data-do"] for found in tagged(row, "button")]


def test_buttons_share_review_and_begin_again() -> None:
    """Buttons and the menu lead to the sheet, sharing, the review, and another game; in some embeds, only that game."""
    assert commands(SOLO) == ["go sheet", "share text", "go review", "play-again", "begin set-up"]
    assert commands(TRIO) == ["go sheet", "share text", "watch", "go set-up", "begin set-up"]
    assert text_of(p.buttons(p.shown(SOLO))["begin set-up"]) == "Again new cards"
    assert text_of(p.buttons(p.shown(TRIO))["begin set-up"]) == "Same people again"
    assert isinstance(updated(SOLO, m.Go("review")).screen, Review)
    again = p.game_of(updated(TRIO, m.Begin("set-up")))
    assert again.cartographers == p.game_of(TRIO).cartographers
    assert again.id != p.game_of(TRIO).id
    embed = changed(SOLO, link=link_of(f"?embed&id={p.game_of(SOLO).id}", DAY))
    assert commands(embed) == ["go sheet", "share text", "go review", "play-again"]
    assert text_of(p.buttons(p.shown(embed))["play-again"]) == "Again same cards"
    for final in (SOLO, TRIO):
        finished = updated(p.at_rest(final), m.Open("menu"))
        assert p.WORDS("menu.home.note") not in text_of(p.shown(finished))
        assert p.WORDS("menu.home.denied") in text_of(p.shown(updated(finished, m.SaveFailed(Notice.DENIED))))
    for visit in (p.GAMES["A"][3][1], SOLO, TRIO):
        menu = updated(visit, m.Open("menu"))
        assert text_of(p.buttons(p.shown(menu))["go set-up"]) == "New game"
        assert isinstance(updated(menu, m.Go("set-up")).screen, SetupScreen)
        assert "go set-up" not in p.buttons(p.shown(changed(menu, link=link_of("?embed", DAY))))


@pytest.mark.parametrize(
    ("game_id", "command"),
    [
        (daily(DAY), "go days"),
        (replace(daily(DAY), side="B"), "play-again"),
        (weekly(week_of_day(DAY)), "go week"),
        (replace(weekly(week_of_day(DAY)), side="A"), "play-again"),
        (weekly(week_of_day(DAY - timedelta(7))), "play-again"),
    ],
)
def test_daily_game_and_weekly_challenge_lead_to_their_results(game_id: GameId, command: str) -> None:
    """After a daily game or this week's challenge, a button leads to the results there, not to practice."""
    over = ended(game_id)
    assert commands(over) == ["go sheet", "share text", "go review", command, "begin set-up"]
    assert "play-again" in commands(changed(over, parts=NO_PARTS))
    embed = changed(over, link=link_of("?embed", DAY))
    assert commands(embed) == ["go sheet", "share text", "go review", "play-again", "begin set-up"]


def shared_text(visit: Visit) -> Text:
    """Return the text that Share hands out."""
    text = visit.screen.outgoing(p.WORDS, visit, "text")
    assert isinstance(text, Text)
    return text


@pytest.mark.parametrize("visit", [SOLO, TRIO])
def test_result_is_shared_in_one_step(visit: Visit) -> None:
    """Share hands out the sheet's text, or copies it where the browser can't share; Enter opens the sheet."""
    assert visit.screen.controls(visit).keys["Enter"] == m.Go("sheet")  # a player may press Enter once too often
    assert ShareContent("text", "share") in effects_of(visit, m.Share("text", "share"))
    assert shared_text(visit) == shared_text(updated(visit, m.Go("sheet")))
    assert visit.screen.outgoing(p.WORDS, visit, "record") is None
    assert "share text copy" in commands(changed(visit, edition=Edition(shares=False)))


def test_outcome_of_sharing_is_on_the_button() -> None:
    """The button shows and announces a success, and otherwise the sheet opens; late messages change nothing."""
    for how, label in (("copied", "Copied"), ("sent", "Shared")):
        told = updated(SOLO, m.Shared("text", how))
        assert text_of(p.buttons(p.shown(told))["share text"]) == label
        assert p.WORDS(f"share.{how}") in p.heard(told, "shared")
    assert p.heard(SOLO, "shared") == ""
    assert updated(SOLO, m.Shared("text", "")) == SOLO
    for how in ("shown", "late", "asked"):
        sheet = updated(SOLO, m.Shared("text", how))
        assert isinstance(sheet.screen, ScoreSheet)
        assert p.WORDS(f"share.{how}") in text_of(p.shown(sheet))
        assert texts(tagged(p.shown(sheet), "textarea")) == [shared_text(SOLO).text]
    copied = updated(SOLO, m.Shared("text", "copied"))
    assert updated(copied, m.Go("sheet")).screen == updated(SOLO, m.Go("sheet")).screen  # which says nothing twice
    assert p.screen_of(updated(copied, m.Undo(sure=True))).shared == ""
    running = p.GAMES["A"][3][1]
    assert is_late(running, m.BotResult(str(p.game_of(running).id), "apprentice", 60))
    assert is_late(running, m.Shared("text", "copied"))
    assert is_late(SOLO, m.Shared("picture", "copied"))
    assert updated(SOLO, m.Watch(-1)) == updated(SOLO, m.Watch(999)) == SOLO


def ranks(visit: Visit) -> Iterator[tuple[int, int, int, bool]]:
    """Yield the player, the place, the stars, and whether monsters are shown, for each line of the ranking."""
    for line in p.with_class(p.shown(visit), "standing"):
        place, stars = (text_of(p.with_class(line, name)[0]) for name in ("place-won", "stars-won"))
        yield int(line.key), int(place), p.integer(stars), bool(tagged(line, "small"))


@pytest.mark.parametrize(
    ("totals", "lost", "winners", "expected"),
    [
        ((10, 30, 20), (-1, -9, -5), (1,), [(1, 1, 30, False), (2, 2, 20, False), (0, 3, 10, False)]),
        ((10, 30, 30), (-1, -9, -5), (2,), [(2, 1, 30, True), (1, 2, 30, True), (0, 3, 10, False)]),
        ((30, 10, 30), (-5, -1, -5), (0, 2), [(0, 1, 30, True), (2, 1, 30, True), (1, 3, 10, False)]),
        ((7, 7, 7), (0, 0, 0), (0, 1, 2), [(0, 1, 7, True), (1, 1, 7, True), (2, 1, 7, True)]),
        ((-4, -2, -4), (-9, -9, -1), (1,), [(1, 1, -2, False), (2, 2, -4, True), (0, 3, -4, True)]),
    ],
)
def test_ranking_has_places_and_breaks_ties(
    totals: tuple[int, ...], lost: tuple[int, ...], winners: tuple[int, ...], expected: list[tuple[int, int, int, bool]]
) -> None:
    """The ranking has shared places, the stars lost to monsters where players are tied, and the winners' crests."""
    visit = with_result(TRIO, totals=totals, monsters=lost, winners=winners)
    assert list(ranks(visit)) == expected
    [crests] = p.with_class(p.shown(visit), "crests")
    assert len(crests.children) == len(winners)
    broken = totals.count(max(totals)) > len(winners)
    assert ("Tied on stars" in card(visit)) == ("Tied on stars" in p.heard(visit, "more")) == broken


@pytest.mark.parametrize("final", p.FINALS.values(), ids=p.FINALS)
def test_end_needs_no_later_part(final: Visit) -> None:
    """Until the later part of the page has arrived, which the end fetches, the end is a few sentences."""
    early = changed(final, parts=NO_PARTS)
    assert FetchPart(LATER) in wanted(early).values()
    assert all(number(total) in card(early) for total in end_of(final).totals)
    assert {"go sheet", "begin set-up"} <= set(commands(early))
    assert not any(command.startswith("share") for command in commands(early))
    assert p.heard(early, "moment") == ""
    assert p.with_class(p.shown(early), "rated") == p.with_class(p.shown(early), "ranked") == []
    assert p.shown(updated(early, m.PartFetched(LATER, arrived=True))) == p.shown(p.at_rest(final))
