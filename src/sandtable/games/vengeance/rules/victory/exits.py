"""Leaving the map where the task of a scenario asks for it (RV-SCN8, RV-SCN14)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.campaign.battle.leaving import desert, keep_vehicle, may_desert, may_drive_away
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.units.counters import count, points, vanish
from sandtable.games.vengeance.rules.units.kinds import good_order, held, is_dummy
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, kind_of
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import column, halves_of, road_rate
from sandtable.games.vengeance.rules.victory.control import judge_at_once
from sandtable.games.vengeance.scenarios.cards import is_written, scenario
from sandtable.kernel.flow import Option


@cache
def exit_hexes(name: str, side: str) -> frozenset[str]:
    """RV-SCN8, RV-SCN14 The edge hexes by which a side may leave; none unless its task is to exit."""
    if not is_written(name):
        return frozenset()
    victory = scenario(name).victory
    if victory.side != side:
        return frozenset()
    edges = [edge for c in victory.conditions if c["type"] == "exit_cvp" for edge in c["edges"]]
    return frozenset(hex for edge in edges for hex in components().edges[edge])


def exit_options(s: Battle, move: Move) -> list[Option]:
    """RV-SCN8, RV-A2.6 A stack at such an edge may leave the map for what a hex of the terrain it leaves would cost.

    RV-CG20 In the campaign it is lost.
    """
    unit = s.units[move.units[0]]
    if s.campaign is not None:
        may, verb = may_desert(unit), "desert"
    else:
        may, verb = unit.at in exit_hexes(s.scenario, unit.side), "exit_map"
    if not may or not good_order(unit) or field_of(s).terrain_of[unit.at].cost > mf_left(s, move):
        return []
    return [(verb, unit.at)]


def exit_on_foot(s: Battle, move: Move) -> None:
    """RV-SCN8 The stack leaves for good; its Infantry counts by its casualty points."""
    for id in move.units:
        leave_map(s, id)
    s.move = None
    judge_at_once(s)


def desert_on_foot(s: Battle, move: Move) -> None:
    """RV-CG20 A Good Order stack of the campaign gives up."""
    desert(s, move.units)
    s.move = None


def leave_map(s: Battle, id: str) -> None:
    """RV-SCN8 A unit leaves with its weapons; in Good Order it counts for the task."""
    unit = s.units[id]
    if good_order(unit) and not is_dummy(unit):
        s.exited[unit.side] = s.exited.get(unit.side, 0) + points(unit)
    for weapon in held(s, id):
        del s.weapons[weapon.id]
    s.journal.add("RV-SCN8", "exits", unit=id, at=unit.at, side=unit.side)
    count(s, f"{unit.side}_exited")
    vanish(s, id)


def may_drive_off(s: Battle, vehicle: str, mp: int) -> bool:
    """RV-SCN8, RV-A2.6, RV-CG20 Whether a vehicle stands where it may leave the map, with enough half MP for it."""
    where = s.vehicles[vehicle].at
    if s.campaign is not None:
        return bool(where) and may_drive_away(s, vehicle) and exit_cost(field_of(s), s.vehicles[vehicle]) <= mp
    hexes = exit_hexes(s.scenario, s.vehicles[vehicle].side)
    if not hexes or not where or field_of(s).hex_of[where] not in hexes:
        return False
    return exit_cost(field_of(s), s.vehicles[vehicle]) <= mp


def exit_cost(f: Field, vehicle: Vehicle) -> int:
    """RV-A2.6 Half MP for one hex of the terrain left behind; the road rate where only the road let it in."""
    row = components().armour.costs[f.place(vehicle.at).terrain]
    cost = halves_of(column(vehicle, row).partition("/")[2] or column(vehicle, row), kind_of(vehicle).mp)
    return road_rate(vehicle) if cost is None else min(cost, 2 * kind_of(vehicle).mp)


def drive_off(s: Battle, vehicle: str) -> None:
    """RV-SCN8 It leaves with all who are aboard: they count, it does not; RV-CG20 in the campaign it is kept."""
    reveal_vehicle(s, vehicle)
    if s.campaign is not None:
        keep_vehicle(s, vehicle)
        s.drive = None
        return
    at = s.vehicles[vehicle].at
    for unit in aboard(s, vehicle):
        leave_map(s, unit.id)
    s.journal.add("RV-SCN8", "exits", unit=vehicle, at=at, side=s.vehicles[vehicle].side)
    count(s, f"{s.vehicles[vehicle].side}_exited")
    del s.vehicles[vehicle]
    s.drive = None
    judge_at_once(s)
