"""CC Reaction Fire and street fighting (RV-D7.2, RV-D7.21, RV-A11.8), and the close defence of the AFV (RV-D13.3)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import FINAL, Battle, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fire import attack, firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, is_mmc, units_at
from sandtable.games.vengeance.rules.vehicles import kinds
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import (
    attack_vehicle,
    odds_to_roll,
    passes_anti_tank_check,
)
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, manned
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import between_houses
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.options import id_in

_COVER = ("BUILDING", "RUBBLE", "FACTORY")
_CLOSE_DEFENCE_FP = 16


def reactors(s: Battle, f: Field, vehicle: Vehicle) -> list[Unit]:
    """RV-D7.2, RV-D7.21 Good Order, unpinned DEFENDER Infantry without a Final Fire marker and in reach, once each."""
    if not is_afv(vehicle) or vehicle.wreck or vehicle.abandoned:
        return []
    hexes = {f.hex_of[vehicle.at], *f.ground.neighbours[f.hex_of[vehicle.at]]}
    return [
        u for hex in f.ground.hexes if hex in hexes for u in units_at(s, hex)
        if u.side != vehicle.side and good_order(u) and not u.pinned and not u.ti and u.fired != FINAL
        and not is_dummy(u) and u.id not in vehicle.reacted and (u.at == vehicle.at or fights_in_street(f, u, vehicle))
    ]  # fmt: skip


def fights_in_street(f: Field, unit: Unit, vehicle: Vehicle) -> bool:
    """RV-D7.21, RV-A11.8 From ground level in a building or rubble: at its own hexside, or along a road hexside."""
    if not f.place(unit.at).terrain.startswith(_COVER) or f.place(unit.at).kind != "ground":
        return False
    here, there = f.hex_of[vehicle.at], f.hex_of[unit.at]
    if vehicle.bypass >= 0:
        return f.ground.towards[here][vehicle.bypass] == there
    return _along_road(f, here, there) and unit.at in f.accessible[vehicle.at]


def _along_road(f: Field, street: str, house: str) -> bool:
    """RV-D7.21 Whether a house lies along a hexside by which a road leaves a hex: beyond it or at one of its ends."""
    d = f.ground.direction(street, house)
    return d >= 0 and any("ROAD" in f.ground.sides[street][(d + turn) % 6] for turn in (-1, 0, 1))


def reaction_modifiers(f: Field, unit: Unit, vehicle: Vehicle) -> tuple[Modifier, ...]:
    """RV-D7.21, RV-P5.11 +1 from another hex; in a narrow street between two buildings -1 instead."""
    if between_houses(f, vehicle):
        return ((-1, "RV-P5.11", "narrow street"),)
    return () if unit.at == vehicle.at else ((1, "RV-D7.21", "from another hex"),)


def reaction_options(s: Battle, f: Field, vehicle: Vehicle) -> list[Option]:
    """RV-D7.2 Who may attack the moving AFV at once."""
    return [("react", u.id) for u in reactors(s, f, vehicle)]


def react(s: Battle, id: str) -> Flow:
    """RV-D7.2, RV-A11.7 PAATC, perhaps the close defence weapon, then the attack; the unit is marked Final Fire."""
    assert s.drive is not None
    f = field_of(s)
    reveal_vehicle(s, s.drive.vehicle, "RV-A11.19")
    vehicle = s.vehicles[s.drive.vehicle]
    unit = s.units[id]
    kinds.mark(s, vehicle.id, reacted=(*vehicle.reacted, id))
    if not passes_anti_tank_check(s, id, vehicle):
        return
    attackers = [id]
    if is_mmc(unit):
        yield from _companions(s, f, attackers, vehicle)
    yield from _close_defence(s, s.vehicles[vehicle.id])
    attackers = [a for a in attackers if a in s.units and not s.units[a].broken and not s.units[a].pinned]
    if attackers:
        attack_vehicle(s, attackers, vehicle.id, reaction_modifiers(f, unit, vehicle), "RV-D7.2")
    for attacker in attackers:
        if attacker in s.units:
            mark(s, attacker, fired=FINAL, concealed=False)


def _companions(s: Battle, f: Field, attackers: list[str], vehicle: Vehicle) -> Flow:
    """RV-A11.5 Leaders and heroes of the Location who join the MMC are added to its attack."""
    unit = s.units[attackers[0]]
    extra = reaction_modifiers(f, unit, vehicle)
    while True:
        more = [
            u.id for u in reactors(s, f, s.vehicles[vehicle.id])
            if u.at == unit.at and not is_mmc(u) and u.id not in attackers
        ]  # fmt: skip
        pick = yield Choose(
            unit.side, [*(("join", id) for id in more), ("roll",)], rule="RV-A11.5", ask="react",
            about=(unit.id, vehicle.id), forced=True,
            odds=odds_to_roll(s, attackers, vehicle.id, extra),
        )  # fmt: skip
        if pick[0] == "roll":
            break
        attackers.append(id_in(pick))
        now = s.vehicles[vehicle.id]
        kinds.mark(s, vehicle.id, reacted=(*now.reacted, id_in(pick)))


def _close_defence(s: Battle, vehicle: Vehicle) -> Flow:
    """RV-D13.3, RV-D13.31 With sN the crew may instead attack Infantry in its Location with 16 FP."""
    near = [u.id for u in units_at(s, vehicle.at) if u.side != vehicle.side and vehicle.bypass < 0]
    if not can_discharge(vehicle, "sN") or not near:
        return
    pick = yield Choose(
        vehicle.side, [("close_defence", vehicle.id), ("hold",)], rule="RV-D13.3", ask="close_defence",
        about=(vehicle.id,),
    )  # fmt: skip
    if pick[0] == "hold" or not discharge(s, vehicle, "sN"):
        return
    dice = roll(s, vehicle.side, "close defence")
    attack.strike(
        s, vehicle.at, firepower.column_for(_CLOSE_DEFENCE_FP), dice, (), ((tuple(near), ()),), clause="RV-D13.3"
    )


# -- dischargers -----------------------------------------------------------------------------------------------------


def can_discharge(vehicle: Vehicle, kind: str) -> bool:
    """RV-D13.3 Once per Player Turn, as long as it is not used up."""
    return (
        kind in kind_of(vehicle).special and kind not in vehicle.depleted and kind not in vehicle.used
        and manned(vehicle) and not vehicle.stunned and not vehicle.shock
    )  # fmt: skip


def discharge(s: Battle, vehicle: Vehicle, kind: str) -> bool:
    """RV-D13.3, RV-D13.31 A DR of at most n works; exactly n uses it up; more fails without further effect."""
    number = kind_of(vehicle).special[kind]
    dice = roll(s, vehicle.side, "discharger", calls_sniper=False)
    works = sum(dice) <= number
    tell(s, "RV-D13.3", "discharger", vehicle.id, dice=dice, need=number, success=works)
    gone = (kind,) if sum(dice) == number else ()
    kinds.mark(s, vehicle.id, used=(*vehicle.used, kind), depleted=(*vehicle.depleted, *gone))
    return works
