"""What a shot is aimed at (chapters C3.2, C6): a Location with its men, a vehicle, a `?` counter or a barrier."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import hazy, low_visibility
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import AREA, Ordnance
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_personal
from sandtable.games.vengeance.rules.concealment.question_marks import (
    is_veil,
    large_veils,
    named,
    place_of_veil,
    under_veil,
)
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.ordnance.shields import target_size
from sandtable.games.vengeance.rules.ordnance.shots import Groups
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions, to_hit_drm
from sandtable.games.vengeance.rules.terrain.cover import personal
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.games.vengeance.rules.vehicles.facing import is_moving, mp_in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import COVER, kind_of, unseen
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_MOVING = ("RV-A8.1", "RV-C1.5")
"""The clauses of FFMO, which is Case J4 of the To Hit roll."""


class Target(NamedTuple):
    """RV-C3.2, RV-A12.1 What a shot is declared at: a Location always, and what is aimed at in it if it is not men."""

    at: str
    vehicle: str
    veiled: str
    """The `?` counter under which it is."""
    barrier: str

    @property
    def is_men(self) -> bool:
        """Whether it is the men in the Location."""
        return not (self.vehicle or self.veiled or self.barrier)


def target_of(s: Battle, name: str) -> Target:
    """RV-C3.2, RV-A12.1 The target that a Location, vehicle, `?` counter or barrier is; a barrier lies on a hexside."""
    if is_veil(name):
        return Target(place_of_veil(name), under_veil(s, name), name, "")
    if name in s.vehicles:
        return Target(s.vehicles[name].at, name, "", "")
    return Target(name, "", "", name if name in s.works else "")


def enemy_vehicles(s: Battle, side: str) -> list[str]:
    """RV-C3.2, RV-A12.1 Enemy vehicles that are seen and no wrecks; of those under `?` none has a name yet."""
    return [v.id for v in s.vehicles.values() if v.side != side and v.at and not (v.wreck or unseen(v))]


def covered_targets(s: Battle, side: str) -> list[str]:
    """RV-A12.1, RV-C3.2 The enemy's `?` counters at which fire of the Vehicle type may be declared.

    They have the size of a Gun or vehicle; in the MPh only the one that drives.
    """
    if s.phase == "MPh" and s.side != side:
        return [named(s, s.drive.vehicle)] if s.drive is not None and is_veil(named(s, s.drive.vehicle)) else []
    return large_veils(s, other(side))


def men_at(s: Battle, at: str, side: str, area: bool, firer_at: str) -> list[Unit]:
    """RV-C3.2, RV-A7.4 Whom a hit strikes: those who have just moved, or the enemies there; Area fire spares nobody."""
    if s.phase == "MPh":
        return declaration.moving_targets(s)
    return units_at(s, at) if area else firepower.target_units(s, at, side, inside=at == firer_at)


def groups_for(
    s: Battle,
    f: Field,
    men: list[Unit],
    cover: tuple[Modifier, ...],
    target_type: str,
    gun: Ordnance,
    firer_at: str,
    at: str,
) -> tuple[Groups, Groups]:
    """RV-C3.2, RV-C6.1 The targets by what holds for each: To Hit DRM, and the DRM of the effects roll.

    For Area fire all cover belongs to the latter.
    """
    moving, protection = s.phase == "MPh", total(cover)
    clear = not current_sight.hindrance(s, f, firer_at, at) and not hazy(low_visibility(s, f, firer_at, at))
    open_line = gun.mortar or clear
    ids_by_modifiers: dict[tuple[tuple[Modifier, ...], tuple[Modifier, ...]], list[str]] = {}
    for unit in men:
        own = (
            indirect_personal(s, f, unit, protection, moving, (firer_at,))
            if gun.mortar
            else personal(s, f, unit, protection, moving, open_line, (firer_at,))
        )
        early = tuple(m for m in own if target_type != AREA or m[1] in _MOVING)
        late = (*cover, *(m for m in own if m[1] not in _MOVING)) if target_type == AREA else ()
        ids_by_modifiers.setdefault(((*early, *target_size(s, unit)), late), []).append(unit.id)
    ids = [(tuple(units), early, late) for (early, late), units in ids_by_modifiers.items()]
    return tuple((units, early) for units, early, _ in ids), tuple((units, late) for units, _, late in ids)


def acquired(s: Battle, weapon: str, target: Target, target_type: str) -> int:
    """RV-C6.5 What the acquisition of a weapon is worth against a target; 0 if it has acquired another."""
    known = s.acquired.get(weapon)
    name = target.veiled or target.vehicle or target.at
    return known.value if known and known.target == name and known.type == target_type else 0


def at_moving_men(s: Battle, c: ShotConditions, men: list[Unit]) -> ShotConditions:
    """RV-C6.1 Case J: how men move who are fired at in their Movement Phase."""
    if s.phase != "MPh" or not men:
        return c
    mode = s.move.mode if s.move is not None else ""
    return replace(
        c,
        no_assault_movement=mode not in ("assault", "hazardous"),
        moving=mode == "dash",
        hazardous=mode == "hazardous",
    )


def at_vehicle(
    s: Battle, f: Field, c: ShotConditions, id: str, here: str, cover: tuple[Modifier, ...]
) -> ShotConditions:
    """RV-C6.1, RV-C6.8 What a vehicle is as a target: its size, its motion, and the walls that it stands inside."""
    vehicle = s.vehicles[id]
    moving = is_moving(s, vehicle)
    driven = s.drive is not None and s.drive.vehicle == id and s.phase == "MPh"
    return replace(
        c,
        moving=moving,
        mp_in_los=mp_in_sight(s, f, vehicle, here) if driven else -1,
        size=kind_of(vehicle).size,
        concealed=vehicle.concealed,
        point_blank=c.point_blank and not moving,
        tem=_around(f, vehicle, cover),
    )


def moving_and_size(s: Battle, f: Field, vehicle: Vehicle, here: str) -> list[Modifier]:
    """RV-C6.1 Cases J, J1, J2 and P of a vehicle under Area fire, as for a shot at it alone."""
    alone = at_vehicle(s, f, ShotConditions(target_type=AREA, range=0), vehicle.id, here, ())
    return to_hit_drm(replace(alone, concealed=False))


def _around(f: Field, vehicle: Vehicle, cover: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """RV-C6.8, RV-B9.23 The TEM of the building, rubble or woods that a vehicle is inside; none if it holds the wall.

    A wall is no TEM for it, even where men would use it: it makes the vehicle hull down.
    """
    place = f.place(vehicle.at)
    if vehicle.wall or vehicle.bypass >= 0 or not place.terrain.startswith(COVER):
        return ()
    if not any(clause == "RV-B9.1" for _, clause, _ in cover):
        return cover
    terrain = f.terrain_of[vehicle.at]
    return ((terrain.tem, "RV-B.1", terrain.told),) if terrain.tem else ()
