"""Tests of links: the games and rooms that addresses ask for, and the page's answers."""

from dataclasses import replace
from datetime import date
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.invitation import Invitation
from app.arrival.link import MAX_LENGTH, NO_LINK, Link, challenge_query, link_of, map_query, without_challenge
from app.drawing.element import text_of, walk
from app.game.custom_maps import typed_name
from app.game.daily import daily
from app.game.rival import rival_of
from app.game.shelf import read_save, shelf_of
from app.screens.play.scenes.end import EndScene
from app.screens.play.screen import Playing
from app.screens.watch.screen import Watching
from app.visit import Dialog, Visit
from cartographers import Box, InvalidRecord, pure_game, read_game_id, read_record
from cartographers.packed import pack
from support import playing as p
from support.gallery import MAP_LIKE_B
from support.messengers import CHANGES
from support.refusals import refused, said
from support.saved_files import random_game
from support.visits import arrive, changed, updated

TODAY = date(2026, 11, 24)
DAILY = "c1-a-1p-eh1q9-daily20261124"
KEPT = f"c1-b-1p-{p.SEED}"
KEPT_OF_A = f"c1-a-1p-{p.SEED}"
PLAYED = next(p.game_of(visit) for _, visit in p.GAMES["A"] if p.game_of(visit).plies and not p.scene_of(visit)).record
SAVE = f"v2 {KEPT} by:,, end"
OVER = p.FINALS["A"].memory.shelf.text
BEATEN = p.game_of(p.FINALS["A"]).record
PACKED, PACKED_BEATEN = (pack(read_record(record)) for record in (PLAYED, BEATEN))
ON_CUSTOM_MAP = f"c1-{MAP_LIKE_B.lower()}-1p-{p.SEED}"
RIVAL = rival_of(BEATEN, "Zoë & Al")
OVER_ON_CUSTOM_MAP = random_game(read_game_id(ON_CUSTOM_MAP)).record


def opened(query: str, save: str = "") -> Visit:
    """Return the visit of a page that was opened by a link."""
    return arrive(p.CHANCE, shelf_of(save), link=link_of(query, TODAY), day=TODAY)


def doors(visit: Visit) -> list[str]:
    """Return the commands of the large buttons, in order."""
    page = walk(p.shown(visit))
    return [part.attributes["data-do"] for part in page if part.attributes.get("class", "").startswith("confirm")]


def errors_of(visit: Visit) -> str:
    """Return the page's error notices, with plain apostrophes."""
    found = [text_of(part) for part in walk(p.shown(visit)) if part.attributes.get("role") == "alert"]
    return " ".join(found).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", NO_LINK),
        ("?utm_source=blog&identity=c1", NO_LINK),
        ("?embed", Link(embedded=True)),
        ("?embed=1&x", Link(embedded=True)),
        ("?daily", Link(daily(TODAY), DAILY)),
        ("?embed&daily=yes", Link(read_game_id(DAILY), DAILY, embedded=True)),
        ("?id=C1-C-1P-K3X9Q2", Link(read_game_id("c1-c-1p-k3x9q2"), "c1-c-1p-k3x9q2")),
        ("?fbclid=1&id=c1-c-hhhyh-2p-x&embed", Link(read_game_id("c1-c-hhhyh-2p-x"), "c1-c-hhhyh-2p-x", embedded=True)),
        (f"?record={PLAYED}", Link(read_game_id(PLAYED.partition(".")[0]), PLAYED)),
        (f"?id={PLAYED}", Link(read_game_id(PLAYED.partition(".")[0]), KEPT_OF_A)),
        (f"?beat={BEATEN}", Link(RIVAL.id, str(RIVAL.id), rival_of(BEATEN, ""))),
        (f"?by=Zo%C3%AB%20%26%20Al&beat={BEATEN}", Link(RIVAL.id, str(RIVAL.id), RIVAL)),
    ],
)
def test_link_to_an_id_a_day_or_a_record(query: str, expected: Link) -> None:
    """A link asks for a game by its id, by the day, or by its record; unknown words are ignored."""
    assert link_of(query, TODAY) == expected


GAME, REPLAY, CHALLENGE = (f"This link to a {what} is damaged" for what in ("game", "replay", "challenge"))
_TWO = "This link leads to more than one game."


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("?id=", GAME),
        ("?id=c1-e-1p-x", GAME),
        ("?record=x.fZ9", REPLAY),
        (f"?record={PACKED[:-1]}", REPLAY),
        (f"?id={KEPT}&record={KEPT}", _TWO),
        ("?beat=", CHALLENGE),
        (f"?beat={PACKED_BEATEN[:-4]}", CHALLENGE),
        (f"?beat={PACKED}x", CHALLENGE),
        (f"?embed&daily&id={KEPT}", _TWO),
        (f"?embed&record={PLAYED}.fZ9", "The end of this link to a replay is missing or damaged."),
        ("?id=c2-a-1p-x", "This link to a game is from another version of this page. Reload the page"),
        ("?record=c2-a-1p-x.fA1", "This link to a replay is from another version of this page."),
        ("#room=me", "This link to a room is damaged"),
        ("#room", "This link to a room is damaged"),
    ],
)
def test_damaged_links(query: str, why: str) -> None:
    """A damaged link has no game; the page names the link's kind and offers its other doors."""
    link = link_of(query, TODAY)
    assert said(link.error).startswith(why)
    assert (link.id, link.record, link.embedded, link.room) == (None, "", "embed" in query, None)
    visit = opened(query, SAVE)
    assert why in errors_of(visit)
    assert "ply" not in errors_of(visit)
    assert link.embedded or {"continue", "begin daily", "go set-up"} <= {*doors(visit)}
    messages: list[m.Message] = [m.Begin("link"), m.Begin("link", sure=True), *[m.Enter()] * link.embedded]
    assert all(updated(visit, message) == visit for message in messages)


@pytest.mark.parametrize(
    ("query", "record"),
    [
        (f"?record={PLAYED}.wA1", PLAYED),
        (f"?record={PLAYED[:-1]}", KEPT_OF_A),
        ("?record=c1-a-1p-x.fZ9", "c1-a-1p-x"),
        (f"?record={BEATEN[:-3]}", BEATEN.rpartition(".")[0]),
        (f"?beat={BEATEN[:-3]}", KEPT_OF_A),
        (f"?beat={PLAYED}", KEPT_OF_A),
        (f"?beat={p.game_of(p.FINALS['trio']).record}", str(p.TRIO)),
    ],
)
def test_the_readable_part_of_a_damaged_link(query: str, record: str) -> None:
    """A damaged link leads to its readable part, and a challenge for several to their game, as the page says."""
    link = link_of(query, TODAY)
    assert (str(link.id), link.record, link.rival) == (record.partition(".")[0], record, None)
    if record == str(p.TRIO):
        why = "This link leads to a challenge, but only solo games can be challenges. You can still open the game."
        assert said(link.error) == why
    else:
        assert "is missing or damaged. You can still open the rest." in said(link.error)
    visit = opened(query)
    assert said(link.error) in errors_of(visit)
    assert doors(visit)[0] == "begin link"
    screen = updated(visit, m.Begin("link")).screen
    assert isinstance(screen, Watching if "." in record else Playing)
    assert (screen.whole_game if isinstance(screen, Watching) else screen.game).record == record


#: Links of each kind without an address, each with its meaning.
WORD = f"{'w-_' * 7}w.{'0a' * 32}"
BY_HAND = Invitation(WORD, f".{PACKED_BEATEN[1:]}")
KINDS = {
    query: link_of(query, TODAY)
    for query in (
        *("?daily", f"?id={KEPT}", f"?record={PLAYED}", f"?record={PACKED}"),
        *(f"?{challenge_query(RIVAL)}", f"?beat={BEATEN}&by=Al", f"?lang=es&id={KEPT}", f"?id={KEPT}&embed&lang=ko"),
        f"?{map_query('Bahía de la Niebla')}id={ON_CUSTOM_MAP}",
        f"?lang=ko&{map_query('안개 만.')}record={pack(read_record(OVER_ON_CUSTOM_MAP))}",
        f"?{map_query('Fog')}{challenge_query(rival_of(OVER_ON_CUSTOM_MAP, ''))}",
        *(f"#room={WORD}", f"?lang=it#room={WORD}~abc-_9", str(BY_HAND)),
    )
}


@pytest.mark.parametrize("query", KINDS)
def test_altered_links_still_work(query: str) -> None:
    """Links work after all changes that people and messaging apps make to them, even in lines of 76 characters."""
    for change, altered in CHANGES.items():
        assert link_of(altered(query), TODAY) == KINDS[query], change
    for between in ("\n", "\r\n", " ", "%0A", "\n  > ") if len(query) > 76 and "~" not in query else ():
        is_kept = "lang=it" not in query and not (query.startswith("#") and ">" in between)
        broken = (between if is_kept else "\n").join(query[place : place + 76] for place in range(0, len(query), 76))
        assert link_of(broken, TODAY) == KINDS[query]
        assert link_of(f"{broken}\nand a line that is none of it", TODAY) == KINDS[query]


def test_korean_particles_may_follow_a_link() -> None:
    """Korean particles may follow a link without a space; no link is found after a very long text."""
    for query in (f"?id={KEPT}", f"?record={PACKED}", f"#room={WORD}", str(BY_HAND)):
        for particles in ("에서 만나요", quote("에서")):
            assert link_of(f"{query}{particles}", TODAY) == KINDS[query]
    assert link_of(f"?beat={BEATEN}&by={quote('김철수')}", TODAY).rival == rival_of(BEATEN, "김철수")
    linked = "?id=c1-a-1p-linked"
    for length, is_found in ((MAX_LENGTH - len(linked), True), (MAX_LENGTH, False)):
        assert (link_of(" " * length + linked, TODAY).id is not None) == is_found


@given(st.text(), st.sampled_from([*KINDS]), st.integers(0, 99), st.integers(0, 9))
def test_the_page_opens_with_any_address(text: str, query: str, place: int, cut: int) -> None:
    """The page opens with any text as its address."""
    for wrong in (text, f"?{text}", query[:place] + text + query[place + cut :], query[: -cut or None]):
        link = link_of(wrong, TODAY)
        assert (link.id is None) == (link.record == "")
        assert said(link.error) != "" or link.error is None


def test_full_page_link_leads_to_the_same_game() -> None:
    """The full page's link leads to the same game on any day; the page saves one game, and each embed its own."""
    pages = {"": "./", "?daily": f"./?id={DAILY}", f"?record={PLAYED}": f"./?record={PLAYED}"}
    for query, page in pages.items():
        link = link_of(query, TODAY)
        assert link.page == page
        assert link_of(link.page.removeprefix("./"), date(2027, 1, 1)) == link
    for query in (*pages, f"?id={KEPT}"):
        assert link_of(query, TODAY).save_suffix == ""
    embeds = {"": "", "&daily": DAILY, f"&id={KEPT}": KEPT, f"&record={PLAYED}": PLAYED}
    for query, suffix in embeds.items():
        assert link_of(f"?embed{query}", TODAY).save_suffix == f"?{suffix}"


@pytest.mark.parametrize(
    ("query", "save", "expected"),
    [
        ("?id=c1-d-2p-x", "", ["begin link", "go lesson", "begin daily", "go set-up"]),
        ("?id=c1-d-2p-x", OVER, ["begin link", "begin daily", "go set-up", "continue"]),
        ("?id=c1-d-2p-x", SAVE, ["begin link", "continue", "begin daily", "go set-up"]),
        ("?daily", "", ["begin daily", "go lesson", "go set-up"]),
        ("?daily", SAVE, ["begin daily", "continue", "go set-up"]),
        (f"?id={DAILY}", OVER, ["begin daily", "go set-up", "continue"]),
    ],
)
def test_door_of_a_link_comes_first(query: str, save: str, expected: list[str]) -> None:
    """The door of a link comes first, begins the game if pressed, and asks before replacing an unreadable game."""
    visit = opened(query, save)
    assert doors(visit) == expected
    for which in ("link", *["daily"] * (expected[0] == "begin daily")):
        assert p.game_of(updated(visit, m.Begin(which))).id == visit.page.link.id
        asked = updated(opened(query, "nonsense"), m.Begin(which))
        assert asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin(which, sure=True))
    assert visit.memory.shelf.text == save
    assert "continue" not in expected or updated(visit, m.Continue()).memory.shelf.text == save


@pytest.mark.parametrize("query", [f"?record={PLAYED}", f"?embed&record={PLAYED}"])
def test_link_to_a_record_shows_a_replay(query: str) -> None:
    """A link to a record shows a replay, from whose end the player can continue; the saved game stays."""
    visit = opened(query, SAVE)
    watched = updated(visit, m.Begin("link"))
    replay = watched.screen
    assert isinstance(replay, Watching)
    assert (replay.played, replay.place, watched.memory.shelf.text) == (read_record(PLAYED), 0, SAVE)
    assert updated(watched, m.Back()) == visit
    on = p.after(watched, m.Seek(replay.last), m.TakeOver())
    assert (p.game_of(on).record, on.page.link) == (PLAYED, visit.page.link)


def test_embed_starts_given_random_or_saved_game() -> None:
    """An embed shows a map, a link, and a note, and starts its game, a random base game, or its saved game."""
    given, free, saved, over = (
        updated(opened(f"?embed{query}", save), m.Enter())
        for query, save in (("&id=c1-d-2p-x", ""), ("", ""), ("", f"v2 {PLAYED} end"), ("", OVER))
    )
    assert p.game_of(given).record == "c1-d-2p-x"
    assert p.game_of(free).id == pure_game(opened("?embed").setup.seed, Box.BASE)
    assert p.game_of(saved).record == PLAYED
    assert isinstance(p.scene_of(over), EndScene)
    page = p.shown(opened("?embed&id=c1-c-1p-x"))
    assert [part.attributes["href"] for part in walk(page) if part.tag == "a"] == ["./?id=c1-c-1p-x"]
    assert p.WORDS("side.C") in text_of(page)
    assert p.WORDS("app.unofficial") in text_of(page)


@pytest.mark.parametrize(("query", "begins"), [("?embed&daily", "link"), ("?embed", "set-up")])
def test_embed_continues_or_restarts_its_game(query: str, begins: str) -> None:
    """The embed screen continues a game, restarts a finished one, and asks before it replaces an unreadable one."""
    playing, over = (p.after(opened(query, save), m.Enter(), m.Go("start")) for save in ("", OVER))
    assert doors(playing) == ["enter"]
    assert p.game_of(updated(playing, m.Enter())).plies == ()
    assert doors(over) == [f"begin {begins}", "continue"]
    again = p.game_of(updated(over, m.Begin(begins))).id
    assert str(again) == (DAILY if begins == "link" else f"c1-a-1p-{over.setup.seed}")
    visit, sure = opened(query, "nonsense"), m.Begin(begins, sure=True)
    assert "The saved game can't be read" in errors_of(visit)
    asked = updated(visit, m.Enter())
    assert (asked.dialog, asked.memory.shelf) == (Dialog(m.Panel.REPLACE, then=sure), visit.memory.shelf)
    assert not isinstance(asked.screen, Playing)
    assert doors(asked) == ["enter", "close"]
    assert f"begin {begins} sure" in p.buttons(p.shown(asked))
    assert p.game_of(updated(asked, sure)).plies == ()


@pytest.mark.parametrize(("copy", "expected"), [(SAVE, ["enter"]), (OVER, ["begin set-up", "continue"])])
def test_embed_continues_unreadable_game_from_copy(copy: str, expected: list[str]) -> None:
    """An embed with an unreadable game continues from its copy, and overwrites nothing before the next ply."""
    visit = arrive(p.CHANCE, shelf_of("nonsense", copy), link=link_of("?embed", TODAY), day=TODAY)
    assert "Your game continues from the previous save" in errors_of(visit)
    assert doors(visit) == expected
    for message in (m.Enter(), m.Continue()):
        entered = updated(visit, message)
        assert p.game_of(entered).record == read_save(copy).game.record
        assert entered.memory.shelf.device_text == entered.memory.shelf.text == "nonsense"
    asked = updated(visit, m.Begin("set-up"))
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=m.Begin("set-up", sure=True))


@given(st.text())
@example("&id=c1-a-1p-x")
@example("?daily")
@example("Q#room=me")
@example("%26amp;beat=x")
@example("Fog Bay.")
@example("\u202eyaB goF\u2066")
@example("<b>50%</b>")
@example("안개 만 \U0001f3f0")
def test_any_name_of_a_map_travels_in_its_link(text: str) -> None:
    """Any name that a player can give to a map travels in each kind of link to it, and changes nothing else."""
    name = typed_name(text)
    challenge = challenge_query(rival_of(OVER_ON_CUSTOM_MAP, name))
    for query in (f"id={ON_CUSTOM_MAP}", f"record={OVER_ON_CUSTOM_MAP}", challenge):
        link, plain = link_of(f"?{map_query(name)}{query}", TODAY), link_of(f"?{query}", TODAY)
        assert replace(link, map_name="") == plain
        assert link.id
        assert not link.error
        assert link.map_name == name or "%" in name
        assert link_of(link.page, TODAY) == link or "%" in name


@given(st.text())
def test_any_text_for_a_name_leaves_the_map(text: str) -> None:
    """A name that a stranger wrote into a link is cleaned, and the map stays."""
    for query in (f"?map={quote(text, safe='')}&utm_source=x", f"?map={text}"):
        link = link_of(f"{query}&id={ON_CUSTOM_MAP}", TODAY)
        assert link.map_name == typed_name(link.map_name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Fog+Bay", "Fog Bay"),
        ("Fog Bay", "Fog Bay"),
        ("Fog%2520Bay", "Fog Bay"),
        ("  Fog\nBay ", "Fog Bay"),
        ("Bah%C3%AD\na%20de%20Niebla", "Bahía de Niebla"),
        ("%E2%80%AEyaB%E2%80%AC%00%0A", "yaB"),
        ("%3Cscript%3E", "<script>"),
        ("<script>alert(1)</script>", "script alert(1) /script"),
        ("W" * 5000, "W" * 24),
        ("%20%E2%80%8B%20", ""),
        ("", ""),
    ],
)
def test_written_names_are_cleaned(written: str, name: str) -> None:
    """A map's name that apps or strangers have altered is cleaned and cut, and only custom maps have names."""
    link = link_of(f"?map={written}&id={ON_CUSTOM_MAP}", TODAY)
    assert (link.map_name, str(link.id), link.error) == (name, ON_CUSTOM_MAP, None)
    for query in ("", f"id={KEPT}", "daily", f"#room={WORD}"):
        assert link_of(f"?map={written}&{query}", TODAY) == link_of(f"?{query}", TODAY)


@pytest.mark.parametrize(
    ("query", "left"),
    [
        (f"?{challenge_query(RIVAL)}", ""),
        (f"?lang=es&{map_query('Bay')}{challenge_query(RIVAL)}", "?lang=es"),
        (f"?by=Al&beat={BEATEN}", ""),
        (f"?lang=es&beat={BEATEN}&by=Al", "?lang=es"),
        (f"?beat={BEATEN}&by=Al&lang=es&utm_source=x", "?lang=es&utm_source=x"),
        (f"?Beat={BEATEN}#room={WORD}", f"#room={WORD}"),
        (f"?id={KEPT}", f"?id={KEPT}"),
        ("", ""),
    ],
)
def test_address_without_an_answered_challenge(query: str, left: str) -> None:
    """An answered challenge can be removed from an address; everything else stays."""
    page = "https://example.org/beat&by/"
    assert without_challenge(page + query) == page + left
    assert link_of(left, TODAY).rival is None


def test_challenge_names_rival_and_stars_to_beat() -> None:
    """A challenge names the rival and the stars to beat, even after a reload or a new game with the same deal."""
    for rival in (rival_of(BEATEN, ""), RIVAL):
        link = link_of(f"?{challenge_query(rival)}", TODAY)
        assert (link.rival, link.page) == (rival, f"./?{challenge_query(rival)}")
    visit = opened(f"?{challenge_query(RIVAL)}")
    assert doors(visit)[0] == "begin link"
    assert f"Zoë & Al's {RIVAL.stars} stars" in text_of(p.shown(visit))
    begun = p.choosing(updated(visit, m.Begin("link")))
    game = p.game_of(begun)
    assert (game.id, game.rival, game.plies) == (RIVAL.id, RIVAL, ())
    assert f"To beat: Zoë & Al's {RIVAL.stars} stars" in text_of(p.shown(begun))
    assert p.game_of(updated(arrive(p.CHANCE, shelf_of(begun.memory.shelf.text)), m.Continue())).rival == RIVAL
    *_, over = p.drawn_out(begun)
    assert p.game_of(updated(changed(over, link=NO_LINK), m.PlayAgain())).rival == RIVAL
    assert p.game_of(updated(replace(over, setup=replace(over.setup, seed="else")), m.Begin("set-up"))).rival is None
    text = p.choosing(updated(opened("?id=c1-b-1p-x"), m.Begin("link"))).memory.shelf.text
    with refused(InvalidRecord, match="the game to beat is c1-a-1p-"):
        read_save(text.replace(" end", f" beat:{RIVAL} end"))


def test_daily_game_can_be_a_challenge() -> None:
    """A challenge may be the daily game, which then counts, and is compared at once if it was already played."""
    start = opened("?daily")
    *_, over = p.drawn_out(p.choosing(updated(start, m.Begin("daily"))))
    rival = rival_of(p.game_of(over).record, "Al")
    link = link_of(f"?{challenge_query(rival)}", TODAY)
    first = updated(changed(start, link=link), m.Begin("link"))
    assert p.game_of(first).rival == rival
    assert first.memory.days.runs[TODAY].game == p.game_of(first).key
    again = arrive(p.CHANCE, over.memory.shelf, link=link, day=TODAY, days=over.memory.days)
    assert {"begin link", "begin daily"} <= {*doors(again)}
    compared = p.game_of(updated(again, m.Begin("link")))
    assert (compared.key, compared.rival) == (p.game_of(over).key, rival)
