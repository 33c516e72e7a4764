"""The main armament of vehicles (RV-D3.1, RV-D1.3, RV-D3.45): its shots go through the To Hit process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import GROUND
from sandtable.games.vengeance.map.visibility import only_a_flash
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import AREA, HE, INFANTRY, SMOKE, VEHICLE, Ordnance
from sandtable.games.vengeance.model.vehicles import MA, Vehicle
from sandtable.games.vengeance.rules.concealment.question_marks import is_veil, place_of_veil
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.fire.kinds import fire_marker
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.games.vengeance.rules.ordnance.ammunition import rounds_for
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc, turned_to, turns
from sandtable.games.vengeance.rules.ordnance.gunnery import leave_residual
from sandtable.games.vengeance.rules.ordnance.laying import BREAKS_BARRIERS
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.shot_builder import Firer, build_shot, men_struck
from sandtable.games.vengeance.rules.ordnance.shots import Roll, Shot, shoot
from sandtable.games.vengeance.rules.ordnance.target import Target, covered_targets, enemy_vehicles, target_of
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.units.stacking import overstacked
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.facing import is_moving, mp_in_sight
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight, see_each_other
from sandtable.games.vengeance.rules.vehicles.kinds import (
    COVER,
    is_afv,
    kind_of,
    leader_modifier,
    mark,
    mobile,
    riders,
    works,
)
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import across_obstacle, may_turn_gun
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_TURRETS = ("T", "ST", "RST", "1MT")


@cache
def ordnance(type: str) -> Ordnance:
    """RV-D1.3, RV-D1.8 What the main armament of a type fires with."""
    printed = components().armour.types[type]
    barrel = printed.gun.lstrip("0123456789")
    special = {name: n for name, n in printed.special.items() if name not in ("sD", "sN")}
    return Ordnance(
        calibre=printed.calibre, barrel=barrel, rof=0 if printed.turret == "1MT" else printed.rof, b=printed.b,
        arc=printed.turret, ap=printed.ap, special=special, ife=printed.ife, tk_class=printed.tk_class,
        intensive_fire=printed.intensive_fire,
    )  # fmt: skip


# -- may it fire? ----------------------------------------------------------------------------------------------------


def kind_of_fire(s: Battle, vehicle: Vehicle) -> str:
    """RV-D3.1, RV-D5.3, RV-D6.2 How its gun would fire now; "" if it may not."""
    if not kind_of(vehicle).has_gun or not works(vehicle, MA) or riders(s, vehicle) or not vehicle.at:
        return ""
    if MA in vehicle.used or vehicle.fired or (vehicle.recalled and not mobile(vehicle)):
        return ""
    if vehicle.intensive and s.player_turns - vehicle.intensive < 1 + (s.phase in ("PFPh", "MPh")):
        return ""
    own = vehicle.side == s.side
    if s.phase == "MPh":
        driving = s.drive is not None and s.drive.vehicle == vehicle.id and not s.drive.window
        return (fire_kinds.BOUNDING if driving else "") if own else fire_kinds.FIRST_FIRE
    return (
        {"PFPh": fire_kinds.PREP_FIRE, "AFPh": fire_kinds.ADVANCING}.get(s.phase, "")
        if own
        else (fire_kinds.FINAL_FIRE if s.phase == "DFPh" else "")
    )


def may_fire_intensively(s: Battle, vehicle: Vehicle) -> bool:
    """RV-C5.5 Once more in the phase in which its rate of fire was exhausted; not in the AFPh, not on the move."""
    return (
        kind_of(vehicle).has_gun and kind_of(vehicle).intensive_fire and works(vehicle, MA) and bool(vehicle.at)
        and vehicle.gun_phase == s.phase and bool(vehicle.fired) and vehicle.intensive != s.player_turns
        and s.phase in ("PFPh", "DFPh") and not riders(s, vehicle)
    )  # fmt: skip


def points_at(f: Field, vehicle: Vehicle, target: str, bounding: bool) -> int:
    """RV-D1.3, RV-D1.31, RV-P5.1 The corner to which its gun must point, -1 if it cannot.

    A turret turns; a vehicle without one turns as a whole, if it can, but not while it fires on the move.
    """
    own, hex = f.hex_of[vehicle.at], f.hex_of[target]
    turret = kind_of(vehicle).turret in _TURRETS
    now = vehicle.tca if turret else vehicle.vca
    if in_arc(f.ground, own, now, hex):
        return now
    if not turret and (bounding or not mobile(vehicle) or vehicle.motion or vehicle.bypass >= 0):
        return -1
    corner = turned_to(f.ground, own, now, hex)
    return corner if may_turn_gun(f, vehicle, corner) else -1


def reaches(s: Battle, f: Field, vehicle: Vehicle, target: str, bounding: bool) -> bool:
    """RV-D3.1 In LOS, and the gun can be pointed at it."""
    if not in_sight(s, f, vehicle, target):
        return False
    return points_at(f, vehicle, target, bounding) >= 0


def targets_of(s: Battle, f: Field, vehicle: Vehicle) -> list[str]:
    """RV-C3.2 Locations and vehicles at which its gun can be fired now; in the enemy MPh only what has just moved."""
    bounding = s.phase == "MPh" and vehicle.side == s.side
    side = vehicle.side
    if s.phase == "MPh" and not bounding:
        men = [s.units[s.move.units[0]].at] if s.move is not None and s.move.units else []
        driven = s.drive.vehicle if s.drive is not None else ""
        tanks = [driven] if driven in enemy_vehicles(s, side) else []
    else:
        men = firepower.enemy_places(s, side)
        tanks = enemy_vehicles(s, side)
    veils = [v for v in covered_targets(s, side) if reaches(s, f, vehicle, place_of_veil(v), bounding)]
    able = current_sight.Lookout(s, f).may_see(vehicle.at, [at for at in men if at])
    targets = [at for at in able if reaches(s, f, vehicle, at, bounding)]
    if s.works and s.phase != "MPh" and kind_of(vehicle).calibre >= BREAKS_BARRIERS:
        targets += [w.id for w in s.works.values() if w.type in BARRIERS and _side_reached(s, f, vehicle, w.id)]
    seen = [
        id for id in tanks
        if see_each_other(s, f, vehicle, s.vehicles[id]) and points_at(f, vehicle, s.vehicles[id].at, bounding) >= 0
    ]  # fmt: skip
    return targets + seen + veils


def _side_reached(s: Battle, f: Field, vehicle: Vehicle, barrier: str) -> str:
    """RV-BRV9.221 The hex of a Roadblock or Barricade at which the gun can be laid, "" if there is none."""
    hexes = s.works[barrier].places
    return next((hex for hex in hexes if hex in f.steps and reaches(s, f, vehicle, hex, False)), "")


def shot_left(s: Battle, vehicle: Vehicle) -> bool:
    """RV-A8.11 As many shots at a moving target as it spent whole MF or MP where it is."""
    if s.phase != "MPh" or vehicle.side == s.side:
        return True
    here = (s.drive.here + 1) // 2 if s.drive is not None else s.move.here if s.move is not None else 0
    return fire_kinds.shots_of(s, vehicle.id, gun=True) < max(1, here)


def can_lay_smoke(s: Battle, vehicle: Vehicle) -> bool:
    """RV-C8.5 In a fire phase, with smoke rounds (s) left."""
    rounds = "s" in ordnance(vehicle.type).special and SMOKE not in vehicle.depleted
    return rounds and s.phase in ("PFPh", "DFPh", "AFPh") and bool(kind_of_fire(s, vehicle))


def smoke_targets(s: Battle, f: Field, vehicle: Vehicle) -> Iterator[str]:
    """RV-C8.5, RV-A24.3 Hexes into which a smoke round can be fired: their ground, in sight."""
    return (at for at in f.locations if f.place(at).kind == GROUND and reaches(s, f, vehicle, at, False))


def gun_options(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-D3.1, RV-C8.5 Vehicles of a side whose main armament can fire now, or lay smoke."""
    options: list[Option] = []
    for vehicle in s.vehicles.values():
        if vehicle.side != side or not vehicle.at or vehicle.wreck or not shot_left(s, vehicle):
            continue
        verb = "gun" if kind_of_fire(s, vehicle) else "gun_again" if may_fire_intensively(s, vehicle) else ""
        if verb and targets_of(s, f, vehicle):
            options.append((verb, vehicle.id))
        if can_lay_smoke(s, vehicle) and any(smoke_targets(s, f, vehicle)):
            options.append(("gun_smoke", vehicle.id))
    return options


# -- the shot --------------------------------------------------------------------------------------------------------


def fire_gun(s: Battle, side: str, pick: Option) -> Flow:
    """RV-D3.1, RV-C3.1 Declare target, target type and ammunition; then the roll."""
    f = field_of(s)
    vehicle, again = s.vehicles[id_in(pick)], pick[0] == "gun_again"
    if pick[0] == "gun_smoke":
        into: list[Option] = [("at", place) for place in smoke_targets(s, f, vehicle)]
        at = yield Choose(side, into, rule="RV-C8.5", ask="smoke_target", about=(vehicle.id,))
        resolve(s, f, vehicle.id, declare(s, f, vehicle, id_in(at), AREA, SMOKE), False)
        return
    places = targets_of(s, f, vehicle)
    target = places[0]
    if len(places) > 1:
        at = yield Choose(side, [("at", place) for place in places], rule="RV-D3.1", ask="target", about=(vehicle.id,))
        target = id_in(at)
    shells: list[Option] = [("shell", *shell) for shell in shells_for(vehicle, target, s)]
    shell = yield Choose(
        side, shells, rule="RV-D3.1", ask="shell", about=(vehicle.id, target), forced=True,
        odds=_odds(s, f, vehicle, target, again),
    )  # fmt: skip
    resolve(s, f, vehicle.id, declare(s, f, vehicle, target, id_in(shell), id_in(shell, 2), again), again)


def shells_for(vehicle: Vehicle, target: str, s: Battle) -> list[tuple[str, str]]:
    """RV-C3.2, RV-C8.1 Target types and rounds that may be declared."""
    gun = ordnance(vehicle.type)
    if target in s.works:
        return [(INFANTRY, HE)]
    if target in s.vehicles or is_veil(target):
        return [(VEHICLE, round) for round in rounds_for(gun, VEHICLE, vehicle.depleted)]
    return [
        *((INFANTRY, round) for round in rounds_for(gun, INFANTRY, vehicle.depleted)),
        *((AREA, round) for round in rounds_for(gun, AREA, vehicle.depleted)),
    ] or [(INFANTRY, HE)]


def _odds(s: Battle, f: Field, vehicle: Vehicle, target: str, again: bool) -> Callable[[Option], Odds | None]:
    def of(option: Option) -> Odds | None:
        if option[0] != "shell":
            return None
        return shot_odds(s, declare(s, f, vehicle, target, id_in(option), id_in(option, 2), again))

    return of


def declare(
    s: Battle, f: Field, vehicle: Vehicle, target: str, target_type: str, ammunition: str, again: bool = False
) -> Shot:
    """RV-D3.1, RV-D3.4, RV-D3.45, RV-D5.34 A shot of the main armament with all its facts."""
    aimed = target_of(s, target)
    if aimed.barrier:
        aimed = aimed._replace(at=_side_reached(s, f, vehicle, aimed.barrier))
    firer = Firer(
        weapon=vehicle.id,
        side=vehicle.side,
        at=vehicle.at,
        observer=vehicle.at,
        eye=stand_of(f, vehicle),
        gun=ordnance(vehicle.type),
    )
    men = men_struck(s, firer, aimed, target_type, ammunition)
    own = _conditions(s, f, vehicle, target_type, aimed, bool(men), again)
    shot = build_shot(s, f, firer, own, aimed, ammunition)
    return replace(shot, colour=components().ordnance.colours[vehicle.side], doubled_die=vehicle.motion)


def _conditions(
    s: Battle, f: Field, vehicle: Vehicle, target_type: str, target: Target, men: bool, again: bool
) -> ShotConditions:
    """RV-C5.1, RV-C6.1, RV-D3.4, RV-D5.34 What the cases ask of a vehicle and its crew."""
    here, at = vehicle.at, target.at
    kind = kind_of_fire(s, vehicle) or fire_kinds.FINAL_FIRE
    bounding = kind == fire_kinds.BOUNDING
    now = vehicle.tca if kind_of(vehicle).has_turret else vehicle.vca
    corner = points_at(f, vehicle, at, bounding)
    moved = bounding or (s.phase == "AFPh" and (vehicle.entered or vehicle.motion))
    covered = (target_type == AREA or men) and firepower.is_area_target(s, at, vehicle.side)
    return ShotConditions(
        target_type=target_type,
        range=0,
        turned=0 if bounding else turns(now, corner),
        over_obstacle=not bounding and now != corner and across_obstacle(vehicle, corner),
        arc=kind_of(vehicle).turret,
        in_cover=f.place(here).terrain.startswith(COVER) and vehicle.bypass < 0,
        advancing=kind == fire_kinds.ADVANCING,
        bounding=("t_st" if kind_of(vehicle).turret in _TURRETS else "nt_prc") if moved else "",
        bounding_first=mp_in_sight(s, f, vehicle, at) if bounding else -1,
        intensive=again,
        buttoned_up=is_afv(vehicle) and not vehicle.ce,
        stuns=min(1, vehicle.stuns),
        armor_leader=leader_modifier(vehicle),
        inexperienced=vehicle.inexperienced,
        overstacked=overstacked(s, f, here, vehicle.side),
        concealed=bool(target.veiled) or covered or only_a_flash(s, f, here, at),
        point_blank=not (s.phase == "MPh" and men) and not is_moving(s, vehicle),
    )


def resolve(s: Battle, f: Field, id: str, shot: Shot, again: bool) -> None:
    """RV-D3.1, RV-D1.8, RV-A9.2 Turn, fire; then breakdown, rate of fire and marker."""
    reveal_vehicle(s, id)
    vehicle = s.vehicles[id]
    kind = kind_of_fire(s, vehicle)
    bounding = kind == fire_kinds.BOUNDING
    corner = points_at(f, vehicle, shot.target, bounding)
    if kind_of(vehicle).has_turret:
        mark(s, id, tca=corner)
    else:
        mark(s, id, vca=corner, tca=corner)
    if s.phase == "MPh":
        fire_kinds.count_shot(s, id, gun=True)
    rolled = shoot(s, shot)
    if id in s.vehicles and not s.vehicles[id].wreck:
        _after(
            s,
            id,
            shot,
            rolled,
            again,
            keeps_rate=kind in (fire_kinds.PREP_FIRE, fire_kinds.FIRST_FIRE, fire_kinds.FINAL_FIRE),
        )


def breakdown_number(vehicle: Vehicle, again: bool) -> int:
    """RV-D1.8, RV-D3.45, RV-C5.5 One lower for an inexperienced crew unless it is circled, two for intensive fire."""
    type = kind_of(vehicle)
    return type.b - int(vehicle.inexperienced and not type.b_circled) - 2 * again


def _after(s: Battle, id: str, shot: Shot, rolled: Roll, again: bool, keeps_rate: bool) -> None:
    vehicle = s.vehicles[id]
    broke = sum(rolled.dice) >= breakdown_number(vehicle, again)
    keeps = keeps_rate and not broke and not again and rolled.dice[0] <= shot.gun.rof
    marker = fire_marker(s, vehicle.side)
    mark(
        s, id, fired="" if keeps else marker, gun_phase=s.phase,
        used=vehicle.used if keeps else tuple(dict.fromkeys((*vehicle.used, MA))),
        malfunctioned=(*vehicle.malfunctioned, MA) if broke else vehicle.malfunctioned,
        depleted=(*vehicle.depleted, rolled.depleted) if rolled.depleted else vehicle.depleted,
        intensive=s.player_turns if again else vehicle.intensive,
    )  # fmt: skip
    if broke:
        s.acquired.pop(id, None)
        s.journal.add("RV-D1.8", "vehicle_malfunction", vehicle=id, weapons=[MA])
    if keeps:
        s.journal.add("RV-A9.2", "vehicle_rate", vehicle=id)
    leaves = s.phase == "MPh" and vehicle.side != s.side and rolled.hit and shot.type != VEHICLE and not again
    if leaves and rolled.residual >= 0 and not keeps and not broke:
        leave_residual(s, shot, rolled.residual)
