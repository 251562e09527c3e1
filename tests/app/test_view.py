"""The page as a value: it shows the engine's state, and no hidden information."""

from dataclasses import replace
from itertools import accumulate

import pytest

from app import messages as m
from app.board.board import Board
from app.board.map_view import small_map
from app.drawing.element import Element, text_of, to_html, walk
from app.drawing.map_art import arrivals
from app.game.shelf import EMPTY, SavedGame, Shelf, shelf_of
from app.page.notice import Notice
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching
from app.visit import Dialog, Visit
from cartographers import Ply, ScoringCard, Sheet, State, Terrain, apply, is_legal, monsters, stars
from cartographers.beast import Beast
from cartographers.cards import HeroCard
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Draw, ForcedReason, Pick
from cartographers.region import BOARD, names, region_of, space_named, spaces
from cartographers.seasons import EDICTS
from support import playing as p
from support.elements import doubled
from support.refusals import said
from support.visits import arrive, changed, updated
from words import number

GAME = [visit for _, visit in p.GAMES["A"]]
#: One scene of each kind in each game.
SCENES = [
    next(visit for _, visit in game if isinstance(p.scene_of(visit), kind))
    for game in p.GAMES.values()
    for kind in (AmbushScene, SpreadScene, SeasonScene, CurtainScene, EndScene)
    if any(isinstance(p.scene_of(visit), kind) for _, visit in game)
]
#: Shelves of a device, the warning of its start screen, whether the game can be continued, and whether a new one asks.
SHELVES = [
    (EMPTY, "", False, False),
    (shelf_of("v2 c1-a-1p-k3x9q2 end"), "", True, False),
    (shelf_of("nonsense"), "save.unread", False, True),
    (shelf_of(p.VISITS[-1].memory.shelf.text), "", True, False),
    (shelf_of("nonsense", before="v2 c1-a-1p-k3x9q2 end"), "save.copy", True, True),
    (shelf_of("v3 what only it can read end"), "save.newer", False, True),
    (shelf_of("v2 c1-a-1p-k3x9q2 end", stale=True), "save.stale", True, False),
]
HOME = [arrive(p.CHANCE, shelf) for shelf, *_ in SHELVES]
SETTING_UP = [updated(visit, m.Go("set-up")) for visit in HOME]
SETTING_UP += [
    p.after(SETTING_UP[0], m.TypeText("seed", "?!"), m.Begin("set-up")),
    p.after(SETTING_UP[0], "set-edicts chosen", m.Open("edict", "B")),
    p.after(SETTING_UP[0], "set-players 3", m.TypeText("name 1", "Boris")),
    p.after(SETTING_UP[0], "set-players 12", "show-all-settings on", m.TypeText("land 11", "Camelot")),
    p.after(SETTING_UP[0], "set-cards heroes", "set-edicts chosen", "set-side D"),
    p.after(SETTING_UP[0], "set-cards mixed", "set-edicts chosen", m.Open("edict", "D")),
]
TWELVE = updated(p.begun(replace(p.TRIO, players=12)), m.Proceed())
DIALOGS = [
    *(
        updated(visit, m.Open(name))
        for visit in (p.CHOOSING[0], *SCENES[-4:])
        for name in ("menu", "keys", "cards", "maps")
    ),
    *(p.after(visit, m.Open("maps"), m.LookAtSheet(1)) for visit in (SCENES[-1], TWELVE)),
    *(p.after(HOME[number], m.Go("set-up"), m.Begin("set-up")) for number in (1, 2)),
]
LIT = [
    p.with_screen(visit, lit=m.Topic(what)) for visit in p.CHOOSING[::61] for what in ("A", "B", "C", "D", "monsters")
]
TAKEN_BACK = [updated(updated(p.CHOOSING[0], m.Confirm()), m.Undo(sure=True)), updated(GAME[-1], m.Open("menu"))]
#: Covers over a screen other than dialogs: another tab plays the game, or it can't be saved.
TOLD = [
    updated(p.CHOOSING[0], m.ContinuedElsewhere()),
    updated(p.CHOOSING[0], m.SaveFailed(Notice.FULL)),
    updated(SCENES[-2], m.SaveFailed(Notice.DENIED)),
]
ABOUT = [updated(visit, m.Go("about")) for visit in (HOME[0], p.CHOOSING[0])]
ALL = [*p.VISITS[::47], *SCENES, *HOME, *SETTING_UP, TWELVE, *DIALOGS, *LIT[::3], *TAKEN_BACK, *TOLD, *ABOUT]


def sheet_of(visit: Visit) -> Sheet:
    """Return the sheet of a visit before its choice is made."""
    return p.game_of(visit).state.sheets[p.task_of(visit).sheet]


def legal_after(visit: Visit) -> Sheet | None:
    """Return the sheet after the engine has drawn the ghost of a visit, or None if that is illegal."""
    page, state = p.shown(visit), p.game_of(visit).state
    [word] = [sent.partition(" ")[2] for sent in p.pressed(page) if sent.startswith("choose-terrain ")]
    ply = Ply(None if word == "destroyed" else Terrain(word), selected(page), p.ply_of(visit).attack)
    if not is_legal(state, ply):
        return None
    return next(event.after for event in apply(state, ply).events if isinstance(event, Draw | Pick))


def selected(page: Element) -> int:
    """Return the spaces marked as selected."""
    return region_of(int(c.attributes["data-space"]) for c in p.cells(page) if c.attributes["aria-selected"] == "true")


def frames(page: Element, mark: str) -> int:
    """Return the number of spaces that a mark frames, which is the number of closed lines in its widest path."""
    paths = [path for found in p.with_class(page, mark) for path in walk(found) if path.tag == "path"]
    return max((path.attributes["d"].count("Z") for path in paths), default=0)


def with_states(visit: Visit, *states: State) -> Visit:
    """Return a visit in a game with other states, also on the shelf."""
    game = p.game_of(visit)
    other = replace(game, played=game.played._replace(states=states))
    saved = SavedGame(other, p.screen_of(visit).stage.scenes_seen)
    return changed(p.with_screen(visit, game=other), shelf=replace(visit.memory.shelf, saved=saved))


def other_future(visit: Visit) -> Visit:
    """Return the visit with another deal of everything that is face down or not yet shown."""
    state, moment = p.game_of(visit).state, p.screen_of(visit).moment
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
    *earlier, future = (replace(state, deal=deal) for state in p.game_of(visit).played.states)
    if isinstance(p.scene_of(visit), AmbushScene | SpreadScene | SeasonScene) and state.task:
        future = replace(future, task=p.task_of(p.CHOOSING[0]), season=0, revealed=1, ruins_due=not state.ruins_due)
    return with_states(visit, *earlier, future)


@pytest.mark.parametrize("visit", [*p.VISITS[::29], *SCENES])
def test_nothing_hidden_reaches_the_view(visit: Visit) -> None:
    """The page and each dialog stay the same if all hidden information changes."""
    for sent in (m.Close(), m.Open("menu"), m.Open("cards"), m.Open("maps")):
        opened = updated(visit, sent)
        assert p.shown(other_future(opened)) == p.shown(opened)


def test_next_season_stays_hidden_during_the_count() -> None:
    """Games with the same plies and cards in play look the same, and a count shows no card of the next season."""
    for visit, scene in p.in_scene(SeasonScene):
        seasons, others = (p.game_of(one).state.deal.seasons for one in (visit, other_future(visit)))
        ended = [dealt.season for dealt in seasons].index(scene.scores[0].season)
        revealed = seasons[ended].deck[: seasons[ended].reveal_count]
        assert p.screen_of(visit).moment.cards == revealed
        assert others[:ended] == seasons[:ended]
        assert others[ended].deck[: len(revealed)] == revealed
        assert p.shown(other_future(visit)) == p.shown(visit)
    again = [visit for _, visit in p.played(p.BASE_A)]
    assert again == GAME
    for one, other in zip(GAME[::5], again[::5], strict=True):
        assert one is not other
        assert p.shown(one) == p.shown(other)
    visit = p.CHOOSING[0]
    state = p.game_of(visit).state
    first, *later = state.deal.seasons
    deal = replace(state.deal, seasons=(replace(first, deck=first.deck[::-1]), *later))
    assert p.shown(with_states(visit, replace(state, deal=deal))) != p.shown(visit)


@pytest.mark.parametrize("visit", ALL)
def test_controls_ids_and_buttons_of_every_page(visit: Visit) -> None:
    """Each control has a command and a name, ids and siblings' keys are unique, and each button leads to a page."""
    page, ids = p.shown(visit), set[str]()
    for found in walk(page):
        attributes = found.attributes
        ids |= {attributes["id"]} if "id" in attributes else set()
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
            typed = p.shown(updated(visit, m.TypeText(attributes["name"], "Typed")))
            fields = [other for other in walk(typed) if other.attributes.get("name") == attributes["name"]]
            assert [field.attributes["value"] for field in fields] == ["Typed"]
    assert doubled(page) == []
    for reference in ("aria-labelledby", "aria-describedby", "for"):
        assert {name for found in walk(page) for name in found.attributes.get(reference, "").split()} <= ids
    for sent in p.buttons(page):
        p.shown(updated(visit, m.read_command(sent)))


def test_confirm_is_off_if_the_ply_is_illegal() -> None:
    """The Confirm button is off if the ply is illegal, with the engine's reason, and otherwise says that it fits."""
    seen = set()
    on_ruins = next(visit for visit in p.CHOOSING if "must cover ruins" in p.part(p.shown(visit), "said"))
    pick = next(visit for visit in p.CHOOSING if p.task_of(visit).is_pick)
    hero = [visit for visit in p.CHOOSING if p.ply_of(visit).attack & sheet_of(visit).monster]
    moved = [updated(visit, m.Tap(space)) for visit in (on_ruins, pick) for space in range(0, 130, 5)]
    for visit in [*p.CHOOSING[::11], *hero, *moved]:
        button = p.buttons(p.shown(visit))["confirm"]
        legal = legal_after(visit) is not None
        assert button.attributes.get("aria-disabled") == (None if legal else "true")
        verdict = p.part(button, "verdict")
        struck = (p.ply_of(visit).attack & sheet_of(visit).monster).bit_count()
        if legal and struck:
            assert verdict == f"destroys {struck} monster{'s' if struck > 1 else ''}"
        else:
            assert (verdict == "within reach" if p.task_of(visit).is_pick else verdict.startswith("fits")) == legal
        seen.add(verdict)
    assert {"destroys 1 monster", "destroys 2 monsters"} <= seen
    assert {"fits", "fits on ruins", "within reach", "already filled", "not on ruins", "out of reach"} <= seen


def test_buttons_at_a_choice() -> None:
    """A card has a button for each choice, and Undo is disabled before the first ply."""
    for visit in [*p.CHOOSING[::13], *(game[0][1] for game in p.ALONE.values())]:
        disabled = p.buttons(p.shown(visit))["undo"].attributes.get("aria-disabled")
        assert disabled == (None if p.game_of(visit).plies else "true")
    for visit, _ in p.in_scene(CurtainScene):
        [curtain] = p.with_class(p.shown(visit), "curtain")
        assert ("undo" in p.buttons(curtain)) == bool(p.game_of(visit).plies)
    for visit in p.CHOOSING[::13]:
        options, commands = p.task_of(visit).options, [sent.split() for sent in reversed(p.buttons(p.shown(visit)))]
        terrains = dict.fromkeys(option.terrain.value if option.terrain else "destroyed" for option in options)
        shapes = {option.shape for option in options}
        assert [sent[1] for sent in commands if sent[0] == "choose-terrain"] == list(terrains)
        numbers = [str(number) for number in range(len(shapes)) if len(shapes) > 1]
        assert [sent[1] for sent in commands if sent[0] == "choose-shape"] == numbers


@pytest.mark.parametrize("visit", p.CHOOSING[::17])
def test_edicts_and_monsters_show_stars_and_difference(visit: Visit) -> None:
    """Edicts and monsters show their current stars on the map, and the difference that a legal ghost makes."""
    state, now = p.game_of(visit).state, sheet_of(visit)
    drawn = legal_after(visit) or now
    page = p.buttons(p.shown(visit))
    moment = p.screen_of(visit).moment
    values = p.tile_stars(moment, state)
    for letter, card, value in zip("ABCD", state.deal.edicts, values, strict=True):
        done = p.is_done(moment, state, letter)
        difference = 0 if done else stars(card(drawn)) - stars(card(now))
        tile = page[f"highlight-topic {letter}"]
        assert p.integer(p.part(tile, "value")) == value
        assert done or p.integer(p.part(tile, "delta")) == difference
        assert ("done" in tile.attributes["class"]) == done == ("for the last time" in tile.attributes["aria-label"])
        assert ("scored" in tile.attributes["class"]) == (letter in state.season_deal.season.edicts and not done)
        assert f", {letter}: " in tile.attributes["aria-label"]
        assert ("with the shape here" in tile.attributes["aria-label"]) == (difference != 0)
    if not p.game_of(visit).plies:  # at the beginning, the hint is there instead
        assert "highlight-topic monsters" not in page
        return
    lost = page["highlight-topic monsters"]
    difference = stars(monsters(drawn)) - stars(monsters(now))
    assert p.integer(p.part(lost, "delta")) == difference
    assert ("with the shape here" in lost.attributes["aria-label"]) == (difference != 0)
    before = p.integer(
        text_of(next(part for part in lost.children if isinstance(part, Element) and part.tag == "span"))
    )
    assert before == stars(monsters(now))
    coming = drawn.coins - now.coins
    coins = f"Coins: {now.coins} +{coming} of 14 with the shape here" if coming else f"Coins: {now.coins} of 14"
    assert coins in p.labels(p.shown(visit))
    assert len(p.with_class(page["highlight-topic coins"], "coming")) == coming


def test_games_have_differences_of_both_signs() -> None:
    """The games above have differences of both signs, as the comparison needs."""
    tiles = [
        tile for visit in p.CHOOSING[::5] for tile in p.buttons(p.shown(visit)).values() if p.with_class(tile, "delta")
    ]
    assert {"", "+", "\N{MINUS SIGN}"} <= {p.part(tile, "delta")[:1] for tile in tiles}


def test_grid_lists_all_spaces_in_order() -> None:
    """The grid lists all 121 spaces in order with their names and contents, and those under the ghost are selected."""
    words = set[str]()
    for visit in p.CHOOSING[::19]:
        page = p.shown(visit)
        found = p.cells(page)
        assert len(found) == 121
        for cell in found:
            name, _, what = cell.attributes["aria-label"].partition(", ")
            assert cell.attributes["data-space"] == str(space_named(name))
            words |= set(what.split(", "))
        assert p.told_on(page) == p.told(sheet_of(visit))
        assert selected(page) == p.ply_of(visit).region
    assert {"hero", "destroyed", "dragon", "zombies", "troll", "gorgon", "monster", "wasteland", "ruins"} <= words
    assert {"on ruins", "under a hero's attack", "empty"} <= words


def test_highlight_shows_stars_of_each_award() -> None:
    """A highlight shows the stars of each award, and a tip gives the rule and the total."""
    lit_up = 0
    for visit in LIT:
        cards: dict[str, ScoringCard] = dict(zip(EDICTS, p.game_of(visit).state.deal.edicts, strict=True))
        lit, page = p.screen_of(visit).looking.lit or "", p.shown(visit)
        rule = cards.get(lit, monsters)
        awards = rule(legal_after(visit) or sheet_of(visit)) or rule(sheet_of(visit))
        marks = [found for found in walk(page) if found.attributes.get("class") in {"star", "cost"}]
        assert sum(p.integer(text_of(mark)) for mark in marks) == stars(awards)
        lit_up += bool(marks)
        assert all(p.integer(text_of(found)) < 0 for found in p.with_class(page, "cost"))
        assert all(p.integer(text_of(found)) >= 0 for found in p.with_class(page, "star"))
        assert lit not in cards or cards[lit].explanation in p.part(page, "tip")
        there = lit in cards or bool(p.game_of(visit).plies)
        topics = [sent for sent in p.pressed(page) if sent.startswith("highlight-topic")]
        assert topics == [f"highlight-topic {lit}"] * there
    assert lit_up > 5


def test_beasts_show_their_faces_and_reach() -> None:
    """Beasts show their faces on their spaces, and get a button that frames their reach while they can still act."""
    seen = set[Beast]()
    for visit in p.CHOOSING[::9]:
        sheet, page = sheet_of(visit), p.shown(visit)
        winter = p.game_of(visit).state.season_deal.season.name == "winter"
        drawn = "".join(map(to_html, p.with_class(page, "monster")))
        for beast in Beast:
            assert drawn.count(f"url(#{beast.value}-") == sheet.spaces_of_beast(beast).bit_count()
        others = sheet.monster & ~sheet.dragon & ~sheet.troll & ~sheet.zombie & ~sheet.gorgon
        assert drawn.count("url(#monster-") == others.bit_count() + drawn.count("url(#monster-texture")
        found = {
            found.attributes["data-do"]: found for found in p.with_class(page, "beast-key") if found.tag == "button"
        }
        lasting = [beast for beast in Beast if beast.lasts(last_season=winter) and sheet.within_reach(beast)]
        assert list(found) == [f"highlight-topic {beast.value}" for beast in lasting]
        for beast in lasting:
            seen.add(beast)
            lit = p.shown(updated(visit, m.HighlightTopic(m.Topic(beast.value))))
            assert f"highlight-topic {beast.value}" in p.pressed(lit)
            assert p.WORDS(f"beast.{beast.value}") in p.part(lit, "tip")
            if not p.task_of(visit).is_pick:
                reach = (legal_after(visit) or sheet).within_reach(beast)
                assert frames(lit, "pickable") == reach.bit_count()
    assert seen == {Beast.DRAGON, Beast.ZOMBIE, Beast.TROLL}


def test_ghosts_and_small_maps_show_beasts() -> None:
    """A ghost has the face of its card's beast, also a bot's, and so have the choice of its terrain and small maps."""
    seen = set[Beast]()
    for visit in p.CHOOSING:
        beast = p.task_of(visit).options[0].beast
        if not beast or beast in seen:
            continue
        seen.add(beast)
        face = f"url(#{beast.value}-"
        screen, page = p.screen_of(visit), p.shown(visit)
        board = screen.board
        assert board.ghost
        assert board.ply
        single = board.ply._replace(region=board.ply.region & -board.ply.region)
        for ply, expected in ((board.ply, beast), (single, beast if single == board.ply else None)):
            assert Board(screen.game, screen.moment, watched=(board.ghost, ply)).beast_of_ghost is expected
        [miniature] = p.with_class(page, "miniature")
        assert face in to_html(miniature)
        if not board.against:
            [ghost] = p.with_class(page, "lifted")
            assert to_html(ghost).count(face) == board.ply.region.bit_count()
        sheet = board.sheet.drawn(Terrain.MONSTER, board.ply.region & board.sheet.empty, beast=beast)
        assert to_html(small_map(sheet, "")).count(face) == sheet.spaces_of_beast(beast).bit_count()
    assert len(seen) >= 3


def test_spaces_of_a_pick_are_framed_and_due_ruins_ringed() -> None:
    """The spaces of a pick are framed, ruins that must be covered are ringed, and nothing else is."""
    picks = [visit for visit in p.CHOOSING if p.task_of(visit).is_pick]
    due = [visit for visit in p.CHOOSING if p.task_of(visit).must_cover is not None]
    assert picks
    assert due
    for visit in [*p.CHOOSING[::19], *picks, *due]:
        task, page = p.task_of(visit), p.shown(visit)
        assert frames(page, "pickable") == (task.free.bit_count() if task.is_pick else 0)
        assert (p.WORDS("pick") in p.part(page, "what")) == task.is_pick
        rings = [found for found in walk(page) if found.attributes.get("class") == "due"]
        assert [len(ring.children) for ring in rings] == ([task.must_cover.bit_count()] if task.must_cover else [])


def test_steps_of_an_ambush_and_of_a_spread() -> None:
    """An ambush moves over the shaded map, is drawn, and shows its cost; spread zombies are outlined."""
    phases = set[str]()
    for visit, scene in p.in_scene(AmbushScene):
        phase, page = scene.phase(p.screen_of(visit).stage.step), p.shown(visit)
        arrived = phase in {"lands", "landed"}
        assert p.told_on(page) == p.told(scene.event.after if arrived else scene.moment.sheets[0])
        assert len(p.with_class(page, "walker")) == (phase == "walks")
        assert bool(p.with_class(page, "shade")) == (phase != "landed")
        assert bool(p.with_class(page, "outcome")) == (phase == "landed")
        end = f"on {', '.join(names(scene.event.region))}." if scene.event.region else "so it's discarded."
        assert (end in p.part(page, "said")) == arrived
        phases.add(phase)
    assert phases == {"enters", "walks", "lands", "landed"}
    scenes = [visit for visit in SCENES if isinstance(p.scene_of(visit), SpreadScene)]
    assert len(scenes) == 2
    for visit in scenes:
        spread, page = p.scene_as(SpreadScene, visit), p.shown(visit)
        reached = spread.reached[spread.moment.shown_sheet]
        assert p.with_class(page, "arrivals")
        labels = [text for space, text in zip(spaces(BOARD), p.told_on(page), strict=True) if reached >> space & 1]
        assert all("zombies" in text or "destroyed" in text for text in labels)


@pytest.mark.parametrize("still", [False, True])
def test_landed_ambush_is_outlined(*, still: bool) -> None:
    """A landed ambush is outlined, even for players who see no motion, and one that fits nowhere has no outline."""
    landed = 0
    for before, message, _ in p.STEPS:
        visit = updated(changed(before, reduced_motion=still), message)
        scene = p.scene_of(visit)
        if isinstance(scene, AmbushScene) and scene is not p.scene_of(before):
            assert p.screen_of(visit).is_moving == (not still)
            if not still:
                assert p.with_class(p.shown(visit), "arrivals") == []
                visit = updated(visit, m.Proceed())
            outlines = p.with_class(p.shown(visit), "arrivals")
            assert outlines == ([arrivals("monster", scene.event.region)] if scene.event.region else [])
            landed += bool(outlines)
            lost = replace(scene, event=replace(scene.event, region=0, trail=()))
            assert p.with_class(p.shown(p.at_rest(p.with_screen(visit, pending=(lost,)))), "arrivals") == []
    assert landed


def test_heroes_and_forced_single_spaces_are_explained() -> None:
    """A hero shows and names its attacked spaces, and the reason for a forced single space is given."""
    heroes = strikes = 0
    for visit in [*p.CHOOSING[::19], *(visit for visit in p.CHOOSING if p.ply_of(visit).attack)]:
        page, attack = p.shown(visit), p.ply_of(visit).attack
        hero = isinstance(p.task_of(visit).card, HeroCard) and p.task_of(visit).forced is ForcedReason.NONE
        assert ("Attack pattern" in p.labels(page)) == hero
        assert ("attacking" in p.part(page, "said")) == bool(attack)
        assert not attack or "attacking " + ", ".join(names(attack)) in p.part(page, "said")
        marks = [found.attributes.get("marker-start") for found in walk(page)]
        struck = attack & sheet_of(visit).monster
        assert marks.count("url(#mark-struck-marker)") == struck.bit_count()
        assert marks.count("url(#mark-aim-marker)") == (attack & ~struck).bit_count()
        heroes += hero
        strikes += bool(struck)
    assert heroes
    assert strikes
    sentences = {
        ForcedReason.NO_FIT: "Nothing fits: draw one space",
        ForcedReason.RUINS: "Can't cover ruins: draw one space",
    }
    visits = [*p.CHOOSING[::19], *(visit for visit in p.CHOOSING if p.task_of(visit).forced is not ForcedReason.NONE)]
    assert {p.task_of(visit).forced for visit in visits} == {ForcedReason.NONE, *sentences}
    for visit in visits:
        page = p.shown(visit)
        for text in (p.part(page, "what"), p.part(page, "said")):
            given = {reason for reason, sentence in sentences.items() if sentence in text}
            assert given == {p.task_of(visit).forced} - {ForcedReason.NONE}


def test_strip_shows_the_seasons_time() -> None:
    """The strip shows the season's time at each choice, and a pick after a season takes none of it."""
    for visit in p.CHOOSING[::13]:
        state, page = p.game_of(visit).state, p.shown(visit)
        threshold = state.season_deal.season.threshold
        expected = f"Time {state.time} of {threshold}, this card "
        last = f"Time last card: it brings the time to {state.time}, and the season ends at {threshold}"
        if state.time < threshold:
            assert [label for label in p.labels(page) if label.startswith(expected)]
            assert p.task_of(visit).card is not state.card or f"{expected}{state.card.time}" in p.labels(page)
        elif p.task_of(visit).card is state.card:
            assert last in p.labels(page)
            assert p.part(page, "used-of") == "Time last card"
        else:
            assert f"Time up: {state.time} of {threshold}" in p.labels(page)
    tasks = [(visit, p.task_of(visit)) for visit in p.CHOOSING]
    picks = [visit for visit, task in tasks if task.card.id == "giant-troll-ravage" and task.is_pick]
    assert picks
    for visit in picks:
        state = p.game_of(visit).state
        assert f"Time up: {state.time} of {state.season_deal.season.threshold}" in p.labels(p.shown(visit))


def test_count_adds_the_engines_stars_one_by_one() -> None:
    """A count adds up the engine's stars one by one on the map, in the rows, and in the total."""
    paid = set[int]()
    for visit, scene in p.in_scene(SeasonScene):
        rested = p.at_rest(visit)
        for score in scene.scores:
            page = p.shown(p.with_screen(rested, sheet=score.player))
            assert "proceed" in p.buttons(page)
            rows = {letter: stars(awards) for letter, awards in score.edicts.items()} | {"monsters": score.monsters}
            assert {what: p.integer(row_value(page, f"highlight-topic {what}")) for what in rows} == rows
            total = f"{number(score.total)} star{'' if abs(score.total) == 1 else 's'}"
            assert total in text_of(p.with_class(page, "reckoning")[0])
        mountains = p.screen_of(rested).board.sheet.surrounded_mountains.bit_count()
        page = p.shown(updated(rested, m.HighlightTopic(m.Topic.COINS)))
        assert [text_of(star) for star in p.with_class(page, "star")] == ["1"] * mountains
        paid.add(mountains)
    assert {0, 1} <= paid
    counted = 0
    for visit, scene in p.starting(SeasonScene):
        score, stepped, sums = scene.scores[0], visit, list[int]()
        values = {letter: stars(awards) for letter, awards in score.edicts.items()}
        values |= {"coins": score.coins, "monsters": score.monsters}
        assert len(p.with_class(p.shown(visit), "to-come")) == len(list(filter(None, values.values())))
        while p.screen_of(stepped).is_moving:
            page = p.shown(stepped)
            ticks = scene.counted(p.screen_of(stepped).stage.step) or ()
            so_far = {tick.topic: tick.stars for tick in ticks}
            rows = {what: p.integer(row_value(page, f"highlight-topic {what}")) for what in values}
            assert rows == {what: so_far.get(m.Topic(what), 0) for what in values}
            assert f"{number(sum(so_far.values()))} star" in p.part(page, "note")
            lit = [text_of(star) for kind in ("star", "cost") for star in p.with_class(page, kind)]
            assert sum(map(p.integer, lit)) == (so_far[ticks[-1].topic] if ticks and ticks[-1].awards else 0)
            sums.append(sum(so_far.values()))
            stepped = updated(stepped, m.Step())
        page = p.shown(stepped)
        assert p.screen_of(stepped).looking.lit is None
        assert p.with_class(page, "lit") == p.with_class(page, "to-come") == []
        assert (sums[0], sums[-1]) == (0, score.total)
        assert f"{number(score.total)} star" in p.part(page, "note")
        counted += len(sums)
    assert counted > 50


def test_the_end_adds_the_seasons() -> None:
    """The end shows the best moment, adds the seasons one by one, and then shows all of the result and the buttons."""
    visit = p.GAMES["A"][-2][1]
    totals = [season[0].total for season in p.game_of(visit).state.scores]
    counts, beats = list[int](), list[list[str]]()
    while p.screen_of(visit).is_moving:
        page = p.shown(visit)
        assert p.with_class(page, "adding")
        assert "begin set-up" not in p.buttons(page)
        beats.append([found.attributes["class"] for found in p.with_class(page, "beat")])
        counts += [p.integer(text_of(count)) for count in p.with_class(page, "count-of-stars")]
        visit = updated(visit, m.Step())
    assert beats[:3] == [["beat"], ["beat moment-beat"], ["beat stars-beat"]]
    assert counts[3::4] == list(accumulate(totals))
    assert len(set(counts)) > len(totals)
    assert p.with_class(p.shown(visit), "adding") == []
    assert "begin set-up" in p.buttons(p.shown(visit))
    assert visit == p.FINALS["A"]


def row_value(page: Element, sent: str) -> str:
    """Return the number in the row of a count with the given command, which an edict's tile also has."""
    rows = [found for found in walk(page) if str(found.attributes.get("class")).startswith("row")]
    row = next(found for found in rows if found.attributes.get("data-do") == sent)
    return [text_of(element) for element in walk(row) if element.tag == "b"][-1]


@pytest.mark.parametrize("name", p.ALONE)
def test_results_at_the_end_of_a_solo_game(name: str) -> None:
    """The end of a solo game shows the stars, the solo numbers, the rating, the title, and the seasons."""
    final = p.FINALS[name]
    event = p.scene_as(EndScene, final).event
    page, sheet = p.shown(final), p.shown(updated(final, m.Go("sheet")))
    assert event.title is not None
    assert p.WORDS(f"title.{event.title}") in text_of(page)
    solo = [card.solo for card in p.game_of(final).state.deal.edicts]
    terms = [p.integer(text_of(term).split()[0]) for term in p.with_class(page, "term")]
    assert terms == [event.totals[0], sum(solo), event.rating]
    *_, table, numbers = (found for found in walk(sheet) if found.tag == "table")
    assert [p.integer(text_of(cell)) for cell in walk(numbers) if cell.tag == "td"] == [*solo, sum(solo)]
    _, *seasons, last = ([text_of(cell) for cell in row.children] for row in walk(table) if row.tag == "tr")
    assert len(seasons) == 4
    assert p.integer(last[-1]) == event.totals[0] == sum(p.integer(row[-1]) for row in seasons)
    [cartographer] = p.game_of(final).cartographers
    assert all(line in text_of(sheet) for line in (cartographer.name, cartographer.land))


def test_menu_and_end_label_a_practice_game() -> None:
    """The menu and the end say that a game is practice."""
    assert "practice" in text_of(p.shown(updated(TAKEN_BACK[0], m.Open("menu"))))
    assert "practice" not in text_of(p.shown(updated(p.CHOOSING[0], m.Open("menu"))))
    for final in p.FINALS.values():
        for count in range(3):
            taken_back = p.with_screen(final, game=replace(p.game_of(final), takebacks=count))
            assert ("practice" in text_of(p.shown(taken_back)).lower()) == (count > 0)


def test_announcements_and_alerts() -> None:
    """Announcements report the card, scenes, the end, and whether the ghost fits; an invalid seed is an alert."""
    for visit in [*p.CHOOSING[::31], *SCENES]:
        assert p.heard(visit, "news")
        assert bool(p.heard(visit, "place")) == (p.scene_of(visit) is None)
    for game in {p.game_of(visit).id for visit in SCENES}:
        told = [p.part(p.shown(visit), "said") for visit in SCENES if p.game_of(visit).id == game]
        assert len(told) == len(set(told))
    bad_seed = SETTING_UP[len(HOME)]
    [alert] = alerts(p.shown(bad_seed))
    assert len(said(bad_seed.setup.seed_error)) > 20
    assert said(bad_seed.setup.seed_error) in alert


def alerts(page: Element) -> list[str]:
    """Return the texts that are announced at once."""
    return [text_of(found) for found in walk(page) if found.attributes.get("role") == "alert"]


@pytest.mark.parametrize(("shelf", "warning", "continues", "asks"), SHELVES)
def test_start_screen_reports_problem_with_saved_game(
    shelf: Shelf, warning: str, *, continues: bool, asks: bool
) -> None:
    """An alert says if a saved game is damaged, newer, or older; a new game asks before it replaces the first two."""
    home = arrive(p.CHANCE, shelf)
    page, error = p.shown(home), home.memory.shelf.error
    assert alerts(page) == ([p.WORDS(warning, error=said(error))] if warning else [])
    assert bool(error) == (warning in {"save.unread", "save.copy", "save.newer"})
    assert said(error) in text_of(page)
    assert ("continue" in p.buttons(page)) == (updated(home, m.Continue()) != home) == continues
    asked = updated(home, m.Begin("first"))
    assert (asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin("first", sure=True))) == asks
    assert (asked.screen == home.screen) == asks


def test_screen_computes_its_board_once() -> None:
    """A screen computes its board once, for its view, its announcements, and its first ghost."""
    for screen in (p.screen_of(p.CHOOSING[0]), p.screen_of(SCENES[0]), updated(GAME[-1], m.Watch()).screen):
        assert isinstance(screen, Playing | Watching)
        assert screen.board is screen.board


def test_everything_below_a_curtain_or_dialog_is_inert() -> None:
    """Everything below a curtain or a dialog is inert, but announcements aren't."""
    curtained = updated(p.in_scene(CurtainScene)[0][0], m.DismissExplanation("curtain"))
    menus = [updated(visit, m.Open("menu")) for visit in (p.CHOOSING[0], curtained)]
    for visit, below in ((p.CHOOSING[0], 0), (curtained, 1), (menus[0], 1), (menus[1], 2)):
        assert [layer.attributes.get("inert") for layer in layers(visit)] == [*[""] * below, None]


def test_newer_version_is_offered_until_it_is_taken() -> None:
    """A newer version is offered on the start screen and in the menu until it is taken, whatever is played."""

    def offered(visit: Visit) -> bool:
        return any(part.attributes.get("data-do") == "reload" for part in walk(p.shown(visit)))

    assert not offered(HOME[0])
    visit = updated(HOME[0], m.NewerVersionReady())
    assert offered(visit)
    visit = updated(updated(visit, m.Begin("first")), m.Continue())
    assert not offered(visit)
    assert offered(updated(visit, m.Open("menu")))
    assert offered(updated(visit, m.Go("start")))
    assert p.shown(updated(visit, m.Reload())) == p.shown(visit)


def test_build_prerenders_hidden_doors() -> None:
    """The build also prerenders hidden doors to a link's game and to a saved game, unlike the live start screen."""
    live = ["go lesson", "begin daily", "go set-up"]
    every = ["begin link", "continue", "go lesson", "begin first", "begin daily", "go set-up"]
    for printed, expected in ((True, every), (False, live)):
        [doors] = p.with_class(p.shown(replace(HOME[0], screen=Start(printed=printed))), "doors")
        found = [door.attributes for door in walk(doors) if door.tag == "button"]
        assert [door["data-do"] for door in found] == expected
        assert [door["data-do"] for door in found if "hidden" not in door] == live


def layers(visit: Visit) -> list[Element]:
    """Return the layers of a page, the screen first, without announcements."""
    *found, said = (child for child in p.shown(visit).children if isinstance(child, Element))
    assert said.attributes == {"class": "said", "role": "log"}
    return found


@pytest.mark.parametrize("visit", [p.CHOOSING[0], *SCENES, updated(p.CHOOSING[0], m.Open("menu")), ABOUT[1]])
def test_game_in_another_tab_is_below_a_panel(visit: Visit) -> None:
    """A game that another tab plays is below a panel that offers to play here or to leave, and nothing else."""
    taken = updated(visit, m.ContinuedElsewhere())
    *below, panel = layers(taken)
    assert all("inert" in layer.attributes for layer in below)
    modal = [found.attributes["class"] for found in walk(p.shown(taken)) if "aria-modal" in found.attributes]
    assert modal == ["dialog about-taken"]
    assert [part.attributes["role"] for part in p.with_class(panel, "about-taken")] == ["alertdialog"]
    assert p.buttons(panel).keys() == {"play-here", "go start"}
    assert "is open in another tab" in text_of(panel)
    back = updated(taken, m.PlayHere())
    for left in (back, updated(taken, m.Go("start"))):
        assert p.with_class(p.shown(left), "about-taken") == []
    assert not back.is_continued_elsewhere
    assert visit.memory.shelf.saved is not None
    assert p.game_of(back) == visit.memory.shelf.saved.game


def test_only_a_game_can_be_taken() -> None:
    """Another tab can only take a game: the start screen and the setup don't say that another tab plays."""
    for visit in (*HOME, *SETTING_UP[:3], ABOUT[0]):
        assert updated(visit, m.ContinuedElsewhere()) == visit


@pytest.mark.parametrize(("why", "said"), [(Notice.DENIED, "doesn't let the page save"), (Notice.FULL, "of storage")])
@pytest.mark.parametrize("visit", [p.CHOOSING[0], SCENES[0], HOME[0]])
def test_notice_of_an_unsaved_game(visit: Visit, why: Notice, said: str) -> None:
    """A notice says that the game isn't saved, covers nothing, and can be dismissed. The menu then still says so."""

    def notices(visit: Visit) -> list[str]:
        return [text_of(found) for found in p.with_class(p.shown(visit), "notice")]

    told = updated(visit, m.SaveFailed(why))
    [notice] = notices(told)
    assert said in notice
    assert notice in alerts(p.shown(told))
    assert "dismiss-notice" in p.buttons(p.shown(told))
    assert not any("inert" in layer.attributes for layer in layers(told)[:1])
    read = updated(told, m.DismissNotice())
    assert notices(read) == notices(updated(read, m.SaveFailed(why))) == []
    assert notices(updated(read, m.SaveFailed(Notice.FULL if why is Notice.DENIED else Notice.DENIED)))
    if visit is not HOME[0]:
        kept, lost = (p.part(p.shown(updated(now, m.Open("menu"))), "about-menu") for now in (visit, read))
        assert p.WORDS("menu.home.note") in kept
        assert p.WORDS("menu.home.note") not in lost
        assert p.WORDS(f"menu.home.{why}") in lost
