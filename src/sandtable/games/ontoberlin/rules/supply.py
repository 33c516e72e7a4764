"""Chapter 6: Recovery and supply: Disruption markers, Lines of Communications, desertion."""

from __future__ import annotations

from collections.abc import Collection, Set
from functools import lru_cache

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    DIVISIONS,
    FORMATIONS,
    GERMAN,
    KINDS,
    ON_MAP,
    TABLES,
)
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import REMOVED, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import (
    holder,
    is_static,
    on_map,
    remove,
    reveals,
    set_mode,
    told,
    uncontested,
    zoc,
)
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

EDGE = "edge"
OFF_ROAD = 4
"""OB-6.2.1 The hexes a LoC may run off the road."""


def recover(s: OnToBerlin) -> None:
    """OB-6.1, OB-4.5, OB-8.9.2 The active player's markers go; static units are back in Combat Mode at once."""
    if any(s.units[u].disrupted and reveals(s, s.units[u].at, s.player) for u in on_map(s, s.player)):
        s.reveal()  # OB-3.6.2 who recovers sees what stands beside him
    for u in on_map(s, s.player):
        if s.units[u].disrupted:
            s.units[u] = replace(s.units[u], disrupted=False)
            if is_static(s, u):
                set_mode(s, u, combat=True)
    s.journal.add("OB-6.1", "recovered", side=s.player)


# -- OB-6.2 lines of communications ----------------------------------------------------------------------------------


def controlled(s: OnToBerlin, airfield: str) -> bool:
    """OB-6.2.5 Allied-controlled: an LZ stands on it, or Allied units and no Germans are in its perimeter."""
    perimeter = AIRFIELDS[airfield].perimeter
    if any(d.lz_alive and d.lz in perimeter for d in s.divisions.values()):
        return True
    sides = [holder(s, hex) for hex in perimeter]
    return ALLIED in sides and GERMAN not in sides


def from_off_map(s: OnToBerlin, division: str) -> bool:
    """OB-6.2.4 Whether a division came over the edge and so chooses its source."""
    return s.divisions[division].arrived and bool(s.divisions[division].edge)


def source_options(s: OnToBerlin, division: str) -> list[str]:
    """OB-6.2.4 What a division from off the map may use: an airfield that is ours, or the edge if it serves anybody."""
    return [*([EDGE] if edge_supplies(s, division) else []), *(a for a in ON_MAP if controlled(s, a))]


def edge_supplies(s: OnToBerlin, division: str) -> bool:
    """OB-6.2.4 Whether some unit of a division can trace to the entry hex that it used."""
    blocked = blocked_hexes(s, zoc(s, GERMAN))
    for u in FORMATIONS[division]:
        ends = open_entry(s, u) if s.units[u].at in s.stacks else ()
        if ends and traces(s, u, ends, on_supplied_road(s, ends, blocked), blocked):
            return True
    return False


def open_entry(s: OnToBerlin, u: str) -> tuple[str, ...]:
    """OB-6.2.4 The entry hex a unit used, unless a German unit or an uncontested German ZOC shuts it."""
    entry = s.units[u].entry
    if not entry or holder(s, entry) == GERMAN or uncontested(s, GERMAN, entry):
        return ()
    return (entry,)


def sources(s: OnToBerlin, u: str) -> tuple[str, ...]:
    """OB-6.2.1, OB-6.2.4, OB-6.2.7, OB-6.2.8, OB-19.7 The hexes to one of which a unit must trace."""
    division = KINDS[u].formation
    status = s.divisions[division]
    if from_off_map(s, division):
        if status.source == EDGE:
            return open_entry(s, u)
        if status.source:
            return AIRFIELDS[status.source].perimeter if controlled(s, status.source) else ()
        return ()
    return AIRFIELDS[MAP.perimeter_of[status.lz]].perimeter if status.lz_alive else ()


def blocked_hexes(s: OnToBerlin, german_zoc: Collection[str]) -> set[str]:
    """OB-6.2.2, OB-3.2.5 A German unit, a live strongpoint, or a German ZOC without an Allied unit in the hex."""
    german = [hex for hex, stack in s.stacks.items() if KINDS[stack[0]].side == GERMAN]
    blocked = {hex for hex in german_zoc if hex not in s.stacks}
    blocked.update(german)
    blocked.update(hex for hex in MAP.strongpoints if hex not in s.fallen)
    return blocked


def on_supplied_road(s: OnToBerlin, ends: tuple[str, ...], blocked: Set[str]) -> frozenset[str]:
    """OB-6.2.1, OB-6.2.2, OB-6.2.3 Road hexes from which roads lead, open all the way, to one of the source's hexes."""
    return _open_road(ends, MAP.on_road & (s.ruins.keys() | blocked))


@lru_cache(maxsize=1_000)
def _open_road(ends: tuple[str, ...], shut: frozenset[str]) -> frozenset[str]:
    """The road from these hexes; most choices shut no road and open none, and each asks for every division."""
    way = [hex for hex in ends if MAP.hexes[hex].road and hex not in shut]
    supplied = set(way)
    for hex in way:  # it grows as the roads lead on
        for n in MAP.roads[hex]:
            if n not in supplied and n not in shut:
                supplied.add(n)
                way.append(n)
    return frozenset(supplied)


def traces(s: OnToBerlin, u: str, ends: tuple[str, ...], road: Collection[str], blocked: Collection[str]) -> bool:
    """OB-6.2.1-6.2.3 Whether a unit reaches the supplied roads within 4 hexes; its own hex may be blocked."""
    here = s.units[u].at
    if here in ends or here in road or any(n in road for n in MAP.roads[here]):
        return True
    seen = {here}
    edge = [here]
    for _ in range(OFF_ROAD):
        reached = []
        for hex in edge:
            for n in MAP.supply_steps[hex]:
                if n in seen or n in blocked:
                    continue
                if n in road:
                    return True
                seen.add(n)
                reached.append(n)
        edge = reached
    return False


def has_loc(s: OnToBerlin, u: str) -> bool:
    """OB-6.2.6 Whether a unit can trace a LoC at this moment."""
    ends = sources(s, u)
    if not ends:
        return False
    if s.units[u].at in ends:
        return True
    blocked = blocked_hexes(s, zoc(s, GERMAN))
    return traces(s, u, ends, on_supplied_road(s, ends, blocked), blocked)


def check_supply(s: OnToBerlin) -> None:
    """OB-6.2, OB-6.2.6, OB-6.2.7 Every Allied unit on the map traces; without LoC it flips to Maneuver Mode."""
    blocked = blocked_hexes(s, zoc(s, GERMAN))
    roads: dict[tuple[str, ...], frozenset[str]] = {}
    for u in on_map(s, ALLIED):
        ends = sources(s, u)
        if ends not in roads:
            roads[ends] = on_supplied_road(s, ends, blocked)
        supplied = bool(ends) and traces(s, u, ends, roads[ends], blocked)
        unit = s.units[u]
        if not supplied and unit.combat:
            if s.fog:
                s.reveal()  # OB-3.6.1 whose source is cut off shows by the mode of a unit below the top
            set_mode(s, u, combat=False)
            s.journal.add("OB-6.2.6", "no_loc", unit=u, hex=unit.at, seen_by=told(s, ALLIED))
        if supplied == unit.no_loc:
            s.units[u] = replace(s.units[u], no_loc=not supplied)


def choose_sources(s: OnToBerlin) -> Flow:
    """OB-6.2.4 The Allied player names the source of each division that came from off the map."""
    for division in DIVISIONS:
        if not from_off_map(s, division):
            continue
        place = EDGE
        if any(controlled(s, a) for a in ON_MAP):
            # He is asked even if one source is left: else the German would learn whether the edge supplies anybody.
            options: list[Option] = [("source", division, place) for place in source_options(s, division)]
            place = id_in(
                (yield Choose(ALLIED, options, rule="OB-6.2.4", ask="source", about=(division,), together=True)), 2
            )
        s.divisions[division] = replace(s.divisions[division], source=place)
        s.journal.add("OB-6.2.4", "source", division=division, place=place)


# -- OB-6.4 desertion ------------------------------------------------------------------------------------------------


def desertion(s: OnToBerlin) -> None:
    """OB-6.4 While the Allied player leads, Hitler Youth and Volkssturm without SS or police beside them may run."""
    if s.turn < TABLES.desertion_turn or s.vp[ALLIED] <= s.vp[GERMAN]:
        return
    for u in sorted(on_map(s, GERMAN)):
        if KINDS[u].service not in ("hj", "volkssturm"):
            continue
        if any(KINDS[other].service in ("ss", "police") for other in s.stacks[s.units[u].at]):
            continue
        dice = s.dice.roll(6, "desertion"), s.dice.roll(6, "desertion")
        if sum(dice) >= TABLES.deserts_at:
            s.journal.add("OB-6.4", "deserts", hex=s.units[u].at, dice=dice, total=sum(dice), for_side=GERMAN)
            remove(s, u, REMOVED)
            s.tally["deserters"] = s.tally.get("deserters", 0) + 1


def recovery_segment(s: OnToBerlin) -> Flow:
    """OB-4.3.2, OB-6 The Recovery Segment of either player; German units need no supply (OB-6.3)."""
    recover(s)
    if s.player == ALLIED:
        yield from choose_sources(s)
        check_supply(s)
    else:
        desertion(s)
    s.step = "end_recovery"
