"""Where a moving stack can go, and at what cost (chapters A4.13 to A4.15, A4.6, A4.63)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import BypassWay, Field, LocationStep
from sandtable.games.vengeance.map.ground import CELLAR, PILLBOX
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke
from sandtable.games.vengeance.model.battle import Battle, Move, Unit, Weapon
from sandtable.games.vengeance.rules.fortifications.entrenchments import (
    foxhole_room,
    has_work,
    in_trenches,
    through_trenches,
)
from sandtable.games.vengeance.rules.fortifications.strongholds import barred
from sandtable.games.vengeance.rules.movement.allowance import loaded_mf, mf_left
from sandtable.games.vengeance.rules.night.bearings import groping
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.enemies import known_enemies_at
from sandtable.games.vengeance.rules.units.kinds import held, is_mmc, other, units_at, unknown, weapon_type
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, overstacked_with, room_for
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Option

_TOO_BULKY = 5
"""RV-O6.1 The PP of what does not fit into a cellar in one piece."""
_NO_CROWD = 3
"""RV-A5.1 So many units find room wherever nobody is."""


def steps_from(s: Battle, f: Field, unit: Unit) -> tuple[LocationStep, ...]:
    """RV-A2.5, RV-A4.3 The steps out of a Location or a bypass; a unit off the map enters by its entry area."""
    if unit.bypass:
        return f.ways_out(unit.at, unit.bypass)
    if unit.at:
        return f.steps[unit.at]
    return tuple(LocationStep(at, f.entry_cost(at)) for at in entry_places(s, unit))


def entry_cost(s: Battle, f: Field, at: str, step: LocationStep) -> int:
    """RV-B.2, RV-E1.5 What a step costs anybody: with smoke in the Location, and at night."""
    return step.cost + in_smoke(s, f, step.to) + (groping(f, at, step) if s.night is not None else 0)


def step_cost(s: Battle, f: Field, step: LocationStep, move: Move) -> int:
    """RV-B.2, RV-A5.12, RV-E1.5 With smoke in the Location, for each squad too many there, and at night."""
    at = s.units[move.units[0]].at
    cost = entry_cost(s, f, at, step)
    dug = any(s.units[id].dug for id in move.units)
    if dug and through_trenches(s, f, at, step.to):
        return 1  # RV-B27.1: without leaving the trench
    cost += dug  # RV-B27.1: out of the foxhole first
    cost += 2 if s.works and has_work(s, step.to, "at_ditch") else 0  # RV-B27.8
    side = s.units[move.units[0]].side
    if s.vehicles or s.at.get(step.to) or len(move.units) > _NO_CROWD:
        cost += overstacked_after(s, f, step.to, side, move)
    return cost


def takes_all(s: Battle, unit: Unit, step: LocationStep, mf: int) -> bool:
    """RV-A4.7, RV-A5.12, RV-B27.1, RV-E1.5 Whether a step of a unit would cost so many MF or more."""
    return step.all_mf or step_cost(s, field_of(s), step, Move((unit.id,))) >= mf


def difficult(s: Battle, unit: Unit, step: LocationStep) -> bool:
    """RV-A4.7 Difficult Terrain: entry would cost at least its full printed MF with its load."""
    return takes_all(s, unit, step, loaded_mf(s, unit))


def tells_of_a_crowd(s: Battle, f: Field, to: str, move: Move) -> bool:
    """RV-A5.12 Whether what the stack pays for a Location tells of those under `?` there."""
    side = s.units[move.units[0]].side
    return bool(overstacked_after(s, f, to, side, move)) and any(unknown(u) for u in units_at(s, to, side))


def keeps_to_road(s: Battle, f: Field, step: LocationStep) -> bool:
    """RV-A4.132 Whether a step goes along a road, with no smoke on it."""
    return step.road and not in_smoke(s, f, step.to)


def overstacked_after(s: Battle, f: Field, at: str, side: str, move: Move) -> int:
    """RV-A5.12 Squad-equivalents and vehicles too many in a Location once the stack is in it."""
    return overstacked_with(s, f, at, side, (s.units[id] for id in move.units))


def may_enter(s: Battle, f: Field, at: str, side: str, units: list[Unit]) -> bool:
    """RV-A4.14, RV-A5.12, RV-B25.2 No Known enemy there, room left, no Blaze; what is unknown may be run into."""
    if in_blaze(s, at) or known_enemies_at(s, at, side) or not fit_below(s, f, at, units):
        return False
    return room_for(s, f, at, side, units, OVERSTACK)


def fit_below(s: Battle, f: Field, at: str, units: Iterable[Unit]) -> bool:
    """RV-O6.1 Into a cellar weapons of 5 PP or more go only dismantled."""
    if not at or f.place(at).kind != CELLAR:
        return True
    return all(fits(f, at, weapon) for unit in units for weapon in held(s, unit.id))


def fits(f: Field, at: str, weapon: Weapon) -> bool:
    """RV-O6.1 Whether a weapon goes into a Location as it is; "" is off the map."""
    bulky = weapon_type(weapon).pp >= _TOO_BULKY and not weapon.dm
    return not (bulky and at and f.place(at).kind == CELLAR)


def step_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A4.13, RV-A4.6, RV-A4.134 Every Location that the stack can pay for."""
    units = [s.units[id] for id in move.units]
    left, on_road = mf_left(s, move), mf_left(s, move, road=True)
    if move.mode == "dash":
        return [("to", at) for at in across(s, f, units, units[0].at, move.came, left)]
    options: list[Option] = _dashes(s, f, units, left)
    for step in steps_from(s, f, units[0]):
        if not units[0].at and any(step.to not in entry_places(s, u) for u in units[1:]):
            continue  # RV-A2.5 All of a stack enter where each of them may.
        if not may_enter(s, f, step.to, s.side, units):
            prey = lone_man(s, step.to) and any(map(is_mmc, units)) and not in_blaze(s, step.to) and bool(units[0].at)
            if prey and 2 * step_cost(s, f, step, move) <= left and not barred(s, f, units[0], step):
                options.append(("overrun", step.to))
            continue
        cost = step_cost(s, f, step, move)
        if step.all_mf:
            cost = max(cost, left) if not move.spent else left + 1
        if cost <= (on_road if keeps_to_road(s, f, step) else left):
            options.append(("to", step.to))
            cover = step.cover or int(foxhole_room(s, step.to, units))
            if s.works and cover and in_trenches(s, f, units, step.to):
                cover = 0  # RV-B27.1
                options.append(("to_cover", step.to))
            if cover and cost + cover <= left:
                options.append(("to_cover", step.to))
            if not move.spent and not move.double and cost < left and units[0].at and not units[0].bypass:
                options.append(("assault", step.to))
        elif not move.spent and units[0].at and not any(u.cx for u in units):
            options.append(("minimum", step.to))
    if units[0].at and left > 1:
        options += _bypasses(s, f, units, left)
    return list(dict.fromkeys(options))


def _bypasses(s: Battle, f: Field, units: list[Unit], left: int) -> list[Option]:
    """RV-A4.3, RV-A4.14 Around a building, enemies inside or not, with MF left to go on from there."""
    options: list[Option] = []
    for way in f.ways_round(units[0].at, units[0].bypass):
        cost = way_cost(s, way, units)
        if cost < left and not in_blaze(s, way.to) and room_for(s, f, way.to, s.side, units, OVERSTACK):
            options.append(("bypass", way.to, way.along))
    return options


def way_cost(s: Battle, way: BypassWay, units: list[Unit]) -> int:
    """RV-A4.3, RV-B.2 A bypass with smoke in the hex, out of a foxhole if need be."""
    return way.cost + in_smoke(s, field_of(s), way.to) + any(u.dug for u in units)


def _dashes(s: Battle, f: Field, units: list[Unit], left: int) -> list[Option]:
    """RV-A4.63 Across one road hex at 1 MF, from a hex that is not open into another that is not, with MF for both."""
    at = units[0].at
    if (
        not at
        or units[0].bypass
        or f.terrain_of[at].open_ground
        or f.place(at).kind != "ground"
        or any(u.cx for u in units)
    ):
        return []
    return [
        ("dash", step.to)
        for step in f.steps[at]
        if is_street(f, step.to) and step.cost == 1 and may_enter(s, f, step.to, s.side, units)
        and across(s, f, units, step.to, at, left - 1)
    ]  # fmt: skip


def lone_man(s: Battle, at: str, among: Collection[str] = ()) -> bool:
    """RV-A4.15 Whether the only enemy seen in a Location is one Known man; the movers may be `among` them.

    He is not IN a pillbox, and no vehicle is with him.
    """
    if field_of(s).place(at).kind == PILLBOX or any(
        not v.hidden and (v.concealed or not v.abandoned) for v in vehicles_at(s, at, other(s.side))
    ):
        return False
    there = [u for id in s.at.get(at, ()) if id not in among and ((u := s.units[id]).side == s.side or not u.hidden)]
    if len(there) != 1 or there[0].side == s.side:
        return False
    return not (is_mmc(there[0]) or there[0].concealed or there[0].melee)


def is_street(f: Field, at: str) -> bool:
    """RV-A4.63 A road hex, but no debris and no boulevard."""
    hex = f.hex(at)
    return hex.base in ("PAVED", "DIRT") and any("ROAD" in side for side in f.ground.sides[hex.id])


def across(s: Battle, f: Field, units: list[Unit], road: str, came: str, left: int) -> list[str]:
    """RV-A4.63 Where a dash can end: not open ground, and not next to where it began."""
    behind = set(f.ground.neighbours[f.hex_of[came]]) | {f.hex_of[came]} if came else set()
    return [
        step.to for step in f.steps[road]
        if not f.terrain_of[step.to].open_ground and f.hex_of[step.to] not in behind
        and step.cost <= left and may_enter(s, f, step.to, s.side, units)
    ]  # fmt: skip
