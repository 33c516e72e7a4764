"""The cover of a Location (chapters B.1, B9, B10.3, B23.1)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import Field
from sandtable.games.vengeance.ground import WALLS
from sandtable.games.vengeance.model import Battle
from sandtable.games.vengeance.rules.aiming import line
from sandtable.kernel.journal import Modifier


def tem(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-B.1, RV-B9.1, RV-B23.1, RV-B10.31, RV-BRV12.3a, RV-B6.1 The cover of a Location against fire from another."""
    if s.skirting:
        at, target = line(s, f, at, target)
    terrain = f.terrain_of[target]
    place = f.place(target)
    sight = f.los(at, target)
    value, clause, reason = terrain.tem, "RV-B.1", terrain.id.lower().replace("_", " ")
    if place.terrain == "SHELLHOLES":
        value = 0  # only for those who use them: `personal`
    if place.kind == "bridge" and sight.enters and any("BRIDGE" in f.ground.sides[place.hex][d] for d in sight.enters):
        value = 0  # along the road
    if place.kind == "ground" and sight.enters:
        for d in sight.enters:
            for feature in f.ground.sides[place.hex][d]:
                wall = components().terrain[feature].tem if feature in WALLS else 0
                if wall > value:
                    value, clause, reason = wall, "RV-B9.1", feature.lower()
    found: list[Modifier] = []
    if value:
        found.append((value, clause, reason))
    building = f.ground.buildings.get(f.ground.hexes[place.hex].building)
    inside = building is not None and building.kind == "reichstag" and place.kind in ("ground", "level", "cellar")
    if inside and sight.enters and not any("BUILDING" in f.ground.sides[place.hex][d] for d in sight.enters):
        found.append((1, "RV-BRV12.3a", "walls of the Reichstag"))
    if not any(m[0] > 0 for m in found) and f.level_of[target] >= f.level_of[at] + 2:
        found.append((1, "RV-B10.31", "height advantage"))
    return found
