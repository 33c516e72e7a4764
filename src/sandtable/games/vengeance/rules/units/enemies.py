"""Enemies (chapters A.7, A.12): who is one, Known, unbroken and armed, whether on foot or in a vehicle.

Every chapter that asks for an enemy asks here, so that no chapter forgets a kind of enemy that another one brought.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.units.kinds import armed, is_dummy, is_leader, other, units_at, unknown
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, has_usable_weapon, manned, unseen, vehicles_at

Enemy = Unit | Vehicle


def enemies(s: Battle, side: str) -> Iterator[Enemy]:
    """RV-A.4 Every enemy of a side on the map, known to it or not: units, dummies too, and vehicles, no wrecks."""
    for unit in s.units.values():
        if unit.side != side and unit.at:
            yield unit
    for vehicle in s.vehicles.values():
        if vehicle.side != side and vehicle.at and not vehicle.wreck:
            yield vehicle


def enemies_in(s: Battle, location: str, side: str) -> list[Enemy]:
    """RV-A.4 The enemies of a side in one Location, known to it or not."""
    ids = s.at.get(location)
    units = s.units
    found: list[Enemy] = [unit for id in ids if (unit := units[id]).side != side] if ids else []
    if s.vehicles:
        found += vehicles_at(s, location, other(side))
    return found


def enemies_near(s: Battle, f: Field, location: str, side: str) -> list[Enemy]:
    """RV-A.4 The enemies of a side in a Location and in those ADJACENT to it, known to it or not."""
    units, standing, near = s.units, s.at, f.near[location]
    found: list[Enemy] = [
        unit for at in near if at in standing for id in standing[at] if (unit := units[id]).side != side
    ]
    if s.vehicles:
        for at in near:
            found += vehicles_at(s, at, other(side))
    return found


def is_known(enemy: Enemy) -> bool:
    """RV-A.12 Neither hidden nor under a `?` counter."""
    return not (enemy.concealed or enemy.hidden)


def is_enemy(counter: Enemy) -> bool:
    """RV-D5.4 Units, broken ones too, and vehicles with a crew: one without is nobody's enemy."""
    return isinstance(counter, Unit) or manned(counter)


def meets_on_foot(enemy: Enemy) -> bool:
    """RV-A11.1, RV-D2.3 Whether who enters its Location on foot has met an enemy: one in bypass is beside him."""
    return is_enemy(enemy) and (isinstance(enemy, Unit) or enemy.bypass < 0)


def is_unbroken(enemy: Enemy) -> bool:
    """RV-A10.5, RV-D5.4 A unit that is not broken; a vehicle that has its crew."""
    return not enemy.broken if isinstance(enemy, Unit) else manned(enemy)


def is_armed(s: Battle, enemy: Enemy) -> bool:
    """RV-A.7 Every MMC and hero, a leader with a weapon that works, a manned vehicle with a usable weapon."""
    return armed(s, enemy) if isinstance(enemy, Unit) else has_usable_weapon(enemy)


def counts_as_armed(s: Battle, enemy: Enemy) -> bool:
    """RV-A.7, RV-A10.5, RV-A26.1 Armed for rout and control, where a leader without a weapon counts too.

    So do Known men aboard a vehicle that has no weapon of its own.
    """
    if is_armed(s, enemy):
        return True
    if isinstance(enemy, Unit):
        return is_leader(enemy)
    return any(not (u.broken or unknown(u)) and counts_as_armed(s, u) for u in aboard(s, enemy.id))


def known_enemies(s: Battle, side: str) -> list[Enemy]:
    """RV-A.12 The unbroken enemies that a side knows of."""
    return [e for e in enemies(s, side) if is_known(e) and is_unbroken(e)]


def known_places(s: Battle, side: str) -> list[str]:
    """RV-A.12 The Locations of the enemies that a side knows of, broken units too; an empty vehicle is none."""
    return list(dict.fromkeys(e.at for e in enemies(s, side) if is_known(e) and is_enemy(e)))


def known_armed_enemies(s: Battle, side: str) -> list[Enemy]:
    """RV-A10.4, RV-A10.5 The unbroken enemies that a side knows of and that count as armed in the Rout Phase."""
    return [e for e in known_enemies(s, side) if counts_as_armed(s, e)]


def enemies_at(s: Battle, location: str, side: str) -> bool:
    """RV-A.12 Whether a side sees an enemy in a Location: Known, a `?` counter or a manned vehicle; none hidden."""
    here = enemies_in(s, location, side)
    return bool(here) and any(not e.hidden and _bars_the_way(e) for e in here)  # Most places are empty.


def known_enemies_at(s: Battle, location: str, side: str) -> bool:
    """RV-A4.14 Whether an enemy whom the side knows is in a Location; an empty vehicle is none."""
    return any(is_known(e) and _bars_the_way(e) for e in enemies_in(s, location, side))


def _bars_the_way(enemy: Enemy) -> bool:
    """RV-D5.4 Units all do; of vehicles those with a crew, and those under a `?`, which hides whether they have one."""
    return isinstance(enemy, Unit) or enemy.concealed or not enemy.abandoned


def unknown_enemies(s: Battle, at: str, side: str) -> list[str]:
    """RV-A12.15 The real units and vehicles in a Location that a side does not know."""
    men = [u.id for u in units_at(s, at) if u.side != side and unknown(u) and not is_dummy(u)]
    return [*men, *unseen_vehicles(s, at, other(side))] if s.vehicles else men


def unseen_vehicles(s: Battle, at: str, side: str) -> list[str]:
    """RV-A12.15 The vehicles of a side in a Location that the enemy does not know; in bypass one is not in his way."""
    return [v.id for v in vehicles_at(s, at, side) if unseen(v) and v.bypass < 0]


def known_enemies_near(s: Battle, f: Field, at: str, side: str) -> set[str]:
    """RV-A10.51 The Known unbroken enemies of a side in a Location or ADJACENT to it."""
    return {e.id for e in enemies_near(s, f, at, side) if is_known(e) and is_unbroken(e)}


def armed_enemy_near(s: Battle, unit: Unit) -> bool:
    """RV-A10.5, RV-A10.62 A Known unbroken armed enemy in the Location of a unit, or ADJACENT to it."""
    near = enemies_near(s, field_of(s), unit.at, unit.side)
    return bool(near) and any(is_known(e) and is_unbroken(e) and counts_as_armed(s, e) for e in near)
