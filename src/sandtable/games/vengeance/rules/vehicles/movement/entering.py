"""A vehicle enters a hex, and ends its move (chapters D2.1, D8.2, RV-B23.41): what it meets there, and what it pays."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import arrive
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.detection import runs_into
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.terrain.bridges import load_bridge
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.games.vengeance.rules.terrain.wall_advantage import on_entry
from sandtable.games.vengeance.rules.units.enemies import unknown_enemies
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import tell_drive
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import spends_in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, kind_of, mark
from sandtable.games.vengeance.rules.vehicles.movement.armored_assault import leave_escort, walk_along
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_roll
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep
from sandtable.games.vengeance.rules.vehicles.movement.expenditure import left, spend
from sandtable.games.vengeance.rules.vehicles.movement.fuel import ARRIVAL, burns_scarce_fuel, runs_dry
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import (
    anti_personnel_mines,
    anti_tank_mines,
    flatten_wire,
)
from sandtable.kernel.state import replace
from sandtable.kernel.templates import with_half

BACKWARDS = ("back", "back_along")
"""RV-D2.2 The options by which a vehicle goes in reverse, into a hex or along a hexside."""


def enter(s: Battle, f: Field, vehicle: Vehicle, way: VehicleStep, verb: str) -> None:
    """RV-D2.1, RV-CG6 A step is taken and paid for; who enters the map may find his tank empty."""
    move = s.drive
    assert move is not None
    if s.works and vehicle.at and f.place(vehicle.at).kind == "ground" and way.to != vehicle.at:
        anti_tank_mines(s, vehicle.id, vehicle.at)  # they attack what leaves, too
        if s.vehicles[vehicle.id].wreck or s.vehicles[vehicle.id].immobile:
            spend(s, min(2, left(s, vehicle)))
            return
    cost = left(s, vehicle) if way.cost >= ALL else way.cost
    if verb in BACKWARDS:
        cost *= kind_of(vehicle).reverse_multiplier
    cost = min(cost, left(s, vehicle))
    if verb == "overrun":
        reveal_all(s, unknown_enemies(s, way.to, vehicle.side), "RV-A12.15")
    elif way.bypass < 0 and runs_into(s, way.to, vehicle.side):
        s.drive = replace(move, bumped=way.to, came=vehicle.at, about=(f"{cost}",))
        return
    _stand_in(s, vehicle, way, reversing=verb in BACKWARDS)
    s.drive = replace(move, here=0, came=vehicle.at)
    s.shots.clear()
    s.acquired.pop(vehicle.id, None)
    spends_in_sight(s, vehicle.id)
    tell_drive(s, vehicle, way.to, with_half(cost / 2), verb)
    if way.bog:
        bog_check(s, f, vehicle.id, way)
    if move.escort:
        if verb in ("go", "slow"):
            walk_along(s, f, vehicle.at, way.to)
        else:
            leave_escort(s)
    _meet_what_is_there(s, f, vehicle.id, way)
    if verb == "enter" and s.campaign is not None:
        arrive(s, (vehicle.id, *(unit.id for unit in aboard(s, vehicle.id))))
    if verb == "enter" and vehicle.id in s.vehicles and burns_scarce_fuel(s, vehicle):
        runs_dry(s, vehicle.id, ARRIVAL)
    if vehicle.id in s.vehicles:
        on_entry(s, f, way.to)
        spend(s, cost)


def _stand_in(s: Battle, vehicle: Vehicle, way: VehicleStep, reversing: bool) -> None:
    """RV-D2.1, RV-D2.3 It is in the hex or along the hexside now, in Motion; its turret has turned along."""
    turned = vehicle.vca if way.vca < 0 else way.vca
    mark(
        s, vehicle.id, at=way.to, bypass=way.bypass, vca=turned, tca=(vehicle.tca + turned - vehicle.vca) % 6,
        entered=True, motion=True, reversing=reversing, tail_end=way.tail_end,
    )  # fmt: skip


def bog_check(s: Battle, f: Field, id: str, way: VehicleStep | None = None) -> None:
    """RV-D8.2, RV-B23.41 The bog DR; a heavy vehicle may bring down the wooden house that it drives into."""
    if bog_roll(s, f, id, way):
        collapse(s, f.hex_of[s.vehicles[id].at], 0, spared=id)


def _meet_what_is_there(s: Battle, f: Field, id: str, way: VehicleStep) -> None:
    """RV-Z1, RV-B6.42, RV-B26.1, RV-B28.1, RV-B28.5 What happens to a vehicle on entering: bridges, mines, wire."""
    if f.place(way.to).kind == "bridge":
        load_bridge(s, id, f.hex_of[way.to])
        return
    if s.works and f.place(way.to).kind == "ground":
        anti_personnel_mines(s, id, way.to)
        anti_tank_mines(s, id, way.to)
        if not s.vehicles[id].wreck:
            flatten_wire(s, s.vehicles[id])


def end_drive(s: Battle) -> None:
    """The vehicle has finished its Movement Phase."""
    leave_escort(s)
    if s.drive is not None and s.drive.vehicle in s.vehicles:
        mark(s, s.drive.vehicle, moved=True)
    s.drive = None
    s.shots.clear()
    s.volleys.clear()
