"""Small moves of pieces and markers that every chapter needs, and the limits of the manifest (AL-1.9)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.airlift.components import COLOURS, COUNTERS, EMPTY, MARKERS, OUTGOING, SQUADRONS, TYPE_OF, Cubes
from sandtable.games.airlift.map.corridors import IN_DIVERT
from sandtable.games.airlift.model import BOX, DOWNED, FLIGHT, MAINTENANCE, READY, Airlift, Plane, Sees, in_order_from
from sandtable.kernel.state import replace


def owner(plane: str) -> str:
    """The seat that flies a plane."""
    return COUNTERS[plane].squadron


def nation(seat: str) -> str:
    """US or CW."""
    return SQUADRONS[seat].nation


def seats_named(s: Sees, who: str) -> list[str]:
    """AL-7.1 The players an effect names, in order from the AP."""
    order = in_order_from(s, s.ap)
    match who:
        case "ap":
            return [s.ap]
        case "others":
            return list(order[1:])
        case "us" | "cw":
            return [seat for seat in order if nation(seat) == who.upper()]
    return list(order)


def count(s: Airlift, what: str, n: int = 1) -> None:
    """Note a figure for reports."""
    s.ledger[what] = s.ledger.get(what, 0) + n


# -- support ---------------------------------------------------------------------------------------------------------


def gain_support(s: Airlift, seat: str, n: int, clause: str) -> None:
    """AL-1.9, AL-10.2 A player gains support, as far as the pool goes."""
    got = min(n, s.support_pool)
    if got > 0:
        s.support_pool -= got
        player = s.players[seat]
        s.players[seat] = replace(player, support=player.support + got)
        s.journal.add(clause, "support_gained", seat=seat, n=got)


def pay_support(s: Airlift, seat: str, n: int, to_pool: bool = True) -> None:
    """A player pays support, to the pool or onto a marker."""
    player = s.players[seat]
    s.players[seat] = replace(player, support=player.support - n)
    if to_pool:
        s.support_pool += n


# -- cubes -----------------------------------------------------------------------------------------------------------


def plus(a: Cubes, index: int, n: int = 1) -> Cubes:
    """Cubes with n more of one colour."""
    cubes = list(a)
    cubes[index] += n
    return (cubes[0], cubes[1], cubes[2], cubes[3])


def add_cubes(s: Airlift, base: str, index: int, n: int) -> int:
    """AL-5.3 Cubes from the pool to a base, as many as the pool can give."""
    given = min(n, s.pool[index])
    if given > 0:
        s.pool[index] -= given
        at = s.bases[base]
        s.bases[base] = replace(at, cubes=plus(at.cubes, index, given))
    return given


def listed(cubes: Sequence[int]) -> list[str]:
    """Cubes as terms, for a journal line: 3 fuel, 1 food."""
    return [f"cubes {colour}|{n}" for n, colour in zip(cubes, COLOURS, strict=True) if n]


def take_cube(s: Airlift, base: str, index: int, unmarked_first: bool) -> bool:
    """AL-10.6 A cube leaves a base: loading takes those with a transfer marker first, other ways last.

    Whether a marker was freed.
    """
    at = s.bases[base]
    marked = at.marked[index] > 0 and (not unmarked_first or at.marked[index] == at.cubes[index])
    s.bases[base] = replace(
        at, cubes=plus(at.cubes, index, -1), marked=plus(at.marked, index, -1) if marked else at.marked
    )
    return marked


def cubes_to_pool(s: Airlift, cubes: Cubes) -> None:
    """Cubes go back to the pool."""
    for index, n in enumerate(cubes):
        s.pool[index] += n


def to_released_box(s: Airlift, colour: str) -> None:
    """AL-14.9, AL-17.3 An outgoing cube is out of play for the season."""
    finished, refugee = s.released
    s.released = (finished + 1, refugee) if colour == "finished" else (finished, refugee + 1)


def with_outgoing(cubes: tuple[int, int], colour: str, n: int = 1) -> tuple[int, int]:
    """Outgoing cubes with n more of a colour."""
    return (cubes[0] + n, cubes[1]) if colour == OUTGOING[0] else (cubes[0], cubes[1] + n)


# -- planes ----------------------------------------------------------------------------------------------------------


def lift(s: Airlift, plane: str) -> Plane:
    """Take a plane from where it is; the caller puts it down again."""
    at = s.planes[plane]
    where = s.stacks if at.status == FLIGHT else s.ground
    if at.place in where:
        left = tuple([p for p in where[at.place] if p != plane])
        if left:
            where[at.place] = left
        else:
            del where[at.place]
    return at


def put_in_flight(s: Airlift, plane: str, space: str, came_from: str) -> None:
    """AL-2.6 A plane enters a space, or stays in it after its activation: on top of the stack."""
    at = lift(s, plane)
    s.stacks[space] = (*s.stacks.get(space, ()), plane)
    s.planes[plane] = replace(at, status=FLIGHT, place=space, came_from=came_from)


def put_on_ground(s: Airlift, plane: str, base: str, status: str = READY) -> None:
    """A plane stands at a base, ready or in maintenance."""
    at = lift(s, plane)
    s.ground[base] = (*s.ground.get(base, ()), plane)
    s.planes[plane] = replace(at, status=status, place=base, came_from="", northern=False)


def to_maintenance(s: Airlift, plane: str) -> None:
    """A plane that stands at a base goes to its maintenance circle."""
    s.planes[plane] = replace(s.planes[plane], status=MAINTENANCE)


def crash(s: Airlift, plane: str, clause: str = "AL-14.9") -> None:
    """AL-14.9, AL-6.8, AL-21.9 The plane goes to Downed Planes; cargo to the pool, an outgoing cube out of play."""
    at = lift(s, plane)
    seat = owner(plane)
    cubes_to_pool(s, at.cargo)
    if at.outgoing:
        to_released_box(s, at.outgoing)
    halvorsen_gets_off(s, plane)
    s.planes[plane] = Plane(status=DOWNED)
    s.players[seat] = replace(s.players[seat], downed=s.players[seat].downed + 1)
    count(s, f"lost {seat}")
    s.journal.add(clause, "crashed", plane=plane, at=at.place)


def halvorsen_gets_off(s: Airlift, plane: str) -> bool:
    """AL-6.8 Halvorsen goes from a plane to the PM box. Whether he was aboard."""
    aboard = s.personnel["halvorsen"] == plane
    if aboard:
        s.personnel["halvorsen"] = BOX
    return aboard


def add_problem(s: Airlift, plane: str, clause: str) -> None:
    """AL-14.7, AL-19.4 One P; a plane with U gets none."""
    at = s.planes[plane]
    if not at.unidentified:
        s.planes[plane] = replace(at, problems=at.problems + 1)
        s.journal.add(clause, "problem", plane=plane, n=at.problems + 1, at=at.place)


def capacity_left(plane: str, at: Plane) -> int:
    """How many more cubes a plane can carry."""
    return TYPE_OF[plane].cargo - sum(at.cargo)


# -- markers ---------------------------------------------------------------------------------------------------------


def markers_out(s: Airlift, kind: str) -> int:
    """AL-1.9 How many markers of a kind are in use."""
    planes = s.planes.values()
    match kind:
        case "divert":
            return sum(plane.divert for plane in planes)
        case "no_second_chance":
            return sum(plane.no_second_chance for plane in planes)
        case "smoke":
            return len({plane.place for plane in planes if plane.smoke})
        case "snack_bar":
            return sum(base.snack_bar for base in s.bases.values())
        case "transfer":
            return sum(sum(base.marked) for base in s.bases.values())
    return len(s.unavailable)


def marker_left(s: Airlift, kind: str) -> bool:
    """AL-1.9 Whether the supply holds another marker of that kind; without one the effect does not happen."""
    return markers_out(s, kind) < MARKERS[kind]


def in_soviet_airspace(at: Plane) -> bool:
    """AL-13.10 In flight on a diversion path."""
    return at.status == FLIGHT and at.place in IN_DIVERT


def colour_index(colour: str) -> int:
    """The place of a colour in all lists of cubes."""
    return COLOURS.index(colour)


def is_empty(cubes: Cubes) -> bool:
    """Whether there is no cube."""
    return cubes == EMPTY
