"""How a sensible player moves."""

from __future__ import annotations

from sandtable.games.vengeance.bot.gunnery import serves_a_gun
from sandtable.games.vengeance.bot.judgement import cover_of, nearest_goal  # fmt: skip
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.places import fear_of, place_score, places_of
from sandtable.games.vengeance.bot.routes import Route, best_end, ways
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke
from sandtable.games.vengeance.model.battle import Move, Unit
from sandtable.games.vengeance.rules.movement.allowance import allowance, mf_left
from sandtable.games.vengeance.rules.movement.sewers import tunnel_ends
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import is_dummy, is_leader, is_mmc, units_at
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_WALL = 2
"""What a wall gives."""
_NEAR = 8
"""MF to the task within which a wave can reach it."""
_A_RUSH, _MURDEROUS = 3, 0.8
"""MF that a squad covers before anybody stops it, and the danger of ground that nobody crosses alone."""
_CALM = 0.1
"""Danger that is none."""
_SMOKE_MF = 3
"""The MF that grenades and a step into smoke take."""


def who_moves(mind: Mind, options: list[Option]) -> Option:
    """The unit with most to gain by moving; then those who wait off the map, and leaders without men."""
    s = mind.s
    best, chosen = mind.habits.reason, next(o for o in options if o[0] == "done")
    for option in options:
        if option[0] != "move":
            continue
        unit = s.units[id_in(option)]
        if is_leader(unit) or not unit.at or is_dummy(unit) or serves_a_gun(s, unit.id):
            continue
        there = _best_place(mind, unit, allowance(s, unit, Move((unit.id,))))[0]
        if s.tunnels:
            there = max([there, *(_below(mind, unit, end) for end in tunnel_ends(s, unit))])
        gain = there - place_score(mind, unit.at, unit)
        if gain > best:
            best, chosen = gain, option
    if chosen[0] == "done":
        for option in options:
            if len(option) < 2:
                continue
            unit = s.units[id_in(option)]
            if not unit.at or (is_leader(unit) and _better_elsewhere(mind, unit)):
                return option
    return chosen


def stands(mind: Mind, unit: Unit) -> bool:
    """RV-A3.2 Whether a unit would rather stay where it is than move in this turn, as things are."""
    if not unit.at or unit.melee:
        return False
    known = mind.standing.get(unit.id)
    if known is None:
        there = _best_place(mind, unit, allowance(mind.s, unit, Move((unit.id,))))[0]
        known = mind.standing[unit.id] = there - place_score(mind, unit.at, unit) <= mind.habits.reason
    return known


def _better_elsewhere(mind: Mind, unit: Unit) -> bool:
    """Whether a leader is needed more in another place within his reach."""
    there = _best_place(mind, unit, allowance(mind.s, unit, Move((unit.id,))))[0]
    return there - place_score(mind, unit.at, unit) > (0.05 if _lonely(mind, unit) else 0.3)


def _lonely(mind: Mind, unit: Unit) -> bool:
    return not any(is_mmc(u) for u in units_at(mind.s, unit.at, mind.seat))


def _best_place(
    mind: Mind, unit: Unit, left: int, entries: dict[str, int] | None = None
) -> tuple[float, str, dict[str, Route]]:
    """The best place within some MF, what it is worth, and the ways."""
    reached = ways(mind, unit.at, left, entries)
    return *best_end(reached, places_of(mind, unit), fear_of(mind, unit)), reached


def next_step(mind: Mind, options: list[Option]) -> Option:
    """One expenditure: who comes along, then the first step to the best place within reach, or stop."""
    s, f = mind.s, mind.f
    move = s.move
    assert move is not None
    unit = s.units[move.units[0]]
    if (friend := _companion(mind, unit, options)) is not None:
        return friend
    left = mf_left(s, move)
    steps = dict.fromkeys(id_in(o) for o in options if o[0] == "to")
    entries = None if unit.at else {to: f.entry_cost(to) for to in steps}
    best, end, reached = _best_place(mind, unit, left, entries)
    if unit.at:
        here = place_score(mind, unit.at, unit) + (mind.habits.settled if not move.spent else 0.0)
        best, end = (best, end) if best > here and reached[end].first in steps else (here, unit.at)
        if not move.spent and ("double",) in options and _should_run(mind, unit, left, best):
            return ("double",)
    chosen: Option | None = next((o for o in options if o[0] == "stop"), None)
    if end != unit.at and end in reached and reached[end].first in steps:
        first = reached[end].first
        chosen = ("to", first)
        if end == first and ("to_cover", first) in options:
            chosen = ("to_cover", first)
    for option in options:
        value = -999.0
        if option[0] == "bypass":
            value = _past(mind, unit, id_in(option), id_in(option, 2), left)
        elif option[0] == "tunnel":
            value = _below(mind, unit, id_in(option))
        elif option[0] == "assault":
            at = id_in(option)
            value = place_score(mind, at, unit) - mind.habits.assault * fear_of(mind, unit) * mind.danger(at, True)
        if value > best:
            best, chosen = value, option
    if chosen is not None and chosen[0] == "to" and (grenade := screened(mind, unit, id_in(chosen), left, options)):
        return grenade
    return chosen if chosen is not None else next((o for o in options if o[0] == "to"), options[0])


def screened(mind: Mind, unit: Unit, to: str, left: int, options: list[Option]) -> Option | None:
    """RV-A24.1 Smoke grenades for a next step under fire, thrown from cover, if MF are left for it afterwards.

    They help all who go that way in this turn.
    """
    grenades = [o for o in options if o[0] == "smoke" and o[2] == to]
    if not grenades or not mind.attacks or in_smoke(mind.s, mind.f, to) or mind.danger(to, True) < mind.habits.screen:
        return None
    step = next(s for s in mind.f.steps[unit.at] if s.to == to)
    return grenades[0] if left >= step.cost + _SMOKE_MF and mind.danger(unit.at, True) < mind.danger(to, True) else None


def _companion(mind: Mind, unit: Unit, options: list[Option]) -> Option | None:
    """A leader comes along, and where it is calm a second squad with him."""
    s = mind.s
    move = s.move
    assert move is not None
    if not is_mmc(unit) or len(move.units) >= 3:
        return None
    led = any(is_leader(s.units[id]) for id in move.units)
    calm = not unit.at or mind.danger(unit.at, True) < _CALM
    for option in options:
        if option[0] != "with":
            continue
        friend = s.units[id_in(option)]
        if is_leader(friend) and not led and (unit.at or calm) and not _rallies(mind, friend):
            return option
        if mind.taken is not None and mind.taken.is_last(friend, friend.at, move.units):
            continue
        if led and calm and is_mmc(friend) and sum(halves(s.units[id]) for id in move.units) < 4:
            return option
    return None


def _rallies(mind: Mind, leader: Unit) -> bool:
    """RV-A10.6 Whether a leader is with broken men, or on his way to some."""
    return bool(mind.rallies_at(leader)) or any(u.broken and is_mmc(u) for u in units_at(mind.s, leader.at, mind.seat))


def _should_run(mind: Mind, unit: Unit, left: int, best: float) -> bool:
    """RV-A4.5 Double time, for those who are far from the task and from the enemy."""
    if not mind.attacks or mind.danger(unit.at, True) > _CALM or mind.far(unit, unit.at) < left + 2:
        return False
    value, end, reached = _best_place(mind, unit, left + 2)
    return value > best + mind.habits.run and reached[end].exposed < _CALM


def _past(mind: Mind, unit: Unit, to: str, along: str, left: int) -> float:
    """RV-A4.3 A way around a building is as good as the best place beyond it, less the danger of the open."""
    f = mind.f
    way = next(w for w in f.ways_round(unit.at, unit.bypass) if (w.to, w.along) == (to, along))
    rest = left - way.cost
    beyond = [
        place_score(mind, st.to, unit) for st in f.ways_out(way.to, way.sides)
        if st.to != way.to and st.cost <= rest and not enemies_at(mind.s, st.to, mind.seat)
    ]  # fmt: skip
    exposed = mind.danger(f"{to}/{(int(way.sides[-1]) + (way.sides[0] == '+')) % 6}", True)
    return max(beyond, default=-99.0) - fear_of(mind, unit) * exposed - 0.05


def _below(mind: Mind, unit: Unit, end: str) -> float:
    """RV-B8.6 A tunnel leads to its other end unseen, where nobody sees an enemy."""
    return -99.0 if end in mind.barred() or end not in mind.f.steps else place_score(mind, end, unit)


def claims_or_not(mind: Mind, options: list[Option]) -> Option:
    """RV-B9.22 The wall is claimed by those whom it covers better than their hex does, and by AFVs."""
    for option in options:
        if option[0] != "claim":
            continue
        id = id_in(option)
        if id in mind.s.vehicles or cover_of(mind.s, mind.s.units[id].at) < _WALL:
            return option
    return next(o for o in options if o[0] == "done")


def wave_or_not(mind: Mind, options: list[Option]) -> Option:
    """RV-A25.23 A wave costs many men: in the last turns, or when the Reichstag is stormed over murderous ground."""
    if not mind.attacks or mind.patient:
        return options[-1]
    waves = [o for o in options if o[0] == "human_wave"]
    near = [o for o in waves if nearest_goal(mind.s, id_in(o), mind.goals()) <= _NEAR]
    if mind.turns_left <= 1 and near and (mind.taken is None or _is_resisted(mind)):
        return near[0]
    return next((o for o in near if mind.storms and _lies_under_fire(mind, id_in(o))), options[-1])


def _is_resisted(mind: Mind) -> bool:
    """Whether an unbroken enemy is in a place that an attacker wants: the others fall to whoever walks in."""
    return any(at in mind.foes for at in mind.goals())


def _lies_under_fire(mind: Mind, at: str) -> bool:
    """Whether all steps from here towards the task are dangerous, and it is too far for a move and an advance."""
    far = nearest_goal(mind.s, at, mind.goals())
    ahead = [s.to for s in mind.f.steps[at] if nearest_goal(mind.s, s.to, mind.goals()) < far]
    return far > _A_RUSH and bool(ahead) and min(mind.danger(to, True) for to in ahead) > _MURDEROUS


def where_the_wave_goes(mind: Mind, options: list[Option]) -> Option:
    """RV-A25.23 At the enemy who is nearest to the task: there the wave is to arrive."""
    s, wanted = mind.s, mind.goals()

    def at(option: Option) -> str:
        id = id_in(option)
        return s.units[id].at if id in s.units else s.vehicles[id].at

    return min(options, key=lambda option: nearest_goal(s, at(option), wanted))


def with_the_wave(mind: Mind, options: list[Option]) -> Option:
    """RV-A25.231 The least dangerous of the hexes that lead on."""
    return min(options, key=lambda o: mind.danger(id_in(o, 2), True))


def where_to_search(mind: Mind, options: list[Option]) -> Option:
    """First where a `?` lies, then where the task is."""
    wanted = mind.goals()
    return mind.best(
        options, lambda o: 10.0 * enemies_at(mind.s, id_in(o), mind.seat) - nearest_goal(mind.s, id_in(o), wanted)
    )
