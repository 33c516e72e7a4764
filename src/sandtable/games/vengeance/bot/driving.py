"""How a sensible player drives: where the hex is best, with the men, on firm ground, the front to the enemy."""

from __future__ import annotations

from math import fsum

from sandtable.board.paths import reachable
from sandtable.games.vengeance.bot.ground_for_tanks import TankGround
from sandtable.games.vengeance.bot.gunnery import enemy_front
from sandtable.games.vengeance.bot.judgement import harm_of
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.vehicles import vehicle_to_fire
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.ordnance.covered_arc import corner_in, in_arc
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_afv, kind_of, mobile, overrun_fp
from sandtable.games.vengeance.rules.vehicles.movement.destinations import entry, may_enter
from sandtable.games.vengeance.rules.vehicles.movement.expenditure import left
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in, verb_of

_OVERRUN = 0.35
_BETTER, _ALREADY_MOVING, _MUCH_BETTER = 0.35, 0.05, 0.8
"""How much better a place must be before a vehicle drives there."""
_STEP, _STOP = 0.01, 2
_BY_ROAD = 0.8
_TANK, _MEN, _GOAL = 4.0, 1.0, 0.2
"""How much the front should face vehicles and guns, men, and the task."""
_AHEAD = 20


def destination(mind: Mind, vehicle: Vehicle) -> list[str]:
    """The way to the best hex that can be reached, empty if it is best to stay.

    Who has nothing to shoot at takes a way on which he may bog, too, if it brings much.
    """
    ground = TankGround(mind, vehicle)
    path = _way_to_the_best(mind, vehicle, ground, firm=True)
    if not path and not ground.has_targets(vehicle.at):
        path = _way_to_the_best(mind, vehicle, ground, firm=False)
    return path


def _way_to_the_best(mind: Mind, vehicle: Vehicle, ground: TankGround, firm: bool) -> list[str]:
    s = mind.s
    most = 2 * kind_of(vehicle).mp - (s.drive.spent if s.drive is not None else 0) - _STOP
    reach = reachable(vehicle.at, lambda here: _ways(mind, vehicle, here, firm), most=max(0, most))
    least = (_BETTER if not vehicle.motion else _ALREADY_MOVING) if firm else _MUCH_BETTER
    best, chosen = ground.value(vehicle.at) + least, ""
    for at, cost in reach.items():
        if at != vehicle.at and not units_at(s, at, other(mind.seat)):
            value = ground.value(at) - _STEP * cost
            if value > best:
                best, chosen = value, at
    return reach.path(chosen) if chosen else []


def _ways(mind: Mind, vehicle: Vehicle, here: str, firm: bool) -> list[tuple[str, int]]:
    """RV-D8.2 The steps from a hex, without those on which it could bog if it keeps to firm ground."""
    s, f = mind.s, mind.f
    entries = [entry(s, f, vehicle, here, d) for d in range(6)]
    return [
        (way.to, way.cost) for way in entries
        if way is not None and way.cost < ALL and not (firm and way.bog) and may_enter(s, f, vehicle, way)
    ]  # fmt: skip


def who_drives(mind: Mind, options: list[Option]) -> Option | None:
    """A vehicle that has somewhere to go; those that stand are thought of before the men set out, and only then."""
    s = mind.s
    under_way = any(u.moved for u in s.units.values() if u.side == mind.seat)
    men_wait = any(o[0] == "move" and not s.units[id_in(o)].at for o in options)
    for option in options:
        if option[0] != "drive":
            continue
        vehicle = s.vehicles[id_in(option)]
        if not vehicle.at and men_wait:
            continue  # it comes where they are
        if not vehicle.at or vehicle.recalled or vehicle.motion or vehicle.bogged or vehicle.mired:
            return option
        if not under_way and mobile(vehicle) and is_afv(vehicle) and destination(mind, vehicle):
            return option
    return None


def drive_on(mind: Mind, options: list[Option]) -> Option:
    """The next step of the way, or a turn towards it; at its end the front to the enemy, a stop, and a shot."""
    s = mind.s
    assert s.drive is not None
    vehicle = s.vehicles[s.drive.vehicle]
    verbs = {verb_of(o) for o in options}
    if "enter" in verbs:
        ground = TankGround(mind, vehicle)
        ways = [o for o in options if o[0] == "enter"]
        return mind.best(ways, lambda o: ground.value(id_in(o)) + _looks_in(mind, o))
    for verb in ("free", "exit"):
        if verb in verbs:
            return (verb,)
    if "exit_map" in verbs and aboard(s, vehicle.id):
        return next(o for o in options if o[0] == "exit_map")
    if (overrun := _overrun(mind, vehicle, options)) is not None:
        return overrun
    path = destination(mind, vehicle) if mobile(vehicle) else []
    if path and (step := _towards(mind, vehicle, path[0], options)) is not None:
        return step
    if not path and vehicle.motion and (turn := _front_to_the_enemy(mind, vehicle, options)) is not None:
        return turn
    if "stop" in verbs and not vehicle.recalled:
        return ("stop",)
    if not path and (shot := vehicle_to_fire(mind, options)) is not None:
        return shot
    rest = [o for o in options if o[0] in ("end", "in_motion")]
    return rest[0] if rest else next((o for o in options if o[0] in ("go", "turn_left", "turn_right")), options[0])


def _looks_in(mind: Mind, option: Option) -> float:
    """Whether a vehicle that enters comes by a road, and points at the task."""
    f, at = mind.f, id_in(option)
    corner = corner_in(option)
    road = any("ROAD" in side for side in f.ground.sides[f.hex_of[at]])
    return _BY_ROAD * road + 0.5 * any(in_arc(f.ground, f.hex_of[at], corner, f.hex_of[goal]) for goal in mind.task)


def _overrun(mind: Mind, vehicle: Vehicle, options: list[Option]) -> Option | None:
    for option in options:
        if option[0] == "overrun":
            men = units_at(mind.s, id_in(option), other(mind.seat))
            if harm_of(mind.s, men, firepower.column_for(overrun_fp(vehicle)), -1, mind.seat) >= _OVERRUN:
                return option
    return None


def _towards(mind: Mind, vehicle: Vehicle, to: str, options: list[Option]) -> Option | None:
    """Start, go there if it lies ahead, else turn the shorter way."""
    if ("start",) in options:
        return ("start",)
    if ("go", to) in options:
        return ("go", to) if _can_stop_there(mind, vehicle, to) else None
    hex, target = mind.f.hex_of[vehicle.at], mind.f.hex_of[to]
    d = mind.f.ground.direction(hex, target)
    if d < 0 or ("turn_left",) not in options:
        return None
    ahead = (vehicle.vca, (vehicle.vca + 1) % 6)
    if d in ahead:
        return None  # it cannot pay for that step
    right = min((d - ahead[1]) % 6, (d - ahead[0]) % 6)
    other_way = min((ahead[0] - d) % 6, (ahead[1] - d) % 6)
    return ("turn_right",) if right <= other_way else ("turn_left",)


def _can_stop_there(mind: Mind, vehicle: Vehicle, to: str) -> bool:
    """RV-D2.11 Whether MP for the Stop are left after a step: who ends in Motion cannot fire well."""
    s, f = mind.s, mind.f
    way = entry(s, f, vehicle, vehicle.at, f.ground.direction(f.hex_of[vehicle.at], f.hex_of[to]))
    return way is None or vehicle.recalled or left(s, vehicle) - way.cost >= _STOP


def facing_values(mind: Mind, at: str) -> list[float]:
    """RV-D1.61 For each corner how much of the enemy a vehicle there would have before its front."""
    s, f = mind.s, mind.f
    enemy = other(mind.seat)
    tanks = [(v.at, _TANK) for v in s.vehicles.values() if v.side == enemy and not v.wreck]
    guns = [(g.at, _TANK) for g in s.guns.values() if g.crew in s.units and s.units[g.crew].side == enemy]
    men = [(to, _MEN) for to in enemy_front(s, mind.seat)]
    task = [(goal, _GOAL) for goal in mind.task]
    front = [
        (f.hex_of[to], worth / (1 + f.range(at, to))) for to, worth in (*tanks, *guns, *men, *task)
        if to in f.hex_of and f.range(at, to) <= _AHEAD
    ]  # fmt: skip
    here = f.hex_of[at]
    return [fsum(worth for hex, worth in front if in_arc(f.ground, here, corner, hex)) for corner in range(6)]


def _front_to_the_enemy(mind: Mind, vehicle: Vehicle, options: list[Option]) -> Option | None:
    """A turn of the hull at the end of a move, if it shows the enemy the front instead of a flank."""
    if ("turn_left",) not in options or ("stop",) not in options or vehicle.at not in mind.f.hex_of:
        return None
    values = facing_values(mind, vehicle.at)
    best = max(range(6), key=lambda corner: (values[corner], -((corner - vehicle.vca) % 6)))
    if best == vehicle.vca or values[best] < 1.25 * values[vehicle.vca] + 0.05:
        return None
    right = (best - vehicle.vca) % 6
    return ("turn_right",) if right <= 3 else ("turn_left",)


def face(mind: Mind, options: list[Option]) -> Option:
    """At set-up: the front towards the enemy, else towards the task."""
    vehicle = mind.s.vehicles[id_in(options[0])]
    if vehicle.at not in mind.f.hex_of:
        return options[0]
    values = facing_values(mind, vehicle.at)
    return mind.best(options, lambda o: values[corner_in(o)])
