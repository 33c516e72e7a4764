"""What vehicles are and may do (chapters D1, RV-D3.4, RV-D5.1, RV-D8.4): asked by every other module of the package."""

from __future__ import annotations

from sandtable.games.vengeance.components import UnitType, components
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, BOW_FT, CMG, MA, REAR_MG, Vehicle, VehicleType
from sandtable.kernel.state import replace

_CREW_MORALE, _GREEN_MORALE = 8, 7
_GUN_COUNTS = 50
"""RV-D7.1 The calibre from which on a gun adds to an overrun."""
COVER = ("WOODS", "BUILDING", "RUBBLE", "FACTORY", "GATE")
"""RV-BRV13.31, RV-C5.1, RV-C6.8 What the names of terrain begin with that a gun or vehicle stands inside."""
MACHINE_GUNS = (BMG, CMG, AAMG, REAR_MG)


def kind_of(vehicle: Vehicle) -> VehicleType:
    """What is printed on a vehicle."""
    return components().armour.types[vehicle.type]


def mark(s: Battle, id: str, **changes: object) -> Vehicle:
    """Change what a vehicle is marked with."""
    if s.campaign is not None and "at" in changes and not s.vehicles[id].at and s.phase not in ("setup", "refit"):
        s.reveal()  # RV-CGS2 What enters is seen now.
    if "at" in changes and s.vehicles[id].wall:
        changes["wall"] = False  # RV-B9.24 Who leaves loses wall advantage.
    vehicle: Vehicle = replace(s.vehicles[id], **changes)
    s.vehicles[id] = vehicle
    return vehicle


def vehicles_at(s: Battle, location: str, side: str = "") -> list[Vehicle]:
    """The vehicles in a Location that are no wrecks, of one side if it is named."""
    return [v for v in s.vehicles.values() if v.at == location and not v.wreck and (not side or v.side == side)]


def wrecks_at(s: Battle, location: str) -> list[Vehicle]:
    """RV-D10.1 The wrecks in a Location."""
    return [v for v in s.vehicles.values() if v.at == location and v.wreck]


def unseen(vehicle: Vehicle) -> bool:
    """RV-A.12 Whether the enemy does not know a vehicle: it is under a `?` counter, or not on the map for him."""
    return vehicle.concealed or vehicle.hidden


def covered_at(s: Battle, location: str, side: str) -> list[Vehicle]:
    """RV-A12.1 The vehicles of a side in a Location that are under its `?` counter."""
    return [v for v in vehicles_at(s, location, side) if v.concealed and not v.hidden]


def is_afv(vehicle: Vehicle) -> bool:
    """Whether it is armoured."""
    return kind_of(vehicle).is_afv


def manned(vehicle: Vehicle) -> bool:
    """RV-D5.4, RV-B23.41 It has its crew or driver, who can do something at all."""
    return not (vehicle.wreck or vehicle.abandoned or vehicle.cellar)


def able(vehicle: Vehicle) -> bool:
    """RV-A.7, RV-C7.5, RV-D5.3 Good Order: manned on the map, neither Stunned nor Shocked."""
    return manned(vehicle) and bool(vehicle.at) and not (vehicle.stunned or vehicle.shock)


def mobile(vehicle: Vehicle) -> bool:
    """RV-D8.3, RV-D8.4, RV-D9.5, RV-CG6 Whether it could drive."""
    stuck = vehicle.immobile or vehicle.bogged or vehicle.mired or vehicle.dug_in or vehicle.cellar
    return not (stuck or vehicle.out_of_gas)


def crew_morale(vehicle: Vehicle) -> int:
    """RV-D1.9, RV-D3.45 Morale 8, inexperienced 7, with an armor leader his own."""
    if vehicle.leader:
        return armor_leader(vehicle).morale
    return _GREEN_MORALE if vehicle.inexperienced else _CREW_MORALE


def armor_leader(vehicle: Vehicle) -> UnitType:
    """RV-D3.4 What is printed on its armor leader."""
    return components().units[vehicle.leader]


def leader_modifier(vehicle: Vehicle) -> int:
    """RV-D3.4, RV-D5.1 His leadership, which works only while the crew is exposed."""
    return armor_leader(vehicle).leadership if vehicle.leader and vehicle.ce else 0


def shaken(vehicle: Vehicle) -> int:
    """RV-D5.34, RV-P12 What an earlier Stun adds to its TH, IFT and CC DR."""
    return int(vehicle.stuns > 0)


def machine_gun(vehicle: Vehicle, weapon: str) -> int:
    """RV-D3.2, RV-H1.41 The firepower of one of its machine guns, 0 if it has none."""
    type = kind_of(vehicle)
    if weapon in vehicle.removed:
        return 0
    if weapon == AAMG:
        return type.aamg if vehicle.aamg or not type.aamg_optional else 0
    return {BMG: type.bmg, CMG: type.cmg, REAR_MG: type.rear_mg}.get(weapon, 0)


def has_weapon(vehicle: Vehicle, weapon: str) -> bool:
    """RV-D1.8 Whether a vehicle bears a weapon, and it is whole."""
    if weapon in vehicle.malfunctioned or weapon in vehicle.disabled:
        return False
    type = kind_of(vehicle)
    if weapon == MA:
        return type.has_gun
    return type.bow_ft > 0 if weapon == BOW_FT else machine_gun(vehicle, weapon) > 0


def has_usable_weapon(vehicle: Vehicle) -> bool:
    """RV-A.7 Armed: manned, with a weapon that is whole, hatches open or not; a Stunned crew is not disarmed."""
    return manned(vehicle) and any(has_weapon(vehicle, weapon) for weapon in (MA, *MACHINE_GUNS, BOW_FT))


def works(vehicle: Vehicle, weapon: str) -> bool:
    """RV-D1.8, RV-D5.1, RV-D5.2 Whether a weapon exists, is whole, and can be served with the hatches as they are."""
    if not has_weapon(vehicle, weapon) or not able(vehicle):
        return False
    type = kind_of(vehicle)
    if weapon == MA and type.turret in ("RST", "1MT") and vehicle.ce:
        return False
    if weapon == AAMG and not vehicle.ce:
        return False
    return not (type.open_topped and not vehicle.ce)


def overrun_fp(vehicle: Vehicle) -> int:
    """RV-D7.1 Twice its usable BMG, CMG and AAMG, and four for a working gun of 50mm or more."""
    guns = sum(machine_gun(vehicle, w) for w in (BMG, CMG, AAMG) if works(vehicle, w))
    big = works(vehicle, MA) and kind_of(vehicle).calibre >= _GUN_COUNTS
    return 2 * guns + 4 * big


def aboard(s: Battle, id: str) -> list[Unit]:
    """RV-D6.1, RV-D6.2 Passengers or riders of a vehicle."""
    return [u for u in s.units.values() if u.aboard == id]


def riders(s: Battle, vehicle: Vehicle) -> list[Unit]:
    """RV-D6.2 Those who sit on a fully tracked AFV."""
    return aboard(s, vehicle.id) if carries_riders(vehicle) else []


def is_rider(s: Battle, unit: Unit) -> bool:
    """RV-D6.2 Whether a unit sits on a fully tracked AFV."""
    return bool(unit.aboard) and carries_riders(s.vehicles[unit.aboard])


def carries_riders(vehicle: Vehicle) -> bool:
    """RV-D6.2 A fully tracked AFV has riders, every other vehicle passengers."""
    return kind_of(vehicle).fully_tracked and is_afv(vehicle)


def is_captured(vehicle: Vehicle) -> bool:
    """RV-RePh8.607, RV-A21.1 Whether a vehicle is in the hands of the enemy of its makers: nobody crews it."""
    return kind_of(vehicle).side != vehicle.side


def points(vehicle: Vehicle) -> tuple[int, int]:
    """RV-A26.2 Casualty points of a vehicle, and of its crew; who loses a captured one has lost nothing of his own."""
    cvp = components().cvp
    if is_captured(vehicle):
        return 0, 0
    return (cvp["afv"], cvp["inherent_crew"]) if is_afv(vehicle) else (cvp["soft_vehicle"], 0)
