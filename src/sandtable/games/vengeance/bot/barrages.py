"""Where a sensible player's artillery looks and falls: observers off the map, pre-registered hexes, the best hex."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.judgement import goals_of, harm_of
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.batteries import FFE1, HE, OBSERVER, Battery
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area
from sandtable.games.vengeance.rules.artillery.indirect_fire import exposed, indirect_cover
from sandtable.games.vengeance.rules.artillery.observers import blast_height, looks, sees_hex
from sandtable.games.vengeance.rules.artillery.rounds import moved
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_OWN = 1.4
"""Own losses weigh more than those of the enemy."""
ENOUGH = 0.25
_ARMOUR = 0.25
"""What shells take from a vehicle on average, a squad being 1."""
_AT_ONCE = 4.0
"""How much better it is to fire for effect at once than after spotting rounds."""
_GOAL = 0.3
"""What it is worth that a hex of the task lies in the blast area of a pre-registered hex, enemies being yet to come."""
_APART = 3
"""Hexes between two pre-registered hexes."""
_MOST_WATCHED, _LIKELY = 40, 4
"""Hexes that an observer is posted for, and those that are looked at more closely before a round is aimed."""
_SIDES = 6


def hex_value(mind: Mind, hex: str, fp: float) -> float:
    """What shells on a hex would take from the enemy on average, less what they would take from us."""
    s, f = mind.s, mind.f
    column = firepower.column_for(fp)
    total = 0.0
    for at in exposed(f, hex):
        units = units_at(s, at)
        if units:
            drm = sum(m[0] for m in indirect_cover(f, at))
            enemies = [u for u in units if u.side != mind.seat]
            own = [u for u in units if u.side == mind.seat]
            total += harm_of(s, enemies, column, drm, mind.seat) + _OWN * harm_of(s, own, column, drm, mind.seat)
        for vehicle in vehicles_at(s, at):
            total += _ARMOUR if vehicle.side != mind.seat else -_OWN * _ARMOUR
    return total


def blast_value(mind: Mind, id: str, hex: str) -> float:
    """What a battery would do by fire for effect on a hex."""
    battery = replace(mind.s.batteries[id], at=hex, harassing=False)
    return fsum(hex_value(mind, near, fp) for near, fp in blast_area(mind.f, battery).items())


def expected_value(mind: Mind, id: str, hex: str) -> float:
    """RV-C1.3, RV-C1.31, RV-C1.9 The same over all errors of what comes at once: on a registered hex, and of rockets.

    Without a pre-registered hex rockets may fall six hexes away, and on our own men.
    """
    f, battery = mind.f, mind.s.batteries[id]
    tables = components().oba
    rocket = tables.type(battery.side, battery.module).rocket
    if not rocket and hex not in battery.registered:
        return blast_value(mind, id, hex)
    sure = 0.0 if rocket else getattr(tables.accuracy, battery.side) / _SIDES
    known: dict[str, float] = {"": 0.0}
    total = 0.0
    for direction in range(1, _SIDES + 1):
        for die in range(1, _SIDES + 1):
            to = moved(f, hex, direction, die // 2 if hex in battery.registered else die)
            if to not in known:
                known[to] = blast_value(mind, id, to)
            total += known[to]
    return sure * blast_value(mind, id, hex) + (1 - sure) * total / _SIDES**2


def named(options: list[Option], *verbs: str) -> Option | None:
    """The first option of the first of these verbs that is among them."""
    return next((o for verb in verbs for o in options if o[0] == verb), None)


# -- before the battle -----------------------------------------------------------------------------------------------


def watched_hexes(mind: Mind) -> list[str]:
    """The hexes that the battle is about, and those of the enemies who are seen there."""
    s, f = mind.s, mind.f
    task = [f.hex_of[at] for at in goals_of(s)]
    enemies = [f.hex_of[u.at] for u in s.units.values() if u.side != mind.seat and u.at in f.hex_of]
    return list(dict.fromkeys([*task, *enemies]))[:_MOST_WATCHED]


def post_observer(mind: Mind, options: list[Option]) -> Option:
    """RV-C1.63 The edge hex from which most of the task and of the enemy is in sight, and can be shelled."""
    s = mind.s
    hexes = watched_hexes(mind)

    def score(option: Option) -> int:
        battery = replace(s.batteries[id_in(option)], post=id_in(option, 2), by=OBSERVER)
        return sum(_sees(mind, battery, hex) for hex in hexes)

    return mind.best(options, lambda o: float(score(o)))


def _sees(mind: Mind, battery: Battery, hex: str) -> int:
    """RV-C1.3, RV-C1.32 1 if a round can be aimed at a hex, 2 if it is seen to fall there too."""
    if not sees_hex(mind.s, mind.f, battery, hex):
        return 0
    return 1 + looks(mind.s, mind.f, battery, blast_height(mind.f, hex))


def register(mind: Mind, options: list[Option]) -> Option:
    """RV-C1.7 The hex around which most of the task and of the enemy lies, if the observer can look there."""
    s, f = mind.s, mind.f
    battery = s.batteries[id_in(options[0])]
    task = {f.hex_of[at] for at in goals_of(s)}
    near = {n for hex in watched_hexes(mind) for n in (hex, *f.ground.neighbours[hex])}
    can = [o for o in options if o[2] in near]

    def score(option: Option) -> float:
        hex = id_in(option, 2)
        area = blast_area(f, replace(battery, at=hex, harassing=False))
        value = _GOAL * sum(at in task for at in area) + blast_value(mind, battery.id, hex)
        if any(f.ground.range(hex, known) < _APART for known in battery.registered):
            value /= 4
        return value if not battery.post or sees_hex(s, f, battery, hex) else value / 10

    return mind.best(can or options, score)


# -- in the battle ---------------------------------------------------------------------------------------------------


def call_battery(mind: Mind, options: list[Option]) -> Option:
    """Always call; cease fire when it falls on our own men, and before they storm into it."""
    id = id_in(options[0])
    battery = mind.s.batteries[id]
    if mind.storms and mind.s.side == mind.seat and (silent := named(options, "give_up", "no_contact")):
        return silent
    wrong = battery.marker == FFE1 and blast_value(mind, id, battery.at) < -ENOUGH
    return (named(options, "give_up") if wrong else None) or options[0]


def choose_mission(mind: Mind, options: list[Option]) -> Option:
    """High explosive where enemies are seen; light at night if there are none."""
    known = any(
        u.side != mind.seat and u.at and not (u.concealed or u.hidden) for u in mind.s.units.values()
    )  # fmt: skip
    return (named(options, "shells") if known else named(options, "flares")) or options[0]


def aim_round(mind: Mind, options: list[Option]) -> Option:
    """The hex where most of the enemy is and least of ours; a pre-registered one is worth more."""
    s, f = mind.s, mind.f
    id = id_in(options[0])
    battery = s.batteries[id]
    foes = {f.hex_of[u.at] for u in s.units.values() if u.side != mind.seat and u.at in f.hex_of}
    near = foes | {n for hex in foes for n in f.ground.neighbours[hex]}
    aims = [o for o in options if o[0] == "aim"]

    def value(option: Option) -> float:
        expected = expected_value(mind, id, id_in(option, 2))
        at_once = battery.mission == HE and option[2] in battery.registered
        return expected * (_AT_ONCE if at_once and expected > 0 else 1.0)

    likely = sorted(
        [o for o in aims if o[2] in near] or aims, key=lambda o: -blast_value(mind, id, id_in(o, 2))
    )[:_LIKELY]  # fmt: skip
    likely += [o for o in aims if o[2] in battery.registered and o not in likely]
    best = max(likely, key=value, default=options[-1])
    wait = named(options, "wait")
    if wait is not None and (best[0] != "aim" or value(best) < ENOUGH):
        return wait
    return best


def use_round(mind: Mind, options: list[Option]) -> Option:
    """Convert a spotting round that lies well, correct one that does not."""
    id = id_in(options[0])
    here = blast_value(mind, id, mind.s.batteries[id].at)
    if here >= ENOUGH and (chosen := named(options, "convert")):
        return chosen
    return named(options, "correct_convert", "keep_round") or options[-1]


def fire_again(mind: Mind, options: list[Option]) -> Option:
    """Go on where it hurts; else correct, or cease."""
    id = id_in(options[0])
    here = blast_value(mind, id, mind.s.batteries[id].at)
    if here > 0 and (chosen := named(options, "fire_on", "convert")):
        return chosen
    if here <= -ENOUGH and (chosen := named(options, "correct", "give_up", "wait")):
        return chosen
    return named(options, "wait", "fire_on", "correct") or options[-1]
