"""What a sensible player would do.

The plan: fill the goals and pass each by one, which lifts the city's heart; fly where most can be delivered in the
activations left; keep support for Berlin Morale in the last turn, and buy victory points with what is over.
"""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from sandtable.games.airlift.bot.judgement import (
    is_in_contention,
    morale_expected,
    outstanding,
    resolve_is_dangerous,
    turns_left,
)
from sandtable.games.airlift.bot.pilot import choose_flight, choose_on_the_ground, usable_home
from sandtable.games.airlift.components import (
    AIRBASES,
    COLOURS,
    COUNTERS,
    FLIGHT_CHITS,
    MORALE_SUPPORT,
    PLANS,
    Operation,
)
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY
from sandtable.games.airlift.rules.cards import event_of
from sandtable.games.airlift.rules.pieces import owner
from sandtable.games.airlift.rules.support import build_cost
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in, number_in

__all__ = ["sensible"]


def sensible(view: AirliftView, seat: str, options: list[Option], rule: str) -> Option:
    """The choice of a sensible player, by the rule that asks."""
    if len(options) == 1:
        return options[0]
    choose = _CHOICES.get(rule)
    return choose(view, seat, options) if choose is not None else options[0]


# -- planes ----------------------------------------------------------------------------------------------------------


def activate(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-4.5 Planes that leave Berlin first, then those that arrive, then those that take off."""
    planes = [option for option in options if option[0] == "activate"]

    def order(option: Option) -> tuple[int, int]:
        at = view.planes[id_in(option)]
        if at.status != FLIGHT and at.place not in AIRBASES:
            return (0, 0)
        if at.status == FLIGHT:
            return (1, -sum(at.cargo))
        return (2, -sum(at.cargo))

    return min(planes, key=order)


def on_the_ground(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-12.1"""
    return choose_on_the_ground(view, seat, options)


def hop_load(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-19.1 Which US squadron gets the C-74, and what it loads at the other airbase."""
    if options[0][0] == "load":
        return choose_on_the_ground(view, seat, options)
    return next((option for option in options if option[1] == seat), options[0])


def passable(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-11.2 A plane flies with a U only when time is short."""
    fly, stay = options
    at = view.planes[id_in(fly)]
    if at.unidentified or at.problems >= 3 or turns_left(view) <= 1:
        return fly
    return stay


def unfit(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-15.3 With a U: to maintenance at an airbase while there is time."""
    at = view.planes[id_in(options[0])]
    wait = at.place in AIRBASES and turns_left(view) >= 3
    return options[0] if wait else options[1]


def take(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-15.4 Outgoing cargo is a victory point; refugees only while Soviet Resolve allows."""
    if turns_left(view) == 0:
        return options[0]
    for option in options:
        if option[0] == "take" and (option[2] == "finished" or not resolve_is_dangerous(view)):
            return option
    return options[-1]


# -- support ---------------------------------------------------------------------------------------------------------


def flights_to_come(view: AirliftView, seat: str) -> int:
    """How many support steps are still to come this turn."""
    return sum("-" in chit for chit in view.cup)


def support(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-10.1 Keep support for the last turn; then the city first, victory points with the rest."""
    have = view.players[seat].support
    verbs = {option[0]: option for option in options}
    rest = verbs.get("done", verbs.get("pass", options[0]))
    if turns_left(view) == 0 and flights_to_come(view, seat) <= 1:
        missing = morale_missing(view) if is_in_contention(view, seat) else 0
        if missing > 0 and "improve_morale" in verbs and have >= 1:
            return verbs["improve_morale"]
        if "buy_victory_point" in verbs and flights_to_come(view, seat) == 0 and missing <= 0:
            return verbs["buy_victory_point"]
    build = worth_building(view, seat, options)
    if build is not None:
        return build
    upkeep = worth_upkeep(view, seat, options)
    return upkeep if upkeep is not None else rest


def morale_missing(view: AirliftView) -> int:
    """AL-16.3 The support points still needed to end the season with positive morale."""
    safe = 1 if view.weather or not any(chit == "harassment" for chit in view.cup) else 2
    lacking = safe - int(morale_expected(view) - view.morale_support / MORALE_SUPPORT)
    return max(0, lacking * MORALE_SUPPORT - view.morale_support)


def worth_building(view: AirliftView, seat: str, options: list[Option]) -> Option | None:
    """AL-10.3 A damaged Tempelhof is repaired at once; Tegel is finished when little is missing and much is to fly."""
    for option in options:
        if option[0] != "build" or turns_left(view) < 2:
            continue
        base = id_in(option)
        lacking = build_cost(view, base) - view.bases[base].support
        if view.bases[base].damaged and usable_home(seat, base):
            return option
        if base == "tegel" and lacking <= 2 and view.players[seat].support >= lacking + 6:
            return option
    return None


def worth_upkeep(view: AirliftView, seat: str, options: list[Option]) -> Option | None:
    """AL-10.5 One point for a plane of the flight about to be rolled for, while there is time to fly it."""
    if turns_left(view) < 1 or not view.flight.startswith(seat) or view.players[seat].support < 9:
        return None
    for option in options:
        if option[0] == "upkeep":
            base = id_in(option)
            sick = [
                p for p in view.ground.get(base, ())
                if view.planes[p].status == MAINTENANCE and f"{owner(p)}-{COUNTERS[p].flight}" == view.flight
            ]  # fmt: skip
            if sick and view.upkeep.get(f"{seat}@{base}", 0) < len(sick):
                return option
    return None


def use_support(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-10.5 Share what lies there among the planes still to be rolled for."""
    lying = number_in(options[-1])
    return options[-(-lying // (1 + len(view.waiting)))]


# -- bidding ---------------------------------------------------------------------------------------------------------


def auction(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-5.5 Support is worth more than a cube, unless a colour is short for the goal."""
    return ("open_auction",) if shortages(view, seat) and view.players[seat].support >= 6 else ("pass",)


def shortages(view: AirliftView, seat: str) -> list[str]:
    """Colours whose goal cannot be met from the airbases the squadron can use, but lie elsewhere."""
    if turns_left(view) != 1:
        return []
    short = []
    for i, needed in enumerate(outstanding(view, seat, 0)):
        mine = sum(base.cubes[i] for id, base in view.bases.items() if id in AIRBASES and usable_home(seat, id))
        other = sum(base.cubes[i] for id, base in view.bases.items() if id in AIRBASES and not usable_home(seat, id))
        if needed > mine + 1 and other:
            short.append(COLOURS[i])
    return short


def raise_bid(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-5.6 Nobody needs a cube that badly."""
    return ("pass",)


def claim(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-5.8 What is short, from where it serves others, to where the planes stand."""
    if options[0][0] == "bring":
        return bring(view, seat, options)
    wanted = shortages(view, seat)
    lacking = outstanding(view, seat, 1)

    def taste(option: Option) -> tuple[bool, bool, int]:
        colour = id_in(option, 2)
        return (colour in wanted, not usable_home(seat, id_in(option)), lacking[COLOURS.index(colour)])

    return max(options, key=taste)


def bring(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-10.6 To the home airbase if it can be."""
    home = PLANS[view.season, seat].start
    return next((option for option in options if option[-1] == home), options[0])


# -- events ----------------------------------------------------------------------------------------------------------


def alternative(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-6.3 The alternative that promises most."""
    effects = event_of(view, view.card).effects
    worths = [fsum(effect_worth(view, seat, op) for op in operations) for operations in effects]
    return options[worths.index(max(worths))]


def effect_worth(view: AirliftView, seat: str, op: Operation) -> float:
    """What an operation is worth to the player, in support points."""
    others = len(view.seats) - 1
    share = 1.0 - 0.3 * others / max(1, len(view.seats))
    match op.op:
        case "sp":
            mine = op.who in ("ap", "all") or ((op.who == "us") == seat.startswith("us") and op.who in ("us", "cw"))
            return op.n * (1.0 if op.who == "ap" else share if mine else -0.3)
        case "pm":
            if view.personnel[op.name] not in ("pool", "box"):
                return 0.2
            return {"reuter": 3.0 + turns_left(view), "tunner": 2.5, "clay": 1.8, "robertson": 2.0}.get(op.name, 1.5)
        case "mechanic" | "plumber":
            return 1.0 * op.n
        case "sr":
            return -2.0 * op.n if view.resolve > 3 else -0.5 * op.n
        case "last":
            return 2.0 * op.n if morale_expected(view) > 0 else 0.5 * op.n
        case "cube":
            return 0.4 * op.n
        case "harass":
            return -0.8 * op.n
        case "repair":
            return 1.5 * op.n if any(at.problems for at in view.planes.values()) else 0.0
        case "caltf":
            return 1.5
    return 0.5


def _hurts(view: AirliftView, seat: str, plane: str) -> float:
    """How much trouble for a plane pleases the player: others' loads first, his own last."""
    at = view.planes[plane]
    size = 1.0 + fsum(at.cargo) + 0.5 * at.problems
    return size if owner(plane) != seat else -size


def target(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.12, AL-7.14, AL-7.16, AL-9.4, AL-9.5 Trouble goes to others, or to the plane that can bear it best."""
    return max(options, key=lambda option: _hurts(view, seat, id_in(option)))


def smoke(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-9.6 The stack that hurts others most."""
    return max(options, key=lambda option: fsum(_hurts(view, seat, p) for p in view.stacks[id_in(option)]))


def repair(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.17 An own plane with a single problem."""

    def taste(option: Option) -> tuple[bool, bool, int]:
        at = view.planes[id_in(option)]
        return (owner(id_in(option)) == seat, at.problems == 1, sum(at.cargo))

    return max(options, key=taste)


def discard(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.6 A cube that is of no use to the player."""

    def taste(option: Option) -> tuple[bool, int]:
        base, i = id_in(option), COLOURS.index(id_in(option, 2))
        return (not usable_home(seat, base), view.bases[base].cubes[i])

    return max(options, key=taste)


def place_cube(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-15.8, AL-17.3 Outgoing cargo where the own planes land."""
    mine = ("tempelhof", "tegel", "gatow") if seat.startswith("us") else ("gatow", "tegel", "tempelhof")
    return min(options, key=lambda option: mine.index(id_in(option, 2)) if len(option) == 3 else 9)


def station(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-6.6 Helpers go where the own planes are repaired."""

    def planes_at(option: Option) -> int:
        if option[0] != "station":
            return -1
        return sum(owner(p) == seat for p in view.ground.get(id_in(option, 2), ()))

    home = PLANS[view.season, seat].start
    return max(options, key=lambda option: (option[-1] == home, planes_at(option)))


def snack_bar_place(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.11 Where the own planes unload."""
    mine = ("tempelhof", "tegel", "gatow") if seat.startswith("us") else ("gatow", "tegel", "tempelhof")
    return min(options, key=lambda option: mine.index(id_in(option)))


def ground(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.21 Another's flight if the player may choose, else the own flight that has least to do on the ground."""

    def waiting(chit: str) -> int:
        return sum(
            at.status == READY and at.place in AIRBASES and f"{owner(p)}-{COUNTERS[p].flight}" == chit
            for p, at in view.planes.items()
        )

    own = FLIGHT_CHITS[seat]
    others = [option for option in options if option[1] not in own]
    if others:
        return max(others, key=lambda option: waiting(id_in(option)))
    return min(options, key=lambda option: waiting(id_in(option)))


def snafu(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-6.5 To whoever has least."""
    return min(options, key=lambda option: view.players[id_in(option)].support)


def remove(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-7.9 Whoever does the player least good."""
    home = PLANS[view.season, seat].start

    def loss(option: Option) -> int:
        marker = id_in(option)
        return 5 if marker == "reuter" else 2 if view.personnel[marker] == home else 0

    return min(options, key=loss)


def hurry(view: AirliftView, seat: str, options: list[Option]) -> Option:
    """AL-19.2 Straight on, unless fog makes the take-off risky."""
    return options[1] if view.weather == "fog" and view.severity == 2 else options[0]


_CHOICES: dict[str, Callable[[AirliftView, str, list[Option]], Option]] = {
    "AL-4.5": activate,
    "AL-5.5": auction,
    "AL-20.5": auction,
    "AL-5.6": raise_bid,
    "AL-5.8": claim,
    "AL-6.3": alternative,
    "AL-6.4": repair,
    "AL-6.5": snafu,
    "AL-6.6": station,
    "AL-7.6": discard,
    "AL-7.7": station,
    "AL-7.9": remove,
    "AL-7.11": snack_bar_place,
    "AL-7.12": target,
    "AL-7.14": target,
    "AL-7.16": target,
    "AL-7.17": repair,
    "AL-7.21": ground,
    "AL-9.4": target,
    "AL-9.5": target,
    "AL-9.6": smoke,
    "AL-10.1": support,
    "AL-10.5": use_support,
    "AL-10.6": lambda view, seat, options: bring(view, seat, options),
    "AL-10.7": station,
    "AL-11.2": passable,
    "AL-12.1": on_the_ground,
    "AL-13.3": choose_flight,
    "AL-15.3": unfit,
    "AL-15.4": take,
    "AL-15.8": place_cube,
    "AL-17.3": place_cube,
    "AL-19.1": hop_load,
    "AL-19.2": hurry,
}
