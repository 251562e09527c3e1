"""An independent referee that reads the event log of a game and stops at the first foul."""

import re
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from plain import cards, rules
from plain.cards import HEROES, RUINS, SOLO_NUMBERS
from plain.rules import Draw, PlainMap, Space

Event = dict[str, Any]
Story = Generator[None, Event, None]

LETTERS = {"forest": "f", "village": "v", "farm": "a", "water": "w", "monster": "m", "hero": "h"}

ALL_SIDES = cards.SIDES | cards.HEROES_SIDES
ALL_AMBUSHES = cards.AMBUSHES | cards.HEROES_AMBUSHES
AMBUSHES_OF = {"base": cards.AMBUSHES, "heroes": cards.HEROES_AMBUSHES, "both": ALL_AMBUSHES}
EXPLORE_OF = {"base": cards.EXPLORE, "heroes": cards.HEROES_EXPLORE}
SEASONS_OF = {"base": cards.SEASONS, "heroes": cards.HEROES_SEASONS}
BOTH_SOLO_NUMBERS = {family: SOLO_NUMBERS[family] | cards.HEROES_SOLO_NUMBERS[family] for family in SOLO_NUMBERS}
SCORING_OF = {"base": SOLO_NUMBERS, "heroes": cards.HEROES_SOLO_NUMBERS, "both": BOTH_SOLO_NUMBERS}
ALL_SOLO_NUMBERS = {card: number for family in BOTH_SOLO_NUMBERS.values() for card, number in family.items()}
#: The kinds of the cards that aren't explore cards.
KINDS = {**dict.fromkeys(RUINS, "ruins"), **dict.fromkeys(ALL_AMBUSHES, "ambush"), **dict.fromkeys(HEROES, "hero")}

OPTIONS: dict[str, Iterable[Any]] = {
    "side": ALL_SIDES,
    "explore": EXPLORE_OF,
    "seasons": SEASONS_OF,
    "ambush": AMBUSHES_OF,
    "heroes": (False, True),
    "scoring": SCORING_OF,
}

FIELDS = {
    "setup": "id options players edicts solo_numbers map",
    "season": "season threshold deck",
    "reveal": "card kind time total",
    "draw": "player sheet terrain spaces attack forced coins_gained coins map",
    "ambush": "sheet card spaces coins_gained coins map",
    "pick": "player sheet card space coins_gained coins map",
    "spread": "sheet spaces coins_gained coins map",
    "score": "season player edicts coins monsters total",
    "end": "totals monsters winners rating title",
}


class Foul(AssertionError):  # noqa: N818 - the referee's word for it
    """An event in the log that the rules don't allow."""


def names(spaces: Iterable[Space]) -> list[str]:
    """Return the names of spaces as printed on the sheet, sorted by row, then by column."""
    return [f"{'ABCDEFGHIJK'[row]}{column + 1}" for row, column in sorted(spaces)]


def as_logged(draw: Draw) -> tuple[str, list[str], list[str], str]:
    """Return a draw in the form of the log."""
    return draw.terrain, names(draw.spaces), names(draw.attack), draw.forced


class Referee:
    """The referee's state while it reads the log.

    The methods that return a `Story` are generators that follow the course of the game and wait for its events.
    """

    def __init__(self, rows: Sequence[str] = ()) -> None:
        """Wait for a game on a map with these rows, or on its printed side."""
        self.rows = rows
        self.options: Event = {}
        self.sheets: list[PlainMap] = []
        self.seen_sheet = 0
        self.edicts: dict[str, str] = {}
        self.season = self.card = self.expected = ""
        self.time = 0
        self.deck: list[str] = []
        self.lurking: set[str] = set()
        self.joined: set[str] = set()
        self.ambushes: list[str] = []
        #: All draws that the rules allow for the next choice.
        self.choices: list[Draw] = []
        self.ruins_due = self.over = False
        self.stars: list[int] = []
        self.lost: list[int] = []
        self.rest = self.game()
        next(self.rest)

    def see(self, event: Event) -> None:
        """Judge the next event."""
        self.same("end of the log", not self.over, "nothing", event["event"])
        try:
            self.rest.send(event)
        except StopIteration:
            self.over = True

    def done(self) -> None:
        """Check that the log is complete."""
        self.same("end of the log", self.over, self.expected, "nothing")

    def same(self, what: str, verdict: bool, expected: object, seen: object) -> None:  # noqa: FBT001 - the verdict
        """Raise Foul with the map unless the verdict is true."""
        if not verdict:
            place = f"{self.season}, {self.card or 'no card'}, sheet {self.seen_sheet}"
            rows = self.sheets[self.seen_sheet].rows() if self.sheets else []
            msg = "\n".join([f"{place}: {what}: the rules say {expected}, the log {seen}", *rows])
            raise Foul(msg)

    def equal(self, event: Event, **expected: object) -> None:
        """Compare fields of an event with the expected values."""
        for what, value in expected.items():
            self.same(what, event[what] == value, value, event[what])

    def next(self, kind: str) -> Generator[None, Event, Event]:
        """Wait for the next event, which must be of the given kind."""
        self.expected = kind
        event = yield
        self.same("event", event["event"] == kind, kind, event["event"])
        fields = sorted(["event", *FIELDS[kind].split()])
        self.same("fields", sorted(event) == fields, fields, sorted(event))
        return event

    # The course of a game

    def game(self) -> Story:
        """Expect four seasons. Trolls and zombies do nothing after winter."""
        yield from self.setup()
        for season, (threshold, letters) in SEASONS_OF[self.options["seasons"]].items():
            self.season = season
            yield from self.prepare(threshold)
            while self.time < threshold:
                yield from self.turn()
            yield from self.scoring(letters)
            if season != "winter":
                yield from self.effects()
        yield from self.end()

    def setup(self) -> Story:
        """Expect the same map for all players, and one scoring card of each family."""
        event = yield from self.next("setup")
        self.same("id", bool(re.fullmatch("[A-Za-z0-9-]+", event["id"])), "A-Z a-z 0-9 -", event["id"])
        self.options = event["options"]
        self.same("options", sorted(self.options) == sorted(OPTIONS), list(OPTIONS), self.options)
        for option, values in OPTIONS.items():
            self.same(option, self.options[option] in values, list(values), self.options[option])
        self.same("players", event["players"] in range(1, 13), "1 to 12", event["players"])
        rows = list(self.rows or ALL_SIDES[self.options["side"]])
        self.equal(event, map=rows)
        self.edicts = event["edicts"]
        dealt = set(self.edicts.values())
        families = [len(dealt & set(family)) for family in SCORING_OF[self.options["scoring"]].values()]
        self.same("edicts", list(self.edicts) == list("ABCD") and families == [1] * 4, "one a family", self.edicts)
        self.equal(event, solo_numbers={card: ALL_SOLO_NUMBERS[card] for card in self.edicts.values()})
        for _ in range(event["players"]):
            sheet = PlainMap.from_rows(rows)
            sheet.paid = rules.surrounded_mountains(sheet)
            self.sheets.append(sheet)
        self.stars, self.lost = [0] * len(self.sheets), [0] * len(self.sheets)

    def pure_heroes(self) -> bool:
        """Return whether everything except the hero cards is from the Heroes box. Such games have no ruins cards."""
        boxes = {self.options[cards] for cards in ("explore", "seasons", "ambush", "scoring")}
        return boxes == {"heroes"} and self.options["side"] in cards.HEROES_SIDES

    def prepare(self, threshold: int) -> Story:
        """Expect all explore and ruins cards, the unrevealed ambushes and heroes, and one new card of each kind."""
        event = yield from self.next("season")
        self.equal(event, season=self.season, threshold=threshold)
        self.deck = list(event["deck"])
        self.join(AMBUSHES_OF[self.options["ambush"]])
        if self.options["heroes"]:
            self.join(HEROES)
        ruins = [] if self.pure_heroes() else RUINS
        self.equal(event, deck=sorted([*EXPLORE_OF[self.options["explore"]], *ruins, *self.lurking]))
        self.time = 0

    def join(self, pile: Iterable[str]) -> None:
        """Find the card of a pile that joins the deck."""
        new = set(self.deck) & (set(pile) - self.joined)
        self.same("new cards", len(new) == 1, f"one of {sorted(pile)}", sorted(new))
        self.lurking |= new
        self.joined |= new

    def turn(self) -> Story:
        """Expect any card that is still in the deck."""
        event = yield from self.next("reveal")
        self.card = event["card"]
        self.same("card", self.card in self.deck, self.deck, self.card)
        self.deck.remove(self.card)
        self.lurking -= {self.card}
        kind, box, heroes = KINDS.get(self.card, "explore"), self.options["explore"], self.options["heroes"]
        time = EXPLORE_OF[box][self.card].time if kind == "explore" else 0
        self.time += time
        self.equal(event, kind=kind, time=time, total=self.time)
        if kind == "ruins":
            self.ruins_due = True
        elif kind == "ambush":
            self.ambushes.append(self.card)
            yield from self.ambush()
        elif kind == "hero":
            for player, sheet in enumerate(self.sheets):
                yield from self.draw(player, player, rules.hero_draws(HEROES[self.card], sheet))
        else:
            for player, sheet in enumerate(self.sheets):
                card, due = EXPLORE_OF[box][self.card], self.ruins_due
                yield from self.draw(player, player, rules.draws(card, sheet, ruins_due=due, box=box, heroes=heroes))
            self.ruins_due = False

    def draw(self, player: int, number: int, choices: list[Draw]) -> Story:
        """Expect a player to draw one of the choices on a sheet, or nothing if there are none."""
        self.choices = choices
        self.seen_sheet = number
        event = yield from self.next("draw")
        self.equal(event, player=player, sheet=number)
        sheet = self.sheets[number]
        coins = sheet.coins
        if choices:
            seen = (LETTERS.get(event["terrain"]), event["spaces"], event["attack"], event["forced"])
            match = [draw for draw in choices if as_logged(draw) == seen]
            self.same("draw", len(match) == 1, f"{len(match)} of {len(choices)} draws are that", seen)
            chosen = match[0]
            if self.card in ALL_AMBUSHES and chosen.forced == "none":
                sheet.beasts[ALL_AMBUSHES[self.card].beast] = set(chosen.spaces)
            sheet.draw(chosen.spaces, chosen.terrain, coin=chosen.coin, attack=chosen.attack)
        else:
            self.equal(event, terrain=None, spaces=[], attack=[], forced="full")
        self.after(event, coins)

    def after(self, event: Event, coins: int) -> None:
        """Compare the sheet and the gained coins with the event."""
        sheet = self.sheets[self.seen_sheet]
        self.equal(event, coins_gained=sheet.coins - coins, coins=sheet.coins, map=sheet.rows())

    def ambush(self) -> Story:
        """Expect all players to draw the ambush on a neighbor's map, or the solo ambush."""
        card = ALL_AMBUSHES[self.card]
        for player in range(len(self.sheets)):
            number = (player + (-1 if card.arrow == "clockwise" else 1)) % len(self.sheets)
            if len(self.sheets) == 1:
                yield from self.solo_ambush()
            else:
                yield from self.draw(player, number, rules.ambush_draws(card, self.sheets[number]))
            if card.beast == "gorgon":
                yield from self.pick(player, number, self.card, rules.gorgon_picks(self.sheets[number]))

    def solo_ambush(self) -> Story:
        """Expect the ambush at the end of the solo walk, or nowhere."""
        self.seen_sheet = 0
        event = yield from self.next("ambush")
        card, sheet = ALL_AMBUSHES[self.card], self.sheets[0]
        coins = sheet.coins
        placed = rules.solo_ambush(card.rows, card.corner, card.direction, sheet)
        if placed:
            sheet.beasts[card.beast] = set(placed)
            sheet.draw(placed, "m")
        self.equal(event, sheet=0, card=self.card, spaces=names(placed))
        self.after(event, coins)

    def pick(self, player: int, number: int, card: str, choices: list[Draw]) -> Story:
        """Expect a player to destroy one of the given spaces, if any."""
        if choices:
            self.choices = choices
            self.seen_sheet = number
            event = yield from self.next("pick")
            self.equal(event, player=player, sheet=number, card=card)
            match = [draw for draw in choices if names(draw.spaces) == [event["space"]]]
            spaces = [name for draw in choices for name in names(draw.spaces)]
            self.same("space", len(match) == 1, f"one of {spaces}", event["space"])
            coins = self.sheets[number].coins
            self.sheets[number].destroy(match[0].spaces)
            self.after(event, coins)

    def scoring(self, letters: str) -> Story:
        """Expect scores of two edicts, the coins so far, and the stars lost to monsters."""
        for player, sheet in enumerate(self.sheets):
            self.seen_sheet = player
            event = yield from self.next("score")
            edicts = {letter: rules.score(self.edicts[letter], sheet) for letter in letters}
            lost = sheet.monsters()
            stars = sum(edicts.values()) + sheet.coins + lost
            self.equal(event, season=self.season, player=player, edicts=edicts)
            self.equal(event, coins=sheet.coins, monsters=lost, total=stars)
            self.stars[player] += stars
            self.lost[player] += lost

    def effects(self) -> Story:
        """Expect trolls and zombies to act in the order in which their cards were revealed."""
        for card in self.ambushes:
            for number, sheet in enumerate(self.sheets):
                if ALL_AMBUSHES[card].beast == "troll":
                    yield from self.pick(number, number, card, rules.troll_picks(sheet))
                if ALL_AMBUSHES[card].beast == "zombie":
                    yield from self.spread(number, rules.zombie_spread(sheet))

    def spread(self, number: int, spaces: set[Space]) -> Story:
        """Expect zombies to fill all the given spaces at once, if any."""
        if spaces:
            self.seen_sheet = number
            event = yield from self.next("spread")
            sheet = self.sheets[number]
            coins = sheet.coins
            sheet.beasts["zombie"] |= spaces
            sheet.draw(spaces, "m")
            self.equal(event, sheet=number, spaces=names(spaces))
            self.after(event, coins)

    def end(self) -> Story:
        """Expect the most stars to win, then the fewest lost to monsters, and a rating and a title in a solo game."""
        event = yield from self.next("end")
        results = list(zip(self.stars, self.lost, strict=True))
        winners = [player for player, result in enumerate(results) if result == max(results)]
        self.equal(event, totals=self.stars, monsters=self.lost, winners=winners)
        rating = self.stars[0] - sum(ALL_SOLO_NUMBERS[card] for card in self.edicts.values())
        solo = len(self.sheets) == 1
        self.equal(event, rating=rating if solo else None, title=rules.title(rating) if solo else None)


def referee(log: Iterable[Event]) -> None:
    """Judge the whole log of a game on a printed side. Raises Foul."""
    judge = Referee()
    for event in log:
        judge.see(event)
    judge.done()
