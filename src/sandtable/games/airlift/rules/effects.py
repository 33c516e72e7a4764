"""The operations of events (AL-7.1 to AL-7.26): the closed vocabulary of cards and solitaire tables."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.airlift.components import (
    AIRBASES,
    COLOURS,
    COUNTERS,
    DRAW_TRACK,
    FLIGHT_CHITS,
    MARKERS,
    PLANS,
    Operation,
)
from sandtable.games.airlift.model import ASIDE, BOX, FLIGHT, MAINTENANCE, READY, Airlift, Plane, in_order_from
from sandtable.games.airlift.rules import harassment
from sandtable.games.airlift.rules.morale import box_cube, has_cube, move_morale, release
from sandtable.games.airlift.rules.personnel import (
    MECHANICS,
    PLUMBERS,
    halvorsens_planes,
    is_on_map,
    legal_places,
    move_named,
    place,
    place_one_of,
    place_snack_bar,
    removable,
    remove,
)
from sandtable.games.airlift.rules.pieces import (
    add_cubes,
    add_problem,
    colour_index,
    gain_support,
    marker_left,
    nation,
    owner,
    pay_support,
    plus,
    put_on_ground,
    seats_named,
    take_cube,
    to_maintenance,
)
from sandtable.games.airlift.rules.resolve import move_resolve
from sandtable.games.airlift.rules.support import build_cost, put_on_inactive, transfer_cube, transfer_sources
from sandtable.games.airlift.rules.weather import end_weather, weather_changes
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.state import replace

HARASSMENT_CHIT = "harassment"


def support(s: Airlift, op: Operation) -> Flow:
    """AL-7.1 Each named player gains support, or loses it, never below 0."""
    for seat in seats_named(s, op.who):
        if op.n >= 0:
            gain_support(s, seat, op.n, "AL-7.1")
        else:
            lost = min(-op.n, s.players[seat].support)
            pay_support(s, seat, lost)
            s.journal.add("AL-7.1", "support_lost", seat=seat, n=lost)
    return
    yield


def victory_points(s: Airlift, op: Operation) -> Flow:
    """AL-7.2 The player who alone has delivered most cubes this season gains VP."""
    totals = {seat: sum(s.players[seat].delivered) for seat in s.seats}
    most = max(totals.values())
    best = [seat for seat in s.seats if totals[seat] == most]
    if most and len(best) == 1:
        s.players[best[0]] = replace(s.players[best[0]], vp=s.players[best[0]].vp + op.n)
        s.journal.add("AL-7.2", "victory_point", seat=best[0], n=op.n)
    return
    yield


def resolve(s: Airlift, op: Operation) -> Flow:
    """AL-7.3 Soviet Resolve moves."""
    move_resolve(s, op.n, "AL-7.3")
    return
    yield


def last_draw(s: Airlift, op: Operation) -> Flow:
    """AL-7.4, AL-21.12 The Last Draw marker moves, between the present turn and the end of the track."""
    s.last_draw = max(s.turn, min(DRAW_TRACK, s.last_draw + op.n))
    s.journal.add("AL-7.4", "last_draw", n=s.last_draw)
    return
    yield


def cubes(s: Airlift, op: Operation) -> Flow:
    """AL-7.5 Cubes from the pool to a base, or to starting airbases; an inactive base is skipped."""
    who = {"us_homes": "us", "cw_homes": "cw", "each_home": "all"}.get(op.place)
    places = [PLANS[s.season, seat].start for seat in seats_named(s, who)] if who else [op.place]
    for base in places:
        if s.bases[base].active:
            given = add_cubes(s, base, colour_index(op.colour), op.n)
            s.journal.add("AL-7.5", "cubes_added", base=base, colour=op.colour, n=given)
    return
    yield


def lose_cubes(s: Airlift, op: Operation) -> Flow:
    """AL-7.6 The AP returns cubes from airbases of his choice to the pool."""
    for _ in range(op.n):
        options: list[Option] = [
            ("discard", base, colour)
            for base in AIRBASES
            for index, colour in enumerate(COLOURS)
            if s.bases[base].cubes[index] and op.colour in ("any", colour)
        ]
        if not options:
            return
        _, base, colour = yield Choose(s.ap, options, rule="AL-7.6", ask="discard", forced=True)
        take_cube(s, base, colour_index(colour), unmarked_first=True)
        s.pool[colour_index(colour)] += 1
        s.journal.add("AL-7.6", "discarded", base=base, colour=colour)


def named_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.7 Place the named marker, or if it is on the map already, the AP may move it."""
    if is_on_map(s, op.name):
        yield from move_named(s, op.name)
    else:
        yield from place(s, op.name)


def draw_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.8 Markers of choice from the PM box are placed."""
    for _ in range(op.n):
        options: list[Option] = [("draw", m) for m, where in s.personnel.items() if where == BOX and legal_places(s, m)]
        if not options:
            return
        pick = yield Choose(s.ap, options, rule="AL-7.8", ask="draw_personnel", forced=True)
        yield from place(s, pick[1])


def remove_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.9 Markers on the map go to the PM box."""
    for _ in range(op.n):
        options: list[Option] = [("remove", marker) for marker in removable(s)]
        if not options:
            return
        pick = yield Choose(s.ap, options, rule="AL-7.9", ask="remove_personnel", forced=True)
        remove(s, pick[1])


def mechanics(s: Airlift, op: Operation) -> Flow:
    """AL-7.10 Luftwaffe Mechanics from pool or box."""
    for _ in range(op.n):
        yield from place_one_of(s, MECHANICS)


def plumbers(s: Airlift, op: Operation) -> Flow:
    """AL-7.10 RAF Plumbers from pool or box."""
    for _ in range(op.n):
        yield from place_one_of(s, PLUMBERS)


def snack_bars(s: Airlift, op: Operation) -> Flow:
    """AL-7.11 Snack Bars in active airports without one."""
    for _ in range(op.n):
        yield from place_snack_bar(s)


def problems(s: Airlift, op: Operation) -> Flow:
    """AL-7.12 Different planes get one P each, in flight or on the ground at an airbase."""
    hit: list[str] = []
    side, _, scope = op.scope.rpartition("_")
    for _ in range(op.n):
        options: list[Option] = [
            ("trouble", plane)
            for plane, at in s.planes.items()
            if _in_scope(at, scope) and plane not in hit and side.upper() in ("", nation(owner(plane)))
        ]
        if not options:
            return
        pick = yield Choose(s.ap, options, rule="AL-7.12", ask="trouble", forced=True)
        hit.append(pick[1])
        add_problem(s, pick[1], "AL-7.12")
        if scope == "base":
            to_maintenance(s, pick[1])


def _in_scope(at: Plane, scope: str) -> bool:
    if at.unidentified:
        return False
    if scope == "flight":
        return at.status == FLIGHT
    return at.status in (READY, MAINTENANCE) and at.place in AIRBASES


def roll_incoming(s: Airlift, op: Operation) -> Flow:
    """AL-7.13 The top plane of every stack in the incoming corridors rolls."""
    harassment.flak(s, op.level, "AL-7.13")
    return
    yield


def no_second_chance(s: Airlift, op: Operation) -> Flow:
    """AL-7.14 NO SECOND CHANCE on planes in harassable spaces."""
    for _ in range(op.n):
        yield from harassment.no_second_chance(s)


def smoke(s: Airlift, op: Operation) -> Flow:
    """AL-7.15 The smoke procedure."""
    for _ in range(op.n):
        yield from harassment.smoke(s)


def manifest_mistake(s: Airlift, op: Operation) -> Flow:
    """AL-7.16 Cubes are taken from planes in flight and returned to the pool."""
    for _ in range(op.n):
        options: list[Option] = [
            ("mislabel", plane, colour)
            for plane, at in s.planes.items()
            if at.status == FLIGHT
            for index, colour in enumerate(COLOURS)
            if at.cargo[index]
        ]
        if not options:
            return
        _, plane, colour = yield Choose(s.ap, options, rule="AL-7.16", ask="mislabel", forced=True)
        index = colour_index(colour)
        s.planes[plane] = replace(s.planes[plane], cargo=plus(s.planes[plane].cargo, index, -1))
        s.pool[index] += 1
        s.journal.add("AL-7.16", "mislabelled", plane=plane, colour=colour)


def repair(s: Airlift, op: Operation) -> Flow:
    """AL-7.17 P markers come off planes of the AP's choice; a plane left sound in maintenance becomes ready."""
    for _ in range(op.n):
        options: list[Option] = [("repair", plane) for plane, at in s.planes.items() if at.problems]
        if not options:
            return
        pick = yield Choose(s.ap, options, rule="AL-7.17", ask="repair", forced=True)
        at = s.planes[pick[1]]
        left = at.problems - 1
        status = READY if at.status == MAINTENANCE and not left and not at.unidentified else at.status
        s.planes[pick[1]] = replace(at, problems=left, status=status)
        s.journal.add("AL-7.17", "repaired", plane=pick[1], ready=status == READY)


def weather(s: Airlift, op: Operation) -> Flow:
    """AL-7.18 As if a weather chit of that kind were drawn."""
    weather_changes(s, op.kind, "AL-7.18")
    return
    yield


def clear(s: Airlift, op: Operation) -> Flow:
    """AL-7.19 The weather goes, and chits drawn later this turn bring none."""
    end_weather(s)
    s.cleared = True
    s.journal.add("AL-7.19", "skies_clear")
    return
    yield


def build(s: Airlift, op: Operation) -> Flow:
    """AL-7.20 Free support on a base's INACTIVE marker; excess cannot be placed."""
    base = s.bases[op.base]
    if not base.active:
        n = min(op.n, build_cost(s, op.base) - base.support, s.support_pool)
        s.support_pool -= n
        put_on_inactive(s, op.base, n)
    return
    yield


def ground(s: Airlift, op: Operation) -> Flow:
    """AL-7.21 FLIGHT UNAVAILABLE: one flight of the AP's choice, or one own flight of each player."""
    if op.who == "ap_choice":
        yield from _ground_one(s, s.ap, [chit for seat in s.seats for chit in FLIGHT_CHITS[seat]])
    else:
        for seat in in_order_from(s, s.ap):
            yield from _ground_one(s, seat, list(FLIGHT_CHITS[seat]))


def _ground_one(s: Airlift, chooser: str, chits: list[str]) -> Flow:
    options: list[Option] = [("ground", chit) for chit in chits if chit not in s.unavailable]
    if not options or not marker_left(s, "flight_unavailable"):
        return
    pick = yield Choose(chooser, options, rule="AL-7.21", ask="ground", forced=True)
    s.unavailable.append(pick[1])
    s.journal.add("AL-7.21", "grounded", flight=pick[1])


def harassment_chits(s: Airlift, op: Operation) -> Flow:
    """AL-7.22 More or fewer harassment chits in this turn's cup, between 0 and 12."""
    there = s.cup.count(HARASSMENT_CHIT)
    wanted = max(0, min(MARKERS["harassment_chits"], there + op.n))
    for _ in range(there, wanted):
        s.cup.append(HARASSMENT_CHIT)
    for _ in range(wanted, there):
        s.cup.remove(HARASSMENT_CHIT)
    s.journal.add("AL-7.22", "harassment_chits", n=wanted)
    return
    yield


def movement(s: Airlift, op: Operation) -> Flow:
    """AL-7.23 More movement for all planes of those players this turn."""
    for seat in seats_named(s, op.who):
        s.hurry[seat] = s.hurry.get(seat, 0) + op.n
    s.journal.add("AL-7.23", "hurry", who=seats_named(s, op.who), n=op.n)
    return
    yield


def transfer(s: Airlift, op: Operation) -> Flow:
    """AL-7.24 The AP moves cubes between airbases without cost."""
    for _ in range(op.n):
        options: list[Option] = [("transfer", base) for base in transfer_sources(s)]
        if not options:
            return
        pick = yield Choose(s.ap, options, rule="AL-7.24", ask="transfer", forced=True)
        yield from transfer_cube(s, s.ap, pick[1])


def outgoing(s: Airlift, op: Operation) -> Flow:
    """AL-7.25 Cubes of a colour leave the morale track, nearest to 0 first; morale does not move."""
    boxes = sorted((b for b in range(-10, 11) if b and has_cube(s, b) and box_cube(b) == op.colour), key=abs)
    for box in boxes[: op.n]:
        yield from release(s, box, s.ap)


def c74(s: Airlift, op: Operation) -> Flow:
    """AL-7.26, AL-19.1 The C-74 comes once: the AP picks the US squadron that gets it."""
    american = [seat for seat in s.seats if nation(seat) == "US"]
    if s.c74_used or not american:
        return
    options: list[Option] = [("globemaster", seat) for seat in american]
    pick = yield Choose(s.ap, options, rule="AL-19.1", ask="c74", forced=True)
    plane = next(p for p, counter in COUNTERS.items() if counter.type == "C-74" and counter.squadron == pick[1])
    s.c74_used, s.c74_must_fly, s.c74 = True, True, plane
    s.planes[plane] = Plane(status=ASIDE)
    put_on_ground(s, plane, PLANS[s.season, pick[1]].start)
    s.journal.add("AL-19.1", "c74", plane=plane)


def caltf(s: Airlift, op: Operation) -> Flow:
    """AL-7.26, AL-5.4 The Combined Airlift Task Force is set up."""
    s.caltf = True
    s.journal.add("AL-5.4", "caltf")
    return
    yield


def candy(s: Airlift, op: Operation) -> Flow:
    """AL-7.26, AL-6.4 The Candy Bomber as an operation."""
    yield from candy_bomber(s)


def candy_bomber(s: Airlift) -> Flow:
    """AL-6.4 Morale +1; then Halvorsen goes on a ready US plane at an airbase, unless he is on one already."""
    yield from move_morale(s, 1, s.ap, "AL-6.4")
    if is_on_map(s, "halvorsen"):
        return
    options: list[Option] = [("candy", plane) for plane in halvorsens_planes(s)]
    if options:
        pick = yield Choose(s.ap, options, rule="AL-6.4", ask="candy", forced=True)
        s.personnel["halvorsen"] = pick[1]
        s.journal.add("AL-6.4", "candy_bomber", plane=pick[1])


OPERATION: dict[str, Callable[[Airlift, Operation], Flow]] = {
    "sp": support,
    "vp": victory_points,
    "sr": resolve,
    "last": last_draw,
    "cube": cubes,
    "lose_cube": lose_cubes,
    "pm": named_personnel,
    "pm_draw": draw_personnel,
    "pm_remove": remove_personnel,
    "mechanic": mechanics,
    "plumber": plumbers,
    "snack": snack_bars,
    "problem": problems,
    "roll": roll_incoming,
    "nsc": no_second_chance,
    "smoke": smoke,
    "manifest": manifest_mistake,
    "repair": repair,
    "weather": weather,
    "clear": clear,
    "build": build,
    "ground": ground,
    "harass": harassment_chits,
    "move": movement,
    "transfer": transfer,
    "outgoing": outgoing,
    "c74": c74,
    "caltf": caltf,
    "candy": candy,
}


def carry_out(s: Airlift, operations: tuple[Operation, ...]) -> Flow:
    """AL-0.4, AL-0.6, AL-6.3, AL-21.13 The operations of an effect, in order, as far as possible."""
    for operation in operations:
        yield from OPERATION[operation.op](s, operation)
