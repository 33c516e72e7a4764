"""First Fire at a moving stack (chapters A8.1, A8.14), and snap shots at the hexside it crossed (A8.15)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS
from sandtable.games.vengeance.map.visibility import hazy, low_visibility
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.groups import compose, shots_left
from sandtable.games.vengeance.rules.fire.targets import firers_of, kind_of, starters
from sandtable.games.vengeance.rules.ordnance.rockets import rocket_odds
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import special_fire, special_fire_options
from sandtable.games.vengeance.rules.terrain.cover import exposure
from sandtable.games.vengeance.rules.units.kinds import is_hero, other, type_of, weapon_type
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import bow_flame, flame_options
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import fire_guns, gunners
from sandtable.games.vengeance.rules.vehicles.fire.main_gun import fire_gun, gun_options
from sandtable.games.vengeance.rules.vehicles.movement.motion import motion_attempts, try_motion
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


def first_fire(s: Battle) -> Flow:
    """RV-A8.1, RV-A8.11, RV-A8.14 The DEFENDER fires at the moving stack where it is, or lets it go on."""
    move = s.move
    assert move is not None
    if not move.units:
        s.move = replace(move, window=False)
        return
    f = field_of(s)
    side = other(s.side)
    target = s.units[move.units[0]].at
    options = _first_fire_options(s, f, side, target)
    if not options and not may_lie_in_wait(s, f, side, target):
        s.move = replace(move, window=False)
        return
    pick = yield Choose(
        side,
        [*options, ("pass",)],
        rule="RV-A8.1",
        ask="first_fire",
        about=(target,),
        odds=lambda option: rocket_odds(s, option),
    )
    match pick:
        case ("pass",):
            s.move = replace(move, window=False)
        case ("snap", str(firer)):
            snap_shot(s, f, firer)
        case _:
            yield from fire_at_mover(s, side, target, pick)


def fire_at_mover(s: Battle, side: str, target: str, pick: Option) -> Flow:
    """RV-A8.1, RV-D2.4 What the DEFENDER has chosen against men or a vehicle on the move; or he sets off himself."""
    match pick:
        case ("fire", str(firer)):
            yield from compose(s, side, firer, target)
        case ("mg", str(vehicle)):
            yield from fire_guns(s, side, vehicle)
        case ("gun" | "gun_again", *_):
            yield from fire_gun(s, side, pick)
        case ("bow_flame", str(vehicle), str(at)):
            bow_flame(s, vehicle, at)
        case ("motion", str(vehicle)):
            yield from try_motion(s, vehicle)
        case _:
            yield from special_fire(s, side, pick)


def may_lie_in_wait(s: Battle, f: Field, side: str, target: str) -> bool:
    """RV-A.12 Whether the mover must reckon with fire of units he does not know: `?` that see him, or hidden ones.

    Then the DEFENDER is asked even if he can only pass, so that nobody learns anything by his silence. RV-A8.15 Who
    sees the hexside that was crossed may take a snap shot.
    """
    aims = (target, s.move.crossing) if s.move is not None and s.move.crossing else (target,)
    return any(
        u.side == side and u.at and (u.hidden or (u.concealed and (u.at == target or _sees_any(f, u.at, aims))))
        for u in s.units.values()
    ) or any(
        v.side == side and v.at and (v.hidden or (v.concealed and (v.at == target or not f.los(v.at, target).blocked)))
        for v in s.vehicles.values()
    )


def _sees_any(f: Field, at: str, aims: tuple[str, ...]) -> bool:
    return any(not f.los(at, aim).blocked for aim in aims)


def _first_fire_options(s: Battle, f: Field, side: str, target: str) -> list[Option]:
    options: list[Option] = [("fire", firer) for firer in starters(s, f, side, [target]) if shots_left(s, firer)]
    if s.move is not None and s.move.crossing:
        options += [("snap", firer) for firer in snap_shooters(s, f, side, s.move.crossing)]
    if s.vehicles:
        options += [*gunners(s, f, side), *gun_options(s, f, side), *flame_options(s, f, side)]
        options += motion_attempts(s, f, side, target)
    return options + special_fire_options(s, f, side, target)


# -- snap shots ------------------------------------------------------------------------------------------------------


def snap_shooters(s: Battle, f: Field, side: str, crossing: str) -> list[str]:
    """RV-A8.15 Who could fire at the hexside: in Normal Range, in LOS of its middle, not in its two hexes."""
    assert s.move is not None
    target = s.units[s.move.units[0]].at
    hexes = (f.hex_of[target], f.hex_of[s.move.came])
    return [
        firer for firer, unit in firers_of(s, side)
        if f.hex_of[unit.at] not in hexes and f.range(unit.at, target) <= _normal_range(s, firer, unit)
        and not f.los(unit.at, crossing).blocked and shots_left(s, firer)
        and kind_of(s, f, firer, target) == fire_kinds.FIRST_FIRE and current_sight.sees(s, f, unit.at, crossing)
    ]  # fmt: skip


def _normal_range(s: Battle, firer: str, unit: Unit) -> int:
    weapon = s.weapons.get(firer)
    if weapon is not None:
        return weapon_type(weapon).range
    type = type_of(unit)
    return type.wounded_range if is_hero(unit) and unit.wounded else type.range


def snap_plan(s: Battle, f: Field, firer: str) -> declaration.Plan:
    """RV-A8.15, RV-A7.10 Half FP; no cover but that of a wall on the hexside; FFNAM and FFMO as where it has gone.

    What tires or hampers the firer counts as in other fire.
    """
    assert s.move is not None
    target, at = s.units[s.move.units[0]].at, fire_kinds.shooter(s, firer).at
    whole = firepower.power(s, f, firer, target, fire_kinds.FIRST_FIRE)
    assert whole is not None
    half = firepower.Power(firer, whole.fp / 2, (*whole.factors, (0.5, "RV-A8.15", "snap shot")))
    walls = [feature for feature in f.ground.crossed_features(s.move.crossing) if feature in WALLS]
    cover: list[Modifier] = [(components().terrain[w].tem, "RV-B9.1", w.lower()) for w in walls[:1]]
    hindrance = current_sight.hindrance(s, f, at, s.move.crossing)
    darkness = low_visibility(s, f, at, target)
    drm = (*cover, *hindrance, *darkness, *firepower.firer_modifiers(s, f, [firer]), *exposure(s))
    groups = declaration.target_groups(
        s, declaration.moving_targets(s), total(cover), True, not hindrance and not hazy(drm), (at,)
    )
    area = firepower.is_area_target(s, target, fire_kinds.shooter(s, firer).side)
    cowers = (2 if firepower.cowers_twice(s, [firer]) else 1) if firepower.may_cower(s, [firer]) else 0
    return declaration.Plan(
        (firer,), target, fire_kinds.FIRST_FIRE, (), (half,), drm, groups, cowers, area, residual=False
    )


def snap_shot(s: Battle, f: Field, firer: str) -> None:
    """RV-A8.15 One firer at the hexside that the stack has just crossed; no residual FP."""
    attack.resolve(s, snap_plan(s, f, firer))
