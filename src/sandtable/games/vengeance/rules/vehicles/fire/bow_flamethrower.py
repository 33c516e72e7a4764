"""The flamethrower in the bow of a tank (RV-A22.6)."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import flash
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import BOW_FT, Vehicle
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.special_weapons.flames import flames
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import target_places
from sandtable.games.vengeance.rules.vehicles.kinds import able, kind_of, mark, unseen
from sandtable.kernel.flow import Option

_RANGE = 2


def flame_targets(s: Battle, f: Field, vehicle: Vehicle) -> list[str]:
    """RV-A22.6 Enemies in the VCA at one or two hexes, once in a fire phase; not on the move."""
    type = kind_of(vehicle)
    if not type.bow_ft or BOW_FT in vehicle.used + vehicle.disabled or not able(vehicle) or not vehicle.at:
        return []
    if s.phase == "MPh" and vehicle.side == s.side:
        return []
    own = f.hex_of[vehicle.at]
    places = dict.fromkeys((*target_places(s, vehicle.side), *_vehicle_places(s, vehicle.side)))
    return [
        at for at in places
        if 1 <= f.range(vehicle.at, at) <= _RANGE and in_arc(f.ground, own, vehicle.vca, f.hex_of[at])
        and current_sight.sees(s, f, vehicle.at, at)
    ]  # fmt: skip


def _vehicle_places(s: Battle, side: str) -> list[str]:
    """RV-A22.2 Where enemy vehicles are; in the enemy MPh only the one that drives."""
    if s.phase == "MPh":
        driven = s.vehicles.get(s.drive.vehicle) if s.drive is not None else None
        return [driven.at] if driven is not None and not driven.wreck else []
    return [v.at for v in s.vehicles.values() if v.side != side and v.at and not (v.wreck or unseen(v))]


def flame_options(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-A22.6 The tanks of a side that can use their flamethrowers now."""
    return [
        ("bow_flame", v.id, at) for v in s.vehicles.values() if v.side == side and not v.wreck
        for at in flame_targets(s, f, v)
    ]  # fmt: skip


def bow_flame(s: Battle, id: str, target: str) -> None:
    """RV-A22.6, RV-A22.1 32 FP, half at range 2 and after moving; cover does not help; 10 or more disables it."""
    reveal_vehicle(s, id)
    vehicle = s.vehicles[id]
    type = kind_of(vehicle)
    flash(s, vehicle.at)
    late = s.phase == "AFPh" and (vehicle.entered or vehicle.motion)
    dice = flames(s, vehicle.at, target, vehicle.side, type.bow_ft / (2 if late else 1), (), "RV-A22.6")
    gone = sum(dice) >= type.bow_ft_x
    mark(
        s, id, used=(*vehicle.used, BOW_FT),
        disabled=(*vehicle.disabled, BOW_FT) if gone else vehicle.disabled,
    )  # fmt: skip
    if gone:
        s.journal.add("RV-A22.6", "vehicle_malfunction", vehicle=id, weapons=[BOW_FT])
