"""Vehicle machine guns and IFE (RV-D3.2, RV-D3.3): each a separate IFT attack, or all of them at one target."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import flash, hazy, low_visibility, only_a_flash
from sandtable.games.vengeance.model.battle import PREP, Battle
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, CMG, MA, REAR_MG, Vehicle
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.fire.encirclement import note_hit
from sandtable.games.vengeance.rules.fire.kinds import count_shot, fire_marker, shots_of
from sandtable.games.vengeance.rules.fire.planner import column_row, column_sum
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc, turned_to, turns
from sandtable.games.vengeance.rules.terrain.cover import exposure, tem
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.units.stacking import crowding, overstacked
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.fire.from_aboard import (
    have_fired,
    passenger_fp,
    passenger_modifiers,
    passenger_power,
)
from sandtable.games.vengeance.rules.vehicles.fire.machine_gun_rates import (
    IFE,
    PASSENGERS,
    VehicleVolley,
    broke_down,
    halved,
    keeps_rate,
    leave_residual,
    residual_or_rate,
)
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import (
    MACHINE_GUNS,
    able,
    kind_of,
    leader_modifier,
    machine_gun,
    mark,
    riders,
    shaken,
    works,
)
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import (
    across_obstacle,
    between_houses,
    may_turn_gun,
)
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import (
    exposed_places,
    fire_on_vehicles,
    seems_exposed,
)
from sandtable.kernel import chances
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in
from sandtable.kernel.templates import with_half

WEAPONS = (BMG, CMG, AAMG, REAR_MG, IFE, PASSENGERS)
_RANGE, _LONG_RANGE = 8, 16
_TURNS = {"T": (1, 1, 1)}
_SLOW_TURNS = (2, 1, 1)
Factors = tuple[tuple[float, str, str], ...]


def weapon_fp(s: Battle, vehicle: Vehicle, weapon: str) -> int:
    """RV-D3.2, RV-D3.3, RV-D6.3 The FP of a weapon of the IFT; passengers add their own and that of their LMG."""
    if weapon == PASSENGERS:
        return passenger_fp(s, vehicle)
    return kind_of(vehicle).ife if weapon == IFE else machine_gun(vehicle, weapon)


def ready(s: Battle, vehicle: Vehicle) -> list[str]:
    """RV-D3.2, RV-D5.1 The weapons that can still fire in this phase."""
    if not able(vehicle):
        return []
    bound = vehicle.side == s.side and s.phase == "AFPh" and vehicle.fired == PREP
    return [
        w for w in WEAPONS
        if weapon_fp(s, vehicle, w) and w not in vehicle.used
        and (w == PASSENGERS or works(vehicle, MA if w == IFE else w))
        and not (w == IFE and (MA in vehicle.used or vehicle.fired or riders(s, vehicle)))
        and not (bound and w == IFE)
    ]  # fmt: skip


def bears(f: Field, vehicle: Vehicle, weapon: str, target: str, may_turn: bool) -> bool:
    """RV-D3.2, RV-D1.31 CMG by the TCA, BMG by the VCA at ground level, AAMG all round, rear MG opposite the TCA."""
    type = kind_of(vehicle)
    own, hex = f.hex_of[vehicle.at], f.hex_of[target]
    if weapon == PASSENGERS:
        return True
    if weapon == AAMG:
        return "VCA only" not in type.aamg_note or in_arc(f.ground, own, vehicle.vca, hex)
    if weapon == BMG:
        level = f.level_of[target] == f.level_of[vehicle.at]
        ahead = in_arc(f.ground, own, vehicle.vca, hex)
        if "fixed forward" in type.bmg_note:
            ahead = ahead and in_arc(f.ground, own, vehicle.vca, hex) and _straight_ahead(f, vehicle, hex)
        return level and ahead
    arc = vehicle.tca if type.has_turret else vehicle.vca
    if weapon == REAR_MG:
        return in_arc(f.ground, own, arc + 3, hex)
    if "VCA only" in type.notes:
        arc = vehicle.vca
    if in_arc(f.ground, own, arc, hex):
        return True
    return may_turn and type.has_turret and may_turn_gun(f, vehicle, turned_to(f.ground, own, arc, hex))


def _straight_ahead(f: Field, vehicle: Vehicle, hex: str) -> bool:
    """A gun that is fixed forward reaches only the hexes straight ahead of its two front hexsides."""
    here, there = f.hex(vehicle.at), f.ground.hexes[hex]
    dc, dy = there.column - here.column, there.y2 - here.y2
    return dc == 0 or abs(dc) == abs(dy) or (dy == 0 and dc % 2 == 0)


def normal_range(vehicle: Vehicle, weapon: str) -> int:
    """RV-D3.2, RV-D3.3 Eight hexes, `mg_range` if given, 16 for a 12.7mm AAMG and IFE."""
    type = kind_of(vehicle)
    if weapon == IFE or (weapon == AAMG and type.aamg_class == "12.7"):
        return _LONG_RANGE
    return type.mg_range or _RANGE


def power(s: Battle, f: Field, vehicle: Vehicle, weapon: str, target: str) -> tuple[float, Factors]:
    """RV-D3.2, RV-A7.2 FP of one weapon at a Location with its factors; 0 if it cannot reach."""
    factors: list[tuple[float, str, str]] = []
    if weapon == PASSENGERS:
        fp, reached = passenger_power(s, f, vehicle, target)
    else:
        by_range = firepower.range_factor(f, vehicle.at, target, normal_range(vehicle, weapon))
        if by_range is None:
            return 0.0, ()
        reached = [by_range] if by_range[1] else []
        fp = weapon_fp(s, vehicle, weapon) * by_range[0]
    if half := halved(s, vehicle) or _in_motion(vehicle, weapon):
        factors.append(half)
    if firepower.is_area_target(s, target, vehicle.side):
        factors.append((0.5, "RV-A12.1", "concealed target"))
    elif s.night is not None and only_a_flash(s, f, vehicle.at, target):
        factors.append((0.5, "RV-E1.8", "a Gunflash beyond the NVR"))
    for factor in factors:
        fp *= factor[0]
    return fp, (*reached, *factors)


def _in_motion(vehicle: Vehicle, weapon: str) -> tuple[float, str, str] | None:
    """RV-D6.3 Passengers of a vehicle that has moved fire by half."""
    return (0.5, "RV-D6.3", "vehicle in Motion") if weapon == PASSENGERS and vehicle.motion else None


def volley(s: Battle, vehicle: Vehicle, target: str, weapons: tuple[str, ...]) -> VehicleVolley:
    """RV-D3.2, RV-D3.4, RV-D5.34 Add up the fire of these weapons at a Location."""
    f = field_of(s)
    powers, factors = [], list[tuple[float, str, str]]()
    for weapon in weapons:
        one, why = power(s, f, vehicle, weapon, target)
        powers.append(one)
        factors += why
    moving = s.phase == "MPh" and (s.move is not None or s.drive is not None) and vehicle.side != s.side
    cover, hindrance = tem(s, f, vehicle.at, target), current_sight.hindrance(s, f, stand_of(f, vehicle), target)
    drm: list[Modifier] = [*cover, *hindrance, *low_visibility(s, f, stand_of(f, vehicle), target)]
    if value := leader_modifier(vehicle):
        drm.append((value, "RV-D3.4", "Armor Leader"))
    if shaken(vehicle):
        drm.append((1, "RV-D5.34", "shaken crew"))
    if PASSENGERS in weapons:
        drm += passenger_modifiers(s, vehicle)
    if over := overstacked(s, f, vehicle.at, vehicle.side):
        drm.append((over, "RV-A5.12", "overstacked firers"))
    tca = vehicle.tca
    turret = [w for w in weapons if w in (CMG, IFE)]
    hex = f.hex_of[target]
    if turret and kind_of(vehicle).has_turret and not in_arc(f.ground, f.hex_of[vehicle.at], tca, hex):
        tca = turned_to(f.ground, f.hex_of[vehicle.at], tca, hex)
        rates = _TURNS.get(kind_of(vehicle).turret, _SLOW_TURNS)
        drm.append((sum(rates[: turns(vehicle.tca, tca)]), "RV-D3.2", "turret turned"))
        if across_obstacle(vehicle, tca):
            drm.append((1, "RV-D2.3", "turned over the obstacle"))
    if turret and _beside_the_street(f, vehicle, target):
        drm.append((1, "RV-P5.11", "from the narrow street"))
    drm += crowding(s, f, target, other(vehicle.side))
    if moving:
        drm += exposure(s)
    units = (
        declaration.moving_targets(s)
        if moving
        else firepower.target_units(s, target, vehicle.side, target == vehicle.at)
    )
    open_line = not hindrance and not hazy(drm)
    groups = declaration.target_groups(s, units, total(cover), moving, open_line, (vehicle.at,))
    unique, lost = tuple(dict.fromkeys(factors)), total(hindrance)
    return VehicleVolley(vehicle.id, target, weapons, tuple(powers), unique, tuple(drm), groups, tca, lost)


def _beside_the_street(f: Field, vehicle: Vehicle, target: str) -> bool:
    """RV-P5.11 Whether a target is in one of the two houses between which the vehicle stands."""
    if not between_houses(f, vehicle):
        return False
    here = f.hex_of[vehicle.at]
    return f.hex_of[target] in (here, f.ground.towards[here][vehicle.bypass])


def may_turn_turret(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D3.2, RV-D6.2 The CMG follows the MA: once that has fired, or with riders, the turret stays as it is."""
    return MA not in vehicle.used and not vehicle.fired and not riders(s, vehicle) and CMG not in vehicle.used


def targets_of(s: Battle, f: Field, vehicle: Vehicle, places: list[str]) -> dict[str, list[str]]:
    """RV-D3.2 The Locations that it can fire at, with the weapons that bear."""
    bearing_on: dict[str, list[str]] = {}
    weapons = ready(s, vehicle)
    if not weapons or not vehicle.at:
        return bearing_on
    may_turn = may_turn_turret(s, vehicle)
    for at in places:
        if not in_sight(s, f, vehicle, at):
            continue
        bearing = [w for w in weapons if bears(f, vehicle, w, at, may_turn) and power(s, f, vehicle, w, at)[0] >= 1]
        if bearing:
            bearing_on[at] = bearing
    return bearing_on


def target_places(s: Battle, side: str) -> list[str]:
    """RV-A12.2 Locations with enemies that fire on the IFT can harm; what is hidden is no target."""
    if s.phase == "MPh" and side != s.side:
        if s.drive is not None:
            at = s.vehicles[s.drive.vehicle].at
            return [at] if seems_exposed(s, at, side) else []
        return [s.units[s.move.units[0]].at] if s.move is not None and s.move.units else []
    return list(dict.fromkeys([*firepower.enemy_places(s, side), *exposed_places(s, side)]))


def gunners(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-D3.2 Vehicles of a side that can fire their machine guns now."""
    places = target_places(s, side)
    if not places:
        return []
    lookout = current_sight.Lookout(s, f)
    return [
        ("mg", v.id) for v in s.vehicles.values()
        if v.side == side and v.at and not v.wreck and may_fire_now(s, v)
        and targets_of(s, f, v, lookout.may_see(v.at, places))
    ]  # fmt: skip


def may_fire_now(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D3.1, RV-D3.2 In one's own MPh only the vehicle that moves; at a moving target one shot for each MP there."""
    if s.phase == "MPh" and vehicle.side == s.side:
        return s.drive is not None and s.drive.vehicle == vehicle.id
    if s.phase != "MPh":
        return True
    here = s.drive.here // 2 if s.drive is not None else s.move.here if s.move is not None else 0
    return shots_of(s, vehicle.id) < max(1, here)


def fire_guns(s: Battle, side: str, id: str) -> Flow:
    """RV-D3.2 Choose the target and the weapons, then roll."""
    f = field_of(s)
    vehicle = s.vehicles[id]
    can = targets_of(s, f, vehicle, target_places(s, side))
    target = next(iter(can))
    if len(can) > 1:
        pick = yield Choose(side, [("at", at) for at in can], rule="RV-D3.2", ask="target", about=(id,))
        target = id_in(pick)
    bearing = can[target]
    options: list[Option] = [("all",)]
    if len(bearing) > 1:
        options += [("only", weapon) for weapon in bearing]
    whole = volley(s, vehicle, target, tuple(bearing))
    pick = yield Choose(
        side, options, rule="RV-D3.2", ask="guns", about=(id, target), forced=True,
        odds=lambda option: odds(s, whole if option == ("all",) else volley(s, vehicle, target, (id_in(option),))),
    )  # fmt: skip
    weapons = tuple(bearing) if pick[0] == "all" else (id_in(pick),)
    planned = volley(s, vehicle, target, weapons)
    yield from residual_or_rate(s, planned, resolve(s, planned))


def odds(s: Battle, planned: VehicleVolley) -> Odds:
    """The chance of each result for the first group of targets, as far as the firer knows of them."""
    column = firepower.column_for(planned.fp)
    own = declaration.open_modifiers(s, *planned.groups[0]) if planned.groups else ()
    drm = total((*planned.drm, *own))
    chance_of, _ = chances.chances(lambda dice: firepower.result_of(column, dice.roll() + dice.roll() + drm))
    best = sorted(chance_of.items(), key=lambda item: declaration.severity(item[0]), reverse=True)
    how = ", ".join(f"{reason} ×{with_half(value)}" for value, _, reason in planned.factors)
    sums = (
        (", ".join((*planned.weapons, *([how] if how else []))), with_half(planned.fp), "RV-D3.2"),
        column_sum(planned.fp),
    )
    outcomes = tuple(("no effect" if r == "-" else r, n) for r, n in best)
    return Odds(outcomes, (*planned.drm, *own), sums=sums, row=column_row(column, drm))


def resolve(s: Battle, planned: VehicleVolley) -> list[str]:
    """RV-D3.2, RV-D1.8, RV-A8.2 Roll, apply, break down on 12, keep the rate of CMG and AAMG on a coloured 1.

    Which weapons keep it.
    """
    reveal_vehicle(s, planned.vehicle)
    vehicle = s.vehicles[planned.vehicle]
    dice = roll(s, vehicle.side, "fire")
    column = firepower.column_for(planned.fp)
    s.journal.add(
        "RV-D3.2", "vehicle_fires", vehicle=vehicle.id, target=planned.target, fp=with_half(planned.fp),
        weapons=list(planned.weapons), column=COLUMNS[column] if column >= 0 else 0, dr=sum(dice),
    )  # fmt: skip
    flash(s, vehicle.at)
    if column >= 0:
        by_half = _area_column(s, planned, column)
        result = attack.strike(
            s, planned.target, column, dice, planned.drm, planned.groups, clause="RV-D3.2", unknown_column=by_half
        )
        if result != "-":
            note_hit(s, planned.target, {vehicle.at})
        whole = all(value >= 1 for value, _, _ in planned.factors)  # RV-C7.6
        alone = len(planned.weapons) == 1 and whole and planned.weapons[0] in MACHINE_GUNS
        in_reach = field_of(s).range(vehicle.at, planned.target) <= normal_range(vehicle, planned.weapons[0])
        heavy = planned.weapons[0] == AAMG and kind_of(vehicle).aamg_class == "12.7"
        fire_on_vehicles(
            s, planned.target, vehicle.side, column, dice, planned.drm,
            mg_from=vehicle.at if alone and in_reach else "", heavy=heavy, area_column=by_half,
        )  # fmt: skip
    if vehicle.id in s.vehicles and not s.vehicles[vehicle.id].wreck:
        _after(s, planned, dice)
    if s.phase == "MPh":
        count_shot(s, vehicle.id)
        if vehicle.side != s.side:
            leave_residual(s, vehicle, planned, dice)
    return keeps_rate(s, vehicle, planned, dice)


def _area_column(s: Battle, planned: VehicleVolley, column: int) -> int:
    """RV-A12.1 Men and vehicles under `?` among Known enemies are hit by half the firepower."""
    side = s.vehicles[planned.vehicle].side
    return column if firepower.is_area_target(s, planned.target, side) else firepower.column_for(planned.fp / 2)


def _after(s: Battle, planned: VehicleVolley, dice: tuple[int, int]) -> None:
    vehicle = s.vehicles[planned.vehicle]
    broke, kept = broke_down(planned, dice), keeps_rate(s, vehicle, planned, dice)
    names = tuple(MA if w == IFE else w for w in planned.weapons if w != PASSENGERS)
    used = tuple(dict.fromkeys((*vehicle.used, *(MA if w == IFE else w for w in planned.weapons if w not in kept))))
    marked = fire_marker(s, vehicle.side)
    mark(
        s, vehicle.id, used=used, tca=planned.tca,
        malfunctioned=tuple(dict.fromkeys((*vehicle.malfunctioned, *(names if broke else ())))),
        fired=marked if IFE in planned.weapons and IFE not in kept else vehicle.fired,
    )  # fmt: skip
    if PASSENGERS in planned.weapons:
        have_fired(s, vehicle, dice, marked)
    if broke:
        s.journal.add("RV-D1.8", "vehicle_malfunction", vehicle=vehicle.id, weapons=list(names))
    if kept:
        s.journal.add("RV-D3.2", "vehicle_rate", vehicle=vehicle.id)
