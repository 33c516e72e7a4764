"""An attack with flames, whoever makes it (chapters A22.1, A22.2, A22.6): by hand or out of the bow of a tank."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import hazy, low_visibility
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.terrain.blazes import kindle
from sandtable.games.vengeance.rules.terrain.cover import exposure
from sandtable.games.vengeance.rules.vehicles.under_fire.flames_and_charges import burn_vehicles
from sandtable.kernel.modifiers import Modifier

_NO_SHELTER = ("RV-B27.1", "RV-B2.1", "RV-C2.5", "RV-C11.1")
"""The clauses of TEM that single units have: holes, pits and gunshields. Flames go round them."""


def flames(
    s: Battle, at: str, target: str, side: str, fp: float, own: tuple[Modifier, ...], clause: str
) -> tuple[int, int]:
    """RV-A22.1, RV-A22.2, RV-A12.1 Half at range 2 and against `?`; no TEM; then vehicles, weapons and the ground burn.

    The dice.
    """
    f = field_of(s)
    if f.range(at, target) > 1:
        fp /= 2
    by_half = fp / 2
    if firepower.is_area_target(s, target, side):
        fp = by_half
    moving = s.phase == "MPh" and s.side != side
    men = declaration.moving_targets(s) if moving else firepower.target_units(s, target, side, inside=target == at)
    hindrance = current_sight.hindrance(s, f, at, target)
    mods = (*hindrance, *low_visibility(s, f, at, target), *(exposure(s) if moving else ()), *own)
    groups = tuple(
        (ids, tuple(m for m in personal if m[1] not in _NO_SHELTER))
        for ids, personal in declaration.target_groups(s, men, 0, moving, not hindrance and not hazy(mods))
    )
    dice = roll(s, side, "flamethrower")
    column = firepower.column_for(fp)
    result = attack.strike(
        s, target, column, dice, mods, groups, clause=clause, unknown_column=firepower.column_for(by_half)
    )
    if s.vehicles:
        columns = (column, firepower.column_for(by_half))
        burn_vehicles(s, f, target, at, side, columns, dice, mods, moving)
    if "K" in result:
        blast_weapons(s, target, result)
        kindle(s, target)
    return dice
