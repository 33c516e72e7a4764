"""How American fighters fly: close escorts, those that break off or pursue, and the free ones. LW-5.2, 8.4 - 8.10"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, parts
from sandtable.games.luftwaffe.map.geography import FAR, american_moves, distance, open_neighbours, reach, route
from sandtable.games.luftwaffe.model import American, Luftwaffe, kind_of
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.rules.air_time import polish_exits, time_up
from sandtable.games.luftwaffe.rules.bomber_flights import STOP, send, without
from sandtable.games.luftwaffe.rules.shuttles import leave_for_russia
from sandtable.kernel.flow import Asks, Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def group_bombers(s: Luftwaffe, unit: American) -> list[American]:
    """LW-8.4 The bombers that a close escort belongs to: those that flew from its hex this turn, wherever they are."""
    group = [u for u in s.americans.values() if u.status == "up" and u.type == unit.escort]
    return [u for u in group if u.moved and u.origin == unit.hex]


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
    """LW-8.6, LW-14.2.6, LW-15.2.3 Hexes within reach where units that attacked the group are now."""
    if time_up(s, unit) or unit.fired:
        return []
    most = kind_of(unit).mf - (1 if s.pass_through else 0)
    within = reach(unit.hex, most)
    hexes = [g.hex for id in unit.assailants if (g := s.germans[id]).status == "air"]
    return [hex for hex in dict.fromkeys(hexes) if hex in within]


def fly_escort(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-8.4, LW-8.5, LW-8.6 A close escort stays with its bombers, breaks off for lack of fuel, or pursues."""
    unit = s.americans[lead]
    group = {u.hex: u for u in group_bombers(s, unit)}
    options: list[Option] = [("escort_to", to) for to in group]
    # A stack does together what each of its units may do, also where every unit keeps its own time (LW-11.1).
    together = [s.americans[id] for id in ids]
    if all(may_break_off(s, u) for u in together):
        options.append(("break_off",))
    options += [("pursue", to) for to in pursuits(s, unit) if all(to in pursuits(s, u) for u in together)]
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
                s.americans[id] = replace(s.americans[id], escort="", quarry=True, released=True)
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
    """LW-8.5, LW-14.10.7 An escort that broke off flies home: to the zone, or to Russia where that was planned."""
    unit = s.americans[lead]
    ends = [to for to in reach(unit.hex, kind_of(unit).mf) if all(nearer_home(s, s.americans[id], to) for id in ids)]
    options: list[Option] = [("fly", to) for to in ends] or [("fly", unit.hex)]
    options += [("exit", to) for to in exits_of_all(s, ids)]
    pick = yield Choose(AMERICAN, options, rule="LW-8.5", ask="fly_home", about=(lead,), forced=True)
    match pick:
        case ("exit", _):
            for id in ids:
                leave_for_russia(s, id)
        case (_, str(to)):
            send(s, ids, route(unit.hex, to, distance(unit.hex, to)))


def nearer_home(s: Luftwaffe, unit: American, to: str) -> bool:
    """LW-8.5, LW-14.10.7 Whether a hex is nearer to the zone, or inside it, or nearer to Russia if that is home."""
    to_zone = s.zone.to_zone
    if to_zone[to] < to_zone[unit.hex] or to_zone[to] == 0:
        return True
    to_russia = s.zone.to_front["russia"]
    return unit.home == "russia" and to_russia[to] < to_russia[unit.hex]


# -- fighters --------------------------------------------------------------------------------------------------------


def targets_in_reach(s: Luftwaffe, unit: American) -> list[str]:
    """LW-14.2.1, LW-14.2.7 Hexes where a fighter may mark an attack in passing, or a strafing."""
    if not s.pass_through or unit.fired or time_up(s, unit):
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
            options += tuple(("exit", to) for to in exits_of_all(s, ids))
        pick = yield Choose(
            AMERICAN, options, rule="LW-5.2", ask="fly", about=(lead,), why_not=lambda o: why_not_there(unit.hex, mf, o)
        )
        if pick[0] != "without":
            break
        ids.remove(id_in(pick))
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


def exits_of_all(s: Luftwaffe, ids: list[str]) -> list[str]:
    """LW-14.10.1 Polish hexes through which all these fighters can leave now."""
    leaves = [russian_exits(s, s.americans[id]) for id in ids]
    return [to for to in leaves[0] if all(to in hexes for hexes in leaves)]


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
    end = id_in(pick)
    return route(to, end, distance(to, end))


def draw_freely(start: str, mf: int, lead: str) -> Asks[tuple[str, ...]]:
    """LW-5.2 A fighter's path drawn hex by hex."""
    path: list[str] = []
    here = start
    while len(path) < mf:
        options: list[Option] = [("step", n) for n in open_neighbours()[here]]
        pick = yield Choose(AMERICAN, [*options, STOP], rule="LW-5.2", ask="draw", about=(here, lead))
        if pick == STOP:
            break
        here = id_in(pick)
        path.append(here)
    return tuple(path)


def why_not_there(start: str, mf: int, option: Option) -> Refusal | None:
    """LW-5.1, LW-5.9 Explain what forbids a fighter's way."""
    if len(option) != 2 or option[1] not in parts().grid:
        return None
    to = id_in(option)
    if parts().terrain[to] == "S":
        return say("cant_enter_switzerland"), "LW-5.9"
    if distance(start, to) > mf:
        return say("cant_reach", away=distance(start, to), mf=mf), "LW-5.1"
    return None
