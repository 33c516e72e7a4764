"""At whom a sensible player fires, and with whom."""

from __future__ import annotations

from sandtable.games.vengeance.bot.gunnery import gun_to_fire, which_gun_target
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.rocketry import ROCKETS, rocket_value
from sandtable.games.vengeance.judgement import (
    nearest_goal,
    value_of,
    worth_of,
)  # fmt: skip
from sandtable.games.vengeance.model import Unit
from sandtable.games.vengeance.rules import attack, fire
from sandtable.games.vengeance.rules.firing import joiners, kind_of, reach, targets
from sandtable.games.vengeance.rules.units import (
    is_leader,
    leaders_at,
    other,
    type_of,
    units_at,
)  # fmt: skip
from sandtable.kernel.flow import Option

_PREP_WORTH, _FIRST_WORTH, _FPF_WORTH = 0.30, 0.10, 0.45


def _group_value(mind: Mind, firer: str, target: str) -> float:
    """What the best group that begins with a firer would take from the enemy, on average."""
    s, f = mind.s, mind.f
    kind = kind_of(s, f, firer, target)
    if not kind:
        return 0.0
    firers, leaders = [firer], list[str]()
    here = fire.shooter(s, firer).at
    for id in joiners(s, f, firers, target, kind):
        if fire.shooter(s, id).at == here and id in joiners(s, f, firers, target, kind):
            firers.append(id)
    best = [u.id for u in leaders_at(s, here, mind.seat) if fire.may_direct(s, u, firers, kind)]
    return value_of(s, attack.plan(s, firers, target, kind, leaders + best[:1]))


def fire_or_not(mind: Mind, options: list[Option]) -> Option:
    """The attack that hurts most, if it is worth it."""
    s, f = mind.s, mind.f
    places = [s.units[s.move.units[0]].at] if s.phase == "MPh" and s.move is not None else targets(s, mind.seat)
    least = _FIRST_WORTH if s.phase == "MPh" else _PREP_WORTH if s.phase == "PFPh" and mind.attacks else 0.02
    if (gun := gun_to_fire(mind, options)) is not None:
        return gun
    best, chosen = least, options[-1]
    for option in options:
        if option[0] == "fire":
            firer = str(option[1])
            unit = fire.shooter(s, firer)
            if s.phase == "PFPh" and mind.attacks and _should_move(mind, unit):
                continue
            for target in places:
                if not reach(s, f, firer, unit, target):
                    continue
                value = _group_value(mind, firer, target)
                if kind_of(s, f, firer, target) == fire.FPF and value < _FPF_WORTH:
                    continue
                if value > best:
                    best, chosen = value, option
        elif option[0] in ROCKETS:
            gain = rocket_value(mind, option)
            if gain > best:
                best, chosen = gain, option
        elif option[0] in ("flame", "throw") and best < 0.9:
            enemies = units_at(s, str(option[2]), other(mind.seat))
            gain = 0.55 * sum(map(worth_of, enemies)) - (0.4 if option[0] == "throw" else 0)
            if gain > best:
                best, chosen = gain, option
        elif option[0] == "detonate":
            return option
    return chosen


def _should_move(mind: Mind, unit: Unit) -> bool:
    """Attackers who are far from the task keep their legs free; those in a good firing place shoot."""
    if mind.turns_left <= 1:
        return True
    far = nearest_goal(mind.s, unit.at, mind.goals())
    return far > 3 * (mind.turns_left + 1) or (far > 2 and type_of(unit).range <= 3)


def which_target(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    if mind.rule in ("RV-C3.1", "RV-C8.5"):
        return which_gun_target(mind, options)

    def score(option: Option) -> float:
        at = str(option[1])
        found = 0.0
        for unit in s.units.values():
            if unit.side == mind.seat and fire.can_fire(unit) and reach(s, mind.f, unit.id, unit, at):
                found = max(found, _group_value(mind, unit.id, at))
        return found

    return mind.best(options, score)


def fire_group(mind: Mind, options: list[Option]) -> Option:
    """Leaders direct first, then everybody of the Location joins, then the dice."""
    s = mind.s
    directs = [o for o in options if o[0] == "direct"]
    if directs:
        best = min(directs, key=lambda o: type_of(s.units[str(o[1])]).leadership)
        if type_of(s.units[str(best[1])]).leadership <= 0:
            return best
    joins = [o for o in options if o[0] == "join"]
    led = [
        o
        for o in joins
        if any(is_leader(u) for u in units_at(s, fire.shooter(s, str(o[1])).at, mind.seat)) or len(joins) > 3
    ]
    if led or joins:
        return (led or joins)[0]
    return next(o for o in options if o[0] == "roll")
