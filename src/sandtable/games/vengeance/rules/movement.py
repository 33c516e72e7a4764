"""Movement (chapter A4): a stack at a time, an expenditure at a time, and after each the DEFENDER may fire."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.components import HERO, LEADER
from sandtable.games.vengeance.field import Field, Step, field_of
from sandtable.games.vengeance.model import OPPORTUNITY, PREP, Battle, Move, Unit, Weapon
from sandtable.games.vengeance.rules import attack, fire
from sandtable.games.vengeance.rules.digging import foxhole_room
from sandtable.games.vengeance.rules.fires import in_blaze
from sandtable.games.vengeance.rules.firing import first_fire
from sandtable.games.vengeance.rules.morale import calm_down, pin, task_check
from sandtable.games.vengeance.rules.sniper import settle_snipers
from sandtable.games.vengeance.rules.special import place
from sandtable.games.vengeance.rules.units import (
    enemies_at,
    good_order,
    held,
    inexperienced,
    is_leader,
    is_mmc,
    mark,
    overstacked,
    put,
    room_for,
    type_of,
    weapon_type,
)  # fmt: skip
from sandtable.games.vengeance.scenarios import entry_places
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.state import replace

_BERSERK_MF = 8
_OVERSTACK = 4
"""Half-squads over the limit that a Location may hold in the Movement, Rout and Advance Phases."""
_RECOVERS = 5


# -- movement factors ------------------------------------------------------------------------------------------------


def load(s: Battle, unit: Unit) -> int:
    """RV-A4.4 Portage points of what a unit carries."""
    return sum(weapon_type(w).pp for w in held(s, unit.id))


def inherent_capacity(unit: Unit) -> int:
    """RV-A4.4 Three portage points for an MMC, one for a man, one less while CX."""
    return max(0, (3 if is_mmc(unit) else 1) - unit.cx)


def printed_mf(s: Battle, unit: Unit) -> int:
    """RV-A4.11, RV-A19.3 MMC 4, inexperienced 3, SMC 6, wounded 3, berserk 8."""
    if unit.berserk:
        return _BERSERK_MF
    type = type_of(unit)
    if type.kind in (LEADER, HERO):
        return type.wounded_mf if unit.wounded else type.mf
    return 3 if inexperienced(s, unit) else 4


def allowance(s: Battle, unit: Unit, move: Move) -> int:
    """RV-A4.11, RV-A4.12, RV-A4.4, RV-A4.5 The MF of one unit of a moving stack."""
    mf = printed_mf(s, unit)
    if unit.berserk:
        return mf
    if is_mmc(unit) and move.leader in move.units and gives_bonus(s.units[move.leader]):
        mf += 2
    carried = load(s, unit)
    if carried:
        mf -= max(0, carried - inherent_capacity(unit) - _helpers(s, unit, move))
    return mf + move.double


def gives_bonus(unit: Unit) -> bool:
    """RV-A4.12 An unwounded Good Order leader; heroes do not give it."""
    return is_leader(unit) and good_order(unit) and not unit.wounded


def _helpers(s: Battle, unit: Unit, move: Move) -> int:
    """RV-A4.4 Leaders and heroes of the stack who carry nothing lend their portage point to its first loaded MMC."""
    loaded = [id for id in move.units if is_mmc(s.units[id]) and load(s, s.units[id]) > inherent_capacity(s.units[id])]
    if not loaded or loaded[0] != unit.id:
        return 0
    return sum(1 for id in move.units if not is_mmc(s.units[id]) and not held(s, id))


def mf_left(s: Battle, move: Move, road: bool = False) -> int:
    """RV-A4.132 What the slowest unit of the stack has left; one more if every MF is spent along a road."""
    most = min(allowance(s, s.units[id], move) for id in move.units)
    return most + int(road and move.road and not s.units[move.units[0]].berserk) - move.spent


# -- who moves -------------------------------------------------------------------------------------------------------


def may_move(s: Battle, unit: Unit) -> bool:
    """RV-A3.2, RV-A4.2 Good Order, unpinned, not TI, not fired, and not yet moved."""
    return (
        unit.side == s.side and good_order(unit) and not (unit.pinned or unit.ti or unit.moved)
        and unit.fired not in (PREP, OPPORTUNITY) and (unit.at != "" or bool(entry_places(s, unit)))
    )  # fmt: skip


def movement_phase(s: Battle) -> Flow:
    """RV-A3.3 One expenditure, one shot of the DEFENDER, or the choice of the next stack."""
    if s.move is not None:
        if s.move.window:
            yield from first_fire(s)
            if not s.move.window:
                _window_closed(s)
        elif s.move.charge:
            yield from _charge_on(s)
        else:
            yield from _expend(s)
        return
    wild = [u for u in s.units.values() if u.side == s.side and u.berserk and not u.moved and not u.melee and u.at]
    if wild:
        yield from _begin_charge(s, wild)
        return
    can = [u.id for u in s.units.values() if may_move(s, u)]
    if not can:
        s.step = "done"
        return
    pick = yield Choose(
        s.side,
        [*(("move", id) for id in can), ("done",)],
        rule="RV-A4.2",
        ask="move",
        why_not=lambda o: why_not_move(s, o),
    )
    if pick[0] == "done":
        s.step = "done"
        return
    unit = s.units[str(pick[1])]
    s.move = Move((unit.id,), leader=unit.id if is_leader(unit) else "")
    s.shots.clear()
    s.volleys.clear()


def why_not_move(s: Battle, option: Option) -> Refusal | None:
    """Why a unit that somebody clicked cannot move."""
    unit = s.units.get(str(option[1])) if len(option) > 1 and option[0] == "move" else None
    if unit is None or unit.side != s.side:
        return None
    if unit.broken:
        return "A broken unit moves only in the Rout Phase.", "RV-A10.5"
    if unit.melee:
        return "A unit in Melee cannot move.", "RV-A11.15"
    if unit.pinned or unit.ti:
        return "A pinned or TI unit cannot move.", "RV-A7.8"
    if unit.fired:
        return "It has fired, or waits with Opportunity Fire, and may not move in this turn.", "RV-A3.2"
    return ("It has moved already.", "RV-A4.2") if unit.moved else None


# -- one expenditure -------------------------------------------------------------------------------------------------


def steps_from(s: Battle, f: Field, unit: Unit) -> tuple[Step, ...]:
    """RV-A2.5 The steps out of a Location; a unit off the map enters the hexes of its entry area."""
    if unit.at:
        return f.steps[unit.at]
    return tuple(Step(at, f.entry_cost(at)) for at in entry_places(s, unit))


def step_cost(s: Battle, f: Field, step: Step, move: Move) -> int:
    """RV-B.2, RV-A5.12 With smoke in the Location and for each squad too many there."""
    cost = step.cost + (1 if s.smoke and step.to in s.smoke else 0)
    cost += any(s.units[id].dug for id in move.units)  # RV-B27.1: out of the foxhole first
    side = s.units[move.units[0]].side
    if s.at.get(step.to):
        over = overstacked_after(s, f, step.to, side, move)
        cost += over
    return cost


def overstacked_after(s: Battle, f: Field, at: str, side: str, move: Move) -> int:
    """Squad-equivalents too many in a Location once the stack is in it."""
    if room_for(s, f, at, side, [s.units[id] for id in move.units]):
        return 0
    return max(1, overstacked(s, f, at, side) + 1)


def may_enter(s: Battle, f: Field, at: str, side: str, units: list[Unit]) -> bool:
    """RV-A4.14, RV-A5.12, RV-B25.2 No enemy there, room left, no Blaze."""
    return not in_blaze(s, at) and not enemies_at(s, at, side) and room_for(s, f, at, side, units, _OVERSTACK)


def _expend(s: Battle) -> Flow:
    """RV-A4.2 What the stack does next."""
    move = s.move
    assert move is not None
    f = field_of(s)
    options = list(_start_options(s, move)) + list(_step_options(s, f, move)) + list(_task_options(s, f, move))
    if len(move.units) > 1:
        options += [("leave", id) for id in move.units]
    if move.mode == "dash" and any(o[0] == "to" for o in options):
        options = [o for o in options if o[0] == "to"]  # it has declared that it goes on
    else:
        options.append(("stop",))
    pick = yield Choose(s.side, options, rule="RV-A4.2", ask="step", about=(move.units[0], mf_left(s, move)))
    _do(s, f, move, pick)
    if s.alarms:
        yield from settle_snipers(s)


def _start_options(s: Battle, move: Move) -> list[Option]:
    """RV-A4.2, RV-A4.5 Who comes along, and double time."""
    found: list[Option] = []
    first = s.units[move.units[0]]
    units = [s.units[id] for id in move.units]
    if not move.spent and not move.double:
        found += [
            ("with", u.id) for u in s.units.values()
            if u.at == first.at and u.id not in move.units and may_move(s, u) and (u.at or u.group == first.group)
        ]  # fmt: skip
    tired = any(u.cx or u.wounded or (inexperienced(s, u) and load(s, u) > inherent_capacity(u)) for u in units)
    if not move.double and not tired:
        found.append(("double",))
    return found


def _step_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A4.13, RV-A4.6, RV-A4.134 Every Location that the stack can pay for."""
    units = [s.units[id] for id in move.units]
    left, on_road = mf_left(s, move), mf_left(s, move, road=True)
    if move.mode == "dash":
        return [("to", at) for at in across(s, f, units, units[0].at, move.came, left)]
    found: list[Option] = _dashes(s, f, move, units, left)
    for step in steps_from(s, f, units[0]):
        if not may_enter(s, f, step.to, s.side, units):
            prey = lone_man(s, step.to) and any(map(is_mmc, units)) and not in_blaze(s, step.to) and bool(units[0].at)
            if prey and 2 * step_cost(s, f, step, move) <= left:
                found.append(("overrun", step.to))
            continue
        cost = step_cost(s, f, step, move)
        if step.all_mf:
            cost = max(cost, left) if not move.spent else left + 1
        if cost <= (on_road if step.road else left):
            found.append(("to", step.to))
            cover = step.cover or int(foxhole_room(s, step.to, units))
            if cover and cost + cover <= left:
                found.append(("to_cover", step.to))
            if not move.spent and not move.double and cost < left and units[0].at:
                found.append(("assault", step.to))
        elif not move.spent and units[0].at and not any(u.cx for u in units):
            found.append(("minimum", step.to))
    return list(dict.fromkeys(found))


def _dashes(s: Battle, f: Field, move: Move, units: list[Unit], left: int) -> list[Option]:
    """RV-A4.63 Across one road hex at 1 MF, from a hex that is not open into another that is not, with MF for both."""
    at = units[0].at
    if not at or f.terrain_of[at].open_ground or f.place(at).kind != "ground" or any(u.cx for u in units):
        return []
    return [
        ("dash", step.to)
        for step in f.steps[at]
        if is_street(f, step.to) and step.cost == 1 and may_enter(s, f, step.to, s.side, units)
        and across(s, f, units, step.to, at, left - 1)
    ]  # fmt: skip


def lone_man(s: Battle, at: str) -> bool:
    """RV-A4.15 Whether the only enemy in a Location is one leader or hero."""
    there = [s.units[id] for id in s.at.get(at, ())]
    return len(there) == 1 and there[0].side != s.side and not is_mmc(there[0]) and not there[0].melee


def is_street(f: Field, at: str) -> bool:
    """RV-A4.63 A road hex, but no debris and no boulevard."""
    hex = f.hex(at)
    return hex.base in ("PAVED", "DIRT") and any("ROAD" in side for side in f.ground.sides[hex.id])


def across(s: Battle, f: Field, units: list[Unit], road: str, came: str, left: int) -> list[str]:
    """RV-A4.63 Where a dash can end: not open ground, and not next to where it began."""
    behind = set(f.ground.neighbours[f.hex_of[came]]) | {f.hex_of[came]} if came else set()
    return [
        step.to for step in f.steps[road]
        if not f.terrain_of[step.to].open_ground and f.hex_of[step.to] not in behind
        and step.cost <= left and may_enter(s, f, step.to, s.side, units)
    ]  # fmt: skip


def _task_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A24.1, RV-A4.44, RV-A23.1 Smoke grenades, recovery of weapons, placing charges."""
    if mf_left(s, move) < 1 or not s.units[move.units[0]].at:
        return []
    found: list[Option] = []
    at, left = s.units[move.units[0]].at, mf_left(s, move)
    for id in move.units:
        unit = s.units[id]
        if type_of(unit).smoke_exponent and not unit.smoked:
            near = [to for to in f.adjacent[at] if f.place(to).kind == "ground"] if left >= 2 else []
            found += [("smoke", id, to) for to in (at, *near)]
        found += [("drop", id, w.id) for w in held(s, id)]
        found += [
            ("recover", id, w.id)
            for w in s.weapons.values()
            if w.at == at and not w.holder and id not in w.tried and not w.used
        ]
    for weapon in s.weapons.values():
        if weapon.holder in move.units and weapon_type(weapon).type == "DC":
            found += [
                ("place_charge", weapon.id, to) for to in (at, *f.adjacent[at]) if _placing_cost(s, f, at, to) <= left
            ]
    return found


def _placing_cost(s: Battle, f: Field, at: str, to: str) -> int:
    return 1 if at == to else min(step.cost for step in f.steps[at] if step.to == to)


def _do(s: Battle, f: Field, move: Move, pick: Option) -> None:
    verb = pick[0]
    if verb == "stop":
        end_move(s)
    elif verb == "with":
        unit = s.units[str(pick[1])]
        leader = move.leader or (unit.id if is_leader(unit) else "")
        s.move = replace(move, units=(*move.units, unit.id), leader=leader)
    elif verb == "leave":
        _leave_behind(s, move, str(pick[1]))
    elif verb == "double":
        s.move = replace(move, double=2 if not move.spent else 1)
        for id in move.units:
            mark(s, id, cx=True)
        s.journal.add("RV-A4.5", "double_time", units=move.units)
    elif verb == "smoke":
        _smoke(s, move, str(pick[1]), str(pick[2]))
    elif verb == "drop":
        s.weapons[str(pick[2])] = replace(
            s.weapons[str(pick[2])], holder="", at=s.units[str(pick[1])].at, tried=(str(pick[1]),)
        )
        s.journal.add("RV-A4.432", "weapon_dropped", unit=str(pick[1]), weapon=str(pick[2]))
    elif verb == "recover":
        _recover(s, move, str(pick[1]), str(pick[2]))
    elif verb == "place_charge":
        id, to = str(pick[1]), str(pick[2])
        s.move = replace(move, placing=(id, to))
        spend(s, _placing_cost(s, f, s.units[move.units[0]].at, to))
    elif verb == "overrun":
        _overrun(s, f, move, str(pick[1]))
    else:
        _step(s, f, move, str(verb), str(pick[1]))


def _overrun(s: Battle, f: Field, move: Move, to: str) -> None:
    """RV-A4.15 A NTC first; then the stack enters at double cost, and the DEFENDER may fire."""
    runner = next(id for id in move.units if is_mmc(s.units[id]))
    if not task_check(s, runner, 0, "RV-A4.15"):
        end_move(s)
        return
    came = s.units[move.units[0]].at
    step = min((st for st in f.steps[came] if st.to == to), key=lambda st: st.cost)
    cost = 2 * step_cost(s, f, step, move)
    for id in move.units:
        put(s, id, to)
    s.move = replace(move, here=0, road=False, mode="", scorched=False, came=came, overrun=to)
    s.shots.clear()
    s.journal.add("RV-A4.15", "moves", units=move.units, to=to, cost=cost, mode="overrun")
    spend(s, cost)


def _leave_behind(s: Battle, move: Move, id: str) -> None:
    """RV-A4.2 A unit that is left behind ends its move there; before the first MF it may still move later."""
    if move.spent:
        mark(s, id, moved=True)
    units = tuple(u for u in move.units if u != id)
    leader = "" if move.leader == id else move.leader
    s.move = replace(move, units=units, leader=leader)


def _step(s: Battle, f: Field, move: Move, verb: str, to: str) -> None:
    """RV-A4.13 The stack enters a Location."""
    unit = s.units[move.units[0]]
    step = min((st for st in steps_from(s, f, unit) if st.to == to), key=lambda st: st.cost)
    cost = step_cost(s, f, step, move)
    left = mf_left(s, move, step.road)
    road = move.road and step.road
    foxhole = verb == "to_cover" and foxhole_room(s, to, [s.units[id] for id in move.units])
    if verb == "to_cover":
        cost, road = cost + max(1, step.cover), False
    if verb == "minimum" or step.all_mf:
        cost = max(left, 1)
    mode = verb if verb in ("assault", "dash") else ""
    for id in move.units:
        put(s, id, to)
        if verb == "to_cover":
            mark(s, id, shellhole=not foxhole, dug=foxhole)
        if verb == "minimum":
            mark(s, id, cx=True)
    over = verb in ("assault", "minimum")
    s.move = replace(move, here=0, road=road, mode=mode, over=over, scorched=False, came=unit.at)
    s.shots.clear()
    s.journal.add("RV-A4.13", "moves", units=move.units, to=to, cost=cost, mode=verb)
    for weapon in list(s.weapons.values()):
        if weapon.holder in move.units and not weapon.carried:
            s.weapons[weapon.id] = replace(weapon, carried=True)
    spend(s, cost)


def spend(s: Battle, cost: int) -> None:
    """RV-A4.2, RV-Z1 MF are spent where the stack is: residual FP and lanes attack, then the DEFENDER is asked."""
    assert s.move is not None
    for id in s.move.units:
        mark(s, id, moved=True)
    s.volleys.clear()
    s.move = replace(s.move, spent=s.move.spent + cost, here=s.move.here + cost, window=True)
    if not s.move.scorched and (s.residual or s.lanes):
        at = s.units[s.move.units[0]].at
        if at in s.residual or at in s.lanes:
            s.move = replace(s.move, scorched=True)
            attack.lingering_fire(s)


def _window_closed(s: Battle) -> None:
    """The DEFENDER has fired all he wants at this expenditure."""
    assert s.move is not None
    if s.move.placing[0]:
        place(s)
    if s.move.mode == "" and s.move.over:
        for id in s.move.units:
            pin(s, id)  # RV-A4.134: a minimum move ends pinned
    if not s.move.overrun and (not s.move.units or s.move.over):
        end_move(s)


def end_move(s: Battle) -> None:
    """The stack has finished its Movement Phase."""
    if s.move is not None:
        for id in s.move.units:
            mark(s, id, moved=True)
    s.move = None
    s.shots.clear()
    s.volleys.clear()


# -- tasks -----------------------------------------------------------------------------------------------------------


def _smoke(s: Battle, move: Move, id: str, to: str) -> None:
    """RV-A24.1 A die at most the exponent succeeds; a 6 ends the squad's movement."""
    unit = mark(s, id, smoked=True)
    die = s.dice.roll(6, "smoke grenades")
    success = die + unit.cx <= type_of(unit).smoke_exponent
    s.journal.add("RV-A24.1", "smoke", unit=id, target=to, die=die, success=success)
    if success:
        s.smoke[to] = max(s.smoke.get(to, 0), 2)
    cost = 1 if to == unit.at else 2
    spend(s, cost)
    if die == 6 and s.move is not None and id in s.move.units:
        mark(s, id, moved=True)
        if len(s.move.units) == 1:
            s.move = replace(s.move, over=True, mode=s.move.mode or "spent")
        else:
            _leave_behind(s, s.move, id)


def try_recovery(s: Battle, unit: Unit, weapon: Weapon) -> bool:
    """RV-A4.44 A die of 5 or less takes up a weapon that lies there; +1 CX, +1 broken, -1 for a hero."""
    die = s.dice.roll(6, "recovery")
    final = die + unit.cx + unit.broken - (type_of(unit).kind == HERO)
    success = final <= _RECOVERS
    s.journal.add("RV-A4.44", "recovery", unit=unit.id, weapon=weapon.id, die=die, final=final, success=success)
    if success:
        s.weapons[weapon.id] = replace(weapon, holder=unit.id, at="", tried=())
    else:
        s.weapons[weapon.id] = replace(weapon, tried=(*weapon.tried, unit.id))
    return success


def _recover(s: Battle, move: Move, id: str, weapon: str) -> None:
    try_recovery(s, s.units[id], s.weapons[weapon])
    spend(s, 1)


# -- berserk ---------------------------------------------------------------------------------------------------------


def _begin_charge(s: Battle, wild: list[Unit]) -> Flow:
    """RV-A15.4 Before all other movement berserk units charge the nearest Known enemy in their LOS."""
    f = field_of(s)
    unit = wild[0]
    enemies = [
        e for e in s.units.values() if e.side != s.side and e.at and not e.hidden and fire.sees(s, f, unit.at, e.at)
    ]  # fmt: skip
    if not enemies:
        mark(s, unit.id, moved=True)
        calm_down(s, unit.id)
        return
    nearest = min(f.range(unit.at, e.at) for e in enemies)
    places = list(dict.fromkeys(e.at for e in enemies if f.range(unit.at, e.at) == nearest))
    pick = yield Choose(s.side, [("charge", unit.id, at) for at in places], rule="RV-A15.4", ask="charge", forced=True)
    s.move = Move((unit.id,), charge=str(pick[2]))
    s.shots.clear()
    s.volleys.clear()


def _charge_on(s: Battle) -> Flow:
    """RV-A15.4 The next step of a charge, by the path of fewest MF, into the enemy's Location, where it stops."""
    move = s.move
    assert move is not None
    f = field_of(s)
    if not move.units:
        end_move(s)
        return
    unit = s.units[move.units[0]]
    left = mf_left(s, move)

    def ways(at: str) -> list[tuple[str, int]]:
        return [
            (st.to, st.cost) for st in f.steps[at]
            if not in_blaze(s, st.to) and (st.to == move.charge or not enemies_at(s, st.to, unit.side))
        ]  # fmt: skip

    path = reachable(unit.at, ways, until=move.charge).path(move.charge) if unit.at != move.charge else []
    step = next((st for st in f.steps[unit.at] if path and st.to == path[0]), None)
    if step is None or step_cost(s, f, step, move) > left:
        end_move(s)
        return
    put(s, unit.id, step.to)
    s.move = replace(move, here=0, scorched=False)
    s.shots.clear()
    cost = step_cost(s, f, step, move)
    s.journal.add("RV-A15.4", "moves", units=move.units, to=step.to, cost=cost, mode="charge")
    spend(s, cost)
    if s.alarms:
        yield from settle_snipers(s)
