"""Scenario special rules (RV-SCN2): what the `special` table of a card changes at set-up and in play."""

from __future__ import annotations

from itertools import pairwise

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.altered_ground import BREACH, BRIDGE_PARTIAL, alter, alter_side, side_became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.model.vehicles import BURNING, Vehicle
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.games.vengeance.scenarios.cards import Breaches, Special, scenario
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_WRECK = "wreck-at-start"


def special(s: Battle) -> Special:
    """The special rules of the battle's scenario."""
    return scenario(s.scenario).special


def before_set_up(s: Battle) -> None:
    """RV-SCN2, RV-BRV11.313, RV-BRV16.7 Bridges that are damaged already, a wreck that burns, armor with skirts."""
    card = special(s)
    for hex, limits in card.bridges.items():
        alter(s, hex, BRIDGE_PARTIAL)
        s.bridge_limits[hex] = limits[0] if len(limits) == 1 else limits[s.dice.roll(6, "weight limit") - 1]
        if card.limits_known:
            s.limits_known.append(hex)
    if card.burning_wreck:
        type = next(t for t in components().armour.types.values() if t.is_afv and t.side == SIDES[1])
        s.vehicles[_WRECK] = Vehicle(_WRECK, type.id, type.side, card.burning_wreck, wreck=BURNING, ce=False)
    for vehicle in list(s.vehicles.values()):
        if vehicle.side == card.supplemental_armor and components().armour.types[vehicle.type].is_afv:
            s.vehicles[vehicle.id] = replace(vehicle, supplemental=True)
    if card.one_battery:
        _one_after_the_other(s)


def _one_after_the_other(s: Battle) -> None:
    """RV-CG9 A side works one module at a time, rockets besides: the second waits for the end of the first."""
    for side in SIDES:
        barrels = [b for b in s.batteries.values() if b.side == side and "rocket" not in b.module]
        for first, second in pairwise(barrels):
            s.batteries[second.id] = replace(second, after=first.id)


# -- at set-up -------------------------------------------------------------------------------------------------------


def special_task(s: Battle, side: str) -> Flow | None:
    """What a side still has to do at set-up by a special rule: the first module, charges on bridges, breaches."""
    card = special(s)
    if card.one_battery and not s.made.get(f"{side}-order") and len(_barrels(s, side)) > 1:
        return _order_batteries(s, side)
    if card.charges_set and side == "german" and s.made.get("charges-set", 0) < card.charges_set and _chargeable(s):
        return _set_bridge_charge(s, side)
    breaches = card.breaches
    if breaches is not None and side == breaches.side and s.made.get("breaches", 0) < breaches.number:
        return _breach(s, side, breaches)
    return None


def _barrels(s: Battle, side: str) -> list[str]:
    return [b.id for b in s.batteries.values() if b.side == side and "rocket" not in b.module]


def _order_batteries(s: Battle, side: str) -> Flow:
    """RV-CG9 In secret the owner notes which module comes first."""
    ids = _barrels(s, side)
    pick = yield Choose(side, [("first_battery", id) for id in ids], rule="RV-SCN2", ask="first_battery")
    first = id_in(pick)
    for id in ids:
        s.batteries[id] = replace(s.batteries[id], after="" if id == first else first)
    s.made[f"{side}-order"] = 1
    s.journal.add("RV-SCN2", "first_battery", battery=first, seen_by=(side,))


def _chargeable(s: Battle) -> list[tuple[str, str, str]]:
    """Charges in the hands of Assault Engineers on the map, and the bridges that have none yet."""
    f = field_of(s)
    taken = {_bridge_name(s, charge.at) for charge in s.set_charges}
    bridges = [
        at for at in f.steps if f.place(at).kind == "bridge" and f.hex(at).bank == "SPREE"
        and _bridge_name(s, at) not in taken
    ]  # fmt: skip
    hands = [
        (w.id, w.holder) for w in s.weapons.values()
        if w.type == "ge_dc" and w.holder and type_of(s.units[w.holder]).assault_engineer
    ]  # fmt: skip
    return [(weapon, holder, at) for weapon, holder in hands for at in bridges]


def _bridge_name(s: Battle, at: str) -> str:
    """The hexes of one bridge lie side by side."""
    f = field_of(s)
    hex = f.hex_of[at]
    together = [hex, *(n for n in f.ground.neighbours[hex] if f.ground.hexes[n].bridge)]
    return min(together)


def _set_bridge_charge(s: Battle, side: str) -> Flow:
    """RV-BRV11.31, RV-SCN2 A charge that is set on a bridge before the game, recorded in secret; or no more."""
    options: list[Option] = [("preset", weapon, at) for weapon, _, at in _chargeable(s)]
    pick = yield Choose(side, [*options, ("no_preset",)], rule="RV-BRV11.31", ask="preset")
    if pick[0] == "no_preset":
        s.made["charges-set"] = special(s).charges_set
        return
    weapon = s.weapons.pop(id_in(pick))
    setter = s.units[weapon.holder]
    s.set_charges.append(SetCharge(weapon.id, weapon.type, side, id_in(pick, 2), setter.id, setter.at))
    s.made["charges-set"] = s.made.get("charges-set", 0) + 1
    s.journal.add("RV-BRV11.31", "preset", weapon=weapon.id, at=id_in(pick, 2), seen_by=(side,))


def _breach(s: Battle, side: str, breaches: Breaches) -> Flow:
    """RV-BRV12.31, RV-SCN2 A Breach in the wall of the Reichstag that was there before."""
    g = field_of(s).ground
    options: list[Option] = [
        ("breach_at", a, b) for a in breaches.outside for b in breaches.inside
        if b in g.neighbours[a] and not side_became(s, a, b)
    ]  # fmt: skip
    pick = yield Choose(side, options, rule="RV-BRV12.31", ask="breach_at")
    alter_side(s, id_in(pick), id_in(pick, 2), BREACH)
    s.made["breaches"] = s.made.get("breaches", 0) + 1
    s.journal.add("RV-BRV12.31", "breach_at", at=id_in(pick), to=id_in(pick, 2))
