"""The page as a value: it shows the engine's state, and no hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from app import messages as m
from app.board.board import Board
from app.board.map_view import small_map
from app.drawing.element import Element, text_of, to_html, walk
from app.drawing.map_art import arrivals
from app.game.shelf import EMPTY, SavedGame, shelf_of
from app.notice import Notice
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching
from app.visit import Dialog, Visit
from cartographers.beast import Beast
from cartographers.cards import HeroCard
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Draw, ForcedReason, Pick
from cartographers.game import apply
from cartographers.region import BOARD, names, region_of, space_named, spaces
from cartographers.rules import is_legal
from cartographers.scoring import ScoringCard, monsters, stars
from cartographers.sheet import Sheet
from cartographers.state import Ply, State
from cartographers.terrain import Terrain
from support.playing import (
    ALONE,
    BASE_A,
    CHANCE,
    CHOOSING,
    GAMES,
    TRIO,
    VISITS,
    WORDS,
    after,
    at_rest,
    begun,
    buttons,
    cells,
    game_of,
    heard,
    integer,
    is_done,
    labels,
    part,
    played,
    ply_of,
    pressed,
    scene_of,
    screen_of,
    shown,
    task_of,
    tile_stars,
    told,
    told_on,
    with_class,
    with_screen,
)
from support.refusals import said
from support.visits import arrive, changed, updated

GAME = [visit for _, visit in GAMES["A"]]
#: One scene of each kind in each game.
SCENES = [
    next(visit for _, visit in game if isinstance(scene_of(visit), kind))
    for game in GAMES.values()
    for kind in (AmbushScene, SpreadScene, SeasonScene, CurtainScene, EndScene)
    if any(isinstance(scene_of(visit), kind) for _, visit in game)
]
#: The shelves of a device: empty, with a game, unreadable, with a finished game, and with more.
SHELVES = [
    EMPTY,
    shelf_of("c1-a-1p-k3x9q2"),
    shelf_of("nonsense"),
    shelf_of(VISITS[-1].memory.shelf.text),
    shelf_of("nonsense", before="c1-a-1p-k3x9q2"),
    shelf_of("v3 what only it can read end"),
    shelf_of("c1-a-1p-k3x9q2", stale=True),
]
HOME = [arrive(CHANCE, shelf) for shelf in SHELVES]
SETTING_UP = [updated(visit, m.Go("set-up")) for visit in HOME]
SETTING_UP += [
    after(SETTING_UP[0], m.TypeText("seed", "?!"), m.Begin("set-up")),
    after(SETTING_UP[0], m.Choose("edicts", "chosen"), m.Open("edict", "B")),
    after(SETTING_UP[0], m.Choose("players", "3"), m.TypeText("name 1", "Boris")),
    after(SETTING_UP[0], m.Choose("players", "12"), m.Choose("more", "shown"), m.TypeText("land 11", "Camelot")),
    after(SETTING_UP[0], m.Choose("cards", "heroes"), m.Choose("edicts", "chosen"), m.Choose("side", "D")),
    after(SETTING_UP[0], m.Choose("cards", "mixed"), m.Choose("edicts", "chosen"), m.Open("edict", "D")),
]
TWELVE = updated(begun(replace(TRIO, players=12)), m.Proceed())
DIALOGS = [
    *(
        updated(visit, m.Open(name))
        for visit in (CHOOSING[0], *SCENES[-4:])
        for name in ("menu", "keys", "cards", "maps")
    ),
    *(updated(updated(visit, m.Open("maps")), m.LookAtSheet(1)) for visit in (SCENES[-1], TWELVE)),
    *(after(HOME[number], m.Go("set-up"), m.Begin("set-up")) for number in (1, 2)),
]
LIT = [with_screen(visit, lit=m.Topic(what)) for visit in CHOOSING[::61] for what in ("A", "B", "C", "D", "monsters")]
TAKEN_BACK = [updated(updated(CHOOSING[0], m.Confirm()), m.Undo(sure=True)), updated(GAME[-1], m.Open("menu"))]
#: Covers over a screen other than dialogs: another tab plays the game, or it can't be saved.
TOLD = [
    updated(CHOOSING[0], m.ContinuedElsewhere()),
    updated(CHOOSING[0], m.SaveFailed(Notice.FULL)),
    updated(SCENES[-2], m.SaveFailed(Notice.DENIED)),
]
ABOUT = [updated(visit, m.Go("about")) for visit in (HOME[0], CHOOSING[0])]
ALL = [*VISITS[::47], *SCENES, *HOME, *SETTING_UP, TWELVE, *DIALOGS, *LIT[::3], *TAKEN_BACK, *TOLD, *ABOUT]


def sheet_of(visit: Visit) -> Sheet:
    """Return the sheet of a visit before its choice is made."""
    return game_of(visit).state.sheets[task_of(visit).sheet]


def legal_after(visit: Visit) -> Sheet | None:
    """Return the sheet after the engine has drawn the ghost of a visit, or None if that is illegal."""
    page, state = shown(visit), game_of(visit).state
    word = terrain_pressed(page)
    ply = Ply(None if word == "destroyed" else Terrain(word), selected(page), ply_of(visit).attack)
    if not is_legal(state, ply):
        return None
    return next(event.after for event in apply(state, ply).events if isinstance(event, Draw | Pick))


def terrain_pressed(page: Element) -> str:
    """Return the terrain whose button is pressed."""
    [terrain] = [sent.partition(" ")[2] for sent in pressed(page) if sent.startswith("choose-terrain ")]
    return terrain


def selected(page: Element) -> int:
    """Return the spaces marked as selected."""
    return region_of(int(c.attributes["data-space"]) for c in cells(page) if c.attributes["aria-selected"] == "true")


def frames(page: Element, mark: str) -> int:
    """Return the number of spaces that a mark frames, which is the number of closed lines in its widest path."""
    return max(
        (
            path.attributes["d"].count("Z")
            for found in with_class(page, mark)
            for path in walk(found)
            if path.tag == "path"
        ),
        default=0,
    )


# ------------------------------------------------------------------- nothing hidden


def with_states(visit: Visit, *states: State) -> Visit:
    """Return a visit in a game with other states, also on the shelf."""
    game = game_of(visit)
    other = replace(game, played=game.played._replace(states=states))
    saved = SavedGame(other, screen_of(visit).stage.scenes_seen)
    return changed(with_screen(visit, game=other), shelf=replace(visit.memory.shelf, saved=saved))


def other_future(visit: Visit) -> Visit:
    """Return the visit with another deal of everything that is face down or not yet shown."""
    state, moment = game_of(visit).state, screen_of(visit).moment
    season = [dealt.season for dealt in state.deal.seasons].index(moment.season)
    seasons = list[SeasonDeal]()
    for number, dealt in enumerate(state.deal.seasons):
        seen = len(dealt.deck) if number < season else len(moment.cards) if number == season else 0
        unseen = dealt.deck[seen:][::-1]
        reveals = (
            dealt.reveal_count if number < season or not unseen else 1 + (dealt.reveal_count + 3) % len(dealt.deck)
        )
        seasons.append(replace(dealt, deck=dealt.deck[:seen] + unseen, reveal_count=reveals))
    deal = Deal(state.deal.id, state.deal.edicts, tuple(seasons))
    assert state.is_over or deal != state.deal
    *earlier, future = (replace(state, deal=deal) for state in game_of(visit).played.states)
    if isinstance(scene_of(visit), AmbushScene | SpreadScene | SeasonScene) and state.task:
        future = replace(future, task=task_of(CHOOSING[0]), season=0, revealed=1, ruins_due=not state.ruins_due)
    return with_states(visit, *earlier, future)


@pytest.mark.parametrize("visit", [*VISITS[::29], *SCENES])
def test_nothing_hidden_reaches_the_view(visit: Visit) -> None:
    """The page and each dialog stay the same if all hidden information changes."""
    for sent in (m.Close(), m.Open("menu"), m.Open("cards"), m.Open("maps")):
        opened = updated(visit, sent)
        assert shown(other_future(opened)) == shown(opened)


def test_next_season_stays_hidden_during_the_count() -> None:
    """During the count of a season, the next season's cards stay hidden, and the tray shows the last season's."""
    for visit in VISITS:
        scene = scene_of(visit)
        if isinstance(scene, SeasonScene):
            state, season = game_of(visit).state, scene.scores[0].season
            ended = [dealt.season for dealt in state.deal.seasons].index(season)
            dealt = state.deal.seasons[ended]
            assert screen_of(visit).moment.cards == dealt.deck[: dealt.reveal_count]
            other = game_of(other_future(visit)).state.deal
            assert other.seasons[:ended] == state.deal.seasons[:ended]
            assert other.seasons[ended].deck[: dealt.reveal_count] == dealt.deck[: dealt.reveal_count]
            assert shown(other_future(visit)) == shown(visit)


def test_page_differs_with_another_card_in_play() -> None:
    """The comparison above can fail: the page differs if another card is in play."""
    visit = CHOOSING[0]
    state = game_of(visit).state
    first = state.deal.seasons[0]
    other = replace(first, deck=first.deck[::-1])
    deal = replace(state.deal, seasons=(other, *state.deal.seasons[1:]))
    assert shown(with_states(visit, replace(state, deal=deal))) != shown(visit)


def test_equal_models_have_equal_views() -> None:
    """Two games with the same plies look the same at every moment."""
    again = [visit for _, visit in played(BASE_A)]
    assert again == GAME
    for one, other in zip(GAME[::5], again[::5], strict=True):
        assert one is not other
        assert shown(one) == shown(other)


# ------------------------------------------------------------------- controls


@pytest.mark.parametrize("visit", ALL)
def test_every_control_has_a_command_and_a_name(visit: Visit) -> None:
    """Every control has a command and a name."""
    page = shown(visit)
    for found in walk(page):
        if "data-do" in found.attributes:
            assert m.command(m.read_command(found.attributes["data-do"])) == found.attributes["data-do"]
        if found.tag == "button":
            assert found.attributes["type"] == "button"
            name = found.attributes.get("aria-label", text_of(found))
            assert name.strip(), f"{found.attributes} has no name"
        if found.tag == "a":
            assert found.attributes["href"]
            assert text_of(found).strip()
        if found.tag == "textarea":
            assert found.attributes["aria-label"].strip()
        if found.tag == "input":
            assert found.attributes["aria-label"].strip()
            typed = updated(visit, m.TypeText(found.attributes["name"], "Typed"))
            fields = [other for other in walk(shown(typed)) if other.attributes.get("name") == found.attributes["name"]]
            assert [field.attributes["value"] for field in fields] == ["Typed"]


@pytest.mark.parametrize("visit", ALL)
def test_ids_and_keys_are_unique(visit: Visit) -> None:
    """An id occurs once on a page, and a key once among siblings."""
    elements = list(walk(shown(visit)))
    ids = [found.attributes["id"] for found in elements if "id" in found.attributes]
    assert len(ids) == len(set(ids))
    for found in elements:
        keys = [child.key for child in found.children if isinstance(child, Element) and child.key]
        assert len(keys) == len(set(keys))
        for reference in ("aria-labelledby", "aria-describedby", "for"):
            assert set(found.attributes.get(reference, "").split()) <= set(ids)


@pytest.mark.parametrize("visit", ALL)
def test_pressing_any_button_shows_a_page(visit: Visit) -> None:
    """Every button leads to a page that can be shown."""
    for pressed_one in buttons(shown(visit)):
        shown(updated(visit, m.read_command(pressed_one)))


def test_confirm_is_off_if_the_ply_is_illegal() -> None:
    """The Confirm button is off if the ply is illegal, with the engine's reason, and otherwise says that it fits."""
    seen = set()
    on_ruins = next(visit for visit in CHOOSING if "must cover ruins" in part(shown(visit), "said"))
    pick = next(visit for visit in CHOOSING if task_of(visit).is_pick)
    hero = [visit for visit in CHOOSING if ply_of(visit).attack & sheet_of(visit).monster]
    moved = [updated(visit, m.Tap(space)) for visit in (on_ruins, pick) for space in range(0, 130, 5)]
    for visit in [*CHOOSING[::11], *hero, *moved]:
        button = buttons(shown(visit))["confirm"]
        legal = legal_after(visit) is not None
        assert button.attributes.get("aria-disabled") == (None if legal else "true")
        verdict = part(button, "verdict")
        struck = (ply_of(visit).attack & sheet_of(visit).monster).bit_count()
        if legal and struck:
            assert verdict == f"destroys {struck} monster{'s' if struck > 1 else ''}"
        else:
            assert (verdict == "within reach" if task_of(visit).is_pick else verdict.startswith("fits")) == legal
        seen.add(verdict)
    assert {"destroys 1 monster", "destroys 2 monsters"} <= seen
    assert {"fits", "fits on ruins", "within reach", "already filled", "not on ruins", "out of reach"} <= seen


def test_undo_is_disabled_only_before_first_ply() -> None:
    """Undo is disabled only before the first ply, when a curtain doesn't have the button at all."""
    for visit in [*CHOOSING[::13], *(game[0][1] for game in ALONE.values())]:
        disabled = buttons(shown(visit))["undo"].attributes.get("aria-disabled")
        assert disabled == (None if game_of(visit).plies else "true")
    for visit in VISITS:
        if isinstance(scene_of(visit), CurtainScene):
            [curtain] = with_class(shown(visit), "curtain")
            assert ("undo" in buttons(curtain)) == bool(game_of(visit).plies)


def test_card_has_a_button_for_each_choice() -> None:
    """A card has one button for each terrain, and for each shape if it has several."""
    for visit in CHOOSING[::13]:
        options = task_of(visit).options
        commands = [sent.split() for sent in buttons(shown(visit))]
        assert [c[1] for c in reversed(commands) if c[0] == "choose-terrain"] == list(
            dict.fromkeys(o.terrain.value if o.terrain else "destroyed" for o in options)
        )
        shapes = list(dict.fromkeys(option.shape for option in options))
        assert [c[1] for c in reversed(commands) if c[0] == "choose-shape"] == [
            str(n) for n in range(len(shapes)) if len(shapes) > 1
        ]


# ------------------------------------------------------------------- what the engine says


@pytest.mark.parametrize("visit", CHOOSING[::17])
def test_edicts_and_monsters_show_stars_and_difference(visit: Visit) -> None:
    """Edicts and monsters show their current stars on the map, and the difference that a legal ghost makes."""
    state, now = game_of(visit).state, sheet_of(visit)
    drawn = legal_after(visit) or now
    page = buttons(shown(visit))
    moment = screen_of(visit).moment
    values = tile_stars(moment, state)
    for letter, card, value in zip("ABCD", state.deal.edicts, values, strict=True):
        done = is_done(moment, state, letter)
        difference = 0 if done else stars(card(drawn)) - stars(card(now))
        tile = page[f"highlight-topic {letter}"]
        assert integer(part(tile, "value")) == value
        assert done or integer(part(tile, "delta")) == difference
        assert ("done" in tile.attributes["class"]) == done == ("for the last time" in tile.attributes["aria-label"])
        assert ("scored" in tile.attributes["class"]) == (letter in state.season_deal.season.edicts and not done)
        assert f", {letter}: " in tile.attributes["aria-label"]
        assert ("with the shape here" in tile.attributes["aria-label"]) == (difference != 0)
    if not game_of(visit).plies:  # at the beginning, the hint is there instead
        assert "highlight-topic monsters" not in page
        return
    lost = page["highlight-topic monsters"]
    difference = stars(monsters(drawn)) - stars(monsters(now))
    assert integer(part(lost, "delta")) == difference
    assert ("with the shape here" in lost.attributes["aria-label"]) == (difference != 0)
    before = integer(text_of(next(part for part in lost.children if isinstance(part, Element) and part.tag == "span")))
    assert before == stars(monsters(now))
    coming = drawn.coins - now.coins
    coins = f"Coins: {now.coins} +{coming} of 14 with the shape here" if coming else f"Coins: {now.coins} of 14"
    assert coins in labels(shown(visit))
    assert len(with_class(page["highlight-topic coins"], "coming")) == coming


def test_games_have_differences_of_both_signs() -> None:
    """The games above have differences of both signs, as the comparison needs."""
    found = {
        part(tile, "delta")[:1]
        for visit in CHOOSING[::5]
        for tile in buttons(shown(visit)).values()
        if with_class(tile, "delta")
    }
    assert {"", "+", "\N{MINUS SIGN}"} <= found


def test_grid_lists_all_spaces_in_order() -> None:
    """The grid lists all 121 spaces in order, each with its name and content."""
    words = set[str]()
    for visit in CHOOSING[::19]:
        found = cells(shown(visit))
        assert len(found) == 121
        for cell in found:
            name, _, what = cell.attributes["aria-label"].partition(", ")
            assert cell.attributes["data-space"] == str(space_named(name))
            words |= set(what.split(", "))
        assert told_on(shown(visit)) == told(sheet_of(visit))
    assert {"hero", "destroyed", "dragon", "zombies", "troll", "gorgon", "monster", "wasteland", "ruins"} <= words
    assert {"on ruins", "under a hero's attack", "empty"} <= words


def test_highlight_shows_stars_of_each_award() -> None:
    """A highlight shows the stars of each award, and a tip gives the rule and the total."""
    lit_up = 0
    for visit in LIT:
        sheet = legal_after(visit) or sheet_of(visit)
        cards: dict[str, ScoringCard] = dict(zip("ABCD", game_of(visit).state.deal.edicts, strict=True))
        lit = screen_of(visit).looking.lit
        rule = cards.get(lit or "", monsters)
        awards = rule(sheet) or rule(sheet_of(visit))
        page = shown(visit)
        stars_shown = [
            integer(text_of(found)) for found in walk(page) if found.attributes.get("class") in {"star", "cost"}
        ]
        assert sum(stars_shown) == stars(awards)
        lit_up += bool(stars_shown)
        assert all(integer(text_of(found)) < 0 for found in with_class(page, "cost"))
        assert all(integer(text_of(found)) >= 0 for found in with_class(page, "star"))
        tip = part(page, "tip")
        if lit in cards:
            assert cards[lit].explanation in tip
        there = lit in cards or bool(game_of(visit).plies)
        assert [sent for sent in pressed(page) if sent.startswith("highlight-topic")] == [
            f"highlight-topic {lit}"
        ] * there
    assert lit_up > 5


def test_beasts_show_their_faces_and_reach() -> None:
    """Beasts show their faces on their spaces, and get a button that frames their reach while they can still act."""
    seen = set[Beast]()
    for visit in CHOOSING[::9]:
        sheet, page = sheet_of(visit), shown(visit)
        winter = game_of(visit).state.season_deal.season.name == "winter"
        drawn = "".join(map(to_html, with_class(page, "monster")))
        for beast in Beast:
            assert drawn.count(f"url(#{beast.value}-") == sheet.spaces_of_beast(beast).bit_count()
        others = sheet.monster & ~sheet.dragon & ~sheet.troll & ~sheet.zombie & ~sheet.gorgon
        assert drawn.count("url(#monster-") == others.bit_count() + drawn.count("url(#monster-texture")
        found = {found.attributes["data-do"]: found for found in with_class(page, "beast-key") if found.tag == "button"}
        lasting = [beast for beast in Beast if beast.lasts(last_season=winter) and sheet.within_reach(beast)]
        assert list(found) == [f"highlight-topic {beast.value}" for beast in lasting]
        for beast in lasting:
            seen.add(beast)
            lit = shown(updated(visit, m.HighlightTopic(m.Topic(beast.value))))
            assert f"highlight-topic {beast.value}" in pressed(lit)
            assert WORDS(f"beast.{beast.value}") in part(lit, "tip")
            if not task_of(visit).is_pick:
                reach = (legal_after(visit) or sheet).within_reach(beast)
                assert frames(lit, "pickable") == reach.bit_count()
    assert seen == {Beast.DRAGON, Beast.ZOMBIE, Beast.TROLL}


def test_ghosts_and_small_maps_show_beasts() -> None:
    """A ghost has the face of its card's beast, also a bot's, and so have the choice of its terrain and small maps."""
    seen = set[Beast]()
    for visit in CHOOSING:
        screen, task = screen_of(visit), task_of(visit)
        beast = task.options[0].beast
        if not beast or beast in seen:
            continue
        seen.add(beast)
        board, page = screen.board, shown(visit)
        assert board.ghost
        assert board.ply
        assert Board(screen.game, screen.moment, watched=(board.ghost, board.ply)).beast_of_ghost is beast
        single = board.ply._replace(region=board.ply.region & -board.ply.region)
        forced = Board(screen.game, screen.moment, watched=(board.ghost, single)).beast_of_ghost
        assert forced is (beast if single == board.ply else None)
        [miniature] = with_class(page, "miniature")
        assert f"url(#{beast.value}-" in to_html(miniature)
        if not board.against:
            [ghost] = with_class(page, "lifted")
            assert to_html(ghost).count(f"url(#{beast.value}-") == board.ply.region.bit_count()
        sheet = board.sheet.drawn(Terrain.MONSTER, board.ply.region & board.sheet.empty, beast=beast)
        shown_spaces = to_html(small_map(sheet, "")).count(f"url(#{beast.value}-")
        assert shown_spaces == sheet.spaces_of_beast(beast).bit_count()
    assert len(seen) >= 3


def test_the_spaces_of_a_pick_are_framed() -> None:
    """The spaces of a pick are framed and the card explains it, and no other choice frames anything."""
    picks = 0
    for visit in [*CHOOSING[::19], *(visit for visit in CHOOSING if task_of(visit).is_pick)]:
        task, page = task_of(visit), shown(visit)
        assert frames(page, "pickable") == (task.free.bit_count() if task.is_pick else 0)
        sentence = WORDS("pick") in part(page, "what")
        assert sentence == task.is_pick
        picks += task.is_pick
    assert picks


def test_spread_of_zombies_is_highlighted() -> None:
    """A highlight surrounds the spaces to which zombies have spread, on the map that is shown."""
    scenes = [(visit, scene) for visit in SCENES if isinstance(scene := scene_of(visit), SpreadScene)]
    assert len(scenes) == 2
    for visit, scene in scenes:
        owner = scene.moment.shown_sheet
        assert with_class(shown(visit), "arrivals")
        arrived = [told_on(shown(visit))[number] for number in places(scene.reached[owner])]
        assert all("zombies" in text or "destroyed" in text for text in arrived)


def places(region: int) -> list[int]:
    """Return the positions of a region's spaces among all spaces of the map."""
    return [number for number, space in enumerate(spaces(BOARD)) if region >> space & 1]


def test_steps_of_an_ambush() -> None:
    """An ambush enters and moves over the shaded map; then it is drawn and described, and last its cost is shown."""
    phases = set[str]()
    for visit in VISITS:
        scene = scene_of(visit)
        if isinstance(scene, AmbushScene):
            phase = scene.phase(screen_of(visit).stage.step)
            arrived = phase in {"lands", "landed"}
            assert told_on(shown(visit)) == told(scene.event.after if arrived else scene.moment.sheets[0])
            assert len(with_class(shown(visit), "walker")) == (phase == "walks")
            assert bool(with_class(shown(visit), "shade")) == (phase != "landed")
            assert bool(with_class(shown(visit), "outcome")) == (phase == "landed")
            end = f"on {', '.join(names(scene.event.region))}." if scene.event.region else "so it's discarded."
            assert (end in part(shown(visit), "said")) == arrived
            phases.add(phase)
    assert phases == {"enters", "walks", "lands", "landed"}


@pytest.mark.parametrize("still", [False, True])
def test_landed_ambush_is_outlined(*, still: bool) -> None:
    """A landed ambush is outlined, even for players who see no motion, and one that fits nowhere has no outline."""
    landed = 0
    for before, (message, _) in pairwise_in_games():
        visit = updated(changed(before, reduced_motion=still), message)
        scene = scene_of(visit)
        if isinstance(scene, AmbushScene) and scene is not scene_of(before):
            assert screen_of(visit).is_moving == (not still)
            if not still:
                assert with_class(shown(visit), "arrivals") == []
                visit = updated(visit, m.Proceed())
            outlines = with_class(shown(visit), "arrivals")
            assert outlines == ([arrivals("monster", scene.event.region)] if scene.event.region else [])
            landed += bool(outlines)
            lost = replace(scene, event=replace(scene.event, region=0, trail=()))
            assert with_class(shown(at_rest(with_screen(visit, pending=(lost,)))), "arrivals") == []
    assert landed


def pairwise_in_games() -> Iterator[tuple[Visit, tuple[m.Message, Visit]]]:
    """Yield each visit of the games with the next message and the visit after it."""
    for game in GAMES.values():
        for (_, before), following in pairwise(game):
            yield before, following


def test_hero_shows_its_pattern_and_attacked_spaces() -> None:
    """A hero shows its pattern, a mark on each attacked space, and the names of these spaces for screen readers."""
    heroes = strikes = 0
    for visit in [*CHOOSING[::19], *(visit for visit in CHOOSING if ply_of(visit).attack)]:
        page, ply = shown(visit), ply_of(visit)
        hero = isinstance(task_of(visit).card, HeroCard) and task_of(visit).forced is ForcedReason.NONE
        assert ("Attack pattern" in labels(page)) == hero
        assert ("attacking" in part(page, "said")) == bool(ply.attack)
        marks = [found.attributes.get("marker-start") for found in walk(page)]
        struck = ply.attack & sheet_of(visit).monster
        assert marks.count("url(#mark-struck-marker)") == struck.bit_count()
        assert marks.count("url(#mark-aim-marker)") == (ply.attack & ~struck).bit_count()
        if ply.attack:
            assert "attacking " + ", ".join(names(ply.attack)) in part(page, "said")
        heroes += hero
        strikes += bool(struck)
    assert heroes
    assert strikes


def test_reason_for_forced_single_space_is_given() -> None:
    """The card and the announcement give the reason for a forced single space, and only for that one."""
    sentences = {
        ForcedReason.NO_FIT: "Nothing fits: draw one space",
        ForcedReason.RUINS: "Can't cover ruins: draw one space",
    }
    seen = set[ForcedReason]()
    for visit in [*CHOOSING[::19], *(visit for visit in CHOOSING if task_of(visit).forced is not ForcedReason.NONE)]:
        forced, page = task_of(visit).forced, shown(visit)
        for reason, sentence in sentences.items():
            assert (sentence in part(page, "what")) == (forced is reason)
            assert (sentence in part(page, "said")) == (forced is reason)
        seen.add(forced)
    assert seen == {ForcedReason.NONE, ForcedReason.NO_FIT, ForcedReason.RUINS}


def test_required_ruins_are_ringed() -> None:
    """If one of some ruins must be covered, exactly these ruins are ringed."""
    due_seen = 0
    for visit in [*CHOOSING[::19], *(visit for visit in CHOOSING if task_of(visit).must_cover is not None)]:
        due = task_of(visit).must_cover
        rings = [f for f in walk(shown(visit)) if f.attributes.get("class") == "due"]
        assert [len(ring.children) for ring in rings] == ([due.bit_count()] if due else [])
        due_seen += due is not None
    assert due_seen


def test_strip_shows_the_seasons_time() -> None:
    """The strip shows the season's time while a choice is to be made."""
    for visit in CHOOSING[::13]:
        state = game_of(visit).state
        threshold = state.season_deal.season.threshold
        expected = f"Time {state.time} of {threshold}, this card "
        last = f"Time last card: it brings the time to {state.time}, and the season ends at {threshold}"
        if state.time >= threshold and task_of(visit).card is state.card:
            assert last in labels(shown(visit))
            assert part(shown(visit), "used-of") == "Time last card"
        elif state.time >= threshold:
            assert f"Time up: {state.time} of {threshold}" in labels(shown(visit))
        else:
            assert [label for label in labels(shown(visit)) if label.startswith(expected)]
            if task_of(visit).card is state.card:
                assert expected + str(state.card.time) in labels(shown(visit))


def test_a_pick_after_a_season_takes_none_of_its_time() -> None:
    """A pick after a season takes none of the season's time: when a troll ravages, the season's cards are gone."""
    picks = [visit for visit in CHOOSING if task_of(visit).card.id == "giant-troll-ravage" and task_of(visit).is_pick]
    assert picks
    for visit in picks:
        state = game_of(visit).state
        threshold = state.season_deal.season.threshold
        assert f"Time up: {state.time} of {threshold}" in labels(shown(visit))


def test_count_shows_the_engines_numbers() -> None:
    """A count shows the engine's rows for the chosen player, and all players' totals."""
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, SeasonScene):
            continue
        for score in scene.scores:
            looking = with_screen(at_rest(visit), sheet=score.player)
            assert "proceed" in buttons(shown(looking))
            for letter, awards in score.edicts.items():
                assert integer(row_value(shown(looking), f"highlight-topic {letter}")) == stars(awards)
            assert integer(row_value(shown(looking), "highlight-topic monsters")) == score.monsters
            total = f"{score.total} star{'' if abs(score.total) == 1 else 's'}".replace("-", "\N{MINUS SIGN}")
            assert total in text_of(with_class(shown(looking), "reckoning")[0])


def test_count_of_coins_marks_their_mountains() -> None:
    """The count of coins marks each mountain that earned a coin with one star, and no space for the coins of shapes."""
    paid = set[int]()
    for visit in map(at_rest, VISITS):
        if not isinstance(scene_of(visit), SeasonScene):
            continue
        mountains = screen_of(visit).board.sheet.surrounded_mountains.bit_count()
        page = shown(updated(visit, m.HighlightTopic(m.Topic.COINS)))
        assert [text_of(star) for star in with_class(page, "star")] == ["1"] * mountains
        paid.add(mountains)
    assert {0, 1} <= paid


def test_count_adds_stars_one_by_one() -> None:
    """A count adds the stars one by one on the map, in the rows, and in the total, and marks what is still to come."""
    counted = 0
    for visit in VISITS:
        scene = scene_of(visit)
        if not isinstance(scene, SeasonScene) or screen_of(visit).stage.step:
            continue
        score, stepped, sums = scene.scores[0], visit, list[int]()
        values = {letter: stars(awards) for letter, awards in score.edicts.items()}
        values |= {"coins": score.coins, "monsters": score.monsters}
        assert len(with_class(shown(visit), "to-come")) == len(list(filter(None, values.values())))
        while screen_of(stepped).is_moving:
            page = shown(stepped)
            ticks = scene.counted(screen_of(stepped).stage.step) or ()
            rows = {what: row_value(page, f"highlight-topic {what}") for what in (*score.edicts, "coins", "monsters")}
            so_far = {tick.topic: tick.stars for tick in ticks}
            assert [*map(integer, rows.values())] == [so_far.get(m.Topic(what), 0) for what in rows]
            assert f"{sum(so_far.values())} star".replace("-", "\N{MINUS SIGN}") in part(page, "note")
            lit = [text_of(star) for kind in ("star", "cost") for star in with_class(page, kind)]
            assert sum(map(integer, lit)) == (so_far[ticks[-1].topic] if ticks and ticks[-1].awards else 0)
            sums.append(sum(so_far.values()))
            stepped = updated(stepped, m.Step())
        assert screen_of(stepped).looking.lit is None
        assert with_class(shown(stepped), "lit") == []
        assert with_class(shown(stepped), "to-come") == []
        assert sums[0] == 0
        assert sums[-1] == score.total
        assert f"{score.total} star".replace("-", "\N{MINUS SIGN}") in part(shown(stepped), "note")
        counted += len(sums)
    assert counted > 50


def test_the_end_adds_the_seasons() -> None:
    """The end shows the best moment, adds the seasons one by one, and then shows all of the result and the buttons."""
    visit = GAMES["A"][-2][1]
    totals = [season[0].total for season in game_of(visit).state.scores]
    counts, beats = list[int](), list[list[str]]()
    while screen_of(visit).is_moving:
        page = shown(visit)
        assert with_class(page, "adding")
        assert "begin set-up" not in buttons(page)
        beats.append([found.attributes["class"] for found in with_class(page, "beat")])
        counts += [integer(text_of(count)) for count in with_class(page, "count-of-stars")]
        visit = updated(visit, m.Step())
    assert beats[:3] == [["beat"], ["beat moment-beat"], ["beat stars-beat"]]
    assert counts[3::4] == list(accumulate(totals))
    assert len(set(counts)) > len(totals)
    assert with_class(shown(visit), "adding") == []
    assert "begin set-up" in buttons(shown(visit))
    assert GAMES["A"][-1][1] == visit


def row_value(page: Element, sent: str) -> str:
    """Return the number in the row of a count with the given command, which an edict's tile also has."""
    row = next(
        found
        for found in walk(page)
        if found.attributes.get("data-do") == sent and str(found.attributes.get("class")).startswith("row")
    )
    return [text_of(element) for element in walk(row) if element.tag == "b"][-1]


@pytest.mark.parametrize("name", ALONE)
def test_results_at_the_end_of_a_solo_game(name: str) -> None:
    """The end of a solo game shows the stars, the solo numbers, the rating, the title, and the seasons."""
    final = GAMES[name][-1][1]
    scene = scene_of(final)
    assert isinstance(scene, EndScene)
    text = text_of(shown(final))
    event = scene.event
    assert event.title is not None
    assert event.rating is not None
    assert WORDS(f"title.{event.title}") in text
    expected = [card.solo for card in game_of(final).state.deal.edicts]
    terms = [integer(text_of(term).split()[0]) for term in with_class(shown(final), "term")]
    assert terms == [event.totals[0], sum(expected), event.rating]
    *_, table, numbers = (one for one in walk(shown(updated(final, m.Go("sheet")))) if one.tag == "table")
    assert [integer(text_of(cell)) for cell in walk(numbers) if cell.tag == "td"] == [*expected, sum(expected)]
    rows = [[text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr"]
    assert len(rows) == 6
    assert integer(rows[-1][-1]) == event.totals[0] == sum(integer(row[-1]) for row in rows[1:-1])
    [cartographer] = game_of(final).cartographers
    sheet = text_of(shown(updated(final, m.Go("sheet"))))
    assert cartographer.name in sheet
    assert cartographer.land in sheet


def test_menu_and_end_label_a_practice_game() -> None:
    """The menu and the end say that a game is practice."""
    assert "practice" in text_of(shown(updated(TAKEN_BACK[0], m.Open("menu"))))
    assert "practice" not in text_of(shown(updated(CHOOSING[0], m.Open("menu"))))
    for game in GAMES.values():
        final = game[-1][1]
        assert "practice" not in text_of(shown(final)).lower()
        for count in (1, 2):
            taken_back = with_screen(final, game=replace(game_of(final), takebacks=count))
            assert "practice" in text_of(shown(taken_back)).lower()


def test_announcements_follow_the_game() -> None:
    """The announcements report the card, each scene, and the end, and at a choice whether the ghost fits, and where."""
    for visit in [*CHOOSING[::31], *SCENES]:
        assert heard(visit, "news")
        assert bool(heard(visit, "place")) == (scene_of(visit) is None)
    for game in {game_of(visit).id for visit in SCENES}:
        said = [part(shown(visit), "said") for visit in SCENES if game_of(visit).id == game]
        assert len(said) == len(set(said))


def alerts(page: Element) -> list[str]:
    """Return the texts that are announced at once."""
    return [text_of(found) for found in walk(page) if found.attributes.get("role") == "alert"]


def test_a_damaged_save_and_a_bad_seed_are_alerts() -> None:
    """A damaged save and an invalid seed are announced as alerts."""
    bad_seed = after(HOME[0], m.Go("set-up"), m.TypeText("seed", "?!"), m.Begin("set-up"))
    for visit, expected in ((HOME[2], HOME[2].memory.shelf.error), (bad_seed, bad_seed.setup.seed_error)):
        assert expected
        [alert] = alerts(shown(visit))
        assert said(expected) in alert


@pytest.mark.parametrize(
    ("home", "warning", "continues"),
    [
        (HOME[0], "", False),
        (HOME[1], "", True),
        (HOME[2], "save.unread", False),
        (HOME[3], "", True),
        (HOME[4], "save.copy", True),
        (HOME[5], "save.newer", False),
        (HOME[6], "save.stale", True),
    ],
)
def test_start_screen_reports_problem_with_saved_game(home: Visit, warning: str, *, continues: bool) -> None:
    """The start screen says if a saved game is damaged, with or without a copy, newer, or older than the page's."""
    page, error = shown(home), home.memory.shelf.error
    assert alerts(page) == ([WORDS(warning, error=said(error))] if warning else [])
    assert bool(error) == (warning in {"save.unread", "save.copy", "save.newer"})
    assert said(error) in text_of(page)
    assert ("continue" in buttons(page)) == continues
    assert (updated(home, m.Continue()) != home) == continues


def test_replacing_a_newer_or_damaged_save_asks_first() -> None:
    """A new game asks before it replaces a newer or damaged save, with or without a copy, and nothing else."""
    for home, asks in zip(HOME, (False, False, True, False, True, True, False), strict=True):
        asked = updated(home, m.Begin("first"))
        assert (asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin("first", sure=True))) == asks
        assert (asked.screen == home.screen) == asks


def test_clearing_a_highlight_restores_the_page() -> None:
    """Highlighting a topic and clearing it restores the page."""
    for letter in "ABCD":
        visit = CHOOSING[20]
        assert shown(
            updated(updated(visit, m.HighlightTopic(m.Topic(letter))), m.HighlightTopic(m.Topic(letter)))
        ) == shown(visit)


def test_screen_computes_its_board_once() -> None:
    """A screen computes its board once, for its view, its announcements, and its first ghost."""
    for screen in (screen_of(CHOOSING[0]), screen_of(SCENES[0]), updated(GAME[-1], m.Watch()).screen):
        assert isinstance(screen, Playing | Watching)
        assert screen.board is screen.board


def test_spaces_under_the_ghost_are_selected() -> None:
    """The spaces that the ply would fill are selected."""
    for visit in CHOOSING[::31]:
        assert selected(shown(visit)) == ply_of(visit).region


# ------------------------------------------------------------------- lower layers are out of reach


def test_everything_below_a_curtain_or_dialog_is_inert() -> None:
    """Everything below a curtain or a dialog is inert, but announcements aren't."""
    curtained = next(visit for visit in VISITS if isinstance(scene_of(visit), CurtainScene))
    curtained = updated(curtained, m.DismissExplanation("curtain"))
    assert [box.attributes.get("inert") for box in layers(CHOOSING[0])] == [None]
    assert [box.attributes.get("inert") for box in layers(curtained)] == ["", None]
    assert [box.attributes.get("inert") for box in layers(updated(curtained, m.Open("menu")))] == ["", "", None]
    assert [box.attributes.get("inert") for box in layers(updated(CHOOSING[0], m.Open("menu")))] == ["", None]


def test_newer_version_is_offered_until_it_is_taken() -> None:
    """A newer version is offered on the start screen and in the menu until it is taken, whatever is played."""

    def offered(visit: Visit) -> bool:
        return any(part.attributes.get("data-do") == "reload" for part in walk(shown(visit)))

    assert not offered(HOME[0])
    visit = updated(HOME[0], m.NewerVersionReady())
    assert offered(visit)
    visit = updated(updated(visit, m.Begin("first")), m.Continue())
    assert not offered(visit)
    assert offered(updated(visit, m.Open("menu")))
    assert offered(updated(visit, m.Go("start")))
    assert shown(updated(visit, m.Reload())) == shown(visit)


def test_build_prerenders_hidden_doors() -> None:
    """The build also prerenders hidden doors to a link's game and to a saved game, unlike the live start screen."""
    live = ["go lesson", "begin daily", "go set-up"]
    every = ["begin link", "continue", "go lesson", "begin first", "begin daily", "go set-up"]
    for printed, expected in ((True, every), (False, live)):
        [doors] = with_class(shown(replace(HOME[0], screen=Start(printed=printed))), "doors")
        found = [door for door in walk(doors) if door.tag == "button"]
        assert [door.attributes["data-do"] for door in found] == expected
        shown_at_first = [door.attributes["data-do"] for door in found if "hidden" not in door.attributes]
        assert shown_at_first == live


def layers(visit: Visit) -> list[Element]:
    """Return the layers of a page, the screen first, without announcements."""
    *found, said = (child for child in shown(visit).children if isinstance(child, Element))
    assert said.attributes == {"class": "said", "role": "log"}
    return found


# ------------------------------------------------------------------- other tabs, and unsaved games


@pytest.mark.parametrize("visit", [CHOOSING[0], *SCENES, updated(CHOOSING[0], m.Open("menu")), ABOUT[1]])
def test_game_in_another_tab_is_below_a_panel(visit: Visit) -> None:
    """A game that another tab plays is below a panel that offers to play here or to leave, and nothing else."""
    taken = updated(visit, m.ContinuedElsewhere())
    page = shown(taken)
    *below, panel = layers(taken)
    assert all("inert" in layer.attributes for layer in below)
    assert [found.attributes["class"] for found in walk(page) if "aria-modal" in found.attributes] == [
        "dialog about-taken"
    ]
    assert buttons(panel).keys() == {"play-here", "go start"}
    assert "is open in another tab" in text_of(panel)
    assert with_class(shown(updated(taken, m.Go("start"))), "about-taken") == []
    back = updated(taken, m.PlayHere())
    assert not back.is_continued_elsewhere
    assert visit.memory.shelf.saved is not None
    assert game_of(back) == visit.memory.shelf.saved.game
    assert with_class(shown(back), "about-taken") == []


def test_only_a_game_can_be_taken() -> None:
    """Another tab can only take a game: the start screen and the setup don't say that another tab plays."""
    for visit in (*HOME, *SETTING_UP[:3], ABOUT[0]):
        assert updated(visit, m.ContinuedElsewhere()) == visit


@pytest.mark.parametrize(("why", "said"), [(Notice.DENIED, "doesn't let the page save"), (Notice.FULL, "of storage")])
@pytest.mark.parametrize("visit", [CHOOSING[0], SCENES[0], HOME[0]])
def test_notice_of_an_unsaved_game(visit: Visit, why: Notice, said: str) -> None:
    """A notice says that the game isn't saved, covers nothing, and can be dismissed. The menu then still says so."""

    def notices(visit: Visit) -> list[str]:
        return [text_of(found) for found in with_class(shown(visit), "notice")]

    told = updated(visit, m.SaveFailed(why))
    [notice] = notices(told)
    assert said in notice
    assert notice in alerts(shown(told))
    assert "dismiss-notice" in buttons(shown(told))
    assert not any("inert" in layer.attributes for layer in layers(told)[:1]) or isinstance(
        scene_of(told), CurtainScene
    )
    read = updated(told, m.DismissNotice())
    assert notices(read) == notices(updated(read, m.SaveFailed(why))) == []
    assert notices(updated(read, m.SaveFailed(Notice.FULL if why is Notice.DENIED else Notice.DENIED)))
    if visit is not HOME[0]:
        kept, lost = (part(shown(updated(now, m.Open("menu"))), "about-menu") for now in (visit, read))
        assert WORDS("menu.home.note") in kept
        assert WORDS("menu.home.note") not in lost
        assert WORDS(f"menu.home.{why}") in lost
