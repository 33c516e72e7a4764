"""Flamethrowers and demolition charges (chapters A22, A23)."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.altered_ground import BREACH, alter_side
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import flash, low_visibility
from sandtable.games.vengeance.model.battle import FINAL, FIRST, PREP, Battle, Charge, Unit, Weapon
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.concealment.gain_and_loss import fires_in_sight
from sandtable.games.vengeance.rules.concealment.question_marks import is_veil, named, place_of_veil, under_veil
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.kinds import fire_marker
from sandtable.games.vengeance.rules.fortifications.barriers import blast_barrier
from sandtable.games.vengeance.rules.fortifications.strongholds import demolish
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.ordnance.gunnery import fire_ordnance, ordnance_options
from sandtable.games.vengeance.rules.ordnance.rockets import Rockets, fire_faust, fire_rocket, may_try_faust
from sandtable.games.vengeance.rules.ordnance.target import target_of
from sandtable.games.vengeance.rules.special_weapons.flames import flames
from sandtable.games.vengeance.rules.special_weapons.set_charges import blow, blow_options
from sandtable.games.vengeance.rules.terrain.bridges import blast_bridge
from sandtable.games.vengeance.rules.terrain.cover import exposure, tem
from sandtable.games.vengeance.rules.terrain.rubble import after_blast, collapse_tunnel
from sandtable.games.vengeance.rules.units.counters import lose_weapon, mark
from sandtable.games.vengeance.rules.units.kinds import (
    BANNERS,
    good_order,
    is_leader,
    other,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import crowding, halves
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import between_houses
from sandtable.games.vengeance.rules.vehicles.under_fire.flames_and_charges import (
    charge_on_vehicle,
    enemy_vehicles_at,
)
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import fire_on_vehicles
from sandtable.games.vengeance.rules.victory.banner import plant
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_FT_RANGE = 2
_UNSKILLED = 1
_CAPTURED: Modifier = (2, "RV-A21.1", "captured weapon")
"""What a placed charge has of both is kept as one number; the second also lowers its X#."""


def _can_use(s: Battle, weapon: Weapon, side: str, spent: fire_kinds.Spent) -> Unit | None:
    """RV-A7.35, RV-A7.8 The unit that could use a FT, DC or PSK now, with a use left; pinned only a PSK."""
    if not weapon.holder or weapon.malfunctioned or weapon.used or weapon.fired:
        return None
    unit = s.units[weapon.holder]
    helpless = unit.pinned and weapon_type(weapon).type != "PSK"
    if unit.side != side or not good_order(unit) or helpless or unit.ti or not unit.at:
        return None
    busy = spent.get(unit.id, ())
    own = unit.fired in (PREP, FIRST, FINAL)
    if side == s.side and unit.fired == PREP:
        return None
    uses = len(busy) + min(1, unit.fausts) + unit.expended
    if halves(unit) < 2:
        return unit if not uses and not own else None
    return unit if uses + own < 2 else None


def special_fire_options(s: Battle, f: Field, side: str, only: str = "") -> list[Option]:
    """RV-A22.1, RV-A23.2 Flames and thrown charges that are possible now, and placed charges that may go off."""
    enemies = [only] if only else firepower.enemy_places(s, side)
    rockets, spent = Rockets(s, f, side, enemies), fire_kinds.spent_weapons(s)
    options = _weapon_options(s, f, side, only, enemies, rockets, spent)
    if s.fausts.get(side):
        for unit in s.units.values():
            if unit.side == side and may_try_faust(s, unit, spent):
                options += rockets.faust_options(unit)
    options += ordnance_options(s, f, side)
    if s.phase == "AFPh" and side == s.side:
        options += [("detonate", charge.weapon) for charge in s.charges]
    if s.set_charges and not only:
        options += blow_options(s, f, side)
    return options


def _weapon_options(
    s: Battle, f: Field, side: str, only: str, enemies: list[str], rockets: Rockets, spent: fire_kinds.Spent
) -> list[Option]:
    """RV-A22.1, RV-A23.2, RV-C13.4 What can be done with each flamethrower, demolition charge and Panzerschreck."""
    options: list[Option] = []
    for weapon in s.weapons.values():
        type = weapon_type(weapon).type
        if type not in ("FT", "DC", "PSK"):
            continue
        unit = _can_use(s, weapon, side, spent)
        if unit is None:
            continue
        if type == "PSK":
            options += rockets.options(weapon, unit)
        elif type == "FT":
            places = [only] if only else _flame_places(s, side)
            options += [("flame", weapon.id, at) for at in places if _flame_reaches(s, f, unit, at)]
        elif not is_leader(unit):
            near = (unit.at,) if _enemy_at_hand(s, unit) else (unit.at, *f.adjacent[unit.at])
            options += [("throw", weapon.id, at) for at in near if at in enemies]
            if (s.vehicles or s.guns) and not only:
                options += [("throw", weapon.id, id) for id in _throws_at(s, f, unit, near)]
    return options


def _throws_at(s: Battle, f: Field, unit: Unit, near: tuple[str, ...]) -> list[str]:
    """RV-A23.3, RV-P5.121 Enemy vehicles beside it, or in the street below its house; in the MPh the one that moves."""
    beside = [id for at in near for id in enemy_vehicles_at(s, at, unit.side)]
    for vehicle in s.vehicles.values():
        if (
            vehicle.side != unit.side
            and not (vehicle.wreck or unseen(vehicle))
            and vehicle.at
            and _from_a_window(f, unit, vehicle)
        ):
            here = f.hex_of[vehicle.at]
            if f.hex_of[unit.at] in (here, f.ground.towards[here][vehicle.bypass]):
                beside.append(vehicle.id)
    if s.phase == "MPh":
        beside = [id for id in beside if s.drive is not None and named(s, s.drive.vehicle) == id]
    return list(dict.fromkeys(beside))


def _flame_places(s: Battle, side: str) -> list[str]:
    """RV-A22.2 Where flames find men or vehicles of the enemy."""
    driven = [v.at for v in s.vehicles.values() if v.side != side and v.at and not (v.wreck or unseen(v))]
    return list(dict.fromkeys((*firepower.enemy_places(s, side), *driven)))


def _show_firer(s: Battle, id: str) -> None:
    """RV-A12.13 Who fires a weapon, or what he has himself, loses `?`."""
    fires_in_sight(s, (fire_kinds.shooter(s, id).id,))


def _flame_reaches(s: Battle, f: Field, unit: Unit, at: str) -> bool:
    """RV-A22.1, RV-A7.4 One or two hexes, or its own Location, where an enemy comes first."""
    if at == unit.at:
        return any(e.side != unit.side and not e.melee for e in units_at(s, at))
    return not _enemy_at_hand(s, unit) and f.range(unit.at, at) <= _FT_RANGE and current_sight.sees(s, f, unit.at, at)


def _enemy_at_hand(s: Battle, unit: Unit) -> bool:
    """RV-A7.4 An unbroken enemy in its own Location: it may fire only there."""
    return any(e.side != unit.side and not (e.broken or e.hidden) for e in units_at(s, unit.at))


def special_fire(s: Battle, side: str, pick: Option) -> Flow:
    """One attack with a flamethrower or a demolition charge; RV-A12.13 it costs `?`."""
    match pick:
        case ("shoot" | "intensive" | "lay_smoke", *_):
            yield from fire_ordnance(s, side, pick)
        case ("flame", str(weapon), str(target)):
            _show_firer(s, weapon)
            _flash_of(s, weapon)
            _flame(s, weapon, target)
        case ("rocket" | "rocket_backblast" as verb, str(weapon), str(target)):
            _show_firer(s, weapon)
            _flash_of(s, weapon)
            fire_rocket(s, weapon, target, verb == "rocket_backblast")
        case ("faust" | "faust_backblast" as verb, str(unit), str(target)):
            _show_firer(s, unit)
            _flash_of(s, unit)
            fire_faust(s, unit, target, verb == "faust_backblast")
        case ("throw", str(weapon), str(target)):
            _show_firer(s, weapon)
            _throw(s, weapon, target)
        case ("blow", str(weapon), *_):
            blow(s, weapon, "")
        case ("blow_led", str(weapon), str(leader)):
            blow(s, weapon, leader)
        case (_, str(weapon), *_):
            detonate(s, next(c for c in s.charges if c.weapon == weapon))


def _flash_of(s: Battle, id: str) -> None:
    """RV-E1.8 The Gunflash of a unit, or of the holder of a weapon."""
    weapon = s.weapons.get(id)
    flash(s, s.units[weapon.holder if weapon is not None else id].at)


def _mark_used(s: Battle, unit: Unit, gone: bool) -> None:
    """RV-A7.35 Who has used a weapon; of one that is gone it is noted, for nothing else tells of it."""
    if unit.id in s.units and gone:
        mark(s, unit.id, expended=s.units[unit.id].expended + 1)
    if halves(unit) < 2 and unit.id in s.units:
        mark(s, unit.id, fired=fire_marker(s, unit.side))


def _flame(s: Battle, id: str, target: str) -> None:
    """RV-A22.1, RV-A21.1 24 FP, half at range 2; cover does not help; a roll of 10 or more empties it."""
    weapon = s.weapons[id]
    unit = s.units[weapon.holder]
    empties = firepower.elimination_number(unit, weapon)
    tired: tuple[Modifier, ...] = ((1, "RV-A4.51", "counter-exhausted firer"),) if unit.cx else ()
    dice = flames(s, unit.at, target, unit.side, weapon_type(weapon).fp, tired, "RV-A22.1")
    gone = sum(dice) >= empties
    if id in s.weapons:  # it may lie in the flames itself
        s.weapons[id] = replace(s.weapons[id], used=True, fired=PREP if unit.side == s.side else FINAL)
    if gone and id in s.weapons:
        del s.weapons[id]
        s.journal.add("RV-A22.1", "weapon_lost", weapon=id, name=weapon_name(weapon), dice=dice)
    _mark_used(s, unit, gone)


def _throw(s: Battle, id: str, target: str) -> None:
    """RV-A23.2, RV-A23.3, RV-A7.10, RV-A12.1, RV-H1.22 30 FP, half at `?`, with +2, or +3 after moving.

    The thrower's own Location: +3. What hampers the thrower or the sight counts as in other fire.
    """
    f = field_of(s)
    aimed = target_of(s, target)
    vehicle, target = aimed.vehicle, aimed.at
    weapon = s.weapons[id]
    unit = s.units[weapon.holder]
    type = type_of(unit)
    late = s.phase == "AFPh" and unit.moved and not type.assault_engineer
    moving = s.phase == "MPh"
    targets = declaration.moving_targets(s) if moving else _struck(s, unit, target)
    cover = tem(s, f, unit.at, target)
    veil = [*current_sight.hindrance(s, f, unit.at, target), *low_visibility(s, f, unit.at, target)]
    mods = [*cover, *veil, (3 if late else 2, "RV-A23.2", "thrown charge"), *(exposure(s) if moving else ())]
    mods += [*firepower.firer_modifiers(s, f, [unit.id]), *([_CAPTURED] if firepower.captured(unit, weapon) else [])]
    mods += crowding(s, f, target, other(unit.side))
    down: tuple[Modifier, ...] = ()
    if vehicle and _from_a_window(f, unit, s.vehicles[vehicle]):
        down = ((1, "RV-P5.121", "down into the street"),)
    open_line = not any(clause != "RV-E1.16" for _, clause, _ in veil)  # RV-A8.1
    groups = declaration.target_groups(s, targets, total(cover), moving, open_line, (unit.at,))
    dice = roll(s, unit.side, "demolition charge")
    whole = weapon_type(weapon).fp
    by_half = firepower.column_for(whole / 2)
    column = firepower.column_for(whole)
    struck = by_half if firepower.is_area_target(s, target, unit.side) else column
    del s.weapons[id]
    s.journal.add("RV-A23.2", "thrown", weapon=id, unit=unit.id, target=target)
    if sum(dice) < firepower.elimination_number(unit, weapon):
        attack.strike(s, target, struck, dice, tuple(mods), groups, clause="RV-A23.2", unknown_column=by_half)
        result = firepower.result_of(struck, sum(dice) + total(mods))
        if vehicle:
            charge_on_vehicle(s, vehicle, dice, COLUMNS[struck], down)
        fire_on_vehicles(s, target, unit.side, struck, dice, tuple(mods), area_column=by_half, aimed_at=vehicle)
        _shake_the_ground(s, target, result)
        if f.level_of[target] >= f.level_of[unit.at]:
            _hit_thrower(s, unit, target, column, dice)
        blast_weapons(s, target, result)
        after_blast(s, target, COLUMNS[struck], result)
        blast_bridge(s, target, struck, unit.side)
    else:
        s.journal.add("RV-A23.1", "dud", weapon=id, dice=dice)
    if unit.id in s.units:
        _mark_used(s, s.units[unit.id], gone=True)


def _struck(s: Battle, unit: Unit, target: str) -> list[Unit]:
    """RV-A7.4, RV-A23.2 Whom a thrown charge hits: the enemies, and elsewhere one's own men who are among them.

    Those in the thrower's own Location are hit by `_hit_thrower`.
    """
    if target == unit.at:
        return [u for u in units_at(s, target) if u.side != unit.side]
    return firepower.target_units(s, target, unit.side)


def _hit_thrower(s: Battle, unit: Unit, target: str, column: int, dice: tuple[int, int]) -> None:
    """RV-A23.2 The thrower's own Location is hit with +3, unless he throws downward."""
    own = [u for u in units_at(s, unit.at) if target != unit.at or u.side == unit.side]
    back = [m for m in tem(s, field_of(s), unit.at, unit.at) if m[0]]
    drm = (*back, (3, "RV-A23.2", "the thrower's own Location"))
    covered = declaration.groups_in_a_blast(s, own, total(back))
    attack.strike(s, unit.at, column, dice, drm, covered, clause="RV-A23.2")


def _from_a_window(f: Field, unit: Unit, vehicle: Vehicle) -> bool:
    """RV-P5.121 From an upper level at a vehicle in a narrow street between two houses."""
    return between_houses(f, vehicle) and f.place(unit.at).kind in ("level", "roof")


def place(s: Battle) -> None:
    """RV-A23.1 The fire at the placing unit is over: the charge lies if the unit is unbroken and unpinned."""
    assert s.move is not None
    id, target = s.move.placing
    s.move = replace(s.move, placing=("", ""))
    weapon = s.weapons.get(id)
    if weapon is None or not weapon.holder:
        return
    if id in BANNERS:
        plant(s, id)
        return
    unit = s.units[weapon.holder]
    if unit.broken or unit.pinned or unit.id not in s.move.units:
        return
    type = type_of(unit)
    drm = 0 if type.assault_engineer or type.grade == "E" else _UNSKILLED
    drm += _CAPTURED[0] if firepower.captured(unit, weapon) else 0
    origin, side, there = target.rpartition(">")
    if side and origin:
        charge = Charge(id, there, drm, origin=origin)  # RV-B23.711: against the hexside between
    elif side:
        charge = Charge(id, unit.at, drm, against=there)  # RV-B29.5
    elif target in s.vehicles:
        charge = Charge(id, s.vehicles[target].at, drm, vehicle=target)  # RV-A23.3
    elif is_veil(target):
        charge = Charge(id, place_of_veil(target), drm, vehicle=target)
    else:
        charge = Charge(id, target, drm)
    s.charges.append(charge)
    s.weapons[id] = replace(weapon, holder="", at=unit.at if side else charge.target, used=True)
    s.journal.add("RV-A23.1", "placed", weapon=id, unit=unit.id, target=charge.target)


def _made_by(charge: Charge) -> tuple[Modifier, ...]:
    """RV-A23.1, RV-A21.1 What the hands that placed a charge add: unskilled ones, and captors."""
    unskilled = charge.drm % _CAPTURED[0]
    made: tuple[Modifier, ...] = ((unskilled, "RV-A23.1", "neither engineers nor elite"),) if unskilled else ()
    return (*made, _CAPTURED) if charge.drm >= _CAPTURED[0] else made


def detonate(s: Battle, charge: Charge) -> None:
    """RV-A23.1, RV-A21.1 30 FP on everybody in the Location, with its cover; an Original 12 is a dud."""
    f = field_of(s)
    weapon = lose_weapon(s, charge.weapon)
    dice = roll(s, s.side, "demolition charge")
    own = _made_by(charge)
    if sum(dice) >= weapon_type(weapon).x - (_CAPTURED[0] if _CAPTURED in own else 0):
        s.journal.add("RV-A23.1", "dud", weapon=charge.weapon, dice=dice)
        return
    column = firepower.column_for(weapon_type(weapon).fp)
    if charge.origin or charge.against:
        _against_a_wall(s, charge, column, dice, own)
        return
    cover = [m for m in tem(s, f, charge.target, charge.target) if m[0]]
    if f.place(charge.target).kind == "pillbox":
        cover = []  # RV-B30.1: a DC comes in through the arc
    targets = units_at(s, charge.target)
    groups = declaration.groups_in_a_blast(s, targets, total(cover))
    attack.strike(s, charge.target, column, dice, (*cover, *own), groups, clause="RV-A23.1")
    vehicle = ""
    if charge.vehicle in enemy_vehicles_at(s, charge.target, s.side):
        vehicle = under_veil(s, charge.vehicle) if is_veil(charge.vehicle) else charge.vehicle
        if vehicle:
            charge_on_vehicle(s, vehicle, dice, COLUMNS[column])
    for side in (s.side, other(s.side)):
        fire_on_vehicles(s, charge.target, side, column, dice, (*cover, *own), aimed_at=vehicle)
    result = firepower.result_of(column, sum(dice) + total((*cover, *own)))
    _shake_the_ground(s, charge.target, result)
    if f.place(charge.target).kind == "pillbox":
        if result.endswith("KIA"):
            demolish(s, charge.target)
        return
    blast_weapons(s, charge.target, result)
    after_blast(s, charge.target, weapon_type(weapon).fp, result)
    blast_bridge(s, charge.target, column, s.side)


def _shake_the_ground(s: Battle, at: str, result: str) -> None:
    """RV-B8.6 A charge with a KIA brings down the tunnel that ends there."""
    if s.tunnels and result.endswith("KIA"):
        collapse_tunnel(s, at)


def _against_a_wall(s: Battle, charge: Charge, column: int, dice: tuple[int, int], own: tuple[Modifier, ...]) -> None:
    """RV-B23.711, RV-B29.5, RV-BRV12.31 No TEM; KIA or K/ opens the wall or removes the barrier. Who is behind: +2."""
    result = firepower.result_of(column, sum(dice) + total(own))
    opens = result.endswith("KIA") or result.startswith("K/")
    s.journal.add("RV-B23.711", "wall_blast", target=charge.target, dice=dice, modifiers=list(own), result=result)
    if charge.against:
        if charge.against in s.works:
            blast_barrier(s, charge.against, result)
        return
    if opens:
        alter_side(s, charge.origin, charge.target, BREACH)
    groups = declaration.groups_in_a_blast(s, units_at(s, charge.target), 0, open_line=False)
    behind: Modifier = (2, "RV-B23.711", "behind the wall")
    attack.strike(s, charge.target, column, dice, (*own, behind), groups, clause="RV-B23.711")


def last_charges(s: Battle) -> None:
    """RV-A3.5, RV-A23.1 Placed charges go off at the latest at the end of the Advancing Fire Phase."""
    while s.charges:  # one that goes off may destroy others
        detonate(s, s.charges[0])
        settle_leader_loss(s)
