"""Close combat against vehicles (RV-A11.5 to RV-A11.7, RV-C13.7): its numbers, one attack, and the vehicle's answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.vehicles import AAMG, CMG, HULL, REAR_MG, Vehicle
from sandtable.games.vengeance.rules.close_combat.attacks import combat_fp, kill_number
from sandtable.games.vengeance.rules.close_combat.combatants import combatants, rides_in_truck
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.morale.checks import pin, roll, task_check
from sandtable.games.vengeance.rules.morale.leader_creation import create_leader
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.morale.level import inexperienced, is_fanatic
from sandtable.games.vengeance.rules.units.kinds import is_hero, is_leader, is_mmc, type_of
from sandtable.games.vengeance.rules.units.losses import eliminate, random_selection, reduce
from sandtable.games.vengeance.rules.units.stacking import halves, overstacked
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import (
    MACHINE_GUNS,
    is_afv,
    is_rider,
    kind_of,
    machine_gun,
    manned,
    mobile,
    shaken,
    works,
)
from sandtable.games.vengeance.rules.vehicles.under_fire import damage
from sandtable.kernel import chances
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.modifiers import Modifier, total

_FINDS_MINE = 3
_ORIGINAL_TWO = {1: damage.BURN, 2: damage.ELIMINATE, 3: damage.IMMOBILIZE}


def combat_value(s: Battle, attackers: list[Unit], target: Vehicle) -> int:
    """RV-A11.51 The CCV of one MMC with any SMC of its Location, or of SMC alone."""
    table = components().armour.ccv
    squads = [u for u in attackers if is_mmc(u)]
    men = [u for u in attackers if not is_mmc(u)]
    if squads:
        unit = squads[0]
        type = type_of(unit)
        value = table["squad"] if halves(unit) == 2 else table["crew"] if type.kind == "crew" else table["hs"]
        value += table["assault_engineer"] * type.assault_engineer
        value += table["inexperienced"] * inexperienced(s, unit)
    else:
        value, men = table["smc"], men[1:]
    value += table["extra_smc"] * len(men)
    value += table["halved_fp_each"] * any(u.pinned for u in attackers)
    return value + table["halved_fp_each"] * target.concealed


def vehicle_modifiers(s: Battle, attackers: list[Unit], target: Vehicle) -> list[Modifier]:
    """RV-A11.51, RV-A11.61, RV-A11.14, RV-A11.6, RV-D8.4, RV-B26.1, RV-A7.7, RV-A5.12 The DRM against a vehicle."""
    drm, type = components().armour.drm_vs_vehicle, kind_of(target)
    armed = any(works(target, w) for w in MACHINE_GUNS)
    escort = [u for u in combatants(s, target.at, target.side) if is_mmc(u) and not u.broken]
    squad = any(halves(u) == 2 for u in escort)
    closed = is_afv(target) and not type.open_topped
    tests = (
        ("motion_or_nonstopped", target.motion, "moving"),
        ("unarmored", not is_afv(target), "unarmored"),
        ("no_manned_mg", is_afv(target) and not armed, "no machine gun"),
        ("escort_squad", squad, "escort"),
        ("escort_hs_or_crew", bool(escort) and not squad, "escort"),
        ("open_topped_or_partially_armored", is_afv(target) and type.open_topped, "open-topped"),
        ("ce_closed_topped_or_abandoned", (closed and target.ce) or target.abandoned, "crew exposed or gone"),
        ("immobile", not mobile(target), "immobile"),
    )
    modifiers: list[Modifier] = [(drm[name], "RV-A11.51", reason) for name, holds, reason in tests if holds]
    wild = any(u.berserk for u in attackers)
    leaders = [u for u in attackers if is_leader(u) and not u.pinned]
    if leaders and len(attackers) > 1 and not wild and (best := min(map(leadership, leaders))):
        modifiers.append((best, "RV-A11.14", "leadership"))
    if any(is_hero(u) or u.heroic for u in attackers):
        modifiers.append((-1, "RV-A11.14", "hero"))
    if any(u.cx or u.ti or is_rider(s, u) for u in attackers):
        modifiers.append((components().cc_drm["by_cx_ti_rider"], "RV-A11.14", "CX, TI or a rider"))
    if any(rides_in_truck(s, u) for u in attackers):
        modifiers.append((components().cc_drm["by_truck_passenger"], "RV-A11.6", "in a truck"))
    if any(u.wired for u in attackers):
        modifiers.append((components().cc_drm["by_wire"], "RV-B26.1", "on wire"))
    if any(u.encircled for u in attackers):
        modifiers.append((1, "RV-A7.7", "encircled"))
    if over := overstacked(s, field_of(s), target.at, attackers[0].side):
        modifiers.append((over * components().cc_drm["by_overstacked_each"], "RV-A5.12", "overstacked"))
    return modifiers


def passes_anti_tank_check(s: Battle, id: str, target: Vehicle) -> bool:
    """RV-A11.7 The PAATC: a NTC, a 1TC for Inexperienced units; failure pins. SMC, berserk and fanatic are exempt."""
    unit = s.units[id]
    if not is_mmc(unit) or unit.berserk or is_fanatic(s, unit) or not is_afv(target) or target.abandoned:
        return True
    if task_check(s, id, int(inexperienced(s, unit)), "RV-A11.7"):
        return True
    pin(s, id)
    return False


def _finds_mine(s: Battle, attackers: list[Unit]) -> bool:
    """RV-C13.7, RV-A25.8 Germans look for a magnetic mine: a die of 3 or less, +1 for CX, a half-squad or men alone.

    A Gestapo leader alone has none.
    """
    first = attackers[0]
    if first.side != GERMAN or all(type_of(u).gestapo for u in attackers):
        return False
    die = s.dice.roll(6, "magnetic mine")
    final = die + any(u.cx for u in attackers) + (max(map(halves, attackers)) < 2)
    s.journal.add("RV-A11.51", "magnetic_mine", unit=first.id, die=die, final=final, success=final <= _FINDS_MINE)
    return final <= _FINDS_MINE


def attack_vehicle(
    s: Battle, ids: list[str], vehicle: str, extra: tuple[Modifier, ...] = (), clause: str = "RV-A11.5"
) -> None:
    """RV-A11.5, RV-A11.501, RV-A11.51, RV-A18.1 One attack; its effect comes at once. A 2 does more, a 12 costs men."""
    target = s.vehicles[vehicle]
    attackers = [s.units[id] for id in ids]
    modifiers = [*vehicle_modifiers(s, attackers, target), *extra]
    if _finds_mine(s, attackers):
        modifiers.append((components().armour.drm_vs_vehicle["atmm"], "RV-A11.51", "magnetic mine"))
    value = combat_value(s, attackers, target)
    reveal_vehicle(s, vehicle, "RV-A11.19")
    dice = roll(s, attackers[0].side, "close combat", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    result = damage.destruction(damage.CLOSE_COMBAT, final, value, brew_up=kind_of(target).brew_up)
    s.journal.add(
        clause, "combat_with_vehicle", units=tuple(ids), vehicle=vehicle, dice=dice, modifiers=modifiers, final=final,
        need=value, result=result or "no effect",
    )  # fmt: skip
    maker = next((u for u in attackers if is_mmc(u)), None)
    if sum(dice) == 2 and maker is not None:
        create_leader(s, s.units[maker.id], was_broken=False, against_afv=is_afv(target))
    if result:
        damage.suffer(s, vehicle, result, HULL, clause)
    if sum(dice) == 2 and not s.vehicles[vehicle].wreck:
        die = s.dice.roll(6, "close combat, Original 2")
        s.journal.add("RV-A11.501", "lucky_blow", vehicle=vehicle, die=die)
        if die in _ORIGINAL_TWO:
            damage.suffer(s, vehicle, _ORIGINAL_TWO[die], HULL, "RV-A11.501")
    if sum(dice) == 12:
        unlucky = next((id for id in ids if id in s.units and is_mmc(s.units[id])), ids[0])
        reduce(s, unlucky, "RV-A11.501")


def odds_to_roll(
    s: Battle, ids: list[str], vehicle: str, extra: tuple[Modifier, ...] = ()
) -> Callable[[Option], Odds | None]:
    """The chances shown beside the choice to roll."""
    now = list(ids)
    return lambda option: combat_odds(s, now, vehicle, extra) if option == ("roll",) else None


def combat_odds(s: Battle, ids: list[str], vehicle: str, extra: tuple[Modifier, ...] = ()) -> Odds:
    """The chances of one attack without a magnetic mine."""
    target = s.vehicles[vehicle]
    attackers = [s.units[id] for id in ids]
    modifiers = [*vehicle_modifiers(s, attackers, target), *extra]
    value = combat_value(s, attackers, target)
    drm, brew_up = total(modifiers), kind_of(target).brew_up

    def result(dice: Dice) -> str:
        final = dice.roll() + dice.roll() + drm
        return damage.destruction(damage.CLOSE_COMBAT, final, value, brew_up=brew_up) or "no effect"

    return chances.odds(result, modifiers)


# -- the vehicle's own attack ------------------------------------------------------------------------------------------


def vehicle_fp(vehicle: Vehicle) -> int:
    """RV-A11.6 The FP of its usable CMG, AAMG and rear MG; the bow gun does not help."""
    if not manned(vehicle) or not is_afv(vehicle):
        return 0
    return sum(machine_gun(vehicle, w) for w in (CMG, AAMG, REAR_MG) if works(vehicle, w))


def vehicle_attack(
    s: Battle, id: str, defenders: list[str], leaving: Collection[str] = (), extra: tuple[Modifier, ...] = ()
) -> None:
    """RV-A11.6, RV-A11.11, RV-A11.12 Against one unit or all enemy Infantry of the Location; by half against a `?`.

    RV-A11.14 Those who are `leaving` are as easy a prey as broken ones; `extra` is what an ambush adds.
    """
    reveal_vehicle(s, id, "RV-A11.19")
    vehicle = s.vehicles[id]
    against = sum((combat_fp(s.units[d], False) for d in defenders), Fraction(0))
    covered = any(s.units[d].concealed for d in defenders)
    kill = kill_number(Fraction(vehicle_fp(vehicle)) / (2 if covered else 1), against, False)
    modifiers: list[Modifier] = [*extra, *([(1, "RV-D5.34", "shaken crew")] if shaken(vehicle) else [])]
    f = field_of(s)
    if over := overstacked(s, f, vehicle.at, vehicle.side):
        modifiers.append((over * components().cc_drm["by_overstacked_each"], "RV-A5.12", "overstacked"))
    men = [s.units[d] for d in defenders]
    if any(u.cx or u.ti or is_rider(s, u) for u in men):
        modifiers.append((components().cc_drm["vs_cx_ti_rider"], "RV-A11.14", "target CX, TI or a rider"))
    if any(rides_in_truck(s, u) for u in men):
        modifiers.append((components().cc_drm["vs_truck_passenger"], "RV-A11.6", "target in a truck"))
    if any(u.wired for u in men):
        modifiers.append((components().cc_drm["vs_wire"], "RV-B26.1", "target on wire"))
    if men and (over := overstacked(s, f, vehicle.at, men[0].side)):
        modifiers.append((over * components().cc_drm["vs_overstacked_each"], "RV-A5.131", "overstacked target"))
    if all(u.broken or u.id in leaving for u in men):
        modifiers.append((components().cc_drm["vs_broken"], "RV-A11.14", "all broken or withdrawing"))
    reveal_all(s, defenders, "RV-A11.19")
    dice = roll(s, vehicle.side, "close combat", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    s.journal.add(
        "RV-A11.6", "vehicle_combat", vehicle=id, units=tuple(defenders), dice=dice, modifiers=modifiers, final=final,
        kill=kill, result="eliminated" if final < kill else "casualty reduction" if final == kill else "no effect",
    )  # fmt: skip
    if final < kill:
        for defender in defenders:
            eliminate(s, defender, "RV-A11.6", "close_combat")
    elif final == kill:
        for defender in random_selection(s, defenders):
            reduce(s, defender, "RV-A11.6")
