"""At whom a sensible player fires, and with whom."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.gunnery import WORTH_A_SHOT, best_battery, gun_to_fire, which_gun_target
from sandtable.games.vengeance.bot.judgement import value_of, worth_of  # fmt: skip
from sandtable.games.vengeance.bot.mind import Mind, PlannedVolley
from sandtable.games.vengeance.bot.movement import stands
from sandtable.games.vengeance.bot.places import NEVER
from sandtable.games.vengeance.bot.rockets import ROCKETS, rocket_value
from sandtable.games.vengeance.bot.smoke_shells import best_screen, where_to_screen
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.targets import firers_of, targets
from sandtable.games.vengeance.rules.morale.leaders import leaders_at, leadership
from sandtable.games.vengeance.rules.units.kinds import other, type_of, units_at, unknown
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_FREE = 0.005
"""What fire must bring a base of fire, which has nothing else to do and shoots again and again."""
_BEST = 3
"""How many of the best groups are tried together with their neighbours."""


def best_volley(mind: Mind, starters: set[str]) -> PlannedVolley | None:
    """The best attack: all who can fire from one Location, with neighbours if that brings more than firing apart."""
    groups: dict[tuple[str, str, str], PlannedVolley] = {}
    for at, members in _by_location(mind).items():
        if any(id in starters for id in members):
            groups |= {(at, volley.target, volley.kind): volley for volley in _fire_from(mind, at, members)}
    ranked = sorted(groups.values(), key=lambda v: (-v.value, v.target, v.firers))
    best: PlannedVolley | None = None
    for volley in ranked[:_BEST]:
        wider = _with_neighbours(mind, volley, groups)
        if best is None or wider.value > best.value:
            best = wider
    return best


def _places(mind: Mind) -> list[str]:
    s = mind.s
    if s.phase == "MPh" and s.move is not None and s.move.units:
        return [s.units[s.move.units[0]].at]
    return targets(s, mind.seat)


def _by_location(mind: Mind) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, unit in firers_of(mind.s, mind.seat):
        found.setdefault(unit.at, []).append(id)
    return found


def _fire_from(mind: Mind, at: str, members: list[str]) -> tuple[PlannedVolley, ...]:
    """What those of one Location can do to each target; while the table stays as it is, it is found once."""
    known = mind.fire_from.get(at)
    if known is None:
        known = tuple(volley for target in _places(mind) for volley in _from(mind, at, members, target))
        mind.fire_from[at] = known
    return known


def _from(mind: Mind, at: str, members: list[str], target: str) -> list[PlannedVolley]:
    """RV-A7.55 What those of one Location can do to another, for each kind of fire that they have."""
    s = mind.s
    kinds: dict[str, list[str]] = {}
    for id in members:
        if kind := mind.shots.kind_of(id, fire_kinds.shooter(s, id), target):
            kinds.setdefault(kind, []).append(id)
    return [_volley(mind, _in_use(mind, ids, target, kind), target, kind) for kind, ids in kinds.items()]


def _in_use(mind: Mind, ids: list[str], target: str, kind: str) -> tuple[str, ...]:
    """RV-A7.35 A squad fires two things, a smaller unit one: the strongest."""
    s = mind.s
    used: dict[str, int] = {}
    in_use = []
    for id in sorted(ids, key=lambda id: -_power(mind, id, target, kind)):
        unit = fire_kinds.shooter(s, id)
        if used.get(unit.id, 0) < (2 if halves(unit) == 2 else 1):
            used[unit.id] = used.get(unit.id, 0) + 1
            in_use.append(id)
    return tuple(in_use)


def _power(mind: Mind, id: str, target: str, kind: str) -> float:
    found = firepower.power(mind.s, mind.f, id, target, kind)
    return found.fp if found is not None else 0.0


def _volley(mind: Mind, firers: tuple[str, ...], target: str, kind: str) -> PlannedVolley:
    """An attack of these, directed if every Location of theirs has a leader for it."""
    known = mind.volleys.get((firers, target, kind))
    if known is None:
        known = mind.volleys[firers, target, kind] = _planned(mind, firers, target, kind)
    return known


def _planned(mind: Mind, firers: tuple[str, ...], target: str, kind: str) -> PlannedVolley:
    s = mind.s
    ids = list(firers)
    leaders = []
    for at in dict.fromkeys(fire_kinds.shooter(s, id).at for id in firers):
        able = [
            u for u in leaders_at(s, at, mind.seat) if leadership(u) <= 0 and fire_kinds.may_direct(s, u, ids, kind)
        ]
        leaders += [min(able, key=leadership).id] if able else []
    return PlannedVolley(
        value_of(s, declaration.plan(s, ids, target, kind, leaders)), target, kind, firers, tuple(leaders)
    )


def _with_neighbours(
    mind: Mind, volley: PlannedVolley, groups: dict[tuple[str, str, str], PlannedVolley]
) -> PlannedVolley:
    """RV-A7.5 Neighbours join if one attack brings more than two."""
    s, f = mind.s, mind.f
    apart = volley.value
    best = volley
    places = [fire_kinds.shooter(s, volley.firers[0]).at]
    for (at, target, kind), other_one in groups.items():
        if target != volley.target or kind != volley.kind or at in places:
            continue
        if not any(at in f.adjacent[place] for place in places):
            continue
        both = _volley(mind, (*best.firers, *other_one.firers), target, kind)
        apart += other_one.value
        if both.value > apart:
            best, places = both, [*places, at]
        else:
            apart -= other_one.value
    return best


def _seen_for(mind: Mind, volley: PlannedVolley) -> float:
    """RV-A12.14 What it costs the firers that the enemy sees them."""
    s = mind.s
    return mind.habits.unseen * fsum(halves(s.units[id]) / 2 for id in _men(mind, volley) if unknown(s.units[id]))


def _men(mind: Mind, volley: PlannedVolley) -> list[str]:
    """The units that make an attack, with all that they fire."""
    return list(dict.fromkeys(fire_kinds.shooter(mind.s, id).id for id in volley.firers))


def fire_or_not(mind: Mind, options: list[Option]) -> Option:
    """The attack that hurts most, if it is worth it."""
    s = mind.s
    screen, smoke = best_screen(mind, options)
    if (gun := gun_to_fire(mind, options)) is not None:
        return gun if screen <= best_battery(mind)[0] else smoke
    if screen >= WORTH_A_SHOT:
        return smoke
    best, chosen = _least(mind), options[-1]
    free = {id_in(o) for o in options if o[0] == "fire" and not _should_move(mind, fire_kinds.shooter(s, id_in(o)))}
    volley = best_volley(mind, free) if free else None
    if volley is not None and _worth_firing(mind, volley):
        best = max(best, volley.value)
        chosen = next((("fire", id) for id in volley.firers if ("fire", id) in options), chosen)
    for option in options:
        if option[0] == "detonate":
            return option
        value = _special_value(mind, option)
        if value > best:
            best, chosen = value, option
    return chosen


def _least(mind: Mind) -> float:
    """What fire must bring at least."""
    return mind.habits.first_fire if mind.s.phase == "MPh" else mind.habits.fire


def _worth_firing(mind: Mind, volley: PlannedVolley) -> bool:
    """Whether an attack brings enough for what it costs the firers."""
    s = mind.s
    if volley.kind == fire_kinds.FPF:
        return volley.value >= mind.habits.last_fire
    least = _least(mind)
    if s.phase == "PFPh" and mind.attacks:
        unit = fire_kinds.shooter(s, volley.firers[0])
        far = mind.steps_left(unit, unit.at)
        close = far <= 2 and mind.turns_left
        least = mind.habits.prep_fire[0 if close else 1 if far <= 3 * mind.turns_left else 2]
        stays = mind.patient or volley.target in mind.f.adjacent[unit.at]
        if mind.habits.standing_fire < least and all(stands(mind, s.units[id]) for id in _men(mind, volley)):
            least = mind.habits.standing_fire
        least = _FREE if mind.supports(unit) else mind.habits.patient_fire if stays else least
    return volley.value - _seen_for(mind, volley) >= least


def _special_value(mind: Mind, option: Option) -> float:
    """What a flamethrower, a thrown charge or a rocket takes from the enemy; nothing for other options."""
    s = mind.s
    if option[0] in ROCKETS:
        unit = fire_kinds.shooter(s, id_in(option))
        return rocket_value(mind, option) - (mind.habits.unseen if unknown(unit) else 0.0)
    if option[0] in ("flame", "throw") and option[2] not in s.vehicles:
        enemies = units_at(s, id_in(option, 2), other(mind.seat))
        return 0.55 * fsum(map(worth_of, enemies)) - (0.4 if option[0] == "throw" else 0)
    return 0.0


def _should_move(mind: Mind, unit: Unit) -> bool:
    """Attackers who are far from the task keep their legs free; those in a good firing place shoot."""
    if mind.s.phase != "PFPh" or not mind.attacks or mind.supports(unit):
        return False
    far = mind.steps_left(unit, unit.at)
    if mind.habits.standing_fire < NEVER and stands(mind, unit):
        return False
    if mind.patient:
        return far > 2 and type_of(unit).range <= 3
    if mind.turns_left <= 1:
        return True
    return far > 3 * (mind.turns_left + 1) or (far > 2 and type_of(unit).range <= 3)


def which_target(mind: Mind, options: list[Option]) -> Option:
    """The target of the best attack that the chosen firer can make."""
    if mind.rule == "RV-C8.5" and mind.habits.smoke_shells:
        return where_to_screen(mind, options)
    if mind.rule in ("RV-C3.1", "RV-C8.5"):
        return which_gun_target(mind, options)
    free = {id for id, unit in firers_of(mind.s, mind.seat) if not _should_move(mind, unit)}
    volley = best_volley(mind, free)
    wanted = ("at", volley.target) if volley is not None else options[0]
    return wanted if wanted in options else options[0]


def fire_group(mind: Mind, options: list[Option]) -> Option:
    """Those of the best attack join, its leaders direct, then the dice."""
    free = {id for id, unit in firers_of(mind.s, mind.seat) if not _should_move(mind, unit)}
    volley = best_volley(mind, free)
    if volley is not None:
        for option in options:
            if (option[0] == "join" and option[1] in volley.firers) or (
                option[0] == "direct" and option[1] in volley.leaders
            ):
                return option
    return next(o for o in options if o[0] == "roll")
