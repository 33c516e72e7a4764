"""Operations on cubes and on the bases where they lie (AL-7.5, AL-7.6, AL-7.16, AL-7.20, AL-7.24 to AL-7.26)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    AIRBASES,
    COLOURS,
    PLANS,
    Operation,
)
from sandtable.games.airlift.model import FLIGHT, Airlift
from sandtable.games.airlift.rules.morale import box_cube, has_cube, release
from sandtable.games.airlift.rules.pieces import (
    add_cubes,
    colour_index,
    plus,
    seats_named,
    take_cube,
)
from sandtable.games.airlift.rules.support import build_cost, put_on_inactive, transfer_cube, transfer_sources
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import choose_one, id_in
from sandtable.kernel.state import replace


def cubes(s: Airlift, op: Operation) -> None:
    """AL-7.5 Cubes from the pool to a base, or to starting airbases; an inactive base is skipped."""
    who = {"us_homes": "us", "cw_homes": "cw", "each_home": "all"}.get(op.place)
    places = [PLANS[s.season, seat].start for seat in seats_named(s, who)] if who else [op.place]
    for base in places:
        if s.bases[base].active:
            given = add_cubes(s, base, colour_index(op.colour), op.n)
            s.journal.add("AL-7.5", "cubes_added", base=base, colour=op.colour, n=given)


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
        pick = yield Choose(s.ap, options, rule="AL-7.6", ask="discard", forced=True)
        base, colour = id_in(pick), id_in(pick, 2)
        take_cube(s, base, colour_index(colour), unmarked_first=True)
        s.pool[colour_index(colour)] += 1
        s.journal.add("AL-7.6", "discarded", base=base, colour=colour)


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
        pick = yield Choose(s.ap, options, rule="AL-7.16", ask="mislabel", forced=True)
        plane, colour = id_in(pick), id_in(pick, 2)
        index = colour_index(colour)
        s.planes[plane] = replace(s.planes[plane], cargo=plus(s.planes[plane].cargo, index, -1))
        s.pool[index] += 1
        s.journal.add("AL-7.16", "mislabelled", plane=plane, colour=colour)


def build(s: Airlift, op: Operation) -> None:
    """AL-7.20 Free support on a base's INACTIVE marker; excess cannot be placed."""
    base = s.bases[op.base]
    if not base.active:
        n = min(op.n, build_cost(s, op.base) - base.support, s.support_pool)
        s.support_pool -= n
        put_on_inactive(s, op.base, n)


def transfer(s: Airlift, op: Operation) -> Flow:
    """AL-7.24 The AP moves cubes between airbases without cost."""
    for _ in range(op.n):
        sources = transfer_sources(s)
        if not sources:
            return
        base = yield from choose_one(s.ap, "transfer", sources, rule="AL-7.24", ask="transfer", forced=True)
        yield from transfer_cube(s, s.ap, base)


def outgoing(s: Airlift, op: Operation) -> Flow:
    """AL-7.25 Cubes of a colour leave the morale track, nearest to 0 first; morale does not move."""
    boxes = sorted((b for b in range(-10, 11) if b and has_cube(s, b) and box_cube(b) == op.colour), key=abs)
    for box in boxes[: op.n]:
        yield from release(s, box, s.ap)


def caltf(s: Airlift, op: Operation) -> None:
    """AL-7.26, AL-5.4 The Combined Airlift Task Force is set up."""
    s.caltf = True
    s.journal.add("AL-5.4", "caltf")
