"""Operations on planes and the weather they fly in (AL-7.12, AL-7.17 to AL-7.19, AL-7.21, AL-7.23, AL-19.1)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    AIRBASES,
    COUNTERS,
    FLIGHT_CHITS,
    PLANS,
    Operation,
)
from sandtable.games.airlift.model import ASIDE, FLIGHT, MAINTENANCE, READY, Airlift, Plane, in_order_from
from sandtable.games.airlift.rules.pieces import (
    add_problem,
    marker_left,
    nation,
    owner,
    put_on_ground,
    seats_named,
    to_maintenance,
)
from sandtable.games.airlift.rules.weather import end_weather, weather_changes
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one
from sandtable.kernel.state import replace


def problems(s: Airlift, op: Operation) -> Flow:
    """AL-7.12 Different planes get one P each, in flight or on the ground at an airbase."""
    hit: list[str] = []
    side, _, scope = op.scope.rpartition("_")
    for _ in range(op.n):
        planes = [
            plane
            for plane, at in s.planes.items()
            if _in_scope(at, scope) and plane not in hit and side.upper() in ("", nation(owner(plane)))
        ]
        if not planes:
            if not hit:
                s.journal.add("AL-7.12", "no_plane_to_strike")
            return
        plane = yield from choose_one(s.ap, "trouble", planes, rule="AL-7.12", ask="trouble", forced=True)
        hit.append(plane)
        add_problem(s, plane, "AL-7.12")
        if scope == "base":
            to_maintenance(s, plane)


def _in_scope(at: Plane, scope: str) -> bool:
    if at.unidentified:
        return False
    if scope == "flight":
        return at.status == FLIGHT
    return at.status in (READY, MAINTENANCE) and at.place in AIRBASES


def repair(s: Airlift, op: Operation) -> Flow:
    """AL-7.17 P markers come off planes of the AP's choice; a plane left sound in maintenance becomes ready."""
    for _ in range(op.n):
        planes = [plane for plane, at in s.planes.items() if at.problems]
        if not planes:
            return
        plane = yield from choose_one(s.ap, "repair", planes, rule="AL-7.17", ask="repair", forced=True)
        at = s.planes[plane]
        left = at.problems - 1
        status = READY if at.status == MAINTENANCE and not left and not at.unidentified else at.status
        s.planes[plane] = replace(at, problems=left, status=status)
        s.journal.add("AL-7.17", "repaired", plane=plane, ready=status == READY)


def weather(s: Airlift, op: Operation) -> None:
    """AL-7.18 As if a weather chit of that kind were drawn."""
    weather_changes(s, op.kind, "AL-7.18")


def clear(s: Airlift, op: Operation) -> None:
    """AL-7.19 The weather goes, and chits drawn later this turn bring none."""
    end_weather(s)
    s.cleared = True
    s.journal.add("AL-7.19", "skies_clear")


def ground(s: Airlift, op: Operation) -> Flow:
    """AL-7.21 FLIGHT UNAVAILABLE: one flight of the AP's choice, or one own flight of each player."""
    if op.who == "ap_choice":
        yield from _ground_one(s, s.ap, [chit for seat in s.seats for chit in FLIGHT_CHITS[seat]])
    else:
        for seat in in_order_from(s, s.ap):
            yield from _ground_one(s, seat, list(FLIGHT_CHITS[seat]))


def _ground_one(s: Airlift, chooser: str, chits: list[str]) -> Flow:
    free = [chit for chit in chits if chit not in s.unavailable]
    if not free or not marker_left(s, "flight_unavailable"):
        return
    flight = yield from choose_one(chooser, "ground", free, rule="AL-7.21", ask="ground", forced=True)
    s.unavailable.append(flight)
    s.journal.add("AL-7.21", "grounded", flight=flight)


def movement(s: Airlift, op: Operation) -> None:
    """AL-7.23 More movement for all planes of those players this turn."""
    for seat in seats_named(s, op.who):
        s.hurry[seat] = s.hurry.get(seat, 0) + op.n
    s.journal.add("AL-7.23", "hurry", who=seats_named(s, op.who), n=op.n)


def c74(s: Airlift, op: Operation) -> Flow:
    """AL-7.26, AL-19.1 The C-74 comes once: the AP picks the US squadron that gets it."""
    american = [seat for seat in s.seats if nation(seat) == "US"]
    if s.c74_used or not american:
        return
    seat = yield from choose_one(s.ap, "globemaster", american, rule="AL-19.1", ask="c74", forced=True)
    plane = next(p for p, counter in COUNTERS.items() if counter.type == "C-74" and counter.squadron == seat)
    s.c74_used, s.c74_must_fly, s.c74 = True, True, plane
    s.planes[plane] = Plane(status=ASIDE)
    put_on_ground(s, plane, PLANS[s.season, seat].start)
    s.journal.add("AL-19.1", "c74", plane=plane)
