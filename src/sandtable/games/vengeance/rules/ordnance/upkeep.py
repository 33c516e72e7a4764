"""What happens to Guns by itself as the phases go by (A3.2 to A3.5, C6.5): markers, acquisition, abandoned Guns."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import PREP, Battle
from sandtable.games.vengeance.rules.ordnance.laying import observer
from sandtable.games.vengeance.rules.ordnance.mounts import crew_of, is_light_mortar
from sandtable.games.vengeance.rules.ordnance.towing import settle_towed
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.vehicles.kinds import able
from sandtable.kernel.state import replace


def end_prep_fire(s: Battle) -> None:
    """RV-A3.2 What fired is marked Prep Fire, whether its rate of fire was kept or not."""
    for gun in list(s.guns.values()):
        crew = s.units.get(gun.crew)
        if gun.used and crew is not None and crew.side == s.side:
            s.guns[gun.id] = replace(gun, fired=PREP)
            mark(s, crew.id, fired=PREP)


def unmark_guns(s: Battle, side: str) -> None:
    """RV-A3.4, RV-A3.5 The fire markers of a side are removed."""
    for gun in list(s.guns.values()):
        crew = s.units.get(gun.crew)
        if (gun.fired or gun.used) and (crew is None or crew.side == side):
            s.guns[gun.id] = replace(gun, fired="", used="")


def forget_trials(s: Battle) -> None:
    """RV-A4.44, RV-A9.72 In a new phase everybody may try again."""
    for gun in list(s.guns.values()):
        if gun.tried:
            s.guns[gun.id] = replace(gun, tried=())


def settle_guns(s: Battle) -> None:
    """RV-A15.4, RV-C6.5 At the end of a phase: berserk men leave their Guns, and what is out of sight is lost."""
    for gun in list(s.guns.values()):
        crew = s.units.get(gun.crew)
        if gun.crew and (crew is None or crew.berserk or not (gun.dm or gun.towed or crew.at == gun.at)):
            at = gun.at or (crew.at if crew is not None and not gun.towed else "")
            s.guns[gun.id] = replace(gun, crew="", at=at)
    settle_towed(s)
    for id, known in list(s.acquired.items()):
        if not _keeps(s, id, known.target):
            del s.acquired[id]


def _keeps(s: Battle, id: str, target: str) -> bool:
    """RV-C6.5 The counter goes with a broken or missing crew, a lost target and a lost LOS."""
    f = field_of(s)
    if id in s.vehicles:
        return _seen_by_vehicle(s, f, id, target)
    if id not in s.guns and not (id in s.weapons and is_light_mortar(s.weapons[id])):
        return False
    crew = crew_of(s, id)
    if crew is None or crew.broken:
        return False
    vehicle = s.vehicles.get(target)
    at = vehicle.at if vehicle is not None else target
    return bool(at) and (vehicle is None or not vehicle.wreck) and at in f.steps and bool(observer(s, f, id, at))


def _seen_by_vehicle(s: Battle, f: Field, id: str, target: str) -> bool:
    """RV-C6.5 A vehicle keeps its counter while its crew is in order and sees the target."""
    vehicle, prey = s.vehicles[id], s.vehicles.get(target)
    at = prey.at if prey is not None else target
    lost = prey is not None and bool(prey.wreck)
    return (
        able(vehicle) and not lost and at in f.steps and (at == vehicle.at or current_sight.sees(s, f, vehicle.at, at))
    )
