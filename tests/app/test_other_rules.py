"""Games of another rules version stay saved and marked, count with their recorded results, and are never dealt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.effects import ReadUnfinishedGame, RunJob, SaveDailyRun, SaveGame, SaveOtherGame, ShareContent
from app.game.daily import DailyRun, daily
from app.game.library import UnplayableReason, finished_entries, read_entry, readable_entries
from app.game.rival import rival_of
from app.game.shelf import DEALT, OPEN, GameSetAside, Shelf, read_save, shelf_of, write_save
from app.game.summary import with_missing_notes
from app.invitation import MESSAGE_PREFIX, Invitation
from app.link import Link, link_of
from app.outgoing import File
from app.screens.history.importing import FILE_HEADER
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from app.screens.statistics.screen import counted_entries
from app.visit import Visit
from cartographers import game_id
from cartographers.bots import BOTS_VERSION
from cartographers.errors import InvalidRecord
from cartographers.game_id import RULES_VERSION, UnsupportedRules, read_game_id, read_with_our_rules
from cartographers.packed import pack, read_any, unpack
from cartographers.record import read_record
from rooms import by_hand
from support.playing import CHANCE, GAMES, WORDS, buttons, game_of, kept_games, shown, with_class
from support.refusals import refused
from support.together import begun_together, joined, messages
from support.visits import arrive, changed, effects_of, updated

#: The rules of the games here, and the versions after and before them.
NOW = RULES_VERSION
NEWER, OLDER = (f"c{int(NOW[1:]) + step}" for step in (1, -1))
#: The games that a device has saved under the current rules.
KEPT = kept_games()
#: The same games as earlier versions saved them, without the note about the deal.
BARE = tuple((name, " ".join(word for word in text.split() if not word.startswith(f"{DEALT}:"))) for name, text in KEPT)
OURS = {entry.name: entry for entry in readable_entries(KEPT)}
UNFINISHED = write_save(replace(game_of(GAMES["A"][20][1]), key="now"), 0)
OVER = write_save(replace(game_of(GAMES["A"][-1][1]), key="over"), 0)
PACKED = pack(read_record(f"{NOW}-a-1p-k3x9q2"))
TODAY = arrive(CHANCE).page.clock.day
DAILY = write_save(replace(game_of(updated(arrive(CHANCE), m.Begin("daily"))), key="run"), 0)


@pytest.fixture(params=[NEWER, OLDER])
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the page's rules to a version newer than the games above, or older, as after a rollback."""
    for cache in (readable_entries, read_entry, rival_of):
        cache.cache_clear()
    monkeypatch.setattr(game_id, "RULES_VERSION", request.param)
    yield request.param
    for cache in (readable_entries, read_entry, rival_of):
        cache.cache_clear()


def history(library: tuple[tuple[str, str], ...] = KEPT) -> Visit:
    """Return the history of a device."""
    opened = updated(arrive(CHANCE), m.Go("history"))
    return updated(opened, m.LibraryRead("\n".join(map(" ".join, library))))


def bar(rules: str) -> UnplayableReason:
    """Return the reason why the games above can't be played."""
    return UnplayableReason.OLDER if rules == NEWER else UnplayableReason.NEWER


# ------------------------------------------------------------------- the history


def test_every_game_keeps_its_data_and_rules(rules: str) -> None:
    """Every game stays with its map, players, stars, and day, and the rules under which it was played."""
    found = readable_entries(KEPT)
    assert [entry.name for entry in found] == [*OURS]
    for entry in found:
        before = OURS[entry.name]
        assert (entry.unplayable, entry.rules, entry.id) == (bar(rules), NOW, None)
        assert entry._replace(unplayable=None, id=before.id) == before
        assert (entry.rating, entry.stars) == (before.rating, before.stars)
        assert entry.by_edict == before.by_edict
    visit = history()
    assert len(with_class(shown(visit), "kept-entry")) == len(KEPT)
    assert text_of(shown(visit)).count(f"rules {NOW}" if rules == NEWER else "newer version") == len(KEPT)
    heroes = updated(visit, m.Choose("cards", "heroes"))
    assert 0 < len(with_class(shown(heroes), "kept-entry")) < len(KEPT)


def test_game_of_other_rules_offers_only_working_actions(rules: str) -> None:
    """A game of other rules offers only actions that still work: its recorded sheet, deleting, and restoring."""
    visit = history()
    for name, text in KEPT:
        closer = updated(visit, m.ShowDetails(name))
        offered = set(buttons(shown(closer)))
        assert not {one for one in offered if one.startswith(("replay", "resume", "begin"))}
        assert f"delete {name}" in offered
        assert f"under version {NOW} of the rules" in text_of(shown(closer))
        assert ("can't continue" if rules == NEWER else "Reload the page") in text_of(shown(closer))
        assert updated(closer, m.Replay(name)) == closer
        deleted = updated(closer, m.Delete(name))
        assert name not in dict(deleted.memory.library or ())
        assert dict(updated(deleted, m.Restore()).memory.library or ()) == dict(KEPT)
        entry = OURS[name]
        if entry.finished:
            sheet = updated(closer, m.Go("sheet", name))
            told = text_of(shown(sheet))
            assert f"under version {NOW} of the rules" in told
            assert f"{entry.stars} star" in told
            assert ("Rating" in told) == (entry.rating is not None)
            assert "share" not in " ".join(buttons(shown(sheet)))
        assert dict(visit.memory.library or ())[name] == text


def test_game_counts_in_statistics_as_recorded(rules: str) -> None:
    """A game counts in best, mean, and edicts as recorded; one without a recorded rating is left out with a note."""
    assert rules
    before = [OURS[entry.name] for entry in counted_entries(KEPT)]
    assert [entry.rating for entry in before] == [entry.rating for entry in counted_entries(KEPT)]
    assert before
    visit = changed(updated(history(), m.Go("statistics")), library=KEPT)
    assert "no rating" not in text_of(shown(visit))
    bare = changed(visit, library=BARE)
    missing = [one for one in finished_entries(BARE) if one.is_solo and not one.practice and one.rating is None]
    assert len(missing) == len(before)
    assert f"{len(missing)} game" in text_of(shown(bare))
    assert "no rating" in text_of(shown(bare))


def test_older_texts_of_current_rules_get_a_deal_note() -> None:
    """Reading the library adds a note on the deal to older texts while their rules are still current."""
    assert tuple((name, with_missing_notes(text)) for name, text in BARE[1:]) == KEPT[1:]
    assert history(BARE).memory.library == KEPT


def test_texts_of_other_rules_are_never_rewritten(rules: str) -> None:
    """Texts of games with other rules are never rewritten."""
    assert rules
    opened = updated(arrive(CHANCE), m.Go("history"))
    message = m.LibraryRead("\n".join(map(" ".join, BARE)))
    assert updated(opened, message).memory.library == BARE
    assert [effect for effect in effects_of(opened, message) if not isinstance(effect, RunJob)] == []


def test_file_carries_games_between_histories(rules: str) -> None:
    """A file carries games from one history to another, even on a site with other rules."""
    assert rules
    visit = history()
    [handed] = [one for one in effects_of(visit, m.Share("games")) if isinstance(one, ShareContent)]
    file = visit.screen.outgoing(WORDS, visit, handed.what)
    assert isinstance(file, File)
    assert file.text.splitlines() == [FILE_HEADER, *map(" ".join, KEPT)]
    empty = history(())
    before, last = imported(empty, file.text)
    reading = updated(before, last)
    assert dict(reading.memory.library or ()) == dict(KEPT)
    assert {one.name for one in effects_of(before, last) if isinstance(one, SaveOtherGame)} == {*dict(KEPT)}
    again, last = imported(reading, file.text)
    assert updated(again, last).memory.library == reading.memory.library


def imported(visit: Visit, text: str) -> tuple[Visit, m.Message]:
    """Return the history while it imports a file, and the message that ends the import."""
    before = updated(visit, m.ImportGames(text))
    job = before.screen.job(before)
    assert job
    *_, last = job.work()
    assert isinstance(last, m.ImportChecked)
    return before, last


def test_game_of_newer_version_shows_readable_parts() -> None:
    """A game of a newer version, with unknown maps, boxes, and cards, shows everything that is readable."""
    name, text = KEPT[1]
    record = text.split()[1]
    newer = text.replace(record, f"{NEWER}-z-xyzzy-1p-ezzzz-abc.qA1").replace(f"{DEALT}:", f"{DEALT}:new-card-")
    entry = read_entry(name, newer)
    assert (entry.unplayable, entry.rules, entry.side, entry.cards) == (UnplayableReason.NEWER, NEWER, "", "")
    assert (entry.summary, entry.rating) == (OURS[name].summary, OURS[name].rating)
    assert entry.by_edict[0][0] is None
    assert entry.by_edict[1:] == OURS[name].by_edict[1:]
    visit = history(((name, newer),))
    assert "A game" in text_of(shown(visit))
    for screen in (m.Go("sheet", name), m.Go("statistics")):
        assert text_of(shown(updated(visit, screen)))


# ------------------------------------------------------------------- the game in play, and those set aside


def test_unplayable_game_moves_to_the_history(rules: str) -> None:
    """The start screen says why a game can't continue, and a new game moves it to the history without asking."""
    shelf = shelf_of(UNFINISHED)
    visit = arrive(CHANCE, shelf)
    said = text_of(shown(visit))
    assert f"made under {'older' if rules == NEWER else 'newer'} rules (version {NOW})" in said
    assert "continue" not in buttons(shown(visit))
    new = updated(visit, m.Begin("first"))
    assert isinstance(new.screen, Playing)
    [kept] = [one for one in effects_of(visit, m.Begin("first")) if isinstance(one, SaveGame)]
    assert (kept.set_aside, kept.is_unreadable) == (GameSetAside(UNFINISHED, "now"), False)
    told = updated(new, m.GameSaved(new.memory.shelf.text))
    assert told.memory.shelf.error is None
    row = history(((f"{OPEN}1763990000000.now", UNFINISHED),))
    assert "Unfinished" in text_of(shown(row))


def test_finished_game_needs_no_explanation(rules: str) -> None:
    """A finished game needs no explanation, because the history has it already, and the next game replaces it."""
    assert rules
    over = shelf_of(OVER)
    assert over.foreign == "over"
    visit = arrive(CHANCE, over.without_foreign)
    assert "rules" not in text_of(shown(visit)).replace("Rules", "")
    [kept] = [one for one in effects_of(visit, m.Begin("first")) if isinstance(one, SaveGame)]
    assert (kept.known, kept.set_aside, kept.is_unreadable) == (over.text, None, False)


def test_page_asks_before_replacing_a_damaged_game() -> None:
    """The page still asks before a new game replaces a damaged one, which can't move to the history."""
    assert shelf_of("nonsense").worth_asking
    assert shelf_of(f"v99 {NOW}-a-1p-x game:x end").foreign == "x"
    assert not shelf_of(f"v99 {NOW}-a-1p-x game:x end").worth_asking
    assert shelf_of(f"v99 {NOW}-a-1p-x end").worth_asking


def test_daily_game_cut_off_by_new_rules_can_restart(rules: str) -> None:
    """A player whose daily game was cut off by new rules plays it again by the new rules, and that run counts."""
    days = replace(arrive(CHANCE).memory.days, runs={TODAY: DailyRun(TODAY, "run")})
    in_play = arrive(CHANCE, shelf_of(DAILY), days=days)
    aside = arrive(CHANCE, days=days)
    assert ReadUnfinishedGame("run") in effects_of(aside, m.Begin("daily"))
    begins: tuple[tuple[Visit, m.Message], ...] = (
        (in_play, m.Begin("daily")),
        (aside, m.UnfinishedGameRead("run", DAILY)),
    )
    for before, message in begins:
        visit = updated(before, message)
        if rules == OLDER:  # a newer page can still continue it
            assert not isinstance(visit.screen, Playing) or game_of(visit).uncounted
            continue
        game = game_of(visit)
        assert (game.id, game.uncounted) == (daily(TODAY), False)
        assert visit.memory.days.runs == {TODAY: DailyRun(TODAY, game.key)}
        assert effects_of(before, message).count(SaveDailyRun(DailyRun(TODAY, game.key), "run")) == 1
    if rules == NEWER:
        assert WORDS("start.day.begun") not in text_of(shown(in_play))


def test_daily_ratings_stay(rules: str) -> None:
    """The ratings of daily games stay, because no rules can change a number."""
    assert rules
    days = replace(arrive(CHANCE).memory.days, runs={TODAY: DailyRun(TODAY, "run", 12)})
    visit = arrive(CHANCE, days=days)
    assert visit.memory.days.rating(TODAY) == 12
    assert "rating +12" in text_of(shown(visit))


def test_calendar_does_not_compare_across_rules(rules: str) -> None:
    """The calendar doesn't compare a rating under other rules with the bots' results under these."""
    assert rules
    name, text = KEPT[1]
    key = name.rpartition(".")[2]
    made = f"b{BOTS_VERSION} {daily(TODAY)}:1,2,3,4"
    days = replace(arrive(CHANCE).memory.days, runs={TODAY: DailyRun(TODAY, key, 12)})
    visit = changed(arrive(CHANCE, days=days), library=((name, text),), bot_results=made)
    closer = shown(updated(visit, m.Go("days")))
    assert "+12" in text_of(closer)
    assert with_class(closer, "strengths") == []
    assert f"sheet {name}" in " ".join(buttons(closer))
    forgotten = shown(updated(changed(visit, library=()), m.Go("days")))
    assert with_class(forgotten, "strengths") != []


def test_continue_after_rules_reload_stays_on_start_screen(rules: str) -> None:
    """A page that reloads for newer rules and gets a message to continue the game stays on the start screen."""
    assert rules
    visit = arrive(CHANCE, shelf_of(UNFINISHED))
    assert isinstance(updated(visit, m.Continue()).screen, Start)


# ------------------------------------------------------------------- links


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("query", ["?id={id}", "?record={record}", "?beat={record}", "?embed&id={id}"])
def test_link_with_other_rules_deals_no_other_game(query: str) -> None:
    """A link with other rules says so, and the page deals no other game instead."""
    record = KEPT[1][1].split()[1]
    link = link_of(query.format(id=record.partition(".")[0], record=record), TODAY)
    assert (link.id, link.record) == (None, "")
    visit = arrive(CHANCE, link=link)
    assert "from another version of this page" in text_of(shown(visit))
    assert updated(visit, m.Begin("link")) == visit
    assert "begin link" not in buttons(shown(visit))


def test_only_versioned_ids_are_games_of_other_rules(rules: str) -> None:
    """Only an id with a version is a game of other rules, and no such game is ever dealt."""
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


def test_first_time_visitor_sees_no_rules_versions(rules: str) -> None:
    """A first-time visitor sees nothing about rules versions."""
    assert rules
    visit = arrive(CHANCE, Shelf(), link=Link())
    assert isinstance(visit.screen, Start)
    assert with_class(shown(visit), "error") == []


# ------------------------------------------------------------------- packed records and rooms


def test_packed_records_of_other_rules_are_refused(rules: str) -> None:
    """The page reads the packed records that it makes, and refuses records of other rules as such."""
    own = read_record(f"{rules}-b-1p-x")
    word = pack(own)
    assert word.startswith(f"{'' if rules == 'c1' else rules[1:]}b")
    assert unpack(word).id == own.id
    assert read_any(word).id == own.id
    link = link_of(f"?record={word}", TODAY)
    assert (link.id, link.error) == (own.id, None)
    with pytest.raises(UnsupportedRules) as found:
        read_any(PACKED)
    assert found.value.newer is (rules == OLDER)
    for damaged in (word[1:], f"{word[:-1]}{'0' if word[-1] != '0' else '1'}", f"{PACKED[:-1]}-"):
        with pytest.raises(InvalidRecord):
            read_any(damaged)
    said = text_of(shown(arrive(CHANCE, link=link_of(f"?record={PACKED}", TODAY))))
    assert "from another version of this page" in said


def test_both_sides_name_the_page_with_older_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides of a room name the page with the older rules, whether messages or links reach them."""
    game = read_game_id(f"{NOW}-a-1p-x")
    for rules, said in ((NEWER, "has an older version"), (OLDER, "has a newer version")):
        ada, ben = joined(game, ("Ada",), ("Ben",))
        ada.send(m.Choose("begin", "now"))
        sent = [text for _, text in messages([ada])]
        handed = by_hand.pack(sent[-1], ada.device)
        with monkeypatch.context() as context:
            context.setattr(game_id, "RULES_VERSION", rules)
            before = ben.room.peer
            for text in sent:
                ben.hear(text)
            assert said in text_of(shown(ben.visit))
            assert ben.room.peer == before
            ben.send(m.FragmentChanged(str(Invitation(ada.room.word, f"{MESSAGE_PREFIX}{handed}")), known=True))
            assert ben.room.message_result == f"room.handed.{'older' if rules == NEWER else 'newer'}"


def test_room_begun_under_other_rules_is_not_entered(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room begun under other rules isn't entered; the page says why, and leaves the room's saved data alone."""
    with monkeypatch.context() as context:
        context.setattr(game_id, "RULES_VERSION", NOW)
        devices = begun_together(read_game_id(f"{NOW}-a-1p-x"), ("Ada",), ("Ben",))
    for device in devices:
        saved = dict(device.kept)
        device.reload()
        assert device.visit.room is None
        assert not device.is_playing
        assert ("older rules" if rules == NEWER else "newer rules") in text_of(shown(device.visit))
        assert device.kept == saved
