"""The sheet of a finished game: its content, comparisons, best moments, and ways to share it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from app import messages as m
from app.board.board import worth
from app.board.names import player_name
from app.drawing.element import text_of, walk
from app.effects import MoveFocus, ShareContent
from app.game.daily import EPOCH, daily, read_runs
from app.game.game import Game
from app.game.rival import Rival
from app.game.setup import Cartographer
from app.game.shelf import SUMMARY, read_save, shelf_of, write_save
from app.game.summary import summary_of
from app.link import link_of
from app.outgoing import PICTURE_WIDTH, File, Picture, Text
from app.page_load import Edition
from app.screens.parts.highlights import highlights
from app.screens.parts.sharing import emoji_map, result_of
from app.screens.sheet.picture import picture
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.diagram import read_diagram
from cartographers.events import Ambush, Draw, GameEnd, Score
from cartographers.region import SIZE, adjacent_to
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from support.playing import (
    CHANCE,
    GAMES,
    TOGETHER,
    WORDS,
    after,
    begun,
    buttons,
    game_of,
    kept_games,
    playing,
    shown,
    with_class,
    with_screen,
)
from support.visits import arrive, changed, effects_of, updated
from words import LANGUAGES, Words, signed
from words.files import catalog

TODAY = date(2026, 11, 24)
ADDRESS = "https://somewhere.example/cartographers/"
ALONE = [name for name in GAMES if name not in TOGETHER]
SVG = "{http://www.w3.org/2000/svg}"


def ended(name: str) -> Visit:
    """Return the visit at the end of one of the whole games."""
    return changed(GAMES[name][-1][1], address=ADDRESS)


def sheet(name: str, **changes: object) -> Visit:
    """Return the visit at the sheet of one of the whole games."""
    return updated(with_screen(ended(name), game=replace(game_of(ended(name)), **changes)), m.Go("sheet"))  # type: ignore[arg-type]


def handed(visit: Visit, what: str, way: str = "share") -> object:
    """Return the outgoing effect of sharing something."""
    message = m.Share(what, way)
    [effect] = [one for one in effects_of(visit, message) if isinstance(one, ShareContent)]
    return visit.screen.outgoing(WORDS, visit, effect.what)


def text_handed(visit: Visit, what: str) -> str:
    """Return the text that is shared."""
    out = handed(visit, what)
    assert isinstance(out, Text)
    return out.text


def said(visit: Visit, key: str) -> str:
    """Return the text of the given part of the sheet."""
    return next((text_of(part) for part in walk(shown(visit)) if part.key == key), "")


# ------------------------------------------------------------------- which game


@pytest.mark.parametrize("name", GAMES)
def test_the_end_leads_to_the_sheet_and_back(name: str) -> None:
    """A button at the end leads to the sheet, which shows the winner's map, and Back returns."""
    final = ended(name)
    assert m.command(m.Go("sheet")) in buttons(shown(final))
    opened = updated(final, m.Go("sheet"))
    assert text_of(with_class(shown(opened), "total")[0])
    assert updated(opened, m.Back()).screen == final.screen


def test_saved_game_has_its_sheet() -> None:
    """A saved game has its sheet, even with another game in play, and a deleted one says that it is gone."""
    name, text = kept_games()[1]
    home = changed(arrive(CHANCE), library=kept_games())
    opened = updated(home, m.Go("sheet", name))
    total = summary_of(read_save(text).game).totals[0]
    assert f"{total} star".replace("-", "\N{MINUS SIGN}") in said(opened, "paper")
    gone = updated(home, m.Go("sheet", "cartographers.finished.1.none"))
    assert "isn't saved here anymore" in text_of(shown(gone))
    assert handed(gone, "text") is None


@pytest.mark.parametrize("name", TOGETHER)
def test_pressing_a_player_shows_their_map(name: str) -> None:
    """Pressing a player shows that player's map, and pressing again the winner's."""
    opened = sheet(name)
    for player in range(game_of(ended(name)).id.players):
        looking = updated(opened, m.LookAtSheet(player))
        assert f"look-at-sheet {player}" in [
            part.attributes["data-do"] for part in walk(shown(looking)) if part.attributes.get("aria-pressed") == "true"
        ]
        assert updated(looking, m.LookAtSheet(player)) == opened


# ------------------------------------------------------------------- compared


def rated(game: Game, number: int, rating: int) -> tuple[str, str]:
    """Return a saved game with another rating."""
    total = sum(card.solo for card in game.state.deal.edicts) + rating
    noted = replace(game, key=f"r{number}", notes=(f"{SUMMARY}:{replace(summary_of(game), totals=(total,))}",))
    return f"cartographers.finished.{number}.r{number}", write_save(noted, 0)


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), "Your first game"),
        ((-200,), "Your best yet! Your previous best was \N{MINUS SIGN}200, your average \N{MINUS SIGN}200.0"),
        ((-600, 200), "Above your average of \N{MINUS SIGN}200.0. Your best is +200"),
        ((100, 200), "Below your average of +150.0. Your best is +200"),
    ],
)
def test_rating_is_compared_with_similar_games(others: tuple[int, ...], expected: str) -> None:
    """A rating is compared with other games of the same cards and map, without the game itself."""
    opened = sheet("A", key="this")
    game = replace(game_of(ended("A")), key="this")
    itself = ("cartographers.finished.9.this", write_save(replace(game, notes=(f"{SUMMARY}:{summary_of(game)}",)), 0))
    elsewhere = rated(game_of(ended("B")), 8, 999)
    library = (itself, elsewhere, *(rated(game, number, rating) for number, rating in enumerate(others)))
    compared = changed(opened, library=library)
    text = said(compared, "compared")
    assert expected in text
    assert bool(others) == (f"{len(others)} other game" in text)


def test_multiplayer_game_is_not_compared() -> None:
    """A multiplayer game isn't compared, because nobody knows which of its players has played here before."""
    assert said(changed(sheet("trio"), library=kept_games()), "compared") == ""


# ------------------------------------------------------------------- the best moments


def value(game: Game, place: int, player: int) -> int:
    """Return the stars of a player's map after a ply if the season of that ply were counted."""
    state, drawn = game.played.states[place - 1], game.played.states[place].events[0]
    after = drawn.after if isinstance(drawn, Draw) else state.sheets[player]
    cards = (state.deal.edicts[EDICTS.index(letter)] for letter in state.season_deal.season.edicts)
    return sum(worth(card, after) for card in cards) + after.coins + worth(None, after)


@pytest.mark.parametrize("name", GAMES)
def test_the_best_moments_are_the_best(name: str) -> None:
    """No shape gained more and no edict was further above its mean than those on the sheet; the replay shows each."""
    game = game_of(ended(name))
    found = {one.kind: one for one in highlights(game, {})}
    states = game.played.states
    for place in range(1, len(states)):
        drawn = states[place].events[0]
        if isinstance(drawn, Draw) and drawn.sheet == drawn.player:
            before = states[place - 1].sheets[drawn.player]
            cards = [
                states[place].deal.edicts[EDICTS.index(letter)]
                for letter in states[place - 1].season_deal.season.edicts
            ]
            was = sum(worth(card, before) for card in cards) + before.coins + worth(None, before)
            assert value(game, place, drawn.player) - was <= found["shape"].stars
    for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True):
        for player in range(game.id.players):
            paid = sum(stars(season[player].edicts.get(letter, ())) for season in game.state.scores)
            limit = found["edict"].stars - found["edict"].compared_stars if "edict" in found else 0
            assert paid - card.solo <= limit
    opened = updated(ended(name), m.Go("sheet"))
    for one in found.values():
        assert 0 <= one.place < len(states)
        replay = updated(opened, m.Seek(one.place))
        assert isinstance(replay.screen, Watching)
        assert replay.screen.place == one.place
        assert updated(replay, m.Back()).screen == opened.screen


def test_an_edict_is_compared_with_the_players_own_mean() -> None:
    """An edict is compared with the player's own mean, so the same stars can be a best moment for a weaker player."""
    game = game_of(ended("A"))
    card = game.state.deal.edicts[0]
    paid = sum(stars(season[0].edicts.get("A", ())) for season in game.state.scores)
    [edict] = [one for one in highlights(game, {card: -100.0}) if one.kind == "edict"]
    assert (edict.card, edict.stars, edict.compared_stars) == (card.id, paid, -100.0)
    everything = dict.fromkeys(game.state.deal.edicts, 1000.0)
    assert "edict" not in {one.kind for one in highlights(game, everything)}


def landings(game: Game) -> Iterator[tuple[int, int, int]]:
    """Yield the place, map, and threat of each solo ambush."""
    for place, state in enumerate(game.played.states):
        sheets = list(game.played.states[place - 1].sheets) if place else None
        for event in state.events:
            if isinstance(event, Ambush):
                before = sheets[event.sheet].monster if sheets else 0
                yield (
                    place,
                    event.sheet,
                    (adjacent_to(event.after.monster) & ~adjacent_to(before) & event.after.empty).bit_count(),
                )
            if sheets and isinstance(event, Draw | Ambush):
                sheets[event.sheet] = event.after


@pytest.mark.parametrize("name", [name for name in ALONE if any(True for _ in landings(game_of(GAMES[name][-1][1])))])
def test_cheapest_ambush_occurred_and_was_counted(name: str) -> None:
    """The cheapest ambush is one of the game's ambushes, was counted, and cost at most its threat."""
    game = game_of(ended(name))
    [ambush] = [one for one in highlights(game, {}) if one.kind == "ambush"]
    assert (ambush.place, ambush.player, ambush.compared_stars) in set(landings(game))
    assert 0 <= ambush.stars <= ambush.compared_stars
    counted_later = any(
        isinstance(event, Score) for state in game.played.states[ambush.place :] for event in state.events
    )
    assert counted_later


def test_moment_labels() -> None:
    """Each moment says its kind, its card, and its stars, and in a multiplayer game its player."""
    opened = sheet("trio")
    moments = with_class(shown(opened), "moment")
    found = highlights(game_of(ended("trio")), {})
    assert len(moments) == len(found) > 0
    for part, one in zip(moments, found, strict=True):
        assert WORDS(f"name.{one.card}") in text_of(part)
        assert game_of(ended("trio")).cartographers[one.player].name in text_of(part)


# ------------------------------------------------------------------- against a rival


@pytest.mark.parametrize(("mine", "theirs"), [("A", "B"), ("B", "A"), ("A", "A")])
def test_both_maps_are_side_by_side(mine: str, theirs: str) -> None:
    """Both maps are side by side, with the stars of both players and the winner, as at the end of the game."""
    rival = Rival(game_of(ended(theirs)).played, "Zoë")
    opened = sheet(mine, rival=rival)
    [both] = with_class(shown(opened), "both-maps")
    stars_of_mine = summary_of(game_of(ended(mine))).totals[0]
    captions = [text_of(part) for part in walk(both) if part.tag == "figcaption"]
    assert captions == [
        f"You {stars_of_mine}".replace("-", "\N{MINUS SIGN}"),
        f"Zoë {rival.stars}".replace("-", "\N{MINUS SIGN}"),
    ]
    ahead = stars_of_mine - rival.stars
    expected = "Zoë is tied" if not ahead else f"Zoë is {abs(ahead)} star"
    assert expected in said(opened, "beside")
    final = updated(opened, m.Back())
    assert expected in text_of(with_class(shown(final), "end")[0])


# ------------------------------------------------------------------- shared


@pytest.mark.parametrize("name", GAMES)
def test_emoji_map_size_and_colors(name: str) -> None:
    """The emoji map has eleven rows of eleven squares, with the right number of each color."""
    found = game_of(ended(name)).state.sheets[0]
    rows = emoji_map(found).splitlines()
    assert [len(row) for row in rows] == [SIZE] * SIZE
    everything = "".join(rows)
    assert everything.count("🟫") == found.mountain.bit_count()
    assert everything.count("⬛") == found.wasteland.bit_count()
    assert everything.count("🟪") == found.monster.bit_count()
    assert everything.count("⬜") == found.empty.bit_count()


def test_emoji_map_has_north_at_the_top() -> None:
    """The first row of the emoji map is the northern one."""
    lines = ["f v a w # ^ . . m . .", *[" ".join("." * SIZE)] * (SIZE - 1)]
    first, *others = emoji_map(read_diagram(lines)).splitlines()
    assert first == "🟩🟥🟨🟦⬛🟫⬜⬜🟪⬜⬜"
    assert set("".join(others)) == {"⬜"}


@pytest.mark.parametrize("name", GAMES)
def test_game_text_reveals_no_card(name: str) -> None:
    """The text about a game gives its kind, its result, and a link to the deal, and reveals no card."""
    text = text_handed(sheet(name), "text")
    game = game_of(ended(name))
    *_, link = text.splitlines()
    assert link.startswith(ADDRESS)
    assert link_of(link.removeprefix(ADDRESS), TODAY).id == game.id
    assert emoji_map(game.state.sheets[game.state.events[-1].winners[0]]) in text  # type: ignore[union-attr]
    assert not any(WORDS(f"name.{card.id}") in text for card in game.state.deal.edicts)
    assert game.record not in text


@pytest.mark.parametrize("name", ALONE)
def test_challenge_link_has_game_and_player(name: str) -> None:
    """A challenge contains a link with the game and the player's name, which opens on another device."""
    game = game_of(ended(name))
    text = text_handed(sheet(name), "beat")
    link = link_of(text.splitlines()[-1].removeprefix(ADDRESS), TODAY)
    assert link.rival == Rival(game.played, game.cartographers[0].name)
    watched = link_of(text_handed(sheet(name), "watch"), TODAY)
    assert watched.record == game.record
    assert handed(sheet(name), "record") == File(f"cartographers-{game.id}.txt", f"{game.record}\n")


def test_text_names_players_in_the_order_of_the_ranking() -> None:
    """The shared text names the winner first, even if only monsters break the tie."""
    final = ended("trio")
    end = game_of(final).state.events[-1]
    assert isinstance(end, GameEnd)
    tied = replace(end, totals=(30, 10, 30), monsters=(-5, -1, -2), winners=(2,))
    first, second, last = (player_name(WORDS, game_of(final), player) for player in (2, 0, 1))
    assert result_of(WORDS, game_of(final), tied).endswith(f": {first} 30, {second} 30, {last} 10")


def test_multiplayer_game_offers_no_challenge() -> None:
    """A multiplayer game offers no challenge, and asks for no name."""
    assert "share beat" not in buttons(shown(sheet("trio")))
    assert "share beat" in buttons(shown(sheet("A")))
    assert not with_class(shown(sheet("trio")), "signature")
    assert updated(sheet("trio"), m.TypeText("signature", "Zoë")) == sheet("trio")


def field_of(visit: Visit) -> str:
    """Return the name in the field below which a challenge is shared."""
    [field] = [part for part in walk(shown(visit)) if part.attributes.get("name") == "signature"]
    return field.attributes["value"]


def test_player_signs_a_challenge() -> None:
    """The name that a player types on the sheet is in the challenge, in the game, and in the next game."""
    unnamed = with_screen(ended("A"), game=replace(game_of(ended("A")), cartographers=(Cartographer(),), key="mine"))
    final = updated(unnamed, m.Close())
    opened = updated(final, m.Go("sheet"))
    assert field_of(opened) == ""
    assert link_of(text_handed(opened, "beat"), TODAY).rival == Rival(game_of(final).played)
    named = after(opened, m.TypeText("signature", "Zo"), m.TypeText("signature", "Zoë\N{ZERO WIDTH SPACE}"))
    assert field_of(named) == "Zoë"
    assert "Zoë's map" in said(named, "paper")
    assert link_of(text_handed(named, "beat"), TODAY).rival == Rival(game_of(final).played, "Zoë")
    back = updated(named, m.Back())
    assert [who.name for who in game_of(back).cartographers] == ["Zoë"]
    reopened = updated(arrive(CHANCE, shelf_of(back.memory.shelf.text)), m.Begin("daily"))
    linked = updated(changed(back, link=link_of("?id=c1-b-1p-linked", TODAY)), m.Begin("link"))
    for visit in (updated(back, m.Begin("set-up")), updated(back, m.Begin("daily")), linked, reopened):
        assert [who.name for who in game_of(visit).cartographers] == ["Zoë"]


def test_signing_removes_the_picture_with_the_former_name() -> None:
    """A name that is typed after a picture was drawn removes that picture."""
    drawn = updated(sheet("A"), m.PictureDrawn("blob:x", "png", "share,copy,save"))
    assert with_class(shown(drawn), "own-picture")
    assert not with_class(shown(updated(drawn, m.TypeText("signature", "Zoë"))), "own-picture")


def test_name_in_a_daily_game_stays_after_a_reload() -> None:
    """After a reload, the next game has the name from a daily game, and otherwise the setup of earlier games."""
    *_, (_, final) = playing(begun(daily(TODAY)))
    named = updated(updated(final, m.Go("sheet")), m.TypeText("signature", "Zoë"))
    again = arrive(CHANCE, shelf_of(named.memory.shelf.text))
    assert [who.name for who in again.setup.cartographers] == ["Zoë"]
    assert again.setup.game == arrive(CHANCE).setup.game


def test_signing_a_game_from_the_history_leaves_the_game_in_play_alone() -> None:
    """A name on the sheet of a game from the history doesn't change the game in play."""
    name, _ = kept_games()[1]
    home = changed(arrive(CHANCE, GAMES["B"][-1][1].memory.shelf), library=kept_games())
    named = updated(updated(home, m.Go("sheet", name)), m.TypeText("signature", "Zoë"))
    assert field_of(named) == "Zoë"
    assert named.memory.shelf == home.memory.shelf


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [("A", "B", None), ("B", "A", None), ("A", "A", "and so did you: {theirs} each. Who breaks the tie?")],
)
def test_answer_to_a_challenge(mine: str, theirs: str, sentence: str | None) -> None:
    """An answer tells both results and the leader, and its link challenges the rival in turn."""
    game, rival = game_of(ended(mine)), Rival(game_of(ended(theirs)).played, "Al")
    opened = sheet(mine, rival=rival)
    stars = summary_of(game).totals[0]
    ahead = stars - rival.stars
    sentence = sentence or ("and beat your {theirs}!" if ahead > 0 else "and your {theirs} still leads.")
    told = text_handed(opened, "back").replace("\N{MINUS SIGN}", "-")
    assert f"I got {stars} star" in told
    assert sentence.format(theirs=rival.stars) in told
    assert link_of(told, TODAY).rival == Rival(game.played, game.cartographers[0].name)
    name = text_of(buttons(shown(opened))["share back"]).replace("\N{MINUS SIGN}", "-")
    assert name.startswith(f"Send back: I got {stars} star")
    assert field_of(opened) == game.cartographers[0].name
    assert "share back" not in buttons(shown(sheet(mine)))
    assert handed(sheet(mine), "back") is None


@pytest.mark.parametrize("streak", [1, 3])
def test_daily_text_begins_with_stars_rating_and_streak(streak: int) -> None:
    """The text of a daily game begins with its stars, its rating, and the streak up to its day, if it counted."""
    *_, (_, final) = playing(begun(daily(TODAY)))
    final = with_screen(final, game=replace(game_of(final), key="mine", uncounted=False))
    end = game_of(final).state.events[-1]
    assert isinstance(end, GameEnd)
    runs = [f"{TODAY - timedelta(number)}:{'mine' if not number else 'x'}:{end.rating}" for number in range(streak)]
    opened = changed(updated(final, m.Go("sheet")), days=read_runs(" ".join(runs)), day=TODAY + timedelta(5))
    first, second, *_ = text_handed(opened, "text").splitlines()
    stars = WORDS.plural("reckoning.total", end.totals[0])
    assert first == f"⭐ {stars} · rating {signed(end.rating or 0)} · 🔥 {streak}-day streak"
    assert second == f"Cartographers: Daily game, {WORDS.day(TODAY)}"
    at_end = changed(opened, screen=final.screen)
    assert at_end.screen.outgoing(WORDS, at_end, "text") == Text(text_handed(opened, "text"))
    for days in ("", f"{TODAY}:other:5", f"{TODAY}:mine:practice"):
        uncounted = changed(opened, days=read_runs(days))
        assert text_handed(uncounted, "text").splitlines()[0] == f"⭐ {stars} · rating {signed(end.rating or 0)}"


def test_text_is_shown_if_copying_fails() -> None:
    """A text that couldn't be copied is shown for copying by hand."""
    opened = sheet("A")
    told_so = updated(opened, m.Shared("text", "shown"))
    [field] = with_class(shown(told_so), "by-hand")
    assert text_of(field) == text_handed(opened, "text")
    assert with_class(shown(updated(told_so, m.Shared("beat", "copied"))), "by-hand") == []
    assert updated(told_so, m.Shared("text", "")) == updated(opened, m.Shared("text", ""))


@pytest.mark.parametrize("how", ["begun", "sent", "copied"])
def test_short_outcome_is_in_the_button(how: str) -> None:
    """A short outcome of sharing is in its button, so no button moves; screen readers hear it with its subject."""
    opened = sheet("A")
    for what, pressed in (("text", "share text"), ("beat", "share beat"), ("picture", "share picture draw")):
        shared = updated(opened, m.Shared(what, how))
        assert text_of(buttons(shown(shared))[pressed]).endswith(WORDS(f"share.{how}"))
        assert with_class(shown(shared), "told") == []
        spoken = WORDS("share.told", what=WORDS(f"share.{what}"), how=WORDS(f"share.{how}"))
        assert spoken in [text_of(found) for found in with_class(shown(shared), "status")]


def test_only_text_to_copy_by_hand_is_selected() -> None:
    """A text is selected only if the player must copy it by hand now, because a late share menu may still open."""
    opened = sheet("A")
    for how, on in (("shown", ["text"]), ("late", []), ("copied", []), ("", [])):
        message = m.Shared("text", how)
        found = effects_of(opened, message)
        assert [effect.on for effect in found if isinstance(effect, MoveFocus)] == on, how


@pytest.mark.parametrize("name", GAMES)
def test_copy_button_is_beside_main_button(name: str) -> None:
    """Everything has a Copy button beside its main button. A picture is drawn first, and then gets its own buttons."""
    opened = sheet(name)
    texts = {"text", "watch", *(["beat"] if name in ALONE else [])}
    sharing = {command for command in buttons(shown(opened)) if command.startswith("share ")}
    rest = {"share record save", "share record copy", "share picture draw"}
    assert sharing == rest | {f"share {what}" for what in texts} | {f"share {what} copy" for what in texts}
    alone = changed(opened, edition=Edition(shares=False))
    sharing = {command for command in buttons(shown(alone)) if command.startswith("share ")}
    assert sharing == rest | {f"share {what} copy" for what in texts}


def test_page_does_not_claim_a_file_was_saved() -> None:
    """The page doesn't claim to have saved a file, because browsers don't tell, and shows the record to copy."""
    asked = updated(sheet("A"), m.Shared("record", "asked"))
    [field] = with_class(shown(asked), "by-hand")
    assert text_of(field) == f"{game_of(ended('A')).record}\n"
    for visit in (asked, updated(sheet("A"), m.Shared("picture", "asked"))):
        [status] = with_class(shown(visit), "told")
        assert "should save" in text_of(status)
        assert "saved" not in text_of(status)


def test_picture_gets_only_supported_buttons() -> None:
    """The picture gets only buttons that the browser supports, and a note if it is SVG. Another picture replaces it."""
    drawing = updated(sheet("A"), m.Share("picture", "draw"))
    assert "one moment" in said(drawing, "picture")
    for form, ways, told in (("png", "share,copy,save", "press and hold"), ("svg", "save", "SVG")):
        drawn = updated(drawing, m.PictureDrawn("blob:x", form, ways))
        assert [part.attributes["src"] for part in walk(shown(drawn)) if part.tag == "img"] == ["blob:x"]
        offered = {command.split()[-1] for command in buttons(shown(drawn)) if command.startswith("share picture")}
        assert {*ways.split(",")} == {way if way != "picture" else "share" for way in offered} - {"draw"}
        assert told in said(drawn, "picture")
        assert "one moment" not in said(drawn, "picture")
        assert not [part for part in walk(shown(updated(drawn, m.Share("picture", "draw")))) if part.tag == "img"]


# ------------------------------------------------------------------- the picture

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


def texts_of(drawing: str) -> list[str]:
    """Return all texts of a drawing."""
    return [part.text or "" for part in ET.fromstring(drawing).iter(f"{SVG}text")]  # noqa: S314 - our own text


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("name", ["A", "trio"])
def test_the_picture_has_the_address(name: str, address: str) -> None:
    """The picture shows the whole address, as people would type it, on two lines if it is long."""
    out = handed(changed(sheet(name), address=address), "picture", "draw")
    assert isinstance(out, Picture)
    lines = ADDRESSES[address]
    found = [part for part in ET.fromstring(out.drawing).iter(f"{SVG}text") if part.text in lines]  # noqa: S314 - our own
    assert [part.text for part in found] == lines[::-1]
    for part in found:
        assert int(part.get("font-size", 0)) * len(part.text or "") / 2 <= PICTURE_WIDTH
        assert int(part.get("font-size", 0)) >= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_has_the_date(language: str) -> None:
    """The picture names the day on which the game ended in the player's language, unless it was a daily game."""
    words = Words(catalog(language))
    game = replace(game_of(ended("A")), key="mine")
    opened = changed(sheet("A", key="mine"), language=language)
    ended_on = date(2026, 3, 1)
    time = (ended_on - EPOCH) // timedelta(milliseconds=1) + 80_000_000
    noted = replace(game, notes=(f"{SUMMARY}:{summary_of(game)}",))
    library = ((f"cartographers.finished.{time}.mine", write_save(noted, 0)),)
    for visit, day in (
        (changed(opened, library=library), words.day(ended_on)),
        (updated(changed(opened, library=library), m.Go("sheet", library[0][0])), words.day(ended_on)),
        (changed(opened, library=()), ""),
        (changed(opened, library=None), ""),
    ):
        out = visit.screen.outgoing(words, visit, "picture")
        assert isinstance(out, Picture)
        [foot] = [text for text in texts_of(out.drawing) if words("share.foot") in text]
        assert foot == (f"{day} · " if day else "") + words("share.foot")


def test_picture_of_daily_game_names_its_day_once() -> None:
    """The picture of a daily game names its day exactly once."""
    day = date(2026, 11, 20)
    *_, (_, final) = playing(begun(daily(day)))
    opened = updated(changed(final, address=ADDRESS), m.Go("sheet"))
    out = handed(opened, "picture", "draw")
    assert isinstance(out, Picture)
    assert sum(WORDS.day(day) in text for text in texts_of(out.drawing)) == 1


def symbols() -> set[str]:
    """Return the names of all symbols on the page."""
    looks = Path(__file__).parents[2] / "web/looks"
    return {
        part for path in looks.rglob("*.svg") for part in path.read_text("utf-8").replace('id="', "\0").split("\0")[1:]
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_has_the_names_and_the_stars(name: str) -> None:
    """The picture is standalone XML with the names and the stars, as wide as messaging apps show pictures."""
    out = handed(sheet(name), "picture")
    assert isinstance(out, Picture)
    root = ET.fromstring(out.drawing)  # noqa: S314 - our own text
    assert (root.tag, root.get("width")) == (f"{SVG}svg", str(PICTURE_WIDTH))
    texts = [part.text for part in root.iter(f"{SVG}text")]
    game = game_of(ended(name))
    end = game.state.events[-1]
    assert isinstance(end, GameEnd)
    if game.is_solo:
        assert {WORDS(f"name.{card.id}") for card in game.state.deal.edicts} <= set(texts)
        assert WORDS.plural("reckoning.total", end.totals[0]) in texts
    else:
        assert {str(total).replace("-", "\N{MINUS SIGN}") for total in end.totals} <= set(texts)
    known = {text.partition('"')[0] for text in symbols()}
    used = {str(part.get("href")).removeprefix("#") for part in root.iter(f"{SVG}use")}
    assert used <= known


def test_longest_names_fit_into_the_picture() -> None:
    """The longest possible names get smaller letters to fit into the picture."""
    game = game_of(ended("trio"))
    long = tuple(replace(who, name="W" * 24) for who in game.cartographers)
    end = game.state.events[-1]
    assert isinstance(end, GameEnd)
    root = ET.fromstring(picture(WORDS, replace(game, cartographers=long), end, ADDRESS, TODAY))  # noqa: S314 - our own text
    sizes = [
        int(part.get("font-size", 0)) * len(part.text or "")
        for part in root.iter(f"{SVG}text")
        if "W" in (part.text or "")
    ]
    assert max(sizes) <= 2 * PICTURE_WIDTH
