"""How far a stack can walk and a vehicle can drive: the least MF or MP to each Location, as far as a seat knows."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import may_enter, step_cost, steps_from
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mobile
from sandtable.games.vengeance.rules.vehicles.movement.destinations import ALL, turning_cost, ways
from sandtable.games.vengeance.rules.vehicles.movement.driving import START, affordable, entries
from sandtable.kernel.state import replace


def walkable(s: Battle, f: Field, move: Move) -> dict[str, int]:
    """RV-A4.11, RV-A4.13, RV-A4.132 The least MF that brings a stack to each Location."""
    units = [s.units[id] for id in move.units]
    side, start = units[0].side, units[0].at
    if not all(good_order(unit) and not unit.pinned and not unit.ti for unit in units):
        return {}
    most = {road: mf_left(s, move, road) + move.spent for road in (True, False)}
    best: dict[str, int] = {}
    settled: set[tuple[str, bool]] = set()
    todo = [(move.spent, start, move.road)]
    while todo:
        spent, at, road = heappop(todo)
        if (at, road) in settled:
            continue
        settled.add((at, road))
        if at != start:
            best.setdefault(at, spent)
            for unit in units:
                mark(s, unit.id, at=at, bypass="", dug=False)
        for step in steps_from(s, f, s.units[move.units[0]]):
            if step.to == start or not may_enter(s, f, step.to, side, units):
                continue
            cost = step_cost(s, f, step, move)
            left = most[road and step.road] - spent
            if step.all_mf:
                cost = max(cost, left) if not spent else left + 1
            if cost <= left:
                heappush(todo, (spent + cost, step.to, road and step.road))
    for unit in units:
        s.units[unit.id] = unit
    return best


class Driven(NamedTuple):
    """A vehicle on its way: half MP spent, whether it may have bogged, where it stands and points."""

    spent: int
    bog: bool
    at: str
    vca: int
    bypass: int


def drivable(s: Battle, f: Field, id: str) -> dict[str, Driven]:
    """RV-D2.1, RV-D2.3, RV-D2.6, RV-D2.11 Forwards: how it comes to each Location for the least half MP."""
    first = s.vehicles[id]
    if not manned(first) or not mobile(first) or first.stunned or first.shock or kind_of(first).cupola:
        return {}
    move = s.drive if s.drive is not None and s.drive.vehicle == id else Drive(id, spent=first.owed)
    best: dict[str, Driven] = {}
    settled: set[tuple[str, int, int]] = set()
    todo = sorted(_beginnings(s, f, first, move))
    while todo:
        way = heappop(todo)
        if way[2:] in settled:
            continue
        settled.add(way[2:])
        if way.at != first.at:
            best.setdefault(way.at, way)
        s.vehicles[id] = replace(first, at=way.at, vca=way.vca, bypass=way.bypass, motion=True, reversing=False)
        for further in _onward(s, f, s.vehicles[id], move, way):
            heappush(todo, further)
    s.vehicles[id] = first
    return best


def _beginnings(s: Battle, f: Field, vehicle: Vehicle, move: Drive) -> list[Driven]:
    """RV-D2.11, RV-A2.5 It starts where it stands, unless it moves already, or comes onto the map."""
    if not vehicle.at:
        return [Driven(move.spent + way.cost, False, way.to, way.vca, -1) for way in entries(s, f, vehicle)]
    start = 0 if vehicle.motion else START
    return [Driven(move.spent + start, False, vehicle.at, vehicle.vca, vehicle.bypass)]


def _onward(s: Battle, f: Field, vehicle: Vehicle, move: Drive, so_far: Driven) -> list[Driven]:
    """RV-D2.1, RV-D2.3 What it can do next: a turn to either side, a step, the next hexside."""
    most = 2 * kind_of(vehicle).mp + move.bonus
    left, found = most - so_far.spent, []
    turn = turning_cost(f, vehicle)
    if turn is not None and turn <= left:
        found += [so_far._replace(spent=so_far.spent + turn, vca=(so_far.vca + by) % 6) for by in (1, -1)]
    now = replace(move, spent=so_far.spent)
    for way in ways(s, f, vehicle):
        if affordable(now, way, left):
            spent = most if way.cost >= ALL else so_far.spent + way.cost
            vca = vehicle.vca if way.vca < 0 else way.vca
            found.append(Driven(spent, so_far.bog or way.bog, way.to, vca, way.bypass))
    return found
