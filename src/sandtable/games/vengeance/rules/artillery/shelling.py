"""Shells and bombs on whole hexes (chapter C1.5): men, vehicles, weapons, each Location with its own cover."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map.altered_ground import BRIDGE_PARTIAL, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.artillery.indirect_fire import (
    cover_from_above,
    exposed,
    indirect_groups,
    strike_vehicles,
)
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.terrain.bridges import blast_bridge
from sandtable.games.vengeance.rules.terrain.rubble import after_blast
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.kernel.modifiers import total


def strike_hex(
    s: Battle, hex: str, fp: float, dice: tuple[int, int], clause: str, places: list[str] | None = None
) -> str:
    """RV-C1.5, RV-A7.302, RV-C1.51, RV-B24.11 One DR for a hex, each Location with its cover. The worst result."""
    f = field_of(s)
    column = firepower.column_for(min(fp, COLUMNS[-1]))
    worst, where = "-", ""
    for at in exposed(f, hex) if places is None else places:
        units = units_at(s, at)
        if units:
            cover = cover_from_above(s, f, at)
            groups = indirect_groups(s, f, units, total(cover), False)
            result = attack.strike(s, at, column, dice, tuple(cover), groups, clause=clause)
            blast_weapons(s, at, result)
            if declaration.severity(result) > declaration.severity(worst):
                worst, where = result, at
        strike_vehicles(s, at, column, dice)
    if where:
        after_blast(s, where, COLUMNS[column], worst)
    if became(s, hex) == BRIDGE_PARTIAL:
        blast_bridge(s, f"{hex}-bridge", column, s.side)
    return worst


def strike_moving(s: Battle, at: str, units: list[Unit], fp: float, dice: tuple[int, int], clause: str) -> None:
    """RV-C1.5 Units that enter, or spend MF, under fire; those who move in the open are hit harder."""
    f = field_of(s)
    cover = cover_from_above(s, f, at)
    groups = indirect_groups(s, f, units, total(cover), s.phase == "MPh")
    attack.strike(s, at, firepower.column_for(fp), dice, tuple(cover), groups, clause=clause)
