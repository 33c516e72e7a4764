"""Fire of passengers out of a half-track (RV-D6.3): who fires, how far, and what a bad roll does to their LMG."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.vehicles import HALFTRACK, Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import held, is_hero, type_of, weapon_type
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_afv, kind_of
from sandtable.kernel.modifiers import Modifier
from sandtable.kernel.state import replace

_BREAKS = 12


def gunmen(s: Battle, vehicle: Vehicle) -> list[Unit]:
    """RV-D6.3 Passengers of a half-track who can fire: exposed, unbroken, not yet used; not in its own MPh."""
    if kind_of(vehicle).type != HALFTRACK or not is_afv(vehicle) or not vehicle.ce:
        return []
    if s.phase == "MPh" and vehicle.side == s.side:
        return []
    return [u for u in aboard(s, vehicle.id) if not u.broken and not u.fired and type_of(u).fp]


def light_guns(s: Battle, vehicle: Vehicle) -> list[Weapon]:
    """RV-D6.3, RV-A21.1 The LMG that fires along with them; a captured one stays silent, or all would have its +2."""
    guns = [w for u in gunmen(s, vehicle) for w in held(s, u.id) if not firepower.captured(u, w)]
    return [w for w in guns if weapon_type(w).type == "LMG" and not w.malfunctioned][:1]


def passenger_fp(s: Battle, vehicle: Vehicle) -> int:
    """RV-D6.3 Their inherent FP and that of their LMG."""
    own = sum(type_of(u).fp for u in gunmen(s, vehicle))
    return own + sum(weapon_type(w).fp for w in light_guns(s, vehicle))


def passenger_power(s: Battle, f: Field, vehicle: Vehicle, target: str) -> tuple[float, list[tuple[float, str, str]]]:
    """RV-D6.3, RV-A7.2, RV-A7.8 What of it reaches a Location: each by his own range, by half if he is pinned."""
    shots = [(type_of(u).fp, type_of(u).range, u) for u in gunmen(s, vehicle)]
    shots += [(weapon_type(w).fp, weapon_type(w).range, s.units[w.holder]) for w in light_guns(s, vehicle)]
    fp, why = 0.0, list[tuple[float, str, str]]()
    for printed, normal, unit in shots:
        by_range = firepower.range_factor(f, vehicle.at, target, normal)
        if by_range is None:
            continue
        factors = [by_range] if by_range[1] else []
        if unit.pinned:
            factors.append((0.5, "RV-A7.8", "pinned firer"))
        one = float(printed)
        for factor in factors:
            one *= factor[0]
        fp, why = fp + one, why + factors
    return fp, list(dict.fromkeys(why))


def passenger_modifiers(s: Battle, vehicle: Vehicle) -> list[Modifier]:
    """RV-D6.3, RV-A7.10 They fire as Infantry does: worse if they are CX, better with a hero among them."""
    units = gunmen(s, vehicle)
    tests = (
        (1, any(u.cx for u in units), "RV-A4.51", "counter-exhausted firer"),
        (-1, any(map(is_hero, units)), "RV-A15.2", "hero"),
    )
    return [(value, clause, reason) for value, holds, clause, reason in tests if holds]


def have_fired(s: Battle, vehicle: Vehicle, dice: tuple[int, int], marked: str) -> None:
    """RV-D6.3, RV-A9.7 Passengers have used their fire; on a 12 their LMG, not a gun of the vehicle, breaks down."""
    guns = light_guns(s, vehicle)
    for unit in gunmen(s, vehicle):
        mark(s, unit.id, fired=marked)
    for weapon in guns:
        broke = sum(dice) >= _BREAKS
        s.weapons[weapon.id] = replace(weapon, malfunctioned=broke, used=True, fired=marked)
        if broke:
            s.journal.add("RV-A9.7", "malfunction", weapon=weapon.id, dice=dice)
