"""Obstacles to a line of sight (chapters A6.13, A6.2, A6.4, A6.25, O5, BRV12): their heights and shapes."""

from __future__ import annotations

from sandtable.board.sight import Crossed, Trace
from sandtable.games.vengeance.map.ground import GROUND, ROOF, Ground, Hex, Location

_DIET_DOME = 7
"""RV-BRV12.5 How high the dome rises above its ground."""

Met = tuple[Crossed, Hex]
"""How a line crosses a hex, and the hex."""

Height = tuple[int, int, str, str]
"""Height and full-level height of an obstacle, its clause and its name."""


class Obstacles:
    """RV-A6.25 What stands on one map; heights are looked up once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._heights: dict[str, Height] = {}

    def in_the_way(self, a: Location, b: Location, parts: list[list[Met]], hall: frozenset[str]) -> tuple[str, ...]:
        """RV-A6.25, RV-A6.29 Every shape that the line touches between the end hexes, also of the same building.

        RV-A6.24 A unit in bypass is not in its obstacle: that of its own hex stands in the way like any other.
        """
        boulevard = both_on_boulevard(self.ground, a, b)
        for part in parts:
            for crossed, hex in part:
                height = self._heights.get(hex.id) or self._height(hex)
                if height[0] <= hex.elevation or hex.id in hall or not self.touches(hex, crossed):
                    continue
                if boulevard and hex.building:
                    continue  # RV-B7.1
                if reason := self._obstacle(a, b, hex, height, boulevard):
                    return reason
        return ()

    def touches(self, hex: Hex, crossed: Crossed) -> bool:
        """RV-A6.20, RV-A6.21, RV-B.6, RV-MAP8 Whether the line touches the solid shape of a hex."""
        if hex.base == "GATE":
            return crossed.small
        if hex.building:
            if hex.terrain in ("FACTORY", "FACTORY_GUTTED"):
                return True
            if crossed.small if hex.small else crossed.core:
                return True
            sides = self.ground.sides[hex.id]
            return any(arm and "BUILDING" in sides[d] for d, arm in enumerate(crossed.arms))
        return True

    def _obstacle(self, a: Location, b: Location, hex: Hex, heights: Height, boulevard: bool) -> tuple[str, ...]:
        """RV-A6.13, RV-A6.25 Whether one hex blocks by its height; RV-A6.4 blind hexes behind it."""
        low, high = (a, b) if a.level <= b.level else (b, a)
        height, full, clause, what = heights
        if hex.base == "GATE" and boulevard:
            return ()
        if low.level == high.level:
            return (hex.id, clause, what) if height > high.level else ()
        if height >= high.level:
            return hex.id, clause, what
        if height <= low.level or (height - hex.elevation == 1 and hex.elevation == low.level):
            return ()
        top = height if ROOF in (a.kind, b.kind) else full
        distance = self.ground.range(high.hex, hex.id)
        behind = self.ground.range(hex.id, low.hex)
        if 2 * behind <= max(2, 2 * top - high.level - low.level + 2 + 2 * (distance // 5)):
            return hex.id, "RV-A6.4", f"a blind hex behind|{what}"
        return ()

    def _height(self, hex: Hex) -> Height:
        """RV-A6.13 The height of an obstacle, kept for the next line."""
        found = self._heights[hex.id] = height_of(hex)
        return found

    def factory_hall(self, a: Location, b: Location, way: Trace, parts: list[list[Met]]) -> frozenset[str]:
        """RV-O5.1, RV-BRV3.14, RV-BRV12.7, RV-BRV12.71 The hexes of the hall that a line runs through from inside it.

        RV-BRV12.5 The Hall of the Diet between two of its neighbours at ground level is open in the same way.
        """
        ground = self.ground
        if a.kind != GROUND or b.kind != GROUND or a.level or b.level:
            return frozenset()
        open_hexes = {
            hex.id for part in parts for _, hex in part
            if "DIET" in hex.features and {a.hex, b.hex} <= set(ground.neighbours[hex.id])
        }  # fmt: skip
        start, end = ground.hexes[a.hex], ground.hexes[b.hex]
        if not (in_factory(start) or in_factory(end)):
            return frozenset(open_hexes)
        hexes = [
            ground.at.get((start.column + c.hex[0], start.y2 + c.hex[1]), "") for part in way.crossed for c in part
        ]
        for here, run in ((a, hexes), (b, hexes[::-1])):
            if not in_factory(ground.hexes[here.hex]):
                continue
            for id in run:
                if not id or ground.hexes[id].building != ground.hexes[here.hex].building:
                    break
                open_hexes.add(id)
        return frozenset(open_hexes)


def in_factory(hex: Hex) -> bool:
    """RV-O5.1, RV-O5.5 A hex of the hall, burnt out or not; the Hall of the Diet is none."""
    return hex.terrain.startswith("FACTORY") and "DIET" not in hex.features


def both_on_boulevard(ground: Ground, a: Location, b: Location) -> bool:
    """RV-B7.1, RV-BRV13.3 Two ground-level Locations on the boulevard or in the Gate."""
    ends = (ground.hexes[a.hex], ground.hexes[b.hex])
    return a.kind == b.kind == GROUND and all(end.base in ("BOULEVARD", "GATE") for end in ends)


def height_of(hex: Hex) -> Height:
    """RV-A6.13, RV-B13.1, RV-B24.1, RV-BRV3.9 Height, full-level height, clause and name of an obstacle."""
    base = hex.elevation
    if hex.building:
        if "DIET" in hex.features:
            return base + _DIET_DOME, base + _DIET_DOME, "RV-BRV12.5", "dome of the Diet"
        return base + hex.height, base + hex.height - hex.height % 2, "RV-A6.25", "building"
    if hex.base == "GATE":
        return base + 2, base + 2, "RV-BRV13.3", "Gate"
    if hex.terrain.startswith("RUBBLE"):
        return base + 1, base + 1, "RV-A6.25", "rubble"
    if hex.terrain == "WOODS":
        return base + 2, base + 2, "RV-A6.25", "woods"
    return base, base, "", ""
