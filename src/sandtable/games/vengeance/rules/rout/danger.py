"""Danger (chapters A10.4, A10.5, A10.53): enemies near broken men, eyes on them in the open, and who must rout."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import hazy, low_visibility
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import MA, Vehicle
from sandtable.games.vengeance.rules.fire.aim_points import corners
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import Enemy, armed_enemy_near, known_armed_enemies
from sandtable.games.vengeance.rules.units.kinds import (
    below,
    entrenched,
    good_order,
    held,
    in_water,
    type_of,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import bears
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import normal_range as range_of_machine_gun
from sandtable.games.vengeance.rules.vehicles.kinds import MACHINE_GUNS, has_weapon, kind_of, works
from sandtable.kernel.modifiers import total

_FAR = 16


def normal_range(s: Battle, enemy: Enemy) -> int:
    """RV-A10.5, RV-A10.53 The farthest Normal Range of an enemy and its weapons, at most 16 hexes."""
    if isinstance(enemy, Vehicle):
        guns = [range_of_machine_gun(enemy, w) for w in MACHINE_GUNS if has_weapon(enemy, w)]
        return _FAR if has_weapon(enemy, MA) else min(_FAR, max(guns, default=0))
    if any(manned_guns(s, enemy)):
        return _FAR
    return min(_FAR, _own_range(s, enemy))


def _own_range(s: Battle, enemy: Unit) -> int:
    """RV-A10.5 The Normal Range of a unit and its machine guns."""
    ranges = [weapon_type(w).range for w in held(s, enemy.id) if weapon_type(w).is_mg and not w.malfunctioned]
    return max([type_of(enemy).range, *ranges])


def manned_guns(s: Battle, enemy: Unit) -> list[Gun]:
    """RV-A10.5, RV-C2.1 The Guns with which a unit could fire: in place, in order, and no mortars."""
    return [
        gun for gun in s.guns.values()
        if gun.crew == enemy.id and gun.at == enemy.at and not (gun.malfunctioned or gun.limbered or gun.dm)
        and not components().ordnance.guns[gun.type].is_mortar
    ]  # fmt: skip


def can_interdict(s: Battle, f: Field, enemy: Enemy, at: str) -> bool:
    """RV-A10.53 A Good Order enemy that could fire at a Location, not pinned, not TI; the arcs of weapons count."""
    far = f.range(enemy.at, at)
    if isinstance(enemy, Unit):
        near = far <= _own_range(s, enemy)
        in_an_arc = (in_arc(f.ground, f.hex_of[g.at], g.ca, f.hex_of[at]) for g in manned_guns(s, enemy))
        return good_order(enemy) and not enemy.pinned and not enemy.ti and (near or any(in_an_arc))
    guns = [w for w in MACHINE_GUNS if works(enemy, w) and far <= range_of_machine_gun(enemy, w)]
    return any(bears(f, enemy, w, at, may_turn=False) for w in guns) or (works(enemy, MA) and _gun_bears(f, enemy, at))


def _gun_bears(f: Field, vehicle: Vehicle, at: str) -> bool:
    """RV-D1.31 Whether a Location is in the covered arc of the main gun as it points now."""
    arc = vehicle.tca if kind_of(vehicle).has_turret else vehicle.vca
    return in_arc(f.ground, f.hex_of[vehicle.at], arc, f.hex_of[at])


def under_eyes(s: Battle, f: Field, at: str, side: str, good: bool) -> bool:
    """RV-A10.5, RV-A10.53 In Open Ground, in LOS and Normal Range of a Known armed enemy who, if `good`, can fire.

    RV-B.3 Behind a wall that covers from him it is no Open Ground.
    """
    if not f.terrain_of[at].open_ground or s.smoke.get(at):
        return False
    for enemy in known_armed_enemies(s, side):
        if good and not can_interdict(s, f, enemy, at):
            continue
        reach = normal_range(s, enemy)
        if (
            reach
            and f.range(enemy.at, at) <= reach
            and current_sight.sees(s, f, enemy.at, at)
            and not current_sight.hindrance(s, f, enemy.at, at)
            and not hazy(low_visibility(s, f, enemy.at, at))
            and total(tem(s, f, enemy.at, at)) <= 0
        ):
            return True
    return False


def must_rout(s: Battle, unit: Unit) -> bool:
    """RV-A10.5, RV-E1.7 An enemy in its Location or ADJACENT, eyes on it in the open, a Blaze; at night only that."""
    if not unit.broken or unit.melee or not unit.at or in_water(unit) or below(unit):
        return False
    if s.night is not None:
        return in_blaze(s, unit.at)
    stands = corners(unit)[0] if unit.bypass else unit.at
    if armed_enemy_near(s, unit) or in_blaze(s, unit.at):
        return True
    in_a_hole = unit.shellhole or entrenched(unit)  # RV-B.3
    return not in_a_hole and under_eyes(s, field_of(s), stands, unit.side, good=False)


def shake_broken_men(s: Battle) -> None:
    """RV-A10.55 After every activity: broken men are DM while a Known armed enemy is ADJACENT or in their Location."""
    near = None if s.vehicles else field_of(s).adjacent
    for unit in [u for u in s.units.values() if u.broken and not u.dm and u.at]:
        if near is not None and len(s.at[unit.at]) == 1 and s.at.keys().isdisjoint(near[unit.at]):
            continue  # Nobody at all is near: asked after every activity, so it must be quick.
        if armed_enemy_near(s, unit):
            mark(s, unit.id, dm=True)
            s.journal.add("RV-A10.55", "shaken_again", unit=unit.id, at=unit.at)
