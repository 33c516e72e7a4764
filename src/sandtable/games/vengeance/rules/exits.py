"""Leaving the map where the task of a scenario asks for it (RV-SCN8, RV-SCN14)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import Battle, Move
from sandtable.games.vengeance.rules.units import count, good_order, held, is_dummy, points, vanish
from sandtable.games.vengeance.rules.vehicles.kinds import aboard
from sandtable.games.vengeance.rules.victory import judge_at_once
from sandtable.games.vengeance.scenarios import is_written, scenario
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
    """RV-SCN8 A stack at such an edge may leave the map for one MF."""
    unit = s.units[move.units[0]]
    hexes = exit_hexes(s.scenario, unit.side)
    if not hexes or unit.at not in hexes or not good_order(unit):
        return []
    return [("exit_map", unit.at)]


def exit_on_foot(s: Battle, move: Move) -> None:
    """RV-SCN8 The stack leaves for good; its Infantry counts by its casualty points."""
    for id in move.units:
        leave_map(s, id)
    s.move = None
    judge_at_once(s)


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


def may_drive_off(s: Battle, vehicle: str) -> bool:
    """RV-SCN8 Whether a vehicle stands where its side may leave the map."""
    where = s.vehicles[vehicle].at
    hexes = exit_hexes(s.scenario, s.vehicles[vehicle].side)
    return bool(hexes) and bool(where) and field_of(s).hex_of[where] in hexes


def drive_off(s: Battle, vehicle: str) -> None:
    """RV-SCN8 It leaves with all who are aboard: they count, it does not."""
    at = s.vehicles[vehicle].at
    for unit in aboard(s, vehicle):
        leave_map(s, unit.id)
    s.journal.add("RV-SCN8", "exits", unit=vehicle, at=at, side=s.vehicles[vehicle].side)
    del s.vehicles[vehicle]
    s.drive = None
    judge_at_once(s)
