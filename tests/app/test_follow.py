"""Tests of the field for a link: the link in a pasted text, and its destination."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import NO_LINK, challenge_query, link_of
from app.drawing.element import Element, text_of, walk
from app.game.rival import rival_of
from app.game.shelf import shelf_of
from app.room.screen import Lobby
from app.screens.follow.screen import LinkField, link_in
from app.screens.start.screen import Start
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.packed import pack
from cartographers.record import read_record
from support import playing as p
from support.together import joined
from support.visits import arrive, changed, updated

TODAY = date(2026, 11, 24)
ADDRESS = "https://somebody.example/cartographers/"
KEPT = f"c1-b-1p-{p.SEED}"
RECORD = p.game_of(p.GAMES["A"][-1][1]).record
PACKED = pack(read_record(RECORD))
BEAT = challenge_query(rival_of(RECORD, "Zoë"))
WORD = f"{'w-_' * 7}w.{'0a' * 32}"
HOME = arrive(p.CHANCE, day=TODAY)
FIELD = updated(HOME, m.Go("follow"))


def error_of(visit: Visit) -> str:
    """Return the page's error notice."""
    found = " ".join(text_of(part) for part in walk(p.shown(visit)) if part.attributes.get("role") == "alert")
    return found.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def followed(text: str, field: Visit = FIELD) -> Visit:
    """Return the visit after a text was pasted into the field and opened."""
    return p.after(field, m.TypeText("link", text), m.FollowLink())


@pytest.mark.parametrize(
    "query", [f"?id={KEPT}", "?daily", f"?record={PACKED}", f"?record={RECORD}", f"?{BEAT}", f"#room={WORD}"]
)
@pytest.mark.parametrize(
    "message",
    [
        *("{}", "<{}>", "({}).", "Look at this!\n{}\nHave fun", "> {}\n\n-- \nSent from my phone?"),
        *("[24/11/26, 09:12] Zoë: {} \U0001f600", "Cartographers: Heroes, map C\n\u2b50 42 stars\n\u2b1c\u2b1c\n{}"),
        "See https://other.example/?x=1#y first, then {} and https://last.example/.",
    ],
)
def test_a_link_is_found_in_a_message(query: str, message: str) -> None:
    """A link is found in a message with its sender and with other links."""
    for link in (ADDRESS + query, f"www.somebody.example/cartographers/es/{query}", query):
        assert link_in(message.format(link), TODAY) == link_of(query, TODAY)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        *((text, f"?id={KEPT}") for text in (KEPT, KEPT.upper(), f"The id is {KEPT}.")),
        *((text, f"?record={RECORD}") for text in (f"{RECORD}\r\n", f"\ufeff{RECORD}")),
        *((f"Play *{PACKED}*, friends", f"?record={PACKED}"), (f"room {WORD}!", f"#room={WORD}")),
        (f"{ADDRESS}?id= {ADDRESS}?id={KEPT}", f"?id={KEPT}"),
        (f"{ADDRESS}?id={KEPT} or {ADDRESS}?daily", f"?id={KEPT}"),
    ],
)
def test_ids_records_and_words_are_found(text: str, query: str) -> None:
    """Game ids, records, packed records, and words of rooms are found, and of several links the first complete one."""
    assert link_in(text, TODAY) == link_of(query, TODAY)


@pytest.mark.parametrize(
    "text", ["", "  \n", "cartographers are abcdefghijklm", ADDRESS, "https://x.example/?q=id", "c1", "room"]
)
def test_a_text_without_a_link(text: str) -> None:
    """Without a link, the page says so in place of the explanation, so no button moves, keeps the text, and stays."""
    assert link_in(text, TODAY) == NO_LINK
    visit = followed(text)
    assert error_of(visit) == "There's no game link in this text. Copy the whole message and paste it again."
    assert isinstance(visit.screen, LinkField)
    assert visit.screen.text == text
    assert error_of(updated(FIELD, m.FollowLink(f"\x00\x01{text}"))) == error_of(visit)
    assert not error_of(updated(visit, m.TypeText("link", "x")))
    error, plain = (p.with_class(p.shown(each), "part") for each in (visit, FIELD))
    tags = [[part.tag for part in section.children if isinstance(part, Element)] for section in (*error, *plain)]
    assert len(tags) == 2
    assert tags[0] == tags[1]


def test_link_destinations() -> None:
    """A link leads to the door of its game or room, or to its replay; damage is explained where it was pasted."""
    game, beat, replay, room, daily = (
        followed(f"{ADDRESS}{query}")
        for query in (f"?id={KEPT}", f"?{BEAT}", f"?record={PACKED}", f"#room={WORD}", "?daily&embed")
    )
    assert "begin link" in p.buttons(p.shown(game))
    assert str(p.game_of(updated(game, m.Begin("link"))).id) == KEPT
    assert "Zoë's" in text_of(p.shown(beat)).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for opened in (replay, updated(FIELD, m.FollowLink(f"{RECORD}\n"))):  # the second one from a file
        assert isinstance(opened.screen, Watching)
        assert opened.screen.whole_game.record == RECORD
    assert isinstance(room.screen, Lobby)
    assert room.screen.word == WORD
    for visit in (game, updated(replay, m.Back()), updated(room, m.Back()), daily):
        assert isinstance(visit.screen, Start)
    assert not daily.page.link.embedded
    damaged = {"replay": f"{ADDRESS}?record={PACKED[:-3]}", "game": "c1-q-1p-x", "room": f"{ADDRESS}#room=x"}
    for what, text in damaged.items():
        visit = followed(text)
        assert error_of(visit).startswith(f"This link to a {what} is damaged or incomplete.")
        assert visit.page.link == NO_LINK


def test_pasted_link_keeps_the_saved_games() -> None:
    """A pasted link doesn't replace the saved game; a challenge names the leader if its game was played here before."""
    field = changed(FIELD, library=p.kept_games())
    assert field.needs.library
    visit = followed(f"{ADDRESS}?{BEAT}", field)
    assert visit.page.link.best_stars == rival_of(RECORD, "Zoë").stars
    assert "Zoë is tied with you." in text_of(p.shown(visit))
    kept = updated(arrive(p.CHANCE, shelf_of(f"v2 {KEPT} by:,, end"), day=TODAY), m.Go("follow"))
    beside = followed("?id=c1-d-2p-x", kept)
    assert beside.memory.shelf == kept.memory.shelf
    assert {"begin link", "continue"} <= {*p.buttons(p.shown(beside))}


def test_enter_opens_the_link_and_escape_returns() -> None:
    """Enter opens the link, and Escape returns; a link to this device's own room leads back there."""
    assert isinstance(FIELD.screen, LinkField)
    assert FIELD.screen.controls(FIELD).fields.get("link") == m.FollowLink()
    assert FIELD.message_of("Escape") == m.Back()
    assert updated(FIELD, m.Back()).screen == HOME.screen
    assert p.WORDS("follow") in text_of(p.shown(HOME))
    ada, _ = joined(p.GAMES["A"][0][1].setup.game_id(), ("Ada",), ("Ben",))
    link = f"{ADDRESS}#room={ada.room.word}"
    ada.send(m.Go("start"), m.Go("follow"), m.TypeText("link", link), m.FollowLink())
    assert isinstance(ada.visit.screen, Start)
    assert f"go room {ada.room.word}" in ada.commands


@given(st.text(max_size=300), st.sampled_from(["", f"?id={KEPT}", RECORD, PACKED, WORD]), st.text(max_size=100))
def test_no_pasted_text_breaks_the_page(before: str, link: str, behind: str) -> None:
    """No pasted text breaks the page."""
    assert p.shown(followed(before + link + behind))
