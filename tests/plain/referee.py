"""An independent referee: reads the event log of a solo base game and blows the whistle at the first foul."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.cards import AMBUSHES, EXPLORE, RUINS, SEASONS, SIDES, SOLO_NUMBERS
from plain.rules import Draw, PlainMap, Space, draws, monsters, score, solo_ambush, surrounded_mountains, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Event = dict[str, Any]

LETTERS = {"forest": "f", "village": "v", "farm": "a", "water": "w", "monster": "m"}
ALL_SOLO_NUMBERS = {card: number for family in SOLO_NUMBERS.values() for card, number in family.items()}


class Foul(AssertionError):  # noqa: N818 - what a referee calls it
    """Something in the log that the rules do not allow."""


def space_name(space: Space) -> str:
    """Name a space as the sheet does."""
    r, c = space
    return f"{'ABCDEFGHIJK'[r]}{c + 1}"


def names(spaces: Iterable[Space]) -> list[str]:
    """Name spaces by row, then by column."""
    return [space_name(space) for space in sorted(spaces)]


class Referee:
    """What the referee keeps track of while the log goes by; one method for each kind of event."""

    def __init__(self, rows: Sequence[str] = ()) -> None:
        """Wait for the setup of a game on these rows, or else on the side it names."""
        self.rows = rows
        self.expected = {"setup"}
        self.sheet = PlainMap(0, 0, set(), {})
        self.edicts: dict[str, str] = {}
        self.coming = list(SEASONS)
        self.season = ""
        self.time = 0
        self.deck: list[str] = []
        self.lurking: set[str] = set()
        self.joined: set[str] = set()
        self.card = ""
        self.choices: list[Draw] = []
        self.ruins_due = False
        self.stars = 0
        self.lost = 0

    def see(self, event: Event) -> None:
        """Judge the next event."""
        kind = event["event"]
        self.same("event", kind in self.expected, sorted(self.expected), kind)
        getattr(self, f"on_{kind}")(event)

    def same(self, what: str, verdict: bool, wanted: object, seen: object) -> None:  # noqa: FBT001 - the verdict
        """Blow the whistle unless the verdict is good, and show the map."""
        if not verdict:
            place = f"{self.season}, {self.card or 'no card'}"
            msg = "\n".join([f"{place}: {what}: the rules say {wanted}, the log {seen}", *self.sheet.rows()])
            raise Foul(msg)

    def equal(self, event: Event, **wanted: object) -> None:
        """Compare fields of the event with what the rules say."""
        for what, value in wanted.items():
            self.same(what, event[what] == value, value, event[what])

    def on_setup(self, event: Event) -> None:
        """One player, one map side of the base game, one scoring card of each family."""
        rows = list(self.rows or SIDES[event["options"]["side"]])
        self.equal(event, players=1, map=rows)
        self.edicts = event["edicts"]
        dealt = set(self.edicts.values())
        families = [len(dealt & set(family)) for family in SOLO_NUMBERS.values()]
        self.same("edicts", list(self.edicts) == list("ABCD") and families == [1] * 4, "one a family", self.edicts)
        self.equal(event, solo_numbers={card: ALL_SOLO_NUMBERS[card] for card in self.edicts.values()})
        self.sheet = PlainMap.from_rows(rows)
        self.sheet.paid = surrounded_mountains(self.sheet)
        self.expected = {"season"}

    def on_season(self, event: Event) -> None:
        """All explore and ruins cards, the ambushes not revealed so far, and one that was never in the deck before."""
        self.season = self.coming.pop(0)
        self.equal(event, season=self.season, threshold=SEASONS[self.season][0])
        self.deck = list(event["deck"])
        new = set(self.deck) & (set(AMBUSHES) - self.joined)
        self.same("new ambushes", len(new) == 1, 1, sorted(new))
        self.lurking |= new
        self.joined |= new
        self.equal(event, deck=sorted([*EXPLORE, *RUINS, *self.lurking]))
        self.time = 0
        self.expected = {"reveal"}

    def on_reveal(self, event: Event) -> None:
        """Any card still in the deck."""
        self.card = event["card"]
        self.same("card", self.card in self.deck, self.deck, self.card)
        self.deck.remove(self.card)
        if self.card in RUINS:
            self.equal(event, kind="ruins", time=0)
            self.ruins_due = True
            self.expected = {"reveal"}
        elif self.card in AMBUSHES:
            self.equal(event, kind="ambush", time=0)
            self.lurking.remove(self.card)
            self.expected = {"ambush"}
        else:
            self.equal(event, kind="explore", time=EXPLORE[self.card].time)
            self.time += EXPLORE[self.card].time
            self.choices = draws(EXPLORE[self.card], self.sheet, ruins_due=self.ruins_due)
            self.expected = {"draw"}
        self.equal(event, total=self.time)

    def on_draw(self, event: Event) -> None:
        """One of the card's draws, on ruins if they are due; a forced one only when there is no other."""
        self.equal(event, player=0, sheet=0, attack=[])
        coins = self.sheet.coins
        if self.choices:
            seen = (LETTERS[event["terrain"]], event["spaces"], event["forced"])
            match = [draw for draw in self.choices if (draw.terrain, names(draw.spaces), draw.forced) == seen]
            self.same("draw", len(match) == 1, f"{len(match)} of {len(self.choices)} draws are that", seen)
            self.sheet.draw(match[0].spaces, match[0].terrain, coin=match[0].coin)
        else:
            self.equal(event, terrain=None, spaces=[], forced="full")
        self.equal(event, coins_gained=self.sheet.coins - coins, coins=self.sheet.coins, map=self.sheet.rows())
        self.ruins_due = False
        self.expected = {"score"} if self.time >= SEASONS[self.season][0] else {"reveal"}

    def on_ambush(self, event: Event) -> None:
        """Land where the solo walk ends, if anywhere."""
        card = AMBUSHES[self.card]
        placed = solo_ambush(card.rows, card.corner, card.direction, self.sheet) or frozenset()
        coins = self.sheet.coins
        self.sheet.draw(placed, "m")
        self.equal(event, sheet=0, card=self.card, spaces=names(placed), coins_gained=self.sheet.coins - coins)
        self.equal(event, coins=self.sheet.coins, map=self.sheet.rows())
        self.expected = {"reveal"}

    def on_score(self, event: Event) -> None:
        """Two edicts, the coins so far, and what the monsters take."""
        edicts = {letter: score(self.edicts[letter], self.sheet) for letter in SEASONS[self.season][1]}
        lost = monsters(self.sheet)
        stars = sum(edicts.values()) + self.sheet.coins + lost
        self.equal(event, season=self.season, player=0, edicts=edicts)
        self.equal(event, coins=self.sheet.coins, monsters=lost, total=stars)
        self.stars += stars
        self.lost += lost
        self.expected = {"season"} if self.coming else {"end"}

    def on_end(self, event: Event) -> None:
        """Rate the stars less the solo numbers, and give the title for that."""
        rating = self.stars - sum(ALL_SOLO_NUMBERS[card] for card in self.edicts.values())
        self.equal(event, totals=[self.stars], monsters=[self.lost], winners=[0], rating=rating, title=title(rating))
        self.expected = set()

    def done(self) -> None:
        """Make sure that the log is complete."""
        self.same("end of the log", not self.expected, sorted(self.expected), "nothing")


def referee(log: Iterable[Event]) -> None:
    """Judge the whole log of a game on a printed side; raises Foul."""
    judge = Referee()
    for event in log:
        judge.see(event)
    judge.done()
