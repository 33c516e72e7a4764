"""The planes of a flight are activated one after another (AL-4.5, AL-4.8, AL-11.4, AL-12, AL-21.4)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, CHIT_OF, PLANES_OF
from sandtable.games.airlift.map.corridors import BERLIN
from sandtable.games.airlift.map.routes import Flight
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY, Airlift, Sees
from sandtable.games.airlift.names import say
from sandtable.games.airlift.rules.landing import c74_tears_up_the_runway, land
from sandtable.games.airlift.rules.loading import is_grounded, load, loadable, why_not_load
from sandtable.games.airlift.rules.movement import allowance, flight_options, fly, soviet_airspace, why_not_fly
from sandtable.games.airlift.rules.pieces import lift, owner, to_maintenance
from sandtable.games.airlift.rules.problems import landing_level, roll_for_problems, roll_odds, take_off_level
from sandtable.kernel.flow import Choose, Flow, Odds, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

FINISH: Option = ("finish",)
HOP = {"rhein_main": "wiesbaden", "wiesbaden": "rhein_main"}


def planes_to_activate(s: Sees, flight: str) -> list[str]:
    """AL-4.5, AL-12.6 The flight's planes that can do something; of a grounded flight, ready ones only with U."""
    of_flight = [(plane, s.planes[plane]) for plane in PLANES_OF[flight]]
    return [
        plane
        for plane, at in of_flight
        if at.status == FLIGHT or (at.status == READY and (at.unidentified or not is_grounded(s, plane, flight)))
    ]


def may_wait(s: Sees, plane: str) -> bool:
    """AL-12.3, AL-14.3, AL-19.1 A plane on the ground or circling Berlin need not move; the C-74 must at first."""
    at = s.planes[plane]
    if plane == s.c74 and s.c74_must_fly and at.status == READY:
        return False
    return at.status != FLIGHT or (at.place == BERLIN and not at.no_second_chance)


def activation(s: Airlift) -> Flow:
    """AL-4.5, AL-21.4 The owner activates the next plane, which finishes completely before another begins."""
    seat = owner(s.waiting[0])
    options: list[Option] = [("activate", plane) for plane in s.waiting]
    if all(may_wait(s, plane) for plane in s.waiting):
        options.append(FINISH)
    pick = yield Choose(
        seat,
        options,
        rule="AL-4.5",
        ask="activate",
        about=(s.flight,),
        forced=True,
        why_not=lambda o: why_not_activate(s, o),
    )
    if pick == FINISH:
        s.waiting.clear()
        return
    plane = id_in(pick)
    s.waiting.remove(plane)
    if s.planes[plane].status == FLIGHT:
        yield from activate_in_flight(s, plane)
    else:
        yield from activate_on_the_ground(s, plane)
    # AL-9.6 The restriction by smoke ends with the next activation.
    if s.planes[plane].smoke:
        s.planes[plane] = replace(s.planes[plane], smoke=False)


def why_not_activate(s: Sees, option: Option) -> Refusal | None:
    """AL-4.8, AL-11.3, AL-13.3 Why a plane cannot be activated now."""
    if option == FINISH:
        return (say("flight_first"), "AL-13.3")
    plane = id_in(option)
    at = s.planes.get(plane)
    if at is None:
        return None
    if CHIT_OF[plane] != s.flight:
        return (say("other_flight"), "AL-4.8")
    if at.status == MAINTENANCE:
        return (say("in_maintenance"), "AL-11.3")
    if at.status == READY and is_grounded(s, plane, s.flight):
        return (say("flight_unavailable"), "AL-12.6")
    return (say("already_activated"), "AL-4.8")


def activate_in_flight(s: Airlift, plane: str) -> Flow:
    """AL-13.10, AL-13.3, AL-14.3 Dangers of Soviet airspace first, then the plane flies on, lands or circles."""
    if not soviet_airspace(s, plane):
        return
    yield from move(s, plane, allowance(s, plane))


def move(s: Airlift, plane: str, points: int) -> Flow:
    """AL-13.3 The owner chooses among the flights the plane can make."""
    flights = flight_options(s, plane, points)
    pick = yield Choose(
        owner(plane),
        list(flights),
        rule="AL-13.3",
        ask="fly",
        about=(plane, points),
        forced=True,
        why_not=lambda option: why_not_fly(s, option),
        odds=lambda option: landing_odds(s, option),
    )
    yield from carry_out_flight(s, plane, pick, flights[pick])


def landing_odds(s: Sees, option: Option) -> Odds | None:
    """What a landing roll may bring."""
    if option[0] != "land":
        return None
    at = s.planes[id_in(option)]
    return roll_odds(replace(at, place=""), landing_level(s, at), at.unidentified)


def carry_out_flight(s: Airlift, plane: str, pick: Option, flight: Flight) -> Flow:
    """AL-13.2, AL-12.5, AL-14.1 Fly the route, then land if that was chosen."""
    at = s.planes[plane]
    start = at.place if at.status == FLIGHT or at.place in AIRBASES else BERLIN
    left = at.place if at.status != FLIGHT else ""
    fly(s, plane, flight, start)
    if left:
        c74_tears_up_the_runway(s, plane, left)
    if pick[0] == "land":
        yield from land(s, plane, id_in(pick, 2))


def activate_on_the_ground(s: Airlift, plane: str) -> Flow:
    """AL-11.4, AL-12.1 to AL-12.6, AL-19.1, AL-21.1 Load and take off, stay, or send a plane with U to maintenance."""
    seat = owner(plane)
    must_fly = plane == s.c74 and s.c74_must_fly
    rolls = take_off_level(s, s.planes[plane])
    points = allowance(s, plane)
    flights = {} if rolls or is_grounded(s, plane, CHIT_OF[plane]) else flight_options(s, plane, points)
    loaded = False
    while True:
        options: list[Option] = []
        if not is_grounded(s, plane, CHIT_OF[plane]):
            options += [("load", plane, colour) for colour in loadable(s, plane)]
            if not (must_fly and options):
                options += [("take_off", plane)] if rolls else list(flights)
                options += hop_options(s, plane)
        if not loaded and not must_fly:
            options.append(("stay", plane))
            if s.planes[plane].unidentified:
                options.append(("to_maintenance", plane))
        pick = yield Choose(
            seat,
            options,
            rule="AL-12.1",
            ask="ready",
            about=(plane, points),
            forced=True,
            why_not=lambda option: why_not_ready(s, option),
            odds=lambda option: take_off_odds(s, option),
        )
        if pick[0] != "load":
            break
        load(s, plane, id_in(pick, 2))
        loaded = True
    if pick[0] == "stay":
        return
    if pick[0] == "to_maintenance":
        to_maintenance(s, plane)
        s.journal.add("AL-11.4", "sent_to_maintenance", plane=plane)
        return
    yield from take_off(s, plane, pick, flights.get(pick), points)


def take_off(s: Airlift, plane: str, pick: Option, flight: Flight | None, points: int) -> Flow:
    """AL-12.4, AL-14.5, AL-19.1 The roll in fog or with U, then the flight; the C-74 may hop first."""
    at = s.planes[plane]
    if plane == s.c74:
        s.c74_must_fly = False
    level = take_off_level(s, at)
    if level and not roll_for_problems(s, plane, level, "AL-12.4", crash_only=at.unidentified):
        return
    if pick[0] == "hop":
        yield from hop(s, plane, points - 1)
    elif flight is not None:
        yield from carry_out_flight(s, plane, pick, flight)
    else:
        yield from move(s, plane, points)


def hop_options(s: Sees, plane: str) -> list[Option]:
    """AL-19.1 On its first flight the C-74 may hop to the other of Rhein-Main and Wiesbaden."""
    at = s.planes[plane]
    if plane != s.c74 or not s.c74_must_fly or at.place not in HOP or not s.bases[HOP[at.place]].active:
        return []
    return [("hop", plane, HOP[at.place])]


def hop(s: Airlift, plane: str, points: int) -> Flow:
    """AL-19.1 The first point takes the C-74 to the other airbase, where it loads too; no rolls for the hop."""
    at = lift(s, plane)
    there = HOP[at.place]
    s.ground[there] = (*s.ground.get(there, ()), plane)
    s.planes[plane] = replace(at, place=there)
    s.journal.add("AL-19.1", "hopped", plane=plane, base=there)
    while colours := loadable(s, plane):
        options: list[Option] = [("load", plane, colour) for colour in colours]
        pick = yield Choose(owner(plane), options, rule="AL-19.1", ask="hop_load", about=(plane,), forced=True)
        load(s, plane, id_in(pick, 2))
    yield from move(s, plane, points)


def take_off_odds(s: Sees, option: Option) -> Odds | None:
    """What a take-off roll may bring, or the landing of a flight without one."""
    if option[0] in ("take_off", "hop"):
        at = s.planes[id_in(option)]
        return roll_odds(at, take_off_level(s, at), at.unidentified)
    return landing_odds(s, option)


def why_not_ready(s: Sees, option: Option) -> Refusal | None:
    """AL-12.1 to AL-12.3, AL-13.3 Why a plane on the ground cannot do that."""
    if option[0] == "load" and len(option) == 3:
        return why_not_load(s, id_in(option), id_in(option, 2))
    if option[0] == "stay":
        return (say("cant_load_and_stay"), "AL-12.1")
    return why_not_fly(s, option)
