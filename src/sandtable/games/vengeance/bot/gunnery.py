"""Where a sensible player puts his Guns, and at what he fires them."""

from __future__ import annotations

from heapq import nlargest
from math import fsum

from sandtable.games.vengeance.bot.judgement import FAR_OFF, chance_at_most, cover_of, goals_of, harm_of, ways_to_any
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import AREA, HE, VEHICLE
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.ordnance.covered_arc import corner_in, in_arc
from sandtable.games.vengeance.rules.ordnance.gunnery import batteries, shot_left
from sandtable.games.vengeance.rules.ordnance.infantry_firepower import RAPID, ife_plan
from sandtable.games.vengeance.rules.ordnance.laying import can_fire_rapidly, declare, kind_at, shells_for, targets_of
from sandtable.games.vengeance.rules.ordnance.mounts import crew_of, gun_type
from sandtable.games.vengeance.rules.ordnance.shots import Shot, kill_of
from sandtable.games.vengeance.rules.ordnance.to_kill import shell_power
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv
from sandtable.games.vengeance.scenarios.areas import setup_places
from sandtable.games.vengeance.scenarios.cards import Force, scenario
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

WORTH_A_SHOT = 0.03
_AFV, _SOFT = 2.5, 0.6
_UNDER_COVER = 0.3
"""RV-A12.1 What a hit is worth on something that may be a vehicle or a Gun."""
_WEAR = 0.25
"""What intensive fire must bring: it may break the Gun, and silences it for a while."""
_FAR = 14
_LOOKED_FROM = 40
"""From so many places, the best else, it is looked how much can be fired at when somebody waits."""


# -- the value of a shot ---------------------------------------------------------------------------------------------


def shot_value(s: Battle, shot: Shot) -> float:
    """What a shot takes from the enemy on average, roughly."""
    need = shot.to_hit() - sum(m[0] for m in shot.drm)
    if shot.type == VEHICLE and not shot.vehicle:
        return max(1 / 36, chance_at_most(need)) * _UNDER_COVER
    if shot.type == VEHICLE:
        vehicle = s.vehicles[shot.vehicle]
        kill = kill_of(s, shot, shot.ammunition, "hull", critical=False)
        worth = _AFV if is_afv(vehicle) else _SOFT
        return max(1 / 36, chance_at_most(need)) * (chance_at_most(kill.number) if kill is not None else 0.0) * worth
    power = shell_power(shot.gun, shot.ammunition) if shot.power < 0 else shot.power
    column = firepower.column_for((power / 2 if shot.type == AREA else power) / (2 if shot.halved else 1))
    cover = dict(shot.cover)
    total = 0.0
    for ids, own in shot.groups:
        hits = max(1 / 36, chance_at_most(need - sum(m[0] for m in own)))
        late = sum(m[0] for m in cover.get(ids, ()))
        total += hits * harm_of(s, [s.units[id] for id in ids], column, late, shot.side)
    return total


def best_shot(mind: Mind, id: str, intensive: bool = False) -> tuple[float, str, tuple[str, str]]:
    """The best that a Gun can do now: its value, the target, and the shell."""
    s, f = mind.s, mind.f
    best: tuple[float, str, tuple[str, str]] = (0.0, "", ("", ""))
    for target in targets_of(s, f, id, intensive):
        for shell in shells_for(s, id, target):
            value = shot_value(s, declare(s, f, id, target, shell[0], shell[1], intensive))
            if value > best[0]:
                best = value, target, shell
        if can_fire_rapidly(s, id, target, intensive):
            planned = ife_plan(s, f, id, target, kind_at(s, f, id, target, intensive))
            value = fsum(
                harm_of(s, [s.units[i] for i in ids], firepower.column_for(planned.fp),
                        sum(m[0] for m in (*planned.drm, *own)), mind.seat)
                for ids, own in planned.groups
            )  # fmt: skip
            if value > best[0]:
                best = value, target, RAPID
    return best


def best_battery(mind: Mind) -> tuple[float, Option, str, tuple[str, str]]:
    """The best shot of all Guns and mortars: its value, the option that begins it, the target and the shell."""
    best: tuple[float, Option, str, tuple[str, str]] = (0.0, ("",), "", ("", ""))
    for id in batteries(mind.s, mind.seat):
        if not shot_left(mind.s, id):
            continue
        for verb in ("shoot", "intensive"):
            value, target, shell = best_shot(mind, id, verb == "intensive")
            value -= _WEAR if verb == "intensive" else 0.0
            if value > best[0]:
                best = value, (verb, id), target, shell
    return best


def gun_to_fire(mind: Mind, options: list[Option]) -> Option | None:
    """The Gun that should fire now, None if no shot is worth it."""
    if not any(o[0] in ("shoot", "intensive") for o in options):
        return None
    value, option, _, _ = best_battery(mind)
    return option if value >= WORTH_A_SHOT and option in options else None


def which_gun_target(mind: Mind, options: list[Option]) -> Option:
    """Where the best shot goes; smoke goes anywhere."""
    wanted = ("at", best_battery(mind)[2])
    return wanted if wanted in options else options[0]


def which_shell(mind: Mind, options: list[Option]) -> Option:
    """The shell of the best shot, else high explosive."""
    wanted = ("shell", *best_battery(mind)[3])
    if wanted in options:
        return wanted
    return next((o for o in options if o[2] == HE), options[0])


# -- set-up ----------------------------------------------------------------------------------------------------------


def enemy_front(s: Battle, seat: str) -> list[str]:
    """Where the enemy is, or will be: his units on the map, else the places where he sets up."""
    enemy = other(seat)
    seen = [u.at for u in s.units.values() if u.side == enemy and u.at]
    if seen:
        return seen
    force: Force = getattr(scenario(s.scenario), enemy)
    places = [at for n, group in enumerate(force.groups) if group.setup for at in setup_places(s.scenario, enemy, n)]
    return places[:: max(1, len(places) // 40)] or list(goals_of(s))


def _field_of_fire(f: Field, at: str, front: list[str]) -> int:
    return sum(1 for to in front if to in f.hex_of and f.range(at, to) <= _FAR and not f.los(at, to).blocked)


def place_gun(mind: Mind, options: list[Option]) -> Option:
    """In cover, with a field of fire towards the enemy, not too near; mortars farther back."""
    s, f = mind.s, mind.f
    front = enemy_front(s, mind.seat)
    mortar = gun_type(s.guns[id_in(options[0])]).is_mortar
    least = 3 if mortar else 2
    ways = ways_to_any(s.scenario, goals_of(s))

    def stands(option: Option) -> float:
        at = id_in(option, 2)
        near = min((f.range(at, to) for to in front if to in f.hex_of), default=9)
        crowd = len(units_at(s, at, mind.seat))
        value = (0.0 if mortar else 0.4 * cover_of(s, at)) - 0.5 * crowd - 0.05 * ways.get(at, FAR_OFF)
        return value - 1.5 * max(0, least + 1 - near) - (3.0 if mortar and f.hex(at).building else 0.0)

    if mind.hasty:
        options = nlargest(_LOOKED_FROM, options, key=stands)
    return mind.best(options, lambda o: 6 * _field_of_fire(f, id_in(o, 2), front) / max(1, len(front)) + stands(o))


def point_gun(mind: Mind, options: list[Option]) -> Option:
    """Towards as much of the enemy as possible."""
    s, f = mind.s, mind.f
    here = f.hex_of[s.guns[id_in(options[0])].at]
    front = [f.hex_of[at] for at in enemy_front(s, mind.seat) if at in f.hex_of]
    return mind.best(options, lambda o: fsum(1 for hex in front if in_arc(f.ground, here, corner_in(o), hex)))


def name_spotter(mind: Mind, options: list[Option]) -> Option:
    """Somebody who sees more of the enemy than the mortar itself, if there is anybody."""
    s, f = mind.s, mind.f
    front = enemy_front(s, mind.seat)
    crew = crew_of(s, id_in(options[0]))
    own = _field_of_fire(f, crew.at, front) if crew is not None else 0

    def score(option: Option) -> float:
        return own + 1.0 if option[0] == "no_spotter" else float(_field_of_fire(f, s.units[id_in(option, 2)].at, front))

    return mind.best(options, score)


def serves_a_gun(s: Battle, id: str) -> bool:
    """Whether a unit mans a Gun, which it should not leave."""
    return any(gun.crew == id and not gun.malfunctioned for gun in s.guns.values())
