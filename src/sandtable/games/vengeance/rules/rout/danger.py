"""Danger (chapters A10.4, A10.5, A10.53): enemies near broken men, eyes on them in the open, and who must rout."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire.aim_points import corners
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.kinds import (
    armed,
    below,
    good_order,
    held,
    in_water,
    type_of,
    units_at,
    weapon_type,
)

_FAR = 16


def known_enemies(s: Battle, side: str) -> list[Unit]:
    """RV-A.12 Unbroken enemies of a side that it knows of."""
    return [u for u in s.units.values() if u.side != side and u.at and not (u.broken or u.hidden or u.concealed)]


def normal_range(s: Battle, unit: Unit) -> int:
    """RV-A10.53 The farthest Normal Range of a unit and its machine guns, at most 16 hexes."""
    ranges = [weapon_type(w).range for w in held(s, unit.id) if weapon_type(w).is_mg and not w.malfunctioned]
    return min(_FAR, max([type_of(unit).range, *ranges]))


def under_eyes(s: Battle, f: Field, at: str, side: str, good: bool) -> bool:
    """RV-A10.5, RV-A10.53 In Open Ground, in LOS and Normal Range of a Known enemy; a Good Order one if `good`."""
    if not f.terrain_of[at].open_ground or s.smoke.get(at):
        return False
    for enemy in known_enemies(s, side):
        if good and (not good_order(enemy) or enemy.pinned or enemy.ti):
            continue
        reach = normal_range(s, enemy)
        if (
            reach
            and f.range(enemy.at, at) <= reach
            and current_sight.sees(s, f, enemy.at, at)
            and not current_sight.hindrance(s, f, enemy.at, at)
        ):
            return True
    return False


def enemy_near(s: Battle, unit: Unit) -> bool:
    """RV-A10.62, RV-A10.5 A Known unbroken armed enemy in the Location of a unit, or ADJACENT to it."""
    for at in (unit.at, *field_of(s).adjacent[unit.at]):
        for enemy in units_at(s, at):
            known = enemy.side != unit.side and not (enemy.broken or enemy.hidden or enemy.concealed)
            if known and armed(s, enemy):
                return True
    return False


def must_rout(s: Battle, unit: Unit) -> bool:
    """RV-A10.5, RV-E1.7 An enemy in its Location or ADJACENT, eyes on it in the open, a Blaze; at night only that."""
    if not unit.broken or unit.melee or not unit.at or in_water(unit) or below(unit):
        return False
    if s.night is not None:
        return in_blaze(s, unit.at)
    stands = corners(unit)[0] if unit.bypass else unit.at
    return enemy_near(s, unit) or in_blaze(s, unit.at) or under_eyes(s, field_of(s), stands, unit.side, good=False)
