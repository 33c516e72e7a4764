"""Operations on personnel, snack bars and the Candy Bomber (AL-6.4, AL-7.7 to AL-7.11, AL-7.26)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    Operation,
)
from sandtable.games.airlift.model import BOX, Airlift
from sandtable.games.airlift.rules.morale import move_morale
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
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one


def named_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.7 Place the named marker, or if it is on the map already, the AP may move it."""
    if is_on_map(s, op.name):
        yield from move_named(s, op.name)
    else:
        yield from place(s, op.name)


def draw_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.8 Markers of choice from the PM box are placed."""
    for _ in range(op.n):
        boxed = [marker for marker, where in s.personnel.items() if where == BOX and legal_places(s, marker)]
        if not boxed:
            return
        marker = yield from choose_one(s.ap, "draw", boxed, rule="AL-7.8", ask="draw_personnel", forced=True)
        yield from place(s, marker)


def remove_personnel(s: Airlift, op: Operation) -> Flow:
    """AL-7.9 Markers on the map go to the PM box."""
    for _ in range(op.n):
        markers = removable(s)
        if not markers:
            return
        remove(s, (yield from choose_one(s.ap, "remove", markers, rule="AL-7.9", ask="remove_personnel", forced=True)))


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


def candy(s: Airlift, op: Operation) -> Flow:
    """AL-7.26, AL-6.4 The Candy Bomber as an operation."""
    yield from candy_bomber(s)


def candy_bomber(s: Airlift) -> Flow:
    """AL-6.4 Morale +1; then Halvorsen goes on a ready US plane at an airbase, unless he is on one already."""
    yield from move_morale(s, 1, s.ap, "AL-6.4")
    if is_on_map(s, "halvorsen"):
        return
    planes = halvorsens_planes(s)
    if planes:
        plane = yield from choose_one(s.ap, "candy", planes, rule="AL-6.4", ask="candy", forced=True)
        s.personnel["halvorsen"] = plane
        s.journal.add("AL-6.4", "candy_bomber", plane=plane)
