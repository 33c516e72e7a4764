"""Damage to bridges (chapters B6.3, BRV11.3): what a broken Location carries, and how it falls."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.altered_ground import BRIDGE_GONE, BRIDGE_PARTIAL, alter, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import BRIDGE
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.counters import lose_weapon
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.vehicles.movement.weak_bridges import falls_under, is_too_heavy
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import sink
from sandtable.kernel.state import replace


def damage_bridge(s: Battle, hex: str, result: str) -> None:
    """RV-BRV11.311, RV-BRV11.313, RV-BRV11.3151 KIA or K/ breaks a Location; a second one ends it.

    Vehicles on a Location that becomes Partial roll for its collapse: `bridge_limit` says what it carries.
    """
    if not (result.endswith("KIA") or result.startswith("K/")):
        return
    if became(s, hex) == BRIDGE_PARTIAL:
        destroy_bridge(s, hex)
        return
    table = components().bridge_demolition
    steps = int(result[:-3]) if result.endswith("KIA") else 0
    alter(s, hex, BRIDGE_PARTIAL)
    s.bridge_limits[hex] = max(0, table["weight_limit_start"] + table["weight_limit_per_kia"] * steps)
    s.journal.add("RV-BRV11.311", "bridge_damaged", at=f"{hex}-bridge")
    hurry(s, hex)
    for vehicle in [v for v in s.vehicles.values() if v.at == f"{hex}-bridge"]:
        load_bridge(s, vehicle.id, hex)


def load_bridge(s: Battle, id: str, hex: str) -> None:
    """RV-B6.42, RV-BRV11.5, RV-BRV11.314 A vehicle on a Partial Location: if it holds, its limit is known."""
    limit = bridge_limit(s, hex)
    vehicle = s.vehicles.get(id)
    if limit is None or vehicle is None or not is_too_heavy(vehicle, limit):
        return
    if falls_under(s, vehicle, limit):
        destroy_bridge(s, hex)
    else:
        learn_limit(s, hex)


def hit_bridge(s: Battle, hex: str, result: str) -> None:
    """RV-B6.3, RV-BRV11.3, RV-BRV11.3151 HE with a KIA destroys a Partial (wooden) Location; stone does not feel it."""
    if became(s, hex) == BRIDGE_PARTIAL and result.endswith("KIA"):
        destroy_bridge(s, hex)


def blast_bridge(s: Battle, at: str, column: int, side: str) -> None:
    """RV-B6.3, RV-BRV11.3151 HE, bombs and charges at a Partial Location: a DR of its own, without TEM."""
    f = field_of(s)
    if at not in f.steps or column < 0:
        return  # a building that came down under the same blast
    hex = f.hex_of[at]
    if f.place(at).kind != BRIDGE or became(s, hex) != BRIDGE_PARTIAL:
        return
    dice = roll(s, side, "bridge", calls_sniper=False)
    result = firepower.result_of(column, sum(dice))
    s.journal.add("RV-B6.3", "bridge_blast", at=at, dice=dice, column=COLUMNS[column], result=result)
    hit_bridge(s, hex, result)


def destroy_bridge(s: Battle, hex: str) -> None:
    """RV-B6.331, RV-BRV11.3151 The Location is gone, and everybody on it."""
    at = f"{hex}-bridge"
    units = [unit.id for unit in units_at(s, at)]
    for weapon in [w for w in s.weapons.values() if w.at == at or w.holder in units]:
        lose_weapon(s, weapon.id)
    for id in units:
        eliminate(s, id, "RV-B6.331", "drowned")
    for vehicle in [v for v in s.vehicles.values() if v.at == at]:
        sink(s, vehicle, "RV-B6.331")
    hurry(s, hex)
    s.set_charges[:] = [c for c in s.set_charges if c.at != at]
    alter(s, hex, BRIDGE_GONE)
    for table in (s.residual, s.smoke, s.bridge_limits):
        table.pop(at, None)
    s.bridge_limits.pop(hex, None)
    s.lanes.pop(at, None)
    s.hits.pop(at, None)
    if s.move is not None and s.move.came == at:
        s.move = replace(s.move, came="")
    s.journal.add("RV-B6.331", "bridge_gone", at=hex)


def hurry(s: Battle, hex: str) -> None:
    """RV-BRV11.315 Other charges there, and those whose wire runs over it, go off in this phase or are lost."""
    base = field_of(s)
    broken = f"{hex}-bridge"
    for n, charge in enumerate(s.set_charges):
        setter = s.units.get(charge.setter)
        start = setter.at if setter is not None and setter.at else charge.setter_at
        way = reachable(start, lambda at: [(st.to, st.cost) for st in base.steps.get(at, ())], until=charge.at)
        wire = way.path(charge.at) if charge.at in way else []
        if charge.at == broken or broken in wire:
            s.set_charges[n] = replace(charge, urgent=True)


def bridge_limit(s: Battle, hex: str) -> int | None:
    """RV-BRV11.313 Tons that a damaged bridge Location carries; None where it carries everything."""
    return s.bridge_limits.get(hex) if became(s, hex) == BRIDGE_PARTIAL else None


def learn_limit(s: Battle, hex: str) -> None:
    """RV-BRV11.311 The Russian learns what a bridge carries: by a collapse roll, or by a Search."""
    if hex in s.bridge_limits and hex not in s.limits_known:
        s.limits_known.append(hex)
        s.reveal()
