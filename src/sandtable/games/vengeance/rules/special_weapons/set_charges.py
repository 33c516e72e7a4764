"""Set demolition charges (chapters A23.7, BRV11.31 to BRV11.3151)."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BRIDGE
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.morale.checks import roll, task_check
from sandtable.games.vengeance.rules.morale.leaders import leaders_at, leadership
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.terrain.bridges import damage_bridge, destroy_bridge
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.terrain.rubble import after_blast
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    held,
    is_dummy,
    other,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import crowding
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import fire_on_vehicles
from sandtable.games.vengeance.rules.victory.control import controller
from sandtable.games.vengeance.scenarios.cards import is_written, scenario
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_SPREE = "SPREE"


def may_set(s: Battle, f: Field, unit: Unit) -> list[str]:
    """RV-A23.7, RV-BRV11.31 The charges that a unit could set where it is; on a Spree bridge only assault engineers."""
    if not unit.at or unit.pinned or not good_order(unit):
        return []
    if on_spree_bridge(f, unit.at) and not (unit.side == GERMAN and type_of(unit).assault_engineer):
        return []
    if on_spree_bridge(f, unit.at) and is_written(s.scenario):
        rules = scenario(s.scenario).special
        if (rules.charges_at and f.hex_of[unit.at] not in rules.charges_at) or rules.charges_set:
            return []  # RV-SCN2
    return [w.id for w in held(s, unit.id) if weapon_type(w).type == "DC" and weapon_type(w).set_fp]


def on_spree_bridge(f: Field, at: str) -> bool:
    """RV-BRV11.3 A Location of one of the three bridges over the Spree."""
    return f.place(at).kind == BRIDGE and f.hex(at).bank == _SPREE


def set_charge(s: Battle, id: str, weapon: str) -> None:
    """RV-A23.7 At the end of its MPh in the Location the unit passes a NTC: the charge is set, and hidden."""
    unit = s.units[id]
    charge = s.weapons.get(weapon)
    if charge is None or charge.holder != id or not task_check(s, id, 0, "RV-A23.7"):
        return
    del s.weapons[weapon]
    s.set_charges.append(SetCharge(weapon, charge.type, unit.side, unit.at, id, unit.at))
    s.journal.add("RV-A23.7", "charge_set", weapon=weapon, unit=id, at=unit.at, seen_by=(unit.side,))


def follow_setters(s: Battle) -> None:
    """RV-A23.7 At the end of a phase: where each setter is now; a charge whose Location the enemy controls is lost."""
    f = field_of(s)
    kept = []
    for charge in s.set_charges:
        setter = s.units.get(charge.setter)
        if charge.urgent or charge.at not in f.steps or controller(s, charge.at) == other(charge.side):
            s.journal.add("RV-A23.7", "charge_lost", at=charge.at, seen_by=(charge.side,))
            continue
        at = setter.at if setter is not None and setter.at else charge.setter_at
        kept.append(replace(charge, setter_at=at, tried=False))
    s.set_charges[:] = kept


def _firer(s: Battle, f: Field, charge: SetCharge) -> Unit | None:
    """RV-A23.7 The setter, or a Good Order unit in his place, out of the charge's Location and with LOS to it."""
    setter = s.units.get(charge.setter)
    crew = [setter] if setter is not None and setter.at else []
    crew += [u for u in units_at(s, charge.setter_at, charge.side) if u.id != charge.setter]
    for unit in crew:
        if (
            good_order(unit)
            and not is_dummy(unit)
            and unit.at != charge.at
            and current_sight.sees(s, f, unit.at, charge.at)
        ):
            return unit
    return None


def blow_options(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-A23.7, RV-BRV11.311 Set charges that can go off in a friendly fire phase, each perhaps with a leader."""
    options: list[Option] = []
    for charge in s.set_charges:
        if charge.side != side or charge.tried or charge.at not in f.steps:
            continue
        unit = _firer(s, f, charge)
        if unit is None:
            continue
        options.append(("blow", charge.weapon))
        if on_spree_bridge(f, charge.at):
            free = [u for u in leaders_at(s, unit.at, side, unit.id) if u.id not in s.directing]
            options += [("blow_led", charge.weapon, u.id) for u in free]
    return options


def blow(s: Battle, weapon: str, leader: str = "") -> None:
    """RV-A23.7, RV-BRV11.311a, RV-A21.1 A NTC first: failing leaves the charge set; then 36 FP."""
    f = field_of(s)
    charge = next(c for c in s.set_charges if c.weapon == weapon)
    unit = _firer(s, f, charge)
    assert unit is not None
    if leader:
        s.directing[leader] = (weapon,)
    index = s.set_charges.index(charge)
    if not task_check(s, unit.id, 0, "RV-A23.7"):
        s.set_charges[index] = replace(charge, tried=True)
        return
    del s.set_charges[index]
    s.reveal()
    dice = roll(s, charge.side, "demolition charge")
    captured = components().weapons[charge.type].side != charge.side
    drm: tuple[Modifier, ...] = ((2, "RV-A21.1", "captured weapon"),) if captured else ()
    if leader and leadership(s.units[leader]):
        drm = (*drm, (leadership(s.units[leader]), "RV-BRV11.311", "leadership"))
    if f.place(charge.at).kind == BRIDGE:
        _blow_bridge(s, f, charge, dice, drm)
    else:
        _blow_ground(s, f, charge, dice, drm)


def _column(fp: int) -> int:
    return COLUMNS.index(fp)


def _blow_ground(s: Battle, f: Field, charge: SetCharge, dice: tuple[int, int], drm: tuple[Modifier, ...]) -> None:
    """RV-A23.7, RV-A23.5, RV-A7.301 Everybody in the Location with his TEM; what it was set on has none."""
    fp = components().weapons[charge.type].set_fp
    result = firepower.result_of(_column(fp), sum(dice) + total(drm))
    s.journal.add("RV-A23.7", "blown", at=charge.at, dice=dice, modifiers=list(drm), result=result)
    cover = [m for m in tem(s, f, charge.at, charge.at) if m[0]]
    groups = declaration.groups_in_a_blast(s, units_at(s, charge.at), total(cover))
    attack.strike(s, charge.at, _column(fp), dice, (*cover, *drm), groups, clause="RV-A23.7")
    for side in (charge.side, other(charge.side)):
        fire_on_vehicles(s, charge.at, side, _column(fp), dice, (*cover, *drm))
    blast_weapons(s, charge.at, result)
    after_blast(s, charge.at, fp, result)


def _blow_bridge(s: Battle, f: Field, charge: SetCharge, dice: tuple[int, int], drm: tuple[Modifier, ...]) -> None:
    """RV-BRV11.311, RV-BRV11.311b, RV-BRV11.314, RV-B6.3 The bridge by the Final DR, the men on it with half FP.

    A stone bridge that does not cross the Spree is destroyed by a KIA and by nothing less.
    """
    table = components().bridge_demolition
    hex = f.hex_of[charge.at]
    result = firepower.result_of(_column(table["detonation_fp_column"]), sum(dice) + total(drm))
    s.journal.add(
        "RV-BRV11.311", "blown_secretly", at=charge.at, dice=dice, modifiers=list(drm), result=result,
        seen_by=(charge.side,),
    )  # fmt: skip
    for side in dict.fromkeys(u.side for u in units_at(s, charge.at)):
        ids = tuple(u.id for u in units_at(s, charge.at, side))
        own = tuple(m for m in drm if side == charge.side or m[1] != "RV-BRV11.311")
        own = (*own, *crowding(s, f, charge.at, side))
        attack.strike(s, charge.at, _column(table["half_fp_on_bridge"]), dice, own, ((ids, ()),), clause="RV-BRV11.314")
    for side in (charge.side, other(charge.side)):
        own = tuple(m for m in drm if side != charge.side or m[1] != "RV-BRV11.311")
        fire_on_vehicles(s, charge.at, side, _column(table["half_fp_on_bridge"]), dice, own)
    if on_spree_bridge(f, charge.at):
        damage_bridge(s, hex, result)
    elif result.endswith("KIA"):
        destroy_bridge(s, hex)
