"""Vehicles in the Close Combat Phase (RV-A11.5, RV-A11.6, RV-A11.18): after the men have fought each other."""

from __future__ import annotations

from collections.abc import Collection, Generator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.close_combat.ambush import ambusher_at
from sandtable.games.vengeance.rules.close_combat.attacks import targets as men_to_attack
from sandtable.games.vengeance.rules.close_combat.attacks import uncovered
from sandtable.games.vengeance.rules.close_combat.combatants import combatants
from sandtable.games.vengeance.rules.close_combat.withdrawal import slip_away, withdrawal_places
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.concealment.question_marks import is_large, is_veil, place_of_veil, under_veil
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import is_mmc, other, units_at, unknown, veil
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import (
    attack_vehicle,
    odds_to_roll,
    passes_anti_tank_check,
    vehicle_attack,
    vehicle_fp,
)
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import Modifier
from sandtable.kernel.options import id_in


def combat_places(s: Battle) -> list[str]:
    """RV-A11.1, RV-A11.6 Locations with Infantry, on foot or aboard, and an enemy vehicle, not fought over yet."""
    places = []
    for vehicle in s.vehicles.values():
        open_yet = vehicle.at and not vehicle.wreck and vehicle.bypass < 0 and f"{vehicle.at} vehicles" not in s.fought
        if open_yet and any(u.side != vehicle.side for u in combatants(s, vehicle.at)):
            places.append(vehicle.at)
    return list(dict.fromkeys(places))


def vehicle_combat(s: Battle) -> Flow:
    """RV-A11.5, RV-A11.2 Location by Location: the ATTACKER's men, the DEFENDER's men, then the vehicles that are left.

    Who ambushed attacks first, his vehicles too; those of the other side do not. At last those go who withdraw.
    """
    places = combat_places(s)
    if not places:
        s.step = "done"
        return
    pick = yield Choose(s.side, [("combat", at) for at in places], rule="RV-A11.1", ask="combat", forced=True)
    at = id_in(pick)
    s.fought.append(f"{at} vehicles")
    ambusher = ambusher_at(s, at)
    first = ambusher or s.side
    leaving: dict[str, str] = {}
    yield from _men_attack(s, at, first, ambusher, leaving)
    if ambusher:
        yield from _vehicles_attack(s, at, ambusher, leaving, _ambush_drm(ambusher, ambusher))
    yield from _men_attack(s, at, other(first), ambusher, leaving)
    if not ambusher:
        for side in (s.side, other(s.side)):
            yield from _vehicles_attack(s, at, side, leaving)
    for id, to in leaving.items():
        unit = s.units.get(id)
        if unit is not None and unit.at == at and enemies_at(s, at, unit.side):
            yield from slip_away(s, id, to, "RV-A11.2")


def _ways_out(s: Battle, at: str, side: str, ambusher: str, leaving: dict[str, str]) -> list[Option]:
    """RV-A11.2, RV-A11.16, RV-A11.18 Who may withdraw from a vehicle instead of attacking it; broken men must first.

    Who was ambushed may not, and where men have fought they have been asked already.
    """
    if ambusher == other(side) or at in s.fought or not enemies_at(s, at, side):
        return []
    f = field_of(s)
    free = [u for u in units_at(s, at, side) if u.id not in leaving and u.id not in s.engaged and not u.searching]
    ways: list[Option] = [("withdraw", u.id, to) for u in free for to in withdrawal_places(s, f, u)]
    broken = next((o for o in ways if s.units[id_in(o)].broken), None)
    return [o for o in ways if o[1] == broken[1]] if broken is not None else ways


def _able(s: Battle, at: str, side: str) -> list[Unit]:
    """RV-A11.5, RV-D6.3 Men who can still attack, on foot or aboard: unbroken, and not used against other men."""
    return [u for u in combatants(s, at, side) if not (u.broken or u.searching) and u.id not in s.engaged]


def _targets(s: Battle, at: str, side: str) -> list[str]:
    """RV-A11.1, RV-A12.1 The enemy vehicles of a Location; those under `?` as the counter that covers them."""
    here = [v for v in vehicles_at(s, at, other(side)) if v.bypass < 0 and not v.hidden]
    known = [v.id for v in here if not v.concealed]
    return [*known, veil(other(side), at)] if is_large(s, at, other(side)) else known


def _ambush_drm(side: str, ambusher: str) -> tuple[Modifier, ...]:
    """RV-A11.14, RV-A11.18 What an ambush adds to the attacks of a side."""
    drm = components().cc_drm
    return ((drm["by_ambush"] if ambusher == side else drm["vs_ambush"], "RV-A11.14", "ambush"),) if ambusher else ()


def _men_attack(s: Battle, at: str, side: str, ambusher: str, leaving: dict[str, str]) -> Flow:
    """RV-A11.5, RV-A11.7 One MMC with any SMC, or SMC alone, against one vehicle; each unit once, or it withdraws."""
    extra = _ambush_drm(side, ambusher)
    while True:
        ways = _ways_out(s, at, side, ambusher, leaving)
        must_go = bool(ways) and s.units[id_in(ways[0])].broken
        men = [u for u in _able(s, at, side) if u.id not in leaving]
        options: list[Option] = [("attack", u.id, name) for u in men for name in _targets(s, at, side)]
        if not (options or ways):
            return
        offered = ways if must_go else [*options, *ways, ("done",)]
        pick = yield Choose(side, offered, rule="RV-A11.5", ask="vehicle_combat", about=(at,))
        if pick[0] == "done":
            return
        if pick[0] == "withdraw":
            if ambusher == side and not must_go:
                yield from slip_away(s, id_in(pick), id_in(pick, 2), "RV-A11.18")
            else:
                leaving[id_in(pick)] = id_in(pick, 2)
            continue
        first, name = id_in(pick), id_in(pick, 2)
        s.engaged.append(first)
        vehicle = _found(s, name) if is_veil(name) else name
        if not vehicle:
            continue
        if first not in held_before(s, at, side) and not passes_anti_tank_check(s, first, s.vehicles[vehicle]):
            reveal_vehicle(s, vehicle, "RV-A11.19")
            continue
        attackers = [first]
        if is_mmc(s.units[first]):
            able = [u for u in _able(s, at, side) if not is_mmc(u) and u.id not in leaving]
            attackers += yield from _who_joins(s, side, first, able, (name, vehicle), extra)
        attack_vehicle(s, attackers, vehicle, extra)
        for id in attackers:
            if id in s.units:
                mark(s, id, concealed=False)


def _who_joins(
    s: Battle, side: str, first: str, able: list[Unit], target: tuple[str, str], extra: tuple[Modifier, ...]
) -> Generator[Choose, Option, list[str]]:
    """RV-A11.5 The SMC who attack with an MMC. The target is what is seen of it, and which vehicle it is."""
    name, vehicle = target
    joined: list[str] = []
    while True:
        more = [u.id for u in able if u.id not in joined]
        pick = yield Choose(
            side, [*(("join", id) for id in more), ("roll",)], rule="RV-A11.5", ask="react",
            about=(first, name), forced=True,
            odds=None if is_veil(name) else odds_to_roll(s, [first, *joined], vehicle, extra),
        )  # fmt: skip
        if pick[0] == "roll":
            return joined
        joined.append(id_in(pick))
        s.engaged.append(id_in(pick))


def _found(s: Battle, name: str) -> str:
    """RV-A11.19, RV-A12.13 The vehicle that is attacked under a `?` counter, "" if it is a Gun; both are shown."""
    vehicle = under_veil(s, name)
    if not vehicle:
        reveal_all(s, [u.id for u in units_at(s, place_of_veil(name)) if unknown(u) and name == veil(u.side, u.at)])
    return vehicle


def held_before(s: Battle, at: str, side: str) -> list[str]:
    """RV-A11.7 Who has passed the check in this Player Turn already, by advancing on the vehicle."""
    return [u.id for u in units_at(s, at, side) if u.acted and at in s.advanced]


def _vehicles_attack(s: Battle, at: str, side: str, leaving: Collection[str], extra: tuple[Modifier, ...] = ()) -> Flow:
    """RV-A11.6, RV-A11.19 Each vehicle attacks one enemy unit, all that is under a `?`, or all of them."""
    for vehicle in vehicles_at(s, at, side):
        enemies = men_to_attack(s, at, side)
        now = s.vehicles.get(vehicle.id)
        if now is None or now.wreck or not vehicle_fp(now) or not enemies or vehicle.bypass >= 0:
            continue
        options: list[Option] = [("against", id) for id in enemies]
        if len(enemies) > 1:
            options.insert(0, ("all",))
        pick = yield Choose(side, [*options, ("hold",)], rule="RV-A11.6", ask="vehicle_attacks", about=(vehicle.id, at))
        if pick[0] != "hold":
            named = tuple(enemies) if pick[0] == "all" else (id_in(pick),)
            vehicle_attack(s, vehicle.id, uncovered(s, at, named), leaving, extra)
