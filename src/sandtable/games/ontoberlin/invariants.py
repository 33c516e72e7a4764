"""What must hold in every state that play can reach."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, ON_MAP, RESERVE, SIDES, TABLES, UNITS, VS_POOL
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, OFF_MAP_PLACES, POOL, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import why_no_room


def invariants(s: OnToBerlin) -> list[str]:
    """What is wrong with a state, in sentences."""
    return [*_places(s), *_stacks(s), *_modes(s), *_points(s), *_plan(s)]


def _places(s: OnToBerlin) -> Iterator[str]:
    if len(s.units) != len(UNITS) or not all(u in s.units for u in UNITS):
        yield "the state does not hold every unit exactly once"
    stacked = [u for stack in s.stacks.values() for u in stack]
    if len(stacked) != len(set(stacked)):
        yield "a unit lies in two stacks"
    for u, unit in s.units.items():
        if unit.at in MAP.hexes:
            if u not in s.stacks.get(unit.at, ()):
                yield f"{u} says it is in {unit.at}, where it is not"
            if unit.at in MAP.water:
                yield f"{u} is in the water at {unit.at}"
        elif unit.at not in OFF_MAP_PLACES:
            yield f"{u} is nowhere: {unit.at!r}"
        elif u in stacked:
            yield f"{u} is on the map and {unit.at}"
        if unit.at == POOL and u not in VS_POOL:
            yield f"{u} is in the Volkssturm pool"


def _stacks(s: OnToBerlin) -> Iterator[str]:
    """OB-3.1 Stacking; a unit that is on its way may stand where it cannot stay."""
    for hex, stack in s.stacks.items():
        if not stack:
            yield f"{hex} has an empty stack"
            continue
        for u in stack:
            refusal = why_no_room(s, u, hex)
            if refusal is not None and s.active not in stack:
                yield f"{hex} is overstacked: {refusal[0]} ({refusal[1]})"
                break


def _modes(s: OnToBerlin) -> Iterator[str]:
    """OB-3.3, OB-3.4, OB-8.9.1 Modes, facings and disruption."""
    for hex, facing in s.facing.items():
        if not 0 <= facing <= 5 or hex in MAP.built_up:
            yield f"{hex} has the facing {facing}"
        if not any(s.units[u].combat for u in s.stacks.get(hex, ())):
            yield f"{hex} has a facing without a Combat Mode unit"
    for u, unit in s.units.items():
        if unit.combat and unit.disrupted:
            yield f"{u} is disrupted in Combat Mode"
        if unit.combat and unit.at in MAP.hexes and unit.at not in MAP.built_up and unit.at not in s.facing:
            yield f"{u} is in Combat Mode without a facing"
        if unit.disrupted and unit.at not in MAP.hexes:
            yield f"{u} is disrupted off the map"


def _points(s: OnToBerlin) -> Iterator[str]:
    """OB-12.4, OB-12.5 Points are those of their sources, and every lost unit has scored."""
    for side in SIDES:
        counted = sum(value for key, value in s.tally.items() if key.startswith(f"{side}_vp_"))
        if side == GERMAN and counted != s.vp[side]:
            yield f"{side} has {s.vp[side]} VP, but the sources add up to {counted}"
        if side == ALLIED and not 0 <= s.vp[side] - counted <= 20:
            yield f"{side} has {s.vp[side]} VP, but the sources add up to {counted}"
    lost = {side: sum(KINDS[u].side == side and unit.at == ELIMINATED for u, unit in s.units.items()) for side in SIDES}
    from_turns = s.tally.get("german_vp_reichstag", 0)
    if s.vp[GERMAN] - from_turns != lost[ALLIED]:
        yield f"{lost[ALLIED]} Allied units are lost, but the German has {s.vp[GERMAN] - from_turns} VP for them"
    if from_turns % TABLES.victory["german_per_turn_reichstag"]:
        yield f"the German has {from_turns} VP for the Reichstag"


def _plan(s: OnToBerlin) -> Iterator[str]:
    """OB-15.1 One division for each airfield, the reserve for none before it lands."""
    given = [status.airfield for d, status in s.divisions.items() if status.airfield and d != RESERVE]
    if len(given) != len(set(given)):
        yield "two divisions were assigned to one airfield"
    for d, status in s.divisions.items():
        if status.lz and MAP.perimeter_of.get(status.lz) not in ON_MAP:
            yield f"the LZ of {d} is at {status.lz}, no airfield"
        if status.lz_alive and not status.lz:
            yield f"{d} has an LZ without a hex"
