"""Personnel markers: placing, arrival tasks, moving, removing, and what they do for good (AL-6.6 to AL-6.9)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRPORTS, CARGO_BASES, CW_ONLY, PERSONNEL, usable_by
from sandtable.games.airlift.map.corridors import BERLIN
from sandtable.games.airlift.model import BOX, POOL, READY, Airlift, Sees
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.pieces import add_cubes, gain_support, marker_left, nation, owner, seats_named
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import choose_one, id_in
from sandtable.kernel.state import replace

MECHANICS = tuple(id for id in PERSONNEL if id.startswith("mechanic"))
PLUMBERS = tuple(id for id in PERSONNEL if id.startswith("plumber"))


def is_on_map(s: Sees, marker: str) -> bool:
    """Whether the marker is in play, not in the pool or the PM box."""
    return s.personnel[marker] not in (POOL, BOX)


def legal_places(s: Sees, marker: str) -> list[str]:
    """AL-6.6 Where a marker may be placed."""
    man = PERSONNEL[marker]
    if man.placed_in == BERLIN:
        return [BERLIN]
    if man.placed_in == "plane":
        return halvorsens_planes(s)
    if man.placed_in != "airbase":
        return [man.placed_in] if s.bases[man.placed_in].active else []
    places = CW_ONLY if marker in PLUMBERS else CARGO_BASES
    return [b for b in places if s.bases[b].active and (man.nation == "BOTH" or usable_by(man.nation, b))]


def halvorsens_planes(s: Sees) -> list[str]:
    """AL-6.4 Ready US planes that stand at an airbase."""
    return [
        plane
        for plane, at in s.planes.items()
        if at.status == READY and at.place in CARGO_BASES and nation(owner(plane)) == "US"
    ]


def place(s: Airlift, marker: str) -> Flow:
    """AL-6.6 From pool or box onto a legal place, then the arrival task."""
    places = legal_places(s, marker)
    if not places:
        return
    options: list[Option] = [("station", marker, where) for where in places]
    pick = yield Choose(s.ap, options, rule="AL-6.6", ask="station", about=(marker,), forced=True)
    s.personnel[marker] = where = id_in(pick, 2)
    s.journal.add("AL-6.6", "stationed_in_berlin" if where == BERLIN else "stationed", marker=marker, place=where)
    yield from arrival_task(s, marker)


def arrival_task(s: Airlift, marker: str) -> Flow:
    """AL-6.8 What a marker does when it is placed."""
    match PERSONNEL[marker].arrival:
        case "snack":
            yield from place_snack_bar(s)
        case "sp_us":
            for seat in seats_named(s, "us"):
                gain_support(s, seat, 1, "AL-6.8")
        case "plumber":
            yield from place_one_of(s, PLUMBERS)
        case "bm1":
            yield from move_morale(s, 1, s.ap, "AL-6.8")
        case "fuel_us":
            for base in ("rhein_main", "wiesbaden"):
                if s.bases[base].active:
                    add_cubes(s, base, 0, 2)
        case "cubes_cw":
            yield from hydes_cubes(s)


def hydes_cubes(s: Airlift) -> Flow:
    """AL-6.8 Hyde: up to two active CW-only airbases get 1 fuel and 1 food each."""
    left = [base for base in CW_ONLY if s.bases[base].active]
    for _ in range(min(2, len(left))):
        options: list[Option] = [("stock", base) for base in left]
        pick = yield Choose(s.ap, [*options, ("done",)], rule="AL-6.8", ask="stock")
        if pick == ("done",):
            return
        base = id_in(pick)
        left.remove(base)
        add_cubes(s, base, 0, 1)
        add_cubes(s, base, 1, 1)
        s.journal.add("AL-6.8", "stocked", base=base)


def place_snack_bar(s: Airlift) -> Flow:
    """AL-7.11, AL-6.8 A Snack Bar in an active airport without one; never on Lake Havel."""
    free = [a for a in AIRPORTS if s.bases[a].active and not s.bases[a].snack_bar]
    if not free or not marker_left(s, "snack_bar"):
        return
    airport = yield from choose_one(s.ap, "snack", free, rule="AL-7.11", ask="snack", forced=True)
    s.bases[airport] = replace(s.bases[airport], snack_bar=True)
    s.journal.add("AL-7.11", "snack_bar", airport=airport)


def place_one_of(s: Airlift, markers: tuple[str, ...]) -> Flow:
    """AL-7.10 A mechanic or plumber from the pool or the box; they are all alike."""
    free = [marker for marker in markers if not is_on_map(s, marker)]
    if free:
        yield from place(s, free[0])


def move_named(s: Airlift, marker: str) -> Flow:
    """AL-7.7, AL-6.7 A marker on the map may go to another legal place; no arrival task."""
    here = s.personnel[marker]
    options: list[Option] = [("station", marker, where) for where in legal_places(s, marker) if where != here]
    if not options:
        return
    pick = yield Choose(s.ap, [*options, ("stay", marker)], rule="AL-7.7", ask="station", about=(marker,))
    if pick[0] == "station":
        s.personnel[marker] = where = id_in(pick, 2)
        s.journal.add("AL-6.7", "moved_personnel", marker=marker, place=where)


def removable(s: Sees) -> list[str]:
    """AL-7.9 Markers on the map, except Halvorsen."""
    return [marker for marker in PERSONNEL if is_on_map(s, marker) and marker != "halvorsen"]


def remove(s: Airlift, marker: str) -> None:
    """AL-6.7 A marker goes to the PM box."""
    s.personnel[marker] = BOX
    s.journal.add("AL-6.7", "removed_personnel", marker=marker)


def moves_by_support(s: Sees, marker: str) -> list[str]:
    """AL-10.7 Where support can move a marker: legal for it, active, and usable by a nation that uses this one."""
    here = s.personnel[marker]
    if not PERSONNEL[marker].movable_by_support or here not in CARGO_BASES or not s.bases[here].active:
        return []
    return [
        there
        for there in legal_places(s, marker)
        if there != here and any(usable_by(side, here) and usable_by(side, there) for side in ("US", "CW"))
    ]


def maintenance_help(s: Sees, base: str) -> list[str]:
    """AL-6.9 The markers at a base that help with every maintenance roll there."""
    return [m for m, where in s.personnel.items() if where == base and PERSONNEL[m].maintenance_bonus]
