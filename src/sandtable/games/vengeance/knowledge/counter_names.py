"""What the counters that are made in play are called: their ids tell only a number."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache

from sandtable.games.vengeance.components import DUMMY, UNKNOWN, components
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.model.battle import SIDES
from sandtable.games.vengeance.names import NAMES, NEW, counter_name, person, weapon_kind
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.units.kinds import type_of, weapon_type
from sandtable.kernel.language import once_told


def names_of_new_counters(view: BattleView) -> dict[str, str]:
    """RV-CGS1 The names of the counters made in play: German 4-4-7 X, Russian IS-2 AA; leaders have names.

    RV-A.12 Who was seen and is gone, or is under a `?` now, keeps the name by which he was known.
    """
    found = {id: _name(id, _said(type)) for id, type in view.identified.items() if id in NAMES}
    return found | {id: _name(id, type) for id, type in _new_types(view)}


def names_of(view: BattleView) -> Mapping[str, str]:
    """All names, with those of the new counters."""
    found = names_of_new_counters(view)
    return ChainMap(found, NAMES) if found else NAMES


@once_told(1 << 14)
def _name(id: str, type: str) -> str:
    if not type:
        prefix, _, number = id.split("-")
        return person(_SIDES[prefix], int(number))
    return counter_name(id, type)


def _said(type: str) -> str:
    """A type as its side would say; "" for leaders."""
    if type in components().units:
        return _said_of_unit(type)
    if type in components().weapons:
        return weapon_kind(components().weapons[type].type)
    if type in components().ordnance.guns:
        return components().ordnance.guns[type].name
    return components().armour.types[type].name


def _said_of_unit(type: str) -> str:
    unit = components().units[type]
    return "" if unit.kind == "leader" else f"{unit.name} crew" if unit.kind == "crew" else unit.told


_SIDES = {side[:2]: side for side in SIDES}


@cache
def _new_ids() -> frozenset[str]:
    """The ids of all counters that can be made in play."""
    return frozenset(filter(NEW.fullmatch, NAMES))


def _new_types(view: BattleView) -> Iterator[tuple[str, str]]:
    """Every counter made in play with what it is, as its side would say; leaders have a name of their own."""
    new = _new_ids()
    for unit in view.units.values():
        if unit.id in new and type_of(unit).kind not in (DUMMY, UNKNOWN):
            yield unit.id, _said_of_unit(unit.type)
    for weapon in view.weapons.values():
        if weapon.id in new:
            yield weapon.id, weapon_kind(weapon_type(weapon).type)
    for gun in view.guns.values():
        if gun.id in new:
            yield gun.id, gun_type(gun).name
    for vehicle in view.vehicles.values():
        if vehicle.id in new:
            yield vehicle.id, components().armour.types[vehicle.type].name
