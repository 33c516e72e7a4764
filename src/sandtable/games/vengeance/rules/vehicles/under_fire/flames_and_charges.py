"""Flamethrowers and demolition charges against vehicles (chapters A22.2, A23.3)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import FRONT, HULL, REAR, SIDE
from sandtable.games.vengeance.rules.concealment.question_marks import is_large
from sandtable.games.vengeance.rules.units.kinds import other, veil
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell
from sandtable.games.vengeance.rules.vehicles.facing import target_facing
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, unseen, vehicles_at
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import CHARGE, FLAME, destruction, suffer, wreck
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import ALL_COVER, strike_exposed
from sandtable.kernel.journal import Modifier

_FLAME_KILL, _CHARGE_KILL = 8, 16


def enemy_vehicles_at(s: Battle, at: str, side: str) -> list[str]:
    """The vehicles of the enemy in a Location, and his `?` counter if it is as large as one (RV-A12.1)."""
    known = [v.id for v in vehicles_at(s, at) if v.side != side and not unseen(v)]
    return [*known, veil(other(side), at)] if is_large(s, at, other(side)) else known


def flame_number(s: Battle, f: Field, id: str, firer_at: str) -> list[Modifier]:
    """RV-A22.2 8, and what makes a vehicle easier to burn; half of the sum at range 2."""
    vehicle = s.vehicles[id]
    tests = (
        (_FLAME_KILL, True, "flamethrower"),
        (1, target_facing(f, vehicle, firer_at, HULL) == REAR, "rear"),
        (1, vehicle.ce, "crew exposed"),
        (2, kind_of(vehicle).open_topped, "open-topped"),
    )
    return [(value, "RV-A22.2", reason) for value, holds, reason in tests if holds]


def burn_vehicles(
    s: Battle,
    f: Field,
    at: str,
    firer_at: str,
    side: str,
    columns: tuple[int, int],
    dice: tuple[int, int],
    drm: Sequence[Modifier],
    moving: bool = False,
) -> None:
    """RV-A22.2, RV-A7.4 The Original DR of the flames is the To Kill DR against every enemy vehicle of the Location.

    In First Fire, while somebody is `moving`, only against the one that drives. Then its crew and the men aboard suffer
    (RV-A.14), on the second of the columns if it is under `?`.
    """
    driven = s.drive.vehicle if s.drive is not None else ""
    for id in [v.id for v in vehicles_at(s, at) if v.side != side and (not moving or v.id == driven)]:
        column = columns[unseen(s.vehicles[id])]
        if column < 0:
            continue
        if is_afv(s.vehicles[id]):
            parts = flame_number(s, f, id, firer_at)
            number = sum(p[0] for p in parts) // (2 if f.range(firer_at, at) > 1 else 1)
            _kill(s, id, FLAME, number, parts, dice, "RV-A22.2")
        else:
            _soft(s, id, COLUMNS[column], dice, "RV-A22.2")
        if not s.vehicles[id].wreck:
            strike_exposed(s, f, s.vehicles[id], column, dice, list(drm), ALL_COVER)


def charge_on_vehicle(s: Battle, id: str, dice: tuple[int, int], column: int, drm: tuple[Modifier, ...] = ()) -> None:
    """RV-A23.3 A position dr: 1-3 side, 4-5 rear, 6 front; 16 less that armour, one more from the rear.

    A DRM of the throw makes the number so much lower.
    """
    vehicle = s.vehicles[id]
    less: list[Modifier] = [(-value, clause, reason) for value, clause, reason in drm]
    if not is_afv(vehicle):
        _soft(s, id, column, dice, "RV-A23.3", less)
        return
    die = s.dice.roll(6, "position of the charge")
    facing = SIDE if die <= 3 else REAR if die <= 5 else FRONT
    parts: list[Modifier] = [(_CHARGE_KILL, "RV-A23.3", "demolition charge")]
    if facing == REAR:
        parts.append((1, "RV-A23.3", "rear"))
    parts.append((-kind_of(vehicle).armour(HULL, facing), "RV-A23.3", f"armour, {facing}"))
    parts += less
    _kill(s, id, CHARGE, sum(p[0] for p in parts), parts, dice, "RV-A23.3")


def _kill(
    s: Battle, id: str, column: str, number: int, parts: list[Modifier], dice: tuple[int, int], clause: str
) -> None:
    result = destruction(column, sum(dice), number, he=column == CHARGE)
    if result:
        reveal_vehicle(s, id, clause)
    tell(s, clause, "kill_vehicle", id, dice=dice, modifiers=parts, need=number, result=result or "no effect")
    if result:
        suffer(s, id, result, HULL, clause)


def _soft(s: Battle, id: str, column: int, dice: tuple[int, int], clause: str, parts: Sequence[Modifier] = ()) -> None:
    """RV-C7.4 The unarmored line of the column; at half of its number the vehicle burns."""
    number = components().ordnance.unarmored_line.get(column, 0) + sum(p[0] for p in parts)
    hit = sum(dice) <= number
    if hit:
        reveal_vehicle(s, id, clause)
    tell(
        s, clause, "soft_vehicle", id, dice=dice, modifiers=[], final=sum(dice), need=number, success=hit,
        for_side=other(s.vehicles[id].side),
    )  # fmt: skip
    if hit:
        wreck(s, id, burns=2 * sum(dice) <= number, clause=clause)
