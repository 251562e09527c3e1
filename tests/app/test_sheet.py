"""The sheet of a finished game: its content, comparisons, best moments, and ways to share it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest

from app import messages as m
from app.arrival.link import link_of
from app.arrival.page_load import Edition
from app.board.board import worth
from app.board.names import player_name
from app.drawing.element import text_of
from app.effects import MoveFocus, ShareContent
from app.game.daily import EPOCH, daily, read_runs
from app.game.game import Game
from app.game.rival import Rival
from app.game.setup import Cartographer
from app.game.shelf import SUMMARY, read_save, shelf_of, write_save
from app.game.summary import summary_of
from app.page.outgoing import PICTURE_WIDTH, File, Picture, Text
from app.screens.parts.highlights import highlights
from app.screens.parts.sharing import emoji_map, result_of
from app.screens.sheet.picture import picture
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers import Sheet, read_diagram, stars
from cartographers.events import Ambush, Draw, Score
from cartographers.region import SIZE, adjacent_to
from cartographers.seasons import EDICTS
from support import playing as p
from support.elements import tagged, text_with_key, texts, texts_with_class
from support.gallery import rated
from support.saved_files import end_of
from support.visits import arrive, changed, effects_of, is_late, updated
from words import LANGUAGES, MINUS, Words, number, signed
from words.files import catalog

TODAY = date(2026, 11, 24)
ADDRESS = "https://somewhere.example/cartographers/"
SVG = "{http://www.w3.org/2000/svg}"
LOOKS = Path(__file__).parents[2] / "web/looks"


def ended(name: str) -> Visit:
    """Return the visit at the end of one of the whole games."""
    return changed(p.FINALS[name], address=ADDRESS)


def game_in(name: str) -> Game:
    """Return one of the whole games."""
    return p.game_of(p.FINALS[name])


def sheet(name: str, **changes: object) -> Visit:
    """Return the visit at the sheet of one of the whole games."""
    return updated(p.with_screen(ended(name), game=replace(game_in(name), **changes)), m.Go("sheet"))  # type: ignore[arg-type]


def handed(visit: Visit, what: str, way: str = "share", words: Words = p.WORDS) -> object:
    """Return the outgoing effect of sharing something."""
    [effect] = [one for one in effects_of(visit, m.Share(what, way)) if isinstance(one, ShareContent)]
    return visit.screen.outgoing(words, visit, effect.what)


def text_handed(visit: Visit, what: str) -> str:
    """Return the text that is shared."""
    out = handed(visit, what)
    assert isinstance(out, Text)
    return out.text


def picture_of(visit: Visit, words: Words = p.WORDS) -> Element:
    """Return the picture that is shared, as XML."""
    out = handed(visit, "picture", "draw", words)
    assert isinstance(out, Picture)
    return ET.fromstring(out.drawing)  # noqa: S314 - our own text


def sized_texts(drawing: Element) -> list[tuple[str, int]]:
    """Return all texts of a picture with their font sizes."""
    return [(part.text or "", int(part.get("font-size", 0))) for part in drawing.iter(f"{SVG}text")]


def texts_of(drawing: Element) -> list[str]:
    """Return all texts of a picture."""
    return [text for text, _ in sized_texts(drawing)]


def commands(visit: Visit, start: str) -> set[str]:
    """Return the commands of the buttons that begin with a word."""
    return {command for command in p.buttons(p.shown(visit)) if command.startswith(start)}


@pytest.mark.parametrize("name", p.GAMES)
def test_the_end_leads_to_the_sheet_and_its_buttons(name: str) -> None:
    """A button at the end leads to the sheet, which has a Copy button beside each main button, and Back returns."""
    final = ended(name)
    assert m.command(m.Go("sheet")) in p.buttons(p.shown(final))
    opened = updated(final, m.Go("sheet"))
    assert text_of(p.with_class(p.shown(opened), "total")[0])
    assert updated(opened, m.Back()).screen == final.screen
    shared = [f"share {what}" for what in ("text", "watch", *(["beat"] if name in p.ALONE else []))]
    others = {"share record save", "share record copy", "share picture draw", *(f"{each} copy" for each in shared)}
    assert commands(sheet(name), "share ") == others | {*shared}
    assert commands(changed(sheet(name), edition=Edition(shares=False)), "share ") == others


def test_sheet_of_a_saved_game_and_of_each_player() -> None:
    """A saved game has a sheet, a deleted game's sheet says so, and pressing a player shows that player's map."""
    saved, text = p.kept_games()[1]
    home = changed(arrive(p.CHANCE), library=p.kept_games())
    opened = updated(home, m.Go("sheet", saved))
    total = summary_of(read_save(text).game).totals[0]
    assert f"{total} star".replace("-", MINUS) in text_with_key(opened, "paper")
    gone = updated(home, m.Go("sheet", "cartographers.finished.1.none"))
    assert "isn't saved here anymore" in text_of(p.shown(gone))
    assert handed(gone, "text") is None
    for name in p.TOGETHER:
        opened = sheet(name)
        for player in range(game_in(name).id.players):
            looking = updated(opened, m.LookAtSheet(player))
            assert f"look-at-sheet {player}" in p.pressed(p.shown(looking))
            assert updated(looking, m.LookAtSheet(player)) == opened


def test_rating_is_compared_with_similar_games() -> None:
    """A rating is compared with other games on the same cards and map; several players' games have no comparison."""
    game = replace(game_in("A"), key="this")
    *_, elsewhere = rated(game_in("B"), *[999] * 9)  # the last one, because the others below have the first names
    itself = "cartographers.finished.9.this", write_save(replace(game, notes=(f"{SUMMARY}:{summary_of(game)}",)), 0)
    for others, expected in (
        ((), "Your first game"),
        ((-200,), "Your best yet! Your previous best was \N{MINUS SIGN}200, your average \N{MINUS SIGN}200.0"),
        ((-600, 200), "Above your average of \N{MINUS SIGN}200.0. Your best is +200"),
        ((100, 200), "Below your average of +150.0. Your best is +200"),
    ):
        library = (itself, elsewhere, *rated(game, *others))
        compared = text_with_key(changed(sheet("A", key="this"), library=library), "compared")
        assert expected in compared
        assert bool(others) == (f"{len(others)} other game" in compared)
    assert text_with_key(changed(sheet("trio"), library=p.kept_games()), "compared") == ""
    assert not p.with_class(p.shown(sheet("trio")), "signature")
    assert is_late(sheet("trio"), m.TypeText("signature", "Zoë"))


def value(game: Game, place: int, sheet: Sheet) -> int:
    """Return the stars of a map if the season of the ply at a place were counted."""
    state = game.played.states[place - 1]
    cards = (state.deal.edicts[EDICTS.index(letter)] for letter in state.season_deal.season.edicts)
    return sum(worth(card, sheet) for card in cards) + sheet.coins + worth(None, sheet)


@pytest.mark.parametrize("name", p.GAMES)
def test_the_best_moments_are_the_best(name: str) -> None:
    """No shape gained more and no edict was further above its mean than those on the sheet; the replay shows each."""
    game = game_in(name)
    found = {one.kind: one for one in highlights(game, {})}
    states = game.played.states
    for place, (before, now) in enumerate(pairwise(states), start=1):
        drawn = now.events[0]
        if isinstance(drawn, Draw) and drawn.sheet == drawn.player:
            gained = value(game, place, drawn.after) - value(game, place, before.sheets[drawn.player])
            assert gained <= found["shape"].stars
    limit = found["edict"].stars - found["edict"].compared_stars if "edict" in found else 0
    for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True):
        for player in range(game.id.players):
            assert paid_for(game, letter, player) - card.solo <= limit
    opened = updated(ended(name), m.Go("sheet"))
    for one in found.values():
        assert 0 <= one.place < len(states)
        replay = updated(opened, m.Seek(one.place))
        assert isinstance(replay.screen, Watching)
        assert replay.screen.place == one.place
        assert updated(replay, m.Back()).screen == opened.screen


def paid_for(game: Game, letter: str, player: int = 0) -> int:
    """Return the stars that an edict brought a player."""
    return sum(stars(season[player].edicts.get(letter, ())) for season in game.state.scores)


def test_moments_have_their_own_means_and_labels() -> None:
    """An edict is compared with the player's own mean; each moment says its kind, card, stars, and player."""
    game = game_in("A")
    card = game.state.deal.edicts[0]
    [edict] = [one for one in highlights(game, {card: -100.0}) if one.kind == "edict"]
    assert (edict.card, edict.stars, edict.compared_stars) == (card.id, paid_for(game, "A"), -100.0)
    everything = dict.fromkeys(game.state.deal.edicts, 1000.0)
    assert "edict" not in {one.kind for one in highlights(game, everything)}
    opened = sheet("trio")
    moments = p.with_class(p.shown(opened), "moment")
    found = highlights(game_in("trio"), {})
    assert len(moments) == len(found) > 0
    for part, one in zip(moments, found, strict=True):
        assert p.WORDS(f"name.{one.card}") in text_of(part)
        assert game_in("trio").cartographers[one.player].name in text_of(part)


def landings(game: Game) -> Iterator[tuple[int, int, int]]:
    """Yield the place, map, and threat of each solo ambush."""
    for place, state in enumerate(game.played.states):
        sheets = list(game.played.states[place - 1].sheets) if place else None
        for event in state.events:
            if isinstance(event, Ambush):
                before = adjacent_to(sheets[event.sheet].monster) if sheets else 0
                threat = adjacent_to(event.after.monster) & ~before & event.after.empty
                yield place, event.sheet, threat.bit_count()
            if sheets and isinstance(event, Draw | Ambush):
                sheets[event.sheet] = event.after


@pytest.mark.parametrize("name", [name for name in p.ALONE if [*landings(game_in(name))]])
def test_cheapest_ambush_occurred_and_was_counted(name: str) -> None:
    """The cheapest ambush is one of the game's ambushes, was counted, and cost at most its threat."""
    game = game_in(name)
    [ambush] = [one for one in highlights(game, {}) if one.kind == "ambush"]
    assert (ambush.place, ambush.player, ambush.compared_stars) in set(landings(game))
    assert 0 <= ambush.stars <= ambush.compared_stars
    assert any(isinstance(event, Score) for state in game.played.states[ambush.place :] for event in state.events)


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        ("A", "B", "and your {theirs} still leads."),
        ("B", "A", "and beat your {theirs}!"),
        ("A", "A", "and so did you: {theirs} each. Who breaks the tie?"),
    ],
)
def test_answer_to_a_challenge(mine: str, theirs: str, sentence: str) -> None:
    """Both maps are side by side, and the answer tells both results and challenges the rival in turn."""
    game, rival = game_in(mine), Rival(game_in(theirs).played, "Zoë")
    opened, name = sheet(mine, rival=rival), game.cartographers[0].name
    [both] = p.with_class(p.shown(opened), "both-maps")
    yours = summary_of(game).totals[0]
    assert texts(tagged(both, "figcaption")) == [f"You {number(yours)}", f"Zoë {number(rival.stars)}"]
    expected = "Zoë is tied" if yours == rival.stars else f"Zoë is {abs(yours - rival.stars)} star"
    assert expected in text_with_key(opened, "beside")
    assert expected in text_of(p.with_class(p.shown(updated(opened, m.Back())), "end")[0])
    got = p.WORDS.plural("reckoning.total", yours)
    told = text_handed(opened, "back")
    assert f"I got {got}" in told
    assert sentence.format(theirs=number(rival.stars)) in told
    assert link_of(told, TODAY).rival == Rival(game.played, name)
    assert text_of(p.buttons(p.shown(opened))["share back"]).startswith(f"Send back: I got {got}")
    assert field_of(opened) == name
    assert "share back" not in p.buttons(p.shown(sheet(mine)))
    assert handed(sheet(mine), "back") is None


def test_order_of_map_and_players_in_the_text() -> None:
    """The emoji map begins with its northern row, and the text names the winner first, even if monsters break a tie."""
    lines = ["f v a w # ^ . . m . .", *[" ".join("." * SIZE)] * (SIZE - 1)]
    first, *others = emoji_map(read_diagram(lines)).splitlines()
    assert first == "🟩🟥🟨🟦⬛🟫⬜⬜🟪⬜⬜"
    assert set("".join(others)) == {"⬜"}
    game = game_in("trio")
    tied = replace(end_of(game), totals=(30, 10, 30), monsters=(-5, -1, -2), winners=(2,))
    first, second, last = (player_name(p.WORDS, game, player) for player in (2, 0, 1))
    assert result_of(p.WORDS, game, tied).endswith(f": {first} 30, {second} 30, {last} 10")


@pytest.mark.parametrize("name", p.GAMES)
def test_game_text_and_its_emoji_map(name: str) -> None:
    """A game's text gives its kind, result, link, and map in the right colors, and reveals no card."""
    game, told = game_in(name), text_handed(sheet(name), "text")
    *_, link = told.splitlines()
    assert link.startswith(ADDRESS)
    assert link_of(link.removeprefix(ADDRESS), TODAY).id == game.id
    assert emoji_map(game.state.sheets[end_of(game).winners[0]]) in told
    assert not any(p.WORDS(f"name.{card.id}") in told for card in game.state.deal.edicts)
    assert game.record not in told
    found = game.state.sheets[0]
    rows = emoji_map(found).splitlines()
    assert [len(row) for row in rows] == [SIZE] * SIZE
    regions = {"🟫": found.mountain, "⬛": found.wasteland, "🟪": found.monster, "⬜": found.empty}
    assert {square: "".join(rows).count(square) for square in regions} == {
        square: region.bit_count() for square, region in regions.items()
    }


@pytest.mark.parametrize("name", p.ALONE)
def test_challenge_link_has_game_and_player(name: str) -> None:
    """A challenge contains a link with the game and the player's name, which opens on another device."""
    game = game_in(name)
    link = text_handed(sheet(name), "beat").splitlines()[-1].removeprefix(ADDRESS)
    assert link_of(link, TODAY).rival == Rival(game.played, game.cartographers[0].name)
    assert link_of(text_handed(sheet(name), "watch"), TODAY).record == game.record
    assert handed(sheet(name), "record") == File(f"cartographers-{game.id}.txt", f"{game.record}\n")


def field_of(visit: Visit) -> str:
    """Return the name in the field below which a challenge is shared."""
    [field] = [part for part in tagged(p.shown(visit), "input") if part.attributes.get("name") == "signature"]
    return field.attributes["value"]


def test_player_signs_a_challenge() -> None:
    """The typed name is in the challenge, in this game, and in the next; it removes a picture with the former name."""
    unnamed = p.with_screen(ended("A"), game=replace(game_in("A"), cartographers=(Cartographer(),), key="mine"))
    opened = p.after(unnamed, m.Close(), m.Go("sheet"))
    assert field_of(opened) == ""
    assert link_of(text_handed(opened, "beat"), TODAY).rival == Rival(game_in("A").played)
    named = p.after(opened, m.TypeText("signature", "Zo"), m.TypeText("signature", "Zoë\N{ZERO WIDTH SPACE}"))
    assert field_of(named) == "Zoë"
    assert "Zoë's map" in text_with_key(named, "paper")
    assert link_of(text_handed(named, "beat"), TODAY).rival == Rival(game_in("A").played, "Zoë")
    back = updated(named, m.Back())
    reopened = updated(arrive(p.CHANCE, shelf_of(back.memory.shelf.text)), m.Begin("daily"))
    linked = updated(changed(back, link=link_of("?id=c1-b-1p-linked", TODAY)), m.Begin("link"))
    for visit in (back, updated(back, m.Begin("set-up")), updated(back, m.Begin("daily")), linked, reopened):
        assert [who.name for who in p.game_of(visit).cartographers] == ["Zoë"]
    drawn = updated(sheet("A"), m.PictureDrawn("blob:x", "png", "share,copy,save"))
    assert p.with_class(p.shown(drawn), "own-picture")
    assert not p.with_class(p.shown(updated(drawn, m.TypeText("signature", "Zoë"))), "own-picture")
    home = changed(arrive(p.CHANCE, p.FINALS["B"].memory.shelf), library=p.kept_games())
    named = p.after(home, m.Go("sheet", p.kept_games()[1][0]), m.TypeText("signature", "Zoë"))
    assert field_of(named) == "Zoë"
    assert named.memory.shelf == home.memory.shelf


def end_of_daily(day: date) -> Visit:
    """Return the visit at the end of a random daily game."""
    *_, (_, final) = p.playing(p.begun(daily(day)))
    return changed(final, address=ADDRESS)


@pytest.mark.parametrize("streak", [1, 3])
def test_daily_text_begins_with_stars_rating_and_streak(streak: int) -> None:
    """The text of a daily game begins with its stars, its rating, and the streak up to its day, if it counted."""
    final = end_of_daily(TODAY)
    final = p.with_screen(final, game=replace(p.game_of(final), key="mine", uncounted=False))
    end = end_of(p.game_of(final))
    runs = [f"{TODAY - timedelta(days)}:{'x' if days else 'mine'}:{end.rating}" for days in range(streak)]
    opened = changed(updated(final, m.Go("sheet")), days=read_runs(" ".join(runs)), day=TODAY + timedelta(5))
    first, second, *_ = text_handed(opened, "text").splitlines()
    result = f"⭐ {p.WORDS.plural('reckoning.total', end.totals[0])} · rating {signed(end.rating or 0)}"
    assert first == f"{result} · 🔥 {streak}-day streak"
    assert second == f"Cartographers: Daily game, {p.WORDS.day(TODAY)}"
    at_end = changed(opened, screen=final.screen)
    assert at_end.screen.outgoing(p.WORDS, at_end, "text") == Text(text_handed(opened, "text"))
    for days in ("", f"{TODAY}:other:5", f"{TODAY}:mine:practice"):
        assert text_handed(changed(opened, days=read_runs(days)), "text").splitlines()[0] == result


def test_text_to_copy_by_hand() -> None:
    """A text that couldn't be copied and a record are shown for copying by hand; the page claims no saved file."""
    opened = sheet("A")
    told_so = updated(opened, m.Shared("text", "shown"))
    assert texts_with_class(told_so, "by-hand") == [text_handed(opened, "text")]
    assert p.with_class(p.shown(updated(told_so, m.Shared("beat", "copied"))), "by-hand") == []
    assert updated(told_so, m.Shared("text", "")) == updated(opened, m.Shared("text", ""))
    asked = updated(opened, m.Shared("record", "asked"))
    assert texts_with_class(asked, "by-hand") == [f"{game_in('A').record}\n"]
    for visit in (asked, updated(opened, m.Shared("picture", "asked"))):
        [status] = texts_with_class(visit, "told")
        assert "should save" in status
        assert "saved" not in status
    for how, on in (("shown", ["text"]), ("late", []), ("copied", []), ("", [])):  # a late menu may still open
        found = effects_of(opened, m.Shared("text", how))
        assert [effect.on for effect in found if isinstance(effect, MoveFocus)] == on


@pytest.mark.parametrize("how", ["begun", "sent", "copied"])
@pytest.mark.parametrize(
    ("what", "command"), [("text", "share text"), ("beat", "share beat"), ("picture", "share picture draw")]
)
def test_short_outcome_is_in_the_button(how: str, what: str, command: str) -> None:
    """A short outcome of sharing is in its button, so no button moves; screen readers hear it with its subject."""
    page = p.shown(updated(sheet("A"), m.Shared(what, how)))
    assert text_of(p.buttons(page)[command]).endswith(p.WORDS(f"share.{how}"))
    assert p.with_class(page, "told") == []
    spoken = p.WORDS("share.told", what=p.WORDS(f"share.{what}"), how=p.WORDS(f"share.{how}"))
    assert spoken in texts(p.with_class(page, "status"))


def test_picture_gets_only_supported_buttons() -> None:
    """The picture gets only buttons that the browser supports, and a note if it is SVG. Another picture replaces it."""
    for form, ways, offered, told in (
        ("png", "share,copy,save", {"share picture", "share picture copy", "share picture save"}, "press and hold"),
        ("svg", "save", {"share picture save"}, "SVG"),
    ):
        drawing = updated(sheet("A"), m.Share("picture", "draw"))
        assert "one moment" in text_with_key(drawing, "picture")
        drawn = updated(drawing, m.PictureDrawn("blob:x", form, ways))
        assert [image.attributes["src"] for image in tagged(p.shown(drawn), "img")] == ["blob:x"]
        assert commands(drawn, "share picture") - {"share picture draw"} == offered
        assert told in text_with_key(drawn, "picture")
        assert "one moment" not in text_with_key(drawn, "picture")
        assert not tagged(p.shown(updated(drawn, m.Share("picture", "draw"))), "img")


#: Short and very long addresses of sites, each as people would type it.
ADDRESSES = {
    ADDRESS: ["somewhere.example/cartographers"],
    "http://192.168.1.20:8000/index.html": ["192.168.1.20:8000"],
    "https://example.org/caf%C3%A9/": ["example.org/café"],
    f"https://somebody-with-a-long-name.github.io/{'maps-and-more-' * 5}/games/": [
        "somebody-with-a-long-name.github.io/",
        f"{'maps-and-more-' * 5}/games",
    ],
    f"https://{'x' * 130}.example/": ["x" * 69, f"{'x' * 61}.example"],
}


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("name", ["A", "trio"])
def test_the_picture_has_the_address(name: str, address: str) -> None:
    """The picture shows the whole address, as people would type it, on two lines if it is long."""
    drawing = picture_of(changed(sheet(name), address=address))
    lines = [(text, size) for text, size in sized_texts(drawing) if text in ADDRESSES[address]]
    assert [line for line, _ in lines] == ADDRESSES[address][::-1]
    assert all(20 <= size <= 2 * PICTURE_WIDTH / len(line) for line, size in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_has_the_date(language: str) -> None:
    """The picture names the day on which the game ended in the player's language, unless it was a daily game."""
    words, ended_on = Words(catalog(language)), date(2026, 3, 1)
    game = replace(game_in("A"), key="mine")
    opened = changed(sheet("A", key="mine"), language=language)
    time = (ended_on - EPOCH) // timedelta(milliseconds=1) + 80_000_000
    noted = replace(game, notes=(f"{SUMMARY}:{summary_of(game)}",))
    library = ((f"cartographers.finished.{time}.mine", write_save(noted, 0)),)
    saved = changed(opened, library=library)
    for visit, day in (
        *((saved, words.day(ended_on)), (updated(saved, m.Go("sheet", library[0][0])), words.day(ended_on))),
        *((changed(opened, library=()), ""), (changed(opened, library=None), "")),
    ):
        [foot] = [text for text in texts_of(picture_of(visit, words)) if words("share.foot") in text]
        assert foot == (f"{day} · " if day else "") + words("share.foot")


@pytest.mark.parametrize("name", p.GAMES)
def test_the_picture_has_the_names_and_the_stars(name: str) -> None:
    """The picture is standalone XML with the names and the stars, as wide as messaging apps show pictures."""
    drawing, game = picture_of(sheet(name)), game_in(name)
    assert (drawing.tag, drawing.get("width")) == (f"{SVG}svg", str(PICTURE_WIDTH))
    if game.is_solo:
        expected = {p.WORDS(f"name.{card.id}") for card in game.state.deal.edicts}
        expected.add(p.WORDS.plural("reckoning.total", end_of(game).totals[0]))
    else:
        expected = set(map(number, end_of(game).totals))
    assert expected <= set(texts_of(drawing))
    known = {name for path in LOOKS.rglob("*.svg") for name in re.findall('id="([^"]*)"', path.read_text("utf-8"))}
    assert {str(part.get("href")).removeprefix("#") for part in drawing.iter(f"{SVG}use")} <= known


def test_names_and_day_in_the_picture() -> None:
    """The longest names fit into the picture; that of a daily game names its day once, and a reload keeps the name."""
    game = game_in("trio")
    long = tuple(replace(who, name="W" * 24) for who in game.cartographers)
    drawn = picture(p.WORDS, replace(game, cartographers=long), end_of(game), ADDRESS, TODAY)
    found = sized_texts(ET.fromstring(drawn))  # noqa: S314 - our own text
    assert max(size * len(text) for text, size in found if "W" in text) <= 2 * PICTURE_WIDTH
    opened = updated(end_of_daily(TODAY), m.Go("sheet"))
    drawing = picture_of(opened)
    assert sum(p.WORDS.day(TODAY) in text for text in texts_of(drawing)) == 1
    named = updated(opened, m.TypeText("signature", "Zoë"))
    again = arrive(p.CHANCE, shelf_of(named.memory.shelf.text))
    assert [who.name for who in again.setup.cartographers] == ["Zoë"]
    assert again.setup.game == arrive(p.CHANCE).setup.game
