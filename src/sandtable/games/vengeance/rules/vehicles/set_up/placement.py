"""Vehicles of a scenario (RV-SCN4, RV-A2.9, RV-BRV16.5): they are mustered, placed, and turned."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.campaign.battle.posts import leave_outside, staying_outside
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.ordnance.covered_arc import ARCS, corner_in
from sandtable.games.vengeance.rules.set_up.places import is_set_up, places_to_set_up
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import put_in_command
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark, vehicles_at
from sandtable.games.vengeance.rules.vehicles.movement.entering import bog_check
from sandtable.games.vengeance.rules.vehicles.movement.fuel import ARRIVAL, burns_scarce_fuel, runs_dry
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import column
from sandtable.games.vengeance.rules.vehicles.set_up.dug_in import hide_vehicle, may_be_hidden, may_dig_in
from sandtable.games.vengeance.scenarios.cards import Group
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in


def muster_vehicles(s: Battle, side: str, index: int, group: Group) -> None:
    """RV-SCN4, RV-O7.1 The vehicles of a group, dug in if it says so, and its armor leaders."""
    for printed, number in group.vehicles.items():
        type = components().core_ids["vehicles"][printed]
        for _ in range(number):
            count = 1 + sum(1 for v in s.vehicles.values() if v.type == type)
            id = f"{type.replace('_', '-', 1)}-{count}"
            armoured = components().armour.types[type].is_afv
            buried = group.dug_in or printed in group.other.get("dug_in", ())
            s.vehicles[id] = Vehicle(
                id, type, side, group=index, dug_in=buried, ce=armoured, immobile=buried,
                supplemental=group.supplemental_armor, aamg=not group.no_aamg,
            )  # fmt: skip
    put_in_command(s, side, index, (f"{side[:2]}_armor_{name}" for name in group.armor_leaders))


def waiting(s: Battle, side: str, due: Callable[[str], bool] = lambda id: True) -> Vehicle | None:
    """The next vehicle of a side that is still to be set up, among those that are due."""
    off = (v for v in s.vehicles.values() if v.side == side and not v.at and due(v.id))
    return next((v for v in off if is_set_up(s, v.id, side, v.group)), None)


def man_cupola(s: Battle, work: Work) -> None:
    """RV-B30.9, RV-BRV9.3 A cupola that was placed is manned: an immobile turret with its crew, Buttoned Up."""
    s.works.pop(work.id, None)
    s.vehicles[work.id] = Vehicle(
        work.id, f"ge_{work.type}", work.side, work.at, group=work.group, ce=False, immobile=True
    )  # fmt: skip


def may_stand(s: Battle, f: Field, vehicle: Vehicle, at: str) -> bool:
    """RV-A5.1, RV-B23.41, RV-O1.1, RV-BRV3.15 One vehicle where its type can stand on the ground, no enemy there."""
    place = f.place(at)
    if place.kind not in ("ground", "bridge") or vehicles_at(s, at) or enemies_at(s, at, vehicle.side):
        return False
    if vehicle.dug_in and not may_dig_in(f, at):
        return False
    building = f.ground.buildings.get(f.hex(at).building)
    if building is not None and building.kind == "reichstag":
        return False
    on_road = any("ROAD" in side for side in f.ground.sides[place.hex])
    row = components().armour.costs[place.terrain]
    return vehicle.dug_in or column(vehicle, row) != "NA" or (on_road and not f.hex(at).building)


def stood_here(vehicle: Vehicle) -> str:
    """RV-BRV16.5 How it is noted where, and how turned, a vehicle ended the scenario before; its owner's business."""
    return f"{vehicle.id} stood in {vehicle.at} at {vehicle.vca}, a vehicle of {vehicle.side}"


def place_vehicle(s: Battle, vehicle: Vehicle) -> Flow:
    """RV-A2.9, RV-D1.31, RV-BRV16.5, RV-CG6 Where it stands and points; its bog DR in a building, and that for fuel.

    RV-BRV16.4 Its turret and its hatches are as its owner likes. RV-BRV3.15 A dug-in tank may be hidden.
    """
    f = field_of(s)
    places = [at for at in places_to_set_up(s, vehicle.id, vehicle.side, vehicle.group) if may_stand(s, f, vehicle, at)]
    if not places and s.campaign is not None:
        leave_outside(s, vehicle.id)
        return
    options: list[Option] = [("set_up", vehicle.id, at) for at in places]
    options += staying_outside(s, vehicle.id)
    pick = yield Choose(vehicle.side, options, rule="RV-A2.9", ask="set_up", about=(vehicle.id,))
    if pick[0] == "stay_outside":
        leave_outside(s, vehicle.id)
        return
    at = id_in(pick, 2)
    mark(s, vehicle.id, at=at)  # it lies on the map while its player turns it
    yield from _turn_and_man(s, vehicle, at)
    if may_be_hidden(s, f, s.vehicles[vehicle.id]):
        pick = yield Choose(
            vehicle.side, [("hide_gun", vehicle.id), ("show_gun", vehicle.id)], rule="RV-BRV3.15", ask="hide_gun",
            about=(vehicle.id, at),
        )  # fmt: skip
        if pick[0] == "hide_gun":
            hide_vehicle(s, vehicle.id)
    tried = vehicle.dug_in or stood_here(s.vehicles[vehicle.id]) in s.asked
    if f.hex(at).building and kind_of(vehicle).is_afv and not tried:
        bog_check(s, f, vehicle.id)
    if burns_scarce_fuel(s, vehicle):
        runs_dry(s, vehicle.id, ARRIVAL)


def _turn_and_man(s: Battle, vehicle: Vehicle, at: str) -> Flow:
    """RV-D1.31, RV-BRV16.4 Where hull and turret point, and whether its crew looks out."""
    pick = yield Choose(
        vehicle.side, [("face", vehicle.id, arc) for arc in ARCS], rule="RV-D1.31", ask="face",
        about=(vehicle.id, at),
    )  # fmt: skip
    corner = corner_in(pick)
    mark(s, vehicle.id, vca=corner, tca=corner)
    if kind_of(vehicle).has_turret:
        pick = yield Choose(
            vehicle.side, [("turret", vehicle.id, ARCS[(corner + n) % 6]) for n in range(6)], rule="RV-BRV16.4",
            ask="turret", about=(vehicle.id, at),
        )  # fmt: skip
        mark(s, vehicle.id, tca=corner_in(pick))
    if kind_of(vehicle).is_afv:
        pick = yield Choose(
            vehicle.side, [("look_out", vehicle.id), ("shut_in", vehicle.id)], rule="RV-BRV16.4", ask="hatch",
            about=(vehicle.id, at),
        )  # fmt: skip
        mark(s, vehicle.id, ce=pick[0] == "look_out")
