"""Laws of every legal game: invariants of each sheet before and after a ply, whatever is drawn."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.cards import AmbushCard
from cartographers.diagram import diagram
from cartographers.events import Ambush, Draw, ForcedReason, Pick, Spread
from cartographers.region import Region, adjacent_to
from cartographers.sheet import COIN_TRACK, Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain


class Step(NamedTuple):
    """The changes of a sheet by a ply and by everything that followed it."""

    before: Sheet
    after: Sheet
    #: The ply with its task, if it was drawn on this sheet.
    done: tuple[Task, Ply] | None
    #: The events on this sheet.
    events: list[Draw | Ambush | Pick | Spread]

    @property
    def printed(self) -> tuple[Region, ...]:
        """The printed land, mountains, ruins, and wasteland."""
        return self.before.land, self.before.mountain, self.before.ruins, self.before.wasteland

    @property
    def gone(self) -> Region:
        """The spaces that lost their terrain."""
        return union(self.before.spaces_of(terrain) & ~self.after.spaces_of(terrain) for terrain in Terrain)

    @property
    def attack(self) -> Region:
        """The spaces that a hero attacks with this ply."""
        return self.done[1].attack if self.done else 0

    @property
    def picked(self) -> Region:
        """The space that the player picked for a monster to destroy."""
        return self.done[1].region if self.done and self.done[1].terrain is None else 0


def union(regions: Iterable[Region]) -> Region:
    """Return the spaces of all the regions."""
    return reduce(or_, regions, 0)


def within(region: Region, other: Region) -> bool:
    """Return whether all spaces of a region are in another one."""
    return not region & ~other


def letters(sheet: Sheet, beast: Beast) -> Region:
    """Return the spaces with a beast's letter."""
    region: Region = getattr(sheet, beast.value)
    return region


def what_fills_a_space_is_one_thing(step: Step) -> bool:
    """Check that each filled space is on the map, and is a single terrain, a mountain, wasteland, or destroyed."""
    after = step.after
    kinds = [*map(after.spaces_of, Terrain), after.mountain, after.wasteland, after.destroyed]
    return sum(kinds) == after.filled and within(after.filled, after.land)


def beasts_are_monsters(step: Step) -> bool:
    """Check that letters are only on monsters or destroyed spaces, and at most one on each space."""
    lettered = [letters(step.after, beast) for beast in Beast]
    return sum(lettered) == union(lettered) and within(union(lettered), step.after.monster | step.after.destroyed)


def letters_are_written(step: Step) -> bool:
    """Check that a beast's shape and the spread of zombies get their letters, but no forced single spaces do."""
    before, done = step.before, step.done
    for event in step.events:
        card = event.card if isinstance(event, Ambush | Spread) else None
        if done and isinstance(event, Draw) and done[0].forced is ForcedReason.NONE:
            card = done[0].card if isinstance(done[0].card, AmbushCard) else None
        written = {beast: event.region if card and beast is card.beast else 0 for beast in Beast}
        if any(letters(event.after, beast) != letters(before, beast) | written[beast] for beast in Beast):
            return False
        before, done = event.after, None
    return True


def a_ply_draws_itself(step: Step) -> bool:
    """Check that a ply filled empty spaces with its terrain. Only monsters can be destroyed immediately."""
    if not step.done or step.done[1].terrain is None:
        return True
    ply, before, after = step.done[1], step.before, step.after
    shown = after.spaces_of(ply.terrain) if ply.terrain else 0
    if ply.terrain is Terrain.MONSTER:
        shown |= after.destroyed & after.attacked
    return within(ply.region, shown & before.empty)


def living(sheet: Sheet, beast: Beast) -> Region:
    """Return the spaces of a beast that aren't destroyed."""
    return letters(sheet, beast) & sheet.monster


def a_pick_is_beside_its_beast(step: Step) -> bool:
    """Check that a pick is a single space adjacent to the beast's remaining spaces that the beast can destroy."""
    if not step.done or not step.picked:
        return True
    card, before = step.done[0].card, step.before
    if not isinstance(card, AmbushCard) or card.beast not in {Beast.TROLL, Beast.GORGON}:
        return False
    safe = before.filled if card.beast is Beast.TROLL else before.mountain | before.wasteland | before.destroyed
    reach = adjacent_to(living(before, card.beast)) & before.land & ~safe
    return within(step.picked, reach) and step.picked.bit_count() == 1


def zombies_spread_to_all_beside(step: Step) -> bool:
    """Check that zombies spread to all empty spaces adjacent to the remaining zombies, and to no others."""
    sheets = [step.before, *(event.after for event in step.events)]
    return all(
        event.region == adjacent_to(living(sheet, Beast.ZOMBIE)) & sheet.empty
        for sheet, event in zip(sheets, step.events, strict=False)
        if isinstance(event, Spread)
    )


def events_are_complete(step: Step) -> bool:
    """Check that the events list all changed spaces, all gained coins, and the final sheet."""
    before, after = step.before, step.after
    gained = [event.coins_gained for event in step.events]
    return (
        after.filled == before.filled | union(event.region for event in step.events)
        and after.coins == before.coins + sum(gained)
        and after == (step.events[-1].after if step.events else before)
        and all(coins >= 0 for coins in gained)
    )


LAWS: dict[str, Callable[[Step], bool]] = {
    "land, mountains, ruins, and wasteland stay": lambda step: step.before[:4] == step.after[:4] == step.printed,
    "filled spaces stay filled": lambda step: within(step.before.filled, step.after.filled),
    "only attacked monsters and the picked space lose their terrain": lambda step: (
        step.gone == step.before.monster & step.attack | step.picked & step.before.filled
        and within(step.gone | step.picked, step.after.destroyed)
    ),
    "destroyed spaces stay destroyed": lambda step: within(step.before.destroyed, step.after.destroyed),
    "attacks stay, and only the new one is added": lambda step: (
        step.after.attacked == step.before.attacked | step.attack
    ),
    "no monster lives under an attack": lambda step: not step.after.monster & step.after.attacked,
    "coins stay, up to the end of their track": lambda step: step.before.coins <= step.after.coins <= COIN_TRACK,
    "what fills a space is one thing": what_fills_a_space_is_one_thing,
    "beasts are monsters": beasts_are_monsters,
    "letters are written": letters_are_written,
    "a ply draws itself": a_ply_draws_itself,
    "a pick is beside its beast": a_pick_is_beside_its_beast,
    "zombies spread to all beside": zombies_spread_to_all_beside,
    "events are complete": events_are_complete,
}


def steps(before: State, ply: Ply, after: State) -> Iterator[Step]:
    """Yield the changes of each sheet by a ply and by everything that followed it."""
    events = defaultdict[int, list[Draw | Ambush | Pick | Spread]](list)
    for event in after.events:
        if isinstance(event, Draw | Ambush | Pick | Spread):
            events[event.sheet].append(event)
    for number, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        if new is not old or number in events:
            done = (before.task, ply) if before.task and before.task.sheet == number else None
            yield Step(old, new, done, events[number])


def broken_laws(before: State, ply: Ply, after: State) -> str:
    """Return the laws that a ply broke, with the maps before and after it, or an empty string if it broke none."""
    found = []
    if after.scores[: len(before.scores)] != before.scores:
        found.append("scores are final")
    for step in steps(before, ply, after):
        broken = [name for name, law in LAWS.items() if not law(step)]
        if broken:
            found += [*broken, *diagram(step.before), "", *diagram(step.after)]
    return "\n".join(found)
