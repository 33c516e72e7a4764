"""The field of a scenario: its part of the map, its lines of sight, and every step that can be taken on foot."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.components import Terrain, components, ground
from sandtable.games.vengeance.ground import (
    BARS,
    BRIDGE,
    CELLAR,
    GROUND,
    LEVEL,
    ROOF,
    VIADUCT,
    WALLS,
    WATER,
    Ground,
    Hex,
    Location,
)  # fmt: skip
from sandtable.games.vengeance.model import Battle
from sandtable.games.vengeance.rules.los import Sight, Sightlines


class Step(msgspec.Struct, frozen=True):
    """RV-A4.13 A step from one Location to another and what it costs."""

    to: str
    cost: int
    road: bool = False
    all_mf: bool = False
    cover: int = 0
    """MF more for the cover of shellholes (RV-B2.1); 0 if there are none."""
    outer: tuple[str, ...] = ()
    """What lies on the hexside that is crossed."""


class Field:
    """A map, or the part of it that is in play."""

    def __init__(self, whole: Ground, area: frozenset[str] | None = None, sights: Sightlines | None = None) -> None:
        self.ground = whole
        self.los: Sightlines = sights or Sightlines(whole)
        self.area = area if area is not None else frozenset(whole.hexes)
        self.locations: tuple[str, ...] = tuple(
            id for id, place in whole.locations.items() if place.hex in self.area and self._can_stand(place)
        )
        self.steps: dict[str, tuple[Step, ...]] = {id: tuple(self._steps(whole.locations[id])) for id in self.locations}
        self.accessible: dict[str, tuple[str, ...]] = {
            id: tuple(dict.fromkeys(step.to for step in steps)) for id, steps in self.steps.items()
        }
        self.adjacent: dict[str, tuple[str, ...]] = {
            id: tuple(to for to in around if self.los(id, to).clear) for id, around in self.accessible.items()
        }
        """RV-A.8 ADJACENT: Accessible and in mutual LOS."""
        self.hex_of: dict[str, str] = {id: whole.locations[id].hex for id in self.locations}
        self.level_of: dict[str, int] = {id: whole.locations[id].level for id in self.locations}
        self.terrain_of: dict[str, Terrain] = {id: self._terrain(whole.locations[id]) for id in self.locations}

    def range(self, a: str, b: str) -> int:
        """The range between two Locations."""
        return self.ground.range(self.hex_of[a], self.hex_of[b])

    def sight(self, a: str, b: str) -> Sight:
        """The line of sight between two Locations."""
        return self.los(a, b)

    def place(self, location: str) -> Location:
        """The Location of that id."""
        return self.ground.locations[location]

    def hex(self, location: str) -> Hex:
        """The hex of a Location."""
        return self.ground.hexes[self.ground.locations[location].hex]

    def _terrain(self, place: Location) -> Terrain:
        """RV-B.3, RV-B12.1, RV-B14.1, RV-BRV7, RV-O6.4, RV-BRV13.2, RV-BRV13.31 The row of the terrain chart."""
        terrain = components().terrain
        hex = self.ground.hexes[place.hex]
        found = terrain[place.terrain]
        if place.kind == GROUND and "SBAHN" in hex.features:
            # RV-BRV13.1 The ground below the viaduct keeps its own cost and is neither open nor bare.
            return msgspec.structs.replace(found, conceal=True, open_ground=False)
        return found

    def _can_stand(self, place: Location) -> bool:
        """RV-BRV11.1, RV-BRV11.3, RV-BRV11.3a Not in the water; on a bridge that is whole."""
        hex = self.ground.hexes[place.hex]
        return not (place.kind == GROUND and (hex.base in WATER or "BRIDGE_DESTROYED" in hex.features))

    # -- steps -------------------------------------------------------------------------------------------------------

    def _steps(self, here: Location) -> list[Step]:
        """RV-A4.13, RV-B23.2, RV-B23.8, RV-O6.1, RV-B6.1 Every way out of a Location."""
        hex = self.ground.hexes[here.hex]
        if here.kind == GROUND:
            return [*self._outside(here, hex), *self._stairs(here, hex)]
        if here.kind in (LEVEL, ROOF, CELLAR):
            return [*self._stairs(here, hex), *self._rooms(here, hex)]
        if here.kind == BRIDGE:
            return self._outside(here, hex)
        if here.kind == VIADUCT:
            return self._viaduct(hex)
        return [Step(to, 3) for to in self._culvert_ends(hex)]

    def _culvert_ends(self, hex: Hex) -> list[str]:
        """RV-P4.2, RV-BRV10.3"""
        pits = [n for n in self.ground.neighbours[hex.id] if self.ground.hexes[n].base == "PIT" and n in self.area]
        return [hex.id, *pits]

    def _viaduct(self, hex: Hex) -> list[Step]:
        """RV-BRV13.1, RV-BRV13.12"""
        return [
            Step(f"{n}-viaduct", 1, road=True)
            for d, n in enumerate(self.ground.towards[hex.id])
            if n in self.area and "SBAHN" in self.ground.sides[hex.id][d]
        ]

    def _stairs(self, here: Location, hex: Hex) -> list[Step]:
        """RV-A4.133, RV-B23.8, RV-BRV12.2, RV-BRV12.4 Up and down inside one hex."""
        found = []
        for id in self.ground.of_hex[hex.id]:
            there = self.ground.locations[id]
            if there.kind not in (GROUND, LEVEL, ROOF, CELLAR) or abs(there.floor - here.floor) != 1:
                continue
            cost = 2 if there.kind == ROOF else 1
            found.append(Step(id, cost + self._roofless(there, hex)))
        return found

    def _roofless(self, there: Location, hex: Hex) -> int:
        """RV-BRV12.2 One MF more into the uppermost Location of a roofless hex."""
        return int("ROOFLESS" in hex.features and there.kind in (GROUND, LEVEL) and there.floor == hex.floors)

    def _rooms(self, here: Location, hex: Hex) -> list[Step]:
        """RV-B23.2, RV-B23.8, RV-O6.1 To the same level of the next hex of the building."""
        found = []
        for n in self.ground.neighbours[hex.id]:
            if n not in self.area or not self.ground.joined(hex.id, n):
                continue
            for id in self.ground.of_hex[n]:
                there = self.ground.locations[id]
                if there.kind == here.kind and there.level == here.level:
                    cost = 1 if here.kind == ROOF else 2
                    found.append(Step(id, cost + self._roofless(there, self.ground.hexes[n])))
        return found

    def _outside(self, here: Location, hex: Hex) -> list[Step]:
        """RV-A4.13, RV-A4.131, RV-B3.1, RV-B10.1, RV-B10.4, RV-BRV6, RV-BRV10.2 To the ground or a bridge."""
        found = []
        for d, n in enumerate(self.ground.towards[hex.id]):
            if n not in self.area:
                continue
            side, next_hex = self.ground.sides[hex.id][d], self.ground.hexes[n]
            if "CLIFF" in side or any(bar in side for bar in BARS):
                continue
            on_bridge = here.kind == BRIDGE
            if (on_bridge or next_hex.bridge) and "BRIDGE" in side:
                if next_hex.bridge:
                    found.append(Step(f"{n}-bridge", 1, road=True, outer=side))
                    continue
            elif on_bridge:
                continue
            there = self.ground.locations[n]
            if self._can_stand(there):
                found.append(self._entry(here, hex, next_hex, side))
        if "CULVERT" in hex.features or (
            hex.base == "PIT"
            and any("CULVERT" in self.ground.hexes[n].features for n in self.ground.neighbours[hex.id])
        ):
            found += [Step(f"{n}-culvert", 3) for n in (hex.id, *self.ground.neighbours[hex.id])
                      if n in self.area and "CULVERT" in self.ground.hexes[n].features]  # fmt: skip
        return found

    def _entry(self, here: Location, hex: Hex, next_hex: Hex, side: tuple[str, ...]) -> Step:
        """RV-B1.1, RV-B3.4, RV-O1.1, RV-O2.1, RV-BRV3.7, RV-BRV3.8, RV-MAP10 The cost of entering a hex."""
        there = self.ground.locations[next_hex.id]
        terrain = components().terrain[there.terrain]
        road = "ROAD" in side and there.terrain != "DEBRIS"
        cost = 1 if road else terrain.cost + int("DEBRIS" in next_hex.features) + self._roofless(there, next_hex)
        if there.level > here.level:
            # RV-BRV6.1 The ramps of the quay cost one MF more instead of double.
            cost = cost + 1 if road and "LOWER_ROAD" in hex.features else 2 * cost
        cost += sum(1 for feature in side if feature in WALLS or feature == "NARROW_STREET")
        cover = 1 if there.terrain == "SHELLHOLES" and not road else 0
        return Step(next_hex.id, cost, road, terrain.all_mf and not road, cover, side)

    def entry_cost(self, location: str) -> int:
        """RV-A2.5 What it costs to come from off the map into a Location of the edge."""
        hex = self.hex(location)
        on_road = any("ROAD" in side for side in self.ground.sides[hex.id]) and hex.terrain != "DEBRIS"
        return 1 if on_road and not hex.building else self.terrain_of[location].cost


FIELDS: dict[str, Field] = {}
"""The field of each scenario; tests put maps of their own here."""


def field_of(s: Battle) -> Field:
    """The field on which a battle is fought."""
    known = FIELDS.get(s.scenario)
    return known if known is not None else make_field(s.scenario)


def make_field(name: str) -> Field:
    """Replaced by scenarios.py, which knows the play areas."""
    raise KeyError(name)


def field_for(scenario: str, area: frozenset[str] | None) -> Field:
    """The field of a scenario, made once. All fields of the real map share its lines of sight."""
    if scenario not in FIELDS:
        from sandtable.games.vengeance.components import sightlines

        FIELDS[scenario] = Field(ground(), area, sightlines())
    return FIELDS[scenario]
