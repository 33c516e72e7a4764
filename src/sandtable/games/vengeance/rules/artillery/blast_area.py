"""The blast area of artillery (chapters C1.5, C1.54, C1.9): which hexes it covers, and with what FP."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_of_sight import Sight
from sandtable.games.vengeance.model.batteries import FFE1, FFE2, FFEC, HE, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.journal import Modifier

FFE = (FFE1, FFE2, FFEC)


def blast_area(f: Field, battery: Battery) -> dict[str, float]:
    """RV-C1.5, RV-C1.54, RV-C1.9 The hexes around the marker, the nearest first, each with the FP that falls there."""
    tables = components().oba
    type = tables.type(battery.side, battery.module)
    fp = float(tables.fp(type.calibre))
    ring, radius = fp, tables.geometry.blast_radius
    if type.rocket:
        ring, radius = fp / tables.reconstructed.rocket_ring_divisor, tables.reconstructed.rocket_radius
    elif battery.harassing:
        fp = ring = fp / tables.reconstructed.harassing_divisor
        radius = tables.reconstructed.harassing_radius
    strength_at = {battery.at: fp}
    edge = [battery.at]
    for distance in range(1, radius + 1):
        edge = [n for hex in edge for n in f.ground.neighbours[hex] if n in f.area and n not in strength_at]
        strength_at |= dict.fromkeys(edge, fp if distance <= tables.geometry.blast_radius else ring)
    return strength_at


def falls(battery: Battery) -> bool:
    """RV-C1.5 Whether shells fall: fire for effect with HE."""
    return battery.marker in FFE and battery.mission == HE


def burst_hexes(s: Battle, f: Field) -> dict[str, float]:
    """RV-C1.5 All hexes in which shells fall now."""
    found: dict[str, float] = {}
    for battery in s.batteries.values():
        if falls(battery):
            found |= blast_area(f, battery)
    return found


def burst_hindrance(s: Battle, f: Field, sight: Sight, low: int) -> list[Modifier]:
    """RV-C1.5 One for each hex in which shells fall that a line crosses below the blast height."""
    bursts = burst_hexes(s, f)
    height = components().oba.reconstructed.blast_height
    return [
        (1, "RV-C1.5", f"shell bursts in|{part[0]}") for part in sight.between
        if any(hex in bursts and low <= f.ground.hexes[hex].elevation + height for hex in part)
    ]  # fmt: skip
