"""The support step (AL-10.1 to AL-10.8): one category for each player at the start of every flight impulse."""

from __future__ import annotations

from sandtable.games.airlift.components import BASES, CARGO_BASES, COLOURS, MORALE_SUPPORT, PERSONNEL
from sandtable.games.airlift.model import MAINTENANCE, Airlift, Base, Sees
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.personnel import moves_by_support
from sandtable.games.airlift.rules.pieces import colour_index, count, marker_left, owner, pay_support, plus, take_cube
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import choose_one, id_in
from sandtable.kernel.state import replace

TEMPELHOF_REPAIR = 3
TRANSFER_COST = 2
PERSONNEL_COST = 2
VICTORY_POINT_COST = 5
PASS: Option = ("pass",)
PASS_THE_TURN: Option = ("pass_the_turn",)
DONE: Option = ("done",)


def build_cost(s: Sees, base: str) -> int:
    """AL-10.3 What takes the INACTIVE marker off: the season's cost, or 3 for a damaged Tempelhof."""
    return TEMPELHOF_REPAIR if s.bases[base].damaged else BASES[base].build_cost(s.season)


def activate_if_paid(s: Airlift, base: str) -> None:
    """AL-10.3 The marker goes off when the support on it reaches the cost; the support returns to the pool."""
    at = s.bases[base]
    if not at.active and at.support >= build_cost(s, base):
        s.support_pool += at.support
        s.bases[base] = replace(at, active=True, damaged=False, support=0)
        s.journal.add("AL-10.3", "activated", base=base)


def put_on_inactive(s: Airlift, base: str, n: int) -> None:
    """AL-10.3, AL-7.20 Support onto an INACTIVE marker; excess cannot be placed."""
    at = s.bases[base]
    s.bases[base] = replace(at, support=at.support + n)
    s.journal.add("AL-10.3", "built", base=base, n=at.support + n, of=build_cost(s, base))
    activate_if_paid(s, base)


def transferable(s: Airlift, base: str) -> bool:
    """AL-10.6 Whether an active airbase has a cube without a transfer marker."""
    at = s.bases[base]
    return at.active and at.cubes != at.marked


def transfer_sources(s: Airlift) -> list[str]:
    """AL-10.6 Airbases a cube can be transferred from; none when all markers are out or there is nowhere to go."""
    if sum(s.bases[base].active for base in CARGO_BASES) < 2 or not marker_left(s, "transfer"):
        return []
    return [base for base in CARGO_BASES if transferable(s, base)]


def transfer_cube(s: Airlift, seat: str, base: str) -> Flow:
    """AL-10.6, AL-7.24 Move one incoming cube to another active airbase, with a transfer marker."""
    at: Base = s.bases[base]
    colours = [COLOURS[i] for i in range(4) if at.cubes[i] > at.marked[i]]
    colour = yield from choose_one(seat, "send", colours, rule="AL-10.6", ask="send", about=(base,), forced=True)
    goals: list[Option] = [("bring", colour, b) for b in CARGO_BASES if b != base and s.bases[b].active]
    goal = id_in((yield Choose(seat, goals, rule="AL-10.6", ask="bring", about=(colour,), forced=True)), 2)
    index = colour_index(colour)
    take_cube(s, base, index, unmarked_first=True)
    there = s.bases[goal]
    s.bases[goal] = replace(there, cubes=plus(there.cubes, index), marked=plus(there.marked, index))
    s.journal.add("AL-10.6", "transferred", colour=colour, base=base, to=goal)


def move_personnel(s: Airlift, seat: str, marker: str) -> Flow:
    """AL-10.7, AL-6.7 A marker goes to another airbase; no arrival task."""
    options: list[Option] = [("station", marker, there) for there in moves_by_support(s, marker)]
    pick = yield Choose(seat, options, rule="AL-10.7", ask="station", about=(marker,), forced=True)
    s.personnel[marker] = there = id_in(pick, 2)
    s.journal.add("AL-10.7", "moved_personnel", marker=marker, place=there)


def category_options(s: Airlift, seat: str, category: str) -> list[Option]:
    """AL-10.3 to AL-10.8 What the player can pay for in a category."""
    support = s.players[seat].support
    match category:
        case "build":
            return [("build", base) for base, at in s.bases.items() if not at.active] if support >= 1 else []
        case "morale":
            return [("improve_morale",)] if support >= 1 else []
        case "upkeep":
            return [("upkeep", base) for base in upkeep_bases(s, seat)] if support >= 1 else []
        case "transfer":
            return [("transfer", base) for base in transfer_sources(s)] if support >= TRANSFER_COST else []
        case "personnel":
            if support < PERSONNEL_COST:
                return []
            return [("move_personnel", marker) for marker in PERSONNEL if moves_by_support(s, marker)]
    return [("buy_victory_point",)] if support >= VICTORY_POINT_COST else []


CATEGORIES = ("build", "morale", "upkeep", "transfer", "personnel", "victory")
CATEGORY_OF = {
    "build": "build",
    "improve_morale": "morale",
    "upkeep": "upkeep",
    "transfer": "transfer",
    "move_personnel": "personnel",
    "buy_victory_point": "victory",
}


def upkeep_bases(s: Sees, seat: str) -> list[str]:
    """AL-10.5 Bases worth putting maintenance support on: it may lie anywhere, but only his own planes use it.

    Bases without a plane of his in maintenance are left out: support placed there could only be lost, unless a plane
    breaks down there later in the turn; then he is asked again at the next flight impulse.
    """
    places = [at.place for plane, at in s.planes.items() if at.status == MAINTENANCE and owner(plane) == seat]
    return list(dict.fromkeys(places))


def support_step(s: Airlift) -> Flow:
    """AL-10.1, AL-21.11 The next player spends support on one category, as often as he can pay, or passes."""
    seat = s.waiting.pop(0)
    if not s.players[seat].support:
        return
    options = [option for category in CATEGORIES for option in category_options(s, seat, category)]
    pick = yield Choose(seat, [PASS, PASS_THE_TURN, *options], rule="AL-10.1", ask="support")
    if pick == PASS_THE_TURN:
        s.passed.append(seat)
        return
    if pick == PASS:
        return
    category = CATEGORY_OF[pick[0]]
    while pick != DONE:
        yield from spend(s, seat, pick)
        options = category_options(s, seat, category)
        if not options:
            return
        pick = yield Choose(seat, [DONE, *options], rule="AL-10.1", ask="support_more")


def spend(s: Airlift, seat: str, pick: Option) -> Flow:
    """AL-10.3 to AL-10.8 Pay once and carry it out."""
    match pick:
        case ("build", str(base)):
            pay_support(s, seat, 1, to_pool=False)
            count(s, f"support {seat} build")
            put_on_inactive(s, base, 1)
        case ("improve_morale",):
            yield from improve_morale(s, seat)
        case ("upkeep", str(base)):
            pay_support(s, seat, 1, to_pool=False)
            count(s, f"support {seat} maintenance")
            s.upkeep[f"{seat}@{base}"] = s.upkeep.get(f"{seat}@{base}", 0) + 1
            s.journal.add("AL-10.5", "upkeep", seat=seat, base=base, n=s.upkeep[f"{seat}@{base}"])
        case ("transfer", str(base)):
            pay_support(s, seat, TRANSFER_COST)
            count(s, f"support {seat} transfers", TRANSFER_COST)
            yield from transfer_cube(s, seat, base)
        case ("move_personnel", str(marker)):
            pay_support(s, seat, PERSONNEL_COST)
            count(s, f"support {seat} personnel", PERSONNEL_COST)
            yield from move_personnel(s, seat, marker)
        case _:
            pay_support(s, seat, VICTORY_POINT_COST)
            count(s, f"support {seat} victory", VICTORY_POINT_COST)
            s.players[seat] = replace(s.players[seat], vp=s.players[seat].vp + 1)
            s.journal.add("AL-10.8", "victory_point", seat=seat, n=1)


def improve_morale(s: Airlift, seat: str) -> Flow:
    """AL-10.4 Support onto the morale marker; the third moves it up and all three return to the pool."""
    pay_support(s, seat, 1, to_pool=False)
    count(s, f"support {seat} morale")
    s.morale_support += 1
    s.journal.add("AL-10.4", "morale_support", seat=seat, n=s.morale_support)
    if s.morale_support == MORALE_SUPPORT:
        s.morale_support = 0
        s.support_pool += MORALE_SUPPORT
        yield from move_morale(s, 1, s.ap, "AL-10.4")


def unused_upkeep_returns(s: Airlift) -> None:
    """AL-10.5, AL-16.1 Maintenance support that was not used goes to the pool at the end of the turn."""
    s.support_pool += sum(s.upkeep.values())
    s.upkeep.clear()
