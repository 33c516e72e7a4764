"""The filters by which a card names parts of the map (RV-SCN5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.ground import Ground, Hex
from sandtable.kernel.errors import DataError

_Test = Callable[[Ground, Hex, Any], bool]


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - 64
    return number if len(name) == 1 else 26 + ord(name[0]) - 64


def hexes_of(
    g: Ground, filters: dict[str, Any] | tuple[dict[str, Any], ...], area: frozenset[str] | None = None
) -> tuple[str, ...]:
    """RV-SCN5 The hexes for which all keys of one of the filters hold; never outside the play area."""
    several = [_tests_of(wanted) for wanted in ((filters,) if isinstance(filters, dict) else filters)]
    return tuple(
        id
        for id, hex in g.hexes.items()
        if (area is None or id in area) and any(all(test(g, hex, v) for test, v in tests) for tests in several)
    )


def _tests_of(wanted: dict[str, Any]) -> list[tuple[_Test, Any]]:
    unknown = [key for key in wanted if key not in _TESTS]
    if unknown:
        raise DataError(f"A scenario asks for hexes by {unknown[0]!r}, which is not known.")
    return [(_TESTS[key], value) for key, value in wanted.items()]


def _near_bridge(g: Ground, id: str, most: int) -> bool:
    """RV-SCN5 Within so many hexes of an intact bridge over the Spree."""
    return any(g.range(id, h.id) <= most for h in g.hexes.values() if h.bridge and h.bank == "SPREE")


_TESTS: dict[str, _Test] = {
    "cols": lambda g, hex, v: _column(v[0]) <= hex.column <= _column(v[1]),
    "y": lambda g, hex, v: v[0] <= hex.y2 / 2 <= v[1],
    "bank": lambda g, hex, v: hex.bank == v,
    "bank_any": lambda g, hex, v: hex.bank in v,
    "buildings": lambda g, hex, v: any(hex.id in g.buildings[b].hexes for b in v),
    "exclude_buildings": lambda g, hex, v: not any(hex.id in g.buildings[b].hexes for b in v),
    "exclude_hexes": lambda g, hex, v: hex.id not in v,
    "hexes": lambda g, hex, v: hex.id in v,
    "edges": lambda g, hex, v: any(hex.id in components().edges[edge] for edge in v),
    "all": lambda g, hex, v: bool(v),
    "within": lambda g, hex, v: _near_bridge(g, hex.id, int(v["intact_bridge"])),
}
"""How each key of a filter is looked at; thousands of hexes are asked, so they are not made anew for each."""
