"""Chapter 7: Movement, with the mode changes of OB-3.3. Movement points are counted in halves."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, OTHER, TABLES, UNITS_OF
from sandtable.games.ontoberlin.map import MAP, Steps
from sandtable.games.ontoberlin.model import BOX, March, OnToBerlin
from sandtable.games.ontoberlin.rules import supply
from sandtable.games.ontoberlin.rules.basics import (
    ask_facing,
    holder,
    is_static,
    reveals,
    room,
    set_mode,
    set_top,
    told,
    why_no_room,
    zoc,
)
from sandtable.games.ontoberlin.rules.entering import enter, look_for_falls
from sandtable.kernel.flow import Asks, Choose, Flow, Option, Refusal
from sandtable.kernel.state import replace

MOVE: dict[str, Option] = {u: ("move", u) for u in KINDS}
GO: dict[str, Option] = {hex: ("go", hex) for hex in MAP.hexes}
END: Option = ("end",)
DONE: Option = ("done",)
_CHANGE = 2 * TABLES.mode_change
_LEAVE_ZOC = 2 * TABLES.zoc_extra
_FAR = 1000
"""More half points than any unit has."""


def may_move(s: OnToBerlin, u: str) -> bool:
    """OB-7.1 Whether a unit can be picked to move or change mode in this segment."""
    return why_not_move(s, u) is None


def why_not_move(s: OnToBerlin, u: str) -> Refusal | None:
    """OB-7.1, OB-7.10, OB-3.3.4, OB-11.3.1, OB-11.4.1, OB-15.3.11 Why a unit cannot move now."""
    unit, kind = s.units[u], KINDS[u]
    if unit.moved:
        return "It has moved already.", "OB-7.1"
    if unit.disrupted:
        return "It is disrupted.", "OB-7.10"
    if kind.static or (s.tower and is_static(s, u)):
        return "It is static.", "OB-3.3.4"
    if kind.service == "hj" and not s.hj_trigger:
        return "Hitler Youth wait until Allied ground units attack SS or Luftwaffe.", "OB-11.3.1"
    if kind.service == "volkssturm" and not s.vs_trigger:
        return "Volkssturm wait until SS or Luftwaffe are attacked at close quarters.", "OB-11.4.1"
    if unit.landed and unit.combat:
        return "It has just landed in Combat Mode.", "OB-15.3.11"
    if s.turn == 1 and kind.side == GERMAN and (unit.combat or kind.maneuver_ma < 4):
        return "On turn 1 German units in Combat Mode may only turn.", "OB-7.8"
    return None


def begin(s: OnToBerlin, u: str) -> March:
    """OB-0.3, OB-3.3.2, OB-3.3.3, OB-7.8, OB-15.3.11, OB-15.4.3 What it may spend; quarters and halves rounded down."""
    unit, kind = s.units[u], KINDS[u]
    if kind.side == GERMAN and s.turn == 1:
        most = 2 * (kind.maneuver_ma // 4)
        return March(0, 0 if unit.combat else most, 0, not unit.combat, unit.combat, least_step=False)
    if unit.landed:
        return March(0, 2 * (kind.maneuver_ma // 4), 0, may_change=False, began_combat=False, least_step=False)
    most = 2 * (kind.maneuver_ma // 2 if unit.half else kind.maneuver_ma)
    return March(0, most, min(2 * kind.ma, most), not is_static(s, u), unit.combat)


def reach(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> dict[str, tuple[int, str]]:
    """OB-7.1-7.7, OB-3.2.3 Every hex a unit can come to in its present mode: what it has spent then, and from where.

    The hex it stands in is not among them. Dijkstra with one bucket for each half point, since totals are small.
    """
    unit, kind = s.units[u], KINDS[u]
    start = unit.at
    combat = unit.combat
    limit = march.most_combat if combat else march.most
    found: dict[str, tuple[int, str]] = {}
    if march.stopped or (march.spent >= limit and not march.fresh):
        return found
    steps, names, index, kinds = MAP.steps(kind.motor, combat, tuple(s.ruins)), MAP.names, MAP.index, KINDS
    best, came = [_FAR] * len(names), [0] * len(names)
    for hex, stack in s.stacks.items():
        if kinds[stack[0]].side != kind.side:
            best[index[hex]] = -1
    here = index[start]
    best[here] = -1
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for n, total in _first_steps(steps[here], march, start in enemy_zoc, limit, combat == march.began_combat):
        if best[n] > 0:
            best[n], came[n] = total, here
            buckets[total].append(n)
    for spent, bucket in enumerate(buckets):
        left = limit - spent
        for here in bucket:
            if best[here] != spent:
                continue
            name = names[here]
            found[name] = (spent, names[came[here]])
            if not left or name in enemy_zoc:
                continue
            for n, cost in steps[here]:
                if cost > left:
                    break  # the steps of a hex are sorted by their cost
                cost += spent
                if cost < best[n]:
                    best[n] = cost
                    came[n] = here
                    buckets[cost].append(n)
    return found


def _first_steps(steps: Steps, march: March, in_zoc: bool, limit: int, began_so: bool) -> list[tuple[int, int]]:
    """OB-3.2.3, OB-7.6 The first hexes of a leg with the total then spent: 1 MP more out of a ZOC; one hex always."""
    extra = march.spent + (_LEAVE_ZOC if march.fresh and in_zoc else 0)
    least = march.fresh and march.spent == 0 and march.least_step and limit >= 2 and began_so
    found = []
    for n, cost in steps:
        if cost + extra <= limit:
            found.append((n, cost + extra))
        elif least:
            found.append((n, limit))
    return found


def path_to(found: dict[str, tuple[int, str]], start: str, to: str) -> list[str]:
    """The hexes of the cheapest way, without the start."""
    way = [to]
    while found[way[-1]][1] != start:
        way.append(found[way[-1]][1])
    way.reverse()
    return way


def may_change_mode(s: OnToBerlin, u: str, march: March) -> bool:
    """OB-3.3.2, OB-3.3.4, OB-6.2.6 Whether a unit can turn over now."""
    if not march.may_change or march.spent + _CHANGE > march.most:
        return False
    unit = s.units[u]
    return unit.combat or not unit.no_loc or supply.has_loc(s, u)


# -- the segment -----------------------------------------------------------------------------------------------------


def move_units(s: OnToBerlin) -> Flow:
    """OB-4.3.3, OB-7.1 One activity of the Movement Segment: a unit moves, a stack is ordered, or the segment ends."""
    side = s.player
    options: list[Option] = [DONE]
    options.extend(MOVE[u] for u in movable(s, side))
    options.extend(("subway", u) for u in subway_riders(s))
    if s.fog:
        options.extend(("top", u) for u in covered(s, side))
    pick = yield Choose(side, options, rule="OB-7.1", ask="move", why_not=lambda o: _why_not_pick(s, o))
    if pick == DONE:
        s.phase = "facing"
        return
    u = str(pick[1])
    if pick[0] == "top":
        set_top(s, u)
    elif pick[0] == "subway":
        yield from ride(s, u)
    else:
        yield from move(s, u)


def movable(s: OnToBerlin, side: str) -> list[str]:
    """OB-7.1, OB-5.2 The units that can still move: on the map, or waiting to enter it."""
    units, stacks = s.units, s.stacks
    found = []
    for u in UNITS_OF[side]:
        unit = units[u]
        if unit.moved or unit.disrupted:
            continue
        if unit.at in stacks:
            if why_not_move(s, u) is None:
                found.append(u)
        elif unit.at == BOX and _has_entry(s, u):
            found.append(u)
    return found


def covered(s: OnToBerlin, side: str) -> list[str]:
    """OB-3.6.1 The units that lie below others of their stack."""
    units, stacks = s.units, s.stacks
    return [u for u in UNITS_OF[side] if (at := units[u].at) in stacks and stacks[at][-1] != u]


def _has_entry(s: OnToBerlin, u: str) -> bool:
    """Whether a waiting unit can come in anywhere: an empty entry hex will do."""
    free = any(hex not in s.stacks and hex not in s.ruins for hex in s.units[u].entries)
    return free or bool(entry_options(s, u))


def _why_not_pick(s: OnToBerlin, option: Option) -> Refusal | None:
    """Why a unit cannot be picked."""
    if len(option) != 2 or option[0] != "move" or option[1] not in s.units:
        return None
    u = str(option[1])
    unit = s.units[u]
    if KINDS[u].side != s.player:
        return "It is the other side's unit.", "OB-7.1"
    if unit.at == BOX:
        return "All its entry hexes are blocked.", "OB-5.3"
    if unit.at not in s.stacks:
        return "It is not on the map.", "OB-7.1"
    return why_not_move(s, u)


def move(s: OnToBerlin, u: str) -> Flow:
    """OB-7.1, OB-3.3.2 One unit's move: as many legs and mode changes as it can pay for."""
    s.active = u
    side = KINDS[u].side
    enemy_zoc = zoc(s, OTHER[side])
    march = begin(s, u)
    if s.units[u].at == BOX:
        march = yield from come_in(s, u, march, enemy_zoc)
    began = s.units[u].at
    while True:
        found = reach(s, u, march, enemy_zoc)
        here = s.units[u].at
        options = [GO[hex] for hex in found if hex not in s.stacks or room(s, u, hex)]
        change = may_change_mode(s, u, march)
        if change:
            options.append(("maneuver", u) if s.units[u].combat else ("combat", u))
        if not options:
            break
        if room(s, u, here):
            options.append(END)
        s.march = march
        pick = yield Choose(
            side,
            options,
            rule="OB-7.1",
            ask="go",
            about=(u, _points(march.most - march.spent)),
            why_not=lambda option, found=found, march=march: _why_not_go(s, u, option, found, march),  # type: ignore[misc]
        )
        if pick == END:
            break
        if pick[0] == "go":
            march = walk(s, u, str(pick[1]), found, march, enemy_zoc)
        else:
            march = replace(march, spent=march.spent + _CHANGE)
            first = pick[0] == "combat" and here not in s.facing
            set_mode(s, u, combat=pick[0] == "combat")
            s.journal.add("OB-3.3.2", str(pick[0]), unit=u, hex=here, seen_by=told(s, side))
            if first:
                yield from ask_facing(s, here)
            if side == ALLIED and pick[0] == "combat":
                look_for_falls(s, here)
    s.units[u] = replace(s.units[u], moved=True)
    s.active, s.march = "", None
    if began != s.units[u].at:
        s.journal.add("OB-7.1", "moved", unit=u, hex=s.units[u].at, side=side)


def walk(
    s: OnToBerlin, u: str, to: str, found: dict[str, tuple[int, str]], march: March, enemy_zoc: Collection[str]
) -> March:
    """OB-7.1, OB-7.9 Go to a hex by the cheapest way, with what entering each hex of the way does."""
    side = KINDS[u].side
    for hex in path_to(found, s.units[u].at, to):
        if reveals(s, hex, side):
            s.reveal()
        enter(s, u, hex)
        if side == ALLIED:
            look_for_falls(s, hex)
    return replace(march, spent=found[to][0], fresh=False, stopped=to in enemy_zoc)


def _points(halves: int) -> str:
    """Movement points as they are spoken: 3½."""
    return f"{halves // 2}{'½' if halves % 2 else ''}" if halves != 1 else "½"


def _why_not_go(
    s: OnToBerlin, u: str, option: Option, found: dict[str, tuple[int, str]], march: March
) -> Refusal | None:
    """Why a unit cannot go to a hex."""
    if option[0] in ("combat", "maneuver"):
        if march.spent + _CHANGE > march.most:
            return f"A mode change costs {TABLES.mode_change} MP; too few are left.", "OB-3.3.2"
        return ("No Line of Communications can be traced from here.", "OB-6.2.6") if s.units[u].no_loc else None
    if option[0] != "go" or len(option) != 2 or option[1] not in MAP.hexes:
        return None
    hex = str(option[1])
    if hex in MAP.water:
        return "Water cannot be entered.", "OB-7.2"
    if holder(s, hex) == OTHER[KINDS[u].side]:
        return "Enemy units are there.", "OB-7.7"
    if hex in found:
        return why_no_room(s, u, hex)
    if march.stopped:
        return "It has entered an enemy ZOC and must stop.", "OB-3.2.3"
    if hex in s.ruins and not s.units[u].combat:
        return "Ruins can be entered only in Combat Mode.", "OB-7.5"
    if hex in MAP.neighbours[s.units[u].at] and not MAP.passable(s.units[u].at, hex, KINDS[u].motor):
        return "It cannot cross the water there.", "OB-7.4"
    return f"It cannot come there with {_points(march.most - march.spent)} MP in this mode.", "OB-7.1"


# -- OB-5.2 entering the map -----------------------------------------------------------------------------------------


def entry_options(s: OnToBerlin, u: str) -> list[str]:
    """OB-5.2-5.4 The hexes at which a waiting unit can come in now."""
    unit = s.units[u]
    hexes = list(unit.entries)
    if unit.blocked:
        hexes += [
            hex
            for hex in MAP.land_edge
            if hex not in unit.entries and any(MAP.distance(hex, entry) <= 3 for entry in unit.entries)
        ]
    return [hex for hex in hexes if _can_enter_at(s, u, hex)]


def _can_enter_at(s: OnToBerlin, u: str, hex: str) -> bool:
    """OB-5.3 Not held by the enemy, and with room, or with a way on."""
    stack = s.stacks.get(hex)
    if stack is None:
        return hex not in s.ruins and _entry_cost(u, hex, s) <= 2 * KINDS[u].maneuver_ma
    if KINDS[stack[0]].side != KINDS[u].side:
        return False
    return room(s, u, hex) or bool(_ways_on(s, u, hex))


def _ways_on(s: OnToBerlin, u: str, hex: str) -> list[str]:
    """Where a unit could go on to from a full entry hex."""
    enemy_zoc = zoc(s, OTHER[KINDS[u].side])
    if hex in enemy_zoc:
        return []
    spent = _entry_cost(u, hex, s)
    steps = MAP.steps(KINDS[u].motor, False, tuple(s.ruins))[MAP.index[hex]]
    return [MAP.names[n] for n, cost in steps if spent + cost <= 2 * KINDS[u].maneuver_ma and room(s, u, MAP.names[n])]


def _entry_cost(u: str, hex: str, s: OnToBerlin) -> int:
    """OB-5.2, OB-5.4 The first hex costs the road rate at a listed entry hex, its terrain elsewhere."""
    kind = KINDS[u]
    if hex in s.units[u].entries:
        return round(2 * TABLES.road["maneuver_motor" if kind.motor else "maneuver_leg"])
    return MAP.terrain_cost(hex, kind.motor)


def come_in(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> Asks[March]:
    """OB-5.2, OB-6.2.4 A reinforcement enters at an entry hex, in Maneuver Mode, and remembers which it used."""
    side = KINDS[u].side
    options: list[Option] = [("enter", hex) for hex in entry_options(s, u)]
    pick = yield Choose(side, options, rule="OB-5.2", ask="enter", about=(u,))
    hex = str(pick[1])
    cost = _entry_cost(u, hex, s)
    if reveals(s, hex, side):
        s.reveal()
    enter(s, u, hex)
    s.units[u] = replace(s.units[u], entry=hex, blocked=False)
    s.journal.add("OB-5.2", "enters", unit=u, hex=hex)
    if side == ALLIED:
        look_for_falls(s, hex)
    return replace(march, spent=cost, fresh=False, stopped=hex in enemy_zoc)


# -- OB-17.1 subways -------------------------------------------------------------------------------------------------


def subway_riders(s: OnToBerlin) -> list[str]:
    """OB-17.1 Up to three German leg units a turn, from turn 2, in Maneuver Mode on an entrance at the perimeter."""
    if not s.subways or s.player != GERMAN or s.turn < 2 or s.subway_rides >= 3:
        return []
    return [
        u
        for hex in MAP.entrances
        if holder(s, hex) == GERMAN
        for u in s.stacks[hex]
        if not KINDS[u].motor and not s.units[u].combat and may_move(s, u) and subway_exits(s, u)
    ]


def subway_exits(s: OnToBerlin, u: str) -> list[str]:
    """OB-17.1 Other entrances within 6 hexes, without Allied units and with room."""
    here = s.units[u].at
    return [hex for hex in MAP.entrances if hex != here and MAP.distance(here, hex) <= 6 and room(s, u, hex)]


def ride(s: OnToBerlin, u: str) -> Flow:
    """OB-17.1 A unit takes the U-Bahn instead of moving."""
    s.active = u
    options: list[Option] = [("emerge", hex) for hex in subway_exits(s, u)]
    pick = yield Choose(GERMAN, options, rule="OB-17.1", ask="emerge", about=(u,))
    hex = str(pick[1])
    if reveals(s, hex, GERMAN):
        s.reveal()
    enter(s, u, hex)
    s.units[u] = replace(s.units[u], moved=True)
    s.subway_rides += 1
    s.active = ""
    s.journal.add("OB-17.1", "rides", unit=u, hex=hex, seen_by=told(s, GERMAN))


# -- OB-3.4.2 facing at the end --------------------------------------------------------------------------------------


def set_facings(s: OnToBerlin) -> Flow:
    """OB-3.4.2 At the end of his Movement Segment the owner turns each of his stacks as he likes, once."""
    side = s.player
    options: list[Option] = [DONE]
    options.extend(("turn", hex) for hex in sorted(s.facing) if hex not in s.turned and holder(s, hex) == side)
    if len(options) == 1:
        pick: Option = DONE
    else:
        pick = yield Choose(side, options, rule="OB-3.4.2", ask="turn")
    if pick == DONE:
        s.turned.clear()
        s.phase = "end_movement"
        return
    hex = str(pick[1])
    s.turned[hex] = True
    yield from ask_facing(s, hex)
    if side == ALLIED:
        look_for_falls(s, hex)
