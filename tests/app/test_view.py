"""The page as a value: it shows the engine's state, and no hidden information."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

import pytest

from app import messages as m
from app.board.board import Board
from app.board.map_view import small_map
from app.drawing.element import Element, text_of, to_html, walk
from app.drawing.map_art import arrivals
from app.game.shelf import EMPTY, SavedGame, Shelf, shelf_of
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
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import Ply, State
from cartographers.terrain import Terrain
from support.elements import doubled
from support.playing import (
    ALONE,
    BASE_A,
    CHANCE,
    CHOOSING,
    FINALS,
    GAMES,
    STEPS,
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
    in_scene,
    integer,
    is_done,
    labels,
    part,
    played,
    ply_of,
    pressed,
    scene_as,
    scene_of,
    screen_of,
    shown,
    starting,
    task_of,
    tile_stars,
    told,
    told_on,
    with_class,
    with_screen,
)
from support.refusals import said
from support.visits import arrive, changed, updated
from words import number

GAME = [visit for _, visit in GAMES["A"]]
#: One scene of each kind in each game.
SCENES = [
    next(visit for _, visit in game if isinstance(scene_of(visit), kind))
    for game in GAMES.values()
    for kind in (AmbushScene, SpreadScene, SeasonScene, CurtainScene, EndScene)
    if any(isinstance(scene_of(visit), kind) for _, visit in game)
]
#: Shelves of a device, the warning of its start screen, whether the game can be continued, and whether a new one asks.
SHELVES = [
    (EMPTY, "", False, False),
    (shelf_of("c1-a-1p-k3x9q2"), "", True, False),
    (shelf_of("nonsense"), "save.unread", False, True),
    (shelf_of(VISITS[-1].memory.shelf.text), "", True, False),
    (shelf_of("nonsense", before="c1-a-1p-k3x9q2"), "save.copy", True, True),
    (shelf_of("v3 what only it can read end"), "save.newer", False, True),
    (shelf_of("c1-a-1p-k3x9q2", stale=True), "save.stale", True, False),
]
HOME = [arrive(CHANCE, shelf) for shelf, *_ in SHELVES]
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
    *(after(visit, m.Open("maps"), m.LookAtSheet(1)) for visit in (SCENES[-1], TWELVE)),
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
    paths = [path for found in with_class(page, mark) for path in walk(found) if path.tag == "path"]
    return max((path.attributes["d"].count("Z") for path in paths), default=0)


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
    for place, dealt in enumerate(state.deal.seasons):
        seen = len(dealt.deck) if place < season else len(moment.cards) if place == season else 0
        unseen, reveals = dealt.deck[seen:][::-1], dealt.reveal_count
        if place >= season and unseen:
            reveals = 1 + (reveals + 3) % len(dealt.deck)
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
    for visit, scene in in_scene(SeasonScene):
        seasons, others = (game_of(one).state.deal.seasons for one in (visit, other_future(visit)))
        ended = [dealt.season for dealt in seasons].index(scene.scores[0].season)
        revealed = seasons[ended].deck[: seasons[ended].reveal_count]
        assert screen_of(visit).moment.cards == revealed
        assert others[:ended] == seasons[:ended]
        assert others[ended].deck[: len(revealed)] == revealed
        assert shown(other_future(visit)) == shown(visit)


def test_page_differs_with_another_card_in_play() -> None:
    """The comparison above can fail: the page differs if another card is in play."""
    visit = CHOOSING[0]
    state = game_of(visit).state
    first, *later = state.deal.seasons
    deal = replace(state.deal, seasons=(replace(first, deck=first.deck[::-1]), *later))
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
        attributes = found.attributes
        if "data-do" in attributes:
            assert m.command(m.read_command(attributes["data-do"])) == attributes["data-do"]
        if found.tag == "button":
            assert attributes["type"] == "button"
            assert attributes.get("aria-label", text_of(found)).strip(), f"{attributes} has no name"
        if found.tag == "a":
            assert attributes["href"]
            assert text_of(found).strip()
        if found.tag in {"input", "textarea"}:
            assert attributes["aria-label"].strip()
        if found.tag == "input":
            typed = shown(updated(visit, m.TypeText(attributes["name"], "Typed")))
            fields = [other for other in walk(typed) if other.attributes.get("name") == attributes["name"]]
            assert [field.attributes["value"] for field in fields] == ["Typed"]


@pytest.mark.parametrize("visit", ALL)
def test_ids_and_keys_are_unique(visit: Visit) -> None:
    """An id occurs once on a page, and a key once among siblings; references lead to ids."""
    page = shown(visit)
    assert doubled(page) == []
    ids = {found.attributes["id"] for found in walk(page) if "id" in found.attributes}
    for reference in ("aria-labelledby", "aria-describedby", "for"):
        assert {name for found in walk(page) for name in found.attributes.get(reference, "").split()} <= ids


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
    for visit, _ in in_scene(CurtainScene):
        [curtain] = with_class(shown(visit), "curtain")
        assert ("undo" in buttons(curtain)) == bool(game_of(visit).plies)


def test_card_has_a_button_for_each_choice() -> None:
    """A card has one button for each terrain, and for each shape if it has several."""
    for visit in CHOOSING[::13]:
        options, commands = task_of(visit).options, [sent.split() for sent in reversed(buttons(shown(visit)))]
        terrains = dict.fromkeys(option.terrain.value if option.terrain else "destroyed" for option in options)
        shapes = {option.shape for option in options}
        assert [sent[1] for sent in commands if sent[0] == "choose-terrain"] == list(terrains)
        numbers = [str(number) for number in range(len(shapes)) if len(shapes) > 1]
        assert [sent[1] for sent in commands if sent[0] == "choose-shape"] == numbers


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
    tiles = [tile for visit in CHOOSING[::5] for tile in buttons(shown(visit)).values() if with_class(tile, "delta")]
    assert {"", "+", "\N{MINUS SIGN}"} <= {part(tile, "delta")[:1] for tile in tiles}


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
        cards: dict[str, ScoringCard] = dict(zip(EDICTS, game_of(visit).state.deal.edicts, strict=True))
        lit, page = screen_of(visit).looking.lit or "", shown(visit)
        rule = cards.get(lit, monsters)
        awards = rule(legal_after(visit) or sheet_of(visit)) or rule(sheet_of(visit))
        marks = [found for found in walk(page) if found.attributes.get("class") in {"star", "cost"}]
        assert sum(integer(text_of(mark)) for mark in marks) == stars(awards)
        lit_up += bool(marks)
        assert all(integer(text_of(found)) < 0 for found in with_class(page, "cost"))
        assert all(integer(text_of(found)) >= 0 for found in with_class(page, "star"))
        assert lit not in cards or cards[lit].explanation in part(page, "tip")
        there = lit in cards or bool(game_of(visit).plies)
        topics = [sent for sent in pressed(page) if sent.startswith("highlight-topic")]
        assert topics == [f"highlight-topic {lit}"] * there
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
        beast = task_of(visit).options[0].beast
        if not beast or beast in seen:
            continue
        seen.add(beast)
        face = f"url(#{beast.value}-"
        screen, page = screen_of(visit), shown(visit)
        board = screen.board
        assert board.ghost
        assert board.ply
        single = board.ply._replace(region=board.ply.region & -board.ply.region)
        for ply, expected in ((board.ply, beast), (single, beast if single == board.ply else None)):
            assert Board(screen.game, screen.moment, watched=(board.ghost, ply)).beast_of_ghost is expected
        [miniature] = with_class(page, "miniature")
        assert face in to_html(miniature)
        if not board.against:
            [ghost] = with_class(page, "lifted")
            assert to_html(ghost).count(face) == board.ply.region.bit_count()
        sheet = board.sheet.drawn(Terrain.MONSTER, board.ply.region & board.sheet.empty, beast=beast)
        assert to_html(small_map(sheet, "")).count(face) == sheet.spaces_of_beast(beast).bit_count()
    assert len(seen) >= 3


def test_the_spaces_of_a_pick_are_framed() -> None:
    """The spaces of a pick are framed and the card explains it, and no other choice frames anything."""
    picks = [visit for visit in CHOOSING if task_of(visit).is_pick]
    assert picks
    for visit in [*CHOOSING[::19], *picks]:
        task, page = task_of(visit), shown(visit)
        assert frames(page, "pickable") == (task.free.bit_count() if task.is_pick else 0)
        assert (WORDS("pick") in part(page, "what")) == task.is_pick


def test_spread_of_zombies_is_highlighted() -> None:
    """A highlight surrounds the spaces to which zombies have spread, on the map that is shown."""
    scenes = [visit for visit in SCENES if isinstance(scene_of(visit), SpreadScene)]
    assert len(scenes) == 2
    for visit in scenes:
        scene, page = scene_as(SpreadScene, visit), shown(visit)
        reached = scene.reached[scene.moment.shown_sheet]
        assert with_class(page, "arrivals")
        arrived = [text for space, text in zip(spaces(BOARD), told_on(page), strict=True) if reached >> space & 1]
        assert all("zombies" in text or "destroyed" in text for text in arrived)


def test_steps_of_an_ambush() -> None:
    """An ambush enters and moves over the shaded map; then it is drawn and described, and last its cost is shown."""
    phases = set[str]()
    for visit, scene in in_scene(AmbushScene):
        phase, page = scene.phase(screen_of(visit).stage.step), shown(visit)
        arrived = phase in {"lands", "landed"}
        assert told_on(page) == told(scene.event.after if arrived else scene.moment.sheets[0])
        assert len(with_class(page, "walker")) == (phase == "walks")
        assert bool(with_class(page, "shade")) == (phase != "landed")
        assert bool(with_class(page, "outcome")) == (phase == "landed")
        end = f"on {', '.join(names(scene.event.region))}." if scene.event.region else "so it's discarded."
        assert (end in part(page, "said")) == arrived
        phases.add(phase)
    assert phases == {"enters", "walks", "lands", "landed"}


@pytest.mark.parametrize("still", [False, True])
def test_landed_ambush_is_outlined(*, still: bool) -> None:
    """A landed ambush is outlined, even for players who see no motion, and one that fits nowhere has no outline."""
    landed = 0
    for before, message, _ in STEPS:
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


def test_hero_shows_its_pattern_and_attacked_spaces() -> None:
    """A hero shows its pattern, a mark on each attacked space, and the names of these spaces for screen readers."""
    heroes = strikes = 0
    for visit in [*CHOOSING[::19], *(visit for visit in CHOOSING if ply_of(visit).attack)]:
        page, attack = shown(visit), ply_of(visit).attack
        hero = isinstance(task_of(visit).card, HeroCard) and task_of(visit).forced is ForcedReason.NONE
        assert ("Attack pattern" in labels(page)) == hero
        assert ("attacking" in part(page, "said")) == bool(attack)
        assert not attack or "attacking " + ", ".join(names(attack)) in part(page, "said")
        marks = [found.attributes.get("marker-start") for found in walk(page)]
        struck = attack & sheet_of(visit).monster
        assert marks.count("url(#mark-struck-marker)") == struck.bit_count()
        assert marks.count("url(#mark-aim-marker)") == (attack & ~struck).bit_count()
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
    visits = [*CHOOSING[::19], *(visit for visit in CHOOSING if task_of(visit).forced is not ForcedReason.NONE)]
    assert {task_of(visit).forced for visit in visits} == {ForcedReason.NONE, *sentences}
    for visit in visits:
        page = shown(visit)
        for text in (part(page, "what"), part(page, "said")):
            given = {reason for reason, sentence in sentences.items() if sentence in text}
            assert given == {task_of(visit).forced} - {ForcedReason.NONE}


def test_required_ruins_are_ringed() -> None:
    """If one of some ruins must be covered, exactly these ruins are ringed."""
    due = [visit for visit in CHOOSING if task_of(visit).must_cover is not None]
    assert due
    for visit in [*CHOOSING[::19], *due]:
        ruins = task_of(visit).must_cover
        rings = [found for found in walk(shown(visit)) if found.attributes.get("class") == "due"]
        assert [len(ring.children) for ring in rings] == ([ruins.bit_count()] if ruins else [])


def test_strip_shows_the_seasons_time() -> None:
    """The strip shows the season's time while a choice is to be made."""
    for visit in CHOOSING[::13]:
        state, page = game_of(visit).state, shown(visit)
        threshold = state.season_deal.season.threshold
        expected = f"Time {state.time} of {threshold}, this card "
        last = f"Time last card: it brings the time to {state.time}, and the season ends at {threshold}"
        if state.time < threshold:
            assert [label for label in labels(page) if label.startswith(expected)]
            assert task_of(visit).card is not state.card or f"{expected}{state.card.time}" in labels(page)
        elif task_of(visit).card is state.card:
            assert last in labels(page)
            assert part(page, "used-of") == "Time last card"
        else:
            assert f"Time up: {state.time} of {threshold}" in labels(page)


def test_a_pick_after_a_season_takes_none_of_its_time() -> None:
    """A pick after a season takes none of the season's time: when a troll ravages, the season's cards are gone."""
    picks = [visit for visit in CHOOSING if task_of(visit).card.id == "giant-troll-ravage" and task_of(visit).is_pick]
    assert picks
    for visit in picks:
        state = game_of(visit).state
        assert f"Time up: {state.time} of {state.season_deal.season.threshold}" in labels(shown(visit))


def test_count_shows_the_engines_numbers() -> None:
    """A count shows the engine's rows for the chosen player, and all players' totals."""
    for visit, scene in in_scene(SeasonScene):
        for score in scene.scores:
            page = shown(with_screen(at_rest(visit), sheet=score.player))
            assert "proceed" in buttons(page)
            rows = {letter: stars(awards) for letter, awards in score.edicts.items()} | {"monsters": score.monsters}
            assert {what: integer(row_value(page, f"highlight-topic {what}")) for what in rows} == rows
            total = f"{number(score.total)} star{'' if abs(score.total) == 1 else 's'}"
            assert total in text_of(with_class(page, "reckoning")[0])


def test_count_of_coins_marks_their_mountains() -> None:
    """The count of coins marks each mountain that earned a coin with one star, and no space for the coins of shapes."""
    paid = set[int]()
    for visit in (at_rest(visit) for visit, _ in in_scene(SeasonScene)):
        mountains = screen_of(visit).board.sheet.surrounded_mountains.bit_count()
        page = shown(updated(visit, m.HighlightTopic(m.Topic.COINS)))
        assert [text_of(star) for star in with_class(page, "star")] == ["1"] * mountains
        paid.add(mountains)
    assert {0, 1} <= paid


def test_count_adds_stars_one_by_one() -> None:
    """A count adds the stars one by one on the map, in the rows, and in the total, and marks what is still to come."""
    counted = 0
    for visit, scene in starting(SeasonScene):
        score, stepped, sums = scene.scores[0], visit, list[int]()
        values = {letter: stars(awards) for letter, awards in score.edicts.items()}
        values |= {"coins": score.coins, "monsters": score.monsters}
        assert len(with_class(shown(visit), "to-come")) == len(list(filter(None, values.values())))
        while screen_of(stepped).is_moving:
            page = shown(stepped)
            ticks = scene.counted(screen_of(stepped).stage.step) or ()
            so_far = {tick.topic: tick.stars for tick in ticks}
            rows = {what: integer(row_value(page, f"highlight-topic {what}")) for what in values}
            assert rows == {what: so_far.get(m.Topic(what), 0) for what in values}
            assert f"{number(sum(so_far.values()))} star" in part(page, "note")
            lit = [text_of(star) for kind in ("star", "cost") for star in with_class(page, kind)]
            assert sum(map(integer, lit)) == (so_far[ticks[-1].topic] if ticks and ticks[-1].awards else 0)
            sums.append(sum(so_far.values()))
            stepped = updated(stepped, m.Step())
        page = shown(stepped)
        assert screen_of(stepped).looking.lit is None
        assert with_class(page, "lit") == with_class(page, "to-come") == []
        assert (sums[0], sums[-1]) == (0, score.total)
        assert f"{number(score.total)} star" in part(page, "note")
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
    assert visit == FINALS["A"]


def row_value(page: Element, sent: str) -> str:
    """Return the number in the row of a count with the given command, which an edict's tile also has."""
    rows = [found for found in walk(page) if str(found.attributes.get("class")).startswith("row")]
    row = next(found for found in rows if found.attributes.get("data-do") == sent)
    return [text_of(element) for element in walk(row) if element.tag == "b"][-1]


@pytest.mark.parametrize("name", ALONE)
def test_results_at_the_end_of_a_solo_game(name: str) -> None:
    """The end of a solo game shows the stars, the solo numbers, the rating, the title, and the seasons."""
    final = FINALS[name]
    event = scene_as(EndScene, final).event
    page, sheet = shown(final), shown(updated(final, m.Go("sheet")))
    assert event.title is not None
    assert WORDS(f"title.{event.title}") in text_of(page)
    solo = [card.solo for card in game_of(final).state.deal.edicts]
    terms = [integer(text_of(term).split()[0]) for term in with_class(page, "term")]
    assert terms == [event.totals[0], sum(solo), event.rating]
    *_, table, numbers = (found for found in walk(sheet) if found.tag == "table")
    assert [integer(text_of(cell)) for cell in walk(numbers) if cell.tag == "td"] == [*solo, sum(solo)]
    _, *seasons, last = ([text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr")
    assert len(seasons) == 4
    assert integer(last[-1]) == event.totals[0] == sum(integer(row[-1]) for row in seasons)
    [cartographer] = game_of(final).cartographers
    assert cartographer.name in text_of(sheet)
    assert cartographer.land in text_of(sheet)


def test_menu_and_end_label_a_practice_game() -> None:
    """The menu and the end say that a game is practice."""
    assert "practice" in text_of(shown(updated(TAKEN_BACK[0], m.Open("menu"))))
    assert "practice" not in text_of(shown(updated(CHOOSING[0], m.Open("menu"))))
    for final in FINALS.values():
        for count in range(3):
            taken_back = with_screen(final, game=replace(game_of(final), takebacks=count))
            assert ("practice" in text_of(shown(taken_back)).lower()) == (count > 0)


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
    bad_seed = SETTING_UP[len(HOME)]
    for visit, expected in ((HOME[2], HOME[2].memory.shelf.error), (bad_seed, bad_seed.setup.seed_error)):
        assert expected
        [alert] = alerts(shown(visit))
        assert said(expected) in alert


@pytest.mark.parametrize(("shelf", "warning", "continues", "asks"), SHELVES)
def test_start_screen_reports_problem_with_saved_game(
    shelf: Shelf, warning: str, *, continues: bool, asks: bool
) -> None:
    """The start screen says if a saved game is damaged, with or without a copy, newer, or older than the page's.

    A new game asks before it replaces a newer or damaged one, and nothing else.
    """
    home = arrive(CHANCE, shelf)
    page, error = shown(home), home.memory.shelf.error
    assert alerts(page) == ([WORDS(warning, error=said(error))] if warning else [])
    assert bool(error) == (warning in {"save.unread", "save.copy", "save.newer"})
    assert said(error) in text_of(page)
    assert ("continue" in buttons(page)) == (updated(home, m.Continue()) != home) == continues
    asked = updated(home, m.Begin("first"))
    assert (asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin("first", sure=True))) == asks
    assert (asked.screen == home.screen) == asks


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
    curtained = updated(in_scene(CurtainScene)[0][0], m.DismissExplanation("curtain"))
    menus = [updated(visit, m.Open("menu")) for visit in (CHOOSING[0], curtained)]
    for visit, below in ((CHOOSING[0], 0), (curtained, 1), (menus[0], 1), (menus[1], 2)):
        assert [layer.attributes.get("inert") for layer in layers(visit)] == [*[""] * below, None]


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
        found = [door.attributes for door in walk(doors) if door.tag == "button"]
        assert [door["data-do"] for door in found] == expected
        assert [door["data-do"] for door in found if "hidden" not in door] == live


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
    *below, panel = layers(taken)
    assert all("inert" in layer.attributes for layer in below)
    modal = [found.attributes["class"] for found in walk(shown(taken)) if "aria-modal" in found.attributes]
    assert modal == ["dialog about-taken"]
    assert buttons(panel).keys() == {"play-here", "go start"}
    assert "is open in another tab" in text_of(panel)
    back = updated(taken, m.PlayHere())
    for left in (back, updated(taken, m.Go("start"))):
        assert with_class(shown(left), "about-taken") == []
    assert not back.is_continued_elsewhere
    assert visit.memory.shelf.saved is not None
    assert game_of(back) == visit.memory.shelf.saved.game


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
    assert not any("inert" in layer.attributes for layer in layers(told)[:1])
    read = updated(told, m.DismissNotice())
    assert notices(read) == notices(updated(read, m.SaveFailed(why))) == []
    assert notices(updated(read, m.SaveFailed(Notice.FULL if why is Notice.DENIED else Notice.DENIED)))
    if visit is not HOME[0]:
        kept, lost = (part(shown(updated(now, m.Open("menu"))), "about-menu") for now in (visit, read))
        assert WORDS("menu.home.note") in kept
        assert WORDS("menu.home.note") not in lost
        assert WORDS(f"menu.home.{why}") in lost
