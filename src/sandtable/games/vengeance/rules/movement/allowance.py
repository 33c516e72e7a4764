"""Movement factors (chapters A4.11 to A4.132, A4.4): what a unit has, what it carries, what a stack has left."""

from __future__ import annotations

from sandtable.games.vengeance.components import HERO, LEADER
from sandtable.games.vengeance.model.battle import Battle, Move, Unit, Weapon
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.night.cloaking import cloaked_mf
from sandtable.games.vengeance.rules.ordnance.handling import carried_weight
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    held,
    inherent_capacity,
    is_leader,
    is_mmc,
    type_of,
    weapon_type,
)

_BERSERK_MF = 8


def load(s: Battle, unit: Unit) -> int:
    """RV-A4.4 Portage points of what a unit carries."""
    own = sum(weapon_type(w).pp for w in held(s, unit.id))
    return own + carried_weight(s, unit) if s.guns else own


def printed_mf(s: Battle, unit: Unit) -> int:
    """RV-A4.11, RV-A19.3 MMC 4, inexperienced 3, SMC 6, wounded 3, berserk 8."""
    if unit.berserk:
        return _BERSERK_MF
    type = type_of(unit)
    if type.kind in (LEADER, HERO):
        return type.wounded_mf if unit.wounded else type.mf
    return 3 if inexperienced(s, unit) else 4


def loaded_mf(s: Battle, unit: Unit) -> int:
    """RV-A4.7, RV-A4.4 The printed MF of a unit with its load, alone."""
    return printed_mf(s, unit) - max(0, load(s, unit) - inherent_capacity(unit))


def too_heavy_with(s: Battle, unit: Unit, weapon: Weapon) -> bool:
    """RV-A4.44, RV-A4.4 Whether a weapon, besides what a unit carries, would be more than its IPC."""
    return load(s, unit) + weapon_type(weapon).pp > inherent_capacity(unit)


def allowance(s: Battle, unit: Unit, move: Move) -> int:
    """RV-A4.11, RV-A4.12, RV-A4.4, RV-A4.5 The MF of one unit of a moving stack."""
    if unit.cloak:
        return cloaked_mf(s, unit) + move.double
    mf = printed_mf(s, unit)
    if unit.berserk:
        return mf
    if is_mmc(unit) and move.leader in move.units and gives_bonus(s.units[move.leader]):
        mf += 2
    carried = load(s, unit)
    if carried:
        mf -= max(0, carried - inherent_capacity(unit) - _helpers(s, unit, move))
    if unit.landed:
        mf = -(-mf // 2)  # RV-D6.1
    return mf + move.double


def gives_bonus(unit: Unit) -> bool:
    """RV-A4.12 An unwounded Good Order leader; heroes do not give it."""
    return is_leader(unit) and good_order(unit) and not unit.wounded


def _helpers(s: Battle, unit: Unit, move: Move) -> int:
    """RV-A4.4 Leaders and heroes of the stack who carry nothing lend their portage point to its first loaded MMC."""
    loaded = [id for id in move.units if is_mmc(s.units[id]) and load(s, s.units[id]) > inherent_capacity(s.units[id])]
    if not loaded or loaded[0] != unit.id:
        return 0
    return sum(1 for id in move.units if not is_mmc(s.units[id]) and not held(s, id))


def mf_left(s: Battle, move: Move, road: bool = False) -> int:
    """RV-A4.132 What the slowest unit of the stack has left; one more along a road, not with weapons over its IPC."""
    units = [s.units[id] for id in move.units]
    most = min(allowance(s, unit, move) for unit in units)
    on_road = road and move.road and not any(u.berserk or load(s, u) > inherent_capacity(u) for u in units)
    return most + int(on_road) - move.spent
