"""Onto the viaduct of the S-Bahn and off it again (RV-BRV13.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from sandtable.games.vengeance.campaign.areas import hex_controller, spread
from sandtable.games.vengeance.components import folder
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import VIADUCT
from sandtable.games.vengeance.model.battle import Battle, Unit


@cache
def ends() -> tuple[str, ...]:
    """RV-BRV13.12 The edge hexes by which one gets on the viaduct: A1 in the west, MM12 in the east."""
    return tuple(folder().toml("map/edges.toml")["sbahn"]["edge_hexes"])


def ways_up(s: Battle, side: str, hexes: Iterable[str], before: Mapping[str, str]) -> tuple[str, ...]:
    """RV-BRV13.12 Infantry that may enter by these hexes may enter on the viaduct where the edge was its own and is."""
    steps, untouched = field_of(s).steps, before if s.campaign is None else {}
    own = [hex for hex in ends() if before.get(hex) == side == (s.control.get(hex) or untouched.get(hex))]
    return tuple(up for hex in hexes if hex in own and (up := f"{hex}-{VIADUCT}") in steps)


def is_up(s: Battle, unit: Unit) -> bool:
    """Whether a unit is on the viaduct."""
    return bool(unit.at) and field_of(s).place(unit.at).kind == VIADUCT


def way_down(s: Battle, unit: Unit) -> str:
    """RV-BRV13.12 The friendly end of the S-Bahn to which a path along it through friendly hexes leads; "" if none."""
    f = field_of(s)

    def friendly(hex: str) -> bool:
        return s.areas.get(hex, "").startswith(unit.side) or hex_controller(s, hex) == unit.side

    if not friendly(f.hex_of[unit.at]):
        return ""
    along = spread([unit.at], lambda at: [step.to for step in f.steps[at] if friendly(f.hex_of[step.to])])
    return next((hex for hex in ends() if f"{hex}-{VIADUCT}" in along), "")


def friendly_viaduct(s: Battle, side: str) -> list[str]:
    """RV-BRV13.12 The Locations of the viaduct inside the Set Up Areas of a side."""
    f = field_of(s)
    found = (at for hex, area in s.areas.items() if area.startswith(side) for at in f.ground.of_hex[hex])
    return [at for at in found if at in f.steps and f.place(at).kind == VIADUCT]
