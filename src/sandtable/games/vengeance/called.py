"""What the counters of a campaign are called: they are raised as it goes on, so their ids tell only a number."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping

from sandtable.games.vengeance.components import DUMMY, UNKNOWN, components
from sandtable.games.vengeance.model import SIDES
from sandtable.games.vengeance.names import NAMES, NEW, WEAPON_NAMES, counter_name, person
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.units import type_of, weapon_type
from sandtable.games.vengeance.sight import BattleView


def called(view: BattleView) -> dict[str, str]:
    """RV-CGS1 The names of the new counters that a seat sees: German 4-4-7 X, Russian IS-2 AA; leaders have names."""
    if view.campaign is None:
        return {}
    return {id: _name(id, type) for id, type in _types(view) if id in NAMES and NEW.search(NAMES[id])}


def names_of(view: BattleView) -> Mapping[str, str]:
    """All names, with those of the new counters."""
    found = called(view)
    return ChainMap(found, NAMES) if found else NAMES


def _name(id: str, type: str) -> str:
    if not type:
        prefix, _, number = id.split("-")
        return person(_SIDES[prefix], int(number))
    return counter_name(id, type)


_SIDES = {side[:2]: side for side in SIDES}


def _types(view: BattleView) -> Iterator[tuple[str, str]]:
    """Every counter with what it is, as its side would say; leaders have a name of their own."""
    for unit in view.units.values():
        type = type_of(unit)
        if type.kind not in (DUMMY, UNKNOWN):
            yield unit.id, "" if type.kind == "leader" else f"{type.name} crew" if type.kind == "crew" else type.name
    for weapon in view.weapons.values():
        yield weapon.id, WEAPON_NAMES.get(weapon_type(weapon).type, "weapon")
    for gun in view.guns.values():
        yield gun.id, gun_type(gun).name
    for vehicle in view.vehicles.values():
        yield vehicle.id, components().armour.types[vehicle.type].name
