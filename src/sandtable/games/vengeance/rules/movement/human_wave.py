"""Human waves (chapters A25.23 to A25.234, D14.3): many units, one hex each by impulses, towards one enemy."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.map.ground import BRIDGE, GROUND
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Move, Unit, Wave
from sandtable.games.vengeance.rules.concealment.detection import runs_into, show_somebody
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all, secretive
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.strongholds import barred
from sandtable.games.vengeance.rules.movement.allowance import load
from sandtable.games.vengeance.rules.movement.destinations import lone_man, step_cost
from sandtable.games.vengeance.rules.movement.expenditure import carry, end_move, spend
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies, enemies_in, is_armed, is_enemy, is_known
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    inherent_capacity,
    is_dummy,
    is_leader,
    other,
    type_of,
    units_at,
)
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, halves, room_for
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_NUMBERS = components().special_movement["human_wave"]


# -- forming it ------------------------------------------------------------------------------------------------------


def may_join(s: Battle, f: Field, unit: Unit) -> bool:
    """RV-A25.23, RV-A25.24, RV-A4.11 On the ground, with no more than its IPC; no wounded men, no partisans."""
    return (
        unit.side == RUSSIAN and bool(unit.at) and good_order(unit)
        and not (unit.pinned or unit.ti or unit.moved or unit.fired or unit.wounded or unit.bypass or unit.climbing)
        and not unit.aboard and not is_dummy(unit) and not type_of(unit).partisan
        and f.place(unit.at).kind == GROUND and load(s, unit) <= inherent_capacity(unit)
    )  # fmt: skip


def formations(s: Battle, f: Field) -> dict[tuple[str, str], tuple[str, ...]]:
    """RV-A25.23 The chains of hexes that could be a wave, each named by its two ends."""
    if s.side != RUSSIAN or s.night is not None:
        return {}
    stacks: dict[str, list[Unit]] = {}
    for unit in s.units.values():
        if may_join(s, f, unit):
            stacks.setdefault(unit.at, []).append(unit)
    stacks = {at: units for at, units in stacks.items() if any(halves(u) == 2 for u in units)}
    least = 2 * int(_NUMBERS["squad_equivalents_min"])
    if sum(halves(u) for units in stacks.values() for u in units) < least:
        return {}
    chains = {}
    for start in stacks:
        for end, chain in _chains(f, start, stacks).items():
            units = [u for at in chain for u in stacks[at]]
            enough = sum(map(halves, units)) >= least and any(is_leader(u) for u in units)
            if (end, start) not in chains and enough and goals(s, f, units):
                chains[start, end] = chain
    return chains


def _might_form(s: Battle, f: Field) -> bool:
    """RV-A.12 Whether there is a chain of hexes with squads or `?` counters: silence would tell what these are not."""
    if s.side != RUSSIAN or s.night is not None or not secretive(s, RUSSIAN):
        return False
    stacks: dict[str, list[Unit]] = {}
    for unit in s.units.values():
        if unit.side != RUSSIAN or not unit.at or unit.hidden or f.place(unit.at).kind != GROUND:
            continue
        if unit.concealed or (may_join(s, f, unit) and halves(unit) == 2):
            stacks.setdefault(unit.at, []).append(unit)
    return any(
        any(s.units[id].concealed for at in chain for id in s.at[at])
        and goals(s, f, [u for at in chain for u in stacks[at]])
        for start in stacks
        for chain in _chains(f, start, stacks).values()
    )


def _chains(f: Field, start: str, stacks: dict[str, list[Unit]]) -> dict[str, tuple[str, ...]]:
    """The shortest chain from one hex to each other one, through hexes with squads."""
    known: dict[str, tuple[str, ...]] = {start: (start,)}
    queue = [start]
    for at in queue:
        for n in f.ground.neighbours[at]:
            if n in stacks and n not in known and len(known[at]) < _NUMBERS["hexes_max"]:
                known[n] = (*known[at], n)
                queue.append(n)
    return {end: chain for end, chain in known.items() if len(chain) >= _NUMBERS["hexes_min"]}


def goals(s: Battle, f: Field, units: list[Unit]) -> list[str]:
    """RV-A25.23 The Known enemies within twelve hexes whom one of the units sees."""
    most = int(_NUMBERS["target_range_max"])
    places = list(dict.fromkeys(u.at for u in units))
    return [
        e.id for e in enemies(s, RUSSIAN)
        if is_known(e) and is_enemy(e)
        and any(f.range(at, e.at) <= most and current_sight.sees(s, f, at, e.at) for at in places)
    ]  # fmt: skip


def _goal_at(s: Battle, id: str) -> str:
    """The Location of a unit or vehicle at which a wave is aimed."""
    return s.units[id].at if id in s.units else s.vehicles[id].at


def declare_wave(s: Battle) -> Flow:
    """RV-A25.23, RV-A3.3 After the berserk charges and before all other movement: a wave and its target, or none."""
    f = field_of(s)
    chains = formations(s, f)
    if not chains and not _might_form(s, f):
        s.step = "stacks"
        return
    options: list[Option] = [("human_wave", *ends) for ends in chains]
    pick = yield Choose(s.side, [*options, ("no_wave",)], rule="RV-A25.23", ask="human_wave")
    if pick[0] == "no_wave":
        s.step = "stacks"
        return
    chain = chains[id_in(pick), id_in(pick, 2)]
    units = [u for at in chain for u in units_at(s, at, s.side) if may_join(s, f, u)]
    wanted: list[Option] = [("wave_target", id) for id in goals(s, f, units)]
    target = yield Choose(s.side, wanted, rule="RV-A25.23", ask="wave_target", forced=True)
    reveal_all(s, (unit.id for unit in units), "RV-A25.23")
    for unit in units:
        mark(s, unit.id, wave=True, moved=True)
    s.wave = Wave(id_in(target), tuple((u.id, int(_NUMBERS["mf"])) for u in units))
    s.journal.add("RV-A25.23", "human_wave", units=tuple(u.id for u in units), target=id_in(target))


# -- impulses --------------------------------------------------------------------------------------------------------


def wave_on(s: Battle) -> Flow:
    """RV-A25.231, RV-D14.3 All units of the wave enter one hex each; then the DEFENDER is asked, place by place."""
    wave = s.wave
    assert wave is not None
    if wave.due:
        yield from _interrupts(s, wave)
        return
    rest = [id for id, _ in wave.left if id not in wave.done]
    if not rest:
        _next_impulse(s, wave)
        return
    f = field_of(s)
    unit = s.units[rest[0]]
    steps = next_steps(s, f, wave, unit) if unit.wave else []
    if not steps:
        _leaves(s, wave, unit.id)
        return
    pick = yield Choose(
        s.side, [("wave_to", unit.id, st.to) for st in steps], rule="RV-A25.231", ask="wave_to", about=(unit.id,),
        forced=True,
    )  # fmt: skip
    _enter(s, f, wave, unit, next(st for st in steps if st.to == pick[2]))
    here = s.units.get(unit.id)
    if here is not None and here.at == pick[2] and runs_into(s, here.at, here.side):
        yield from show_somebody(s, here.at, other(here.side))  # RV-A25.233: it is not sent back


def next_steps(s: Battle, f: Field, wave: Wave, unit: Unit) -> list[LocationStep]:
    """RV-A25.231, RV-A25.233 Closer to the target, else equally far; the wave's hexes stay one chain."""
    goal = f.hex_of[_goal_at(s, wave.target)]
    here = f.ground.range(f.hex_of[unit.at], goal)
    left = dict(wave.left)[unit.id]
    moved = {f.hex_of[s.units[id].at] for id in wave.done if id in s.units and s.units[id].wave}
    can = [
        st for st in f.steps[unit.at]
        if f.hex_of[st.to] != f.hex_of[unit.at] and f.place(st.to).kind in (GROUND, BRIDGE)
        and cost_of(s, f, st, unit, left) <= left and not in_blaze(s, st.to) and not barred(s, f, unit, st)
        and room_for(s, f, st.to, unit.side, [unit], OVERSTACK)
        and (not moved or any(f.ground.range(f.hex_of[st.to], hex) <= 1 for hex in moved))
    ]  # fmt: skip
    closer = [st for st in can if f.ground.range(f.hex_of[st.to], goal) < here]
    return closer or [st for st in can if f.ground.range(f.hex_of[st.to], goal) == here]


def cost_of(s: Battle, f: Field, step: LocationStep, unit: Unit, left: int) -> int:
    """RV-A25.231 Costs are paid by each unit."""
    return (left if left == _NUMBERS["mf"] else left + 1) if step.all_mf else step_cost(s, f, step, Move((unit.id,)))


def _enter(s: Battle, f: Field, wave: Wave, unit: Unit, step: LocationStep) -> None:
    left = dict(wave.left)
    cost = cost_of(s, f, step, unit, left[unit.id])
    if s.works:
        mines.leave(s, [unit.id], unit.at, step.to)
        if unit.id not in s.units or s.units[unit.id].broken:
            _leaves(s, wave, unit.id)
            return
    put(s, unit.id, step.to)
    carry(s, (unit.id,))
    s.journal.add("RV-A25.231", "moves", units=(unit.id,), to=step.to, cost=cost, mode="wave")
    left[unit.id] -= cost
    done = (*wave.done, unit.id)
    everybody = len(done) == len(wave.left)
    places = tuple(dict.fromkeys(s.units[id].at for id in done)) if everybody else ()
    s.wave = replace(wave, left=tuple(left.items()), done=done, cost=(*wave.cost, (unit.id, cost)), due=places)


def _leaves(s: Battle, wave: Wave, id: str) -> None:
    """RV-A25.231, RV-A25.233 A unit that cannot go on with the wave leaves it."""
    left = tuple((u, mf) for u, mf in wave.left if u != id)
    everybody = bool(wave.done) and len(wave.done) == len(left)
    places = tuple(dict.fromkeys(s.units[u].at for u in wave.done)) if everybody else ()
    s.wave = replace(wave, left=left, due=places)


def _interrupts(s: Battle, wave: Wave) -> Flow:
    """RV-D14.3, RV-Z1 One Location after another, in the DEFENDER's order."""
    pick = yield Choose(
        other(s.side), [("wave_at", at) for at in wave.due], rule="RV-D14.3", ask="wave_at", forced=True
    )
    at = id_in(pick)
    s.wave = replace(wave, due=tuple(place for place in wave.due if place != at))
    units = tuple(id for id in wave.done if id in s.units and s.units[id].at == at and not s.units[id].broken)
    if units:
        cost = max(mf for id, mf in wave.cost if id in units)
        prey = at if lone_man(s, at, among=units) else ""
        s.move = Move(units, mode="wave", over=not prey, road=False, overrun=prey)
        s.shots.clear()
        if s.works:
            mines.enter(s, list(units), "", at)
        if s.move.units:
            spend(s, cost)
        else:
            end_move(s)


def _next_impulse(s: Battle, wave: Wave) -> None:
    """RV-A25.233, RV-A25.234 Who met an enemy, broke or is spent has left; without men or target it ends."""
    f = field_of(s)
    stay = tuple((id, mf) for id, mf in wave.left if mf and _goes_on(s, id))
    target = wave.target if stay else ""
    units = [s.units[id] for id, _ in stay]
    seen = goals(s, f, units) if stay else []
    if target not in seen:
        # A new target is the nearest Known enemy in sight.
        target = min(seen, key=lambda id: min(f.range(u.at, _goal_at(s, id)) for u in units), default="")
    if not target:
        s.wave = None
        return
    s.wave = Wave(target, stay)


def _goes_on(s: Battle, id: str) -> bool:
    unit = s.units.get(id)
    if unit is None or unit.broken or unit.berserk or unit.melee:
        return False
    return not any(is_known(e) and is_armed(s, e) for e in enemies_in(s, unit.at, unit.side))
