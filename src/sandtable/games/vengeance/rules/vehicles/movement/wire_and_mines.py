"""What field works do to vehicles (RV-B26.1, RV-B28.1, RV-B28.5): wire and mines."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import HULL, Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fortifications.mines import ap_attack, ap_mines, at_mines, spend_at_mine
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, riders
from sandtable.games.vengeance.rules.vehicles.under_fire import damage

_CRUSHES_WIRE = 4
_MINE_FP = 36


def flatten_wire(s: Battle, vehicle: Vehicle) -> None:
    """RV-B26.1 A tracked vehicle removes the wire of the hex on a die of 1 to 4."""
    work = next((w for w in s.works.values() if w.at == vehicle.at and w.type == "wire"), None)
    if work is None or not kind_of(vehicle).fully_tracked:
        return
    reveal_vehicle(s, vehicle.id)
    die = s.dice.roll(6, "wire")
    s.journal.add("RV-B26.1", "wire_crushed", vehicle=vehicle.id, at=vehicle.at, die=die, success=die <= _CRUSHES_WIRE)
    if die <= _CRUSHES_WIRE:
        del s.works[work.id]


def anti_tank_mines(s: Battle, id: str, hex: str) -> None:
    """RV-B28.5 A die of at most their number sets one off: 36 FP against the vehicle."""
    number = at_mines(s, hex)
    vehicle = s.vehicles.get(id)
    if not number or vehicle is None or vehicle.wreck:
        return
    reveal_vehicle(s, id)
    die = s.dice.roll(6, "anti-tank mine")
    s.journal.add("RV-B28.5", "at_mine", vehicle=id, at=hex, die=die, success=die > number)
    if die > number:
        return
    spend_at_mine(s, hex)
    dice = roll(s, other(vehicle.side), "mines", calls_sniper=False)
    number = kia_number(_MINE_FP)
    result = damage.destruction(damage.AT_MINES, sum(dice), number)
    s.journal.add(
        "RV-B28.5", "to_kill", vehicle=id, dice=dice, final=sum(dice), need=number, where=HULL, result=result,
        modifiers=[],
    )  # fmt: skip
    damage.suffer(s, id, result, HULL, "RV-B28.5")


def anti_personnel_mines(s: Battle, id: str, hex: str) -> None:
    """RV-B28.1 On entry: a KIA immobilizes an AFV; a soft vehicle by the unarmored line; riders as Infantry."""
    work, vehicle = ap_mines(s, hex), s.vehicles[id]
    if work is None:
        return
    show(s, work)
    reveal_vehicle(s, id)
    fp = components().fortifications[work.type].fp
    column = firepower.column_for(fp)
    dice = roll(s, other(vehicle.side), "mines", calls_sniper=False)
    men = [u.id for u in riders(s, vehicle)]
    if is_afv(vehicle):
        stopped = firepower.result_of(column, sum(dice)).endswith("KIA")
        s.journal.add("RV-B28.1", "ap_mine", vehicle=id, at=hex, dice=dice, success=not stopped)
        if stopped:
            damage.immobilize(s, id, "RV-B28.1")
    else:
        number = components().ordnance.unarmored_line.get(COLUMNS[column], 0)
        s.journal.add("RV-B28.1", "ap_mine", vehicle=id, at=hex, dice=dice, success=sum(dice) > number)
        if sum(dice) <= number:
            damage.wreck(s, id, burns=2 * sum(dice) <= number, clause="RV-B28.1")
    if men:
        ap_attack(s, men, hex)


def kia_number(fp: int) -> int:
    """RV-B28.5 The highest Final DR of a column that still is a 1KIA."""
    column = firepower.column_for(fp)
    return max((dr for dr in range(16) if firepower.result_of(column, dr).endswith("KIA")), default=0)
