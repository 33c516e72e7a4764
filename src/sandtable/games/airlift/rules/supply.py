"""Incoming cargo (AL-5.1 to AL-5.4)."""

from __future__ import annotations

from sandtable.games.airlift.components import FILL_ORDER, PLANS, SUPPLY, TYPE_OF, Cubes
from sandtable.games.airlift.model import READY, Airlift, in_order_from
from sandtable.games.airlift.rules.pieces import add_cubes, listed, nation


def _fill(s: Airlift, base: str, cubes: Cubes) -> None:
    given = [add_cubes(s, base, index, n) for index, n in enumerate(cubes)]
    if any(given):
        s.journal.add("AL-5.1", "supplied", base=base, cargo=listed(given))


def set_up_supply(s: Airlift) -> None:
    """AL-3.5, AL-5.3 The cubes of a season's set-up, starting airbases in order from the AP, then Finkenwerder."""
    supply = SUPPLY[s.season]
    for seat in in_order_from(s, s.ap):
        _fill(s, PLANS[s.season, seat].start, supply.setup_home[seat])
    for seat in s.seats:
        if nation(seat) == "CW":
            _fill(s, "finkenwerder", (0, supply.setup_finkenwerder_per_cw, 0, 0))


def replenish(s: Airlift) -> None:
    """AL-5.1, AL-5.2, AL-5.3, AL-19.3 Step A: starting airbases, Fassberg and Celle if active, Finkenwerder."""
    supply = SUPPLY[s.season]
    for seat in in_order_from(s, s.ap):
        home = PLANS[s.season, seat].start
        if s.bases[home].active:
            _fill(s, home, supply.home[seat])
    shared = supply.shared_12 if len(s.seats) <= 2 else supply.shared_34
    for base in ("fassberg", "celle"):
        if s.bases[base].active and base in shared:
            _fill(s, base, shared[base])
    for seat in s.seats:
        if nation(seat) == "CW" and s.bases["finkenwerder"].active:
            _fill(s, "finkenwerder", (0, supply.finkenwerder_per_cw, 0, 0))
    if s.caltf:
        combined_task_force(s)


def combined_task_force(s: Airlift) -> None:
    """AL-5.4 CALTF: fuel until an airbase's cubes fill the ready planes standing there."""
    homes = [PLANS[s.season, seat].start for seat in in_order_from(s, s.ap)]
    for base in dict.fromkeys([*homes, *FILL_ORDER]):
        if s.bases[base].active:
            room = sum(TYPE_OF[p].cargo for p in s.ground.get(base, ()) if s.planes[p].status == READY)
            _fill(s, base, (max(0, room - sum(s.bases[base].cubes)), 0, 0, 0))
