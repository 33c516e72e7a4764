"""Roadblocks and Barricades for Infantry (chapters B29, BRV9): a wall across a road, until it is cleared away."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import ROADBLOCK, alter_side, restore_side
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work, hexes_beside, hexside
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.kernel.state import replace


def barriers_at(s: Battle, hex: str) -> list[Work]:
    """RV-BRV9.2 The Roadblocks and Barricades on the sides of a hex; a Breached one bars the way on foot as before."""
    return [w for w in s.works.values() if w.type in BARRIERS and hex in w.places]


def barrier_sides(f: Field, hexes: set[str]) -> list[str]:
    """RV-B29.1, RV-BRV9.23, RV-BRV11.4 Hexsides crossed by a road, on bridges too, with a hex among these."""
    sides = []
    for hex in f.ground.hexes:
        for d in range(3):
            n = f.ground.towards[hex][d]
            side = f.ground.sides[hex][d]
            if n and "ROAD" in side and ROADBLOCK not in side and {hex, n} & hexes and {hex, n} <= f.area:
                sides.append(hexside(hex, n))
    return sides


def put_up(s: Battle, id: str, side: str) -> None:
    """RV-B29.1, RV-BRV9.1a A barrier of either type has the effects of a Roadblock on foot; the type stays hidden."""
    s.works[id] = replace(s.works[id], at=side, hidden=True)
    alter_side(s, *hexes_beside(side), ROADBLOCK)


def take_away(s: Battle, id: str, clause: str) -> None:
    """RV-B29.5, RV-B24.7 The road is free."""
    work = s.works.pop(id)
    restore_side(s, *hexes_beside(work.at))
    s.labor = [counter for counter in s.labor if counter.what != id]
    s.journal.add(clause, "work_gone", work=id, at=work.places[0], for_side="")


def blast_barrier(s: Battle, id: str, result: str, calibre: int = 0) -> bool:
    """RV-B29.5, RV-BRV9.221 A DC removes it with KIA or K/, HE of 150mm with a KIA; a Barricade falls to either result.

    `result` is that of the IFT without TEM; `calibre` is 0 for a demolition charge. Whether it is gone.
    """
    work = s.works[id]
    if calibre and calibre < 150:
        return False
    kia, k = result.endswith("KIA"), result.startswith("K/")
    gone = kia or (k and (not calibre or work.type == "barricade"))
    if gone:
        take_away(s, id, "RV-B29.5")
    return gone
