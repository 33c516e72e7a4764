"""Hindrances of the ground to a line of sight (chapters A6.7, A6.71, B6.1, O5, BRV11, BRV13)."""

from __future__ import annotations

from sandtable.board.sight import Crossed
from sandtable.games.vengeance.map.ground import VIADUCT, Ground, Hex, Location
from sandtable.games.vengeance.map.obstacles import Met, Obstacles, both_on_boulevard
from sandtable.kernel.journal import Modifier

_HINDERING = ("ORCHARD", "DEBRIS", "BRUSH")


class Hindrances:
    """RV-A6.7 What hinders on one map, as far as it never changes."""

    def __init__(self, ground: Ground, obstacles: Obstacles) -> None:
        self.ground, self._obstacles = ground, obstacles

    def between(self, a: Location, b: Location, parts: list[list[Met]], hall: frozenset[str]) -> tuple[Modifier, ...]:
        """RV-A6.7 One value for each hex between, the higher of two where the line runs along a hexside."""
        modifiers: list[Modifier] = []
        orchard_from_above = False
        for part in parts:
            best: Modifier = (0, "", "")
            for crossed, hex in part:
                if hex.id in (a.hex, b.hex) or (_is_plain(hex) and hex.id not in hall):
                    continue
                cause = self._hindrance(a, b, hex, crossed, hex.id in hall)
                if cause[1] == "RV-A6.71" and a.level != b.level:
                    if orchard_from_above:
                        continue
                    orchard_from_above = True
                best = max(best, cause, key=lambda c: c[0])
            if best[0]:
                modifiers.append(best)
        return tuple(modifiers)

    def _hindrance(self, a: Location, b: Location, hex: Hex, crossed: Crossed, hall: bool) -> Modifier:
        """RV-A6.7, RV-O5.1, RV-O5.5 What one hex adds: the first that holds, what is built before what grows."""
        if hall:
            gutted = hex.terrain == "FACTORY_GUTTED"
            return (2, "RV-O5.5", f"gutted hall in|{hex.id}") if gutted else (1, "RV-O5.1", f"factory hall in|{hex.id}")
        return self._structure(a, b, hex, crossed) or self._terrain(a, b, hex, crossed) or (0, "", "")

    def _structure(self, a: Location, b: Location, hex: Hex, crossed: Crossed) -> Modifier | None:
        """RV-BRV11.2, RV-B6.1, RV-BRV13.1a, RV-BRV13.3 Bridges and their wreckage, the viaduct, the Gate."""
        level = a.level if a.level == b.level else None
        if level in (0, -2) and any(f in hex.features for f in ("BRIDGE_DESTROYED", "BRIDGE_GONE")):
            return 1, "RV-BRV11.2", f"bridge wreckage in|{hex.id}"
        partial = "BRIDGE_PARTIAL" in hex.features  # RV-BRV11.312: wreckage all over it
        if hex.bridge and level == 0 and (partial or not self._along_bridge(hex, crossed)):
            return 1, "RV-B6.1", f"bridge railing in|{hex.id}"
        if "SBAHN" in hex.features:
            if a.kind == b.kind == VIADUCT:
                return 1, "RV-BRV13.1a", f"along the viaduct in|{hex.id}"
            if level == 0:
                return 1, "RV-BRV13.1a", f"viaduct supports in|{hex.id}"
        if hex.base == "GATE" and both_on_boulevard(self.ground, a, b):
            return 1, "RV-BRV13.3", f"Gate in|{hex.id}"
        return None

    def _terrain(self, a: Location, b: Location, hex: Hex, crossed: Crossed) -> Modifier | None:
        """RV-A6.71, RV-A6.7, RV-BRV12.21 Orchards, also from above, brush and debris, roofs that have fallen in."""
        same = a.level == b.level == hex.elevation
        if hex.terrain == "ORCHARD":
            from_above = min(a.level, b.level) == hex.elevation and max(a.level, b.level) >= hex.elevation + 2
            if same or from_above:
                return 1, "RV-A6.71", f"orchard in|{hex.id}"
        if same and (hex.terrain in ("DEBRIS", "BRUSH") or "DEBRIS" in hex.features):
            return 1, "RV-A6.7", f"{'brush' if hex.terrain == 'BRUSH' else 'debris'} in|{hex.id}"
        beside = hex.building and both_on_boulevard(self.ground, a, b)
        if same and not beside and "ROOFLESS" in hex.features and not self._obstacles.touches(hex, crossed):
            return 1, "RV-BRV12.21", f"fallen roof in|{hex.id}"
        return None

    def _along_bridge(self, hex: Hex, crossed: Crossed) -> bool:
        """RV-B6.1 Whether the line runs along the road over a bridge, in and out by its road hexsides."""
        sides = self.ground.sides[hex.id]
        return not crossed.pair and len(crossed.sides) == 2 and all("BRIDGE" in sides[d] for d in crossed.sides)


def _is_plain(hex: Hex) -> bool:
    """RV-A6.7 Whether nothing in a hex could hinder a line that nothing in it blocks."""
    return not hex.features and hex.base != "GATE" and hex.terrain not in _HINDERING
