"""The U-Bahn (chapter 17.1)."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.rules.basics import holder, room, told
from sandtable.games.ontoberlin.rules.entering import enter
from sandtable.games.ontoberlin.rules.reach import may_move
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def subway_riders(s: OnToBerlin) -> list[str]:
    """OB-17.1 Up to three German leg units a turn, from turn 2, in Maneuver Mode on an entrance at the perimeter."""
    if not s.subways or s.player != GERMAN or s.turn < 2 or s.subway_rides >= 3:
        return []
    return [
        u
        for hex in MAP.entrances
        if holder(s, hex) == GERMAN
        for u in s.stacks[hex]
        if not KINDS[u].motor and not s.units[u].combat and may_move(s, u) and subway_exits(s, u)
    ]


def subway_exits(s: OnToBerlin, u: str) -> list[str]:
    """OB-17.1 Other entrances within 6 hexes, without Allied units and with room."""
    here = s.units[u].at
    return [hex for hex in MAP.entrances if hex != here and MAP.distance(here, hex) <= 6 and room(s, u, hex)]


def ride(s: OnToBerlin, u: str) -> Flow:
    """OB-17.1 A unit takes the U-Bahn instead of moving."""
    s.active = u
    options: list[Option] = [("emerge", hex) for hex in subway_exits(s, u)]
    pick = yield Choose(GERMAN, options, rule="OB-17.1", ask="emerge", about=(u,))
    hex = id_in(pick)
    enter(s, u, hex)
    s.units[u] = replace(s.units[u], moved=True)
    s.subway_rides += 1
    s.active = ""
    s.journal.add("OB-17.1", "rides", unit=u, hex=hex, seen_by=told(s, GERMAN))
