"""Games of another rules version stay saved and marked, count with their recorded results, and are never dealt."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app import messages as m
from app.arrival.invitation import MESSAGE_PREFIX, Invitation
from app.arrival.link import link_of
from app.drawing.element import text_of
from app.game.daily import DailyRun, daily
from app.game.library import SavedDeal, Texts, UnplayableReason, read_entry, readable_entries
from app.game.rival import rival_of
from app.game.shelf import DEALT, GameSetAside, read_save, shelf_of, write_save
from app.saved_names import FINISHED, GAME_PLACE, OPEN
from app.saves.games import SaveGame, SaveOtherGame
from app.screens.history.importing import FILE_HEADER
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.screens.statistics.screen import counted_entries
from app.visit import Visit
from cartographers import InvalidRecord, game_id, read_record
from cartographers.bots import BOTS_VERSION
from cartographers.game_id import RULES_VERSION, UnsupportedRules, read_game_id, read_with_our_rules
from cartographers.packed import pack, read_any, unpack
from rooms import by_hand
from rooms.message import protocol_of
from support import playing as p
from support.refusals import refused
from support.saved_files import WON, file_of, imported
from support.tabs import Storage, Tab
from support.together import begun_together, joined, messages
from support.visits import arrive, changed, effects_of, updated

#: The rules of the games here, and the versions after and before them.
NOW = RULES_VERSION
NEWER, OLDER = (f"c{int(NOW[1:]) + step}" for step in (1, -1))
#: The games that a device has saved under the current rules.
KEPT = p.kept_games()
OURS = {entry.name: entry for entry in readable_entries(KEPT)}
UNFINISHED = write_save(replace(p.game_of(p.GAMES["A"][20][1]), key="now"), 0)
OVER = write_save(replace(WON, key="over"), 0)
PACKED = pack(read_record(f"{NOW}-a-1p-k3x9q2"))
HOME = arrive(p.CHANCE)
TODAY = HOME.page.clock.day


@pytest.fixture(params=[NEWER, OLDER])
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the page's rules to a version newer than the games above, or older, as after a rollback."""
    for cache in (readable_entries, read_entry, rival_of):
        cache.cache_clear()
    monkeypatch.setattr(game_id, "RULES_VERSION", request.param)
    yield request.param
    for cache in (readable_entries, read_entry, rival_of):
        cache.cache_clear()


def history(library: Texts = KEPT) -> Visit:
    """Return the history of a device."""
    return p.after(HOME, m.Go("history"), m.LibraryRead(library))


def said_on(visit: Visit) -> str:
    """Return the text on the page."""
    return text_of(p.shown(visit))


def test_every_game_keeps_its_data_and_rules(rules: str) -> None:
    """Every game stays with its map, players, stars, day, and rules, and counts in the statistics as recorded."""
    why = UnplayableReason.OLDER if rules == NEWER else UnplayableReason.NEWER
    found = readable_entries(KEPT)
    assert [entry.name for entry in found] == [*OURS]
    for entry, before in zip(found, OURS.values(), strict=True):
        assert (entry.unplayable, entry.rules, entry.deal.id) == (why, NOW, None)
        deal = entry.deal._replace(id=before.deal.id)
        assert entry._replace(unplayable=None, deal=deal) == before
        assert (entry.rating, entry.stars, entry.by_edict) == (before.rating, before.stars, before.by_edict)
    assert len(p.with_class(p.shown(history()), "kept-entry")) == len(KEPT)
    assert said_on(history()).count(f"rules {NOW}" if rules == NEWER else "newer version") == len(KEPT)
    heroes = updated(history(), "set-filter cards heroes")
    assert 0 < len(p.with_class(p.shown(heroes), "kept-entry")) < len(KEPT)
    counted = counted_entries(KEPT)
    assert [entry.rating for entry in counted] == [OURS[entry.name].rating for entry in counted] != []


def test_game_of_other_rules_offers_only_working_actions(rules: str) -> None:
    """A game of other rules offers only actions that still work: its recorded sheet, deleting, and restoring."""
    visit = history()
    assert visit.memory.library == KEPT
    for name, entry in OURS.items():
        closer = updated(visit, m.ShowDetails(name))
        offered = {*p.buttons(p.shown(closer))}
        assert not {one for one in offered if one.startswith(("replay", "resume", "begin"))}
        assert f"delete {name}" in offered
        assert f"under version {NOW} of the rules" in said_on(closer)
        assert ("can't continue" if rules == NEWER else "Reload the page") in said_on(closer)
        assert updated(closer, f"replay {name}") == closer
        deleted = updated(closer, m.Delete(name))
        assert name not in dict(deleted.memory.library or ())
        assert dict(updated(deleted, m.Restore()).memory.library or ()) == dict(KEPT)
        if entry.finished:
            sheet = updated(closer, m.Go("sheet", name))
            assert f"under version {NOW} of the rules" in said_on(sheet)
            assert f"{entry.stars} star" in said_on(sheet)
            assert ("Rating" in said_on(sheet)) == (entry.rating is not None)
            assert "share" not in " ".join(p.buttons(p.shown(sheet)))


@pytest.mark.usefixtures("rules")
def test_file_carries_games_between_histories() -> None:
    """A file carries games from one history to another, even on a site with other rules."""
    file = file_of(history())
    assert file.splitlines() == [FILE_HEADER, *sorted(map(" ".join, KEPT))]
    there, effects = imported(history(()), file)
    assert dict(there.memory.library or ()) == dict(KEPT)
    assert {one.name for one in effects if isinstance(one, SaveOtherGame)} == {*dict(KEPT)}
    assert imported(there, file)[0].memory.library == there.memory.library


def test_game_of_newer_version_shows_readable_parts() -> None:
    """A game of a newer version, with unknown maps, boxes, and cards, shows everything that is readable."""
    name, text = KEPT[1]
    newer = text.replace(text.split()[1], f"{NEWER}-z-xyzzy-1p-ezzzz-abc.qA1").replace(
        f"{DEALT}:", f"{DEALT}:new-card-"
    )
    entry = read_entry(name, newer)
    assert (entry.unplayable, entry.rules, entry.deal) == (UnplayableReason.NEWER, NEWER, SavedDeal())
    assert (entry.summary, entry.rating) == (OURS[name].summary, OURS[name].rating)
    assert (entry.by_edict[0][0], entry.by_edict[1:]) == (None, OURS[name].by_edict[1:])
    visit = history(((name, newer),))
    assert "A game" in said_on(visit)
    for screen in (m.Go("sheet", name), m.Go("statistics")):
        assert said_on(updated(visit, screen))


def begun_over(visit: Visit) -> tuple[str, GameSetAside | None, bool]:
    """Begin a game; return the text that it replaces, the text that is set aside, and whether that is unreadable."""
    [kept] = [one for one in effects_of(visit, m.Begin("first")) if isinstance(one, SaveGame)]
    return kept.known, kept.set_aside, kept.is_unreadable


def test_unplayable_game_moves_to_the_history(rules: str) -> None:
    """The start says why a game can't continue; a new game moves it to the history, or replaces it if it is over."""
    visit = arrive(p.CHANCE, shelf_of(UNFINISHED))
    assert f"made under {'older' if rules == NEWER else 'newer'} rules (version {NOW})" in said_on(visit)
    assert "continue" not in p.buttons(p.shown(visit))
    assert isinstance(updated(visit, m.Continue()).screen, Start)  # as after a reload for newer rules
    new = updated(visit, m.Begin("first"))
    assert isinstance(new.screen, Playing)
    assert begun_over(visit)[1:] == (GameSetAside(UNFINISHED, "now"), False)
    assert updated(new, m.GameSaved(new.memory.shelf.text)).memory.shelf.error is None
    assert "Unfinished" in said_on(history(((f"{OPEN}1763990000000.now", UNFINISHED),)))
    visit = Tab(Storage({GAME_PLACE: OVER, f"{FINISHED}1.over": "its end"})).visit
    assert "rules" not in said_on(visit).replace("Rules", "")
    assert begun_over(visit) == (OVER, None, False)


def test_page_asks_before_replacing_a_damaged_game() -> None:
    """The page still asks before a new game replaces a damaged one, which can't move to the history."""
    assert shelf_of("nonsense").worth_asking
    assert shelf_of(f"v99 {NOW}-a-1p-x game:x end").foreign == "x"
    assert not shelf_of(f"v99 {NOW}-a-1p-x game:x end").worth_asking
    assert shelf_of(f"v99 {NOW}-a-1p-x end").worth_asking


@pytest.mark.usefixtures("rules")
def test_calendar_does_not_compare_across_rules() -> None:
    """Ratings of daily games stay, but the calendar doesn't compare them with the bots' results under other rules."""
    name = KEPT[1][0]
    home = arrive(p.CHANCE, days=replace(HOME.memory.days, runs={TODAY: DailyRun(TODAY, name.rpartition(".")[2], 12)}))
    assert home.memory.days.rating(TODAY) == 12
    assert "rating +12" in said_on(home)
    calendar = updated(home, m.Go("days"))
    calendar = changed(calendar, library=(KEPT[1],), bot_results=f"b{BOTS_VERSION} {daily(TODAY)}:1,2,3,4")
    assert "+12" in said_on(calendar)
    assert p.with_class(p.shown(calendar), "strengths") == []
    assert f"sheet {name}" in " ".join(p.buttons(p.shown(calendar)))
    assert p.with_class(p.shown(changed(calendar, library=())), "strengths") != []


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("query", ["?id={id}", "?record={record}", "?beat={record}", "?embed&id={id}"])
def test_link_with_other_rules_deals_no_other_game(query: str) -> None:
    """A link with other rules says so, and the page deals no other game instead."""
    record = KEPT[1][1].split()[1]
    link = link_of(query.format(id=record.partition(".")[0], record=record), TODAY)
    assert (link.id, link.record) == (None, "")
    visit = arrive(p.CHANCE, link=link)
    assert "from another version of this page" in said_on(visit)
    assert updated(visit, m.Begin("link")) == visit
    assert "begin link" not in p.buttons(p.shown(visit))


def test_only_versioned_ids_are_games_of_other_rules(rules: str) -> None:
    """Only an id or a packed record with another version is a game of other rules, and no such game is ever dealt."""
    for text, newer in ((f"{NOW}-a-1p-x", rules == OLDER), ("c999-a-1p-x", True), (f"{NOW}-whatever", rules == OLDER)):
        with pytest.raises(UnsupportedRules) as found:
            read_game_id(text)
        assert found.value.newer is newer
        with pytest.raises(UnsupportedRules):
            read_record(f"{text}.fA1")
    for text in ("cx-a-1p-x", "d1-a-1p-x", NOW, ""):
        with refused(InvalidRecord, match=f"begins with {rules}-"):
            read_game_id(text)
    assert str(read_with_our_rules(f"{NOW}-b-2p-x")) == f"{rules}-b-2p-x"
    with pytest.raises(UnsupportedRules):
        read_save(UNFINISHED)
    own = read_record(f"{rules}-b-1p-x")
    word = pack(own)
    assert word.startswith(f"{'' if rules == 'c1' else rules[1:]}b")
    link = link_of(f"?record={word}", TODAY)
    assert (unpack(word).id, read_any(word).id, link.id, link.error) == (own.id, own.id, own.id, None)
    with pytest.raises(UnsupportedRules) as found:
        read_any(PACKED)
    assert found.value.newer is (rules == OLDER)
    for damaged in (word[1:], f"{word[:-1]}{'0' if word[-1] != '0' else '1'}", f"{PACKED[:-1]}-"):
        with pytest.raises(InvalidRecord):
            read_any(damaged)
    visit = arrive(p.CHANCE, link=link_of(f"?record={PACKED}", TODAY))
    assert "from another version of this page" in said_on(visit)


def test_both_sides_name_the_page_with_older_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides of a room name the page with the older rules, whether messages or links reach them."""
    game = read_game_id(f"{NOW}-a-1p-x")
    for rules, age in ((NEWER, "an older"), (OLDER, "a newer")):
        ada, ben = joined(game, ("Ada",), ("Ben",))
        ada.send("begin-together")
        sent = [text for _, text in messages([ada])]
        handed = by_hand.pack(sent[-1], ada.device)
        with monkeypatch.context() as context:
            context.setattr(game_id, "RULES_VERSION", rules)
            before = ben.room.peer
            for text in sent:
                ben.hear(text)
            assert f"has {age} version" in said_on(ben.visit)
            assert ben.room.peer == before
            ben.send(m.FragmentChanged(str(Invitation(ada.room.word, f"{MESSAGE_PREFIX}{handed}")), known=True))
            assert ben.room.message_result == f"room.handed.{age.split()[1]}"


def test_room_begun_under_other_rules_is_not_entered(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room begun under other rules isn't entered; the page says why, and leaves the room's saved data alone."""
    with monkeypatch.context() as context:
        context.setattr(game_id, "RULES_VERSION", NOW)
        devices = begun_together(read_game_id(f"{NOW}-a-1p-x"), ("Ada",), ("Ben",))
    for device in devices:
        saved = dict(device.kept)
        device.reload()
        assert (device.visit.room, device.is_playing, device.kept) == (None, False, saved)
        assert ("older rules" if rules == NEWER else "newer rules") in said_on(device.visit)


def test_devices_of_other_protocols_are_asked_to_reload() -> None:
    """A page names the player whose device has another protocol, and answers its greeting; an older link is refused."""
    for number, age in ((1, "older"), (3, "older"), (5, "newer")):
        ada, ben = joined(read_game_id(f"{NOW}-a-1p-x"), ("Ada",), ("Ben",))
        ada.sent.clear()
        ada.hear(f"hello{number}? {ben.device} version whatever comes\n{'0' * 128} room{number} {ben.device} 3 end")
        assert p.WORDS(f"room.wrong.{age}", name="Ben") in ada.page_text
        ada.tick(1)
        [hello] = ada.sent
        assert protocol_of(hello)
        ada.tick(100)
        assert "version of the page" not in ada.page_text
    for mark, age in (("~", "older"), (".", "older"), ("-3.", "older"), ("-5.", "newer")):
        ada.send(m.FragmentChanged(str(Invitation(ada.room.word, f"{mark}abc")), known=True))
        assert ada.room.message_result == f"room.handed.{age}"


def test_page_ignores_the_protocol_of_guests_who_watch() -> None:
    """In a game, the page names a player with another protocol, but not a guest who only watches."""
    ada, ben = begun_together(read_game_id(f"{NOW}-a-1p-x"), ("Ada",), ("Ben",))
    ada.finish_card()
    ada.hear(f"hello1 {9:064x} old 0.00000000")
    assert "version of the page" not in ada.page_text
    ada.hear(f"hello1 {ben.device} old 0.00000000")
    assert p.WORDS("room.wrong.older", name="Ben") in ada.page_text
