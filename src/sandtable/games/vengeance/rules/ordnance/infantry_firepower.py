"""Guns with infantry firepower (RV-D3.3): light flak that sweeps a Location by the IFT, without a To Hit roll."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import flash, hazy, only_a_flash
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.encirclement import note_hit
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.laying import kind_at
from sandtable.games.vengeance.rules.ordnance.mounts import (
    captured,
    crew_of,
    ordnance_of,
    place_of,
    unqualified,
)
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import fire_on_vehicles
from sandtable.kernel.flow import Odds

RAPID = ("ift", "IFE")
"""The target type and ammunition of an IFE attack."""
_NORMAL_RANGE = 16


def ife_plan(s: Battle, f: Field, id: str, target: str, kind: str) -> declaration.Plan:
    """RV-D3.3, RV-A7.2, RV-A21.1, RV-A21.13 Its firepower by range, halved in the AFPh, for a pinned crew and at `?`.

    Strange or untrained hands fire with +2.
    """
    unit = crew_of(s, id)
    assert unit is not None
    at = place_of(s, id)
    by_range = firepower.range_factor(f, at, target, _NORMAL_RANGE)
    assert by_range is not None
    moving = s.phase == "MPh"
    men = declaration.moving_targets(s) if moving else firepower.target_units(s, target, unit.side, target == at)
    area = firepower.is_area_target(s, target, unit.side)
    factors = [factor for factor in (
        by_range,
        (0.5, *fire_kinds.HALVED.get(kind, ("", ""))) if kind in fire_kinds.HALVED else (1.0, "", ""),
        (0.5, "RV-A7.8", "pinned firer") if unit.pinned else (1.0, "", ""),
        (0.5, "RV-A12.1", "concealed target") if area else (1.0, "", ""),
        (0.5, "RV-E1.8", "a Gunflash beyond the NVR") if not area and only_a_flash(s, f, at, target) else (1.0, "", ""),
    ) if factor[1]]  # fmt: skip
    fp = float(ordnance_of(s, id).ife)
    for factor in factors:
        fp *= factor[0]
    drm, cover, hindered = firepower.modifiers(s, [id], target, [], moving)
    if captured(s, id, unit):
        drm.append((2, "RV-A21.1", "captured weapon"))
    if unqualified(s, id, unit):
        drm.append((2, "RV-A21.13", "not trained for the weapon"))
    groups = declaration.target_groups(s, men, cover, moving, not hindered and not hazy(drm), (at,))
    power = firepower.Power(id, fp, tuple(factors))
    return declaration.Plan((id,), target, kind, (), (power,), tuple(drm), groups, 0, area, hindered)


def rapid_fire(s: Battle, f: Field, id: str, target: str, kind: str) -> tuple[tuple[int, int], int]:
    """RV-D3.3 One IFT attack; never part of a fire group, never cowering. The dice, and the column as an index."""
    planned = ife_plan(s, f, id, target, kind)
    unit = crew_of(s, id)
    assert unit is not None
    flash(s, place_of(s, id))
    dice = roll(s, unit.side, "fire")
    column = firepower.column_for(planned.fp)
    worst = attack.strike(s, target, column, dice, planned.drm, planned.groups, planned, clause="RV-D3.3")
    if worst != "-":
        note_hit(s, target, {place_of(s, id)})
    if s.vehicles:
        by_half = column if planned.area else firepower.column_for(planned.fp / 2)
        fire_on_vehicles(s, target, unit.side, column, dice, planned.drm, area_column=by_half)
    return dice, column


def ife_odds(s: Battle, f: Field, id: str, target: str) -> Odds:
    """The chance of each result of an IFE attack."""
    return declaration.odds(s, ife_plan(s, f, id, target, kind_at(s, f, id, target, intensive=False)))
