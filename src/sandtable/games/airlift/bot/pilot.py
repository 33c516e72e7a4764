"""The sensible player in the cockpit: what to load, where to fly, when to stay on the ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from sandtable.games.airlift.bot import prospects
from sandtable.games.airlift.bot.judgement import activations_left, outstanding, resolve_is_dangerous, turns_left
from sandtable.games.airlift.bot.prospects import Outlook
from sandtable.games.airlift.components import (
    AIRBASES,
    COLOURS,
    COUNTERS,
    PLANS,
    PROBLEM,
    SQUADRONS,
    SUPPLY,
    TYPE_OF,
    usable_by,
)
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.map.corridors import BERLIN
from sandtable.games.airlift.model import READY, Plane
from sandtable.games.airlift.rules.loading import carries
from sandtable.games.airlift.rules.movement import orders_for
from sandtable.games.airlift.rules.pieces import capacity_left
from sandtable.games.airlift.rules.problems import landing_level, take_off_level
from sandtable.games.airlift.rules.resolve import goals_of, on_schedule
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

PRECIOUS, USEFUL, PASSING, BONUS, SURPLUS = 1.6, 1.0, 0.8, 0.5, 0.1
"""What a cube counts: medicine or parts for the goal, fuel or food for it, the one that passes it, the next, more."""


class Wishes:
    """What a sensible player wants of his planes."""

    sooner: float = prospects.SOONER
    """What it adds to a load to come a turn sooner."""
    crash: float = 1.5
    """What a lost plane counts, in loads, besides what it could still have delivered."""
    cube_on_board: float = 0.3
    """What landing at an airbase with outgoing cargo counts,"""
    cube_in_flight: float = 0.0
    """what it counts to be in flight with it,"""
    cube_to_take: float = 0.1
    """and what it counts to land where some lies that may be taken."""
    passing: tuple[float, float, float, float] = (PASSING, PASSING, PASSING, PASSING)
    """What the cube of each colour counts that passes its goal,"""
    bonus: tuple[float, float, float, float] = (BONUS, BONUS, BONUS, BONUS)
    """and the next one."""


SENSIBLE = Wishes()


class Prospect:
    """What a plane can hope for: at each airbase the worth of a load there, and how many loads it could still fly."""

    def __init__(self, view: AirliftView, plane: str, wishes: Wishes) -> None:
        self.view = view
        self.plane = plane
        self.wishes = wishes
        orders = orders_for(view, plane, TYPE_OF[plane].move)
        self.left = activations_left(view, plane)
        self.missing = outstanding(view, COUNTERS[plane].squadron, 0)
        self.goals = goals_of(view, COUNTERS[plane].squadron)
        self.loads = {base: load_worth(self, base) for base in orders.landable}
        self._known: dict[tuple[str, str, float, int], float] = {}
        self.outlooks = {
            base: Outlook(orders.way, TYPE_OF[plane].move, view.season, orders.landable, (base,), wishes.sooner)
            for base, worth in self.loads.items()
            if worth > 0
        } or {"": Outlook(orders.way, TYPE_OF[plane].move, view.season, orders.landable, (), wishes.sooner)}

    def _best(self, look: Callable[[Outlook], float], load: float) -> float:
        """The best airbase to fly the coming loads from. `load` is the worth of what is on board now."""
        best = 0.0
        for base, outlook in self.outlooks.items():
            loads = look(outlook)
            worth = self.loads.get(base, 0.0)
            value = load * min(1.0, loads) + worth * max(0.0, loads - 1.0) if load else worth * loads
            best = max(best, value)
        return best

    def in_flight(self, space: str, load: float) -> float:
        """In flight in a space after this activation."""
        key = ("in flight", space, load, self.left)
        if key not in self._known:
            self._known[key] = self._best(lambda o: prospects.in_flight(o, space, load > 0, self.left), load)
        return self._known[key]

    def on_the_ground(self, base: str, load: float, left: int) -> float:
        """Standing at a base after this activation."""
        key = ("on the ground", base, load, left)
        if key not in self._known:
            self._known[key] = self._best(lambda o: prospects.on_the_ground(o, base, load > 0, left), load)
        return self._known[key]

    def arrival(self, load: float) -> float:
        """Unloaded in Berlin with this activation."""
        return load * (1.0 + self.wishes.sooner * self.left) + self.on_the_ground(BERLIN, 0.0, self.left)

    def departure(self, start: str, load: float) -> float:
        """Taking off now."""
        return self._best(lambda o: prospects.departure(o, start, load > 0, self.left + 1), load)


def cube_worth(i: int, missing: int, wishes: Wishes) -> float:
    """What one more cube of a colour is worth when so many are missing for the goal."""
    if missing > 0:
        return PRECIOUS if i >= 2 else USEFUL
    if missing > -2:
        return (wishes.bonus if missing else wishes.passing)[i]
    return SURPLUS


def cube_worths(hope: Prospect, base: str, cubes: Sequence[int]) -> list[float]:
    """What each of the cubes would be worth to the squadron, the best first."""
    worths = [
        cube_worth(i, hope.missing[i] - n, hope.wishes)
        for i, colour in enumerate(COLOURS)
        if cubes[i] and carries(hope.plane, colour, base)
        for n in range(cubes[i])
    ]
    return sorted(worths, reverse=True)


def load_worth(hope: Prospect, base: str) -> float:
    """What a load at an airbase would be worth: what lies there and comes, after the planes that stand there."""
    view, plane = hope.view, hope.plane
    seat = COUNTERS[plane].squadron
    worths = cube_worths(hope, base, coming(view, base))
    claimed = sum(
        capacity_left(other, view.planes[other])
        for other in view.ground.get(base, ())
        if other != plane and view.planes[other].status == READY and COUNTERS[other].squadron == seat
    )
    capacity = TYPE_OF[plane].cargo
    return fsum(worths[claimed : claimed + capacity]) / capacity


def coming(view: AirliftView, base: str) -> list[int]:
    """The cubes at an airbase, with what the next turn brings."""
    cubes = list(view.bases[base].cubes)
    if not turns_left(view):
        return cubes
    supply = SUPPLY[view.season]
    shared = supply.shared_12 if len(view.seats) <= 2 else supply.shared_34
    rates = [supply.home[other] for other in view.seats if PLANS[view.season, other].start == base]
    rates += [shared[base]] if base in shared else []
    rates += [(0, supply.finkenwerder_per_cw, 0, 0)] if base == "finkenwerder" else []
    for rate in rates:
        cubes = [a + b for a, b in zip(cubes, rate, strict=True)]
    return cubes


def load_aboard(hope: Prospect, seat: str, at: Plane) -> float:
    """What the cargo on board is worth."""
    if not any(at.cargo):
        return 0.0
    goals, done = hope.goals, hope.view.players[seat].delivered
    worth = fsum(cube_worth(i, goals[i] - done[i] - k, hope.wishes) for i, n in enumerate(at.cargo) for k in range(n))
    return worth / TYPE_OF[hope.plane].cargo


def choose_load(view: AirliftView, seat: str, loads: list[Option], wishes: Wishes) -> Option:
    """The colour to load next: what is worth most, and of equals what is farthest from its goal."""
    missing, goals = outstanding(view, seat, 0), goals_of(view, seat)

    def urgency(option: Option) -> tuple[float, float]:
        i = COLOURS.index(id_in(option, 2))
        return (cube_worth(i, missing[i], wishes), missing[i] / goals[i])

    return max(loads, key=urgency)


def crash_chance(level: int) -> float:
    """The chance of a crash on a column."""
    return PROBLEM[level].count("crash") / 8 if level else 0.0


def trouble_chance(level: int, crash_only: bool) -> float:
    """The chance of a problem that costs the plane time."""
    return 0.0 if crash_only or not level else (PROBLEM[level].count("problem") + PROBLEM[level].count("u")) / 8


def value_of(hope: Prospect, seat: str, at: Plane, option: Option, load: float) -> float:
    """What the plane will deliver if it does this, in wanted loads; `load` is the worth of what is on board."""
    view, left, wishes = hope.view, hope.left, hope.wishes
    carried = wishes.cube_in_flight if at.outgoing else 0.0
    match option[0]:
        case "fly":
            return hope.in_flight(id_in(option, 2), load) + carried
        case "circle":
            return hope.in_flight(BERLIN, load) + carried - 0.01
        case "stay":
            return hope.on_the_ground(at.place, load, left)
        case "to_maintenance":
            return 0.8 * hope.on_the_ground(at.place, load, max(0, left - 1))
    level = landing_level(view, at)
    crash = crash_chance(level)
    slower = trouble_chance(level, at.unidentified) + (0.6 if at.problems else 0.0)
    base = id_in(option, 2)
    if base in AIRBASES:
        value = hope.on_the_ground(base, load, left) + (wishes.cube_on_board if at.outgoing else 0.0)
    else:
        value = hope.arrival(load) + airport_taste(view, base, wishes)
        if load and holds_back(view, seat):
            value -= 5.0
    value -= 0.4 * min(1.0, slower) * min(1, left)
    return (1 - crash) * value - crash * wishes.crash


def airport_taste(view: AirliftView, airport: str, wishes: Wishes) -> float:
    """Small reasons for one airport: a snack bar, outgoing cargo, room."""
    base = view.bases[airport]
    taste = 0.2 if base.snack_bar else 0.0
    if not view.outgoing_taken and base.outgoing != (0, 0):
        taste += wishes.cube_to_take
    return taste - 0.01 * len(view.ground.get(airport, ()))


def holds_back(view: AirliftView, seat: str) -> bool:
    """AL-9.8, AL-9.10 One more delivery would put the squadron on schedule and Soviet Resolve over the brink."""
    if not resolve_is_dangerous(view):
        return False
    if on_schedule(view, seat):
        return True
    others = sum(1 if on_schedule(view, other) else -1 for other in view.seats if other != seat)
    return others + 1 > 0


def choose_flight(view: AirliftView, seat: str, options: list[Option], wishes: Wishes = SENSIBLE) -> Option:
    """Where a plane in flight, or one that just took off, goes."""
    plane = id_in(options[0])
    at = view.planes[plane]
    hope = Prospect(view, plane, wishes)
    load = load_aboard(hope, seat, at)
    return max(options, key=lambda option: value_of(hope, seat, at, option, load))


def choose_on_the_ground(view: AirliftView, seat: str, options: list[Option], wishes: Wishes = SENSIBLE) -> Option:
    """Load, take off, or stay."""
    plane = id_in(options[0])
    at = view.planes[plane]
    loads = [option for option in options if option[0] == "load"]
    away = [option for option in options if option[0] in ("fly", "land", "take_off", "hop", "circle")]
    stays = [option for option in options if option[0] in ("stay", "to_maintenance")]
    if not away:
        return choose_load(view, seat, loads, wishes) if loads else stays[0]
    hope = Prospect(view, plane, wishes)
    load = load_aboard(hope, seat, at)
    if loads and (not stays or worth_loading(hope, seat, at, away, stays, load)):
        return choose_load(view, seat, loads, wishes)
    best = max(away, key=lambda option: going(hope, seat, at, option, load))
    if not stays:
        return best
    stay = max(stays, key=lambda option: value_of(hope, seat, at, option, load))
    return best if going(hope, seat, at, best, load) > value_of(hope, seat, at, stay, load) else stay


def worth_loading(hope: Prospect, seat: str, at: Plane, away: list[Option], stays: list[Option], load: float) -> bool:
    """Whether to load here and go: it must promise more than waiting, or than going as it is."""
    worths = cube_worths(hope, at.place, hope.view.bases[at.place].cubes)
    full = load + fsum(worths[: capacity_left(hope.plane, at)]) / TYPE_OF[hope.plane].cargo
    with_load = max(going(hope, seat, at, option, full) for option in away)
    without = max(going(hope, seat, at, option, load) for option in away)
    stay = max(value_of(hope, seat, at, option, load) for option in stays)
    return with_load >= max(stay, without) - 0.05


def going(hope: Prospect, seat: str, at: Plane, option: Option, load: float) -> float:
    """The value of taking off: with a roll to come, the best that may follow."""
    if option[0] == "hop":
        return 2.0
    if option[0] == "take_off":
        level = take_off_level(hope.view, at)
        start = at.place if at.place in AIRBASES else BERLIN
        crash = crash_chance(level)
        value = hope.departure(start, load) - 0.3 * trouble_chance(level, at.unidentified)
        value += hope.wishes.cube_in_flight if at.outgoing else 0.0
        return (1 - crash) * value - crash * hope.wishes.crash
    return value_of(hope, seat, at, option, load)


def usable_home(seat: str, base: str) -> bool:
    """Whether a base serves the squadron's nation."""
    return usable_by(SQUADRONS[seat].nation, base)
