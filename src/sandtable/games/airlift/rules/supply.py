"""Incoming cargo (AL-5.1 to AL-5.4)."""

from __future__ import annotations

from collections import Counter

from sandtable.games.airlift.components import FILL_ORDER, PLANS, SUPPLY, TYPE_OF, Cubes
from sandtable.games.airlift.model import READY, Airlift, in_order_from
from sandtable.games.airlift.rules.pieces import add_cubes, listed, nation


def _fill(s: Airlift, base: str, cubes: Cubes, received: Counter[tuple[str, int]]) -> None:
    for index, n in enumerate(cubes):
        received[base, index] += add_cubes(s, base, index, n)


def _tell(s: Airlift, received: Counter[tuple[str, int]]) -> None:
    """AL-5.1 One line for each base, however many entries filled it."""
    for base in dict.fromkeys(base for base, _ in received):
        given = [received[base, index] for index in range(len(s.pool))]
        if any(given):
            s.journal.add("AL-5.1", "supplied", base=base, cargo=listed(given))


def commonwealth(s: Airlift) -> int:
    """AL-3.5, AL-5.1 How many Commonwealth squadrons play: each has its share at Finkenwerder."""
    return sum(nation(seat) == "CW" for seat in s.seats)


def set_up_supply(s: Airlift) -> None:
    """AL-3.5, AL-5.3 The cubes of a season's set-up, starting airbases in order from the AP, then Finkenwerder."""
    supply, received = SUPPLY[s.season], Counter[tuple[str, int]]()
    for seat in in_order_from(s, s.ap):
        _fill(s, PLANS[s.season, seat].start, supply.setup_home[seat], received)
    _fill(s, "finkenwerder", (0, supply.setup_finkenwerder_per_cw * commonwealth(s), 0, 0), received)
    _tell(s, received)


def replenish(s: Airlift) -> None:
    """AL-5.1, AL-5.2, AL-5.3, AL-19.3 Step A: starting airbases, Fassberg and Celle if active, Finkenwerder."""
    supply, received = SUPPLY[s.season], Counter[tuple[str, int]]()
    for seat in in_order_from(s, s.ap):
        home = PLANS[s.season, seat].start
        if s.bases[home].active:
            _fill(s, home, supply.home[seat], received)
    shared = supply.shared_12 if len(s.seats) <= 2 else supply.shared_34
    for base in ("fassberg", "celle"):
        if s.bases[base].active and base in shared:
            _fill(s, base, shared[base], received)
    if s.bases["finkenwerder"].active:
        _fill(s, "finkenwerder", (0, supply.finkenwerder_per_cw * commonwealth(s), 0, 0), received)
    if s.caltf:
        combined_task_force(s, received)
    _tell(s, received)


def combined_task_force(s: Airlift, received: Counter[tuple[str, int]]) -> None:
    """AL-5.4 CALTF: fuel until an airbase's cubes fill the ready planes standing there."""
    homes = [PLANS[s.season, seat].start for seat in in_order_from(s, s.ap)]
    for base in dict.fromkeys([*homes, *FILL_ORDER]):
        if s.bases[base].active:
            room = sum(TYPE_OF[p].cargo for p in s.ground.get(base, ()) if s.planes[p].status == READY)
            _fill(s, base, (max(0, room - sum(s.bases[base].cubes)), 0, 0, 0), received)
