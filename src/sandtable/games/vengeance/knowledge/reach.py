"""How far a stack can walk and a vehicle can drive: the least MF or MP to each Location, as far as a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board.paths import outwards
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import may_enter, step_cost, steps_from
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mobile
from sandtable.games.vengeance.rules.vehicles.movement.destinations import turning_cost, ways
from sandtable.games.vengeance.rules.vehicles.movement.driving import START, affordable, entries
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL
from sandtable.kernel.state import replace


def walkable(s: Battle, f: Field, move: Move) -> dict[str, int]:
    """RV-A4.11, RV-A4.13, RV-A4.132 The least MF that brings a stack to each Location."""
    units = [s.units[id] for id in move.units]
    side, start = units[0].side, units[0].at
    if not all(good_order(unit) and not unit.pinned and not unit.ti for unit in units):
        return {}
    most = {road: mf_left(s, move, road) + move.spent for road in (True, False)}
    spent = move.spent

    def onward(node: tuple[str, bool]) -> Iterator[tuple[tuple[str, bool], int]]:
        for unit in units if node[0] != start else ():
            mark(s, unit.id, at=node[0], bypass="", dug=False)
        for step in steps_from(s, f, s.units[move.units[0]]):
            if step.to == start or not may_enter(s, f, step.to, side, units):
                continue
            cost, road = step_cost(s, f, step, move), node[1] and step.road
            left = most[road] - spent
            if step.all_mf:
                cost = max(cost, left) if not spent else left + 1
            if cost <= left:
                yield (step.to, road), cost

    best: dict[str, int] = {}
    for (at, _), cost in outwards((start, move.road), onward):
        spent = move.spent + cost  # `onward` asks for it next
        if at != start:
            best.setdefault(at, spent)
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


_OFF = Driven(0, False, "", 0, -1)
"""Before it sets off; as the node of a search a vehicle on its way has spent nothing."""


def drivable(s: Battle, f: Field, id: str) -> dict[str, Driven]:
    """RV-D2.1, RV-D2.3, RV-D2.6, RV-D2.11 Forwards: how it comes to each Location for the least half MP."""
    first = s.vehicles[id]
    if not manned(first) or not mobile(first) or first.stunned or first.shock or kind_of(first).cupola:
        return {}
    move = s.drive if s.drive is not None and s.drive.vehicle == id else Drive(id, spent=first.owed)
    begun = sorted(_beginnings(s, f, first, move))
    so_far = _OFF

    def onward(node: Driven) -> Iterator[tuple[Driven, int]]:
        if node == _OFF:
            further = begun
        else:
            astern = first.tail_end and (node.at, node.vca, node.bypass) == (first.at, first.vca, first.bypass)
            s.vehicles[id] = replace(
                first, at=node.at, vca=node.vca, bypass=node.bypass, motion=True, reversing=False, tail_end=astern
            )
            further = sorted(_onward(s, f, s.vehicles[id], move, so_far))
        for way in further:
            yield way._replace(spent=0), way.spent - so_far.spent

    best: dict[str, Driven] = {}
    for node, spent in outwards(_OFF, onward):
        so_far = node._replace(spent=spent)  # `onward` asks for it next
        known = best.get(node.at)
        if node.at not in ("", first.at) and (known is None or so_far[:2] < known[:2]):
            best[node.at] = so_far
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
    left, driven = most - so_far.spent, []
    turn = turning_cost(f, vehicle)
    if turn is not None and turn <= left:
        driven += [so_far._replace(spent=so_far.spent + turn, vca=(so_far.vca + by) % 6) for by in (1, -1)]
    now = replace(move, spent=so_far.spent)
    for way in ways(s, f, vehicle):
        if affordable(now, way, left):
            spent = most if way.cost >= ALL else so_far.spent + way.cost
            vca = vehicle.vca if way.vca < 0 else way.vca
            driven.append(Driven(spent, so_far.bog or way.bog, way.to, vca, way.bypass))
    return driven
