"""Movement (AL-13.1 to AL-13.13): a plane's allowance, its possible flights, and flying one of them."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, BASES, COUNTERS, SPACES, TYPE_OF, usable_by
from sandtable.games.airlift.map.corridors import BERLIN, CW, GATE, US, spaces_within
from sandtable.games.airlift.map.routes import Flight, Orders, flights, leaves_diversion
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, Airlift, Plane, Sees
from sandtable.games.airlift.names import say
from sandtable.games.airlift.rules.pieces import halvorsen_gets_off, in_soviet_airspace, lift, put_in_flight
from sandtable.games.airlift.rules.problems import roll_for_problems
from sandtable.games.airlift.rules.weather import airport_limit, full_spaces, has_room, is_heavy_snow, storm_loss
from sandtable.kernel.flow import Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

SMOKE_ALLOWANCE = 2
SHARED_GATES = ("fassberg", "celle")


def allowance(s: Sees, plane: str) -> int:
    """AL-13.1, AL-8.4, AL-9.6 Printed movement, events, storms; at most 2 under smoke; at least 1."""
    points = TYPE_OF[plane].move + s.hurry.get(COUNTERS[plane].squadron, 0) - storm_loss(s)
    if s.planes[plane].smoke:
        points = min(points, SMOKE_ALLOWANCE)
    return max(1, points)


def is_flying_boat(plane: str) -> bool:
    """AL-13.5 Sunderlands land on water only."""
    return TYPE_OF[plane].cargo_kind == "salt"


def may_use(plane: str, base: str) -> bool:
    """AL-13.5, AL-13.12, AL-19.1 Whether the plane may ever land there: nation, flying boats, and the C-74."""
    kind = TYPE_OF[plane]
    if BASES[base].flying_boats_only != is_flying_boat(plane) or not usable_by(kind.nation, base):
        return False
    return kind.id != "C-74" or base in AIRBASES or base == "tempelhof"


_AIRBASES_FOR: dict[str, tuple[str, ...]] = {
    plane: tuple(base for base in BASES if base in AIRBASES and may_use(plane, base)) for plane in COUNTERS
}
_AIRPORTS_FOR: dict[str, tuple[str, ...]] = {
    plane: tuple(base for base in BASES if base not in AIRBASES and may_use(plane, base)) for plane in COUNTERS
}


def open_airports(s: Sees, plane: str) -> list[str]:
    """AL-14.1, AL-14.2 The airports in Berlin where the plane can land now."""
    return [b for b in _AIRPORTS_FOR[plane] if s.bases[b].active and has_room(s, b)]


def way_of(s: Sees, plane: str, start: str) -> str:
    """AL-13.4, AL-18.3 Whose corridors the plane may use."""
    if TYPE_OF[plane].nation == CW:
        return CW
    at = s.planes[plane]
    if "northern_gate" in s.variants and (at.northern or (at.status != FLIGHT and start in SHARED_GATES)):
        return GATE
    return US


def orders_for(s: Sees, plane: str, points: int) -> Orders:
    """AL-12.5, AL-13.3 What decides where the plane can fly to from where it is, and nothing that lies out of reach.

    So planes that can fly to the same places have equal orders, and their flights are sought once.
    """
    at = s.planes[plane]
    airborne = at.status == FLIGHT
    start = at.place if airborne or at.place in AIRBASES else BERLIN
    way = way_of(s, plane, start)
    near = SPACES.keys() if at.divert else spaces_within(way, start, points + 1)  # AL-21.7 a boxed plane may skip one
    bases = [b for b in _AIRBASES_FOR[plane] if s.bases[b].active and (b in near or at.no_second_chance)]
    return Orders(
        start=start,
        came_from=at.came_from if at.divert else "",
        airborne=airborne,
        points=points,
        way=way,
        landable=tuple(bases),
        full=tuple([space for space in full_spaces(s, but_for=start) if space in near]),
        boxed=TYPE_OF[plane].boxed,
        snow=is_heavy_snow(s),
        divert=at.divert,
        no_second_chance=at.no_second_chance,
    )


def flight_options(s: Sees, plane: str, points: int) -> dict[Option, Flight]:
    """AL-13.3, AL-14.1, AL-14.3 Every flight the plane can make now, by the option that names its end."""
    options: dict[Option, Flight] = {}
    for flight in flights(orders_for(s, plane, points)):
        if flight.land == BERLIN:
            for airport in open_airports(s, plane):
                options["land", plane, airport] = flight
            options["circle", plane] = flight
        elif flight.end == BERLIN and not flight.route:
            options["circle", plane] = flight
        elif flight.land:
            options["land", plane, flight.land] = flight
        else:
            options["fly", plane, flight.end] = flight
    return options


def soviet_airspace(s: Airlift, plane: str) -> bool:
    """AL-13.10, AL-18.6 A roll on Level 3 for an activation begun in a divert zone. Whether the plane survived."""
    at = s.planes[plane]
    if in_soviet_airspace(at):
        return roll_for_problems(s, plane, 3, "AL-13.10")
    if at.divert and "hot_pursuit" in s.variants:
        return roll_for_problems(s, plane, 3, "AL-18.6")
    return True


def fly(s: Airlift, plane: str, flight: Flight, start: str) -> None:
    """AL-13.2, AL-13.9, AL-2.6 The plane flies its route and is in flight at its end, on top of the stack."""
    at = s.planes[plane]
    came_from = flight.route[-2] if len(flight.route) > 1 else start if flight.route else at.came_from
    northern = at.northern or (at.status != FLIGHT and "northern_gate" in s.variants and start in SHARED_GATES)
    put_in_flight(s, plane, flight.end, came_from)
    diverted = at.divert and not leaves_diversion(start, flight.route)
    if (diverted, northern) != (at.divert, at.northern):
        s.planes[plane] = replace(s.planes[plane], divert=diverted, northern=northern)
    s.journal.add("AL-13.3", "flew", plane=plane, route=list(flight.route), to=flight.end)


def leave_play(s: Airlift, plane: str) -> None:
    """AL-19.1, AL-6.8 A plane leaves the game; Halvorsen gets off."""
    lift(s, plane)
    halvorsen_gets_off(s, plane)
    s.planes[plane] = Plane()


def why_not_fly(s: Sees, option: Option) -> Refusal | None:
    """AL-13.3 to AL-13.8, AL-14.2 Why a plane cannot end its move there."""
    if len(option) != 3 or option[1] not in s.planes:
        return None
    plane, goal = id_in(option), id_in(option, 2)
    at = s.planes[plane]
    if at.status == MAINTENANCE:
        return (say("cant_take_off"), "AL-12.3")
    if option[0] == "land" and goal in BASES:
        return _why_not_land(s, plane, goal)
    if goal not in SPACES:
        return None
    if goal in full_spaces(s, but_for=at.place):
        return (say("space_full"), "AL-13.6")
    if SPACES[goal].zone in ("south", "north") and SPACES[goal].zone != (
        "north" if TYPE_OF[plane].nation == CW else "south"
    ):
        return (say("corridor_of_nation"), "AL-13.4")
    return (
        say("no_route_so_long"),
        "AL-13.3",
    )


def _why_not_land(s: Sees, plane: str, base: str) -> Refusal:
    if BASES[base].flying_boats_only != is_flying_boat(plane):
        return (
            say("flying_boats_only"),
            "AL-13.5",
        )
    if not may_use(plane, base):
        return (say("base_not_open"), "AL-13.12")
    if not s.bases[base].active:
        return (say("cant_land_inactive"), "AL-19.3")
    if s.planes[plane].no_second_chance:
        return (
            say("nearest_airbase"),
            "AL-13.11",
        )
    if base not in AIRBASES and not has_room(s, base):
        return (say("airport_full", planes=airport_limit(s)), "AL-14.2")
    return (say("allowance_too_small"), "AL-13.2")
