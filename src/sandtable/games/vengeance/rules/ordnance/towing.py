"""Guns in tow (RV-C10.2): hooked to a Stopped vehicle, they go where it goes, and are unhooked where it stops."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import PREP, Battle
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import tell
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace


def towed_by(s: Battle, vehicle: str) -> Gun | None:
    """The Gun that a vehicle tows."""
    return next((gun for gun in s.guns.values() if gun.towed == vehicle), None)


def hooking_cost(vehicle: Vehicle) -> int:
    """RV-C10.2 Half of its MP, counted in half MP."""
    return kind_of(vehicle).mp


def tow_options(s: Battle, vehicle: Vehicle, left: int) -> list[Option]:
    """RV-C10.2 What a Stopped vehicle with half of its MP left could take in tow, or let go; `left` is in half MP."""
    if not s.guns or vehicle.motion or vehicle.bypass >= 0 or left < hooking_cost(vehicle):
        return []
    towed = towed_by(s, vehicle.id)
    if towed is not None:
        crew = s.units.get(towed.crew)
        return [("unhook", towed.id)] if crew is None or crew.at == vehicle.at else []
    return [("hook", gun.id) for gun in s.guns.values() if may_tow(s, vehicle, gun)]


def may_tow(s: Battle, vehicle: Vehicle, gun: Gun) -> bool:
    """RV-C10.2, RV-C2.6 The M# is at least its tow number; the crew stands by; heavy Guns are limbered first."""
    type, crew = gun_type(gun), s.units.get(gun.crew)
    tow = kind_of(vehicle).tow
    if not tow or type.m < tow or type.rfnm or gun.at != vehicle.at or gun.dm or not (type.qsu or gun.limbered):
        return False
    if crew is None or crew.side != vehicle.side:
        return False
    return good_order(crew) and crew.at == gun.at and not (crew.pinned or crew.ti or crew.moved or crew.fired)


def hook_or_unhook(s: Battle, vehicle: Vehicle, verb: str, id: str) -> None:
    """RV-C10.2 What was chosen of `tow_options`."""
    if verb == "hook":
        hook(s, vehicle, id)
    else:
        unhook(s, vehicle, id)


def hook(s: Battle, vehicle: Vehicle, id: str) -> None:
    """RV-C10.2 The Gun is in tow; its crew has spent all its MF, and may still get on."""
    gun = s.guns[id]
    s.guns[id] = replace(gun, towed=vehicle.id, at="", limbered=True, emplaced=False)
    s.acquired.pop(id, None)
    mark(s, gun.crew, moved=True)
    tell(s, "RV-C10.2", "hooked", vehicle.id, weapon=id, at=vehicle.at)


def unhook(s: Battle, vehicle: Vehicle, id: str) -> None:
    """RV-C10.2 The Gun stands where the vehicle stands, pointing to its rear; it does not fire in this Player Turn."""
    gun = s.guns[id]
    limbered = not gun_type(gun).qsu
    s.guns[id] = replace(gun, towed="", at=vehicle.at, ca=(vehicle.vca + 3) % 6, limbered=limbered, fired=PREP)
    crew = s.units.get(gun.crew)
    if crew is not None and crew.at == vehicle.at:
        mark(s, crew.id, moved=True)
    tell(s, "RV-C10.2", "unhooked", vehicle.id, weapon=id, at=vehicle.at)


def settle_towed(s: Battle) -> None:
    """RV-C10.2 A Gun whose vehicle is lost stands where that stands; one that has left the map is gone with it."""
    for gun in [gun for gun in s.guns.values() if gun.towed]:
        vehicle = s.vehicles.get(gun.towed)
        if vehicle is None:
            del s.guns[gun.id]
        elif vehicle.wreck:
            s.guns[gun.id] = replace(gun, towed="", at=vehicle.at)
