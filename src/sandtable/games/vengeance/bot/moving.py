"""How a sensible player moves."""

from __future__ import annotations

from sandtable.games.vengeance.bot.gunnery import serves_a_gun
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.judgement import (
    cover_of,
    nearest_goal,
)  # fmt: skip
from sandtable.games.vengeance.model import Unit
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.units import (
    enemies_at,
    halves,
    is_dummy,
    is_leader,
    is_mmc,
    units_at,
)  # fmt: skip
from sandtable.games.vengeance.rules.victory import controller
from sandtable.kernel.flow import Option

_HURRY = (0.5, 0.35, 0.25, 0.2)
"""How much an attacker wants each MF towards his goal, by the turns that are left after this one."""
_WALL = 2
"""What a wall gives."""
_NEAR = 8
"""MF to the task within which a wave can reach it."""
_PACE = 4
"""MF towards his goal that an attacker makes in a turn under fire."""
_FEAR = (0.2, 0.3, 0.4, 0.5)
"""How much an attacker minds danger."""


def place_score(mind: Mind, at: str, unit: Unit, moving: bool) -> float:
    """How much this side likes a unit to be in a Location."""
    s = mind.s
    far = mind.far(unit, at)
    late = _late(mind, unit)
    hurry = _HURRY[late] if mind.attacks else 0.05
    fear = _FEAR[late] if mind.attacks else 0.9
    crowd = sum(map(halves, (u for u in units_at(s, at, mind.seat) if u.id != unit.id)))
    value = -hurry * far - fear * mind.danger(at, moving) + 0.06 * cover_of(s, at) - (0.25 if crowd > 4 else 0)
    if is_leader(unit):
        return value + 0.25 * min(2, crowd) - 0.6 * (crowd == 0)
    if mind.attacks and at in mind.goals() and controller(s, at) != mind.seat and not crowd:
        value += 0.5 if mind.turns_left > 1 else 1.0
    return value


def _late(mind: Mind, unit: Unit) -> int:
    """How many turns an attacker still has to be careful in: few if the way to his goal is long."""
    if unit.at and mind.far(unit, unit.at) > _PACE * mind.turns_left:
        return min(mind.turns_left, 1)
    return min(mind.turns_left, 3)


def who_moves(mind: Mind, options: list[Option]) -> Option:
    """The unit with most to gain by moving; leaders with their stacks first."""
    s, f = mind.s, mind.f
    best, chosen = 0.12, next(o for o in options if o[0] == "done")
    for option in options:
        if option[0] != "move":
            continue
        unit = s.units[str(option[1])]
        if is_leader(unit) or not unit.at or is_dummy(unit) or serves_a_gun(s, unit.id):
            continue
        here = place_score(mind, unit.at, unit, False)
        ways = [step.to for step in f.steps[unit.at] if not enemies_at(s, step.to, mind.seat)]
        beyond = dict.fromkeys([*ways, *(st.to for at in ways for st in f.steps[at])])
        gains = [place_score(mind, at, unit, at in ways) for at in beyond if not enemies_at(s, at, mind.seat)]
        gain = max(gains, default=-9.0) - here
        if gain > best:
            best, chosen = gain, option
    if chosen[0] == "done":
        for option in options:
            if len(option) < 2:
                continue
            unit = s.units[str(option[1])]
            if not unit.at or (is_leader(unit) and _lonely(mind, unit)):
                return option
    return chosen


def _lonely(mind: Mind, unit: Unit) -> bool:
    return not any(is_mmc(u) for u in units_at(mind.s, unit.at, mind.seat))


def next_step(mind: Mind, options: list[Option]) -> Option:
    """One expenditure: take a leader along, then the step that improves the place most, or stop."""
    s = mind.s
    move = s.move
    assert move is not None
    unit = s.units[move.units[0]]
    for option in options:
        if option[0] == "with" and unit.at and len(move.units) < 3 and is_mmc(unit):
            friend = s.units[str(option[1])]
            if is_leader(friend) and not any(is_leader(s.units[id]) for id in move.units):
                return option
            led = any(is_leader(s.units[id]) for id in move.units)
            if led and is_mmc(friend) and sum(halves(s.units[id]) for id in move.units) < 4:
                return option
    here = place_score(mind, unit.at, unit, False) if unit.at else -99.0
    stop = next((o for o in options if o[0] == "stop"), None)
    best, chosen = (here + (0.1 if not move.spent else 0.0), stop) if stop is not None else (-999.0, options[0])
    left = mf_left(s, move)
    for option in options:
        verb = option[0]
        if verb == "bypass":
            value = _past(mind, unit, str(option[1]), str(option[2]), left)
            if value > best:
                best, chosen = value, option
            continue
        if verb not in ("to", "assault", "to_cover"):
            continue
        at = str(option[1])
        step = next((st for st in mind.f.steps[unit.at] if st.to == at), None) if unit.at else None
        cost = step.cost if step is not None else 1
        value = place_score(mind, at, unit, True)
        if verb == "assault":
            value += 0.3 * mind.danger(at, True) - 0.02 * (left - cost)
        elif verb == "to_cover":
            value += 0.05
        # What can still be reached from there counts half.
        if verb == "to" and left - cost > 0:
            on = [
                place_score(mind, st.to, unit, False) for st in mind.f.steps[at]
                if st.cost <= left - cost and not enemies_at(s, st.to, mind.seat)
            ]  # fmt: skip
            if on:
                value = max(value, 0.5 * value + 0.5 * max(on))
        if value > best:
            best, chosen = value, option
    return chosen


def _past(mind: Mind, unit: Unit, to: str, along: str, left: int) -> float:
    """RV-A4.3 A way around a building is as good as the best place beyond it, less the danger of the open."""
    f = mind.f
    way = next(w for w in f.ways_round(unit.at, unit.bypass) if (w.to, w.along) == (to, along))
    rest = left - way.cost
    beyond = [
        place_score(mind, st.to, unit, False) for st in f.ways_out(way.to, way.sides)
        if st.to != way.to and st.cost <= rest and not enemies_at(mind.s, st.to, mind.seat)
    ]  # fmt: skip
    exposed = mind.danger(f"{to}/{(int(way.sides[-1]) + (way.sides[0] == '+')) % 6}", True)
    return max(beyond, default=-99.0) - 0.3 * exposed - 0.05


def claims_or_not(mind: Mind, options: list[Option]) -> Option:
    """RV-B9.22 The wall is claimed by those whom it covers better than their hex does."""
    for option in options:
        if option[0] == "claim" and cover_of(mind.s, mind.s.units[str(option[1])].at) < _WALL:
            return option
    return next(o for o in options if o[0] == "done")


def wave_or_not(mind: Mind, options: list[Option]) -> Option:
    """RV-A25.23 A wave costs many men: only in the last turns, when the task is near and nothing else will do."""
    near = [o for o in options if o[0] == "human_wave" and nearest_goal(mind.s, str(o[1]), mind.goals()) <= _NEAR]
    return near[0] if near and mind.attacks and mind.turns_left <= 1 else options[-1]


def with_the_wave(mind: Mind, options: list[Option]) -> Option:
    """RV-A25.231 The least dangerous of the hexes that lead on."""
    return min(options, key=lambda o: mind.danger(str(o[2]), True))


def where_to_search(mind: Mind, options: list[Option]) -> Option:
    """First where a `?` lies, then where the task is."""
    wanted = mind.goals()
    return mind.best(
        options, lambda o: 10.0 * enemies_at(mind.s, str(o[1]), mind.seat) - nearest_goal(mind.s, str(o[1]), wanted)
    )
