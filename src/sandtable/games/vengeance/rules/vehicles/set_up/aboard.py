"""Units set up aboard vehicles and Guns in tow (RV-SCN7, RV-D6.1, RV-D6.2, RV-C10.2), on the map or before entry."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.ordnance.towing import hook, towed_by
from sandtable.games.vengeance.rules.set_up.places import places_to_set_up
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, held, is_dummy, unknown, weapon_type
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, finds_room
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, unseen
from sandtable.games.vengeance.scenarios.areas import entry_hexes
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_PHONE = "PHONE"
Areas = dict[str, frozenset[str]]
"""Where counters may set up, by their group or post: in a campaign it takes long to find out, so once is enough."""


def _asked(side: str) -> str:
    return f"rides of {side}"


def may_mount(s: Battle, side: str) -> bool:
    """Whether a side that sets up is still to be asked who rides."""
    return _asked(side) not in s.asked and any(_rides(s, side))


def rides(s: Battle, side: str) -> list[str]:
    """RV-SCN7 The vehicles on which somebody could be set up, or that could have a Gun in tow."""
    return list(_rides(s, side))


def _rides(s: Battle, side: str) -> Iterator[str]:
    areas: Areas = {}
    for v in s.vehicles.values():
        if v.side == side and _carries(v) and (any(_passengers(s, v, areas)) or any(_guns(s, v, areas))):
            yield v.id


def _carries(vehicle: Vehicle) -> bool:
    """RV-D6.1, RV-D6.2 It has room for men at all; nobody rides on a dug-in tank or a cupola."""
    still = vehicle.dug_in or vehicle.cellar or kind_of(vehicle).cupola
    return manned(vehicle) and not still and not unseen(vehicle)


def passengers_for(s: Battle, vehicle: Vehicle) -> list[str]:
    """RV-SCN7, RV-D6.1, RV-D6.2 Good Order Infantry that finds room, and may set up or enter where the vehicle does.

    RV-C1.61 Not who has a phone.
    """
    return list(_passengers(s, vehicle, {}))


def _passengers(s: Battle, vehicle: Vehicle, areas: Areas) -> Iterator[str]:
    manning = {gun.crew for gun in s.guns.values() if gun.at}
    return (
        u.id for u in s.units.values()
        if u.side == vehicle.side and not u.aboard and u.id not in manning and not (is_dummy(u) or unknown(u))
        and good_order(u) and finds_room(s, vehicle, u) and _goes_with(s, u, vehicle, areas)
        and not any(weapon_type(w).type == _PHONE for w in held(s, u.id))
    )  # fmt: skip


def _goes_with(s: Battle, unit: Unit | Gun, vehicle: Vehicle, areas: Areas) -> bool:
    """RV-SCN7 Both are on the map, where its group may set up; or both come, by the same hexes, and it no later."""
    if bool(unit.at) != bool(vehicle.at):
        return False
    if vehicle.at:
        return unit.at == vehicle.at or unit.group == vehicle.group or vehicle.at in _area(s, unit, areas)
    if s.campaign is not None:
        return False  # RV-CG21: who enters is named in his Rally Phase
    groups = getattr(scenario(s.scenario), unit.side).groups
    own, other = groups[unit.group], groups[vehicle.group]
    if not own.enter or own.turn > other.turn:
        return False
    hexes = set(entry_hexes(s.scenario, unit.side, unit.group))
    return unit.group == vehicle.group or set(entry_hexes(s.scenario, unit.side, vehicle.group)) <= hexes


def _area(s: Battle, thing: Unit | Gun, areas: Areas) -> frozenset[str]:
    """RV-SCN5, RV-RePh8.6242 Where a counter may set up."""
    key = str(thing.group) if s.campaign is None else s.posts.get(thing.id, "")
    if key not in areas:
        areas[key] = frozenset(places_to_set_up(s, thing.id, thing.side, thing.group))
    return areas[key]


def guns_for(s: Battle, vehicle: Vehicle) -> list[str]:
    """RV-C10.2 The Guns that it can have in tow, with room for the crew that rides along."""
    return list(_guns(s, vehicle, {}))


def _guns(s: Battle, vehicle: Vehicle, areas: Areas) -> Iterator[str]:
    tow = kind_of(vehicle).tow
    if not tow or towed_by(s, vehicle.id) is not None or not vehicle.at:
        return iter(())
    return (
        gun.id for gun in s.guns.values()
        if gun.side == vehicle.side and gun.at and not gun.dm and gun_type(gun).m >= tow and not gun_type(gun).rfnm
        and (crew := s.units.get(gun.crew)) is not None and not unknown(crew) and finds_room(s, vehicle, crew)
        and _goes_with(s, gun, vehicle, areas)
    )  # fmt: skip


def mount(s: Battle, side: str) -> Flow:
    """RV-SCN7, RV-D6.1, RV-D6.2, RV-C10.2 Who sets up aboard which vehicle, and which Gun in tow; or all walk."""
    options: list[Option] = [("load_up", id) for id in rides(s, side)]
    pick = yield Choose(side, [*options, ("all_walk",)], rule="RV-SCN7", ask="mount")
    if pick[0] == "all_walk":
        s.asked.append(_asked(side))
        return
    id = id_in(pick)
    vehicle = s.vehicles[id]
    loads: list[Option] = [("ride", unit) for unit in passengers_for(s, vehicle)]
    loads += [("tow", gun) for gun in guns_for(s, vehicle)]
    pick = yield Choose(side, [*loads, ("no_more", id)], rule="RV-SCN7", ask="load_up", about=(id,))
    if pick[0] == "ride":
        _get_on(s, id_in(pick), id)
    elif pick[0] == "tow":
        crew = s.guns[id_in(pick)].crew
        hook(s, vehicle, id_in(pick))
        _get_on(s, crew, id)


def _get_on(s: Battle, unit: str, vehicle: str) -> None:
    board(s, unit, vehicle)
    mark(s, unit, moved=False)
