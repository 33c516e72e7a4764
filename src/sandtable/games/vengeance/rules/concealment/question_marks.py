"""What the enemy sees of a `?` counter (RV-A12.1): its side, its Location, and whether a Gun or vehicle is under it."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.rules.units.kinds import veil
from sandtable.games.vengeance.rules.vehicles.kinds import covered_at

_LARGE = "_unknown_gun"
"""What a seat that adds up its own view finds in the place of such a counter."""
_NAMED = {f"{side[:2]}-unknown-": side for side in SIDES}


def is_veil(name: str) -> bool:
    """Whether a target is named as a `?` counter."""
    return name[:11] in _NAMED


def place_of_veil(name: str) -> str:
    """The Location of a `?` counter."""
    return name[11:]


def named(s: Battle, id: str) -> str:
    """RV-A12.1 How the enemy names a vehicle: as the `?` counter under which it is, if it is under one."""
    vehicle = s.vehicles.get(id)
    return veil(vehicle.side, vehicle.at) if vehicle is not None and vehicle.concealed else id


def is_large(s: Battle, at: str, side: str) -> bool:
    """RV-A12.1 A `?` counter has the size of the largest thing under it: that of a Gun or vehicle, or of men."""
    if s.vehicles and covered_at(s, at, side):
        return True
    return any(
        gun.at == at and (crew := s.units.get(gun.crew)) is not None and crew.side == side
        and crew.concealed and not crew.hidden
        for gun in s.guns.values()
    )  # fmt: skip


def large_veils(s: Battle, side: str) -> list[str]:
    """RV-A12.1 The `?` counters of a side that are as large as a Gun or vehicle, in the order of the Locations.

    Fire of the Vehicle target type may be declared at each of them, whatever it is.
    """
    places = {v.at for v in s.vehicles.values() if v.side == side and v.at and v.concealed}
    places |= {gun.at for gun in s.guns.values() if gun.at and is_large(s, gun.at, side)}
    places |= {u.at for u in s.units.values() if u.side == side and u.type.endswith(_LARGE)}
    return [veil(side, at) for at in sorted(places)]


def under_veil(s: Battle, name: str) -> str:
    """RV-A12.1, RV-A.9 The vehicle that a shot at a `?` counter is aimed at, by chance if several are under it.

    "" if none is.
    """
    vehicles = covered_at(s, place_of_veil(name), _NAMED[name[:11]])
    if len(vehicles) > 1:
        return s.dice.pick([v.id for v in vehicles], "Random Selection")
    return vehicles[0].id if vehicles else ""
