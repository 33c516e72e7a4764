"""How a sensible player drives and fires his vehicles, and what he does against those of the enemy."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.gunnery import shot_value
from sandtable.games.vengeance.bot.judgement import goals_of, harm_of
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.rockets import ROCKETS, rocket_value
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import combat_odds
from sandtable.games.vengeance.rules.vehicles.fire import machine_guns, main_gun
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in

_SHOT, _REACTION = 0.03, 0.14
_BETTER = 0.4
"""How much better a place must be before a vehicle drives there."""
_FAR, _TOO_NEAR = 8, 2
_UNDER_COVER = 0.2
"""What close combat promises against something that may be a vehicle."""


# -- fire ------------------------------------------------------------------------------------------------------------


def machine_gun_value(mind: Mind, vehicle: Vehicle, target: str, weapons: tuple[str, ...]) -> float:
    """What a volley of a vehicle takes from the enemy on average."""
    planned = machine_guns.volley(mind.s, vehicle, target, weapons)
    column = firepower.column_for(planned.fp)
    return fsum(
        harm_of(mind.s, [mind.s.units[i] for i in ids], column, total((*planned.drm, *own)), mind.seat)
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
    least = mind.habits.vehicle_shot if mind.s.phase == "PFPh" and mind.attacks and not mind.patient else _SHOT
    best, chosen = least, None
    for option in options:
        value = 0.0
        if option[0] == "gun":
            value = best_shell(mind, id_in(option))[0]
        elif option[0] == "mg":
            value = best_volley(mind, id_in(option))[0]
        elif option[0] in ROCKETS and option[-1] in mind.s.vehicles:
            value = rocket_value(mind, option)
        elif option[0] == "react":
            value = reaction_value(mind, option)
        if value > best:
            best, chosen = value, option
    return chosen


def reaction_value(mind: Mind, option: Option) -> float:
    """What close combat against the moving vehicle promises, above what it risks."""
    s = mind.s
    if s.drive is None:
        return _UNDER_COVER  # RV-A12.1: it is under a `?`
    odds = dict(combat_odds(s, [id_in(option)], s.drive.vehicle).outcomes)
    gain = fsum(share for result, share in odds.items() if result in ("burn", "eliminate", "immobilize"))
    return gain if gain >= _REACTION else 0.0


def which_vehicle_target(mind: Mind, options: list[Option]) -> Option:
    """The target of the best shot of the vehicle that is about to fire."""
    targets = {id_in(o) for o in options}
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
            vehicle = mind.s.vehicles[id_in(option)]
            if (option[0] == "open") == _should_look_out(mind, vehicle):
                return option
    return ("done",)


def _should_look_out(mind: Mind, vehicle: Vehicle) -> bool:
    if kind_of(vehicle).turret in ("RST", "1MT"):
        return False
    if kind_of(vehicle).open_topped:
        return True
    return mind.danger(vehicle.at, False) < 0.6


def look_out_or_not(mind: Mind, options: list[Option]) -> Option:
    """At set-up: hatches as they would be later."""
    vehicle = mind.s.vehicles[id_in(options[0])]
    return next(o for o in options if (o[0] == "look_out") == _should_look_out(mind, vehicle))


def place_vehicle(mind: Mind, options: list[Option]) -> Option:
    """Near the task, where much can be seen; not beside each other."""
    s, f = mind.s, mind.f
    wanted = goals_of(s)
    options = [o for o in options if o[0] == "set_up"]

    def score(option: Option) -> float:
        at = id_in(option, 2)
        near = min((f.range(at, goal) for goal in wanted), default=0)
        crowd = sum(1 for v in s.vehicles.values() if v.at and f.range(v.at, at) <= 1)
        inside = 3.0 if f.hex(at).building else 0.0
        return -abs(near - 3) * 0.3 - crowd * 0.5 - inside

    return mind.best(options, score)


def fight_vehicle(mind: Mind, options: list[Option]) -> Option:
    """The attack on a vehicle with the best chances, if they are worth it."""
    best, chosen = _REACTION, options[-1]
    for option in options:
        if option[0] == "attack":
            gain = _UNDER_COVER
            if option[2] in mind.s.vehicles:
                odds = dict(combat_odds(mind.s, [id_in(option)], id_in(option, 2)).outcomes)
                gain = 1 - odds.get("no effect", 0.0)
            if gain > best:
                best, chosen = gain, option
    return chosen


def best_commanded(mind: Mind, options: list[Option]) -> Option:
    """An Armor Leader commands the AFV that is worth most."""
    return max(options, key=lambda o: vehicle_worth(mind.s.vehicles[id_in(o)]))


def vehicle_worth(vehicle: Vehicle) -> float:
    """What a vehicle is worth to its side, a good squad being 1."""
    if vehicle.wreck or vehicle.abandoned:
        return 0.0
    if not is_afv(vehicle):
        return 0.4
    value = 1.5 + 0.03 * kind_of(vehicle).calibre / 2 + 0.02 * kind_of(vehicle).front
    return value * (0.6 if vehicle.immobile or vehicle.out_of_gas or vehicle.shock or vehicle.recalled else 1.0)
