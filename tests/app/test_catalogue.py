"""The words: every key that is asked for is there, with its placeholders, and none is there in vain."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import chain, product
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from app.board.forms import FORMS
from app.game.daily import daily, read_days
from app.game.game import Game
from app.game.game import begun as game_begun
from app.game.rival import Rival
from app.game.seats import HERE, Away
from app.game.shelf import EMPTY, SUMMARY, shelf_of, write_save
from app.game.summary import summary_of
from app.link import link_of
from app.messages import (
    Advise,
    Advised,
    AtRisk,
    Begin,
    Choose,
    Confirm,
    DaysKept,
    Delete,
    FileRefused,
    Follow,
    Go,
    Imported,
    ImportGames,
    Judged,
    LaterPart,
    Made,
    Misread,
    Month,
    Newer,
    NoRoom,
    NotKept,
    Open,
    Panel,
    Pictured,
    Run,
    Seek,
    Shared,
    Show,
    Spoken,
    StopImport,
    Taken,
    Topic,
    Type,
    Undo,
    Watch,
)
from app.outgoing import File
from app.page_load import Edition, Parts
from app.parts import PART_OF, ROOMS
from app.playing import (
    ANA,
    CHANCE,
    GAMES,
    PAIR,
    SEED,
    TRIO,
    after,
    begun,
    choosing,
    game_of,
    kept_games,
    playing,
    scene_of,
    watched,
    with_screen,
)
from app.printed import embed_screens, first_screen
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.screen import Playing, resumed
from app.screens.review.screen import Review
from app.screens.rules.screen import HANDBOOK
from app.screens.sheet.screen import Finished
from app.screens.watch.screen import Watching, watching
from app.view import view
from app.visit import Dialog, Visit
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.bots import BOTS, STRENGTHS
from cartographers.bots.advice import Gain
from cartographers.events import End, Forced
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.record import read_record, write_record
from cartographers.region import BOARD, spaces
from cartographers.rules import Reason, legal_moves
from cartographers.scoring import CARD_NAMED, CARDS, Family
from cartographers.seasons import EDICTS
from cartographers.solo import TITLES
from cartographers.state import State
from cartographers.terrain import Terrain
from tasks.delivery import PARTS, part_of
from teaching import taken
from together import visits_in_rooms
from updates import updated
from visits import NO_PARTS, arrive, changed
from words import LANGUAGES, SCRIPTS, Words
from words.files import catalogue

TODAY = date(2026, 11, 23)
#: What can be told of a game, and how that can go.
SHARED = ("text", "picture", "beat", "watch", "record")
OUTCOMES = ("begun", "sent", "copied", "asked", "shown", "late", "refused", "failed")
FOLDER = Path(__file__).parents[2] / "py" / "words"
LIGHTS = (*EDICTS, "monsters", "seasons", "stars", "coins", *(beast.value for beast in Beast))
AMBUSHES = [card for cards in AMBUSH.values() for card in cards]

PY, WEB = (Path(__file__).parents[2] / name for name in ("py", "web"))
#: The errors that name a sentence.
REFUSALS = {"InvalidRecord", "IllegalMove", "NewerSave", "OtherRules", "NewerRules"}
#: Why a key does nothing.
BUMPS = ("top", "right", "bottom", "left", "only", "nowhere", "refused")
#: What only the build says of the page.
OF_THE_BUILD = {"about", "app", "app.about", "picture", "note", "no-script", "lost"}

#: What may come up in some game or other, whether one of those below has it or not.
NAMED = (
    {f"{how}.{card.id}" for card in CARDS for how in ("name", "short")}
    | {f"name.{card.id}" for cards in EXPLORE.values() for card in cards}
    | {f"name.{card.id}" for card in RUINS}
    | {f"name.{card.id}" for card in AMBUSHES}
    | {f"name.{card.id}" for card in HEROES}
    | {f"title.{name}" for _, name in TITLES}
    | {f"terrain.{terrain.value}" for terrain in Terrain}
    | {f"reason.{reason.name}" for reason in Reason}
    | {f"forced.{forced.value}" for forced in Forced if forced not in {Forced.NONE, Forced.FULL}}
    | {f"corner.{card.corner}" for card in AMBUSHES}
    | {f"direction.{card.direction}" for card in AMBUSHES}
    | {f"family.{family.value}" for family in Family}
    | {f"beast.{beast.value}" for beast in Beast}
    | {f"error.reason.{reason.value}" for reason in Reason}
    | {f"error.ply.{terrain.value}" for terrain in Terrain}
    | {f"error.box.{what}" for what in ("explore", "season", "ambush", "scoring")}
    | {f"error.save.{what}" for what in ("cartographers", "seats")}
    | {f"rule.{name}" for name in (*CARD_NAMED, "monsters")}
    | {f"language.{language}" for language in LANGUAGES}
    | {"error.ply.pick"}
    | {f"attack.{card.id}" for card in HEROES}
    | {f"form.{form.name}" for form in FORMS}
    | {f"lies.{aspect}" for form in FORMS for aspect, _ in form.lies if aspect not in {"axis", "slope"}}
    | {f"where.{where}" for where in ("up", "right", "down", "left")}
    | {"room.call", "screen.title"}  # the title of the document, which is in no view
    | {"room.notify.title", "room.notify.body"}  # a notification of the system
)
#: What CLDR says; a test of its own compares it.
GENERAL = "cldr."


def own(language: str) -> dict[str, str]:
    """Return what the file of a language has, in which no key may stand twice."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        found = dict(pairs)
        assert len(found) == len(pairs), f"{language} has a key twice"
        return found

    text = (FOLDER / f"{language}.json").read_text("utf-8")
    return cast("dict[str, str]", json.loads(text, object_pairs_hook=once))


def placeholders(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


class Listener(Words):
    """Words that remember which keys were asked for, and with which values."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Begin with nothing heard."""
        super().__init__(words)
        self.heard: dict[str, set[frozenset[str]]] = {}

    def __call__(self, key: str, **values: object) -> str:
        """Return the text, and remember; who asks for a plural asks for all its texts."""
        for asked in {key, key.replace(".other", ".one"), key.replace(".one", ".other")}:
            self.heard.setdefault(asked, set()).add(frozenset(values))
        return super().__call__(key, **values)


def whole_games() -> Iterator[Visit]:
    """Yield visits of whole games, alone and together, with every light, dialog and look at a map."""
    for game in GAMES.values():
        for number, (_, visit) in enumerate(game):
            scene = scene_of(visit)
            if number % 3 == 0 or scene:
                yield visit
            if number % 27 == 0 or isinstance(scene, AmbushScene | SpreadScene | SeasonScene):
                yield from (with_screen(visit, lit=Topic(what)) for what in LIGHTS)
            if number % 99 == 0 or isinstance(scene, SpreadScene):
                yield from opened(visit)
            if number % 40 == 0:
                yield from (with_screen(visit, asked=space) for space in spaces(BOARD))
        final = game[-1][1]
        yield from opened(final)
        yield from (with_screen(final, game=replace(game_of(final), takebacks=count)) for count in range(3))
        yield arrive(CHANCE, shelf_of(final.memory.shelf.text))
        yield from replays(final)
    yield from ends()
    yield from (with_screen(begun(), bump=bump) for bump in BUMPS)
    taken_back = after(begun(), Confirm(), Undo(sure=True))
    yield taken_back
    yield from opened(taken_back)
    for _, visit in GAMES["A"]:
        scene = scene_of(visit)
        if isinstance(scene, AmbushScene):
            lost = replace(scene, event=replace(scene.event, region=0, trail=()))
            yield with_screen(visit, pending=(lost,))
            free = replace(scene, event=replace(scene.event, after=scene.moment.sheets[0], trail=()))
            yield with_screen(visit, pending=(free,))
    yield from waits()


def opened(visit: Visit) -> Iterator[Visit]:
    """Yield a visit of a game with each dialog and each sheet that may be looked at, also within a dialog."""
    screen = visit.screen
    assert isinstance(screen, Playing | Watching)
    looking = [visit, *(_looking(visit, sheet) for sheet in range(screen.game.id.players))]
    yield from looking[1:]
    for panel in (Panel.MENU, Panel.KEYS, Panel.CARDS, Panel.MAPS, Panel.UNDO, Panel.SHEET):
        yield from (replace(one, dialog=Dialog(panel)) for one in looking)


def _looking(visit: Visit, sheet: int) -> Visit:
    """Return a visit of a game in play or of a replay with a sheet chosen."""
    if isinstance(visit.screen, Watching):
        return visit.showing(replace(visit.screen, looking=sheet))
    return with_screen(visit, sheet=sheet)


def replays(final: Visit) -> Iterator[Visit]:
    """Yield each place of a replay, one that runs, its dialogs, and one of a game that goes on."""
    plies = game_of(final).plies
    replay = updated(final, Watch())
    yield from (updated(replay, Seek(place)) for place in range(len(plies) + 1))
    yield updated(replay, Run())
    yield from opened(replay)
    unfinished = watching(read_record(write_record(game_of(final).id, plies[:5])))
    yield updated(arrive(CHANCE).over_this(unfinished), Seek(5))


def ends() -> Iterator[Visit]:
    """Yield rare ends: any rating alone; together a tie that monsters break, and a shared victory."""
    alone = GAMES["A"][-1][1]
    scene = scene_of(alone)
    assert isinstance(scene, EndScene)
    for rating in (-1, 0, 30):
        yield with_screen(alone, pending=(replace(scene, event=replace(scene.event, rating=rating)),))
    for game in (GAMES["pair"], GAMES["trio"]):
        final = game[-1][1]
        scene = scene_of(final)
        assert isinstance(scene, EndScene)
        players = game_of(final).id.players
        level = (30,) * players
        for lost, winners in (((-4,) * players, tuple(range(players))), ((-4, *(-5,) * (players - 1)), (0,))):
            end = End(totals=level, monsters=lost, winners=winners, rating=None, title=None)
            yield with_screen(final, pending=(replace(scene, event=end),))


def waits() -> Iterator[Visit]:
    """Yield a game that waits for somebody elsewhere, one that is not kept, and one that another tab plays."""
    game = game_begun(PAIR, (ANA, ANA), (Away("there"), HERE))
    yield choosing(arrive(CHANCE).alone(resumed(game, 0)))
    playing = choosing(begun())
    for why in ("denied", "full"):
        yield updated(playing, NotKept(why))
        yield updated(playing, NoRoom())
        yield after(playing, NotKept(why), Open("menu"))
    yield updated(playing, Taken())
    only_here = after(playing, Confirm(), NotKept("denied"), Begin("first"))
    assert only_here.dialog
    yield only_here
    final = GAMES["A"][-1][1]
    yield with_screen(final, game=replace(game_of(final), uncounted=True))


def before_games() -> Iterator[Visit]:
    """Yield the start screen, the setup and what can be read about the page, in all their states."""
    alone, two = "c1-a-1p-k3x9q2", f"c1-b-bhmym-2p-{SEED} by:Ana,Dame,Avalon by:,,"
    shelves = [EMPTY, *(shelf_of(text) for text in (alone, two, "nonsense", "v3 only it can read this end"))]
    shelves += [shelf_of("nonsense", before=alone), shelf_of(alone, stale=True)]
    shelves += [game[-1][1].memory.shelf for game in GAMES.values()]
    for shelf in shelves:
        home = arrive(CHANCE, shelf)
        yield home
        yield updated(home, Open("preferences"))
        yield updated(home, Newer())
        yield updated(home, Spoken("en", here=False))
        yield updated(home, Go("set-up"))
        yield updated(home, Begin("first"))
        yield after(home, Go("set-up"), Begin("first"))
        for query in ("?daily", "?id=c1-d-2p-x", "?id=nonsense", "?embed", "?embed&id=nonsense"):
            yield arrive(CHANCE, shelf, link=link_of(query, TODAY), day=TODAY)
    yield after(arrive(CHANCE), Go("set-up"), Type("seed", "?!"), Begin("set-up"))
    yield from (replace(arrive(CHANCE), notice=f"room.{rules}") for rules in ("older", "newer"))
    for edition in (Edition(), Edition("1.2.3", "3.13", "a browser", "https://example.org")):
        yield updated(arrive(CHANCE, edition=edition), Go("about"))
    for done in ("", f"{TODAY}:x:", f"{TODAY}:x:5 2026-11-22:y:7"):
        yield updated(arrive(CHANCE, day=TODAY), DaysKept(done, TODAY.isoformat(), 61))
    yield from (updated(arrive(CHANCE), Go(screen)) for screen in PART_OF)
    yield from links()
    yield from history()
    yield from days()
    yield from statistics()
    yield from (
        updated(arrive(CHANCE), Go("rules", about)) for about in ("", "all", *HANDBOOK.chapters, *HANDBOOK.pages)
    )
    yield from (after(arrive(CHANCE), Go("rules"), Type("search", text)) for text in ("water", "no such thing"))
    yield from (visit for visit, _ in taken())
    fetching = updated(arrive(CHANCE, parts=NO_PARTS), Go("about"))
    yield from (fetching, updated(fetching, LaterPart("later")))
    setting_up = updated(arrive(CHANCE), Go("set-up"))
    for choices in (
        ("players 2", "more shown", "players 12"),
        ("bot master", "seat-0 legend", "seat-1 here"),
        ("cards heroes", "edicts first", "edicts chosen", "side D"),
        ("cards mixed", "explore heroes", "seasons heroes", "heroes yes", "scoring both", "edicts chosen"),
        ("cards mixed", "ambush both", "side B", "scoring heroes"),
    ):
        visit = setting_up
        for choice in choices:
            what, _, value = choice.partition(" ")
            visit = updated(visit, Choose(what, value))
            yield visit
        yield from (updated(visit, Open("seat", str(player))) for player in range(visit.setup.game.players))
        if visit.setup.game.edicts:
            yield from (updated(visit, Open("edict", letter)) for letter in EDICTS)


def links() -> Iterator[Visit]:
    """Yield the screen with a field for a link, and the start screen after damaged links of every kind."""
    field = updated(arrive(CHANCE, day=TODAY), Go("follow"))
    yield field
    yield updated(field, Follow("no link"))
    record = game_of(GAMES["A"][-1][1]).record
    texts = (
        "?id=c1-",
        "?record=c1-",
        "?beat=c1-",
        "#room=x",
        f"?record={record}x",
        f"?beat={record}x",
        f"?record={record}.fZ9",
    )
    for text in (*texts, "?id=c9-a-1p-x", "?record=c9-a-1p-x.fA1", "?beat=c9-a-1p-x", "?daily&id=c1-a-1p-x"):
        yield arrive(CHANCE, link=link_of(text, TODAY))
        yield updated(field, Follow(text))


def history() -> Iterator[Visit]:
    """Yield the kept games, each of them shown closer, filtered, deleted, and taken in from files of all kinds."""
    empty = changed(updated(arrive(CHANCE, day=TODAY), Go("history")), library=())
    full = changed(empty, library=kept_games())
    more = ((f"{name}{number}", text) for name, text in kept_games() for number in range(9))
    many = changed(empty, library=tuple(more))
    yield from (empty, full, many)
    yield from (updated(full, Shared("games", how)) for how in ("asked", "copied", "shown"))
    for name, _ in kept_games():
        yield updated(full, Show(name))
        yield updated(full, Delete(name))
    yield after(full, Choose("side", "C"), Choose("players", "together"))
    games = full.screen.outgoing(Words({}), full, "games")
    assert isinstance(games, File)
    text = games.text
    for file in ("nonsense", text.splitlines()[0], text, f"{text}nonsense\n"):
        visit = updated(empty, ImportGames(file))
        yield visit
        job = visit.screen.job(visit)
        if job:
            yield updated(visit, StopImport())
            *_, last = job.work()
            assert isinstance(last, Imported | Misread)
            yield updated(visit, last)
    for why in ("large", "unreadable"):
        yield updated(empty, FileRefused(why))
    name, damaged = kept_games()[0]
    yield changed(empty, library=(("cartographers.finished.-1", kept_games()[1][1]), (name, f"{damaged} x")))


def days() -> Iterator[Visit]:
    """Yield each month of a year, and days of all kinds."""
    played = read_days(f"2026-11-22:k1:7 2026-11-21:zz: {TODAY}:k0:")
    for visit in (arrive(CHANCE, days=kept, day=TODAY) for kept in (read_days(""), played)):
        opened = changed(updated(visit, Go("days")), library=kept_games())
        yield opened
        for day in (22, 21, 20, 23):
            yield updated(opened, Show(f"2026-11-{day}"))
        for _ in range(12):
            opened = updated(opened, Month(-1))
            yield opened


def of_other_rules() -> Iterator[Visit]:
    """Yield the history and the sheets of games of other rules and of a damaged one, and the start screen with them."""
    games = kept_games()
    for version in ("c0", "c9"):
        others = tuple((name, text.replace(" c1-", f" {version}-")) for name, text in games)
        unknown = others[-1][1].replace(f" {version}-", f" {version}-z-")
        library = (*others[:-1], (others[-1][0], unknown), ("cartographers.finished.1.x", "nonsense"))
        opened = changed(updated(arrive(CHANCE), Go("history")), library=library)
        yield opened
        for name, _ in library:
            yield updated(opened, Show(name))
            yield updated(opened, Go("sheet", name))
        bare = tuple((name, text.replace(" dealt:", " told:").replace(" practice:1", "")) for name, text in others)
        for count in (2, len(bare)):
            yield changed(updated(opened, Go("statistics")), library=bare[:count])
        yield arrive(CHANCE, shelf_of(others[0][1]))


def doors() -> Iterator[Visit]:
    """Yield the start screen with doors to games that are over, and with the reminder to save them."""
    link = link_of("?id=c1-a-1p-x", TODAY)
    assert link.id
    for stars in (None, 5):
        yield arrive(CHANCE, link=link.played(link.id, stars))
    challenge = link_of(f"?beat={game_of(GAMES['A'][-1][1]).record}&by=Al", TODAY)
    assert challenge.id
    for stars in (-99, 300):
        yield arrive(CHANCE, link=challenge.played(challenge.id, stars))
    yield arrive(CHANCE, day=TODAY, days=read_days(f"{TODAY}:x:practice"))
    yield updated(arrive(CHANCE), AtRisk(12, 0))


def statistics() -> Iterator[Visit]:
    """Yield the statistics of no game, of all, of those that filters let pass, and with practice games."""
    opened = updated(arrive(CHANCE), Go("statistics"))
    games = [(name, text.replace(" practice:1", "")) for name, text in kept_games()]
    for library in (
        (),
        kept_games(),
        tuple(games),
        tuple((name, f"{text[:-3]}practice:1 end") for name, text in games),
    ):
        full = changed(opened, library=library)
        yield full
        yield after(full, Choose("side", "A"), Choose("cards", "mixed"))


def bots() -> Iterator[Visit]:
    """Yield bots that think, that draw on their own map and on somebody else's, and that could not be fetched."""
    games = (
        watched(90, TRIO, "apprentice", "journeyman"),
        watched(4, TRIO, "apprentice", "apprentice"),
        watched(1, PAIR, "master"),
        watched(1, PAIR, "legend"),
    )
    for drawing in chain.from_iterable(games):
        yield drawing
        yield changed(drawing, parts=Parts(bots_failed=True))
        yield changed(drawing, parts=Parts(bots_failed=True), newer_version=True)


def hints() -> Iterator[Visit]:
    """Yield a hint that is asked for, looked for, and found with all kinds of gains."""
    playing = choosing(begun(PAIR))
    yield from (updated(playing, Open("menu")), updated(playing, Advise()))
    asked = updated(playing, Advise(sure=True))
    yield asked
    ply = legal_moves(game_of(playing).state)[0]
    for gains in ((), (Gain("A", 2, 15), Gain("coins", 1), Gain("monsters", -1)), (Gain("B", 0, -12),)):
        yield updated(asked, Advised(ply, gains))
    final = GAMES["A"][-1][1]
    yield from (with_screen(final, game=replace(game_of(final), hints=count)) for count in (1, 2))


def sheets() -> Iterator[Visit]:
    """Yield the sheets of whole games, against rivals and other games of all kinds, and all outcomes of sharing."""
    for game in GAMES.values():
        final = game[-1][1]
        opened = updated(final, Go("sheet"))
        yield opened
        yield changed(opened, library=kept_games())
        yield from (updated(opened, Shared(what, how)) for what in ("text", "picture") for how in OUTCOMES)
        yield from (updated(opened, Pictured("blob:x", form, "share,copy,save")) for form in ("png", "svg"))
        yield changed(opened, edition=Edition(shares=False))
    final, other = GAMES["A"][-1][1], GAMES["B"][-1][1]
    mine = game_of(final)
    for played, name in product((mine.played, game_of(other).played), ("Zoë", "")):
        beaten = with_screen(final, game=replace(mine, rival=Rival(played, name)))
        yield from (beaten, updated(beaten, Go("sheet")))
    rivals = (Rival(mine.played._replace(states=(one_star_less(mine.state),)), name) for name in ("Zoë", ""))
    for rival in rivals:
        yield with_screen(final, game=replace(mine, rival=rival))
    for ratings in ((-200,), (-200, 200), (200,), (-200, -200)):
        yield changed(updated(final, Go("sheet")), library=tuple(rated(mine, *ratings)))
    yield updated(arrive(CHANCE), Go("sheet"))
    yield choosing(updated(arrive(CHANCE, link=link_of(f"?beat={mine.record}&by=Al", TODAY)), Begin("link")))
    for query in (
        f"?beat={mine.record}&by=Al",
        f"?beat={mine.record}",
        f"?beat={game_of(GAMES['trio'][-1][1]).record}",
    ):
        yield arrive(CHANCE, link=link_of(query, TODAY))


def reviews() -> Iterator[Visit]:
    """Yield reviews that have begun, were stopped, and are over, and what the strengths made of deals."""
    yield updated(arrive(CHANCE), Go("review"))
    for game in (GAMES["A"], GAMES["pair"]):
        final = game[-1][1]
        review = updated(updated(final, Go("sheet")), Go("review"))
        review = changed(review, bot_results="")
        yield from (review, updated(review, Run()))
        assert isinstance(review.screen, Review)
        for number, place in enumerate(review.screen.places):
            state, played = game_of(final).played.states[place - 1], game_of(final).plies[place - 1]
            ply = legal_moves(state)[-1] if number % 4 else played
            review = updated(review, Judged(place, ply, (0, 0, 70, 140)[number % 4]))
            yield updated(review, Seek(place))
        yield from (review, updated(review, Run()))
        for strength, stars in zip(STRENGTHS, (-9, 80, 110, 110), strict=True):
            review = updated(review, Made(str(game_of(final).id), strength, stars))
            yield review
    today = daily(TODAY)
    over = updated(updated(begun(today), Go("start")), Go("days"))
    days_played = read_days(f"{TODAY}:x:5")
    note = f"b{BOTS} {today}:-5,100"
    yield updated(changed(over, days=days_played, bot_results=note, day=TODAY, library=()), Show(TODAY.isoformat()))
    *_, (_, finished) = playing(begun(today))
    sheet = updated(changed(finished, days=days_played, day=TODAY), Go("sheet"))
    for made in ("", note):
        noted = changed(sheet, bot_results=made)
        yield from (noted, updated(noted, Run()))


def one_star_less(state: State) -> State:
    """Return the end of a game as if it had come to one star less."""
    *scores, (last,) = state.scores
    return replace(state, scores=(*scores, (replace(last, coins=last.coins - 1),)))


def rated(game: Game, *ratings: int) -> Iterator[tuple[str, str]]:
    """Yield kept games as if they had come to other ratings."""
    summary, expected = summary_of(game), sum(card.solo for card in game.state.deal.edicts)
    for number, rating in enumerate(ratings):
        total = expected + rating
        noted = replace(game, key=f"r{number}", notes=(f"{SUMMARY}:{replace(summary, totals=(total,))}",))
        yield f"cartographers.finished.{number}.r{number}", write_save(noted, 0)


@pytest.fixture(scope="module")
def heard() -> dict[str, set[frozenset[str]]]:
    """Return which keys all those pages ask for, with which values; a key that is missing stops it."""
    listener = Listener(catalogue("en"))
    more = (*of_other_rules(), *doors())
    for visit in (*before_games(), *whole_games(), *sheets(), *reviews(), *bots(), *hints(), *visits_in_rooms(), *more):
        view(listener, visit)
        for what in SHARED if isinstance(visit.screen, Finished) else ():
            visit.screen.outgoing(listener, visit, what)
    return listener.heard


def test_words_for_later_are_used_only_later() -> None:
    """What is there from the start needs no word that comes later."""
    words = catalogue("en")
    later = chain.from_iterable(delivery.words for delivery in PARTS.values())
    first = {key: text for key, text in words.items() if not key.startswith((*later, SCRIPTS))}
    rooms = {key: text for key, text in words.items() if key.startswith(PARTS[ROOMS].words)}
    assert 0 < len(rooms) < len(first) < len(words)
    for visit in (*before_games(), *whole_games(), *sheets(), *reviews(), *bots(), *hints(), *visits_in_rooms()):
        if part_of(type(visit.screen).__module__):
            view(Words(words), visit)
        else:
            view(Words(first | rooms if visit.room else first), visit)


def test_no_key_is_missing(heard: dict[str, set[frozenset[str]]]) -> None:
    """Every key that a page asks for, and every name that the engine has, is in the catalogue."""
    assert (heard.keys() | NAMED) - catalogue("en").keys() == set()


def test_no_key_is_there_in_vain(heard: dict[str, set[frozenset[str]]]) -> None:
    """The catalogue has no key that no page asks for."""
    vain = catalogue("en").keys() - heard.keys() - NAMED
    assert {key for key in vain if not key.startswith((GENERAL, SCRIPTS, "error."))} == set()


def test_placeholders_fit(heard: dict[str, set[frozenset[str]]]) -> None:
    """A text uses values that it is given, and at least one of them where there are any."""
    for key, given in heard.items():
        used = placeholders(catalogue("en")[key])
        for values in given:
            assert used <= values, key
            assert bool(used) == bool(values), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_agree(language: str) -> None:
    """Each language has the keys of the English catalogue, with the same placeholders, and no empty text.

    Of a counted text, it has the forms that CLDR names for it.
    """
    english, words = catalogue("en"), catalogue(language)
    forms = {words.get(f"cldr.plural.{count}", "other") for count in range(200)} | {"other"}
    counted = {key.removesuffix(".one") for key in english if key.endswith(".one")}
    english_forms = {f"{key}.{form}" for key in counted for form in ("one", "other")}
    expected = {key for key in english if not key.startswith(GENERAL)} - english_forms
    assert {key for key in words if not key.startswith(GENERAL)} == expected | {
        f"{key}.{form}" for key in counted for form in forms
    }
    for key in {key for key in words.keys() - english.keys() if not key.startswith(GENERAL)}:
        assert placeholders(words[key]) == placeholders(english[f"{key.rpartition('.')[0]}.other"]), key
    both = words.keys() & english.keys()
    assert {key for key in both if placeholders(words[key]) != placeholders(english[key])} == set()
    assert {key for key, text in words.items() if not text.strip()} == set()


def test_a_language_brings_no_rule_that_is_not_written() -> None:
    """English takes its rules from docstrings, so its file has none."""
    assert not [key for key in own("en") if key.startswith(("rule.", GENERAL, "language.e"))]


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Yield the key of every refusal that names one, in the engine and the app, and what it gives to be filled in."""
    for path in sorted(PY.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id in REFUSALS and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value), {str(keyword.arg) for keyword in node.keywords}


def test_refusals_have_words() -> None:
    """Each has a sentence with all that it gives, and no sentence is there in vain."""
    words, given = catalogue("en"), dict(refusals())
    assert len(given) > 25
    for key, values in given.items():
        for said in (key,) if key in words else (f"{key}.one", f"{key}.other"):
            assert placeholders(words[said]) == values, said
    found = {key.removesuffix(".one").removesuffix(".other") for key in words if key.startswith("error.")}
    assert found - given.keys() - NAMED == set()


def test_scripts_have_words() -> None:
    """Each key that a script says is there, and none in vain; the texts can stand in HTML."""
    texts = [
        path.read_text("utf-8") for path in (*WEB.glob("*.js"), *WEB.glob("*.mjs"), *WEB.glob("runtime/page/*.mjs"))
    ]
    said = {
        key
        for text in texts
        for key in re.findall(r"""\bsay\([^)]*?"([\w.-]+)"(?:[^)"]*"([\w.-]+)")?""", text)
        for key in key
        if key
    }
    words = catalogue("en")
    of_scripts = {key.removeprefix(SCRIPTS) for key in words if key.startswith(SCRIPTS)}
    unable = (WEB / "able.js").read_text("utf-8")
    said |= {key for key in of_scripts if f'"{key}"' in unable}
    assert said <= of_scripts
    assert of_scripts - said == OF_THE_BUILD
    for language in LANGUAGES:
        assert not [
            key for key, text in catalogue(language).items() if key.startswith(SCRIPTS) and set(text) & set("<&")
        ]


def test_a_missing_key_is_an_error() -> None:
    """Nothing is shown in place of a text that is not there."""
    with pytest.raises(KeyError):
        Words({})("app.name")
    with pytest.raises(KeyError):
        Words({"time": "{count}"})("time")


def test_the_first_screen_is_printed_with_them() -> None:
    """The page that stands before Python has arrived is the start screen, without a seed."""
    words = catalogue("en")
    page = first_screen(words)
    assert words["app.tagline"] in page
    assert words["start.first"] in page
    assert words["start.new"] in page
    assert words["about"] in page
    hidden_door = '<button type="button" data-do="begin link" class="confirm" hidden="">'
    assert page.count(hidden_door) == page.count(words["start.link"]) == 1
    assert "<input" not in page


def test_the_embed_screens_are_printed_with_them() -> None:
    """There is one for each side of the map, with the button that begins, and no way to a game that it cannot know."""
    words = catalogue("en")
    screens = embed_screens(words)
    assert list(screens) == list("ABCD")
    for side, screen in screens.items():
        assert words[f"side.{side}"] in screen
        assert words["app.unofficial"] in screen
        assert screen.count("data-do=") == screen.count('data-do="enter"') == 1
        assert '<a href="./" target="_blank" rel="noopener"' in screen
    assert len(set(screens.values())) == 4
