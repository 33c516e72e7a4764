"""Leaving the map in a scenario of the campaign (RV-CG20): who is lost, and who is kept for the next one."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import map_edge
from sandtable.games.vengeance.campaign.edges import open_edge
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import AWAY
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.units.counters import leave_table, remove, vanish
from sandtable.games.vengeance.rules.units.kinds import held, is_dummy
from sandtable.games.vengeance.rules.vehicles.kinds import aboard
from sandtable.kernel.modifiers import total
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace


def may_desert(unit: Unit) -> bool:
    """RV-CG20 Whether a unit stands at the edge of the map; where it leaves does not matter, it is lost."""
    return unit.at in map_edge()


def desert(s: Battle, ids: tuple[str, ...]) -> None:
    """RV-CG20 Good Order units that leave the map are eliminated with all they carry."""
    for id in ids:
        if is_dummy(s.units[id]):
            vanish(s, id)
            continue
        lose_weapons(s, id)
        remove(s, id, "RV-CG20", "left_the_map")


def lose_weapons(s: Battle, id: str) -> None:
    """RV-CG20 What a unit carries is gone with it."""
    for weapon in held(s, id):
        del s.weapons[weapon.id]


# -- broken units ----------------------------------------------------------------------------------------------------


def ways_off(s: Battle, f: Field, unit: Unit, reach: dict[str, int], mf: int) -> list[str]:
    """RV-CG20, RV-A2.6 The friendly edge hexes from which a broken unit can rout off the map."""
    if s.campaign is None:
        return []
    edge = open_edge(s, unit.side)
    here = {unit.at: 0} if not unit.bypass else {}
    return [at for at, cost in (here | reach).items() if at in edge and cost + f.terrain_of[at].cost <= mf]


def leaving_modifiers(unit: Unit) -> list[Modifier]:
    """RV-CG20 A Normal MC, for the German a 1MC; no leader helps."""
    return [(1, "RV-CG20", "German")] if unit.side == GERMAN else []


def rout_off(s: Battle, id: str) -> None:
    """RV-CG20 After its check a broken unit is kept off the map for the next scenario; else it is lost with its SW."""
    unit = s.units[id]
    dice = roll(s, unit.side, "leaving the map")
    modifiers = leaving_modifiers(unit)
    final, level = sum(dice) + total(modifiers), morale(s, unit)
    s.journal.add(
        "RV-CG20", "leaving", unit=id, at=unit.at, dice=dice, modifiers=modifiers, final=final, morale=level,
        success=final <= level,
    )  # fmt: skip
    if final <= level:
        keep_unit(s, id)
    else:
        lose_weapons(s, id)
        remove(s, id, "RV-CG20", "left_the_map")


def keep_unit(s: Battle, id: str) -> None:
    """RV-CG20 A unit is off the map with its weapons until the next scenario."""
    leave_table(s, id)
    s.units[id] = replace(s.units[id], aboard="", cloak="")
    s.posts[id] = AWAY


# -- vehicles --------------------------------------------------------------------------------------------------------


def may_drive_away(s: Battle, id: str) -> bool:
    """RV-CG20 A vehicle leaves freely by a friendly edge, with nobody aboard."""
    vehicle = s.vehicles[id]
    return field_of(s).hex_of[vehicle.at] in open_edge(s, vehicle.side) and not aboard(s, id)


def keep_vehicle(s: Battle, id: str) -> None:
    """RV-CG20 A vehicle is off the map with the Gun that it tows until the next scenario.

    Ruling: men aboard a Recalled vehicle are kept, too.
    """
    vehicle = s.vehicles[id]
    for unit in aboard(s, id):
        keep_unit(s, unit.id)
    for gun in [gun for gun in s.guns.values() if gun.towed == id]:
        crew = s.units.get(gun.crew)
        along = crew is not None and not crew.at
        s.guns[gun.id] = replace(gun, towed="", at="", crew=gun.crew if along else "")
        s.posts[gun.id] = AWAY
    s.vehicles[id] = replace(
        vehicle, at="", motion=False, reversing=False, bypass=-1, concealed=False, hidden=False, written=False
    )
    s.acquired.pop(id, None)
    s.posts[id] = AWAY
    owners = (vehicle.side,) if vehicle.concealed or vehicle.hidden else None
    s.journal.add("RV-CG20", "drives_away", seen_by=owners, vehicle=id, at=vehicle.at)
