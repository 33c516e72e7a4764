"""The filters by which a card names parts of the map (RV-SCN5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.ground import Ground
from sandtable.kernel.errors import DataError


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - 64
    return number if len(name) == 1 else 26 + ord(name[0]) - 64


def hexes_of(
    g: Ground, filters: dict[str, Any] | tuple[dict[str, Any], ...], area: frozenset[str] | None = None
) -> tuple[str, ...]:
    """RV-SCN5 The hexes for which all keys of one of the filters hold; never outside the play area."""
    several = (filters,) if isinstance(filters, dict) else filters
    return tuple(
        id for id in g.hexes if (area is None or id in area) and any(_holds(g, id, wanted) for wanted in several)
    )  # fmt: skip


def _holds(g: Ground, id: str, wanted: dict[str, Any]) -> bool:
    hex = g.hexes[id]
    tests: dict[str, Callable[[Any], bool]] = {
        "cols": lambda v: _column(v[0]) <= hex.column <= _column(v[1]),
        "y": lambda v: v[0] <= hex.y2 / 2 <= v[1],
        "bank": lambda v: hex.bank == v,
        "bank_any": lambda v: hex.bank in v,
        "buildings": lambda v: any(id in g.buildings[b].hexes for b in v),
        "exclude_buildings": lambda v: not any(id in g.buildings[b].hexes for b in v),
        "exclude_hexes": lambda v: id not in v,
        "hexes": lambda v: id in v,
        "edges": lambda v: any(id in components().edges[edge] for edge in v),
        "all": lambda v: bool(v),
        "within": lambda v: _near_bridge(g, id, int(v["intact_bridge"])),
    }
    unknown = [key for key in wanted if key not in tests]
    if unknown:
        raise DataError(f"A scenario asks for hexes by {unknown[0]!r}, which is not known.")
    return all(tests[key](value) for key, value in wanted.items())


def _near_bridge(g: Ground, id: str, most: int) -> bool:
    """RV-SCN5 Within so many hexes of an intact bridge over the Spree."""
    return any(g.range(id, h.id) <= most for h in g.hexes.values() if h.bridge and h.bank == "SPREE")
