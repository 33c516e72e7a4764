"""The sensible player in the cockpit: what to load, where to fly, when to stay on the ground."""

from __future__ import annotations

from sandtable.games.airlift import prospects
from sandtable.games.airlift.chart import BERLIN
from sandtable.games.airlift.components import AIRBASES, COLOURS, COUNTERS, PLANS, PROBLEM, SUPPLY, TYPE_OF, usable_by
from sandtable.games.airlift.judgement import activations_left, outstanding, resolve_is_dangerous, turns_left
from sandtable.games.airlift.model import READY, Plane
from sandtable.games.airlift.prospects import Outlook
from sandtable.games.airlift.rules.loading import carries
from sandtable.games.airlift.rules.movement import orders_for
from sandtable.games.airlift.rules.pieces import capacity_left
from sandtable.games.airlift.rules.problems import landing_level, take_off_level
from sandtable.games.airlift.rules.resolve import goals_of, on_schedule
from sandtable.games.airlift.sight import AirliftView
from sandtable.kernel.flow import Option

CRASH = 1.5
"""What a lost plane counts, in loads, besides what it could still have delivered."""


def outlook_for(view: AirliftView, plane: str) -> Outlook:
    """The plane's prospects: its own corridors, the active airbases, and where a load will be waiting."""
    orders = orders_for(view, plane, TYPE_OF[plane].move)
    return Outlook(orders.way, TYPE_OF[plane].move, orders.landable, stocked_for(view, plane, orders.landable))


def stocked_for(view: AirliftView, plane: str, landable: tuple[str, ...]) -> tuple[str, ...]:
    """The airbases where the plane can expect cubes when it comes: what lies there and what the next turn brings."""
    seat = COUNTERS[plane].squadron
    supply = SUPPLY[view.season]
    shared = supply.shared_12 if len(view.seats) <= 2 else supply.shared_34
    found = []
    for base in landable:
        coming = list(view.bases[base].cubes)
        if turns_left(view):
            rates = [supply.home[other] for other in view.seats if PLANS[view.season, other].start == base]
            rates += [shared[base]] if base in shared else []
            rates += [(0, supply.finkenwerder_per_cw, 0, 0)] if base == "finkenwerder" else []
            for rate in rates:
                coming = [a + b for a, b in zip(coming, rate, strict=True)]
        there = sum(coming[i] for i, colour in enumerate(COLOURS) if carries(plane, colour, base))
        claimed = sum(
            capacity_left(other, view.planes[other])
            for other in view.ground.get(base, ())
            if other != plane and view.planes[other].status == READY and COUNTERS[other].squadron == seat
        )
        if there - claimed >= 1:
            found.append(base)
    return tuple(found)


def choose_load(view: AirliftView, seat: str, plane: str, loads: list[Option]) -> Option | None:
    """The colour to load next: scarce goals first, then what is farthest from its goal; None when nothing is wanted."""
    wanted = outstanding(view, seat, 1)
    extra = outstanding(view, seat, 2)
    goals = goals_of(view, seat)

    def urgency(option: Option) -> float:
        i = COLOURS.index(str(option[2]))
        if wanted[i] > 0:
            return 10.0 + (5.0 if i >= 2 else 0.0) + wanted[i] / goals[i]
        if extra[i] > 0:
            return 5.0 + 1.0 / goals[i]
        return 1.0 + 1.0 / goals[i]

    return max(loads, key=urgency) if loads else None


def crash_chance(level: int) -> float:
    """The chance of a crash on a column."""
    return PROBLEM[level].count("crash") / 8 if level else 0.0


def trouble_chance(level: int, crash_only: bool) -> float:
    """The chance of a problem that costs the plane time."""
    return 0.0 if crash_only or not level else (PROBLEM[level].count("problem") + PROBLEM[level].count("u")) / 8


def value_of(view: AirliftView, seat: str, plane: str, at: Plane, option: Option) -> float:
    """How many loads the plane will deliver if it does this."""
    outlook = outlook_for(view, plane)
    left = activations_left(view, plane)
    loaded = any(at.cargo)
    match option[0]:
        case "fly":
            return prospects.in_flight(outlook, str(option[2]), loaded, left)
        case "circle":
            return prospects.in_flight(outlook, BERLIN, loaded, left) - 0.01
        case "stay":
            return prospects.on_the_ground(outlook, at.place, loaded, left)
        case "to_maintenance":
            return prospects.on_the_ground(outlook, at.place, loaded, max(0, left - 1)) * 0.8
    if option[0] != "land":
        return 0.0
    level = landing_level(view, at)
    crash = crash_chance(level)
    slower = trouble_chance(level, at.unidentified) + (0.6 if at.problems else 0.0)
    base = str(option[2])
    if base in AIRBASES:
        value = prospects.on_the_ground(outlook, base, loaded, left)
        value += 0.3 if at.outgoing else 0.0
    else:
        value = prospects.arrival(outlook, loaded, left)
        if loaded and holds_back(view, seat, at):
            value -= 5.0
        value += airport_taste(view, seat, base)
    value -= 0.4 * min(1.0, slower) * min(1, left)
    return (1 - crash) * value - crash * CRASH


def airport_taste(view: AirliftView, seat: str, airport: str) -> float:
    """Small reasons for one airport: a snack bar, outgoing cargo, room."""
    base = view.bases[airport]
    taste = 0.2 if base.snack_bar else 0.0
    if not view.outgoing_taken and base.outgoing != (0, 0):
        taste += 0.1
    return taste - 0.01 * len(view.ground.get(airport, ()))


def holds_back(view: AirliftView, seat: str, at: Plane) -> bool:
    """AL-9.8, AL-9.10 One more delivery would put the squadron on schedule and Soviet Resolve over the brink."""
    if not resolve_is_dangerous(view):
        return False
    if on_schedule(view, seat):
        return True
    others = sum(1 if on_schedule(view, other) else -1 for other in view.seats if other != seat)
    return others + 1 > 0


def choose_flight(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """Where a plane in flight, or one that just took off, goes."""
    plane = str(options[0][1])
    at = view.planes[plane]
    return max(options, key=lambda option: value_of(view, seat, plane, at, option))


def choose_on_the_ground(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """Load, take off, or stay."""
    plane = str(options[0][1])
    at = view.planes[plane]
    loads = [option for option in options if option[0] == "load"]
    away = [option for option in options if option[0] in ("fly", "land", "take_off", "hop", "circle")]
    stays = [option for option in options if option[0] in ("stay", "to_maintenance")]
    load = choose_load(view, seat, plane, loads)
    if not away:
        return load or stays[0]
    if load is not None and (not stays or worth_taking_off(view, seat, plane, at, away, stays, loads)):
        return load
    best = max(away, key=lambda option: going(view, seat, plane, at, option))
    if not stays:
        return best
    stay = max(stays, key=lambda option: value_of(view, seat, plane, at, option))
    return best if going(view, seat, plane, at, best) > value_of(view, seat, plane, at, stay) else stay


def worth_taking_off(
    view: AirliftView, seat: str, plane: str, at: Plane, away: list[Option], stays: list[Option], loads: list[Option]
) -> bool:
    """Whether to load now: the flight with a load must promise more than waiting."""
    full = Plane(
        status=at.status, place=at.place, cargo=(1, 0, 0, 0), unidentified=at.unidentified, problems=at.problems
    )
    fly = max(going(view, seat, plane, full, option) for option in away)
    stay = max(value_of(view, seat, plane, at, option) for option in stays)
    return bool(loads) and fly >= stay - 0.05


def going(view: AirliftView, seat: str, plane: str, at: Plane, option: Option) -> float:
    """The value of taking off: with a roll to come, the best that may follow."""
    level = take_off_level(view, at)
    if option[0] == "hop":
        return 2.0
    if option[0] != "take_off":
        return value_of(view, seat, plane, at, option)
    outlook = outlook_for(view, plane)
    start = at.place if at.place in AIRBASES else BERLIN
    value = prospects.departure(outlook, start, any(at.cargo), activations_left(view, plane) + 1)
    crash = crash_chance(level)
    value -= 0.3 * trouble_chance(level, at.unidentified)
    return (1 - crash) * value - crash * CRASH


def usable_home(seat: str, base: str) -> bool:
    """Whether a base serves the squadron's nation."""
    return usable_by(TYPE_OF[next(p for p, c in COUNTERS.items() if c.squadron == seat)].nation, base)
