"""The edges of the map in the campaign: where a side enters, from where observers look (RV-CG21, RV-CG5, RV-CG7c)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.games.vengeance.campaign.areas import hex_controller
from sandtable.games.vengeance.campaign.points import campaign_of, sheet, write
from sandtable.games.vengeance.components import components, folder, ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import WATER
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.games.vengeance.model.campaign import NAMED
from sandtable.kernel.state import replace


@cache
def entry_lists() -> dict[str, tuple[str, ...]]:
    """RV-CG12 The edge hexes by which each side enters: base, always, and the Russian's late ones."""
    entry = folder().toml("map/edges.toml")["entry"]
    edges = components().edges

    def hexes(names: list[str]) -> tuple[str, ...]:
        listed = [hex for name in names for hex in edges.get(name, (name,))]
        return tuple(dict.fromkeys(hex for hex in listed if ground().hexes[hex].base not in WATER))

    return {name: hexes(names) for name, names in entry.items()}


def entry_edge(s: Battle, side: str) -> tuple[str, ...]:
    """RV-CG12, RV-RePh8.6052 The Eligible Entry Areas of a side: friendly edge hexes, and those that always serve."""
    base = [hex for hex in entry_lists()[f"{side}_base"] if hex_controller(s, hex) == side]
    return tuple(dict.fromkeys((*always_open(s, side), *base)))


def always_open(s: Battle, side: str) -> tuple[str, ...]:
    """RV-CG12, RV-RePh8.6052 The Entry Areas of a side whoever controls them; late in the campaign all of the east."""
    lists = entry_lists()
    late = lists["russian_late_supply"] if side == RUSSIAN and s.campaign is not None and s.campaign.east_open else ()
    return (*lists[f"{side}_always"], *late)


def entry_hexes(s: Battle, id: str, side: str) -> tuple[str, ...]:
    """RV-CG12, RV-CG21, RV-RePh8.6194c Where a counter off the map may enter, if it was named for this Player Turn.

    A vehicle enters where all who are aboard may.
    """
    if s.posts.get(id) != NAMED or held_back(s, side):
        return ()
    together = (id, *(unit.id for unit in s.units.values() if unit.aboard == id))
    late = _late_edge(s) if side == RUSSIAN and all(is_new(s, one) for one in together) else ()
    return tuple(dict.fromkeys((*open_edge(s, side), *late)))


def open_edge(s: Battle, side: str) -> tuple[str, ...]:
    """RV-CG12, RV-CG20 The edge hexes by which a side comes and goes: friendly at the start of the scenario and now."""
    lists, steps = entry_lists(), field_of(s).steps
    base = [
        hex for hex in lists[f"{side}_base"]
        if hex_controller(s, hex) == side and _was_friendly(s, hex, side)
    ]  # fmt: skip
    return tuple(hex for hex in dict.fromkeys((*lists[f"{side}_always"], *base)) if hex in steps)


def _was_friendly(s: Battle, hex: str, side: str) -> bool:
    """RV-CG12 Whether all Locations of an edge hex were a side's at the start of the scenario; before it all were."""
    start = s.control_at_start
    return not start or all(start[at] == side for at in ground().of_hex[hex] if at in start)


def _late_edge(s: Battle) -> tuple[str, ...]:
    """RV-CG12 The east edge south of the Spree, once it is open to newly bought Russian groups."""
    if s.campaign is None or not s.campaign.east_open:
        return ()
    return tuple(hex for hex in entry_lists()["russian_late"] if hex in field_of(s).steps)


def is_new(s: Battle, id: str) -> bool:
    """RV-CG12, RV-CG21 Whether a counter belongs to a group of which nobody was on the map before this scenario."""
    counter = s.units.get(id) or s.vehicles.get(id) or s.guns.get(id)
    return counter is not None and is_new_group(s, counter.side, counter.group)


def is_new_group(s: Battle, side: str, group: int) -> bool:
    """RV-CG12, RV-CG21 Whether nobody of a bought group was on the map before this scenario."""
    if s.campaign is None:
        return False
    bought = getattr(s.campaign, side).bought
    return 0 < group <= len(bought) and bought[group - 1].arrived in (-1, s.campaign.date)


def note_arrival(s: Battle, ids: Iterable[str]) -> None:
    """RV-CG12 These counters are on the map: their groups have entered the game."""
    campaign = campaign_of(s)
    there = {(c.side, c.group) for id in ids if (c := s.units.get(id) or s.vehicles.get(id) or s.guns.get(id))}
    for side in sorted({side for side, _ in there}):
        lines = list(sheet(s, side).bought)
        for n, line in enumerate(lines):
            if (side, n + 1) in there and line.arrived < 0:
                lines[n] = replace(line, arrived=campaign.date)
        write(s, side, bought=tuple(lines))


def observer_hexes(s: Battle, side: str) -> list[str]:
    """RV-CG10 Where an Off-Board Observer may be: the German near A24, the Russian north, west or east; FC now.

    RV-I7 In the Initial CGS the edge south of the Spree is German.
    """
    edges = components().edges
    if side == GERMAN:
        own = entry_lists()["german_offboard_observer"]
        if s.campaign is not None and s.campaign.date == 0:
            return list(own)
    else:
        own = tuple(dict.fromkeys((*edges["north"], *edges["west"], *edges["east"])))
    return [hex for hex in own if hex_controller(s, hex) == side]


def held_back(s: Battle, side: str) -> bool:
    """RV-CG7c At night the Defender's groups off the map wait until he has seen an enemy or was attacked."""
    return s.night is not None and s.night.defender == side and s.campaign is not None and not s.campaign.alarmed
