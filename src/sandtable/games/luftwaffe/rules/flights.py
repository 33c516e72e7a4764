"""The American's movement: stacks led along a route, drawn or found; escorts; strikes. Chapters 5, 8, 14.2."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.geography import (
    FAR,
    american_moves,
    can_be_flown,
    distance,
    open_neighbours,
    reach,
    route,
)
from sandtable.games.luftwaffe.model import American, Luftwaffe, kind_of
from sandtable.games.luftwaffe.rules import courses
from sandtable.games.luftwaffe.rules.air_time import drop_options, drop_tanks, polish_exits, time_up
from sandtable.games.luftwaffe.rules.losses import dissolve_escorts
from sandtable.games.luftwaffe.rules.shuttles import leave_for_russia
from sandtable.kernel.flow import Asks, Choose, Flow, Option, Refusal
from sandtable.kernel.state import replace

DONE: Option = ("done",)
DRAW: Option = ("draw",)
STOP: Option = ("stop",)
ABORT: Option = ("abort",)


def is_bomber(unit: American) -> bool:
    return kind_of(unit).bomber


def group_bombers(s: Luftwaffe, unit: American) -> list[American]:
    """LW-8.4 The bombers that a close escort belongs to: those in its hex, or those that flew from it this turn."""
    group = [u for u in s.americans.values() if u.status == "up" and u.type == unit.escort]
    return [u for u in group if u.hex == unit.hex or (u.moved and u.origin == unit.hex)]


def must_move(s: Luftwaffe, unit: American) -> bool:
    """LW-5.3, LW-5.10, LW-8.4 Bombers fly on every turn, and their close escort with them."""
    return is_bomber(unit) or bool(unit.escort)


def may_act(s: Luftwaffe, unit: American) -> bool:
    """LW-4.3.3 A unit that has not moved; an escort moves after its bombers."""
    if unit.status != "up" or unit.moved:
        return False
    if not unit.escort:
        return True
    waiting = (u for u in s.americans.values() if u.status == "up" and not u.moved and u.type == unit.escort)
    return all(u.hex != unit.hex for u in waiting)


def companions(s: Luftwaffe, id: str) -> list[str]:
    """LW-5.7 The units that may be led by this one: of its type and kind of task, in its hex, not yet moved."""
    lead = s.americans[id]
    alike = (lead.type, lead.hex, lead.turned, lead.escort, lead.homing)
    return [
        other
        for other, u in s.americans.items()
        if u.status == "up" and not u.moved and (u.type, u.hex, u.turned, u.escort, u.homing) == alike
    ]


def american_movement(s: Luftwaffe) -> Flow:
    """LW-4.3.3, LW-5.7, LW-6.6 One unit or stack moves, or tanks are dropped, or the movement is finished."""
    able = [id for id, u in s.americans.items() if may_act(s, u)]
    if not able:
        s.step = "uncover"
        return
    units = [s.americans[id] for id in able]
    options: list[Option] = [("move", id) for id in able]
    stacks: dict[tuple[str, str, bool, str, bool], int] = {}
    for u in units:
        alike = (u.type, u.hex, u.turned, u.escort, u.homing)
        stacks[alike] = stacks.get(alike, 0) + 1
    options += [
        ("lead", id)
        for id, u in zip(able, units, strict=True)
        if stacks[(u.type, u.hex, u.turned, u.escort, u.homing)] > 1
    ]
    behind = s.zone.all
    options += [
        ("recover", id)
        for id, u in zip(able, units, strict=True)
        if u.hex in behind and not u.escort and not is_bomber(u)
    ]
    options += drop_options(s, (u for u in s.americans.values() if u.status == "up"))
    if not any(must_move(s, u) for u in units):
        options.append(DONE)
    pick = yield Choose(AMERICAN, options, rule="LW-4.3.3", ask="american_move", why_not=lambda o: _not_done(s, o))
    match pick:
        case ("done",):
            s.step = "uncover"
        case ("drop", str(key)):
            drop_tanks(s, key)
        case ("recover", str(id)):
            recover(s, id)
        case (verb, str(id)):
            yield from fly(s, companions(s, id) if verb == "lead" else [id], id)


def _not_done(s: Luftwaffe, option: Option) -> Refusal | None:
    if option == DONE:
        return "Bombers fly their full movement every turn, and close escorts with them.", "LW-5.3"
    if option[0] in ("move", "lead") and len(option) == 2 and option[1] in s.americans:
        unit = s.americans[str(option[1])]
        if unit.escort and not unit.moved:
            return "A close escort moves after the bombers of its group.", "LW-8.4"
        if unit.moved:
            return "It has moved already in this half-turn.", "LW-5.1"
    return None


def recover(s: Luftwaffe, id: str) -> None:
    """LW-5.11, LW-8.3 A unit inside the zone is out of the raid."""
    s.americans[id] = replace(
        s.americans[id], status="recovered", hex="", moved=True, escort="", homing=False, path=(), strike="", clock=""
    )
    s.journal.add("LW-5.11", "recovered", unit=id)


def fly(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-5.7 The movement of a stack behind its leader; those that may not follow are left to move on their own."""
    unit = s.americans[lead]
    s.moving = (lead, *(id for id in ids if id != lead))
    if is_bomber(unit):
        yield from fly_bombers(s, ids, lead)
    elif unit.escort:
        yield from fly_escort(s, ids, lead)
    elif unit.homing:
        yield from fly_home(s, ids, lead)
    else:
        yield from fly_fighters(s, ids, lead)
    s.moving = ()


# -- bombers ---------------------------------------------------------------------------------------------------------


def without(ids: list[str], lead: str) -> list[Option]:
    """LW-5.5, LW-5.7 Units that may be left out of a formation, to move on their own."""
    return [("without", id) for id in ids if id != lead]


def fly_bombers(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-5.3 - LW-5.5, LW-7.11 A formation flies its full movement on a course that is direct for each bomber."""
    ids, unit = list(ids), s.americans[lead]
    while True:
        units = [s.americans[id] for id in ids]
        ends = courses.common(s, units)
        leaving = [courses.exits_to_russia(s, u) for u in units]
        options: list[Option] = []
        if all(leaving):
            options += [("exit", to) for to in ends]
        elif not any(leaving):
            options += [("fly", to) for to in ends]
            options += [DRAW] if ends else []
        one_mission = len({(u.mission, u.home, u.start, u.flown) for u in units}) == 1
        if s.pass_through and one_mission:
            options += [("over", to) for to in courses.flights_on(s, unit)]
        if not unit.turned and all(u.mission == AIRBASE for u in units):
            options.append(("abort",))
            options += [("bomb_at", to) for to in ends if to in parts().base_at and to not in s.zone.all]
        options += without(ids, lead)
        pick = yield Choose(
            AMERICAN, options, rule="LW-5.4", ask="course", about=(lead,), why_not=lambda o: why_no_course(s, unit, o)
        )  # fmt: skip
        if pick[0] != "without":
            break
        ids.remove(str(pick[1]))
        s.moving = (lead, *(id for id in ids if id != lead))
    match pick:
        case ("abort",):
            for id in ids:
                turn_back(s, id)
        case ("exit", _):
            for id in ids:
                leave_for_russia(s, id)
        case ("over", str(to)):
            fly_over(s, ids, parts().cities[unit.mission].hex, to)
        case ("bomb_at", str(to)):
            yield from attack_base(s, ids, unit, to, ends[to][0])
        case ("draw",):
            yield from fly_drawn(s, ids, unit, ends)
        case (_, str(to)):
            send(s, ids, route(unit.hex, to, ends[to][0]))


def fly_drawn(s: Luftwaffe, ids: list[str], unit: American, ends: dict[str, tuple[int, int]]) -> Flow:
    """LW-5.4, LW-7.18 A path drawn by hand; airbase attackers may give up on the way."""
    may_abort = not unit.turned and all(s.americans[id].mission == AIRBASE for id in ids)
    path, gave_up = yield from draw(unit, ends, may_abort)
    if gave_up:
        yield from abort_on_the_way(s, ids, unit, path)
    else:
        send(s, ids, path)


def attack_base(s: Luftwaffe, ids: list[str], unit: American, base: str, out: int) -> Flow:
    """LW-7.14, LW-14.3 The base is chosen in flight and named when they bomb; in the Advanced Game they may fly on."""
    mf = kind_of(unit).mf
    if s.pass_through:
        onward = courses.beyond(s, unit, base, out, mf, mf)
        options: list[Option] = [("fly", base), *(("fly", to) for to in onward if to != base)]
        pick = yield Choose(AMERICAN, options, rule="LW-5.4", ask="fly_on", about=(base,))
        if pick[1] != base:
            end = str(pick[1])
            after = onward[end][1]
            send(s, ids, route(unit.hex, base, out) + route(base, end, after), strike=base)
            for id in ids:
                s.americans[id] = replace(s.americans[id], start=base, flown=after, spare=mf - out)
            return
    send(s, ids, route(unit.hex, base, out), strike=base)


def is_goal(s: Luftwaffe, unit: American, hex: str) -> bool:
    """LW-5.3 Whether a bomber that reaches this hex stops there and loses the rest of its movement."""
    if unit.turned:
        return s.zone.front.get(hex) == unit.home
    if unit.mission == AIRBASE:
        return hex in parts().base_at
    return parts().cities[unit.mission].hex == hex


def draw(unit: American, ends: dict[str, tuple[int, int]], may_abort: bool) -> Asks[tuple[tuple[str, ...], bool]]:
    """LW-5.4, LW-7.18 A path drawn by steps from which the course can still be met; and whether it aborts."""
    path: list[str] = []
    here = unit.hex
    while True:
        flown = len(path)
        steps: list[Option] = [
            ("step", n)
            for n in open_neighbours()[here]
            if any(
                can_be_flown(n, end, length - flown - 1)
                for end, (low, high) in ends.items()
                for length in range(max(low, flown + 1), high + 1)
            )
        ]
        if here in ends and ends[here][0] <= flown <= ends[here][1]:
            steps.append(STOP)
        if may_abort and 0 < flown < kind_of(unit).mf:
            steps.append(ABORT)
        pick = yield Choose(AMERICAN, steps, rule="LW-5.4", ask="draw", about=(here,), forced=True)
        if pick in (STOP, ABORT):
            return tuple(path), pick == ABORT
        here = str(pick[1])
        path.append(here)


def why_no_course(s: Luftwaffe, unit: American, option: Option) -> Refusal | None:
    """LW-5.4 Explain what forbids a bomber's way."""
    if len(option) != 2 or option[1] not in parts().grid:
        return None
    to, mf = str(option[1]), kind_of(unit).mf
    if parts().terrain[to] == "S":
        return "Switzerland may never be entered.", "LW-5.9"
    if distance(unit.hex, to) > mf:
        return f"That is {distance(unit.hex, to)} hexes away; the unit moves {mf}.", "LW-5.1"
    if to in courses.other_bombers(s, unit):
        return "Bombers of another type have ended their movement there.", "LW-7.13"
    if unit.turned:
        return "From there the way home would be longer than a direct course allows.", "LW-5.4"
    if unit.mission in parts().cities:
        target = parts().cities[unit.mission]
        d = distance(unit.start, target.hex)
        return (
            f"{target.name} is {d} hexes from the start: the course may have {courses.longest(d, mf)} hexes in all, "
            f"{courses.left_of_course(s, unit)} are left, and a bomber flies its full movement of {mf}."
        ), "LW-5.4"
    return "A bomber flies its full movement of every turn.", "LW-5.3"


def turn_back(s: Luftwaffe, id: str) -> None:
    """LW-7.15, LW-7.18 A bomber with an airbase mission gives up and heads for home, still to move this turn."""
    unit = s.americans[id]
    s.americans[id] = replace(unit, turned=True, start=unit.hex, flown=0)
    s.journal.add("LW-7.18", "aborted", unit=id)


def abort_on_the_way(s: Luftwaffe, ids: list[str], unit: American, path: tuple[str, ...]) -> Flow:
    """LW-7.15, LW-7.18, LW-14.3.1 In mid-movement a bomber gives up and flies homeward with what is left."""
    here, mf = path[-1], kind_of(unit).mf
    homeward = courses.beyond(s, unit, here, len(path), mf, mf)
    options: list[Option] = [("fly", to) for to in homeward] or [("fly", here)]
    pick = yield Choose(AMERICAN, options, rule="LW-5.4", ask="fly_home", about=(ids[0],), forced=True)
    end = str(pick[1])
    after = homeward[end][1] if end in homeward else 0
    send(s, ids, path + route(here, end, after))
    for id in ids:
        s.americans[id] = replace(s.americans[id], turned=True, start=here, flown=after, spare=mf - len(path))
        s.journal.add("LW-7.18", "aborted", unit=id)


def send(s: Luftwaffe, ids: Iterable[str], path: tuple[str, ...], strike: str = "") -> None:
    """LW-5.1, LW-5.6 Move units along a path; any number may fly together."""
    ids = list(ids)
    if not ids:
        return
    first = s.americans[ids[0]]
    end = path[-1] if path else first.hex
    for id in ids:
        unit = s.americans[id]
        moved = replace(
            unit, hex=end, origin=unit.hex, path=path, used=len(path), strike=strike, moved=True,
            flown=unit.flown + len(path),
        )  # fmt: skip
        if is_bomber(unit) and len(path) < kind_of(unit).mf and not is_goal(s, unit, end):
            moved = replace(moved, start=end, flown=0, spare=0)  # LW-7.13 it had to stop short: a new course begins
        s.americans[id] = moved
    s.journal.add("LW-5.1", "flew", units=ids, start=first.hex, end=end)


def fly_over(s: Luftwaffe, ids: list[str], target: str, to: str) -> None:
    """LW-14.3 Bombers pass over their target, bomb it in step 4.3.6 and are already on the way home."""
    for id in ids:
        unit = s.americans[id]
        ends = courses.flights_on(s, unit)
        if to not in ends:
            continue
        out, after = ends[to]
        path = route(unit.hex, target, out) + route(target, to, after)
        mf = kind_of(unit).mf
        send(s, [id], path, strike=target)
        s.americans[id] = replace(s.americans[id], start=target, flown=after, spare=mf - out)


# -- escorts ---------------------------------------------------------------------------------------------------------


def may_break_off(s: Luftwaffe, unit: American) -> bool:
    """LW-8.5, LW-14.10.7 Too little fuel to stay: the turns needed are not fewer than those left."""
    if unit.clock not in s.clocks:
        return False
    left = s.clocks[unit.clock].due - s.turn
    mf = kind_of(unit).mf
    needed = -(-s.zone.to_zone.get(unit.hex, FAR) // mf)
    if unit.home == "russia":
        needed = min(-(-(d + 1) // mf) + k for d, k in polish_exits(unit.hex))
    return needed >= left


def pursuits(s: Luftwaffe, unit: American) -> list[str]:
    """LW-8.6, LW-14.2.6 Hexes within reach where units that attacked the group are now."""
    if time_up(s, unit):
        return []
    most = kind_of(unit).mf - (1 if s.pass_through else 0)
    within = reach(unit.hex, most)
    hexes = [g.hex for id in unit.assailants if (g := s.germans[id]).status == "air"]
    return [hex for hex in dict.fromkeys(hexes) if hex in within]


def fly_escort(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-8.4, LW-8.5, LW-8.6 A close escort stays with its bombers, breaks off for lack of fuel, or pursues."""
    unit = s.americans[lead]
    group = {u.hex: u for u in group_bombers(s, unit) if u.moved}
    options: list[Option] = [("escort_to", to) for to in group]
    if may_break_off(s, unit):
        options.append(("break_off",))
    options += [("pursue", to) for to in pursuits(s, unit)]
    if not options:
        dissolve_escorts_of(s, ids)  # the bombers have left the map
        return
    # With shuttles a fighter's plan for Russia is secret, and whether it could break off would tell it.
    forced = not s.scenario.shuttle
    pick = yield Choose(AMERICAN, options, rule="LW-8.6", ask="escort_move", about=(lead,), forced=forced)
    match pick:
        case ("break_off",):
            for id in ids:
                s.americans[id] = replace(s.americans[id], escort="", homing=True)
            s.journal.add("LW-8.5", "broke_off", units=ids)
            yield from fly_home(s, ids, lead)
        case ("pursue", str(to)):
            path = route(unit.hex, to, distance(unit.hex, to))
            if s.pass_through:
                path += yield from fly_on(s, unit, to, len(path))
            send(s, ids, path, strike=to if s.pass_through else "")
            for id in ids:
                s.americans[id] = replace(s.americans[id], escort="", quarry=True)
            s.journal.add("LW-8.6", "pursues", units=ids, hex=to)
        case (_, str(to)):
            path = group[to].path
            if (path[-1] if path else unit.hex) != to:
                path = route(unit.hex, to, distance(unit.hex, to))
            send(s, ids, path)


def dissolve_escorts_of(s: Luftwaffe, ids: list[str]) -> None:
    """LW-8.10 The group is gone: ordinary fighters from now on."""
    for id in ids:
        s.americans[id] = replace(s.americans[id], escort="")


def fly_home(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-8.5 An escort that broke off flies home."""
    unit = s.americans[lead]
    to_zone = s.zone.to_zone
    ends = [to for to in reach(unit.hex, kind_of(unit).mf) if to_zone[to] < to_zone[unit.hex] or to_zone[to] == 0]
    options: list[Option] = [("fly", to) for to in ends] or [("fly", unit.hex)]
    pick = yield Choose(AMERICAN, options, rule="LW-8.5", ask="fly_home", about=(lead,), forced=True)
    to = str(pick[1])
    send(s, ids, route(unit.hex, to, distance(unit.hex, to)))


# -- fighters --------------------------------------------------------------------------------------------------------


def targets_in_reach(s: Luftwaffe, unit: American) -> list[str]:
    """LW-14.2.1, LW-14.2.7 Hexes where a fighter may mark an attack in passing, or a strafing."""
    if not s.pass_through or time_up(s, unit):
        return []
    within = reach(unit.hex, kind_of(unit).mf - 1)
    hexes = (g.hex for g in s.germans.values() if g.status in ("air", "ground"))
    return [hex for hex in dict.fromkeys(hexes) if hex in within]


def fly_fighters(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-5.2, LW-5.12, LW-14.2 Fighters go where they like within their movement."""
    unit = s.americans[lead]
    mf = kind_of(unit).mf
    ids = list(ids)
    while True:
        options: tuple[Option, ...] = american_moves(unit.hex, mf)
        if len(ids) > 1:
            options += tuple(without(ids, lead))
        if s.pass_through:
            options += tuple(("strike", to) for to in targets_in_reach(s, unit))
            leaves = [set(russian_exits(s, s.americans[id])) for id in ids]
            options += tuple(("exit", to) for to in russian_exits(s, unit) if all(to in hexes for hexes in leaves))
        pick = yield Choose(
            AMERICAN, options, rule="LW-5.2", ask="fly", about=(lead,), why_not=lambda o: why_not_there(unit.hex, mf, o)
        )
        if pick[0] != "without":
            break
        ids.remove(str(pick[1]))
        s.moving = (lead, *(id for id in ids if id != lead))
    match pick:
        case ("exit", _):
            for id in ids:
                leave_for_russia(s, id)
        case ("strike", str(to)):
            path = route(unit.hex, to, distance(unit.hex, to))
            path += yield from fly_on(s, unit, to, len(path))
            send(s, ids, path, strike=to)
        case ("draw",):
            send(s, ids, (yield from draw_freely(unit.hex, mf, lead)))
        case (_, str(to)):
            send(s, ids, route(unit.hex, to, distance(unit.hex, to)))


def russian_exits(s: Luftwaffe, unit: American) -> list[str]:
    """LW-14.10.1 Polish hexes through which a fighter planned to Russia can leave now."""
    if unit.home != "russia" or unit.clock not in s.clocks:
        return []
    left = s.clocks[unit.clock].due - s.turn
    within = reach(unit.hex, kind_of(unit).mf - 1)
    return [n.hex for n in parts().numbered.values() if n.area == "poland" and n.hex in within and left >= n.number]


def fly_on(s: Luftwaffe, unit: American, to: str, used: int) -> Asks[tuple[str, ...]]:
    """LW-14.2.1, LW-14.2.2 After a marked attack the fighter may stay or leave with what movement it has."""
    options: list[Option] = [("fly", end) for end in reach(to, kind_of(unit).mf - used)]
    pick = yield Choose(AMERICAN, options, rule="LW-14.2.1", ask="fly_on", about=(to,))
    end = str(pick[1])
    return route(to, end, distance(to, end))


def draw_freely(start: str, mf: int, lead: str) -> Asks[tuple[str, ...]]:
    """LW-5.2 A fighter's path drawn hex by hex."""
    path: list[str] = []
    here = start
    while len(path) < mf:
        options: list[Option] = [("step", n) for n in open_neighbours()[here]]
        pick = yield Choose(AMERICAN, [*options, STOP], rule="LW-5.2", ask="draw", about=(here,))
        if pick == STOP:
            break
        here = str(pick[1])
        path.append(here)
    return tuple(path)


def why_not_there(start: str, mf: int, option: Option) -> Refusal | None:
    """LW-5.1, LW-5.9 Explain what forbids a fighter's way."""
    if len(option) != 2 or option[1] not in parts().grid:
        return None
    to = str(option[1])
    if parts().terrain[to] == "S":
        return "Switzerland may never be entered.", "LW-5.9"
    if distance(start, to) > mf:
        return f"That is {distance(start, to)} hexes away; the unit moves {mf}.", "LW-5.1"
    return None


def begin_american_movement(s: Luftwaffe) -> None:
    """LW-5.1 Every unit may move once."""
    dissolve_escorts(s)
    for id, u in s.americans.items():
        if u.status == "up" and (u.moved or u.path or u.strike or u.fired or u.quarry):
            s.americans[id] = replace(u, moved=False, path=(), strike="", used=0, origin="", fired=False, quarry=False)
