"""Entry hexes (chapters 5.2 to 5.4): where reinforcements come in, and at what cost."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.ontoberlin.components import ALLIED, KINDS, OTHER, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import March, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import room, zoc
from sandtable.games.ontoberlin.rules.entering import enter, look_for_falls
from sandtable.kernel.flow import Asks, Choose, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def entry_options(s: OnToBerlin, u: str) -> list[str]:
    """OB-5.2-5.4 The hexes at which a waiting unit can come in now."""
    unit = s.units[u]
    hexes = list(unit.entries)
    if unit.blocked:
        hexes += [
            hex
            for hex in MAP.land_edge
            if hex not in unit.entries and any(MAP.distance(hex, entry) <= 3 for entry in unit.entries)
        ]
    return [hex for hex in hexes if _can_enter_at(s, u, hex)]


def _can_enter_at(s: OnToBerlin, u: str, hex: str) -> bool:
    """OB-5.3 Not held by the enemy, and with room, or with a way on."""
    stack = s.stacks.get(hex)
    if stack is None:
        return hex not in s.ruins and _entry_cost(u, hex, s) <= 2 * KINDS[u].maneuver_ma
    if KINDS[stack[0]].side != KINDS[u].side:
        return False
    return room(s, u, hex) or bool(_ways_on(s, u, hex))


def _ways_on(s: OnToBerlin, u: str, hex: str) -> list[str]:
    """Where a unit could go on to from a full entry hex."""
    enemy_zoc = zoc(s, OTHER[KINDS[u].side])
    if hex in enemy_zoc:
        return []
    spent = _entry_cost(u, hex, s)
    steps = MAP.steps(KINDS[u].motor, False, tuple(s.ruins))[MAP.index[hex]]
    return [MAP.names[n] for n, cost in steps if spent + cost <= 2 * KINDS[u].maneuver_ma and room(s, u, MAP.names[n])]


def _entry_cost(u: str, hex: str, s: OnToBerlin) -> int:
    """OB-5.2, OB-5.4 The first hex costs the road rate at a listed entry hex, its terrain elsewhere."""
    kind = KINDS[u]
    if hex in s.units[u].entries:
        return round(2 * TABLES.road["maneuver_motor" if kind.motor else "maneuver_leg"])
    return MAP.terrain_cost(hex, kind.motor)


def come_in(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> Asks[March]:
    """OB-5.2, OB-6.2.4 A reinforcement enters at an entry hex, in Maneuver Mode, and remembers which it used."""
    side = KINDS[u].side
    options: list[Option] = [("enter", hex) for hex in entry_options(s, u)]
    pick = yield Choose(side, options, rule="OB-5.2", ask="enter", about=(u,))
    hex = id_in(pick)
    cost = _entry_cost(u, hex, s)
    enter(s, u, hex)
    s.units[u] = replace(s.units[u], entry=hex, blocked=False)
    s.journal.add("OB-5.2", "enters", unit=u, hex=hex)
    if side == ALLIED:
        look_for_falls(s, hex)
    return replace(march, spent=cost, fresh=False, stopped=hex in enemy_zoc)
