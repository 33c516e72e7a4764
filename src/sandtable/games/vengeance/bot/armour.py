"""How a sensible player drives and fires his vehicles, and what he does against those of the enemy."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.armour import Vehicle
from sandtable.games.vengeance.bot.gunnery import shot_value
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.judgement import goals_of, harm_of
from sandtable.games.vengeance.rules import fire
from sandtable.games.vengeance.rules.ordnance.arc import in_arc
from sandtable.games.vengeance.rules.rockets import rocket_shot
from sandtable.games.vengeance.rules.units import is_mmc, other, units_at, weapon_type
from sandtable.games.vengeance.rules.vehicles import machine_guns, main_gun
from sandtable.games.vengeance.rules.vehicles.combat import combat_odds
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_afv, kind_of, mobile, overrun_fp
from sandtable.games.vengeance.rules.vehicles.recall import neighbours
from sandtable.games.vengeance.rules.vehicles.ways import in_shelter
from sandtable.kernel.flow import Option

_SHOT, _PREP_SHOT, _REACTION, _OVERRUN = 0.03, 0.12, 0.14, 0.35
_BETTER = 0.4
"""How much better a place must be before a vehicle drives there."""
_FAR, _TOO_NEAR = 8, 2
_FIND_FAUST = 0.5


# -- fire ------------------------------------------------------------------------------------------------------------


def machine_gun_value(mind: Mind, vehicle: Vehicle, target: str, weapons: tuple[str, ...]) -> float:
    """What a volley of a vehicle takes from the enemy on average."""
    planned = machine_guns.volley(mind.s, vehicle, target, weapons)
    column = fire.column_for(planned.fp)
    return sum(
        harm_of(mind.s, [mind.s.units[i] for i in ids], column, sum(m[0] for m in (*planned.drm, *own)), mind.seat)
        for ids, own in planned.groups
    )


def best_volley(mind: Mind, id: str) -> tuple[float, str]:
    """The best target of a vehicle's machine guns, and what it is worth."""
    s, f = mind.s, mind.f
    vehicle = s.vehicles[id]
    can = machine_guns.targets_of(s, f, vehicle, machine_guns.target_places(s, mind.seat))
    values = [(machine_gun_value(mind, vehicle, at, tuple(weapons)), at) for at, weapons in can.items()]
    return max(values, default=(0.0, ""))


def best_shell(mind: Mind, id: str, again: bool = False) -> tuple[float, str, tuple[str, str]]:
    """The best shot of a main gun: its value, the target and the shell."""
    s, f = mind.s, mind.f
    vehicle = s.vehicles[id]
    best: tuple[float, str, tuple[str, str]] = (0.0, "", ("", ""))
    for target in main_gun.targets_of(s, f, vehicle):
        for shell in main_gun.shells_for(vehicle, target, s):
            value = shot_value(s, main_gun.declare(s, f, vehicle, target, shell[0], shell[1], again))
            if value > best[0]:
                best = value, target, shell
    return best


def vehicle_to_fire(mind: Mind, options: list[Option]) -> Option | None:
    """The vehicle that should fire now, and with what; attackers who have to drive fire less in the Prep Fire Phase."""
    least = _PREP_SHOT if mind.s.phase == "PFPh" and mind.attacks else _SHOT
    best, chosen = least, None
    for option in options:
        value = 0.0
        if option[0] == "gun":
            value = best_shell(mind, str(option[1]))[0]
        elif option[0] == "mg":
            value = best_volley(mind, str(option[1]))[0]
        elif option[0] in ("rocket", "faust") and option[-1] in mind.s.vehicles:
            value = rocket_value(mind, option)
        elif option[0] == "react":
            value = reaction_value(mind, option)
        if value > best:
            best, chosen = value, option
    return chosen


def rocket_value(mind: Mind, option: Option) -> float:
    """What a Panzerfaust or Panzerschreck does to a vehicle on average."""
    s, id, target = mind.s, str(option[1]), str(option[2])
    weapon = s.weapons.get(id)
    unit = s.units[weapon.holder if weapon is not None else id]
    type = weapon_type(weapon) if weapon is not None else components().weapons[f"{unit.side[:2]}_pf"]
    value = shot_value(s, rocket_shot(s, mind.f, unit, type, target, False, id))
    return value if weapon is not None else _FIND_FAUST * value


def reaction_value(mind: Mind, option: Option) -> float:
    """What close combat against the moving vehicle promises, above what it risks."""
    s = mind.s
    assert s.drive is not None
    odds = dict(combat_odds(s, [str(option[1])], s.drive.vehicle).outcomes)
    gain = sum(share for result, share in odds.items() if result in ("burn", "eliminate", "immobilize"))
    return gain if gain >= _REACTION else 0.0


def which_vehicle_target(mind: Mind, options: list[Option]) -> Option:
    """The target of the best shot of the vehicle that is about to fire."""
    targets = {str(o[1]) for o in options}
    best, chosen = -1.0, options[0]
    for vehicle in mind.s.vehicles.values():
        if vehicle.side != mind.seat or vehicle.wreck or not vehicle.at:
            continue
        shots = [best_volley(mind, vehicle.id)] if mind.rule == "RV-D3.2" else [best_shell(mind, vehicle.id)[:2]]
        for value, target in shots:
            if target in targets and value > best:
                best, chosen = value, ("at", target)
    return chosen


def which_vehicle_shell(mind: Mind, options: list[Option]) -> Option:
    """The shell of the best shot."""
    best, chosen = -1.0, options[0]
    for vehicle in mind.s.vehicles.values():
        if vehicle.side == mind.seat and vehicle.at and not vehicle.wreck:
            value, _, shell = best_shell(mind, vehicle.id)
            if value > best and ("shell", *shell) in options:
                best, chosen = value, ("shell", *shell)
    return chosen


# -- hatches, set-up, close combat -------------------------------------------------------------------------------------


def hatches(mind: Mind, options: list[Option]) -> Option:
    """Crews look out unless enemy men are near; gunners who must be shut in are."""
    for option in options:
        if option[0] in ("open", "close"):
            vehicle = mind.s.vehicles[str(option[1])]
            if (option[0] == "open") == _should_look_out(mind, vehicle):
                return option
    return ("done",)


def _should_look_out(mind: Mind, vehicle: Vehicle) -> bool:
    if kind_of(vehicle).turret in ("RST", "1MT"):
        return False
    if kind_of(vehicle).open_topped:
        return True
    return mind.danger(vehicle.at, False) < 0.6


def place_vehicle(mind: Mind, options: list[Option]) -> Option:
    """Near the task, where much can be seen; not beside each other."""
    s, f = mind.s, mind.f
    wanted = goals_of(s)
    options = [o for o in options if o[0] == "set_up"]

    def score(option: Option) -> float:
        at = str(option[2])
        near = min((f.range(at, goal) for goal in wanted), default=0)
        crowd = sum(1 for v in s.vehicles.values() if v.at and f.range(v.at, at) <= 1)
        inside = 3.0 if f.hex(at).building else 0.0
        return -abs(near - 3) * 0.3 - crowd * 0.5 - inside

    return mind.best(options, score)


def face(mind: Mind, options: list[Option]) -> Option:
    """Towards as many enemies as possible, else towards the task."""
    s, f = mind.s, mind.f
    vehicle = s.vehicles[str(options[0][1])]
    front = [f.hex_of[u.at] for u in s.units.values() if u.side != mind.seat and u.at in f.hex_of]
    front = front or [f.hex_of[goal] for goal in goals_of(s) if goal in f.hex_of]
    if vehicle.at not in f.hex_of:
        return options[0]
    here = f.hex_of[vehicle.at]
    return mind.best(
        options, lambda o: sum(1 for h in front if in_arc(f.ground, here, int(str(o[2]).removeprefix("arc-")), h))
    )


def fight_vehicle(mind: Mind, options: list[Option]) -> Option:
    """The attack on a vehicle with the best chances, if they are worth it."""
    best, chosen = _REACTION, options[-1]
    for option in options:
        if option[0] == "attack":
            odds = dict(combat_odds(mind.s, [str(option[1])], str(option[2])).outcomes)
            gain = 1 - odds.get("no effect", 0.0)
            if gain > best:
                best, chosen = gain, option
    return chosen


# -- driving ---------------------------------------------------------------------------------------------------------


def place_value(mind: Mind, vehicle: Vehicle, at: str) -> float:
    """What a hex is worth to a vehicle: near the task, with enemies in sight, not beside men with Panzerfausts."""
    s, f = mind.s, mind.f
    wanted = mind.goals() or goals_of(s)
    near = min((f.range(at, goal) for goal in wanted), default=0)
    value = -0.35 * max(0, near - 2)
    for unit in s.units.values():
        if unit.side == mind.seat or not unit.at or unit.at not in f.hex_of:
            continue
        distance = f.range(at, unit.at)
        if distance > _FAR or f.los(at, unit.at).blocked:
            continue
        value += 0.25 if distance >= _TOO_NEAR else 0.0
        if distance <= _TOO_NEAR and not unit.broken and is_mmc(unit):
            value -= 0.9 if in_shelter(f, unit.at) else 0.3
    if f.hex(at).building or f.place(at).terrain.startswith(("RUBBLE", "DEBRIS")):
        value -= 2.5
    return value


def destination(mind: Mind, vehicle: Vehicle) -> list[str]:
    """The way to the best hex that can be reached, empty if it is best to stay."""
    s, f = mind.s, mind.f
    most = 2 * kind_of(vehicle).mp - (s.drive.spent if s.drive is not None else 0) - 2
    reach = reachable(vehicle.at, lambda here: neighbours(s, f, vehicle, here), most=max(0, most))
    here = place_value(mind, vehicle, vehicle.at)
    best, chosen = here + (_BETTER if not vehicle.motion else 0.1), ""
    for at, cost in reach.items():
        if at != vehicle.at and not units_at(s, at, other(mind.seat)):
            value = place_value(mind, vehicle, at) - 0.01 * cost
            if value > best:
                best, chosen = value, at
    return reach.path(chosen) if chosen else []


def who_drives(mind: Mind, options: list[Option]) -> Option | None:
    """A vehicle that has somewhere to go: those that wait off the map, the attacker's, and the recalled."""
    for option in options:
        if option[0] != "drive":
            continue
        vehicle = mind.s.vehicles[str(option[1])]
        if not vehicle.at or vehicle.recalled or vehicle.motion or vehicle.bogged or vehicle.mired:
            return option
        if mobile(vehicle) and is_afv(vehicle) and mind.attacks and destination(mind, vehicle):
            return option
    return None


def drive_on(mind: Mind, options: list[Option]) -> Option:
    """Fire if it is worth it; else the next step of the way, or a turn towards it; at its end stop."""
    s = mind.s
    assert s.drive is not None
    vehicle = s.vehicles[s.drive.vehicle]
    verbs = {str(o[0]) for o in options}
    if "enter" in verbs:
        ways = [o for o in options if o[0] == "enter"]
        return mind.best(ways, lambda o: place_value(mind, vehicle, str(o[1])) + _looks_in(mind, o))
    for verb in ("free", "exit"):
        if verb in verbs:
            return (verb,)
    if "exit_map" in verbs and aboard(s, vehicle.id):
        return next(o for o in options if o[0] == "exit_map")
    if (overrun := _overrun(mind, vehicle, options)) is not None:
        return overrun
    path = destination(mind, vehicle) if mobile(vehicle) and (mind.attacks or vehicle.recalled) else []
    if path and (step := _towards(mind, vehicle, path[0], options)) is not None:
        return step
    if not path and (shot := vehicle_to_fire(mind, options)) is not None:
        return shot
    if "stop" in verbs and not vehicle.recalled:
        return ("stop",)
    rest = [o for o in options if o[0] in ("end", "in_motion")]
    return rest[0] if rest else next((o for o in options if o[0] in ("go", "turn_left", "turn_right")), options[0])


def _looks_in(mind: Mind, option: Option) -> float:
    """Whether a vehicle that enters points at the task."""
    f, at = mind.f, str(option[1])
    corner = int(str(option[2]).removeprefix("arc-"))
    return 0.5 * any(in_arc(f.ground, f.hex_of[at], corner, f.hex_of[goal]) for goal in goals_of(mind.s))


def _overrun(mind: Mind, vehicle: Vehicle, options: list[Option]) -> Option | None:
    for option in options:
        if option[0] == "overrun":
            men = units_at(mind.s, str(option[1]), other(mind.seat))
            if harm_of(mind.s, men, fire.column_for(overrun_fp(vehicle)), -1, mind.seat) >= _OVERRUN:
                return option
    return None


def _towards(mind: Mind, vehicle: Vehicle, to: str, options: list[Option]) -> Option | None:
    """Start, go there if it lies ahead, else turn the shorter way."""
    if ("start",) in options:
        return ("start",)
    if ("go", to) in options:
        return ("go", to)
    hex, target = mind.f.hex_of[vehicle.at], mind.f.hex_of[to]
    d = mind.f.ground.direction(hex, target)
    if d < 0 or ("turn_left",) not in options:
        return None
    ahead = (vehicle.vca, (vehicle.vca + 1) % 6)
    if d in ahead:
        return None  # it cannot pay for that step
    right = min((d - ahead[1]) % 6, (d - ahead[0]) % 6)
    left = min((ahead[0] - d) % 6, (ahead[1] - d) % 6)
    return ("turn_right",) if right <= left else ("turn_left",)


def vehicle_worth(vehicle: Vehicle) -> float:
    """What a vehicle is worth to its side, a good squad being 1."""
    if vehicle.wreck or vehicle.abandoned:
        return 0.0
    if not is_afv(vehicle):
        return 0.4
    value = 1.5 + 0.03 * kind_of(vehicle).calibre / 2 + 0.02 * kind_of(vehicle).front
    return value * (0.6 if vehicle.immobile or vehicle.out_of_gas or vehicle.shock or vehicle.recalled else 1.0)
