"""How bombers fly: formations on a direct course, drawn paths, airbase attacks, flying on. LW-5.3 - 5.5, 7.11 - 7.18"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.map.geography import distance, flights_to, leads_on, open_neighbours, route
from sandtable.games.luftwaffe.model import American, Luftwaffe, is_bomber, kind_of
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.rules import courses
from sandtable.games.luftwaffe.rules.shuttles import leave_for_russia
from sandtable.kernel.flow import Asks, Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

DRAW: Option = ("draw",)
STOP: Option = ("stop",)
ABORT: Option = ("abort",)


def without(ids: list[str], lead: str) -> list[Option]:
    """LW-5.5, LW-5.7 Units that may be left out of a formation, to move on their own."""
    return [("without", id) for id in ids if id != lead]


def fly_bombers(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-5.3 - LW-5.5, LW-7.11 A formation flies its full movement on a course that is direct for each bomber."""
    ids, unit = list(ids), s.americans[lead]
    while True:
        ends = courses.common(s, [s.americans[id] for id in ids])
        onward = flights_on(s, ids, unit)
        may_abort = not unit.turned and all(s.americans[id].mission == AIRBASE for id in ids)
        options = [*course_options(s, ids, ends), *(("over", to) for to in onward)]
        if may_abort:
            options += [ABORT, *(("bomb_at", to) for to in courses.bases_in_reach(s, unit))]
        ask = "course" if options else "no_common_course"
        options += without(ids, lead)
        pick = yield Choose(
            AMERICAN, options, rule="LW-5.4", ask=ask, about=(lead,), why_not=lambda o: why_no_course(s, unit, o)
        )  # fmt: skip
        if pick[0] != "without":
            break
        ids.remove(id_in(pick))
        s.moving = (lead, *(id for id in ids if id != lead))
    match pick:
        case ("abort",):
            for id in ids:
                turn_back(s, id)
        case ("exit", _):
            for id in ids:
                leave_for_russia(s, id)
        case ("over", str(to)):
            fly_over(s, ids, unit, to, *onward[to])
        case ("bomb_at", str(to)):
            yield from attack_base(s, ids, unit, route(unit.hex, to, distance(unit.hex, to)))
        case ("draw",):
            yield from fly_drawn(s, ids, unit, ends, may_abort)
        case (_, str(to)):
            send(s, ids, route(unit.hex, to, ends[to][0]))


def course_options(s: Luftwaffe, ids: list[str], ends: dict[str, tuple[int, int]]) -> list[Option]:
    """LW-5.4, LW-13.3 Where a formation may end its movement, or leave the map for Russia if all of it does."""
    leaving = [courses.exits_to_russia(s, s.americans[id]) for id in ids]
    if all(leaving):
        return [("exit", to) for to in ends]
    if any(leaving):
        return []
    return [*flights_to(ends), *([DRAW] if ends else [])]


def flights_on(s: Luftwaffe, ids: list[str], unit: American) -> dict[str, tuple[int, int]]:
    """LW-14.3 Where a formation with one mission may be after it has bombed in passing."""
    units = [s.americans[id] for id in ids]
    one_mission = len({(u.mission, u.home, u.start, u.flown) for u in units}) == 1
    return courses.flights_on(s, unit) if s.pass_through and one_mission else {}


def fly_drawn(s: Luftwaffe, ids: list[str], unit: American, ends: dict[str, tuple[int, int]], may_abort: bool) -> Flow:
    """LW-5.4, LW-7.14, LW-7.18 A path drawn by hand; airbase attackers may bomb or give up on the way."""
    bases = courses.bases_in_reach(s, unit) if may_abort else {}
    path, last = yield from draw(unit, ids[0], ends, may_abort, bases)
    match last:
        case ("abort",):
            yield from abort_on_the_way(s, ids, unit, path)
        case ("bomb_at", _):
            yield from attack_base(s, ids, unit, path)
        case _:
            send(s, ids, path)


def attack_base(s: Luftwaffe, ids: list[str], unit: American, path: tuple[str, ...]) -> Flow:
    """LW-7.14, LW-14.3 The base is chosen in flight and named when they bomb; in the Advanced Game they may fly on."""
    base, mf = path[-1] if path else unit.hex, kind_of(unit).mf
    if s.pass_through:
        onward = courses.beyond(s, unit, base, len(path), mf, mf)
        options: list[Option] = [("fly", base), *(("fly", to) for to in onward if to != base)]
        pick = yield Choose(AMERICAN, options, rule="LW-5.4", ask="fly_on", about=(base,))
        if pick[1] != base:
            end = id_in(pick)
            after = onward[end][1]
            send(s, ids, path + route(base, end, after), strike=base)
            for id in ids:
                s.americans[id] = replace(s.americans[id], start=base, flown=after, spare=mf - len(path))
            return
    send(s, ids, path, strike=base)


def is_goal(s: Luftwaffe, unit: American, hex: str) -> bool:
    """LW-5.3 Whether a bomber that reaches this hex stops there and loses the rest of its movement."""
    if unit.turned:
        return s.zone.front.get(hex) == unit.home
    if unit.mission == AIRBASE:
        return hex in parts().base_at
    return parts().cities[unit.mission].hex == hex


def draw(
    unit: American, lead: str, ends: dict[str, tuple[int, int]], may_abort: bool, bases: Collection[str]
) -> Asks[tuple[tuple[str, ...], Option]]:
    """LW-5.4, LW-7.14, LW-7.18 A path drawn by steps from which the course can still be met, and how it ends."""
    path: list[str] = []
    here = unit.hex
    while True:
        flown = len(path)
        options: list[Option] = [("step", n) for n in open_neighbours()[here] if leads_on(n, ends, flown + 1)]
        if here in ends and ends[here][0] <= flown <= ends[here][1]:
            options.append(STOP)
        if flown and here in bases:
            options.append(("bomb_at", here))
        if may_abort and 0 < flown < kind_of(unit).mf:
            options.append(ABORT)
        pick = yield Choose(AMERICAN, options, rule="LW-5.4", ask="draw", about=(here, lead), forced=True)
        if pick[0] != "step":
            return tuple(path), pick
        here = id_in(pick)
        path.append(here)


def why_no_course(s: Luftwaffe, unit: American, option: Option) -> Refusal | None:
    """LW-5.4 Explain what forbids a bomber's way."""
    if len(option) != 2 or option[1] not in parts().grid:
        return None
    to, mf = id_in(option), kind_of(unit).mf
    if parts().terrain[to] == "S":
        return say("cant_enter_switzerland"), "LW-5.9"
    if distance(unit.hex, to) > mf:
        return say("cant_reach", away=distance(unit.hex, to), mf=mf), "LW-5.1"
    if to in courses.other_bombers(s, unit):
        return say("other_bombers_there"), "LW-7.13"
    if unit.turned:
        return say("way_home_too_long"), "LW-5.4"
    if unit.mission in parts().cities:
        target = parts().cities[unit.mission]
        d = distance(unit.start, target.hex)
        left = courses.left_of_course(s, unit)
        return say("cant_course", city=target.name, away=d, most=courses.longest(d, mf), left=left, mf=mf), "LW-5.4"
    return say("bomber_flies_full"), "LW-5.3"


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
    end = id_in(pick)
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
    s.journal.add("LW-5.1", "flew", units=ids, start=first.hex, end=end, route=(first.hex, *path))


def fly_over(s: Luftwaffe, ids: list[str], unit: American, to: str, out: int, after: int) -> None:
    """LW-14.3 Bombers pass over their target, bomb it in step 4.3.6 and are already on the way home."""
    target = parts().cities[unit.mission].hex
    path = route(unit.hex, target, out) + route(target, to, after)
    for id in ids:
        send(s, [id], path, strike=target)
        # LW-2.2 All see the way that was chosen, whatever mission they imagined: the mission is the one that fits it.
        s.americans[id] = replace(
            s.americans[id], mission=unit.mission, start=target, flown=after, spare=kind_of(unit).mf - out
        )
